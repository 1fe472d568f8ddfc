//! Random boards written and read, and texts harmed at random.
//!
//! Three properties: a board comes back from its text; it comes back from a text with other looks,
//! put together here and not by `write`; and a harmed text never panics, but is refused with a
//! message of bounded size or read as a valid board that itself comes back.
//!
//! Each case has its own seed, printed when the case fails. `STRATA_FUZZ_SEED` starts with that
//! case, `STRATA_FUZZ_CASES` sets how many there are.

use super::text::TEXT_BYTES_MAX;
use super::{Board, ReadOptions, Rules};
use crate::card::{CARDS, Card, KING, Suit};
use crate::rules::{Build, Fill, Sequences};

const CASES: u64 = 20_000;
const SEED: u64 = 1;

/// SplitMix64: small, and good from any seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Names the case while the test unwinds from its panic.
struct CaseGuard {
    seed: u64,
}

impl Drop for CaseGuard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with STRATA_FUZZ_SEED={}", self.seed);
        }
    }
}

fn for_each_case(mut case: impl FnMut(&mut Random)) -> u64 {
    let setting = |name: &str, default| match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is no number: {value}")),
        Err(_) => default,
    };
    let cases = setting("STRATA_FUZZ_CASES", CASES);
    let first = setting("STRATA_FUZZ_SEED", SEED);
    for seed in (first..).take(cases as usize) {
        let _guard = CaseGuard { seed };
        case(&mut Random(seed));
    }
    cases
}

/// A board with its cards anywhere: any number of columns and cells, often full or empty ones.
fn random_board(random: &mut Random) -> Board {
    let mut foundations = [0u8; 4];
    let founded_max = random.pick(&[0, 0, 1, 3, usize::from(KING)]);
    for rank in &mut foundations {
        *rank = random.below(founded_max + 1) as u8;
    }
    if random.one_in(50) {
        foundations = [KING; 4];
    }
    let mut cards: Vec<Card> =
        Card::all().filter(|card| card.rank() > foundations[card.suit().index()]).collect();
    for last in (1..cards.len()).rev() {
        cards.swap(last, random.below(last + 1));
    }
    let freecells_max = random.pick(&[4, usize::from(Rules::FREECELLS_MAX)]);
    let freecells = if random.one_in(3) { 4 } else { random.below(freecells_max + 1) };
    let mut cells = vec![None; freecells];
    let empty_in = random.pick(&[1, 2, 5, usize::MAX]);
    for slot in &mut cells {
        if !random.one_in(empty_in) {
            *slot = cards.pop();
        }
    }
    let mut columns = vec![Vec::new(); 1 + random.below(usize::from(Rules::COLUMNS_MAX))];
    let used = 1 + random.below(columns.len());
    for card in cards {
        columns[random.below(used)].push(card);
    }
    let turn = random.below(columns.len());
    columns.rotate_right(turn);
    let mut rules = Rules::freecell(freecells as u8, columns.len() as u8);
    if random.one_in(2) {
        rules.build = random.pick(&[Build::Alternate, Build::Suit]);
        rules.fill = random.pick(&[Fill::Any, Fill::Kings, Fill::Nothing]);
        rules.sequences = random.pick(&[Sequences::Limited, Sequences::Unlimited]);
    }
    Board::from_parts(rules, columns, cells, foundations)
}

