//! `check --inputs`: conditions on some inputs, the others eliminated.

use std::collections::BTreeMap;

use serde_json::Value;

use super::check::Place;
use super::condition::{Expression, all_hold, parse};
use super::names;
use super::program::Program;
use super::tally::{Finding, Refuted, Tally};
use super::truth::{Kind, Outcome, Run};

/// What `check --inputs` said of a program whose box has all its inputs.
#[derive(Clone, Debug)]
pub struct Report {
    /// The command line.
    pub command: String,
    /// The file's entry in the JSON report.
    pub file: Value,
    /// The chosen inputs.
    pub chosen: Vec<usize>,
}

/// Judges all projections: where one holds some values of the others fail, and where none of a complete list holds none do.
pub fn judge(program: &Program, report: &Report, runs: &[Run], tally: &mut Tally) {
    let names = names::names(program);
    let mut groups: BTreeMap<Vec<i64>, Vec<&Run>> = BTreeMap::new();
    for run in runs {
        let key = report.chosen.iter().map(|index| run.vector[*index]).collect();
        groups.entry(key).or_default().push(run);
    }
    let finding = |kind, claim: String| Finding {
        kind,
        seed: program.seed,
        command: report.command.clone(),
        claim,
        refuted: String::new(),
        how: "",
        text: program.tool_text(),
    };
    for error in report.file["errors"].as_array().into_iter().flatten() {
        let Some(place) = Place::of(&report.file, error) else { continue };
        let Place { kind, line, .. } = place;
        // Of two checks of a line nobody sees which one a run would end at, were the operands evaluated in another order.
        let same = |other: &&Value| {
            let either =
                kind != Kind::Assertion && other["kind"] != "assertion" && other["status"] != "unreachable";
            other["line"] == error["line"] && (other["kind"] == error["kind"] || either)
        };
        let others = report.file["errors"].as_array().into_iter().flatten().filter(same);
        let alone = others.count() == 1;
        let fails = |group: &[&Run]| group.iter().any(|r| place.at(r));
        let shown = |group: &[&Run], how| {
            let chosen = |i: &usize| format!("{} = {}", program.inputs[*i].name, group[0].vector[*i]);
            let text = report.chosen.iter().map(chosen).collect::<Vec<_>>().join(", ");
            Refuted { how, text: format!("{text}: {how}") }
        };
        let mut all: Option<Vec<Vec<Expression>>> = Some(Vec::new());
        for explanation in error["counterexamples"].as_array().into_iter().flatten() {
            let Some(texts) = explanation["projected"].as_array() else {
                all = None;
                continue;
            };
            let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
            let Ok(conditions) = texts.iter().map(|t| parse(t, &names)).collect::<Result<Vec<_>, _>>() else {
                tally.row("inputs: when").open += 1;
                all = None;
                continue;
            };
            let bearing: Vec<_> = groups.values().filter(|g| all_hold(&conditions, &g[0].vector)).collect();
            // What the heading excepts: another error before, or an end.
            let claimed = super::headings::Heading::of_json(&explanation["claim"], line).unwrap_or_default();
            let excepted = |r: &Run| match r.outcome {
                Outcome::Fails(_, at) => claimed.unless.contains(&at),
                // A run that overflows is none.
                Outcome::Overflow(_) => true,
                _ => claimed.reached && !r.reached(line),
            };
            let fine = |group: &[&Run]| fails(group) || group.iter().any(|r| excepted(r));
            let wrong = bearing.iter().find(|g| !fine(g)).map(|g| shown(g, "no value of the others fails"));
            let claim = format!("{kind:?} at line {line}: when {}", texts.join(" and "));
            tally.claim(finding("inputs: when", claim), !bearing.is_empty(), wrong);
            if let Some(all) = &mut all {
                all.push(conditions);
            }
        }
        if let (Some(all), true, true) =
            (all, error["complete"] == true && alone, error["status"] == "reachable")
        {
            let covered = |g: &[&Run]| all.iter().any(|c| all_hold(c, &g[0].vector));
            let wrong = groups.values().find(|g| fails(g) && !covered(g));
            let wrong = wrong.map(|g| shown(g, "fails outside of all conditions"));
            let claim = format!("{kind:?} at line {line}: all ways on these inputs");
            tally.claim(finding("inputs: these are all ways", claim), true, wrong);
        }
    }
}
