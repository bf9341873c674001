//! Function definitions: heads, parameters, bodies.

use std::collections::{BTreeMap, BTreeSet};

use super::pointer::Hint;
use super::reference::Parameter;
use super::resolve::Symbol;
use super::typed::{FunctionId, IntegerType, Storage, VariableId};
use super::types::{Signature, Type};
use super::{Checker, CurrentFunction, block, flow};
use crate::source::Span;
use crate::syntax::ast::{self, Derived, Parameters};
use crate::syntax::error::{Diagnostic, Severity};

impl Checker<'_> {
    /// The name, parameter types and id of a definition.
    pub fn function_head(&mut self, definition: &ast::FunctionDefinition) {
        let Some(name) = &definition.declarator.name else { return };
        let base = self.specified_type(&definition.specifiers);
        let declared = self.declared_type(&base, definition.specifiers.constant, &definition.declarator);
        let Type::Function(signature) = declared else { return };
        let prototype = signature.parameters.is_some();
        let mut passing = signature.parameters.clone().unwrap_or_default();
        if let Some(Derived::Function(Parameters::Names(names))) = definition.declarator.derived.first() {
            passing = names.iter().map(|n| self.old_style_type(definition, n)).collect();
        }
        self.check_parameters(definition, &signature);
        self.declare_function(name, &signature, &definition.specifiers);
        // What it is another name of does not count where it has a body.
        let _ = self.linkage.function(name, &[&definition.specifiers.attributes]);
        let id = FunctionId(self.program.functions.len() as u32);
        let span = name.span;
        let Some(entry) = self.functions.get_mut(&name.text) else { return };
        let model = self.source.in_model(span.start);
        if entry.definition.is_some() {
            if model {
                let message = format!("the program defines '{}' itself; its model is not used", name.text);
                self.diagnostics.push(Diagnostic {
                    severity: Severity::Note,
                    message,
                    span: Some(span),
                    label: None,
                });
                return;
            }
            return self.error(span, format!("redefinition of '{}'", name.text));
        }
        let declared = entry.signature.parameters.as_ref().map(Vec::len);
        let mismatch = declared.is_some_and(|count| count != passing.len());
        // A prototype before an old-style definition still counts for the number of arguments.
        entry.prototype =
            prototype || entry.signature.parameters.as_ref().is_some_and(|p| p.len() == passing.len());
        entry.definition = Some(id);
        if model {
            self.program.models.push(id);
        }
        entry.passing = passing;
        entry.signature.result = signature.result.clone();
        entry.signature.variadic |= signature.variadic;
        if mismatch && !prototype {
            let at = definition.body.span.start;
            self.error(Span::new(at, at + 1), "number of arguments doesn't match prototype");
        }
        self.new_function(&name.text, &signature.result, span, definition.body.span);
    }

    /// The result and the parameters of a definition must have values.
    fn check_parameters(&mut self, definition: &ast::FunctionDefinition, signature: &Signature) {
        let incomplete = |c: &Self, ty: &Type| match ty {
            Type::Record(id) => c.types.records[*id].fields.is_none() && !c.unread,
            _ => false,
        };
        if incomplete(self, &signature.result)
            && let Some(name) = &definition.declarator.name
        {
            self.error(name.span, "return type is an incomplete type");
        }
        match definition.declarator.derived.first() {
            Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
                let types = signature.parameters.iter().flatten();
                for (i, (parameter, ty)) in parameters.iter().zip(types).enumerate() {
                    let Some(name) = &parameter.declarator.name else { continue };
                    if *ty == Type::Void || incomplete(self, ty) {
                        let message = format!("parameter {} ('{}') has incomplete type", i + 1, name.text);
                        self.error(name.span, message);
                    }
                }
            }
            Some(Derived::Function(Parameters::Names(names))) => {
                let declarators = definition.old_style.iter().flat_map(|d| &d.declarators);
                for name in declarators.filter_map(|d| d.declarator.name.as_ref()) {
                    if !names.iter().any(|n| n.text == name.text) {
                        let message =
                            format!("declaration for parameter '{}' but no such parameter", name.text);
                        self.error(name.span, message);
                    }
                }
            }
            _ => {}
        }
    }

    fn old_style_type(&mut self, definition: &ast::FunctionDefinition, name: &ast::Name) -> Type {
        for declaration in &definition.old_style {
            for declarator in &declaration.declarators {
                if declarator.declarator.name.as_ref().is_some_and(|n| n.text == name.text) {
                    let base = self.specified_type(&declaration.specifiers);
                    let ty =
                        self.declared_type(&base, declaration.specifiers.constant, &declarator.declarator);
                    return ty.into_parameter();
                }
            }
        }
        Type::Integer(IntegerType::INT)
    }

    /// Checks a body.
    pub fn function_body(&mut self, definition: &ast::FunctionDefinition) {
        let Some(name) = &definition.declarator.name else { return };
        let Some(entry) = self.functions.get(&name.text).cloned() else { return };
        let Some(id) = entry.definition else { return };
        // Only the first of several definitions counts; the others are errors already.
        if self.program.functions[id.index()].span != name.span {
            return;
        }
        let mut parameters = Vec::new();
        for (position, ty) in entry.passing.iter().enumerate() {
            parameters.push(if self.passed_cells(ty) == 0 {
                Parameter::Unknown
            } else {
                let (text, span) = parameter_name(definition, position).unwrap_or(("", name.span));
                let variable = self.new_variable(text, Storage::Parameter(id), ty, span);
                self.program.functions[id.index()].parameters.push(variable);
                Parameter::Value(variable)
            });
        }
        self.checked_body(definition, id, &parameters);
    }

    /// Checks the body of a function, of which there may be several versions. If a pointer variable turns
    /// out not to be modelled that was taken for it, it is checked again.
    pub fn checked_body(
        &mut self,
        definition: &ast::FunctionDefinition,
        id: FunctionId,
        parameters: &[Parameter],
    ) {
        let (mut refused, mut hints) = (BTreeSet::new(), BTreeMap::new());
        let addresses = std::mem::take(&mut self.address_taken);
        loop {
            let mark = self.mark();
            let again = self.body_once(definition, id, parameters, refused, hints);
            let Some(more) = again else { break };
            self.back_to(mark, id);
            (refused, hints) = more;
        }
        let taken = std::mem::replace(&mut self.address_taken, addresses);
        self.addresses.insert(id, taken);
    }

    /// Gives the pointer variables that are not modelled and what is known about others, if the body has to
    /// be checked again for them.
    fn body_once(
        &mut self,
        definition: &ast::FunctionDefinition,
        id: FunctionId,
        parameters: &[Parameter],
        refused: BTreeSet<Span>,
        hints: BTreeMap<Span, Hint>,
    ) -> Option<(BTreeSet<Span>, BTreeMap<Span, Hint>)> {
        let name = definition.declarator.name.as_ref()?;
        let entry = self.functions.get(&name.text).cloned()?;
        self.undeclared.clear();
        self.current = Some(CurrentFunction {
            id,
            result: entry.signature.result.clone(),
            says_result: !matches!(definition.specifiers.ty, ast::TypeSpecifier::Implicit),
            parameters: BTreeSet::new(),
            command_line: command_line(definition),
            labels: Vec::new(),
            breakable: 0,
            loops: 0,
            variable_arrays: Vec::new(),
            label_scopes: BTreeMap::new(),
            jumps: Vec::new(),
            switches: Vec::new(),
            hoisted: None,
            modified: self.references.modified(&name.text),
            refused,
            early: BTreeMap::new(),
            hints,
            again: false,
            unevaluated: false,
        });
        self.open_scope();
        let constants = constant_parameters(definition);
        for (position, (parameter, ty)) in parameters.iter().zip(&entry.passing).enumerate() {
            let (text, span) = parameter_name(definition, position).unwrap_or(("", name.span));
            if self.scopes.last().is_some_and(|s| s.contains_key(text)) {
                self.error(span, format!("redefinition of parameter '{text}'"));
            }
            self.declare_parameter(text, span, ty, parameter);
            let own = self.scopes.last_mut().and_then(|s| s.get_mut(text));
            if let (Some(Symbol::Local(_, _, constant)), Some(true)) = (own, constants.get(position)) {
                *constant = true;
            }
            if let (false, Some(current)) = (text.is_empty(), &mut self.current) {
                current.parameters.insert(text.to_owned());
            }
        }
        self.collect_labels(&definition.body);
        let mut statements = Vec::new();
        if let Some(Derived::Function(Parameters::Prototype { parameters, .. })) =
            definition.declarator.derived.first()
        {
            for parameter in parameters {
                self.evaluate_sizes(&parameter.declarator.derived, &mut statements);
            }
        }
        let ignored = matches!(&*name.text, "reach_error" | "__VERIFIER_error");
        if let (ast::StatementKind::Block(items), false) = (&definition.body.kind, ignored) {
            for item in items {
                self.statements(item, &mut statements);
            }
        }
        self.close_scope();
        self.check_jumps();
        let current = self.current.take()?;
        let body = block(statements, definition.body.span);
        let exempt =
            ignored || self.errors > 0 || !current.says_result || &*name.text == "main" || entry.stops;
        if entry.signature.result != Type::Void && !exempt && flow::end_is_reachable(&body, &self.stopping) {
            let end = definition.body.span.end;
            self.warning(Span::new(end.saturating_sub(1), end), "control reaches end of non-void function");
        }
        let function = &mut self.program.functions[id.index()];
        function.body = body;
        let CurrentFunction { labels, mut refused, mut hints, early, again, .. } = current;
        function.labels = labels;
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
            diagnostics: self.diagnostics.len(),
            errors: self.errors,
        }
    }

    /// Takes back what checking a body has made since a mark.
    fn back_to(&mut self, mark: Mark, id: FunctionId) {
        let kept = |variable: &VariableId| variable.index() < mark.variables;
        self.program.variables.truncate(mark.variables);
        self.program.functions.truncate(mark.functions);
        self.program.models.retain(|id| id.index() < mark.functions);
        self.program.result_variables.truncate(mark.functions);
        self.program.assumed_pure.truncate(mark.assumed);
        self.forget_diagnostics(mark.diagnostics, mark.errors);
        self.references.forget(mark.functions);
        self.address_taken.clear();
        self.constants.retain(|v, _| kept(v));
        self.statics.retain(|_, v| kept(v));
        self.regions.retain(|v, _| kept(v));
        self.frozen.retain(kept);
        self.depths.retain(|v, _| kept(v));
        self.unknown_initial.retain(|(v, ..)| kept(v));
        self.kept_addresses.retain(kept);
        self.temporaries.retain(kept);
        self.locals.remove(&id);
        for global in self.globals.values_mut() {
            global.variable = global.variable.filter(kept);
        }
    }
}

