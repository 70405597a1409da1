use crate::bevels::bevelled;
use crate::brush_set::BrushSet;
use crate::clip::Skin;
use crate::contacts::{Near, for_shape};
use crate::position::{first_overlap, point_contents};
use crate::shape::{AnyShape, MovingShape, array, recentred};
use crate::tree::Tree;
use crate::walk::{Found, Walk};
use clipmark_collision::{
    BuildError, BuildFacts, CollisionBackend, Contact, Declaration, HullKinds, Penetration, RoundHulls,
    Sidedness, SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Point, Vec3, World};
use std::time::Instant;

/// Brush tracing through a BSP tree.
///
/// ```
/// use clipmark_bsp::BspBackend;
/// use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
/// use clipmark_geometry::{Brush, Contents, Hull, Point, World};
///
/// let floor = Brush::from_box(Point::new(-64., -64., -16.), Point::new(64., 64., 0.), Contents::SOLID)?;
/// let bsp = BspBackend::build(&World::of_brushes("floor", vec![floor]), TraceRules::QUAKE3)?;
/// let down = Sweep::new(Hull::quake3_player(), Point::new(0., 0., 40.), Point::new(0., 0., 0.));
/// let trace = bsp.trace(&down, &mut Work::silent());
/// assert_eq!(trace.end.z, 24.125); // feet one skin above the floor
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BspBackend {
    brushes: BrushSet,
    tree: Tree,
    rules: TraceRules,
    skin: Skin,
    facts: BuildFacts,
}

impl BspBackend {
    /// Builds from a world: its own tree where it has one, else one compiled here; brushes without bevels get
    /// them.
    ///
    /// # Errors
    /// None yet; other rule sets may refuse a world.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        let began = Instant::now();
        let whole: Vec<_> = world.brushes.iter().map(bevelled).collect();
        let bounds: Vec<Aabb> = whole.iter().map(|b| b.bounds).collect();
        let brushes = BrushSet::new(&whole);
        let tree = Tree::of_world(world, &bounds);
        let mut omissions = Vec::new();
        if !world.patches.is_empty() {
            omissions.push(format!(
                "the map's {} curved patches are not collided with",
                world.patches.len()
            ));
        }
        let facts = BuildFacts {
            name: "bsp".into(),
            build_time: began.elapsed(),
            bytes: brushes.bytes() + tree.bytes() + size_of::<Self>(),
            primitives: brushes.heads.len(),
            omissions,
        };
        Ok(Self {
            brushes,
            tree,
            rules,
            skin: Skin::new(rules.skin, rules.touch),
            facts,
        })
    }

    fn sweep<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        offset: [f32; 3],
        sweep: &Sweep,
        work: &mut Work,
    ) -> Found {
        let shifted = |p: &Point| -> [f32; 3] { std::array::from_fn(|i| p[i] + offset[i]) };
        let (start, end) = (shifted(&sweep.start), shifted(&sweep.end));
        if sweep.start == sweep.end {
            let brush = first_overlap(&self.tree, &self.brushes, &shape, start, sweep.mask);
            let solid = brush.is_some();
            let fraction = if solid { 0.0 } else { 1.0 };
            return Found {
                fraction,
                start_solid: solid,
                all_solid: solid,
                brush,
                side: None,
            };
        }
        let half = shape.half();
        let (stamp, stamps, counts) = work.begin_visits(self.brushes.heads.len());
        let mut walk = Walk::<S, COUNT> {
            tree: &self.tree,
            brushes: &self.brushes,
            shape,
            start,
            end,
            mask: sweep.mask,
            skin: self.skin,
            mins: std::array::from_fn(|i| start[i].min(end[i]) - half[i]),
            maxs: std::array::from_fn(|i| start[i].max(end[i]) + half[i]),
            stamp,
            stamps,
            counts,
            found: Found::NOTHING,
        };
        walk.run();
        walk.found
    }

    fn answer(&self, sweep: &Sweep, found: &Found) -> Trace {
        let brush = found.brush.map(|i| &self.brushes.heads[i as usize]);
        let side = found.side.map(|i| i as usize);
        Trace {
            fraction: found.fraction,
            end: sweep.at(found.fraction),
            plane: side.filter(|_| !found.all_solid).map(|i| {
                let side = self.brushes.sides[i];
                Plane::new(Vec3::from(side.normal), side.dist)
            }),
            contents: brush.map_or(Contents::empty(), |b| b.contents),
            surface: side.map(|i| self.brushes.surfaces[i]).unwrap_or_default(),
            start_solid: found.start_solid,
            all_solid: found.all_solid,
            status: Status::Exact,
        }
    }

    fn shape_at(hull: &Hull, at: &Point) -> Result<(AnyShape, [f32; 3]), Status> {
        if !at.iter().all(|x| x.abs() <= Sweep::LIMIT) {
            return Err(Status::Invalid);
        }
        let (shape, offset) = recentred(hull).ok_or(Status::Unsupported)?;
        let at = array(at);
        Ok((shape, std::array::from_fn(|i| at[i] + offset[i])))
    }
}

impl CollisionBackend for BspBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() {
            return Trace::invalid(sweep);
        }
        let Some((shape, offset)) = recentred(&sweep.hull) else {
            return Trace::refused(sweep, Status::Unsupported);
        };
        let found = if work.is_counting() {
            work.counts.queries += 1;
            for_shape!(shape, s => self.sweep::<_, true>(s, offset, sweep, work))
        } else {
            for_shape!(shape, s => self.sweep::<_, false>(s, offset, sweep, work))
        };
        self.answer(sweep, &found)
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        work.counts.queries += u64::from(work.is_counting());
        let refused = |status| Penetration {
            depth: 0.0,
            normal: Vec3::z(),
            contents: Contents::empty(),
            status,
        };
        match Self::shape_at(hull, at) {
            Err(status) => Some(refused(status)),
            Ok((shape, at)) => {
                let near = Near {
                    tree: &self.tree,
                    brushes: &self.brushes,
                    at,
                    mask,
                };
                for_shape!(shape, s => near.penetration(&s))
            }
        }
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
        work.counts.queries += u64::from(work.is_counting());
        if let Ok((shape, at)) = Self::shape_at(hull, at) {
            let (stamp, stamps, _) = work.begin_visits(self.brushes.heads.len());
            let near = Near {
                tree: &self.tree,
                brushes: &self.brushes,
                at,
                mask,
            };
            for_shape!(shape, s => near.contacts(&s, margin, (stamp, stamps), out));
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        if at.iter().all(|x| x.is_finite()) {
            point_contents(&self.tree, &self.brushes, array(at))
        } else {
            Contents::empty()
        }
    }

    fn declares(&self) -> Declaration {
        Declaration {
            hulls: HullKinds {
                point: true,
                sphere: true,
                aabb: true,
                capsule: true,
                cylinder: false,
            },
            rules: self.rules,
            skin_direction: SkinDirection::Normal,
            round_hulls: RoundHulls::Mitred,
            sidedness: Sidedness::Solid,
            start_solid: StartSolid::IgnoredUnlessAllSolid,
            touching_overlaps: true,
            patches: false,
        }
    }

    fn facts(&self) -> &BuildFacts {
        &self.facts
    }
}
