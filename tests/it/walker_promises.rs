//! The promises of the two-cylinder walker, as the expectations of the suite's families. The repaired one keeps them. The
//! paper's variants break them where the paper says so and where it does not.

use crate::support;
use clipmark::internals::geometry::{Contents, Point, Triangle, TriangleSides, World};
use clipmark::internals::measure::{Contestant, play_by};
use clipmark::internals::movement::{Body, PAPER2006, Setup, UserCmd};
use clipmark::internals::rows::known::Known;
use clipmark::internals::rows::{Case, Check};
use clipmark::internals::suite::runner::Group;
use clipmark::internals::suite::{Effort, Suite, Wanted, files, plan};
use std::path::Path;

/// Plays every `step`th scene of a family.
fn play(family: &str, contestants: &[&str], step: usize) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/suite");
    let suites = files::matching(&folder, &[family.into()]).unwrap();
    let wanted = Wanted {
        contestants: contestants.iter().copied().map(String::from).collect(),
        effort: Effort::Quick,
        program: String::new(),
        exempt: Known::default(),
    };
    let (_, groups) = plan(suites.into_iter().map(Suite::of_the_walker).collect(), &wanted).unwrap();
    let groups = groups.iter().step_by(step);
    groups.flat_map(|group| group.play().unwrap()).collect()
}

/// Families with a scene of which each of the paper's variants fails some, and how many scenes are left out between two.
const BROKEN: [(&str, usize); 6] = [
    ("step-limit", 2),
    ("v-groove", 5),
    ("ravine", 3),
    ("corners", 3),
    ("thin-wall", 5),
    ("pillars", 5),
];

#[test]
fn the_repaired_walker_keeps_the_promises_that_the_paper_breaks() {
    for (family, step) in BROKEN {
        let step = if support::is_long() { 1 } else { step };
        let cases = play(
            family,
            &["cylinder", "cylinder:intended", "cylinder:literal"],
            step,
        );
        let failed = |who: &str| -> Vec<String> {
            let failed = cases
                .iter()
                .filter(|case| case.contestant == who && (case.severity().is_some() || case.lacks_verdict()));
            failed
                .map(|case| format!("{}: {}", case.place(), case.describe()))
                .collect()
        };
        assert_eq!(failed("cylinder"), Vec::<String>::new(), "{family}");
        for paper in ["cylinder:intended", "cylinder:literal"] {
            assert!(!failed(paper).is_empty(), "{paper} fails nothing of {family}");
        }
    }
}

/// Known Problems 1 and 2 of the paper: seconds of standing still in a ravine, and units of shake in a crater.
#[test]
fn the_known_problems_are_the_papers_and_gone() {
    for (family, paper, check, least) in [
        ("ravine", "cylinder:intended", Check::StandsStill, 3.0),
        ("ravine", "cylinder:literal", Check::StandsStill, 3.0),
        ("crater", "cylinder:literal", Check::Shake, 1.0),
    ] {
        let cases = play(family, &["cylinder", paper], 6);
        let most = |who: &str| {
            let cases = cases.iter().filter(|case| case.contestant == who);
            cases
                .filter_map(|case| case.row(check)?.value)
                .fold(0.0, f64::max)
        };
        assert!(most(paper) > least, "{family} {paper}: {}", most(paper));
        assert_eq!(most("cylinder"), 0.0, "{family}");
    }
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
        for who in ["cylinder", "cylinder:intended", "cylinder:literal"] {
            let contestant: Contestant = who.parse().unwrap();
            let backend = contestant.backend.build(&world, PAPER2006.trace_rules).unwrap();
            let setup = Setup::registered(PAPER2006, contestant.mover, &world, &*backend).unwrap();
            let start = Body::at(Point::new(0.0, 0.0, 0.25 - PAPER2006.size.feet));
            // At rest for a third of a second, then along.
            let mut ticks = 0..100;
            let run = play_by(&*backend, &setup, start, |_| {
                let tick = ticks.next()?;
                Some(UserCmd {
                    msec: 8.0,
                    forward: if tick < 40 { 0.0 } else { PAPER2006.full_key },
                    yaw: 100.0,
                    ..UserCmd::default()
                })
            });
            let feet = run.unwrap().states.last().unwrap().origin.z + PAPER2006.size.feet;
            // A player that does not stand falls for 0.8 seconds. The text counts whatever the lower cylinder meets, the back
            // of a one-sided floor too.
            let held = stands || (who == "cylinder:literal" && name == "inverted, one-sided");
            assert_eq!(feet > -0.1, held, "{name} {who}: {feet}");
            assert!(feet.is_finite() && feet < 1.0, "{name} {who}: {feet}");
        }
    }
}
