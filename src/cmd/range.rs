//! `strata range`: many deals, a line for each.

use crate::exit::{Exit, Failure, needs_planes};
use crate::memory::Memory;
use crate::optimum::parse_metric;
use crate::print::{self, grouped};
use crate::process;
use crate::range::{
    Deals, Out, SOLVER_BYTES_MIN, StopAt, Work, graph_limits, read_deals, read_earlier,
};
use crate::rules_args::RulesArgs;
use crate::solver_args::{SolverArgs, cancel_flag};
use fcc::board::Rules;
use fcc::optimal::Metric;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use strata_report::deals::{Columns, Form, Lines, Summary};

/// Solve a range of deals, one line for each as it is settled
///
/// A line is JSON (or CSV): verdict, stage, moves, states, time. At the end there is a summary with the
/// first of the deals that are impossible and of those that are undecided.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata range 1 32000 --out deals.jsonl
  strata range 1 32000 --out deals.jsonl --resume     after anything: nothing is done twice
  strata range 1 4000 --freecells 2 --time 1m --threads 2 --csv --out two.csv
  strata range --deals open.txt --freecells 3 --threads 2
  strata range 1 1000 --game bakers_game --time 60s --out bakers.jsonl
  strata range 1 1000000 --stop-at impossible 3
  strata range 1 1000 --freecells 0 --graphs --csv --out graphs.csv
  strata range 1 1000 --optimal --moves --time 10m --out optima.jsonl

Lines go to FILE, and the summary to standard output; without --out lines go to standard output and the
summary to standard error. With several threads lines come in the order in which deals are settled.
--time and --memory: the first is for each deal, the second for all threads together.

`moves` counts sequences as one and every card that goes to the foundation.

With --graphs a line has the states, FCCs, groups, depth, largest FCC, dead ends and winning FCCs of the
whole graph, where it has no more classes than N and they fit into the memory (about 1 KB a class), and the
summary their distribution over deals. `strata analyse deals FILE` makes the statistics once more from the
lines.

Exit codes: 0 every deal is settled, or --stop-at was reached; 2 bad input or usage; 3 some deals are
undecided, or Ctrl-C without --out; 4 failure; 75 interrupted, and --resume continues it.")]
pub struct Args {
    /// The first deal
    #[arg(required_unless_present = "deals", requires = "to")]
    from: Option<u64>,
    /// The last deal
    to: Option<u64>,
    /// Every N-th deal
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "deals")]
    step: u64,
    /// The deals of this file, - for standard input: numbers; # begins a comment
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    deals: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    solver: SolverArgs,
    /// Write lines to this file, which must not be there unless --resume is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of an earlier run: deals that have a line are not solved again
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write CSV instead of JSON lines
    #[arg(long)]
    csv: bool,
    /// Have the moves in the lines, too: standard notation, as `strata-verify` reads it
    #[arg(long)]
    moves: bool,
    /// Count the whole graph of each deal, too, if it has no more than N classes [1,000,000] and fits
    /// into the memory
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000")]
    graphs: Option<u64>,
    /// Prove the fewest moves of each deal, too, within --time: every card that moves counts one, or cards that go
    /// together from a column to another; `states` are those that the proof expanded
    #[arg(long, value_name = "cards|sequences", num_args = 0..=1, default_missing_value = "cards", value_parser = parse_metric, conflicts_with_all = ["csv", "stacks"])]
    optimal: Option<Metric>,
    /// End after N deals with this verdict: impossible, solvable or undecided
    #[arg(long, num_args = 2, value_names = ["VERDICT", "N"])]
    stop_at: Option<Vec<String>>,
    /// Write the summary as JSON
    #[arg(long)]
    json: bool,
    /// Show progress even when standard error is not a terminal
    #[arg(long)]
    progress: bool,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let started = Instant::now();
    let rules = args.rules;
    let form = args.form();
    let threads = usize::from(args.solver.threads);
    if args.graphs.is_some() {
        needs_planes(rules.rules())?;
    }
    if let Some(metric) = args.optimal {
        metric.holds(rules.rules()).map_err(Failure::bad_input)?;
    }
    let mut options = args.solver.options(rules.rules())?;
    options.threads = 1;
    options.memory_bytes = (options.memory_bytes / threads as u64).max(SOLVER_BYTES_MIN);
    let stop_at = args.stop_at.as_deref().map(read_stop_at).transpose()?;
    let deals = args.deals()?;
    let mut summary = Summary::new(rules.rules(), rules.game.game);
    let (out, done) = args.out(form, &mut summary)?;
    let (all, deals) = (deals.count, deals.without(done));
    let at_once = if args.out.is_some() { Exit::Paused } else { Exit::Undecided };
    let cancel = cancel_flag(at_once)?;
    let memory = Memory { bytes: options.memory_bytes };
    let graphs = args.graphs.map(|classes| graph_limits(classes, memory));
    let work = Work {
        options,
        rules,
        threads,
        stop_at,
        with_moves: args.moves,
        graphs,
        optimal: args.optimal,
    };
    let bar = Bar::new(all, summary.deals, args.progress);
    let mut summary = work.go(deals, out, summary, &cancel, |summary| bar.show(summary))?;
    bar.clear();
    summary.close(started.elapsed().as_secs_f64(), process::peak_memory_bytes());
    args.tell(&summary)?;
    if cancel.load(Relaxed) {
        return Ok(at_once);
    }
    Ok(if summary.undecided > 0 { Exit::Undecided } else { Exit::Done })
}

