//! Certificates of the worked-out boards of `docs/symmetry.md` and of random small boards.

use strata_verify::card::{Card, Suit, rank_name};
use strata_verify::certificate::random::Random;

use super::writer::Plain;
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
    let heights: Vec<u8> = Suit::ALL.iter().map(|_| 8 + random.below(5) as u8).collect();
    let mut cards: Vec<Card> =
        Card::deck().filter(|card| card.rank() > heights[card.suit().index()]).collect();
    for at in (1..cards.len()).rev() {
        cards.swap(at, random.below(at as u64 + 1) as usize);
    }
    let columns = 3 + random.below(2) as usize;
    let mut dealt = vec![Vec::new(); columns];
    // Uneven columns have more stuck cards, and more boards that can't be won.
    for card in cards {
        let column = random.below(columns as u64).min(random.below(columns as u64)) as usize;
        dealt[column].push(card.to_string());
    }
    let mut text = "Foundations:".to_owned();
    for suit in Suit::ALL {
        text.push_str(&format!(" {suit}-{}", rank_name(heights[suit.index()])));
    }
    let cells = " --".repeat(usize::from(random.below(3) == 0));
    text.push_str(&format!("\nFreecells:{cells}\n"));
    if cells.is_empty() {
        text.push_str("# freecells: 0\n");
    }
    dealt.iter().for_each(|column| text.push_str(&format!(": {}\n", column.join(" "))));
    text
}

#[test]
fn random_boards_are_accepted_exactly_when_nothing_is_won() {
    let mut random = Random::new(5);
    let (mut accepted, mut refused, mut states) = (0, 0, 0_u64);
    for case in 0..1200 {
        let board = random_board(&mut random);
        let prune = if case % 3 == 0 { "none" } else { "safe" };
        let symmetry = if case % 5 == 0 { "off" } else { "on" };
        let Some(plain) = naive::certificate_up_to(&board, prune, symmetry, 1500) else { continue };
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
            states += plain.get("states").parse::<u64>().expect("a number");
            leave_one_out(&plain, &mut random);
        }
    }
    assert!(accepted > 100 && refused > 100 && states > 5000, "{accepted} {refused} {states}");
}

/// Every listed component was reached, so a certificate without one is none.
fn leave_one_out(plain: &Plain, random: &mut Random) {
    let mut less = plain.clone();
    let at = random.below(less.groups.len() as u64) as usize;
    let components = &mut less.groups[at].components;
    components.remove(random.below(components.len() as u64) as usize);
    if components.is_empty() {
        less.groups.remove(at);
    }
    let found = kind(&less.file(1 << 20));
    assert!(
        matches!(found, "group-missing" | "class-missing" | "deal-not-listed"),
        "{found}\n{}",
        plain.board
    );
}
