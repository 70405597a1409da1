//! Clipmark races collision algorithms through the same first-person player movement. It says, with evidence, which one is right
//! and which one is fast.
//!
//! A crate with its own backend or character controller depends on this one, and has every judge of it:
//!
//! ```no_run
//! use clipmark::collision::Registration;
//! use clipmark::movement::MoverKind;
//!
//! // Two rows of your own, each a name, a line about it and a function that builds from a world.
//! fn program(mine: &'static Registration, walker: &'static MoverKind) -> clipmark::ExitCode {
//!     clipmark::Cli::new().backend(mine).controller(walker).run()
//! }
//! ```
//!
//! `cargo run --release -- controllers stairs` then has `mine` among the contestants. [`courses`] and
//! [`conformance::assert_conforms`] are the same as tests. `examples/own-controller/` in the repository is such a crate, with a
//! guide.
//!
//! The rest only re-exports; the tour follows the data:
//!
//! * [`scene`] reads a scene file, and the world that it names, at the door.
//! * [`geometry`] is that world: plain, checked once, never changed.
//! * [`collision`] is the first seam: what does the world answer? [`bsp`], [`bvh`], [`hull`] and [`cylinder`] implement it.
//! * [`movement`] is the second: how is a player carried through one tick?
//! * [`truth`] answers the same questions exactly, and shares no code with any backend.
//! * [`suite`] expands families of scenes and plays them; [`laws`] plays what is predicted in closed form.
//! * [`measure`] runs contestants, referees and times them; [`record`] is what it found, as plain data, and [`report`]
//!   shows that.

pub use clipmark_cli::Cli;
pub use std::process::ExitCode;

pub use clipmark_bsp as bsp;
pub use clipmark_bvh as bvh;
pub use clipmark_collision as collision;
pub use clipmark_conformance as conformance;
pub use clipmark_cylinder as cylinder;
pub use clipmark_geometry as geometry;
pub use clipmark_hull as hull;
pub use clipmark_laws as laws;
pub use clipmark_measure as measure;
pub use clipmark_movement as movement;
pub use clipmark_record as record;
pub use clipmark_report as report;
pub use clipmark_scene as scene;
pub use clipmark_suite as suite;
pub use clipmark_truth as truth;

use clipmark_suite::controllers::Courses;

/// The built-in courses whose names hold one of these words, which commas separate; all if there is no word.
///
/// ```no_run
/// # fn test(mine: &'static clipmark::movement::MoverKind) {
/// let known = "rules = 2\n[[known]]\nname = \"step-19\"\nreason = \"steps 20 u high are climbed on purpose\"";
/// clipmark::courses("stairs, slope, step").hz(60).assert_as_declared(mine, known);
/// # }
/// ```
pub fn courses(words: &str) -> Courses {
    Courses::named(words)
}
