//! The faces of a world, as a plan or a page draws them. They are not written to `results.json`.

/// A face of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The kind of solid that it bounds.
    pub kind: FaceKind,
    /// A convex polygon, counter-clockwise seen from outside; [x, y, z] in units.
    pub corners: Vec<[f32; 3]>,
}

/// A moving part of the world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoverFaces {
    /// Its name in the scene, or `*3` for model 3 of a map.
    pub name: String,
    /// Its faces, in its own frame.
    pub faces: Vec<Face>,
}

/// The kind of solid that a face bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceKind {
    /// Something solid to everybody.
    Solid,
    /// Something that is solid to players alone.
    Clip,
    /// A piece of a curved patch.
    Patch,
    /// A triangle that belongs to no solid.
    Triangle,
}
