//! A text as board, or every fault that keeps it from being one.
//!
//! Lines are read one after the other into a [`Reader`], which goes on after a fault: what it could
//! not read it leaves out. What concerns the whole board (the number of columns and freecells, each
//! card exactly once) is checked at the end. Only a text without faults reaches
//! [`Board::from_parts`], whose assertions then check this file.
//!
//! A blank line may be an empty column, as in other programs: `columns` tells which are. A line with
//! only a comment is nothing at all. The `Foundations:` and `Freecells:` lines stand before or after all
//! columns, not among them.

use super::columns::{Row, RowKind, columns_of};
use super::fault::{BoardError, Fault, LineName, SeenAt, Spot, shown};
use super::text::{
    BLANKS, ReadOptions, TEXT_BYTES_MAX, Told, card_of, foundation_of, freecells_implied, slot_of,
    slots_by_width, told_by_comment,
};
use super::{Board, Rules};
use crate::card::{CARDS, Card, Suit};
use crate::rules::NamedGame;

impl Board {
    /// Reads a board; the format is told in `BOARDS.md`.
    ///
    /// The number of freecells is the one of the options; else that of a line `# freecells: N`; else that of
    /// a line `# game: NAME` or `# rules: TEXT`; else, when the `Freecells:` line shows an empty slot, its
    /// number of slots; else four, or the number of cards in that line when it is higher. The number of columns
    /// is the one of the options; else that of a line `# columns: N`; else that of the game or the rules; else that
    /// of the column lines.
    pub fn read(text: &str, options: &ReadOptions) -> Result<Board, BoardError> {
        if text.len() > TEXT_BYTES_MAX {
            return Err(BoardError::new(vec![Fault::TextTooLong { bytes: text.len() }]));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = text.strip_suffix('\n').unwrap_or(text);
        let mut reader = Reader::default();
        for (index, line) in text.split('\n').enumerate() {
            reader.read_line(index + 1, line.strip_suffix('\r').unwrap_or(line));
        }
        reader.finish(options)
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    faults: Vec<Fault>,
    /// The column lines, and the blank lines before, among and after them.
    rows: Vec<Row>,
    has_column: bool,
    /// Named lines since the last column: at fault if another column follows.
    named_since_column: Vec<(LineName, usize)>,
    /// Each line that is there at most once, with its number.
    foundations: Option<(usize, Vec<GivenFoundation>)>,
    slots: Option<(usize, Vec<Option<Card>>)>,
    /// The cells that the freecells line has room for, where its blanks tell it.
    slots_by_width: Option<usize>,
    freecells_told: Option<(usize, u8)>,
    columns_told: Option<(usize, u8)>,
    rules_told: Option<(usize, Rules)>,
    /// Every card seen, and where.
    seen: Vec<(Card, SeenAt)>,
}

/// A word of the foundations line: where it begins, its suit and its rank.
type GivenFoundation = (Spot, Suit, u8);

/// A word and where it begins.
struct Word<'a> {
    spot: Spot,
    text: &'a str,
}

/// The words of a line's part that begins at the byte `start`.
fn words(line: usize, content: &str, start: usize) -> impl Iterator<Item = Word<'_>> {
    let (before, part) = content.split_at(start);
    let mut character = before.chars().count() + 1;
    part.split(BLANKS).filter_map(move |text| {
        let spot = Spot { line, character };
        character += text.chars().count() + 1;
        (!text.is_empty()).then_some(Word { spot, text })
    })
}

impl Reader {
    fn read_line(&mut self, line: usize, text: &str) {
        if let Some((told, number)) = told_by_comment(text) {
            return self.read_told(line, told, number);
        }
        let (content, is_commented) = match text.split_once('#') {
            Some((content, _)) => (content, true),
            None => (text, false),
        };
        if content.trim_matches(BLANKS).is_empty() {
            if !is_commented && self.named_since_column.is_empty() {
                self.rows.push(Row { line, kind: RowKind::Blank });
            }
            return;
        }
        let Some(colon) = content.find(':') else {
            return self.read_column(line, content, None);
        };
        let name = content[..colon].trim_matches(BLANKS);
        match name.to_ascii_lowercase().as_str() {
            "" => self.read_column(line, content, Some(colon)),
            "foundations" | "founds" => self.read_foundations(line, content, colon + 1),
            "freecells" | "fc" => self.read_slots(line, content, colon + 1),
            _ => self.faults.push(Fault::UnknownLine { line, name: shown(name) }),
        }
    }

