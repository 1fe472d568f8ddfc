//! Between boards (lists of cards) and states (planes) of one game.
//!
//! A card is stuck where it lies as it was dealt and could not be put back; any other place has to be one
//! that the rules allow. Which of the two it is follows from the card and what is under it, since a card
//! that could be put back is never stuck.
//!
//! A state does not say in which order columns and cells stand. Writing one as a board leaves every
//! column that still holds a stuck card in its place; the others are filled in the order of their
//! bottom cards, and the cells in the order of theirs.

use crate::board::{Board, Rules};
use crate::card::{Card, Suit};
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::planes::{Place, Planes};
use crate::state::{BrokenClause, State};
use std::fmt;

/// A board that is no position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForeignBoard {
    /// Another game, or other numbers of freecells or columns.
    Rules {
        /// The rules that the game is played by.
        game: Rules,
        /// The rules that the board carries.
        board: Rules,
    },
    /// A card lies on one that is neither a legal parent nor the card it was dealt on.
    Misplaced {
        /// The card that can't lie there.
        card: Card,
        /// The card right under it.
        on: Card,
    },
    /// A card lies at the bottom of a column where it was not dealt and may not be put.
    AtBottom {
        /// The card at the bottom.
        card: Card,
    },
    /// The places do not go together with the deal.
    Broken(BrokenClause),
}

impl fmt::Display for ForeignBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForeignBoard::Rules { game, board } if !is_same_game(*game, *board) => {
                write!(f, "the board is played by `{board}`, the game by `{game}`")
            }
            ForeignBoard::Rules { game, board } => write!(
                f,
                "the board has {} freecells and {} columns, the game has {} and {}",
                board.freecells, board.columns, game.freecells, game.columns
            ),
            ForeignBoard::Misplaced { card, on } => {
                write!(f, "{card} lies on {on}: it was not dealt there and can't be put there")
            }
            ForeignBoard::AtBottom { card } => write!(
                f,
                "{card} lies at the bottom of a column: it was not dealt there and can't be put there"
            ),
            ForeignBoard::Broken(clause) => write!(f, "no position of this deal: {clause}"),
        }
    }
}

/// Whether two rules differ in the numbers of freecells and columns alone.
fn is_same_game(one: Rules, other: Rules) -> bool {
    one == Rules { freecells: one.freecells, columns: one.columns, ..other }
}

impl std::error::Error for ForeignBoard {}

/// The state of a board in this game.
pub fn state_of(game: &Game, board: &Board) -> Result<State, ForeignBoard> {
    if board.rules() != game.rules() {
        return Err(ForeignBoard::Rules { game: game.rules(), board: board.rules() });
    }
    let mut state =
        State { fingerprint: Fingerprint { stuck: 0, founded: 0 }, planes: Planes::default() };
    let rules = game.rules();
    state.fingerprint.founded = founded_of(board);
    for column in board.columns() {
        let mut below: Option<Card> = None;
        for &card in column {
            match below {
                None if rules.openers() & card.bit() != 0 => state.put(card.bit(), Place::Bottom),
                None if game.dealt_bottoms() & card.bit() != 0 => {
                    state.fingerprint.stuck |= card.bit()
                }
                None => return Err(ForeignBoard::AtBottom { card }),
                Some(parent) if rules.goes_on(card, parent) => {
                    state.put(card.bit(), Place::on(parent))
                }
                Some(on) if game.is_dealt_on(card, on) => {
                    state.fingerprint.stuck |= card.bit();
                }
                Some(on) => return Err(ForeignBoard::Misplaced { card, on }),
            }
            below = Some(card);
        }
    }
    game.check(state).map_err(ForeignBoard::Broken)?;
    Ok(state)
}

/// The cards in the foundations of a board.
pub(crate) fn founded_of(board: &Board) -> u64 {
    let up = |suit: Suit| {
        (1..=board.foundations()[suit.index()]).map(move |rank| Card::new(rank, suit).bit())
    };
    Suit::ALL.into_iter().flat_map(up).fold(0, |founded, card| founded | card)
}

/// A board that shows the state.
pub fn board_of(game: &Game, state: State) -> Board {
    let frame = game.frame(state.fingerprint);
    let mut free_bottoms = Card::in_plane(state.bottoms() & frame.movable);
    let mut columns: Vec<Vec<Card>> = Vec::new();
    for dealt in game.deal().columns() {
        let top = dealt.iter().rposition(|card| frame.tops & card.bit() != 0);
        columns.push(top.map_or(Vec::new(), |top| dealt[..=top].to_vec()));
    }
    for column in &mut columns {
        if column.is_empty() {
            column.extend(free_bottoms.next());
        }
        while let Some(next) =
            column.last().and_then(|&parent| child_on(game.rules(), state, parent))
        {
            column.push(next);
        }
    }
    debug_assert!(free_bottoms.next().is_none());
    let mut cells: Vec<Option<Card>> = Card::in_plane(state.cells()).map(Some).collect();
    cells.resize(game.rules().freecells.into(), None);
    let founded = Card::in_plane(state.fingerprint.founded);
    let foundations = founded.fold([0u8; 4], |mut ranks, card| {
        let rank = &mut ranks[card.suit().index()];
        *rank = card.rank().max(*rank);
        ranks
    });
    Board::from_parts(game.rules(), columns, cells, foundations)
}

/// The loose card that lies on `parent`, which is in reach of loose cards.
fn child_on(rules: Rules, state: State, parent: Card) -> Option<Card> {
    let children = rules.children_of_low(parent.bit()) & state.planes.on_low()
        | rules.children_of_high(parent.bit()) & state.planes.on_high();
    Card::in_plane(children).next()
}
