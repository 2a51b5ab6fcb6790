//! What the parts of the relayer pass to each other, as the store keeps it.

mod action;
mod bearer;
mod channel;
mod job;
mod told;

pub use action::{Action, NotAnAction, Sides};
pub use bearer::Bearer;
pub use channel::{Advice, Alarm, Bundle, Channel, Observation, Standing};
pub use job::{Attempt, Flight, Job, JobKey, Origin, Outcome};
pub use told::{Told, Topic};

/// Seconds since 1970, by the wall clock or by a block; the field says which.
pub type Seconds = u64;
