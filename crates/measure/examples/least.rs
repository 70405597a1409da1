//! Planes that backends test on maps beside the least that any tracer must: the table of docs/performance.md.
//!
//! ```sh
//! cargo run --release -p clipmark-measure --features tools --example least -- bsp,bvh 2000 scenes/maps/fan.bsp
//! scenes/maps/oa_dm1.bsp
//! ```
//!
//! Uniform sweeps of the player, seed 1, without curved patches. A backend's column counts planes and steps of GJK, each of which
//! is a plane too. Each of three figures is one class of length. The ratios are of the first backend; the last row is their
//! geometric mean.
//!
//! A second table says where the surplus is, as geometric means of planes over the least. Its rows are: four planes tested at a
//! time; near brushes alone, in a fixed order; all tests of the first backend. The last includes brushes that are not near.
#![allow(
    clippy::print_stdout,
    reason = "a tool for developers, which says what it found on standard output"
)]

use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Contents, Hull};
use clipmark_measure::BackendKind;
use clipmark_measure::in_order::Order;
use clipmark_measure::least::{LeastWork, Nearest};
use clipmark_measure::uniform::{LENGTHS, draw};
use std::error::Error;
use std::hint::black_box;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [backends, count, maps @ ..] = &args[..] else {
        return Err("usage: least BACKEND,BACKEND SWEEPS MAP...".into());
    };
    let names: Vec<&str> = backends.split(',').collect();
    let (first, count) = (names.first().ok_or("no backend")?, count.parse()?);
    let (hull, rules, mask) = (Hull::quake3_player(), TraceRules::QUAKE3, Contents::PLAYER_MASK);
    println!(
        "| map | near brushes | least planes | in fours | {} | {first} / least | {first} / in fours |",
        names
            .iter()
            .map(|name| format!("{name}, planes | nodes"))
            .collect::<Vec<_>>()
            .join(" | ")
    );
    println!("|---|{}", "---:|".repeat(5 + 2 * names.len()));
    let mut logs = [[0.0_f64; 3]; 4];
    for map in maps {
        let world = clipmark_scene::load_world(map, Path::new("."))?.without_patches();
        let nearest = Nearest::new(&world, &hull, &rules);
        let built = names
            .iter()
            .map(|name| Ok(BackendKind::named(name)?.build(&world, rules)?));
        let built: Vec<_> = built.collect::<Result<_, Box<dyn Error>>>()?;
        let drawn = LENGTHS.each_ref().map(|lengths| {
            let lines = draw(&world, mask, lengths, count, 1);
            lines.iter().map(|[a, b]| Sweep::new(hull, *a, *b)).collect()
        });
        let least = drawn
            .each_ref()
            .map(|sweeps: &Vec<Sweep>| nearest.per_trace(sweeps));
        let counted = built
            .iter()
            .map(|backend| drawn.each_ref().map(|sweeps| counted(&**backend, sweeps)));
        let counted: Vec<[[f64; 2]; 3]> = counted.collect();
        let over = |of: fn(&LeastWork) -> f64| [0, 1, 2].map(|i| counted[0][i][0] / of(&least[i]));
        let ratios = [over(|l| l.planes), over(|l| l.planes_in_fours)];
        let in_order = |order| {
            let planes = drawn.each_ref().map(|sweeps| {
                let sum: usize = sweeps.iter().map(|sweep| nearest.in_order(sweep, order)).sum();
                sum as f64 / sweeps.len() as f64
            });
            [0, 1, 2].map(|i| planes[i] / least[i].planes)
        };
        let orders = [Order::BoundsFirst, Order::BoundsLast].map(in_order);
        let all = ratios.iter().chain(&orders);
        for (sum, ratio) in logs.iter_mut().flatten().zip(all.flatten()) {
            *sum += ratio.ln();
        }
        let mut cells = vec![
            least.map(|l| l.solids),
            least.map(|l| l.planes),
            least.map(|l| l.planes_in_fours),
        ];
        for counted in counted {
            cells.extend([0, 1].map(|of| counted.map(|class| class[of])));
        }
        cells.extend(ratios);
        let cells: Vec<String> = cells.iter().map(three).collect();
        println!("| {} | {} |", world.name, cells.join(" | "));
    }
    let means = logs.map(|class| class.map(|sum| (sum / maps.len() as f64).exp()));
    let [planes, fours, bounds_first, bounds_last] = means.map(|class| three(&class));
    let lanes = three(&[0, 1, 2].map(|i| means[0][i] / means[1][i]));
    println!(
        "| geometric mean |{} {planes} | {fours} |",
        " |".repeat(3 + 2 * names.len())
    );
    println!("\n| planes over the least | geometric mean |\n|---|---:|");
    println!("| near brushes, the fewest fours | {lanes} |");
    println!("| near brushes, bounds first | {bounds_first} |");
    println!("| near brushes, four bounds last, up to the stop | {bounds_last} |");
    println!("| {first} | {planes} |");
    Ok(())
}

/// A trace's average counts: planes and steps of GJK, and nodes.
fn counted(backend: &dyn CollisionBackend, sweeps: &[Sweep]) -> [f64; 2] {
    let mut work = Work::counting();
    for sweep in sweeps {
        black_box(backend.trace(sweep, &mut work));
    }
    let counts = work.take_counts();
    [counts.planes + counts.gjk_iterations, counts.nodes].map(|n| n as f64 / sweeps.len() as f64)
}

/// A figure of each class.
fn three([a, b, c]: &[f64; 3]) -> String {
    format!("{a:.2} / {b:.2} / {c:.2}")
}
