//! A group with every state visited: tables while they fit, levels for an FCC that does not.

use super::control::{Control, Held};
use super::digester::Digester;
use super::exits::Exits;
use super::ledger::{After, ENTRIES_PER_STATE_OF_PART};
use super::levels::{Expansion, LevelFlood};
use super::reached::consume;
use super::sinks::Sinks;
use super::source::{PickEntries, Source};
use super::tables::{BatchEnd, TableFlood, TableScratch};
use super::{PlainFlood, Unfinished, Way, WorkerMemory};
use crate::digest::Digest;
use crate::group::Group;
use crate::ports::{ComponentRecord, Queues};
use crate::table::Table;
use crate::tally::GroupTally;

/// A batch of fewer states than this is not worth its pass over the entries; a table of about this many
/// states still fits the processor's cache. Deal 260335719 on two threads: 4.8 M states a second with
/// 2^14 and 2^16, 5.1 with 2^18, 4.6 with 2^20.
const BATCH_STATES_MIN: usize = 1 << 18;
/// Entries for each state of a batch: a pass costs about a tenth of flooding as many states as there
/// are entries.
const ENTRIES_PER_STATE: usize = 4;

/// What a worker lends to the flood of a group.
pub struct PlainTools<'w, 'c, K> {
    /// Tables and lists, kept for their memory.
    pub scratch: &'w mut TableScratch<K>,
    /// Exits on their way; they are flushed after every batch.
    pub exits: &'w mut Exits,
    /// The worker's account of memory.
    pub held: &'w mut Held<'c>,
}

/// How to go through groups.
#[derive(Clone, Copy)]
pub struct PlainHow {
    /// Which way to take.
    pub way: Way,
    /// Whether to add up the digest.
    pub with_digest: bool,
}

/// Floods a group from its entries.
pub fn flood<K: PickEntries>(
    group: &Group,
    mut source: Source<K, ()>,
    sinks: &Sinks<()>,
    tools: PlainTools<K>,
    how: PlainHow,
) -> Result<(), Unfinished> {
    let PlainTools { scratch, exits, held } = tools;
    let PlainHow { way, with_digest } = how;
    let mut share = sinks.budget.share();
    share.set_aside(source.bytes());
    let mut reader = source.reader()?;
    // What the table may come to hold, less some room for the FCC that is flooded last.
    let fits = Table::<K>::keys_within(share.bytes()) / 8 * 7;
    let auto = BATCH_STATES_MIN.max(source.len() as usize / ENTRIES_PER_STATE).min(fits);
    let limits = way.limits(source.is_here(), auto);
    let mut found = PlainFlood::default();
    let mut left = source.left();
    loop {
        let (more, end) = if limits.fcc_states_max == 0 {
            let next = reader.next(&source)?;
            let end = next.map_or(BatchEnd::All, |(_, entry, ())| BatchEnd::Outgrown(entry));
            (PlainFlood::default(), end)
        } else {
            let digester = Digester::new(group, with_digest);
            let mut tables = TableFlood::new(group, scratch, exits, sinks, digester, limits);
            tables.batch(&mut source, &mut reader, &mut share, held)?
        };
        exits.flush(group.game(), sinks.queues)?;
        found.join(more);
        if let BatchEnd::Outgrown(entry) = end {
            // Entries of this FCC may be marked already, so it belongs to what the batch has found.
            scratch.shrink(0);
            let (bytes_max, how) = (share.bytes(), with_digest);
            found.join(by_levels(group, entry, &mut source, sinks, bytes_max, how)?);
        }
        if end == BatchEnd::All {
            // The last batch has reached all that was left.
            return commit(group, found, sinks, left, After::Done);
        }
        if found.states() >= u128::from(source.len() / ENTRIES_PER_STATE_OF_PART) {
            let reached = left - source.left();
            left = source.left();
            let part = After::Part(source.consumed());
            commit(group, std::mem::take(&mut found), sinks, reached, part)?;
        }
    }
}

/// Puts FCCs on record that have reached so many entries.
fn commit(
    group: &Group,
    found: PlainFlood,
    sinks: &Sinks<()>,
    reached: u64,
    after: After,
) -> Result<(), Unfinished> {
    let classes = found.states();
    let PlainFlood { components, digest, exits } = found;
    let tally = GroupTally {
        classes,
        entries: reached.into(),
        exits: exits.into(),
        digest,
        ..GroupTally::default()
    };
    sinks.commit(group.fingerprint(), components, tally, after)
}

/// Floods one FCC by levels.
fn by_levels<K: PickEntries>(
    group: &Group,
    entry: K,
    source: &mut Source<K, ()>,
    sinks: &Sinks<()>,
    bytes_max: usize,
    with_digest: bool,
) -> Result<PlainFlood, Unfinished> {
    let (queues, control, scratch) = (sinks.queues, sinks.control, sinks.scratch);
    let made = Made::default();
    let expansion = PlainExpansion { group, queues, control, with_digest, made };
    let mut flood = LevelFlood { expansion, scratch, control, bytes_max };
    let found = flood.flood((entry, ()), &mut Held::new(control))?;
    consume(source, &found.levels, bytes_max, |_, (), _| ())?;
    let (smallest, entry) = (found.smallest.0.wide(), entry.wide());
    let components = vec![ComponentRecord::of_fcc(smallest, entry, found.states)];
    let Made { digest, exits } = flood.expansion.made;
    Ok(PlainFlood { components, digest, exits })
}

#[derive(Default)]
struct Made {
    digest: Digest,
    exits: u64,
}

/// States as they are: neighbours, exits, digest.
struct PlainExpansion<'a> {
    group: &'a Group<'a>,
    queues: &'a dyn Queues<()>,
    control: &'a Control,
    with_digest: bool,
    made: Made,
}

impl<K: PickEntries> Expansion<K> for PlainExpansion<'_> {
    type Word = ();
    type Part = Made;

    fn expand(
        &self,
        states: &[(K, ())],
        part: &mut Made,
        mut near: impl FnMut(K, ()),
    ) -> Result<(), Unfinished> {
        self.control.look()?;
        let mut exits = Exits::new();
        let mut digester = Digester::new(self.group, self.with_digest);
        for &(key, ()) in states {
            let planes = self.group.planes(key);
            let moves = self.group.context().moves(planes);
            self.group.neighbours(key, &moves, |neighbour| near(neighbour, ()));
            self.group.exits(planes, &moves, |arrival| {
                part.exits += 1;
                exits.add(arrival, ());
            });
            digester.add(planes);
        }
        exits.flush(self.group.game(), self.queues)?;
        part.digest.join(digester.digest);
        Ok(())
    }

    fn met(_: &mut Made, (): (), (): ()) {}

    fn join(&mut self, part: Made) {
        self.made.digest.join(part.digest);
        self.made.exits += part.exits;
    }
}