    fn read_told(&mut self, line: usize, told: Told, value: &str) {
        match told {
            Told::Freecells | Told::Columns => self.read_number(line, told, value),
            Told::Game => {
                let game = NamedGame::named(&value.to_ascii_lowercase()).map(|game| game.rules);
                let fault = || Fault::UnknownGame { line, name: shown(value) };
                self.note_rules(line, game.ok_or_else(fault));
            }
            Told::Rules => {
                let rules = value.to_ascii_lowercase().parse();
                self.note_rules(line, rules.map_err(|error| Fault::NotRules { line, error }));
            }
        }
    }

    fn note_rules(&mut self, line: usize, rules: Result<Rules, Fault>) {
        match (self.rules_told, rules) {
            (Some((first, _)), _) => {
                self.faults.push(Fault::LineTwice { name: LineName::RulesComment, first, line });
            }
            (None, Ok(rules)) => self.rules_told = Some((line, rules)),
            (None, Err(fault)) => self.faults.push(fault),
        }
    }

    fn read_number(&mut self, line: usize, told: Told, number: &str) {
        let (before, range, name) = match told {
            Told::Freecells => {
                let range = 0..=Rules::FREECELLS_MAX;
                (&mut self.freecells_told, range, LineName::FreecellsComment)
            }
            _ => (&mut self.columns_told, 1..=Rules::COLUMNS_MAX, LineName::ColumnsComment),
        };
        let fault = match (*before, number.parse::<u8>()) {
            (Some((first, _)), _) => Fault::LineTwice { name, first, line },
            (None, Ok(number)) if range.contains(&number) => {
                *before = Some((line, number));
                return;
            }
            _ => match told {
                Told::Freecells => Fault::TooManyFreecells { line, found: shown(number) },
                _ => Fault::TooManyColumnsTold { line, found: shown(number) },
            },
        };
        self.faults.push(fault);
    }

    fn read_column(&mut self, line: usize, content: &str, colon: Option<usize>) {
        for (name, line) in self.named_since_column.drain(..) {
            self.faults.push(Fault::LineAmongColumns { name, line });
        }
        let mut cards = Vec::new();
        for Word { spot, text } in words(line, content, colon.map_or(0, |colon| colon + 1)) {
            match card_of(text) {
                Some(card) => {
                    cards.push(card);
                    self.seen.push((card, SeenAt::Line(line)));
                }
                None => self.faults.push(Fault::NotACard { spot, word: shown(text) }),
            }
        }
        self.has_column = true;
        let kind = RowKind::Column { cards, has_colon: colon.is_some() };
        self.rows.push(Row { line, kind });
    }

    fn read_foundations(&mut self, line: usize, content: &str, start: usize) {
        let mut ranks = Vec::new();
        for Word { spot, text } in words(line, content, start) {
            match foundation_of(text) {
                Some((suit, rank)) => ranks.push((spot, suit, rank)),
                None => self.faults.push(Fault::NotAFoundation { spot, word: shown(text) }),
            }
        }
        let first = self.foundations.as_ref().map(|&(first, _)| first);
        if self.note_named_line(LineName::Foundations, first, line) {
            self.foundations = Some((line, ranks));
        }
    }

    fn read_slots(&mut self, line: usize, content: &str, start: usize) {
        let mut slots = Vec::new();
        for Word { spot, text } in words(line, content, start) {
            match slot_of(text) {
                Some(slot) => slots.push(slot),
                None => self.faults.push(Fault::NotASlot { spot, word: shown(text) }),
            }
        }
        let first = self.slots.as_ref().map(|&(first, _)| first);
        if self.note_named_line(LineName::Freecells, first, line) {
            self.seen.extend(slots.iter().flatten().map(|&card| (card, SeenAt::Line(line))));
            self.slots = Some((line, slots));
            self.slots_by_width = slots_by_width(&content[start..]);
        }
    }

