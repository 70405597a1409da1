//! Which parts and triggers play, under which numbers: as recordings head them, or as a map alone gives them.

use crate::moving::{Part, Quake3Parts};
use crate::push::numbers::entity;
use clipmark_collision::recording::{RecordingError, fields};
use clipmark_geometry::{Aabb, Point, Vec3};
use std::collections::HashMap;

/// A moving part that plays.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityPart {
    /// Number among the game's entities.
    pub number: i32,
    /// Number of its model in the map.
    pub model: usize,
    /// Number of its team's captain, or its own.
    pub captain: i32,
    /// Number of the next of its team.
    pub next: Option<i32>,
    /// Bounds of its model, a unit larger on each side.
    pub bounds: Aabb,
    /// Its first and second place.
    pub places: [Vec3; 2],
}

/// A trigger that plays.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityTrigger {
    /// Number among the game's entities.
    pub number: i32,
    /// Number of its model in the map; without one it is a plain box.
    pub model: Option<usize>,
    /// Number of the part that it opens or raises.
    pub parent: Option<i32>,
    /// Its box.
    pub bounds: Aabb,
    /// The velocity that it sets, where it pushes, in units per second.
    pub push: Vec3,
}

/// All that plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entities {
    /// Moving parts.
    pub parts: Vec<EntityPart>,
    /// Triggers.
    pub triggers: Vec<EntityTrigger>,
}

/// Most parts, and most triggers, that are read: the game holds 1,024 entities.
const MOST: usize = 1024;
/// Doors are opened from this far away along their thinnest axis, in units.
const OPENS_FROM: f32 = 120.0;
/// A lift's trigger is this much narrower than the lift on each side, and this much higher than its low place, in units.
const NARROWER: f32 = 33.0;
const HIGHER: f32 = 8.0;
/// The first number that a map's entities get: 64 players and 8 dead bodies come before.
const FIRST: i32 = 72;

impl Entities {
    /// Reads the lines `M` and `G` of a recording's movers; other lines are passed over.
    ///
    /// # Errors
    /// A line that is not of the format, or too many.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, RecordingError> {
        let mut out = Self::default();
        for (i, text) in lines.into_iter().enumerate() {
            let line = i + 1;
            if let Some(rest) = text.strip_prefix("M ") {
                out.parts.push(part(rest, line)?);
            } else if let Some(rest) = text.strip_prefix("G ") {
                out.triggers.push(trigger(rest, line)?);
            }
            if out.parts.len().max(out.triggers.len()) > MOST {
                let why = format!("more than {MOST} movers or triggers; the game holds no more");
                return Err(RecordingError::Line { line, why });
            }
        }
        Ok(out)
    }

    /// The cast of a map alone: numbers in the map's order, a lift's trigger right after it, the doors' at the end.
    pub fn of_parts(map: &Quake3Parts) -> Self {
        let mut out = Self::default();
        let mut number = FIRST;
        let mut next = || {
            number += 1;
            number - 1
        };
        let mut teams: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut parts, mut triggers) = (map.parts.iter().peekable(), map.triggers.iter().peekable());
        loop {
            let part_comes = match (parts.peek(), triggers.peek()) {
                (Some(p), Some(t)) => p.entity < t.entity,
                (None, None) => break,
                (p, _) => p.is_some(),
            };
            if !part_comes {
                out.triggers.extend(triggers.next().map(|t| EntityTrigger {
                    number: next(),
                    model: Some(t.model),
                    parent: None,
                    bounds: t.bounds,
                    push: Vec3::zeros(),
                }));
                continue;
            }
            let Some(p) = parts.next() else { break };
            let own = next();
            if let Some(team) = &p.team {
                teams.entry(team).or_default().push(out.parts.len());
            }
            out.parts.push(EntityPart {
                number: own,
                model: p.model,
                captain: own,
                next: None,
                bounds: p.bounds,
                places: p.places,
            });
            if p.part == Part::Plat && p.opens_by_touch {
                out.triggers
                    .push(plain(next(), own, lift_trigger(&p.bounds, &p.places)));
            }
        }
        out.join(&teams);
        for (i, p) in map.parts.iter().enumerate() {
            let own = &out.parts[i];
            if p.part == Part::Door && p.opens_by_touch && own.captain == own.number {
                out.triggers.push(plain(next(), own.number, out.door_trigger(i)));
            }
        }
        out
    }

    /// The first of a team is its captain. The others follow in the map's order, reversed.
    fn join(&mut self, teams: &HashMap<&str, Vec<usize>>) {
        for members in teams.values() {
            let captain = self.parts[members[0]].number;
            let mut next = None;
            for &i in &members[1..] {
                (self.parts[i].captain, self.parts[i].next) = (captain, next);
                next = Some(self.parts[i].number);
            }
            self.parts[members[0]].next = next;
        }
    }

    /// The box around a whole team, grown along its thinnest axis.
    fn door_trigger(&self, captain: usize) -> Aabb {
        let number = self.parts[captain].number;
        let team = self.parts.iter().filter(|p| p.captain == number);
        let boxes = team.map(|p| p.bounds.translated(&p.places[0]).grown(1.0));
        let mut all = boxes.fold(Aabb::EMPTY, |all, b| all.union(&b));
        let size = all.maxs - all.mins;
        let thinner = |best: usize, k: usize| if size[k] < size[best] { k } else { best };
        let axis = (1..3).fold(0, thinner);
        all.mins[axis] -= OPENS_FROM;
        all.maxs[axis] += OPENS_FROM;
        all
    }
}

