use crate::profile::ClipRule;
use clipmark_geometry::Vec3;

/// Takes from a velocity what points into a plane, by the profile's rule. The result may still point slightly
/// in (by rounding) or out (by the overbounce).
#[inline(always)]
pub(crate) fn clip_velocity(v: &Vec3, normal: &Vec3, rule: ClipRule) -> Vec3 {
    let into = v.dot(normal);
    // Divided on the way out, so that leaving a plane also keeps a thousandth of the speed along the normal.
    let back = if into < 0.0 {
        into * rule.overbounce
    } else {
        into / rule.overbounce
    };
    let along = v - normal * back;
    let smallest = rule.zero_below;
    if smallest == 0.0 {
        return along;
    }
    along.map(|x| if x > -smallest && x < smallest { 0.0 } else { x })
}

/// Unit vector and length; a null vector stays null.
#[inline(always)]
pub(crate) fn unit(v: &Vec3) -> (Vec3, f32) {
    let length = v.norm();
    if length > 0.0 {
        (v * (1.0 / length), length)
    } else {
        (Vec3::zeros(), 0.0)
    }
}
