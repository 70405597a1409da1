//! Where QuakeWorld stops dead on a chain of surf ramps, the reference mover stops too: no failure of the backend's.
use clipmark_record::suite::{Outcome, SuiteCell};
use clipmark_suite::{Effort, Suite, Wanted, plan};
use std::path::Path;

#[test]
fn what_stops_bsp_at_joints_of_surf_ramps_stops_the_exact_reference_too() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite/10-surf-chain.ron");
    let wanted = Wanted {
        contestants: vec!["bsp".into()],
        effort: Effort::Quick,
        shard: [1, 1],
        program: String::new(),
    };
    let (_, chosen, tasks) = plan(vec![Suite::load(&file).unwrap()], &wanted).unwrap();
    let cells: Vec<SuiteCell> = tasks
        .iter()
        .flat_map(|task| chosen.play(task, &[0]).unwrap())
        .collect();
    let failed: Vec<_> = cells.iter().filter(|c| c.failed() == Some(true)).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let stops = |c: &&SuiteCell| matches!(&c.outcome, Outcome::Played(run) if !run.lawful.is_empty());
    let lawful: Vec<&SuiteCell> = cells.iter().filter(stops).collect();
    assert!(!lawful.is_empty());
    assert!(
        lawful.iter().all(|c| c.profile.starts_with("quakeworld")),
        "{lawful:#?}"
    );
}

/// The reference mover's run was compared with the contestant's own run in the plain world, from which it differs by the
/// other touch rule. So eight cells of `hull` seemed to fail as the reference mover does.
#[test]
fn the_reference_mover_is_compared_with_its_own_run_in_the_plain_world() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite/10-surf-chain.ron");
    let wanted = Wanted {
        contestants: vec!["hull".into()],
        effort: Effort::Full,
        shard: [1, 1],
        program: String::new(),
    };
    let (_, chosen, tasks) = plan(vec![Suite::load(&file).unwrap()], &wanted).unwrap();
    let is_it = |name: &str| name == "10-surf-chain-291040c1";
    let task = tasks
        .iter()
        .find(|task| is_it(&chosen.scene(task).unwrap().name))
        .unwrap();
    let cells = chosen.play(task, &[0]).unwrap();
    let Outcome::Played(run) = &cells[0].outcome else {
        panic!("{cells:#?}")
    };
    assert_eq!(run.unmet.len(), 2, "{run:#?}");
    assert!(run.lawful.is_empty(), "{run:#?}");
}
