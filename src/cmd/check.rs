//! `strata check`: looking through a run directory.

use crate::exit::{Exit, Failure, directory_failure, needs_rocksdb};
use crate::print::{self, count};
use crate::size::bytes_text;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use storage::check::{Checked, Finding, check};
use storage::directory::Directory;
use storage::manifest::MANIFEST_PREFIX;

/// Check every file in the directory of a run
///
/// Reads every file that the run needs to its last byte and every record of every complete layer, and
/// tells what is damaged or missing, what it held and what to do. Nothing is changed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata check graph

A run may go on meanwhile; what it replaces while it is looked at is then told as missing.

Exit codes: 0 all is well, 2 bad input or usage, 4 something is damaged or missing.")]
pub struct Args {
    /// The directory of the run
    dir: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CheckJson {
    well: bool,
    files: u64,
    bytes: u64,
    entries: u64,
    records: u64,
    findings: Vec<FindingJson>,
}

#[derive(Serialize)]
struct FindingJson {
    path: String,
    message: String,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    needs_rocksdb()?;
    if let Err(error) = Directory::open_read_only(&args.dir)
        && !error.is_damage()
        && !has_manifest(&args.dir)
    {
        return Err(directory_failure(error));
    }
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{wide_bar} {bytes} of {total_bytes}");
    bar.set_style(style.expect("a valid template"));
    let Checked { findings, files, bytes, entries, records } =
        check(&args.dir, &mut |done, in_all| {
            bar.set_length(in_all);
            bar.set_position(done);
        });
    bar.finish_and_clear();
    let well = findings.is_empty();
    let json = |Finding { path, message }: Finding| FindingJson {
        path: path.display().to_string(),
        message,
    };
    let findings: Vec<FindingJson> = findings.into_iter().map(json).collect();
    if args.json {
        print::json(&CheckJson { well, files, bytes, entries, records, findings })?;
    } else {
        let mut text = String::new();
        for FindingJson { path, message } in &findings {
            // Most messages name the path themselves.
            let name = if message.contains(path.as_str()) { "" } else { &format!("{path}: ") };
            text += &format!("{name}{message}\n");
        }
        let looked_at = format!(
            "{} with {}, {} and {}",
            count(files, "file"),
            bytes_text(bytes),
            count(entries, "entry").replace("entrys", "entries"),
            count(records, "record"),
        );
        text += &match findings.len() {
            0 => format!("all is well: {looked_at}\n"),
            number => format!("{} in {looked_at}\n", count(number as u128, "fault")),
        };
        print::text(&text)?;
    }
    Ok(if well { Exit::Done } else { Exit::Failure })
}

/// Whether a run has written here. Without the file that points to its manifest it is damaged.
fn has_manifest(dir: &Path) -> bool {
    let is_manifest = |name: &OsStr| name.to_string_lossy().starts_with(MANIFEST_PREFIX);
    let mut names = std::fs::read_dir(dir).into_iter().flatten().flatten();
    names.any(|entry| is_manifest(&entry.file_name()))
}
