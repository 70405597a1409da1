//! A fourth backend, for points among boxes. It goes along the way in steps of 8 units and looks whether it is in a box yet. So
//! it passes through thin walls and stops short of thick ones, and `conformance` says so: `cargo run --release -p
//! clipmark-referee --example toy_backend`.

use clipmark_collision::*;
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Vec3, World};
use clipmark_referee::conformance;

/// The world and the facts: all that it holds.
pub struct Stepper(World, Facts);

impl Stepper {
    /// Keeps the world and declares what it does with it.
    pub fn new(world: &World, rules: TraceRules) -> Self {
        let declaration = Declaration {
            hulls: HullKinds {
                point: true,
                ..HullKinds::default()
            },
            rules,
            skin_direction: SkinDirection::Path,
            round_hulls: RoundHulls::Round,
            sidedness: Sidedness::Solid,
            start_solid: StartSolid::Blocks,
            touching_overlaps: false,
            follows: None,
            patches: false,
            triangles: false,
        };
        Self(world.clone(), Facts::new(declaration))
    }

    fn holder(&self, at: &Point, mask: Contents) -> Option<&Brush> {
        let holds = |b: &&Brush| (0..3).all(|i| b.bounds.mins[i] < at[i] && at[i] < b.bounds.maxs[i]);
        self.0.brushes_in(mask).map(|(_, b)| b).find(holds)
    }
}

/// Why a question cannot be answered.
fn refusal(sweep: &Sweep) -> Option<Status> {
    let unsupported = (sweep.hull != Hull::Point).then_some(Status::Unsupported);
    sweep.check().err().map(|_| Status::Invalid).or(unsupported)
}

impl CollisionBackend for Stepper {
    fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
        if let Some(status) = refusal(sweep) {
            return Trace::refused(sweep, status);
        }
        let steps = (sweep.displacement().norm() / 8.0).ceil().clamp(1.0, 1e4);
        let mut answer = Trace::free(sweep);
        answer.start_solid = self.holder(&sweep.start, sweep.mask).is_some();
        let met =
            (0..=steps as u32).find_map(|i| Some((i, self.holder(&sweep.at(i as f32 / steps), sweep.mask)?)));
        if let Some((i, brush)) = met {
            answer.all_solid = answer.start_solid;
            answer.fraction = i.saturating_sub(1) as f32 / steps;
            answer.end = sweep.at(answer.fraction);
            let way = sweep.displacement().try_normalize(f32::EPSILON);
            answer.plane = way.filter(|_| i > 0).map(|n| Plane::new(-n, 0.0));
            answer.contents = brush.contents;
        }
        answer
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, _: &mut Work) -> Option<Penetration> {
        let refused = refusal(&Sweep::new(*hull, *at, *at));
        let brush = self.holder(at, mask);
        (refused.is_some() || brush.is_some()).then(|| Penetration {
            depth: 0.0,
            normal: Vec3::z(),
            contents: brush.map_or(Contents::empty(), |b| b.contents),
            status: refused.unwrap_or_default(),
        })
    }

    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, _: &mut Work) {}

    fn contents(&self, at: &Point) -> Contents {
        self.holder(at, Contents::all())
            .map_or(Contents::empty(), |b| b.contents)
    }

    fn facts(&self) -> &Facts {
        &self.1
    }
}

#[allow(dead_code, clippy::print_stdout, reason = "it prints")]
fn main() {
    let suite = conformance::Suite::new("stepper").solids(conformance::Solids::AxisBoxes);
    let build = |w: &World, rules| Box::new(Stepper::new(w, rules)) as Box<_>;
    println!("{}", suite.check(build));
}
