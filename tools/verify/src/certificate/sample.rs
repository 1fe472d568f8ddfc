//! A check of some states by the plain rules of the game.
//!
//! States are drawn from all listed ones, each as likely as any other, and written as ordinary
//! positions. Every move of a single card is made by the rules that also replay solutions, and of
//! several where a sequence moves as one, then the safe moves; the result is turned back into a group, a class and a vector, and looked up. So what the
//! full check derives (exits, cuts, pairs that come and go) is not used here, and a mistake in it
//! would show. But only some states are looked at: it is a sample and no proof.
//!
//! All components are held in memory, and each is flooded once to know how many states it has.

use std::collections::HashMap;
use std::io::Read;

use super::canonical::canonical;
use super::component::Listed;
use super::draw;
use super::drawing::draw_state;
use super::fingerprint::Fingerprint;
use super::flood::{ClassIndex, Flood, flood};
use super::game::{Game, Prune};
use super::gf2::Vector;
use super::group::{Group, Key};
use super::head::{Head, Totals};
use super::listing::Listing;
use super::progress::Progress;
use super::random::Random;
use super::reader::Reader;
use super::refusal::{Failure, Refusal, Step, Where};
use super::safe;
use crate::moves::{Cards, Move, Place};
use crate::position::Position;
use crate::rules::{Sequences, play};

/// Classes that are kept flooded for looking up.
const KNOWN_CLASSES_MAX: usize = 4_000_000;

/// A certificate of which a sample was looked at and nothing was found wrong.
#[derive(Debug)]
pub struct Sampled {
    /// What the file claims.
    pub head: Head,
    /// What was counted, by flooding every component.
    pub totals: Totals,
    /// The states that were drawn; a state that is drawn twice counts twice.
    pub states: u64,
    /// The legal moves of these states, all of which were looked up.
    pub moves: u64,
}

impl Sampled {
    /// The share of faulty states that so many draws would have missed with one chance in twenty.
    pub fn share_max(&self) -> f64 {
        share_max(self.states)
    }
}

fn share_max(draws: u64) -> f64 {
    1.0 - 0.05_f64.powf(1.0 / draws as f64)
}

/// A component and the number of its states.
struct Stored {
    listed: Listed,
    states: u128,
}

/// Everything that the file lists.
struct Graph {
    head: Head,
    totals: Totals,
    groups: HashMap<Fingerprint, Vec<Stored>>,
    /// The order of the file, which makes a sample repeatable.
    order: Vec<Fingerprint>,
}

/// Looks at `draws` states.
pub fn sample<R: Read>(
    input: R,
    draws: u64,
    seed: u64,
    progress: &mut Progress,
) -> Result<Sampled, Failure> {
    let graph = load(input, progress)?;
    let game = &graph.head.game;
    let mut looker = Looker { graph: &graph, known: HashMap::new(), known_classes: 0 };
    let mut deal = game.board.clone();
    if let Some(Unlisted { place, lack: why }) = looker.look_up(&mut deal) {
        return Err(Refusal::DealNotListed { place, why, deal: game.board.clone() }.into());
    }
    let mut random = Random::new(seed);
    let mut tickets: Vec<u128> =
        (0..draws).map(|_| random.below_wide(graph.totals.states)).collect();
    tickets.sort_unstable();
    let moves = looker.look_at(&tickets, &mut random, progress)?;
    Ok(Sampled { totals: graph.totals, head: graph.head, states: draws, moves })
}

/// Reads the whole file and checks every component by itself.
fn load<R: Read>(input: R, progress: &mut Progress) -> Result<Graph, Failure> {
    let mut reader = Reader::new(input)?;
    let head = Head::read(&mut reader)?;
    let mut groups = HashMap::new();
    let mut order = Vec::new();
    let mut listing = Listing::new(&head, reader);
    while let Some(group) = listing.next(progress)? {
        let fingerprint = group.group.fingerprint;
        let stored = group.components.into_iter();
        let stored = stored.map(|one| Stored { listed: one.listed, states: one.states });
        groups.insert(fingerprint, stored.collect::<Vec<_>>());
        order.push(fingerprint);
    }
    let totals = listing.compare_totals()?;
    Ok(Graph { head, totals, groups, order })
}

/// What of a state is not listed.
struct Unlisted {
    place: Where,
    lack: &'static str,
}

/// Looks states up, and remembers the components that it flooded for that.
struct Looker<'a> {
    graph: &'a Graph,
    /// For each group, the component of a class and φ from the component's key.
    known: HashMap<Fingerprint, ClassIndex>,
    known_classes: usize,
}

const NO_GROUP: &str = "its group is not listed";
const NO_CLASS: &str = "its class is in no listed component";
const NO_EXCHANGE: &str = "its exchange of suits is not in the listed set";
const WON: &str = "it is won";