/// A board's text with other looks, put together without the writer, and the number of columns to tell
/// where empty ones are blank lines.
fn restyled(board: &Board, random: &mut Random) -> (String, Option<u8>) {
    let mut named = vec![match board.rules() {
        rules if rules.is_freecell() => format!("# freecells: {}", rules.freecells),
        rules => format!("\t# RULES: {rules}"),
    }];
    let slots: Vec<String> = board
        .cells()
        .iter()
        .map(|slot| match slot {
            Some(card) => word(*card, random),
            None => random.pick(&["-", "--"]).to_string(),
        })
        .collect();
    named.push(format!("{} {}", random.pick(&["Freecells:", "fc:", "FC :"]), slots.join(" ")));
    let mut founds = random.pick(&["Foundations:", "founds:", "\tFOUNDS:\t"]).to_string();
    for suit in Suit::ALL {
        let rank = board.foundations()[suit.index()];
        if rank > 0 || random.one_in(2) {
            let rank = ["0", "a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "Q", "K"]
                [usize::from(rank)];
            founds += &format!(" {}-{rank}", suit_word(suit, random));
        }
    }
    named.insert(random.below(2), founds);

    let (mut before, mut after) = (Vec::new(), Vec::new());
    for line in named {
        if random.one_in(2) { &mut before } else { &mut after }.push(line);
    }
    let mut lines = before;
    // Blank lines alone are columns only after the named lines.
    let is_bare = random.one_in(2) && board.columns().iter().any(|column| !column.is_empty());
    for (index, column) in board.columns().iter().enumerate() {
        let words: Vec<String> = column.iter().map(|&card| word(card, random)).collect();
        let colon = match is_bare {
            true => "",
            // The first has one, so that blank lines around the columns mean nothing.
            false if column.is_empty() || index == 0 => ":",
            false => random.pick(&["", ":", " : "]),
        };
        let comment = if column.is_empty() && colon.is_empty() { "" } else { " # 3H: # :" };
        lines.push(format!("{colon}{}{}", words.join("\t "), random.pick(&["", comment])));
        if random.one_in(4) {
            lines.push("# a comment between columns".into());
        }
    }
    lines.append(&mut after);
    let text = lines.join(random.pick(&["\n", "\r\n"]));
    if is_bare {
        return (
            random.pick(&["", "\u{feff}", "#\n"]).to_string() + &text + "\n",
            Some(board.rules().columns),
        );
    }
    (random.pick(&["", "\u{feff}", "\n\r\n", " \t\n#\n"]).to_string() + &text, None)
}

fn word(card: Card, random: &mut Random) -> String {
    let name = card.to_string();
    let rank = &name[..1];
    let rank = if rank == "T" { random.pick(&["T", "t", "10"]) } else { rank };
    let rank = if random.one_in(2) { rank.to_lowercase() } else { rank.to_string() };
    rank + &suit_word(card.suit(), random)
}

fn suit_word(suit: Suit, random: &mut Random) -> String {
    let words = [
        ["C", "c", "♣", "♧\u{fe0f}"],
        ["D", "d", "♢", "♦\u{fe0f}"],
        ["H", "h", "♡", "♥\u{fe0f}"],
        ["S", "s", "♤", "♠\u{fe0f}"],
    ];
    random.pick(&words[suit.index()]).to_string()
}

/// One harm done to a text: some break it, some only move cards or change its looks.
fn harm(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let here = random.below(characters.len() + 1);
    let there = (here + random.below(12)).min(characters.len());
    match random.below(10) {
        0 => drop(characters.drain(here..there)),
        1 => {
            let copy = characters[here..there].to_vec();
            let to = random.below(characters.len() + 1);
            characters.splice(to..to, copy);
        }
        2 => characters.insert(here, random_character(random)),
        3 if here < characters.len() => characters[here] = random_character(random),
        4 => return swapped(text, ' ', random),
        5 | 6 => return swapped(text, '\n', random),
        7 => {
            let word = random.pick(&["\n", ":", " # ", "\t", "--", "\n:\n", "\r", "FC:", " 3H"]);
            characters.splice(here..here, word.chars());
        }
        8 => {
            let other = random_board(random).to_text();
            let keep = random.below(other.len() + 1);
            characters.truncate(here);
            characters.extend(other[keep..].chars());
        }
        _ => return recased(text, random),
    }
    characters.into_iter().collect()
}

fn swapped(text: &str, separator: char, random: &mut Random) -> String {
    let mut parts: Vec<&str> = text.split(separator).collect();
    let (one, other) = (random.below(parts.len()), random.below(parts.len()));
    parts.swap(one, other);
    parts.join(&separator.to_string())
}

fn recased(text: &str, random: &mut Random) -> String {
    if random.one_in(2) { text.to_lowercase() } else { text.to_uppercase() }
}

fn random_character(random: &mut Random) -> char {
    let likely = "ACDHSTJQK0123456789:#-\n\r\t acdhst♥♦♤é\u{fe0f}\u{feff}\u{a0}\u{0}\u{1b}";
    if random.one_in(8) {
        char::from_u32(random.next() as u32 % 0x11_0000).unwrap_or('\u{fffd}')
    } else {
        random.pick(&likely.chars().collect::<Vec<_>>())
    }
}

fn random_junk(random: &mut Random) -> String {
    if random.one_in(1000) {
        return random_character(random).to_string().repeat(TEXT_BYTES_MAX / 2);
    }
    (0..random.below(200)).map(|_| random_character(random)).collect()
}

fn assert_comes_back(board: &Board) {
    let text = board.to_text();
    match Board::read(&text, &ReadOptions::default()) {
        Ok(again) => assert_eq!(again, *board, "{text}"),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Counts the cards on its own, without the constructor's assertions.
fn assert_valid(board: &Board) {
    let mut times = [0; CARDS];
    for card in board.columns().iter().flatten().chain(board.cells().iter().flatten()) {
        times[card.index()] += 1;
    }
    for card in Card::all() {
        times[card.index()] += u8::from(card.rank() <= board.foundations()[card.suit().index()]);
    }
    assert_eq!(times, [1; CARDS]);
    assert!((1..=18).contains(&board.columns().len()));
    assert!(board.cells().len() <= 12);
}

#[test]
fn every_board_comes_back_from_its_text() {
    for_each_case(|random| assert_comes_back(&random_board(random)));
}

#[test]
fn every_board_comes_back_from_a_text_with_other_looks() {
    for_each_case(|random| {
        let board = random_board(random);
        let (text, columns) = restyled(&board, random);
        match Board::read(&text, &ReadOptions { columns, ..Default::default() }) {
            Ok(again) => assert_eq!(again, board, "{text}"),
            Err(error) => panic!("{error}\n{text}"),
        }
    });
}

#[test]
fn harmed_texts_are_refused_or_read_but_never_panic() {
    let mut accepted = 0;
    let cases = for_each_case(|random| {
        let board = random_board(random);
        let mut text = match random.below(8) {
            0 => random_junk(random),
            1..=3 => restyled(&board, random).0,
            _ => board.to_text(),
        };
        for _ in 0..=random.below(4) {
            text = harm(&text, random);
        }
        let freecells = random.one_in(4).then(|| random.below(15) as u8);
        let columns = random.one_in(4).then(|| random.below(15) as u8);
        match Board::read(&text, &ReadOptions { freecells, columns, ..Default::default() }) {
            Ok(board) => {
                accepted += 1;
                assert!(columns.is_none_or(|told| told == board.rules().columns));
                assert_valid(&board);
                assert!(freecells.is_none_or(|asked| asked == board.rules().freecells));
                assert_comes_back(&board);
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.len() < 8 * 1024, "a message of {} bytes", message.len());
                assert!(message.lines().count() <= 22, "{message}");
                assert!(!message.contains(|c: char| c.is_control() && c != '\n'), "{message}");
            }
        }
    });
    assert!(cases < 1000 || accepted > cases / 20, "only {accepted} of {cases} texts were read");
}
