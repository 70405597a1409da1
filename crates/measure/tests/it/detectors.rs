//! Each detector finds the fault it is there for, and is silent on the same run without it.

use crate::planted::{Spoil, Spoilt, faults, worlds};
use clipmark_collision::{Sweep, TraceRules};
use clipmark_conformance::Suite;
use clipmark_geometry::{Contents, Hull, Point, Vec3, World};
use clipmark_measure::counterparts::{Counterparts, Home};
use clipmark_measure::detect::{
    Detected, Detector, Evidence, Others, Seen, SolidTruth, Walk, detect, judged,
};
use clipmark_measure::{Played, play, sweeps};
use clipmark_movement::{Body, OwnMover, Profile, Setup, UserCmd, profile_named};
use clipmark_truth::{Corners, Reference};

/// A walk to play: a world, a start and keys.
struct Walker {
    profile: Profile,
    world: World,
    start: Body,
    commands: Vec<UserCmd>,
}

impl Walker {
    /// A Quake III player who runs towards +x for three seconds.
    fn running(world: World) -> Self {
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

    fn by(mut self, profile: &str) -> Self {
        self.profile = *profile_named(profile).unwrap();
        self.commands = vec![forward(&self.profile); self.commands.len()];
        self.start.origin.z = 0.2 - self.profile.size.feet;
        self
    }

    fn flying(mut self, from: [f32; 3], velocity: [f32; 3]) -> Self {
        self.start = Body {
            velocity: Vec3::from(velocity),
            ..Body::at(Point::from(from))
        };
        for c in &mut self.commands {
            c.forward = 0.0;
        }
        self
    }

    fn play(&self, spoil: Spoil) -> Played {
        let backend = Spoilt::build(&self.world, self.rules(), spoil);
        let setup = Setup::new(self.profile, OwnMover::Slide, &backend);
        play(&backend, &setup, self.start, &self.commands).unwrap()
    }

    fn rules(&self) -> TraceRules {
        self.profile.trace_rules
    }

    /// One detector's findings on the run, and the other detectors with findings.
    fn look(&self, id: &str, spoil: Spoil) -> (Option<Seen>, Vec<&'static str>) {
        self.look_at(id, &self.play(spoil))
    }

    fn look_at(&self, id: &str, run: &Played) -> (Option<Seen>, Vec<&'static str>) {
        let reference = self.reference();
        let truth = self.truth(&reference);
        picked(id, detect(&Evidence::of(self.walk(run, &truth))))
    }

    fn reference(&self) -> Reference {
        Reference::build(&self.world, Contents::PLAYER_MASK)
    }

    fn truth<'a>(&self, reference: &'a Reference) -> SolidTruth<'a> {
        let hull = |ducked| Hull::Box {
            bounds: self.profile.bounds(ducked),
        };
        SolidTruth::new(reference, [hull(false), hull(true)])
    }

    fn walk<'a>(&'a self, run: &'a Played, truth: &'a SolidTruth<'a>) -> Walk<'a> {
        Walk {
            run,
            profile: &self.profile,
            mover: OwnMover::Slide.kind(),
            rules: self.rules(),
            truth,
        }
    }

    /// One detector's findings on the run here, elsewhere and again.
    fn look_elsewhere(&self, id: &str, spoil: Spoil) -> (Option<Seen>, Vec<&'static str>) {
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
        let own = Counterparts::of(&Home {
            world: &self.world,
            backend: &backend,
            build: &|world| Some(Box::new(Spoilt::build(world, self.rules(), spoil))),
            setup: &setup,
            walk: self.walk(&run, &truth),
            reference: Some(&ends),
        });
        let evidence = Evidence {
            others: Others {
                own: Some(&own),
                ..Others::default()
            },
            ..Evidence::of(self.walk(&run, &truth))
        };
        assert_eq!(Detector::of(id).unwrap().lacks(&evidence), None);
        picked(id, detect(&evidence))
    }

    /// Found elsewhere with the fault, and nothing at all without it.
    #[track_caller]
    fn proves_elsewhere(&self, id: &str, spoil: Spoil) -> Seen {
        let (_, all) = self.look_elsewhere(id, faults::none);
        assert!(all.is_empty(), "{id}: the clean run has {all:?}");
        let (seen, all) = self.look_elsewhere(id, spoil);
        seen.unwrap_or_else(|| panic!("{id} is not found, but {all:?}"))
    }

    /// One detector's findings on answers to random sweeps.
    fn look_at_answers(&self, id: &str, spoil: Spoil) -> (Option<Seen>, Vec<&'static str>) {
        let backend = Spoilt::build(&self.world, self.rules(), spoil);
        let reference = self.reference();
        let truth = self.truth(&reference);
        let standing = truth.of(&self.start);
        let hull = *standing.hull();
        let lines = sweeps::draw(&self.world, &reference, &hull, self.rules().skin, 1000, 1);
        let sweeps: Vec<Sweep> = lines.iter().map(|[a, b]| Sweep::new(hull, *a, *b)).collect();
        let answers = judged(&backend, standing, &sweeps);
        let properties = Suite::new("spoilt").rules(&[self.rules()]).check_world(
            &self.world,
            &sweeps[..300],
            |world, rules| Some(Box::new(Spoilt::build(world, rules, spoil))),
        );
        let run = Played::default();
        let evidence = Evidence {
            answers: Some(&answers),
            properties: Some(&properties),
            ..Evidence::of(self.walk(&run, &truth))
        };
        picked(id, detect(&evidence))
    }

    /// Found in answers with the fault, and nothing at all without it.
    #[track_caller]
    fn proves_of_answers(&self, id: &str, spoil: Spoil) -> Seen {
        let (_, all) = self.look_at_answers(id, faults::none);
        assert!(all.is_empty(), "{id}: clean answers have {all:?}");
        let (seen, all) = self.look_at_answers(id, spoil);
        seen.unwrap_or_else(|| panic!("{id} is not found, but {all:?}"))
    }

    /// Found with the fault, and nothing at all without it.
    #[track_caller]
    fn proves(&self, id: &str, spoil: Spoil) -> Seen {
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

#[test]
fn f1_to_f6_and_f13b_faults_of_answers() {
    let wall = Walker::running(worlds::wall());
    let sheet = Walker::running(worlds::sheet());
    let seen = sheet.proves_of_answers("F1", faults::tunnels);
    assert!(seen.worst > 10.0, "{seen:?}");
    let seen = wall.proves_of_answers("F2", faults::stops_early);
    assert!(seen.worst > 100.0, "{seen:?}");
    let seen = wall.proves_of_answers("F3", faults::sinks);
    assert!((0.2..0.5).contains(&seen.worst), "{seen:?}");
    let seen = wall.proves_of_answers("F4", faults::stops_early);
    assert!(seen.worst > 100.0, "{seen:?}");
    let seen = wall.proves_of_answers("F5", faults::leaning_normals);
    assert!(
        (9.0..13.0).contains(&seen.worst) || seen.worst == 180.0,
        "{seen:?}"
    );
    let seen = wall.proves_of_answers("F6", faults::blind_starts);
    assert!(seen.count > 10, "{seen:?}");
    let seen = wall.proves_of_answers("F13b", faults::gives_up);
    assert_eq!(seen.count, 100);
}

#[test]
fn f7_to_f13_broken_properties_of_answers() {
    let riser = Walker::running(worlds::riser(40.0));
    // With two brushes the order may stay as it is.
    let tiles = Walker::running(worlds::tiles());
    let planted: [(&str, Spoil); 7] = [
        ("F7", faults::one_way),
        ("F8", faults::relative_tolerance),
        ("F9", faults::depends_on_the_start),
        ("F10", faults::lopsided),
        ("F11", faults::favours_the_first),
        ("F12", faults::remembers),
        ("F13", faults::answers_nonsense),
    ];
    for (id, spoil) in planted {
        let world = if id == "F11" { &tiles } else { &riser };
        let seen = world.proves_of_answers(id, spoil);
        assert!(seen.example.contains("world"), "{id}: {seen:?}");
    }
}

#[test]
fn f14_speed_gain() {
    let seen = Walker::running(worlds::wall()).proves("F14", faults::long_normals);
    // Thrown back at up to 1.25 times the speed.
    assert!((40.0..120.0).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f15_speed_leak() {
    for profile in ["quake3", "quakeworld"] {
        let seen = Walker::running(worlds::plain())
            .by(profile)
            .proves("F15", faults::brakes);
        assert!(seen.worst > 4.0, "{profile}: {seen:?}");
    }
}

#[test]
fn f16_dead_stop() {
    for profile in ["quake3", "quakeworld", "source"] {
        let seen = Walker::running(worlds::plain())
            .by(profile)
            .proves("F16", faults::walls_from_nowhere);
        assert!(seen.worst > 80.0, "{profile}: {seen:?}");
    }
}

#[test]
fn f17_stuck() {
    let seen = Walker::running(worlds::plain()).proves("F17", faults::jams);
    assert!((2.0..3.0).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f17b_stuck_solid() {
    let seen = Walker::running(worlds::plain()).proves("F17b", faults::jams);
    assert!(seen.count == 1 && seen.worst > 200.0, "{seen:?}");
}

#[test]
fn f19_shake() {
    let seen = Walker::running(worlds::plain())
        .by("quakeworld")
        .proves("F19", faults::trembles);
    assert!((0.2..0.6).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f20_in_a_solid() {
    let seen = Walker::running(worlds::plain())
        .by("quakeworld")
        .proves("F20", faults::sinks);
    assert!((0.3..0.6).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f21_missed_step() {
    for profile in ["quake3", "quakeworld"] {
        let seen = Walker::running(worlds::riser(16.0))
            .by(profile)
            .proves("F21", faults::low_ceilings);
        assert!((seen.worst - 16.0).abs() < 0.3, "{profile}: {seen:?}");
    }
}

#[test]
fn f22_wall_climb() {
    let seen = Walker::running(worlds::wall()).proves("F22", faults::floors_everywhere);
    assert!(seen.worst > 100.0, "{seen:?}");
}

#[test]
fn f23_step_down_bounce() {
    let mut walker = Walker::running(worlds::downhill(10.0));
    walker.start.origin.x = -40.0;
    let seen = walker.proves("F23", faults::loses_the_ground);
    assert!(seen.count > 5, "{seen:?}");
}

#[test]
fn f24_ground_flicker() {
    for profile in ["quake3", "quakeworld", "goldsrc"] {
        let seen = Walker::running(worlds::plain())
            .by(profile)
            .proves("F24", faults::loses_the_ground);
        assert!(seen.count > 5, "{profile}: {seen:?}");
    }
}

#[test]
fn f25_ramp_bug() {
    let walker = Walker::running(worlds::surf()).flying([0.0, 60.0, -60.0], [600.0, 0.0, 0.0]);
    let seen = walker.proves("F25", faults::walls_from_nowhere);
    assert!(seen.worst > 10.0, "{seen:?}");
}

/// No slide move turns back, so this run is made up: a body to and fro in a slit, a third of a unit a tick.
#[test]
fn f26_crease_oscillation() {
    let walker = Walker::running(worlds::slit()).flying([0.0, 0.0, 0.0], [0.0, 100.0, 0.0]);
    let mut run = walker.play(faults::none);
    assert_eq!(walker.look_at("F26", &run).1, [""; 0]);
    for (k, body) in run.states.iter_mut().enumerate().skip(300) {
        body.origin = Point::new(0.0, if k % 2 == 0 { 0.15 } else { -0.15 }, 0.0);
    }
    let seen = walker.look_at("F26", &run).0.unwrap();
    assert!((60.0..=75.0).contains(&seen.worst) && seen.count == 1, "{seen:?}");
}

/// A pinned body does not drift, so this run is made up: a body in a wedge that rises by a unit in a second.
#[test]
fn f27_wedge_creep() {
    let walker = Walker::running(worlds::wedge());
    let mut run = walker.play(faults::none);
    assert_eq!(walker.look_at("F27", &run).1, [""; 0]);
    for (k, body) in run.states.iter_mut().enumerate().skip(200) {
        body.origin.z += (k - 200) as f32 * 0.008;
    }
    let seen = walker.look_at("F27", &run).0.unwrap();
    assert!((1.0..1.5).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f18_snag() {
    for profile in ["quake3", "quakeworld"] {
        let seen = Walker::running(worlds::tiles())
            .by(profile)
            .proves_elsewhere("F18", faults::seams);
        assert!(seen.count >= 5 && seen.worst > 50.0, "{profile}: {seen:?}");
    }
}

#[test]
fn f28_depends_on_ticks() {
    let seen = Walker::running(worlds::plain()).proves_elsewhere("F28", faults::shuns_long_ways);
    assert!(seen.worst > 3.0, "{seen:?}");
}

#[test]
fn f29_far_origin_loss() {
    let seen = Walker::running(worlds::plain())
        .by("quakeworld")
        .proves_elsewhere("F29", faults::coarse_far_away);
    assert!(seen.worst == 4096.0 && seen.count == 2, "{seen:?}");
}

#[test]
fn f30_asymmetry() {
    let seen = Walker::running(worlds::wall()).proves_elsewhere("F30", faults::lopsided);
    assert!((0.1..1.0).contains(&seen.worst), "{seen:?}");
}

#[test]
fn f31_does_not_replay() {
    let seen = Walker::running(worlds::wall()).proves_elsewhere("F31", faults::ages);
    assert!(seen.worst > 10.0, "{seen:?}");
}
