//! Solutions in every format, as they are printed and tampered with.
//!
//! `tests/data/fc-solve` has what that program printed for deal 303, each file named for its options,
//! and for other boards, with the numbers of cells and columns in the name. What Strata prints is made
//! here from the same moves, in the form that its own tests pin.

use strata_verify::autoplay::Autoplay;
use strata_verify::deal::{deal, deal_into};
use strata_verify::moves::{Cards, Move, Place, Step, number_of_moves};
use strata_verify::position::Position;
use strata_verify::replay::{Verdict, replay};
use strata_verify::rules::play;
use strata_verify::solution::read_solution;

const SENTENCES: &str = include_str!("../data/fc-solve/m.txt");
const NAMES: &str = include_str!("../data/fc-solve/m-sn.txt");
const MARKED_NAMES: &str = include_str!("../data/fc-solve/m-snx.txt");
const SENTENCES_SHOWN: &str = include_str!("../data/fc-solve/p-t-sam.txt");
const NAMES_SHOWN: &str = include_str!("../data/fc-solve/p-t-sam-snx.txt");
const ELEVEN_COLUMNS: &str = include_str!("../data/eleven-columns.txt");

fn deal_303() -> Position {
    deal(303, 4).expect("a deal")
}

fn read(text: &str) -> Vec<Step> {
    read_solution(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

fn verdict(board: &Position, text: &str) -> Verdict {
    replay(board, &read(text), Autoplay::Off)
}

fn is_won(board: &Position, text: &str) -> bool {
    verdict(board, text) == Verdict::Won
}

/// Neither a solution nor, if it can't be read, taken for one.
fn is_refused(board: &Position, text: &str) -> bool {
    read_solution(text).map_or(true, |steps| replay(board, &steps, Autoplay::Off) != Verdict::Won)
}

fn faults(text: &str) -> String {
    read_solution(text).expect_err("faults").to_string()
}

/// The text with one line changed, for each line that `change` changes.
fn with_one_line_changed<'a>(
    text: &'a str,
    change: impl Fn(&str) -> Option<String> + 'a,
) -> impl Iterator<Item = String> + 'a {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).filter_map(move |at| {
        let changed = change(lines[at]).filter(|changed| changed != lines[at])?;
        let (before, after) = (lines[..at].join("\n"), lines[at + 1..].join("\n"));
        Some(format!("{before}\n{changed}\n{after}\n"))
    })
}

/// Asserts that each of these is refused, and that there are some.
fn assert_refused(board: &Position, texts: impl Iterator<Item = String>) {
    let mut tried = 0;
    for text in texts {
        assert!(is_refused(board, &text), "{text}");
        tried += 1;
    }
    assert!(tried > 0, "nothing was changed");
}

#[test]
fn what_fc_solve_prints_is_valid() {
    for text in [SENTENCES, NAMES, MARKED_NAMES, SENTENCES_SHOWN, NAMES_SHOWN] {
        assert!(is_won(&deal_303(), text), "{text}");
        assert_eq!(number_of_moves(&read(text)), 111);
    }
}

#[test]
fn positions_alone_are_valid_too() {
    let is_move = |line: &&str| !line.starts_with("Move");
    let without_moves = SENTENCES_SHOWN.lines().filter(is_move).collect::<Vec<_>>().join("\n");
    assert!(is_won(&deal_303(), &without_moves));
    assert_eq!(number_of_moves(&read(&without_moves)), 111);
    let blanks_cut = SENTENCES_SHOWN.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert!(is_won(&deal_303(), &blanks_cut));
}

