//! What is written for other programs: against the schemas of the formats, and within the limits of the services that
//! read them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use focuscheck_cli::yaml;
use serde_json::{Value, json};

use crate::programs::sample;
use crate::sampled::{SAMPLED, with_key as focuscheck};
use crate::support::schema::violations;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn name(path: &Path) -> &str {
    path.to_str().expect("a UTF-8 path")
}

/// Programs that fail in one of several ways, are safe, are too hard, or are no programs.
fn generated(folder: &Path, count: usize) {
    for number in 0..count {
        let (bound, line) = (number % 7 + 2, "\n".repeat(number % 5));
        let text = match number % 10 {
            9 => format!("int main() {{ int x = {number} +; }}\n"),
            8 => format!(
                "int main() {{ int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  \
                 if (x > 1 && y > 1 && x < 40000 && y < 40000) assert(x * y != {}); }}\n",
                number * 8 + 5
            ),
            7 => format!(
                "int main() {{ int x = __VERIFIER_nondet_int();\n  if (x > {number}) assert(x > 0); }}\n"
            ),
            _ => format!(
                "{line}int total;\nvoid add(int n) {{ if (n > {bound}) total += n; else total -= n; }}\n\
                 int main() {{\n  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();\n  \
                 if (x < 0 || x > 90 || y < 0 || y > 90) return 0;\n  for (int i = 0; i < {bound}; i++) add(x);\n  \
                 if (y > x) total++;\n  assert(total != {});\n  assert(x + y < 175);\n}}\n",
                bound * bound + bound
            ),
        };
        let folder = folder.join(format!("part {}", number % 3));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(format!("ü{number}.c")), text).expect("a file");
    }
}

