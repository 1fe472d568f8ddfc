//! BOARD on the command line: a deal number, a file, or `-` for standard input; and the rules it is played by.

use crate::exit::Failure;
use fcc::board::{Board, ReadOptions, Rules};
use fcc::rules::Prune;
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// No board text is longer; what is, is refused by the reader with its own message.
const TEXT_BYTES_READ_MAX: u64 = 1 << 20;

/// The board of a command, as it is named.
#[derive(clap::Args, Clone, Debug)]
pub struct BoardArgs {
    /// A deal number, a file, or - for standard input
    pub board: String,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The rules, where they are not those that the board says.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct RulesArgs {
    /// Number of freecells, 0 to 12 [default: what the board says, or 4]
    #[arg(long, value_name = "N")]
    pub freecells: Option<u8>,
    /// Number of columns, 1 to 18. A board must then have exactly N column lines, where a blank line is an empty
    /// column; a numbered deal is dealt into N columns [default: as the board has them, or 8]
    #[arg(long, value_name = "N")]
    pub columns: Option<u8>,
}

/// Where a board came from.
#[derive(Clone, Debug)]
pub struct NamedBoard {
    pub board: Board,
    /// The number, when it is a numbered deal.
    pub deal: Option<u64>,
}

impl BoardArgs {
    pub fn read(&self) -> Result<NamedBoard, Failure> {
        read_board(&self.board, self.rules)
    }
}

impl RulesArgs {
    /// Those of a board.
    pub fn of(rules: Rules) -> RulesArgs {
        RulesArgs { freecells: Some(rules.freecells), columns: Some(rules.columns) }
    }

    /// As they are typed, each with a space before it.
    pub fn words(self) -> String {
        let mut words = String::new();
        for (name, number) in [("freecells", self.freecells), ("columns", self.columns)] {
            if let Some(number) = number {
                let _ = write!(words, " --{name} {number}");
            }
        }
        words
    }

    /// A numbered deal, by the usual rules where nothing is said.
    pub fn deal(self, number: u64) -> Result<Board, Failure> {
        let freecells = self.freecells.unwrap_or(Rules::USUAL.freecells);
        let columns = self.columns.unwrap_or(Rules::USUAL.columns);
        Board::deal_by(number, Rules::freecell(freecells, columns)).map_err(Failure::bad_input)
    }
}

/// Reads BOARD. The rules override what the text says; numbered deals have the usual ones without them.
pub fn read_board(argument: &str, rules: RulesArgs) -> Result<NamedBoard, Failure> {
    if !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = argument
            .parse()
            .map_err(|_| Failure::bad_input(format!("{argument} is no deal number: too large")))?;
        return Ok(NamedBoard { board: rules.deal(number)?, deal: Some(number) });
    }
    let name = if argument == "-" { "standard input" } else { argument };
    let text = read_text(argument).map_err(|error| {
        let hint = "BOARD is a deal number, a file, or - for standard input";
        Failure::bad_input(format!("can't read {name}: {error} ({hint})"))
    })?;
    let RulesArgs { freecells, columns } = rules;
    let board = Board::read(&text, &ReadOptions { freecells, columns, ..Default::default() })
        .map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
    Ok(NamedBoard { board, deal: None })
}

/// Standard input is there once: a second board from it would be an empty text.
static STANDARD_INPUT_READ: AtomicBool = AtomicBool::new(false);

fn read_text(argument: &str) -> io::Result<String> {
    let source: Box<dyn Read> = if argument != "-" {
        Box::new(File::open(argument)?)
    } else if STANDARD_INPUT_READ.swap(true, Relaxed) {
        return Err(io::Error::other("it was read already: - can be given once"));
    } else {
        Box::new(io::stdin())
    };
    let mut text = String::new();
    source.take(TEXT_BYTES_READ_MAX).read_to_string(&mut text)?;
    Ok(text)
}

/// `--prune`
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum PruneArg {
    /// Safe foundation moves are made at once
    Safe,
    /// Every move is a choice
    None,
}

impl From<PruneArg> for Prune {
    fn from(prune: PruneArg) -> Prune {
        match prune {
            PruneArg::Safe => Prune::Safe,
            PruneArg::None => Prune::None,
        }
    }
}
