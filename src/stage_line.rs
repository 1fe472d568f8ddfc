//! One line on a terminal that says which stage of solving is running; plain lines where they are asked
//! for elsewhere.

use crate::print::{self, grouped};
use crate::solver::{Progress, Solver, Stage};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Nothing is shown before this: most deals are solved by then.
const QUIET: Duration = Duration::from_millis(300);

/// The line.
#[derive(Clone)]
pub struct StageLine {
    shown: Option<Shown>,
}

#[derive(Clone)]
enum Shown {
    Bar(ProgressBar),
    /// Lines, one for each stage.
    Lines(Arc<Mutex<Option<Stage>>>),
}

impl StageLine {
    /// On a terminal, or where it is asked for.
    pub fn new(forced: bool) -> StageLine {
        let shown = if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{wide_msg}").expect("a valid template");
            bar.set_style(style);
            Some(Shown::Bar(bar))
        } else {
            forced.then(|| Shown::Lines(Arc::default()))
        };
        StageLine { shown }
    }

    /// Hears how far a solver is.
    pub fn listen(&self, solver: &mut Solver) {
        if self.shown.is_some() {
            let line = self.clone();
            solver.on_progress(move |progress| line.show(progress));
        }
    }

    fn show(&self, progress: &Progress) {
        let Progress { stage, iterations, classes, time } = *progress;
        if time < QUIET {
            return;
        }
        let text = format!(
            "{}: {:.0} s, {} states expanded, {} classes walked",
            stage.idea(),
            time.as_secs_f64(),
            grouped(iterations.into()),
            grouped(classes.into())
        );
        match &self.shown {
            Some(Shown::Bar(bar)) => bar.set_message(text),
            Some(Shown::Lines(last)) => {
                let mut last = last.lock().expect("no panic while locked");
                if *last != Some(stage) {
                    print::notice(&(text + "\n"));
                    *last = Some(stage);
                }
            }
            None => {}
        }
    }

    /// Shows some other news.
    pub fn tell(&self, text: &str) {
        match &self.shown {
            Some(Shown::Bar(bar)) => bar.set_message(text.to_owned()),
            Some(Shown::Lines(_)) => print::notice(&format!("{text}\n")),
            None => {}
        }
    }

    pub fn clear(&self) {
        if let Some(Shown::Bar(bar)) = &self.shown {
            bar.finish_and_clear();
        }
    }
}
