//! Seam 1: questions in this workspace's words, and PhysX's answer.

use crate::bodies::{CASTS, Form, Geometry, form};
use crate::cast::TOUCHING;
use crate::question;
use crate::scale::{METRE, STRAIGHT, metres, point, transform};
use crate::scene::Scene;
use crate::sdk::held;
use crate::settings::Settings;
use crate::solids::Solids;
use clipmark_collision::question::Question;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, Penetration, RoundHulls, Sidedness,
    SkinDirection, Standalone, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World, side_like};
use std::sync::Arc;
use std::time::Instant;

/// PhysX, asked by `PxScene::sweep`, `raycast`, `overlap`, and `PxGeometryQuery::computePenetration`.
///
/// Work is not counted: PhysX counts nothing itself.
pub struct PhysxBackend {
    pub(crate) settings: Settings,
    pub(crate) rules: TraceRules,
    pub(crate) scene: Scene,
    facts: Facts,
}

impl PhysxBackend {
    /// Builds it from a world.
    ///
    /// # Errors
    /// The tutorial's rules; a brush that is open; a world that PhysX refuses. A brush that PhysX cooks no mesh of is a box if it
    /// can be. Else it is left out and listed in [`Facts::omissions`], as patches and triangles are.
    pub fn build(world: &World, rules: TraceRules, settings: Settings) -> Result<Self, BuildError> {
        rules.refuse_tutorial(settings.name)?;
        let begun = Instant::now();
        let before = held();
        let solids = Arc::new(Solids::build(world, &[], &settings)?);
        let scene = Scene::build(&solids).map_err(|why| BuildError::Library {
            backend: settings.name,
            why,
        })?;
        let sides: usize = solids.parts.iter().map(|part| size_of_val(&part.sides[..])).sum();
        let facts = Facts {
            name: settings.name.into(),
            declaration: Declaration {
                hulls: CASTS,
                rules: TraceRules {
                    touch: TouchRule::InSolid,
                    ..rules
                },
                skin_direction: match settings.face_normals {
                    true => SkinDirection::Normal,
                    false => SkinDirection::Path,
                },
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::Solid,
                start_solid: StartSolid::Blocks,
                touching_overlaps: false,
                follows: None,
                patches: false,
                triangles: false,
            },
            prepared: None,
            build_time: begun.elapsed(),
            // What PhysX asked its allocator for; other threads may build at the same time.
            bytes: held().saturating_sub(before) + size_of_val(&solids.parts[..]) + sides,
            primitives: solids.parts.len(),
            omissions: Facts::omitted(world, solids.refused, "that PhysX cooks no mesh of"),
        };
        Ok(Self {
            settings,
            rules,
            scene,
            facts,
        })
    }

    fn deepest(&self, hull: &Hull, at: &Point, mask: Contents) -> Result<Option<Penetration>, Status> {
        let geometry = Geometry::from_form(form(hull, 0.0).ok_or(Status::Unsupported)?);
        if mask.is_empty() {
            return Ok(None);
        }
        let pose = Self::pose(hull, at);
        let mut deepest: Option<Penetration> = None;
        self.scene.overlaps(&geometry, &pose, mask, &mut |hit| {
            let out = self.scene.penetration(&geometry, &pose, hit.actor, hit.shape);
            let Some((normal, depth)) = out.filter(|(_, depth)| *depth > TOUCHING * METRE) else {
                return;
            };
            let depth = depth / METRE;
            if deepest.is_none_or(|d| depth > d.depth) {
                deepest = Some(Penetration {
                    depth,
                    normal,
                    contents: self
                        .part(hit.shape)
                        .map_or(Contents::empty(), |part| part.contents),
                    status: Status::Converged,
                });
            }
        });
        Ok(deepest)
    }

