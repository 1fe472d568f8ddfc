//! The name of a deal: `11982`, `eight_off 12`, `pysol 40000`, `eight_off pysol 40000`.
//!
//! It says the game whose layout the deal has (left out for FreeCell), the numbering (left out for that of
//! Microsoft and FreeCell Pro) and the number. It does not say the rules: a deal of Eight Off may be played with
//! six cells.

use crate::rules::{FREECELL, NamedGame};
use std::fmt;
use std::str::FromStr;

const PYSOL: &str = "pysol";

/// What the numbers of deals mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// Microsoft's, with FreeCell Pro's extension.
    #[default]
    Microsoft,
    /// PySolFC's: Microsoft's up to 32,000, then the Mersenne Twister.
    PySol,
}

/// A numbered deal of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealName {
    /// The game whose layout the deal has; the rules may be others.
    pub game: &'static NamedGame,
    /// Tells which shuffle the number belongs to.
    pub numbering: Numbering,
    /// Deals are counted from 1; whether the numbering has this one shows when it is dealt.
    pub number: u64,
}

impl DealName {
    /// The deal that has no name but its number.
    pub fn freecell(number: u64) -> DealName {
        DealName { game: FREECELL, numbering: Numbering::Microsoft, number }
    }

    /// The number, when it says all.
    pub fn plain_number(&self) -> Option<u64> {
        (*self == DealName::freecell(self.number)).then_some(self.number)
    }
}

impl fmt::Display for DealName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game != FREECELL {
            write!(f, "{} ", self.game.name)?;
        }
        if self.numbering == Numbering::PySol {
            write!(f, "{PYSOL} ")?;
        }
        write!(f, "{}", self.number)
    }
}

/// A text that names no deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealNameError;

impl fmt::Display for DealNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no name of a deal (a number, with the name of its game and `pysol` before it where needed)")
    }
}

impl std::error::Error for DealNameError {}

impl FromStr for DealName {
    type Err = DealNameError;

    /// Reads what [`fmt::Display`] writes, and nothing else.
    fn from_str(text: &str) -> Result<DealName, DealNameError> {
        let (words, number) = text.rsplit_once(' ').unwrap_or(("", text));
        let (game, numbering) = match words.strip_suffix(PYSOL) {
            Some(game) => (game.trim_end_matches(' '), Numbering::PySol),
            None => (words, Numbering::Microsoft),
        };
        let game = if game.is_empty() { Some(FREECELL) } else { NamedGame::named(game) };
        let (Some(game), Ok(number)) = (game, number.parse()) else { return Err(DealNameError) };
        let name = DealName { game, numbering, number };
        if name.to_string() == text { Ok(name) } else { Err(DealNameError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_have_one_form() {
        for text in ["11982", "eight_off 12", "pysol 40000", "eight_off pysol 40000"] {
            assert_eq!(text.parse::<DealName>().expect(text).to_string(), text);
        }
        for wrong in [
            "",
            "-",
            "+12",
            "012",
            " 12",
            "12 ",
            "freecell 12",
            "seahaven_towers 12",
            "eight_off  12",
            "eight_offpysol 12",
            "pysol eight_off 12",
            "board.txt",
            "99999999999999999999",
        ] {
            assert_eq!(wrong.parse::<DealName>(), Err(DealNameError), "{wrong}");
        }
        assert_eq!("12".parse::<DealName>().expect("a deal").plain_number(), Some(12));
        assert_eq!("fan 12".parse::<DealName>().expect("a deal").plain_number(), None);
    }
}
