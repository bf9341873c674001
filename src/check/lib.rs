//! Abstract syntax tree to typed tree: names, types, conversions, and everything that there is to say about them.
//!
//! The file scope is read first (types, objects, signatures), then the bodies, each once, then the user's error
//! conditions. Whatever gcc accepts gives a tree; what its parts mean for memory is left to the layout.

mod arguments;
mod call;
pub mod atomic;
mod bodies;
mod checker;
pub mod command_line;
mod compared;
mod condition;
mod constants;
mod conversion;
mod counts;
mod declaration;
mod declarator;
mod designation;
mod doubt;
pub mod effects;
pub mod errno;
mod expression;
pub mod floating;
mod flow;
pub mod formats;
mod function;
pub mod given;
pub mod id;
mod initializer;
mod label;
mod followed;
pub mod library;
pub mod models;
pub mod linkage;
mod linked;
mod literals;
mod local;
mod locus;
#[allow(dead_code, reason = "nobody reads yet what annotations say")]
pub mod logic;
mod made;
pub mod named;
mod names;
mod operator;
mod place;
mod reachable;
mod record;
mod resolve;
pub mod scalar;
mod scanned;
mod settle;
mod statement;
pub mod standard;
mod streams;
pub mod tree;
mod type_operators;
pub mod types;
pub mod visit;
mod units;
pub mod unreturned;
pub mod vocabulary;
mod written;

use focuscheck_base::options::DataModel;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_syntax::acsl::tree::Specification;
use focuscheck_syntax::ast;
use focuscheck_syntax::error::{Diagnostic, Severity};

use checker::Checker;
pub use types::common;

/// Checks a program of one translation unit. `conditions` are the user's error conditions, each with the comment it comes from.
///
/// There is no tree exactly if the file has an error. An error condition that is wrong is said and left out.
pub fn check(
    unit: &ast::TranslationUnit,
    source: &SourceFile,
    conditions: &[(String, Option<Span>)],
    data_model: DataModel,
) -> (Option<tree::Program>, Vec<Diagnostic>) {
    check_annotated(std::slice::from_ref(unit), None, source, conditions, data_model)
}

/// Checks the translation units of a program, that of the main file first, with what annotations say, by their numbers.
pub fn check_annotated(
    units: &[ast::TranslationUnit],
    specifications: Option<&[Specification]>,
    source: &SourceFile,
    conditions: &[(String, Option<Span>)],
    data_model: DataModel,
) -> (Option<tree::Program>, Vec<Diagnostic>) {
    let mut checker = Checker::new(source, data_model);
    checker.logic.specifications = specifications;
    checker.begin_units(units);
    for (number, unit) in units.iter().enumerate() {
        checker.enter_unit(number);
        checker.file_scope(unit);
    }
    checker.complete_globals();
    for (number, unit) in units.iter().enumerate().filter(|_| specifications.is_some()) {
        checker.enter_unit(number);
        checker.logic_globals(unit);
    }
    for (number, unit) in units.iter().enumerate() {
        checker.enter_unit(number);
        checker.bodies(unit);
    }
    for (number, unit) in units.iter().enumerate().filter(|_| specifications.is_some()) {
        checker.enter_unit(number);
        checker.contracts(unit);
    }
    let failed = checker.diagnostics.iter().any(|d| d.severity == Severity::Error);
    checker.conditions(conditions);
    if units.len() > 1 {
        checker.separate_names();
    }
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.span);
    // What is said of a header is not said once more for each file that includes it.
    let mut said = std::collections::BTreeSet::new();
    diagnostics.retain(|d| units.len() == 1 || said.insert((d.span, d.message.clone())));
    let headers = || units.iter().flat_map(|unit| &unit.headers);
    let program = tree::Program {
        types: checker.types,
        objects: checker.objects,
        functions: checker.functions,
        items: checker.items,
        linkage: checker.linkage,
        conditions: checker.conditions,
        logic: checker.logic.globals,
        unread: headers().any(|header| !header.known),
        library_headers: headers().any(|header| !header.known && header.system),
        settled: Vec::new(),
        errno: None,
        held: std::collections::BTreeSet::new(),
    };
    ((!failed).then_some(program), diagnostics)
}

impl Checker<'_> {
    /// Checks the bodies of all functions.
    fn bodies(&mut self, unit: &ast::TranslationUnit) {
        for (item, external) in unit.items.iter().enumerate() {
            let ast::Item::Function(definition) = external else { continue };
            self.item = item;
            self.function_body(definition);
        }
        self.item = usize::MAX;
    }
}
