//! Costs: ratios are of pairs of one round and only among right answers, budgets go by the count, and a contestant that answers
//! otherwise under the clock has no time.

use clipmark_collision::{
    Altered, Ask, Build, BuildError, Capabilities, CollisionBackend, HullKinds, Registration, Role, Sweep,
    Trace, TraceRules, Work,
};
use clipmark_geometry::{Aabb, Hull, Point, World};
use clipmark_measure::bench::{Budget, Held, Input, LoadPlan, Plan, Subject, SweepPlan, measure, rank};
use clipmark_measure::inner::{Past, shares};
use clipmark_measure::{BackendKind, Contestant};
use clipmark_movement::profile_named;
use clipmark_rows::{Axes, Axis, Case, Check, End, Outcome, Row, Severity};
use clipmark_scene::Scene;
use std::hint::black_box;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Brushes of the second town.
const LARGE: usize = 480;

/// Two small towns, and a budget in bytes.
fn plan(contestants: &[&str], megabytes: f64) -> Plan {
    Plan {
        subject: Subject::Towns {
            brushes: vec![LARGE, 48],
            profile: Box::new(*profile_named("quake3").unwrap()),
        },
        contestants: contestants.iter().map(|name| name.parse().unwrap()).collect(),
        leaves_out: false,
        sweeps: Some(SweepPlan {
            lengths: vec![16.0..256.0],
            given: None,
            hull: None,
            count: 60,
            refereed: 20,
            rounds: 7,
        }),
        load: None,
        counts_work: false,
        seed: 1,
        timing_seed: 2,
        budget: Budget {
            seconds: 1e9,
            megabytes,
        },
    }
}

fn measured(plan: &Plan, count: &mut dyn FnMut(&str, Option<usize>, usize) -> Held) -> Vec<Case> {
    measure(plan, count, &mut |_, _, _| ()).unwrap()
}

fn declared(_: &str, _: Option<usize>, said: usize) -> Held {
    Held::declared(said)
}

/// The middle of some values of an odd number.
fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn ratios_are_of_pairs_of_one_round_and_sizes_take_turns() {
    let cases = measured(&plan(&["bsp", "bvh"], 1e9), &mut declared);
    let timed: Vec<&Case> = cases
        .iter()
        .filter(|case| case.samples.contains_key(&Check::NsSweep))
        .collect();
    assert_eq!(timed.len(), 4);
    let pairs = |a: &Case, b: &Case| {
        let [a, b] = [a, b].map(|case| &case.samples[&Check::NsSweep]);
        assert_eq!((a.len(), b.len()), (7, 7));
        middle(a.iter().zip(b).map(|(a, b)| a / b).collect())
    };
    let ratio = |case: &Case, check: Check| case.row(check).unwrap().value.unwrap();
    for case in &timed {
        let alike = timed.iter().filter(|other| other.axes == case.axes);
        let fastest = alike.min_by(|a, b| {
            let [a, b] = [a, b].map(|case| ratio(case, Check::TimesSweep));
            a.total_cmp(&b)
        });
        assert_eq!(ratio(fastest.unwrap(), Check::TimesSweep), 1.0);
        assert_eq!(ratio(case, Check::TimesSweep), pairs(case, fastest.unwrap()));
        let smaller = timed.iter().find(|other| {
            other.contestant == case.contestant
                && other.axes.number(Axis::Brushes) < case.axes.number(Axis::Brushes)
        });
        match smaller {
            Some(smaller) => assert_eq!(ratio(case, Check::GrowthSweep), pairs(case, smaller)),
            None => assert!(case.row(Check::GrowthSweep).is_none()),
        }
    }
}

/// A case of seven rounds.
fn case(contestant: &str, brushes: usize, ns: [f64; 7], outcome: Outcome) -> Case {
    Case {
        contestant: contestant.into(),
        axes: Axes::default().with(Axis::Brushes, brushes),
        rows: vec![Row::new(Check::WrongAnswer, outcome)],
        samples: [(Check::NsSweep, ns.to_vec())].into(),
        ..Case::default()
    }
}

