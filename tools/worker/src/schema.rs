//! The columns of the two streams.
//!
//! A row of entries is a *run*: some entries of one group. Engines move rows, and a row for each entry costs
//! them more than the entry does; so a row has lists. Keys of more than 64 bits have their upper halves in a
//! list of their own, which is null where all are zero. A piece of a suit set is a list of vectors, first the
//! offset, then the basis of its subspace; a run has each of its pieces once, and an index for each entry.

use crate::identity::{Holds, Identity};
use arrow_schema::{DataType, Field, Schema};
use std::sync::Arc;

/// Digits of the numbers that may be large.
pub const DECIMAL: DataType = DataType::Decimal128(38, 0);

/// What a row of findings is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Entries of a deeper layer.
    Exit,
    /// Components of a group.
    Component,
    /// What was counted in a group.
    Tally,
    /// What was counted in all groups of a depth.
    Layer,
    /// How much waits at a depth, of what was written.
    Waiting,
    /// The last row of a stream that is complete.
    End,
}

impl Kind {
    /// The word in the column `kind`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Exit => "exit",
            Kind::Component => "component",
            Kind::Tally => "tally",
            Kind::Layer => "layer",
            Kind::Waiting => "waiting",
            Kind::End => "end",
        }
    }
}

fn column(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, true)
}

/// A list with elements of this type.
pub fn list_of(data_type: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", data_type, true)))
}

/// The columns of a run of entries.
fn run_columns() -> Vec<Field> {
    vec![
        column("stuck", DataType::Int64),
        column("founded", DataType::Int64),
        column("entries", DataType::Int32),
        column("keys", list_of(DataType::Int64)),
        column("keys_high", list_of(DataType::Int64)),
        column("piece", list_of(DataType::Int32)),
        column("pieces", list_of(list_of(DataType::Int64))),
        column("checksum", DataType::Int64),
    ]
}

/// The stream that a worker reads.
pub fn entries(identity: &Identity) -> Schema {
    Schema::new_with_metadata(run_columns(), identity.metadata(Holds::Entries))
}

/// The stream that a worker writes. Of each row only the columns of its kind are filled.
pub fn findings(identity: &Identity) -> Schema {
    let mut columns = vec![column("kind", DataType::Utf8), column("depth", DataType::Int32)];
    columns.extend(run_columns());
    for name in ["entry", "entry_high", "states_of", "states_of_high", "fccs_of", "fccs_of_high"] {
        columns.push(column(name, list_of(DataType::Int64)));
    }
    columns.extend([
        column("k", list_of(DataType::Int32)),
        column("reached", list_of(list_of(DataType::Int32))),
        column("groups", DataType::Int64),
        column("components", DataType::Int64),
        column("runs", DataType::Int64),
        column("waiting", DataType::Int64),
    ]);
    for name in TALLIED {
        columns.push(column(name, DECIMAL));
    }
    columns.extend([
        column("fcc_sizes", list_of(DECIMAL)),
        column("digest", DataType::Utf8),
        column("won", DataType::Boolean),
    ]);
    Schema::new_with_metadata(columns, identity.metadata(Holds::Findings))
}

/// The counts of a tally.
pub const TALLIED: [&str; 6] =
    ["classes", "fccs", "states", "entry_states", "exits", "largest_fcc"];
