//! A position: where the cards of one or two decks lie between two moves.
//!
//! The representation is the plainest one that can be read against the rules: columns are lists
//! with the movable card last, cells hold a card or nothing, a foundation is the rank of its
//! highest card. With two decks a suit has two foundations, which nothing tells apart but their
//! heights: the higher one is always the first. Speed does not matter here; being obviously right does.
//!
//! A position knows the rules that it is played by.
//!
//! Invariant: every card lies in as many places as there are decks, there are 1 to 18 columns and at
//! most 12 cells, as many as the rules say. [`Position::broken_invariant`] names the clause that broke; the replay asserts it
//! after every move, since a verdict rests on it.
//!
//! A position is written as board text that [`crate::board::read_board`] reads back unchanged.

use std::fmt;

use crate::card::{CARDS, Card, RANK_MAX, Suit, rank_name};
use crate::moves::Place;
use crate::rules::Rules;

/// The most columns a board may have.
pub const COLUMNS_MAX: usize = 18;
/// The most cells a board may have: as many as the notation has letters.
pub const FREECELLS_MAX: usize = 12;
/// The most decks a board may have.
pub const DECKS_MAX: usize = 2;
/// Cells of a game that does not say otherwise.
pub const FREECELLS_DEFAULT: usize = 4;

/// Where the cards lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What it is played by.
    pub rules: Rules,
    /// Each column from its bottom card to its movable one.
    pub columns: Vec<Vec<Card>>,
    /// Each cell's card.
    pub cells: Vec<Option<Card>>,
    /// The rank each foundation has reached, by [`Suit::index`]; 0 when empty. With two decks it is the
    /// higher one of each suit.
    pub foundations: [u8; 4],
    /// The lower ones of two decks; all 0 with one deck.
    pub second_foundations: [u8; 4],
}

impl Position {
    /// A position of FreeCell that keeps the invariant. Anything else is a bug of the caller.
    pub fn new(
        columns: Vec<Vec<Card>>,
        cells: Vec<Option<Card>>,
        foundations: [u8; 4],
    ) -> Position {
        Position::by(Rules::freecell(cells.len(), columns.len()), columns, cells, foundations)
    }

    /// A position of one deck by any rules that keeps the invariant. Anything else is a bug of the caller.
    pub fn by(
        rules: Rules,
        columns: Vec<Vec<Card>>,
        cells: Vec<Option<Card>>,
        foundations: [u8; 4],
    ) -> Position {
        Position::of_decks(rules, columns, cells, [foundations, [0; 4]])
    }

    /// A position of one or two decks that keeps the invariant, the foundations of a suit in any order.
    /// Anything else is a bug of the caller.
    pub fn of_decks(
        rules: Rules,
        columns: Vec<Vec<Card>>,
        cells: Vec<Option<Card>>,
        [one, other]: [[u8; 4]; DECKS_MAX],
    ) -> Position {
        let foundations = std::array::from_fn(|suit| one[suit].max(other[suit]));
        let second_foundations = std::array::from_fn(|suit| one[suit].min(other[suit]));
        let position = Position { rules, columns, cells, foundations, second_foundations };
        assert_eq!(position.broken_invariant(), None);
        position
    }

    /// The rank that the foundation of `suit` has reached, the higher one of two.
    pub fn foundation(&self, suit: Suit) -> u8 {
        self.foundations[suit.index()]
    }

    /// The ranks that the foundations of `suit` have reached, one for each deck, the higher one first.
    pub fn foundations_of(&self, suit: Suit) -> impl Iterator<Item = u8> + use<> {
        let ranks = [self.foundations[suit.index()], self.second_foundations[suit.index()]];
        ranks.into_iter().take(self.rules.decks)
    }

    /// Whether the card is next in a foundation.
    pub fn takes(&self, card: Card) -> bool {
        self.foundations_of(card.suit()).any(|reached| reached + 1 == card.rank())
    }

    /// Puts a card that is next into its foundation. Any other card is a bug of the caller.
    pub(crate) fn raise(&mut self, card: Card) {
        assert!(self.takes(card), "{card} is not next");
        let suit = card.suit().index();
        // Of two that are equal the first one rises, so it stays the higher one.
        let (first, second) = (&mut self.foundations[suit], &mut self.second_foundations[suit]);
        let waiting = if *first + 1 == card.rank() { first } else { second };
        *waiting = card.rank();
    }

