//! `strata deal`, and what every command has: help, the version, and exit code 2 for bad usage.

use crate::support::{strata, strata_with_input};

const DEAL_1: &str = "\
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
";

#[test]
fn a_numbered_deal_is_printed_as_a_board() {
    let ran = strata("deal 1");
    assert_eq!((ran.code, ran.out.as_str()), (0, DEAL_1));
}

#[test]
fn the_json_of_a_deal_has_its_cards() {
    let json = strata("deal 1 --freecells 2 --json").json();
    assert_eq!(json["deal"], 1);
    assert_eq!(json["freecells"], 2);
    assert_eq!(json["columns"][0][6], "6S");
    assert_eq!(json["cells"].as_array().expect("a list").len(), 2);
    assert_eq!(json["foundations"]["H"], 0);
}

#[test]
fn a_deal_reads_back_as_a_board() {
    for arguments in ["deal 8589934591", "deal 617 --freecells 0", "deal 3000000000 --freecells 12"]
    {
        let text = strata(arguments).out;
        let number = arguments.split(' ').nth(1).expect("a number");
        let by_number = arguments.replacen("deal", "show", 1) + " --json";
        let by_text = strata_with_input("show - --json", &text).json();
        let by_number = strata(&by_number).json();
        assert_eq!(by_text["columns"], by_number["columns"], "{number}");
        assert_eq!(by_text["freecells"], by_number["freecells"], "{number}");
        assert_eq!(by_text["fingerprint"], by_number["fingerprint"], "{number}");
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    for arguments in
        ["deal 0", "deal 8589934592", "show 99999999999999999999", "deal 1 --freecells 13"]
    {
        let ran = strata(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments}");
        assert!(
            ran.err.contains("8589934591") || ran.err.contains("12") || ran.err.contains("large"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn help_and_version_are_there_and_bad_usage_is_code_2() {
    assert!(strata("--version").out.starts_with("strata "));
    for arguments in ["--help", "deal --help", "show --help", "census --help", "prove --help"] {
        let ran = strata(arguments);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("Examples:"), "{arguments}");
    }
    for arguments in
        ["", "deal", "deal x", "nonsense", "census 1 --json --csv", "census 1 --threads 0"]
    {
        assert_eq!(strata(arguments).code, 2, "{arguments}");
    }
}
