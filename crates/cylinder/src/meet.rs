//! The first surface of a world that a sweep meets.

use crate::backend::CylinderBackend;
use crate::entry::{Entry, V3};
use crate::mesh::Material;
use crate::stop::Path;
use clipmark_collision::Tally;
use clipmark_geometry::{Contents, Point};
use clipmark_hierarchy::BoxPath;

/// The hits of a sweep so far.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) stop: Option<Met>,
    pub(crate) start_solid: bool,
    pub(crate) ends_in: bool,
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
    pub(crate) material: Material,
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
    /// Sweeps against the polygons that are seen, or those that are hidden.
    pub(crate) fn meet<T: Tally>(
        &self,
        is_hidden: bool,
        path: &Path,
        query: &BoxPath,
        mask: Contents,
        found: &mut Found,
        tally: &mut T,
    ) {
        let (mesh, place): (_, fn(usize) -> Place) = match is_hidden {
            true => (&self.hidden, Place::Hidden),
            false => (&self.mesh, Place::Seen),
        };
        let limit = |found: &Found| found.stop.as_ref().map_or(1.0, |s| (s.entry.t as f32).next_up());
        let mut nodes = 0;
        mesh.hierarchy.along_path(query, limit(found), &mut nodes, |i| {
            let i = i as usize;
            tally.leaf();
            let material = mesh.material(i);
            if material.contents.intersects(mask) {
                tally.primitive();
                let face = mesh.face_against(i, &path.by);
                let known = found.stop.as_ref().map(|s| &s.entry);
                let stop = path.stop(&face, known, found.start_solid);
                found.start_solid |= stop.starts_in;
                found.ends_in |= stop.ends_in;
                let met = stop.at.map(|entry| Met {
                    polygon: place(i),
                    dist: if entry.on_face {
                        face.dist
                    } else {
                        entry.normal.dot(&entry.point)
                    },
                    entry,
                    material,
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
        let past = Point::from(past.cast::<f32>());
        self.solids.hold(&past, mask, path.held as f32, tally)
    }
}
