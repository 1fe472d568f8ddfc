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
    Io(io::Error),
    NotACertificate,
    OtherVersion { found: u32 },
}

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    Header,
    CutShort { byte: u64 },
    Trailing { byte: u64 },
    Checksum { block: u32, byte: u64 },
    BlockNumber { block: u32, found: u32, byte: u64 },
    BlockSize { block: u32, byte: u64 },
    Packing { block: u32, byte: u64 },
}

/// A group in the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Where {
    pub depth: i64,
    pub fingerprint: Fingerprint,
}

/// A state that has to be listed and is not, and a state that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
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
    Content { block: u32, what: String },
    /// The head is not what it has to be.
    Head(String),
    /// The board is not the deal of that number.
    OtherBoard { deal: Deal, dealt: Position, listed: Position },
    /// The deal, carried through its safe moves, is in no listed set.
    DealNotListed { place: Where, why: &'static str, deal: Position },
    /// The deal is won by its safe moves, or without any.
    DealWon { deal: Position },
    /// The fingerprint is none of this deal.
    NoGroup { place: Where, why: String },
    /// A group comes after a deeper one.
    GroupOrder { place: Where, after: i64 },
    /// A group was listed before.
    GroupTwice { place: Where },
    /// A group has no stuck card.
    GroupWon { place: Where },
    /// A group has a safe card.
    GroupForced { place: Where, card: Card },
    /// A component's key is no state of the group.
    NoState { place: Where, key: u128, why: String },
    /// A component's key is a state, but not the canonical member of its class.
    NotCanonical { place: Where, key: u128, canonical: u128, position: Position },
    /// A component has a class with a smaller key than its own.
    SmallerKey { place: Where, key: u128, smaller: u128, position: Position },
    /// A class is in two components.
    SharedClass { place: Where, key: u128, position: Position },
    /// Reversible moves reach an exchange of suits that the suit set lacks.
    NotClosed { place: Where, key: u128, position: Position },
    /// A move wins.
    MoveWins { place: Where, from: Position, card: Card },
    /// A move leads to a group that is not listed.
    GroupMissing { place: Where, step: Step },
    /// A move leads to a class that is in no listed component.
    ClassMissing { place: Where, step: Step },
    /// A move leads to a listed class, with suits exchanged as the suit set has not.
    ExchangeMissing { place: Where, step: Step },
    /// A number of the head is not what was counted.
    Total { name: &'static str, listed: String, counted: String },
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
