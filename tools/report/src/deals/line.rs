//! The line of a deal, as JSON or as CSV, written and read.

use super::GraphLine;
use crate::shell::shell_word;
use fcc::solution::Solution;
use fcc::verdict::VerdictWord;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Json,
    Csv,
    /// With the columns of graphs.
    CsvWithGraphs,
}

impl Form {
    /// The first line of a file.
    pub fn head(self) -> Option<String> {
        match self {
            Form::Json => None,
            Form::Csv => Some(CSV_HEAD.to_owned()),
            Form::CsvWithGraphs => Some(format!("{CSV_HEAD},{GRAPH_HEAD}")),
        }
    }

    /// The form of a file that begins with this line.
    pub fn of_first_line(line: &str) -> Form {
        let csv = [Form::Csv, Form::CsvWithGraphs];
        csv.into_iter().find(|form| form.head().as_deref() == Some(line)).unwrap_or(Form::Json)
    }

    /// The command that shows the lines of a file that have this verdict. No other field has such a text.
    pub fn command_for(self, verdict: VerdictWord, path: &Path) -> String {
        let text = match self {
            Form::Json => format!("'\"verdict\":\"{verdict}\"'"),
            Form::Csv | Form::CsvWithGraphs => format!(",{verdict},"),
        };
        format!("grep {text} {}", shell_word(&path.display().to_string()))
    }
}

/// What came of a deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealLine {
    pub deal: u64,
    pub freecells: u8,
    pub verdict: VerdictWord,
    /// The stage that settled it, or was the last.
    pub stage: String,
    /// Why it is undecided; in JSON alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Sequences as one, all foundation moves counted.
    pub moves: Option<usize>,
    pub single_cards: Option<usize>,
    pub without_automatic: Option<usize>,
    /// States that scans expanded.
    pub states: u64,
    /// Classes that the complete search walked.
    pub classes: u64,
    pub seconds: f64,
    /// The moves in standard notation, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The whole graph, where that was asked for and it was not too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphLine>,
}

/// The first line of a CSV.
const CSV_HEAD: &str = "deal,freecells,verdict,stage,moves,single_cards,without_automatic,states,classes,seconds,solution";
/// The columns of graphs.
const GRAPH_HEAD: &str = "graph_states,fccs,groups,depth,largest_fcc,dead_ends,winning_fccs";

impl DealLine {
    /// The line with its end.
    pub fn text(&self, form: Form) -> String {
        match form {
            Form::Json => {
                let mut text = serde_json::to_string(self).expect("plain values have a form");
                text.push('\n');
                text
            }
            Form::Csv | Form::CsvWithGraphs => {
                let graph = match (form, &self.graph) {
                    (Form::CsvWithGraphs, Some(graph)) => graph_fields(graph),
                    (Form::CsvWithGraphs, None) => ",".repeat(7),
                    _ => String::new(),
                };
                let number = |count: Option<usize>| count.map_or(String::new(), |n| n.to_string());
                format!(
                    "{},{},{},{},{},{},{},{},{},{},{}{graph}\n",
                    self.deal,
                    self.freecells,
                    self.verdict,
                    self.stage,
                    number(self.moves),
                    number(self.single_cards),
                    number(self.without_automatic),
                    self.states,
                    self.classes,
                    self.seconds,
                    self.solution.as_deref().unwrap_or_default()
                )
            }
        }
    }

    /// Reads a line without its end.
    pub fn read(text: &str, form: Form) -> Option<DealLine> {
        match form {
            Form::Json => serde_json::from_str(text).ok(),
            Form::Csv | Form::CsvWithGraphs => {
                let columns = form.head().map_or(0, |head| head.split(',').count());
                DealLine::read_csv(text).filter(|_| text.split(',').count() == columns)
            }
        }
    }

