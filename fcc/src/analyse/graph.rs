//! The graph of FCCs of a small deal: every FCC a node of its own, with the FCCs it leads to.

use super::exits::{ClassExit, exits_of};
use crate::class::exits::first_moves;
use crate::fingerprint::Fingerprint;
use crate::flood::Control;
use crate::game::Game;
use crate::gf2::{Subspace, Vector};
use crate::group::Group;
use crate::hash::QuickMap;
use crate::ports::DoesExists;
use crate::state::State;
use crate::suitset::{Piece, SuitSet};
use crate::trace::{Component, FloodLimits, TraceError, classes_in, reached_components};
use std::collections::{BTreeMap, BTreeSet};

/// FCCs and the ways between them.
#[derive(Clone, Debug, Default)]
pub struct FccGraph {
    /// By depth, fingerprint, component and mark.
    pub nodes: Vec<FccNode>,
    /// From node to node, each once however many moves lead there; sorted.
    pub edges: Vec<(u32, u32)>,
}

/// One FCC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FccNode {
    /// The layer that it lies in.
    pub depth: u32,
    /// The smallest key of the classes of its component; FCCs that are alike have the same.
    pub smallest: u128,
    /// How many states it has.
    pub states: u128,
    /// One of its states.
    pub state: State,
    /// Whether it has no stuck card: the game is as good as won.
    pub is_won: bool,
    /// Whether a move leads out of it, also into layers that were not asked for.
    pub has_exits: bool,
}

/// Why there is no graph.
#[derive(Debug)]
pub enum GraphError {
    /// A component could not be flooded, or the records could not be read.
    Trace(TraceError),
    /// More FCCs than were allowed.
    TooMany {
        /// Those that were found until it was given up; there may be more.
        fccs: u128,
    },
}

impl From<TraceError> for GraphError {
    fn from(error: TraceError) -> GraphError {
        GraphError::Trace(error)
    }
}

/// A component with its FCCs.
struct Flooded<'a> {
    depth: u32,
    component: Component<'a>,
    /// The nodes of its FCCs, by mark reduced modulo K.
    nodes: BTreeMap<Vector, u32>,
}

/// The FCCs of recorded layers of these depths, `nodes_max` of them at most.
pub fn fcc_graph(
    game: &Game,
    exists: &dyn DoesExists,
    depths: &[u32],
    nodes_max: usize,
    memory_bytes: u64,
    control: &Control,
) -> Result<FccGraph, GraphError> {
    let limits = FloodLimits { classes_max: classes_in(memory_bytes), control };
    let mut graph = FccGraph::default();
    let mut flooded: Vec<Flooded> = Vec::new();
    let mut groups: QuickMap<Fingerprint, Vec<usize>> = QuickMap::default();
    for &depth in depths {
        for fingerprint in exists.groups(depth).map_err(TraceError::Port)? {
            let records = exists.of_group(depth, fingerprint).map_err(TraceError::Port)?;
            for reached in reached_components(game, fingerprint, records, limits)? {
                let group = Group::new(game, fingerprint);
                let component = Component::flood(group, reached.smallest, limits)?;
                let fccs = reached.set.size() >> component.tree.k.dimension();
                if fccs + graph.nodes.len() as u128 > nodes_max as u128 {
                    return Err(GraphError::TooMany { fccs: fccs + graph.nodes.len() as u128 });
                }
                let marks = cosets(&reached.set, &component.tree.k);
                assert_eq!(marks.len() as u128, fccs, "an FCC for each coset");
                let mut nodes = BTreeMap::new();
                for mark in marks {
                    nodes.insert(mark, graph.nodes.len() as u32);
                    graph.nodes.push(FccNode {
                        depth,
                        smallest: component.smallest,
                        states: component.fcc_states(),
                        state: component.state(component.smallest, mark),
                        is_won: fingerprint.is_won(),
                        has_exits: false,
                    });
                }
                groups.entry(fingerprint).or_default().push(flooded.len());
                flooded.push(Flooded { depth, component, nodes });
            }
        }
    }
    let find = |exit: &ClassExit| {
        let of_group = groups.get(&exit.fingerprint)?;
        of_group.iter().find_map(|&index| {
            let class = flooded[index].component.find(exit.key)?;
            Some((&flooded[index], class.phi))
        })
    };
    let mut edges = BTreeSet::new();
    for from in &flooded {
        for (&mark, &node) in &from.nodes {
            control.look().map_err(|_| TraceError::Stopped)?;
            graph.nodes[node as usize].has_exits = edges_of(from, mark, &find, |to| {
                edges.insert((node, to));
            });
        }
    }
    graph.edges = edges.into_iter().collect();
    Ok(graph)
}

/// Calls `visit` with each node that an FCC leads to. Says whether a move leads out of it.
fn edges_of<'a>(
    from: &Flooded,
    mark: Vector,
    find: &impl Fn(&ClassExit) -> Option<(&'a Flooded<'a>, Vector)>,
    mut visit: impl FnMut(u32),
) -> bool {
    let Flooded { component, depth, .. } = from;
    let group = &component.group;
    let mut leaves = false;
    for class in &component.tree.classes {
        let states = Piece::new(mark ^ class.phi, component.tree.k);
        first_moves(group, group.planes(class.key), |first| {
            exits_of(&first, group, component.pairs, |exit| {
                let Some(made) = made_by(&states, &exit) else { return };
                leaves = true;
                let Some((to, phi)) = find(&exit) else { return };
                assert!(to.depth > *depth, "exits lead deeper");
                let image = exit.image(made.offset()) ^ phi;
                let spread = made.space().basis().iter().map(|&vector| vector & exit.keep);
                let arrived = SuitSet::new([Piece::new(image, Subspace::span(spread))]);
                for mark in cosets(&arrived, &to.component.tree.k) {
                    visit(*to.nodes.get(&mark).expect("what is arrived at was reached"));
                }
            });
        });
    }
    leaves
}

/// The vectors of a piece that can make an exit.
fn made_by(piece: &Piece, exit: &ClassExit) -> Option<Piece> {
    let mut made = *piece;
    let mut fixed = exit.fixed;
    while fixed != 0 {
        let bit = fixed & fixed.wrapping_neg();
        fixed ^= bit;
        made = made.with_bit(bit, exit.value & bit != 0)?;
    }
    Some(made)
}

/// The cosets of K that a set meets, each by its reduced vector.
fn cosets(set: &SuitSet, k: &Subspace) -> BTreeSet<Vector> {
    let mut marks = BTreeSet::new();
    for piece in set.pieces() {
        let beyond = Subspace::span(piece.space().basis().iter().map(|&vector| k.reduce(vector)));
        marks.extend(beyond.vectors().map(|vector| k.reduce(vector ^ piece.offset())));
    }
    marks
}
