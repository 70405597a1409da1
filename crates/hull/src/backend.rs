use crate::cast::{Cast, ClipTrace};
use crate::rules::ClipRules;
use crate::tally::Silent;
use clipmark_collision::{
    BuildError, BuildFacts, CollisionBackend, Contact, Declaration, HullKinds, Penetration, RoundHulls,
    Sidedness, SkinDirection, StartSolid, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, ClipHulls, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use std::time::Instant;

/// Tracing a point through clip hulls.
#[derive(Clone, Debug)]
pub struct HullBackend {
    hulls: ClipHulls,
    rules: ClipRules,
    facts: BuildFacts,
}

/// GoldSrc's player, standing and ducked, relative to the position: hulls 1 and 2 of a Quake map compiled for it. A map in
/// Half-Life's own format brings its sizes along.
const GOLDSRC: [([f32; 3], [f32; 3]); 2] = [
    ([-16.0, -16.0, -36.0], [16.0, 16.0, 36.0]),
    ([-16.0, -16.0, -18.0], [16.0, 16.0, 18.0]),
];

impl HullBackend {
    /// Takes the clip hulls that the world's map brought along.
    ///
    /// # Errors
    /// A world without them.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        rules.refuse_tutorial("hull")?;
        let began = Instant::now();
        let Some(mut hulls) = world.clip_hulls.clone() else {
            return Err(BuildError::NoHulls { backend: "hull" });
        };
        // A map of Quake's three hulls does not say whose bodies they are for.
        if let ("goldsrc", [_, standing, ducked]) = (rules.name, &mut hulls.hulls[..]) {
            for (hull, (mins, maxs)) in [standing, ducked].into_iter().zip(GOLDSRC) {
                hull.bounds = Aabb::new(mins.into(), maxs.into());
            }
        }
        let bytes = hulls.hulls.iter().map(|h| h.bytes() + size_of_val(h)).sum();
        let facts = BuildFacts {
            name: "hull".into(),
            build_time: began.elapsed(),
            bytes,
            primitives: hulls.hulls.iter().map(|h| h.nodes.len()).sum(),
            omissions: Vec::new(),
        };
        Ok(Self {
            hulls,
            rules: ClipRules::of(rules),
            facts,
        })
    }

    /// The hulls that points are traced through.
    pub fn hulls(&self) -> &ClipHulls {
        &self.hulls
    }

    /// The rules that it traces by.
    pub fn rules(&self) -> &ClipRules {
        &self.rules
    }

    /// Traces a point through the hull of that number, and answers with all that the games note. `None` when there is no
    /// such hull or the sweep has coordinates that are no numbers or out of range. The shape of the sweep is not looked at.
    pub fn trace_hull(&self, number: usize, sweep: &Sweep) -> Option<ClipTrace> {
        sweep.check().ok()?;
        let hull = self.hulls.hulls.get(number)?;
        let mut cast = Cast {
            hull,
            rules: &self.rules,
            mask: sweep.mask,
            tally: &mut Silent,
        };
        Some(cast.trace(sweep.start, sweep.end))
    }

    /// What fills a point in the hull of that number. `None` when there is no such hull.
    pub fn contents_in(&self, number: usize, at: &Point) -> Option<Contents> {
        let hull = self.hulls.hulls.get(number)?;
        Some(hull.contents_below(hull.root(), at))
    }

    /// The hull for a shape and how far a position must be moved to be traced through it.
    fn fitting(&self, shape: &Hull) -> Option<(usize, Vec3)> {
        match shape {
            Hull::Point | Hull::Box { .. } => self.hulls.fitting(&shape.bounds()),
            _ => None,
        }
    }

    fn has(&self, wanted: impl Fn(&Aabb) -> bool) -> bool {
        self.hulls.hulls.iter().any(|h| wanted(&h.bounds))
    }
}

/// Whether a hull is that of a point.
fn is_point(bounds: &Aabb) -> bool {
    bounds.mins == bounds.maxs
}

impl CollisionBackend for HullBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() {
            return Trace::invalid(sweep);
        }
        let Some((number, offset)) = self.fitting(&sweep.hull) else {
            return Trace::refused(sweep, Status::Unsupported);
        };
        let hull = &self.hulls.hulls[number];
        let (start, end) = (sweep.start + offset, sweep.end + offset);
        let (rules, mask) = (&self.rules, sweep.mask);
        let found = if work.is_counting() {
            work.counts.queries += 1;
            let tally = &mut work.counts;
            Cast {
                hull,
                rules,
                mask,
                tally,
            }
            .trace(start, end)
        } else {
            let tally = &mut Silent;
            Cast {
                hull,
                rules,
                mask,
                tally,
            }
            .trace(start, end)
        };
        let at = if found.fraction == 1.0 {
            sweep.end
        } else {
            found.end - offset
        };
        Trace {
            fraction: found.fraction,
            end: at,
            plane: found.plane.map(|p| own_plane(&p, &hull.bounds)),
            contents: found.contents,
            surface: SurfaceFlags::empty(),
            start_solid: found.start_solid,
            all_solid: found.all_solid,
            status: Status::Exact,
        }
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, _: &mut Work) -> Option<Penetration> {
        let answer = |contents, status| Penetration {
            depth: 0.0,
            normal: Vec3::z(),
            contents,
            status,
        };
        if Sweep::new(*hull, *at, *at).check().is_err() {
            return Some(answer(Contents::empty(), Status::Invalid));
        }
        let Some((number, offset)) = self.fitting(hull) else {
            return Some(answer(Contents::empty(), Status::Unsupported));
        };
        let contents = self.contents_in(number, &(at + offset))?;
        contents.intersects(mask).then(|| answer(contents, Status::Exact))
    }

    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, _: &mut Work) {}

    fn contents(&self, at: &Point) -> Contents {
        let finite = Sweep::new(Hull::Point, *at, *at).check().is_ok();
        self.contents_in(0, at).filter(|_| finite).unwrap_or_default()
    }

    fn declares(&self) -> Declaration {
        Declaration {
            hulls: HullKinds {
                point: self.has(is_point),
                aabb: self.has(|b| !is_point(b)),
                ..HullKinds::default()
            },
            rules: self.rules.rules,
            skin_direction: SkinDirection::Normal,
            round_hulls: RoundHulls::Round,
            sidedness: Sidedness::Solid,
            start_solid: StartSolid::Flagged,
            touching_overlaps: false,
            patches: false,
            triangles: false,
        }
    }

    fn facts(&self) -> &BuildFacts {
        &self.facts
    }
}

/// The plane of the solid itself: moved back by how far the body reaches against its normal.
fn own_plane(plane: &Plane, body: &Aabb) -> Plane {
    let n = plane.normal;
    let reach = Vec3::from_fn(|i, _| if n[i] < 0.0 { body.maxs[i] } else { body.mins[i] });
    Plane::new(n, plane.dist + reach.dot(&n))
}
