//! The algorithm of the seed text, as it is written there, for small deals: a queue of FCCs, the
//! DoesExists map, a cache of recent states, and two breadth-first scans. It shares only the
//! reference model with the census, and finds the same FCCs at each depth.
//!
//! Two things are not as the text has them. It takes depth for the number of irreversible moves; a
//! stuck card that goes straight up makes two steps and safe moves make more, so the next FCC may lie
//! more than one layer down, and there is a `next_depth_FCCs` for every depth instead of one. And
//! it stops a scan at any state that is in the cache; a state that the scan itself put there is not
//! meant.

use fcc::board::Board;
use fcc::reference::{Model, naive};
use fcc::rules::Prune;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// `fcs_fully_connected_component_t`, without the moves.
struct Fcc {
    min_by_absolute_depth: Model,
}

#[derive(Default)]
struct DepthFccs {
    does_exists: BTreeSet<String>,
    queue: Vec<Fcc>,
    cache: Lru,
    fccs: u64,
}

/// `LRU_Map{any_state_in_the_FCCs => Bool Exists}`, small on purpose so that it forgets.
#[derive(Default)]
struct Lru {
    order: VecDeque<String>,
    known: HashSet<String>,
}

impl Lru {
    const STATES_MAX: usize = 500;

    fn insert(&mut self, state: String) {
        if self.known.insert(state.clone()) {
            self.order.push_back(state);
        }
        if self.order.len() > Self::STATES_MAX {
            self.known.remove(&self.order.pop_front().expect("not empty"));
        }
    }
}

/// The encoded state key: what states are sorted by.
fn key(model: &Model) -> String {
    format!("{:?}", model.canonical())
}

/// All states of an FCC, breadth-first, and the startpoints that irreversible moves lead to. Ends
/// early, with `None`, at a state that `known` knows.
fn scan(
    deal: &Model,
    prune: Prune,
    from: &Model,
    known: impl Fn(&str) -> bool,
) -> Option<(BTreeSet<String>, Vec<Model>)> {
    let mut states = BTreeSet::from([key(from)]);
    let mut startpoints = Vec::new();
    let mut waiting = VecDeque::from([from.clone()]);
    while let Some(model) = waiting.pop_front() {
        if known(&key(&model)) {
            return None;
        }
        for step in model.moves() {
            let after = model.make(&step);
            if !model.is_reversible(deal, &step) {
                startpoints.push(after.carried(prune));
            } else if states.insert(key(&after)) {
                waiting.push_back(after);
            }
        }
    }
    Some((states, startpoints))
}

fn fccs_by_depth(board: &Board, prune: Prune) -> BTreeMap<u32, u64> {
    let deal = Model::from_board(board);
    let mut depths: BTreeMap<u32, DepthFccs> = BTreeMap::new();
    let mut found = BTreeMap::new();
    let mut startpoints = vec![deal.carried(prune)];
    loop {
        for startpoint in startpoints.drain(..) {
            let next = depths.entry(startpoint.depth(&deal)).or_default();
            let in_cache = |state: &str| next.cache.known.contains(state);
            let Some((states, _)) = scan(&deal, prune, &startpoint, in_cache) else { continue };
            let min_by_sorting = states.first().expect("the startpoint at least").clone();
            states.into_iter().for_each(|state| next.cache.insert(state));
            if next.does_exists.insert(min_by_sorting) {
                next.fccs += 1;
                next.queue.push(Fcc { min_by_absolute_depth: startpoint });
            }
        }
        let Some(mut entry) = depths.first_entry() else { return found };
        let depth = *entry.key();
        match entry.get_mut().queue.pop() {
            Some(fcc) => {
                let nothing = |_: &str| false;
                let scanned = scan(&deal, prune, &fcc.min_by_absolute_depth, nothing);
                startpoints = scanned.expect("nothing stops it").1;
            }
            None => {
                found.insert(depth, entry.remove().fccs);
            }
        }
    }
}

#[test]
fn the_algorithm_of_the_seed_text_finds_the_same_fccs() {
    for (deal, freecells, prune) in
        [(781948, 4, Prune::Safe), (781948, 4, Prune::None), (6, 2, Prune::Safe)]
    {
        let board = Board::deal(deal, freecells).expect("in range");
        let graph = naive::explore(&board, prune, 100_000).expect("small");
        let expected: BTreeMap<u32, u64> =
            graph.layers.iter().map(|(&depth, layer)| (depth, layer.fccs)).collect();
        assert_eq!(fccs_by_depth(&board, prune), expected, "deal {deal}");
    }
}
