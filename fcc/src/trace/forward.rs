//! Inside one FCC: the reversible moves from a state to where it is left.
//!
//! Breadth-first over states from the entry, with the way back kept for the states of this one FCC
//! only, until one has an exit into the next FCC of the chain. Most FCCs have such a state near every
//! entry. Where none turns up among the first states, `lift` goes to a state that is known to have the
//! exit.

use super::component::FloodLimits;
use super::{Fcc, Step, To, TraceError};
use crate::arrival::Arrival;
use crate::card::Card;
use crate::game::Game;
use crate::group::Group;
use crate::state::State;
use crate::table::Table;

const LOOK_EVERY: usize = 4096;

/// What a search inside an FCC looks for.
pub(super) enum Goal<'a> {
    /// An exit into this FCC.
    Into(&'a Fcc<'a>),
    /// This very state.
    At(State),
}

/// What a search inside an FCC found: reversible moves, and the state they lead to.
pub(super) struct Inside {
    pub steps: Vec<Step>,
    pub end: State,
}

/// Where a state was come to from.
#[derive(Clone, Copy)]
struct Seen {
    key: u128,
    from: u32,
    step: Step,
}

/// Searches breadth-first from a state. `None` after `states_max` states without the goal.
pub(super) fn search(
    game: &Game,
    from: State,
    goal: &Goal,
    states_max: usize,
    limits: FloodLimits,
) -> Result<Option<Inside>, TraceError> {
    let group = Group::new(game, from.fingerprint);
    let start: u128 = group.key(from.planes);
    let nothing = Step { card: Card::from_index(0), to: To::Up };
    let mut seen = vec![Seen { key: start, from: 0, step: nothing }];
    let mut index: Table<u128> = Table::default();
    index.reset(16);
    index.insert(start, ());
    let mut at = 0;
    while at < seen.len() {
        if at.is_multiple_of(LOOK_EVERY) {
            limits.control.look().map_err(|_| TraceError::Stopped)?;
        }
        if at >= states_max {
            return Ok(None);
        }
        let key = seen[at].key;
        let state = group.state(key);
        let reached = match goal {
            Goal::Into(next) => exit_into(game, state, next).is_some(),
            Goal::At(wanted) => state == *wanted,
        };
        if reached {
            return Ok(Some(Inside { steps: way_to(&seen, at), end: state }));
        }
        group.context().moves(state.planes).reversible.for_each(|card, place| {
            let mut near = state;
            near.put(card, place);
            let near = group.key(near.planes);
            if index.insert(near, ()).is_none() {
                let step = Step::of(card, Some(place));
                seen.push(Seen { key: near, from: at as u32, step });
            }
        });
        at += 1;
    }
    Err(TraceError::LostInside { fingerprint: from.fingerprint })
}

fn way_to(seen: &[Seen], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while at != 0 {
        steps.push(seen[at].step);
        at = seen[at].from as usize;
    }
    steps.reverse();
    steps
}

/// The moves of an exit of a state into the next FCC, safe moves included, and where it arrives.
pub(super) fn exit_into(game: &Game, state: State, next: &Fcc) -> Option<(Vec<Step>, State)> {
    let group = Group::new(game, state.fingerprint);
    let moves = group.context().moves(state.planes);
    let here = Arrival { state, frame: group.context().frame };
    let mut first: Option<(Step, Arrival)> = None;
    here.leave(game, &moves, |card, place, arrival| {
        if first.is_none() && next.has(arrival.carried(game).state) {
            first = Some((Step::of(card, place), arrival));
        }
    });
    let (step, arrival) = first?;
    let mut steps = vec![step];
    let end = carry(game, arrival, &mut steps);
    Some((steps, end))
}

/// Makes the safe moves one after the other and notes them.
pub(crate) fn carry(game: &Game, mut arrival: Arrival, steps: &mut Vec<Step>) -> State {
    while let Some(card) = arrival.safe_card(game) {
        steps.push(Step::of(card, None));
        arrival = arrival.after_up(game, card);
    }
    arrival.state
}

/// From a state without stuck cards: up with the lowest card, again and again.
pub(super) fn play_out(game: &Game, state: State, steps: &mut Vec<Step>) {
    assert_eq!(state.fingerprint.stuck, 0, "a stuck card is left");
    let mut arrival = Arrival::of_state(game, state);
    while let Some(card) = lowest_in_play(arrival.state) {
        steps.push(Step { card, to: To::Up });
        arrival = arrival.after_up(game, card.bit());
    }
}

/// Nothing lies on it, since that would be lower; and its foundation waits for it.
fn lowest_in_play(state: State) -> Option<Card> {
    Card::in_plane(state.fingerprint.loose()).next()
}
