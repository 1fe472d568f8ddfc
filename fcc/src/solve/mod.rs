//! Ordinary solving: a solution now, in memory, for one board after the other.
//!
//! The way in is [`engine::Engine`], which works by a [`plan::Plan`]; [`presets`] has the ones that
//! come with the program and [`plan_text`] reads others. A plan is a list of scans ([`depth_first`],
//! [`random_depth_first`], [`best_first`], [`breadth_first`]) that take turns; each has kinds of moves
//! ([`moves`], [`meta`]), [`weights`] and a [`table`] of the states it has seen. What is found is made
//! shorter ([`shorten`]), written as moves of single cards ([`walk`]) and played on the
//! board. Solutions of the complete search are made shorter by [`windows`].
//!
//! This is not the search that proves: it keeps all states in memory and walks them one by one. Its
//! word for impossible, [`outcome::Outcome::Exhausted`], needs a scan that leaves no move out and that ran
//! dry, and the type asks for the witness.

pub mod best_first;
pub mod between;
pub mod breadth_first;
pub mod depth_first;
pub mod engine;
pub mod frontier;
pub mod kinds;
pub mod meta;
pub mod moves;
pub mod no_cells;
pub mod outcome;
pub mod plan;
pub mod plan_text;
pub mod position;
pub mod presets;
pub mod random_depth_first;
pub mod run;
pub mod short;
pub mod shorten;
pub mod table;
pub mod walk;
pub mod weights;
pub mod windows;