#[test]
fn who_answers_wrong_is_shown_and_never_the_fastest() {
    let wrong = Outcome::Failed(Severity::Measurable);
    // Other load makes a round twice or eight times as long for both.
    let load = [1.0, 2.0, 1.0, 8.0, 1.0, 3.0, 1.0];
    let mut cases = [
        case("quick", 10, load.map(|ns| ns * 5.0), wrong),
        case("right", 10, load.map(|ns| ns * 10.0), Outcome::Passed),
        case("slow", 10, load.map(|ns| ns * 20.0), Outcome::Passed),
        // Right here, and wrong in the other world: it is nowhere the fastest.
        case("quick", 100, load.map(|ns| ns * 6.0), Outcome::Passed),
        case("right", 100, load.map(|ns| ns * 12.0), Outcome::Passed),
    ];
    rank(&mut cases);
    let times = |i: usize| cases[i].row(Check::TimesSweep).unwrap().value.unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(times), [0.5, 1.0, 2.0, 0.5, 1.0]);
    let growth = cases[4].row(Check::GrowthSweep).unwrap();
    assert!((growth.value.unwrap() - 1.2).abs() < 1e-9);
    let [low, high] = growth.interval.unwrap();
    assert!(low < 1.2 && 1.2 < high);
}

/// A contestant that takes any hull and any world.
const fn variant(name: &'static str, about: &'static str, build: Build) -> Registration {
    Registration {
        name,
        about,
        role: Role::Variant,
        capabilities: Capabilities {
            hulls: HullKinds::ALL,
            patches: true,
            triangles: true,
        },
        mover: None,
        build,
        standalone: None,
    }
}

static SLY: Registration = variant(
    "sly",
    "bvh that goes through everything when its work is not counted",
    build_sly,
);

fn build_sly(world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
    let sound = BackendKind::BVH.build(world, rules)?;
    let ask = |sweep: &Sweep, work: &mut Work, ask: Ask| match work.is_counting() {
        true => ask(sweep, work),
        false => Trace::free(sweep),
    };
    Ok(Box::new(Altered::with_trace(sound, ask)))
}

#[test]
fn who_is_wrong_only_under_the_clock_has_no_time() {
    let mut plan = plan(&["bsp"], 1e9);
    plan.contestants.push(Contestant::from(&SLY));
    let cases = measured(&plan, &mut declared);
    let of = |name: &str| {
        let own = cases.iter().filter(|case| case.contestant == name);
        own.filter(|case| !case.axes.get(Axis::Lengths).is_empty())
            .collect::<Vec<_>>()
    };
    for case in of("sly") {
        let other = case.row(Check::OtherAnswer).unwrap();
        assert!(other.failed > 0 && other.asked == 60, "{other:?}");
        assert_eq!(
            case.row(Check::WrongAnswer).unwrap().failed,
            0,
            "the counting answers are right"
        );
        assert!(case.samples.is_empty() && case.row(Check::NsSweep).is_none());
    }
    for case in of("bsp") {
        assert_eq!(case.row(Check::TimesSweep).unwrap().value, Some(1.0));
    }
}

static LAZY: Registration = variant("lazy", "bvh that is built when it is first asked", build_lazy);

fn build_lazy(world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
    let sound = BackendKind::BVH.build(world, rules)?;
    let built = OnceLock::new();
    let ask = move |sweep: &Sweep, work: &mut Work, ask: Ask| {
        built.get_or_init(|| (0..LAZY_STEPS).fold(0, |sum, step| black_box(sum ^ step)));
        ask(sweep, work)
    };
    Ok(Box::new(Altered::with_trace(sound, ask)))
}

/// Steps of its build: more than [`LAZY_SECONDS`], where `bvh` takes less than a tenth of that for 48 brushes.
const LAZY_STEPS: u64 = 100_000_000;
const LAZY_SECONDS: f64 = 0.01;

