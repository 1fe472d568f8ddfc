//! What is searched, and how.

use crate::board_arg::NamedBoard;
use fcc::census::CensusOptions;
use fcc::game::Game;
use storage::manifest::Identity;

/// What to search and how.
pub struct Search {
    pub named: NamedBoard,
    pub game: Game,
    pub options: CensusOptions,
    /// Whether a win is enough, as for a proof, or everything is to be counted.
    pub until_won: bool,
}

impl Search {
    /// What a directory is to remember of it.
    pub fn identity(&self) -> Identity {
        let rules = self.game.rules();
        let deal = self.named.deal.map_or("a board".to_owned(), |deal| deal.to_string());
        Identity {
            deal,
            board: self.named.board.to_string(),
            freecells: rules.freecells,
            columns: rules.columns,
            prune: self.game.prune().to_string(),
            symmetry: self.options.symmetry,
        }
    }
}
