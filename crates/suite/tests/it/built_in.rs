//! The courses that are built in are those of the folders.

use clipmark_suite::controllers::{self, FOLDER, MOVING_FOLDER};
use std::path::Path;

#[test]
fn they_are_those_of_the_folder() {
    let files = |folder: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let read = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        let mut there: Vec<String> = read
            .filter(|p| p.extension().is_some_and(|e| e == "ron"))
            .map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        there.sort();
        there
    };
    let there = [files(FOLDER), files(MOVING_FOLDER)].concat();
    let built_in = controllers::names(None, &[]).unwrap();
    assert_eq!(built_in, there);
}
