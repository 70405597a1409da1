//! Files of results, whole, torn and in shards.

use clipmark_rows::results::FILE;
use clipmark_rows::{
    Axes, Axis, Case, Check, Contestant, Outcome, Results, ResultsError, Row, Run, Severity,
};
use std::path::Path;

const STUDY: &str = "suite controllers";

fn shard(i: usize, n: usize) -> Results {
    let row = Row::new(Check::Deep, Outcome::Failed(Severity::Noticeable)).with_value(f64::NAN);
    let case = Case {
        group: format!("g{i}"),
        subject: "stairs".into(),
        contestant: "mine".into(),
        axes: Axes::default().with(Axis::Hz, 60.0 * i as f64),
        rows: vec![row],
        samples: [(Check::NsTick, vec![1.5, 2.5])].into(),
        ..Case::default()
    };
    let run = Run {
        shard: [i, n],
        groups: n,
        contestants: vec![Contestant {
            name: "mine".into(),
            ..Contestant::default()
        }],
        ..Run::new(STUDY)
    };
    Results {
        run,
        cases: vec![case],
        is_whole: true,
    }
}

fn parse(text: &str) -> Result<Results, ResultsError> {
    Results::parse(text, Path::new("results.jsonl"))
}

#[test]
fn results_read_back_and_a_torn_line_is_cut() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(FILE);
    let all = shard(1, 1);
    let text = all.text().unwrap();
    assert_eq!(parse(&text).unwrap(), all);
    // The value is no number, and no pass.
    assert_eq!(all.cases[0].rows[0].value, None);
    assert!(!all.cases[0].is_passed());
    let torn = text.rfind("{\"end").unwrap();
    // Cut within a character.
    let bytes = [
        &text.as_bytes()[..torn],
        "{\"é".as_bytes().split_last().unwrap().1,
    ]
    .concat();
    std::fs::write(&file, bytes).unwrap();
    let begun = Results::read(&file).unwrap();
    assert_eq!((begun.cases.len(), begun.is_whole), (1, false));
}

#[test]
fn shards_are_put_together_by_cat() {
    let [a, b] = [shard(1, 2), shard(2, 2)].map(|s| s.text().unwrap());
    let both = parse(&format!("{a}{b}")).unwrap();
    assert_eq!((both.cases.len(), both.run.shard), (2, [1, 1]));
    // In the order of the plan, whichever shard is first.
    assert_eq!(parse(&format!("{b}{a}")).unwrap().cases, both.cases);
    let is_whole = |text: String| {
        let read = parse(&text);
        read.and_then(|all| all.check_whole(STUDY, Path::new(FILE)))
            .is_ok()
    };
    assert!(is_whole(format!("{a}{b}")) && is_whole(format!("{b}{a}")));
    assert!(!is_whole(format!("{a}{a}")), "twice the same");
    let cut_before_its_end: String = b.lines().take(2).map(|line| format!("{line}\n")).collect();
    for open in [cut_before_its_end.as_str(), &b[..b.len() / 2]] {
        assert!(!is_whole(format!("{a}{open}")), "the last is cut");
        assert!(!is_whole(format!("{open}{a}")), "the first is cut");
    }
    let of_three = [shard(1, 3), shard(3, 3)].map(|s| s.text().unwrap());
    assert!(!is_whole(of_three.concat()), "one is missing");
}

#[test]
fn shards_of_several_runs_are_refused() {
    let first = shard(1, 2).text().unwrap();
    let with = |change: &dyn Fn(&mut Run)| {
        let mut other = shard(2, 2);
        change(&mut other.run);
        parse(&format!("{first}{}", other.text().unwrap()))
    };
    assert!(with(&|_| ()).is_ok());
    assert!(with(&|run| run.machine = "another".into()).is_ok());
    assert!(with(&|run| run.study = "suite walker".into()).is_err());
    assert!(with(&|run| run.program = "another".into()).is_err());
    assert!(with(&|run| run.contestants.clear()).is_err());
    assert!(with(&|run| run.contestants[0].name = "other".into()).is_err());
    assert!(with(&|run| run.options = [("plan".into(), "another".into())].into()).is_err());
}

#[test]
fn what_is_not_all_of_one_run_is_no_result_of_a_study() {
    let is_whole = |results: &Results, study: &str| results.check_whole(study, Path::new(FILE)).is_ok();
    let all = shard(1, 1);
    assert!(is_whole(&all, STUDY));
    assert!(!is_whole(&all, "suite walker"));
    assert!(!is_whole(&shard(1, 4), STUDY), "a shard alone");
    let changed = |change: &dyn Fn(&mut Results)| {
        let mut results = all.clone();
        change(&mut results);
        is_whole(&results, STUDY)
    };
    assert!(!changed(&|results| results.is_whole = false));
    assert!(!changed(&|results| results.cases.clear()), "a line is missing");
    assert!(!changed(&|results| {
        results.run.groups = usize::MAX;
        results.run.contestants = vec![Contestant::default(); 2];
    }));
    assert!(!changed(&|results| results.cases.extend(all.cases.clone())));
}

#[test]
fn another_form_is_refused() {
    let other = shard(1, 1)
        .text()
        .unwrap()
        .replace("\"format\":1", "\"format\":2");
    let refused = parse(&other).unwrap_err().to_string();
    assert!(refused.starts_with("results.jsonl:1:"), "{refused}");
    // One whose fields are others too.
    let refused = parse("{\"run\":{\"format\":2}}\n").unwrap_err().to_string();
    assert!(refused.contains("another version"), "{refused}");
    assert!(parse("").is_err());
}
