use crate::entry::{Cylinder, Entry, V3};
use crate::hierarchy::BoxSweep;
use crate::mesh::Mesh;
use crate::separation::{Separation, overlaps, separation, top_within};
use crate::solids::Solids;
use crate::stop::Path;
use crate::tally::{Silent, Tally};
use crate::{Polygon, buried};
use clipmark_collision::{
    BuildError, BuildFacts, CollisionBackend, Contact, Declaration, HullKinds, Penetration, RoundHulls,
    Sidedness, SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Point, Vec3, World};
use std::time::Instant;

/// The backend's name, on the command line and in errors.
const NAME: &str = "cylinder";

/// Vertical cylinders (and points) against the polygon mesh of a world.
///
/// One-sided: a polygon stops what moves against its front. A sweep that starts in a surface, deeper than an eighth
/// of the skin, has `start_solid` set; the surface stops it at once if it goes deeper and lets it go otherwise.
/// A sweep whose hull has its middle inside a brush at the start is told so too, and does not move at all
/// (`all_solid`) if the middle ends inside the same brush; otherwise that brush is ignored, its faces being seen
/// from behind.
#[derive(Clone, Debug)]
pub struct CylinderBackend {
    mesh: Mesh,
    solids: Solids,
    rules: TraceRules,
    facts: BuildFacts,
}

