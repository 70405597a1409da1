//! Numbers as people read them. Everything here is total: a value that is not finite becomes a dash.

pub(crate) use clipmark_rows::three_digits;
use clipmark_rows::{Case, Check, Row, grouped};

/// The cell of a missing or infinite number.
pub(crate) const NONE: &str = "–";

/// A number of three digits, where there is one.
pub(crate) fn digits(value: Option<f64>) -> String {
    value.map_or(NONE.into(), three_digits)
}

/// `12345` as `12,345`.
pub fn count(n: impl TryInto<u128>) -> String {
    n.try_into().map_or_else(|_| NONE.into(), grouped)
}

/// With a fixed number of decimals and thousands separators.
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return NONE.into();
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let negative = value < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b));
    format!("{}{}{rest}", if negative { "−" } else { "" }, grouped(whole))
}

/// With at most `decimals` decimals, and no more than it needs: `33.333`, `8`, `2.5`.
pub fn plain(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A value and its spread, the spread to one significant digit: `182 ± 3`.
pub(crate) fn with_spread(value: f64, spread: f64) -> String {
    if !value.is_finite() {
        return NONE.into();
    }
    let spread = if spread.is_finite() && spread > 0.0 {
        let unit = 10f64.powi((spread.log10().floor() as i32).max(-3));
        fixed((spread / unit).round() * unit, decimals_for(spread, 1))
    } else {
        fixed(spread, 0)
    };
    format!("{} ± {spread}", fixed(value, decimals_for(value, 3)))
}

fn decimals_for(value: f64, digits: i32) -> usize {
    if value == 0.0 || !value.is_finite() {
        return 0;
    }
    let magnitude = value.abs().log10().floor() as i32;
    (digits - 1 - magnitude).clamp(0, 6) as usize
}

/// A ratio to the best: `1.00`, `13.2`, `140`.
pub(crate) fn ratio(value: f64) -> String {
    let decimals = if value.abs() < 10.0 {
        2
    } else if value.abs() < 100.0 {
        1
    } else {
        0
    };
    fixed(value, decimals)
}

/// A ratio to the fastest with half of its interval, and a mark where the rounds do not decide; the fastest itself is exactly
/// 1.
pub(crate) fn times(row: Option<&Row>) -> String {
    let Some((row, value)) = row.and_then(|row| Some((row, row.value?))) else {
        return NONE.into();
    };
    let mark = if row.note.is_empty() { "" } else { "?" };
    match row.interval {
        Some([low, high]) if low == high => ratio(value),
        Some([low, high]) => format!("{} ±{}{mark}", ratio(value), ratio((high - low) / 2.0)),
        None => format!("{}{mark}", ratio(value)),
    }
}

/// A small size over many decades: `0`, `3.1e-7`, `0.0042`, `12.3`.
pub(crate) fn small(value: f64) -> String {
    match value {
        v if !v.is_finite() => NONE.into(),
        0.0 => "0".into(),
        v if v.abs() < 1e-3 => format!("{v:.1e}"),
        v => three_digits(v),
    }
}

/// Bytes in B, kB or MB of 1,000.
pub(crate) fn bytes(n: f64) -> String {
    match n {
        n if n < 1e3 => format!("{n:.0} B"),
        n if n < 1e6 => format!("{} kB", fixed(n / 1e3, if n < 1e4 { 1 } else { 0 })),
        n => format!("{} MB", fixed(n / 1e6, if n < 1e7 { 1 } else { 0 })),
    }
}

/// A contestant's own report of its memory is quoted where it is off the count by more than this part. The memory in parry's
/// shapes can only be estimated, and our own accounts are within it (`tests/it/memory.rs`). Smaller: every estimate is quoted;
/// larger: reports understate.
const WORD_PART: f64 = 0.1;
/// ... and by this many bytes besides: names, sentences, and an allocator's part of each block of a small world.
const WORD_BYTES: f64 = 4096.0;

/// What a contestant says of its memory, where that is not what was counted, in a sentence without its end.
pub fn other_word(case: &Case) -> Option<String> {
    let [counted, said] = [Check::Bytes, Check::BytesDeclared].map(|check| case.value(check));
    let (counted, said) = (counted?, said?);
    let is_other = (counted - said).abs() > (counted * WORD_PART).max(WORD_BYTES);
    is_other.then(|| {
        format!(
            "{} holds {} by the count of an allocator, and says {}",
            case.contestant,
            bytes(counted),
            bytes(said)
        )
    })
}

/// `1 sweep`, `2 sweeps`.
pub(crate) fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// At most `max` characters, the middle of a longer name left out. Control characters become spaces, and so do marks that
/// reorder a line.
pub fn shortened(name: &str, max: usize) -> String {
    let name: Vec<char> = name
        .chars()
        .map(|c| match c {
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => ' ',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    if name.len() <= max.max(3) {
        return name.into_iter().collect();
    }
    let head = max.max(3).div_ceil(2);
    let tail = max.max(3) - head - 1;
    name[..head]
        .iter()
        .chain(['…'].iter())
        .chain(&name[name.len() - tail..])
        .collect()
}
