//! The text of a Wavefront mesh, read.

use clipmark_scene::inner::obj_triangles as triangles;
use nalgebra::Vector3;

type V = Vector3<f64>;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn refused(text: &str) -> String {
    triangles(text, 100).unwrap_err().to_string()
}

#[test]
fn polygons_become_fans_and_everything_else_is_passed_over() {
    let text = "# a quad\nmtllib none.mtl\no a\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0 1.0\nvn 0 0 1\nvt 0 0\n\
                g b\nusemtl c\nf 1/1/1 2/1/1 3/1/1 4/1/1\nl 1 2\no c\nf -4//1 -3//1 -2//1\n";
    let found = triangles(text, 100).unwrap();
    let lines: Vec<usize> = found.iter().map(|t| t.0).collect();
    assert_eq!(lines, [12, 12, 15]);
    assert_eq!(
        found[1].1,
        [V::zeros(), V::new(2.0, 2.0, 0.0), V::new(0.0, 2.0, 0.0)]
    );
    assert_eq!(found[2].1, found[0].1);
}

#[test]
fn faults_have_their_line_and_a_remedy() {
    const BASE: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (more, line, why) in [
        ("f 1 2 9", 5, "does not have"),
        ("f 0 1 2", 5, "count from 1"),
        ("f 1 2 -7", 5, "does not have"),
        ("f 1 x 2\nf 1 2 9", 5, "write `f 1 2 3`"),
        ("f 1 2", 5, "three corners"),
        ("f 2 2 2", 5, "no area"),
        ("v 1 2", 5, "write `v x y z`"),
        ("v 1 2 q\nf 1 2 3", 5, "write `v x y z`"),
        ("v NaN 0 0\nf 1 2 4", 6, "not a finite number"),
        ("v inf 0 0\nf 1 2 4", 6, "not a finite number"),
        ("v 9 9 0\nv 1 1 0\nf 1 2 4 3 5", 7, "split it"),
    ] {
        let message = refused(&format!("{BASE}{more}\n"));
        let place = format!("line {line}: ");
        assert!(
            message.starts_with(&place) && message.contains(why),
            "{more}: {message}"
        );
    }
    assert!(triangles(&format!("{BASE}{BASE}"), 1).is_err());
}

#[test]
fn nothing_in_a_file_makes_the_reader_panic() {
    let pieces = [
        "f ",
        "v ",
        "1",
        "-1",
        "/",
        "//",
        " ",
        "\n",
        "99999999999999999999",
        "-9223372036854775808",
        "9e999",
        "9223372036854775807",
        "nan",
        "\\",
        "\t",
        "0",
        "o x",
        "é",
        "f 1/2/3/4 ",
    ];
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..5_000 {
        let count = random.random_range(0..40);
        let text: String = (0..count)
            .map(|_| pieces[random.random_range(0..pieces.len())])
            .collect();
        let _ = triangles(&text, 1000);
    }
}
