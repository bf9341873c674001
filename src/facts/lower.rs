//! Typed program to control-flow graph.
//!
//! Every procedure is lowered in one walk over its body. Joins, loop heads and labels are made as empty
//! nodes first and taken out again by `finish`, together with what no path reaches; that keeps the walk
//! free of special cases.

mod assignment;
pub(crate) mod assumed;
mod build;
mod condition;
pub(crate) mod conversion;
mod effects;
mod expression;
pub(crate) mod finish;
pub(crate) mod hazard;
mod interval;
mod operands;
mod order;
mod outputs;
mod place;
pub(crate) mod roles;
mod statement;
mod text;
mod touch;
mod truth;
mod undefined;
mod uninitialised;
pub(crate) mod unset;

use std::collections::BTreeSet;

use crate::facts::cfg::{
    Action, ErrorId, ErrorKind, ErrorSite, Graph, NodeId, Procedure, ProcedureId, Scalar, ScalarId,
    ScalarKind, Site, SiteId,
};
use crate::layout::program::{ErrorCondition, FunctionId, Program, Storage, Variable, VariableId};
use crate::limit::spend;
use crate::options::CheckKind;

use build::{Lowering, procedure_of};
use uninitialised::Doubtful;

/// Lowers a program; the same program gives the same graph.
#[cfg(test)]
pub fn lower(program: &Program) -> Graph {
    lower_with(program, &BTreeSet::new())
}

/// Lowers a program with these kinds of undefined behaviour as errors, as far as its own code goes.
pub fn lower_with(program: &Program, checks: &BTreeSet<CheckKind>) -> Graph {
    lower_where(program, checks, false)
}

/// The same, and in the error conditions of the user as well: what a verdict rests on.
pub fn lower_everywhere(program: &Program, checks: &BTreeSet<CheckKind>) -> Graph {
    lower_where(program, checks, true)
}

fn lower_where(program: &Program, checks: &BTreeSet<CheckKind>, everywhere: bool) -> Graph {
    let mut doubtful = Doubtful::default();
    if checks.contains(&CheckKind::Uninit) {
        let others = checks.iter().copied().filter(|&kind| kind != CheckKind::Uninit).collect();
        let graph = lower_shadowed(program, &others, &doubtful, everywhere);
        let first = scalars(program, &mut Graph::default());
        let none = BTreeSet::new();
        let lowering = Lowering::new(program, Graph::default(), first, &none);
        let small = |id: &VariableId| program.variables[id.index()].cells.len() <= unset::MOST_CELLS;
        doubtful = unset::doubtful(&graph, |scalar| lowering.variable_of(scalar).filter(small));
    }
    lower_shadowed(program, checks, &doubtful, everywhere)
}

/// Lowers a program with shadows of the doubtful variables.
fn lower_shadowed(
    program: &Program,
    checks: &BTreeSet<CheckKind>,
    doubtful: &Doubtful,
    everywhere: bool,
) -> Graph {
    let mut graph = Graph { main: program.main.map(procedure_of), ..Graph::default() };
    let first = scalars(program, &mut graph);
    let shadows = uninitialised::shadows(program, &mut graph, &first, doubtful);
    let mut lowering = Lowering::new(program, graph, first, checks);
    lowering.shadows = shadows;
    lowering.everywhere = everywhere;
    let mut last: Option<(&ErrorCondition, ErrorId)> = None;
    for condition in &program.error_conditions {
        let error = match last.filter(|(other, _)| is_version(program, condition, other)) {
            Some((_, error)) => error,
            None => lowering.new_error(ErrorSite {
                kind: ErrorKind::Condition,
                procedure: condition.function.map(procedure_of),
                text: condition.text.clone(),
                subject: condition.subject.clone(),
                span: condition.span,
                nodes: Vec::new(),
            }),
        };
        last = Some((condition, error));
        lowering.watch(error, condition);
    }
    for index in 0..program.functions.len() {
        lower_function(&mut lowering, FunctionId(index as u32), doubtful);
    }
    let named: Vec<bool> = program
        .variables
        .iter()
        .enumerate()
        .flat_map(|(number, variable)| {
            let id = VariableId(number as u32);
            let named = program.external.binary_search(&id).is_ok()
                || program.address_taken.binary_search(&id).is_ok();
            variable.cells.iter().map(move |_| named)
        })
        .collect();
    let marks = roles::Marks { labels: lowering.marks, loops: lowering.loops };
    // The scalars of variables come first, in order.
    let is_named = |scalar: ScalarId| named.get(scalar.index()).copied().unwrap_or(false);
    let mut graph = finish::finish(lowering.graph, &marks, is_named);
    let mut assumed = assumed::assumptions(program, &graph);
    assumed.append(&mut graph.assumed);
    graph.assumed = assumed;
    graph
}

