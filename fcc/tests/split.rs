//! Whole deals by classes, group by group, against the census, and every way of a piece played.

mod support;

use fcc::board::{Board, ReadOptions};
use fcc::card::ALL_CARDS;
use fcc::census::{CensusOptions, CensusReport, LayerReport, Verdict};
use fcc::class::canonical::state_at;
use fcc::class::pairs::{exchanged, pairs_of};
use fcc::convert::state_of;
use fcc::fingerprint::Fingerprint;
use fcc::flood::Control;
use fcc::game::Game;
use fcc::group::Group;
use fcc::replay::replay;
use fcc::rules::Prune;
use fcc::split::suits::piece_text;
use fcc::split::text::state_text;
use fcc::split::way::Way;
use fcc::split::{ClassEntry, explore_classes, first_entry};
use fcc::state::State;
use fcc::tally::GroupTally;
use std::collections::{BTreeMap, HashSet};
use support::{Choices, any_mix, uneven_board};

type Lines = Vec<(ClassEntry, Way)>;

/// What a deal came to.
struct Split {
    report: CensusReport,
    /// Entries that ways were played to.
    played: HashSet<State>,
    /// States that are entries of groups.
    entries: u128,
    solution: Option<Way>,
}

/// Adds a line, unless it is inside another one, as the merge does.
fn put(lines: &mut Lines, entry: ClassEntry, way: Way) {
    let is_inside = |one: &ClassEntry, other: &ClassEntry| {
        one.key == other.key && other.piece.contains_all(&one.piece)
    };
    if !lines.iter().any(|(other, _)| is_inside(&entry, other)) {
        lines.retain(|(other, _)| !is_inside(other, &entry));
        lines.push((entry, way));
    }
}

/// Reads a line as a process would, and plays the ways to all its states, or to many if it has more.
fn check_line(game: &Game, group: &Group, entry: &ClassEntry, way: &Way, split: &mut Split) {
    let class = String::from_utf8(state_text(entry.key).to_vec()).expect("letters");
    let read = ClassEntry::read(game, group, &class, &piece_text(&entry.piece), way);
    assert_eq!(read.as_ref(), Ok(entry));
    assert_eq!(Way::read_by(game.rules(), &way.text(game.rules())).as_ref(), Ok(way));
    let witness = state_at(group, entry.key, entry.witness);
    let pairs = pairs_of(group.context());
    for chosen in 0..(1u32 << way.generators()).min(256) {
        let steps = way.steps(chosen);
        assert_eq!(steps.len(), entry.moves_of(chosen) as usize);
        let (_, end) = replay(game.deal(), &steps).expect("legal moves");
        let state = exchanged(witness, way.exchanged(chosen) & pairs);
        assert_eq!(state_of(game, &end), Ok(state));
        split.played.insert(state);
    }
}

fn split(game: &Game) -> Split {
    let mut waiting: BTreeMap<u32, BTreeMap<Fingerprint, Lines>> = BTreeMap::new();
    let mut split =
        Split { report: CensusReport::new(), played: HashSet::new(), entries: 0, solution: None };
    let (state, steps) = first_entry(game);
    let (group, way) = (Group::new(game, state.fingerprint), Way::of_steps(&steps));
    let first = (ClassEntry::of_state(&group, state, &way), way);
    let depth = game.depth(state.fingerprint);
    waiting.entry(depth).or_default().insert(state.fingerprint, vec![first]);
    while let Some((depth, groups)) = waiting.pop_first() {
        let mut tally = GroupTally::default();
        let won = groups.keys().any(|fingerprint| fingerprint.stuck == 0);
        for (fingerprint, mut lines) in groups {
            let group = Group::new(game, fingerprint);
            lines.sort_by_key(|(entry, _)| entry.moves);
            lines.iter().for_each(|(entry, way)| check_line(game, &group, entry, way, &mut split));
            if fingerprint.founded == ALL_CARDS {
                split.solution = Some(lines[0].1.clone());
            }
            let entries: Vec<ClassEntry> = lines.iter().map(|(entry, _)| entry.clone()).collect();
            let found = explore_classes(&group, &entries, usize::MAX).expect("no limit");
            let states: u128 = found.fccs.iter().map(|fccs| fccs.fccs * fccs.states).sum();
            assert_eq!(states, found.tally.states);
            assert_eq!(found.fccs.iter().map(|fccs| fccs.fccs).sum::<u128>(), found.tally.fccs);
            split.entries += found.tally.entries;
            tally.join(&found.tally);
            for exit in &found.exits {
                let way = exit.way(&lines[exit.entry].1);
                let target = Group::new(game, exit.arrived.state.fingerprint);
                let (_, end) = replay(game.deal(), &way.steps(0)).expect("legal moves");
                let end = state_of(game, &end).expect("a state");
                let entry = ClassEntry::of_state(&target, end, &way);
                assert_eq!(entry.piece, exit.arrived.piece);
                let layer = waiting.entry(game.depth(end.fingerprint)).or_default();
                put(layer.entry(end.fingerprint).or_default(), entry, way);
            }
        }
        split.report.add(LayerReport { depth, tally, won });
    }
    split
}

/// By classes, and no more than so many.
fn census(deal: &Board, prune: Prune, classes_max: Option<u64>) -> CensusReport {
    let options = CensusOptions::default();
    assert!(options.symmetry);
    support::run(deal.clone(), prune, options, 1, &Control::new(classes_max))
}

