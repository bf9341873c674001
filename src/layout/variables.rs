//! The objects of a program as scalars.

use std::collections::BTreeSet;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Premise;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Assumed, ProcedureId, Scalar, ScalarId, ScalarKind, Site};
use focuscheck_check::tree::{Item, ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::ARGUMENTS;
use focuscheck_ir::program::addresses::{Addressed, addresses};
use focuscheck_ir::program::graph::{self, Action};

use super::build::Stage;
use super::copy::Variable;
use super::gap::Gap;
use super::region::{Pointer, is_pointer};

/// A longer string literal has no cells.
const MAX_LITERAL: u64 = 256;

/// So many characters of a string literal are shown.
const SHOWN: usize = 16;

/// A string literal as a person writes it; its end is left out if it is long.
pub(super) fn quoted(units: &[u32]) -> String {
    let mut text = String::from("\"");
    for &unit in units.iter().take(SHOWN) {
        match char::from_u32(unit) {
            Some(c @ ('"' | '\\')) => text.extend(['\\', c]),
            Some(c) if !c.is_control() => text.push(c),
            Some('\n') => text.push_str("\\n"),
            Some('\t') => text.push_str("\\t"),
            _ => text.push_str(&format!("\\x{unit:02x}")),
        }
    }
    text.push_str(if units.len() > SHOWN { "…\"" } else { "\"" });
    text
}

impl Stage<'_> {
    /// Makes the scalars of an object; `None` if it has none.
    pub fn make(
        &mut self,
        name: &str,
        ty: &Type,
        span: Span,
        kind: impl Fn(u32) -> ScalarKind,
        procedure: Option<ProcedureId>,
    ) -> Option<Variable> {
        if self.shapes.unmodelled(ty).is_some() {
            return None;
        }
        let mut cells = Vec::new();
        self.shapes.cells(ty, "", &mut cells);
        let first = ScalarId(self.out.scalars.len() as u32);
        for (number, cell) in cells.iter().enumerate() {
            if cell.volatile {
                self.volatile.insert(ScalarId(first.0 + number as u32));
            }
            if let Some(to) = &cell.to {
                self.pointer_cells.insert(ScalarId(first.0 + number as u32), to.clone());
            }
            let (name, kind) = (format!("{name}{}", cell.suffix), kind(number as u32));
            self.out.scalars.push(Scalar { name, ty: cell.ty, kind, procedure, initial: None, span });
        }
        Some(Variable { first, count: cells.len() as u32 })
    }

    /// Notes that the scalars of an object are `volatile`, if it is.
    pub fn mark_volatile(&mut self, object: ObjectId, variable: &Variable) {
        if self.graph.objects[object.index()].volatile {
            self.volatile.extend(variable.cells());
        }
    }

    /// The scalars of the objects that there is one of for the whole run.
    pub fn globals(&mut self) -> Result<(), Gap> {
        let tree = self.tree;
        self.pool_cells();
        self.make_counters();
        self.make_next_input();
        self.make_leaks();
        for item in &tree.items {
            let Item::Object(object) = item else { continue };
            if self.globals.contains_key(object) {
                continue;
            }
            let entry = &tree.objects[object.index()];
            let Storage::File { internal, defined, .. } = entry.storage else { continue };
            if tree.linkage.has_no_cells(&entry.name, defined) {
                continue;
            }
            let made = self.make(&entry.name, &entry.ty, entry.span, |_| ScalarKind::Global, None);
            let Some(variable) = made else { continue };
            self.mark_volatile(*object, &variable);
            if !(internal || entry.constant) {
                self.named.extend(variable.cells());
            }
            self.globals.insert(*object, variable);
        }
        for (number, entry) in tree.objects.iter().enumerate() {
            let object = ObjectId(number as u32);
            if entry.storage == Storage::Static && !self.globals.contains_key(&object) {
                let made = self.make(&entry.name, &entry.ty, entry.span, |_| ScalarKind::Global, None);
                let Some(variable) = made else { continue };
                self.mark_volatile(object, &variable);
                self.globals.insert(object, variable);
            }
        }
        for variable in self.globals.values() {
            for cell in variable.cells() {
                self.out.scalars[cell.index()].initial.get_or_insert(Ok(0));
            }
        }
        self.literals();
        self.make_shadows(true);
        self.initial_values()
    }

    /// The scalars of the string literals whose addresses procedures take: constants. What is only written out, or copied into
    /// an array, needs none.
    fn literals(&mut self) {
        let graph = self.graph;
        let mut taken = BTreeSet::new();
        let procedures = (0u32..).map(graph::ProcedureId).take(graph.procedures.len());
        for node in procedures.filter(|id| Some(*id) != graph.statics).flat_map(|id| graph.nodes_of(id)) {
            addresses(&graph.nodes[node.index()].action, &mut |addressed| match addressed {
                Addressed::Object(object) => _ = taken.insert(object),
                Addressed::Function(_) => {}
            });
        }
        for (object, units) in graph.literals.iter().filter(|(object, _)| taken.contains(object)) {
            let entry = &graph.objects[object.index()];
            let Type::Array(element, Some(length)) = &entry.ty else { continue };
            let Type::Integer(ty) = **element else { continue };
            if *length > MAX_LITERAL || self.globals.contains_key(object) {
                continue;
            }
            let made = self.make(&quoted(units), &entry.ty, entry.span, |_| ScalarKind::Global, None);
            let Some(variable) = made else { continue };
            for (number, cell) in variable.cells().enumerate() {
                let unit = units.get(number).copied().unwrap_or(0);
                self.out.scalars[cell.index()].initial = Some(Ok(ty.convert(i128::from(unit))));
            }
            self.globals.insert(*object, variable);
        }
    }

    /// The scalars of the parameters, objects and result of the current procedure.
    pub fn locals(&mut self) -> Result<(), Gap> {
        let tree = self.tree;
        let function = &tree.functions[self.copy().function.index()];
        let Some(definition) = &function.definition else { return Err(Gap::Shape("no definition")) };
        let procedure = Some(self.procedure());
        self.result()?;
        let mut before = 0;
        for (object, ty) in definition.parameters.iter().zip(&function.passing) {
            let entry = &tree.objects[object.index()];
            if matches!(ty, Type::Record(_)) && self.passed_cells(ty) == 0 {
                continue;
            }
            if is_pointer(ty) {
                self.copy_mut().pointers.insert(*object, Pointer::Unknown("pointer value".into()));
                continue;
            }
            let kind = |number| ScalarKind::Formal(before + number);
            let Some(variable) = self.make(&entry.name, ty, entry.span, kind, procedure) else { continue };
            self.mark_volatile(*object, &variable);
            before += variable.count;
            self.copy_mut().formals.extend(variable.cells());
            self.copy_mut().locals.insert(*object, variable);
        }
        self.blocks()?;
        self.find_leads();
        self.make_shadows(false);
        self.make_flags();
        self.first_arguments()
    }

    /// The scalars of the objects that the blocks of the current procedure declare.
    pub fn blocks(&mut self) -> Result<(), Gap> {
        let procedure = Some(self.procedure());
        let receivers = self.receivers();
        for node in self.graph.nodes_of(self.copy().origin) {
            let Action::Declare(object) = self.graph.nodes[node.index()].action else { continue };
            let entry = &self.graph.objects[object.index()];
            // A pointer that is followed by itself has no cells.
            let itself = is_pointer(&entry.ty) && self.pools.is_variable(self.tree, object);
            if itself || self.variable(object).is_ok() {
                continue;
            }
            let name = receivers.get(&object).unwrap_or(&entry.name);
            let made = self.make(name, &entry.ty, entry.span, |_| ScalarKind::Local, procedure);
            let Some(made) = made else { continue };
            self.mark_volatile(object, &made);
            self.copy_mut().locals.insert(object, made);
        }
        Ok(())
    }

    /// The result of the current procedure.
    pub fn result(&mut self) -> Result<(), Gap> {
        let tree = self.tree;
        let function = &tree.functions[self.copy().function.index()];
        let Some(definition) = &function.definition else { return Err(Gap::Shape("no definition")) };
        match self.shapes.scalar(&function.signature.result) {
            Some(ty) => {
                let (name, kind, span) = ("\\result".to_owned(), ScalarKind::Result, definition.span);
                let procedure = Some(self.procedure());
                self.out.scalars.push(Scalar { name, ty, kind, procedure, initial: None, span });
                self.copy_mut().result = Some(ScalarId(self.out.scalars.len() as u32 - 1));
                self.watch_result();
            }
            None => {
                self.make_result_record(&function.signature.result, definition.span);
                self.make_result_pointer(definition.span);
            }
        }
        Ok(())
    }

    /// What `main` gets comes from outside.
    fn first_arguments(&mut self) -> Result<(), Gap> {
        let (tree, id) = (self.tree, self.copy().function);
        if self.out.main != Some(self.procedure()) {
            return Ok(());
        }
        let entered = self.original.start().entry.is_some();
        let function = &tree.functions[id.index()];
        let int = function.passing.first().and_then(Type::integer) == Some(IntegerType::INT);
        let pointer = function.passing.get(1).is_some_and(Type::is_pointer);
        for (number, formal) in self.copy().formals.clone().into_iter().enumerate() {
            let Scalar { name, ty, span, .. } = self.out.scalars[formal.index()].clone();
            // C: the count of arguments is not negative.
            let counts = !entered && number == 0 && int && (name == "argc" || pointer);
            // Where arguments are read there is the name of the program.
            let named = tree.function(ARGUMENTS).is_some();
            if counts && named {
                self.out.assumed.push(Assumed { node: None, premise: Premise::Named, span });
            }
            let range = (if counts { named.into() } else { ty.min() }, ty.max());
            let site = self.new_site(Site { range, ..Site::new(name, ty, span) });
            self.out.scalars[formal.index()].initial = Some(Err(site));
        }
        Ok(())
    }

    /// The scalars of an object.
    pub fn variable(&self, object: ObjectId) -> Result<Variable, Gap> {
        let local = self.copies.get(self.current).and_then(|copy| copy.locals.get(&object));
        let known = local.or_else(|| self.globals.get(&object)).cloned();
        known.ok_or_else(|| Gap::NoCells(self.graph.objects[object.index()].name.clone()))
    }
}
