//! Triangles of scenes and of OBJ files: put where they belong, and refused with file, line and remedy.
use clipmark_geometry::{Aabb, Contents, Plane, Point, TriangleSides, Vec3, World};
use clipmark_scene::Scene;
use std::path::Path;

const PYRAMID: &str =
    "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 2 2 3\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";

fn world(folder: &Path, shapes: &str) -> Result<World, String> {
    let text = format!(
        "(version: 1, title: \"t\", world: Shapes([{shapes}]), player: (start: At(0, 0, 0)), \
         profile: \"quake3\", input: [Wait(1)])"
    );
    let scene = Scene::parse(&text, folder.join("t.ron")).map_err(|e| e.to_string())?;
    scene.world().map_err(|e| e.to_string())
}

fn with_mesh(obj: &str, shapes: &str) -> Result<World, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("m.obj"), obj).unwrap();
    world(folder.path(), shapes)
}

#[test]
fn triangles_keep_their_corners_and_what_fills_them() {
    let here = Path::new(".");
    let w = world(
        here,
        "Group(at: (10, 0, 0), yaw: 90, fill: PlayerClip, shapes: [
            Triangles(corners: [((0, 0, 1), (2, 0, 1), (0, 3, 1))], stops: Front)])",
    )
    .unwrap();
    let t = w.triangles[0];
    let at = |x: f32, y: f32| Point::new(x, y, 1.0);
    assert_eq!(t.corners, [at(10.0, 0.0), at(10.0, 2.0), at(7.0, 0.0)]);
    assert_eq!(
        (t.contents, t.sides),
        (Contents::PLAYER_CLIP, TriangleSides::Front)
    );
    assert_eq!(t.plane(), Plane::new(Vec3::z(), 1.0));
    assert_eq!(w.bounds, Aabb::new(at(7.0, 0.0), at(10.0, 2.0)));
}

#[test]
fn a_mesh_is_cut_into_triangles_scaled_and_set_upright() {
    let w = with_mesh(
        PYRAMID,
        r#"Mesh(file: "m.obj", scale: 8), Box(min: (0,0,-9), max: (9,9,-8))"#,
    )
    .unwrap();
    assert_eq!((w.triangles.len(), w.brushes.len()), (6, 1));
    assert_eq!(
        w.bounds,
        Aabb::new(Point::new(0.0, 0.0, -9.0), Point::new(32.0, 32.0, 24.0))
    );
    assert!(w.triangles.iter().all(|t| t.sides == TriangleSides::Both));
    // Heights along y there are along z here, and outside stays outside.
    let w = with_mesh(PYRAMID, r#"Mesh(file: "m.obj", up: Y, stops: Front)"#).unwrap();
    assert_eq!(
        w.bounds,
        Aabb::new(Point::new(0.0, -3.0, 0.0), Point::new(4.0, 0.0, 4.0))
    );
    let middle = Point::new(2.0, -0.5, 2.0);
    assert!(w.triangles.iter().all(|t| t.plane().distance(&middle) < 0.0));
}

#[test]
fn a_mesh_that_cannot_be_used_is_refused_with_its_file_its_line_and_a_remedy() {
    let refused = |obj: &str| with_mesh(obj, r#"Mesh(file: "m.obj")"#).unwrap_err();
    for (obj, place, why) in [
        (
            PYRAMID.replace("f 2 3 5", "f 2 3 6"),
            "m.obj: line 8",
            "does not have",
        ),
        (
            PYRAMID.replace("v 2 2 3", "v 2 nan 3"),
            "m.obj: line 7",
            "not a finite number",
        ),
        (
            PYRAMID.replace("v 2 2 3", "v 2 0 0"),
            "m.obj: line 7",
            "remove it",
        ),
        ("hello".into(), "m.obj", "no faces"),
        (String::new(), "m.obj", "the file is empty"),
    ] {
        let message = refused(&obj);
        let found = message.contains("t.ron:1:") && message.contains(place) && message.contains(why);
        assert!(found, "{message}");
    }
    let missing = with_mesh("", r#"Mesh(file: "n.obj")"#).unwrap_err();
    assert!(
        missing.contains("no mesh") && missing.contains("n.obj"),
        "{missing}"
    );
    let flat = world(
        Path::new("."),
        "Triangles(corners: [((0,0,0), (1,1,1), (2,2,2))])",
    )
    .unwrap_err();
    assert!(flat.contains("corners[0]") && flat.contains("one line"), "{flat}");
    let empty = world(Path::new("."), "Triangles(corners: [])").unwrap_err();
    assert!(empty.contains("0 triangles"), "{empty}");
    assert!(with_mesh(PYRAMID, r#"Mesh(file: "m.obj", scale: 30000)"#).is_err());
}
