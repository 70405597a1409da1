//! `--export-parquet`: what is written is the tables of the report, cell by cell; a build without it says how to get it.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use support::compare;
use tempfile::TempDir;

/// A few thousand answers and ticks; the pit has no floor that ends, so that some cells are empty.
const SCENE: &str = r#"(
    version: 1,
    title: "Blocks",
    world: Shapes([
        Box(min: (-512, -512, -64), max: (512, 512, 0)),
        Box(min: (64, 64, 0), max: (128, 128, 96)),
        Box(min: (128, 64, 0), max: (192, 128, 12)),
    ]),
    player: (start: At(0, 0, 25)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.5)],
    sweeps: 400,
)"#;

fn with_scene() -> TempDir {
    let dir = TempDir::new().unwrap();
    std::fs::write(dir.path().join("s.ron"), SCENE).unwrap();
    dir
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_it_names_the_feature_before_anything_is_measured() {
    let dir = with_scene();
    for verb in [
        &["s.ron"][..],
        &["bar", "--worlds", "s.ron"],
        &["laws", "L6"],
        &["load", "s.ron"],
    ] {
        let args = [verb, &["--export-parquet", "tables"]].concat();
        let (code, out, errors) = compare(dir.path(), &args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{errors}");
        assert_eq!(
            errors.trim_end(),
            "compare: --export-parquet tables: Parquet is not in this build; build with its feature: \
             cargo build --release -p compare --features parquet"
        );
        assert!(!dir.path().join("tables").exists());
    }
}

#[cfg(feature = "parquet")]
mod built_in {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use std::fs::{self, File};
    use std::path::Path;

    const SUITES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/suite");
    const COURSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/controllers");

    /// Values compared, and nulls among them.
    #[derive(Debug, Default)]
    struct Compared {
        text: usize,
        numbers: usize,
        wholes: usize,
        flags: usize,
        nulls: usize,
    }

    /// Compares each cell of a Parquet file with the CSV of the same name.
    fn same(csv: &Path, parquet: &Path) -> Compared {
        let mut csv = csv::Reader::from_path(csv).unwrap();
        let heads = csv.headers().unwrap().clone();
        let file = SerializedFileReader::new(File::open(parquet).unwrap()).unwrap();
        let mut rows = file.get_row_iter(None).unwrap();
        let mut compared = Compared::default();
        for record in csv.records() {
            let (record, row) = (record.unwrap(), rows.next().expect("a row is missing").unwrap());
            assert_eq!(row.get_column_iter().count(), heads.len());
            for (i, (head, field)) in row.get_column_iter().enumerate() {
                let text = &record[i];
                assert_eq!(head, &heads[i]);
                let (is_same, count) = match field {
                    Field::Null => (text.is_empty(), &mut compared.nulls),
                    Field::Str(value) => (value == text, &mut compared.text),
                    Field::Double(value) => (
                        text.parse::<f64>().unwrap().to_bits() == value.to_bits(),
                        &mut compared.numbers,
                    ),
                    Field::Long(value) => (text == value.to_string(), &mut compared.wholes),
                    Field::Bool(value) => (text == value.to_string(), &mut compared.flags),
                    other => panic!("{head}: {other:?}"),
                };
                assert!(is_same, "{head}: {text} in CSV, {field:?} in Parquet");
                *count += 1;
            }
        }
        assert!(rows.next().is_none(), "a row too many");
        compared
    }

    /// Runs a verb and compares each of its tables; `code` is what it ends with.
    fn run(args: &[&str], code: i32, tables: &[&str]) -> Vec<Compared> {
        let dir = with_scene();
        let args = [args, &["--out", "out", "--export-parquet", "tables/of"]].concat();
        let (found, _, errors) = compare(dir.path(), &args);
        assert_eq!(found, Some(code), "{errors}");
        let mut names: Vec<String> = fs::read_dir(dir.path().join("tables/of"))
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let wanted: Vec<String> = tables.iter().map(|table| format!("{table}.parquet")).collect();
        assert_eq!(names, wanted);
        let of = |table: &&str| {
            assert!(
                errors.contains(&format!("wrote tables/of/{table}.parquet")),
                "{errors}"
            );
            same(
                &dir.path().join(format!("out/{table}.csv")),
                &dir.path().join(format!("tables/of/{table}.parquet")),
            )
        };
        tables.iter().map(of).collect()
    }

    #[test]
    fn a_scene_has_its_tables_of_answers_and_ticks() {
        let tables = ["classes", "findings", "queries", "table", "ticks", "times"];
        let all = run(&["s.ron", "--contestants", "bsp,bvh"], 0, &tables);
        let [_, _, queries, table, ticks, _] = &all[..] else {
            panic!("{all:?}")
        };
        // 400 sweeps of each, with the sweeps of the walk; a sweep that hits nothing has no error of its normal.
        assert!(queries.flags >= 2 * 2 * 400 && queries.nulls > 0, "{queries:?}");
        assert!(
            ticks.wholes >= 2 * 4 * 60 && ticks.numbers > ticks.wholes,
            "{ticks:?}"
        );
        // Name, hull and hash of each.
        assert_eq!(table.text, 6, "{table:?}");
    }

    #[test]
    fn the_bar_and_its_shards() {
        let bar = [
            "bar",
            "--worlds",
            "s.ron",
            "--contestants",
            "bvh,bsp",
            "--sweeps",
            "2000",
            "--rest",
            "1600",
            "--walkers",
            "2",
            "--ticks",
            "100",
        ];
        let rows = 2 * 18;
        let [all] = &run(&bar, 1, &["bar"])[..] else {
            panic!()
        };
        // Each row of sweeps has at least sixteen counts, each row of walks five.
        assert!(all.wholes >= 2 * (17 * 16 + 5), "{all:?}");
        assert!(all.nulls > rows, "{all:?}");
        let dir = with_scene();
        for shard in ["1/2", "2/2"] {
            let out = format!("shard-{}", &shard[..1]);
            let (code, _, errors) = compare(
                dir.path(),
                &[&bar[..], &["--shard", shard, "--out", &out]].concat(),
            );
            assert!(code == Some(0) || code == Some(1), "{errors}");
        }
        let (code, _, errors) = compare(
            dir.path(),
            &[
                "merge",
                "shard-1",
                "shard-2",
                "--out",
                "whole",
                "--export-parquet",
                "tables",
            ],
        );
        assert_eq!(code, Some(1), "{errors}");
        let whole = same(
            &dir.path().join("whole/bar.csv"),
            &dir.path().join("tables/bar.parquet"),
        );
        assert_eq!(whole.wholes, all.wholes);
    }

    #[test]
    fn cells_of_a_suite() {
        let suite = [
            "suite",
            "5",
            "--suites",
            SUITES,
            "--quick",
            "--contestants",
            "bsp,cylinder:literal",
        ];
        let [cells] = &run(&suite, 0, &["suite"])[..] else {
            panic!()
        };
        assert_eq!(cells.wholes, 4 * 112, "{cells:?}");
    }

    #[test]
    fn laws_load_growth_and_controllers() {
        let [laws] = &run(&["laws", "L6", "L12"], 0, &["laws"])[..] else {
            panic!()
        };
        assert!(laws.numbers > 0 && laws.flags > 0, "{laws:?}");
        let load = [
            "load",
            "s.ron",
            "--contestants",
            "bsp",
            "--players",
            "1,2",
            "--rates",
            "60",
            "--threads",
            "1",
            "--seconds",
            "0.1",
        ];
        let [load] = &run(&load, 0, &["load"])[..] else {
            panic!()
        };
        assert!(load.numbers > 0 && load.wholes > 0, "{load:?}");
        let grow = ["grow", "--sizes", "100", "--sweeps", "50", "--contestants", "bsp"];
        let [grow] = &run(&grow, 0, &["grow"])[..] else {
            panic!()
        };
        assert!(grow.numbers > 0, "{grow:?}");
        let controllers = [
            "controllers",
            "corner-30",
            "--courses",
            COURSES,
            "--rates",
            "60",
            "--no-time",
            "--contestants",
            "bsp",
        ];
        let [runs] = &run(&controllers, 0, &["controllers"])[..] else {
            panic!()
        };
        assert!(runs.text > 0 && runs.nulls > 0, "{runs:?}");
    }

    #[test]
    fn a_place_that_will_not_do_is_known_before_anything_is_measured() {
        let dir = with_scene();
        fs::write(dir.path().join("file"), "").unwrap();
        for (place, words) in [
            ("-", "there is a file for each table; give a folder"),
            ("file", "give a folder that can be made"),
            ("out", "give one outside out"),
            ("out/tables", "give one outside out"),
        ] {
            let (code, table, errors) =
                compare(dir.path(), &["s.ron", "--out", "out", "--export-parquet", place]);
            assert_eq!((code, table.as_str()), (Some(2), ""), "{errors}");
            assert!(
                errors.contains("--export-parquet") && errors.contains(words),
                "{errors}"
            );
        }
    }
}
