//! Where QuakeWorld stops dead on a chain of surf ramps, the reference mover stops too: no failure of the backend's.
use clipmark_rows::known::Known;
use clipmark_rows::{Axis, Case, Check, Outcome, RULES, Row, Run, Severity};
use clipmark_suite::runner::Group;
use clipmark_suite::{Effort, SceneGroup, Suite, Wanted, plan, read_exempt};
use std::fs;
use std::path::{Path, PathBuf};

const FAMILY: &str = "10-surf-chain.ron";

fn suites() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/suite")
}

fn planned(contestant: &str, effort: Effort) -> Vec<SceneGroup> {
    planned_with(contestant, effort, read_exempt(&suites()).unwrap()).1
}

fn surf_chain() -> Suite {
    Suite::load(suites().join(FAMILY)).unwrap()
}

fn planned_with(contestant: &str, effort: Effort, exempt: Known) -> (Run, Vec<SceneGroup>) {
    let wanted = Wanted {
        contestants: vec![contestant.into()],
        effort,
        program: String::new(),
        exempt,
    };
    plan(vec![surf_chain()], &wanted).unwrap()
}

/// The list holds both ways: what the reference fails is to be on it, and nothing else.
#[test]
fn what_stops_bsp_at_joints_of_surf_ramps_stops_the_exact_reference_too_and_has_to_be_listed() {
    let listed = planned("bsp", Effort::Quick);
    let cases: Vec<Case> = listed.iter().flat_map(|group| group.play().unwrap()).collect();
    let failed: Vec<_> = cases.iter().filter(|case| case.severity().is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    let lawful: Vec<&Case> = cases.iter().filter(|case| case.is_exempt()).collect();
    assert!(!lawful.is_empty() && !lawful.iter().any(|case| case.is_passed()));
    let is_quakeworld = |case: &&Case| case.axes.get(Axis::Profile).starts_with("quakeworld");
    assert!(lawful.iter().all(is_quakeworld), "{lawful:#?}");
    let name = |is_wanted: fn(&Case) -> bool| {
        let case = cases.iter().find(|case| is_wanted(case)).unwrap();
        case.axes.get(Axis::Scene).to_owned()
    };
    let (exempt, sound) = (name(Case::is_exempt), name(Case::is_passed));
    let list = format!("rules = {RULES}\n[[known]]\nscene = \"{sound}\"\nreason = \"a guess\"");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(suites().join(FAMILY), folder.path().join(FAMILY)).unwrap();
    let read = |list: &str| {
        fs::write(folder.path().join("known.toml"), list).unwrap();
        read_exempt(folder.path())
    };
    for (list, why) in [
        (
            list.replace(&sound, "10-surf-chain-0"),
            "there is no scene `10-surf-chain-0`",
        ),
        (format!("{list}\ncontestant = \"bsp\""), "name none"),
        (format!("{list}\ncheck = \"goal\""), "name no check"),
        (format!("{list}\nseverity = \"lost\""), "no severity"),
    ] {
        let refused = read(&list).unwrap_err().to_string();
        assert!(
            refused.contains("known.toml: line 2: ") && refused.contains(why),
            "{list}: {refused}"
        );
    }
    let guess = read(&list).unwrap();
    let (_, changed) = planned_with("bsp", Effort::Quick, guess);
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

/// What `docs/scenes.md` promises of every scene, and of those with movers.
#[test]
fn findings_of_these_codes_fail_a_scene_of_a_family() {
    let (run, _) = planned_with("bsp", Effort::Quick, Known::default());
    let codes = run.checklists["families"].iter().filter_map(|check| check.code());
    assert!(codes.eq(["F1", "F3", "F20", "F31", "F32", "F33", "F34", "F35"]));
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
