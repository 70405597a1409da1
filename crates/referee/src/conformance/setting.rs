//! One backend in one world: the questions, and rounding's possible effect on an answer.

use crate::laid::Lying;
use crate::{HullReference, Reference};
use clipmark_collision::recording::{Float, write_trace};
use clipmark_collision::{CollisionBackend, Contact, Declaration, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World};

/// Builds the backend under test; `None` for a world that it refuses.
pub(crate) type Build<'a> = &'a dyn Fn(&World, TraceRules) -> Option<Box<dyn CollisionBackend>>;

/// The exact reference for one hull, of the shape that the backend declares, and one mask.
pub(crate) struct Truth {
    pub(crate) mask: Contents,
    pub(crate) reference: HullReference,
}

/// A backend in a world, and its questions.
pub(crate) struct Setting<'a> {
    pub(crate) build: Build<'a>,
    pub(crate) backend: Box<dyn CollisionBackend>,
    pub(crate) declaration: Declaration,
    pub(crate) world: World,
    pub(crate) seed: u64,
    pub(crate) rules: TraceRules,
    /// The exact reference of each mask that is asked and each hull.
    truths: Vec<Truth>,
    pub(crate) hulls: Vec<Hull>,
    pub(crate) sweeps: Vec<Sweep>,
    /// The sweeps, not starting in solids, that a small step aside does not turn into another answer.
    pub(crate) steady: Vec<(Sweep, Trace)>,
    /// How many sweeps there were to choose the steady ones from.
    pub(crate) candidates: usize,
}

impl<'a> Setting<'a> {
    /// With these sweeps in a world, of the hulls that the backend declares. `None` where it cannot be built.
    pub(crate) fn new(
        build: Build<'a>,
        world: World,
        rules: TraceRules,
        seed: u64,
        ask: impl FnOnce(&World, &Declaration) -> Vec<Sweep>,
    ) -> Option<Self> {
        let backend = build(&world, rules)?;
        let declaration = backend.facts().declaration;
        let mut sweeps = ask(&world, &declaration);
        sweeps.retain(|q| declaration.hulls.contains(&q.hull));
        let mut hulls: Vec<Hull> = Vec::new();
        for sweep in &sweeps {
            if !hulls.contains(&sweep.hull) {
                hulls.push(sweep.hull);
            }
        }
        let mut setting = Self {
            build,
            declaration,
            backend,
            truths: truths(&world, &hulls, &sweeps, &declaration),
            world,
            seed,
            rules,
            hulls,
            sweeps,
            steady: Vec::new(),
            candidates: 0,
        };
        setting.choose_steady();
        Some(setting)
    }

    /// The tolerance of an answer to that sweep, in units.
    pub(crate) fn tolerance(&self, sweep: &Sweep) -> f32 {
        let largest = sweep.start.coords.amax().max(sweep.end.coords.amax());
        crate::tolerance(self.rules.skin.into(), largest) as f32
    }

    pub(crate) fn trace(&self, sweep: &Sweep) -> Trace {
        self.backend.trace(sweep, &mut Work::silent())
    }

    /// The exact reference for a sweep.
    pub(crate) fn truth(&self, sweep: &Sweep) -> &HullReference {
        let is_for = |t: &&Truth| t.mask == sweep.mask && *t.reference.hull() == sweep.hull;
        match self.truths.iter().find(is_for) {
            Some(truth) => &truth.reference,
            None => unreachable!("each hull and mask of the sweeps has its reference"),
        }
    }

    pub(crate) fn truths(&self) -> &[Truth] {
        &self.truths
    }

    pub(crate) fn sweeps_for(&self, truth: &Truth) -> impl Iterator<Item = &Sweep> {
        let is_for = |q: &&Sweep| q.mask == truth.mask && q.hull == *truth.reference.hull();
        self.sweeps.iter().filter(is_for)
    }

    /// The exact distance of the hull at a place from the solids; negative inside one, where of a cylinder it may be too large.
    pub(crate) fn distance(&self, sweep: &Sweep, at: &Point) -> f32 {
        let exact = self.truth(sweep).signed_distance(&at.cast());
        exact.map_or(f32::INFINITY, |d| d.distance as f32)
    }

    /// How deep the hull is at a place, by the backend's own position test.
    fn own_depth(&self, sweep: &Sweep, at: &Point) -> f32 {
        let overlap = self
            .backend
            .overlap(&sweep.hull, at, sweep.mask, &mut Work::silent());
        overlap
            .filter(|p| p.status.is_reliable())
            .map_or(0.0, |p| p.depth)
    }

    /// Whether the hull at a place may be in a solid, by the backend's own position test or by the reference.
    pub(crate) fn may_be_in_solid(&self, sweep: &Sweep, at: &Point) -> bool {
        self.own_depth(sweep, at) > 0.0 || self.distance(sweep, at) < 0.0
    }

    /// How deep the hull is in a solid at a place, where the backend's own position test or a proof makes it deeper than the
    /// tolerance.
    pub(crate) fn depth_in_solid(&self, sweep: &Sweep, at: &Point, tolerance: f32) -> Option<f32> {
        let own = self.own_depth(sweep, at);
        let is_deeper = || self.truth(sweep).is_deeper(&at.coords.cast(), tolerance.into());
        (own > tolerance || is_deeper()).then(|| own.max(-self.distance(sweep, at)))
    }

