//! The rules of the house, as far as a program can check them: arrows between rooms, essays on top of
//! files, their length, and documents that name what is there.

mod cycles;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A reader wants one sitting.
const LINES_MAX: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder with this extension, relative to the root.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of ours") {
            let path = entry.expect("a name").path();
            let hidden = |name: &str| name.starts_with('.') || name == "target";
            if path.is_dir() {
                if !path.file_name().and_then(|name| name.to_str()).is_some_and(hidden) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path.strip_prefix(root()).expect("below it").to_owned());
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no {extension} in {folder}");
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The lines that are no comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// Every place at which some code of a folder, tests in files of their own aside, has one of these words.
fn places(folder: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let is_test = |path: &PathBuf| path.to_string_lossy().contains("tests");
    for path in files(folder, "rs").into_iter().filter(|path| !is_test(path)) {
        let text = read(&path);
        for line in code(&text).filter(|line| words.iter().any(|word| line.contains(word))) {
            found.push(format!("{}: {}", path.display(), line.trim()));
        }
    }
    found
}

fn assert_none(what: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn arrows_between_rooms_point_one_way() {
    assert_none(
        "fcc knows the other rooms, files, clocks or printing",
        places(
            "fcc/src",
            &[
                "storage::",
                "split::merge",
                "strata::",
                "std::fs",
                "std::time",
                "println!",
                "eprintln!",
                "std::env",
            ],
        ),
    );
    assert_none(
        "storage knows cards, boards, rules, moves or searches",
        places(
            "storage/src",
            &[
                "fcc::card",
                "fcc::board",
                "fcc::rules",
                "fcc::moves",
                "fcc::game",
                "fcc::solve",
                "fcc::trace",
                "fcc::census",
                "fcc::flood",
                "strata::",
                "split::",
            ],
        ),
    );
    assert_none(
        "reports know the program, files or printing",
        places("tools/report/src", &["strata::", "storage::", "split::", "std::fs", "println!"]),
    );
    assert_none(
        "fc-solve knows more than the library",
        places("tools/fc-solve/src", &["fcc::", "storage::", "split::", "std::fs", "println!"]),
    );
    assert_none(
        "the library for C knows more than the library, or prints",
        places(
            "tools/libfreecell-solver/src",
            &["fcc::solve", "fcc::census", "storage::", "split::", "std::fs", "println!"],
        ),
    );
    assert_none("split knows the program", places("tools/split/src", &["strata::"]));
    assert_none(
        "the worker knows the program, or records that last",
        places("tools/worker/src", &["strata::", "split::", "storage::exists", "println!"]),
    );
    assert_none(
        "Arrow outside of the worker",
        ["src", "fcc/src", "storage/src", "tools/report", "tools/split"]
            .iter()
            .flat_map(|folder| places(folder, &["arrow_"]))
            .collect(),
    );
    assert_none(
        "the checker knows something of ours",
        places("tools/verify/src", &["fcc::", "storage::", "split::", "strata::"]),
    );
    assert_none(
        "RocksDB outside of storage",
        ["src", "fcc/src", "tools"]
            .iter()
            .flat_map(|folder| places(folder, &["rocksdb::"]))
            .collect(),
    );
}

/// The modules of the library, as `lib.rs` names them, do without what the features bring.
#[test]
fn the_library_knows_no_command() {
    let lib = read(Path::new("src/lib.rs"));
    let modules: Vec<&str> = code(&lib)
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    assert!(modules.contains(&"solver") && modules.contains(&"census"), "{modules:?}");
    let words = ["clap::", "tracing", "signal_hook", "indicatif", "strata_report", "split::"];
    let is_of_library = |place: &String| {
        let name = place.trim_start_matches("src/");
        modules.iter().any(|module| {
            name.starts_with(&format!("{module}.rs:")) || name.starts_with(&format!("{module}/"))
        })
    };
    let named = places("src", &words).into_iter().filter(is_of_library);
    // A derive, and a test of it.
    let behind =
        |place: &String| place.contains("cfg_attr") || place.contains("use clap::ValueEnum");
    assert_none(
        "the library knows the command line",
        named.filter(|place| !behind(place)).collect(),
    );
    assert_none(
        "plotters outside of reports",
        ["src", "fcc/src", "storage/src", "tools/split", "tools/verify"]
            .iter()
            .flat_map(|folder| places(folder, &["plotters::"]))
            .collect(),
    );
}

#[test]
fn unsafe_stays_where_it_is_explained() {
    let allowed = ["fcc/src/bits.rs", "storage/src/", "tools/libfreecell-solver/src/"];
    let outside = ["src", "fcc", "tools"].iter().flat_map(|folder| places(folder, &["unsafe "]));
    let outside = outside.filter(|place| !allowed.iter().any(|start| place.starts_with(start)));
    assert_none("unsafe", outside.filter(|place| !place.contains("unsafe_code")).collect());
}

/// Nothing but the module of the rules, the cards themselves and the slow reference names a colour or a king.
#[test]
fn rules_are_words_of_one_module() {
    let allowed = [
        "fcc/src/rules/",
        "fcc/src/card.rs",
        "fcc/src/reference/",
        // Names that people read: the colour of a class, the suit of a parent.
        "fcc/src/split/suits.rs",
        "fcc/src/split/text.rs",
        // What a scan prefers, not what is allowed.
        "fcc/src/solve/weights.rs",
        "fcc/src/solve/meta.rs",
    ];
    let named = places("fcc/src", &["is_red()", "KINGS", "stuck == 0", "<< self.columns_empty"]);
    let outside = named.into_iter().filter(|place| {
        !allowed.iter().any(|start| place.starts_with(start)) && !place.contains("Suit::of")
    });
    assert_none("words of the rules outside of their module", outside.collect());
}

#[test]
fn files_begin_with_an_essay_and_end_in_one_sitting() {
    let rooms = ["src", "fcc", "storage", "tools", "tests", "benches"];
    for path in rooms.iter().flat_map(|room| files(room, "rs")) {
        let text = read(&path);
        assert!(text.starts_with("//!"), "{} does not say what it is", path.display());
        let lines = text.lines().count();
        assert!(lines <= LINES_MAX, "{} has {lines} lines", path.display());
    }
}

#[test]
fn the_door_is_short() {
    let lines = read(Path::new("README.md")).lines().count();
    assert!(lines <= 150, "README.md has {lines} lines");
}

/// The targets of the links of a document, without those to the web and to places inside of it.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in text.split("](").skip(1) {
        let target = part.split([')', ' ']).next().unwrap_or_default();
        let file = target.split('#').next().unwrap_or_default();
        if !file.is_empty() && !file.contains("://") && !file.starts_with("mailto:") {
            found.push(file.to_owned());
        }
    }
    found
}

