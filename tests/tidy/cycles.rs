//! Which modules import which, and whether they do so in a circle.

use super::{assert_none, files, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Modules by their paths, each with those that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// `a::b::{c, d::e}` as `a::b::c` and `a::b::d::e`.
fn spread(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, inside)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or(tree).trim().to_owned()];
    };
    let inside = inside.strip_suffix('}').expect("a tree of imports that is closed");
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (at, character) in inside.char_indices().chain([(inside.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inside[start..at].trim();
                if !part.is_empty() {
                    paths.extend(spread(part).into_iter().map(|path| format!("{head}{path}")));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// The module of a file: `solve/mod.rs` is `solve`.
fn module_of(room: &str, path: &Path) -> String {
    let path = path.strip_prefix(room).expect("a file of the room").with_extension("");
    let path = path.to_str().expect("UTF-8").replace('/', "::");
    path.strip_suffix("::mod").unwrap_or(&path).to_owned()
}

/// The imports of a room, without those of its tests.
fn imports(room: &str) -> Imports {
    let modules: BTreeMap<String, String> = files(room, "rs")
        .iter()
        .filter(|path| !path.ends_with("lib.rs") && !path.ends_with("main.rs"))
        .map(|path| (module_of(room, path), read(path)))
        .filter(|(module, _)| !module.ends_with("tests"))
        .collect();
    let known = |path: &str| {
        let mut ends: Vec<usize> = path.match_indices("::").map(|(at, _)| at).collect();
        ends.push(path.len());
        let is_module = |end: &usize| modules.contains_key(&path[..*end]);
        ends.into_iter().rev().find(is_module).map(|end| path[..end].to_owned())
    };
    let of_text = |module: &String, text: &str| {
        let code: String = text
            .split("#[cfg(test)]")
            .next()
            .unwrap_or_default()
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let trees = code.split("use ").skip(1).filter_map(|rest| rest.split(';').next());
        let paths = trees.filter(|tree| tree.starts_with("crate::") || tree.starts_with("super::"));
        let mut found = BTreeSet::new();
        for path in paths.flat_map(spread) {
            let mut at = module.as_str();
            let mut rest = path.as_str();
            if let Some(of_crate) = rest.strip_prefix("crate::") {
                (at, rest) = ("", of_crate);
            }
            while let Some(above) = rest.strip_prefix("super::") {
                (at, rest) = (at.rsplit_once("::").map_or("", |(up, _)| up), above);
            }
            let whole = if at.is_empty() { rest.to_owned() } else { format!("{at}::{rest}") };
            found.extend(known(&whole).filter(|other| other != module));
        }
        found
    };
    modules.iter().map(|(module, text)| (module.clone(), of_text(module, text))).collect()
}

/// A way from a module back to itself.
fn circle(imports: &Imports, start: &str) -> Option<Vec<String>> {
    let mut from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(module) = open.pop() {
        for next in imports.get(module).into_iter().flatten() {
            if next == start {
                let mut way = vec![module.to_owned()];
                while let Some(before) = from.get(way[way.len() - 1].as_str()) {
                    way.push((*before).to_owned());
                }
                way.reverse();
                return Some(way);
            }
            if !from.contains_key(next.as_str()) {
                from.insert(next, module);
                open.push(next);
            }
        }
    }
    None
}

/// Between files, and between the folders and files at the top.
#[test]
fn no_modules_import_each_other_in_a_circle() {
    for room in ["fcc/src", "storage/src", "src", "tools/report/src", "tools/split/src"] {
        let files = imports(room);
        let top = |module: &str| module.split("::").next().unwrap_or(module).to_owned();
        let mut rooms = Imports::new();
        for (module, others) in &files {
            let own = top(module);
            let others: Vec<_> = others.iter().map(|o| top(o)).filter(|o| *o != own).collect();
            rooms.entry(own).or_default().extend(others);
        }
        for imports in [&files, &rooms] {
            let circles = imports.keys().filter_map(|module| circle(imports, module));
            assert_none("modules in a circle", circles.map(|way| way.join(" -> ")).collect());
        }
    }
}

#[test]
fn trees_of_imports_are_spread() {
    assert_eq!(spread("a::{b::{c, d as e}, f}"), ["a::b::c", "a::b::d", "a::f"]);
    let imports: Imports = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]
        .map(|(one, other)| (one.to_owned(), BTreeSet::from([other.to_owned()])))
        .into();
    assert_eq!(circle(&imports, "a").expect("there is one"), ["a", "b", "c"]);
    assert_eq!(circle(&imports, "d"), None);
}
