//! The report of an invented comparison: what its readers and other programs rely on.

mod sample;
mod sentences;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clipmark_record::findings::Finding;
use clipmark_record::{AnswersDiffer, Comparison, Divergence, Timing};
use clipmark_report::overview::{collect, write_overview};
use clipmark_report::{ReportError, Style, csv, markdown, plots, prepare, table, write_report};
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;
use std::path::Path;

/// The lines of the table from its heading on; before it stand the answer and what was played.
fn lines(comparison: &Comparison) -> Vec<String> {
    let text = table(comparison, Style::Plain, None);
    let rows = text.lines().skip_while(|line| !line.starts_with("contestant"));
    rows.map(str::to_owned).collect()
}

/// The text as one line.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Columns (in characters) at which a table line has a blank that all of its rows share.
fn shared_blanks(rows: &[String]) -> usize {
    let rows: Vec<Vec<char>> = rows.iter().map(|r| r.chars().collect()).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..widest)
        .filter(|&c| rows.iter().all(|r| r.get(c).is_none_or(|ch| *ch == ' ')))
        .count()
}

#[test]
fn the_table_is_aligned_whatever_the_widths() {
    let mut comparison = sample::comparison();
    for change in 0..3 {
        match change {
            0 => {}
            1 => comparison.contestants[1].name = "a-backend-with-a-very-long-name+slide-step".into(),
            _ => comparison.contestants[0].queries.missed = 1_234_567,
        }
        let all = lines(&comparison);
        let rows = &all[..4];
        let widths: Vec<usize> = rows.iter().map(|r| r.chars().count()).collect();
        assert!(widths.iter().all(|w| *w == widths[0]), "{rows:#?}");
        // A terminal of 100 columns holds all but millions of failures.
        assert!(change == 2 || widths[0] <= 100, "{}", widths[0]);
        // Eleven columns have at least ten gaps of blanks between them.
        assert!(shared_blanks(rows) >= 10, "{rows:#?}");
    }
}

#[test]
fn wide_times_do_not_push_the_table_beyond_a_terminal() {
    let mut comparison = sample::comparison();
    comparison.contestants[1].tick_time.median_ns = 1_225_013.0;
    comparison.contestants[1].tick_time.spread_ns = 210_000.0;
    comparison.contestants[1].movement.stuck_ticks = 7161;
    comparison.contestants[1].name = "cylinder+pair:intended".into();
    let all = lines(&comparison);
    assert!(all.iter().all(|l| l.chars().count() <= 100), "{all:#?}");
    assert!(
        all[2].contains("1,225,013") && !all[2].contains('±'),
        "{}",
        all[2]
    );
}

#[test]
fn the_table_says_what_was_played_and_what_came_of_it() {
    let comparison = sample::comparison();
    let text = table(
        &comparison,
        Style::Plain,
        Some(Path::new("reports/latest/stairs/index.html")),
    );
    let played = "stairs · quake3 · 125 Hz · 20 s · seed 7 · 4,000 sweeps refereed exactly";
    assert!(text.lines().any(|line| line == played), "{text}");
    assert!(
        text.starts_with("cylinder leaves it at tick 700"),
        "the verdict first: {text}"
    );
    let rows = lines(&comparison);
    let row = rows.iter().find(|l| l.starts_with("bsp ")).unwrap();
    for shown in ["182 ± 2 1.00", "1,410 ± 20 1.00", "9f3a61c2"] {
        assert!(row.contains(shown), "{shown} in {row}");
    }
    let text = unwrapped(&text) + "\n";
    assert!(text.contains("bsp answers 3.9 ± 0.1 times faster."));
    assert!(text.contains("✗ expected: cylinder phantom <= 0; got: 2"));
    assert!(!text.contains("missed <= 0"), "a kept expectation is no news");
    assert!(text.contains("left out by all: this map's 77 curved patches are not collided with"));
    assert!(text.trim_end().ends_with(" reports/latest/stairs/index.html"));
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn failures_are_flagged_in_words_and_in_colour() {
    let comparison = sample::comparison();
    let plain = table(&comparison, Style::Plain, None);
    let rows = lines(&comparison);
    let row = rows.iter().find(|l| l.starts_with("cylinder ")).unwrap();
    assert!(row.contains("2✗"), "{row}");
    let clean = rows.iter().find(|l| l.starts_with("bvh ")).unwrap();
    assert!(!clean.contains('✗'), "{clean}");
    let failures = "✗ cylinder: 2 sweeps stopped where nothing is; 31 wrong normals";
    assert!(unwrapped(&plain).contains(failures), "{plain}");
    let coloured = table(&comparison, Style::Colour, None);
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(anstream_stripped(&coloured), plain);
    assert!(markdown(&comparison).contains("**2 ✗**"));
}

/// Without ANSI escapes of the form ESC [ ... m.
fn anstream_stripped(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| {
        out + part.split_once('m').map_or(part, |(_, rest)| rest)
    })
}

