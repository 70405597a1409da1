//! The limits of checks, from measures that are made up.

use clipmark_measure::Expected;
use clipmark_rows::{Check, Severity};
use clipmark_suite::inner::Measures;

fn run() -> Measures {
    Measures {
        way: 1.0,
        level_way: 500.0,
        fastest: 320.0,
        asked_speed: 320.0,
        repeats: true,
        ..Measures::default()
    }
}

fn worst(run: &Measures, unmet: &[Expected]) -> Option<(Severity, Check)> {
    let rows = run.rows(unmet);
    let failed = rows.iter().filter_map(|row| Some((row.severity()?, row.check)));
    failed.min()
}

#[test]
fn each_limit_parts_two_severities() {
    use Severity::{Lost, Measurable, Noticeable, Stuck};
    macro_rules! of {
        ($($field:ident: $value:expr),*) => { Measures { $($field: $value,)* ..run() } };
    }
    for (run, wanted) in [
        (run(), None),
        (of!(stuck: 0.26), Some((Stuck, Check::StandsStill))),
        (of!(stuck: 0.003), Some((Noticeable, Check::StandsStill))),
        (of!(way: 0.49), Some((Stuck, Check::Slow))),
        (of!(way: 0.89), Some((Noticeable, Check::Slow))),
        (of!(deepest: 1.6), Some((Noticeable, Check::Deep))),
        (of!(deepest: 0.16), Some((Measurable, Check::Deep))),
        (of!(deepest: f64::NAN), Some((Noticeable, Check::Deep))),
        (of!(shake: 0.05), Some((Measurable, Check::Shake))),
        (of!(shake: 0.2), Some((Noticeable, Check::Shake))),
        (of!(through: 1, deepest: 20.0), Some((Lost, Check::Through))),
        (of!(fell_out: true), Some((Lost, Check::Fell))),
        (of!(repeats: false), Some((Measurable, Check::Replay))),
        (of!(fastest: 3200.0), Some((Noticeable, Check::Fast))),
        (of!(unexplained: 60.0), Some((Noticeable, Check::Fast))),
        (of!(climbed: 19.0, risen: 19.0), Some((Noticeable, Check::Rises))),
        (of!(crept: 2.0), Some((Noticeable, Check::Creeps))),
        (of!(slid: 2.0), Some((Noticeable, Check::Slides))),
        (of!(dropped: 0.2), Some((Noticeable, Check::Drops))),
        // A wider skin, and another way up a slope that is no ground, are none.
        (
            of!(fastest: 330.0, unexplained: 3.0, climbed: 50.0, risen: 9.0, crept: 0.2),
            None,
        ),
    ] {
        assert_eq!(worst(&run, &[]), wanted, "{run:?}");
    }
    for (off, severity) in [(Some(2.0), Measurable), (Some(200.0), Stuck), (None, Stuck)] {
        let unmet = Expected {
            is_goal: true,
            off,
            ..Expected::default()
        };
        assert_eq!(worst(&run(), &[unmet]), Some((severity, Check::Goal)));
    }
}

/// A finding of a detector that no check has the code of would be lost.
#[test]
fn every_detector_has_its_check() {
    for detector in clipmark_measure::detect::DETECTORS {
        let check = Check::from_code(detector.id);
        assert!(check.is_some(), "{}", detector.id);
    }
}