impl CylinderBackend {
    /// Builds the mesh from the faces of all brushes, without those buried in other brushes.
    ///
    /// # Errors
    /// Rules whose skin is negative or no number, or more polygons than the mesh can index.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        let started = Instant::now();
        let faces: Vec<_> = world.brushes.iter().map(|b| b.faces()).collect();
        let hidden = buried::buried(&world.brushes, &faces);
        let mut polygons = Vec::new();
        let mut unusable = 0;
        for ((brush, faces), hidden) in world.brushes.iter().zip(&faces).zip(&hidden) {
            for (face, _) in faces.iter().zip(hidden).filter(|(_, hidden)| !**hidden) {
                let side = &brush.sides[face.side];
                match Polygon::on_plane(side.plane, face.winding.to_f32(), brush.contents, side.surface) {
                    Ok(polygon) => polygons.push(polygon),
                    Err(_) => unusable += 1,
                }
            }
        }
        let sides: Vec<Vec<usize>> = faces.iter().map(|f| f.iter().map(|f| f.side).collect()).collect();
        let solids = Solids::new(&world.brushes, &sides);
        let mut omissions = Vec::new();
        if !world.patches.is_empty() {
            omissions.push(format!(
                "{} curved patches are not collided with",
                world.patches.len()
            ));
        }
        let faceless = faces.iter().filter(|f| f.is_empty()).count();
        if faceless > 0 {
            omissions.push(format!(
                "{faceless} brushes have no face and are not collided with"
            ));
        }
        if unusable > 0 {
            omissions.push(format!(
                "{unusable} faces have no area in f32 and are not collided with"
            ));
        }
        Self::assemble(&polygons, solids, rules, omissions, started)
    }

    /// Builds from polygons alone: an open mesh, triangles of a file. No point has contents then, and a start
    /// behind all surfaces is not noticed.
    ///
    /// # Errors
    /// As [`CylinderBackend::build`].
    pub fn from_polygons(polygons: &[Polygon], rules: TraceRules) -> Result<Self, BuildError> {
        Self::assemble(polygons, Solids::default(), rules, Vec::new(), Instant::now())
    }

    fn assemble(
        polygons: &[Polygon],
        solids: Solids,
        rules: TraceRules,
        omissions: Vec<String>,
        started: Instant,
    ) -> Result<Self, BuildError> {
        let refused = |rules: String, known| BuildError::Rules {
            backend: NAME,
            rules,
            known,
        };
        if !(rules.skin >= 0.0 && rules.skin.is_finite()) {
            return Err(refused(
                format!("skin {}", rules.skin),
                "a skin of 0 units or more",
            ));
        }
        let mesh = Mesh::new(polygons).ok_or_else(|| {
            refused(
                format!("{} polygons", polygons.len()),
                "65,536 kinds of surface and 2^32 corners",
            )
        })?;
        let facts = BuildFacts {
            name: NAME.into(),
            build_time: started.elapsed(),
            bytes: mesh.bytes() + solids.bytes(),
            primitives: mesh.len(),
            omissions,
        };
        Ok(Self {
            mesh,
            solids,
            rules,
            facts,
        })
    }

    /// Bytes of polygons and their hierarchy alone, without the volumes kept for contents.
    pub fn mesh_bytes(&self) -> usize {
        self.mesh.bytes()
    }

    fn sweep<T: Tally>(&self, sweep: &Sweep, hull: Cylinder, tally: &mut T) -> Trace {
        let by = sweep.end.coords.cast::<f64>() - sweep.start.coords.cast::<f64>();
        let path = Path::new(hull, by, &self.rules);
        let middle = Point::from(hull.center.cast::<f32>());
        if by == V3::zeros() {
            return self.stand(sweep, &path, &middle, tally);
        }
        let mut trace = Trace::free(sweep);
        let mut best: Option<(Entry, usize)> = None;
        let mut ends_in = false;
        let half = Vec3::new(hull.radius as f32, hull.radius as f32, hull.half as f32);
        let query = BoxSweep::new(middle, by.cast(), half + self.margin(sweep));
        self.mesh.hierarchy.sweep(&query, tally, |i, tally| {
            let limit = best.as_ref().map_or(1.0, |(b, _)| b.t);
            let (contents, _) = self.mesh.material(i);
            if contents.intersects(sweep.mask) {
                tally.primitive();
                let stop = path.stop(&self.mesh.face(i), limit, trace.start_solid);
                trace.start_solid |= stop.starts_in;
                ends_in |= stop.ends_in;
                if let Some(entry) = stop.at
                    && best.as_ref().is_none_or(|(b, _)| goes_before(&entry, b, &by))
                {
                    best = Some((entry, i));
                }
            }
            best.as_ref().map_or(1.0, |(b, _)| (b.t as f32).next_up())
        });

        let depth = path.rounding as f32;
        let last = middle + by.cast::<f32>();
        let mut within: Option<Contents> = None;
        self.solids
            .holding(&middle, sweep.mask, depth, tally, |solid, contents| {
                trace.start_solid = true;
                if self.solids.holds(solid, &last, depth) {
                    within = Some(within.unwrap_or_default() | contents);
                }
            });
        if let Some(contents) = within {
            return Trace {
                fraction: 0.0,
                end: sweep.start,
                contents,
                all_solid: true,
                start_solid: true,
                ..trace
            };
        }
        let Some((entry, i)) = best else { return trace };
        // Rounded down: a stop must not be later than it is.
        let mut fraction = entry.t as f32;
        if f64::from(fraction) > entry.t || fraction >= 1.0 {
            fraction = fraction.next_down();
        }
        let fraction = fraction.max(0.0);
        let (contents, surface) = self.mesh.material(i);
        let face = self.mesh.face(i);
        let dist = if entry.on_face {
            face.dist
        } else {
            entry.normal.dot(&entry.point)
        };
        let plane = Plane::new(entry.normal.cast(), dist as f32);
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: (!ends_in).then_some(plane),
            contents,
            surface,
            all_solid: ends_in,
            ..trace
        }
    }

    /// A sweep that goes nowhere: the position test, for the core.
    fn stand<T: Tally>(&self, sweep: &Sweep, path: &Path, middle: &Point, tally: &mut T) -> Trace {
        let mut met = Contents::empty();
        let core = &path.core;
        let depth = path.rounding as f32;
        self.solids
            .holding(middle, sweep.mask, depth, tally, |_, contents| met |= contents);
        if met.is_empty() {
            self.near(core, 0.0, sweep.mask, tally, |i| {
                if met.is_empty() && overlaps(&self.mesh.face(i), core) {
                    met = self.mesh.material(i).0;
                }
            });
        }
        if met.is_empty() {
            return Trace::free(sweep);
        }
        Trace {
            contents: met,
            start_solid: true,
            all_solid: true,
            ..Trace::refused(sweep, Status::Exact)
        }
    }

    /// The polygons of the mask whose leaves touch the box around the body grown by the margin.
    fn near<T: Tally>(
        &self,
        body: &Cylinder,
        margin: f64,
        mask: Contents,
        tally: &mut T,
        mut visit: impl FnMut(usize),
    ) {
        let (lo, hi) = body.grown(margin).bounds();
        let rounding = ulps(lo.amax().max(hi.amax()) as f32);
        let query = Aabb::new(Point::from(lo.cast()), Point::from(hi.cast())).grown(rounding);
        self.mesh.hierarchy.touching(&query, tally, |i, tally| {
            if self.mesh.material(i).0.intersects(mask) {
                tally.primitive();
                visit(i);
            }
        });
    }

    /// How much a sweep's box is grown, so that neither skin nor f32 rounding loses a polygon.
    fn margin(&self, sweep: &Sweep) -> Vec3 {
        Vec3::repeat(self.rules.skin + ulps(sweep.start.coords.amax().max(sweep.end.coords.amax())))
    }

    fn overlap_of<T: Tally>(&self, hull: &Cylinder, mask: Contents, tally: &mut T) -> Option<Penetration> {
        let mut front: Option<(Separation, usize)> = None;
        let mut behind: Option<(Separation, usize)> = None;
        self.near(hull, 0.0, mask, tally, |i| {
            let face = self.mesh.face(i);
            if !overlaps(&face, hull) {
                return;
            }
            let out = separation(&face, hull);
            if face.normal.dot(&hull.center) >= face.dist {
                if front.as_ref().is_none_or(|(b, _)| out.distance < b.distance) {
                    front = Some((out, i));
                }
            } else if behind.as_ref().is_none_or(|(b, _)| out.distance > b.distance) {
                behind = Some((out, i));
            }
        });
        let of_face = |(out, i): (Separation, usize)| Penetration {
            depth: out.distance.min(0.0).abs() as f32,
            normal: out.normal.cast(),
            contents: self.mesh.material(i).0,
            status: Status::Exact,
        };
        let middle = Point::from(hull.center.cast::<f32>());
        front
            .map(of_face)
            .or_else(|| self.solids.way_out(&middle, hull, mask, tally))
            .or_else(|| behind.map(of_face))
    }

    fn contacts_of<T: Tally>(
        &self,
        hull: &Cylinder,
        margin: f64,
        mask: Contents,
        out: &mut Vec<Contact>,
        tally: &mut T,
    ) {
        let grown = hull.grown(margin);
        let (lo, hi) = grown.bounds();
        self.near(hull, margin, mask, tally, |i| {
            let face = self.mesh.face(i);
            let ahead = face.normal.dot(&hull.center) - face.dist;
            let support = hull.support(&face.normal);
            if ahead <= -support || ahead > support + margin || !face.touches(&lo, &hi) {
                return;
            }
            let gap = separation(&face, hull);
            if gap.distance > margin {
                return;
            }
            out.push(Contact {
                point: Point::from(gap.point.cast::<f32>()),
                normal: gap.normal.cast(),
                face_normal: face.normal.cast(),
                distance: gap.distance as f32,
                top: top_within(&face, &grown).unwrap_or(gap.point.z) as f32,
                contents: self.mesh.material(i).0,
            });
        });
    }
}

