//! The published tutorial's tracer, errors included.
//!
//! Source: "Quake 3 BSP Collision Detection" (DevMaster.net, 16 August 2003), its final listing (box). It is kept as published,
//! so that a comparison can show the cost of each omission. Its errors and omissions, against the engine, all kept:
//! - The skin is 1/32 unit; Quake III's is 1/8.
//! - A sweep that stays inside a brush sets the all-solid flag and leaves the fraction at 1: it passes.
//! - The fraction at which a side is entered is not held above 0 while sides are compared. A short move that begins within the
//!   skin gets one below -1. The final test takes that for "never entered": the hit is lost.
//! - A brush is left alone only when one side has both ends in front. So a move that ends within the skin goes on to its end.
//!   The next move begins inside the skin.
//! - Nodes have no margin. A move that ends exactly on a face on a node plane never reaches the brush.
//! - Only contents with bit 1 (solid) stop; player clips do not. The tracer reads only that bit of the caller's mask.
//! - No plane, no contents and no surface flags come out, so nothing can slide on the answer. No curved patches.
//! - The box is not recentred. At nodes its extents are the larger of its two sides, which visits more than needed.
//! - Spheres are planes moved out by the radius, mitred at edges.
//! - Nothing is remembered. A brush in several leaves is tested in each, and nothing is skipped after a hit.
//!
//! [`TutorialRepairs`] repairs the first six and the lack of bevels, each by itself, so that each cost can be measured.
//!
//! Brushes are taken with the sides that they have. A map's compiler has stored bevels among them. A world made of shapes has
//! none. The mitres of bare faces then stop boxes and spheres, as far as the leaves reach.
//!
//! Departures: fractions that the listing hands down and never reads are not handed down. The listing answers sweeps alone.
//! [`overlap`](CollisionBackend::overlap) and [`contents`](CollisionBackend::contents) apply the same test of a start to the
//! same sides. They do not lose solids on node planes. [`contacts`](CollisionBackend::contacts) says nothing, because the
//! listing knows no surfaces.

mod listing;
mod map;
mod repairs;

use crate::side_plane::{SidePlane, array};
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, Follows, HullKinds, Penetration, RoundHulls,
    Sidedness, SkinDirection, Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, SurfaceFlags, Vec3, World};
use listing::{Listing, Volume};
use map::Map;
pub use repairs::TutorialRepairs;

/// The published tutorial's brush tracing. Hits carry no plane, and starts in solids stop nothing.
///
/// ```
/// use clipmark_bsp::TutorialBackend;
/// use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
/// use clipmark_geometry::{Brush, Contents, Hull, Point, World};
///
/// let floor = Brush::from_box(Point::new(-64., -64., -16.), Point::new(64., 64., 0.), Contents::SOLID)?;
/// let tutorial = TutorialBackend::build(&World::of_brushes("floor", vec![floor]), TraceRules::TUTORIAL)?;
/// let down = Sweep::new(Hull::quake3_player(), Point::new(0., 0., 40.), Point::new(0., 0., 8.));
/// let trace = tutorial.trace(&down, &mut Work::silent());
/// assert_eq!((trace.end.z, trace.plane), (24.03125, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TutorialBackend {
    map: Map,
    rules: TraceRules,
    repairs: TutorialRepairs,
    facts: Facts,
}

impl TutorialBackend {
    /// Builds from a world: its own tree where it has one, else one compiled here. Only the skin of the rules has an effect.
    ///
    /// # Errors
    /// Rules that are not the tutorial's.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        Self::build_repaired(world, rules, TutorialRepairs::empty())
    }

    /// The same with some of its errors put right.
    ///
    /// # Errors
    /// Rules that are not the tutorial's.
    pub fn build_repaired(
        world: &World,
        rules: TraceRules,
        repairs: TutorialRepairs,
    ) -> Result<Self, BuildError> {
        const NAME: &str = "bsp:tutorial";
        if !rules.is_tutorial() {
            return Err(BuildError::Rules {
                backend: NAME,
                rules: rules.name.into(),
                known: TraceRules::TUTORIAL.name,
            });
        }
        let began = Instant::now();
        let mut map = Map::of_world(world, repairs);
        map.trim();
        let facts = Facts {
            name: NAME.into(),
            declaration: Declaration {
                hulls: HullKinds {
                    point: true,
                    sphere: true,
                    aabb: true,
                    capsule: false,
                    cylinder: false,
                },
                rules: repairs.rules(rules),
                skin_direction: SkinDirection::Normal,
                round_hulls: RoundHulls::Mitred,
                sidedness: Sidedness::Solid,
                start_solid: repairs.start_solid(),
                touching_overlaps: true,
                follows: Some(Follows::Quake3),
                patches: false,
                triangles: false,
            },
            prepared: None,
            build_time: began.elapsed(),
            bytes: map.bytes() + size_of::<Self>(),
            primitives: map.brushes.len(),
            omissions: omissions(world, repairs),
        };
        Ok(Self {
            map,
            rules: repairs.rules(rules),
            repairs,
            facts,
        })
    }

    /// The bits of a mask that the listing reads.
    fn heeded(&self, mask: Contents) -> Contents {
        if self.repairs.contains(TutorialRepairs::MASK) {
            mask
        } else {
            mask & Contents::SOLID
        }
    }

    fn sweep<const COUNT: bool>(&self, volume: Volume, sweep: &Sweep, work: &mut Work) -> Trace {
        let mut listing = Listing::<COUNT> {
            map: &self.map,
            volume,
            skin: self.rules.skin,
            start: array(&sweep.start),
            end: array(&sweep.end),
            solid: self.heeded(sweep.mask),
            repairs: self.repairs,
            counts: &mut work.counts,
            starts_out: true,
            all_solid: false,
            fraction: 1.0,
        };
        listing.check_node(self.map.root(), array(&sweep.start), array(&sweep.end));
        let (fraction, start_solid) = (listing.fraction, !listing.starts_out);
        Trace {
            fraction,
            end: sweep.at(fraction),
            plane: None,
            contents: Contents::empty(),
            surface: SurfaceFlags::empty(),
            start_solid,
            all_solid: listing.all_solid,
            status: Status::Exact,
            model: None,
        }
    }
}

