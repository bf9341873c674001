//! Witnesses as files: written by `check --format witness`, confirmed by `check-witness`.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::args::WitnessArguments;
use super::exporter::{Batch, End, Exporter, Part, summary_table};
use super::input::Input;
use super::{CliError, Environment, ExitCode, folder, read, task, yaml};
use focuscheck_base::options::{CheckKind, DataModel, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_driver::harness::with_checks_of;
use focuscheck_driver::witness::{self as run, Confirmation};
use focuscheck_report::fingerprint::sha256;
use focuscheck_report::model::{FileReport, Verdict};
use focuscheck_report::style::Style;
use focuscheck_report::witness::{Action, Kind, Place, Task, Waypoint, Witness, render};
use focuscheck_report::{diagnostic, text};

/// How the names of witnesses end.
const ENDING: &str = ".witness.yml";

/// A witness for each unsafe file, in a folder; the verdicts go to standard output.
pub(super) struct Witnesses {
    pub folder: PathBuf,
    pub style: Style,
    /// Whether the line that the competition reads is printed.
    pub svcomp: bool,
    /// The time of all witnesses, in seconds since 1970; else that of the newest file each is about.
    pub time: Option<u64>,
}

impl Exporter for Witnesses {
    fn part(
        &self,
        report: &FileReport,
        source: &SourceFile,
        options: &Options,
    ) -> Result<Option<Part>, CliError> {
        // A witness is about runs of the whole program.
        if report.verdict != Verdict::Unsafe || report.entry.is_some() {
            return Ok(None);
        }
        let Some((error, counterexample)) = run::chosen(report, &[]) else { return Ok(None) };
        let looking = with_checks_of([error], source.path(), options);
        let Some(segments) = run::waypoints(source, &looking, counterexample) else {
            return Ok(Some(Part::Text("  no witness: the run could not be repeated\n".to_owned())));
        };
        let mut files = Vec::new();
        let mut newest = 0;
        for path in paths(source) {
            let failed = |cause: std::io::Error| CliError::Input(format!("{path}: {}", read::reason(&cause)));
            files.push((path.clone(), sha256(&std::fs::read(&path).map_err(failed)?)));
            newest = newest.max(changed(Path::new(&path)));
        }
        let witness = Witness {
            task: Task {
                files,
                specification: run::specification(error),
                data_model: match options.data_model {
                    DataModel::Ilp32 => "ILP32".to_owned(),
                    DataModel::Lp64 => "LP64".to_owned(),
                },
            },
            segments,
        };
        let text = render(&witness, self.time.unwrap_or(newest));
        folder::write(&self.folder, &report.path, ENDING, &text)?;
        let file = self.folder.join(folder::name(&report.path, ENDING));
        Ok(Some(Part::Text(format!("  witness: {}\n", self.style.clean(&file.to_string_lossy())))))
    }

    fn batch(&self, inputs: usize) -> Box<dyn Batch> {
        Box::new(WitnessBatch { style: self.style.clone(), svcomp: self.svcomp, inputs })
    }
}

/// The files that a program consists of.
fn paths(source: &SourceFile) -> Vec<String> {
    let mut paths = vec![source.path().to_owned()];
    for part in 1.. {
        match source.part_start(part) {
            0 => break,
            start => paths.push(source.path_of(start).to_owned()),
        }
    }
    paths.dedup();
    paths
}

/// When a file was changed last, in seconds since 1970.
fn changed(path: &Path) -> u64 {
    let time = std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let since = time.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_secs())
}

struct WitnessBatch {
    style: Style,
    svcomp: bool,
    inputs: usize,
}

impl Batch for WitnessBatch {
    fn add(&mut self, report: &FileReport, part: Option<Part>) -> Result<String, CliError> {
        let mut text = format!("{}\n", text::verdict_line(report, &self.style));
        if self.svcomp {
            text.push_str(&format!("{}\n", task::verdict_line(report)));
        }
        if let Some(Part::Text(note)) = part {
            text.push_str(&note);
        }
        Ok(text)
    }

    fn finish(&mut self, end: &End) -> Result<String, CliError> {
        if self.inputs < 2 {
            return Ok(String::new());
        }
        Ok(format!("\n{}", summary_table(&end.summary, ("files", "unsafe"), &self.style)))
    }
}

