//! The entities of a map: text of `{ "key" "value" ... }` blocks, and the player spawns among them.

use super::record::{MAX_COORDINATE, damaged};
use super::text::{Grammar, Token, Tokens};
use crate::Problem;
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
) -> Result<World, Problem> {
    let mut models = models.into_iter();
    let first = models.next().ok_or_else(|| damaged("it has no models"))?;
    let models: Vec<Model> = models.collect();
    let entities = all(text)?;
    Ok(World {
        name: name.into(),
        brushes: first.brushes,
        patches: first.patches,
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
pub(super) fn spawns(entities: &[MapEntity], lift: f32) -> Result<Vec<Spawn>, Problem> {
    let spawns = entities.iter().filter_map(|entity| {
        let found = spawn(entity, lift).transpose()?;
        Some(found.map_err(|what| fault(entity.line, what)))
    });
    spawns.collect()
}

fn fault(line: usize, what: &str) -> Problem {
    let usual = (what, "mend it in an editor, or fetch the map again");
    let (what, hint) = what.split_once("; ").unwrap_or(usual);
    Problem::new(
        format_args!("the map's entities are damaged at line {line}: {what}"),
        hint,
    )
}

/// All entities in the order of the text.
///
/// # Errors
/// Text that is no list of entities, or too many of them.
pub fn all(text: &[u8]) -> Result<Vec<MapEntity>, Problem> {
    let text = text.split(|&b| b == 0).next().unwrap_or_default();
    let mut tokens = Tokens::new(text, Grammar::Entities);
    let mut out = Vec::new();
    let no_solid = |_: &mut Tokens, _: &mut Vec<MapEntity>| Err("an entity is not closed");
    let take = |entity, out: &mut Vec<MapEntity>| {
        out.push(entity);
        Ok(())
    };
    read_each(&mut tokens, &mut out, no_solid, take).map_err(|what| fault(tokens.line(), what))?;
    Ok(out)
}

/// Reads the entities of a text one by one. `solid` reads a brush, whose opening brace has been read, and `take` takes the entity
/// at its end.
pub(super) fn read_each<T, E: From<&'static str>>(
    tokens: &mut Tokens,
    out: &mut T,
    solid: impl Fn(&mut Tokens, &mut T) -> Result<(), E>,
    take: impl Fn(MapEntity, &mut T) -> Result<(), E>,
) -> Result<(), E> {
    let mut count = 0;
    while let Some(token) = tokens.next()? {
        if token != Token::Open {
            return Err("an entity must begin with {".into());
        }
        if count == MOST {
            return Err("there are more than 65,536 entities; no game holds so many".into());
        }
        count += 1;
        let mut entity = MapEntity {
            line: tokens.line(),
            keys: Vec::new(),
        };
        loop {
            match tokens.next()? {
                Some(Token::Close) => break,
                Some(Token::Quoted(key)) => match tokens.next()? {
                    Some(Token::Quoted(value)) => entity.keys.push((key, value)),
                    _ => return Err("a key has no value; write \"key\" \"value\"".into()),
                },
                Some(Token::Open) => solid(tokens, out)?,
                None => return Err("an entity is not closed".into()),
                _ => return Err("an entity holds \"key\" \"value\" pairs and brushes in { }".into()),
            }
        }
        take(entity, out)?;
    }
    Ok(())
}

/// The spawn that an entity is, if it is a player's; the game puts a player `lift` units above it.
pub(super) fn spawn(entity: &MapEntity, lift: f32) -> Result<Option<Spawn>, &'static str> {
    if !SPAWNS.contains(&entity.class()) {
        return Ok(None);
    }
    let numbers = |key: &str, most: usize| -> Option<Vec<f32>> {
        let words = entity.value(key).unwrap_or_default().split_whitespace();
        let number = |w: &str| w.parse().ok().filter(|v: &f32| v.abs() <= MAX_COORDINATE);
        words.take(most).map(number).collect()
    };
    let read = || {
        let origin = numbers("origin", 3)?;
        let at = |i: usize| origin.get(i).copied().unwrap_or(0.0);
        // `angles` is pitch, yaw, roll; `angle` is the yaw alone.
        let yaw = match numbers("angle", 1)?.first() {
            Some(yaw) => *yaw,
            None => numbers("angles", 3)?.get(1).copied().unwrap_or(0.0),
        };
        let origin = Point::new(at(0), at(1), at(2) + lift);
        Some(Spawn { origin, yaw })
    };
    read().map(Some).ok_or("a spawn's origin or angle is no number")
}
