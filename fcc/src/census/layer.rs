//! One layer: its groups, on all threads.
//!
//! Threads take one group after the other from the layer as it is read. After each, one of them may be
//! told to write a checkpoint: which groups are done is noted first, then the stores are made durable,
//! while the other threads go on. What those do meanwhile may be in the stores too and does no harm: the
//! records of groups that were not done are dropped when the run is resumed, and entries are sets.
//!
//! A narrow search first looks through the layer for the groups with the fewest stuck cards, which stay in
//! the store until it is their turn.

use super::{LayerReport, Scope, Walk};
use crate::fingerprint::Fingerprint;
use crate::flood::sinks::Sinks;
use crate::flood::{GroupTally, StopCause, Unfinished};
use crate::game::Game;
use crate::ports::{
    CheckpointSink, DoesExists, LayerStanding, Queues, Standing, StoredGroup, Waiting,
    WaitingGroup, WaitingLayer,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// One layer under way.
pub struct LayerRun<'a, W, Q, E> {
    pub game: &'a Game,
    pub walk: &'a W,
    pub scope: Scope,
    pub sinks: Sinks<'a, Q, E>,
    pub checkpoints: &'a dyn CheckpointSink,
    /// The layers before it.
    pub complete: &'a [LayerReport],
    /// What an earlier process has done of it.
    pub earlier: LayerStanding,
    /// Held by the thread that writes a checkpoint.
    pub writing: Mutex<()>,
}

/// A layer that was not finished, and how far it came, unless it was a narrow search.
pub struct Cut {
    pub unfinished: Unfinished,
    pub standing: Option<Box<LayerStanding>>,
    /// What was missing when it stopped for lack of room, while there was some.
    pub no_room: Option<String>,
}

impl<E: Into<Unfinished>> From<E> for Cut {
    fn from(error: E) -> Cut {
        Cut { unfinished: error.into(), standing: None, no_room: None }
    }
}

/// What the threads of a layer have done together.
struct Done {
    taken: u64,
    last_taken: Option<Fingerprint>,
    under_way: BTreeSet<Fingerprint>,
    tally: GroupTally,
    won: bool,
    failed: Option<Unfinished>,
    no_room: Option<String>,
}

impl<W: Walk, Q: Queues<W::Carries>, E: DoesExists> LayerRun<'_, W, Q, E> {
    pub fn explore(&self) -> Result<LayerReport, Cut> {
        let depth = self.sinks.depth;
        let progress = &self.sinks.control.progress;
        let done = Mutex::new(Done::after(&self.earlier));
        let layer = match self.sinks.control.look() {
            Ok(()) => self.sinks.queues.open(depth)?,
            // Nothing of it is begun.
            Err(stopped) => return Err(self.cut(done, stopped.into())),
        };
        progress.depth.store(depth.into(), Relaxed);
        progress.groups.store(layer.groups().unwrap_or(0), Relaxed);
        progress.groups_done.store(self.earlier.tally.groups, Relaxed);
        let mut groups_left_out = 0;
        match self.scope.beam_entries_max {
            None => {
                let bytes_max = self.sinks.budget.share().bytes() / 8;
                let entries_max = bytes_max / size_of::<(u128, W::Carries)>();
                self.explore_groups(&*layer, &done, || {
                    while let Some(group) = layer.next_group(entries_max)? {
                        if !self.earlier.is_done(group.fingerprint) {
                            return Ok(Some(group));
                        }
                    }
                    Ok(None)
                });
            }
            Some(entries_max) => {
                let (groups, left_out) = choose(&*layer, entries_max)?;
                groups_left_out = left_out;
                let groups = Mutex::new(groups.into_iter());
                self.explore_groups(&*layer, &done, || {
                    let group = groups.lock().expect("no panic while locked").next();
                    Ok(group.map(|group| WaitingGroup {
                        fingerprint: group.fingerprint,
                        entries: Waiting::Stored(group),
                    }))
                });
            }
        }
        let failed = locked(&done).failed.take();
        if let Some(failed) = failed {
            return Err(self.cut(done, failed));
        }
        let Done { tally, won, under_way, .. } = done.into_inner().expect("no panic while locked");
        assert!(under_way.is_empty(), "groups of layer {depth} that were not done");
        Ok(LayerReport { depth, tally, won, groups_left_out })
    }

    fn cut(&self, done: Mutex<Done>, unfinished: Unfinished) -> Cut {
        let whole = self.scope.beam_entries_max.is_none();
        let standing = whole.then(|| Box::new(locked(&done).standing(self.sinks.depth)));
        let no_room = locked(&done).no_room.take();
        Cut { unfinished, standing, no_room }
    }

    /// Takes groups until there are none, on all threads.
    fn explore_groups(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        done: &Mutex<Done>,
        next: impl Fn() -> Result<Option<WaitingGroup<W::Carries>>, Unfinished> + Sync,
    ) {
        let stop = AtomicBool::new(false);
        // Taking a group and noting that is one step: a checkpoint between the two would lose it.
        let take = || {
            let mut done = locked(done);
            let group = next()?;
            if let Some(group) = &group {
                done.take(group.fingerprint);
            }
            Ok(group)
        };
        let work = || {
            let _guard = StopOnPanic(&stop);
            while !stop.load(Relaxed) {
                let explored = take().and_then(|group| match group {
                    Some(group) => self.explore_and_note(layer, group, done).map(|()| true),
                    None => Ok(false),
                });
                match explored {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(failed) => {
                        stop.store(true, Relaxed);
                        return locked(done).fail(failed);
                    }
                }
            }
        };
        rayon::scope(|scope| {
            for _ in 0..rayon::current_num_threads() {
                scope.spawn(|_| work());
            }
        });
    }

    fn explore_and_note(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        group: WaitingGroup<W::Carries>,
        done: &Mutex<Done>,
    ) -> Result<(), Unfinished> {
        let fingerprint = group.fingerprint;
        let tally = self.explore_group(layer, group)?;
        locked(done).note(fingerprint, &tally);
        let control = self.sinks.control;
        if self.scope.beam_entries_max.is_none() {
            if let Err(full) = self.checkpoints.room() {
                locked(done).no_room.get_or_insert(full.message);
                return Err(control.stop(StopCause::Disk).into());
            }
            if self.checkpoints.is_due() {
                // One at a time: an older standing may not take the place of a newer one.
                let _writing = self.writing.lock().expect("no panic while locked");
                let standing = locked(done).standing(self.sinks.depth);
                let (complete, under_way) = (self.complete, Some(&standing));
                self.checkpoints.checkpoint(&Standing { complete, under_way })?;
            }
        }
        Ok(control.look()?)
    }

    fn explore_group(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        waiting: WaitingGroup<W::Carries>,
    ) -> Result<GroupTally, Unfinished> {
        let sinks = &self.sinks;
        assert_eq!(self.game.depth(waiting.fingerprint), sinks.depth, "a group of another layer");
        let tally = self.walk.flood(self.game, layer, waiting, sinks)?;
        let progress = &sinks.control.progress;
        progress.groups_done.fetch_add(1, Relaxed);
        progress.waiting.store(sinks.queues.waiting(), Relaxed);
        let disk = sinks.queues.disk_bytes() + sinks.scratch.disk_bytes();
        progress.disk_bytes.store(disk, Relaxed);
        let ports = sinks.queues.memory_bytes() + sinks.exists.memory_bytes();
        progress.port_bytes.store(ports, Relaxed);
        Ok(tally)
    }
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

