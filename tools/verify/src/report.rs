//! The verdict as text or JSON.
//!
//! The first line of the text says it all; the position follows as board text, so that it can be
//! fed to another program. The JSON is one line with `valid` and `moves`, and `bad_move` (null when
//! the game merely is not won), `move`, `reason` and `position` when invalid.

use serde::Serialize;

use crate::position::Position;
use crate::replay::Verdict;
use crate::rules::Rules;

/// Why there is no verdict.
pub const TOO_MANY_READINGS: &str = "the solution does not say how many cards go to empty columns, \
    and there are too many ways to read it: write it with -snx or with -p -t -sam";

#[derive(Serialize)]
struct Report<'a> {
    valid: bool,
    moves: usize,
    #[serde(flatten)]
    fault: Option<Fault<'a>>,
}

#[derive(Serialize)]
struct Fault<'a> {
    bad_move: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
    reason: String,
    position: String,
}

/// The verdict on a solution of `moves` moves for a person to read.
pub fn text(verdict: &Verdict, moves: usize) -> String {
    match verdict {
        Verdict::Won => format!("valid: {moves} moves\n"),
        Verdict::IllegalMove { number, written, reason, position } => {
            format!("invalid: move {number} ({written}): {reason}\n{position}")
        }
        Verdict::OtherStart { line, difference, position } => {
            format!("invalid: {}\n{position}", other_start(*line, difference))
        }
        Verdict::OtherRules { line, told, position } => {
            format!("invalid: {}\n{position}", other_rules(*line, *told, position.rules))
        }
        Verdict::TooManyReadings => format!("undecided: {TOO_MANY_READINGS}\n"),
        Verdict::NotWon { position } => format!(
            "invalid: all {moves} moves are legal but the game is not won: {}\n{position}",
            cards_up(position)
        ),
    }
}

/// The verdict on a solution of `moves` moves for a program to read.
pub fn json(verdict: &Verdict, moves: usize) -> String {
    let fault = match verdict {
        Verdict::Won => None,
        Verdict::IllegalMove { number, written, reason, position } => Some(Fault {
            bad_move: Some(*number),
            written: Some(written),
            reason: reason.to_string(),
            position: position.to_string(),
        }),
        Verdict::OtherStart { line, difference, position } => Some(Fault {
            bad_move: None,
            written: None,
            reason: other_start(*line, difference),
            position: position.to_string(),
        }),
        Verdict::OtherRules { line, told, position } => Some(Fault {
            bad_move: None,
            written: None,
            reason: other_rules(*line, *told, position.rules),
            position: position.to_string(),
        }),
        Verdict::TooManyReadings => Some(Fault {
            bad_move: None,
            written: None,
            reason: TOO_MANY_READINGS.to_owned(),
            position: String::new(),
        }),
        Verdict::NotWon { position } => Some(Fault {
            bad_move: None,
            written: None,
            reason: format!("all moves are legal but the game is not won: {}", cards_up(position)),
            position: position.to_string(),
        }),
    };
    let report = Report { valid: fault.is_none(), moves, fault };
    let mut line = serde_json::to_string(&report).expect("a report has only text and numbers");
    line.push('\n');
    line
}

fn other_start(line: usize, difference: &str) -> String {
    format!("the position on line {line} is not the board that is to be solved: {difference}")
}

fn other_rules(line: Option<usize>, told: Rules, of_board: Rules) -> String {
    let what = match line {
        Some(line) => format!("the position on line {line}"),
        None => "the solution".to_owned(),
    };
    let cure = match told.game() {
        Some(game) => format!(" (see --game {})", game.name),
        None => String::new(),
    };
    format!("{what} is by the rules `{told}`, but the board is by `{of_board}`{cure}")
}

fn cards_up(position: &Position) -> String {
    let (up, all) = (position.cards_up(), position.cards());
    format!("{up} of {all} cards are in the foundations")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal;
    use crate::illegal::Illegal;
    use crate::moves::Place;

    fn illegal() -> Verdict {
        Verdict::IllegalMove {
            number: 3,
            written: "4h".into(),
            reason: Illegal::Empty(Place::Column(3)),
            position: deal(1, 4).expect("a deal"),
        }
    }

    #[test]
    fn text_starts_with_the_verdict() {
        assert_eq!(text(&Verdict::Won, 85), "valid: 85 moves\n");
        assert!(
            text(&illegal(), 9)
                .starts_with("invalid: move 3 (4h): column 4 is empty\nFoundations: C-0")
        );
        let not_won = Verdict::NotWon { position: deal(1, 4).expect("a deal") };
        let expected = "invalid: all 0 moves are legal but the game is not won: \
            0 of 52 cards are in the foundations\n";
        assert!(text(&not_won, 0).starts_with(expected));
    }

    #[test]
    fn json_has_the_fault_only_when_invalid() {
        assert_eq!(json(&Verdict::Won, 85), "{\"valid\":true,\"moves\":85}\n");
        let line = json(&illegal(), 9);
        let expected = r#"{"valid":false,"moves":9,"bad_move":3,"move":"4h","reason":"column 4"#;
        assert!(line.starts_with(expected), "{line}");
        let not_won = json(&Verdict::NotWon { position: deal(1, 4).expect("a deal") }, 0);
        assert!(
            not_won.contains("\"bad_move\":null,\"reason\":\"all moves are legal"),
            "{not_won}"
        );
    }
}
