//! Plots of lines over depth.

use super::axes::{Axes, Axis, Frame, Stroke, TEXT_SIZE, Tick, counts, depths, log};
use super::drawing::{Drawing, Hold, Point};
use super::theme::Colour;
use super::{Look, Picture, subject};
use crate::analysis::Analysis;
use fcc::numbers::grouped;

pub const COMPARE_TITLE: &str = "States by depth";
const LINE_WIDTH: f64 = 2.25;
/// So close to each other markers would hide the line.
const MARKER_EVERY: f64 = 11.0;

/// A line: a count at each depth that has one.
struct Series {
    name: String,
    points: Vec<CountAt>,
}

#[derive(Clone, Copy)]
struct CountAt {
    depth: u32,
    count: u128,
}

impl CountAt {
    /// Where it is, on a logarithmic scale.
    fn scaled(self, frame: &Frame) -> Point {
        (frame.x(self.depth.into()), frame.y(log(self.count)))
    }
}

impl Series {
    fn of(name: &str, analysis: &Analysis, count: impl Fn(usize) -> Option<u128>) -> Series {
        let points = analysis.layers.iter().enumerate();
        let points = points.filter_map(|(index, layer)| {
            Some(CountAt { depth: layer.counts.depth, count: count(index)? })
        });
        Series { name: name.to_owned(), points: points.collect() }
    }
}

pub fn layers(analysis: &Analysis, look: Look) -> Drawing {
    let of = |name: &str, count: &dyn Fn(usize) -> u128| {
        Series::of(name, analysis, |index| Some(count(index)))
    };
    let series = [
        of("states", &|index| analysis.layers[index].counts.states),
        of("FCCs", &|index| analysis.layers[index].counts.fccs),
    ];
    let title = title_of(Picture::Layers, analysis);
    log_plot(&title, "states, FCCs", &series, look)
}

pub fn winning(analysis: &Analysis, look: Look) -> Drawing {
    let layers = &analysis.layers;
    let series = [
        Series::of("winning FCCs", analysis, |index| layers[index].winning_fccs),
        Series::of("losing FCCs", analysis, |index| {
            layers[index]
                .winning_fccs
                .map(|winning| layers[index].counts.fccs.saturating_sub(winning))
        }),
    ];
    log_plot(&title_of(Picture::Winning, analysis), "FCCs", &series, look)
}

/// States by depth of several graphs.
pub fn compare(analyses: &[Analysis], look: Look) -> Drawing {
    let series: Vec<Series> = analyses
        .iter()
        .map(|analysis| {
            let states = |index: usize| Some(analysis.layers[index].counts.states);
            Series::of(&subject(analysis), analysis, states)
        })
        .collect();
    log_plot(COMPARE_TITLE, "states", &series, look)
}

fn title_of(picture: Picture, analysis: &Analysis) -> String {
    format!("{}: {}", picture.title(), subject(analysis))
}

/// Names of lines with how each is drawn.
fn legend_of(series: &[Series]) -> Vec<(String, Stroke)> {
    let entry = |(index, series): (usize, &Series)| (series.name.clone(), Stroke::of(index));
    series.iter().enumerate().map(entry).collect()
}

/// The first and the last depth of all lines.
fn depths_of(series: &[Series], look: Look) -> Option<Axis> {
    let all = || series.iter().flat_map(|series| series.points.iter().map(|point| point.depth));
    Some(depths(all().min()?, all().max()?, look))
}

/// Instead of a picture where there is nothing to draw.
pub fn nothing(title: &str, look: Look) -> Drawing {
    let mut drawing = Drawing::default();
    let middle = (f64::from(look.size.width) / 2.0, f64::from(look.size.height) / 2.0);
    let hold = Hold::Middle;
    if look.titled {
        let above = (middle.0, middle.1 - 2.0 * TEXT_SIZE);
        drawing.words(title, above, TEXT_SIZE, Colour::Ink, hold);
    }
    drawing.words("no complete layer yet", middle, TEXT_SIZE, Colour::Quiet, hold);
    drawing
}

