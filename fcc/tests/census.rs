//! The census against published numbers, against the naive search, and against itself with other
//! threads and other ways.

#[path = "support/mod.rs"]
mod support;

use fcc::arrival::Arrival;
use fcc::board::{Board, DealName, Rules};
use fcc::census::{
    CensusOptions, CensusReport, ClassWalk, Earlier, Scope, Stores, Verdict, Walk, Way,
    explore_in_memory, resume,
};
use fcc::class::{canonical, pairs_of};
use fcc::convert::state_of;
use fcc::digest::{Digest, GroupHash};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::group::Group;
use fcc::memory::{MemoryExists, MemoryQueues, MemoryScratch, NoCheckpoints};
use fcc::ports::Queues;
use fcc::reference::naive;
use fcc::rules::{GAMES, Prune};
use fcc::verdict::StopReason;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use support::{Choices, late_board, mixes, random_deal, uneven_board};

const FCC_TABLES: &str = include_str!("../../tests/data/fcc_tables.txt");
const STATE_COUNTS: &str = include_str!("../../tests/data/state_counts.tsv");
const IMPOSSIBLE: &str = include_str!("../../tests/data/impossible_4_freecells.txt");
const MINIMAL: &str = include_str!("../../tests/data/minimal_freecells_1_to_4000.txt");

/// Every state visited, by this way.
fn plain(way: Way) -> CensusOptions {
    CensusOptions { symmetry: false, way, ..CensusOptions::default() }
}

/// Runs a census both ways: nothing but the number of classes may differ.
fn run(board: Board, prune: Prune) -> CensusReport {
    let control = || Control::new(None);
    let on = support::run(board.clone(), prune, CensusOptions::default(), 2, &control());
    let off = support::run(board, prune, plain(Way::Auto), 2, &control());
    assert_eq!(support::without_classes(&on), support::without_classes(&off));
    off
}

