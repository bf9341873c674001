//! Which files make a program.
//!
//! Files that are named, one of which defines `main`, are one program. In a folder each file that defines `main` is one,
//! joined by those files without it that define what it wants; those beside it come first, and where two define the same
//! neither is taken. Files with `main` are never joined with each other. A file that no program takes is a library: each of its
//! functions is a program, joined in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_check::vocabulary::{is_standard, nondet_kind, role};
use focuscheck_syntax::{Defined, Symbols, symbols};

use super::args::{JoiningArguments, LanguageArguments};
use super::input::{Entries, Input, Unit};
use super::stack::{scaled, thread_pool};
use super::{CliError, collect, database, read};

/// The programs that paths and a compilation database name, of those files that `keep` keeps.
///
/// # Errors
/// If there is no such database, or what `keep` says.
pub(super) fn programs(
    paths: &[PathBuf],
    joining: &JoiningArguments,
    (folders, options, entries): (&[PathBuf], &Options, Entries),
    keep: &dyn Fn(Vec<Input>) -> Result<Vec<Input>, CliError>,
) -> Result<Vec<Input>, CliError> {
    let inputs = match &joining.database {
        None => collect::collect(paths),
        Some(database) => {
            let all = database::inputs(database)?;
            if paths.is_empty() { all } else { among(all, paths, database) }
        }
    };
    let inputs = keep(inputs)?;
    match (joining.separate, entries) {
        (true, Entries::None) => Ok(inputs),
        (is_separate, entries) => join(inputs, folders, options, (is_separate, entries)),
    }
}

/// The programs that a file belongs to, with those of its folder: its own if it has `main` or is a library, else those that take it.
///
/// # Errors
/// If there are no threads for it.
pub(super) fn around(
    file: &Path,
    joining: &JoiningArguments,
    (folders, options, entries): (&[PathBuf], &Options, Entries),
) -> Result<Vec<Input>, CliError> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|other| is_c(other) && other.as_path() != file);
    files.sort();
    if files.len() >= MOST_BESIDE || !is_c(file) {
        files.clear();
    }
    files.insert(0, file.to_owned());
    let known: BTreeMap<PathBuf, Input> = match &joining.database {
        Some(database) => database::inputs(database)?.into_iter().map(|i| (real(&i.path), i)).collect(),
        None => BTreeMap::new(),
    };
    let input = |path: PathBuf| Input {
        settings: known.get(&real(&path)).map(|known| known.settings.clone()).unwrap_or_default(),
        within: Some(folder.to_owned()),
        ..Input::file(path)
    };
    let inputs = files.into_iter().map(input).collect();
    let mut programs = join(inputs, folders, options, (joining.separate, entries))?;
    programs.retain(|program| program.path == file || program.others.iter().any(|unit| unit.path == file));
    Ok(programs)
}

/// One program of some files, one of which defines `main` unless it is a single one.
///
/// # Errors
/// If there is no such file among several, or more than one, or if one cannot be read.
pub(super) fn load(files: &[PathBuf], language: &LanguageArguments) -> Result<SourceFile, CliError> {
    let options = language.options();
    let inputs = files.iter().map(Input::file).collect();
    let programs = join(inputs, &language.include_folders, &options, (false, Entries::None))?;
    let [program] = &programs[..] else {
        let root = options.started().unwrap_or("main");
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let names = names.join(", ");
        return Err(CliError::Usage(format!("exactly one of several files has to define {root}: {names}")));
    };
    let failed = |reason: String| CliError::Input(format!("{}: {reason}", program.path.display()));
    read::load(program, &language.include_folders, &read::models(&language.models)?).map_err(failed)
}

/// The files of a database that paths name.
fn among(all: Vec<Input>, paths: &[PathBuf], database: &Path) -> Vec<Input> {
    let mut known: BTreeMap<PathBuf, Input> =
        all.into_iter().map(|input| (real(&input.path), input)).collect();
    let find = |named: Input| match known.remove(&real(&named.path)) {
        Some(input) => Some(Input { path: named.path, within: named.within, ..input }),
        // What a folder holds besides is not meant; what is named itself is.
        None if named.within.is_some() => None,
        None if named.problem.is_some() => Some(named),
        None => Some(Input::problem(&named.path, format!("{} does not name it", database.display()))),
    };
    collect::collect(paths).into_iter().filter_map(find).collect()
}

/// A path that all names of its file share.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Joins the inputs to programs, in their order, unless they are separate ones. A file that belongs to a program is no longer one
/// of its own.
fn join(
    inputs: Vec<Input>,
    folders: &[PathBuf],
    options: &Options,
    how: (bool, Entries),
) -> Result<Vec<Input>, CliError> {
    let (pool, megabytes) = thread_pool(None)?;
    let options = scaled(options.clone(), megabytes);
    Ok(pool.install(|| joined(&inputs, folders, &options, how)))
}

