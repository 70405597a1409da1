//! A list of known failures is read and enforced both ways.

use clipmark_record::RULES;
use clipmark_rows::Severity;
use clipmark_suite::known::{Difference, Judged, Known, LARGEST, Names, with_usual_rates};

fn read(text: &str) -> Result<Known, String> {
    read_for(text, &["maps/a.bsp", "maps/b.bsp"])
}

fn read_for(text: &str, maps: &[&str]) -> Result<Known, String> {
    let owned = |names: &[&str]| -> Vec<String> { names.iter().map(ToString::to_string).collect() };
    let names = Names {
        courses: &owned(&["stairs-16", "stairs-18", "ledge"]),
        rates: &with_usual_rates(&[59.94]),
        checks: &owned(&["bar: too deep"]),
        maps: &owned(maps),
    };
    Known::read(text, "known.toml", &names).map_err(|e| e.to_string())
}

fn list(entry: &str) -> String {
    format!("rules = {RULES}\n[[known]]\n{entry}")
}

fn judged(name: &str, hz: f64, failed: bool) -> Judged {
    Judged {
        name: name.into(),
        contestant: "mine".into(),
        hz: Some(hz),
        map: None,
        failed: failed.then(|| "held: stuck for 2 s".into()),
        severity: failed.then_some(Severity::Stuck),
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

/// A check of the bar over all maps, as the list has it, and on each.
fn on_maps(failing: &[&str]) -> Vec<Judged> {
    let check = |map: Option<&str>, failed: bool| Judged {
        map: map.map(String::from),
        hz: None,
        ..judged("ledge", 0.0, failed)
    };
    let each = ["maps/a.bsp", "maps/b.bsp"].map(|map| check(Some(map), failing.contains(&map)));
    [check(None, !failing.is_empty())]
        .into_iter()
        .chain(each)
        .collect()
}

#[test]
fn an_entry_with_maps_is_enforced_on_each_and_one_without_on_all_together() {
    let found = |entry: &str, failing: &[&str]| -> Vec<String> {
        let known = read(&list(&format!("name = \"ledge\"\nreason = \"deep\"\n{entry}"))).unwrap();
        let found = known.differences(&on_maps(failing));
        found.iter().map(|difference| known.says(difference)).collect()
    };
    let (a, b) = ("maps/a.bsp", "maps/b.bsp");
    // A run names a map by its file alone where no other has that name; a list may have its path.
    let by_stem = "name = \"ledge\"\nmaps = [\"maps/a.bsp\"]\nreason = \"deep\"";
    let by_stem = read_for(&list(by_stem), &["a", "b"]).unwrap();
    let on = |map: &str| Judged {
        map: Some(map.into()),
        ..on_maps(&["maps/a.bsp"])[1].clone()
    };
    assert_eq!(by_stem.differences(&[on("a")]), []);
    assert_eq!(by_stem.differences(&[on("b")]).len(), 1);
    for entry in ["maps = [\"a\"]", "maps = [\"maps/a.bsp\"]"] {
        assert_eq!(found(entry, &[a]), [""; 0], "as declared");
        let more = found(entry, &[a, b]);
        assert!(more.len() == 1 && more[0].contains("maps/b.bsp"), "{more:?}");
        assert_eq!(found(entry, &[b]).len(), 2);
        assert_eq!(found(entry, &[]).len(), 1, "it passes on all maps");
    }
    assert_eq!(found("", &[a, b]), [""; 0]);
    assert_eq!(found("", &[b]), [""; 0]);
    assert_eq!(found("", &[]).len(), 1);
    // Of two entries one may say where a check surely fails.
    let both = "[[known]]\nname = \"ledge\"\nmaps = [\"a\"]\nreason = \"deep\"";
    assert_eq!(found(both, &[a, b]), [""; 0]);
    assert_eq!(found(both, &[b]).len(), 1);
    // Nothing is declared: the difference is told once.
    assert_eq!(
        read(&list("name = \"stairs-16\"\nreason = \"x\""))
            .unwrap()
            .differences(&on_maps(&[a, b]))
            .len(),
        1
    );
}

#[test]
fn maps_that_a_run_lacks_are_refused_and_so_are_maps_of_courses() {
    let entry = |maps: &str| list(&format!("name = \"ledge\"\nreason = \"x\"\nmaps = {maps}"));
    for maps in ["[\"c\"]", "[\"a\", \"maps/c.bsp\"]", "[]", "\"a\""] {
        let said = read(&entry(maps)).map(|_| ()).unwrap_err();
        assert!(said.starts_with("known.toml: "), "{said}");
    }
    assert!(read_for(&entry("[\"a\"]"), &[]).is_err());
}

#[test]
fn a_list_that_cannot_be_meant_is_refused() {
    let entries = [
        "name = \"stairs-16\"",
        "name = \"stairs-16\"\nreason = \" \"",
        "name = \"stair\"\nreason = \"x\"",
        "name = \"bar: too dep\"\nreason = \"x\"",
        "name = \"ledge\"\nseverity = \"worse\"\nreason = \"x\"",
        "name = \"bar: too deep\"\nseverity = \"stuck\"\nreason = \"x\"",
        "name = \"bar: too deep\"\nrates = [60]\nreason = \"x\"",
        "name = \"ledge\"\nrate = [1]\nreason = \"x\"",
    ];
    let files = [
        "known = 3".into(),
        "rules = 1".into(),
        "x".repeat(LARGEST as usize + 1),
    ];
    for text in entries.map(list).into_iter().chain(files) {
        let said = read(&text).map(|_| ()).unwrap_err();
        assert!(said.starts_with("known.toml: "), "{said}");
    }
}

#[test]
fn a_list_of_what_failed_is_as_declared_and_keeps_reasons() {
    let mut runs = [
        judged("stairs-16", 33.0, true),
        judged("stairs-16", 60.0, true),
        judged("ledge", 33.0, true),
        judged("ledge", 60.0, false),
    ];
    runs[0].failed = Some("held: \"stuck\"\nfor C:\\2 s".into());
    let written = Known::nothing().renewed(&runs).unwrap();
    assert!(
        !written.contains("contestant") && written.contains("rates = [33]"),
        "{written}"
    );
    assert_eq!(written.matches("[[known]]").count(), 2);
    assert_eq!(read(&written).unwrap().differences(&runs), []);
    // A reason of the list stays, and an entry for what passes goes.
    let old = "name = \"stairs-16\"\nrates = [33]\nreason = \"steps\"\n[[known]]\nname = \"ledge\"\nrates = [60]\nreason = \"no\"";
    let renewed = read(&list(old)).unwrap().renewed(&runs).unwrap();
    assert!(
        renewed.contains("rates = [33]\nseverity = \"stuck\"\nreason = \"steps\"")
            && !renewed.contains("\"no\""),
        "{renewed}"
    );
    assert_eq!(read(&renewed).unwrap().differences(&runs), []);
}

#[test]
fn entries_of_what_was_not_run_stay() {
    let old = "name = \"ledge\"\nrates = [60]\nreason = \"no\"\n[[known]]\nname = \"stairs-16\"\nreason = \"steps\"";
    let old = read(&list(old)).unwrap();
    let ledge = |hz| old.renewed(&[judged("ledge", hz, false)]).unwrap();
    assert!(ledge(33.0).contains("ledge") && ledge(33.0).contains("stairs-16"));
    assert!(!ledge(60.0).contains("ledge") && ledge(60.0).contains("stairs-16"));
}

#[test]
fn a_new_entry_gives_the_worst_as_its_reason_and_plain_rates() {
    let mild = Judged {
        failed: Some("seen: 0.1 u in a solid".into()),
        severity: Some(Severity::Measurable),
        ..judged("ledge", 33.0, true)
    };
    let runs = [mild, judged("ledge", 59.94, true), judged("ledge", 125.0, false)];
    let text = Known::nothing().renewed(&runs).unwrap();
    assert!(text.contains("held: stuck for 2 s"), "{text}");
    let rates: String = text.split_whitespace().collect();
    assert!(
        rates.contains("rates=[33,59.94") && !rates.contains("33.0") && rates.contains("severity=\"stuck\""),
        "{text}"
    );
    assert_eq!(read(&text).unwrap().differences(&runs), []);
}

#[test]
fn a_list_by_maps_is_renewed_by_maps() {
    let (a, b) = ("maps/a.bsp", "maps/b.bsp");
    let old = read(&list("name = \"ledge\"\nmaps = [\"a\"]\nreason = \"deep\"")).unwrap();
    for failing in [&[a][..], &[b], &[a, b]] {
        let renewed = old.renewed(&on_maps(failing)).unwrap();
        assert_eq!(renewed.matches("maps = ").count(), failing.len(), "{renewed}");
        assert_eq!(
            read(&renewed).unwrap().differences(&on_maps(failing)),
            [],
            "{renewed}"
        );
    }
}

#[test]
fn a_contestant_that_there_is_not_is_refused_where_all_are_known() {
    let entry = |who: &str| {
        list(&format!(
            "name = \"ledge\"\nreason = \"x\"\ncontestant = \"{who}\""
        ))
    };
    assert!(read(&entry("bsp")).unwrap().of_contestants().is_ok());
    assert!(read(&entry("jolt")).unwrap().of_contestants().is_ok());
    assert!(read(&entry("bzp")).unwrap().of_contestants().is_err());
    // A judged program has its own name; a list may be for contestants of ours too.
    for who in ["mine", "bsp", "jolt"] {
        assert!(read(&entry(who)).unwrap().of_program("mine").is_ok(), "{who}");
    }
    assert!(read(&entry("yours")).unwrap().of_program("mine").is_err());
}

#[test]
fn a_rate_that_no_run_has_is_refused() {
    let rates = |rates: &str| list(&format!("name = \"ledge\"\nrates = {rates}\nreason = \"x\""));
    for wrong in ["61", "-1", "1e99", "nan", "inf", "0", "33, 60.5"] {
        let said = read(&rates(&format!("[{wrong}]"))).map(|_| ()).unwrap_err();
        assert!(said.starts_with("known.toml: line 2: "), "{said}");
    }
    assert!(read(&rates("[33, 60, 59.94]")).is_ok());
}

#[test]
fn two_entries_for_one_run_are_refused() {
    let two = |first: &str, second: &str| {
        let entry = |keys: &str| format!("[[known]]\nname = \"ledge\"\nreason = \"x\"\n{keys}\n");
        read(&format!("rules = {RULES}\n{}{}", entry(first), entry(second))).map(|_| ())
    };
    for [first, second] in [
        ["", ""],
        ["rates = [33]", ""],
        ["rates = [33, 60]", "rates = [60]"],
        ["contestant = \"a\"", "contestant = \"a\""],
        ["contestant = \"a\"", "rates = [33]"],
        ["maps = [\"a\"]", "maps = [\"b\", \"maps/a.bsp\"]"],
    ] {
        let said = two(first, second).unwrap_err();
        assert!(
            said.starts_with("known.toml: line 6: "),
            "{first} {second}: {said}"
        );
    }
    for [first, second] in [
        ["rates = [33]", "rates = [60]"],
        ["contestant = \"a\"", "contestant = \"b\""],
        ["maps = [\"a\"]", "maps = [\"b\"]"],
        ["maps = [\"a\"]", ""],
    ] {
        assert_eq!(two(first, second), Ok(()), "{first} {second}");
    }
}

#[test]
fn a_severity_is_enforced_both_ways() {
    let with = |severity: Severity, failed: bool| Judged {
        severity: failed.then_some(severity),
        failed: failed.then(|| format!("{}: off", severity.word())),
        ..judged("ledge", 33.0, failed)
    };
    let found = |declared: &str, run: &Judged| {
        let known = read(&list(&format!("name = \"ledge\"\nreason = \"x\"\n{declared}"))).unwrap();
        let found = known.differences(std::slice::from_ref(run));
        found
            .iter()
            .map(|difference| known.says(difference))
            .collect::<Vec<_>>()
    };
    for (k, severity) in Severity::ALL.into_iter().enumerate() {
        assert_eq!(
            found("", &with(severity, true)),
            [""; 0],
            "no severity stands for any"
        );
        for (n, declared) in Severity::ALL.into_iter().enumerate() {
            let key = format!("severity = \"{}\"", declared.word());
            let said = found(&key, &with(severity, true));
            // The worst is first.
            assert_eq!(said.len(), usize::from(k < n), "{said:?}");
            assert_eq!(found(&key, &with(severity, false)).len(), 1);
        }
    }
    // A list that is written anew has the worst severity, so that it is as declared again.
    let runs = [
        with(Severity::Stuck, true),
        Judged {
            hz: Some(60.0),
            ..with(Severity::Noticeable, true)
        },
    ];
    let old = read(&list(
        "name = \"ledge\"\nseverity = \"noticeable\"\nreason = \"mine\"",
    ))
    .unwrap();
    assert_eq!(old.differences(&runs).len(), 1);
    let renewed = old.renewed(&runs).unwrap();
    assert!(
        renewed.contains("severity = \"stuck\"\nreason = \"mine\""),
        "{renewed}"
    );
    assert_eq!(read(&renewed).unwrap().differences(&runs), []);
}

#[test]
fn a_list_that_is_written_anew_has_no_two_entries_for_one_run() {
    let old = "name = \"ledge\"\ncontestant = \"other\"\nreason = \"no\"\n[[known]]\nname = \"stairs-16\"\nrates = [33]\nreason = \"no\"";
    let runs = [judged("ledge", 60.0, true), judged("stairs-16", 60.0, true)];
    let renewed = read(&list(old)).unwrap().renewed(&runs).unwrap();
    assert_eq!(renewed.matches("[[known]]").count(), 4, "{renewed}");
    assert_eq!(read(&renewed).unwrap().differences(&runs), [], "{renewed}");
}
