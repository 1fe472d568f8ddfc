//! Entries as they are read: a stream of runs, sorted by group, becomes one group after the other.
//!
//! The entries of a group are put together in memory; those of a huge one go to queues on disk. Whatever is
//! wrong with the stream is told with its place, a row of a batch, and nothing is made of the rest: a stream
//! that was cut short has no end mark, and what it was missing would be a false *impossible*.

use crate::error::WorkerError;
use crate::identity::{Holds, Identity};
use crate::lists::{ListView, numbers};
use crate::row::{Checksum, StreamPayload};
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, Int64Array, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_schema::ArrowError;
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::gf2::Vector;
use fcc::group::Group;
use fcc::state::State;
use std::io::{self, BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a stream of Arrow ends: a mark that another message follows, and a length of zero.
const END_MARK: [u8; 8] = [255, 255, 255, 255, 0, 0, 0, 0];

/// Remembers the last bytes that were read.
struct Tail<R> {
    from: R,
    last: [u8; 8],
    bytes: u64,
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(into)?;
        self.bytes += count as u64;
        for &byte in &into[count.saturating_sub(8)..count] {
            self.last.rotate_left(1);
            self.last[7] = byte;
        }
        Ok(count)
    }
}

/// A stream of Arrow that has to come to its end mark.
pub struct Batches<R> {
    reader: StreamReader<Tail<BufReader<R>>>,
    /// Batches read so far.
    pub count: u64,
}

impl<R: Read> Batches<R> {
    /// Reads the schema, and refuses a stream of something else.
    pub fn open(from: R, identity: &Identity, holds: Holds) -> Result<Batches<R>, WorkerError> {
        let tail = Tail { from: BufReader::with_capacity(1 << 20, from), last: [0; 8], bytes: 0 };
        let reader = unless_damaged(|| StreamReader::try_new(tail, None)).map_err(|error| {
            WorkerError::Refused(format!("the stream does not begin as one of Arrow: {error}"))
        })?;
        identity.expect(holds, &reader.schema())?;
        Ok(Batches { reader, count: 0 })
    }

    /// The next batch, until the stream has come to its end.
    pub fn read(&mut self) -> Result<Option<RecordBatch>, WorkerError> {
        let batch = unless_damaged(|| self.reader.next().transpose()).transpose();
        let Tail { last, bytes, .. } = *self.reader.get_ref();
        match batch {
            Some(Ok(batch)) => {
                self.count += 1;
                Ok(Some(batch))
            }
            Some(Err(error)) => Err(WorkerError::Refused(format!(
                "the stream is damaged in batch {}, before byte {bytes}: {error}",
                self.count + 1
            ))),
            None if last == END_MARK => Ok(None),
            None => Err(WorkerError::Refused(format!(
                "the stream breaks off after batch {}, at byte {bytes}: it has no end mark",
                self.count
            ))),
        }
    }
}

/// Arrow's reader checks what it reads, and panics where a length or an offset leads out of the message. That
/// is damage, too.
fn unless_damaged<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, ArrowError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        Err(ArrowError::IpcError("a length or an offset leads out of its message".to_owned()))
    })
}

/// The columns of runs in a batch.
struct RunBatch {
    stuck: Int64Array,
    founded: Int64Array,
    keys: ListView,
    keys_high: Option<ListView>,
    piece: Option<ListView>,
    pieces: Option<ListView>,
    /// The vectors of the pieces.
    vectors: Option<ListView>,
    checksum: Option<Int64Array>,
}

/// A column of lists; nothing where there is none, or where all rows have nothing.
pub(crate) fn lists_of(batch: &RecordBatch, name: &str) -> Result<Option<ListView>, String> {
    match batch.column_by_name(name) {
        None => Ok(None),
        Some(column) if column.null_count() == column.len() => Ok(None),
        Some(column) => match ListView::of(column) {
            Some(view) => Ok(Some(view)),
            None => Err(format!("the column `{name}` is no column of lists")),
        },
    }
}

/// A list of longs; nothing where it is null.
pub(crate) fn list_of_longs(view: &ListView, row: usize) -> Result<Option<&[i64]>, &'static str> {
    let Some(range) = view.range(row) else { return Ok(None) };
    let values = numbers::<Int64Type>(view.values());
    Ok(Some(&values.ok_or("a list of something else than int64, or with nulls")?[range]))
}

/// The group of a row, which has to be one of this game.
pub(crate) fn group_of(
    game: &Game,
    batch: &RecordBatch,
    row: usize,
) -> Result<Fingerprint, String> {
    let word = |name: &str| {
        let column = batch.column_by_name(name)?.as_any().downcast_ref::<Int64Array>()?;
        (!column.is_null(row)).then(|| column.value(row) as u64)
    };
    let (Some(stuck), Some(founded)) = (word("stuck"), word("founded")) else {
        return Err("a row without a fingerprint: `stuck` and `founded` are of int64".to_owned());
    };
    let fingerprint = Fingerprint { stuck, founded };
    check_group(game, fingerprint).map(|()| fingerprint)
}

