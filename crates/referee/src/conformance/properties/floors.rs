//! Properties of a hull on a level floor: it starts as its backend declares, and it rests there.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use crate::conformance::worlds::ROOM;
use clipmark_collision::{Contact, StartSolid, Sweep, TouchRule, Trace, Work};
use clipmark_geometry::{Hull, Point, Vec3};

/// The worlds in which the floor or the box's top is level around the origin.
pub(super) const LEVEL: [&str; 4] = ["room", "thin-wall", "tiles", "box"];

/// Starts follow the declaration: touching, the touch rule, starts in solids.
pub(super) fn check_starts(s: &Setting, ledger: &mut Ledger) {
    let declared = &s.declaration;
    ledger.found_if(
        declared.rules != s.rules,
        "declares other rules than it was built with",
        1.0,
        || {
            format!(
                "world {}: {:?} instead of {:?}",
                s.world.name, declared.rules, s.rules
            )
        },
    );
    let floor = if s.world.name == "box" { 32.0 } else { 0.0 };
    let skin = s.rules.skin;
    for hull in &s.hulls {
        // The lowest point so far above the floor.
        let at = |gap: f32| Point::new(8.0, 8.0, floor - hull.bounds().mins.z + gap);
        let down = |from: f32, to: f32| {
            let sweep = Sweep::new(*hull, at(from), at(to));
            (sweep, s.trace(&sweep))
        };
        let mut blame = |wrong: bool, fault: &'static str, (sweep, t): &(Sweep, Trace)| {
            ledger.case();
            ledger.found_if(wrong, fault, 1.0, || s.example(sweep, t));
        };
        let touching = down(0.0, 0.0);
        let (place, mask) = (touching.0.start, touching.0.mask);
        let overlaps = s
            .backend
            .overlap(hull, &place, mask, &mut Work::silent())
            .is_some();
        let fault = "mere touching is not what it declares";
        blame(overlaps != declared.touching_overlaps, fault, &touching);
        for (from, to, hits, fault) in [
            (
                8.0,
                skin * 0.5,
                s.rules.touch == TouchRule::WithinSkin,
                "a path that ends inside the skin breaks the touch rule",
            ),
            (
                8.0,
                skin * 2.0,
                false,
                "a path that ends outside the skin is a hit",
            ),
            (skin * 0.5, 20.0, false, "a path out of the skin is a hit"),
        ] {
            let asked = down(from, to);
            blame(asked.1.hit() != hits, fault, &asked);
        }
        // A step of f32 off the surface, and on it: long ways show that it is not let go of.
        for gap in [0.0, at(0.0).z.next_up() - at(0.0).z] {
            for way in [8.0, 600.0] {
                let pressed = down(gap, -way);
                let gone = pressed.1.fraction * pressed.0.displacement().norm();
                let fault = "goes into a surface that it touches";
                blame(gone > s.tolerance(&pressed.0), fault, &pressed);
            }
        }
        let (deeper, out) = (down(-4.0, -8.0), down(-4.0, 100.0));
        let (t, u) = (deeper.1, out.1);
        match declared.start_solid {
            StartSolid::IgnoredUnlessAllSolid => {
                let is_all_solid = t.all_solid && t.hit() == (t.fraction == 0.0);
                blame(!is_all_solid, "is not all solid", &deeper);
                let lets_go = u.start_solid && !u.all_solid && !u.hit();
                blame(!lets_go, "does not let go of a solid", &out);
            }
            StartSolid::Blocks => {
                blame(
                    !t.start_solid || t.fraction > 0.0,
                    "goes on into a solid",
                    &deeper,
                );
                blame(!u.start_solid, "does not notice a start in a solid", &out);
            }
            StartSolid::Flagged => {
                for asked in [deeper, out] {
                    blame(!asked.1.start_solid, "does not flag a start in a solid", &asked);
                    blame(asked.1.hit(), "does not let go of a solid", &asked);
                }
            }
            StartSolid::Unnoticed => {}
        }
    }
}

