//! Pages and help are plain: no sentence is longer than thirty words, and none is a riddle. The test limits the length of
//! sentences, and phrases that hide who acts; it does not judge a page's contents.
//!
//! Not held: code, and tables between marks, whose words the program writes.

use super::pages::pages;
use crate::support::compare;
use std::path::Path;

/// Longest sentence, in words.
const LONGEST: usize = 30;
/// Sentences longer than this ask for a second reading.
pub(super) const LONG: usize = 20;
/// Most long sentences of a hundred, over all pages and over all help.
const MOST_LONG: usize = 12;

/// Phrases that hide who acts, or turn a sentence round. A word in place of each is plainer.
pub(super) const RIDDLES: [&str; 21] = [
    "let go by",
    "at the door",
    "keeps to",
    "is let be",
    "is let pass",
    "parts from",
    "lawfully",
    "beyond doubt",
    "nothing could be said",
    "such a one",
    "such ones",
    "of what is",
    "of what it",
    "of whom",
    "is said of",
    "what has no",
    "by so much",
    "of one that",
    "in so many words",
    "what is no",
    "of none",
];

/// Pages about the program are held; notes on experiments, and pages of folders, are not.
fn is_held(page: &str) -> bool {
    let in_docs = page.strip_prefix("docs/").is_some_and(|rest| !rest.contains('/'));
    in_docs || !page.contains('/')
}

/// Blocks of prose of a page, each with its line: paragraphs, items of lists, headings, and cells of tables.
pub(super) fn blocks(page: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let (mut is_code, mut is_generated, mut goes_on) = (false, false, false);
    for (i, line) in page.lines().enumerate() {
        let text = line.trim().trim_start_matches("> ");
        if text.starts_with("```") {
            is_code = !is_code;
        }
        if text.starts_with("<!--") {
            is_generated = text.starts_with("<!-- table ");
        }
        let is_rule = text.chars().all(|c| "|-: ".contains(c));
        if is_code || is_generated || is_rule || text.starts_with("```") || text.starts_with("<!--") {
            goes_on = false;
        } else if let Some(row) = text.strip_prefix('|') {
            let cells = row.trim_end_matches('|').split('|');
            found.extend(cells.map(|cell| (i + 1, cell.trim().to_owned())));
            goes_on = false;
        } else {
            let item = item(text);
            match found.last_mut().filter(|_| goes_on && item.is_none()) {
                Some((_, block)) => *block = format!("{block} {text}"),
                None => found.push((i + 1, item.unwrap_or(text).to_owned())),
            }
            goes_on = !text.starts_with('#');
        }
    }
    found
}

/// The text of an item of a list, or of a heading.
fn item(text: &str) -> Option<&str> {
    let (mark, rest) = text.split_once(' ')?;
    let is_number = || mark.ends_with('.') && mark[..mark.len() - 1].chars().all(|c| c.is_ascii_digit());
    let is_mark = ["-", "*", "+"].contains(&mark) || mark.chars().all(|c| c == '#') || is_number();
    is_mark.then_some(rest)
}

