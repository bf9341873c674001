//! Places that fail.

use std::collections::{BTreeMap, BTreeSet};

use super::text::Edits;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{ErrorKind, Graph, ScalarKind, StatementId, UnitKind};
use focuscheck_check::formats::{Most, Printed, printed};
use focuscheck_check::library;
use focuscheck_check::vocabulary::{Role, role};

/// Makes errors of the program say which one they are. An assertion stays the program's own: what it is when the
/// program is compiled decides what it does. What is not in the text of the program as it stands there is left as it
/// is: then a line tells which error it is.
pub(super) fn errors(graph: &Graph, source: &SourceFile, edits: &mut Edits<'_>) {
    let mut checks: Checks = BTreeMap::new();
    let mut hidden: BTreeSet<&str> = BTreeSet::new();
    let mut read: BTreeMap<Span, String> = BTreeMap::new();
    for (number, error) in graph.errors.iter().enumerate() {
        match (error.kind, error.span) {
            (ErrorKind::Assertion, Some(span)) => {
                if let Some((_, name)) = edits.called_name(span) {
                    let before = format!("(focuscheck_enter({number}, \"{name}\"), ");
                    edits.surround(span, &before, ", focuscheck_leave())");
                }
            }
            (ErrorKind::ErrorCall, Some(span)) => match edits.called_name(span) {
                Some((head, _)) => {
                    let inside = Span::new(head.end, span.end.saturating_sub(1).max(head.end));
                    let comma = if source.slice(inside).trim().is_empty() { "" } else { ", " };
                    edits.replace(head, format!("focuscheck_error({number}{comma}"));
                }
                None => {
                    let called = edits.called_through_macros(span);
                    let of = |name: &&str| called.iter().any(|called| called == name);
                    hidden.extend(graph.procedures.iter().map(|p| p.name.as_str()).filter(of));
                }
            },
            (ErrorKind::ErrorLabel, Some(span)) => {
                let rest = source.slice(Span::new(span.start, source.size() as u32));
                let Some((name, _)) = rest.split_once(':') else { continue };
                if name.trim().chars().all(|c| c == '_' || c.is_ascii_alphanumeric()) {
                    let label = Span::new(span.start, span.start + name.len() as u32 + 1);
                    edits.append(label, &format!(" focuscheck_failed({number});"));
                }
            }
            (ErrorKind::Check(CheckKind::Pointer | CheckKind::Bounds), Some(span)) => {
                read.extend(reader(source, edits, span).map(|reader| (span, reader)));
            }
            (ErrorKind::Condition, _) => condition(graph, number, &mut checks),
            _ => {}
        }
    }
    for (span, reader) in read {
        // Compilers do not look into the library.
        edits.surround(span, &reader, ")");
    }
    for name in hidden.into_iter().filter(|name| role(name) == Some(Role::Error)) {
        begin(graph, name, edits);
    }
    check(graph, source, &checks, edits);
}

/// What reads what a piece of text points to, if it is the stream that a call of the library gets, or something that one writes.
fn reader(source: &SourceFile, edits: &Edits<'_>, span: Span) -> Option<String> {
    let head = edits.call_around(span)?;
    let call = edits.call_at(head);
    let (_, name) = edits.called_name(call)?;
    let known = library::function(name)?;
    let mut arguments: Vec<Span> = Vec::new();
    let mut start = head.end;
    while start < call.end {
        let argument = edits.argument_at(start, call);
        arguments.push(argument);
        start = argument.end + 1;
    }
    let is_meant = |argument: &Span| argument.start <= span.start && span.end == argument.end;
    let at = arguments.iter().position(is_meant)?;
    let written = |at: usize| arguments.get(at).map(|argument| source.slice(*argument).trim());
    let plain = Some("FOCUSCHECK_READ(".to_owned());
    if known.stream == Some(at) {
        return plain;
    }
    let Some(library::Model::Output(format)) = known.is else { return None };
    let text = match format {
        None => (at == 0 && matches!(name, "puts" | "fputs")).then_some(Most::All),
        Some(format) => match printed(written(format)?)?.get(at.checked_sub(format + 1)?)? {
            Printed::Text(most) => Some(*most),
            // Its value is no pointer that is followed.
            Printed::Number | Printed::Other => None,
        },
    };
    let most = match text? {
        Most::All => return plain,
        Most::Characters(most) => most.to_string(),
        Most::Before => written(at - 1)?.to_owned(),
    };
    // It is evaluated once more.
    let is_name = most.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    if is_name { Some(format!("FOCUSCHECK_READ_PART({most}, ")) } else { plain }
}

/// Makes a function of the program that stands for an error say that it was called, since a macro hides the call.
fn begin(graph: &Graph, name: &str, edits: &mut Edits<'_>) {
    let Some(procedure) = graph.procedures.iter().find(|procedure| procedure.name == name) else { return };
    if let Some(brace) = edits.next_token(procedure.span, "{") {
        edits.append(brace, &format!(" focuscheck_called(\"{name}\", __builtin_return_address(0));"));
    }
}

/// The checks of conditions after a statement, each a piece of C, by the statement's span.
type Checks = BTreeMap<Span, (StatementId, String)>;

/// Checks a condition of the user's after each statement that may change what it reads.
fn condition(graph: &Graph, number: usize, checks: &mut Checks) {
    let error = &graph.errors[number];
    let text = error.subject.replace("\\result", "focuscheck_result");
    let statements: BTreeSet<StatementId> = error
        .nodes
        .iter()
        .map(|node| graph.units[graph.nodes[node.index()].unit.index()].statement)
        .collect();
    for statement in statements {
        let span = graph.statements[statement.index()].span;
        let (_, all) = checks.entry(span).or_insert_with(|| (statement, String::new()));
        let check = format!("(({text}) ? focuscheck_failed({number}) : (void)0); ");
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
            edits.append(
                edits.with_attributes(span),
                &format!(", focuscheck_{} = ({{ {check}0; }})", span.start),
            );
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
