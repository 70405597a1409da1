//! `compare site`: reports, scenes to walk and the book as a folder for any static web host.

use super::play_gallery;
use crate::cli::SiteArgs;
use crate::made::made;
use crate::terminal::say;
use anyhow::{Result, bail};
use clipmark_report::{Site, write_site};
use std::path::Path;

/// Where `contrib/book/build.py` puts the book.
const BOOK: &str = "target/book";

pub(crate) fn run(args: &SiteArgs) -> Result<()> {
    if !args.from.is_dir() {
        bail!(
            "{}: there is no such folder of reports; run `compare controllers` first, or name one with --from",
            args.from.display()
        );
    }
    let usual = Some(Path::new(BOOK)).filter(|book| book.join("index.html").is_file());
    let book = args.book.as_deref().or(usual);
    if let Some(book) = book.filter(|book| !book.join("index.html").is_file()) {
        bail!(
            "--book {}: it has no index.html; `contrib/book/build.py {}` makes the book",
            book.display(),
            book.display()
        );
    }
    let play = play_gallery::files()?;
    let site = Site {
        reports: &args.from,
        book,
        play: &play,
        made: &made(),
    };
    say!("{}\n", write_site(&site, &args.out)?.display())?;
    Ok(())
}
