//! Function definitions: heads, parameters, bodies.

use super::typed::{Cell, Function, FunctionId, IntegerType, Storage};
use super::types::Type;
use super::{Checker, CurrentFunction, block};
use crate::source::Span;
use crate::syntax::ast::{self, Derived, Parameters};

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
        self.declare_function(name, &signature, false);
        let id = FunctionId(self.program.functions.len() as u32);
        let span = name.span;
        let Some(entry) = self.functions.get_mut(&name.text) else { return };
        if entry.definition.is_some() {
            return self.error(span, format!("redefinition of '{}'", name.text));
        }
        // A prototype before an old-style definition still counts for the number of arguments.
        entry.prototype =
            prototype || entry.signature.parameters.as_ref().is_some_and(|p| p.len() == passing.len());
        entry.definition = Some(id);
        entry.passing = passing;
        entry.signature.result = signature.result.clone();
        entry.signature.variadic |= signature.variadic;
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
            outputs: Vec::new(),
            labels: Vec::new(),
            body: block(Vec::new(), definition.body.span),
            span,
        });
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
            name: name.text.clone(),
            result: entry.signature.result.clone(),
            labels: Vec::new(),
            breakable: 0,
            loops: 0,
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
        for (parameter, ty) in names.iter().zip(&entry.passing) {
            self.parameter(id, *parameter, ty, name.span);
        }
        self.collect_labels(&definition.body);
        let mut statements = Vec::new();
        let ignored = matches!(&*name.text, "reach_error" | "__VERIFIER_error");
        if let (ast::StatementKind::Block(items), false) = (&definition.body.kind, ignored) {
            for item in items {
                self.statements(item, &mut statements);
            }
        }
        self.close_scope();
        let labels = self.current.take().map(|c| c.labels).unwrap_or_default();
        let function = &mut self.program.functions[id.index()];
        function.body = block(statements, definition.body.span);
        function.labels = labels;
    }

    /// A parameter.
    fn parameter(&mut self, id: FunctionId, name: Option<&ast::Name>, ty: &Type, at: Span) {
        let (text, span) = name.map_or(("", at), |n| (&*n.text, n.span));
        if self.scopes.last().is_some_and(|s| s.contains_key(text)) {
            self.error(span, format!("redefinition of parameter '{text}'"));
        }
        if self.passed_cells(ty) == 0 {
            self.declare_local(text, ty.clone(), None, false);
            return;
        }
        let variable = self.new_variable(text, Storage::Parameter(id), ty, span);
        self.program.functions[id.index()].parameters.push(variable);
        self.declare_local(text, ty.clone(), Some(variable), false);
    }
}
