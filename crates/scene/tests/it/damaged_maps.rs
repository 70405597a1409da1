//! A small map written here, then cut at every length and damaged in each of its records. `tests/it/damaged.rs` at the root
//! damages it at random.

use crate::small_map::map;
use crate::sound::assert_sound;
use clipmark_geometry::{Aabb, Contents, Patch, Point, SurfaceFlags, Vec3};
use clipmark_scene::sources::quake3_bsp::read;

#[test]
fn the_map_reads_as_it_was_written() {
    let world = read("m", &map().file()).unwrap();
    assert_sound(&world);
    assert_eq!((world.name.as_str(), world.submodels), ("m", 1));
    assert_eq!(
        world.bounds,
        Aabb::new(Point::origin(), Point::new(128.0, 64.0, 40.0))
    );
    let facts: Vec<_> = world
        .brushes
        .iter()
        .map(|b| (b.contents, b.bounds.mins.x, b.bevelled))
        .collect();
    assert_eq!(
        facts,
        [(Contents::SOLID, 0.0, true), (Contents::PLAYER_CLIP, 64.0, true)]
    );
    let normals: Vec<Vec3> = world.brushes[1].sides.iter().map(|s| s.plane.normal).collect();
    assert_eq!(
        normals,
        [
            -Vec3::x(),
            Vec3::x(),
            -Vec3::y(),
            Vec3::y(),
            -Vec3::z(),
            Vec3::z()
        ]
    );
    assert_eq!(world.brushes[1].sides[0].surface, SurfaceFlags::SLICK);
    let [
        Patch {
            width: 3,
            height: 3,
            contents,
            ..
        },
    ] = world.patches[..]
    else {
        panic!("{:?}", world.patches)
    };
    assert_eq!(contents, Contents::PLAYER_CLIP);
    assert_eq!(world.patches[0].points[5], Point::new(2.0, 1.0, 0.5));

    let tree = world.tree.unwrap();
    assert_eq!(tree.nodes[0].children, [-1, 1]);
    assert_eq!(
        (tree.nodes[1].plane.normal, tree.nodes[1].plane.dist),
        (Vec3::z(), 8.0)
    );
    // The door's brush 1 has gone, so the file's brush 2 is the world's 1; surface 1 is patch 0.
    assert_eq!((tree.leaf_brushes, tree.leaf_patches), (vec![1, 0], vec![0, 0]));
    let runs: Vec<_> = tree
        .leafs
        .iter()
        .map(|l| (l.brushes.clone(), l.patches.clone()))
        .collect();
    assert_eq!(runs, [(0..1, 0..1), (0..0, 1..2), (1..2, 0..0), (0..0, 0..0)]);
    assert_eq!(tree.leafs[0].cluster, 7);
    let spawns: Vec<_> = world.spawns.iter().map(|s| (s.origin, s.yaw)).collect();
    assert_eq!(
        spawns,
        [
            (Point::new(1.0, 2.0, 12.0), 90.0),
            (Point::new(0.0, 0.0, 9.0), 6.0)
        ]
    );
}

#[test]
fn a_map_cut_anywhere_is_refused() {
    let file = map().file();
    for end in 0..file.len() {
        let error = read("m", &file[..end]).unwrap_err();
        assert!(error.message.contains("cut off"), "cut at {end}: {error}");
    }
}

/// The message about the map with one 32-bit word of a lump replaced.
fn with_word(lump: usize, at: usize, word: i32) -> String {
    let mut w = map();
    w.0[lump][at..at + 4].copy_from_slice(&word.to_le_bytes());
    read("m", &w.file()).expect_err("accepted").message
}

