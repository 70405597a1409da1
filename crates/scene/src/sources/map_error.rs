//! Why a compiled map was refused.

use thiserror::Error;

/// Why a compiled map was refused. Every number that the reader uses has been checked; a map that loads is sound.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MapError {
    /// Too short to hold the header.
    #[error(
        "the map is cut off: {bytes} bytes, and its header alone takes {header}; fetch or compile it again"
    )]
    NoHeader {
        /// Length of the file.
        bytes: usize,
        /// Length of the header.
        header: usize,
    },
    /// Another kind of file.
    #[error("no Quake III map: it begins with {0:?} instead of \"IBSP\"")]
    Magic(String),
    /// Another version of the format.
    #[error("IBSP version {0} is not read, only Quake III's version 46")]
    Version(u32),
    /// A lump that reaches past the end of the file.
    #[error(
        "the map is cut off or damaged: its {lump} reach from byte {offset} to {end}, the file ends at {size}; \
         fetch or compile it again"
    )]
    LumpRange {
        /// The lump.
        lump: &'static str,
        /// Where it begins.
        offset: u64,
        /// Where it ends.
        end: u64,
        /// Where the file does.
        size: u64,
    },
    /// A lump that is no whole number of records.
    #[error("the map is damaged: its {lump} take {length} bytes, no multiple of {stride}")]
    LumpLength {
        /// The lump.
        lump: &'static str,
        /// Its length.
        length: usize,
        /// Length of a record.
        stride: usize,
    },
    /// A lump that must hold something.
    #[error("the map is damaged: it has no {0}")]
    Nothing(&'static str),
    /// An index or a run of indices that points outside its lump.
    #[error("the map is damaged: {what} {item} refers to {of} {first} to {end}, but there are {count}")]
    Range {
        /// The referring thing.
        what: &'static str,
        /// Which of them.
        item: usize,
        /// Its target.
        of: &'static str,
        /// First.
        first: i64,
        /// One past the last.
        end: i64,
        /// How many there are.
        count: usize,
    },
    /// A number that is not finite or beyond any map.
    #[error("the map is damaged: {what} {item} has a coordinate that is no number below {limit}")]
    Coordinate {
        /// The item's owner.
        what: &'static str,
        /// Which of them.
        item: usize,
        /// The bound.
        limit: f32,
    },
    /// A plane whose normal is not of unit length.
    #[error("the map is damaged: the normal of plane {0} is not of unit length or not of the plane's type")]
    Normal(usize),
    /// A leaf whose contents have no meaning.
    #[error("the map is damaged: {what} {item} leads to contents {contents}, which no leaf has")]
    Contents {
        /// The referring thing.
        what: &'static str,
        /// Which of them.
        item: usize,
        /// The number found.
        contents: i32,
    },
    /// A node that is reached twice, or a loop.
    #[error("the map is damaged: node {0} is reached twice, so its nodes are no tree")]
    NoTree(usize),
    /// A node that the tree does not have.
    #[error("the map is damaged: node {0} is no part of its tree")]
    Unreached(usize),
    /// A tree so deep that walking it could exhaust the stack.
    #[error("the map's tree is deeper than {0} nodes")]
    Deep(usize),
    /// A brush that is no solid.
    #[error("brush {brush} of the map is no solid: {why}")]
    Brush {
        /// Which.
        brush: usize,
        /// Why.
        why: clipmark_geometry::BrushError,
    },
    /// A curved patch whose grid cannot be.
    #[error(
        "the map is damaged: surface {surface} is a curved patch of {width} x {height} control points; both must \
         be odd, 3 to {most}"
    )]
    Grid {
        /// Which surface.
        surface: usize,
        /// Points in a row.
        width: i32,
        /// Rows.
        height: i32,
        /// Most that are read.
        most: i32,
    },
    /// Records that share parts which every real map keeps apart.
    #[error("the map is damaged: its {0} overlap")]
    Overlap(&'static str),
    /// The text of a `.map` makes no sense.
    #[error("line {line} of the map: {what}")]
    Text {
        /// Line of the text, from 1.
        line: usize,
        /// The fault and the expected form.
        what: &'static str,
    },
    /// A brush of a `.map` that is no solid.
    #[error("the brush at line {line} of the map is no solid: {why}; mend it in the editor or remove it")]
    TextBrush {
        /// Line of its opening brace, from 1.
        line: usize,
        /// Why.
        why: clipmark_geometry::BrushError,
    },
    /// A glTF file that cannot be used.
    #[error("the glTF file {0}")]
    Gltf(String),
    /// The text of the entities makes no sense.
    #[error("the map's entities are damaged at line {line}: {what}")]
    Entities {
        /// Line of the text, from 1.
        line: usize,
        /// The fault.
        what: &'static str,
    },
}
