//! A line on the terminal while a check goes on for more than a second.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::head::Totals;

const SILENT: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(250);

/// Shows how far a check has come; on anything but a terminal it shows nothing.
pub struct Progress {
    start: Instant,
    last: Option<Instant>,
    shows: bool,
}

impl Progress {
    /// Progress on standard error.
    pub fn on_stderr() -> Progress {
        Progress { start: Instant::now(), last: None, shows: io::stderr().is_terminal() }
    }

    /// No progress.
    pub fn silent() -> Progress {
        Progress { start: Instant::now(), last: None, shows: false }
    }

    /// Seconds since the beginning.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Shows a line, if it is time for one.
    pub fn show(&mut self, depth: i64, totals: &Totals) {
        if !self.shows {
            return;
        }
        let now = Instant::now();
        if now < self.last.map_or(self.start + SILENT, |last| last + BETWEEN) {
            return;
        }
        self.last = Some(now);
        let Totals { groups, classes, .. } = totals;
        let speed = *classes as f64 / self.seconds();
        // A terminal that is gone is no reason to stop.
        let _ = write!(
            io::stderr(),
            "\r\x1b[Kdepth {depth}: {groups} groups, {classes} classes, {speed:.0} classes/s"
        );
    }

    /// Takes the line away.
    pub fn clear(&mut self) {
        if self.last.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
