use focuscheck_base::doubt::{Doubt, Premise};
use focuscheck_base::limit::Spent;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Texts;

use super::*;
use crate::model::{Assumed, Bearing, Reason, Status, Verdict};
use crate::text::samples;

fn page(report: &FileReport, source: &SourceFile) -> String {
    Renderer::new().and_then(|renderer| renderer.page(report, source)).expect("a page")
}

/// The sample with reasons for its steps.
fn min_max() -> FileReport {
    let mut report = samples::min_max();
    for counterexample in &mut report.errors[0].counterexamples {
        let last = counterexample.slice.len() as u32 - 1;
        let reason = |kind, step, variable: &str| Reason {
            kind,
            step,
            variable: (!variable.is_empty()).then(|| variable.to_owned()),
        };
        counterexample.slice[0].reasons = vec![
            reason(Bearing::Data, 1, "min"),
            reason(Bearing::Data, last - 1, "min"),
            reason(Bearing::Data, 3, "min"),
        ];
        counterexample.slice[1].reasons = vec![reason(Bearing::Control, 2, "")];
        counterexample.slice[2].reasons = vec![reason(Bearing::Data, last - 1, "max")];
        counterexample.slice[3].reasons = vec![reason(Bearing::Potential, last - 1, "min")];
        counterexample.slice[last as usize - 1].reasons = vec![reason(Bearing::Control, last, "")];
        let mut next = 0;
        for step in &mut counterexample.trace {
            if step.focus == Some(true) {
                step.slice_step = Some(next);
                next += 1;
            }
        }
    }
    report
}

/// What is read on a page: its text without elements, styles and scripts, an element that is a block on a line.
fn text(html: &str, element: &str) -> String {
    let from = html.find(&format!("<{element}")).expect("the element begins");
    let to = html.find(&format!("</{element}>")).expect("the element ends");
    let mut text = String::new();
    let mut rest = &html[from..to];
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        let close = open + rest[open..].find('>').expect("the tag ends");
        let name: String = rest[open + 1..close].chars().take_while(|c| !c.is_whitespace()).collect();
        let inline = ["a", "b", "code", "i", "span", "td", "th"].contains(&name.trim_start_matches('/'));
        text.push(if inline { ' ' } else { '\n' });
        rest = &rest[close + 1..];
    }
    for (name, c) in [("&gt;", ">"), ("&lt;", "<"), ("&#x2f;", "/"), ("&amp;", "&")] {
        text = text.replace(name, c);
    }
    let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_reduced_level_is_text() {
    let html = page(&min_max(), &samples::min_max_source());
    insta::assert_snapshot!(text(&html, "nav"), @r#"
    reachable line 9 in main
    error condition error can become true
    3 explanations, 2 after reduction; these are all ways
    #1 when x > y
    ▶ look at line 6
    ▶ 6 if (min > y) max = y; is true
    …
    ✗ 9 error = true ; }
    Conditions
    x > y line 6
    x <= z line 7 does not matter
    Inputs that fail
    x (line 2) 1
    y (line 2) 0
    z (line 2) 1
    Steps
    3 6T 6 7F 8T 9
    #2 when x > y
    ▶ look at the same place: line 6
    Conditions
    x > y line 6
    x > z line 7 does not matter
    z > y line 8 does not matter
    Inputs that fail
    x (line 2) 2
    y (line 2) 0
    z (line 2) 1
    Steps
    3 6T 6 7T 7 8T 9
    Steps that differ from #1
    - 7 │ min > z is false
    + 7 │ min > z is true
    + 7 │ min = z
    1 dropped by the reduction
    #3 when x > y
    Dropped by the reduction: same statements and conditions as #2.
    ▶ look at the same place: line 6
    Conditions
    x > y line 6
    x > z line 7 does not matter
    z <= y line 8 does not matter
    Inputs that fail
    x (line 2) 2
    y (line 2) 0
    z (line 2) 0
    Steps
    3 6T 6 7T 7 8T 9
    Steps that differ from #1
    - 7 │ min > z is false
    + 7 │ min > z is true
    + 7 │ min = z
    Inputs side by side
    Input #1 #2
    x (line 2) 1 2
    y (line 2) 0 0
    z (line 2) 1 1
    How they were reduced (3)
    line 8 fails either way: z > y deleted from #2, z <= y from #3
    #3 dropped: same statements and conditions as #2
    line 7 fails either way: x <= z deleted from #1, x > z from #2
    Not possible (1)
    These look like explanations, but no run takes them.
    3 6F 8T
    line 6 (x <= y) against line 8 (x > y)
    "#);
    let marked: Vec<&str> =
        html.lines().filter(|line| line.starts_with("<li id=") && line.contains("class=\"nest\"")).collect();
    assert_eq!(marked.len(), 1, "{marked:?}");
    assert!(marked[0].starts_with("<li id=\"L6\""), "{marked:?}");
}

#[test]
fn the_data_says_which_step_is_which() {
    let style = Style::default();
    let data = data::embedded(&data::Data::new(&min_max(), &style)).expect("JSON");
    let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    let first = &data["errors"][0][0];
    assert_eq!(first["trace"]["f"], serde_json::json!([1, 0, 2, 3, 4, 5, 6]));
    assert_eq!(first["slice"]["v"], serde_json::json!([1, 1, 0]));
    let reasons = &first["reasons"][0];
    assert_eq!(reasons.as_array().map(Vec::len), Some(3));
    let variable = reasons[0][2].as_u64().expect("a variable") as usize;
    assert_eq!(
        (&reasons[0][0], &reasons[0][1], &data["names"][variable]),
        (&"d".into(), &1.into(), &"min".into())
    );
    let statement = first["slice"]["s"][1].as_u64().expect("a statement") as usize;
    assert_eq!(data["statements"][statement][6], "min > y");
}

