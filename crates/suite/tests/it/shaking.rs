//! The picture of a walk that shakes: the walker tells the places that it tries, and the walk is the one that nobody listens to.

use clipmark_measure::Contestant;
use clipmark_record::walker::{ShakeTick, Shaking};
use clipmark_suite::walker::{Course, courses, measure, profile_of, walk};

const HZ: f32 = 125.0;

fn crater() -> Course {
    courses().into_iter().find(|c| c.name == "crater").unwrap()
}

fn shaking(contestants: &[&str]) -> Option<Shaking> {
    let contestants: Vec<Contestant> = contestants.iter().map(|name| name.parse().unwrap()).collect();
    let results = measure(&[crater()], &contestants, &[HZ], &mut |_, _, _| {});
    results.unwrap().shaking
}

/// Known problem 2: the body is raised at the wall in one tick and slides back in the next.
#[test]
fn the_walker_as_published_goes_to_and_fro_and_tells_the_places_that_it_tries() {
    let shown = shaking(&["cylinder:improved", "cylinder:literal"]).unwrap();
    assert_eq!(
        (shown.contestant.as_str(), shown.course.as_str()),
        ("cylinder:literal", "crater")
    );
    for tick in &shown.ticks {
        let taken: Vec<_> = tick.tried.iter().filter(|p| p.taken).collect();
        assert!(
            taken.len() == 1 && tick.tried.last() == Some(taken[0]),
            "{tick:?}"
        );
        assert_eq!(tick.tried[0].step, Some(7));
    }
    let [first, second] = &shown.ticks;
    let end = |tick: &ShakeTick| tick.tried.last().unwrap().at;
    assert_eq!((end(first), first.tick + 1), (second.from, second.tick));
    let way = |tick: &ShakeTick| [0, 1, 2].map(|k| end(tick)[k] - tick.from[k]);
    let (to, fro) = (way(first), way(second));
    assert!(
        (0..3).map(|k| to[k] * fro[k]).sum::<f64>() < 0.0,
        "{to:?} {fro:?}"
    );
}

/// The world that listens changes nothing: the same walk to the bit.
#[test]
fn a_walk_that_is_listened_to_is_the_same() {
    let course = crater();
    for name in ["cylinder:literal", "cylinder:intended"] {
        let Some(shown) = shaking(&[name]) else {
            assert_ne!(name, "cylinder:literal");
            continue;
        };
        let contestant: Contestant = name.parse().unwrap();
        let profile = profile_of(&course);
        let backend = contestant.build(&course.world, profile.trace_rules).unwrap();
        let setup = contestant.setup(profile, &course.world, &*backend).unwrap();
        let plain = walk(&course, &setup, &*backend, HZ).unwrap();
        for tick in &shown.ticks {
            let at = |k: usize| -> [f64; 3] { plain.states[k].origin.coords.cast::<f64>().into() };
            assert_eq!(
                [at(tick.tick), at(tick.tick + 1)],
                [tick.from, tick.tried.last().unwrap().at]
            );
        }
    }
}

/// The repaired walker breaks no promise, so there is nothing to draw.
#[test]
fn who_does_not_shake_is_not_drawn() {
    assert!(shaking(&["cylinder:improved"]).is_none());
}
