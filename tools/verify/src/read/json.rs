//! Solutions in JSON: `{"moves": [{"card": "5H", "from": "3", "to": "a"}, ...]}` or the bare array.
//!
//! Each move names its one card, so that a slip of the program that wrote it cannot replay as a
//! different game. Where sequences move as one, or whole suits go up, the card may be the highest of
//! several. An object may tell the `rules` that it is for. Keys other than these are skipped without
//! being kept: an input of 64 MiB must not grow into gigabytes of values. For the same reason moves are made while parsing, never
//! collected as raw JSON first.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::card::Card;
use crate::faults::{Faults, quoted};
use crate::moves::{Cards, MOVES_MAX, Move, Place, Step};
use crate::rules::Rules;
use crate::solution::SolutionFault;

/// Reads an object with `moves`, or the bare array of moves.
pub fn read_json(text: &str) -> Result<Vec<Step>, Faults<SolutionFault>> {
    let parsed = if text.trim_start().starts_with('[') {
        serde_json::from_str::<Moves>(text).map(|moves| Solution { moves, rules: None })
    } else {
        serde_json::from_str::<Solution>(text)
    };
    let Solution { moves, rules } =
        parsed.map_err(|error| SolutionFault::Json(error.to_string()))?;
    let Moves { moves, mut faults } = moves;
    let rules = rules.map(|rules| Rules::read(&rules)).transpose();
    let rules = rules.map_err(|fault| faults.add(SolutionFault::Rules(fault))).ok().flatten();
    faults.or(|| rules.map(Step::Rules).into_iter().chain(moves).collect())
}

#[derive(Deserialize)]
struct Solution {
    moves: Moves,
    #[serde(default)]
    rules: Option<String>,
}

/// The moves that could be read and the faults of those that could not.
#[derive(Default)]
struct Moves {
    moves: Vec<Step>,
    faults: Faults<SolutionFault>,
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(MovesVisitor)
    }
}

struct MovesVisitor;

impl<'de> Visitor<'de> for MovesVisitor {
    type Value = Moves;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of moves")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Moves, A::Error> {
        let mut read = Moves::default();
        let mut number = 0;
        while let Some(raw) = sequence.next_element::<RawMove>()? {
            number += 1;
            if number > MOVES_MAX {
                return Err(de::Error::custom(SolutionFault::TooManyMoves));
            }
            if let Some(mv) = raw.check(number, &mut read.faults) {
                read.moves.push(Step::Move(mv));
            }
        }
        Ok(read)
    }
}

/// A move before its values are judged.
#[derive(Default)]
struct RawMove {
    card: Option<Scalar>,
    from: Option<Scalar>,
    to: Option<Scalar>,
}

impl RawMove {
    /// The move, or `None` with its faults added.
    fn check(self, number: usize, faults: &mut Faults<SolutionFault>) -> Option<Move> {
        let card = match self.card {
            None => {
                faults.add(SolutionFault::MissingKey { number, key: "card" });
                None
            }
            Some(scalar) => {
                let card = scalar.text().and_then(Card::read);
                if card.is_none() {
                    faults.add(SolutionFault::NotACard { number, found: scalar.shown() });
                }
                card
            }
        };
        let from = check_place(self.from, number, "from", faults);
        let to = check_place(self.to, number, "to", faults);
        let (card, from, to) = (card?, from?, to?);
        let written = format!("{{\"card\":\"{card}\",\"from\":\"{from}\",\"to\":\"{to}\"}}").into();
        Some(Move { written, from, to, cards: Cards::From(card) })
    }
}

fn check_place(
    scalar: Option<Scalar>,
    number: usize,
    key: &'static str,
    faults: &mut Faults<SolutionFault>,
) -> Option<Place> {
    let Some(scalar) = scalar else {
        faults.add(SolutionFault::MissingKey { number, key });
        return None;
    };
    let place = match scalar {
        Scalar::Number(column) => Place::read(&column.to_string()),
        _ => scalar.text().and_then(Place::read),
    };
    if place.is_none() {
        faults.add(SolutionFault::NotAPlace { number, key, found: scalar.shown() });
    }
    place
}

impl<'de> Deserialize<'de> for RawMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RawMoveVisitor)
    }
}

struct RawMoveVisitor;

