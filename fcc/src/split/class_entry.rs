//! An entry that stands for a piece of a class, read from a line and checked by playing.
//!
//! The moves of the witness and those of each direction alone are played on the board. The first must lead
//! to a state of the class, each of the others to that state with the pairs exchanged that its round trips
//! name. Together with the exchanges that leave the class as it is, these directions must be the suit
//! set of the line, and none may be left that is not needed. So nothing of a line is taken on trust.

use super::suits::{piece_of_text, piece_text};
use super::text::state_of_text;
use super::way::{Choice, Way, is_odd};
use crate::class::pairs::exchanged;
use crate::class::{canonical_key, pairs_of, stabiliser_space};
use crate::convert::state_of;
use crate::game::Game;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::replay::replay;
use crate::state::State;
use crate::suitset::Piece;

/// A piece of a class that the search begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassEntry {
    /// The key of the class's canonical member.
    pub key: u128,
    /// The states that it stands for, as vectors of the class. Its space has the stabiliser in it.
    pub piece: Piece,
    /// Moves to the witness.
    pub moves: u32,
    /// The vector of the witness.
    pub witness: Vector,
    /// The vector of each letter.
    pub generators: Vec<Vector>,
    /// Of each round trip its letters, and how much longer it makes a way that turns it.
    trips: Vec<(Choice, i32)>,
}

impl ClassEntry {
    /// The first entry of all: one state.
    pub fn of_state(group: &Group, state: State, way: &Way) -> ClassEntry {
        let (key, witness) = canonical_key(group, state);
        ClassEntry::new(group, key, witness, way)
    }

    fn new(group: &Group, key: u128, witness: Vector, way: &Way) -> ClassEntry {
        let pairs = pairs_of(group.context());
        let of_letter = |letter: usize| way.exchanged(1 << letter) & pairs;
        let generators: Vec<Vector> = (0..way.generators()).map(of_letter).collect();
        let longer = |starred, moves: usize| if starred { -(moves as i32) } else { moves as i32 };
        ClassEntry {
            key,
            piece: Piece::new(witness, Subspace::span(generators.iter().copied()))
                .widened(&stabiliser_of(group, key)),
            moves: way.moves() as u32,
            witness,
            generators,
            trips: way
                .trips()
                .map(|trip| (trip.letters, longer(trip.starred, trip.steps.len())))
                .collect(),
        }
    }

    /// Reads `class suits moves`, and plays the moves.
    pub fn read(
        game: &Game,
        group: &Group,
        class: &str,
        suits: &str,
        way: &Way,
    ) -> Result<ClassEntry, String> {
        let class = state_of_text(group, class).map_err(|error| error.to_string())?;
        let piece = piece_of_text(suits).map_err(|error| error.to_string())?;
        let (key, vector) = canonical_key(group, class);
        if vector != 0 {
            return Err("the state is not the canonical member of its class".into());
        }
        let end = end_of(game, way, 0)?;
        let (found, witness) = canonical_key::<u128>(group, end);
        if end.fingerprint != group.fingerprint() || found != key {
            return Err("the moves lead to another class".into());
        }
        let entry = ClassEntry::new(group, key, witness, way);
        for (letter, &direction) in entry.generators.iter().enumerate() {
            let name = char::from(b'a' + letter as u8);
            let member = end_of(game, way, 1 << letter)
                .map_err(|reason| format!("with round trip {name}: {reason}"))?;
            if member != exchanged(end, direction) {
                return Err(format!("round trip {name} leads to another state than it says"));
            }
        }
        let directions = entry.generators.len() as u32 + stabiliser_of(group, key).dimension();
        if entry.piece.space().dimension() != directions {
            return Err("a round trip leads to no other states than the rest".into());
        }
        if entry.piece != piece {
            return Err(format!("the moves lead to the suits {}", piece_text(&entry.piece)));
        }
        Ok(entry)
    }

    /// The number of moves to the state that is chosen.
    pub fn moves_of(&self, chosen: Choice) -> u32 {
        let turned = self.trips.iter().filter(|(letters, _)| is_odd(letters & chosen));
        let longer: i32 = turned.map(|(_, longer)| longer).sum();
        self.moves.checked_add_signed(longer).expect("a way has no fewer moves than none")
    }
}

fn end_of(game: &Game, way: &Way, chosen: Choice) -> Result<State, String> {
    let (_, end) =
        replay(game.deal(), &way.steps(chosen)).map_err(|illegal| illegal.to_string())?;
    state_of(game, &end).map_err(|_| "the moves lead to no state of the deal".into())
}

/// The exchanges that leave a class as it is.
fn stabiliser_of(group: &Group, key: u128) -> Subspace {
    stabiliser_space(group.planes(key), pairs_of(group.context()))
}
