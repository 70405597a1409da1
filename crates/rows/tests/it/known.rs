//! A list of known failures is read and enforced both ways.

use clipmark_rows::known::{Difference, Known, LARGEST, NOT_ASKED, Names};
use clipmark_rows::{Axes, Axis, Case, Check, End, Outcome, RULES, Row, Run, Severity};
use std::mem::discriminant;

fn read(text: &str) -> Result<Known, String> {
    read_of(text, false)
}

/// A list for a run of all that there is, or of a part.
fn read_of(text: &str, is_part: bool) -> Result<Known, String> {
    let subjects = ["stairs-16", "stairs-18", "ledge", "a", "b", "01"].map(String::from);
    let mut names = Names {
        is_part,
        ..Names::new(subjects, [33.0, 60.0, 125.0, 333.0, 59.94])
    };
    names.add(&scene("x", false));
    let is_contestant = |who: &str| match who {
        "mine" | "other" => Ok(()),
        _ => Err(format!("there is no `{who}`")),
    };
    Known::read(text, "known.toml", &names, is_contestant).map_err(|e| e.to_string())
}

fn list(entries: &[&str]) -> String {
    let entries = entries.iter().map(|entry| format!("[[known]]\n{entry}\n"));
    format!("rules = {RULES}\n{}", entries.collect::<String>())
}

/// A list of one entry with a reason.
fn known(entry: &str) -> Known {
    read(&list(&[&format!("{entry}\nreason = \"x\"")])).unwrap()
}

fn failed(check: Check, severity: Severity) -> Row {
    Row::new(check, Outcome::Failed(severity))
}

fn case(subject: &str, hz: f64, rows: &[Row]) -> Case {
    Case {
        subject: subject.into(),
        contestant: "mine".into(),
        axes: match hz > 0.0 {
            true => Axes::default().with(Axis::Hz, hz),
            false => Axes::default(),
        },
        checklist: "all".into(),
        rows: rows.to_vec(),
        ..Case::default()
    }
}

/// A course on which a contestant is stuck, or not.
fn course(subject: &str, hz: f64, fails: bool) -> Case {
    let row = failed(Check::StandsStill, Severity::Stuck);
    case(subject, hz, if fails { std::slice::from_ref(&row) } else { &[] })
}

/// A map of the bar on which an end in a solid is counted, or not.
fn map(subject: &str, fails: bool) -> Case {
    let row = failed(Check::EndsInSolid, Severity::Noticeable);
    case(subject, 0.0, if fails { std::slice::from_ref(&row) } else { &[] })
}

fn differences(known: &Known, cases: &[Case]) -> Vec<Difference> {
    let run = Run {
        checklists: [("all".to_owned(), vec![Check::StandsStill, Check::EndsInSolid])].into(),
        ..Run::new("suite controllers")
    };
    let cases: Vec<&Case> = cases.iter().collect();
    known.differences(&run, &cases, Severity::Measurable)
}

#[track_caller]
fn found(entry: &str, cases: &[Case], wanted: &[fn(String) -> Difference]) {
    let found = differences(&known(entry), cases);
    let kinds = |of: &[Difference]| of.iter().map(discriminant).collect::<Vec<_>>();
    let wanted: Vec<Difference> = wanted.iter().map(|make| make(String::new())).collect();
    assert_eq!(kinds(&found), kinds(&wanted), "{entry}: {found:?}");
}

use Difference::{New, Passed, Worse};

#[test]
fn it_is_enforced_both_ways() {
    let stairs = "subject = \"stairs-16\"\nhz = [33, 60]";
    let as_known = [
        course("stairs-16", 33.0, true),
        course("stairs-16", 125.0, false),
        course("ledge", 33.0, false),
    ];
    found(stairs, &as_known, &[]);
    let otherwise = [course("stairs-16", 125.0, true), course("stairs-16", 60.0, false)];
    found(stairs, &otherwise, &[New, Passed]);
    let not_asked = Case {
        end: End::NotAsked("not told".into()),
        ..course("stairs-16", 60.0, false)
    };
    found(stairs, &[not_asked], &[]);
}

#[test]
fn a_field_that_is_left_out_matches_all() {
    let failing = [course("ledge", 333.0, true)];
    for entry in [
        "",
        "subject = \"ledge\"",
        "contestant = \"mine\"",
        "check = \"stands_still\"",
        "hz = 333",
    ] {
        found(entry, &failing, &[]);
    }
    for entry in ["contestant = \"other\"", "check = \"shake\"", "hz = [33, 60]"] {
        found(entry, &failing, &[New]);
    }
    // Of a course without rates every rate has to fail.
    let one_passes = [course("ledge", 33.0, true), course("ledge", 60.0, false)];
    found("subject = \"ledge\"", &one_passes, &[Passed]);
}

