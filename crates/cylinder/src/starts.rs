//! Starts in solids that no surface shows: brushes hold the middle, singly or in the seam between them.

use crate::answers::near;
use crate::backend::CylinderBackend;
use crate::buried::SEAM;
use crate::entry::{Cylinder, V3};
use crate::overlaps::overlaps;
use crate::stop::Path;
use clipmark_collision::{Silent, Status, Sweep, Tally, Trace};
use clipmark_geometry::{Contents, Point};

impl CylinderBackend {
    /// Visits the brushes that hold the middle deeper than by rounding. Where none does, some may hold it in a seam between them,
    /// with no surface as near. Those are visited without their places: their sides there are buried.
    pub(crate) fn held<T: Tally>(
        &self,
        path: &Path,
        middle: &Point,
        mask: Contents,
        tally: &mut T,
        mut visit: impl FnMut(Option<usize>, Contents),
    ) {
        let depth = path.held as f32;
        let (mut held, mut seam) = (false, Contents::empty());
        self.solids
            .holding(middle, mask, -SEAM, tally, |solid, contents| {
                if self.solids.holds(solid, middle, depth) {
                    held = true;
                    visit(Some(solid), contents);
                } else {
                    seam |= contents;
                }
            });
        if held || seam.is_empty() {
            return;
        }
        let around = Cylinder {
            radius: path.rounding,
            half: path.rounding,
            ..path.hull
        };
        // A brush may cover the surface there: then one lies before it too.
        let is_bare = |normal: &V3| {
            let before = Point::from((around.center + normal * path.rounding).cast::<f32>());
            !self.solids.hold(&before, mask, depth / 2.0, &mut Silent)
        };
        let mut at_surface = false;
        near(&self.mesh, &around, 0.0, mask, tally, |i| {
            let face = self.mesh.face(i, &around.center);
            at_surface = at_surface || overlaps(&face, &around) && is_bare(&face.normal);
        });
        if !at_surface {
            visit(None, seam);
        }
    }

    /// A sweep that goes nowhere: the position test, for the core.
    pub(crate) fn stand<T: Tally>(&self, sweep: &Sweep, path: &Path, middle: &Point, tally: &mut T) -> Trace {
        let mut met = Contents::empty();
        let core = &path.core;
        self.held(path, middle, sweep.mask, tally, |_, contents| met |= contents);
        if met.is_empty() {
            near(&self.mesh, core, 0.0, sweep.mask, tally, |i| {
                if met.is_empty() && overlaps(&self.mesh.face(i, &core.center), core) {
                    met = self.mesh.material(i).contents;
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
}
