//! The quicker contestants, in sentences that show the 95 % intervals of their ratios in brackets.

use crate::clock::standing::WIDE;
use clipmark_record::{Standing, Timing};

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
            Some(Standing::TooNoisy) => Some(format!(
                "{on}too noisy to say whether {quickest} or {name} is faster {interval}."
            )),
            _ => None,
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(standing: Standing, relative: f64, relative_interval: [f64; 2]) -> Timing {
        Timing {
            median_ns: 125.0 * relative,
            relative,
            relative_interval,
            standing: Some(standing),
            samples_ns: (0..21).map(|i| if i % 7 < 3 { 51.0 } else { 871.0 }).collect(),
            ..Timing::default()
        }
    }

    fn said(standing: Standing, relative: f64, interval: [f64; 2]) -> String {
        let mut quickest = timing(Standing::Quickest, 1.0, [1.0; 2]);
        quickest.samples_ns = vec![125.0; 21];
        let other = timing(standing, relative, interval);
        speed("sweeps", &[("bsp", &quickest), ("bvh", &other)]).join(" ")
    }

    #[test]
    fn each_standing_has_its_words_and_shows_its_interval() {
        assert_eq!(
            said(Standing::Slower, 5.0, [4.9, 5.1]),
            "sweeps: bsp is 5.0x as fast as bvh [4.9, 5.1]."
        );
        assert_eq!(
            said(Standing::Slower, 6.0, [3.8, 20.9]),
            "sweeps: bsp is 3.8x to 20.9x as fast as bvh."
        );
        assert_eq!(
            said(Standing::NotToldApart, 1.01, [0.97, 1.06]),
            "sweeps: bsp and bvh are about equally fast: bvh takes 1.01x as long [0.97, 1.06]."
        );
        assert_eq!(
            said(Standing::RoundsDisagree, 6.73, [0.41, 7.24]),
            "sweeps: bsp or bvh: rounds disagree on which is faster, bvh is in 9 of 21 [0.41, 7.2]."
        );
        assert_eq!(
            said(Standing::TooNoisy, 3.0, [0.0, f64::INFINITY]),
            "sweeps: too noisy to say whether bsp or bvh is faster [no bounds]."
        );
    }

    #[test]
    fn one_alone_is_compared_with_nobody() {
        let quickest = timing(Standing::Quickest, 1.0, [1.0; 2]);
        assert!(speed("", &[("bsp", &quickest)]).is_empty());
        assert!(speed("", &[]).is_empty());
    }
}
