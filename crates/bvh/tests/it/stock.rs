//! The yardstick: parry's right answers, and the failures that are left in.

use crate::common::{Rng, boxed, player, random_brush, round_hulls};
use clipmark_bvh::{BvhBackend, StockBackend};
use clipmark_collision::{BuildError, CollisionBackend, Status, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};

const RULES: TraceRules = TraceRules::QUAKE3;

fn stock(brushes: Vec<Brush>) -> StockBackend {
    StockBackend::build(&World::of_brushes("test", brushes), RULES).unwrap()
}

fn run(b: &StockBackend, hull: Hull, start: [f32; 3], end: [f32; 3]) -> Trace {
    let sweep = Sweep::new(hull, Point::from(start), Point::from(end));
    b.trace(&sweep, &mut Work::silent())
}

#[test]
fn it_backs_off_along_the_path() {
    // No larger: parry's error grows with the target (parry#429), 0.04 on a floor of 8192.
    let b = stock(vec![boxed([-256.0, -256.0, -64.0], [256.0, 256.0, 0.0])]);
    let hulls = [
        (player(), 24.0),
        (Hull::Point, 0.0),
        (round_hulls()[0], 12.0),
        (round_hulls()[2], 24.0),
    ];
    for (hull, low) in hulls {
        let t = run(&b, hull, [0.0, 0.0, 100.0], [0.0, 0.0, -100.0]);
        assert!((t.end.z - low - 0.125).abs() < 1e-3, "{hull:?} {t:?}");
        assert!((t.plane.unwrap().normal - Vec3::z()).norm() < 1e-3 && t.status == Status::Converged);
        // 3 down in 5: three fifths of the skin are left.
        let t = run(&b, hull, [-100.0, 0.0, 124.0], [300.0, 0.0, -176.0]);
        assert!((t.end.z - low - 0.075).abs() < 0.01, "{hull:?} {t:?}");
    }
}

#[test]
fn its_failures_are_those_of_parry() {
    let b = stock(vec![boxed([-64.0; 3], [64.0; 3])]);
    // A position test by a sweep of no length finds nothing.
    let still = run(&b, player(), [0.0; 3], [0.0; 3]);
    assert_eq!(
        (still.fraction, still.start_solid, still.status),
        (1.0, false, Status::Converged)
    );
    // But parry knows better when asked for an intersection.
    let at = Point::new(0.0, 0.0, 80.0);
    let over = b
        .overlap(&player(), &at, Contents::SOLID, &mut Work::silent())
        .unwrap();
    assert!(
        (over.depth - 8.0).abs() < 1e-3 && over.normal.z > 0.999,
        "{over:?}"
    );
    // A hull that starts inside is stopped, though it leaves.
    let out = run(&b, player(), [0.0, 0.0, 80.0], [0.0, 0.0, 300.0]);
    assert!(out.start_solid && out.fraction == 0.0, "{out:?}");
}

#[test]
fn no_input_makes_it_panic() {
    let empty = stock(Vec::new());
    let solid = stock(vec![boxed([-64.0; 3], [64.0; 3])]);
    let mut rng = Rng(31);
    let odd = [
        0.0,
        -0.0,
        f32::MIN_POSITIVE,
        1e-7,
        88.0,
        -4e6,
        1e38,
        f32::NAN,
        f32::INFINITY,
    ];
    let [sphere, capsule, cylinder] = round_hulls();
    let nothing = Hull::new_box(Point::origin(), Point::origin()).unwrap();
    let hulls = [
        player(),
        Hull::Point,
        sphere,
        capsule,
        cylinder,
        nothing,
        Hull::Sphere { radius: f32::NAN },
    ];
    for _ in 0..3000 {
        let mut pick = || odd[rng.below(odd.len())];
        let (s, e) = (
            Point::new(pick(), pick(), pick()),
            Point::new(pick(), pick(), pick()),
        );
        let hull = hulls[rng.below(hulls.len())];
        for b in [&empty, &solid] {
            let mut work = Work::counting();
            let t = b.trace(&Sweep::new(hull, s, e), &mut work);
            assert!((0.0..=1.0).contains(&t.fraction), "{t:?}");
            b.overlap(&hull, &s, Contents::SOLID, &mut work);
            let mut out = Vec::new();
            b.contacts(&hull, &s, 1.0, Contents::SOLID, &mut out, &mut work);
            b.contents(&s);
        }
    }
    assert_eq!(run(&empty, player(), [0.0; 3], [9.0; 3]).fraction, 1.0);
}

#[test]
fn masks_and_counting_change_no_answer() {
    let mut rng = Rng(32);
    let solids: Vec<Brush> = (0..30)
        .map(|_| {
            let at = rng.point(200.0);
            random_brush(&mut rng, at, 48.0)
        })
        .collect();
    // Water and a clip brush among them: the solid ones are then taken hull by hull.
    let mut mixed = solids.clone();
    for contents in [Contents::WATER, Contents::PLAYER_CLIP] {
        let mut other = boxed([-300.0; 3], [300.0; 3]);
        other.contents = contents;
        mixed.push(other);
    }
    let (plain, mixed) = (stock(solids), stock(mixed));
    let mut hits = 0;
    for _ in 0..500 {
        let sweep = Sweep::new(player(), rng.point(400.0), rng.point(400.0)).against(Contents::SOLID);
        let t = plain.trace(&sweep, &mut Work::silent());
        assert_eq!(t.fraction, mixed.trace(&sweep, &mut Work::silent()).fraction);
        assert_eq!(t.bits(), plain.trace(&sweep, &mut Work::counting()).bits());
        hits += usize::from(t.hit());
    }
    assert!(hits > 100, "{hits}");
    assert_eq!(
        mixed.contents(&Point::new(290.0, 290.0, 290.0)),
        Contents::WATER | Contents::PLAYER_CLIP
    );
}

#[test]
fn the_tutorials_rules_are_refused() {
    let (world, rules) = (World::default(), TraceRules::TUTORIAL);
    let refused = |e: Option<BuildError>| matches!(e, Some(BuildError::Rules { .. }));
    assert!(refused(BvhBackend::build(&world, rules).err()));
    assert!(refused(StockBackend::build(&world, rules).err()));
}
