//! What threads share while they flood: the limits, the wish to stop, and the numbers to watch.
//!
//! A run that hits a limit stops where it is and says which one it was. It never turns into a
//! verdict. Limits are looked at every few thousand states, so a run may go a little past them.

use crate::verdict::StopReason;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The run was stopped; [`Control::reason`] says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Shared by all threads of a run, and by whoever watches it or wants to stop it.
#[derive(Debug)]
pub struct Control {
    /// `u64::MAX` for no limit.
    states_max: AtomicU64,
    /// Whether what is counted are states and not classes.
    counts_states: bool,
    /// Set from outside to interrupt.
    interrupt: Arc<AtomicBool>,
    stopped: AtomicBool,
    reason: Mutex<Option<StopReason>>,
    /// What the run has done so far. The limit is compared with its `states`.
    pub progress: Progress,
}

/// Numbers that change while a run goes on. For watching only.
#[derive(Debug, Default)]
pub struct Progress {
    /// Depth of the layer, or of the groups, begun last.
    pub depth: AtomicU64,
    /// Groups of this layer; 0 where the store does not know beforehand.
    pub groups: AtomicU64,
    /// Groups that are done, those of an earlier process included.
    pub groups_done: AtomicU64,
    /// Classes walked, or states where every state is visited, those of the layer under way included.
    pub states: AtomicU64,
    /// Entries waiting in the queues.
    pub waiting: AtomicU64,
    /// Bytes on disk, those of records not among them.
    pub disk_bytes: AtomicU64,
    /// Bytes of memory held by floods.
    pub flood_bytes: AtomicU64,
    /// Bytes of memory held by queues and records, as of the last commit.
    pub port_bytes: AtomicU64,
}

impl Control {
    /// A run that may walk so many classes (or states: [`Control::counting_states`]); `None` for no limit.
    pub fn new(states_max: Option<u64>) -> Control {
        let states_max = AtomicU64::new(states_max.unwrap_or(u64::MAX));
        Control {
            states_max,
            counts_states: false,
            interrupt: Arc::default(),
            stopped: AtomicBool::new(false),
            reason: Mutex::default(),
            progress: Progress::default(),
        }
    }

    /// What is counted are states: every one is visited.
    pub fn counting_states(mut self, every_state: bool) -> Control {
        self.counts_states = every_state;
        self
    }

    /// Stopped when this flag is set, too.
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Control {
        self.interrupt = flag;
        self
    }

    /// The limit of what may be walked, if there is one.
    pub fn states_max(&self) -> Option<u64> {
        Some(self.states_max.load(Relaxed)).filter(|&max| max != u64::MAX)
    }

    /// What is asked for is decided: what comes now may take as many states as it needs.
    pub fn lift_limit(&self) {
        self.states_max.store(u64::MAX, Relaxed);
    }

    /// A limit that was reached counts no more; a wish to stop does.
    pub fn clear_limit(&self) {
        self.lift_limit();
        *self.reason.lock().expect("no panic while locked") = None;
        self.stopped.store(false, Relaxed);
    }

    /// Setting this flag interrupts the run.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// The limit that stopped the run, if one did.
    pub fn reason(&self) -> Option<StopReason> {
        *self.reason.lock().expect("no panic while locked")
    }

    /// Stops the run for this reason, if no other came first.
    pub fn stop(&self, reason: StopReason) -> Stopped {
        self.reason.lock().expect("no panic while locked").get_or_insert(reason);
        self.stopped.store(true, Relaxed);
        Stopped
    }

    /// Counts explored states and looks at all limits.
    pub fn count_states(&self, states: u64) -> Result<(), Stopped> {
        let total = self.progress.states.fetch_add(states, Relaxed) + states;
        let max = self.states_max.load(Relaxed);
        if total <= max {
            return self.look();
        }
        Err(self.stop(match self.counts_states {
            true => StopReason::States { max },
            false => StopReason::Classes { max },
        }))
    }

    /// Takes back states that were counted and will be explored again another way.
    pub fn take_back_states(&self, states: u64) {
        self.progress.states.fetch_sub(states, Relaxed);
    }

    /// Looks whether the run is to stop.
    pub fn look(&self) -> Result<(), Stopped> {
        if self.stopped.load(Relaxed) {
            return Err(Stopped);
        }
        if self.interrupt.load(Relaxed) {
            return Err(self.stop(StopReason::Interrupted));
        }
        Ok(())
    }
}

/// The bytes that one worker holds, taken off the shared count when it goes.
pub struct Held<'a> {
    control: &'a Control,
    bytes: u64,
}

impl<'a> Held<'a> {
    /// A worker that holds nothing yet.
    pub fn new(control: &'a Control) -> Held<'a> {
        Held { control, bytes: 0 }
    }

    /// The worker holds this many bytes now.
    pub fn set(&mut self, bytes: usize) {
        let bytes = bytes as u64;
        let total = &self.control.progress.flood_bytes;
        if bytes >= self.bytes {
            total.fetch_add(bytes - self.bytes, Relaxed);
        } else {
            total.fetch_sub(self.bytes - bytes, Relaxed);
        }
        self.bytes = bytes;
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_stop_the_run_and_say_which_one() {
        let control = Control::new(Some(10));
        assert_eq!(control.count_states(10), Ok(()));
        assert_eq!(control.count_states(1), Err(Stopped));
        assert_eq!(control.look(), Err(Stopped));
        assert_eq!(control.reason(), Some(StopReason::Classes { max: 10 }));

        let control = Control::new(Some(1)).counting_states(true);
        assert_eq!(control.count_states(2), Err(Stopped));
        assert_eq!(control.reason(), Some(StopReason::States { max: 1 }));

        let control = Control::new(None);
        let held = || control.progress.flood_bytes.load(Relaxed);
        let mut one = Held::new(&control);
        one.set(1000);
        let mut other = Held::new(&control);
        other.set(1);
        assert_eq!(held(), 1001);
        drop(one);
        assert_eq!(held(), 1);

        let control = Control::new(None);
        control.interrupt_flag().store(true, Relaxed);
        assert_eq!(control.look(), Err(Stopped));
        assert_eq!(control.reason(), Some(StopReason::Interrupted));
    }
}
