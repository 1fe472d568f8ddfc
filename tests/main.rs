//! Whole-program tests: the binary as a user calls it.

mod analyse;
mod browser;
mod census;
mod certificate;
mod checker;
mod columns;
mod deal;
mod expansion;
mod external;
mod format;
mod games;
mod hint;
mod plans;
mod player;
mod power;
mod prove;
mod range;
mod report;
mod resume;
mod show;
mod solve;
mod solver;
mod split;
mod support;
mod tidy;
mod trace;
