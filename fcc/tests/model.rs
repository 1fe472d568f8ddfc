//! The planes against the reference model, by all rules: random walks from random deals, where every
//! position is looked at both ways, and whole small graphs counted both ways.

#[path = "support/mod.rs"]
mod support;

use fcc::arrival::Arrival;
use fcc::board::{Board, DEAL_MAX, Rules};
use fcc::card::{ALL_CARDS, Card};
use fcc::class::{canonical, exchange, pairs_of};
use fcc::convert::{board_of, state_of};
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::group::Group;
use fcc::key::Key;
use fcc::notation::{Kind, Move, Spot, legal_moves};
use fcc::planes::{Place, Planes};
use fcc::reference::{self, Model};
use fcc::rules::Prune;
use fcc::state::{BrokenClause, State};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::{BTreeSet, HashSet};
use support::{Choices, any_mix, random_deal, shuffled_cards, uneven_board};

fn any_prune() -> impl Strategy<Value = Prune> {
    prop_oneof![Just(Prune::Safe), Just(Prune::None)]
}

/// Keys of the type that the group needs are used through one of these two.
fn expand(game: &Game, state: State) -> (BTreeSet<State>, BTreeSet<State>) {
    fn with<K: Key>(group: &Group, state: State) -> (BTreeSet<State>, BTreeSet<State>) {
        let (mut near, mut far) = (BTreeSet::new(), BTreeSet::new());
        let key: K = group.key(state.planes);
        group.expand(
            key,
            |neighbour: K| assert!(near.insert(group.state(neighbour)), "a neighbour twice"),
            |exit| {
                far.insert(exit.state);
            },
        );
        (near, far)
    }
    let group = Group::new(game, state.fingerprint);
    let wide = with::<u128>(&group, state);
    if group.fits::<u64>() {
        assert_eq!(with::<u64>(&group, state), wide);
    }
    wide
}

/// The same by the reference model.
fn expand_slowly(game: &Game, model: &Model) -> (BTreeSet<State>, BTreeSet<State>) {
    let deal = Model::from_board(game.deal());
    let encode = |model: &Model| state_of(game, &model.to_board()).expect("a position of the deal");
    let (mut near, mut far) = (BTreeSet::new(), BTreeSet::new());
    for step in model.moves() {
        let after = model.make(&step);
        if model.is_reversible(&deal, &step) && !after.is_forced(game.prune()) {
            near.insert(encode(&after));
        } else {
            far.insert(encode(&after.carried(game.prune())));
        }
    }
    (near, far)
}

fn shuffled(board: &Board, choices: &mut Choices) -> Board {
    let mut columns = board.columns().to_vec();
    let mut cells = board.cells().to_vec();
    for index in (1..columns.len()).rev() {
        columns.swap(index, choices.below(index + 1));
    }
    for index in (1..cells.len()).rev() {
        cells.swap(index, choices.below(index + 1));
    }
    Board::from_parts(board.rules(), columns, cells, board.foundations())
}

/// Everything that must hold of one live state.
fn look_at(game: &Game, state: State, choices: &mut Choices) -> Result<(), TestCaseError> {
    prop_assert_eq!(game.check(state), Ok(()));
    let board = board_of(game, state);
    prop_assert_eq!(state_of(game, &board), Ok(state));
    prop_assert_eq!(state_of(game, &shuffled(&board, choices)), Ok(state));

    let group = Group::new(game, state.fingerprint);
    let wide: u128 = group.key(state.planes);
    prop_assert_eq!(group.state(wide), state);
    if group.fits::<u64>() {
        let key: u64 = group.key(state.planes);
        prop_assert_eq!(group.state(key), state);
        prop_assert_eq!(key.wide(), wide);
    }

    let model = Model::from_board(&board);
    look_at_cards(&group, state, &model)?;
    let (near, far) = expand(game, state);
    prop_assert_eq!(&(near.clone(), far.clone()), &expand_slowly(game, &model));
    for &neighbour in &near {
        prop_assert_eq!(neighbour.fingerprint, state.fingerprint);
        prop_assert!(expand(game, neighbour).0.contains(&state), "no way back");
    }
    look_at_named_moves(game, &board)?;
    look_at_depths(game, state, &near, &far)?;
    look_at_class(&group, state, choices)
}