#[test]
fn a_build_that_is_put_off_until_the_first_question_is_a_build() {
    let mut plan = plan(&["bvh"], 1e9);
    plan.contestants = vec![Contestant::from(&LAZY)];
    plan.sweeps.as_mut().unwrap().rounds = 1;
    let cases = measured(&plan, &mut declared);
    let builds = cases.iter().filter_map(|case| case.row(Check::BuildTime)?.value);
    let seconds: Vec<f64> = builds.collect();
    assert!(
        seconds.len() == 2 && seconds.iter().all(|s| *s > LAZY_SECONDS),
        "{seconds:?}"
    );
}

/// The referee of a town knows the brushes around the refereed sweeps: around a body as wide as a house they lie farther.
#[test]
fn answers_of_a_body_as_wide_as_a_house_are_right() {
    let mut plan = plan(&["bsp", "bvh"], 1e9);
    let bounds = Aabb::new(Point::new(-16.0, -16.0, -24.0), Point::new(240.0, 240.0, 32.0));
    plan.sweeps.as_mut().unwrap().hull = Some(Hull::Box { bounds });
    let cases = measured(&plan, &mut declared);
    let refereed = cases.iter().filter_map(|case| case.row(Check::WrongAnswer));
    let wrong: Vec<[u64; 2]> = refereed.map(|row| [row.failed, row.asked.min(1)]).collect();
    assert_eq!(wrong, [[0, 1]; 4]);
}

/// Timed sweeps begin free: a fault of sweeps that begin touching shows among those that players ask.
#[test]
fn answers_of_players_are_refereed_where_sweeps_are_timed_too() {
    let mut plan = plan(&["bvh~touching-forgotten"], 1e9);
    let stairs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/stairs.ron");
    plan.subject = Subject::Scene(Box::new(Scene::load(Path::new(stairs)).unwrap()));
    plan.load = Some(two_players());
    let cases = measured(&plan, &mut declared);
    let of_build = cases.iter().find(|case| case.axes.is_empty()).unwrap();
    assert!(of_build.row(Check::WrongAnswer).unwrap().failed > 0);
}

fn two_players() -> LoadPlan {
    LoadPlan {
        input: Input::Random,
        players: vec![2],
        rates: vec![60.0],
        threads: vec![1],
        seconds: 0.1,
    }
}

/// Who is left out of a frame would end elsewhere than alone.
#[test]
fn players_in_towns_on_several_threads_all_have_their_turns() {
    for (players, threads) in [(12, 8), (8, 8), (3, 8), (13, 4), (1, 1), (0, 2)] {
        let all: Vec<usize> = (0..players).collect();
        let of_threads: Vec<&[usize]> = shares(&all, threads).collect();
        assert_eq!(of_threads.concat(), all);
        let sizes = of_threads.iter().map(|share| share.len());
        let [least, most] = [sizes.clone().min(), sizes.max()].map(|size| size.unwrap());
        assert!(most - least <= 1 && (least > 0 || players == 0), "{of_threads:?}");
    }
    let mut plan = plan(&["bvh"], 1e9);
    plan.sweeps = None;
    // Three players have no use for eight threads.
    for (players, threads, served_on) in [(3, vec![2, 8], "2"), (12, vec![8], "8")] {
        plan.load = Some(LoadPlan {
            players: vec![players],
            threads,
            seconds: 0.3,
            ..two_players()
        });
        let cases = measured(&plan, &mut declared);
        let is_served = |case: &&Case| !case.axes.get(Axis::Players).is_empty();
        let served: Vec<&Case> = cases.iter().filter(is_served).collect();
        // A town each.
        assert_eq!(served.len(), 2);
        for case in served {
            assert_eq!(case.axes.get(Axis::Threads), served_on);
            assert!(case.is_passed() && !case.samples.is_empty());
            assert!(case.row(Check::FrameP99).unwrap().value.is_some());
        }
        let refereed = cases.iter().filter_map(|case| case.row(Check::WrongAnswer));
        assert_eq!(refereed.map(|row| row.failed).collect::<Vec<_>>(), [0, 0]);
    }
}

