//! A scene of the suite played by a contestant, by the exact mover, and by each with the other's answers.

use clipmark_collision::{CollisionBackend, Sweep, TouchRule, Trace, Work};
use clipmark_geometry::{Contents, Hull, Point};
use clipmark_measure::{Contestant, Played, ReferenceInF32, ReferenceSpace, Setting, beginning, play_input};
use clipmark_movement::{CommandError, Space, TickFacts, TickInput, TickSpace, tick_anywhere};
use clipmark_referee::Corners;
use clipmark_rows::known::Known;
use clipmark_scene::Scene;
use clipmark_suite::{Effort, SceneGroup, Suite, Wanted, plan};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

/// Two stops nearer than this are one, at which several planes may be met, in units.
const ONE_STOP: f32 = 0.01;

/// A space whose sweeps are answered otherwise.
pub(crate) struct Answering<'a, S: ?Sized> {
    pub(crate) trace: &'a dyn Fn(&Sweep, &mut Work) -> Trace,
    pub(crate) else_as: &'a S,
}

impl<S: Space<Real = f32> + ?Sized> Space for Answering<'_, S> {
    type Real = f32;

    fn trace(&self, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
        (self.trace)(&Sweep::new(*hull, *start, *end).against(mask), work)
    }

    fn contents(&self, at: &Point) -> Contents {
        self.else_as.contents(at)
    }

    fn sweeps_boxes(&self) -> bool {
        self.else_as.sweeps_boxes()
    }
}

impl<S: Space<Real = f32> + ?Sized> TickSpace for Answering<'_, S> {
    fn tick(&self, call: TickInput<f32>) -> Result<TickFacts, CommandError> {
        tick_anywhere(self, call)
    }
}

/// A contestant's runs in a scene of a family: alone, and with exact planes. Also the exact mover's with its planes and, in f64,
/// by another touch rule.
pub(crate) struct Runs {
    pub(crate) own: Played,
    pub(crate) with_exact_planes: Played,
    pub(crate) exact_with_planes: Played,
    pub(crate) exact: Played<f64>,
    pub(crate) exact_in_f32: Played,
    pub(crate) exact_in_solid: Played<f64>,
}

/// The scenes of a family.
type Planned = Vec<SceneGroup>;

/// Planned once a process for each contestant: some families have tens of thousands of scenes.
fn planned(family: &str, who: Contestant) -> &'static Planned {
    static PLANS: Mutex<BTreeMap<String, &'static OnceLock<Planned>>> = Mutex::new(BTreeMap::new());
    let key = format!("{family} {who}");
    let made = *PLANS
        .lock()
        .unwrap()
        .entry(key)
        .or_insert_with(|| Box::leak(Box::default()));
    made.get_or_init(|| {
        let file = format!("../../scenes/suite/{family}.ron");
        let wanted = Wanted {
            contestants: vec![who.to_string()],
            effort: Effort::Full,
            program: String::new(),
            exempt: Known::default(),
        };
        let suite = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        plan(vec![suite], &wanted).unwrap().1
    })
}

/// A scene of a family, and a contestant in it.
pub(crate) fn enter(
    family: &str,
    who: Contestant,
    [case, profile, tick, place]: [&str; 4],
) -> (Scene, Setting) {
    let groups = planned(family, who);
    let is_it = |v: &clipmark_suite::Variant| {
        [v.case.as_str(), v.profile.as_str()] == [case, profile]
            && [v.tick_name(), v.place_name()] == [tick, place]
    };
    let group = groups.iter().find(|group| is_it(&group.variant)).unwrap();
    let scene = group.scene().unwrap();
    let setting = Setting::shared_by(&scene, &[who]).unwrap();
    (scene, setting)
}

pub(crate) fn runs(family: &str, contestant: &str, scene: [&str; 4]) -> Runs {
    let who: Contestant = contestant.parse().unwrap();
    let (scene, setting) = enter(family, who, scene);
    let built = setting.enter(who).unwrap();
    let (start, input) = beginning(&scene, &setting.world, setting.profile.order).unwrap();
    let space = |touch| {
        let mut profile = setting.profile;
        profile.trace_rules.touch = touch;
        ReferenceSpace::with(&setting.world, profile, Corners::Kept, None).unwrap()
    };
    let truth = space(setting.profile.trace_rules.touch);
    let backend: &dyn CollisionBackend = &*built.backend;
    let own = |sweep: &Sweep, work: &mut Work| backend.trace(sweep, work);
    let exact = |sweep: &Sweep, work: &mut Work| {
        ReferenceInF32(&truth).trace(&sweep.hull, &sweep.start, &sweep.end, sweep.mask, work)
    };
    // The ends of one, with the planes of the other where both stop at one place.
    let mixed = |ends: &dyn Fn(&Sweep, &mut Work) -> Trace, planes: &dyn Fn(&Sweep, &mut Work) -> Trace| {
        let trace = |sweep: &Sweep, work: &mut Work| {
            let (mut answer, other) = (ends(sweep, work), planes(sweep, work));
            let apart = (answer.fraction - other.fraction).abs() * sweep.displacement().norm();
            if apart < ONE_STOP && answer.plane.is_some() && other.plane.is_some() {
                answer.plane = other.plane;
            }
            answer
        };
        let mixed = Answering {
            trace: &trace,
            else_as: &ReferenceInF32(&truth),
        };
        play_input(&mixed, &built.setup, start, &input).unwrap()
    };
    Runs {
        own: built.play(&setting).unwrap(),
        with_exact_planes: mixed(&own, &exact),
        exact_with_planes: mixed(&exact, &own),
        exact: truth.play(start.cast(), &input).unwrap(),
        exact_in_f32: play_input(&ReferenceInF32(&truth), &built.setup, start, &input).unwrap(),
        exact_in_solid: space(TouchRule::InSolid).play(start.cast(), &input).unwrap(),
    }
}

pub(crate) fn end(run: &Played) -> f64 {
    f64::from(run.states.last().unwrap().origin.x)
}
