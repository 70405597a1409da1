//! The cells, a fault and a judge each: what is expected, and the table of the results.

use clipmark_faults::AnyFault;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::fs;

/// The part that a fault is planted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A backend's answers.
    Collision,
    /// A tick's numbers, or its end.
    Movement,
    /// Movers' effect on players.
    Push,
}

/// A judge, in the order of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Judge {
    /// The verdict of a scene's comparison, and its expectations.
    Scene,
    /// The correctness bar.
    Bar,
    /// The scene suite.
    Suite,
    /// The laws of movement.
    Laws,
    /// The properties that every backend must have.
    Conformance,
    /// Recordings of the original engines.
    Recordings,
    /// Their recordings of worlds that move.
    Moving,
}

/// What a judge makes of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Caught,
    Passed,
    NotAsked,
}

/// One judge's result on one fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) kind: Kind,
    pub(crate) fault: String,
    pub(crate) judge: Judge,
    pub(crate) outcome: Outcome,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Collision, Self::Movement, Self::Push];

    pub(crate) fn of(fault: AnyFault) -> Self {
        match fault {
            AnyFault::Collision(_) => Self::Collision,
            AnyFault::Movement(_) => Self::Movement,
            AnyFault::Push(_) => Self::Push,
        }
    }
}

impl Judge {
    pub(crate) const ALL: [Self; 7] = [
        Self::Scene,
        Self::Bar,
        Self::Suite,
        Self::Laws,
        Self::Conformance,
        Self::Recordings,
        Self::Moving,
    ];

    /// The judges that are asked about faults of a kind.
    pub(crate) fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Collision => &[Self::Scene, Self::Bar, Self::Conformance, Self::Recordings],
            Kind::Movement => &[
                Self::Scene,
                Self::Suite,
                Self::Laws,
                Self::Recordings,
                Self::Moving,
            ],
            Kind::Push => &[Self::Scene, Self::Laws, Self::Moving],
        }
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scene => "scene",
            Self::Bar => "bar",
            Self::Suite => "suite",
            Self::Laws => "laws",
            Self::Conformance => "conformance",
            Self::Recordings => "recordings",
            Self::Moving => "moving",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Collision => "collision",
            Self::Movement => "movement",
            Self::Push => "push",
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Caught => "caught",
            Self::Passed => "passed",
            Self::NotAsked => "not-asked",
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            fault,
            judge,
            outcome,
        } = self;
        write!(f, "{kind} {fault} {judge} {outcome}")
    }
}

const GOLDEN: &str = "tests/golden/judges.txt";
const RESULTS: &str = "docs/results.md";
const BEGIN: &str = "<!-- table judges -->\n";
const END: &str = "<!-- end of table judges -->";

/// Whether files are to be written instead of compared.
fn writes() -> bool {
    std::env::var_os("CLIPMARK_WRITE").is_some()
}

/// The expected cells.
pub(crate) fn golden() -> Vec<Cell> {
    let text = fs::read_to_string(GOLDEN).unwrap();
    text.lines().map(read).collect()
}

fn read(line: &str) -> Cell {
    /// The value that is written as the word.
    fn known<T: fmt::Display + Copy>(all: &[T], word: &str, line: &str) -> T {
        let found = all.iter().find(|one| one.to_string() == word);
        *found.unwrap_or_else(|| panic!("{GOLDEN}: {line}"))
    }
    let words: Vec<&str> = line.split(' ').collect();
    let [kind, fault, judge, outcome] = words[..] else {
        panic!("{GOLDEN}: {line}");
    };
    Cell {
        kind: known(&Kind::ALL, kind, line),
        fault: fault.into(),
        judge: known(&Judge::ALL, judge, line),
        outcome: known(
            &[Outcome::Caught, Outcome::Passed, Outcome::NotAsked],
            outcome,
            line,
        ),
    }
}

/// Holds cells, each with what was found, to the expected ones of the same faults; or writes them in their place.
pub(crate) fn compare(judged: &[(Cell, String)]) {
    let faults: BTreeSet<&str> = judged.iter().map(|(cell, _)| cell.fault.as_str()).collect();
    let (of_these, others): (Vec<Cell>, Vec<Cell>) = golden()
        .into_iter()
        .partition(|cell| faults.contains(cell.fault.as_str()));
    if writes() {
        let all = others.iter().chain(judged.iter().map(|(cell, _)| cell));
        let lines: BTreeSet<String> = all.map(|cell| format!("{cell}\n")).collect();
        fs::write(GOLDEN, lines.into_iter().collect::<String>()).unwrap();
        return the_table_of_the_results_is_that_of_the_cells();
    }
    let key = |cell: &Cell| (cell.fault.clone(), cell.judge);
    let now: BTreeMap<_, _> = judged
        .iter()
        .map(|(cell, said)| (key(cell), (cell, said)))
        .collect();
    let expected: BTreeMap<_, _> = of_these.iter().map(|cell| (key(cell), cell)).collect();
    let mut apart = String::new();
    for cell in expected.values().filter(|cell| !now.contains_key(&key(cell))) {
        writeln!(apart, "{cell}: not asked any more").unwrap();
    }
    for (cell, said) in now.values() {
        let was = expected.get(&key(cell)).map(|cell| cell.outcome);
        if was != Some(cell.outcome) {
            let what = AnyFault::named(&cell.fault).map_or("", AnyFault::what);
            let was = was.map_or("new".into(), |outcome| format!("was {outcome}"));
            writeln!(apart, "{cell}: {was}. {what} {said}").unwrap();
        }
    }
    assert!(
        apart.is_empty(),
        "other cells than {GOLDEN} has; CLIPMARK_WRITE=1 writes them:\n{apart}"
    );
}

/// How many faults of each kind each judge caught, a row a kind.
fn table() -> String {
    let cells = golden();
    let mut out = String::from("**Planted faults that each judge caught · planted into bvh**\n\n|");
    for judge in Judge::ALL {
        write!(out, " | {judge}").unwrap();
    }
    writeln!(
        out,
        " | never caught |\n|---|{}",
        "---:|".repeat(Judge::ALL.len() + 1)
    )
    .unwrap();
    for kind in Kind::ALL {
        write!(out, "| {kind}").unwrap();
        let of_kind = || {
            let asked = |cell: &&Cell| cell.kind == kind && cell.outcome != Outcome::NotAsked;
            cells.iter().filter(asked)
        };
        for judge in Judge::ALL {
            let own: Vec<&Cell> = of_kind().filter(|cell| cell.judge == judge).collect();
            let caught = own.iter().filter(|cell| cell.outcome == Outcome::Caught);
            match own.len() {
                0 => write!(out, " | –").unwrap(),
                all => write!(out, " | {} of {all}", caught.count()).unwrap(),
            }
        }
        let faults: BTreeSet<&str> = of_kind().map(|cell| cell.fault.as_str()).collect();
        let caught: BTreeSet<&str> = of_kind()
            .filter(|cell| cell.outcome == Outcome::Caught)
            .map(|cell| cell.fault.as_str())
            .collect();
        writeln!(out, " | {} |", faults.len() - caught.len()).unwrap();
    }
    out
}

#[test]
fn the_table_of_the_results_is_that_of_the_cells() {
    let page = fs::read_to_string(RESULTS).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has the table");
    let (printed, after) = rest.split_once(END).expect("the table ends");
    let wanted = table();
    if writes() {
        fs::write(RESULTS, [before, BEGIN, &wanted, END, after].concat()).unwrap();
        return;
    }
    assert!(
        printed == wanted,
        "{RESULTS} has another table than {GOLDEN}; CLIPMARK_WRITE=1 writes it"
    );
}