    /// Notes a named line and tells whether it is the first of its name. A second one is a fault,
    /// and its cards are left out: most often they are the same ones again.
    fn note_named_line(&mut self, name: LineName, first: Option<usize>, line: usize) -> bool {
        if self.has_column {
            self.named_since_column.push((name, line));
        } else {
            // Blank lines before it are not at the columns.
            self.rows.clear();
        }
        if let Some(first) = first {
            self.faults.push(Fault::LineTwice { name, first, line });
        }
        first.is_none()
    }

    /// Checks what concerns the whole board.
    fn finish(mut self, options: &ReadOptions) -> Result<Board, BoardError> {
        let told =
            options.rules.or(self.rules_told.map(|(_, rules)| rules)).unwrap_or(Rules::USUAL);
        let decks = options.decks.unwrap_or(told.decks);
        if !(1..=2).contains(&decks) {
            return Err(BoardError::new(vec![Fault::DecksAsked { decks }]));
        }
        let cells = self.fit_cells(options);
        let foundations = self.fit_foundations(decks);
        let has_begun = foundations != [[0; 4]; 2] || cells.iter().any(Option::is_some);
        let columns = self.fit_columns(options, has_begun);
        self.check_cards(foundations, decks);
        if !self.faults.is_empty() {
            return Err(BoardError::new(self.faults));
        }
        let rules = Rules {
            freecells: cells.len() as u8,
            columns: columns.len() as u8,
            decks,
            build: options.build.unwrap_or(told.build),
            fill: options.fill.unwrap_or(told.fill),
            sequences: options.sequences.unwrap_or(told.sequences),
        };
        Ok(Board::from_decks(rules, columns, cells, foundations))
    }

    /// The foundations, as many of a suit as there are decks.
    fn fit_foundations(&mut self, decks: u8) -> [[u8; 4]; 2] {
        let mut foundations = [[0; 4]; 2];
        let mut given = [0; 4];
        for (spot, suit, rank) in self.foundations.take().unwrap_or_default().1 {
            let deck = &mut given[suit.index()];
            if *deck == usize::from(decks) {
                self.faults.push(Fault::SuitTwice { spot, suit, decks });
            } else {
                foundations[*deck][suit.index()] = rank;
                *deck += 1;
            }
        }
        foundations
    }

    /// The columns: as many as there are to be, blank lines taken for what they are.
    fn fit_columns(&mut self, options: &ReadOptions, has_begun: bool) -> Vec<Vec<Card>> {
        let told = options
            .columns
            .or(options.rules.map(|rules| rules.columns))
            .or(self.columns_told.map(|(_, columns)| columns))
            .or(self.rules_told.map(|(_, rules)| rules.columns));
        let fitted = match options.columns {
            Some(columns) if !(1..=Rules::COLUMNS_MAX).contains(&columns) => {
                Err(Fault::TooManyColumnsAsked { columns })
            }
            _ => columns_of(std::mem::take(&mut self.rows), told, has_begun),
        };
        let columns = fitted.unwrap_or_else(|fault| {
            self.faults.push(fault);
            // One that passes: this fault is enough.
            vec![Vec::new()]
        });
        match columns.len() {
            0 => self.faults.push(Fault::NoColumns),
            found if found > usize::from(Rules::COLUMNS_MAX) => {
                self.faults.push(Fault::TooManyColumns { found });
            }
            _ => {}
        }
        columns
    }

