//! The backend `hull`: which clip hulls it holds, its build, and its answers to the trait's questions.
//!
//! Sweeps are traces of a point through the clip hull of the player's size (`cast.rs`).
//! Depths and contacts come from the brushes (`solids.rs`): a tree of leaves does not know them.

use crate::cast::{Cast, ClipTrace};
use crate::compile::compile;
use crate::rules::ClipRules;
use crate::solids::{near, own_plane, point_of, standing};
use clipmark_collision::clock::Instant;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, Follows, HullKinds, Penetration, RoundHulls,
    Sidedness, Silent, SkinDirection, StartSolid, Status, Sweep, Tally, Trace, TraceRules, Work, tallied,
};
use clipmark_geometry::{
    Aabb, Brush, ClipHull, ClipHulls, Contents, Hull, Point, SurfaceFlags, Vec3, World, bevelled,
};

/// Tracing a point through clip hulls.
#[derive(Clone, Debug)]
pub struct HullBackend {
    hulls: ClipHulls,
    /// The brushes behind the hulls, bevelled, in the order of the world.
    solids: Vec<Brush>,
    /// The hulls are the map's own.
    is_the_maps: bool,
    rules: ClipRules,
    facts: Facts,
}

type Corners = [[f32; 3]; 2];

/// GoldSrc's player, standing and ducked, relative to the position: hulls 1 and 2 of a Quake map compiled for it. A map in
/// Half-Life's own format brings its sizes along.
const GOLDSRC: [Corners; 2] = [
    [[-16.0, -16.0, -36.0], [16.0, 16.0, 36.0]],
    [[-16.0, -16.0, -18.0], [16.0, 16.0, 18.0]],
];
/// The bodies that hulls are compiled for where the world names none: the players of all profiles, by size.
const BODIES: [Corners; 5] = [
    [[-15.0, -15.0, -24.0], [15.0, 15.0, 32.0]],
    [[-15.0, -15.0, -24.0], [15.0, 15.0, 16.0]],
    [[-16.0, -16.0, -24.0], [16.0, 16.0, 32.0]],
    GOLDSRC[0],
    GOLDSRC[1],
];
/// The contents that are compiled: solids of players and liquids. No player meets other contents.
const COMPILED: Contents = Contents::PLAYER_MASK.union(Contents::LIQUID);

impl HullBackend {
    /// Takes the clip hulls that the world's map brought along, or compiles them. It compiles a point's hull, and one for each
    /// of the world's [`bodies`](World::bodies). Where the world names none, it uses the players of all profiles. Traces by the
    /// rules of the game that these are named for.
    ///
    /// # Errors
    /// The tutorial's rules, or a world too intricate.
    pub fn build(world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        rules.refuse_tutorial("hull")?;
        let rules = ClipRules::from_trace_rules(rules);
        let began = Instant::now();
        let solids = world.brushes.iter().filter(|b| b.contents.intersects(COMPILED));
        let solids: Vec<Brush> = solids.map(bevelled).collect();
        let (hulls, flat) = match &world.clip_hulls {
            Some(own) => (sized(own.clone(), &rules.rules), 0),
            None => compiled(&solids, &world.bodies)?,
        };
        let mut omissions = Facts::omitted(world, flat, "of no volume");
        if world.clip_hulls.is_some() {
            omissions.push(
                "what the map's compiler did to its hulls is not undone: where they reach further than the solids do, or \
                 keep clip brushes and sky, stops count as phantom"
                    .into(),
            );
        }
        let trees: usize = hulls.hulls.iter().map(ClipHull::bytes).sum();
        let sides: usize = solids.iter().map(|b| size_of_val(&b.sides[..])).sum();
        let has = |wanted: fn(&Aabb) -> bool| hulls.hulls.iter().any(|h| wanted(&h.bounds));
        let facts = Facts {
            declaration: Declaration {
                hulls: HullKinds {
                    point: has(|b| b.mins == b.maxs),
                    aabb: has(|b| b.mins != b.maxs),
                    ..HullKinds::default()
                },
                rules: rules.rules,
                skin_direction: SkinDirection::Normal,
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::Solid,
                start_solid: if rules.start_blocks {
                    StartSolid::Blocks
                } else {
                    StartSolid::Flagged
                },
                touching_overlaps: false,
                follows: Some(Follows::QuakeClipHulls),
                patches: false,
                triangles: false,
            },
            prepared: Some(
                hulls
                    .hulls
                    .iter()
                    .map(|h| h.bounds.maxs - h.bounds.mins)
                    .collect(),
            ),
            name: "hull".into(),
            build_time: began.elapsed(),
            bytes: trees
                + size_of_val(&hulls.hulls[..])
                + sides
                + size_of_val(&solids[..])
                + size_of::<Self>(),
            primitives: hulls.hulls.iter().map(|h| h.nodes.len() + 1).sum(),
            omissions,
        };
        Ok(Self {
            hulls,
            solids,
            is_the_maps: world.clip_hulls.is_some(),
            rules,
            facts,
        })
    }

    /// The hulls that points are traced through.
    pub fn hulls(&self) -> &ClipHulls {
        &self.hulls
    }

    /// Traces a point through the hull of that number, and answers with all that the games note. `None` when there is no
    /// such hull or the sweep has coordinates that are no numbers or out of range. The shape of the sweep is not looked at.
    pub fn trace_hull(&self, number: usize, sweep: &Sweep) -> Option<ClipTrace> {
        sweep.check().ok()?;
        Some(self.cast(self.hulls.hulls.get(number)?, sweep, &mut Silent))
    }

