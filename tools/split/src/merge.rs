//! From the outputs of a depth to the inputs of the deeper ones.
//!
//! 1. **Join.** All outputs of a depth are read and their derived states sorted by group and state, on disk
//!    where they do not fit into memory. Of each state the shortest way is kept ([`crate::join`]). What is left goes to one file
//!    for each depth that it leads to, `from-NNN` in the folder of that depth, and the counts are added up.
//! 2. **Prepare.** When nothing is left to be joined before a depth, its `from` files are merged in the same way,
//!    since a depth is reached from several, and cut into the inputs of its groups.
//!
//! Every file follows from files that are complete, so doing it again writes the same bytes. Both
//! steps count what they read, write and join, and stop when it does not add up: a state that is lost here
//! would make a false *impossible*.

use crate::deal::SplitDeal;
use crate::derived::Derived;
use crate::error::SplitError;
use crate::folder::Folder;
use crate::input::InputWriter;
use crate::join::Joined;
use crate::output;
use crate::sealed::{Seal, SealedReader, SealedWriter, TEMPORARY, sync_folder};
use crate::sort::{Merge, Sorter};
use crate::total::{DerivedFile, ListedGroup, Total, read_groups, write_groups};
use fcc::split::suits::piece_text;
use fcc::split::text::{state_text, text_of_steps};
use fcc::split::way::Way;
use fcc::split::{ClassEntry, first_entry};
use fcc::tally::GroupTally;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};

const KIND: &str = "derived";

/// Lays out a folder that is new or empty, with the deal as the only state.
pub fn init(folder: &Folder, deal: &SplitDeal) -> Result<u32, SplitError> {
    Folder::make(&folder.root)?;
    let listed = fs::read_dir(&folder.root).map_err(SplitError::io("list", &folder.root))?;
    if listed.count() > 0 {
        return Err(SplitError::folder(&folder.root, "not empty: take a new folder"));
    }
    let (state, steps) = first_entry(&deal.game);
    let depth = deal.game.depth(state.fingerprint);
    let group = fcc::group::Group::new(&deal.game, state.fingerprint);
    let (key, suits) = if deal.symmetry {
        let entry = ClassEntry::of_state(&group, state, &Way::of_steps(&steps));
        (entry.key, piece_text(&entry.piece))
    } else {
        (group.key(state.planes), String::new())
    };
    let entry = Derived {
        fingerprint: state.fingerprint.to_string().as_bytes().try_into().expect("15 letters"),
        state: state_text(key),
        suits: suits.into(),
        moves: steps.len() as u32,
        way: text_of_steps(&steps).into(),
    };
    write_inputs(folder, deal, depth, [Ok(entry)].into_iter())?;
    deal.write(&folder.deal_file())?;
    sync_folder(&folder.root)?;
    Ok(depth)
}

/// Merges all outputs of a depth.
pub fn join_outputs(
    folder: &Folder,
    deal: &SplitDeal,
    depth: u32,
    bytes_max: usize,
) -> Result<Total, SplitError> {
    let path = folder.groups(depth);
    if !path.exists() {
        let reason =
            format!("depth {depth} has no inputs: the depths before it are to be merged first");
        return Err(SplitError::folder(&folder.root, reason));
    }
    let groups = read_groups(&path, deal)?;
    let missing = groups.iter().filter(|it| !folder.output(depth, it.fingerprint).exists()).count();
    if missing > 0 {
        let reason = format!("{missing} of {} groups have no output yet", groups.len());
        return Err(SplitError::folder(&folder.outputs(depth), reason));
    }
    let mut sorter = Sorter::new(&folder.depth(depth), Derived::cmp, bytes_max);
    let (mut tally, mut read) = (GroupTally::default(), 0);
    for group in &groups {
        let path = folder.output(depth, group.fingerprint);
        let found = output::read(&path, deal, group.fingerprint, |derived| {
            read += 1;
            sorter.push(derived)
        })?;
        if found.input != group.seal {
            let reason = "made from another input: delete it and explore the group again";
            return Err(SplitError::folder(&path, reason));
        }
        tally.join(&found.tally);
    }
    let mut joined_lines = Joined::new(sorter.sorted()?);
    let mut writers: BTreeMap<u32, SealedWriter> = BTreeMap::new();
    let mut written = 0;
    while let Some(line) = joined_lines.next()? {
        let to = deal.game.depth(line.group());
        let writer = match writers.entry(to) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(place) => {
                Folder::make(&folder.depth(to))?;
                let path = folder.derived(to, depth);
                place.insert(SealedWriter::create(&path, KIND, deal.checksum())?)
            }
        };
        writer.line(&line)?;
        written += 1;
    }
    let mut files = Vec::new();
    for (to, writer) in writers {
        files.push(DerivedFile { depth: to, seal: writer.finish()? });
        sync_folder(&folder.depth(to))?;
    }
    let joined = joined_lines.joined;
    adds_up(&folder.depth(depth), read, written, joined)?;
    let won = groups.iter().any(|group| group.fingerprint.is_won());
    let total = Total { depth, tally, won, read, joined, files };
    total.write(&folder.total(depth), deal)?;
    sync_folder(&folder.depth(depth))?;
    remove_temporary(&folder.outputs(depth));
    Ok(total)
}

