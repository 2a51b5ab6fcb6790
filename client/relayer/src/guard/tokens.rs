//! Bearer tokens, kept as digests and compared in constant time.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::Refused;
use super::rates::{Counter, Rate};
use crate::config::{SecretError, TokenConfig};
use crate::model::Bearer;

#[derive(Debug)]
struct Token {
    digest: [u8; 32],
    bearer: Arc<Bearer>,
    counter: Counter,
}

/// All tokens that are known.
#[derive(Debug)]
pub(super) struct Tokens(Vec<Token>);

impl Tokens {
    /// Reads the tokens that the configuration names.
    pub(super) fn read(configured: &[TokenConfig]) -> Result<Self, SecretError> {
        configured
            .iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whose token it is; counts its request.
    pub(super) fn admit(&self, token: &str) -> Result<Arc<Bearer>, Refused> {
        let known = self.find(token).ok_or(Refused::Unknown)?;
        known.counter.count().map_err(Refused::Often)?;
        Ok(Arc::clone(&known.bearer))
    }

    /// Looks at every token, so that the time says nothing about any.
    fn find(&self, token: &str) -> Option<&Token> {
        let digest = digest(token);
        let mut found = None;
        for known in &self.0 {
            if known.digest.ct_eq(&digest).into() {
                found = Some(known);
            }
        }
        found
    }
}

fn read(configured: &TokenConfig) -> Result<Token, SecretError> {
    let bearer = Bearer {
        name: configured.name.clone(),
        channels: configured.channels,
    };
    Ok(Token {
        digest: digest(configured.secret.read()?.reveal()),
        bearer: Arc::new(bearer),
        counter: Rate::per_minute(configured.requests_per_minute).counter(),
    })
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SecretSource;

    fn tokens(requests_per_minute: u32) -> Tokens {
        let folder = tempfile::tempdir().unwrap();
        let token = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, format!("secret of {name}\n")).unwrap();
            TokenConfig {
                name: name.to_owned(),
                secret: SecretSource::File(path),
                channels: 10,
                requests_per_minute,
            }
        };
        Tokens::read(&[token("wallet"), token("server")]).unwrap()
    }

    #[test]
    fn a_token_names_its_bearer() {
        let tokens = tokens(10);
        for name in ["wallet", "server"] {
            let bearer = tokens.admit(&format!("secret of {name}")).unwrap();
            assert_eq!(bearer.name, name);
        }
        for wrong in ["", "secret of", "secret of wallet ", "SECRET OF WALLET"] {
            assert_eq!(tokens.admit(wrong), Err(Refused::Unknown), "{wrong}");
        }
    }

    #[test]
    fn each_token_has_a_rate_of_its_own() {
        let tokens = tokens(2);
        let ask = |name: &str| tokens.admit(&format!("secret of {name}"));
        assert!(ask("wallet").is_ok() && ask("wallet").is_ok());
        assert!(matches!(ask("wallet"), Err(Refused::Often(_))));
        assert!(ask("server").is_ok());
    }

    #[test]
    fn nothing_shows_a_token() {
        assert!(!format!("{:?}", tokens(1)).contains("secret of"));
    }
}
