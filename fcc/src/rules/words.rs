//! All words of the rules: what they say of sets of cards.
//!
//! Everything else asks here who may lie on whom, which cards are safe, which can change places, who may
//! open a column, how long a sequence may be and what is won. Nothing else names a colour or a king. The
//! questions of inner loops are answered for all cards at once, by shifts and masks on the order of
//! [`crate::card`]; the branch on how columns are built is the same for a whole game, and free.
//!
//! **Safe cards.** Built by alternate colours, a card X of rank *r* whose suit's foundation is at *r-1* is
//! *safe* when both foundations of the other colour are at *r-2* or more **and** the other foundation of
//! its own colour is at *r-3* or more. Whoever can win can win with X up, by the same moves without the
//! cards that are up already. Only a card that would be put on one of these needs another move. On X that
//! is a card Y of rank *r-1* and the other colour: its foundation is at *r-2*, and it goes up instead. On Y
//! it is the card of rank *r-2* in the other suit of X's colour: its foundation is at *r-3*, and it goes up
//! instead (before Y, if it moves with Y). What could go on that is up. All other moves stay legal: with
//! cards taken off the ends of columns, no fewer cells are free, no fewer columns empty, the same cards may
//! open them, and what is left of a sequence is one. So neither what fills columns nor how sequences move
//! makes a difference. Dropping the last condition is faster and unsound.
//!
//! Built by suit, every card that can go up is safe by the same argument: the one card that could be put
//! on it is up already. Which cards are safe depends on the foundations alone, so it is one word for a
//! whole group.
//!
//! **Won** is a position without stuck cards, by any of these rules: all cards lie as they could be put, so
//! nothing lies on a card of the lowest rank in play, since only lower cards could, and its foundation
//! takes it.

use super::{Build, Fill, Prune, Rules, Sequences};
use crate::card::{ALL_CARDS, CARDS, Card, KING, Suit};
use crate::fingerprint::Fingerprint;

/// Every low card of a rank and colour: bits 0 and 2 of each nibble.
pub(crate) const LOW: u64 = 0x5_5555_5555_5555;
/// Every high card.
pub(crate) const HIGH: u64 = LOW << 1;
/// The cards of ladder 0.
const LADDER_0: u64 = 0x3_3333_3333_3333;
const ACES: u64 = 0xf;
/// The lowest bit of each nibble.
const RANKS: u64 = 0x1_1111_1111_1111;
/// The kings, which lie on nothing.
pub(crate) const KINGS: u64 = 0xf << 48;

/// Moves each card to the other ladder of its nibble.
const fn swap_ladders(plane: u64) -> u64 {
    (plane & LADDER_0) << 2 | plane >> 2 & LADDER_0
}

/// Moves each card to its partner.
const fn swap_partners(plane: u64) -> u64 {
    (plane & LOW) << 1 | plane >> 1 & LOW
}

/// The cards that their foundations take next, at most one of each suit.
///
/// One rank up in the same suit is the next nibble, the other ladder, the same height.
pub const fn next_up(founded: u64) -> u64 {
    (swap_ladders(founded) << 4 | ACES) & !founded & ALL_CARDS
}

impl Fingerprint {
    /// Whether a group is won: from here every deal plays itself out.
    #[inline]
    pub const fn is_won(self) -> bool {
        self.stuck == 0
    }
}

impl Rules {
    /// Whether a card may be put on another.
    pub const fn goes_on(self, card: Card, parent: Card) -> bool {
        let fits = match self.build {
            Build::Alternate => card.is_red() != parent.is_red(),
            Build::Suit => card.suit() as u8 == parent.suit() as u8,
            Build::Rank => true,
        };
        fits && parent.rank() == card.rank() + 1
    }

    /// Whether a card that lies on another moves along with it, in a sequence.
    pub const fn moves_with(self, card: Card, parent: Card) -> bool {
        match self.sequences {
            Sequences::Limited | Sequences::Unlimited => self.goes_on(card, parent),
            Sequences::Runs => card.is_next_below(parent),
        }
    }

