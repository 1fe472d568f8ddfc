//! A game: a deal as the search sees it, with its rules and its prune.
//!
//! A card is dealt **stuck** where it could not be put back: on a card that is no parent of it, or at the
//! bottom of a column that it may not open. It is stuck until it moves, and never again.
//!
//! Everything that follows from the deal alone is worked out here once. The point of it: nothing
//! under a stuck card has moved, so when a stuck card leaves, what comes to light is known
//! beforehand, whatever the state: the stuck card next below it becomes the top of the fixed part
//! of its column, and the loose cards between the two become free.

use crate::board::Board;
use crate::card::{CARDS, Card, Suit};
use crate::fingerprint::Fingerprint;
use crate::planes::{Place, Planes};
use crate::rules::{Prune, Rules, next_up};
use crate::state::{BrokenClause, State};

/// A deal, the rules it is played by, and which foundation moves are made at once.
#[derive(Clone, Debug)]
pub struct Game {
    deal: Board,
    prune: Prune,
    start: State,
    /// The cards dealt at the bottoms of columns.
    bottoms: u64,
    /// For each card, the cards dealt under it in its column.
    under: [u64; CARDS],
    /// For each card, the cards dealt above it in its column.
    above: [u64; CARDS],
    /// For each dealt-stuck card, the next one below it in its column, as a plane; 0 if none.
    stuck_below: [u64; CARDS],
    /// For each dealt-stuck card, the loose cards between it and `stuck_below`.
    freed: [u64; CARDS],
}

/// What the stuck cards leave free: the part of a group that follows from its stuck cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The highest stuck card of each column.
    pub tops: u64,
    /// Loose cards that no stuck card covers.
    pub movable: u64,
}

impl Game {
    /// Works out all that follows from the deal. Its safe moves are not made.
    ///
    /// # Panics
    /// When the planes do not hold its rules: whoever takes boards from outside asks [`Rules::on_planes`] before.
    pub fn new(deal: Board, prune: Prune) -> Game {
        assert!(deal.is_on_planes(), "no game of the planes: {}", deal.rules());
        let mut game = Game {
            start: start_of(&deal),
            bottoms: deal
                .columns()
                .iter()
                .filter_map(|column| column.first())
                .fold(0, |all, card| all | card.bit()),
            deal,
            prune,
            under: [0; CARDS],
            above: [0; CARDS],
            stuck_below: [0; CARDS],
            freed: [0; CARDS],
        };
        let stuck = game.start.fingerprint.stuck;
        for column in game.deal.columns() {
            let (mut under, mut last_stuck, mut loose_since) = (0, 0, 0);
            for card in column {
                game.under[card.index()] = under;
                under |= card.bit();
                if stuck & card.bit() == 0 {
                    loose_since |= card.bit();
                } else {
                    game.stuck_below[card.index()] = last_stuck;
                    game.freed[card.index()] = loose_since;
                    (last_stuck, loose_since) = (card.bit(), 0);
                }
            }
        }
        for column in game.deal.columns() {
            let mut above = 0;
            for card in column.iter().rev() {
                game.above[card.index()] = above;
                above |= card.bit();
            }
        }
        debug_assert_eq!(game.check(game.start), Ok(()));
        game
    }

    /// Whether a card was dealt right on another.
    pub(crate) fn is_dealt_on(&self, card: Card, on: Card) -> bool {
        self.under[card.index()] == self.under[on.index()] | on.bit()
    }

    /// The board that it begins with, before any safe move.
    pub fn deal(&self) -> &Board {
        &self.deal
    }

    /// The rules that the deal carries.
    pub fn rules(&self) -> Rules {
        self.deal.rules()
    }

    /// Tells which moves to the foundations are made at once.
    pub fn prune(&self) -> Prune {
        self.prune
    }

    /// The deal as a state, before any safe move.
    pub fn start(&self) -> State {
        self.start
    }

    /// Columns that loose cards may be the bottoms of: those without a stuck card at their bottom. A column
    /// in use has a card at its bottom, and loose ones are told by their places.
    #[inline]
    pub fn columns_for_loose(&self, stuck: u64) -> u32 {
        u32::from(self.rules().columns) - (stuck & self.bottoms).count_ones()
    }

    /// The cards dealt at the bottoms of columns.
    #[inline(always)]
    pub(crate) fn dealt_bottoms(&self) -> u64 {
        self.bottoms
    }

    /// Digit sum of a fingerprint less that of the deal.
    #[inline]
    pub fn depth(&self, fingerprint: Fingerprint) -> u32 {
        fingerprint.digit_sum() - self.start.fingerprint.digit_sum()
    }

    /// The cards dealt where they could not be put back.
    pub fn dealt_stuck(&self) -> u64 {
        self.start.fingerprint.stuck
    }

    /// The planes of the deal.
    pub fn dealt_planes(&self) -> Planes {
        self.start.planes
    }