#[test]
fn links_of_documents_lead_somewhere() {
    for path in files(".", "md") {
        let folder = path.parent().expect("a folder");
        for link in links(&read(&path)) {
            let target = root().join(folder).join(&link);
            assert!(target.exists(), "{}: {link} is not there", path.display());
        }
    }
}

/// Every file of a room is named in the map, by its name or with its folder; and what is named is there.
#[test]
fn the_map_names_every_file() {
    let map = read(Path::new("ARCHITECTURE.md")) + &read(Path::new("storage/README.md"));
    let named: BTreeSet<&str> = map
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|words| words.split([' ', ',']))
        .filter_map(|word| word.rsplit('/').next())
        .filter(|name| name.ends_with(".rs"))
        .collect();
    let folders: BTreeSet<&str> =
        map.split('`').skip(1).step_by(2).filter_map(|word| word.strip_suffix('/')).collect();
    let mut there = BTreeSet::new();
    let mut missing = Vec::new();
    for path in ["src", "fcc/src", "storage/src", "tools"].iter().flat_map(|room| files(room, "rs"))
    {
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_owned();
        let is_test =
            path.components().any(|part| part.as_os_str() == "tests") || name.contains("test");
        let in_folder = path.parent().into_iter().flat_map(Path::ancestors).any(|folder| {
            folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
                folders.iter().any(|named| named.rsplit('/').next() == Some(name))
            })
        });
        if !is_test && !in_folder && !named.contains(name.as_str()) {
            missing.push(path.display().to_string());
        }
        there.insert(name);
    }
    for path in ["tests", "fcc/tests", "storage/tests"].iter().flat_map(|room| files(room, "rs")) {
        there.extend(path.file_name().and_then(|name| name.to_str()).map(str::to_owned));
    }
    assert_none("files that the map does not name", missing);
    let gone = named.into_iter().filter(|name| !there.contains(*name) && !name.contains('*'));
    assert_none("files that the map names and that are gone", gone.map(str::to_owned).collect());
}