    /// The backend's contacts where a sweep starts.
    pub(crate) fn contacts(&self, here: &Sweep, margin: f32) -> Vec<Contact> {
        let mut contacts = Vec::new();
        let (hull, at, mut work) = (&here.hull, &here.start, Work::silent());
        self.backend
            .contacts(hull, at, margin, here.mask, &mut contacts, &mut work);
        contacts
    }

    fn choose_steady(&mut self) {
        let mut steady = Vec::new();
        for sweep in &self.sweeps {
            let trace = self.trace(sweep);
            let in_solid = trace.start_solid || self.distance(sweep, &sweep.start) < 0.0;
            if in_solid || !trace.status.is_reliable() || sweep.start == sweep.end {
                continue;
            }
            self.candidates += 1;
            if self.is_steady(sweep, &trace, self.tolerance(sweep)) {
                steady.push((*sweep, trace));
            }
        }
        self.steady = steady;
    }

    /// Whether a step aside of that many units leaves the answer unchanged.
    pub(crate) fn is_steady(&self, sweep: &Sweep, trace: &Trace, step: f32) -> bool {
        (0..6).all(|i| {
            let mut aside = Vec3::zeros();
            aside[i / 2] = if i % 2 == 0 { step } else { -step };
            let beside = Sweep {
                start: sweep.start + aside,
                end: sweep.end + aside,
                ..*sweep
            };
            let other = self.trace(&beside);
            // Moved by one tolerance, found to within another.
            difference(sweep, trace, &other, (self.rules.skin, 2.0 * step)).is_none()
        })
    }

    /// Everything needed to ask again, and the answer.
    pub(crate) fn example(&self, sweep: &Sweep, trace: &Trace) -> String {
        format!("{} gives {}", self.question(sweep), answer_text(trace))
    }

    pub(crate) fn question(&self, sweep: &Sweep) -> String {
        let b = sweep.hull.bounds();
        format!(
            "world {} seed {} rules {} hull {} {} mask {} sweep {}",
            self.world.name,
            self.seed,
            self.rules.name,
            sweep.hull.kind(),
            numbers(&[b.mins, b.maxs]),
            sweep.mask.bits(),
            numbers(&[sweep.start, sweep.end]),
        )
    }
}

fn truths(world: &World, hulls: &[Hull], sweeps: &[Sweep], declaration: &Declaration) -> Vec<Truth> {
    let mut masks: Vec<Contents> = sweeps.iter().map(|q| q.mask).collect();
    masks.sort_by_key(|m| m.bits());
    masks.dedup();
    let mut truths = Vec::new();
    for mask in masks {
        let solids = Reference::build(world, mask);
        truths.extend(hulls.iter().map(|hull| Truth {
            mask,
            reference: solids.for_declared(hull, declaration),
        }));
    }
    truths
}

/// An answer as recordings have it, and its status.
pub(crate) fn answer_text(trace: &Trace) -> String {
    let mut answer = Vec::new();
    // A vector cannot refuse to be written to.
    let _ = write_trace(&mut answer, trace);
    let answer = String::from_utf8_lossy(&answer);
    format!("{} ({:?})", answer.trim_end(), trace.status)
}

/// Coordinates as recordings have them.
pub(crate) fn numbers(points: &[Point]) -> String {
    let all = points
        .iter()
        .flat_map(|p| p.iter().map(|x| Float(*x).to_string()));
    all.collect::<Vec<_>>().join(" ")
}

/// Cosine below which a hit counts as grazing: there a tolerance along the normal is a hundred along the path.
pub(crate) const GRAZING: f32 = 0.01;

/// How much of the motion goes into the surface met, 0 to 1; 0 where nothing was met.
pub(crate) fn directness(sweep: &Sweep, trace: &Trace) -> f32 {
    let by = sweep.displacement();
    trace.plane.map_or(0.0, |p| -p.normal.dot(&by) / by.norm())
}

/// How two answers that should be the same differ by more than the tolerance: the fault, and units along the normal where it
/// has a size. The skin decides which surfaces are equally near.
pub(crate) fn difference(
    sweep: &Sweep,
    one: &Trace,
    other: &Trace,
    (skin, tolerance): (f32, f32),
) -> Option<(&'static str, f32)> {
    /// Cosine of the angle by which normals of one surface may differ, about 1.3 degrees.
    const SAME_NORMAL: f32 = 0.99975;
    if (one.start_solid, one.all_solid) != (other.start_solid, other.all_solid) {
        return Some(("starts in a solid in one case only", 1.0));
    }
    if one.hit() != other.hit() {
        return Some(("meets something in one case only", 1.0));
    }
    if let (Some(p), Some(q)) = (one.plane, other.plane)
        && (p.normal.dot(&q.normal) < SAME_NORMAL || one.contents != other.contents)
    {
        // Among equally near surfaces, such as a bevel and the face beside it, either may be named.
        let at = Lying::upright(&sweep.hull, sweep.at(one.fraction).coords.cast());
        let gap = at.gap(&q.normal.cast(), q.dist.into()) as f32;
        if (gap - skin).abs() > tolerance {
            return Some(("meets another surface", 1.0));
        }
    }
    let apart = (one.fraction - other.fraction).abs() * sweep.displacement().norm();
    let size = apart * directness(sweep, one);
    (size > tolerance).then_some(("stops at another place", size))
}