fn agrees(deal: &Board, prune: Prune) -> Split {
    let split = split(&Game::new(deal.clone(), prune));
    let census = census(deal, prune, None);
    assert_eq!(split.report.layers, census.layers);
    assert_eq!(split.report.total.digest, census.total.digest);
    if let Some(way) = &split.solution {
        let (_, end) = replay(deal, &way.steps(0)).expect("legal moves");
        assert!(end.is_won());
    }
    split
}

#[test]
fn counts_are_those_of_the_census_and_every_way_is_played() {
    let deal = |number, freecells| Board::deal(number, freecells).expect("in range");
    for (deal, prune) in [
        (deal(781948, 4), Prune::Safe),
        (deal(781948, 4), Prune::None),
        (deal(6, 2), Prune::Safe),
        (deal(6, 2), Prune::None),
    ] {
        let split = agrees(&deal, prune);
        // No piece had so many states that some were not played to.
        assert_eq!(split.played.len() as u128, split.entries);
    }
}

#[test]
fn the_way_to_the_last_state_is_a_solution() {
    let text = "Foundations: H-9 C-9 D-9 S-9\nFreecells: --\n\
                : KH TS JD QC\n: TH KS TC JS\n: QH JC KD TD\n: QD KC JH QS\n";
    let board = Board::read(text, &ReadOptions::default()).expect("a board");
    for prune in [Prune::Safe, Prune::None] {
        let split = agrees(&board, prune);
        assert_eq!(split.played.len() as u128, split.entries);
        assert!(split.solution.is_some());
    }
}

#[test]
fn late_boards_are_cut_by_suits_again_and_again() {
    let seed = 20261116;
    let mut choices = Choices(seed);
    let (mut solved, mut tried) = (0, 0);
    for number in 0..160 {
        let (freecells, columns) = (choices.below(3) as u8, 3 + choices.below(4) as u8);
        let rules = any_mix(&mut choices, freecells, columns);
        let up = 8 + choices.below(2) as u8;
        let board = uneven_board(&mut choices, rules, up);
        let prune = if choices.below(3) == 0 { Prune::None } else { Prune::Safe };
        if matches!(census(&board, prune, Some(8000)).verdict(), Verdict::Undecided(_)) {
            continue;
        }
        let split = agrees(&board, prune);
        assert_eq!(split.played.len() as u128, split.entries, "seed {seed}, board {number}");
        tried += 1;
        solved += usize::from(split.solution.is_some());
    }
    assert!(tried > 120 && solved > 10, "{tried} tried, {solved} solved");
}

/// The first line of a deal that has two directions at least.
fn some_line(game: &Game) -> (Fingerprint, ClassEntry, Way) {
    let (state, steps) = first_entry(game);
    let (group, way) = (Group::new(game, state.fingerprint), Way::of_steps(&steps));
    let mut waiting = vec![(state.fingerprint, ClassEntry::of_state(&group, state, &way), way)];
    while let Some((fingerprint, entry, way)) = waiting.pop() {
        if way.generators() > 1 {
            return (fingerprint, entry, way);
        }
        let group = Group::new(game, fingerprint);
        let found = explore_classes(&group, &[entry], usize::MAX).expect("no limit");
        for exit in found.exits {
            let way = exit.way(&way);
            let (_, end) = replay(game.deal(), &way.steps(0)).expect("legal moves");
            let end = state_of(game, &end).expect("a state");
            let target = Group::new(game, end.fingerprint);
            waiting.push((end.fingerprint, ClassEntry::of_state(&target, end, &way), way));
        }
    }
    panic!("no such line");
}

#[test]
fn a_line_that_says_what_is_not_so_is_refused() {
    let game = Game::new(Board::deal(6, 2).expect("in range"), Prune::Safe);
    let (fingerprint, entry, way) = some_line(&game);
    let group = Group::new(&game, fingerprint);
    let class = String::from_utf8(state_text(entry.key).to_vec()).expect("letters");
    let (suits, text) = (piece_text(&entry.piece), way.to_string());
    let read = |suits: &str, text: &str| {
        let way = Way::read(text).map_err(|error| error.to_string())?;
        ClassEntry::read(&game, &group, &class, suits, &way)
    };
    assert_eq!(read(&suits, &text), Ok(entry));
    let refused = |suits: &str, text: &str, reason: &str| {
        let said = read(suits, text).expect_err("it was changed");
        assert!(said.contains(reason), "{text}: {said}");
    };
    refused("0", &text, "the moves lead to the suits ");
    refused(&suits, &text[..text.len() - 3], "the moves lead to another class");
    let trip = &text[text.find('[').expect("a trip")..=text.find(']').expect("its end")];
    refused(&suits, &text.replacen(trip, "", 1), "letters begin with `a`");
    refused(&suits, &text.replacen(']', "", 1), "`");
    let words: Vec<&str> = trip[1..trip.len() - 1].split('/').collect();
    let other_pair = if words[1] == "Ar" { "Ab" } else { "Ar" };
    let other = format!("[{}/{other_pair}/{}]", words[0], words[2]);
    refused(&suits, &text.replacen(trip, &other, 1), "round trip");
    for bad in [
        "[/9r/]",
        "[a//]",
        "[a/9r]",
        "[aa/9r/]",
        "[ba/9r/]",
        "[b/9r/]",
        "[a/9r/9Hf]",
        "[a/9r/",
        "[]",
    ] {
        assert!(Way::read(bad).is_err(), "{bad}");
    }
    assert_eq!(Way::read("[*ab/9r/9Hc][b/8b/]").map(|way| way.moves()), Ok(1));
}
