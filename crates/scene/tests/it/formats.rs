//! Maps of Quake, Half-Life and Quake II, `.map` text, glTF and pak archives: read unchanged, or refused with their fault.

use crate::tables;
use clipmark_geometry::{Aabb, Brush, Contents, Point, World};
use clipmark_scene::inner::{MOST, all_entities};
use clipmark_scene::sources::{quake_map, read_map};
use clipmark_scene::{Problem, Scene, load_world};
use std::fs;
use std::path::{Path, PathBuf};

const MAPS: [&str; 4] = ["cm_steps", "cm_pillars", "cm_pool_a", "cm_rubble_a"];

fn recording(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/recordings")
        .join(name)
}

fn text_map(name: &str) -> World {
    quake_map::read(name, &fs::read(recording(&format!("{name}.map"))).unwrap()).unwrap()
}

fn compiled_map(name: &str) -> World {
    read_map(name, &fs::read(recording(&format!("{name}.bsp"))).unwrap()).unwrap()
}

fn inside(world: &World, p: &Point, mask: Contents, skin: f32) -> Option<bool> {
    let deepest = |b: &Brush| {
        b.sides
            .iter()
            .map(|s| s.plane.distance(p))
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let near = world
        .brushes_in(mask)
        .map(|(_, b)| deepest(b))
        .fold(f32::INFINITY, f32::min);
    // On a surface either answer is right.
    (near.abs() > skin).then_some(near < 0.0)
}

/// Points on a grid through the map's bounds, off the planes of the grid that maps are drawn on.
fn points(bounds: &Aabb) -> Vec<Point> {
    const ACROSS: usize = 16;
    let size = bounds.maxs - bounds.mins;
    let at = |i: usize, axis: usize| bounds.mins[axis] + size[axis] * (i as f32 + 0.37) / ACROSS as f32;
    (0..ACROSS * ACROSS * ACROSS)
        .map(|i| {
            Point::new(
                at(i % ACROSS, 0),
                at(i / ACROSS % ACROSS, 1),
                at(i / ACROSS / ACROSS, 2),
            )
        })
        .collect()
}

#[test]
fn a_map_and_what_the_compiler_made_of_it_are_solid_in_the_same_places() {
    for name in MAPS {
        let (text, compiled) = (text_map(name), compiled_map(name));
        let hull = &compiled.clip_hulls.as_ref().unwrap().hulls[0];
        let mut told = 0;
        for p in points(&compiled.bounds) {
            // A compiler moves surfaces by its rounding and fills the outside. Sky is solid as text and open to a point as a
            // tree.
            let solid = inside(&text, &p, Contents::SOLID, 0.1);
            let cell = inside(&compiled, &p, Contents::SOLID, 0.1);
            let leaf = hull.contents_below(hull.root(), &p);
            if let (Some(solid), Some(cell)) = (solid, cell) {
                assert!(cell || !solid, "{name} {p}");
                assert_eq!(
                    leaf.intersects(Contents::SOLID | Contents::SKY),
                    cell,
                    "{name} {p}"
                );
                told += 1;
            }
            let water = inside(&text, &p, Contents::LIQUID, 0.1).filter(|_| solid == Some(false));
            if let Some(water) = water {
                assert_eq!(leaf.intersects(Contents::LIQUID), water, "{name} {p}");
            }
        }
        assert!(told > 2000, "{name}: {told}");
    }
}

#[test]
fn a_world_written_as_text_is_read_back_as_it_was() {
    for name in MAPS {
        let world = text_map(name);
        let written = quake_map::write(&world);
        assert_eq!(written.omissions, Vec::<String>::new(), "{name}");
        let again = quake_map::read(name, written.text.as_bytes()).unwrap();
        assert_eq!(again.brushes.len(), world.brushes.len());
        assert_eq!(again.spawns, world.spawns);
        for (a, b) in world.brushes.iter().zip(&again.brushes) {
            assert_eq!((a.contents, a.sides.len()), (b.contents, b.sides.len()));
            for (p, q) in a.sides.iter().zip(&b.sides) {
                // Levelled planes to the bit; others to a few steps of f32 in a coordinate of a thousand.
                let off = (p.plane.normal - q.plane.normal)
                    .amax()
                    .max((p.plane.dist - q.plane.dist).abs() / 1000.0);
                assert!(
                    off <= if p.plane.axis().is_some() { 0.0 } else { 1e-6 },
                    "{name}: {p:?} {q:?}"
                );
            }
        }
    }
}

fn text(map: &str) -> Result<World, Problem> {
    quake_map::read("t", map.as_bytes())
}

/// A box of six faces whose texture and placement are given.
fn block(face: &str) -> String {
    let points = [
        "( -64 -64 -16 ) ( -64 -63 -16 ) ( -64 -64 -15 )",
        "( -64 -64 -16 ) ( -64 -64 -15 ) ( -63 -64 -16 )",
        "( -64 -64 -16 ) ( -63 -64 -16 ) ( -64 -63 -16 )",
        "( 64 64 16 ) ( 64 65 16 ) ( 65 64 16 )",
        "( 64 64 16 ) ( 65 64 16 ) ( 64 64 17 )",
        "( 64 64 16 ) ( 64 64 17 ) ( 64 65 16 )",
    ];
    let faces: Vec<String> = points.iter().map(|p| format!("{p} {face}")).collect();
    format!("{{\n{}\n}}", faces.join("\n"))
}

fn world_of(solids: &str) -> String {
    format!("{{\n\"classname\" \"worldspawn\"\n{solids}\n}}\n")
}

#[test]
fn every_kind_of_texture_line_is_read() {
    let valve = "wall [ 0 -1 0 16 ] [ 0 0 -1 -16 ] 0 1 1";
    let cases = [
        ("wall 0 0 0 1 1", Contents::SOLID),
        (valve, Contents::SOLID),
        ("base_wall/concrete 0 0 0 0.5 0.5 134217728 0 0", Contents::SOLID),
        ("*water1 0 0 0 1 1", Contents::WATER),
        ("*lava 0 0 0 1 1", Contents::LAVA),
        ("!slime_x [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1", Contents::SLIME),
        ("common/clip 0 0 0 1 1 0 0 0", Contents::PLAYER_CLIP),
        ("e1u1/pool 0 0 0 1 1 32 0 0", Contents::WATER),
        ("{fence 0 0 0 1 1", Contents::SOLID),
    ];
    for (face, contents) in cases {
        let world = text(&world_of(&block(face))).unwrap_or_else(|e| panic!("{face}: {e}"));
        assert_eq!(world.brushes.len(), 1, "{face}");
        assert_eq!(world.brushes[0].contents, contents, "{face}");
        let bounds = Aabb::new(Point::new(-64.0, -64.0, -16.0), Point::new(64.0, 64.0, 16.0));
        assert_eq!(world.brushes[0].bounds, bounds, "{face}");
    }
    let hint = world_of(&(block("common/hint 0 0 0 1 1") + &block("wall 0 0 0 1 1")));
    assert_eq!(text(&hint).unwrap().brushes.len(), 1);
}

#[test]
fn doors_are_counted_and_groups_belong_to_the_world() {
    let entity = |class: &str| format!("{{\n\"classname\" \"{class}\"\n{}\n}}\n", block("wall 0 0 0 1 1"));
    let map = entity("worldspawn")
        + &entity("func_group")
        + &entity("func_door")
        + "{ \"classname\" \"info_player_start\" \"origin\" \"1 2 3\" \"angle\" \"90\" }";
    let world = text(&map).unwrap();
    assert_eq!(
        (world.brushes.len(), world.submodels, world.spawns.len()),
        (2, 1, 1)
    );
    assert_eq!(
        (world.spawns[0].origin, world.spawns[0].yaw),
        (Point::new(1.0, 2.0, 4.0), 90.0)
    );
}

#[test]
fn brush_primitives_and_patches_are_read() {
    let face = |points: &str| format!("{points} ( ( 0.1 0 0 ) ( 0 0.1 0 ) ) wall 0 0 0");
    let inner: Vec<String> = block("")
        .lines()
        .filter(|l| l.starts_with('('))
        .map(|l| face(l.trim()))
        .collect();
    let primitive = format!("{{\nbrushDef\n{{\n{}\n}}\n}}", inner.join("\n"));
    let patch = "{\npatchDef2\n{\nwall\n( 3 3 0 0 0 )\n(\n\
                 ( ( 0 0 0 0 0 ) ( 0 64 0 0 0 ) ( 0 128 0 0 0 ) )\n\
                 ( ( 64 0 32 0 0 ) ( 64 64 32 0 0 ) ( 64 128 32 0 0 ) )\n\
                 ( ( 128 0 0 0 0 ) ( 128 64 0 0 0 ) ( 128 128 0 0 0 ) )\n)\n}\n}\n";
    let world = text(&world_of(&(primitive + "\n" + patch))).unwrap();
    assert_eq!((world.brushes.len(), world.patches.len()), (1, 1));
    let p = &world.patches[0];
    assert_eq!(
        (p.width, p.height, p.points[1], p.points[3]),
        (3, 3, Point::new(64.0, 0.0, 32.0), Point::new(0.0, 64.0, 0.0))
    );
    let again = text(&quake_map::write(&world).text).unwrap();
    assert_eq!(again.patches, world.patches);
}

#[test]
fn text_that_is_no_map_is_refused_with_its_line() {
    let flat = "{\n( 0 0 0 ) ( 1 0 0 ) ( 2 0 0 ) wall 0 0 0 1 1\n}";
    let open = block("wall 0 0 0 1 1")
        .lines()
        .filter(|l| !l.contains("( 64 64 16 ) ( 64 65 16 )"))
        .collect::<Vec<_>>()
        .join("\n");
    let faces = |faces: &str| world_of(&format!("{{\n{faces} wall 0 0 0 1 1\n}}"));
    for (map, place, part) in [
        (String::from("hello"), (1, 1), "must begin with {"),
        (world_of(flat), (4, 29), "on one line"),
        (world_of(&open), (3, 1), "open"),
        (
            faces("( 0 0 nan ) ( 1 0 0 ) ( 0 1 0 )"),
            (4, 7),
            "not a finite number",
        ),
        (faces("( 0 0 1e9 ) ( 1 0 0 ) ( 0 1 0 )"), (4, 7), "262,144"),
        (world_of("{\nbrushDef3\n{\n}\n}"), (4, 1), "not read"),
        (world_of("\"key\""), (4, 1), "a key has no value"),
        (world_of("\"key\n\""), (3, 1), "not closed"),
        (world_of(&block("wall 0 0 x 1 1")), (4, 58), "numbers"),
        (
            world_of("{\npatchDef2\n{\nwall\n( 4 3 0 0 0 )\n(\n)\n}\n}"),
            (7, 13),
            "odd",
        ),
    ] {
        let error = text(&map).unwrap_err();
        assert_eq!(error.at.position, Some(place), "{map}\n{error}");
        assert!(error.message.contains(part), "{map}\n{error}");
    }
    assert!(text(&world_of("")).unwrap_err().message.contains("no brushes"));
}

/// A scene made for a map is nobody's text: a message names the map, and no line.
#[test]
fn problems_of_a_map_without_a_scene_name_the_map() {
    let map = recording("cm_steps.map");
    let scene = Scene::of_map(map.to_str().unwrap()).unwrap();
    assert_eq!(scene.place("player.start".into()).position, None);
    let error = scene.start(&World::default()).unwrap_err();
    assert_eq!((error.file, error.problem.at.position), (map, None));
}

/// Who does not collide with triangles would fall through all of it.
#[test]
fn a_world_of_triangles_is_played_by_those_who_collide_with_triangles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m.glb");
    fs::write(&file, tables::glb()).unwrap();
    let scene = Scene::of_map(file.to_str().unwrap()).unwrap();
    assert_eq!(scene.contestants, ["bvh", "cylinder"]);
}

