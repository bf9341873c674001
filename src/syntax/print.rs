//! The tree as C text again, with the parentheses that precedence needs.

use std::collections::BTreeSet;

use super::ast::*;
use super::headers::{macros_of, macros_of_unread};
use super::printer::Printer;

/// A structure or union as it is specified, on one line.
pub fn record(record: &Record) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.record(record);
    printer.out
}

/// A function with its body.
pub fn function(function: &FunctionDefinition) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.function(function);
    printer.out
}

/// The whole file. The arguments of attributes and the texts of `asm` are left out; headers come first.
pub fn print(unit: &TranslationUnit) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    for item in &unit.items {
        match item {
            Item::Declaration(declaration) => printer.declaration(declaration),
            Item::Function(function) => printer.function(function),
            Item::Assembler(_) => printer.line("asm(\"\");"),
            Item::Annotation(annotation) => printer.annotations(std::slice::from_ref(annotation)),
        }
    }
    // In a directive, though an empty one, they stand before nothing again.
    for annotation in &unit.unattached {
        printer.line(&format!("# {}", annotation.text));
    }
    let body = std::mem::take(&mut printer.out);
    for header in &unit.headers {
        let (open, close) = if header.system { ('<', '>') } else { ('"', '"') };
        printer.line(&format!("#include {open}{}{close}", header.name));
    }
    // What the headers define has been replaced where it was meant; other uses of such a name are not.
    let macros = unit.headers.iter().map(|h| macros_of(&h.name).unwrap_or_else(macros_of_unread));
    let macros: Vec<String> = macros.collect();
    let names: BTreeSet<&str> = macros.iter().flat_map(|text| text.lines()).filter_map(defined).collect();
    let words: BTreeSet<&str> = if names.is_empty() {
        BTreeSet::new()
    } else {
        body.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect()
    };
    for name in names.intersection(&words) {
        printer.line(&format!("#undef {name}"));
    }
    printer.out.push_str(&body);
    printer.out
}

/// The name that a `#define` line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("#define ")?;
    rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()
}
