//! FreeCell deals, solved or proved impossible.
//!
//! Strata walks the graph of a deal by layers of irreversible moves and, inside a layer, by fully connected
//! components of reversible ones, so that *impossible* is a proof and not a search that gave up. This is the
//! library behind the program `strata`:
//!
//! - [`Board`] is a position, or a numbered deal, under its [`Rules`];
//! - [`Solver`] settles one board after the other, within [`SolverOptions`], and gives an [`Answer`] with a
//!   [`Verdict`]: solvable with the moves, impossible with what that rests on, or undecided with the
//!   [`StopReason`];
//! - [`Solution`] is a list of moves that was played and wins, and [`Format`] the ways to write it;
//! - [`Census`] counts the whole graph of a board.
//!
//! ```
//! use strata::{Board, Format, Solver, SolverOptions, Verdict};
//!
//! let board = Board::deal(617, 4).expect("a deal");
//! let answer = Solver::new(SolverOptions::default()).solve(&board);
//! let Verdict::Solvable(solution) = answer.verdict else { panic!("617 can be won") };
//! assert!(solution.counts().cards >= 52);
//! println!("{}", Format::Standard.text(&solution));
//! ```
//!
//! All that is beneath, states, moves, groups and the search itself, is [`fcc`].
//!
//! # Features
//!
//! Both are for the program and on by default; a caller needs neither of them (`default-features = false`).
//!
//! - `cli`: the binary, with its commands, plots and pages.
//! - `rocksdb`: runs with a directory that lasts (`--dir`). RocksDB takes most of the time of a build.

pub mod format;
pub mod solver;

mod census;

// What the program is made of beside this, and its tests of power cuts use: no promise is made of it.
#[doc(hidden)]
pub mod checkpoints;
#[doc(hidden)]
pub mod fc_solve;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod process;
#[doc(hidden)]
pub mod size;
#[doc(hidden)]
pub mod solved;
#[doc(hidden)]
pub mod stores;
#[doc(hidden)]
pub mod watcher;

pub use census::{Census, CensusFailed};
pub use fcc;
pub use fcc::board::Board;
pub use fcc::census::CensusReport;
pub use fcc::rules::Rules;
pub use fcc::solution::Solution;
pub use format::Format;
pub use solver::{Answer, Solver, SolverOptions, StopReason, Verdict};
