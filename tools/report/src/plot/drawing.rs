//! A picture as a list of shapes in pixels, before it becomes bytes.

use super::theme::Colour;

/// A place in the picture, from the upper left corner.
pub type Point = (f64, f64);

/// Where a text is held along its line; across it is held in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    pub text: String,
    pub at: Point,
    pub size: f64,
    pub colour: Colour,
    pub hold: Hold,
    /// Written from the bottom to the top.
    pub upwards: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Line { points: Vec<Point>, colour: Colour, width: f64 },
    Area { points: Vec<Point>, colour: Colour },
    Words(Words),
}

/// What distinguishes a series besides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
}

/// Lengths that are drawn and left out, in turns; nothing is a line without gaps.
pub type Dashes = &'static [f64];

/// Shapes, those in front last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    pub shapes: Vec<Shape>,
}

impl Drawing {
    pub fn line(&mut self, points: Vec<Point>, colour: Colour, width: f64) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points, colour, width });
        }
    }

    pub fn area(&mut self, points: Vec<Point>, colour: Colour) {
        if points.len() > 2 {
            self.shapes.push(Shape::Area { points, colour });
        }
    }

    /// A filled box between two corners.
    pub fn filled(&mut self, (left, top): Point, (right, bottom): Point, colour: Colour) {
        self.area(vec![(left, top), (right, top), (right, bottom), (left, bottom)], colour);
    }

    pub fn words(
        &mut self,
        text: impl Into<String>,
        at: Point,
        size: f64,
        colour: Colour,
        hold: Hold,
    ) {
        let text = text.into();
        self.shapes.push(Shape::Words(Words { text, at, size, colour, hold, upwards: false }));
    }

    pub fn words_upwards(&mut self, text: impl Into<String>, at: Point, size: f64, colour: Colour) {
        let (text, hold) = (text.into(), Hold::Middle);
        self.shapes.push(Shape::Words(Words { text, at, size, colour, hold, upwards: true }));
    }

    /// A line with gaps. The pattern goes on around corners, else short pieces would all be drawn.
    pub fn dashed(&mut self, points: &[Point], colour: Colour, width: f64, dashes: Dashes) {
        if dashes.is_empty() {
            return self.line(points.to_vec(), colour, width);
        }
        let Some(&first) = points.first() else { return };
        let (mut place, mut left) = (0, dashes[0]);
        let mut piece = vec![first];
        for pair in points.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            loop {
                let (across, down) = (to.0 - from.0, to.1 - from.1);
                let length = across.hypot(down);
                if length <= left {
                    left -= length;
                    piece.push(to);
                    break;
                }
                let part = left / length;
                from = (from.0 + across * part, from.1 + down * part);
                piece.push(from);
                if place % 2 == 0 {
                    self.line(std::mem::take(&mut piece), colour, width);
                }
                place = (place + 1) % dashes.len();
                left = dashes[place];
                piece = vec![from];
            }
        }
        if place % 2 == 0 {
            self.line(piece, colour, width);
        }
    }

    pub fn marker(&mut self, marker: Marker, (x, y): Point, radius: f64, colour: Colour) {
        let turned = |turns: &[f64], radius: f64| -> Vec<Point> {
            let angles = turns.iter().map(|turn| turn * std::f64::consts::TAU);
            angles.map(|angle| (x + radius * angle.sin(), y - radius * angle.cos())).collect()
        };
        let points = match marker {
            Marker::Disc => {
                turned(&std::array::from_fn::<f64, 16, _>(|turn| turn as f64 / 16.0), radius)
            }
            Marker::Square => turned(&[0.125, 0.375, 0.625, 0.875], 1.25 * radius),
            Marker::Triangle => turned(&[0.0, 1.0 / 3.0, 2.0 / 3.0], 1.4 * radius),
            Marker::Diamond => turned(&[0.0, 0.25, 0.5, 0.75], 1.4 * radius),
        };
        self.area(points, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_on_around_corners() {
        let mut drawing = Drawing::default();
        drawing.dashed(&[(0.0, 0.0), (3.0, 0.0), (3.0, 7.0)], Colour::Ink, 1.0, &[4.0, 2.0]);
        let expected = [vec![(0.0, 0.0), (3.0, 0.0), (3.0, 1.0)], vec![(3.0, 3.0), (3.0, 7.0)]];
        let lines = drawing.shapes.iter().map(|shape| match shape {
            Shape::Line { points, .. } => points.clone(),
            other => panic!("{other:?}"),
        });
        assert_eq!(lines.collect::<Vec<_>>(), expected);
    }
}
