//! What came of all deals together.

use super::{DealLine, Form, Statistics, StatisticsJson};
use crate::named::{RulesJson, deals_of_text};
use fcc::board::Rules;
use fcc::numbers::{bytes_text, count, grouped};
use fcc::rules::NamedGame;
use fcc::verdict::VerdictWord;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Deals of a verdict that are listed in JSON.
const LISTED_MAX: usize = 100_000;
/// Deals of a verdict that are listed in the text: what can be taken in at a glance.
const SHOWN_MAX: usize = 3 * SHOWN_A_LINE;
/// Deals on a line of the text.
const SHOWN_A_LINE: usize = 8;
/// Up to here numbers of states are counted exactly for the median.
const EXACT: u64 = 10_000;

/// Where the lines of the deals are, which have all that the text of the summary leaves out.
#[derive(Clone, Copy, Debug)]
pub enum Lines<'a> {
    InFile(&'a Path, Form),
    OnStandardOutput,
}

/// Sums over deals.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    pub freecells: u8,
    #[serde(flatten)]
    pub rules: Option<RulesJson>,
    pub deals: u64,
    pub solvable: u64,
    pub impossible: u64,
    pub undecided: u64,
    /// The first hundred thousand of each.
    pub impossible_deals: Vec<u64>,
    pub undecided_deals: Vec<u64>,
    /// Those of an earlier process.
    pub deals_before: u64,
    pub moves_mean: f64,
    pub single_cards_mean: f64,
    pub without_automatic_mean: f64,
    pub states_mean: f64,
    pub states_median: u64,
    pub states_per_second: f64,
    /// Of this process.
    pub seconds: f64,
    pub deals_per_second: f64,
    pub peak_memory_bytes: Option<u64>,
    /// The share and its interval, and how numbers are distributed over deals.
    #[serde(flatten)]
    pub statistics: Option<StatisticsJson>,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    sums: Sums,
}

#[derive(Clone, Debug, Default)]
struct Sums {
    moves: u64,
    single_cards: u64,
    without_automatic: u64,
    states: u64,
    /// How many deals took about so many states.
    by_states: BTreeMap<u64, u64>,
    seconds: f64,
    statistics: Statistics,
}

impl Summary {
    /// Of deals with these rules, by the name of this game if they are its own.
    pub fn new(rules: Rules, game: Option<&'static NamedGame>) -> Summary {
        let title = deals_of_text(rules, game);
        let freecells = rules.freecells;
        let rules = Some(RulesJson::of_game(rules, game));
        Summary { freecells, rules, title, ..Summary::default() }
    }

    /// A deal of an earlier process.
    pub fn add_earlier(&mut self, line: &DealLine) {
        self.deals_before += 1;
        self.add(line);
    }

    pub fn add(&mut self, line: &DealLine) {
        self.deals += 1;
        let list = |deals: &mut Vec<u64>| {
            if deals.len() < LISTED_MAX {
                deals.push(line.deal);
            }
        };
        match line.verdict {
            VerdictWord::Solvable => self.solvable += 1,
            VerdictWord::Impossible => {
                self.impossible += 1;
                list(&mut self.impossible_deals);
            }
            _ => {
                self.undecided += 1;
                list(&mut self.undecided_deals);
            }
        }
        let sums = &mut self.sums;
        sums.moves += line.moves.unwrap_or(0) as u64;
        sums.single_cards += line.single_cards.unwrap_or(0) as u64;
        sums.without_automatic += line.without_automatic.unwrap_or(0) as u64;
        sums.states += line.states;
        sums.seconds += line.seconds;
        sums.statistics.add(line);
        *sums.by_states.entry(rounded(line.states)).or_default() += 1;
    }

    /// Deals with this verdict.
    pub fn count_of(&self, verdict: VerdictWord) -> u64 {
        match verdict {
            VerdictWord::Solvable => self.solvable,
            VerdictWord::Impossible => self.impossible,
            _ => self.undecided,
        }
    }

    /// Works out the means, after so many seconds.
    pub fn close(&mut self, seconds: f64, peak_memory_bytes: Option<u64>) {
        let mean = |sum: u64, count: u64| if count == 0 { 0.0 } else { sum as f64 / count as f64 };
        let sums = &self.sums;
        self.moves_mean = mean(sums.moves, self.solvable);
        self.single_cards_mean = mean(sums.single_cards, self.solvable);
        self.without_automatic_mean = mean(sums.without_automatic, self.solvable);
        self.states_mean = mean(sums.states, self.deals);
        self.states_median = self.median();
        self.states_per_second = sums.states as f64 / sums.seconds.max(1e-9);
        self.seconds = seconds;
        self.deals_per_second = (self.deals - self.deals_before) as f64 / seconds.max(1e-9);
        self.peak_memory_bytes = peak_memory_bytes;
        self.statistics = Some(sums.statistics.json());
        self.impossible_deals.sort_unstable();
        self.undecided_deals.sort_unstable();
    }

    fn median(&self) -> u64 {
        let mut before = 0;
        for (&states, &deals) in &self.sums.by_states {
            before += deals;
            if 2 * before >= self.deals {
                return states;
            }
        }
        0
    }

