//! Faults that the repaired walker once had, each in the smallest world that shows it.

use crate::support;
use clipmark::internals::collision::Work;
use clipmark::internals::geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark::internals::measure::BackendKind;
use clipmark::internals::movement::{
    Body, OwnMover, Profile, Setup, UserCmd, WalkerMode, WalkerVariant, profile_named, tick,
};
use std::f32::consts::TAU;

/// Plays `seconds` of ticks without keys and shows every state to `visit`.
fn drift(
    world: &World,
    profile: Profile,
    mut body: Body,
    msec: f32,
    seconds: f32,
    mut visit: impl FnMut(&Body),
) {
    let backend = BackendKind::CYLINDER.build(world, profile.trace_rules).unwrap();
    let setup = Setup::new(profile, OwnMover::Pair(WalkerVariant::Improved), &*backend);
    let cmd = UserCmd {
        msec,
        ..UserCmd::default()
    };
    for _ in 0..(seconds * 1000.0 / msec) as usize {
        tick(&*backend, &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
        visit(&body);
    }
}

/// The rise of the feet is limited, and was counted from where the fall would have ended. A tick with a deeper fall ended below
/// the floor (by 0.3 units in a random world at 8 ms). The body rose from there.
#[test]
fn a_fast_fall_ends_on_the_floor_and_not_below() {
    let world = support::on_floor(vec![]);
    for msec in [3.0, 8.0, 13.0, 16.0, 30.0] {
        let profile = *profile_named("quake3").unwrap();
        let mut body = Body::at(Point::new(0.0, 0.0, 300.0));
        body.velocity.z = -400.0;
        let mut lowest = f32::INFINITY;
        drift(&world, profile, body, msec, 1.0, |b| {
            lowest = lowest.min(b.origin.z)
        });
        assert!(
            lowest >= 24.0,
            "{msec} ms: origin as low as {lowest}, feet are 24 below it"
        );
        assert!(lowest < 24.25, "{msec} ms: never lands");
    }
}

/// The nearest point of a bend's next facet is its edge. The plane through that turned the body away from the bend, to meet it
/// again at a steeper angle. After three seconds 137 of 400 ups were left.
#[test]
fn round_a_bend_of_facets_speed_is_lost_to_the_facets_alone() {
    const FACETS: usize = 128;
    const RADIUS: f32 = 128.0;
    let delta = TAU / FACETS as f32;
    let wall = |i: usize| {
        let side =
            |angle: f32, out: f32| Plane::new(Vec3::new(angle.cos() * out, angle.sin() * out, 0.0), 0.0);
        let middle = (i as f32 + 0.5) * delta;
        let inner = Vec3::new(-middle.cos(), -middle.sin(), 0.0);
        let planes = [
            Plane::new(inner, -RADIUS),
            Plane::new(-inner, RADIUS + 64.0),
            side(i as f32 * delta - TAU / 4.0, 1.0),
            side((i + 1) as f32 * delta + TAU / 4.0, 1.0),
            Plane::new(Vec3::z(), 512.0),
            Plane::new(-Vec3::z(), 0.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    let world = World::of_brushes("pipe", (0..FACETS).map(wall).collect());
    let profile = Profile {
        gravity: 0.0,
        snap_velocity: false,
        ..*profile_named("quakeworld").unwrap()
    };
    let mut body = Body::at(Point::new(RADIUS - 20.0, 0.0, 256.0));
    body.velocity = Vec3::new(0.0, 400.0, 0.0);
    body.walker.mode = WalkerMode::Falling;
    let seconds = 3.0;
    let mut speed = 0.0;
    drift(&world, profile, body, 30.0, seconds, |b| {
        speed = b.velocity.norm()
    });
    // A turn by an angle leaves its cosine. Facet by facet, on a circle of the hull's middle: dv/dt = -v^2 delta / 2 r. A step of
    // at most half a radius, 7.5 units, crosses up to two facets of 6.3 at once. It loses twice as much.
    let circle = RADIUS - 16.0;
    let law = 400.0 / (1.0 + 2.0 * 400.0 * delta * seconds / (2.0 * circle));
    assert!(speed > law, "{speed} ups are left, facets leave {law}");
    assert!(speed < 400.0, "a bend costs something");
}