#[test]
fn the_best_is_one_wherever_it_stands() {
    let mut comparison = sample::comparison();
    comparison.contestants.reverse();
    let markdown = markdown(&comparison);
    let row = |name: &str| {
        markdown
            .lines()
            .find(|l| l.starts_with(&format!("| {name} |")))
            .unwrap()
            .to_owned()
    };
    assert_eq!(row("bsp").matches("**1.00**").count(), 2);
    assert_eq!(row("bvh").matches("1.00").count(), 0);
    assert!(row("bvh").contains("| 3.91 (3.83–3.98) |"), "{}", row("bvh"));
}

/// A figure is rounded to nine digits: half a unit of the ninth is at most 5e-9 of it.
fn is_near(cell: &str, value: f64) -> bool {
    cell.parse::<f64>()
        .is_ok_and(|n| (n - value).abs() <= 5e-9 * value.abs())
}

#[test]
fn files_read_back_with_the_same_numbers() {
    let comparison = sample::comparison();
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("deep/er/stairs")).unwrap();
    assert!(page.ends_with("deep/er/stairs/index.html"));
    let folder = page.parent().unwrap();

    let json: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("results.json")).unwrap()).unwrap();
    assert_eq!(json["scene"]["title"], comparison.scene.title);
    let origin = &json["contestants"][2]["ticks"][1999]["origin"];
    let origin = [0, 1, 2].map(|k| origin[k].as_f64().unwrap() as f32);
    assert_eq!(origin, comparison.contestants[2].ticks[1999].origin);
    let samples = json["contestants"][1]["trace_time"]["samples_ns"]
        .as_array()
        .unwrap();
    let samples: Vec<f64> = samples.iter().map(|v| v.as_f64().unwrap()).collect();
    assert_eq!(samples, comparison.contestants[1].trace_time.samples_ns);
    assert_eq!(json["scene"]["seed"], 7);

    let mut ticks = csv::Reader::from_path(folder.join("ticks.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = ticks.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3 * 2500);
    let (row, tick) = (&rows[2500 + 1234], &comparison.contestants[1].ticks[1234]);
    assert_eq!(&row[0], "bvh");
    assert_eq!(row[1].parse::<usize>().unwrap(), 1234);
    assert_eq!([3, 4, 5].map(|c| row[c].parse::<f32>().unwrap()), tick.origin);
    assert!(is_near(&row[17], tick.deviation), "{}", &row[17]);
    assert_eq!(row[14].parse::<u8>().unwrap(), tick.contacts);

    let mut queries = csv::Reader::from_path(folder.join("queries.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = queries.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3 * 4000);
    for (row, answer) in rows[8000..].iter().zip(&comparison.contestants[2].answers) {
        assert_eq!(row[9].parse::<f64>().unwrap().to_bits(), answer.truth.to_bits());
        assert!(is_near(&row[17], answer.time_of_impact), "{}", &row[17]);
        assert_eq!(row[18].is_empty(), answer.normal_error.is_none());
        assert!(
            answer.normal_error.is_none_or(|e| is_near(&row[18], e)),
            "{}",
            &row[18]
        );
        assert!(row[19].parse::<f64>().unwrap() > 0.0);
    }

    let text = csv(&comparison).unwrap();
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let head = table.headers().unwrap().clone();
    let at = |name: &str| head.iter().position(|h| h == name).unwrap();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows[1][at("trace_median_ns")].parse::<f64>().unwrap(), 711.0);
    assert_eq!(rows[2][at("phantom")].parse::<usize>().unwrap(), 2);
    assert_eq!(rows[2][at("memory_bytes")].parse::<usize>().unwrap(), 280_400);
    assert_eq!(&rows[0][at("state_hash")], "9f3a61c2b7d80e15");
}

/// Every start tag has its end tag, in order: for pages and plots that this crate writes.
fn assert_well_formed(html: &str) {
    const VOID: [&str; 7] = ["meta", "link", "br", "hr", "img", "input", "!doctype"];
    let mut open: Vec<String> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').expect("a tag ends");
        let (tag, after) = (&rest[..end], &rest[end + 1..]);
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(|c| !" /\n".contains(*c))
            .collect();
        rest = after;
        if tag.starts_with('/') {
            assert_eq!(
                open.pop().as_deref(),
                Some(name.as_str()),
                "near {}",
                &rest[..rest.len().min(80)]
            );
        } else if !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
            if name == "style" || name == "script" {
                rest = &rest[rest.find(&format!("</{name}>")).expect("its text ends")..];
            }
            open.push(name);
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn the_page_stands_alone_and_its_parts_exist() {
    let mut comparison = sample::comparison();
    comparison.contestants[2].detection.findings.push(Finding {
        id: "F27".into(),
        name: "wedge creep".into(),
        count: 1,
        ..Finding::default()
    });
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.len() < 1_500_000, "{}", html.len());
    assert_well_formed(&html);
    // The viewer's script speaks of namespaces and licences; that it asks for nothing is seen in a browser.
    let script = html.rfind("<script>").expect("the viewer");
    assert!(!html[script..].contains("src=") && !html[script..].contains("import("));
    let html = html[..script].to_owned();
    // Links to explanations of codes load nothing.
    let docs = format!("href=\"{}/", clipmark_report::docs_url());
    let explained = format!("wedge creep (<a {docs}failures.md#f27\">F27</a>)");
    assert!(html.contains(&explained), "no {explained}");
    let namespace = "http://www.w3.org/2000/svg";
    for scheme in ["http:", "https:", "url(", "@import", "src=", "file:"] {
        let found = html
            .replace(namespace, "")
            .replace(&docs, "")
            .find(scheme)
            .map(|at| html[at..at + 80].to_owned());
        assert_eq!(found, None, "{scheme}");
    }
    let linked: Vec<&str> = html
        .split("href=\"")
        .skip(1)
        .map(|t| t.split('"').next().unwrap())
        .filter(|link| !link.starts_with(&clipmark_report::docs_url()))
        .collect();
    assert!(linked.len() > 12);
    for link in linked {
        match link.strip_prefix('#') {
            Some(id) => assert!(html.contains(&format!("id=\"{id}\"")), "{link}"),
            None => assert!(page.with_file_name(link).exists(), "{link}"),
        }
    }
    for plot in plots(&comparison).unwrap() {
        assert_well_formed(&plot.svg);
        assert_eq!(
            fs::read_to_string(page.with_file_name("plots").join(&plot.file)).unwrap(),
            plot.svg
        );
        assert!(html.contains(&plot.title), "{}", plot.title);
        assert!(plot.svg.len() < 250_000, "{}: {}", plot.file, plot.svg.len());
    }
}

#[test]
fn every_contestant_shows_in_its_own_colour_on_every_plot_of_all() {
    let comparison = sample::comparison();
    for plot in plots(&comparison).unwrap() {
        for (name, colour) in [("bvh", "#D55E00"), ("cylinder", "#009E73")] {
            assert!(plot.svg.contains(colour), "{name} in {}", plot.file);
            assert!(plot.svg.contains(name), "{name} in {}", plot.file);
        }
    }
}

#[test]
fn hostile_names_are_only_names() {
    let mut comparison = sample::comparison();
    let hostile = "<script>alert(1)</script>|\u{1b}[31m\"'&`\0\n# x";
    comparison.scene.name = hostile.into();
    comparison.scene.title = hostile.into();
    comparison.scene.description = hostile.into();
    comparison.verdict = vec![hostile.into()];
    comparison.contestants[2].name = hostile.into();
    comparison.contestants[2].hull = hostile.into();
    comparison.contestants[2].build.omissions = vec![hostile.into()];
    comparison.contestants[2].movement.state_hash = "é".repeat(20);
    comparison.expectations[1].what = hostile.into();
    comparison.machine.cpu = hostile.into();
    comparison.scene.world = hostile.into();
    comparison.contestants[2].movement.marks[0].what = hostile.into();
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    assert!(!html.to_lowercase().contains("<script>alert"));
    assert_well_formed(&html);
    for plot in plots(&comparison).unwrap() {
        assert!(
            !plot.svg.contains("<script") && !plot.svg.contains('\0'),
            "{}",
            plot.file
        );
    }
    assert!(!table(&comparison, Style::Plain, None).contains('\u{1b}'));
    let markdown = markdown(&comparison);
    assert!(!markdown.contains("<script"));
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<usize> = markdown
        .lines()
        .filter(|l| l.starts_with('|'))
        .map(bars)
        .collect();
    assert!(rows.len() == 5 && rows.iter().all(|n| *n == rows[0]), "{rows:?}");
}

#[test]
fn results_are_read_back_whole_and_write_the_same_file_again() {
    let mut comparison = sample::comparison();
    // What JSON has no number for.
    comparison.contestants[0].answers[3].normal = [f32::NAN; 3];
    comparison.contestants[1].trace_time.relative = f64::NAN;
    let written = serde_json::to_string(&comparison).unwrap();
    assert!(written.contains("null"));
    let mut read: Comparison = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
    assert!(read.contestants[0].answers[3].normal[0].is_nan());
    // A report of what was read is that of what was measured; the faces of the world and the contacts are skipped.
    read.outline = comparison.outline.clone();
    for (read, written) in read.contestants.iter_mut().zip(&comparison.contestants) {
        read.contact_normals = written.contact_normals.clone();
    }
    assert_eq!(csv(&read).unwrap(), csv(&comparison).unwrap());
    assert_eq!(lines(&read), lines(&comparison));
}

#[test]
fn what_is_not_finite_or_not_there_does_no_harm() {
    let dir = tempfile::tempdir().unwrap();
    let write = |comparison: &Comparison| {
        let page = write_report(comparison, &dir.path().join("odd")).unwrap();
        let html = fs::read_to_string(&page).unwrap();
        assert_well_formed(&html);
        let results = fs::read_to_string(page.with_file_name("results.json")).unwrap();
        serde_json::from_str::<Comparison>(&results).expect("results that are read back");
        let _ = table(comparison, Style::Colour, None);
        for plot in plots(comparison).unwrap() {
            assert!(
                !plot.svg.contains("NaN") && !plot.svg.contains("inf"),
                "{}",
                plot.file
            );
        }
    };
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 5e-324] {
        let mut comparison = sample::comparison();
        comparison.scene.seconds = odd;
        comparison.scene.tick_msec = odd;
        comparison.outline[0].corners[1] = [odd as f32; 3];
        for e in &mut comparison.contestants {
            e.build.msec = odd;
            e.queries.penetration.worst = odd;
            e.movement.shake = odd;
            e.movement.divergence = Some(Divergence {
                tick: usize::MAX,
                seconds: odd,
                farthest: odd,
                at_end: odd,
                what: String::new(),
            });
            e.trace_time.median_ns = odd;
            e.trace_time.spread_ns = odd;
            e.trace_time.relative = odd;
            e.work.nodes = odd;
            for (i, s) in e.trace_time.samples_ns.iter_mut().enumerate() {
                *s = if i % 2 == 0 { odd } else { *s };
            }
            for t in e.ticks.iter_mut().step_by(3) {
                t.origin = [odd as f32; 3];
                t.velocity = [odd as f32; 3];
                (t.depth, t.deviation) = (odd, odd);
            }
            for a in e.answers.iter_mut().step_by(3) {
                (a.truth, a.penetration, a.time_of_impact, a.normal_error) = (odd, odd, odd, Some(odd));
            }
        }
        write(&comparison);
    }
    let mut empty = sample::comparison();
    empty.outline.clear();
    empty.expectations.clear();
    empty.verdict.clear();
    for e in &mut empty.contestants {
        e.ticks.clear();
        e.answers.clear();
        e.trace_time.samples_ns.clear();
        e.tick_time = Default::default();
    }
    write(&empty);
    empty.contestants.clear();
    write(&empty);
}

#[test]
fn a_place_that_cannot_be_written_is_known_before_and_stays_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("taken");
    fs::write(&file, "mine").unwrap();
    for place in [file.clone(), file.join("inside"), file.join("in/side")] {
        let before = prepare(&place).unwrap_err();
        let after = write_report(&sample::comparison(), &place).unwrap_err();
        for error in [before, after] {
            assert!(matches!(error, ReportError::Unwritable { .. }), "{error:?}");
            let message = error.to_string();
            assert!(
                message.contains("taken") && message.contains("--out"),
                "{message}"
            );
        }
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn only_an_older_report_is_ever_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let mine = dir.path().join("work");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("thesis.tex"), "years").unwrap();
    let comparison = sample::comparison();
    for error in [
        prepare(&mine).unwrap_err(),
        write_report(&comparison, &mine).unwrap_err(),
    ] {
        assert!(matches!(error, ReportError::NotAReport { .. }), "{error:?}");
        assert!(error.to_string().contains("thesis.tex"), "{error}");
    }
    assert_eq!(fs::read_to_string(mine.join("thesis.tex")).unwrap(), "years");

    let place = dir.path().join("stairs");
    prepare(&place).unwrap();
    assert!(!place.exists());
    write_report(&comparison, &place).unwrap();
    fs::write(place.join("plots/stale.svg"), "old").unwrap();
    prepare(&place).unwrap();
    write_report(&comparison, &place).unwrap();
    assert!(!place.join("plots/stale.svg").exists());
    assert_eq!(
        fs::read_dir(dir.path()).unwrap().count(),
        2,
        "nothing is left beside"
    );
}

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
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let (head, mut bytes) = replay_data(&fs::read_to_string(page).unwrap());
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
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    assert!(html.contains("data-tick=\"699\" data-contestant=\"2\""));
    let failed = comparison.contestants.iter().flat_map(|e| &e.answers);
    let failed = failed.filter(|a| a.missed || a.phantom).count();
    assert!(failed > 0, "the sample has failures");
    assert_eq!(html.matches("data-sweep=").count(), failed.min(12));
}

