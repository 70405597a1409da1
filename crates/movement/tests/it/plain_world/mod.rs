//! Worlds so plain that each answer is one comparison: a floor at z = 0 for boxes, cylinders and points alike, no
//! solid, and solid all through.
use clipmark_collision::{
    CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, RoundHulls, Sidedness,
    SkinDirection, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Plane, Point, Vec3};
use std::sync::{Mutex, PoisonError};

/// The answers of such a world.
pub(crate) trait PlainWorld: Send + Sync {
    fn rules(&self) -> TraceRules;
    fn trace(&self, sweep: &Sweep) -> Trace;
    /// Depth in the solid, of the lowest point of a hull.
    fn depth(&self, low: f32) -> f32;
}

/// Solid below z = 0.
pub(crate) struct Floor(pub(crate) TraceRules);
/// Nothing anywhere.
pub(crate) struct Nothing(pub(crate) TraceRules);
/// Solid everywhere.
pub(crate) struct Everything(pub(crate) TraceRules);

impl PlainWorld for Floor {
    fn rules(&self) -> TraceRules {
        self.0
    }
    #[inline(always)]
    fn trace(&self, sweep: &Sweep) -> Trace {
        let low = sweep.hull.bounds().mins.z;
        let (from, to) = (sweep.start.z + low, sweep.end.z + low);
        let mut answer = Trace::free(sweep);
        answer.start_solid = from < 0.0;
        answer.all_solid = from < 0.0 && to < 0.0;
        let reach = match self.0.touch {
            TouchRule::WithinSkin => self.0.skin,
            TouchRule::InSolid => 0.0,
        };
        if answer.all_solid || (from >= 0.0 && to < reach && to < from) {
            answer.fraction = if answer.all_solid {
                0.0
            } else {
                ((from - self.0.skin) / (from - to)).clamp(0.0, 1.0)
            };
            answer.end = sweep.at(answer.fraction);
            answer.plane = (!answer.all_solid).then(|| Plane::new(Vec3::z(), 0.0));
            answer.contents = Contents::SOLID;
        }
        answer
    }
    fn depth(&self, low: f32) -> f32 {
        -low
    }
}

impl PlainWorld for Nothing {
    fn rules(&self) -> TraceRules {
        self.0
    }
    #[inline(always)]
    fn trace(&self, sweep: &Sweep) -> Trace {
        Trace::free(sweep)
    }
    fn depth(&self, _: f32) -> f32 {
        -1.0
    }
}

impl PlainWorld for Everything {
    fn rules(&self) -> TraceRules {
        self.0
    }
    fn trace(&self, sweep: &Sweep) -> Trace {
        Trace {
            start_solid: true,
            all_solid: true,
            contents: Contents::SOLID,
            ..Trace::refused(sweep, Status::Exact)
        }
    }
    fn depth(&self, _: f32) -> f32 {
        1000.0
    }
}

/// Facts of these worlds by their rules, which are few: made once, so that a world is its rules alone.
fn facts_by(rules: TraceRules) -> &'static Facts {
    static MADE: Mutex<Vec<&'static Facts>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = made.iter().find(|facts| facts.declaration.rules == rules) {
        return known;
    }
    let declaration = Declaration {
        hulls: HullKinds {
            point: true,
            sphere: false,
            aabb: true,
            capsule: false,
            cylinder: true,
        },
        rules,
        skin_direction: SkinDirection::Normal,
        round_hulls: RoundHulls::Round,
        sidedness: Sidedness::Solid,
        start_solid: StartSolid::IgnoredUnlessAllSolid,
        touching_overlaps: false,
        follows: None,
        patches: false,
        triangles: false,
    };
    let facts: &'static Facts = Box::leak(Box::new(Facts::new(declaration)));
    made.push(facts);
    facts
}

macro_rules! backends {
    ($($world:ty),+) => { $(
        impl CollisionBackend for $world {
            #[inline(always)]
            fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
                if sweep.check().is_err() {
                    return Trace::invalid(sweep);
                }
                PlainWorld::trace(self, sweep)
            }
            fn overlap(&self, hull: &Hull, at: &Point, _: Contents, _: &mut Work) -> Option<Penetration> {
                let depth = self.depth(at.z + hull.bounds().mins.z);
                (depth > 0.0).then_some(Penetration {
                    depth,
                    normal: Vec3::z(),
                    contents: Contents::SOLID,
                    status: Status::Exact,
                })
            }
            fn contacts(
                &self,
                hull: &Hull,
                at: &Point,
                margin: f32,
                _: Contents,
                out: &mut Vec<Contact>,
                _: &mut Work,
            ) {
                let depth = self.depth(at.z + hull.bounds().mins.z);
                if depth > -margin {
                    out.push(Contact {
                        point: Point::new(at.x, at.y, 0.0),
                        normal: Vec3::z(),
                        face_normal: Vec3::z(),
                        distance: -depth,
                        top: 0.0,
                        contents: Contents::SOLID,
                    });
                }
            }
            fn contents(&self, at: &Point) -> Contents {
                if self.depth(at.z) > 0.0 { Contents::SOLID } else { Contents::empty() }
            }
            fn facts(&self) -> &Facts {
                facts_by(self.rules())
            }
        }
    )+ };
}
backends!(Floor, Nothing, Everything);
