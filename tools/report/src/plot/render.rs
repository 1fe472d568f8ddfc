//! From shapes to bytes, by the crates `plotters` and `png`.
//!
//! Both backends of `plotters` take whole pixels. So a picture is drawn several times as large: in SVG the
//! view box makes it small again, in PNG the mean of every square of pixels does, which also smooths edges.

use super::drawing::{Drawing, Hold, Shape, Words};
use super::theme::with_names;
use super::{Look, Size, Theme};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{PathElement, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    FontStyle, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle, register_font,
};
use std::fmt::Write;
use std::sync::Once;

/// The font as SVG names it: ours first, and what comes near to it where it is not installed.
const FONT: &str = "DejaVu Sans, Verdana, sans-serif";
/// `plotters` divides sizes by this for SVG, and takes them as the height of a line of DejaVu in a bitmap.
/// Multiplied with it, sizes are those that style sheets mean.
const SVG_EM: f64 = 1.24;
const LINE_EM: f64 = 1.164;
/// How far words are put down in a bitmap, in parts of their size, to lie where SVG has them.
const BITMAP_DROP: f64 = 0.12;
/// How many times as large a picture is drawn.
const SVG_SCALE: u32 = 4;
const PNG_SCALE: u32 = 3;

/// `plotters` looks fonts up by name in a table of the process.
fn with_font() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let registered = register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
        assert!(registered.is_ok(), "the font that the program carries");
    });
}

/// How wide a text is, in pixels.
pub fn text_width(text: &str, size: f64) -> f64 {
    with_font();
    // Measured large, as widths come in whole pixels.
    let (width, _) = (FONT, 100.0).into_font().box_size(text).expect("the font is registered");
    f64::from(width) * size / 100.0 * LINE_EM
}

pub fn svg(drawing: &Drawing, look: Look, title: &str) -> String {
    let Size { width, height } = look.size;
    let (wide, high) = (width * SVG_SCALE, height * SVG_SCALE);
    let mut raw = String::new();
    draw(SVGBackend::with_string(&mut raw, (wide, high)), drawing, look, SVG_SCALE, SVG_EM);
    // The element that the backend opens does not say what the picture is.
    let (_, shapes) = raw.split_once('\n').expect("an element and shapes");
    let mut svg = String::new();
    let title = escaped(title);
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>"
    );
    // What every viewer takes for granted is most of the text.
    let short = shapes.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "");
    svg.push_str(&if look.theme == Theme::Page { with_names(&short) } else { short });
    svg
}

pub fn png(drawing: &Drawing, look: Look) -> Vec<u8> {
    let Size { width, height } = look.size;
    let (wide, high) = (width * PNG_SCALE, height * PNG_SCALE);
    let mut large = vec![0; (wide * high * 3) as usize];
    draw(BitMapBackend::with_buffer(&mut large, (wide, high)), drawing, look, PNG_SCALE, LINE_EM);
    let pixels = averaged(&large, look.size);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
    written.expect("memory takes all bytes, and there are as many as the header says");
    bytes
}

/// The mean of every square of `PNG_SCALE` by `PNG_SCALE` pixels.
fn averaged(large: &[u8], size: Size) -> Vec<u8> {
    let (scale, width) = (PNG_SCALE as usize, size.width as usize);
    let mut pixels = Vec::with_capacity(width * size.height as usize * 3);
    for row in large.chunks_exact(width * scale * 3 * scale) {
        for column in 0..width {
            for channel in 0..3 {
                let places = (0..scale).flat_map(|y| (0..scale).map(move |x| (x, y)));
                let sum: u32 = places
                    .map(|(x, y)| {
                        let pixel = y * width * scale + column * scale + x;
                        u32::from(row[pixel * 3 + channel])
                    })
                    .sum();
                pixels.push((sum / (PNG_SCALE * PNG_SCALE)) as u8);
            }
        }
    }
    pixels
}

/// Draws all shapes. The backends write to memory, where nothing can fail.
fn draw<B: DrawingBackend>(backend: B, drawing: &Drawing, look: Look, scale: u32, em: f64) {
    with_font();
    let area = backend.into_drawing_area();
    let colour = |colour| {
        let (red, green, blue) = look.theme.rgb(colour);
        RGBColor(red, green, blue)
    };
    if look.theme != Theme::Page {
        area.fill(&colour(super::theme::Colour::Paper)).expect("memory");
    }
    let times = |length: f64| (length * f64::from(scale)).round() as i32;
    for shape in &drawing.shapes {
        match shape {
            Shape::Line { points, colour: name, width } => {
                let points: Vec<_> = points.iter().map(|&(x, y)| (times(x), times(y))).collect();
                let style = ShapeStyle::from(&colour(*name)).stroke_width(times(*width) as u32);
                area.draw(&PathElement::new(points, style)).expect("memory");
            }
            Shape::Area { points, colour: name } => {
                let points: Vec<_> = points.iter().map(|&(x, y)| (times(x), times(y))).collect();
                let style = ShapeStyle::from(&colour(*name)).filled();
                area.draw(&Polygon::new(points, style)).expect("memory");
            }
            Shape::Words(words) => write_words(&area, words, colour(words.colour), scale, em),
        }
    }
    area.present().expect("memory");
}

fn write_words<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    words: &Words,
    colour: RGBColor,
    scale: u32,
    em: f64,
) {
    let across = match words.hold {
        Hold::Start => HPos::Left,
        Hold::Middle => HPos::Center,
        Hold::End => HPos::Right,
    };
    let font = (FONT, (words.size * f64::from(scale)).round() * em).into_font();
    let font = if words.upwards { font.transform(FontTransform::Rotate270) } else { font };
    let style = TextStyle::from(font).color(&colour).pos(Pos::new(across, VPos::Center));
    // In a bitmap a line is held by the middle of its box, which is above that of its letters.
    let drop = if em == LINE_EM { words.size * BITMAP_DROP } else { 0.0 };
    let (x, y) = words.at;
    let at = if words.upwards { [x + drop, y] } else { [x, y + drop] };
    let at = at.map(|place| (place * f64::from(scale)).round() as i32);
    area.draw(&Text::new(words.text.as_str(), (at[0], at[1]), style)).expect("memory");
}

/// A text inside of SVG, which has no control characters: see `plain`.
fn escaped(text: &str) -> String {
    let safe = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    safe.replace('"', "&quot;")
}
