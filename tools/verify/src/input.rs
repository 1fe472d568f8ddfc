//! Reading inputs, never more than 64 MiB of them.
//!
//! The limit holds while reading, not by asking for a file's size first: a pipe has none, and a
//! file may grow.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// The most bytes an input may have.
const INPUT_BYTES_MAX: u64 = 64 << 20;

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input, which can be read only once.
    Stdin,
    /// The file at this path.
    File(PathBuf),
}

impl Source {
    /// `-` is standard input, anything else a file.
    pub fn named(name: &str) -> Source {
        if name == "-" { Source::Stdin } else { Source::File(name.into()) }
    }

    /// Reads the whole input.
    pub fn read(&self) -> Result<String, InputError> {
        match self {
            Source::Stdin => read_at_most(io::stdin().lock(), INPUT_BYTES_MAX),
            Source::File(path) => {
                let file = File::open(path).map_err(InputError::Io)?;
                read_at_most(file, INPUT_BYTES_MAX)
            }
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Stdin => f.write_str("standard input"),
            Source::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Why an input could not be read.
#[derive(Debug)]
pub enum InputError {
    /// It could not be opened or read.
    Io(io::Error),
    /// It has more bytes than the limit.
    TooLarge {
        /// The limit.
        bytes_max: u64,
    },
    /// It is not text.
    NotUtf8 {
        /// Where the first byte stands that is not UTF-8, from 0.
        byte_offset: usize,
    },
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Io(error) => write!(f, "{error}"),
            InputError::TooLarge { bytes_max } => {
                write!(
                    f,
                    "larger than {bytes_max} bytes ({} MiB), the most that is read",
                    bytes_max >> 20
                )
            }
            InputError::NotUtf8 { byte_offset } => {
                write!(f, "not UTF-8 text: bad byte at offset {byte_offset}")
            }
        }
    }
}

impl std::error::Error for InputError {}

fn read_at_most(input: impl Read, bytes_max: u64) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    input.take(bytes_max + 1).read_to_end(&mut bytes).map_err(InputError::Io)?;
    if bytes.len() as u64 > bytes_max {
        return Err(InputError::TooLarge { bytes_max });
    }
    String::from_utf8(bytes)
        .map_err(|error| InputError::NotUtf8 { byte_offset: error.utf8_error().valid_up_to() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_may_reach_the_limit_but_not_pass_it() {
        assert_eq!(read_at_most(&b"1234"[..], 4).expect("fits"), "1234");
        assert!(matches!(
            read_at_most(&b"12345"[..], 4),
            Err(InputError::TooLarge { bytes_max: 4 })
        ));
        assert!(matches!(read_at_most(io::repeat(b'1'), 4), Err(InputError::TooLarge { .. })));
    }

    #[test]
    fn bytes_that_are_not_text_are_located() {
        assert!(matches!(
            read_at_most(&b"5H\xff"[..], 4),
            Err(InputError::NotUtf8 { byte_offset: 2 })
        ));
    }
}
