//! Variables at file scope and in blocks, and their initial values.

use super::cells::CODE;
use super::constants;
use super::program::{
    Cell, Expression, ExpressionKind, LocalDeclaration, Place, Statement, StatementKind, Storage, Variable,
    VariableId,
};
use super::state::{Binding, Layout};
use crate::check::tree::{self, Declaration, Item, ObjectId};
use crate::check::types::Type;
use crate::source::Span;

impl Layout<'_> {
    /// Gives variables at file scope their cells and values, and functions their places.
    pub fn file_scope(&mut self) {
        let mut count = 0;
        for item in &self.tree.items {
            if let Item::Function(id) = item {
                self.numbers[id.index()] = Some(super::FunctionId(count));
                count += 1;
            }
        }
        for item in &self.tree.items {
            match item {
                Item::Object(object) => self.allocate_global(*object),
                Item::Initializer(object, initializer) => self.initialize_global(*object, initializer),
                Item::Function(id) => self.function_head(*id),
                // What it names is exposed at the end.
                Item::Assembler => {}
            }
        }
    }

    fn initialize_global(&mut self, object: ObjectId, initializer: &tree::Initializer) {
        let entry = &self.tree.objects[object.index()];
        match self.variables.get(&object) {
            Some(&variable) => {
                self.initialize_static(variable, &entry.ty, initializer, entry.constant && !entry.volatile)
            }
            // Addresses in it escape.
            None => {
                self.initializer_effects(initializer);
            }
        }
    }

    /// Gives a variable at file scope its cells.
    fn allocate_global(&mut self, object: ObjectId) {
        let entry = &self.tree.objects[object.index()];
        let tree::Storage::File { internal, defined, initialized } = entry.storage else { return };
        let shared = self.tree.linkage.has_no_cells(&entry.name, defined);
        if self.types.unmodelled(&entry.ty).is_some() || shared {
            return;
        }
        let input = !defined || (self.options.globals_are_inputs && !initialized);
        let variable = self.new_variable(&entry.name, Storage::Global, &entry.ty, entry.span);
        self.mark_volatile(variable, object);
        let cells = self.program.variables[variable.index()].cells.len();
        self.program.variables[variable.index()].initial = vec![if input { None } else { Some(0) }; cells];
        self.variables.insert(object, variable);
        if !(internal || entry.constant) {
            self.program.external.push(variable);
        }
        if input {
            self.unknown_functions(variable);
        }
    }

    /// Which functions the pointers in an input point to is not known, and nobody can choose it.
    fn unknown_functions(&mut self, variable: VariableId) {
        let object = &mut self.program.variables[variable.index()];
        for (number, (cell, initial)) in object.cells.iter().zip(&mut object.initial).enumerate() {
            if cell.ty == CODE {
                *initial = Some(0);
                self.unknown_initial.push((variable, number as u32, object.span));
            }
        }
    }

    pub fn new_variable(&mut self, name: &str, storage: Storage, ty: &Type, span: Span) -> VariableId {
        let mut cells = Vec::new();
        self.types.cells(ty, "", &mut cells);
        self.push_variable(name, storage, cells, span)
    }

    /// A variable that stands for an object is `volatile` as that is.
    pub fn mark_volatile(&mut self, variable: VariableId, object: ObjectId) {
        if self.tree.objects[object.index()].volatile {
            let cells = &mut self.program.variables[variable.index()].cells;
            cells.iter_mut().for_each(|cell| cell.volatile = true);
        }
    }

    /// Reads a place as the program does.
    pub fn read(&self, place: Place, span: Span) -> Expression {
        let ty = place.ty;
        let kind = match self.is_volatile(&place) {
            true => ExpressionKind::ReadVolatile(place),
            false => ExpressionKind::Read(place),
        };
        Expression { kind, ty, span }
    }

    /// Whether the cells of a place are `volatile`; those of one array all are, or none.
    pub fn is_volatile(&self, place: &Place) -> bool {
        let cells = &self.program.variables[place.variable.index()].cells;
        cells.get(place.offset as usize).is_some_and(|cell| cell.volatile)
    }

    pub fn push_variable(
        &mut self,
        name: &str,
        storage: Storage,
        cells: Vec<Cell>,
        span: Span,
    ) -> VariableId {
        let id = VariableId(self.program.variables.len() as u32);
        if matches!(storage, Storage::Local(_)) {
            self.depths.insert(id, self.depth);
        }
        self.program.variables.push(Variable {
            name: name.to_owned(),
            storage,
            cells,
            initial: Vec::new(),
            span,
        });
        id
    }

    /// Initialises a variable that exists before `main` starts.
    fn initialize_static(
        &mut self,
        variable: VariableId,
        ty: &Type,
        initializer: &tree::Initializer,
        constant: bool,
    ) {
        let cells = self.program.variables[variable.index()].cells.len();
        let mut initial = vec![Some(0); cells];
        for (cell, expression) in self.initial_cells(ty, initializer) {
            let value = constants::evaluate(&expression, &self.constants);
            if value.is_none() {
                self.unknown_initial.push((variable, cell, expression.span));
            }
            if let Some(slot) = initial.get_mut(cell as usize) {
                *slot = value.or(Some(0));
            }
        }
        let known = !self.unknown_initial.iter().any(|(v, ..)| *v == variable);
        if let (true, Type::Integer(_), Some(Some(value))) = (constant && known, ty, initial.first()) {
            self.constants.insert(variable, *value);
        }
        self.program.variables[variable.index()].initial = initial;
    }

    /// Says what an object of the function is.
    pub fn bind(&mut self, object: ObjectId, binding: Binding) {
        if let Some(current) = &mut self.current {
            current.bindings.insert(object, binding);
        }
    }

    /// A declaration in a block.
    pub fn local_declaration(&mut self, made: &[Declaration], span: Span, out: &mut Vec<Statement>) {
        let mut ready: Vec<LocalDeclaration> = Vec::new();
        let flush = |ready: &mut Vec<LocalDeclaration>, out: &mut Vec<Statement>| {
            if !ready.is_empty() {
                out.push(Statement { kind: StatementKind::Declaration(std::mem::take(ready)), span });
            }
        };
        for declaration in made {
            let mut before = Vec::new();
            let local = match declaration {
                Declaration::Sizes(sizes) => {
                    self.evaluate_sizes(sizes, &mut before);
                    None
                }
                Declaration::Object { object, initializer, cleanup, span } => {
                    if *cleanup {
                        self.undecided("variable with a cleanup function", *span, &mut before);
                    }
                    self.local_object(*object, initializer.as_ref(), *span, &mut before)
                }
            };
            if !before.is_empty() {
                flush(&mut ready, out);
                out.append(&mut before);
            }
            ready.extend(local);
        }
        flush(&mut ready, out);
    }

    /// One variable of a block. `before` gets what must be executed before it.
    fn local_object(
        &mut self,
        object: ObjectId,
        initializer: Option<&tree::Initializer>,
        span: Span,
        before: &mut Vec<Statement>,
    ) -> Option<LocalDeclaration> {
        let entry = &self.tree.objects[object.index()];
        let ty = &entry.ty;
        if entry.storage == tree::Storage::Static {
            self.static_object(object, initializer);
            return None;
        }
        let id = self.current.as_ref()?.id;
        // Where a pointer that is volatile points to is not known from one moment to the next.
        let pointer = matches!(ty, Type::Pointer(..)) && !ty.is_function_pointer() && !entry.volatile;
        if pointer && initializer.is_none_or(|i| !i.braces) {
            self.local_pointer(object, initializer, span, before);
            return None;
        }
        let modelled = self.types.unmodelled(ty).is_none();
        let variable = modelled.then(|| self.new_variable(&entry.name, Storage::Local(id), ty, entry.span));
        self.bind(object, Binding::Variable(variable));
        variable.into_iter().for_each(|variable| self.mark_volatile(variable, object));
        let Some(variable) = variable else {
            if let Some(initializer) = initializer {
                self.unmodelled_initializer(ty, initializer, span, before);
            }
            return None;
        };
        let Some(initializer) = initializer else {
            return Some(LocalDeclaration { variable, span, initializers: Vec::new() });
        };
        if let (Type::Record(_), Some(value)) = (ty, initializer.whole())
            && matches!(value.kind, tree::ExpressionKind::Call(..) | tree::ExpressionKind::Conditional(..))
        {
            self.record_declaration(variable, ty, value, span, before);
            return None;
        }
        let cells = self.program.variables[variable.index()].cells.clone();
        let (initializers, hoisted) = self.with_hoisting(|c| c.local_initializers(ty, initializer, cells));
        before.extend(hoisted);
        if let (true, [(_, value)]) = (entry.constant && !entry.volatile, &initializers[..])
            && let Some(value) = constants::evaluate(value, &self.constants)
        {
            self.constants.insert(variable, value);
        }
        Some(LocalDeclaration { variable, span, initializers })
    }

    /// A `static` variable of a block, which all calls and all versions of the function share.
    fn static_object(&mut self, object: ObjectId, initializer: Option<&tree::Initializer>) {
        let entry = &self.tree.objects[object.index()];
        if let Some(initializer) = initializer {
            self.static_addresses(initializer);
        }
        if self.variables.contains_key(&object) || self.types.unmodelled(&entry.ty).is_some() {
            return;
        }
        let variable = self.new_variable(&entry.name, Storage::Global, &entry.ty, entry.span);
        self.variables.insert(object, variable);
        self.mark_volatile(variable, object);
        let cells = self.program.variables[variable.index()].cells.len();
        self.program.variables[variable.index()].initial = vec![Some(0); cells];
        if let Some(initializer) = initializer {
            let constant = entry.constant && !entry.volatile;
            self.initialize_static(variable, &entry.ty, initializer, constant);
        }
    }
}