/// The text as read: code in a line is one word, a link is its words, a picture and a tag are nothing.
fn read_aloud(block: &str) -> String {
    let mut parts = block.split('`');
    let mut text = parts.next().unwrap_or_default().to_owned();
    while let Some(code) = parts.next() {
        text += if code.is_empty() { "" } else { "CODE" };
        text += parts.next().unwrap_or_default();
    }
    for (begin, end) in [("](", ')'), ("<", '>')] {
        while let Some(at) = text.find(begin) {
            let Some(length) = text[at..].find(end) else { break };
            text.replace_range(at..=at + length, "");
        }
    }
    text.replace(['[', ']', '*'], "")
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    /// Words that end with a point and end no sentence.
    const SHORT: [&str; 5] = ["e.g.", "i.e.", "cf.", "vs.", "Fig."];
    let mut found = vec![Vec::new()];
    for word in text.split_whitespace() {
        if word.chars().any(char::is_alphanumeric)
            && let Some(sentence) = found.last_mut()
        {
            sentence.push(word);
        }
        let end = word.trim_end_matches([')', '"', '”', '’', '_']);
        if end.ends_with(['.', '!', '?']) && !SHORT.contains(&end) {
            found.push(Vec::new());
        }
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Every riddle, and every sentence that is too long, as `place: what`. Then the number of sentences, and of long ones.
fn judged(place: &str, blocks: &[(usize, String)], riddles: &[&str]) -> (Vec<String>, [usize; 2]) {
    let (mut problems, mut count) = (Vec::new(), [0, 0]);
    for (line, block) in blocks {
        let text = read_aloud(block);
        for sentence in sentences(&text) {
            let (words, said) = (sentence.len(), sentence.join(" "));
            count[0] += 1;
            count[1] += usize::from(words > LONG);
            if words > LONGEST {
                problems.push(format!("{place}:{line}: {words} words: {said}"));
            }
            let lower = format!(" {} ", said.to_lowercase());
            for riddle in riddles
                .iter()
                .filter(|riddle| lower.contains(&format!(" {riddle} ")))
            {
                problems.push(format!("{place}:{line}: `{riddle}`: {said}"));
            }
        }
    }
    (problems, count)
}

/// All problems; and the share of long sentences in percent.
pub(super) fn judged_all(texts: &[(String, Vec<(usize, String)>)], riddles: &[&str]) -> (Vec<String>, usize) {
    let (mut problems, mut all, mut long) = (Vec::new(), 0, 0);
    for (place, blocks) in texts {
        let (found, [sentences, of_them]) = judged(place, blocks, riddles);
        problems.extend(found);
        (all, long) = (all + sentences, long + of_them);
    }
    (problems, (100 * long).div_ceil(all.max(1)))
}

/// The verbs, as help names them.
fn verbs(help: &str) -> Vec<&str> {
    let list = help.split_once("Commands:\n").unwrap().1;
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").collect()
}

/// The sentences of a help: no usage lines, no names of options, and no examples.
fn prose(help: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (i, line) in help.lines().enumerate() {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        let is_head = indent == 0 && text.ends_with(':') && text.split(' ').count() < 3;
        let is_name = text.starts_with(['-', '<', '[']) || text.starts_with("Usage:");
        let is_example = ["compare ", "clipmark "]
            .iter()
            .any(|name| text.starts_with(name));
        if text.is_empty() || is_head || is_name || is_example {
            // A possible value has its meaning behind its name.
            let value = text.strip_prefix("- ").and_then(|value| value.split_once(": "));
            goes_on = value.is_some();
            found.extend(value.map(|(_, meaning)| (i + 1, meaning.trim().to_owned())));
            continue;
        }
        // A verb in the list of verbs begins anew.
        match found.last_mut().filter(|_| goes_on && indent != 2) {
            Some((_, block)) => *block = format!("{block} {text}"),
            None => found.push((i + 1, text.to_owned())),
        }
        goes_on = true;
    }
    found
}

#[test]
fn pages_are_plain() {
    let held: Vec<_> = pages().into_iter().filter(|(page, _)| is_held(page)).collect();
    let texts: Vec<_> = held
        .iter()
        .map(|(page, text)| (page.clone(), blocks(text)))
        .collect();
    assert!(texts.len() > 20, "{}", texts.len());
    let (problems, share) = judged_all(&texts, &RIDDLES);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(
        share <= MOST_LONG,
        "{share} of 100 sentences have over {LONG} words"
    );
}

#[test]
fn help_is_plain() {
    let ask = |args: &[&str]| {
        let (code, out, error) = compare(Path::new("."), args);
        assert_eq!(code, Some(0), "{args:?}: {error}");
        out
    };
    let help = ask(&["help"]);
    let verbs = verbs(&help);
    assert!(verbs.len() > 25 && verbs.contains(&"bar"), "{verbs:?}");
    let of = |verb: &&str| ((*verb).to_owned(), prose(&ask(&["help", verb])));
    let texts: Vec<_> = verbs
        .iter()
        .map(of)
        .chain([("help".to_owned(), prose(&help))])
        .collect();
    let (problems, share) = judged_all(&texts, &RIDDLES);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(
        share <= MOST_LONG,
        "{share} of 100 sentences have over {LONG} words"
    );
}

#[test]
fn planted_riddles_and_long_sentences_are_found() {
    let long = format!("It {}ends.\n\nShort.", "goes and ".repeat(LONGEST / 2));
    let split = format!(
        "It {}ends here. Then\nit goes on.",
        "goes and ".repeat(LONGEST / 2 - 2)
    );
    for (page, found) in [
        (long.as_str(), 1),
        (split.as_str(), 0),
        ("A tracer that such a one follows.", 1),
        ("| cell | who *keeps to* it |", 1),
        ("- `of what is` in code, and one [link](such a one)", 0),
        ("<!-- table x -->\nsuch a one\n<!-- end of table x -->\nplain", 0),
        ("```sh\nsuch a one\n```", 0),
    ] {
        let (problems, _) = judged("p", &blocks(page), &RIDDLES);
        assert_eq!(problems.len(), found, "{page}: {problems:?}");
    }
    let words = |text: &str| {
        sentences(&read_aloud(text))
            .iter()
            .map(Vec::len)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words("Three `a b c` *words*. Then e.g. (two more.) End – [of it](x.md)."),
        [3, 4, 3]
    );
}
