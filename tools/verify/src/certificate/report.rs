//! What was checked and found, in words or as one line of JSON.

use serde::Serialize;

use super::check::Accepted;
use super::game::Prune;
use super::head::{Head, Totals};
use super::refusal::Refusal;
use super::sample::Sampled;
use crate::deal::Deal;

#[derive(Serialize)]
struct Report<'a> {
    accepted: bool,
    check: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<Sample>,
    #[serde(flatten)]
    found: Option<Found>,
    #[serde(flatten)]
    fault: Option<Fault<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Sample {
    states: u64,
    moves: u64,
    seed: u64,
    share_max: f64,
}

#[derive(Serialize)]
struct Found {
    deal: Option<u64>,
    /// The name of the deal, if its number does not say all.
    #[serde(skip_serializing_if = "Option::is_none")]
    deal_name: Option<String>,
    freecells: usize,
    game: Option<&'static str>,
    rules: String,
    prune: &'static str,
    symmetry: &'static str,
    verdict: &'static str,
    layers: u64,
    groups: u64,
    components: u64,
    classes: u64,
    fccs: u128,
    states: u128,
    digest: String,
}

#[derive(Serialize)]
struct Fault<'a> {
    kind: &'a str,
    reason: String,
}

/// The words for an accepted certificate.
pub fn accepted_text(accepted: &Accepted, seconds: f64) -> String {
    let Accepted { head, totals } = accepted;
    let speed = totals.classes as f64 / seconds.max(1e-9);
    format!(
        "accepted: {}\n\
        \n\
        Checked in full: the deal is in the listed positions, none of them is won, and every move \
        of every one leads to a listed one{}.\n\
        \n{}\
        \nAll of these were counted by this program and equal the head. \
        {seconds:.2} s, {speed:.0} classes a second.\n",
        claim(head),
        match head.game.prune {
            Prune::Safe => " once the safe cards are up",
            Prune::None => "",
        },
        counts(totals),
    )
}

/// The words for a certificate of which a sample was looked at.
pub fn sampled_text(sampled: &Sampled, seed: u64, seconds: f64) -> String {
    let Sampled { head, totals, states, moves } = sampled;
    let share = sampled.share_max();
    format!(
        "nothing wrong in a sample: {}\n\
        \n\
        This was a sample, not the full check. Of {} positions {states} were drawn (seed {seed}) \
        and all their {moves} moves made by the rules of the game; every one leads to a listed \
        position. The deal is listed and no listed position is won.\n\
        If a share f of the positions had a move that leads out, {states} draws would miss it with \
        probability (1 - f)^{states}: with 95 % confidence the share is below {share:.3e}.\n\
        \n{}\
        \nAll of these were counted by this program and equal the head. {seconds:.2} s.\n",
        claim(head),
        totals.states,
        counts(totals),
    )
}

/// The words for a refused certificate.
pub fn refused_text(refusal: &Refusal) -> String {
    let text = format!("refused: {refusal}");
    format!("{}\n", text.trim_end())
}

/// The JSON for an accepted certificate.
pub fn accepted_json(accepted: &Accepted, seconds: f64) -> String {
    let found = Some(found(&accepted.head, &accepted.totals));
    line(&Report { accepted: true, check: "full", sample: None, found, fault: None, seconds })
}

/// The JSON for a sample. `accepted` is false: a sample proves nothing.
pub fn sampled_json(sampled: &Sampled, seed: u64, seconds: f64) -> String {
    let Sampled { head, totals, states, moves } = sampled;
    let (states, moves) = (*states, *moves);
    let sample = Some(Sample { states, moves, seed, share_max: sampled.share_max() });
    let found = Some(found(head, totals));
    line(&Report { accepted: false, check: "sample", sample, found, fault: None, seconds })
}

/// The JSON for a refused certificate.
pub fn refused_json(refusal: &Refusal, check: &'static str, seconds: f64) -> String {
    let fault = Some(Fault { kind: refusal.kind(), reason: refusal.to_string() });
    line(&Report { accepted: false, check, sample: None, found: None, fault, seconds })
}

fn line(report: &Report<'_>) -> String {
    let mut line = serde_json::to_string(report).expect("a report has only text and numbers");
    line.push('\n');
    line
}

fn claim(head: &Head) -> String {
    let deal = match head.deal {
        Some(deal) => format!("deal {deal}"),
        None => "the board".to_owned(),
    };
    let rules = head.game.rules();
    if !rules.is_freecell() {
        return format!("{deal} can't be won by the rules `{rules}`");
    }
    let cells = head.game.cells();
    let plural = if cells == 1 { "" } else { "s" };
    format!("{deal} with {cells} freecell{plural} can't be won")
}

fn counts(totals: &Totals) -> String {
    let Totals { layers, groups, components, classes, fccs, states, digest } = totals;
    format!(
        "layers      {layers}\ngroups      {groups}\ncomponents  {components}\n\
        classes     {classes}\nFCCs        {fccs}\nstates      {states}\n\
        digest      {digest:032x}\n"
    )
}

fn found(head: &Head, totals: &Totals) -> Found {
    let says_more = |deal: &Deal| *deal != Deal::freecell(deal.number);
    Found {
        deal: head.deal.map(|deal| deal.number),
        deal_name: head.deal.filter(says_more).map(|deal| deal.to_string()),
        freecells: head.game.cells(),
        game: head.game.rules().game().map(|game| game.name),
        rules: head.game.rules().to_string(),
        prune: match head.game.prune {
            Prune::Safe => "safe",
            Prune::None => "none",
        },
        symmetry: if head.game.symmetry { "on" } else { "off" },
        verdict: "impossible",
        layers: totals.layers,
        groups: totals.groups,
        components: totals.components,
        classes: totals.classes,
        fccs: totals.fccs,
        states: totals.states,
        digest: format!("{:032x}", totals.digest),
    }
}
