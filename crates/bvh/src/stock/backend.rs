//! The backend: its questions in parry's words, and parry's answers in this workspace's.

use super::StockUse;
use super::body::placed;
use super::group::{Group, StraightPath, earlier};
use super::question;
use super::solids::Sources;
use crate::backend::is_usable;
use crate::solid::Refused;
use clipmark_collision::clock::Instant;
use clipmark_collision::question::Question;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, RoundHulls, Sidedness,
    SkinDirection, Standalone, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work, stop_fraction,
};
use clipmark_geometry::{Contents, Hull, Plane, Point, SurfaceFlags, TriangleSides, Vec3, World, side_like};
use parry3d::math::Pose;
use parry3d::query;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// parry, asked as a new user would.
///
/// Of its work only the questions are counted: parry counts nothing.
#[derive(Debug)]
pub struct StockBackend {
    /// The solids that stop a player, and the rest. An empty group is left out: parry makes no shape of it.
    groups: Vec<Group>,
    how: StockUse,
    rules: TraceRules,
    facts: Facts,
}

impl StockBackend {
    /// Builds it of convex hulls, to be asked with `cast_shapes`.
    ///
    /// # Errors
    /// As [`StockBackend::build_for`].
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        Self::build_for(StockUse::Hulls, world, rules)
    }

    /// Builds it from a world, for a use of parry.
    ///
    /// # Errors
    /// The tutorial's rules, and a brush that is open or whose coordinates are not finite. A brush of which parry makes no
    /// hull is left out and listed in [`Facts::omissions`], as patches are.
    pub fn build_for(how: StockUse, world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        let name = how.contestant();
        rules.refuse_tutorial(name)?;
        let begun = Instant::now();
        // Those that stop a player, and the rest.
        let group = |contents: Contents| usize::from(!contents.intersects(Contents::PLAYER_MASK));
        let mut sorted = [Sources::default(), Sources::default()];
        let mut empty = 0;
        for (i, brush) in world.brushes.iter().enumerate() {
            match sorted[group(brush.contents)].push(how, brush) {
                Ok(()) => {}
                Err(Refused::Empty) => empty += 1,
                Err(Refused::Open) => return Err(Refused::open(name, i)),
            }
        }
        if how == StockUse::Mesh {
            for triangle in &world.triangles {
                sorted[group(triangle.contents)].push_triangle(triangle);
            }
        }
        let groups = sorted.into_iter().filter_map(|sources| Group::new(how, sources));
        let groups: Vec<Group> = groups.collect();
        let mut omissions = Facts::omitted(world, empty, "that enclose no volume");
        if how == StockUse::Mesh {
            omissions.retain(|said| !said.ends_with(TRIANGLES_LEFT_OUT));
            let one_sided = |sides| sides == TriangleSides::Front;
            let turned = world.triangles.iter().filter(|t| one_sided(t.sides)).count();
            if turned > 0 {
                omissions.push(format!("{turned} one-sided triangles stop from both sides"));
            }
        }
        let facts = Facts {
            name: name.into(),
            declaration: Declaration {
                hulls: HullKinds::ALL,
                rules: TraceRules {
                    touch: TouchRule::InSolid,
                    ..rules
                },
                skin_direction: SkinDirection::Path,
                round_hulls: RoundHulls::Round,
                sidedness: match how {
                    StockUse::Mesh => Sidedness::BothSides,
                    StockUse::Hulls => Sidedness::Solid,
                },
                start_solid: StartSolid::Blocks,
                touching_overlaps: false,
                follows: None,
                patches: false,
                triangles: how == StockUse::Mesh,
            },
            prepared: None,
            build_time: begun.elapsed(),
            bytes: size_of::<Self>() + groups.iter().map(Group::bytes).sum::<usize>(),
            primitives: groups.iter().map(|g| g.parts.len()).sum(),
            omissions,
        };
        Ok(Self {
            groups,
            how,
            rules,
            facts,
        })
    }

    fn answer(&self, sweep: &Sweep) -> Trace {
        if !self.groups.iter().any(|group| group.has_any(sweep.mask)) {
            return Trace::free(sweep);
        }
        let path = path(sweep);
        let converged = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        let asked = self.groups.iter().filter(|group| group.has_any(sweep.mask));
        let met = asked.map(|group| group.cast(&sweep.hull, &path, sweep.mask));
        let (part, met) = match met.fold(Ok(None), earlier) {
            Ok(None) => return converged,
            Ok(Some(met)) => met,
            Err(status) => return Trace::refused(sweep, status),
        };
        let fraction = stop_fraction((met.time - self.rules.skin).max(0.0) / path.length);
        let plane = Plane::new(met.normal, met.normal.dot(&met.witness));
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: plane.is_valid().then_some(plane),
            contents: part.contents,
            surface: side_like(&part.sides, &met.normal).map_or(SurfaceFlags::empty(), |s| s.surface),
            start_solid: met.starts_inside,
            ..converged
        }
    }

    fn deepest(&self, hull: &Hull, at: &Point, mask: Contents) -> Option<Penetration> {
        let mut deepest: Option<Penetration> = None;
        for group in self.groups.iter().filter(|g| g.has_any(mask)) {
            if group.has_only(mask) {
                let (body, pose) = placed(hull, at);
                let test = query::intersection_test(&Pose::IDENTITY, group.whole(), &pose, body.shape());
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
        catch_unwind(AssertUnwindSafe(|| self.answer(sweep)))
            .unwrap_or_else(|_| Trace::refused(sweep, Status::Failed))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        if Sweep::new(*hull, *at, *at).check().is_err() || !is_usable(hull) {
            return Some(Penetration::refused(Status::Invalid));
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.deepest(hull, at, mask)))
            .unwrap_or_else(|_| Some(Penetration::refused(Status::Failed)))
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
        // Results before a panic are kept: each part is asked by itself.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            for group in self.groups.iter().filter(|g| g.has_any(mask)) {
                group.contacts(hull, at, margin, mask, |part, contact| {
                    let normal = Vec3::from(contact.normal1);
                    let point = Point::from(Vec3::from(contact.point1));
                    let distance = contact.dist;
                    let numbers = normal.iter().chain(point.iter()).chain([&distance]);
                    if !numbers.copied().all(f32::is_finite) {
                        return;
                    }
                    out.push(Contact {
                        point,
                        normal,
                        face_normal: side_like(&part.sides, &normal).map_or(normal, |s| s.plane.normal),
                        distance,
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
        let p = at.coords.into();
        for group in &self.groups {
            contents |= group.contents(p, |shape| {
                let inside = || shape.contains_local_point(p);
                catch_unwind(AssertUnwindSafe(inside)).unwrap_or(false)
            });
        }
        contents
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Standalone for StockBackend {
    fn question(&self, sweep: &Sweep) -> Option<Question> {
        let mut asked = self.groups.iter().filter(|g| g.has_any(sweep.mask));
        let group = asked.next()?;
        let is_one = asked.next().is_none() && group.has_only(sweep.mask) && self.how == StockUse::Hulls;
        if !is_one || sweep.check().is_err() || !is_usable(&sweep.hull) {
            return None;
        }
        catch_unwind(AssertUnwindSafe(|| {
            question::question(group, sweep, &path(sweep))
        }))
        .ok()?
    }
}

/// A sweep as parry wants it.
fn path(sweep: &Sweep) -> StraightPath {
    let middle = sweep.start.coords + sweep.hull.bounds().center().coords;
    let displacement = sweep.displacement();
    StraightPath {
        from: middle.into(),
        direction: displacement.try_normalize(0.0).unwrap_or_else(Vec3::zeros).into(),
        length: displacement.norm(),
    }
}

/// How [`omissions`] says that triangles are left out.
const TRIANGLES_LEFT_OUT: &str = "triangles are not collided with";
