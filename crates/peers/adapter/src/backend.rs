//! Seam 1: the workspace's questions, answered by a library. Failures are left in and are results.

use crate::library::{At, Cast, Library, Near, Plan, Stop};
use crate::question::Log;
use clipmark_collision::question::Question;
use clipmark_collision::{
    BuildError, Capabilities, CollisionBackend, Contact, Declaration, Facts, Penetration, Registration, Role,
    RoundHulls, Sidedness, SkinDirection, Standalone, Status, Sweep, TouchRule, Trace, TraceRules, Work,
    stop_fraction,
};
use clipmark_geometry::{Contents, Hull, Point, SurfaceFlags, World, side_like};
use clipmark_movement::FrameOrder;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// A library's casts and position tests. Of the work only the number of queries is counted: libraries count nothing.
pub struct Backend<L: Library> {
    plan: Arc<Plan<L>>,
    library: L,
    /// The union of the contents of all solids.
    contents: Contents,
    facts: Facts,
}

/// The row of a library's set-up in the registry of backends.
pub const fn registration<L: Library, const SETUP: usize>() -> Registration {
    Registration {
        name: L::SETUPS[SETUP].name,
        about: L::SETUPS[SETUP].about,
        role: Role::Yardstick,
        capabilities: Capabilities {
            hulls: L::HULLS,
            patches: false,
            triangles: false,
        },
        mover: Some(L::SETUPS[SETUP].controller),
        build: |world, rules| Ok(Box::new(Backend::<L>::build(world, rules, SETUP)?)),
        standalone: Some(|world, rules| Ok(Box::new(Backend::<L>::build(world, rules, SETUP)?))),
    }
}

impl<L: Library> Backend<L> {
    /// Builds one of the library's set-ups from a world.
    ///
    /// # Errors
    /// The tutorial's rules; a brush that is open or whose coordinates are not finite; whatever the library refuses. A brush that
    /// it has no shape of is left out and listed in [`Facts::omissions`], as patches and triangles are.
    pub fn build(world: &World, rules: TraceRules, setup: usize) -> Result<Self, BuildError> {
        let setup = &L::SETUPS[setup];
        rules.refuse_tutorial(setup.name)?;
        let (begun, before) = (Instant::now(), L::allocated());
        let (settings, frame) = (setup.settings, FrameOrder::WorldFirst);
        let plan = Arc::new(Plan::new(world, &[], setup, settings, rules.skin, frame)?);
        let library = L::build(&plan).map_err(|why| BuildError::Library {
            backend: setup.name,
            why,
        })?;
        let facts = Facts {
            name: setup.name.into(),
            declaration: Declaration {
                hulls: L::HULLS,
                rules: TraceRules {
                    touch: TouchRule::InSolid,
                    ..rules
                },
                skin_direction: setup.skin,
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::Solid,
                start_solid: setup.start_solid,
                touching_overlaps: false,
                follows: None,
                patches: false,
                triangles: false,
            },
            prepared: None,
            build_time: begun.elapsed(),
            // A thread that drops a world meanwhile may leave less than there was before.
            bytes: L::allocated().saturating_sub(before) + plan.bytes() + size_of::<Self>() + library.bytes(),
            primitives: plan.rigid.solids.len() - library.refused(),
            omissions: Facts::omitted(world, plan.refused + library.refused(), L::OMITS),
        };
        Ok(Self {
            contents: plan.contents(),
            plan,
            library,
            facts,
        })
    }

    fn sweep(&self, sweep: &Sweep) -> Trace {
        if !self.contents.intersects(sweep.mask) {
            return Trace::free(sweep);
        }
        let cast = match L::TESTS_PLACES && sweep.start == sweep.end {
            true => self.test_place(sweep),
            false => self.library.cast(sweep, Log::SILENT),
        };
        let free = Trace {
            status: Status::Converged,
            ..Trace::free(sweep)
        };
        match cast {
            Err(status) => Trace::refused(sweep, status),
            Ok(Cast::Free { starts_inside }) => Trace {
                start_solid: starts_inside,
                ..free
            },
            Ok(Cast::Inside(solid)) => Trace {
                fraction: 0.0,
                end: sweep.start,
                contents: self.plan.rigid.solids[solid].contents,
                start_solid: true,
                all_solid: true,
                ..free
            },
            Ok(Cast::Stopped(stop)) => self.stopped(sweep, &stop, free),
        }
    }

    /// A sweep of no length: whether the hull overlaps anything.
    fn test_place(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let at = At::overlapping(&sweep.hull, &sweep.start, sweep.mask);
        let mut first = None;
        if self.library.may_overlap(&at) {
            self.library.near(&at, |near| {
                if near.distance >= -L::TOUCHING {
                    return ControlFlow::Continue(());
                }
                first = Some(near.solid);
                ControlFlow::Break(())
            })?;
        }
        Ok(first.map_or(Cast::Free { starts_inside: false }, Cast::Inside))
    }