/// Whether two conditions are the same one in different versions of its function.
fn is_version(program: &Program, one: &ErrorCondition, other: &ErrorCondition) -> bool {
    let place = |condition: &ErrorCondition| {
        let function = &program.functions[condition.function?.index()];
        Some((&function.name, function.span))
    };
    one.text == other.text
        && one.span == other.span
        && one.function != other.function
        && place(one).is_some()
        && place(one) == place(other)
}

/// Makes the scalars of all variables, consecutive per variable, and gives the first one of each.
fn scalars(program: &Program, graph: &mut Graph) -> Vec<u32> {
    let mut first = Vec::with_capacity(program.variables.len());
    for (number, variable) in program.variables.iter().enumerate() {
        first.push(graph.scalars.len() as u32);
        for (position, cell) in variable.cells.iter().enumerate() {
            spend(1);
            let name = format!("{}{}", variable.name, cell.suffix);
            let (kind, procedure) = kind_of(program, variable, VariableId(number as u32), position);
            // C: the count of arguments is not negative.
            let count = program.argument_count.is_some_and(|v| v.index() == number);
            let low = if count { 0 } else { cell.ty.min() };
            let mut input = || {
                let site = SiteId(graph.sites.len() as u32);
                let range = (low, cell.ty.max());
                graph.sites.push(Site { range, ..Site::new(name.clone(), cell.ty, variable.span) });
                Some(Err(site))
            };
            let initial = match kind {
                ScalarKind::Global => match variable.initial.get(position) {
                    Some(&Some(value)) => Some(Ok(value)),
                    Some(None) => input(),
                    None => Some(Ok(0)),
                },
                ScalarKind::Formal(_) if procedure.is_some() && procedure == graph.main => input(),
                _ => None,
            };
            graph.scalars.push(Scalar { name, ty: cell.ty, kind, procedure, initial, span: variable.span });
        }
    }
    first
}

fn kind_of(
    program: &Program,
    variable: &Variable,
    id: VariableId,
    position: usize,
) -> (ScalarKind, Option<ProcedureId>) {
    match variable.storage {
        Storage::Global => (ScalarKind::Global, None),
        Storage::Parameter(function) => {
            let parameters = &program.functions[function.0 as usize].parameters;
            let cells = |p: &VariableId| program.variables[p.0 as usize].cells.len();
            let kind = match parameters.iter().position(|&p| p == id) {
                Some(number) => {
                    let before: usize = parameters[..number].iter().map(cells).sum();
                    ScalarKind::Formal((before + position) as u32)
                }
                None => ScalarKind::Local,
            };
            (kind, Some(procedure_of(function)))
        }
        Storage::Local(function) => {
            let result = program.result_variables.get(function.0 as usize).copied().flatten();
            let kind = if result == Some(id) { ScalarKind::Result } else { ScalarKind::Local };
            (kind, Some(procedure_of(function)))
        }
    }
}

fn lower_function(lowering: &mut Lowering<'_>, id: FunctionId, doubtful: &Doubtful) {
    let program = lowering.program;
    let function = &program.functions[id.0 as usize];
    let from = NodeId(lowering.graph.nodes.len() as u32);
    lowering.begin(id, function.span);
    let entry = lowering.emit(Action::Skip, function.span);
    lowering.forget_values(doubtful, function.span);
    lowering.statement(&function.body);
    lowering.place_label(lowering.end);
    let exit = lowering.emit(Action::Exit, function.span);
    lowering.close_dangling(from, exit);
    let to = NodeId(lowering.graph.nodes.len() as u32);
    let cells = |variables: &[VariableId]| -> Vec<ScalarId> {
        variables.iter().flat_map(|&v| lowering.cells_of(v)).map(ScalarId).collect()
    };
    let formals = cells(&function.parameters);
    let results = lowering.result_of(id).into_iter().chain(cells(&function.outputs)).collect();
    lowering.graph.procedures.push(Procedure {
        name: function.name.clone(),
        entry,
        exit,
        formals,
        results,
        nodes: (from, to),
        span: function.span,
    });
}

#[cfg(test)]
mod roles_tests;
#[cfg(test)]
mod tests;
