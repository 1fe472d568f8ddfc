//! What `analyse`, `graph` and `range --graphs` say is what `census` counts. That the numbers beyond those are
//! right is shown on small boards in `fcc/tests/analyse.rs`.

use crate::support::strata;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn census_layers(json: &Value) -> Vec<&Value> {
    json["layers"].as_array().expect("layers").iter().collect()
}

/// Every number that both have.
fn assert_agrees(analysis: &Value, census: &Value) {
    for name in ["verdict", "states", "fccs", "groups", "digest", "freecells", "prune", "deal"] {
        assert_eq!(analysis[name], census[name], "{name}");
    }
    let (ours, theirs) = (census_layers(analysis), census_layers(census));
    assert_eq!(ours.len(), theirs.len());
    let mut before: Option<f64> = None;
    for (layer, counted) in ours.into_iter().zip(theirs) {
        for name in
            ["depth", "groups", "fccs", "states", "entries", "exits", "largest_fcc", "fcc_sizes"]
        {
            assert_eq!(layer[name], counted[name], "{name} at depth {}", counted["depth"]);
        }
        let sum = |name: &str| -> u128 {
            layer[name].as_array().expect("counts").iter().map(whole).sum()
        };
        assert_eq!(sum("cells_in_use"), whole(&layer["states"]));
        assert_eq!(sum("empty_columns"), whole(&layer["states"]));
        assert_eq!(layer["size_quantiles"]["max"], layer["largest_fcc"]);
        assert_eq!(layer["largest"]["states"], layer["largest_fcc"]);
        let states = layer["states"].as_f64().expect("a number");
        match (layer["growth"].as_f64(), before) {
            (Some(growth), Some(before)) => assert!((growth * before / states - 1.0).abs() < 1e-9),
            (growth, before) => assert_eq!(growth, before, "only the first layer has none"),
        }
        before = Some(states);
        let mean = layer["size_quantiles"]["mean"].as_f64().expect("a number");
        let fccs = layer["fccs"].as_f64().expect("a number");
        assert!((mean - states / fccs).abs() < 1e-6 * mean);
    }
}

fn whole(value: &Value) -> u128 {
    value.to_string().parse().unwrap_or_else(|_| panic!("{value} is no number"))
}

#[test]
fn the_numbers_are_those_of_the_census() {
    for deal in ["11982", "781948", "1 --freecells 2", "164 --freecells 0", "982 --freecells 2"] {
        let census = strata(&format!("census {deal} --json")).json();
        let ran = strata(&format!("analyse {deal} --json"));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{deal}");
        let analysis = ran.json();
        assert_agrees(&analysis, &census);
        assert_eq!(analysis["complete"], true);
        assert_eq!(analysis["classes"], census["classes"]);
        if analysis["verdict"] == "impossible" {
            assert_eq!(analysis["winning_fccs"], 0);
        } else {
            let first = &analysis["layers"][0];
            assert_eq!(first["winning_fccs"], first["fccs"], "the deal itself can be won");
            let last = analysis["layers"].as_array().expect("layers").last().expect("a layer");
            assert_eq!(last["winning_fccs"], last["fccs"], "the won position");
            assert!(whole(&analysis["winning_fccs"]) < whole(&analysis["fccs"]));
        }
    }
}

#[test]
fn a_directory_gives_the_same_as_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, deal) in ["11982", "164 --freecells 0"].into_iter().enumerate() {
        let mut direct = strata(&format!("analyse {deal} --json")).json();
        for symmetry in ["on", "off"] {
            // The plain walk of 164 takes a minute.
            if (number, symmetry) == (1, "off") {
                continue;
            }
            let dir = folder.path().join(format!("{number}-{symmetry}"));
            let made = format!("census {deal} --symmetry {symmetry} --dir {}", dir.display());
            assert!([0, 1].contains(&strata(&made).code));
            let ran = strata(&format!("analyse {} --json --threads 1", dir.display()));
            assert_eq!(ran.code, 0, "{}", ran.err);
            assert_eq!(ran.json(), direct, "{deal}, symmetry {symmetry}");
        }
        direct["layers"] = Value::Null;
    }
}

