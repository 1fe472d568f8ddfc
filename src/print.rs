//! Writing to standard output, and news to standard error. A reader that goes away early (`| head`) is no
//! failure.

use crate::exit::Failure;
pub use fcc::numbers::{count, grouped};
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
    use super::shell_word;

    #[test]
    fn words_with_blanks_are_quoted() {
        let words = ["run-1/a.cert", "my run", "it's", ""].map(shell_word);
        assert_eq!(words, ["run-1/a.cert", "'my run'", r"'it'\''s'", "''"]);
    }
}
