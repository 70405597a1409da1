//! Findings of the correctness bar about `bsp`, traced to their cause: rules of Quake III's, and planes that maps give.
//!
//! 1. A way along a surface is stopped in its skin where the plane's distance, summed in f32, grows less. Recorded answers
//!    of the engine have such stops too, one of them on a way that leads away.
//! 2. A bevel that stands off its brush stops, and where one is missing the planes, moved out, leave a spike. No recorded map has
//!    such a brush on a sweep's way. That every side of a brush counts is the engine's rule.
//! 3. Where a sweep starts at two walls, the answer names one, not the one most opposed to the motion. One recorded answer shows
//!    it.
//! 4. A sweep that starts deep in a solid does not say so if another surface stops it at once. So do recorded answers.

use crate::common::{Random, recorded, scene, solid, wedge};
use clipmark_bsp::{BspBackend, TutorialBackend};
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, BrushSide, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_referee::{ExactTracer, Fault, GivenPlanes, Reference, Rule, Verdict, judge};

/// An answer as it was recorded: `fraction end normal distance startsolid allsolid contents`.
fn answer(numbers: &[f32], like: Trace) -> Trace {
    let all_solid = numbers[9] != 0.0;
    let normal = Vec3::new(numbers[4], numbers[5], numbers[6]);
    Trace {
        fraction: numbers[0],
        end: Point::new(numbers[1], numbers[2], numbers[3]),
        plane: (!all_solid && normal != Vec3::zeros()).then(|| Plane::new(normal, numbers[7])),
        start_solid: numbers[8] != 0.0,
        all_solid,
        ..like
    }
}

/// f32 steps of the largest coordinate within which a way keeps its distance, as the judge has it.
const STEPS: f32 = 8.0;

/// Whether the way keeps its distance from a plane, to f32 rounding; and whether it comes no nearer.
fn along(sweep: &Sweep, plane: &Plane) -> [bool; 2] {
    let extent = sweep.hull.bounds().mins.coords.amax();
    let extent = extent.max(sweep.hull.bounds().maxs.coords.amax());
    let largest = sweep.start.coords.amax().max(sweep.end.coords.amax()) + extent;
    let way = sweep.end.cast::<f64>() - sweep.start.cast::<f64>();
    let nearer = -plane.normal.cast::<f64>().dot(&way);
    let keeps = nearer.abs() < f64::from(STEPS * (largest.next_up() - largest));
    [keeps, keeps && nearer <= 0.0]
}

/// The same stop by the back of the plane that it names.
fn turned(trace: &Trace) -> Option<Trace> {
    let plane = trace.plane?;
    Some(Trace {
        plane: Some(Plane::new(-plane.normal, -plane.dist)),
        ..*trace
    })
}

