//! The relayer's bad days, each a story on a real local network, over real HTTP, and on both databases.
//! Faults come from the network, from the node before it, or from a signal that kills a process; no
//! code of the relayer is replaced, and stories set its clock.

mod process;
mod replica;
mod scene;
mod stage;

mod backup;
mod crash;
mod hostile;
mod load;
mod night;
mod nonce;
mod outage;
mod price;
mod readme;
mod reorganisation;
mod replicas;