#[test]
fn a_contestant_that_was_not_timed_is_marked_everywhere_and_has_no_figure() {
    let mut comparison = sample::comparison();
    let differ = AnswersDiffer {
        differ: 386,
        of: 1000,
        first: Some(3),
    };
    comparison.contestants[1].trace_time = Timing {
        not_timed: Some(differ),
        ..Timing::default()
    };
    assert!(!comparison.all_timed());
    let text = table(&comparison, Style::Plain, None);
    let name = &comparison.contestants[1].name;
    let row = lines(&comparison)
        .into_iter()
        .find(|l| l.starts_with(name.as_str()))
        .unwrap();
    assert!(row.contains("not timed✗"), "{text}");
    assert!(
        unwrapped(&text)
            .contains("not timed by sweeps: 386 of 1000 sweeps were answered differently while timed"),
        "{text}"
    );
    let csv = csv(&comparison).unwrap();
    let mut rows = csv.lines();
    let column = rows
        .next()
        .unwrap()
        .split(',')
        .position(|c| c == "trace_median_ns")
        .unwrap();
    assert_eq!(rows.nth(1).unwrap().split(',').nth(column), Some(""), "{csv}");
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("stairs");
    write_report(&comparison, &report).unwrap();
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    assert!(page.contains("not timed"), "the page");
    let found = collect(dir.path(), &dir.path().join("none")).unwrap();
    let overview = write_overview(&found, &comparison.made, dir.path()).unwrap();
    let overview = fs::read_to_string(overview).unwrap();
    assert_eq!(overview.matches(">not timed <small>").count(), 1, "the overview");
    let json = fs::read_to_string(report.join("results.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["contestants"][1]["trace_time"]["not_timed"]["differ"], 386);
    assert!(json["contestants"][0]["trace_time"].get("not_timed").is_none());
}

#[test]
fn no_sentence_stands_twice_on_the_page() {
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&sample::comparison(), &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    assert_eq!(sentences::twice(&html), Vec::<String>::new());
    assert!(sentences::all(&html).len() > 30);
    let again = html.replacen(
        "</main>",
        "<p>A sentence of six whole words. A sentence of six whole words.</p></main>",
        1,
    );
    assert_eq!(sentences::twice(&again), ["A sentence of six whole words"]);
}

#[test]
fn the_page_and_the_data_say_what_made_them() {
    let comparison = sample::comparison();
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(&page).unwrap();
    let (_, foot) = html.split_once("<footer").unwrap();
    for part in [
        "2026-11-23 08:14 UTC",
        "commit 0123abcd",
        "<code>compare scenes/stairs.ron</code>",
    ] {
        assert!(foot.contains(part), "{part}");
    }
    let json = fs::read_to_string(page.with_file_name("results.json")).unwrap();
    assert!(json.contains("\"commit\":\"0123abcd\""));
    // A file of an older version has none of it.
    let mut old: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(old.as_object_mut().unwrap().remove("made").is_some());
    let read: Comparison = serde_json::from_value(old).unwrap();
    assert!(read.made.is_empty());
}

#[test]
fn plots_that_would_be_empty_are_left_out_and_told_of() {
    let mut comparison = sample::comparison();
    let names = |c: &Comparison| plots(c).unwrap().into_iter().map(|p| p.file).collect::<Vec<_>>();
    let before = names(&comparison);
    assert!(before.contains(&"normal.svg".to_owned()) && before.contains(&"deviation.svg".to_owned()));
    for e in &mut comparison.contestants {
        e.answers.iter_mut().for_each(|a| a.normal_error = Some(0.0));
        e.ticks.iter_mut().for_each(|t| t.deviation = 0.0);
        e.work = Default::default();
    }
    let after = names(&comparison);
    for gone in ["normal.svg", "deviation.svg", "work.svg"] {
        assert!(!after.iter().any(|name| name == gone), "{gone}");
    }
    let dir = tempfile::tempdir().unwrap();
    let page = write_report(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    assert!(
        html.contains("no contestant made a normal that is off by more than 0.001 °"),
        "it is told"
    );
}

#[test]
fn paths_that_coincide_are_said_to() {
    let comparison = sample::comparison();
    let plan = |c: &Comparison| plots(c).unwrap().swap_remove(0).svg;
    assert!(plan(&comparison).contains("bvh (as bsp)"), "the same path");
    assert!(!plan(&comparison).contains("cylinder (as"), "another path");
    let mut apart = comparison;
    apart.contestants[1].ticks[2000].origin[0] += 1.0;
    assert!(!plan(&apart).contains("bvh (as"), "a unit away once");
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
fn numbers_under_the_pointer_are_counts_percentiles_and_times() {
    let comparison = sample::comparison();
    let plots = plots(&comparison).unwrap();
    let data = |file: &str, name: &str| -> serde_json::Value {
        let plot = plots.iter().find(|p| p.file == file).expect(file);
        let (_, rest) = plot.svg.split_once(&format!(" data-{name}='")).expect(name);
        let (text, _) = rest.split_once('\'').unwrap();
        serde_json::from_str(&text.replace("&amp;", "&")).unwrap()
    };
    let classes = data("ns-of-sweeps.svg", "rows");
    for (row, entry) in classes.as_array().unwrap().iter().zip(&comparison.contestants) {
        let counts = row["counts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap());
        assert_eq!(
            counts.sum::<u64>(),
            entry.sweep_times.len() as u64,
            "every sweep is counted once"
        );
    }
    let rounds = data("ns-per-trace.svg", "rows");
    let samples = rounds[0]["samples"].as_array().unwrap();
    assert_eq!(
        samples.len(),
        comparison.contestants[0].trace_time.samples_ns.len()
    );
    let paths = data("plan.svg", "paths");
    for (path, entry) in paths.as_array().unwrap().iter().zip(&comparison.contestants) {
        let numbers: Vec<f64> = path
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_f64().unwrap())
            .collect();
        let mut tick = 0;
        for point in numbers.chunks(3) {
            tick += point[2] as usize;
            let at = entry.ticks[tick].origin;
            // Told in whole units.
            assert!((point[0] - f64::from(at[0])).abs() <= 0.5 && (point[1] - f64::from(at[1])).abs() <= 0.5);
        }
        assert_eq!(tick, entry.ticks.len() - 1, "the end is told");
    }
}
