//! Seam 1: questions in this workspace's words, and Jolt's answer.

use crate::cast::TOUCHING;
use crate::question;
use crate::scale::{METRE, direction, place, point};
use crate::settings::Settings;
use crate::solids::Solids;
use clipmark_collision::question::Question;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, RoundHulls, Sidedness,
    SkinDirection, Standalone, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World, side_like};
use oxijolt::{BodyId, ObjectLayer, PhysicsWorld, limits};
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// Jolt, asked by `CastShape`, `CastRay`, `CollideShape` and `CollidePoint`.
///
/// A mask other than a player's allocates its list of layers, and position tests allocate their hits, as the wrapper does.
/// Work is not counted: Jolt counts nothing itself.
pub struct JoltBackend {
    pub(crate) settings: Settings,
    pub(crate) rules: TraceRules,
    pub(crate) world: PhysicsWorld,
    /// The body of each group of solids.
    pub(crate) bodies: Vec<BodyId>,
    pub(crate) solids: Arc<Solids>,
    /// Layers that stop a player.
    player: Vec<ObjectLayer>,
    facts: Facts,
}

impl JoltBackend {
    /// Builds it from a world.
    ///
    /// # Errors
    /// The tutorial's rules; a brush that is open, or too large for Jolt; a world that Jolt refuses. A brush that Jolt makes no
    /// hull of is left out and listed in [`Facts::omissions`], as patches and triangles are.
    pub fn build(world: &World, rules: TraceRules, settings: Settings) -> Result<Self, BuildError> {
        rules.refuse_tutorial(settings.name)?;
        let begun = Instant::now();
        let solids = Arc::new(Solids::build(world, &[], &settings)?);
        let (physics, bodies) = solids.world(settings.name)?;
        let facts = Facts {
            name: settings.name.into(),
            declaration: Declaration {
                hulls: HullKinds::ALL,
                rules: TraceRules {
                    touch: TouchRule::InSolid,
                    ..rules
                },
                skin_direction: match settings.face_normals {
                    true => SkinDirection::Normal,
                    false => SkinDirection::Path,
                },
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::Solid,
                start_solid: StartSolid::Blocks,
                touching_overlaps: false,
                follows: None,
                patches: false,
                triangles: false,
            },
            prepared: None,
            build_time: begun.elapsed(),
            bytes: size_of::<Self>() + solids.bytes(),
            primitives: solids.groups.iter().map(|g| g.parts.len()).sum(),
            omissions: Facts::omitted(world, solids.refused, "that its wrapper makes no shape of"),
        };
        Ok(Self {
            settings,
            rules,
            world: physics,
            bodies,
            player: solids.layers(Contents::PLAYER_MASK),
            solids,
            facts,
        })
    }

    /// The layers that a mask collides with.
    pub(crate) fn layers(&self, mask: Contents) -> Cow<'_, [ObjectLayer]> {
        if mask == Contents::PLAYER_MASK {
            Cow::Borrowed(&self.player)
        } else {
            Cow::Owned(self.solids.layers(mask))
        }
    }

    fn deepest(&self, hull: &Hull, at: &Point, mask: Contents) -> Result<Option<Penetration>, Status> {
        let layers = self.layers(mask);
        if layers.is_empty() {
            return Ok(None);
        }
        let hits = self.overlaps(hull, at, 0.0, &self.filter(&layers))?;
        let deeper = |a: &&oxijolt::CollideShapeHit, b: &&oxijolt::CollideShapeHit| {
            a.penetration_depth.total_cmp(&b.penetration_depth)
        };
        let deepest = hits.iter().filter(|h| h.penetration_depth > TOUCHING * METRE);
        Ok(deepest.max_by(deeper).map(|hit| Penetration {
            depth: hit.penetration_depth / METRE,
            normal: direction(hit.normal),
            contents: self.part(hit.body, hit.compound_child).0,
            status: Status::Converged,
        }))
    }

    fn near(&self, hull: &Hull, at: &Point, margin: f32, mask: Contents, out: &mut Vec<Contact>) {
        let layers = self.layers(mask);
        if layers.is_empty() {
            return;
        }
        let Ok(hits) = self.overlaps(hull, at, margin, &self.filter(&layers)) else {
            return;
        };
        let reach = hull.bounds().translated(&at.coords).grown(margin).maxs.z;
        for hit in hits {
            let (contents, part) = self.part(hit.body, hit.compound_child);
            let normal = direction(hit.normal);
            let face = part.and_then(|part| side_like(&part.sides, &normal));
            out.push(Contact {
                point: point(hit.point_on_body),
                normal,
                face_normal: face.map_or(normal, |side| side.plane.normal),
                distance: -hit.penetration_depth / METRE,
                top: part.map_or(reach, |part| part.highest.min(reach)),
                contents,
            });
        }
    }
}

impl CollisionBackend for JoltBackend {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        if !sweep.is_bounded() {
            return Trace::invalid(sweep);
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.answer(sweep)))
            .unwrap_or_else(|_| Trace::refused(sweep, Status::Failed))
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let refused = |status| Penetration {
            depth: 0.0,
            normal: Vec3::z(),
            contents: Contents::empty(),
            status,
        };
        if !Sweep::new(*hull, *at, *at).is_bounded() {
            return Some(refused(Status::Invalid));
        }
        work.counts.queries += u64::from(work.is_counting());
        catch_unwind(AssertUnwindSafe(|| self.deepest(hull, at, mask)))
            .unwrap_or(Err(Status::Failed))
            .unwrap_or_else(|status| Some(refused(status)))
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        let usable = Sweep::new(*hull, *at, *at).is_bounded();
        if !usable || !(0.0..=limits::MAX_SHAPE_EXTENT / METRE).contains(&margin) {
            return;
        }
        work.counts.queries += u64::from(work.is_counting());
        // Hits are asked for at once: a panic leaves none.
        let _ = catch_unwind(AssertUnwindSafe(|| self.near(hull, at, margin, mask, out)));
    }

    fn contents(&self, at: &Point) -> Contents {
        if Sweep::new(Hull::Point, *at, *at).check().is_err() {
            return Contents::empty();
        }
        let ask = || {
            self.world
                .collide_point(place(&at.coords), &oxijolt::QueryFilter::new())
        };
        let hits = catch_unwind(AssertUnwindSafe(ask)).map_or_else(|_| Vec::new(), Result::unwrap_or_default);
        let of = |hit: &oxijolt::CollidePointHit| self.part(hit.body, hit.compound_child).0;
        hits.iter().map(of).fold(Contents::empty(), |all, c| all | c)
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Standalone for JoltBackend {
    fn question(&self, sweep: &Sweep) -> Option<Question> {
        if !sweep.is_bounded() || sweep.start == sweep.end || self.layers(sweep.mask).is_empty() {
            return None;
        }
        let call = catch_unwind(AssertUnwindSafe(|| self.as_call(sweep))).ok()??;
        Some(Question {
            calls: vec![call],
            ..question::world(&self.solids, &[], &self.settings, sweep.mask)
        })
    }
}

impl std::fmt::Debug for JoltBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, solids) = (self.settings.name, self.facts.primitives);
        write!(f, "{name} with {solids} hulls")
    }
}
