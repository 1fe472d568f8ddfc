//! Tests of the reference model by rules other than FreeCell's: small positions in which every move can
//! be counted by hand.

use super::tests::{cards, position, step};
use super::{Model, ModelMove, Pile};
use crate::board::Rules;
use crate::rules::{Build, Fill, Sequences};

const COLUMN: [Pile; 4] = [Pile::Column(0), Pile::Column(1), Pile::Column(2), Pile::Column(3)];

/// [`position`] with other rules of the game.
fn position_by(rules: Rules, columns: &[&str], cells: &str, foundations: [u8; 4]) -> Model {
    let mut model = position(rules.freecells, columns, cells, foundations);
    model.rules = Rules { columns: model.rules.columns, ..rules };
    model
}

fn digits(model: &Model, deal: &Model, names: &str) -> Vec<u8> {
    cards(names).iter().map(|card| model.digits(deal)[card.deck_place()]).collect()
}

#[test]
fn built_by_suit_a_card_has_one_parent_and_is_safe_when_it_can_go_up() {
    let by_suit = Rules { build: Build::Suit, ..Rules::freecell(0, 4) };
    let model = position_by(by_suit, &["KS QH", "KH", "KC QS"], "", [12, 13, 11, 11]);
    let onto_king = step("QH", COLUMN[0], COLUMN[1]);
    let expected = [
        step("QH", COLUMN[0], Pile::Foundation),
        onto_king,
        step("QS", COLUMN[2], Pile::Foundation),
    ];
    assert_eq!(model.moves(), expected);
    assert_eq!(digits(&model, &model, "KS QH KH KC QS"), [1, 0, 1, 1, 0]);
    assert!(!model.is_reversible(&model, &onto_king));
    assert!(expected.iter().all(|step| model.is_safe_to_raise(step.card)));
}

#[test]
fn an_empty_column_takes_what_the_rule_says() {
    let opened_by = |fill, cells: &str| -> Vec<ModelMove> {
        let rules = Rules { fill, ..Rules::freecell(2, 3) };
        let model = position_by(rules, &["", "KS"], cells, [13, 13, 11, 12]);
        let to_columns = |step: &ModelMove| matches!(step.to, Pile::Column(_));
        model.moves().into_iter().filter(to_columns).collect()
    };
    let onto_king = step("QH", Pile::Cell, COLUMN[1]);
    let opening = ["QH", "KH"].map(|card| step(card, Pile::Cell, COLUMN[0]));
    assert_eq!(opened_by(Fill::Any, "QH KH"), [opening[0], onto_king, opening[1]]);
    assert_eq!(opened_by(Fill::Kings, "QH KH"), [onto_king, opening[1]]);
    assert_eq!(opened_by(Fill::Nothing, "QH KH"), [onto_king]);
}

#[test]
fn a_bottom_card_that_could_not_open_its_column_is_stuck_there() {
    let digits_by = |fill| {
        let rules = Rules { fill, ..Rules::freecell(1, 3) };
        let deal = position_by(rules, &["QH", "KS"], "KH", [13, 13, 11, 12]);
        let queen = deal.make(&step("QH", COLUMN[0], COLUMN[1]));
        (digits(&deal, &deal, "QH KS KH"), digits(&queen, &deal, "QH KS KH"), queen.depth(&deal))
    };
    let loose = vec![1, 1, 1];
    assert_eq!(digits_by(Fill::Any), (loose.clone(), loose.clone(), 0));
    assert_eq!(digits_by(Fill::Kings), (vec![0, 1, 1], loose, 1));
    assert_eq!(digits_by(Fill::Nothing), (vec![0, 0, 1], vec![1, 0, 1], 1));
}

#[test]
fn a_sequence_moves_as_one_with_a_stuck_card_at_its_head() {
    let rules = Rules { sequences: Sequences::Unlimited, ..Rules::freecell(0, 4) };
    let columns = ["QS JH TC", "KD QC JD", "", "KC QH"];
    let model = position_by(rules, &columns, "", [9, 10, 10, 10]);
    let moves = model.moves();
    let from = |card: &str, pile: Pile| -> Vec<Pile> {
        let is_it = |step: &&ModelMove| (step.card, step.from) == (cards(card)[0], pile);
        moves.iter().filter(is_it).map(|step| step.to).collect()
    };
    assert_eq!(from("TC", COLUMN[0]), [Pile::Foundation, COLUMN[1], COLUMN[2]]);
    assert_eq!(from("JH", COLUMN[0]), [COLUMN[2]]);
    assert_eq!(from("QS", COLUMN[0]), [], "a whole column is not moved to an empty one");
    assert_eq!(from("QC", COLUMN[1]), [COLUMN[2]]);
    assert_eq!(from("JD", COLUMN[1]), [Pile::Foundation, COLUMN[2]]);
    let after = model.make(&step("JH", COLUMN[0], COLUMN[2]));
    assert_eq!((after.columns[0].len(), &after.columns[2]), (1, &cards("JH TC")));
    let limited = Model { rules: Rules { sequences: Sequences::Limited, ..rules }, ..model };
    assert!(limited.moves().iter().all(|step| step.card != cards("JH")[0]));

    let deal = position_by(rules, &["AS QH JC", "KS"], "", [10, 13, 11, 0]);
    let head = step("QH", COLUMN[0], COLUMN[1]);
    assert!(deal.moves().contains(&head) && !deal.is_reversible(&deal, &head));
    let after = deal.make(&head);
    assert_eq!(after.columns[1], cards("KS QH JC"));
    assert_eq!(
        (digits(&deal, &deal, "QH JC"), digits(&after, &deal, "QH JC")),
        (vec![0, 1], vec![1, 1])
    );
}
