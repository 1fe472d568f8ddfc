//! Certificates of the worked-out boards of `docs/symmetry.md` and of random small boards.

use std::collections::BTreeSet;

use strata_verify::board::read_board;
use strata_verify::card::{Card, Suit};
use strata_verify::certificate::fingerprint::Fingerprint;
use strata_verify::certificate::flood::{ClassIndex, flood};
use strata_verify::certificate::game::{Game, Prune};
use strata_verify::certificate::gf2::{Piece, Space, add_piece};
use strata_verify::certificate::group::Group;
use strata_verify::certificate::random::Random;
use strata_verify::position::Position;

use super::naive::SafePairs;
use super::writer::{Plain, PlainComponent, PlainGroup};
use super::{check_bytes, kind, naive, sample_kind};

pub const SMALL: &str = "\
Foundations: H-Q C-8 D-Q S-J
Freecells: --
: 9C TC JC KC KS
: KH QC
: KD QS
";

const FIRST_LOOK: &str = "\
Foundations: H-Q C-9 D-Q S-K
Freecells: --
: TC JC KC
: KH QC
: KD
";

/// Random boards; three thousand of up to a thousand states were checked once, in 50 seconds.
const CASES: usize = 700;
/// Boards with more states are left out, for the sake of time.
const STATES_MAX: usize = 500;

fn numbers(plain: &Plain) -> [&str; 5] {
    ["groups", "fccs", "states", "classes", "digest"].map(|name| plain.get(name))
}

#[test]
fn the_small_board_of_the_documents_has_the_numbers_that_they_give() {
    let plain = naive::certificate(SMALL, "safe", "on");
    let digest = "c1272234a62921d3bff54b48c4742821";
    assert_eq!(numbers(&plain), ["30", "55", "116", "86", digest]);
    let accepted = check_bytes(&plain.file(1 << 20)).expect("accepted");
    assert_eq!(format!("{:032x}", accepted.totals.digest), digest);
    let off = naive::certificate(SMALL, "safe", "off");
    assert_eq!(numbers(&off), ["30", "55", "116", "116", digest]);
    assert_eq!(kind(&off.file(1 << 20)), "accepted");
    assert_eq!(sample_kind(&plain.file(1 << 20), 300), "accepted");
    assert_eq!(sample_kind(&off.file(1 << 20), 300), "accepted");
}

#[test]
fn the_board_of_the_first_look_has_the_numbers_that_the_documents_give() {
    let plain = naive::certificate(FIRST_LOOK, "safe", "on");
    assert_eq!(numbers(&plain)[..4], ["9", "13", "35", "30"]);
    // It can be won, so its list of positions is no certificate.
    assert_eq!(kind(&plain.file(1 << 20)), "move-wins");
}

/// Foundations up to random ranks, all other cards in random columns.
fn random_board(random: &mut Random) -> String {
    let heights = [0; 4].map(|_| 8 + random.below(5) as u8);
    let columns = 3 + random.below(2) as usize;
    board(random, heights, vec![Vec::new(); columns], 0)
}

/// A board where moving one card away makes cards of a pair safe: one of them, as diamonds at 6 do
/// with 7D for 9H and not for 9D, or both, as spades at 6 do with 7S for 9H and 9D.
fn board_with_safe_pair(random: &mut Random, both: bool) -> String {
    let rank = 8 + random.below(4) as u8;
    let red = random.below(2) == 0;
    let (mut own, mut other): (Vec<Suit>, Vec<Suit>) =
        Suit::ALL.into_iter().partition(|suit| suit.is_red() == red);
    if random.below(2) == 0 {
        own.reverse();
        other.reverse();
    }
    let mut heights = [0; 4];
    own.iter().for_each(|suit| heights[suit.index()] = rank - 1);
    other.iter().for_each(|suit| heights[suit.index()] = rank - 2);
    let behind = if both { other[0] } else { own[0] };
    heights[behind.index()] = rank - 3;
    let trigger = Card::new(rank - 2, behind);
    let pair = own.iter().map(|&suit| vec![Card::new(rank, suit)]);
    let mut columns: Vec<Vec<Card>> = pair.collect();
    // A card on the trigger that goes on the pair, or that wants a cell or an empty column.
    let stuck = if !both && random.below(2) == 0 {
        Card::new(rank - 1, other[1])
    } else {
        Card::new(13, *if both { &other[1] } else { &other[0] })
    };
    columns.push(vec![trigger, stuck]);
    if random.below(2) == 0 {
        columns.push(Vec::new());
    }
    let taken = columns.len();
    columns.extend(vec![Vec::new(); 1 + random.below(2) as usize]);
    board(random, heights, columns, taken)
}

