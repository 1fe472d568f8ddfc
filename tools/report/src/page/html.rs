//! Texts and values inside of HTML.

use fcc::board::Board;
use fcc::card::Suit;
use serde::Serialize;

/// A text as HTML, inside of elements and of quoted attributes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() && letter != '\n' => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A value as JSON inside of a `script` element, where `</script` and `<!--` mean something also in a
/// string.
pub fn json_in_script(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("plain values");
    let json = json.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// A board in one line, as the script of the page reads it: columns between `/`, cells, and the highest
/// cards of the foundations (clubs, diamonds, hearts, spades): `KS/KDQS/KH/|..|KQQJ`.
pub fn compact(board: &Board) -> String {
    let columns: Vec<String> = board
        .columns()
        .iter()
        .map(|column| column.iter().map(ToString::to_string).collect())
        .collect();
    let cell =
        |cell: &Option<_>| cell.map_or("..".to_owned(), |card: fcc::card::Card| card.to_string());
    let cells: String = board.cells().iter().map(cell).collect();
    let founded: String = Suit::ALL
        .iter()
        .map(|suit| b"0A23456789TJQK"[usize::from(board.foundations()[suit.index()])] as char)
        .collect();
    format!("{}|{cells}|{founded}", columns.join("/"))
}

/// A board that the script draws as cards; as text where no script runs, or where it can't be read.
pub fn board_html(board: Option<&Board>, text: &str, label: &str) -> String {
    let data = board.map_or(String::new(), |board| format!(" data-board=\"{}\"", compact(board)));
    let (label, text) = (escaped(label), escaped(text.trim_end()));
    format!(
        "<div class=\"board\" role=\"img\" aria-label=\"{label}\"{data}><pre>{text}</pre></div>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcc::board::ReadOptions;

    #[test]
    fn nothing_gets_out_of_a_text_or_a_script() {
        assert_eq!(escaped("<a b='\"&\u{7}\">"), "&lt;a b=&#39;&quot;&amp;\u{fffd}&quot;&gt;");
        let json = json_in_script(&"</script><!--\u{2028}&");
        assert_eq!(json, "\"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026\"");
        assert_eq!(
            serde_json::from_str::<String>(&json).ok().as_deref(),
            Some("</script><!--\u{2028}&")
        );
    }

    #[test]
    fn a_board_in_one_line() {
        let text = "Foundations: H-Q C-K D-Q S-J\nFreecells: --\n: KS\n: KD QS\n: KH\n:\n";
        let board = Board::read(text, &ReadOptions::default()).expect("a board");
        assert_eq!(compact(&board), "KS/KDQS/KH/|..|KQQJ");
    }
}