    /// Contents of a point in the hull of that number. `None` when there is no such hull.
    pub fn contents_in(&self, number: usize, at: &Point) -> Option<Contents> {
        let hull = self.hulls.hulls.get(number)?;
        Some(hull.contents_below(hull.root(), at))
    }

    fn cast<T: Tally>(&self, hull: &ClipHull, sweep: &Sweep, tally: &mut T) -> ClipTrace {
        let mut cast = Cast {
            hull,
            rules: &self.rules,
            mask: sweep.mask,
            tally,
        };
        cast.trace(sweep.start, sweep.end)
    }

    /// The hull for a shape and how far a position must be moved to be traced through it.
    fn fitting(&self, shape: &Hull) -> Option<(&ClipHull, Vec3)> {
        match shape {
            Hull::Point | Hull::Box { .. } => {
                let (number, offset) = self.hulls.fitting(&shape.bounds())?;
                Some((&self.hulls.hulls[number], offset))
            }
            _ => None,
        }
    }
}

/// A map's hulls, under the sizes that the rules give them. A map of Quake's three does not say whose bodies they are for.
fn sized(mut own: ClipHulls, rules: &TraceRules) -> ClipHulls {
    if let ("goldsrc", [_, standing, ducked]) = (rules.name, &mut own.hulls[..]) {
        for (hull, size) in [standing, ducked].into_iter().zip(GOLDSRC) {
            hull.bounds = bounds(size);
        }
    }
    own
}

fn compiled(solids: &[Brush], bodies: &[Aabb]) -> Result<(ClipHulls, usize), BuildError> {
    let mut sizes = vec![Hull::Point.bounds()];
    if bodies.is_empty() {
        sizes.extend(BODIES.map(bounds));
    } else {
        sizes.extend(bodies);
    }
    let mut out = ClipHulls::default();
    let mut flat = 0;
    for body in sizes {
        // A body of a size that there is a hull for already is traced through that one, shifted.
        if out.fitting(&body).is_some() {
            continue;
        }
        let (hull, without_volume) = compile(solids, body).map_err(|what| BuildError::TooLarge {
            backend: "hull",
            what,
        })?;
        flat = flat.max(without_volume);
        out.hulls.push(hull);
    }
    Ok((out, flat))
}

fn bounds([mins, maxs]: Corners) -> Aabb {
    Aabb::new(mins.into(), maxs.into())
}

impl CollisionBackend for HullBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if sweep.check().is_err() {
            return Trace::invalid(sweep);
        }
        let Some((hull, offset)) = self.fitting(&sweep.hull) else {
            return Trace::refused(sweep, Status::Unsupported);
        };
        let own = Sweep {
            start: sweep.start + offset,
            end: sweep.end + offset,
            ..*sweep
        };
        let found = tallied!(work, |tally| self.cast(hull, &own, tally));
        let end = if found.fraction == 1.0 {
            sweep.end
        } else if found.start_solid && self.rules.start_blocks {
            // The games leave the end where the trace left it, and their players never read it.
            sweep.start
        } else {
            found.end - offset
        };
        Trace {
            fraction: found.fraction,
            end,
            plane: found.plane.map(|p| own_plane(&p, &hull.bounds)),
            contents: found.contents,
            surface: SurfaceFlags::empty(),
            start_solid: found.start_solid,
            all_solid: found.all_solid,
            status: Status::Exact,
            model: None,
        }
    }

    fn overlap(&self, shape: &Hull, at: &Point, mask: Contents, _: &mut Work) -> Option<Penetration> {
        if Sweep::new(*shape, *at, *at).check().is_err() {
            return Some(Penetration::refused(Status::Invalid));
        }
        let Some((hull, offset)) = self.fitting(shape) else {
            return Some(Penetration::refused(Status::Unsupported));
        };
        let contents = hull.contents_below(hull.root(), &(at + offset));
        if !contents.intersects(mask) {
            return None;
        }
        let body = shape.bounds();
        let standings =
            near(&self.solids, &body, at, 0.0, mask).filter_map(|b| Some((b, standing(b, &body, at)?)));
        let deepest = standings
            .filter(|(_, s)| s.distance < 0.0)
            .min_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
        match deepest {
            Some((brush, s)) => Some(Penetration {
                depth: -s.distance as f32,
                normal: s.normal.cast(),
                contents: brush.contents,
                status: Status::Exact,
            }),
            // Compiled hulls: on a surface, which is no overlap. A map's: a solid that no brush is known of, as a clip brush.
            None => self.is_the_maps.then(|| Penetration {
                contents,
                ..Penetration::refused(Status::Failed)
            }),
        }
    }

    fn contacts(
        &self,
        shape: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        _: &mut Work,
    ) {
        let sound = Sweep::new(*shape, *at, *at).check().is_ok() && margin.is_finite() && margin >= 0.0;
        if !sound || self.fitting(shape).is_none() {
            return;
        }
        let body = shape.bounds();
        for brush in near(&self.solids, &body, at, margin, mask) {
            let Some(s) = standing(brush, &body, at).filter(|s| s.distance <= f64::from(margin)) else {
                continue;
            };
            out.push(Contact {
                point: point_of(&s, brush, &body, at),
                normal: s.normal.cast(),
                face_normal: s.face,
                distance: s.distance as f32,
                top: brush.bounds.maxs.z.min(at.z + body.maxs.z + margin),
                contents: brush.contents,
            });
        }
    }

    fn contents(&self, at: &Point) -> Contents {
        let finite = Sweep::new(Hull::Point, *at, *at).check().is_ok();
        self.contents_in(0, at).filter(|_| finite).unwrap_or_default()
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}