/// What code-scanning services refuse, cut or ignore.
fn limits(report: &Value) {
    let runs = report["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 1);
    let rules = runs[0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for rule in rules {
        assert!(rule["properties"]["tags"].as_array().expect("tags").len() <= 20);
        assert!(rule["help"]["text"].is_string() && rule["help"]["markdown"].is_string());
    }
    let results = runs[0]["results"].as_array().expect("results");
    assert!(results.len() <= 25_000);
    let mut fingerprints = BTreeSet::new();
    for result in results {
        let rule = result["ruleIndex"].as_u64().expect("a rule") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        assert!(fingerprints.insert(result["partialFingerprints"]["primaryLocationLineHash"].to_string()));
        assert!(result["relatedLocations"].as_array().expect("a list").len() <= 1_000);
        let flows = result["codeFlows"].as_array().expect("flows");
        for (index, flow) in flows.iter().enumerate() {
            let locations = flow["threadFlows"][0]["locations"].as_array().expect("locations");
            assert!((1..=1_000).contains(&locations.len()));
            for location in locations {
                let importance = location["importance"].as_str().expect("an importance");
                assert_eq!(importance == "unimportant", index + 1 == flows.len());
                assert!(location["nestingLevel"].is_u64());
                let uri = location["location"]["physicalLocation"]["artifactLocation"]["uri"]
                    .as_str()
                    .expect("a URI");
                assert!(uri.bytes().all(|b| b.is_ascii_graphic() && b != b'\\'), "{uri}");
            }
        }
    }
}

#[test]
fn a_batch_of_100_files_is_accepted_by_code_scanning_services() {
    let folder = tempfile::tempdir().expect("a folder");
    generated(folder.path(), 100);
    let (code, text, _) = focuscheck(&["check", "--format", "sarif", "--timeout", "20", name(folder.path())]);
    assert_eq!(code, 2);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(violations("tests/schemas/sarif-schema-2.1.0.json", &report), [""; 0]);
    limits(&report);
    let run = &report["runs"][0];
    assert_eq!(run["artifacts"].as_array().expect("a list").len(), 100);
    assert!(run["results"].as_array().expect("a list").len() >= 70);
    let failed = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list").iter();
    assert_eq!(failed.filter(|notification| notification["descriptor"]["id"] == "failed").count(), 10);
    assert_eq!(
        (&run["invocations"][0]["exitCode"], &run["invocations"][0]["executionSuccessful"]),
        (&json!(2), &json!(false))
    );
}

#[test]
fn reports_of_programs_are_valid() {
    let files: Vec<&str> = SAMPLED.files.iter().map(String::as_str).collect();
    let written = |format: &str| SAMPLED.check(&[&["--format", format], &files[..]].concat()).1;
    let report = &SAMPLED.report;
    assert_eq!(violations("docs/focuscheck-2.schema.json", report), [""; 0]);
    let mut other = report.clone();
    other["files"][0]["verdict"] = "good".into();
    assert_ne!(violations("docs/focuscheck-2.schema.json", &other), [""; 0]);

    let sarif: Value = serde_json::from_str(&written("sarif")).expect("JSON");
    assert_eq!(violations("tests/schemas/sarif-schema-2.1.0.json", &sarif), [""; 0]);
    limits(&sarif);
    let reduced = |file: &Value| -> usize {
        let errors = file["errors"].as_array().expect("errors").iter();
        // Explanations that say the same about the chosen inputs are one result.
        errors.map(|error| error["projections"].as_array().map_or(0, Vec::len)).sum()
    };
    let expected: usize = report["files"].as_array().expect("files").iter().map(reduced).sum();
    assert_eq!(sarif["runs"][0]["results"].as_array().expect("results").len(), expected);

    junit(&written("junit"), report);
}

/// What is reported where it is asked for.
#[test]
fn reports_of_proofs_and_statistics_are_valid() {
    let files: Vec<String> = sample(20).map(|(name, _)| format!("{ROOT}/programs/{name}")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let words = ["check", "--proof", "--statistics", "--format", "json"];
    let (_, stdout, _) = focuscheck(&[&words[..], &files[..]].concat());
    let report: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(violations("docs/focuscheck-2.schema.json", &report), [""; 0]);
    assert!(stdout.contains("\"proof\"") && stdout.contains("\"statistics\""));
}

/// The structure that readers of JUnit XML rely on, and the numbers of the report.
fn junit(text: &str, report: &Value) {
    let document = roxmltree::Document::parse(text).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let number = |node: roxmltree::Node<'_, '_>, name: &str| -> usize {
        node.attribute(name).and_then(|text| text.parse().ok()).expect("a number")
    };
    let suites: Vec<_> = root.children().filter(|node| node.is_element()).collect();
    assert_eq!(suites.len(), report["files"].as_array().expect("files").len());
    let reachable = |file: &Value| {
        file["errors"]
            .as_array()
            .expect("errors")
            .iter()
            .filter(|error| error["status"] == "reachable")
            .count()
    };
    let mut failures = 0;
    for (suite, file) in suites.iter().zip(report["files"].as_array().expect("files")) {
        assert_eq!(suite.tag_name().name(), "testsuite");
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        let with = |tag: &str| {
            cases.iter().filter(|case| case.children().any(|child| child.has_tag_name(tag))).count()
        };
        let names: BTreeSet<_> =
            cases.iter().map(|case| (case.attribute("classname"), case.attribute("name"))).collect();
        assert_eq!(names.len(), cases.len());
        assert!(names.iter().all(|(class, name)| class.is_some() && name.is_some()));
        assert_eq!(number(*suite, "tests"), cases.len());
        for (attribute, tag) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
            assert_eq!(number(*suite, attribute), with(tag));
        }
        failures += with("failure");
        // What a function needs of its arguments is no failure.
        let (failing, reached) = (with("failure"), reachable(file));
        assert!(failing == reached || !file["entry"].is_null() && failing < reached, "{file}");
    }
    assert_eq!(number(root, "failures"), failures);
    assert!(suites.iter().all(|suite| number(*suite, "tests") > 0));
}

#[test]
fn witnesses_of_unsafe_programs_are_confirmed() {
    let folder = tempfile::tempdir().expect("a folder");
    // No witness says what the library chooses.
    let files = SAMPLED.files.iter().map(String::as_str).filter(|name| !name.contains("/qsort_"));
    let files: Vec<&str> = files.collect();
    let words = ["--format", "witness", "-o", name(folder.path())];
    let (code, stdout, _) = SAMPLED.check(&[&words[..], &files[..]].concat());
    assert_eq!(code, 2, "{stdout}");
    let unsafe_files = stdout.lines().filter(|line| line.contains(": unsafe (")).count();
    let mut problems = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder.path()).expect("the folder") {
        let path = entry.expect("an entry").path();
        count += 1;
        let text = fs::read_to_string(&path).expect("a witness");
        problems.extend(violations(
            "tests/schemas/violation-witness-2.0.schema.json",
            &yaml::parse(&text).expect("YAML"),
        ));
        let (code, stdout, stderr) = focuscheck(&["check-witness", name(&path)]);
        if code != 0 {
            problems.push(format!("{code} {stdout}{stderr}"));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert_eq!((count, unsafe_files > 20), (unsafe_files, true));
}

#[test]
fn a_witness_is_the_same_in_every_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("a.c");
    fs::write(&program, "int main() { int x = __VERIFIER_nondet_int();\n  if (x == 3) reach_error(); }\n")
        .expect("a file");
    let written = |target: &str| {
        let target = folder.path().join(target);
        let (code, stdout, _) =
            focuscheck(&["check", "--svcomp", "--format", "witness", "-o", name(&target), name(&program)]);
        assert_eq!(code, 10);
        assert!(stdout.contains("\nVerification result: FALSE(unreach-call)\n"), "{stdout}");
        let file =
            fs::read_dir(target).expect("a folder").next().expect("a witness").expect("an entry").path();
        (fs::read_to_string(&file).expect("a witness"), file)
    };
    let (first, file) = written("one");
    assert_eq!(first, written("two").0);
    assert!(first.contains("creation_time: \"2023-11-14T22:13:20Z\""), "{first}");
    assert!(
        first.contains("specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\""),
        "{first}"
    );
    // Another program at the same place has no such run, and is another program.
    fs::write(&program, "int main() { int x = __VERIFIER_nondet_int();\n  if (x == 4) reach_error(); }\n")
        .expect("a file");
    let (code, stdout, stderr) = focuscheck(&["check-witness", name(&file), name(&program)]);
    assert_eq!(code, 10);
    assert!(stdout.contains("not confirmed: the run ends without an error"), "{stdout}");
    assert!(stderr.contains("is not the file that the witness is about"), "{stderr}");
    fs::write(&file, first.replace("function_return", "function_resturn")).expect("a file");
    let (code, _, stderr) = focuscheck(&["check-witness", name(&file), name(&program)]);
    assert_eq!(code, 2);
    assert!(stderr.contains("waypoints of type function_resturn are not known"), "{stderr}");
}

#[test]
fn tasks_are_inputs() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a UTF-8 path").to_owned()
    };
    write("unreach-call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    write("no-overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    // In 32 bits `long` is as wide as `int`.
    write(
        "a.c",
        "int main() { long x = __VERIFIER_nondet_int();\n  if (sizeof(long) == 4) reach_error();\n  return x + 1 > 5; }\n",
    );
    let task = |property: &str, expected: &str, model: &str| {
        write(
            &format!("{property}-{expected}-{model}.yml"),
            &format!(
                "format_version: '2.0'\n# a task\ninput_files: 'a.c'\nproperties:\n  - property_file: {property}.prp\n    \
                 expected_verdict: {expected}\noptions:\n  language: C\n  data_model: {model}\n"
            ),
        )
    };
    for (property, expected, model, code, line, note) in [
        ("unreach-call", "false", "ILP32", 10, "FALSE(unreach-call)", ": as expected"),
        ("unreach-call", "true", "LP64", 0, "TRUE", ": as expected"),
        ("unreach-call", "true", "ILP32", 6, "FALSE(unreach-call)", "WRONG VERDICT"),
        ("no-overflow", "true", "LP64", 0, "TRUE", ": as expected"),
        ("termination", "true", "LP64", 5, "UNKNOWN (the property termination is not looked for", ""),
    ] {
        let file = task(property, expected, model);
        let (found, stdout, stderr) = focuscheck(&["check", "--svcomp", &file]);
        assert_eq!(found, code, "{file}: {stdout}{stderr}");
        assert!(stdout.contains(&format!("\nVerification result: {line}")), "{file}: {stdout}");
        assert!(stderr.contains(note), "{file}: {stderr}");
    }
}

#[test]
fn reports_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("a.c");
    let report = |file: &str, text: &str| {
        fs::write(&program, text).expect("a file");
        let target = folder.path().join(file);
        focuscheck(&["check", "--format", "json", "-o", name(&target), name(&program)]);
        target.to_str().expect("a UTF-8 path").to_owned()
    };
    let safe =
        report("safe.json", "int main() { int x = __VERIFIER_nondet_int();\n  if (x > 3) assert(x > 2); }\n");
    let wrong = report(
        "wrong.json",
        "int main() { int x = __VERIFIER_nondet_int();\n\n  if (x > 1) assert(x > 2); }\n",
    );
    let moved = report(
        "moved.json",
        "\n\nint main() { int x = __VERIFIER_nondet_int();\n  if (x > 1) assert(x > 2); }\n",
    );
    let (code, stdout, _) = focuscheck(&["diff", &safe, &wrong]);
    assert_eq!(code, 10);
    assert!(
        stdout.starts_with("introduced: 1 error\n") && stdout.contains("unsafe, before safe"),
        "{stdout}"
    );
    let (code, stdout, _) = focuscheck(&["diff", "--format", "json", &wrong, &safe]);
    let value: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, &value["summary"]["fixed"]), (0, &json!(1)));
    let (code, stdout, _) = focuscheck(&["diff", &wrong, &moved]);
    assert_eq!(code, 0);
    assert!(stdout.starts_with("still there: 1 error\n"), "{stdout}");
    assert_eq!(focuscheck(&["diff", &safe, name(&program)]).0, 2);
}

#[test]
fn formats_that_need_more_say_so() {
    for (arguments, message) in [
        (&["check", "--format", "witness", "x.c"][..], "give a folder with -o DIR"),
        (&["check", "--svcomp", "--format", "json", "x.c"][..], "--svcomp goes with"),
    ] {
        let (code, _, stderr) = focuscheck(arguments);
        assert_eq!(code, 1);
        assert!(stderr.contains(message), "{stderr}");
    }
}
