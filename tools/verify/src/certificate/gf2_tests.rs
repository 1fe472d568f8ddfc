//! The sets against plain lists of vectors, on random small cases.

use std::collections::HashSet;

use super::*;
use crate::certificate::random::Random;

fn vectors(piece: &Piece) -> HashSet<Vector> {
    let basis = piece.space.basis();
    (0..1_u32 << basis.len())
        .map(|choice| {
            basis.iter().enumerate().fold(piece.offset, |sum, (at, &base)| {
                if choice >> at & 1 == 1 { sum ^ base } else { sum }
            })
        })
        .collect()
}

fn listed(union: &[Piece]) -> HashSet<Vector> {
    union.iter().flat_map(vectors).collect()
}

fn random_piece(random: &mut Random, pairs: u32, dimension: u64) -> Piece {
    let mut vector = || (random.next() as Vector) & ((1 << pairs) - 1);
    let mut piece = Piece::single(vector());
    (0..dimension).for_each(|_| piece.space.add(vector()));
    piece
}

#[test]
fn a_space_has_a_reduced_basis_whatever_is_added() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let piece = random_piece(&mut random, 6, 4);
        assert!(Space::from_reduced(piece.space.basis().to_vec()).is_some());
        assert_eq!(vectors(&piece).len() as u128, piece.size());
        let all = vectors(&piece);
        (0..64).for_each(|vector| assert_eq!(piece.has(vector), all.contains(&vector)));
    }
}

#[test]
fn only_reduced_bases_are_taken() {
    assert!(Space::from_reduced(vec![]).is_some());
    assert!(Space::from_reduced(vec![0b1010, 0b0101]).is_some());
    for bad in [vec![0], vec![1, 2], vec![2, 2], vec![3, 1], vec![4, 0], vec![4, 2, 3]] {
        assert!(Space::from_reduced(bad.clone()).is_none(), "{bad:?}");
    }
}

#[test]
fn cutting_and_mapping_are_those_of_the_lists() {
    let mut random = Random::new(2);
    let map = [Some(1), None, Some(2), Some(5), Some(6), None];
    let onto = [Some(1), Some(2), Some(3), Some(5), Some(6), Some(7)];
    let image = |vector: Vector, map: &[Option<u8>]| {
        (0..6).fold(0, |sum, at| match map[at] {
            Some(to) => sum | (vector >> at & 1) << to,
            None => sum,
        })
    };
    for case in 0..3000 {
        let piece = random_piece(&mut random, 6, case % 5);
        let all = vectors(&piece);
        for (pair, value) in (0..6).flat_map(|pair| [(pair, false), (pair, true)]) {
            let expected: HashSet<Vector> =
                all.iter().copied().filter(|v| (v >> pair & 1 == 1) == value).collect();
            let half = piece.cut(pair, value);
            assert_eq!(half.as_ref().map_or(HashSet::new(), vectors), expected);
            if let Some(half) = half {
                assert!(Space::from_reduced(half.space.basis().to_vec()).is_some());
            }
        }
        for map in [map, onto] {
            let mapped = piece.mapped(&map);
            assert!(Space::from_reduced(mapped.space.basis().to_vec()).is_some());
            assert_eq!(vectors(&mapped), all.iter().map(|&v| image(v, &map)).collect());
        }
    }
}

#[test]
fn containment_in_a_union_is_exact() {
    let mut random = Random::new(3);
    let (mut covered_by_several, mut outside) = (0, 0);
    for case in 0..20_000 {
        let pairs = 2 + (case % 4) as u32;
        let union: Vec<Piece> = (0..1 + random.below(5))
            .map(|_| {
                let dimension = random.below(u64::from(pairs));
                random_piece(&mut random, pairs, dimension)
            })
            .collect();
        let dimension = random.below(4);
        let piece = random_piece(&mut random, pairs, dimension);
        let (of_piece, of_union) = (vectors(&piece), listed(&union));
        match missing(&piece, &union) {
            Some(vector) => {
                assert!(of_piece.contains(&vector) && !of_union.contains(&vector));
                outside += 1;
            }
            None => {
                assert!(of_piece.is_subset(&of_union));
                if !union.iter().any(|one| one.contains(&piece)) {
                    covered_by_several += 1;
                }
            }
        }
        assert_eq!(covered(&piece, &union), of_piece.intersection(&of_union).count() as u128);
        assert_eq!(union_size(&union), of_union.len() as u128);
        let mut joined = Vec::new();
        union.iter().for_each(|one| add_piece(&mut joined, one.clone()));
        assert_eq!(listed(&joined), of_union);
        assert!(joined.len() <= union.len());
    }
    assert!(covered_by_several > 200 && outside > 200, "{covered_by_several} {outside}");
}