/// Which of two stops counts: the earlier; of two at one time the face rather than an edge, then the one that
/// faces the motion more.
fn goes_before(a: &Entry, b: &Entry, by: &V3) -> bool {
    let opposed = |e: &Entry| e.normal.dot(by);
    a.t < b.t || (a.t == b.t && (a.on_face, -opposed(a)) > (b.on_face, -opposed(b)))
}

/// Room for the rounding of a few f32 operations on coordinates of that size, in units.
fn ulps(largest: f32) -> f32 {
    const STEPS: f32 = 8.0; // a slab test rounds five times; more only visits more leaves
    largest * f32::EPSILON * STEPS
}

/// The hull at a position, or why there is none.
fn body(hull: &Hull, at: &Point) -> Result<Cylinder, Status> {
    if !matches!(hull, Hull::Cylinder { .. } | Hull::Point) {
        return Err(Status::Unsupported);
    }
    let bounds = hull.bounds();
    let within = |x: &f32| x.abs() <= Sweep::LIMIT;
    let fine = bounds.mins.iter().chain(bounds.maxs.iter()).all(within) && !bounds.is_empty();
    if !fine || !at.iter().all(within) {
        return Err(Status::Invalid);
    }
    let (mins, maxs) = (bounds.mins.coords.cast::<f64>(), bounds.maxs.coords.cast::<f64>());
    Ok(Cylinder {
        center: at.coords.cast() + (mins + maxs) * 0.5,
        radius: (maxs.x - mins.x) * 0.5,
        half: (maxs.z - mins.z) * 0.5,
    })
}

impl CollisionBackend for CylinderBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() {
            return Trace::invalid(sweep);
        }
        let hull = match body(&sweep.hull, &sweep.start) {
            Ok(hull) => hull,
            Err(status) => return Trace::refused(sweep, status),
        };
        if work.is_counting() {
            work.counts.queries += 1;
            self.sweep(sweep, hull, &mut work.counts)
        } else {
            self.sweep(sweep, hull, &mut Silent)
        }
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let hull = match body(hull, at) {
            Ok(hull) => hull,
            Err(status) => {
                return Some(Penetration {
                    depth: 0.0,
                    normal: Vec3::z(),
                    contents: Contents::empty(),
                    status,
                });
            }
        };
        if work.is_counting() {
            work.counts.queries += 1;
            self.overlap_of(&hull, mask, &mut work.counts)
        } else {
            self.overlap_of(&hull, mask, &mut Silent)
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
        let Ok(hull) = body(hull, at) else { return };
        if !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        if work.is_counting() {
            work.counts.queries += 1;
            self.contacts_of(&hull, f64::from(margin), mask, out, &mut work.counts);
        } else {
            self.contacts_of(&hull, f64::from(margin), mask, out, &mut Silent);
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        let mut all = Contents::empty();
        if at.iter().all(|x| x.is_finite()) {
            self.solids
                .holding(at, Contents::all(), 0.0, &mut Silent, |_, contents| {
                    all |= contents
                });
        }
        all
    }

    fn declares(&self) -> Declaration {
        Declaration {
            hulls: HullKinds {
                point: true,
                cylinder: true,
                ..HullKinds::default()
            },
            rules: self.rules,
            skin_direction: SkinDirection::Normal,
            round_hulls: RoundHulls::Round,
            sidedness: Sidedness::FrontOnly,
            start_solid: StartSolid::IgnoredUnlessAllSolid,
            touching_overlaps: false,
            patches: false,
        }
    }

    fn facts(&self) -> &BuildFacts {
        &self.facts
    }
}
