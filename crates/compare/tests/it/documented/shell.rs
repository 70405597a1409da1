//! Commands of a line of shell, as far as pages write them: quotes, comments, pipes, chains, redirections.

/// One command of a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) words: Vec<String>,
    /// Files that the shell writes for it.
    pub(super) writes: Vec<String>,
}

/// The commands of a line, whose continuations are joined already.
pub(super) fn commands(line: &str) -> Vec<Command> {
    let mut found = Vec::new();
    let mut now = Command::default();
    let mut writes = false;
    for word in words(line) {
        match word.as_str() {
            "|" | "&&" | ";" | "&" => found.push(std::mem::take(&mut now)),
            ">" | ">>" => writes = true,
            "<" => {}
            _ if std::mem::take(&mut writes) => now.writes.push(word),
            // `NAME=value` before a command sets a variable.
            _ if now.words.is_empty() && sets_a_variable(&word) => {}
            _ => now.words.push(word),
        }
    }
    found.push(now);
    found.retain(|command| !command.words.is_empty());
    found
}

fn sets_a_variable(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// Words and operators of a line, without its comment.
fn words(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\'' | '"' => {
                let quoted: String = rest.by_ref().take_while(|&next| next != c).collect();
                word.get_or_insert_default().push_str(&quoted);
            }
            '$' if rest.peek() == Some(&'(') => {
                let inner: String = rest.by_ref().take_while(|&next| next != ')').collect();
                word.get_or_insert_default().push_str(&format!("${inner})"));
            }
            '#' if word.is_none() => break,
            ' ' | '(' | ')' => found.extend(word.take()),
            '|' | '&' | ';' | '<' | '>' => {
                // `2>` is a redirection too, and `2>&1` names no file.
                found.extend(word.take().filter(|word| word != "2"));
                let twice = rest.next_if_eq(&c).is_some();
                found.push(if twice { format!("{c}{c}") } else { c.to_string() });
            }
            _ => word.get_or_insert_default().push(c),
        }
    }
    found.extend(word);
    found
}

#[test]
fn a_line_is_taken_apart_as_a_shell_does() {
    let found =
        commands("A=1 compare bar --worlds \"$(ls a b | x)\" -o 'my file' > out.txt && cat a|b # c d");
    let words: Vec<Vec<&str>> = found
        .iter()
        .map(|c| c.words.iter().map(String::as_str).collect())
        .collect();
    assert_eq!(
        words,
        [
            vec!["compare", "bar", "--worlds", "$(ls a b | x)", "-o", "my file"],
            vec!["cat", "a"],
            vec!["b"]
        ]
    );
    assert_eq!(found[0].writes, ["out.txt"]);
}
