//! Files that are missing or of another kind.

use super::scene;
use clipmark_scene::{Problem, Scene, load_world};
use std::io::Write;

#[test]
fn files_that_are_not_there_or_not_maps_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let mut zip = zip::ZipWriter::new(std::fs::File::create(folder.path().join("a.pk3")).unwrap());
    for name in ["maps/one.bsp", "maps/two.bsp", "readme.txt"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(b"IBSPjunk").unwrap();
    }
    zip.finish().unwrap();
    write("empty.bsp", b"");
    write("text.bsp", b"This is no map.");
    write("short.bsp", b"IBSP\x2e\0\0\0");
    write("empty.pk3", b"");
    write("text.pk3", b"This is no archive.");
    let error = |spec: &str| load_world(spec, folder.path()).unwrap_err();
    for (spec, says) in [
        ("maps/none.bsp", "no such map"),
        // Only maps that may be fetched recommend the script.
        ("maps/oa_dm9.bsp", "scenes/fetch-maps.sh"),
        ("none.pk3:maps/x.bsp", "no such map"),
        ("none.ron", "cannot read"),
        ("none.obj", "unknown kind of file"),
        ("empty.bsp", "empty"),
        ("text.bsp", "no Quake III map"),
        ("short.bsp", "cut off"),
        ("empty.pk3:maps/x.bsp", "empty"),
        ("text.pk3:maps/x.bsp", "no readable pk3"),
        ("a.pk3", "which map"),
        ("a.pk3:maps/three.bsp", "maps/one.bsp, maps/two.bsp"),
        ("a.pk3:MAPS/One.bsp", "cut off"),
    ] {
        let message = error(spec).to_string();
        let file = spec.split(':').next().unwrap();
        assert!(
            message.contains(file) && message.contains(says),
            "{spec}: {message}"
        );
    }
    assert!(!error("mine.bsp").to_string().contains("fetch-maps"));
    assert!(matches!(*error("").problem, Problem::UnknownKind));
    let bytes = std::fs::read(folder.path().join("a.pk3")).unwrap();
    for end in 0..bytes.len() {
        write("cut.pk3", &bytes[..end]);
        let _ = error("cut.pk3:maps/one.bsp");
    }
    let map_scene = scene("QuakeBsp(\"maps/none.bsp\")", "Wait(1)", "");
    let missing = Scene::parse(&map_scene, folder.path().join("s.ron")).unwrap();
    assert_eq!(
        missing.world().unwrap_err().file,
        folder.path().join("maps/none.bsp")
    );
}