/// Counts by depth on a logarithmic scale.
fn log_plot(title: &str, name: &'static str, series: &[Series], look: Look) -> Drawing {
    let Some(across) = depths_of(series, look) else { return nothing(title, look) };
    let all = || series.iter().flat_map(|series| series.points.iter().map(|point| point.count));
    let max = all().max().unwrap_or(0);
    let down = counts(name, max, all().any(|count| count == 0), look);
    let floor = down.from;
    let mut drawing = Drawing::default();
    let frame =
        Frame::new(&mut drawing, look, title, &legend_of(series), Axes { across, down }, 0.0);
    // Areas would hide each other where lines cross; one says how large a thing is.
    if let [first, _] = series {
        for run in runs(&first.points) {
            let mut outline: Vec<_> = run.iter().map(|point| point.scaled(&frame)).collect();
            outline.push((outline[outline.len() - 1].0, frame.y(floor)));
            outline.push((outline[0].0, frame.y(floor)));
            drawing.area(outline, Colour::Wash(0));
        }
    }
    frame.grid(&mut drawing);
    for (index, series) in series.iter().enumerate() {
        draw_line(&mut drawing, &frame, index, series);
    }
    frame.axes(&mut drawing);
    drawing
}

/// Depths without a gap between them. A depth that has no layer has no states, so a line over it would
/// be wrong.
fn runs(points: &[CountAt]) -> impl Iterator<Item = &[CountAt]> {
    points.chunk_by(|one, next| one.depth + 1 == next.depth)
}

fn draw_line(drawing: &mut Drawing, frame: &Frame, index: usize, series: &Series) {
    let stroke = Stroke::of(index);
    for run in runs(&series.points) {
        let line: Vec<_> = run.iter().map(|point| point.scaled(frame)).collect();
        drawing.dashed(&line, stroke.colour, LINE_WIDTH, stroke.dashes);
    }
    let places: Vec<_> = series.points.iter().map(|point| point.scaled(frame)).collect();
    draw_markers(drawing, &places, index);
}

fn draw_markers(drawing: &mut Drawing, places: &[Point], index: usize) {
    let stroke = Stroke::of(index);
    let mut last = f64::NEG_INFINITY;
    for &place in places {
        if place.0 - last >= MARKER_EVERY {
            drawing.marker(stroke.marker, place, 3.25, stroke.colour);
            last = place.0;
        }
    }
}

/// Which part of everything is no deeper than this.
pub fn cumulative(analysis: &Analysis, look: Look) -> Drawing {
    let title = title_of(Picture::Cumulative, analysis);
    let all = |name: &str, total: u128| format!("{} {name}", grouped(total));
    let layers = &analysis.layers;
    let sum = |count: &dyn Fn(usize) -> u128| {
        (0..layers.len()).fold(0u128, |sum, index| sum.saturating_add(count(index)))
    };
    let counts: [(&str, &dyn Fn(usize) -> u128); 2] = [
        ("states", &|index| layers[index].counts.states),
        ("FCCs", &|index| layers[index].counts.fccs),
    ];
    let series = counts.map(|(name, count)| {
        Series::of(&all(name, sum(count)), analysis, |index| Some(count(index)))
    });
    let Some(across) = depths_of(&series, look) else { return nothing(&title, look) };
    let ticks = [0, 25, 50, 75, 100];
    let ticks = ticks.map(|part| Tick { value: part.into(), text: format!("{part} %") });
    let down = Axis { name: "part of all", from: -2.0, to: 103.0, ticks: ticks.to_vec() };
    let mut drawing = Drawing::default();
    let frame =
        Frame::new(&mut drawing, look, &title, &legend_of(&series), Axes { across, down }, 0.0);
    let places = series.each_ref().map(|series| parts_down(&frame, &series.points));
    let mut outline = places[0].clone();
    outline.push((outline[outline.len() - 1].0, frame.bottom()));
    outline.push((outline[0].0, frame.bottom()));
    drawing.area(outline, Colour::Wash(0));
    frame.grid(&mut drawing);
    for (index, places) in places.iter().enumerate() {
        let stroke = Stroke::of(index);
        drawing.dashed(places, stroke.colour, LINE_WIDTH, stroke.dashes);
        draw_markers(&mut drawing, places, index);
    }
    frame.axes(&mut drawing);
    drawing
}

fn parts_down(frame: &Frame, points: &[CountAt]) -> Vec<Point> {
    let total = points.iter().map(|point| point.count as f64).sum::<f64>().max(1.0);
    let mut sum = 0.0;
    let part = |&CountAt { depth, count }: &CountAt| {
        sum += count as f64;
        (frame.x(depth.into()), frame.y(100.0 * sum / total))
    };
    points.iter().map(part).collect()
}
