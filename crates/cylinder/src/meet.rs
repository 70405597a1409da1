//! The first surface of a world that a sweep meets.

use crate::backend::CylinderBackend;
use crate::entry::{Entry, V3};
use crate::mesh::Face;
use crate::overlaps::overlaps;
use crate::stop::Path;
use crate::tally::Tally;
use clipmark_geometry::{Contents, SurfaceFlags};
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
#[derive(Clone, Copy)]
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
        let mut nodes = 0;
        mesh.hierarchy.along_path(query, 1.0, &mut nodes, |i| {
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
                if let Some(entry) = stop.at
                    && found
                        .stop
                        .as_ref()
                        .is_none_or(|s| goes_before(&entry, &s.entry, &path.by))
                {
                    let dist = if entry.on_face {
                        face.dist
                    } else {
                        entry.normal.dot(&entry.point)
                    };
                    found.stop = Some(Met {
                        entry,
                        polygon: place,
                        dist,
                        contents,
                        surface,
                    });
                }
            }
            Some(found.stop.as_ref().map_or(1.0, |s| (s.entry.t as f32).next_up()))
        });
        tally.nodes(nodes);
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

/// Which of two stops counts. The earlier stop does. At one time a face goes before an edge, then the surface that faces the
/// motion more.
fn goes_before(a: &Entry, b: &Entry, by: &V3) -> bool {
    let opposed = |e: &Entry| e.normal.dot(by);
    a.t < b.t || (a.t == b.t && (a.on_face, -opposed(a)) > (b.on_face, -opposed(b)))
}
