//! The named games: their deals against those of other programs, and their boards as text.

use fcc::board::{Board, DealName, ReadOptions, Rules};
use fcc::rules::{Build, Fill, GAMES, Layout, NamedGame};

/// Boards as the dealing programs print them, each after a line `= NAME OF THE DEAL`.
const BOARDS: &str = include_str!("../../tests/data/games/boards.txt");

fn by_game(deal: &DealName) -> Board {
    deal.board(deal.game.rules).expect("a deal")
}

#[test]
fn deals_are_those_of_other_programs() {
    let mut games = Vec::new();
    for part in BOARDS.split("= ").skip(1) {
        let (name, text) = part.split_once('\n').expect("a name and a board");
        let deal: DealName = name.parse().expect("the name of a deal");
        let options = ReadOptions { rules: Some(deal.game.rules), ..Default::default() };
        let board = Board::read(text, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(by_game(&deal), board, "{name}");
        if !games.contains(&deal.game.name) {
            games.push(deal.game.name);
        }
    }
    assert_eq!(games.len(), GAMES.len());
}

#[test]
fn the_text_of_a_deal_says_its_game() {
    for game in &GAMES {
        let board = by_game(&DealName { game, ..DealName::freecell(617) });
        let text = board.to_text();
        // Games that differ in their layout alone have one name for their rules.
        let rules = game.rules.game().expect("the rules of a game").name;
        assert_eq!(text.contains(&format!("# game: {rules}\n")), game.name != "freecell");
        assert_eq!(Board::read(&text, &ReadOptions::default()), Ok(board), "{text}");
    }
    let rules = Rules { fill: Fill::Kings, ..Rules::freecell(3, 9) };
    let text = Board::deal_by(617, rules).expect("a deal").to_text();
    let expected =
        "# rules: freecells 3, columns 9, build alternate, fill kings, sequences limited\n";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn what_the_caller_says_wins_over_the_text() {
    let eight_off = by_game(&"eight_off 12".parse().expect("a deal"));
    let text = eight_off.to_text();
    let read = |options: ReadOptions| Board::read(&text, &options).expect("a board").rules();
    let options = ReadOptions::default();
    assert_eq!(read(options), eight_off.rules());
    assert_eq!(read(ReadOptions { freecells: Some(5), ..options }).freecells, 5);
    assert_eq!(
        read(ReadOptions { build: Some(Build::Alternate), ..options }).build,
        Build::Alternate
    );
    assert_eq!(read(ReadOptions { rules: Some(Rules::USUAL), ..options }), Rules::USUAL);
    let told = text.replace("# game: eight_off", "# game: eight_off\n# freecells: 5");
    assert_eq!(Board::read(&told, &options).expect("a board").rules().freecells, 5);
    for (line, complaint) in [
        ("# game: patience", "line 1: `patience` is no game"),
        ("# rules: build colour", "line 1: `build colour` is no part of rules"),
        ("# game: fan\n# rules: build suit", "line 2: a second `# game:` or `# rules:` line"),
    ] {
        let text = format!("{line}\n{}", text.replace("# game: eight_off\n", ""));
        let refused = Board::read(&text, &options).expect_err("no such rules").to_string();
        assert!(refused.contains(complaint), "{refused}");
    }
}

#[test]
fn other_numbers_of_cells_and_columns_keep_the_layout() {
    let deal: DealName = "eight_off 12".parse().expect("a deal");
    let rules = deal.game.rules;
    let few = deal.board(Rules { freecells: 4, columns: 6, ..rules }).expect("a deal");
    assert!(few.cells().iter().all(Option::is_some));
    assert!(few.columns().iter().all(|column| column.len() == 8));
    let refused =
        deal.board(Rules { freecells: 3, ..rules }).expect_err("too few cells").to_string();
    assert_eq!(refused, "eight_off deals 4 cards to cells, 3 freecells are too few for it");
    let fan: DealName = "fan 12".parse().expect("a deal");
    let one = fan.board(Rules { columns: 1, ..fan.game.rules }).expect("a deal");
    assert_eq!(one.columns()[0].len(), 52);
}

/// What docs/games.md walks through: PySolFC's Ceiling Fan, which is Fan built by alternate colour.
#[test]
fn a_new_game_is_a_row_of_the_table() {
    static CEILING_FAN: NamedGame = NamedGame {
        name: "ceiling_fan",
        aliases: &[],
        about: "Fan built by alternate colour",
        rules: Rules { fill: Fill::Kings, ..Rules::freecell(0, 18) },
        layout: Layout { single_columns: 1, ..Layout::ROWS },
    };
    let deal = DealName { game: &CEILING_FAN, ..DealName::freecell(12) };
    let board = by_game(&deal);
    let fan = by_game(&"fan 12".parse().expect("a deal"));
    assert_eq!(board.columns(), fan.columns());
    assert_eq!(deal.to_string(), "ceiling_fan 12");
    assert_eq!(Board::read(&board.to_text(), &ReadOptions::default()), Ok(board));
}
