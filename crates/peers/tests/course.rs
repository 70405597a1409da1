//! A player on a course of brushes, carried by the controller of a library, whose tuned casts say what is around it.

use clipmark_adapter::TUNED;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_movement::{Body, MoverKind, Player, Profile, Setup, UserCmd, profile_named};

/// A player of Quake III in a world.
pub(crate) struct Course {
    backend: Box<dyn CollisionBackend>,
    setup: Setup,
    /// Milliseconds of a tick.
    pub(crate) msec: f32,
    pub(crate) body: Body,
    /// Answers that were none.
    pub(crate) unreliable: u32,
    /// Ticks in which it stood.
    pub(crate) stood: u32,
    /// Ticks played.
    pub(crate) ticks: u32,
}

impl Course {
    pub(crate) fn new(mover: &'static MoverKind, brushes: Vec<Brush>) -> Self {
        let profile: Profile = *profile_named("quake3").unwrap();
        let world = World::of_brushes("course", brushes);
        let backend = (crate::REGISTERED[TUNED].build)(&world, profile.trace_rules).unwrap();
        let setup = Setup::registered(profile, mover, &world, &*backend).unwrap();
        Self {
            backend,
            setup,
            msec: 8.0,
            body: Body::at(Point::new(0.0, 0.0, 25.0)),
            unreliable: 0,
            stood: 0,
            ticks: 0,
        }
    }

    /// Plays ticks with keys: forward and up, from -1 to 1.
    pub(crate) fn run(&mut self, ticks: usize, mut keys: impl FnMut(usize) -> (f32, f32)) {
        self.watch(
            ticks,
            |tick| {
                let (forward, up) = keys(tick);
                (forward, 0.0, up)
            },
            |_| (),
        );
    }

    /// Plays ticks with keys: forward, right and up; shows the body after each.
    pub(crate) fn watch(
        &mut self,
        ticks: usize,
        mut keys: impl FnMut(usize) -> (f32, f32, f32),
        mut see: impl FnMut(&Body),
    ) {
        // A player lives as long as its controller: one for all ticks of a call.
        let mut player = Player::new(&*self.backend, &self.setup);
        let full = self.setup.profile.full_key;
        for tick in 0..ticks {
            let (forward, right, up) = keys(tick);
            let command = UserCmd {
                msec: self.msec,
                forward: forward * full,
                right: right * full,
                up: up * full,
                ..UserCmd::default()
            };
            let facts = player.tick(&mut self.body, &command).unwrap();
            self.unreliable += facts.unreliable;
            self.stood += u32::from(self.body.grounded);
            self.ticks += 1;
            see(&self.body);
        }
    }

    /// Height of the feet.
    pub(crate) fn feet(&self) -> f32 {
        self.body.origin.z + self.setup.profile.size.feet
    }
}

pub(crate) fn block(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

/// A floor at height 0.
pub(crate) fn floor() -> Brush {
    block([-1024.0, -1024.0, -64.0], [4096.0, 1024.0, 0.0])
}

/// A wall across the way, its face at x = 200.
pub(crate) fn wall() -> Brush {
    block([200.0, -512.0, 0.0], [264.0, 512.0, 256.0])
}

/// Eight steps from x = 100, each 32 deep, on a floor, and a landing.
pub(crate) fn stairs(rise: f32) -> Vec<Brush> {
    let mut brushes = vec![floor()];
    for step in 0..8_u8 {
        let step = f32::from(step);
        brushes.push(block(
            [100.0 + 32.0 * step, -128.0, 0.0],
            [
                if step > 6.5 { 4000.0 } else { 132.0 + 32.0 * step },
                128.0,
                rise * (step + 1.0),
            ],
        ));
    }
    brushes
}

/// A ramp from x = 100.
pub(crate) fn ramp(degrees: f32) -> Brush {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let slope = Plane::new(Vec3::new(-sin, 0.0, cos), -sin * 100.0);
    let planes = [
        slope,
        Plane::new(Vec3::new(1.0, 0.0, 0.0), 600.0),
        Plane::new(Vec3::new(0.0, 1.0, 0.0), 256.0),
        Plane::new(Vec3::new(0.0, -1.0, 0.0), 256.0),
        Plane::new(Vec3::new(0.0, 0.0, -1.0), 0.0),
    ];
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}
