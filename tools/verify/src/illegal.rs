//! Why a move is illegal, in plain words.
//!
//! The words are for someone who looks at the position beside them: they name the cards and the
//! places, what lies there and what the rule needs.

use std::fmt;

use crate::card::{Card, RANK_MAX, rank_name};
use crate::moves::Place;
use crate::rules::{Build, Fill};

/// The reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The move starts at the foundations.
    FromFoundations,
    /// The board lacks the column.
    NoSuchColumn {
        /// The column that the move names.
        place: Place,
        /// The columns that the board has.
        columns: usize,
    },
    /// The board lacks the cell.
    NoSuchCell {
        /// The cell that the move names.
        place: Place,
        /// The cells that the board has.
        freecells: usize,
    },
    /// Source and target are the same.
    SamePlace(Place),
    /// There is no card at the source.
    Empty(Place),
    /// The solution names another card than the movable one.
    OtherCard {
        /// The card that the solution names.
        named: Card,
        /// The card that lies there to be moved.
        top: Card,
        /// Where it lies.
        from: Place,
    },
    /// The solution names other cards than those at the source.
    OtherCards {
        /// The cards that the solution names, the highest first.
        named: Vec<Card>,
        /// Where they should lie.
        from: Place,
    },
    /// The solution moves another number of cards than one where only one can move.
    NotOneCard {
        /// How many the solution moves.
        cards: usize,
    },
    /// The solution moves more cards than lie in sequence, or none.
    NotInSequence {
        /// How many the solution moves.
        cards: usize,
        /// How many lie in sequence at the end of the column.
        run: usize,
        /// The column that they lie in.
        from: Place,
    },
    /// The solution shows another position after the move.
    OtherPosition {
        /// The line that the position begins on.
        line: usize,
        /// The first place where the two positions differ, in words.
        difference: String,
    },
    /// The solution shows a position that no move leads to.
    NoMoveLeadsThere,
    /// The target cell holds a card.
    Occupied {
        /// The cell that the card should go to.
        cell: Place,
        /// The card that it holds.
        by: Card,
    },
    /// The card does not fit the target column's last card.
    DoesNotGoOn {
        /// The card that does not fit.
        card: Card,
        /// The last card of the target column.
        target: Card,
        /// What the rules need of the two.
        build: Build,
    },
    /// No card of the run fits the target column's last card.
    RunDoesNotGoOn {
        /// The cards in sequence at the end of the source, the highest first.
        run: Vec<Card>,
        /// The last card of the target column.
        target: Card,
        /// What the rules need of the two.
        build: Build,
    },
    /// The card may not be put into an empty column.
    DoesNotOpen {
        /// The card that should open the column.
        card: Card,
        /// What the rules let into an empty column.
        fill: Fill,
    },
    /// The run is longer than the free room allows; empty columns count where they take every card.
    TooManyCards {
        /// How many cards have to move.
        cards: usize,
        /// How many can.
        fit: usize,
        /// The cells that are empty.
        free_cells: usize,
        /// The empty columns apart from the target; `None` where not every card opens one.
        empty_columns: Option<usize>,
    },
    /// A sequence of several runs needs more room than there is; each run moves as one.
    TooManyRuns {
        /// How many cards have to move.
        cards: usize,
        /// How many runs of one suit these are.
        runs: usize,
        /// How many runs can move.
        fit: usize,
        /// The empty columns apart from the target; `None` where not every card opens one.
        empty_columns: Option<usize>,
    },
    /// Only a whole suit goes up, and these cards are none.
    NotWholeSuit {
        /// How many the solution moves, or how many of one suit end the column.
        cards: usize,
        /// Where they lie.
        from: Place,
    },
    /// The card is not the next of its foundation, or of either of two.
    NotNext {
        /// The card that should go up.
        card: Card,
        /// The ranks that the foundations of its suit have reached; 0 when empty.
        reached: Vec<u8>,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::FromFoundations => f.write_str("cards do not come back from the foundations"),
            Illegal::NoSuchColumn { place, columns } => {
                write!(
                    f,
                    "there is no {}: the board has {}",
                    place.words(),
                    counted(*columns, "column")
                )
            }
            Illegal::NoSuchCell { place, freecells } => {
                write!(
                    f,
                    "there is no {}: the game has {}",
                    place.words(),
                    counted(*freecells, "freecell")
                )
            }
            Illegal::SamePlace(place) => write!(f, "{} is both source and target", place.words()),
            Illegal::Empty(place) => write!(f, "{} is empty", place.words()),
            Illegal::OtherCard { named, top, from } => {
                write!(f, "the card to move from {} is {top}, not {named}", from.words())
            }
            Illegal::OtherCards { named, from } => {
                write!(f, "{} does not end with", from.words())?;
                named.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Illegal::NotOneCard { cards } => {
                write!(f, "{} to move where only one can", counted(*cards, "card"))
            }
            Illegal::NotInSequence { cards, run, from } => write!(
                f,
                "{} to move, but {run} at the end of {} lie in sequence",
                counted(*cards, "card"),
                from.words()
            ),
            Illegal::OtherPosition { line, difference } => {
                write!(f, "the position after it, on line {line}, is another: {difference}")
            }
            Illegal::NoMoveLeadsThere => {
                f.write_str("no legal move leads there from the position before")
            }
            Illegal::Occupied { cell, by } => write!(f, "{} is occupied by {by}", cell.words()),
            Illegal::DoesNotGoOn { card, target, build } => {
                write!(f, "{card} does not go on {target}: needs {}", needs(*build))
            }
            Illegal::RunDoesNotGoOn { run, target, build } => {
                f.write_str("no card of the run")?;
                run.iter().try_for_each(|card| write!(f, " {card}"))?;
                write!(f, " goes on {target}: needs {}", needs(*build))
            }
            Illegal::DoesNotOpen { card, fill } => match fill {
                Fill::Kings => {
                    write!(f, "only a king may be put into an empty column, and {card} is none")
                }
                Fill::Any | Fill::Nothing => {
                    write!(f, "no card may be put into an empty column, so {card} may not")
                }
            },
            Illegal::TooManyCards { cards, fit, free_cells, empty_columns } => {
                write!(
                    f,
                    "{} to move but only {fit} {}: {}",
                    counted(*cards, "card"),
                    if *fit == 1 { "fits" } else { "fit" },
                    counted(*free_cells, "free cell")
                )?;
                match empty_columns {
                    Some(columns) => write!(f, " and {}", counted(*columns, "empty column")),
                    None => Ok(()),
                }
            }
            Illegal::TooManyRuns { cards, runs, fit, empty_columns } => {
                write!(
                    f,
                    "{} to move are {runs} runs of one suit, but only {} can",
                    counted(*cards, "card"),
                    counted(*fit, "run"),
                )?;
                match empty_columns {
                    Some(columns) => write!(f, ": {}", counted(*columns, "empty column")),
                    None => Ok(()),
                }
            }
            Illegal::NotWholeSuit { cards, from } => write!(
                f,
                "only a whole suit goes up, from king to ace, not {} of {}",
                counted(*cards, "card"),
                from.words()
            ),
            Illegal::NotNext { card, reached } => write_not_next(f, *card, reached),
        }
    }
}

/// What a card needs of the card under it.
fn needs(build: Build) -> &'static str {
    match build {
        Build::Alternate => "the other colour and one rank higher",
        Build::Suit => "the same suit and one rank higher",
        Build::Rank => "one rank higher",
    }
}

fn write_not_next(f: &mut fmt::Formatter<'_>, card: Card, reached: &[u8]) -> fmt::Result {
    assert!(reached.iter().any(|&rank| rank < RANK_MAX), "{card} is loose, its suit complete");
    let suit = card.suit();
    let foundation = |&rank: &u8| match rank {
        0 => format!("is empty and needs {}{suit}", rank_name(1)),
        RANK_MAX => "is complete".to_owned(),
        _ => format!("is at {}{suit} and needs {}{suit}", rank_name(rank), rank_name(rank + 1)),
    };
    let which = if reached.len() == 1 { "the" } else { "one" };
    write!(f, "{card} does not go up: {which} foundation of {} ", suit.word())?;
    f.write_str(&reached.iter().map(foundation).collect::<Vec<_>>().join(", the other "))
}

/// `1 card`, `2 cards`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
