//! The checker of certificates: one file that lists every position a deal can come to, and shows
//! that none is won.
//!
//! `docs/certificate.md` has the format and the nine checks, `docs/symmetry.md` the mathematics,
//! `fcc/ENCODING.md` the bits. This is written from those pages and shares no code with the solver.
//!
//! From the bottom: [`cards`], [`fingerprint`] and [`places`] say what there is, [`game`] and
//! [`group`] what a deal makes of it; [`gf2`] has the sets of suit exchanges; [`canonical`],
//! [`flood`], [`safe`] and [`exits`] are the mathematics; [`reader`], [`head`], [`component`]
//! and [`listing`] read the file; [`check`] is the full check and [`sample`] the one of some states by the plain
//! rules of the game; [`refusal`] and [`report`] word what was found.

pub mod canonical;
pub mod cards;
pub mod check;
pub mod command;
pub mod component;
pub mod digest;
pub mod draw;
pub mod drawing;
pub mod exits;
pub mod fast_map;
pub mod fingerprint;
pub mod flood;
pub mod game;
pub mod gf2;
pub mod group;
pub mod head;
pub mod listing;
pub mod obligations;
pub mod places;
pub mod progress;
pub mod random;
pub mod reader;
pub mod refusal;
pub mod report;
pub mod safe;
pub mod sample;
