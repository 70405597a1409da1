//! The reference mover: a profile's own pipeline in f64 on the exact reference. Divergence is measured from it
//! (`docs/truth.md` section 6). Stages, orders and slide moves are those of every run; numbers and answers are not.

use crate::run::play::{InputSource, Played, commands, play_by, play_input};
use clipmark_collision::{Status, Trace, Work};
use clipmark_faults::MovementFault;
use clipmark_geometry::{Brush, Contents, Hull, Patch, Plane, SurfaceFlags, World};
use clipmark_movement::{Body, CommandError, OwnMover, Profile, Setup, ShapeKind, Space, TickSpace};
use clipmark_referee::{Corners, ExactStop, ExactTracer, Part, Reference};
use nalgebra::Point3;

/// A stop's surface is its brush side whose normal has a product with the exact normal above this. A hull's edge on a brush's
/// edge has no surface. The value lies between f32's rounding of normals and the closest sides that maps have.
const SAME_SIDE: f64 = 0.999_999;

/// A world that answers exactly, by the rules of one profile's traces.
pub struct ReferenceSpace {
    /// One for each hull that the profile moves.
    tracers: Vec<ExactTracer>,
    /// A point among everything, liquids too.
    everything: Option<ExactTracer>,
    brushes: Vec<Brush>,
    patches: Vec<Patch>,
    setup: Setup,
}

impl ReferenceSpace {
    /// For a world of brushes and curved patches. `None` where it has triangles, which the reference run does not know.
    pub fn new(world: &World, profile: Profile) -> Option<Self> {
        Self::with(world, profile, Corners::Kept, None)
    }

    /// The same by another rule of corners, and with a fault that was planted into the movement.
    pub fn with(
        world: &World,
        profile: Profile,
        corners: Corners,
        fault: Option<&'static MovementFault>,
    ) -> Option<Self> {
        if !world.triangles.is_empty() {
            return None;
        }
        let solids = Reference::build(world, Contents::PLAYER_MASK);
        let setup = Setup::of_shape(profile, OwnMover::Slide, ShapeKind::Box);
        let setup = match fault {
            Some(fault) => fault.plant(setup),
            None => setup,
        };
        let hulls = [false, true].map(|ducked| *setup.hull(ducked));
        let tracer = |hull: &Hull| {
            let tracer = ExactTracer::new(solids.for_hull(hull), profile.trace_rules);
            Some(tracer?.with_corners(corners))
        };
        let everything = Reference::build(world, Contents::all()).for_hull(&Hull::Point);
        Some(Self {
            tracers: hulls.iter().chain([&Hull::Point]).filter_map(tracer).collect(),
            everything: ExactTracer::new(everything, profile.trace_rules),
            brushes: world.brushes.clone(),
            patches: world.patches.clone(),
            setup,
        })
    }

    /// Plays an input's commands from a start.
    pub fn play(&self, start: Body<f64>, input: &InputSource) -> Result<Played<f64>, CommandError> {
        play_input(self, &self.setup, start, input)
    }

    /// The same where the body may be put elsewhere before each tick, whose length in milliseconds is given.
    pub(crate) fn play_with(
        &self,
        start: Body<f64>,
        input: &InputSource,
        mut before: impl FnMut(&mut Body<f64>, f64),
    ) -> Result<Played<f64>, CommandError> {
        let mut next = commands(input);
        play_by(self, &self.setup, start, |body| {
            let command = next(&self.setup.profile, body)?;
            before(body, command.msec);
            Some(command)
        })
    }

    /// The movement that is played.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    fn brush(&self, part: Part) -> Option<&Brush> {
        match part {
            Part::Brush(i) => self.brushes.get(i),
            Part::Triangle(_) | Part::Patch { .. } => None,
        }
    }

    fn contents_of(&self, part: Part) -> Contents {
        match part {
            Part::Patch { patch, .. } => self.patches.get(patch).map(|p| p.contents),
            Part::Brush(_) | Part::Triangle(_) => self.brush(part).map(|b| b.contents),
        }
        .unwrap_or(Contents::empty())
    }

    fn surface(&self, stop: &ExactStop) -> SurfaceFlags {
        if let Part::Patch { patch, .. } = stop.part {
            return self
                .patches
                .get(patch)
                .map_or(SurfaceFlags::empty(), |p| p.surface);
        }
        let sides = self.brush(stop.part).map_or(&[][..], |b| &b.sides);
        let met = sides
            .iter()
            .find(|s| s.plane.normal.cast::<f64>().dot(&stop.normal) > SAME_SIDE);
        met.map_or(SurfaceFlags::empty(), |s| s.surface)
    }
}

impl TickSpace for ReferenceSpace {}

impl Space for ReferenceSpace {
    type Real = f64;

    fn trace(
        &self,
        hull: &Hull,
        start: &Point3<f64>,
        end: &Point3<f64>,
        _: Contents,
        _: &mut Work,
    ) -> Trace<f64> {
        let Some(tracer) = self.tracers.iter().find(|t| t.hull() == hull) else {
            return refused(start);
        };
        let met = tracer.trace(start, end);
        Trace {
            fraction: met.fraction,
            end: met.end,
            plane: met.stop.map(|s| Plane {
                normal: s.normal,
                dist: s.dist,
            }),
            contents: met.stop.map_or(Contents::empty(), |s| self.contents_of(s.part)),
            surface: met.stop.map_or(SurfaceFlags::empty(), |s| self.surface(&s)),
            start_solid: met.start_solid,
            all_solid: met.all_solid,
            status: Status::Exact,
            model: None,
        }
    }

    fn contents(&self, at: &Point3<f64>) -> Contents {
        let held = self.everything.iter().flat_map(|points| points.overlapped(at));
        let brushes = held.filter_map(|part| self.brush(part));
        brushes.fold(Contents::empty(), |filled, b| filled | b.contents)
    }

    fn sweeps_boxes(&self) -> bool {
        true
    }
}

fn refused(start: &Point3<f64>) -> Trace<f64> {
    Trace {
        fraction: 0.0,
        end: *start,
        plane: None,
        contents: Contents::empty(),
        surface: SurfaceFlags::empty(),
        start_solid: false,
        all_solid: false,
        status: Status::Unsupported,
        model: None,
    }
}
