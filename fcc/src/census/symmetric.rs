//! The walk over classes: what threads keep from group to group.

use super::{CensusOptions, Walk};
use crate::arrival::Arrival;
use crate::class::{exchange, pairs_in, vector_to_canonical};
use crate::entries::Entries;
use crate::flood::class_exits::ClassExits;
use crate::flood::classes::{ClassFlood, ClassScratch};
use crate::flood::control::{Control, Held};
use crate::flood::spaces::{Spaces, SuitPiece};
use crate::flood::{GroupFlood, Unfinished};
use crate::game::Game;
use crate::group::Group;
use crate::ports::{Queues, WaitingGroup};
use crate::state::State;
use std::sync::{Arc, Mutex};

/// What an idle worker may keep.
const SCRATCH_BYTES_MAX: usize = 64 << 20;

/// Walks classes of states.
pub struct ClassWalk<'a> {
    control: &'a Control,
    options: CensusOptions,
    spaces: Arc<Spaces>,
    idle: Mutex<Vec<Worker<'a>>>,
}

struct Worker<'a> {
    narrow: ClassScratch<u64>,
    wide: ClassScratch<u128>,
    exits: ClassExits,
    held: Held<'a>,
}

impl<'a> ClassWalk<'a> {
    pub fn new(control: &'a Control, options: CensusOptions) -> ClassWalk<'a> {
        ClassWalk { control, options, spaces: Arc::default(), idle: Mutex::default() }
    }

    fn take(&self) -> Worker<'a> {
        let idle = self.idle.lock().expect("no panic while locked").pop();
        idle.unwrap_or_else(|| Worker {
            narrow: ClassScratch::default(),
            wide: ClassScratch::default(),
            exits: ClassExits::new(&self.spaces),
            held: Held::new(self.control),
        })
    }

    fn give_back(&self, mut worker: Worker<'a>) {
        worker.narrow.shrink(SCRATCH_BYTES_MAX);
        worker.wide.shrink(SCRATCH_BYTES_MAX);
        worker.held.set(worker.narrow.bytes() + worker.wide.bytes() + worker.exits.bytes());
        self.idle.lock().expect("no panic while locked").push(worker);
    }

    /// Number of different subspaces that came up.
    pub fn subspaces(&self) -> usize {
        self.spaces.len()
    }
}

impl Walk for ClassWalk<'_> {
    type Carries = SuitPiece;

    fn first(&self, arrival: Arrival) -> Entries<SuitPiece> {
        let State { fingerprint, a, b } = arrival.state;
        let vector = vector_to_canonical(a, b, pairs_in(arrival.frame.movable));
        let (a, b) = exchange(a, b, vector);
        let member = Arrival { state: State { fingerprint, a, b }, ..arrival };
        Entries::of_arrival(member, SuitPiece { offset: vector, ..self.spaces.zero() })
    }

    fn flood<Q: Queues<SuitPiece>>(
        &self,
        game: &Game,
        waiting: WaitingGroup<SuitPiece>,
        queues: &Q,
    ) -> Result<GroupFlood, Unfinished> {
        let group = Group::new(game, waiting.fingerprint);
        assert!(!group.context().is_forced(), "an entry that was not carried through");
        let mut worker = self.take();
        let Worker { narrow, wide, exits, held } = &mut worker;
        let (control, with_digest) = (self.control, self.options.digest);
        let mut flood = ClassFlood { queues, control, exits, with_digest };
        let found = match &waiting.entries {
            Entries::Narrow(entries) => flood.flood(&group, entries, narrow, held)?,
            Entries::Wide(entries) => flood.flood(&group, entries, wide, held)?,
        };
        self.give_back(worker);
        Ok(found)
    }
}
