//! Classes that answers are counted by: faults, engines' rules, and causes, each with its check in the table of checks.
//!
//! The referee (crate `referee`) decides whether an answer belongs to a class and how far it may be off; METHODOLOGY.md has the
//! tolerances. Here stands where a fault is counted and how often it may happen, so that no answer is wrong in one place and
//! right in another. An answer by an engine's own rule is no fault, and a cause excuses nothing.

use crate::Check;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Index, IndexMut};

/// More classes than any table has: bits of a [`Set`].
const MOST: usize = 32;

/// A class that answers are counted by.
pub trait Class: Copy + PartialEq + 'static {
    /// All of them, in the order of their table.
    const ALL: &'static [Self];

    /// Its place in the table.
    fn place(self) -> usize;

    /// Its key in `tests/golden/`.
    fn key(self) -> &'static str;

    /// In a word or two.
    fn name(self) -> &'static str;

    /// Its check in rows of results.
    fn check(self) -> Check;
}

/// Declares a table of classes: variant, key in `tests/golden/` and METHODOLOGY, name where it is not the key, check in rows.
macro_rules! classes {
    ($(#[$about:meta])* $table:ident { $($(#[$what:meta])* $class:ident = $key:literal $($name:literal)?, $check:ident;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $table {
            $($(#[$what])* $class,)*
        }

        impl Class for $table {
            const ALL: &'static [Self] = &[$(Self::$class),*];

            fn place(self) -> usize {
                self as usize
            }

            fn key(self) -> &'static str {
                match self { $(Self::$class => $key,)* }
            }

            fn name(self) -> &'static str {
                match self { $(Self::$class => [$($name,)? $key][0],)* }
            }

            fn check(self) -> Check {
                match self { $(Self::$class => Check::$check,)* }
            }
        }
    };
}

classes! {
    /// A class of fault, the gravest first.
    Fault {
        /// A number is not finite, the fraction is not in 0 to 1, the end is not where the fraction says, or the parts
        /// contradict each other: a plane without a hit, or all solid, but not at the start.
        Malformed = "malformed", Malformed;
        /// The path up to the reported end enters a solid that the sweep neither starts in nor touches, and the answer is no
        /// stop that only came too late. Where it ends and which plane it names is not counted beside.
        Missed = "missed", PassesThrough;
        /// As missed, through a solid that the hull touches at the start, and no other; the start is not inside by exact
        /// arithmetic.
        MissedFromTouch = "missed_from_touch" "missed from touch", PassesTouched;
        /// The end lies in a solid. If the sweep passes into that solid, the stop came too late: by less than the 1.5 u that a
        /// player feels, and nowhere deeper. Its plane is not counted beside.
        TooDeep = "penetrating" "too deep", EndsInSolid;
        /// After a tick the body is in a solid.
        InSolid = "embedded_ticks" "in a solid", Deep;
        /// The player does not move, though it wishes to and the way is free.
        Stuck = "stuck_ticks" "stuck", StandsStill;
        /// The body is below the world.
        FellOut = "fell_out" "fell out", Fell;
        /// The same question gets another answer.
        Changed = "changed" "another answer when asked again", Changed;
        /// Two processes of the same program give other answers to the same sweeps, or other states to the same commands.
        OtherProcess = "other_process" "another answer in another process", OtherProcess;
        /// Stops at faces keep another gap than the declared skin.
        WrongSkin = "wrong_skin" "skin", WrongSkin;
        /// Stops at faces of one direction are off: the hull reaches too far or not far enough there.
        WrongHull = "wrong_hull" "hull", WrongHull;
        /// Something that is declared, and would excuse answers, is not so where conformance tries it.
        UntrueDeclaration = "untrue_declaration" "untrue declaration", UntrueDeclaration;
        /// The hull stops where it is not yet in the skin of anything that may stop it.
        Phantom = "phantom", StopsAtNothing;
        /// The hull stops in the skin of a surface from which its path keeps its distance.
        StoppedAlong = "stopped_along" "stopped along", StoppedAlong;
        /// The normal is missing, is not of unit length, points along the motion, or is not that of a surface met.
        WrongNormal = "wrong_normal" "normal", WrongNormal;
        /// The plane that is named has the right normal, and the hull stops farther from it than the skin or behind it.
        WrongPlane = "wrong_plane" "plane's distance", WrongPlane;
        /// The flags that are named are those of no face that may have been met.
        WrongSurface = "wrong_surface" "surface flags", WrongSurface;
        /// The hull stops in the skin of solids, and none of them has any of the contents that are reported.
        WrongContents = "wrong_contents" "contents", WrongContents;
        /// The hull starts in a solid, deeper than the tolerance, and moves on without saying so. What else is wrong with the
        /// answer follows from it and is not counted.
        StartUnsaid = "start_unsaid" "start in a solid unsaid", StartUnsaid;
        /// Start-solid or all-solid is said, and contradicts the exact position of the start or the end.
        WrongStart = "start_solid" "start", WrongStart;
        /// Of a sweep that starts in a solid, deeper than the tolerance: what would be a wrong normal.
        WrongWayOut = "wrong_way_out" "normal at a start in a solid", WrongWayOut;
        /// At a place, the position test or a contact is wrong, a contact is missing, or a short question contradicts a long
        /// one.
        WrongPlace = "wrong_place" "depth or contacts", WrongPlace;
        /// A point is said to have contents that are not there, or not those that are.
        WrongFill = "wrong_fill" "contents of a point", WrongFill;
        /// The backend reports that its answer is not to be relied on, or that it has none.
        Unreliable = "unreliable", NoReliableAnswer;
        /// The same during a walk.
        WalkUnreliable = "walk_unreliable" "unreliable on the walk", NoReliableAnswer;
    }
}

