//! Command and state files: which columns are read for which order, and the message for a bad line.
use clipmark_movement::recording::{StateFormat, read_commands, read_states, write_commands, write_state};
use clipmark_movement::{Buttons, Order, PROFILES, UserCmd, profile_named};

const START: &str = "1 2 3 90\n";

fn ticks(order: Order, lines: &str) -> Vec<UserCmd> {
    read_commands(format!("{START}{lines}").as_bytes(), order)
        .unwrap()
        .ticks
}

fn error(order: Order, lines: &str) -> String {
    let read = read_commands(format!("{START}{lines}").as_bytes(), order);
    read.unwrap_err().to_string()
}

#[test]
fn every_order_reads_commands_of_this_project() {
    for profile in PROFILES {
        let [cmd] = ticks(profile.order, "8 127 -127 20 10 -90\n")[..] else {
            panic!()
        };
        assert_eq!((cmd.msec, cmd.up, cmd.yaw, cmd.buttons), (8.0, 20.0, -90.0, None));
        let [cmd] = ticks(profile.order, "8 127 -127 20 1 1 10 -90\n")[..] else {
            panic!()
        };
        let both = Buttons::JUMP | Buttons::DUCK;
        assert_eq!((cmd.msec, cmd.up, cmd.buttons), (8.0, 20.0, Some(both)));
    }
}

#[test]
fn netquake_tells_its_commands_from_those_with_a_length() {
    // As recorded: forward, side, up, jump, pitch, yaw, each a 72nd of a second.
    for lines in [
        "0 0 0 0 0 0\n",
        "400 0 0 1 0 -118.125\n",
        "50 0 0 0 0 0\n-200 350 0 0 0 0\n",
    ] {
        let cmd = ticks(Order::NetQuake, lines)[0];
        assert_eq!(cmd.double_seconds().to_bits(), (1.0 / 72.0f64).to_bits());
        assert_eq!(cmd.jumps(), lines.starts_with("400"));
    }
    let with_length = ticks(Order::NetQuake, "13 0 400 270 0 90\n13 0 0 0 0 90\n");
    assert_eq!((with_length[0].msec, with_length[0].right), (13.0, 400.0));
    assert!(with_length[0].jumps() && !with_length[1].jumps());
}

#[test]
fn a_bad_line_is_named_with_the_columns_wanted() {
    for (order, columns) in [
        (Order::NetQuake, "forwardmove sidemove upmove jump pitch yaw"),
        (
            Order::QuakeWorld,
            "msec forwardmove sidemove upmove jump pitch yaw",
        ),
        (
            Order::GoldSrc,
            "msec forwardmove sidemove upmove jump duck pitch yaw",
        ),
    ] {
        let count = columns.split(' ').count();
        let good = vec!["0.5"; count].join(" ");
        let bad = [vec!["0.5"; count - 1], vec!["-1"]].concat().join(" ");
        let cut = "-1 -1 -1".to_owned();
        for (lines, line) in [
            (cut.clone(), 2),
            (format!("{good}\n{cut}"), 3),
            (format!("{good}\n{}", bad.replace("-1", "x")), 3),
        ] {
            let text = error(order, &lines);
            assert!(text.contains(&format!("line {line}")), "{text}");
        }
        let format = StateFormat::new(
            order,
            &read_commands(format!("{START}{good}").as_bytes(), order).unwrap(),
        );
        let start = read_commands(START.as_bytes(), order).unwrap().start(order);
        for text in [
            "1 2 3",
            "1 2 nan",
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
        ] {
            let error = read_states(text.as_bytes(), format, &start)
                .unwrap_err()
                .to_string();
            assert!(
                error.contains("line 1") && error.contains("x y z vx vy vz"),
                "{error}"
            );
        }
    }
}

#[test]
fn states_out_of_range_are_refused() {
    let far = "0 0 0 0 0 0 8 0 -1 0 0 0 0 0 0 0 1e30 0 0";
    let start = read_commands(START.as_bytes(), Order::NetQuake)
        .unwrap()
        .start(Order::NetQuake);
    let error = read_states(far.as_bytes(), StateFormat::NetQuake, &start).unwrap_err();
    assert!(
        error.to_string().contains("line 1: the body's position"),
        "{error}"
    );
}

#[test]
fn commands_with_buttons_are_written_as_they_are_read() {
    let text = "1 2 3 90\n13 400 0 0 1 0 -10 5\n14 0 -400 20 0 1 0 6\n";
    let commands = read_commands(text.as_bytes(), Order::GoldSrc).unwrap();
    let mut written = Vec::new();
    write_commands(&mut written, &commands).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), text);
}

#[test]
fn a_run_begins_as_the_recordings_of_its_engine() {
    let written = |name: &str| {
        let profile = profile_named(name).unwrap();
        let commands = read_commands(START.as_bytes(), profile.order).unwrap();
        let start = commands.start(profile.order);
        let mut line = Vec::new();
        let format = StateFormat::new(profile.order, &commands);
        write_state(&mut line, &start, format, profile).unwrap();
        String::from_utf8(line).unwrap()
    };
    assert_eq!(written("netquake"), "1 2 3 0 0 0 8 0 -1 0 0 0 0 0 90 0 1 2 3\n");
    assert_eq!(written("goldsrc"), "1 2 3 0 0 0 8 0 0 28 0 0 0 0 -1 0 -1\n");
}
