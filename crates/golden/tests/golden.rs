//! 2,000 answers of every contestant of this build are those recorded. `golden check` compares the rest.

use clipmark_golden::{Book, Part, compare, is_compiled, jobs, platform, run};

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
