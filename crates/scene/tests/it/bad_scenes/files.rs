//! Files that are missing or of another kind.

use super::{says, scene};
use clipmark_scene::{Problem, Scene, load_world};
use std::io::Write;
use std::path::Path;

#[test]
fn files_that_are_not_there_or_not_maps_are_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    let error = |spec: &str| load_world(spec, folder.path()).unwrap_err();
    says(
        &error("maps/none.bsp").to_string(),
        &["none.bsp", "no such map", "scenes/fetch-maps.sh"],
    );
    says(
        &error("none.pk3:maps/x.bsp").to_string(),
        &["none.pk3", "no such map", "check its path"],
    );
    says(&error("none.ron").to_string(), &["none.ron", "cannot read"]);
    says(
        &error("none.obj").to_string(),
        &["none.obj", "unknown kind of file"],
    );
    assert!(matches!(*error("").problem, Problem::UnknownKind));
    write("empty.bsp", b"");
    says(&error("empty.bsp").to_string(), &["empty.bsp: the file is empty"]);
    write("text.bsp", b"This is no map.");
    says(&error("text.bsp").to_string(), &["no Quake III map", "\"This\""]);
    write("short.bsp", b"IBSP\x2e\0\0\0");
    says(&error("short.bsp").to_string(), &["cut off", "8 bytes"]);
    write("empty.pk3", b"");
    says(
        &error("empty.pk3:maps/x.bsp").to_string(),
        &["empty.pk3: the file is empty"],
    );
    write("text.pk3", b"This is no archive.");
    says(&error("text.pk3:maps/x.bsp").to_string(), &["no readable pk3"]);

    let mut zip = zip::ZipWriter::new(std::fs::File::create(folder.path().join("a.pk3")).unwrap());
    for name in ["maps/one.bsp", "maps/two.bsp", "readme.txt"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(b"IBSPjunk").unwrap();
    }
    zip.finish().unwrap();
    let message = error("a.pk3:maps/three.bsp").to_string();
    says(
        &message,
        &[
            "a.pk3",
            "no \"maps/three.bsp\"",
            "it holds maps/one.bsp, maps/two.bsp",
        ],
    );
    says(&error("a.pk3").to_string(), &["which map", "maps/two.bsp"]);
    says(
        &error("a.pk3:MAPS/One.bsp").to_string(),
        &["a.pk3: MAPS/One.bsp: the map is cut off"],
    );

    let bytes = std::fs::read(folder.path().join("a.pk3")).unwrap();
    for end in 0..bytes.len() {
        write("cut.pk3", &bytes[..end]);
        let _ = error("cut.pk3:maps/one.bsp");
    }
    let map_scene = scene("QuakeBsp(\"maps/none.bsp\")", "Wait(1)", "");
    let missing = Scene::parse(&map_scene, folder.path().join("s.ron")).unwrap();
    let error = missing.world().unwrap_err();
    assert_eq!(error.file, folder.path().join("maps/none.bsp"));
    assert!(Path::new(&error.file).starts_with(folder.path()));
}

#[test]
fn only_maps_that_may_be_fetched_recommend_the_script() {
    let missing = |map: &str| load_world(map, Path::new("/nowhere")).unwrap_err().to_string();
    says(
        &missing("maps/oa_dm9.bsp"),
        &["no such map", "scenes/fetch-maps.sh"],
    );
    for own in ["mine.bsp", "maps/mine.map", "quake/mine.glb"] {
        let message = missing(own);
        says(&message, &["no such map", "check its path"]);
        assert!(!message.contains("fetch-maps"), "{message}");
    }
}
