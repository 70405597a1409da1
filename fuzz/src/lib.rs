//! What the fuzz targets share: worlds and sweeps drawn from bytes, and the rules that every answer obeys.

mod draw;
mod rules;

use clipmark::measure::{backends, BackendKind, variants};
pub use draw::{Case, case, round_case};
use arbitrary::Unstructured;
use clipmark::collision::TraceRules;
pub use rules::{assert_agrees, assert_answers_obey, assert_certain, assert_exact};

/// All backends and variants but stock parry: its panics are caught, and under libFuzzer any panic is the end.
pub fn kinds() -> impl Iterator<Item = BackendKind> {
    let all = backends().chain(variants()).map(|(_, kind)| kind);
    all.filter(|kind| !kind.is_stock())
}

/// The world and the sweeps of these bytes: all backends against the exact reference, and that against itself. Says how
/// many sweeps they made; none if they ran out.
///
/// # Panics
/// If an answer is wrong.
pub fn assert_backends_agree(bytes: &[u8]) -> usize {
    let Ok(case) = round_case(&mut Unstructured::new(bytes)) else {
        return 0;
    };
    for sweep in &case.sweeps {
        assert_certain(&case.world, sweep);
    }
    // What the tutorial gets wrong is its point, and so are the faults of Quake's own walk, which `hull:ideal` repairs.
    for kind in kinds().filter(|k| *k != BackendKind::TUTORIAL && k.name() != "hull") {
        let Ok(backend) = kind.build(&case.world, TraceRules::QUAKE3) else {
            continue;
        };
        for sweep in case.sweeps.iter().filter(|s| backend.supports(&s.hull)) {
            assert_agrees(&*backend, &case.world, sweep);
        }
    }
    case.sweeps.len()
}