    /// How many cards go to a foundation together: one, or a whole suit.
    pub const fn cards_up_at_once(self) -> usize {
        match self.sequences {
            Sequences::Limited | Sequences::Unlimited => 1,
            Sequences::Runs => KING as usize,
        }
    }

    /// The parent of a card that is low, or high, if it has one.
    pub fn parent(self, card: Card, high: bool) -> Option<Card> {
        let suit = match self.build {
            Build::Alternate => Some(Suit::of(!card.is_red(), high)),
            Build::Suit | Build::Rank => Some(card.suit()).filter(|suit| suit.is_high() == high),
        };
        suit.filter(|_| card.rank() < KING).map(|suit| Card::new(card.rank() + 1, suit))
    }

    /// The parents of the cards of `on_low` (all lying on their low parents) and of `on_high`.
    #[inline(always)]
    pub const fn parents_of(self, on_low: u64, on_high: u64) -> u64 {
        match self.build {
            Build::Alternate => {
                ((on_low | on_low >> 1) & LOW | (on_high | on_high << 1) & HIGH) << 4
            }
            Build::Suit | Build::Rank => swap_ladders(on_low | on_high) << 4,
        }
    }

    /// The cards whose low parent is in `parents`.
    #[inline(always)]
    pub const fn children_of_low(self, parents: u64) -> u64 {
        let low = (parents & LOW) >> 4;
        match self.build {
            Build::Alternate => low | low << 1,
            Build::Suit | Build::Rank => swap_ladders(low),
        }
    }

    /// The cards whose high parent is in `parents`.
    #[inline(always)]
    pub const fn children_of_high(self, parents: u64) -> u64 {
        let high = (parents & HIGH) >> 4;
        match self.build {
            Build::Alternate => high | high >> 1,
            Build::Suit | Build::Rank => swap_ladders(high),
        }
    }

    /// Whether each card of `on_low` has a low parent and each of `on_high` a high one: built by suit, a
    /// card has only one of the two.
    pub const fn names_parents(self, on_low: u64, on_high: u64) -> bool {
        on_low & !self.children_of_low(ALL_CARDS) == 0
            && on_high & !self.children_of_high(ALL_CARDS) == 0
    }

    /// The cards that could lie on one of `parents`.
    #[inline(always)]
    pub const fn children_of(self, parents: u64) -> u64 {
        self.children_of_low(parents) | self.children_of_high(parents)
    }

    /// Those of the next cards that go up at once under `prune`.
    #[inline(always)]
    pub const fn safe_up(self, founded: u64, prune: Prune) -> u64 {
        match (prune, self.build) {
            (Prune::None, _) => 0,
            (Prune::Safe, Build::Suit) => next_up(founded),
            (Prune::Safe, Build::Rank) => {
                // Two ranks down, all four cards.
                let four = founded & founded >> 1 & founded >> 2 & founded >> 3 & RANKS;
                next_up(founded) & ((four * 0xf) << 8 | 0xff)
            }
            (Prune::Safe, Build::Alternate) => {
                // Two ranks down in the other colour: two nibbles down, the other ladder, both cards.
                let both = founded & founded >> 1 & LOW;
                let other_colour = swap_ladders(both | both << 1) << 8 | 0xff;
                // Three ranks down in the partner suit: three nibbles, the other ladder, the partner.
                let own_colour = swap_partners(swap_ladders(founded)) << 12 | 0xfff;
                next_up(founded) & other_colour & own_colour
            }
        }
    }

