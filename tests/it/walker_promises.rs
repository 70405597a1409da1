//! The promises of the two-cylinder walker, as numbers. The repaired one keeps them, the paper's variants break them where the
//! paper says so and where it does not.

use crate::support;
use clipmark::geometry::{Contents, Point, Triangle, TriangleSides, World};
use clipmark::measure::Contestant;
use clipmark::movement::Setup;
use clipmark::record::walker::WalkerResults;
use clipmark::suite::walker::{
    Course, Goal, InputSource, RATES, course_in, courses, measure, profile_of, walk,
};

fn play(courses: &[Course], contestants: &[&str], rates: &[f32]) -> WalkerResults {
    let contestants: Vec<Contestant> = contestants.iter().map(|c| c.parse().unwrap()).collect();
    measure(courses, &contestants, rates, &mut |_, _, _| {}).unwrap()
}

#[track_caller]
fn kept(book: &WalkerResults) {
    let broken: Vec<String> = book
        .rows
        .iter()
        .filter(|row| !row.outcome.broken().is_empty())
        .map(|row| {
            format!(
                "{} by {} at {} Hz: {:?}",
                row.course, row.contestant, row.hz, row.outcome
            )
        })
        .collect();
    assert!(
        !book.rows.is_empty() && broken.is_empty(),
        "{}",
        broken.join("\n")
    );
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
    assert!(
        stuck.rows.iter().all(|r| r.outcome.stuck_seconds > 3.0),
        "{stuck:?}"
    );
    let shaking = play(std::slice::from_ref(&crater), &papers[..1], &[125.0]);
    assert!(
        shaking
            .rows
            .iter()
            .all(|r| r.outcome.alternation > 0.5 && r.outcome.shake > 1.0),
        "{shaking:?}"
    );
    let dull = play(std::slice::from_ref(&bend), &papers, &[125.0]);
    assert!(
        dull.rows.iter().all(|r| r.outcome.reached == Some(false)),
        "{dull:?}"
    );
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
