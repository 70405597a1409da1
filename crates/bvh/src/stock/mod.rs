//! The yardsticks: parry as its documentation leads a new user to it, with nothing of this crate's own.
//!
//! | contestant | solids | sweep |
//! |---|---|---|
//! | `bvh:stock` | a `Compound` of a `ConvexPolyhedron` for each brush | `cast_shapes`, default options |
//! | `bvh:mesh` | a `TriMesh` of the brushes' faces and the world's triangles | the same |
//!
//! A sweep has a unit direction and `max_time_of_impact` = length. A hit is backed off by the skin *along the path*, as most
//! tutorials do (Fauerby, *Improved Collision Detection and Response*, 2003). At grazing angles the gap shrinks with the sine of
//! the angle. The position test is `intersection_test` and `contact`; contacts are `contact`, part by part.
//!
//! Their failures are left in and are results (those of parry 0.31.1):
//!
//! - a sweep of no length meets nothing, even deep inside a solid;
//! - a hull that touches a surface is stopped (`stop_at_penetration`), though it moves along or away from it. It falls through
//!   when GJK's ray or the `contact` behind it finds nothing;
//! - a hit exactly at the end, and a surface within the skin behind the end, are not seen;
//! - the normal is the last one of GJK;
//! - a mesh has no inside: a start in a solid that touches none of its faces is free. Its faces stop from both sides; the faces
//!   between touching brushes are in it too.
//!
//! [`Status`](clipmark_collision::Status) is as parry says: `Converged`, whatever happened inside. It reports only a failure or
//! an unsupported pair that parry names, and a panic inside parry, which is caught.
//!
//! One thing a new user would not write is here because the seam asks for it. A mask that leaves out some of the parts takes them
//! one by one.

mod backend;
mod body;
mod group;
mod question;
mod solids;

pub use backend::StockBackend;

/// How parry is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StockUse {
    /// Convex hulls and `cast_shapes`.
    #[default]
    Hulls,
    /// A triangle mesh and `cast_shapes`.
    Mesh,
}

impl StockUse {
    /// The name of its contestant.
    fn contestant(self) -> &'static str {
        match self {
            Self::Hulls => "bvh:stock",
            Self::Mesh => "bvh:mesh",
        }
    }
}
