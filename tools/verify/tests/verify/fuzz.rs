//! Random inputs: whatever comes in, the readers and the replay answer and never panic.
//!
//! Each case takes a good input, damages it a little (bytes, tokens, lines), reads it and replays
//! it. Beyond not panicking, a board that is read must be whole and survive being written and read
//! again, and a verdict must agree with the position it comes with. A second test plays random
//! legal moves, which gets deeper into the rules than damage does.
//!
//! `STRATA_FUZZ_CASES` sets the number of cases; a failure prints the seed, and `STRATA_FUZZ_SEED`
//! runs that case alone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use strata_verify::autoplay::Autoplay;
use strata_verify::board::{Known, Told, read_board, read_board_as};
use strata_verify::deal::{DEAL_MAX, Deal, deal};
use strata_verify::moves::{Cards, Move, Place, Step, number_of_moves};
use strata_verify::position::Position;
use strata_verify::replay::{Verdict, replay};
use strata_verify::report;
use strata_verify::rules::games::{GAMES, NamedGame};
use strata_verify::rules::{Fill, Rules, Sequences, play};
use strata_verify::solution::read_solution;

const CASES_DEFAULT: u64 = 20_000;
const CASES_LONG: u64 = 1_000_000;

/// Bits that mean something to one of the readers.
const TOKENS: [&str; 66] = [
    "5H",
    "10♠",
    "TS",
    "KD",
    "AC",
    "♥",
    "--",
    "-",
    ":",
    "#",
    "\n",
    "\r\n",
    "\n\n",
    "\u{feff}",
    " ",
    "\t",
    "Foundations:",
    "fc:",
    "H-Q",
    "C-0",
    "# freecells: 3\n",
    "# columns: 9\n",
    "# game: fan\n",
    "# rules: fill none\n",
    "# game: der_katz\n",
    "# rules: decks 2\n",
    "sequences unlimited",
    "sequences runs",
    "decks 2",
    "build rank",
    "0h",
    "Move the sequence on top of Stack ",
    " H-0 C-0 D-0 S-0",
    "\"rules\":",
    "v2",
    "310",
    "Move 2 cards",
    "Move: 26\n",
    " from stack 1 to stack 2\n",
    " to freecell 0",
    "-=-=-=-\n",
    "Iteration: 1\n",
    "\nFoundations: H-0 C-0 D-0 S-0\n",
    " H-0 C-0 D-0 S-0\n",
    "--- --- ",
    " --  -- ",
    " from column 1 to column 2\n",
    "26",
    "a5",
    "3h",
    "h1",
    "mm",
    "12.",
    "10-12",
    "13-h",
    "{",
    "}",
    "[",
    "]",
    "\"card\":",
    "\"from\":",
    "null",
    "1e999",
    "\"moves\":",
    "é",
    "99999999999999999999",
];

/// SplitMix64: small, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("below a usize")
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

fn number_from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

