//! Irreversible moves and where they arrive, after section 6 of `docs/symmetry.md`.
//!
//! A move is made once from a class's canonical member, and the vectors of the class go along. They
//! are cut by a coordinate where the foundations tell the two cards of a pair apart: when a card of
//! a pair goes up, and when one card of a pair is safe on arrival and the other is not. Where both
//! are safe the coordinate is forgotten.
//!
//! What a move does to the group is the same for all its states. It is found once for a card and
//! kept: a [`Landing`].

use std::rc::Rc;

use super::canonical::canonical;
use super::cards::{all, bit, has, partner};
use super::fingerprint::Fingerprint;
use super::game::Game;
use super::gf2::{Piece, Vector};
use super::group::{Group, Key};
use super::places::{ELSEWHERE, Places};
use super::safe::carried;
use crate::card::CARDS;

/// Where all moves of one card, up or off its illegal parent, arrive.
#[derive(Debug)]
pub struct Landing {
    /// The group after the safe moves.
    pub group: Group,
    /// The depth of this group.
    pub depth: i64,
    /// The cards that go up by safe moves.
    safe: u64,
    /// Cards that were under stuck ones and are movable now.
    uncovered: Vec<u8>,
    /// Pairs of the source with one card that goes up by a safe move, and one that does not.
    parted: Vec<u8>,
    /// The target's pair for each pair of the source that stays one.
    map: Vec<Option<u8>>,
}

impl Landing {
    fn new(game: &Game, source: &Group, card: u8, goes_up: bool) -> Landing {
        let Fingerprint { stuck, founded } = source.fingerprint;
        let arrival = Fingerprint {
            stuck: stuck & !bit(card),
            founded: if goes_up { founded | bit(card) } else { founded },
        };
        let (group, safe) =
            carried(game, arrival).expect("a move from a group of the game leads to one");
        let is_uncovered = |&other: &u8| {
            group.is_movable(other) && !source.is_movable(other) && (goes_up || other != card)
        };
        let lows = source.pairs.low_cards();
        let ups = |low: u8| [low, low + 1].into_iter().filter(|&one| has(safe, one)).count();
        let parted = (0..).zip(lows).filter(|&(_, &low)| ups(low) == 1).map(|(at, _)| at).collect();
        let map = lows.iter().map(|&low| group.pairs.of(low)).collect();
        let uncovered = all().filter(is_uncovered).collect();
        Landing { depth: game.depth(group.fingerprint), group, safe, uncovered, parted, map }
    }
}

/// The landings of a group that are known.
pub struct Landings<'a> {
    game: &'a Game,
    source: &'a Group,
    known: Vec<Option<Rc<Landing>>>,
}

impl<'a> Landings<'a> {
    /// None yet.
    pub fn new(game: &'a Game, source: &'a Group) -> Landings<'a> {
        Landings { game, source, known: vec![None; 2 * CARDS] }
    }

    fn of(&mut self, card: u8, goes_up: bool) -> Rc<Landing> {
        let slot = &mut self.known[2 * usize::from(card) + usize::from(goes_up)];
        let make = || Rc::new(Landing::new(self.game, self.source, card, goes_up));
        slot.get_or_insert_with(make).clone()
    }

    /// Calls `take` for every irreversible move of a class, once for each part that the class's
    /// vectors are cut into.
    pub fn exits<E>(
        &mut self,
        places: &Places,
        mut take: impl FnMut(&Exit) -> Result<(), E>,
    ) -> Result<(), E> {
        let source = self.source;
        let from = (self.game, source);
        let room = source.room(places);
        for &top in &source.tops {
            for place in source.targets(places, room, top) {
                let mut moved = *places;
                moved[usize::from(top)] = place;
                let landing = self.of(top, false);
                arrivals(from, &landing, &moved, Move { card: top, pair: None }, &mut take)?;
            }
            if source.is_next(top) && source.is_bare(places, top) {
                let landing = self.of(top, true);
                arrivals(from, &landing, places, Move { card: top, pair: None }, &mut take)?;
            }
        }
        for &card in source.movable.iter().filter(|&&card| source.is_bare(places, card)) {
            let pair = source.pairs.of(card);
            if source.is_next(card) {
                let landing = self.of(card, true);
                let up = Move { card, pair: pair.map(|pair| (pair, false)) };
                arrivals(from, &landing, places, up, &mut take)?;
            }
            // With the pair exchanged it is the partner that lies here.
            if let Some(pair) = pair
                && source.is_next(partner(card))
            {
                let landing = self.of(partner(card), true);
                let up = Move { card: partner(card), pair: Some((pair, true)) };
                arrivals(from, &landing, places, up, &mut take)?;
            }
        }
        Ok(())
    }
}

