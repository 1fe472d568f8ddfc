//! Merging runs into one. Entries of one class meet here, whichever runs they were in, and what they
//! carry is joined.
//!
//! A tree of losers: each inner node keeps the run that lost there, so that after a step only the path
//! of the run that moved is compared again, one comparison a level.
//!
//! A merge that drops an entry makes a false *impossible*: what was read, written and joined is counted
//! and compared.

use crate::block::GroupHead;
use crate::error::StorageError;
use crate::files::Files;
use crate::payload::StoredPayload;
use crate::run::{Run, RunReader, RunWriter, SealedRun};
use fcc::fingerprint::Fingerprint;

/// Where a run is: nothing is left, or the entry that comes next. The least comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Standing {
    is_over: bool,
    fingerprint: Fingerprint,
    key: u128,
}

/// Runs side by side.
struct Tournament<P: StoredPayload> {
    readers: Vec<RunReader<P>>,
    standings: Vec<Standing>,
    /// The loser of each inner node; the winner of all is at 0.
    losers: Vec<usize>,
    entries_read: u64,
}

impl<P: StoredPayload> Tournament<P> {
    fn new(runs: &[Run<P>]) -> Result<Tournament<P>, StorageError> {
        let readers: Vec<RunReader<P>> = runs.iter().map(Run::reader).collect();
        let count = readers.len();
        let nowhere = Fingerprint { stuck: 0, founded: 0 };
        let standings = vec![Standing { is_over: true, fingerprint: nowhere, key: 0 }; count];
        let losers = vec![0; count];
        let mut tournament = Tournament { readers, standings, losers, entries_read: 0 };
        for run in 0..count {
            tournament.advance_run(run)?;
        }
        tournament.losers[0] = tournament.play(1);
        Ok(tournament)
    }

    /// Plays all games below a node and returns the winner. Run *r* is the leaf *count + r*.
    fn play(&mut self, node: usize) -> usize {
        let count = self.readers.len();
        if node >= count {
            return node - count;
        }
        let (one, other) = (self.play(2 * node), self.play(2 * node + 1));
        let (winner, loser) = self.game(one, other);
        self.losers[node] = loser;
        winner
    }

    #[inline]
    fn game(&self, one: usize, other: usize) -> (usize, usize) {
        let first = (self.standings[one], one) < (self.standings[other], other);
        if first { (one, other) } else { (other, one) }
    }

    /// The run with the least entry, if there is one.
    #[inline]
    fn winner(&self) -> Option<usize> {
        let winner = self.losers[0];
        (!self.standings[winner].is_over).then_some(winner)
    }

    fn advance_run(&mut self, run: usize) -> Result<(), StorageError> {
        let reader = &mut self.readers[run];
        let there = reader.advance()?;
        let (fingerprint, key) = (reader.head().fingerprint, reader.key());
        self.standings[run] = Standing { is_over: !there, fingerprint, key };
        self.entries_read += u64::from(there);
        Ok(())
    }

    /// Goes on to the next entry of all.
    fn advance(&mut self) -> Result<(), StorageError> {
        let mut winner = self.losers[0];
        self.advance_run(winner)?;
        let mut node = (winner + self.readers.len()) / 2;
        while node > 0 {
            let (better, worse) = self.game(winner, self.losers[node]);
            (winner, self.losers[node]) = (better, worse);
            node /= 2;
        }
        self.losers[0] = winner;
        Ok(())
    }

    /// Writes all entries, those of one class joined. Returns how many met their like.
    fn write_to(
        &mut self,
        writer: &mut RunWriter<P>,
        joiner: &mut P::Joiner,
    ) -> Result<u64, StorageError> {
        let mut group: Option<GroupHead> = None;
        let mut entries_joined = 0;
        let mut pieces = Vec::new();
        while let Some(winner) = self.winner() {
            let (head, standing) = (self.readers[winner].head(), self.standings[winner]);
            if group.map(|group| group.fingerprint) != Some(head.fingerprint) {
                writer.begin_group(head);
                group = Some(head);
            }
            assert_eq!(group, Some(head), "a group has one type of key");
            while let Some(winner) = self.winner()
                && self.standings[winner] == standing
            {
                pieces.push(self.readers[winner].payload());
                self.advance()?;
            }
            let before = pieces.len();
            if before > 1 {
                P::join(&mut pieces, joiner);
                entries_joined += (before - pieces.len()) as u64;
            }
            pieces.drain(..).try_for_each(|piece| writer.push(standing.key, piece))?;
        }
        Ok(entries_joined)
    }
}

/// A merged run, and how many entries met their like.
pub(super) struct Merged {
    pub run: SealedRun,
    pub entries_joined: u64,
}

/// Merges runs into a new one. They stay.
///
/// # Panics
/// When entries were lost.
pub(super) fn merge<P: StoredPayload>(
    files: &Files,
    prefix: &str,
    book: &P::Book,
    sealed: &[SealedRun],
    joiner: &mut P::Joiner,
) -> Result<Merged, StorageError> {
    assert!(!sealed.is_empty(), "runs to merge");
    let open = |run: &SealedRun| Run::<P>::open_sealed(files, run, book);
    let runs = sealed.iter().map(open).collect::<Result<Vec<_>, StorageError>>()?;
    let mut tournament = Tournament::new(&runs)?;
    let mut writer = RunWriter::<P>::create(files, prefix, book)?;
    let entries_joined = tournament.write_to(&mut writer, joiner)?;
    let run = writer.seal()?;
    let expected: u64 = sealed.iter().map(|run| run.entries).sum();
    assert_eq!(tournament.entries_read, expected, "entries read by a merge");
    assert_eq!(run.entries + entries_joined, expected, "entries written by a merge");
    Ok(Merged { run, entries_joined })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn any_number_of_runs_makes_their_union() {
        for count in 1..20u64 {
            let files = Files::temporary();
            let mut all = BTreeSet::new();
            let mut runs = Vec::new();
            for number in 0..count {
                let mut writer = RunWriter::<()>::create(&files, "part", &()).expect("create");
                for stuck in (0..10).filter(|stuck| stuck % 4 != number % 5) {
                    let fingerprint = Fingerprint { stuck, founded: 1 };
                    writer.begin_group(GroupHead { fingerprint, wide: stuck == 3 });
                    for n in 0..number * 7 {
                        let key = u128::from(n * (number % 3 + 1));
                        writer.push(key, ()).expect("write");
                        all.insert((fingerprint, key));
                    }
                }
                runs.push(writer.seal().expect("seal"));
            }
            let merged = merge::<()>(&files, "whole", &(), &runs, &mut ()).expect("merge");
            let whole = Run::<()>::open(&files, &merged.run.name, &()).expect("open");
            let mut reader = whole.reader();
            let mut found = Vec::new();
            while reader.advance().expect("read") {
                found.push((reader.head().fingerprint, reader.key()));
            }
            assert!(found.iter().copied().eq(all), "{count} runs");
        }
    }
}
