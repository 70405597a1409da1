//! The sentences of a page as a reader sees them, to find repeated ones. Tests of `compare` use it too.
use std::collections::HashSet;

/// Words that make a sentence: fewer are a label, which may stand wherever it is needed.
const WORDS: usize = 6;

/// Sentences that stand on the page more than once.
pub(crate) fn twice(html: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut all = all(html);
    all.retain(|sentence| sentence.split_whitespace().count() >= WORDS && !seen.insert(sentence.clone()));
    all
}

/// The sentences of a page: text between tags. Scripts, styles, drawings and contents are left out, and so is data: tables,
/// lists of terms and lists of failures, whose words repeat for each contestant.
pub(crate) fn all(html: &str) -> Vec<String> {
    let mut text = html.to_owned();
    for part in [
        "script",
        "style",
        "svg",
        "head",
        "nav",
        "table",
        "dl",
        "ol class=\"worst\"",
    ] {
        // A list of failures holds no further numbered list.
        let begins = [format!("<{part}>"), format!("<{part} ")];
        while let Some(from) = begins.iter().filter_map(|b| text.find(b)).min() {
            let end = format!("</{}>", part.split(' ').next().unwrap_or(part));
            let to = text[from..].find(&end).expect("it ends") + from + end.len();
            text.replace_range(from..to, "\n");
        }
    }
    let blocks = [
        "</p>",
        "</li>",
        "</td>",
        "</th>",
        "</h1>",
        "</h2>",
        "</h3>",
        "</dd>",
        "</dt>",
        "</label>",
        "</option>",
        "</figcaption>",
    ];
    for end in blocks {
        text = text.replace(end, "\n");
    }
    let mut parts = text.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    let plain = parts.fold(first, |out, part| {
        out + part.split_once('>').map_or("", |(_, rest)| rest)
    });
    let lines = plain.lines().flat_map(|line| line.split(". "));
    lines.map(|s| s.trim().trim_end_matches('.').to_owned()).collect()
}
