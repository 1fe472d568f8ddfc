//! A way that stands for many: moves to one member of a class, with round trips that lead to the others.
//!
//! The moves lead from the deal to one state, the *witness*. At some points stands a **round trip** in
//! brackets, `[ab/9rKb/KSeQDS]`: reversible moves that come back to the same look of the position with
//! some pairs exchanged, here the red nines and the black kings. A state of the piece is named by a
//! choice of letters. A round trip is *turned* when an odd number of its letters is chosen:
//!
//! - one without a star is left out by the witness, and made by whoever turns it;
//! - one with a star, `[*ab/...]`, is made by the witness, and left out by whoever turns it.
//!
//! From there on both play the same moves, with the cards of the exchanged pairs under each other's names:
//! an exchange of pairs maps moves to moves (docs/symmetry.md, lemma 4), until a foundation tells the two
//! suits apart, and where one does the piece was cut. So letter *i* alone gives the direction *i* of the
//! piece, and choices add up as vectors do. All moves are written as the witness would make them.
//!
//! Cutting a piece changes letters and stars, and no move: [`Way::rechosen`].

use super::suits::{pairs_of_text, pairs_text};
use super::text::{NO_STEPS, STEP_CHARS, TextError, step_text, steps_by};
use crate::gf2::{DIMENSION_MAX, Vector};
use crate::planes::Place;
use crate::rules::{LOW, Rules};
use crate::trace::{Step, To};
use std::fmt;

/// A set of letters, or of generators: one bit for each.
pub type Choice = u32;

/// Moves that come back with some pairs exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTrip {
    /// It is turned when an odd number of these is chosen.
    pub letters: Choice,
    /// Whether the witness makes it.
    pub starred: bool,
    /// What it exchanges: at least one pair.
    pub pairs: Vector,
    /// Reversible moves, as the witness makes them or would make them.
    pub steps: Vec<Step>,
}

impl RoundTrip {
    fn is_turned(&self, chosen: Choice) -> bool {
        is_odd(self.letters & chosen)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Step(Step),
    Trip(RoundTrip),
}

/// Moves with round trips among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way {
    items: Vec<Item>,
}

pub(super) fn is_odd(choice: Choice) -> bool {
    choice.count_ones() % 2 == 1
}

/// A move with the cards of the exchanged pairs under each other's names.
pub fn renamed(Step { card, to }: Step, exchanged: Vector) -> Step {
    let pair = (card.bit() | card.bit() >> 1) & LOW;
    let card = if pair & exchanged != 0 { card.partner() } else { card };
    let to = match to {
        // Both cards that it goes on are one rank up in the same ladder.
        To::Place(place) if pair << 4 & exchanged != 0 => To::Place(match place {
            Place::LowParent => Place::HighParent,
            Place::HighParent => Place::LowParent,
            alone => alone,
        }),
        to => to,
    };
    Step { card, to }
}

impl Way {
    /// The way of these moves, which has no round trip and so leads to one state.
    pub fn of_steps(steps: &[Step]) -> Way {
        Way { items: steps.iter().copied().map(Item::Step).collect() }
    }

    /// Adds a move at the end, as the witness makes it.
    pub fn add_step(&mut self, step: Step) {
        self.items.push(Item::Step(step));
    }

    /// Adds a round trip at the end.
    ///
    /// # Panics
    /// When it has no letter or exchanges no pair.
    pub fn add_trip(&mut self, trip: RoundTrip) {
        assert!(trip.letters != 0 && trip.pairs != 0, "a round trip that leads nowhere");
        self.items.push(Item::Trip(trip));
    }

    /// Goes on with the moves of another way. A letter means the same in both.
    pub fn add_way(&mut self, way: &Way) {
        self.items.extend_from_slice(&way.items);
    }

    /// Its round trips, in the order in which they are come to.
    pub fn trips(&self) -> impl Iterator<Item = &RoundTrip> {
        self.items.iter().filter_map(|item| match item {
            Item::Step(_) => None,
            Item::Trip(trip) => Some(trip),
        })
    }

    /// The letters that stand in it.
    fn letters(&self) -> Choice {
        self.trips().fold(0, |letters, trip| letters | trip.letters)
    }

    /// How many directions it has. They are the letters from `a` on.
    pub fn generators(&self) -> usize {
        self.letters().count_ones() as usize
    }

