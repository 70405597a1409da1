//! Faults that only a world made for them shows: of a hit's fields, of long sweeps, of many solids and of surfaces.

use super::*;

#[test]
fn fields_finds_contents_of_no_brush() {
    let trace = |_: &Broken, _: &Sweep, _: &Work, t: Trace| match t.hit() {
        true => Trace {
            contents: t.contents | Contents::LAVA,
            ..t
        },
        false => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "fields",
        "contents that the brush met does not have",
    );
}

#[test]
fn lengths_finds_that_long_sweeps_meet_nothing() {
    let trace = |_: &Broken, q: &Sweep, _: &Work, t: Trace| match q.displacement().norm() > 5000.0 {
        true => Trace::free(q),
        false => t,
    };
    caught(
        Faults { trace, ..SOUND },
        "lengths",
        "passes through a wall by a long sweep",
    );
}

#[test]
fn many_finds_one_solid_in_37_left_out() {
    let world = |world: &mut World| {
        let mut number = 0;
        world.brushes.retain(|_| {
            number += 1;
            number % 37 != 1
        });
    };
    caught(
        Faults { world, ..SOUND },
        "many",
        "passes through one of many small solids",
    );
}

#[test]
fn surfaces_finds_triangles_that_are_declared_and_not_there() {
    let declaration = |d: &mut Declaration| d.triangles = true;
    caught(
        Faults { declaration, ..SOUND },
        "surfaces",
        "passes through a surface that it declares",
    );
}
