//! The line of a deal, as JSON or as CSV, written and read.

use super::GraphLine;
use crate::shell::shell_word;
use fcc::board::{DealName, Rules};
use fcc::optimal::{Bounds, Metric};
use fcc::solution::Solution;
use fcc::verdict::VerdictWord;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Json,
    Csv(Columns),
}

/// Which columns a CSV has beside the ones that all have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The name of the deal and its rules, for games other than FreeCell on eight columns.
    pub rules: bool,
    /// The numbers of the whole graph.
    pub graphs: bool,
}

impl Columns {
    const ALL: [Columns; 4] = [
        Columns { rules: false, graphs: false },
        Columns { rules: false, graphs: true },
        Columns { rules: true, graphs: false },
        Columns { rules: true, graphs: true },
    ];

    fn head(self) -> String {
        let rules = if self.rules { RULES_HEAD } else { "" };
        let graphs = if self.graphs { GRAPH_HEAD } else { "" };
        format!("{CSV_HEAD}{rules}{graphs}")
    }
}

impl Form {
    /// The first line of a file.
    pub fn head(self) -> Option<String> {
        match self {
            Form::Json => None,
            Form::Csv(columns) => Some(columns.head()),
        }
    }

    /// The form of a file that begins with this line.
    pub fn of_first_line(line: &str) -> Form {
        let columns = Columns::ALL.into_iter().find(|columns| columns.head() == line);
        columns.map_or(Form::Json, Form::Csv)
    }

    /// The command that shows the lines of a file that have this verdict. No other field has such a text.
    pub fn command_for(self, verdict: VerdictWord, path: &Path) -> String {
        let text = match self {
            Form::Json => format!("'\"verdict\":\"{verdict}\"'"),
            Form::Csv(_) => format!(",{verdict},"),
        };
        format!("grep {text} {}", shell_word(&path.display().to_string()))
    }
}

/// What came of a deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DealLine {
    pub deal: u64,
    pub freecells: u8,
    /// The game that has the rules, and the rules, where they are not FreeCell's on eight columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The name of the deal, where its number alone does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal_name: Option<String>,
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
    /// The fewest moves, where they were asked for; in JSON alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal: Option<OptimalJson>,
}

/// Between which numbers the fewest moves lie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptimalJson {
    /// What counts as one move.
    pub metric: String,
    /// Whether the two numbers are one.
    pub proven: bool,
    /// No solution has fewer moves.
    pub lower: u32,
    /// The moves of the best solution that was found.
    pub upper: Option<u32>,
}

impl OptimalJson {
    /// Bounds of a search.
    pub fn of(metric: Metric, bounds: Bounds) -> OptimalJson {
        let Bounds { lower, upper } = bounds;
        OptimalJson { metric: metric.word().to_owned(), proven: upper == Some(lower), lower, upper }
    }
}

/// The first line of a CSV.
const CSV_HEAD: &str = "deal,freecells,verdict,stage,moves,single_cards,without_automatic,states,classes,seconds,solution";
/// The columns of other games. In a CSV the parts of the rules stand between semicolons.
const RULES_HEAD: &str = ",deal_name,rules";
/// The columns of graphs.
const GRAPH_HEAD: &str = ",graph_states,fccs,groups,depth,largest_fcc,dead_ends,winning_fccs";

impl DealLine {
    /// Says the rules where they have to be said.
    pub fn by(self, name: DealName, rules: Rules) -> DealLine {
        let told =
            (rules != Rules::freecell(rules.freecells, Rules::USUAL.columns)).then_some(rules);
        DealLine {
            game: told
                .and_then(|rules| rules.named_as(Some(name.game)))
                .map(|game| game.name.to_owned()),
            rules: told.map(|rules| rules.to_string()),
            deal_name: name.plain_number().is_none().then(|| name.to_string()),
            ..self
        }
    }

    /// The rules that it says.
    pub fn rules(&self) -> Option<Rules> {
        match &self.rules {
            Some(rules) => rules.parse().ok(),
            None => Some(Rules { freecells: self.freecells, ..Rules::USUAL }),
        }
    }

    /// The deal that it is about.
    pub fn name(&self) -> Option<DealName> {
        match &self.deal_name {
            Some(name) => name.parse().ok(),
            None => Some(DealName::freecell(self.deal)),
        }
    }

