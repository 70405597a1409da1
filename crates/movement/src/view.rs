use clipmark_geometry::Vec3;

/// The directions of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basis {
    /// Where it looks: unit.
    pub forward: Vec3,
    /// To its right: unit, horizontal.
    pub right: Vec3,
}

impl Basis {
    /// Of a tick that has not looked yet.
    pub(crate) const UNSET: Self = Self {
        forward: Vec3::new(1.0, 0.0, 0.0),
        right: Vec3::new(0.0, -1.0, 0.0),
    };

    /// From pitch (positive down) and yaw in degrees. Angles are f32; sine and cosine are taken in f64 and
    /// rounded, as the engines' builds do.
    pub fn of_angles(pitch: f32, yaw: f32) -> Self {
        let turn = |degrees: f32| {
            let radians = (f64::from(degrees) * (std::f64::consts::TAU / 360.0)) as f32;
            let (sin, cos) = f64::from(radians).sin_cos();
            (sin as f32, cos as f32)
        };
        let ((sp, cp), (sy, cy)) = (turn(pitch), turn(yaw));
        Self {
            forward: Vec3::new(cp * cy, cp * sy, -sp),
            right: Vec3::new(sy, -cy, 0.0),
        }
    }
}

/// Angles travel as 16 bits in Quake III.
const SHORT_TURN: f64 = 65536.0;
/// Quake III stops the view short of straight up and down, in 1/65536 of a turn.
const PITCH_LIMIT: i16 = 16000;

/// Pitch and yaw in degrees as Quake III's movement sees them: rounded to 16 bits, signed, pitch clamped.
pub(crate) fn as_shorts(pitch: f32, yaw: f32) -> (f32, f32) {
    let short = |degrees: f32| (f64::from(degrees) * SHORT_TURN / 360.0) as i64 as i16;
    let degrees = |short: i16| (f64::from(short) * (360.0 / SHORT_TURN)) as f32;
    (
        degrees(short(pitch).clamp(-PITCH_LIMIT, PITCH_LIMIT)),
        degrees(short(yaw)),
    )
}
