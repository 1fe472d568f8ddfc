//! One group: input, exploration, output.

use crate::deal::SplitDeal;
use crate::error::SplitError;
use crate::folder::Folder;
use crate::found::Explored;
use crate::input::Input;
use crate::output;
use crate::sealed::sync_folder;
use fcc::fingerprint::Fingerprint;
use fcc::group::Group;
use std::path::Path;

/// What a process did about a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    Explored,
    /// Its output was there, complete and made from this input.
    WasThere,
}

/// Explores the group of a fingerprint. An output that is there and belongs to the input is left alone;
/// any other is refused, since somebody may want to look at it.
pub fn run_group(
    deal: &SplitDeal,
    fingerprint: Fingerprint,
    input: &Path,
    output: &Path,
    states_max: usize,
) -> Result<Ran, SplitError> {
    let group = live_group(deal, fingerprint).ok_or_else(|| {
        SplitError::folder(input, format!("{fingerprint} is no group of this deal"))
    })?;
    let entries = Input::read(input, deal, &group)?;
    if output.exists() {
        let there = output::read(output, deal, fingerprint, |_| Ok(()))?;
        if there.input != entries.seal {
            let reason = "made from another input: delete it to have it made again";
            return Err(SplitError::folder(output, reason));
        }
        return Ok(Ran::WasThere);
    }
    let found = Explored::of(&group, &entries.entries, states_max).map_err(|error| {
        SplitError::TooLarge {
            reason: format!("group {fingerprint} has {error}, the limit that was given"),
        }
    })?;
    output::write(output, deal, &group, &entries, &found)?;
    Ok(Ran::Explored)
}

/// Explores groups of a folder, one after the other.
pub fn run_groups(
    folder: &Folder,
    deal: &SplitDeal,
    fingerprints: &[Fingerprint],
    states_max: usize,
) -> Result<Vec<Ran>, SplitError> {
    let mut ran = Vec::new();
    let mut outputs = std::collections::BTreeSet::new();
    for &fingerprint in fingerprints {
        if !deal.has(fingerprint) {
            let reason = format!("{fingerprint} is no group of this deal");
            return Err(SplitError::folder(&folder.root, reason));
        }
        let depth = deal.game.depth(fingerprint);
        let (input, output) = (folder.input(depth, fingerprint), folder.output(depth, fingerprint));
        ran.push(run_group(deal, fingerprint, &input, &output, states_max)?);
        outputs.insert(folder.outputs(depth));
    }
    outputs.iter().try_for_each(|folder| sync_folder(folder))?;
    Ok(ran)
}

/// The group of a fingerprint, if that is one of the deal and its states are live.
fn live_group(deal: &SplitDeal, fingerprint: Fingerprint) -> Option<Group<'_>> {
    let group = Group::new(&deal.game, fingerprint);
    (deal.has(fingerprint) && !group.context().is_forced()).then_some(group)
}
