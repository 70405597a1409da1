//! Files held in memory, under the paths by which a scene names them.

use clipmark_scene::{Files, check_size};
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Files by name. A member of an archive is a file of its own, `archive:member`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory(BTreeMap<String, Vec<u8>>);

impl Memory {
    pub(crate) fn put(&mut self, name: &str, bytes: &[u8]) {
        self.0.insert(name.into(), bytes.into());
    }

    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(Vec::as_slice)
    }
}

impl Files for Memory {
    fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> Result<Vec<u8>> {
        let path = path.display().to_string();
        let name = member.map_or(path.clone(), |member| format!("{path}:{member}"));
        let missing = || Error::from(ErrorKind::NotFound);
        let bytes = self.0.get(&name).ok_or_else(missing)?;
        check_size(bytes.len() as u64, limit)?;
        Ok(bytes.clone())
    }
}
