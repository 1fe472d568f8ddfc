//! What threads keep from group to group, lent out for one group at a time.

use std::sync::Mutex;

/// Things that wait to be used again.
pub struct Workers<T> {
    idle: Mutex<Vec<T>>,
}

impl<T> Default for Workers<T> {
    fn default() -> Workers<T> {
        Workers { idle: Mutex::default() }
    }
}

impl<T> Workers<T> {
    /// One that is idle, or a new one.
    pub fn take(&self, new: impl FnOnce() -> T) -> T {
        let idle = self.idle.lock().expect("no panic while locked").pop();
        idle.unwrap_or_else(new)
    }

    pub fn give_back(&self, worker: T) {
        self.idle.lock().expect("no panic while locked").push(worker);
    }
}
