//! An analysis of the records of a run, whole or not.

use super::model::{Analysis, Example, LayerAnalysis, Quantiles, Spread};
use crate::counts::Percentiles;
use crate::named::Named;
use fcc::analyse::{AnalyseOptions, LayerFound, LayerNumbers, Sizes, analyse};
use fcc::board::DealName;
use fcc::census::{CensusReport, LayerReport};
use fcc::convert::board_of;
use fcc::flood::Control;
use fcc::game::Game;
use fcc::ports::DoesExists;
use fcc::trace::TraceError;
use fcc::verdict::VerdictWord;
use std::fmt;

/// Examples of all depths together.
const LARGEST: usize = 10;
const DEEPEST: usize = 4;
const FURTHEST: usize = 2;

/// A graph that was explored, and where its records are.
pub struct Graph<'a> {
    pub name: String,
    pub deal: Option<DealName>,
    pub game: &'a Game,
    /// `solvable`, `impossible` or `undecided`.
    pub verdict: VerdictWord,
    /// Whether all of the graph is there.
    pub complete: bool,
    /// The complete layers.
    pub layers: Vec<LayerReport>,
    pub exists: &'a dyn DoesExists,
}

/// Why there is no analysis.
#[derive(Debug)]
pub enum AnalyseError {
    Trace(TraceError),
    /// The records of a depth come to something else than what the run has counted.
    Differs {
        depth: u32,
        what: &'static str,
        counted: u128,
        recorded: u128,
    },
}

impl From<TraceError> for AnalyseError {
    fn from(error: TraceError) -> AnalyseError {
        AnalyseError::Trace(error)
    }
}

impl fmt::Display for AnalyseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalyseError::Trace(TraceError::TooLarge { classes_max }) => write!(
                f,
                "a component has more than {classes_max} classes, too many for this memory: give more with \
                 --memory"
            ),
            AnalyseError::Trace(error) => error.fmt(f),
            AnalyseError::Differs { depth, what, counted, recorded } => write!(
                f,
                "the run counted {counted} {what} at depth {depth}, and its records have {recorded}: they \
                 are damaged (`strata check` looks through all of them)"
            ),
        }
    }
}

impl Graph<'_> {
    /// Goes through all records, within this memory, on the threads of the pool it is called in.
    pub fn analyse(self, memory_bytes: u64, control: &Control) -> Result<Analysis, AnalyseError> {
        let depths: Vec<u32> = self.layers.iter().map(|layer| layer.depth).collect();
        let winning = self.complete && self.verdict == VerdictWord::Solvable;
        let threads = rayon::current_num_threads();
        let options = AnalyseOptions { winning, memory_bytes, threads };
        let found = analyse(self.game, self.exists, &depths, options, control)?;
        for (layer, found) in self.layers.iter().zip(&found) {
            compare(layer, &found.numbers)?;
        }
        Ok(self.analysis(found))
    }

    /// What can be said of a deal that a scan has solved: its graph was not explored.
    pub fn unexplored(self) -> Analysis {
        assert!(self.layers.is_empty(), "a graph that was explored is analysed");
        self.analysis(Vec::new())
    }

    fn analysis(self, found: Vec<LayerFound>) -> Analysis {
        let mut census = CensusReport::new();
        self.layers.iter().for_each(|layer| census.add(layer.clone()));
        let impossible = self.complete && self.verdict == VerdictWord::Impossible;
        let layers: Vec<LayerAnalysis> = self
            .layers
            .iter()
            .zip(&found)
            .enumerate()
            .map(|(index, (layer, found))| {
                let before = index.checked_sub(1).map(|index| self.layers[index].tally.states);
                self.layer(layer, found, before, impossible)
            })
            .collect();
        let sum = |of: fn(&LayerAnalysis) -> Option<u128>| {
            layers.iter().map(of).try_fold(0, |sum, number| Some(sum + number?))
        };
        let winning_fccs = sum(|layer| layer.winning_fccs);
        Analysis {
            name: self.name.clone(),
            named: Named::of(self.deal, self.game.rules()),
            prune: self.game.prune().to_string(),
            verdict: self.verdict,
            complete: self.complete,
            board: self.game.deal().to_string(),
            groups: census.total.groups,
            fccs: census.total.fccs,
            states: census.total.states,
            entries: census.total.entries,
            exits: census.total.exits,
            classes: found.iter().map(|layer| layer.numbers.classes).sum(),
            digest: census.total.digest.to_string(),
            dead_ends: layers.iter().map(|layer| layer.dead_ends).sum(),
            winning_states: sum(|layer| layer.winning_states),
            winning_unknown: winning_fccs.is_none().then(|| self.why_unknown()),
            winning_fccs,
            largest: self.examples(largest(&found), impossible),
            deepest: self.examples(deepest(&found), impossible),
            layers,
        }
    }

    fn why_unknown(&self) -> String {
        match (self.complete, self.verdict) {
            (true, _) => {
                "the classes of winning FCCs do not fit into the memory: give more with --memory"
            }
            (false, VerdictWord::Solvable) => {
                "the run ended at the win: a census goes through the whole graph"
            }
            (false, _) => "the graph is not complete",
        }
        .to_owned()
    }

    fn layer(
        &self,
        layer: &LayerReport,
        found: &LayerFound,
        states_before: Option<u128>,
        impossible: bool,
    ) -> LayerAnalysis {
        let tally = &layer.tally;
        let LayerFound { numbers, winning_known, .. } = found;
        let known = |number: u128| match (impossible, winning_known) {
            (true, _) => Some(0),
            (false, true) => Some(number),
            (false, false) => None,
        };
        let rules = self.game.rules();
        LayerAnalysis {
            counts: layer.into(),
            entries: tally.entries,
            exits: tally.exits,
            classes: numbers.classes,
            growth: states_before.map(|before| tally.states as f64 / before as f64),
            largest_fcc: tally.largest_fcc,
            fcc_sizes: numbers.by_powers.as_slice().to_vec(),
            size_quantiles: quantiles(&numbers.sizes),
            dead_ends: numbers.dead_ends,
            winning_fccs: known(numbers.winning_fccs),
            winning_states: known(numbers.winning_states),
            cells_in_use: padded(&numbers.cells_in_use, rules.freecells),
            empty_columns: padded(&numbers.empty_columns, rules.columns),
            stuck_cards: spread(&numbers.stuck_cards),
            founded_cards: spread(&numbers.founded_cards),
            largest: self.example(&numbers.largest[0], impossible),
        }
    }

    fn examples(&self, some: Vec<fcc::analyse::Example>, impossible: bool) -> Vec<Example> {
        some.iter().map(|example| self.example(example, impossible)).collect()
    }

    fn example(&self, example: &fcc::analyse::Example, impossible: bool) -> Example {
        Example {
            depth: example.depth,
            fingerprint: example.state.fingerprint.to_string(),
            smallest_key: format!("{:x}", example.smallest),
            states: example.states,
            fccs_alike: example.fccs_alike,
            winning: if impossible { Some(false) } else { example.winning },
            board: board_of(self.game, example.state).to_string(),
        }
    }
}

