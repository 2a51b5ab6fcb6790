//! Places for those who listen, each kept for as long as its listener stays.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::Bearer;

/// All places. Where there are several tokens, none has more than half of them.
#[derive(Debug)]
pub struct Listeners {
    all: Arc<Semaphore>,
    shares: HashMap<String, Arc<Semaphore>>,
}

/// A listener's place; dropping it gives it back.
#[derive(Debug)]
pub struct Place {
    _of_all: OwnedSemaphorePermit,
    _of_share: OwnedSemaphorePermit,
}

impl Listeners {
    pub(super) fn new<'a>(most: u32, tokens: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let places = |places: u32| {
            let places = usize::try_from(places).unwrap_or(Semaphore::MAX_PERMITS);
            Arc::new(Semaphore::new(places))
        };
        let share = if tokens.len() > 1 {
            most.div_ceil(2)
        } else {
            most
        };
        Self {
            all: places(most),
            shares: tokens
                .map(|name| (name.to_owned(), places(share)))
                .collect(),
        }
    }

    /// A place for one more listener of a token; none while all places, or its share, are taken.
    pub fn place(&self, bearer: &Bearer) -> Option<Place> {
        let share = self.shares.get(&bearer.name)?;
        Some(Place {
            _of_share: Arc::clone(share).try_acquire_owned().ok()?,
            _of_all: Arc::clone(&self.all).try_acquire_owned().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::service::bearer;

    #[test]
    fn one_token_leaves_places_to_the_others() {
        let listeners = Listeners::new(3, ["wallet", "server"].into_iter());
        let (wallet, server) = (bearer("wallet", 1), bearer("server", 1));
        let first = listeners.place(&wallet);
        let second = listeners.place(&wallet);
        assert!(first.is_some() && second.is_some());
        assert!(listeners.place(&wallet).is_none());
        let third = listeners.place(&server);
        assert!(third.is_some());
        assert!(listeners.place(&server).is_none());
        drop(first);
        assert!(listeners.place(&server).is_some());
    }

    #[test]
    fn an_only_token_has_them_all() {
        let listeners = Listeners::new(2, ["wallet"].into_iter());
        let wallet = bearer("wallet", 1);
        let places = [listeners.place(&wallet), listeners.place(&wallet)];
        assert!(places.iter().all(Option::is_some));
        assert!(listeners.place(&wallet).is_none());
    }
}