#[test]
fn a_run_that_was_stopped_shows_its_complete_layers() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run");
    let stopped =
        strata(&format!("census 164 --freecells 0 --max-states 60000 --dir {}", dir.display()));
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    let ran = strata(&format!("analyse {} --json", dir.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("not the whole graph"), "{}", ran.err);
    let (part, all) = (ran.json(), strata("analyse 164 --freecells 0 --json").json());
    assert_eq!((&part["complete"], &part["verdict"]), (&false.into(), &"undecided".into()));
    assert_eq!(part["winning_fccs"], Value::Null);
    let layers = census_layers(&part);
    assert!(layers.len() > 5 && layers.len() < census_layers(&all).len());
    for (layer, of_all) in layers.into_iter().zip(census_layers(&all)) {
        for name in ["depth", "states", "fccs", "dead_ends", "size_quantiles", "cells_in_use"] {
            assert_eq!(layer[name], of_all[name]);
        }
    }
    // So does a board with a limit.
    let ran = strata("analyse 164 --freecells 0 --depth-max 20 --json");
    let depths: Vec<u128> =
        census_layers(&ran.json()).iter().map(|layer| whole(&layer["depth"])).collect();
    assert_eq!(*depths.last().expect("layers"), 20);
    assert!(ran.err.contains("not the whole graph"), "{}", ran.err);
}

#[test]
fn the_text_and_the_csv_have_the_numbers() {
    let json = strata("analyse 164 --freecells 0 --json").json();
    let csv = strata("analyse 164 --freecells 0 --csv").out;
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().expect("a head");
    let text = strata("analyse 164 --freecells 0").out;
    for (row, layer) in rows.zip(census_layers(&json)) {
        assert_eq!(row.len(), head.len());
        let fields: BTreeMap<&str, &str> = head.iter().copied().zip(row).collect();
        for name in
            ["depth", "groups", "fccs", "states", "entries", "exits", "dead_ends", "winning_fccs"]
        {
            assert_eq!(fields[name], layer[name].to_string(), "{name}");
        }
        assert_eq!(fields["fcc_states_p50"], layer["size_quantiles"]["p50"].to_string());
        assert_eq!(fields["states_with_0_cells_in_use"], layer["cells_in_use"][0].to_string());
        assert_eq!(fields["fccs_of_1_states_or_more"], layer["fcc_sizes"][0].to_string());
        let wanted = ["depth", "groups", "fccs", "entries", "states"].map(|name| fields[name]);
        let in_table = text.lines().any(|line| {
            let line = line.replace(',', "");
            line.split_whitespace().take(5).eq(wanted)
        });
        assert!(in_table, "{wanted:?}");
    }
    assert!(text.contains("can win    800,813 of 3,261,212 FCCs, 24.56 %"), "{text}");
}

#[test]
fn graphs_are_compared_side_by_side() {
    let ran = strata("analyse compare 384243@0 384243@1 --csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert!(rows[0].starts_with("name,freecells,verdict,depth,groups"), "{}", rows[0]);
    for cells in [0, 1] {
        let census = strata(&format!("census 384243 --freecells {cells} --json")).json();
        let of_one = format!("deal 384243,{cells},impossible,");
        let mine: Vec<_> = rows.iter().filter(|row| row.starts_with(&of_one)).collect();
        assert_eq!(mine.len(), census_layers(&census).len());
        for (row, layer) in mine.iter().zip(census_layers(&census)) {
            assert_eq!(row.split(',').nth(6).expect("states"), layer["states"].to_string());
        }
    }
    let text = strata("analyse compare 384243@0 384243@1").out;
    assert!(text.contains("4a34267347c41ca4bfb9b652e6041a04"), "{text}");
    let lines = strata("analyse compare 384243@0 384243@1 --json").out;
    assert_eq!(lines.lines().count(), 2);
    for (command, says) in [
        ("analyse compare 1", "2"),
        ("analyse compare 1@x 2@1", "a number of freecells is wanted"),
        ("analyse compare 1@99 2", "freecells"),
        ("analyse compare tests@2 1@0", "has its own number of freecells"),
        ("analyse tests", "tests"),
        ("analyse no-such-file", "can't read no-such-file"),
        ("analyse", "required"),
        ("analyse 1 --memory 1MiB", "32.0 MiB is the least"),
        ("analyse deals no-such-file", "can't read no-such-file"),
        ("analyse deals README.md", "README.md, line 1"),
    ] {
        let ran = strata(command);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command}");
        assert!(ran.err.contains(says), "{command}: {}", ran.err);
    }
}

