//! Rapier's casts as a backend. Failures are left in and are results; a panic inside of Rapier is caught and called a failure.

mod casts;

use crate::alone;
use crate::body::placed;
use crate::library::Library;
use crate::scale::{METRE, direction, metres, units};
use clipmark_collision::alone::Alone;
use clipmark_collision::{
    BuildError, CollisionBackend, Contact, Declaration, Facts, HullKinds, Penetration, RoundHulls, Sidedness,
    SkinDirection, Standalone, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World, side_like};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// How Rapier's casts are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Casts {
    /// As its documentation shows them.
    Documented,
    /// As its best user would: [`CASTS`](crate::CASTS).
    Tuned,
}

/// Rapier's casts. Of the work only the number of questions is known: Rapier counts nothing itself.
pub struct RapierBackend {
    library: Library,
    casts: Casts,
    rules: TraceRules,
    facts: Facts,
}

impl RapierBackend {
    /// Builds it from a world.
    ///
    /// # Errors
    /// The tutorial's rules, and a brush that is open or whose coordinates are not finite. One that Rapier makes no hull of is
    /// left out and listed in [`Facts::omissions`], as patches and triangles are.
    pub fn build(casts: Casts, world: &World, rules: TraceRules) -> Result<Self, BuildError> {
        let name = match casts {
            Casts::Documented => "rapier",
            Casts::Tuned => "rapier:tuned",
        };
        rules.refuse_tutorial(name)?;
        let begun = Instant::now();
        let library = Library::build(name, world)?;
        let facts = Facts {
            name: name.into(),
            declaration: Declaration {
                hulls: HullKinds::ALL,
                rules: TraceRules {
                    touch: TouchRule::InSolid,
                    ..rules
                },
                skin_direction: match casts {
                    Casts::Documented => SkinDirection::Path,
                    Casts::Tuned => SkinDirection::Normal,
                },
                round_hulls: RoundHulls::Round,
                sidedness: Sidedness::Solid,
                start_solid: match casts {
                    Casts::Documented => StartSolid::Blocks,
                    Casts::Tuned => StartSolid::IgnoredUnlessAllSolid,
                },
                touching_overlaps: false,
                follows: None,
                patches: false,
                triangles: false,
            },
            prepared: None,
            build_time: begun.elapsed(),
            bytes: size_of::<Self>() + library.bytes(),
            primitives: library.len(),
            omissions: Facts::omitted(world, library.empty, "that enclose no volume"),
        };
        Ok(Self {
            library,
            casts,
            rules,
            facts,
        })
    }
}

impl CollisionBackend for RapierBackend {
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
            .unwrap_or_else(|_| Some(refused(Status::Failed)))
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
        if !usable || !(0.0..=Sweep::LIMIT).contains(&margin) {
            return;
        }
        work.counts.queries += u64::from(work.is_counting());
        let reach = hull.bounds().translated(&at.coords).grown(margin).maxs.z;
        let (body, pose) = placed(hull, at);
        // What was found before a panic is kept: each part is asked for itself.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.library
                .contacts(&body, &pose, margin * METRE, mask, |_, part, contact| {
                    let normal = direction(contact.normal1);
                    let point = Point::from(units(contact.point1));
                    let distance = contact.dist / METRE;
                    let numbers = normal.iter().chain(point.iter()).chain([&distance]);
                    if !numbers.copied().all(f32::is_finite) {
                        return;
                    }
                    out.push(Contact {
                        point,
                        normal,
                        face_normal: side_like(&part.sides, &normal).map_or(normal, |s| s.plane.normal),
                        distance,
                        top: part.highest.min(reach),
                        contents: part.contents,
                    });
                });
        }));
    }

    fn contents(&self, at: &Point) -> Contents {
        let mut contents = Contents::empty();
        if Sweep::new(Hull::Point, *at, *at).check().is_err() {
            return contents;
        }
        // What is found before a panic is kept.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let queries = self.library.queries(Contents::all());
            for (collider, _) in queries.intersect_point(metres(&at.coords)) {
                if let Some(part) = self.library.part(collider) {
                    contents |= part.contents;
                }
            }
        }));
        contents
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }
}

impl Standalone for RapierBackend {
    fn alone(&self, sweep: &Sweep) -> Option<Alone> {
        if !sweep.is_bounded() || self.library.len() == 0 {
            return None;
        }
        let inside = match self.casts {
            Casts::Documented => Vec::new(),
            Casts::Tuned => self.deep_in(&sweep.hull, &sweep.start, sweep.mask),
        };
        let left_out: Vec<usize> = inside.iter().filter_map(|c| self.library.index(*c)).collect();
        let call = catch_unwind(AssertUnwindSafe(|| self.as_call(sweep, &inside))).ok()?;
        Some(Alone {
            calls: vec![call],
            ..alone::program(&self.library, sweep.mask, |i| left_out.contains(&i))
        })
    }
}
