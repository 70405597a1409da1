//! Common parts of the fuzz targets: worlds and sweeps drawn from bytes, and the rules that every answer obeys.

mod draw;
mod exact;
mod finding;
mod onward;
mod rules;
mod smaller;

use arbitrary::Unstructured;
use clipmark_collision::CollisionBackend;
use clipmark_measure::{BackendKind, backends, variants};
pub use draw::{Case, case, round_case};
pub use exact::assert_exact;
pub use finding::Finding;
pub use rules::assert_answers_obey;
pub use smaller::smallest;

/// All backends and variants but stock parry: its panics are caught, and under libFuzzer any panic is the end.
pub fn kinds() -> impl Iterator<Item = BackendKind> {
    let all = backends().chain(variants()).map(|(_, kind)| kind);
    all.filter(|kind| !kind.is_stock())
}

/// The kinds that are judged by the exact reference. The tutorial's errors are its point, and so are the faults of Quake's
/// own walk.
pub fn judged_kinds() -> impl Iterator<Item = BackendKind> {
    kinds().filter(|kind| kind.name() != "hull" && !kind.name().starts_with("bsp:"))
}

/// The result of a case.
#[derive(Debug, Default)]
pub struct Judged {
    /// Sweeps that were drawn.
    pub sweeps: usize,
    /// The sweeps that meet something, by the exact reference.
    pub met: usize,
    /// The faults: one for each backend and sweep at most.
    pub findings: Vec<Finding>,
}

/// All backends against the exact reference, and that against itself.
pub fn judged(case: &Case) -> Judged {
    let mut judged = Judged::default();
    for sweep in &case.sweeps {
        let (met, finding) = exact::of_reference(&case.world, sweep);
        judged.sweeps += 1;
        judged.met += usize::from(met);
        judged.findings.extend(finding);
    }
    for kind in judged_kinds() {
        if let Ok(backend) = kind.build(&case.world, case.rules) {
            let of_this = findings_of(&*backend, case).into_iter();
            judged.findings.extend(of_this.map(|f| Finding {
                backend: kind.name().into(),
                ..f
            }));
        }
    }
    judged
}

/// The faults of one backend's answers.
pub fn findings_of(backend: &dyn CollisionBackend, case: &Case) -> Vec<Finding> {
    let others = case.sweeps.iter().cycle().skip(1).map(|s| s.end);
    let asked = case.sweeps.iter().zip(others);
    let asked = asked.filter(|(sweep, _)| backend.facts().supports(&sweep.hull));
    asked
        .filter_map(|(sweep, other)| exact::fault_of_sweep(backend, &case.world, sweep, other))
        .collect()
}

/// All of it for the case that is drawn from these bytes.
///
/// # Panics
/// If an answer is wrong.
pub fn assert_backends_agree(bytes: &[u8]) {
    if let Ok(case) = round_case(&mut Unstructured::new(bytes))
        && let Some(finding) = judged(&case).findings.first()
    {
        finding.fail();
    }
}
