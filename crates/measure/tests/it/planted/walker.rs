//! A walk behind a spoilt backend, and what the detectors find on it that they do not find on the sound one.

use super::{Spoil, Spoilt, faults};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World};
use clipmark_measure::counterparts::{Counterparts, Home};
use clipmark_measure::detect::{Detected, Detector, Evidence, Seen, SolidTruth, Walk, detect};
use clipmark_measure::{Played, play, referee, sweeps};
use clipmark_movement::{Body, OwnMover, Profile, Setup, UserCmd, profile_named};
use clipmark_referee::conformance::Suite;
use clipmark_referee::{Corners, Reference};

/// A walk to play: a world, a start and keys.
pub(crate) struct Walker {
    profile: Profile,
    world: World,
    pub(crate) start: Body,
    commands: Vec<UserCmd>,
}

impl Walker {
    /// A Quake III player who runs towards +x for three seconds.
    pub(crate) fn running(world: World) -> Self {
        let profile = *profile_named("quake3").unwrap();
        Self {
            start: Body {
                grounded: true,
                ..Body::at(Point::new(0.0, 0.0, 24.2))
            },
            commands: vec![forward(&profile); 375],
            profile,
            world,
        }
    }

    pub(crate) fn by(mut self, profile: &str) -> Self {
        self.profile = *profile_named(profile).unwrap();
        self.commands = vec![forward(&self.profile); self.commands.len()];
        self.start.origin.z = 0.2 - self.profile.size.feet;
        self
    }

    pub(crate) fn flying(mut self, from: [f32; 3], velocity: [f32; 3]) -> Self {
        self.start = Body {
            velocity: Vec3::from(velocity),
            ..Body::at(Point::from(from))
        };
        for c in &mut self.commands {
            c.forward = 0.0;
        }
        self
    }

    pub(crate) fn play(&self, spoil: Spoil) -> Played {
        let backend = Spoilt::build(&self.world, self.rules(), spoil);
        let setup = Setup::new(self.profile, OwnMover::Slide, &backend);
        play(&backend, &setup, self.start, &self.commands).unwrap()
    }

    pub(crate) fn rules(&self) -> TraceRules {
        self.profile.trace_rules
    }

    /// One detector's findings on the run, and the other detectors with findings.
    pub(crate) fn look(&self, id: &str, spoil: Spoil) -> (Option<Seen>, Vec<&'static str>) {
        self.look_at(id, &self.play(spoil))
    }

    pub(crate) fn look_at(&self, id: &str, run: &Played) -> (Option<Seen>, Vec<&'static str>) {
        let reference = self.reference();
        let truth = self.truth(&reference);
        picked(id, detect(&Evidence::new(self.walk(run, &truth))))
    }

    pub(crate) fn reference(&self) -> Reference {
        Reference::build(&self.world, Contents::PLAYER_MASK)
    }

