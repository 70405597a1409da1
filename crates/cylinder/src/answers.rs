//! How the backend answers: what it looks at, and which of several stops, overlaps and contacts counts.

use crate::backend::CylinderBackend;
use crate::buried::ON_PLANE;
use crate::entry::{Cylinder, Entry, V3};
use crate::hierarchy::BoxSweep;
use crate::mesh::{Face, Mesh};
use crate::separation::{BESIDE, Separation, overlaps, separation, top_within};
use crate::stop::Path;
use crate::tally::Tally;
use clipmark_collision::{Contact, Penetration, Reached, Status, Sweep, Trace};
use clipmark_geometry::{Aabb, Contents, Plane, Point, SurfaceFlags, Vec3};

/// Contacts are looked for this much beyond their margin, in units, so that one that just touches is not lost to
/// rounding. Smaller loses it far from the origin; larger only measures more distances.
const TOUCHING: f64 = 1e-6;
/// A middle this near to a brush may be in a seam between it and others, in units: two sides so near are one plane to
/// [`buried`](crate::buried), which leaves out both. Smaller loses starts in a seam; larger asks for nothing.
const SEAM: f32 = ON_PLANE as f32;

/// What a sweep has met so far.
#[derive(Default)]
struct Found {
    stop: Option<Met>,
    start_solid: bool,
    ends_in: bool,
}

/// The surface that stops a sweep.
struct Met {
    entry: Entry,
    dist: f64,
    contents: Contents,
    surface: SurfaceFlags,
}

impl CylinderBackend {
    pub(crate) fn sweep<T: Tally>(&self, sweep: &Sweep, hull: Cylinder, tally: &mut T) -> Trace {
        let by = sweep.end.coords.cast::<f64>() - sweep.start.coords.cast::<f64>();
        let path = Path::new(hull, by, &self.rules);
        let middle = Point::from(hull.center.cast::<f32>());
        if by == V3::zeros() {
            return self.stand(sweep, &path, &middle, tally);
        }
        let half = Vec3::new(hull.radius as f32, hull.radius as f32, hull.half as f32);
        let query = BoxSweep::new(middle, by.cast(), half + self.margin(sweep));
        let mut found = Found::default();
        meet(&self.mesh, &path, &query, sweep.mask, &mut found, tally);
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
        if found.start_solid {
            meet(&self.hidden, &path, &query, sweep.mask, &mut found, tally);
        }
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
            contents: stop.contents,
            surface: stop.surface,
            all_solid: found.ends_in,
            ..free
        }
    }

    /// Visits the brushes that hold the middle deeper than by rounding. Where none does, but some hold it in a seam between
    /// them and no surface is as near, those are visited without their places: their sides there are buried.
    fn held<T: Tally>(
        &self,
        path: &Path,
        middle: &Point,
        mask: Contents,
        tally: &mut T,
        mut visit: impl FnMut(Option<usize>, Contents),
    ) {
        let depth = path.rounding as f32;
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
        let mut at_surface = false;
        near(&self.mesh, &around, 0.0, mask, tally, |i| {
            at_surface = at_surface || overlaps(&self.mesh.face(i, &around.center), &around);
        });
        if !at_surface {
            visit(None, seam);
        }
    }

    /// Gives a stop at an edge the normal of what is nearest there: seen across an edge, a polygon's own meeting can have a
    /// normal that no plane along the solid's edge has.
    fn face_the_nearest<T: Tally>(&self, path: &Path, stop: &mut Met, mask: Contents, tally: &mut T) {
        let hull = path.hull.moved(&(path.by * stop.entry.t));
        // The hull grown by the skin is a cylinder too: its rim is further from the hull than its side.
        let reach = f64::from(self.rules.skin) * std::f64::consts::SQRT_2 + path.rounding;
        // What is looked through is no nearer than its box: only what is within reach stops the hull.
        let mut nearest = reach;
        near(&self.mesh, &hull, reach, mask, tally, |i| {
            let face = self.mesh.face(i, &hull.center);
            if is_beyond(&face, &hull, nearest) {
                return;
            }
            let gap = separation(&face, &hull);
            // From behind it is seen only through the solid that it bounds.
            let behind = !face.both_sides && gap.normal.dot(&face.normal) < -BESIDE;
            let opposed = gap.normal.dot(&path.by) < 0.0;
            if opposed && !behind && (-path.rounding..nearest).contains(&gap.distance) {
                nearest = gap.distance;
                stop.entry.normal = gap.normal;
                stop.entry.point = gap.point;
                stop.dist = gap.normal.dot(&gap.point);
            }
        });
    }

    /// A sweep that goes nowhere: the position test, for the core.
    fn stand<T: Tally>(&self, sweep: &Sweep, path: &Path, middle: &Point, tally: &mut T) -> Trace {
        let mut met = Contents::empty();
        let core = &path.core;
        self.held(path, middle, sweep.mask, tally, |_, contents| met |= contents);
        if met.is_empty() {
            near(&self.mesh, core, 0.0, sweep.mask, tally, |i| {
                if met.is_empty() && overlaps(&self.mesh.face(i, &core.center), core) {
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
        let (front, from_behind) = deepest_in_front(&self.mesh, hull, mask, None, tally);
        // Of a polygon that other solids cover in part only the rest is seen, which is less deep.
        let of_front = front.and_then(|f| deepest_in_front(&self.hidden, hull, mask, Some(f), tally).0);
        let middle = Point::from(hull.center.cast::<f32>());
        let of_solid = self.solids.way_out(&middle, hull, mask, 0.0, tally);
        // A middle inside one solid may be in front of another's surface: the deeper counts.
        let deeper = match (of_front, of_solid) {
            (Some(front), Some(solid)) if solid.depth > front.depth => Some(solid),
            (front, solid) => front.or(solid),
        };
        deeper
            .or_else(|| {
                from_behind
                    .then(|| self.out_from_behind(hull, mask, tally))?
                    .map(|(out, i)| way_out(&self.mesh, &out, i))
            })
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
            self.solids.reach_into(&middle, hull, mask, -SEAM, tally)
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
    ) -> Option<(Separation, usize)> {
        let mut behind: Option<(Separation, usize)> = None;
        near(&self.mesh, hull, 0.0, mask, tally, |i| {
            let face = self.mesh.face(i, &hull.center);
            if face.normal.dot(&hull.center) >= face.dist || !overlaps(&face, hull) {
                return;
            }
            let out = separation(&face, hull);
            if behind.as_ref().is_none_or(|(b, _)| out.distance > b.distance) {
                behind = Some((out, i));
            }
        });
        behind
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
            // An edge nearest from behind belongs to the face on its other side, if to any; to both, if it is seen from both.
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
                contents: self.mesh.material(i).0,
            });
        });
    }
}