/// The files of one program besides its main one, and what is to be said of how they were found.
#[derive(Default)]
struct Found {
    others: Vec<usize>,
    notes: Vec<String>,
}

/// The same on threads with deep stacks.
fn joined(
    inputs: &[Input],
    folders: &[PathBuf],
    options: &Options,
    (is_separate, entries): (bool, Entries),
) -> Vec<Input> {
    let root = options.started().unwrap_or("main");
    let mut groups: BTreeMap<Option<&PathBuf>, Vec<usize>> = BTreeMap::new();
    for (number, input) in inputs.iter().enumerate() {
        if input.problem.is_none() && is_c(&input.path) {
            groups.entry(input.within.as_ref()).or_default().push(number);
        }
    }
    // One file of a folder wants nothing of others.
    groups.retain(|within, numbers| within.is_none() || numbers.len() > 1 || entries != Entries::None);
    let mut programs: BTreeMap<usize, Found> = BTreeMap::new();
    let mut libraries: BTreeMap<usize, (Found, Vec<String>)> = BTreeMap::new();
    for (within, numbers) in groups {
        let files = Files::of(inputs, &numbers, folders, options);
        let roots: Vec<usize> = files.defining(root);
        let look = |main: usize| {
            if is_separate {
                return Found::default();
            }
            let (mut others, mut notes) = files.wanted(main, &roots, inputs);
            if within.is_none() && roots == [main] {
                // What cannot be read fails alone; what has errors is a part of the program all the same.
                let is_read = |number: &usize| read::load(&inputs[*number], folders, &[]).is_ok();
                others = numbers.iter().copied().filter(|number| *number != main).filter(is_read).collect();
            }
            if within.is_none() {
                notes.extend(files.beside(main, &others, inputs, (root, folders, options)));
            }
            Found { others, notes }
        };
        programs.extend(roots.iter().map(|&main| (main, look(main))));
        let taken: BTreeSet<usize> = match entries {
            Entries::All => BTreeSet::new(),
            Entries::None | Entries::Libraries => programs
                .iter()
                .flat_map(|(main, found)| [main].into_iter().chain(&found.others))
                .copied()
                .collect(),
        };
        for (&number, symbols) in files.symbols.iter().filter(|(number, _)| !taken.contains(number)) {
            let started = if entries == Entries::None { Vec::new() } else { started(symbols) };
            if !started.is_empty() {
                libraries.insert(number, (look(number), started));
            }
        }
    }
    let joined: BTreeSet<usize> = programs.values().flat_map(|found| &found.others).copied().collect();
    let mut all: Vec<Input> = Vec::new();
    for (number, input) in inputs.iter().enumerate() {
        match (libraries.get(&number), programs.get(&number)) {
            (Some((found, started)), _) => {
                let mut notes = found.notes.clone();
                all.extend(started.iter().map(|name| {
                    let own = Found { others: found.others.clone(), notes: std::mem::take(&mut notes) };
                    Input { entry: Some(name.clone()), ..program(inputs, number, &own) }
                }));
            }
            (None, Some(found)) => all.push(program(inputs, number, found)),
            (None, None) if joined.contains(&number) => {}
            (None, None) => all.push(input.clone()),
        }
    }
    all
}

/// A program of a file and those that were found for it.
fn program(inputs: &[Input], main: usize, found: &Found) -> Input {
    let unit = |number: &usize| Unit {
        path: inputs[*number].path.clone(),
        settings: inputs[*number].settings.clone(),
    };
    Input {
        others: found.others.iter().map(unit).collect(),
        notes: [&inputs[main].notes[..], &found.notes].concat(),
        ..inputs[main].clone()
    }
}

/// The functions of a library that are started: those that other files can call, or that no function of the file calls. What others
/// call is checked where they call it.
fn started(file: &Symbols) -> Vec<String> {
    let is_started = |function: &&Defined| !function.is_internal || !function.is_used;
    let mut found: Vec<&Defined> = file.functions.iter().filter(is_started).collect();
    if found.is_empty() {
        found = file.functions.iter().collect();
    }
    found.into_iter().map(|function| function.name.clone()).collect()
}

/// The names that a file wants of others. What it does not declare may be a function of the library.
fn needs(file: &Symbols) -> impl Iterator<Item = &str> {
    let undeclared = file.undeclared.iter().filter(|name| !is_standard(name));
    // What has a meaning for verifiers nobody defines.
    let all = file.wanted.iter().chain(undeclared).map(String::as_str);
    all.filter(|name| role(name).is_none() && nondet_kind(name).is_none())
}

