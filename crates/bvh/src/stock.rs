//! The yardstick: parry3d as its documentation leads a new user to it, with nothing of this crate's own.
//!
//! Every brush becomes a `ConvexPolyhedron` (`from_convex_hull` of its corners), all of them one `Compound`. A
//! sweep is one `cast_shapes` with a unit direction, `max_time_of_impact` = length and default options. A hit is
//! backed off by the skin *along the path*, as Fauerby (*Improved Collision Detection and Response*, 2003) and
//! most tutorials do, so at grazing angles the gap shrinks with the sine of the angle. The position test is
//! `intersection_test` and `contact`; contacts are `contact`, hull by hull.
//!
//! Its failures are left in and are results (`failures` are those of parry 0.31.1):
//!
//! - a sweep of no length meets nothing, even deep inside a solid;
//! - a hull that touches a surface is stopped (`stop_at_penetration`), though it moves along or away from it, or
//!   falls through it, when GJK's ray or the `contact` behind it finds nothing;
//! - a hit exactly at the end, and a surface within the skin behind the end, are not seen;
//! - the normal is the one that GJK ended with.
//!
//! [`Status`] is as parry says: `Converged`, whatever happened inside. Only what parry itself calls failed or
//! unsupported, and a panic inside of it, which is caught, is reported as such.
//!
//! Two things a new user would not write are here because the seam asks for them: a mask that leaves out some of
//! the brushes takes them hull by hull, and when work is counted the moving hull is a shape that counts its
//! supports, one per iteration of GJK, which takes the same way through parry.

mod counted;
mod group;

use crate::backend::is_usable;
use crate::build::{omissions, open};
use crate::solid::Refused;
use clipmark_collision::{
    BuildError, BuildFacts, CollisionBackend, Contact, Declaration, HullKinds, Penetration, RoundHulls,
    Sidedness, SkinDirection, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use counted::{Body, Counted};
use group::{Group, Met, Part, StraightPath, placed};
use parry3d::bounding_volume::Aabb as ParryAabb;
use parry3d::math::{Pose, Vector};
use parry3d::query;
use parry3d::shape::ConvexPolyhedron;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

const NAME: &str = "bvh:stock";

/// parry's `Compound` of convex polyhedra, asked with `cast_shapes`.
///
/// Of the work only `gjk_iterations` of sweeps is known: parry counts nothing itself.
#[derive(Debug)]
pub struct StockBackend {
    /// What stops a player, and the rest; neither when empty, on which `Compound::new` panics.
    groups: Vec<Group>,
    rules: TraceRules,
    facts: BuildFacts,
}

impl StockBackend {
    /// Builds it from the brushes of a world.
    ///
    /// # Errors
    /// The tutorial's rules, and a brush that is open or whose coordinates are not finite. One that parry makes no hull of is left out and
    /// listed in [`BuildFacts::omissions`], as patches are.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        rules.refuse_tutorial(NAME)?;
        let begun = Instant::now();
        let mut sorted: [Vec<(ConvexPolyhedron, Part)>; 2] = [Vec::new(), Vec::new()];
        let mut empty = 0;
        for (i, brush) in world.brushes.iter().enumerate() {
            match polyhedron(brush) {
                Ok(shape) => {
                    let part = Part {
                        contents: brush.contents,
                        sides: brush.sides.clone(),
                        highest: brush.bounds.maxs.z,
                    };
                    let stops_player = brush.contents.intersects(Contents::PLAYER_MASK);
                    sorted[usize::from(!stops_player)].push((shape, part));
                }
                Err(Refused::Empty) => empty += 1,
                Err(Refused::Open) => return Err(open(NAME, i)),
            }
        }
        let groups: Vec<Group> = sorted.into_iter().filter_map(Group::of).collect();
        let facts = BuildFacts {
            name: NAME.into(),
            build_time: begun.elapsed(),
            bytes: size_of::<Self>() + groups.iter().map(Group::bytes).sum::<usize>(),
            primitives: groups.iter().map(|g| g.parts.len()).sum(),
            omissions: omissions(world, empty),
        };
        Ok(Self { groups, rules, facts })
    }

    fn answer(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        let displacement = sweep.displacement();
        let path = StraightPath {
            from: sweep.start.coords + sweep.hull.bounds().center().coords,
            direction: displacement.try_normalize(0.0).unwrap_or_else(Vec3::zeros).into(),
            length: displacement.norm(),
        };
        let earliest = match Body::of(&sweep.hull) {
            None => self.earliest(sweep.mask, |group| Ok(group.cast_point(&path, sweep.mask))),
            Some(body) if work.is_counting() => {
                let counted = Counted::new(body);
                let pose = body.pose(path.from);
                let earliest =
                    self.earliest(sweep.mask, |group| group.cast(&counted, &pose, &path, sweep.mask));
                work.counts.gjk_iterations += counted.supports();
                earliest
            }
            Some(body) => {
                let pose = body.pose(path.from);
                self.earliest(sweep.mask, |group| {
                    group.cast(body.shape(), &pose, &path, sweep.mask)
                })
            }
        };
        let converged = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        let (part, met) = match earliest {
            Ok(None) => return converged,
            Ok(Some(met)) => met,
            Err(status) => return Trace::refused(sweep, status),
        };
        let free = (met.time - self.rules.skin).max(0.0) / path.length;
        // A stop just short of the end must not round up to "nothing met"; a NaN is not a place.
        let fraction = if free.is_finite() {
            free.min(1.0_f32.next_down())
        } else {
            0.0
        };
        let plane = Plane::new(met.normal, met.normal.dot(&met.witness));
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: plane.is_valid().then_some(plane),
            contents: part.contents,
            surface: part
                .side_like(&met.normal)
                .map_or(SurfaceFlags::empty(), |s| s.surface),
            start_solid: met.starts_inside,
            ..converged
        }
    }

    fn earliest<'a>(
        &'a self,
        mask: Contents,
        mut cast: impl FnMut(&'a Group) -> Result<Option<(&'a Part, Met)>, Status>,
    ) -> Result<Option<(&'a Part, Met)>, Status> {
        let mut best: Option<(&Part, Met)> = None;
        for group in self.groups.iter().filter(|g| g.has_any(mask)) {
            if let Some((part, met)) = cast(group)?
                && best.is_none_or(|(_, b)| met.time < b.time)
            {
                best = Some((part, met));
            }
        }
        Ok(best)
    }

    fn deepest(&self, hull: &Hull, at: &Point, mask: Contents) -> Option<Penetration> {
        let mut deepest: Option<Penetration> = None;
        for group in self.groups.iter().filter(|g| g.has_any(mask)) {
            if group.has_only(mask) {
                let (body, pose) = placed(hull, at);
                let test = query::intersection_test(&Pose::IDENTITY, &group.compound, &pose, body.shape());
                if !test.is_ok_and(|t| t.intersecting) {
                    continue;
                }
            }
            group.contacts(hull, at, 0.0, mask, |part, contact| {
                let normal = Vec3::from(contact.normal1);
                let depth = -contact.dist;
                let is_direction = normal.iter().all(|x| x.is_finite());
                if depth > 0.0 && is_direction && deepest.is_none_or(|d| depth > d.depth) {
                    deepest = Some(Penetration {
                        depth,
                        normal,
                        contents: part.contents,
                        status: Status::Converged,
                    });
                }
            });
        }
        deepest
    }
}

