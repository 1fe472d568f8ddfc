//! BOARD on the command line: a deal number, a file, or `-` for standard input.

use crate::exit::Failure;
use fcc::board::{Board, ReadOptions};
use std::fs::File;
use std::io::{self, Read};

/// No board text is longer; what is, is refused by the reader with its own message.
const TEXT_BYTES_READ_MAX: u64 = 1 << 20;

/// Where a board came from.
#[derive(Clone, Debug)]
pub struct NamedBoard {
    pub board: Board,
    /// The number, when it is a numbered deal.
    pub deal: Option<u64>,
}

/// Reads BOARD. `freecells` overrides what the text says; numbered deals have four without it.
pub fn read_board(argument: &str, freecells: Option<u8>) -> Result<NamedBoard, Failure> {
    if !argument.is_empty() && argument.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = argument
            .parse()
            .map_err(|_| Failure::bad_input(format!("{argument} is no deal number: too large")))?;
        let board = Board::deal(number, freecells.unwrap_or(4)).map_err(Failure::bad_input)?;
        return Ok(NamedBoard { board, deal: Some(number) });
    }
    let name = if argument == "-" { "standard input" } else { argument };
    let text = read_text(argument).map_err(|error| {
        let hint = "BOARD is a deal number, a file, or - for standard input";
        Failure::bad_input(format!("can't read {name}: {error} ({hint})"))
    })?;
    let board = Board::read(&text, &ReadOptions { freecells })
        .map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
    Ok(NamedBoard { board, deal: None })
}

fn read_text(argument: &str) -> io::Result<String> {
    let source: Box<dyn Read> =
        if argument == "-" { Box::new(io::stdin()) } else { Box::new(File::open(argument)?) };
    let mut text = String::new();
    source.take(TEXT_BYTES_READ_MAX).read_to_string(&mut text)?;
    Ok(text)
}
