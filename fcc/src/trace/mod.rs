//! Tracing: the moves from the deal to a state, from the records alone.
//!
//! Records say which components were reached, not how. The way back is found in two passes.
//!
//! 1. *Backward* over FCCs: from the one that is wanted to one that has an exit into it, and so on up to
//!    the deal ([`backward`](self)). This gives a chain of FCCs.
//! 2. *Forward* over states: from the deal by reversible moves to a state with an exit into the next FCC
//!    of the chain, out of it, through the safe moves, and on (`forward`, `lift`).
//!
//! Suits are put back in by the second pass, which walks states and not classes. What it finds is a
//! list of moves of single cards, or of a card with what lies on it where sequences move as one;
//! [`crate::replay`] checks it on a board before anybody sees it. The number of moves to each FCC of the
//! chain is noted ([`Stage`]): records do not have it, since every entry of every search would have to
//! carry it.

mod backward;
mod component;
mod forward;
mod lift;
mod reached;
mod stages;

pub use component::{Component, FloodLimits};
pub(crate) use forward::carry;
pub(crate) use lift::card_between;
pub use reached::{Reached, reached_components};

use crate::arrival::Arrival;
use crate::card::Card;
use crate::class::canonical_key;
use crate::class::tree::Class;
use crate::fingerprint::Fingerprint;
use crate::flood::Control;
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::Group;
use crate::planes::Place;
use crate::ports::{ComponentRecord, DoesExists, PortError};
use crate::state::State;
use forward::{Goal, Inside};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// States of an FCC that are looked at one by one before `lift` takes over. Its ways are longer, but
/// what is printed is made shorter afterwards ([`crate::solve::windows`]), and a million states here
/// took ten times as long as all the rest.
const STATES_ONE_BY_ONE: usize = 2_000;
/// Of the classes that fit into memory, one in so many may be those of FCCs that the way back has found
/// and the way forward will need again.
const KEPT_SHARE: usize = 4;

/// The move of one card; where sequences move as one, with what lies on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The card that moves, the deepest of them if there are more.
    pub card: Card,
    /// Where it goes, by the kind of place; which column or cell that is only a board can say.
    pub to: To,
}

impl Step {
    /// The move of a card, given by its bit, to a place or to its foundation.
    pub(crate) fn of(card: u64, place: Option<Place>) -> Step {
        let to = place.map_or(To::Up, To::Place);
        Step { card: Card::from_index(card.trailing_zeros() as usize), to }
    }

    /// Where it leads, before any safe moves. The card is in reach.
    pub(crate) fn made_in(self, game: &Game, arrival: Arrival) -> Arrival {
        let card = self.card.bit();
        match self.to {
            To::Up => arrival.after_up(game, card),
            To::Place(place) => arrival.after_placing(game, card, place),
        }
    }
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// To a cell, to an empty column or onto a parent.
    Place(Place),
    /// To its foundation.
    Up,
}

/// An FCC on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The layer that it lies in.
    pub depth: u32,
    /// The group that it lies in.
    pub fingerprint: Fingerprint,
    /// The name of its record.
    pub smallest: u128,
    /// The state it is entered by.
    pub entry: State,
    /// Moves from the deal to that state.
    pub moves: usize,
}

/// A way from the deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// All moves, the safe ones included.
    pub steps: Vec<Step>,
    /// The FCCs it leads through, that of the deal first.
    pub stages: Vec<Stage>,
}

/// Why there is no path.
#[derive(Debug)]
pub enum TraceError {
    /// The records could not be read.
    Port(PortError),
    /// Somebody asked it to stop.
    Stopped,
    /// A component has more classes than there is memory for.
    TooLarge {
        /// So many there is memory for.
        classes_max: usize,
    },
    /// No recorded component has an exit into a recorded one: records are missing.
    NoWayBack {
        /// The group that none leads to.
        fingerprint: Fingerprint,
    },
    /// Two states of an FCC are not connected: records are wrong.
    LostInside {
        /// The group of the FCC.
        fingerprint: Fingerprint,
    },
    /// No record has a state without stuck cards.
    NoWin,
}

impl From<PortError> for TraceError {
    fn from(error: PortError) -> TraceError {
        TraceError::Port(error)
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Port(error) => error.fmt(f),
            TraceError::Stopped => f.write_str("it was interrupted"),
            TraceError::TooLarge { classes_max } => {
                write!(
                    f,
                    "a component on the way has more than {classes_max} classes: it takes more memory"
                )
            }
            TraceError::NoWayBack { fingerprint } => write!(
                f,
                "no recorded component leads to the group {fingerprint}: the records are not complete"
            ),
            TraceError::LostInside { fingerprint } => {
                write!(f, "a record of the group {fingerprint} does not fit the deal")
            }
            TraceError::NoWin => f.write_str("no state without stuck cards is in the records"),
        }
    }
}

impl std::error::Error for TraceError {}

/// One FCC of a component: the states with this mark, modulo K.
pub struct Fcc<'a> {
    /// Its component, flooded again.
    pub component: Component<'a>,
    /// The mark of any of its states: the others differ from it by vectors of K.
    pub mark: Vector,
}

