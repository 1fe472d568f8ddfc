//! Ordinary solving by every mix of rules, against a player who knows nothing but the sentences of the rule
//! book.

mod player;
mod support;

use fcc::arrival::Arrival;
use fcc::board::{Board, DealName, Numbering, Rules};
use fcc::card::Card;
use fcc::census::{CensusOptions, Verdict, Way, fewest_stuck_first};
use fcc::convert::{board_of, state_of};
use fcc::flood::{Budget, Control};
use fcc::game::Game;
use fcc::notation::Move;
use fcc::rules::{Build, Fill, NamedGame, Prune, Sequences};
use fcc::solution::Solution;
use fcc::solve::engine::{Engine, Limits};
use fcc::solve::kinds::{Child, Kind, MoveSet};
use fcc::solve::no_cells;
use fcc::solve::outcome::Outcome;
use fcc::solve::plan::Plan;
use fcc::solve::presets;
use fcc::solve::short::{ShortOptions, short};
use fcc::solve::walk::Walk;
use fcc::solve::windows::shorten_solution;
use fcc::verdict::StopReason;
use player::Player;
use std::collections::{BTreeMap, HashSet};
use support::Choices;

const PLENTY: u64 = 1 << 40;

/// Every way to build, to fill and to move, with so many cells and columns.
fn mixes(freecells: u8, columns: u8) -> Vec<Rules> {
    let mut mixes = Vec::new();
    for build in [Build::Alternate, Build::Suit] {
        for fill in [Fill::Any, Fill::Kings, Fill::Nothing] {
            for sequences in [Sequences::Limited, Sequences::Unlimited] {
                mixes.push(Rules { freecells, columns, build, fill, sequences, ..Rules::USUAL });
            }
        }
    }
    mixes
}

/// Follows a solution in all its forms.
fn assert_wins(board: &Board, solution: &Solution) {
    let spelled: Vec<Move> = solution.spelled().into_iter().map(|spelled| spelled.one).collect();
    for moves in [solution.singles(), solution.moves(), &spelled] {
        let mut player = Player::of(board);
        moves.iter().for_each(|one| player.follow(board, one));
        assert!(player.is_won(), "{board}");
    }
    let counts = solution.counts();
    assert_eq!(counts.sequences, solution.moves().len());
    assert!(counts.sequences <= counts.cards && counts.without_automatic <= counts.sequences);
    if board.rules().sequences == Sequences::Limited {
        assert!(solution.singles().iter().all(|one| one.cards.len() == 1));
    }
    let named: Vec<(String, String)> =
        solution.singles().iter().map(|one| (one.card().to_string(), one.to_string())).collect();
    let named: Vec<(&str, &str)> =
        named.iter().map(|(card, name)| (&card[..], &name[..])).collect();
    assert_eq!(Solution::of_named(board, &named).as_ref(), Ok(solution));
}

/// Plans with one scan of each sort over a complete set, with and without meta-moves.
fn complete_plans() -> Vec<Plan> {
    let text = |prune: &str, scan: &str, more: &str| {
        format!(
            "plan one\nprune {prune}\nshorten states\nscan {scan}\n \
             moves up+join+seat+shift+park+open+drop {more}\n \
             weights left=10 stuck=12 cells=5 empty=-6 short=3"
        )
    };
    let meta = "dig+bare+empty";
    [
        text("safe", "best", ""),
        text("safe", "breadth", ""),
        text("safe", "depth", meta),
        text("none", "best", meta),
        text("none", "random 7", ""),
    ]
    .map(|text| text.parse().expect("a plan"))
    .to_vec()
}

