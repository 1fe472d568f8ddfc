//! What threads share while they flood: the limits, the wish to stop, and the numbers to watch.
//!
//! A run that hits a limit stops where it is and says which one it was. It never turns into a
//! verdict. Limits are looked at every few thousand states, so a run may go a little past them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Why a run ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// The number of classes (states where every state is visited) that it was allowed.
    Classes { max: u64 },
    /// The bytes of memory that it was allowed.
    Memory { bytes_max: u64 },
    /// The disk is full, or the bytes of it that the run was allowed.
    Disk,
    /// Somebody asked it to.
    Interrupted,
    /// It looked at a part of the graph only.
    Narrow,
    /// Deeper layers were not asked for.
    Depth { max: u32 },
}

impl fmt::Display for StopCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StopCause::Classes { max } => write!(f, "the limit of {max} classes was reached"),
            StopCause::Memory { bytes_max } => {
                write!(f, "the limit of {bytes_max} bytes of memory was reached")
            }
            StopCause::Disk => f.write_str("there was no more room on disk"),
            StopCause::Interrupted => f.write_str("it was interrupted"),
            StopCause::Narrow => f.write_str("only a part of the graph was looked at"),
            StopCause::Depth { max } => write!(f, "layers deeper than {max} were not asked for"),
        }
    }
}

/// The run was stopped; [`Control::cause`] says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Shared by all threads of a run, and by whoever watches it or wants to stop it.
#[derive(Debug)]
pub struct Control {
    /// `u64::MAX` for no limit.
    states_max: AtomicU64,
    /// Set from outside to interrupt.
    interrupt: Arc<AtomicBool>,
    stopped: AtomicBool,
    cause: Mutex<Option<StopCause>>,
    pub progress: Progress,
}

/// Numbers that change while a run goes on. For watching only.
#[derive(Debug, Default)]
pub struct Progress {
    pub depth: AtomicU64,
    pub groups: AtomicU64,
    pub groups_done: AtomicU64,
    /// Classes walked, or states where every state is visited, those of the layer under way included.
    pub states: AtomicU64,
    /// Entries waiting in the queues.
    pub waiting: AtomicU64,
    /// Bytes on disk, those of records not among them.
    pub disk_bytes: AtomicU64,
    /// Bytes held by floods and by the ports.
    pub flood_bytes: AtomicU64,
    pub port_bytes: AtomicU64,
}

impl Control {
    pub fn new(states_max: Option<u64>) -> Control {
        let states_max = AtomicU64::new(states_max.unwrap_or(u64::MAX));
        Control {
            states_max,
            interrupt: Arc::default(),
            stopped: AtomicBool::new(false),
            cause: Mutex::default(),
            progress: Progress::default(),
        }
    }

    /// Stopped when this flag is set, too.
    pub fn interrupted_by(mut self, flag: Arc<AtomicBool>) -> Control {
        self.interrupt = flag;
        self
    }

    /// What is asked for is decided: what comes now may take as many states as it needs.
    pub fn lift_limit(&self) {
        self.states_max.store(u64::MAX, Relaxed);
    }

    /// A limit that was reached counts no more; a wish to stop does.
    pub fn go_on(&self) {
        self.lift_limit();
        *self.cause.lock().expect("no panic while locked") = None;
        self.stopped.store(false, Relaxed);
    }

    /// Setting this flag interrupts the run.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    /// The limit that stopped the run, if one did.
    pub fn cause(&self) -> Option<StopCause> {
        *self.cause.lock().expect("no panic while locked")
    }

    /// Stops the run for this reason, if no other came first.
    pub fn stop(&self, cause: StopCause) -> Stopped {
        self.cause.lock().expect("no panic while locked").get_or_insert(cause);
        self.stopped.store(true, Relaxed);
        Stopped
    }

    /// Counts explored states and looks at all limits.
    pub fn count_states(&self, states: u64) -> Result<(), Stopped> {
        let total = self.progress.states.fetch_add(states, Relaxed) + states;
        let max = self.states_max.load(Relaxed);
        if total > max { Err(self.stop(StopCause::Classes { max })) } else { self.look() }
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
            return Err(self.stop(StopCause::Interrupted));
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
        assert_eq!(control.cause(), Some(StopCause::Classes { max: 10 }));

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
        assert_eq!(control.cause(), Some(StopCause::Interrupted));
    }
}
