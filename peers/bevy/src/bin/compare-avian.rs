//! `compare` with avian's move-and-slide and bevy_ahoy among the contestants: `compare-avian controllers --contestants avian,ahoy`.

use clipmark_avian::ahoy::AHOY;
use clipmark_avian::walker::{AVIAN, METRES};

fn main() -> std::process::ExitCode {
    clipmark_cli::Cli::new()
        .controller(&AVIAN)
        .controller(&METRES)
        .controller(&AHOY)
        .run()
}
