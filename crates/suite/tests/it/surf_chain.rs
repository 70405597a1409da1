//! Where QuakeWorld stops dead on a chain of surf ramps, the reference mover stops too: no failure of the backend's.
use clipmark_rows::known::Known;
use clipmark_rows::{Axis, Case, Check, Outcome, RULES, Row, Severity};
use clipmark_suite::runner::Group;
use clipmark_suite::{Effort, SceneGroup, Suite, Wanted, names, plan, read_exempt};
use std::path::Path;

fn planned(contestant: &str, effort: Effort) -> Vec<SceneGroup> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite");
    planned_with(contestant, effort, read_exempt(&folder).unwrap())
}

fn surf_chain() -> Suite {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite");
    Suite::load(folder.join("10-surf-chain.ron")).unwrap()
}

fn planned_with(contestant: &str, effort: Effort, exempt: Known) -> Vec<SceneGroup> {
    let wanted = Wanted {
        contestants: vec![contestant.into()],
        effort,
        program: String::new(),
        exempt,
    };
    plan(vec![surf_chain()], &wanted).unwrap().1
}

#[test]
fn what_stops_bsp_at_joints_of_surf_ramps_stops_the_exact_reference_too() {
    let groups = planned("bsp", Effort::Quick);
    let cases: Vec<Case> = groups.iter().flat_map(|group| group.play().unwrap()).collect();
    let failed: Vec<_> = cases.iter().filter(|case| case.severity().is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let lawful: Vec<&Case> = cases.iter().filter(|case| case.is_exempt()).collect();
    assert!(!lawful.is_empty() && !lawful.iter().any(|case| case.is_passed()));
    let is_quakeworld = |case: &&Case| case.axes.get(Axis::Profile).starts_with("quakeworld");
    assert!(lawful.iter().all(is_quakeworld), "{lawful:#?}");
}

/// The list holds both ways: what the reference fails is to be on it, and nothing else.
#[test]
fn a_scene_that_is_not_listed_fails_and_so_does_a_listed_one_that_is_sound() {
    let listed = planned("bsp", Effort::Quick);
    let cases: Vec<Case> = listed.iter().flat_map(|group| group.play().unwrap()).collect();
    let name = |is_wanted: fn(&Case) -> bool| {
        let case = cases.iter().find(|case| is_wanted(case)).unwrap();
        case.axes.get(Axis::Scene).to_owned()
    };
    let (exempt, sound) = (name(Case::is_exempt), name(Case::is_passed));
    let list = format!("rules = {RULES}\n[[known]]\nscene = \"{sound}\"\nreason = \"a guess\"");
    let of_all = names(&[surf_chain()]).unwrap();
    let read = |list: &str| Known::read(list, "known.toml", &of_all, |_| Ok(()));
    assert!(
        read(&list.replace(&sound, "10-surf-chain-0")).is_err(),
        "there is no such scene"
    );
    let guess = read(&list).unwrap();
    let changed = planned_with("bsp", Effort::Quick, guess);
    let rows = |scene: &str| {
        let group = changed
            .iter()
            .find(|group| group.variant.name() == scene)
            .unwrap();
        group.play().unwrap().remove(0).rows
    };
    let failed = Outcome::Failed(Severity::Stuck);
    let not_listed = rows(&exempt);
    let is_shared = |row: &&Row| [Check::Goal, Check::Bound].contains(&row.check) && row.outcome == failed;
    assert!(not_listed.iter().any(|row| is_shared(&row)), "{not_listed:#?}");
    let listed = rows(&sound);
    let is_exemption = |row: &Row| row.check == Check::Exemption && row.outcome == failed;
    assert!(listed.iter().any(is_exemption), "{listed:#?}");
}

/// The reference mover's run was compared with the contestant's own run in the plain world, from which it differs by the
/// other touch rule. So eight cells of `hull` seemed to fail as the reference mover does.
#[test]
fn the_reference_mover_is_compared_with_its_own_run_in_the_plain_world() {
    let groups = planned("hull", Effort::Full);
    let is_it = |group: &&SceneGroup| group.variant.name() == "10-surf-chain-291040c1";
    let cases = groups.iter().find(is_it).unwrap().play().unwrap();
    let of = |outcome: fn(&Outcome) -> bool| {
        let expected = cases[0]
            .rows
            .iter()
            .filter(|row| [Check::Goal, Check::Bound].contains(&row.check));
        expected.filter(|row| outcome(&row.outcome)).count()
    };
    assert_eq!(
        of(|outcome| matches!(outcome, Outcome::Failed(_))),
        2,
        "{cases:#?}"
    );
    assert_eq!(of(|outcome| *outcome == Outcome::ByReference), 0, "{cases:#?}");
}
