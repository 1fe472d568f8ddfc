//! The options about searching, as a plan of ours.
//!
//! Soft threads, hard threads, instances and flares are all scans that take turns: each has its states, its step is its
//! quota, and the first that wins or proves ends the search. A prelude sets the order of the turns and their first
//! quotas. Methods are orders of expansion, and letters of moves are kinds of moves of the same idea; weights are given
//! to what we count of the same intention. Our own scans take their turns after those that were asked for: a scan that
//! leaves moves out may never win, and proves nothing when it ends.
//!
//! Games off the planes have scans of their own, whatever is asked for.

use fcc::solve::plan::{Plan, Shorten};
use fcc::solve::presets;
use std::fmt::Write;

/// What a preset of fc-solve is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intention {
    /// Answers soon.
    Quick,
    /// Solves with few cells.
    FewCells,
    /// Finds short solutions.
    Short,
}

/// One scan as it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Asked {
    method: Option<&'static str>,
    moves: Option<String>,
    weights: Option<String>,
    seed: u64,
    quota: Option<u64>,
    name: Option<String>,
}

/// All that was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scans {
    /// Whether solutions are to be made shorter.
    pub optimises: bool,
    intention: Option<Intention>,
    before: Vec<Asked>,
    current: Asked,
    /// Scans by name, with the iterations of their first turn.
    prelude: Vec<(String, u64)>,
}

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
const MOVES: &str = "up dig join seat bare empty open drop shift park";
const WEIGHTS: &str = "left=20 stuck=20 cells=17 full=17 empty=-20 buried=6 chain=5 moves=4";
/// The step of a soft thread.
const QUOTA: u64 = 500;

impl Scans {
    pub fn preset(&mut self, intention: Intention) {
        self.intention = Some(intention);
    }

    pub fn method(&mut self, name: &str) -> Result<(), String> {
        self.current.method = Some(match name {
            "dfs" | "soft-dfs" => "depth",
            "random-dfs" => "random",
            "a-star" | "patsolve" => "best",
            "bfs" => "breadth",
            _ => return Err(format!("Unknown solving method \"{name}\".")),
        });
        Ok(())
    }

    pub fn order(&mut self, letters: &str) -> Result<(), String> {
        self.current.moves = Some(moves_of(letters)?);
        Ok(())
    }

    pub fn weights(&mut self, list: &str) -> Result<(), String> {
        self.current.weights = Some(weights_of(list)?);
        Ok(())
    }

    pub fn seed(&mut self, number: &str) -> Result<(), String> {
        self.current.seed = number.parse().unwrap_or_default();
        Ok(())
    }

    pub fn step(&mut self, number: &str) -> Result<(), String> {
        self.current.quota = number.parse().ok().filter(|&quota| quota > 0);
        Ok(())
    }

    pub fn name(&mut self, name: &str) -> Result<(), String> {
        self.current.name = Some(name.to_owned());
        Ok(())
    }

    pub fn prelude(&mut self, list: &str) -> Result<(), String> {
        let turn = |item: &str| {
            let (quota, name) = item.split_once('@')?;
            Some((name.to_owned(), quota.parse().ok()?))
        };
        let turns: Option<Vec<_>> = list.split(',').map(turn).collect();
        self.prelude.extend(turns.ok_or_else(|| {
            format!("The prelude \"{list}\" is not of the form 100@name,200@other.")
        })?);
        Ok(())
    }

    /// The next scan begins.
    pub fn next(&mut self) {
        let asked = std::mem::take(&mut self.current);
        self.before.push(asked);
    }

    /// Whether solutions are worth a search for shorter ones.
    pub fn wants_short(&self) -> bool {
        self.intention == Some(Intention::Short)
    }

    /// The plan of all this.
    pub fn plan(&self) -> Plan {
        let of_intention = match self.intention {
            Some(Intention::FewCells) => presets::named("hard").expect("it comes with the program"),
            _ => presets::quick(),
        };
        let shorten = if self.optimises { Shorten::States } else { of_intention.shorten };
        let mut own = self.own();
        if own.is_empty() {
            return Plan { shorten, ..of_intention };
        }
        let at = |asked: &Asked| {
            let is_named = |(name, _): &&(String, u64)| asked.name.as_ref() == Some(name);
            self.prelude.iter().position(|turn| is_named(&turn)).unwrap_or(usize::MAX)
        };
        own.sort_by_key(|asked| at(asked));
        let mut text = String::from("plan asked\nabout The scans of a command line.\n");
        for asked in own {
            let quota = self.prelude.get(at(asked)).map(|&(_, quota)| quota).or(asked.quota);
            asked.write(&mut text, quota.unwrap_or(QUOTA).max(1));
        }
        let plan: Plan = text.parse().unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let turns = plan.turns.into_iter().chain(of_intention.turns).collect();
        Plan { shorten, turns, ..plan }
    }

