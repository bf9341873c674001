//! The state of laying out one file.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::cells::Shapes;
use super::program::{self, FunctionId, Program, Statement, VariableId};
use super::region::{Hint, PointerSymbol, Region};
use super::version::Versions;
use crate::check::tree::{self, ObjectId};
use crate::source::{SourceFile, Span};

/// What the layout depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutOptions<'a> {
    /// Whether uninitialised globals are inputs instead of zero.
    pub globals_are_inputs: bool,
    /// The function to start at instead of `main`.
    pub entry: Option<&'a str>,
}

/// The state of laying out one file; its methods are spread over the modules.
pub(super) struct Layout<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) tree: &'a tree::Program,
    pub(super) options: LayoutOptions<'a>,
    pub(super) types: Shapes<'a>,
    pub(super) program: Program,
    /// The function with a body for each function of the tree that has one.
    pub(super) numbers: Vec<Option<FunctionId>>,
    /// Variables in static storage that have cells.
    pub(super) variables: BTreeMap<ObjectId, VariableId>,
    /// Values of `const` variables.
    pub(super) constants: BTreeMap<VariableId, i128>,
    pub(super) address_taken: BTreeSet<VariableId>,
    /// Variables whose addresses static initialisers of locals hold.
    pub(super) kept_addresses: BTreeSet<VariableId>,
    /// Cells of variables in static storage whose initial values are not modelled.
    pub(super) unknown_initial: Vec<(VariableId, u32, Span)>,
    /// Functions that may be called through pointers.
    pub(super) function_values: BTreeSet<tree::FunctionId>,
    /// The functions that pointers may hold, by their numbers less one.
    pub(super) function_numbers: Vec<tree::FunctionId>,
    /// Where texts of the command line are read as numbers, and which ones where that is constant.
    pub(super) command_line_reads: BTreeMap<Span, Option<i128>>,
    pub(super) current: Option<CurrentFunction>,
    /// Whether we are inside the operand of `&`, which is not accessed.
    pub(super) addressing: bool,
    /// In how many scopes we are; the file is the first.
    pub(super) depth: usize,
    /// For each function what its objects are, for error conditions.
    pub(super) locals: BTreeMap<FunctionId, BTreeMap<ObjectId, Binding>>,
    /// The objects that pointers point into, by the variables of their offsets.
    pub(super) regions: BTreeMap<VariableId, Region>,
    /// Variables that hold structures which have no name.
    pub(super) temporaries: BTreeSet<VariableId>,
    /// In how many scopes local variables are declared: with the innermost of them they end.
    pub(super) depths: BTreeMap<VariableId, usize>,
    /// Parameters that hold subscripts: nothing assigns them.
    pub(super) frozen: BTreeSet<VariableId>,
    /// For each function the variables whose addresses its body takes.
    pub(super) addresses: BTreeMap<FunctionId, BTreeSet<VariableId>>,
    /// Functions that are never run, because versions of them are.
    pub(super) replaced: BTreeSet<FunctionId>,
    /// Versions of functions for what their pointer parameters get.
    pub(super) references: Versions,
    /// Whether there is text for the assembler, which can name any variable and any function.
    pub(super) assembler: bool,
    /// Whether code of other files gives pointers, which may lead to all that is not `static`.
    pub(super) given_away: bool,
}

/// What an object of a function is.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A variable; without an id it is not modelled.
    Variable(Option<VariableId>),
    /// A pointer variable whose object is known.
    Pointer(Rc<PointerSymbol>),
}

/// The function whose body is being laid out.
pub(super) struct CurrentFunction {
    pub(super) id: FunctionId,
    /// The function of the tree.
    pub(super) origin: tree::FunctionId,
    pub(super) labels: Vec<program::Label>,
    /// For each enclosing `switch` the labels that stand for cases whose values are not known.
    pub(super) switches: Vec<Vec<program::LabelId>>,
    /// What its objects are, as far as they have been declared.
    pub(super) bindings: BTreeMap<ObjectId, Binding>,
    /// Statements to be executed before the one being laid out, where that is possible.
    pub(super) hoisted: Option<Vec<Statement>>,
    /// In how many loops we are.
    pub(super) loops: usize,
    /// Objects that the body assigns, or takes the address of.
    pub(super) modified: Rc<BTreeSet<ObjectId>>,
    /// Pointer variables that are not modelled.
    pub(super) refused: BTreeSet<ObjectId>,
    /// Pointer variables that are used before the first assignment that tells their objects.
    pub(super) early: BTreeMap<ObjectId, VariableId>,
    /// The objects of such variables, as the attempt before this one found them.
    pub(super) hints: BTreeMap<ObjectId, Hint>,
    /// Whether one was refused that had been taken for modelled, or one is used early.
    pub(super) again: bool,
}

impl<'a> Layout<'a> {
    /// Nothing has been laid out yet.
    pub(super) fn new(tree: &'a tree::Program, source: &'a SourceFile, options: LayoutOptions<'a>) -> Self {
        Self {
            source,
            tree,
            options,
            types: Shapes::new(&tree.types),
            program: Program::default(),
            numbers: vec![None; tree.functions.len()],
            variables: BTreeMap::new(),
            constants: BTreeMap::new(),
            address_taken: BTreeSet::new(),
            kept_addresses: BTreeSet::new(),
            unknown_initial: Vec::new(),
            function_values: BTreeSet::new(),
            function_numbers: Vec::new(),
            command_line_reads: BTreeMap::new(),
            current: None,
            depth: 1,
            addressing: false,
            locals: BTreeMap::new(),
            regions: BTreeMap::new(),
            temporaries: BTreeSet::new(),
            frozen: BTreeSet::new(),
            depths: BTreeMap::new(),
            addresses: BTreeMap::new(),
            replaced: BTreeSet::new(),
            references: Versions::default(),
            assembler: tree.linkage.assembler,
            given_away: false,
        }
    }

    /// The function with a body that a function of the tree stands for.
    pub(super) fn defined(&self, id: tree::FunctionId) -> Option<FunctionId> {
        self.numbers[self.tree.resolved(id).index()]
    }

    /// The function at which the program starts, if it is defined.
    pub(super) fn start(&self) -> Option<(tree::FunctionId, FunctionId)> {
        let id = self.tree.function(self.options.entry.unwrap_or("main"))?;
        Some((id, self.numbers[id.index()]?))
    }

    /// The same if that is `main`, of which C says more than of other functions.
    pub(super) fn main(&self) -> Option<(tree::FunctionId, FunctionId)> {
        self.start().filter(|_| self.options.entry.is_none())
    }
}
