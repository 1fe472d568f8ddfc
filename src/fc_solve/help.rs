//! The pages of `--help` and its kin, and the version.
//!
//! PySolFC looks for `fc-solve` at the beginning of the first line of `--help`, and for `version X.Y.Z` in what
//! `--version` prints: it is the version whose grammar this is.

use std::env;

/// The version of fc-solve that this stands in for.
const VERSION: &str = "5.0.0";

/// Words after `--help-`, and their pages.
const PAGES: [(&str, &str); 6] = [
    ("summary", SUMMARY),
    ("options", OPTIONS),
    ("configs", CONFIGS),
    ("short-sol", SHORT),
    ("problems", PROBLEMS),
    ("real-help", REAL_HELP),
];

const SUMMARY: &str = "\
fc-solve [options] [board file, or - for standard input]

Solves a board of FreeCell or of a game of its family, or proves that it has no solution.
This is Strata in fc-solve's place: the options and the answers are fc-solve's.

  -g GAME           the game (freecell if none is named)
  -m, -sam          print moves; positions and moves (positions alone if neither)
  -p -t             a column to a line; T for 10
  -sn, -snx         moves in standard notation
  -mi N             check at most N states
  -hoi              print the moves so far when that was not enough

Other pages: --help-options --help-configs --help-short-sol --help-problems --help-real-help
";

const OPTIONS: &str = "\
fc-solve [options] [board file, or - for standard input]

Output:  -p -t -c -m -sn -snx -sam -pi -o FILE -sel -hoi
         -i --iter-output-step N -s
Rules:   -g GAME --freecells-num N --stacks-num N --decks-num N
         --sequences-are-built-by suit|alternate_color|rank
         --sequence-move limited|unlimited --empty-stacks-filled-by kings|none|all
Limits:  -mi N -mss N
Scans:   -me METHOD -to MOVES -asw WEIGHTS -seed N -opt -nst -step N --st-name NAME
         --prelude LIST -nht -ni -nf
Presets: -l NAME --read-from-file [SKIP,]FILE --reset

Long names, and options that are understood and change nothing: docs/fc-solve.md.
";

const CONFIGS: &str = "\
Most boards need no preset: scans that take short turns come first, and a complete search
after them, so an answer of either kind is proved.

  -l NAME           the presets of fc-solve, by their long and short names:
                    those for speed are our quick scans, tea-for-two the scans for few
                    freecells, those for short solutions look for shorter ones afterwards
  -me a-star -to 01ABCDE
                    a scan of your own
";

const SHORT: &str = "\
For shorter solutions: -l video-editing, or any other preset that is for them. Each
solution is then improved by wider and wider beams, which takes a tenth of a second.
With -opt the shortest way among the states that were seen is taken.
";

const PROBLEMS: &str = "\
\"Iterations count exceeded.\": nothing is proved. Raise -mi and -mss, or leave them out.
\"I could not solve this game.\": there is no solution; every state was looked at.
\"There's a missing card\": the columns are counted by the game that -g names, and a blank
line is an empty column.
";

const REAL_HELP: &str = "\
FREECELL_SOLVER_DEFAULT_HELP names the page that --help prints: summary, options, configs,
short-sol, problems or real-help. FREECELL_SOLVER_QUIET leaves out notes on standard error.
";

/// The page that a word asks for.
pub fn page(word: &str) -> Option<String> {
    let text = match word {
        "--version" => {
            let ours = env!("CARGO_PKG_VERSION");
            return Some(format!(
                "fc-solve\nStrata {ours}, in the place of libfreecell-solver version {VERSION}\n"
            ));
        }
        "-h" | "--help" => {
            let wanted = env::var("FREECELL_SOLVER_DEFAULT_HELP").unwrap_or_default();
            named(&wanted).unwrap_or(SUMMARY)
        }
        _ => named(word.strip_prefix("--help-")?)?,
    };
    Some(text.to_owned())
}

fn named(wanted: &str) -> Option<&'static str> {
    PAGES.iter().find(|(name, _)| *name == wanted).map(|&(_, page)| page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_find_the_name_and_the_version() {
        assert!(page("--help-summary").is_some_and(|page| page.starts_with("fc-solve ")));
        assert!(page("--version").is_some_and(|page| page.contains("version 5.0.0")));
        assert_eq!(page("--help-board"), None);
    }
}
