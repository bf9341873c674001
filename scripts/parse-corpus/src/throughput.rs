//! How fast lexing and parsing are, beside gcc, on a concatenation of real files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use focuscheck::source::SourceFile;
use focuscheck::syntax::ast::{Derived, Item, TranslationUnit, TypeSpecifier};
use focuscheck::syntax;

use crate::compiler::gcc;
use crate::worker::read;

/// The concatenation grows up to this.
const BYTES: usize = 8 << 20;
/// Files are added in groups, so that gcc is asked less often.
const GROUP: usize = 16;
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
    let mut text = String::new();
    let mut used = 0;
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| crate::sources(folder)).collect();
    let pieces: Vec<String> =
        files.iter().enumerate().filter_map(|(number, file)| piece(file, number)).collect();
    add(&mut text, &pieces, &path, &mut used);
    let _ = std::fs::write(&path, &text);
    let preprocessed = cache.join("concatenation.i");
    let output = preprocessed.to_string_lossy().into_owned();
    gcc(&["-std=gnu17", "-w", "-E", "-o", &output], &path);
    println!("{used} of {} files", pieces.len());
    for (name, path) in [("raw", path), ("preprocessed", preprocessed)] {
        let source = SourceFile::new("concatenation.c", read(&path));
        let megabytes = source.text().len() as f64 / 1e6;
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        let mut parsed = true;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let result = syntax::parse(&source, false);
            ours = ours.min(start.elapsed().as_secs_f64());
            parsed &= result.unit.is_some();
            let start = Instant::now();
            gcc(&["-std=gnu17", "-w", "-fsyntax-only"], &path);
            theirs = theirs.min(start.elapsed().as_secs_f64());
        }
        println!(
            "{name}: {megabytes:.2} MB, parsed: {parsed}; lexing and parsing {:.1} MB/s ({ours:.3} s), \
             gcc -fsyntax-only {:.1} MB/s ({theirs:.3} s); best of {ROUNDS}",
            megabytes / ours,
            megabytes / theirs
        );
    }
}

/// Adds the pieces, halving a group that gcc refuses until the culprit is alone.
fn add(text: &mut String, pieces: &[String], path: &Path, used: &mut usize) {
    for group in pieces.chunks(GROUP) {
        if text.len() > BYTES {
            return;
        }
        add_group(text, group, path, used);
    }
}

fn add_group(text: &mut String, group: &[String], path: &Path, used: &mut usize) {
    let before = text.len();
    group.iter().for_each(|piece| text.push_str(piece));
    let _ = std::fs::write(path, &*text);
    if gcc(&["-std=gnu17", "-w", "-fsyntax-only"], path) {
        *used += group.len();
        return;
    }
    text.truncate(before);
    if group.len() > 1 {
        let (left, right) = group.split_at(group.len() / 2);
        add_group(text, left, path, used);
        add_group(text, right, path, used);
    }
}

/// A file whose own names are made unique by macros, so that it can stand beside others.
fn piece(file: &Path, number: usize) -> Option<String> {
    let text = read(file);
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
    let is_include = |line: &&str| line.trim_start().starts_with('#') && line.contains("include");
    let includes: String = source.text().lines().filter(is_include).map(|l| format!("{l}\n")).collect();
    Some(format!("{includes}{defines}{}{end}", source.text()))
}

/// The names that a file defines at file scope.
fn names(unit: &TranslationUnit) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for item in &unit.items {
        let specifiers = match item {
            Item::Declaration(declaration) => {
                for declarator in &declaration.declarators {
                    let function = matches!(declarator.declarator.derived.first(), Some(Derived::Function(_)));
                    let name = declarator.declarator.name.as_ref();
                    names.extend(name.filter(|_| !function).map(|n| n.text.clone()));
                }
                &declaration.specifiers
            }
            Item::Function(function) => {
                names.extend(function.declarator.name.as_ref().map(|n| n.text.clone()));
                &function.specifiers
            }
            Item::Assembler(_) => continue,
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
