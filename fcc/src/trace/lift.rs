//! From one state of an FCC to another without visiting the states between.
//!
//! The classes of the component are few. A tree over them, breadth-first from the class of the first
//! state, gives a way to the class of the second, but it may end with other pairs exchanged. What is
//! missing is a vector of K, and K is spanned by the edges that are not in the tree and by the
//! stabilisers: going down the tree, across such an edge and back up exchanges exactly its vector
//! (docs/symmetry.md, theorem 7). So a few round trips, for vectors that add up to what is missing, and
//! then the way. At the end everything between two visits of the same state is cut out.

use super::TraceError;
use super::component::FloodLimits;
use crate::card::Card;
use crate::class::canonical_key;
use crate::game::Game;
use crate::group::Group;
use crate::hash::QuickMap;
use crate::state::State;

/// The states on a way from one state of an FCC to another, both included.
pub(super) fn lift(
    game: &Game,
    from: State,
    to: State,
    limits: FloodLimits,
) -> Result<Vec<State>, TraceError> {
    let group = Group::new(game, from.fingerprint);
    let (start, start_vector) = canonical_key(&group, from);
    let (end, end_vector) = canonical_key(&group, to);
    let tree = limits.flood(&group, start)?;
    let lost = TraceError::LostInside { fingerprint: from.fingerprint };
    let Some(target) = tree.find(end) else { return Err(lost) };
    let missing = start_vector ^ tree.classes[target].phi ^ end_vector;
    let Some(cycles) = tree.cycles_for(missing) else { return Err(lost) };
    let (mut states, mut vector) = (Vec::new(), start_vector);
    for cycle in cycles {
        states.extend(tree.around(&group, vector, cycle, 0));
        vector ^= cycle.vector;
    }
    states.extend(tree.path(target).iter().map(|&class| tree.state(&group, class, vector)));
    Ok(without_loops(states))
}

/// Cuts out what lies between two visits of the same state.
fn without_loops(states: Vec<State>) -> Vec<State> {
    let last: QuickMap<State, usize> =
        states.iter().enumerate().map(|(place, &state)| (state, place)).collect();
    let mut kept = Vec::new();
    let mut place = 0;
    while let Some(&state) = states.get(place) {
        kept.push(state);
        place = last[&state] + 1;
    }
    kept
}

/// The card that moves between two neighbouring states.
pub(crate) fn card_between(from: State, to: State) -> Card {
    let (from, to) = (from.planes, to.planes);
    let differ = (from.a ^ to.a) | (from.b ^ to.b);
    assert!(differ.is_power_of_two(), "one card moves at a time");
    Card::from_index(differ.trailing_zeros() as usize)
}
