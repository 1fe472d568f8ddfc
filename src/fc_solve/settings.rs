//! What the options say: tables of all of them, and what each changes.
//!
//! The tables are the grammar. An option that is in none is refused by name; one that has no meaning here is in one all
//! the same, and leaves a note that goes to standard error.

use super::scans::{Intention, Scans};
use super::words::{Words, shell_words};
use super::{help, presets};
use crate::format::fc_solve::{Form, Naming};
use fcc::rules::{Build, Fill, NamedGame, Rules, Sequences};

/// What was asked for.
pub enum Request {
    /// A page of text.
    Print(String),
    /// A board to be solved.
    Solve(Box<Settings>),
}

/// All that the options say.
#[derive(Clone)]
pub struct Settings {
    /// What is printed of a solution.
    pub form: Form,
    /// Iterations between two lines about them, if there are to be any.
    pub iteration_step: Option<u64>,
    /// Whether positions are printed with these lines.
    pub iteration_positions: bool,
    /// Whether the way to the most promising position is printed when a limit comes.
    pub hints: bool,
    /// The file that takes the answer.
    pub output: Option<String>,
    /// What the board is played by.
    pub rules: Rules,
    /// States expanded at most.
    pub iterations_max: Option<u64>,
    /// States stored at most.
    pub states_max: Option<u64>,
    /// The scans.
    pub scans: Scans,
    /// The file of the board.
    pub board: Option<String>,
    /// What is said on standard error: options without a meaning.
    pub notes: Vec<String>,
    /// `--iter-output-step`, which has no effect without `-i`.
    step: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        let form = Form {
            positions: true,
            moves: false,
            naming: Naming::Words,
            by_lines: false,
            ten_as_t: false,
        };
        Settings {
            form,
            iteration_step: None,
            iteration_positions: false,
            hints: false,
            output: None,
            rules: Rules::USUAL,
            iterations_max: None,
            states_max: None,
            scans: Scans::default(),
            board: None,
            notes: Vec::new(),
            step: 1,
        }
    }
}

/// A change that a caller of the library asks for.
pub enum Change<'a> {
    /// An option, and its value if it takes one.
    Option(&'a str, &'a str),
    /// All of it, back to the beginning.
    Reset,
    /// The scans, to those of a preset.
    Preset(Intention),
}

/// What an option does.
enum Does {
    /// It stands alone.
    Flag(fn(&mut Settings)),
    /// It has a value.
    Value(fn(&mut Settings, &str) -> Result<(), String>),
    /// It stands alone and has no meaning here.
    NoFlag,
    /// It has a value and no meaning here.
    NoValue,
}
use Does::{Flag, NoFlag, NoValue, Value};

impl Does {
    fn takes_value(&self) -> bool {
        matches!(self, Value(_) | NoValue)
    }
}

type Options = [(&'static [&'static str], Does)];

/// The options about what is printed, by their names: those of the program alone.
const PRINTING: &Options = &[
    (&["-p", "--parseable-output"], Flag(|to| to.form.by_lines = true)),
    (&["-t", "--display-10-as-t"], Flag(|to| to.form.ten_as_t = true)),
    (&["-c", "--canonized-order-output"], NoFlag),
    (&["-m", "--display-moves"], Flag(|to| (to.form.moves, to.form.positions) = (true, false))),
    (&["-sn", "--standard-notation"], Flag(|to| to.form.naming = Naming::Standard)),
    (&["-snx", "--standard-notation-extended"], Flag(|to| to.form.naming = Naming::Extended)),
    (
        &["-sam", "--display-states-and-moves"],
        Flag(|to| (to.form.moves, to.form.positions) = (true, true)),
    ),
    (&["-pi", "--display-parent-iter"], NoFlag),
    (&["-o", "--output"], Value(|to, path| put(&mut to.output, Some(path.to_owned())))),
    // The limit is always told: see the page.
    (&["-sel", "--show-exceeded-limits"], Flag(|_| ())),
    (&["-hoi", "--hint-on-intractable"], Flag(|to| to.hints = true)),
    (&["-i", "--iter-output"], Flag(|to| to.iteration_step = Some(to.step))),
    (
        &["-s", "--state-output"],
        Flag(|to| (to.iteration_step, to.iteration_positions) = (Some(to.step), true)),
    ),
    (&["--iter-output-step"], Value(iteration_step)),
];

