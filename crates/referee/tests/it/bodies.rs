//! Bodies, the sums of a solid and a hull: their planes bound what their corners span.

use crate::common::truth;
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Hull, Plane, Point, SurfaceFlags, World};
use clipmark_referee::inner::{self, SPIKE, corners};
use nalgebra::Vector3;

type V = Vector3<f64>;

/// Corners of planes may be off by their rounding at acute angles, and a rounding spike is drawn out. The error of a lost
/// face is units long.
const ROUNDING: f64 = SPIKE;

/// Units by which the corners drawn from a body's planes reach beyond its own; nothing if there is no body.
fn reaches_beyond(brush: &Brush) -> Option<f64> {
    let brush = Brush {
        contents: Contents::SOLID,
        ..brush.clone()
    };
    let world = World::of_brushes("one", vec![brush]);
    let reference = truth(&world, &Hull::quake3_player());
    let body = inner::bodies(&reference).first()?;
    let drawn = corners(&body.planes);
    let far = |points: &[V], n: &V| points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
    // Directions spread evenly by the golden angle.
    let directions = (0..300).map(|i| {
        let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / 300.0;
        let (angle, r) = (f64::from(i) * 2.399_963_229_728_653, (1.0 - z * z).sqrt());
        V::new(r * angle.cos(), r * angle.sin(), z)
    });
    let beyond = directions.map(|n| far(&drawn, &n) - far(body.points(), &n));
    Some(beyond.fold(f64::NEG_INFINITY, f64::max))
}

fn side(normal: V, at: V) -> BrushSide {
    let normal = normal.normalize();
    BrushSide {
        plane: Plane::new(normal.cast(), normal.dot(&at) as f32),
        surface: SurfaceFlags::empty(),
    }
}

/// Three planes meet in one line but for f32's rounding, far from the origin. Each pair's line was judged at its nearest
/// point to the origin, and lay outside the third plane there. So the solid had no edge between them at all.
#[test]
fn the_edge_where_three_planes_nearly_meet_is_not_lost() {
    for k in 0..40 {
        let (low, high) = (V::new(-8192.0, 160.0, -64.0), V::new(-8096.0, 256.0, 512.0));
        let turn = 0.3 + 0.02 * f64::from(k);
        let (wall, roof) = (V::new(turn.sin(), turn.cos(), 0.0), V::new(0.0, 0.341, 0.94));
        let on_edge = V::new(-8144.0, 208.0, 430.0);
        let between = roof.normalize() * 0.3 - wall;
        let axes = (0..3).flat_map(|i| [side(-V::ith(i, 1.0), low), side(V::ith(i, 1.0), high)]);
        let sides = axes.chain([side(wall, on_edge), side(roof, on_edge), side(between, on_edge)]);
        let brush = Brush {
            sides: sides.collect(),
            contents: Contents::SOLID,
            bounds: Aabb::new(Point::from(low.cast::<f32>()), Point::from(high.cast::<f32>())),
            bevelled: false,
        };
        if let Some(beyond) = reaches_beyond(&brush) {
            assert!(beyond < ROUNDING, "{k}: reaches {beyond} beyond");
        }
    }
}

#[test]
#[ignore = "needs the fetched maps (scenes/fetch-maps.sh)"]
fn no_brush_of_a_map_loses_a_face_of_its_sum_with_a_player() {
    let maps = std::fs::read_dir("../../scenes/maps")
        .unwrap()
        .map(|f| f.unwrap().path());
    let mut checked = 0;
    for map in maps.filter(|path| path.extension().is_some_and(|e| e == "bsp")) {
        let world = clipmark_scene::load_world(map.to_str().unwrap(), std::path::Path::new("")).unwrap();
        let lost = |brush| reaches_beyond(brush).filter(|beyond| *beyond >= ROUNDING);
        let all: Vec<_> = (0..)
            .zip(&world.brushes)
            .filter_map(|(i, b)| Some((i, lost(b)?)))
            .collect();
        assert!(all.is_empty(), "{}: {all:?}", map.display());
        checked += 1;
    }
    assert!(checked > 0);
}
