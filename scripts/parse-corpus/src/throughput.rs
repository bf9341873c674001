//! How fast lexing and parsing are, beside gcc, on a concatenation of real files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use focuscheck_base::source::SourceFile;
use focuscheck_syntax as syntax;
use focuscheck_syntax::ast::{Item, TranslationUnit, TypeSpecifier};

use crate::compiler::{INCLUDE, gcc};
use crate::worker::read;

/// The concatenation grows up to this.
const BYTES: usize = 8 << 20;
/// So often gcc is asked which files do not go together.
const ATTEMPTS: usize = 60;
const ROUNDS: usize = 7;

/// Concatenates files and measures.
pub fn measure(folders: &[PathBuf], cache: &Path) {
    let worker = std::thread::Builder::new().stack_size(256 << 20);
    std::thread::scope(|scope| {
        let _ = worker.spawn_scoped(scope, || measure_here(folders, cache)).map(|handle| handle.join());
    });
}

fn measure_here(folders: &[PathBuf], cache: &Path) {
    let path = cache.join("concatenation.c");
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| crate::sources(folder)).collect();
    let mut pieces: Vec<String> = Vec::new();
    let mut bytes = 0;
    for (number, file) in files.iter().enumerate() {
        if bytes < BYTES
            && crate::compiler::accepted(file, cache).is_some()
            && let Some(piece) = piece(file, number)
        {
            bytes += piece.len();
            pieces.push(piece);
        }
    }
    let files = pieces.len();
    let pieces = accepted(pieces, &path);
    let preprocessed = cache.join("concatenation.i");
    let output = preprocessed.to_string_lossy().into_owned();
    gcc(&["-std=gnu17", "-w", "-E", "-o", &output], &path);
    println!("{} of {files} files", pieces.len());
    for (name, path) in [("raw", path), ("preprocessed", preprocessed)] {
        let source = SourceFile::new("concatenation.c", read(&path));
        let megabytes = source.text().len() as f64 / 1e6;
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        let (mut parsed, mut accepted) = (true, true);
        for _ in 0..ROUNDS {
            let start = own_seconds();
            let result = syntax::parse(&source, false);
            ours = ours.min(own_seconds() - start);
            parsed &= result.unit.is_some();
            let start = children_seconds();
            accepted &= gcc(&["-std=gnu17", "-w", "-fsyntax-only"], &path);
            theirs = theirs.min(children_seconds() - start);
        }
        println!(
            "{name}: {megabytes:.2} MB, parsed: {parsed}; lexing and parsing {:.1} MB/s ({ours:.3} s), \
             gcc -fsyntax-only (accepts: {accepted}) {:.1} MB/s ({theirs:.3} s); processor time, best of {ROUNDS}",
            megabytes / ours,
            megabytes / theirs
        );
    }
}

/// The processor time of this thread, as the system counts it.
fn own_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: f64 = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}

/// The processor time of the processes that were waited for, in hundredths of a second.
fn children_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(") ").next().unwrap_or_default();
    let ticks: f64 = fields.split(' ').skip(13).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// The pieces that gcc accepts one after the other: those that it complains about are left out, until it is
/// content.
fn accepted(mut pieces: Vec<String>, path: &Path) -> Vec<String> {
    for _ in 0..ATTEMPTS {
        let _ = std::fs::write(path, pieces.concat());
        let lines = complaints(path);
        if lines.is_empty() {
            break;
        }
        let mut end = 0;
        pieces.retain(|piece| {
            let start = end;
            end += piece.lines().count();
            lines.range(start + 1..=end).next().is_none()
        });
    }
    pieces
}

/// The lines in which gcc finds errors.
fn complaints(path: &Path) -> BTreeSet<usize> {
    let mut command = Command::new("gcc");
    command.args(["-std=gnu17", "-w", "-fsyntax-only"]).arg(path);
    if let Some(folder) = std::env::var_os(INCLUDE) {
        command.arg("-idirafter").arg(folder);
    }
    let output = command.output();
    let messages = output.map(|o| String::from_utf8_lossy(&o.stderr).into_owned()).unwrap_or_default();
    let name = path.to_string_lossy();
    let line = |message: &str| {
        let rest = message.strip_prefix(&*name)?.strip_prefix(':')?;
        rest.contains("error:").then(|| rest.split(':').next().and_then(|n| n.parse().ok())).flatten()
    };
    messages.lines().filter_map(line).collect()
}

/// A file whose own names are made unique by macros, so that it can stand beside others.
fn piece(file: &Path, number: usize) -> Option<String> {
    let text = read(file);
    // Headers beside the file are not found from where the concatenation stands, and other line numbers would
    // hide where gcc's errors are.
    let is_local = |line: &str| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        directive.is_some_and(|d| {
            let elsewhere = d.starts_with("line") || d.starts_with(|c: char| c.is_ascii_digit());
            elsewhere || (d.starts_with("include") && !d.contains('<'))
        })
    };
    if text.lines().any(is_local) {
        return None;
    }
    let source = SourceFile::new("piece.c", text);
    let unit = syntax::parse(&source, false).unit?;
    let mut defines = String::new();
    let mut end = String::from("\n");
    for name in names(&unit) {
        defines.push_str(&format!("#define {name} {name}_{number}\n"));
        end.push_str(&format!("#undef {name}\n"));
    }
    for line in source.text().lines() {
        let line = line.trim_start();
        if let Some(rest) = line.strip_prefix('#').and_then(|l| l.trim_start().strip_prefix("define")) {
            let name: String =
                rest.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            end.push_str(&format!("#undef {name}\n"));
        }
    }
    // Headers first: the new names are not for them.
    let is_include = |line: &&str| line.trim_start().starts_with('#') && line.trim_end().ends_with('>');
    let include = |line: &str| {
        let name = &line[line.find('<').unwrap_or(line.len())..];
        if name.is_empty() { String::new() } else { format!("#if __has_include({name})\n{line}\n#endif\n") }
    };
    let includes: String = source.text().lines().filter(is_include).map(include).collect();
    Some(format!("{includes}{defines}{}{end}", source.text()))
}

/// The names that a file declares at file scope.
fn names(unit: &TranslationUnit) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in &unit.items {
        let specifiers = match item {
            Item::Declaration(declaration) => {
                let declarators = declaration.declarators.iter();
                names.extend(declarators.filter_map(|d| d.declarator.name.as_ref()).map(|n| n.text.clone()));
                &declaration.specifiers
            }
            Item::Function(function) => {
                names.extend(function.declarator.name.as_ref().map(|n| n.text.clone()));
                &function.specifiers
            }
            Item::Assembler(_) | Item::Annotation(_) => continue,
        };
        match &specifiers.ty {
            TypeSpecifier::Record(record) if record.fields.is_some() => {
                names.extend(record.tag.as_ref().map(|t| t.text.clone()));
            }
            TypeSpecifier::Enumeration(enumeration) => {
                names.extend(enumeration.tag.as_ref().map(|t| t.text.clone()));
                let constants = enumeration.constants.iter().flatten();
                names.extend(constants.map(|(name, _)| name.text.clone()));
            }
            _ => {}
        }
    }
    names
}
