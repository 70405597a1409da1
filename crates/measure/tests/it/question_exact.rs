//! What exact arithmetic says of a question's calls, one by one.

use clipmark_collision::TraceRules;
use clipmark_collision::question::Means;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Point, Pose, Vec3, World};
use clipmark_measure::inner::{Against, CallJudge, MovedParts, any_cast};
use clipmark_measure::question::Concern;
use clipmark_movement::MovingPart;
use clipmark_referee::Reference;

/// Against a floor at z = 0, for a box from 1 to 3 u above it.
fn against(concern: Concern, means: &Means) -> Option<Against> {
    judged(concern, means, None)
}

fn judged(concern: Concern, means: &Means, moved: Option<MovedParts>) -> Option<Against> {
    let judge = CallJudge {
        before: floor_at(0.0),
        moved,
        declared: any_cast(TraceRules::QUAKE3),
        body: body(),
        concern,
        limit: 0.05,
    };
    judge.of(means).wrong
}

fn floor_at(z: f32) -> Reference {
    let floor = Brush::from_box(
        [-512.0, -512.0, z - 64.0].into(),
        [512.0, 512.0, z].into(),
        Contents::SOLID,
    );
    Reference::build(&World::of_brushes("floor", vec![floor.unwrap()]), Contents::SOLID)
}

/// The floor rises in the tick. A box was asked to go to a place, went to another, and is said to stand or not.
fn rising(concern: Concern, by: f32, [to, wanted]: [[f32; 3]; 2], grounded: bool, at_end: bool) -> bool {
    let home = Pose::HOME;
    let mut raised = home;
    raised.origin.z += by;
    let way = MovingPart {
        model: 0,
        from: home,
        to: raised,
    };
    let moved = MovedParts {
        after: floor_at(by),
        rigid: floor_at(-1000.0),
        ways: vec![(floor_at(0.0), way)],
        at_end,
    };
    let means = Means::Moved {
        from: Point::new(0.0, 0.0, 3.0),
        to: to.into(),
        wanted: wanted.into(),
        grounded: Some(grounded),
    };
    judged(concern, &means, Some(moved)).is_some()
}

fn body() -> Hull {
    Hull::Box {
        bounds: Aabb::new(Point::new(-8.0, -8.0, -1.0), Point::new(8.0, 8.0, 1.0)),
    }
}

/// Down by 4 u from 2 u above the floor; a right answer is free for half of the way.
fn cast(free: f32) -> Means {
    Means::Cast {
        hull: body(),
        from: Point::new(0.0, 0.0, 3.0),
        way: Vec3::new(0.0, 0.0, -4.0),
        free,
        normal: Some(Vec3::z()),
        starts_inside: false,
    }
}

fn moved(to: [f32; 3], wanted: [f32; 3]) -> Means {
    Means::Moved {
        from: Point::new(0.0, 0.0, 3.0),
        to: to.into(),
        wanted: wanted.into(),
        grounded: None,
    }
}

const ASIDE: Concern = Concern::Unasked(Vec3::new(1.0, 0.0, 0.0));
const AHEAD: Concern = Concern::Way(Vec3::new(1.0, 0.0, 0.0));
const LOWER: Concern = Concern::Sink(Vec3::new(0.0, 0.0, -0.5));

#[test]
fn a_cast_counts_where_it_bears_on_what_failed() {
    let (deep, early) = (cast(0.54), cast(0.3));
    for concern in [Concern::Nothing, Concern::Depth, Concern::Through] {
        assert_eq!(against(concern, &deep), Some(Against::Solids), "{concern:?}");
    }
    for concern in [AHEAD, ASIDE, LOWER] {
        assert_eq!(against(concern, &deep), None, "{concern:?}");
    }
    assert_eq!(against(AHEAD, &early), Some(Against::Solids));
    for concern in [Concern::Depth, ASIDE, LOWER] {
        assert_eq!(against(concern, &early), None, "{concern:?}");
    }
    for concern in [Concern::Nothing, Concern::Depth, AHEAD, ASIDE, LOWER] {
        assert_eq!(against(concern, &cast(0.5)), None, "{concern:?}");
    }
}

#[test]
fn a_move_that_sinks_as_wanted_is_the_askers() {
    let sinks = |wanted| against(LOWER, &moved([0.0, 0.0, 1.5], [0.0, 0.0, wanted]));
    assert_eq!(sinks(-1.5), None);
    assert_eq!(sinks(0.0), Some(Against::Slide));
}

#[test]
fn a_part_that_moves_is_met_where_the_tick_leaves_it() {
    let [stays, rises] = [[0.0, 0.0, 3.0], [0.0, 0.0, 7.0]];
    let still = [0.0; 3];
    // The floor's face comes from 2 u below the box to 2 u into it, and with 6 u past its middle.
    assert!(rising(Concern::Depth, 4.0, [stays, still], true, false));
    assert!(!rising(Concern::Depth, 4.0, [rises, still], true, false));
    assert!(!rising(Concern::Through, 2.0, [stays, still], true, false));
    assert!(rising(Concern::Through, 6.0, [stays, still], true, false));
}

#[test]
fn who_is_carried_goes_with_the_part() {
    let carried = Concern::Rides(Vec3::new(0.0, 0.0, 1.0));
    let [stays, rises] = [[0.0, 0.0, 3.0], [0.0, 0.0, 4.0]];
    assert!(rising(carried, 1.0, [stays, [0.0; 3]], true, false));
    assert!(!rising(carried, 1.0, [rises, [0.0; 3]], true, false));
    // The adapter takes it along by a move of its own: this one was asked to go nowhere, and went there.
    assert!(!rising(carried, 1.0, [stays, [0.0; 3]], true, true));
    assert!(rising(carried, 1.0, [stays, [0.0, 0.0, 2.0]], true, true));
}

#[test]
fn ground_that_a_move_meets_is_told_of() {
    let down = |wanted: f32| [[0.0, 0.0, 3.0], [0.0, 0.0, wanted]];
    assert!(rising(Concern::Stands, 0.0, down(-3.0), false, false));
    assert!(!rising(Concern::Stands, 0.0, down(-3.0), true, false));
    // What was not asked for cannot be missed.
    assert!(!rising(Concern::Stands, 0.0, down(-1.0), false, false));
    // A wall is no ground.
    let wall = Brush::from_box(
        [8.0, -512.0, -512.0].into(),
        [64.0, 512.0, 512.0].into(),
        Contents::SOLID,
    );
    let wall = World::of_brushes("wall", vec![wall.unwrap()]);
    let judge = CallJudge {
        before: Reference::build(&wall, Contents::SOLID),
        moved: None,
        declared: any_cast(TraceRules::QUAKE3),
        body: body(),
        concern: Concern::Stands,
        limit: 0.05,
    };
    let beside = Means::Moved {
        from: Point::new(0.0, 0.0, 3.0),
        to: Point::new(0.0, 0.0, 2.0),
        wanted: Vec3::new(4.0, 0.0, -1.0),
        grounded: Some(false),
    };
    assert_eq!(judge.of(&beside).wrong, None);
}
