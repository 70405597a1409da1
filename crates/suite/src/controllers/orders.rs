//! Courses in a named order of a frame: the parts of the world move before the player, or after.
//!
//! The order is the scene's rule `frame`. A course that names none leaves it to each mover: ours move after the parts, another
//! library's controller as its documentation has it.

use clipmark_measure::Contestant;
use clipmark_measure::moving::Moving;
use clipmark_movement::{Choice, FrameOrder, Profile};
use clipmark_scene::{Change, Scene};

/// The rule of a movement profile.
const RULE: &str = "frame";

/// Why a controller is not asked that no moving part can be told to.
pub const NOT_TOLD: &str = "its controller is told of no moving part, in Quake III's order of a frame";
/// Why a controller is not asked whose set-up plays in the other order of a frame alone.
pub const OTHER_ORDER: &str = "as its row declares, it plays in the other order alone; a library of ours says why in its setting \"moving parts\"";

/// An order in words.
pub(super) fn label(order: FrameOrder) -> &'static str {
    match order {
        FrameOrder::WorldFirst => "parts first",
        FrameOrder::PlayersFirst => "players first",
    }
}

/// The courses, with those whose world moves once in each of these orders. Without orders all stay as they are. An order is the
/// end of a course's name: `ride-players-first`.
pub fn in_orders(courses: Vec<Scene>, orders: &[FrameOrder]) -> Vec<Scene> {
    let of = |course: Scene| match !course.moves() || orders.is_empty() {
        true => vec![course],
        false => orders.iter().map(|order| in_order(&course, *order)).collect(),
    };
    courses.into_iter().flat_map(of).collect()
}

fn in_order(course: &Scene, order: FrameOrder) -> Scene {
    let mut scene = course.clone();
    let changes = &mut scene.profile.changes;
    changes.retain(|(rule, _)| rule != RULE);
    changes.push((RULE.into(), Change::Word(order.chosen().into())));
    scene.name = name_in(&course.name, order);
    scene.title = format!("{}, {}", course.title, label(order));
    scene
}

/// A course's name in an order.
fn name_in(course: &str, order: FrameOrder) -> String {
    format!("{course}-{}", label(order).replace(' ', "-"))
}

/// The order that a course names.
pub(super) fn order_of_course(course: &Scene) -> Option<FrameOrder> {
    let named = course.profile.changes.iter().find(|(rule, _)| rule == RULE);
    let of_word =
        |order: &FrameOrder| matches!(named, Some((_, Change::Word(word))) if word == order.chosen());
    FrameOrder::BOTH.into_iter().find(of_word)
}

/// The reason for which a contestant is not asked a course, if there is one.
pub(super) fn not_asked(course: &Scene, profile: &Profile, contestant: &Contestant) -> Option<&'static str> {
    if !course.moves() {
        return None;
    }
    if !Moving::tells(profile, contestant) {
        return Some(NOT_TOLD);
    }
    let frame = Moving::frame_named(course, profile)?;
    (!contestant.mover.plays_in(frame)).then_some(OTHER_ORDER)
}
