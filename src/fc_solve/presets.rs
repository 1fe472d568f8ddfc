//! The names of `-l`: those that come with fc-solve, by their intention, and those of the user's own files.
//!
//! A file of presets has lines `name=`, as many as there are names, and then a line `command=` with options; `dir=`
//! names the folder that files in them are looked for in. The user's file (`FREECELL_SOLVER_PRESETRC`) comes first, then
//! the one in the home folder, then the names that are known here.

use super::scans::Intention::{self, FewCells, Quick, Short};
use super::words::shell_words;
use std::env;
use std::path::{Path, PathBuf};

/// A preset by its name.
pub enum Found {
    /// One that is known here.
    Intention(Intention),
    /// One of the user's, as options.
    Words(Vec<String>),
}

/// Those that come with fc-solve; each may be called by the first letters of its words. Measured on deals 1 to 30, those
/// for short solutions take 100 to 250 ms a deal there, for 91 to 96 moves. All others answer sooner, with 105 moves or
/// more: our quick scans are faster and their solutions shorter, about 90 moves.
const KNOWN: [(&str, Intention); 33] = [
    ("abra-kadabra", Quick),
    ("amateur-star", Quick),
    ("blue-yonder", Quick),
    ("children-playing-ball", Quick),
    ("conspiracy-theory", Quick),
    ("cookie-monster", Quick),
    ("cool-jives", Quick),
    ("crooked-nose", Quick),
    ("enlightened-ostrich", Quick),
    ("fools-gold", Quick),
    ("foss-nessy", Quick),
    ("good-intentions", Quick),
    ("gooey-unknown-thing", Quick),
    ("hello-world", Quick),
    ("john-galt-line", Quick),
    ("looking-glass", Quick),
    ("maliciously-obscure", Short),
    ("micro-finance", Short),
    ("micro-finance-improved", Short),
    ("one-big-family", Quick),
    ("qualified-seed", Short),
    ("qualified-seed-improved", Short),
    ("rin-tin-tin", Quick),
    ("sand-stone", Quick),
    ("sentient-pearls", Quick),
    ("slick-rock", Quick),
    ("tea-for-two", FewCells),
    ("the-iglu-cabal", Quick),
    ("the-last-mohican", Quick),
    ("three-eighty", Quick),
    ("toons-for-twenty-somethings", Quick),
    ("video-editing", Short),
    ("yellow-brick-road", Quick),
];

/// The preset of this name.
pub fn found(name: &str) -> Result<Found, String> {
    let of_user = env::var_os("FREECELL_SOLVER_PRESETRC").map(PathBuf::from);
    let of_home =
        env::var_os("HOME").map(|home| Path::new(&home).join(".freecell-solver/presetrc"));
    for path in of_user.into_iter().chain(of_home) {
        // A file that is not there has no presets.
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if let Some(words) = of_text(&text, name) {
            return Ok(Found::Words(words));
        }
    }
    let known = KNOWN.iter().find(|(known, _)| *known == name || initials(known) == name);
    match known {
        Some(&("the-last-mohican", _)) => {
            Ok(Found::Words(vec!["-g".into(), "simple_simon".into()]))
        }
        Some(&(_, intention)) => Ok(Found::Intention(intention)),
        None => Err(format!("Unable to load the \"{name}\" configuration!")),
    }
}

fn initials(name: &str) -> String {
    name.split('-').filter_map(|word| word.chars().next()).collect()
}

/// The options of a preset in a file of them.
fn of_text(text: &str, wanted: &str) -> Option<Vec<String>> {
    let mut folder = "";
    let mut is_named = false;
    for line in text.lines() {
        match line.trim().split_once('=') {
            Some(("dir", path)) => folder = path,
            Some(("name", name)) => is_named |= name == wanted,
            Some(("command", command)) if is_named => {
                return Some(in_folder(shell_words(command), folder));
            }
            Some(("command", _)) => is_named = false,
            _ => {}
        }
    }
    None
}

/// Files in a folder, where it is named.
fn in_folder(mut words: Vec<String>, folder: &str) -> Vec<String> {
    for at in 1..words.len() {
        if words[at - 1] == "--read-from-file" && !folder.is_empty() {
            let (skip, path) = words[at].split_once(',').unwrap_or(("0", &words[at]));
            words[at] = format!("{skip},{}", Path::new(folder).join(path).display());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_long_names_and_short_ones() {
        for (name, expected) in [("cookie-monster", Quick), ("tft", FewCells), ("ve", Short)] {
            match found(name) {
                Ok(Found::Intention(intention)) => assert_eq!(intention, expected, "{name}"),
                _ => panic!("{name}"),
            }
        }
        let mut names: Vec<String> = KNOWN.iter().map(|(name, _)| initials(name)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), KNOWN.len());
    }

    #[test]
    fn a_file_of_presets_has_names_and_commands() {
        let text = "dir=/some/folder\nname=first\nname=f\ncommand=-to 01 -p\nname=second\n\
                    command=--read-from-file 4,scan.sh -mi 5\n";
        let words = |name| of_text(text, name).map(|words| words.join(" "));
        assert_eq!(words("f").as_deref(), Some("-to 01 -p"));
        let second = "--read-from-file 4,/some/folder/scan.sh -mi 5";
        assert_eq!(words("second").as_deref(), Some(second));
        assert_eq!(words("third"), None);
    }
}
