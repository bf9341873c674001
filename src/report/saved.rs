//! What a JSON report keeps so that every other writer can be asked later: the model and the texts of each program.
//!
//! The fields that scripts read say what is found in words; this one, `saved`, is for the program itself. It is a string, so that
//! tools that lay out JSON anew leave it as it is, and its form belongs to the version that wrote it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::model::FileReport;
use super::schema::SCHEMA;
use focuscheck_base::listing::Listing;
use focuscheck_base::source::SourceFile;

#[derive(Serialize)]
struct Written<'a> {
    report: &'a FileReport,
    texts: Option<&'a Listing>,
}

#[derive(Deserialize)]
struct Read {
    report: FileReport,
    /// Nothing if they are those of the program before.
    texts: Option<Listing>,
}

/// Saves the programs of a report, one after the other.
#[derive(Debug, Default)]
pub(super) struct Saver {
    before: Option<Listing>,
}

impl Saver {
    /// The field of the next program. Texts that are those of the program before, as where each function of a file is one, are
    /// not saved again.
    pub(super) fn save(&mut self, report: &FileReport, texts: Option<Listing>) -> String {
        let texts = texts.unwrap_or_else(|| Listing::without_text(&report.path));
        let is_known = self.before.as_ref() == Some(&texts);
        let saved = Written { report, texts: (!is_known).then_some(&texts) };
        // Serialising plain structs with string keys into memory cannot fail.
        let field = serde_json::to_string(&saved).unwrap_or_default();
        self.before = Some(texts);
        field
    }
}

/// A program of a report that was read back.
#[derive(Clone, Debug)]
pub struct Program {
    /// What was found.
    pub report: FileReport,
    /// Its texts.
    pub texts: Listing,
}

impl Program {
    /// The texts, as writers take them.
    pub fn source(&self) -> SourceFile {
        self.texts.source()
    }
}

/// Reads the programs of a report that `check --format json` has written.
///
/// # Errors
/// In words, if it is none, or if another version has written it.
pub fn read(text: &str) -> Result<Vec<Program>, String> {
    let report: Value = serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))?;
    if report["schema"] != SCHEMA {
        return Err(format!("this is no report of schema {SCHEMA}"));
    }
    let another = || {
        let version = report["tool"]["version"].as_str().unwrap_or_default();
        format!(
            "this report was written by another version of FocusCheck ({version}) than this one ({})",
            env!("CARGO_PKG_VERSION")
        )
    };
    if report["tool"]["version"] != env!("CARGO_PKG_VERSION") {
        return Err(another());
    }
    let Value::Array(files) = &report["files"] else {
        return Err("this report has no list of files".to_owned());
    };
    let mut programs: Vec<Program> = Vec::new();
    for file in files {
        let Some(saved) = file["saved"].as_str() else {
            return Err("this is no report that `check --format json` of this version has written".to_owned());
        };
        let Read { mut report, texts } = serde_json::from_str(saved).map_err(|_| another())?;
        let before = programs.last().map(|program| &program.texts);
        let Some(texts) = texts.or_else(|| before.cloned()) else { return Err(another()) };
        report.parts = texts.source().parts().clone();
        programs.push(Program { report, texts });
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;
    use crate::text::samples;

    #[test]
    fn what_was_saved_is_read_back_whole() {
        let mut report = samples::min_max();
        report.parts = samples::min_max_source().parts().clone();
        let function = FileReport { entry: Some("f".to_owned()), ..report.clone() };
        let failed = FileReport::new("gone.c", crate::model::Verdict::Failed, Some("gone".to_owned()));
        let mut batch = json::Batch::new();
        let listing = || Some(Listing::of(&samples::min_max_source()));
        let parts =
            [batch.add(&report, listing()), batch.add(&function, listing()), batch.add(&failed, None)];
        let text = parts.concat() + &batch.finish();
        let programs = read(&text).expect("a report");
        let reports: Vec<&FileReport> = programs.iter().map(|program| &program.report).collect();
        assert_eq!(reports, [&report, &function, &failed]);
        assert_eq!(programs[1].source().line(3), samples::min_max_source().line(3));
        assert_eq!(text.matches("\\\"main\\\":{").count(), 2, "texts of the same file are saved once");
    }

    #[test]
    fn what_cannot_be_read_back_is_said() {
        let refused = |text: &str| read(text).expect_err("no report");
        assert!(refused("{").starts_with("this is no JSON"));
        assert!(refused("{}").contains("schema"));
        let report = json::render(&[samples::min_max()]);
        assert!(refused(&report.replace("\"saved\"", "\"other\"")).contains("no report that"));
        let older = report.replace("\\\"verdict\\\"", "\\\"judgement\\\"");
        assert!(refused(&older).contains("another version"));
    }
}
