//! Tests that all algorithms for a sweep agree bit for bit. [`crate::walk`] defines the answer; the shortcut may decline to
//! answer. Worlds of random brushes have compiled trees, trees cut at random, or trees that leave brushes out. Scenes and maps
//! are tried too.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

#[path = "../it/common/mod.rs"]
#[allow(dead_code, reason = "the tests of the crate use the rest")]
mod common;

use crate::backend::BspBackend;
use crate::contacts::for_shape;
use crate::lanes::per_axis;
use crate::position::{any_overlap, first_overlap};
use crate::shape::{PointShape, recentred};
use clipmark_collision::{CollisionBackend, Counts, Sweep, TraceRules, Work};
use clipmark_geometry::{Aabb, BspLeaf, BspNode, BspTree, Contents, Hull, Plane, Point, Vec3, World};
use common::Random;

/// How often the short way was asked, and how often it answered.
#[derive(Default)]
struct Share {
    asked: usize,
    answered: usize,
}

impl Share {
    fn answered(&self) -> f64 {
        self.answered as f64 / self.asked as f64
    }
}

/// Asks both ways; they must agree to the bit where the short one answers. Returns where the hull comes to rest.
fn ask_both(bsp: &BspBackend, sweep: &Sweep, work: &mut Work, share: &mut Share) -> Point {
    let (shape, offset) = recentred(&sweep.hull).unwrap();
    let (a, b) = (&sweep.start, &sweep.end);
    let path = (per_axis(|k| a[k] + offset[k]), per_axis(|k| b[k] + offset[k]));
    share.asked += 1;
    if a == b {
        let all = (&bsp.brushes, &bsp.patches);
        for_shape!(shape, s => {
            let walked = first_overlap(&bsp.tree, all, &s, path.0, sweep.mask);
            if let Some(quick) = any_overlap(&bsp.tree, all, (&bsp.cells, &bsp.boxes), &s, path.0, sweep.mask) {
                share.answered += 1;
                assert_eq!(quick, walked, "{sweep:?}");
            }
        });
        return *a;
    }
    let (quick, walked) = for_shape!(shape, s => (
        bsp.first_hit::<_, false>(s, path, sweep.mask, &mut Counts::default()),
        bsp.walk::<_, false>(s, path, sweep.mask, work),
    ));
    let walked = bsp.answer(sweep, &walked);
    if let Some(quick) = quick {
        share.answered += 1;
        let quick = bsp.answer(sweep, &quick);
        assert_eq!(quick.bits(), walked.bits(), "{sweep:?}\n{quick:?}\n{walked:?}");
    }
    let told = bsp.trace(sweep, work);
    assert_eq!(told.bits(), walked.bits(), "{sweep:?}\n{told:?}\n{walked:?}");
    walked.end
}

fn hulls() -> [Hull; 8] {
    let player = Hull::quake3_player().bounds();
    let cube =
        |half: f32| Hull::new_box(Point::new(-half, -half, -half), Point::new(half, half, half)).unwrap();
    [
        Hull::Point,
        Hull::Box { bounds: player },
        Hull::Capsule { bounds: player },
        // Smaller than the skin, odd, and too large for any shortcut.
        cube(0.0625),
        Hull::new_box(Point::new(-3.0, -40.0, -1.0), Point::new(8.5, 2.0, 90.0)).unwrap(),
        cube(600.0),
        // Flat, and with a middle that f32 rounds.
        Hull::new_box(Point::new(-8.0, -8.0, 0.0), Point::new(8.0, 8.0, 0.0)).unwrap(),
        Hull::new_box(Point::new(-0.1, -0.3, -0.7), Point::new(13.3, 20.1, 30.9)).unwrap(),
    ]
}

