//! The table of checks: what every row of every study is a row of.
//!
//! A name is unique and stays; another question, unit or denominator is another check. Codes are those of `docs/failures.md`.

use serde::{Deserialize, Serialize};

/// Declares the checks: variant, name in files, code, what a contestant that fails it does, unit of its value.
macro_rules! checks {
    ($($check:ident = $name:literal, $code:expr, $fails:literal, $unit:literal;)*) => {
        /// A check or a measure. The worst of one severity is the least.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Check {
            $(#[doc = $fails] #[serde(rename = $name)] $check,)*
        }

        impl Check {
            /// All, in their order.
            pub const ALL: &[Self] = &[$(Self::$check),*];

            /// Its name in files and options.
            pub fn name(self) -> &'static str {
                match self { $(Self::$check => $name,)* }
            }

            /// Its code in `docs/failures.md`, where a detector has one.
            pub fn code(self) -> Option<&'static str> {
                match self { $(Self::$check => $code,)* }
            }

            /// What a contestant that fails it does; of a measure what is measured.
            pub fn fails(self) -> &'static str {
                match self { $(Self::$check => $fails,)* }
            }

            /// The unit of its value; empty where it has none.
            pub fn unit(self) -> &'static str {
                match self { $(Self::$check => $unit,)* }
            }
        }
    };
}