static REFUSING: Registration = variant("refusing", "a library that takes no world", |_, _| {
    Err(BuildError::Library {
        backend: "refusing",
        why: "its table is full".into(),
    })
});

#[test]
fn a_budget_goes_by_the_count_where_there_is_one() {
    let left_out = |cases: &[Case]| cases.iter().filter(|case| case.reason().is_some()).count();
    let word = measured(&plan(&["bvh"], 1e9), &mut declared);
    assert_eq!(left_out(&word), 0);
    let said = word[0].row(Check::BytesDeclared).unwrap().value.unwrap();
    // In proportion ten times as much; twice that is within the budget, the tenfold word is not.
    let tight = plan(&["bvh"], said * 20.0 / 1e6);
    assert_eq!(left_out(&measured(&tight, &mut declared)), 0);
    let mut asked = Vec::new();
    let counted = measured(&tight, &mut |name, brushes, said| {
        asked.push((name.to_owned(), brushes));
        Held {
            counted: Some(10 * said),
            said,
        }
    });
    assert_eq!(asked, [("bvh".to_owned(), Some(48))]);
    let left: Vec<&Case> = counted.iter().filter(|case| case.reason().is_some()).collect();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].axes.number(Axis::Brushes), Some(LARGE as f64));
    assert!(matches!(left[0].end, End::NotAsked(_)), "{:?}", left[0].end);
    assert!(left[0].reason().unwrap().contains("it would hold about"));
}

const BUDGET: Budget = Budget {
    seconds: 10.0,
    megabytes: 100.0,
};

#[test]
fn who_grows_too_fast_is_left_out() {
    assert_eq!(Past::default().refused(&BUDGET, 1_000_000), None);
    let straight = Past(vec![[1e2, 0.01, 1e4], [1e3, 0.1, 1e5]]);
    assert_eq!(straight.refused(&BUDGET, 10_000), None);
    // In proportion it would take 1 s, by the square 100 s.
    let square = Past(vec![[1e2, 0.01, 1e4], [1e3, 1.0, 1e5]]);
    assert!(square.refused(&BUDGET, 10_000).unwrap().contains("about 100 s"));
    let heavy = Past(vec![[1e2, 0.01, 1e4], [1e3, 0.1, 2e7]]);
    assert!(heavy.refused(&BUDGET, 10_000).unwrap().contains("MB"));
}

static PANICKING: Registration = variant("panicking", "bvh that panics after a while", |world, rules| {
    let asked = AtomicUsize::new(0);
    let sound = BackendKind::BVH.build(world, rules)?;
    Ok(Box::new(Altered::with_trace(sound, move |sweep, work, ask| {
        assert!(asked.fetch_add(1, Ordering::Relaxed) < 100, "no memory");
        ask(sweep, work)
    })))
});

#[test]
fn a_refusal_or_a_panic_of_one_is_the_end_of_its_case() {
    let mut plan = plan(&["bvh"], 1e9);
    plan.contestants
        .extend([&REFUSING, &PANICKING].map(Contestant::from));
    let cases = measured(&plan, &mut declared);
    let failed = cases.iter().filter(|case| case.is_failed());
    let (panicked, refused): (Vec<&Case>, Vec<&Case>) =
        failed.partition(|case| case.contestant == "panicking");
    assert_eq!(panicked.len(), 1);
    assert_eq!(panicked[0].end, End::NotJudged("no memory".into()));
    // Of each town.
    assert_eq!(refused.len(), 2);
    assert!(refused.iter().all(|case| case.contestant == "refusing"));
    assert!(
        cases
            .iter()
            .any(|case| case.samples.contains_key(&Check::NsSweep))
    );
}
