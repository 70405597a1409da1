//! What a physics library provides to become a contestant.

use crate::question::Log;
use clipmark_collision::question::{BodyPose, Shape};
use clipmark_collision::{HullKinds, SkinDirection, StartSolid, Status, Sweep, back_off};
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Hull, Plane, Point, Vec3};
use clipmark_movement::{Carried, FrameOrder, MovingPart, Placed, Profile, Setting, ShapeKind, Wanted};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A library's world with the rigid solids of a plan in it, ready for queries.
///
/// Queries are pure: the same question gets the same bits, from any thread. A library whose worlds must stay on their thread is a
/// handle that finds the thread's world. Solids are named by their index in [`Plan::rigid`]; a hit leads back to it in constant
/// time. A panic in a query is caught, and is [`Status::Failed`].
pub trait Library: Sized + Send + Sync + 'static {
    /// The folder in `peers/` of the program that asks it alone.
    const PROGRAM: &'static str;
    /// Name and exact version, with the commits that the packages name and the wrapper's version if there is one.
    const VERSION: &'static str;
    /// The hulls that it casts; others are [`Status::Unsupported`].
    const HULLS: HullKinds = HullKinds::ALL;
    /// The reason for which brushes are left out, after "brushes".
    const OMITS: &'static str;
    /// Overlaps no deeper than this are contacts, in units. Smaller: a hull that rests is in a solid. Larger: real starts in
    /// solids go unnoticed.
    const TOUCHING: f32;
    /// Whether a sweep of no length is a position test by [`near`](Self::near). Otherwise [`cast`](Self::cast) is asked for it.
    const TESTS_PLACES: bool = true;
    /// Largest margin of contacts, in units.
    const MOST_MARGIN: f32 = Sweep::LIMIT;

    /// Whether characters ask one world while nothing moves. Otherwise a character is an object of a world of its own.
    const CHARACTERS_SHARE_WORLD: bool = false;

    /// Its own options, as the code reads them.
    type Settings: Copy + Send + Sync + 'static;
    /// Its shape of one brush.
    type Shape;
    /// The shapes of all solids that move or rest as one, shared by all worlds of a plan.
    type Shapes: Send + Sync;
    /// A body of its character controller.
    type Character: Character<Library = Self>;

    /// The contestants, [`PLAIN`] and [`TUNED`].
    const SETUPS: &'static [Setup<Self::Settings>; 2];

    /// The shape of a closed brush with four corners or more. `None`: the library has none, for example since the points are too
    /// flat.
    ///
    /// # Errors
    /// What it refuses of the brush.
    fn shape(
        setup: &Setup<Self::Settings>,
        settings: &Self::Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Self::Shape>, String>;

    /// Puts shapes together that rest, or move, as one.
    ///
    /// # Errors
    /// Whatever the library refuses.
    fn gather(solids: &[Solid], shapes: Vec<Self::Shape>, moves: bool) -> Result<Self::Shapes, String>;

    /// Builds the world. It refuses now what would be refused when a part begins to move.
    ///
    /// # Errors
    /// Whatever the library refuses, such as too many bodies.
    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String>;

    /// Bytes that the library has allocated in this process, if it counts them.
    fn allocated() -> usize {
        0
    }

    /// Bytes of the world that [`allocated`](Self::allocated) does not count, by the library's source.
    fn bytes(&self) -> usize {
        0
    }

    /// How many solids of the plan the world could not be given.
    fn refused(&self) -> usize {
        0
    }

    /// Casts a hull, and notes the call if it is one of the library's casts. It is asked for no sweep of a mask that meets no
    /// solid.
    ///
    /// # Errors
    /// [`Status::Failed`] if the library says so.
    fn cast(&self, sweep: &Sweep, log: &Log) -> Result<Cast, Status>;

    /// How far a stop is backed off along the path, so that a gap is kept along the normal.
    fn back_off(gap: f32, plane: &Plane, sweep: &Sweep) -> f32 {
        let path = sweep.displacement();
        back_off(gap, -plane.normal.dot(&path) / path.norm())
    }

    /// Shows the nearest feature of every solid within the margin of a hull until `show` breaks off: of one that it overlaps the
    /// deepest point, with a negative distance and the shortest direction out.
    ///
    /// # Errors
    /// As for [`cast`](Self::cast).
    fn near(&self, at: &At, show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status>;

    /// Whether a hull may overlap anything, where the library has a quicker answer than [`near`](Self::near).
    fn may_overlap(&self, _at: &At) -> bool {
        true
    }

    /// Shows the solids that contain a point.
    fn containing(&self, point: &Point, show: impl FnMut(usize));

    /// Solids of a plan that rest, or go with a part, as the world was given them: the bodies of those that are met, each by its
    /// pose and its shapes in it.
    fn bodies(
        plan: &Plan<Self>,
        own: &Solids<Self>,
        part: Option<&MovingPart>,
        is_met: &dyn Fn(usize) -> bool,
    ) -> Vec<Given>;

    /// The settings of a world in which characters move, if they differ from those of casts.
    fn of_character(settings: Self::Settings) -> Self::Settings {
        settings
    }
}

/// A body, with its memory. Lengths are in units.
pub trait Character: Sized {
    /// The library.
    type Library: Library;
    /// Whether moves among moving parts can be written down as a question.
    const REPEATS_PARTS: bool = true;

    /// A character, not yet placed. It asks the shared world where there is one, and its own otherwise.
    ///
    /// # Errors
    /// Whatever the library refuses.
    fn new(
        plan: &Arc<Plan<Self::Library>>,
        shared: Option<&Arc<Self::Library>>,
        profile: &Profile,
    ) -> Result<Self, String>;

    /// Puts it somewhere; it forgets ground, contacts and springs.
    ///
    /// # Errors
    /// A hull that the library has no character of.
    fn place(&mut self, body: &Placed, log: &Log) -> Result<(), NoAnswer>;

    /// Moves the parts of the world to where [`Plan::pose_of`](Plan::pose_of) says.
    ///
    /// # Errors
    /// Whatever the library refuses, such as a speed beyond its limit.
    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, log: &Log) -> Result<(), String>;

    /// Moves it by one tick: slide, step up, step down, ground, and ride on a part.
    ///
    /// # Errors
    /// The body is then left where it is.
    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer>;
}

