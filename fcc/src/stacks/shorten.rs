//! A way made shorter.
//!
//! A scan that goes for promising states takes detours. From one state of the way after the other a breadth-first
//! search over all moves looks for later states of the way, and takes the one that saves the most. Nothing
//! is lost when the number of states that it may look at is used up: the way stays as it is.

use super::columns::Columns;
use super::moves::{Moves, Step, after};
use super::position::Shape;
use super::states::{ROOT, StateId, States};
use super::way::Leg;
use crate::hash::QuickMap;

/// States that one search looks at.
const LOOKS_MAX: u64 = 120;

/// The way without its detours, looking at so many states in all.
pub fn shorten(
    mut way: Vec<Leg>,
    looks_max: u64,
    states: &mut States,
    columns: &mut Columns,
    shape: Shape,
) -> Vec<Leg> {
    let mut looks = 0;
    let mut at = 0;
    while at + 2 < way.len() && looks < looks_max {
        let from = if at == 0 { ROOT } else { way[at - 1].1 };
        let later: QuickMap<StateId, usize> =
            way[at..].iter().enumerate().map(|(index, leg)| (leg.1, index + 1)).collect();
        let mut window = Window { came: QuickMap::default(), states, columns, shape };
        let (found, taken) = window.shortcut(from, &later, LOOKS_MAX.min(looks_max - looks));
        looks += taken;
        if let Some((legs, target)) = found {
            way.splice(at..at + later[&target], legs);
        }
        at += 1;
    }
    way
}

struct Window<'a> {
    /// How each state was met: from which one, by which step, after how many.
    came: QuickMap<StateId, (StateId, Step, usize)>,
    states: &'a mut States,
    columns: &'a mut Columns,
    shape: Shape,
}

impl Window<'_> {
    /// The way to the later state that saves the most steps, if one does, and the states looked at.
    fn shortcut(
        &mut self,
        from: StateId,
        later: &QuickMap<StateId, usize>,
        looks_max: u64,
    ) -> (Option<(Vec<Leg>, StateId)>, u64) {
        let start = Step { from: 0, to: 0, cards: 0 };
        self.came.insert(from, (from, start, 0));
        let mut met = vec![from];
        let mut best: Option<(usize, StateId)> = None;
        let mut list = Vec::new();
        let mut looks = 0;
        while looks < looks_max && (looks as usize) < met.len() {
            let state = met[looks as usize];
            looks += 1;
            let depth = self.came[&state].2 + 1;
            let position = self.states.position(state);
            Moves::of(&position, self.columns, self.shape.rules).list(&mut list);
            for &step in &list {
                let next = after(&position, step, self.columns, self.shape);
                let found = self.states.find_or_add(&next, state, step);
                if self.came.contains_key(&found) {
                    continue;
                }
                self.came.insert(found, (state, step, depth));
                met.push(found);
                let saved = later.get(&found).map_or(0, |&steps| steps.saturating_sub(depth));
                if saved > best.map_or(0, |(most, _)| most) {
                    best = Some((saved, found));
                }
            }
        }
        (best.map(|(_, target)| (self.legs(from, target), target)), looks)
    }

    fn legs(&self, from: StateId, target: StateId) -> Vec<Leg> {
        let mut legs = Vec::new();
        let mut at = target;
        while at != from {
            let (before, step, _) = self.came[&at];
            legs.push((step, at));
            at = before;
        }
        legs.reverse();
        legs
    }
}
