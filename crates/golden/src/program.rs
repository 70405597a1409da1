//! `course`, `suite` and `bar`: what the program `compare` says, from the files with results that it writes. It is started from
//! the folder that this program stands in, and was built with it.

use crate::book::Line;
use crate::tally::{Entry, Tally};
use anyhow::{Context, Result, bail};
use clipmark_rows::faults::{Class, Fault};
use clipmark_rows::results::FILE;
use clipmark_rows::{Axis, Case, Check, End, LEFT_OUT, Outcome, Results, STATES};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Tick rates of courses, in hertz.
const RATES: &str = "33,60,125,333";
/// Maps of the bar, and how much is asked on each.
const MAPS: [&str; 3] = ["oa_dm1", "oacmpdm8", "islandctf"];
const SIZES: [&str; 10] = [
    "--sweeps",
    "10000",
    "--rest",
    "1200",
    "--hulls",
    "600",
    "--walkers",
    "2",
    "--ticks",
    "250",
];

/// Runs `compare` for one contestant in a folder of its own, which it returns. It ends with 1 where a contestant fails
/// something.
fn compare(verbs: &[&str], contestant: &str, args: &[String]) -> Result<PathBuf> {
    let program = std::env::current_exe()?.with_file_name("compare");
    let verb = verbs.join("-");
    let name = format!("{verb}-{}", contestant.replace(':', "-"));
    let out = crate::root().join("target/golden").join(name);
    if out.exists() {
        // Else the page would compare with the earlier run.
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    let mut command = Command::new(&program);
    command
        .current_dir(crate::root())
        .args(verbs)
        .args(["--contestants", contestant])
        .args(args)
        .arg("--out")
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let ended = command
        .output()
        .with_context(|| format!("{}: build it with the same features", program.display()))?;
    if !matches!(ended.status.code(), Some(0 | 1)) {
        bail!(
            "{verb} of {contestant} ended with {}: {}",
            ended.status,
            String::from_utf8_lossy(&ended.stderr)
        );
    }
    Ok(out)
}

/// `course NAME HZ`: whether a controller passes a course at a rate, the worst severity of what it fails, and the failed
/// checks.
pub(crate) fn courses(contestant: &str) -> Result<Vec<Entry>> {
    let args = ["--no-time", "--rates", RATES].map(String::from);
    let out = compare(&["suite", "controllers"], contestant, &args)?;
    let results = Results::read(&out.join(FILE))?;
    let entry = |case: &Case| Entry {
        line: Line {
            key: format!("course {} {}", case.subject, case.axes.get(Axis::Hz)),
            values: course_values(case),
        },
        raw: vec![case.describe()],
    };
    Ok(results.cases.iter().map(entry).collect())
}

/// How a course ended, as one word, and what was failed.
pub fn course_values(case: &Case) -> String {
    let verdict = match (&case.end, case.severity()) {
        (End::Played, Some(severity)) => {
            let checks: Vec<&str> = case.failures().iter().map(|row| row.check.name()).collect();
            return format!(
                "verdict=failed severity={} checks={}",
                severity.word(),
                checks.join(",")
            );
        }
        (end, _) => ended(end),
    };
    format!("verdict={verdict}")
}

/// How a case ended, as one word; of one that was played, that nothing failed.
fn ended(end: &End) -> &'static str {
    match end {
        End::Played => "passed",
        End::Stopped(_) => "stopped",
        End::Refused(_) => "refused",
        End::NotJudged(_) => "not-judged",
        End::NotAsked(_) => "not-asked",
    }
}

/// `suite FAMILY`: how many scenes of a family ended how, and where the players went; `suite FAMILY SCENE` for each scene
/// that is asked and not passed.
pub(crate) fn suite(contestant: &str, wanted: Option<&str>) -> Result<Vec<Entry>> {
    let out = compare(&["suite", "families"], contestant, &["--quick".into()])?;
    let results = Results::read(&out.join(FILE))?;
    let (mut families, mut out_of_order) = (BTreeMap::new(), Vec::new());
    for case in &results.cases {
        let (family, scene) = (case.subject.as_str(), case.axes.get(Axis::Scene));
        let tally = families
            .entry(family.to_owned())
            .or_insert_with(|| Tally::new(format!("suite {family}"), "scenes", wanted));
        let hash = case.facts.get(STATES).map_or("none", String::as_str);
        tally.add(&format!("{scene} states {hash}"));
        let outcome = family_outcome(case);
        tally.count(outcome, 1);
        if !matches!(outcome, "passed" | "not-asked") {
            out_of_order.push(Entry {
                line: Line {
                    key: format!("suite {family} {scene}"),
                    values: format!("outcome={outcome}{}", family_values(case)),
                },
                raw: vec![case.describe()],
            });
        }
    }
    out_of_order.extend(families.into_values().map(Tally::entry));
    Ok(out_of_order)
}