/// The card that moves, and the pair whose coordinate has to have a value for it.
#[derive(Clone, Copy)]
struct Move {
    card: u8,
    pair: Option<(u8, bool)>,
}

/// A move of a class, for the vectors with given values of some coordinates.
pub struct Exit {
    /// Where it arrives, which is the same for all states of the source.
    pub landing: Rc<Landing>,
    /// The card that moved.
    pub card: u8,
    /// The class where it arrives.
    pub key: Key,
    /// What is added to the vectors to belong to that class.
    x: Vector,
    cuts: Vec<(u8, bool)>,
}

impl Exit {
    /// The vectors of a piece that make this move.
    pub fn leaving(&self, piece: &Piece) -> Option<Piece> {
        let mut cuts = self.cuts.iter();
        cuts.try_fold(piece.clone(), |piece, &(pair, value)| piece.cut(pair.into(), value))
    }

    /// The piece as it arrives.
    pub fn arriving(&self, piece: &Piece) -> Option<Piece> {
        let mut piece = self.leaving(piece)?.mapped(&self.landing.map);
        piece.offset ^= self.x;
        Some(piece)
    }

    /// A vector of the piece that arrives as `arrived`.
    pub fn source_of(&self, piece: &Piece, arrived: Vector) -> Option<Vector> {
        let wanted = arrived ^ self.x;
        let map = &self.landing.map;
        let kept = map.iter().flatten().fold(0, |kept, &pair| kept | 1 << pair);
        let mut kept_pairs = (0..).zip(map).filter_map(|(from, to)| Some((from, (*to)?)));
        let source = kept_pairs
            .try_fold(self.leaving(piece)?, |piece, (from, to): (usize, u8)| {
                piece.cut(from, wanted >> to & 1 == 1)
            })?;
        (wanted & !kept == 0).then_some(source.offset)
    }
}

/// Lands a move for each choice of what lies where in the pairs that safe moves part.
fn arrivals<E>(
    (game, source): (&Game, &Group),
    landing: &Rc<Landing>,
    places: &Places,
    made: Move,
    take: &mut impl FnMut(&Exit) -> Result<(), E>,
) -> Result<(), E> {
    for choice in 0..1_u32 << landing.parted.len() {
        let mut cuts: Vec<(u8, bool)> = made.pair.into_iter().collect();
        let parted = landing.parted.iter().enumerate();
        cuts.extend(parted.map(|(at, &pair)| (pair, choice >> at & 1 == 1)));
        let exchanged = cuts.iter().filter(|cut| cut.1).fold(0, |sum, cut| sum | 1 << cut.0);
        let mut places = *places;
        source.pairs.exchange(&mut places, exchanged);
        if !landing.group.is_movable(made.card) {
            places[usize::from(made.card)] = ELSEWHERE;
        }
        let (key, x) = landed(game, landing, places);
        take(&Exit { landing: landing.clone(), card: made.card, key, x, cuts })?;
    }
    Ok(())
}

/// The class of the arrival, once uncovered cards lie where they were dealt and safe ones are up.
fn landed(game: &Game, landing: &Landing, mut places: Places) -> (Key, Vector) {
    for &card in &landing.uncovered {
        places[usize::from(card)] = game.places[usize::from(card)];
    }
    for card in all().filter(|&card| has(landing.safe, card)) {
        places[usize::from(card)] = ELSEWHERE;
    }
    let group = &landing.group;
    // Corollary 2 says that no card is left hanging in the air. A proof rests on it.
    assert_eq!(group.fault(&places), None, "an arrival is a state of its group");
    let x = canonical(&places, &group.pairs, &mut Vec::new());
    group.pairs.exchange(&mut places, x);
    (group.key(&places), x)
}

/// The deal, carried through its safe moves: its group, class and vector.
pub fn deal(game: &Game) -> (Landing, Key, Vector) {
    let (group, safe) = carried(game, game.dealt).expect("the board's own fingerprint");
    let uncovered = group.movable.clone();
    let depth = game.depth(group.fingerprint);
    let landing = Landing { depth, group, safe, uncovered, parted: Vec::new(), map: Vec::new() };
    let (key, x) = landed(game, &landing, [ELSEWHERE; CARDS]);
    (landing, key, x)
}
