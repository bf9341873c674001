//! Functions: their parameters and bodies.

use std::collections::{BTreeMap, BTreeSet};

use super::program::block;
use super::program::{FunctionId, Storage, VariableId};
use super::region::Hint;
use super::state::{CurrentFunction, Layout};
use super::version::Parameter;
use crate::check::tree::{self, ObjectId};

/// Pointer variables that are not modelled, and what is known about others.
type Findings = (BTreeSet<ObjectId>, BTreeMap<ObjectId, Hint>);

impl<'a> Layout<'a> {
    /// The definition of a function of the tree.
    pub fn definition(&self, id: tree::FunctionId) -> Option<&'a tree::Definition> {
        self.tree.functions[id.index()].definition.as_ref()
    }

    /// Makes the function for a definition.
    pub fn function_head(&mut self, id: tree::FunctionId) {
        let Some(definition) = self.definition(id) else { return };
        let own = self.new_function(id, definition);
        if definition.model {
            self.program.models.push(own);
        }
    }

    /// Lays out the body of a function as it is called without pointers to modelled objects.
    pub fn function_body(&mut self, origin: tree::FunctionId) {
        let (Some(definition), Some(id)) = (self.definition(origin), self.numbers[origin.index()]) else {
            return;
        };
        let entry = &self.tree.functions[origin.index()];
        let mut parameters = Vec::new();
        for (object, ty) in definition.parameters.iter().zip(&entry.passing) {
            parameters.push(if self.passed_cells(ty) == 0 {
                Parameter::Unknown
            } else {
                let entry = &self.tree.objects[object.index()];
                let variable = self.new_variable(&entry.name, Storage::Parameter(id), ty, entry.span);
                self.mark_volatile(variable, *object);
                self.program.functions[id.index()].parameters.push(variable);
                Parameter::Value(variable)
            });
        }
        self.body(origin, id, &parameters);
    }

    /// Lays out the body of a function, of which there may be several versions. If a pointer variable turns out not to be
    /// modelled that was taken for it, it is laid out again.
    pub fn body(&mut self, origin: tree::FunctionId, id: FunctionId, parameters: &[Parameter]) {
        let (mut refused, mut hints) = (BTreeSet::new(), BTreeMap::new());
        let addresses = std::mem::take(&mut self.address_taken);
        loop {
            let mark = self.mark();
            let again = self.body_once(origin, id, parameters, refused, hints);
            let Some(more) = again else { break };
            self.back_to(mark, id);
            (refused, hints) = more;
        }
        let taken = std::mem::replace(&mut self.address_taken, addresses);
        self.addresses.insert(id, taken);
    }

    /// Gives the pointer variables that are not modelled and what is known about others, if the body has to
    /// be laid out again for them.
    fn body_once(
        &mut self,
        origin: tree::FunctionId,
        id: FunctionId,
        parameters: &[Parameter],
        refused: BTreeSet<ObjectId>,
        hints: BTreeMap<ObjectId, Hint>,
    ) -> Option<Findings> {
        let definition = self.definition(origin)?;
        let labels = definition.labels.iter();
        let labels = labels.map(|l| super::program::Label { name: l.name.clone(), span: l.span }).collect();
        self.current = Some(CurrentFunction {
            id,
            origin,
            labels,
            switches: Vec::new(),
            bindings: BTreeMap::new(),
            hoisted: None,
            loops: 0,
            modified: self.references.modified(origin),
            refused,
            early: BTreeMap::new(),
            hints,
            again: false,
        });
        self.depth += 1;
        let passing = &self.tree.functions[origin.index()].passing;
        for ((object, ty), parameter) in definition.parameters.iter().zip(passing).zip(parameters) {
            self.declare_parameter(*object, ty, parameter);
        }
        let mut statements = Vec::new();
        self.evaluate_sizes(&definition.sizes, &mut statements);
        for statement in &definition.body {
            self.statements(statement, &mut statements);
        }
        self.depth -= 1;
        let current = self.current.take()?;
        let function = &mut self.program.functions[id.index()];
        function.body = block(statements, definition.body_span);
        let CurrentFunction { labels, mut refused, mut hints, early, again, bindings, .. } = current;
        function.labels = labels;
        self.locals.insert(id, bindings);
        again.then(|| {
            hints.extend(self.hints(&early, &mut refused));
            (refused, hints)
        })
    }

    fn mark(&self) -> Mark {
        Mark {
            variables: self.program.variables.len(),
            functions: self.program.functions.len(),
            assumed: self.program.assumed_pure.len(),
        }
    }

    /// Takes back what laying out a body has made since a mark.
    fn back_to(&mut self, mark: Mark, id: FunctionId) {
        let kept = |variable: &VariableId| variable.index() < mark.variables;
        self.program.variables.truncate(mark.variables);
        self.program.functions.truncate(mark.functions);
        self.program.models.retain(|id| id.index() < mark.functions);
        self.program.result_variables.truncate(mark.functions);
        self.program.assumed_pure.truncate(mark.assumed);
        self.references.forget(mark.functions);
        self.address_taken.clear();
        self.constants.retain(|v, _| kept(v));
        self.variables.retain(|_, v| kept(v));
        self.regions.retain(|v, _| kept(v));
        self.frozen.retain(kept);
        self.depths.retain(|v, _| kept(v));
        self.unknown_initial.retain(|(v, ..)| kept(v));
        self.kept_addresses.retain(kept);
        self.temporaries.retain(kept);
        self.locals.remove(&id);
    }
}

/// How much there was at some time.
struct Mark {
    variables: usize,
    functions: usize,
    assumed: usize,
}