/// A random late board: uneven foundations, cards in cells and columns, the kings mostly deep.
fn random_board(choices: &mut Choices, rules: Rules) -> Board {
    let up = 5 + choices.below(5) as u8;
    let foundations = std::array::from_fn(|_| up + choices.below(4) as u8);
    let is_up = |card: &Card| card.rank() <= foundations[card.suit().index()];
    let mut cards = support::shuffled_cards(choices, 1);
    cards.retain(|card| !is_up(card));
    let mut cells = vec![None; rules.freecells.into()];
    for cell in &mut cells {
        if choices.below(3) == 0 {
            *cell = cards.pop();
        }
    }
    let mut columns = vec![Vec::new(); rules.columns.into()];
    let keep_empty = choices.below(2);
    for card in cards {
        columns[choices.below(usize::from(rules.columns) - keep_empty)].push(card);
    }
    if choices.below(2) == 0 {
        columns.iter_mut().for_each(|column| column.sort_by_key(|card| card.rank() < 13));
    }
    Board::from_parts(rules, columns, cells, foundations)
}

/// What the search over classes says.
fn by_classes(board: &Board) -> bool {
    let game = Game::new(board.clone(), Prune::Safe);
    let (budget, control) = (Budget::new(64 << 20, 1), Control::new(None));
    let search = fewest_stuck_first(&game, Way::Auto, &budget, 1 << 28, &control);
    match search.expect("memory does not fail").verdict {
        Verdict::Solvable => true,
        Verdict::Impossible => false,
        Verdict::Undecided(cause) => panic!("{cause:?}"),
    }
}

/// What the census of the whole graph says.
fn by_layers(board: &Board) -> bool {
    let control = Control::new(None);
    let report = support::run(board.clone(), Prune::Safe, CensusOptions::default(), 1, &control);
    report.layers.iter().any(|layer| layer.won)
}

/// How many boards of a mix were solvable, and how many were not.
type Tally = BTreeMap<String, [usize; 2]>;

fn assert_both(tally: &Tally, least: usize) {
    for (rules, [impossible, solvable]) in tally {
        assert!(*impossible >= least && *solvable >= least, "{rules}: {impossible}, {solvable}");
    }
}

fn name_of(rules: Rules) -> String {
    let text = rules.to_string();
    text[text.find("build").expect("a word")..].to_string()
}

#[test]
fn complete_scans_agree_with_the_player_by_every_mix_of_rules() {
    let mut choices = Choices(19);
    let limits = Limits::default;
    let mut engines: Vec<Engine> =
        complete_plans().into_iter().map(|plan| Engine::new(plan, limits())).collect();
    let mut presets: Vec<Engine> =
        presets::all().into_iter().map(|plan| Engine::new(plan, limits())).collect();
    let mut tally = Tally::new();
    for round in 0..160 {
        let (freecells, columns) = (choices.below(4) as u8, 2 + choices.below(6) as u8);
        for rules in mixes(if round % 4 == 0 { 0 } else { freecells }, columns) {
            let board = random_board(&mut choices, rules);
            let Some(solvable) = Player::of(&board).can_win(1500) else { continue };
            tally.entry(name_of(rules)).or_default()[usize::from(solvable)] += 1;
            if round % 5 == 0 {
                assert_eq!(by_classes(&board), solvable, "{board}");
                assert_eq!(by_layers(&board), solvable, "{board}");
            }
            for engine in engines.iter_mut().chain(&mut presets) {
                engine.start(&board);
                match engine.run(PLENTY, &|| false) {
                    Outcome::Solved(steps) => {
                        assert!(solvable, "{board}");
                        assert_wins(&board, &Solution::of(&board, &steps));
                    }
                    Outcome::Exhausted(_) => {
                        assert!(!solvable, "{}\n{board}", engine.plan());
                        assert!(engine.plan().complete().is_some());
                    }
                    Outcome::Undecided { reason } => {
                        assert_eq!(reason, StopReason::RanDry);
                        assert!(engine.plan().complete().is_none());
                    }
                }
            }
        }
    }
    assert!(tally.len() == 12, "{tally:?}");
    assert_both(&tally, 15);
}

