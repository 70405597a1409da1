//! A list of known failures is read and enforced both ways.

use clipmark_record::RULES;
use clipmark_suite::known::{Difference, Judged, Known, LARGEST};

fn names() -> Vec<String> {
    ["stairs-16", "ledge"].map(String::from).to_vec()
}

fn read(text: &str) -> Result<Known, String> {
    Known::read(text, "known.toml", &names()).map_err(|e| e.to_string())
}

fn list(entry: &str) -> String {
    format!("rules = {RULES}\n[[known]]\n{entry}")
}

fn judged(name: &str, hz: f64, failed: bool) -> Judged {
    Judged {
        name: name.into(),
        contestant: "mine".into(),
        hz: Some(hz),
        failed: failed.then(|| "held: stuck for 2 s".into()),
    }
}

#[test]
fn it_is_enforced_both_ways() {
    let known = read(&list(
        "name = \"stairs-16\"\nrates = [33, 60]\nreason = \"steps\"",
    ))
    .unwrap();
    let as_declared = [
        judged("stairs-16", 33.0, true),
        judged("stairs-16", 125.0, false),
        judged("ledge", 33.0, false),
    ];
    assert_eq!(known.differences(&as_declared), []);
    let new = judged("stairs-16", 125.0, true);
    let passing = judged("stairs-16", 60.0, false);
    let found = known.differences(&[new.clone(), passing.clone()]);
    let wanted = [
        Difference::Failed(new),
        Difference::Passed(passing, "steps".into()),
    ];
    assert_eq!(found, wanted);
    let said: Vec<String> = found.iter().map(|d| known.says(d)).collect();
    assert!(said[0].contains("mine on stairs-16 at 125 Hz: held"), "{said:?}");
    assert!(
        said[1].contains("at 60 Hz") && said[1].ends_with("because: steps"),
        "{said:?}"
    );
}

#[test]
fn an_entry_without_rates_is_of_every_rate_and_may_be_of_one_contestant() {
    let entry = "name = \"ledge\"\nreason = \"falls\"";
    let failing = judged("ledge", 333.0, true);
    let everyone = read(&list(entry)).unwrap();
    assert_eq!(everyone.differences(std::slice::from_ref(&failing)), []);
    let another = read(&list(&format!("{entry}\ncontestant = \"other\""))).unwrap();
    assert_eq!(another.differences(std::slice::from_ref(&failing)).len(), 1);
}

#[test]
fn a_list_that_cannot_be_meant_is_refused_with_the_reason() {
    let wrong = [
        ("known = 3".to_owned(), "expected a sequence"),
        (list("name = \"stairs-16\""), "reason"),
        (list("name = \"stairs-16\"\nreason = \" \""), "needs a reason"),
        (list("name = \"stair\"\nreason = \"x\""), "there is no `stair`"),
        (list("name = \"ledge\"\nrate = [1]\nreason = \"x\""), "rate"),
        ("rules = 1".to_owned(), "rules-versions.md"),
        ("x".repeat(LARGEST as usize + 1), "1 MiB"),
    ];
    for (text, why) in wrong {
        let said = read(&text).map(|_| ()).unwrap_err();
        assert!(said.starts_with("known.toml: ") && said.contains(why), "{said}");
    }
}
