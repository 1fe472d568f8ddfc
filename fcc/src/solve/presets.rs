//! The plans that come with the program, in the text that anybody can write.
//!
//! The weights were found by hill climbing on deals 100,001 and up, away from those that are
//! measured: one or two weights are changed by chance, the deals are solved again, and the change stays
//! if states and moves together have become fewer (`examples/tune.rs`).
//!
//! They are those of FreeCell. For other rules the default plan has other scans ([`for_rules`]), in one table.
//! Built by suit, a scan that leaves no move out is nearly as quick as one that does, since so much is needless
//! there ([`super::kinds`]), and many deals are impossible: it gets most of the time. Means of deals 1001 to
//! 1300, in milliseconds on one thread, with the scans of FreeCell and with these: Baker's Game 1.0 and 0.7, with
//! kings alone in empty columns 2.4 and 1.3, Seahaven Towers 0.7 and 0.7, Eight Off 0.1 and 0.1, Fan 0.4 and 0.15. Other
//! plans are what they are, whatever the rules.

use super::plan::Plan;
use crate::rules::Rules;

/// The plan that is used when none is named.
pub const DEFAULT: &str = "quick";

const TEXTS: [&str; 5] = [QUICK, HARD, DEPTH, CHANCE, PROOF];

const QUICK: &str = "
plan quick
about Best-first scans with meta-moves that take short turns: most deals are solved by the first in some dozen states, and what one is lost in another walks through. The last leaves no move out, so small impossible deals are proved, too.
shorten path
scan best
  moves up join seat open dig drop
  weights left=15 stuck=22 over=-1 cells=27 full=21 empty=-10 buried=7 linked=-6 chain=4 base=4 high=17 moves=8 later=2 spread=10 deep=3
  quota 100
scan best
  moves up join seat open dig bare drop
  weights left=15 stuck=14 over=6 cells=31 full=18 empty=-20 buried=7 linked=1 chain=6 base=2 high=16 moves=4 later=3 spread=6 short=-1 deep=1
  quota 148
scan best
  moves up join seat open dig bare empty drop
  weights left=10 stuck=20 over=7 cells=17 full=17 empty=-21 buried=5 chain=5 base=2 high=12 moves=6 later=2 short=2 deep=-3
  quota 156
scan best
  moves up join seat shift park open drop dig
  weights left=-3 stuck=18 over=12 cells=16 full=21 empty=-23 buried=2 linked=-2 chain=3 base=-3 high=20 moves=10 later=3 spread=2 short=-1 deep=2
  quota 190
";

const HARD: &str = "
plan hard
about The scans of quick with weights found for two freecells: for boards with few freecells or with many iterations to spend. The last leaves no move out.
shorten states
scan best
  moves up join seat open dig drop
  weights left=20 stuck=23 cells=36 empty=-5 buried=7 linked=-1 chain=4 base=4 high=17 later=-3 spread=15 deep=-2
  quota 114
scan best
  moves up join seat open dig bare drop
  weights left=15 stuck=16 over=6 cells=31 full=20 empty=-22 buried=7 linked=1 chain=6 base=4 high=16 moves=4 later=3 spread=9 deep=1
  quota 93
scan best
  moves up join seat open dig bare empty drop
  weights left=2 stuck=20 cells=17 full=18 empty=-26 buried=5 chain=6 base=2 high=12 moves=8 later=2 short=1 deep=-3
  quota 156
scan best
  moves up join seat shift park open drop dig
  weights left=-3 stuck=20 over=11 cells=16 full=21 empty=-22 buried=1 linked=-2 chain=3 base=-3 high=14 moves=10 later=3 spread=1 short=-6 deep=6
  quota 190
";

const DEPTH: &str = "
plan depth
about Depth-first in a fixed order of moves, and depth-first by value: little memory for the way it goes, long ways, for comparison.
shorten states
scan depth
  moves up dig join seat bare empty open drop shift park
  weights left=15 stuck=22 cells=27 full=21 empty=-10 buried=7 chain=4
  quota 500
