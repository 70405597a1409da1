//! What a world of Box3D's is built from, on any thread: the brushes' corners around their middles, and their sides.

use crate::settings::Settings;
use boxddd::{BoxHull, Quat, Transform};
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Cuboid, Model, Vec3 as Units, World};
use std::sync::atomic::{AtomicU64, Ordering};

/// The plan of a world.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Unlike that of any other plan of this process.
    pub(crate) id: u64,
    pub(crate) settings: Settings,
    pub(crate) parts: Vec<Part>,
    /// The brushes of each model that may move, in the model's frame.
    pub(crate) models: Vec<Vec<Part>>,
    /// Each kind of contents once: its place is its category in Box3D's filter.
    words: Vec<Contents>,
}

/// A brush.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) contents: Contents,
    pub(crate) sides: Vec<BrushSide>,
    pub(crate) highest: f32,
    /// Middle, in units.
    pub(crate) middle: Units,
    /// Corners around the middle, in Box3D's metres.
    pub(crate) corners: Vec<boxddd::Vec3>,
    /// The box that it is, if it is one.
    pub(crate) cuboid: Option<Cuboid>,
}

/// Box3D's filters have this many categories.
const CATEGORIES: usize = 64;

impl Plan {
    /// Of a world's rigid part, and of the models that may move.
    pub(crate) fn new(world: &World, models: &[Model], settings: Settings) -> Result<Self, BuildError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut plan = Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            settings,
            parts: Vec::new(),
            models: Vec::new(),
            words: Vec::new(),
        };
        plan.parts = plan.parts_of(&world.brushes)?;
        for model in models {
            let parts = plan.parts_of(&model.brushes)?;
            plan.models.push(parts);
        }
        if plan.words.len() > CATEGORIES {
            return Err(BuildError::Library {
                backend: settings.name,
                why: format!("it has more than {CATEGORIES} kinds of contents, the categories of a filter"),
            });
        }
        Ok(plan)
    }

    fn parts_of(&mut self, brushes: &[Brush]) -> Result<Vec<Part>, BuildError> {
        let backend = self.settings.name;
        let brushes = brushes.iter().enumerate();
        let part = |(brush, it)| {
            self.part(it).map_err(|why| BuildError::Brush {
                backend,
                brush,
                why: why.into(),
            })
        };
        brushes.map(part).collect()
    }

    fn part(&mut self, brush: &Brush) -> Result<Part, &'static str> {
        const OPEN: &str = "is open on a side or has a coordinate that is not finite";
        if !brush.sides.iter().all(|s| s.plane.is_valid()) {
            return Err(OPEN);
        }
        let corners = brush.vertices();
        let limit = Sweep::LIMIT * 4.0;
        if corners
            .iter()
            .flat_map(|c| c.iter())
            .any(|x| !x.is_finite() || x.abs() > limit)
        {
            return Err(OPEN);
        }
        if !self.words.contains(&brush.contents) {
            self.words.push(brush.contents);
        }
        let middle = Aabb::of_points(&corners).center().coords;
        Ok(Part {
            contents: brush.contents,
            sides: brush.sides.clone(),
            highest: brush.bounds.maxs.z,
            middle,
            corners: corners
                .iter()
                .map(|c| self.length(&(c.coords - middle)))
                .collect(),
            cuboid: Cuboid::of(brush),
        })
    }

    /// The category of a kind of contents.
    pub(crate) fn category(&self, contents: Contents) -> u64 {
        let at = self.words.iter().position(|w| *w == contents);
        at.map_or(0, |bit| 1 << bit)
    }

    /// The categories that a mask collides with.
    pub(crate) fn categories(&self, mask: Contents) -> u64 {
        let bits = self.words.iter().enumerate();
        let hit = bits.filter(|(_, w)| w.intersects(mask));
        hit.fold(0, |all, (bit, _)| all | 1 << bit)
    }

    /// A box around its own middle, as Box3D makes one without its hull builder.
    pub(crate) fn thin_box(&self, cuboid: &Cuboid) -> Option<BoxHull> {
        let half = self.length(&cuboid.half);
        let q = cuboid.rotation.coords;
        let turned = Transform::new(
            boxddd::Vec3::ZERO,
            Quat::new(boxddd::Vec3::new(q.x, q.y, q.z), q.w),
        );
        BoxHull::transformed(half.x, half.y, half.z, turned).ok()
    }

    /// A length, displacement or velocity in Box3D's metres.
    pub(crate) fn length(&self, v: &Units) -> boxddd::Vec3 {
        let m = self.settings.metres;
        boxddd::Vec3::new(v.x * m, v.y * m, v.z * m)
    }

    /// A position in Box3D's metres.
    pub(crate) fn place(&self, v: &Units) -> boxddd::Pos {
        let m = self.settings.metres;
        boxddd::Pos::new(v.x * m, v.y * m, v.z * m)
    }

    /// A length or position in units.
    pub(crate) fn units(&self, v: boxddd::Vec3) -> Units {
        Units::new(v.x, v.y, v.z) / self.settings.metres
    }
}
