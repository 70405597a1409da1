/// A file beside a page.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path in the folder.
    pub name: String,
    /// Its contents.
    pub text: String,
}

impl File {
    /// A file of a name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }
}