scan depth
  moves up+dig+join+seat+bare+empty+open+drop
  weights left=10 stuck=20 over=7 cells=17 full=17 empty=-21 buried=5 chain=5 base=2 high=12 later=2
  quota 500
";

const CHANCE: &str = "
plan chance
about Depth-first with chance among equal moves, from two seeds: it gets out of corners that fixed orders are lost in, now and then.
shorten states
scan random 1
  moves up dig join+seat bare+empty open drop shift park
  quota 500
scan random 2
  moves up dig+join+seat bare+empty open drop shift park
  quota 500
";

const PROOF: &str = "
plan proof
about Every move of every state, breadth-first: it ends with the fewest moves of sequences or with a proof that there are none, for boards with few states.
scan breadth
  moves up join seat shift park open drop
  quota 1000000
";

/// Built by suit.
const QUICK_BY_SUIT: &str = "
plan quick
about Best-first scans that take turns, for games built by suit: one with meta-moves for what is easy, and one that leaves no move out, which proves impossible deals, too.
shorten path
scan best
  moves up join seat open dig bare drop
  weights left=15 stuck=14 over=6 cells=31 full=18 empty=-20 buried=7 linked=1 chain=6 base=2 high=16 moves=4 later=3 spread=6 short=-1 deep=1
  quota 148
scan best
  moves up join seat shift park open drop
  weights left=15 stuck=14 over=6 cells=31 full=12 empty=-17 buried=7 linked=1 chain=6 base=2 high=15 moves=4 later=3 spread=11 short=4 deep=3
  quota 400
scan best
  moves up join seat open dig drop
  weights left=15 stuck=22 over=-1 cells=27 full=21 empty=-10 buried=7 linked=-6 chain=4 base=4 high=17 moves=8 later=2 spread=10 deep=3
  quota 100
";

/// Built by suit, without cells: no meta-move can put a card aside.
const QUICK_KEEPING_SEATS: &str = "
plan quick
about One best-first scan that leaves no move out, for games without cells in which a card on its parent stays there.
shorten path
scan best
  moves up join seat shift park open drop
  weights left=-2 stuck=7 over=24 empty=-26 buried=11 linked=12 chain=7 base=-3 moves=-6 later=11 spread=-6 short=-2 deep=12
  quota 1000
";

/// Whether rules are of a kind.
type Fits = fn(Rules) -> bool;

/// The default plan by the rules of a board, the first that fits.
const BY_RULES: [(Fits, &str); 2] =
    [(Rules::keeps_seats, QUICK_KEEPING_SEATS), (Rules::seats_lose_nothing, QUICK_BY_SUIT)];

/// All plans, the default first.
pub fn all() -> Vec<Plan> {
    TEXTS.iter().map(|text| parsed(text)).collect()
}

/// The plan of this name.
pub fn named(name: &str) -> Option<Plan> {
    all().into_iter().find(|plan| plan.name == name)
}

/// The plan that is used when none is named.
pub fn quick() -> Plan {
    named(DEFAULT).expect("it is in the list")
}

/// The plan for boards of these rules: the default one has other scans for some, any other is as it is.
pub fn for_rules(plan: &Plan, rules: Rules) -> Plan {
    let text = BY_RULES.iter().find(|(fits, _)| fits(rules)).map(|(_, text)| text);
    match text {
        Some(text) if *plan == quick() => parsed(text),
        _ => plan.clone(),
    }
}

fn parsed(text: &str) -> Plan {
    text.parse().expect("the plans of the program are well written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{FREECELL, GAMES};

    #[test]
    fn the_default_plan_follows_the_rules_and_others_do_not() {
        for game in GAMES.iter().filter(|game| game.rules.is_on_planes()) {
            let plan = for_rules(&quick(), game.rules);
            assert_eq!(plan.name, DEFAULT);
            assert!(plan.complete().is_some(), "{}", game.name);
            let own = Plan { growth_percent: 150, ..quick() };
            assert_eq!(for_rules(&own, game.rules), own);
        }
        assert_eq!(for_rules(&quick(), FREECELL.rules), quick());
    }
}
