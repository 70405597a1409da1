//! The backend `cylinder`: its data, its build, and its answers to the trait's questions.
//!
//! Source: the polygon mesh of Darken and Anderegg (2006), which tests positions only. Departure: a hull is swept. `entry.rs` and
//! `stop.rs` compute when it enters a polygon, and where it stops.

use crate::buried::buried;
use crate::entry::Cylinder;
use crate::mesh::Mesh;
use crate::outlines;
use crate::polygon::{Polygon, Refused};
use crate::solids::Solids;
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, Reached, RoundHulls,
    Sidedness, Silent, SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work, tallied,
};
use clipmark_geometry::{Contents, Hull, Point, World};

/// The backend's name, on the command line and in errors.
const NAME: &str = "cylinder";

/// Vertical cylinders (and points) against the polygon mesh of a world.
///
/// Curved patches are the triangles of [`World::patch_triangles`], seen from their fronts.
///
/// Polygons of brushes are one-sided: they stop motion against their front. Triangles are one-sided where the world says so;
/// two-sided triangles block from the side of the hull's centre. Neither gives a point contents.
///
/// A sweep that starts in a surface, deeper than an eighth of the skin, has `start_solid` set. The surface stops it at once if it
/// goes deeper, and is ignored otherwise. A sweep whose hull has its centre inside a brush at the start has `start_solid` set
/// too. It does not move (`all_solid`) if the centre ends inside the same brush. Otherwise that brush is ignored, since its faces
/// are seen from behind.
#[derive(Clone, Debug)]
pub struct CylinderBackend {
    pub(crate) mesh: Mesh,
    /// Faces buried in brushes, which points meet, and sweeps that start in a brush. Without them 118 of the 5,888 exact sweeps
    /// of `conformance` are missed.
    pub(crate) hidden: Mesh,
    pub(crate) solids: Solids,
    pub(crate) rules: TraceRules,
    facts: Facts,
}

impl CylinderBackend {
    /// Builds the mesh from triangles, curved patches, and the faces of all brushes that are not buried in other brushes. Faces
    /// narrower than 1/1024 unit are left out: the edges of their neighbours lie in their place.
    ///
    /// # Errors
    /// The tutorial's rules, rules whose skin is negative or no number, or more polygons than the mesh can index.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        rules.refuse_tutorial(NAME)?;
        if !(rules.skin >= 0.0 && rules.skin.is_finite()) {
            return Err(refused(format!("skin {}", rules.skin), "a skin of 0 u or more"));
        }
        let started = Instant::now();
        let faces: Vec<_> = world.brushes.iter().map(outlines::faces).collect();
        let (mut seen, mut hidden) = (Vec::new(), Vec::new());
        let mut unusable = 0;
        let buried = buried(&world.brushes, &faces);
        for ((brush, faces), buried) in world.brushes.iter().zip(&faces).zip(buried) {
            for (face, is_buried) in faces.iter().zip(buried) {
                let side = &brush.sides[face.side];
                let polygons = if is_buried { &mut hidden } else { &mut seen };
                match Polygon::on_plane(side.plane, face.winding.to_f32(), brush.contents, side.surface) {
                    Ok(polygon) => polygons.push(polygon),
                    // Only the edges that it shares with its neighbours are left of it.
                    Err(Refused::Degenerate) => {}
                    Err(_) => unusable += 1,
                }
            }
        }
        let mut flat = 0;
        let patches = world.patch_triangles();
        for triangle in world.triangles.iter().chain(&patches.triangles) {
            match Polygon::of_triangle(triangle) {
                Ok(polygon) => seen.push(polygon),
                Err(_) => flat += 1,
            }
        }
        let solids = Solids::new(&world.brushes, &faces);
        let faceless = faces.iter().filter(|f| f.is_empty()).count();
        let left_out = [
            (
                patches.left_out,
                "curved patches are too fine, or not of the size that they say, and",
            ),
            (faceless, "brushes have no face and"),
            (unusable, "faces are bent, not convex or out of range in f32, and"),
            (
                flat,
                "triangles are too thin to have a plane, or out of range, and",
            ),
        ];
        let left_out = left_out.iter().filter(|(count, _)| *count > 0);
        let omissions = left_out.map(|(count, what)| format!("{count} {what} are not collided with"));
        let indexed = |polygons: &[Polygon]| {
            Mesh::new(polygons).ok_or_else(|| {
                refused(
                    format!("{} polygons", polygons.len()),
                    "65,536 kinds of surface and 2^32 corners",
                )
            })
        };
        let (mesh, hidden) = (indexed(&seen)?, indexed(&hidden)?);
        let facts = Facts {
            name: NAME.into(),
            declaration: Declaration {
                hulls: HullKinds {
                    point: true,
                    cylinder: true,
                    ..HullKinds::default()
                },
                rules,
                skin_direction: SkinDirection::Normal,
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::FrontOnly,
                start_solid: StartSolid::Blocks,
                touching_overlaps: false,
                follows: None,
                patches: true,
                triangles: true,
            },
            prepared: None,
            build_time: started.elapsed(),
            bytes: mesh.bytes() + hidden.bytes() + solids.bytes(),
            primitives: mesh.len(),
            omissions: omissions.collect(),
        };
        Ok(Self {
            mesh,
            hidden,
            solids,
            rules,
            facts,
        })
    }
}

fn refused(rules: String, known: &'static str) -> BuildError {
    BuildError::Rules {
        backend: NAME,
        rules,
        known,
    }
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
        tallied!(work, |tally| self.sweep(sweep, hull, tally))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let hull = match body(hull, at) {
            Ok(hull) => hull,
            Err(status) => return Some(Penetration::refused(status)),
        };
        tallied!(work, |tally| self.overlap_of(&hull, mask, tally))
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
        tallied!(work, |tally| self.contacts_of(
            &hull,
            f64::from(margin),
            mask,
            out,
            tally
        ));
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        let hull = match body(hull, at) {
            Ok(hull) => hull,
            Err(status) => return Some(status),
        };
        let occupied = tallied!(work, |tally| self.is_occupied(&hull, mask, tally));
        occupied.then_some(Status::Exact)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        let Ok(hull) = body(hull, at) else { return };
        tallied!(work, |tally| self.reached_by(&hull, mask, tally, visit));
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

    fn facts(&self) -> &Facts {
        &self.facts
    }
}
