//! `compare report` gathers the results, keeps a record that `compare diff` reads, and fills in a README.

use crate::support::compare;
use std::fs;
use tempfile::TempDir;

const SCENE: &str = r#"(
    version: 1,
    title: "<b>Step</b>",
    world: Shapes([Box(min: (-512, -512, -64), max: (512, 512, 0))]),
    player: (start: At(0, 0, 24.2)),
    profile: "quake3",
    input: [Hold(keys: [Forward], seconds: 0.3)],
    contestants: ["bsp", "bvh"],
    sweeps: 100,
)"#;

fn with_reports() -> TempDir {
    let dir = TempDir::new().unwrap();
    for name in ["one", "two"] {
        fs::write(dir.path().join(format!("{name}.ron")), SCENE).unwrap();
        let (code, out, why) = compare(dir.path(), &[&format!("{name}.ron"), "--quick"]);
        assert_eq!(code, Some(0), "{out}{why}");
    }
    dir
}

#[test]
fn all_reports_come_on_one_page_and_into_a_record() {
    let dir = with_reports();
    fs::create_dir_all(dir.path().join("bench/trace/bsp/new")).unwrap();
    let estimates = r#"{"mean": {"point_estimate": 123.4, "confidence_interval": {"lower_bound": 120, "upper_bound": 130}}}"#;
    fs::write(dir.path().join("bench/trace/bsp/new/estimates.json"), estimates).unwrap();
    let load = "load one.ron --players 1,3 --threads 1,2 --rates 60 --seconds 0.2 --contestants bsp";
    let grow = "grow --sizes 30,60 --sweeps 20 --contestants bsp";
    for cost in [load, grow] {
        let (code, out, why) = compare(dir.path(), &cost.split(' ').collect::<Vec<_>>());
        assert_eq!(code, Some(0), "{cost}: {out}{why}");
    }
    let readme = "before\n<!-- table one -->\n<!-- end of table one -->\nafter\n";
    fs::write(dir.path().join("README.md"), readme).unwrap();
    let args = [
        "report",
        "--benches",
        "bench",
        "--record",
        "kept",
        "--readme",
        "README.md",
    ];
    let (code, out, why) = compare(dir.path(), &args);
    assert_eq!(code, Some(0), "{out}{why}");
    let page = fs::read_to_string(dir.path().join("reports/latest/index.html")).unwrap();
    for part in [
        "one/index.html",
        "two/index.html",
        "&#60;b&#62;Step",
        "trace/bsp",
        "120 to 130",
    ] {
        assert!(page.contains(part), "{part} is not on the page");
    }
    let kept = |name: &str| fs::read_to_string(dir.path().join("kept").join(name)).unwrap();
    assert_eq!(
        kept("benches.csv"),
        "bench,mean_ns,low_ns,high_ns\ntrace/bsp,123.4,120,130\n"
    );
    assert!(kept("load/table.md").contains("| bsp | 3 | 60 | 2 |"));
    assert!(kept("grow/grow.csv").starts_with("contestant,brushes,"));
    // Every kept table has a file beside it that names the rules.
    let rules = format!("\"rules\":{}", clipmark_record::RULES);
    for file in ["load/verdicts.json", "grow/verdicts.json", "one/machine.json"] {
        let text: String = kept(file).split_whitespace().collect();
        assert!(text.contains(&rules), "{file}: {text}");
    }
    for plot in [
        "load/load-frames.svg",
        "load/load-threads.svg",
        "grow/grow-trace-1-16.svg",
    ] {
        assert!(kept(plot).starts_with("<svg"), "{plot}");
    }
    assert!(
        !dir.path().join("kept/load/load.json").exists(),
        "a record is small"
    );
    let readme = fs::read_to_string(dir.path().join("README.md")).unwrap();
    assert!(readme.contains(kept("one/table.md").trim_end()), "{readme}");
    assert!(readme.starts_with("before\n") && readme.ends_with("after\n"));
    let (code, out, why) = compare(
        dir.path(),
        &[
            "diff",
            "kept/one",
            "reports/latest/one",
            "--fail-on",
            "regression,disagreement",
        ],
    );
    assert_eq!(code, Some(0), "a record of a run is that run: {out}{why}");
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let dir = with_reports();
    let refused = |args: &[&str], says: &str| {
        let (code, out, why) = compare(dir.path(), args);
        assert_eq!(code, Some(2), "{out}{why}");
        assert!(why.contains(says), "{out}{why}");
    };
    refused(&["report", "--from", "nowhere"], "nowhere holds no report");
    fs::write(dir.path().join("bare.md"), "no marks\n").unwrap();
    refused(&["report", "--readme", "bare.md"], "bare.md: it has no line");
    refused(&["report", "--readme", "missing.md"], "cannot read missing.md");
    fs::write(
        dir.path().join("reports/latest/two/table.csv"),
        "contestant,missed\nbsp,none\n",
    )
    .unwrap();
    refused(&["report"], "two/table.csv");
    // Results that are cut are no results, whatever page lies beside them.
    let study = dir.path().join("study/bar");
    fs::create_dir_all(&study).unwrap();
    fs::write(study.join("index.html"), "").unwrap();
    fs::write(study.join("bar.json"), "{\"maps\": [").unwrap();
    refused(&["report", "--from", "study"], "bar/bar.json: EOF");
}

#[test]
fn each_run_renews_the_overview_and_its_page_leads_there() {
    let dir = with_reports();
    let overview = fs::read_to_string(dir.path().join("reports/latest/index.html")).unwrap();
    for part in ["one/index.html", "two/index.html"] {
        assert!(overview.contains(part), "{part} is not on the overview");
    }
    let page = fs::read_to_string(dir.path().join("reports/latest/two/index.html")).unwrap();
    assert!(page.contains("<a href=\"../index.html\">"), "no way back");
    let (_, foot) = page.split_once("<footer").unwrap();
    assert!(foot.contains("<code>compare two.ron --quick</code>"), "{foot}");
    // Another report that is damaged is told of, and does not stop a run.
    fs::write(dir.path().join("reports/latest/one/machine.json"), "{").unwrap();
    let (code, out, why) = compare(dir.path(), &["two.ron", "--quick"]);
    assert_eq!(code, Some(0), "{out}{why}");
}