#[test]
fn an_entry_is_enforced_wherever_it_says_and_one_of_a_check_alone_somewhere() {
    let on = |a: bool, b: bool| [map("a", a), map("b", b)];
    let there = "check = \"ends_in_solid\"\nsubject = [\"a\"]";
    found(there, &on(true, false), &[]);
    found(there, &on(true, true), &[New]);
    found(there, &on(false, true), &[New, Passed]);
    found(there, &on(false, false), &[Passed]);
    let somewhere = "check = \"ends_in_solid\"";
    found(somewhere, &on(true, true), &[]);
    found(somewhere, &on(false, true), &[]);
    found(somewhere, &on(false, false), &[Passed]);
    // Of two entries one may say where a check surely fails.
    let both = read(&list(&[
        &format!("{there}\nreason = \"x\""),
        &format!("{somewhere}\nreason = \"x\""),
    ]));
    assert_eq!(differences(&both.unwrap(), &on(true, true)), []);
    // Who stopped, or was not asked the check, has not passed it.
    let stopped = map("a", false).stopped("it panicked");
    found(
        "check = [\"ends_in_solid\", \"stopped\"]\nsubject = \"a\"",
        &[stopped],
        &[],
    );
    found("check = \"shake\"\nsubject = \"a\"", &on(false, false), &[]);
}

#[test]
fn a_row_is_known_by_its_own_axes_too() {
    let row = Row {
        axes: Axes::default().with(Axis::Hull, "point"),
        ..failed(Check::WrongNormal, Severity::Measurable)
    };
    let cases = [case("a", 0.0, &[row])];
    found("hull = \"point\"", &cases, &[]);
    found("hull = \"capsule\"", &cases, &[New, Passed]);
}

#[test]
fn a_severity_is_the_worst_that_is_allowed() {
    for severity in Severity::ALL {
        let cases = [case("ledge", 33.0, &[failed(Check::Deep, severity)])];
        found("", &cases, &[]);
        for declared in Severity::ALL {
            let entry = format!("severity = \"{}\"", declared.word());
            // The worst is first.
            let wanted: &[fn(String) -> Difference] = if severity < declared { &[Worse] } else { &[] };
            found(&entry, &cases, wanted);
        }
    }
}

#[test]
fn a_refusal_is_known_as_such_and_by_no_severity() {
    for (end, word) in [
        (End::Refused("no room".into()), "refused"),
        (End::NotJudged("panicked".into()), "not_judged"),
    ] {
        let cases = [Case {
            end,
            ..course("ledge", 33.0, false)
        }];
        found("subject = \"ledge\"", &cases, &[New]);
        let entry = format!("check = \"{word}\"");
        found(&entry, &cases, &[]);
        found(&format!("{entry}\nseverity = \"lost\""), &cases, &[Worse]);
        found("check = \"stands_still\"", &cases, &[New]);
        found(&entry, &[course("ledge", 33.0, false)], &[Passed]);
    }
}

#[test]
fn a_list_that_cannot_be_meant_is_refused() {
    let entries = [
        "subject = \"stairs-16\"",
        "reason = \" \"",
        "subject = \"stair\"\nreason = \"x\"",
        "subject = []\nreason = \"x\"",
        "subject = [[1]]\nreason = \"x\"",
        "check = \"too deep\"\nreason = \"x\"",
        "contestant = \"yours\"\nreason = \"x\"",
        "severity = \"worse\"\nreason = \"x\"",
        "rate = [1]\nreason = \"x\"",
    ];
    let files = [
        "known = 3".into(),
        "rules = 1".into(),
        "x".repeat(LARGEST as usize + 1),
    ];
    let lists = entries.iter().map(|entry| list(&[entry]));
    let rates = ["61", "-1", "1e99", "nan", "inf", "0", "[33, 60.5]"];
    let rates = rates.map(|hz| list(&[&format!("hz = {hz}\nreason = \"x\"")]));
    for text in lists.chain(rates).chain(files) {
        let refused = read(&text).map(|_| ()).unwrap_err();
        assert!(refused.starts_with("known.toml: "), "{text}: {refused}");
    }
    let [one, other] = ["subject = \"ledge\"\nreason = \"x\"", "hz = 33\nreason = \"x\""];
    assert!(read(&list(&[one, other])).is_ok());
    let refused = read(&list(&[one, other, one])).map(|_| ()).unwrap_err();
    assert!(refused.starts_with("known.toml: line 8: "), "{refused}");
}

