//! More faults: one at least of every kind that judges once did not see.

use super::{CollisionFault, Planted, SweepAsked, hulls, kinds, places, worlds};
use clipmark_collision::{StartSolid, TouchRule, Trace, TraceRules};
use clipmark_geometry::{Hull, Vec3, World};

const NONE: CollisionFault = CollisionFault::NONE;

/// Changes the hull that is asked about.
const fn hull(name: &'static str, what: &'static str, hull: fn(&Hull) -> Hull) -> CollisionFault {
    CollisionFault {
        name,
        what,
        hull,
        ..NONE
    }
}

/// Changes the answer to a sweep.
const fn trace(
    name: &'static str,
    what: &'static str,
    trace: fn(&Planted, &SweepAsked, Trace) -> Trace,
) -> CollisionFault {
    CollisionFault {
        name,
        what,
        trace,
        ..NONE
    }
}

/// Changes the world that the backend is built from.
const fn world(name: &'static str, what: &'static str, world: fn(&mut World)) -> CollisionFault {
    CollisionFault {
        name,
        what,
        world,
        ..NONE
    }
}

/// Faults of hulls, lengths, places, fields, worlds and processes.
pub static FURTHER: [CollisionFault; 72] = [
    hull(
        "crouched-narrow",
        "Crouched bodies are narrower by 1 u.",
        hulls::crouched_narrow,
    ),
    hull(
        "quakeworld-narrow",
        "Hulls as wide as QuakeWorld's player are narrower by 0.2 u.",
        hulls::quakeworld_narrow,
    ),
    hull("large-cut", "Hulls are no larger than 64 u.", hulls::large_cut),
    hull(
        "monster-narrow",
        "Hulls of 34 to 60 u are narrower by 0.2 u.",
        hulls::monster_narrow,
    ),
    hull(
        "projectile-wide",
        "Hulls narrower than 8 u are wider by 0.2 u.",
        hulls::projectile_wide,
    ),
    hull(
        "off-centre-lost",
        "Hulls are centred on their position.",
        hulls::centred,
    ),
    hull(
        "round-small",
        "Balls are smaller by 3 %, capsules narrower by 0.8 u.",
        hulls::round_small,
    ),
    hull("hull-low", "Hulls are lower by 0.5 u at the top.", hulls::low),
    hull("hull-feet", "Hulls begin 0.25 u higher.", hulls::raised_feet),
    hull("hull-wide", "Hulls are wider by 0.2 u.", hulls::wide),
    trace(
        "long-lost",
        "Sweeps longer than 4,096 u meet nothing.",
        kinds::long_lost,
    ),
    trace(
        "very-long-half",
        "Sweeps longer than 8,192 u stop half-way at the latest.",
        kinds::very_long_half,
    ),
    trace(
        "short-free",
        "Sweeps shorter than 0.02 u meet nothing.",
        kinds::short_free,
    ),
    trace(
        "short-dead",
        "Sweeps shorter than 0.02 u stop at once.",
        kinds::short_dead,
    ),
    trace(
        "along-dead",
        "One sweep in four along a wall stops at once.",
        kinds::along_dead,
    ),
    trace(
        "along-half",
        "A sweep along a wall makes half its way.",
        kinds::along_half,
    ),
    trace(
        "along-named",
        "One free sweep in four along a wall is stopped half-way by the wall.",
        kinds::along_named,
    ),
    trace(
        "creeps",
        "A sweep that should stop at once moves 0.008 u.",
        kinds::creeps,
    ),
    trace(
        "sticks",
        "One sweep in eight that leaves a surface is held by it.",
        kinds::sticks,
    ),
    trace(
        "mask-ignored",
        "Sweeps are stopped by brushes that their mask leaves out.",
        kinds::mask_ignored,
    ),
    trace(
        "mask-lost",
        "Sweeps by another mask than a player's meet nothing.",
        kinds::mask_lost,
    ),
    trace(
        "surface-lost",
        "Flags of the surface met are not reported.",
        kinds::surface_lost,
    ),
    trace(
        "surface-of-first",
        "Flags are those of the brush's first face.",
        kinds::surface_of_first,
    ),
    world(
        "surface-bared",
        "Surfaces lose their flags as the world is built.",
        worlds::bared,
    ),
    trace(
        "distance-off",
        "The plane met has the right normal and a distance that is off by 1 u.",
        kinds::distance_off,
    ),
    trace(
        "contents-of-mask",
        "The contents reported are those of the mask, not of the brush met.",
        kinds::contents_of_mask,
    ),
    trace(
        "all-solid-unsaid",
        "A sweep that starts and ends in a solid is reported free at its end.",
        kinds::all_solid_unsaid,
    ),
    trace(
        "start-invented",
        "1 sweep in 500 is said to start in a solid.",
        kinds::start_invented,
    ),
    trace(
        "not-a-number",
        "1 answer in 2,000 is no number.",
        kinds::not_a_number,
    ),
    trace("gives-up", "1 answer in 1,000 is given up.", kinds::unreliable),
    trace("normal-long", "Normals are 1 % too long.", kinds::long_normals),
    trace(
        "normal-flipped",
        "1 normal in 200 points into the solid.",
        kinds::flipped_normals,
    ),
    trace(
        "ground-level",
        "Ground that can be stood on is reported level.",
        kinds::level_ground,
    ),
    trace("normal-axial", "Normals are along an axis.", kinds::axial_normals),
    trace(
        "early-at-grazing",
        "Where a surface is met flatly, stops are 0.2 u early.",
        kinds::early_at_grazing,
    ),
    trace(
        "deep-downwards",
        "Stops of sweeps that go down are 0.1 u too deep.",
        kinds::deep_downwards,
    ),
    trace(
        "phantoms",
        "1 free sweep in 2,000 is stopped half-way.",
        kinds::phantoms,
    ),
    trace(
        "by-the-process",
        "Some stops are 0.004 u early, others in each process.",
        kinds::by_the_process,
    ),
    CollisionFault {
        name: "skin-wide",
        what: "A skin of twice the width is kept.",
        rules: |r: TraceRules| r.with_skin(2.0 * r.skin),
        ..NONE
    },
    CollisionFault {
        name: "skin-half",
        what: "A skin of half the width is kept.",
        rules: |r: TraceRules| r.with_skin(0.5 * r.skin),
        ..NONE
    },
    CollisionFault {
        name: "touch-rule",
        what: "The other of the two rules of touching is kept.",
        rules: |r: TraceRules| TraceRules {
            touch: match r.touch {
                TouchRule::WithinSkin => TouchRule::InSolid,
                TouchRule::InSolid => TouchRule::WithinSkin,
            },
            ..r
        },
        ..NONE
    },
    CollisionFault {
        name: "contacts-none",
        what: "No contact is listed.",
        contacts: Vec::clear,
        ..NONE
    },
    CollisionFault {
        name: "contact-top",
        what: "The highest points of contacts are 1 u too high.",
        contacts: |all| places::each(all, |c| c.top += 1.0),
        ..NONE
    },
    CollisionFault {
        name: "contact-point",
        what: "Points of contacts lie 1 u aside.",
        contacts: |all| places::each(all, |c| c.point += places::aside(&c.normal)),
        ..NONE
    },
    CollisionFault {
        name: "contact-sunk",
        what: "Points of contacts lie 0.5 u behind their surface.",
        contacts: |all| places::each(all, |c| c.point -= c.normal * 0.5),
        ..NONE
    },
    CollisionFault {
        name: "contact-face",
        what: "Faces of contacts look the other way.",
        contacts: |all| places::each(all, |c| c.face_normal = -c.face_normal),
        ..NONE
    },
    CollisionFault {
        name: "contact-normal",
        what: "Normals of contacts look the other way.",
        contacts: |all| places::each(all, |c| c.normal = -c.normal),
        ..NONE
    },
    CollisionFault {
        name: "contact-distance",
        what: "Contacts are 0.1 u farther away than reported.",
        contacts: |all| places::each(all, |c| c.distance -= 0.1),
        ..NONE
    },
    CollisionFault {
        name: "occupied-never",
        what: "No place is occupied.",
        occupied: |_| None,
        ..NONE
    },
    CollisionFault {
        name: "reached-none",
        what: "Nothing reaches into a hull.",
        reached: |_| None,
        ..NONE
    },
    CollisionFault {
        name: "reached-top",
        what: "Solids that reach into a hull are reported 1 u too high.",
        reached: places::higher,
        ..NONE
    },
    CollisionFault {
        name: "overlap-none",
        what: "No hull overlaps anything.",
        overlap: |_| None,
        ..NONE
    },
    CollisionFault {
        name: "overlap-turned",
        what: "The way out leads farther in.",
        overlap: places::turned_over,
        ..NONE
    },
    CollisionFault {
        name: "overlap-twice",
        what: "Reported penetration depths are twice the true ones.",
        overlap: places::twice_as_deep,
        ..NONE
    },
    CollisionFault {
        name: "overlap-contents",
        what: "Overlapped solids are reported as water.",
        overlap: places::of_water,
        ..NONE
    },
    CollisionFault {
        name: "contents-none",
        what: "No point has contents.",
        contents: places::no_contents,
        ..NONE
    },
    CollisionFault {
        name: "contents-wide",
        what: "Brushes fill a unit more on each side.",
        contents: places::contents_aside,
        ..NONE
    },
    CollisionFault {
        name: "contents-solid",
        what: "Liquids are reported as solid too.",
        contents: places::liquid_as_solid,
        ..NONE
    },
    world(
        "twelve-bits",
        "Brushes from the 4,097th on are not there.",
        worlds::twelve_bits,
    ),
    world(
        "small-lost",
        "Brushes smaller than 4 u are not there.",
        worlds::without_small,
    ),
    world(
        "thin-lost",
        "Brushes thinner than 0.2 u are not there.",
        worlds::without_thin,
    ),
    world(
        "tenth-lost",
        "Every tenth brush is not there.",
        worlds::without_every_tenth,
    ),
    world("clips-lost", "Player clips stop nothing.", worlds::without_clips),
    world(
        "planes-sunk",
        "Planes of brushes lie 0.06 u farther in.",
        worlds::sunk,
    ),
    CollisionFault {
        name: "says-flagged",
        what: "Starts in solids are declared to be flagged and to stop nothing.",
        facts: |facts| facts.declaration.start_solid = StartSolid::Flagged,
        ..NONE
    },
    CollisionFault {
        name: "says-touching",
        what: "Touching a solid is declared to count as being in it.",
        facts: |facts| facts.declaration.touching_overlaps ^= true,
        ..NONE
    },
    world(
        "wide-lost",
        "Brushes wider than 1,000 u are not there.",
        worlds::without_wide,
    ),
    CollisionFault {
        name: "says-standing",
        what: "It says that it sweeps no hull but the player's, standing.",
        facts: |facts| facts.prepared = Some(vec![Vec3::new(30.0, 30.0, 56.0)]),
        ..NONE
    },
    trace(
        "tilted-deep",
        "Stops at a part that leans are 0.25 u too deep.",
        kinds::deep_where_tilted,
    ),
    trace(
        "turned-normal",
        "Normals of a part that is turned are off by 5 degrees.",
        kinds::normals_where_turned,
    ),
    trace(
        "worn-free",
        "After 2^20 questions no sweep meets anything.",
        kinds::free_when_worn,
    ),
    world(
        "world-remembered",
        "A world is taken for an earlier one of the process with as many brushes, whose first and last are the same.",
        worlds::remembered,
    ),
];
