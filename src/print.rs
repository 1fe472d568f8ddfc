//! Writing to standard output, and news to standard error. A reader that goes away early (`| head`) is no
//! failure.

use crate::exit::Failure;
use serde::Serialize;
use std::io::{self, Write};

/// Writes a text as it is.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::of_machine(format!("can't write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a text to standard error. Where nobody reads it, nothing can be told to anybody.
pub fn notice(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a value as one line of JSON.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(value)
        .map_err(|error| Failure::of_machine(format!("can't write JSON: {error}")))?;
    text(&(line + "\n"))
}

/// A number with separators between its thousands.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of things, in the singular or the plural.
pub fn count(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A word that a shell takes as one.
pub fn shell_word(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./+,:=@".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::{count, grouped, shell_word};

    #[test]
    fn words_with_blanks_are_quoted() {
        let words = ["run-1/a.cert", "my run", "it's", ""].map(shell_word);
        assert_eq!(words, ["run-1/a.cert", "'my run'", r"'it'\''s'", "''"]);
    }

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(
            [count(1u8, "freecell"), count(1000u16, "column")],
            ["1 freecell", "1,000 columns"]
        );
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 12, 999, 1000, 1234567].map(grouped);
        assert_eq!(texts, ["0", "12", "999", "1,000", "1,234,567"]);
    }
}
