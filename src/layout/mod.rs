//! Typed tree to a program over cells: which object a pointer means, versions of functions, what is not modelled.
//!
//! Nothing is said here: what can be said of a file was said when it was checked. Where a pointer variable turns out not to
//! be modelled that was taken for it, its function is laid out again, and what the first attempt made is forgotten.

mod call;
mod cells;
mod computed;
mod condition;
mod constants;
#[cfg(test)]
mod coverage;
mod declaration;
mod expression;
mod function;
mod function_pointer;
mod hoist;
mod initializer;
mod input;
mod label;
mod library;
mod linkage;
mod local;
mod memory;
mod operator;
mod pointer;
mod pointer_variable;
pub mod program;
mod record;
mod reference;
mod statement;
mod target;
#[cfg(test)]
mod tests;
mod unsupported;
mod usage;
mod version;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::check::tree::{self, ObjectId};
use crate::source::{SourceFile, Span};
use crate::syntax::error::Diagnostic;

use cells::Shapes;
use pointer::{Hint, PointerSymbol, Region};
use program::{FunctionId, May, Program, Statement, StatementKind, VariableId};
use reference::References;

/// What the layout depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutOptions<'a> {
    /// Whether uninitialised globals are inputs instead of zero.
    pub globals_are_inputs: bool,
    /// The function to start at instead of `main`.
    pub entry: Option<&'a str>,
}

/// Lays a file out in cells. There is no program if an error condition of the user's cannot be put to it; the
/// diagnostics then say why.
pub fn lay_out(
    tree: &tree::Program,
    source: &SourceFile,
    options: LayoutOptions<'_>,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut layout = Layout {
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
        references: References::default(),
        assembler: tree.linkage.assembler,
        given_away: false,
    };
    layout.file_scope();
    layout.bodies();
    let diagnostics = layout.conditions();
    layout.finish();
    (diagnostics.is_empty().then_some(layout.program), diagnostics)
}

/// The state of laying out one file; its methods are spread over the modules.
struct Layout<'a> {
    source: &'a SourceFile,
    tree: &'a tree::Program,
    options: LayoutOptions<'a>,
    types: Shapes<'a>,
    program: Program,
    /// The function with a body for each function of the tree that has one.
    numbers: Vec<Option<FunctionId>>,
    /// Variables in static storage that have cells.
    variables: BTreeMap<ObjectId, VariableId>,
    /// Values of `const` variables.
    constants: BTreeMap<VariableId, i128>,
    address_taken: BTreeSet<VariableId>,
    /// Variables whose addresses static initialisers of locals hold.
    kept_addresses: BTreeSet<VariableId>,
    /// Cells of variables in static storage whose initial values are not modelled.
    unknown_initial: Vec<(VariableId, u32, Span)>,
    /// Functions that may be called through pointers.
    function_values: BTreeSet<tree::FunctionId>,
    /// The functions that pointers may hold, by their numbers less one.
    function_numbers: Vec<tree::FunctionId>,
    /// Where texts of the command line are read as numbers, and which ones where that is constant.
    command_line_reads: BTreeMap<Span, Option<i128>>,
    current: Option<CurrentFunction>,
    /// Whether we are inside the operand of `&`, which is not accessed.
    addressing: bool,
    /// In how many scopes we are; the file is the first.
    depth: usize,
    /// For each function what its objects are, for error conditions.
    locals: BTreeMap<FunctionId, BTreeMap<ObjectId, Binding>>,
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
    references: References,
    /// Whether there is text for the assembler, which can name any variable and any function.
    assembler: bool,
    /// Whether code of other files gives pointers, which may lead to all that is not `static`.
    given_away: bool,
}

/// What an object of a function is.
#[derive(Clone, Debug)]
enum Binding {
    /// A variable; without an id it is not modelled.
    Variable(Option<VariableId>),
    /// A pointer variable whose object is known.
    Pointer(Rc<PointerSymbol>),
}

