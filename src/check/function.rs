//! Function definitions: heads, parameters, bodies.

use std::collections::BTreeMap;

use super::checker::{Checker, CurrentFunction};
use super::flow;
use super::names::Symbol;
use super::tree::{Definition, Expression, FunctionId, Item, Object, ObjectId, Storage};
use super::types::{Signature, Type};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_syntax::ast::{self, Derived, Parameters};
use focuscheck_syntax::error::{Diagnostic, Severity};

impl Checker<'_> {
    /// The name, parameters and type of a definition.
    pub fn function_head(&mut self, definition: &ast::FunctionDefinition) {
        let Some(name) = &definition.declarator.name else { return };
        if self.is_shared(definition) {
            return;
        }
        let base = self.specified_type(&definition.specifiers);
        let declared = self.declared_type(&base, definition.specifiers.constant, &definition.declarator);
        let Type::Function(signature) = declared else { return };
        let mut parameters = std::mem::take(&mut self.parameters);
        let sizes = std::mem::take(&mut self.parameter_sizes);
        let sizes: Vec<Expression> = sizes.into_iter().map(|(size, _)| size).collect();
        self.sizes.clear();
        if let Some(Derived::Function(Parameters::Names(names))) = definition.declarator.derived.first() {
            parameters = self.old_style_parameters(definition, names);
        }
        self.check_parameters(definition, &signature);
        self.declare_function(name, &signature, &definition.specifiers);
        // What it is another name of does not count where it has a body.
        let _ = self.linkage.function(name, &[&definition.specifiers.attributes]);
        let Some(&id) = self.names.get(&name.text) else { return };
        if !self.functions[id.index()].declared {
            return;
        }
        let attributes = &definition.specifiers.attributes;
        let gives_way = attributes.iter().any(|attribute| attribute == "inline" || attribute == "weak");
        let model = self.source.in_model(name.span.start);
        if self.functions[id.index()].definition.is_some() {
            if model {
                let message = format!("the program defines '{}' itself; its model is not used", name.text);
                let severity = Severity::Note;
                self.diagnostics.push(Diagnostic { severity, message, span: Some(name.span), label: None });
                return;
            }
            // What several units may define stands for all of them once; another definition comes before it.
            if gives_way && self.is_of_another_unit(id) {
                return;
            }
            if !self.linked.replaceable.remove(&id) || !self.is_of_another_unit(id) {
                let defined = self.functions[id.index()].definition.as_ref().map(|known| known.span);
                let elsewhere = defined.filter(|_| self.is_of_another_unit(id));
                let place = elsewhere
                    .map_or(String::new(), |span| format!(", defined at {}", self.named_place(span)));
                return self.error(name.span, format!("redefinition of '{}'{place}", name.text));
            }
        }
        if gives_way {
            self.linked.replaceable.insert(id);
        }
        let is_new = self.functions[id.index()].definition.is_none();
        let body = definition.body.span;
        self.define(id, &signature, &parameters, body);
        self.functions[id.index()].definition = Some(Definition {
            parameters,
            sizes,
            labels: Vec::new(),
            body: Vec::new(),
            body_span: body,
            span: name.span,
            model,
            locals: Vec::new(),
        });
        self.defined_in.insert(id, self.entered);
        self.share(definition, id);
        if is_new {
            self.items.push(Item::Function(id));
        }
    }

    /// Whether the definition of a function is one of another unit than that which is being read.
    fn is_of_another_unit(&self, id: FunctionId) -> bool {
        self.defined_in.get(&id).is_some_and(|unit| *unit != self.entered)
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

    /// The parameters of an old-style definition, whose types stand behind the head.
    fn old_style_parameters(
        &mut self,
        definition: &ast::FunctionDefinition,
        names: &[ast::Name],
    ) -> Vec<ObjectId> {
        let mut types: BTreeMap<String, (Type, bool)> = BTreeMap::new();
        for declaration in &definition.old_style {
            let base = self.specified_type(&declaration.specifiers);
            for declarator in &declaration.declarators {
                let ty = self.declared_type(&base, declaration.specifiers.constant, &declarator.declarator);
                if let Some(name) = &declarator.declarator.name {
                    let array = matches!(ty, Type::Array(..) | Type::VariableArray(_));
                    let volatile =
                        !array && self.is_volatile(&declaration.specifiers, &declarator.declarator);
                    types.entry(name.text.clone()).or_insert((ty.into_parameter(), volatile));
                }
            }
        }
        self.sizes.clear();
        let mut parameters = Vec::new();
        for name in names {
            let (ty, volatile) =
                types.get(&name.text).cloned().unwrap_or((Type::Integer(IntegerType::INT), false));
            let (storage, constant) = (Storage::Parameter, false);
            let object = Object { name: name.text.clone(), ty, storage, constant, volatile, span: name.span };
            parameters.push(self.new_object(object));
        }
        parameters
    }

    /// Checks a body.
    pub fn function_body(&mut self, definition: &ast::FunctionDefinition) {
        let Some(name) = &definition.declarator.name else { return };
        let Some(&id) = self.names.get(&name.text) else { return };
        let entry = &self.functions[id.index()];
        let Some(own) = &entry.definition else { return };
        // Only the first of several definitions counts; the others are errors already.
        if own.span != name.span || self.is_of_another_unit(id) {
            return;
        }
        let (parameters, result, stops) =
            (own.parameters.clone(), entry.signature.result.clone(), entry.stops);
        let says_result = !matches!(definition.specifiers.ty, ast::TypeSpecifier::Implicit);
        self.undeclared.clear();
        self.current = Some(CurrentFunction {
            result: result.clone(),
            says_result,
            labels: Vec::new(),
            breakable: 0,
            loops: 0,
            variable_arrays: Vec::new(),
            label_scopes: BTreeMap::new(),
            jumps: Vec::new(),
            switches: Vec::new(),
            locals: BTreeMap::new(),
        });
        self.open_scope();
        for object in parameters {
            let (name, span) = (self.objects[object.index()].name.clone(), self.objects[object.index()].span);
            if self.scopes.last().is_some_and(|s| s.contains_key(&name)) {
                self.error(span, format!("redefinition of parameter '{name}'"));
            }
            if !name.is_empty() {
                self.declare(&name, Symbol::Object(object));
            }
            self.remember_local(object);
        }
        self.collect_labels(&definition.body);
        let ignored = super::vocabulary::is_error_call(&name.text);
        let mut body = Vec::new();
        if let (ast::StatementKind::Block(items, last), false) = (&definition.body.kind, ignored) {
            body = self.sequence(items, last);
        }
        self.close_scope();
        self.check_jumps();
        let Some(current) = self.current.take() else { return };
        let exempt = ignored || self.errors > 0 || !says_result || &*name.text == "main" || stops;
        if result != Type::Void && !exempt && flow::end_is_reachable(&body, &self.functions) {
            let end = definition.body.span.end;
            self.warning(Span::new(end.saturating_sub(1), end), "control reaches end of non-void function");
        }
        if let Some(own) = &mut self.functions[id.index()].definition {
            own.body = body;
            own.labels = current.labels;
            own.locals = current.locals.into_values().collect();
        }
    }

    /// Makes a function a defined one.
    fn define(&mut self, id: FunctionId, signature: &Signature, parameters: &[ObjectId], body: Span) {
        let passing: Vec<Type> = parameters.iter().map(|p| self.objects[p.index()].ty.clone()).collect();
        let prototype = signature.parameters.is_some();
        let entry = &mut self.functions[id.index()];
        let declared = entry.signature.parameters.as_ref().map(Vec::len);
        let mismatch = declared.is_some_and(|count| count != passing.len());
        // A prototype before an old-style definition still counts for the number of arguments.
        entry.prototype = prototype || declared.is_some_and(|count| count == passing.len());
        entry.passing = passing;
        entry.signature.result = signature.result.clone();
        entry.signature.variadic |= signature.variadic;
        if mismatch && !prototype {
            self.error(Span::new(body.start, body.start + 1), "number of arguments doesn't match prototype");
        }
    }
}
