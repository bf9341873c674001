//! Places that fail.

use std::collections::{BTreeMap, BTreeSet};

use super::text::Edits;
use crate::facts::cfg::{ErrorKind, Graph, ScalarKind, StatementId, UnitKind};
use crate::source::{SourceFile, Span};

/// Makes every error of the program say which one it is. What is not in the text of the program as it stands
/// there is left as it is: the harness's `assert` tells the line.
pub(super) fn errors(graph: &Graph, source: &SourceFile, edits: &mut Edits<'_>) {
    let mut checks: Checks = BTreeMap::new();
    for (number, error) in graph.errors.iter().enumerate() {
        let line = |span: Span| source.local_position(span.start).line;
        match (error.kind, error.span) {
            (ErrorKind::Assertion | ErrorKind::ErrorCall, Some(span)) => {
                let word = if error.kind == ErrorKind::Assertion { "ASSERT" } else { "ERROR" };
                if let Some((head, _)) = edits.called_name(span) {
                    edits.replace(head, format!("FOCUSCHECK_{word}({number}, {}, ", line(span)));
                }
            }
            (ErrorKind::ErrorLabel, Some(span)) => {
                let rest = source.slice(Span::new(span.start, source.size() as u32));
                if let Some(colon) = rest.find(':') {
                    let label = Span::new(span.start, span.start + colon as u32 + 1);
                    edits.append(label, &format!(" focuscheck_failed({number}, {});", line(span)));
                }
            }
            (ErrorKind::Condition, _) => condition(graph, source, number, &mut checks),
            _ => {}
        }
    }
    check(graph, source, &checks, edits);
}

/// The checks of conditions after a statement, each a piece of C, by the statement's span.
type Checks = BTreeMap<Span, (StatementId, String)>;

/// Checks a condition of the user's after each statement that may change what it reads.
fn condition(graph: &Graph, source: &SourceFile, number: usize, checks: &mut Checks) {
    let error = &graph.errors[number];
    let text = match (error.procedure, error.text.split_once(':')) {
        (Some(_), Some((_, text))) => text,
        _ => &error.text,
    };
    let text = text.trim().replace("\\result", "focuscheck_result");
    let statements: BTreeSet<StatementId> = error
        .nodes
        .iter()
        .map(|node| graph.units[graph.nodes[node.index()].unit.index()].statement)
        .collect();
    for statement in statements {
        let span = graph.statements[statement.index()].span;
        let line = source.local_position(span.start).line;
        let (_, all) = checks.entry(span).or_insert_with(|| (statement, String::new()));
        let check = format!("FOCUSCHECK_CHECK({number}, {line}, {text}); ");
        // Versions of one function share their text.
        if !all.contains(&check) {
            all.push_str(&check);
        }
    }
}

/// Puts checks after their statements.
fn check(graph: &Graph, source: &SourceFile, checks: &Checks, edits: &mut Edits<'_>) {
    let kinds = kinds(graph);
    let declared: BTreeSet<u32> = {
        let named = graph.scalars.iter().filter(|s| matches!(s.kind, ScalarKind::Local | ScalarKind::Global));
        named.map(|scalar| scalar.span.start).collect()
    };
    for (span, (statement, check)) in checks {
        let written = source.slice(*span).trim_end().trim_end_matches(';');
        let span = Span::new(span.start, span.start + written.len() as u32);
        let is = |kind| kinds.get(statement).is_some_and(|kinds| kinds.contains(&kind));
        if let Some(value) = written.strip_prefix("return").filter(|_| is(UnitKind::Return)) {
            let returned = Span::new(span.start + "return".len() as u32, span.end);
            if value.trim().is_empty() {
                continue;
            }
            edits.replace(Span::new(span.start, returned.start), "do".to_owned());
            let before = " { __auto_type focuscheck_result = (";
            edits.surround(returned, before, &format!("); {check}return focuscheck_result; }} while (0)"));
        } else if declared.range(span.start..span.end).next().is_some() {
            edits.append(span, &format!(", focuscheck_{} = ({{ {check}0; }})", span.start));
        } else if is(UnitKind::Condition) {
            let after = format!("); {check}focuscheck_value; }})");
            edits.surround(span, "({ __auto_type focuscheck_value = (", &after);
        } else {
            edits.surround(span, "({ ", &format!("; {check}}})"));
        }
    }
}

/// What kinds of units a statement has.
fn kinds(graph: &Graph) -> BTreeMap<StatementId, BTreeSet<UnitKind>> {
    let mut kinds: BTreeMap<StatementId, BTreeSet<UnitKind>> = BTreeMap::new();
    for unit in &graph.units {
        kinds.entry(unit.statement).or_default().insert(unit.kind);
    }
    kinds
}
