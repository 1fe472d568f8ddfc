//! Seeing a graph: what an analysis found, as numbers for programs, tables for people, and the source of
//! plots and reports.

pub mod model;
pub mod of_run;

pub use model::Analysis;
