//! The budget of `grow` goes by the bytes that are counted, not by the contestant's word.
use clipmark_measure::Contestant;
use clipmark_measure::grow::{Asking, Budget, Weighed, Worlds, measure};
use clipmark_movement::profile_named;
use clipmark_record::grow::GrowResults;
use clipmark_record::held::Held;

/// Brushes of the second town.
const LARGE: usize = 480;

/// Two towns, and a budget in bytes.
fn grown(megabytes: f64, count: &mut dyn FnMut(&Weighed) -> Held) -> GrowResults {
    let asking = Asking {
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
    measure(&Worlds::Towns(vec![48, LARGE]), &asking, count, &mut |_, _, _| ()).unwrap()
}

#[test]
fn a_budget_goes_by_the_count_where_there_is_one() {
    let word = grown(1e9, &mut |whose| Held::said(whose.said));
    assert_eq!((word.rows.len(), word.left_out.len()), (2, 0));
    assert!(word.rows[0].bytes.counted.is_none());
    // In proportion ten times as much; twice that is within the budget, the tenfold word is not.
    let budget = word.rows[0].bytes.said as f64 * 20.0 / 1e6;
    assert!(
        grown(budget, &mut |whose| Held::said(whose.said))
            .left_out
            .is_empty()
    );
    let mut asked = Vec::new();
    let counted = grown(budget, &mut |whose| {
        asked.push((whose.contestant.to_owned(), whose.brushes, whose.copies));
        Held {
            counted: Some(10 * whose.said),
            said: whose.said,
        }
    });
    assert_eq!((counted.rows.len(), counted.left_out.len()), (1, 1));
    assert_eq!(asked, [("bvh".to_owned(), word.rows[0].brushes, 1)]);
    let left_out = &counted.left_out[0];
    assert!(
        left_out.brushes == LARGE && left_out.why.contains("it would hold about"),
        "{left_out:?}"
    );
}