    /// Whether a card that a foundation takes goes up without losing a way to win, by the ranks of the
    /// foundations, the higher and the lower of each suit ([`Rules::safe_up`] is the same for all cards of one
    /// deck at once).
    ///
    /// If the lowest foundation of a suit is at *k-1* or more, every card of rank *k* and that suit which is in
    /// play can go up whenever it is free. So it has to be for the own suit (else a twin that goes up where the
    /// card did would find its foundation taken), and for those that could be put on the card, or on
    /// these. Where whole suits go up nothing is safe: cards of other suits may still need them as parents.
    pub fn is_safe_up(self, card: Card, foundations: [[u8; 4]; 2]) -> bool {
        let rank = card.rank();
        let lowest = |suit: Suit| {
            let decks = &foundations[..usize::from(self.decks)];
            decks.iter().map(|ranks| ranks[suit.index()]).min().expect("a deck")
        };
        let reaches = |suit: Suit, below: u8| lowest(suit) + below >= rank;
        let others = || Suit::ALL.into_iter().filter(|&suit| suit != card.suit());
        if self.cards_up_at_once() > 1 || !reaches(card.suit(), 1) {
            return false;
        }
        match self.build {
            Build::Suit => true,
            Build::Rank => others().all(|suit| reaches(suit, 2)),
            Build::Alternate => others()
                .all(|suit| reaches(suit, if suit.is_red() == card.is_red() { 3 } else { 2 })),
        }
    }

    /// The pairs among a set of movable cards: those that can change places without anybody noticing
    /// before the foundations do.
    #[inline(always)]
    pub const fn pairs_in(self, movable: u64) -> u64 {
        match self.build {
            Build::Alternate => movable & movable >> 1 & LOW,
            Build::Suit | Build::Rank => 0,
        }
    }

    /// The cards that may be put into an empty column.
    #[inline(always)]
    pub const fn openers(self) -> u64 {
        match self.fill {
            Fill::Any => ALL_CARDS,
            Fill::Kings => KINGS,
            Fill::Nothing => 0,
        }
    }

    /// Those of the cards that may move with what lies on them.
    #[inline(always)]
    pub const fn carriers(self, cards: u64) -> u64 {
        match self.sequences {
            Sequences::Limited => 0,
            Sequences::Unlimited | Sequences::Runs => cards,
        }
    }

    /// The cards of a sequence that can be moved onto a parent card by card, with so many cells and columns
    /// empty: columns help where any card may go there.
    #[inline(always)]
    pub const fn sequence_max(self, cells: u32, columns: u32) -> u32 {
        match self.sequences {
            Sequences::Unlimited | Sequences::Runs => u32::MAX,
            Sequences::Limited => (cells + 1) << self.columns_for_any(columns),
        }
    }

    /// Those of so many empty columns that any card may go to for a while.
    #[inline(always)]
    pub const fn columns_for_any(self, columns: u32) -> u32 {
        match self.fill {
            Fill::Any => columns,
            Fill::Kings | Fill::Nothing => 0,
        }
    }

    /// Whether a card that lies on its parent stays there until it goes up: it has no other parent, there is
    /// no cell, it may not open a column, and it does not move along with others. See
    /// [`crate::solve::no_cells`].
    #[inline(always)]
    pub const fn keeps_seats(self) -> bool {
        self.freecells == 0
            && matches!(self.build, Build::Suit)
            && !matches!(self.fill, Fill::Any)
            && matches!(self.sequences, Sequences::Limited)
    }

    /// Whether a card of a cell goes onto a parent without losing a way to win, if whole sequences go to
    /// cells again: see [`crate::solve::kinds`].
    #[inline(always)]
    pub const fn seats_lose_nothing(self) -> bool {
        matches!(self.build, Build::Suit)
    }

    /// The same for a sequence that goes to an empty column, which does not help then; 0 without one.
    #[inline(always)]
    pub const fn sequence_max_to_empty(self, cells: u32, columns: u32) -> u32 {
        if columns == 0 { 0 } else { self.sequence_max(cells, columns - 1) }
    }
}

const _: () = assert!(LOW | HIGH == ALL_CARDS && LADDER_0 | LADDER_0 << 2 == ALL_CARDS);
const _: () = assert!(CARDS == 52 && LOW == crate::gf2::COORDINATES);

#[cfg(test)]
mod tests {
    use super::*;

    const BUILDS: [Rules; 2] = [Rules::USUAL, Rules { build: Build::Suit, ..Rules::USUAL }];

