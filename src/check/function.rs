//! Function definitions: heads, parameters, bodies.

use std::collections::{BTreeMap, BTreeSet};

use super::typed::{
    Cell, ExpressionKind, Function, FunctionId, IntegerType, LocalDeclaration, Place, Statement,
    StatementKind, Storage,
};
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
        let result = signature.result.integer();
        let result_variable = result.map(|ty| {
            let cells = vec![Cell { suffix: String::new(), ty }];
            self.push_variable("\\result", Storage::Local(id), cells, span)
        });
        self.program.result_variables.push(result_variable);
        self.program.functions.push(Function {
            name: name.text.clone(),
            parameters: Vec::new(),
            result,
            labels: Vec::new(),
            body: block(Vec::new(), definition.body.span),
            span,
        });
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
        self.undeclared.clear();
        self.current = Some(CurrentFunction {
            id,
            result: entry.signature.result.clone(),
            says_result: !matches!(definition.specifiers.ty, ast::TypeSpecifier::Implicit),
            parameters: BTreeSet::new(),
            labels: Vec::new(),
            breakable: 0,
            loops: 0,
            variable_arrays: Vec::new(),
            label_scopes: BTreeMap::new(),
            jumps: Vec::new(),
            switches: Vec::new(),
            hoisted: None,
        });
        self.open_scope();
        let names: Vec<Option<&ast::Name>> = match definition.declarator.derived.first() {
            Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
                parameters.iter().map(|p| p.declarator.name.as_ref()).collect()
            }
            Some(Derived::Function(Parameters::Names(names))) => names.iter().map(Some).collect(),
            _ => Vec::new(),
        };
        let mut statements = Vec::new();
        let constants = constant_parameters(definition);
        for (i, (parameter, ty)) in names.iter().zip(&entry.passing).enumerate() {
            let constant = constants.get(i).copied().unwrap_or(false);
            self.parameter(id, *parameter, ty, constant, name.span, &mut statements);
        }
        let parameters = names.iter().flatten().map(|n| n.text.clone()).collect();
        if let Some(current) = &mut self.current {
            current.parameters = parameters;
        }
        self.collect_labels(&definition.body);
        let ignored = matches!(&*name.text, "reach_error" | "__VERIFIER_error");
        if let (ast::StatementKind::Block(items), false) = (&definition.body.kind, ignored) {
            for item in items {
                self.statements(item, &mut statements);
            }
        }
        self.close_scope();
        self.check_jumps();
        let (labels, says_result) =
            self.current.take().map(|c| (c.labels, c.says_result)).unwrap_or_default();
        let body = block(statements, definition.body.span);
        let exempt = ignored || self.errors > 0 || !says_result || &*name.text == "main" || entry.stops;
        if entry.signature.result != Type::Void && !exempt && flow::end_is_reachable(&body, &self.stopping) {
            let end = definition.body.span.end;
            self.warning(Span::new(end.saturating_sub(1), end), "control reaches end of non-void function");
        }
        let function = &mut self.program.functions[id.index()];
        function.body = body;
        function.labels = labels;
    }

    /// A parameter: one variable for an integer, one for each cell of a structure, which is then put
    /// together in a local variable.
    fn parameter(
        &mut self,
        id: FunctionId,
        name: Option<&ast::Name>,
        ty: &Type,
        constant: bool,
        at: Span,
        out: &mut Vec<Statement>,
    ) {
        let (text, span) = name.map_or(("", at), |n| (&*n.text, n.span));
        if self.scopes.last().is_some_and(|s| s.contains_key(text)) {
            self.error(span, format!("redefinition of parameter '{text}'"));
        }
        if self.passed_cells(ty) == 0 {
            self.declare_local(text, ty.clone(), None, constant);
            return;
        }
        if matches!(ty, Type::Integer(_)) {
            let variable = self.new_variable(text, Storage::Parameter(id), ty, span);
            self.program.functions[id.index()].parameters.push(variable);
            self.declare_local(text, ty.clone(), Some(variable), constant);
            return;
        }
        let mut cells = Vec::new();
        self.types.cells(ty, "", &mut cells);
        let whole = self.push_variable(text, Storage::Local(id), cells.clone(), span);
        let mut initializers = Vec::new();
        for (i, cell) in cells.into_iter().enumerate() {
            let part = Cell { suffix: String::new(), ty: cell.ty };
            let part_name = format!("{text}{}", cell.suffix);
            let variable = self.push_variable(&part_name, Storage::Parameter(id), vec![part], span);
            self.program.functions[id.index()].parameters.push(variable);
            let place = Place { variable, offset: 0, indices: Vec::new(), ty: cell.ty, span };
            let read = super::typed::Expression { kind: ExpressionKind::Read(place), ty: cell.ty, span };
            initializers.push((i as u32, read));
        }
        self.declare_local(text, ty.clone(), Some(whole), constant);
        let declaration = LocalDeclaration { variable: whole, span, initializers };
        out.push(Statement { kind: StatementKind::Declaration(vec![declaration]), span });
    }
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
