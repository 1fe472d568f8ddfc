//! The command that checks a certificate: arguments in, verdict out.

use std::fs::File;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, value_parser};

use super::check::check;
use super::progress::Progress;
use super::refusal::{Failure, Unreadable};
use super::report;
use super::sample::sample;
use crate::command::Outcome;

/// The most states of a sample; their numbers are held in memory.
const SAMPLE_MAX: u64 = 10_000_000;

/// The text after the arguments.
pub const AFTER_HELP: &str = "\
A certificate lists every position that a deal can come to, by the rules that its head tells:
FreeCell's or those of another game (see strata-verify --help). It is accepted when the deal is in the
list, no listed position is won, and every move from a listed position leads to a listed one. Every
listed class of positions is made and every move of it looked at, by code that shares nothing with
the solver; all totals of the file's head are counted again.

Examples:
  strata-verify certificate 11982.cert                  the full check
  strata-verify certificate 11982.cert --json           the verdict as one line of JSON
  strata-verify certificate 11982.cert --sample 1000    1000 positions by the rules of the game
  strata-verify certificate 11982.cert --sample 1000 --seed 7

A sample is no proof. It looks at positions drawn at random, one by one and by the plain rules,
and says how small the share of faulty ones must be.

Exit codes:
  0  the certificate is accepted (with --sample: nothing wrong was found in the sample)
  1  the certificate is refused, with the reason and the place
  2  the file or the arguments cannot be read, or it is no certificate of format version 1 or 2";

/// The arguments of a check.
#[derive(Args, Debug)]
pub struct CertificateArgs {
    /// The certificate
    pub file: PathBuf,
    /// Look at N random positions by the plain rules instead of the full check
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=SAMPLE_MAX))]
    pub sample: Option<u64>,
    /// Draw the same positions again [default: others each time]
    #[arg(long, value_name = "S", requires = "sample")]
    pub seed: Option<u64>,
    /// Print the verdict as one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Checks a certificate; the error is the whole message about a file that can't be judged.
pub fn run(args: &CertificateArgs) -> Result<Outcome, String> {
    let mut progress = Progress::on_stderr();
    let open = || {
        let file = File::open(&args.file)?;
        if file.metadata()?.is_dir() {
            return Err(std::io::ErrorKind::IsADirectory.into());
        }
        Ok(std::io::BufReader::new(file))
    };
    let (kind, result) = match args.sample {
        None => {
            let result = check(open, &mut progress);
            progress.clear();
            let seconds = progress.seconds();
            let write = if args.json { report::accepted_json } else { report::accepted_text };
            ("full", result.map(|accepted| write(&accepted, seconds)))
        }
        Some(draws) => {
            let seed = args.seed.unwrap_or_else(seed_of_the_moment);
            let opened = open().map_err(|error| Unreadable::Io(error).into());
            let result = opened.and_then(|file| sample(file, draws, seed, &mut progress));
            progress.clear();
            let seconds = progress.seconds();
            let write = if args.json { report::sampled_json } else { report::sampled_text };
            ("sample", result.map(|sampled| write(&sampled, seed, seconds)))
        }
    };
    match result {
        Ok(report) => Ok(Outcome { report, valid: true }),
        Err(Failure::Refused(refusal)) => {
            let report = if args.json {
                report::refused_json(&refusal, kind, progress.seconds())
            } else {
                report::refused_text(&refusal)
            };
            Ok(Outcome { report, valid: false })
        }
        Err(Failure::Unreadable(why)) => {
            Err(format!("cannot read the certificate, {}: {why}", args.file.display()))
        }
    }
}

fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
