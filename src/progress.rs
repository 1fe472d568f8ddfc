//! The progress line: one line on a terminal that is renewed; plain lines where it is forced elsewhere.

use crate::print::{grouped, notice};
use crate::size::bytes_text;
use crate::watcher::watched;
use fcc::flood::Control;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Runs `work` while another thread shows how far it is. Quiet when standard error is no terminal,
/// unless `forced`.
pub fn watching<T>(control: &Control, forced: bool, work: impl FnOnce() -> T) -> T {
    let on_terminal = std::io::stderr().is_terminal();
    if !on_terminal && !forced {
        return work();
    }
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {wide_msg}").expect("a valid template"));
    let pause = Duration::from_millis(if on_terminal { 200 } else { 1000 });
    let (mut last_states, mut last_time) = (0, Instant::now());
    let show = || {
        let states = control.progress.states.load(Relaxed);
        let seconds = last_time.elapsed().as_secs_f64().max(1e-3);
        let line = line(control, states, states.saturating_sub(last_states) as f64 / seconds);
        (last_states, last_time) = (states, Instant::now());
        if on_terminal {
            bar.set_message(line);
            bar.tick();
        } else {
            notice(&(line + "\n"));
        }
    };
    let result = watched(pause, show, work);
    bar.finish_and_clear();
    result
}

pub fn line(control: &Control, states: u64, speed: f64) -> String {
    let progress = &control.progress;
    format!(
        "depth {}, groups {} of {}, {} walked, {:.2} M/s, {} entries waiting, {} of memory, {} of disk",
        progress.depth.load(Relaxed),
        grouped(progress.groups_done.load(Relaxed).into()),
        grouped(progress.groups.load(Relaxed).into()),
        grouped(states.into()),
        speed / 1e6,
        grouped(progress.waiting.load(Relaxed).into()),
        bytes_text(progress.flood_bytes.load(Relaxed) + progress.port_bytes.load(Relaxed)),
        bytes_text(progress.disk_bytes.load(Relaxed)),
    )
}
