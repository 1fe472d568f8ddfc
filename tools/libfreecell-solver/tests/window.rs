//! KPatience in a window, under Xvfb: the game on the screen is found winnable, a hint is shown, the demo is played.
//!
//! `cargo test --release --package libfreecell-solver -- --ignored --nocapture window`

use crate::kpat::kpat;
use crate::support::{is_installed, output, with_ours};
use std::path::Path;

const PROGRAMS: [&str; 6] =
    ["Xvfb", "dbus-run-session", "xdotool", "import", "compare", "tesseract"];

#[test]
#[ignore = "a minute: the demo plays a whole game"]
fn a_game_is_winnable_a_hint_is_shown_and_the_demo_plays_it() {
    let Some(kpat) = kpat() else { return };
    if !PROGRAMS.iter().all(|name| is_installed(name)) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/window.sh");
    let seen = output(with_ours(script).arg(kpat).arg(folder.path()));
    println!("{seen}");
    let told = |name: &str| {
        let line = seen.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        line.unwrap_or_else(|| panic!("{name}: {seen}")).trim()
    };
    assert!(told("solver").contains("This game is winnable"), "{seen}");
    assert!(told("hint").parse::<f64>().is_ok_and(|points| points > 500.0), "{seen}");
    assert!(told("end").contains("We have won"), "{seen}");
    assert!(told("library").ends_with("libfreecell_solver.so"), "{seen}");
}
