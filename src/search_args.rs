//! The arguments of a search, what they ask for, and how to check what came of it.

use crate::board_arg::PruneArg;
use crate::board_arg::{BoardArgs, NamedBoard};
use crate::exit::{Failure, needs_planes};
use crate::search::Search;
use crate::size::{parse_bytes, parse_time};
use crate::stores::Keep;
use clap::ValueEnum;
use fcc::census::{CensusOptions, Verdict, Way};
use fcc::game::Game;
use std::path::{Path, PathBuf};
use std::time::Duration;
use strata_report::shell_word;

/// What every command that searches takes.
#[derive(clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Which foundation moves are made at once
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    prune: PruneArg,
    /// Whether to walk classes of states instead of states
    #[arg(long, value_enum, default_value_t = SymmetryArg::On)]
    symmetry: SymmetryArg,
    /// Keep records, statistics and checkpoints in this directory, which must be new or empty
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// What a run may take, which can be another for each process of it.
#[derive(clap::Args, Default)]
pub struct LimitArgs {
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Stop as undecided after this many classes (states with --symmetry off)
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Memory limit, at least 32MiB; what does not fit goes to disk [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// What stays in DIR at the end [default: certificate]
    #[arg(long, value_enum, requires = "dir")]
    pub keep: Option<Keep>,
    /// Time between checkpoints: 90s, 5m, 1h [default: 5m]
    #[arg(long, value_name = "TIME", requires = "dir", value_parser = parse_time)]
    pub checkpoint: Option<Duration>,
    /// Limit on disk space; when it is reached, the run pauses (with --dir) or ends undecided
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    pub disk: Option<u64>,
    /// How to flood groups; the results are the same
    #[arg(long, value_enum, default_value_t = WayArg::Auto)]
    pub way: WayArg,
    /// Show progress even when standard error is not a terminal
    #[arg(long)]
    pub progress: bool,
}

impl LimitArgs {
    /// So much memory, so many threads, and defaults for the rest.
    pub fn of(memory: u64, threads: u16) -> LimitArgs {
        LimitArgs { threads: Some(threads), memory: Some(memory), ..LimitArgs::default() }
    }

    pub fn way(&self) -> Way {
        self.way.into()
    }
}

/// `--symmetry`
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SymmetryArg {
    /// States that differ only by exchanging suits are visited once and counted exactly
    On,
    /// Every state is visited
    Off,
}

/// `--way`
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum WayArg {
    /// Tables, and levels for an FCC that outgrows its share of memory
    #[default]
    Auto,
    /// One table for a whole group
    Table,
    /// A table for one FCC at a time
    Fccs,
    /// Sorted levels, one FCC at a time
    Levels,
}

impl From<WayArg> for Way {
    fn from(way: WayArg) -> Way {
        match way {
            WayArg::Auto => Way::Auto,
            WayArg::Table => Way::Table,
            WayArg::Fccs => Way::Fccs,
            WayArg::Levels => Way::Levels,
        }
    }
}

impl SearchArgs {
    /// Reads the board and puts the search together.
    pub fn read(&self, until_won: bool) -> Result<Search, Failure> {
        self.of_board(self.board.read()?, until_won)
    }

    /// The same for a board that was read already.
    pub fn of_board(&self, named: NamedBoard, until_won: bool) -> Result<Search, Failure> {
        needs_planes(named.board.rules())?;
        let game = Game::new(named.board.clone(), self.prune.into());
        let symmetry = self.symmetry == SymmetryArg::On;
        let options =
            CensusOptions { symmetry, way: self.limits.way.into(), ..CensusOptions::default() };
        Ok(Search { named, game, options, until_won })
    }

    /// A search without a directory for a command with fewer words.
    pub fn in_memory(board: BoardArgs, prune: PruneArg, limits: LimitArgs) -> SearchArgs {
        SearchArgs { board, prune, symmetry: SymmetryArg::On, dir: None, limits }
    }

    /// A search in a directory for a command with fewer words.
    pub fn in_directory(board: BoardArgs, dir: &Path, limits: LimitArgs) -> SearchArgs {
        let (prune, symmetry) = (PruneArg::Safe, SymmetryArg::On);
        SearchArgs { board, prune, symmetry, dir: Some(dir.to_owned()), limits }
    }

    /// The directory of the run.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// The commands that check a verdict without trusting the search.
    pub fn how_to_check(&self, verdict: Verdict, has_moves: bool) -> String {
        let BoardArgs { board, rules } = &self.board;
        let rules = rules.words();
        let prune = match self.prune {
            PruneArg::Safe => "",
            PruneArg::None => " --prune none",
        };
        // What came from a pipe has to be kept in a file first.
        let board = if board == "-" { "BOARD".into() } else { shell_word(board) };
        let command = match (verdict, &self.dir) {
            (Verdict::Solvable, _) if has_moves => {
                format!(
                    "strata prove {board}{rules}{prune} --json | strata-verify {board} -{rules}"
                )
            }
            (Verdict::Impossible, Some(dir)) if self.limits.keep != Some(Keep::None) => {
                return how_to_check_dir(verdict, dir);
            }
            (Verdict::Impossible, _) => {
                let export = export_and_check("DIR");
                format!("strata prove {board}{rules}{prune} --dir DIR; {export}")
            }
            _ => return String::new(),
        };
        format!("\ncheck it with: {command}\n")
    }
}

/// The commands that check the verdict of a run in a directory.
pub fn how_to_check_dir(verdict: Verdict, dir: &Path) -> String {
    match verdict {
        Verdict::Impossible => {
            let export = export_and_check(&shell_word(&dir.display().to_string()));
            format!("\ncheck it with: {export}\n")
        }
        _ => String::new(),
    }
}

fn export_and_check(dir: &str) -> String {
    format!("strata certificate export {dir} proof.cert; strata-verify certificate proof.cert")
}
