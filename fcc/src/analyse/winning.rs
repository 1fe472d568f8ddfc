//! Which FCCs can still win: what is known of deeper layers while the layers are gone through backwards.
//!
//! A component has marks, its FCCs are cosets of K among them, and those that can win are again a union of
//! affine pieces. So one set for each component tells which of its FCCs win, however many there are. Every
//! class of a component that has any is kept, to find the set for an exit that arrives there.

use super::exits::ClassExit;
use crate::fingerprint::Fingerprint;
use crate::gf2::Vector;
use crate::hash::QuickMap;
use crate::suitset::{Piece, SuitSet};
use crate::trace::Component;

/// The winning FCCs of the layers that were gone through.
#[derive(Default)]
pub struct Winning {
    groups: QuickMap<Fingerprint, WinningGroup>,
    bytes: u64,
}

/// A class of a component that has winning FCCs.
struct WinningClass {
    key: u128,
    phi: Vector,
    /// The place of its component among those with winning FCCs.
    component: u32,
}

/// The winning FCCs of one group.
#[derive(Default)]
pub struct WinningGroup {
    /// By key.
    classes: Vec<WinningClass>,
    /// For each component with winning FCCs, the marks that win.
    marks: Vec<SuitSet>,
}

impl WinningGroup {
    pub fn add(&mut self, component: &Component, marks: SuitSet) {
        let place = self.marks.len() as u32;
        self.classes.extend(component.tree.classes.iter().map(|class| WinningClass {
            key: class.key,
            phi: class.phi,
            component: place,
        }));
        self.marks.push(marks);
    }

    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// About the bytes of memory held.
    pub fn bytes(&self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let pieces: usize = self.marks.iter().map(|marks| marks.pieces().len()).sum();
        let bytes = self.classes.len() * size_of::<WinningClass>()
            + self.marks.len() * size_of::<SuitSet>()
            + pieces * size_of::<Piece>()
            + 2 * size_of::<(Fingerprint, WinningGroup)>();
        bytes as u64
    }
}

impl Winning {
    /// Adds a group that is done. It is no one's target before.
    pub fn add(&mut self, fingerprint: Fingerprint, mut group: WinningGroup) {
        if !group.is_empty() {
            group.classes.sort_unstable_by_key(|class| class.key);
            group.classes.shrink_to_fit();
            self.bytes += group.bytes();
            self.groups.insert(fingerprint, group);
        }
    }

    /// About the bytes of memory held.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The vectors, among those over `pairs`, that this exit takes to a winning FCC.
    pub fn through(&self, exit: &ClassExit, pairs: Vector, mut visit: impl FnMut(Piece)) {
        let Some(group) = self.groups.get(&exit.fingerprint) else { return };
        let found = group.classes.binary_search_by_key(&exit.key, |class| class.key);
        let Ok(index) = found else { return };
        let WinningClass { phi, component, .. } = group.classes[index];
        for piece in group.marks[component as usize].pieces() {
            if let Some(piece) = exit.preimage(&piece.shifted(phi), pairs) {
                visit(piece);
            }
        }
    }
}
