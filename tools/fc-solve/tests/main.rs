//! The binary `fc-solve` beside the original: its grammar, its boards, the form of its answers, its verdicts.
//!
//! Where the original is installed, both are run on the same input; where it is not, tests that need it say so. A few
//! answers of the original are kept in `data`, so that the form is checked everywhere.

mod boards;
mod callers;
mod form;
mod grammar;
mod support;
mod verdicts;
