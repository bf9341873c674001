//! A test harness in C: the program compiled by the system's compiler and run on the inputs of an explanation.
//!
//! The harness is independent of everything that led to the explanation: the compiler reads the program itself and
//! the machine runs it, with the C library's own functions. Only inputs are provided: what the user types, random
//! numbers, the clock, arguments, variables that have no value, and functions that nobody defines. The program's text
//! is kept but for small insertions, all on their own lines, so that lines stay what they are: a place that reads an
//! input asks the harness for its value, and a place that fails says which error it is. Values go to places by number,
//! so that the order in which a compiler evaluates operands does not matter. A library function whose result is no
//! input is called; should its result be another one than the explanation has, the run says so.
//!
//! [`build`] makes the files, [`Harness::missing`] what stands for functions that the linker does not find,
//! [`observe`] reads what a run left behind, `Run::judge` compares.
//!
//! Only values that the run depends on are provided (`driver/harness/needed.rs` follows what was read until something
//! is computed with it). Which functions have no body is for the linker to say: the program is linked with the C
//! library first, and only symbols that are missing then get a stub (`stubs.rs`). A call that the explanation takes for
//! an input is therefore only marked: a stub gives the value of the marked place, another function answers for itself
//! and its result is compared. Which results are inputs the table of library functions says (`replay`). `assert` stays
//! the program's, between two marks that tell a stub which error it is; that the library's own failed is read from its
//! message.
//!
//! All of it is pure; `cli/compiler.rs` compiles and runs. What
//! stands in the way is a `Hindrance`. A claim of undefined behaviour is confirmed by a sanitizer's report with the
//! right kind in the right line (as line markers name it: `Parts::presumed`).

mod errors;
mod inputs;
mod keyboard;
mod lines;
mod observe;
mod hindrance;
mod stubs;
mod text;
mod typed;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use focuscheck_base::compilation::Settings;
use focuscheck_base::source::{Parts, SourceFile, Span, is_cimple};
use focuscheck_cells::facts::cfg::{ErrorKind, Graph, ScalarKind};
use focuscheck_check::library::{function, replay};
use focuscheck_check::vocabulary::{Role, role};

pub use hindrance::Hindrance;
pub use inputs::{Provided, Reads};
pub use lines::Line;
pub use observe::{Claimed, Judgement, Left, Sight, is_leak, observe};
pub use typed::typed;

use inputs::{Inputs, RunInputs};
use text::Edits;

/// Where the program's own text goes, so that its file may be called like one of the harness.
const PROGRAM: &str = "program";

/// No system starts a program with more arguments.
const MOST_ARGUMENTS: i128 = 50_000;

/// How many arguments a program gets that does not look how many there are.
const SOME_ARGUMENTS: usize = 63;

/// What a run needs besides its number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The arguments of the program, without its name.
    pub arguments: Vec<String>,
    /// Why the run cannot be.
    pub obstacle: Option<Hindrance>,
}

/// What a replayed program is given.
#[derive(Clone, Debug, Default)]
struct Supplied {
    provided: Vec<(Provided, u32)>,
    start: Start,
}

/// A translation unit of the program besides that of its main file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The file of the harness that includes it.
    pub file: String,
    /// The folder of the unit's own file.
    pub folder: PathBuf,
    /// What holds for the unit alone.
    pub settings: Settings,
}

