//! A way made shorter.
//!
//! A scan that goes for promising states takes detours. From each state of the way a breadth-first search over all
//! moves looks at some states around it; where it meets a later state of the way sooner than the way does, that is a
//! shortcut. The best of all ways that the shortcuts make is taken, and looked at again until nothing is gained.
//! Nothing is lost when the number of states that it may look at is used up: the way stays as it is.

use super::columns::Columns;
use super::moves::{Moves, Step, after};
use super::position::Shape;
use super::states::{ROOT, StateId, States};
use super::way::Leg;
use crate::hash::QuickMap;

/// States that one search looks at.
const LOOKS_AROUND: usize = 30;

/// Steps from a state of the way to a later one, fewer than the way has.
struct Shortcut {
    from: usize,
    to: usize,
    legs: Vec<Leg>,
}

/// The way without its detours, looking at so many states in all.
pub fn shorten(
    mut way: Vec<Leg>,
    looks_max: u64,
    states: &mut States,
    columns: &mut Columns,
    shape: Shape,
) -> Vec<Leg> {
    let mut around = Around {
        came: QuickMap::default(),
        met: Vec::new(),
        list: Vec::new(),
        states,
        columns,
        shape,
    };
    let mut looks_left = usize::try_from(looks_max).unwrap_or(usize::MAX);
    loop {
        let places: QuickMap<StateId, usize> =
            way.iter().enumerate().map(|(index, leg)| (leg.1, index + 1)).collect();
        let mut shortcuts = Vec::new();
        for from in 0..way.len() {
            let looks = LOOKS_AROUND.min(looks_left);
            let state = if from == 0 { ROOT } else { way[from - 1].1 };
            looks_left -= around.search(state, looks);
            shortcuts.extend(around.shortcuts(from, &places));
        }
        let shorter = best_way(&way, shortcuts);
        if shorter.len() == way.len() {
            return way;
        }
        way = shorter;
    }
}

/// The shortest of all ways that legs and shortcuts make.
fn best_way(way: &[Leg], shortcuts: Vec<Shortcut>) -> Vec<Leg> {
    // For each place of the way the fewest steps to it, and the shortcut that comes last.
    let mut fewest: Vec<(usize, Option<usize>)> =
        (0..=way.len()).map(|place| (place, None)).collect();
    let mut next = shortcuts.iter().enumerate().peekable();
    for place in 0..way.len() {
        let steps = fewest[place].0;
        if steps < fewest[place + 1].0 {
            fewest[place + 1] = (steps + 1, None);
        }
        while let Some((index, shortcut)) = next.next_if(|(_, shortcut)| shortcut.from == place) {
            if steps + shortcut.legs.len() < fewest[shortcut.to].0 {
                fewest[shortcut.to] = (steps + shortcut.legs.len(), Some(index));
            }
        }
    }
    let mut legs = Vec::new();
    let mut place = way.len();
    while place > 0 {
        match fewest[place].1 {
            None => {
                legs.push(way[place - 1]);
                place -= 1;
            }
            Some(index) => {
                legs.extend(shortcuts[index].legs.iter().rev());
                place = shortcuts[index].from;
            }
        }
    }
    legs.reverse();
    legs
}

/// A search around one state after the other.
struct Around<'a> {
    /// How each state was met: from which one, by which step, after how many.
    came: QuickMap<StateId, (StateId, Step, usize)>,
    /// The states in the order in which they were met.
    met: Vec<StateId>,
    list: Vec<Step>,
    states: &'a mut States,
    columns: &'a mut Columns,
    shape: Shape,
}

impl Around<'_> {
    /// Looks at so many states around one, and tells how many there were.
    fn search(&mut self, from: StateId, looks_max: usize) -> usize {
        self.came.clear();
        self.met.clear();
        self.came.insert(from, (from, Step { from: 0, to: 0, cards: 0 }, 0));
        self.met.push(from);
        let mut looks = 0;
        while looks < looks_max.min(self.met.len()) {
            let state = self.met[looks];
            looks += 1;
            let depth = self.came[&state].2 + 1;
            let position = self.states.position(state);
            Moves::of(&position, self.columns, self.shape.rules).list(&mut self.list);
            for &step in &self.list {
                let next = after(&position, step, self.columns, self.shape);
                let packed = self.states.packed(&next);
                let found = self.states.find_or_add(&packed, state, step);
                if let std::collections::hash_map::Entry::Vacant(free) = self.came.entry(found) {
                    free.insert((state, step, depth));
                    self.met.push(found);
                }
            }
        }
        looks
    }

    /// The shortcuts that it has found from this place of the way.
    fn shortcuts(&self, from: usize, places: &QuickMap<StateId, usize>) -> Vec<Shortcut> {
        let shortcut = |&state: &StateId| {
            let &to = places.get(&state)?;
            let is_shorter = to > from && self.came[&state].2 < to - from;
            is_shorter.then(|| Shortcut { from, to, legs: self.legs(state) })
        };
        self.met.iter().filter_map(shortcut).collect()
    }

    fn legs(&self, target: StateId) -> Vec<Leg> {
        let mut legs = Vec::new();
        let mut at = target;
        while at != self.met[0] {
            let (before, step, _) = self.came[&at];
            legs.push((step, at));
            at = before;
        }
        legs.reverse();
        legs
    }
}
