//! Colours by what they are for.
//!
//! Lines have the hues that Okabe and Ito chose for people who do not see all colours. The heat map has
//! steps of even lightness, made here in the space OKLCH: who sees no hue at all still sees the order.

use std::fmt::Write;

/// Lines and areas of a plot: so many colours, then they come again with other dashes.
const SERIES: usize = 6;
/// Steps of the heat map.
pub const HEATS: usize = 24;

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Paper,
    /// Titles.
    Ink,
    /// Ticks and names of axes.
    Quiet,
    Grid,
    Series(usize),
    /// Under a line.
    Wash(usize),
    /// From few, 0, to many, `HEATS` - 1.
    Heat(usize),
}

/// What the picture is shown on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
    /// A page that gives the colours, by [`page_css`], and can change them; for SVG in HTML alone.
    Page,
}

pub type Rgb = (u8, u8, u8);

const LIGHT_SERIES: [Rgb; SERIES] = [
    (0x00, 0x72, 0xb2),
    (0xd5, 0x5e, 0x00),
    (0x00, 0x9e, 0x73),
    (0xcc, 0x79, 0xa7),
    (0xe6, 0x9f, 0x00),
    (0x56, 0xb4, 0xe9),
];
const DARK_SERIES: [Rgb; SERIES] = [
    (0x56, 0xb4, 0xe9),
    (0xe6, 0x9f, 0x00),
    (0x1f, 0xc4, 0x95),
    (0xe0, 0x8f, 0xbd),
    (0xf0, 0xe4, 0x42),
    (0xee, 0x7a, 0x2c),
];
/// How much of the line's colour is under it.
const WASH: f64 = 0.14;

impl Theme {
    pub fn rgb(self, colour: Colour) -> Rgb {
        let light = match self {
            Theme::Light => true,
            Theme::Dark => false,
            // A number instead of a colour; `render` puts the name in its place.
            Theme::Page => return (0, 0, number(colour)),
        };
        let either = |in_light: Rgb, in_dark: Rgb| if light { in_light } else { in_dark };
        match colour {
            Colour::Paper => either((0xff, 0xff, 0xff), (0x17, 0x1b, 0x21)),
            Colour::Ink => either((0x1b, 0x1f, 0x24), (0xec, 0xef, 0xf3)),
            Colour::Quiet => either((0x55, 0x5e, 0x69), (0xa7, 0xb1, 0xbd)),
            Colour::Grid => either((0xe3, 0xe7, 0xec), (0x2c, 0x33, 0x3c)),
            Colour::Series(index) => {
                either(LIGHT_SERIES[index % SERIES], DARK_SERIES[index % SERIES])
            }
            Colour::Wash(index) => {
                mixed(self.rgb(Colour::Series(index)), self.rgb(Colour::Paper), WASH)
            }
            Colour::Heat(step) => {
                let part = step.min(HEATS - 1) as f64 / (HEATS - 1) as f64;
                // From what is near to the paper to what is far from it.
                let lightness = if light { 0.89 - 0.61 * part } else { 0.30 + 0.64 * part };
                let hue = if light { 105.0 + 175.0 * part } else { 280.0 - 175.0 * part };
                oklch(lightness, 0.06 + 0.10 * (1.0 - (2.0 * part - 1.0).powi(2)), hue)
            }
        }
    }
}

/// All colours.
fn all() -> impl Iterator<Item = Colour> {
    let fixed = [Colour::Paper, Colour::Ink, Colour::Quiet, Colour::Grid].into_iter();
    let series = (0..SERIES).flat_map(|index| [Colour::Series(index), Colour::Wash(index)]);
    fixed.chain(series).chain((0..HEATS).map(Colour::Heat))
}

/// A number for each colour, by which `Theme::Page` tells them apart.
fn number(colour: Colour) -> u8 {
    let wanted = match colour {
        Colour::Series(index) => Colour::Series(index % SERIES),
        Colour::Wash(index) => Colour::Wash(index % SERIES),
        Colour::Heat(step) => Colour::Heat(step.min(HEATS - 1)),
        other => other,
    };
    all().position(|colour| colour == wanted).expect("one of all colours") as u8
}

