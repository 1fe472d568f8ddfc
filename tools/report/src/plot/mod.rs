//! Plots of an analysis, as SVG and as PNG, made by the program itself.
//!
//! A picture is first a [`Drawing`]: a list of lines, areas, boxes and words in pixels, which knows
//! nothing of files (`lines.rs`, `heat.rs`, with axes from `axes.rs`). Then `render.rs` has the crate
//! `plotters` write it. The fonts are DejaVu, which the crate `dejavu` carries, so a picture is the same on
//! every machine: the same analysis gives the same bytes.
//!
//! Colours (`theme.rs`) are told apart by people who do not see all of them, and never are the only sign:
//! lines differ in dashes and markers, too.

mod axes;
mod drawing;
mod heat;
mod lines;
mod render;
#[cfg(test)]
pub(crate) mod tests;
mod theme;

pub use theme::{Theme, page_css};

use crate::analysis::Analysis;
use drawing::Drawing;

/// What there is to see of one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// States and FCCs by depth, on a logarithmic scale.
    Layers,
    /// How many FCCs of which size, by depth.
    Sizes,
    /// FCCs from which the game can be won, and those from which it can't, by depth.
    Winning,
    /// Which part of the states and FCCs is no deeper than this.
    Cumulative,
}

impl Picture {
    pub const ALL: [Picture; 4] =
        [Picture::Layers, Picture::Sizes, Picture::Winning, Picture::Cumulative];

    /// A word for names of files.
    pub fn name(self) -> &'static str {
        match self {
            Picture::Layers => "layers",
            Picture::Sizes => "sizes",
            Picture::Winning => "winning",
            Picture::Cumulative => "cumulative",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Picture::Layers => "States and FCCs by depth",
            Picture::Sizes => "Sizes of FCCs by depth",
            Picture::Winning => "Winning and losing FCCs by depth",
            Picture::Cumulative => "Part of the graph down to a depth",
        }
    }

    /// Whether the analysis has the numbers for it.
    pub fn is_known(self, analysis: &Analysis) -> bool {
        self != Picture::Winning || analysis.layers.iter().any(|layer| layer.winning_fccs.is_some())
    }

    fn draw(self, analysis: &Analysis, look: Look) -> Drawing {
        match self {
            Picture::Layers => lines::layers(analysis, look),
            Picture::Sizes => heat::sizes(analysis, look),
            Picture::Winning => lines::winning(analysis, look),
            Picture::Cumulative => lines::cumulative(analysis, look),
        }
    }
}

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    /// For a document or a desk.
    pub const WIDE: Size = Size { width: 880, height: 440 };
    /// For a telephone.
    pub const NARROW: Size = Size { width: 380, height: 340 };
    /// Axes and their words need room, and what is drawn several times as large has to fit into memory.
    const MIN: Size = Size { width: 240, height: 200 };
    pub const MAX: Size = Size { width: 4000, height: 4000 };

    fn bounded(self) -> Size {
        Size {
            width: self.width.clamp(Size::MIN.width, Size::MAX.width),
            height: self.height.clamp(Size::MIN.height, Size::MAX.height),
        }
    }
}

/// How a picture is to look.
#[derive(Clone, Copy)]
struct Look {
    theme: Theme,
    size: Size,
    /// Whether the title is drawn; a page has it as a caption.
    titled: bool,
}

/// A picture as SVG. Sizes out of bounds are brought into them.
pub fn svg(analysis: &Analysis, picture: Picture, theme: Theme, size: Size) -> String {
    let look = Look { theme, size: size.bounded(), titled: theme != Theme::Page };
    let title = format!("{}: {}", picture.title(), subject(analysis));
    render::svg(&picture.draw(analysis, look), look, &title)
}

/// A picture as PNG. Sizes out of bounds are brought into them.
pub fn png(analysis: &Analysis, picture: Picture, theme: Theme, size: Size) -> Vec<u8> {
    let look = Look { theme, size: size.bounded(), titled: true };
    render::png(&picture.draw(analysis, look), look)
}

/// States by depth of several graphs as SVG.
pub fn compare_svg(analyses: &[Analysis], theme: Theme, size: Size) -> String {
    let look = Look { theme, size: size.bounded(), titled: theme != Theme::Page };
    let names: Vec<String> = analyses.iter().map(subject).collect();
    let title = format!("{}: {}", lines::COMPARE_TITLE, names.join("; "));
    render::svg(&lines::compare(analyses, look), look, &title)
}

/// States by depth of several graphs as PNG.
pub fn compare_png(analyses: &[Analysis], theme: Theme, size: Size) -> Vec<u8> {
    let look = Look { theme, size: size.bounded(), titled: true };
    render::png(&lines::compare(analyses, look), look)
}

/// What an analysis is of.
fn subject(analysis: &Analysis) -> String {
    format!("{}, {}", plain(&analysis.name), analysis.named.title_text())
}

/// A name without the characters that XML has no way to write.
fn plain(name: &str) -> String {
    let letter = |letter: char| match letter {
        '\u{fffe}' | '\u{ffff}' => ' ',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    name.chars().map(letter).collect()
}