/// Worlds with a level floor at z = 0 that is free for 90 units around the places.
pub(super) const FREE: [&str; 3] = ["room", "tiles", "thin-wall"];
/// Places on the floor: on seams of tiles, on corners of tiles, and on neither.
const PLACES: [[f32; 2]; 4] = [[-128.0, 0.0], [-64.0, 40.0], [0.0, -128.0], [-37.3, -91.7]];
/// How far hulls slide, in units: the widest of them as far as the thin wall.
const SLIDE: f32 = 72.0;
/// Presses down before the hull is measured again.
const PRESSES: usize = 20;

/// A hull put down on a floor rests there: it slides freely along it, across seams too, and does not sink.
pub(super) fn rest_on_floor(s: &Setting, ledger: &mut Ledger) {
    rest_in_corner(s, ledger);
    for hull in &s.hulls {
        let low = hull.bounds().mins.z;
        for [x, y] in PLACES {
            // A hull without width may fall between two tiles that only touch.
            if *hull == Hull::Point && x.fract() == 0.0 {
                continue;
            }
            let drop = Sweep::new(*hull, Point::new(x, y, 60.0 - low), Point::new(x, y, -20.0 - low));
            let tolerance = s.tolerance(&drop);
            let landed = s.trace(&drop);
            ledger.case();
            let off = (landed.end.z + low - s.rules.skin).abs();
            let fault = "does not land a skin above the floor";
            ledger.found_if(off > tolerance, fault, off, || s.example(&drop, &landed));
            let mut at = landed.end;
            for step in 0..16 {
                let (sin, cos) = (step as f32 * std::f32::consts::PI / 8.0).sin_cos();
                let slide = Sweep::new(*hull, at, at + Vec3::new(cos, sin, 0.0) * SLIDE);
                let t = s.trace(&slide);
                let (lost, fault) = ((1.0 - t.fraction) * SLIDE, "does not slide along the floor");
                ledger.found_if(t.hit() || t.start_solid, fault, lost, || s.example(&slide, &t));
            }
            for press in 0..PRESSES {
                let aside = Vec3::new(0.5, 0.25, 0.0) * (press % 2) as f32;
                let down = Sweep::new(*hull, at, at + aside - Vec3::z() * 4.0);
                let t = s.trace(&down);
                let sunk = landed.end.z - t.end.z;
                let (is_wrong, fault) = (sunk > tolerance || t.start_solid, "sinks when pressed down");
                ledger.found_if(is_wrong, fault, sunk, || s.example(&down, &t));
                at = t.end;
            }
            let contacts = s.contacts(&Sweep::new(*hull, landed.end, landed.end), 2.0 * s.rules.skin);
            let on_floor = |c: &Contact| c.normal.z > 0.999 && (c.distance - s.rules.skin).abs() <= tolerance;
            let fault = "has no contact with the floor it rests on";
            ledger.found_if(!contacts.iter().any(on_floor), fault, 1.0, || {
                format!("{}: {contacts:?}", s.example(&drop, &landed))
            });
        }
    }
}

/// In a corner a hull has a contact with each of the three surfaces.
fn rest_in_corner(s: &Setting, ledger: &mut Ledger) {
    if s.world.name != "room" {
        return;
    }
    let skin = s.rules.skin;
    for hull in &s.hulls {
        let b = hull.bounds();
        let at = Point::new(ROOM - b.maxs.x - skin, ROOM - b.maxs.y - skin, skin - b.mins.z);
        let here = Sweep::new(*hull, at, at);
        let found = s.contacts(&here, 2.0 * skin);
        ledger.case();
        let is_missing = |normal: &&Vec3| !found.iter().any(|c| c.normal.dot(normal) > 0.999);
        let normals = [-Vec3::x(), -Vec3::y(), Vec3::z()];
        let missing = normals.iter().filter(is_missing).count();
        ledger.found_if(missing > 0, "lacks a contact in a corner", missing as f32, || {
            format!("{}: {found:?}", s.question(&here))
        });
    }
}
