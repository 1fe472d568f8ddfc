//! One layer: its groups, on all threads.
//!
//! Threads take one group after the other from the layer as it is read; what they have done is in the
//! ledger, which writes the checkpoints. When one of them fails or is stopped the others end with their
//! group, or the batch of it that is at hand, and where the layer stands is written down.

use super::{LayerReport, Walk};
use crate::flood::Unfinished;
use crate::flood::sinks::Sinks;
use crate::game::Game;
use crate::ports::{WaitingGroup, WaitingLayer};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// One layer under way.
pub struct LayerRun<'a, W: Walk> {
    pub game: &'a Game,
    pub walk: &'a W,
    pub sinks: Sinks<'a, W::Carries>,
    /// Groups that an earlier process has done.
    pub groups_done: u64,
}

impl<W: Walk> LayerRun<'_, W> {
    pub fn explore(&self) -> Result<LayerReport, Unfinished> {
        let Sinks { control, ledger, depth, .. } = self.sinks;
        control.look()?;
        let layer = self.sinks.queues.open(depth)?;
        let progress = &control.progress;
        progress.depth.store(depth.into(), Relaxed);
        progress.groups.store(layer.groups().unwrap_or(0), Relaxed);
        progress.groups_done.store(self.groups_done, Relaxed);
        let bytes_max = self.sinks.budget.share().parts().entries;
        let entries_max = bytes_max / size_of::<(u128, W::Carries)>();
        self.explore_groups(&*layer, || Ok(layer.next_group(entries_max)?))?;
        let (tally, won) = ledger.close();
        Ok(LayerReport { depth, tally, won })
    }

    /// Takes groups until there are none, on all threads.
    pub fn explore_groups(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        next: impl Fn() -> Result<Option<WaitingGroup<W::Carries>>, Unfinished> + Sync,
    ) -> Result<(), Unfinished> {
        on_all_threads(|| {
            let group = self.sinks.ledger.take(&next)?;
            let some = group.is_some();
            group.map_or(Ok(()), |group| self.explore_group(layer, group)).map(|()| some)
        })
    }

    fn explore_group(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        waiting: WaitingGroup<W::Carries>,
    ) -> Result<(), Unfinished> {
        let depth = self.sinks.depth;
        assert_eq!(self.game.depth(waiting.fingerprint), depth, "a group of another layer");
        self.walk.flood(self.game, layer, waiting, &self.sinks)
    }
}

/// Calls `work` again and again on all threads until it says that there is no more. When one call fails the
/// others end with what they have in hand.
pub(super) fn on_all_threads(
    work: impl Fn() -> Result<bool, Unfinished> + Sync,
) -> Result<(), Unfinished> {
    let stop = AtomicBool::new(false);
    let failed = Mutex::new(None);
    let one_thread = || {
        let _guard = StopOnPanic(&stop);
        while !stop.load(Relaxed) {
            match work() {
                Ok(true) => {}
                Ok(false) => break,
                Err(unfinished) => {
                    stop.store(true, Relaxed);
                    return note_failure(&mut locked(&failed), unfinished);
                }
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| one_thread());
        }
    });
    let failed = locked(&failed).take();
    failed.map_or(Ok(()), Err)
}

/// A bug in one thread ends the others, too.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while locked")
}

/// Of several failures a full disk says more than what failed after it, and that more than a stop.
fn note_failure(first: &mut Option<Unfinished>, failed: Unfinished) {
    let weight = |failed: &Option<Unfinished>| match failed {
        None => 0,
        Some(Unfinished::Stopped) => 1,
        Some(Unfinished::Port(error)) => 2 + u8::from(error.is_full),
    };
    let failed = Some(failed);
    if weight(&failed) > weight(first) {
        *first = failed;
    }
}
