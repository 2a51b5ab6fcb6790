//! Surround: disputes of signed Go games, settled by one contract.
//!
//! `rules` and `channel` are pure; `settlement` is the contract over them. The Rust packages of the
//! client mirror these modules name for name.

pub mod errors;

pub mod rules {
    pub mod board;
    pub mod game;
    pub mod points;
    pub mod score;
    pub mod spots;
    pub mod superko;
    #[cfg(test)]
    mod tests;
}

pub mod channel {
    mod digits;
    pub mod line;
    pub mod policy;
    pub mod statements;
    pub mod terms;
    #[cfg(test)]
    mod tests;
}

pub mod settlement {
    pub mod authority;
    pub mod clock;
    pub mod contract;
    pub mod events;
    pub mod fork;
    pub mod gate;
    pub mod interface;
    pub mod keys;
    pub mod record;
    #[cfg(test)]
    mod tests;
    pub mod transition;
    pub mod views;
}

pub mod vm;
