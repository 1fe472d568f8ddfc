//! What a folder is about: a deal, its rules, its prune, states or classes. The file `deal` of the folder, and the checksum
//! that every other file carries.

use crate::error::SplitError;
use crate::sealed::{SealedReader, SealedWriter, number};
use fcc::board::deal::DealNameError;
use fcc::board::{Board, DealName, ReadOptions};
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::rules::Prune;
use std::path::Path;

const KIND: &str = "deal";

/// A deal that is being split.
pub struct SplitDeal {
    pub game: Game,
    /// Its name, when it is a numbered deal.
    pub name: Option<DealName>,
    /// Whether a line stands for a piece of a class, and not for a state.
    pub symmetry: bool,
}

impl SplitDeal {
    /// What tells the files of this deal from those of others.
    pub fn checksum(&self) -> u32 {
        let text = format!(
            "freecells {} prune {} symmetry {}\n{}",
            self.game.rules().freecells,
            self.game.prune(),
            self.symmetry_word(),
            self.game.deal().to_text()
        );
        crc32fast::hash(text.as_bytes())
    }

    fn symmetry_word(&self) -> &'static str {
        if self.symmetry { "on" } else { "off" }
    }

    /// Whether a fingerprint can be one of the deal: no card is more stuck than it was dealt, and the
    /// foundations have no gaps.
    pub fn has(&self, fingerprint: Fingerprint) -> bool {
        let start = self.game.start().fingerprint;
        fingerprint.stuck & !start.stuck == 0
            && start.founded & !fingerprint.founded == 0
            && self.game.is_foundation(fingerprint.founded)
    }

    pub fn write(&self, path: &Path) -> Result<(), SplitError> {
        let mut file = SealedWriter::create(path, KIND, self.checksum())?;
        let name = self.name.map_or("-".into(), |name| name.to_string());
        file.line(format!("number {name}"))?;
        file.line(format!("freecells {}", self.game.rules().freecells))?;
        file.line(format!("prune {}", self.game.prune()))?;
        file.line(format!("symmetry {}", self.symmetry_word()))?;
        for line in self.game.deal().to_text().lines() {
            file.line(line)?;
        }
        file.finish()?;
        Ok(())
    }

    pub fn read(path: &Path) -> Result<SplitDeal, SplitError> {
        let mut file = SealedReader::open(path, KIND, None)?;
        let word = file.expect_after("number")?;
        let name = match &word[..] {
            "-" => None,
            word => Some(word.parse().map_err(|error: DealNameError| file.refuse(error))?),
        };
        let word = file.expect_after("freecells")?;
        let freecells: u8 = number(&word).ok_or_else(|| file.refuse("no number of freecells"))?;
        let word = file.expect_after("prune")?;
        let prune = [Prune::Safe, Prune::None].into_iter().find(|prune| prune.to_string() == word);
        let prune = prune.ok_or_else(|| file.refuse("an unknown prune"))?;
        let symmetry = match &file.expect_after("symmetry")?[..] {
            "on" => true,
            "off" => false,
            _ => return Err(file.refuse("an unknown symmetry")),
        };
        let mut text = String::new();
        while let Some(line) = file.next()? {
            text += line;
            text.push('\n');
        }
        let board =
            Board::read(&text, &ReadOptions { freecells: Some(freecells), ..Default::default() })
                .map_err(|error| file.refuse(error))?;
        board.rules().on_planes().map_err(|error| file.refuse(error))?;
        let deal = SplitDeal { game: Game::new(board, prune), name, symmetry };
        SealedReader::open(path, KIND, Some(deal.checksum()))?;
        Ok(deal)
    }
}
