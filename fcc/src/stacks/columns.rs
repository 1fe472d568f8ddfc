//! Columns, each kept once.
//!
//! A column is a card on another column; number 0 is the empty one. The cards below are shared by all columns
//! that begin alike, so a column takes one node whatever its length, and a card is taken off by looking at the
//! node. Putting a card on is a probe of a hash table of (column, card). Numbers are never given up while a
//! board is searched, so two columns are equal exactly when their numbers are.
//!
//! Beside its card a node holds what moves and weights ask of the column. Each of these follows from the
//! node below and the one card, so it costs a few operations when a column is first met, and nothing later.

use crate::card::Card;
use crate::rules::Rules;

/// The number of a column.
pub type ColumnId = u32;
/// The column without a card.
pub const EMPTY: ColumnId = 0;

/// A column: its last card, and what is known of all of it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The cards that it has, of either deck.
    pub cards: u64,
    /// The column without its last card.
    pub below: ColumnId,
    /// Its last card. Meaningless in the empty column.
    card: u8,
    /// How many cards it has.
    pub len: u8,
    /// How many cards at its end move together.
    pub run: u8,
    /// Cards that lie on one which could take them.
    pub seated: u8,
    /// Cards that lie on the next card of their own suit.
    pub suited: u8,
    /// Cards over a lower one of their suit, which have to leave before it goes up.
    pub blocking: u8,
    /// Cards over any lower one.
    pub over_lower: u8,
    /// The lowest rank in it; above all ranks in the empty one.
    lowest: u8,
}

impl Node {
    const EMPTY: Node = Node {
        cards: 0,
        below: EMPTY,
        card: 0,
        len: 0,
        run: 0,
        seated: 0,
        suited: 0,
        blocking: 0,
        over_lower: 0,
        lowest: u8::MAX,
    };

    /// Its last card, if it has one.
    pub fn top(&self) -> Option<Card> {
        (self.len > 0).then(|| Card::from_index(usize::from(self.card)))
    }

    /// The column with one card more.
    fn with(&self, id: ColumnId, card: Card, rules: Rules, lower_of_suit: u64) -> Node {
        let is_over = |is_so: bool| u8::from(is_so);
        let on = |fits: fn(Rules, Card, Card) -> bool| {
            is_over(self.top().is_some_and(|parent| fits(rules, card, parent)))
        };
        let seated = on(Rules::goes_on);
        Node {
            cards: self.cards | card.bit(),
            below: id,
            card: card.index() as u8,
            len: self.len + 1,
            run: on(Rules::moves_with) * self.run + 1,
            seated: self.seated + seated,
            suited: self.suited + on(|_, card, parent| card.is_next_below(parent)),
            blocking: self.blocking + is_over(self.cards & lower_of_suit != 0),
            over_lower: self.over_lower + is_over(self.lowest < card.rank()),
            lowest: self.lowest.min(card.rank()),
        }
    }
}

/// The collection of columns of one board.
pub struct Columns {
    rules: Rules,
    /// For each card those of lower rank in its suit.
    lower_of_suit: [u64; 52],
    nodes: Vec<Node>,
    /// Numbers of nodes by their hash; 0 is a free slot.
    slots: Vec<ColumnId>,
}

/// Slots of a new table.
const SLOTS_MIN: usize = 1 << 10;

impl Columns {
    /// A collection that knows the empty column.
    pub fn new(rules: Rules) -> Columns {
        let lower = |card: Card| {
            let below = (1..card.rank()).map(|rank| Card::new(rank, card.suit()).bit());
            below.fold(0, |all, bit| all | bit)
        };
        Columns {
            rules,
            lower_of_suit: std::array::from_fn(|index| lower(Card::from_index(index))),
            nodes: vec![Node::EMPTY],
            slots: vec![0; SLOTS_MIN],
        }
    }

    /// Forgets all columns but the empty one, and keeps the room.
    pub fn reset(&mut self, rules: Rules) {
        self.rules = rules;
        self.nodes.truncate(1);
        self.slots.fill(0);
    }

