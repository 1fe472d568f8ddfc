//! The sentence for each refusal, and the one word for programs.

use std::fmt;

use super::Refusal;

impl Refusal {
    /// A word for programs that read the JSON.
    pub fn kind(&self) -> &'static str {
        match self {
            Refusal::Damaged(_) => "damaged",
            Refusal::Content { .. } => "content",
            Refusal::Head(_) => "head",
            Refusal::OtherBoard { .. } => "other-board",
            Refusal::DealNotListed { .. } => "deal-not-listed",
            Refusal::DealWon { .. } => "deal-won",
            Refusal::NoGroup { .. } => "no-group",
            Refusal::GroupOrder { .. } => "group-order",
            Refusal::GroupTwice { .. } => "group-twice",
            Refusal::GroupWon { .. } => "group-won",
            Refusal::GroupForced { .. } => "group-forced",
            Refusal::NoState { .. } => "no-state",
            Refusal::NotCanonical { .. } => "not-canonical",
            Refusal::SmallerKey { .. } => "smaller-key",
            Refusal::SharedClass { .. } => "shared-class",
            Refusal::NotClosed { .. } => "not-closed",
            Refusal::MoveWins { .. } => "move-wins",
            Refusal::GroupMissing { .. } => "group-missing",
            Refusal::ClassMissing { .. } => "class-missing",
            Refusal::ExchangeMissing { .. } => "exchange-missing",
            Refusal::Total { .. } => "total",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Damaged(damage) => write!(f, "the file is damaged: {damage}"),
            Refusal::Content { block, what } => write!(f, "in block {block}: {what}"),
            Refusal::Head(what) => write!(f, "the head: {what}"),
            Refusal::OtherBoard { deal, dealt, listed } => {
                write!(f, "the board is not deal {deal}, which is\n{dealt}but\n{listed}")
            }
            Refusal::DealNotListed { place, why, deal } => {
                write!(f, "the deal is not in it: at {place}, {why}; the deal is\n{deal}")
            }
            Refusal::DealWon { deal } => {
                write!(
                    f,
                    "the deal has no stuck card once its safe cards are up: it is won\n{deal}"
                )
            }
            Refusal::NoGroup { place, why } => {
                write!(f, "{place}: no such group can be: {why}")
            }
            Refusal::GroupOrder { place, after } => {
                write!(f, "{place}: it comes after groups of depth {after}")
            }
            Refusal::GroupTwice { place } => write!(f, "{place}: it was listed before"),
            Refusal::GroupWon { place } => {
                write!(f, "{place}: the group is won, as no card is stuck")
            }
            Refusal::GroupForced { place, card } => write!(
                f,
                "{place}: {card} is a safe card of the group; \
                with prune safe these positions have no place"
            ),
            Refusal::NoState { place, key, why } => {
                write!(f, "{place}: the key {key:x} is no state of the group: {why}")
            }
            Refusal::NotCanonical { place, key, canonical, position } => write!(
                f,
                "{place}: the key {key:x} is not canonical: its class has {canonical:x}\n{position}"
            ),
            Refusal::SmallerKey { place, key, smaller, position } => write!(
                f,
                "{place}: the component of key {key:x} has a smaller key, {smaller:x}\n{position}"
            ),
            Refusal::SharedClass { place, key, position } => {
                write!(f, "{place}: two components share the class of key {key:x}\n{position}")
            }
            Refusal::NotClosed { place, key, position } => write!(
                f,
                "{place}: the suit set of the component of key {key:x} lacks an exchange \
                that reversible moves reach\n{position}"
            ),
            Refusal::MoveWins { place, from, card } => {
                write!(f, "{place}: a move of {card} wins the game\n{from}")
            }
            Refusal::GroupMissing { place, step } => {
                write!(f, "a move leads to a group that is not listed, {place}: {step}")
            }
            Refusal::ClassMissing { place, step } => {
                write!(f, "a move leads to a class that is in no listed component, {place}: {step}")
            }
            Refusal::ExchangeMissing { place, step } => write!(
                f,
                "a move leads to a listed class, but with suits exchanged as its listed set \
                has not, {place}: {step}"
            ),
            Refusal::Total { name, listed, counted } => {
                write!(f, "the head says {name}: {listed}, counted were {counted}")
            }
        }
    }
}
