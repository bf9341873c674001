//! The graph as a folder of relations, one file each, and back.
//!
//! A file `name.facts` has one tuple a line with columns separated by tabs. Numbers name rows of other
//! relations; texts are escaped (`\t`, `\n`, `\r`, `\\`). Actions and expressions are written as nested
//! lists: `(assign 3 (add i32 (scalar 4) (constant 1 i32)))`.

use std::fs;
use std::path::Path;

use crate::facts::cfg::{EdgeRole, Graph, NodeId, ScalarKind};
use focuscheck_base::files;
use focuscheck_base::source::Span;

mod action;
mod error;
mod load;
mod names;
mod premise;
mod schema;
mod table;
mod unmodelled;

pub use error::FactsError;
pub use load::read;

use names::{OBLIGATION_KINDS, UNIT_KINDS, print_kind, print_type};
use schema::{FORMAT, RELATIONS};
use table::escape;

/// Writes every relation into a folder (made if needed); gives the number of tuples.
pub fn write(graph: &Graph, dir: &Path) -> Result<usize, FactsError> {
    fs::create_dir_all(dir).map_err(|source| FactsError::Io { path: dir.to_owned(), source })?;
    let mut tables = Writer { tables: RELATIONS.map(|(name, _)| (name, String::new())), tuples: 0 };
    fill_procedures(graph, &mut tables);
    fill_nodes(graph, &mut tables);
    fill_places(graph, &mut tables);
    fill_outline(graph, &mut tables);
    for (name, text) in &tables.tables {
        let path = dir.join(format!("{name}.facts"));
        files::write(&path, text).map_err(|source| FactsError::Io { path, source })?;
    }
    Ok(tables.tuples)
}

