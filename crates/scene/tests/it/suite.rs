//! The scenes of `scenes/` as they stand: each loads, builds, and lets its player start in the open.
use clipmark_geometry::{Brush, Contents, Hull, Point, World};
use clipmark_scene::{Scene, Start, Step, WorldSource};
use std::path::{Path, PathBuf};

fn scenes() -> Vec<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "ron"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|f| Scene::load(f).unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

/// Whether the player is in front of a plane of the brush, moved out by the box, or of the brush's own
/// box.
fn apart(brush: &Brush, hull: &Hull, at: Point) -> bool {
    let player = hull.bounds().translated(&at.coords);
    !player.touches(&brush.bounds)
        || brush.sides.iter().any(|s| {
            let support = s.plane.normal.abs().dot(&player.half_extents());
            s.plane.distance(&player.center()) > support
        })
}

fn starts_in_the_open(scene: &Scene, world: &World) {
    let start = scene.start(world).unwrap_or_else(|e| panic!("{e}"));
    for hull in [
        Hull::quake3_player(),
        Hull::new_box(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)).unwrap(),
    ] {
        for (i, brush) in world.brushes_in(Contents::PLAYER_MASK) {
            let name = &scene.name;
            assert!(apart(brush, &hull, start.origin), "{name} starts in brush {i}");
        }
    }
}

#[test]
fn every_scene_of_shapes_builds_and_starts_in_the_open() {
    let scenes = scenes();
    assert!(scenes.len() >= 10);
    for scene in scenes {
        let file = scene.file.file_stem().unwrap();
        assert_eq!(Path::new(&scene.name).as_os_str(), file);
        assert!(!scene.expect.is_empty(), "{} expects nothing", scene.name);
        let WorldSource::Shapes(_) = scene.world else {
            continue;
        };
        let world = scene.world().unwrap();
        starts_in_the_open(&scene, &world);
        for brush in &world.brushes {
            assert_eq!(
                brush.faces().len(),
                brush.sides.len(),
                "{}: a side is no face",
                scene.name
            );
        }
    }
}

#[test]
#[ignore = "needs the OpenArena maps: run scenes/fetch-maps.sh"]
fn every_scene_on_a_map_starts_in_the_open() {
    let on_maps: Vec<Scene> = scenes()
        .into_iter()
        .filter(|s| matches!(s.world, WorldSource::QuakeBsp(_)))
        .collect();
    assert!(!on_maps.is_empty());
    for scene in on_maps {
        let world = scene.world().unwrap_or_else(|e| panic!("{e}"));
        starts_in_the_open(&scene, &world);
        // The judges' scene is as short as possible, and one way leads over a lift and a pad. A recording states its own length.
        if ["patches", "lift-and-pad"].contains(&&*scene.name) {
            continue;
        }
        assert!(matches!(scene.player.start, Start::Spawn(_)));
        assert!(scene.seconds().is_none_or(|s| s >= 60.0), "a scripted minute");
    }
}

#[test]
fn the_seam_floor_is_a_thousand_tiles_with_one_top() {
    let scene = scenes().into_iter().find(|s| s.name == "seam-floor").unwrap();
    let world = scene.world().unwrap();
    let tiles = world.brushes.iter().filter(|b| b.bounds.maxs.z == 0.0);
    assert_eq!(tiles.clone().count(), 1000);
    assert!(tiles.clone().all(|b| {
        let size = b.bounds.maxs - b.bounds.mins;
        size.x == 8.0 && size.y == 8.0
    }));
}

#[test]
fn scripts_unroll_without_gaps() {
    for scene in scenes() {
        let segments = scene.segments();
        // A recording has a clock of its own, and is the whole script.
        let Some(seconds) = scene.seconds() else {
            assert!(matches!(&segments[..], [only] if matches!(only.step, Step::Recorded(_))));
            continue;
        };
        let mut clock = 0.0;
        for segment in segments {
            assert!((segment.start - clock).abs() < 1e-9);
            clock += segment.seconds;
        }
        assert!((clock - seconds).abs() < 1e-9);
    }
}

#[test]
fn the_scene_in_the_readme_is_one() {
    let readme = include_str!("../../../../scenes/README.md");
    let text = readme
        .split("```ron")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let scene = Scene::parse(text, "readme.ron").unwrap_or_else(|e| panic!("{e}"));
    starts_in_the_open(&scene, &scene.world().unwrap());
}
