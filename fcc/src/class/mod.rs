//! The kernel of classes: what every proof by symmetry rests on, written once.
//!
//! The tableau sees rank and colour; suits matter only at the foundations. Where both cards of a
//! rank and colour are movable they are a *pair*, and exchanging them, wherever they lie, turns
//! states of the group into states of the group. States that differ only by such exchanges form a
//! *class*. A state is (class *q*, vector *v*): the canonical member of *q* with the pairs of *v*
//! exchanged. (The safe rule treats the two cards of a pair alike: in a live group no movable card is safe.)
//!
//! - `pairs`: pairs, exchanges, and those that change nothing;
//! - `canonical`: the canonical member, and the way to it;
//! - `neighbours`: reversible moves, from class to class;
//! - `exits`: irreversible moves, cut where foundations tell suits apart;
//! - `carry`: an exit on its way through safe moves, whatever travels with it;
//! - `tree`: all classes of a small component, with the moves between them.
//!
//! docs/symmetry.md has the proofs.

pub mod canonical;
pub mod carry;
pub mod exits;
pub mod neighbours;
pub mod pairs;
pub mod tree;

pub use canonical::{ClassOfState, canonical, canonical_key, class_of, vector_to_canonical};
pub use pairs::{exchange, pairs_of, stabiliser, stabiliser_space};
