//! The table of classes: what is a fault, and what is too often.

use super::{ALONG_LEAST, ALONG_ONE_IN, FaultRow, LESSER_ONE_IN, Limit, PHANTOM_ONE_IN, Source};
use crate::counts::Class;
use clipmark_rows::Check;

pub(crate) const SANDWICH: &str = "a quarter of the skin and 8 f32 steps of the largest coordinate: rounding of a plane's distance, of \
                                   the fraction and of the end, doubled";

/// Declares the classes: variant, key in `tests/golden/` and METHODOLOGY, name, check in rows, where its count is from, how often
/// a map of the bar may have it, whether a cell of the suite fails by it whatever its scene expects; then what it is, and its
/// tolerance.
macro_rules! faults {
    ($($fault:ident = $key:literal, $name:literal, $check:ident, $source:ident, $limit:expr, $any_scene:literal,
        $definition:literal, $tolerance:expr;)*) => {
        /// A class of fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Fault {
            $(#[doc = $definition] $fault,)*
        }

        /// All classes, the gravest first.
        pub static FAULTS: [FaultRow; Fault::COUNT] = [$(FaultRow {
            fault: Fault::$fault,
            check: Check::$check,
            key: $key,
            definition: $definition,
            name: $name,
            tolerance: $tolerance,
            limit: $limit,
            any_scene: $any_scene,
            source: Source::$source,
        },)*];

        impl Fault {
            /// How many classes there are.
            pub const COUNT: usize = <Self as Class>::ALL.len();
        }

        impl Class for Fault {
            const ALL: &'static [Self] = &[$(Self::$fault),*];

            fn place(self) -> usize {
                self as usize
            }

            fn key(self) -> &'static str {
                self.row().key
            }

            fn is_of_answers(self) -> bool {
                self.row().source == Source::Answers
            }
        }
    };
}

