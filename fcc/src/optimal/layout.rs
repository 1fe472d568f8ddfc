//! What follows from the deal: for each column and each number of its cards that are still stuck, what lies
//! there and what it means to the bound; and the state as three words.
//!
//! Stuck cards leave a column from the top, so a number for each column says which are left. These numbers, in one
//! *code* of 31 bits at most, the ranks of the foundations in 16 and the two planes are a whole state: 151 bits. A
//! node of the search keeps them in three words, with the number of its parent, its moves and a mark:
//!
//! | word | bits 0 to 51 | above |
//! |---|---|---|
//! | 0 | plane a | code, bits 0 to 11 |
//! | 1 | plane b | code, bits 12 to 23 |
//! | 2 | parent 32, foundations 16 (from 32) | code, bits 24 to 30 (from 48); mark (55); moves 8 (from 56) |

use super::cycles::Arcs;
use super::lanes::{above_lowest, from_lowest, lane, lane_index};
use super::metric::{Metric, NotHeld};
use crate::arrival::Arrival;
use crate::card::{ALL_CARDS, CARDS, Card, Suit};
use crate::fingerprint::Fingerprint;
use crate::game::{Frame, Game};
use crate::planes::{Place, Planes};
use crate::state::State;

const PLANE_BITS: u32 = CARDS as u32;
const HIGH_BITS: u32 = u64::BITS - PLANE_BITS;
const HIGH: u64 = (1 << HIGH_BITS) - 1;
const CODE_BITS_MAX: u32 = 31;
const FOUNDED_AT: u32 = 32;
const CODE_AT: u32 = 48;
/// What of the third word belongs to the state.
pub const OF_STATE: u64 = ((1 << 23) - 1) << FOUNDED_AT;

/// The part of a column that has not moved: its highest stuck card and all under it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// Its stuck cards, the highest of them, and the loose ones under that, as planes.
    stuck: u64,
    pub top: u64,
    buried: u64,
    /// All its cards, by lanes.
    pub cards: u64,
    /// Those of them, by lanes, that are no cycle by themselves.
    pub live: u64,
    /// The number of those that are.
    pub loops: u32,
}

/// A state with what the search keeps beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// The state, with what its stuck cards leave free.
    pub arrival: Arrival,
    /// The numbers of stuck cards of all columns.
    pub code: u32,
    /// The ranks of the foundations, four bits each.
    pub ranks: u16,
}

/// What follows from the deal.
#[derive(Debug)]
pub struct Layout {
    /// For each column with stuck cards, its parts by the number of these.
    columns: Vec<Vec<Part>>,
    /// For each of these columns, the lowest bit of its number and the mask of it.
    fields: Vec<(u32, u32)>,
    /// For each dealt-stuck card, one in the number of its column.
    units: [u32; CARDS],
    /// The arcs of every card as it was dealt.
    pub arcs: Arcs,
}

impl Layout {
    /// Works out what follows from a game's deal.
    pub fn new(game: &Game, metric: Metric) -> Result<Layout, NotHeld> {
        metric.holds(game.rules())?;
        let mut layout =
            Layout { columns: Vec::new(), fields: Vec::new(), units: [0; CARDS], arcs: [0; 64] };
        let mut bits = 0;
        for column in game.deal().columns() {
            let parts = layout.parts(game, metric, column);
            if parts.len() == 1 {
                continue;
            }
            let width = u32::BITS - (parts.len() as u32 - 1).leading_zeros();
            if bits + width > CODE_BITS_MAX {
                return Err(NotHeld::TooManyColumns);
            }
            for card in Card::in_plane(parts[parts.len() - 1].stuck) {
                layout.units[card.index()] = 1 << bits;
            }
            layout.fields.push((bits, (1 << width) - 1));
            layout.columns.push(parts);
            bits += width;
        }
        Ok(layout)
    }

    /// The parts of a column; the arcs of its cards are noted.
    fn parts(&mut self, game: &Game, metric: Metric, column: &[Card]) -> Vec<Part> {
        let dealt_stuck = game.dealt_stuck();
        let mut parts = vec![Part::default()];
        let mut part = Part::default();
        let mut under = 0;
        for (at, &card) in column.iter().enumerate() {
            let is_stuck = dealt_stuck & card.bit() != 0;
            let below = at.checked_sub(1).map_or(0, |below| lane(column[below]));
            let arcs = match metric {
                Metric::Cards => above_lowest(part.cards),
                Metric::Sequences if is_stuck => from_lowest(part.cards),
                Metric::Sequences => from_lowest(below),
            };
            self.arcs[lane_index(card)] = arcs;
            if arcs & lane(card) == 0 {
                part.live |= lane(card);
            } else {
                part.loops += 1;
            }
            part.cards |= lane(card);
            if is_stuck {
                part.stuck |= card.bit();
                (part.top, part.buried) = (card.bit(), under & !dealt_stuck);
                parts.push(part);
            }
            under |= card.bit();
        }
        parts
    }

