//! Certificates of games other than FreeCell: one by hand, and random late boards of every mix of
//! building, filling and sequences.

use clap::ValueEnum;
use strata_verify::board::read_board;
use strata_verify::card::Card;
use strata_verify::certificate::random::Random;
use strata_verify::position::Position;
use strata_verify::rules::{Build, Fill, Rules, Sequences};

use super::naive::SafePairs;
use super::random_boards::{SMALL, leave_each_out};
use super::writer::{Plain, PlainComponent, PlainGroup};
use super::{check_bytes, kind, naive, sample_kind, words};

/// Boards of each mix that are tried.
const CASES: usize = 70;
/// Boards with more states are left out, for the sake of time.
const STATES_MAX: usize = 300;

/// No cell, and no card may be put into an empty column. All three clubs are stuck: JC and QC lie at
/// the bottom, KC on JC. QC goes on KC, its column is gone, and that is all: JC never comes free.
const BY_HAND: &str = "\
# rules: freecells 0, columns 2, build suit, fill none, sequences limited
Foundations: H-K C-T D-K S-K
JC KC
QC
";

const BY_HAND_RULES: &str = "freecells 0, columns 2, build suit, fill none, sequences limited";

const JC: u64 = 1 << 40;
const QC: u64 = 1 << 46;
const KC: u64 = 1 << 48;

/// The one number that pencil and paper do not give; the naive search sums up the same.
const DIGEST: &str = "65bbfb03ddd7de006933ca9b860e4dc3";

/// The two groups: with nothing movable the key is 0; with QC on KC, its low parent, it is 01.
fn by_hand() -> Plain {
    let founded = ((1 << 52) - 1) & !(JC | QC | KC);
    let group = |stuck, key| {
        let components = vec![PlainComponent { key, pieces: vec![(0, Vec::new())] }];
        PlainGroup { stuck, founded, components }
    };
    let head = [
        ("strata-certificate", "2"),
        ("deal", "-"),
        ("rules", "freecells 0, columns 2, build suit, fill none, sequences limited"),
        ("prune", "safe"),
        ("symmetry", "on"),
        ("verdict", "impossible"),
        ("layers", "2"),
        ("groups", "2"),
        ("components", "2"),
        ("classes", "2"),
        ("fccs", "2"),
        ("states", "2"),
        ("digest", DIGEST),
    ];
    Plain {
        version: 2,
        head: head.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        board: BY_HAND.to_owned(),
        groups: vec![group(JC | QC | KC, 0), group(JC | KC, 1)],
    }
}

/// The certificate by other rules, told in the head and on the board.
fn by(plain: &Plain, rules: Rules) -> Plain {
    let mut plain = plain.clone();
    let board = read_board(&plain.board, None).expect("a board of the test");
    plain.set("rules", &rules.to_string());
    plain.board = Position { rules, ..board }.to_string();
    plain
}

/// What the full check says of it by rules with these parts.
fn by_parts(plain: &Plain, build: Build, fill: Fill, sequences: Sequences) -> &'static str {
    let rules = read_board(&plain.board, None).expect("a board of the test").rules;
    kind(&by(plain, Rules { build, fill, sequences, ..rules }).file(100))
}

#[test]
fn the_one_by_hand_is_accepted_by_its_rules_and_by_those_that_change_nothing() {
    let plain = by_hand();
    let accepted = check_bytes(&plain.file(64)).expect("accepted");
    assert_eq!((accepted.totals.states, accepted.totals.groups), (2, 2));
    assert_eq!(sample_kind(&plain.file(64), 20), "accepted");
    assert_eq!(naive::certificate(BY_HAND, "safe", "on").head, plain.head);
    assert_eq!(by_parts(&plain, Build::Suit, Fill::Nothing, Sequences::Unlimited), "accepted");
    // KC can't move with QC on it, so kings may just as well be put into empty columns.
    assert_eq!(by_parts(&plain, Build::Suit, Fill::Kings, Sequences::Limited), "accepted");
}

