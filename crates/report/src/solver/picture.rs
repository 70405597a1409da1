//! A small picture as SVG, in the page's colours.

use std::fmt::Write;

/// A place in a picture, in its own pixels: to the right and downwards.
pub(super) type P = (f64, f64);

/// Size of a picture, in its own pixels, and the room left around the drawing.
pub(super) const WIDTH: f64 = 340.0;
pub(super) const HEIGHT: f64 = 260.0;
pub(super) const MARGIN: f64 = 22.0;

/// A picture under way. Colours are names of the page's variables. Writing to a string cannot fail.
pub(super) struct Picture(String);

impl Picture {
    /// An empty one. `id` is its own on the page; `label` tells what it shows to who cannot see it.
    pub(super) fn new(id: &str, label: &str) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             aria-label=\"{label}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"><clipPath id=\"{id}\"><rect \
             width=\"{WIDTH}\" height=\"{HEIGHT}\"/></clipPath><g clip-path=\"url(#{id})\"><rect width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" fill=\"var(--plate)\"/>"
        ))
    }

    pub(super) fn line(&mut self, a: P, b: P, colour: &str, width: f64, dashed: bool) {
        let dash = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let _ = write!(
            self.0,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"var(--{colour})\" stroke-width=\"{width}\" fill=\"none\"{dash}/>",
            a.0, a.1, b.0, b.1
        );
    }

    /// A line behind something.
    pub(super) fn hidden_line(&mut self, a: P, b: P, colour: &str, width: f64) {
        let _ = write!(
            self.0,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"var(--{colour})\" stroke-width=\"{width}\" opacity=\"0.5\" \
             stroke-dasharray=\"2 4\" fill=\"none\"/>",
            a.0, a.1, b.0, b.1
        );
    }

    /// An area with its outline; `fill` is how opaque it is.
    pub(super) fn area(&mut self, corners: &[P], colour: &str, width: f64, fill: f64, dashed: bool) {
        let dash = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
        let points: Vec<String> = corners.iter().map(|p| format!("{:.1},{:.1}", p.0, p.1)).collect();
        let _ = write!(
            self.0,
            "<polygon points=\"{}\" fill=\"var(--{colour})\" fill-opacity=\"{fill}\" stroke=\"var(--{colour})\" \
             stroke-width=\"{width}\"{dash}/>",
            points.join(" ")
        );
    }

    pub(super) fn simplex(&mut self, corners: &[P]) {
        if corners.len() > 1 {
            self.area(corners, "c2", 2.5, 0.3, false);
        }
        for &corner in corners {
            self.dot(corner, "c2", 4.0, true);
        }
    }

    pub(super) fn dot(&mut self, at: P, colour: &str, radius: f64, full: bool) {
        let fill = if full {
            format!("var(--{colour})")
        } else {
            "var(--plate)".into()
        };
        let _ = write!(
            self.0,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"var(--{colour})\" stroke-width=\"1.5\"/>",
            at.0, at.1
        );
    }

    pub(super) fn finished(self) -> String {
        self.0 + "</g></svg>"
    }
}
