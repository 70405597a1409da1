//! Searches of a hierarchy, held to asking every box.

use clipmark_geometry::{Aabb, Point, Vec3};
use clipmark_hierarchy::lanes::across;
use clipmark_hierarchy::{BoxPath, Hierarchy};
use proptest::prelude::*;

fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
    prop::collection::vec(
        (prop::array::uniform3(-50i8..50), prop::array::uniform3(0u8..20)),
        0..120,
    )
    .prop_map(|v| {
        v.into_iter()
            .map(|(p, s)| {
                let mins = Point::from(p.map(f32::from));
                Aabb::new(mins, mins + Vec3::from(s.map(f32::from)))
            })
            .collect()
    })
}

/// For each box the share of the way through it at which it stops the path, often where it is entered; or nothing.
fn stops() -> impl Strategy<Value = Vec<Option<f64>>> {
    prop::collection::vec(prop::option::of(prop_oneof![Just(0.0), 0.0f64..1.0]), 120)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn nothing_that_touches_is_left_out(
        boxes in boxes(), at in prop::array::uniform3(-60f32..60.0), by in prop::array::uniform3(-90f32..90.0),
    ) {
        let hierarchy = Hierarchy::new(&boxes);
        let half = Vec3::new(2.0, 3.0, 4.0);
        let (at, by) = (Point::from(at), Vec3::from(by));
        let query = Aabb::new(at - half, at + half);
        let mut found = vec![0; boxes.len()];
        hierarchy.in_box(query.mins.into(), query.maxs.into(), &mut 0, |i| found[i as usize] += 1);
        for (b, n) in boxes.iter().zip(&found) {
            prop_assert_eq!(*n, u32::from(b.touches(&query)));
        }
        let mut met = vec![0; boxes.len()];
        let path = BoxPath::new(across(at.into()), across(by.into()), across(half.into()));
        let all = hierarchy.along_path(&path, 1.0, &mut 0, |i| { met[i as usize] += 1; Some(1.0) });
        prop_assert!(all);
        for (b, n) in boxes.iter().zip(&met) {
            prop_assert!(*n <= 1);
            for k in 0..=20 {
                let shrunk = query.translated(&(by * (k as f32 / 20.0))).grown(-1e-3);
                prop_assert!(*n == 1 || !b.touches(&shrunk));
            }
        }
    }

    /// Each item stops the path somewhere in its box, or does not; the search gets nearer with every stop, as a sweep's does.
    #[test]
    fn the_first_stop_is_found_whatever_is_passed_over(
        boxes in boxes(), at in prop::array::uniform3(-60f32..60.0), by in prop::array::uniform3(-90f32..90.0),
        first_limit in 0.05f32..1.0, stops in stops(),
    ) {
        let hierarchy = Hierarchy::new(&boxes);
        let half = [2.0, 3.0, 4.0];
        let path = BoxPath::new(across(at), across(by), across(half));
        let stop_in = |i: usize| {
            let (enter, leave) = crossing(&boxes[i], at, by, half)?;
            stops[i].map(|share| enter + share * (leave - enter))
        };
        let first = (0..boxes.len()).filter_map(stop_in).filter(|&t| t < f64::from(first_limit)).reduce(f64::min);
        let mut found = None;
        let came_to_end = hierarchy.along_path(&path, first_limit, &mut 0, |i| {
            let stop = stop_in(i as usize).filter(|&t| t < found.unwrap_or(f64::from(first_limit)));
            found = stop.or(found);
            Some(found.map_or(first_limit, |t| (t as f32).next_up()))
        });
        prop_assert!(came_to_end);
        prop_assert_eq!(found, first);
    }

    #[test]
    fn a_search_that_is_stopped_visits_no_more(boxes in boxes(), enough in 1usize..20) {
        let hierarchy = Hierarchy::new(&boxes);
        let path = BoxPath::new(across([-100.0; 3]), across([200.0; 3]), across([60.0; 3]));
        let mut visited = 0;
        let came_to_end = hierarchy.along_path(&path, 1.0, &mut 0, |_| {
            visited += 1;
            (visited < enough).then_some(1.0)
        });
        prop_assert_eq!((visited, came_to_end), (enough.min(boxes.len()), boxes.len() < enough));
    }
}

/// Where a moving box enters another and leaves it, as fractions of its path. None when it passes it by.
fn crossing(b: &Aabb, at: [f32; 3], by: [f32; 3], half: [f32; 3]) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for k in 0..3 {
        let [at, by, half] = [at[k], by[k], half[k]].map(f64::from);
        let [low, high] = [f64::from(b.mins[k]) - half - at, f64::from(b.maxs[k]) + half - at];
        if by == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
        } else {
            enter = enter.max((low / by).min(high / by));
            leave = leave.min((low / by).max(high / by));
        }
    }
    // Within rounding of f32 a path that grazes a corner may go either way.
    (enter + 1e-4 < leave).then_some((enter + 5e-5, leave - 5e-5))
}
