//! The text format of recorded sweeps through clip hulls; see `tests/recordings/README.md`.

use crate::cast::ClipTrace;
use clipmark_collision::recording::{Column, Table};
use clipmark_geometry::{Contents, Plane, Vec3};
use std::io::{self, Write};

/// Columns of every answer, and those of one that met something.
const ALWAYS: Table<ClipTrace> = Table::new(&[
    Column::flag("allsolid", |t| &mut t.all_solid),
    Column::flag("startsolid", |t| &mut t.start_solid),
    Column::flag("inopen", |t| &mut t.in_open),
    Column::flag("inwater", |t| &mut t.in_water),
    Column::float("fraction", |t| &mut t.fraction),
]);
const MET: Table<ClipTrace> = Table::new(&[
    Column::vector("endx endy endz", |t| &mut t.end.coords),
    Column::vector("nx ny nz", |t| &mut t.plane.get_or_insert(NO_PLANE).normal),
    Column::float("planedist", |t| &mut t.plane.get_or_insert(NO_PLANE).dist),
]);
const NO_PLANE: Plane = Plane {
    normal: Vec3::new(0.0, 0.0, 0.0),
    dist: 0.0,
};

/// Writes one answer as `allsolid startsolid inopen inwater fraction [endx endy endz nx ny nz planedist]`. The part in
/// brackets is left out where nothing is met.
///
/// # Errors
/// The stream itself.
pub fn write_clip_trace(to: &mut impl Write, t: &ClipTrace) -> io::Result<()> {
    write!(to, "{}", ALWAYS.row(t))?;
    if t.fraction != 1.0 {
        write!(to, " {}", MET.row(t))?;
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