/// Positions along random walks by every mix.
fn random_positions(seed: u64, mut visit: impl FnMut(&Game)) {
    let mut choices = Choices(seed);
    let set = MoveSet::new(vec![Kind::ALL.to_vec()]);
    for round in 0..24 {
        let columns = if round % 4 == 3 { 18 } else { 3 + choices.below(6) as u8 };
        for rules in mixes(choices.below(7) as u8, columns) {
            let board = match round % 2 {
                0 => random_board(&mut choices, rules),
                _ => Board::deal_by(1 + choices.below(100_000) as u64, rules).expect("a deal"),
            };
            let game = Game::new(board, Prune::Safe);
            let mut position = Arrival::of_deal(&game);
            for _ in 0..25 {
                let here = Game::new(board_of(&game, position.state), Prune::Safe);
                visit(&here);
                let mut children = Vec::new();
                let needed = choices.below(2) == 0;
                if needed {
                    set.expand_needed(&game, &position, &mut children);
                } else {
                    set.expand(&game, &position, &mut children);
                }
                if children.is_empty() {
                    break;
                }
                position = children[choices.below(children.len())].position;
            }
        }
    }
}

#[test]
fn every_move_of_every_kind_is_legal_by_every_mix_of_rules() {
    let set = MoveSet::new(vec![Kind::ALL.to_vec()]);
    let mut seen: BTreeMap<String, HashSet<Kind>> = BTreeMap::new();
    random_positions(4, |here| {
        let start = Arrival::of_deal(here);
        let mut children: Vec<Child> = Vec::new();
        set.expand(here, &start, &mut children);
        set.expand_needed(here, &start, &mut children);
        for child in &children {
            seen.entry(name_of(here.rules())).or_default().insert(child.kind);
            let mut walk = Walk::new(here);
            child.edge.atoms().for_each(|atom| walk.make(atom));
            assert_eq!(walk.position, child.position, "{:?}", child.kind);
            let way = Solution::of_way(here.deal(), &walk.steps);
            for moves in [way.singles(), way.moves()] {
                let mut player = Player::of(here.deal());
                moves.iter().for_each(|one| player.follow(here.deal(), one));
                assert!(player.sorted() == Player::of(way.end()).sorted());
            }
            assert_eq!(state_of(here, way.end()), Ok(child.position.state));
        }
    });
    for (rules, kinds) in seen {
        let fill = if rules.contains("fill none") { 3 } else { 0 };
        let by_suit = if rules.contains("build suit") { 2 } else { 0 };
        // Without a column to fill none is opened or emptied; by suit no card goes from parent to
        // parent, and what goes up is safe.
        assert_eq!(kinds.len(), Kind::ALL.len() - fill - by_suit, "{rules}: {kinds:?}");
    }
}

#[test]
fn the_plain_kinds_hold_every_move_by_every_mix_of_rules() {
    let plain = MoveSet::new(vec![Kind::PLAIN.to_vec()]);
    random_positions(6, |here| {
        let start = Arrival::of_deal(here);
        let carried = |player: &Player| {
            let cells = player.cells.iter().map(|&card| Some(card));
            let free = usize::from(player.rules.freecells) - player.cells.len();
            let cells = cells.chain(std::iter::repeat_n(None, free)).collect();
            let (columns, foundations) = (player.columns.clone(), player.foundations);
            let board =
                Board::from_parts(player.rules, columns, cells, foundations.map(|ranks| ranks[0]));
            let state = state_of(here, &board).expect("a position of the deal");
            Arrival::of_state(here, state).carried(here).state
        };
        let mut children: Vec<Child> = Vec::new();
        plain.expand(here, &start, &mut children);
        let found: HashSet<_> = children.iter().map(|child| child.position.state).collect();
        for next in Player::of(here.deal()).next() {
            let next = carried(&next);
            assert!(
                next == start.state || found.contains(&next),
                "a move is missing\n{}",
                here.deal()
            );
        }
    });
}

