//! Options as a stream of words: from the command line, and from files and presets that are read in the place where
//! they are named.
//!
//! A file is read as a shell would read it: blanks part words, quotes hold them together, a backslash takes the next
//! character as it is or joins two lines, and `#` at the beginning of a word is a comment up to the end of the line.

use std::collections::VecDeque;

/// How many files and presets may be read one inside of the other.
const NESTED_MAX: usize = 32;

/// Words that are still to be read.
pub struct Words {
    waiting: VecDeque<String>,
    /// How many texts were put in front: a preset that names itself would never end.
    inserted: usize,
}

impl Words {
    /// The words of a command line.
    pub fn new(arguments: Vec<String>) -> Words {
        Words { waiting: arguments.into(), inserted: 0 }
    }

    /// The value of an option.
    pub fn value(&mut self, option: &str) -> Result<String, String> {
        self.waiting.pop_front().ok_or_else(|| {
            format!(
                "The command line parameter \"{option}\" requires an argument and was not supplied with one."
            )
        })
    }

    /// Puts words in front of all others.
    pub fn insert(&mut self, words: Vec<String>, name: &str) -> Result<(), String> {
        self.inserted += 1;
        if self.inserted > NESTED_MAX {
            return Err(format!("\"{name}\" is read inside of itself, or too many files are."));
        }
        words.into_iter().rev().for_each(|word| self.waiting.push_front(word));
        Ok(())
    }
}

impl Iterator for Words {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }
}

/// The words of a text, as a shell parts them.
pub fn shell_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (Some('\''), other) => word.get_or_insert_default().push(other),
            (_, '\\') => match characters.next() {
                None | Some('\n') => {}
                Some(other) => word.get_or_insert_default().push(other),
            },
            (Some(_), other) => word.get_or_insert_default().push(other),
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => {
                characters.by_ref().take_while(|&other| other != '\n').for_each(drop);
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (None, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_as_a_shell_does_it() {
        let text =
            "#!/bin/sh\n# a comment\nsolve 1 \\\n-to \"0 [12]=asw(1)\" a\\ b '' 'c\"d' -nst # end";
        let words = ["solve", "1", "-to", "0 [12]=asw(1)", "a b", "", "c\"d", "-nst"];
        assert_eq!(shell_words(text), words);
    }

    #[test]
    fn a_file_that_reads_itself_ends_with_an_error() {
        let mut words = Words::new(Vec::new());
        let error = (0..100).find_map(|_| words.insert(Vec::new(), "loop").err());
        assert!(error.is_some_and(|error| error.contains("loop")));
    }
}
