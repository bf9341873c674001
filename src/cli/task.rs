//! Task files of the software-verification competition: which program is checked, for what, and what is expected.

use focuscheck_report::kinds;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{read, yaml};
use focuscheck_base::options::{CheckKind, DataModel, MacroOption, Options};
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_report::model::{ErrorReport, FileReport, Status, Verdict};
use focuscheck_report::{doubts, verdict};

/// What a task asks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Property {
    /// A function is never called.
    UnreachCall(String),
    /// A label is never reached.
    UnreachLabel(String),
    /// Signed arithmetic never overflows.
    NoOverflow,
    /// Every block that is left where the program ends is reachable.
    MemTrack,
    /// No block is left where the program ends.
    MemCleanup,
    /// Something that is not looked for; its name.
    Other(String),
}

/// A task file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// The program.
    pub program: PathBuf,
    data_model: Option<DataModel>,
    property: Property,
    /// Whether the property is expected to hold.
    expected: Option<bool>,
}

/// How the verdict on a task compares with what the task expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agreement {
    /// There is no expectation, or no verdict.
    Open,
    /// They are the same.
    Same,
    /// The verdict is wrong.
    Wrong,
}

impl Task {
    /// Whether a path names a task file.
    pub fn is_named(path: &Path) -> bool {
        path.extension().is_some_and(|extension| {
            ["yml", "yaml"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        })
    }

    /// Reads a task file and the property files it names. Of several properties the first one counts that is looked for.
    pub fn read(path: &Path) -> Result<Task, String> {
        let task = yaml::parse(&read::read(path)?)?;
        let version =
            yaml::text(&task["format_version"]).ok_or("this is no task file: it has no format_version")?;
        // "2.1" only adds optional parts.
        if !version.starts_with("2.") && version != "2" {
            return Err(format!("task files of format {version} are not read, only those of format 2.0"));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = match &task["input_files"] {
            Value::String(file) => vec![file.clone()],
            Value::Array(files) => files.iter().filter_map(yaml::text).collect(),
            _ => Vec::new(),
        };
        let [program] = &files[..] else {
            return Err(match files.len() {
                0 => "the task names no input file".to_owned(),
                number => format!("the task has {number} input files; only one is read"),
            });
        };
        let data_model = match yaml::text(&task["options"]["data_model"]).as_deref() {
            None => None,
            Some("ILP32") => Some(DataModel::Ilp32),
            Some("LP64") => Some(DataModel::Lp64),
            Some(other) => return Err(format!("data model {other} is not known; it is ILP32 or LP64")),
        };
        if let Some(language) = yaml::text(&task["options"]["language"]).filter(|language| language != "C") {
            return Err(format!("the language of the task is {language}, not C"));
        }
        let mut first = None;
        for entry in task["properties"].as_array().map_or(&[][..], Vec::as_slice) {
            let Some(file) = yaml::text(&entry["property_file"]) else { continue };
            let text = read::read(&folder.join(&file)).map_err(|reason| format!("{file}: {reason}"))?;
            let found = (Property::parse(&text, &file), entry["expected_verdict"].as_bool());
            let known = !matches!(found.0, Property::Other(_));
            if known || first.is_none() {
                first = Some(found);
            }
            if known {
                break;
            }
        }
        let (property, expected) = first.ok_or("the task has no property")?;
        Ok(Task { program: folder.join(program), data_model, property, expected })
    }

    /// Why the property cannot be decided at all.
    pub fn obstacle(&self) -> Option<String> {
        match &self.property {
            Property::Other(name) => Some(format!(
                "the property {name} is not looked for; unreach-call, no-overflow, valid-memtrack and valid-memcleanup are"
            )),
            _ => None,
        }
    }

    /// The options of the check of this task.
    pub fn options(&self, options: &Options) -> Options {
        let mut options =
            Options { data_model: self.data_model.unwrap_or(options.data_model), ..options.clone() };
        // What is asked is the property alone.
        // What the property means where the program is undefined, nobody says.
        options.strict = true;
        options.checks = Some(match self.property {
            Property::NoOverflow => [CheckKind::Overflow].into(),
            Property::MemTrack => [CheckKind::Memory].into(),
            Property::MemCleanup => [CheckKind::Cleanup].into(),
            _ => options.checks.unwrap_or_default(),
        });
        // What the property names is called as the front end knows it.
        let renamed = match &self.property {
            Property::UnreachCall(name) if !KNOWN_FUNCTIONS.contains(&name.as_str()) => {
                Some((name, ERROR_CALL))
            }
            Property::UnreachLabel(name) if name != ERROR_LABEL => Some((name, ERROR_LABEL)),
            _ => None,
        };
        let renamed = renamed.map(|(name, known)| MacroOption::Define(name.clone(), known.to_owned()));
        options.macros.extend(renamed);
        options
    }

    /// Restricts a report to the property; its verdict is that on the property.
    pub fn judge(&self, report: &mut FileReport) -> Agreement {
        if !matches!(report.verdict, Verdict::Failed) {
            let known = report.errors.iter().all(|error| error.status != Status::Unknown);
            let open = report.verdict == Verdict::Unknown && known;
            let all = &report.errors;
            let is = |e: &ErrorReport, kind, name: &str| e.kind == kind && e.subject.as_deref() == Some(name);
            let open_calls = || {
                all.iter().any(|e| is(e, ErrorKind::ErrorCall, ERROR_CALL) && e.status != Status::Unreachable)
            };
            // Whether an error that is not the property's own may stand for it.
            let calls = match &self.property {
                Property::UnreachLabel(_) => {
                    all.iter().any(|e| e.kind == ErrorKind::ErrorCall && e.status != Status::Unreachable)
                }
                Property::UnreachCall(name) => !KNOWN_FUNCTIONS.contains(&name.as_str()) && open_calls(),
                _ => false,
            };
            report.errors.retain(|error| match &self.property {
                Property::UnreachLabel(name) => is(error, ErrorKind::ErrorLabel, name),
                Property::UnreachCall(name) => is(error, ErrorKind::ErrorCall, name),
                Property::NoOverflow => error.kind == ErrorKind::Check(CheckKind::Overflow),
                Property::MemTrack => error.kind == ErrorKind::Check(CheckKind::Memory),
                Property::MemCleanup => error.kind == ErrorKind::Check(CheckKind::Cleanup),
                Property::Other(_) => false,
            });
            let has = |status| report.errors.iter().any(|error| error.status == status);
            let before = report.verdict;
            report.verdict = match () {
                () if has(Status::Reachable) => Verdict::Unsafe,
                () if has(Status::Unknown) || open => Verdict::Unknown,
                // A label in front of a call of an error function is no error besides the call, and a macro may hide
                // the name of the function.
                () if calls => Verdict::Unknown,
                () => Verdict::Safe,
            };
            if report.verdict != before {
                report.reason = report.errors.iter().find_map(|error| doubts::reason(error, &report.parts));
            }
        }
        match (self.expected, report.verdict) {
            (Some(expected), Verdict::Safe | Verdict::Nothing) => Agreement::of(expected),
            (Some(expected), Verdict::Unsafe) => Agreement::of(!expected),
            _ => Agreement::Open,
        }
    }
}

/// A function whose calls are errors, and a label that is one.
const ERROR_CALL: &str = "reach_error";
const ERROR_LABEL: &str = "ERROR";

/// Whether a text can be a name in C.
fn is_identifier(text: &str) -> bool {
    let word = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    word && !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// Functions whose calls are errors by themselves.
const KNOWN_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "__assert_fail"];

impl Agreement {
    fn of(same: bool) -> Self {
        if same { Agreement::Same } else { Agreement::Wrong }
    }
}

impl Property {
    /// `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    fn parse(text: &str, file: &str) -> Property {
        let compact: String = text.split_whitespace().collect();
        let formula =
            compact.strip_prefix("CHECK(init(main()),LTL(").and_then(|rest| rest.strip_suffix("))"));
        match formula {
            Some("G!overflow") => return Property::NoOverflow,
            Some("Gvalid-memtrack") => return Property::MemTrack,
            Some("Gvalid-memcleanup") => return Property::MemCleanup,
            Some(formula) => {
                let name = formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())"));
                if let Some(name) = name.filter(|name| is_identifier(name)) {
                    return Property::UnreachCall(name.to_owned());
                }
                let label = formula.strip_prefix("G!label(").and_then(|rest| rest.strip_suffix(')'));
                if let Some(name) = label.filter(|name| is_identifier(name)) {
                    return Property::UnreachLabel(name.to_owned());
                }
            }
            None => {}
        }
        let name =
            Path::new(file).file_stem().map_or(file.to_owned(), |stem| stem.to_string_lossy().into_owned());
        Property::Other(name)
    }
}

