//! The page: whole, well formed, and truthful about its omissions.

use super::sample;
use clipmark_record::findings::Finding;
use clipmark_record::{AnswersDiffer, Comparison, Timing};
use clipmark_report::{csv, plots, write_report};
use std::fs;

/// Every start tag has its end tag, in order: for pages and plots that this crate writes.
pub(crate) fn assert_well_formed(html: &str) {
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
fn a_contestant_that_was_not_timed_has_no_figure() {
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
    assert!(!comparison.contestants[1].is_timed());
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
    let json = fs::read_to_string(report.join("results.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["contestants"][1]["trace_time"]["not_timed"]["differ"], 386);
    assert!(json["contestants"][0]["trace_time"].get("not_timed").is_none());
}

#[test]
fn plots_that_would_be_empty_are_left_out() {
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
