//! Which movement a scene is played with: a name, or a named one with constants changed.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeStructVariant;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A movement profile, as `"quake3"` or `Custom(base: "quake3", changes: {"gravity": 400})`. Names and values are
/// the movement crate's to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileChoice {
    /// Name of a profile.
    pub base: String,
    /// Constants with other values, in the order of the file.
    pub changes: Vec<(String, Change)>,
}

/// The value that a constant is given.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Change {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// One of a few rules by name.
    Word(String),
}

impl ProfileChoice {
    /// The profile of that name, as it is.
    pub fn named(name: &str) -> Self {
        Self {
            base: name.into(),
            changes: Vec::new(),
        }
    }

    /// Path of a change in the file, counted as in `changes`; of the base without one.
    pub fn path(&self, change: Option<usize>) -> String {
        match change.and_then(|i| self.changes.get(i)) {
            Some((name, _)) => format!("profile.Custom.changes.\"{name}\""),
            None if self.changes.is_empty() => "profile".into(),
            None => "profile.Custom.base".into(),
        }
    }
}

impl fmt::Display for ProfileChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)?;
        for (i, (name, value)) in self.changes.iter().enumerate() {
            let joint = if i == 0 { " with" } else { "," };
            match value {
                Change::Number(x) => write!(f, "{joint} {name} {x}")?,
                Change::Flag(x) => write!(f, "{joint} {name} {x}")?,
                Change::Word(x) => write!(f, "{joint} {name} {x}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for ProfileChoice {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.changes.is_empty() {
            return to.serialize_str(&self.base);
        }
        let mut custom = to.serialize_struct_variant("ProfileChoice", 0, "Custom", 2)?;
        custom.serialize_field("base", &self.base)?;
        custom.serialize_field("changes", &Changes(self.changes.clone()))?;
        custom.end()
    }
}

impl<'de> Deserialize<'de> for ProfileChoice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ChoiceVisitor)
    }
}

struct ChoiceVisitor;

impl<'de> Visitor<'de> for ChoiceVisitor {
    type Value = ProfileChoice;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a profile's name in quotes, or Custom(base: \"quake3\", changes: {\"gravity\": 400})")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<ProfileChoice, E> {
        Ok(ProfileChoice::named(name))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<ProfileChoice, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Custom {
            base: String,
            changes: Changes,
        }
        let Custom { base, changes } = Custom::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(ProfileChoice {
            base,
            changes: changes.0,
        })
    }
}

/// The map of changes, in the order of the file.
struct Changes(Vec<(String, Change)>);

impl Serialize for Changes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Changes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ChangesVisitor;
        impl<'de> Visitor<'de> for ChangesVisitor {
            type Value = Changes;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of constants and their values, such as {\"gravity\": 400}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Changes, A::Error> {
                let mut list: Vec<(String, Change)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Change>()? {
                    if list.iter().any(|(known, _)| *known == name) {
                        return Err(Error::custom(format!("`{name}` is changed twice")));
                    }
                    list.push((name, value));
                }
                Ok(Changes(list))
            }
        }
        from.deserialize_map(ChangesVisitor)
    }
}

// Not derived: an untagged enum would take a word without quotes for text.
impl<'de> Deserialize<'de> for Change {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ChangeVisitor;
        impl Visitor<'_> for ChangeVisitor {
            type Value = Change;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, true, false, or a rule's name in quotes")
            }
            fn visit_f64<E: Error>(self, x: f64) -> Result<Change, E> {
                Ok(Change::Number(x))
            }
            fn visit_i64<E: Error>(self, x: i64) -> Result<Change, E> {
                Ok(Change::Number(x as f64))
            }
            fn visit_u64<E: Error>(self, x: u64) -> Result<Change, E> {
                Ok(Change::Number(x as f64))
            }
            fn visit_bool<E: Error>(self, x: bool) -> Result<Change, E> {
                Ok(Change::Flag(x))
            }
            fn visit_str<E: Error>(self, x: &str) -> Result<Change, E> {
                Ok(Change::Word(x.into()))
            }
        }
        from.deserialize_any(ChangeVisitor)
    }
}
