//! Permissions of our pages: run their own scripts and styles, draw, and nothing else.
//!
//! Pages show names and texts from anybody's scenes and maps. The templates escape them. This is the second wall: a
//! Content-Security-Policy (W3C, level 3) that allows scripts by hash, and no request. Hashes cover the scripts
//! that this crate brings, never text of a rendered page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Where every template lets the policy in.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// The page with a policy that allows these inline scripts alone.
pub fn guarded(page: &str, scripts: &[&str]) -> String {
    guarded_with(page, scripts, &[])
}

/// The same with further sources of scripts, as the policy writes them.
pub(crate) fn guarded_with(page: &str, scripts: &[&str], also: &[&str]) -> String {
    let hashes: Vec<String> = scripts
        .iter()
        .map(|s| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(s.as_bytes()))))
        .chain(also.iter().map(|s| (*s).to_owned()))
        .collect();
    let scripts = if hashes.is_empty() {
        "'none'".to_owned()
    } else {
        hashes.join(" ")
    };
    // Plots carry their colours in style attributes, which cannot be hashed one by one.
    let meta = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {scripts}; \
         style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
    );
    page.replacen(HEAD, &format!("{HEAD}{meta}"), 1)
}
