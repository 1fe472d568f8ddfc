//! The memory that floods may hold, shared out among the threads.
//!
//! Every thread has an even share, so that it can flood small groups at any time. One more is the *large
//! share* for whoever outgrows its own: it is lent to one thread at a time and never waited for. A flood
//! that does not get it, or outgrows it too, goes over to levels on disk, which fit into any share. So
//! no flood ever waits for another one, and none takes more than it was given.

use std::sync::atomic::{AtomicBool, Ordering::AcqRel};

/// What a share can't go below, so that a block of anything fits.
const SHARE_BYTES_MIN: usize = 64 << 10;

/// The parts of a flood's share, which do not all grow at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloodShares {
    /// The table of a flood over classes, with what was found in it.
    pub table: usize,
    /// Components that wait to be put on record.
    pub components: usize,
    /// Exits that wait to go to the queues.
    pub exits: usize,
    /// The entries of a group that are read at once.
    pub entries: usize,
    /// What an idle worker keeps.
    pub idle: usize,
    /// A level that stays in memory.
    pub level: usize,
    /// The neighbours of a level before they are condensed.
    pub near: usize,
    /// The buffers of a merge.
    pub merge: usize,
}

impl FloodShares {
    /// Shares of so many bytes.
    pub const fn of(bytes: usize) -> FloodShares {
        FloodShares {
            table: bytes / 4 * 3,
            components: bytes / 4,
            exits: bytes / 8,
            entries: bytes / 8,
            idle: bytes / 2,
            level: bytes / 8,
            near: bytes / 4,
            merge: bytes / 4,
        }
    }
}

/// The parts of an analysis of records; a quarter is left for what is not counted to the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalyseShares {
    /// The flood of each thread.
    pub flood: u64,
    /// The classes of all components that can win.
    pub wins: u64,
}

impl AnalyseShares {
    /// Shares of so many bytes.
    pub fn of(bytes: u64, threads: usize) -> AnalyseShares {
        let part = bytes / 8 * 3;
        AnalyseShares { flood: part / threads.max(1) as u64, wins: part }
    }
}

/// The memory for floods.
#[derive(Debug)]
pub struct Budget {
    share_bytes: usize,
    large_bytes: usize,
    large_is_lent: AtomicBool,
}

impl Budget {
    /// `bytes` for floods on this many threads.
    pub fn new(bytes: usize, threads: usize) -> Budget {
        let even = if threads == 1 { bytes } else { bytes / (threads + 1) };
        let share_bytes = even.max(SHARE_BYTES_MIN);
        let large_bytes = bytes.saturating_sub(share_bytes * threads);
        Budget { share_bytes, large_bytes, large_is_lent: AtomicBool::new(false) }
    }

    /// As much as is wanted.
    pub fn unlimited() -> Budget {
        Budget::new(usize::MAX / 4, 1)
    }

    /// A thread's own share.
    pub fn share(&self) -> Share<'_> {
        Share { budget: self, bytes: self.share_bytes, aside: 0, is_large: false }
    }
}

/// What one flood may hold.
#[derive(Debug)]
pub struct Share<'a> {
    budget: &'a Budget,
    bytes: usize,
    aside: usize,
    is_large: bool,
}

impl Share<'_> {
    /// Bytes that the flood may hold, apart from what is set aside.
    pub fn bytes(&self) -> usize {
        self.bytes.saturating_sub(self.aside).max(SHARE_BYTES_MIN)
    }

    /// The parts of that.
    pub fn parts(&self) -> FloodShares {
        FloodShares::of(self.bytes())
    }

    /// Sets bytes aside for what has to be held all the time.
    pub fn set_aside(&mut self, bytes: usize) {
        self.aside = bytes;
    }

    /// Takes the large share too, if it is there. It goes back when this is dropped.
    pub fn widen(&mut self) -> bool {
        let budget = self.budget;
        let took =
            !self.is_large && budget.large_bytes > 0 && !budget.large_is_lent.swap(true, AcqRel);
        if took {
            self.is_large = true;
            self.bytes = budget.share_bytes + budget.large_bytes;
        }
        took
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        if self.is_large {
            self.budget.large_is_lent.store(false, std::sync::atomic::Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_large_share_is_lent_to_one_at_a_time() {
        let budget = Budget::new(48 << 20, 2);
        let (mut one, mut other) = (budget.share(), budget.share());
        assert_eq!((one.bytes(), other.bytes()), (16 << 20, 16 << 20));
        assert!(one.widen());
        assert_eq!(one.bytes(), 32 << 20);
        assert!(!one.widen() && !other.widen());
        drop(one);
        assert!(other.widen());
        other.set_aside(1 << 20);
        assert_eq!(other.bytes(), 31 << 20);
        other.set_aside(0);
        assert_eq!(other.bytes(), 32 << 20);
    }

    #[test]
    fn an_analysis_leaves_a_quarter() {
        for (bytes, threads) in [(32 << 20, 1), (100_000_001, 3), (64 << 30, 16)] {
            let AnalyseShares { flood, wins } = AnalyseShares::of(bytes, threads);
            let all = flood * threads as u64 + wins;
            assert!(all <= bytes / 4 * 3 && all > bytes / 3 * 2, "{all} of {bytes}");
        }
    }

    #[test]
    fn one_thread_has_it_all() {
        let budget = Budget::new(8 << 20, 1);
        let mut share = budget.share();
        assert_eq!(share.bytes(), 8 << 20);
        assert!(!share.widen());
    }
}