    /// The cards of all decks.
    pub fn cards(&self) -> usize {
        CARDS * self.rules.decks
    }

    /// Cards in the foundations.
    pub fn cards_up(&self) -> usize {
        let ranks = self.foundations.iter().chain(&self.second_foundations);
        ranks.map(|&rank| usize::from(rank)).sum()
    }

    /// Whether all cards are in the foundations.
    pub fn is_won(&self) -> bool {
        self.cards_up() == self.cards()
    }

    /// Cells without a card.
    pub fn free_cells(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// Columns without a card.
    pub fn empty_columns(&self) -> usize {
        self.columns.iter().filter(|column| column.is_empty()).count()
    }

    /// The first place where `shown` has other cards, in words. How many empty cells it has does not
    /// matter: not every format can show that.
    pub fn difference(&self, shown: &Position) -> Option<String> {
        let names = |cards: &[Card]| match cards {
            [] => "empty".to_owned(),
            _ => cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        if self.columns.len() != shown.columns.len() {
            let (here, there) = (self.columns.len(), shown.columns.len());
            return Some(format!("it has {there} columns, not {here}"));
        }
        for suit in Suit::ALL {
            let ranks = |position: &Position| {
                let names = position.foundations_of(suit).map(|rank| rank_name(rank).to_string());
                names.collect::<Vec<_>>().join(" and ")
            };
            let (here, there) = (ranks(self), ranks(shown));
            if here != there {
                return Some(format!("the foundation of {} is {there}, not {here}", suit.word()));
            }
        }
        let cell = |position: &Position, at: usize| position.cells.get(at).copied().flatten();
        for at in 0..self.cells.len().max(shown.cells.len()) {
            let (here, there) = (cell(self, at), cell(shown, at));
            if here != there {
                let (here, there) = (names(here.as_slice()), names(there.as_slice()));
                return Some(format!("{} is {there}, not {here}", Place::Cell(at).words()));
            }
        }
        let mut columns = self.columns.iter().zip(&shown.columns).enumerate();
        columns.find(|(_, (here, there))| here != there).map(|(at, (here, there))| {
            format!("{} is {}, not {}", Place::Column(at).words(), names(there), names(here))
        })
    }

    /// The clause of the invariant that does not hold, if any.
    pub fn broken_invariant(&self) -> Option<String> {
        if !(1..=COLUMNS_MAX).contains(&self.columns.len()) {
            return Some(format!("{} columns", self.columns.len()));
        }
        if self.cells.len() > FREECELLS_MAX {
            return Some(format!("{} cells", self.cells.len()));
        }
        if (self.rules.freecells, self.rules.columns) != (self.cells.len(), self.columns.len()) {
            let (cells, columns) = (self.cells.len(), self.columns.len());
            return Some(format!("{cells} cells and {columns} columns by other rules"));
        }
        let decks = self.rules.decks;
        if !(1..=DECKS_MAX).contains(&decks) {
            return Some(format!("{decks} decks"));
        }
        let mut both = self.foundations.iter().zip(&self.second_foundations);
        if both.any(|(first, second)| second > first || decks == 1 && *second > 0) {
            return Some("a second foundation that is higher, or of one deck".to_owned());
        }
        if let Some(rank) = self.foundations.iter().find(|&&rank| rank > RANK_MAX) {
            return Some(format!("a foundation at rank {rank}"));
        }
        let mut count = [0_usize; CARDS];
        let lying = self.columns.iter().flatten().chain(self.cells.iter().flatten());
        lying.for_each(|card| count[card.index()] += 1);
        let times = |card: Card| {
            let up = self.foundations_of(card.suit()).filter(|&rank| card.rank() <= rank);
            count[card.index()] + up.count()
        };
        Card::deck()
            .map(|card| (card, times(card)))
            .find(|&(_, times)| times != decks)
            .map(|(card, times)| format!("{card} is there {times} times"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tells_rules = !self.rules.is_freecell();
        if !tells_rules && self.free_cells() == 0 && self.cells.len() < FREECELLS_DEFAULT {
            // Full cells leave no placeholder to count, and the reader would then assume four.
            writeln!(f, "# freecells: {}", self.cells.len())?;
        }
        f.write_str("Foundations:")?;
        for ranks in [self.foundations, self.second_foundations].iter().take(self.rules.decks) {
            for suit in Suit::ALL {
                write!(f, " {suit}-{}", rank_name(ranks[suit.index()]))?;
            }
        }
        f.write_str("\n")?;
        if !tells_rules || self.free_cells() < self.cells.len() {
            let empty = if tells_rules { "-" } else { "--" };
            f.write_str("Freecells:")?;
            for cell in &self.cells {
                match cell {
                    Some(card) => write!(f, " {card}")?,
                    None => write!(f, " {empty}")?,
                }
            }
            f.write_str("\n")?;
        }
        let is_bare = tells_rules && self.empty_columns() == 0;
        for column in &self.columns {
            let names: Vec<String> = column.iter().map(ToString::to_string).collect();
            let colon = if is_bare { "" } else { ":" };
            let space = if is_bare || names.is_empty() { "" } else { " " };
            writeln!(f, "{colon}{space}{}", names.join(" "))?;
        }
        if tells_rules { self.write_rules(f) } else { Ok(()) }
    }
}

impl Position {
    /// The line that tells the game, or else the rules. It comes last: programs that know no comments
    /// stop reading after the columns.
    fn write_rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules.game() {
            Some(game) => writeln!(f, "# game: {}", game.name),
            None => writeln!(f, "# rules: {}", self.rules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Build;

    fn won() -> Position {
        Position::new(vec![vec![]; 8], vec![None; 4], [RANK_MAX; 4])
    }

    #[test]
    fn a_position_is_won_with_all_cards_up() {
        assert!(won().is_won());
        let king = Card::new(RANK_MAX, Suit::Hearts);
        let almost = Position::new(vec![vec![king]], vec![], [13, 13, 12, 13]);
        assert!(!almost.is_won());
        assert_eq!(almost.cards_up(), 51);
    }

    #[test]
    fn a_broken_position_names_its_fault() {
        let mut position = won();
        position.cells[1] = Some(Card::new(5, Suit::Hearts));
        assert_eq!(position.broken_invariant().as_deref(), Some("5H is there 2 times"));
        position = won();
        position.foundations[0] = 12;
        assert_eq!(position.broken_invariant().as_deref(), Some("KC is there 0 times"));
        position.foundations[0] = 14;
        assert_eq!(position.broken_invariant().as_deref(), Some("a foundation at rank 14"));
        position.cells = vec![None; 13];
        assert_eq!(position.broken_invariant().as_deref(), Some("13 cells"));
        position.columns.clear();
        assert_eq!(position.broken_invariant().as_deref(), Some("0 columns"));
    }

    #[test]
    fn text_shows_placeholders_and_says_what_they_cannot() {
        let kings = Suit::ALL.map(|suit| Card::new(RANK_MAX, suit));
        let columns = vec![vec![kings[0], kings[1]], vec![], vec![kings[2]]];
        let some = Position::new(columns.clone(), vec![None, Some(kings[3])], [12; 4]);
        assert_eq!(
            some.to_string(),
            "Foundations: C-Q D-Q H-Q S-Q\nFreecells: -- KS\n: KC KD\n:\n: KH\n"
        );
        let full = Position::new(columns, vec![Some(kings[3])], [12; 4]);
        assert!(full.to_string().starts_with("# freecells: 1\nFoundations:"));
    }

    #[test]
    fn text_of_another_game_ends_with_its_rules() {
        let kings = Suit::ALL.map(|suit| Card::new(RANK_MAX, suit));
        let columns: Vec<Vec<Card>> =
            (0..8).map(|at| kings.get(at).copied().into_iter().collect()).collect();
        let rules = Rules { build: Build::Suit, ..Rules::FREECELL };
        let bakers = Position::by(rules, columns, vec![None; 4], [12; 4]);
        let expected = "Foundations: C-Q D-Q H-Q S-Q\n\
            : KC\n: KD\n: KH\n: KS\n:\n:\n:\n:\n\
            # game: bakers_game\n";
        assert_eq!(bakers.to_string(), expected);
        let rules = Rules { freecells: 2, columns: 3, ..rules };
        let columns = kings[..3].iter().map(|&king| vec![king]).collect();
        let other = Position::by(rules, columns, vec![None, Some(kings[3])], [12; 4]);
        let expected = "Foundations: C-Q D-Q H-Q S-Q\nFreecells: - KS\nKC\nKD\nKH\n\
            # rules: freecells 2, columns 3, build suit, fill any, sequences limited\n";
        assert_eq!(other.to_string(), expected);
    }
}
