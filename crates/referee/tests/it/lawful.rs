//! The judge finds no fault in lawful tracers.

use crate::common::tracers::*;
use crate::common::*;
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::{Contents, Hull, Vec3};
use clipmark_referee::{Rule, judge};

#[test]
fn a_perfect_tracer_is_clean() {
    let mut rng = Random(21);
    let mut stopped = 0;
    for hull in hulls() {
        for rules in [
            TraceRules::QUAKE3,
            TraceRules::QUAKEWORLD,
            TraceRules::QUAKE3.with_skin(0.0),
        ] {
            let w = random_world(&mut rng, 40);
            let h = truth(&w, &hull);
            for _ in 0..120 {
                let start = rng.point(250.0);
                let mut sweep = Sweep::new(hull, start, rng.point(250.0));
                // Go on from where the last one stopped, as movement does.
                for _ in 0..3 {
                    let t = perfect(&h, &sweep, rules);
                    let v = judge(&h, &sweep, &t, &declares(rules));
                    assert!(
                        v.is_clean(),
                        "{} {} {sweep:?} {t:?} {v:#?}",
                        hull.kind(),
                        rules.name
                    );
                    if t.hit() && !t.start_solid {
                        stopped += 1;
                        assert!(
                            v.measures.normal_error.unwrap() < 0.2 && v.measures.penetration < 1e-4,
                            "{v:#?}"
                        );
                        assert!(v.measures.gap < 1e-3, "{v:#?}");
                    }
                    sweep = Sweep::new(hull, t.end, t.end + rng.vector(80.0));
                }
            }
        }
    }
    assert!(stopped > 1_000, "{stopped}");
}

#[test]
fn quake3s_rules_are_lawful() {
    let mut rng = Random(22);
    let (mut stopped, mut solid, mut clipped) = (0, 0, 0);
    for _ in 0..20 {
        let brushes = (0..60).map(|_| {
            let a = rng.point(200.0);
            let b = a + rng.vector(60.0).abs() + Vec3::repeat(0.5);
            clipmark_geometry::Brush::from_box(a, b, Contents::SOLID).unwrap()
        });
        let w = world(brushes.collect());
        let hull = Hull::quake3_player();
        let h = truth(&w, &hull);
        for _ in 0..200 {
            let mut sweep = Sweep::new(hull, rng.point(250.0), rng.point(250.0));
            for _ in 0..4 {
                let t = quake3(&w, &sweep);
                let v = judge(&h, &sweep, &t, &quake3_declares());
                // Its one fault: leaving planes are moved in, so corners are clipped up to the skin.
                clipped += usize::from(v.is_by(Rule::Corner));
                assert!(v.is_clean() || v.is_by(Rule::Corner), "{sweep:?} {t:?} {v:#?}");
                assert!(v.measures.missed_depth < 0.126, "{v:#?}");
                stopped += usize::from(t.hit());
                solid += usize::from(t.start_solid);
                // From inside the skin: along it, into it, away from it, a little or far.
                let mut d = rng.vector(40.0);
                if let Some(p) = t.plane {
                    match rng.below(4) {
                        0 => d -= p.normal * p.normal.dot(&d),
                        1 => d = p.normal * -0.01,
                        2 => d *= 0.002,
                        _ => {}
                    }
                }
                sweep = Sweep::new(hull, t.end, t.end + d);
            }
        }
    }
    assert!(
        stopped > 2_000 && solid > 500 && (1..50).contains(&clipped),
        "{stopped} {solid} {clipped}"
    );
}
