//! The tutorial's tracer: each error of its listing, by hand. Their cost is a table of every report in which it takes part.

use crate::common::{cube, solid};
use clipmark_bsp::{BspBackend, TutorialBackend, build};
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
