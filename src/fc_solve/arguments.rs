//! Arguments as callers of the library give them: a list, read from some place in it, in which words that the caller
//! knows go back to it.
//!
//! Unlike the command line of the program there is no board at the end: the first word that is no option of the search
//! ends the reading, and its place is told.

use super::presets::{self, Found};
pub use super::settings::Change;
use super::settings::{Settings, file_words};

/// How deep files and presets may name others.
const NESTED_MAX: u32 = 32;

/// How the reading ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All words were read.
    Done,
    /// A word is no option.
    Unknown,
    /// An option has no value behind it.
    NoValue,
    /// A value is wrong: why.
    Wrong(String),
    /// The caller's own function ended it with this number.
    ByCaller(i32),
}

/// What a caller's function does with a word that the caller knows.
pub enum Heard {
    /// It is none of the caller's words, or is to be read as any other.
    Other,
    /// It and those after it were the caller's: so many in all.
    Skip(usize),
    /// The reading is to end.
    Stop(i32),
}

/// Hears of the words of a list, at a place in it, and of the depth of the list: 0 is the caller's own.
pub type Hearer<'a> = dyn FnMut(&[String], usize, u32) -> Heard + 'a;

/// Files that arguments name.
#[derive(Clone, Debug)]
pub struct Files {
    /// How deep they may name others.
    pub nested_max: u32,
    /// What their names begin with.
    pub folder: String,
}

impl Default for Files {
    fn default() -> Files {
        Files { nested_max: NESTED_MAX, folder: String::new() }
    }
}

/// Makes a change. It is asked for one by one, so that nothing is held while a hearer works.
pub type Changer<'a> = dyn FnMut(Change<'_>) -> Result<(), String> + 'a;

/// Reads words from a place on. Returns the place that the reading came to.
pub fn read(
    words: &[String],
    start: usize,
    files: &Files,
    hearer: &mut Hearer<'_>,
    changer: &mut Changer<'_>,
) -> (usize, Ended) {
    Reader { changer, files, hearer }.words(words, start, 0)
}

/// Reads the words of a preset.
pub fn read_preset(name: &str, files: &Files, changer: &mut Changer<'_>) -> Ended {
    let mut nobody = |_: &[String], _: usize, _: u32| Heard::Other;
    Reader { changer, files, hearer: &mut nobody }.preset(name, 0)
}

struct Reader<'a, 'h, 'c> {
    changer: &'a mut Changer<'c>,
    files: &'a Files,
    hearer: &'a mut Hearer<'h>,
}

impl Reader<'_, '_, '_> {
    fn words(&mut self, words: &[String], start: usize, depth: u32) -> (usize, Ended) {
        let mut at = start;
        while at < words.len() {
            match (self.hearer)(words, at, depth) {
                Heard::Other => {}
                Heard::Skip(number) => {
                    at += number.max(1);
                    continue;
                }
                Heard::Stop(code) => return (at, Ended::ByCaller(code)),
            }
            let takes_value = match words[at].as_str() {
                "--reset" => Some(false),
                "--read-from-file" | "-l" | "--load-config" => Some(true),
                other => Settings::takes_value(other),
            };
            let Some(takes_value) = takes_value else { return (at, Ended::Unknown) };
            let value = words.get(at + 1).filter(|_| takes_value);
            if takes_value && value.is_none() {
                return (at, Ended::NoValue);
            }
            match self.option(&words[at], value.map_or("", String::as_str), depth) {
                Ended::Done => at += 1 + usize::from(takes_value),
                ended => return (at, ended),
            }
        }
        (at, Ended::Done)
    }

    fn option(&mut self, name: &str, value: &str, depth: u32) -> Ended {
        match name {
            "--reset" => self.change(Change::Reset),
            "--read-from-file" => self.file(value, depth),
            "-l" | "--load-config" => self.preset(value, depth),
            _ => self.change(Change::Option(name, value)),
        }
    }

    fn change(&mut self, change: Change<'_>) -> Ended {
        (self.changer)(change).map_or_else(Ended::Wrong, |()| Ended::Done)
    }

    fn file(&mut self, name: &str, depth: u32) -> Ended {
        if depth >= self.files.nested_max {
            return Ended::Wrong(format!("\"{name}\" is read inside of too many files."));
        }
        let (skip, path) = match name.split_once(',') {
            Some((skip, path)) if skip.parse::<usize>().is_ok() => (skip, path),
            _ => ("0", name),
        };
        let in_folder = format!("{skip},{}{path}", self.files.folder);
        match file_words(&in_folder).or_else(|_| file_words(name)) {
            Ok(words) => self.words(&words, 0, depth + 1).1,
            Err(error) => Ended::Wrong(error),
        }
    }

    fn preset(&mut self, name: &str, depth: u32) -> Ended {
        match presets::found(name) {
            Err(error) => Ended::Wrong(error),
            Ok(Found::Intention(intention)) => self.change(Change::Preset(intention)),
            Ok(Found::Words(_)) if depth >= self.files.nested_max => {
                Ended::Wrong(format!("The preset \"{name}\" is read inside of too many."))
            }
            // A preset may have words about printing, which are nothing to a library.
            Ok(Found::Words(words)) => match self.words(&words, 0, depth + 1).1 {
                Ended::Unknown => Ended::Done,
                ended => ended,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str, hearer: &mut Hearer<'_>) -> (Settings, usize, Ended) {
        let mut settings = Settings::default();
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let (at, ended) =
            read(&words, 0, &Files::default(), hearer, &mut |change| settings.make(change));
        (settings, at, ended)
    }

    fn nobody(_: &[String], _: usize, _: u32) -> Heard {
        Heard::Other
    }

    #[test]
    fn the_place_of_what_is_no_option_is_told() {
        let (settings, at, ended) = read_line("-mi 5 -g eight_off board.txt -mi 7", &mut nobody);
        assert_eq!((at, ended, settings.iterations_max), (4, Ended::Unknown, Some(5)));
        assert_eq!(settings.rules.freecells, 8);
        // What is printed is the program's.
        let (_, at, ended) = read_line("-opt -p", &mut nobody);
        assert_eq!((at, ended), (1, Ended::Unknown));
        let (_, at, ended) = read_line("-opt -mi", &mut nobody);
        assert_eq!((at, ended), (1, Ended::NoValue));
        let (_, at, ended) = read_line("--method fast -opt", &mut nobody);
        assert!(at == 0 && matches!(ended, Ended::Wrong(why) if why.contains("\"fast\"")));
        assert_eq!(read_line("-l slick-rock -opt", &mut nobody).2, Ended::Done);
    }

    #[test]
    fn callers_hear_of_their_own_words_and_may_skip_or_stop() {
        let mut heard = Vec::new();
        let mut hearer = |words: &[String], at: usize, _: u32| {
            heard.push(words[at].clone());
            match words[at].as_str() {
                "-p" => Heard::Skip(1),
                "-o" => Heard::Skip(2),
                "--end" => Heard::Stop(77),
                _ => Heard::Other,
            }
        };
        let (settings, at, ended) = read_line("-p -o file -mi 9 --end -mi 3", &mut hearer);
        assert_eq!((at, ended, settings.iterations_max), (5, Ended::ByCaller(77), Some(9)));
        assert_eq!(heard, ["-p", "-o", "-mi", "--end"]);
    }
}
