//! Records read back: rows of components, sorted by depth and group, for a certificate.

use crate::error::WorkerError;
use crate::identity::{Holds, Identity};
use crate::input::{Batches, RowPlace, group_of, list_of_longs, lists_of};
use crate::lists::{ListView, numbers};
use crate::row::{Checksum, piece_of};
use arrow_array::types::Int32Type;
use arrow_array::{Int64Array, RecordBatch};
use fcc::fingerprint::Fingerprint;
use fcc::game::Game;
use fcc::gf2::Vector;
use fcc::ports::{ComponentRecord, SuitRecord};
use fcc::suitset::{Piece, SuitSet};
use std::io::Read;

/// A group: its name, its pairs, and its components by name.
pub type GroupOfComponents = (Fingerprint, Vector, Vec<ComponentRecord>);

/// Groups of a stream of components, one after the other.
pub struct GroupsOfComponents<'a, R> {
    game: &'a Game,
    symmetry: bool,
    batches: Batches<R>,
    batch: Option<RecordBatch>,
    row: usize,
    /// The group of the last row, and what is known of it so far.
    open: Option<(Fingerprint, Vec<ComponentRecord>)>,
    checksum: Checksum,
}

impl<'a, R: Read> GroupsOfComponents<'a, R> {
    /// A stream of findings of this game.
    pub fn open(
        from: R,
        game: &'a Game,
        symmetry: bool,
    ) -> Result<GroupsOfComponents<'a, R>, WorkerError> {
        let identity = Identity::of(game, symmetry);
        let batches = Batches::open(from, &identity, Holds::Findings)?;
        let (batch, open, checksum) = (None, None, Checksum::default());
        Ok(GroupsOfComponents { game, symmetry, batches, batch, row: 0, open, checksum })
    }

    /// The next group; `None` at the end.
    pub fn read(&mut self) -> Result<Option<GroupOfComponents>, WorkerError> {
        loop {
            let is_over = self.batch.as_ref().is_none_or(|batch| self.row == batch.num_rows());
            if is_over {
                self.row = 0;
                self.batch = self.batches.read()?;
                if self.batch.is_none() {
                    return self.open.take().map(|group| self.closed(group)).transpose();
                }
                continue;
            }
            let batch = self.batch.clone().expect("a batch with rows");
            let place = RowPlace { batch: self.batches.count, row: self.row };
            let (fingerprint, components) =
                self.read_row(&batch).map_err(|what| place.refuse(what))?;
            self.row += 1;
            let before = match &mut self.open {
                Some((group, list)) if *group == fingerprint => {
                    list.extend(components);
                    continue;
                }
                open => open.replace((fingerprint, components)),
            };
            let depth = |group| self.game.depth(group);
            if let Some((group, list)) = before {
                if (depth(group), group) >= (depth(fingerprint), fingerprint) {
                    return Err(place.refuse("components are sorted by depth, then by group"));
                }
                return self.closed((group, list)).map(Some);
            }
        }
    }

    fn closed(
        &self,
        (fingerprint, mut components): (Fingerprint, Vec<ComponentRecord>),
    ) -> Result<GroupOfComponents, WorkerError> {
        components.sort_unstable_by_key(|component| component.smallest);
        if components.windows(2).any(|two| two[0].smallest == two[1].smallest) {
            let message = format!("a component of group {fingerprint} comes twice");
            return Err(WorkerError::Refused(message));
        }
        Ok((fingerprint, self.pairs(fingerprint), components))
    }

    fn pairs(&self, group: Fingerprint) -> Vector {
        match self.symmetry {
            true => self.game.rules().pairs_in(self.game.frame(group).movable),
            false => 0,
        }
    }

    /// The components of a row.
    fn read_row(
        &mut self,
        batch: &RecordBatch,
    ) -> Result<(Fingerprint, Vec<ComponentRecord>), String> {
        let row = self.row;
        let group = group_of(self.game, batch, row)?;
        self.checksum.of(group);
        let names = ["keys", "entry", "states_of", "fccs_of"];
        let mut columns: [Vec<u128>; 4] = Default::default();
        for (column, name) in columns.iter_mut().zip(names) {
            *column = self.wide_numbers(batch, name)?;
        }
        let suits = self.suits(batch, group)?;
        let [names, entries, states, fccs] = columns;
        let count = names.len();
        let lengths = [entries.len(), states.len(), fccs.len()];
        if lengths.iter().any(|&length| length != count)
            || suits.as_ref().is_some_and(|suits| suits.len() != count)
            || suits.is_some() != self.symmetry
        {
            return Err("lists of different lengths, or suit sets where there are none".to_owned());
        }
        let sums = batch.column_by_name("checksum");
        let sums = sums.and_then(|sums| sums.as_any().downcast_ref::<Int64Array>());
        if sums.is_none_or(|sums| sums.value(row) != self.checksum.value()) {
            return Err("the row is damaged: its checksum is another one".to_owned());
        }
        let mut suits = suits.map(Vec::into_iter);
        let components = (0..count).map(|index| ComponentRecord {
            smallest: names[index],
            entry: entries[index],
            states: states[index],
            fccs: fccs[index],
            suits: suits.as_mut().and_then(Iterator::next).map(Box::new),
        });
        Ok((group, components.collect()))
    }

    fn wide_numbers(&mut self, batch: &RecordBatch, name: &str) -> Result<Vec<u128>, String> {
        let high = lists_of(batch, &format!("{name}_high"))?;
        let low = lists_of(batch, name)?.ok_or(format!("the column `{name}` is missing"))?;
        let low = list_of_longs(&low, self.row)?.ok_or(format!("no list in `{name}`"))?.to_vec();
        let high = match &high {
            None => None,
            Some(view) => list_of_longs(view, self.row)?.map(<[i64]>::to_vec),
        };
        self.checksum.longs(&low).longs(high.as_deref().unwrap_or_default());
        if high.as_ref().is_some_and(|high| high.len() != low.len()) {
            return Err(format!("`{name}` has halves of different lengths"));
        }
        let wide = |(index, &low): (usize, &i64)| {
            let high = high.as_ref().map_or(0, |high| high[index] as u64);
            u128::from(high) << 64 | u128::from(low as u64)
        };
        Ok(low.iter().enumerate().map(wide).collect())
    }

    /// K and R of each component of a row; nothing where every state was visited.
    fn suits(
        &mut self,
        batch: &RecordBatch,
        group: Fingerprint,
    ) -> Result<Option<Vec<SuitRecord>>, String> {
        let [ks, reached, pieces] = ["k", "reached", "pieces"].map(|name| lists_of(batch, name));
        let (Some(ks), Some(reached), Some(pieces)) = (ks?, reached?, pieces?) else {
            return Ok(None);
        };
        let nested = |view: &ListView| ListView::of(view.values()).ok_or("no lists of lists");
        let (lists, vectors) = (nested(&reached)?, nested(&pieces)?);
        let indices = |view: &ListView, range: Option<std::ops::Range<usize>>| {
            let all = numbers::<Int32Type>(view.values()).ok_or("indices that are no int32")?;
            Ok::<Vec<i32>, &str>(all[range.ok_or("a list that is null")?].to_vec())
        };
        let mut sets = Vec::new();
        for row in reached.range(self.row).ok_or("no list in `reached`")? {
            let set = indices(&lists, lists.range(row))?;
            self.checksum.indices(&set);
            sets.push(set);
        }
        let ks = indices(&ks, ks.range(self.row))?;
        self.checksum.indices(&ks);
        let mut known = Vec::new();
        for row in pieces.range(self.row).ok_or("no list in `pieces`")? {
            let vectors = list_of_longs(&vectors, row)?.ok_or("a piece that is null")?;
            self.checksum.piece(vectors);
            let (offset, space) = piece_of(vectors, self.pairs(group))?;
            known.push(Piece::new(offset, space));
        }
        if sets.len() != ks.len() {
            return Err("lists of different lengths".to_owned());
        }
        let piece = |index: i32| {
            let known = usize::try_from(index).ok().and_then(|index| known.get(index));
            known.copied().ok_or("the index of a piece that is not there")
        };
        let suits = ks.iter().zip(sets).map(|(&k, set)| {
            let reached: Result<Vec<Piece>, &str> = set.into_iter().map(piece).collect();
            Ok(SuitRecord { k: *piece(k)?.space(), reached: SuitSet::new(reached?) })
        });
        suits.collect::<Result<Vec<_>, &str>>().map(Some).map_err(str::to_owned)
    }
}
