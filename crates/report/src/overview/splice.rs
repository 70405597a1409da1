//! Tables that this program renews inside a text that people write, such as the README.

/// Puts a table between its marks in a text: `<!-- table NAME -->` and `<!-- end of table NAME -->`, each on a line
/// of its own. `None` where the text has no such marks.
pub fn splice(text: &str, name: &str, table: &str) -> Option<String> {
    let (begin, end) = (
        format!("<!-- table {name} -->\n"),
        format!("<!-- end of table {name} -->"),
    );
    let from = text.find(&begin)? + begin.len();
    let to = from + text[from..].find(&end)?;
    Some(format!("{}{}\n{}", &text[..from], table.trim_end(), &text[to..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_replaced_and_nothing_else() {
        let text = "# A\n<!-- table x -->\nold\nrows\n<!-- end of table x -->\nrest\n";
        let new = "# A\n<!-- table x -->\nnew\n<!-- end of table x -->\nrest\n";
        assert_eq!(splice(text, "x", "new\n\n").as_deref(), Some(new));
        assert_eq!(
            splice(new, "x", "new").as_deref(),
            Some(new),
            "a second time changes nothing"
        );
        assert_eq!(splice(text, "y", "new"), None);
    }
}