/// Looks for the run that a witness describes.
pub(super) fn run(
    arguments: &WitnessArguments,
    environment: &Environment,
    stdout: &mut dyn Write,
    stderr: &mut dyn Write,
) -> Result<ExitCode, CliError> {
    let style = Style { ascii: !environment.unicode, ..Style::default() };
    let shown = style.clean(&arguments.witness.to_string_lossy());
    let input = |reason: String| CliError::Input(format!("{shown}: {reason}"));
    let witness = read::read(&arguments.witness).and_then(|text| parse(&text)).map_err(input)?;
    let path =
        arguments.program.clone().map_or_else(|| program(&arguments.witness, &witness), Ok).map_err(input)?;
    let name = path.to_string_lossy().into_owned();
    let models = read::models(&arguments.language.models)?;
    let unreadable = |reason: String| CliError::Input(format!("{}: {reason}", style.clean(&name)));
    let program_file = Input::file(&path);
    let source =
        read::load(&program_file, &arguments.language.include_folders, &models).map_err(unreadable)?;
    let known =
        |(_, hash): &(String, String)| std::fs::read(&path).is_ok_and(|bytes| sha256(&bytes) == *hash);
    if !witness.task.files.iter().any(known) {
        // What cannot be said to a closed stream is lost; the answer is not.
        let _ = writeln!(
            stderr,
            "{shown}: warning: {} is not the file that the witness is about",
            style.clean(&name)
        );
    }
    let options = options(&arguments.language.options(), &witness.task).map_err(input)?;
    let confirmation = on_deep_stack(|| run::confirm(&source, &options, &witness.segments))?;
    let (line, code) = match confirmation {
        Confirmation::Unreadable(diagnostics) => {
            let style = Style { parts: source.parts().clone(), ..style };
            let _ = write!(stderr, "{}", diagnostic::render(&source, &diagnostics, &style));
            return Ok(ExitCode::Failed);
        }
        Confirmation::NotConfirmed(reason) => {
            (format!("not confirmed: {}", style.clean(&reason)), ExitCode::Unsafe)
        }
        Confirmation::Confirmed { inputs } => {
            let values: Vec<String> = inputs
                .iter()
                .map(|input| {
                    format!("{} = {} (line {})", style.clean(&input.numbered()), input.value, input.line)
                })
                .collect();
            let line =
                witness.segments.last().and_then(|segment| segment.last()).map_or(0, |last| last.place.line);
            let inputs =
                if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
            (format!("confirmed: {} fails at line {line}{inputs}", style.clean(&name)), ExitCode::Safe)
        }
    };
    writeln!(stdout, "{shown}: {line}").map_err(|cause| CliError::output("to standard output", cause))?;
    Ok(code)
}

/// Programs are walked by recursion.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, CliError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(super::stack::STACK_MEGABYTES[0] << 20)
            .spawn_scoped(scope, work)
            .map_err(|error| CliError::Internal(format!("cannot start a thread: {error}")))?;
        thread.join().map_err(|_| CliError::Internal("the run broke down".to_owned()))
    })
}

/// The program of a witness: as it is named there, from here or from the folder of the witness.
fn program(witness: &Path, content: &Witness) -> Result<PathBuf, String> {
    let (name, _) = content.task.files.first().ok_or("the witness names no input file; give the program")?;
    let folder = witness.parent().unwrap_or(Path::new(""));
    let base = Path::new(name).file_name().unwrap_or_default();
    let candidates = [PathBuf::from(name), folder.join(name), folder.join(base)];
    let found = candidates.into_iter().find(|path| path.is_file());
    found.ok_or_else(|| format!("the program {name} is not found; give its path"))
}

/// The options under which the property of a witness is looked for.
fn options(options: &Options, task: &Task) -> Result<Options, String> {
    let mut options = options.clone();
    options.data_model = match task.data_model.as_str() {
        "ILP32" => DataModel::Ilp32,
        "LP64" => DataModel::Lp64,
        other => return Err(format!("data model {other} is not known; it is ILP32 or LP64")),
    };
    let mut checks = options.checks.take().unwrap_or_default();
    let specification = task.specification.as_str();
    if specification.contains("overflow") {
        checks.insert(CheckKind::Overflow);
    } else if specification.contains("valid-deref") {
        checks.extend([CheckKind::Bounds, CheckKind::Pointer]);
    } else if specification.contains("valid-memtrack") {
        checks.insert(CheckKind::Memory);
    } else if specification.contains("valid-memcleanup") {
        checks.insert(CheckKind::Cleanup);
    } else if specification.contains("def-behavior") {
        checks.extend([CheckKind::Div, CheckKind::Shift, CheckKind::Uninit]);
    } else if let Some((_, condition)) = specification.split_once("LTL(G ! (")
        && let Some(condition) =
            condition.trim_end().strip_suffix(") )").and_then(|text| text.strip_suffix(')'))
    {
        options.errors.push(condition.to_owned());
    }
    options.checks = Some(checks);
    Ok(options)
}

