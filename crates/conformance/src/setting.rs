//! One backend in one world: the questions, and rounding's possible effect on an answer.

use crate::queries;
use crate::referee::{Referee, in_front};
use clipmark_collision::recording::{Float, write_trace};
use clipmark_collision::{CollisionBackend, Declaration, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Hull, Point, Vec3, World};
use rand_pcg::Pcg32;

/// Builds the backend under test; `None` for a world that it refuses.
pub(crate) type Build<'a> = &'a dyn Fn(&World, TraceRules) -> Option<Box<dyn CollisionBackend>>;

/// A backend in a world, and its questions.
pub(crate) struct Setting<'a> {
    pub(crate) build: Build<'a>,
    pub(crate) backend: Box<dyn CollisionBackend>,
    pub(crate) declaration: Declaration,
    pub(crate) world: World,
    pub(crate) seed: u64,
    pub(crate) rules: TraceRules,
    pub(crate) referee: Referee,
    pub(crate) hulls: Vec<Hull>,
    pub(crate) sweeps: Vec<Sweep>,
    /// The sweeps, not starting in solids, that a small step aside does not turn into another answer.
    pub(crate) steady: Vec<(Sweep, Trace)>,
    /// How many sweeps there were to choose the steady ones from.
    pub(crate) candidates: usize,
}

/// The share of the skin that answers may be off, as in the failures' definitions: tol = skin / 4 + 8 ulp.
/// Smaller calls rounding a backend's fault; larger lets hulls come to rest inside surfaces.
const SKIN_SHARE: f32 = 0.25;
/// Rounding steps of the largest coordinate that answers may be off besides.
const ROUNDING_STEPS: f32 = 8.0;

impl<'a> Setting<'a> {
    pub(crate) fn new(
        build: Build<'a>,
        world: World,
        rules: TraceRules,
        seed: u64,
        count: usize,
    ) -> Option<Self> {
        let backend = build(&world, rules)?;
        let hulls = queries::declared(&backend.facts().declaration);
        let mut rng = Pcg32::new(seed, 1 << 32);
        let sweeps = hulls
            .iter()
            .flat_map(|&hull| queries::sweeps(&world, hull, count, &mut rng))
            .collect();
        Some(Self::with_sweeps(
            build, backend, world, rules, seed, hulls, sweeps,
        ))
    }

    /// With these sweeps, of these hulls.
    fn with_sweeps(
        build: Build<'a>,
        backend: Box<dyn CollisionBackend>,
        world: World,
        rules: TraceRules,
        seed: u64,
        hulls: Vec<Hull>,
        sweeps: Vec<Sweep>,
    ) -> Self {
        let mut setting = Self {
            build,
            declaration: backend.facts().declaration,
            backend,
            referee: Referee::new(&world),
            world,
            seed,
            rules,
            hulls,
            sweeps,
            steady: Vec::new(),
            candidates: 0,
        };
        setting.choose_steady();
        setting
    }

    /// In a world of somebody else's, with sweeps of theirs.
    pub(crate) fn of_sweeps(
        build: Build<'a>,
        world: World,
        rules: TraceRules,
        seed: u64,
        sweeps: &[Sweep],
    ) -> Option<Self> {
        let backend = build(&world, rules)?;
        let declared = backend.facts().declaration.hulls;
        let mut hulls: Vec<Hull> = Vec::new();
        let sweeps: Vec<Sweep> = sweeps
            .iter()
            .filter(|q| declared.contains(&q.hull))
            .copied()
            .collect();
        for sweep in &sweeps {
            if !hulls.contains(&sweep.hull) {
                hulls.push(sweep.hull);
            }
        }
        Some(Self::with_sweeps(
            build, backend, world, rules, seed, hulls, sweeps,
        ))
    }

    /// The tolerance of an answer to that sweep, in units.
    pub(crate) fn tolerance(&self, sweep: &Sweep) -> f32 {
        self.tolerance_at(sweep.start.coords.amax().max(sweep.end.coords.amax()))
    }

    /// The tolerance where that is the largest coordinate.
    pub(crate) fn tolerance_at(&self, largest: f32) -> f32 {
        self.rules.skin * SKIN_SHARE + ROUNDING_STEPS * largest * f32::EPSILON
    }

    pub(crate) fn trace(&self, sweep: &Sweep) -> Trace {
        self.backend.trace(sweep, &mut Work::silent())
    }

    /// How deep the hull is at a place: by the backend's own word or the referee's.
    pub(crate) fn depth(&self, sweep: &Sweep, at: &Point) -> f32 {
        let own = self
            .backend
            .overlap(&sweep.hull, at, sweep.mask, &mut Work::silent());
        let own = own.filter(|p| p.status.is_reliable()).map_or(0.0, |p| p.depth);
        own.max(self.referee.depth(&sweep.hull, at, sweep.mask) as f32)
    }

    fn choose_steady(&mut self) {
        let mut steady = Vec::new();
        for sweep in &self.sweeps {
            let trace = self.trace(sweep);
            let in_solid =
                trace.start_solid || self.referee.depth(&sweep.hull, &sweep.start, sweep.mask) > 0.0;
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
            Difference::beyond(sweep, trace, &other, (self.rules.skin, 2.0 * step)).is_none()
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

/// The gap between the hull where it came to rest and the plane met, along its normal.
pub(crate) fn gap_to_plane(sweep: &Sweep, trace: &Trace) -> Option<f32> {
    let plane = trace.plane?;
    Some(in_front(
        &sweep.hull,
        &trace.end,
        &plane.normal.cast(),
        f64::from(plane.dist),
    ) as f32)
}

const ELSEWHERE: &str = "stops at another place";

/// The fields in which two answers that should be the same differ.
pub(crate) struct Difference {
    pub(crate) fault: &'static str,
    /// Units along the normal, where it has a size.
    pub(crate) size: f32,
}

impl Difference {
    fn between(sweep: &Sweep, one: &Trace, other: &Trace, (skin, tolerance): (f32, f32)) -> Option<Self> {
        /// Cosine of the angle by which normals of one surface may differ, about 1.3 degrees.
        const SAME_NORMAL: f32 = 0.99975;
        let differ = |fault, size| Some(Self { fault, size });
        if (one.start_solid, one.all_solid) != (other.start_solid, other.all_solid) {
            return differ("starts in a solid in one case only", 1.0);
        }
        if one.hit() != other.hit() {
            return differ("meets something in one case only", 1.0);
        }
        if let (Some(p), Some(q)) = (one.plane, other.plane)
            && (p.normal.dot(&q.normal) < SAME_NORMAL || one.contents != other.contents)
        {
            // Among equally near surfaces, such as a bevel and the face beside it, either may be named.
            let at = sweep.at(one.fraction);
            let gap = in_front(&sweep.hull, &at, &q.normal.cast(), f64::from(q.dist)) as f32;
            if (gap - skin).abs() > tolerance {
                return differ("meets another surface", 1.0);
            }
        }
        let apart = (one.fraction - other.fraction).abs() * sweep.displacement().norm();
        differ(ELSEWHERE, apart * directness(sweep, one))
    }

    /// The difference, unless it is within the tolerance; the skin decides which surfaces are equally near.
    pub(crate) fn beyond(
        sweep: &Sweep,
        one: &Trace,
        other: &Trace,
        (skin, tolerance): (f32, f32),
    ) -> Option<Self> {
        Self::between(sweep, one, other, (skin, tolerance))
            .filter(|d| d.fault != ELSEWHERE || d.size > tolerance)
    }
}
