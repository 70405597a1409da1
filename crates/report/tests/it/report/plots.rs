//! Captions below plots.

use super::sample;
use clipmark_record::Quantiles;
use clipmark_record::classes::{Scale, SweepClass};
use clipmark_record::rules::Rule;
use clipmark_report::write_report;

/// A class of sweeps of which one stops 24 u too late.
fn class(scale: Scale, from: f64) -> SweepClass {
    SweepClass {
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

/// Where the sweeps stop, and the first of the plots of the worst stops.
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
    let said = |comparison: &clipmark_record::Comparison| {
        let page = write_report(comparison, &dir.path().join("stairs")).unwrap();
        let html = std::fs::read_to_string(page).unwrap();
        html.matches("which are no fault: 11 sweeps of bsp.").count()
    };
    assert_eq!(said(&comparison), 0, "without a rule they are faults");
    comparison.contestants[0].queries.rules[Rule::Touch] = 11;
    assert_eq!(said(&comparison), 2);
    comparison.contestants[0].answers[0].time_of_impact = 0.0;
    assert_eq!(said(&comparison), 1, "no large error, no word");
}
