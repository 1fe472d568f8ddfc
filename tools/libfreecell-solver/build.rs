//! Gives the library the name that programs look for, and lays out a folder as an installation has it beside the
//! artefacts of the build: `freecell-solver/include` with the headers, made from the functions in `src`, and
//! `freecell-solver/lib` with the names of the library and the file for pkg-config.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

const LIBRARY: &str = "libfreecell-solver.so";
const SONAME: &str = "libfreecell-solver.so.0";
/// The version of the original that this stands in for.
const VERSION: &str = "5.0.0";
/// Where every build leaves the library, that of the tests, too.
const BUILT: &str = "../../deps/libfreecell_solver.so";
/// Headers that callers include beside the one with all in it.
const OTHER_HEADERS: [&str; 6] = [
    "fcs_back_compat.h",
    "fcs_cl.h",
    "fcs_dllexport.h",
    "fcs_enums.h",
    "fcs_limit.h",
    "fcs_move.h",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=fcs_user.h.in");
    let target = env::var("CARGO_CFG_TARGET_OS")?;
    if target == "linux" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{SONAME}");
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // The folder of the profile: this one is three below it, build/PACKAGE/out.
    let profile = out.ancestors().nth(3).ok_or("a build folder has folders above it")?;
    let prefix = profile.join("freecell-solver");
    // For the tests.
    println!("cargo::rustc-env=FREECELL_SOLVER_PREFIX={}", prefix.display());
    headers(&prefix.join("include/freecell-solver"))?;
    library(&prefix.join("lib"))
}

fn headers(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut sources: Vec<PathBuf> = fs::read_dir(root.join("src"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sources.sort();
    let (mut constants, mut functions) = (String::new(), String::new());
    for source in sources {
        let text = fs::read_to_string(source)?;
        constants += &constants_of(&text);
        functions += &functions_of(&text)?;
    }
    let header = fs::read_to_string(root.join("fcs_user.h.in"))?;
    let header = header.replace("@CONSTANTS@", &constants).replace("@FUNCTIONS@", &functions);
    fs::write(folder.join("fcs_user.h"), header)?;
    for name in OTHER_HEADERS {
        fs::write(folder.join(name), "#include \"freecell-solver/fcs_user.h\"\n")?;
    }
    Ok(())
}

/// `pub const NAME: TYPE = VALUE;` for each line of a file.
fn constants_of(text: &str) -> String {
    let parts = |line: &str| {
        let (name, rest) = line.strip_prefix("pub const ")?.split_once(": ")?;
        let (_, value) = rest.strip_suffix(';')?.split_once(" = ")?;
        Some(format!("#define {name} {value}\n"))
    };
    text.lines().filter_map(parts).collect()
}

/// The functions of a file that C can call, each with the comment above it.
fn functions_of(text: &str) -> Result<String, String> {
    let mut found = String::new();
    for (at, _) in text.match_indices("#[unsafe(no_mangle)]\n") {
        let rest = &text[at..];
        let (_, declaration) = rest.split_once(" fn ").ok_or("a function follows")?;
        let (declaration, _) = declaration.split_once('{').ok_or("a function has a body")?;
        let (name, rest) = declaration.split_once('(').ok_or("a function has arguments")?;
        let (arguments, answer) = rest.rsplit_once(')').ok_or("a function has arguments")?;
        let arguments: Vec<String> = arguments
            .split(',')
            .filter_map(|argument| argument.trim().split_once(": "))
            .map(|(name, kind)| Ok(format!("{}{}", c_type(kind)?, name.trim_start_matches('_'))))
            .collect::<Result<_, String>>()?;
        let arguments = if arguments.is_empty() { "void".into() } else { arguments.join(", ") };
        let answer = match answer.trim().strip_prefix("->") {
            Some(kind) => c_type(kind.trim())?,
            None => "void ".to_owned(),
        };
        found += &format!("{}{answer}{name}({arguments});\n\n", comment_before(&text[..at]));
    }
    Ok(found)
}

/// The first paragraph of a comment at the end of a text.
fn comment_before(text: &str) -> String {
    let lines: Vec<&str> =
        text.lines().rev().map_while(|line| line.strip_prefix("///")).map(str::trim).collect();
    let first = lines.into_iter().rev().take_while(|line| !line.is_empty());
    format!("/* {} */\n", first.collect::<Vec<_>>().join("\n   "))
}

/// A type in C, with the blank before a name.
fn c_type(kind: &str) -> Result<String, String> {
    if let Some(kind) = kind.strip_prefix("*mut ") {
        return Ok(format!("{}*", c_type(kind)?));
    }
    if let Some(kind) = kind.strip_prefix("*const ") {
        return Ok(format!("const {}*", c_type(kind)?));
    }
    let kind = kind.trim_start_matches("std::ffi::");
    Ok(match kind {
        "c_void" => "void ".to_owned(),
        "c_int" => "int ".to_owned(),
        "c_char" => "char ".to_owned(),
        "c_long" => "long ".to_owned(),
        "c_double" => "double ".to_owned(),
        other if other.starts_with("fcs_") || other.starts_with("freecell_solver_") => {
            format!("{other} ")
        }
        other => return Err(format!("{other} is no type that C has here")),
    })
}

fn library(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder.join("pkgconfig"))?;
    let text = format!(
        "prefix=${{pcfiledir}}/../..\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\n\
         Name: Freecell Solver\nDescription: Strata in the place of libfreecell-solver\nVersion: {VERSION}\n\
         Libs: -L${{libdir}} -lfreecell-solver\nCflags: -I${{includedir}}\n"
    );
    fs::write(folder.join("pkgconfig/libfreecell-solver.pc"), text)?;
    #[cfg(unix)]
    for (name, target) in [(SONAME, BUILT), (LIBRARY, SONAME)] {
        let link = folder.join(name);
        if fs::symlink_metadata(&link).is_ok() {
            fs::remove_file(&link)?;
        }
        std::os::unix::fs::symlink(target, link)?;
    }
    Ok(())
}
