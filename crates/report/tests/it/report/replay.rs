//! The 3-D replay inside the page, read as the viewer reads it.

use super::sample;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;

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