#[test]
fn by_other_rules_it_is_refused() {
    let plain = by_hand();
    // The sequence KC QC goes to the empty column, and JC is free.
    assert_eq!(by_parts(&plain, Build::Suit, Fill::Kings, Sequences::Unlimited), "move-wins");
    // QC is loose at the bottom of a column that it could open.
    assert_eq!(by_parts(&plain, Build::Suit, Fill::Any, Sequences::Limited), "no-group");
    // QC does not go on KC, and on KD neither: that is up.
    assert_eq!(by_parts(&plain, Build::Alternate, Fill::Nothing, Sequences::Limited), "no-state");
}

#[test]
fn head_and_board_have_to_tell_the_same_rules_in_full() {
    let with = |change: &dyn Fn(&mut Plain)| {
        let mut plain = by_hand();
        change(&mut plain);
        (kind(&plain.file(64)), plain)
    };
    let (of_head, plain) = with(&|plain| {
        plain.set("rules", "freecells 0, columns 2, build suit, fill kings, sequences limited");
    });
    assert_eq!(of_head, "head");
    let expected = "the head: the rules are `freecells 0, columns 2, build suit, fill kings, \
        sequences limited`, but the board is by `freecells 0, columns 2, build suit, fill none, \
        sequences limited`";
    assert_eq!(words(&plain.file(64)), expected);
    let refused = |change: &dyn Fn(&mut Plain)| assert_eq!(with(change).0, "head");
    refused(&|plain| plain.board = plain.board.replace("fill none", "fill kings"));
    refused(&|plain| plain.board = plain.board.replace("# rules: ", "# "));
    refused(&|plain| plain.set("rules", "freecells 0, columns 2, build suit, fill none"));
    refused(&|plain| {
        plain.set("rules", "build suit, fill none, freecells 0, columns 2, sequences limited")
    });
    refused(&|plain| plain.set("rules", "eight_off"));
    refused(&|plain| plain.set("rules", ""));
    // The version of the preamble is that of the head.
    refused(&|plain| plain.version = 1);
    refused(&|plain| plain.set("strata-certificate", "1"));
    // A deal by its name is dealt and compared.
    for name in ["0", "fan 0", "cruel pysol 0", "seahaven 12", "forecell 12"] {
        let (found, _) = with(&|plain| plain.set("deal", name));
        assert_eq!(found, "head", "{name}");
    }
    for name in ["12", "fan 12", "cruel 12", "pysol 40000", "cruel pysol 40000"] {
        let (found, plain) = with(&|plain| plain.set("deal", name));
        assert_eq!(found, "other-board", "{name}");
        let dealt = format!("the board is not deal {name}, which is\nFoundations: ");
        assert!(words(&plain.file(64)).starts_with(&dealt));
    }
    for name in ["freecell 12", "fan", "Fan 12", "fan  12", "fan 12 ", "pysol fan 12"] {
        assert_eq!(with(&|plain| plain.set("deal", name)).0, "head", "{name}");
    }
}

/// No certificate can be of two decks, of columns built by rank, or of whole suits that go up.
#[test]
fn rules_that_have_no_certificates_are_refused_in_words() {
    for rules in [
        "freecells 0, columns 2, build rank, fill none, sequences limited",
        "freecells 0, columns 2, decks 2, build suit, fill none, sequences limited",
        "freecells 0, columns 2, build suit, fill none, sequences runs",
    ] {
        for board in [BY_HAND.to_owned(), BY_HAND.replace(BY_HAND_RULES, rules)] {
            let mut plain = by_hand();
            plain.set("rules", rules);
            plain.board = board;
            assert_eq!((kind(&plain.file(64)), sample_kind(&plain.file(64), 20)), ("head", "head"));
            let expected =
                format!("the head: the rules are `{rules}`, and there are no certificates by them");
            let found = words(&plain.file(64));
            assert!(found.starts_with(&expected), "{found}");
        }
    }
    // Deals of such games, by other rules.
    for name in ["simple_simon 12", "der_katz 12", "die_schlange pysol 40000"] {
        let mut plain = by_hand();
        plain.set("deal", name);
        assert_eq!(kind(&plain.file(64)), "head", "{name}");
        assert!(words(&plain.file(64)).contains(" is dealt to "));
    }
    for name in ["citadel 12", "bakers_dozen 12", "good_measure pysol 40000"] {
        let mut plain = by_hand();
        plain.set("deal", name);
        assert_eq!(kind(&plain.file(64)), "other-board", "{name}");
    }
}