    /// The summary for people: some of the deals that are not solvable, and where the others are.
    pub fn text(&self, lines: Lines) -> String {
        let mut text = format!(
            "{} {}: {} solvable, {} impossible, {} undecided\n",
            count(self.deals, "deal"),
            self.title,
            grouped(self.solvable.into()),
            grouped(self.impossible.into()),
            grouped(self.undecided.into())
        );
        if self.deals_before > 0 {
            let _ =
                writeln!(text, "before     {} of an earlier run", count(self.deals_before, "deal"));
        }
        text += &self.sums.statistics.share_text();
        if self.solvable > 0 {
            let _ = writeln!(
                text,
                "moves      {:.1} a solution (sequences as one), {:.1} of single cards, {:.1} without \
                 automatic foundation moves",
                self.moves_mean, self.single_cards_mean, self.without_automatic_mean
            );
        }
        let _ = writeln!(
            text,
            "states     {:.1} a deal in the mean, {} in the median, {} a second",
            self.states_mean,
            grouped(self.states_median.into()),
            grouped(self.states_per_second as u128)
        );
        let memory = self
            .peak_memory_bytes
            .map_or(String::new(), |bytes| format!(", {} of memory at most", bytes_text(bytes)));
        let _ = writeln!(
            text,
            "time       {:.2} s, {:.1} deals a second{memory}",
            self.seconds, self.deals_per_second
        );
        if self.statistics.as_ref().is_some_and(|statistics| statistics.graphs > 0) {
            let _ = write!(text, "\n{}\n", self.sums.statistics.table());
        }
        show_some(
            &mut text,
            VerdictWord::Impossible,
            &self.impossible_deals,
            self.impossible,
            lines,
        );
        show_some(&mut text, VerdictWord::Undecided, &self.undecided_deals, self.undecided, lines);
        text
    }
}

/// The first deals of a verdict, how many more there are, and how to see them.
fn show_some(text: &mut String, verdict: VerdictWord, deals: &[u64], all: u64, lines: Lines) {
    let shown = &deals[..deals.len().min(SHOWN_MAX)];
    let mut label = verdict.as_str();
    for line in shown.chunks(SHOWN_A_LINE) {
        let names: Vec<String> = line.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{label:<11}{}", names.join(" "));
        label = "";
    }
    let more = all - shown.len() as u64;
    if more > 0 {
        let rest = match lines {
            Lines::InFile(path, form) => {
                format!("; all of them: {}", form.command_for(verdict, path))
            }
            Lines::OnStandardOutput => {
                " on standard output; --out FILE keeps the lines in a file".to_owned()
            }
        };
        let _ = writeln!(text, "{:<11}and {} more{rest}", "", grouped(more.into()));
    }
}

/// A number with four digits that count, so that there are few of them.
fn rounded(states: u64) -> u64 {
    let mut unit = 1;
    while states / unit >= EXACT {
        unit *= 10;
    }
    states / unit * unit
}

#[cfg(test)]
mod tests {
    use super::super::Columns;
    use super::*;

    fn line(deal: u64, verdict: VerdictWord, states: u64) -> DealLine {
        let moves = (verdict == VerdictWord::Solvable).then_some(100);
        DealLine {
            deal,
            freecells: 4,
            game: None,
            rules: None,
            deal_name: None,
            verdict,
            stage: "plan".into(),
            because: None,
            moves,
            single_cards: moves,
            without_automatic: moves,
            states,
            classes: 0,
            seconds: 0.5,
            solution: None,
            graph: None,
            optimal: None,
        }
    }

    #[test]
    fn means_medians_and_lists() {
        let mut summary = Summary::new(Rules::freecell(4, 8), None);
        for (deal, verdict, states) in [
            (9, VerdictWord::Impossible, 1000),
            (1, VerdictWord::Solvable, 10),
            (2, VerdictWord::Solvable, 20),
            (5, VerdictWord::Impossible, 30),
            (3, VerdictWord::Undecided, 123_456),
        ] {
            summary.add(&line(deal, verdict, states));
        }
        summary.close(2.0, None);
        assert_eq!((summary.solvable, summary.impossible, summary.undecided), (2, 2, 1));
        assert_eq!((summary.states_median, summary.moves_mean), (30, 100.0));
        assert_eq!(summary.impossible_deals, [5, 9]);
        let text = summary.text(Lines::OnStandardOutput);
        assert!(text.ends_with("\nimpossible 5 9\nundecided  3\n"), "{text}");
    }

    /// Two thousand deals were listed once, and all else of the summary was off the screen.
    #[test]
    fn of_two_thousand_impossible_deals_three_lines_are_shown_and_where_the_others_are() {
        let mut summary = Summary::new(Rules::freecell(0, 8), None);
        for deal in (1..=2000).rev() {
            summary.add(&line(deal, VerdictWord::Impossible, 10));
        }
        for deal in 2001..=2024 {
            summary.add(&line(deal, VerdictWord::Undecided, 10));
        }
        summary.close(2.0, None);
        let shown = |lines| {
            let text = summary.text(lines);
            text.split_once("\nimpossible").expect("a list").1.to_owned()
        };
        let deals = " 1 2 3 4 5 6 7 8\n           9 10 11 12 13 14 15 16\n           \
                     17 18 19 20 21 22 23 24\n           and 1,976 more";
        // No more than fit: then nothing is said of others.
        let undecided = "undecided  2001 2002 2003 2004 2005 2006 2007 2008\n           \
                         2009 2010 2011 2012 2013 2014 2015 2016\n           \
                         2017 2018 2019 2020 2021 2022 2023 2024\n";
        for (lines, rest) in [
            (
                Lines::InFile(Path::new("my deals"), Form::Json),
                r#"; all of them: grep '"verdict":"impossible"' 'my deals'"#,
            ),
            (
                Lines::InFile(Path::new("d.csv"), Form::Csv(Columns::default())),
                "; all of them: grep ,impossible, d.csv",
            ),
            (Lines::OnStandardOutput, " on standard output; --out FILE keeps the lines in a file"),
        ] {
            assert_eq!(shown(lines), format!("{deals}{rest}\n{undecided}"));
        }
        let json = serde_json::to_value(&summary).expect("plain values have a form");
        assert_eq!(json["impossible_deals"].as_array().map(Vec::len), Some(2000));
    }
}
