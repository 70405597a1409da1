//! The quicker contestants, in sentences that show the 95 % intervals of their ratios in brackets.

use clipmark_record::{Standing, Timing};
use clipmark_rows::WIDE;

/// Sentences on the times of contestants on `what`: the quickest first, then the undecided ones. An empty `what`
/// means all questions.
pub fn speed(what: &str, all: &[(&str, &Timing)]) -> Vec<String> {
    let stands = |of: Standing| all.iter().filter(move |(_, t)| t.standing == Some(of));
    let Some((quickest, base)) = stands(Standing::Quickest).next() else {
        return Vec::new();
    };
    let on = if what.is_empty() {
        String::new()
    } else {
        format!("{what}: ")
    };
    let mut caveats = Vec::new();
    for (name, t) in all {
        caveats.extend(t.caveats().iter().map(|said| format!("{on}{name} {said}.")));
    }
    let slower: Vec<String> = stands(Standing::Slower)
        .map(|(name, t)| {
            let [low, high] = t.relative_interval;
            if high > WIDE * low {
                return format!("{}x to {}x as fast as {name}", ratio(low), ratio(high));
            }
            let interval = interval(t);
            format!("{}x as fast as {name} {interval}", ratio(t.relative))
        })
        .collect();
    let slower: Vec<&str> = slower.iter().map(String::as_str).collect();
    let mut out = Vec::new();
    if !slower.is_empty() {
        out.push(format!("{on}{quickest} is {}.", list(&slower)));
    }
    for (name, t) in all {
        let interval = interval(t);
        out.extend(match t.standing {
            Some(Standing::NotToldApart) => Some(format!(
                "{on}{quickest} and {name} are about equally fast: {name} takes {}x as long {interval}.",
                ratio(t.relative)
            )),
            Some(Standing::RoundsDisagree) => {
                let rounds = t.samples_ns.iter().zip(&base.samples_ns);
                let quicker = rounds.clone().filter(|(own, base)| own < base).count();
                Some(format!(
                    "{on}{quickest} or {name}: rounds disagree on which is faster, {name} is in {quicker} of {} {interval}.",
                    rounds.count()
                ))
            }
            _ => None,
        });
    }
    let noisy: Vec<String> = stands(Standing::TooNoisy)
        .map(|(name, t)| format!("{quickest} or {name} {}", interval(t)))
        .collect();
    if !noisy.is_empty() {
        let pairs = noisy.join(", ");
        out.push(format!("{on}too noisy to say which is faster, {pairs}."));
    }
    out.extend(caveats);
    out
}

/// The 95 % interval of the ratio.
fn interval(t: &Timing) -> String {
    let [low, high] = t.relative_interval;
    if high.is_finite() {
        format!("[{}, {}]", ratio(low), ratio(high))
    } else {
        "[no bounds]".into()
    }
}

/// Two decimals near 1, where they tell; one above.
fn ratio(x: f64) -> String {
    if x < 2.0 {
        format!("{x:.2}")
    } else {
        format!("{x:.1}")
    }
}

pub(crate) fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