#[test]
fn deals_with_their_graphs_are_those_of_the_census() {
    let folder = tempfile::tempdir().expect("a folder");
    let (csv, lines) = (folder.path().join("a.csv"), folder.path().join("b.jsonl"));
    let range = "range 160 170 --freecells 0 --graphs --threads 2";
    let ran = strata(&format!("{range} --csv --out {}", csv.display()));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("share      9.0909 % solvable of 11"), "{}", ran.out);
    let ran = strata(&format!("{range} --out {} --json", lines.display()));
    let summary = ran.json();
    assert_eq!(summary["graphs"], 11);
    let (low, high) = (&summary["solvable_share_low"], &summary["solvable_share_high"]);
    assert!(low.as_f64().expect("a share") > 0.016 && high.as_f64().expect("a share") < 0.38);
    let text = std::fs::read_to_string(&lines).expect("lines");
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let census = strata(&format!("census {} --freecells 0 --json", line["deal"])).json();
        let graph = &line["graph"];
        assert_eq!(line["verdict"], census["verdict"]);
        for name in ["states", "fccs", "groups"] {
            assert_eq!(graph[name], census[name], "{name}");
        }
        let layers = census_layers(&census);
        assert_eq!(graph["depth"], layers.last().expect("a layer")["depth"]);
        let largest = layers.iter().map(|layer| whole(&layer["largest_fcc"])).max();
        assert_eq!(Some(whole(&graph["largest_fcc"])), largest);
    }
    // Both forms have the same statistics, and those of the run.
    let of_csv = strata(&format!("analyse deals {} --json", csv.display())).json();
    let of_lines = strata(&format!("analyse deals {} --json", lines.display())).json();
    assert_eq!(of_csv, of_lines);
    assert_eq!(of_lines["distributions"], summary["distributions"]);
    assert_eq!((&of_csv["solvable"], &of_csv["impossible"]), (&1.into(), &10.into()));
    // Graphs that are too large are left out, and their deals are settled all the same.
    let ran = strata("range 164 165 --freecells 0 --graphs 100 --csv");
    assert!(
        ran.out.lines().any(|line| line.starts_with("164,0,solvable") && line.ends_with(",,,,,,,"))
    );
}

/// Nodes and edges of a text in DOT.
fn dot_size(text: &str) -> (usize, usize) {
    let nodes = text.lines().filter(|line| line.contains("[label=") && line.starts_with("  n"));
    let nodes = nodes.filter(|line| !line.starts_with("  node"));
    (nodes.count(), text.lines().filter(|line| line.contains(" -> ")).count())
}

#[test]
fn the_graph_has_a_node_for_each_fcc() {
    let folder = tempfile::tempdir().expect("a folder");
    let (dot, xml) = (folder.path().join("g.dot"), folder.path().join("g.graphml"));
    let ran =
        strata(&format!("graph tests/data/solvable.txt -o {} -o {}", dot.display(), xml.display()));
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let census = strata("census tests/data/solvable.txt --json").json();
    let dot = std::fs::read_to_string(&dot).expect("a file");
    let (nodes, edges) = dot_size(&dot);
    assert_eq!(nodes as u128, whole(&census["fccs"]));
    assert!(dot.contains("doublecircle"), "a won FCC");
    let xml = std::fs::read_to_string(&xml).expect("a file");
    assert_eq!(xml.matches("<node ").count(), nodes);
    assert_eq!(xml.matches("<edge ").count(), edges);
    assert_eq!(xml.matches("<data key=\"states\">").count(), nodes);
    let states: u128 = xml
        .split("<data key=\"states\">")
        .skip(1)
        .map(|rest| rest.split('<').next().expect("a number").parse::<u128>().expect("a number"))
        .sum();
    assert_eq!(states, whole(&census["states"]));
    // By depth, and of a directory.
    let dir = folder.path().join("run");
    strata(&format!("census 11982 --dir {}", dir.display()));
    let some = strata(&format!("graph {} --depth-max 3", dir.display())).out;
    assert_eq!(some, strata("graph 11982 --depth-max 3").out);
    assert_eq!(dot_size(&some).0, 1 + 8 + 36 + 120);
    let kinds: BTreeSet<&str> = some.split("fillcolor=\"").skip(1).map(|rest| &rest[..7]).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["#bbbbbb"], "nothing is known of the end");
    for (command, says) in [
        ("graph 11982 --max-nodes 1000", "--depth-max"),
        ("graph 11982 --depth-max 1 -o g.txt", "the name does not tell the format"),
    ] {
        let ran = strata(command);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command}");
        assert!(ran.err.contains(says), "{command}: {}", ran.err);
    }
    assert!(!Path::new("g.txt").exists());
}

