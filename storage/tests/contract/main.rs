//! What the ports promise, checked on every version of them that there is: in memory and on disk, with
//! budgets so small that everything spills. Then what only a disk can do: damage, failure, old files.
//!
//! Random entries come from a seed that is printed; `STRATA_SEED` sets it.

mod census;
mod damage;
mod golden;
mod model;
mod queues;
mod samples;
mod scratch;