/// Wanders through the world. Each sweep starts where the last one came to rest (usually one skin from something), or anew, in
/// solids too. Half of them are on a grid, where hits tie. They go along axes and surfaces, down, at random, and not at all.
fn wander(bsp: &BspBackend, around: &Aabb, count: usize, seed: u64) -> Share {
    let mut random = Random::new(seed);
    let (mut work, mut share) = (Work::silent(), Share::default());
    let (low, size) = (around.mins, around.maxs - around.mins);
    for hull in hulls() {
        if hull == Hull::Point && !bsp.patches.facets.is_empty() {
            // Points always walk where there are patches.
            continue;
        }
        let mut at = low;
        for i in 0..count {
            let snap = i % 2 == 1;
            let grid = |p: Point| p.map(|x| (x / 8.0).round() * 8.0 + 0.125);
            if i % 8 == 0 {
                at = low + Vec3::from_fn(|k, _| size[k] * random.unit());
                at = if snap { grid(at) } else { at };
            }
            let length = [0.25, 2.56, 18.0, 90.0, 700.0, 5000.0][random.below(6)];
            let axis = Vec3::from_fn(|k, _| f32::from(u8::from(k == i % 3)));
            let along = match random.below(8) {
                0 => -Vec3::z() * length,
                1 => axis * length,
                2 => -axis * length,
                // Along the floor, and a little into it or off it.
                3 => Vec3::new(
                    random.between(-length, length),
                    random.between(-length, length),
                    0.0,
                ),
                4 => Vec3::new(random.between(-length, length), length, random.between(-0.5, 0.5)),
                5 => Vec3::zeros(),
                _ => random.direction() * length,
            };
            let end = at + along;
            let end = if snap && along.norm() > 16.0 {
                grid(end)
            } else {
                end
            };
            let mask = if i % 16 == 3 {
                Contents::SOLID
            } else {
                Contents::PLAYER_MASK
            };
            let sweep = Sweep::new(hull, at, end).against(mask);
            at = ask_both(bsp, &sweep, &mut work, &mut share);
        }
    }
    share
}

fn build(world: &World, rules: TraceRules) -> BspBackend {
    BspBackend::build(world, rules).unwrap()
}

/// Brushes of every kind, some of them far larger than others, some in others.
fn random_world(random: &mut Random) -> World {
    let (half, size) = (random.between(50.0, 600.0), random.between(8.0, 90.0));
    let mut brushes = Vec::new();
    for i in 0..4 + random.below(60) {
        let at = random.vector(half);
        brushes.push(match random.below(6) {
            0 => common::stone(random, at, size),
            1 => common::sliver(random, at, size),
            2 => common::wedge(random, at, size),
            3 => {
                // A tile of a floor.
                let [x, y] = [i % 5, i / 5].map(|i| i as f32 * 32.0 - 64.0);
                common::cube([x, y, -16.0], [x + 32.0, y + 32.0, 0.0], Contents::SOLID)
            }
            _ => common::block(random, at, size),
        });
        if random.below(5) == 0 {
            brushes.last_mut().unwrap().contents = Contents::PLAYER_CLIP;
        }
    }
    World::of_brushes("random", brushes)
}

/// A tree cut at random places, slanted ones too. Leaves now and then leave out a brush that lies in them.
fn random_tree(random: &mut Random, world: &World) -> BspTree {
    fn add(tree: &mut BspTree, random: &mut Random, world: &World, items: Vec<u32>, level: usize) -> i32 {
        if level == 0 || items.len() < 2 {
            let first = tree.leaf_brushes.len() as u32;
            tree.leaf_brushes
                .extend(items.iter().filter(|_| random.below(40) > 0));
            tree.leafs.push(BspLeaf {
                cluster: 0,
                brushes: first..tree.leaf_brushes.len() as u32,
                patches: 0..0,
                bounds: world.bounds,
            });
            return -(tree.leafs.len() as i32);
        }
        let pick = &world.brushes[items[random.below(items.len())] as usize];
        let plane = match random.below(4) {
            // Through a face of a brush, as compilers cut.
            0 => pick.sides[random.below(pick.sides.len())].plane,
            1 => {
                let n = random.direction();
                Plane::new(n, n.dot(&pick.bounds.center().coords))
            }
            _ => {
                let k = random.below(3);
                let n = Vec3::from_fn(|i, _| f32::from(u8::from(i == k)));
                let faces = [pick.bounds.mins[k], pick.bounds.maxs[k], pick.bounds.center()[k]];
                Plane::new(n, faces[random.below(3)])
            }
        };
        // A brush's corners tell the side; the corners of its box are a bound.
        let reaches = |item: u32| {
            let b = world.brushes[item as usize].bounds;
            let (middle, half) = (b.center(), b.half_extents());
            let (d, r) = (plane.distance(&middle), half.dot(&plane.normal.map(f32::abs)));
            [d + r > 0.0, d - r < 0.0]
        };
        let side = |s: usize| {
            items
                .iter()
                .copied()
                .filter(|&i| reaches(i)[s])
                .collect::<Vec<_>>()
        };
        let (front, back) = (side(0), side(1));
        let node = tree.nodes.len();
        tree.nodes.push(BspNode {
            plane,
            children: [0; 2],
        });
        let children = [front, back].map(|items| add(tree, random, world, items, level - 1));
        tree.nodes[node].children = children;
        node as i32
    }
    let mut tree = BspTree::default();
    let levels = 1 + random.below(9);
    add(
        &mut tree,
        random,
        world,
        (0..world.brushes.len() as u32).collect(),
        levels,
    );
    tree
}

