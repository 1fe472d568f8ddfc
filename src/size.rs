//! Sizes and times on the command line: `512MiB`, `2GiB`, `1000000`; `90s`, `5m`.

pub use fcc::numbers::bytes_text;

use std::time::Duration;

/// Reads a number of bytes with an optional binary or decimal unit.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kib" | "k" => 1 << 10,
        "mib" | "m" => 1 << 20,
        "gib" | "g" => 1 << 30,
        "tib" | "t" => 1 << 40,
        "kb" => 1000,
        "mb" => 1000 * 1000,
        "gb" => 1000 * 1000 * 1000,
        "tb" => 1000 * 1000 * 1000 * 1000,
        _ => return Err(format!("`{unit}` is no unit: KiB, MiB, GiB, TiB, KB, MB, GB or TB")),
    };
    let number: u64 =
        number.parse().map_err(|_| "a size is a whole number and a unit".to_string())?;
    number.checked_mul(factor).ok_or_else(|| "more bytes than there can be".to_string())
}

/// Reads a time: a whole number of milliseconds, seconds, minutes or hours.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let milliseconds: u64 = match unit.trim() {
        "ms" => 1,
        "" | "s" => 1000,
        "m" | "min" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        _ => return Err(format!("`{unit}` is no unit of time: ms, s, m or h")),
    };
    let number: u64 =
        number.parse().map_err(|_| "a time is a whole number and a unit".to_string())?;
    let time = number.checked_mul(milliseconds).ok_or("more time than there can be")?;
    Ok(Duration::from_millis(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse_bytes("2GiB"), Ok(2 << 30));
        assert_eq!(parse_bytes("64 mib"), Ok(64 << 20));
        assert_eq!(parse_bytes("10MB"), Ok(10_000_000));
        assert_eq!(parse_bytes("77"), Ok(77));
        for bad in ["", "GiB", "1.5GiB", "12 parsecs", "99999999999TiB", "-1"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }
}
