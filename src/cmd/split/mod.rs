//! `strata split`: a deal spread over processes, a group each, with text files between them.

mod all;
mod init;
mod merge;
mod run;
mod status;

use crate::exit::{Exit, Failure};
use crate::size::parse_bytes;
use split::{Folder, SplitError};
use std::path::PathBuf;

/// Explore a deal with separate processes, a group each, and text files between them
///
/// `init` lays out a folder, `run` explores a group, `merge` makes the inputs of the deeper depths from
/// the outputs of one, `all` does everything with several processes at a time.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata split init 11982 --dir split-11982
  strata split all --dir split-11982 --jobs 4
  strata split status --dir split-11982

docs/split.md has the folder and every file in it, and how to do without `all`: with GNU parallel, with
a batch system, with a shell loop.")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Init(init::Args),
    Run(run::Args),
    Merge(merge::Args),
    All(all::Args),
    Status(status::Args),
}

/// The folder of a split.
#[derive(clap::Args)]
struct DirArg {
    /// The folder that `strata split init` laid out
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

impl DirArg {
    fn folder(&self) -> Folder {
        Folder::new(&self.dir)
    }
}

/// `--symmetry`
#[derive(Clone, Copy, clap::ValueEnum)]
enum SymmetryArg {
    /// A class of states that differ by exchanges of suits, with the exchanges that were reached
    On,
    /// A state, with the fewest moves that lead to it
    Off,
}

impl SymmetryArg {
    fn is_on(self) -> bool {
        matches!(self, SymmetryArg::On)
    }
}

/// `--sort-memory`
#[derive(clap::Args)]
struct SortArgs {
    /// Memory for sorting derived states; the rest is sorted on disk
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = parse_bytes)]
    sort_memory: u64,
}

impl SortArgs {
    fn bytes_max(&self) -> usize {
        usize::try_from(self.sort_memory).unwrap_or(usize::MAX)
    }
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.command {
        Command::Init(args) => init::run(args),
        Command::Run(args) => run::run(args),
        Command::Merge(args) => merge::run(args),
        Command::All(args) => all::run(args),
        Command::Status(args) => status::run(args),
    }
}

/// What was asked for, or what the machine did not do.
fn failure(error: SplitError) -> Failure {
    match error {
        SplitError::Folder { .. } => Failure::bad_input(error),
        SplitError::Io { ref source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            Failure::bad_input(error)
        }
        error => Failure::of_machine(error),
    }
}