/// Whether a file is C, by its name.
fn is_c(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("c") || ending.eq_ignore_ascii_case("i"))
}

/// So many files beside a program are looked at for what it does not define.
const MOST_BESIDE: usize = 64;

/// The names that files define and want, by the numbers of the files.
struct Files {
    symbols: BTreeMap<usize, Symbols>,
}

impl Files {
    /// Reads the files. Those with errors have no names: they stay alone, where the errors are said.
    fn of(inputs: &[Input], numbers: &[usize], folders: &[PathBuf], options: &Options) -> Self {
        let read = |number: &usize| Some((*number, Files::symbols(&inputs[*number], folders, options)?));
        Files { symbols: numbers.par_iter().filter_map(read).collect() }
    }

    /// The names of one file.
    fn symbols(input: &Input, folders: &[PathBuf], options: &Options) -> Option<Symbols> {
        let source = read::load(input, folders, &[]).ok()?;
        // What breaks down here breaks down again, and is said then.
        let read = || symbols(&source, (options.data_model, &options.macros), options.max_height);
        catch_unwind(AssertUnwindSafe(read)).ok().flatten()
    }

    /// The files that define a name.
    fn defining(&self, name: &str) -> Vec<usize> {
        self.symbols
            .iter()
            .filter(|(_, file)| file.defined.contains(name))
            .map(|(number, _)| *number)
            .collect()
    }

    /// What a program does not define although a file beside its main one does.
    fn beside(
        &self,
        main: usize,
        others: &[usize],
        inputs: &[Input],
        (root, folders, options): (&str, &[PathBuf], &Options),
    ) -> Option<String> {
        let own: Vec<&Symbols> =
            others.iter().chain([&main]).filter_map(|number| self.symbols.get(number)).collect();
        let wanted = own.iter().flat_map(|file| needs(file));
        let missing: BTreeSet<&str> =
            wanted.filter(|name| !own.iter().any(|file| file.defined.contains(*name))).collect();
        if missing.is_empty() {
            return None;
        }
        let path = &inputs[main].path;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        let known = |file: &Path| inputs.iter().any(|input| real(&input.path) == real(file));
        files.retain(|file| is_c(file) && !known(file));
        let mut found: Vec<String> = Vec::new();
        let mut joined: Vec<String> = vec![path.display().to_string()];
        joined.extend(others.iter().map(|number| inputs[*number].path.display().to_string()));
        for file in files.iter().take(MOST_BESIDE) {
            let input = Input::file(path.with_file_name(file.file_name().unwrap_or_default()));
            // Most files have nothing to do with it, which is seen at once.
            let Ok(text) = read::read(&input.path) else { continue };
            let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
            if words.contains(root) || !missing.iter().any(|name| words.contains(name)) {
                continue;
            }
            let Some(file) = Files::symbols(&input, folders, options) else { continue };
            let defines = missing.iter().find(|name| file.defined.contains(**name));
            if let Some(name) = defines.filter(|_| !file.defined.contains(root)) {
                found.push(format!("{name} is defined in {}", input.path.display()));
                joined.push(input.path.display().to_string());
            }
        }
        (!found.is_empty()).then(|| {
            format!("{}, which is not part of this: focuscheck check {}", found.join(", "), joined.join(" "))
        })
    }

    /// The files that a program wants, and what is said of names that several define.
    fn wanted(&self, main: usize, roots: &[usize], inputs: &[Input]) -> (Vec<usize>, Vec<String>) {
        let mut taken = BTreeSet::from([main]);
        let mut twice: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut waiting = vec![main];
        while let Some(file) = waiting.pop() {
            let Some(own) = self.symbols.get(&file) else { continue };
            for name in needs(own) {
                let mut defining = self.defining(name);
                if defining.iter().any(|file| taken.contains(file)) {
                    continue;
                }
                defining.retain(|file| !roots.contains(file));
                let folder = |file: usize| inputs[file].path.parent().unwrap_or(Path::new("")).to_owned();
                let beside: Vec<usize> =
                    defining.iter().copied().filter(|other| folder(*other) == folder(main)).collect();
                match (&beside[..], &defining[..]) {
                    ([one], _) | ([], [one]) => {
                        taken.insert(*one);
                        waiting.push(*one);
                    }
                    ([], []) => {}
                    ([], several) | (several, _) => _ = twice.insert(name, several.to_vec()),
                }
            }
        }
        taken.remove(&main);
        let said = twice.into_iter().map(|(name, files)| {
            let files: Vec<String> =
                files.iter().map(|file| inputs[*file].path.display().to_string()).collect();
            format!("{name} is defined in {}: none of them is taken", files.join(" and in "))
        });
        (taken.into_iter().collect(), said.collect())
    }
}
