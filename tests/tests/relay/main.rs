//! The relayer's bad days, each a story on a real local network, over real HTTP, and on both databases.

mod replica;
mod stage;

mod night;