    pub(crate) fn truth<'a>(&self, reference: &'a Reference) -> SolidTruth<'a> {
        let hull = |ducked| Hull::Box {
            bounds: self.profile.bounds(ducked),
        };
        SolidTruth::new(reference, [hull(false), hull(true)])
    }

    pub(crate) fn walk<'a>(&'a self, run: &'a Played, truth: &'a SolidTruth<'a>) -> Walk<'a> {
        Walk {
            run,
            profile: &self.profile,
            mover: OwnMover::Slide.kind(),
            rules: self.rules(),
            truth,
        }
    }

    /// One detector's findings on the run here, elsewhere and again.
    pub(crate) fn look_elsewhere(&self, id: &str, spoil: Spoil) -> (Option<Seen>, Vec<&'static str>) {
        let backend = Spoilt::build(&self.world, self.rules(), spoil);
        let setup = Setup::new(self.profile, OwnMover::Slide, &backend);
        let run = play(&backend, &setup, self.start, &self.commands).unwrap();
        let reference = self.reference();
        let truth = self.truth(&reference);
        let sound = Spoilt::build(&self.world, self.rules(), faults::none);
        let ends = |start: &Body, commands: &[UserCmd], _: Corners| {
            let run = play(&sound, &setup, *start, commands).ok()?;
            run.states.last().map(|b| b.origin)
        };
        let own = Counterparts::play(&Home {
            world: &self.world,
            backend: &backend,
            build: &|world| Some(Box::new(Spoilt::build(world, self.rules(), spoil))),
            setup: &setup,
            walk: self.walk(&run, &truth),
            reference: Some(&ends),
        });
        let evidence = Evidence {
            own: Some(&own),
            ..Evidence::new(self.walk(&run, &truth))
        };
        assert_eq!(Detector::by_id(id).unwrap().lacks(&evidence), None);
        picked(id, detect(&evidence))
    }

    /// Found elsewhere with the fault, and nothing at all without it.
    #[track_caller]
    pub(crate) fn proves_elsewhere(&self, id: &str, spoil: Spoil) -> Seen {
        let (_, all) = self.look_elsewhere(id, faults::none);
        assert!(all.is_empty(), "{id}: the clean run has {all:?}");
        let (seen, all) = self.look_elsewhere(id, spoil);
        seen.unwrap_or_else(|| panic!("{id} is not found, but {all:?}"))
    }

    /// One detector's findings on answers to random sweeps.
    pub(crate) fn look_at_answers(&self, id: &str, spoil: Spoil) -> (Option<Seen>, Vec<&'static str>) {
        let backend = Spoilt::build(&self.world, self.rules(), spoil);
        let reference = self.reference();
        let truth = self.truth(&reference);
        let standing = truth.reference(&self.start);
        let hull = *standing.hull();
        let lines = sweeps::draw(&self.world, &reference, &hull, self.rules().skin, 1000, 1);
        let sweeps: Vec<Sweep> = lines.iter().map(|[a, b]| Sweep::new(hull, *a, *b)).collect();
        let answers = referee(&backend, standing, &sweeps, || ()).answers;
        let properties = Suite::new("spoilt").rules(&[self.rules()]).check_world(
            &self.world,
            &sweeps[..300],
            |world, rules| Some(Box::new(Spoilt::build(world, rules, spoil))),
        );
        let run = Played::default();
        let evidence = Evidence {
            answers: Some(&answers),
            properties: Some(&properties),
            ..Evidence::new(self.walk(&run, &truth))
        };
        picked(id, detect(&evidence))
    }

    /// Found in answers with the fault, and nothing at all without it.
    #[track_caller]
    pub(crate) fn proves_of_answers(&self, id: &str, spoil: Spoil) -> Seen {
        let (_, all) = self.look_at_answers(id, faults::none);
        assert!(all.is_empty(), "{id}: clean answers have {all:?}");
        let (seen, all) = self.look_at_answers(id, spoil);
        seen.unwrap_or_else(|| panic!("{id} is not found, but {all:?}"))
    }

    /// Found with the fault, and nothing at all without it.
    #[track_caller]
    pub(crate) fn proves(&self, id: &str, spoil: Spoil) -> Seen {
        let (clean, all) = self.look(id, faults::none);
        assert!(
            all.is_empty(),
            "{id} by {}: the clean run has {all:?}: {clean:?}",
            self.profile.name
        );
        let (seen, all) = self.look(id, spoil);
        seen.unwrap_or_else(|| panic!("{id} by {} is not found, but {all:?}", self.profile.name))
    }
}

fn picked(id: &str, found: Detected) -> (Option<Seen>, Vec<&'static str>) {
    let ids = found.seen.iter().map(|(d, _)| d.id).collect();
    (
        found.seen.into_iter().find(|(d, _)| d.id == id).map(|(_, s)| s),
        ids,
    )
}

fn forward(profile: &Profile) -> UserCmd {
    UserCmd {
        msec: 8.0,
        forward: profile.full_key,
        ..UserCmd::default()
    }
}
