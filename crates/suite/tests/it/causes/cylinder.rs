//! Failures of `cylinder` under both of its movers.

use super::played::{Answering, enter};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_measure::{Contestant, Played, beginning, play_input};
use clipmark_referee::{Fault, judge};
use std::cell::Cell;

/// A cylinder's skin is a distance. On a floor whose pieces are up to 1/64 u off, a higher piece's edge lies in the skin of the
/// body beside it. The probe for ground names the way to that edge, which is not upright; exact arithmetic calls it right. The
/// mover takes it for a slope and rises. With the floor's normal in place of these it does not.
#[test]
fn cylinder_rises_where_the_edge_of_a_higher_piece_lies_in_its_skin() {
    // An edge 1/64 u above the floor, at the border of a skin of 1/8 u, is at most 29 degrees off upright.
    const UPRIGHT: f32 = 0.875;
    for case in [
        ["boxes · jitter 2^-6 · star", "quake3", "33 Hz", "yaw 45"],
        ["boxes · jitter 2^-6 · star", "quake3", "60 Hz", "yaw 247.5"],
        ["T-junctions · jitter 2^-6 · star", "quake3", "33 Hz", "yaw 22.5"],
        ["T-junctions · jitter 2^-6 · star", "quake3", "13 ms", "yaw 67.5"],
        ["T-junctions · jitter 2^-6 · star", "quake3", "125 Hz", "yaw 67.5"],
    ] {
        let who: Contestant = "cylinder+slide".parse().unwrap();
        let (scene, setting) = enter("15-seam-floor", who, case);
        let built = setting.enter(who).unwrap();
        let (start, input) = beginning(&scene, &setting.world, setting.profile.order).unwrap();
        let backend: &dyn CollisionBackend = &*built.backend;
        let truth = setting.truth.for_backend(built.setup.hull(false), backend);
        let tilted = Cell::new([0, 0]);
        let trace = |sweep: &Sweep, work: &mut Work| {
            let mut answer = backend.trace(sweep, work);
            let Some(mut plane) = answer.plane.filter(|p| p.normal.z > UPRIGHT && p.normal.z < 1.0) else {
                return answer;
            };
            let verdict = judge(&truth, sweep, &answer, &backend.facts().declaration);
            let [all, wrong] = tilted.get();
            tilted.set([
                all + 1,
                wrong + usize::from(verdict.is_of_geometry(Fault::WrongNormal)),
            ]);
            plane.normal = Vec3::z();
            answer.plane = Some(plane);
            answer
        };
        let upright = Answering {
            trace: &trace,
            else_as: backend,
        };
        let upright = play_input(&upright, &built.setup, start, &input).unwrap();
        let own = built.play(&setting).unwrap();
        let top = |run: &Played| run.states.iter().fold(0.0f32, |top, b| top.max(b.origin.z));
        assert!(top(&own) > 24.4259, "{case:?}: {}", top(&own));
        assert!(top(&upright) < 24.1407, "{case:?}: {}", top(&upright));
        let [tilted, wrong] = tilted.get();
        assert!(tilted > 0 && wrong == 0, "{case:?}: {wrong} of {tilted}");
    }
}

/// The improved walker turns its velocity once in a step of up to 7.5 u. A step passes up to ten facets of a pipe of 1,024. Its
/// loss follows the turn of a step, once to 2.1 times 1 - cos of it, not a facet's turn.
#[test]
fn the_walker_loses_in_a_pipe_by_the_turn_of_a_step() {
    let (speed, seconds, around) = (400.0_f64, 3.0, 113.0);
    let cylinder: Contestant = "cylinder".parse().unwrap();
    for (tick, step) in [
        ("125 Hz", 0.008),
        ("13 ms", 0.013),
        ("60 Hz", 1.0 / 60.0),
        ("33 Hz", 0.015),
    ] {
        let (_, setting) = enter(
            "23-pipe",
            cylinder,
            ["inside · 1024 facets", "quake3", tick, "yaw 0"],
        );
        let run = setting.enter(cylinder).unwrap().play(&setting).unwrap();
        let left = f64::from(run.states.last().unwrap().velocity.norm());
        // dv/dt = -v (1 - cos(v step / around)) / step, for small turns.
        let lost = (left.powi(-2) - speed.powi(-2)) / (seconds * step / (around * around));
        assert!((1.0..2.1).contains(&lost), "{tick}: {left} u/s, {lost}");
    }
}

/// The core by which a cylinder detects contacts is smaller than the hull by an eighth of the skin on all sides.
#[test]
fn cylinder_passes_a_slot_that_its_core_fits_in() {
    let hull = Hull::Cylinder {
        bounds: Aabb::new(Point::new(-15., -15., -24.), Point::new(15., 15., 32.)),
    };
    let is_passed = |narrower: f32| {
        let half = 15.0 - narrower;
        let wall = |mins: [f32; 3], maxs: [f32; 3]| {
            let planes = (0..3).flat_map(|k| {
                let mut n = Vec3::zeros();
                n[k] = 1.0;
                [Plane::new(-n, -mins[k]), Plane::new(n, maxs[k])]
            });
            let planes: Vec<_> = planes.collect();
            Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
        };
        let walls = [
            wall([0., half, -64.], [64., 128., 64.]),
            wall([0., -128., -64.], [64., -half, 64.]),
        ];
        let world = World::of_brushes("slot", walls.to_vec());
        let cylinder: Contestant = "cylinder".parse().unwrap();
        let backend = cylinder.build(&world, TraceRules::QUAKE3).unwrap();
        let sweep = Sweep::new(hull, Point::new(-32., 0., 0.), Point::new(32., 0., 0.));
        !backend.trace(&sweep, &mut Work::silent()).hit()
    };
    // An eighth of 1/8 u.
    let core = TraceRules::QUAKE3.skin / 8.0;
    assert!(is_passed(core * 0.9) && !is_passed(core * 1.1));
}