    /// The number of moves of the witness.
    pub fn moves(&self) -> usize {
        let moves = |item: &Item| match item {
            Item::Step(_) => 1,
            Item::Trip(trip) if trip.starred => trip.steps.len(),
            Item::Trip(_) => 0,
        };
        self.items.iter().map(moves).sum()
    }

    /// The moves to the state that is chosen.
    pub fn steps(&self, chosen: Choice) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut exchanged = 0;
        for item in &self.items {
            match item {
                Item::Step(step) => steps.push(renamed(*step, exchanged)),
                Item::Trip(trip) => {
                    let turned = trip.is_turned(chosen);
                    if trip.starred != turned {
                        // The witness names the moves of a trip as before it.
                        steps.extend(trip.steps.iter().map(|&step| renamed(step, exchanged)));
                    }
                    exchanged ^= if turned { trip.pairs } else { 0 };
                }
            }
        }
        steps
    }

    /// What is exchanged at the end between the witness and the state that is chosen. Pairs that have
    /// gone up may be among it.
    pub fn exchanged(&self, chosen: Choice) -> Vector {
        let turned = self.trips().filter(|trip| trip.is_turned(chosen));
        turned.fold(0, |sum, trip| sum ^ trip.pairs)
    }

    /// The same way for a part of its piece: the witness is the state that `witness` chose, and new
    /// letter *i* stands for the old letters `generators[i]` together.
    pub fn rechosen(&self, witness: Choice, generators: &[Choice]) -> Way {
        let mut way = Way::default();
        let mut exchanged = 0;
        for item in &self.items {
            let trip = match item {
                Item::Step(step) => {
                    way.add_step(renamed(*step, exchanged));
                    continue;
                }
                Item::Trip(trip) => trip,
            };
            let turned = trip.is_turned(witness);
            let starred = trip.starred != turned;
            let letters = generators
                .iter()
                .enumerate()
                .map(|(letter, &of)| if is_odd(trip.letters & of) { 1 << letter } else { 0 });
            let letters = letters.fold(0, |letters, letter| letters | letter);
            let steps: Vec<Step> =
                trip.steps.iter().map(|&step| renamed(step, exchanged)).collect();
            exchanged ^= if turned { trip.pairs } else { 0 };
            if letters != 0 {
                way.add_trip(RoundTrip { letters, starred, pairs: trip.pairs, steps });
            } else if starred {
                steps.into_iter().for_each(|step| way.add_step(step));
            }
        }
        way
    }

    /// Reads the text of a way in a game that is built by alternate colours.
    pub fn read(text: &str) -> Result<Way, TextError> {
        Way::read_by(Rules::USUAL, text)
    }

    /// Reads a text as strictly as it is written by these rules.
    pub fn read_by(rules: Rules, text: &str) -> Result<Way, TextError> {
        if text == NO_STEPS {
            return Ok(Way::default());
        }
        let mut way = Way::default();
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(begun) = rest.strip_prefix('[') {
                let (inside, after) = begun
                    .split_once(']')
                    .ok_or_else(|| TextError::new(rest, "no round trip: `]` is missing"))?;
                way.items.push(Item::Trip(read_trip(rules, inside)?));
                rest = after;
                continue;
            }
            let end = rest.find('[').unwrap_or(rest.len());
            way.items.extend(steps_by(rules, &rest[..end])?.into_iter().map(Item::Step));
            rest = &rest[end..];
        }
        let letters = way.letters();
        if way.items.is_empty() || letters & letters.wrapping_add(1) != 0 {
            return Err(TextError::new(text, "no way: letters begin with `a` and leave none out"));
        }
        Ok(way)
    }
}

/// Reads what stands between the brackets of a round trip.
fn read_trip(rules: Rules, text: &str) -> Result<RoundTrip, TextError> {
    let error = |reason: &str| TextError::new(text, format!("no round trip: {reason}"));
    let words: Vec<&str> = text.split('/').collect();
    let &[letters, pairs, steps] = &words[..] else {
        return Err(error("expected letters/pairs/moves"));
    };
    let starless = letters.strip_prefix('*');
    let starred = starless.is_some();
    let mut chosen: Choice = 0;
    for letter in starless.unwrap_or(letters).bytes() {
        let bit = match letter {
            b'a'..=b'z' => 1 << (letter - b'a'),
            _ => return Err(error("its letters are a to z")),
        };
        if bit <= chosen {
            return Err(error("its letters are in order"));
        }
        chosen |= bit;
    }
    let pairs = pairs_of_text(pairs)?;
    if chosen == 0 || pairs == 0 {
        return Err(error("it has a letter and a pair at least"));
    }
    let steps = if steps.is_empty() { Vec::new() } else { steps_by(rules, steps)? };
    if steps.iter().any(|step| step.to == To::Up) {
        return Err(error("no card goes up in it"));
    }
    Ok(RoundTrip { letters: chosen, starred, pairs, steps })
}

