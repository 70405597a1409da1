//! An independent referee in f64: brute force over Minkowski planes (box) and over clipped, projected corners
//! (round hulls). It shares only the brush's faces with the backend.
use clipmark_bvh::{BvhBackend, PlanesBackend};
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, Winding, World};
use nalgebra::Vector3;

pub(crate) type V = Vector3<f64>;

/// SplitMix64 (Steele, Lea, Flood 2014), seeded by the test.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }
    pub(crate) fn within(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * self.unit()
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    pub(crate) fn point(&mut self, r: f32) -> Point {
        Point::new(self.within(-r, r), self.within(-r, r), self.within(-r, r))
    }
    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.point(1.0).coords;
            if (0.01..1.0).contains(&v.norm_squared()) {
                return v.normalize();
            }
        }
    }
}

/// A random convex solid about `at`: a box, a wedge, or the intersection of half-spaces in any direction.
pub(crate) fn random_brush(rng: &mut Rng, at: Point, size: f32) -> Brush {
    loop {
        let kind = rng.below(3);
        let mut planes = Vec::new();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut n = Vec3::zeros();
                n[axis] = sign;
                planes.push(Plane::new(n, n.dot(&at.coords) + size * rng.within(0.2, 1.0)));
            }
        }
        for _ in 0..[0, 1, 3 + rng.below(8)][kind] {
            let mut n = rng.direction();
            if kind == 1 {
                n[rng.below(3)] = 0.0;
                n = n.normalize();
            }
            planes.push(Plane::new(n, n.dot(&at.coords) + size * rng.within(0.1, 0.8)));
        }
        if let Ok(b) = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()) {
            return b;
        }
    }
}

pub(crate) fn boxed(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

pub(crate) fn backend(brushes: Vec<Brush>, rules: TraceRules) -> BvhBackend {
    BvhBackend::build(&World::of_brushes("test", brushes), rules).unwrap()
}

/// `bvh` and `bvh:planes`: what must hold for one must hold for the other.
pub(crate) fn backends(brushes: Vec<Brush>, rules: TraceRules) -> [Box<dyn CollisionBackend>; 2] {
    both(&World::of_brushes("test", brushes), rules)
}

/// The same, of a world.
pub(crate) fn both(world: &World, rules: TraceRules) -> [Box<dyn CollisionBackend>; 2] {
    [
        Box::new(BvhBackend::build(world, rules).unwrap()),
        Box::new(PlanesBackend::build(world, rules).unwrap()),
    ]
}

/// All planes that bound the positions at which a box of these half sizes overlaps the brush.
pub(crate) struct Minkowski {
    planes: Vec<(V, f64)>,
}

impl Minkowski {
    pub(crate) fn of(brush: &Brush) -> Self {
        let faces = brush.faces();
        let corners: Vec<V> = faces
            .iter()
            .flat_map(|f| f.winding.points.iter().map(|p| p.coords))
            .collect();
        let mut normals: Vec<V> = faces
            .iter()
            .map(|f| brush.sides[f.side].plane.normal.cast::<f64>().normalize())
            .collect();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut n = V::zeros();
                n[axis] = sign;
                normals.push(n);
                for f in &faces {
                    let w = &f.winding.points;
                    for i in 0..w.len() {
                        let edge = w[(i + 1) % w.len()] - w[i];
                        if edge.norm() > 1e-3 {
                            normals.extend(edge.normalize().cross(&n).try_normalize(1e-6));
                        }
                    }
                }
            }
        }
        // Every supporting plane is a valid bound; those that are no facet are merely idle.
        let planes = normals
            .into_iter()
            .map(|n| (n, corners.iter().map(|c| n.dot(c)).fold(f64::MIN, f64::max)))
            .collect();
        Self { planes }
    }

    fn gaps<'a>(&'a self, at: V, half: V) -> impl Iterator<Item = (f64, V)> + 'a {
        self.planes
            .iter()
            .map(move |(n, d)| (n.dot(&at) - d - n.abs().dot(&half), *n))
    }

    /// Greatest distance in front of a plane: negative in the solid.
    pub(crate) fn gap(&self, at: V, half: V) -> f64 {
        self.gaps(at, half).map(|g| g.0).fold(f64::MIN, f64::max)
    }

    /// Where the path enters the solid, as a fraction; `Some(0)` when it starts inside.
    pub(crate) fn enter(&self, s: V, e: V, half: V) -> Option<f64> {
        let (mut enter, mut leave) = (f64::MIN, f64::MAX);
        for ((a, _), (b, _)) in self.gaps(s, half).zip(self.gaps(e, half)) {
            if a >= 0.0 && b >= a {
                return None;
            }
            if a > b {
                enter = enter.max(a / (a - b));
            } else if b > a {
                leave = leave.min(a / (a - b));
            }
        }
        (enter < leave && enter < 1.0 && leave > 0.0).then_some(enter.max(0.0))
    }

    /// The normals of the planes within `near` units of holding the position.
    pub(crate) fn normals_at(&self, at: V, half: V, near: f64) -> Vec<V> {
        let gap = self.gap(at, half);
        self.gaps(at, half)
            .filter(|g| g.0 > gap - near)
            .map(|g| g.1)
            .collect()
    }
}

