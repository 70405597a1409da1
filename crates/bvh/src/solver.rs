/// Who is asked first whether a hull meets a solid. Both give equally exact answers: what is said rests on
/// supporting planes evaluated in f64, whoever proposed them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// GJK, always: a ray is cast at the Minkowski difference of every solid whose bounding box the swept hull
    /// reaches. Faces only settle the place and name the surface of what GJK says is met. What a BVH with GJK and
    /// EPA costs when it is done right.
    #[default]
    Gjk,
    /// The planes of faces and bounding box clip the path, as a brush tracer does; GJK is only asked at edges that
    /// they do not tell. Cheaper for boxes among boxes, where it hardly ever asks.
    PlanesFirst,
}

impl Solver {
    /// The name of a backend that asks it first, as on the command line.
    pub fn backend_name(self) -> &'static str {
        match self {
            Self::Gjk => "bvh",
            Self::PlanesFirst => "bvh:planes",
        }
    }
}