#[test]
fn both_versions_say_the_same_of_freecell() {
    let first = naive::certificate(SMALL, "safe", "on");
    let second = first.clone().in_version_2(Rules::freecell(1, 3));
    assert_eq!((first.version, second.version), (1, 2));
    assert_eq!(kind(&second.file(100)), "accepted");
    assert_eq!(sample_kind(&second.file(100), 100), "accepted");
    // Version 1 knows no other game, whatever its board says.
    let mut other = first;
    other.board = format!("# rules: freecells 1, columns 3, build suit\n{SMALL}");
    assert_eq!(kind(&other.file(100)), "head");
    assert!(words(&other.file(100)).contains("version 1 is of FreeCell, but the board is by"));
}

#[test]
fn what_is_wrong_by_the_rules_is_refused_for_its_own_reason() {
    let with = |change: &dyn Fn(&mut Plain)| {
        let mut plain = by_hand();
        change(&mut plain);
        kind(&plain.file(64))
    };
    let key = |key| with(&|plain| plain.groups[1].components[0].key = key);
    // In a cell, at the bottom of a column, on a high parent.
    assert_eq!((key(0), key(2), key(3)), ("no-state", "no-state", "no-state"));
    assert_eq!(with(&|plain| drop(plain.groups.remove(1))), "group-missing");
    assert_eq!(with(&|plain| drop(plain.groups.remove(0))), "deal-not-listed");
    // JC is under KC, and QC is stuck unless it was moved.
    assert_eq!(with(&|plain| plain.groups[1].stuck = KC), "no-group");
    assert_eq!(with(&|plain| plain.groups[1].founded |= QC), "no-group");
    // There is no pair, so there is no vector but 0.
    let pieces = |pieces: Vec<(u32, Vec<u32>)>| {
        with(&|plain| plain.groups[1].components[0].pieces = pieces.clone())
    };
    assert_eq!(pieces(vec![(1, Vec::new())]), "content");
    assert_eq!(pieces(vec![(0, vec![1])]), "content");
}

/// All mixes of building, filling and sequences that certificates can be of.
fn mixes() -> impl Iterator<Item = Rules> {
    let builds = Build::value_variants().iter();
    let mixes = builds.flat_map(|&build| {
        Fill::value_variants().iter().flat_map(move |&fill| {
            let sequences = Sequences::value_variants().iter();
            sequences.map(move |&sequences| Rules { build, fill, sequences, ..Rules::FREECELL })
        })
    });
    mixes.filter(|rules| rules.may_have_certificate())
}

/// Foundations up to random ranks, a card or none in the cell, all others in random columns.
fn random_board(random: &mut Random, mix: Rules) -> Position {
    let heights = [0; 4].map(|_| 8 + random.below(5) as u8);
    let mut columns = vec![Vec::new(); 2 + random.below(3) as usize];
    let mut cards: Vec<Card> =
        Card::deck().filter(|card| card.rank() > heights[card.suit().index()]).collect();
    for at in (1..cards.len()).rev() {
        cards.swap(at, random.below(at as u64 + 1) as usize);
    }
    let mut cells = vec![None; usize::from(random.below(3) == 0)];
    if random.below(2) == 0 {
        cells.iter_mut().for_each(|cell| *cell = cards.pop());
    }
    let number = columns.len() as u64;
    for card in cards {
        columns[random.below(number).min(random.below(number)) as usize].push(card);
    }
    let rules = Rules { freecells: cells.len(), columns: columns.len(), ..mix };
    Position::by(rules, columns, cells, heights)
}