/// A list of the former form: one line with the place and what an entry has.
#[test]
fn a_field_that_there_is_not_is_named_with_its_line() {
    let refused = read(&list(&["name = \"ledge\"\nreason = \"x\""]))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(refused.lines().count(), 1, "{refused}");
    assert!(
        refused.contains("line 2") && refused.contains("`name`") && refused.contains("subject"),
        "{refused}"
    );
}

/// What an adopter copies into a list.
#[test]
fn a_new_failure_is_shown_as_the_entry_that_names_it() {
    let mut runs = [course("stairs-16", 59.94, true), map("a", true), scene("x", true)];
    runs[0].rows.push(failed(Check::Shake, Severity::Noticeable));
    let refused = Case {
        end: End::Refused("no room".into()),
        ..course("ledge", 33.0, true)
    };
    for case in runs
        .into_iter()
        .chain([refused, map("b", false).stopped("it panicked")])
    {
        let new = differences(&read(&list(&[])).unwrap(), std::slice::from_ref(&case));
        let [New(text)] = &new[..] else { panic!("{new:?}") };
        let (_, entry) = text.split_once('\n').unwrap();
        let list = format!("rules = {RULES}\n{entry}\n");
        let refused = read(&list).map(|_| ()).unwrap_err();
        assert_eq!(refused, "known.toml: line 2: an entry needs a `reason`");
        let list = list.replace("reason = \"\"", "reason = \"x\"");
        assert_eq!(differences(&read(&list).unwrap(), &[case]), [], "{list}");
    }
}

/// A scene of a family that fails, or not.
fn scene(name: &str, fails: bool) -> Case {
    Case {
        axes: Axes::default().with(Axis::Scene, name),
        ..map("a", fails)
    }
}

/// What no run has is refused, so that no entry stands for nothing.
#[test]
fn an_entry_that_names_no_scene_or_axis_of_the_study_is_refused() {
    found("scene = \"x\"", &[scene("x", true)], &[]);
    for entry in ["scene = \"y\"", "profile = \"quake3\"", "tick = \"8 ms\""] {
        let refused = read(&list(&[&format!("{entry}\nreason = \"x\"")]));
        assert!(
            refused.is_err_and(|why| why.contains("line 2: there is no")),
            "{entry}"
        );
    }
}

/// It is about no case without one.
#[test]
fn a_rate_is_a_number_however_it_is_written() {
    for hz in ["33", "33.0", "\"33\"", "\"33.0\"", "[60, \"33.00\"]"] {
        let cases = [course("ledge", 33.0, true), map("a", false)];
        found(&format!("hz = {hz}"), &cases, &[]);
    }
}

/// A program that died in a course has not failed as an entry about its player says.
#[test]
fn how_a_run_ended_is_known_by_its_word_alone() {
    let stopped = || course("ledge", 33.0, false).stopped("it ended: exit status 101");
    let not_judged = || Case {
        end: End::NotJudged("the program had stopped".into()),
        ..course("ledge", 33.0, false)
    };
    for case in [stopped(), not_judged()] {
        found("subject = \"ledge\"", std::slice::from_ref(&case), &[New]);
        found(
            "subject = \"ledge\"\ncheck = [\"stopped\", \"not_judged\"]",
            &[case],
            &[],
        );
    }
}

/// A part of a study, of a map's questions, or of the hulls.
#[test]
fn what_was_not_asked_has_not_passed() {
    let entry = "check = \"ends_in_solid\"";
    let passes = [map("a", false)];
    let text = list(&[&format!("{entry}\nreason = \"x\"")]);
    assert_eq!(differences(&read_of(&text, true).unwrap(), &passes), []);
    assert_eq!(differences(&read_of(&text, false).unwrap(), &passes).len(), 1);
    let of_hull = |hull: &str| Row {
        axes: Axes::default().with(Axis::Hull, hull),
        ..Row::new(Check::TrueHits, Outcome::Counted)
    };
    let mut case = map("a", false);
    case.rows.push(of_hull("player"));
    for (entry, of_whole, of_part) in [
        (entry, 1, 0),
        ("subject = \"a\"", 1, 0),
        ("hull = \"player\"", 1, 1),
        ("hull = [\"player\", \"capsule\"]", 1, 0),
    ] {
        let known = known(entry);
        assert_eq!(
            differences(&known, std::slice::from_ref(&case)).len(),
            of_whole,
            "{entry}"
        );
        let mut part = case.clone();
        part.facts.insert(NOT_ASKED.into(), "other hulls".into());
        assert_eq!(differences(&known, &[part]).len(), of_part, "{entry}");
    }
}
