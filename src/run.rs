//! A run of the search: its limits, its signals, its threads, its progress line, its clock.

use crate::exit::Failure;
use crate::{process, progress};
use fcc::flood::Control;
use fcc::ports::PortError;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// A run that has been set up.
pub struct Run {
    control: Control,
    started: Instant,
}

impl Run {
    /// Sets the limits (half of the free memory where none is given) and watches for signals.
    pub fn start(classes_max: Option<u64>, memory: Option<u64>) -> Result<Run, Failure> {
        let memory = memory.or_else(|| process::free_memory_bytes().map(|free| free / 2));
        let control = Control::new(classes_max, memory);
        for signal in [SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, control.interrupt_flag()).map_err(|error| {
                Failure::of_machine(format!("can't watch for signals: {error}"))
            })?;
        }
        Ok(Run { control, started: Instant::now() })
    }

    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Classes walked so far, in all searches of the run.
    pub fn walked(&self) -> u64 {
        self.control.progress.states.load(Relaxed)
    }

    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Does the work on a pool of threads, with a progress line beside it.
    pub fn explore<T: Send>(
        &self,
        threads: Option<u16>,
        progress_forced: bool,
        work: impl FnOnce() -> Result<T, PortError> + Send,
    ) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0).into())
            .build()
            .map_err(|error| Failure::of_machine(format!("can't start threads: {error}")))?;
        progress::watching(&self.control, progress_forced, || pool.install(work))
            .map_err(Failure::of_machine)
    }
}