fn deal(number: u64, freecells: u8) -> Board {
    Board::deal(number, freecells).expect("in range")
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The number after `name=` in a line of the tables.
fn field(line: &str, name: &str) -> u128 {
    let word = line.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    word.expect("the field").parse().expect("a number")
}

#[test]
fn groups_fccs_and_states_at_every_depth_are_the_published_ones() {
    let mut depths: Vec<&str> = Vec::new();
    let mut blocks = 0;
    for line in lines(FCC_TABLES) {
        if line.starts_with("depth=") {
            depths.push(line);
            continue;
        }
        let prune = if line.contains("prune=safe") { Prune::Safe } else { Prune::None };
        let report = run(deal(field(line, "deal") as u64, field(line, "freecells") as u8), prune);
        let expected: Vec<[u128; 4]> = depths
            .drain(..)
            .map(|row| ["depth", "groups", "fccs", "states"].map(|name| field(row, name)))
            .collect();
        let found: Vec<[u128; 4]> = report
            .layers
            .iter()
            .map(|layer| &layer.tally)
            .zip(&report.layers)
            .map(|(tally, layer)| {
                [layer.depth.into(), tally.groups.into(), tally.fccs, tally.states]
            })
            .collect();
        assert_eq!(found, expected, "{line}");
        assert_eq!(report.total.states, field(line, "states"), "{line}");
        assert_eq!(report.total.fccs, field(line, "fccs"), "{line}");
        assert_eq!(report.verdict(), Verdict::Impossible, "{line}");
        blocks += 1;
    }
    assert_eq!(blocks, 8);
}

fn state_counts_agree(states: std::ops::Range<u128>) -> usize {
    let mut rows = 0;
    for line in lines(STATE_COUNTS) {
        let fields: Vec<u128> =
            line.split('\t').map(|field| field.parse().expect("a number")).collect();
        if states.contains(&fields[2]) {
            let report = run(deal(fields[0] as u64, fields[1] as u8), Prune::Safe);
            assert_eq!(report.total.states, fields[2], "deal {}", fields[0]);
            assert_eq!(report.verdict(), Verdict::Impossible);
            rows += 1;
        }
    }
    rows
}

#[test]
fn state_counts_are_the_published_ones() {
    assert_eq!(state_counts_agree(0..5_100_000), 4);
}

#[test]
#[ignore = "a minute or two: 175 million states"]
fn state_counts_up_to_fifty_million_are_the_published_ones() {
    assert_eq!(state_counts_agree(5_100_000..50_000_000), 9);
}

#[test]
fn all_state_counts_are_the_published_ones_by_classes() {
    for line in lines(STATE_COUNTS) {
        let fields: Vec<u128> =
            line.split('\t').map(|field| field.parse().expect("a number")).collect();
        let control = Control::new(None);
        let board = deal(fields[0] as u64, fields[1] as u8);
        let report = support::run(board, Prune::Safe, CensusOptions::default(), 2, &control);
        assert_eq!(report.total.states, fields[2], "deal {}", fields[0]);
        assert_eq!(report.verdict(), Verdict::Impossible);
    }
}

#[test]
fn deals_known_to_be_impossible_are() {
    for line in lines(IMPOSSIBLE) {
        let report = run(deal(line.parse().expect("a deal"), 4), Prune::Safe);
        assert_eq!(report.verdict(), Verdict::Impossible, "deal {line}");
    }
}

/// Compares the verdict with 0 to 4 freecells of the deals that `pick` says, as far as `classes_max`
/// goes. Returns how many were solvable and impossible.
fn minimal_freecells_agree(classes_max: u64, pick: impl Fn(u64) -> bool) -> [usize; 2] {
    let mut settled = [0, 0];
    for line in lines(MINIMAL) {
        let (number, minimal) = line.split_once(' ').expect("two numbers");
        let number: u64 = number.parse().expect("a deal");
        // "impossible" with 4 is the only line that is no number.
        let minimal: u8 = minimal.parse().unwrap_or(5);
        for freecells in (0..5).filter(|_| pick(number)) {
            let control = Control::new(Some(classes_max));
            let options = CensusOptions { digest: false, ..CensusOptions::default() };
            let report = support::run(deal(number, freecells), Prune::Safe, options, 2, &control);
            let solvable = match report.verdict() {
                Verdict::Solvable => true,
                Verdict::Impossible => false,
                Verdict::Undecided(_) => continue,
            };
            assert_eq!(solvable, freecells >= minimal, "deal {number}, {freecells} freecells");
            settled[usize::from(!solvable)] += 1;
        }
    }
    settled
}

#[test]
fn verdicts_agree_with_the_least_number_of_freecells() {
    let [solvable, impossible] = minimal_freecells_agree(150_000, |deal| deal % 160 == 4);
    println!("{solvable} solvable, {impossible} impossible");
    assert!(impossible >= 40, "{solvable} and {impossible} settled");
}

#[test]
#[ignore = "a quarter of an hour or more: the whole file, as far as 60,000 classes a deal go"]
fn verdicts_agree_with_the_least_number_of_freecells_in_the_whole_file() {
    let [solvable, impossible] = minimal_freecells_agree(60_000, |_| true);
    println!("{solvable} solvable, {impossible} impossible");
    assert!(impossible >= 4000);
}

#[test]
fn threads_and_ways_make_no_difference() {
    for (number, freecells, prune) in
        [(260, 1, Prune::Safe), (11982, 4, Prune::None), (1, 2, Prune::Safe)]
    {
        let one = run(deal(number, freecells), prune);
        let classes = support::run(
            deal(number, freecells),
            prune,
            CensusOptions::default(),
            1,
            &Control::new(None),
        );
        for (threads, way, flood_bytes) in [
            (1, Way::Auto, usize::MAX / 4),
            (4, Way::Auto, usize::MAX / 4),
            (1, Way::Auto, 256 << 10),
            (2, Way::Auto, 4 << 20),
            (4, Way::Auto, 1 << 20),
            (2, Way::Table, usize::MAX / 4),
            (2, Way::Fccs, usize::MAX / 4),
            (2, Way::Fccs, 256 << 10),
            (1, Way::Levels, usize::MAX / 4),
            (4, Way::Levels, 1 << 20),
        ] {
            for symmetry in [false, true] {
                let control = Control::new(None);
                let options = CensusOptions { symmetry, ..plain(way) };
                let board = deal(number, freecells);
                let other = support::run_in(flood_bytes, board, prune, options, threads, &control);
                let expected = if symmetry { &classes } else { &one };
                let what =
                    format!("deal {number}, {threads} threads, {way:?}, {flood_bytes} bytes");
                assert_eq!(*expected, other, "{what}, symmetry {symmetry}");
            }
        }
    }
}

/// The digest of a naive graph.
fn naive_digest(game: &Game, graph: &naive::NaiveGraph) -> Digest {
    let mut digest = Digest::default();
    for model in &graph.states {
        let state = state_of(game, &model.to_board()).expect("a position of the deal");
        let pairs = pairs_of(Group::new(game, state.fingerprint).context());
        digest.add(GroupHash::new(state.fingerprint).class(canonical(state.planes, pairs)));
    }
    digest
}

/// A census in memory is that of the naive search, whatever the options.
fn agrees_with_naive(
    board: &Board,
    prune: Prune,
    graph: &naive::NaiveGraph,
    digest: Digest,
    options: CensusOptions,
) -> Result<(), TestCaseError> {
    let control = Control::new(None);
    let report = support::run_in(100_000, board.clone(), prune, options, 2, &control);
    prop_assert_eq!(report.layers.len(), graph.layers.len());
    for (layer, (&depth, naive)) in report.layers.iter().zip(&graph.layers) {
        let tally = &layer.tally;
        prop_assert_eq!(layer.depth, depth);
        prop_assert_eq!(tally.groups, naive.groups);
        prop_assert_eq!(tally.fccs, naive.fccs.into());
        prop_assert_eq!(tally.states, naive.states.into());
        prop_assert_eq!(tally.entries, naive.entries.into());
        prop_assert_eq!(tally.exits, naive.exits.into());
        prop_assert_eq!(tally.largest_fcc, naive.largest_fcc.into());
        let sizes: Vec<u128> = naive.fcc_sizes.iter().map(|&count| count.into()).collect();
        prop_assert_eq!(tally.sizes.as_slice(), &sizes[..]);
    }
    let verdict = if graph.solvable { Verdict::Solvable } else { Verdict::Impossible };
    prop_assert_eq!(report.verdict(), verdict);
    prop_assert_eq!(report.total.digest, digest);
    Ok(())
}

const WAYS: [Way; 4] = [Way::Auto, Way::Table, Way::Fccs, Way::Levels];

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, failure_persistence: None, ..Default::default() })]

    #[test]
    fn small_boards_give_what_a_naive_search_gives(
        seed: u64, up in 6u8..=11, freecells in 0u8..=5, columns in 2u8..=8, safe: bool, way in 0usize..4, classes: bool,
    ) {
        let board = late_board(&mut Choices(seed), Rules::freecell(freecells, columns), up);
        let prune = if safe { Prune::Safe } else { Prune::None };
        let Some(graph) = naive::explore(&board, prune, 20_000) else { return Ok(()) };
        let options = CensusOptions { symmetry: classes, ..plain(WAYS[way]) };
        let digest = naive_digest(&Game::new(board.clone(), prune), &graph);
        agrees_with_naive(&board, prune, &graph, digest, options)?;
    }
}