/// The function whose body is being laid out.
struct CurrentFunction {
    id: FunctionId,
    /// The function of the tree.
    origin: tree::FunctionId,
    labels: Vec<program::Label>,
    /// For each enclosing `switch` the labels that stand for cases whose values are not known.
    switches: Vec<Vec<program::LabelId>>,
    /// What its objects are, as far as they have been declared.
    bindings: BTreeMap<ObjectId, Binding>,
    /// Statements to be executed before the one being laid out, where that is possible.
    hoisted: Option<Vec<Statement>>,
    /// In how many loops we are.
    loops: usize,
    /// Objects that the body assigns, or takes the address of.
    modified: Rc<BTreeSet<ObjectId>>,
    /// Pointer variables that are not modelled.
    refused: BTreeSet<ObjectId>,
    /// Pointer variables that are used before the first assignment that tells their objects.
    early: BTreeMap<ObjectId, VariableId>,
    /// The objects of such variables, as the attempt before this one found them.
    hints: BTreeMap<ObjectId, Hint>,
    /// Whether one was refused that had been taken for modelled, or one is used early.
    again: bool,
}

impl Layout<'_> {
    /// Lays out the bodies of all functions, then the versions that they ask for.
    fn bodies(&mut self) {
        self.references.collect(self.tree, self.options.entry.is_some());
        for item in &self.tree.items {
            if let tree::Item::Function(id) = item {
                self.function_body(*id);
            }
        }
        self.versions();
    }

    /// The function with a body that a function of the tree stands for.
    fn defined(&self, id: tree::FunctionId) -> Option<FunctionId> {
        self.numbers[self.tree.resolved(id).index()]
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
            let place = program::Place { variable, offset: cell, indices: Vec::new(), ty, span };
            let value = unsupported::unsupported("initial value", Vec::new(), May::NOTHING, ty, span);
            let kind = program::ExpressionKind::Assign(place, Box::new(value));
            let kind = StatementKind::Expression(program::Expression { kind, ty, span });
            statements.push(Statement { kind, span });
        }
        if let StatementKind::Block(body) = &mut self.program.functions[main.index()].body.kind {
            body.splice(0..0, statements);
        }
    }

    /// The function at which the program starts, if it is defined.
    fn start(&self) -> Option<(tree::FunctionId, FunctionId)> {
        let id = self.tree.function(self.options.entry.unwrap_or("main"))?;
        Some((id, self.numbers[id.index()]?))
    }

    /// The same if that is `main`, of which C says more than of other functions.
    fn main(&self) -> Option<(tree::FunctionId, FunctionId)> {
        self.start().filter(|_| self.options.entry.is_none())
    }

    /// The first parameter of `main`, where the second is the list of arguments, or it is called so.
    fn argument_count(&self) -> Option<VariableId> {
        let (id, main) = self.main()?;
        let first = *self.program.functions[main.index()].parameters.first()?;
        let named = self.program.variables[first.index()].name == "argc";
        let passing = &self.tree.functions[id.index()].passing;
        let int = passing.first().and_then(|ty| ty.integer()) == Some(crate::arith::IntegerType::INT);
        let pointer = passing.get(1).is_some_and(|ty| ty.is_pointer());
        (int && (named || pointer)).then_some(first)
    }

    /// Completes the program's tables.
    fn finish(&mut self) {
        self.expose_linked();
        self.address_taken.extend(std::mem::take(&mut self.kept_addresses));
        let callbacks = self.callbacks();
        self.address_taken.extend(walk::modified(&self.program, &callbacks));
        walk::connect_callbacks(&mut self.program, &callbacks, self.references.leaves);
        walk::share_addresses(&self.program, &mut self.address_taken);
        self.program.address_taken = self.address_taken.iter().copied().collect();
        let main = self.start().map(|(_, main)| main);
        self.program.main = main;
        self.program.entered = self.options.entry.is_some();
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