fn certificate(board: &Position, prune: &str, symmetry: &str) -> Option<Plain> {
    let text = board.to_string();
    let made =
        naive::certificate_up_to(&text, prune, symmetry, STATES_MAX, &mut SafePairs::default())?;
    Some(if made.version == 1 { made.in_version_2(board.rules) } else { made })
}

/// How often a certificate held, won, and held or not by other rules.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    accepted: usize,
    won: usize,
    accepted_by_others: usize,
    refused_by_others: usize,
    /// Refused by rules that differ only in how sequences move.
    moved_as_one: usize,
}

#[test]
fn random_boards_of_every_mix_are_accepted_exactly_when_nothing_is_won() {
    let mut random = Random::new(11);
    let mut moved_as_one = 0;
    for mix in mixes() {
        let mut tally = Tally::default();
        for case in 0..CASES {
            let board = random_board(&mut random, mix);
            let prune = if case % 3 == 0 { "none" } else { "safe" };
            let symmetry = if case % 5 == 0 { "off" } else { "on" };
            let Some(plain) = certificate(&board, prune, symmetry) else { continue };
            let bytes = plain.file(1 << 20);
            let found = kind(&bytes);
            if plain.groups.iter().any(|group| group.stuck == 0) {
                assert!(
                    matches!(found, "group-won" | "move-wins" | "deal-won"),
                    "{found}\n{board}"
                );
                tally.won += 1;
                continue;
            }
            let why = check_bytes(&bytes).map(|_| ());
            assert_eq!(found, "accepted", "{why:?}\n{prune} {symmetry}\n{board}");
            assert_eq!(sample_kind(&bytes, 5), "accepted", "{board}");
            tally.accepted += 1;
            if case % 4 == 0 {
                leave_each_out(&plain);
            }
            if case % 2 == 0 {
                try_other_rules(&plain, &board, &mut tally);
            }
        }
        moved_as_one += tally.moved_as_one;
        assert!(tally.accepted >= 10 && tally.refused_by_others >= 10, "{mix}: {tally:?}");
    }
    assert!(moved_as_one > 10, "how sequences move made a difference {moved_as_one} times");
}

/// A certificate holds by other rules only if these lead nowhere else, and surely if they make the
/// same graph.
fn try_other_rules(plain: &Plain, board: &Position, tally: &mut Tally) {
    for Rules { build, fill, sequences, .. } in mixes() {
        let rules = Rules { build, fill, sequences, ..board.rules };
        if rules == board.rules {
            continue;
        }
        let changed = by(plain, rules);
        let other = Position { rules, ..board.clone() };
        let found = kind(&changed.file(1 << 20));
        let Some(true_one) = certificate(&other, plain.get("prune"), plain.get("symmetry")) else {
            assert_ne!(found, "accepted", "{board}{rules}");
            continue;
        };
        let is_won = true_one.groups.iter().any(|group| group.stuck == 0);
        let is_same = !is_won && true_one.content() == changed.content();
        // It may also list more than can be reached, as long as no move leads out of that either.
        let has_all = true_one.groups.iter().all(|group| {
            let is_it =
                |other: &PlainGroup| (other.stuck, other.founded) == (group.stuck, group.founded);
            changed.groups.iter().any(is_it)
        });
        if found == "accepted" {
            assert!(!is_won && has_all, "{board}{rules}");
        } else {
            assert!(!is_same, "{found}\n{board}{rules}");
        }
        tally.accepted_by_others += usize::from(found == "accepted");
        tally.refused_by_others += usize::from(found != "accepted");
        let only_sequences = Rules { sequences: board.rules.sequences, ..rules } == board.rules;
        tally.moved_as_one += usize::from(found != "accepted" && only_sequences);
    }
}