    /// The scans that say something of how to search.
    fn own(&self) -> Vec<&Asked> {
        let says = |asked: &&Asked| {
            asked.method.is_some() || asked.moves.is_some() || asked.weights.is_some()
        };
        self.before.iter().chain([&self.current]).filter(says).collect()
    }
}

impl Asked {
    fn write(&self, text: &mut String, quota: u64) {
        let method = self.method.unwrap_or("depth");
        let seed = if method == "random" { format!(" {}", self.seed) } else { String::new() };
        let moves = self.moves.as_deref().unwrap_or(MOVES);
        let weights = self.weights.as_deref().unwrap_or(WEIGHTS);
        let _ = writeln!(
            text,
            "scan {method}{seed}\n  moves {moves}\n  weights {weights}\n  quota {quota}"
        );
    }
}

/// An order of moves in our words: groups stay groups, and how a group is ordered inside is left to the scan.
fn moves_of(letters: &str) -> Result<String, String> {
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

/// Weights for cards out, the longest sequence that can move, cards under sequences, sequences over other cards, depth,
/// and cards that are not on their parents. Theirs say what is good and ours what is bad.
fn weights_of(list: &str) -> Result<String, String> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let weights: Option<Vec<f64>> = list.split(',').map(number).collect();
    let weights =
        weights.ok_or_else(|| format!("The weights \"{list}\" are not numbers with commas."))?;
    let total: f64 = weights.iter().map(|weight| weight.abs()).sum();
    let part = |index: usize, most: f64| {
        let weight = weights.get(index).copied().unwrap_or_default();
        if total == 0.0 { 0 } else { (weight / total * most).round() as i32 }
    };
    Ok(format!(
        "left={} cells={} empty={} buried={} chain={} moves={} stuck={}",
        part(0, 100.0),
        part(1, 60.0),
        -part(1, 60.0),
        part(2, 60.0),
        -part(3, 60.0),
        part(4, 40.0),
        part(5, 100.0)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::solve::run::Scan;

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

    #[test]
    fn soft_threads_take_turns_and_a_prelude_orders_them() {
        let mut scans = Scans::default();
        scans.method("soft-dfs").expect("a method");
        scans.name("one").expect("a name");
        scans.next();
        scans.method("random-dfs").expect("a method");
        scans.seed("7").expect("a seed");
        scans.name("two").expect("a name");
        scans.step("300").expect("a step");
        scans.next();
        scans.method("a-star").expect("a method");
        scans.weights("0.5,0,0.3,0,0.2").expect("weights");
        scans.prelude("80@two,90@one,70@two").expect("a prelude");
        let plan = scans.plan();
        let turns: Vec<(Scan, u64)> =
            plan.turns.iter().map(|turn| (turn.scan, turn.quota)).collect();
        let expected = [(Scan::Random(7), 80), (Scan::DepthFirst, 90), (Scan::BestFirst, QUOTA)];
        assert_eq!(turns[..3], expected);
        assert_eq!(plan.turns[3..], presets::quick().turns);
        assert!(scans.weights("1,x").is_err() && scans.prelude("80").is_err());
    }

    #[test]
    fn atomic_moves_leave_no_move_out() {
        let first_is_complete = |order: &str| {
            let mut scans = Scans::default();
            scans.order(order).expect("an order");
            scans.plan().turns[0].set.complete().is_some()
        };
        assert!(first_is_complete("01ABCDE") && !first_is_complete("0123456789"));
    }

    #[test]
    fn without_a_word_about_it_the_plan_is_the_default_one() {
        assert_eq!(Scans::default().plan(), presets::quick());
        let optimised = Scans { optimises: true, ..Scans::default() };
        assert_eq!(optimised.plan().shorten, Shorten::States);
    }
}
