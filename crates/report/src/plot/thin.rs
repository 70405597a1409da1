//! Fewer points with the same look.

/// A line of a plot has at most this many points: two a pixel at the plot's widest.
pub const MAX_POINTS: usize = 1500;

/// At most [`MAX_POINTS`] points: of every run, the lowest and the highest, in their order. Points that are not
/// finite are left out.
pub fn keeping_extremes(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
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
pub fn spaced(points: &[(f64, f64)], gap: f64) -> Vec<(f64, f64)> {
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
