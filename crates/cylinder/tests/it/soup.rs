//! Triangles of both sidedness without a mesh around them, against the exact reference. Paths meet their free edges
//! from everywhere.
use clipmark_collision::{BuildError, CollisionBackend, Contact, Sweep, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Point, Triangle, TriangleSides, Vec3, World};
use clipmark_referee::{Fault, Reference, judge};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn player() -> Hull {
    Hull::Cylinder {
        bounds: Aabb::new(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)),
    }
}

fn vector(random: &mut Pcg64Mcg, reach: f32) -> Vec3 {
    Vec3::from([(); 3].map(|()| random.random_range(-reach..reach)))
}

/// Triangles drawn in a cube, their corners on a grid or, with 0, where they fall.
fn soup(random: &mut Pcg64Mcg, grid: f32, sides: TriangleSides) -> World {
    let mut triangles = Vec::new();
    while triangles.len() < 60 {
        let at = vector(random, HALF);
        let corners = [(); 3].map(|()| {
            let p = at + vector(random, 24.0);
            Point::from(if grid > 0.0 {
                p.map(|x| (x / grid).round() * grid)
            } else {
                p
            })
        });
        triangles.extend(Triangle::new(corners, Contents::SOLID, sides));
    }
    World::of_brushes("soup", vec![]).with_triangles(triangles)
}

const HALF: f32 = 128.0;

/// A sweep as a fault's message would print it.
fn asks(world: &World, sweep: &Sweep) -> Result<(), String> {
    let backend = CylinderBackend::build(world, TraceRules::QUAKE3).unwrap();
    let truth =
        Reference::build(world, Contents::all()).for_declared(&sweep.hull, &backend.facts().declaration);
    let trace = backend.trace(sweep, &mut Work::silent());
    let v = judge(&truth, sweep, &trace, &backend.facts().declaration);
    let sound = !(v.is_of_geometry(Fault::Malformed)
        || v.passes()
        || v.is_of_geometry(Fault::Phantom)
        || v.is_of_geometry(Fault::TooDeep)
        || v.is_of_geometry(Fault::WrongStart));
    if sound {
        Ok(())
    } else {
        Err(format!("{:?} to {:?}: {trace:?}\n{v:?}", sweep.start, sweep.end))
    }
}

#[test]
fn nothing_passes_through_a_soup_of_triangles() {
    for seed in 0..12 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let grid = [0.0, 1.0, 8.0][seed as usize % 3];
        let sides = [TriangleSides::Both, TriangleSides::Front][seed as usize / 3 % 2];
        let world = soup(&mut random, grid, sides);
        for k in 0..100 {
            let start = Point::from(vector(&mut random, HALF));
            let mut by = vector(&mut random, [8.0, 100.0, 300.0][k % 3]);
            if k % 4 == 0 {
                by.z = 0.0;
            }
            let sweep = Sweep::new(player(), start, start + by);
            if let Err(fault) = asks(&world, &sweep) {
                panic!("seed {seed}, grid {grid}, {sides:?}: {fault}");
            }
        }
    }
}

fn one(corners: [[f32; 3]; 3]) -> World {
    let triangle = Triangle::new(corners.map(Point::from), Contents::SOLID, TriangleSides::Both).unwrap();
    World::of_brushes("one", vec![]).with_triangles(vec![triangle])
}

/// The hull's middle is in front of the triangle's plane and moves away from it, but the triangle is ahead.
#[test]
fn an_edge_is_met_going_away_from_the_plane() {
    let world = one([[60.0, -20.0, 8.0], [60.0, 20.0, 8.0], [90.0, 0.0, -10.0]]);
    let sweep = |by| Sweep::new(player(), Point::new(0.0, 0.0, 0.0), Point::origin() + by);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    for by in [Vec3::new(100.0, 0.0, 0.0), Vec3::new(100.0, 0.0, 20.0)] {
        let sweep = sweep(by);
        assert_eq!(asks(&world, &sweep), Ok(()));
        assert!(backend.trace(&sweep, &mut Work::silent()).hit());
    }
}

/// Level motion against the edge of a level triangle at half the hull's height; -0.0 once made it infinitely far.
#[test]
fn an_edge_is_met_along_the_plane() {
    for z in [-10.0, 0.0, 3.0, 10.0] {
        let world = one([[60.0, -20.0, z], [60.0, 20.0, z], [90.0, 0.0, z]]);
        for flip in [1.0, -1.0] {
            let start = Point::new(75.0 - flip * 75.0, 0.0, 0.0);
            let sweep = Sweep::new(player(), start, start + Vec3::new(flip * 150.0, 0.0, 0.0));
            assert_eq!(asks(&world, &sweep), Ok(()));
        }
    }
}

/// The middle is above the plane. The edge nearest to the hull lies so that the shortest way to it goes below.
#[test]
fn an_edge_seen_from_behind_is_a_contact_of_a_triangle_without_back() {
    let world = one([[17.0, -20.0, 20.0], [17.0, 20.0, 20.0], [57.0, 0.0, 40.0]]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    let mut found: Vec<Contact> = vec![];
    backend.contacts(
        &player(),
        &Point::origin(),
        2.0,
        Contents::all(),
        &mut found,
        &mut Work::silent(),
    );
    assert_eq!(found.len(), 1);
    assert!(
        (found[0].distance - 1.0).abs() < 1e-4 && found[0].normal.x < -0.99,
        "{found:?}"
    );
}

#[test]
fn rules_that_cannot_be_kept_are_refused_and_a_brush_without_faces_is_named() {
    let skins = [f32::NAN, -1.0, f32::INFINITY].map(|skin| TraceRules::QUAKE3.with_skin(skin));
    for rules in skins.into_iter().chain([TraceRules::TUTORIAL]) {
        let refused = CylinderBackend::build(&World::default(), rules).unwrap_err();
        assert!(matches!(refused, BuildError::Rules { .. }), "{refused}");
    }
    let cube = Brush::from_box(Point::origin(), Point::new(1.0, 1.0, 1.0), Contents::SOLID).unwrap();
    let faceless = Brush {
        sides: Vec::new(),
        ..cube
    };
    let world = World::of_brushes("odd", vec![faceless]);
    let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
    assert_eq!(
        backend.facts().omissions,
        ["1 brushes have no face and are not collided with"]
    );
}
