//! The laws of movement: predictions in closed form, played tick by tick, and compared.
//!
//! `docs/laws.md` explains them, with figures that an independent simulation confirmed.
//! One file holds a law or a few related ones. It has the formula as a function of profile and tick in f64 (the shared
//! ones are in `forms`), its cases, and their play in its scene. Predictions share no code with the movement.

mod bench;
mod error;
mod forms;
mod moves;
mod player;
mod sheet;
mod within;
mod world_rules;
mod worlds;

mod air_zones;
mod bends;
mod bunny_hop;
mod circle_jump;
mod crawl;
mod crouch;
mod edge;
mod fastest;
mod groove;
mod ground;
mod jump;
mod jump_crop;
mod kept_down;
mod key_scaling;
mod landing;
mod ledge;
mod long_tick;
mod movers;
mod overbounce;
mod promode;
mod promode_air;
mod ramp;
mod riser;
mod rising_step;
mod slope_run;
mod strafe_growth;
mod surf;
mod swim;
mod track;
mod walker;
mod water_jump;

use clipmark_scene::Scene;
pub use error::LawError;
pub use player::LawPlayer;
pub use sheet::Finding;
use sheet::LawRun;

/// A law of movement.
#[derive(Debug)]
pub struct Law {
    /// Its number: `L6`.
    pub id: &'static str,
    /// Name of its scene, without folder and ending.
    pub slug: &'static str,
    /// Heading.
    pub title: &'static str,
    /// Text of the scene.
    scene: &'static str,
    /// Plays its cases and writes down the results.
    play: fn(&mut LawRun) -> Result<(), LawError>,
}

/// The text of a law's scene.
macro_rules! scene {
    ($slug:literal) => {
        include_str!(concat!("../../../scenes/laws/", $slug, ".ron"))
    };
}
use scene;

/// All laws, by number.
pub const ALL: [&Law; 47] = [
    &ground::L1,
    &ground::L2,
    &ground::L3,
    &air_zones::L4,
    &air_zones::L5,
    &strafe_growth::L6,
    &strafe_growth::L7,
    &key_scaling::L8,
    &circle_jump::L9,
    &jump::L10,
    &jump::L11,
    &jump::L12,
    &ledge::L13,
    &bunny_hop::L14,
    &bunny_hop::L15,
    &landing::L16,
    &ramp::L17,
    &ramp::L18,
    &slope_run::L19,
    &slope_run::L20,
    &surf::L21,
    &surf::L22,
    &groove::L23,
    &groove::L24,
    &overbounce::L25,
    &overbounce::L26,
    &riser::L27,
    &swim::L28,
    &crouch::L29,
    &promode::L30,
    &promode::L31,
    &movers::L32,
    &movers::L33,
    &movers::L34,
    &long_tick::L35,
    &crawl::L36,
    &edge::L37,
    &jump_crop::L38,
    &fastest::L39,
    &promode_air::L40,
    &rising_step::L41,
    &kept_down::L42,
    &water_jump::L43,
    &bends::L44,
    &walker::L45,
    &world_rules::L46,
    &world_rules::L47,
];

impl Law {
    /// Whether it is of a world that moves, which the reference mover does not play.
    pub fn is_of_movers(&self) -> bool {
        movers::IDS.contains(&self.id) || world_rules::IDS.contains(&self.id)
    }

    /// The scene's file, from the root of the repository.
    pub fn file(&self) -> String {
        format!("scenes/laws/{}.ron", self.slug)
    }

    /// The scene that shows it.
    ///
    /// # Errors
    /// None but for a damaged build: the tests load every scene.
    pub fn scene(&self) -> Result<Scene, LawError> {
        Ok(Scene::parse(self.scene, self.file())?)
    }

    /// Plays all its cases.
    ///
    /// # Errors
    /// A contestant that has no boxes or does not slide.
    pub fn play_on(&self, player: LawPlayer) -> Result<Vec<Finding>, LawError> {
        let mut sheet = LawRun::new(self.scene()?, player);
        (self.play)(&mut sheet)?;
        Ok(sheet.done())
    }
}
