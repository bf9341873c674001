//! What changes nothing about a program changes nothing about its report: other names, dead code, declarations in another
//! order.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{LazyLock, OnceLock};

use focuscheck_base::options::{DataModel, Options};
use focuscheck_base::source::SourceFile;
use focuscheck_check::check;
use focuscheck_driver::analyse;
use focuscheck_report::model::{FileReport, InputValue, ReduceStep, Step};
use focuscheck_syntax as syntax;

use crate::programs::sample;

/// A program that stands alone.
struct Subject {
    name: String,
    text: String,
    report: OnceLock<FileReport>,
}

impl Subject {
    /// What is said of the program itself, which all tests compare with.
    fn report(&self) -> &FileReport {
        self.report.get_or_init(|| report(&self.name, &self.text))
    }
}

static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let alone = |text: &str| !text.contains("#include \"");
    sample(60)
        .filter(|(_, text)| alone(text))
        .map(|(name, text)| Subject { name, text, report: OnceLock::new() })
        .collect()
});

fn report(name: &str, text: &str) -> FileReport {
    analyse(&SourceFile::new(name, text), &Options::default())
}

/// New names for the variables, parameters and functions that a program defines, in an order of their own; `None` if it is
/// no program.
fn new_names(name: &str, text: &str) -> Option<BTreeMap<String, String>> {
    let source = SourceFile::new(name, text);
    let unit = syntax::parse(&source, name.ends_with(".cimple")).unit?;
    let tree = check(&unit, &source, &[], DataModel::default()).0?;
    let objects = tree.objects.iter().map(|object| &object.name);
    let functions = tree.functions.iter().filter(|f| f.definition.is_some()).map(|function| &function.name);
    // Some names have a meaning, and some stand in literals.
    let fixed = |name: &str| {
        ["", "main", "\\result", "error", "reach_error"].contains(&name)
            || name.starts_with("__")
            || text.contains(&format!("\"{name}\""))
    };
    let own = objects.chain(functions).filter(|name| !fixed(name));
    let number =
        |name: &str| name.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte)) % 26;
    let new = |name: &String| format!("{}_{name}", char::from(b'z' - number(name) as u8));
    Some(own.map(|name| (name.clone(), new(name))).collect())
}

/// A text with every word of the table replaced, outside of literals.
fn replaced(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            '"' | '\'' => {
                let mut escaped = false;
                let ends = |(_, c): &(usize, char)| {
                    let end = !escaped && (*c == first || *c == '\n');
                    escaped = !escaped && *c == '\\';
                    end
                };
                rest.char_indices().skip(1).find(ends).map_or(rest.len(), |(at, c)| at + c.len_utf8())
            }
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        out.push_str(names.get(token).map_or(token, String::as_str));
        rest = behind;
    }
    out
}

/// All that a report says, by line, without the columns, with each name replaced.
fn said(report: &FileReport, names: &BTreeMap<String, String>) -> String {
    said_at(report, names, &|line| line)
}

