//! What a stream is of: the format, the deal and the rules, as words in the metadata of its schema.
//!
//! A worker is told its board on the command line and reads it again in the stream. The two have to be
//! equal: entries of another deal would flood to something, and that would count.

use crate::error::WorkerError;
use arrow_schema::Schema;
use fcc::game::Game;
use std::collections::HashMap;

/// The version of the contract. Columns may be added under the same number; none changes its meaning.
pub const VERSION: &str = "1";

const KEYS: [&str; 6] = [
    "strata.version",
    "strata.holds",
    "strata.board",
    "strata.rules",
    "strata.prune",
    "strata.symmetry",
];

/// What a stream holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Entries, sorted by group: what a worker reads.
    Entries,
    /// Exits, components and counts: what a worker writes.
    Findings,
}

impl Holds {
    fn word(self) -> &'static str {
        match self {
            Holds::Entries => "entries",
            Holds::Findings => "findings",
        }
    }
}

/// The deal, its rules, and what is walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    board: String,
    rules: String,
    prune: String,
    symmetry: &'static str,
}

impl Identity {
    /// Of a game, walked by classes or by states.
    pub fn of(game: &Game, symmetry: bool) -> Identity {
        Identity {
            board: game.deal().to_string(),
            rules: game.rules().to_string(),
            prune: game.prune().to_string(),
            symmetry: if symmetry { "on" } else { "off" },
        }
    }

    /// As the metadata of a schema.
    pub fn metadata(&self, holds: Holds) -> HashMap<String, String> {
        KEYS.into_iter().map(str::to_owned).zip(self.words(holds).map(str::to_owned)).collect()
    }

    fn words(&self, holds: Holds) -> [&str; 6] {
        [VERSION, holds.word(), &self.board, &self.rules, &self.prune, self.symmetry]
    }

    /// Refuses a stream of another version, of something else or of another deal, with both values.
    pub fn expect(&self, holds: Holds, schema: &Schema) -> Result<(), WorkerError> {
        for (key, expected) in KEYS.into_iter().zip(self.words(holds)) {
            let found = schema.metadata().get(key).map(|word| &word[..]);
            if found != Some(expected) {
                let found = found.map_or("nothing".to_owned(), |found| format!("`{found}`"));
                return Err(WorkerError::Refused(format!(
                    "the schema of the stream has {found} as {key}, and this worker takes `{expected}`"
                )));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::Board;
    use fcc::rules::Prune;

    fn identity(deal: u64) -> Identity {
        let board = Board::deal(deal, 4).expect("a deal");
        Identity::of(&Game::new(board, Prune::Safe), true)
    }

    #[test]
    fn a_stream_of_something_else_is_refused_with_both_values() {
        let ours = identity(617);
        let expect = |metadata: HashMap<String, String>| {
            let fields: Vec<arrow_schema::Field> = Vec::new();
            ours.expect(Holds::Entries, &Schema::new_with_metadata(fields, metadata))
        };
        expect(ours.metadata(Holds::Entries)).expect("ours");
        let refused =
            |metadata: HashMap<String, String>| expect(metadata).expect_err("not ours").to_string();
        let findings = refused(ours.metadata(Holds::Findings));
        assert!(findings.contains("`findings`") && findings.contains("`entries`"), "{findings}");
        assert!(refused(identity(618).metadata(Holds::Entries)).contains("strata.board"));
        let mut newer = ours.metadata(Holds::Entries);
        newer.insert("strata.version".to_owned(), "2".to_owned());
        assert!(refused(newer).contains("`2` as strata.version"));
        assert!(refused(HashMap::new()).contains("nothing as strata.version"));
    }
}
