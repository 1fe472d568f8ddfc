//! Certificates: one written by hand, others made by a naive search, all of them tampered with.

mod by_hand;
mod command;
mod damage;
mod games;
mod naive;
mod random_boards;
mod tamper;
mod writer;

use strata_verify::certificate::check::{Accepted, check};
use strata_verify::certificate::progress::Progress;
use strata_verify::certificate::refusal::Failure;
use strata_verify::certificate::sample::sample;

/// The full check of a file's bytes.
fn check_bytes(bytes: &[u8]) -> Result<Accepted, Failure> {
    check(|| Ok(bytes), &mut Progress::silent())
}

/// The kind of refusal, `accepted`, or `unreadable`.
fn kind(bytes: &[u8]) -> &'static str {
    match check_bytes(bytes) {
        Ok(_) => "accepted",
        Err(Failure::Refused(refusal)) => refusal.kind(),
        Err(Failure::Unreadable(_)) => "unreadable",
    }
}

/// The words of a refusal.
fn words(bytes: &[u8]) -> String {
    match check_bytes(bytes) {
        Err(Failure::Refused(refusal)) => refusal.to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

/// What a sample says: the kind of refusal, `accepted`, or `unreadable`.
fn sample_kind(bytes: &[u8], draws: u64) -> &'static str {
    match sample(bytes, draws, 1, &mut Progress::silent()) {
        Ok(_) => "accepted",
        Err(Failure::Refused(refusal)) => refusal.kind(),
        Err(Failure::Unreadable(_)) => "unreadable",
    }
}
