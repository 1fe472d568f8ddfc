//! The optimising pass: a solution that was found, made shorter.
//!
//! A search that hurries leaves moves in its path that it would have done as well without: a card
//! put aside and never in the way, a sequence moved twice where once would do. Three remedies, each
//! on the atoms of a path (foundation moves are the same in every solution and cost nothing):
//!
//! - *leave out*: each move in turn is dropped; if all others can still be made and win, it stays
//!   dropped;
//! - *go at once*: where a card moves twice, its first move is dropped and the second is made in its
//!   stead;
//! - *shortcuts*: states of the path that lie one move apart, however far apart on the path
//!   ([`shortcuts`]); or all states that the search has seen ([`among_states`]), breadth-first.

use super::kinds::{Child, Kind, MoveSet};
use super::position::{Atom, Edge, Position, View, after, child_on, top_above};
use super::table::{Node, START, Table};
use crate::arrival::Arrival;
use crate::bits::{BitWork, with_bit_counting};
use crate::game::Game;
use crate::planes::Place;
use crate::trace::To;

/// Whether an atom is a legal move: the card is in reach or the deepest of a sequence that is, its
/// target is ready, and there is room for the sequence.
#[inline(always)]
pub(super) fn is_legal(game: &Game, position: &Position, atom: Atom) -> bool {
    let view = View::of(game, position);
    let Atom { card, to } = atom;
    if view.free & card == 0 {
        return false;
    }
    if matches!(to, To::Up | To::Place(Place::Cell)) {
        let ready = match to {
            To::Up => view.next & card != 0,
            _ => view.cells_free > 0 && view.cells & card == 0,
        };
        return ready && view.in_reach & card != 0;
    }
    let (ready, most) = match to {
        To::Place(Place::LowParent) => {
            (view.rules.children_of_low(view.exposed), view.onto_parent_max())
        }
        To::Place(Place::HighParent) => {
            (view.rules.children_of_high(view.exposed), view.onto_parent_max())
        }
        _ => (!view.bottoms & view.rules.openers(), view.to_empty_max()),
    };
    ready & card != 0 && top_above(view.rules, position, card).1 < most
}

/// The same way with sequences that go to cells written as the moves of their cards, so that each of these can
/// be left out.
pub fn to_cells_one_by_one(game: &Game, atoms: &mut Vec<Atom>) {
    if !game.rules().seats_lose_nothing() {
        return;
    }
    let mut position = Arrival::of_deal(game);
    let mut single = Vec::with_capacity(atoms.len());
    for &atom in atoms.iter() {
        let first = single.len();
        if atom.to == To::Place(Place::Cell) {
            let mut card = child_on(game.rules(), &position, atom.card);
            while card != 0 {
                single.insert(first, Atom { card, ..atom });
                card = child_on(game.rules(), &position, card);
            }
        }
        single.push(atom);
        position = after(game, position, atom);
    }
    *atoms = single;
}

/// Makes the atoms that still mean something. Atoms of cards that are up are left out.
#[inline(always)]
fn follow(game: &Game, start: Position, atoms: &[Atom], made: &mut Vec<Atom>) -> bool {
    let mut position = start;
    for &atom in atoms {
        if position.state.fingerprint.founded & atom.card != 0 {
            continue;
        }
        if !is_legal(game, &position, atom) {
            return false;
        }
        made.push(atom);
        position = after(game, position, atom);
        if position.state.fingerprint.is_won() {
            return true;
        }
    }
    false
}

/// Drops moves until none can be dropped. The atoms lead from the deal to a won position.
pub fn shorten(game: &Game, atoms: &mut Vec<Atom>) {
    with_bit_counting(LeaveOut { game, atoms });
}

struct LeaveOut<'a> {
    game: &'a Game,
    atoms: &'a mut Vec<Atom>,
}

impl BitWork for LeaveOut<'_> {
    type Answer = ();

    #[inline(always)]
    fn run(self) {
        leave_out(self.game, self.atoms);
    }
}

