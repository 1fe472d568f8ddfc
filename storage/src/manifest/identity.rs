//! What a run explores: two runs of the same identity have the same counts.

use serde::{Deserialize, Serialize};

/// The deal and the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// What to call the deal: its name, or a file.
    pub deal: String,
    /// The board as text, which has a line with its rules where they are not FreeCell's.
    pub board: String,
    pub freecells: u8,
    pub columns: u8,
    pub prune: String,
    pub symmetry: bool,
}

impl Identity {
    /// Whether the board has a line that tells its game or its rules.
    pub fn tells_rules(&self) -> bool {
        let tells = |line: &str| line.starts_with("# game:") || line.starts_with("# rules:");
        self.board.lines().any(tells)
    }

    /// The parts in which two differ: name, here, there. A board may have several names.
    pub fn differences(&self, other: &Identity) -> Vec<(&'static str, String, String)> {
        let parts = |identity: &Identity| {
            let Identity { deal, board, freecells, columns, prune, symmetry } = identity;
            [
                ("board", board.trim().to_owned(), format!("{deal}:\n{}\n", board.trim())),
                ("freecells", freecells.to_string(), freecells.to_string()),
                ("columns", columns.to_string(), columns.to_string()),
                ("prune", prune.clone(), prune.clone()),
                ("symmetry", symmetry.to_string(), if *symmetry { "on" } else { "off" }.into()),
            ]
        };
        let pairs = parts(self).into_iter().zip(parts(other));
        let differ = pairs.filter(|(mine, theirs)| mine.1 != theirs.1);
        differ.map(|((name, _, mine), (_, _, theirs))| (name, mine, theirs)).collect()
    }
}