/// Files that make up a harness, and what is known about its runs.
#[derive(Clone, Debug, Default)]
pub struct Harness {
    /// Paths relative to the harness's folder, with their texts.
    pub files: Vec<(PathBuf, String)>,
    /// What holds for the program's main file alone.
    pub settings: Settings,
    /// The translation units of the program besides [`Harness::PROGRAM`].
    pub units: Vec<Unit>,
    /// Whether AddressSanitizer can look at the program.
    pub sanitizable: bool,
    /// Functions of the program that are called like functions of the C library, which compilers think they know.
    pub own: Vec<String>,
    /// The lines in which the program takes the address of an element of an array.
    pub addressed: BTreeSet<Line>,
    runs: Vec<Supplied>,
    /// Functions whose places are known by name, those of the library first replaced, then all.
    replaced: BTreeMap<String, u32>,
    by_name: BTreeMap<String, u32>,
    /// What the functions at the places are called, and where they stand, by number.
    places: Vec<(String, String)>,
    /// Functions whose results are inputs.
    known: BTreeSet<String>,
    /// What the program calls, what it defines, and what variables it declares.
    called: BTreeSet<String>,
    defined: BTreeSet<String>,
    declared: BTreeSet<String>,
    /// The names of the program's files.
    names: BTreeSet<String>,
    parts: Parts,
}

impl Harness {
    /// The translation unit of the program.
    pub const PROGRAM: &'static str = "harness.c";
    /// The unit of functions without a body.
    pub const STUBS: &'static str = "stubs.c";
    /// The other units.
    pub const UNITS: [&'static str; 2] = ["runs.c", "focuscheck-support.c"];

    /// The text of a file; empty if there is none of that name.
    pub fn file(&self, name: &str) -> &str {
        let found = self.files.iter().find(|(path, _)| path == Path::new(name));
        found.map_or("", |(_, text)| text.as_str())
    }

    /// How a run starts.
    pub fn start(&self, run: usize) -> Start {
        run.checked_sub(1).and_then(|run| self.runs.get(run)).map(|run| run.start.clone()).unwrap_or_default()
    }
}

/// Where the runs of a harness get their inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// From the harness.
    Harness,
    /// From whoever starts the program: it reads what it reads, and only says where it fails.
    Person,
}

/// Makes the harness for some runs of a program, each given by what it reads. The main file and the models become one unit:
/// `separated` says where a name of theirs is longer there, see [`focuscheck_syntax::separated`].
///
/// # Errors
/// If something would have to be changed where no change can be made.
pub fn build(
    graph: &Graph,
    source: &SourceFile,
    runs: &[Reads],
    separated: &[(u32, String)],
    supply: Supply,
) -> Result<Harness, Hindrance> {
    let main = graph.main.ok_or(Hindrance::NoMain)?;
    let defined = |name: &String| graph.procedures.iter().any(|procedure| procedure.name == *name);
    let mut called = text::all_called(source).into_iter();
    if let Some(name) = called.find(|name| function(name).is_some_and(|f| f.dangerous) && !defined(name)) {
        return Err(Hindrance::Dangerous(name));
    }
    let mut edits = Edits::new(source);
    for (end, more) in separated {
        edits.lengthen(*end, more);
    }
    errors::errors(graph, source, &mut edits);
    let found = inputs::inputs(graph, source, runs, &mut edits);
    let name = Path::new(source.path())
        .file_name()
        .map_or_else(|| "program.c".into(), |name| name.to_string_lossy());
    let program = Path::new(PROGRAM).join(&*name);
    let mut files = vec![(program.clone(), edits.apply(0))];
    let units = unit_paths(source);
    let placed = placed(source, &program, &units);
    let is_header = |part: &usize| !source.models().contains(part) && !source.units().contains(part);
    for part in (1..source.part_count()).filter(is_header) {
        if edits.touches(part) && !placed.contains_key(&part) {
            return Err(Hindrance::Header { header: source.path_of(source.part_start(part)).to_owned() });
        }
    }
    files.extend(placed.into_iter().map(|(part, path)| (path, edits.apply(part))));
    let mut models = String::new();
    for part in source.models() {
        let path = Path::new(PROGRAM).join(format!("model-{part}.c"));
        let _ = writeln!(models, "#include \"{}\"", path.display());
        files.push((path, edits.apply(part)));
    }
    let renamed = is_cimple(source.path()) || graph.procedures[main.index()].formals.len() > 1;
    let texts = graph.sites.iter().any(|site| site.argument.is_some());
    let renamed = supply == Supply::Harness && (renamed || texts);
    let start = match (renamed, texts) {
        (true, true) => Some(started_with(&found)),
        (true, false) => Some(started(&found)),
        (false, _) => None,
    };
    let units: Vec<Unit> = units
        .iter()
        .enumerate()
        .map(|(number, (&part, path))| {
            let file = format!("harness-{}.c", number + 2);
            let text = format!("#include \"focuscheck-support.h\"\n#include \"{}\"\n", path.display());
            files.push((path.clone(), edits.apply(part)));
            files.push((file.clone().into(), text));
            let folder = Path::new(source.path_of(source.part_start(part))).parent().map(Path::to_owned);
            Unit { file, folder: folder.unwrap_or_default(), settings: source.settings(number + 1) }
        })
        .collect();
    let names: Vec<&str> = units.iter().map(|unit| &*unit.file).collect();
    let start = start.as_deref();
    let text = harness(source, (&program, &names), &models, &found, start);
    files.push((Harness::PROGRAM.into(), text));
    files.push(("runs.c".into(), tables(graph, source, &found)));
    files.push(("focuscheck-support.c".into(), include_str!("focuscheck-support.c").to_owned()));
    files.push(("focuscheck-support.h".into(), include_str!("focuscheck-support.h").to_owned()));
    let mut harness = Harness { files, units, settings: source.settings(0), ..about(graph, source, &found) };
    harness.runs = found.runs.into_iter().map(|run| given(run, renamed && !texts)).collect();
    Ok(harness)
}

