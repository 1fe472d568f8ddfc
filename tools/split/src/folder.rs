//! Where the files of a split are.

use crate::deal::SplitDeal;
use crate::error::SplitError;
use fcc::fingerprint::Fingerprint;
use std::fs;
use std::path::{Path, PathBuf};

/// No depth is greater: 52 cards, two steps each.
const DEPTH_MAX: u32 = 104;

/// The folder of a split.
#[derive(Clone, Debug)]
pub struct Folder {
    pub root: PathBuf,
}

impl Folder {
    pub fn new(root: &Path) -> Folder {
        Folder { root: root.to_owned() }
    }

    /// What it is about.
    pub fn deal(&self) -> Result<SplitDeal, SplitError> {
        let path = self.deal_file();
        if !path.exists() {
            let reason = "no folder of a split: begin one with `strata split init`";
            return Err(SplitError::folder(&self.root, reason));
        }
        SplitDeal::read(&path)
    }

    pub fn deal_file(&self) -> PathBuf {
        self.root.join("deal")
    }

    /// The time that drivers have spent.
    pub fn spent(&self) -> PathBuf {
        self.root.join("spent")
    }

    pub fn depth(&self, depth: u32) -> PathBuf {
        self.root.join(format!("depth-{depth:03}"))
    }

    /// The inputs of a depth, a file for each group.
    pub fn inputs(&self, depth: u32) -> PathBuf {
        self.depth(depth).join("in")
    }

    pub fn outputs(&self, depth: u32) -> PathBuf {
        self.depth(depth).join("out")
    }

    pub fn input(&self, depth: u32, fingerprint: Fingerprint) -> PathBuf {
        self.inputs(depth).join(fingerprint.to_string())
    }

    pub fn output(&self, depth: u32, fingerprint: Fingerprint) -> PathBuf {
        self.outputs(depth).join(fingerprint.to_string())
    }

    /// The list of a depth's groups: written when all its inputs are there.
    pub fn groups(&self, depth: u32) -> PathBuf {
        self.depth(depth).join("groups")
    }

    /// What a depth has in it: written when all its outputs were merged.
    pub fn total(&self, depth: u32) -> PathBuf {
        self.depth(depth).join("total")
    }

    /// States of a depth that were derived at another one.
    pub fn derived(&self, depth: u32, from: u32) -> PathBuf {
        self.depth(depth).join(format!("from-{from:03}"))
    }

    /// Lists for processes and what those had to say.
    pub fn lists(&self, depth: u32) -> PathBuf {
        self.depth(depth).join("lists")
    }

    /// Depths whose inputs are there, in order.
    pub fn depths(&self) -> impl Iterator<Item = u32> {
        (0..=DEPTH_MAX).filter(|&depth| self.groups(depth).exists())
    }

    pub(crate) fn make(path: &Path) -> Result<(), SplitError> {
        fs::create_dir_all(path).map_err(SplitError::io("make", path))
    }
}
