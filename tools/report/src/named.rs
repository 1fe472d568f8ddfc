//! What every JSON says of a deal and its rules.

use fcc::board::{DealName, Rules};
use fcc::numbers::count;
use fcc::rules::{NamedGame, RuleWord};
use serde::Serialize;

/// The deal, if it has a number, and the rules. The keys stand among those of whatever has it.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    deal: Option<u64>,
    /// Where the number alone does not say it: `eight_off 12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal_name: Option<String>,
    freecells: u8,
    columns: u8,
    #[serde(flatten)]
    rules: RulesJson,
    #[serde(skip)]
    of: Of,
}

#[derive(Clone, Copy, Debug)]
struct Of {
    name: Option<DealName>,
    rules: Rules,
}

/// The rules: the name of the game that has them, and their text form.
#[derive(Clone, Debug, Serialize)]
pub struct RulesJson {
    game: Option<&'static str>,
    rules: String,
}

impl RulesJson {
    pub fn of(rules: Rules) -> RulesJson {
        RulesJson::of_game(rules, None)
    }

    /// The same, with the name of this game if the rules are its own.
    pub fn of_game(rules: Rules, game: Option<&'static NamedGame>) -> RulesJson {
        let game = rules.named_as(game).map(|game| game.name);
        RulesJson { game, rules: rules.to_string() }
    }
}

impl Named {
    pub fn of(name: Option<DealName>, rules: Rules) -> Named {
        let plain = name.and_then(|name| name.plain_number());
        Named {
            deal: name.map(|name| name.number),
            deal_name: name.filter(|_| plain.is_none()).map(|name| name.to_string()),
            freecells: rules.freecells,
            columns: rules.columns,
            rules: RulesJson::of_game(rules, name.map(|name| name.game)),
            of: Of { name, rules },
        }
    }

    /// The same of a board that goes by the name of this game.
    pub fn called(self, game: Option<&'static NamedGame>) -> Named {
        let rules = RulesJson::of_game(self.of.rules, game.or(self.of.name.map(|name| name.game)));
        Named { rules, ..self }
    }

    /// `deal 11982`, or what else it is called.
    pub fn name_or(&self, other: &str) -> String {
        self.of.name.map_or_else(|| other.to_owned(), |name| format!("deal {name}"))
    }

    /// The rules in a title.
    pub fn title_text(&self) -> String {
        title_text(self.of.rules)
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.of.rules
    }

    /// `4 freecells, 8 columns`, and the rest of the rules where they are not FreeCell's.
    pub fn rules_text(&self) -> String {
        rules_text(self.of.rules)
    }
}

/// The rules in a title: `4 freecells` in FreeCell, else the game or, without a name, all of them.
pub fn title_text(rules: Rules) -> String {
    title_text_of(rules, None)
}

/// The same, with the name of this game if the rules are its own.
pub fn title_text_of(rules: Rules, game: Option<&'static NamedGame>) -> String {
    match rules.named_as(game) {
        _ if rules.is_freecell() => count(rules.freecells, "freecell"),
        Some(game) => game.name.to_owned(),
        None => rules_text(rules),
    }
}

/// Behind a number of deals: `with 4 freecells`, `of citadel`.
pub fn deals_of_text(rules: Rules, game: Option<&'static NamedGame>) -> String {
    let is_named = !rules.is_freecell() && rules.named_as(game).is_some();
    format!("{} {}", if is_named { "of" } else { "with" }, title_text_of(rules, game))
}

/// The rules for people: numbers, and the rest where it is not FreeCell's.
pub fn rules_text(rules: Rules) -> String {
    let Rules { freecells, columns, decks, build, fill, sequences } = rules;
    let mut numbers = format!("{}, {}", count(freecells, "freecell"), count(columns, "column"));
    if rules.is_freecell() {
        return numbers;
    }
    if decks > 1 {
        numbers += &format!(", {}", count(decks, "deck"));
    }
    let [build, fill, sequences] = [build.word(), fill.word(), sequences.word()];
    format!("{numbers}, build {build}, fill {fill}, sequences {sequences}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_in_full_where_they_are_not_freecells() {
        let text = |name: &str| rules_text(NamedGame::named(name).expect("a game").rules);
        assert_eq!(text("freecell"), "4 freecells, 8 columns");
        let katz =
            "8 freecells, 9 columns, 2 decks, build alternate, fill none, sequences unlimited";
        assert_eq!(text("der_katz"), katz);
        let simon = "0 freecells, 10 columns, build rank, fill any, sequences runs";
        assert_eq!(text("simple_simon"), simon);
        let two = Rules { decks: 2, ..Rules::USUAL };
        assert_eq!(title_text(two), rules_text(two));
        let citadel = NamedGame::named("citadel").expect("a game");
        assert_eq!(title_text(citadel.rules), "beleaguered_castle");
        assert_eq!(title_text_of(citadel.rules, Some(citadel)), "citadel");
    }
}