/// What has to hold of a group before anything is made of its name.
fn check_group(game: &Game, fingerprint: Fingerprint) -> Result<(), String> {
    let Fingerprint { stuck, founded } = fingerprint;
    let is_one = (stuck | founded) & !fcc::card::ALL_CARDS == 0
        && stuck & founded == 0
        && stuck & !game.dealt_stuck() == 0
        && game.is_foundation(founded)
        && stuck == game.stuck_at_and_under(game.frame(fingerprint).tops);
    match is_one {
        true => Ok(()),
        false => Err(format!("stuck {stuck}, founded {founded} is no group of this deal")),
    }
}

impl RunBatch {
    fn of(batch: &RecordBatch) -> Result<RunBatch, String> {
        let longs = |name: &str| {
            let column = batch.column_by_name(name)?;
            column.as_any().downcast_ref::<Int64Array>().cloned()
        };
        let needed =
            |name: &str| longs(name).ok_or(format!("the column `{name}` of int64 is missing"));
        let pieces = lists_of(batch, "pieces")?;
        let vectors = match &pieces {
            None => None,
            Some(view) => {
                let inner = ListView::of(view.values());
                Some(inner.ok_or("the column `pieces` is no column of lists of lists")?)
            }
        };
        Ok(RunBatch {
            stuck: needed("stuck")?,
            founded: needed("founded")?,
            keys: lists_of(batch, "keys")?.ok_or("the column `keys` is missing")?,
            keys_high: lists_of(batch, "keys_high")?,
            piece: lists_of(batch, "piece")?,
            pieces,
            vectors,
            checksum: longs("checksum"),
        })
    }

    fn group(&self, row: usize) -> Result<Fingerprint, &'static str> {
        if self.stuck.is_null(row) || self.founded.is_null(row) {
            return Err("a row without a fingerprint");
        }
        let (stuck, founded) = (self.stuck.value(row) as u64, self.founded.value(row) as u64);
        Ok(Fingerprint { stuck, founded })
    }
}

/// Where a stream is: what every message tells.
pub(crate) struct RowPlace {
    pub batch: u64,
    pub row: usize,
}

impl RowPlace {
    pub fn refuse(&self, what: impl std::fmt::Display) -> WorkerError {
        let RowPlace { batch, row } = self;
        WorkerError::Refused(format!("row {} of batch {batch}: {what}", row + 1))
    }
}

/// Reads runs, one after the other.
pub struct RunReader<'a, R, P: StreamPayload> {
    game: &'a Game,
    book: P::Book,
    batches: Batches<R>,
    batch: Option<RunBatch>,
    rows: usize,
    row: usize,
    last: Option<GroupRead>,
    checksum: Checksum,
    /// Entries read so far.
    pub entries: u64,
}

/// The group of the last row.
#[derive(Clone, Copy)]
struct GroupRead {
    fingerprint: Fingerprint,
    pairs: Vector,
    cards: u32,
}

