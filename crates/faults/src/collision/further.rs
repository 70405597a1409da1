//! More faults: one at least of every kind that judges once did not see.

use super::{CollisionFault, hulls, kinds, places, worlds};
use clipmark_collision::{Declaration, StartSolid, TouchRule, TraceRules};

const NONE: CollisionFault = CollisionFault::NONE;

/// Faults of hulls, lengths, places, fields, worlds and processes.
pub static FURTHER: [CollisionFault; 64] = [
    CollisionFault {
        name: "crouched-narrow",
        what: "Crouched bodies are narrower by 1 u.",
        hull: hulls::crouched_narrow,
        ..NONE
    },
    CollisionFault {
        name: "quakeworld-narrow",
        what: "Hulls as wide as QuakeWorld's player are narrower by 0.2 u.",
        hull: hulls::quakeworld_narrow,
        ..NONE
    },
    CollisionFault {
        name: "large-cut",
        what: "Hulls are no larger than 64 u.",
        hull: hulls::large_cut,
        ..NONE
    },
    CollisionFault {
        name: "off-centre-lost",
        what: "Hulls are centred on their position.",
        hull: hulls::centred,
        ..NONE
    },
    CollisionFault {
        name: "round-small",
        what: "Balls are smaller by 3 %, capsules narrower by 0.8 u.",
        hull: hulls::round_small,
        ..NONE
    },
    CollisionFault {
        name: "hull-low",
        what: "Hulls are lower by 0.5 u at the top.",
        hull: hulls::low,
        ..NONE
    },
    CollisionFault {
        name: "hull-feet",
        what: "Hulls begin 0.25 u higher.",
        hull: hulls::raised_feet,
        ..NONE
    },
    CollisionFault {
        name: "hull-wide",
        what: "Hulls are wider by 0.2 u.",
        hull: hulls::wide,
        ..NONE
    },
    CollisionFault {
        name: "long-lost",
        what: "Sweeps longer than 4,096 u meet nothing.",
        trace: kinds::long_lost,
        ..NONE
    },
    CollisionFault {
        name: "very-long-half",
        what: "Sweeps longer than 8,192 u stop half-way at the latest.",
        trace: kinds::very_long_half,
        ..NONE
    },
    CollisionFault {
        name: "short-free",
        what: "Sweeps shorter than 0.02 u meet nothing.",
        trace: kinds::short_free,
        ..NONE
    },
    CollisionFault {
        name: "short-dead",
        what: "Sweeps shorter than 0.02 u stop at once.",
        trace: kinds::short_dead,
        ..NONE
    },
    CollisionFault {
        name: "along-dead",
        what: "One sweep in four along a wall stops at once.",
        trace: kinds::along_dead,
        ..NONE
    },
    CollisionFault {
        name: "along-half",
        what: "A sweep along a wall makes half its way.",
        trace: kinds::along_half,
        ..NONE
    },
    CollisionFault {
        name: "along-named",
        what: "One free sweep in four along a wall is stopped half-way by the wall.",
        trace: kinds::along_named,
        ..NONE
    },
    CollisionFault {
        name: "creeps",
        what: "What is held at once gets on by 0.008 u.",
        trace: kinds::creeps,
        ..NONE
    },
    CollisionFault {
        name: "sticks",
        what: "One sweep in eight that leaves a surface is held by it.",
        trace: kinds::sticks,
        ..NONE
    },
    CollisionFault {
        name: "mask-ignored",
        what: "Sweeps are stopped by what is not of their mask.",
        trace: kinds::mask_ignored,
        ..NONE
    },
    CollisionFault {
        name: "surface-lost",
        what: "Flags of the surface met are not said.",
        trace: kinds::surface_lost,
        ..NONE
    },
    CollisionFault {
        name: "surface-of-first",
        what: "Flags are those of the brush's first face.",
        trace: kinds::surface_of_first,
        ..NONE
    },
    CollisionFault {
        name: "surface-bared",
        what: "Surfaces lose their flags as the world is built.",
        world: worlds::bared,
        ..NONE
    },
    CollisionFault {
        name: "distance-off",
        what: "The plane met has the right normal and a distance that is off by 1 u.",
        trace: kinds::distance_off,
        ..NONE
    },
    CollisionFault {
        name: "contents-of-mask",
        what: "What is met has the contents of the mask.",
        trace: kinds::contents_of_mask,
        ..NONE
    },
    CollisionFault {
        name: "all-solid-unsaid",
        what: "Who starts and ends in a solid is said to be free at the end.",
        trace: kinds::all_solid_unsaid,
        ..NONE
    },
    CollisionFault {
        name: "start-invented",
        what: "1 sweep in 500 is said to start in a solid.",
        trace: kinds::start_invented,
        ..NONE
    },
    CollisionFault {
        name: "not-a-number",
        what: "1 answer in 2,000 is no number.",
        trace: kinds::not_a_number,
        ..NONE
    },
    CollisionFault {
        name: "gives-up",
        what: "1 answer in 1,000 is given up.",
        trace: kinds::unreliable,
        ..NONE
    },
    CollisionFault {
        name: "normal-long",
        what: "Normals are 1 % too long.",
        trace: kinds::long_normals,
        ..NONE
    },
    CollisionFault {
        name: "normal-flipped",
        what: "1 normal in 200 points into the solid.",
        trace: kinds::flipped_normals,
        ..NONE
    },
    CollisionFault {
        name: "ground-level",
        what: "Ground that can be stood on is said to be level.",
        trace: kinds::level_ground,
        ..NONE
    },
    CollisionFault {
        name: "normal-axial",
        what: "Normals are along an axis.",
        trace: kinds::axial_normals,
        ..NONE
    },
    CollisionFault {
        name: "early-at-grazing",
        what: "Where a surface is met flatly, stops are 0.2 u early.",
        trace: kinds::early_at_grazing,
        ..NONE
    },
    CollisionFault {
        name: "deep-downwards",
        what: "Stops of sweeps that go down are 0.1 u too deep.",
        trace: kinds::deep_downwards,
        ..NONE
    },
    CollisionFault {
        name: "phantoms",
        what: "1 free sweep in 2,000 is stopped half-way.",
        trace: kinds::phantoms,
        ..NONE
    },
    CollisionFault {
        name: "by-the-process",
        what: "Some stops are 0.004 u early, others in each process.",
        trace: kinds::by_the_process,
        ..NONE
    },
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
        what: "Contacts are 0.1 u farther than they are said to be.",
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
        what: "What reaches into a hull is 1 u higher than it is.",
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
        what: "Penetration depths are twice what they are.",
        overlap: places::twice_as_deep,
        ..NONE
    },
    CollisionFault {
        name: "overlap-contents",
        what: "What is overlapped is said to be water.",
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
        what: "Liquids are said to be solid too.",
        contents: places::liquid_as_solid,
        ..NONE
    },
    CollisionFault {
        name: "twelve-bits",
        what: "Brushes from the 4,097th on are not there.",
        world: worlds::twelve_bits,
        ..NONE
    },
    CollisionFault {
        name: "small-lost",
        what: "Brushes smaller than 4 u are not there.",
        world: worlds::without_small,
        ..NONE
    },
    CollisionFault {
        name: "thin-lost",
        what: "Brushes thinner than 0.2 u are not there.",
        world: worlds::without_thin,
        ..NONE
    },
    CollisionFault {
        name: "tenth-lost",
        what: "Every tenth brush is not there.",
        world: worlds::without_every_tenth,
        ..NONE
    },
    CollisionFault {
        name: "clips-lost",
        what: "Player clips stop nothing.",
        world: worlds::without_clips,
        ..NONE
    },
    CollisionFault {
        name: "planes-sunk",
        what: "Planes of brushes lie 0.06 u farther in.",
        world: worlds::sunk,
        ..NONE
    },
    CollisionFault {
        name: "says-flagged",
        what: "Starts in solids are declared to be flagged and to stop nothing.",
        declares: |declared| Declaration {
            start_solid: StartSolid::Flagged,
            ..declared
        },
        ..NONE
    },
    CollisionFault {
        name: "says-touching",
        what: "Touching a solid is declared to count as being in it.",
        declares: |declared| Declaration {
            touching_overlaps: !declared.touching_overlaps,
            ..declared
        },
        ..NONE
    },
    CollisionFault {
        name: "wide-lost",
        what: "Brushes wider than 1,000 u are not there.",
        world: worlds::without_wide,
        ..NONE
    },
];
