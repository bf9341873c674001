//! The programs of `programs/labels` under `verify`, against the notes in their comments (`programs/README.md`). Labels that are
//! not named are not looked at.

use std::fmt::Write as _;
use std::path::Path;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_cli::{Environment, run};
use focuscheck_driver::verify::{Request, verify};
use focuscheck_report::verify::model::ObligationVerdict;
use focuscheck_vc::condition::passive::Labels;
use serde_json::Value;

use crate::support::notes::{Note, VERIFY, notes, of};

#[test]
fn labelled_programs_do_what_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/labels");
    let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut problems = String::new();
    let mut count = 0;
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "c")) {
        count += 1;
        for problem in check(path) {
            let _ = writeln!(problems, "{}: {problem}", path.display());
        }
    }
    assert!(count > 3 && problems.is_empty(), "\n{problems}");
}

/// Labels only say which ways are tried first: what is proved with them is proved without, or at least nothing else is said.
#[test]
fn labels_switched_off_change_no_proof() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/labels");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let (mut proved, mut open, mut different) = (0, 0, String::new());
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "c")) {
        let text = std::fs::read_to_string(&path).unwrap();
        // What takes more work than it may does so sooner or later.
        let options = of(&notes(&text, VERIFY).expect("notes"), "options").join(" ");
        if options.contains("--steps") {
            continue;
        }
        let named = options.strip_prefix("--check ");
        let is_wanted = |kind: &CheckKind| match named {
            Some(list) => list.split(',').any(|name| name == kind.name()),
            None => CheckKind::OF_FUNCTIONS.contains(kind),
        };
        let checks = Some(CheckKind::ALL.into_iter().filter(is_wanted).collect());
        let options = Options { timeout: None, checks, ..Options::default() };
        let source = SourceFile::new(path.display().to_string(), text.clone());
        let verdicts = |labels| {
            let report = verify(&source, &options, &Request { labels, ..Request::default() });
            let found = report.functions.into_iter().flat_map(|function| function.obligations);
            found.map(|found| (found.property, found.place.line, found.verdict)).collect::<Vec<_>>()
        };
        let (with, without) = (verdicts(Labels::Decided), verdicts(Labels::Off));
        assert_eq!(with.len(), without.len(), "{}", path.display());
        for (one, other) in with.iter().zip(&without) {
            let is_valid = |verdict: &ObligationVerdict| *verdict == ObligationVerdict::Valid;
            proved += usize::from(is_valid(&one.2));
            // Which instances of quantified invariants are found depends on what is tried first.
            let is_open = |verdict: &ObligationVerdict| matches!(verdict, ObligationVerdict::Unknown(_));
            if is_open(&one.2) != is_open(&other.2) {
                open += 1;
            } else if is_valid(&one.2) != is_valid(&other.2) {
                let _ = writeln!(different, "{}: {one:?}, without labels {:?}", path.display(), other.2);
            }
        }
    }
    assert!(proved > 100 && open <= 2 && different.is_empty(), "{proved} {open}\n{different}");
}

/// What `verify` says of a file, as JSON.
fn verified(path: &Path, options: &[&str]) -> Value {
    let mut arguments = vec!["focuscheck", "verify", "--no-config", "--format", "json"];
    arguments.extend(options);
    arguments.push(path.to_str().unwrap());
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    run(arguments, &Environment::default(), &mut out, &mut errors);
    let text = String::from_utf8(out).unwrap();
    serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{error}: {text}{}", String::from_utf8_lossy(&errors)))
}

