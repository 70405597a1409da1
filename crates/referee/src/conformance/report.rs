//! The faults found, each with its worst case as a question that can be asked again.

use std::collections::BTreeMap;
use std::fmt;

/// A fault that was found, with its worst case.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The property broken, as in [`PROPERTIES`](crate::conformance::PROPERTIES).
    pub property: &'static str,
    /// The fault, in words that are the same for every case.
    pub fault: &'static str,
    /// Cases in which it did.
    pub count: usize,
    /// The worst case's size, in units where the fault has a size, else 1.
    pub worst: f32,
    /// The worst case: world, rules, hull, the sweep in the format of
    /// [`recording`](clipmark_collision::recording), and the answer.
    pub example: String,
}

/// A fault that a backend is known to have. It stays visible: the check fails when the fault gets worse. It
/// also fails when the fault is gone: the entry must go too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// [`Violation::property`]
    pub property: &'static str,
    /// [`Violation::fault`]
    pub fault: &'static str,
    /// Largest [`Violation::worst`] that is the known fault, and not another.
    pub at_most: f32,
    /// How often it is found at most, for each case of the property: what bounds a fault without a size. Infinite where nothing
    /// does.
    pub per_case: f32,
    /// Why it is there.
    pub reason: &'static str,
}

/// The checks and the findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The backend's name.
    pub name: String,
    /// All faults, in the order of their names.
    pub violations: Vec<Violation>,
    /// How many cases each property was tried on.
    pub cases: BTreeMap<&'static str, usize>,
    /// Facts that are no verdict, such as how many moved worlds were answered bit for bit.
    pub statistics: Vec<String>,
}

impl Report {
    /// The faults of one property.
    pub fn violations(&self, property: &str) -> impl Iterator<Item = &Violation> {
        self.violations.iter().filter(move |v| v.property == property)
    }

    /// Whether nothing was found and every property was tried.
    pub fn conforms(&self) -> bool {
        self.complaints(&[]).is_empty()
    }

    /// On how many cases a fault's property was tried.
    fn cases_of(&self, v: &Violation) -> usize {
        self.cases.get(v.property).copied().unwrap_or_default()
    }

    /// Objections to the backend, one sentence each, when these faults are known.
    pub fn complaints(&self, known: &[Known]) -> Vec<String> {
        let is = |k: &Known, v: &Violation| k.property == v.property && k.fault == v.fault;
        let mut out = Vec::new();
        for v in &self.violations {
            match known.iter().find(|k| is(k, v)) {
                None => out.push(v.to_string()),
                Some(k) if v.worst > k.at_most => {
                    out.push(format!("worse than the known {}: {v}", k.at_most));
                }
                Some(k) if v.count as f32 > k.per_case * self.cases_of(v) as f32 => {
                    let (often, cases) = (k.per_case, self.cases_of(v));
                    out.push(format!(
                        "more often than the known {often} for each of {cases} cases: {v}"
                    ));
                }
                Some(_) => {}
            }
        }
        for k in known {
            if !self.violations.iter().any(|v| is(k, v)) {
                out.push(format!(
                    "{}: `{}` is listed as known ({}), but no longer occurs; remove the entry",
                    k.property, k.fault, k.reason
                ));
            }
        }
        for property in crate::conformance::PROPERTIES {
            if self.cases.get(property).is_none_or(|&n| n == 0) {
                out.push(format!("{property}: no case of it could be tried"));
            }
        }
        out
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            property,
            fault,
            count,
            worst,
            example,
        } = self;
        write!(
            f,
            "{property}: {fault}: {count} times, worst {worst}\n    {example}"
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "conformance of {}", self.name)?;
        for (property, cases) in &self.cases {
            let faults = self.violations(property).map(|v| v.count).sum::<usize>();
            writeln!(f, "  {property:<14} {cases:>8} cases {faults:>6} faults")?;
        }
        for line in &self.statistics {
            writeln!(f, "  {line}")?;
        }
        self.violations.iter().try_for_each(|v| writeln!(f, "- {v}"))
    }
}

/// Properties write their findings here.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// The property that is tried.
    property: &'static str,
    faults: BTreeMap<(&'static str, &'static str), Violation>,
    cases: BTreeMap<&'static str, usize>,
    /// Answers compared with those in a moved world, and how many of them had the same bits.
    pub(crate) moved: (usize, usize),
    /// Sweeps that a step of a tolerance aside turns into another answer, of all that were tried.
    pub(crate) touchy: (usize, usize),
}

impl Ledger {
    /// From here on, cases and faults are of this property.
    pub(crate) fn begin(&mut self, property: &'static str) {
        self.property = property;
    }

    /// One more case of the property.
    pub(crate) fn case(&mut self) {
        *self.cases.entry(self.property).or_default() += 1;
    }

    /// As [`found`](Self::found), where the answer is wrong.
    pub(crate) fn found_if(
        &mut self,
        wrong: bool,
        fault: &'static str,
        size: f32,
        example: impl FnOnce() -> String,
    ) {
        if wrong {
            self.found(fault, size, example);
        }
    }

    /// A fault of a size (NaN counts as infinite); the text is only made for the worst of its kind.
    pub(crate) fn found(&mut self, fault: &'static str, size: f32, example: impl FnOnce() -> String) {
        let property = self.property;
        let size = if size.is_nan() { f32::INFINITY } else { size };
        let entry = self.faults.entry((property, fault)).or_insert_with(|| Violation {
            property,
            fault,
            count: 0,
            worst: f32::NEG_INFINITY,
            example: String::new(),
        });
        entry.count += 1;
        if size > entry.worst {
            entry.worst = size;
            entry.example = example();
        }
    }

    pub(crate) fn report(self, name: &str) -> Report {
        let share = |(some, all): (usize, usize)| 100.0 * some as f64 / all.max(1) as f64;
        Report {
            name: name.into(),
            violations: self.faults.into_values().collect(),
            cases: self.cases,
            statistics: vec![
                format!(
                    "moved worlds: {} answers, {:.1} % of them with the same fraction to the bit",
                    self.moved.1,
                    share(self.moved)
                ),
                format!(
                    "touchy sweeps, left out where answers are compared: {:.1} % of {}",
                    share(self.touchy),
                    self.touchy.1
                ),
            ],
        }
    }
}
