//! The graph of FCCs as GraphViz DOT and as GraphML.
//!
//! A node is an FCC, as large as the logarithm of its states; an edge leads to an FCC that some move out of it
//! arrives in. Nodes of one depth are in one row.

use fcc::analyse::{FccGraph, FccNode};
use std::fmt::Write;

/// A graph with what is to be said about it.
pub struct NamedGraph<'a> {
    pub name: String,
    pub graph: &'a FccGraph,
    /// For each node whether the game can be won from it, where all layers are there.
    pub winning: Option<Vec<bool>>,
}

impl<'a> NamedGraph<'a> {
    pub fn new(name: String, graph: &'a FccGraph, is_whole: bool) -> NamedGraph<'a> {
        NamedGraph { name, graph, winning: is_whole.then(|| winning(graph)) }
    }

    /// What kind of FCC a node is.
    fn kind(&self, index: usize) -> &'static str {
        let node = &self.graph.nodes[index];
        match &self.winning {
            _ if node.is_won => "won",
            Some(winning) if winning[index] => "winning",
            _ if !node.has_exits => "dead end",
            Some(_) => "losing",
            None => "inner",
        }
    }

    pub fn to_dot(&self) -> String {
        let mut text = format!(
            "digraph \"{}\" {{\n  graph [label=\"{}\", ranksep=0.6, nodesep=0.15, fontname=\"sans-serif\"];\n  \
             node [shape=circle, fixedsize=true, style=filled, fontname=\"sans-serif\", fontsize=9];\n  \
             edge [arrowsize=0.4, color=\"#00000060\"];\n",
            dot_text(&self.name),
            dot_text(&self.name)
        );
        for (index, node) in self.graph.nodes.iter().enumerate() {
            let (colour, shape) = match self.kind(index) {
                "won" => ("#009e73", "doublecircle"),
                "winning" => ("#56b4e9", "circle"),
                "dead end" => ("#d55e00", "box"),
                "losing" => ("#e69f00", "circle"),
                _ => ("#bbbbbb", "circle"),
            };
            let tip = format!("depth {}, {} {:x}", node.depth, fingerprint(node), node.smallest);
            let _ = writeln!(
                text,
                "  n{index} [label=\"{}\", width={:.2}, shape={shape}, fillcolor=\"{colour}\", tooltip=\"{}\"];",
                node.states,
                size(node),
                dot_text(&tip)
            );
        }
        let depths = self.graph.nodes.chunk_by(|one, next| one.depth == next.depth);
        let mut first = 0;
        for layer in depths {
            let names: Vec<String> =
                (first..first + layer.len()).map(|index| format!("n{index};")).collect();
            let _ = writeln!(text, "  {{ rank=same; {} }}", names.join(" "));
            first += layer.len();
        }
        for (from, to) in &self.graph.edges {
            let _ = writeln!(text, "  n{from} -> n{to};");
        }
        text + "}\n"
    }

    pub fn to_graphml(&self) -> String {
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        );
        for (name, kind) in KEYS {
            let _ = writeln!(
                text,
                "  <key id=\"{name}\" for=\"node\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
            );
        }
        let _ =
            writeln!(text, "  <graph id=\"{}\" edgedefault=\"directed\">", xml_text(&self.name));
        for (index, node) in self.graph.nodes.iter().enumerate() {
            let values = [
                node.depth.to_string(),
                node.states.to_string(),
                format!("{:.2}", size(node)),
                fingerprint(node),
                format!("{:x}", node.smallest),
                self.kind(index).to_owned(),
            ];
            let _ = write!(text, "    <node id=\"n{index}\">");
            for ((name, _), value) in KEYS.iter().zip(values) {
                let _ = write!(text, "<data key=\"{name}\">{}</data>", xml_text(&value));
            }
            text += "</node>\n";
        }
        for (number, (from, to)) in self.graph.edges.iter().enumerate() {
            let _ =
                writeln!(text, "    <edge id=\"e{number}\" source=\"n{from}\" target=\"n{to}\"/>");
        }
        text + "  </graph>\n</graphml>\n"
    }
}

/// What a node of GraphML has. States may be more than a long holds.
const KEYS: [(&str, &str); 6] = [
    ("depth", "int"),
    ("states", "double"),
    ("size", "double"),
    ("fingerprint", "string"),
    ("fcc", "string"),
    ("kind", "string"),
];

fn fingerprint(node: &FccNode) -> String {
    node.state.fingerprint.to_string()
}

/// In inches: a single state is small, and each doubling adds as much.
fn size(node: &FccNode) -> f64 {
    0.25 + 0.08 * (node.states as f64).log2()
}

/// The nodes from which a won one can be reached: edges lead to later nodes.
fn winning(graph: &FccGraph) -> Vec<bool> {
    let mut wins: Vec<bool> = graph.nodes.iter().map(|node| node.is_won).collect();
    for &(from, to) in graph.edges.iter().rev() {
        wins[from as usize] |= wins[to as usize];
    }
    wins
}

fn dot_text(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn xml_text(text: &str) -> String {
    let escape = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}
