//! The budget of `grow` goes by the bytes that are counted, not by the contestant's word, and by the builds so far.
use clipmark_measure::Contestant;
use clipmark_measure::grow::{Budget, GrowOptions, Weighed, measure};
use clipmark_measure::inner::Past;
use clipmark_movement::profile_named;
use clipmark_record::grow::GrowResults;
use clipmark_record::held::Held;

/// Brushes of the second town.
const LARGE: usize = 480;

/// Two towns, and a budget in bytes.
fn grown(megabytes: f64, count: &mut dyn FnMut(&Weighed) -> Held) -> GrowResults {
    let options = GrowOptions {
        contestants: vec!["bvh".parse::<Contestant>().unwrap()],
        leaves_out: false,
        profile: *profile_named("quake3").unwrap(),
        sweeps: 2,
        refereed: 1,
        players: 1,
        ticks: 1,
        rounds: 1,
        seed: 1,
        budget: Budget {
            seconds: 1e9,
            megabytes,
        },
    };
    measure(&[48, LARGE], &options, count, &mut |_, _, _| ()).unwrap()
}

#[test]
fn a_budget_goes_by_the_count_where_there_is_one() {
    let word = grown(1e9, &mut |whose| Held::declared(whose.said));
    assert_eq!((word.rows.len(), word.left_out.len()), (2, 0));
    assert!(word.rows[0].bytes.counted.is_none());
    // In proportion ten times as much; twice that is within the budget, the tenfold word is not.
    let budget = word.rows[0].bytes.said as f64 * 20.0 / 1e6;
    assert!(
        grown(budget, &mut |whose| Held::declared(whose.said))
            .left_out
            .is_empty()
    );
    let mut asked = Vec::new();
    let counted = grown(budget, &mut |whose| {
        asked.push((whose.contestant.to_owned(), whose.brushes));
        Held {
            counted: Some(10 * whose.said),
            said: whose.said,
        }
    });
    assert_eq!((counted.rows.len(), counted.left_out.len()), (1, 1));
    assert_eq!(asked, [("bvh".to_owned(), word.rows[0].brushes)]);
    let left_out = &counted.left_out[0];
    assert!(
        left_out.brushes == LARGE && left_out.why.contains("it would hold about"),
        "{left_out:?}"
    );
}

const BUDGET: Budget = Budget {
    seconds: 10.0,
    megabytes: 100.0,
};

#[test]
fn who_grows_too_fast_is_left_out_and_says_why() {
    let none = Past::default();
    assert_eq!(none.refused(&BUDGET, "bsp", 1_000_000), None);
    let straight = Past(vec![[1e2, 0.01, 1e4], [1e3, 0.1, 1e5]]);
    assert_eq!(straight.refused(&BUDGET, "bsp", 10_000), None);
    // In proportion it would take 1 s, by the square 100 s.
    let square = Past(vec![[1e2, 0.01, 1e4], [1e3, 1.0, 1e5]]);
    let left_out = square.refused(&BUDGET, "bsp", 10_000).unwrap();
    assert_eq!(left_out.brushes, 10_000);
    assert!(left_out.why.contains("about 100 s"), "{}", left_out.why);
    let heavy = Past(vec![[1e2, 0.01, 1e4], [1e3, 0.1, 2e7]]);
    let left_out = heavy.refused(&BUDGET, "bsp", 10_000).unwrap();
    assert!(left_out.why.contains("MB"), "{}", left_out.why);
}
