//! `bsp:via-bvh` answers as `bsp` does, to the bit. How often it falls back to the walk shows in `Counts::leaves`.

use crate::common::{self, Random};
use clipmark_bsp::inner::{count_levels, proves_starts_of_points};
use clipmark_bsp::{BspBackend, ViaBvhBackend};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{BspLeaf, BspNode, BspTree, Contents, Hull, Plane, Point, Rotation, Vec3, World};

/// The walk, and `bsp:via-bvh` beside it.
struct Both {
    walk: BspBackend,
    shortcut: ViaBvhBackend,
    counting: Work,
    silent: Work,
    share: Share,
}

/// How often `bsp:via-bvh` was asked, and how often the tree was walked for it.
#[derive(Default)]
struct Share {
    asked: usize,
    walked: usize,
}

impl Share {
    fn walked(&self) -> f64 {
        self.walked as f64 / self.asked as f64
    }
}

impl Both {
    fn build(world: &World, rules: TraceRules) -> Self {
        Self {
            walk: BspBackend::build(world, rules).unwrap(),
            shortcut: ViaBvhBackend::build(world, rules).unwrap(),
            counting: Work::counting(),
            silent: Work::silent(),
            share: Share::default(),
        }
    }

    /// Asks both; they must agree to the bit, whether they count their work or not. Returns where the hull comes to rest.
    fn ask(&mut self, sweep: &Sweep) -> Point {
        let walked = self.walk.trace(sweep, &mut self.silent);
        let counted = self.walk.trace(sweep, &mut Work::counting());
        let quick = self.shortcut.trace(sweep, &mut self.counting);
        let silent = self.shortcut.trace(sweep, &mut self.silent);
        for answer in [counted, quick, silent] {
            assert_eq!(answer.bits(), walked.bits(), "{sweep:?}\n{answer:?}\n{walked:?}");
        }
        let counts = self.counting.take_counts();
        // A question of no length searches the tree, and counts no leaf.
        if sweep.start != sweep.end {
            self.share.asked += 1;
            self.share.walked += usize::from(counts.leaves > 0);
        }
        walked.end
    }

    /// The same in the frame of a turned model.
    fn ask_turned(&mut self, sweep: &Sweep, rotation: &Rotation) {
        let [walked, quick] = [&self.walk as &dyn CollisionBackend, &self.shortcut]
            .map(|backend| backend.trace_turned(sweep, rotation, &mut self.silent));
        assert_eq!(quick.bits(), walked.bits(), "{sweep:?} {rotation:?}");
    }
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
fn wander(world: &World, rules: TraceRules, count: usize, seed: u64) -> Share {
    let mut both = Both::build(world, rules);
    let mut random = Random::new(seed);
    let around = world.bounds.grown(40.0);
    let (low, size) = (around.mins, around.maxs - around.mins);
    for hull in hulls() {
        // Points always walk where there are patches.
        let before =
            (hull == Hull::Point && !world.patches.is_empty()).then(|| std::mem::take(&mut both.share));
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
            let mask = match i % 16 {
                3 => Contents::SOLID,
                7 => Contents::PLAYER_CLIP | Contents::WATER,
                11 => Contents::all(),
                _ => Contents::PLAYER_MASK,
            };
            let sweep = Sweep::new(hull, at, end).against(mask);
            if i % 32 == 5 {
                let angles = random.vector(180.0);
                both.ask_turned(&sweep, &Rotation::of_angles(angles));
            }
            at = both.ask(&sweep);
        }
        if let Some(before) = before {
            both.share = before;
        }
    }
    both.share
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

/// The rounding of the proofs grows with the levels of the tree, and no proof is of a point's start.
#[test]
fn many_brushes_make_a_deep_tree_and_points_are_not_proven() {
    for (rows, least) in [(6_u8, 3.0), (96, 12.0)] {
        let cubes = (0..rows).flat_map(|i| (0..rows).map(move |j| [i, j].map(|k| f32::from(k) * 100.0)));
        let cubes =
            cubes.map(|[x, y]| common::cube([x, y, 0.0], [x + 64.0, y + 64.0, 64.0], Contents::SOLID));
        let world = World::of_brushes("cubes", cubes.collect());
        let backend = ViaBvhBackend::build(&world, TraceRules::QUAKE3).unwrap();
        assert!(count_levels(&backend) > least);
        assert!(!proves_starts_of_points(&backend, [32.0; 3]));
    }
}

#[test]
fn both_agree_among_random_brushes() {
    let mut random = Random::new(1);
    let mut compiled = Share::default();
    for i in 0..60 {
        let mut world = random_world(&mut random);
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
        let share = wander(&world, rules, 500, i);
        compiled.asked += share.asked;
        compiled.walked += share.walked;
        world.tree = Some(random_tree(&mut random, &world));
        wander(&world, rules, 500, i);
    }
    let share = compiled.walked();
    assert!(share < 0.1, "the tree is walked for {share}");
}

#[test]
fn both_agree_where_hits_tie() {
    for scene in ["seam-floor", "stairs"] {
        let world = common::scene(&format!("{scene}.ron"));
        let share = wander(&world, TraceRules::QUAKE3, 3000, 2).walked();
        assert!(share < 0.1, "{scene}: the tree is walked for {share}");
    }
}

/// At the end of the range of brushes steps of f32 are a thirtieth of the skin. Each level of a tree adds to the rounding.
#[test]
fn both_agree_far_out() {
    let mut random = Random::new(3);
    for (count, spread) in [(40, 200.0), (4000, 3000.0)] {
        for far in [3e4, 6e4] {
            let at = Vec3::new(far, -far, far / 2.0);
            let brushes = (0..count).map(|_| {
                let low = at + random.vector(spread).map(f32::round);
                common::cube(low.into(), (low + Vec3::repeat(64.0)).into(), Contents::SOLID)
            });
            let world = World::of_brushes("far", brushes.collect());
            let share = wander(&world, TraceRules::QUAKE3, 1500, 3).walked();
            assert!(share < 0.1, "the tree is walked for {share}");
        }
    }
}

/// With and without patches, under a tree compiled here too. Returns the share that walked.
fn wander_on_map(map: &str, count: usize, seed: u64) -> f64 {
    let mut world = common::scene(&format!("maps/{map}.bsp"));
    let share = wander(&world, TraceRules::QUAKE3, count, seed).walked();
    if !world.patches.is_empty() {
        wander(
            &world.clone().without_patches(),
            TraceRules::QUAKE3,
            count / 2,
            seed,
        );
    }
    world.tree = None;
    wander(&world, TraceRules::QUAKEWORLD, count / 4, seed);
    share
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn both_agree_on_maps() {
    for (seed, map) in (4..).zip(["aggressor", "oacmpdm8", "oa_dm1", "islandctf"]) {
        let share = wander_on_map(map, 3000, seed);
        assert!(share < 0.4, "{map}: the tree is walked for {share}");
    }
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn lengthy_both_agree_on_every_map() {
    let maps = std::fs::read_dir(common::root().join("scenes/maps")).expect("run scenes/fetch-maps.sh");
    let names = maps.map(|e| e.unwrap().file_name().into_string().unwrap());
    for (seed, map) in (100..).zip(names.filter_map(|n| n.strip_suffix(".bsp").map(str::to_owned))) {
        let share = wander_on_map(&map, 12_000, seed);
        assert!(share < 0.4, "{map}: the tree is walked for {share}");
        println!(
            "{map}: the tree is walked for {:.2} % of the sweeps",
            100.0 * share
        );
    }
}
