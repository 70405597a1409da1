//! The program under the name that its crate has.

use std::process::ExitCode;

fn main() -> ExitCode {
    clipmark_cli::Cli::new().run()
}
