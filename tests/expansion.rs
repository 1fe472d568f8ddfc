//! Expanding a state takes no memory.

use fcc::arrival::Arrival;
use fcc::board::Board;
use fcc::game::Game;
use fcc::group::Group;
use fcc::rules::Prune;

#[test]
fn expansion_does_not_allocate() {
    let game = Game::new(Board::deal(11982, 4).expect("in range"), Prune::Safe);
    let mut state = Arrival::of_deal(&game).state;
    let mut expanded = 0;
    loop {
        let group = Group::new(&game, state.fingerprint);
        let key: u128 = group.key(state.planes);
        let mut neighbours = 0;
        let mut exit = None;
        let counts = allocation_counter::measure(|| {
            group.expand(key, |_| neighbours += 1, |arrival| exit = Some(arrival));
        });
        assert_eq!(counts.count_total, 0);
        expanded += 1;
        match exit {
            Some(arrival) => state = arrival.state,
            None => break,
        }
    }
    assert!(expanded >= 5, "a walk of {expanded} states");
}
