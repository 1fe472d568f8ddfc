//! Why a certificate is not accepted, in words.
//!
//! A refusal is about one place of the proof and names it: the depth, the group by its fingerprint
//! and its stuck cards, and a position as board text where there is one. What can't be read as a
//! certificate at all is [`Unreadable`], which is no verdict.

use std::fmt;
use std::io;

use super::fingerprint::Fingerprint;
use super::reader::VERSIONS;
use crate::card::Card;
use crate::deal::Deal;
use crate::position::Position;

/// Why there is no acceptance.
#[derive(Debug)]
pub enum Failure {
    /// The certificate proves nothing.
    Refused(Box<Refusal>),
    /// There is no certificate to judge.
    Unreadable(Unreadable),
}

/// Why a file can't be judged.
#[derive(Debug)]
pub enum Unreadable {
    /// It could not be read.
    Io(io::Error),
    /// It does not begin as certificates do.
    NotACertificate,
    /// It has a format that this program does not read.
    OtherVersion {
        /// The version that it tells.
        found: u32,
    },
}

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// The checksum of the first bytes is wrong.
    Header,
    /// The file ends inside its header or inside a block.
    CutShort {
        /// The length of the file.
        byte: u64,
    },
    /// Something follows the end block.
    Trailing {
        /// Where it begins.
        byte: u64,
    },
    /// A block is not what it was when it was written.
    Checksum {
        /// The number of the block, from 0.
        block: u32,
        /// Where the block begins.
        byte: u64,
    },
    /// A block is not the next one: some are missing, or they changed places.
    BlockNumber {
        /// The number that it should have.
        block: u32,
        /// The number that it has.
        found: u32,
        /// Where the block begins.
        byte: u64,
    },
    /// A block tells a size that none can have.
    BlockSize {
        /// The number of the block, from 0.
        block: u32,
        /// Where the block begins.
        byte: u64,
    },
    /// A block does not unpack to the size that it tells.
    Packing {
        /// The number of the block, from 0.
        block: u32,
        /// Where the block begins.
        byte: u64,
    },
}

/// A group in the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Where {
    /// Its depth, which follows from the fingerprint.
    pub depth: i64,
    /// The group by its name.
    pub fingerprint: Fingerprint,
}

