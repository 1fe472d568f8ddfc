//! `libfreecell-solver.so.0`: the functions that programs link to call fc-solve, with our searches behind them.
//!
//! An instance is all that there is: no globals, any number of instances side by side, each used by one thread at a
//! time. What a function does is in [`strata::fc_solve::session`]; here are pointers, numbers and strings. Nothing
//! unwinds into C: a panic, which is a bug, ends in the answer of a function that could not do its work. docs/fc-solve.md
//! lists the functions, and those of the original that are not there.
//!
//! - `instance`: the instance behind a pointer, and strings from and to C;
//! - `codes`: the numbers that callers compare with;
//! - `lifecycle`, `arguments`, `rules`, `scans`, `search`, `moves`, `iterations`: the functions.
//!
//! # Safety
//!
//! Every function takes pointers of its caller and is as safe as they are: an instance comes from
//! [`lifecycle::freecell_solver_user_alloc`] and is not yet freed, strings end in a zero byte, places for results have
//! room for them. A null pointer for an instance or a string is understood as nothing. That is all that the `unsafe` of this room
//! is about.

pub mod arguments;
pub mod codes;
mod instance;
pub mod iterations;
pub mod lifecycle;
pub mod moves;
pub mod rules;
pub mod scans;
pub mod search;
