//! One layer: its groups, on all threads.
//!
//! Threads take one group after the other from the layer as it is read. A narrow search first looks
//! through the layer for the groups with the fewest stuck cards, which stay in the store until it is
//! their turn.

use super::{LayerReport, Scope, Walk};
use crate::flood::sinks::Sinks;
use crate::flood::{GroupTally, Unfinished};
use crate::game::Game;
use crate::ports::{DoesExists, Queues, StoredGroup, Waiting, WaitingGroup, WaitingLayer};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// One layer under way.
pub struct LayerRun<'a, W, Q, E> {
    pub game: &'a Game,
    pub walk: &'a W,
    pub scope: Scope,
    pub sinks: Sinks<'a, Q, E>,
}

/// What the threads of a layer have done together.
#[derive(Default)]
struct Done {
    tally: GroupTally,
    won: bool,
    failed: Option<Unfinished>,
}

impl<W: Walk, Q: Queues<W::Carries>, E: DoesExists> LayerRun<'_, W, Q, E> {
    pub fn explore(&self) -> Result<LayerReport, Unfinished> {
        self.sinks.control.look()?;
        let layer = self.sinks.queues.open(self.sinks.depth)?;
        let progress = &self.sinks.control.progress;
        progress.depth.store(self.sinks.depth.into(), Relaxed);
        progress.groups.store(layer.groups().unwrap_or(0), Relaxed);
        progress.groups_done.store(0, Relaxed);
        let mut groups_left_out = 0;
        let done = match self.scope.beam_entries_max {
            None => {
                let bytes_max = self.sinks.budget.share().bytes() / 8;
                let entries_max = bytes_max / size_of::<(u128, W::Carries)>();
                self.explore_groups(&*layer, || Ok(layer.next_group(entries_max)?))
            }
            Some(entries_max) => {
                let (groups, left_out) = choose(&*layer, entries_max)?;
                groups_left_out = left_out;
                let groups = Mutex::new(groups.into_iter());
                self.explore_groups(&*layer, || {
                    let group = groups.lock().expect("no panic while locked").next();
                    Ok(group.map(|group| WaitingGroup {
                        fingerprint: group.fingerprint,
                        entries: Waiting::Stored(group),
                    }))
                })
            }
        };
        let Done { tally, won, failed } = done;
        match failed {
            Some(failed) => Err(failed),
            None => Ok(LayerReport { depth: self.sinks.depth, tally, won, groups_left_out }),
        }
    }

    /// Takes groups until there are none, on all threads.
    fn explore_groups(
        &self,
        layer: &dyn WaitingLayer<W::Carries>,
        next: impl Fn() -> Result<Option<WaitingGroup<W::Carries>>, Unfinished> + Sync,
    ) -> Done {
        let done = Mutex::new(Done::default());
        let stop = AtomicBool::new(false);
        let work = || {
            let _guard = StopOnPanic(&stop);
            let mut mine = Done::default();
            while !stop.load(Relaxed) {
                let group = match next() {
                    Ok(Some(group)) => group,
                    Ok(None) => break,
                    Err(error) => {
                        mine.failed = Some(error);
                        break;
                    }
                };
                mine.won |= group.fingerprint.stuck == 0;
                match self.explore_group(layer, group) {
                    Ok(tally) => mine.tally.join(&tally),
                    Err(error) => mine.failed = Some(error),
                }
                if mine.failed.is_some() {
                    break;
                }
            }
            if mine.failed.is_some() {
                stop.store(true, Relaxed);
            }
            done.lock().expect("no panic while locked").join(mine);
        };
        rayon::scope(|scope| {
            for _ in 0..rayon::current_num_threads() {
                scope.spawn(|_| work());
            }
        });
        done.into_inner().expect("no panic while locked")
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
        sinks.control.look()?;
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

impl Done {
    fn join(&mut self, more: Done) {
        self.tally.join(&more.tally);
        self.won |= more.won;
        // A full disk says more than what failed after it, and that more than a stop.
        let weight = |failed: &Option<Unfinished>| match failed {
            None => 0,
            Some(Unfinished::Stopped) => 1,
            Some(Unfinished::Port(error)) => 2 + u8::from(error.is_full),
        };
        if weight(&more.failed) > weight(&self.failed) {
            self.failed = more.failed;
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
