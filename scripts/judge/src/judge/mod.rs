//! Every sentence of a report is a claim: here small programs are run on all inputs of a box, and the claims are held
//! against the runs.

pub mod ask;
pub mod check;
pub mod condition;
pub mod doomed;
pub mod generate;
pub mod headings;
pub mod inputs;
pub mod minimise;
pub mod names;
pub mod program;
// The suite, which includes this module, has it as a module of its own besides.
#[allow(clippy::duplicate_mod)]
#[path = "../../../../tests/suite/support/random.rs"]
pub mod random;
pub mod sentences;
pub mod tally;
pub mod template;
pub mod tool;
pub mod truth;
pub mod verify;

use std::path::Path;

use check::{Judge, Report};
use program::Program;
use tally::Tally;
use tool::Tool;

/// The program of a seed: two in three are made of nothing, one is written by hand and changed.
pub fn program(seed: u64) -> Program {
    if seed % 3 == 2 { template::generate(seed) } else { generate::generate(seed) }
}

/// Generates, runs and judges the programs of some seeds; files are made in a folder of their own.
pub fn judged(seeds: &[u64], tool: &Tool, folder: &Path) -> Tally {
    let programs: Vec<Program> = seeds.iter().map(|&seed| program(seed)).collect();
    judged_programs(&programs, tool, folder)
}

/// What the commands said of one program.
struct Reports {
    check: Option<Report>,
    inputs: Option<inputs::Report>,
    doomed: Option<doomed::Report>,
    verify: Option<verify::Report>,
}

/// Runs and judges programs.
pub fn judged_programs(programs: &[Program], tool: &Tool, folder: &Path) -> Tally {
    let mut tally = Tally::default();
    let mut all = Vec::new();
    for program in programs {
        let written = std::fs::write(folder.join(format!("p{}.c", program.seed)), program.tool_text());
        if let Err(error) = written {
            tally.broken.push(format!("{}: {error}", program.seed));
        }
        all.push(Reports {
            check: check_report(program, tool, folder, &mut tally),
            inputs: inputs_report(program, tool, folder, &mut tally),
            doomed: doomed_report(program, tool, folder, &mut tally),
            verify: verify_report(program, tool, folder, &mut tally),
        });
    }
    let besides = programs.iter().zip(&all).map(|(program, reports)| {
        let mut vectors = reports.check.as_ref().map_or(Vec::new(), |r| r.vectors(program));
        vectors.extend(reports.verify.iter().flat_map(|r| r.vectors(program)));
        vectors.extend(program.neighbours());
        vectors
    });
    let runs = match truth::runs(folder, programs, &besides.collect::<Vec<_>>(), &[]) {
        Ok(runs) => runs,
        Err(error) => {
            let first = programs.first().map_or(0, |p| p.seed);
            tally.broken.push(format!("seeds from {first}: {error}"));
            return tally;
        }
    };
    for ((program, reports), runs) in programs.iter().zip(&all).zip(&runs) {
        if runs.iter().any(|r| matches!(r.outcome, truth::Outcome::Other(_))) {
            tally.broken.push(format!("seed {}: undefined in a way that is not meant", program.seed));
            continue;
        }
        tally.programs += 1;
        if let Some(report) = &reports.check {
            Judge::new(program, report, runs, &mut tally).all();
        }
        if let Some(report) = &reports.inputs {
            inputs::judge(program, report, runs, &mut tally);
        }
        if let Some(report) = &reports.doomed {
            doomed::judge(program, report, runs, &mut tally);
        }
        if let Some(report) = &reports.verify {
            verify::judge(program, report, runs, &mut tally);
        }
    }
    if tool.judges("ask") {
        ask::judge(programs, tool, folder, &mut tally);
    }
    tally
}

/// A command's file in JSON, and its text if levels are given to choose from.
fn both(
    program: &Program,
    tool: &Tool,
    folder: &Path,
    words: &[&str],
    extra: &[&str],
    tally: &mut Tally,
) -> Option<(String, serde_json::Value, String)> {
    let mut words: Vec<String> = words.iter().map(|&w| w.to_owned()).collect();
    words.push(format!("p{}.c", program.seed));
    let json = match tool.json(folder, &words) {
        Ok(json) => json["files"][0].clone(),
        Err(error) => {
            tally.broken.push(format!("seed {}: {error}", program.seed));
            return None;
        }
    };
    words.extend(extra.iter().map(|&w| w.to_owned()));
    let text = tool.text(folder, &words).unwrap_or_default();
    Some((words.join(" "), json, text))
}

/// What `check` says, in both forms.
fn check_report(program: &Program, tool: &Tool, folder: &Path, tally: &mut Tally) -> Option<Report> {
    if !tool.judges("check") {
        return None;
    }
    let options = program.options();
    let mut words = vec!["check"];
    words.extend(options.iter().map(String::as_str));
    words.extend(["--max-slices", "12"]);
    let level = if program.seed.is_multiple_of(2) { "reduced" } else { "slice" };
    let (command, file, text) = both(program, tool, folder, &words, &["--level", level], tally)?;
    Some(Report { command, file, text })
}

/// What `check --inputs` says of some programs whose box has all their inputs.
fn inputs_report(program: &Program, tool: &Tool, folder: &Path, tally: &mut Tally) -> Option<inputs::Report> {
    let unlike = |i: &program::Input| program.inputs.iter().filter(|j| j.name == i.name).count() == 1;
    let several = program.inputs.len() > 1 && program.inputs.iter().all(unlike);
    if !tool.judges("inputs") || !program.bounded || !several || program.seed % 3 == 1 {
        return None;
    }
    let chosen: Vec<usize> = (0..program.inputs.len().div_ceil(2)).collect();
    let list = chosen.iter().map(|i| program.inputs[*i].name.as_str()).collect::<Vec<_>>().join(",");
    let options = program.options();
    let mut words = vec!["check".to_owned()];
    words.extend(options);
    words.extend([
        "--max-slices".into(),
        "12".into(),
        "--inputs".into(),
        list,
        format!("p{}.c", program.seed),
    ]);
    match tool.json(folder, &words) {
        Ok(json) => Some(inputs::Report { command: words.join(" "), file: json["files"][0].clone(), chosen }),
        Err(error) => {
            tally.broken.push(format!("seed {}: {error}", program.seed));
            None
        }
    }
}

fn doomed_report(program: &Program, tool: &Tool, folder: &Path, tally: &mut Tally) -> Option<doomed::Report> {
    if !tool.judges("doomed") {
        return None;
    }
    let (command, file, text) = both(program, tool, folder, &["doomed"], &[], tally)?;
    Some(doomed::Report { command, file, text })
}

fn verify_report(program: &Program, tool: &Tool, folder: &Path, tally: &mut Tally) -> Option<verify::Report> {
    if !tool.judges("verify") {
        return None;
    }
    program.entry.as_ref()?;
    let (command, file, text) = both(program, tool, folder, &["verify"], &[], tally)?;
    Some(verify::Report { command, file, text })
}
