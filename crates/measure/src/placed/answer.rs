//! Answers to recorded sweeps through placed models, as each engine writes them.

use clipmark_collision::recording::{Answer, Column, Table, Within};

/// An answer as it is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedAnswer {
    /// The fields that all engines record.
    pub answer: Answer,
    /// Quake's alone: whether a part of the way lies in an empty leaf, and in a liquid.
    pub inside: [bool; 2],
    /// The entity met; -1 where none is recorded.
    pub entity: i32,
}

impl Default for PlacedAnswer {
    fn default() -> Self {
        Self {
            answer: Answer::default(),
            inside: [false; 2],
            entity: -1,
        }
    }
}

const ANSWER: Column<PlacedAnswer> = Column::within(&Within::new(Answer::COLUMNS, |p| &mut p.answer));
const ENTITY: Column<PlacedAnswer> = Column::whole("entity", |p| &mut p.entity);

/// Quake III's to a sweep through one model, which names no entity.
pub(super) const MODEL_ANSWER: Table<PlacedAnswer> = Table::new(&[ANSWER]);
/// Quake III's to a sweep through everything.
pub(super) const QUAKE3_ANSWER: Table<PlacedAnswer> = Table::new(&[ANSWER, ENTITY]);
/// Of Quake's games.
pub(super) const QUAKE1_ANSWER: Table<PlacedAnswer> = Table::new(&[
    Column::flag("allsolid", |p| &mut p.answer.all_solid),
    Column::flag("startsolid", |p| &mut p.answer.start_solid),
    Column::flag("inopen", |p| &mut p.inside[0]),
    Column::flag("inwater", |p| &mut p.inside[1]),
    Column::float("fraction", |p| &mut p.answer.fraction),
    Column::vector("endx endy endz", |p| &mut p.answer.end.coords),
    Column::vector("nx ny nz", |p| &mut p.answer.normal),
    Column::float("dist", |p| &mut p.answer.dist),
    ENTITY,
]);