#[test]
fn each_damage_is_refused_with_the_record_that_has_it() {
    let word = |x: f32| x.to_bits() as i32;
    for (lump, at, damage, place) in [
        (2, 0, word(f32::NAN), "plane 0 has a coordinate"),
        (2, 12, word(1e20), "plane 0 has a coordinate"),
        (2, 16, word(2.0), "plane 1 has a normal"),
        (2, 12, word(-100.0), "brush 0"),
        (3, 0, 18, "node 0 refers to planes 18"),
        (3, 4, 0, "node 0 is reached twice"),
        (3, 4, -5, "node 0 refers to leafs 4"),
        (3, 4, i32::MIN, "node 0 refers to leafs"),
        (3, 8, 2, "node 0 refers to nodes 2"),
        (3, 8, -1, "node 1 is no part"),
        (4, 44, 4, "leaf 0 refers to leaf brushes"),
        (4, 44, -1, "leaf 0 refers to leaf brushes"),
        (5, 0, -1, "leaf surface 0 refers to surfaces -1"),
        (6, 0, 3, "leaf brush 0 refers to brushes 3"),
        (7, 36, 4, "model 0 refers to brushes 0 to 4"),
        (8, 4, i32::MAX, "brush 0 refers to brush sides"),
        (8, 8, 2, "brush 0 refers to shaders 2"),
        (8, 16, 18, "refers to brush sides"),
        (9, 0, 99, "brush side 0 refers to planes 99"),
        (10, 0, word(f32::NAN), "vertex 0 has a coordinate"),
        (13, 104, 2, "surface 1 refers to shaders 2"),
        (13, 104 + 12, 1, "surface 1 refers to vertices 1"),
        (13, 104 + 96, 4, "surface 1 is a curved patch of 4"),
        (13, 104 + 100, 131, "surface 1 is a curved patch"),
    ] {
        let message = with_word(lump, at, damage);
        assert!(message.contains(place), "lump {lump}, byte {at}: {message}");
    }
    let refused = |w: crate::small_map::Writer| read("m", &w.file()).unwrap_err().message;
    let mut none = map();
    none.0[7].clear();
    assert!(refused(none).contains("no models"));
    let mut odd = map();
    odd.0[3].push(0);
    assert!(refused(odd).contains("nodes take 73 bytes"));
    let mut version = map().file();
    version[4] = 47;
    assert!(read("m", &version).unwrap_err().message.contains("version 47"));
}

#[test]
fn records_that_share_their_parts_cannot_multiply_them() {
    let overlap = |w: crate::small_map::Writer| read("m", &w.file()).unwrap_err().message;
    let mut brushes = map();
    brushes.ints(8, &[0, 6, 0]);
    assert!(overlap(brushes).contains("brushes overlap"));
    let mut patches = map();
    let patch = patches.0[13][104..].to_vec();
    patches.0[13].extend(patch);
    patches.0[7][28..32].copy_from_slice(&3i32.to_le_bytes());
    assert!(overlap(patches).contains("curved patches overlap"));
}

#[test]
fn a_chain_of_nodes_too_deep_for_a_stack_is_refused() {
    let mut w = map();
    w.0[3].clear();
    for i in 1..5000 {
        w.ints(3, &[0, -1, i, 0, 0, 0, 0, 0, 0]);
    }
    w.ints(3, &[0, -1, -1, 0, 0, 0, 0, 0, 0]);
    assert!(read("m", &w.file()).unwrap_err().message.contains("deeper"));
}

#[test]
fn a_brush_without_axial_sides_has_its_box_computed() {
    let mut w = map();
    // The first two sides of brush 0 change places.
    let (a, b) = (w.0[9][0..8].to_vec(), w.0[9][8..16].to_vec());
    w.0[9][..16].copy_from_slice(&[b, a].concat());
    let world = read("m", &w.file()).unwrap();
    assert!(!world.brushes[0].bevelled);
    assert_eq!(world.brushes[0].bounds.maxs, Point::new(64.0, 64.0, 8.0));
}

#[test]
fn broken_entities_are_refused_with_their_line() {
    let entities = |text: &str| {
        let mut w = map();
        w.0[0] = text.as_bytes().to_vec();
        read("m", &w.file()).map(|w| w.spawns.len())
    };
    let spawns = |text| entities(text).unwrap();
    assert_eq!(spawns(""), 0);
    assert_eq!(spawns("// nothing\n{ classname info_player_start }"), 1);
    for (text, line) in [
        ("{\n\"classname\" \"worldspawn\"\n", 3),
        ("{ \"classname }", 1),
        ("{ \"classname\" }", 1),
        ("\n\"classname\"", 2),
        ("{ \"classname\" \"info_player_start\" \"origin\" \"1 2 x\" }", 1),
        (
            "{ \"classname\" \"info_player_start\" \"origin\" \"1 2 nan\" }",
            1,
        ),
    ] {
        let message = entities(text).unwrap_err().message;
        assert!(message.contains(&format!("line {line}: ")), "{text}: {message}");
    }
}