#[test]
fn any_map_is_a_scene_of_a_minute() {
    for (file, profile) in [("cm_steps.map", "quakeworld"), ("cm_steps.bsp", "quakeworld")] {
        let scene = Scene::of_map(recording(file).to_str().unwrap()).unwrap();
        assert_eq!((&*scene.name, &*scene.profile.base), ("cm_steps", profile));
        assert!((scene.segments().last().map_or(0.0, |s| s.start + s.seconds) - 60.0).abs() < 1e-9);
        let world = scene.world().unwrap();
        scene.start(&world).unwrap();
    }
}

#[test]
fn members_of_a_pak_are_found_whatever_their_letters() {
    let folder = tempfile::tempdir().unwrap();
    let map = fs::read(recording("cm_steps.bsp")).unwrap();
    let pak = tables::pak(&[("maps/CM.bsp", &map), ("readme.txt", b"hello")]);
    fs::write(folder.path().join("a.pak"), &pak).unwrap();
    let load = |spec: &str| load_world(spec, folder.path()).map_err(|e| e.to_string());
    assert_eq!(
        load("a.pak:maps/cm.BSP").unwrap().clip_hulls.unwrap().hulls.len(),
        3
    );
    let none = load("a.pak:maps/other.bsp").unwrap_err();
    assert!(none.contains("maps/CM.bsp") && !none.contains("readme"), "{none}");
    for cut in [3, 11, 40, pak.len() - 1] {
        fs::write(folder.path().join("a.pak"), &pak[..cut]).unwrap();
        assert!(load("a.pak:maps/cm.bsp").unwrap_err().contains("a.pak"));
    }
}

