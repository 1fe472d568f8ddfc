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
        // A panic in the work ends the watcher, too.
        let _end = End { done: &done, watcher: watcher.thread().clone() };
        work()
    })
}

/// Ends the watcher when it goes.
struct End<'a> {
    done: &'a AtomicBool,
    watcher: thread::Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        self.watcher.unpark();
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
