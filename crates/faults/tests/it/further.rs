//! Each fault of collision changes some answer of a backend, or what it declares.

use clipmark_bsp::BspBackend;
use clipmark_bvh::BvhBackend;
use clipmark_collision::*;
use clipmark_faults::{BuildBackend, COLLISION, FURTHER};
use clipmark_geometry::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const RULES: TraceRules = TraceRules::QUAKE3;
/// Random sweeps of each hull.
const SWEEPS: usize = 300;
/// Small solids to a side of their field.
const SIDE: usize = 66;

/// `bsp`, or for triangles `bvh`.
fn build(has_triangles: bool) -> BuildBackend {
    Box::new(move |world, rules| {
        Ok(match has_triangles {
            false => Box::new(BspBackend::build(world, rules)?) as Box<dyn CollisionBackend>,
            true => Box::new(BvhBackend::build(world, rules)?),
        })
    })
}

fn filled(mins: [f32; 3], maxs: [f32; 3], contents: Contents) -> Brush {
    let mut brush = Brush::from_box(mins.into(), maxs.into(), contents).unwrap();
    for (i, side) in brush.sides.iter_mut().enumerate() {
        side.surface = SurfaceFlags::from_bits_retain(2 << i);
    }
    brush
}

/// Eight upright sides about x = y = -400; the last is a slanted one.
fn prism() -> Brush {
    let side = |i: i32| {
        let (sin, cos) = (i as f32 * 45f32.to_radians()).sin_cos();
        Plane::new(Vec3::new(cos, sin, 0.0), 40.0 - 400.0 * (cos + sin))
    };
    let ends = [Plane::new(Vec3::z(), 100.0), Plane::new(-Vec3::z(), 0.0)];
    let planes: Vec<Plane> = ends.into_iter().chain((0..8).map(side)).collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// A floor, a slope, a wall, a clip, water, a sheet, a triangle and a patch. Beside them a field of more than 4,096 small
/// blocks.
fn world() -> World {
    let solid = |mins, maxs| filled(mins, maxs, Contents::SOLID);
    let slope = [
        Plane::new(Vec3::new(-0.6, 0.0, 0.8), 0.0),
        Plane::new(Vec3::x(), 128.0),
        Plane::new(-Vec3::z(), 16.0),
        Plane::new(Vec3::y(), 300.0),
        Plane::new(-Vec3::y(), -200.0),
    ];
    let mut brushes = vec![
        solid([-1024.0, -1024.0, -64.0], [1024.0, 1024.0, 0.0]),
        Brush::from_planes(&slope, Contents::SOLID, SurfaceFlags::SLICK).unwrap(),
        solid([200.0, -512.0, 0.0], [232.0, 512.0, 256.0]),
        filled(
            [-300.0, -300.0, 0.0],
            [-200.0, -200.0, 128.0],
            Contents::PLAYER_CLIP,
        ),
        filled([-300.0, 200.0, 0.0], [-200.0, 300.0, 128.0], Contents::WATER),
        solid([0.0, -400.0, 0.0], [0.1, -200.0, 200.0]),
        prism(),
    ];
    let blocks = (0..SIDE * SIDE).map(|i| {
        let (x, y) = ((i % SIDE) as f32 * 64.0, 2048.0 + (i / SIDE) as f32 * 64.0);
        solid([x, y, 0.0], [x + 3.0, y + 3.0, 3.0])
    });
    brushes.extend(blocks);
    let mut world = World::of_brushes("some of everything", brushes);
    world.patches.push(Patch {
        width: 3,
        height: 3,
        points: (0..9)
            .map(|i| {
                Point::new(
                    -300.0 + (i % 3) as f32 * 100.0,
                    -100.0 + (i / 3) as f32 * 100.0,
                    40.0,
                )
            })
            .collect(),
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    });
    let corners = [[100.0, -300.0, 0.0], [100.0, 300.0, 0.0], [100.0, 0.0, 400.0]].map(Point::from);
    world.with_triangles([Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap()])
}

fn hulls() -> Vec<Hull> {
    let at = |x: f32, y: f32, z: f32| Point::new(x, y, z);
    let all = [
        Ok(Hull::Point),
        Ok(Hull::quake3_player()),
        Hull::new_sphere(12.0),
        Hull::new_capsule(at(-15.0, -15.0, -24.0), at(15.0, 15.0, 32.0)),
        Hull::new_box(at(-15.0, -15.0, -24.0), at(15.0, 15.0, 16.0)),
        Hull::new_box(at(-16.0, -16.0, -24.0), at(16.0, 16.0, 32.0)),
        Hull::new_box(at(-60.0, -20.0, 0.0), at(40.0, 70.0, 90.0)),
        Hull::new_box(at(-2.0, -2.0, -1.0), at(2.0, 2.0, 3.0)),
        Hull::new_box(at(-24.0, -24.0, -24.0), at(24.0, 24.0, 40.0)),
    ];
    all.into_iter().map(Result::unwrap).collect()
}

/// Sweeps of every length and mask, from rest too, and at the last of the small blocks.
fn sweeps(sound: &dyn CollisionBackend) -> Vec<Sweep> {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut out = Vec::new();
    let masks = [Contents::PLAYER_MASK, Contents::SOLID, Contents::WATER];
    for hull in hulls() {
        for i in 0..SWEEPS {
            let mut unit = || Vec3::from([(); 3].map(|()| random.random_range(-1.0..1.0f32)));
            let start = Point::from(unit() * 400.0 + Vec3::new(0.0, 0.0, 300.0));
            let length = 0.005 * 10f32.powf(6.4 * (unit().x.abs()));
            let sweep = Sweep::new(hull, start, start + unit().normalize() * length);
            out.push(sweep.against(masks[i % masks.len()]));
            let down = Sweep::new(hull, start, start - Vec3::z() * 800.0);
            let rest = sound.trace(&down, &mut Work::silent()).end;
            let aside = unit();
            out.push(Sweep::new(
                hull,
                rest,
                rest + Vec3::new(aside.x, aside.y, 0.0) * 40.0,
            ));
            out.push(Sweep::new(hull, rest, rest - Vec3::z() * 0.01));
            out.push(Sweep::new(hull, rest, rest + Vec3::z() * 5.0));
            out.push(down);
        }
        let last = Point::new(1.5, 2048.0 + 65.0 * 64.0 + 1.5, 0.0);
        out.push(Sweep::new(
            hull,
            last + Vec3::z() * 200.0,
            last - Vec3::z() * 50.0,
        ));
        // At ten blocks beside each other: one of them is a tenth brush.
        for i in 0..10 {
            let block = Point::new(64.0 * i as f32 + 1.5, 2048.0 + 1.5, 0.0);
            out.push(Sweep::new(
                hull,
                block + Vec3::z() * 200.0,
                block - Vec3::z() * 50.0,
            ));
        }
        // From a floor that is touched, and at the prism's last side.
        let feet = Point::new(0.0, 0.0, -hull.bounds().mins.z);
        out.push(Sweep::new(hull, feet, feet - Vec3::z() * 8.0));
        let prism = Point::new(-400.0, -400.0, 60.0);
        out.push(Sweep::new(hull, prism + Vec3::new(150.0, -150.0, 0.0), prism));
        // Longer than 8,192 u, and met behind the middle.
        out.push(Sweep::new(
            hull,
            last + Vec3::z() * 9000.0,
            last - Vec3::z() * 50.0,
        ));
    }
    out
}

/// Whether anything that is asked about a sweep and its ends is answered otherwise.
fn differ(one: &dyn CollisionBackend, other: &dyn CollisionBackend, sweep: &Sweep) -> bool {
    let trace = |b: &dyn CollisionBackend| b.trace(sweep, &mut Work::silent()).bits();
    let tilted = Rotation::of_angles(Vec3::new(20.0, 30.0, 40.0));
    let turned = |b: &dyn CollisionBackend| b.trace_turned(sweep, &tilted, &mut Work::silent()).bits();
    if trace(one) != trace(other) || turned(one) != turned(other) {
        return true;
    }
    let place = |b: &dyn CollisionBackend, at: &Point| {
        let mut work = Work::silent();
        let (hull, mask) = (&sweep.hull, sweep.mask);
        let (mut contacts, mut reached) = (Vec::new(), Vec::new());
        b.contacts(hull, at, 1.0, mask, &mut contacts, &mut work);
        b.reached(hull, at, mask, &mut work, &mut |r| reached.push(*r));
        let overlap = b.overlap(hull, at, mask, &mut work);
        let occupied = b.occupied(hull, at, mask, &mut work);
        (contacts, reached, overlap, occupied, b.contents(at))
    };
    [sweep.start, sweep.end]
        .iter()
        .any(|at| place(one, at) != place(other, at))
}

#[test]
fn each_fault_changes_an_answer() {
    let world = world();
    let sound = [false, true].map(|has_triangles| build(has_triangles)(&world, RULES).unwrap());
    let sweeps = sweeps(&*sound[0]);
    let mut alike = Vec::new();
    for fault in COLLISION.iter().chain(&FURTHER) {
        let is_of_triangles = fault.name == "one-sided";
        let sound = &*sound[usize::from(is_of_triangles)];
        let planted = fault.plant(&world, RULES, build(is_of_triangles)).unwrap();
        let changed = sweeps.iter().any(|sweep| differ(&planted, sound, sweep));
        let said = |b: &dyn CollisionBackend| (b.facts().declaration, b.facts().prepared.clone());
        let is_declared = said(&planted) != said(sound);
        assert_eq!(is_declared, fault.name.starts_with("says-"), "{}", fault.name);
        // What changes one answer in ten thousand, whichever it is, may change one that says nothing. Two faults need more: a
        // million questions, and another world before this.
        let needs_more = ["nondeterministic", "worn-free", "world-remembered"].contains(&fault.name);
        if !changed && !is_declared && !needs_more {
            alike.push(format!("{}: {}", fault.name, fault.what));
        }
    }
    assert!(alike.is_empty(), "these change no answer here: {alike:#?}");
}