/// What the run has counted and what its records have are the same.
fn compare(layer: &LayerReport, numbers: &LayerNumbers) -> Result<(), AnalyseError> {
    let tally = &layer.tally;
    for (what, counted, recorded) in [
        ("groups", tally.groups.into(), numbers.groups.into()),
        ("FCCs", tally.fccs, numbers.fccs),
        ("states", tally.states, numbers.states),
        ("exits", tally.exits, numbers.exits),
        ("states of the largest FCC", tally.largest_fcc, numbers.sizes.largest()),
    ] {
        if counted != recorded {
            return Err(AnalyseError::Differs { depth: layer.depth, what, counted, recorded });
        }
    }
    Ok(())
}

/// The largest FCCs of all layers.
fn largest(found: &[LayerFound]) -> Vec<fcc::analyse::Example> {
    let mut all: Vec<_> = found.iter().flat_map(|layer| layer.numbers.largest.clone()).collect();
    all.sort_by_key(|example| std::cmp::Reverse(example.states));
    all.truncate(LARGEST);
    all
}

/// The ends: of the deepest layers those that have come furthest, and of all layers.
fn deepest(found: &[LayerFound]) -> Vec<fcc::analyse::Example> {
    let founded = |example: &fcc::analyse::Example| {
        std::cmp::Reverse(example.state.fingerprint.founded.count_ones())
    };
    let from_below = found.iter().rev().flat_map(|layer| layer.numbers.furthest.clone());
    let mut all: Vec<_> = found.iter().flat_map(|layer| layer.numbers.furthest.clone()).collect();
    all.sort_by_key(founded);
    let mut some: Vec<fcc::analyse::Example> = Vec::new();
    for example in from_below.take(DEEPEST).chain(all.into_iter().take(FURTHEST)) {
        if !some.contains(&example) {
            some.push(example);
        }
    }
    some
}

fn quantiles(sizes: &Sizes) -> Quantiles {
    Quantiles {
        percentiles: Percentiles::of(sizes),
        p99: sizes.percentile(99),
        max: sizes.largest(),
        mean: sizes.mean(),
    }
}

fn padded(counts: &[u128], max: u8) -> Vec<u128> {
    let mut counts = counts.to_vec();
    counts.resize(counts.len().max(usize::from(max) + 1), 0);
    counts
}

/// Of counts by number.
fn spread(counts: &[u128]) -> Spread {
    let states: u128 = counts.iter().sum();
    let sum: f64 =
        counts.iter().enumerate().map(|(number, &count)| number as f64 * count as f64).sum();
    let has_some = |number: &usize| counts[*number] > 0;
    Spread {
        min: (0..counts.len()).find(has_some).unwrap_or(0) as u32,
        mean: if states == 0 { 0.0 } else { sum / states as f64 },
        max: (0..counts.len()).rev().find(has_some).unwrap_or(0) as u32,
    }
}