impl Way {
    /// Its text by these rules.
    pub fn text(&self, rules: Rules) -> String {
        if self.items.is_empty() {
            return NO_STEPS.into();
        }
        let mut text = String::with_capacity(STEP_CHARS * self.items.len());
        let add_step =
            |text: &mut String, step| text.extend(step_text(rules, step).map(char::from));
        for item in &self.items {
            match item {
                Item::Step(step) => add_step(&mut text, *step),
                Item::Trip(RoundTrip { letters, starred, pairs, steps }) => {
                    text.push_str(if *starred { "[*" } else { "[" });
                    let has = |letter: &usize| letters >> letter & 1 != 0;
                    let letters = (0..DIMENSION_MAX).filter(has);
                    text.extend(letters.map(|letter| char::from(b'a' + letter as u8)));
                    text.push('/');
                    text.push_str(&pairs_text(*pairs));
                    text.push('/');
                    steps.iter().for_each(|&step| add_step(&mut text, step));
                    text.push(']');
                }
            }
        }
        text
    }
}

impl fmt::Display for Way {
    /// Its text in a game that is built by alternate colours.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Rules::USUAL))
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::steps_of_text;
    use super::*;
    use crate::card::Card;
    use proptest::prelude::*;

    fn any_step() -> impl Strategy<Value = Step> {
        (0usize..48, 0usize..4).prop_map(|(card, place)| Step {
            card: Card::from_index(card),
            to: To::Place(Place::ALL[place]),
        })
    }

    fn any_trip() -> impl Strategy<Value = RoundTrip> {
        let steps = prop::collection::vec(any_step(), 0..4);
        (1u32..16, any::<bool>(), 1u64..=u64::MAX, steps).prop_map(
            |(letters, starred, pairs, steps)| {
                let pairs = (pairs & LOW).max(1);
                RoundTrip { letters, starred, pairs, steps }
            },
        )
    }

    fn any_way() -> impl Strategy<Value = Way> {
        let item = prop_oneof![any_step().prop_map(Item::Step), any_trip().prop_map(Item::Trip)];
        prop::collection::vec(item, 0..12).prop_map(|items| Way { items })
    }

    #[test]
    fn moves_are_renamed_with_the_card_and_the_one_it_goes_on() {
        let steps = steps_of_text("6SH6Cc7Df5HS").expect("moves");
        let renamed_by = |pairs| {
            let pairs = pairs_of_text(pairs).expect("pairs");
            let steps: Vec<Step> = steps.iter().map(|&step| renamed(step, pairs)).collect();
            super::super::text::text_of_steps(&steps)
        };
        assert_eq!(renamed_by(""), "6SH6Cc7Df5HS");
        assert_eq!(renamed_by("6b"), "6CH6Sc7Df5HC");
        assert_eq!(renamed_by("7r"), "6SD6Cc7Hf5HS");
        assert_eq!(renamed_by("7r6b"), "6CD6Sc7Hf5HC");
    }

    proptest! {
        #[test]
        fn a_way_for_a_part_leads_where_the_whole_way_did(
            way in any_way(), witness in 0u32..16, generators in prop::collection::vec(1u32..16, 0..4),
        ) {
            let part = way.rechosen(witness, &generators);
            prop_assert_eq!(part.moves(), way.steps(witness).len());
            for chosen in 0..1u32 << generators.len() {
                let letters = generators.iter().enumerate();
                let taken = letters.filter(|(letter, _)| chosen >> letter & 1 != 0);
                let old = taken.fold(0, |sum, (_, of)| sum ^ of);
                prop_assert_eq!(part.steps(chosen), way.steps(witness ^ old));
                prop_assert_eq!(part.exchanged(chosen), way.exchanged(old));
            }
        }

        #[test]
        fn ways_are_read_as_they_are_written(way in any_way()) {
            let letters = way.letters();
            let none_left_out = letters & (letters + 1) == 0;
            prop_assert_eq!(Way::read(&way.to_string()).ok(), none_left_out.then_some(way));
        }
    }
}