/// The rows of the first table of a page: the values that it sorts by.
fn rows_of_layers(page: &str) -> Vec<Vec<String>> {
    let table = page.split("<tbody>").nth(1).expect("a table").split("</tbody>").next();
    let value = |cell: &str| cell.split('"').next().expect("a value").to_owned();
    let row = |row: &str| row.split("data-v=\"").skip(1).map(value).collect();
    table.expect("a table").split("<tr>").skip(1).map(row).collect()
}

#[test]
fn the_page_has_the_numbers_of_the_census() {
    let folder = tempfile::tempdir().expect("a folder");
    for deal in ["11982", "164 --freecells 0"] {
        let dir = folder.path().join(deal.split(' ').next().expect("a number"));
        let census = strata(&format!("census {deal} --json --dir {}", dir.display())).json();
        let page = strata(&format!("report {} -o -", dir.display())).out.replace("<wbr>", "");
        for name in ["states", "fccs", "groups", "classes"] {
            let number = grouped(whole(&census[name]));
            assert!(page.contains(&format!(">{number}<")), "{name}: {number}");
        }
        let rows = rows_of_layers(&page);
        assert_eq!(rows.len(), census_layers(&census).len());
        for (row, layer) in rows.iter().zip(census_layers(&census)) {
            for name in ["depth", "states", "fccs", "groups", "largest_fcc", "entries", "exits"] {
                assert!(row.contains(&layer[name].to_string()), "{name}: {layer} {row:?}");
            }
        }
    }
}

fn grouped(number: u128) -> String {
    fcc::numbers::grouped(number)
}

#[test]
fn plots_are_written_to_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = folder.path().join("new").join("pictures");
    let plots = format!("--plots {}", to.display());
    let ran = strata(&format!("analyse 164 --freecells 0 --csv {plots}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("depth,"), "the numbers are printed all the same");
    for name in ["layers", "sizes", "winning", "cumulative"] {
        let read = |theme: &str, ending: &str| {
            std::fs::read(to.join(format!("{name}-{theme}.{ending}"))).expect("a picture")
        };
        for theme in ["light", "dark"] {
            assert!(read(theme, "svg").starts_with(b"<svg"), "{name}");
            assert!(read(theme, "png").starts_with(b"\x89PNG\r\n"), "{name}");
        }
        assert_ne!(read("light", "png"), read("dark", "png"));
    }
    let one = folder.path().join("one");
    let ran = strata(&format!(
        "analyse compare 384243@0 384243@1 --plots {} --plot-format svg --theme dark",
        one.display()
    ));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let names: Vec<_> = std::fs::read_dir(&one).expect("a folder").flatten().collect();
    assert_eq!(names.len(), 1);
    let text = std::fs::read_to_string(one.join("compare-dark.svg")).expect("a picture");
    assert!(text.contains("deal 384243, 1 freecell"), "the legend");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let ran = strata(&format!("analyse 11982 --depth-max 2 --plots {}", file.display()));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}

/// `cargo test --release --test strata -- --ignored analyse::large --nocapture`: a whole graph of 17 billion
/// states in 1 GiB, and its winning FCCs in 4.
#[test]
#[ignore = "a minute"]
fn large_graphs_are_analysed_in_bounded_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("run");
    let made =
        strata(&format!("census 51 --freecells 1 --memory 1GiB --json --dir {}", dir.display()));
    assert_eq!(made.code, 0, "{}", made.err);
    let began = std::time::Instant::now();
    let ran = strata(&format!("analyse {} --memory 4GiB --json", dir.display()));
    println!("analysed in {:.1} s", began.elapsed().as_secs_f64());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_agrees(&ran.json(), &made.json());
    assert!(whole(&ran.json()["winning_fccs"]) > 0);
}
