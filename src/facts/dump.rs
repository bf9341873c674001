//! The graph as a folder of relations, one file each, and back.
//!
//! A file `name.facts` has one tuple a line with columns separated by tabs. Numbers name rows of other
//! relations; texts are escaped (`\t`, `\n`, `\r`, `\\`). Actions and expressions are written as nested
//! lists: `(assign 3 (add i32 (scalar 4) (constant 1 i32)))`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::facts::cfg::{
    Assumed, ErrorKind, ErrorSite, Graph, Node, NodeId, Procedure, ProcedureId, Scalar, ScalarId, ScalarKind,
    Site, SiteId, Statement, StatementId, Unit, UnitId, UnitKind,
};
use crate::source::Span;

mod action;
mod table;

use table::{Row, Table, escape};

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
const RELATIONS: [(&str, usize); 26] = [
    // Where execution starts: procedure.
    ("main", 1),
    // Id, name, entry node, exit node, start and end of its name.
    ("procedure", 6),
    // Procedure, first node, node after the last.
    ("procedure_nodes", 3),
    // Procedure, position, scalar.
    ("formal", 3),
    // Procedure, scalar.
    ("result", 2),
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
    // Id, text, start, end.
    ("assumed", 4),
    // Assumption, node.
    ("assumed_node", 2),
    // The version of all these forms.
    ("format", 1),
];

const FORMAT: &str = "1";

/// Writes every relation into a folder (made if needed); gives the number of tuples.
pub fn write(graph: &Graph, dir: &Path) -> Result<usize, FactsError> {
    fs::create_dir_all(dir).map_err(|source| FactsError::Io { path: dir.to_owned(), source })?;
    let mut tables = Writer { tables: RELATIONS.map(|(name, _)| (name, String::new())), tuples: 0 };
    fill(graph, &mut tables);
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
        if let Some(result) = procedure.result {
            out.add("result", &[&id, &result.0]);
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
        out.add("error", &[&id, &print_kind(&ERROR_KINDS, error.kind), &error.text]);
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
    }
    for (id, assumed) in graph.assumed.iter().enumerate() {
        out.add("assumed", &[&id, &assumed.text, &assumed.span.start, &assumed.span.end]);
        if let Some(node) = assumed.node {
            out.add("assumed_node", &[&id, &node.0]);
        }
    }
}

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

const ERROR_KINDS: [(&str, ErrorKind); 4] = [
    ("assertion", ErrorKind::Assertion),
    ("error-call", ErrorKind::ErrorCall),
    ("error-label", ErrorKind::ErrorLabel),
    ("condition", ErrorKind::Condition),
];