/// A body that a library was given: its pose, and its shapes, each in its place.
pub type Given = (BodyPose, Vec<(Shape, BodyPose)>);

/// Why a character did not move.
#[derive(Clone, Debug)]
pub enum NoAnswer {
    /// The library failed, which counts as an unreliable answer.
    Failed,
    /// A documented limit of the library or its wrapper, in its words.
    Refused(String),
}

/// The set-up that a library's documentation teaches, by its place in [`Library::SETUPS`].
pub const PLAIN: usize = 0;

/// The set-up of its best user.
pub const TUNED: usize = 1;

/// A contestant: a library with its settings, and what is done around its calls.
pub struct Setup<S> {
    /// As on the command line: `rapier`, `rapier:tuned`.
    pub name: &'static str,
    /// The backend in one line.
    pub about: &'static str,
    /// The name of its controller.
    pub controller: &'static str,
    /// The controller in one line.
    pub about_controller: &'static str,
    /// The library's own options.
    pub settings: S,
    /// The library's length of one unit; a power of two. It is [`METRE`](crate::form::METRE) in both set-ups of a library that
    /// reads that constant.
    pub length: f32,
    /// Whether a stop is backed off along the path, as tutorials do, or so far that the gap is the skin at every angle.
    pub skin: SkinDirection,
    /// The effect of a start in a solid.
    pub start_solid: StartSolid,
    /// The character's shape, if it is not the one that the backend casts.
    pub shape: Option<ShapeKind>,
    /// Whether the lowest part of the character, a step high, may reach into solids.
    pub on_legs: bool,
    /// The orders of a frame that it plays in; its own is the first.
    pub frames: &'static [FrameOrder],
    /// What is set, and why: a column of the library's table.
    pub table: &'static [Setting],
}

/// The plan of a library's worlds. It never changes, and is shared by all that are made from it.
pub struct Plan<L: Library> {
    /// The contestant.
    pub setup: &'static Setup<L::Settings>,
    /// Its settings: those of casts, or those of characters.
    pub settings: L::Settings,
    /// The gap that stops keep from surfaces, in units.
    pub skin: f32,
    /// The order of a frame in which characters move.
    pub frame: FrameOrder,
    /// The rigid part of the world.
    pub rigid: Solids<L>,
    /// Each model that may move, in its own frame.
    pub models: Vec<Solids<L>>,
    /// Brushes of the rigid part that the library has no shape of.
    pub(crate) refused: usize,
}

/// Solids that move, or rest, as one.
pub struct Solids<L: Library> {
    /// The brushes that the library has a shape of, in their order.
    pub solids: Vec<Solid>,
    /// Their shapes.
    pub shapes: L::Shapes,
}

/// A brush of which a library has a shape.
#[derive(Clone, Debug)]
pub struct Solid {
    /// What is in it.
    pub contents: Contents,
    /// Its sides, to name the face of a hit.
    pub sides: Vec<BrushSide>,
    /// Its bounds.
    pub bounds: Aabb,
}

/// The answer to a cast.
pub enum Cast {
    /// Nothing stops the hull.
    Free {
        /// Whether the start is in a solid.
        starts_inside: bool,
    },
    /// Something does.
    Stopped(Stop),
    /// Start and end are in this solid.
    Inside(usize),
}

/// What stopped a cast, in units.
pub struct Stop {
    /// The solid.
    pub solid: usize,
    /// The free length of the path.
    pub distance: f32,
    /// The surface.
    pub plane: Plane,
    /// Whether the start is in a solid.
    pub starts_inside: bool,
    /// The part of the skin that the stop has kept already.
    pub kept: f32,
}

impl Stop {
    /// A stop by the library's own normal and point.
    #[inline]
    pub fn at(solid: usize, distance: f32, normal: Vec3, point: &Vec3, starts_inside: bool) -> Self {
        Self {
            solid,
            distance,
            plane: Plane::new(normal, normal.dot(point)),
            starts_inside,
            kept: 0.0,
        }
    }
}

/// A hull somewhere.
pub struct At<'a> {
    /// The hull, relative to its position.
    pub hull: &'a Hull,
    /// Its position.
    pub at: &'a Point,
    /// Solids within this distance are asked for, in units.
    pub margin: f32,
    /// Contents that are asked for.
    pub mask: Contents,
    /// Whether [`Near::point`] is used: a library may need another question for it.
    pub wants_points: bool,
}

impl<'a> At<'a> {
    /// A hull that is asked what it overlaps.
    pub fn overlapping(hull: &'a Hull, at: &'a Point, mask: Contents) -> Self {
        Self {
            hull,
            at,
            margin: 0.0,
            mask,
            wants_points: false,
        }
    }
}

/// The nearest feature of a solid.
pub struct Near {
    /// The solid.
    pub solid: usize,
    /// Gap in units; negative where the hull overlaps.
    pub distance: f32,
    /// From the solid to the hull.
    pub normal: Vec3,
    /// On the solid, if points are wanted.
    pub point: Point,
}
