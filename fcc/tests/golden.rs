//! Golden values of ENCODING.md. They were worked out by another program from that page, not
//! by this one: if a test here fails, the encoding has changed and so has every file on disk.

use fcc::board::{Board, ReadOptions};
use fcc::game::Game;
use fcc::group::Group;
use fcc::rules::Prune;

const MIDGAME: &str = "Foundations: H-6 C-6 D-6 S-6
Freecells: JS 9C -- --
: 8C TC 8D 9S
: KC JD 7D QS
: TD KH 8S
: 7H 8H TH
: 9H TS 7C
: 9D JH JC
: KS QD QC
: KD 7S QH
";

const SEQUENCES: &str = "KC QD JC TD 9C 8D 7C 6D 5C 4D 3C 2D AC
KD QC JD TC 9D 8C 7D 6C 5D 4C 3D 2C AD
KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS
KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH
";

fn board(text: &str) -> Board {
    Board::read(text, &ReadOptions::default()).expect("a board")
}

/// Stuck, founded, a, b, movable cards, key and fingerprint text.
fn encoded(board: Board) -> (u64, u64, u64, u64, u32, u128, String) {
    let game = Game::new(board, Prune::None);
    let state = game.start();
    let group = Group::new(&game, state.fingerprint);
    let key: u128 = group.key(state.planes);
    let fingerprint = state.fingerprint;
    let text = fingerprint.to_string();
    (
        fingerprint.stuck,
        fingerprint.founded,
        state.planes.a,
        state.planes.b,
        group.cards(),
        key,
        text,
    )
}

#[test]
fn deals_and_positions_have_their_golden_bits() {
    let deal = |number| Board::deal(number, 4).expect("in range");
    let text = str::to_string;
    assert_eq!(
        encoded(deal(1)),
        (0xf_faf7_f6f3_ffef, 0, 0, 0x508_090c_0010, 0, 0, text("AFEADAEbAQBsAAA"))
    );
    assert_eq!(
        encoded(deal(617)),
        (0xf_ffff_bbfc_fde1, 0, 2, 0x4403_021c, 0, 0, text("J1EbHABUAAAAAAA"))
    );
    assert_eq!(
        encoded(board(MIDGAME)),
        (
            0x8_ede2_b700_0000,
            0xff_ffff,
            0x1000_0000_0000,
            0x7_101c_4800_0000,
            2,
            0,
            text("8vLy8vAeDQkDVRs")
        )
    );
    assert_eq!(
        encoded(board(SEQUENCES)),
        (
            0,
            0,
            0xffff_ffff_ffff,
            0xf_aaaa_aaaa_aaaa,
            52,
            0xfa_aaaa_aaaa_aaa0_ffff_ffff_ffff,
            text("eXl5eXl5eXl5eWw")
        )
    );
}