/// What is known about a program.
fn about(graph: &Graph, source: &SourceFile, found: &Inputs) -> Harness {
    let defined: BTreeSet<String> = graph.procedures.iter().map(|p| p.name.clone()).collect();
    let variables = graph.scalars.iter().filter(|scalar| scalar.kind == ScalarKind::Global);
    let place = |(callee, line): &(Option<String>, u32)| {
        (callee.clone().unwrap_or_default(), source.parts().phrase(*line))
    };
    Harness {
        sanitizable: !defined.iter().any(|name| function(name).is_some_and(|f| f.allocator)),
        own: defined.iter().filter(|name| role(name) == Some(Role::Standard)).cloned().collect(),
        replaced: found
            .by_name
            .iter()
            .filter(|(name, _)| replay(name).is_some())
            .map(|(name, place)| (name.clone(), *place))
            .collect(),
        by_name: found.by_name.clone(),
        places: found.places.iter().map(place).collect(),
        known: found.known.clone(),
        called: text::all_called(source),
        declared: variables.map(|scalar| inputs::base(&scalar.name).to_owned()).collect(),
        names: (0..source.part_count())
            .map(|part| match part {
                0 => Line::new(source.path(), 0).file,
                _ if source.models().contains(&part) => format!("model-{part}.c"),
                _ => Line::new(source.path_of(source.part_start(part)), 0).file,
            })
            .chain(lines::named(source))
            .collect(),
        parts: source.parts().clone(),
        defined,
        ..Harness::default()
    }
}

/// What a run is given, and how it starts; a `main` that is renamed gets its parameters from the harness.
fn given(run: RunInputs, renamed: bool) -> Supplied {
    let (count, obstacle) = match run.count {
        Some(count) if !renamed && !(1..=MOST_ARGUMENTS).contains(&count) => {
            (0, Some(Hindrance::Arguments(count)))
        }
        Some(count) if !renamed => (count as usize - 1, None),
        _ => (SOME_ARGUMENTS, None),
    };
    let start = Start { arguments: vec!["0".to_owned(); count], obstacle: run.obstacle.or(obstacle) };
    Supplied { provided: run.provided, start }
}

