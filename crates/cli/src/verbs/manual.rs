//! `compare completions` and `compare man`, for the name that the program was called by.

use crate::cli::{CompletionsArgs, ManArgs, called, command};
use crate::output::Output;
use crate::terminal::tell;
use anyhow::{Context, Result};
use std::fs;

pub(crate) fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command(), called(), &mut script);
    Output::Standard.write(&script)
}

pub(crate) fn pages(args: &ManArgs) -> Result<()> {
    let Some(folder) = &args.out else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command()).render(&mut page)?;
        return Output::Standard.write(&page);
    };
    let failed = || {
        format!(
            "cannot write to {}; give a folder that may be written",
            folder.display()
        )
    };
    fs::create_dir_all(folder).with_context(failed)?;
    clap_mangen::generate_to(command(), folder).with_context(failed)?;
    tell!("wrote the pages to {}", folder.display());
    Ok(())
}
