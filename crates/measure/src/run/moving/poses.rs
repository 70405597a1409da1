//! Where the movers of a world may be: each at a seeded time of its way, for questions to a moving world at rest.

use super::{MOST, Parts, map, with_rules};
use clipmark_collision::placed::PlacedRules;
use clipmark_geometry::{Placement, Point, Pose, Rotation, Vec3, World};
use clipmark_movement::Profile;
use clipmark_movement::moving::{Quake1Kind, Quake1Part, Quake3Kind, Quake3Part, SPREAD};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A way between two places is cut into this many parts. Its ends, where movers rest most, are two of the places.
const PLACES: u16 = 8;
/// Swinging and turning parts are posed at a time before this, in milliseconds: longer than a mapper's periods.
const LATEST: i32 = 60_000;
/// A model that no entity moves is shifted by at most this many units along each axis.
const FAR: i16 = 64;
/// Of models that no entity moves about a quarter stay as they are, a quarter are turned by any angles, and half about z.
const TURNS: u8 = 4;

/// The parts of a world that play, each somewhere on its way. A model of a world without entities is shifted by whole units. By
/// Quake III's rules it is turned too, about its middle: by whole degrees about z, or by any angles. The same seed gives the same.
pub(crate) fn poses(world: &World, profile: &Profile, seed: u64) -> Vec<Placement> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    if world.entities.is_empty() {
        let turns = PlacedRules::from_trace_rules(&profile.trace_rules).recentred;
        let all = world.models.iter().take(MOST).enumerate();
        return all
            .map(|(model, own)| {
                let mut way = || f32::from(random.random_range(-FAR..=FAR));
                let shift = Vec3::new(way(), way(), way());
                let angles = if turns { angles(&mut random) } else { Vec3::zeros() };
                let middle = own.bounds.center().coords;
                let off = middle - Rotation::of_angles(angles).into_world(&middle);
                at(model, shift + off, angles)
            })
            .collect();
    }
    let (profile, _) = with_rules(*profile);
    let mut all: Vec<Placement> = match map::parts(world, &profile).0 {
        Parts::Quake3(parts, _) => parts.parts.iter().map(|p| quake3(p, &mut random)).collect(),
        Parts::Quake1(parts, _) => parts.parts.iter().map(|p| quake1(p, &mut random)).collect(),
    };
    all.truncate(MOST);
    all
}

/// Pitch, yaw and roll of a model that no entity moves, in degrees.
fn angles(random: &mut Pcg64Mcg) -> Vec3 {
    let mut any = || random.random_range(-180.0_f32..180.0);
    let by = Vec3::new(any(), any(), any());
    match random.random_range(0..TURNS) {
        0 => Vec3::zeros(),
        1 => by,
        _ => Vec3::new(0.0, by.y.round(), 0.0),
    }
}

/// `model` is an index.
fn at(model: usize, origin: Vec3, angles: Vec3) -> Placement {
    Placement {
        model,
        pose: Pose {
            origin: Point::from(origin),
            rotation: Rotation::of_angles(angles),
        },
    }
}

fn between(places: [Vec3; 2], random: &mut Pcg64Mcg) -> Vec3 {
    let share = f32::from(random.random_range(0..=PLACES)) / f32::from(PLACES);
    places[0] + (places[1] - places[0]) * share
}

/// Somewhere between two corners that follow each other; `home` where there is none.
fn on_loop(corners: &[Vec3], home: Vec3, random: &mut Pcg64Mcg) -> Vec3 {
    if corners.is_empty() {
        return home;
    }
    let first = random.random_range(0..corners.len());
    let places = [corners[first], corners[(first + 1) % corners.len()]];
    between(places, random)
}

fn quake3(part: &Quake3Part, random: &mut Pcg64Mcg) -> Placement {
    let msec = random.random_range(0..LATEST);
    let origin = match &part.kind {
        Quake3Kind::Steady => part.position.at(msec),
        Quake3Kind::Train(corners) => {
            let corners: Vec<Vec3> = corners.iter().map(|c| c.origin).collect();
            on_loop(&corners, part.position.base, random)
        }
        Quake3Kind::Door | Quake3Kind::Plat | Quake3Kind::Button => between(part.places, random),
    };
    at(part.model - 1, origin, part.angles.at(msec))
}

fn quake1(part: &Quake1Part, random: &mut Pcg64Mcg) -> Placement {
    let origin = match &part.kind {
        Quake1Kind::Wall => part.origin,
        Quake1Kind::Train(corners) => {
            // A train's least corner goes to where the entity of the corner is.
            let least = part.bounds.grown(-SPREAD).mins.coords;
            let corners: Vec<Vec3> = corners.iter().map(|c| c.origin - least).collect();
            on_loop(&corners, part.origin, random)
        }
        Quake1Kind::Door { .. } | Quake1Kind::Plat { .. } | Quake1Kind::Button => {
            between(part.places, random)
        }
    };
    at(part.model - 1, origin, Vec3::zeros())
}