/// The line that the competition reads.
pub(super) fn verdict_line(report: &FileReport) -> String {
    let answer = match report.verdict {
        Verdict::Safe | Verdict::Nothing => "TRUE".to_owned(),
        Verdict::Unsafe => {
            let first = report.errors.iter().find(|error| error.status == Status::Reachable);
            let check = first.and_then(|error| error.kind.check());
            let property = check.map_or("unreach-call", |kind| kinds::check(kind).property);
            format!("FALSE({property})")
        }
        Verdict::Unknown | Verdict::Failed => {
            let reason = verdict::reason(report).split_whitespace().collect::<Vec<_>>().join(" ");
            format!("UNKNOWN ({reason})")
        }
    };
    format!("Verification result: {answer}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_report::text::samples;

    fn read_task(task: &str, property: &str) -> Result<Task, String> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("p.prp"), property).expect("a file");
        let path = folder.path().join("t.yml");
        std::fs::write(&path, task).expect("a file");
        let task = Task::read(&path)?;
        Ok(Task { program: task.program.file_name().unwrap_or_default().into(), ..task })
    }

    const TASK: &str = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: p.prp\n    \
                        expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n";

    #[test]
    fn tasks_are_read() {
        let task = read_task(TASK, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("a task");
        assert_eq!(
            task,
            Task {
                program: "a.c".into(),
                data_model: Some(DataModel::Ilp32),
                property: Property::UnreachCall("reach_error".to_owned()),
                expected: Some(false),
            }
        );
        assert_eq!(task.options(&Options::default()).data_model, DataModel::Ilp32);
        let overflow = read_task(TASK, "CHECK( init(main()), LTL(G ! overflow) )").expect("a task");
        assert_eq!(overflow.options(&Options::default()).checks, Some([CheckKind::Overflow].into()));
        let other = read_task(TASK, "CHECK( init(main()), LTL(F end) )").expect("a task");
        assert!(other.obstacle().is_some_and(|text| text.contains("the property p is not looked for")));
        for (from, to) in [
            ("2.0", "1.0"),
            ("'a.c'", "[a.c, b.c]"),
            ("ILP32", "LP32"),
            ("p.prp", "q.prp"),
            ("C\n", "Java\n"),
        ] {
            assert!(read_task(&TASK.replace(from, to), "").is_err(), "{to}");
        }
    }

    #[test]
    fn the_property_decides() {
        let task = read_task(TASK, "CHECK( init(main()), LTL(G ! call(reach_error())) )").expect("a task");
        let error = |kind: ErrorKind, text: &str, status| focuscheck_report::model::ErrorReport {
            kind,
            text: text.to_owned(),
            subject: (kind == ErrorKind::ErrorCall).then(|| "reach_error".to_owned()),
            ..samples::error(status)
        };
        let mut report = samples::file(
            "a.c",
            Verdict::Unsafe,
            vec![
                error(ErrorKind::Assertion, "x", Status::Reachable),
                error(ErrorKind::ErrorCall, "reach_error()", Status::Unreachable),
            ],
        );
        assert_eq!(task.judge(&mut report), Agreement::Wrong);
        assert_eq!((report.verdict, report.errors.len()), (Verdict::Safe, 1));
        assert_eq!(verdict_line(&report), "Verification result: TRUE");
        let mut found = samples::file(
            "a.c",
            Verdict::Unsafe,
            vec![error(ErrorKind::ErrorCall, "reach_error()", Status::Reachable)],
        );
        assert_eq!(task.judge(&mut found), Agreement::Same);
        assert_eq!(verdict_line(&found), "Verification result: FALSE(unreach-call)");
        let mut open = samples::file("a.c", Verdict::Unknown, Vec::new());
        open.reason = Some("a limit".to_owned());
        assert_eq!(task.judge(&mut open), Agreement::Open);
        assert_eq!(verdict_line(&open), "Verification result: UNKNOWN (a limit)");
    }
}