/// Whether a polygon is at least so far away, seen from its plane or its box alone.
fn is_beyond(face: &Face, hull: &Cylinder, distance: f64) -> bool {
    let ahead = face.normal.dot(&hull.center) - face.dist;
    let support = hull.support(&face.normal);
    // Behind the plane the gap counts only where the two are apart.
    if ahead - support >= distance || -ahead - support >= distance.max(0.0) {
        return true;
    }
    let (lo, hi) = hull.grown(distance.max(0.0) + TOUCHING).bounds();
    !face.touches(&lo, &hi)
}

/// The polygons of the mask whose leaves touch the box around the body grown by the margin.
fn near<T: Tally>(
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
    mesh.hierarchy.touching(&query, tally, |i, tally| {
        if mesh.material(i).0.intersects(mask) {
            tally.primitive();
            visit(i);
        }
    });
}

/// The polygon that the hull's middle is in front of and the hull deepest in, if deeper than `known`; and whether
/// one is overlapped whose back the middle is at.
fn deepest_in_front<T: Tally>(
    mesh: &Mesh,
    hull: &Cylinder,
    mask: Contents,
    known: Option<Penetration>,
    tally: &mut T,
) -> (Option<Penetration>, bool) {
    let mut deepest = known;
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
        contents: mesh.material(polygon).0,
        status: Status::Exact,
    }
}

/// Sweeps against one mesh.
fn meet<T: Tally>(
    mesh: &Mesh,
    path: &Path,
    query: &BoxSweep,
    mask: Contents,
    found: &mut Found,
    tally: &mut T,
) {
    mesh.hierarchy.sweep(query, tally, |i, tally| {
        let limit = found.stop.as_ref().map_or(1.0, |s| s.entry.t);
        let (contents, surface) = mesh.material(i);
        if contents.intersects(mask) {
            tally.primitive();
            let face = mesh.face_against(i, &path.by);
            let stop = path.stop(&face, limit, found.start_solid);
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
                    dist,
                    contents,
                    surface,
                });
            }
        }
        found.stop.as_ref().map_or(1.0, |s| (s.entry.t as f32).next_up())
    });
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