/// Runs `case` with one seed after the other and names the seed that fails.
fn for_each_seed(cases: u64, case: impl Fn(&mut Random)) {
    let seeds = match number_from_environment("STRATA_FUZZ_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..cases,
    };
    for seed in seeds {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| case(&mut Random(seed)))) {
            eprintln!("failed with STRATA_FUZZ_SEED={seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

fn cases() -> u64 {
    number_from_environment("STRATA_FUZZ_CASES").unwrap_or(CASES_DEFAULT)
}

/// Damages a text once: a byte, a token, a stretch or a line.
fn damage(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len() + 1);
    let end = (at + random.below(12)).min(bytes.len());
    match random.below(8) {
        0 if at < bytes.len() => bytes[at] = random.next().to_le_bytes()[0],
        1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        2 => drop(bytes.splice(at..at, random.pick(&TOKENS).bytes())),
        3 => drop(bytes.splice(at..end, random.pick(&TOKENS).bytes())),
        4 => drop(bytes.drain(at..end)),
        5 => bytes.truncate(at),
        6 => {
            let copy = bytes[at..end].to_vec();
            let target = random.below(bytes.len() + 1);
            bytes.splice(target..target, copy);
        }
        _ => return swap_tokens(text, random),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Swaps two tokens: cards or moves stay well spelt and land in the wrong place.
fn swap_tokens(text: &str, random: &mut Random) -> String {
    let mut tokens: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    if !tokens.is_empty() {
        let (one, other) = (random.below(tokens.len()), random.below(tokens.len()));
        tokens.swap(one, other);
    }
    tokens.concat()
}

fn damaged(text: &str, random: &mut Random) -> String {
    let times = random.below(4);
    (0..times).fold(text.to_owned(), |text, _| damage(&text, random))
}

fn check_board(board: &Position) {
    assert_eq!(board.broken_invariant(), None);
    assert_eq!(read_board(&board.to_string(), None).as_ref(), Ok(board));
}

fn check_replay(board: &Position, moves: &[Step], autoplay: Autoplay) {
    let verdict = replay(board, moves, autoplay);
    match &verdict {
        Verdict::Won => {}
        Verdict::NotWon { position } => assert!(!position.is_won()),
        Verdict::IllegalMove { number, position, reason, .. } => {
            assert!((1..=number_of_moves(moves)).contains(number));
            if let Step::Move(mv) = &moves[number - 1]
                && matches!(mv.cards, Cards::Longest | Cards::Named(_) | Cards::From(_))
            {
                assert_eq!(play(&mut position.clone(), mv), Err(reason.clone()));
            }
            check_board(position);
        }
        Verdict::OtherStart { position, .. } => assert_eq!(position, board),
        Verdict::OtherRules { told, position, .. } => assert_ne!(*told, position.rules),
        Verdict::TooManyReadings => return,
    }
    assert!(report::text(&verdict, moves.len()).contains("valid: "));
    assert!(report::json(&verdict, moves.len()).starts_with("{\"valid\":"));
}

/// A deal of a game as text.
fn board_of(game: &str, number: u64) -> String {
    let game = NamedGame::named(game).expect("a game");
    Deal { game, pysol: false, number }.board(game.rules).expect("a deal").to_string()
}

fn damaged_inputs(cases: u64) {
    let boards = [
        deal(1, 4).expect("a deal").to_string(),
        deal(303, 4).expect("a deal").to_string(),
        include_str!("../data/eleven-columns-board.txt").to_owned(),
        "# freecells: 2\nFounds: H-Q C-J D-K S-10\nFC: KH --\n: QC KC\n:\nJS KS\n:\nQS\n"
            .to_owned(),
        "# game: seahaven\nFounds: H-Q C-J D-K S-10\nFC: KH -\nQC KC\n\nJS KS\n\nQS\n\n\n\n\n\n"
            .to_owned(),
        "# rules: build suit, fill kings, columns 5\nFounds: H-Q C-J D-K S-10\nFC: KH\n: QC KC\n\
         : JS KS\n:\n: QS\n:\n"
            .to_owned(),
        "# columns: 8\nFounds: H-Q C-J D-K S-10\nFC: KH --\n\nQC KC\n\n\nJS KS\n\nQS\n\n\n"
            .to_owned(),
        include_str!("../data/two-decks-late.txt").to_owned(),
        board_of("simple_simon", 3),
        board_of("die_schlange", 132),
        board_of("citadel", 12),
    ];
    let solutions = [
        include_str!("../data/deal-1.txt"),
        include_str!("../data/deal-1.json"),
        include_str!("../data/deal-1-autoplay.txt"),
        include_str!("../data/eleven-columns.txt"),
        include_str!("../data/eleven-columns.json"),
        include_str!("../data/fc-solve/m.txt"),
        include_str!("../data/fc-solve/m-sn.txt"),
        include_str!("../data/fc-solve/m-snx.txt"),
        include_str!("../data/fc-solve/p-t-sam.txt"),
        include_str!("../data/fc-solve/p-t-sam-snx.txt"),
        include_str!("../data/fc-solve/sam-8-10.txt"),
        "solvable: 2 moves\n0.1 s, 5 states expanded\n\n1  1a  6S from column 1 to cell a\n\
         2  16  6D from column 1 to the foundations\n",
        "# the start\nFoundations: H-Q C-J D-K S-10\nFreecells: KH --\n: QC KC\n:\n: JS KS\n:\n: QS\n\n\
         # 1\nFoundations: H-K C-J D-K S-10\nFreecells: -- --\n: QC KC\n:\n: JS KS\n:\n: QS\n\n",
        "1. ah 12 # comment\n2. 1h 3h",
        include_str!("../data/fc-solve/simple_simon-3-m-sn.txt"),
        include_str!("../data/fc-solve/simple_simon-2-m.txt"),
        include_str!("../data/fc-solve/die_schlange-132-m-snx.txt"),
        include_str!("../data/fc-solve/citadel-12-m-sn.txt"),
        include_str!("../data/fc-solve/two-decks-late-sam.txt"),
        include_str!("../data/fc-solve/two-decks-late-p-t-sam-sn.txt"),
    ];
    for_each_seed(cases, |random| {
        let freecells = (random.below(4) == 0).then(|| random.below(14));
        let columns = (random.below(4) == 0).then(|| 1 + random.below(18));
        let mut known = Known::from(Told { freecells, columns });
        if random.below(8) == 0 {
            known.game = Some(random.pick(&GAMES));
        }
        if random.below(8) == 0 {
            known.parts.fill = Some(*random.pick(&[Fill::Any, Fill::Kings, Fill::Nothing]));
        }
        if random.below(8) == 0 {
            known.parts.decks = Some(1 + random.below(2));
            known.parts.sequences = Some(*random.pick(&[Sequences::Limited, Sequences::Runs]));
        }
        let text = damaged(random.pick::<String>(&boards), random);
        let board = read_board_as(&text, known);
        if let (Ok(board), Some(columns)) = (&board, columns) {
            assert_eq!(board.columns.len(), columns);
        }
        let moves = read_solution(&damaged(random.pick::<&str>(&solutions), random));
        match &board {
            Ok(board) => check_board(board),
            Err(faults) => assert!(!faults.to_string().is_empty()),
        }
        match (&board, &moves) {
            (_, Err(faults)) => assert!(!faults.to_string().is_empty()),
            (Ok(board), Ok(moves)) => {
                let autoplay = *random.pick(&[Autoplay::Off, Autoplay::MicrosoftRule]);
                check_replay(board, moves, autoplay);
            }
            (Err(_), Ok(_)) => {}
        }
    });
}

fn random_place(random: &mut Random) -> Place {
    match random.below(16) {
        0 => Place::Foundations,
        1..=4 => Place::Cell(random.below(9)),
        _ => Place::Column(random.below(18)),
    }
}

/// What moved between two columns lies there in the same order and in sequence, and nothing else
/// moved.
fn check_move(before: &Position, after: &Position, from: Place, to: Place) {
    let (Place::Column(from), Place::Column(to)) = (from, to) else { return };
    let moved = before.columns[from].len() - after.columns[from].len();
    let joined = &after.columns[to][before.columns[to].len().saturating_sub(1)..];
    assert!(
        joined.windows(2).all(|pair| before.rules.lies_in_sequence(pair[1], pair[0])),
        "the moved cards form one sequence"
    );
    assert!(
        moved >= 1
            && after.columns[to].ends_with(&before.columns[from][after.columns[from].len()..])
    );
    assert_eq!(&before.cells, &after.cells);
    assert_eq!(before.cards_up(), after.cards_up());
}

/// The rules of a game, or others for its layout.
fn random_rules(random: &mut Random, rules: Rules) -> Rules {
    match random.below(4) {
        0 => Rules { sequences: Sequences::Runs, ..rules },
        1 => Rules { fill: Fill::Any, freecells: 4.max(rules.freecells), ..rules },
        _ => rules,
    }
}

#[test]
fn damaged_inputs_never_panic() {
    damaged_inputs(cases());
}

#[test]
#[ignore = "takes a minute; STRATA_FUZZ_CASES does the same for the test above"]
fn a_million_damaged_inputs_never_panic() {
    damaged_inputs(CASES_LONG);
}

#[test]
fn random_play_keeps_all_cards() {
    for_each_seed(cases() / 20, |random| {
        let number = 1 + random.next() % DEAL_MAX;
        let game = random.pick(&GAMES);
        let deal = Deal { game, pysol: random.below(2) == 0, number };
        let mut position = deal.board(random_rules(random, game.rules)).expect("a deal");
        for _ in 0..1000 {
            let (from, to) = (random_place(random), random_place(random));
            let mv =
                Move { written: format!("{from}-{to}").into(), from, to, cards: Cards::Longest };
            let before = position.clone();
            match play(&mut position, &mv) {
                Ok(()) => check_move(&before, &position, from, to),
                Err(reason) => assert!(!reason.to_string().is_empty() && position == before),
            }
            assert_eq!(position.broken_invariant(), None);
        }
        check_board(&position);
    });
}