#[test]
fn what_is_called_lost_without_cells_is_lost() {
    let mut choices = Choices(77);
    let mut tally = Tally::new();
    for _ in 0..4000 {
        let columns = 3 + choices.below(6) as u8;
        for rules in mixes(0, columns).into_iter().filter(|rules| rules.keeps_seats()) {
            let board = random_board(&mut choices, rules);
            let Some(solvable) = Player::of(&board).can_win(1500) else { continue };
            let game = Game::new(board, Prune::Safe);
            let is_lost = no_cells::is_lost(&game, &Arrival::of_deal(&game));
            assert!(!(is_lost && solvable), "{}", game.deal());
            if !solvable {
                tally.entry(name_of(rules)).or_default()[usize::from(is_lost)] += 1;
            }
        }
    }
    assert_eq!(tally.len(), 2);
    assert_both(&tally, 20);
}

#[test]
fn solutions_become_shorter_by_every_mix_of_rules() {
    let mut choices = Choices(5);
    let mut engine = Engine::new(complete_plans().remove(4), Limits::default());
    let options = ShortOptions { width_max: 16, ..ShortOptions::default() };
    let mut tally = Tally::new();
    for _ in 0..30 {
        let freecells = choices.below(4) as u8;
        for rules in mixes(freecells, 3 + choices.below(6) as u8) {
            let board = random_board(&mut choices, rules);
            engine.start(&board);
            let Outcome::Solved(steps) = engine.run(20_000, &|| false) else { continue };
            let before = Solution::of(&board, &steps);
            let shorter = Solution::of(&board, &shorten_solution(&board, steps, &|| false));
            assert_wins(&board, &shorter);
            let (before, after) = (before.counts().sequences, shorter.counts().sequences);
            assert!(after <= before);
            tally.entry(name_of(rules)).or_default()[usize::from(after < before)] += 1;
            let best = short(&board, &options, &|| false, &mut |one| {
                let solution = Solution::of(&board, &one.steps);
                assert_wins(&board, &solution);
                assert!(solution.counts().sequences <= one.moves, "{board}");
            });
            assert!(best.is_some(), "{board}");
        }
    }
    assert!(tally.len() == 12 && tally.values().map(|[_, shorter]| shorter).sum::<usize>() > 50);
}

/// Verdicts that other programs have come to, with complete scans where nothing is found.
#[test]
fn deals_of_every_game_have_their_known_verdicts() {
    let known = [
        ("relaxed_freecell", "1 2 3 4 5 6 7 8 9 10 11 12", ""),
        ("forecell", "2 3 4 5 6 7 8 11 12", "1 9 10"),
        ("bakers_game", "1 2 3 4 5 6 7 8 9 11 12", "10"),
        ("ko_bakers_game", "2 3", "1 4 5 6 7 8 9 10 11 12"),
        ("eight_off", "1 2 3 4 5 6 7 8 9 10 11 12", ""),
        ("seahaven", "1 2 3 4 5 6 7 8 9 10 11 12", ""),
        ("relaxed_seahaven", "1 2 3 4 5 6 7 8 9 10 11 12", ""),
        ("fan", "2 3 4 6 8 10 11", "1 5 7 9 12"),
        ("cruel", "", "1 2 3 4 5 6 7 8 9 10 11 12"),
    ];
    let mut engine = Engine::new(presets::quick(), Limits::default());
    for (name, solvable, impossible) in known {
        let game = NamedGame::named(name).expect("a game");
        let mut outcome = |number: &str| {
            let number = number.parse().expect("a number");
            let deal = DealName { game, numbering: Numbering::Microsoft, number };
            let board = deal.board(game.rules).expect("a deal");
            engine.start(&board);
            (engine.run(200_000, &|| false), board)
        };
        for number in solvable.split_whitespace() {
            let (Outcome::Solved(steps), board) = outcome(number) else {
                panic!("{name} {number}")
            };
            assert_wins(&board, &Solution::of(&board, &steps));
        }
        for number in impossible.split_whitespace() {
            assert!(matches!(outcome(number).0, Outcome::Exhausted(_)), "{name} {number}");
        }
    }
}
