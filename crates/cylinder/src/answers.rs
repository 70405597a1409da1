//! How the backend answers: the polygons that it tests, and which of several overlaps and contacts counts.

use crate::backend::CylinderBackend;
use crate::buried::SEAM;
use crate::entry::{Cylinder, V3};
use crate::meet::Found;
use crate::mesh::Mesh;
use crate::overlaps::{overlaps, top_within};
use crate::separation::{BESIDE, Separation, separation};
use crate::stop::Path;
use clipmark_collision::{Contact, Penetration, Reached, Status, Sweep, Tally, Trace};
use clipmark_geometry::{Aabb, Contents, Plane, Point, Vec3};
use clipmark_hierarchy::BoxPath;
use clipmark_hierarchy::lanes::across;

/// Contacts are searched this much beyond their margin, in units, so that rounding does not lose a just touching one. Smaller
/// loses it far from the origin; larger only measures more distances.
pub(crate) const TOUCHING: f64 = 1e-6;

impl CylinderBackend {
    pub(crate) fn sweep<T: Tally>(&self, sweep: &Sweep, hull: Cylinder, tally: &mut T) -> Trace {
        let by = sweep.end.coords.cast::<f64>() - sweep.start.coords.cast::<f64>();
        let path = Path::new(hull, by, &self.rules);
        let middle = Point::from(hull.center.cast::<f32>());
        if by == V3::zeros() {
            return self.stand(sweep, &path, &middle, tally);
        }
        let half = Vec3::new(hull.radius as f32, hull.radius as f32, hull.half as f32);
        let query = BoxPath::new(
            across(middle.into()),
            across(by.cast().into()),
            across((half + self.margin(sweep)).into()),
        );
        let mut found = Found::default();
        self.meet(false, &path, &query, sweep.mask, &mut found, tally);
        let last = middle + by.cast::<f32>();
        let mut within: Option<Contents> = None;
        self.held(&path, &middle, sweep.mask, tally, |solid, contents| {
            found.start_solid = true;
            if solid.is_some_and(|i| self.solids.holds(i, &last, path.rounding as f32)) {
                within = Some(within.unwrap_or_default() | contents);
            }
        });
        let free = Trace {
            start_solid: found.start_solid,
            ..Trace::free(sweep)
        };
        if let Some(contents) = within {
            return Trace {
                fraction: 0.0,
                end: sweep.start,
                contents,
                all_solid: true,
                ..free
            };
        }
        // A point may come along a seam between brushes, where no face that is seen is in its way.
        if found.start_solid || path.is_point() {
            self.meet(true, &path, &query, sweep.mask, &mut found, tally);
        }
        let free = Trace {
            start_solid: found.start_solid,
            ..free
        };
        let Some(mut stop) = found.stop else { return free };
        if !stop.entry.on_face {
            self.face_the_nearest(&path, &mut stop, sweep.mask, tally);
        }
        // Rounded down: a stop must not be later than it is.
        let mut fraction = stop.entry.t as f32;
        if f64::from(fraction) > stop.entry.t || fraction >= 1.0 {
            fraction = fraction.next_down();
        }
        let fraction = fraction.max(0.0);
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: (!found.ends_in).then_some(Plane::new(stop.entry.normal.cast(), stop.dist as f32)),
            contents: stop.material.contents,
            surface: stop.material.surface,
            all_solid: found.ends_in,
            ..free
        }
    }

    /// How much a sweep's box is grown, so that neither skin nor f32 rounding loses a polygon.
    fn margin(&self, sweep: &Sweep) -> Vec3 {
        Vec3::repeat(self.rules.skin + ulps(sweep.start.coords.amax().max(sweep.end.coords.amax())))
    }

    pub(crate) fn overlap_of<T: Tally>(
        &self,
        hull: &Cylinder,
        mask: Contents,
        tally: &mut T,
    ) -> Option<Penetration> {
        let (of_front, from_behind) = deepest_in_front(&self.mesh, hull, mask, tally);
        let middle = Point::from(hull.center.cast::<f32>());
        let of_solid = self.solids.way_out(&middle, hull, mask, 0.0, tally);
        // A middle inside one solid may be in front of another's surface: the deeper counts.
        let deeper = match (of_front, of_solid) {
            (Some(front), Some(solid)) if solid.depth > front.depth => Some(solid),
            (front, solid) => front.or(solid),
        };
        deeper
            .or_else(|| from_behind.then(|| self.out_from_behind(hull, mask, tally))?)
            .or_else(|| self.solids.way_out(&middle, hull, mask, -SEAM, tally))
    }

    /// Whether [`overlap_of`](Self::overlap_of) answers anything.
    pub(crate) fn is_occupied<T: Tally>(&self, hull: &Cylinder, mask: Contents, tally: &mut T) -> bool {
        let mut overlapped = false;
        near(&self.mesh, hull, 0.0, mask, tally, |i| {
            overlapped = overlapped || overlaps(&self.mesh.face(i, &hull.center), hull);
        });
        overlapped || {
            let middle = Point::from(hull.center.cast::<f32>());
            self.solids.way_out(&middle, hull, mask, -SEAM, tally).is_some()
        }
    }

    /// Every polygon that reaches into the hull.
    pub(crate) fn reached_by<T: Tally>(
        &self,
        hull: &Cylinder,
        mask: Contents,
        tally: &mut T,
        visit: &mut dyn FnMut(&Reached),
    ) {
        near(&self.mesh, hull, 0.0, mask, tally, |i| {
            let face = self.mesh.face(i, &hull.center);
            if overlaps(&face, hull) {
                let top = top_within(&face, hull).unwrap_or_else(|| separation(&face, hull).point.z);
                visit(&Reached {
                    normal: face.normal.cast(),
                    top: top as f32,
                });
            }
        });
    }

    /// The way out of the polygon, of those that the middle is behind, that is least deep.
    fn out_from_behind<T: Tally>(
        &self,
        hull: &Cylinder,
        mask: Contents,
        tally: &mut T,
    ) -> Option<Penetration> {
        let mut least: Option<(f64, Penetration)> = None;
        near(&self.mesh, hull, 0.0, mask, tally, |i| {
            let face = self.mesh.face(i, &hull.center);
            if face.normal.dot(&hull.center) >= face.dist || !overlaps(&face, hull) {
                return;
            }
            let out = separation(&face, hull);
            if least.is_none_or(|(distance, _)| out.distance > distance) {
                least = Some((out.distance, way_out(&self.mesh, &out, i)));
            }
        });
        least.map(|(_, out)| out)
    }

    pub(crate) fn contacts_of<T: Tally>(
        &self,
        hull: &Cylinder,
        margin: f64,
        mask: Contents,
        out: &mut Vec<Contact>,
        tally: &mut T,
    ) {
        let grown = hull.grown(margin);
        let within = hull.grown(margin + TOUCHING);
        near(&self.mesh, hull, margin, mask, tally, |i| {
            let face = self.mesh.face(i, &hull.center);
            let ahead = face.normal.dot(&hull.center) - face.dist;
            let support = hull.support(&face.normal);
            if ahead <= -support || ahead > support + margin || !overlaps(&face, &within) {
                return;
            }
            let gap = separation(&face, hull);
            // An edge nearest from behind belongs to the face on its other side, if to any. To both, if it is seen from both.
            let behind = !face.both_sides && gap.normal.dot(&face.normal) < -BESIDE;
            if gap.distance > margin || behind {
                return;
            }
            out.push(Contact {
                point: Point::from(gap.point.cast::<f32>()),
                normal: gap.normal.cast(),
                face_normal: face.normal.cast(),
                distance: gap.distance as f32,
                top: top_within(&face, &grown).unwrap_or(gap.point.z) as f32,
                contents: self.mesh.material(i).contents,
            });
        });
    }
}

