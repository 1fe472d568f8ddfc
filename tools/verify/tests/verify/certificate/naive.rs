//! A naive search that makes certificates of small boards.
//!
//! It plays single cards by the plain rules from position to position, and sequences where they move
//! as one, and keeps every position it meets, so it knows the reached states one by one. An exchange is a renaming of cards. The suit
//! set of a component is found by asking for every exchange whether that position was reached. Of
//! the checker's code it uses the rules of the game, the keys and the canonical members, since
//! those are what the file is written in.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use strata_verify::board::read_board;
use strata_verify::card::{Card, Suit};
use strata_verify::certificate::canonical::canonical;
use strata_verify::certificate::cards::{card, number, partner};
use strata_verify::certificate::digest;
use strata_verify::certificate::fingerprint::Fingerprint;
use strata_verify::certificate::game::{Game, Prune};
use strata_verify::certificate::gf2::{Piece, add_piece};
use strata_verify::moves::{Cards, Move, Place};
use strata_verify::position::Position;
use strata_verify::rules::{Build, Fill, Sequences, play};

use super::writer::{Plain, PlainComponent, PlainGroup};

/// A position in which columns and cells have no order: sorted card numbers.
type State = (Vec<Vec<u8>>, Vec<u8>, [u8; 4]);

fn state(position: &Position) -> State {
    let mut columns: Vec<Vec<u8>> = position
        .columns
        .iter()
        .map(|column| column.iter().map(|&card| number(card)).collect())
        .collect();
    columns.sort();
    let mut cells: Vec<u8> = position.cells.iter().flatten().map(|&card| number(card)).collect();
    cells.sort_unstable();
    (columns, cells, position.foundations)
}

fn safe_moves(position: &mut Position) {
    loop {
        let columns = position.columns.iter().enumerate();
        let ends = columns.filter_map(|(at, column)| Some((Place::Column(at), *column.last()?)));
        let cells = position.cells.iter().enumerate();
        let held = cells.filter_map(|(at, cell)| Some((Place::Cell(at), (*cell)?)));
        let by_suit = position.rules.build == Build::Suit;
        let safe = |card: Card| {
            let at_least = |suit: Suit, less: u8| position.foundation(suit) + less >= card.rank();
            let others = || {
                Suit::ALL.into_iter().filter(|&suit| suit != card.suit()).all(|suit| {
                    at_least(suit, if suit.is_red() == card.suit().is_red() { 3 } else { 2 })
                })
            };
            position.foundation(card.suit()) + 1 == card.rank() && (by_suit || others())
        };
        let next: Vec<_> = ends.chain(held).filter(|&(_, card)| safe(card)).collect();
        let Some(&(from, card)) = next.first() else { return };
        let up = Move {
            written: "".into(),
            from,
            to: Place::Foundations,
            cards: Cards::Named(vec![card]),
        };
        play(position, &up).expect("a safe card is next");
    }
}

/// The results of all moves: as the card lies, and after the safe moves.
fn neighbours(position: &Position, prune: &str) -> Vec<[Position; 2]> {
    let columns = (0..position.columns.len()).map(Place::Column);
    let places: Vec<Place> = columns
        .chain((0..position.cells.len()).map(Place::Cell))
        .chain([Place::Foundations])
        .collect();
    let mut neighbours = Vec::new();
    for (&from, &to) in places.iter().flat_map(|from| places.iter().map(move |to| (from, to))) {
        let most = if position.rules.sequences == Sequences::Unlimited { 13 } else { 1 };
        for cards in 1..=most {
            let mut next = position.clone();
            let mv = Move { written: "".into(), from, to, cards: Cards::Count(cards) };
            if play(&mut next, &mv).is_ok() {
                let moved = next.clone();
                if prune == "safe" {
                    safe_moves(&mut next);
                }
                neighbours.push([moved, next]);
            }
        }
    }
    neighbours
}

