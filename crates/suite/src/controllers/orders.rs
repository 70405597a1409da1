//! Courses in a named order of a frame: the parts of the world move before the player, or after.
//!
//! The order is the scene's rule `frame`. A course that names none leaves it to each mover: ours move after the parts, another
//! library's controller as its documentation has it.

use clipmark_measure::Contestant;
use clipmark_measure::moving::Moving;
use clipmark_movement::{Choice, FrameOrder, Profile};
use clipmark_record::controllers::{Order, Outcome};
use clipmark_scene::{Change, Scene};

/// The rule of a movement profile.
const RULE: &str = "frame";

/// The courses, with those whose world moves once in each of these orders. Without orders all stay as they are. An order is the
/// end of a course's name: `ride-players-first`.
pub fn in_orders(courses: Vec<Scene>, orders: &[Order]) -> Vec<Scene> {
    let of = |course: Scene| match !course.moves() || orders.is_empty() {
        true => vec![course],
        false => orders.iter().map(|order| in_order(&course, *order)).collect(),
    };
    courses.into_iter().flat_map(of).collect()
}

fn in_order(course: &Scene, order: Order) -> Scene {
    let mut scene = course.clone();
    let changes = &mut scene.profile.changes;
    changes.retain(|(rule, _)| rule != RULE);
    changes.push((RULE.into(), Change::Word(frame(order).chosen().into())));
    scene.name = name_in(&course.name, order);
    scene.title = format!("{}, {}", course.title, order.label());
    scene
}

/// A course's name in an order.
fn name_in(course: &str, order: Order) -> String {
    format!("{course}-{}", order.label().replace(' ', "-"))
}

/// The name of a course as its folder has it.
pub fn name_in_folder(course: &str) -> &str {
    let orders = Order::ALL.map(|order| name_in("", order));
    let named = orders.iter().find_map(|order| course.strip_suffix(&**order));
    named.unwrap_or(course)
}

fn frame(order: Order) -> FrameOrder {
    match order {
        Order::PartsFirst => FrameOrder::WorldFirst,
        Order::PlayersFirst => FrameOrder::PlayersFirst,
    }
}

/// The order that a course names.
pub(super) fn order_of_course(course: &Scene) -> Option<Order> {
    let named = course.profile.changes.iter().find(|(rule, _)| rule == RULE);
    let of_word =
        |order: &Order| matches!(named, Some((_, Change::Word(word))) if word == frame(*order).chosen());
    Order::ALL.into_iter().find(of_word)
}

/// The reason for which a contestant is not asked a course, if there is one.
pub(super) fn not_asked(course: &Scene, profile: &Profile, contestant: &Contestant) -> Option<Outcome> {
    if !course.moves() {
        return None;
    }
    if !Moving::tells(profile, contestant) {
        return Some(Outcome::NotTold);
    }
    let frame = Moving::frame_named(course, profile)?;
    (!contestant.mover.plays_in(frame)).then_some(Outcome::OtherOrder)
}
