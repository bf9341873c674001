//! The reports of the shards of a batch as one: the programs that a single run would have reported.

use std::collections::BTreeSet;
use std::path::Path;

use super::saved::{self, Program};
use super::words;

/// The programs of reports of `check --format json`, given by their names and texts, in the order of a single run.
///
/// # Errors
/// If one is no such report, if another version has written it, or if two are about the same program.
pub fn merge(reports: &[(String, String)]) -> Result<Vec<Program>, String> {
    let mut programs: Vec<Program> = Vec::new();
    for (name, text) in reports {
        programs.extend(saved::read(text).map_err(|reason| format!("{name}: {reason}"))?);
    }
    // As batches are sorted; the functions of a file stay in their order, since a file is never divided.
    programs.sort_by_cached_key(|program| Path::new(&program.report.path).to_owned());
    let mut known: BTreeSet<(String, Option<String>)> = BTreeSet::new();
    for Program { report, .. } in &programs {
        if !known.insert((report.path.clone(), report.entry.clone())) {
            return Err(format!("{} is in two of the reports", words::started(report)));
        }
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::model::{FileReport, Verdict};
    use crate::text::samples;

    fn report(path: &str, entry: Option<&str>) -> FileReport {
        let mut report = FileReport { path: path.to_owned(), ..samples::min_max() };
        report.entry = entry.map(str::to_owned);
        report.statistics.insert("points".to_owned(), path.len() as u64);
        report
    }

    fn named(parts: &[&[FileReport]]) -> Vec<(String, String)> {
        parts
            .iter()
            .enumerate()
            .map(|(number, part)| (format!("{number}.json"), json::render(part)))
            .collect()
    }

    #[test]
    fn shards_together_are_the_single_run() {
        let all = [
            report("a.c", None),
            report("a/b.c", Some("g")),
            report("a/b.c", Some("f")),
            report("a-b.c", None),
            FileReport {
                errors: Vec::new(),
                ..FileReport::new("z.c", Verdict::Failed, Some("gone".to_owned()))
            },
        ];
        let shards = [&all[3..5], &all[0..1], &[], &all[1..3]];
        let single = json::render(&{
            let mut sorted = all.to_vec();
            sorted.sort_by_key(|report| Path::new(&report.path).to_owned());
            sorted
        });
        let merged = merge(&named(&shards)).expect("a report");
        let reports: Vec<FileReport> = merged.into_iter().map(|program| program.report).collect();
        assert_eq!(json::render(&reports), single);
    }

    #[test]
    fn what_does_not_belong_together_is_refused() {
        let one = [report("a.c", None)];
        let error = merge(&named(&[&one, &one])).expect_err("twice");
        assert_eq!(error, "a.c is in two of the reports");
        let mut parts = named(&[&one, &[report("b.c", None)]]);
        parts[1].1 = parts[1].1.replacen("\"version\": \"", "\"version\": \"9.", 1);
        assert!(merge(&parts).expect_err("versions").contains("another version"));
        let other = |text: &str| merge(&[("x".to_owned(), text.to_owned())]).expect_err("none");
        assert!(other("{}").starts_with("x: ") && other("{").starts_with("x: this is no JSON"));
    }
}