#[test]
fn wide_and_half_life_maps_hold_the_same_trees() {
    let narrow = fs::read(recording("cm_steps.bsp")).unwrap();
    let plain = read_map("m", &narrow).unwrap();
    for magic in [b"BSP2", b"2PSB"] {
        let wide = read_map("m", &tables::widened(&narrow, magic)).unwrap();
        assert_eq!(wide, plain);
    }
    let half_life = read_map("m", &tables::half_life(&narrow)).unwrap();
    let hulls = half_life.clip_hulls.unwrap().hulls;
    let heights: Vec<f32> = hulls.iter().map(|h| h.bounds.maxs.z - h.bounds.mins.z).collect();
    assert_eq!(heights, [0.0, 72.0, 64.0, 36.0]);
    assert_eq!(hulls[1].nodes, plain.clip_hulls.as_ref().unwrap().hulls[1].nodes);
}

#[test]
fn a_quake_2_map_holds_the_brushes_of_its_leaves() {
    let world = read_map("m", &tables::quake2()).unwrap();
    assert_eq!((world.brushes.len(), world.submodels), (2, 1));
    assert_eq!(world.brushes[0].contents, Contents::SOLID);
    assert!(world.brushes[1].contents.contains(Contents::SOLID), "a window");
    assert_eq!(
        world.brushes[0].bounds,
        Aabb::new(Point::new(-64.0, -64.0, -16.0), Point::new(64.0, 64.0, 0.0))
    );
    assert_eq!(world.spawns.len(), 1);
}