impl<'a, R: Read, P: StreamPayload> RunReader<'a, R, P> {
    /// A stream of entries of this game.
    pub fn open(
        from: R,
        identity: &Identity,
        game: &'a Game,
        book: P::Book,
    ) -> Result<RunReader<'a, R, P>, WorkerError> {
        let batches = Batches::open(from, identity, Holds::Entries)?;
        let (batch, last, checksum) = (None, None, Checksum::default());
        Ok(RunReader { game, book, batches, batch, rows: 0, row: 0, last, checksum, entries: 0 })
    }

    fn place(&self) -> RowPlace {
        RowPlace { batch: self.batches.count, row: self.row }
    }

    /// The group of the next row; `None` at the end.
    pub fn peek(&mut self) -> Result<Option<Fingerprint>, WorkerError> {
        while self.row == self.rows {
            let Some(batch) = self.batches.read()? else { return Ok(None) };
            (self.row, self.rows) = (0, 0);
            if batch.num_rows() > 0 {
                let runs = RunBatch::of(&batch).map_err(|what| self.place().refuse(what))?;
                (self.batch, self.rows) = (Some(runs), batch.num_rows());
            }
        }
        let batch = self.batch.as_ref().expect("a batch with rows");
        batch.group(self.row).map(Some).map_err(|what| self.place().refuse(what))
    }

    /// Appends the entries of the next row.
    pub fn read(&mut self, into: &mut Vec<(u128, P)>) -> Result<(), WorkerError> {
        let fingerprint = self.peek()?.expect("a row to read");
        let place = self.place();
        let group = match self.last {
            Some(last) if last.fingerprint == fingerprint => last,
            Some(last) if last.fingerprint > fingerprint => {
                return Err(place.refuse(format!(
                    "group {fingerprint} comes after {}: a stream is sorted by stuck, then by founded",
                    last.fingerprint
                )));
            }
            _ => self.enter(fingerprint).map_err(|what| place.refuse(what))?,
        };
        self.last = Some(group);
        let before = into.len();
        let is_summed = self.read_row(group, into).map_err(|what| place.refuse(what))?;
        if is_summed {
            self.check(group, &into[before..(before + 1).min(into.len())])
        } else {
            self.check(group, &into[before..])
        }
        .map_err(|what| place.refuse(what))?;
        self.row += 1;
        self.entries += (into.len() - before) as u64;
        Ok(())
    }

    /// What has to hold of a group before anything is made of its name.
    fn enter(&self, fingerprint: Fingerprint) -> Result<GroupRead, String> {
        check_group(self.game, fingerprint)?;
        let group = Group::new(self.game, fingerprint);
        if group.context().is_forced() {
            return Err(format!("group {fingerprint} was not carried through its safe moves"));
        }
        Ok(GroupRead { fingerprint, pairs: group.pairs(), cards: group.cards() })
    }

    /// Whether entries are states of the group; the first one of a row with a checksum, all of one without.
    fn check(&self, group: GroupRead, entries: &[(u128, P)]) -> Result<(), String> {
        let groups = Group::new(self.game, group.fingerprint);
        for &(key, _) in entries {
            let planes = match groups.fits::<u64>() {
                true => groups.planes(key as u64),
                false => groups.planes(key),
            };
            let state = State { fingerprint: group.fingerprint, planes };
            let held = self.game.check(state);
            held.map_err(|clause| format!("the key {key:x} is no state of its group: {clause}"))?;
            if P::KEYS_REPEAT && fcc::class::vector_to_canonical(planes, group.pairs) != 0 {
                return Err(format!("the key {key:x} is no canonical member of a class"));
            }
        }
        Ok(())
    }

    /// Reads a row, and tells whether it has a checksum, which was right.
    fn read_row(
        &mut self,
        group: GroupRead,
        into: &mut Vec<(u128, P)>,
    ) -> Result<bool, &'static str> {
        let (batch, row) = (self.batch.as_ref().expect("a batch with rows"), self.row);
        let low = list_of_longs(&batch.keys, row)?.ok_or("a row without keys")?;
        let high = batch.keys_high.as_ref().map_or(Ok(None), |view| list_of_longs(view, row))?;
        let indices = match batch.piece.as_ref().and_then(|view| Some((view, view.range(row)?))) {
            None => None,
            Some((view, range)) => {
                let values = numbers::<Int32Type>(view.values());
                Some(&values.ok_or("indices of pieces of something else than int32")?[range])
            }
        };
        let lengths = [high.map(<[i64]>::len), indices.map(<[i32]>::len)];
        if lengths.into_iter().flatten().any(|length| length != low.len()) {
            return Err("lists of different lengths");
        }
        self.checksum.of(group.fingerprint).longs(low).longs(high.unwrap_or_default());
        self.checksum.indices(indices.unwrap_or_default());
        let mut pieces = Vec::new();
        if let (Some(view), Some(vectors)) = (&batch.pieces, &batch.vectors) {
            for index in view.range(row).unwrap_or_default() {
                let vectors = list_of_longs(vectors, index)?.ok_or("a piece that is null")?;
                self.checksum.piece(vectors);
                pieces.push(P::of_vectors(Some(vectors), group.pairs, &self.book)?);
            }
        }
        let is_summed = match batch.checksum.as_ref().filter(|sums| !sums.is_null(row)) {
            None => false,
            Some(sums) if sums.value(row) == self.checksum.value() => true,
            Some(_) => return Err("the row is damaged: its checksum is another one"),
        };
        let bits = 2 * group.cards;
        for (number, &low) in low.iter().enumerate() {
            let high = high.map_or(0, |high| high[number] as u64);
            let key = u128::from(high) << 64 | u128::from(low as u64);
            if bits < 128 && key >> bits != 0 {
                return Err("a key with more bits than its group has");
            }
            let piece = match indices {
                None => P::of_vectors(None, group.pairs, &self.book)?,
                Some(indices) => {
                    let index = usize::try_from(indices[number]).ok();
                    let piece = index.and_then(|index| pieces.get(index));
                    *piece.ok_or("the index of a piece that is not there")?
                }
            };
            into.push((key, piece));
        }
        Ok(is_summed)
    }
}
