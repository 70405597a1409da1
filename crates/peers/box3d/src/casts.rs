//! Box3D's queries, as the adapter asks them: `b3World_CastShape` for a hull, `b3World_CastRayClosest` for a point,
//! `b3World_OverlapAABB`, `b3ShapeDistance` and its manifolds for position tests.

use crate::body::Body;
use crate::character::Mover;
use crate::near::{Lies, Standing, lies, normal_of};
use crate::parts::follow;
use crate::question::{self, LIBRARY};
use crate::settings::{PLAIN, Settings, TUNED, kept_gap};
use crate::world::{Box3d, Loaded, Met, Part, part};
use boxddd::{Aabb, Foundation, QueryFilter, ShapeCastInput};
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::in_units;
use clipmark_adapter::{At, Cast, Library, Near, Parts, Plan, Setup, Solid, Stop, deepest};
use clipmark_collision::question::{self as data, Call};
use clipmark_collision::{HullKinds, Status, Sweep};
use clipmark_geometry::{Brush, Contents, Hull, Point, Pose, Vec3 as Units};
use clipmark_movement::{MovingPart, Profile};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

/// A cast of a hull.
struct Casting {
    body: Rc<Body>,
    /// The middle of the hull at the start, in units.
    from: Units,
    first: Option<Met>,
    /// The solids nearer than the slop at the start, where these are passed over.
    passed: Vec<usize>,
}

impl Library for Box3d {
    const PROGRAM: &'static str = "box3d";
    const VERSION: &'static str = LIBRARY;
    /// It has a cylinder only as a prism.
    const HULLS: HullKinds = HullKinds {
        cylinder: false,
        ..HullKinds::ALL
    };
    const OMITS: &'static str = "that Box3D makes no hull of";
    /// Box3D's own slop of overlaps in metres is 0.0005.
    const TOUCHING: f32 = 1.0 / 256.0;
    /// [`Box3d::cast`] looks up what is overlapped at the start by itself.
    const TESTS_PLACES: bool = false;
    const CHARACTERS_SHARE_WORLD: bool = true;

    type Settings = Settings;
    type Shape = Part;
    type Shapes = Vec<Part>;
    type Character = Mover;

    const SETUPS: &'static [Setup<Settings>; 2] = &[PLAIN, TUNED];

