//! Curved patches, as triangles that are seen from their fronts: swept against, and walked over.
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Patch, Point, SurfaceFlags, Vec3, World};
use clipmark_movement::{Body, OwnMover, Setup, UserCmd, WalkerVariant, profile_named, tick};
use clipmark_referee::{Fault, Reference, judge};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A bridge along x, 320 long and 48 high, its front up: a parabola that begins at 31 degrees.
fn bridge() -> Patch {
    let row = |y: f32| [[0.0, y, 0.0], [160.0, y, 96.0], [320.0, y, 0.0]];
    let points = [row(-64.0), row(0.0), row(64.0)].concat();
    Patch {
        width: 3,
        height: 3,
        points: points.into_iter().map(Point::from).collect(),
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
    }
}

/// The bridge over a floor at z = 0.
fn world() -> World {
    let (mins, maxs) = (Point::new(-512.0, -256.0, -32.0), Point::new(832.0, 256.0, 0.0));
    let floor = Brush::from_box(mins, maxs, Contents::SOLID).unwrap();
    World {
        patches: vec![bridge()],
        ..World::of_brushes("bridge", vec![floor])
    }
}

#[test]
fn a_patch_stops_what_comes_from_its_front() {
    let backend = CylinderBackend::build(&world(), TraceRules::QUAKE3).unwrap();
    assert!(backend.facts().declaration.patches && backend.facts().omissions.is_empty());
    let hull = Hull::Cylinder {
        bounds: Aabb::new(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)),
    };
    let sweep = |from: [f32; 3], to: [f32; 3]| {
        let sweep = Sweep::new(hull, from.into(), to.into());
        backend.trace(&sweep, &mut Work::silent())
    };
    let down = sweep([160.0, 0.0, 300.0], [160.0, 0.0, 30.0]);
    assert!((down.end.z - 72.125).abs() < 2.0 && down.hit(), "{down:?}");
    let up = sweep([160.0, 0.0, -200.0], [160.0, 0.0, -100.0]);
    assert!(!up.hit());
    // From below the patch is not there; from above it equals its triangles.
    let truth = Reference::build(&world().with_patches_as_triangles(), Contents::all())
        .for_declared(&hull, &backend.facts().declaration);
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for _ in 0..300 {
        let start = Point::new(
            random.random_range(-100.0..420.0),
            random.random_range(-150.0..150.0),
            random.random_range(30.0..160.0),
        );
        let by = Vec3::from([(); 3].map(|()| random.random_range(-200.0..200.0)));
        let sweep = Sweep::new(hull, start, start + by);
        let trace = backend.trace(&sweep, &mut Work::silent());
        let v = judge(&truth, &sweep, &trace, &backend.facts().declaration);
        assert!(
            !(v.passes()
                || v.is_of_geometry(Fault::Phantom)
                || v.is_of_geometry(Fault::TooDeep)
                || v.is_of_geometry(Fault::Malformed)),
            "{sweep:?} {trace:?} {v:?}"
        );
    }
}

#[test]
fn the_walker_walks_over_a_bridge_that_is_a_patch() {
    let profile = *profile_named("quake3").unwrap();
    let backend = CylinderBackend::build(&world(), profile.trace_rules).unwrap();
    let mover = OwnMover::Pair(WalkerVariant::Improved);
    let setup = Setup::new(profile, mover, &backend);
    let mut body = Body::at(Point::new(-64.0, 0.0, 24.125));
    let cmd = UserCmd {
        msec: 8.0,
        forward: 127.0,
        ..UserCmd::default()
    };
    let (mut highest, mut flights) = (0.0_f32, 0);
    for _ in 0..190 {
        tick::<dyn CollisionBackend>(&backend, &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
        highest = highest.max(body.origin.z);
        flights += usize::from(!body.grounded);
        // The bridge becomes two chords, each 0.3 steep. Feet 16 wide stand up to 4.8 over the surface under their
        // middle.
        let x = body.origin.x;
        if (16.0..304.0).contains(&x) {
            let over = body.origin.z - 24.0 - (48.0 - 0.3 * (x - 160.0).abs());
            assert!((-0.1..5.0).contains(&over), "{over} at {:?}", body.origin);
        }
    }
    assert!((highest - 72.0).abs() < 2.0, "{highest}");
    assert!(body.origin.x > 360.0 && body.origin.z < 26.0, "{:?}", body.origin);
    assert!(flights < 10, "{flights} ticks in the air");
}

/// The bar on memory holds for patches too.
#[test]
fn the_mesh_of_patches_stays_under_four_times_its_triangles() {
    let mut world = World::of_brushes("patches", vec![]);
    for i in 0..200 {
        let mut patch = bridge();
        for p in &mut patch.points {
            p.y += 128.0 * i as f32;
        }
        world.patches.push(patch);
    }
    let data = world.patch_triangles().triangles.len() * size_of::<[[f32; 3]; 3]>();
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    assert!(
        backend.facts().bytes < 4 * data,
        "{} for {data}",
        backend.facts().bytes
    );
}
