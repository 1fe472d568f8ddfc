//! Certificates whose values were changed and whose checksums are right: each change is refused
//! for its own reason.

use std::collections::BTreeSet;

use strata_verify::certificate::progress::Progress;
use strata_verify::certificate::refusal::{Failure, Refusal};
use strata_verify::certificate::sample::sample;

use super::by_hand::plain;
use super::random_boards::SMALL;
use super::writer::Plain;
use super::{kind, naive, sample_kind, words};

/// What the full check says of the certificate by hand with a change.
fn with(change: impl Fn(&mut Plain)) -> &'static str {
    let mut plain = plain();
    change(&mut plain);
    kind(&plain.file(64))
}

#[test]
fn what_is_taken_out_is_missed() {
    assert_eq!(with(|plain| drop(plain.groups.remove(0))), "deal-not-listed");
    for group in 1..7 {
        assert_eq!(with(|plain| drop(plain.groups.remove(group))), "group-missing");
    }
    assert_eq!(with(|plain| plain.groups.clear()), "deal-not-listed");
    assert_eq!(with(|plain| plain.groups[1].components.clear()), "content");
    assert_eq!(with(|plain| plain.groups[0].components[0].pieces.clear()), "content");
}

#[test]
fn a_refusal_shows_both_ends_of_the_move() {
    let mut less = plain();
    less.groups.remove(6);
    let words = words(&less.file(64));
    let from = "from the listed position\n# freecells: 0\nFoundations: C-8 D-K H-K S-K\n\
        Freecells:\n: 9C JC TC KC\n: QC\n:\na move (and its safe moves) leads to\n";
    assert!(words.contains(from), "{words}");
    assert!(words.contains(": 9C JC TC\n: QC\n: KC\n"), "{words}");
    assert!(words.contains("depth 3, group ") && words.contains("(stuck: TC JC)"), "{words}");
}

#[test]
fn changed_keys_are_no_states_or_not_canonical_or_not_the_smallest() {
    let key = |group: usize, key| with(|plain| plain.groups[group].components[0].key = key);
    // QC on KH instead of KD: the other state of the class.
    assert_eq!(key(0, 0b111_001), "not-canonical");
    // Cards in cells that there are none of; too many bits; QC in the place of a second bottom.
    assert_eq!(key(0, 0), "no-state");
    assert_eq!(key(0, 1 << 6), "no-state");
    assert_eq!(key(3, 0b111_000), "no-state");
    assert_eq!(key(1, 12), "smaller-key");
    assert_eq!(key(2, 13), "smaller-key");
    let twice = with(|plain| {
        let mut other = plain.groups[2].components[0].clone();
        other.key = 13;
        plain.groups[2].components.push(other);
    });
    assert_eq!(twice, "shared-class");
    let equal = with(|plain| {
        let other = plain.groups[2].components[0].clone();
        plain.groups[2].components.push(other);
    });
    assert_eq!(equal, "content");
}

#[test]
fn suit_sets_have_to_be_whole_and_well_made() {
    let pieces = |pieces: &[(u32, &[u32])]| {
        with(|plain| {
            plain.groups[0].components[0].pieces =
                pieces.iter().map(|(offset, basis)| (*offset, basis.to_vec())).collect();
        })
    };
    assert_eq!(pieces(&[(0, &[])]), "not-closed");
    assert_eq!(pieces(&[(1, &[])]), "not-closed");
    // The same set in other words.
    assert_eq!(pieces(&[(1, &[1])]), "accepted");
    assert_eq!(pieces(&[(1, &[]), (0, &[])]), "accepted");
    for bad in [(0, vec![0]), (2, vec![1]), (0, vec![2]), (0, vec![1, 1])] {
        assert_eq!(pieces(&[(bad.0, &bad.1)]), "content");
    }
}

#[test]
fn an_exchange_that_no_play_undoes_must_be_listed() {
    // KS in the cell: two states of one class that nothing connects, see docs/symmetry.md.
    let mut plain = naive::certificate(SMALL, "safe", "on");
    let founded = plain.groups[0].founded;
    let component = plain.groups[1..]
        .iter_mut()
        .filter(|group| group.founded == founded)
        .flat_map(|group| &mut group.components)
        .find(|component| component.pieces[0].1 == [2, 1])
        .expect("the component of section 8");
    component.pieces = vec![(0, vec![3])];
    let bytes = plain.file(1 << 20);
    assert_eq!(kind(&bytes), "exchange-missing");
    assert!(words(&bytes).contains("from the listed position"));
    assert_eq!(sample_kind(&bytes, 400), "total");
    make_totals_true(&mut plain);
    assert_eq!(kind(&plain.file(1 << 20)), "exchange-missing");
    assert_eq!(sample_kind(&plain.file(1 << 20), 400), "exchange-missing");
}

/// Writes into the head what is counted, so that nothing but the proof itself is wrong.
fn make_totals_true(plain: &mut Plain) {
    while let Err(Failure::Refused(refusal)) =
        sample(&plain.file(1 << 20)[..], 1, 1, &mut Progress::silent())
        && let Refusal::Total { name, counted, .. } = *refusal
    {
        plain.set(name, &counted);
    }
}

