//! Watches a search that knows no clock: stops it when its time is up or when somebody wants it to stop,
//! and hears how far it is.

use crate::watcher::watched;
use fcc::flood::Control;
use fcc::verdict::StopReason;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How late a stop may be noticed.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// Looks between two calls to whoever listens.
const LOOKS_A_TICK: u32 = 40;

/// Runs `work` while another thread watches the clock and the flag. `tick` gets the classes walked so far.
pub fn during<T>(
    control: &Control,
    cancel: &AtomicBool,
    deadline: Option<Instant>,
    mut tick: impl FnMut(u64) + Send,
    work: impl FnOnce() -> T,
) -> T {
    let mut looks = 0u32;
    let look = || {
        looks = looks.wrapping_add(1);
        if looks.is_multiple_of(LOOKS_A_TICK) {
            tick(control.progress.states.load(Relaxed));
        }
        if cancel.load(Relaxed) {
            control.stop(StopReason::Interrupted);
        } else if deadline.is_some_and(|end| Instant::now() >= end) {
            control.stop(StopReason::Time);
        }
    };
    watched(LOOK_EVERY, look, work)
}
