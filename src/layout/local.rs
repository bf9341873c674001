//! Declarations in blocks: what has to happen besides making the variable.

use super::Checker;
use super::conversion::Purpose;
use super::resolve::{Constant, Symbol};
use super::typed::{
    Expression, ExpressionKind, IntegerType, LocalDeclaration, May, Place, Statement, StatementKind,
    VariableId,
};
use super::types::Type;
use super::unsupported::{Target, TargetKind};
use crate::source::Span;
use crate::syntax::ast::{self, Derived, StorageClass};

impl Checker<'_> {
    /// The addresses in a static initialiser are kept, whatever becomes of the function around it.
    pub fn static_addresses(&mut self, initializer: &ast::Initializer) {
        let outer = std::mem::take(&mut self.address_taken);
        // Its values are constants: nothing happens.
        let _ = self.initializer_effects(initializer);
        let kept = std::mem::replace(&mut self.address_taken, outer);
        self.address_taken.extend(&kept);
        self.kept_addresses.extend(kept);
    }

    /// The sizes in a declarator are evaluated where they are not constant, whatever is declared.
    pub fn evaluate_sizes(&mut self, derived: &[Derived], out: &mut Vec<Statement>) {
        for size in
            derived.iter().filter_map(|d| if let Derived::Array(size) = d { size.as_ref() } else { None })
        {
            if matches!(self.constant(size), Constant::Known(_)) {
                continue;
            }
            let (effects, hoisted) = self.with_hoisting(|c| {
                let value = c.value(size);
                c.escaping_effects(value)
            });
            out.extend(hoisted);
            let statement = |e| Statement { kind: StatementKind::Expression(e), span: size.span };
            out.extend(effects.into_iter().filter(|e| !is_plain_read(e)).map(statement));
        }
    }

    /// From here on nothing is known: a run is not followed any further.
    pub fn undecided(&mut self, reason: &str, span: Span, out: &mut Vec<Statement>) {
        let part = super::unsupported::unsupported(reason, Vec::new(), May::ANYTHING, IntegerType::INT, span);
        let stop = Expression { kind: ExpressionKind::Stop(Vec::new()), ty: IntegerType::INT, span };
        out.extend([part, stop].map(|e| Statement { kind: StatementKind::Expression(e), span }));
    }

    /// An array whose length is not constant has no place in static storage and no initialiser.
    pub fn check_variable_array(
        &mut self,
        specifiers: &ast::Specifiers,
        name: &ast::Name,
        ty: &Type,
        declarator: &ast::InitDeclarator,
    ) {
        if !matches!(ty, Type::VariableArray(_)) {
            return;
        }
        if let Some(current) = &mut self.current {
            current.variable_arrays.push(name.span);
        }
        if self.unread {
            return;
        }
        let sizes = declarator.declarator.derived.iter().filter_map(|d| match d {
            Derived::Array(Some(size)) => Some(size),
            _ => None,
        });
        let variable = sizes.into_iter().any(|size| self.constant(size) == Constant::Variable);
        if variable && specifiers.storage == Some(StorageClass::Static) {
            self.error(name.span, format!("storage size of '{}' isn't constant", name.text));
        } else if variable
            && matches!(&declarator.initializer, Some(i) if !matches!(i, ast::Initializer::List(entries, _) if entries.is_empty()))
        {
            self.error(name.span, "variable-sized object may not be initialized");
        }
    }

    /// A structure that is initialised with the result of a call or the like.
    pub fn record_declaration(
        &mut self,
        variable: VariableId,
        ty: &Type,
        value: &ast::Expression,
        span: Span,
        before: &mut Vec<Statement>,
    ) {
        let (stored, hoisted) = self.with_hoisting(|c| {
            let at = c.locus(value);
            let value = c.value(value);
            let value = c.converted(ty, value, at, Purpose::Initialization);
            let place =
                Place { variable, offset: 0, indices: Vec::new(), ty: c.first_cell(ty), span: value.span };
            let kind = TargetKind::Place(place);
            let target = Target { ty: ty.clone(), kind, span, read_only: None, within: None };
            c.store(target, value, span).into_statement()
        });
        before.extend(hoisted);
        before.push(Statement { kind: StatementKind::Expression(stored), span });
    }

    /// A pointer of a block: an offset in the object that it points into, if that is known.
    pub fn local_pointer(
        &mut self,
        name: &ast::Name,
        ty: &Type,
        constant: bool,
        declarator: &ast::InitDeclarator,
        before: &mut Vec<Statement>,
    ) -> Option<LocalDeclaration> {
        let value = match &declarator.initializer {
            Some(ast::Initializer::Expression(e)) => {
                // Its own name can be seen in its initialiser.
                self.declare(&name.text, Symbol::Local(ty.clone(), None, constant));
                let at = self.locus(e);
                let (value, hoisted) = self.with_hoisting(|c| {
                    let value = c.value(e);
                    c.converted(ty, value, at, Purpose::Initialization)
                });
                before.extend(hoisted);
                if constant {
                    self.constant_pointers.insert(name.span);
                }
                Some(value)
            }
            _ => None,
        };
        let mut value = value;
        let statement = |effect: super::typed::Expression| Statement {
            kind: StatementKind::Expression(effect),
            span: declarator.span,
        };
        match self.declare_pointer(&name.text, name.span, ty, &mut value, declarator.span) {
            Some(effects) => before.extend(effects.into_iter().map(statement)),
            None => {
                self.declare_local(&name.text, ty.clone(), None, constant);
                if let Some(value) = value {
                    let effects = self.escaping_effects(value);
                    let reason = self.types.unmodelled(ty).unwrap_or_else(|| "variable".to_owned());
                    let mark = super::unsupported::unsupported(
                        reason,
                        effects,
                        May::NOTHING,
                        IntegerType::INT,
                        declarator.span,
                    );
                    before.push(statement(mark));
                }
            }
        }
        None
    }
}

/// Whether evaluating an expression is reading a variable and nothing else.
fn is_plain_read(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Read(place) => place.indices.is_empty(),
        ExpressionKind::Convert(inner) => is_plain_read(inner),
        _ => false,
    }
}