/// The same stop 2 u before; `None` where the sweep is no longer.
fn early(sweep: &Sweep, trace: &Trace) -> Option<Trace> {
    let fraction = trace.fraction - 2.0 / sweep.displacement().norm();
    (fraction > 0.0).then(|| Trace {
        fraction,
        end: sweep.at(fraction),
        ..*trace
    })
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn the_engine_too_is_stopped_along_surfaces_and_nowhere_else_wrongly() {
    let hull = Hull::quake3_player();
    let (mut kept, mut away, mut judged, mut by_patch_rule, mut faults) = (0, 0, 0, 0, 0);
    for name in ["aggressor", "slimefac", "oacmpdm8"] {
        let world = scene(&format!("maps/{name}.bsp"));
        let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let truth = Reference::build(&world, Contents::PLAYER_MASK).for_backend(&hull, &bsp);
        for kind in ["rectrace", "trace"] {
            let sweeps = format!("{name}.{kind}s.txt.gz");
            let answers = format!("{name}.{kind}.player.txt.gz");
            for (i, (sweep, numbers)) in recorded(&sweeps, &answers, hull).iter().enumerate() {
                let trace = answer(numbers, bsp.trace(sweep, &mut Work::silent()));
                let v = judge(&truth, sweep, &trace, &bsp.facts().declaration);
                assert!(v.is_clean(), "{answers}, line {}: {v:#?}", i + 1);
                judged += 1;
                by_patch_rule += usize::from(v.is_by(Rule::Patch));
                if v.is_by(Rule::Patch) && !v.passes() && trace.hit() && sweep.displacement().norm() > 0.0 {
                    // The rule excuses neither another surface nor another place.
                    for planted in [turned(&trace), early(sweep, &trace)].into_iter().flatten() {
                        assert!(
                            judge(&truth, sweep, &planted, &bsp.facts().declaration).is(Fault::Phantom),
                            "line {}",
                            i + 1
                        );
                        faults += 1;
                    }
                }
                if let Some(plane) = trace.plane.filter(|_| trace.hit() && !trace.start_solid) {
                    let [keeps, leaves] = along(sweep, &plane);
                    kept += usize::from(keeps);
                    away += usize::from(leaves);
                }
            }
        }
    }
    // Lines 611 and 612 of aggressor's sweeps issued by movement; 959, 1033, 1440, 1454, 1456 and 1492 of oacmpdm8's.
    assert_eq!([judged, kept, away], [22_500, 8, 1]);
    // The engine itself stops at edges of facets and passes pieces of patches. An answer counts as its rule only if the engine's
    // own answers show it.
    assert!(by_patch_rule > 0 && faults > 0);
}

/// Two normals with a product above this are one: f32's rounding. Smaller takes planes a degree apart for one.
const SAME: f64 = 0.999_999;
/// A stop so near to the start is one at once, in units: f32's rounding of a place.
const AT_ONCE: f64 = 1e-3;

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn of_two_walls_that_a_sweep_starts_at_the_engine_names_the_less_opposed() {
    let hull = Hull::quake3_player();
    let (mut at_once, mut less_opposed) = (0, Vec::new());
    for name in ["aggressor", "slimefac", "oacmpdm8"] {
        // The exact tracer knows no facets.
        let world = scene(&format!("maps/{name}.bsp")).without_patches();
        let truth = Reference::build(&world, Contents::PLAYER_MASK).for_hull(&hull);
        let exact = ExactTracer::new(truth, TraceRules::QUAKE3).unwrap();
        let answers = format!("{name}.rectrace.player.txt.gz");
        let asked = recorded(&format!("{name}.rectraces.txt.gz"), &answers, hull);
        for (line, (sweep, numbers)) in asked.iter().enumerate() {
            let normal = Vec3::new(numbers[4], numbers[5], numbers[6]).cast::<f64>();
            let met = exact.trace(&sweep.start.cast(), &sweep.end.cast());
            let way = sweep.displacement().cast::<f64>();
            let Some(stop) = met.stop.filter(|_| met.fraction * way.norm() <= AT_ONCE) else {
                continue;
            };
            if numbers[0] > 0.0 || numbers[9] != 0.0 || normal.norm() < 0.5 {
                continue;
            }
            at_once += 1;
            if normal.dot(&stop.normal) < SAME && normal.dot(&way) > stop.normal.dot(&way) {
                less_opposed.push((name, line + 1));
            }
        }
    }
    // Nearly all such sweeps start at one surface alone. Here two walls are one skin off, both; the exact tracer, and so the
    // reference mover, names the most opposed.
    assert_eq!(
        (at_once, less_opposed.as_slice()),
        (737, &[("slimefac", 2277)][..])
    );
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn the_engine_notices_every_deep_start_but_where_it_is_stopped_at_once() {
    // Deeper than the judge's tolerance, a quarter of the skin and 8 f32 steps.
    const DEEP: f64 = 0.05;
    let (mut deep, mut flagged, mut unsaid, mut unsaid_going) = (0, 0, 0, 0);
    for name in ["aggressor", "slimefac", "oacmpdm8"] {
        // Patches never make a sweep start in a solid.
        let world = scene(&format!("maps/{name}.bsp")).without_patches();
        let reference = Reference::build(&world, Contents::PLAYER_MASK);
        for (kind, recorded_as) in [("trace", "point"), ("trace", "player"), ("rectrace", "player")] {
            let hull = match recorded_as {
                "point" => Hull::Point,
                _ => Hull::quake3_player(),
            };
            let truth = reference.for_hull(&hull);
            let sweeps = format!("{name}.{kind}s.txt.gz");
            let answers = format!("{name}.{kind}.{recorded_as}.txt.gz");
            for (i, (sweep, numbers)) in recorded(&sweeps, &answers, hull).iter().enumerate() {
                let d = truth.signed_distance(&sweep.start.cast()).unwrap().distance;
                let (fraction, start_solid, all_solid) = (numbers[0], numbers[8] == 1.0, numbers[9] == 1.0);
                flagged += usize::from(start_solid);
                if d > -DEEP {
                    continue;
                }
                deep += 1;
                if !start_solid {
                    unsaid += 1;
                    unsaid_going += usize::from(fraction > 0.0);
                }
                assert!(start_solid || !all_solid, "{answers}, line {}", i + 1);
            }
        }
    }
    // Lines 78, 1457 and 3642 of aggressor's, 2054 of slimefac's and 2153 of oacmpdm8's, all of the player.
    assert_eq!([deep, flagged, unsaid, unsaid_going], [5415, 5442, 5, 0]);
}

/// The distance of a box to a plane by the engine's sums, in their order.
fn distance(hull: &Hull, plane: &Plane, at: &Point) -> f32 {
    let (middle, half) = (hull.bounds().center(), hull.bounds().half_extents());
    let dot = |a: &Vec3, b: &Vec3| a.x * b.x + a.y * b.y + a.z * b.z;
    let n = plane.normal;
    let corner = Vec3::from_fn(|i, _| if n[i] < 0.0 { half[i] } else { -half[i] });
    dot(&(at.coords + middle.coords), &n) - (plane.dist - dot(&corner, &n))
}

#[test]
fn what_stops_a_way_along_a_surface_is_f32s_sum_for_the_distance() {
    let hull = Hull::quake3_player();
    let mut rng = Random::new(21);
    let middle = Vec3::new(700.0, -1300.0, 250.0);
    let brushes: Vec<Brush> = (0..40)
        .map(|_| {
            let at = middle + rng.vector(400.0);
            wedge(&mut rng, at, 60.0)
        })
        .collect();
    let world = World::of_brushes("wedges", brushes);
    let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let truth = Reference::build(&world, Contents::SOLID).for_hull(&hull);
    let (mut stopped, mut tried) = (0, 0);
    let mut work = Work::silent();
    while tried < 20_000 {
        let from = Point::from(middle + rng.vector(400.0));
        let to = from + rng.direction() * 200.0;
        let met = bsp.trace(&Sweep::new(hull, from, to), &mut work);
        let Some(plane) = met.plane.filter(|_| met.hit() && !met.start_solid) else {
            continue;
        };
        let aside = rng.direction();
        let aside = aside - plane.normal * plane.normal.dot(&aside);
        let sweep = Sweep::new(hull, met.end, met.end + aside.normalize() * 20.0);
        let trace = bsp.trace(&sweep, &mut work);
        let v = judge(&truth, &sweep, &trace, &bsp.facts().declaration);
        tried += 1;
        assert!(v.is_clean(), "{sweep:?} {v:#?}");
        if v.is_of_geometry(Fault::StoppedAlong) {
            let plane = trace.plane.unwrap();
            let (before, after) = (
                distance(&hull, &plane, &sweep.start),
                distance(&hull, &plane, &sweep.end),
            );
            // Nearer by f32's sums and within the skin, no nearer in truth.
            assert!(
                after < before && after < 0.125 && along(&sweep, &plane)[1],
                "{sweep:?}"
            );
            stopped += 1;
        }
    }
    assert!(stopped > 0);
}

/// The brush with planes as a map would give it: six of its bounds, its own, and some more.
fn given(brush: &Brush, more: &[Plane]) -> Brush {
    let axial = (0..3).flat_map(|i| {
        let mut n = Vec3::zeros();
        n[i] = 1.0;
        [
            Plane::new(-n, -brush.bounds.mins[i]),
            Plane::new(n, brush.bounds.maxs[i]),
        ]
    });
    let surface = SurfaceFlags::empty();
    let extra = axial
        .chain(more.iter().copied())
        .map(|plane| BrushSide { plane, surface });
    Brush {
        sides: extra.chain(brush.sides.iter().copied()).collect(),
        bevelled: true,
        ..brush.clone()
    }
}

/// The verdicts on random sweeps at one brush.
fn verdicts(brush: Brush) -> Vec<Verdict> {
    let hull = Hull::quake3_player();
    let around = brush.bounds.grown(60.0);
    let bsp = BspBackend::build(&World::of_brushes("one", vec![brush.clone()]), TraceRules::QUAKE3).unwrap();
    let truth = Reference::build(&World::of_brushes("one", vec![brush]), Contents::SOLID).for_hull(&hull);
    let mut rng = Random::new(4);
    let mut within = || Point::from(Vec3::from_fn(|i, _| rng.between(around.mins[i], around.maxs[i])));
    let mut one = || {
        let sweep = Sweep::new(hull, within(), within());
        let trace = bsp.trace(&sweep, &mut Work::silent());
        judge(&truth, &sweep, &trace, &bsp.facts().declaration)
    };
    (0..4000).map(|_| one()).collect()
}

fn phantoms(of: &[Verdict]) -> Vec<Option<GivenPlanes>> {
    let stops = of.iter().filter(|v| v.is_of_geometry(Fault::Phantom));
    let by_rule = |v: &&Verdict| v.is_by(Rule::Bevel) && v.is_clean();
    stops
        .inspect(|v| assert!(by_rule(v), "{v:#?}"))
        .map(|v| v.by_given)
        .collect()
}

/// The tutorial's tracer names neither plane nor contents. On maps all its 17 million missing normals were blamed on the map's
/// bevels, behind which every stop lies.
#[test]
fn who_names_no_plane_is_not_said_to_say_what_quake3_says() {
    let hull = Hull::quake3_player();
    let block = Brush::from_box(
        Point::new(-40.0, -40.0, -40.0),
        Point::new(40.0, 40.0, 40.0),
        Contents::SOLID,
    );
    let brush = given(&block.unwrap(), &[]);
    let world = World::of_brushes("one", vec![brush]);
    let tutorial = TutorialBackend::build(&world, TraceRules::TUTORIAL).unwrap();
    let truth = Reference::build(&world, Contents::SOLID).for_hull(&hull);
    let sweep = Sweep::new(hull, Point::new(0.0, 0.0, 120.0), Point::new(5.0, 3.0, 0.0));
    let trace = tutorial.trace(&sweep, &mut Work::silent());
    let v = judge(&truth, &sweep, &trace, &tutorial.facts().declaration);
    assert!(
        trace.hit() && v.is(Fault::WrongNormal) && v.is(Fault::WrongContents),
        "{trace:?} {v:?}"
    );
    assert_eq!(v.by_given, None);
}

#[test]
fn a_bevel_that_stands_off_its_brush_stops_and_is_told_from_a_missing_one() {
    // One ridge points up, 40 long, its edge along x at (y, z) = (0, 0). One lies along the diagonal, where the axial planes let
    // it stick out.
    let ridge = |along: Vec3| {
        let across = Vec3::new(-along.y, along.x, 0.0);
        let slope = |sign: f32| (across * sign * 0.96 + Vec3::z() * 0.28).normalize();
        let ends = [(along, 20.0), (-along, 20.0)];
        let planes = [(slope(1.0), 0.0), (slope(-1.0), 0.0), (-Vec3::z(), 64.0)];
        solid(&[&planes[..], &ends].concat()).unwrap()
    };
    let straight = ridge(Vec3::x());
    let lid = |height: f32| Plane::new(Vec3::z(), height);
    assert_eq!(phantoms(&verdicts(straight.clone())), []);
    let mut off = given(&straight, &[]);
    // The lid a fifth of a unit above the ridge: six sides of the bounds first, then its own.
    off.sides[5].plane = lid(0.2);
    off.bounds.maxs.z = 0.2;
    let found = phantoms(&verdicts(off.clone()));
    assert!(!found.is_empty());
    assert!(
        found.iter().all(|p| *p == Some(GivenPlanes::StandOff)),
        "{found:?}"
    );

    // A start between brush and lid, feet 0.1 u above the ridge, counts as start-solid, and the verdict gives the cause.
    let world = World::of_brushes("one", vec![off]);
    let bsp = BspBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let hull = Hull::quake3_player();
    let truth = Reference::build(&world, Contents::SOLID).for_hull(&hull);
    let up = |from: f32, to: f32, said: bool| {
        let sweep = Sweep::new(hull, Point::new(0.0, 0.0, from), Point::new(0.0, 0.0, to));
        let trace = bsp.trace(&sweep, &mut Work::silent());
        let spoilt = Trace {
            start_solid: trace.start_solid || said,
            ..trace
        };
        let v = judge(&truth, &sweep, &spoilt, &bsp.facts().declaration);
        (v.is_of_geometry(Fault::WrongStart), v.is_by(Rule::Bevel))
    };
    assert_eq!(up(24.1, 60.0, false), (true, true));
    assert_eq!(up(24.1, 24.15, false), (true, true));
    assert_eq!(up(26.0, 60.0, false), (false, false));
    // The same flag where no plane of a brush explains it.
    assert_eq!(up(26.0, 60.0, true), (true, false));

    let diagonal = ridge(Vec3::new(1.0, 1.0, 0.0).normalize());
    assert_eq!(phantoms(&verdicts(diagonal.clone())), []);
    let found = phantoms(&verdicts(given(&diagonal, &[])));
    assert!(!found.is_empty());
    assert!(
        found.iter().all(|p| *p == Some(GivenPlanes::LackBevel)),
        "{found:?}"
    );
}