fn locked(done: &Mutex<Done>) -> MutexGuard<'_, Done> {
    done.lock().expect("no panic while locked")
}

impl Done {
    /// What an earlier process has done. Groups that were under way are taken again.
    fn after(earlier: &LayerStanding) -> Done {
        Done {
            taken: earlier.taken,
            last_taken: earlier.last_taken,
            under_way: earlier.groups_under_way.iter().copied().collect(),
            tally: earlier.tally.clone(),
            won: earlier.won,
            failed: None,
            no_room: None,
        }
    }

    fn take(&mut self, group: Fingerprint) {
        if self.under_way.insert(group) {
            self.taken += 1;
            self.last_taken = self.last_taken.max(Some(group));
        }
    }

    fn note(&mut self, group: Fingerprint, tally: &GroupTally) {
        assert!(self.under_way.remove(&group), "a group that was not taken");
        self.tally.join(tally);
        self.won |= group.stuck == 0;
    }

    fn fail(&mut self, failed: Unfinished) {
        // A full disk says more than what failed after it, and that more than a stop.
        let weight = |failed: &Option<Unfinished>| match failed {
            None => 0,
            Some(Unfinished::Stopped) => 1,
            Some(Unfinished::Port(error)) => 2 + u8::from(error.is_full),
        };
        let failed = Some(failed);
        if weight(&failed) > weight(&self.failed) {
            self.failed = failed;
        }
    }

    fn standing(&self, depth: u32) -> LayerStanding {
        LayerStanding {
            depth,
            taken: self.taken,
            last_taken: self.last_taken,
            groups_under_way: self.under_way.iter().copied().collect(),
            tally: self.tally.clone(),
            won: self.won,
        }
    }
}

/// The groups of a layer with the fewest stuck cards, as many as have this many entries together, at
/// least one; and the number of those that are left out.
fn choose<P: crate::entries::Payload>(
    layer: &dyn WaitingLayer<P>,
    entries_max: u64,
) -> Result<(Vec<StoredGroup>, u64), Unfinished> {
    let mut chosen = BTreeMap::new();
    let (mut entries, mut left_out) = (0, 0);
    while let Some(group) = layer.next_group(0)? {
        let Waiting::Stored(group) = group.entries else { panic!("a group without entries") };
        let order = (group.fingerprint.stuck.count_ones(), group.entries, group.fingerprint);
        entries += group.entries;
        chosen.insert(order, group);
        while entries > entries_max && chosen.len() > 1 {
            let (_, worst) = chosen.pop_last().expect("several groups");
            entries -= worst.entries;
            left_out += 1;
        }
    }
    Ok((chosen.into_values().collect(), left_out))
}
