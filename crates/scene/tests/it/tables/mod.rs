//! Small files of the formats that no recording is of, put together table by table.

use base64::Engine;
use std::io::Write;

fn word(x: usize) -> [u8; 4] {
    (x as u32).to_le_bytes()
}

/// An archive of these members.
pub(crate) fn pak(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut directory = Vec::new();
    for (name, bytes) in members {
        let mut entry = name.as_bytes().to_vec();
        entry.resize(56, 0);
        entry.extend(word(12 + body.len()));
        entry.extend(word(bytes.len()));
        directory.extend(entry);
        body.extend_from_slice(bytes);
    }
    let mut out = b"PACK".to_vec();
    out.extend(word(12 + body.len()));
    out.extend(word(directory.len()));
    out.extend(body);
    out.extend(directory);
    out
}

/// A zip archive of these members, deflated.
pub(crate) fn pk3(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn lump(file: &[u8], at: usize) -> &[u8] {
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    &file[number(at)..number(at) + number(at + 4)]
}

/// A file of a magic and lumps.
fn file(magic: &[u8], lumps: &[Vec<u8>]) -> Vec<u8> {
    let mut out = magic.to_vec();
    let mut at = magic.len() + 8 * lumps.len();
    for lump in lumps {
        out.extend(word(at));
        out.extend(word(lump.len()));
        at += lump.len();
    }
    out.extend(lumps.iter().flatten());
    out
}

fn lumps29(bytes: &[u8]) -> Vec<Vec<u8>> {
    (0..15).map(|i| lump(bytes, 4 + 8 * i).to_vec()).collect()
}

/// A version 29 map in the wide form of that magic.
pub(crate) fn widened(narrow: &[u8], magic: &[u8; 4]) -> Vec<u8> {
    let mut lumps = lumps29(narrow);
    let short = |r: &[u8], at: usize| i16::from_le_bytes([r[at], r[at + 1]]);
    let bounds = |r: &[u8], at: usize| -> Vec<u8> {
        let all = (0..6).map(|i| short(r, at + 2 * i));
        match magic {
            b"BSP2" => all.flat_map(|x| f32::from(x).to_le_bytes()).collect(),
            _ => all.flat_map(i16::to_le_bytes).collect(),
        }
    };
    lumps[5] = lumps[5]
        .chunks(24)
        .flat_map(|r| {
            let children = [4, 6].map(|at| i32::from(short(r, at)).to_le_bytes()).concat();
            [&r[..4], &children, &bounds(r, 8), &[0; 8]].concat()
        })
        .collect();
    lumps[9] = lumps[9]
        .chunks(8)
        .flat_map(|r| {
            [
                &r[..4],
                &[4, 6].map(|at| i32::from(short(r, at)).to_le_bytes()).concat(),
            ]
            .concat()
        })
        .collect();
    lumps[10] = lumps[10]
        .chunks(28)
        .flat_map(|r| [&r[..8], &bounds(r, 8), &[0; 12]].concat())
        .collect();
    file(magic, &lumps)
}

/// The same map as Half-Life's, its fourth hull the same as its second.
pub(crate) fn half_life(narrow: &[u8]) -> Vec<u8> {
    let mut lumps = lumps29(narrow);
    let head = lumps[14][40..44].to_vec();
    lumps[14][48..52].copy_from_slice(&head);
    file(&[30, 0, 0, 0], &lumps)
}

/// A map of Quake II: a floor, a window, and a brush that only a door has.
pub(crate) fn quake2() -> Vec<u8> {
    let mut lumps = vec![Vec::new(); 19];
    lumps[0] = b"{ \"classname\" \"info_player_start\" \"origin\" \"0 0 32\" }\0".to_vec();
    let floats = |x: &[f32]| x.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let (mut planes, mut sides, mut brushes) = (0u16, Vec::new(), Vec::new());
    for (low, high, contents) in [
        ([-64.0f32, -64.0, -16.0], [64.0f32, 64.0, 0.0], 1u32),
        ([0.0, -64.0, 0.0], [8.0, 64.0, 64.0], 2),
        ([100.0, 0.0, 0.0], [110.0, 10.0, 10.0], 1),
    ] {
        brushes.extend([word(usize::from(planes)), word(6), contents.to_le_bytes()].concat());
        for axis in 0..3 {
            for (sign, dist) in [(1.0, high[axis]), (-1.0, -low[axis])] {
                let mut plane = [0.0; 4];
                plane[axis] = sign;
                plane[3] = dist;
                lumps[1].extend(floats(&plane));
                lumps[1].extend(word(axis));
                sides.extend(planes.to_le_bytes());
                sides.extend(0i16.to_le_bytes());
                planes += 1;
            }
        }
    }
    (lumps[14], lumps[15]) = (brushes, sides);
    lumps[5] = vec![0; 76];
    // One node: leaf 1 in front, leaf 2 behind; leaf 3 is the door's.
    lumps[4] = [
        &word(0)[..],
        &(-2i32).to_le_bytes(),
        &(-3i32).to_le_bytes(),
        &[0; 16],
    ]
    .concat();
    for run in [[0u16, 0], [0, 1], [0, 2], [2, 1]] {
        lumps[8].extend([0; 24]);
        lumps[8].extend(run.iter().flat_map(|x| x.to_le_bytes()));
    }
    lumps[10] = [0u16, 1, 2].iter().flat_map(|x| x.to_le_bytes()).collect();
    for _ in 0..2 {
        lumps[13].extend(floats(&[-64.0, -64.0, -16.0, 64.0, 64.0, 64.0, 0.0, 0.0, 0.0]));
        lumps[13].extend([0; 12]);
    }
    // The leaves' lists may not overlap: leaf 2 lists brush 1 alone.
    lumps[8][2 * 28 + 24..2 * 28 + 28].copy_from_slice(&[1, 0, 1, 0]);
    file(b"IBSP\x26\0\0\0", &lumps)
}

/// Four corners and six indices of a quad.
fn quad() -> Vec<u8> {
    let corners = [
        [0.0f32, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 1.0],
        [0.0, 0.0, 1.0],
    ];
    let mut out: Vec<u8> = corners.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    out.extend([0u16, 1, 2, 0, 2, 3].iter().flat_map(|x| x.to_le_bytes()));
    out
}

fn json(buffer: &str) -> String {
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\
         \"nodes\":[{{\"translation\":[0,2,0],\"children\":[1],\"mesh\":0}},{{\"name\":\"Spawn.001\",\"translation\":[0,1,0]}}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0,\"NORMAL\":0}},\"indices\":1}}]}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}},\
         {{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":48}},{{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12}}],\
         \"buffers\":[{{{buffer}\"byteLength\":60}}]}}"
    )
}

/// A quad and a spawn, its buffer in the text.
pub(crate) fn gltf() -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(quad());
    json(&format!(
        "\"uri\":\"data:application/octet-stream;base64,{text}\","
    ))
}

/// The same as a binary file.
pub(crate) fn glb() -> Vec<u8> {
    let mut text = json("").into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunk = |kind: &[u8], body: &[u8]| [&word(body.len())[..], kind, body].concat();
    let chunks = [chunk(b"JSON", &text), chunk(b"BIN\0", &quad())].concat();
    [&b"glTF"[..], &word(2), &word(12 + chunks.len()), &chunks].concat()
}
