//! The plans that come with the program, in the text that anybody can write.
//!
//! The weights were found by hill climbing on deals 100,001 and up, away from those that are
//! measured: one or two weights are changed by chance, the deals are solved again, and the change stays
//! if states and moves together have become fewer (`examples/tune.rs`).

use super::plan::Plan;

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

/// All plans, the default first.
pub fn all() -> Vec<Plan> {
    TEXTS
        .iter()
        .map(|text| text.parse().expect("the plans of the program are well written"))
        .collect()
}

/// The plan of this name.
pub fn named(name: &str) -> Option<Plan> {
    all().into_iter().find(|plan| plan.name == name)
}

/// The plan that is used when none is named.
pub fn quick() -> Plan {
    named(DEFAULT).expect("it is in the list")
}