impl<'de> Visitor<'de> for RawMoveVisitor {
    type Value = RawMove;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move such as {\"card\":\"5H\",\"from\":\"3\",\"to\":\"a\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawMove, A::Error> {
        let mut raw = RawMove::default();
        while let Some(key) = map.next_key::<String>()? {
            let (slot, name) = match key.as_str() {
                "card" => (&mut raw.card, "card"),
                "from" => (&mut raw.from, "from"),
                "to" => (&mut raw.to, "to"),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if slot.replace(map.next_value()?).is_some() {
                return Err(de::Error::duplicate_field(name));
            }
        }
        Ok(raw)
    }
}

/// The value of a key: text, a whole number, or something else that is only named.
enum Scalar {
    Text(String),
    Number(u64),
    Other(&'static str),
}

impl Scalar {
    fn text(&self) -> Option<&str> {
        match self {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    fn shown(&self) -> String {
        match self {
            Scalar::Text(text) => quoted(text),
            Scalar::Number(number) => number.to_string(),
            Scalar::Other(kind) => (*kind).to_owned(),
        }
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar::Text(text.to_owned()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar::Number(number))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Scalar, E> {
        Ok(Scalar::Other("a negative number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Scalar, E> {
        Ok(Scalar::Other("a fraction"))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
        Ok(Scalar::Other("true or false"))
    }

    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar::Other("null"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Scalar, A::Error> {
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other("an array"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other("an object"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Suit;
    use crate::rules::Build;

    const MOVE: &str = r#"{"card":"5H","from":"3","to":"a"}"#;

    fn faults(text: &str) -> Vec<String> {
        let faults = read_json(text).expect_err("faults");
        faults.shown().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_object_and_a_bare_array_read_alike() {
        let expected = Step::Move(Move {
            written: MOVE.into(),
            from: Place::Column(2),
            to: Place::Cell(0),
            cards: Cards::From(Card::new(5, Suit::Hearts)),
        });
        for text in [
            format!("[{MOVE}]"),
            format!("{{\"moves\":[{MOVE}]}}"),
            format!(
                "{{\"deal\":1,\"more\":{{\"moves\":[[1]]}},\"moves\":[{MOVE}],\"result\":null}}"
            ),
            r#" [ {"n":1, "to":"A", "from":3, "card":"5♥"} ] "#.to_owned(),
        ] {
            assert_eq!(read_json(&text).as_deref(), Ok(std::slice::from_ref(&expected)), "{text}");
        }
    }

    #[test]
    fn rules_come_first() {
        let text = format!("{{\"moves\":[{MOVE}],\"rules\":\"build suit, columns 10\"}}");
        let steps = read_json(&text).expect("a solution");
        let rules = Rules { build: Build::Suit, columns: 10, ..Rules::FREECELL };
        assert_eq!((steps.len(), &steps[0]), (2, &Step::Rules(rules)));
        assert_eq!(
            read_json(&format!("{{\"moves\":[{MOVE}],\"rules\":null}}")).map(|s| s.len()),
            Ok(1)
        );
        let bad = faults("{\"moves\":[],\"rules\":\"build colour\"}");
        assert!(bad[0].starts_with("\"rules\": `build colour` is no part of rules"), "{bad:?}");
        assert!(faults("{\"moves\":[],\"rules\":8}")[0].contains("expected a string"));
    }

    #[test]
    fn every_bad_value_is_named() {
        let text = r#"[{"card":"5X","from":"0","to":19},
            {}, {"card":5,"from":-1,"to":1.5},
            {"card":[1,[2]],"from":{"a":[]},"to":null},
            {"card":true,"from":"3","to":"h"}]"#;
        let found = faults(text);
        let place = "needs a column \"1\" to \"18\", a cell's letter or \"h\"";
        let card = "needs a card such as \"5H\"";
        let expected = [
            format!("move 1: \"card\" is `5X`: {card}"),
            format!("move 1: \"from\" is `0`: {place}"),
            format!("move 1: \"to\" is 19: {place}"),
            "move 2: no \"card\"".to_owned(),
            "move 2: no \"from\"".to_owned(),
            "move 2: no \"to\"".to_owned(),
            format!("move 3: \"card\" is 5: {card}"),
            format!("move 3: \"from\" is a negative number: {place}"),
            format!("move 3: \"to\" is a fraction: {place}"),
            format!("move 4: \"card\" is an array: {card}"),
            format!("move 4: \"from\" is an object: {place}"),
            format!("move 4: \"to\" is null: {place}"),
            format!("move 5: \"card\" is true or false: {card}"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn other_shapes_are_refused() {
        for (text, part) in [
            ("{}", "missing field `moves`"),
            ("{\"moves\":{}}", "expected an array of moves"),
            ("{\"moves\":[],\"moves\":[]}", "duplicate field `moves`"),
            ("[[\"5H\",\"3\",\"a\"]]", "expected a move such as"),
            ("[{\"card\":\"5H\",\"card\":\"6H\"}]", "duplicate field `card`"),
            ("[] []", "trailing characters"),
            ("[", "EOF while parsing"),
        ] {
            let found = faults(text);
            assert!(found.len() == 1 && found[0].contains(part), "{text}: {found:?}");
        }
        let deep = format!("[{{\"card\":{}", "[".repeat(100_000));
        assert!(faults(&deep)[0].starts_with("not the JSON of a solution"));
    }

    #[test]
    fn too_many_moves_are_refused() {
        let moves = "{},".repeat(MOVES_MAX + 1);
        assert!(faults(&format!("[{moves}{{}}]"))[0].contains("more than 1000000 moves"));
    }
}
