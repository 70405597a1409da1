//! Asks recorded sweeps through placed models, and tells how the answers differ from those recorded.

use super::answer::{MODEL_ANSWER, PlacedAnswer, QUAKE1_ANSWER, QUAKE3_ANSWER};
use super::clip::ClipAnswer;
use super::{Body, Engine, Question, Recording, Sweeps};
use crate::BackendKind;
use crate::MeasureError;
use crate::answers::{Difference, Differences, difference};
use clipmark_bsp::BspBackend;
use clipmark_collision::placed::{Placed, PlacedRules, Seen};
use clipmark_collision::recording::{Answer, Table};
use clipmark_collision::{CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Aabb, Contents, MapEntity, Model, Placement, PlacementId, Vec3, World};
use clipmark_hull::HullBackend;
use std::io::Write;

/// Quake III's numbers for the world, and for nothing.
const QUAKE3_WORLD: i32 = 1022;
const QUAKE3_NOTHING: i32 = 1023;

/// A moving world made ready for one recording.
enum Ready {
    /// Quake III's tracer, which knows what the engine leaves in answers that mean nothing.
    Bsp(Box<Placed<BspBackend>>),
    Any(Box<Placed<Box<dyn CollisionBackend>>>),
    Clip(Box<Placed<HullBackend>>),
}

/// Asks one recording's sweeps one by one.
struct Asker<'a> {
    ready: Ready,
    recording: &'a Recording,
    engine: Engine,
    /// The players' boxes, whose models come after the map's.
    boxes: Vec<Aabb>,
    models: usize,
    /// The scene that is placed now.
    scene: Option<usize>,
    /// Numbers of the models that are doors.
    doors: Vec<usize>,
    /// Whether all models but doors are hidden.
    hidden: bool,
    work: Work,
}

impl<'a> Asker<'a> {
    fn new(
        mut world: World,
        kind: BackendKind,
        rules: TraceRules,
        engine: Engine,
        recording: &'a Recording,
    ) -> Result<Self, MeasureError> {
        let models = world.models.len();
        let placed = recording.scenes.iter().flatten();
        let missing = placed.clone().find_map(|p| match p.body {
            Body::Model(number) if number > models => Some(number),
            _ => None,
        });
        if let Some(number) = missing {
            return Err(MeasureError::Refused(format!(
                "the recording places model *{number}, and the map has {models} models besides its world; give the map that it \
                 was made on"
            )));
        }
        let mut boxes: Vec<Aabb> = Vec::new();
        for placing in placed {
            if let Body::Player(bounds) = placing.body
                && !boxes.contains(&bounds)
            {
                boxes.push(bounds);
            }
        }
        let sizes: Vec<Aabb> = match engine {
            Engine::Quake3 => Vec::new(),
            _ => [1, 2].map(|number| engine.hull(number).bounds()).to_vec(),
        };
        for bounds in &boxes {
            let body = Model::body("player", bounds, Contents::BODY, &sizes);
            world.models.extend(body);
        }
        let of_class = |e: &&MapEntity| e.class() == "func_door";
        let doors = world.entities.iter().filter(of_class);
        let doors = doors.filter_map(MapEntity::model).collect();
        let placed_rules = PlacedRules::from_trace_rules(&rules);
        let ready = match engine {
            Engine::Quake3 if kind == BackendKind::BSP => {
                let build = |world: &World| BspBackend::build(world, rules);
                Ready::Bsp(Box::new(Placed::build(&world, placed_rules, build)?))
            }
            Engine::Quake3 => {
                let build = |world: &World| kind.build(world, rules);
                Ready::Any(Box::new(Placed::build(&world, placed_rules, build)?))
            }
            _ => {
                let build = |world: &World| HullBackend::build(world, rules);
                Ready::Clip(Box::new(Placed::build(&world, placed_rules, build)?))
            }
        };
        Ok(Self {
            ready,
            recording,
            engine,
            boxes,
            models,
            scene: None,
            doors,
            hidden: false,
            work: Work::silent(),
        })
    }

    /// Puts the scene of a question around it.
    fn enter(&mut self, scene: usize) {
        if self.scene.replace(scene) == Some(scene) {
            return;
        }
        let placed: Vec<Placement> = self.recording.scenes[scene]
            .iter()
            .map(|placing| Placement {
                model: match placing.body {
                    Body::Model(number) => number - 1,
                    Body::Player(bounds) => {
                        let at = self.boxes.iter().position(|b| *b == bounds);
                        self.models + at.unwrap_or_default()
                    }
                },
                pose: placing.pose,
            })
            .collect();
        match &mut self.ready {
            Ready::Bsp(world) => world.place(&placed),
            Ready::Any(world) => world.place(&placed),
            Ready::Clip(world) => world.place(&placed),
        }
        self.hidden = false;
    }

