//! Whole-program tests, in one binary: the command line, random inputs, moves of several cards
//! spelt out, and certificates.

mod certificate;
mod cli;
mod fuzz;
mod several_cards;
