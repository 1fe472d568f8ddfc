//! Sizes of FCCs by depth: a column for each depth, a row for each power of two, and the more FCCs there
//! are, the further a colour is from the paper.

use super::axes::{Axes, Axis, Frame, TEXT_SIZE, Tick, depths, log, power_text, raised, step_of};
use super::drawing::{Drawing, Hold};
use super::lines::nothing;
use super::theme::{Colour, HEATS};
use super::{Look, Picture, subject};
use crate::analysis::Analysis;

/// Room for the scale of colours.
const SCALE_ROOM: f64 = 74.0;
const SCALE_WIDTH: f64 = 14.0;
/// Between cells that are large enough for it.
const GAP: f64 = 1.0;

pub fn sizes(analysis: &Analysis, look: Look) -> Drawing {
    let title = format!("{}: {}", Picture::Sizes.title(), subject(analysis));
    let layers = &analysis.layers;
    let rows = layers.iter().map(|layer| layer.fcc_sizes.len()).max().unwrap_or(0);
    let (Some(first), Some(last), 1..) = (layers.first(), layers.last(), rows) else {
        return nothing(&title, look);
    };
    let most = layers.iter().flat_map(|layer| &layer.fcc_sizes).copied().max().unwrap_or(0);
    let across = depths(first.counts.depth, last.counts.depth, look);
    let mut drawing = Drawing::default();
    let axes = Axes { across, down: powers(rows as u32, look) };
    let frame = Frame::new(&mut drawing, look, &title, &[], axes, SCALE_ROOM);
    frame.grid(&mut drawing);
    let wide = frame.x(1.0) - frame.x(0.0);
    let gap = if wide > 5.0 { GAP } else { 0.0 };
    for layer in layers {
        let (left, right) = (
            frame.x(f64::from(layer.counts.depth) - 0.5),
            frame.x(f64::from(layer.counts.depth) + 0.5),
        );
        for (power, &fccs) in layer.fcc_sizes.iter().enumerate().filter(|&(_, &fccs)| fccs > 0) {
            let (top, bottom) = (frame.y(power as f64 + 0.5), frame.y(power as f64 - 0.5));
            let colour = Colour::Heat(step(fccs, most));
            drawing.filled((left, top + gap), (right - gap, bottom), colour);
        }
    }
    frame.axes(&mut drawing);
    draw_scale(&mut drawing, &frame, most);
    drawing
}

/// Which step of the colours a count has.
fn step(fccs: u128, most: u128) -> usize {
    if most <= 1 {
        return HEATS - 1;
    }
    let part = log(fccs) / log(most);
    (part * (HEATS - 1) as f64).round() as usize
}

/// The axis of powers of two.
fn powers(rows: u32, look: Look) -> Axis {
    let step = step_of(rows.into(), (f64::from(look.size.height) - 100.0) / 24.0);
    let ticks = (0..rows).step_by(step as usize);
    let ticks =
        ticks.map(|power| Tick { value: power.into(), text: format!("2{}", raised(power)) });
    Axis {
        name: "states in an FCC, at least",
        from: -0.5,
        to: f64::from(rows) - 0.5,
        ticks: ticks.collect(),
    }
}

/// What the colours mean.
fn draw_scale(drawing: &mut Drawing, frame: &Frame, most: u128) {
    let (left, right) = (frame.right() + 20.0, frame.right() + 20.0 + SCALE_WIDTH);
    let (top, bottom) = (frame.top() + 1.6 * TEXT_SIZE, frame.bottom());
    let whole = most.max(1).ilog10();
    let hold = Hold::Start;
    drawing.words("FCCs", (left, frame.top() + TEXT_SIZE / 2.0), TEXT_SIZE, Colour::Quiet, hold);
    if most <= 1 {
        drawing.filled((left, top), (right, top + SCALE_WIDTH), Colour::Heat(HEATS - 1));
        let beside = (right + 7.0, top + SCALE_WIDTH / 2.0);
        return drawing.words("1", beside, TEXT_SIZE, Colour::Quiet, hold);
    }
    let high = (bottom - top) / HEATS as f64;
    for step in 0..HEATS {
        let below = bottom - high * step as f64;
        drawing.filled((left, below - high), (right, below), Colour::Heat(step));
    }
    let ticks_max = (bottom - top) / 24.0;
    for power in (0..=whole).step_by(step_of(whole.into(), ticks_max) as usize) {
        // A count has the middle of its step.
        let part = f64::from(power) / log(most);
        let y = bottom - high / 2.0 - (bottom - top - high) * part;
        drawing.line(vec![(right, y), (right + 4.0, y)], Colour::Quiet, 1.0);
        let text = power_text(power, whole);
        drawing.words(text, (right + 7.0, y), TEXT_SIZE, Colour::Quiet, hold);
    }
}
