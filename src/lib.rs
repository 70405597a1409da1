//! Clipmark races collision algorithms through the same first-person player movement. It says, with evidence, which one is right
//! and which one is fast.
//!
//! A crate with its own backend or character controller depends on this one, and has every judge of it. This is a whole program,
//! with a controller to put your own in the place of:
//!
//! ```no_run
//! use clipmark::collision::BuildError;
//! use clipmark::geometry::{Contents, Point, World};
//! use clipmark::movement::{Carried, Controller, ControllerWorld, MoverKind, Placed, Profile, ShapeKind, Wanted};
//! use std::sync::Arc;
//!
//! static GHOST: MoverKind =
//!     MoverKind::foreign("ghost", "goes through walls and never stands", build).shaped(ShapeKind::Box);
//!
//! fn main() -> clipmark::ExitCode {
//!     clipmark::Cli::new().controller(&GHOST).run()
//! }
//!
//! /// Your library's world, built once. Its bodies share it, on several threads.
//! struct Level(Vec<Vec<Point>>);
//!
//! fn build(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
//!     // Water is a brush too; these are the solid ones.
//!     let solids = world.brushes_in(Contents::PLAYER_MASK);
//!     Ok(Arc::new(Level(solids.map(|(_, brush)| brush.vertices()).collect())))
//! }
//!
//! impl ControllerWorld for Level {
//!     // Steps are `profile.step_height` high, floors `profile.walkable_normal` upright.
//!     fn controller(&self, _profile: &Profile) -> Box<dyn Controller> {
//!         assert!(!self.0.is_empty(), "a course has solids");
//!         Box::new(Ghost { at: Point::origin() })
//!     }
//! }
//!
//! /// One body.
//! struct Ghost {
//!     at: Point,
//! }
//!
//! impl Controller for Ghost {
//!     fn place(&mut self, body: &Placed) {
//!         self.at = body.origin;
//!     }
//!
//!     fn carry(&mut self, wanted: &Wanted) -> Carried {
//!         // Here yours sweeps `wanted.hull`, slides and steps.
//!         self.at += wanted.displacement;
//!         Carried { origin: self.at, velocity: None, ground: None }
//!     }
//! }
//! ```
//!
//! A [`collision::Registration`] is the row of a backend, which [`Cli::backend`] takes; `crates/referee/examples/toy_backend.rs`
//! is a whole one.
//!
//! `cargo run --release -- suite controllers stairs` then has `ghost` among the contestants. [`courses`] and
//! [`conformance::assert_conforms`] are the same as tests. `examples/own-controller/` in the repository is such a crate, with a
//! guide.
//!
//! The other modules hold what a controller ([`movement`]) and a backend ([`collision`], [`geometry`]) need, and nothing else.
//! Its size is held by a test (`tests/it/facade.rs`). [`internals`] has the crates behind it, whole.

pub use clipmark_cli::Cli;
pub use clipmark_suite::controllers::Courses;
pub use std::process::ExitCode;

/// The world that a backend or a controller is built from: plain, checked once, never changed.
pub mod geometry {
    pub use clipmark_geometry::{
        Aabb, Brush, BrushSide, Contents, Hull, Model, Patch, Plane, Point, Pose, Rotation, SurfaceFlags,
        Triangle, TriangleSides, Vec3, World,
    };
}

/// The first seam: what does the world answer? A backend implements [`CollisionBackend`](collision::CollisionBackend).
pub mod collision {
    pub use clipmark_collision::question::Question;
    pub use clipmark_collision::{
        Build, BuildError, Capabilities, CollisionBackend, Contact, Declaration, Facts, Follows, HullKinds,
        Penetration, Reached, Registration, Role, RoundHulls, Sidedness, SkinDirection, Standalone,
        StartSolid, Status, Sweep, SweepError, TouchRule, Trace, TraceRules, Work,
    };
}

/// The second seam: how is a player carried through one tick? A controller implements [`Controller`](movement::Controller).
pub mod movement {
    pub use clipmark_movement::{
        Carried, Controller, ControllerWorld, FrameOrder, Move, MoverKind, MovingPart, Placed, Profile,
        Setting, ShapeKind, Wanted, Way,
    };
}

/// The properties that every backend must keep, as a test.
pub mod conformance {
    pub use clipmark_referee::conformance::{Known, Report, Solids, Suite, Violation, assert_conforms};
}

/// The crates behind all this. No version promises to keep what they hold.
///
/// The tour follows the data: [`scene`](internals::scene) reads a scene file, and the world that it names.
/// [`geometry`](internals::geometry) is that world. [`collision`](internals::collision) is asked about it, and
/// [`bsp`](internals::bsp), [`bvh`](internals::bvh), [`hull`](internals::hull) and [`cylinder`](internals::cylinder) answer.
/// [`movement`](internals::movement) moves a player. [`referee`](internals::referee) answers the same questions exactly, and
/// shares no code with any backend. [`suite`](internals::suite) expands families of scenes and plays them.
/// [`measure`](internals::measure) runs contestants, referees and times them; [`rows`](internals::rows) are what it found, as
/// plain data, and [`report`](internals::report) shows that.
pub mod internals {
    pub use clipmark_bsp as bsp;
    pub use clipmark_bvh as bvh;
    pub use clipmark_collision as collision;
    pub use clipmark_cylinder as cylinder;
    pub use clipmark_geometry as geometry;
    pub use clipmark_hull as hull;
    pub use clipmark_measure as measure;
    pub use clipmark_movement as movement;
    pub use clipmark_referee as referee;
    pub use clipmark_report as report;
    pub use clipmark_rows as rows;
    pub use clipmark_scene as scene;
    pub use clipmark_suite as suite;
}

/// The built-in courses whose names hold one of these words, which commas separate; all if there is no word. [`Cli::run`] with
/// `list` names them.
///
/// ```no_run
/// # fn test(mine: &'static clipmark::movement::MoverKind) {
/// let known = "rules = 2\n[[known]]\nsubject = \"step-19\"\nreason = \"steps 20 u high are climbed on purpose\"";
/// clipmark::courses("stairs, slope, step").hz(60).assert_as_declared(mine, known);
/// // A failure under a debugger: the tick that shows it best.
/// let found = clipmark::courses("step-19").hz(60).failing(mine).expect("a run that fails");
/// println!("tick {}: {:?}", found.tick, found.moves.last());
/// # }
/// ```
pub fn courses(words: &str) -> Courses {
    Courses::named(words)
}
