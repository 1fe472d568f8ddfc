//! `strata report`: a page about a run.

use crate::analysis::of_run::analyse;
use crate::exit::{Exit, Failure, go_on_with};
use crate::kept::KeptRun;
use crate::print;
use crate::report::{PlayerData, page};
use crate::size::bytes_text;
use crate::watch;
use std::io::Write;
use std::path::{Path, PathBuf};
use storage::manifest::Status;
use tempfile::NamedTempFile;

/// Make a page about a run, to be opened in a browser
///
/// One file without anything from the network: the verdict, the deal, plots, tables, and for a solved
/// deal a player that steps through the solution. Works while the run goes on, too, with the layers that
/// are complete. Nothing in DIR is changed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata census 164 --freecells 0 --dir graph
  strata report graph -o report.html

Exit codes: 0 done, 2 bad input or usage (no run, FILE is there already), 4 failure (disk, damage,
memory).")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    /// The file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Write it in the place of a file that is there
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let to_stdout = args.output == Path::new("-");
    if !to_stdout && !args.force && args.output.exists() {
        return Err(there_already(&args.output));
    }
    let run = KeptRun::open(&args.dir)?;
    let analysis = analyse(&run);
    let player = PlayerData::of_run(&args.dir, &run)?;
    let note = standing(&args.dir, &run);
    let page = page(&analysis, player.as_ref(), note.as_deref());
    if to_stdout {
        print::text(&page)?;
    } else {
        write(&args.output, page.as_bytes(), args.force)?;
        let size = bytes_text(page.len() as u64);
        print::text(&format!("{}: {size}, open it in a browser\n", args.output.display()))?;
    }
    Ok(Exit::Done)
}

fn there_already(file: &Path) -> Failure {
    Failure::bad_input(format!(
        "{} is there already: --force puts the new one in its place",
        file.display()
    ))
}

/// How a run stands that is not finished.
fn standing(dir: &Path, run: &KeptRun) -> Option<String> {
    match &run.manifest.status {
        Status::Finished { .. } => None,
        _ if watch::read(dir).is_some() => {
            Some("The run is going on: this is what its last checkpoint says.".into())
        }
        Status::Stopped { cause } => {
            Some(format!("The run is paused ({cause}); {}", go_on_with(dir)))
        }
        Status::Running => Some(format!("The run ended without a word; {}", go_on_with(dir))),
    }
}

/// Writes the file under another name first, so that a half page is never taken for a whole one.
fn write(file: &Path, bytes: &[u8], force: bool) -> Result<(), Failure> {
    let failed = |error| Failure::of_machine(format!("can't write {}: {error}", file.display()));
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // As other programs make files; temporary ones are for their owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary: NamedTempFile = builder.tempfile_in(folder).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    let put = match force {
        true => temporary.persist(file),
        false => temporary.persist_noclobber(file),
    };
    match put {
        Ok(_) => Ok(()),
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(there_already(file))
        }
        Err(error) => Err(failed(error.error)),
    }
}
