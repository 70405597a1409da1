//! A power law through points: least squares on logarithms, with the 95 % interval of the power.
//!
//! The interval is Student's t over the residuals. It includes the clock's noise and every bend that a power law lacks.

use clipmark_record::each_once;
use clipmark_record::grow::{GrowRow, GrowthLaw, Quantity};

/// 97.5 % quantiles of Student's t for 1 to 10 degrees of freedom, to three decimals. Beyond, the last is a little too wide.
const STUDENT: [f64; 10] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
];

/// A power and its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power {
    pub exponent: f64,
    pub interval: Option<[f64; 2]>,
    pub points: usize,
}

/// Through the points with two positive, finite coordinates; none where they are all of one size.
pub fn power(points: &[(f64, f64)]) -> Option<Power> {
    let logs = logs(points);
    let n = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let across: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    if logs.len() < 2 || across <= 0.0 {
        return None;
    }
    let exponent = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / across;
    let freedom = logs.len() - 2;
    let interval = (freedom > 0).then(|| {
        let off = |p: &(f64, f64)| (p.1 - y - exponent * (p.0 - x)).powi(2);
        let error = (logs.iter().map(off).sum::<f64>() / freedom as f64 / across).sqrt();
        let half = STUDENT[freedom.min(STUDENT.len()) - 1] * error;
        [exponent - half, exponent + half]
    });
    Some(Power {
        exponent,
        interval,
        points: logs.len(),
    })
}

fn logs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let usable = |x: f64| x.is_finite() && x > 0.0;
    let kept = points.iter().filter(|p| usable(p.0) && usable(p.1));
    kept.map(|p| (p.0.ln(), p.1.ln())).collect()
}

/// The laws of all contestants and quantities that have two sizes or more.
pub(super) fn laws(rows: &[GrowRow]) -> Vec<GrowthLaw> {
    let names = each_once(rows.iter().map(|row| row.contestant.as_str()));
    let law = |name: &str, quantity| {
        let own = rows.iter().filter(|r| r.contestant == name);
        let points: Vec<(f64, f64)> = own
            .filter_map(|r| Some((r.brushes as f64, r.of(quantity)?)))
            .collect();
        power(&points).map(|found| GrowthLaw {
            contestant: name.into(),
            quantity,
            exponent: found.exponent,
            interval: found.interval,
            points: found.points,
        })
    };
    let of_one = |name| Quantity::ALL.into_iter().filter_map(move |q| law(name, q));
    names.into_iter().flat_map(of_one).collect()
}
