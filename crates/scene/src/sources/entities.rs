//! The entities of a map: text of `{ "key" "value" ... }` blocks, and the player spawns among them.

use super::MapError;
use super::record::MAX_COORDINATE;
use clipmark_geometry::{MapEntity, Model, Point, Spawn, World};

/// Where players of any game enter.
const SPAWNS: [&str; 7] = [
    "info_player_deathmatch",
    "info_player_start",
    "info_player_coop",
    "team_CTF_redplayer",
    "team_CTF_blueplayer",
    "team_CTF_redspawn",
    "team_CTF_bluespawn",
];

/// Most entities that are read: Quake III holds 1,024 in a level, its largest maps some thousands with their lights.
pub const MOST: usize = 1 << 16;

/// The world of a map: its first model, the others, and its entities, whose text is given. `lift` is as for [`spawns`].
pub(super) fn world(
    name: &str,
    models: impl IntoIterator<Item = Model>,
    text: &[u8],
    lift: f32,
) -> Result<World, MapError> {
    let mut models = models.into_iter();
    let first = models.next().ok_or(MapError::Nothing("models"))?;
    let models: Vec<Model> = models.collect();
    let entities = all(text)?;
    Ok(World {
        name: name.into(),
        brushes: first.brushes,
        clip_hulls: first.clip_hulls,
        spawns: spawns(&entities, lift)?,
        entities,
        submodels: models.len(),
        models,
        bounds: first.bounds,
        ..World::default()
    })
}

/// The player spawns in the order of the entities. The game puts a player `lift` units above a spawn point.
pub(super) fn spawns(entities: &[MapEntity], lift: f32) -> Result<Vec<Spawn>, MapError> {
    let mut out = Vec::new();
    for read in entities {
        let mut entity = Entity::default();
        for (key, value) in &read.keys {
            entity.set(key, value.clone());
        }
        let (line, spawn) = (read.line, entity.player(lift));
        out.extend(spawn.map_err(|what| MapError::Entities { line, what })?);
    }
    Ok(out)
}

/// All entities in the order of the text.
///
/// # Errors
/// Text that is no list of entities, or too many of them.
pub fn all(text: &[u8]) -> Result<Vec<MapEntity>, MapError> {
    let mut tokens = Tokens {
        text: text.split(|&b| b == 0).next().unwrap_or_default(),
        line: 1,
    };
    let mut out = Vec::new();
    while let Some(token) = tokens.next()? {
        if token != Token::Open {
            return Err(tokens.error("an entity must begin with {"));
        }
        if out.len() == MOST {
            return Err(tokens.error("there are more than 65,536 entities; no game holds so many"));
        }
        let mut entity = MapEntity {
            line: tokens.line,
            keys: Vec::new(),
        };
        loop {
            match tokens.next()? {
                Some(Token::Close) => break,
                Some(Token::Text(key)) => match tokens.next()? {
                    Some(Token::Text(value)) => entity.keys.push((key, value)),
                    _ => return Err(tokens.error("a key has no value")),
                },
                _ => return Err(tokens.error("an entity is not closed")),
            }
        }
        out.push(entity);
    }
    Ok(out)
}

/// The keys of an entity that matter here.
#[derive(Default)]
pub(super) struct Entity {
    class: String,
    origin: Option<String>,
    angle: Option<String>,
    angles: Option<String>,
}

impl Entity {
    pub(super) fn class(&self) -> &str {
        &self.class
    }

    /// The spawn, if it is a player's; the game puts a player `lift` units above it.
    pub(super) fn player(&self, lift: f32) -> Result<Option<Spawn>, &'static str> {
        if !SPAWNS.contains(&self.class.as_str()) {
            return Ok(None);
        }
        let spawn = self.spawn(lift);
        spawn.map(Some).ok_or("a spawn's origin or angle is no number")
    }

    pub(super) fn set(&mut self, key: &str, value: String) {
        match key {
            "classname" => self.class = value,
            "origin" => self.origin = Some(value),
            "angle" => self.angle = Some(value),
            "angles" => self.angles = Some(value),
            _ => {}
        }
    }

    fn spawn(&self, lift: f32) -> Option<Spawn> {
        let numbers = |text: &Option<String>, most: usize| -> Option<Vec<f32>> {
            let Some(text) = text else { return Some(Vec::new()) };
            text.split_whitespace()
                .take(most)
                .map(|w| w.parse().ok().filter(|v: &f32| v.abs() <= MAX_COORDINATE))
                .collect()
        };
        let origin = numbers(&self.origin, 3)?;
        let at = |i: usize| origin.get(i).copied().unwrap_or(0.0);
        // `angles` is pitch, yaw, roll; `angle` is the yaw alone.
        let yaw = match numbers(&self.angle, 1)?.first() {
            Some(yaw) => *yaw,
            None => numbers(&self.angles, 3)?.get(1).copied().unwrap_or(0.0),
        };
        let origin = Point::new(at(0), at(1), at(2) + lift);
        Some(Spawn { origin, yaw })
    }
}

#[derive(PartialEq)]
enum Token {
    Open,
    Close,
    Text(String),
}

struct Tokens<'a> {
    text: &'a [u8],
    line: usize,
}

impl Tokens<'_> {
    fn error(&self, what: &'static str) -> MapError {
        let line = self.line;
        MapError::Entities { line, what }
    }

    fn take(&mut self, count: usize) -> String {
        let (taken, rest) = self.text.split_at(count);
        self.line += taken.iter().filter(|b| **b == b'\n').count();
        self.text = rest;
        String::from_utf8_lossy(taken).into_owned()
    }

    fn next(&mut self) -> Result<Option<Token>, MapError> {
        loop {
            let blank = self.text.iter().take_while(|b| b.is_ascii_whitespace()).count();
            self.take(blank);
            if !self.text.starts_with(b"//") {
                break;
            }
            let comment = self.text.iter().take_while(|b| **b != b'\n').count();
            self.take(comment);
        }
        Ok(Some(match self.text.first() {
            None => return Ok(None),
            Some(b'{') => {
                self.take(1);
                Token::Open
            }
            Some(b'}') => {
                self.take(1);
                Token::Close
            }
            Some(b'"') => {
                self.take(1);
                let Some(end) = self.text.iter().position(|b| *b == b'"') else {
                    return Err(self.error("a quotation mark is not closed"));
                };
                let text = self.take(end);
                self.take(1);
                Token::Text(text)
            }
            Some(_) => {
                let end = |b: &&u8| !b.is_ascii_whitespace() && !b"{}\"".contains(b);
                let count = self.text.iter().take_while(end).count();
                Token::Text(self.take(count))
            }
        }))
    }
}
