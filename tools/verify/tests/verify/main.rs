//! Whole-program tests, in one binary: the command line, random inputs, and moves of several cards
//! spelt out.

mod cli;
mod fuzz;
mod several_cards;