    fn founded(ranks: [u8; 4]) -> u64 {
        Suit::ALL
            .into_iter()
            .flat_map(|suit| (1..=ranks[suit.index()]).map(move |rank| Card::new(rank, suit).bit()))
            .sum()
    }

    /// The rule as the essay has it, on ranks.
    fn is_safe(card: Card, ranks: [u8; 4]) -> bool {
        let at_least = |suit: Suit, rank: i8| ranks[suit.index()] as i8 >= rank;
        let rank = card.rank() as i8;
        Suit::ALL.into_iter().all(|suit| {
            if suit.is_red() != card.is_red() {
                at_least(suit, rank - 2)
            } else {
                suit == card.suit() || at_least(suit, rank - 3)
            }
        })
    }

    #[test]
    fn words_agree_with_the_rule_for_all_28561_foundations() {
        for code in 0..14u32.pow(4) {
            let ranks = [0, 1, 2, 3].map(|i| (code / 14u32.pow(i) % 14) as u8);
            let mut next = 0;
            let mut safe = 0;
            for suit in Suit::ALL {
                if ranks[suit.index()] < KING {
                    let card = Card::new(ranks[suit.index()] + 1, suit);
                    next |= card.bit();
                    safe |= if is_safe(card, ranks) { card.bit() } else { 0 };
                }
            }
            assert_eq!(next_up(founded(ranks)), next, "{ranks:?}");
            assert_eq!(Rules::USUAL.safe_up(founded(ranks), Prune::Safe), safe, "{ranks:?}");
            assert_eq!(Rules::USUAL.safe_up(founded(ranks), Prune::None), 0);
        }
    }

    #[test]
    fn parents_and_children_follow_the_rule_of_the_cards() {
        for rules in BUILDS {
            for (card, parent) in
                Card::all().flat_map(|card| Card::all().map(move |parent| (card, parent)))
            {
                let goes_on = rules.goes_on(card, parent);
                let low = goes_on && !parent.suit().is_high();
                let high = goes_on && parent.suit().is_high();
                assert_eq!(rules.children_of_low(parent.bit()) & card.bit() != 0, low);
                assert_eq!(rules.children_of_high(parent.bit()) & card.bit() != 0, high);
                let is_it = [false, true].map(|high| rules.parent(card, high) == Some(parent));
                assert_eq!(is_it, [low, high]);
                if goes_on {
                    let on = |on: bool| if on { card.bit() } else { 0 };
                    assert_eq!(rules.parents_of(on(low), on(high)), parent.bit());
                    assert!(rules.names_parents(on(low), on(high)));
                    let has_both = rules.build == Build::Alternate;
                    assert_eq!(rules.names_parents(on(high), on(low)), has_both);
                }
            }
        }
    }

    #[test]
    fn built_by_suit_whatever_can_go_up_is_safe_and_nothing_is_a_pair() {
        let rules = BUILDS[1];
        for ranks in [[0, 0, 0, 0], [1, 5, 0, 13], [12, 13, 3, 7]] {
            assert_eq!(rules.safe_up(founded(ranks), Prune::Safe), next_up(founded(ranks)));
        }
        assert_eq!(rules.pairs_in(ALL_CARDS), 0);
    }

    #[test]
    fn sequences_need_cells_and_columns() {
        let usual = Rules::USUAL;
        assert_eq!((usual.sequence_max(4, 0), usual.sequence_max(1, 2)), (5, 8));
        assert_eq!((usual.sequence_max_to_empty(1, 2), usual.sequence_max_to_empty(4, 0)), (4, 0));
        let kings = Rules { fill: Fill::Kings, ..usual };
        assert_eq!((kings.sequence_max(1, 2), kings.openers().count_ones()), (2, 4));
        let as_one = Rules { sequences: Sequences::Unlimited, ..usual };
        assert_eq!((as_one.sequence_max(0, 0), as_one.sequence_max_to_empty(0, 0)), (u32::MAX, 0));
    }
}
