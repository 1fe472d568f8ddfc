//! What to analyse: the directory of a run, finished or not, or a board, whose graph is explored first.

use crate::board_arg::BoardArgs;
use crate::board_arg::PruneArg;
use crate::exit::{Exit, Failure, needs_planes};
use crate::kept::KeptRun;
use crate::print;
use crate::rules_args::RulesArgs;
use crate::run::{Run, with_limits};
use crate::search::Search;
use crate::search_args::{LimitArgs, SearchArgs};
use crate::size::parse_bytes;
use crate::stores::Records;
use fcc::census::{CensusReport, LayerReport, Scope, Verdict};
use fcc::flood::Control;
use fcc::ports::{DoesExists, PortError};
use fcc::verdict::{StopReason, VerdictWord};
use std::path::Path;
use strata_report::analysis::Analysis;
use strata_report::analysis::make::{AnalyseError, Graph};

/// How to explore a board, and what that and the analysis may take.
#[derive(clap::Args, Clone)]
pub struct SourceArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Which foundation moves are made at once when a board is explored
    #[arg(long, value_enum, default_value_t = PruneArg::Safe)]
    pub prune: PruneArg,
    /// Explore boards to this depth only
    #[arg(long, value_name = "D")]
    pub depth_max: Option<u32>,
    /// Stop exploring a board after this many classes, and analyse the layers that are complete
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    #[command(flatten)]
    pub look: LookArgs,
}

/// What looking into records may take.
#[derive(clap::Args, Clone)]
pub struct LookArgs {
    /// Memory limit, at least 32MiB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Show progress even when standard error is not a terminal
    #[arg(long)]
    progress: bool,
}

impl LookArgs {
    fn limits(&self) -> LimitArgs {
        LimitArgs {
            threads: self.threads,
            memory: self.memory,
            progress: self.progress,
            ..LimitArgs::default()
        }
    }

    /// The analysis of a run.
    pub fn analyse(&self, run: &KeptRun, name: &str) -> Result<Analysis, Failure> {
        self.look(run, name, &|graph, memory_bytes, control| graph.analyse(memory_bytes, control))?
            .map_err(failure_of)
    }

    /// Looks into the records of a run.
    pub fn look<T: Send>(
        &self,
        run: &KeptRun,
        name: &str,
        look: &(impl Fn(Graph, u64, &Control) -> T + Sync),
    ) -> Result<T, Failure> {
        run.records()?;
        if run.manifest.layers.is_empty() {
            return Err(Failure::bad_input(format!(
                "{name}: no layer is complete yet ({})",
                run.manifest.status
            )));
        }
        with_limits(&self.limits(), |control, memory_bytes| {
            look(graph_of(run, name), memory_bytes, control)
        })
    }
}

impl SourceArgs {
    /// The analysis of a directory or a board.
    pub fn analyse(&self, what: &str) -> Result<Analysis, Failure> {
        self.look(what, &|graph, memory_bytes, control| graph.analyse(memory_bytes, control))?
            .map_err(failure_of)
    }

    /// Looks into the records of a directory, or of a board that is explored before.
    pub fn look<T: Send>(
        &self,
        what: &str,
        look: &(impl Fn(Graph, u64, &Control) -> T + Sync),
    ) -> Result<T, Failure> {
        needs_planes(self.rules.rules())?;
        if Path::new(what).is_dir() {
            let run = KeptRun::open(Path::new(what))?;
            self.rules.expect(run.game.rules())?;
            self.look.look(&run, what, look)
        } else {
            self.explore(what, look)
        }
    }

    /// Explores a board, and looks into the records before they go.
    fn explore<T: Send>(
        &self,
        what: &str,
        look: &(impl Fn(Graph, u64, &Control) -> T + Sync),
    ) -> Result<T, Failure> {
        let limits = LimitArgs { max_states: self.max_states, ..self.look.limits() };
        let board = BoardArgs { board: what.to_owned(), rules: self.rules };
        let args = SearchArgs::in_memory(board, self.prune, limits);
        let search = args.read(false)?;
        let mut run = Run::start(&args, &search)?;
        let scope = Scope { depth_max: self.depth_max, ..Scope::default() };
        let (found, _) = run.explore(&search, |explorer| {
            match self.max_states {
                Some(max) => explorer.stores.expect_classes(max.into()),
                // How much there is to keep, and so where, takes a first search without records.
                None => {
                    let report =
                        explorer.stores.explore(scope, Records::Dropped, explorer.control)?;
                    if is_interrupted(&report) {
                        return Ok((None, report.verdict()));
                    }
                }
            }
            let report = explorer.stores.explore(scope, Records::Kept, explorer.control)?;
            let verdict = report.verdict();
            if is_interrupted(&report) || report.layers.is_empty() {
                return Ok((None, verdict));
            }
            let found = explorer.look(|exists, control, memory_bytes| {
                let graph = graph_of_search(&search, report, exists, what);
                look(graph, memory_bytes, control)
            });
            Ok::<_, PortError>((found, verdict))
        })?;
        found.ok_or_else(|| Failure {
            exit: Exit::Undecided,
            message: format!(
                "{what}: stopped, and nothing was kept. --depth-max D or --max-states N look at a part; a \
                 `census --dir DIR` can be analysed at any time, and resumed"
            ),
        })
    }
}

fn is_interrupted(report: &CensusReport) -> bool {
    report.unfinished.is_some_and(|layer| layer.cause == StopReason::Interrupted)
}

/// The graph of a run that has been, or is still at work.
pub fn graph_of<'a>(run: &'a KeptRun, name: &str) -> Graph<'a> {
    let manifest = &run.manifest;
    let verdict = run.verdict().unwrap_or(VerdictWord::Undecided);
    let layers: Vec<LayerReport> =
        manifest.layers.iter().map(|layer| layer.report.clone()).collect();
    let whole = manifest.layers.iter().all(|layer| layer.groups_left_out == 0);
    let counted_all = !manifest.scope.until_won || verdict == VerdictWord::Impossible;
    let deal = run.deal();
    Graph {
        name: deal.map_or_else(|| name.to_owned(), |deal| format!("deal {deal}")),
        deal,
        game: &run.game,
        complete: whole && counted_all && verdict != VerdictWord::Undecided,
        verdict,
        layers,
        exists: run.records_or_none(),
    }
}

fn graph_of_search<'a>(
    search: &'a Search,
    report: CensusReport,
    exists: &'a dyn DoesExists,
    what: &str,
) -> Graph<'a> {
    let deal = search.named.deal;
    Graph {
        name: deal.map_or_else(|| what.to_owned(), |deal| format!("deal {deal}")),
        deal,
        game: &search.game,
        complete: !matches!(report.verdict(), Verdict::Undecided(_)),
        verdict: report.proof().word(),
        layers: report.layers,
        exists,
    }
}

/// What the user is told.
fn failure_of(error: AnalyseError) -> Failure {
    Failure::of_machine(error)
}

/// Tells on standard error what an analysis does not have.
pub fn tell_what_is_missing(analysis: &Analysis) {
    if !analysis.complete {
        let last = analysis.layers.last().map_or(0, |layer| layer.counts.depth);
        print::notice(&format!(
            "strata: {}: not the whole graph: layers up to depth {last}\n",
            analysis.name
        ));
    } else if let Some(why) = &analysis.winning_unknown {
        print::notice(&format!("strata: {}: winning FCCs are not known: {why}\n", analysis.name));
    }
}
