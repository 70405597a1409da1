//! Asks a backend fans of sweeps on a map, together or one by one, for `valgrind --tool=callgrind` to count; or says what they
//! took.
//!
//! ```sh
//! cargo build --release -p clipmark-measure --example fans
//! valgrind --tool=callgrind '--toggle-collect=*fans::alone*' \
//!     target/release/examples/fans scenes/maps/oa_dm1.bsp bsp shots 16 alone
//! valgrind --tool=callgrind '--toggle-collect=*fans::together*' \
//!     target/release/examples/fans scenes/maps/oa_dm1.bsp bsp shots 16 together
//! target/release/examples/fans scenes/maps/oa_dm1.bsp bsp shots 16 counts
//! ```
//!
//! Worlds are taken without curved patches. 200 fans: instructions over 200 times the size are those of a sweep.
#![allow(
    clippy::print_stdout,
    reason = "a tool for developers, which says what it found on standard output"
)]

use clipmark_collision::{CollisionBackend, Fan, Status, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, HullError, Point};
use clipmark_measure::BackendKind;
use clipmark_measure::fans::{FanKind, FanLines, draw};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;

/// Fans drawn.
const FANS: usize = 200;
/// Half a camera's box and a foot's, in units.
const SMALL: f32 = 4.0;

/// Shots are points, probes and whiskers small boxes, feelers players.
fn hull(kind: FanKind) -> Result<Hull, HullError> {
    match kind {
        FanKind::Shots => Ok(Hull::Point),
        FanKind::Feelers => Ok(Hull::quake3_player()),
        FanKind::Probes | FanKind::Whiskers => Hull::new_box(
            Point::new(-SMALL, -SMALL, -SMALL),
            Point::new(SMALL, SMALL, SMALL),
        ),
    }
}

#[inline(never)]
fn alone(backend: &dyn CollisionBackend, hull: Hull, fans: &[FanLines], work: &mut Work) {
    for fan in fans {
        for sweep in Fan::new(hull, fan.start, &fan.ends).sweeps() {
            black_box(backend.trace(black_box(&sweep), work));
        }
    }
}

#[inline(never)]
fn together(
    backend: &dyn CollisionBackend,
    hull: Hull,
    fans: &[FanLines],
    answers: &mut [Trace],
    work: &mut Work,
) {
    for fan in fans {
        backend.trace_fan(black_box(&Fan::new(hull, fan.start, &fan.ends)), answers, work);
        black_box(&answers);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [map, backend, kind, size, way] = &args[..] else {
        return Err(
            "usage: fans MAP BACKEND probes|shots|whiskers|feelers SIZE alone|together|counts".into(),
        );
    };
    let kind = FanKind::ALL.into_iter().find(|k| k.name() == kind);
    let kind = kind.ok_or("a fan is probes, shots, whiskers or feelers")?;
    let size: usize = size.parse()?;
    let world = clipmark_scene::load_world(map, Path::new("."))?.without_patches();
    let backend = BackendKind::named(backend)?.build(&world, TraceRules::QUAKE3)?;
    let (hull, backend) = (hull(kind)?, &*backend);
    let fans = draw(&world, Contents::PLAYER_MASK, kind, size, FANS, 1);
    let nothing = Sweep::new(hull, Point::origin(), Point::origin());
    let mut answers = vec![Trace::refused(&nothing, Status::Failed); size];
    let mut work = Work::silent();
    match way.as_str() {
        "alone" => alone(backend, hull, &fans, &mut work),
        "together" => together(backend, hull, &fans, &mut answers, &mut work),
        _ => {
            work = Work::counting();
            alone(backend, hull, &fans, &mut work);
            println!("alone    {:?}", work.take_counts());
            together(backend, hull, &fans, &mut answers, &mut work);
            println!("together {:?}", work.take_counts());
        }
    }
    Ok(())
}
