//! How far a split has come, from the files that are there.

use crate::deal::SplitDeal;
use crate::error::SplitError;
use crate::folder::Folder;
use crate::total::{Total, read_groups};
use std::fs;
use std::path::Path;

/// A depth whose inputs are there.
pub struct DepthStatus {
    pub depth: u32,
    pub groups: usize,
    /// Groups that have an output.
    pub explored: usize,
    /// When its outputs were merged.
    pub total: Option<Total>,
}

/// All depths so far.
pub fn status(folder: &Folder, deal: &SplitDeal) -> Result<Vec<DepthStatus>, SplitError> {
    let mut depths = Vec::new();
    for depth in folder.depths() {
        let groups = read_groups(&folder.groups(depth), deal)?;
        let has_output =
            |group: &&crate::total::ListedGroup| folder.output(depth, group.fingerprint).exists();
        let path = folder.total(depth);
        let total = path.exists().then(|| Total::read(&path, deal)).transpose()?;
        let explored = groups.iter().filter(has_output).count();
        depths.push(DepthStatus { depth, groups: groups.len(), explored, total });
    }
    Ok(depths)
}

/// Whether all depths were merged and lead to no other.
pub fn is_complete(depths: &[DepthStatus]) -> bool {
    let last = depths.last().map_or(0, |last| last.depth);
    let leads_on = |total: &Total| total.files.iter().any(|file| file.depth > last);
    !depths.is_empty()
        && depths.iter().all(|depth| depth.total.as_ref().is_some_and(|total| !leads_on(total)))
}

/// Bytes of all files of a folder.
pub fn bytes(folder: &Path) -> Result<u64, SplitError> {
    let failed = SplitError::io("list", folder);
    let mut sum = 0;
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let entry = entry.map_err(&failed)?;
        let data = entry.metadata().map_err(&failed)?;
        sum += if data.is_dir() { bytes(&entry.path())? } else { data.len() };
    }
    Ok(sum)
}
