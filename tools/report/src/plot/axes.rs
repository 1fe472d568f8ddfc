//! Axes: where a value lies in the picture, and the ticks, names, grid and legend around it.

use super::Look;
use super::drawing::{Dashes, Drawing, Hold, Marker};
use super::render::text_width;
use super::theme::Colour;

const TITLE_SIZE: f64 = 17.0;
pub const TEXT_SIZE: f64 = 13.0;
const MARGIN: f64 = 14.0;
/// Room for one line of words.
const LINE_HEIGHT: f64 = 22.0;
/// Room that a tick needs along its axis.
const TICK_ACROSS: f64 = 46.0;
const TICK_DOWN: f64 = 30.0;
/// A sample of a line in the legend.
const SAMPLE: f64 = 30.0;

/// A value on its axis, with what is written beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub value: f64,
    pub text: String,
}

/// One axis.
#[derive(Clone, Debug)]
pub struct Axis {
    pub name: &'static str,
    pub from: f64,
    pub to: f64,
    pub ticks: Vec<Tick>,
}

/// The two of a picture.
#[derive(Clone, Debug)]
pub struct Axes {
    pub across: Axis,
    pub down: Axis,
}

/// How a line is told from others.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    pub colour: Colour,
    pub dashes: Dashes,
    pub marker: Marker,
}

impl Stroke {
    pub fn of(index: usize) -> Stroke {
        const DASHES: [Dashes; 4] = [&[], &[9.0, 5.0], &[3.0, 4.0], &[12.0, 4.0, 3.0, 4.0]];
        const MARKERS: [Marker; 4] =
            [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond];
        // With six colours and four dashes, 12 lines differ in one of the two, and neighbours in both.
        Stroke {
            colour: Colour::Series(index),
            dashes: DASHES[index % DASHES.len()],
            marker: MARKERS[index % MARKERS.len()],
        }
    }
}

/// The part of a picture that holds values.
pub struct Frame {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    axes: Axes,
}

impl Frame {
    /// Draws title and legend, and takes what is left for the values, but for `right` pixels.
    pub fn new(
        drawing: &mut Drawing,
        look: Look,
        title: &str,
        legend: &[(String, Stroke)],
        axes: Axes,
        right: f64,
    ) -> Frame {
        let (width, height) = (f64::from(look.size.width), f64::from(look.size.height));
        let mut top = MARGIN;
        if look.titled {
            let size = fitting(title, TITLE_SIZE, width - 2.0 * MARGIN);
            let hold = Hold::Start;
            drawing.words(title, (MARGIN, top + TITLE_SIZE / 2.0), size, Colour::Ink, hold);
            top += TITLE_SIZE + 12.0;
        }
        top = draw_legend(drawing, legend, top, width);
        let widest = axes.down.ticks.iter().map(|tick| text_width(&tick.text, TEXT_SIZE));
        let left = MARGIN + LINE_HEIGHT + widest.fold(0.0, f64::max) + 8.0;
        let bottom = height - MARGIN - 2.0 * LINE_HEIGHT;
        let top = top.min(bottom - 40.0);
        Frame { left, top, right: width - MARGIN - right, bottom, axes }
    }

    pub fn x(&self, value: f64) -> f64 {
        between(&self.axes.across, value, self.left, self.right)
    }

    pub fn y(&self, value: f64) -> f64 {
        between(&self.axes.down, value, self.bottom, self.top)
    }

    pub fn right(&self) -> f64 {
        self.right
    }

    pub fn top(&self) -> f64 {
        self.top
    }

    pub fn bottom(&self) -> f64 {
        self.bottom
    }

    /// Grid lines at the ticks of the axis that goes up.
    pub fn grid(&self, drawing: &mut Drawing) {
        for tick in &self.axes.down.ticks {
            let y = self.y(tick.value);
            drawing.line(vec![(self.left, y), (self.right, y)], Colour::Grid, 1.0);
        }
    }

    /// Both axes with ticks and names.
    pub fn axes(&self, drawing: &mut Drawing) {
        let quiet = Colour::Quiet;
        for tick in &self.axes.across.ticks {
            let x = self.x(tick.value);
            drawing.line(vec![(x, self.bottom), (x, self.bottom + 5.0)], quiet, 1.0);
            let below = (x, self.bottom + LINE_HEIGHT / 2.0 + 5.0);
            drawing.words(&tick.text, below, TEXT_SIZE, quiet, Hold::Middle);
        }
        for tick in &self.axes.down.ticks {
            let beside = (self.left - 8.0, self.y(tick.value));
            drawing.words(&tick.text, beside, TEXT_SIZE, quiet, Hold::End);
        }
        let (left, right, bottom) = (self.left, self.right, self.bottom);
        drawing.line(vec![(left, bottom), (right, bottom)], quiet, 1.0);
        let middle = (left + right) / 2.0;
        let below = (middle, bottom + 1.5 * LINE_HEIGHT + 7.0);
        let hold = Hold::Middle;
        drawing.words(self.axes.across.name, below, TEXT_SIZE, quiet, hold);
        let beside = (MARGIN + TEXT_SIZE / 2.0, (self.top + bottom) / 2.0);
        drawing.words_upwards(self.axes.down.name, beside, TEXT_SIZE, quiet);
    }
}

