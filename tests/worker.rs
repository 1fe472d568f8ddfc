//! `strata worker`: layers that go from worker to worker as streams of Arrow, counted like those of the census.

mod certificate;
mod refused;

use crate::support::{Chance, strata};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Int32Type, Int64Type};
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::SchemaRef;
use fcc::board::{Board, Rules};
use fcc::census::{CensusOptions, Way};
use fcc::flood::Control;
use fcc::game::Game;
use fcc::rules::Prune;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use worker::{Job, Limits};

/// A run of entries: a row, by its group.
type Run = (i64, i64, RecordBatch);

/// An engine of some lines: entries that wait, by depth, and what was counted.
struct Engine<'a> {
    game: &'a Game,
    job: Job<'a>,
    schema: SchemaRef,
    waiting: BTreeMap<i32, Vec<Run>>,
    layers: BTreeMap<i32, Vec<Counted>>,
    digest: u128,
    won: bool,
    chance: Chance,
}

/// What a worker has counted of a layer: groups, FCCs, states, entries, exits, classes.
type Counted = [u128; 6];

fn rows(stream: &[u8]) -> (SchemaRef, Vec<RecordBatch>) {
    let reader = StreamReader::try_new(stream, None).expect("a stream");
    let schema = reader.schema();
    let batches = reader.map(|batch| batch.expect("a batch"));
    (
        schema,
        batches
            .flat_map(|batch| (0..batch.num_rows()).map(move |row| batch.slice(row, 1)))
            .collect(),
    )
}

fn long(row: &RecordBatch, name: &str) -> i64 {
    row.column_by_name(name).expect(name).as_primitive::<Int64Type>().value(0)
}

fn count(row: &RecordBatch, name: &str) -> u128 {
    let column = row.column_by_name(name).expect(name);
    column.as_primitive::<Decimal128Type>().value(0).try_into().expect("a count")
}

fn word(row: &RecordBatch, name: &str) -> String {
    row.column_by_name(name).expect(name).as_string::<i32>().value(0).to_owned()
}

/// Rows as a stream of entries.
fn stream_of(schema: &SchemaRef, rows: &[RecordBatch]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut stream = StreamWriter::try_new(&mut bytes, schema).expect("a stream");
    for row in rows {
        let columns = schema
            .fields()
            .iter()
            .map(|field| row.column_by_name(field.name()).expect("a column of entries").clone());
        let row = RecordBatch::try_new(schema.clone(), columns.collect()).expect("a row");
        stream.write(&row).expect("memory");
    }
    stream.finish().expect("memory");
    drop(stream);
    bytes
}

/// The entry of a deal, as a stream.
fn first(game: &Game, symmetry: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    worker::first(game, symmetry, &mut bytes).expect("memory");
    bytes
}

fn job<'a>(game: &'a Game, control: &'a Control, symmetry: bool, bytes: u64) -> Job<'a> {
    let limits = Limits { floods: bytes, exits: bytes, entries: bytes, merging: bytes, threads: 2 };
    let options = CensusOptions { symmetry, ..CensusOptions::default() };
    Job { game, options, records: true, go_on: None, limits, control }
}

