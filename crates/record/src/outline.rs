//! The faces of a world, as a plan or a page draws them.

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
    /// Its name in the scene, or `func_door *3` for model 3 of a map.
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

/// A trigger of the world, as a box.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriggerFacts {
    /// Its class, or the part that it sets going.
    pub class: String,
    /// Its low corner.
    pub mins: [f32; 3],
    /// Its high corner.
    pub maxs: [f32; 3],
}