/// The same with other lines.
fn said_at(report: &FileReport, names: &BTreeMap<String, String>, at: &dyn Fn(u32) -> u32) -> String {
    let mut out = String::new();
    let text = |text: &str| replaced(text, names);
    let steps = |steps: &[Step]| {
        let step =
            |s: &Step| format!("{}{:?}{:?}{}", at(s.line), s.kind, s.outcome, if s.nest { "!" } else { "" });
        steps.iter().map(step).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(out, "{:?} {}", report.verdict, text(report.reason.as_deref().unwrap_or_default()));
    for error in &report.errors {
        let _ =
            writeln!(out, "{} {} {:?} {}", at(error.line), text(&error.text), error.status, error.complete);
        for example in &error.counterexamples {
            let assumptions = example.assumptions.iter();
            let assumptions =
                assumptions.map(|a| format!("{} {} {}", at(a.line), text(&a.text), a.eliminated));
            let inputs = example.inputs.iter().filter(|input| input.matters);
            let input = |i: &InputValue| format!("{}={}@{}", text(&i.numbered()), i.value, at(i.line));
            let mut inputs: Vec<String> = inputs.map(input).collect();
            inputs.sort_unstable();
            let _ = writeln!(
                out,
                "  #{} {} [{}] when [{}] with [{}]",
                example.rank,
                example.eliminated,
                steps(&example.slice),
                assumptions.collect::<Vec<_>>().join(", "),
                inputs.join(", "),
            );
        }
        for reduced in &error.reduced {
            let _ = writeln!(
                out,
                "  NEST {} {:?}",
                reduced.rank,
                reduced.nest.iter().map(|&line| at(line)).collect::<Vec<_>>()
            );
        }
        for step in &error.reduce_steps {
            let _ = match step {
                ReduceStep::Complementary { line, first_rank, first, second_rank, second } => {
                    let line = at(*line);
                    writeln!(out, "  {line} {first_rank} {} {second_rank} {}", text(first), text(second))
                }
                ReduceStep::Identical { kept_rank, dropped_rank } => {
                    writeln!(out, "  {kept_rank} is {dropped_rank}")
                }
            };
        }
    }
    out
}

/// The line in which two texts differ, twice.
fn difference(name: &str, before: &str, after: &str) -> Option<String> {
    let mut lines = before.lines().zip(after.lines());
    let differing = lines.find(|(one, other)| one != other);
    match differing {
        Some((one, other)) => Some(format!("{name}:\n  {one}\n  {other}\n")),
        None if before.lines().count() != after.lines().count() => Some(format!("{name}: more lines\n")),
        None => None,
    }
}

#[test]
fn other_names_change_nothing_but_names() {
    let (mut failures, mut tried) = (String::new(), 0);
    for subject in &*SUBJECTS {
        let Subject { name, text, .. } = subject;
        let Some(names) = new_names(name, text).filter(|names| !names.is_empty()) else { continue };
        let other = report(name, &replaced(text, &names));
        // Back, as an old name can be a word of a sentence.
        let back = names.into_iter().map(|(old, new)| (new, old)).collect();
        failures.extend(difference(name, &said(subject.report(), &BTreeMap::new()), &said(&other, &back)));
        tried += 1;
    }
    assert!(tried > 25, "{tried} programs");
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn dead_code_changes_nothing() {
    let dead = "\nint unused_count; int unused_first(int unused_x) { int unused_y = unused_x + 1; if (unused_y > unused_count)\n\
        unused_count = unused_y; return unused_y; }\nint unused_second(void) { return unused_first(3); }\n";
    let (mut failures, mut tried) = (String::new(), 0);
    // Where there is nowhere to start, each function more is one at which one could.
    for subject in SUBJECTS.iter().filter(|subject| subject.text.contains("main(")) {
        let Subject { name, text, .. } = subject;
        let before = subject.report();
        if before.errors.is_empty() {
            continue;
        }
        let after = report(name, &format!("{text}{dead}"));
        failures.extend(difference(name, &said(before, &BTreeMap::new()), &said(&after, &BTreeMap::new())));
        tried += 1;
    }
    assert!(tried > 25, "{tried} programs");
    assert!(failures.is_empty(), "\n{failures}");
}

/// Two neighbouring lines that each declare variables or functions at file scope, and nothing else.
fn neighbours(text: &str) -> Option<usize> {
    let types = ["int ", "unsigned ", "long ", "char ", "bool ", "short ", "void ", "extern ", "_Bool "];
    let declares = |line: &str| {
        types.iter().any(|ty| line.starts_with(ty)) && line.ends_with(';') && !line.contains(['{', '=', '/'])
    };
    let lines: Vec<&str> = text.lines().collect();
    lines.windows(2).position(|pair| pair.iter().all(|line| declares(line)))
}

#[test]
fn the_order_of_declarations_changes_nothing() {
    let (mut failures, mut tried) = (String::new(), 0);
    // Few programs have such lines, and these are quick.
    for (name, text) in sample(usize::MAX).filter(|(_, text)| !text.contains("#include \"")) {
        let Some(first) = neighbours(&text) else { continue };
        let mut lines: Vec<&str> = text.lines().collect();
        lines.swap(first, first + 1);
        let number = first as u32 + 1;
        let swapped = |line: u32| match line {
            line if line == number => number + 1,
            line if line == number + 1 => number,
            line => line,
        };
        let before = said(&report(&name, &text), &BTreeMap::new());
        let after = said_at(&report(&name, &lines.join("\n")), &BTreeMap::new(), &swapped);
        failures.extend(difference(&name, &before, &after));
        tried += 1;
    }
    assert!(tried > 10, "{tried} programs");
    assert!(failures.is_empty(), "\n{failures}");
}