/// An FCC of the chain.
struct Link<'a> {
    name: FccName,
    /// Flooded, while there is memory to keep it.
    fcc: Option<Fcc<'a>>,
    /// A state of it that has an exit into the next; the last has none.
    leaves_at: Option<State>,
}

/// Where a state is in the records.
pub struct Located<'a> {
    /// The layer of the state.
    pub depth: u32,
    /// The FCC of the state, flooded again.
    pub fcc: Fcc<'a>,
    /// The record that says that this FCC was reached.
    pub record: ComponentRecord,
}

/// The classes of a component that fit into so much memory.
pub fn classes_in(memory_bytes: u64) -> usize {
    // A class, its slot in the table, and the table while it grows.
    const CLASS_BYTES: u64 = 2 * (size_of::<Class>() as u64) + 5 * 32;
    (memory_bytes / CLASS_BYTES).clamp(1 << 12, u32::MAX.into()) as usize
}

/// Traces in the records of one run.
pub struct Tracer<'a> {
    game: &'a Game,
    exists: &'a dyn DoesExists,
    symmetry: bool,
    classes_max: usize,
    states_one_by_one: usize,
    control: &'a Control,
    /// The groups of depths that were asked for.
    groups: RefCell<BTreeMap<u32, Rc<Vec<Fingerprint>>>>,
}

