//! How a function body uses names, by its syntax alone: what it assigns, and which pointer parameters stand
//! for one object.

use std::collections::{BTreeMap, BTreeSet};

use crate::limit::spend;
use crate::syntax::ast::{
    Binary, Declaration, Derived, Designator, Expression, ExpressionKind, FunctionDefinition, Initializer,
    LabelKind, Parameters, Statement, StatementKind, Unary,
};

/// How names are used in one function.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Names that are assigned or whose address is taken.
    pub modified: BTreeSet<String>,
    /// Names that occur other than as `*p`, `p->x`, in a comparison, or as an argument.
    element: BTreeSet<String>,
    /// Names that are passed on: the name, the function and the position of the argument.
    passed: Vec<(String, String, usize)>,
    /// Functions that are called, and whether that may be more than once.
    called: BTreeMap<String, bool>,
    /// Inside how many loops we are.
    loops: usize,
}

/// The parameter names of a definition.
pub(super) fn parameter_names(definition: &FunctionDefinition) -> Vec<Option<&str>> {
    match definition.declarator.derived.first() {
        Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
            parameters.iter().map(|p| p.declarator.name.as_ref().map(|n| &*n.text)).collect()
        }
        Some(Derived::Function(Parameters::Names(names))) => names.iter().map(|n| Some(&*n.text)).collect(),
        _ => Vec::new(),
    }
}

/// Reads a body.
pub(super) fn usage(definition: &FunctionDefinition) -> Usage {
    let mut usage = Usage::default();
    usage.statement(&definition.body);
    usage
}

/// For each function and each of its parameters whether it is used for one object only: nothing is added to
/// it, here and wherever it is passed on.
pub(super) fn single_objects(
    usages: &BTreeMap<String, Usage>,
    definitions: &BTreeMap<String, Vec<Option<&str>>>,
) -> BTreeMap<String, Vec<bool>> {
    let mut single: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    for (function, names) in definitions {
        let usage = &usages[function];
        let one = |name: &Option<&str>| name.is_none_or(|n| !usage.element.contains(n));
        single.insert(function.clone(), names.iter().map(one).collect());
    }
    loop {
        let mut changed = false;
        for (function, names) in definitions {
            for (name, callee, position) in &usages[function].passed {
                // Of functions without a body nothing is known.
                let leads_on = single.get(callee).and_then(|s| s.get(*position)).copied().unwrap_or(false);
                let Some(own) = names.iter().position(|n| *n == Some(name)).filter(|_| !leads_on) else {
                    continue;
                };
                if let Some(flag) = single.get_mut(function).and_then(|s| s.get_mut(own)) {
                    changed |= std::mem::replace(flag, false);
                }
            }
        }
        if !changed {
            return single;
        }
    }
}

fn name_of(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        ExpressionKind::Identifier(name) => Some(name),
        ExpressionKind::Cast(_, operand) => name_of(operand),
        _ => None,
    }
}

/// Names that occur as values in a declaration at file scope.
pub(super) fn named_in(declaration: &Declaration) -> BTreeSet<String> {
    let mut usage = Usage::default();
    usage.declaration(declaration);
    usage.named()
}

impl Usage {
    /// The functions that are called, and whether that may be more than once in one run of the body.
    pub fn called(&self) -> impl Iterator<Item = (&String, bool)> {
        self.called.iter().map(|(name, again)| (name, *again))
    }

    /// Names that occur as values: where one is only compared or called, it goes nowhere.
    pub fn named(&self) -> BTreeSet<String> {
        let passed = self.passed.iter().map(|(name, ..)| name);
        self.element.iter().chain(passed).cloned().collect()
    }

    fn modify(&mut self, target: &Expression) {
        if let Some(name) = name_of(target) {
            self.modified.insert(name.to_owned());
        }
    }

    /// An operand that counts as one object if it is a name.
    fn harmless(&mut self, operand: &Expression) {
        if name_of(operand).is_none() {
            self.expression(operand);
        }
    }