#[test]
fn both_ways_agree_among_random_brushes() {
    let mut random = Random::new(1);
    let mut compiled = Share::default();
    for i in 0..60 {
        let mut world = random_world(&mut random);
        let around = world.bounds.grown(40.0);
        let rules = if i % 4 == 0 {
            TraceRules::QUAKEWORLD
        } else {
            TraceRules::QUAKE3
        };
        // Skins as wide as the walk's margin and wider are allowed too.
        let rules = if i % 7 == 0 {
            rules.with_skin(random.between(0.0, 8.0))
        } else {
            rules
        };
        let share = wander(&build(&world, rules), &around, 500, i);
        compiled.asked += share.asked;
        compiled.answered += share.answered;
        world.tree = Some(random_tree(&mut random, &world));
        wander(&build(&world, rules), &around, 500, i);
    }
    let share = compiled.answered();
    assert!(share > 0.9, "the short way answers {share}");
}

#[test]
fn both_ways_agree_where_hits_tie() {
    for scene in ["seam-floor", "stairs"] {
        let world = common::scene(&format!("{scene}.ron"));
        let share = wander(
            &build(&world, TraceRules::QUAKE3),
            &world.bounds.grown(16.0),
            3000,
            2,
        )
        .answered();
        assert!(share > 0.9, "the short way answers {share}");
    }
}

/// At the end of the range of brushes steps of f32 are a thirtieth of the skin. Each level of a tree adds to the rounding.
#[test]
fn both_ways_agree_far_out() {
    let mut random = Random::new(3);
    for (count, spread, levels) in [(40, 200.0, 3.0), (4000, 3000.0, 12.0)] {
        for far in [3e4, 6e4] {
            let at = Vec3::new(far, -far, far / 2.0);
            let brushes = (0..count).map(|_| {
                let low = at + random.vector(spread).map(f32::round);
                common::cube(low.into(), (low + Vec3::repeat(64.0)).into(), Contents::SOLID)
            });
            let world = World::of_brushes("far", brushes.collect());
            let bsp = build(&world, TraceRules::QUAKE3);
            assert!(bsp.tree.levels > levels, "{}", bsp.tree.levels);
            let share = wander(&bsp, &world.bounds.grown(40.0), 1500, 3).answered();
            assert!(share > 0.9, "the short way answers {share}");
        }
    }
}

/// The one shortcut that [`crate::cover`] does not take: a point's, which may pass an edge on either side.
#[test]
fn nothing_is_sure_of_points() {
    let world = World::of_brushes("one", vec![common::cube([0.0; 3], [64.0; 3], Contents::SOLID)]);
    let bsp = build(&world, TraceRules::QUAKE3);
    assert!(bsp.brushes.brush(0).is_covered());
    let at = crate::cover::Surely::at_start(&bsp.tree, &PointShape, [32.0; 3]);
    assert!(at.is_none());
}

const MAPS: [&str; 10] = [
    "aggressor",
    "slimefac",
    "oacmpdm8",
    "oa_dm1",
    "oa_rpg3dm2",
    "oa_minia",
    "oa_shouse",
    "fan",
    "wrackdm17",
    "islandctf",
];

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn both_ways_agree_on_maps() {
    for (seed, map) in (4..).zip(MAPS) {
        let world = common::scene(&format!("maps/{map}.bsp"));
        let around = world.bounds.grown(16.0);
        let share = wander(&build(&world, TraceRules::QUAKE3), &around, 6000, seed).answered();
        assert!(share > 0.6, "{map}: the short way answers {share}");
        if !world.patches.is_empty() {
            wander(
                &build(&world.without_patches(), TraceRules::QUAKE3),
                &around,
                3000,
                seed,
            );
        }
    }
}
