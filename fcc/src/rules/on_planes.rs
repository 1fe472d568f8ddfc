//! Which games the planes hold, and with them the search by layers; and what is said of the others, once.
//!
//! A plane has a bit for each card of a deck, and a card on it has at most two parents: the search by layers,
//! its records and its certificates are made of planes. All other games are searched by [`crate::stacks`].

use super::{Build, Rules, Sequences};
use std::fmt;

/// Rules that the planes do not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffPlanes {
    /// Those rules.
    pub rules: Rules,
}

impl Rules {
    /// Whether the planes can hold its states: a card has at most two parents, there is one of each, and cards
    /// go up one by one.
    pub const fn is_on_planes(self) -> bool {
        self.decks == 1
            && !matches!(self.build, Build::Rank)
            && !matches!(self.sequences, Sequences::Runs)
    }

    /// Refuses rules that the planes do not hold.
    pub const fn on_planes(self) -> Result<(), OffPlanes> {
        if self.is_on_planes() { Ok(()) } else { Err(OffPlanes { rules: self }) }
    }
}

impl fmt::Display for OffPlanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { decks, build, sequences, .. } = self.rules;
        let reasons = [
            (decks > 1, "is played with two decks"),
            (build == Build::Rank, "is built by rank"),
            (sequences == Sequences::Runs, "sends whole suits to the foundations"),
        ];
        let reasons: Vec<&str> =
            reasons.into_iter().filter(|(is_so, _)| *is_so).map(|(_, reason)| reason).collect();
        write!(
            f,
            "the search by layers holds one deck that is built by suit or by colour and goes up card by card, \
             and this game {}",
            reasons.join(" and ")
        )
    }
}

impl std::error::Error for OffPlanes {}

#[cfg(test)]
mod tests {
    use crate::rules::{GAMES, NamedGame};

    #[test]
    fn what_keeps_a_game_from_the_planes_is_said() {
        let refused = |name: &str| {
            let game = NamedGame::named(name).expect("a game");
            game.rules.on_planes().expect_err("not on planes").to_string()
        };
        assert!(refused("der_katz").ends_with("this game is played with two decks"));
        assert!(refused("citadel").ends_with("this game is built by rank"));
        let both = "this game is built by rank and sends whole suits to the foundations";
        assert!(refused("simple_simon").ends_with(both));
        let held = GAMES.iter().filter(|game| game.rules.on_planes().is_ok()).count();
        assert_eq!(held, 10);
    }
}
