//! The shape of a hierarchy: how deep it is, and what lies together in memory.

use clipmark_geometry::{Aabb, Point, Vec3};
use clipmark_hierarchy::Hierarchy;
use clipmark_hierarchy::inner::{MAX_LEVELS, TREELET_LEVELS, levels};

/// Each box as large as all before it together, so that areas would part off one after another.
fn growing(n: u16) -> Vec<Aabb> {
    let corner = |i: u16| Point::from(Vec3::repeat(1.2_f32.powi(i32::from(i))));
    (0..n).map(|i| Aabb::new(Point::origin(), corner(i))).collect()
}

#[test]
fn no_boxes_make_it_deep() {
    for boxes in [
        growing(400),
        vec![Aabb::new(Point::origin(), Point::origin()); 5000],
    ] {
        let mut hierarchy = Hierarchy::new(&boxes);
        assert!(levels(&hierarchy).len() <= MAX_LEVELS);
        let mut former = hierarchy.number_items();
        former.sort_unstable();
        assert!(former.into_iter().eq(0..boxes.len() as u32));
    }
}

#[test]
fn a_treelet_lies_together() {
    let boxes: Vec<Aabb> = (0..300_u16)
        .map(|i| Point::new(f32::from(i) * 100.0, 0.0, 0.0))
        .map(|at| Aabb::new(at, at))
        .collect();
    let treelet = levels(&Hierarchy::new(&boxes))[..TREELET_LEVELS].concat();
    assert!(treelet.into_iter().eq(0..21));
}
