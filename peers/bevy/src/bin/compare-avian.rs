//! `compare` with avian's move-and-slide among the contestants: `compare-avian controllers --contestants avian`.

use clipmark_avian::walker::{AVIAN, METRES};

fn main() -> std::process::ExitCode {
    clipmark_cli::Cli::new()
        .controller(&AVIAN)
        .controller(&METRES)
        .run()
}
