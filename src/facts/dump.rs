//! The graph as a folder of relations, one file each, and back.
//!
//! A file `name.facts` has one tuple a line with columns separated by tabs. Numbers name rows of other
//! relations; texts are escaped (`\t`, `\n`, `\r`, `\\`). Actions and expressions are written as nested
//! lists: `(assign 3 (add i32 (scalar 4) (constant 1 i32)))`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::facts::cfg::{EdgeRole, Graph, NodeId, ObligationKind, ScalarKind, UnitKind};
use crate::source::Span;

mod action;
mod premise;
mod load;
mod table;

pub use load::read;

use table::escape;

/// Why facts could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FactsError {
    /// A file or the folder could not be accessed.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A tuple does not have the form of its relation.
    #[error("{relation}.facts:{line}: {message}")]
    Malformed {
        /// The relation.
        relation: &'static str,
        /// The line in its file, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

/// The relations with their number of columns, in the order in which they are written.
const RELATIONS: [(&str, usize); 33] = [
    // Where execution starts: procedure.
    ("main", 1),
    // Id, name, entry node, exit node, start and end of its name.
    ("procedure", 6),
    // Procedure, first node, node after the last.
    ("procedure_nodes", 3),
    // Procedure, position, scalar.
    ("formal", 3),
    // Procedure, position, scalar.
    ("result", 3),
    // Id, name, type, kind, start, end.
    ("scalar", 6),
    // Scalar, procedure it belongs to.
    ("scalar_procedure", 2),
    // Scalar, `value` or `site`, number.
    ("scalar_initial", 3),
    // Id, procedure, unit, start, end, action.
    ("node", 6),
    // Node, position, node.
    ("successor", 3),
    // Id, kind, statement, whether on inputs alone.
    ("unit", 4),
    // Unit, node when the whole condition holds, node when not.
    ("unit_exits", 3),
    // Unit, scalar.
    ("unit_reads", 2),
    // Unit, scalar.
    ("unit_temporary", 2),
    // Id, procedure, start, end.
    ("statement", 4),
    // Statement, statement it is nested in, on which side.
    ("guard", 3),
    // Id, kind, text.
    ("error", 3),
    // Error, procedure.
    ("error_procedure", 2),
    // Error, start, end.
    ("error_span", 3),
    // Error, position, node.
    ("error_node", 3),
    // Id, name, whether `*`, type.
    ("site", 4),
    // Site, smallest, largest value.
    ("site_range", 3),
    // Site, start, end.
    ("site_span", 3),
    // Site, the function without a body whose result it is.
    ("site_undefined", 2),
    // Id, kind, what it is about, start, end.
    ("assumed", 5),
    // Assumption, node.
    ("assumed_node", 2),
    // Id, kind, node, start, end, reason.
    ("obligation", 6),
    // Id, kind, procedure, start, end.
    ("loop", 5),
    // Loop, the first node of each round.
    ("loop_head", 2),
    // Loop, start and end of an annotation.
    ("loop_annotation", 3),
    // Node, position of the successor, role, start, end.
    ("edge_role", 5),
    // Scalar that code which is not known may change.
    ("exposed", 1),
    // The version of all these forms.
    ("format", 1),
];

const FORMAT: &str = "1";

/// Writes every relation into a folder (made if needed); gives the number of tuples.
pub fn write(graph: &Graph, dir: &Path) -> Result<usize, FactsError> {
    fs::create_dir_all(dir).map_err(|source| FactsError::Io { path: dir.to_owned(), source })?;
    let mut tables = Writer { tables: RELATIONS.map(|(name, _)| (name, String::new())), tuples: 0 };
    fill(graph, &mut tables);
    fill_outline(graph, &mut tables);
    for (name, text) in &tables.tables {
        let path = dir.join(format!("{name}.facts"));
        fs::write(&path, text).map_err(|source| FactsError::Io { path, source })?;
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

fn fill(graph: &Graph, out: &mut Writer) {
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
        let (ty, kind) = (action::print_type(scalar.ty), print_scalar_kind(scalar.kind));
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
    for (id, error) in graph.errors.iter().enumerate() {
        out.add("error", &[&id, &error.kind.name(), &error.text]);
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
        out.add("site", &[&id, &site.name, &site.star, &action::print_type(site.ty)]);
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
        out.add("obligation", &[&id, &kind, &obligation.node.0, &span.start, &span.end, &obligation.reason]);
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

const OBLIGATION_KINDS: [(&str, ObligationKind); 2] =
    [("access", ObligationKind::Access), ("jump", ObligationKind::Jump)];

const UNIT_KINDS: [(&str, UnitKind); 11] = [
    ("silent", UnitKind::Silent),
    ("havoc", UnitKind::Havoc),
    ("assign", UnitKind::Assign),
    ("condition", UnitKind::Condition),
    ("assume", UnitKind::Assume),
    ("assert", UnitKind::Assert),
    ("check", UnitKind::Check),
    ("call", UnitKind::Call),
    ("return", UnitKind::Return),
    ("error", UnitKind::Error),
    ("stop", UnitKind::Stop),
];

fn print_kind<K: Copy + PartialEq>(names: &[(&'static str, K)], kind: K) -> &'static str {
    names.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| name)
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

#[cfg(test)]
mod tests;
