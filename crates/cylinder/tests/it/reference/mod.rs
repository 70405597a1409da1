//! An independent judge in f64. It slices the polygon by the height range of the cylinder. It views the slice from above and
//! measures its distance from the axis. Shares nothing with the crate's formulas.
use clipmark_geometry::{Contents, Hull, Point, Triangle, TriangleSides};
use nalgebra::{Vector2, Vector3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

pub(crate) type V = Vector3<f64>;
pub(crate) type Rng = Pcg64Mcg;

pub(crate) fn rng(seed: u64) -> Rng {
    Pcg64Mcg::seed_from_u64(seed)
}

/// Radius and height range about the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Can {
    pub(crate) radius: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Can {
    pub(crate) fn grown(self, by: f64) -> Self {
        Self {
            radius: self.radius + by,
            low: self.low - by,
            high: self.high + by,
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.radius <= 0.0 || self.low >= self.high
    }

    pub(crate) fn hull(self) -> Hull {
        let r = self.radius as f32;
        Hull::new_cylinder(
            Point::new(-r, -r, self.low as f32),
            Point::new(r, r, self.high as f32),
        )
        .unwrap()
    }
}

pub(crate) fn corners(triangle: &Triangle) -> Vec<V> {
    triangle.corners.iter().map(|p| p.coords.cast()).collect()
}

/// The part of the outline with low <= z <= high.
fn slice(outline: &[V], low: f64, high: f64) -> Vec<V> {
    let mut points = outline.to_vec();
    for (sign, bound) in [(1.0, high), (-1.0, -low)] {
        let over = |p: &V| sign * p.z - bound;
        let mut kept = Vec::new();
        for (i, p) in points.iter().enumerate() {
            let q = &points[(i + 1) % points.len()];
            let (a, b) = (over(p), over(q));
            if a <= 0.0 {
                kept.push(*p);
            }
            if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
                kept.push(p + (q - p) * (a / (a - b)));
            }
        }
        points = kept;
    }
    points
}

/// Distance in plan view from the axis at `at` to the part of the polygon at the cylinder's height.
pub(crate) fn plan_distance(outline: &[V], can: Can, at: &V) -> f64 {
    let part = slice(outline, at.z + can.low, at.z + can.high);
    if part.is_empty() {
        return f64::INFINITY;
    }
    let flat: Vec<Vector2<f64>> = part.iter().map(|p| (p - at).xy()).collect();
    let n = flat.len();
    let sides: Vec<f64> = (0..n).map(|i| flat[i].perp(&flat[(i + 1) % n])).collect();
    let area: f64 = sides.iter().sum();
    if area.abs() > 1e-9 && sides.iter().all(|s| s * area >= 0.0) {
        return 0.0;
    }
    (0..n)
        .map(|i| {
            let (a, u) = (flat[i], flat[(i + 1) % n] - flat[i]);
            let u2 = u.norm_squared();
            let s = if u2 > 0.0 {
                (-a.dot(&u) / u2).clamp(0.0, 1.0)
            } else {
                0.0
            };
            (a + u * s).norm()
        })
        .fold(f64::INFINITY, f64::min)
}

pub(crate) fn overlaps(outline: &[V], can: Can, at: &V) -> bool {
    !can.is_empty() && plan_distance(outline, can, at) < can.radius
}

pub(crate) fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}

pub(crate) fn unit(rng: &mut Rng) -> V {
    loop {
        let v = V::from_fn(|_, _| rng.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&v.norm_squared()) {
            return v.normalize();
        }
    }
}

/// A level, upright, slanted or nearly level triangle, 2 to 300 units large.
pub(crate) fn random_triangle(rng: &mut Rng) -> Triangle {
    loop {
        let normal = match rng.random_range(0..5) {
            0 => V::z() * pick(rng, &[1.0, -1.0]),
            1 => {
                let a: f64 = rng.random_range(0.0..6.3);
                V::new(a.cos(), a.sin(), 0.0)
            }
            2 => (V::z() * pick(rng, &[1.0, -1.0]) + unit(rng) * 0.02).normalize(),
            _ => unit(rng),
        };
        let right = normal.cross(&unit(rng)).normalize();
        let up = normal.cross(&right);
        let (a, b) = (
            2.0 * 150_f64.powf(rng.random_range(0.0..1.0)),
            2.0 * 150_f64.powf(rng.random_range(0.0..1.0)),
        );
        let middle = V::from_fn(|_, _| rng.random_range(-500.0..500.0));
        let mut angles = [(); 3].map(|()| rng.random_range(0.0..std::f64::consts::TAU));
        angles.sort_by(f64::total_cmp);
        let corners =
            angles.map(|t| Point::from((middle + right * (a * t.cos()) + up * (b * t.sin())).cast::<f32>()));
        if let Ok(triangle) = Triangle::new(corners, Contents::SOLID, TriangleSides::Front) {
            return triangle;
        }
    }
}

pub(crate) fn random_can(rng: &mut Rng) -> Can {
    if rng.random_bool(0.5) {
        return pick(
            rng,
            &[
                Can {
                    radius: 16.0,
                    low: -24.0,
                    high: 32.0,
                },
                Can {
                    radius: 15.0,
                    low: -24.0,
                    high: 32.0,
                },
                Can {
                    radius: 15.96875,
                    low: -22.0,
                    high: 0.0,
                },
            ],
        );
    }
    // Multiples of 1/64, so that f32 bounds are exact.
    let grid = |x: f64| (x * 64.0).round() / 64.0;
    let low = grid(rng.random_range(-40.0..10.0));
    Can {
        radius: grid(rng.random_range(0.5..30.0)),
        low,
        high: low + grid(rng.random_range(0.5..60.0)),
    }
}

/// A sweep that is likely to meet the outline, at its inside, edges and corners alike.
pub(crate) fn random_sweep(rng: &mut Rng, outline: &[V], normal: &V, can: Can) -> (Point, Point) {
    let mut at = outline[rng.random_range(0..outline.len())];
    for _ in 0..rng.random_range(0..3) {
        at += (outline[rng.random_range(0..outline.len())] - at) * rng.random_range(0.0..1.1);
    }
    let direction = match rng.random_range(0..6) {
        0 => V::z() * pick(rng, &[1.0, -1.0]),
        1 => V::new(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0), 0.0),
        2 => normal.cross(&unit(rng)) - normal * 10_f64.powf(rng.random_range(-5.0..-0.5)),
        3 => -normal + unit(rng) * 0.1,
        _ => unit(rng),
    };
    let direction = direction.try_normalize(1e-6).unwrap_or(V::x());
    let angle: f64 = rng.random_range(0.0..std::f64::consts::TAU);
    let around = can.radius * pick(rng, &[0.0, 0.5, 0.99, 1.0, 1.0, 1.01]);
    let between = rng.random_range(can.low..can.high);
    let height = pick(rng, &[can.low, can.high, can.low + 0.01, between]);
    let meet = at - V::new(angle.cos() * around, angle.sin() * around, height);
    let before = pick(rng, &[0.05, 1.0, 10.0, 100.0, 1000.0]) * rng.random_range(0.0..1.0);
    let after = pick(rng, &[0.0, 0.1, 3.0, 50.0, 1000.0]) * rng.random_range(0.0..1.0);
    let p = |v: V| Point::from(v.cast::<f32>());
    (p(meet - direction * before), p(meet + direction * after))
}

pub(crate) fn cube(mins: [f32; 3], maxs: [f32; 3]) -> clipmark_geometry::Brush {
    clipmark_geometry::Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap()
}

pub(crate) fn vec(p: Point) -> V {
    p.coords.cast()
}
