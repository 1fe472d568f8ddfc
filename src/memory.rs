//! The memory of a run: how much it may take, and who gets which share of it.
//!
//! `--memory` is read and checked here, and every fraction of it in this room stands here. The floods of a
//! search share out their part among themselves (`fcc::flood::budget`), as do the parts of an analysis.

use crate::process;
use crate::size::bytes_text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Less than this does not hold a block of everything that is read and written at once.
pub const MEMORY_BYTES_MIN: u64 = 32 << 20;
/// What is free where the system does not say it.
const FREE_UNKNOWN: u64 = 2 << 30;
/// What a solver takes where nothing is said, if there is as much.
const SOLVE_BYTES: u64 = 2 << 30;

/// The memory that a run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub bytes: u64,
}

/// The parts of a search by layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CensusShares {
    pub floods: u64,
    /// Entries that wait.
    pub queues: u64,
    /// Entries that are merged.
    pub merging: u64,
    pub records_waiting: u64,
    /// RocksDB's.
    pub cache: u64,
}

/// The parts of a worker that floods groups for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerShares {
    pub floods: u64,
    /// Exits that wait.
    pub exits: u64,
    /// Entries of groups that are too large to be taken whole.
    pub entries: u64,
    /// For merging either of them.
    pub merging: u64,
}

/// The parts of a graph that is counted and analysed in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphShares {
    /// Records of components.
    pub records: u64,
    /// Floods of the census.
    pub floods: u64,
    /// The analysis after it.
    pub analysis: u64,
}

/// The parts of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveShares {
    /// Scans: lists that double hold up to twice of what is in use.
    pub scans: u64,
    /// Scans on stacks, which count what they take but for lists while they double.
    pub stacks: u64,
    /// Floods of the complete search in memory, and as much again for what waits and what is on record. Levels
    /// of a huge component, which are in memory here, and lists while they are copied are not counted to
    /// the byte.
    pub classes: u64,
    /// The search by layers.
    pub layers: u64,
    /// The beam that looks for a short solution.
    pub beam: u64,
}

/// What a run of a search by layers may take, as `status` tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryPlan {
    /// All of it.
    pub bytes: u64,
    #[serde(flatten)]
    pub layers: CensusShares,
    /// For a search in memory beside the layers.
    pub beside: u64,
}

impl MemoryPlan {
    pub fn new(layers: Memory, beside: Option<Memory>) -> MemoryPlan {
        let beside = beside.map_or(0, |memory| memory.bytes);
        MemoryPlan { bytes: layers.bytes + beside, layers: layers.census(), beside }
    }
}

impl fmt::Display for MemoryPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CensusShares { floods, queues, merging, records_waiting, cache } = self.layers;
        write!(
            f,
            "{}: floods {}, queues {}, merging {}, records {}, cache {}",
            bytes_text(self.bytes),
            bytes_text(floods),
            bytes_text(queues),
            bytes_text(merging),
            bytes_text(records_waiting),
            bytes_text(cache)
        )?;
        match self.beside {
            0 => Ok(()),
            beside => write!(f, ", search beside them {}", bytes_text(beside)),
        }
    }
}

impl Memory {
    /// For a search by layers, or for looking into its records: what is asked for, or half of what is free.
    pub fn of_search(asked: Option<u64>) -> Result<Memory, String> {
        Memory::checked(asked, half_of_free())
    }

    /// For solving: what is asked for, or 2 GiB, or half of what is free.
    pub fn of_solver(asked: Option<u64>) -> Result<Memory, String> {
        Memory::checked(asked, half_of_free().min(SOLVE_BYTES))
    }

    fn checked(asked: Option<u64>, otherwise: u64) -> Result<Memory, String> {
        match asked {
            Some(bytes) if bytes < MEMORY_BYTES_MIN => Err(format!(
                "--memory {} is too little: {} is the least",
                bytes_text(bytes),
                bytes_text(MEMORY_BYTES_MIN)
            )),
            Some(bytes) => Ok(Memory { bytes }),
            None => Ok(Memory { bytes: otherwise.max(MEMORY_BYTES_MIN) }),
        }
    }

