//! Every scene that a suite stands for.

use crate::Suite;
use crate::case::Case;
use crate::family::Family;
use crate::profile_facts::{ProfileFacts, Stage};
use clipmark_rows::fnv1a;
use clipmark_scene::{Frame, Player, ProfileChoice, Scene, SceneError, Start, Tick, WorldSource};
use std::path::PathBuf;

/// How much of a suite is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The first and the last tick, two places, some of the cases and a quarter of the sweeps.
    Quick,
    /// Everything.
    Full,
}

/// The turn that a quick run plays besides none, as a share of a full circle: 67.5 degrees of 16 turns.
const QUICK_TURN: f64 = 3.0 / 16.0;

/// One scene of a suite, by its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Short name of the suite.
    pub suite: String,
    /// The varied part: the case.
    pub case: String,
    /// The movement.
    pub profile: String,
    /// Its tick.
    pub tick: Tick,
    /// Where it is put.
    pub frame: Frame,
    /// Random sweeps refereed in its world: only at the first tick, as answers do not depend on it.
    pub sweeps: u32,
    /// Which of the profiles, and which of the cases.
    at: [usize; 2],
}

impl Variant {
    /// All that makes it, in one line.
    pub fn id(&self) -> String {
        format!(
            "{} · {} · {} · {} · {}",
            self.suite,
            self.case,
            self.profile,
            self.tick_name(),
            self.place_name()
        )
    }

    /// The tick in words.
    pub fn tick_name(&self) -> String {
        match self.tick {
            Tick::Hz(hz) => format!("{hz} Hz"),
            Tick::Msec(ms) => format!("{ms} ms"),
        }
    }

    /// The place in words.
    pub fn place_name(&self) -> String {
        let [x, y, z] = self.frame.at;
        if self.frame.at == [0.0; 3] {
            format!("yaw {}", self.frame.yaw)
        } else {
            format!("yaw {} at {x:.3} {y:.3} {z:.3}", self.frame.yaw)
        }
    }

    /// A name for its scene and its file.
    pub fn name(&self) -> String {
        format!("{}-{:08x}", self.suite, fnv1a(self.id()) as u32)
    }
}

impl Suite {
    /// All its variants. `figures` are those of [`Suite::profiles`], in order.
    pub fn variants(&self, figures: &[ProfileFacts], effort: Effort) -> Vec<Variant> {
        let mut out = Vec::new();
        for (f, figure) in figures.iter().enumerate() {
            for (t, &tick) in self.ticks(effort).iter().enumerate() {
                for frame in self.places(effort) {
                    let cases = self.cases(&stage(figure, tick, &frame)).into_iter().enumerate();
                    let every = if effort == Effort::Quick {
                        self.quick_every
                    } else {
                        1
                    };
                    out.extend(cases.step_by(every).map(|(c, case)| Variant {
                        suite: self.name.clone(),
                        case: case.label,
                        profile: figure.profile.clone(),
                        tick,
                        frame,
                        sweeps: match (t, effort) {
                            (0, Effort::Full) => self.sweeps,
                            (0, Effort::Quick) => self.sweeps / 4,
                            _ => 0,
                        },
                        at: [f, c],
                    }));
                }
            }
        }
        out
    }

    /// The scene of a variant of this suite.
    ///
    /// # Errors
    /// Parameters that make no world.
    pub fn scene(&self, variant: &Variant, figures: &[ProfileFacts]) -> Result<Scene, SceneError> {
        let [f, c] = variant.at;
        let mut cases = self.cases(&stage(&figures[f], variant.tick, &variant.frame));
        let case = cases.swap_remove(c);
        let scene = Scene {
            version: 1,
            name: variant.name(),
            title: format!("{} {}: {}", self.number, self.title, case.label),
            description: format!("{} Of {}.", self.description, variant.id()),
            world: WorldSource::Shapes(case.shapes),
            movers: case.movers,
            others: Vec::new(),
            frame: variant.frame,
            player: Player {
                start: Start::At(case.start[0], case.start[1], case.start[2]),
                yaw: Some(case.yaw),
                velocity: case.velocity,
                hull: None,
                buried: case.buried,
            },
            profile: ProfileChoice {
                base: variant.profile.clone(),
                changes: case.changes,
            },
            tick: variant.tick,
            input: case.input,
            contestants: clipmark_scene::default_contestants(),
            expect: case.expect,
            sweeps: variant.sweeps,
            seed: 1,
            visits_spawns: false,
            file: PathBuf::from(format!("{} ({})", self.file.display(), case.label)),
            text: String::new(),
        };
        scene.check()?;
        Ok(scene)
    }

    /// A number that changes with the text of the suite's files.
    pub fn fingerprint(&self) -> u64 {
        fnv1a(&self.text)
    }

    fn ticks(&self, effort: Effort) -> Vec<Tick> {
        match (effort, &self.ticks[..]) {
            (Effort::Quick, [first, .., last]) => vec![*first, *last],
            (_, all) => all.to_vec(),
        }
    }

    fn places(&self, effort: Effort) -> Vec<Frame> {
        let at = |at, yaw| Frame { at, yaw };
        if let Family::Far(far) = &self.family {
            return far.shifts.iter().map(|&s| at([s; 3], 0.0)).collect();
        }
        let yaw = |k: u32| 360.0 * f64::from(k) / f64::from(self.turns);
        match effort {
            Effort::Full => {
                let turned = (0..self.turns).map(|k| at([0.0; 3], yaw(k)));
                turned.chain([at(self.shift, 0.0)]).collect()
            }
            Effort::Quick if self.turns == 1 => vec![at([0.0; 3], 0.0), at(self.shift, 0.0)],
            Effort::Quick => vec![at([0.0; 3], 0.0), at(self.shift, 360.0 * QUICK_TURN)],
        }
    }

    fn cases(&self, stage: &Stage) -> Vec<Case> {
        let Family::Far(far) = &self.family else {
            return self.family.cases(stage);
        };
        let mut out = Vec::new();
        for other in &self.others {
            let mut cases = other.family.cases(stage);
            let step = cases.len().div_ceil(far.cases).max(1);
            cases
                .iter_mut()
                .for_each(|c| c.label = format!("{} · {}", other.title, c.label));
            out.extend(cases.into_iter().step_by(step));
        }
        out
    }
}

fn stage<'a>(figure: &'a ProfileFacts, tick: Tick, frame: &Frame) -> Stage<'a> {
    Stage {
        figure,
        tick: tick.seconds(),
        yaw: frame.yaw,
    }
}