/// The parts of a world that the listing does not collide with.
fn omissions(world: &World, repairs: TutorialRepairs) -> Vec<String> {
    let mut out = Vec::new();
    if !world.patches.is_empty() {
        out.push(format!(
            "the {} curved patches are not collided with",
            world.patches.len()
        ));
    }
    if !world.triangles.is_empty() {
        out.push(format!(
            "the {} triangles are not collided with",
            world.triangles.len()
        ));
    }
    let stops = Contents::PLAYER_MASK - Contents::SOLID;
    let clips = |b: &&clipmark_geometry::Brush| {
        b.contents.intersects(stops) && !b.contents.intersects(Contents::SOLID)
    };
    let clips = world.brushes.iter().filter(clips).count();
    if clips > 0 && !repairs.contains(TutorialRepairs::MASK) {
        out.push(match clips {
            1 => "1 brush that stops players alone is not collided with".into(),
            n => format!("{n} brushes that stop players alone are not collided with"),
        });
    }
    out
}

/// Whether the bounds of a hull are numbers that sums of f32 can carry; its fields are public.
fn has_size(hull: &Hull) -> bool {
    let b = hull.bounds();
    b.mins
        .iter()
        .chain(b.maxs.iter())
        .all(|x| x.abs() <= Sweep::LIMIT)
}

impl CollisionBackend for TutorialBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() || !has_size(&sweep.hull) {
            return Trace::invalid(sweep);
        }
        let Some(volume) = Volume::from_hull(&sweep.hull) else {
            return Trace::refused(sweep, Status::Unsupported);
        };
        if work.is_counting() {
            work.counts.queries += 1;
            self.sweep::<true>(volume, sweep, work)
        } else {
            self.sweep::<false>(volume, sweep, work)
        }
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        work.counts.queries += u64::from(work.is_counting());
        let mut deepest = Penetration::refused(Status::Invalid);
        if !at.iter().all(|x| x.abs() <= Sweep::LIMIT) || !has_size(hull) {
            return Some(deepest);
        }
        let Some(volume) = Volume::from_hull(hull) else {
            deepest.status = Status::Unsupported;
            return Some(deepest);
        };
        let (at, solid) = (array(at), self.heeded(mask));
        let mut met = None;
        self.map.near(self.map.root(), &volume, at, &mut |head| {
            if !head.contents.intersects(solid) {
                return;
            }
            let sides = self.map.sides_of(head).iter();
            let nearest = sides
                .map(|side| (side, volume.distance(side, at)))
                .max_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((side, distance)) = nearest
                && distance <= 0.0
                && met.is_none_or(|p: Penetration| -distance > p.depth)
            {
                met = Some(Penetration {
                    depth: -distance,
                    normal: Vec3::from(side.normal),
                    contents: head.contents,
                    status: Status::Exact,
                });
            }
        });
        met
    }

    fn contacts(&self, _: &Hull, _: &Point, _: f32, _: Contents, _: &mut Vec<Contact>, work: &mut Work) {
        work.counts.queries += u64::from(work.is_counting());
    }

    fn contents(&self, at: &Point) -> Contents {
        let mut filled = Contents::empty();
        if at.iter().all(|x| x.is_finite()) {
            let at = array(at);
            self.map.near(self.map.root(), &Volume::Ray, at, &mut |head| {
                let holds = |side: &SidePlane| Volume::Ray.distance(side, at) <= 0.0;
                if self.map.sides_of(head).iter().all(holds) {
                    filled |= head.contents;
                }
            });
        }
        filled
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}
