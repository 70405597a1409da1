//! An entity of a map: its maker's text about a door, a trigger or a path corner.

/// An entity of a map as its maker wrote it: a class and other keys, each with a value. Nothing is interpreted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapEntity {
    /// Line of its opening brace in the text of the entities, from 1.
    pub line: usize,
    /// Keys and values in the order of the text.
    pub keys: Vec<(String, String)>,
}

impl MapEntity {
    /// The value of a key; of a key given twice the last, as in the games.
    pub fn value(&self, key: &str) -> Option<&str> {
        let found = self.keys.iter().rev().find(|(k, _)| k == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Its class, such as `func_door`; empty where none is given.
    pub fn class(&self) -> &str {
        self.value("classname").unwrap_or_default()
    }

    /// The number of its brush model (`*3` is model 3), where it has one.
    pub fn model(&self) -> Option<usize> {
        self.value("model")?.strip_prefix('*')?.trim().parse().ok()
    }
}
