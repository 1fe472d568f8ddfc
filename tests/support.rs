//! Running `strata` and looking at what it did.

use fcc::board::Board;
use fcc::solution::Solution;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use strata_verify::autoplay::Autoplay;
use strata_verify::position::Position;
use strata_verify::replay::{Verdict, replay};
use strata_verify::solution::read_solution;
use tempfile::TempDir;

pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Runs `strata` with these arguments (split at blanks) and this standard input.
pub fn strata_with_input(arguments: &str, input: &str) -> Ran {
    run(arguments, input, &[])
}

/// Runs `strata` with these variables in its environment.
pub fn strata_in(arguments: &str, environment: &[(&str, &OsStr)]) -> Ran {
    run(arguments, "", environment)
}

fn run(arguments: &str, input: &str, environment: &[(&str, &OsStr)]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_strata"))
        .args(arguments.split_whitespace())
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    Ran {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

pub fn strata(arguments: &str) -> Ran {
    strata_with_input(arguments, "")
}

/// What must not depend on memory, threads, ways, directories or interruptions: of a census or of a proof.
pub fn findings(json: &Value) -> Value {
    let mut json = json.clone();
    let fields = json.as_object_mut().expect("an object");
    let of_the_walk =
        if fields.contains_key("layers") { "states_per_second" } else { "classes_walked" };
    for changing in
        ["seconds", of_the_walk, "peak_memory_bytes", "peak_anonymous_memory_bytes", "disk"]
    {
        assert!(fields.remove(changing).is_some(), "{changing}");
    }
    json
}

/// Numbers that look like chance, the same ones each time (splitmix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// The position after these moves, by the checker, which shares nothing with the program.
///
/// # Panics
/// When the text is no list of moves, a move is illegal, or the game is won.
pub fn played(start: &Position, solution: &str) -> Position {
    let moves = read_solution(solution).unwrap_or_else(|faults| panic!("{faults}\n{solution}"));
    match replay(start, &moves, Autoplay::Off) {
        Verdict::NotWon { position } => position,
        other => panic!("{other:?}\n{solution}"),
    }
}

/// Whether the checker says that these moves win.
pub fn wins(start: &Position, solution: &str) -> bool {
    let moves = read_solution(solution).unwrap_or_else(|faults| panic!("{faults}\n{solution}"));
    replay(start, &moves, Autoplay::Off) == Verdict::Won
}

/// A numbered deal, dealt by the checker.
pub fn dealt(number: u64, freecells: u8) -> Position {
    strata_verify::deal::deal(number, freecells.into()).expect("a deal")
}

/// A board, read by the checker.
pub fn position(text: &str) -> Position {
    strata_verify::board::read_board(text, None).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

/// The position after these moves of a JSON, by the program's own rules.
pub fn board_after(board: &Board, moves: &[Value]) -> Board {
    let name = |step: &Value| {
        let [from, to] = ["from", "to"].map(|key| step[key].as_str().expect("a name"));
        format!("{from}-{to}")
    };
    let names: Vec<String> = moves.iter().map(name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let way = Solution::of_names(board, &names).unwrap_or_else(|illegal| panic!("{illegal}"));
    let cards = way.singles().iter().map(|one| one.card().to_string());
    assert!(cards.eq(moves.iter().map(|step| step["card"].as_str().expect("a name"))));
    way.end().clone()
}

/// Runs `strata` with standard output and standard error into one pipe, and goes away after the first
/// line. Returns that line and the exit code.
pub fn read_one_line(arguments: &str) -> (String, i32) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null());
    command.stdout(writer.try_clone().expect("a handle")).stderr(writer);
    let mut child = command.spawn().expect("the binary starts");
    // It holds the other ends of the pipe.
    drop(command);
    let mut line = String::new();
    let mut reader = BufReader::with_capacity(1, reader);
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let status = child.wait().expect("the binary ends");
    (line, status.code().unwrap_or_else(|| panic!("{status}")))
}

/// A folder for many short runs: in memory where the system has such a place, as syncing takes most of
/// their time.
pub fn quick_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let folder = tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir());
    folder.expect("a folder")
}

/// `strata` while it goes on. What it prints goes to files, so that it never waits for a reader.
pub struct Going {
    child: Child,
    out: File,
    err: File,
}

impl Going {
    pub fn start(arguments: &str) -> Going {
        Going::start_with(arguments, |_| ())
    }

    /// Starts it after a change to how it is started.
    pub fn start_with(arguments: &str, prepare: impl FnOnce(&mut Command)) -> Going {
        let [out, err] = [(); 2].map(|()| tempfile::tempfile().expect("a temporary file"));
        let [to_out, to_err] = [&out, &err].map(|file| file.try_clone().expect("a handle"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata"));
        command.args(arguments.split_whitespace());
        command.stdin(Stdio::null()).stdout(to_out).stderr(to_err);
        prepare(&mut command);
        Going { child: command.spawn().expect("the binary starts"), out, err }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("a process of ours").is_some()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: i32) {
        // SAFETY: a number and a number; the process is ours and was not waited for.
        let sent = unsafe { libc::kill(self.child.id() as i32, signal) };
        assert_eq!(sent, 0, "signal {signal}");
    }

    /// Ends it as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().expect("a process of ours");
        self.child.wait().expect("a process of ours");
    }

    /// What it has written to standard output so far.
    pub fn out(&self) -> String {
        text_of(&self.out)
    }

    /// What it has written to standard error so far.
    pub fn err(&self) -> String {
        text_of(&self.err)
    }

    /// Waits until something holds, and not for ever.
    pub fn wait_for(&mut self, what: &str, holds: impl Fn(&Going) -> bool) {
        let started = Instant::now();
        while !holds(self) {
            assert!(!self.is_over(), "it ended before {what}: {}", self.err());
            assert!(started.elapsed() < Duration::from_secs(120), "no {what}: {}", self.err());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for its end, and not longer than this.
    ///
    /// # Panics
    /// When it takes longer, or when a signal ended it.
    pub fn end_within(mut self, longest: Duration) -> Ran {
        let started = Instant::now();
        let status: ExitStatus = loop {
            if let Some(status) = self.child.try_wait().expect("a process of ours") {
                break status;
            }
            assert!(started.elapsed() < longest, "still there after {longest:?}: {}", self.err());
            std::thread::sleep(Duration::from_millis(2));
        };
        let (out, err) = (text_of(&self.out), text_of(&self.err));
        let code = status.code().unwrap_or_else(|| panic!("{status}: {err}"));
        Ran { code, out, err }
    }

    /// Waits for its end.
    pub fn end(self) -> Ran {
        self.end_within(Duration::from_secs(3600))
    }
}

/// A test that fails leaves no process behind.
impl Drop for Going {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a file holds. Does not move the place that the process writes at, which it shares with us.
fn text_of(file: &File) -> String {
    let mut bytes = vec![0; file.metadata().expect("a file").len() as usize];
    file.read_exact_at(&mut bytes, 0).expect("what was written");
    String::from_utf8(bytes).expect("UTF-8")
}
