//! Skin and touch rule of a tracer, and the named pairs of the engines.
//!
//! Source: `docs/engines.md` sections 1, 2 and 5, `docs/laws.md` section 1.

use crate::BuildError;

/// How a tracer keeps its distance: the pair that a movement profile asks for and a backend declares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceRules {
    /// Name, as on the command line.
    pub name: &'static str,
    /// Distance kept from surfaces, in units. Too small: rounding puts hulls into solids far from the origin
    /// (1/32 is one f32 step at 2^18). Too large: hulls visibly float and tight gaps close.
    pub skin: f32,
    /// When a path that ends inside the skin is a hit.
    pub touch: TouchRule,
}

/// When a path that ends inside the skin, but not in the solid, is a hit. See `docs/failures.md` section C: this and the
/// mover's clip rule form a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchRule {
    /// Whenever the path ends inside the skin and nearer than it began (Quake III).
    WithinSkin,
    /// Only when the path ends in the solid itself (QuakeWorld, the published tutorial).
    InSolid,
}

impl TraceRules {
    /// Quake III: skin 1/8.
    pub const QUAKE3: Self = Self {
        name: "quake3",
        skin: 0.125,
        touch: TouchRule::WithinSkin,
    };
    /// QuakeWorld: skin 1/32.
    pub const QUAKEWORLD: Self = Self {
        name: "quakeworld",
        skin: 0.03125,
        touch: TouchRule::InSolid,
    };

    /// Quake of 1996: skin 1/32. For a backend of clip hulls the name also decides the effect of a start in a solid.
    pub const NETQUAKE: Self = Self {
        name: "netquake",
        ..Self::QUAKEWORLD
    };
    /// Half-Life's GoldSrc: skin 1/32. To a backend of clip hulls the name also says where a stopped sweep ends.
    pub const GOLDSRC: Self = Self {
        name: "goldsrc",
        ..Self::QUAKEWORLD
    };
    /// The published Quake III BSP tutorial to the letter, errors included: skin 1/32. Only `bsp:tutorial` implements
    /// these rules.
    pub const TUTORIAL: Self = Self {
        name: "tutorial",
        skin: 0.03125,
        touch: TouchRule::InSolid,
    };

    /// The rule set of that name.
    pub fn named(name: &str) -> Option<Self> {
        let known = [
            Self::QUAKE3,
            Self::QUAKEWORLD,
            Self::NETQUAKE,
            Self::GOLDSRC,
            Self::TUTORIAL,
        ];
        known.into_iter().find(|r| r.name == name)
    }

    /// Whether these are the tutorial's rules, with whatever skin.
    pub fn is_tutorial(&self) -> bool {
        self.name == Self::TUTORIAL.name
    }

    /// For backends that are made for the engines' rules alone.
    ///
    /// # Errors
    /// The tutorial's rules.
    pub fn refuse_tutorial(&self, backend: &'static str) -> Result<(), BuildError> {
        if self.is_tutorial() {
            return Err(BuildError::Rules {
                backend,
                rules: self.name.into(),
                known: "quake3, quakeworld, netquake and goldsrc",
            });
        }
        Ok(())
    }

    /// The same rules with another skin.
    #[must_use]
    pub fn with_skin(mut self, skin: f32) -> Self {
        self.skin = skin;
        self
    }
}
