//! What a worker writes: batches of one kind each, and an end that tells what there has to be.
//!
//! A stream counts when its last row is the end and what came before adds up to it. Whoever reads a part of
//! one has nothing.

use crate::error::cant_write;
use crate::identity::Identity;
use crate::lists::{Ends, ListColumn, nothing};
use crate::row::{Checksum, PieceTable, RUN_ENTRIES_MAX, RunColumns, StreamPayload, halves};
use crate::schema::{self, DECIMAL, Kind, TALLIED};
use arrow_array::types::{Decimal128Type, Int32Type, Int64Type};
use arrow_array::{
    ArrayRef, BooleanArray, Decimal128Array, Int32Array, Int64Array, RecordBatch, StringArray,
};
use arrow_ipc::writer::StreamWriter;
use arrow_schema::SchemaRef;
use fcc::fingerprint::Fingerprint;
use fcc::ports::{ComponentRecord, PortError};
use fcc::suitset::Piece;
use fcc::tally::GroupTally;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// Entries or components that a batch holds, about.
const BATCH_ENTRIES: usize = 1 << 16;
/// Rows that a batch holds at most.
const BATCH_ROWS: usize = 1024;

/// A stream of findings.
pub struct FindingsWriter<W: Write> {
    out: StreamWriter<W>,
    schema: SchemaRef,
    exits: RunColumns,
    exit_depths: Vec<i32>,
    components: ComponentColumns,
    component_depths: Vec<i32>,
    tallies: TallyColumns,
    written: Written,
    waiting: BTreeMap<u32, Waits>,
}

/// What waits at a depth.
#[derive(Clone, Copy, Debug, Default)]
struct Waits {
    groups: u64,
    runs: u64,
    entries: u64,
    last: Option<Fingerprint>,
}

/// What was written so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Runs of exits.
    pub runs: u64,
    /// Groups.
    pub groups: u64,
    /// Components.
    pub components: u64,
}

impl<W: Write> FindingsWriter<W> {
    /// Begins with the schema.
    pub fn new(out: W, identity: &Identity) -> Result<FindingsWriter<W>, PortError> {
        let schema = Arc::new(schema::findings(identity));
        Ok(FindingsWriter {
            out: StreamWriter::try_new(out, &schema).map_err(cant_write)?,
            schema,
            exits: RunColumns::default(),
            exit_depths: Vec::new(),
            components: ComponentColumns::default(),
            component_depths: Vec::new(),
            tallies: TallyColumns::default(),
            written: Written::default(),
            waiting: BTreeMap::new(),
        })
    }

    /// Writes entries of a deeper layer.
    pub fn exits<P: StreamPayload>(
        &mut self,
        depth: u32,
        group: Fingerprint,
        entries: &[(u128, P)],
        book: &P::Book,
        table: &mut PieceTable<P>,
    ) -> Result<(), PortError> {
        let waits = self.waiting.entry(depth).or_default();
        waits.groups += u64::from(waits.last.replace(group) != Some(group));
        waits.runs += entries.len().div_ceil(RUN_ENTRIES_MAX) as u64;
        waits.entries += entries.len() as u64;
        for run in entries.chunks(RUN_ENTRIES_MAX) {
            self.exits.push(group, run, book, table);
            self.exit_depths.push(depth as i32);
            self.written.runs += 1;
            if self.exits.entries_held() >= BATCH_ENTRIES || self.exits.rows() >= BATCH_ROWS {
                self.flush_exits()?;
            }
        }
        Ok(())
    }

    /// Writes components of a group.
    pub fn components(
        &mut self,
        depth: u32,
        group: Fingerprint,
        components: &[ComponentRecord],
    ) -> Result<(), PortError> {
        for some in components.chunks(RUN_ENTRIES_MAX) {
            self.components.push(group, some);
            self.component_depths.push(depth as i32);
            self.written.components += some.len() as u64;
            if self.components.held >= BATCH_ENTRIES || self.component_depths.len() >= BATCH_ROWS {
                self.flush_components()?;
            }
        }
        Ok(())
    }

    /// Writes what was counted in a group.
    pub fn tally(
        &mut self,
        depth: u32,
        group: Fingerprint,
        tally: &GroupTally,
    ) -> Result<(), PortError> {
        self.written.groups += 1;
        self.tallies.push(depth, Some(group), tally, group.is_won())?;
        if self.tallies.depths.len() >= BATCH_ROWS {
            self.flush_tallies(Kind::Tally)?;
        }
        Ok(())
    }

