//! Declarations in blocks: what has to happen besides making the variable.

use super::program::{Expression, ExpressionKind, May, Place, Statement, StatementKind, VariableId};
use super::state::{Binding, Layout};
use super::value::{Target, TargetKind};
use crate::arith::IntegerType;
use crate::check::tree::{self, ObjectId};
use crate::check::types::Type;
use crate::source::Span;

impl Layout<'_> {
    /// The addresses in a static initialiser are kept, whatever becomes of the function around it.
    pub fn static_addresses(&mut self, initializer: &tree::Initializer) {
        let outer = std::mem::take(&mut self.address_taken);
        // Its values are constants: nothing happens.
        let _ = self.initializer_effects(initializer);
        let kept = std::mem::replace(&mut self.address_taken, outer);
        self.address_taken.extend(&kept);
        self.kept_addresses.extend(kept);
    }

    /// Sizes are evaluated where they are not constant, whatever is declared.
    pub fn evaluate_sizes(&mut self, sizes: &[tree::Expression], out: &mut Vec<Statement>) {
        for size in sizes {
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
        let part = super::opaque::unsupported(reason, Vec::new(), May::ANYTHING, IntegerType::INT, span);
        let stop = Expression { kind: ExpressionKind::Stop(Vec::new()), ty: IntegerType::INT, span };
        out.extend([part, stop].map(|e| Statement { kind: StatementKind::Expression(e), span }));
    }

    /// A structure that is initialised with the result of a call or the like.
    pub fn record_declaration(
        &mut self,
        variable: VariableId,
        ty: &Type,
        value: &tree::Expression,
        span: Span,
        before: &mut Vec<Statement>,
    ) {
        let (stored, hoisted) = self.with_hoisting(|c| {
            let value = c.value(value);
            let place = Place {
                variable,
                offset: 0,
                indices: Vec::new(),
                ty: c.types.first_cell(ty),
                span: value.span,
            };
            let kind = TargetKind::Place(place);
            let target = Target { ty: ty.clone(), kind, span, constant: false, within: None };
            c.store(target, value, span).into_statement()
        });
        before.extend(hoisted);
        before.push(Statement { kind: StatementKind::Expression(stored), span });
    }

    /// A pointer of a block: an offset in the object that it points into, if that is known.
    pub fn local_pointer(
        &mut self,
        object: ObjectId,
        initializer: Option<&tree::Initializer>,
        span: Span,
        before: &mut Vec<Statement>,
    ) {
        // Its own name can be seen in its initialiser.
        self.bind(object, Binding::Variable(None));
        let mut value = initializer.and_then(|i| i.whole()).map(|value| {
            let (value, hoisted) = self.with_hoisting(|c| c.value(value));
            before.extend(hoisted);
            value
        });
        let statement = |effect: Expression| Statement { kind: StatementKind::Expression(effect), span };
        match self.declare_pointer(object, &mut value, span) {
            Some(effects) => before.extend(effects.into_iter().map(statement)),
            None => {
                self.bind(object, Binding::Variable(None));
                if let Some(value) = value {
                    let effects = self.escaping_effects(value);
                    let ty = &self.tree.objects[object.index()].ty;
                    let reason = self.types.unmodelled(ty).unwrap_or_else(|| "variable".to_owned());
                    let mark =
                        super::opaque::unsupported(reason, effects, May::NOTHING, IntegerType::INT, span);
                    before.push(statement(mark));
                }
            }
        }
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
