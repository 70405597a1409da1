//! 2,000 answers of every contestant of this build are those recorded; `golden check` compares the rest. And a line that
//! differs is seen.

use clipmark_golden::inner::{course_values, family_outcome};
use clipmark_golden::{Book, Part, compare, is_compiled, jobs, platform, run};
use clipmark_rows::{Case, End};

#[test]
fn answers_on_three_scenes_are_as_recorded() {
    let jobs = jobs(&[Part::Answers], &[], true).unwrap();
    for (contestant, now) in run(&jobs).unwrap() {
        let recorded = Book::read(contestant).unwrap();
        let bits = recorded.platform == platform(is_compiled(contestant));
        let found = compare(&recorded, &now, &[Part::Answers], bits, true);
        assert!(found.is_empty(), "{contestant}: {found:#?}");
    }
}

#[test]
fn a_line_that_differs_is_seen() {
    let book = |text: &str| Book::parse(text).unwrap();
    let recorded =
        book("# platform: here\nanswers a 1-16 asked=2 bits=00 hits=1\ncourse b 60 verdict=passed\n");
    assert_eq!(recorded.platform, "here");
    assert_eq!(book(&recorded.text("bsp")), recorded);
    // Keys that differ from those recorded: all values, those without bits, and those of fewer questions.
    let differing = |now: &str| {
        let count = |bits, few| compare(&recorded, &book(now).lines, &Part::ALL, bits, few).len();
        [count(true, false), count(false, false), count(true, true)]
    };
    let other = |course: &str, answers: &str| differing(&format!("{answers}\n{course}"));
    let (passed, same) = (
        "course b 60 verdict=passed",
        "answers a 1-16 asked=2 bits=00 hits=1",
    );
    assert_eq!(other(passed, same), [0, 0, 0]);
    assert_eq!(other(passed, "answers a 1-16 asked=2 bits=01 hits=1"), [1, 0, 1]);
    assert_eq!(other(passed, "answers a 1-16 asked=2 bits=00 hits=2"), [1, 1, 1]);
    assert_eq!(other("course b 60 verdict=failed", same), [1, 1, 1]);
    assert_eq!(differing(passed), [1, 1, 0]);
    assert_eq!(other(passed, "answers a 0 asked=1 bits=00"), [2, 2, 1]);
}

#[test]
fn a_case_that_was_not_played_is_no_pass_and_says_why() {
    let why = || String::from("movers are not told to its controller");
    for (end, word) in [
        (End::Stopped(why()), "stopped"),
        (End::Refused(why()), "refused"),
        (End::NotJudged(why()), "not-judged"),
        (End::NotAsked(why()), "not-asked"),
        (End::Played, "passed"),
    ] {
        let case = Case {
            end,
            ..Case::default()
        };
        assert_eq!(course_values(&case), format!("verdict={word}"));
        assert_eq!(family_outcome(&case), word);
    }
}
