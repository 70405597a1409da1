//! Axes whose ticks and labels are ours: plotters' own logarithmic ticks crowd, and its labels have no separators.

use crate::format;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    Linear,
    Log,
    /// Logarithmic above `min`; all below, zero included, lies on the axis, set off by [`ZERO_SHARE`].
    LogWithZero,
}

/// Share of a [`Scale::LogWithZero`] axis that is kept for zero; `assets/hover.js` reads such axes by it too.
const ZERO_SHARE: f64 = 0.1;

/// One axis of a chart.
#[derive(Clone, Debug)]
pub struct Axis {
    scale: Scale,
    min: f64,
    max: f64,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// From the least to the greatest of the finite values, widened to full ticks.
    pub fn linear(values: impl Iterator<Item = f64>, ticks: usize) -> Self {
        let (lo, hi) = bounds(values).unwrap_or((0.0, 1.0));
        let (lo, hi) = if hi - lo > 1e-9 * hi.abs().max(lo.abs()).max(1e-9) {
            (lo, hi)
        } else {
            (lo - 0.5, hi + 0.5)
        };
        let step = nice_step((hi - lo) / ticks.max(1) as f64);
        Self::spanning((lo / step).floor() * step, (hi / step).ceil() * step, step)
    }

    /// Exactly this range, with ticks inside it.
    pub(super) fn exact(min: f64, max: f64, ticks: usize) -> Self {
        let valid = min.is_finite() && max.is_finite() && max > min;
        let (min, max) = if valid { (min, max) } else { (0.0, 1.0) };
        Self::spanning(min, max, nice_step((max - min) / ticks.max(1) as f64))
    }

    /// Exactly this range, with these ticks.
    pub(super) fn marked(min: f64, max: f64, ticks: Vec<(f64, String)>) -> Self {
        Self {
            scale: Scale::Linear,
            min,
            max,
            ticks,
        }
    }

    fn spanning(min: f64, max: f64, step: f64) -> Self {
        let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        let first = (min / step - 1e-6).ceil();
        let ticks = (0..)
            .map(|i| (first + f64::from(i)) * step)
            .take_while(|v| *v <= max + step * 1e-6)
            .take(50)
            .map(|v| (v, format::fixed(v, decimals)))
            .collect();
        Self {
            scale: Scale::Linear,
            min,
            max,
            ticks,
        }
    }

    /// Logarithmic over the positive finite values, widened a little.
    pub fn log(values: impl Iterator<Item = f64>) -> Self {
        let (lo, hi) = bounds(values.filter(|v| *v > f64::MIN_POSITIVE * 2.0)).unwrap_or((1.0, 10.0));
        let (min, max) = (lo / 1.15, hi * 1.15);
        let mut ticks = log_ticks(min, max);
        if ticks.len() < 3 {
            let fine = Self::exact(min, max, 5);
            ticks = fine.ticks.into_iter().filter(|(v, _)| *v > 0.0).collect();
        }
        Self {
            scale: Scale::Log,
            min,
            max,
            ticks,
        }
    }

    /// The same for counts, marked at measured values. Marks that would overlap are left out; the greatest stays.
    pub(super) fn log_of_counts(values: impl Iterator<Item = f64>) -> Self {
        /// As a part of the axis: a number of five digits is about so wide.
        const APART: f64 = 0.09;
        let mut counts: Vec<f64> = values.filter(|v| v.is_finite() && *v >= 1.0).collect();
        counts.sort_by(|a, b| b.total_cmp(a));
        let mut axis = Self::log(counts.iter().copied());
        axis.ticks.clear();
        let mut last = f64::INFINITY;
        for count in counts {
            let at = axis.share(count);
            if at <= last - APART {
                axis.ticks.insert(0, (count, format::fixed(count, 0)));
                last = at;
            }
        }
        axis
    }

    /// Logarithmic in full decades from `min` to beyond the greatest value, with a place for zero.
    pub fn log_with_zero(min: f64, values: impl Iterator<Item = f64>) -> Self {
        let top = values.filter(|v| v.is_finite()).fold(min * 10.0, f64::max);
        let max = 10f64.powf(top.log10().ceil());
        let mut ticks = vec![(0.0, format!("≤{}", decade(min)))];
        ticks.extend(log_ticks(min * 1.001, max * 1.001));
        Self {
            scale: Scale::LogWithZero,
            min,
            max,
            ticks,
        }
    }

    /// Where a value lies, 0 to 1; a value outside lies on the border.
    fn share(&self, value: f64) -> f64 {
        let log = |v: f64| (v / self.min).ln() / (self.max / self.min).ln();
        let share = match self.scale {
            Scale::Linear => (value - self.min) / (self.max - self.min),
            Scale::Log if value > 0.0 => log(value),
            Scale::LogWithZero if value > self.min => ZERO_SHARE + (1.0 - ZERO_SHARE) * log(value),
            Scale::Log | Scale::LogWithZero => 0.0,
        };
        if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        }
    }

    /// Its scale, least and greatest value, for the page's script.
    pub(super) fn described(&self) -> String {
        let scale = match self.scale {
            Scale::Linear => "linear",
            Scale::Log => "log",
            Scale::LogWithZero => "log0",
        };
        format!("{scale} {} {}", self.min, self.max)
    }

    pub(super) fn min(&self) -> f64 {
        self.min
    }

    pub(super) fn max(&self) -> f64 {
        self.max
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (f64::from(limit.1 - limit.0) * self.share(*value)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(v, _)| *v).collect()
    }

    fn range(&self) -> Range<f64> {
        self.min..self.max
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        self.ticks
            .iter()
            .find(|(v, _)| v == value)
            .map(|(_, label)| label.clone())
            .unwrap_or_default()
    }
}

/// Least and greatest of the finite values.
pub(super) fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|v| v.is_finite()).fold(None, |b, v| match b {
        None => Some((v, v)),
        Some((lo, hi)) => Some((lo.min(v), hi.max(v))),
    })
}

/// The next of 1, 2, 5 times a power of ten that is not below.
fn nice_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .iter()
        .map(|m| m * power)
        .find(|s| *s >= step * 0.999)
        .unwrap_or(power * 10.0)
}

fn log_ticks(min: f64, max: f64) -> Vec<(f64, String)> {
    let (first, last) = (min.log10().ceil() as i32, max.log10().floor() as i32);
    let decades = max.log10() - min.log10();
    let every = ((decades / 6.0).ceil() as i32).max(1);
    let multiples: &[f64] = if decades < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    (first - 1..=last)
        .filter(|e| (last - e) % every == 0)
        .flat_map(|e| multiples.iter().map(move |m| m * 10f64.powi(e)))
        .filter(|v| (min..=max).contains(v))
        .map(|v| (v, decade(v)))
        .collect()
}

/// `0.01`, `5,000`, `10⁻⁶`.
fn decade(value: f64) -> String {
    if (0.0009..1e6).contains(&value) {
        let text = format::three_digits(value);
        let trimmed = if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.')
        } else {
            &text
        };
        return trimmed.to_owned();
    }
    let exponent = value.log10().floor() as i32;
    let mantissa = value / 10f64.powi(exponent);
    let digits = exponent.to_string();
    let power: String = digits.chars().map(superscript).collect();
    if (mantissa - 1.0).abs() < 0.01 {
        format!("10{power}")
    } else {
        format!("{mantissa:.0}·10{power}")
    }
}

fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32('⁰' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
        c => c,
    }
}