    fn ask(&mut self, question: &Question, sweep: &Sweep) -> PlacedAnswer {
        self.enter(question.scene);
        self.hide_unowned(question);
        let placings = &self.recording.scenes[question.scene];
        let pass = placings.iter().position(|p| p.entity == question.pass);
        let pass = pass.map(PlacementId::of_index);
        let entity = |id: PlacementId| placings.get(id.index()).map_or(-1, |p| p.entity);
        let work = &mut self.work;
        let kind = self.recording.kind;
        match &self.ready {
            Ready::Bsp(world) => {
                let mut trace = ask_quake3(world, kind, pass, sweep, work);
                // As the engine leaves it: where all is solid, with the earlier hit's plane.
                if trace.all_solid {
                    trace.plane = world.left_over(&trace, sweep, work);
                }
                answer_quake3(&trace, kind, entity)
            }
            Ready::Any(world) => {
                let trace = ask_quake3(world, kind, pass, sweep, work);
                answer_quake3(&trace, kind, entity)
            }
            Ready::Clip(world) => {
                let number = question.hull;
                let found = seen_as(world, pass).merged(sweep, work, |hulls, own, _, _| {
                    ClipAnswer::ask(hulls, number, own)
                });
                let t = found.trace;
                let (normal, dist) = t.plane.map_or((Vec3::zeros(), 0.0), |p| (p.normal, p.dist));
                let met = t.fraction < 1.0 || t.start_solid;
                PlacedAnswer {
                    answer: Answer {
                        fraction: t.fraction,
                        end: t.end,
                        normal,
                        dist,
                        start_solid: t.start_solid,
                        all_solid: t.all_solid,
                        contents: Contents::empty(),
                    },
                    inside: [t.in_open, t.in_water],
                    entity: found.model.map_or(if met { 0 } else { -1 }, entity),
                }
            }
        }
    }

    /// Quake's games pass by entities that the sweep's own entity owns. The world owns every entity without an owner. So a
    /// world's sweep meets doors alone, which own themselves.
    fn hide_unowned(&mut self, question: &Question) {
        let Ready::Clip(world) = &mut self.ready else {
            return;
        };
        let of_the_world = question.pass == 0;
        if self.hidden == of_the_world {
            return;
        }
        self.hidden = of_the_world;
        for (i, placing) in self.recording.scenes[question.scene].iter().enumerate() {
            let owns_itself = matches!(placing.body, Body::Model(number) if self.doors.contains(&number));
            world.set_solid(PlacementId::of_index(i), owns_itself || !of_the_world);
        }
    }

    /// The columns of its answers.
    fn table(&self) -> Table<PlacedAnswer> {
        match (self.engine, self.recording.kind) {
            (Engine::Quake3, Sweeps::OneModel) => MODEL_ANSWER,
            (Engine::Quake3, Sweeps::Everything) => QUAKE3_ANSWER,
            (Engine::QuakeWorld | Engine::NetQuake, _) => QUAKE1_ANSWER,
        }
    }

    fn sweep_of(&self, question: &Question) -> Sweep {
        Sweep {
            hull: self.engine.hull(question.hull),
            start: question.start,
            end: question.end,
            mask: question.mask,
        }
    }
}

/// The world as an entity sees it.
fn seen_as<B: CollisionBackend>(world: &Placed<B>, pass: Option<PlacementId>) -> Seen<'_, B> {
    match pass {
        Some(pass) => world.seen_by(pass),
        None => world.seen(),
    }
}

/// Quake III's sweep: through the one model, or through everything.
fn ask_quake3<B: CollisionBackend>(
    world: &Placed<B>,
    kind: Sweeps,
    pass: Option<PlacementId>,
    sweep: &Sweep,
    work: &mut Work,
) -> Trace {
    match kind {
        Sweeps::OneModel => {
            let trace = world.trace_one(PlacementId::of_index(0), sweep, work);
            trace.unwrap_or_else(|| Trace::free(sweep))
        }
        Sweeps::Everything => seen_as(world, pass).trace(sweep, work),
    }
}

/// The answer to it as it is recorded: sweeps through one model name no entity.
fn answer_quake3(trace: &Trace, kind: Sweeps, entity: impl Fn(PlacementId) -> i32) -> PlacedAnswer {
    let answer = PlacedAnswer {
        answer: trace.into(),
        ..PlacedAnswer::default()
    };
    let rigid = if trace.hit() { QUAKE3_WORLD } else { QUAKE3_NOTHING };
    match kind {
        Sweeps::OneModel => answer,
        Sweeps::Everything => PlacedAnswer {
            entity: trace.model.map_or(rigid, entity),
            ..answer
        },
    }
}

/// Writes the answer to each sweep of a recording, a line each, in the recording's form. Quake III's sweeps through one model
/// have no entity.
///
/// # Errors
/// A model that the map does not have, a world that the backend refuses, or the stream itself.
pub fn answer_all(
    world: World,
    kind: BackendKind,
    rules: TraceRules,
    engine: Engine,
    recording: &Recording,
    to: &mut impl Write,
) -> Result<(), MeasureError> {
    let mut asking = Asker::new(world, kind, rules, engine, recording)?;
    for question in &recording.questions {
        let asked = asking.ask(question, &asking.sweep_of(question));
        writeln!(to, "{}", asking.table().row(&asked))
            .map_err(|why| MeasureError::Refused(format!("the answers cannot be written: {why}")))?;
    }
    Ok(())
}

/// Compares each answer with the recorded one.
///
/// # Errors
/// A model that the map does not have, or a world that the backend refuses.
pub fn compare_all(
    world: World,
    kind: BackendKind,
    rules: TraceRules,
    engine: Engine,
    recording: &Recording,
) -> Result<Differences, MeasureError> {
    let mut asking = Asker::new(world, kind, rules, engine, recording)?;
    let mut found = Differences::default();
    for question in &recording.questions {
        let sweep = asking.sweep_of(question);
        let got = asking.ask(question, &sweep);
        let wanted = &question.wanted;
        let told = if asking.table().same(&got, wanted) {
            Difference::None
        } else {
            let ask = |sweep: &Sweep| asking.ask(question, sweep).answer;
            match difference(ask, &[], &sweep, &wanted.answer) {
                // The common fields are equal: another entity, or other notes on the way.
                Difference::None if got.entity != wanted.entity => Difference::Tie,
                Difference::None => Difference::Flags,
                told => told,
            }
        };
        found.note(told);
    }
    Ok(found)
}