    fn expression(&mut self, expression: &Expression) {
        spend(1);
        match &expression.kind {
            ExpressionKind::Identifier(name) => {
                self.element.insert(name.clone());
            }
            ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Character { .. }
            | ExpressionKind::String(_)
            | ExpressionKind::Any
            | ExpressionKind::SizeofExpression(_)
            | ExpressionKind::SizeofType(_)
            | ExpressionKind::Alignof(_)
            | ExpressionKind::AlignofExpression(_)
            | ExpressionKind::Offsetof(..)
            | ExpressionKind::TypesCompatible(..)
            | ExpressionKind::LabelAddress(_) => {}
            ExpressionKind::Unary(operator, operand) => match operator {
                Unary::Dereference | Unary::Not => self.harmless(operand),
                Unary::AddressOf => {
                    self.modify(operand);
                    self.expression(operand);
                }
                Unary::Increment | Unary::Decrement => {
                    self.modify(operand);
                    self.expression(operand);
                }
                _ => self.expression(operand),
            },
            ExpressionKind::Postfix(_, operand) => {
                self.modify(operand);
                self.expression(operand);
            }
            ExpressionKind::Binary(operator, left, right) => {
                let truth = matches!(operator, Binary::And | Binary::Or | Binary::Equal | Binary::NotEqual);
                for operand in [left, right] {
                    if truth { self.harmless(operand) } else { self.expression(operand) }
                }
            }
            ExpressionKind::Assign(_, target, value) => {
                self.modify(target);
                self.expression(target);
                self.expression(value);
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                self.harmless(condition);
                then.iter().for_each(|e| self.expression(e));
                self.expression(otherwise);
            }
            ExpressionKind::Comma(left, right) => {
                self.harmless(left);
                self.expression(right);
            }
            ExpressionKind::Index(left, right) => {
                self.expression(left);
                self.expression(right);
            }
            ExpressionKind::Call(function, arguments) => self.call(function, arguments),
            ExpressionKind::Member(record, _, true) => self.harmless(record),
            ExpressionKind::Member(operand, _, false)
            | ExpressionKind::Cast(_, operand)
            | ExpressionKind::VariableArgument(operand, _) => self.expression(operand),
            ExpressionKind::Compound(_, value) => self.initializer(value),
            ExpressionKind::Statement(body) => self.statement(body),
            ExpressionKind::Generic(selector, choices) => {
                self.expression(selector);
                choices.iter().for_each(|(_, e)| self.expression(e));
            }
        }
    }

    fn call(&mut self, function: &Expression, arguments: &[Expression]) {
        let callee = match &function.kind {
            ExpressionKind::Identifier(name) => Some(name.clone()),
            _ => {
                self.expression(function);
                None
            }
        };
        if let Some(callee) = &callee {
            let again = self.loops > 0 || self.called.contains_key(callee);
            self.called.insert(callee.clone(), again);
        }
        // What these do with a pointer is known: they use one object.
        let scans = matches!(callee.as_deref(), Some("scanf" | "__isoc99_scanf"));
        for (position, argument) in arguments.iter().enumerate() {
            match (name_of(argument), &callee) {
                (Some(_), Some(_)) if scans => {}
                (Some(name), Some(callee)) => {
                    self.passed.push((name.to_owned(), callee.clone(), position));
                }
                _ => self.expression(argument),
            }
        }
    }

    fn initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Expression(e) => self.expression(e),
            Initializer::List(entries, _) => {
                for entry in entries {
                    for designator in &entry.designators {
                        match designator {
                            Designator::Index(e) => self.expression(e),
                            Designator::Range(low, high) => {
                                self.expression(low);
                                self.expression(high);
                            }
                            Designator::Field(_) => {}
                        }
                    }
                    self.initializer(&entry.value);
                }
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) {
        for declarator in &declaration.declarators {
            for derived in &declarator.declarator.derived {
                if let Derived::Array(Some(size)) = derived {
                    self.expression(size);
                }
            }
            declarator.initializer.iter().for_each(|i| self.initializer(i));
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Empty
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Goto(_)
            | StatementKind::Return(None) => {}
            // It may do anything with the names around it.
            StatementKind::Function(definition) => {
                let inner = usage(definition);
                self.element.extend(inner.element);
                self.element.extend(inner.passed.into_iter().map(|(name, ..)| name));
                self.modified.extend(inner.modified);
                self.called.extend(inner.called.into_keys().map(|name| (name, true)));
            }
            StatementKind::Expression(e) => self.harmless(e),
            StatementKind::GotoComputed(e) | StatementKind::Return(Some(e)) => self.expression(e),
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Block(statements) => statements.iter().for_each(|s| self.statement(s)),
            StatementKind::If { arms, otherwise } => {
                for arm in arms {
                    self.harmless(&arm.condition);
                    self.statement(&arm.then);
                }
                otherwise.iter().for_each(|s| self.statement(s));
            }
            StatementKind::While(condition, body) | StatementKind::DoWhile(body, condition) => {
                self.loops += 1;
                self.harmless(condition);
                self.statement(body);
                self.loops -= 1;
            }
            StatementKind::For { init, condition, step, body } => {
                init.iter().for_each(|s| self.statement(s));
                self.loops += 1;
                condition.iter().for_each(|e| self.harmless(e));
                step.iter().for_each(|e| self.expression(e));
                self.statement(body);
                self.loops -= 1;
            }
            StatementKind::Switch(value, body) => {
                self.expression(value);
                self.statement(body);
            }
            StatementKind::Labelled(labels, body) => {
                for label in labels {
                    if let LabelKind::Case(low, high) = &label.kind {
                        self.expression(low);
                        high.iter().for_each(|e| self.expression(e));
                    }
                }
                self.statement(body);
            }
            StatementKind::Assembler(assembler) => {
                for operand in assembler.outputs.iter().chain(&assembler.inputs) {
                    self.modify(operand);
                    self.expression(operand);
                }
            }
        }
    }
}
