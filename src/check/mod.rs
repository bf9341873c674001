//! Abstract syntax tree to typed program: names, types, conversions, what is not modelled.
//!
//! The file scope is read first (types, globals, signatures), then the bodies, then the user's error
//! conditions. Whatever gcc accepts gives a program; the parts that are not modelled are marked in it.

mod call;
mod catalogue;
mod condition;
mod constants;
mod conversion;
#[cfg(test)]
mod coverage;
mod declaration;
mod doubt;
mod expression;
mod flow;
mod function;
mod function_pointer;
mod hoist;
mod initializer;
mod label;
mod library;
mod linkage;
mod local;
mod locus;
mod memory;
mod operator;
mod pointer;
mod pointer_variable;
mod record;
mod reference;
mod resolve;
mod statement;
mod target;
#[cfg(test)]
mod tests;
mod type_operators;
pub mod typed;
mod types;
mod unsupported;
mod usage;
mod version;
pub mod vocabulary;
mod walk;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::options::DataModel;
use crate::source::{SourceFile, Span};
use crate::syntax::ast;
use crate::syntax::error::{Diagnostic, Severity};

use linkage::Linkage;
use pointer::{Hint, Region};
use reference::References;
use resolve::{FunctionEntry, GlobalEntry, Symbol, Tag};
use typed::{FunctionId, IntegerType, May, Program, Statement, StatementKind, VariableId};
pub(crate) use types::common;
use types::{Type, Types};

/// What checking depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// Widths of C's types.
    pub data_model: DataModel,
    /// Whether uninitialised globals are inputs instead of zero.
    pub globals_are_inputs: bool,
}

/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;

/// Checks a file. `conditions` are the user's error conditions, each with the comment it comes from.
///
/// There is no program exactly if one of the diagnostics is an error.
pub fn check<'a>(
    unit: &'a ast::TranslationUnit,
    source: &'a SourceFile,
    conditions: &[(String, Option<Span>)],
    options: &'a CheckOptions,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut checker = Checker {
        source,
        options,
        types: Types { model: options.data_model, records: Vec::new(), layouts: RefCell::default() },
        program: Program::default(),
        diagnostics: Vec::new(),
        errors: 0,
        said: BTreeSet::new(),
        quiet: 0,
        condition: false,
        address_operand: None,
        unread: unit.headers.iter().any(|h| !h.known),
        library_headers: unit.headers.iter().any(|h| !h.known && h.system),
        scopes: vec![BTreeMap::new()],
        tags: vec![BTreeMap::new()],
        globals: BTreeMap::new(),
        functions: BTreeMap::new(),
        enumerators: BTreeMap::new(),
        item: 0,
        constants: BTreeMap::new(),
        address_taken: BTreeSet::new(),
        kept_addresses: BTreeSet::new(),
        unknown_initial: Vec::new(),
        function_values: BTreeSet::new(),
        function_numbers: Vec::new(),
        command_line_reads: BTreeMap::new(),
        stopping: BTreeSet::new(),
        constant_pointers: BTreeSet::new(),
        undeclared: BTreeSet::new(),
        current: None,
        locals: BTreeMap::new(),
        statics: BTreeMap::new(),
        regions: BTreeMap::new(),
        temporaries: BTreeSet::new(),
        frozen: BTreeSet::new(),
        depths: BTreeMap::new(),
        addresses: BTreeMap::new(),
        replaced: BTreeSet::new(),
        references: References::default(),
        linkage: Linkage::default(),
    };
    checker.file_scope(unit);
    checker.bodies(unit);
    checker.conditions(conditions);
    checker.finish();
    let failed = checker.diagnostics.iter().any(|d| d.severity == Severity::Error);
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.span);
    ((!failed).then_some(checker.program), diagnostics)
}