/// A state that has to be listed and is not, and a state that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state that is not listed, after its safe moves.
    pub reached: Position,
    /// `None` when it was not looked for: the deal itself leads there.
    pub from: Option<Position>,
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file was changed after it was written, or not written to the end.
    Damaged(Damage),
    /// The content is not made as it has to be.
    Content {
        /// The block that was read last.
        block: u32,
        /// What is wrong, as a sentence.
        what: String,
    },
    /// The head is not what it has to be.
    Head(String),
    /// The board is not the deal of that number.
    OtherBoard {
        /// The deal that the head names.
        deal: Deal,
        /// The board of this deal.
        dealt: Position,
        /// The board that the file has.
        listed: Position,
    },
    /// The deal, carried through its safe moves, is in no listed set.
    DealNotListed {
        /// The group that the deal is carried into.
        place: Where,
        /// Why it is in none, as a sentence.
        why: &'static str,
        /// The deal, before its safe moves.
        deal: Position,
    },
    /// The deal is won by its safe moves, or without any.
    DealWon {
        /// The deal, before its safe moves.
        deal: Position,
    },
    /// The fingerprint is none of this deal.
    NoGroup {
        /// The fingerprint as it is listed.
        place: Where,
        /// What it has that no group of the deal has.
        why: String,
    },
    /// A group comes after a deeper one.
    GroupOrder {
        /// The group that comes too late.
        place: Where,
        /// The depth of the group before it.
        after: i64,
    },
    /// A group was listed before.
    GroupTwice {
        /// The group that comes again.
        place: Where,
    },
    /// A group has no stuck card.
    GroupWon {
        /// The group that is won.
        place: Where,
    },
    /// A group has a safe card.
    GroupForced {
        /// The group that is forced.
        place: Where,
        /// One of its safe cards.
        card: Card,
    },
    /// A component's key is no state of the group.
    NoState {
        /// The group that lists it.
        place: Where,
        /// The key as it is listed.
        key: u128,
        /// What is wrong with the places that it gives the cards.
        why: String,
    },
    /// A component's key is a state, but not the canonical member of its class.
    NotCanonical {
        /// The group that lists it.
        place: Where,
        /// The key as it is listed.
        key: u128,
        /// The key of the canonical member.
        canonical: u128,
        /// The state of the listed key.
        position: Position,
    },
    /// A component has a class with a smaller key than its own.
    SmallerKey {
        /// The group that lists it.
        place: Where,
        /// The key as it is listed.
        key: u128,
        /// The smaller key that flooding has found.
        smaller: u128,
        /// The state of the smaller key.
        position: Position,
    },
    /// A class is in two components.
    SharedClass {
        /// The group of both components.
        place: Where,
        /// The key of the class.
        key: u128,
        /// The canonical member of the class.
        position: Position,
    },
    /// Reversible moves reach an exchange of suits that the suit set lacks.
    NotClosed {
        /// The group that lists it.
        place: Where,
        /// The key of the component.
        key: u128,
        /// A state that is reached and that the suit set lacks.
        position: Position,
    },
    /// A move wins.
    MoveWins {
        /// The group that the move leaves; in a sample, the group that it leads to.
        place: Where,
        /// A listed state before the move.
        from: Position,
        /// The card that moves, the deepest if there are more.
        card: Card,
    },
    /// A move leads to a group that is not listed.
    GroupMissing {
        /// The group that is missing.
        place: Where,
        /// The state that it would have, and where that comes from.
        step: Step,
    },
    /// A move leads to a class that is in no listed component.
    ClassMissing {
        /// The group of this class.
        place: Where,
        /// A state of the class, and where it comes from.
        step: Step,
    },
    /// A move leads to a listed class, with suits exchanged as the suit set has not.
    ExchangeMissing {
        /// The group of this class.
        place: Where,
        /// A state with this exchange, and where it comes from.
        step: Step,
    },
    /// A number of the head is not what was counted.
    Total {
        /// The name of its line in the head.
        name: &'static str,
        /// What the head says, as it is written there.
        listed: String,
        /// What was counted, or `more` where counting was given up.
        counted: String,
    },
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(Box::new(refusal))
    }
}

impl From<Damage> for Failure {
    fn from(damage: Damage) -> Failure {
        Refusal::Damaged(damage).into()
    }
}

impl From<Unreadable> for Failure {
    fn from(unreadable: Unreadable) -> Failure {
        Failure::Unreadable(unreadable)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Io(error) => write!(f, "{error}"),
            Unreadable::NotACertificate => {
                f.write_str("it is not a certificate: it does not begin with STRATACT")
            }
            Unreadable::OtherVersion { found } => {
                let [first, second] = VERSIONS;
                write!(
                    f,
                    "it has format version {found}, and this program reads versions {first} and \
                    {second}: use a strata-verify of the release that wrote it"
                )
            }
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Header => f.write_str("the checksum of the first 12 bytes is wrong"),
            Damage::CutShort { byte } => write!(f, "the file ends too soon, at byte {byte}"),
            Damage::Trailing { byte } => {
                write!(f, "bytes follow the end block, from byte {byte} on")
            }
            Damage::Checksum { block, byte } => {
                write!(f, "the checksum of block {block} at byte {byte} is wrong")
            }
            Damage::BlockNumber { block, found, byte } => {
                write!(f, "block {block} expected at byte {byte}, found block {found}")
            }
            Damage::BlockSize { block, byte } => {
                write!(f, "block {block} at byte {byte} has an impossible size")
            }
            Damage::Packing { block, byte } => {
                write!(f, "block {block} at byte {byte} does not unpack to the size it tells")
            }
        }
    }
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {}, {}", self.depth, self.fingerprint.words())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = &self.from {
            write!(f, "from the listed position\n{from}a move (and its safe moves) leads to\n")?;
        } else {
            f.write_str("the position is\n")?;
        }
        write!(f, "{}", self.reached)
    }
}

#[path = "refusal_words.rs"]
mod words;