#[test]
fn eight_cells_and_ten_columns_are_named_and_drawn_in_its_way() {
    let drawn = include_str!("../data/fc-solve/sam-8-10.txt");
    assert!(is_won(&deal_into(8, 10, 8).expect("a deal"), drawn));
    let names = include_str!("../data/fc-solve/m-sn-8-5.txt");
    assert!(names.contains('k') && is_won(&deal_into(2, 5, 8).expect("a deal"), names));
    let names = include_str!("../data/fc-solve/m-sn-2-10.txt");
    assert!(names.contains("10h") && is_won(&deal_into(1, 10, 2).expect("a deal"), names));
    // A card of the drawing changes places with its neighbour.
    let swapped = |line: &str| {
        let is_row = line.len() == 40 && !line.contains("--") && !line[..8].contains("    ");
        is_row.then(|| format!("{}{}{}", &line[4..8], &line[..4], &line[8..]))
    };
    assert_refused(&deal_into(8, 10, 8).expect("a deal"), with_one_line_changed(drawn, swapped));
}

#[test]
fn the_trace_of_a_search_before_the_solution_is_skipped() {
    let trace = "Iteration: 0\nDepth: 0\nStored-States: 0\nScan: \n\n\
        Foundations: H-0 C-0 D-0 S-0 \nFreecells:                \n: 2D KC\n\n---------------\n\n\n";
    assert!(is_won(&deal_303(), &format!("{trace}{SENTENCES_SHOWN}")));
    assert_eq!(read(trace), []);
}

#[test]
fn a_wrong_number_of_cards_is_refused() {
    let other_number = |by: i32| {
        move |line: &str| {
            let number: i32 = line.strip_prefix("Move ")?.split(' ').next()?.parse().ok()?;
            Some(line.replacen(&number.to_string(), &(number + by).to_string(), 1))
        }
    };
    for text in [SENTENCES_SHOWN, SENTENCES] {
        for by in [-1, 1, 9] {
            assert_refused(&deal_303(), with_one_line_changed(text, other_number(by)));
        }
    }
    let one_is_none =
        |line: &str| line.contains("a card").then(|| line.replace("a card", "2 cards"));
    assert_refused(&deal_303(), with_one_line_changed(SENTENCES_SHOWN, one_is_none));
    assert!(MARKED_NAMES.contains("58v2"));
    for mark in ["58v3", "58v1", "58v0", "58"] {
        assert!(is_refused(&deal_303(), &MARKED_NAMES.replace("58v2", mark)), "{mark}");
    }
}

#[test]
fn a_changed_place_is_refused() {
    let other_source = |line: &str| {
        let (head, rest) = line.split_once(" from stack ")?;
        let column: usize = rest[..1].parse().ok()?;
        Some(format!("{head} from stack {}{}", (column + 1) % 8, &rest[1..]))
    };
    let other_target = |line: &str| {
        let (head, rest) = line.split_once(" to ")?;
        Some(format!("{head} to {}", if rest == "stack 0" { "stack 1" } else { "stack 0" }))
    };
    for text in [SENTENCES_SHOWN, SENTENCES] {
        assert_refused(&deal_303(), with_one_line_changed(text, other_source));
        assert_refused(&deal_303(), with_one_line_changed(text, other_target));
    }
    let tokens: Vec<&str> =
        MARKED_NAMES.lines().skip(2).take(12).flat_map(str::split_whitespace).collect();
    assert_eq!(tokens.len(), 111);
    for at in 0..tokens.len() {
        let mut changed: Vec<String> = tokens.iter().map(|&token| token.to_owned()).collect();
        changed[at] = format!("{}{}{}", &tokens[at][1..2], &tokens[at][..1], &tokens[at][2..]);
        let text = format!("-=-=-=-=-=-\n\n{}\n", changed.join(" "));
        assert!(is_refused(&deal_303(), &text), "{text}");
    }
}

#[test]
fn a_changed_position_is_refused_although_the_moves_win() {
    let swapped = |line: &str| {
        let cards: Vec<&str> = line.strip_prefix(": ")?.split_whitespace().collect();
        let (&first, &last) = (cards.first()?, cards.last()?);
        let mut cards = cards.clone();
        (cards[0], *cards.last_mut()?) = (last, first);
        Some(format!(": {}", cards.join(" ")))
    };
    for text in [SENTENCES_SHOWN, NAMES_SHOWN] {
        assert_refused(&deal_303(), with_one_line_changed(text, swapped));
    }
    let Verdict::OtherStart { line: 3, difference, .. } =
        verdict(&deal(304, 4).expect("a deal"), SENTENCES_SHOWN)
    else {
        panic!("the solution is for another deal");
    };
    assert!(difference.starts_with("column 1 is "), "{difference}");
}