    fn stopped(&self, sweep: &Sweep, stop: &Stop, free: Trace) -> Trace {
        let back = match self.plan.setup.skin {
            SkinDirection::Path => self.plan.skin,
            SkinDirection::Normal => L::back_off((self.plan.skin - stop.kept).max(0.0), &stop.plane, sweep),
        };
        let fraction = stop_fraction((stop.distance - back).max(0.0) / sweep.displacement().norm());
        let solid = &self.plan.rigid.solids[stop.solid];
        let side = side_like(&solid.sides, &stop.plane.normal);
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: stop.plane.is_valid().then_some(stop.plane),
            contents: solid.contents,
            surface: side.map_or(SurfaceFlags::empty(), |side| side.surface),
            start_solid: stop.starts_inside,
            ..free
        }
    }

    fn penetration(&self, at: &At) -> Result<Option<Penetration>, Status> {
        if !self.contents.intersects(at.mask) || !self.library.may_overlap(at) {
            return Ok(None);
        }
        let deepest = deepest::<L>(|show| self.library.near(at, show))?;
        Ok(deepest.map(|near| Penetration {
            depth: -near.distance,
            normal: near.normal,
            contents: self.plan.rigid.solids[near.solid].contents,
            status: Status::Converged,
        }))
    }

    fn push_contacts(&self, at: &At, out: &mut Vec<Contact>) {
        let reach = at.hull.bounds().translated(&at.at.coords).grown(at.margin).maxs.z;
        // What was found before an error is kept.
        let _ = self.library.near(at, |near| {
            let numbers = near.normal.iter().chain(near.point.iter());
            if !numbers.chain([&near.distance]).all(|x| x.is_finite()) {
                return ControlFlow::Continue(());
            }
            let solid = &self.plan.rigid.solids[near.solid];
            let face = side_like(&solid.sides, &near.normal);
            out.push(Contact {
                point: near.point,
                normal: near.normal,
                face_normal: face.map_or(near.normal, |side| side.plane.normal),
                distance: near.distance,
                top: solid.bounds.maxs.z.min(reach),
                contents: solid.contents,
            });
            ControlFlow::Continue(())
        });
    }
}

/// The solid that a hull is deepest in, if it is in one by more than touch; of equals the first. `near` shows the nearest
/// features, as [`Library::near`] does.
///
/// # Errors
/// Those of `near`.
pub fn deepest<L: Library>(
    near: impl FnOnce(&mut dyn FnMut(Near) -> ControlFlow<()>) -> Result<(), Status>,
) -> Result<Option<Near>, Status> {
    let mut deepest: Option<Near> = None;
    near(&mut |near| {
        let is_deeper = deepest.as_ref().is_none_or(|d| near.distance < d.distance);
        let is_direction = near.normal.iter().all(|x| x.is_finite());
        if near.distance < -L::TOUCHING && is_direction && is_deeper {
            deepest = Some(near);
        }
        ControlFlow::Continue(())
    })?;
    Ok(deepest)
}

impl<L: Library> CollisionBackend for Backend<L> {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if !sweep.is_bounded() {
            return Trace::invalid(sweep);
        }
        if !L::HULLS.contains(&sweep.hull) {
            return Trace::refused(sweep, Status::Unsupported);
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.sweep(sweep)))
            .unwrap_or_else(|_| Trace::refused(sweep, Status::Failed))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        if !Sweep::new(*hull, *at, *at).is_bounded() {
            return Some(Penetration::refused(Status::Invalid));
        }
        if !L::HULLS.contains(hull) {
            return Some(Penetration::refused(Status::Unsupported));
        }
        work.counts.queries += u64::from(work.is_counting());
        let at = At::overlapping(hull, at, mask);
        catch_unwind(AssertUnwindSafe(|| self.penetration(&at)))
            .unwrap_or(Err(Status::Failed))
            .unwrap_or_else(|status| Some(Penetration::refused(status)))
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
        let is_usable = Sweep::new(*hull, *at, *at).is_bounded() && L::HULLS.contains(hull);
        if !is_usable || !(0.0..=L::MOST_MARGIN).contains(&margin) || !self.contents.intersects(mask) {
            return;
        }
        work.counts.queries += u64::from(work.is_counting());
        let at = At {
            margin,
            wants_points: true,
            ..At::overlapping(hull, at, mask)
        };
        // What was found before a panic is kept.
        let _ = catch_unwind(AssertUnwindSafe(|| self.push_contacts(&at, out)));
    }

    fn contents(&self, at: &Point) -> Contents {
        let mut all = Contents::empty();
        if Sweep::new(Hull::Point, *at, *at).check().is_err() || self.contents.is_empty() {
            return all;
        }
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.library
                .containing(at, |solid| all |= self.plan.rigid.solids[solid].contents);
        }));
        all
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl<L: Library> Standalone for Backend<L> {
    fn question(&self, sweep: &Sweep) -> Option<Question> {
        let is_cast = sweep.start != sweep.end || !L::TESTS_PLACES;
        if !sweep.is_bounded() || !is_cast || !self.contents.intersects(sweep.mask) {
            return None;
        }
        let log = Log::noting(sweep.mask);
        catch_unwind(AssertUnwindSafe(|| self.library.cast(sweep, &log)))
            .ok()?
            .ok();
        let question = self.plan.question(log, &[])?;
        (!question.calls.is_empty()).then_some(question)
    }
}

impl<L: Library> std::fmt::Debug for Backend<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} with {} solids", self.facts.name, self.facts.primitives)
    }
}
