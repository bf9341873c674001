//! What is printed.

use std::collections::BTreeMap;
use std::path::Path;

use crate::job::{Ours, Outcome};

/// One folder.
pub struct Row {
    name: String,
    files: usize,
    accepted: usize,
    raw: usize,
    preprocessed: usize,
    same: usize,
    checked: usize,
    theirs: usize,
    theirs_same: usize,
    broke_down: usize,
    slowest: f64,
}

impl Row {
    pub fn of(folder: &Path, results: &[Outcome]) -> Row {
        let tried: Vec<_> = results.iter().filter_map(|r| r.tried.as_ref()).collect();
        let count = |test: &dyn Fn(&Ours) -> bool| {
            tried.iter().flat_map(|t| [&t.raw, &t.preprocessed]).filter(|o| test(o)).count()
        };
        let agrees = |t: &&&crate::job::Tried| {
            t.theirs.is_some_and(|theirs| theirs == (t.preprocessed.functions, t.preprocessed.statements))
        };
        Row {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            files: results.len(),
            accepted: tried.len(),
            raw: tried.iter().filter(|t| t.raw.error.is_none()).count(),
            preprocessed: tried.iter().filter(|t| t.preprocessed.error.is_none()).count(),
            same: count(&|o| o.error.is_none() && o.round_trip.is_none()),
            checked: count(&|o| o.error.is_none() && o.check_error.is_none()),
            theirs: tried.iter().filter(|t| t.theirs.is_some()).count(),
            theirs_same: tried.iter().filter(agrees).count(),
            broke_down: count(&|o| o.broke_down),
            slowest: tried
                .iter()
                .flat_map(|t| [&t.raw, &t.preprocessed])
                .map(per_megabyte)
                .fold(0.0, f64::max),
        }
    }
}

/// Seconds per megabyte; a file counts as 64 KB at least, because starting takes time too.
fn per_megabyte(ours: &Ours) -> f64 {
    ours.seconds / (ours.bytes.max(64 << 10) as f64 / f64::from(1 << 20))
}

/// The table, with a sum.
pub fn print(rows: &[Row]) {
    println!(
        "\n{:<36} {:>6} {:>8} {:>6} {:>6} {:>12} {:>12} {:>14} {:>7} {:>8}",
        "folder",
        "files",
        "accepted",
        "raw",
        "prep.",
        "same again",
        "checked",
        "lang-c same",
        "crashes",
        "s/MB"
    );
    let sum = |field: fn(&Row) -> usize| rows.iter().map(field).sum();
    let total = Row {
        name: "all".to_owned(),
        files: sum(|r| r.files),
        accepted: sum(|r| r.accepted),
        raw: sum(|r| r.raw),
        preprocessed: sum(|r| r.preprocessed),
        same: sum(|r| r.same),
        checked: sum(|r| r.checked),
        theirs: sum(|r| r.theirs),
        theirs_same: sum(|r| r.theirs_same),
        broke_down: sum(|r| r.broke_down),
        slowest: rows.iter().map(|r| r.slowest).fold(0.0, f64::max),
    };
    for row in rows.iter().chain([&total]) {
        let of = |part: usize, whole: usize| format!("{part}/{whole}");
        println!(
            "{:<36} {:>6} {:>8} {:>6} {:>6} {:>12} {:>12} {:>14} {:>7} {:>8.3}",
            row.name,
            row.files,
            row.accepted,
            row.raw,
            row.preprocessed,
            of(row.same, row.raw + row.preprocessed),
            of(row.checked, row.raw + row.preprocessed),
            of(row.theirs_same, row.theirs),
            row.broke_down,
            row.slowest
        );
    }
}

/// Prints every failure, grouped; whether there is none.
pub fn failures(results: &[Outcome]) -> bool {
    let mut classes: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    for outcome in results {
        let Some(tried) = &outcome.tried else { continue };
        for (form, ours) in [("raw", &tried.raw), ("preprocessed", &tried.preprocessed)] {
            let place = format!("{} ({form})", outcome.path.display());
            let kinds =
                [("parse", &ours.error), ("print and parse", &ours.round_trip), ("check", &ours.check_error)];
            for (kind, message) in kinds {
                if let Some(message) = message {
                    classes.entry((kind, class(message))).or_default().push(format!("{place}: {message}"));
                }
            }
            if per_megabyte(ours) > 1.0 {
                let speed = format!("{place}: {:.2} s/MB", per_megabyte(ours));
                classes.entry(("slow", String::new())).or_default().push(speed);
            }
        }
        let own = (tried.preprocessed.functions, tried.preprocessed.statements);
        if let Some(theirs) = tried.theirs.filter(|&t| t != own && tried.preprocessed.error.is_none()) {
            let message = format!("{}: we {own:?}, they {theirs:?}", outcome.path.display());
            classes.entry(("count", String::new())).or_default().push(message);
        }
    }
    for ((kind, class), places) in &classes {
        println!("{kind}: {class} [{}]", places.len());
        for place in places {
            println!("    {place}");
        }
    }
    classes.is_empty()
}

/// The message without what differs from place to place.
fn class(message: &str) -> String {
    let mut text = message.split_once(": ").map_or(message, |(_, rest)| rest);
    text = text.split_once(" in ").map_or(text, |(head, _)| head);
    let mut out = String::new();
    let mut quoted = false;
    for c in text.chars() {
        if c == '\'' || c == '"' {
            quoted = !quoted;
        }
        if !quoted {
            out.push(c);
        }
    }
    out
}
