//! Writing to standard output, and notices to standard error. A reader that goes away early (`| head`) is no
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
