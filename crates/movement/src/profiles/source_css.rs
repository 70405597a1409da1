//! Source with the constants of Counter-Strike: Source: `docs/laws.md` sections 1 and 5. Ryan Liptak, *Source vs GoldSrc
//! Movement: Downward Slopes*, on staying on the ground.
//!
//! Left out: stamina, and the speeds of weapons.

use super::source::SOURCE;
use crate::profile::*;

pub(crate) const SOURCE_CSS: Profile = Profile {
    name: "source:css",
    max_speed: 250.0,
    accelerate: 5.0,
    stop_speed: 75.0,
    // sqrt(2 * 800 * 57): a jump of 57 units.
    jump_speed: 301.993_38,
    jump_rule: JumpRule::Sets,
    water: WaterRules {
        accelerate: 5.0,
        ..SOURCE.water
    },
    ..SOURCE
};
