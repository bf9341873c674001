//! What runs before `main`.

use crate::program::graph::{Action, Argument, Callee, Expr, Place, ProcedureId};
use focuscheck_base::source::Span;
use focuscheck_check::tree::{FunctionId, Item, ObjectId, Storage};
use focuscheck_check::types::Type;

use super::build::Lowering;

/// How many arguments of the command line have places.
const ARGUMENTS: u64 = 256;

impl<'t> Lowering<'t> {
    /// The procedure that initialises static objects, reads what comes from outside at the start, and calls the function
    /// to start at.
    pub(super) fn start_procedure(&mut self) {
        let name = self.begin.entry.unwrap_or("main");
        let id = self.tree.function(name).map(|id| self.tree.resolved(id));
        let Some((id, main)) = id.and_then(|id| Some((id, self.graph.bodies[id.index()]?))) else {
            return self.statics_procedure();
        };
        let span = self.tree.functions[id.index()].definition.as_ref().map_or(Span::default(), |d| d.span);
        let from = self.next_node();
        let entry = self.begin_procedure(None, span);
        self.static_objects();
        self.constructors(id, span);
        let arguments = self.first_arguments(id);
        self.emit(Action::Call { callee: Callee::Procedure(main), arguments, result: None }, span);
        self.end_procedure(from, entry, Vec::new(), span);
        self.graph.start = Some(ProcedureId(self.graph.procedures.len() as u32 - 1));
        self.graph.statics = self.graph.start;
    }

    /// The procedure that initialises static objects, where nothing is started.
    fn statics_procedure(&mut self) {
        let from = self.next_node();
        let entry = self.begin_procedure(None, Span::default());
        self.static_objects();
        self.end_procedure(from, entry, Vec::new(), Span::default());
        self.graph.statics = Some(ProcedureId(self.graph.procedures.len() as u32 - 1));
    }

    fn static_objects(&mut self) {
        let tree = self.tree;
        for item in &tree.items {
            match item {
                Item::Object(object) => {
                    let entry = &tree.objects[object.index()];
                    let Storage::File { defined, initialized, .. } = entry.storage else { continue };
                    if !defined || (self.begin.globals_are_inputs && !initialized) {
                        self.find_parts(*object);
                        self.emit(Action::Declare(*object), entry.span);
                    }
                }
                Item::Initializer(object, initializer) => {
                    let entry = &tree.objects[object.index()];
                    let place = Place::object(*object, entry.ty.clone(), entry.span);
                    self.initialize(&place, initializer, entry.span);
                }
                Item::Function(_) | Item::Assembler => {}
            }
        }
        for (object, initializer) in std::mem::take(&mut self.statics) {
            let entry = &tree.objects[object.index()];
            let place = Place::object(object, entry.ty.clone(), entry.span);
            self.initialize(&place, initializer, entry.span);
        }
        if self.begin.globals_change {
            self.changed_objects();
        }
    }

    /// Objects that anything may have happened to before the function to start at is called.
    fn changed_objects(&mut self) {
        let tree = self.tree;
        for (number, entry) in tree.objects.iter().enumerate() {
            let changes = match entry.storage {
                // Where nothing else says what it holds it comes from outside anyway.
                Storage::File { defined, initialized, .. } => {
                    defined && (initialized || !self.begin.globals_are_inputs)
                }
                Storage::Static => true,
                Storage::Automatic | Storage::Parameter | Storage::Result => false,
            };
            // What annotations are followed by is no variable of the program.
            if changes && !entry.constant && !entry.name.starts_with('\\') {
                let object = ObjectId(number as u32);
                self.find_parts(object);
                self.emit(Action::Declare(object), entry.span);
            }
        }
    }

    /// What attributes ask to run before `main`.
    fn constructors(&mut self, main: FunctionId, span: Span) {
        let linkage = &self.tree.linkage;
        if linkage.unread.is_some() || linkage.tables.is_some() || !linkage.destructors.is_empty() {
            return self.cut("what runs around main", span);
        }
        let body = |name: &str| {
            let id = self.tree.function(name).filter(|id| *id != main)?;
            self.graph.bodies[id.index()]
        };
        match &linkage.constructors[..] {
            [] => {}
            [(name, span)] if body(name).is_some() => {
                let Some(procedure) = body(name) else { return };
                let callee = Callee::Procedure(procedure);
                self.emit(Action::Call { callee, arguments: Vec::new(), result: None }, *span);
            }
            [(_, span), ..] => self.cut("constructors", *span),
        }
    }

    /// What the function to start at gets: integers come from outside, and so does the list of arguments of `main`.
    fn first_arguments(&mut self, id: FunctionId) -> Vec<Argument> {
        let tree = self.tree;
        let function = &tree.functions[id.index()];
        let Some(definition) = &function.definition else { return Vec::new() };
        let mut arguments = Vec::new();
        for (number, (object, ty)) in definition.parameters.iter().zip(&function.passing).enumerate() {
            let entry = &tree.objects[object.index()];
            let (name, span) = (&entry.name, entry.span);
            arguments.push(match ty {
                Type::Integer(_) | Type::Float(_) if self.types.bits(ty).is_some() => {
                    let range = self.types.bits(ty).map_or((0, 0), |bits| (bits.min(), bits.max()));
                    Argument::Value(self.input(name, range, ty, span))
                }
                Type::Record(_) => {
                    let whole = self.new_object(name, ty.clone(), false, span);
                    self.find_parts(whole);
                    self.emit(Action::Declare(whole), span);
                    Argument::Record(Place::object(whole, ty.clone(), span))
                }
                Type::Pointer(pointee, _) if number == 1 && self.begin.entry.is_none() => {
                    Argument::Value(self.argument_list(pointee, span))
                }
                _ => Argument::Value(Self::unmodelled("argument of the start", ty, span)),
            });
        }
        arguments
    }

    fn argument_list(&mut self, text: &Type, span: Span) -> Expr {
        let ty = Type::Array(text.clone().into(), Some(ARGUMENTS));
        let list = self.new_object("argv", ty.clone(), true, span);
        self.graph.command_line = Some(list);
        Expr { ty: text.clone().pointer_to(), ..Self::address(Place::object(list, ty, span)) }
    }
}
