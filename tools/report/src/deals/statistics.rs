//! Statistics over deals: the share that is solvable, and how numbers are distributed.

use super::DealLine;
use crate::analysis::table::Table;
use crate::counts::Percentiles;
use fcc::analyse::Sizes;
use fcc::numbers::grouped;
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::fmt::Write;

/// The quantile of the normal distribution that leaves 2.5 parts of a hundred on either side.
const Z_95: f64 = 1.959_963_984_540_054;

/// What the lines of many deals come to.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    solvable: u64,
    impossible: u64,
    undecided: u64,
    /// In the order of [`NAMES`].
    numbers: [Sizes; NAMES.len()],
}

/// What is distributed over deals: the name in JSON, and what people read.
const NAMES: [(&str, &str); 9] = [
    ("moves", "moves of a solution"),
    ("states_expanded", "states expanded to solve"),
    ("graph_states", "states of the graph"),
    ("fccs", "FCCs of the graph"),
    ("groups", "groups of the graph"),
    ("depth", "depth of the graph"),
    ("largest_fcc", "states of the largest FCC"),
    ("dead_ends", "dead ends of the graph"),
    ("winning_fccs", "FCCs that can win"),
];

/// What `--json` has of it.
#[derive(Clone, Debug, Serialize)]
pub struct StatisticsJson {
    /// Solvable deals among those that are settled, and the interval that has the share of all deals they
    /// were drawn from, with 95 parts of a hundred of confidence.
    pub solvable_share: Option<f64>,
    pub solvable_share_low: Option<f64>,
    pub solvable_share_high: Option<f64>,
    /// Deals whose whole graph was counted.
    pub graphs: u64,
    pub distributions: Vec<Distribution>,
}

/// How a number is distributed over deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distribution {
    pub of: &'static str,
    pub deals: u64,
    #[serde(flatten)]
    pub percentiles: Percentiles,
    pub max: u128,
    pub mean: f64,
}

impl Statistics {
    pub fn add(&mut self, line: &DealLine) {
        match line.verdict {
            VerdictWord::Solvable => self.solvable += 1,
            VerdictWord::Impossible => self.impossible += 1,
            _ => self.undecided += 1,
        }
        let graph = line.graph.as_ref();
        let numbers = [
            line.moves.map(|moves| moves as u128),
            Some(line.states.into()),
            graph.map(|graph| graph.states),
            graph.map(|graph| graph.fccs),
            graph.map(|graph| graph.groups.into()),
            graph.map(|graph| graph.depth.into()),
            graph.map(|graph| graph.largest_fcc),
            graph.map(|graph| graph.dead_ends),
            graph.and_then(|graph| graph.winning_fccs),
        ];
        for (sizes, number) in self.numbers.iter_mut().zip(numbers) {
            if let Some(number) = number {
                sizes.add(number, 1);
            }
        }
    }

    /// Deals that are solvable, impossible and undecided.
    pub fn verdicts(&self) -> [u64; 3] {
        [self.solvable, self.impossible, self.undecided]
    }

    pub fn deals(&self) -> u64 {
        self.solvable + self.impossible + self.undecided
    }

    pub fn json(&self) -> StatisticsJson {
        let interval = share(self.solvable, self.solvable + self.impossible);
        StatisticsJson {
            solvable_share: interval.map(|(share, _, _)| share),
            solvable_share_low: interval.map(|(_, low, _)| low),
            solvable_share_high: interval.map(|(_, _, high)| high),
            graphs: self.numbers[2].fccs() as u64,
            distributions: self.distributions(),
        }
    }

    fn distributions(&self) -> Vec<Distribution> {
        let some = NAMES.iter().zip(&self.numbers).filter(|(_, sizes)| sizes.fccs() > 0);
        some.map(|((of, _), sizes)| Distribution::new(of, sizes)).collect()
    }

    /// The share with its interval, in words.
    pub fn share_text(&self) -> String {
        let settled = self.solvable + self.impossible;
        let Some((share, low, high)) = share(self.solvable, settled) else { return String::new() };
        let mut text = format!(
            "share      {} solvable of {} that are settled; 95 % interval {} to {}\n",
            percent(share),
            grouped(settled.into()),
            percent(low),
            percent(high)
        );
        if self.undecided > 0 {
            let deals = self.deals() as f64;
            let least = self.solvable as f64 / deals;
            let most = (self.solvable + self.undecided) as f64 / deals;
            let _ = writeln!(
                text,
                "           {} to {} of these deals, however the undecided ones turn out",
                percent(least),
                percent(most)
            );
        }
        text
    }

    /// The distributions as a table.
    pub fn table(&self) -> String {
        let mut table = Table::new([
            "", "deals", "min", "10 %", "25 %", "median", "75 %", "90 %", "max", "mean",
        ]);
        for found in self.distributions() {
            let name = NAMES.iter().find(|(of, _)| *of == found.of).map_or("", |(_, name)| name);
            let Percentiles { min, p10, p25, p50, p75, p90 } = found.percentiles;
            let numbers = [min, p10, p25, p50, p75, p90, found.max];
            let cells = [name.to_owned(), grouped(found.deals.into())]
                .into_iter()
                .chain(numbers.map(grouped))
                .chain([format!("{:.1}", found.mean)]);
            table.row(cells);
        }
        table.text()
    }
}

impl Distribution {
    fn new(of: &'static str, sizes: &Sizes) -> Distribution {
        Distribution {
            of,
            deals: sizes.fccs() as u64,
            percentiles: Percentiles::of(sizes),
            max: sizes.largest(),
            mean: sizes.mean(),
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.4} %", 100.0 * share)
}

/// A share with Wilson's interval of 95 parts of a hundred, which is right near 0 and 1 too.
fn share(some: u64, all: u64) -> Option<(f64, f64, f64)> {
    if all == 0 {
        return None;
    }
    let (n, p) = (all as f64, some as f64 / all as f64);
    let z2 = Z_95 * Z_95;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z_95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    Some((p, (middle - half).max(0.0), (middle + half).min(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the formula worked out by hand and to be found in tables.
    #[test]
    fn the_interval_is_wilsons() {
        let near = |found: f64, expected: f64| (found - expected).abs() < 5e-5;
        let (p, low, high) = share(8, 10).expect("deals");
        assert!(near(p, 0.8) && near(low, 0.4902) && near(high, 0.9433), "{low} {high}");
        let (p, low, high) = share(0, 10).expect("deals");
        assert!(near(p, 0.0) && near(low, 0.0) && near(high, 0.2775), "{low} {high}");
        let (p, low, high) = share(31_999, 32_000).expect("deals");
        assert!(near(p, 0.99997) && low > 0.9998 && low < p && high < 1.0, "{low} {high}");
        assert_eq!(share(0, 0), None);
    }
}
