//! Work with a thread beside it that looks at it every so often.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// Does the work while another thread calls `look` after each pause, and once more when it is done.
pub fn watched<T>(pause: Duration, mut look: impl FnMut() + Send, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Relaxed) {
                thread::park_timeout(pause);
                look();
            }
        });
        let _end = End::of(watcher.thread(), &done);
        work()
    })
}

/// Ends a thread beside some work when it goes, after a panic of the work, too.
pub struct End<'a> {
    done: &'a AtomicBool,
    thread: thread::Thread,
}

impl<'a> End<'a> {
    /// Sets the flag, which the thread looks at, and wakes it.
    pub fn of(thread: &thread::Thread, done: &'a AtomicBool) -> End<'a> {
        End { done, thread: thread.clone() }
    }
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        self.thread.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_watcher_looks_until_the_work_is_done() {
        let mut looks = 0;
        let result = watched(
            Duration::from_millis(1),
            || looks += 1,
            || {
                thread::sleep(Duration::from_millis(20));
                7
            },
        );
        assert_eq!(result, 7);
        assert!(looks > 1, "{looks}");
    }

    #[test]
    fn a_panic_of_the_work_is_no_endless_wait() {
        let work = || watched(Duration::from_secs(3600), || (), || panic!("a bug"));
        assert!(std::panic::catch_unwind(work).is_err());
    }
}
