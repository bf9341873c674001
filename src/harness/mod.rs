//! A test harness in C: the program compiled by the system's compiler and run on the inputs of an explanation.
//!
//! The harness is independent of everything that led to the explanation: the compiler reads the program itself and
//! the machine runs it. The program's text is kept but for small insertions, all on their own lines, so that lines
//! stay what they are: a place that reads an input asks the harness for its value, and a place that fails says
//! which error it is. Values go to places by number, so that the order in which a compiler evaluates operands does
//! not matter.
//!
//! [`build`] makes the files, [`observe`] reads what a run wrote, [`Observation::confirms`] compares.

mod errors;
mod inputs;
mod observe;
mod text;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use crate::check::vocabulary::{Role, role};
use crate::facts::cfg::Graph;
use crate::replay::interpreter::InputRead;
use crate::source::SourceFile;

pub use observe::{Observation, observe};
use text::Edits;

/// The exit status of a run that fails, as `support.h` has it.
pub const FAILED: i32 = 70;

/// Where the program's own text goes, so that its file may be called like one of the harness.
const PROGRAM: &str = "program";

/// Files that make up a harness. Compiling [`Harness::UNITS`] makes a program that takes the number of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// Paths relative to the harness's folder, with their texts.
    pub files: Vec<(PathBuf, String)>,
}

/// What cannot be done with a program, and the line where that shows (through all files).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Obstacle {
    /// In words.
    pub reason: String,
    /// Where.
    pub line: Option<u32>,
}