impl CollisionBackend for StockBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() || !is_usable(&sweep.hull) {
            return Trace::invalid(sweep);
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.answer(sweep, work)))
            .unwrap_or_else(|_| Trace::refused(sweep, Status::Failed))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let refused = |status| Penetration {
            depth: 0.0,
            normal: Vec3::z(),
            contents: Contents::empty(),
            status,
        };
        if Sweep::new(*hull, *at, *at).check().is_err() || !is_usable(hull) {
            return Some(refused(Status::Invalid));
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.deepest(hull, at, mask)))
            .unwrap_or_else(|_| Some(refused(Status::Failed)))
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
        let usable = Sweep::new(*hull, *at, *at).check().is_ok() && is_usable(hull);
        if !usable || !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        work.counts.queries += u64::from(work.is_counting());
        let reach = hull.bounds().translated(&at.coords).grown(margin).maxs.z;
        // What was found before a panic is kept: each part is asked for itself.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            for group in self.groups.iter().filter(|g| g.has_any(mask)) {
                group.contacts(hull, at, margin, mask, |part, contact| {
                    let normal = Vec3::from(contact.normal1);
                    let point = Point::from(Vec3::from(contact.point1));
                    let numbers = normal.iter().chain(point.iter()).chain([&contact.dist]);
                    if !numbers.copied().all(f32::is_finite) {
                        return;
                    }
                    out.push(Contact {
                        point,
                        normal,
                        face_normal: part.side_like(&normal).map_or(normal, |s| s.plane.normal),
                        distance: contact.dist,
                        top: part.highest.min(reach),
                        contents: part.contents,
                    });
                });
            }
        }));
    }

    fn contents(&self, at: &Point) -> Contents {
        let mut contents = Contents::empty();
        if Sweep::new(Hull::Point, *at, *at).check().is_err() {
            return contents;
        }
        let p: Vector = at.coords.into();
        for group in &self.groups {
            for (part, shape) in group.near(ParryAabb::new(p, p), Contents::all()) {
                let inside = || shape.contains_local_point(p);
                if catch_unwind(AssertUnwindSafe(inside)).unwrap_or(false) {
                    contents |= part.contents;
                }
            }
        }
        contents
    }

    fn declares(&self) -> Declaration {
        Declaration {
            hulls: HullKinds {
                point: true,
                sphere: true,
                aabb: true,
                capsule: true,
                cylinder: true,
            },
            rules: TraceRules {
                touch: TouchRule::InSolid,
                ..self.rules
            },
            skin_direction: SkinDirection::Path,
            round_hulls: RoundHulls::Round,
            sidedness: Sidedness::Solid,
            start_solid: StartSolid::Blocks,
            touching_overlaps: false,
            patches: false,
            triangles: false,
        }
    }

    fn facts(&self) -> &BuildFacts {
        &self.facts
    }
}

/// The convex hull of a brush's corners.
fn polyhedron(brush: &Brush) -> Result<ConvexPolyhedron, Refused> {
    if !brush.sides.iter().all(|s| s.plane.is_valid()) {
        return Err(Refused::Open);
    }
    let corners: Vec<Vector> = brush.vertices().iter().map(|p| p.coords.into()).collect();
    if corners
        .iter()
        .any(|c| !c.is_finite() || c.abs().max_element() > Sweep::LIMIT * 4.0)
    {
        return Err(Refused::Open);
    }
    if corners.len() < 4 {
        return Err(Refused::Empty);
    }
    // parry#49: degenerate points may panic.
    catch_unwind(|| ConvexPolyhedron::from_convex_hull(&corners))
        .ok()
        .flatten()
        .ok_or(Refused::Empty)
}