    /// Writes what was counted in layers, what waits, and the end of a stream that so many entries were read
    /// for.
    pub fn finish(
        mut self,
        layers: impl IntoIterator<Item = (u32, GroupTally, bool)>,
        entries_read: u64,
    ) -> Result<(), PortError> {
        self.flush_exits()?;
        self.flush_components()?;
        self.flush_tallies(Kind::Tally)?;
        for (depth, tally, won) in layers {
            self.tallies.push(depth, None, &tally, won)?;
        }
        self.flush_tallies(Kind::Layer)?;
        let longs = |numbers: Vec<u64>| -> ArrayRef {
            Arc::new(Int64Array::from_iter_values(numbers.into_iter().map(|number| number as i64)))
        };
        let (depths, waits): (Vec<u32>, Vec<Waits>) =
            std::mem::take(&mut self.waiting).into_iter().unzip();
        let column = |of: fn(&Waits) -> u64| longs(waits.iter().map(of).collect());
        let columns = vec![
            ("groups", column(|waits| waits.groups)),
            ("runs", column(|waits| waits.runs)),
            ("waiting", column(|waits| waits.entries)),
        ];
        self.write(Kind::Waiting, depths.iter().map(|&depth| depth as i32).collect(), columns)?;
        let Written { runs, groups, components } = self.written;
        let columns = vec![
            ("runs", longs(vec![runs])),
            ("groups", longs(vec![groups])),
            ("components", longs(vec![components])),
            ("waiting", longs(vec![entries_read])),
        ];
        self.write(Kind::End, vec![0], columns)?;
        self.out.finish().map_err(cant_write)?;
        let flushed = self.out.get_mut().flush();
        flushed.map_err(|error| PortError::failure(format!("can't write what was found: {error}")))
    }

    fn flush_exits(&mut self) -> Result<(), PortError> {
        let (depths, columns) = (std::mem::take(&mut self.exit_depths), self.exits.finish());
        self.write(Kind::Exit, depths, columns)
    }

    fn flush_components(&mut self) -> Result<(), PortError> {
        let depths = std::mem::take(&mut self.component_depths);
        let columns = self.components.finish();
        self.write(Kind::Component, depths, columns)
    }

    fn flush_tallies(&mut self, kind: Kind) -> Result<(), PortError> {
        let depths = std::mem::take(&mut self.tallies.depths);
        let columns = self.tallies.finish()?;
        self.write(kind, depths, columns)
    }

    /// Writes a batch of one kind; the columns that it does not name have nothing.
    fn write(
        &mut self,
        kind: Kind,
        depths: Vec<i32>,
        filled: Vec<(&'static str, ArrayRef)>,
    ) -> Result<(), PortError> {
        let rows = depths.len();
        if rows == 0 {
            return Ok(());
        }
        let kinds: ArrayRef = Arc::new(StringArray::from(vec![kind.word(); rows]));
        let depths: ArrayRef = Arc::new(Int32Array::from(depths));
        let columns = self.schema.fields().iter().map(|field| match field.name().as_str() {
            "kind" => Arc::clone(&kinds),
            "depth" => Arc::clone(&depths),
            name => {
                let found = filled.iter().find(|(other, _)| *other == name);
                found.map_or_else(|| nothing(field.data_type(), rows), |found| Arc::clone(&found.1))
            }
        });
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns.collect());
        batch.and_then(|batch| self.out.write(&batch)).map_err(cant_write)
    }
}

/// The columns of components while they are filled.
#[derive(Default)]
struct ComponentColumns {
    stuck: Vec<i64>,
    founded: Vec<i64>,
    entries: Vec<i32>,
    /// Names, entries, states and FCCs, each in two halves.
    halves: [[ListColumn<i64>; 2]; 4],
    pieces: ListColumn<i64>,
    pieces_end: Ends,
    k: ListColumn<i32>,
    reached: ListColumn<i32>,
    reached_end: Ends,
    checksum: Vec<i64>,
    sum: Checksum,
    held: usize,
}