    /// The dealt position before its safe moves.
    pub fn start(&self, game: &Game) -> Open {
        let code = self.columns.iter().zip(&self.fields);
        let code = code.map(|(parts, (at, _))| (parts.len() as u32 - 1) << at).sum();
        let foundations = game.deal().foundations();
        let ranks =
            Suit::ALL.map(|suit| u16::from(foundations[suit.index()]) << (4 * suit.index()));
        let arrival = Arrival::of_state(game, game.start());
        Open { arrival, code, ranks: ranks.into_iter().sum() }
    }

    /// The parts of columns that have not moved.
    #[inline(always)]
    pub fn fixed(&self, code: u32) -> impl Iterator<Item = &Part> {
        let columns = self.columns.iter().zip(&self.fields);
        columns.map(move |(parts, (at, mask))| &parts[(code >> at & mask) as usize])
    }

    /// The three words of a state, with zeros where the search keeps its own.
    #[inline(always)]
    pub fn pack(open: &Open) -> [u64; 3] {
        let Planes { a, b } = open.arrival.state.planes;
        let code = u64::from(open.code);
        [
            a | (code & HIGH) << PLANE_BITS,
            b | (code >> HIGH_BITS & HIGH) << PLANE_BITS,
            u64::from(open.ranks) << FOUNDED_AT | code >> (2 * HIGH_BITS) << CODE_AT,
        ]
    }

    /// The state of three words.
    #[inline(always)]
    pub fn unpack(&self, words: [u64; 3]) -> Open {
        let code = words[0] >> PLANE_BITS
            | words[1] >> PLANE_BITS << HIGH_BITS
            | (words[2] & OF_STATE) >> CODE_AT << (2 * HIGH_BITS);
        let code = code as u32;
        let ranks = (words[2] >> FOUNDED_AT) as u16;
        let (mut stuck, mut tops, mut buried) = (0, 0, 0);
        for part in self.fixed(code) {
            stuck |= part.stuck;
            tops |= part.top;
            buried |= part.buried;
        }
        let fingerprint = Fingerprint { stuck, founded: founded(ranks) };
        let planes = Planes { a: words[0] & ALL_CARDS, b: words[1] & ALL_CARDS };
        let frame = Frame { tops, movable: fingerprint.loose() & !buried };
        Open { arrival: Arrival { state: State { fingerprint, planes }, frame }, code, ranks }
    }

    /// After a card, with what lies on it, has gone to a place and safe moves have followed.
    #[inline(always)]
    pub fn placed(&self, game: &Game, open: &Open, card: u64, place: Place) -> Open {
        let mut moved = *open;
        moved.arrival = open.arrival.after_placing(game, card, place);
        if open.arrival.frame.tops & card == 0 {
            // No reversible move leads from a live state to a forced one: see `moves`.
            return moved;
        }
        moved.code -= self.units[card.trailing_zeros() as usize];
        self.carried(game, moved)
    }

    /// After a card has gone up and safe moves have followed.
    #[inline(always)]
    pub fn raised(&self, game: &Game, open: &Open, card: u64) -> Open {
        let raised = self.up(game, *open, card);
        self.carried(game, raised)
    }

    /// After all safe moves.
    #[inline(always)]
    pub fn carried(&self, game: &Game, mut open: Open) -> Open {
        while let Some(card) = open.arrival.safe_card(game) {
            open = self.up(game, open, card);
        }
        open
    }

    #[inline(always)]
    fn up(&self, game: &Game, mut open: Open, card: u64) -> Open {
        let index = card.trailing_zeros() as usize;
        if open.arrival.frame.tops & card != 0 {
            open.code -= self.units[index];
        }
        open.ranks += 1 << (4 * Card::from_index(index).suit().index());
        open.arrival = open.arrival.after_up(game, card);
        open
    }
}

/// The cards in the foundations.
#[inline(always)]
fn founded(ranks: u16) -> u64 {
    let of = |suit: usize| FOUNDED[suit][(ranks >> (4 * suit) & 15) as usize];
    of(0) | of(1) | of(2) | of(3)
}

/// For each suit and rank, the cards up to it.
static FOUNDED: [[u64; 16]; 4] = {
    let mut all = [[0; 16]; 4];
    let mut suit = 0;
    while suit < 4 {
        let mut rank = 1;
        while rank < 16 {
            let card = if rank <= 13 { Card::new(rank as u8, Suit::ALL[suit]).bit() } else { 0 };
            all[suit][rank] = all[suit][rank - 1] | card;
            rank += 1;
        }
        suit += 1;
    }
    all
};
