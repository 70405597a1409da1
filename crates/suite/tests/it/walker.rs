//! What the walker's courses make of a contestant that cannot go on. Their verdicts are in tests/it/walker_promises.rs at the
//! root.

use clipmark_collision::BuildError;
use clipmark_geometry::{Point, Vec3, World};
use clipmark_measure::Contestant;
use clipmark_movement::{Carried, Controller, ControllerWorld, MoverKind, Placed, Profile, Wanted};
use clipmark_rows::{Check, End, Severity};
use clipmark_suite::runner::Group;
use clipmark_suite::walker::{courses, plan};
use std::sync::Arc;

/// Goes out of every world.
struct Away;

impl ControllerWorld for Away {
    fn controller(&self, _: &Profile) -> Box<dyn Controller> {
        Box::new(Self)
    }
}

impl Controller for Away {
    fn place(&mut self, _: &Placed) {}

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        Carried {
            origin: Point::new(1e30, 0.0, 0.0),
            velocity: Some(wanted.velocity),
            ground: Some(Vec3::z()),
        }
    }
}

#[test]
fn who_leaves_every_world_is_lost_and_ends_no_study() {
    static AWAY: MoverKind = {
        fn build(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
            Ok(Arc::new(Away))
        }
        MoverKind::foreign("AWAY", "a controller of this test", build)
    };
    static REFUSES: MoverKind = {
        fn build(_: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
            Err(BuildError::Library {
                backend: "REFUSES",
                why: "no room".into(),
            })
        }
        MoverKind::foreign("REFUSES", "a controller of this test", build)
    };
    let contestants = [&AWAY, &REFUSES].map(Contestant::from);
    let (_, groups) = plan(&courses()[..1], &contestants, &[60.0], "");
    let cases = groups[0].play().unwrap();
    assert_eq!(
        cases[0].row(Check::Stopped).unwrap().severity(),
        Some(Severity::Lost)
    );
    assert!(cases[0].describe().contains("no tick can be played"), "{cases:?}");
    assert!(
        matches!(&cases[1].end, End::Refused(why) if why.contains("no room")),
        "{cases:?}"
    );
}
