//! The long checks of `range`: what is published of whole ranges.
//!
//! `cargo test --release --test strata -- --ignored --nocapture the_first_thirty_two_thousand` (a minute)
//! `cargo test --release --test strata -- --ignored --nocapture the_first_four_thousand` (hours: deals that
//! are not settled in a minute each are listed; `STRATA_FREECELLS=2` takes one number of freecells alone)

use super::{deal_of, freecells_needed, lines_of};
use crate::support::{dealt, quick_folder, strata, wins};
use std::path::Path;

/// Runs a range into a file and prints its summary without the lists. Returns the exit code.
fn go(range: &str, out: &Path) -> i32 {
    let ran = strata(&format!("range {range} --out {}", out.display()));
    println!("range {range}");
    let is_list = |line: &&str| line.starts_with("impossible ") || line.starts_with("undecided ");
    ran.out.lines().take_while(|line| !is_list(line)).for_each(|line| println!("{line}"));
    print!("{}", ran.err);
    ran.code
}

#[test]
#[ignore = "a minute"]
fn the_first_thirty_two_thousand_are_solved_but_one() {
    let folder = quick_folder();
    let out = folder.path().join("lines");
    assert_eq!(go("1 32000 --moves --time 0", &out), 0);
    let lines = lines_of(&out);
    let (mut solved, mut impossible) = (0, vec![]);
    for (line, number) in lines.iter().zip(1..) {
        assert_eq!(deal_of(line), number);
        match line["solution"].as_str() {
            Some(solution) => {
                assert!(wins(&dealt(number, 4), solution), "{line}");
                solved += 1;
            }
            None => {
                assert_eq!(line["verdict"], "impossible", "{line}");
                impossible.push(number);
            }
        }
    }
    println!("{solved} solutions accepted by the checker, impossible: {impossible:?}");
    assert_eq!((lines.len(), solved, impossible), (32_000, 31_999, vec![11_982]));
}

#[test]
#[ignore = "hours"]
fn the_first_four_thousand_with_few_freecells_are_as_published() {
    let (folder, needed) = (quick_folder(), freecells_needed());
    assert_eq!(needed.len(), 4000);
    let only = std::env::var("STRATA_FREECELLS").ok();
    let only: Option<u8> = only.map(|number| number.parse().expect("STRATA_FREECELLS: a number"));
    for freecells in (0..=3).filter(|&freecells| only.is_none_or(|only| only == freecells)) {
        let out = folder.path().join(freecells.to_string());
        let range = format!("1 4000 --freecells {freecells} --time 60s --threads 2 --moves");
        assert!([0, 3].contains(&go(&range, &out)));
        let lines = lines_of(&out);
        assert_eq!(lines.len(), 4000);
        let (mut settled, mut undecided) = (0, vec![]);
        for line in &lines {
            let deal = deal_of(line);
            let is_solvable = needed[&deal] <= freecells;
            match line["verdict"].as_str().expect("a word") {
                "solvable" => {
                    assert!(is_solvable, "{line}");
                    let solution = line["solution"].as_str().expect("moves");
                    assert!(wins(&dealt(deal, freecells), solution), "{line}");
                    settled += 1;
                }
                "impossible" => {
                    assert!(!is_solvable, "{line}");
                    settled += 1;
                }
                _ => undecided.push(deal),
            }
        }
        println!("{freecells} freecells: {settled} settled as published, undecided: {undecided:?}");
    }
}
