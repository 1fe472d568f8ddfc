//! Records that look random, from a seed, and the model that a store is compared with.

use fcc::fingerprint::Fingerprint;
use fcc::gf2::Subspace;
use fcc::ports::{ComponentRecord, SuitRecord};
use fcc::suitset::{Piece, SuitSet};
use std::collections::BTreeMap;

/// Numbers that look random, the same for the same seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn fingerprint(&mut self) -> Fingerprint {
        let all = (1 << 52) - 1;
        let stuck = self.next() & self.next() & all;
        Fingerprint { stuck, founded: self.next() & all & !stuck }
    }

    fn suits(&mut self) -> SuitRecord {
        let low = 0x5_5555_5555_5555;
        let mut space = |most| {
            let count = self.below(most);
            Subspace::span((0..count).map(|_| self.next() & low).collect::<Vec<_>>())
        };
        let k = space(9);
        let pieces: Vec<Subspace> = (0..3).map(|_| space(4).sum(&k)).collect();
        let offset = |space| Piece::new(self.next() & low, space);
        SuitRecord { k, reached: SuitSet::new(pieces.into_iter().map(offset)) }
    }

    fn record(&mut self, smallest: u128) -> ComponentRecord {
        let entry = smallest + u128::from(self.below(1 << 40));
        let mut record = ComponentRecord::of_fcc(smallest, entry, 1 + self.below(1 << 30));
        if self.below(2) == 0 {
            let suits = self.suits();
            record.fccs = suits.reached.size() >> suits.k.dimension();
            record.states *= record.fccs;
            record.suits = Some(Box::new(suits));
        }
        record
    }

    /// Components with distinct names, in no order.
    pub fn components(&mut self, most: u64) -> Vec<ComponentRecord> {
        let count = 1 + self.below(most);
        let wide = self.below(2) == 0;
        let name = |n: u64, more: u64| match wide {
            true => u128::from(more) << 40 | u128::from(n),
            false => u128::from(more % (1 << 30)) << 20 | u128::from(n),
        };
        let mut components: Vec<_> = (0..count)
            .map(|n| {
                let smallest = name(n, self.next());
                self.record(smallest)
            })
            .collect();
        components.sort_by_key(|record| record.entry.count_ones());
        components
    }
}

pub type Group = BTreeMap<u128, ComponentRecord>;
/// By depth and fingerprint.
pub type Model = BTreeMap<u32, BTreeMap<[u8; 11], (Fingerprint, Group)>>;

pub fn random_model(seed: u64, depths: u32, groups: u64) -> Model {
    let mut random = Random(seed);
    let mut group = |_| {
        let fingerprint = random.fingerprint();
        let records = random.components(40);
        let group = records.into_iter().map(|record| (record.smallest, record)).collect();
        (fingerprint.to_bytes(), (fingerprint, group))
    };
    (0..depths).map(|depth| (3 * depth, (0..groups).map(&mut group).collect())).collect()
}