/// How much there was at some time.
struct Mark {
    variables: usize,
    functions: usize,
    assumed: usize,
    diagnostics: usize,
    errors: usize,
}

/// The name of a parameter, if it has one.
fn parameter_name(definition: &ast::FunctionDefinition, position: usize) -> Option<(&str, Span)> {
    let name = match definition.declarator.derived.first()? {
        Derived::Function(Parameters::Prototype { parameters, .. }) => {
            parameters.get(position)?.declarator.name.as_ref()
        }
        Derived::Function(Parameters::Names(names)) => names.get(position),
        _ => None,
    };
    name.map(|n| (&*n.text, n.span))
}

/// The name of the second parameter of `main`.
fn command_line(definition: &ast::FunctionDefinition) -> Option<String> {
    let main = definition.declarator.name.as_ref().is_some_and(|n| n.text == "main");
    parameter_name(definition, 1).filter(|_| main).map(|(name, _)| name.to_owned())
}

/// For each parameter of a prototype whether it is `const`.
fn constant_parameters(definition: &ast::FunctionDefinition) -> Vec<bool> {
    match definition.declarator.derived.first() {
        Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
            let constant = |p: &ast::Parameter| {
                // An array is a pointer here, which is not `const` itself.
                let array = matches!(p.declarator.derived.first(), Some(Derived::Array(_)));
                !array && super::declaration::is_constant(&p.specifiers, &p.declarator)
            };
            parameters.iter().map(constant).collect()
        }
        _ => Vec::new(),
    }
}
