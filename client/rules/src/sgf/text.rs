//! From the bytes of a file to text.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::SgfError;
use super::error::excerpt;

/// Decodes a file: a byte order mark decides, else the property `CA`, else UTF-8 where the bytes
/// allow it, else Latin-1 as FF 4 has it. Bytes that mean nothing become replacement characters,
/// which can only stand in names and comments of a record that is read at all.
pub(super) fn decode(bytes: &[u8]) -> Result<String, SgfError> {
    if Encoding::for_bom(bytes).is_none() {
        if let Some(label) = charset(bytes) {
            let encoding = Encoding::for_label(label).ok_or_else(|| {
                SgfError::UnknownEncoding(excerpt(&String::from_utf8_lossy(label)))
            })?;
            return Ok(encoding.decode_without_bom_handling(bytes).0.into_owned());
        }
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Ok(text.to_owned());
        }
    }
    // Decoding looks for a byte order mark first.
    Ok(WINDOWS_1252.decode(bytes).0.into_owned())
}

/// The value of the first `CA` property.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let mut from = 0;
    loop {
        let rest = bytes.get(from..)?;
        let at = from + rest.windows(3).position(|three| three == b"CA[")?;
        from = at + 3;
        let ends_another_name = at > 0 && bytes.get(at - 1)?.is_ascii_alphabetic();
        if !ends_another_name {
            let value = bytes.get(from..)?;
            return value.get(..value.iter().position(|byte| *byte == b']')?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_order_mark_comes_first_then_the_property_then_a_guess() {
        for (bytes, text) in [
            (&b"\xEF\xBB\xBF(;PB[\xC3\xA9])"[..], "(;PB[é])"),
            (b"\xEF\xBB\xBF(;CA[big5]PB[\xC3\xA9])", "(;CA[big5]PB[é])"),
            (b"\xFF\xFE(\0;\0P\0B\0[\0\xE9\0]\0)\0", "(;PB[é])"),
            (b"(;CA[UTF-8]PB[\xC3\xA9])", "(;CA[UTF-8]PB[é])"),
            // In Shift_JIS the second byte of this character is a backslash, in GBK a bracket.
            (b"(;CA[Shift_JIS]PB[\x95\x5C])", "(;CA[Shift_JIS]PB[表])"),
            (b"(;CA[GBK]PB[\x81\x5D])", "(;CA[GBK]PB[乚])"),
            (b"(;PB[\xC3\xA9])", "(;PB[é])"),
            (b"(;PB[\xE9])", "(;PB[é])"),
            (b"(;XCA[big5]PB[\xE9])", "(;XCA[big5]PB[é])"),
        ] {
            assert_eq!(decode(bytes).as_deref(), Ok(text));
        }
    }

    #[test]
    fn an_unknown_encoding_is_not_guessed() {
        let error = SgfError::UnknownEncoding("klingon".to_owned());
        assert_eq!(decode(b"(;CA[klingon])"), Err(error));
    }
}
