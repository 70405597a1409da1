//! Faults of answers about a place: contacts, overlaps, contents, and the short questions.

use super::Planted;
use clipmark_collision::{Contact, Penetration, Reached};
use clipmark_geometry::{Contents, Point, Vec3};

/// Contacts, each changed.
pub(super) fn each(found: &mut [Contact], change: impl Fn(&mut Contact)) {
    found.iter_mut().for_each(change);
}

/// A direction across.
pub(super) fn aside(normal: &Vec3) -> Vec3 {
    let other = if normal.x.abs() < 0.7 {
        Vec3::x()
    } else {
        Vec3::y()
    };
    (other - normal * normal.dot(&other)).normalize()
}

pub(super) fn turned_over(p: Penetration) -> Option<Penetration> {
    Some(Penetration {
        normal: -p.normal,
        ..p
    })
}

pub(super) fn twice_as_deep(p: Penetration) -> Option<Penetration> {
    Some(Penetration {
        depth: p.depth * 2.0,
        ..p
    })
}

pub(super) fn of_water(p: Penetration) -> Option<Penetration> {
    Some(Penetration {
        contents: Contents::WATER,
        ..p
    })
}

pub(super) fn higher(r: &Reached) -> Option<Reached> {
    Some(Reached {
        top: r.top + 1.0,
        ..*r
    })
}

pub(super) fn no_contents(_: &Planted, _: &Point, _: Contents) -> Contents {
    Contents::empty()
}

/// Solids count a unit wider on each side.
pub(super) fn contents_aside(planted: &Planted, at: &Point, found: Contents) -> Contents {
    let there = planted
        .world
        .brushes
        .iter()
        .filter(|b| b.bounds.grown(1.0).contains(at));
    there.fold(found, |all, b| all | b.contents)
}

/// Liquids are said to be solid.
pub(super) fn liquid_as_solid(_: &Planted, _: &Point, found: Contents) -> Contents {
    match found.intersects(Contents::LIQUID) {
        true => found | Contents::SOLID,
        false => found,
    }
}
