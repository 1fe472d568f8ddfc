//! Faults of an input, all of them in one message.
//!
//! A reader does not stop at the first fault: whoever has to mend a board wants to see everything
//! at once. Yet an input may be 64 MiB of nonsense, so the list keeps the first twenty and counts
//! the rest, and a quoted token is cut short.

use std::fmt;

/// Faults that are kept in full.
const FAULTS_SHOWN_MAX: usize = 20;
/// Characters of a token that are quoted.
const QUOTED_CHARS_MAX: usize = 40;

/// The faults of one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults<F> {
    shown: Vec<F>,
    left_out: usize,
}

impl<F> Default for Faults<F> {
    fn default() -> Self {
        Faults { shown: Vec::new(), left_out: 0 }
    }
}

impl<F> Faults<F> {
    /// Adds a fault.
    pub fn add(&mut self, fault: F) {
        if self.shown.len() < FAULTS_SHOWN_MAX {
            self.shown.push(fault);
        } else {
            self.left_out += 1;
        }
    }

    /// `value` when there are no faults, otherwise the faults.
    pub fn or<T>(self, value: impl FnOnce() -> T) -> Result<T, Faults<F>> {
        if self.shown.is_empty() { Ok(value()) } else { Err(self) }
    }

    /// The faults that were kept.
    pub fn shown(&self) -> &[F] {
        &self.shown
    }
}

impl<F> From<F> for Faults<F> {
    fn from(fault: F) -> Self {
        Faults { shown: vec![fault], left_out: 0 }
    }
}

impl<F: fmt::Display> fmt::Display for Faults<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.shown.iter().enumerate() {
            let line_break = if at == 0 { "" } else { "\n" };
            write!(f, "{line_break}  {fault}")?;
        }
        if self.left_out > 0 {
            write!(f, "\n  and {} more faults", self.left_out)?;
        }
        Ok(())
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for Faults<F> {}

/// A token for a message: in quotes, control characters escaped, cut short when long.
pub fn quoted(token: &str) -> String {
    let mut chars = token.chars();
    let mut kept = String::new();
    for symbol in chars.by_ref().take(QUOTED_CHARS_MAX) {
        if symbol.is_control() {
            kept.extend(symbol.escape_default());
        } else {
            kept.push(symbol);
        }
    }
    let dots = if chars.next().is_some() { "..." } else { "" };
    format!("`{kept}{dots}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_fault_gives_the_value() {
        assert_eq!(Faults::<&str>::default().or(|| 7), Ok(7));
        assert_eq!(Faults::from("bad").or(|| 7), Err(Faults::from("bad")));
    }

    #[test]
    fn beyond_twenty_faults_are_counted() {
        let mut faults = Faults::default();
        (0..23).for_each(|number| faults.add(number));
        assert_eq!(faults.shown().len(), FAULTS_SHOWN_MAX);
        assert!(faults.to_string().starts_with("  0\n  1\n"));
        assert!(faults.to_string().ends_with("  19\n  and 3 more faults"));
    }

    #[test]
    fn a_quoted_token_is_short_and_printable() {
        assert_eq!(quoted("5X"), "`5X`");
        assert_eq!(quoted("a\u{1b}b"), "`a\\u{1b}b`");
        assert_eq!(quoted(&"é".repeat(41)), format!("`{}...`", "é".repeat(40)));
    }
}