/// Objections of the sandwich rule to a box sweep's answer; empty when it conforms.
pub(crate) fn judge_box(
    world: &[Minkowski],
    hull: &Hull,
    rules: &TraceRules,
    sweep: &Sweep,
    t: &Trace,
) -> Vec<String> {
    let mut faults = Vec::new();
    let b = hull.bounds();
    let (lo, hi) = (b.mins.coords.cast::<f64>(), b.maxs.coords.cast::<f64>());
    let (mid, half) = ((lo + hi) * 0.5, (hi - lo) * 0.5);
    let (s, e) = (
        sweep.start.coords.cast::<f64>() + mid,
        sweep.end.coords.cast::<f64>() + mid,
    );
    let length = (e - s).norm();
    let skin = f64::from(rules.skin);
    let far = s.amax().max(e.amax());
    let tol = skin / 4.0 + 8.0 * far * f64::from(f32::EPSILON) / 2.0;
    let shrunk = half.map(|x| (x - tol).max(0.0));
    let grown = half.add_scalar(skin + tol);
    let rest = t.end.coords.cast::<f64>() + mid;
    // A solid that the start is in by less than the tolerance may be taken either way; touching is outside.
    const TOUCHING: f64 = 1.0 / 2048.0;
    let outside: Vec<&Minkowski> = world.iter().filter(|m| m.gap(s, half) >= -TOUCHING).collect();
    let latest = outside
        .iter()
        .filter_map(|m| m.enter(s, e, shrunk))
        .fold(f64::INFINITY, f64::min);
    let earliest = world
        .iter()
        .filter_map(|m| m.enter(s, e, grown))
        .fold(f64::INFINITY, f64::min);
    let f = f64::from(t.fraction);
    let rounding = 4.0 * far * f64::from(f32::EPSILON) / length.max(1e-9) + 1e-6;
    if f > latest + rounding && !t.all_solid {
        faults.push(format!(
            "missed: fraction {f} but the shrunk hull enters at {latest}"
        ));
    }
    if t.hit() && !t.all_solid && (earliest == f64::INFINITY || f < earliest - rounding) {
        faults.push(format!(
            "phantom: fraction {f} but the grown hull enters at {earliest}"
        ));
    }
    if !t.all_solid {
        for m in world {
            if m.gap(rest, half) < -tol && m.gap(s, half) > -TOUCHING {
                faults.push(format!("ends {} deep", -m.gap(rest, half)));
            }
        }
    }
    if t.hit() && !t.all_solid {
        match t.plane {
            None => faults.push("hit without a plane".into()),
            Some(p) => {
                let d = (sweep.end - sweep.start).cast::<f64>();
                if (p.normal.norm() - 1.0).abs() > 1e-4 || p.normal.cast::<f64>().dot(&d) >= 0.0 {
                    faults.push(format!(
                        "normal {:?} is not unit or not against the motion",
                        p.normal
                    ));
                }
            }
        }
    }
    if !t.status.is_reliable() {
        faults.push(format!("status {:?}", t.status));
    }
    faults
}

/// A brush with its faces and Minkowski planes at hand.
pub(crate) struct Body {
    faces: Vec<(V, Winding)>,
    pub(crate) minkowski: Minkowski,
}

impl Body {
    pub(crate) fn of(brush: &Brush) -> Self {
        let faces = brush.faces().into_iter();
        Self {
            faces: faces
                .map(|f| {
                    (
                        brush.sides[f.side].plane.normal.cast::<f64>().normalize(),
                        f.winding,
                    )
                })
                .collect(),
            minkowski: Minkowski::of(brush),
        }
    }

