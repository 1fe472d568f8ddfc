//! Exits of classes on their way to the queues, each with the suit set that makes it.
//!
//! Class *q* was reached with the vectors R + φ(q), and so R, whole or one half of it, makes each of its
//! first moves (`class/exits.rs`). It travels as numbered pieces through the safe moves (`class/carry.rs`)
//! and arrives as entries: a canonical member and pieces turned to it.

use super::WorkerMemory;
use super::exits::Exits;
use crate::arrival::Arrival;
use crate::card::Card;
use crate::class::canonical::canonical_member;
use crate::class::carry::{Carrier, Meeting, Part, carry};
use crate::class::exits::{FirstMove, Half, first_moves, told_apart};
use crate::game::Game;
use crate::gf2::Vector;
use crate::group::Group;
use crate::planes::Planes;
use crate::ports::{PortError, Queues};
use crate::spaces::{SpaceCache, Spaces, SuitPiece};
use crate::suitset::{Piece, SuitSet};
use std::sync::Arc;

/// R of a component, whole and cut where foundations tell suits apart, with sizes.
pub struct ExitsOfComponent {
    whole: Cut,
    /// For each pair with a card that its foundation takes next: the parts of R without and with it.
    cuts: Vec<(Vector, [Cut; 2])>,
}

#[derive(Clone, Default)]
struct Cut {
    pieces: Vec<SuitPiece>,
    size: u128,
}

impl ExitsOfComponent {
    /// Cuts R, which has to be complete, for each pair that foundations tell apart in this group.
    pub fn new(group: &Group, r: &SuitSet, spaces: &mut SpaceCache) -> ExitsOfComponent {
        let mut numbered = |set: &SuitSet| {
            let piece = |piece: &Piece| SuitPiece {
                space: spaces.number(piece.space()),
                offset: piece.offset(),
            };
            Cut { pieces: set.pieces().iter().map(piece).collect(), size: set.size() }
        };
        let whole = numbered(r);
        let cuts = Card::in_plane(told_apart(group.context()))
            .map(|card| {
                let bit = card.bit();
                (bit, [numbered(&r.with_bit(bit, false)), numbered(&r.with_bit(bit, true))])
            })
            .collect();
        ExitsOfComponent { whole, cuts }
    }

    /// |R|
    pub fn size(&self) -> u128 {
        self.whole.size
    }

    /// The part of R that makes a move of a class with this φ.
    #[inline]
    fn making(&self, first: &FirstMove, phi: Vector) -> &Cut {
        let Some(half) = first.half else { return &self.whole };
        let Half { bit, set } = half.of_marks(phi);
        let (_, cuts) = self.cuts.iter().find(|&&(other, _)| other == bit).expect("a pair at hand");
        &cuts[usize::from(set)]
    }
}

/// Exits of classes on their way to the queues.
pub struct ClassExits {
    spaces: SpaceCache,
    exits: Exits<SuitPiece>,
    /// An empty list, kept for its memory.
    pieces: Vec<SuitPiece>,
}

impl WorkerMemory for ClassExits {
    fn bytes(&self) -> usize {
        self.exits.bytes()
    }
}

impl ClassExits {
    /// No exits yet. Their subspaces get numbers from `shared`, as those of all threads do.
    pub fn new(shared: &Arc<Spaces>) -> ClassExits {
        ClassExits { spaces: SpaceCache::new(shared), exits: Exits::new(), pieces: Vec::new() }
    }

    /// The subspaces as this thread sees them.
    pub fn spaces(&mut self) -> &mut SpaceCache {
        &mut self.spaces
    }

    /// Hands everything to the queues. Exits that are dropped before this are lost.
    pub fn flush(&mut self, game: &Game, queues: &dyn Queues<SuitPiece>) -> Result<(), PortError> {
        self.exits.flush(game, queues)
    }

    /// Adds all exits of the class with these canonical planes. Returns the number of moves times
    /// the number of vectors that can make them.
    pub fn add_class(
        &mut self,
        group: &Group,
        component: &ExitsOfComponent,
        planes: Planes,
        phi: Vector,
    ) -> u128 {
        let mut made = 0;
        first_moves(group, planes, |first| {
            let Cut { pieces, size } = component.making(&first, phi);
            if pieces.is_empty() {
                return;
            }
            made += size;
            let by = phi ^ first.half.map_or(0, Half::turn);
            let shifted = |piece: &SuitPiece| SuitPiece { offset: piece.offset ^ by, ..*piece };
            let mut load = std::mem::take(&mut self.pieces);
            load.extend(pieces.iter().map(shifted));
            carry(group.game(), Part::new(group.game().rules(), first.arrival(group), load), self);
        });
        made
    }
}

impl Carrier for ClassExits {
    type Load = Vec<SuitPiece>;

    fn half(&mut self, load: &Vec<SuitPiece>, Half { bit, set }: Half) -> Option<Vec<SuitPiece>> {
        let mut pieces = Vec::new();
        for &piece in load {
            if let Some(piece) = self.spaces.with_bit(piece, bit, set) {
                let piece = SuitPiece { offset: piece.offset & !bit, ..piece };
                self.spaces.join(&mut pieces, piece);
            }
        }
        (!pieces.is_empty()).then_some(pieces)
    }

    fn meet(&mut self, there: &mut Part<Self::Load>, here: &mut Part<Self::Load>) -> Meeting {
        if !there.is_settled_like(here) {
            return Meeting::Apart;
        }
        let pairs = here.pairs();
        for piece in here.load.drain(..) {
            let piece = self.spaces.shadow(piece, pairs);
            self.spaces.join(&mut there.load, piece);
        }
        Meeting::There
    }

    /// Adds the canonical member, with the vectors turned to it.
    #[inline]
    fn arrive(&mut self, mut part: Part<Self::Load>) {
        let pairs = part.pairs();
        let (state, vector) = canonical_member(part.arrival.state, pairs);
        let member = Arrival { state, ..part.arrival };
        for piece in part.load.drain(..) {
            let SuitPiece { space, offset } = self.spaces.shadow(piece, pairs);
            let turned = self.spaces.piece(offset ^ vector, space);
            self.exits.add(member, turned);
        }
        self.pieces = part.load;
    }
}
