//! `strata certificate`: the proof of impossibility as one file.

mod build;

use crate::exit::{Exit, Failure};
use crate::kept::KeptRun;
use crate::print::{self, count};
use crate::rules_args::GameArg;
use crate::size::bytes_text;
use fcc::fingerprint::Fingerprint;
use fcc::ports::ComponentRecord;
use fcc::tally::GroupTally;
use fcc::verdict::VerdictWord;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use storage::certificate::{CertificateWriter, Certified};

use storage::replace::write_whole;
use strata_report::shell_word;

/// Write a certificate: a file that proves a deal impossible and that others can check
///
/// `strata prove BOARD --dir DIR` leaves the records of everything that can be reached. From them this
/// makes one compressed file, which `strata-verify certificate FILE` checks with nothing of ours.
#[derive(clap::Args)]
#[command(after_help = "Example:
  strata prove 11982 --dir run
  strata certificate export run 11982.cert
  strata-verify certificate 11982.cert

Records that workers have written (docs/worker.md) become the same file with `build`.

docs/certificate.md describes the file and what it proves.

Exit codes: 0 done, 2 bad input or usage (no run, not impossible), 4 failure (disk, damage).")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Export(ExportArgs),
    Build(build::Args),
}

/// Write the certificate of a run that ended as impossible
#[derive(clap::Args)]
struct ExportArgs {
    /// The directory of the run
    dir: PathBuf,
    /// The file to write, which must not be there
    file: PathBuf,
    #[command(flatten)]
    game: GameArg,
    /// Write it in the place of a file that is there
    #[arg(long)]
    force: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ExportJson {
    file: String,
    bytes: u64,
    layers: usize,
    groups: u64,
    components: u64,
    classes: u128,
    fccs: u128,
    states: u128,
    digest: String,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::Export(args) => run_export(args),
        Action::Build(args) => build::run(args),
    }
}

fn run_export(args: &ExportArgs) -> Result<Exit, Failure> {
    args.game.on_planes()?;
    let run = KeptRun::open(&args.dir)?;
    args.game.expect(run.game.rules())?;
    if run.verdict() != Some(VerdictWord::Impossible) {
        return Err(Failure::bad_input(format!(
            "{}: a certificate needs a run that ended as impossible; this one: {}",
            args.dir.display(),
            run.manifest.status
        )));
    }
    refuse_existing(&args.file, args.force)?;
    let json = export(&run, &args.file)?;
    tell(&json, args.json)
}

/// Refuses to write over a file.
fn refuse_existing(file: &Path, force: bool) -> Result<(), Failure> {
    if file.exists() && !force {
        return Err(Failure::bad_input(format!(
            "{} is there already: --force puts the new one in its place",
            file.display()
        )));
    }
    Ok(())
}

/// Prints what was written, and how to check it.
fn tell(json: &ExportJson, as_json: bool) -> Result<Exit, Failure> {
    if as_json {
        print::json(json)?;
    } else {
        print::text(&format!(
            "{}: {} for {}, as {} of {}\ncheck it with: strata-verify certificate {}\n",
            json.file,
            bytes_text(json.bytes),
            count(json.states, "state"),
            count(json.components, "component"),
            count(json.groups, "group"),
            shell_word(&json.file),
        ))?;
    }
    Ok(Exit::Done)
}

/// Writes the file in one step, so that a half file is never taken for a whole one.
fn export(run: &KeptRun, file: &Path) -> Result<ExportJson, Failure> {
    let mut total = GroupTally::default();
    run.manifest.layers.iter().for_each(|layer| total.join(&layer.report.tally));
    let mut components = 0;
    let records = run.records()?;
    for depth in records.depths() {
        components += records.count(depth).map_err(Failure::of_machine)?;
    }
    let failed =
        |error: io::Error| Failure::of_machine(format!("can't write {}: {error}", file.display()));
    let bytes = write_whole(file, failed, |out| {
        write(run, &total, components, out, &failed)?;
        Ok(out.metadata().map_err(failed)?.len())
    })?;
    Ok(ExportJson {
        file: file.display().to_string(),
        bytes,
        layers: run.manifest.layers.len(),
        groups: total.groups,
        components,
        classes: total.classes,
        fccs: total.fccs,
        states: total.states,
        digest: total.digest.to_string(),
    })
}

fn write(
    run: &KeptRun,
    total: &GroupTally,
    components: u64,
    out: &File,
    failed: &dyn Fn(io::Error) -> Failure,
) -> Result<(), Failure> {
    let bar = ProgressBar::new(components);
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} components");
    bar.set_style(style.expect("a valid template"));
    let rules = run.game.rules();
    let certified = Certified {
        deal: run.deal().map(|deal| deal.to_string()),
        rules: (!rules.is_freecell()).then(|| rules.to_string()),
        identity: &run.manifest.identity,
        layers: run.manifest.layers.len(),
    };
    let mut writer = CertificateWriter::new(BufWriter::new(out), &certified, total, components)
        .map_err(failed)?;
    let symmetry = run.manifest.identity.symmetry;
    let mut add = |fingerprint: Fingerprint, components: &mut Vec<ComponentRecord>| {
        let pairs = if symmetry {
            run.game.rules().pairs_in(run.game.frame(fingerprint).movable)
        } else {
            0
        };
        writer.group(fingerprint, pairs, components).map_err(failed)?;
        bar.inc(components.len() as u64);
        components.clear();
        Ok(())
    };
    let (mut group, mut waiting) = (None, Vec::new());
    let records = run.records()?;
    for depth in records.depths() {
        for record in records.records(depth) {
            let (fingerprint, component) = record.map_err(Failure::of_machine)?;
            if let Some(before) = group.replace(fingerprint).filter(|&before| before != fingerprint)
            {
                add(before, &mut waiting)?;
            }
            waiting.push(component);
        }
    }
    if let Some(last) = group {
        add(last, &mut waiting)?;
    }
    assert_eq!(writer.components(), components, "components of the certificate");
    let out = writer.finish().map_err(failed)?;
    let out = out.into_inner().map_err(|error| failed(error.into_error()))?;
    out.sync_all().map_err(failed)?;
    bar.finish_and_clear();
    Ok(())
}
