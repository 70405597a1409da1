use crate::bevels::bevelled;
use crate::brush_set::BrushSet;
use crate::cast::{Cast, FirstHits, Hit, NO_SIDE};
use crate::clip::Skin;
use crate::contacts::{Near, for_shape};
use crate::hierarchy::Hierarchy;
use crate::lanes::per_axis;
use crate::order::Order;
use crate::patch::{Bounds, PatchSet};
use crate::position::{first_overlap, point_contents};
use crate::shape::{AnyShape, MovingShape, array, recentred};
use crate::tree::Tree;
use crate::walk::{Face, Found, Walk};
use clipmark_collision::{
    BuildError, BuildFacts, CollisionBackend, Contact, Counts, Declaration, HullKinds, Penetration,
    RoundHulls, Sidedness, SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
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
    patches: PatchSet,
    tree: Tree,
    brush_boxes: Hierarchy,
    facet_boxes: Hierarchy,
    rules: TraceRules,
    skin: Skin,
    facts: BuildFacts,
}

impl BspBackend {
    /// Builds from a world: its own tree where it has one, else one compiled here; brushes without bevels get
    /// them.
    ///
    /// # Errors
    /// The rules of the tutorial, which [`TutorialBackend`](crate::TutorialBackend) plays by.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        if rules.is_tutorial() {
            return Err(BuildError::Rules {
                backend: "this tracer of bsp",
                rules: rules.name.into(),
                known: "quake3 and quakeworld",
            });
        }
        let began = Instant::now();
        let whole: Vec<_> = world.brushes.iter().map(bevelled).collect();
        let bounds: Vec<Aabb> = whole.iter().map(|b| b.bounds).collect();
        let brushes = BrushSet::new(&whole);
        let patches = PatchSet::new(&world.patches);
        let patch_bounds: Vec<Aabb> = patches.heads.iter().map(|p| p.bounds.with_slack()).collect();
        let tree = Tree::of_world(world, &bounds, &patch_bounds);
        let brush_boxes = Hierarchy::new(&bounds);
        let facet_bounds: Vec<Aabb> = patches
            .facets
            .iter()
            .map(|f| {
                if f.loose {
                    Bounds::without_end()
                } else {
                    f.bounds.with_slack()
                }
            })
            .collect();
        let facet_boxes = Hierarchy::new(&facet_bounds);
        let mut omissions = Vec::new();
        if patches.left_out > 0 {
            omissions.push(format!(
                "{} of the map's {} curved patches are too fine to be collided with",
                patches.left_out,
                world.patches.len()
            ));
        }
        let facts = BuildFacts {
            name: "bsp".into(),
            build_time: began.elapsed(),
            bytes: brushes.bytes()
                + patches.bytes()
                + tree.bytes()
                + brush_boxes.bytes()
                + facet_boxes.bytes()
                + size_of::<Self>(),
            primitives: brushes.heads.len() + patches.facets.len(),
            omissions,
        };
        Ok(Self {
            brushes,
            patches,
            tree,
            brush_boxes,
            facet_boxes,
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
        let shifted = |p: &Point| per_axis(|i| p[i] + offset[i]);
        let (start, end) = (shifted(&sweep.start), shifted(&sweep.end));
        if sweep.start == sweep.end {
            let all = (&self.brushes, &self.patches);
            let contents = first_overlap(&self.tree, all, &shape, start, sweep.mask);
            return contents.map_or(Found::NOTHING, |contents| Found {
                fraction: 0.0,
                start_solid: true,
                all_solid: true,
                contents,
                face: Face::Nothing,
            });
        }
        if self.brushes.bounded
            && let Some(found) = self.first_hit::<S, COUNT>(shape, (start, end), sweep.mask, &mut work.counts)
        {
            return found;
        }
        self.walk::<S, COUNT>(shape, (start, end), sweep.mask, work)
    }

    /// The short way: what is hit first, then whether and in which order the tree's walk comes to it. None when
    /// that does not settle the answer.
    #[inline(always)]
    fn first_hit<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        (start, end): ([f32; 3], [f32; 3]),
        mask: Contents,
        counts: &mut Counts,
    ) -> Option<Found> {
        let mut cast = Cast::<S, COUNT> {
            brushes: &self.brushes,
            patches: &self.patches,
            brush_boxes: &self.brush_boxes,
            facet_boxes: &self.facet_boxes,
            shape,
            start,
            end,
            mask,
            skin: self.skin,
            counts,
        };
        let mut hits = FirstHits::default();
        cast.run(&mut hits);
        if hits.unsure {
            return None;
        }
        if hits.tied.as_slice().is_empty() && hits.starts.as_slice().is_empty() {
            return Some(Found::NOTHING);
        }
        if let Some(found) = self.certain::<S, COUNT>(&shape, (start, end), &hits) {
            return Some(found);
        }
        if hits.more {
            return None;
        }
        let mut order = Order::<S, COUNT>::new(&self.tree, shape, self.skin, &hits, counts);
        if !order.run(start, end) {
            return None;
        }
        let start_solid = order.start_solid;
        Some(order.winner.map_or(
            Found {
                start_solid,
                ..Found::NOTHING
            },
            |hit| self.found(&shape, &hit, start_solid),
        ))
    }

    /// The answer when the order of the hits makes no difference to it and the walk surely comes to them.
    #[inline(always)]
    fn certain<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        path: ([f32; 3], [f32; 3]),
        hits: &FirstHits,
    ) -> Option<Found> {
        let (start, end) = path;
        let reaches = |item: u32, at: [f32; 3], best: f32| {
            let near = match self.brushes.heads.get(item as usize) {
                Some(head) => per_axis(|k| at[k].max(head.mins[k]).min(head.maxs[k])),
                None => at,
            };
            Order::<S, COUNT>::reaches(&self.tree, shape, self.skin, path, (item, near), best)
        };
        let starts = hits.starts.as_slice();
        let tied = hits.tied.as_slice();
        let Some((winner, others)) = tied.split_first() else {
            let start_solid = starts.iter().any(|&i| reaches(i, start, hits.best));
            return start_solid.then_some(Found {
                start_solid,
                ..Found::NOTHING
            });
        };
        let meets = per_axis(|k| start[k] + hits.best * (end[k] - start[k]));
        if !others.iter().all(|hit| self.brushes.alike(winner, hit))
            || !reaches(winner.item, meets, hits.next)
        {
            return None;
        }
        let start_solid = if starts.is_empty() || winner.side == NO_SIDE {
            false
        } else if starts.iter().any(|&i| reaches(i, start, hits.best)) {
            true
        } else {
            return None;
        };
        Some(self.found(shape, winner, start_solid))
    }

    #[inline(always)]
    fn found<S: MovingShape>(&self, shape: &S, hit: &Hit, start_solid: bool) -> Found {
        let brushes = &self.brushes.heads;
        let all_solid = hit.side == NO_SIDE;
        let (contents, face) = match brushes.get(hit.item as usize) {
            Some(brush) if all_solid => (brush.contents, Face::Nothing),
            Some(brush) => (brush.contents, Face::Side(brush.first_side + hit.side)),
            None => {
                let facet = &self.patches.facets[hit.facet as usize];
                let side = &self.patches.sides_of(facet)[hit.side as usize];
                let face = Face::Facet {
                    facet: hit.facet,
                    plane: shape.moved_out(side),
                };
                (self.patches.heads[facet.patch as usize].contents, face)
            }
        };
        Found {
            fraction: hit.fraction,
            start_solid: start_solid || all_solid,
            all_solid,
            contents,
            face,
        }
    }

    /// The long way: the engine's own walk.
    fn walk<S: MovingShape, const COUNT: bool>(
        &self,
        shape: S,
        (start, end): ([f32; 3], [f32; 3]),
        mask: Contents,
        work: &mut Work,
    ) -> Found {
        let half = shape.half();
        let (stamp, stamps, counts) = work.begin_visits(self.brushes.heads.len() + self.patches.heads.len());
        let mut walk = Walk::<S, COUNT> {
            tree: &self.tree,
            brushes: &self.brushes,
            patches: &self.patches,
            shape,
            start,
            end,
            mask,
            skin: self.skin,
            mins: per_axis(|i| start[i].min(end[i]) - half[i]),
            maxs: per_axis(|i| start[i].max(end[i]) + half[i]),
            stamp,
            stamps,
            counts,
            found: Found::NOTHING,
        };
        walk.run();
        walk.found
    }

    fn answer(&self, sweep: &Sweep, found: &Found) -> Trace {
        let (plane, surface) = match found.face {
            // Whatever was met before the solid that holds the whole path says nothing.
            _ if found.all_solid => (None, SurfaceFlags::empty()),
            Face::Nothing => (None, SurfaceFlags::empty()),
            Face::Side(i) => (
                Some(self.brushes.sides[i as usize]),
                self.brushes.surfaces[i as usize],
            ),
            Face::Facet { facet, plane } => {
                let patch = self.patches.facets[facet as usize].patch;
                (Some(plane), self.patches.heads[patch as usize].surface)
            }
        };
        Trace {
            fraction: found.fraction,
            end: sweep.at(found.fraction),
            plane: plane.map(|p| Plane::new(Vec3::from(p.normal), p.dist)),
            contents: found.contents,
            surface,
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
                    patches: &self.patches,
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
            let (stamp, stamps, _) = work.begin_visits(self.brushes.heads.len() + self.patches.heads.len());
            let near = Near {
                tree: &self.tree,
                brushes: &self.brushes,
                patches: &self.patches,
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
            patches: true,
        }
    }

    fn facts(&self) -> &BuildFacts {
        &self.facts
    }
}