    fn shape(
        setup: &Setup<Settings>,
        _: &Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Part>, String> {
        Ok(Some(part(brush, corners, setup.length)))
    }

    fn gather(_: &[Solid], shapes: Vec<Part>, _: bool) -> Result<Vec<Part>, String> {
        Ok(shapes)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        let box3d = Self::new(plan)?;
        try_world(&box3d)?;
        Ok(box3d)
    }

    fn allocated() -> usize {
        let bytes = Foundation::initialize_default().and_then(|_| boxddd::allocated_byte_count());
        bytes.map_or(0, |bytes| usize::try_from(bytes).unwrap_or(0))
    }

    fn bytes(&self) -> usize {
        let parts = self.plan.rigid.shapes.iter();
        let parts = parts.map(|part| size_of::<Part>() + size_of_val(&part.corners[..]));
        parts.sum::<usize>() + self.loaded().map_or(0, |loaded| loaded.bytes())
    }

    fn refused(&self) -> usize {
        self.loaded().map_or(0, |loaded| loaded.refused())
    }

    fn cast(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let world = self.filtered(sweep.mask)?;
        if sweep.start == sweep.end {
            let free = Cast::Free { starts_inside: false };
            let deepest = world.deepest_at_start(sweep)?;
            return Ok(deepest.map_or(free, |near| Cast::Inside(near.solid)));
        }
        match self.casts_ray(sweep) {
            true => world.cast_point(sweep),
            false => world.cast_hull(sweep),
        }
    }

    fn near(&self, at: &At, show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        self.filtered(at.mask)?.near(at, show)
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let at = At {
            hull: &Hull::Point,
            at: point,
            margin: 0.0,
            mask: Contents::all(),
            wants_points: false,
        };
        let _ = self.near(&at, |near| {
            show(near.solid);
            ControlFlow::Continue(())
        });
    }

    fn as_call(&self, sweep: &Sweep) -> Option<(Call, Vec<usize>)> {
        if sweep.start == sweep.end {
            return None;
        }
        let world = self.filtered(sweep.mask).ok()?;
        if self.casts_ray(sweep) {
            let met = world.ask_ray(sweep).ok()?;
            let met = met.map(|met| (met.share, normal_of(met.normal)));
            let (from, path) = (sweep.start.coords, sweep.displacement());
            return Some((question::ray(self, &from, &path, met), Vec::new()));
        }
        let casting = world.cast_shape(sweep).ok()?;
        let shape = (&casting.body.proxy, &casting.from);
        let is_whole = casting.passed.is_empty();
        let call = question::casting(self, sweep, shape, casting.first.as_ref(), is_whole);
        Some((call, Vec::new()))
    }

    fn bodies(plan: &Plan<Self>, mask: Contents, _: &[usize], parts: &[MovingPart]) -> Vec<data::Body> {
        question::bodies(plan, mask, parts)
    }

    fn character(
        plan: &Arc<Plan<Self>>,
        shared: Option<&Arc<Self>>,
        profile: &Profile,
    ) -> Result<Mover, String> {
        let (box3d, loaded) = match shared {
            Some(box3d) => (Arc::clone(box3d), box3d.loaded()),
            None => {
                let box3d = Arc::new(Self::new(plan)?);
                let loaded = box3d.build_world().map(Rc::new);
                (box3d, loaded)
            }
        };
        Ok(Mover::new(box3d, loaded.map_err(|why| why.to_string())?, profile))
    }
}

/// Builds a world, and refuses now what a part that moves would be refused for.
fn try_world(box3d: &Box3d) -> Result<(), String> {
    if box3d.plan.models.is_empty() {
        return box3d.loaded().map(|_| ()).map_err(|why| why.to_string());
    }
    let mut loaded = box3d.build_world().map_err(|why| why.to_string())?;
    let home = |model| MovingPart {
        model,
        from: Pose::HOME,
        to: Pose::HOME,
    };
    let all: Vec<MovingPart> = (0..box3d.plan.models.len()).map(home).collect();
    follow(&mut Parts::default(), &mut loaded.world, box3d, &all, 0.0)
}

impl Box3d {
    /// This thread's world for queries about what a mask names.
    fn filtered(&self, mask: Contents) -> Result<Filtered<'_>, Status> {
        Ok(Filtered {
            box3d: self,
            filter: self.filter(mask).ok_or(Status::Failed)?,
            loaded: self.loaded().map_err(|_| Status::Failed)?,
        })
    }

    /// Whether a sweep is a ray. A ray ignores what it starts near, so that it cannot be passed over.
    fn casts_ray(&self, sweep: &Sweep) -> bool {
        sweep.hull == Hull::Point && !self.plan.settings.leaves_surfaces
    }
}

/// A thread's world, and what of it a query is about.
struct Filtered<'a> {
    box3d: &'a Box3d,
    loaded: Rc<Loaded>,
    filter: QueryFilter,
}

