//! Contents of volumes and flags of surfaces, as Quake III's maps number them.

use bitflags::bitflags;

bitflags! {
    /// Contents of a volume: the contents word of Quake III maps (unknown bits are kept).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Contents: u32 {
        /// Ordinary solid.
        const SOLID = 1;
        /// Lava.
        const LAVA = 8;
        /// Slime.
        const SLIME = 16;
        /// Water.
        const WATER = 32;
        /// A leaf of sky in a Quake map: a point passes it. No Quake III map has this bit.
        const SKY = 0x400;
        /// Stops players only.
        const PLAYER_CLIP = 0x1_0000;
        /// Another body.
        const BODY = 0x200_0000;
        /// Whatever else a map's compiler wrote.
        const _ = !0;
    }
}

impl Contents {
    /// The contents that a living player collides with in Quake III: `0x02010001`.
    pub const PLAYER_MASK: Self = Self::SOLID.union(Self::PLAYER_CLIP).union(Self::BODY);
    /// Liquids that a player swims in.
    pub const LIQUID: Self = Self::WATER.union(Self::SLIME).union(Self::LAVA);
}

impl Default for Contents {
    fn default() -> Self {
        Self::empty()
    }
}

bitflags! {
    /// Properties of a surface: the surface flags word of Quake III maps (unknown bits are kept).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct SurfaceFlags: u32 {
        /// Never hurts a falling player.
        const NO_DAMAGE = 1;
        /// Slick as ice: no ground friction.
        const SLICK = 2;
        /// Part of the sky.
        const SKY = 4;
        /// Whatever else a map's compiler wrote.
        const _ = !0;
    }
}
