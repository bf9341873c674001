//! Weakest preconditions: what must hold before a focus statement so that what must hold after it does.

use crate::summary::error_set::{Access, Dependence, ErrorSet, Reason};
use focuscheck_base::arith::Relation;
use focuscheck_cells::facts::cfg::{Action, Graph, NodeId, ScalarId, ScalarKind};
use focuscheck_lia::constraint::{Linear, Symbol};

use super::store::Store;
use super::symbolic::{GLOBAL_LEVEL, Origin, Symbols, Translation};

/// A step that a walk back passes.
#[derive(Clone, Copy, Debug)]
pub struct BackwardStep<'a> {
    /// The node.
    pub node: NodeId,
    /// The outcome of a branch.
    pub outcome: Option<bool>,
    /// The cell of a subscripted access.
    pub access: Access,
    /// Why it is a focus statement, if it is.
    pub reason: Option<Reason>,
    /// The error set after it.
    pub after: &'a ErrorSet,
    /// The level of its frame.
    pub level: u32,
}

/// The symbol for the value that a scalar has at the current point of a walk.
pub fn scalar_symbol(symbols: &mut Symbols, graph: &Graph, level: u32, scalar: ScalarId) -> Symbol {
    let definition = &graph.scalars[scalar.index()];
    let level = if definition.kind == ScalarKind::Global { GLOBAL_LEVEL } else { level };
    symbols.symbol(Origin::Scalar(level, scalar), (definition.ty.min(), definition.ty.max()))
}

/// Carries the store back over a step; whether it changed.
pub fn step(
    dependence: Dependence<'_>,
    symbols: &mut Symbols,
    store: &mut Store,
    passed: &BackwardStep<'_>,
) -> bool {
    let graph = dependence.graph;
    let level = passed.level;
    let action = &graph.nodes[passed.node.index()].action;
    if let Action::Input { target, site } = action {
        let target = scalar_symbol(symbols, graph, level, *target);
        if store.symbols(symbols, |_| true).binary_search(&target).is_err() {
            return false;
        }
        let origin = Origin::Tail(*site, store.count_read(*site));
        let value = symbols.symbol(origin, graph.sites[site.index()].range);
        return store.substitute(&[(target, Linear::symbol(value))]);
    }
    if passed.reason.is_none() {
        return false;
    }
    let mut lookup =
        |symbols: &mut Symbols, scalar| Linear::symbol(scalar_symbol(symbols, graph, level, scalar));
    let mut translation = Translation::new(symbols, &mut lookup);
    let mut constraints = Vec::new();
    let mut replacement = None;
    match action {
        Action::Assign { target, value } => replacement = Some((*target, translation.expression(value))),
        Action::Load { target, range, index } => {
            let index = translation.expression(index);
            if let Access::Cell(cell) = passed.access {
                constraints.extend(translation.relate(&index, Relation::Equal, range.index_of(cell)));
                replacement = Some((*target, (translation.lookup)(translation.symbols, cell)));
            } else {
                constraints.extend(translation.relate(&index, Relation::GreaterEqual, 0));
                constraints.extend(translation.relate(&index, Relation::Less, range.length.into()));
            }
        }
        Action::Store { range, index, value } => {
            let index = translation.expression(index);
            if let Access::Cell(cell) = passed.access {
                constraints.extend(translation.relate(&index, Relation::Equal, range.index_of(cell)));
                replacement = Some((cell, translation.expression(value)));
            } else {
                constraints.extend(translation.relate(&index, Relation::GreaterEqual, 0));
                constraints.extend(translation.relate(&index, Relation::Less, range.length.into()));
                for cell in range.cells().filter(|c| passed.after.has_scalar(*c)) {
                    constraints.extend(translation.relate(&index, Relation::NotEqual, range.index_of(cell)));
                }
            }
        }
        Action::Bounds { index, length } => {
            let index = translation.expression(index);
            constraints.extend(translation.relate(&index, Relation::GreaterEqual, 0));
            constraints.extend(translation.relate(&index, Relation::Less, (*length).into()));
        }
        Action::Unsupported { target, .. } => {
            let ty = graph.scalars[target.index()].ty;
            replacement = Some((*target, Linear::symbol(translation.symbols.fresh((ty.min(), ty.max())))));
        }
        Action::Branch(condition) => {
            constraints.extend(passed.outcome.and_then(|outcome| translation.condition(condition, outcome)));
        }
        Action::Assume(condition) => constraints.extend(translation.condition(condition, true)),
        _ => {}
    }
    let (definitions, ranges, lossy) = (translation.definitions, translation.ranges, translation.lossy);
    constraints.extend(ranges);
    let target = replacement.map(|(target, value)| (scalar_symbol(symbols, graph, level, target), value));
    let mut changed = store.substitute(target.as_slice());
    if lossy {
        store.set_lossy();
    }
    definitions.into_iter().for_each(|d| store.define(d));
    for constraint in &constraints {
        changed |= store.add(constraint);
    }
    changed
}

/// Carries the store from a procedure's entry back before a call of it; whether it changed. Formals become
/// the actuals; other locals of the callee have no value there.
pub fn call(
    dependence: Dependence<'_>,
    symbols: &mut Symbols,
    store: &mut Store,
    call: NodeId,
    inner_level: u32,
    outer_level: u32,
) -> bool {
    let graph = dependence.graph;
    let Action::Call { callee, arguments, .. } = &graph.nodes[call.index()].action else { return false };
    let formals = &graph.procedures[callee.index()].formals;
    let mentioned =
        store.symbols(symbols, |origin| matches!(origin, Origin::Scalar(level, _) if level == inner_level));
    let mut lookup =
        |symbols: &mut Symbols, scalar| Linear::symbol(scalar_symbol(symbols, graph, outer_level, scalar));
    let mut translation = Translation::new(symbols, &mut lookup);
    let mut replacements = Vec::new();
    for symbol in mentioned {
        let Origin::Scalar(_, scalar) = translation.symbols.origin(symbol) else { continue };
        let argument = formals.iter().position(|f| *f == scalar).and_then(|i| arguments.get(i));
        let value = match argument {
            Some(argument) => translation.expression(argument),
            None => {
                let bounds = translation.symbols.bounds(symbol);
                Linear::symbol(translation.symbols.fresh(bounds))
            }
        };
        replacements.push((symbol, value));
    }
    let (definitions, ranges, lossy) = (translation.definitions, translation.ranges, translation.lossy);
    let mut changed = store.substitute(&replacements);
    if lossy {
        store.set_lossy();
    }
    definitions.into_iter().for_each(|d| store.define(d));
    for range in &ranges {
        changed |= store.add(range);
    }
    changed
}
