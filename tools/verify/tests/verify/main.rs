//! Whole-program tests, in one binary: the command line, the formats of a solution, the games, random
//! inputs, moves of several cards spelt out, and certificates.

mod certificate;
mod cli;
mod formats;
mod fuzz;
mod games;
mod rank_decks_runs;
mod several_cards;