/// Where the files of the other translation units go: beside that of the main one, or to a folder of their own.
fn unit_paths(source: &SourceFile) -> BTreeMap<usize, PathBuf> {
    let folder = Path::new(source.path()).parent();
    let path = |part: usize| {
        let own = Path::new(source.path_of(source.part_start(part)));
        let name = own.file_name().map_or_else(|| format!("unit-{part}.c").into(), |name| name.to_owned());
        let beside = Path::new(PROGRAM);
        match own.parent() == folder {
            true => beside.join(name),
            false => beside.join(format!("unit-{part}")).join(name),
        }
    };
    source.units().map(|part| (part, path(part))).collect()
}

/// The headers that can be copied to a place where the including file finds them, with that place.
fn placed(source: &SourceFile, main: &Path, units: &BTreeMap<usize, PathBuf>) -> BTreeMap<usize, PathBuf> {
    let mut known: BTreeMap<usize, PathBuf> = units.clone();
    known.insert(0, main.to_owned());
    // A header may be included by one that follows it in the list.
    loop {
        let before = known.len();
        for ((from, name, system), part) in source.inclusions() {
            let Some(folder) = known.get(from).and_then(|path| path.parent()) else { continue };
            let plain = Path::new(name)
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if plain && !known.contains_key(part) {
                let folder = if *system { Path::new("include") } else { folder };
                let path = folder.join(name);
                known.insert(*part, path);
            }
        }
        if known.len() == before {
            known.retain(|part, _| *part != 0 && !units.contains_key(part));
            return known;
        }
    }
}

/// The call of a `main` that is not started by the system.
fn started(found: &Inputs) -> String {
    let value = |place: &Option<u32>| match place {
        Some(place) => format!("(int)focuscheck_next({place}), "),
        None => "0, ".to_owned(),
    };
    let arguments: String = found.parameters.iter().map(value).collect();
    format!(
        "int main(int argc, char **argv) {{\n    ((int (*)())focuscheck_program)({arguments}argv);\n    \
         return 0;\n}}\n"
    )
}

/// The call of a `main` that reads its arguments: each is a block of its own, as long as it is.
fn started_with(found: &Inputs) -> String {
    let count = match found.parameters.first() {
        Some(Some(place)) => format!("(int)focuscheck_next({place})"),
        Some(None) | None => "1".to_owned(),
    };
    let mut text = format!(
        "int main(int argc, char **argv) {{\n    int focuscheck_count = {count}, focuscheck_at;\n    \
         char *focuscheck_list[focuscheck_count + 1], focuscheck_other[] = \"0\";\n"
    );
    for (number, (length, letter)) in found.arguments.iter().enumerate() {
        let _ = writeln!(
            text,
            "    int focuscheck_length{number} = focuscheck_count > {number} ? (int)focuscheck_next({length}) : 0;\n    \
             char focuscheck_text{number}[focuscheck_length{number} + 1];\n    \
             for (focuscheck_at = 0; focuscheck_at < focuscheck_length{number}; focuscheck_at++)\n        \
             focuscheck_text{number}[focuscheck_at] = (char)focuscheck_next({letter});\n    \
             focuscheck_text{number}[focuscheck_at] = 0;"
        );
    }
    text.push_str(
        "    for (focuscheck_at = 0; focuscheck_at < focuscheck_count; focuscheck_at++)\n        \
         focuscheck_list[focuscheck_at] = focuscheck_other;\n    \
         focuscheck_list[focuscheck_at] = 0;\n    focuscheck_given(focuscheck_other);\n",
    );
    for number in 0..found.arguments.len() {
        let _ = writeln!(
            text,
            "    if (focuscheck_count > {number})\n        focuscheck_list[{number}] = focuscheck_text{number};\n    \
             focuscheck_given(focuscheck_text{number});"
        );
    }
    text.push_str(
        "    return ((int (*)())focuscheck_program)(focuscheck_count, focuscheck_list, (char **)0);\n}\n",
    );
    text
}