#[test]
fn a_sample_finds_what_leads_out_by_the_plain_rules() {
    let whole = naive::certificate(SMALL, "safe", "on");
    let mut kinds = BTreeSet::new();
    for (at, group) in whole.groups.iter().enumerate() {
        for component in 0..group.components.len() {
            let mut less = whole.clone();
            less.groups[at].components.remove(component);
            if less.groups[at].components.is_empty() {
                less.groups.remove(at);
            }
            make_totals_true(&mut less);
            let found = kind(&less.file(1 << 20));
            assert_ne!(found, "accepted");
            assert_eq!(sample_kind(&less.file(1 << 20), 2000), found);
            kinds.insert(found);
        }
    }
    let expected = ["class-missing", "deal-not-listed", "group-missing"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn groups_have_a_place_and_an_order() {
    assert_eq!(with(|plain| plain.groups.swap(0, 6)), "deal-not-listed");
    assert_eq!(with(|plain| plain.groups.swap(3, 6)), "group-missing");
    assert_eq!(with(|plain| plain.groups.swap(1, 2)), "accepted");
    let again = with(|plain| plain.groups.push(plain.groups[6].clone()));
    assert_eq!(again, "group-twice");
    let late = with(|plain| plain.groups.push(plain.groups[3].clone()));
    assert_eq!(late, "group-order");
    let planes = |change: fn(&mut u64, &mut u64)| {
        with(|plain| {
            let group = &mut plain.groups[0];
            change(&mut group.stuck, &mut group.founded);
        })
    };
    assert_eq!(planes(|stuck, _| *stuck = 0), "group-won");
    assert_eq!(planes(|stuck, _| *stuck |= 1 << 46), "no-group");
    assert_eq!(planes(|stuck, _| *stuck |= 1 << 52), "no-group");
    assert_eq!(planes(|stuck, _| *stuck &= !(1 << 38)), "no-group");
    assert_eq!(planes(|_, founded| *founded |= 1 << 32), "no-group");
    assert_eq!(planes(|_, founded| *founded &= !1), "no-group");
    assert_eq!(planes(|stuck, founded| *founded |= *stuck), "no-group");
}

#[test]
fn the_head_is_believed_in_nothing() {
    let set = |name: &str, value: &str| with(|plain| plain.set(name, value));
    for name in ["layers", "groups", "components", "fccs", "states"] {
        assert_eq!(set(name, "99"), "total", "{name}");
        assert_eq!(set(name, "0"), "total", "{name}");
        assert_eq!(set(name, "-1"), "head", "{name}");
        assert_eq!(set(name, "007"), "head", "{name}");
    }
    assert_eq!((set("classes", "99"), set("classes", "8")), ("total", "total"));
    assert_eq!(set("digest", "00000000000000000000000000000001"), "total");
    assert_eq!(set("digest", "1"), "head");
    assert_eq!(set("verdict", "solvable"), "head");
    assert_eq!(set("prune", "some"), "head");
    assert_eq!(set("symmetry", "yes"), "head");
    assert_eq!(set("strata-certificate", "2"), "head");
    assert_eq!(set("columns", "4"), "head");
    assert_eq!(set("columns", "99999999999999999999999"), "head");
    assert_eq!(set("freecells", "13"), "head");
    assert_eq!(set("deal", "0"), "head");
    assert_eq!(set("deal", "11982"), "other-board");
    // One cell more: the listed groups lack the states that use it.
    assert_ne!(set("freecells", "1"), "accepted");
    assert_eq!(with(|plain| plain.head.swap(1, 2)), "head");
    assert_eq!(with(|plain| plain.board.clear()), "head");
    assert_eq!(with(|plain| plain.board = plain.board.replace("KD", "KS")), "head");
    let words = words(&{
        let mut plain = plain();
        plain.set("states", "11");
        plain.file(64)
    });
    assert_eq!(words, "the head says states: 11, counted were 10");
}

#[test]
fn another_board_has_other_groups() {
    let board = |from: &str, to: &str| {
        with(|plain| {
            assert!(plain.board.contains(from));
            plain.board = plain.board.replace(from, to);
        })
    };
    // The kings exchanged, or two cards that never move: the same proof holds.
    assert_eq!(board(": KH QC\n: KD", ": KD QC\n: KH"), "accepted");
    assert_eq!(board("JC TC KC", "TC JC KC"), "accepted");
    assert_eq!(board("KC\n: KH QC", "KC QC\n: KH"), "deal-not-listed");
    // KH and QC are under JC now, so the first group has no pair.
    assert_eq!(board("JC TC KC\n: KH QC", "TC KC\n: KH QC JC"), "content");
    assert_eq!(board(": KD", ": KD\n:"), "head");
}

#[test]
fn safe_moves_can_neither_be_invented_nor_left_out() {
    // KH is next and not safe, with clubs below the jack; once it is up, KS is. Then KC can go to
    // the empty column, and QC stays on JC.
    let board = "Foundations: H-Q C-T D-K S-Q\n# freecells: 0\n: JC QC KC\n: KS KH\n";
    let safe = naive::certificate(board, "safe", "on");
    let none = naive::certificate(board, "none", "on");
    assert_eq!(kind(&safe.file(1 << 20)), "accepted");
    assert_ne!(safe.get("states"), none.get("states"), "the board has safe moves");
    assert_eq!(kind(&none.file(1 << 20)), "accepted");
    let mut as_none = safe.clone();
    as_none.set("prune", "none");
    assert_eq!(kind(&as_none.file(1 << 20)), "group-missing");
    let mut as_safe = none.clone();
    as_safe.set("prune", "safe");
    let bytes = as_safe.file(1 << 20);
    assert_eq!(kind(&bytes), "group-forced");
    assert!(words(&bytes).contains("with prune safe these positions have no place"));
    assert_eq!(sample_kind(&bytes, 1), "group-forced");
}

#[test]
fn symmetry_is_no_matter_of_taste() {
    let mut on = naive::certificate(SMALL, "safe", "on");
    on.set("symmetry", "off");
    assert_ne!(kind(&on.file(1 << 20)), "accepted");
    let mut off = naive::certificate(SMALL, "safe", "off");
    off.set("symmetry", "on");
    assert_ne!(kind(&off.file(1 << 20)), "accepted");
}
