//! A small map written here: three brushes, a door, a patch, two nodes; nothing of it is anybody else's.
/// Lumps in the order of the directory.
#[derive(Clone, Default)]
pub(crate) struct Writer(pub(crate) [Vec<u8>; 17]);

impl Writer {
    pub(crate) fn ints(&mut self, lump: usize, values: &[i32]) -> &mut Self {
        self.0[lump].extend(values.iter().flat_map(|v| v.to_le_bytes()));
        self
    }

    pub(crate) fn floats(&mut self, lump: usize, values: &[f32]) -> &mut Self {
        self.0[lump].extend(values.iter().flat_map(|v| v.to_le_bytes()));
        self
    }

    fn shader(&mut self, flags: i32, contents: i32) {
        self.0[1].extend([b'x'; 64]);
        self.ints(1, &[flags, contents]);
    }

    /// A box of six sides; returns nothing, brushes count up.
    fn brush(&mut self, min: [f32; 3], max: [f32; 3], shader: i32) {
        let side = (self.0[9].len() / 8) as i32;
        for i in 0..3 {
            for (sign, dist) in [(-1.0, -min[i]), (1.0, max[i])] {
                let mut plane = [0.0, 0.0, 0.0, dist];
                plane[i] = sign;
                let number = (self.0[2].len() / 16) as i32;
                self.floats(2, &plane).ints(9, &[number, shader]);
            }
        }
        self.ints(8, &[side, 6, shader]);
    }

    pub(crate) fn file(&self) -> Vec<u8> {
        let mut out = b"IBSP".to_vec();
        out.extend(46i32.to_le_bytes());
        let mut at = 144;
        for lump in &self.0 {
            out.extend((at as i32).to_le_bytes());
            out.extend((lump.len() as i32).to_le_bytes());
            at += lump.len();
        }
        for lump in &self.0 {
            out.extend(lump);
        }
        out
    }
}

/// Three brushes (the second belongs to a door, model 1), one patch, one flat surface, two nodes and three
/// leaves. The door's leaf is not reached by the tree.
pub(crate) fn map() -> Writer {
    let mut w = Writer::default();
    w.0[0] = b"{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"info_player_deathmatch\"\n\
        \"origin\" \"1 2 3\"\n\"angle\" \"90\"\n}\n{ \"classname\" \"info_player_start\" \"angles\" \"5 6 7\" }\n\0"
        .to_vec();
    w.shader(0, 1);
    w.shader(2, 0x1_0000);
    w.brush([0.0, 0.0, 0.0], [64.0, 64.0, 8.0], 0);
    w.brush([10.0, 10.0, 8.0], [20.0, 20.0, 40.0], 0);
    w.brush([64.0, 0.0, 0.0], [128.0, 64.0, 8.0], 1);
    // Node 0 splits at x = 64 (plane 1), node 1 its back half at z = 8 (plane 5).
    w.ints(3, &[1, -1, 1, 0, 0, 0, 9, 9, 9]);
    w.ints(3, &[5, -2, -3, 0, 0, 0, 9, 9, 9]);
    for (surfaces, brushes) in [
        ([0, 2], [0, 1]),
        ([2, 1], [0, 0]),
        ([9999, 0], [1, 1]),
        ([0, 0], [2, 1]),
    ] {
        w.ints(4, &[7, 0, -8, -8, -8, 72, 72, 72]);
        w.ints(4, &surfaces).ints(4, &brushes);
    }
    w.ints(5, &[0, 1, 1]).ints(6, &[2, 0, 1]);
    // Model 0: surfaces 0..2, brushes 0 and, through its leaf, 2.
    w.floats(7, &[0.0, 0.0, 0.0, 128.0, 64.0, 40.0])
        .ints(7, &[0, 2, 0, 1]);
    w.floats(7, &[0.0; 6]).ints(7, &[0, 0, 1, 1]);
    for i in 0..9 {
        w.floats(10, &[(i % 3) as f32, (i / 3) as f32, 0.5]);
        w.0[10].extend([0; 32]);
    }
    w.ints(13, &[0, -1, 1, 0, 4, 0, 0]).ints(13, &[0; 19]);
    w.ints(13, &[1, -1, 2, 0, 9, 0, 0])
        .ints(13, &[0; 17])
        .ints(13, &[3, 3]);
    w
}
