//! Triangles of files: sides, and whatever meshes are made of that is not as it should be.
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Contents, Hull, Point, Triangle, TriangleError, TriangleSides, World};

fn triangle(corners: [[f32; 3]; 3], sides: TriangleSides) -> Triangle {
    Triangle::new(corners.map(Point::from), Contents::SOLID, sides).unwrap()
}

/// A floor of two triangles at z = 0, 200 units wide.
fn floor(sides: TriangleSides) -> Vec<Triangle> {
    let [a, b, c, d] = [
        [-100.0, -100.0, 0.0],
        [100.0, -100.0, 0.0],
        [100.0, 100.0, 0.0],
        [-100.0, 100.0, 0.0],
    ];
    vec![triangle([a, b, c], sides), triangle([a, c, d], sides)]
}

fn build(triangles: Vec<Triangle>) -> CylinderBackend {
    let world = World::of_brushes("mesh", vec![]).with_triangles(triangles);
    CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap()
}

fn player() -> Hull {
    Hull::Cylinder {
        bounds: Aabb::new(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)),
    }
}

fn sweep(b: &CylinderBackend, start: [f32; 3], end: [f32; 3]) -> Trace {
    b.trace(
        &Sweep::new(player(), start.into(), end.into()),
        &mut Work::silent(),
    )
}

/// The same answer from above and, mirrored, from below.
#[test]
fn both_sides_are_one_surface() {
    let slope = [[-80.0, -60.0, -40.0], [90.0, -50.0, 30.0], [10.0, 100.0, 10.0]];
    let mirrored = slope.map(|[x, y, z]| [x, y, -z]);
    let (b, m) = (
        build(vec![triangle(slope, TriangleSides::Both)]),
        build(vec![triangle(mirrored, TriangleSides::Both)]),
    );
    // Symmetric hull, so that the mirror of a sweep is one.
    let hull = Hull::Cylinder {
        bounds: Aabb::new(Point::new(-12.0, -12.0, -20.0), Point::new(12.0, 12.0, 20.0)),
    };
    let mut hits = 0;
    for i in 0..400 {
        let t = i as f32;
        let start = [
            ((t * 37.0) % 200.0) - 100.0,
            ((t * 61.0) % 200.0) - 100.0,
            if i % 2 == 0 { 150.0 } else { -150.0 },
        ];
        let end = [
            ((t * 53.0) % 160.0) - 80.0,
            ((t * 29.0) % 160.0) - 80.0,
            -start[2],
        ];
        let flip = |[x, y, z]: [f32; 3]| Point::new(x, y, -z);
        let here = b.trace(&Sweep::new(hull, start.into(), end.into()), &mut Work::silent());
        let there = m.trace(&Sweep::new(hull, flip(start), flip(end)), &mut Work::silent());
        assert_eq!(here.hit(), there.hit(), "{start:?} {end:?}");
        assert!((here.fraction - there.fraction).abs() < 1e-6, "{start:?} {end:?}");
        hits += usize::from(here.hit());
    }
    assert!(hits > 100, "{hits}");
}

/// Open edges, an edge of three triangles, one wound the other way, one twice: each surface is its own.
#[test]
fn odd_meshes_answer_and_hang_nobody() {
    let fin = triangle(
        [[0.0, -100.0, 0.0], [0.0, 100.0, 0.0], [0.0, 0.0, 80.0]],
        TriangleSides::Both,
    );
    let [a, b, c] = [[-100.0, -100.0, 0.0], [100.0, 100.0, 0.0], [-100.0, 100.0, 0.0]];
    let mut mesh = floor(TriangleSides::Both);
    mesh.extend([fin, fin, triangle([a, c, b], TriangleSides::Both)]);
    let world = build(mesh);
    for i in 0..360 {
        let (sin, cos) = (i as f32).to_radians().sin_cos();
        let start = [-60.0 * cos, -60.0 * sin, 24.5];
        let t = sweep(&world, start, [60.0 * cos, 60.0 * sin, 24.5]);
        let across = (cos * 60.0).abs() > 16.5 && t.start_solid == t.all_solid;
        assert!(!across || t.hit() || (sin * 60.0).abs() > 100.0, "{i}: {t:?}");
        assert!(t.end.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn what_is_no_triangle_is_refused_or_told() {
    let line = [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]].map(Point::from);
    let refused = Triangle::new(line, Contents::SOLID, TriangleSides::Both);
    assert_eq!(refused, Err(TriangleError::Degenerate));
    // Out of the range of coordinates: told as left out, the rest is there.
    let mut mesh = floor(TriangleSides::Both);
    mesh.push(triangle(
        [[0.0, 0.0, 1e9], [1e9, 0.0, 1e9], [0.0, 1e9, 1e9]],
        TriangleSides::Both,
    ));
    let b = build(mesh);
    assert_eq!(b.facts().omissions.len(), 1, "{:?}", b.facts().omissions);
    assert!(sweep(&b, [5.0, 3.0, 100.0], [5.0, 3.0, -100.0]).hit());
    let none = build(vec![]);
    assert!(!sweep(&none, [5.0, 3.0, 100.0], [5.0, 3.0, -100.0]).hit());
    assert_eq!(none.facts().primitives, 0);
}

/// Three corners of three f32 each are 36 bytes; polygons and hierarchy together stay under four times that.
#[test]
fn mesh_and_hierarchy_stay_under_four_times_the_triangles() {
    let mut mesh = Vec::new();
    for i in 0..100 {
        for k in 0..100 {
            let at = |dx: usize, dy: usize| {
                let (x, y) = ((i + dx) as f32 * 8.0, (k + dy) as f32 * 8.0);
                [x, y, (x * 0.05).sin() * 12.0 + (y * 0.07).cos() * 9.0]
            };
            mesh.push(triangle([at(0, 0), at(1, 0), at(1, 1)], TriangleSides::Both));
            mesh.push(triangle([at(0, 0), at(1, 1), at(0, 1)], TriangleSides::Both));
        }
    }
    let data = mesh.len() * size_of::<[[f32; 3]; 3]>();
    let b = build(mesh);
    assert!(
        b.facts().bytes < 4 * data,
        "{} bytes for {data} of triangles",
        b.facts().bytes
    );
}
