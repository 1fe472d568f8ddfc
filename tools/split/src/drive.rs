//! The driver: depth after depth, processes for the groups, a merge, to the end.
//!
//! What was done is read from the files that are there, never remembered: so it does not matter who made
//! them, and a driver that was killed is started again. Small groups are packed many to a process, since
//! starting one takes as long as exploring some dozen of them. A process that fails is started again;
//! groups that it had finished have their outputs. After the third failure the run stops.

use crate::deal::SplitDeal;
use crate::error::SplitError;
use crate::folder::Folder;
use crate::input::Input;
use crate::merge::{join_outputs, prepare_next, totals};
use crate::spent;
use crate::total::{ListedGroup, Total, read_groups};
use fcc::card::ALL_CARDS;
use fcc::census::{CensusReport, LayerReport};
use fcc::fingerprint::Fingerprint;
use fcc::group::Group;
use fcc::trace::Step;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use storage::Disk;
use storage::lock::{Lock, LockError};

/// How often a process is started for the same groups.
const ATTEMPTS_MAX: u32 = 3;
/// Packs for each process at a time, so that the last ones do not wait long for each other.
const PACKS_PER_JOB: u64 = 4;
/// Groups in a pack at most.
const PACK_GROUPS_MAX: usize = 1000;
/// Lines of input that are worth a process.
const PACK_LINES_MIN: u64 = 1000;

/// How to go about it.
pub struct Driver<'a> {
    pub folder: &'a Folder,
    pub deal: &'a SplitDeal,
    /// Processes at a time.
    pub jobs: usize,
    /// The program to start, which knows `split run`.
    pub program: &'a Path,
    /// Memory for sorting.
    pub sort_bytes_max: usize,
    pub states_max: Option<usize>,
    /// Called after each depth.
    pub merged: &'a (dyn Fn(&Total) + Sync),
}

/// Takes the folder for one driver or merge.
pub fn lock(folder: &Folder) -> Result<Lock, SplitError> {
    Lock::take(&Disk::default(), &folder.root).map_err(|error| match error {
        LockError::Held { holder } => {
            SplitError::folder(&folder.root, format!("another driver or merge has it: {holder}"))
        }
        LockError::Io(source) => SplitError::io("lock", &folder.root)(source),
    })
}

impl Driver<'_> {
    /// Goes on to the end. Returns the time that this driver and those before it took.
    pub fn run(&self) -> Result<Duration, SplitError> {
        let Driver { folder, deal, sort_bytes_max, .. } = *self;
        let started = Instant::now();
        let before = spent::read(folder, deal)?;
        loop {
            if let Some(depth) = folder.depths().find(|&depth| !folder.total(depth).exists()) {
                self.explore(depth)?;
                (self.merged)(&join_outputs(folder, deal, depth, sort_bytes_max)?);
                spent::write(folder, deal, before + started.elapsed())?;
                continue;
            }
            let Some(last) = folder.depths().last() else {
                return Err(SplitError::folder(&folder.root, "no depth has inputs"));
            };
            if prepare_next(folder, deal, last, sort_bytes_max)?.is_none() {
                return Ok(before + started.elapsed());
            }
        }
    }

    /// Explores the groups of a depth that have no output.
    fn explore(&self, depth: u32) -> Result<(), SplitError> {
        let mut groups = read_groups(&self.folder.groups(depth), self.deal)?;
        groups.retain(|group| !self.folder.output(depth, group.fingerprint).exists());
        let lists = self.folder.lists(depth);
        Folder::make(&lists)?;
        let mut packs = VecDeque::new();
        for (number, pack) in packed(groups, self.jobs).into_iter().enumerate() {
            let list = lists.join(number.to_string());
            let text: String =
                pack.iter().map(|group| format!("{}\n", group.fingerprint)).collect();
            fs::write(&list, text).map_err(SplitError::io("write", &list))?;
            packs.push_back((list, 0));
        }
        let waiting = Mutex::new(Waiting { packs, failure: None });
        std::thread::scope(|scope| {
            (0..self.jobs).for_each(|_| drop(scope.spawn(|| self.work(&waiting))));
        });
        match waiting.into_inner().expect("no worker panics").failure {
            Some(message) => Err(SplitError::Process { message }),
            None => fs::remove_dir_all(&lists).map_err(SplitError::io("remove", &lists)),
        }
    }

    /// Starts one process after the other.
    fn work(&self, waiting: &Mutex<Waiting>) {
        loop {
            let next = {
                let mut waiting = waiting.lock().expect("no worker panics");
                if waiting.failure.is_some() { None } else { waiting.packs.pop_front() }
            };
            let Some((list, attempts)) = next else { return };
            let Err(message) = self.process(&list) else { continue };
            let mut waiting = waiting.lock().expect("no worker panics");
            if attempts + 1 == ATTEMPTS_MAX {
                let list = list.display();
                let message =
                    format!("{ATTEMPTS_MAX} processes for {list} failed, the last: {message}");
                waiting.failure.get_or_insert(message);
            } else {
                waiting.packs.push_back((list, attempts + 1));
            }
        }
    }

    fn process(&self, list: &Path) -> Result<(), String> {
        let mut command = Command::new(self.program);
        command.args(["split", "run", "--dir"]).arg(&self.folder.root).arg("--list").arg(list);
        if let Some(states) = self.states_max {
            command.args(["--max-states", &states.to_string()]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let ended = command.output().map_err(|error| format!("can't start it: {error}"))?;
        if ended.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
        Err(format!("{}{}{said}", ended.status, if said.is_empty() { "" } else { ": " }))
    }
}

struct Waiting {
    /// Lists with the number of failures so far.
    packs: VecDeque<(PathBuf, u32)>,
    failure: Option<String>,
}

/// Groups put together until they are worth a process, large ones first.
fn packed(mut groups: Vec<ListedGroup>, jobs: usize) -> Vec<Vec<ListedGroup>> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.seal.lines));
    let lines: u64 = groups.iter().map(|group| group.seal.lines).sum();
    let enough = (lines / (jobs as u64 * PACKS_PER_JOB)).max(PACK_LINES_MIN);
    let mut packs: Vec<Vec<ListedGroup>> = Vec::new();
    let mut in_last = enough;
    for group in groups {
        let is_full = packs.last().is_none_or(|pack| pack.len() >= PACK_GROUPS_MAX);
        if is_full || in_last >= enough {
            packs.push(Vec::new());
            in_last = 0;
        }
        in_last += group.seal.lines;
        packs.last_mut().expect("a pack is there").push(group);
    }
    packs
}

/// What was counted, as a census has it.
pub fn report(folder: &Folder, deal: &SplitDeal) -> Result<CensusReport, SplitError> {
    let mut report = CensusReport::new();
    for Total { depth, tally, won, .. } in totals(folder, deal)? {
        report.add(LayerReport { depth, tally, won });
    }
    Ok(report)
}

/// The way to the finished game. Of states it is the shortest one that the layers allow.
pub fn solution(folder: &Folder, deal: &SplitDeal) -> Result<Option<Vec<Step>>, SplitError> {
    let end = Fingerprint { stuck: 0, founded: ALL_CARDS };
    let path = folder.input(deal.game.depth(end), end);
    if !path.exists() {
        return Ok(None);
    }
    let input = Input::read(&path, deal, &Group::new(&deal.game, end))?;
    Ok(Some(input.way(0)?.steps(0)))
}
