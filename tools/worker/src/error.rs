//! Why a worker could not do its work: a stream that is refused, or a machine that failed.

use arrow_schema::ArrowError;
use fcc::flood::Unfinished;
use fcc::ports::PortError;
use std::fmt;

/// What went wrong.
#[derive(Debug)]
pub enum WorkerError {
    /// The stream that was read is not one to work on: what is wrong, and where.
    Refused(String),
    /// Somebody asked it to stop.
    Stopped,
    /// The disk, the threads or a pipe failed.
    Machine(String),
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerError::Refused(message) | WorkerError::Machine(message) => f.write_str(message),
            WorkerError::Stopped => f.write_str("stopped by a signal: nothing of it counts"),
        }
    }
}

impl std::error::Error for WorkerError {}

impl From<PortError> for WorkerError {
    fn from(error: PortError) -> WorkerError {
        WorkerError::Machine(error.message)
    }
}

impl From<Unfinished> for WorkerError {
    fn from(unfinished: Unfinished) -> WorkerError {
        match unfinished {
            Unfinished::Stopped => WorkerError::Stopped,
            Unfinished::Port(error) => error.into(),
        }
    }
}

/// What was found could not be written.
pub fn cant_write(error: ArrowError) -> PortError {
    PortError::failure(format!("can't write what was found: {error}"))
}
