//! Where a code such as F17 (stuck) is explained: its page and anchor in the repository's `docs/`.
//!
//! The anchors are explicit in the pages, and the root's test of citations checks that each code has one.

/// The repository of this program.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Folder of all pages, in the repository that a browser can show.
pub fn docs_url() -> String {
    format!("{REPOSITORY}/blob/main/docs")
}

/// The address of a code's explanation: a failure (`F17b`), a law (`L6`), a defect of the walker (`W20`) or a known problem
/// (`KP1`). `None` for anything else.
pub fn docs_link(code: &str) -> Option<String> {
    let number = code.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let page = match &code[..code.len() - number.len()] {
        "F" => "failures",
        "L" => "laws",
        "W" | "KP" => "walker",
        _ => return None,
    };
    let fits = number.starts_with(|c: char| c.is_ascii_digit()) && number.len() <= 3;
    fits.then(|| format!("{}/{page}.md#{}", docs_url(), code.to_lowercase()))
}