/// The cards that could not be put back where they lie.
fn stuck(position: &Position) -> u64 {
    let may_open = |card: Card| match position.rules.fill {
        Fill::Any => true,
        Fill::Kings => card.rank() == 13,
        Fill::Nothing => false,
    };
    let may_lie_on = |card: Card, below: Card| {
        let fits = match position.rules.build {
            Build::Alternate => card.suit().is_red() != below.suit().is_red(),
            Build::Suit => card.suit() == below.suit(),
            Build::Rank => panic!("there are no certificates of games built by rank"),
        };
        fits && card.rank() + 1 == below.rank()
    };
    let mut stuck = 0;
    for column in &position.columns {
        for (at, &card) in column.iter().enumerate() {
            let may_lie = if at == 0 { may_open(card) } else { may_lie_on(card, column[at - 1]) };
            if !may_lie {
                stuck |= 1 << number(card);
            }
        }
    }
    stuck
}

fn founded(position: &Position) -> u64 {
    Card::deck()
        .filter(|card| card.rank() <= position.foundation(card.suit()))
        .fold(0, |plane, card| plane | 1 << number(card))
}

/// The position with both cards of every pair in `lows` renamed.
fn renamed(position: &Position, lows: &BTreeSet<u8>) -> Position {
    let mut renamed = position.clone();
    let cards = renamed.columns.iter_mut().flatten().chain(renamed.cells.iter_mut().flatten());
    for one in cards {
        let index = number(*one);
        if lows.contains(&(index - index % 2)) {
            *one = card(partner(index));
        }
    }
    renamed
}

/// How often safe moves took up one card of a pair, and how often both.
#[derive(Clone, Copy, Debug, Default)]
pub struct SafePairs {
    pub one: usize,
    pub both: usize,
}

/// What is known of a reached state.
struct Known {
    position: Position,
    fingerprint: Fingerprint,
    class: u128,
    part: usize,
}

/// All reached live states, and each one's connected part. `None` if there are too many.
fn explore(
    board: &Position,
    game: &Game,
    prune: &str,
    states_max: usize,
    safe_pairs: &mut SafePairs,
) -> Option<HashMap<State, Known>> {
    let mut start = board.clone();
    if prune == "safe" {
        safe_moves(&mut start);
    }
    let mut known: HashMap<State, Known> = HashMap::new();
    let mut entries = vec![start];
    let mut part = 0;
    while let Some(entry) = entries.pop() {
        let mut open = vec![entry];
        let mut is_new = false;
        while let Some(position) = open.pop() {
            let name = state(&position);
            if known.contains_key(&name) {
                continue;
            }
            if known.len() == states_max {
                return None;
            }
            is_new = true;
            let fingerprint = Fingerprint { stuck: stuck(&position), founded: founded(&position) };
            let (group, mut places) = game.group_of(&position).expect("a group of the game");
            for [moved, next] in neighbours(&position, prune) {
                let safe = founded(&next) & !founded(&moved);
                for low in group.pairs.low_cards() {
                    match safe >> low & 3 {
                        0 => {}
                        3 => safe_pairs.both += 1,
                        _ => safe_pairs.one += 1,
                    }
                }
                let after = (stuck(&next), founded(&next));
                let same = after == (fingerprint.stuck, fingerprint.founded);
                if same { open.push(next) } else { entries.push(next) }
            }
            let x = canonical(&places, &group.pairs, &mut Vec::new());
            group.pairs.exchange(&mut places, x);
            let class = group.key(&places);
            known.insert(name, Known { position, fingerprint, class, part });
        }
        part += usize::from(is_new);
    }
    Some(known)
}

/// Groups by fingerprint: for each class its parts and one of its states.
type Classes<'a> = BTreeMap<u128, (BTreeSet<usize>, &'a Known)>;

/// The certificate of a small board, whether it is won or not: of version 1 for FreeCell, of version
/// 2 for any other game.
pub fn certificate(text: &str, prune: &str, symmetry: &str) -> Plain {
    let any = &mut SafePairs::default();
    certificate_up_to(text, prune, symmetry, usize::MAX, any).expect("no limit")
}

