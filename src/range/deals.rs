//! Which deals: a range of numbers or a list from a file, less those that are done.

use crate::exit::Failure;
use std::collections::HashSet;

/// Deals that are left, in order.
pub struct Deals {
    from: Source,
    done: HashSet<u64>,
    /// All of them, those that are done included.
    pub count: u64,
}

enum Source {
    Range { next: u64, last: u64, step: u64 },
    List(std::vec::IntoIter<u64>),
}

impl Deals {
    /// Every `step`-th number from the first to the last.
    pub fn range(first: u64, last: u64, step: u64) -> Deals {
        let count = if first > last { 0 } else { (last - first) / step + 1 };
        Deals { from: Source::Range { next: first, last, step }, done: HashSet::new(), count }
    }

    pub fn list(deals: Vec<u64>) -> Deals {
        let count = deals.len() as u64;
        Deals { from: Source::List(deals.into_iter()), done: HashSet::new(), count }
    }

    /// Leaves these out.
    pub fn without(mut self, done: HashSet<u64>) -> Deals {
        self.done = done;
        self
    }
}

impl Iterator for Deals {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            let deal = match &mut self.from {
                Source::List(list) => list.next()?,
                Source::Range { next, last, step } => {
                    if *next > *last {
                        return None;
                    }
                    let deal = *next;
                    match next.checked_add(*step) {
                        Some(after) => *next = after,
                        // An empty range.
                        None => (*next, *last) = (1, 0),
                    }
                    deal
                }
            };
            if self.done.is_empty() || !self.done.contains(&deal) {
                return Some(deal);
            }
        }
    }
}

/// Deal numbers of a text: separated by blanks, commas or lines; `#` begins a comment. Each is taken once.
pub fn read_deals(name: &str, text: &str) -> Result<Vec<u64>, Failure> {
    let (mut deals, mut seen) = (Vec::new(), HashSet::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        for word in line.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            let deal = word.parse().map_err(|_| {
                Failure::bad_input(format!("{name}, line {}: {word} is no deal number", index + 1))
            })?;
            if seen.insert(deal) {
                deals.push(deal);
            }
        }
    }
    if deals.is_empty() {
        return Err(Failure::bad_input(format!("{name}: there is no deal number in it")));
    }
    Ok(deals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_every_step_and_end() {
        let all = |first, last, step| Deals::range(first, last, step).collect::<Vec<_>>();
        assert_eq!(all(3, 10, 3), [3, 6, 9]);
        assert_eq!(all(3, 9, 3), [3, 6, 9]);
        assert_eq!(all(5, 5, 100), [5]);
        assert!(all(5, 4, 1).is_empty());
        assert_eq!(all(u64::MAX - 1, u64::MAX, 1), [u64::MAX - 1, u64::MAX]);
        assert_eq!(Deals::range(3, 10, 3).count, 3);
        let left = Deals::range(1, 6, 1).without([2, 5, 77].into());
        assert_eq!(left.collect::<Vec<_>>(), [1, 3, 4, 6]);
    }

    #[test]
    fn lists_are_read_with_comments_and_refused_with_the_line() {
        let text = "# open deals\n5, 7 9\n\n7 # again\n11\n";
        assert_eq!(read_deals("list", text).expect("deals"), [5, 7, 9, 11]);
        let error = read_deals("list", "1\n2 x3\n").expect_err("no number").message;
        assert!(error.contains("list, line 2: x3"), "{error}");
        assert!(read_deals("list", "# none\n").is_err());
    }
}
