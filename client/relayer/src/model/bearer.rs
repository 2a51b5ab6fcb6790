//! Who hands something in.

/// The bearer of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// The token's name in the store and in logs; never the token.
    pub name: String,
    /// Channels that it may have under watch.
    pub channels: u32,
}
