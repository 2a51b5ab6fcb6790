//! Amounts of STRK in a configuration: text in decimal notation, or whole numbers. Never a floating
//! point number, which is not what was written.

use std::fmt;

use figment::providers::Env;
use figment::value::{Dict, Map, Value};
use figment::{Error, Metadata, Profile, Provider};
use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;
use surround_chain::amount::{FRI_PER_STRK, Fri};

/// The field whose fields all are amounts.
const FEES: &str = "fees";

/// The amounts in the environment, digit by digit: taken for numbers, some would change.
pub(super) struct Amounts(pub Env);

impl Provider for Amounts {
    fn metadata(&self) -> Metadata {
        Metadata::named("environment variable(s)")
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut fees = Dict::new();
        for (name, text) in self.0.iter() {
            if let Some((FEES, field)) = name.as_str().split_once('.') {
                // Quoted, it was text before.
                let text = text.trim().trim_matches('"');
                fees.insert(field.to_owned(), Value::from(text));
            }
        }
        let all = Dict::from([(FEES.to_owned(), Value::from(fees))]);
        Ok(Profile::Default.collect(all))
    }
}

/// Writes an amount as text, with all its digits.
pub(super) fn serialize<S: Serializer>(fri: &Fri, serializer: S) -> Result<S::Ok, S::Error> {
    let (whole, part) = (fri.0 / FRI_PER_STRK, fri.0 % FRI_PER_STRK);
    serializer.collect_str(&format_args!("{whole}.{part:018}"))
}

/// Reads an amount.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Fri, D::Error> {
    deserializer.deserialize_any(Strk)
}

struct Strk;

impl Visitor<'_> for Strk {
    type Value = Fri;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount of STRK: text such as \"0.25\", or a whole number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Fri, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Fri, E> {
        Ok(Fri(u128::from(whole).saturating_mul(FRI_PER_STRK)))
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Fri, E> {
        let unsigned = u64::try_from(whole);
        unsigned
            .map_err(|_| E::invalid_value(de::Unexpected::Signed(whole), &self))
            .and_then(|whole| self.visit_u64(whole))
    }
}
