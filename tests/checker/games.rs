//! Every game and every mix of rules: both deal the same boards, read what the other writes, and allow
//! the same moves.

use super::Choices;
use fcc::board::{Board, DEAL_MAX, DealName, Numbering, ReadOptions, Rules};
use fcc::notation::Spot;
use fcc::rules::{Build, Fill, GAMES, Sequences};
use strata_verify::deal::Deal;
use strata_verify::moves::Step;
use strata_verify::position::Position;
use strata_verify::rules::{self as checker, play};
use strata_verify::solution::read_solution;

/// The rules of a game, or a mix of them with others.
fn mixed(choices: &mut Choices, rules: Rules) -> Rules {
    let mut mixed = rules;
    let pick = |choices: &mut Choices| choices.below(4) == 0;
    if pick(choices) {
        mixed.decks = 1 + choices.below(2) as u8;
    }
    if pick(choices) {
        mixed.columns = 1 + choices.below(18) as u8;
    }
    if pick(choices) {
        mixed.freecells = choices.below(13) as u8;
    }
    if pick(choices) {
        mixed.build = [Build::Alternate, Build::Suit, Build::Rank][choices.below(3) as usize];
    }
    if pick(choices) {
        mixed.fill = [Fill::Any, Fill::Kings, Fill::Nothing][choices.below(3) as usize];
    }
    if pick(choices) {
        let all = [Sequences::Limited, Sequences::Unlimited, Sequences::Runs];
        mixed.sequences = all[choices.below(3) as usize];
    }
    mixed
}

/// The same deal by both, by these rules; neither if either refuses it.
fn dealt_by_both(name: DealName, rules: Rules) -> Option<(Board, Position)> {
    let ours = name.board(rules);
    let deal = Deal::read(&name.to_string()).expect("a name of a deal");
    let theirs = deal.board(checker::Rules::read(&rules.to_string()).expect("rules"));
    assert_eq!(ours.is_ok(), theirs.is_ok(), "{name} by {rules}: {ours:?} {theirs:?}");
    Some((ours.ok()?, theirs.ok()?))
}

fn random_deal(choices: &mut Choices) -> (DealName, Rules) {
    let game = &GAMES[choices.below(GAMES.len() as u64) as usize];
    let numbering = [Numbering::Microsoft, Numbering::PySol][choices.below(2) as usize];
    let most = [32_000, DEAL_MAX][choices.below(2) as usize];
    let number = 1 + choices.below(most);
    (DealName { game, numbering, number }, mixed(choices, game.rules))
}

#[test]
fn both_deal_the_same_boards_of_every_game() {
    let mut choices = Choices(20261118);
    for _ in 0..3000 {
        let (name, rules) = random_deal(&mut choices);
        let Some((ours, theirs)) = dealt_by_both(name, rules) else { continue };
        let text = ours.to_text();
        let read = strata_verify::board::read_board(&text, None)
            .unwrap_or_else(|faults| panic!("{name}: {faults}\n{text}"));
        assert_eq!(read, theirs, "{name} by {rules}");
        let back = Board::read(&theirs.to_string(), &ReadOptions::default());
        assert_eq!(back, Ok(ours), "{name} by {rules}");
    }
}

/// A move of several runs at once is legal for the checker alone: `fc-solve` makes such moves.
#[test]
fn both_allow_the_same_moves_by_every_mix_of_rules() {
    let mut choices = Choices(20261119);
    let mut made = 0;
    for _ in 0..300 {
        let (name, rules) = random_deal(&mut choices);
        let Some((mut ours, mut theirs)) = dealt_by_both(name, rules) else { continue };
        for _ in 0..600 {
            let [from, to] = [(); 2].map(|()| random_place(&mut choices, rules));
            let named = if from == to { None } else { ours.read_as(from, to) };
            let word = format!("{from}-{to}");
            let steps = read_solution(&word).expect("a move");
            let [Step::Move(one)] = &steps[..] else { panic!("{word} is one move") };
            let mut after = theirs.clone();
            match (named, play(&mut after, one)) {
                (None, Err(_)) => {}
                (Some(one), Ok(())) => {
                    ours.make(&one);
                    theirs = after;
                    made += 1;
                    let back = Board::read(&theirs.to_string(), &ReadOptions::default());
                    assert_eq!(back, Ok(ours.clone()), "{one} in {name} by {rules}");
                }
                (None, Ok(())) if rules.sequences == Sequences::Runs => {}
                (named, played) => panic!("{word}: {named:?}, {played:?}\n{ours}"),
            }
        }
    }
    assert!(made > 3000, "{made} moves were legal");
}

fn random_place(choices: &mut Choices, rules: Rules) -> Spot {
    let columns = u64::from(rules.columns);
    match choices.below(columns + u64::from(rules.freecells) + 2) {
        at if at < columns => Spot::Column(at as usize),
        at if at < columns + u64::from(rules.freecells) => Spot::Cell((at - columns) as usize),
        _ => Spot::Foundation,
    }
}
