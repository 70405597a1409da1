//! The cost of each error of the published tutorial's tracer. The listing with all errors repaired but one, and with
//! one repaired alone, is compared with `bsp`. By Quake III's rules `bsp` equals the engine to the bit.

use crate::MeasureError;
use crate::run::contestant::Contestant;
use crate::run::setting::Setting;
use crate::run::sweeps::Line;
use clipmark_bsp::{BspBackend, TutorialBackend, TutorialRepairs};
use clipmark_collision::{Altered, CollisionBackend, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::Hull;
use clipmark_rows::drawn::{Otherwise, TutorialCost, TutorialCosts};
use std::sync::{Arc, Mutex, PoisonError};

/// Ends farther apart than this are two, in units: far above rounding, below a tenth of the skins' difference.
pub(crate) const ELSEWHERE: f32 = 0.01;
/// At most this many of the movement's sweeps are asked, spread evenly.
const MOVING: usize = 20_000;

/// Asks for all costs in a setting.
///
/// # Errors
/// A world that cannot be used.
pub fn costs(setting: &Setting, lines: &[Line]) -> Result<TutorialCosts, MeasureError> {
    let world = setting.whole.clone().unwrap_or_else(|| setting.world.clone());
    let bare = world.clone().without_patches().without_triangles();
    let right = BspBackend::build(&bare, TraceRules::QUAKE3)?;
    let hull = Hull::Box {
        bounds: setting.profile.bounds(false),
    };
    let random: Vec<Sweep> = lines
        .iter()
        .map(|&[from, to]| Sweep::new(hull, from, to))
        .collect();
    let moving = issued(setting)?;
    let sets = [&random[..], &moving[..]];
    let wanted = sets.map(|set| answers(&right, set));
    let against =
        |backend: &dyn CollisionBackend| [0, 1].map(|i| otherwise(&answers(backend, sets[i]), &wanted[i]));
    let with = |repairs| -> Result<[Otherwise; 2], MeasureError> {
        Ok(against(&TutorialBackend::build_repaired(
            &bare,
            TraceRules::TUTORIAL,
            repairs,
        )?))
    };
    let all = TutorialRepairs::all();
    let mut rows = vec![TutorialCost {
        what: "as published".into(),
        alone: with(TutorialRepairs::empty())?,
        repaired: Some(with(all)?),
    }];
    for error in all.iter() {
        rows.push(TutorialCost {
            what: error.meaning().into(),
            alone: with(all - error)?,
            repaired: Some(with(error)?),
        });
    }
    if !world.patches.is_empty() {
        // The listing has no place for patches; their cost is the answer of `bsp` without them.
        let whole = BspBackend::build(&world, TraceRules::QUAKE3)?;
        let alone = [0, 1].map(|i| otherwise(&wanted[i], &answers(&whole, sets[i])));
        rows.push(TutorialCost {
            what: "curved patches are left out".into(),
            alone,
            repaired: None,
        });
    }
    Ok(TutorialCosts {
        random: random.len(),
        moving: moving.len(),
        rows,
    })
}

fn answers(backend: &dyn CollisionBackend, sweeps: &[Sweep]) -> Vec<Trace> {
    let mut work = Work::silent();
    sweeps
        .iter()
        .map(|sweep| backend.trace(sweep, &mut work))
        .collect()
}

fn otherwise(got: &[Trace], wanted: &[Trace]) -> Otherwise {
    let mut all = Otherwise::default();
    for (got, wanted) in got.iter().zip(wanted) {
        let lost = wanted.hit() && !got.hit();
        all.lost += usize::from(lost);
        all.elsewhere += usize::from(lost || (got.end - wanted.end).norm() > ELSEWHERE);
    }
    all
}

/// The sweeps that the scene's player issues on `bsp` by Quake III's rules, whatever the profile's.
fn issued(setting: &Setting) -> Result<Vec<Sweep>, MeasureError> {
    let mut entrant = setting.enter(Contestant::from(&clipmark_bsp::BSP))?;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let noted = heard.clone();
    let quake3 = BspBackend::build(&setting.world, TraceRules::QUAKE3)?;
    entrant.backend = Box::new(Altered::with_trace(quake3, move |sweep, work, ask| {
        noted.lock().unwrap_or_else(PoisonError::into_inner).push(*sweep);
        ask(sweep, work)
    }));
    entrant.play(setting)?;
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
    let step = heard.len().div_ceil(MOVING).max(1);
    Ok(heard.iter().step_by(step).copied().collect())
}
