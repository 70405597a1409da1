//! The neighbourhood of a start as a small picture in parallel perspective: floors by their slope, other sides sheer.

use clipmark_rows::drawn::Face;
use std::fmt::Write as _;

type V = [f64; 3];

/// Width and height, in pixels.
const SIZE: [f64; 2] = [240.0, 120.0];
/// Units across the picture.
const ACROSS: f64 = 1600.0;
/// The picture's middle is so far ahead of the start, along +x, in units.
const AHEAD: f64 = 200.0;
/// Sides that begin higher than this above the start, in units, are roofs: they would hide what is walked on.
const OVER_HEADS: f64 = 64.0;
/// Directions in the picture, and towards the eye: from behind, right and above.
const RIGHT: V = [0.8, -0.6, 0.0];
const UP: V = [0.396, 0.528, 0.751];
const TOWARD: V = [-0.451, -0.601, 0.660];
/// A face that looks up at least this steeply (z of its unit normal) is drawn as a floor.
const FLOOR_NORMAL: f64 = 0.2;

/// The faces near `start` as SVG. Empty where there are none.
pub fn thumbnail(faces: &[Face], start: V) -> String {
    let middle = [start[0] + AHEAD, start[1], start[2]];
    let scale = SIZE[0] / ACROSS;
    let mut sides: Vec<(f64, String)> = Vec::new();
    for face in faces {
        let corners: Vec<V> = face.corners.iter().map(|c| c.map(f64::from)).collect();
        let normal = normal(&corners);
        let lowest = corners.iter().map(|c| c[2]).fold(f64::MAX, f64::min);
        if dot(normal, TOWARD) <= 0.0 || lowest > start[2] + OVER_HEADS {
            continue;
        }
        let from = |c: &V| [c[0] - middle[0], c[1] - middle[1], c[2] - middle[2]];
        let seen = corners.iter().map(|c| {
            let way = from(c);
            [
                SIZE[0] / 2.0 + dot(way, RIGHT) * scale,
                SIZE[1] / 2.0 - dot(way, UP) * scale,
            ]
        });
        let outside = |k: usize| seen.clone().all(|p| p[k] < 0.0) || seen.clone().all(|p| p[k] > SIZE[k]);
        if outside(0) || outside(1) {
            continue;
        }
        let opacity = if normal[2] > FLOOR_NORMAL {
            0.9 - 0.6 * normal[2]
        } else {
            0.08
        };
        let points: Vec<String> = seen.clone().map(|p| format!("{:.1},{:.1}", p[0], p[1])).collect();
        let depth = corners.iter().map(|c| dot(*c, TOWARD)).sum::<f64>() / corners.len() as f64;
        let points = points.join(" ");
        sides.push((
            depth,
            format!("<polygon points=\"{points}\" fill-opacity=\"{opacity:.2}\"/>"),
        ));
    }
    if sides.is_empty() {
        return String::new();
    }
    sides.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {} {}\" aria-hidden=\"true\">",
        SIZE[0], SIZE[1]
    );
    svg += "<g fill=\"currentColor\" stroke=\"currentColor\" stroke-width=\"0.5\" stroke-opacity=\"0.5\">";
    for (_, side) in &sides {
        // Writing to a string cannot fail.
        let _ = write!(svg, "{side}");
    }
    svg + "</g></svg>"
}

/// Unit normal of a polygon, by the sum of the cross products of its corners.
fn normal(corners: &[V]) -> V {
    let mut sum = [0.0; 3];
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        for (k, sum) in sum.iter_mut().enumerate() {
            let (l, m) = ((k + 1) % 3, (k + 2) % 3);
            *sum += a[l] * b[m] - a[m] * b[l];
        }
    }
    let length = dot(sum, sum).sqrt().max(f64::MIN_POSITIVE);
    sum.map(|x| x / length)
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