fn page_name(number: usize) -> String {
    format!("--plot-{number}")
}

/// Puts names in the place of the numbers that `Theme::Page` gave.
pub fn with_names(svg: &str) -> String {
    let named = |svg: String, number: usize| {
        let code = format!("\"#0000{number:02X}\"");
        svg.replace(&code, &format!("\"var({})\"", page_name(number)))
    };
    (0..all().count()).fold(svg.to_owned(), named)
}

/// What the style sheet of a page has to say for pictures of [`Theme::Page`] to look as in this theme.
pub fn page_css(theme: Theme) -> String {
    let mut css = String::new();
    for (number, colour) in all().enumerate() {
        let (red, green, blue) = theme.rgb(colour);
        let _ = write!(css, "{}:#{red:02x}{green:02x}{blue:02x};", page_name(number));
    }
    css
}

fn mixed(front: Rgb, back: Rgb, part: f64) -> Rgb {
    let mix = |front: u8, back: u8| {
        (f64::from(front) * part + f64::from(back) * (1.0 - part)).round() as u8
    };
    (mix(front.0, back.0), mix(front.1, back.1), mix(front.2, back.2))
}

/// A colour of the space OKLCH: lightness as it is seen, from 0 to 1, chroma, and hue in degrees. What a
/// screen can't show is cut.
fn oklch(lightness: f64, chroma: f64, hue_degrees: f64) -> Rgb {
    let (a, b) = (chroma * hue_degrees.to_radians().cos(), chroma * hue_degrees.to_radians().sin());
    let long = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let middle = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let short = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b).powi(3);
    let channel = |linear: f64| {
        let value = match linear.clamp(0.0, 1.0) {
            low if low <= 0.003_130_8 => 12.92 * low,
            high => 1.055 * high.powf(1.0 / 2.4) - 0.055,
        };
        (255.0 * value).round() as u8
    };
    (
        channel(4.076_741_662_1 * long - 3.307_711_591_3 * middle + 0.230_969_929_2 * short),
        channel(-1.268_438_004_6 * long + 2.609_757_401_1 * middle - 0.341_319_396_5 * short),
        channel(-0.004_196_086_3 * long - 0.703_418_614_7 * middle + 1.707_614_701 * short),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as contrast is measured by.
    fn luminance((red, green, blue): Rgb) -> f64 {
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn heat_goes_in_one_direction_without_hue() {
        for theme in [Theme::Light, Theme::Dark] {
            let steps: Vec<f64> =
                (0..HEATS).map(|step| luminance(theme.rgb(Colour::Heat(step)))).collect();
            let rises = theme == Theme::Dark;
            let in_order = steps.windows(2).all(|pair| (pair[0] < pair[1]) == rises);
            assert!(in_order, "{theme:?}: {steps:?}");
        }
    }

    #[test]
    fn words_can_be_read_and_lines_be_seen() {
        for theme in [Theme::Light, Theme::Dark] {
            let paper = theme.rgb(Colour::Paper);
            for words in [Colour::Ink, Colour::Quiet] {
                assert!(contrast(theme.rgb(words), paper) > 4.5, "{theme:?} {words:?}");
            }
            // The lines that plots of one graph use.
            for series in 0..2 {
                assert!(
                    contrast(theme.rgb(Colour::Series(series)), paper) > 3.0,
                    "{theme:?} {series}"
                );
            }
        }
    }

    #[test]
    fn every_colour_of_a_page_has_a_name_that_the_style_sheet_knows() {
        let codes: Vec<String> =
            all().map(|colour| format!("\"#0000{:02X}\"", Theme::Page.rgb(colour).2)).collect();
        let named = with_names(&codes.join(" "));
        assert!(!named.contains('#'), "{named}");
        let css = page_css(Theme::Dark);
        for name in named.split_whitespace() {
            let name = name.trim_start_matches("\"var(").trim_end_matches(")\"");
            assert!(css.contains(&format!("{name}:#")), "{name}");
        }
    }
}
