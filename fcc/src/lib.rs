//! `fcc`: the game and its graph.
//!
//! Cards, deals, boards, rules, the encoding of states, their expansion, groups and fully connected
//! components. This room opens no file, reads no clock and prints nothing.
//!
//! The way in: [`board::Board`] (lists of cards, text) becomes a [`game::Game`] (tables of the
//! deal), whose positions are [`state::State`]s (four words); a [`group::Group`] turns the states of
//! one fingerprint into integers and expands them; [`census`] walks the whole graph.
//!
//! What the words mean (stuck, loose, group, FCC, class, suit set, entry, exit, forced ...) is in
//! docs/words.md of the repository.

pub mod analyse;
pub mod arrival;
mod base64;
pub mod bits;
pub mod board;
pub mod card;
pub mod census;
pub mod class;
pub mod consumed;
pub mod convert;
pub mod digest;
pub mod entries;
pub mod fingerprint;
pub mod flood;
pub mod game;
pub mod gf2;
pub mod group;
pub mod hash;
pub mod key;
pub mod legal;
pub mod memory;
pub mod moves;
pub mod notation;
pub mod numbers;
pub mod optimal;
pub mod planes;
mod play;
pub mod ports;
pub mod reference;
pub mod replay;
pub mod report;
pub mod rules;
pub mod solution;
pub mod solve;
pub mod spaces;
pub mod split;
pub mod stacks;
pub mod state;
pub mod suitset;
mod table;
pub mod tally;
pub mod trace;
pub mod verdict;
