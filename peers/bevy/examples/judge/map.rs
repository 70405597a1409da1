//! What the judge writes, in Bevy's lengths and axes: metres with y up. Its own are units with z up.
use avian3d::prelude::Collider;
use bevy::math::{DVec3, Quat, Vec3};
use serde_json::Value;

/// Units in a metre.
pub const METRE: f32 = 32.0;
/// How far a corner may lie outside a face, in units.
const NEAR: f64 = 1e-3;

/// A brush: the middle of its bounds, and its corners around that.
pub type Brush = (Vec3, Vec<Vec3>);

pub fn number(v: &Value) -> f32 {
    v.as_f64().unwrap_or(f64::NAN) as f32
}

pub fn vector(v: &Value) -> Vec3 {
    let [x, y, z] = [0, 1, 2].map(|i| number(&v[i]));
    Vec3::new(x, z, -y) / METRE
}

/// The rotation of a pose, whose last three numbers are pitch, yaw and roll in degrees.
pub fn turned(pose: &Value) -> Quat {
    let [pitch, yaw, roll] = [3, 4, 5].map(|i| number(&pose[i]).to_radians());
    let q = Quat::from_rotation_z(yaw) * Quat::from_rotation_y(pitch) * Quat::from_rotation_x(roll);
    Quat::from_xyzw(q.x, q.z, -q.y, q.w)
}

/// As the judge has it: in units, z up.
pub fn units(v: Vec3) -> [f32; 3] {
    [v.x, -v.z, v.y].map(|x| x * METRE)
}

/// Brushes as one collider.
pub fn solid(brushes: &[Brush]) -> Collider {
    let hull = |(at, corners): &Brush| Some((*at, Quat::IDENTITY, Collider::convex_hull(corners.clone())?));
    Collider::compound(brushes.iter().filter_map(hull).collect())
}

/// The brushes of a `.map`: corners are where three faces meet, on no face's outer side.
pub fn brushes(file: &Value) -> Vec<Brush> {
    let (mut all, mut faces) = (Vec::new(), Vec::new());
    let text = std::fs::read_to_string(file.as_str().unwrap_or_default()).expect("the world's file");
    for line in text.lines() {
        if line.starts_with('(') {
            let n: Vec<f64> = line.split_whitespace().filter_map(|w| w.parse().ok()).collect();
            let [a, b, c] = [0, 3, 6].map(|i| DVec3::new(n[i], n[i + 1], n[i + 2]));
            let normal = (c - a).cross(b - a).normalize();
            faces.push((normal, normal.dot(a)));
        } else if line == "}" && !faces.is_empty() {
            all.push(brush(&std::mem::take(&mut faces)));
        }
    }
    all
}

fn brush(faces: &[(DVec3, f64)]) -> Brush {
    let mut corners = Vec::new();
    for (i, (m, d)) in faces.iter().enumerate() {
        for (j, (n, e)) in faces[..i].iter().enumerate() {
            for (o, f) in &faces[..j] {
                let at = n.cross(*o) * *d + o.cross(*m) * *e + m.cross(*n) * *f;
                let at = at / m.dot(n.cross(*o));
                if at.is_finite() && faces.iter().all(|(n, d)| n.dot(at) <= d + NEAR) {
                    corners.push(Vec3::new(at.x as f32, at.z as f32, -at.y as f32) / METRE);
                }
            }
        }
    }
    let [lo, hi] = [Vec3::min, Vec3::max].map(|of| corners.iter().copied().reduce(of).unwrap_or_default());
    let middle = lo.midpoint(hi);
    (middle, corners.iter().map(|p| p - middle).collect())
}