classes! {
    /// A rule of an engine by which an answer is wrong by geometry. Only a backend that follows the engine has answers
    /// counted by it: a model of that engine in crate `referee` gives the same answer, and another without this rule.
    Rule {
        /// Passed a solid that it touches at the start.
        Touch = "touch_rule" "touch", TouchRule;
        /// Passed into a solid that overlaps those it starts in.
        MergedSolids = "merged_rule" "merged solids", MergedRule;
        /// Passed a brush that it starts behind all given planes of, or stopped where only these planes are.
        Bevel = "bevel_rule" "bevel", BevelRule;
        /// Stopped at the edge of a curved patch's facet, or passed a piece that has none.
        Patch = "patch_rule" "patch", PatchRule;
        /// Cut an edge by less than the skin, or passed it from within the skin.
        Corner = "clipped_corners" "corner", CornerRule;
    }
}

classes! {
    /// A known cause of answers that geometry calls wrong. Its count includes answers that an engine's rule explains.
    /// [`NotAsked`](Self::NotAsked) alone counts questions without an answer.
    Cause {
        /// For phantoms: at a bevel of the map that lies away from its brush.
        PhantomOffBevel = "phantom_off_bevel", PhantomOffBevel;
        /// For phantoms: where the map gives a brush no bevel that the hull would need.
        PhantomNoBevel = "phantom_no_bevel", PhantomNoBevel;
        /// For ends that are too deep: at a corner that an engine's rule cuts.
        DeepAtCorner = "deep_at_corner", DeepAtCorner;
        /// For misses by the corner rule: the sweep starts in a skin and leaves a plane within it. Quake III then counts the
        /// plane as left before the sweep meets another.
        MissedFromSkin = "missed_from_skin", MissedFromSkin;
        /// For wrong normals: at a given plane of a brush that the brush does not reach.
        NormalAtGiven = "normal_at_given", NormalAtGiven;
        /// For wrong contents: at a given plane of a brush that the brush does not reach.
        ContentsAtGiven = "contents_at_given", ContentsAtGiven;
        /// For wrong starts by the bevel rule: the start is behind all given planes of a brush, but not in the brush.
        StartAtGiven = "start_at_given", StartAtGiven;
        /// For misses, ends that are too deep and wrong places together: right with a tree compiled from the brushes. In the
        /// map's own tree a leaf lacks the brush, or the traversal cuts a shallow path short, as Quake III's does. The bar
        /// alone counts it.
        ByTree = "by_tree", ByTree;
        /// The sweep starts in a solid, and the backend knows surfaces alone, so it cannot notice the solid. Its start-solid
        /// flag, depth and contacts were not tested.
        NotAsked = "not_asked", NotAsked;
    }
}

/// Where a class of fault is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Answers, one by one.
    Answers,
    /// Ticks of walks.
    Walk,
    /// Gaps of all stops together.
    Gaps,
}

/// How often the correctness bar lets a class happen on a map; a scene allows none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Never.
    Never,
    /// In fewer than one answer of this many.
    OneIn(usize),
    /// In fewer than one answer of `one_in`, or less often than `least`: the occasional effect of rounding alone. A scene
    /// allows the same.
    Often {
        /// One in this many answers is too often.
        one_in: usize,
        /// But fewer than these say nothing.
        least: usize,
    },
    /// The bar does not count it.
    Uncounted,
}

/// Fewer answers than one in this many may stop in free space.
const PHANTOM_ONE_IN: usize = 100_000;
/// Fewer than one in this many may have a wrong normal, a wrong flag, or no reliable answer.
pub const LESSER_ONE_IN: usize = 10_000;
/// Stops along a surface: a quarter of the sweeps from rest lead along one. Quake III's arithmetic, which `bsp` has to the bit,
/// stops one in 90 of all on the slopes of islandctf. On oa_dm1 it stops one in 5,000. A tracer that holds one in four along a
/// wall stops one in 16. Smaller calls the engine's rounding a fault; larger lets a player stick to walls.
pub const ALONG_ONE_IN: usize = 40;
/// Fewer stops along a surface than these are no share of anything.
pub const ALONG_LEAST: usize = 5;

