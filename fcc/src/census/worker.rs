//! Which way through a group, and what the threads that take it keep from group to group.

use super::{CensusOptions, Way};
use crate::flood::control::{Control, Held};
use crate::flood::exits::Exits;

use crate::flood::tables::{self, TableFlood, TableScratch};
use crate::flood::{GroupFlood, Unfinished, levels};
use crate::game::Game;
use crate::group::Group;
use crate::key::{Key, Keys};
use crate::ports::{Queues, WaitingGroup};
use std::sync::Mutex;

/// A table of more states than this goes over to levels. Deal 260335719 on two threads: 4.8 M states
/// a second with 2^14 and 2^16, 5.1 with 2^18, 4.6 with 2^20.
const TABLE_STATES_MAX: usize = 1 << 18;
/// What an idle worker may keep.
const SCRATCH_BYTES_MAX: usize = 64 << 20;

/// The things a thread needs for the table way, lent out for one group at a time.
pub struct Workers<'a> {
    control: &'a Control,
    idle: Mutex<Vec<Worker<'a>>>,
}

struct Worker<'a> {
    narrow: TableScratch<u64>,
    wide: TableScratch<u128>,
    exits: Exits,
    held: Held<'a>,
}

impl<'a> Workers<'a> {
    pub fn new(control: &'a Control) -> Workers<'a> {
        Workers { control, idle: Mutex::default() }
    }

    fn take(&self) -> Worker<'a> {
        let idle = self.idle.lock().expect("no panic while locked").pop();
        idle.unwrap_or_else(|| Worker {
            narrow: TableScratch::default(),
            wide: TableScratch::default(),
            exits: Exits::new(),
            held: Held::new(self.control),
        })
    }

    fn give_back(&self, mut worker: Worker<'a>) {
        worker.narrow.shrink(SCRATCH_BYTES_MAX);
        worker.wide.shrink(SCRATCH_BYTES_MAX);
        worker.held.set(worker.narrow.bytes() + worker.wide.bytes() + worker.exits.bytes());
        self.idle.lock().expect("no panic while locked").push(worker);
    }

    /// Floods one group.
    pub fn flood<Q: Queues>(
        &self,
        game: &Game,
        options: CensusOptions,
        queues: &Q,
        waiting: &WaitingGroup,
    ) -> Result<GroupFlood, Unfinished> {
        let group = Group::new(game, waiting.fingerprint);
        assert!(!group.context().is_forced(), "an entry that was not carried through");
        match &waiting.entries {
            Keys::Narrow(entries) => {
                self.flood_keys(&group, entries, options, queues, |narrow, _| narrow)
            }
            Keys::Wide(entries) => {
                self.flood_keys(&group, entries, options, queues, |_, wide| wide)
            }
        }
    }

    fn flood_keys<K: Key, Q: Queues>(
        &self,
        group: &Group,
        entries: &[K],
        options: CensusOptions,
        queues: &Q,
        pick: PickScratch<K>,
    ) -> Result<GroupFlood, Unfinished> {
        let states_max = match options.way {
            Way::Auto => TABLE_STATES_MAX,
            Way::Table => usize::MAX,
            Way::Levels => 0,
        };
        if entries.len() <= states_max {
            let mut worker = self.take();
            let Worker { narrow, wide, exits, held } = &mut worker;
            let limits = (states_max, options.digest);
            let scratch = pick(narrow, wide);
            match tables::flood(group, entries, scratch, exits, (self.control, held), limits)? {
                TableFlood::Done { components, digest } => {
                    let exits = worker.exits.flush(group.game(), queues)?;
                    self.give_back(worker);
                    return Ok(GroupFlood { components, digest, exits });
                }
                TableFlood::Outgrown => {
                    worker.exits.discard(Exits::recent_of_usual_size());
                    self.give_back(worker);
                }
            }
        }
        levels::flood(group, entries, queues, self.control, options.digest)
    }
}

/// Chooses the scratch for a type of key.
type PickScratch<K> =
    for<'w> fn(&'w mut TableScratch<u64>, &'w mut TableScratch<u128>) -> &'w mut TableScratch<K>;
