//! The laws of movement: formula, cases and tolerance of each, played tick by tick and compared.
//!
//! `docs/laws.md` explains each law under its number. A file here holds the laws of one subject, a function each: the formula
//! in f64 as a function of profile and tick (`forms` has those that several laws share), the cases, and a `check` with its
//! tolerance. Predictions share no code with the movement.

#![allow(
    missing_docs,
    reason = "plain data: a field's name says what it is, and a comment stands where it does not"
)]

mod bench;
mod check;
mod error;
mod forms;
mod kit;
mod moves;
mod player;
mod worlds;

mod air;
mod edges;
mod ground;
mod jumping;
mod movers;
mod promode;
mod slopes;
mod surf;
mod ticks;
mod walker;
mod water;

pub use check::Finding;
use check::Run;
pub use error::LawError;
pub use player::LawPlayer;

#[derive(Debug)]
pub struct Law {
    /// Its number: `L6`.
    pub id: &'static str,
    play: fn(&mut Run) -> Result<(), LawError>,
}

const fn law(id: &'static str, play: fn(&mut Run) -> Result<(), LawError>) -> Law {
    Law { id, play }
}

pub const ALL: [Law; 47] = [
    law("L1", ground::running_speed),
    law("L2", ground::run_up_and_stop),
    law("L3", ground::friction_keeps_the_direction),
    law("L4", air::zones),
    law("L5", air::best_angle),
    law("L6", air::strafe_growth),
    law("L7", air::no_tick_gains_more),
    law("L8", air::key_scaling),
    law("L9", air::circle_jump),
    law("L10", jumping::gravity_before_the_move),
    law("L11", jumping::gravity_averaged),
    law("L12", jumping::gravity_rounded),
    law("L13", jumping::highest_ledge),
    law("L14", jumping::bunny_hop),
    law("L15", jumping::bunny_hop_netquake),
    law("L16", jumping::jump_bug),
    law("L17", slopes::clip),
    law("L18", slopes::ramp_launch),
    law("L19", slopes::uphill),
    law("L20", slopes::downhill),
    law("L21", surf::without_keys),
    law("L22", surf::holding_height),
    law("L23", surf::crease),
    law("L24", surf::no_rest_in_a_groove),
    law("L25", edges::overbounce),
    law("L26", edges::gap_at_rest),
    law("L27", edges::highest_riser),
    law("L28", water::swimming),
    law("L29", edges::crouching),
    law("L30", promode::air_control),
    law("L31", promode::double_jump),
    law("L32", movers::rider_on_a_lift),
    law("L33", movers::jump_off_a_train),
    law("L34", movers::pushed_by_a_wall),
    law("L35", ticks::long_ticks),
    law("L36", ticks::crawling),
    law("L37", edges::edge_friction),
    law("L38", ticks::cropped_jumps),
    law("L39", ticks::greatest_speed),
    law("L40", promode::stopping_in_the_air),
    law("L41", edges::steps_in_the_air),
    law("L42", edges::kept_on_the_ground),
    law("L43", water::leaps_out_of_water),
    law("L44", ticks::walls_in_one_tick),
    law("L45", walker::numbers),
    law("L46", movers::world_steps),
    law("L47", movers::left_behind),
];

impl Law {
    /// Whether it is of a world that moves, which the reference mover does not play.
    pub fn is_of_movers(&self) -> bool {
        matches!(self.id, "L32" | "L33" | "L34" | "L46" | "L47")
    }

    /// Plays all its cases.
    ///
    /// # Errors
    /// A contestant that has no boxes or does not slide.
    pub fn play_on(&self, player: LawPlayer) -> Result<Vec<Finding>, LawError> {
        let mut run = Run::new(player);
        (self.play)(&mut run)?;
        Ok(run.findings)
    }
}

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    use clipmark_scene::Shape;

    /// The platforms of the bunny hop's law, which `scenes/bhop-track.ron` has too.
    pub fn bunny_hop_track() -> Vec<Shape> {
        crate::jumping::track(&crate::moves::moves("quakeworld").profile, 13.0, 0.98)
    }
}