/// The same for all ways, classes and states.
fn agrees_whatever_the_way(board: &Board, prune: Prune, graph: &naive::NaiveGraph) {
    let digest = naive_digest(&Game::new(board.clone(), prune), graph);
    for (way, symmetry) in WAYS.into_iter().flat_map(|way| [(way, false), (way, true)]) {
        let options = CensusOptions { symmetry, ..plain(way) };
        agrees_with_naive(board, prune, graph, digest, options)
            .unwrap_or_else(|error| panic!("{way:?}, symmetry {symmetry}: {error}\n{board}"));
    }
}

/// Whole graphs by every mix of rules: late boards, and whole deals where they are small enough.
#[test]
fn by_all_rules_small_boards_give_what_a_naive_search_gives() {
    // Of each verdict.
    const BOARDS: usize = 12;
    let mut choices = Choices(20_261_119);
    for mix in mixes() {
        let (mut verdicts, mut states) = ([0, 0], 0);
        while verdicts != [BOARDS; 2] {
            // Every second board has room for few moves: more of those are impossible.
            let (columns, freecells, up) = match choices.below(2) {
                0 => (2 + choices.below(4), choices.below(2), 5 + choices.below(4)),
                _ => (1 + choices.below(18), choices.below(13), 7 + choices.below(4)),
            };
            let rules = Rules { freecells: freecells as u8, columns: columns as u8, ..mix };
            let board = match choices.below(6) {
                0 => random_deal(&mut choices, Rules { freecells: 0, ..rules }),
                _ => uneven_board(&mut choices, rules, up as u8),
            };
            let prune = [Prune::Safe, Prune::None][choices.below(2)];
            let Some(graph) = naive::explore(&board, prune, 800) else { continue };
            let alike = &mut verdicts[usize::from(graph.solvable)];
            if graph.states.len() < 20 || *alike == BOARDS {
                continue;
            }
            *alike += 1;
            agrees_whatever_the_way(&board, prune, &graph);
            states += graph.states.len();
        }
        println!("{mix}: {states} states");
    }
}