fn check(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let notes = match notes(&text, VERIFY) {
        Ok(notes) => notes,
        Err(problem) => return vec![problem],
    };
    let mut options: Vec<&str> = of(&notes, "options").into_iter().flat_map(str::split_whitespace).collect();
    let expected = of(&notes, "vc");
    let explained = !expected.is_empty();
    if explained {
        options.push("--explain");
    }
    let report = verified(path, &options);
    let functions: Vec<&Value> = report["files"][0]["functions"].as_array().into_iter().flatten().collect();
    let found: Vec<&Value> = functions
        .iter()
        .flat_map(|function| function["obligations"].as_array().into_iter().flatten())
        .collect();
    let mut problems = Vec::new();
    let named = |label: &str| found.iter().find(|obligation| obligation["label"] == label);
    for Note { key, body, .. } in &notes {
        let mut parts = body.split('|').map(str::trim);
        let label = parts.next().unwrap_or_default();
        let expected = match *key {
            "valid" | "unknown" => format!("{key}  "),
            "invalid" => {
                let trace = parts.next().unwrap_or_default();
                format!("invalid {trace} {}", parts.next().unwrap_or_default())
            }
            "open" => {
                let open = named(label).is_some_and(|obligation| obligation["verdict"] != "valid");
                if !open {
                    problems.push(format!("{label}: expected an obligation that is not valid"));
                }
                continue;
            }
            "when" => {
                let conditions = named(label).and_then(|obligation| obligation["when"].as_array());
                let conditions = conditions.into_iter().flatten().filter_map(Value::as_str);
                let (found, expected) =
                    (conditions.collect::<Vec<_>>().join(" && "), parts.next().unwrap_or_default());
                if found != expected {
                    problems.push(format!("{label}: expected when {expected:?}, found {found:?}"));
                }
                continue;
            }
            _ => continue,
        };
        match named(label) {
            Some(obligation) => {
                let shown = shown(obligation);
                if shown.trim() != expected.trim() {
                    problems.push(format!("{label}: expected {expected:?}, found {shown:?}"));
                }
            }
            None => problems.push(format!("{label}: there is no such obligation")),
        }
    }
    let conditions: Vec<String> = functions
        .iter()
        .flat_map(|function| function["vcs"].as_array().into_iter().flatten())
        .map(condition)
        // What C asks for besides the annotations is looked at by label.
        .filter(|condition| !condition.contains("=> ens_check") && !condition.contains("=> ens_assigns"))
        .collect();
    if explained && conditions != expected {
        problems.push(format!("expected {expected:#?}, found {conditions:#?}"));
    }
    problems
}

/// `invalid TRACE run x=1`
fn shown(obligation: &Value) -> String {
    let verdict = obligation["verdict"].as_str().unwrap_or_default();
    if verdict != "invalid" {
        return format!("{verdict}  ");
    }
    let texts = |list: &Value, text: &dyn Fn(&Value) -> String| -> Vec<String> {
        list.as_array().into_iter().flatten().map(text).collect()
    };
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let trace = texts(&obligation["trace"], &|step| word(&step["label"])).join(" ");
    let pair = |value: &Value| format!("{}={}", word(&value["name"]), word(&value["value"]));
    let mut values = texts(&obligation["middle"], &pair);
    values.extend(texts(&obligation["state"], &pair));
    let by = obligation["by"].as_str().unwrap_or_default();
    let from = obligation["from"]["line"].as_u64().map_or_else(String::new, |line| format!("from {line} "));
    format!("{verdict} {trace} {by} {from}{}", values.join(" ")).trim_end().to_owned()
}

/// `asm_pre(8) >asgn(13) => ens_inv(14) | valid`
fn condition(condition: &Value) -> String {
    let mut given: Vec<String> = Vec::new();
    for formula in condition["given"].as_array().into_iter().flatten() {
        let mark = if formula["mark"] == true { ">" } else { "" };
        let unneeded = if formula["needed"] == false { "-" } else { "" };
        given.push(format!("{mark}{}{unneeded}", formula["concept"].as_str().unwrap_or_default()));
    }
    let preserves = if condition["preserves"] == true { ", pres_inv" } else { "" };
    let show = condition["show"].as_str().unwrap_or_default();
    format!(
        "{} => {show}{preserves} | {}",
        given.join(" "),
        condition["verdict"].as_str().unwrap_or_default()
    )
}
