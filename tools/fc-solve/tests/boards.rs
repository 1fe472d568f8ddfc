//! Boards as callers write them, and those that are none.

use crate::support::{ours, theirs, verdict};

const START: &str = "4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\nQC 9S 6H 9H 3S KS 3D\n5D 2S JC 5C JH 6D AS\n\
                     2D KD 10H 10C 10D 8D\n7H JS KH 10S KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n";

#[test]
fn both_read_the_same_boards() {
    let ending = "Founds: H-K C-K D-K S-9\n\n\n\n\n\n\n<JS>\n: KS 0S QS\n";
    let boards = [
        START.to_owned(),
        START.replace("AH", "1H").replace("10", "0"),
        START.replace("10", "t").to_lowercase(),
        START.trim_end().to_owned(),
        format!("{START}whatever follows\n: 4C\n"),
        START.replace('\n', "\r\n"),
        START.lines().map(|line| format!(": {line}\n")).collect(),
        ending.to_owned(),
        ending.replace("H-K C-K D-K S-9", "S-9 D-K H-K C-K"),
        ending.replace("S-9", "S-8").replace("0S", "0S 9S"),
        "Foundations: H-K C-K D-K S-J \nFreecells:      QS        \n: \n: \n: \n: \n: \n: \n: \n: KS\n".to_owned(),
        "FC: KS\nFounds: H-K C-K D-K S-J\nFC: - QS -\nKS\n\n\n\n\n\n\n\n".to_owned(),
    ];
    for board in boards {
        let answer = ours("-p -t", &board);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{board}");
        assert_eq!(verdict(&answer.out), "This game is solveable.");
        let Some(theirs) = theirs("-p -t", &board) else { continue };
        let first = |answer: &str| answer.split("\n====").next().map(str::to_owned);
        assert_eq!(first(&answer.out), first(&theirs.out), "{board}");
    }
}

#[test]
fn bad_boards_end_with_255_and_the_card_is_named() {
    let wrong = [
        (START.replace(" 9D", ""), "There's a missing card: 9D."),
        (START.replace("9D", "8D"), "There's an extra card: 8D."),
        (START.replace("9D", "9D 9D"), "There's an extra card: 9D."),
        (START.replace(" 10S", ""), "There's a missing card: 10S."),
        ("4C 5C\n".to_owned(), "Not enough input."),
        (String::new(), "Not enough input."),
    ];
    for (board, message) in wrong {
        let answer = ours("-m", &board);
        assert_eq!((answer.code, answer.out.as_str()), (255, ""), "{board}");
        assert!(answer.err.starts_with(message), "{}", answer.err);
        if let Some(theirs) = theirs("-m", &board) {
            assert_eq!((theirs.code, theirs.err.trim()), (255, message), "{board}");
        }
    }
    for board in
        [START.replace("9D", "XX"), START.replace("9D", "9\u{e9}"), format!("Talon: 5H\n{START}")]
    {
        let answer = ours("-m", &board);
        assert_eq!((answer.code, answer.out.as_str()), (255, ""), "{board}");
    }
    let answer = ours("-m there-is-no-such-file", "");
    assert_eq!(answer.code, 255);
    assert!(answer.err.contains("\"there-is-no-such-file\""), "{}", answer.err);
    assert_eq!(ours("-m -o /there/is/no/such/folder -", START).code, 255);
}
