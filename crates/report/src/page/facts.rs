//! The scene and the machine, at the foot of the page.

use crate::format;
use clipmark_record::Comparison;

pub(super) fn facts(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let (s, m) = (&comparison.scene, &comparison.machine);
    vec![
        ("world", s.world.clone()),
        ("brushes", format::count(s.brushes)),
        (
            "curved patches",
            match (s.patches, s.with_patches) {
                (0, _) => "0".into(),
                (n, true) => format!("{}, collided with", format::count(n)),
                (n, false) => format!("{}, removed for all", format::count(n)),
            },
        ),
        (
            "triangles",
            match (s.triangles, s.with_triangles) {
                (0, _) => "0".into(),
                (n, true) => format!("{}, collided with", format::count(n)),
                (n, false) => format!("{}, removed for all", format::count(n)),
            },
        ),
        ("moving parts", format::count(s.movers)),
        ("moving parts left out", format::count(s.submodels)),
        ("movement profile", s.profile.clone()),
        ("tick", format::msec(s.tick_msec)),
        ("ticks", format::count(s.ticks)),
        ("sweeps refereed", format::count(s.sweeps)),
        ("seed", s.seed.to_string()),
        (
            "processor",
            format!(
                "{} ({})",
                m.cpu,
                format::plural(m.cores, "logical core", "logical cores")
            ),
        ),
        ("system", m.os.clone()),
        ("Clipmark", format!("{}, {} build", m.version, m.build)),
    ]
}
