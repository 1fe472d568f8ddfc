//! Seeing a graph: what an analysis found, as numbers for programs, tables for people, and the source of
//! plots and reports.

pub mod compare;
pub mod graph_text;
pub mod make;
pub mod model;
pub mod table;
pub mod text;

pub use model::Analysis;
