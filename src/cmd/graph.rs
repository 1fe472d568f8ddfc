//! `strata graph`: the graph of FCCs of a small deal, for programs that draw.

use crate::exit::{Exit, Failure};
use crate::print::{self, count};
use crate::source::SourceArgs;
use crate::whole_file;
use clap::ValueEnum;
use fcc::analyse::{FccGraph, GraphError, fcc_graph};
use fcc::flood::Control;
use std::path::{Path, PathBuf};
use strata_report::analysis::graph_text::NamedGraph;
use strata_report::analysis::make::Graph;
use strata_report::named::title_text;

/// Write the graph of FCCs as GraphViz DOT or GraphML
///
/// Every FCC is a node, sized by its states and coloured by what can come of it; an edge leads to an FCC
/// that a move out of it arrives in. Nodes of one depth are in one row.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  strata graph 384243 --freecells 0 | dot -Tsvg > fccs.svg
  strata graph 11982 --depth-max 3 -o fccs.dot -o fccs.graphml
  strata graph run --depth-max 4 --format graphml

Kinds of FCCs: won (no stuck card is left), winning (a won one can be reached), dead end (no move leads out
of it), losing; with --depth-max below the end of the graph only won, dead end and inner.

Exit codes: 0 done, 2 bad input or usage (too many FCCs among it), 3 stopped, 4 failure.")]
pub struct Args {
    /// The directory of a run, a deal number, a file, or - for standard input
    what: String,
    #[command(flatten)]
    source: SourceArgs,
    /// Write to this file, as DOT or GraphML by its name (.dot, .gv, .graphml); can be given more than once
    #[arg(short, long, value_name = "FILE")]
    out: Vec<PathBuf>,
    /// How to write to standard output, or to files whose name does not tell
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Refuse graphs with more FCCs than this
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    max_nodes: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Dot,
    Graphml,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let outs: Vec<(&Path, Format)> = args
        .out
        .iter()
        .map(|path| Ok((path.as_path(), args.format_of(path)?)))
        .collect::<Result<_, Failure>>()?;
    let depth_max = args.source.depth_max.unwrap_or(u32::MAX);
    let look = |graph: Graph, memory_bytes: u64, control: &Control| {
        let all = graph.layers.iter().map(|layer| layer.depth);
        let depths: Vec<u32> = all.filter(|&depth| depth <= depth_max).collect();
        let is_whole = graph.complete && depths.len() == graph.layers.len();
        let name = format!("{}, {}", graph.name, title_text(graph.game.rules()));
        let found =
            fcc_graph(graph.game, graph.exists, &depths, args.max_nodes, memory_bytes, control);
        found.map(|graph| (name, graph, is_whole))
    };
    let (name, graph, is_whole): (String, FccGraph, bool) =
        args.source.look(&args.what, &look)?.map_err(|error| match error {
            GraphError::Trace(error) => Failure::of_machine(error),
            GraphError::TooMany { fccs } => Failure::bad_input(format!(
                "the graph has {} or more: --depth-max D takes the first layers, --max-nodes N allows more",
                count(fccs, "FCC")
            )),
        })?;
    let named = NamedGraph::new(name, &graph, is_whole);
    let text = |format: Format| match format {
        Format::Dot => named.to_dot(),
        Format::Graphml => named.to_graphml(),
    };
    if outs.is_empty() {
        print::text(&text(args.format.unwrap_or(Format::Dot)))?;
    }
    for (path, format) in outs {
        whole_file::write(path, text(format).as_bytes())?;
    }
    Ok(Exit::Done)
}

impl Args {
    fn format_of(&self, path: &Path) -> Result<Format, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("dot" | "gv") => Ok(Format::Dot),
            Some("graphml") => Ok(Format::Graphml),
            _ => self.format.ok_or_else(|| {
                Failure::bad_input(format!(
                    "{}: the name does not tell the format: end it in .dot or .graphml, or give --format",
                    path.display()
                ))
            }),
        }
    }
}
