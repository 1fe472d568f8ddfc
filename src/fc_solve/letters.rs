//! Letters of moves and lists of weights, in the words of our plans.

use fcc::stacks::Weights;

/// Letters of moves and the kinds that do the same.
const KINDS: [(&str, &[&str]); 11] = [
    ("01", &["up"]),
    ("2D", &["seat"]),
    ("3", &["dig"]),
    ("4", &["join"]),
    ("5", &["bare"]),
    ("6A", &["open"]),
    ("7jE", &["drop"]),
    ("8", &["shift"]),
    ("9", &["empty"]),
    // To a parent on another stack, from a parent or from none.
    ("B", &["join", "shift"]),
    ("C", &["park"]),
];
/// Moves of Simple Simon, which has scans of its own.
const SIMPLE_SIMON: &str = "abcdefghi";
/// The moves of a scan that names none.
pub const MOVES: &str = "up dig join seat bare empty open drop shift park";

/// An order of moves in our words: groups stay groups, and how a group is ordered inside is left to the scan.
pub fn moves_of(letters: &str) -> Result<String, String> {
    let wrong = |why: &str| Err(format!("Error in tests' order \"{letters}\"! {why}"));
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut is_open = false;
    let mut characters = letters.chars().peekable();
    while let Some(letter) = characters.next() {
        match letter {
            '[' | '(' if is_open => return wrong("There's a nested group."),
            '[' | '(' => {
                is_open = true;
                groups.push(Vec::new());
            }
            ']' | ')' if !is_open => return wrong("A group ends that did not begin."),
            ']' | ')' => {
                is_open = false;
                if characters.next_if_eq(&'=').is_some() {
                    characters.by_ref().take_while(|&one| one != ')').for_each(drop);
                }
            }
            _ => {
                let Some(kinds) = kinds_of(letter) else {
                    return wrong(&format!("There is no move \"{letter}\"."));
                };
                let fresh: Vec<&str> =
                    kinds.into_iter().filter(|kind| !seen.contains(kind)).collect();
                seen.extend(&fresh);
                match groups.last_mut() {
                    Some(group) if is_open => group.extend(fresh),
                    _ => groups.push(fresh),
                }
            }
        }
    }
    let named = groups.iter().filter(|group| !group.is_empty()).map(|group| group.join("+"));
    let moves = named.collect::<Vec<_>>().join(" ");
    Ok(if moves.is_empty() { MOVES.to_owned() } else { moves })
}

fn kinds_of(letter: char) -> Option<Vec<&'static str>> {
    if SIMPLE_SIMON.contains(letter) {
        return Some(Vec::new());
    }
    KINDS.iter().find(|(letters, _)| letters.contains(letter)).map(|(_, kinds)| kinds.to_vec())
}

/// Weights that a list has at most.
pub const WEIGHTS_MAX: usize = 6;

/// Weights for cards out, the longest sequence that can move, cards under sequences, sequences over other cards, depth,
/// and cards that are not on their parents; together 1, if they are not all 0.
pub fn weights_of(list: &str) -> Result<[f64; WEIGHTS_MAX], String> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let given: Option<Vec<f64>> = list.split(',').map(number).collect();
    let given =
        given.ok_or_else(|| format!("The weights \"{list}\" are not numbers with commas."))?;
    let mut weights = [0.0; WEIGHTS_MAX];
    weights.iter_mut().zip(given).for_each(|(weight, given)| *weight = given);
    let total: f64 = weights.iter().map(|weight| weight.abs()).sum();
    Ok(if total == 0.0 { weights } else { weights.map(|weight| weight / total) })
}

/// The same in the words of our plans. Theirs say what is good and ours what is bad.
pub fn on_planes(weights: [f64; WEIGHTS_MAX]) -> String {
    let part = |index: usize, most: f64| (weights[index] * most).round() as i32;
    format!(
        "left={} cells={} empty={} buried={} chain={} moves={} stuck={}",
        part(0, 100.0),
        part(1, 60.0),
        -part(1, 60.0),
        part(2, 60.0),
        -part(3, 60.0),
        part(4, 40.0),
        part(5, 100.0)
    )
}

/// The same for games off the planes.
pub fn on_stacks(weights: [f64; WEIGHTS_MAX]) -> Weights {
    let part = |index: usize, most: f64| (weights[index] * most).round() as i32;
    Weights {
        in_play: part(0, 40.0),
        in_cell: part(1, 30.0),
        empty: -part(1, 40.0),
        buried: part(2, 20.0),
        over_lower: part(2, 20.0),
        blocking: part(3, 20.0),
        depth: part(4, 20.0),
        unseated: part(5, 40.0),
        ..Weights::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_kinds_and_groups_stay_groups() {
        assert_eq!(moves_of("0123").as_deref(), Ok("up seat dig"));
        assert_eq!(
            moves_of("[01][2345j]=asw(5,0,1)6").as_deref(),
            Ok("up seat+dig+join+bare+drop open")
        );
        assert_eq!(moves_of("01ABCDE").as_deref(), Ok("up open join+shift park seat drop"));
        assert_eq!(moves_of("abcdefghi").as_deref(), Ok(MOVES));
        assert!(moves_of("0[1[2]]").is_err() && moves_of("01]").is_err());
        assert!(moves_of("01x").is_err_and(|error| error.contains("\"x\"")));
    }
}
