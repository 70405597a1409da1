//! The 3-D replay inside the page, read as the viewer reads it.

use super::sample;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clipmark_record::TriggerFacts;
use clipmark_record::findings::Finding;
use clipmark_report::write_report;
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;
use std::path::Path;

/// Reads the replay's data as the viewer does: its head, and the bytes after it.
fn replay_data(html: &str) -> (serde_json::Value, Vec<u8>) {
    let (_, data) = html.split_once("id=\"replay-data\">").expect("data");
    let (data, _) = data.split_once('<').expect("its end");
    let packed = STANDARD.decode(data).expect("base64");
    let mut bytes = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut bytes).expect("gzip");
    let length = u32::from_le_bytes(bytes[..4].try_into().expect("four bytes")) as usize;
    let head = serde_json::from_slice(&bytes[4..4 + length]).expect("a head");
    (head, bytes.split_off(4 + length))
}

#[test]
fn the_replay_shows_every_tick_where_it_was() {
    let comparison = sample::comparison();
    let (head, mut bytes) = replay_data(&fs::read_to_string(super::sample_page()).unwrap());
    let ticks = head["ticks"].as_u64().unwrap() as usize;
    assert_eq!(ticks, 2500);
    let mut take = |n: usize| bytes.drain(..n).collect::<Vec<u8>>();
    for entry in &comparison.contestants {
        for axis in 0..3 {
            let column = take(4 * ticks);
            let steps = column
                .chunks_exact(4)
                .map(|b| i32::from_le_bytes(b.try_into().unwrap()));
            let places = steps.scan(0, |sum, step| {
                *sum += step;
                Some(*sum as f32 / 64.0)
            });
            for (shown, tick) in places.zip(&entry.ticks) {
                // Half a step of the stored grid, and f32's own at these places.
                assert!(
                    (shown - tick.origin[axis]).abs() <= 0.5 / 64.0 + 1e-4,
                    "{}",
                    entry.name
                );
            }
        }
        take(2 * 3 * ticks);
        let yaws = take(2 * ticks);
        for (b, tick) in yaws.chunks_exact(2).zip(&entry.ticks) {
            let shown = f32::from(u16::from_le_bytes(b.try_into().unwrap())) * 360.0 / 65536.0;
            let off = (shown - tick.yaw).rem_euclid(360.0);
            assert!(
                off.min(360.0 - off) <= 360.0 / 65536.0 + 1e-3,
                "{shown} for {}",
                tick.yaw
            );
        }
        let wishes = take(2 * ticks);
        let keys = take(ticks);
        for (k, tick) in entry.ticks.iter().enumerate() {
            let off = u16::from_le_bytes([wishes[2 * k], wishes[2 * k + 1]]);
            // Eighths of a turn are whole steps: every tick of the same keys has the same number.
            assert_eq!(off, if keys[k] & 4 == 0 { 0 } else { 8192 });
            assert_eq!(keys[k], tick.keys.0);
        }
        assert!(keys.contains(&1) && keys.contains(&(1 + 4 + 16)));
        let grounded = take(ticks);
        assert!(
            grounded
                .iter()
                .zip(&entry.ticks)
                .all(|(b, t)| (*b == 1) == t.grounded)
        );
        let counts = take(ticks);
        assert!(counts.iter().zip(&entry.ticks).all(|(n, t)| *n == t.contacts));
        for axis in 0..3 {
            let normals = take(entry.contact_normals.len());
            let near =
                |(b, n): (&u8, &[f32; 3])| (f32::from(*b as i8) / 127.0 - n[axis]).abs() <= 0.5 / 127.0;
            assert!(normals.iter().zip(&entry.contact_normals).all(near));
        }
    }
    let corners: usize = comparison.outline.iter().map(|f| f.corners.len()).sum();
    assert_eq!(bytes.len(), 12 * corners, "all faces and nothing else follow");
    assert_eq!(head["contestants"][2]["body"]["knee"], -6.0);
}

#[test]
fn what_failed_can_be_jumped_to() {
    let comparison = sample::comparison();
    let html = fs::read_to_string(super::sample_page()).unwrap();
    assert!(html.contains("data-tick=\"699\" data-contestant=\"2\""));
    let failed = comparison.contestants.iter().flat_map(|e| &e.answers);
    let failed = failed.filter(|a| a.missed || a.phantom).count();
    assert!(failed > 0, "the sample has failures");
    assert_eq!(html.matches("data-sweep=").count(), failed.min(12));
}

#[test]
fn a_row_of_failures_leads_to_its_moment() {
    let mut comparison = sample::comparison();
    let finding = |at, per: &str| Finding {
        id: "F17".into(),
        name: "stuck".into(),
        count: 1,
        at,
        per: per.into(),
        place: [1.0, 2.5, 3.0],
        ..Finding::default()
    };
    comparison.contestants[1].detection.findings = vec![
        finding(Some(1233), "per minute"),
        finding(Some(6), "per million sweeps"),
        finding(Some(9_999_999), "per minute"),
    ];
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    let (_, table) = html.split_once("id=\"failures\"").unwrap();
    assert!(table.contains("data-tick=\"1233\" data-contestant=\"1\">tick 1234</button>"));
    assert!(table.contains("data-place=\"1 2.5 3\""));
    assert_eq!(table.matches("data-tick=").count(), 1, "no such tick, no button");
}

#[test]
fn triggers_are_in_the_replay_and_in_the_plan() {
    let mut comparison = sample::comparison();
    let trigger = |class: &str, high| TriggerFacts {
        class: class.into(),
        mins: [0.0, -16.0, 0.0],
        maxs: [32.0, 16.0, high],
    };
    comparison.triggers = vec![trigger("trigger_push", 64.0), trigger("nowhere", f32::NAN)];
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    let (head, _) = replay_data(&html);
    let triggers = head["triggers"].as_array().unwrap();
    assert_eq!(triggers.len(), 1, "a box that is nowhere is not drawn");
    assert_eq!(triggers[0]["class"], "trigger_push");
    assert_eq!(triggers[0]["bounds"][1][2], 64.0);
    assert!(html.contains("data-show=\"triggers\" checked"));
    let plan = |folder: &Path| fs::read_to_string(folder.join("plots/plan.svg")).unwrap();
    let without = plan(super::sample_page().parent().unwrap());
    // The colour of triggers, which nothing else has.
    let green = |svg: &str| svg.to_uppercase().contains("#6E8B00");
    assert!(green(&plan(&dir.path().join("stairs"))) && !green(&without));
}