/// How a scene of a family ended, as one word.
pub fn family_outcome(case: &Case) -> &'static str {
    let is_exempt = case.rows.iter().any(|row| row.outcome == Outcome::ByReference);
    match (&case.end, case.severity()) {
        (End::Played, Some(_)) => "failed",
        (End::Played, None) if is_exempt => "exempt",
        (End::NotAsked(_), _) if case.facts.contains_key(LEFT_OUT) => "not-collided-with",
        (end, _) => ended(end),
    }
}

/// Severity, how many expectations were not met, and what was found how often.
fn family_values(case: &Case) -> String {
    let mut values = String::new();
    if let Some(severity) = case.severity() {
        values += &format!(" severity={}", severity.word());
    }
    let unmet = [Check::Goal, Check::Bound, Check::Exemption];
    let failed = case.rows.iter().filter(|row| row.severity().is_some());
    match failed.filter(|row| unmet.contains(&row.check)).count() {
        0 => (),
        n => values += &format!(" unmet={n}"),
    }
    let found = case.rows.iter().filter(|row| !unmet.contains(&row.check));
    let found = found.filter_map(|row| Some(format!("{}x{}", row.check.code()?, row.failed)));
    match found.collect::<Vec<_>>().join("-").as_str() {
        "" => (),
        found => values += &format!(" findings={found}"),
    }
    values
}

/// `bar MAP HULL PART`: what the correctness bar counts on a map; all gaps and ways of sweeps from rest together.
pub(crate) fn bar(contestant: &str) -> Result<Vec<Entry>> {
    let maps = MAPS.map(|map| format!("scenes/maps/{map}.bsp")).join(",");
    let mut args = vec!["--worlds".into(), maps];
    args.extend(SIZES.map(String::from));
    let out = compare(&["bar"], contestant, &args)?;
    let mut parts: BTreeMap<String, (BTreeMap<String, u64>, Vec<String>)> = BTreeMap::new();
    for case in &Results::read(&out.join(FILE))?.cases {
        if let Some(why) = case.reason() {
            let end = ended(&case.end);
            let (counts, texts) = parts.entry(format!("bar {}  {end}", case.subject)).or_default();
            counts.insert(end.into(), 1);
            texts.push(why.to_owned());
        }
        for row in &case.rows {
            // A declaration is no question, and who stopped has a line for it.
            if matches!(row.check, Check::Declares | Check::Stopped) {
                continue;
            }
            let [hull, part] = [Axis::Hull, Axis::Questions].map(|axis| row.axes.get(axis).replace(' ', "-"));
            let key = format!("bar {} {hull} {part}", case.subject);
            let (counts, texts) = parts.entry(key).or_default();
            let mut count = |name: &str, n: u64| *counts.entry(name.into()).or_default() += n;
            match row.check {
                Check::TrueHits | Check::Walked | Check::Gaps => {
                    count("asked", row.asked);
                    if row.check == Check::TrueHits {
                        count("true_hits", row.value.unwrap_or_default() as u64);
                    }
                }
                check => count(column(check), row.failed),
            }
            texts.push(row.describe());
        }
    }
    let of = |(key, (mut counts, raw)): (String, (BTreeMap<String, u64>, Vec<String>))| {
        counts.retain(|_, n| *n > 0);
        let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{name}={n}")).collect();
        // What a contestant is not asked on a map has no counts.
        let values = match counts.is_empty() {
            true => "asked=0".into(),
            false => counts.join(" "),
        };
        Entry {
            line: Line { key, values },
            raw,
        }
    };
    Ok(parts.into_iter().map(of).collect())
}

/// The name of a count in the record: that of the class of fault, where it is one.
fn column(check: Check) -> &'static str {
    let fault = Fault::ALL.iter().find(|fault| fault.check() == check);
    fault.map_or(check.name(), |fault| match fault {
        Fault::TooDeep | Fault::InSolid => "too_deep",
        Fault::Stuck => "stuck",
        _ => fault.key(),
    })
}