fn print_kind<K: Copy + PartialEq>(names: &[(&'static str, K)], kind: K) -> &'static str {
    names.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| name)
}

fn read_kind<K: Copy>(names: &[(&'static str, K)], row: &Row<'_>, column: usize) -> Result<K, FactsError> {
    let text = row.raw(column);
    let found = names.iter().find(|(name, _)| *name == text);
    found.map(|(_, kind)| *kind).ok_or_else(|| row.malformed(format!("unknown kind `{text}`")))
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

fn read_scalar_kind(row: &Row<'_>, column: usize) -> Result<ScalarKind, FactsError> {
    let text = row.raw(column);
    Ok(match text {
        "global" => ScalarKind::Global,
        "local" => ScalarKind::Local,
        "result" => ScalarKind::Result,
        "temporary" => ScalarKind::Temporary,
        _ => {
            let position = text.strip_prefix("formal:").and_then(|position| position.parse().ok());
            let kind = position.map(ScalarKind::Formal);
            return kind.ok_or_else(|| row.malformed(format!("unknown kind `{text}`")));
        }
    })
}

/// Reads a graph from a folder that [`write`] wrote.
pub fn read(dir: &Path) -> Result<Graph, FactsError> {
    let mut tables = Vec::with_capacity(RELATIONS.len());
    for (relation, columns) in RELATIONS {
        tables.push(Table::read(dir, relation, columns)?);
    }
    let reader = Reader { tables };
    let mut graph = Graph::default();
    reader.read_format()?;
    reader.read_procedures(&mut graph)?;
    reader.read_scalars(&mut graph)?;
    reader.read_nodes(&mut graph)?;
    reader.read_units(&mut graph)?;
    reader.read_statements(&mut graph)?;
    reader.read_errors(&mut graph)?;
    reader.read_sites(&mut graph)?;
    reader.read_assumed(&mut graph)?;
    reader.check(&graph)?;
    Ok(graph)
}

struct Reader {
    tables: Vec<Table>,
}

impl Reader {
    fn rows(&self, relation: &'static str) -> impl Iterator<Item = Row<'_>> {
        self.tables.iter().filter(move |table| table.relation == relation).flat_map(Table::rows)
    }

    fn read_format(&self) -> Result<(), FactsError> {
        match self.rows("format").next() {
            Some(row) if row.raw(0) == FORMAT => Ok(()),
            _ => Err(FactsError::Malformed {
                relation: "format",
                line: 1,
                message: format!("expected format {FORMAT}"),
            }),
        }
    }

    fn read_procedures(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("main") {
            graph.main = Some(ProcedureId(row.number(0)?));
        }
        for row in self.rows("procedure") {
            row.expect_id(graph.procedures.len())?;
            graph.procedures.push(Procedure {
                name: row.text(1)?,
                entry: NodeId(row.number(2)?),
                exit: NodeId(row.number(3)?),
                formals: Vec::new(),
                result: None,
                nodes: (NodeId(0), NodeId(0)),
                span: row.span(4)?,
            });
        }
        for row in self.rows("procedure_nodes") {
            row.entry(&mut graph.procedures)?.nodes = (NodeId(row.number(1)?), NodeId(row.number(2)?));
        }
        for row in self.rows("formal") {
            row.append(&mut row.entry(&mut graph.procedures)?.formals, ScalarId(row.number(2)?))?;
        }
        for row in self.rows("result") {
            row.entry(&mut graph.procedures)?.result = Some(ScalarId(row.number(1)?));
        }
        Ok(())
    }

    fn read_scalars(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("scalar") {
            row.expect_id(graph.scalars.len())?;
            graph.scalars.push(Scalar {
                name: row.text(1)?,
                ty: row.ty(2)?,
                kind: read_scalar_kind(&row, 3)?,
                procedure: None,
                initial: None,
                span: row.span(4)?,
            });
        }
        for row in self.rows("scalar_procedure") {
            row.entry(&mut graph.scalars)?.procedure = Some(ProcedureId(row.number(1)?));
        }
        for row in self.rows("scalar_initial") {
            let initial = match row.raw(1) {
                "value" => Ok(row.number(2)?),
                "site" => Err(SiteId(row.number(2)?)),
                other => return Err(row.malformed(format!("unknown kind `{other}`"))),
            };
            row.entry(&mut graph.scalars)?.initial = Some(initial);
        }
        Ok(())
    }

    fn read_nodes(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("node") {
            row.expect_id(graph.nodes.len())?;
            graph.nodes.push(Node {
                action: action::read_action(&row.text(5)?).map_err(|message| row.malformed(message))?,
                procedure: ProcedureId(row.number(1)?),
                unit: UnitId(row.number(2)?),
                span: row.span(3)?,
                successors: Vec::new(),
            });
        }
        for row in self.rows("successor") {
            row.append(&mut row.entry(&mut graph.nodes)?.successors, NodeId(row.number(2)?))?;
        }
        Ok(())
    }

    fn read_units(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("unit") {
            row.expect_id(graph.units.len())?;
            graph.units.push(Unit {
                kind: read_kind(&UNIT_KINDS, &row, 1)?,
                statement: StatementId(row.number(2)?),
                reads: Vec::new(),
                temporaries: Vec::new(),
                star: row.flag(3)?,
                exits: None,
            });
        }
        for row in self.rows("unit_exits") {
            row.entry(&mut graph.units)?.exits = Some((NodeId(row.number(1)?), NodeId(row.number(2)?)));
        }
        for row in self.rows("unit_reads") {
            row.entry(&mut graph.units)?.reads.push(ScalarId(row.number(1)?));
        }
        for row in self.rows("unit_temporary") {
            row.entry(&mut graph.units)?.temporaries.push(ScalarId(row.number(1)?));
        }
        Ok(())
    }

    fn read_statements(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("statement") {
            row.expect_id(graph.statements.len())?;
            let procedure = ProcedureId(row.number(1)?);
            graph.statements.push(Statement { procedure, span: row.span(2)?, guard: None });
        }
        for row in self.rows("guard") {
            row.entry(&mut graph.statements)?.guard = Some((StatementId(row.number(1)?), row.flag(2)?));
        }
        Ok(())
    }

    fn read_errors(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("error") {
            row.expect_id(graph.errors.len())?;
            graph.errors.push(ErrorSite {
                kind: read_kind(&ERROR_KINDS, &row, 1)?,
                procedure: None,
                text: row.text(2)?,
                span: None,
                nodes: Vec::new(),
            });
        }
        for row in self.rows("error_procedure") {
            row.entry(&mut graph.errors)?.procedure = Some(ProcedureId(row.number(1)?));
        }
        for row in self.rows("error_span") {
            row.entry(&mut graph.errors)?.span = Some(row.span(1)?);
        }
        for row in self.rows("error_node") {
            row.append(&mut row.entry(&mut graph.errors)?.nodes, NodeId(row.number(2)?))?;
        }
        Ok(())
    }

    fn read_sites(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("site") {
            row.expect_id(graph.sites.len())?;
            graph.sites.push(Site {
                name: row.text(1)?,
                star: row.flag(2)?,
                ty: row.ty(3)?,
                range: (0, 0),
                span: Span::default(),
            });
        }
        for row in self.rows("site_range") {
            row.entry(&mut graph.sites)?.range = (row.number(1)?, row.number(2)?);
        }
        for row in self.rows("site_span") {
            row.entry(&mut graph.sites)?.span = row.span(1)?;
        }
        Ok(())
    }

    fn read_assumed(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("assumed") {
            row.expect_id(graph.assumed.len())?;
            graph.assumed.push(Assumed { node: None, text: row.text(1)?, span: row.span(2)? });
        }
        for row in self.rows("assumed_node") {
            row.entry(&mut graph.assumed)?.node = Some(NodeId(row.number(1)?));
        }
        Ok(())
    }

    /// Every number must name a row that exists, and every node must have the successors its action asks
    /// for: later stages rely on both.
    fn check(&self, graph: &Graph) -> Result<(), FactsError> {
        let references: [(&'static str, usize, usize); 26] = [
            ("main", 0, graph.procedures.len()),
            ("procedure", 2, graph.nodes.len()),
            ("procedure", 3, graph.nodes.len()),
            ("procedure_nodes", 1, graph.nodes.len() + 1),
            ("procedure_nodes", 2, graph.nodes.len() + 1),
            ("formal", 2, graph.scalars.len()),
            ("result", 1, graph.scalars.len()),
            ("scalar_procedure", 1, graph.procedures.len()),
            ("node", 1, graph.procedures.len()),
            ("node", 2, graph.units.len()),
            ("successor", 2, graph.nodes.len()),
            ("unit", 2, graph.statements.len()),
            ("unit_reads", 1, graph.scalars.len()),
            ("unit_temporary", 1, graph.scalars.len()),
            ("unit_exits", 1, graph.nodes.len()),
            ("unit_exits", 2, graph.nodes.len()),
            ("statement", 1, graph.procedures.len()),
            ("guard", 1, graph.statements.len()),
            ("error_procedure", 1, graph.procedures.len()),
            ("error_node", 2, graph.nodes.len()),
            ("assumed_node", 1, graph.nodes.len()),
            ("formal", 0, graph.procedures.len()),
            ("successor", 0, graph.nodes.len()),
            ("site_range", 0, graph.sites.len()),
            ("error_span", 0, graph.errors.len()),
            ("guard", 0, graph.statements.len()),
        ];
        for (relation, column, count) in references {
            for row in self.rows(relation) {
                if row.number::<u64>(column)? >= count as u64 {
                    return Err(row.malformed(format!("`{}` names nothing", row.raw(column))));
                }
            }
        }
        for row in self.rows("scalar_initial").filter(|row| row.raw(1) == "site") {
            if row.number::<u64>(2)? >= graph.sites.len() as u64 {
                return Err(row.malformed("unknown site".to_owned()));
            }
        }
        for (row, node) in self.rows("node").zip(&graph.nodes) {
            action::check(graph, node).map_err(|message| row.malformed(message))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
