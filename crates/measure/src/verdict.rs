//! What came of a comparison, in sentences a person would say.

use crate::record::{DIVERGED, Entry, SceneFacts, Timing};

/// The sentences, most important first: who failed, who is quickest, where paths part.
pub(crate) fn verdict(scene: &SceneFacts, entries: &[Entry]) -> Vec<String> {
    let mut out = Vec::new();
    let named = |pick: &dyn Fn(&Entry) -> bool| {
        let names: Vec<&str> = entries
            .iter()
            .filter(|e| pick(e))
            .map(|e| e.name.as_str())
            .collect();
        (!names.is_empty()).then(|| list(&names))
    };
    if let Some(fallen) = named(&|e| e.movement.fell_out) {
        out.push(format!("{fallen} fell out of the world."));
    }
    if let Some(clean) = named(&|e| faults(e).is_none()) {
        out.push(format!("{clean} passed every check."));
    }
    out.extend(entries.iter().filter_map(faults));
    if entries.len() > 1 {
        out.extend(speed("answers", "sweeps", entries, |e| &e.trace_time));
    }
    out.extend(paths(scene, entries));
    out
}

/// A length with as many digits as it deserves, and its unit.
pub(crate) fn length(units: f64) -> String {
    if units >= 10.0 {
        format!("{units:.0} u")
    } else if units >= 0.1 {
        format!("{units:.2} u")
    } else if units >= SMALLEST {
        format!("{units:.4} u")
    } else {
        "less than 0.0001 u".into()
    }
}

/// Lengths below this are not told apart, in units: a few f32 steps at map scale.
const SMALLEST: f64 = 1e-4;

fn faults(e: &Entry) -> Option<String> {
    let q = &e.queries;
    let counts = [
        (q.missed, "passed through something on", "sweep"),
        (q.phantom, "stopped where nothing is on", "sweep"),
        (q.penetrating, "ended inside a solid on", "sweep"),
        (q.wrong_normal, "gave a wrong normal on", "sweep"),
        (q.unreliable, "could not vouch for its answer on", "sweep"),
        (e.movement.stuck_ticks, "was stuck for", "tick"),
        (e.movement.embedded_ticks, "was inside a solid after", "tick"),
    ];
    let mut said: Vec<String> = counts
        .iter()
        .filter(|(n, ..)| *n > 0)
        .map(|(n, what, unit)| format!("{what} {n} {unit}{}", if *n == 1 { "" } else { "s" }))
        .collect();
    let others: Vec<String> = e
        .detection
        .beyond_counters()
        .map(|f| format!("{} {}", f.id, f.name))
        .collect();
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(String::as_str).collect();
        said.push(format!("has {}", list(&names)));
    }
    (!said.is_empty()).then(|| {
        format!(
            "{} {}.",
            e.name,
            list(&said.iter().map(String::as_str).collect::<Vec<_>>())
        )
    })
}

/// How each path goes beside the one it is measured from, and which are the same.
fn paths(scene: &SceneFacts, entries: &[Entry]) -> Vec<String> {
    let measured = entries
        .iter()
        .enumerate()
        .skip(usize::from(scene.measured_from_first));
    let sentence = |(i, entry): (usize, &Entry)| {
        let hash = &entry.movement.state_hash;
        match entries[..i].iter().find(|e| e.movement.state_hash == *hash) {
            Some(twin) => format!(
                "{} and {} take the same path to the last bit.",
                twin.name, entry.name
            ),
            None => path(&scene.measured_from, entry),
        }
    };
    measured.map(sentence).collect()
}

fn path(base: &str, entry: &Entry) -> String {
    let name = &entry.name;
    match &entry.movement.divergence {
        None => {
            let most = entry.ticks.iter().map(|t| t.deviation).fold(0.0, f64::max);
            format!("{name} keeps to the path of {base} to {}.", length(most))
        }
        Some(d) => format!(
            "{name} leaves the path of {base} at tick {} ({:.2} s), {}; {}.",
            d.tick,
            d.seconds,
            d.what,
            if d.at_end < DIVERGED {
                format!("they meet again and end {} apart", length(d.at_end))
            } else {
                format!("they end {} apart", length(d.at_end))
            }
        ),
    }
}

fn speed(does: &str, what: &str, entries: &[Entry], of: impl Fn(&Entry) -> &Timing) -> Option<String> {
    let quickest = entries
        .iter()
        .min_by(|a, b| of(a).median_ns.total_cmp(&of(b).median_ns))?;
    let others: Vec<String> = entries
        .iter()
        .filter(|e| e.name != quickest.name)
        .map(|e| {
            let [low, high] = of(e).relative_interval;
            if low <= 1.0 {
                return format!("no faster than {} within the noise", e.name);
            }
            format!(
                "{:.1} (95 %: {low:.2} to {high:.2}) times as fast as {}",
                of(e).relative,
                e.name
            )
        })
        .collect();
    Some(format!(
        "{} {does} the random {what} {}.",
        quickest.name,
        list(&others.iter().map(String::as_str).collect::<Vec<_>>())
    ))
}

fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