    fn read_csv(text: &str) -> Option<DealLine> {
        let fields: Vec<&str> = text.split(',').collect();
        let [
            deal,
            freecells,
            verdict,
            stage,
            moves,
            cards,
            without,
            states,
            classes,
            seconds,
            solution,
            ref graph @ ..,
        ] = fields[..]
        else {
            return None;
        };
        let count = |field: &str| match field {
            "" => Some(None),
            field => field.parse().ok().map(Some),
        };
        Some(DealLine {
            deal: deal.parse().ok()?,
            freecells: freecells.parse().ok()?,
            verdict: verdict.parse().ok()?,
            stage: stage.to_owned(),
            because: None,
            moves: count(moves)?,
            single_cards: count(cards)?,
            without_automatic: count(without)?,
            states: states.parse().ok()?,
            classes: classes.parse().ok()?,
            seconds: seconds.parse().ok()?,
            solution: (!solution.is_empty()).then(|| solution.to_owned()),
            graph: read_graph(graph)?,
        })
    }
}

fn graph_fields(graph: &GraphLine) -> String {
    format!(
        ",{},{},{},{},{},{},{}",
        graph.states,
        graph.fccs,
        graph.groups,
        graph.depth,
        graph.largest_fcc,
        graph.dead_ends,
        graph.winning_fccs.map_or(String::new(), |fccs| fccs.to_string())
    )
}

/// Reads the last seven fields, which are all empty where the graph was not counted, if they are there.
fn read_graph(fields: &[&str]) -> Option<Option<GraphLine>> {
    if fields.iter().all(|field| field.is_empty()) {
        return Some(None);
    }
    let &[states, fccs, groups, depth, largest, dead_ends, winning] = fields else { return None };
    Some(Some(GraphLine {
        states: states.parse().ok()?,
        fccs: fccs.parse().ok()?,
        groups: groups.parse().ok()?,
        depth: depth.parse().ok()?,
        largest_fcc: largest.parse().ok()?,
        dead_ends: dead_ends.parse().ok()?,
        winning_fccs: if winning.is_empty() { None } else { Some(winning.parse().ok()?) },
    }))
}

/// The moves in standard notation, spelled so that they are read as they are meant: the name of a single
/// card's move to an empty column may be that of a sequence.
pub fn moves_text(solution: &Solution) -> String {
    let names: Vec<String> = solution.spelled().iter().map(|word| word.one.to_string()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back_in_both_forms() {
        let solved = DealLine {
            deal: 8_589_934_591,
            freecells: 3,
            verdict: VerdictWord::Solvable,
            stage: "plan".into(),
            because: None,
            moves: Some(99),
            single_cards: Some(130),
            without_automatic: Some(60),
            states: 123,
            classes: 0,
            seconds: 0.000_123,
            solution: Some("26 a5 3h".into()),
            graph: None,
        };
        let counted = DealLine {
            graph: Some(GraphLine {
                states: 284_650_069_969,
                fccs: 3_355_433_258,
                groups: 12_525,
                depth: 85,
                largest_fcc: 1 << 90,
                dead_ends: 696_796_888,
                winning_fccs: Some(0),
            }),
            ..solved.clone()
        };
        let (moves, single_cards, without_automatic, solution) = (None, None, None, None);
        let verdict = VerdictWord::Impossible;
        let lost = DealLine {
            verdict,
            moves,
            single_cards,
            without_automatic,
            solution,
            ..solved.clone()
        };
        for line in [solved, lost, counted] {
            for form in [Form::Json, Form::Csv, Form::CsvWithGraphs] {
                if form == Form::Csv && line.graph.is_some() {
                    continue;
                }
                let text = line.text(form);
                assert_eq!(text.lines().count(), 1);
                assert_eq!(DealLine::read(text.trim_end(), form), Some(line.clone()), "{text}");
                assert_eq!(DealLine::read(&text[..text.len() / 3], form), None, "{text}");
            }
        }
        let heads = [Form::Csv, Form::CsvWithGraphs].map(|form| form.head().expect("a head"));
        assert_eq!(heads.each_ref().map(|head| head.split(',').count()), [11, 18]);
        assert_eq!(heads.map(|head| Form::of_first_line(&head)), [Form::Csv, Form::CsvWithGraphs]);
    }
}