faults! {
    // None of these may happen even once.
    Malformed = "malformed", "malformed", Malformed, Answers, Limit::Never, true,
        "A number is not finite, the fraction is not in 0 to 1, the end is not where the fraction says, or \
         the parts contradict each other: a plane without a hit, or all solid, but not at the start.",
        "8 f32 steps of the largest coordinate: rounding of start + fraction (end - start)";
    Missed = "missed", "missed", PassesThrough, Answers, Limit::Never, true,
        "The path up to the reported end enters a solid that the sweep neither starts in nor touches, and \
         the answer is no stop that only came too late. Where it ends and which plane it names is not \
         counted beside.",
        SANDWICH;
    MissedFromTouch = "missed_from_touch", "missed from touch", PassesTouched, Answers, Limit::Never, true,
        "As missed, through a solid that the hull touches at the start, and no other; the start is not \
         inside by exact arithmetic.",
        "as missed; touching is within 8 f32 steps, inside is decided in rational numbers";
    TooDeep = "penetrating", "too deep", EndsInSolid, Answers, Limit::Never, true,
        "The end lies in a solid. If the sweep passes into that solid, the stop came too late: by less \
         than the 1.5 u that a player feels, and nowhere deeper. Its plane is not counted beside.",
        SANDWICH;
    InSolid = "embedded_ticks", "in a solid", Deep, Walk, Limit::Never, true,
        "After a tick the body is in a solid.",
        "a quarter of the skin; in the bar 0.05 u";
    Stuck = "stuck_ticks", "stuck", StandsStill, Walk, Limit::Never, false,
        "The player does not move, though it wishes to and the way is free.",
        "1 u in 0.25 s, where 4 u are free within 72 degrees of the wish";
    FellOut = "fell_out", "fell out", Fell, Walk, Limit::Never, true,
        "The body is below the world.",
        "64 u below the world's bounds";
    Changed = "changed", "another answer when asked again", Changed, Answers, Limit::Never, false,
        "The same question gets another answer.",
        "none: every bit of the answer is compared";
    OtherProcess = "other_process", "another answer in another process", OtherProcess, Answers, Limit::Never, false,
        "Two processes of the same program give other answers to the same sweeps, or other states to the \
         same commands.",
        "none: every bit of 8,192 answers and 500 states is compared";
    WrongSkin = "wrong_skin", "skin", WrongSkin, Gaps, Limit::Never, false,
        "Stops at faces keep another gap than the declared skin.",
        "8 f32 steps, in the median or the 1st percentile of all gaps at faces (10 and 200 at least)";
    WrongHull = "wrong_hull", "hull", WrongHull, Gaps, Limit::Never, false,
        "Stops at faces of one direction are off: the hull reaches too far or not far enough there.",
        "8 f32 steps, in the median gap at faces of one direction (10 at least)";
    UntrueDeclaration = "untrue_declaration", "untrue declaration", UntrueDeclaration, Answers, Limit::Never, false,
        "Something that is declared, and would excuse answers, is not so where conformance tries it.",
        "that of the property of conformance which tries it";
    // The bar allows most of these now and then.
    Phantom = "phantom", "phantom", StopsAtNothing, Answers, Limit::OneIn(PHANTOM_ONE_IN), false,
        "The hull stops where it is not yet in the skin of anything that may stop it.",
        SANDWICH;
    StoppedAlong = "stopped_along", "stopped along", StoppedAlong, Answers, Limit::Often { one_in: ALONG_ONE_IN, least: ALONG_LEAST }, false,
        "The hull stops in the skin of a surface from which its path keeps its distance.",
        "8 f32 steps of the largest coordinate: rounding may bring the path nearer, so a few are allowed";
    WrongNormal = "wrong_normal", "normal", WrongNormal, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "The normal is missing, is not of unit length, points along the motion, or is not that of a \
         surface met.",
        "1 degree from the cone of the surfaces met: f32 solvers place normals of small features to 0.1 \
         degrees";
    WrongPlane = "wrong_plane", "plane's distance", WrongPlane, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "The plane that is named has the right normal, and the hull stops farther from it than the skin or \
         behind it.",
        SANDWICH;
    WrongSurface = "wrong_surface", "surface flags", WrongSurface, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "The flags that are named are those of no face that may have been met.",
        "faces within 1 degree of the normal, of solids within the skin and the tolerance of a stop; at an \
         edge any face";
    WrongContents = "wrong_contents", "contents", WrongContents, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "The hull stops in the skin of solids, and none of them has any of the contents that are \
         reported.",
        "the skin and the tolerance of a stop: within so much a solid may be what is met";
    StartUnsaid = "start_unsaid", "start in a solid unsaid", StartUnsaid, Answers, Limit::Never, false,
        "The hull starts in a solid, deeper than the tolerance, and moves on without saying so. What else \
         is wrong with the answer follows from it and is not counted.",
        SANDWICH;
    WrongStart = "start_solid", "start", WrongStart, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "Start-solid or all-solid is said, and contradicts the exact position of the start or the end.",
        SANDWICH;
    WrongWayOut = "wrong_way_out", "normal at a start in a solid", WrongWayOut, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "Of a sweep that starts in a solid, deeper than the tolerance: what would be a wrong normal.",
        "as a wrong normal's";
    WrongPlace = "wrong_place", "depth or contacts", WrongPlace, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "At a place, the position test or a contact is wrong, a contact is missing, or a short question \
         contradicts a long one.",
        SANDWICH;
    WrongFill = "wrong_fill", "contents of a point", WrongFill, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "A point is said to have contents that are not there, or not those that are.",
        "8 f32 steps of the largest coordinate: rounding of a plane's distance, doubled";
    Unreliable = "unreliable", "unreliable", NoReliableAnswer, Answers, Limit::OneIn(LESSER_ONE_IN), false,
        "The backend reports that its answer is not to be relied on, or that it has none.",
        "none: the status is taken at its word";
    WalkUnreliable = "walk_unreliable", "unreliable on the walk", NoReliableAnswer, Walk, Limit::Uncounted, false,
        "The same during a walk.",
        "none: the status is taken at its word";
}
