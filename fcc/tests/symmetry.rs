//! The mathematics of classes against brute force, and the walk over classes against the walk over
//! states, by all rules: where no two cards are a pair, both walk states.

#[path = "support/mod.rs"]
mod support;

use fcc::arrival::Arrival;
use fcc::board::{Board, DEAL_MAX, Rules};
use fcc::card::Card;
use fcc::census::{CensusOptions, Scope, Verdict, Way, explore_in_memory};
use fcc::class::{canonical, exchange, pairs_of, stabiliser, vector_to_canonical};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::gf2::{Subspace, Vector};
use fcc::group::Group;
use fcc::planes::Planes;
use fcc::rules::{Build, Prune};
use fcc::state::State;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::collections::{BTreeMap, BTreeSet};
use support::{Choices, any_mix, late_board, mixes, uneven_board};

/// All sums of some of the pairs.
fn all_vectors(pairs: Vector) -> Vec<Vector> {
    Subspace::span(Card::in_plane(pairs).map(Card::bit)).vectors().collect()
}

/// Reversible neighbours as planes.
fn neighbours(group: &Group, planes: Planes) -> BTreeSet<Planes> {
    let key: u128 = group.key(planes);
    let mut near = BTreeSet::new();
    group.expand(key, |key: u128| assert!(near.insert(group.planes(key))), |_| {});
    near
}

/// Walks at random to states with few pairs and looks at each with all exchanges of its group.
fn walk(game: &Game, choices: &mut Choices) -> Result<(), TestCaseError> {
    let mut state = Arrival::of_deal(game).state;
    for _ in 0..40 {
        let group = Group::new(game, state.fingerprint);
        let (mut near, mut far) = (vec![state], Vec::new());
        let key: u128 = group.key(state.planes);
        group.expand(key, |key: u128| near.push(group.state(key)), |exit| far.push(exit.state));
        if pairs_of(group.context()).count_ones() <= 6 {
            look_at(&group, &near)?;
        }
        let next = if !far.is_empty() && choices.below(3) == 0 { far } else { near };
        state = next[choices.below(next.len())];
    }
    Ok(())
}

fn look_at(group: &Group, states: &[State]) -> Result<(), TestCaseError> {
    let pairs = pairs_of(group.context());
    let vectors = all_vectors(pairs);
    let orbit =
        |planes: Planes| vectors.iter().map(|&v| exchange(planes, v)).collect::<BTreeSet<_>>();
    let mut members = BTreeMap::new();
    for state in states {
        let planes = state.planes;
        // Exchanges are their own inverse, commute with each other and with reversible moves.
        for &vector in &vectors {
            let there = exchange(planes, vector);
            prop_assert_eq!(exchange(there, vector), planes);
            let moved: BTreeSet<_> =
                neighbours(group, planes).into_iter().map(|near| exchange(near, vector)).collect();
            prop_assert_eq!(neighbours(group, there), moved);
            let pair = Card::in_plane(pairs).next().map_or(0, Card::bit);
            let both = exchange(there, pair);
            prop_assert_eq!(both, exchange(planes, vector ^ pair));
        }
        // The canonical member is in the class and is the same for all of it.
        let member = canonical(planes, pairs);
        let class = orbit(planes);
        prop_assert!(class.contains(&member));
        for &other in &class {
            prop_assert_eq!(canonical(other, pairs), member);
            let vector = vector_to_canonical(other, pairs);
            prop_assert_eq!(exchange(other, vector), member);
        }
        // Classes differ for states that are not exchangeable.
        let known = members.entry(member).or_insert_with(|| class.clone());
        prop_assert_eq!(&*known, &class);
        // The stabiliser is what leaves the state as it is, no more and no less.
        let mut generators = Vec::new();
        stabiliser(planes, pairs, |vector| generators.push(vector));
        let space = Subspace::span(generators.iter().copied());
        prop_assert_eq!(space.dimension() as usize, generators.len(), "independent generators");
        for &vector in &vectors {
            let fixes = exchange(planes, vector) == planes;
            prop_assert_eq!(space.contains(vector), fixes);
        }
        prop_assert_eq!(class.len() << space.dimension(), vectors.len());
    }
    Ok(())
}

