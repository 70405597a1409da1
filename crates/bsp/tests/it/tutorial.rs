//! The tutorial's tracer: each error of its listing, by hand, and their cost on the engine's recorded sweeps.

use crate::common::{cube, recorded, scene, solid};
use clipmark_bsp::{BspBackend, TutorialBackend, TutorialRepairs, build};
use clipmark_collision::{BuildError, CollisionBackend, StartSolid, Status, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Aabb, Brush, BspLeaf, BspNode, BspTree, Contents, Hull, Plane, Point, Vec3, World};
use std::f32::consts::FRAC_1_SQRT_2;

const SKIN: f32 = 1.0 / 32.0;

/// The block below z = 0.
fn floor() -> Brush {
    cube([-64., -64., -32.], [64., 64., 0.], Contents::SOLID)
}

fn tutorial(brushes: Vec<Brush>) -> TutorialBackend {
    TutorialBackend::build(&World::of_brushes("test", brushes), TraceRules::TUTORIAL).unwrap()
}

fn trace(backend: &dyn CollisionBackend, hull: Hull, start: [f32; 3], end: [f32; 3]) -> Trace {
    backend.trace(
        &Sweep::new(hull, Point::from(start), Point::from(end)),
        &mut Work::silent(),
    )
}

#[test]
fn a_hit_keeps_a_thirty_second_and_names_no_plane() {
    let t = trace(
        &tutorial(vec![floor()]),
        Hull::quake3_player(),
        [0., 0., 40.],
        [0., 0., 8.],
    );
    assert_eq!(t.fraction, (16.0 - SKIN) / 32.0);
    assert_eq!(t.end, Point::new(0., 0., 24.0 + SKIN));
    assert_eq!(
        (t.plane, t.contents, t.status),
        (None, Contents::empty(), Status::Exact)
    );
    assert!(!t.start_solid && !t.all_solid);
}

#[test]
fn what_stays_in_a_solid_is_flagged_and_passes() {
    let bsp = tutorial(vec![floor()]);
    let t = trace(&bsp, Hull::Point, [0., 0., -4.], [9., 0., -8.]);
    assert!(t.start_solid && t.all_solid && t.fraction == 1.0);
    assert_eq!(t.end, Point::new(9., 0., -8.));
    let t = trace(&bsp, Hull::Point, [0., 0., -4.], [0., 0., 8.]);
    assert!(t.start_solid && !t.all_solid && t.fraction == 1.0);
    // There is no position test either: a sweep of no length counts as one that stays inside.
    let t = trace(&bsp, Hull::Point, [0., 0., -4.], [0., 0., -4.]);
    assert!(t.start_solid && t.all_solid && t.fraction == 1.0);
    assert_eq!(bsp.facts().declaration.start_solid, StartSolid::Flagged);
}

#[test]
fn a_way_that_ends_in_the_skin_is_free() {
    let bsp = tutorial(vec![floor()]);
    assert!(!trace(&bsp, Hull::Point, [0., 0., 8.], [0., 0., SKIN / 2.0]).hit());
    let quake3 = build(
        &World::of_brushes("test", vec![floor()]),
        TraceRules::QUAKE3.with_skin(SKIN),
    )
    .unwrap();
    assert!(trace(&*quake3, Hull::Point, [0., 0., 8.], [0., 0., SKIN / 2.0]).hit());
}

#[test]
fn a_short_way_in_from_inside_the_skin_is_lost() {
    let bsp = tutorial(vec![floor()]);
    // Entered at (1/128 - 1/32) / (1/64) = -1.5: "never".
    let quarter = SKIN / 4.0;
    assert!(!trace(&bsp, Hull::Point, [0., 0., quarter], [0., 0., -quarter]).hit());
    // A longer one: (1/128 - 1/32) / (1/32) = -0.75, held at 0.
    let t = trace(&bsp, Hull::Point, [0., 0., quarter], [0., 0., -3.0 * quarter]);
    assert_eq!((t.fraction, t.start_solid), (0.0, false));
}

#[test]
fn what_ends_on_a_face_on_a_node_plane_is_lost() {
    // Ends at distance 0 exactly: not "in front", so a hit, if the brush is ever asked.
    let down = |tree: BspTree| {
        let world = World {
            tree: Some(tree),
            ..World::of_brushes("floor", vec![floor()])
        };
        let bsp = TutorialBackend::build(&world, TraceRules::TUTORIAL).unwrap();
        trace(&bsp, Hull::Point, [0., 0., 8.], [0., 0., 0.]).hit()
    };
    let leaf = |brushes| BspLeaf {
        cluster: 0,
        brushes,
        patches: 0..0,
        bounds: Aabb::EMPTY,
    };
    let parted = |at: f32| BspTree {
        nodes: vec![BspNode {
            plane: Plane::new(Vec3::z(), at),
            children: [-1, -2],
        }],
        leafs: vec![leaf(0..0), leaf(0..1)],
        leaf_brushes: vec![0],
        leaf_patches: vec![],
    };
    assert!(down(parted(1.0)) && !down(parted(0.0)));
}