    /// Tops and movable cards of a fingerprint, from nothing; [`Game::unstick`] is the quick way
    /// from one stuck card more.
    pub fn frame(&self, fingerprint: Fingerprint) -> Frame {
        let Fingerprint { stuck, .. } = fingerprint;
        let buried =
            Card::in_plane(stuck).fold(0, |buried, card| buried | self.under[card.index()]);
        Frame { tops: stuck & !buried, movable: fingerprint.loose() & !buried }
    }

    /// The dealt-stuck cards at and under `tops`: what `stuck` must be for these tops.
    pub fn stuck_at_and_under(&self, tops: u64) -> u64 {
        let under = Card::in_plane(tops).fold(0, |under, card| under | self.under[card.index()]);
        tops | under & self.dealt_stuck()
    }

    /// The cards dealt above the card with this index in its column.
    #[inline(always)]
    pub(crate) fn dealt_above(&self, index: usize) -> u64 {
        self.above[index]
    }

    /// The frame after the top stuck `card` (a plane of one) has left its place. The card itself
    /// is not among the movable ones yet: where it went is the caller's business.
    #[inline]
    pub fn unstick(&self, frame: Frame, card: u64) -> Frame {
        debug_assert!(card.is_power_of_two() && frame.tops & card != 0);
        let index = card.trailing_zeros() as usize;
        Frame {
            tops: frame.tops & !card | self.stuck_below[index],
            movable: frame.movable | self.freed[index],
        }
    }

    /// Whether a set of cards can be what lies in the foundations: no card without those below it.
    pub fn is_foundation(&self, founded: u64) -> bool {
        let mut built = 0;
        loop {
            let next = next_up(built) & founded;
            if next == 0 {
                return built == founded;
            }
            built |= next;
        }
    }

    /// Names the first clause of the invariant of states that does not hold.
    pub fn check(&self, state: State) -> Result<(), BrokenClause> {
        let Fingerprint { stuck, founded } = state.fingerprint;
        let frame = self.frame(state.fingerprint);
        let loose = state.fingerprint.loose();
        let fixed = loose & !frame.movable;
        let planes = state.planes;
        let (on_low, on_high) = (planes.on_low(), planes.on_high());
        let tableau = frame.movable & !state.cells() | frame.tops;
        let holds = |holds: bool, clause| if holds { Ok(()) } else { Err(clause) };

        holds(stuck & founded == 0, BrokenClause::StuckAndFounded)?;
        holds(self.is_foundation(founded), BrokenClause::FoundationHasGaps)?;
        holds(stuck & !self.dealt_stuck() == 0, BrokenClause::StuckWasDealtLoose)?;
        holds(stuck == self.stuck_at_and_under(frame.tops), BrokenClause::StuckHasGaps)?;
        holds((planes.a | planes.b) & !loose == 0, BrokenClause::PlaceOfCardNotLoose)?;
        let dealt = self.dealt_planes();
        holds(
            (planes.a ^ dealt.a) & fixed == 0 && (planes.b ^ dealt.b) & fixed == 0,
            BrokenClause::BuriedCardMoved,
        )?;
        let rules = self.rules();
        holds(state.bottoms() & !rules.openers() == 0, BrokenClause::BottomMayNotOpen)?;
        holds(rules.names_parents(on_low, on_high), BrokenClause::NoSuchParent)?;
        let parents = rules.parents_of(on_low & frame.movable, on_high & frame.movable);
        holds(parents & !tableau == 0, BrokenClause::ParentNotInReach)?;
        for parent in Card::in_plane(parents) {
            let children_on = rules.children_of_low(parent.bit()) & on_low
                | rules.children_of_high(parent.bit()) & on_high;
            holds(children_on.count_ones() <= 1, BrokenClause::TwoCardsOnOneParent)?;
        }
        holds(
            state.cells().count_ones() <= u32::from(rules.freecells),
            BrokenClause::TooManyCells,
        )?;
        let columns = self.columns_for_loose(stuck);
        holds(state.bottoms().count_ones() <= columns, BrokenClause::TooManyColumns)
    }
}

/// The dealt position as digits and planes.
fn start_of(deal: &Board) -> State {
    let rules = deal.rules();
    let mut state =
        State { fingerprint: Fingerprint { stuck: 0, founded: 0 }, planes: Planes::default() };
    for suit in Suit::ALL {
        for rank in 1..=deal.foundations()[suit.index()] {
            state.fingerprint.founded |= Card::new(rank, suit).bit();
        }
    }
    for column in deal.columns() {
        for (index, &card) in column.iter().enumerate() {
            match index.checked_sub(1).map(|below| column[below]) {
                None if rules.openers() & card.bit() != 0 => state.put(card.bit(), Place::Bottom),
                Some(below) if rules.goes_on(card, below) => {
                    state.put(card.bit(), Place::on(below))
                }
                // It could not be put back there.
                _ => state.fingerprint.stuck |= card.bit(),
            }
        }
    }
    state
}