/// The polygons of the mask whose boxes touch the box around the body grown by the margin.
pub(crate) fn near<T: Tally>(
    mesh: &Mesh,
    body: &Cylinder,
    margin: f64,
    mask: Contents,
    tally: &mut T,
    mut visit: impl FnMut(usize),
) {
    let (lo, hi) = body.grown(margin).bounds();
    let rounding = ulps(lo.amax().max(hi.amax()) as f32);
    let query = Aabb::new(Point::from(lo.cast()), Point::from(hi.cast())).grown(rounding);
    let mut nodes = 0;
    let (mins, maxs) = (query.mins.into(), query.maxs.into());
    mesh.hierarchy.in_box(mins, maxs, &mut nodes, |i| {
        let i = i as usize;
        tally.leaf();
        if mesh.material(i).contents.intersects(mask) {
            tally.primitive();
            visit(i);
        }
    });
    tally.nodes(nodes);
}

/// The deepest overlapped polygon that the hull's middle is in front of. Also whether one is overlapped from its back.
fn deepest_in_front<T: Tally>(
    mesh: &Mesh,
    hull: &Cylinder,
    mask: Contents,
    tally: &mut T,
) -> (Option<Penetration>, bool) {
    let mut deepest: Option<Penetration> = None;
    let mut from_behind = false;
    near(mesh, hull, 0.0, mask, tally, |i| {
        let face = mesh.face(i, &hull.center);
        let ahead = face.normal.dot(&hull.center) - face.dist;
        if ahead < 0.0 {
            from_behind = from_behind || overlaps(&face, hull);
            return;
        }
        // Along its normal it is as far out at most.
        let along_normal = (hull.support(&face.normal) - ahead) as f32;
        if deepest.is_some_and(|d| along_normal <= d.depth) || !overlaps(&face, hull) {
            return;
        }
        let out = way_out(mesh, &separation(&face, hull), i);
        if deepest.is_none_or(|d| out.depth > d.depth) {
            deepest = Some(out);
        }
    });
    (deepest, from_behind)
}

fn way_out(mesh: &Mesh, out: &Separation, polygon: usize) -> Penetration {
    Penetration {
        depth: out.distance.min(0.0).abs() as f32,
        normal: out.normal.cast(),
        contents: mesh.material(polygon).contents,
        status: Status::Exact,
    }
}

/// Room for the rounding of a few f32 operations on coordinates of that size, in units.
fn ulps(largest: f32) -> f32 {
    const STEPS: f32 = 8.0; // a slab test rounds five times; more only visits more leaves
    largest * f32::EPSILON * STEPS
}
