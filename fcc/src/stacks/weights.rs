//! What makes a state promising: a sum of weighted counts, the lower the better.
//!
//! Most counts are sums over columns of what each column knows of itself ([`super::columns::Node`]), so a state is
//! weighed in a few additions for each column. None of this decides a verdict: weights only say which state is
//! expanded first.

use super::columns::{ColumnId, Columns};
use super::position::Position;
use crate::card::{Card, KING, Suit};
use crate::rules::Rules;

/// The weight of each count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// A card that is not in a foundation.
    pub in_play: i32,
    /// A card that lies over the next card of a foundation.
    pub buried: i32,
    /// A card that lies over the card after that.
    pub buried_later: i32,
    /// A column whose last card finds no last card of the rank above it.
    pub held: i32,
    /// A card over a lower one of its suit.
    pub blocking: i32,
    /// A card over any lower one.
    pub over_lower: i32,
    /// A card that lies on one which could not take it.
    pub unseated: i32,
    /// A card that does not lie on the next one of its suit.
    pub unsuited: i32,
    /// A card in a cell.
    pub in_cell: i32,
    /// An empty column; negative, if it is worth something.
    pub empty: i32,
    /// A move from the deal.
    pub depth: i32,
}

/// The way to one of the weights.
pub type WeightOf = fn(&mut Weights) -> &mut i32;

impl Weights {
    /// All weights by their names.
    pub const NAMES: [(&'static str, WeightOf); 11] = [
        ("play", |weights| &mut weights.in_play),
        ("buried", |weights| &mut weights.buried),
        ("later", |weights| &mut weights.buried_later),
        ("held", |weights| &mut weights.held),
        ("blocking", |weights| &mut weights.blocking),
        ("lower", |weights| &mut weights.over_lower),
        ("unseated", |weights| &mut weights.unseated),
        ("unsuited", |weights| &mut weights.unsuited),
        ("cell", |weights| &mut weights.in_cell),
        ("empty", |weights| &mut weights.empty),
        ("depth", |weights| &mut weights.depth),
    ];

    /// Weighs a state at a depth.
    pub fn weigh(&self, position: &Position, depth: u32, columns: &Columns, rules: Rules) -> i32 {
        let mut sum = self.depth * depth as i32;
        let up = position.cards_up() as i32;
        let (mut in_columns, mut empty) = (0, 0);
        for &column in &position.columns[..usize::from(rules.columns)] {
            let node = columns.node(column);
            if node.len == 0 {
                empty += 1;
                continue;
            }
            let links = i32::from(node.len) - 1;
            in_columns += i32::from(node.len);
            sum += self.blocking * i32::from(node.blocking)
                + self.over_lower * i32::from(node.over_lower)
                + self.unseated * (links - i32::from(node.seated))
                + self.unsuited * (links - i32::from(node.suited));
        }
        let in_play = 52 * i32::from(rules.decks) - up;
        sum += self.in_play * in_play + self.empty * empty + self.in_cell * (in_play - in_columns);
        if self.buried != 0 {
            sum += self.buried * buried(1, position, columns, rules) as i32;
        }
        if self.buried_later != 0 {
            sum += self.buried_later * buried(2, position, columns, rules) as i32;
        }
        if self.held != 0 {
            sum += self.held * held(position, columns, rules) as i32;
        }
        sum
    }
}

/// Columns whose last card finds no last card of the rank above it.
fn held(position: &Position, columns: &Columns, rules: Rules) -> u32 {
    let mut ranks = [0; KING as usize + 2];
    for &column in &position.columns[..usize::from(rules.columns)] {
        if let Some(card) = columns.node(column).top() {
            ranks[usize::from(card.rank())] += 1;
        }
    }
    let has_no_parent = |two: &&[u32]| two[1] == 0;
    ranks.windows(2).filter(has_no_parent).map(|two| two[0]).sum()
}

/// Cards over the cards that the foundations take so many cards from now.
fn buried(ahead: u8, position: &Position, columns: &Columns, rules: Rules) -> usize {
    let mut sum = 0;
    for suit in Suit::ALL {
        let mut before = None;
        for ranks in &position.foundations[..usize::from(rules.decks)] {
            let rank = ranks[suit.index()];
            if rank + ahead <= KING && before != Some(rank) {
                sum += over(Card::new(rank + ahead, suit), position, columns, rules);
            }
            before = Some(rank);
        }
    }
    sum
}

/// Cards over the card that lies highest of a kind.
fn over(card: Card, position: &Position, columns: &Columns, rules: Rules) -> usize {
    let holds = |column: &&ColumnId| columns.node(**column).cards & card.bit() != 0;
    let all = &position.columns[..usize::from(rules.columns)];
    let height = |&column: &ColumnId| {
        let mut node = columns.node(column);
        let mut over = 0;
        while node.top() != Some(card) {
            node = columns.node(node.below);
            over += 1;
        }
        over
    };
    all.iter().filter(holds).map(height).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_deal_is_weighed_by_what_lies_over_its_aces() {
        let board = Board::deal(1, 4).expect("a deal");
        let mut columns = Columns::new(board.rules());
        let position = Position::of(&board, &mut columns);
        let weigh = |weights: Weights| weights.weigh(&position, 3, &columns, board.rules());
        // AC and AS have two and three cards on them, AD four, AH three.
        assert_eq!(weigh(Weights { buried: 1, ..Weights::default() }), 12);
        assert_eq!(weigh(Weights { in_play: 2, depth: 5, ..Weights::default() }), 119);
        assert_eq!(weigh(Weights { empty: -4, in_cell: 9, ..Weights::default() }), 0);
    }
}
