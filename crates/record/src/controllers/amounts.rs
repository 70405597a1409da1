//! Amounts in words, with enough digits that a failure does not read as 0 or as its limit.

/// Most decimals of an amount: the movement is in f32, and has no more digits.
const MOST_DECIMALS: usize = 9;

/// Three digits that count.
pub(super) fn digits(x: f64) -> String {
    let decimals = decimals(x);
    format!("{x:.decimals$}")
}

/// Decimals of three digits that count.
fn decimals(x: f64) -> usize {
    match x.abs() {
        x if x >= 100.0 => 0,
        x if x >= 10.0 => 1,
        x if x >= 1.0 => 2,
        x if x >= 0.1 => 3,
        x if x >= 0.01 => 4,
        _ => 5,
    }
}

/// An amount beyond a limit, and the limit: three digits that count, or as many as tell the two apart.
pub(super) fn apart(amount: f64, limit: f64) -> [String; 2] {
    apart_from(decimals(amount), amount, limit)
}

/// The same with so many decimals at least.
pub(super) fn apart_from(least: usize, amount: f64, limit: f64) -> [String; 2] {
    let shown = |x: f64, decimals: usize| format!("{x:.decimals$}");
    let is_told = |n: &usize| shown(amount, *n) != shown(limit, *n);
    let enough = (least..=MOST_DECIMALS).find(is_told).unwrap_or(MOST_DECIMALS);
    let of = shown(limit, enough.max(decimals(limit)));
    let of = match of.contains('.') {
        true => of.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => of,
    };
    [shown(amount, enough), of]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controllers::bars;

    #[test]
    fn no_amount_reads_as_nothing() {
        assert_eq!(digits(0.003), "0.00300");
        assert_eq!(digits(0.0512), "0.0512");
        assert_eq!(digits(1234.5), "1234");
        assert_eq!(apart(0.0512, bars::DEPTH), ["0.0512", "0.05"]);
        assert_eq!(apart(12.34, bars::DEPTH), ["12.3", "0.05"]);
        assert_eq!(apart(0.050_001_3, bars::DEPTH), ["0.050001", "0.05"]);
        assert_eq!(apart(0.066_71, 0.066_69), ["0.06671", "0.06669"]);
        assert_eq!(apart(f64::NAN, bars::DEPTH), ["NaN", "0.05"]);
        assert_eq!(apart_from(0, 89.96, 90.0), ["89.96", "90"]);
        assert_eq!(apart_from(0, 42.4, 90.0)[0], "42");
    }
}