#[test]
fn player_clips_and_other_masks_are_not_heeded() {
    let clip = cube([-64., -64., -32.], [64., 64., 0.], Contents::PLAYER_CLIP);
    let clip = tutorial(vec![clip]);
    assert!(!trace(&clip, Hull::Point, [0., 0., 8.], [0., 0., -8.]).hit());
    assert_eq!(clip.facts().omissions.len(), 1);
    assert_eq!(clip.contents(&Point::new(0., 0., -8.)), Contents::PLAYER_CLIP);
    let water = Sweep::new(Hull::Point, Point::new(0., 0., 8.), Point::new(0., 0., -8.));
    let floor = tutorial(vec![floor()]);
    let against = |mask| floor.trace(&water.against(mask), &mut Work::silent()).hit();
    assert!(against(Contents::SOLID | Contents::WATER) && !against(Contents::PLAYER_CLIP));
}

#[test]
fn spheres_are_mitred_and_boxes_meet_bare_faces() {
    let n = Vec3::new(FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2);
    let roof = solid(&[
        (n, 0.0),
        (Vec3::new(-n.x, 0.0, n.z), 0.0),
        (-Vec3::z(), 64.0),
        (Vec3::y(), 64.0),
        (-Vec3::y(), 64.0),
    ])
    .unwrap();
    let bsp = tutorial(vec![roof.clone()]);
    // Down onto the ridge: the planes moved out by 8 meet at 8 * sqrt(2). The skin is along the normals.
    let t = trace(&bsp, Hull::Sphere { radius: 8.0 }, [0., 0., 40.], [0., 0., 0.]);
    assert!((t.end.z - (8.0 + SKIN) / FRAC_1_SQRT_2).abs() < 1e-4, "{t:?}");
    // The box of half size 8 would rest at 8 with a bevel at the top. The bare faces meet at 16.
    let hull = Hull::new_box(Point::new(-8., -8., -8.), Point::new(8., 8., 8.)).unwrap();
    let t = trace(&bsp, hull, [0., 0., 40.], [0., 0., 0.]);
    assert!((t.end.z - 16.0 - SKIN / FRAC_1_SQRT_2).abs() < 1e-4, "{t:?}");
    let bevelled = World::of_brushes("roof", vec![roof]);
    let bevelled = build(&clipmark_bsp::compiled(&bevelled), TraceRules::TUTORIAL).unwrap();
    let t = trace(&*bevelled, hull, [0., 0., 40.], [0., 0., 0.]);
    assert!((t.end.z - 8.0 - SKIN).abs() < 1e-4, "{t:?}");
}

#[test]
fn lacking_shapes_and_rules_are_refused() {
    let bsp = tutorial(vec![floor()]);
    let bounds = Hull::quake3_player().bounds();
    for hull in [Hull::Capsule { bounds }, Hull::Cylinder { bounds }] {
        let t = trace(&bsp, hull, [0., 0., 80.], [0., 0., 0.]);
        assert_eq!((t.status, t.fraction), (Status::Unsupported, 0.0));
        assert!(!bsp.facts().declaration.hulls.contains(&hull));
    }
    let refused = |e: BuildError| matches!(e, BuildError::Rules { .. });
    let world = World::default();
    assert!(refused(
        BspBackend::build(&world, TraceRules::TUTORIAL).unwrap_err()
    ));
    assert!(refused(
        TutorialBackend::build(&world, TraceRules::QUAKE3).unwrap_err()
    ));
    assert_eq!(TraceRules::named("tutorial"), Some(TraceRules::TUTORIAL));
    assert_eq!(
        build(&world, TraceRules::TUTORIAL).unwrap().facts().name,
        "bsp:tutorial"
    );
}

