//! The text format of recorded sweeps through clip hulls; see `tests/recordings/README.md`.

use crate::cast::ClipTrace;
use clipmark_collision::recording::Float;
use clipmark_geometry::{Contents, Vec3};
use std::io::{self, Write};

/// Writes one answer as `allsolid startsolid inopen inwater fraction [endx endy endz nx ny nz planedist]`. The part in
/// brackets is left out where nothing is met.
///
/// # Errors
/// The stream itself.
pub fn write_clip_trace(to: &mut impl Write, t: &ClipTrace) -> io::Result<()> {
    let [all_solid, start_solid, in_open, in_water] =
        [t.all_solid, t.start_solid, t.in_open, t.in_water].map(u8::from);
    let fraction = Float(t.fraction);
    write!(to, "{all_solid} {start_solid} {in_open} {in_water} {fraction}")?;
    if t.fraction != 1.0 {
        let (n, dist) = t.plane.map_or((Vec3::zeros(), 0.0), |p| (p.normal, p.dist));
        for x in [t.end.x, t.end.y, t.end.z, n.x, n.y, n.z, dist] {
            write!(to, " {}", Float(x))?;
        }
    }
    writeln!(to)
}

/// The number that Quake's maps give to contents: -1 empty, -2 solid, -3 water, -4 slime, -5 lava, -6 sky.
pub fn contents_number(contents: Contents) -> i32 {
    let numbers = [
        (Contents::SOLID, -2),
        (Contents::WATER, -3),
        (Contents::SLIME, -4),
        (Contents::LAVA, -5),
        (Contents::SKY, -6),
        (Contents::PLAYER_CLIP, -8),
    ];
    let found = numbers.iter().find(|(c, _)| contents.contains(*c));
    found.map_or(-1, |(_, number)| *number)
}
