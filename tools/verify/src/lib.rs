//! An independent checker of FreeCell solutions and of certificates of impossibility.
//!
//! It replays a solution move by move and trusts nothing that the solver said. It shares no code
//! with the solver on purpose: its own dealing, its own reading, its own rules, so that one mistake
//! cannot hide in both. It is written to be read against the rules of the game, not to be fast.
//!
//! From the bottom: [`card`] and [`position`] say what there is; [`deal`] and [`board`] make a
//! position, [`solution`] makes moves from any format; [`rules`] and [`autoplay`] play them;
//! [`mod@replay`] gives the verdict and [`report`] words it. [`certificate`] is the other half: it
//! checks a proof that a deal can't be won, and uses the same cards, deals, boards and rules.

pub mod autoplay;
pub mod board;
mod board_columns;
pub mod board_fault;
pub mod card;
pub mod certificate;
pub mod command;
pub mod deal;
pub mod faults;
pub mod illegal;
mod infer;
pub mod input;
pub mod moves;
pub mod position;
mod read;
pub mod replay;
pub mod report;
pub mod rules;
pub mod solution;