impl Harness {
    /// The translation units.
    pub const UNITS: [&'static str; 4] = ["harness.c", "runs.c", "support.c", "stubs.c"];
}

/// Makes the harness for some runs of a program, each given by what it reads.
///
/// # Errors
/// If a place that reads an input is not in the text of the program as it stands there, but comes out of a macro.
pub fn build(graph: &Graph, source: &SourceFile, runs: &[Vec<InputRead>]) -> Result<Harness, Obstacle> {
    let mut edits = Edits::new(source);
    let found = inputs::inputs(graph, source, runs, &mut edits)?;
    errors::errors(graph, source, &mut edits);
    let name = Path::new(source.path())
        .file_name()
        .map_or_else(|| "program.c".into(), |name| name.to_string_lossy());
    let main = Path::new(PROGRAM).join(&*name);
    let mut files = vec![(main.clone(), edits.apply(0))];
    for (part, path) in placed(source, &main) {
        files.push((path, edits.apply(part)));
    }
    for part in 1..source.part_count() {
        let placed = files.len() > part && !source.models().contains(&part);
        if edits.touches(part) && !placed && !source.models().contains(&part) {
            let reason = "a header outside of the program's folder reads inputs".to_owned();
            return Err(Obstacle { reason, line: Some(source.position(source.part_start(part)).line) });
        }
    }
    let mut models = String::new();
    for part in source.models() {
        let path = Path::new(PROGRAM).join(format!("model-{part}.c"));
        let _ = writeln!(models, "#include \"{}\"", path.display());
        files.push((path, edits.apply(part)));
    }
    files.push(("harness.c".into(), harness(source, &main, &models, &found)));
    files.push(("runs.c".into(), tables(graph, source, &found)));
    files.push(("stubs.c".into(), stubs(graph, source, &found)));
    files.push(("support.c".into(), include_str!("support.c").to_owned()));
    files.push(("support.h".into(), include_str!("support.h").to_owned()));
    files.push(("include/assert.h".into(), include_str!("assert.h").to_owned()));
    Ok(Harness { files })
}

/// The headers that can be copied to a place where the including file finds them, with that place.
fn placed(source: &SourceFile, main: &Path) -> Vec<(usize, PathBuf)> {
    let mut known: BTreeMap<usize, PathBuf> = BTreeMap::from([(0, main.to_owned())]);
    // A header may be included by one that follows it in the list.
    loop {
        let before = known.len();
        for ((from, name, _), part) in source.inclusions() {
            let Some(folder) = known.get(from).and_then(|path| path.parent()) else { continue };
            let plain = Path::new(name)
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if plain && !known.contains_key(part) {
                let path = folder.join(name);
                known.insert(*part, path);
            }
        }
        if known.len() == before {
            known.remove(&0);
            return known.into_iter().collect();
        }
    }
}

/// The translation unit of the program: its text, and a `main` that sets what has a value before the program begins.
fn harness(source: &SourceFile, main: &Path, models: &str, found: &inputs::Inputs) -> String {
    let mut text = format!(
        "/* Replays what FocusCheck found about {}. To do so by hand:\n\
         \x20  cc -w -g -Iinclude -I. -o replay {}\n\
         \x20  ./replay 1    (the number of the explanation) */\n\
         #include \"support.h\"\n",
        text::commented(source.path()),
        Harness::UNITS.join(" "),
    );
    if source.path().ends_with(".cimple") {
        text.push_str(
            "#include <stdbool.h>\n#include \"include/assert.h\"\n#define assume focuscheck_assume\n",
        );
    }
    let _ = writeln!(text, "#define main focuscheck_program\n#include \"{}\"", main.display());
    text.push_str(models);
    text.push_str("#undef main\n\n");
    for name in &found.external {
        let _ = writeln!(text, "__typeof__({name}) {name};");
    }
    text.push_str("int main(int argc, char **argv) {\n");
    text.push_str("    static char zero[] = \"0\";\n    static char *arguments[64];\n");
    text.push_str("    for (int i = 0; i < 63; i++) {\n        arguments[i] = zero;\n    }\n");
    text.push_str("    focuscheck_begin(argc > 1 ? argv[1] : 0);\n");
    for assignment in &found.globals {
        let _ = writeln!(text, "    {assignment};");
    }
    let mut arguments = found.parameters.clone();
    arguments.push("arguments".to_owned());
    let _ =
        writeln!(text, "    ((int (*)())focuscheck_program)({});\n    return 0;\n}}", arguments.join(", "));
    text
}

/// The values of the runs and the texts of the errors.
fn tables(graph: &Graph, source: &SourceFile, found: &inputs::Inputs) -> String {
    let mut text =
        String::from("/* The values that each run reads, and what can fail. */\n#include \"support.h\"\n\n");
    for (number, reads) in found.runs.iter().enumerate() {
        let _ = writeln!(text, "static const struct focuscheck_read run_{}[] = {{", number + 1);
        for (place, value) in reads {
            let _ = writeln!(text, "    {{{place}, {value}ULL}},");
        }
        text.push_str("    {0, 0}\n};\n");
    }
    text.push_str("\nconst struct focuscheck_run focuscheck_runs[] = {\n");
    for (number, reads) in found.runs.iter().enumerate() {
        let _ = writeln!(text, "    {{run_{}, {}}},", number + 1, reads.len());
    }
    text.push_str("    {0, 0}\n};\n");
    let _ = writeln!(text, "const unsigned focuscheck_run_count = {};", found.runs.len());
    let _ = writeln!(text, "const unsigned focuscheck_place_count = {};\n", found.places.len() + 1);
    text.push_str("const char *const focuscheck_errors[] = {\n");
    for error in &graph.errors {
        let line = error.span.map(|span| source.parts().name(source.position(span.start).line));
        let place = line.map_or(String::new(), |line| format!("{}:{line}: ", source.path()));
        let _ = writeln!(text, "    {},", text::quoted(&format!("{place}error: {}", error.text)));
    }
    text.push_str("    0\n};\n");
    text
}

/// Functions that the program calls and nobody defines. Nothing is declared here, so no declaration of the program
/// can disagree; a definition elsewhere takes precedence.
fn stubs(graph: &Graph, source: &SourceFile, found: &inputs::Inputs) -> String {
    let mut text = String::from(
        "/* Functions that the program does not define: these do nothing, or give a value of the run. */\n\
         #include \"support.h\"\n\n",
    );
    let defined: BTreeSet<&str> = graph.procedures.iter().map(|procedure| procedure.name.as_str()).collect();
    for name in text::called(source) {
        if name == "main" || defined.contains(name.as_str()) || name.starts_with("focuscheck_") {
            continue;
        }
        let body = match &found.by_name.get(&name) {
            Some(place) => format!("return focuscheck_next({place});"),
            None => match role(&name) {
                Some(Role::Assumption) => "focuscheck_assume((int)value); return 0;".to_owned(),
                Some(Role::Assertion) => {
                    format!("if (!(int)value) focuscheck_called(\"{name}\"); return 0;")
                }
                Some(Role::Error) => format!("focuscheck_called(\"{name}\");"),
                Some(Role::Standard) => continue,
                None => "return 0;".to_owned(),
            },
        };
        let _ = writeln!(text, "__attribute__((weak)) long long {name}(long long value) {{ {body} }}");
    }
    text
}
