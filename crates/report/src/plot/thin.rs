//! Fewer points with the same look.

/// A line of a plot has at most this many points: two a pixel at the plot's widest.
pub(super) const MAX_POINTS: usize = 1500;

/// At most [`MAX_POINTS`] points: of every run, the lowest and the highest, in their order. Points that are not
/// finite are left out.
pub(super) fn keeping_extremes(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let finite: Vec<_> = points
        .iter()
        .copied()
        .filter(|p| p.0.is_finite() && p.1.is_finite())
        .collect();
    if finite.len() <= MAX_POINTS {
        return finite;
    }
    // The two ends are kept besides.
    let run = finite.len().div_ceil((MAX_POINTS - 2) / 2);
    let mut out = vec![finite[0]];
    for chunk in finite.chunks(run) {
        let by = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        if let (Some(low), Some(high)) = (chunk.iter().min_by(by), chunk.iter().max_by(by)) {
            let (first, second) = if low.0 <= high.0 { (low, high) } else { (high, low) };
            out.extend([*first, *second]);
        }
    }
    out.extend(finite.last());
    out.dedup();
    out
}

/// Points at least `gap` apart, and the last one: for a curve in the plane, where no axis is time.
pub(super) fn spaced(points: &[(f64, f64)], gap: f64) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = Vec::new();
    for &p in points.iter().filter(|p| p.0.is_finite() && p.1.is_finite()) {
        if out.last().is_none_or(|q| (p.0 - q.0).hypot(p.1 - q.1) >= gap) {
            out.push(p);
        }
    }
    out.extend(points.last().filter(|p| p.0.is_finite() && p.1.is_finite()));
    out.dedup();
    out
}
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_spike_survives() {
        let mut points: Vec<(f64, f64)> = (0..20_000)
            .map(|i| (f64::from(i), (f64::from(i) / 900.0).sin()))
            .collect();
        points[12_345].1 = 40.0;
        points[777].1 = f64::NAN;
        let thin = keeping_extremes(&points);
        assert!(thin.len() <= MAX_POINTS, "{}", thin.len());
        assert!(thin.contains(&(12_345.0, 40.0)));
        assert_eq!(thin.first(), points.first());
        assert_eq!(thin.last(), points.last());
        assert!(thin.windows(2).all(|w| w[0].0 <= w[1].0));
    }

    #[test]
    fn a_walk_in_place_shrinks_to_its_corners() {
        let points: Vec<(f64, f64)> = (0..1000).map(|i| (f64::from(i / 500), 0.0)).collect();
        assert_eq!(spaced(&points, 0.5), [(0.0, 0.0), (1.0, 0.0)]);
    }
}