/// Stuck, founded and safe cards, columns in use and the end of the game, as the rule book has them.
fn look_at_cards(group: &Group, state: State, model: &Model) -> Result<(), TestCaseError> {
    let game = group.game();
    let deal = Model::from_board(game.deal());
    for (place, digit) in model.digits(&deal).into_iter().enumerate() {
        let card = Card::from_deck(place).bit();
        let Fingerprint { stuck, founded } = state.fingerprint;
        let is = |cards: u64| u8::from(cards & card != 0);
        prop_assert_eq!(digit, 1 + is(founded) - is(stuck));
    }
    prop_assert_eq!(state.fingerprint.is_won(), model.no_stuck(&deal));
    let empty = model.columns.iter().filter(|column| column.is_empty()).count();
    prop_assert_eq!((group.context().columns - state.bottoms().count_ones()) as usize, empty);
    let pruned = Game::new(game.deal().clone(), Prune::Safe);
    let arrival = Arrival::of_state(&pruned, state);
    prop_assert_eq!(arrival.safe_card(&pruned).is_some(), model.is_forced(Prune::Safe));
    let carried = model.carried(Prune::Safe).to_board();
    prop_assert_eq!(Ok(arrival.carried(&pruned).state), state_of(&pruned, &carried));
    Ok(())
}

/// The moves named on the board are those of the model, which knows the same columns.
fn look_at_named_moves(game: &Game, board: &Board) -> Result<(), TestCaseError> {
    let deal = Model::from_board(game.deal());
    let model = Model::from_board(board);
    let kind = |spot: Spot| match spot {
        Spot::Column(index) => reference::Pile::Column(index),
        Spot::Cell(_) => reference::Pile::Cell,
        Spot::Foundation => reference::Pile::Foundation,
    };
    let moves = legal_moves(game, board);
    prop_assert_eq!(moves.len(), model.moves().len());
    for step in model.moves() {
        let same = |(named, _): &&(Move, Kind)| {
            (named.card(), kind(named.from), kind(named.to)) == (step.card, step.from, step.to)
        };
        let (named, of_search) = moves.iter().find(same).expect("the move of the model");
        prop_assert_eq!(*of_search == Kind::Reversible, model.is_reversible(&deal, &step));
        if let Spot::Cell(cell) = named.to {
            prop_assert_eq!(board.cells()[cell], None);
        }
        if let Spot::Cell(cell) = named.from {
            prop_assert_eq!(board.cells()[cell], Some(named.card()));
        }
    }
    Ok(())
}

/// Without prune an irreversible move is one step of depth, or two when a stuck card goes straight
/// up; with it, safe moves add more.
fn look_at_depths(
    game: &Game,
    state: State,
    near: &BTreeSet<State>,
    far: &BTreeSet<State>,
) -> Result<(), TestCaseError> {
    let deal = Model::from_board(game.deal());
    let depth = game.depth(state.fingerprint);
    prop_assert_eq!(depth, Model::from_board(&board_of(game, state)).depth(&deal));
    prop_assert!(near.iter().all(|near| game.depth(near.fingerprint) == depth));
    for exit in far {
        let rise = game.depth(exit.fingerprint) - depth;
        prop_assert!(rise >= 1);
        if game.prune() == Prune::None {
            let stuck_went_up = state.fingerprint.stuck & exit.fingerprint.founded != 0;
            prop_assert_eq!(rise, if stuck_went_up { 2 } else { 1 });
        }
    }
    Ok(())
}

/// The canonical member is a state of the group and the same after any exchange of pairs.
fn look_at_class(group: &Group, state: State, choices: &mut Choices) -> Result<(), TestCaseError> {
    let pairs = pairs_of(group.context());
    let member = canonical(state.planes, pairs);
    let as_state = |planes| State { planes, ..state };
    prop_assert_eq!(group.game().check(as_state(member)), Ok(()));
    prop_assert_eq!(canonical(member, pairs), member);
    for _ in 0..8 {
        let vector = Card::in_plane(pairs).fold(0, |vector, card| {
            if choices.below(2) == 0 { vector } else { vector | card.bit() }
        });
        let other = exchange(state.planes, vector);
        prop_assert_eq!(group.game().check(as_state(other)), Ok(()));
        prop_assert_eq!(exchange(other, vector), state.planes);
        prop_assert_eq!(canonical(other, pairs), member);
    }
    Ok(())
}