checks! {
    // Controllers on courses: the worst first within a severity.
    Stopped = "stopped", None, "stops, or answers no numbers", "answers";
    Through = "through", None, "passes through", "ticks";
    Fell = "fell", None, "falls out of the world", "";
    StandsStill = "stands_still", Some("F17"), "stands still", "s";
    Goal = "goal", None, "does not arrive", "u";
    Bound = "bound", None, "leaves its bounds", "u";
    Slow = "slow", None, "too slow", "of the way";
    Fast = "fast", None, "too fast", "of what is asked";
    Rises = "rises", None, "rises unasked", "u";
    Creeps = "creeps", None, "creeps at rest", "u";
    Slides = "slides", None, "slides on its carrier", "u";
    Drops = "drops", None, "loses its carrier", "s";
    Deep = "deep", Some("F20"), "in a solid", "u";
    Shake = "shake", Some("F19"), "shakes", "u";
    Replay = "replay", Some("F31"), "is not repeatable", "";
    // What the referee and the detectors find in a scene.
    PassesThrough = "passes_through", Some("F1"), "passes through", "u";
    StopsAtNothing = "stops_at_nothing", Some("F2"), "stops at nothing", "u";
    EndsInSolid = "ends_in_solid", Some("F3"), "ends in a solid", "u";
    StaysOff = "stays_off", Some("F4"), "stays off", "u";
    WrongNormal = "wrong_normal", Some("F5"), "wrong normal", "degrees";
    StartInSolid = "start_in_solid", Some("F6"), "misjudges a start in a solid", "cases";
    NotIdempotent = "not_idempotent", Some("F7"), "contradicts itself when asked again from an end", "u";
    NotMonotone = "not_monotone", Some("F8"), "stops sooner on a longer sweep", "u";
    SplitDiffers = "split_differs", Some("F9"), "ends elsewhere when split in two", "u";
    PrefersPlace = "prefers_place", Some("F10"), "prefers a place or axis", "u";
    OrderMatters = "order_matters", Some("F11"), "depends on the order of brushes", "u";
    NotDeterministic = "not_deterministic", Some("F12"), "is not deterministic", "cases";
    BadInput = "bad_input", Some("F13"), "does not refuse bad input", "cases";
    NoReliableAnswer = "no_reliable_answer", Some("F13b"), "has no reliable answer", "cases";
    SpeedGain = "speed_gain", Some("F14"), "gains speed", "u/s";
    SpeedLeak = "speed_leak", Some("F15"), "leaks speed", "u/s";
    DeadStop = "dead_stop", Some("F16"), "stops dead", "% kept by law";
    StuckSolid = "stuck_solid", Some("F17b"), "starts stuck in a solid", "ticks";
    Snag = "snag", Some("F18"), "snags", "u/s";
    MissedStep = "missed_step", Some("F21"), "misses a step", "u";
    WallClimb = "wall_climb", Some("F22"), "climbs a wall", "u";
    StepDownBounce = "step_down_bounce", Some("F23"), "bounces down a step", "ticks";
    GroundFlicker = "ground_flicker", Some("F24"), "flickers between ground and air", "1/s";
    RampBug = "ramp_bug", Some("F25"), "loses speed on a ramp", "% lost";
    CreaseOscillation = "crease_oscillation", Some("F26"), "oscillates in a crease", "ticks";
    WedgeCreep = "wedge_creep", Some("F27"), "creeps in a wedge", "u";
    DependsOnTicks = "depends_on_ticks", Some("F28"), "depends on the length of ticks", "u";
    FarOriginLoss = "far_origin_loss", Some("F29"), "moves otherwise far from the origin", "u";
    Asymmetry = "asymmetry", Some("F30"), "moves otherwise when turned", "u";
    InMover = "in_mover", Some("F32"), "is in a mover", "u";
    PassedByMover = "passed_by_mover", Some("F33"), "is passed by a mover", "u";
    PushedByNothing = "pushed_by_nothing", Some("F34"), "is pushed by nothing", "u";
    LeftBehind = "left_behind", Some("F35"), "is left behind", "u";
    Exemption = "exemption", None, "is listed as exempt in vain", "";
    // The correctness bar. What is counted first: the questions of a kind, and on how many of them truth meets something.
    TrueHits = "true_hits", None, "meets something by exact arithmetic", "sweeps";
    Walked = "walked", None, "way of all players", "u";
    Gaps = "gaps", None, "stops at faces", "";
    Malformed = "malformed", Some("F1"), "gives an unusable answer", "";
    PassesTouched = "passes_touched", Some("F1"), "passes through what it touches", "u";
    Changed = "changed", Some("F12"), "answers otherwise when asked again", "";
    OtherProcess = "other_process", Some("F12"), "answers otherwise in another process", "";
    WrongSkin = "wrong_skin", None, "keeps another skin", "";
    WrongHull = "wrong_hull", None, "sweeps another hull", "";
    UntrueDeclaration = "untrue_declaration", None, "declares what is not so", "";
    StoppedAlong = "stopped_along", None, "stops along a surface", "";
    WrongPlane = "wrong_plane", None, "names a plane elsewhere", "";
    WrongSurface = "wrong_surface", None, "names wrong surface flags", "";
    WrongContents = "wrong_contents", None, "names wrong contents", "";
    StartUnsaid = "start_unsaid", Some("F6"), "does not name a start in a solid", "u";
    WrongStart = "wrong_start", Some("F6"), "is wrong about a start", "";
    WrongWayOut = "wrong_way_out", Some("F5"), "wrong normal at a start in a solid", "";
    WrongPlace = "wrong_place", Some("F6"), "wrong depth or contacts", "";
    WrongFill = "wrong_fill", None, "wrong contents of a point", "";
    // Answers by an engine's rules, which are no failures.
    TouchRule = "touch_rule", None, "passes what it touches, as Quake III does", "";
    MergedRule = "merged_rule", None, "passes into a solid that overlaps the one it starts in, as Quake does", "";
    BevelRule = "bevel_rule", None, "takes the planes that a map gives a brush for the brush, as Quake III does", "";
    PatchRule = "patch_rule", None, "takes a curved patch's facets for its surface, as Quake III does", "";
    CornerRule = "clipped_corners", None, "cuts a corner by less than the skin, as Quake III does", "";
    // Known causes of answers, wrong ones and such by rules.
    PhantomOffBevel = "phantom_off_bevel", None, "at a bevel away from its brush", "";
    PhantomNoBevel = "phantom_no_bevel", None, "where the map gives a brush no bevel", "";
    DeepAtCorner = "deep_at_corner", None, "at a corner that it cuts", "";
    MissedFromSkin = "missed_from_skin", None, "from within the skin of an edge", "";
    NormalAtGiven = "normal_at_given", None, "normal of a plane that the brush does not reach", "";
    ContentsAtGiven = "contents_at_given", None, "contents at a plane that the brush does not reach", "";
    StartAtGiven = "start_at_given", None, "start behind all planes that a map gives a brush", "";
    ByTree = "by_tree", None, "right with a tree compiled here", "";
    NotAsked = "not_asked", None, "starts in solids, which surfaces do not notice", "";
    HeldByLaw = "held_by_law", None, "stands still, as the exact movement does", "times";
    HeldInF32 = "held_in_f32", None, "stands still, as the exact movement does in f32", "times";
    Declares = "declares", None, "declares", "";
    // Costs.
    NsTick = "ns_tick", None, "time of a tick", "ns";
    NsSweep = "ns_sweep", None, "time of a sweep", "ns";
    FrameTime = "frame_time", None, "time of a frame", "ms";
    BuildTime = "build_time", None, "time of a build", "s";
    Bytes = "bytes", None, "memory of a world", "bytes";
    WrongAnswer = "wrong_answer", None, "answers wrong", "answers";
    OtherAnswer = "other_answer", None, "answers otherwise under the clock", "answers";
    Company = "company", None, "players end elsewhere in company than alone", "";
    BytesDeclared = "bytes_declared", None, "memory of a world by the contestant's word", "bytes";
    TimesSweep = "times_sweep", None, "time of a sweep, of the fastest's", "times";
    GrowthSweep = "growth_sweep", None, "time of a sweep, of that in the next smaller world", "times";
    TimesFrame = "times_frame", None, "time of a frame, of the fastest's", "times";
    FrameP99 = "frame_p99", None, "time of a frame, 99 of 100 are shorter", "ms";
    FrameP999 = "frame_p999", None, "time of a frame, 999 of 1,000 are shorter", "ms";
    FrameMax = "frame_max", None, "time of a frame, the longest", "ms";
    NsTickP99 = "ns_tick_p99", None, "time of a tick, 99 of 100 are shorter", "ns";
    NsTickP999 = "ns_tick_p999", None, "time of a tick, 999 of 1,000 are shorter", "ns";
    NsTickMax = "ns_tick_max", None, "time of a tick, the longest", "ns";
    Nodes = "nodes", None, "nodes of a sweep", "";
    Leaves = "leaves", None, "leaves of a sweep", "";
    Solids = "solids", None, "solids of a sweep", "";
    Planes = "planes", None, "planes of a sweep", "";
    GjkSteps = "gjk_steps", None, "steps of GJK of a sweep", "";
    EpaSteps = "epa_steps", None, "steps of EPA of a sweep", "";
    LeastSolids = "least_solids", None, "solids of a sweep, at least", "";
    LeastPlanes = "least_planes", None, "planes of a sweep, at least", "";
    LeastPlanesInFours = "least_planes_in_fours", None, "planes of a sweep in fours, at least", "";
    TimesTick = "times_tick", None, "time of a tick, of the fastest's", "times";
    BenchTime = "bench_time", None, "time of an iteration of a bench", "ns";
}

impl Check {
    /// The check of a code; of several the first, which is a detector's.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|check| check.code() == Some(code))
    }
}