    /// The line with its end.
    pub fn text(&self, form: Form) -> String {
        match form {
            Form::Json => {
                let mut text = serde_json::to_string(self).expect("plain values have a form");
                text.push('\n');
                text
            }
            Form::Csv(columns) => {
                let graph = match (columns.graphs, &self.graph) {
                    (true, Some(graph)) => graph_fields(graph),
                    (true, None) => ",".repeat(7),
                    (false, _) => String::new(),
                };
                let rules = match columns.rules {
                    true => self.rules_fields(),
                    false => String::new(),
                };
                let number = |count: Option<usize>| count.map_or(String::new(), |n| n.to_string());
                format!(
                    "{},{},{},{},{},{},{},{},{},{},{}{rules}{graph}\n",
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
            Form::Csv(columns) => DealLine::read_csv(text, columns),
        }
    }

    fn rules_fields(&self) -> String {
        let rules = self.rules.as_deref().unwrap_or_default().replace(", ", "; ");
        format!(",{},{rules}", self.deal_name.as_deref().unwrap_or_default())
    }

    fn read_csv(text: &str, columns: Columns) -> Option<DealLine> {
        let fields: Vec<&str> = text.split(',').collect();
        if fields.len() != columns.head().split(',').count() {
            return None;
        }
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
            ref more @ ..,
        ] = fields[..]
        else {
            return None;
        };
        let count = |field: &str| match field {
            "" => Some(None),
            field => field.parse().ok().map(Some),
        };
        let text = |field: &str| (!field.is_empty()).then(|| field.to_owned());
        let (deal_name, rules, graph) = match (columns.rules, more) {
            (true, [name, rules, graph @ ..]) => {
                (text(name), text(&rules.replace("; ", ", ")), graph)
            }
            _ => (None, None, more),
        };
        let of_name: Option<DealName> = deal_name.as_ref().and_then(|name| name.parse().ok());
        let game = rules
            .as_ref()
            .and_then(|rules| rules.parse::<Rules>().ok()?.named_as(of_name.map(|name| name.game)));
        Some(DealLine {
            deal: deal.parse().ok()?,
            freecells: freecells.parse().ok()?,
            game: game.map(|game| game.name.to_owned()),
            rules,
            deal_name,
            verdict: verdict.parse().ok()?,
            stage: stage.to_owned(),
            because: None,
            moves: count(moves)?,
            single_cards: count(cards)?,
            without_automatic: count(without)?,
            states: states.parse().ok()?,
            classes: classes.parse().ok()?,
            seconds: seconds.parse().ok()?,
            solution: text(solution),
            graph: read_graph(graph)?,
            optimal: None,
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
            game: None,
            rules: None,
            deal_name: None,
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
            optimal: None,
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
        let name: DealName = "eight_off pysol 40000".parse().expect("a deal");
        let of_game = counted.clone().by(name, name.game.rules);
        assert_eq!((of_game.name(), of_game.rules()), (Some(name), Some(name.game.rules)));
        assert_eq!(solved.rules(), Some(Rules::freecell(3, 8)));
        // Rules that three games have: the name of the deal tells which of them it is.
        let name: DealName = "citadel 12".parse().expect("a deal");
        let of_citadel = lost.clone().by(name, name.game.rules);
        assert_eq!(of_citadel.game.as_deref(), Some("citadel"));
        for line in [solved, lost, counted, of_game, of_citadel] {
            let forms = Columns::ALL.map(Form::Csv);
            for form in forms.into_iter().chain([Form::Json]) {
                let fits = |columns: Columns| {
                    (columns.graphs || line.graph.is_none())
                        && (columns.rules || line.rules.is_none())
                };
                if matches!(form, Form::Csv(columns) if !fits(columns)) {
                    continue;
                }
                let text = line.text(form);
                assert_eq!(text.lines().count(), 1);
                assert_eq!(DealLine::read(text.trim_end(), form), Some(line.clone()), "{text}");
                assert_eq!(DealLine::read(&text[..text.len() / 3], form), None, "{text}");
            }
        }
        let heads = Columns::ALL.map(|columns| columns.head());
        assert_eq!(heads.each_ref().map(|head| head.split(',').count()), [11, 18, 13, 20]);
        assert_eq!(heads.map(|head| Form::of_first_line(&head)), Columns::ALL.map(Form::Csv));
    }
}
