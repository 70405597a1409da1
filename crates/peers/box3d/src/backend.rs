//! Seam 1: questions in this workspace's words, and Box3D's answer.

use crate::bodies::{body, middle, proxy};
use crate::cast::TOUCHING;
use crate::near::{Lies, Standing, lies};
use crate::plan::Plan;
use crate::settings::Settings;
use crate::world::{Loaded, filter, loaded};
use boxddd::{Aabb as Bounds, QueryFilter, QueryHit};
use clipmark_collision::question::Question;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, RoundHulls, Sidedness,
    SkinDirection, Standalone, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World, side_like};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// Box3D, asked by `b3World_CastShape`, `b3World_CastRayClosest`, `b3World_OverlapAABB`, `b3ShapeDistance` and its manifolds.
///
/// The wrapper takes the moving shape by value, so each cast allocates it. Work is not counted.
#[derive(Debug)]
pub struct Box3dBackend {
    pub(crate) plan: Arc<Plan>,
    pub(crate) rules: TraceRules,
    facts: Facts,
}

impl Box3dBackend {
    /// Builds it from a world, on this thread; others build theirs when they first ask.
    ///
    /// # Errors
    /// The tutorial's rules; a brush that is open; a world that Box3D refuses. A brush that Box3D makes no hull of is left out
    /// and listed in [`Facts::omissions`], as patches and triangles are.
    pub fn build(world: &World, rules: TraceRules, settings: Settings) -> Result<Self, BuildError> {
        rules.refuse_tutorial(settings.name)?;
        let begun = Instant::now();
        let plan = Arc::new(Plan::new(world, &[], settings)?);
        let library = |error: boxddd::Error| BuildError::Library {
            backend: settings.name,
            why: error.to_string(),
        };
        boxddd::Foundation::initialize_default().map_err(library)?;
        let before = boxddd::allocated_byte_count().map_err(library)?;
        let made = loaded(&plan).map_err(library)?;
        let after = boxddd::allocated_byte_count().map_err(library)?;
        let refused = made.refused();
        let facts = Facts {
            name: settings.name.into(),
            declaration: Declaration {
                hulls: CASTS,
                rules: TraceRules {
                    touch: TouchRule::InSolid,
                    ..rules
                },
                skin_direction: match settings.leaves_surfaces {
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
            // What Box3D says that it holds more of; other threads may build at the same time.
            bytes: usize::try_from(after - before).unwrap_or(0),
            primitives: plan.parts.len() - refused,
            omissions: Facts::omitted(world, refused, "that Box3D makes no hull of"),
        };
        Ok(Self { plan, rules, facts })
    }

    /// The deepest overlap at a place.
    pub(crate) fn deepest(
        &self,
        loaded: &Loaded,
        hull: &Hull,
        at: &Point,
        filter: QueryFilter,
    ) -> Result<Option<(usize, Lies)>, Status> {
        let mut deepest: Option<(usize, Lies)> = None;
        self.near(loaded, hull, at, 0.0, filter, |part, lies| {
            let deeper = deepest.as_ref().is_none_or(|(_, d)| lies.gap < d.gap);
            if lies.gap < -TOUCHING && deeper {
                deepest = Some((part, lies));
            }
        })?;
        Ok(deepest)
    }

    /// Shows every part within `margin` units of a hull, in the order of the brushes.
    fn near(
        &self,
        loaded: &Loaded,
        hull: &Hull,
        at: &Point,
        margin: f32,
        filter: QueryFilter,
        mut show: impl FnMut(usize, Lies),
    ) -> Result<(), Status> {
        let (proxy, body) = proxy(&self.plan, hull)
            .zip(body(&self.plan, hull))
            .ok_or(Status::Unsupported)?;
        let standing = Standing {
            proxy: &proxy,
            body: &body,
            at: at.coords + middle(hull),
        };
        // Box3D keeps its boxes a little larger than the shapes.
        let bounds = hull.bounds().translated(&at.coords).grown(margin + 1.0);
        let bounds = Bounds {
            lower_bound: self.plan.length(&bounds.mins.coords),
            upper_bound: self.plan.length(&bounds.maxs.coords),
        };
        let hits: Vec<QueryHit> = loaded
            .world
            .overlap_aabb(bounds, filter)
            .map_err(|_| Status::Failed)?;
        let mut parts: Vec<usize> = hits.iter().filter_map(|hit| loaded.part(hit.shape_id)).collect();
        parts.sort_unstable();
        for part in parts {
            if let Some(lies) = lies(&self.plan, loaded, part, &standing)
                && lies.gap <= margin
            {
                show(part, lies);
            }
        }
        Ok(())
    }

    fn overlapped(&self, hull: &Hull, at: &Point, mask: Contents) -> Result<Option<Penetration>, Status> {
        let Some(filter) = filter(&self.plan, mask) else {
            return Ok(None);
        };
        let loaded = loaded(&self.plan).map_err(|_| Status::Failed)?;
        let deepest = self.deepest(&loaded, hull, at, filter)?;
        Ok(deepest.map(|(part, lies)| Penetration {
            depth: -lies.gap,
            normal: lies.normal,
            contents: self.plan.parts[part].contents,
            status: Status::Converged,
        }))
    }

    fn touched(&self, hull: &Hull, at: &Point, margin: f32, mask: Contents, out: &mut Vec<Contact>) {
        let (Some(filter), Ok(loaded)) = (filter(&self.plan, mask), loaded(&self.plan)) else {
            return;
        };
        let reach = hull.bounds().translated(&at.coords).grown(margin).maxs.z;
        // A part without an answer has no contact.
        let _ = self.near(&loaded, hull, at, margin, filter, |part, lies| {
            let part = &self.plan.parts[part];
            let face = side_like(&part.sides, &lies.normal);
            out.push(Contact {
                point: Point::from(lies.point),
                normal: lies.normal,
                face_normal: face.map_or(lies.normal, |side| side.plane.normal),
                distance: lies.gap,
                top: part.highest.min(reach),
                contents: part.contents,
            });
        });
    }
}

impl CollisionBackend for Box3dBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if !sweep.is_bounded() {
            return Trace::invalid(sweep);
        }
        if matches!(sweep.hull, Hull::Cylinder { .. }) {
            return Trace::refused(sweep, Status::Unsupported);
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.answer(sweep)))
            .unwrap_or_else(|_| Trace::refused(sweep, Status::Failed))
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
        if matches!(hull, Hull::Cylinder { .. }) {
            return Some(refused(Status::Unsupported));
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.overlapped(hull, at, mask)))
            .unwrap_or(Err(Status::Failed))
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
        // What was found before a panic is kept: each part is asked for itself.
        let _ = catch_unwind(AssertUnwindSafe(|| self.touched(hull, at, margin, mask, out)));
    }

    fn contents(&self, at: &Point) -> Contents {
        if Sweep::new(Hull::Point, *at, *at).check().is_err() {
            return Contents::empty();
        }
        let mut all = Contents::empty();
        let _ = catch_unwind(AssertUnwindSafe(|| {
            if let (Some(filter), Ok(loaded)) = (filter(&self.plan, Contents::all()), loaded(&self.plan)) {
                let inside = |part: usize, lies: Lies| {
                    if lies.gap <= 0.0 {
                        all |= self.plan.parts[part].contents;
                    }
                };
                let _ = self.near(&loaded, &Hull::Point, at, 0.0, filter, inside);
            }
        }));
        all
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Standalone for Box3dBackend {
    fn question(&self, sweep: &Sweep) -> Option<Question> {
        match sweep.is_bounded() {
            true => catch_unwind(AssertUnwindSafe(|| self.question_of(sweep))).ok()?,
            false => None,
        }
    }
}

/// What Box3D casts: it has a cylinder only as a prism.
pub(crate) const CASTS: HullKinds = HullKinds {
    cylinder: false,
    ..HullKinds::ALL
};