/// Walks at random, one irreversible step in three where there is one.
fn walk(game: &Game, steps: usize, choices: &mut Choices) -> Result<(), TestCaseError> {
    let mut state = Arrival::of_deal(game).state;
    for _ in 0..steps {
        look_at(game, state, choices)?;
        let (near, far) = expand(game, state);
        let next =
            if !far.is_empty() && (near.is_empty() || choices.below(3) == 0) { far } else { near };
        match next.len() {
            0 => break,
            count => state = *next.iter().nth(choices.below(count)).expect("below the count"),
        }
    }
    if state.fingerprint.stuck == 0 {
        prop_assert!(plays_itself_out(game, state), "no stuck card left, and not won");
    }
    Ok(())
}

/// Puts up whatever can go up.
fn plays_itself_out(game: &Game, mut state: State) -> bool {
    while state.fingerprint.founded != ALL_CARDS {
        let group = Group::new(game, state.fingerprint);
        let next = group.context().in_reach(state.planes) & group.context().next;
        if next == 0 {
            return false;
        }
        state = Arrival::of_state(game, state).after_up(game, next & next.wrapping_neg()).state;
    }
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn planes_and_model_agree_on_random_walks(
        deal in 1..=DEAL_MAX, freecells in 0u8..=6, prune in any_prune(), seed: u64,
    ) {
        let board = Board::deal(deal, freecells).expect("in range");
        walk(&Game::new(board, prune), 60, &mut Choices(seed))?;
    }

    #[test]
    fn planes_and_model_agree_on_other_columns_and_late_positions(
        seed: u64, columns in 1..=13u8, freecells in 0..=12u8, up in 0u8..=12, prune in any_prune(),
    ) {
        let mut choices = Choices(seed);
        let board = uneven_board(&mut choices, Rules::freecell(freecells, columns), up);
        walk(&Game::new(board, prune), 60, &mut choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..Default::default() })]

    #[test]
    fn planes_and_model_agree_by_all_rules(
        seed: u64, columns in 1..=Rules::COLUMNS_MAX, freecells in 0..=Rules::FREECELLS_MAX, up in 0u8..=12,
        prune in any_prune(),
    ) {
        let mut choices = Choices(seed);
        let rules = any_mix(&mut choices, freecells, columns);
        let board = match up {
            0..=2 => random_deal(&mut choices, rules),
            up => uneven_board(&mut choices, rules, up),
        };
        walk(&Game::new(board, prune), 40, &mut choices)?;
    }

    #[test]
    fn with_no_stuck_card_the_game_is_won(
        seed: u64, columns in 4..=Rules::COLUMNS_MAX, freecells in 0u8..=6,
    ) {
        let mut choices = Choices(seed);
        let rules = any_mix(&mut choices, freecells, columns);
        let Some(board) = board_of_sequences(&mut choices, rules) else { return Ok(()) };
        let game = Game::new(board, Prune::None);
        prop_assert_eq!(game.dealt_stuck(), 0);
        prop_assert!(plays_itself_out(&game, game.start()));
        walk(&game, 20, &mut choices)?;
    }
}

/// A random board whose columns are legal sequences throughout, if the cards happen to fit.
fn board_of_sequences(choices: &mut Choices, rules: Rules) -> Option<Board> {
    let up = choices.below(12) as u8;
    let mut columns: Vec<Vec<Card>> = vec![Vec::new(); rules.columns.into()];
    let mut cells = Vec::new();
    let mut cards = shuffled_cards(choices, up + 1);
    cards.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    for card in cards {
        let fits = |column: &Vec<Card>| match column.last() {
            Some(&parent) => rules.goes_on(card, parent),
            None => rules.openers() & card.bit() != 0,
        };
        let start = choices.below(columns.len());
        let place =
            (0..columns.len()).map(|i| (start + i) % columns.len()).find(|&i| fits(&columns[i]));
        match place {
            Some(index) => columns[index].push(card),
            None => cells.push(Some(card)),
        }
    }
    if cells.len() > rules.freecells.into() {
        return None;
    }
    cells.resize(rules.freecells.into(), None);
    Some(Board::from_parts(rules, columns, cells, [up; 4]))
}

