//! One reader for each format of a solution; [`crate::solution`] chooses among them.
//!
//! | reader | what it reads |
//! |---|---|
//! | [`json`] | moves of single cards in JSON |
//! | [`listing`] | standard notation, and numbered moves in words |
//! | [`boards`] | positions only, as board text |
//! | [`fc_solve`] | what `fc-solve` prints, with positions ([`shown`], [`drawn`]) or without |

pub mod boards;
pub mod drawn;
pub mod fc_name;
pub mod fc_solve;
pub mod json;
pub mod listing;
pub mod shown;
pub mod words;