/// Makes the inputs of the next depth that derived states lead to; `None` when there is none.
pub fn prepare_next(
    folder: &Folder,
    deal: &SplitDeal,
    after: u32,
    bytes_max: usize,
) -> Result<Option<u32>, SplitError> {
    let totals = totals(folder, deal)?;
    let before = totals.iter().filter(|total| total.depth <= after);
    let files = before.flat_map(|total| total.files.iter().map(|file| (total.depth, *file)));
    let files: Vec<(u32, DerivedFile)> = files.filter(|(_, file)| file.depth > after).collect();
    let Some(depth) = files.iter().map(|(_, file)| file.depth).min() else { return Ok(None) };
    let mut merge = Merge::new(Derived::cmp);
    let mut read = 0;
    for (from, file) in files.iter().filter(|(_, file)| file.depth == depth) {
        read += file.seal.lines - 1;
        let path = folder.derived(depth, *from);
        if !path.exists() {
            let reason = format!("not there: `strata split merge --depth {from}` makes it again");
            return Err(SplitError::folder(&path, reason));
        }
        merge.add(lines_of(&path, deal, file.seal)?)?;
    }
    let mut joined_lines = Joined::new(merge);
    let mut sorter = Sorter::new(&folder.depth(depth), Derived::by_moves, bytes_max);
    while let Some(line) = joined_lines.next()? {
        sorter.push(line)?;
    }
    let mut sorted = sorter.sorted()?;
    let lines = std::iter::from_fn(|| sorted.next().transpose());
    let written = write_inputs(folder, deal, depth, lines)?;
    adds_up(&folder.depth(depth), read, written, joined_lines.joined)?;
    Ok(Some(depth))
}

/// The totals of all depths that were merged.
pub fn totals(folder: &Folder, deal: &SplitDeal) -> Result<Vec<Total>, SplitError> {
    let merged = folder.depths().filter(|&depth| folder.total(depth).exists());
    merged.map(|depth| Total::read(&folder.total(depth), deal)).collect()
}

/// Writes an input for each group of sorted lines, and the list of them.
fn write_inputs(
    folder: &Folder,
    deal: &SplitDeal,
    depth: u32,
    lines: impl Iterator<Item = Result<Derived, SplitError>>,
) -> Result<u64, SplitError> {
    Folder::make(&folder.inputs(depth))?;
    Folder::make(&folder.outputs(depth))?;
    let mut groups = Vec::new();
    let mut open: Option<(fcc::fingerprint::Fingerprint, InputWriter)> = None;
    let mut written = 0;
    for line in lines {
        let line = line?;
        let fingerprint = line.group();
        if open.as_ref().is_none_or(|(other, _)| *other != fingerprint) {
            let path = folder.input(depth, fingerprint);
            let next = InputWriter::create(&path, deal, fingerprint)?;
            if let Some((fingerprint, writer)) = open.replace((fingerprint, next)) {
                groups.push(ListedGroup { fingerprint, seal: writer.finish()? });
            }
        }
        open.as_mut().expect("a group is open").1.add(&line)?;
        written += 1;
    }
    if let Some((fingerprint, writer)) = open {
        groups.push(ListedGroup { fingerprint, seal: writer.finish()? });
    }
    sync_folder(&folder.inputs(depth))?;
    write_groups(&folder.groups(depth), deal, depth, &groups)?;
    sync_folder(&folder.depth(depth))?;
    Ok(written)
}

fn adds_up(path: &Path, read: u64, written: u64, joined: u64) -> Result<(), SplitError> {
    if read == written + joined {
        return Ok(());
    }
    let reason = format!("{read} states were read, {written} written and {joined} joined");
    Err(SplitError::folder(path, reason))
}

/// The lines of a file that the totals name.
fn lines_of(
    path: &Path,
    deal: &SplitDeal,
    expected: Seal,
) -> Result<impl Iterator<Item = Result<Derived, SplitError>> + use<>, SplitError> {
    let mut file = SealedReader::open(path, KIND, Some(deal.checksum()))?;
    let symmetry = deal.symmetry;
    let next = move || {
        let line = match file.next() {
            Err(error) => return Some(Err(error)),
            Ok(line) => line.map(Derived::read),
        };
        match line {
            Some(Ok(line)) if line.is_class() != symmetry => {
                Some(Err(file.refuse("a line has suits when symmetry is on, and only then")))
            }
            Some(line) => Some(line.map_err(|reason| file.refuse(reason))),
            None if file.seal() == expected => None,
            None => Some(Err(file.refuse("another file than the totals of its depth name"))),
        }
    };
    Ok(std::iter::from_fn(next))
}

/// What killed processes have left. Another one that is still at it will find its file gone and fail.
fn remove_temporary(folder: &Path) {
    let Ok(listed) = fs::read_dir(folder) else { return };
    let paths = listed.flatten().map(|entry| entry.path());
    let is_temporary = |path: &PathBuf| path.to_string_lossy().ends_with(TEMPORARY);
    paths.filter(is_temporary).for_each(|path| drop(fs::remove_file(path)));
}
