//! Rates, counted in as much memory as was set aside at the start.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

/// A burst lasts this many times as long as the rate's unit.
const BURST: u32 = 10;

/// When to come back: whole seconds, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// Seconds from now.
    pub seconds: u64,
}

impl Later {
    fn after(wait: Duration) -> Self {
        Self {
            seconds: wait.as_secs().saturating_add(1),
        }
    }

    fn of<P: governor::clock::Reference>(
        until: &NotUntil<P>,
        clock: &impl Clock<Instant = P>,
    ) -> Self {
        Self::after(until.wait_time_from(clock.now()))
    }
}

/// How often, and how much of it at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate(Quota);

impl Rate {
    /// So many a second, and ten seconds' worth at once.
    pub(super) fn per_second(number: u32) -> Self {
        let number = NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Self(Quota::per_second(number).allow_burst(number.saturating_mul(TIMES)))
    }

    /// So many a minute, all of them at once if need be.
    pub(super) fn per_minute(number: u32) -> Self {
        Self(Quota::per_minute(
            NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN),
        ))
    }

    /// One counter of it.
    pub(super) fn counter(self) -> Counter {
        Counter(RateLimiter::direct(self.0))
    }
}

const TIMES: NonZeroU32 = match NonZeroU32::new(BURST) {
    Some(times) => times,
    None => NonZeroU32::MIN,
};

/// Counts one client.
#[derive(Debug)]
pub(super) struct Counter(DefaultDirectRateLimiter);

impl Counter {
    /// Counts a request.
    pub(super) fn count(&self) -> Result<(), Later> {
        let counted = self.0.check();
        counted.map_err(|until| Later::of(&until, self.0.clock()))
    }
}

/// Counts addresses: each has one of 65,536 counters, found by a hash that nobody outside can compute.
/// Two that share one share its rate.
#[derive(Debug)]
pub(super) struct Addresses {
    counters: DefaultKeyedRateLimiter<u16>,
    hash: RandomState,
}

impl Addresses {
    pub(super) fn new(rate: Rate) -> Self {
        Self {
            counters: RateLimiter::keyed(rate.0),
            hash: RandomState::new(),
        }
    }

    /// Counts a request from an address.
    pub(super) fn count(&self, address: IpAddr) -> Result<(), Later> {
        let slot = self.slot(address);
        let counted = self.counters.check_key(&slot);
        counted.map_err(|until| Later::of(&until, &DefaultClock::default()))
    }

    fn slot(&self, address: IpAddr) -> u16 {
        // The remainder fits by what it is divided by.
        (self.hash.hash_one(subscriber(address)) % (1 << u16::BITS)) as u16
    }
}

/// The address by which a subscriber is known: of IPv6 the /64, all of which is one subscriber's.
fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_burst_is_ten_seconds_worth() {
        let counter = Rate::per_second(1).counter();
        for _ in 0..10 {
            assert_eq!(counter.count(), Ok(()));
        }
        assert_eq!(counter.count(), Err(Later { seconds: 1 }));
    }

    #[test]
    fn one_subscriber_is_one_address() {
        assert_eq!(
            subscriber(address("2001:db8::1")),
            subscriber(address("2001:db8::ffff:1"))
        );
        assert_ne!(
            subscriber(address("2001:db8::1")),
            subscriber(address("2001:db8:0:1::1"))
        );
        assert_eq!(
            subscriber(address("::ffff:192.0.2.1")),
            address("192.0.2.1")
        );
    }

    #[test]
    fn no_number_of_addresses_takes_more_memory() {
        let addresses = Addresses::new(Rate::per_second(100));
        for number in 0..300_000u32 {
            let _ = addresses.count(IpAddr::V4(number.into()));
        }
        assert!(addresses.counters.len() <= 1 << 16);
    }
}
