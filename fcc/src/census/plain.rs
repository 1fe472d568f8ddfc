//! The plain walk: every state is visited. Which way through a group, and what threads keep from group
//! to group.

use super::{CensusOptions, Walk, Way};
use crate::arrival::Arrival;
use crate::entries::Entries;
use crate::flood::control::{Control, Held};
use crate::flood::exits::Exits;
use crate::flood::tables::{self, TableFlood, TableScratch};
use crate::flood::{GroupFlood, GroupTally, PlainFlood, Unfinished, levels};
use crate::game::Game;
use crate::group::Group;
use crate::key::Key;
use crate::ports::{Queues, WaitingGroup};
use std::sync::Mutex;

/// A table of more states than this goes over to levels. Deal 260335719 on two threads: 4.8 M states
/// a second with 2^14 and 2^16, 5.1 with 2^18, 4.6 with 2^20.
const TABLE_STATES_MAX: usize = 1 << 18;
/// What an idle worker may keep.
const SCRATCH_BYTES_MAX: usize = 64 << 20;

/// Visits every state.
pub struct PlainWalk<'a> {
    control: &'a Control,
    options: CensusOptions,
    /// Lent out for one group at a time.
    idle: Mutex<Vec<Worker<'a>>>,
}

/// The things a thread needs for the table way.
struct Worker<'a> {
    narrow: TableScratch<u64>,
    wide: TableScratch<u128>,
    exits: Exits,
    held: Held<'a>,
}

impl<'a> PlainWalk<'a> {
    pub fn new(control: &'a Control, options: CensusOptions) -> PlainWalk<'a> {
        PlainWalk { control, options, idle: Mutex::default() }
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

    fn flood_keys<K: Key, Q: Queues<()>>(
        &self,
        group: &Group,
        entries: &[(K, ())],
        queues: &Q,
        pick: PickScratch<K>,
    ) -> Result<PlainFlood, Unfinished> {
        let options = self.options;
        let entries: Vec<K> = entries.iter().map(|&(key, ())| key).collect();
        let entries = &entries[..];
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
                TableFlood::Done { components, digest, exits } => {
                    worker.exits.flush(group.game(), queues)?;
                    self.give_back(worker);
                    return Ok(PlainFlood { components, digest, exits });
                }
                TableFlood::Outgrown => {
                    worker.exits.discard(Exits::<()>::recent_of_usual_size());
                    self.give_back(worker);
                }
            }
        }
        levels::flood(group, entries, queues, self.control, options.digest)
    }
}

impl Walk for PlainWalk<'_> {
    type Carries = ();

    fn first(&self, arrival: Arrival) -> Entries {
        Entries::of_arrival(arrival, ())
    }

    fn flood<Q: Queues<()>>(
        &self,
        game: &Game,
        waiting: WaitingGroup<()>,
        queues: &Q,
    ) -> Result<GroupFlood, Unfinished> {
        let group = Group::new(game, waiting.fingerprint);
        assert!(!group.context().is_forced(), "an entry that was not carried through");
        let found = match &waiting.entries {
            Entries::Narrow(entries) => {
                self.flood_keys(&group, entries, queues, |narrow, _| narrow)?
            }
            Entries::Wide(entries) => self.flood_keys(&group, entries, queues, |_, wide| wide)?,
        };
        let mut tally = GroupTally::of_components(&found.components);
        tally.classes = tally.states;
        tally.entries = waiting.entries.len() as u128;
        tally.exits = found.exits.into();
        tally.digest = found.digest;
        Ok(GroupFlood { components: found.components, tally })
    }
}

/// Chooses the scratch for a type of key.
type PickScratch<K> =
    for<'w> fn(&'w mut TableScratch<u64>, &'w mut TableScratch<u128>) -> &'w mut TableScratch<K>;