/// The translation unit of the program: its text, and what sets values before the program begins. Where the system
/// does not start the program's `main`, `start` does.
fn harness(
    source: &SourceFile,
    (main, units): (&Path, &[&str]),
    models: &str,
    found: &Inputs,
    start: Option<&str>,
) -> String {
    let program: Vec<&str> = std::iter::once(Harness::PROGRAM).chain(units.iter().copied()).collect();
    let mut text = format!(
        "/* Replays what FocusCheck found about {}. To do so by hand:\n\
         \x20  cc -w -g -I include -o replay {} {} {} -lm -lpthread\n\
         \x20  FOCUSCHECK_RUN=1 ./replay    (the number of the explanation, then the program's arguments) */\n\
         #include \"focuscheck-support.h\"\n",
        text::commented(source.path()),
        program.join(" "),
        Harness::UNITS.join(" "),
        Harness::STUBS,
    );
    if is_cimple(source.path()) {
        text.push_str("#include <stdbool.h>\n");
    }
    if start.is_some() {
        text.push_str("#define main focuscheck_program\n");
    }
    let _ = writeln!(text, "#include \"{}\"", main.display());
    text.push_str(models);
    for name in &found.external {
        let _ = writeln!(text, "__typeof__({name}) {name};");
    }
    if !found.globals.is_empty() {
        text.push_str("__attribute__((constructor(102))) static void focuscheck_globals(void) {\n");
        for assignment in &found.globals {
            let _ = writeln!(text, "    {assignment};");
        }
        text.push_str("}\n");
    }
    if let Some(start) = start {
        text.push_str("#undef main\n");
        text.push_str(start);
    }
    text
}

/// The values of the runs, the places, and the texts of the errors.
fn tables(graph: &Graph, source: &SourceFile, found: &Inputs) -> String {
    let mut text = String::from(
        "/* The values that each run reads, and what can fail. */\n#include \"focuscheck-support.h\"\n\n",
    );
    for (number, run) in found.runs.iter().enumerate() {
        let _ = writeln!(text, "static const struct focuscheck_read run_{}[] = {{", number + 1);
        for (place, value) in &run.values {
            let _ = writeln!(text, "    {{{place}, {value}ULL}},");
        }
        text.push_str("    {0, 0}\n};\n");
    }
    text.push_str("\nconst struct focuscheck_run focuscheck_runs[] = {\n");
    for (number, run) in found.runs.iter().enumerate() {
        let _ = writeln!(text, "    {{run_{}, {}}},", number + 1, run.values.len());
    }
    text.push_str("    {0, 0}\n};\n");
    let _ = writeln!(text, "const unsigned focuscheck_run_count = {};", found.runs.len());
    text.push_str("\nconst char *const focuscheck_places[] = {\n");
    for (callee, _) in &found.places {
        let callee = callee.as_deref().map_or_else(|| "0".to_owned(), text::quoted);
        let _ = writeln!(text, "    {callee},");
    }
    text.push_str("};\n");
    let _ = writeln!(text, "unsigned focuscheck_next_of[{}];\n", found.places.len());
    text.push_str("const char *const focuscheck_errors[] = {\n");
    for error in &graph.errors {
        let line = error.span.map(|span: Span| source.parts().name(source.position(span.start).line));
        let place = line.map_or(String::new(), |line| format!("{}:{line}: ", source.path()));
        // As it is written; constants are folded in the text of the typed condition.
        let assertion = error.span.filter(|_| error.kind == ErrorKind::Assertion);
        let written = assertion.and_then(|span| source.slice(span).strip_suffix(')')?.split_once('('));
        let what = written.map_or(error.text.as_str(), |(_, condition)| condition.trim());
        let _ = writeln!(text, "    {},", text::quoted(&format!("{place}error: {what}")));
    }
    text.push_str("    0\n};\n");
    text
}
