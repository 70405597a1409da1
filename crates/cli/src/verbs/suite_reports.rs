//! Full reports of the worst failed scenes: those of `compare THAT.ron --quick`, for all their contestants. They are
//! made one after another, since their contestants are timed.

use crate::made::provenance;
use crate::progress::Bar;
use crate::terminal::tell;
use anyhow::Result;
use clipmark_measure::{Options, compare};
use clipmark_record::suite::SuiteRun;
use clipmark_report::{prepare, write_report};
use clipmark_scene::Scene;
use clipmark_suite::folder;
use std::path::Path;

/// Writes a report for every scene in which a contestant failed worst, and says how many could not be.
pub(crate) fn write(run: &SuiteRun, out: &Path) -> Result<()> {
    let worst = run.worst_scenes();
    let bar = Bar::new();
    let mut left_out = Vec::new();
    for (i, scene) in worst.iter().enumerate() {
        bar.at("reporting failures", i as u64, worst.len() as u64);
        let played = run
            .cells
            .iter()
            .filter(|c| c.scene == *scene && c.failed().is_some());
        let options = Options {
            explain: None,
            contestants: Some(played.map(|c| c.contestant.clone()).collect()),
            quick: true,
            ..Options::default()
        };
        let file = folder::scenes(out).join(format!("{scene}.ron"));
        let compared = Scene::load(&file)
            .map_err(anyhow::Error::from)
            .and_then(|s| Ok(compare(&s, &options, &mut |_, _, _| ())?));
        match compared {
            Ok(mut comparison) => {
                comparison.made = provenance();
                let dir = folder::reports(out).join(scene);
                prepare(&dir)?;
                write_report(&comparison, &dir)?;
            }
            // A scene that starts in a solid or cannot be played on is named in the suite's own page.
            Err(e) => left_out.push(format!("{scene}: {e:#}")),
        }
    }
    drop(bar);
    for why in left_out {
        tell!("no report of {why}");
    }
    Ok(())
}