/// Deals of the named games without any cell that nothing is dealt to, those with small graphs.
#[test]
fn small_deals_of_all_games_give_what_a_naive_search_gives() {
    for game in GAMES.iter().filter(|game| game.rules.is_on_planes()) {
        let freecells = game.layout.to_cells.len() as u8;
        let mut states = Vec::new();
        for number in 1..=40 {
            let deal = DealName { game, ..DealName::freecell(number) };
            let board = deal.board(Rules { freecells, ..game.rules }).expect("a deal");
            let Some(graph) = naive::explore(&board, Prune::Safe, 600) else { continue };
            agrees_whatever_the_way(&board, Prune::Safe, &graph);
            states.push(graph.states.len());
        }
        println!("{}: {states:?} states", game.name);
        assert!(!states.is_empty(), "{}", game.name);
    }
}

#[test]
fn limits_end_undecided_and_keep_the_finished_layers() {
    let whole = run(deal(11982, 4), Prune::Safe);
    let limited =
        |control: &Control| support::run(deal(11982, 4), Prune::Safe, plain(Way::Auto), 2, control);
    let cut = limited(&Control::new(Some(20_000)));
    assert_eq!(cut.verdict(), Verdict::Undecided(StopReason::Classes { max: 20_000 }));
    assert!(cut.layers.len() >= 5 && cut.layers.len() < whole.layers.len());
    assert_eq!(cut.layers[..], whole.layers[..cut.layers.len()]);

    let control = Control::new(None);
    control.interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(limited(&control).verdict(), Verdict::Undecided(StopReason::Interrupted));

    let enough = limited(&Control::new(Some(61_643)));
    assert_eq!(enough, whole);
}

/// Who goes on with a proof whose win is in a complete layer has it, and explores nothing.
#[test]
fn a_proof_that_is_won_is_not_gone_on_with() {
    let mut choices = Choices(11);
    let rules = Rules::freecell(2, 8);
    let game = Game::new(late_board(&mut choices, rules, 8), Prune::Safe);
    let (control, budget) = (Control::new(None), Budget::unlimited());
    let options = CensusOptions::default();
    let until_won = Scope { until_won: true, ..Scope::default() };
    let won = explore_in_memory(&game, options, until_won, &budget, &control).expect("memory");
    assert_eq!(won.proof(), Verdict::Solvable);
    let walk = ClassWalk::new(&control, options);
    let (queues, exists) = (&MemoryQueues::default(), &MemoryExists::new());
    let (scratch, checkpoints) = (&MemoryScratch, &NoCheckpoints);
    let start = Arrival::of_deal(&game);
    let fingerprint = start.state.fingerprint;
    queues.push(60, fingerprint, walk.first(&game, start)).expect("memory");
    let stores = Stores { queues, exists, scratch, budget: &budget, checkpoints };
    let earlier = Earlier { layers: won.layers.clone(), under_way: None };
    let report = resume(&game, &walk, until_won, &control, stores, earlier).expect("memory");
    assert_eq!(report.layers, won.layers);
    assert_eq!(queues.next_depth(), Some(60), "what waits is left alone");
}