impl Filtered<'_> {
    fn cast_hull(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let Casting { first, passed, .. } = self.cast_shape(sweep)?;
        let kept = |stop: Stop| Stop {
            kept: kept_gap(&sweep.hull, self.box3d.metre()),
            ..stop
        };
        let standing = match passed.is_empty() && first.as_ref().is_none_or(|met| met.share > 0.0) {
            true => None,
            false => Standing::new(&self.loaded, &sweep.hull, &sweep.start),
        };
        if let Some(standing) = &standing {
            let mut stops = passed
                .into_iter()
                .filter_map(|solid| self.blocks(sweep, solid, standing));
            if let Some(stop) = stops.next() {
                return Ok(Cast::Stopped(kept(stop)));
            }
        }
        let Some(met) = first else {
            return Ok(Cast::Free { starts_inside: false });
        };
        let starts_inside = met.share == 0.0
            && standing
                .and_then(|standing| lies(self.box3d, &self.loaded, met.solid, &standing))
                .is_some_and(|lies| lies.gap < -Box3d::TOUCHING);
        Ok(Cast::Stopped(kept(self.stop(sweep, &met, starts_inside))))
    }

    fn cast_shape(&self, sweep: &Sweep) -> Result<Casting, Status> {
        let body = self.loaded.body(&sweep.hull).ok_or(Status::Unsupported)?;
        let path = self.box3d.length(&sweep.displacement());
        let input = ShapeCastInput::new(body.proxy.clone(), path).map_err(|_| Status::Failed)?;
        let leaves_surfaces = self.box3d.plan.settings.leaves_surfaces;
        let (mut first, mut passed) = (None, Vec::new());
        let from = sweep.start.coords + middle(&sweep.hull);
        let place = self.box3d.place(&from);
        let world = &self.loaded.world;
        let cast = world.visit_cast_shape(place, input, self.filter, |hit| {
            let solid = hit.user_material_id as usize;
            if hit.fraction == 0.0 && leaves_surfaces {
                passed.push(solid);
                // Passed over: its distance decides.
                return -1.0;
            }
            first = Some(Met {
                solid,
                share: hit.fraction,
                normal: hit.normal,
                witness: hit.point,
            });
            hit.fraction
        });
        cast.map_err(|_| Status::Failed)?;
        // Box3D promises no order.
        passed.sort_unstable();
        Ok(Casting {
            body,
            from,
            first,
            passed,
        })
    }

    fn ask_ray(&self, sweep: &Sweep) -> Result<Option<Met>, Status> {
        let from = self.box3d.place(&sweep.start.coords);
        let path = self.box3d.length(&sweep.displacement());
        let hit = self.loaded.world.cast_ray_closest(from, path, self.filter);
        let hit = hit.map_err(|_| Status::Failed)?;
        Ok(hit.map(|hit| Met {
            solid: hit.user_material_id as usize,
            share: hit.fraction,
            normal: hit.normal,
            witness: hit.point,
        }))
    }

    fn cast_point(&self, sweep: &Sweep) -> Result<Cast, Status> {
        // A ray ignores what it starts in.
        if let Some(near) = self.deepest_at_start(sweep)? {
            let stop = Stop::at(near.solid, 0.0, near.normal, &near.point.coords, true);
            return Ok(Cast::Stopped(stop));
        }
        let met = self.ask_ray(sweep)?;
        Ok(met.map_or(Cast::Free { starts_inside: false }, |met| {
            Cast::Stopped(self.stop(sweep, &met, false))
        }))
    }

    fn deepest_at_start(&self, sweep: &Sweep) -> Result<Option<Near>, Status> {
        let at = At {
            hull: &sweep.hull,
            at: &sweep.start,
            margin: 0.0,
            mask: sweep.mask,
            wants_points: true,
        };
        deepest::<Box3d>(|show| self.near(&at, show))
    }

    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        // Box3D keeps its boxes a little larger than the shapes.
        let bounds = at.hull.bounds().translated(&at.at.coords).grown(at.margin + 1.0);
        let bounds = Aabb {
            lower_bound: self.box3d.length(&bounds.mins.coords),
            upper_bound: self.box3d.length(&bounds.maxs.coords),
        };
        let hits = self.loaded.world.overlap_aabb(bounds, self.filter);
        let hits = hits.map_err(|_| Status::Failed)?;
        if hits.is_empty() {
            return Ok(());
        }
        let standing = Standing::new(&self.loaded, at.hull, at.at).ok_or(Status::Unsupported)?;
        let solids = hits.iter().filter_map(|hit| self.loaded.part(hit.shape_id));
        let mut solids: Vec<usize> = solids.collect();
        solids.sort_unstable();
        for solid in solids {
            let Some(Lies { gap, normal, point }) = lies(self.box3d, &self.loaded, solid, &standing) else {
                continue;
            };
            let near = Near {
                solid,
                distance: gap,
                normal,
                point: point.into(),
            };
            if gap <= at.margin && show(near).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn stop(&self, sweep: &Sweep, met: &Met, starts_inside: bool) -> Stop {
        let distance = met.share * sweep.displacement().norm();
        let p = met.witness;
        let witness = in_units([p.x, p.y, p.z], self.box3d.metre());
        Stop::at(
            met.solid,
            distance,
            normal_of(met.normal),
            &witness,
            starts_inside,
        )
    }

    /// What a brush does to a sweep that starts within Box3D's slop of it: it stops motion against it.
    fn blocks(&self, sweep: &Sweep, solid: usize, standing: &Standing) -> Option<Stop> {
        let path = sweep.displacement();
        let Some(lies) = lies(self.box3d, &self.loaded, solid, standing) else {
            // Nothing is known of it but that it is near.
            return Some(Stop::at(solid, 0.0, -path.normalize(), &standing.at, false));
        };
        let starts_inside = lies.gap < -Box3d::TOUCHING;
        let is_against = lies.normal.dot(&path) < 0.0;
        (is_against || starts_inside).then(|| Stop::at(solid, 0.0, lies.normal, &lies.point, starts_inside))
    }
}
