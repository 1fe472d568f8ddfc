//! TEMPORARY: the numbers that a manifest has. To be replaced by what the records tell.

use super::model::{Analysis, Example, LayerAnalysis, Quantiles, Spread};
use crate::kept::KeptRun;
use fcc::digest::Digest;
use storage::manifest::{LayerStatistics, Status};

/// What is known of a run.
pub fn analyse(run: &KeptRun) -> Analysis {
    let manifest = &run.manifest;
    let identity = &manifest.identity;
    let layers = &manifest.layers;
    let sum = |count: &dyn Fn(&LayerStatistics) -> u128| layers.iter().map(count).sum::<u128>();
    let digest = layers.iter().fold(Digest::default(), |mut digest, layer| {
        digest.join(Digest(layer.digest));
        digest
    });
    let verdict = run.verdict().unwrap_or("undecided").to_owned();
    let finished = matches!(manifest.status, Status::Finished { .. });
    let all = layers.iter().all(|layer| layer.groups_left_out == 0);
    let impossible = verdict == "impossible";
    Analysis {
        name: match run.deal() {
            Some(deal) => format!("deal {deal}"),
            None => identity.deal.clone(),
        },
        deal: run.deal(),
        freecells: identity.freecells,
        columns: identity.columns,
        prune: identity.prune.clone(),
        verdict,
        complete: finished && all && !manifest.scope.until_won,
        board: identity.board.clone(),
        groups: layers.iter().map(|layer| layer.groups).sum(),
        fccs: sum(&|layer| layer.fccs),
        states: sum(&|layer| layer.states),
        entries: sum(&|layer| layer.entries),
        exits: sum(&|layer| layer.exits),
        classes: sum(&|layer| layer.classes),
        digest: digest.to_string(),
        dead_ends: 0,
        winning_fccs: impossible.then_some(0),
        winning_states: impossible.then_some(0),
        winning_unknown: (!impossible).then(|| "not counted yet".to_owned()),
        layers: (0..layers.len()).map(|index| layer_of(layers, index, impossible)).collect(),
        largest: Vec::new(),
        deepest: Vec::new(),
    }
}

fn layer_of(layers: &[LayerStatistics], index: usize, impossible: bool) -> LayerAnalysis {
    let layer = &layers[index];
    let before = index.checked_sub(1).map(|before| layers[before].states);
    LayerAnalysis {
        depth: layer.depth,
        groups: layer.groups,
        fccs: layer.fccs,
        states: layer.states,
        entries: layer.entries,
        exits: layer.exits,
        classes: layer.classes,
        growth: before.map(|before| layer.states as f64 / before as f64),
        largest_fcc: layer.largest_fcc,
        fcc_sizes: layer.sizes.clone(),
        size_quantiles: Quantiles { max: layer.largest_fcc, ..Quantiles::default() },
        dead_ends: 0,
        winning_fccs: impossible.then_some(0),
        winning_states: impossible.then_some(0),
        cells_in_use: Vec::new(),
        empty_columns: Vec::new(),
        stuck_cards: Spread::default(),
        founded_cards: Spread::default(),
        largest: Example {
            depth: layer.depth,
            fingerprint: String::new(),
            smallest_key: String::new(),
            states: layer.largest_fcc,
            fccs_alike: 1,
            winning: None,
            board: String::new(),
        },
    }
}
