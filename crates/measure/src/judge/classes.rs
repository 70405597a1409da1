//! Sorts refereed answers by question and by surface met.

use super::judged::JudgedAnswer;
use clipmark_referee::{Fault, Feature};
use clipmark_rows::drawn::{Scale, SweepClass};
use clipmark_rows::quantiles;

/// The scales that are numbers, and where their classes begin. The last class is open.
const NUMBERS: [(Scale, &[f64], &str); 5] = [
    (Scale::Angle, &[0.0, 0.1, 1.0, 10.0, 30.0, 60.0], "degrees"),
    (
        Scale::Length,
        &[0.0, 0.01, 1.0, 16.0, 256.0, 4096.0, 65536.0],
        "u",
    ),
    (
        Scale::Extent,
        &[0.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0],
        "u",
    ),
    (
        Scale::Coordinate,
        &[0.0, 256.0, 1024.0, 4096.0, 16384.0, 65536.0, 262144.0, 1048576.0],
        "u",
    ),
    (Scale::StartGap, &[f64::NEG_INFINITY, 0.0, 1.0 / 16.0, 0.15], "u"),
];

/// Where an answer lies on each scale, in the order of [`NUMBERS`]; `None` where it has no place on it.
fn places(answer: &JudgedAnswer) -> [Option<f64>; NUMBERS.len()] {
    let (sweep, v) = (&answer.sweep, &answer.verdict);
    let bounds = sweep.hull.bounds();
    let reach = bounds.mins.coords.amax().max(bounds.maxs.coords.amax());
    let largest = sweep.start.coords.amax().max(sweep.end.coords.amax()) + reach;
    [
        v.asked.cosine.map(|c| c.clamp(0.0, 1.0).asin().to_degrees()),
        Some(v.asked.length),
        v.asked.extent,
        Some(f64::from(largest)),
        Some(v.asked.start_distance.unwrap_or(f64::INFINITY)),
    ]
}

/// All classes that hold any answer, scale by scale.
pub fn classes(answers: &[JudgedAnswer]) -> Vec<SweepClass> {
    let placed: Vec<_> = answers.iter().map(|a| (places(a), a)).collect();
    let contacts = [
        ("face", Some(Feature::Face)),
        ("edge", Some(Feature::Edge)),
        ("corner", Some(Feature::Corner)),
        ("nothing, or a solid it starts in", None),
    ];
    let mut out: Vec<SweepClass> = contacts
        .into_iter()
        .filter_map(|(name, contact)| {
            classes_of_scale(
                answers.iter().filter(|a| a.verdict.asked.feature == contact),
                Scale::Contact,
                name.into(),
                0.0,
            )
        })
        .collect();
    for (i, (scale, begins, unit)) in NUMBERS.into_iter().enumerate() {
        for (k, &from) in begins.iter().enumerate() {
            let to = begins.get(k + 1).copied().unwrap_or(f64::INFINITY);
            let within = |x: f64| from <= x && (x < to || to == f64::INFINITY);
            out.extend(classes_of_scale(
                placed
                    .iter()
                    .filter(|(at, _)| at[i].is_some_and(within))
                    .map(|(_, a)| *a),
                scale,
                class_label(scale, from, to, unit),
                from.max(0.0),
            ));
        }
    }
    out
}

fn class_label(scale: Scale, from: f64, to: f64, unit: &str) -> String {
    match scale {
        Scale::StartGap if from == f64::NEG_INFINITY => "in a solid".into(),
        Scale::StartGap if to == f64::INFINITY => "free".into(),
        _ if to == f64::INFINITY => format!("{from} {unit} and more"),
        _ => format!("{from} to {to} {unit}"),
    }
}

fn classes_of_scale<'a>(
    answers: impl Iterator<Item = &'a JudgedAnswer>,
    scale: Scale,
    class: String,
    from: f64,
) -> Option<SweepClass> {
    let answers: Vec<&JudgedAnswer> = answers.collect();
    if answers.is_empty() {
        return None;
    }
    let count = |is: &dyn Fn(&JudgedAnswer) -> bool| answers.iter().filter(|a| is(a)).count();
    let largest = |of: &dyn Fn(&JudgedAnswer) -> Option<f64>| {
        let [largest] = quantiles(&answers.iter().filter_map(|a| of(a)).collect::<Vec<_>>(), [1.0]);
        largest
    };
    Some(SweepClass {
        scale,
        class,
        from,
        queries: answers.len(),
        true_hits: count(&|a| a.verdict.asked.exact.entry.is_some()),
        missed: count(&|a| a.verdict.is_missed()),
        phantom: count(&|a| a.verdict.is(Fault::Phantom)),
        penetrating: count(&|a| a.verdict.is(Fault::TooDeep)),
        wrong_normal: count(&|a| a.verdict.is(Fault::WrongNormal) || a.verdict.is(Fault::WrongWayOut)),
        penetration: largest(&|a| Some(a.verdict.measures.penetration)),
        gap: largest(&|a| a.trace.hit().then_some(a.verdict.measures.gap)),
        time_of_impact: largest(&|a| a.verdict.measures.toi_normal.map(f64::abs)),
    })
}
