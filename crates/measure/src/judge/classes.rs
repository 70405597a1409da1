//! Parts refereed answers by what they were asked and what they met.

use super::referee::is_missed;
use crate::clock::stats::quantiles;
use clipmark_collision::{Sweep, Trace};
use clipmark_record::Quantiles;
use clipmark_record::classes::{QueryClass, Scale};
use clipmark_truth::{Feature, Verdict};

/// What is kept of an answer for its classes.
pub(crate) struct Measured {
    contact: Option<Feature>,
    /// In the order of [`NUMBERS`]; `None` where the answer has no place on the scale.
    places: [Option<f64>; NUMBERS.len()],
    true_hit: bool,
    wrong: [bool; 6],
    penetration: f64,
    gap: Option<f64>,
    time_of_impact: Option<f64>,
    normal: Option<f64>,
}

/// The scales that are numbers, and where their classes begin. The last class is open.
const NUMBERS: [(Scale, &[f64], &str); 5] = [
    (Scale::Angle, &[0.0, 0.1, 1.0, 10.0, 30.0, 60.0], "degrees"),
    (
        Scale::Length,
        &[0.0, 0.01, 1.0, 16.0, 256.0, 4096.0, 65536.0],
        "units",
    ),
    (
        Scale::Extent,
        &[0.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0],
        "units",
    ),
    (
        Scale::Coordinate,
        &[0.0, 256.0, 1024.0, 4096.0, 16384.0, 65536.0, 262144.0, 1048576.0],
        "units",
    ),
    (
        Scale::StartGap,
        &[f64::NEG_INFINITY, 0.0, 1.0 / 16.0, 0.15],
        "units",
    ),
];

impl Measured {
    pub(crate) fn new(sweep: &Sweep, trace: &Trace, v: &Verdict) -> Self {
        let bounds = sweep.hull.bounds();
        let reach = bounds.mins.coords.amax().max(bounds.maxs.coords.amax());
        let largest = sweep.start.coords.amax().max(sweep.end.coords.amax()) + reach;
        let angle = v.cosine.map(|c| c.clamp(0.0, 1.0).asin().to_degrees());
        Self {
            contact: v.feature,
            places: [
                angle,
                Some(v.length),
                v.extent,
                Some(f64::from(largest)),
                Some(v.start_distance.unwrap_or(f64::INFINITY)),
            ],
            true_hit: v.exact.entry.is_some(),
            wrong: [
                is_missed(v),
                v.phantom,
                v.penetrating,
                v.start_solid_wrong,
                v.wrong_normal,
                !v.opposed,
            ],
            penetration: v.penetration,
            gap: trace.hit().then_some(v.gap),
            time_of_impact: v.toi_normal.map(f64::abs),
            normal: v.normal_error,
        }
    }
}

/// All classes that hold any answer, scale by scale.
pub(crate) fn classes(answers: &[Measured]) -> Vec<QueryClass> {
    let contacts = [
        ("face", Some(Feature::Face)),
        ("edge", Some(Feature::Edge)),
        ("corner", Some(Feature::Corner)),
        ("nothing, or a solid it starts in", None),
    ];
    let mut out: Vec<QueryClass> = contacts
        .into_iter()
        .filter_map(|(name, contact)| {
            of(
                answers.iter().filter(|a| a.contact == contact),
                Scale::Contact,
                name.into(),
                0.0,
            )
        })
        .collect();
    for (i, (scale, begins, unit)) in NUMBERS.into_iter().enumerate() {
        for (k, &from) in begins.iter().enumerate() {
            let to = begins.get(k + 1).copied().unwrap_or(f64::INFINITY);
            let within =
                |a: &&Measured| a.places[i].is_some_and(|x| from <= x && (x < to || to == f64::INFINITY));
            out.extend(of(
                answers.iter().filter(within),
                scale,
                words(scale, from, to, unit),
                from.max(0.0),
            ));
        }
    }
    out
}

fn words(scale: Scale, from: f64, to: f64, unit: &str) -> String {
    match scale {
        Scale::StartGap if from == f64::NEG_INFINITY => "in a solid".into(),
        Scale::StartGap if to == f64::INFINITY => "free".into(),
        _ if to == f64::INFINITY => format!("{from} {unit} and more"),
        _ => format!("{from} to {to} {unit}"),
    }
}

fn of<'a>(
    answers: impl Iterator<Item = &'a Measured>,
    scale: Scale,
    class: String,
    from: f64,
) -> Option<QueryClass> {
    let answers: Vec<&Measured> = answers.collect();
    if answers.is_empty() {
        return None;
    }
    let n = answers.len();
    let per_million = |i: usize| {
        let wrong = answers.iter().filter(|a| a.wrong[i]).count();
        wrong as f64 * 1e6 / n as f64
    };
    let sizes = |f: &dyn Fn(&Measured) -> Option<f64>| -> Quantiles {
        quantiles(&answers.iter().filter_map(|a| f(a)).collect::<Vec<_>>())
    };
    Some(QueryClass {
        scale,
        class,
        from,
        queries: n,
        true_hits: answers.iter().filter(|a| a.true_hit).count(),
        missed: per_million(0),
        phantom: per_million(1),
        penetrating: per_million(2),
        start_solid: per_million(3),
        wrong_normal: per_million(4),
        not_opposed: per_million(5),
        penetration: sizes(&|a| Some(a.penetration)),
        gap: sizes(&|a| a.gap),
        time_of_impact: sizes(&|a| a.time_of_impact),
        normal: sizes(&|a| a.normal),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_geometry::{Hull, Point};

    fn answer(length: f64, contact: Option<Feature>, wrong: bool) -> Measured {
        let sweep = Sweep::new(Hull::Point, Point::origin(), Point::new(300.0, 0.0, 0.0));
        let verdict = Verdict {
            length,
            feature: contact,
            extent: contact.map(|_| 100.0),
            phantom: wrong,
            ..Verdict::default()
        };
        Measured::new(&sweep, &Trace::free(&sweep), &verdict)
    }

    #[test]
    fn every_answer_is_in_one_class_of_each_scale_that_it_has_a_place_on() {
        let answers = [
            answer(0.0, None, false),
            answer(16.0, Some(Feature::Edge), true),
            answer(20.0, Some(Feature::Edge), false),
            answer(1e6, Some(Feature::Face), false),
        ];
        let found = classes(&answers);
        let count = |scale| -> usize { found.iter().filter(|c| c.scale == scale).map(|c| c.queries).sum() };
        assert_eq!((count(Scale::Contact), count(Scale::Length)), (4, 4));
        assert_eq!((count(Scale::Extent), count(Scale::Angle)), (3, 0));
        assert_eq!((count(Scale::Coordinate), count(Scale::StartGap)), (4, 4));
        let long = found.iter().find(|c| c.class == "16 to 256 units").unwrap();
        assert_eq!((long.queries, long.phantom), (2, 500_000.0));
    }
}
