//! A state as an ordinary position with columns and cells, to be shown or played on.

use super::cards::card;
use super::game::Game;
use super::gf2::Vector;
use super::group::{Group, Key};
use super::places::{BOTTOM, CELL, Places, child_of};
use crate::position::Position;

/// The position of a state. Columns with stuck cards stand where they were dealt; any other column
/// stands where its bottom card was dealt, or else in the first place that is free.
pub fn position(game: &Game, group: &Group, places: &Places) -> Position {
    let mut columns: Vec<Vec<u8>> = vec![Vec::new(); game.columns.len()];
    for (column, dealt) in columns.iter_mut().zip(&game.columns) {
        if let Some(top) = dealt.iter().position(|card| group.tops.contains(card)) {
            column.extend(&dealt[..=top]);
        }
    }
    let in_place = |place| move |card: &&u8| places[usize::from(**card)] == place;
    let mut homeless = Vec::new();
    for &bottom in group.movable.iter().filter(in_place(BOTTOM)) {
        let home = game.columns.iter().position(|dealt| dealt.first() == Some(&bottom));
        match home.filter(|&home| columns[home].is_empty()) {
            Some(home) => columns[home].push(bottom),
            None => homeless.push(bottom),
        }
    }
    for bottom in homeless {
        let free = columns.iter_mut().find(|column| column.is_empty());
        free.expect("a state has a column for each bottom").push(bottom);
    }
    let rules = game.board.rules;
    for column in &mut columns {
        while let Some(child) = column.last().and_then(|&last| child_of(rules.build, places, last))
        {
            column.push(child);
        }
    }
    let mut cells: Vec<_> =
        group.movable.iter().filter(in_place(CELL)).map(|&held| Some(card(held))).collect();
    cells.resize(game.cells(), None);
    let columns = columns.iter().map(|column| column.iter().map(|&one| card(one)).collect());
    Position::by(rules, columns.collect(), cells, group.heights)
}

/// The position of the state that the exchange of `vector` makes of a class's canonical member.
pub fn member(game: &Game, group: &Group, key: Key, vector: Vector) -> Position {
    let mut places = group.places(key);
    group.pairs.exchange(&mut places, vector);
    position(game, group, &places)
}