#[test]
fn output_without_a_solution_is_a_clear_fault() {
    for said in ["I could not solve this game.", "Iterations count exceeded."] {
        let text = format!("{said}\nTotal number of states checked is 1000.\n");
        let expected = format!("  line 1: `{said}`: there is no solution in this text");
        assert_eq!(faults(&text), expected);
    }
}

#[test]
fn garbage_is_named_by_line_and_token() {
    let garbage = SENTENCES.replacen("Move 2 cards", "Move two cards", 1);
    assert!(faults(&garbage).contains(": `Move two cards from stack "), "{}", faults(&garbage));
    let garbage = MARKED_NAMES.replacen("58v2", "58w2", 1);
    assert!(faults(&garbage).starts_with("  line 7: `58w2` is not a move"), "{}", faults(&garbage));
    let garbage = SENTENCES_SHOWN.replacen("\n: ", "\n: 5X ", 1);
    assert!(faults(&garbage).starts_with("  a position: line 5: `5X` is not a card"));
    let garbage = include_str!("../data/fc-solve/sam-8-10.txt").replacen(" --  -- ", " -   -- ", 1);
    assert!(faults(&garbage).contains("line 3: a position cannot be read: needs a line of dashes"));
}

/// The moves with their cards named, and the positions before, between and after them.
fn played(board: &Position, steps: &[Step]) -> (Vec<Move>, Vec<Position>) {
    let mut positions = vec![board.clone()];
    let mut moves = Vec::new();
    for step in steps {
        let Step::Move(mv) = step else { panic!("only moves") };
        let mut position = positions[positions.len() - 1].clone();
        let before = position.clone();
        play(&mut position, mv).expect("legal");
        let cards = match mv.from {
            Place::Column(at) => before.columns[at][position.columns[at].len()..].to_vec(),
            Place::Cell(at) => before.cells[at].into_iter().collect(),
            Place::Foundations => panic!("illegal"),
        };
        moves.push(Move { cards: Cards::Named(cards), ..mv.clone() });
        positions.push(position);
    }
    (moves, positions)
}

fn name(mv: &Move) -> String {
    let dash =
        if [mv.from, mv.to].iter().any(|place| place.to_string().len() > 1) { "-" } else { "" };
    format!("{}{dash}{}", mv.from, mv.to)
}

fn words(mv: &Move) -> String {
    let Cards::Named(cards) = &mv.cards else { panic!("cards are named") };
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    format!("{} from {} to {}", cards.join(" "), mv.from.words(), mv.to.words())
}

/// What `strata solve` prints.
fn numbered(moves: &[Move]) -> String {
    let heading = "solvable: 111 moves, 150 of single cards, 66 without automatic foundation moves\n\
        0.001 s, 1,234 states expanded\n\n";
    let lines = moves.iter().enumerate();
    let lines = lines.map(|(at, mv)| format!("{:>3}  {}  {}\n", at + 1, name(mv), words(mv)));
    format!(
        "{heading}{}\ncheck it with: strata prove 303 --json | strata-verify 303 -\n",
        lines.collect::<String>()
    )
}

/// What `strata solve --format boards` prints.
fn boards(moves: &[Move], positions: &[Position]) -> String {
    let mut text = format!("# the start\n{}", positions[0]);
    for (at, mv) in moves.iter().enumerate() {
        let (name, words, position) = (name(mv), words(mv), &positions[at + 1]);
        text += &format!("\n# {}  {name}  {words}\n{position}", at + 1);
    }
    text
}