    /// Whether a hull, its middle at `at`, overlaps it: exact, by kind.
    pub(crate) fn overlaps(&self, hull: &Hull, at: V) -> bool {
        let half = hull.bounds().half_extents().cast::<f64>();
        match hull {
            Hull::Point | Hull::Box { .. } => self.minkowski.gap(at, half) < 0.0,
            Hull::Sphere { radius } => self.distance(&at) < f64::from(*radius),
            Hull::Capsule { .. } => {
                let r = f64::from(hull.radius());
                // Distance to a convex set is convex along the axis: golden sections find its minimum.
                let f = |z: f64| self.distance(&(at + V::new(0.0, 0.0, z)));
                let (mut a, mut b) = (-(half.z - r), half.z - r);
                for _ in 0..30 {
                    let (c, d) = (a + (b - a) * 0.382, a + (b - a) * 0.618);
                    if f(c) < f(d) { b = d } else { a = c }
                }
                f((a + b) / 2.0) < r
            }
            Hull::Cylinder { .. } => {
                let (z0, z1) = (at.z - half.z, at.z + half.z);
                let mut flat: Vec<(f64, f64)> = Vec::new();
                for (_, w) in &self.faces {
                    let w = w.clipped(V::z(), z1, 0.0).clipped(-V::z(), -z0, 0.0);
                    flat.extend(w.points.iter().map(|p| (p.x - at.x, p.y - at.y)));
                }
                !flat.is_empty() && distance_to_hull(&mut flat) < half.x
            }
        }
    }

    /// Distance of a point, 0 inside: nearest of faces, edges and corners.
    fn distance(&self, p: &V) -> f64 {
        let mut inside = true;
        let mut best = f64::MAX;
        for (n, winding) in &self.faces {
            let w = &winding.points;
            let gap = n.dot(&(p - w[0].coords));
            if gap <= 0.0 {
                continue;
            }
            inside = false;
            let foot = p - n * gap;
            let mut within = true;
            for i in 0..w.len() {
                let (a, b) = (w[i].coords, w[(i + 1) % w.len()].coords);
                if n.dot(&(b - a).cross(&(foot - a))) < 0.0 {
                    within = false;
                }
                let t = ((p - a).dot(&(b - a)) / (b - a).norm_squared()).clamp(0.0, 1.0);
                best = best.min((p - (a + (b - a) * t)).norm());
            }
            if within {
                best = best.min(gap);
            }
        }
        if inside { 0.0 } else { best }
    }
}

/// Distance of the origin from the convex hull of points in the plane, 0 inside.
fn distance_to_hull(points: &mut [(f64, f64)]) -> f64 {
    points.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let cross =
        |o: (f64, f64), a: (f64, f64), b: (f64, f64)| (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0);
    let mut chain: Vec<(f64, f64)> = Vec::new();
    for pass in 0..2 {
        let floor = chain.len().max(1);
        let mut step = |p: (f64, f64)| {
            while chain.len() > floor && cross(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
                chain.pop();
            }
            chain.push(p);
        };
        if pass == 0 {
            points.iter().for_each(|p| step(*p))
        } else {
            points.iter().rev().skip(1).for_each(|p| step(*p))
        }
    }
    let mut inside = true;
    let mut best = f64::MAX;
    for w in chain.windows(2) {
        let (a, b) = (w[0], w[1]);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let l2 = dx * dx + dy * dy;
        if l2 == 0.0 {
            continue;
        }
        inside &= cross(a, b, (0.0, 0.0)) > 0.0;
        let t = (-(a.0 * dx + a.1 * dy) / l2).clamp(0.0, 1.0);
        best = best.min((a.0 + dx * t).hypot(a.1 + dy * t));
    }
    if inside { 0.0 } else { best }
}

/// The hull with every surface moved out by `by` (inwards when negative), about its own middle.
pub(crate) fn resized(hull: &Hull, by: f32) -> Hull {
    let b = hull.bounds();
    let c = b.center();
    let h = b.half_extents().map(|x| (x + by).max(0.0));
    let bounds = Aabb::new(c - h, c + h);
    match hull {
        Hull::Point => Hull::Box { bounds },
        Hull::Sphere { radius } => Hull::Sphere {
            radius: (radius + by).max(0.0),
        },
        Hull::Box { .. } => Hull::Box { bounds },
        Hull::Capsule { .. } => Hull::Capsule { bounds },
        Hull::Cylinder { .. } => Hull::Cylinder { bounds },
    }
}

pub(crate) fn run(
    b: &impl CollisionBackend,
    hull: Hull,
    start: impl Into<[f32; 3]>,
    end: impl Into<[f32; 3]>,
) -> Trace {
    let sweep = Sweep::new(hull, Point::from(start.into()), Point::from(end.into()));
    b.trace(&sweep, &mut Work::silent())
}

pub(crate) fn player() -> Hull {
    Hull::quake3_player()
}

pub(crate) fn round_hulls() -> [Hull; 3] {
    let (lo, hi) = (Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    [
        Hull::new_sphere(12.0).unwrap(),
        Hull::new_capsule(lo, hi).unwrap(),
        Hull::new_cylinder(lo, hi).unwrap(),
    ]
}
