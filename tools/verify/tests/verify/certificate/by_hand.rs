//! A certificate that was worked out with pencil and paper.
//!
//! No freecells, three columns. Clubs are at the eight, the red suits at the queen, all spades up:
//!
//! ```text
//! : 9C JC TC KC      JC, TC and KC are stuck, each on a card it does not go on
//! : KH QC
//! : KD
//! ```
//!
//! Nothing is ever safe: clubs stay at the eight, since 9C lies under JC, and a red king wants them
//! at the jack. JC and TC never move: TC wants a red jack, an empty column or a cell, and whenever
//! a column is empty it is KC that lies on it. Seven groups:
//!
//! | group | depth | up, loose | states | goes to |
//! |---|---|---|---|---|
//! | 0 | 0 | | `KD QC`, `KH` and `KH QC`, `KD` | 1 and 2: the bare king goes up |
//! | 1 | 1 | KH up | `KD QC`, empty and `KD`, `QC` | 3 from the first, 4 from the second |
//! | 2 | 1 | KD up | `KH QC`, empty and `KH`, `QC` | 5 from the first, 4 from the second |
//! | 3 | 2 | KH up, KC loose | `KD QC`, `KC` | |
//! | 4 | 2 | KH and KD up | `QC`, empty | 6 |
//! | 5 | 2 | KD up, KC loose | `KH QC`, `KC` | |
//! | 6 | 3 | KH and KD up, KC loose | `QC`, `KC` | |
//!
//! Only group 0 has a pair, the kings. Its two states are one class; QC goes from king to king, so
//! K and R are both {0, 1}. That is 10 states, 9 classes, 7 components and 7 FCCs in 4 layers.
//!
//! Keys: QC is card 46, KC 48, KD 50, KH 51. A bottom is 01 (a, b), on the low parent KD is 10, on
//! the high one KH 11. Group 0, QC KD KH: a = 001, b = 110, key 110 001 = 49. Group 1, QC KD:
//! 10 01 = 9 with QC on KD, 11 00 = 12 with both bottoms. Group 2, QC KH: 11 01 = 13 and 12.
//! Group 3, QC KC KD: 110 001 = 49. Group 4, QC: 1 0 = 2. Group 5, QC KC KH: 111 001 = 57. Group 6,
//! QC KC: 11 00 = 12.

use super::naive;
use super::writer::{Plain, PlainComponent, PlainGroup};
use super::{check_bytes, kind, sample_kind};

pub const BOARD: &str = "\
Foundations: H-Q C-8 D-Q S-K
# freecells: 0
: 9C JC TC KC
: KH QC
: KD
";

const KC: u64 = 1 << 48;
const KD: u64 = 1 << 50;
const KH: u64 = 1 << 51;
/// JC is card 40, the first of its rank; TC is the third of an even rank.
const JC_TC: u64 = 1 << 40 | 1 << 38;

/// All up but the nine to the king of clubs and the red kings.
fn founded() -> u64 {
    let in_play = JC_TC | KC | KD | KH | 1 << 32 | 1 << 46;
    ((1 << 52) - 1) & !in_play
}

pub fn plain() -> Plain {
    let head = [
        ("strata-certificate", "1"),
        ("deal", "-"),
        ("freecells", "0"),
        ("columns", "3"),
        ("prune", "safe"),
        ("symmetry", "on"),
        ("verdict", "impossible"),
        ("layers", "4"),
        ("groups", "7"),
        ("components", "7"),
        ("classes", "9"),
        ("fccs", "7"),
        ("states", "10"),
        ("digest", DIGEST),
    ];
    let group = |stuck, up, key, basis: &[u32]| PlainGroup {
        stuck,
        founded: founded() | up,
        components: vec![PlainComponent { key, pieces: vec![(0, basis.to_vec())] }],
    };
    Plain {
        version: 1,
        head: head.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        board: BOARD.to_owned(),
        groups: vec![
            group(JC_TC | KC, 0, 49, &[1]),
            group(JC_TC | KC, KH, 9, &[]),
            group(JC_TC | KC, KD, 12, &[]),
            group(JC_TC, KH, 49, &[]),
            group(JC_TC | KC, KH | KD, 2, &[]),
            group(JC_TC, KD, 57, &[]),
            group(JC_TC, KH | KD, 12, &[]),
        ],
    }
}

/// The one number that pencil and paper do not give; the naive search sums up the same.
const DIGEST: &str = "ab58846b86c0a78386c103ca6116ce81";

#[test]
fn it_is_accepted_whatever_the_size_of_blocks() {
    for block_bytes in [1, 7, 64, 1 << 20] {
        let accepted = check_bytes(&plain().file(block_bytes)).expect("accepted");
        assert_eq!(accepted.totals.states, 10);
    }
    assert_eq!(sample_kind(&plain().file(100), 50), "accepted");
}

#[test]
fn a_naive_search_finds_the_same_numbers() {
    let naive = naive::certificate(BOARD, "safe", "on");
    assert_eq!(naive.head, plain().head);
    assert_eq!(kind(&naive.file(100)), "accepted");
}
