//! From the relations back to the graph.

use std::path::Path;

use crate::facts::cfg::{
    Assumed, ErrorKind, ErrorSite, Graph, Node, NodeId, Obligation, Procedure, ProcedureId, Scalar, ScalarId,
    ScalarKind, Site, SiteId, Statement, StatementId, Unit, UnitId,
};
use focuscheck_base::source::Span;

use super::action;
use super::error::FactsError;
use super::names::{OBLIGATION_KINDS, UNIT_KINDS};
use super::premise;
use super::schema::{FORMAT, RELATIONS};
use super::table::{Row, Table};
use super::unmodelled;

/// Reads a graph from a folder that [`super::write`] wrote.
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
    reader.read_obligations(&mut graph)?;
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
                results: Vec::new(),
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
            row.append(&mut row.entry(&mut graph.procedures)?.results, ScalarId(row.number(2)?))?;
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
                kind: read_error_kind(&row, 1)?,
                procedure: None,
                text: row.text(2)?,
                subject: row.text(3)?,
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
            let site = Site::new(row.text(1)?, row.ty(4)?, Span::default());
            graph.sites.push(Site { star: row.flag(2)?, choice: row.flag(3)?, range: (0, 0), ..site });
        }
        for row in self.rows("site_undefined") {
            row.entry(&mut graph.sites)?.undefined = Some(row.text(1)?);
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
            let premise = premise::read(&row.text(1)?, row.text(2)?);
            let premise = premise.ok_or_else(|| row.malformed("unknown kind of premise".to_owned()))?;
            graph.assumed.push(Assumed { node: None, premise, span: row.span(3)? });
        }
        for row in self.rows("assumed_node") {
            row.entry(&mut graph.assumed)?.node = Some(NodeId(row.number(1)?));
        }
        Ok(())
    }

    fn read_obligations(&self, graph: &mut Graph) -> Result<(), FactsError> {
        for row in self.rows("obligation") {
            row.expect_id(graph.obligations.len())?;
            let reason = unmodelled::read(&row.text(5)?, row.text(6)?);
            let reason =
                reason.ok_or_else(|| row.malformed("unknown kind of what is not modelled".to_owned()))?;
            graph.obligations.push(Obligation {
                kind: read_kind(&OBLIGATION_KINDS, &row, 1)?,
                node: NodeId(row.number(2)?),
                span: row.span(3)?,
                reason,
            });
        }
        Ok(())
    }

    /// Every number must name a row that exists, and every node must have the successors its action asks
    /// for: later stages rely on both.
    fn check(&self, graph: &Graph) -> Result<(), FactsError> {
        let references: [(&'static str, usize, usize); 27] = [
            ("main", 0, graph.procedures.len()),
            ("procedure", 2, graph.nodes.len()),
            ("procedure", 3, graph.nodes.len()),
            ("procedure_nodes", 1, graph.nodes.len() + 1),
            ("procedure_nodes", 2, graph.nodes.len() + 1),
            ("formal", 2, graph.scalars.len()),
            ("result", 2, graph.scalars.len()),
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
            ("obligation", 2, graph.nodes.len()),
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

fn read_kind<K: Copy>(names: &[(&'static str, K)], row: &Row<'_>, column: usize) -> Result<K, FactsError> {
    let text = row.raw(column);
    let found = names.iter().find(|(name, _)| *name == text);
    found.map(|(_, kind)| *kind).ok_or_else(|| row.malformed(format!("unknown kind `{text}`")))
}

fn read_error_kind(row: &Row<'_>, column: usize) -> Result<ErrorKind, FactsError> {
    let text = row.text(column)?;
    ErrorKind::named(&text).ok_or_else(|| row.malformed(format!("unknown kind `{text}`")))
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