/// All others, which callers of the library have, too, but for those that bring other words in.
const SEARCHING: &Options = &[
    (&["-g", "--game", "--preset"], Value(game)),
    (&["--freecells-num"], Value(freecells)),
    (&["--stacks-num"], Value(stacks)),
    (&["--decks-num"], Value(decks)),
    (&["--sequences-are-built-by"], Value(build)),
    (&["--sequence-move"], Value(sequences)),
    (&["--empty-stacks-filled-by"], Value(fill)),
    (&["-mi", "--max-iters"], Value(|to, number| put(&mut to.iterations_max, limit(number)))),
    (&["-mss", "--max-stored-states"], Value(|to, number| put(&mut to.states_max, limit(number)))),
    (&["-md", "--max-depth"], NoValue),
    (&["-tmss", "--trim-max-stored-states"], NoValue),
    (&["-me", "--method"], Value(|to, name| to.scans.method(name))),
    (&["-to", "--tests-order"], Value(|to, order| to.scans.order(order))),
    (&["-dto", "--depth-tests-order"], Value(order_from_depth)),
    (&["-dto2", "--depth-tests-order2"], Value(order_from_depth)),
    (&["-asw", "--a-star-weights", "--a-star-weight"], Value(|to, list| to.scans.weights(list))),
    (&["-seed"], Value(|to, number| to.scans.seed(number))),
    (&["-sp", "--set-pruning"], Value(pruning)),
    (&["-opt", "--optimize-solution"], Flag(|to| to.scans.optimises = true)),
    (&["-opt-to", "--optimization-tests-order"], NoValue),
    (&["--reparent-states"], Flag(|to| to.scans.optimises = true)),
    (&["--calc-real-depth"], NoFlag),
    (&["--patsolve-x-param"], NoValue),
    (&["--patsolve-y-param"], NoValue),
    (&["-nst", "--next-soft-thread"], Flag(|to| to.scans.next())),
    (&["-step", "--soft-thread-step"], Value(|to, number| to.scans.step(number))),
    (&["-nht", "--next-hard-thread"], Flag(|to| to.scans.next())),
    (&["--st-name"], Value(|to, name| to.scans.name(name))),
    (&["--prelude"], Value(|to, list| to.scans.prelude(list))),
    (&["--scans-synergy"], Value(synergy)),
    (&["-ni", "--next-instance"], Flag(|to| to.scans.next())),
    (&["-nf", "--next-flare"], Flag(|to| to.scans.next_flare())),
    (&["--flare-name"], Value(|to, name| to.scans.flare_name(name))),
    (&["--flares-plan"], Value(|to, list| to.scans.flares_plan(list))),
    (&["--flares-choice"], Value(flares_choice)),
    (&["-fif", "--flares-iters-factor"], Value(|to, factor| to.scans.flares_factor(factor))),
    (&["--cache-limit"], NoValue),
];

/// Reads a command line.
pub fn read(arguments: Vec<String>) -> Result<Request, String> {
    let mut words = Words::new(arguments);
    let mut settings = Settings::default();
    while let Some(word) = words.next() {
        if let Some(page) = help::page(&word) {
            return Ok(Request::Print(page));
        }
        match word.as_str() {
            "--reset" => settings = Settings::default(),
            "--read-from-file" => {
                let name = words.value(&word)?;
                words.insert(file_words(&name)?, &name)?;
            }
            "-l" | "--load-config" => {
                let name = words.value(&word)?;
                match presets::found(&name)? {
                    presets::Found::Intention(intention) => settings.scans.preset(intention),
                    presets::Found::Words(inside) => words.insert(inside, &name)?,
                }
            }
            option if option.starts_with('-') && option != "-" => {
                settings.option(option, &mut words)?;
            }
            // What follows the board was never looked at.
            _ => {
                settings.board = Some(word);
                break;
            }
        }
    }
    Ok(Request::Solve(Box::new(settings)))
}

impl Settings {
    fn option(&mut self, name: &str, words: &mut Words) -> Result<(), String> {
        let Some(does) = found(PRINTING, name).or_else(|| found(SEARCHING, name)) else {
            return Err(format!(
                "Unknown option \"{name}\". Type \"fc-solve --help\" for usage information."
            ));
        };
        let value = if does.takes_value() { words.value(name)? } else { String::new() };
        self.change(name, does, &value)
    }

