//! Numbers as people read them.

/// A number with separators between its thousands.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of things, in the singular or the plural.
pub fn count(number: impl Into<u128>, thing: &str) -> String {
    let number = number.into();
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number of bytes for people.
pub fn bytes_text(bytes: u64) -> String {
    let mut value = bytes as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if value < 1024.0 {
            return if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") };
        }
        value /= 1024.0;
    }
    format!("{value:.1} TiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(
            [count(1u8, "freecell"), count(1000u16, "column")],
            ["1 freecell", "1,000 columns"]
        );
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 12, 999, 1000, 1234567].map(grouped);
        assert_eq!(texts, ["0", "12", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn sizes_are_written_for_people() {
        let texts = [999, 2048, 3 << 20, 5 << 40].map(bytes_text);
        assert_eq!(texts, ["999 B", "2.0 KiB", "3.0 MiB", "5.0 TiB"]);
    }
}