fn between(axis: &Axis, value: f64, from: f64, to: f64) -> f64 {
    let part = (value - axis.from) / (axis.to - axis.from);
    from + (to - from) * part
}

/// The size at which a text is no wider than this; very long ones stay legible and are cut by the edge.
fn fitting(text: &str, size: f64, width_max: f64) -> f64 {
    (size * width_max / text_width(text, size).max(1.0)).clamp(9.0, size)
}

/// Samples with names, in as many rows as it takes. Returns where they end.
fn draw_legend(drawing: &mut Drawing, legend: &[(String, Stroke)], top: f64, width: f64) -> f64 {
    if legend.is_empty() {
        return top;
    }
    let (mut x, mut y) = (MARGIN, top + LINE_HEIGHT / 2.0);
    for (name, stroke) in legend {
        let size = fitting(name, TEXT_SIZE, width - 2.0 * MARGIN - SAMPLE - 8.0);
        let wide = SAMPLE + 8.0 + text_width(name, size);
        if x > MARGIN && x + wide > width - MARGIN {
            (x, y) = (MARGIN, y + LINE_HEIGHT);
        }
        drawing.dashed(&[(x, y), (x + SAMPLE, y)], stroke.colour, 2.5, stroke.dashes);
        drawing.marker(stroke.marker, (x + SAMPLE / 2.0, y), 4.0, stroke.colour);
        let hold = Hold::Start;
        drawing.words(name, (x + SAMPLE + 8.0, y), size, Colour::Ink, hold);
        x += wide + 24.0;
    }
    y + LINE_HEIGHT / 2.0 + 10.0
}

/// The axis of depths. One layer alone has room on both sides.
pub fn depths(from: u32, to: u32, look: Look) -> Axis {
    let ticks_max = (f64::from(look.size.width) - 100.0) / TICK_ACROSS;
    let step = step_of((to - from).into(), ticks_max);
    let first = from.div_ceil(step) * step;
    let ticks = (first..=to).step_by(step as usize);
    let ticks = ticks.map(|depth| Tick { value: depth.into(), text: depth.to_string() });
    Axis {
        name: "depth",
        from: f64::from(from) - 0.5,
        to: f64::from(to) + 0.5,
        ticks: ticks.collect(),
    }
}

/// 1, 2, 5, 10, ...: so wide that there are not more ticks than this.
pub fn step_of(range: f64, ticks_max: f64) -> u32 {
    let wanted = range / ticks_max.max(1.0);
    let steps = (0..9).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u32.pow(power)));
    steps.into_iter().find(|&step| f64::from(step) >= wanted).unwrap_or(1 << 31)
}

/// Where nothing is on a logarithmic scale: below one.
const LOG_NOTHING: f64 = -0.7;

/// Where a count is on a logarithmic scale.
pub fn log(count: u128) -> f64 {
    if count == 0 { LOG_NOTHING } else { (count as f64).log10() }
}

/// The axis of counts up to this one, by powers of ten. With a place for nothing where it is needed.
pub fn counts(name: &'static str, max: u128, with_nothing: bool, look: Look) -> Axis {
    let top = log(max.max(1)).max(1.0);
    let ticks_max = (f64::from(look.size.height) - 120.0) / TICK_DOWN;
    let step = step_of(top, ticks_max);
    let whole = top.floor() as u32;
    let decades = (0..=whole).step_by(step as usize);
    let mut ticks: Vec<Tick> =
        decades.map(|power| Tick { value: power.into(), text: power_text(power, whole) }).collect();
    if with_nothing {
        ticks.insert(0, Tick { value: LOG_NOTHING, text: "0".into() });
    }
    let from = if with_nothing { LOG_NOTHING - 0.1 } else { -0.15 };
    Axis { name, from, to: top + 0.15, ticks }
}

/// `1`, `10`, `100`, `1k` and so on; powers of ten where these words end.
pub fn power_text(power: u32, power_max: u32) -> String {
    const WORDS: [&str; 5] = ["", "k", "M", "G", "T"];
    if power_max as usize >= 3 * WORDS.len() && power >= 3 {
        return format!("10{}", raised(power));
    }
    format!("1{}{}", "0".repeat(power as usize % 3), WORDS[power as usize / 3])
}

/// A number in the small digits of exponents.
pub fn raised(number: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    digits.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_have_short_names() {
        let names = |powers: &[u32], max| -> Vec<String> {
            powers.iter().map(|&power| power_text(power, max)).collect()
        };
        assert_eq!(names(&[0, 2, 3, 5, 6, 14], 14), ["1", "100", "1k", "100k", "1M", "100T"]);
        assert_eq!(names(&[0, 2, 3, 38], 38), ["1", "100", "10³", "10³⁸"]);
    }

    #[test]
    fn steps_leave_room_between_ticks() {
        let steps = [(0.0, 5.0), (5.0, 5.0), (28.0, 15.0), (95.0, 15.0), (95.0, 6.0)]
            .map(|(range, ticks)| step_of(range, ticks));
        assert_eq!(steps, [1, 1, 2, 10, 20]);
    }
}
