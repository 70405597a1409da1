//! Backends made for tests: a sound one in few lines, boxes and points against axis-aligned boxes, by trying them all; and the
//! same with one thing broken, chosen by a function that spoils an answer.

use crate::common::declares;
use clipmark_collision::*;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, Rotation, Vec3, World};
use nalgebra::Vector3;
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Clone)]
pub(crate) struct Clean(pub(crate) Vec<Brush>, pub TraceRules, Facts);

/// The sound one.
pub(crate) fn build(world: &World, rules: TraceRules) -> Clean {
    Clean(world.brushes.clone(), rules, Facts::new(declaration(rules)))
}

/// The bounds of a point or a box, or why it has none here.
fn bounds(hull: &Hull, at: &Point) -> Result<Aabb, Status> {
    let b = hull.bounds();
    match hull {
        Hull::Point | Hull::Box { .. } => {}
        _ => return Err(Status::Unsupported),
    }
    let wrong = b.is_empty() || b.mins.iter().chain(b.maxs.iter()).any(|x| x.abs() > Sweep::LIMIT);
    match Sweep::new(*hull, *at, *at).check() {
        Ok(()) if !wrong => Ok(b),
        _ => Err(Status::Invalid),
    }
}

/// Points and boxes against solids, by Quake III's rule for starts in them.
fn declaration(rules: TraceRules) -> Declaration {
    Declaration {
        hulls: HullKinds {
            point: true,
            aabb: true,
            ..HullKinds::default()
        },
        start_solid: StartSolid::IgnoredUnlessAllSolid,
        ..declares(rules)
    }
}

/// The distances of a hull at a place from the six planes of a brush: -x +x -y +y -z +z.
fn fronts(brush: &Brush, hull: &Aabb, at: &Vector3<f64>) -> [f64; 6] {
    std::array::from_fn(|i| {
        let (b, axis) = (&brush.bounds, i / 2);
        match i % 2 {
            0 => f64::from(b.mins[axis]) - (at[axis] + f64::from(hull.maxs[axis])),
            _ => at[axis] + f64::from(hull.mins[axis]) - f64::from(b.maxs[axis]),
        }
    })
}

/// The side that the hull is farthest in front of, and how far.
fn nearest(fronts: &[f64; 6]) -> (usize, f64) {
    let all = fronts.iter().copied().enumerate();
    all.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
}

fn normal(side: usize) -> Vec3 {
    Vec3::ith(side / 2, if side.is_multiple_of(2) { -1.0 } else { 1.0 })
}