/// Both walks, each cut at its own limit: the layers that both finished are the same.
fn agree(board: Board, prune: Prune, states_max: u64) -> Result<(usize, bool), TestCaseError> {
    let plain = CensusOptions { symmetry: false, way: Way::Auto, ..CensusOptions::default() };
    let limited = || Control::new(Some(states_max));
    let off = support::run(board.clone(), prune, plain, 2, &limited());
    let on = support::run(board, prune, CensusOptions::default(), 2, &limited());
    let (off, on) = (support::without_classes(&off), support::without_classes(&on));
    let both = off.layers.len().min(on.layers.len());
    prop_assert_eq!(&off.layers[..both], &on.layers[..both]);
    let whole = off.unfinished.is_none();
    if whole {
        prop_assert_eq!(off, on);
    }
    Ok((both, whole))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..Default::default() })]

    #[test]
    fn classes_are_what_brute_force_says_on_deals(
        deal in 1..=DEAL_MAX, freecells in 0u8..=5, safe: bool, seed: u64,
    ) {
        let prune = if safe { Prune::Safe } else { Prune::None };
        let board = Board::deal(deal, freecells).expect("in range");
        walk(&Game::new(board, prune), &mut Choices(seed))?;
    }

    #[test]
    fn classes_are_what_brute_force_says_on_late_boards(
        seed: u64, columns in 2u8..=10, freecells in 0u8..=6, up in 7u8..=11, safe: bool,
    ) {
        let prune = if safe { Prune::Safe } else { Prune::None };
        let mut choices = Choices(seed);
        for build in [Build::Alternate, Build::Suit] {
            let rules = any_mix(&mut choices, freecells, columns);
            let board = uneven_board(&mut choices, Rules { build, ..rules }, up);
            walk(&Game::new(board, prune), &mut choices)?;
        }
    }

    #[test]
    fn both_walks_agree_on_late_boards(
        seed: u64, columns in 1u8..=13, freecells in 0u8..=5, up in 4u8..=11, safe: bool,
    ) {
        let prune = if safe { Prune::Safe } else { Prune::None };
        let board = late_board(&mut Choices(seed), Rules::freecell(freecells, columns), up);
        agree(board, prune, 60_000)?;
    }

    #[test]
    fn both_walks_agree_by_all_rules(
        seed: u64, columns in 1..=Rules::COLUMNS_MAX, freecells in 0u8..=5, up in 2u8..=11, safe: bool,
    ) {
        let prune = if safe { Prune::Safe } else { Prune::None };
        let mut choices = Choices(seed);
        for rules in mixes() {
            let rules = Rules { freecells, columns, ..rules };
            agree(uneven_board(&mut choices, rules, up), prune, 4_000)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn the_verdict_alone_is_that_of_the_census(
        seed: u64, columns in 3u8..=8, freecells in 0u8..=3, up in 5u8..=10, classes: bool,
    ) {
        let mut choices = Choices(seed);
        let rules = any_mix(&mut choices, freecells, columns);
        let board = late_board(&mut choices, rules, up);
        let options = CensusOptions { symmetry: classes, ..CensusOptions::default() };
        let limited = Control::new(Some(50_000));
        let census = support::run(board.clone(), Prune::Safe, options, 2, &limited);
        if census.unfinished.is_some() {
            return Ok(());
        }
        let game = Game::new(board, Prune::Safe);
        let explore = |scope| {
            let control = Control::new(None);
            explore_in_memory(&game, options, scope, &Budget::unlimited(), &control)
        };
        let until_won = explore(Scope { until_won: true, ..Scope::default() });
        let until_won = until_won.expect("memory does not fail");
        prop_assert_eq!(until_won.proof(), census.verdict());
        if census.verdict() == Verdict::Impossible {
            prop_assert_eq!(&until_won, &census);
        }
    }
}

/// Both walks on random deals of all numbers of freecells and both prunes.
fn deals_agree(deals: u64, states_max: u64) {
    let mut choices = Choices(20_261_116);
    let (mut layers, mut whole) = (0, 0);
    for number in 0..deals {
        let deal = 1 + choices.below(DEAL_MAX as usize) as u64;
        let freecells = (number % 6) as u8;
        let prune = if number % 4 == 3 { Prune::None } else { Prune::Safe };
        let board = Board::deal(deal, freecells).expect("in range");
        let (both, to_the_end) = agree(board, prune, states_max)
            .unwrap_or_else(|error| panic!("deal {deal}, {freecells} freecells, {prune}: {error}"));
        layers += both;
        whole += usize::from(to_the_end);
    }
    println!("{layers} layers of {deals} deals, {whole} of them to the end");
    assert!(layers as u64 > 5 * deals && whole as u64 > deals / 10);
}

#[test]
fn both_walks_agree_on_random_deals() {
    deals_agree(60, 100_000);
}

#[test]
#[ignore = "minutes: 300 random deals, a million states each"]
fn both_walks_agree_on_three_hundred_random_deals() {
    deals_agree(300, 1_000_000);
}