    /// The cells: as many as there are to be, with the cards of the freecells line.
    fn fit_cells(&mut self, options: &ReadOptions) -> Vec<Option<Card>> {
        let (line, mut slots) = self.slots.take().unwrap_or_default();
        let told = options
            .freecells
            .or(options.rules.map(|rules| rules.freecells))
            .or(self.freecells_told.map(|(_, freecells)| freecells))
            .or(self.rules_told.map(|(_, rules)| rules.freecells));
        let freecells = told.map_or_else(|| freecells_implied(&slots), usize::from);
        if let (None, Some(by_width)) =
            (told, self.slots_by_width.filter(|&slots| slots != freecells))
        {
            self.faults.push(Fault::BlanksInCells { line, by_width, by_words: freecells });
            return slots;
        }
        if freecells > usize::from(Rules::FREECELLS_MAX) {
            // A comment with such a number has been refused, so it is the caller or the line.
            self.faults.push(match options.freecells {
                Some(freecells) => Fault::TooManyFreecellsAsked { freecells },
                None => Fault::TooManyFreecells { line, found: freecells.to_string() },
            });
            return slots;
        }
        let cards = slots.iter().flatten().count();
        if cards > freecells {
            self.faults.push(Fault::TooManyCardsInCells { line, cards, freecells });
            return slots;
        }
        while slots.len() > freecells {
            let last_empty = slots.iter().rposition(Option::is_none);
            slots.remove(last_empty.expect("more slots than freecells, but not more cards"));
        }
        slots.resize(freecells, None);
        slots
    }