impl CollisionBackend for Clean {
    fn trace(&self, sweep: &Sweep, _: &mut Work) -> Trace {
        let hull = match (sweep.check(), bounds(&sweep.hull, &sweep.start)) {
            (Ok(()), Ok(hull)) => hull,
            (Ok(()), Err(status)) => return Trace::refused(sweep, status),
            (Err(_), _) => return Trace::invalid(sweep),
        };
        let (start, end) = (sweep.start.coords.cast(), sweep.end.coords.cast());
        let mut answer = Trace::free(sweep);
        for brush in self.0.iter().filter(|b| b.contents.intersects(sweep.mask)) {
            let (d1, d2) = (fronts(brush, &hull, &start), fronts(brush, &hull, &end));
            if nearest(&d1).1 < 0.0 {
                answer.start_solid = true;
                if nearest(&d2).1 < 0.0 {
                    return Trace {
                        start_solid: true,
                        all_solid: true,
                        contents: brush.contents,
                        ..Trace::refused(sweep, Status::Exact)
                    };
                }
                continue;
            }
            let (mut enter, mut leave, mut side) = (f64::NEG_INFINITY, f64::INFINITY, 0);
            for i in 0..6 {
                let speed = d1[i] - d2[i];
                if speed == 0.0 && d1[i] >= 0.0 {
                    leave = f64::NEG_INFINITY;
                } else if speed > 0.0 && d1[i] / speed > enter {
                    (enter, side) = (d1[i] / speed, i);
                } else if speed < 0.0 {
                    leave = leave.min(d1[i] / speed);
                }
            }
            let back = (enter - f64::from(self.1.skin) / (d1[side] - d2[side])).max(0.0) as f32;
            let counts = self.1.touch == TouchRule::WithinSkin || enter < 1.0;
            if enter < leave && enter >= 0.0 && counts && back < answer.fraction {
                let dist = if side % 2 == 0 {
                    -brush.bounds.mins[side / 2]
                } else {
                    brush.bounds.maxs[side / 2]
                };
                answer = Trace {
                    fraction: back,
                    end: sweep.at(back),
                    plane: Some(Plane::new(normal(side), dist)),
                    contents: brush.contents,
                    ..answer
                };
            }
        }
        answer
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        if let Err(status) = bounds(hull, at) {
            return Some(Penetration::refused(status));
        }
        let mut all = Vec::new();
        self.contacts(hull, at, 0.0, mask, &mut all, work);
        let deepest = all.into_iter().min_by(|a, b| a.distance.total_cmp(&b.distance));
        deepest.filter(|c| c.distance < 0.0).map(|c| Penetration {
            depth: -c.distance,
            normal: c.normal,
            contents: c.contents,
            status: Status::Exact,
        })
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        _: &mut Work,
    ) {
        let Ok(hull) = bounds(hull, at) else { return };
        let (lows, highs) = (at + hull.mins.coords, at + hull.maxs.coords);
        for brush in self.0.iter().filter(|b| b.contents.intersects(mask)) {
            let fronts = fronts(brush, &hull, &at.coords.cast());
            let ((side, front), b) = (nearest(&fronts), brush.bounds);
            // From the brush to the hull, along each axis.
            let away: Vec3 =
                Vec3::from_fn(|i, _| (fronts[2 * i + 1].max(0.0) - fronts[2 * i].max(0.0)) as f32);
            let face_normal = normal(side);
            let (distance, n, point) = match away.try_normalize(0.0) {
                Some(n) => {
                    let point = Point::from(Vec3::from_fn(|i, _| match away[i] {
                        out if out > 0.0 => b.maxs[i],
                        out if out < 0.0 => b.mins[i],
                        _ => f32::midpoint(lows[i].max(b.mins[i]), highs[i].min(b.maxs[i])),
                    }));
                    (away.norm(), n, point)
                }
                None => {
                    let reach = if side % 2 == 0 {
                        hull.maxs[side / 2]
                    } else {
                        -hull.mins[side / 2]
                    };
                    (
                        front as f32,
                        face_normal,
                        at - face_normal * (reach + front as f32),
                    )
                }
            };
            if distance <= margin {
                out.push(Contact {
                    point,
                    normal: n,
                    face_normal,
                    distance,
                    top: if face_normal.z < 0.0 {
                        b.mins.z
                    } else {
                        b.maxs.z.min(highs.z + margin)
                    },
                    contents: brush.contents,
                });
            }
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        let held = self.0.iter().filter(|b| b.bounds.contains(at));
        held.fold(Contents::empty(), |c, b| c | b.contents)
    }

    fn facts(&self) -> &Facts {
        &self.2
    }
}

/// Changes the answer to a sweep.
pub(crate) type Spoil = fn(&Broken, &Sweep, &Work, Trace) -> Trace;

/// The broken methods; everything else is passed on.
#[derive(Clone, Copy)]
pub(crate) struct Faults {
    pub(crate) world: fn(&mut World),
    /// Of a hull at rest.
    pub(crate) hull: fn(&Hull) -> Hull,
    pub(crate) trace: Spoil,
    /// In the frame of a turned model.
    pub(crate) turned: Spoil,
    pub(crate) overlap: fn(Option<Penetration>) -> Option<Penetration>,
    pub(crate) contacts: fn(&mut Vec<Contact>),
    pub(crate) occupied: fn(Option<Status>) -> Option<Status>,
    pub(crate) reached: fn(&Reached) -> Reached,
    pub(crate) contents: fn(Contents) -> Contents,
    pub(crate) declaration: fn(&mut Declaration),
}

pub(crate) const SOUND: Faults = Faults {
    world: |_| {},
    hull: |hull| *hull,
    trace: |_, _, _, t| t,
    turned: |_, _, _, t| t,
    overlap: |p| p,
    contacts: |_| {},
    occupied: |status| status,
    reached: |reached| *reached,
    contents: |c| c,
    declaration: |_| {},
};

/// Breaks the answers of the sound one, which may be asked besides.
pub(crate) struct Broken {
    pub(crate) clean: Clean,
    faults: Faults,
    calls: AtomicU32,
}

impl Broken {
    pub(crate) fn build(world: &World, rules: TraceRules, faults: Faults) -> Altered<Clean, Self> {
        let mut world = world.clone();
        (faults.world)(&mut world);
        let clean = build(&world, rules);
        let broken = Self {
            clean: clean.clone(),
            faults,
            calls: AtomicU32::new(0),
        };
        Altered::new(clean, broken).with_facts(|facts| (faults.declaration)(&mut facts.declaration))
    }

    /// How often a trace was asked for, this time included.
    pub(crate) fn count_call(&self) -> u32 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

impl Alter for Broken {
    fn hull(&self, hull: &Hull) -> Hull {
        (self.faults.hull)(hull)
    }

    fn trace(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
        let answer = ask(sweep, work);
        (self.faults.trace)(self, sweep, work, answer)
    }

    fn trace_turned(&self, sweep: &Sweep, _: &Rotation, work: &mut Work, ask: Ask) -> Trace {
        let answer = ask(sweep, work);
        (self.faults.turned)(self, sweep, work, answer)
    }

    fn overlap(&self, found: Option<Penetration>) -> Option<Penetration> {
        (self.faults.overlap)(found)
    }

    fn contacts(&self, list: &mut Vec<Contact>, _: usize) {
        (self.faults.contacts)(list);
    }

    fn occupied(&self, found: Option<Status>) -> Option<Status> {
        (self.faults.occupied)(found)
    }

    fn reached(&self, found: &Reached) -> Option<Reached> {
        Some((self.faults.reached)(found))
    }

    fn contents(&self, _: &Point, found: Contents) -> Contents {
        (self.faults.contents)(found)
    }
}
