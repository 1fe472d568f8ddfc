//! The options about searching, as a plan of ours.
//!
//! Soft threads, hard threads, instances and flares are all scans that take turns: each has its states, its step is its
//! quota, and the first that wins or proves ends the search. A prelude sets the order of the turns and their first
//! quotas; a plan of flares does so for whole flares, whose scans share what it gives them. Methods are orders of expansion, and letters of moves are kinds of moves of the same idea; weights are given
//! to what we count of the same intention. Our own scans take their turns after those that were asked for: a scan that
//! leaves moves out may never win, and proves nothing when it ends.
//!
//! Games off the planes have another engine, whose scans make all moves: there orders and weights are taken from what is
//! asked for, and the letters of moves change nothing.

use super::letters::{MOVES, WEIGHTS_MAX, moves_of, on_planes, on_stacks, weights_of};
use fcc::solve::plan::{Plan, Shorten};
use fcc::solve::presets;
use fcc::stacks::{Order, Turn};
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
#[derive(Clone, Debug, Default, PartialEq)]
struct Asked {
    method: Option<&'static str>,
    moves: Option<String>,
    weights: Option<[f64; WEIGHTS_MAX]>,
    seed: u64,
    quota: Option<u64>,
    name: Option<String>,
    /// The flare that it belongs to, counted from 0.
    flare: usize,
}

