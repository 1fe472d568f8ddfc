//! BOARD on the command line: a deal number, a file, or `-` for standard input.

use crate::exit::Failure;
use crate::rules_args::RulesArgs;
use fcc::board::text::game_told;
use fcc::board::{Board, DealName};
use fcc::rules::{NamedGame, Prune};
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

/// Where a board came from.
#[derive(Clone, Debug)]
pub struct NamedBoard {
    pub board: Board,
    /// The name, when it is a numbered deal.
    pub deal: Option<DealName>,
    /// The game that the user or the text names: some have the same rules.
    pub game: Option<&'static NamedGame>,
}

impl BoardArgs {
    pub fn read(&self) -> Result<NamedBoard, Failure> {
        read_board(&self.board, self.rules)
    }
}

/// Reads BOARD. The rules override what the text says; numbered deals are FreeCell's without them.
pub fn read_board(argument: &str, rules: RulesArgs) -> Result<NamedBoard, Failure> {
    if !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = argument
            .parse()
            .map_err(|_| Failure::bad_input(format!("{argument} is no deal number: too large")))?;
        let (board, deal) = (rules.deal(number)?, Some(rules.name(number)));
        return Ok(NamedBoard { board, deal, game: rules.game.game });
    }
    let name = if argument == "-" { "standard input" } else { argument };
    let text = read_text(argument).map_err(|error| {
        let hint = "BOARD is a deal number, a file, or - for standard input";
        Failure::bad_input(format!("can't read {name}: {error} ({hint})"))
    })?;
    let board = Board::read(&text, &rules.read_options())
        .map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
    let game = rules.game.game.or_else(|| game_told(&text));
    Ok(NamedBoard { board, deal: None, game })
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
