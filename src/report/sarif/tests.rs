use super::*;
use crate::text::samples;
use focuscheck_base::source::{PartText, SourceFile, Texts};

const DONE: Ending = Ending { exit_code: 10, description: "an error can be reached", successful: true };

fn parsed(batch: Batch) -> Value {
    serde_json::from_str(&batch.finish(&DONE)).expect("valid JSON")
}

fn of(reports: &[FileReport]) -> Value {
    let mut batch = Batch::new();
    reports.iter().for_each(|report| batch.add(report));
    parsed(batch)
}

#[test]
fn each_reduced_explanation_is_a_result() {
    let report = samples::min_max();
    let value = of(std::slice::from_ref(&report));
    let results = value["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), report.errors[0].reduced.len());
    let messages: Vec<&str> =
        results.iter().filter_map(|result| result["message"]["text"].as_str()).collect();
    insta::assert_snapshot!(messages.join("\n"), @r#"
    Error condition `error` can become true in main when x > y. It fails for x = 1, y = 0, z = 1. Look at line 6. This is explanation 1 of 2; these are all ways.
    Error condition `error` can become true in main when x > y. It fails for x = 2, y = 0, z = 1. Look at line 6. This is explanation 2 of 2; these are all ways.
    "#);
    insta::assert_snapshot!(serde_json::to_string_pretty(&results[1]).expect("JSON").lines().take(60).collect::<Vec<_>>().join("\n"), @r#"
    {
      "ruleId": "condition",
      "ruleIndex": 4,
      "kind": "fail",
      "level": "error",
      "message": {
        "text": "Error condition `error` can become true in main when x > y. It fails for x = 2, y = 0, z = 1. Look at line 6. This is explanation 2 of 2; these are all ways."
      },
      "locations": [
        {
          "physicalLocation": {
            "artifactLocation": {
              "uri": "programs/min_max.cimple",
              "uriBaseId": "%SRCROOT%"
            },
            "region": {
              "startLine": 9,
              "startColumn": 3
            }
          },
          "logicalLocations": [
            {
              "name": "main",
              "kind": "function"
            }
          ]
        }
      ],
      "relatedLocations": [
        {
          "id": 1,
          "physicalLocation": {
            "artifactLocation": {
              "uri": "programs/min_max.cimple",
              "uriBaseId": "%SRCROOT%"
            },
            "region": {
              "startLine": 6
            }
          },
          "message": {
            "text": "look here"
          }
        }
      ],
      "codeFlows": [
        {
          "message": {
            "text": "The relevant steps"
          },
          "threadFlows": [
            {
              "locations": [
                {
                  "location": {
                    "physicalLocation": {
                      "artifactLocation": {
                        "uri": "programs/min_max.cimple",
                        "uriBaseId": "%SRCROOT%"
                      },
    "#);
}

#[test]
fn what_is_open_is_a_notification() {
    let mut unknown = samples::error(Status::Unknown);
    unknown.doubt = Some(focuscheck_base::doubt::Doubt::OtherError);
    let mut failed = samples::file("b b.c", Verdict::Failed, Vec::new());
    failed.reason = Some("1:1: error: expected `}`".to_owned());
    let value = of(&[samples::file("a.c", Verdict::Unknown, vec![unknown]), failed]);
    let run = &value["runs"][0];
    let notifications = run["invocations"][0]["toolExecutionNotifications"].as_array().expect("a list");
    let told: Vec<String> = notifications
        .iter()
        .map(|n| format!("{} {} {}", n["level"], n["message"]["text"], n["locations"][0]["physicalLocation"]))
        .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    "warning" "Assertion `x > 0` may or may not fail: a replay reached another error first." {"artifactLocation":{"uri":"a.c","uriBaseId":"%SRCROOT%"},"region":{"startLine":12,"startColumn":3}}
    "error" "b b.c: 1:1: error: expected `}}`" {"artifactLocation":{"uri":"b%20b.c","uriBaseId":"%SRCROOT%"}}
    "#);
    assert_eq!(run["results"], json!([]));
    assert_eq!(run["artifacts"][1]["properties"]["verdict"], "failed");
}

#[test]
fn the_best_results_are_kept_and_what_is_missing_is_said() {
    let mut batch = Batch { max_results: 3, max_bytes: 0, ..Batch::new() };
    (0..2).for_each(|number| batch.add(&FileReport { path: format!("{number}.c"), ..samples::min_max() }));
    let value = parsed(batch);
    let run = &value["runs"][0];
    let ranks: Vec<&Value> = run["results"].as_array().expect("a list").iter().map(|r| &r["rank"]).collect();
    assert_eq!(ranks, [&json!(100), &json!(50), &json!(100)]);
    let notifications = run["invocations"][0]["toolExecutionNotifications"].to_string();
    assert!(notifications.contains("1 of 4 results were left out"), "{notifications}");
    assert!(notifications.contains("4 results have no code flow for the whole run"), "{notifications}");
    assert_eq!(run["results"][0]["codeFlows"].as_array().expect("a list").len(), 1);
}

#[test]
fn of_a_long_run_the_end_is_kept() {
    let mut report = samples::min_max();
    let steps = (1..=1_500).map(|line: u32| samples::step(&line.to_string(), "x++"));
    report.errors[0].counterexamples[0].trace = steps.collect();
    let value = of(&[report]);
    let flow = &value["runs"][0]["results"][0]["codeFlows"][1];
    assert_eq!(flow["message"]["text"], "The whole run, from step 501 of 1500");
    let locations = flow["threadFlows"][0]["locations"].as_array().expect("a list");
    assert_eq!((locations.len(), &locations[0]["executionOrder"]), (flow::MAX_LOCATIONS, &json!(501)));
    assert_eq!(locations[999]["location"]["physicalLocation"]["region"]["startLine"], 1_500);
}

#[test]
fn what_lies_in_a_header_names_it() {
    let mut report = samples::min_max();
    let part = PartText { path: "inc/low x.h".to_owned(), text: "int x;\n".to_owned() };
    report.parts = SourceFile::with_parts("m.c", "\n\n\n\n", Texts { headers: &[part], ..Texts::default() })
        .parts()
        .clone();
    let value = of(&[report]);
    let run = &value["runs"][0];
    let related = &run["results"][0]["relatedLocations"][0]["physicalLocation"];
    assert_eq!(related["artifactLocation"]["uri"], "inc/low%20x.h");
    assert_eq!(related["region"]["startLine"], 1);
    assert_eq!(run["artifacts"][1]["location"]["uri"], "inc/low%20x.h");
}

#[test]
fn braces_and_brackets_are_no_markup() {
    assert_eq!(message("f[i](x) {0}")["text"], "f[i] (x) {{0}}");
}

#[test]
fn every_check_has_a_rule() {
    for kind in focuscheck_cells::facts::cfg::ErrorKind::all() {
        assert!(super::rules::index(kind).is_some(), "{kind:?}");
    }
}
