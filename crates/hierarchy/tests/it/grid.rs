//! The grid leaves out nothing that a short query touches.

use clipmark_geometry::{Aabb, Point, Vec3};
use clipmark_hierarchy::inner::REACH;
use clipmark_hierarchy::lanes::across;
use clipmark_hierarchy::{Grid, Nearby};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn nothing_that_a_short_query_touches_is_left_out(
        boxes in prop::collection::vec(
            (prop::array::uniform3(-400i16..400), prop::array::uniform3(0u8..90)), 1..400,
        ),
        at in prop::array::uniform3(-450f32..450.0), half in prop::array::uniform3(prop_oneof![Just(39.9f32), 0f32..40.0]),
    ) {
        let boxes: Vec<Aabb> = boxes
            .into_iter()
            .map(|(p, s)| (Point::from(p.map(f32::from)), Vec3::from(s.map(f32::from))))
            .map(|(mins, size)| Aabb::new(mins, mins + size))
            .collect();
        let names: Vec<u32> = (0..boxes.len() as u32).map(|i| 1000 + i).collect();
        let grid = Grid::new(&boxes, &names);
        let (at, half) = (Point::from(at), Vec3::from(half));
        let query = Aabb::new(at - half, at + half);
        if let Some(nearby) = grid.around(across(query.mins.into()), across(query.maxs.into())) {
            let items = |nearby: Nearby| {
                let mut items = Vec::new();
                let all = nearby.all_items(|name| {
                    items.push(name);
                    true
                });
                (items, all)
            };
            let (found, all) = items(nearby);
            prop_assert!(all);
            for (b, name) in boxes.iter().zip(&names) {
                prop_assert!(found.contains(name) || !b.touches(&query));
            }
            let from = nearby.beginning();
            prop_assert_eq!(from.is_some(), !found.is_empty());
            prop_assert_eq!(from.map_or(Vec::new(), |from| items(from).0), found);
        } else {
            // The grid may decline what is not short or not within it, or have no place for so few boxes at all.
            let all = boxes.iter().fold(Aabb::EMPTY, |a, b| a.union(b));
            prop_assert!(grid.bytes() == 0 || !all.contains(&at) || half.amax() > REACH - 0.01);
        }
    }
}

#[test]
fn a_crowded_world_has_a_grid() {
    let boxes: Vec<Aabb> = (0..1000)
        .map(|i| {
            Point::new(
                (i % 10 * 64) as f32,
                (i / 10 % 10 * 64) as f32,
                (i / 100 * 64) as f32,
            )
        })
        .map(|mins| Aabb::new(mins, mins + Vec3::repeat(48.0)))
        .collect();
    assert!(Grid::new(&boxes, &(0..1000).collect::<Vec<_>>()).bytes() > 0);
}
