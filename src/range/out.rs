//! Where lines go: standard output or a file, which an earlier run may have begun.

use crate::exit::Failure;
use crate::rules_args::RulesArgs;
use fcc::board::Rules;
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use strata_report::deals::{DealLine, Form, Summary};
use strata_report::named::{rules_text, title_text};

/// Lines on their way out.
pub struct Out {
    to: To,
    form: Form,
    name: String,
}

enum To {
    Standard(io::Stdout),
    File(File),
}

impl Out {
    /// To standard output.
    pub fn standard(form: Form) -> Result<Out, Failure> {
        let mut out = Out { to: To::Standard(io::stdout()), form, name: "standard output".into() };
        out.begin()?;
        Ok(out)
    }

    /// To a file that is not there yet.
    pub fn create(path: &Path, form: Form) -> Result<Out, Failure> {
        let made = OpenOptions::new().append(true).create_new(true).open(path);
        let file = made.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Failure::bad_input(format!(
                "{} is there already: --resume continues it, or choose another name",
                path.display()
            )),
            _ => Failure::of_machine(format!("can't write to {}: {error}", path.display())),
        })?;
        lock(&file, path)?;
        let mut out = Out { to: To::File(file), form, name: path.display().to_string() };
        out.begin()?;
        Ok(out)
    }

    /// To the end of the file of an earlier run, `bytes` of which are whole lines.
    pub fn resume(path: &Path, form: Form, earlier: Earlier) -> Result<Out, Failure> {
        let Earlier { file, bytes, .. } = earlier;
        file.set_len(bytes).map_err(|error| {
            Failure::of_machine(format!("can't write to {}: {error}", path.display()))
        })?;
        let mut out = Out { to: To::File(file), form, name: path.display().to_string() };
        if bytes == 0 {
            out.begin()?;
        }
        Ok(out)
    }

    fn begin(&mut self) -> Result<(), Failure> {
        match self.form.head() {
            None => Ok(()),
            Some(head) => self.put(&(head + "\n")).map(|_| ()),
        }
    }

    /// Writes a line in one piece. False when nobody reads any more.
    pub fn write(&mut self, line: &DealLine) -> Result<bool, Failure> {
        self.put(&line.text(self.form))
    }

    fn put(&mut self, text: &str) -> Result<bool, Failure> {
        let written = match &mut self.to {
            To::Standard(out) => {
                let mut out = out.lock();
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            }
            To::File(file) => file.write_all(text.as_bytes()),
        };
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => {
                Err(Failure::of_machine(format!("can't write to {}: {error}", self.name)))
            }
        }
    }
}

/// Keeps other processes from the file while this one goes on: they would solve the same deals.
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Failure::bad_input(format!(
            "another process writes to {}: wait for its end",
            path.display()
        ))),
        // A file system without locks: nothing is lost but this care.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// What an earlier run has written to a file.
pub struct Earlier {
    pub done: HashSet<u64>,
    /// Open to be gone on with, and locked.
    file: File,
    /// Bytes of whole lines: the last one may be torn.
    bytes: u64,
}

/// Reads every line of a file that `strata range` has written, in either form.
pub fn read_lines(path: &Path, mut visit: impl FnMut(DealLine)) -> Result<(), Failure> {
    let failed = |error| Failure::bad_input(format!("can't read {}: {error}", path.display()));
    let reader = BufReader::new(File::open(path).map_err(failed)?);
    let mut form = Form::Json;
    for (index, line) in reader.lines().enumerate() {
        let line = line.map_err(failed)?;
        if index == 0 {
            form = Form::of_first_line(&line);
            if form != Form::Json {
                continue;
            }
        }
        let read = DealLine::read(&line, form).ok_or_else(|| {
            let place = format!("{}, line {}", path.display(), index + 1);
            Failure::bad_input(format!("{place}: it is not a line of `strata range`"))
        })?;
        visit(read);
    }
    Ok(())
}

/// Reads the lines of an earlier run and adds them to the summary.
pub fn read_earlier(
    path: &Path,
    form: Form,
    rules: RulesArgs,
    summary: &mut Summary,
) -> Result<Earlier, Failure> {
    let failed = |error| Failure::of_machine(format!("can't read {}: {error}", path.display()));
    let file = OpenOptions::new().read(true).append(true).open(path).map_err(failed)?;
    lock(&file, path)?;
    let mut reader = BufReader::new(file.try_clone().map_err(failed)?);
    let mut earlier = Earlier { done: HashSet::new(), file, bytes: 0 };
    let (mut text, mut number) = (String::new(), 0u64);
    loop {
        text.clear();
        let read = reader.read_line(&mut text).map_err(failed)?;
        number += 1;
        // What has no end was being written when the run was killed.
        let Some(line) = text.strip_suffix('\n') else { return Ok(earlier) };
        let refuse =
            |what: String| Failure::bad_input(format!("{}, line {number}: {what}", path.display()));
        if let (Some(head), 1) = (form.head(), number) {
            if line != head {
                return Err(refuse(format!("it does not begin with {head}")));
            }
        } else {
            let of_other =
                "it is not the line of a deal in this form (--csv or not, as it was begun)";
            let line = DealLine::read(line, form).ok_or_else(|| refuse(of_other.into()))?;
            let (name, of_line) = (rules.name(line.deal), line.rules());
            if of_line != Some(rules.rules()) {
                // What both have in common need not be said.
                let text =
                    |of: Rules| match of == (Rules { freecells: of.freecells, ..Rules::USUAL }) {
                        true => title_text(of),
                        false => rules_text(of),
                    };
                let found = of_line.map_or("rules that can't be read".into(), text);
                let wanted = text(rules.rules());
                return Err(refuse(format!(
                    "it is of a run with {found}, and this one has {wanted}"
                )));
            }
            if line.name() != Some(name) {
                let found = line.deal_name.as_deref().unwrap_or("a plain number");
                return Err(refuse(format!(
                    "it is of a run whose deals have other names: {found}, not {name}"
                )));
            }
            if earlier.done.insert(line.deal) {
                summary.add_earlier(&line);
            }
        }
        earlier.bytes += read as u64;
    }
}
