//! The program `strata` as a library: its commands, and the stores, checkpoints and logs of a run. The
//! binary only calls [`cli::run`]. No search and no bytes of files are here: those are `fcc` and `storage`.

pub mod beside;
pub mod board_arg;
pub mod census_text;
pub mod checkpoints;
pub mod cli;
pub mod cmd;
pub mod exit;
pub mod format;
pub mod kept;
pub mod log;
pub mod memory;
pub mod print;
pub mod process;
pub mod progress;
pub mod range;
pub mod run;
pub mod search_args;
pub mod size;
pub mod solved;
pub mod solver;
pub mod solver_args;
pub mod source;
pub mod stage_line;
pub mod stores;
pub mod watch;
pub mod whole_file;
