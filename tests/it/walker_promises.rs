//! The promises of the two-cylinder walker, as numbers. The repaired one keeps them, the paper's variants break them where the
//! paper says so and where it does not.

use crate::support;
use clipmark::internals::geometry::{Contents, Point, Triangle, TriangleSides, World};
use clipmark::internals::measure::Contestant;
use clipmark::internals::movement::Setup;
use clipmark::internals::rows::{Case, Check};
use clipmark::internals::suite::runner::Group;
use clipmark::internals::suite::walker::{
    Course, Goal, InputSource, RATES, course_in, courses, plan, profile_of, walk,
};

fn play(courses: &[Course], contestants: &[&str], rates: &[f32]) -> Vec<Case> {
    let contestants: Vec<Contestant> = contestants.iter().map(|c| c.parse().unwrap()).collect();
    let (_, groups) = plan(courses, &contestants, rates, "");
    groups.iter().flat_map(|group| group.play().unwrap()).collect()
}

#[track_caller]
fn kept(cases: &[Case]) {
    let failed = cases.iter().filter(|case| !case.is_passed());
    let failed: Vec<String> = failed
        .map(|case| format!("{} by {}: {}", case.place(), case.contestant, case.describe()))
        .collect();
    assert!(!cases.is_empty() && failed.is_empty(), "{}", failed.join("\n"));
}

/// The value of a check in each case.
fn values(cases: &[Case], check: Check) -> Vec<f64> {
    let value = |case: &Case| case.row(check).and_then(|row| row.value).unwrap_or(0.0);
    cases.iter().map(value).collect()
}

#[test]
fn the_repaired_walker_keeps_every_promise() {
    // Each course at one of the rates in turn, so that all rates occur; the long form plays all.
    for (i, course) in courses().iter().enumerate() {
        let rates = match support::is_long() {
            true => &RATES[..],
            false => &RATES[i % RATES.len()..][..1],
        };
        kept(&play(std::slice::from_ref(course), &["cylinder"], rates));
    }
}

#[test]
fn the_known_problems_are_the_papers_and_gone() {
    let find = |name: &str| courses().into_iter().find(|c| c.name == name).unwrap();
    let ravine = find("ravine 75, falling 10, out");
    let crater = find("crater");
    let bend = find("slide 60");
    let papers = ["cylinder:literal", "cylinder:intended"];
    let stuck = play(std::slice::from_ref(&ravine), &papers, &[125.0]);
    let seconds = values(&stuck, Check::WalkerStandsStill);
    assert!(seconds.iter().all(|s| *s > 3.0), "{stuck:?}");
    let shaking = play(std::slice::from_ref(&crater), &papers[..1], &[125.0]);
    let [shake, turns] = [Check::WalkerShake, Check::WalkerAlternates].map(|check| values(&shaking, check));
    assert!(
        shake.iter().all(|s| *s > 1.0) && turns.iter().all(|t| *t > 0.5),
        "{shaking:?}"
    );
    let dull = play(std::slice::from_ref(&bend), &papers, &[125.0]);
    let missed = |case: &Case| {
        case.row(Check::WalkerGoal)
            .is_some_and(|row| row.severity().is_some())
    };
    assert!(dull.iter().all(missed), "{dull:?}");
    kept(&play(&[ravine, crater, bend], &["cylinder"], &[125.0]));
}

/// A wall without thickness, at speeds that pass it in one tick.
#[test]
fn nothing_is_passed_through() {
    let at = |y: f32, z: f32| Point::new(100.0, y, z);
    let wall = [
        [at(-4000.0, -8.0), at(4000.0, -8.0), at(4000.0, 256.0)],
        [at(-4000.0, -8.0), at(4000.0, 256.0), at(-4000.0, 256.0)],
    ];
    let wall = wall.map(|corners| Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap());
    let world = support::on_floor(vec![]).with_triangles(wall);
    let course = |speed: f32| Course {
        name: format!("triangle at {speed}"),
        world: world.clone(),
        feet: Point::new(0.0, 0.0, 0.25),
        input: InputSource::Along(0.0),
        seconds: 1.0,
        speed: Some(speed),
        goal: Goal::StaysBefore(84.0),
    };
    kept(&play(
        &[400.0, 2000.0, 4000.0, 20_000.0].map(course),
        &["cylinder"],
        &RATES,
    ));
}

/// Worlds that are not as they should be: the walker answers, stands or falls, and hangs nobody.
#[test]
fn odd_worlds() {
    let corners = |c: [[f32; 3]; 3]| c.map(Point::from);
    let big = [[-500.0, -500.0, 0.0], [500.0, -500.0, 0.0], [0.0, 800.0, 0.0]];
    let [a, b, c] = big;
    let triangle = |t, sides| Triangle::new(corners(t), Contents::SOLID, sides).unwrap();
    let fin = [[60.0, -500.0, 0.0], [60.0, 500.0, 0.0], [60.0, 0.0, 90.0]];
    let of = |triangles: Vec<Triangle>| World::of_brushes("odd", vec![]).with_triangles(triangles);
    let cases = [
        ("empty", of(vec![]), false),
        ("open", of(vec![triangle(big, TriangleSides::Front)]), true),
        (
            "inverted, one-sided",
            of(vec![triangle([a, c, b], TriangleSides::Front)]),
            false,
        ),
        (
            "inverted, two-sided",
            of(vec![triangle([a, c, b], TriangleSides::Both)]),
            true,
        ),
        (
            "an edge of three",
            of([big, fin, fin, [a, c, b]]
                .map(|t| triangle(t, TriangleSides::Both))
                .to_vec()),
            true,
        ),
    ];
    for (name, world, stands) in cases {
        let course = Course {
            name: name.into(),
            world,
            feet: Point::new(0.0, 0.0, 0.25),
            input: InputSource::Wander(5),
            seconds: 0.5,
            speed: None,
            goal: Goal::None,
        };
        for who in ["cylinder", "cylinder:intended", "cylinder:literal"] {
            let contestant: Contestant = who.parse().unwrap();
            let profile = profile_of(&course);
            let backend = contestant
                .backend
                .build(&course.world, profile.trace_rules)
                .unwrap();
            let setup = Setup::registered(profile, contestant.mover, &course.world, &*backend).unwrap();
            let run = walk(&course, &setup, &*backend, 125.0).unwrap();
            let feet = run.states.last().unwrap().origin.z + profile.size.feet;
            // A player that does not stand falls for 0.8 seconds. The text counts whatever the lower cylinder meets, the back
            // of a one-sided floor too.
            let held = stands || (who == "cylinder:literal" && name == "inverted, one-sided");
            assert_eq!(feet > -0.1, held, "{name} {who}: {feet}");
            assert!(feet.is_finite() && feet < 1.0, "{name} {who}: {feet}");
        }
    }
}

#[test]
#[ignore = "needs the fetched maps (scenes/fetch-maps.sh) and a minute"]
fn the_repaired_walker_keeps_its_promises_in_maps() {
    let maps: Vec<Course> = ["oa_dm1", "wrackdm17", "oacmpdm8"]
        .iter()
        .map(|name| course_in(support::map(name)).unwrap())
        .collect();
    kept(&play(&maps, &["cylinder"], &RATES));
}