impl Looker<'_> {
    /// Looks at the states of all tickets, which ascend. Returns the number of moves made.
    fn look_at(
        &mut self,
        tickets: &[u128],
        random: &mut Random,
        progress: &mut Progress,
    ) -> Result<u64, Failure> {
        let graph = self.graph;
        let game = &graph.head.game;
        let mut tickets = tickets.iter().copied().peekable();
        let (mut moves, mut before) = (0, 0_u128);
        for &fingerprint in &graph.order {
            let mut group = None;
            for stored in &graph.groups[&fingerprint] {
                let end = before + stored.states;
                let mut flooded = None;
                while let Some(ticket) = tickets.next_if(|&ticket| ticket < end) {
                    let group = group.get_or_insert_with(|| known_group(game, fingerprint));
                    let flood = flooded.get_or_insert_with(|| reflood(group, stored.listed.key));
                    let drawn = draw_state(flood, &stored.listed.suits, ticket - before, random);
                    let position = draw::member(game, group, drawn.0, drawn.1);
                    moves += self.make_moves(&position)?;
                    progress.show(game.depth(fingerprint), &graph.totals);
                }
                before = end;
            }
        }
        Ok(moves)
    }

    /// Makes every move of a position and looks its result up. Where sequences are limited, moves of
    /// several cards are moves of single ones.
    fn make_moves(&mut self, position: &Position) -> Result<u64, Failure> {
        let columns = (0..position.columns.len()).map(Place::Column);
        let places: Vec<Place> = columns
            .chain((0..position.cells.len()).map(Place::Cell))
            .chain([Place::Foundations])
            .collect();
        let mut moves = 0;
        for &from in &places {
            for &to in &places {
                let cards_max = match (position.rules.sequences, from, to) {
                    (Sequences::Unlimited, Place::Column(at), Place::Column(_)) => {
                        position.columns[at].len()
                    }
                    _ => 1,
                };
                for cards in 1..=cards_max {
                    moves += u64::from(self.make_move(position, from, to, cards)?);
                }
            }
        }
        Ok(moves)
    }

    /// Makes a move, if it is legal, and looks its result up.
    fn make_move(
        &mut self,
        position: &Position,
        from: Place,
        to: Place,
        cards: usize,
    ) -> Result<bool, Failure> {
        let mut result = position.clone();
        let written = format!("{from}{to}").into_boxed_str();
        if play(&mut result, &Move { written, from, to, cards: Cards::Count(cards) }).is_err() {
            return Ok(false);
        }
        let Some(Unlisted { place, lack }) = self.look_up(&mut result) else { return Ok(true) };
        let step = Step { reached: result, from: Some(position.clone()) };
        Err(match lack {
            NO_GROUP => Refusal::GroupMissing { place, step },
            NO_CLASS => Refusal::ClassMissing { place, step },
            WON => {
                let card = match from {
                    Place::Column(at) => position.columns[at].iter().nth_back(cards - 1).copied(),
                    Place::Cell(at) => position.cells[at],
                    Place::Foundations => None,
                };
                let card = card.expect("a legal move has a card");
                Refusal::MoveWins { place, from: position.clone(), card }
            }
            _ => Refusal::ExchangeMissing { place, step },
        }
        .into())
    }

    /// Carries a position through its safe moves and says what of it is not listed, if anything.
    fn look_up(&mut self, position: &mut Position) -> Option<Unlisted> {
        let game = &self.graph.head.game;
        if game.prune == Prune::Safe {
            safe::put_up(position);
        }
        let (group, mut places) =
            game.group_of(position).expect("legal moves lead to groups of the game");
        let fingerprint = group.fingerprint;
        let place = Where { depth: game.depth(fingerprint), fingerprint };
        let unlisted = |lack| Some(Unlisted { place, lack });
        if group.is_won() {
            return unlisted(WON);
        }
        let Some(stored) = self.graph.groups.get(&fingerprint) else { return unlisted(NO_GROUP) };
        let x = canonical(&places, &group.pairs, &mut Vec::new());
        group.pairs.exchange(&mut places, x);
        let Some((component, phi)) = self.find(&group, group.key(&places), stored) else {
            return unlisted(NO_CLASS);
        };
        let suits = &stored[component as usize].listed.suits;
        if suits.iter().any(|piece| piece.has(x ^ phi)) { None } else { unlisted(NO_EXCHANGE) }
    }

    /// The listed component of a class, and φ: floods from the class to the smallest key.
    fn find(&mut self, group: &Group, key: Key, stored: &[Stored]) -> Option<(u32, Vector)> {
        if let Some(&found) = self.known.get(&group.fingerprint).and_then(|known| known.get(&key)) {
            return Some(found);
        }
        if self.known_classes > KNOWN_CLASSES_MAX {
            self.known.clear();
            self.known_classes = 0;
        }
        // A component with more classes than were counted in all is none of those counted.
        let mut index = ClassIndex::default();
        let flood = flood(group, key, 0, self.graph.totals.classes, &mut index).ok()?;
        let least = flood.classes.iter().min_by_key(|class| class.key)?;
        let component = stored.binary_search_by_key(&least.key, |one| one.listed.key).ok()?;
        let component = u32::try_from(component).expect("the number of components is limited");
        let known = self.known.entry(group.fingerprint).or_default();
        known.extend(
            flood.classes.iter().map(|class| (class.key, (component, class.phi ^ least.phi))),
        );
        self.known_classes += flood.classes.len();
        known.get(&key).copied()
    }
}

fn known_group(game: &Game, fingerprint: Fingerprint) -> Group {
    Group::new(game, fingerprint).expect("the group was checked when it was read")
}

fn reflood(group: &Group, key: Key) -> Flood {
    flood(group, key, 0, u64::MAX, &mut ClassIndex::default()).expect("it was flooded before")
}