/// A board with these foundations; cards that are in no column yet go to random ones, not to the
/// first `taken`.
fn board(
    random: &mut Random,
    heights: [u8; 4],
    mut columns: Vec<Vec<Card>>,
    taken: usize,
) -> String {
    let mut cards: Vec<Card> = Card::deck()
        .filter(|card| card.rank() > heights[card.suit().index()])
        .filter(|card| !columns.iter().flatten().any(|dealt| dealt == card))
        .collect();
    for at in (1..cards.len()).rev() {
        cards.swap(at, random.below(at as u64 + 1) as usize);
    }
    // Uneven columns have more stuck cards, and more boards that can't be won.
    let free = (columns.len() - taken) as u64;
    for card in cards {
        let column = random.below(free).min(random.below(free)) as usize;
        columns[taken + column].push(card);
    }
    let freecells = usize::from(random.below(3) == 0);
    Position::new(columns, vec![None; freecells], heights).to_string()
}

#[test]
fn random_boards_are_accepted_exactly_when_nothing_is_won() {
    let mut random = Random::new(5);
    let (mut accepted, mut refused, mut states) = (0, 0, 0_u64);
    let mut safe_pairs = SafePairs::default();
    for case in 0..CASES {
        let board = match case % 4 {
            0 => random_board(&mut random),
            which => board_with_safe_pair(&mut random, which == 1),
        };
        let prune = if case % 3 == 0 { "none" } else { "safe" };
        let symmetry = if case % 5 == 0 { "off" } else { "on" };
        let mut of_board = SafePairs::default();
        let made = naive::certificate_up_to(&board, prune, symmetry, STATES_MAX, &mut of_board);
        let Some(plain) = made else { continue };
        let won = plain.groups.iter().any(|group| group.stuck == 0);
        let bytes = plain.file(1 << 20);
        let found = kind(&bytes);
        if won {
            assert!(matches!(found, "group-won" | "move-wins" | "deal-won"), "{found}\n{board}");
            refused += 1;
        } else {
            let why = check_bytes(&bytes).map(|_| ());
            assert_eq!(found, "accepted", "{why:?}\n{prune} {symmetry}\n{board}");
            assert_eq!(sample_kind(&bytes, 5), "accepted", "{board}");
            accepted += 1;
            safe_pairs.one += of_board.one;
            safe_pairs.both += of_board.both;
            states += plain.get("states").parse::<u64>().expect("a number");
            if of_board.one > 0 || case % 16 < 2 {
                leave_each_out(&plain);
            }
        }
    }
    assert!(accepted > 100 && refused > 100 && states > 5000, "{accepted} {refused} {states}");
    // The rare ways of a suit set: cut by a safe card, or projected by two.
    assert!(safe_pairs.one > 2 && safe_pairs.both > 20, "{safe_pairs:?}");
}

/// Everything listed was reached, so a certificate with less is none: without a component, or
/// without one of the cosets of K that its suit set consists of. This is what shows that no move of
/// any vector is overlooked.
pub fn leave_each_out(plain: &Plain) {
    let symmetry = plain.get("symmetry") == "on";
    let prune = if plain.get("prune") == "safe" { Prune::Safe } else { Prune::None };
    let board = read_board(&plain.board, None).expect("a board");
    let game = Game::new(board, prune, symmetry);
    for (at, group) in plain.groups.iter().enumerate() {
        let PlainGroup { stuck, founded, .. } = *group;
        let of_game = Group::new(&game, Fingerprint { stuck, founded }).expect("a group");
        for (component, listed) in group.components.iter().enumerate() {
            let mut less = plain.clone();
            less.groups[at].components.remove(component);
            if less.groups[at].components.is_empty() {
                less.groups.remove(at);
            }
            refuses(&less, &["group-missing", "class-missing", "deal-not-listed"]);
            let flood = flood(&of_game, listed.key, 0, u64::MAX, &mut ClassIndex::default());
            let kernel = flood.expect("a component").kernel;
            let vectors: Vec<u32> =
                (0..1 << of_game.pairs.count()).filter(|&vector| has(listed, vector)).collect();
            let cosets: BTreeSet<u32> = vectors.iter().map(|&v| kernel.rest(v)).collect();
            for &coset in cosets.iter().filter(|_| cosets.len() > 1) {
                let mut pieces = Vec::new();
                for &vector in vectors.iter().filter(|&&vector| kernel.rest(vector) != coset) {
                    add_piece(&mut pieces, Piece::single(vector));
                }
                let mut less = plain.clone();
                less.groups[at].components[component].pieces =
                    pieces.iter().map(|one| (one.offset, one.space.basis().to_vec())).collect();
                refuses(&less, &["exchange-missing", "deal-not-listed"]);
            }
        }
    }
}

fn has(listed: &PlainComponent, vector: u32) -> bool {
    listed.pieces.iter().any(|(offset, basis)| {
        let space = Space::from_reduced(basis.clone()).expect("a basis");
        space.rest(offset ^ vector) == 0
    })
}

fn refuses(less: &Plain, kinds: &[&str]) {
    let found = kind(&less.file(1 << 20));
    assert!(kinds.contains(&found), "{found}\n{}", less.board);
}
