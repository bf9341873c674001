//! The state of checking one file, and what is said of it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::linkage::Linkage;
use super::logic::state::Logic;
use super::names::{Symbol, Tag};
use super::tree::{self, FunctionId, LabelId, ObjectId};
use super::types::{Type, Types};
use super::units::{FileScope, Head, Linked, Own};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::options::DataModel;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_syntax::error::Diagnostic;

/// More errors in one file help nobody.
const MAX_ERRORS: usize = 20;

/// What an error condition speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// What all of the program sees.
    OfProgram,
    /// What a function sees where it returns, its result included.
    OfFunction,
}

/// The state of checking one file; its methods are spread over the modules.
pub(super) struct Checker<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) types: Types,
    pub(super) objects: Vec<tree::Object>,
    pub(super) functions: Vec<tree::Function>,
    pub(super) items: Vec<tree::Item>,
    pub(super) linkage: Linkage,
    pub(super) conditions: Vec<tree::Condition>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) errors: usize,
    /// Inside how many parts that are never evaluated we are: nothing there is doubtful.
    pub(super) quiet: usize,
    /// Whether the expression being checked is a condition as a whole.
    pub(super) condition: bool,
    /// The operand of the `&` being checked: its address may lie directly behind an array.
    pub(super) address_operand: Option<Span>,
    /// Whether names may come from headers that were not read.
    pub(super) unread: bool,
    pub(super) scopes: Vec<BTreeMap<String, Symbol>>,
    pub(super) tags: Vec<BTreeMap<String, Tag>>,
    /// Variables that the unit declares at file scope.
    pub(super) globals: BTreeMap<String, ObjectId>,
    /// The functions by their names.
    pub(super) names: BTreeMap<String, FunctionId>,
    /// The number of the unit that defines a function.
    pub(super) defined_in: BTreeMap<FunctionId, usize>,
    /// For each function what only matters while declarations are read.
    pub(super) heads: Vec<Head>,
    /// The item at file scope that an enumerator is declared in.
    pub(super) enumerators: BTreeMap<String, usize>,
    /// The item at file scope that declares a variable first.
    pub(super) declared_at: BTreeMap<ObjectId, usize>,
    /// The number of the item at file scope that is being checked: later names are not visible.
    pub(super) item: usize,
    /// Values of `const` variables.
    pub(super) constants: BTreeMap<ObjectId, i128>,
    /// Names already reported in this function.
    pub(super) undeclared: BTreeSet<String>,
    /// The error condition that is checked, if it is one.
    pub(super) asked: Option<Asked>,
    /// The sizes in the types that were read last which are not constant, and whether they depend on what happens.
    pub(super) sizes: Vec<(tree::Expression, bool)>,
    /// Those in the parameters of the prototype that was read last.
    pub(super) parameter_sizes: Vec<(tree::Expression, bool)>,
    /// The parameters of the prototype that was read last.
    pub(super) parameters: Vec<ObjectId>,
    pub(super) current: Option<CurrentFunction>,
    /// What annotations say, where that is asked for.
    pub(super) logic: Logic<'a>,
    /// The file scopes of the units that are not being read; the one that is has its place here empty.
    pub(super) files: Vec<FileScope<'a>>,
    /// The number of the unit that is being read.
    pub(super) entered: usize,
    /// What that unit defines itself.
    pub(super) own: Own,
    /// What all units have in common.
    pub(super) linked: Linked,
}

/// The function whose body is being checked.
pub(super) struct CurrentFunction {
    pub(super) result: Type,
    /// Whether the type of the result is written: K&R's functions without one often return nothing.
    pub(super) says_result: bool,
    pub(super) labels: Vec<tree::Label>,
    /// Whether `break` and `continue` have something to leave.
    pub(super) breakable: usize,
    pub(super) loops: usize,
    /// The declarations in scope of variables whose size is not constant.
    pub(super) variable_arrays: Vec<Span>,
    /// For each label, and for each `goto` with its label, those in scope there.
    pub(super) label_scopes: BTreeMap<LabelId, Vec<Span>>,
    pub(super) jumps: Vec<(Span, LabelId, Vec<Span>)>,
    /// Type and labels of the enclosing `switch` statements.
    pub(super) switches: Vec<Switch>,
    /// The first variable of each name.
    pub(super) locals: BTreeMap<String, ObjectId>,
}

/// An enclosing `switch`.
pub(super) struct Switch {
    pub(super) ty: IntegerType,
    /// The type before promotion.
    pub(super) written: IntegerType,
    pub(super) cases: BTreeSet<(i128, i128)>,
    pub(super) default: bool,
}

impl<'a> Checker<'a> {
    /// Nothing has been read yet.
    pub(super) fn new(source: &'a SourceFile, data_model: DataModel) -> Self {
        Self {
            source,
            types: Types {
                model: data_model,
                records: Vec::new(),
                stream: None,
                layouts: RefCell::default(),
            },
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
            unread: false,
            scopes: vec![BTreeMap::new()],
            tags: vec![BTreeMap::new()],
            globals: BTreeMap::new(),
            names: BTreeMap::new(),
            defined_in: BTreeMap::new(),
            heads: Vec::new(),
            enumerators: BTreeMap::new(),
            declared_at: BTreeMap::new(),
            item: 0,
            constants: BTreeMap::new(),
            undeclared: BTreeSet::new(),
            asked: None,
            sizes: Vec::new(),
            parameter_sizes: Vec::new(),
            parameters: Vec::new(),
            current: None,
            logic: Logic::default(),
            files: vec![FileScope::default()],
            entered: 0,
            own: Own::default(),
            linked: Linked::default(),
        }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        if self.errors < MAX_ERRORS {
            self.errors += 1;
            self.diagnostics.push(Diagnostic::error(span, message));
        }
    }

    pub(super) fn warning(&mut self, span: Span, message: impl Into<String>) {
        if self.quiet == 0 {
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
    }

    /// Looks at something that is never evaluated.
    pub(super) fn quietly<T>(&mut self, never: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        self.quiet += usize::from(never);
        let result = look(self);
        self.quiet -= usize::from(never);
        result
    }

    pub(super) fn open_scope(&mut self) {
        self.scopes.push(BTreeMap::new());
        self.tags.push(BTreeMap::new());
    }

    pub(super) fn close_scope(&mut self) {
        self.scopes.pop();
        self.tags.pop();
    }

    /// Makes an object.
    pub(super) fn new_object(&mut self, object: tree::Object) -> ObjectId {
        self.objects.push(object);
        ObjectId(self.objects.len() as u32 - 1)
    }
}
