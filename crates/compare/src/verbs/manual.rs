//! `compare completions` and `compare man`.

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::output::Output;
use anyhow::{Context, Result};
use clap::CommandFactory;
use std::fs;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "compare", &mut script);
    Output::Standard.write(&script)
}

pub(crate) fn pages(args: &ManArgs) -> Result<()> {
    let failed = || {
        format!(
            "cannot write to {}; give a folder that may be written",
            args.out.display()
        )
    };
    fs::create_dir_all(&args.out).with_context(failed)?;
    clap_mangen::generate_to(Cli::command(), &args.out).with_context(failed)
}