/// All live states, by a set of planes.
fn all_states(deal: u64, freecells: u8, prune: Prune) -> HashSet<State> {
    let game = Game::new(Board::deal(deal, freecells).expect("in range"), prune);
    let start = Arrival::of_deal(&game).state;
    let mut seen = HashSet::from([start]);
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        let group = Group::new(&game, state.fingerprint);
        let key: u128 = group.key(state.planes);
        let mut reached = Vec::new();
        let mut exits = Vec::new();
        group.expand(key, |near| reached.push(group.state(near)), |exit| exits.push(exit.state));
        for next in reached.into_iter().chain(exits) {
            if seen.insert(next) {
                waiting.push(next);
            }
        }
    }
    seen
}

#[test]
fn whole_graphs_have_the_same_states_both_ways() {
    for (deal, freecells, prune, states) in [
        (11982, 4, Prune::Safe, 61_643),
        (1, 2, Prune::Safe, 70_882),
        (781948, 4, Prune::Safe, 4_381),
        (781948, 4, Prune::None, 7_736),
    ] {
        let fast = all_states(deal, freecells, prune);
        assert_eq!(fast.len(), states, "deal {deal}");
        let board = Board::deal(deal, freecells).expect("in range");
        let game = Game::new(board.clone(), prune);
        let graph =
            fcc::reference::naive::explore(&board, prune, states).expect("within the limit");
        let slow: HashSet<State> = graph
            .states
            .iter()
            .map(|model| state_of(&game, &model.to_board()).expect("a position of the deal"))
            .collect();
        assert_eq!(fast, slow, "deal {deal}");
    }
}

#[test]
fn check_names_the_broken_clause() {
    let game = Game::new(Board::deal(1, 2).expect("in range"), Prune::Safe);
    let start = game.start();
    let plane = |names: &[&str]| {
        Card::all()
            .filter(|card| names.contains(&card.to_string().as_str()))
            .map(Card::bit)
            .sum::<u64>()
    };
    // Deal 1: JD KD 2S 4C 3S 6D 6S in column 1; 9D 9S 9H 5H 3D ... are stuck; JD is a bottom.
    let stuck = start.fingerprint.stuck;
    let with = |stuck, founded, a, b| State {
        fingerprint: Fingerprint { stuck, founded },
        planes: Planes { a, b },
    };
    let Planes { a, b } = start.planes;
    let broken = |state: State| game.check(state).expect_err("broken");
    assert_eq!(game.check(start), Ok(()));
    let six = plane(&["6S"]);
    assert_eq!(broken(with(stuck, six, a, b)), BrokenClause::StuckAndFounded);
    assert_eq!(broken(with(stuck & !six, six, a, b)), BrokenClause::FoundationHasGaps);
    let jack = plane(&["JD"]);
    assert_eq!(broken(with(stuck | jack, 0, a, b & !jack)), BrokenClause::StuckWasDealtLoose);
    let king = plane(&["KD"]);
    assert_eq!(broken(with(stuck & !king, 0, a, b)), BrokenClause::StuckHasGaps);
    assert_eq!(broken(with(stuck, 0, a | six, b)), BrokenClause::PlaceOfCardNotLoose);
    assert_eq!(broken(with(stuck, 0, a, b & !jack)), BrokenClause::BuriedCardMoved);
    // A loosened six of spades on the seven of diamonds or hearts, which are buried.
    assert_eq!(broken(with(stuck & !six, 0, a | six, b)), BrokenClause::ParentNotInReach);
    let mut state = start;
    let mut tops = Vec::new();
    for column in game.deal().columns() {
        tops.push(*column.last().expect("eight full columns"));
    }
    for card in tops.iter().take(3) {
        state.fingerprint.stuck &= !card.bit();
        state.put(card.bit(), Place::Cell);
    }
    assert_eq!(broken(state), BrokenClause::TooManyCells);
    for card in tops.iter().take(3) {
        state.put(card.bit(), Place::Bottom);
    }
    assert_eq!(broken(state), BrokenClause::TooManyColumns);
}
