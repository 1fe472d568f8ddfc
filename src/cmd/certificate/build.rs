//! `strata certificate build`: the proof from records that workers have written.

use super::{ExportJson, refuse_existing, tell};
use crate::board_arg::{BoardArgs, PruneArg};
use crate::exit::{Exit, Failure, needs_planes};
use crate::search_args::SymmetryArg;
use fcc::game::Game;
use fcc::tally::GroupTally;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use storage::certificate::{CertificateWriter, Certified};
use storage::manifest::Identity;
use storage::replace::write_whole;
use worker::WorkerError;
use worker::components::GroupsOfComponents;

/// Write the certificate of a graph whose layers were explored by `strata worker`
///
/// Reads the rows of all components on standard input, a stream of findings sorted by depth and group.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,
    /// The file to write, which must not be there
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// What was counted: JSON with the keys of `strata census --json`, and `components`
    #[arg(long, value_name = "FILE")]
    census: PathBuf,
    /// Which foundation moves were made at once
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    prune: PruneArg,
    /// Whether classes of states were walked or states
    #[arg(long, value_enum, default_value_t = SymmetryArg::On)]
    symmetry: SymmetryArg,
    /// Write it in the place of a file that is there
    #[arg(long)]
    force: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// What of a census the head of a certificate tells.
#[derive(Deserialize)]
struct Counted {
    verdict: String,
    layers: Vec<serde::de::IgnoredAny>,
    groups: u64,
    components: u64,
    classes: u128,
    fccs: u128,
    states: u128,
    digest: String,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.board.board == "-" {
        return Err(Failure::bad_input("records come on standard input: BOARD can't be -"));
    }
    let named = args.board.read()?;
    needs_planes(named.board.rules())?;
    refuse_existing(&args.to, args.force)?;
    let counted = read_counted(args)?;
    let game = Game::new(named.board.clone(), args.prune.into());
    let rules = game.rules();
    let deal = named.deal.map(|deal| deal.to_string());
    let identity = &Identity {
        deal: deal.clone().unwrap_or_else(|| "a board".to_owned()),
        board: named.board.to_string(),
        freecells: rules.freecells,
        columns: rules.columns,
        prune: game.prune().to_string(),
        symmetry: args.symmetry == SymmetryArg::On,
    };
    let layers = counted.layers.len();
    let rules = (!rules.is_freecell()).then(|| rules.to_string());
    let certified = Certified { deal, rules, identity, layers };
    let failed = |error: io::Error| {
        Failure::of_machine(format!("can't write {}: {error}", args.to.display()))
    };
    let bytes = write_whole(&args.to, failed, |out| {
        write(&game, &certified, &counted, out, &failed)?;
        Ok(out.metadata().map_err(failed)?.len())
    })?;
    let Counted { groups, components, classes, fccs, states, digest, .. } = counted;
    let file = args.to.display().to_string();
    let json =
        ExportJson { file, bytes, layers, groups, components, classes, fccs, states, digest };
    tell(&json, args.json)
}

fn read_counted(args: &Args) -> Result<Counted, Failure> {
    let path = args.census.display();
    let bad = |what: &dyn std::fmt::Display| Failure::bad_input(format!("{path}: {what}"));
    let text = std::fs::read_to_string(&args.census).map_err(|error| bad(&error))?;
    let counted: Counted = serde_json::from_str(&text).map_err(|error| bad(&error))?;
    match counted.verdict.as_str() {
        "impossible" => Ok(counted),
        verdict => {
            Err(bad(&format!("a certificate is of an impossible deal; this one: {verdict}")))
        }
    }
}

/// Writes all groups, and sees that they come to what was counted.
fn write(
    game: &Game,
    certified: &Certified,
    counted: &Counted,
    out: &File,
    failed: &dyn Fn(io::Error) -> Failure,
) -> Result<(), Failure> {
    let total = GroupTally {
        groups: counted.groups,
        classes: counted.classes,
        fccs: counted.fccs,
        states: counted.states,
        digest: fcc::digest::Digest(
            u128::from_str_radix(&counted.digest, 16)
                .map_err(|_| Failure::bad_input(format!("{} is no digest", counted.digest)))?,
        ),
        ..GroupTally::default()
    };
    let new = CertificateWriter::new(BufWriter::new(out), certified, &total, counted.components);
    let mut writer = new.map_err(failed)?;
    let symmetry = certified.identity.symmetry;
    let refused = |error: WorkerError| Failure::bad_input(error);
    let mut groups = GroupsOfComponents::open(io::stdin(), game, symmetry).map_err(refused)?;
    let (mut count, mut states, mut fccs) = (0, 0, 0);
    while let Some((fingerprint, pairs, components)) = groups.read().map_err(refused)? {
        count += 1;
        states += components.iter().map(|component| component.states).sum::<u128>();
        fccs += components.iter().map(|component| component.fccs).sum::<u128>();
        writer.group(fingerprint, pairs, &components).map_err(failed)?;
    }
    let found = (count, writer.components(), states, fccs);
    let expected = (counted.groups, counted.components, counted.states, counted.fccs);
    if found != expected {
        return Err(Failure::bad_input(format!(
            "the records come to {found:?} groups, components, states and FCCs, and counted were {expected:?}"
        )));
    }
    let out = writer.finish().map_err(failed)?;
    let out = out.into_inner().map_err(|error| failed(error.into_error()))?;
    out.sync_all().map_err(failed)
}
