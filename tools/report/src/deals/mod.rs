//! Many deals: the line of each, as JSON or CSV, the graph that it may count, and what all lines come to.

mod graph;
mod line;
mod statistics;
mod summary;

pub use graph::{GraphLimits, GraphLine};
pub use line::{Columns, DealLine, Form, OptimalJson, moves_text};
pub use statistics::{Distribution, Statistics, StatisticsJson};
pub use summary::{Lines, Summary};
