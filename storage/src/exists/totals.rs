//! What records come to, to be compared with what the search counted.

use fcc::ports::ComponentRecord;

/// What records come to: how many they are, and the sums of what they tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordTotals {
    pub records: u64,
    pub states: u128,
    pub fccs: u128,
}

impl RecordTotals {
    pub(crate) fn of(record: &ComponentRecord) -> RecordTotals {
        RecordTotals { records: 1, states: record.states, fccs: record.fccs }
    }

    pub(crate) fn add(&mut self, other: RecordTotals) {
        self.records += other.records;
        self.states += other.states;
        self.fccs += other.fccs;
    }
}
