//! A hull put down on a floor rests there: it slides freely along it, across seams too, and does not sink.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use crate::conformance::worlds::ROOM;
use clipmark_collision::{Contact, Sweep};
use clipmark_geometry::{Hull, Point, Vec3};

/// Worlds with a level floor at z = 0 that is free for 90 units around the places.
pub(super) const FLOORS: [&str; 3] = ["room", "tiles", "thin-wall"];
/// Places on the floor: on seams of tiles, on corners of tiles, and on neither.
const PLACES: [[f32; 2]; 4] = [[-128.0, 0.0], [-64.0, 40.0], [0.0, -128.0], [-37.3, -91.7]];
/// How far hulls slide, in units.
const SLIDE: f32 = 80.0;
/// Presses down before the hull is measured again.
const PRESSES: usize = 20;

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
            ledger.found_if(
                off > tolerance,
                "does not land a skin above the floor",
                off,
                || s.example(&drop, &landed),
            );
            let mut at = landed.end;
            for step in 0..16 {
                let (sin, cos) = (step as f32 * std::f32::consts::PI / 8.0).sin_cos();
                let slide = Sweep::new(*hull, at, at + Vec3::new(cos, sin, 0.0) * SLIDE);
                let t = s.trace(&slide);
                if t.hit() || t.start_solid {
                    let lost = (1.0 - t.fraction) * SLIDE;
                    ledger.found("does not slide along the floor", lost, || s.example(&slide, &t));
                }
            }
            for press in 0..PRESSES {
                let aside = Vec3::new(0.5, 0.25, 0.0) * (press % 2) as f32;
                let down = Sweep::new(*hull, at, at + aside - Vec3::z() * 4.0);
                let t = s.trace(&down);
                let sunk = landed.end.z - t.end.z;
                ledger.found_if(
                    sunk > tolerance || t.start_solid,
                    "sinks when pressed down",
                    sunk,
                    || s.example(&down, &t),
                );
                at = t.end;
            }
            let landed_at = Sweep::new(*hull, landed.end, landed.end);
            let contacts = s.contacts(&landed_at, 2.0 * s.rules.skin);
            let on_floor = |c: &Contact| c.normal.z > 0.999 && (c.distance - s.rules.skin).abs() <= tolerance;
            ledger.found_if(
                !contacts.iter().any(on_floor),
                "has no contact with the floor it rests on",
                1.0,
                || format!("{}: {contacts:?}", s.example(&drop, &landed)),
            );
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
        let bounds = hull.bounds();
        let in_corner = Point::new(
            ROOM - bounds.maxs.x - skin,
            ROOM - bounds.maxs.y - skin,
            skin - bounds.mins.z,
        );
        let here = Sweep::new(*hull, in_corner, in_corner);
        let found = s.contacts(&here, 2.0 * skin);
        ledger.case();
        let is_met = |normal: &Vec3| found.iter().any(|c| c.normal.dot(normal) > 0.999);
        let missing = [-Vec3::x(), -Vec3::y(), Vec3::z()]
            .iter()
            .filter(|n| !is_met(n))
            .count();
        ledger.found_if(missing > 0, "lacks a contact in a corner", missing as f32, || {
            format!("{}: {found:?}", s.question(&here))
        });
    }
}
