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
    println!("cargo::rerun-if-changed=cbindgen.toml");
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
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let config = cbindgen::Config::from_file(Path::new(&root).join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    let mut sources: Vec<PathBuf> = fs::read_dir(Path::new(&root).join("src"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sources.sort();
    for source in sources {
        builder = builder.with_src(source);
    }
    builder.generate()?.write_to_file(folder.join("fcs_user.h"));
    for name in OTHER_HEADERS {
        fs::write(folder.join(name), "#include \"freecell-solver/fcs_user.h\"\n")?;
    }
    Ok(())
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