    /// Whether this is an option that callers of the library have, and whether it takes a value.
    pub fn takes_value(name: &str) -> Option<bool> {
        found(SEARCHING, name).map(Does::takes_value)
    }

    /// Makes a change that a caller of the library asks for.
    pub fn make(&mut self, change: Change<'_>) -> Result<(), String> {
        match change {
            Change::Option(name, value) => {
                let does = found(SEARCHING, name);
                let does = does.ok_or_else(|| format!("Unknown option \"{name}\"."))?;
                self.change(name, does, value)?;
            }
            Change::Reset => *self = Settings::default(),
            Change::Preset(intention) => self.scans.preset(intention),
        }
        Ok(())
    }

    fn change(&mut self, name: &str, does: &Does, value: &str) -> Result<(), String> {
        match does {
            Flag(change) => change(self),
            Value(change) => change(self, value)?,
            NoFlag | NoValue => self.note(name),
        }
        Ok(())
    }

    fn note(&mut self, name: &str) {
        let note = format!("{name} has no meaning here and changes nothing");
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn found(options: &'static Options, name: &str) -> Option<&'static Does> {
    options.iter().find(|(names, _)| names.contains(&name)).map(|(_, does)| does)
}

/// The words of a file, without as many of the first ones as a number before its name tells.
pub fn file_words(name: &str) -> Result<Vec<String>, String> {
    let parted = name.split_once(',').and_then(|(skip, path)| Some((skip.parse().ok()?, path)));
    let (skip, path) = parted.unwrap_or((0usize, name));
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("Could not open file \"{path}\"! Quitting. ({error})"))?;
    Ok(shell_words(&text).into_iter().skip(skip).collect())
}

/// A setting of a table of functions.
fn put<T>(place: &mut T, value: T) -> Result<(), String> {
    *place = value;
    Ok(())
}

/// What is no positive number is no limit.
fn limit(number: &str) -> Option<u64> {
    number.parse().ok().filter(|&limit| limit > 0)
}

fn iteration_step(to: &mut Settings, number: &str) -> Result<(), String> {
    to.step = limit(number).unwrap_or(1);
    to.iteration_step = to.iteration_step.map(|_| to.step);
    Ok(())
}

fn game(to: &mut Settings, name: &str) -> Result<(), String> {
    // The original's list of games has it in this spelling.
    let name = if name == "relaxed_sehaven" { "relaxed_seahaven" } else { name };
    let game = NamedGame::named(name).ok_or_else(|| format!("Unknown game \"{name}\"!"))?;
    to.rules = game.rules;
    Ok(())
}

fn freecells(to: &mut Settings, number: &str) -> Result<(), String> {
    to.rules.freecells = counted("freecells", number, 0, Rules::FREECELLS_MAX)?;
    Ok(())
}

fn stacks(to: &mut Settings, number: &str) -> Result<(), String> {
    to.rules.columns = counted("stacks", number, 1, Rules::COLUMNS_MAX)?;
    Ok(())
}

fn decks(to: &mut Settings, number: &str) -> Result<(), String> {
    to.rules.decks = counted("decks", number, 1, 2)?;
    Ok(())
}

fn counted(of: &str, number: &str, min: u8, max: u8) -> Result<u8, String> {
    match number.parse::<i64>() {
        Ok(found) if (i64::from(min)..=i64::from(max)).contains(&found) => Ok(found as u8),
        Ok(found) if found > max.into() => {
            Err(format!("Error! The {of}' number exceeds the maximum of {max}."))
        }
        _ => Err(format!("Error! The {of}' number is not {min} to {max}: \"{number}\".")),
    }
}

fn build(to: &mut Settings, word: &str) -> Result<(), String> {
    to.rules.build = match word {
        "alternate_color" => Build::Alternate,
        "suit" => Build::Suit,
        "rank" => Build::Rank,
        _ => return Err(unknown("--sequences-are-built-by", word, "suit, alternate_color, rank")),
    };
    Ok(())
}

fn sequences(to: &mut Settings, word: &str) -> Result<(), String> {
    let sequences = match word {
        "limited" => Sequences::Limited,
        "unlimited" => Sequences::Unlimited,
        _ => return Err(unknown("--sequence-move", word, "limited, unlimited")),
    };
    // Runs of one suit are what makes Simple Simon, which this option does not change.
    if to.rules.sequences != Sequences::Runs {
        to.rules.sequences = sequences;
    }
    Ok(())
}

fn fill(to: &mut Settings, word: &str) -> Result<(), String> {
    to.rules.fill = match word {
        "all" => Fill::Any,
        "kings" => Fill::Kings,
        "none" => Fill::Nothing,
        _ => return Err(unknown("--empty-stacks-filled-by", word, "kings, none, all")),
    };
    Ok(())
}

/// Safe cards go up at once in any case: no solution is lost by it.
fn pruning(_: &mut Settings, word: &str) -> Result<(), String> {
    match word {
        "" | "r:tf" => Ok(()),
        _ => Err("Unknown pruning value - must be \"r:tf\" or empty.".to_owned()),
    }
}

/// An order of moves from a depth on. Scans here have one order at every depth: the first.
fn order_from_depth(to: &mut Settings, value: &str) -> Result<(), String> {
    let parted =
        value.split_once(',').and_then(|(depth, order)| Some((depth.parse().ok()?, order)));
    let (depth, order) = parted.unwrap_or((0u32, value));
    if depth == 0 {
        return to.scans.order(order);
    }
    super::letters::moves_of(order)?;
    to.note("an order of moves for greater depths");
    Ok(())
}

fn synergy(to: &mut Settings, word: &str) -> Result<(), String> {
    if !["none", "dead-end-marks"].contains(&word) {
        return Err(format!("Unknown scans' synergy type \"{word}\"!"));
    }
    to.note("--scans-synergy");
    Ok(())
}

fn flares_choice(to: &mut Settings, word: &str) -> Result<(), String> {
    if !["fc_solve", "fcpro"].contains(&word) {
        return Err(format!("Unknown flares choice argument '{word}'."));
    }
    to.note("--flares-choice");
    Ok(())
}

fn unknown(option: &str, word: &str, expected: &str) -> String {
    format!("Unknown value \"{word}\" of {option}: it takes {expected}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(line: &str) -> Settings {
        match read(line.split_whitespace().map(str::to_owned).collect()) {
            Ok(Request::Solve(settings)) => *settings,
            Ok(Request::Print(page)) => panic!("{page}"),
            Err(error) => panic!("{error}"),
        }
    }

    fn refused(line: &str) -> String {
        let words = line.split_whitespace().map(str::to_owned).collect();
        read(words).err().expect("it is refused")
    }

    #[test]
    fn the_board_is_the_first_word_that_is_no_option() {
        let read = settings("-m -sn -mi 300 deal.txt --unknown");
        assert_eq!(read.board.as_deref(), Some("deal.txt"));
        assert_eq!(read.iterations_max, Some(300));
        assert!(read.form.moves && !read.form.positions);
        assert_eq!(settings("-p -").board.as_deref(), Some("-"));
    }

    #[test]
    fn a_game_sets_all_rules_and_what_follows_changes_parts() {
        let read = settings("--freecells-num 2 -g eight_off --empty-stacks-filled-by all");
        let eight_off = NamedGame::named("eight_off").expect("a game").rules;
        assert_eq!(read.rules, Rules { fill: Fill::Any, ..eight_off });
        assert_eq!(
            settings("-g simple_simon --sequence-move limited").rules.sequences,
            Sequences::Runs
        );
        assert_eq!(settings("-g bakers_game --reset -p").rules, Rules::USUAL);
    }

    #[test]
    fn every_option_is_there_once() {
        let options = PRINTING.iter().chain(SEARCHING);
        let mut names: Vec<&str> = options.flat_map(|(names, _)| names.iter().copied()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn what_is_unknown_or_incomplete_is_refused_by_name() {
        assert!(refused("-p --foo x").contains("\"--foo\""));
        assert!(refused("-mi").contains("\"-mi\""));
        assert!(refused("-g solitaire").contains("\"solitaire\""));
        assert!(refused("-l nothing").contains("\"nothing\""));
        assert!(refused("--freecells-num 13").contains("maximum of 12"));
        assert!(refused("--stacks-num 0").contains("1 to 18"));
        assert!(refused("--sequence-move some").contains("\"some\""));
        assert!(refused("-sp fast").contains("r:tf"));
    }

    #[test]
    fn what_has_no_meaning_is_noted_once() {
        let notes = settings("--cache-limit 5 -tmss 10 --cache-limit 6 -p").notes;
        assert_eq!(notes.len(), 2);
        assert!(notes[0].starts_with("--cache-limit "));
    }
}
