//! The arguments of all commands that solve: plan, limits.

use crate::exit::{Exit, Failure, needs_planes};
use crate::memory::Memory;
use crate::run::watch_flag;
use crate::size::{parse_bytes, parse_time};
use crate::solver::SolverOptions;
use fcc::rules::Rules;
use fcc::solve::plan::Plan;
use fcc::solve::presets;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const TIME: &str = "30s";

#[derive(clap::Args)]
pub struct SolverArgs {
    /// Time limit for each deal: 500ms, 30s, 5m, 1h; 0 for no limit
    #[arg(long, value_name = "TIME", default_value = TIME, value_parser = parse_time)]
    pub time: Duration,
    /// Memory limit, at least 32MiB [default: 2GiB, or half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u64>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// The plan of the scans in memory: a name (see `strata plans`) or a file
    #[arg(long, value_name = "NAME|FILE", default_value = presets::DEFAULT)]
    plan: String,
    /// Run only the plan, without the complete search
    #[arg(long)]
    plan_only: bool,
    /// Solve every game by the engine that keeps each column once, which games with two decks, built by rank or with
    /// runs are solved by anyway: one engine checks the other
    #[arg(long, conflicts_with = "plan")]
    stacks: bool,
}

impl SolverArgs {
    /// What a solver of boards with these rules gets that has all of it. Memory that is freed goes back to the system
    /// from here on.
    pub fn options(&self, rules: Rules) -> Result<SolverOptions, Failure> {
        if self.plan != presets::DEFAULT {
            needs_planes(rules)?;
        }
        let memory = self.memory()?;
        memory.return_large_blocks(self.threads.into());
        Ok(SolverOptions {
            plan: read_plan(&self.plan)?,
            time_max: (!self.time.is_zero()).then_some(self.time),
            memory_bytes: memory.bytes,
            threads: self.threads.into(),
            complete: !self.plan_only,
            stacks: self.stacks,
            ..SolverOptions::default()
        })
    }

    pub fn memory(&self) -> Result<Memory, Failure> {
        Memory::of_solver(self.memory).map_err(Failure::bad_input)
    }
}

/// A plan by its name, or from a file.
pub fn read_plan(name: &str) -> Result<Plan, Failure> {
    if let Some(plan) = presets::named(name) {
        return Ok(plan);
    }
    let text = std::fs::read_to_string(name).map_err(|error| {
        let names: Vec<String> = presets::all().into_iter().map(|plan| plan.name).collect();
        let names = names.join(", ");
        Failure::bad_input(format!(
            "{name} is no plan ({names}), and no file of one: {error} (see `strata plans`)"
        ))
    })?;
    text.parse().map_err(|error| Failure::bad_input(format!("{name}: {error}")))
}

/// A flag that the first Ctrl-C sets; the second leaves at once with this code.
pub fn cancel_flag(at_once: Exit) -> Result<Arc<AtomicBool>, Failure> {
    let flag = Arc::new(AtomicBool::new(false));
    watch_flag(&flag, at_once)?;
    Ok(flag)
}