impl<'a> Tracer<'a> {
    /// Of a run with or without symmetry. `memory_bytes` is what a component may take.
    pub fn new(
        game: &'a Game,
        exists: &'a dyn DoesExists,
        symmetry: bool,
        memory_bytes: u64,
        control: &'a Control,
    ) -> Tracer<'a> {
        let classes_max = classes_in(memory_bytes);
        let (states_one_by_one, groups) = (STATES_ONE_BY_ONE, RefCell::default());
        Tracer { game, exists, symmetry, classes_max, states_one_by_one, control, groups }
    }

    /// The same with components of so many classes.
    fn with_classes(other: &Tracer<'a>, classes_max: usize) -> Tracer<'a> {
        let Tracer { game, exists, symmetry, states_one_by_one, control, .. } = *other;
        let groups = RefCell::default();
        Tracer { game, exists, symmetry, classes_max, states_one_by_one, control, groups }
    }

    /// Looks at so many states of an FCC one by one before it goes by classes.
    pub fn one_by_one(mut self, states: usize) -> Tracer<'a> {
        self.states_one_by_one = states;
        self
    }

    /// The moves from the deal to the end of the game, by the first win in the records of these depths.
    pub fn solution(&self, depths: &[u32]) -> Result<Path, TraceError> {
        for &depth in depths {
            for &fingerprint in self.groups(depth)?.iter().filter(|group| group.is_won()) {
                let Some(record) = self.exists.of_group(depth, fingerprint)?.into_iter().next()
                else {
                    continue;
                };
                let fcc = self.fcc_of(fingerprint, &record)?;
                let (mut path, end) = self.path_into(fcc)?;
                forward::play_out(self.game, end, &mut path.steps);
                return Ok(path);
            }
        }
        Err(TraceError::NoWin)
    }

    /// Where a live state is in the records, if it was reached.
    pub fn locate(&self, state: State) -> Result<Option<Located<'a>>, TraceError> {
        let depth = self.game.depth(state.fingerprint);
        if self.exists.of_group(depth, state.fingerprint)?.is_empty() {
            return Ok(None);
        }
        let group = Group::new(self.game, state.fingerprint);
        let (key, _) = canonical_key(&group, state);
        let component = Component::flood(group, key, self.limits())?;
        let mark = component.mark(state).expect("the flood began there");
        let fcc = Fcc { component, mark };
        let record = self.record_of(depth, &fcc)?;
        Ok(record.map(|record| Located { depth, fcc, record }))
    }

    /// The record that an FCC is in, if it was reached.
    fn record_of(&self, depth: u32, fcc: &Fcc) -> Result<Option<ComponentRecord>, TraceError> {
        let Fcc { component, mark } = fcc;
        let fingerprint = component.group.fingerprint();
        if self.symmetry {
            let record = self.exists.find(depth, fingerprint, component.smallest)?;
            let has = |record: &ComponentRecord| {
                record.suits.as_ref().is_some_and(|suits| suits.reached.contains(*mark))
            };
            return Ok(record.filter(has));
        }
        // The name is the smallest key of the FCC's states, and that could be any of them.
        let is_it = |record: &ComponentRecord| fcc.has(component.state(record.smallest, 0));
        Ok(self.exists.of_group(depth, fingerprint)?.into_iter().find(is_it))
    }

    /// The moves from the deal to a state that was located.
    pub fn path_to(&self, located: Located<'a>, state: State) -> Result<Path, TraceError> {
        let (mut path, entered) = self.path_into(located.fcc)?;
        path.steps.extend(self.inside(entered, &Goal::At(state), state)?.steps);
        Ok(path)
    }

    /// The path from the deal into an FCC, and the state it is entered by.
    fn path_into(&self, target: Fcc<'a>) -> Result<(Path, State), TraceError> {
        let mut path = Path::default();
        let deal = Arrival::of_state(self.game, self.game.start());
        let start = forward::carry(self.game, deal, &mut path.steps);
        let mut chain = self.chain_to(start, target)?;
        let mut at = start;
        while let Some(link) = chain.pop() {
            let (depth, fingerprint) = (self.game.depth(at.fingerprint), at.fingerprint);
            let lost = || TraceError::LostInside { fingerprint };
            let fcc = self.opened(link.fcc, link.name)?;
            path.stages.push(Stage {
                depth,
                fingerprint,
                smallest: self.record_of(depth, &fcc)?.ok_or_else(lost)?.smallest,
                entry: at,
                moves: path.steps.len(),
            });
            drop(fcc);
            let (Some(leaves_at), Some(next)) = (link.leaves_at, chain.last_mut()) else {
                assert!(link.leaves_at.is_none() && chain.is_empty(), "only the last is not left");
                break;
            };
            let into = self.opened(next.fcc.take(), next.name)?;
            let inside = self.inside(at, &Goal::Into(&into), leaves_at)?;
            path.steps.extend(inside.steps);
            let (steps, arrived) =
                forward::exit_into(self.game, inside.end, &into).ok_or_else(lost)?;
            path.steps.extend(steps);
            (at, next.fcc) = (arrived, Some(into));
        }
        Ok((path, at))
    }

    /// The FCCs from the target back to that of the deal. Those found first are kept as they are, as far
    /// as memory goes; the others have to be flooded once more.
    fn chain_to(&self, start: State, target: Fcc<'a>) -> Result<Vec<Link<'a>>, TraceError> {
        let mut chain = Vec::new();
        let (mut fcc, mut leaves_at) = (target, None);
        let mut room = self.classes_max / KEPT_SHARE;
        loop {
            let before = if fcc.has(start) { None } else { Some(self.before(&fcc)?) };
            let classes = fcc.component.tree.classes.len();
            let keep = classes <= room;
            room -= if keep { classes } else { 0 };
            chain.push(Link { name: fcc.name(), fcc: keep.then_some(fcc), leaves_at });
            let Some((state, earlier)) = before else { return Ok(chain) };
            (fcc, leaves_at) = (earlier, Some(state));
        }
    }

    /// Reversible moves from a state to the goal, one state at a time or by way of `known`.
    fn inside(&self, from: State, goal: &Goal, known: State) -> Result<Inside, TraceError> {
        let limits = self.limits();
        if let Some(found) = forward::search(self.game, from, goal, self.states_one_by_one, limits)?
        {
            return Ok(found);
        }
        let states = lift::lift(self.game, from, known, limits)?;
        let steps = states.windows(2).map(|two| {
            let card = card_between(two[0], two[1]);
            Step { card, to: To::Place(two[1].place(card)) }
        });
        Ok(Inside { steps: steps.collect(), end: known })
    }

    /// Some FCC of a recorded component.
    fn fcc_of(
        &self,
        fingerprint: Fingerprint,
        record: &ComponentRecord,
    ) -> Result<Fcc<'a>, TraceError> {
        let group = Group::new(self.game, fingerprint);
        // Without suits it is a state of the one FCC, with suits a class and the marks reached.
        let (key, vector) = canonical_key(&group, group.state(record.smallest));
        let component = Component::flood(group, key, self.limits())?;
        let mark = match &record.suits {
            Some(suits) => suits.reached.pieces().first().map_or(0, |piece| piece.offset()),
            None => vector ^ component.find(key).expect("the flood began there").phi,
        };
        Ok(Fcc { component, mark })
    }

    /// An FCC that was kept, or else flooded once more.
    fn opened(&self, kept: Option<Fcc<'a>>, name: FccName) -> Result<Fcc<'a>, TraceError> {
        if let Some(fcc) = kept {
            return Ok(fcc);
        }
        let FccName { fingerprint, smallest, mark } = name;
        let group = Group::new(self.game, fingerprint);
        Ok(Fcc { component: Component::flood(group, smallest, self.limits())?, mark })
    }

    /// The groups of a depth that have records.
    fn groups(&self, depth: u32) -> Result<Rc<Vec<Fingerprint>>, TraceError> {
        if let Some(groups) = self.groups.borrow().get(&depth) {
            return Ok(Rc::clone(groups));
        }
        let groups = Rc::new(self.exists.groups(depth)?);
        self.groups.borrow_mut().insert(depth, Rc::clone(&groups));
        Ok(groups)
    }
}

/// What an FCC is called.
#[derive(Clone, Copy)]
struct FccName {
    fingerprint: Fingerprint,
    smallest: u128,
    mark: Vector,
}

impl Fcc<'_> {
    fn name(&self) -> FccName {
        let Fcc { component, mark } = self;
        FccName {
            fingerprint: component.group.fingerprint(),
            smallest: component.smallest,
            mark: *mark,
        }
    }
}