/// The state of checking one file; its methods are spread over the modules.
struct Checker<'a> {
    source: &'a SourceFile,
    options: &'a CheckOptions,
    types: Types,
    program: Program,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// Expressions are looked at more than once; what is said about them is not said again.
    said: BTreeSet<(Span, String)>,
    /// Inside how many parts that are never evaluated we are: nothing there is doubtful.
    quiet: usize,
    /// Whether the expression being checked is a condition as a whole.
    condition: bool,
    /// The operand of the `&` being checked: its address may lie directly behind an array.
    address_operand: Option<Span>,
    /// Whether names may come from headers that were not read.
    unread: bool,
    /// Whether some of them are headers of the system, whose functions have a fixed meaning.
    library_headers: bool,
    scopes: Vec<BTreeMap<String, Symbol>>,
    tags: Vec<BTreeMap<String, Tag>>,
    globals: BTreeMap<String, GlobalEntry>,
    functions: BTreeMap<String, FunctionEntry>,
    /// The item at file scope that an enumerator is declared in.
    enumerators: BTreeMap<String, usize>,
    /// The number of the item at file scope that is being checked: later names are not visible.
    item: usize,
    /// Values of `const` variables.
    constants: BTreeMap<VariableId, i128>,
    address_taken: BTreeSet<VariableId>,
    /// Variables whose addresses static initialisers of locals hold.
    kept_addresses: BTreeSet<VariableId>,
    /// Cells of variables in static storage whose initial values are not modelled.
    unknown_initial: Vec<(VariableId, u32, Span)>,
    /// Names of functions that may be called through pointers; they may be defined further down.
    function_values: BTreeSet<String>,
    /// The functions that pointers may hold, by their numbers less one.
    function_numbers: Vec<String>,
    /// Where texts of the command line are read as numbers, and which ones where that is constant.
    command_line_reads: BTreeMap<Span, Option<i128>>,
    /// Functions that are declared not to return.
    stopping: BTreeSet<FunctionId>,
    /// Where pointer variables are declared that are `const` themselves.
    constant_pointers: BTreeSet<Span>,
    /// Names already reported in this function.
    undeclared: BTreeSet<String>,
    current: Option<CurrentFunction>,
    /// For each function its variables by name, for error conditions.
    locals: BTreeMap<FunctionId, BTreeMap<String, Symbol>>,
    /// Static local variables by the place of their names: all versions of a function share them.
    statics: BTreeMap<Span, VariableId>,
    /// The objects that pointers point into, by the variables of their offsets.
    regions: BTreeMap<VariableId, Region>,
    /// Variables that hold structures which have no name.
    temporaries: BTreeSet<VariableId>,
    /// In how many scopes local variables are declared: with the innermost of them they end.
    depths: BTreeMap<VariableId, usize>,
    /// Parameters that hold subscripts: nothing assigns them.
    frozen: BTreeSet<VariableId>,
    /// For each function the variables whose addresses its body takes.
    addresses: BTreeMap<FunctionId, BTreeSet<VariableId>>,
    /// Functions that are never run, because versions of them are.
    replaced: BTreeSet<FunctionId>,
    /// Versions of functions for what their pointer parameters get.
    references: References<'a>,
    /// What attributes and assembly say of names.
    linkage: Linkage,
}

/// The function whose body is being checked.
struct CurrentFunction {
    id: FunctionId,
    result: Type,
    /// Whether the type of the result is written: K&R's functions without one often return nothing.
    says_result: bool,
    /// Names of the parameters.
    parameters: BTreeSet<String>,
    /// Of `main`: the parameter that holds the command line.
    command_line: Option<String>,
    labels: Vec<typed::Label>,
    /// Whether `break` and `continue` have something to leave.
    breakable: usize,
    loops: usize,
    /// The declarations in scope of variables whose size is not constant.
    variable_arrays: Vec<Span>,
    /// For each label, and for each `goto` with its label, those in scope there.
    label_scopes: BTreeMap<typed::LabelId, Vec<Span>>,
    jumps: Vec<(Span, typed::LabelId, Vec<Span>)>,
    /// Type and labels of the enclosing `switch` statements.
    switches: Vec<Switch>,
    /// Statements to be executed before the one being checked, where that is possible.
    hoisted: Option<Vec<Statement>>,
    /// Names that the body assigns, or takes the address of.
    modified: BTreeSet<String>,
    /// Pointer variables that are not modelled.
    refused: BTreeSet<Span>,
    /// Pointer variables that are used before the first assignment that tells their objects.
    early: BTreeMap<Span, VariableId>,
    /// The objects of such variables, as the check before this one found them.
    hints: BTreeMap<Span, Hint>,
    /// Whether one was refused that had been taken for modelled, or one is used early.
    again: bool,
    /// Whether what is checked is not evaluated (the operand of `sizeof`).
    unevaluated: bool,
}

