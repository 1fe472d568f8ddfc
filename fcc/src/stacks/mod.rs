//! Any game of the family in memory: columns kept once, states as lists of references.
//!
//! The planes hold one deck whose cards have at most two parents. This engine holds whatever [`Rules`] can
//! name: columns of any length, one or two decks, four parents of a card, whole suits that go up at once.
//!
//! - [`columns`]: every column that was ever met is kept once. It is a card on another column, so taking a card
//!   off is a look-up, putting one on a hash probe, and equal columns are equal numbers. What scans ask of
//!   a column (its sequence, its disorder) is worked out once, when it is first met.
//! - [`position`]: a state is the foundations, the sorted cards of the cells and the sorted numbers of the columns:
//!   the order of columns and cells does not count. A move touches two of them and copies the others.
//! - [`moves`]: all legal moves of a state. Nothing is left out that a solution could need, so that the end of a
//!   scan proves something.
//! - [`states`]: the collection of states, in segments that never move, with the parent and the move that each was
//!   found by. Scans share it: what one has found to be a dead end the others pass by.
//! - [`scan`]: best-first, depth-first and breadth-first orders; [`weights`]: what makes a state promising.
//! - [`engine`]: the scans of a [`plan`] by turns, within limits, to be suspended and resumed after any
//!   iteration; [`way`]: the moves back from a win, made shorter by [`shorten`].
//!
//! [`Rules`]: crate::rules::Rules

pub mod columns;
pub mod engine;
pub mod moves;
pub mod plan;
pub mod position;
pub mod scan;
pub mod shorten;
pub mod states;
pub mod way;
pub mod weights;

pub use engine::{Engine, Limits, Outcome};
pub use plan::{Plan, Turn};
pub use scan::Order;
pub use weights::Weights;