    /// Contacts are overlaps of the hull grown by the margin: PhysX tells no distance between two geometries.
    fn near(&self, hull: &Hull, at: &Point, margin: f32, mask: Contents, out: &mut Vec<Contact>) {
        let (Some(grown), false) = (form(hull, margin), mask.is_empty()) else {
            return;
        };
        let geometry = Geometry::from_form(grown);
        let pose = Self::pose(hull, at);
        let reach = hull.bounds().translated(&at.coords).grown(margin).maxs.z;
        self.scene.overlaps(&geometry, &pose, mask, &mut |hit| {
            let Some((normal, depth)) = self.scene.penetration(&geometry, &pose, hit.actor, hit.shape) else {
                return;
            };
            let distance = margin - depth / METRE;
            let part = self.part(hit.shape);
            let face = part.and_then(|part| side_like(&part.sides, &normal));
            let foremost = at + toward(hull, &-normal);
            let place = foremost - normal * distance;
            let nearest = self.scene.nearest(metres(&foremost.coords), hit.actor, hit.shape);
            out.push(Contact {
                point: nearest.map_or(place, point),
                normal,
                face_normal: face.map_or(normal, |side| side.plane.normal),
                distance,
                top: part.map_or(reach, |part| part.highest.min(reach)),
                contents: part.map_or(Contents::empty(), |part| part.contents),
            });
        });
    }
}

/// The point of a hull that is foremost in a direction, from the position; of a face or an edge its middle.
fn toward(hull: &Hull, way: &Vec3) -> Vec3 {
    let bounds = hull.bounds();
    let half = bounds.half_extents();
    let side = |i: usize| {
        if way[i].abs() < LEVEL {
            0.0
        } else {
            way[i].signum()
        }
    };
    let round = hull.radius();
    let reach = match hull {
        Hull::Point => Vec3::zeros(),
        Hull::Sphere { .. } => way * round,
        Hull::Capsule { .. } => way * round + Vec3::z() * (side(2) * (half.z - round)),
        _ => Vec3::new(side(0) * half.x, side(1) * half.y, side(2) * half.z),
    };
    bounds.center().coords + reach
}

/// Directions nearer than this to a face of a box are along it.
const LEVEL: f32 = 1e-3;

impl CollisionBackend for PhysxBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if !sweep.is_bounded() {
            return Trace::invalid(sweep);
        }
        work.counts.queries += u64::from(work.is_counting());
        self.answer(sweep)
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let refused = |status| Penetration {
            depth: 0.0,
            normal: Vec3::z(),
            contents: Contents::empty(),
            status,
        };
        if !Sweep::new(*hull, *at, *at).is_bounded() {
            return Some(refused(Status::Invalid));
        }
        work.counts.queries += u64::from(work.is_counting());
        self.deepest(hull, at, mask)
            .unwrap_or_else(|status| Some(refused(status)))
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        let usable = Sweep::new(*hull, *at, *at).is_bounded();
        if !usable || !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        work.counts.queries += u64::from(work.is_counting());
        self.near(hull, at, margin, mask, out);
    }

    fn contents(&self, at: &Point) -> Contents {
        if Sweep::new(Hull::Point, *at, *at).check().is_err() {
            return Contents::empty();
        }
        let point = Geometry::from_form(Form::Sphere(TOUCHING * METRE));
        let pose = transform(&at.coords, STRAIGHT);
        let mut all = Contents::empty();
        self.scene.overlaps(&point, &pose, Contents::all(), &mut |hit| {
            all |= self
                .part(hit.shape)
                .map_or(Contents::empty(), |part| part.contents);
        });
        all
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Standalone for PhysxBackend {
    fn question(&self, sweep: &Sweep) -> Option<Question> {
        // A point is a ray, and a sweep without a way is an overlap: neither is noted.
        if !sweep.is_bounded()
            || sweep.start == sweep.end
            || sweep.hull == Hull::Point
            || sweep.mask.is_empty()
        {
            return None;
        }
        Some(Question {
            calls: vec![self.as_call(sweep)?],
            ..question::world(&self.scene.solids, sweep.mask)
        })
    }
}

impl std::fmt::Debug for PhysxBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, solids) = (self.settings.name, self.facts.primitives);
        write!(f, "{name} with {solids} solids")
    }
}
