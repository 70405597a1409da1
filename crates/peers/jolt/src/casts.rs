//! Jolt's queries, as the adapter asks them: `CastShape` for a hull, `CastRay` for a point, `CollideShape` where nothing moves,
//! since Jolt casts along a direction that is not zero, and `CollidePoint`.

use crate::character::Walker;
use crate::question::{self, LIBRARY};
use crate::settings::{PLAIN, Settings, TUNED};
use crate::world::{Compounds, Jolt, Met, Part, compounds, layers, part, rotation, with_shape};
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::{METRE, direction, in_units, scaled};
use clipmark_adapter::{At, Cast, Library, Near, Plan, Setup, Solid, Stop};
use clipmark_collision::question::{Body, Call};
use clipmark_collision::{Status, Sweep};
use clipmark_geometry::{Brush, Contents, Hull, Point, side_met};
use clipmark_movement::{MovingPart, Profile};
use oxijolt::{CollideShape, CompoundSubShape, ObjectLayer, QueryFilter, RayCast, ShapeCast, limits};
use std::ops::ControlFlow;
use std::sync::Arc;

impl Library for Jolt {
    const PROGRAM: &'static str = "jolt";
    const VERSION: &'static str = LIBRARY;
    const OMITS: &'static str = "that its wrapper makes no shape of";
    /// Jolt's own tolerance of penetrations (1e-4 m) is 0.0032 units.
    const TOUCHING: f32 = 1.0 / 256.0;
    const MOST_MARGIN: f32 = limits::MAX_SHAPE_EXTENT / METRE;

    type Settings = Settings;
    type Shape = Part;
    type Shapes = Compounds;
    type Character = Walker;

    const SETUPS: &'static [Setup<Settings>; 2] = &[PLAIN, TUNED];

    fn shape(
        _: &Setup<Settings>,
        settings: &Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Part>, String> {
        part(settings, brush, corners)
    }

    fn gather(solids: &[Solid], shapes: Vec<Part>, moves: bool) -> Result<Compounds, String> {
        compounds(solids, shapes, moves)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        Self::new(plan)
    }

    fn bytes(&self) -> usize {
        self.held()
    }

    fn cast(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let Some(met) = self.ask(sweep)? else {
            return Ok(Cast::Free { starts_inside: false });
        };
        let path = sweep.displacement();
        let solid = &self.plan.rigid.solids[met.solid];
        let face = match sweep.hull {
            Hull::Point => None,
            _ if !self.plan.settings.face_normals => None,
            _ => side_met(&solid.sides, &sweep.hull, &sweep.at(met.fraction), &path),
        };
        let normal = face.map_or(direction(met.normal), |side| side.plane.normal);
        let witness = in_units(met.witness, METRE);
        let distance = met.fraction * path.norm();
        Ok(Cast::Stopped(Stop::at(
            met.solid,
            distance,
            normal,
            &witness,
            met.starts_inside,
        )))
    }

    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        let layers = layers(&self.plan, &self.player, at.mask);
        let hits = with_shape(at.hull, self.plan.settings.convex_radius, |shape| {
            let here = scaled(&(at.at.coords + middle(at.hull)), METRE);
            let query = CollideShape::new(shape, here.into(), rotation(at.hull));
            let query = query.max_separation_distance(at.margin * METRE);
            self.world.collide_shape(&query, &self.filter(&layers))
        });
        let mut hits = hits
            .map_err(|_| Status::Unsupported)?
            .map_err(|_| Status::Failed)?;
        // Jolt promises no order.
        hits.sort_by_key(|hit| (hit.body, hit.sub_shape_id));
        for hit in hits {
            let near = Near {
                solid: solid(hit.compound_child)?,
                distance: -hit.penetration_depth / METRE,
                normal: direction(hit.normal),
                point: in_units(hit.point_on_body, METRE).into(),
            };
            if show(near).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let at = scaled(&point.coords, METRE).into();
        let hits = self.world.collide_point(at, &QueryFilter::new());
        for hit in hits.unwrap_or_default() {
            if let Ok(solid) = solid(hit.compound_child) {
                show(solid);
            }
        }
    }

    fn as_call(&self, sweep: &Sweep) -> Option<(Call, Vec<usize>)> {
        let met = self.ask(sweep).ok()?;
        Some((
            question::cast(sweep, &self.plan.settings, met.as_ref()),
            Vec::new(),
        ))
    }

    fn bodies(plan: &Plan<Self>, mask: Contents, _: &[usize], parts: &[MovingPart]) -> Vec<Body> {
        question::bodies(plan, mask, parts)
    }

    fn of_character(settings: Settings) -> Settings {
        settings.of_character()
    }

    fn character(plan: &Arc<Plan<Self>>, _: Option<&Arc<Self>>, profile: &Profile) -> Result<Walker, String> {
        Walker::new(plan, profile)
    }
}

impl Jolt {
    fn ask(&self, sweep: &Sweep) -> Result<Option<Met>, Status> {
        let layers = layers(&self.plan, &self.player, sweep.mask);
        let filter = self.filter(&layers);
        let path = scaled(&sweep.displacement(), METRE).into();
        if sweep.hull == Hull::Point {
            let ray = RayCast::new(scaled(&sweep.start.coords, METRE).into(), path);
            let hit = self.world.cast_ray(&ray, &filter).map_err(|_| Status::Failed)?;
            let met = hit.map(|hit| {
                Ok(Met {
                    solid: solid(hit.compound_child)?,
                    fraction: hit.fraction,
                    normal: hit.normal,
                    witness: ray.point_at(hit.fraction),
                    starts_inside: hit.fraction == 0.0,
                })
            });
            return met.transpose();
        }
        let settings = &self.plan.settings;
        let hit = with_shape(&sweep.hull, settings.convex_radius, |shape| {
            let from = scaled(&(sweep.start.coords + middle(&sweep.hull)), METRE);
            let cast = ShapeCast::new(shape, from.into(), rotation(&sweep.hull), path)
                .collide_with_back_faces(settings.back_faces)
                .return_deepest_point(settings.deepest_point);
            self.world.cast_shape(&cast, &filter)
        });
        let hit = hit
            .map_err(|_| Status::Unsupported)?
            .map_err(|_| Status::Failed)?;
        let met = hit.map(|hit| {
            Ok(Met {
                solid: solid(hit.compound_child)?,
                fraction: hit.fraction,
                normal: hit.normal,
                witness: hit.point,
                starts_inside: hit.fraction == 0.0 && hit.penetration_depth > Self::TOUCHING * METRE,
            })
        });
        met.transpose()
    }

    fn filter<'a>(&self, layers: &'a [ObjectLayer]) -> QueryFilter<'a> {
        match layers.len() < self.plan.rigid.shapes.groups.len() {
            true => QueryFilter::new().object_layers(layers),
            false => QueryFilter::new(),
        }
    }
}

/// The solid of a hit: every body is a compound, whose children have the numbers of their solids.
fn solid(child: Option<CompoundSubShape>) -> Result<usize, Status> {
    child.map(|child| child.user_data as usize).ok_or(Status::Failed)
}