impl Limit {
    /// Whether `count` of `asked` answers exceed it.
    pub fn is_exceeded(self, count: usize, asked: usize) -> bool {
        count > 0
            && match self {
                Self::Never => true,
                Self::OneIn(many) => count.saturating_mul(many) >= asked,
                Self::Often { one_in, least } => count >= least && count.saturating_mul(one_in) >= asked,
                Self::Uncounted => false,
            }
    }
}

impl Fault {
    /// The classes of an answer that lets a hull pass through something.
    pub const PASSES: [Self; 3] = [Self::Malformed, Self::Missed, Self::MissedFromTouch];

    /// The classes of an answer that passes through something, the solid included that it starts in and does not name.
    pub const THROUGH: [Self; 4] = [
        Self::Malformed,
        Self::Missed,
        Self::MissedFromTouch,
        Self::StartUnsaid,
    ];

    /// Where it is counted.
    pub fn source(self) -> Source {
        match self {
            Self::InSolid | Self::Stuck | Self::FellOut | Self::WalkUnreliable => Source::Walk,
            Self::WrongSkin | Self::WrongHull => Source::Gaps,
            _ => Source::Answers,
        }
    }

    /// How often it may happen.
    pub fn limit(self) -> Limit {
        match self {
            Self::Phantom => Limit::OneIn(PHANTOM_ONE_IN),
            Self::StoppedAlong => Limit::Often {
                one_in: ALONG_ONE_IN,
                least: ALONG_LEAST,
            },
            Self::WrongNormal
            | Self::WrongPlane
            | Self::WrongSurface
            | Self::WrongContents
            | Self::WrongStart
            | Self::WrongWayOut
            | Self::WrongPlace
            | Self::WrongFill
            | Self::Unreliable => Limit::OneIn(LESSER_ONE_IN),
            Self::WalkUnreliable => Limit::Uncounted,
            _ => Limit::Never,
        }
    }
}

/// How many answers belong to each class.
#[derive(Clone, Copy, PartialEq)]
pub struct Counts<K>([usize; MOST], PhantomData<K>);

/// The classes that an answer belongs to.
#[derive(Clone, Copy, PartialEq)]
pub struct Set<K>(u32, PhantomData<K>);

impl<K: Class> Counts<K> {
    /// Counts of these classes, and 0 of all others.
    pub fn collect(counts: &[(K, usize)]) -> Self {
        let mut all = Self::default();
        for (class, n) in counts {
            all[*class] = *n;
        }
        all
    }

    /// How many belong to some of these; an answer of two is counted twice.
    pub fn sum(&self, classes: &[K]) -> usize {
        let each = classes.iter().map(|class| self[*class]);
        each.fold(0, usize::saturating_add)
    }

    /// Every class that has some, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (K, usize)> + '_ {
        let each = K::ALL.iter().map(|class| (*class, self[*class]));
        each.filter(|(_, n)| *n > 0)
    }
}

impl<K: Class> Set<K> {
    /// The classes for which `is` holds.
    pub fn select(is: impl Fn(K) -> bool) -> Self {
        let mut set = Self::default();
        for class in K::ALL.iter().filter(|class| is(**class)) {
            set.insert(*class);
        }
        set
    }

    /// Takes a class in.
    pub fn insert(&mut self, class: K) {
        self.0 |= 1 << class.place();
    }

    /// Whether a class is among them.
    pub fn contains(self, class: K) -> bool {
        self.0 >> class.place() & 1 == 1
    }

    /// Whether none is.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The classes in it, in the order of their table.
    pub fn iter(self) -> impl Iterator<Item = K> {
        K::ALL.iter().copied().filter(move |class| self.contains(*class))
    }
}

// Not derived: a class has no default.
impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self([0; MOST], PhantomData)
    }
}

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<K: Class> fmt::Debug for Counts<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = self.iter().map(|(class, n)| (class.key(), n));
        f.debug_map().entries(some).finish()
    }
}

impl<K: Class> fmt::Debug for Set<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Class::key)).finish()
    }
}

impl<K: Class> Index<K> for Counts<K> {
    type Output = usize;

    fn index(&self, class: K) -> &usize {
        &self.0[class.place()]
    }
}

impl<K: Class> IndexMut<K> for Counts<K> {
    fn index_mut(&mut self, class: K) -> &mut usize {
        &mut self.0[class.place()]
    }
}

/// Counts that somebody made up end at the largest there is.
impl<K> Add for Counts<K> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(
            std::array::from_fn(|i| self.0[i].saturating_add(other.0[i])),
            PhantomData,
        )
    }
}

impl<K: Class> AddAssign<Set<K>> for Counts<K> {
    fn add_assign(&mut self, answer: Set<K>) {
        answer.iter().for_each(|class| self[class] += 1);
    }
}