struct Writer {
    tables: [(&'static str, String); RELATIONS.len()],
    tuples: usize,
}

impl Writer {
    fn add(&mut self, relation: &'static str, columns: &[&dyn std::fmt::Display]) {
        let Some((_, text)) = self.tables.iter_mut().find(|(name, _)| *name == relation) else { return };
        for (position, column) in columns.iter().enumerate() {
            if position > 0 {
                text.push('\t');
            }
            text.push_str(&escape(&column.to_string()));
        }
        text.push('\n');
        self.tuples += 1;
    }
}

/// The procedures and the scalars.
fn fill_procedures(graph: &Graph, out: &mut Writer) {
    out.add("format", &[&FORMAT]);
    if let Some(main) = graph.main {
        out.add("main", &[&main.0]);
    }
    for (id, procedure) in graph.procedures.iter().enumerate() {
        let Span { start, end } = procedure.span;
        out.add("procedure", &[&id, &procedure.name, &procedure.entry.0, &procedure.exit.0, &start, &end]);
        out.add("procedure_nodes", &[&id, &procedure.nodes.0.0, &procedure.nodes.1.0]);
        for (position, formal) in procedure.formals.iter().enumerate() {
            out.add("formal", &[&id, &position, &formal.0]);
        }
        for (position, result) in procedure.results.iter().enumerate() {
            out.add("result", &[&id, &position, &result.0]);
        }
    }
    for (id, scalar) in graph.scalars.iter().enumerate() {
        let (ty, kind) = (print_type(scalar.ty), print_scalar_kind(scalar.kind));
        out.add("scalar", &[&id, &scalar.name, &ty, &kind, &scalar.span.start, &scalar.span.end]);
        if let Some(procedure) = scalar.procedure {
            out.add("scalar_procedure", &[&id, &procedure.0]);
        }
        match scalar.initial {
            Some(Ok(value)) => out.add("scalar_initial", &[&id, &"value", &value]),
            Some(Err(site)) => out.add("scalar_initial", &[&id, &"site", &site.0]),
            None => {}
        }
    }
}

/// The nodes, with their units and statements.
fn fill_nodes(graph: &Graph, out: &mut Writer) {
    for (id, node) in graph.nodes.iter().enumerate() {
        let text = action::print_action(&node.action);
        out.add("node", &[&id, &node.procedure.0, &node.unit.0, &node.span.start, &node.span.end, &text]);
        for (position, successor) in node.successors.iter().enumerate() {
            out.add("successor", &[&id, &position, &successor.0]);
        }
    }
    for (id, unit) in graph.units.iter().enumerate() {
        out.add("unit", &[&id, &print_kind(&UNIT_KINDS, unit.kind), &unit.statement.0, &unit.star]);
        if let Some((holds, fails)) = unit.exits {
            out.add("unit_exits", &[&id, &holds.0, &fails.0]);
        }
        for scalar in &unit.reads {
            out.add("unit_reads", &[&id, &scalar.0]);
        }
        for scalar in &unit.temporaries {
            out.add("unit_temporary", &[&id, &scalar.0]);
        }
    }
    for (id, statement) in graph.statements.iter().enumerate() {
        out.add("statement", &[&id, &statement.procedure.0, &statement.span.start, &statement.span.end]);
        if let Some((guard, side)) = statement.guard {
            out.add("guard", &[&id, &guard.0, &side]);
        }
    }
}

/// The errors, the inputs, and what the verdicts rest on.
fn fill_places(graph: &Graph, out: &mut Writer) {
    for (id, error) in graph.errors.iter().enumerate() {
        out.add("error", &[&id, &error.kind.name(), &error.text, &error.subject]);
        if let Some(procedure) = error.procedure {
            out.add("error_procedure", &[&id, &procedure.0]);
        }
        if let Some(span) = error.span {
            out.add("error_span", &[&id, &span.start, &span.end]);
        }
        for (position, node) in error.nodes.iter().enumerate() {
            out.add("error_node", &[&id, &position, &node.0]);
        }
    }
    for (id, site) in graph.sites.iter().enumerate() {
        out.add("site", &[&id, &site.name, &site.star, &site.choice, &print_type(site.ty)]);
        out.add("site_range", &[&id, &site.range.0, &site.range.1]);
        out.add("site_span", &[&id, &site.span.start, &site.span.end]);
        if let Some(function) = &site.undefined {
            out.add("site_undefined", &[&id, function]);
        }
    }
    for (id, assumed) in graph.assumed.iter().enumerate() {
        let (kind, subject) = premise::print(&assumed.premise);
        out.add("assumed", &[&id, &kind, &subject, &assumed.span.start, &assumed.span.end]);
        if let Some(node) = assumed.node {
            out.add("assumed_node", &[&id, &node.0]);
        }
    }
    for (id, obligation) in graph.obligations.iter().enumerate() {
        let (kind, span) = (print_kind(&OBLIGATION_KINDS, obligation.kind), obligation.span);
        let (reason, subject) = unmodelled::print(&obligation.reason);
        let node = obligation.node.0;
        out.add("obligation", &[&id, &kind, &node, &span.start, &span.end, &reason, &subject]);
    }
}

/// Loops and roles of edges, as far as something leads there. No rule reads them, and they are not read back.
fn fill_outline(graph: &Graph, out: &mut Writer) {
    let reached = |node: &NodeId| node.index() < graph.nodes.len();
    for (id, made) in graph.outline.loops.iter().enumerate() {
        out.add("loop", &[&id, &made.kind.name(), &made.procedure.0, &made.span.start, &made.span.end]);
        if let Some(head) = made.head.filter(reached) {
            out.add("loop_head", &[&id, &head.0]);
        }
        for annotation in &made.annotations {
            out.add("loop_annotation", &[&id, &annotation.span.start, &annotation.span.end]);
        }
    }
    for scalar in &graph.outline.exposed {
        out.add("exposed", &[&scalar.0]);
    }
    for EdgeRole { from, slot, role, span } in graph.outline.roles.iter().filter(|role| reached(&role.from)) {
        let role = match role.of_loop() {
            Some(id) => format!("{}:{}", role.name(), id.0),
            None => role.name().to_owned(),
        };
        out.add("edge_role", &[&from.0, slot, &role, &span.start, &span.end]);
    }
}

fn print_scalar_kind(kind: ScalarKind) -> String {
    match kind {
        ScalarKind::Global => "global".to_owned(),
        ScalarKind::Local => "local".to_owned(),
        ScalarKind::Formal(position) => format!("formal:{position}"),
        ScalarKind::Result => "result".to_owned(),
        ScalarKind::Temporary => "temporary".to_owned(),
    }
}
