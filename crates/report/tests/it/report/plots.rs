//! Captions below plots.

use super::sample;
use clipmark_record::Quantiles;
use clipmark_record::classes::{QueryClass, Scale};
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;
use clipmark_report::write_report;

/// A class of sweeps of which one stops 24 u too late.
fn class(scale: Scale, from: f64) -> QueryClass {
    QueryClass {
        scale,
        class: format!("from {from} u"),
        from,
        queries: 10,
        true_hits: 10,
        missed: 0.0,
        phantom: 0.0,
        penetrating: 0.0,
        start_solid: 0.0,
        wrong_normal: 0.0,
        not_opposed: 0.0,
        penetration: Quantiles::default(),
        gap: Quantiles::default(),
        time_of_impact: Quantiles {
            worst: 24.0,
            ..Quantiles::default()
        },
        normal: Quantiles::default(),
    }
}

/// Where the sweeps stop, and twice the worst stop: each shows such an error.
#[test]
fn plots_of_errors_by_an_engines_rule_say_that_they_are_no_fault() {
    let mut comparison = sample::comparison();
    comparison.contestants.truncate(1);
    let bsp = &mut comparison.contestants[0];
    bsp.answers[0].truth = 0.5;
    bsp.answers[0].time_of_impact = -24.0;
    bsp.classes = [Scale::Extent, Scale::Coordinate]
        .into_iter()
        .flat_map(|scale| [1.0, 64.0].map(|from| class(scale, from)))
        .collect();
    let dir = tempfile::tempdir().unwrap();
    let mut counts = |plant: fn(&mut clipmark_record::Entry)| {
        plant(&mut comparison.contestants[0]);
        let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
        let html = std::fs::read_to_string(page).unwrap();
        ["the", "some of the"].map(|which| {
            let said = format!("bsp: {which} largest are its engine&#39;s rule (11 sweeps), no fault.");
            html.matches(&said).count()
        })
    };
    assert_eq!(counts(|_| ()), [0, 0], "without a rule they are faults");
    assert_eq!(counts(|e| e.queries.rules[Rule::Touch] = 11), [3, 0]);
    assert_eq!(counts(|e| e.queries.faults[Fault::Missed] = 1), [0, 3]);
}
