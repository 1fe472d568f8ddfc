//! `strata-report`: what was found, as texts, tables, JSON, CSV, pictures and pages.
//!
//! - [`census`]: the counts of a graph by layers; [`deals`]: lines, sums and statistics of many deals.
//! - [`analysis`]: the numbers of a graph, from its records; as tables, CSV, DOT and GraphML.
//! - [`plot`]: pictures of them, as SVG and PNG, light and dark.
//! - [`page()`]: one page about a run, with a player of its solution.
//!
//! Nothing is read from or written to files, and nothing is printed.

pub mod analysis;
pub mod census;
mod counts;
pub mod deals;
pub mod named;
mod page;
pub mod plot;
mod shell;

pub use counts::{LayerCounts, Percentiles};
pub use page::{PlayerData, PlayerStep, Standing, compact, page};
pub use shell::shell_word;
