//! Known answers of the pure parts. Signatures were made by the client's library, another
//! implementation, with the secrets 1000 (Black), 1001 (White) and 1002 (the referee).

mod authority;
mod calls;
mod fork;
mod gate;
mod keys;
mod known;
mod record;
mod terms;
mod transition;
mod views;
