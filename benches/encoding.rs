//! Encode, decode and expand, on states from random walks of many deals.
//!
//!     cargo bench --bench encoding

mod timing;

use fcc::arrival::Arrival;
use fcc::bits;
use fcc::board::Board;
use fcc::class::{canonical, pairs_of};
use fcc::convert::{board_of, state_of};
use fcc::game::Game;
use fcc::group::Group;
use fcc::planes::Planes;
use fcc::rules::Prune;
use fcc::state::State;
use std::hint::black_box;
use timing::{measure, mix};

const ROUNDS: usize = 5;
const REPEATS: usize = 200;

/// Groups with a few states each.
fn sample(games: &[Game]) -> Vec<(Group<'_>, Vec<u128>)> {
    let mut seed = 1u64;
    let mut sample = Vec::new();
    for game in games {
        let mut state = Arrival::of_deal(game).state;
        for _ in 0..18 {
            let group = Group::new(game, state.fingerprint);
            let mut keys = vec![group.key(state.planes)];
            let mut exits: Vec<State> = Vec::new();
            for step in 0..40 {
                let (mut near, at) = (Vec::new(), keys[step.min(keys.len() - 1)]);
                group.expand(at, |key| near.push(key), |arrival| exits.push(arrival.state));
                seed = mix(seed, step as u64);
                if !near.is_empty() {
                    keys.push(near[seed as usize % near.len()]);
                }
            }
            sample.push((group, keys));
            seed = mix(seed, 77);
            match exits.len() {
                0 => break,
                count => state = exits[seed as usize % count],
            }
        }
    }
    sample
}

fn main() {
    let game = |number| Game::new(Board::deal(number, 4).expect("in range"), Prune::Safe);
    let games: Vec<Game> = (1..200).map(game).collect();
    let sample = sample(&games);
    let states: usize = sample.iter().map(|(_, keys)| keys.len()).sum();
    println!("{states} states in {} groups", sample.len());
    let over_keys = |work: &dyn Fn(&Group, u128, u64) -> u64| {
        let mut hash = 0;
        for _ in 0..REPEATS {
            for (group, keys) in &sample {
                hash = keys.iter().fold(hash, |hash, &key| work(group, black_box(key), hash));
            }
        }
        ((REPEATS * states) as u64, hash)
    };
    measure("decode (key to planes)", ROUNDS, || {
        over_keys(&|group, key, hash| {
            let Planes { a, b } = group.planes(key);
            mix(hash, a ^ b.rotate_left(32))
        })
    });
    measure("decode and encode", ROUNDS, || {
        over_keys(&|group, key, hash| mix(hash, group.key::<u128>(group.planes(key)) as u64))
    });
    measure("decode and canonical member", ROUNDS, || {
        over_keys(&|group, key, hash| {
            let Planes { a, b } = canonical(group.planes(key), pairs_of(group.context()));
            mix(hash, a ^ b.rotate_left(32))
        })
    });
    measure("expand", ROUNDS, || {
        over_keys(&|group, key, hash| {
            let mut near = hash;
            let mut far = 0u64;
            group.expand(
                key,
                |key: u128| near = mix(near, key as u64),
                |arrival| {
                    let Planes { a, b } = arrival.state.planes;
                    far = far.wrapping_add(a ^ b);
                },
            );
            mix(near, far)
        })
    });
    measure("board to state and back", 3, || {
        let mut hash = 0;
        for (group, keys) in &sample {
            let state = group.state(keys[0]);
            let board = board_of(group.game(), state);
            let again = state_of(group.game(), &board).expect("a position of the deal");
            hash = mix(hash, again.planes.a ^ again.planes.b.rotate_left(32));
        }
        (sample.len() as u64, hash)
    });
    compare_gathers();
}

/// The processor's way and the portable way of gathering bits.
fn compare_gathers() {
    let words: Vec<(u64, u64)> =
        (0..4096u64).map(|n| (mix(n, 1), mix(n, 2) & fcc::card::ALL_CARDS)).collect();
    let all = |gather: fn(u64, u64) -> u64| {
        let sum =
            words.iter().fold(0, |hash, &(plane, mask)| mix(hash, gather(black_box(plane), mask)));
        (words.len() as u64, sum)
    };
    let quick = measure("gather, as chosen", ROUNDS, || all(bits::gather));
    let portable = measure("gather, portable", ROUNDS, || all(bits::gather_portable));
    println!("the chosen way is {:.1} times as fast as the portable one", quick / portable);
}