    /// How many columns are known.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether only the empty column is known.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.slots.capacity() * size_of::<ColumnId>()
    }

    /// What is known of a column.
    #[inline]
    pub fn node(&self, column: ColumnId) -> &Node {
        &self.nodes[column as usize]
    }

    /// The card at this height from the end, 1 being the last.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn card_from_end(&self, column: ColumnId, height: usize) -> Card {
        self.node(self.without(column, height - 1)).top().expect("so many cards")
    }

    /// The column without so many cards of its end.
    pub fn without(&self, column: ColumnId, cards: usize) -> ColumnId {
        (0..cards).fold(column, |column, _| self.node(column).below)
    }

    /// The column with a card put on.
    pub fn with(&mut self, column: ColumnId, card: Card) -> ColumnId {
        let mask = self.slots.len() - 1;
        let mut slot = hash(column, card) as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                break;
            }
            let node = self.node(found);
            if node.below == column && usize::from(node.card) == card.index() {
                return found;
            }
            slot = (slot + 1) & mask;
        }
        let lower = self.lower_of_suit[card.index()];
        let id = ColumnId::try_from(self.nodes.len()).expect("fewer columns than fit in memory");
        self.nodes.push(self.node(column).with(column, card, self.rules, lower));
        self.slots[slot] = id;
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    /// The target with so many cards of the source's end put on, in their order.
    pub fn carried(&mut self, source: ColumnId, target: ColumnId, cards: usize) -> ColumnId {
        let mut held = [0u8; 128];
        let mut column = source;
        for card in &mut held[..cards] {
            let node = self.node(column);
            (*card, column) = (node.card, node.below);
        }
        let held = held[..cards].iter().rev();
        held.fold(target, |column, &card| self.with(column, Card::from_index(card.into())))
    }

    /// The column of these cards, the bottom first.
    pub fn of(&mut self, cards: &[Card]) -> ColumnId {
        cards.iter().fold(EMPTY, |column, &card| self.with(column, card))
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for (id, node) in self.nodes.iter().enumerate().skip(1) {
            let mut slot = hash(node.below, Card::from_index(node.card.into())) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = id as ColumnId;
        }
    }
}

#[inline]
fn hash(column: ColumnId, card: Card) -> u64 {
    let mixed = (u64::from(column) << 6 | card.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(names: &str) -> Vec<Card> {
        let named = |name: &str| Card::all().find(|card| card.to_string() == name).expect("a card");
        names.split_whitespace().map(named).collect()
    }

    #[test]
    fn equal_columns_are_equal_numbers_and_share_what_is_below() {
        let mut columns = Columns::new(Rules::USUAL);
        let one = columns.of(&cards("KS QH JC"));
        let other = columns.of(&cards("KS QH JS"));
        assert_ne!(one, other);
        assert_eq!(columns.of(&cards("KS QH JC")), one);
        assert_eq!(columns.without(one, 1), columns.without(other, 1));
        assert_eq!(columns.without(one, 3), EMPTY);
        // The empty one, KS, KS QH and the two.
        assert_eq!(columns.len(), 5);
        let moved = columns.carried(one, EMPTY, 2);
        assert_eq!(moved, columns.of(&cards("QH JC")));
        assert_eq!(columns.card_from_end(one, 3), cards("KS")[0]);
    }

    #[test]
    fn a_column_knows_its_sequence_and_its_disorder() {
        let mut columns = Columns::new(Rules::USUAL);
        let column = columns.of(&cards("2H KS QH JC 9H 8H"));
        let node = *columns.node(column);
        assert_eq!((node.len, node.run, node.seated, node.suited), (6, 1, 2, 1));
        // QH, 9H and 8H lie over 2H.
        assert_eq!((node.blocking, node.over_lower), (3, 5));
        let below = columns.without(column, 2);
        assert_eq!(columns.node(below).run, 3);
    }

    #[test]
    fn many_columns_stay_apart_when_the_table_grows() {
        let mut columns = Columns::new(Rules::USUAL);
        let mut ids = Vec::new();
        for first in Card::all() {
            for second in Card::all().filter(|&card| card != first) {
                ids.push((columns.of(&[first, second]), first, second));
            }
        }
        for (id, first, second) in ids {
            assert_eq!(columns.of(&[first, second]), id);
            assert_eq!(columns.card_from_end(id, 2), first);
        }
        assert_eq!(columns.len(), 1 + 52 + 52 * 51);
        columns.reset(Rules::USUAL);
        assert!(columns.is_empty());
    }
}