impl<'a> Engine<'a> {
    fn new(game: &'a Game, job: Job<'a>) -> Engine<'a> {
        let (schema, rows) = rows(&first(game, job.options.symmetry));
        let deal = rows.into_iter().map(|row| (long(&row, "stuck"), long(&row, "founded"), row));
        let waiting = [(0, deal.collect())].into();
        let layers = BTreeMap::new();
        Engine { game, job, schema, waiting, layers, digest: 0, won: false, chance: Chance(7) }
    }

    /// Explores all layers, each by so many workers at most. `all_at_once` hands out all that waits.
    fn run(mut self, workers: u64, all_at_once: bool) -> Value {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
        while let Some((_, mut runs)) = self.waiting.pop_first() {
            if all_at_once {
                let waiting = std::mem::take(&mut self.waiting);
                runs.extend(waiting.into_values().flatten());
            }
            runs.sort_by_key(|run| (run.0, run.1));
            let mut packs = vec![Vec::new(); workers as usize];
            let (mut last, mut pack) = (None, 0);
            for (stuck, founded, row) in runs {
                if last.replace((stuck, founded)) != Some((stuck, founded)) {
                    pack = self.chance.below(workers) as usize;
                }
                packs[pack].push(row);
            }
            for pack in packs.into_iter().filter(|pack| !pack.is_empty()) {
                let mut found = Vec::new();
                let entries = stream_of(&self.schema, &pack);
                pool.install(|| worker::flood(&self.job, &entries[..], &mut found))
                    .unwrap_or_else(|error| panic!("{error}"));
                self.take(&found);
            }
        }
        self.findings()
    }

    fn take(&mut self, found: &[u8]) {
        let (_, rows) = rows(found);
        let of_kind = |kind: &str| rows.iter().filter(|row| word(row, "kind") == kind).count();
        let end = rows.last().expect("an end");
        assert_eq!(word(end, "kind"), "end");
        assert_eq!(
            (long(end, "runs"), long(end, "groups")),
            (of_kind("exit") as i64, of_kind("tally") as i64)
        );
        for row in &rows {
            let depth = row["depth"].as_primitive::<Int32Type>().value(0);
            match word(row, "kind").as_str() {
                "exit" => {
                    let run = (long(row, "stuck"), long(row, "founded"), row.clone());
                    self.waiting.entry(depth).or_default().push(run);
                }
                "layer" => {
                    let names = ["fccs", "states", "entry_states", "exits", "classes"];
                    let mut counted = [long(row, "groups") as u128; 6];
                    for (place, name) in counted[1..].iter_mut().zip(names) {
                        *place = count(row, name);
                    }
                    self.layers.entry(depth).or_default().push(counted);
                    let digest = u128::from_str_radix(&word(row, "digest"), 16).expect("a digest");
                    self.digest = self.digest.wrapping_add(digest);
                    self.won |= row["won"].as_boolean().value(0);
                }
                _ => {}
            }
        }
    }

    fn findings(self) -> Value {
        assert!(self.game.deal().columns().len() == usize::from(self.game.rules().columns));
        let layer = |(depth, parts): (&i32, &Vec<Counted>)| {
            let sum = |place: usize| parts.iter().map(|counted| counted[place]).sum::<u128>();
            json!({"depth": depth, "groups": sum(0), "fccs": sum(1), "states": sum(2), "entries": sum(3),
                   "exits": sum(4), "classes": sum(5)})
        };
        json!({
            "verdict": if self.won { "solvable" } else { "impossible" },
            "digest": format!("{:032x}", self.digest),
            "layers": self.layers.iter().map(layer).collect::<Vec<_>>(),
        })
    }
}

/// The same of a census.
fn census(arguments: &str) -> Value {
    let found = strata(&format!("census {arguments} --json")).json();
    let layers = found["layers"].as_array().expect("layers").iter().map(|layer| {
        let mut layer = layer.clone();
        let fields = layer.as_object_mut().expect("an object");
        fields.remove("largest_fcc");
        fields.remove("fcc_sizes");
        layer
    });
    json!({"verdict": found["verdict"], "digest": found["digest"], "layers": layers.collect::<Vec<_>>()})
}

fn game(deal: u64, freecells: u8) -> Game {
    Game::new(Board::deal(deal, freecells).expect("a deal"), Prune::Safe)
}

#[test]
fn layers_from_worker_to_worker_are_those_of_the_census() {
    let control = Control::new(None);
    for (deal, freecells, symmetry) in [(11_982, 4, true), (11_982, 4, false), (164, 0, true)] {
        let game = game(deal, freecells);
        let found = Engine::new(&game, job(&game, &control, symmetry, 64 << 20)).run(3, false);
        let walk = if symmetry { "on" } else { "off" };
        assert_eq!(
            found,
            census(&format!("{deal} --freecells {freecells} --symmetry {walk}")),
            "{deal}"
        );
    }
}

#[test]
fn a_worker_in_little_memory_keeps_groups_and_exits_on_disk() {
    let control = Control::new(None);
    let game = game(384_243, 2);
    let expected = census("384243 --freecells 2");
    for way in [Way::Auto, Way::Levels] {
        let mut job = job(&game, &control, true, 256 << 10);
        job.options.way = way;
        assert_eq!(Engine::new(&game, job).run(1, false), expected, "{way:?}");
    }
}

#[test]
fn a_worker_that_goes_on_explores_small_layers_itself() {
    let control = Control::new(None);
    let game = game(11_982, 4);
    for entries in [0, 50, 1_000, u64::MAX] {
        let mut job = job(&game, &control, true, 64 << 20);
        job.go_on = Some(entries);
        assert_eq!(Engine::new(&game, job).run(1, true), census("11982"), "{entries}");
    }
}

#[test]
fn other_games_go_the_same_way() {
    let control = Control::new(None);
    let rules = Rules {
        freecells: 1,
        ..fcc::rules::NamedGame::named("bakers_game").expect("a game").rules
    };
    let name = fcc::board::DealName {
        game: fcc::rules::NamedGame::named("bakers_game").expect("a game"),
        numbering: fcc::board::Numbering::Microsoft,
        number: 3,
    };
    let game = Game::new(name.board(rules).expect("a deal"), Prune::Safe);
    let found = Engine::new(&game, job(&game, &control, true, 64 << 20)).run(2, false);
    assert_eq!(found, census("3 --game bakers_game --freecells 1"));
}
