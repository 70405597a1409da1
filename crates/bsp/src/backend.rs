//! The backend `bsp`: its data, its build, and its answers to the trait's questions.
//!
//! Source: Quake III's way of tracing, from descriptions and recordings (`docs/engines.md`). Each shape has its own compiled
//! walk (`walk.rs`).

use crate::brush_set::BrushSet;
use crate::clip::Skin;
use crate::compile::compile;
use crate::contacts::Near;
use crate::patch::PatchSet;
use crate::position::{first_overlap, point_contents};
use crate::shape::{AnyShape, MovingShape, for_shape, recentred, turned_capsule};
use crate::side_plane::array;
use crate::tree::{Tree, in_order};
use crate::walk::{Face, Found, Solids, walk};
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, Follows, HullKinds, LeftOver, Penetration,
    RoundHulls, Sidedness, SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::bevelled;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, Rotation, SurfaceFlags, Vec3, World};
use clipmark_hierarchy::lanes::per_axis;

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
    pub(crate) brushes: BrushSet,
    pub(crate) patches: PatchSet,
    pub(crate) tree: Tree,
    pub(crate) skin: Skin,
    facts: Facts,
}

impl BspBackend {
    /// Builds from a world: its own tree where it has one, else one compiled here; brushes without bevels get
    /// them.
    ///
    /// # Errors
    /// The rules of the tutorial, which [`TutorialBackend`](crate::TutorialBackend) implements.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        if rules.is_tutorial() {
            return Err(BuildError::Rules {
                backend: "this tracer of bsp",
                rules: rules.name.into(),
                known: "quake3 and quakeworld",
            });
        }
        let began = Instant::now();
        let whole: Vec<Brush> = world.brushes.iter().map(bevelled).collect();
        let patches = PatchSet::new(&world.patches);
        let (tree, early) = match &world.tree {
            Some(tree) => (tree.clone(), 1.0),
            None => {
                let bounds: Vec<Aabb> = whole.iter().map(|b| b.bounds).collect();
                (compile(&bounds, &patches.boxes()), -1.0)
            }
        };
        let tree = in_order(tree, patches.heads.len());
        let order = tree.leafs.iter().flat_map(|leaf| {
            let run = leaf.brushes.start as usize..leaf.brushes.end as usize;
            tree.leaf_brushes[run].iter().copied()
        });
        let (brushes, lines) = BrushSet::new(&whole, order);
        // The largest part of a build's memory at one time.
        drop(whole);
        let tree = Tree::new(&tree, early, (&brushes, &lines), &patches, rules.skin);
        let mut omissions = Vec::new();
        if patches.left_out > 0 {
            omissions.push(format!(
                "{} of the map's {} curved patches are too fine to be collided with",
                patches.left_out,
                world.patches.len()
            ));
        }
        if !world.triangles.is_empty() {
            omissions.push(format!(
                "the {} triangles are not collided with",
                world.triangles.len()
            ));
        }
        let facts = Facts {
            name: "bsp".into(),
            declaration: Declaration {
                hulls: HullKinds {
                    point: true,
                    sphere: true,
                    aabb: true,
                    capsule: true,
                    cylinder: false,
                },
                rules,
                skin_direction: SkinDirection::Normal,
                round_hulls: RoundHulls::Mitred,
                sidedness: Sidedness::Solid,
                start_solid: StartSolid::IgnoredUnlessAllSolid,
                touching_overlaps: true,
                follows: Some(Follows::Quake3),
                patches: true,
                triangles: false,
            },
            prepared: None,
            build_time: began.elapsed(),
            bytes: brushes.bytes() + patches.bytes() + tree.bytes() + size_of::<Self>(),
            primitives: brushes.len() + patches.facets.len(),
            omissions,
        };
        Ok(Self {
            brushes,
            patches,
            tree,
            skin: Skin::new(rules.skin, rules.touch),
            facts,
        })
    }

    #[inline(always)]
    pub(crate) fn solids(&self) -> Solids<'_> {
        Solids {
            tree: &self.tree,
            brushes: &self.brushes,
            patches: &self.patches,
            skin: self.skin,
        }
    }

    #[inline(always)]
    fn sweep<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        offset: [f32; 3],
        sweep: &Sweep,
        work: &mut Work,
    ) -> Found {
        let (start, end) = path(sweep, offset);
        if is_at_rest(sweep) {
            let contents = first_overlap(self.solids(), shape, start, sweep.mask);
            return contents.map_or(Found::NOTHING, Found::holding);
        }
        walk::<S, COUNT>(self.solids(), shape, (start, end), sweep.mask, work)
    }

    #[inline(always)]
    pub(crate) fn answer(&self, sweep: &Sweep, found: &Found) -> Trace {
        let (plane, surface) = match found.face {
            // Whatever was met before the solid that holds the whole path says nothing.
            _ if found.all_solid => (None, SurfaceFlags::empty()),
            Face::Nothing => (None, SurfaceFlags::empty()),
            Face::Side { line, side } => {
                let brush = self.brushes.brush_at(line);
                (
                    Some(brush.sides().get(side as usize)),
                    self.brushes.surface(brush, side),
                )
            }
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
            model: None,
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

/// The path of the hull's centre.
#[inline(always)]
pub(crate) fn path(sweep: &Sweep, offset: [f32; 3]) -> ([f32; 3], [f32; 3]) {
    let shifted = |p: &Point| per_axis(|i| p[i] + offset[i]);
    (shifted(&sweep.start), shifted(&sweep.end))
}

/// By components: comparing points or arrays is a loop that is not unrolled.
#[inline(always)]
pub(crate) fn is_at_rest(sweep: &Sweep) -> bool {
    let (a, b) = (&sweep.start, &sweep.end);
    a.x == b.x && a.y == b.y && a.z == b.z
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
            for_shape!(shape, s => self.sweep::<_, true>(&s, offset, sweep, work))
        } else {
            for_shape!(shape, s => self.sweep::<_, false>(&s, offset, sweep, work))
        };
        self.answer(sweep, &found)
    }

    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        match turned_capsule(&sweep.hull, rotation) {
            Some((capsule, offset)) if sweep.check().is_ok() => {
                work.counts.queries += u64::from(work.is_counting());
                let found = self.sweep::<_, false>(&capsule, offset, sweep, work);
                self.answer(sweep, &found)
            }
            _ => self.trace(sweep, work),
        }
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        work.counts.queries += u64::from(work.is_counting());
        match Self::shape_at(hull, at) {
            Err(status) => Some(Penetration::refused(status)),
            Ok((shape, at)) => {
                let near = Near {
                    solids: self.solids(),
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
        if !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        if let Ok((shape, at)) = Self::shape_at(hull, at) {
            let (stamp, stamps, _) = work.begin_visits(self.brushes.len() + self.patches.heads.len());
            let near = Near {
                solids: self.solids(),
                at,
                mask,
            };
            for_shape!(shape, s => near.contacts(&s, margin, (stamp, stamps), out));
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        if at.iter().all(|x| x.is_finite()) {
            point_contents(self.solids(), array(at))
        } else {
            Contents::empty()
        }
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl LeftOver for BspBackend {
    fn left_over(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Option<Plane> {
        if sweep.check().is_err() || sweep.start == sweep.end {
            return None;
        }
        let found = if let Some((capsule, offset)) = turned_capsule(&sweep.hull, rotation) {
            let path = path(sweep, offset);
            walk::<_, false>(self.solids(), &capsule, path, sweep.mask, work)
        } else {
            let (shape, offset) = recentred(&sweep.hull)?;
            let path = path(sweep, offset);
            for_shape!(shape, s => walk::<_, false>(self.solids(), &s, path, sweep.mask, work))
        };
        let met = Found {
            all_solid: false,
            ..found
        };
        self.answer(sweep, &met).plane
    }
}