impl Args {
    fn form(&self) -> Form {
        if !self.csv {
            return Form::Json;
        }
        let rules = self.rules.rules();
        let plain = Rules { freecells: rules.freecells, ..Rules::USUAL };
        let rules = rules != plain || self.rules.name(1).plain_number().is_none();
        Form::Csv(Columns { rules, graphs: self.graphs.is_some() })
    }

    fn deals(&self) -> Result<Deals, Failure> {
        let deals = match (&self.deals, self.from, self.to) {
            (Some(name), ..) => {
                let text = if name == "-" {
                    std::io::read_to_string(std::io::stdin())
                } else {
                    std::fs::read_to_string(name)
                };
                let text = text
                    .map_err(|error| Failure::bad_input(format!("can't read {name}: {error}")))?;
                let deals = read_deals(name, &text)?;
                deals.iter().try_for_each(|&deal| self.is_deal(deal))?;
                Deals::list(deals)
            }
            (None, Some(from), Some(to)) if from <= to => {
                self.is_deal(from)?;
                self.is_deal(to)?;
                Deals::range(from, to, self.step)
            }
            (None, Some(from), Some(to)) => {
                return Err(Failure::bad_input(format!("the range from {from} to {to} is empty")));
            }
            (None, ..) => {
                return Err(Failure::bad_input("FROM and TO, or --deals FILE, are wanted"));
            }
        };
        Ok(deals)
    }

    fn out(
        &self,
        form: Form,
        summary: &mut Summary,
    ) -> Result<(Out, std::collections::HashSet<u64>), Failure> {
        let path: &Path = match &self.out {
            None => return Ok((Out::standard(form)?, Default::default())),
            Some(path) => path,
        };
        if self.resume && path.exists() {
            let mut earlier = read_earlier(path, form, self.rules, summary)?;
            let done = std::mem::take(&mut earlier.done);
            return Ok((Out::resume(path, form, earlier)?, done));
        }
        Ok((Out::create(path, form)?, Default::default()))
    }

    fn is_deal(&self, number: u64) -> Result<(), Failure> {
        self.rules.deal(number).map(|_| ())
    }

    fn tell(&self, summary: &Summary) -> Result<(), Failure> {
        let text = if self.json {
            let text = serde_json::to_string(summary);
            text.map_err(|error| Failure::of_machine(format!("can't write JSON: {error}")))? + "\n"
        } else {
            let lines = self.out.as_deref().map(|path| Lines::InFile(path, self.form()));
            summary.text(lines.unwrap_or(Lines::OnStandardOutput))
        };
        if self.out.is_some() {
            return print::text(&text);
        }
        print::notice(&text);
        Ok(())
    }
}

fn read_stop_at(words: &[String]) -> Result<StopAt, Failure> {
    let [verdict, count] = words else { unreachable!("clap asks for two") };
    let verdict =
        verdict.parse().map_err(|error| Failure::bad_input(format!("--stop-at: {error}")))?;
    let count = count.parse().ok().filter(|&count| count > 0);
    let count = count.ok_or_else(|| Failure::bad_input("--stop-at: a number above 0 is wanted"))?;
    Ok(StopAt { verdict, count })
}

/// The progress line.
struct Bar {
    bar: Option<ProgressBar>,
    on_terminal: bool,
    /// When it was shown last.
    last: Mutex<Instant>,
    all: u64,
    before: u64,
    started: Instant,
}

/// Between two renewals.
const PAUSE: Duration = Duration::from_millis(200);
const PAUSE_OF_LINES: Duration = Duration::from_secs(2);

impl Bar {
    fn new(all: u64, before: u64, forced: bool) -> Bar {
        let on_terminal = std::io::stderr().is_terminal();
        let bar = (on_terminal || forced).then(|| {
            let bar = ProgressBar::new(all);
            let style = ProgressStyle::with_template("{bar:30} {wide_msg}");
            bar.set_style(style.expect("a valid template"));
            bar
        });
        let started = Instant::now();
        Bar { bar, on_terminal, last: Mutex::new(started), all, before, started }
    }

    fn show(&self, summary: &Summary) {
        let Some(bar) = &self.bar else { return };
        let pause = if self.on_terminal { PAUSE } else { PAUSE_OF_LINES };
        let mut last = self.last.lock().expect("no panic while locked");
        if last.elapsed() < pause {
            return;
        }
        *last = Instant::now();
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = (summary.deals - self.before) as f64 / seconds.max(1e-9);
        let left = self.all.saturating_sub(summary.deals) as f64 / speed.max(1e-9);
        let text = format!(
            "{} of {}, {speed:.1} a second, {} left; {} impossible, {} undecided",
            grouped(summary.deals.into()),
            grouped(self.all.into()),
            time_text(left),
            grouped(summary.impossible.into()),
            grouped(summary.undecided.into())
        );
        if self.on_terminal {
            bar.set_position(summary.deals);
            bar.set_message(text);
        } else {
            print::notice(&(text + "\n"));
        }
    }

    fn clear(&self) {
        if let (Some(bar), true) = (&self.bar, self.on_terminal) {
            bar.finish_and_clear();
        }
    }
}

fn time_text(seconds: f64) -> String {
    let seconds = seconds as u64;
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
