//! `strata-report`: what the graph of a deal looks like, for people and for programs that draw.
//!
//! - [`analysis`]: the numbers of a graph, from its records; as tables, CSV, DOT and GraphML.
//! - [`plot`]: pictures of them, as SVG and PNG, light and dark.
//! - [`page()`]: one page about a run, with a player of its solution.
//!
//! Nothing is read from or written to files, and nothing is printed.

pub mod analysis;
mod page;
pub mod plot;

pub use page::{PlayerData, PlayerStep, Standing, compact, page};