#[test]
fn a_gltf_scene_is_set_upright_and_scaled() {
    let world = |file: &[u8]| clipmark_scene::sources::glb::read("m", file, &mut |_| Err("none".into()));
    let got = world(&tables::glb()).unwrap();
    // A quad in the xz plane of the file, one metre wide, lifted by two. It becomes two triangles, level at z 64.
    assert_eq!(got.triangles.len(), 2);
    assert_eq!(
        got.bounds,
        Aabb::new(Point::new(0.0, -32.0, 64.0), Point::new(32.0, 0.0, 64.0))
    );
    assert_eq!(got.spawns[0].origin, Point::new(0.0, 0.0, 96.0));
    let refused = |from: &str, to: &str| {
        let text = tables::gltf().replace(from, to);
        world(text.as_bytes()).unwrap_err().to_string()
    };
    for (from, to, part) in [
        ("\"2.0\"", "\"1.0\"", "glTF 2.0"),
        ("\"mesh\":0", "\"mesh\":7", "mesh 7"),
        ("\"count\":6", "\"count\":6000", "past its buffer"),
        ("\"count\":6", "\"count\":18446744073709551615", "past its buffer"),
        ("\"children\":[1]", "\"children\":[0]", "no tree"),
        ("\"nodes\":[0]", "\"nodes\":[9]", "node 9"),
        ("\"componentType\":5126", "\"componentType\":5122", "quantisation"),
        (
            "\"asset\"",
            "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"asset\"",
            "KHR_draco",
        ),
        ("{\"asset\"", "{asset", "no glTF"),
    ] {
        let error = refused(from, to);
        assert!(error.contains(part), "{from} -> {to}: {error}");
    }
}

#[test]
fn entities_keep_their_lines_and_the_order_of_their_keys() {
    let text = b"{\n\"classname\" \"worldspawn\"\n}\n// a lift\n{\n\"model\" \"*1\"\n\"classname\" \"func_plat\"\n}\n\0rest";
    let read = all_entities(text).unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!((read[0].line, read[0].class()), (1, "worldspawn"));
    assert_eq!(
        (read[1].line, read[1].class(), read[1].model()),
        (5, "func_plat", Some(1))
    );
    assert_eq!(read[1].keys[0].0, "model");
}

#[test]
fn a_million_entities_are_one_clear_message() {
    let text = "{}\n".repeat(1_000_000);
    let error = all_entities(text.as_bytes()).unwrap_err().to_string();
    assert!(
        error.contains("line 65537") && error.contains("more than 65,536 entities"),
        "{error}"
    );
    assert_eq!(all_entities("{}\n".repeat(MOST).as_bytes()).unwrap().len(), MOST);
}
