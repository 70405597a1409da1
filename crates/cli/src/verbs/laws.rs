//! `compare laws`: the laws of movement, predicted and played.

use super::runs::{self, Merged};
use super::suite;
use crate::cli::{LawsArgs, MergeArgs};
use crate::exports::Exports;
use crate::made::made;
use crate::progress::Bar;
use crate::publish::publish;
use anyhow::Result;
use clipmark_journal::{Plan, Rows, Unit, begin, keep};
use clipmark_laws::{self as laws, Law, LawPlayer};
use clipmark_measure::{Progress, this_machine};
use clipmark_record::laws::{LawRecord, LawResults};
use clipmark_report::prepare_study;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Name in plans.
pub(crate) const VERB: &str = "laws";
/// A word for the contents of the laws' scenes in the journal: they are part of the program.
const SCENES: &str = "built in";

/// Says whether every law held.
pub(crate) fn run(args: &LawsArgs) -> Result<bool> {
    let chosen = laws::matching(&args.filters)?;
    let player = args.contestant.parse()?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("reports/latest/laws"));
    prepare_study::<LawResults>(&out)?;
    let exports = Exports::open(&args.json.export_json, &args.export_csv, &None)?;
    let bar = Bar::new();
    let mut progress = |stage: &str, done, all| bar.at(stage, done, all);
    let mut book = match args.shard {
        None => laws::play(&chosen, player, &mut progress)?,
        Some(shard) => shared(&chosen, player, shard, &out, &mut progress)?,
    };
    drop(bar);
    book.made = made();
    publish(&book, Vec::new(), &out, exports, args.details)?;
    Ok(book.laws.iter().all(|law| law.held()))
}

/// The questions about every law, as plans have them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    contestant: String,
}

/// Plays a shard of the laws: those that the folder's journal lacks.
fn shared(
    chosen: &[&'static Law],
    player: LawPlayer,
    shard: [usize; 2],
    out: &Path,
    progress: Progress,
) -> Result<LawResults> {
    let contestant = player.to_string();
    let unit = |law: &&Law| Unit {
        group: law.id.into(),
        part: contestant.clone(),
    };
    let units = chosen.iter().map(unit).collect();
    let asked = Asked {
        contestant: contestant.clone(),
    };
    let plan = Plan::new(VERB, suite::fingerprint()?, shard, this_machine(), asked, units)?;
    let mine = plan.mine();
    begin(out, &plan)?;
    let mut done = keep(out, &plan, |unit, _, law| {
        mine.contains(&unit) && is_of(&plan, unit, law)
    })?;
    let mut journal = Rows::open(out, &plan)?;
    let mut book = laws::play(&[], player, &mut |_, _, _| ())?;
    for (i, &unit) in mine.iter().enumerate() {
        progress(chosen[unit].id, i as u64, mine.len() as u64);
        if let Some((_, law)) = done.remove(&unit) {
            book.laws.push(law);
            continue;
        }
        for law in laws::play(&[chosen[unit]], player, &mut |_, _, _| ())?.laws {
            book.laws.push(journal.add(unit, SCENES, &law)?);
        }
    }
    Ok(book)
}

/// Whether a record is of a law, under the names that it has here: files are called by them.
fn is_of(plan: &Plan, unit: usize, law: &LawRecord) -> bool {
    let known = laws::ALL.iter().find(|known| known.id == plan.units[unit].group);
    known.is_some_and(|known| known.id == law.id && known.slug == law.slug)
}

/// Puts the shards of one run together.
pub(crate) fn merge(args: &MergeArgs, out: &Path) -> Result<bool> {
    let dirs = &args.shards[..];
    let Merged { plan, rows, .. } = runs::merged(dirs, VERB, is_of)?;
    let asked: Asked = runs::from_plan(&plan.asked, &dirs[0])?;
    let player = asked.contestant.parse()?;
    prepare_study::<LawResults>(out)?;
    let mut book = laws::play(&[], player, &mut |_, _, _| ())?;
    book.made = made();
    book.laws = runs::write(out, &plan, rows)?;
    publish(&book, Vec::new(), out, Exports::none(), args.details)?;
    Ok(book.laws.iter().all(|law| law.held()))
}
