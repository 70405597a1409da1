//! The first surface of a world that a sweep meets.

use crate::backend::CylinderBackend;
use crate::entry::{Entry, V3};
use crate::mesh::Face;
use crate::overlaps::overlaps;
use crate::stop::Path;
use clipmark_collision::Tally;
use clipmark_geometry::{Contents, Point, SurfaceFlags};
use clipmark_hierarchy::BoxPath;

/// The hits of a sweep so far.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) stop: Option<Met>,
    pub(crate) start_solid: bool,
    pub(crate) ends_in: bool,
}

/// The polygons to test a sweep against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Against {
    /// All that is seen of the world.
    Seen,
    /// The visible polygons without pieces of cut faces.
    Uncut,
    /// Buried faces, and whole faces that are seen in pieces.
    Hidden,
}

/// The place of a polygon in one of the two meshes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Seen(usize),
    Hidden(usize),
}

/// The surface that stops a sweep.
pub(crate) struct Met {
    pub(crate) entry: Entry,
    pub(crate) polygon: Place,
    pub(crate) dist: f64,
    pub(crate) contents: Contents,
    pub(crate) surface: SurfaceFlags,
}

impl Met {
    /// Whether it counts before another: the earlier does. At one time a face goes before an edge, then the surface that faces
    /// the motion more, then the one further out, then the polygon with the smaller number, so that no order of search decides.
    fn goes_before(&self, other: &Self, by: &V3) -> bool {
        let key = |met: &Self| {
            let Entry {
                t, normal, on_face, ..
            } = met.entry;
            (t, !on_face, normal.dot(by), -met.dist, met.polygon)
        };
        key(self) < key(other)
    }
}

impl CylinderBackend {
    /// Sweeps against a part of the world.
    pub(crate) fn meet<T: Tally>(
        &self,
        against: Against,
        path: &Path,
        query: &BoxPath,
        mask: Contents,
        found: &mut Found,
        tally: &mut T,
    ) {
        let is_hidden = against == Against::Hidden;
        let mesh = if is_hidden { &self.hidden } else { &self.mesh };
        let limit = |found: &Found| found.stop.as_ref().map_or(1.0, |s| (s.entry.t as f32).next_up());
        let mut nodes = 0;
        mesh.hierarchy.along_path(query, limit(found), &mut nodes, |i| {
            let i = i as usize;
            tally.leaf();
            let (contents, surface) = mesh.material(i);
            let place = if is_hidden {
                Place::Hidden(i)
            } else {
                Place::Seen(i)
            };
            if contents.intersects(mask) && !(against == Against::Uncut && self.is_piece(place)) {
                tally.primitive();
                let face = mesh.face_against(i, &path.by);
                let known = found.stop.as_ref().map(|s| &s.entry);
                let stop = path.stop(&face, known, found.start_solid, || {
                    against == Against::Seen && self.starts_across(i, path)
                });
                found.start_solid |= stop.starts_in;
                found.ends_in |= stop.ends_in;
                let met = stop.at.map(|entry| Met {
                    polygon: place,
                    dist: if entry.on_face {
                        face.dist
                    } else {
                        entry.normal.dot(&entry.point)
                    },
                    entry,
                    contents,
                    surface,
                });
                if let Some(met) = met
                    && found
                        .stop
                        .as_ref()
                        .is_none_or(|known| met.goes_before(known, &path.by))
                    && (!is_hidden || found.start_solid || self.leads_in(path, &met.entry, mask, tally))
                {
                    found.stop = Some(met);
                }
            }
            Some(limit(found))
        });
        tally.nodes(nodes);
    }

    /// Whether a point that passes a hidden face comes into a solid behind it. Faces reach over their edges, so a point that goes
    /// along a floor of several brushes meets their buried sides.
    fn leads_in<T: Tally>(&self, path: &Path, entry: &Entry, mask: Contents, tally: &mut T) -> bool {
        let past = entry.point + path.by * (path.skin / path.by.norm());
        let mut is_in = false;
        self.solids.holding(
            &Point::from(past.cast::<f32>()),
            mask,
            path.held as f32,
            tally,
            |_, _| is_in = true,
        );
        is_in
    }

    /// A polygon that is seen as a point meets it: the whole face of a piece. A face may go on into another brush. A point that
    /// comes along that brush is at the seam, and the seam is no edge of the solid.
    pub(crate) fn face_of_solid(&self, polygon: usize, path: &Path, middle: &V3) -> Face<'_> {
        match self.wholes.first_piece(polygon).filter(|_| path.is_point()) {
            Some(whole) => self.hidden.face(whole, middle),
            None => self.mesh.face(polygon, middle),
        }
    }

    pub(crate) fn is_piece(&self, polygon: Place) -> bool {
        match polygon {
            Place::Seen(i) => self.wholes.first_piece(i).is_some(),
            Place::Hidden(_) => false,
        }
    }

    /// Whether a polygon that is seen is a piece of a face that the hull's core overlaps at the start.
    pub(crate) fn starts_across(&self, polygon: usize, path: &Path) -> bool {
        self.wholes.first_piece(polygon).is_some_and(|whole| {
            let face = self.hidden.face(whole, &path.core.center);
            overlaps(&face, &path.core)
        })
    }
}