/// All that was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scans {
    /// Whether solutions are to be made shorter.
    pub optimises: bool,
    intention: Option<Intention>,
    before: Vec<Asked>,
    current: Asked,
    /// Scans by name, with the iterations of their first turn.
    prelude: Vec<(String, u64)>,
    /// Flares by their names, and the same of flares.
    flare_names: Vec<(String, usize)>,
    flares_plan: Vec<(String, u64)>,
    /// What quotas of flares are multiplied by, if not by one.
    flares_factor: Option<u32>,
}

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
        let flare = self.current.flare;
        let asked = std::mem::replace(&mut self.current, Asked { flare, ..Asked::default() });
        self.before.push(asked);
    }

    /// Scans so far, the one at hand included.
    pub fn number(&self) -> usize {
        self.before.len() + 1
    }

    /// The next flare begins, and a scan with it.
    pub fn next_flare(&mut self) {
        self.next();
        self.current.flare += 1;
    }

    pub fn flare_name(&mut self, name: &str) -> Result<(), String> {
        self.flare_names.push((name.to_owned(), self.current.flare));
        Ok(())
    }

    pub fn flares_plan(&mut self, list: &str) -> Result<(), String> {
        for item in list.split(',') {
            let (command, rest) = item
                .split_once(':')
                .ok_or_else(|| "Flares Plan: Could not find a \":\" for a command.".to_owned())?;
            let turn = match command {
                "Run" => rest
                    .split_once('@')
                    .and_then(|(quota, name)| Some((name.to_owned(), quota.parse::<u64>().ok()?))),
                "RunIndef" => Some((rest.to_owned(), u64::from(u32::MAX))),
                // Whoever has won by then has ended the search.
                "CP" if rest.is_empty() => continue,
                _ => None,
            };
            let wrong = || format!("Flares Plan: \"{item}\" is not of the form Run:100@name.");
            self.flares_plan.push(turn.ok_or_else(wrong)?);
        }
        Ok(())
    }

    pub fn flares_factor(&mut self, factor: &str) -> Result<(), String> {
        let percent = factor.parse::<f64>().ok().filter(|factor| *factor > 0.0 && *factor < 1e6);
        let wrong = || format!("The factor of flares \"{factor}\" is no positive number.");
        self.flares_factor = Some((percent.ok_or_else(wrong)? * 100.0) as u32);
        Ok(())
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
        let own = self.in_order();
        if own.is_empty() {
            return Plan { shorten, ..of_intention };
        }
        let mut text = String::from("plan asked\nabout The scans of a command line.\n");
        for asked in own {
            asked.write(&mut text, self.quota(asked).max(1));
        }
        let plan: Plan = text.parse().unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let turns = plan.turns.into_iter().chain(of_intention.turns).collect();
        Plan { shorten, turns, ..plan }
    }

    /// What was asked for, for games off the planes.
    pub fn stacks_turns(&self) -> Vec<Turn> {
        let turn = |asked: &Asked| {
            let order = match asked.method.unwrap_or("depth") {
                "best" => Order::Best(on_stacks(asked.weights.unwrap_or([1.0; WEIGHTS_MAX]))),
                "breadth" => Order::Breadth,
                _ => Order::Depth,
            };
            Turn { order, iterations: self.quota(asked).max(1) }
        };
        self.in_order().into_iter().map(turn).collect()
    }

    /// The scans that say something of how to search, in the order of their first turns.
    fn in_order(&self) -> Vec<&Asked> {
        let mut own = self.own();
        let last = usize::MAX;
        own.sort_by_key(|asked| {
            (self.flare_at(asked).unwrap_or(last), self.prelude_at(asked).unwrap_or(last))
        });
        own
    }

    /// Where the prelude has a scan for the first time.
    fn prelude_at(&self, asked: &Asked) -> Option<usize> {
        let name = asked.name.as_ref()?;
        self.prelude.iter().position(|(named, _)| named == name)
    }

    /// Where the plan of flares has the flare of a scan for the first time.
    fn flare_at(&self, asked: &Asked) -> Option<usize> {
        let (name, _) = self.flare_names.iter().find(|(_, flare)| *flare == asked.flare)?;
        self.flares_plan.iter().position(|(named, _)| named == name)
    }

    /// The iterations of its first turn.
    fn quota(&self, asked: &Asked) -> u64 {
        let by_prelude = self.prelude_at(asked).map(|at| self.prelude[at].1);
        let by_flare = self.flare_at(asked).map(|at| {
            let scans = self.own().iter().filter(|other| other.flare == asked.flare).count() as u64;
            let percent = u64::from(self.flares_factor.unwrap_or(100));
            self.flares_plan[at].1.saturating_mul(percent) / 100 / scans.max(1)
        });
        by_prelude.or(by_flare).or(asked.quota).unwrap_or(QUOTA)
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
        let weights = self.weights.map_or_else(|| WEIGHTS.to_owned(), on_planes);
        let _ = writeln!(
            text,
            "scan {method}{seed}\n  moves {moves}\n  weights {weights}\n  quota {quota}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::solve::run::Scan;

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
    fn flares_have_the_order_and_the_quotas_of_their_plan() {
        let mut scans = Scans::default();
        scans.method("bfs").expect("a method");
        scans.flare_name("last").expect("a name");
        scans.next_flare();
        scans.method("a-star").expect("a method");
        scans.flare_name("first").expect("a name");
        scans.next();
        scans.method("dfs").expect("a method");
        scans.flares_plan("Run:500@first,CP:,Run:40@last").expect("a plan");
        scans.flares_factor("2").expect("a factor");
        let turns = scans.plan().turns;
        let turns: Vec<(Scan, u64)> = turns.iter().map(|turn| (turn.scan, turn.quota)).collect();
        let expected = [(Scan::BestFirst, 500), (Scan::DepthFirst, 500), (Scan::BreadthFirst, 80)];
        assert_eq!(turns[..3], expected);
        for wrong in ["first", "Run:first", "Stop:first", "CP:first", "Run:x@first"] {
            assert!(scans.flares_plan(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn games_off_the_planes_have_the_same_orders_and_quotas() {
        let mut scans = Scans::default();
        assert!(scans.stacks_turns().is_empty());
        scans.method("bfs").expect("a method");
        scans.step("70").expect("a step");
        scans.next();
        scans.method("a-star").expect("a method");
        scans.weights("4,0,0,0,1,0").expect("weights");
        let turns = scans.stacks_turns();
        assert_eq!(turns[0], Turn { order: Order::Breadth, iterations: 70 });
        let Order::Best(weights) = turns[1].order else { panic!("{turns:?}") };
        assert!(weights.in_play > weights.depth && weights.depth > 0 && weights.unseated == 0);
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
