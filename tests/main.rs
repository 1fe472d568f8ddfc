//! Whole-program tests: the binary as a user calls it.

mod census;
mod certificate;
mod checker;
mod deal;
mod expansion;
mod external;
mod power;
mod prove;
mod resume;
mod show;
mod support;
mod trace;