#[test]
fn what_strata_prints_is_valid_and_changes_are_refused() {
    let (moves, positions) = played(&deal_303(), &read(SENTENCES));
    let (numbered, boards) = (numbered(&moves), boards(&moves, &positions));
    for text in [&numbered, &boards] {
        assert!(is_won(&deal_303(), text), "{text}");
        assert_eq!(number_of_moves(&read(text)), 111);
    }
    let fewer_cards = |line: &str| {
        let (head, places) = line.split_once(" from ")?;
        let (head, _) = head.rsplit_once(' ')?;
        Some(format!("{head} from {places}"))
    };
    assert_refused(&deal_303(), with_one_line_changed(&numbered, fewer_cards));
    let other_target = |line: &str| {
        let (head, _) = line.split_once(" to column")?;
        Some(format!("{head} to the foundations"))
    };
    assert_refused(&deal_303(), with_one_line_changed(&numbered, other_target));
    let swapped = |line: &str| {
        let (one, other) = line.strip_prefix(": ")?.split_once(' ')?;
        Some(format!(": {other} {one}"))
    };
    assert_refused(&deal_303(), with_one_line_changed(&boards, swapped));
}

#[test]
fn a_board_that_two_moves_lead_to_is_refused() {
    let (moves, positions) = played(&deal_303(), &read(SENTENCES));
    let mut text = boards(&moves[..1], &positions);
    text += &format!("\n{}", positions[3]);
    let Verdict::IllegalMove { number: 2, written, reason, .. } = verdict(&deal_303(), &text)
    else {
        panic!("two moves at once");
    };
    assert_eq!(&*written, "to the board on line 25");
    assert_eq!(reason.to_string(), "no legal move leads there from the position before");
    let repeated = format!("{}\n{}", positions[0], positions[0]);
    assert!(matches!(verdict(&deal_303(), &repeated), Verdict::IllegalMove { number: 1, .. }));
    let unfinished = boards(&moves[..5], &positions);
    assert!(matches!(verdict(&deal_303(), &unfinished), Verdict::NotWon { .. }));
}

#[test]
fn moves_of_single_cards_are_not_taken_for_sequences() {
    // A reader of the bare notation takes QH along; what `strata prove` and `trace` print says not to.
    let start =
        "# freecells: 0\nFoundations: H-J C-K D-K S-T\nFreecells:\n: KS QH JS\n:\n:\n: KH QS\n";
    let board = strata_verify::board::read_board(start, None).expect("a board");
    let moves = "12 2h 4h 1h 1h 4h\n";
    assert!(is_refused(&board, moves));
    let heading = "solved in 6 moves of single cards through 1 FCC\n\n";
    assert!(is_won(&board, &format!("{heading}{moves}")));
    let comment = "# the cards that the next move is of: 1\n";
    assert!(is_won(&board, &format!("{comment}{moves}")));
    // fc-solve does not say, and means any number that wins.
    assert!(is_won(&board, &format!("-=-=-=-=-=-\n\n{moves}\nThis game is solveable.\n")));
}

#[test]
fn names_with_two_readings_are_settled_by_the_positions_around_them() {
    let board = deal_into(1, 11, 2).expect("a deal");
    let (moves, positions) = played(&board, &read(ELEVEN_COLUMNS));
    let mut text = format!("-=-=-=-=-=-\n\n{}\n====================\n\n", positions[0]);
    for (mv, position) in moves.iter().zip(&positions[1..]) {
        text += &format!("Move: {}{} \n\n{position}\n====================\n\n", mv.from, mv.to);
    }
    let text = text.replace("--", "  ").replace("Freecells: ", "Freecells:  ");
    let text = text.lines().map(|line| match line.strip_prefix("Freecells:  ") {
        Some(cells) => format!("Freecells:  {}  {}\n", &cells[..2], &cells[3..5]),
        None => format!("{line}\n"),
    });
    let text: String = text.filter(|line| !line.starts_with("# freecells")).collect();
    assert!(text.contains("Move: 111 "), "{text}");
    assert!(is_won(&board, &text), "{:?}", verdict(&board, &text));
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Move: ")).collect();
    let names = format!("-=-=-=-=-=-\n\n{}\n", names.join(""));
    assert!(faults(&names).contains("`111` has two readings"), "{}", faults(&names));
}
