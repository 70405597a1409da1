//! Triangles of both sidedness without a mesh around them, against the exact reference. Paths meet their free edges
//! from everywhere.
use clipmark_collision::{BuildError, CollisionBackend, Contact, Sweep, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Point, Triangle, TriangleSides, Vec3, World};
use clipmark_referee::{Fault, PlaceAnswers, Reference, judge, judge_place};
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

/// The one known departure, as in `conformance.rs`.
const TOP: &str = "a contact's top is not that of its polygon in the hull";

/// Sweeps, and all that is asked about places: overlaps, contacts, and the short questions beside the long ones.
#[test]
fn nothing_passes_through_a_soup_of_triangles() {
    let (mut places, mut tops, mut touched) = (0, 0, 0);
    for seed in 0..12 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let grid = [0.0, 1.0, 8.0][seed as usize % 3];
        let sides = [TriangleSides::Both, TriangleSides::Front][seed as usize / 3 % 2];
        let world = soup(&mut random, grid, sides);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let declared = backend.facts().declaration;
        let truth = Reference::build(&world, Contents::all()).for_declared(&player(), &declared);
        for k in 0..100 {
            let start = Point::from(vector(&mut random, HALF));
            let mut by = vector(&mut random, [8.0, 100.0, 300.0][k % 3]);
            if k % 4 == 0 {
                by.z = 0.0;
            }
            let sweep = Sweep::new(player(), start, start + by);
            let trace = backend.trace(&sweep, &mut Work::silent());
            let v = judge(&truth, &sweep, &trace, &declared);
            let faults = [
                Fault::Malformed,
                Fault::Phantom,
                Fault::TooDeep,
                Fault::WrongStart,
            ];
            let is_sound = !v.passes() && !faults.into_iter().any(|fault| v.is_of_geometry(fault));
            assert!(
                is_sound,
                "seed {seed}, grid {grid}, {sides:?}: {sweep:?}\n{trace:?}\n{v:?}"
            );
            for at in [start, trace.end] {
                let here = Sweep::new(player(), at, at);
                let answers = PlaceAnswers::ask(&backend, &here, [0.0, 2.0, 18.0][k % 3]);
                let faults = judge_place(&truth, &at, &answers, &declared);
                let (known, others): (Vec<_>, Vec<_>) =
                    faults.into_iter().partition(|fault| fault.what == TOP);
                assert!(others.is_empty(), "seed {seed}: {at:?} {answers:?}: {others:?}");
                places += 1;
                tops += known.len();
                touched += usize::from(!answers.contacts.is_empty());
            }
        }
    }
    assert!(
        touched > 500 && tops * 200 < places,
        "{tops} tops of {places} places, {touched} touch"
    );
}

/// The middle is above the plane. The edge nearest to the hull lies so that the shortest way to it goes below.
#[test]
fn an_edge_seen_from_behind_is_a_contact_of_a_triangle_without_back() {
    let corners = [[17.0, -20.0, 20.0], [17.0, 20.0, 20.0], [57.0, 0.0, 40.0]].map(Point::from);
    let triangle = Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap();
    let world = World::of_brushes("one", vec![]).with_triangles([triangle]);
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