    /// Each card has to be in exactly one place, or in two with two decks.
    fn check_cards(&mut self, foundations: [[u8; 4]; 2], decks: u8) {
        let mut places = vec![Vec::new(); CARDS];
        for &(card, place) in &self.seen {
            places[card.deck_place()].push(place);
        }
        for (ranks, suit) in
            foundations.iter().flat_map(|ranks| Suit::ALL.map(|suit| (ranks, suit)))
        {
            for rank in 1..=ranks[suit.index()] {
                places[Card::new(rank, suit).deck_place()].push(SeenAt::Foundation);
            }
        }
        // A list of all of them would tell less.
        let twice = places.iter().filter(|places| places.len() == 2).count();
        if decks == 1 && twice > CARDS / 2 {
            return self.faults.push(Fault::TwoDecks { twice });
        }
        if decks == 2 && places.iter().all(|places| places.len() == 1) {
            return self.faults.push(Fault::OneDeck);
        }
        let mut missing = Vec::new();
        for (deck_place, places) in places.into_iter().enumerate() {
            let card = Card::from_deck(deck_place);
            let decks = usize::from(decks);
            missing.extend((places.len()..decks).map(|_| card));
            if places.len() > decks {
                self.faults.push(Fault::CardTwice { card, places, decks });
            }
        }
        if !missing.is_empty() {
            self.faults.push(Fault::CardsMissing { cards: missing, decks: decks.into() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEAL_1: [&str; 8] = [
        "JD KD 2S 4C 3S 6D 6S",
        "2D KC KS 5C TD 8S 9C",
        "9H 9S 9D TS 4S 8D 2H",
        "JC 5S QD QH TH QS 6H",
        "5D AD JS 4H 8H 6C",
        "7H QC AS AC 2C 3D",
        "7C KH AH 4D JH 8C",
        "5H 3H 3C 7S 7D TC",
    ];

    fn read(text: &str) -> Board {
        Board::read(text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn freecells(text: &str, asked: Option<u8>) -> u8 {
        Board::read(text, &ReadOptions { freecells: asked, ..Default::default() })
            .unwrap()
            .rules()
            .freecells
    }

    /// The lengths of the columns of deal 1 with other lines put between, before and after.
    fn lengths(separator: &str, before: &str, after: &str) -> Vec<usize> {
        let text = format!("{before}{}{after}", DEAL_1.join(separator));
        read(&text).columns().iter().map(Vec::len).collect()
    }

    #[test]
    fn the_looks_of_a_text_do_not_matter() {
        let deal = Board::deal(1, 4).unwrap();
        let plain = DEAL_1.join("\n");
        for text in [
            plain.clone(),
            plain.to_lowercase(),
            plain.replace('T', "10"),
            plain.replace('H', "♥\u{fe0f}").replace('S', "♤").replace('C', "♣").replace('D', "♢"),
            plain.replace(' ', " \t ").replace('\n', "\t\n "),
            format!("\u{feff}{}\r\n", plain.replace('\n', "\r\n")),
            format!(":{}", plain.replace('\n', "\n : ")),
            plain.replace('\n', " # a column: 3H\n# nothing\n"),
            format!("\n \n{plain}\n\t\n\n"),
            format!("fOUNDS: d-0\n\n{plain}\n\nfc:\n"),
            format!("{plain}\nFREECELLS : -- -- - -\nFOUNDATIONS:"),
        ] {
            assert_eq!(read(&text), deal, "{text}");
        }
    }

    #[test]
    fn blank_lines_are_columns_only_between_columns() {
        assert_eq!(lengths("\n", "\n\n", "\n\n"), [7, 7, 7, 7, 6, 6, 6, 6]);
        assert_eq!(lengths("\n", ":\n#\n", "\n#\n: #"), [0, 7, 7, 7, 7, 6, 6, 6, 6, 0]);
        assert_eq!(lengths("\n", "FC:\n\n", "\n\nFounds:\n"), [7, 7, 7, 7, 6, 6, 6, 6]);
    }

    #[test]
    fn one_column_may_hold_all_cards() {
        assert_eq!(lengths(" ", "", ""), [52]);
    }

    #[test]
    fn foundations_take_the_place_of_their_cards() {
        let text = DEAL_1.join("\n").replace(" AS", "").replace(" 2S", "").replace(" AH", "");
        let board = read(&format!("Foundations: S-2 H-A\n{text}"));
        assert_eq!(board.foundations(), [0, 0, 1, 2]);
    }

    #[test]
    fn the_number_of_freecells_has_four_sources() {
        let seven = DEAL_1[..7].join("\n");
        let eight = DEAL_1.join("\n");
        let three = format!("{seven}\n5H 3H 3C\nFC: 7S 7D TC");
        assert_eq!(freecells(&eight, None), 4);
        assert_eq!(freecells(&format!("FC: - -\n{eight}"), None), 2);
        assert_eq!(freecells(&three, None), 4);
        assert_eq!(freecells(&format!("{three} --"), None), 4);
        assert_eq!(freecells(&format!("{three} -- --"), None), 5);
        assert_eq!(freecells(&format!("{seven}\nFC: {}", DEAL_1[7]), None), 6);
        assert_eq!(freecells(&format!("{three}\n# Freecells: 3"), None), 3);
        assert_eq!(freecells(&format!("{three} -- --\n# freecells: 12"), None), 12);
        assert_eq!(freecells(&format!("{three}\n# freecells: 3"), Some(7)), 7);
        assert_eq!(freecells(&format!("{eight}\nFC:{}", " -".repeat(13)), Some(0)), 0);
        assert_eq!(freecells(&format!("{eight}\n# Freecells: 3H"), None), 4);
    }

    #[test]
    fn empty_slots_go_from_the_end_when_there_are_too_many() {
        let text = format!("{}\n5H 3H 3C 7S\nFC: - 7D - TC -", DEAL_1[..7].join("\n"));
        let (diamond, club) = (Card::new(7, Suit::Diamonds), Card::new(10, Suit::Clubs));
        for (asked, expected) in [
            (6, vec![None, Some(diamond), None, Some(club), None, None]),
            (4, vec![None, Some(diamond), None, Some(club)]),
            (3, vec![None, Some(diamond), Some(club)]),
            (2, vec![Some(diamond), Some(club)]),
        ] {
            let board =
                Board::read(&text, &ReadOptions { freecells: Some(asked), ..Default::default() })
                    .unwrap();
            assert_eq!(board.cells(), expected);
        }
    }
    #[test]
    fn the_boards_of_the_manual_are_read_and_written_as_they_stand() {
        let manual = include_str!("../../BOARDS.md");
        let boards: Vec<&str> = manual
            .split("```board\n")
            .skip(1)
            .map(|block| block.split("```").next().unwrap())
            .collect();
        assert_eq!(boards.len(), 4);
        for text in boards {
            assert_eq!(read(text).to_text(), text);
        }
    }
}