/// The violation of a witness file.
fn parse(text: &str) -> Result<Witness, String> {
    let entries = yaml::parse(text)?;
    let entries = entries.as_array().ok_or("this is no witness: it is not a list of entries")?;
    let named = |entry: &&Value| entry["entry_type"] == "violation_sequence";
    let entry = entries.iter().find(named).ok_or("the witness has no entry of type violation_sequence")?;
    let metadata = &entry["metadata"];
    let version = yaml::text(&metadata["format_version"]).unwrap_or_default();
    if !version.starts_with("2.") {
        return Err(format!("witnesses of format {version} are not read, only those of format 2.0"));
    }
    let task = &metadata["task"];
    let hashes = &task["input_file_hashes"];
    let file = |name: &Value| {
        yaml::text(name).map(|name| {
            let hash = hashes.get(&name).and_then(yaml::text).unwrap_or_default();
            (name, hash)
        })
    };
    let files =
        task["input_files"].as_array().map_or(&[][..], Vec::as_slice).iter().filter_map(file).collect();
    let content = entry["content"].as_array().ok_or("the witness has no content")?;
    let segments = content.iter().map(segment).collect::<Result<Vec<_>, _>>()?;
    let targets: Vec<usize> = (0..segments.len())
        .filter(|&index| segments[index].iter().any(|waypoint| waypoint.kind == Kind::Target))
        .collect();
    if targets != [segments.len().wrapping_sub(1)] {
        return Err("the last segment, and no other, must end with a target".to_owned());
    }
    Ok(Witness {
        task: Task {
            files,
            specification: yaml::text(&task["specification"]).unwrap_or_default(),
            data_model: yaml::text(&task["data_model"]).unwrap_or_default(),
        },
        segments,
    })
}

fn segment(value: &Value) -> Result<Vec<Waypoint>, String> {
    let list = value["segment"].as_array().ok_or("a segment is not a list of waypoints")?;
    let waypoints = list.iter().map(|item| waypoint(&item["waypoint"])).collect::<Result<Vec<_>, _>>()?;
    let (last, before) = waypoints.split_last().ok_or("a segment has no waypoint")?;
    if last.action != Action::Follow || before.iter().any(|waypoint| waypoint.action != Action::Avoid) {
        return Err("a segment must end with the one waypoint that is followed".to_owned());
    }
    Ok(waypoints)
}

fn waypoint(value: &Value) -> Result<Waypoint, String> {
    let constraint = yaml::text(&value["constraint"]["value"]);
    let kind = yaml::text(&value["type"]).unwrap_or_default();
    let needed = || constraint.clone().ok_or_else(|| format!("a waypoint of type {kind} has no constraint"));
    let location = &value["location"];
    let number = |name: &str| location[name].as_u64().and_then(|number| u32::try_from(number).ok());
    Ok(Waypoint {
        kind: match kind.as_str() {
            "assumption" => Kind::Assumption(needed()?),
            "target" => Kind::Target,
            "function_enter" => Kind::FunctionEnter,
            "function_return" => Kind::FunctionReturn(needed()?),
            "branching" => Kind::Branching(needed()?.into()),
            other => return Err(format!("waypoints of type {other} are not known")),
        },
        action: match yaml::text(&value["action"]).as_deref() {
            Some("follow") => Action::Follow,
            Some("avoid") => Action::Avoid,
            _ => return Err("a waypoint has no action: follow or avoid".to_owned()),
        },
        place: Place {
            file: yaml::text(&location["file_name"]).ok_or("a waypoint names no file")?,
            line: number("line").ok_or("a waypoint has no line")?,
            column: number("column"),
            function: yaml::text(&location["function"]),
        },
    })
}