impl ComponentColumns {
    fn push(&mut self, group: Fingerprint, components: &[ComponentRecord]) {
        self.sum.of(group);
        let numbers: [fn(&ComponentRecord) -> u128; 4] = [
            |component| component.smallest,
            |component| component.entry,
            |component| component.states,
            |component| component.fccs,
        ];
        for (columns, number) in self.halves.iter_mut().zip(numbers) {
            let (low, high) = halves(components.iter().map(number));
            self.sum.longs(&low).longs(high.as_deref().unwrap_or_default());
            columns[0].push(low);
            columns[1].push_some(high.as_deref());
        }
        let mut table: PieceTable<Piece> = PieceTable::default();
        let mut number = |piece: Piece| {
            table.number(piece, || {
                std::iter::once(piece.offset())
                    .chain(piece.space().basis().iter().copied())
                    .collect()
            })
        };
        let mut ks = Vec::new();
        for suits in components.iter().filter_map(|component| component.suits.as_ref()) {
            ks.push(number(Piece::new(0, suits.k)));
            let reached: Vec<i32> =
                suits.reached.pieces().iter().map(|&piece| number(piece)).collect();
            self.sum.indices(&reached);
            self.reached.push(reached);
        }
        let has_suits = !ks.is_empty();
        self.sum.indices(&ks);
        for vectors in &table.pieces {
            self.sum.piece(vectors);
            self.pieces.push(vectors.iter().copied());
        }
        self.pieces_end.push(self.pieces.len(), has_suits);
        self.reached_end.push(self.reached.len(), has_suits);
        self.k.push_some(has_suits.then_some(&ks[..]));
        self.stuck.push(group.stuck as i64);
        self.founded.push(group.founded as i64);
        self.entries.push(components.len() as i32);
        self.checksum.push(self.sum.value());
        self.held += components.len();
    }

    fn finish(&mut self) -> Vec<(&'static str, ArrayRef)> {
        self.held = 0;
        let longs = |column: &mut Vec<i64>| -> ArrayRef {
            Arc::new(Int64Array::from(std::mem::take(column)))
        };
        let names = [
            ["keys", "keys_high"],
            ["entry", "entry_high"],
            ["states_of", "states_of_high"],
            ["fccs_of", "fccs_of_high"],
        ];
        let mut columns = vec![
            ("stuck", longs(&mut self.stuck)),
            ("founded", longs(&mut self.founded)),
            ("entries", Arc::new(Int32Array::from(std::mem::take(&mut self.entries))) as ArrayRef),
            ("pieces", self.pieces.finish_nested::<Int64Type>(&mut self.pieces_end)),
            ("k", self.k.finish::<Int32Type>()),
            ("reached", self.reached.finish_nested::<Int32Type>(&mut self.reached_end)),
            ("checksum", longs(&mut self.checksum)),
        ];
        for (columns_of, names) in self.halves.iter_mut().zip(names) {
            for (column, name) in columns_of.iter_mut().zip(names) {
                columns.push((name, column.finish::<Int64Type>()));
            }
        }
        columns
    }
}

/// The columns of counts while they are filled.
#[derive(Default)]
struct TallyColumns {
    depths: Vec<i32>,
    stuck: Vec<Option<i64>>,
    founded: Vec<Option<i64>>,
    groups: Vec<i64>,
    counts: [Vec<i128>; 6],
    sizes: ListColumn<i128>,
    digests: Vec<String>,
    won: Vec<bool>,
}

/// A count as a number of 38 decimal digits.
fn decimal(count: u128) -> Result<i128, PortError> {
    i128::try_from(count).ok().filter(|&count| count < 10i128.pow(38)).ok_or_else(|| {
        PortError::failure(format!("the count {count} has more than 38 decimal digits"))
    })
}

impl TallyColumns {
    fn push(
        &mut self,
        depth: u32,
        group: Option<Fingerprint>,
        tally: &GroupTally,
        won: bool,
    ) -> Result<(), PortError> {
        self.depths.push(depth as i32);
        self.stuck.push(group.map(|group| group.stuck as i64));
        self.founded.push(group.map(|group| group.founded as i64));
        self.groups.push(tally.groups as i64);
        let GroupTally { classes, fccs, states, entries, exits, largest_fcc, .. } = *tally;
        let counts = [classes, fccs, states, entries, exits, largest_fcc];
        for (column, count) in self.counts.iter_mut().zip(counts) {
            column.push(decimal(count)?);
        }
        let sizes: Result<Vec<i128>, PortError> =
            tally.sizes.as_slice().iter().map(|&count| decimal(count)).collect();
        self.sizes.push(sizes?);
        self.digests.push(tally.digest.to_string());
        self.won.push(won);
        Ok(())
    }

    fn finish(&mut self) -> Result<Vec<(&'static str, ArrayRef)>, PortError> {
        let TallyColumns { stuck, founded, groups, counts, mut sizes, digests, won, .. } =
            std::mem::take(self);
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("stuck", Arc::new(Int64Array::from(stuck))),
            ("founded", Arc::new(Int64Array::from(founded))),
            ("groups", Arc::new(Int64Array::from(groups))),
            ("fcc_sizes", sizes.finish_as::<Decimal128Type>(&DECIMAL)),
            ("digest", Arc::new(StringArray::from(digests))),
            ("won", Arc::new(BooleanArray::from(won))),
        ];
        for (name, count) in TALLIED.into_iter().zip(counts) {
            let count = Decimal128Array::from(count).with_data_type(DECIMAL);
            columns.push((name, Arc::new(count)));
        }
        Ok(columns)
    }
}