/// Found by fuzzing: an overlap of infinite depth.
#[test]
fn a_hull_without_a_size_is_no_question() {
    let bsp = tutorial(vec![floor()]);
    for radius in [f32::INFINITY, f32::NAN, 1e38] {
        let hull = Hull::Sphere { radius };
        let t = trace(&bsp, hull, [0., 0., 80.], [0., 0., 0.]);
        assert_eq!((t.status, t.fraction), (Status::Invalid, 0.0));
        let at = Point::new(0., 0., 80.);
        let p = bsp.overlap(&hull, &at, Contents::SOLID, &mut Work::silent());
        assert_eq!(p.map(|p| (p.status, p.depth)), Some((Status::Invalid, 0.0)));
    }
}

/// The cost of the errors on the engine's recorded sweeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cost {
    sweeps: usize,
    /// Ends farther than 0.01 units from where the engine's does.
    elsewhere: usize,
    /// The engine stops, the tutorial does not: all solid, and otherwise.
    passes_solid: usize,
    passes: usize,
}

impl Cost {
    fn share(&self, n: usize) -> f32 {
        n as f32 / self.sweeps as f32
    }
}

fn cost(backend: &dyn CollisionBackend, recorded: &[(Sweep, Vec<f32>)]) -> Cost {
    const FAR: f32 = 0.01;
    let mut cost = Cost::default();
    let mut work = Work::silent();
    for (sweep, engine) in recorded {
        let t = backend.trace(sweep, &mut work);
        let end = Point::new(engine[1], engine[2], engine[3]);
        cost.sweeps += 1;
        cost.elsewhere += usize::from((t.end - end).norm() > FAR);
        if engine[0] < 1.0 && !t.hit() {
            if engine[9] == 1.0 {
                cost.passes_solid += 1;
            } else {
                cost.passes += 1;
            }
        }
    }
    cost
}

/// Others measured on other sweeps: 37 % of random point sweeps elsewhere, 17 % of random player sweeps passing an all-solid
/// start. By the reject rule alone 9.7 % of movement sweeps lose their hit (islandctf), by the missing margin alone 3.5 %
/// (aggressor). With all repaired, none elsewhere on random sweeps without patches. The recordings of movement include patches;
/// aggressor has none.
#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn what_each_error_costs_on_maps() {
    let bounds = Hull::quake3_player().bounds();
    for name in ["aggressor", "slimefac", "oacmpdm8"] {
        let world = scene(&format!("maps/{name}.bsp")).without_patches();
        let build = |repairs| TutorialBackend::build_repaired(&world, TraceRules::TUTORIAL, repairs).unwrap();
        let bare = if name == "aggressor" { "" } else { ".nocurves" };
        let random = format!("{name}.traces.txt.gz");
        let points = recorded(&random, &format!("{name}.trace.point{bare}.txt.gz"), Hull::Point);
        let players = format!("{name}.trace.player{bare}.txt.gz");
        let players = recorded(&random, &players, Hull::Box { bounds });
        let moving = recorded(
            &format!("{name}.rectraces.txt.gz"),
            &format!("{name}.rectrace.player.txt.gz"),
            Hull::Box { bounds },
        );
        let of = |repairs| {
            let backend = build(repairs);
            [&points, &players, &moving].map(|recorded| cost(&backend, recorded))
        };
        let tell = |what: &str, [point, player, moving]: [Cost; 3]| {
            println!("{name:>9} {what}\n    point  {point:?}\n    player {player:?}\n    moving {moving:?}");
        };
        let published = of(TutorialRepairs::empty());
        tell("as published", published);
        let mut alone = std::collections::HashMap::new();
        for omission in TutorialRepairs::all().iter() {
            let costs = of(TutorialRepairs::all() - omission);
            tell(omission.meaning(), costs);
            alone.insert(omission, costs);
        }
        let repaired = of(TutorialRepairs::all());
        tell("all repaired", repaired);

        let [point, player, moving] = published;
        assert!((0.2..0.6).contains(&point.share(point.elsewhere)), "{point:?}");
        assert!(player.share(player.passes_solid) > 0.02, "{player:?}");
        assert!(moving.share(moving.passes) > 0.01, "{moving:?}");
        // Random sweeps of the repaired listing equal the engine's. Sweeps of movement differ by rounding at rest where there are
        // no patches.
        assert_eq!((repaired[0].elsewhere, repaired[1].elsewhere), (0, 0));
        if name == "aggressor" {
            let [_, _, moving] = repaired;
            assert!(moving.share(moving.elsewhere) < 0.005, "{moving:?}");
            let [_, _, margin] = alone[&TutorialRepairs::NODE_MARGIN];
            assert!(margin.share(margin.passes) > 0.01, "{margin:?}");
        }
        // Maps bring their bevels.
        assert_eq!(alone[&TutorialRepairs::BEVELS], repaired);
    }
}