/// An enclosing `switch`.
struct Switch {
    ty: IntegerType,
    /// The type before promotion.
    written: IntegerType,
    cases: BTreeSet<(i128, i128)>,
    default: bool,
    /// Labels that stand for cases whose values are not known.
    unknown: Vec<typed::LabelId>,
}

impl<'a> Checker<'a> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        let message = message.into();
        if self.errors < MAX_ERRORS && self.said.insert((span, message.clone())) {
            self.errors += 1;
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        let message = message.into();
        if self.quiet == 0 && self.said.insert((span, message.clone())) {
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
    }

    /// Takes back all but the first diagnostics, of which so many are errors.
    fn forget_diagnostics(&mut self, kept: usize, errors: usize) {
        self.diagnostics.truncate(kept);
        self.errors = errors;
        let said = self.diagnostics.iter().filter_map(|d| Some((d.span?, d.message.clone())));
        self.said = said.collect();
    }

    /// Looks at something that is never evaluated.
    fn quietly<T>(&mut self, never: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        self.quiet += usize::from(never);
        let result = look(self);
        self.quiet -= usize::from(never);
        result
    }

    fn open_scope(&mut self) {
        self.scopes.push(BTreeMap::new());
        self.tags.push(BTreeMap::new());
    }

    fn close_scope(&mut self) {
        self.scopes.pop();
        self.tags.pop();
    }

    /// Checks the bodies of all functions.
    fn bodies(&mut self, unit: &'a ast::TranslationUnit) {
        self.references.collect(unit);
        self.stopping = self.functions.values().filter(|f| f.stops).filter_map(|f| f.definition).collect();
        for (item, external) in unit.items.iter().enumerate() {
            let ast::Item::Function(definition) = external else { continue };
            self.item = item;
            self.function_body(definition);
        }
        self.versions();
        self.item = usize::MAX;
    }

    /// What is initialised with something that is not modelled has no known value when `main` starts. It is no
    /// input either: nobody can choose it.
    fn forget_unknown_initial_values(&mut self, main: FunctionId) {
        let mut statements = Vec::new();
        for &(variable, cell, span) in &self.unknown_initial {
            let Some(ty) = self.program.variables[variable.index()].cells.get(cell as usize).map(|c| c.ty)
            else {
                continue;
            };
            let place = typed::Place { variable, offset: cell, indices: Vec::new(), ty, span };
            let value = unsupported::unsupported("initial value", Vec::new(), May::NOTHING, ty, span);
            let kind = typed::ExpressionKind::Assign(place, Box::new(value));
            let kind = StatementKind::Expression(typed::Expression { kind, ty, span });
            statements.push(Statement { kind, span });
        }
        if let StatementKind::Block(body) = &mut self.program.functions[main.index()].body.kind {
            body.splice(0..0, statements);
        }
    }

    /// The first parameter of `main`, where the second is the list of arguments, or it is called so.
    fn argument_count(&self) -> Option<VariableId> {
        let entry = self.functions.get("main")?;
        let first = *self.program.functions[entry.definition?.index()].parameters.first()?;
        let named = self.program.variables[first.index()].name == "argc";
        let int = entry.passing.first().is_some_and(|ty| *ty == Type::Integer(IntegerType::INT));
        let pointer = entry.passing.get(1).is_some_and(Type::is_pointer);
        (int && (named || pointer)).then_some(first)
    }

    /// Completes the program's tables.
    fn finish(&mut self) {
        self.expose_linked();
        self.address_taken.extend(std::mem::take(&mut self.kept_addresses));
        let callbacks = self.callbacks();
        self.address_taken.extend(walk::modified(&self.program, &callbacks));
        walk::connect_callbacks(&mut self.program, &callbacks);
        walk::share_addresses(&self.program, &mut self.address_taken);
        self.program.address_taken = self.address_taken.iter().copied().collect();
        let main = self.functions.get("main").and_then(|f| f.definition);
        self.program.main = main;
        self.program.argument_count = self.argument_count();
        if let Some(main) = main {
            self.run_constructors(main);
            self.forget_unknown_initial_values(main);
        }
    }
}

/// A block.
fn block(statements: Vec<Statement>, span: Span) -> Statement {
    Statement { kind: StatementKind::Block(statements), span }
}