/// Over a lift at its low place, in from its sides.
fn lift_trigger(bounds: &Aabb, places: &[Vec3; 2]) -> Aabb {
    let mut out = bounds.translated(&places[0]);
    out.maxs.z += HIGHER;
    let middle = places[0] + (bounds.mins.coords + bounds.maxs.coords) * 0.5;
    for axis in 0..2 {
        out.mins[axis] += NARROWER;
        out.maxs[axis] -= NARROWER;
        if out.maxs[axis] <= out.mins[axis] {
            out.mins[axis] = middle[axis];
            out.maxs[axis] = out.mins[axis] + 1.0;
        }
    }
    out
}

fn plain(number: i32, parent: i32, bounds: Aabb) -> EntityTrigger {
    EntityTrigger {
        number,
        model: None,
        parent: Some(parent),
        bounds,
        push: Vec3::zeros(),
    }
}

const PART: &str = "M entity model class master next spawnflags speed wait damage has_blocked_handler mins(3) maxs(3) \
    pos1(3) pos2(3)";
const TRIGGER: &str = "G entity model class parent linked absmins(3) absmaxs(3) vx vy vz";

/// The line without its class, which is no number.
fn without_class(rest: &str) -> String {
    let words = rest.split(' ').enumerate();
    let kept: Vec<&str> = words.filter(|(i, _)| *i != 2).map(|(_, w)| w).collect();
    kept.join(" ")
}

fn part(rest: &str, line: usize) -> Result<EntityPart, RecordingError> {
    let f: [f32; 21] = fields(&without_class(rest), line, PART)?;
    let at = |i: usize| Vec3::new(f[i], f[i + 1], f[i + 2]);
    Ok(EntityPart {
        number: entity(f[0], line)?,
        model: f[1] as usize,
        captain: f[2] as i32,
        next: (f[3] >= 0.0).then_some(f[3] as i32),
        bounds: Aabb::new(Point::from(at(9)), Point::from(at(12))),
        places: [at(15), at(18)],
    })
}

fn trigger(rest: &str, line: usize) -> Result<EntityTrigger, RecordingError> {
    let f: [f32; 13] = fields(&without_class(rest), line, TRIGGER)?;
    let at = |i: usize| Vec3::new(f[i], f[i + 1], f[i + 2]);
    Ok(EntityTrigger {
        number: entity(f[0], line)?,
        model: (f[1] >= 0.0).then_some(f[1] as usize),
        parent: (f[1] < 0.0).then_some(f[2] as i32),
        bounds: Aabb::new(Point::from(at(4)), Point::from(at(7))),
        push: at(10),
    })
}
