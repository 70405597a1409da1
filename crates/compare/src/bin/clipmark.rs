//! The program under the name that the project has: `compare` is also a tool of ImageMagick.

use std::process::ExitCode;

fn main() -> ExitCode {
    clipmark_cli::Cli::new().run()
}