/// The certificate of a board with no more than so many states.
pub fn certificate_up_to(
    text: &str,
    prune: &str,
    symmetry: &str,
    states_max: usize,
    safe_pairs: &mut SafePairs,
) -> Option<Plain> {
    let board = read_board(text, None).expect("a board of a test");
    let prune_value = if prune == "safe" { Prune::Safe } else { Prune::None };
    let game = Game::new(board.clone(), prune_value, symmetry == "on");
    let known = explore(&board, &game, prune, states_max, safe_pairs)?;
    let mut groups: BTreeMap<(i64, Fingerprint), Classes<'_>> = BTreeMap::new();
    let mut sum = 0_u128;
    for one in known.values() {
        let depth = game.depth(one.fingerprint);
        let classes = groups.entry((depth, one.fingerprint)).or_default();
        classes.entry(one.class).or_insert((BTreeSet::new(), one)).0.insert(one.part);
        sum = sum.wrapping_add(hash(&game, &one.position));
    }
    let mut plain =
        Plain { version: 1, head: Vec::new(), board: text.to_owned(), groups: Vec::new() };
    for (&(_, fingerprint), classes) in &groups {
        let mut components: Vec<PlainComponent> = Vec::new();
        let mut left: BTreeSet<u128> = classes.keys().copied().collect();
        while let Some(key) = left.pop_first() {
            // All classes that share a part with this one, directly or by others.
            let mut parts = classes[&key].0.clone();
            while let Some(joined) =
                left.iter().copied().find(|other| !classes[other].0.is_disjoint(&parts))
            {
                left.remove(&joined);
                parts.extend(&classes[&joined].0);
            }
            components.push(PlainComponent { key, pieces: suits(&game, &known, classes[&key].1) });
        }
        let Fingerprint { stuck, founded } = fingerprint;
        plain.groups.push(PlainGroup { stuck, founded, components });
    }
    let layers: BTreeSet<i64> = groups.keys().map(|key| key.0).collect();
    let parts: BTreeSet<usize> = known.values().map(|one| one.part).collect();
    let values = [
        ("strata-certificate", "1".to_owned()),
        ("deal", "-".to_owned()),
        ("freecells", board.cells.len().to_string()),
        ("columns", board.columns.len().to_string()),
        ("prune", prune.to_owned()),
        ("symmetry", symmetry.to_owned()),
        ("verdict", "impossible".to_owned()),
        ("layers", layers.len().to_string()),
        ("groups", groups.len().to_string()),
        ("components", plain.groups.iter().map(|g| g.components.len()).sum::<usize>().to_string()),
        ("classes", groups.values().map(BTreeMap::len).sum::<usize>().to_string()),
        ("fccs", parts.len().to_string()),
        ("states", known.len().to_string()),
        ("digest", format!("{sum:032x}")),
    ];
    plain.head = values.map(|(name, value)| (name.to_owned(), value)).to_vec();
    Some(if board.rules.is_freecell() { plain } else { plain.in_version_2(board.rules) })
}

/// The exchanges of the representative that were reached, joined to pieces.
fn suits(game: &Game, known: &HashMap<State, Known>, one: &Known) -> Vec<(u32, Vec<u32>)> {
    let (group, places) = game.group_of(&one.position).expect("a group of the game");
    let lows = group.pairs.low_cards();
    let chosen = |vector: u32| -> BTreeSet<u8> {
        (0..).zip(lows).filter(|(at, _)| vector >> at & 1 == 1).map(|(_, &low)| low).collect()
    };
    let x = canonical(&places, &group.pairs, &mut Vec::new());
    let mut pieces = Vec::new();
    for vector in 0..1_u32 << lows.len() {
        if known.contains_key(&state(&renamed(&one.position, &chosen(vector ^ x)))) {
            add_piece(&mut pieces, Piece::single(vector));
        }
    }
    pieces.iter().map(|piece| (piece.offset, piece.space.basis().to_vec())).collect()
}

fn hash(game: &Game, position: &Position) -> u128 {
    let (group, mut places) = game.group_of(position).expect("a group of the game");
    let x = canonical(&places, &group.all_pairs, &mut Vec::new());
    group.all_pairs.exchange(&mut places, x);
    let Fingerprint { stuck, founded } = group.fingerprint;
    digest::hash(stuck, founded, digest::planes(game, &group, &places))
}