    /// Most for floods, some for entries on their way, less for merging them and for records. A sixteenth is
    /// left for what is not counted to the byte.
    pub const fn census(self) -> CensusShares {
        let part = self.bytes / 32;
        CensusShares {
            floods: part * 19,
            queues: part * 7,
            merging: part * 2,
            records_waiting: part,
            cache: part,
        }
    }

    /// As for a search by layers, with entries on their way in, too. An eighth is left for the streams.
    pub const fn worker(self) -> WorkerShares {
        let part = self.bytes / 32;
        WorkerShares { floods: part * 16, exits: part * 6, entries: part * 4, merging: part }
    }

    /// The stages of a solver come one after the other.
    pub fn solve(self) -> SolveShares {
        SolveShares {
            scans: self.bytes / 8,
            stacks: self.bytes / 4 * 3,
            classes: self.bytes / 4,
            layers: (self.bytes / 4 * 3).max(MEMORY_BYTES_MIN),
            beam: self.bytes / 2,
        }
    }

    /// For a search by layers and one in memory beside it, which is left out where there is little.
    pub fn with_search_beside(self) -> (Memory, Option<Memory>) {
        let beside = self.bytes / 4;
        if beside < MEMORY_BYTES_MIN {
            return (self, None);
        }
        (Memory { bytes: self.bytes - beside }, Some(Memory { bytes: beside }))
    }

    /// For a component that is traced through.
    pub const fn trace(self) -> u64 {
        self.bytes / 4 * 3
    }

    /// For an analysis of what is still in memory.
    pub const fn analyse(self) -> u64 {
        self.bytes / 2
    }

    /// For the graph of a deal that is counted in memory, beside others.
    pub const fn graph(self) -> GraphShares {
        let half = self.bytes / 2;
        GraphShares { records: half, floods: half / 4, analysis: half / 2 }
    }

    /// Blocks from this size on go back to the system when they are freed.
    pub fn return_large_blocks(self, threads: usize) {
        storage::allocator::return_large_blocks(self.bytes / 64, threads);
    }
}

fn half_of_free() -> u64 {
    process::free_memory_bytes().unwrap_or(FREE_UNKNOWN) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_no_more_than_there_is() {
        for bytes in [MEMORY_BYTES_MIN, 100_000_001, 1 << 30, 64 << 30] {
            let memory = Memory { bytes };
            let CensusShares { floods, queues, merging, records_waiting, cache } = memory.census();
            let all = floods + queues + merging + records_waiting + cache;
            assert!(all <= bytes / 16 * 15 && all >= bytes / 16 * 14, "{all} of {bytes}");
            let WorkerShares { floods, exits, entries, merging } = memory.worker();
            assert!(floods + exits + entries + 2 * merging <= bytes / 8 * 7);
            let (layers, beside) = memory.with_search_beside();
            assert_eq!(MemoryPlan::new(layers, beside).bytes, bytes);
            let SolveShares { scans, stacks, classes, layers, beam } = memory.solve();
            assert!(stacks < bytes);
            assert!(scans + 2 * classes <= bytes && layers <= bytes && scans + beam <= bytes);
            let GraphShares { records, floods, analysis } = memory.graph();
            assert!(records + floods.max(analysis) <= bytes);
            assert!(memory.trace() < bytes && memory.analyse() < bytes);
        }
    }

    #[test]
    fn too_little_is_refused_and_nothing_said_fits_the_machine() {
        let refused = Memory::of_search(Some(1 << 20)).expect_err("too little");
        assert_eq!(refused, "--memory 1.0 MiB is too little: 32.0 MiB is the least");
        assert_eq!(Memory::of_solver(Some(1 << 30)).expect("enough").bytes, 1 << 30);
        let solver = Memory::of_solver(None).expect("some").bytes;
        assert!((MEMORY_BYTES_MIN..=SOLVE_BYTES).contains(&solver));
        assert!(Memory::of_search(None).expect("some").bytes >= MEMORY_BYTES_MIN);
    }
}
