//! Abstract syntax tree to typed tree: names, types, conversions, and everything that there is to say about them.
//!
//! The file scope is read first (types, objects, signatures), then the bodies, each once, then the user's error
//! conditions. Whatever gcc accepts gives a tree; what its parts mean for memory is left to the layout.

mod call;
pub mod catalogue;
mod condition;
mod constants;
mod conversion;
mod declaration;
mod declarator;
mod designation;
mod doubt;
mod effects;
mod expression;
mod flow;
mod function;
mod initializer;
mod label;
pub mod linkage;
mod local;
mod locus;
mod operator;
mod place;
mod record;
mod resolve;
pub mod scalar;
mod statement;
pub mod tree;
mod type_operators;
pub mod types;
pub mod vocabulary;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::arith::IntegerType;
use crate::options::DataModel;
use crate::source::{SourceFile, Span};
use crate::syntax::ast;
use crate::syntax::error::{Diagnostic, Severity};

use linkage::Linkage;
use resolve::{Symbol, Tag};
use tree::{FunctionId, LabelId, ObjectId};
pub(crate) use types::common;
use types::{Type, Types};

/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;

/// Checks a file. `conditions` are the user's error conditions, each with the comment it comes from.
///
/// There is no tree exactly if the file has an error. An error condition that is wrong is said and left out.
pub fn check(
    unit: &ast::TranslationUnit,
    source: &SourceFile,
    conditions: &[(String, Option<Span>)],
    data_model: DataModel,
) -> (Option<tree::Program>, Vec<Diagnostic>) {
    let mut checker = Checker {
        source,
        types: Types { model: data_model, records: Vec::new(), layouts: RefCell::default() },
        objects: Vec::new(),
        functions: Vec::new(),
        items: Vec::new(),
        linkage: Linkage::default(),
        conditions: Vec::new(),
        diagnostics: Vec::new(),
        errors: 0,
        quiet: 0,
        condition: false,
        address_operand: None,
        unread: unit.headers.iter().any(|h| !h.known),
        scopes: vec![BTreeMap::new()],
        tags: vec![BTreeMap::new()],
        globals: BTreeMap::new(),
        names: BTreeMap::new(),
        heads: Vec::new(),
        enumerators: BTreeMap::new(),
        declared_at: BTreeMap::new(),
        item: 0,
        constants: BTreeMap::new(),
        undeclared: BTreeSet::new(),
        sizes: Vec::new(),
        parameter_sizes: Vec::new(),
        parameters: Vec::new(),
        current: None,
    };
    checker.file_scope(unit);
    checker.bodies(unit);
    let failed = checker.diagnostics.iter().any(|d| d.severity == Severity::Error);
    checker.conditions(conditions);
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.span);
    let program = tree::Program {
        types: checker.types,
        objects: checker.objects,
        functions: checker.functions,
        items: checker.items,
        linkage: checker.linkage,
        conditions: checker.conditions,
        unread: checker.unread,
        library_headers: unit.headers.iter().any(|h| !h.known && h.system),
    };
    ((!failed).then_some(program), diagnostics)
}

/// The state of checking one file; its methods are spread over the modules.
struct Checker<'a> {
    source: &'a SourceFile,
    types: Types,
    objects: Vec<tree::Object>,
    functions: Vec<tree::Function>,
    items: Vec<tree::Item>,
    linkage: Linkage,
    conditions: Vec<tree::Condition>,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// Inside how many parts that are never evaluated we are: nothing there is doubtful.
    quiet: usize,
    /// Whether the expression being checked is a condition as a whole.
    condition: bool,
    /// The operand of the `&` being checked: its address may lie directly behind an array.
    address_operand: Option<Span>,
    /// Whether names may come from headers that were not read.
    unread: bool,
    scopes: Vec<BTreeMap<String, Symbol>>,
    tags: Vec<BTreeMap<String, Tag>>,
    /// Variables at file scope.
    globals: BTreeMap<String, ObjectId>,
    /// The functions by their names.
    names: BTreeMap<String, FunctionId>,
    /// For each function what only matters while declarations are read.
    heads: Vec<Head>,
    /// The item at file scope that an enumerator is declared in.
    enumerators: BTreeMap<String, usize>,
    /// The item at file scope that declares a variable first.
    declared_at: BTreeMap<ObjectId, usize>,
    /// The number of the item at file scope that is being checked: later names are not visible.
    item: usize,
    /// Values of `const` variables.
    constants: BTreeMap<ObjectId, i128>,
    /// Names already reported in this function.
    undeclared: BTreeSet<String>,
    /// The sizes in the types that were read last which are not constant, and whether they depend on what happens.
    sizes: Vec<(tree::Expression, bool)>,
    /// Those in the parameters of the prototype that was read last.
    parameter_sizes: Vec<(tree::Expression, bool)>,
    /// The parameters of the prototype that was read last.
    parameters: Vec<ObjectId>,
    current: Option<CurrentFunction>,
}

/// What declarations say of a function besides its type.
#[derive(Clone, Copy, Default)]
struct Head {
    /// The item that declares it first; `None` if only calls do.
    item: Option<usize>,
    /// Whether it is `static`.
    internal: bool,
}

/// The function whose body is being checked.
struct CurrentFunction {
    result: Type,
    /// Whether the type of the result is written: K&R's functions without one often return nothing.
    says_result: bool,
    labels: Vec<tree::Label>,
    /// Whether `break` and `continue` have something to leave.
    breakable: usize,
    loops: usize,
    /// The declarations in scope of variables whose size is not constant.
    variable_arrays: Vec<Span>,
    /// For each label, and for each `goto` with its label, those in scope there.
    label_scopes: BTreeMap<LabelId, Vec<Span>>,
    jumps: Vec<(Span, LabelId, Vec<Span>)>,
    /// Type and labels of the enclosing `switch` statements.
    switches: Vec<Switch>,
    /// The first variable of each name.
    locals: BTreeMap<String, ObjectId>,
}

/// An enclosing `switch`.
struct Switch {
    ty: IntegerType,
    /// The type before promotion.
    written: IntegerType,
    cases: BTreeSet<(i128, i128)>,
    default: bool,
}

impl Checker<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        if self.errors < MAX_ERRORS {
            self.errors += 1;
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        if self.quiet == 0 {
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
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
    fn bodies(&mut self, unit: &ast::TranslationUnit) {
        for (item, external) in unit.items.iter().enumerate() {
            let ast::Item::Function(definition) = external else { continue };
            self.item = item;
            self.function_body(definition);
        }
        self.item = usize::MAX;
    }

    /// Makes an object.
    fn new_object(&mut self, object: tree::Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() as u32 - 1)
    }
}