#[inline(always)]
fn leave_out(game: &Game, atoms: &mut Vec<Atom>) {
    let mut made = Vec::with_capacity(atoms.len());
    let mut position = Arrival::of_deal(game);
    let mut at = 0;
    while at < atoms.len() {
        let atom = atoms[at];
        if atom.to != To::Up {
            made.clear();
            if follow(game, position, &atoms[at + 1..], &mut made) {
                atoms.truncate(at);
                atoms.extend_from_slice(&made);
                continue;
            }
            if at_once(game, position, &atoms[at..], &mut made) {
                atoms.truncate(at);
                atoms.extend_from_slice(&made);
                continue;
            }
        }
        position = after(game, position, atom);
        at += 1;
    }
}

/// The first card's second move in the place of its first.
#[inline(always)]
fn at_once(game: &Game, position: Position, atoms: &[Atom], made: &mut Vec<Atom>) -> bool {
    let second = atoms.iter().skip(1).position(|atom| atom.card == atoms[0].card);
    let Some(second) = second.map(|index| index + 1) else { return false };
    let atom = atoms[second];
    if atom.to == To::Up || !is_legal(game, &position, atom) {
        return false;
    }
    made.clear();
    made.push(atom);
    let mut rest = Vec::with_capacity(atoms.len());
    rest.extend_from_slice(&atoms[1..second]);
    rest.extend_from_slice(&atoms[second + 1..]);
    follow(game, after(game, position, atom), &rest, made)
}

/// Shortcuts between the states of a path.
pub fn shortcuts(game: &Game, atoms: &mut Vec<Atom>) {
    let mut table = Table::default();
    let mut position = Arrival::of_deal(game);
    let node = |position| Node { position, edge: Edge::default(), parent: START, moves: 0 };
    table.insert(node(position));
    for &atom in atoms.iter() {
        position = after(game, position, atom);
        table.insert(node(position));
    }
    let won = table.find(&position.state).expect("it was put in");
    *atoms = among_states(game, &table, won);
}

/// The fewest moves from the start to a won state by way of states of the table.
pub fn among_states(game: &Game, table: &Table, won: u32) -> Vec<Atom> {
    let set = MoveSet::new(vec![Kind::PLAIN.to_vec()]);
    let mut ways = vec![Way { moves: u16::MAX, parent: START, edge: Edge::default() }; table.len()];
    ways[START as usize].moves = 0;
    // One list of states for each number of moves.
    let mut levels: Vec<Vec<u32>> = vec![vec![START]];
    let mut children: Vec<Child> = Vec::new();
    let mut level = 0;
    while level < levels.len() {
        while let Some(number) = levels[level].pop() {
            if ways[number as usize].moves as usize != level {
                continue;
            }
            children.clear();
            set.expand(game, &table.node(number).position, &mut children);
            for child in &children {
                let Some(found) = table.find(&child.position.state) else { continue };
                let moves = level + usize::from(child.kind != Kind::Up);
                let way = &mut ways[found as usize];
                if moves < usize::from(way.moves) {
                    *way = Way { moves: moves as u16, parent: number, edge: child.edge };
                    if levels.len() <= moves {
                        levels.resize(moves + 1, Vec::new());
                    }
                    levels[moves].push(found);
                }
            }
        }
        level += 1;
    }
    if ways[won as usize].moves == u16::MAX {
        // Meta-moves pass through states that are not in the table.
        return table.path(won).iter().flat_map(|&n| table.node(n).edge.atoms()).collect();
    }
    let mut edges = Vec::new();
    let mut at = won;
    while at != START {
        edges.push(ways[at as usize].edge);
        at = ways[at as usize].parent;
    }
    edges.iter().rev().flat_map(|edge| edge.atoms()).collect()
}

/// How a state is come to.
#[derive(Clone, Copy)]
struct Way {
    moves: u16,
    parent: u32,
    edge: Edge,
}