#[test]
fn nothing_that_is_given_becomes_markup() {
    let attack = "</script><script>x</script><img src=x onerror=y>\u{202e}'\"{{ page }}";
    let mut report = min_max();
    report.path = format!("{attack}.c");
    report.assumed =
        vec![Assumed { premise: Premise::Model { function: attack.to_owned() }, lines: vec![1] }];
    let error = &mut report.errors[0];
    error.text = attack.to_owned();
    error.function = attack.to_owned();
    for counterexample in &mut error.counterexamples {
        counterexample.inputs[0].name = attack.to_owned();
        counterexample.assumptions[0].text = attack.to_owned();
        counterexample.slice[0].text = attack.to_owned();
        counterexample.slice[0].values[0].1 = attack.to_owned();
    }
    let source = SourceFile::new(report.path.clone(), format!("{attack}\n").repeat(10));
    let html = page(&report, &source);
    let plain = page(&min_max(), &samples::min_max_source());
    let count = |html: &str, what: &str| html.matches(what).count();
    for tag in ["<script", "</script", "<img", "onerror=\""] {
        assert_eq!(count(&html, tag), count(&plain, tag), "{tag}");
    }
    assert!(!html.contains('\u{202e}'));
    assert!(count(&html, "&lt;img src") > 10);
    let entry = Entry::new(&report, Some("a b\"<.html"));
    let index = Renderer::new().and_then(|renderer| renderer.index(&[entry])).expect("an index");
    assert_eq!((count(&index, "<img"), count(&index, "<script")), (0, 2));
    assert!(index.contains("href=\"a%20b%22%3C.html\""));
}

#[test]
fn pages_load_nothing() {
    let html = page(&min_max(), &samples::min_max_source());
    for foreign in ["src=", "@import", "url(", "https:", "fetch("] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    // The names of two vocabularies are no addresses that are loaded.
    let links =
        html.match_indices("http:").filter(|(at, _)| !html[*at..].starts_with("http://www.w3.org/2000/svg"));
    assert_eq!(links.count(), 0);
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn of_a_long_source_the_lines_near_to_steps_are_shown() {
    let text: String = (1..=20_000).map(|line| format!("line {line};\n")).collect();
    let html = page(&min_max(), &SourceFile::new("long.c", text));
    let rows = html.matches("<li id=\"L").count();
    assert!((40..200).contains(&rows), "{rows}");
    assert!(html.contains("lines not shown"));
}

#[test]
fn headers_are_shown_where_something_happens_in_them() {
    let part = |path: &str| focuscheck_base::source::PartText {
        path: path.to_owned(),
        text: "one\ntwo\n".to_owned(),
    };
    let parts = [part("used.h"), part("other.h")];
    let source = SourceFile::with_parts("m.c", "a\nb\nc\n", Texts { headers: &parts, ..Texts::default() });
    let mut report = samples::min_max();
    report.path = "m.c".to_owned();
    report.parts = source.parts().clone();
    report.errors[0].infeasible.clear();
    for counterexample in &mut report.errors[0].counterexamples {
        counterexample.assumptions.clear();
        for step in counterexample.slice.iter_mut().chain(&mut counterexample.trace) {
            step.line = if step.nest { 5 } else { 2 };
        }
    }
    report.errors[0].line = 2;
    report.errors[0].reduced.clear();
    let html = page(&report, &source);
    let names =
        html.match_indices("class=\"name\">").map(|(at, found)| html[at + found.len()..].split('<').next());
    assert_eq!(names.collect::<Vec<_>>(), [Some("m.c"), Some("used.h")]);
    assert!(html.contains("<li id=\"L5\" data-line=\"5\" class=\"nest\">"));
}

#[test]
fn the_index_says_what_was_found() {
    let mut unknown = samples::error(Status::Unknown);
    unknown.doubt = Some(Doubt::Spent(Spent::Time));
    let mut safe = samples::file("safe.c", Verdict::Safe, vec![samples::error(Status::Unreachable)]);
    safe.assumed = vec![Assumed { premise: Premise::Unchecked(CheckKind::Bounds), lines: vec![3] }];
    let entries = [
        Entry::new(&min_max(), Some("min_max.html")),
        Entry::new(&samples::file("unknown.c", Verdict::Unknown, vec![unknown]), Some("unknown.html")),
        Entry::new(&safe, None),
    ];
    let html = Renderer::new().and_then(|renderer| renderer.index(&entries)).expect("an index");
    insta::assert_snapshot!(text(&html, "main"), @r#"
    1 unsafe
    1 unknown
    0 failed
    1 safe
    Verdicts by folder or file
    ./
    1 unknown , 1 safe
    programs/
    1 unsafe
    Filter by path or reason
    The files of the batch
    File Verdict Errors Explanations Reason
    programs/min_max.cimple unsafe 1 of 1 2 line 9: error condition error can become true
    unknown.c unknown 0 of 1 – the time limit (raise --timeout)
    safe.c safe 0 of 1 – its error cannot be reached
    1 assumed, not checked
    index in bounds at line 3
    No file matches.
    "#);
}
