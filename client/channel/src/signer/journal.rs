//! What a key has decided in one game: written before anything is signed, read before anything is
//! decided.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;

use crate::felt;
use crate::terms::Terms;

/// Longest journal, about 5,000 steps: the longest game has 543 of one player.
pub(super) const MAX_BYTES: u64 = 1024 * 1024;

const FORMAT: &str = "surround.journal";
const VERSION: u64 = 1;

/// The journal of one game, named by the nonce that this key's signer drew for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    format: String,
    version: u64,
    /// The player's nonce in the terms.
    #[serde(with = "felt::text")]
    pub(super) nonce: Felt,
    /// The terms that the nonce was drawn for, if they were known then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) agreed: Option<Terms>,
    /// The game the nonce was used for, once it was joined.
    #[serde(with = "optional")]
    pub(super) channel_id: Option<Felt>,
    /// Whether the player's resignation was signed.
    pub(super) resigned: bool,
    /// The heads over which a referee's flag was seen.
    #[serde(with = "felt::texts")]
    pub(super) flagged_heads: Vec<Felt>,
    /// The one step decided on each head.
    pub(super) steps: Vec<Entry>,
}

/// The step decided on a head.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The head before the step.
    #[serde(with = "felt::text")]
    pub(super) head: Felt,
    /// The step's word.
    #[serde(with = "felt::text")]
    pub(super) word: Felt,
    /// The step in words, for messages.
    pub(super) step: String,
}

impl Journal {
    /// The journal of a game not joined yet.
    pub(super) fn new(nonce: Felt) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            nonce,
            agreed: None,
            channel_id: None,
            resigned: false,
            flagged_heads: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// The step decided on a head.
    pub(super) fn entry(&self, head: &Felt) -> Option<&Entry> {
        self.steps.iter().find(|entry| entry.head == *head)
    }

    /// Reads the journal of the game with this nonce. Whatever is not exactly as it was written is
    /// refused: a journal that cannot be trusted must not count as an empty one.
    pub(super) fn from_json(text: &str, nonce: Felt) -> Result<Self, String> {
        let journal: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if journal.format != FORMAT || journal.version != VERSION {
            return Err(format!("format: not {FORMAT:?}, version {VERSION}"));
        }
        if journal.nonce != nonce {
            return Err("nonce: of another game".to_owned());
        }
        let mut steps = journal.steps.iter().enumerate();
        if steps.any(|(i, entry)| journal.steps.iter().take(i).any(|e| e.head == entry.head)) {
            return Err("steps: two on one head".to_owned());
        }
        Ok(journal)
    }

    /// Writes the journal.
    pub(super) fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

/// Serde form of an optional felt: its canonical text, or null.
mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use starknet_types_core::felt::Felt;

    use crate::felt;

    #[derive(Serialize, Deserialize)]
    struct Text(#[serde(with = "felt::text")] Felt);

    pub(super) fn serialize<S: Serializer>(
        value: &Option<Felt>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(Text).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Felt>, D::Error> {
        Ok(Option::<Text>::deserialize(deserializer)?.map(|text| text.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_game_has_room() {
        let mut journal = Journal::new(Felt::MAX);
        journal.channel_id = Some(Felt::MAX);
        journal.steps = (0..543u16)
            .map(|step| Entry {
                head: Felt::MAX - Felt::from(step),
                word: Felt::MAX,
                step: "propose".repeat(20),
            })
            .collect();
        let text = journal.to_json().unwrap();
        assert!((text.len() as u64) < MAX_BYTES / 2, "{} bytes", text.len());
        assert_eq!(Journal::from_json(&text, Felt::MAX), Ok(journal));
    }
}
