//! A group: all states of one fingerprint, and the way between its states and their keys.

use crate::arrival::Arrival;
use crate::bits::{gather, spread};
use crate::card::{CARDS, Card};
use crate::fingerprint::Fingerprint;
use crate::game::{Frame, Game};
use crate::gf2::Vector;
use crate::key::Key;
use crate::moves::{MoveContext, Moves};
use crate::planes::Planes;
use crate::rules::next_up;
use crate::state::State;

/// What all states of a group share.
#[derive(Clone, Debug)]
pub struct Group<'game> {
    game: &'game Game,
    fingerprint: Fingerprint,
    context: MoveContext,
    /// Planes of the loose cards under stuck ones.
    fixed: Planes,
    /// Number of movable cards.
    cards: u32,
    /// For each movable card, its place among them.
    slot: [u8; CARDS],
}

impl<'game> Group<'game> {
    /// Works out what its states share. The fingerprint has to be one of this game.
    pub fn new(game: &'game Game, fingerprint: Fingerprint) -> Group<'game> {
        let frame = game.frame(fingerprint);
        let fixed = fingerprint.loose() & !frame.movable;
        let dealt = game.dealt_planes();
        let rules = game.rules();
        let mut slot = [0; CARDS];
        for (place, card) in Card::in_plane(frame.movable).enumerate() {
            slot[card.index()] = place as u8;
        }
        Group {
            game,
            fingerprint,
            context: MoveContext {
                frame,
                loose: fingerprint.loose(),
                next: next_up(fingerprint.founded),
                safe: rules.safe_up(fingerprint.founded, game.prune()),
                freecells: rules.freecells.into(),
                columns: game.columns_for_loose(fingerprint.stuck),
                openers: rules.openers(),
                carriers: rules.carriers(frame.movable | frame.tops),
                rules,
            },
            fixed: Planes { a: dealt.a & fixed, b: dealt.b & fixed },
            cards: frame.movable.count_ones(),
            slot,
        }
    }

    /// The game that it is a group of.
    pub fn game(&self) -> &'game Game {
        self.game
    }

    /// The digits that all its states have.
    pub fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// The pairs among its movable cards.
    #[inline]
    pub fn pairs(&self) -> Vector {
        self.context.rules.pairs_in(self.context.frame.movable)
    }

    /// What the moves of all its states depend on.
    pub fn context(&self) -> &MoveContext {
        &self.context
    }

    /// Number of movable cards: half the bits of a key.
    pub fn cards(&self) -> u32 {
        self.cards
    }

    /// Whether keys of this type hold the states of the group.
    pub fn fits<K: Key>(&self) -> bool {
        self.cards <= K::CARDS_MAX
    }

    /// The state of a key.
    #[inline]
    pub fn state<K: Key>(&self, key: K) -> State {
        State { fingerprint: self.fingerprint, planes: self.planes(key) }
    }

    /// The planes of a key, those of the fixed cards included.
    #[inline]
    pub fn planes<K: Key>(&self, key: K) -> Planes {
        let Planes { a, b } = key.split(self.cards);
        let movable = self.context.frame.movable;
        Planes { a: spread(a, movable) | self.fixed.a, b: spread(b, movable) | self.fixed.b }
    }

    /// The key of planes.
    #[inline]
    pub fn key<K: Key>(&self, planes: Planes) -> K {
        key_in_frame(self.context.frame, planes)
    }

    /// Calls `neighbour` with the key of each state that a reversible move leads to, and `exit` with
    /// what every other move leads to, carried through its safe moves. The group is a live one.
    /// Nothing is allocated.
    #[inline]
    pub fn expand<K: Key>(
        &self,
        key: K,
        mut neighbour: impl FnMut(K),
        mut exit: impl FnMut(Arrival),
    ) {
        let planes = self.planes(key);
        let moves = self.context.moves(planes);
        self.neighbours(key, &moves, &mut neighbour);
        self.exits(planes, &moves, &mut exit);
    }

    /// The reversible half of [`Group::expand`].
    #[inline]
    pub fn neighbours<K: Key>(&self, key: K, moves: &Moves, mut neighbour: impl FnMut(K)) {
        moves.reversible.for_each(|card, place| {
            let slot = u32::from(self.slot[card.trailing_zeros() as usize]);
            let both = Planes { a: 1 << slot, b: 1 << slot };
            let put = Planes { a: u64::from(place.a()) << slot, b: u64::from(place.b()) << slot };
            neighbour(key.change(K::join(both, self.cards), K::join(put, self.cards)));
        });
    }

    /// The irreversible half of [`Group::expand`].
    #[inline]
    pub fn exits(&self, planes: Planes, moves: &Moves, mut exit: impl FnMut(Arrival)) {
        let state = State { fingerprint: self.fingerprint, planes };
        let here = Arrival { state, frame: self.context.frame };
        here.leave(self.game, moves, |_, _, arrival| exit(arrival.carried(self.game)));
    }
}

/// The key of planes in the group with this frame.
#[inline]
pub fn key_in_frame<K: Key>(frame: Frame, planes: Planes) -> K {
    let movable = frame.movable;
    let gathered = Planes { a: gather(planes.a, movable), b: gather(planes.b, movable) };
    K::join(gathered, movable.count_ones())
}
