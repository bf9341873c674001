//! Places that read inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::Obstacle;
use super::text::{Edits, spelled};
use crate::facts::cfg::{Action, Graph, ScalarKind, Site, SiteId, UnitKind};
use crate::replay::interpreter::InputRead;
use crate::source::{SourceFile, Span};

/// What the harness knows about inputs.
#[derive(Default)]
pub(super) struct Inputs {
    /// Places by what is read where, numbered from 1. Versions of one function share theirs.
    pub places: BTreeMap<(Span, String), u32>,
    /// For each run the places and values, in order.
    pub runs: Vec<Vec<(u32, u64)>>,
    /// Assignments before the program begins.
    pub globals: Vec<String>,
    /// Global variables that another file defines.
    pub external: Vec<String>,
    /// The arguments of the program's `main`.
    pub parameters: Vec<String>,
    /// Functions whose results are read where the source does not show the call.
    pub by_name: BTreeMap<String, u32>,
}

/// Where a site is read.
enum Reader {
    /// Before the program begins.
    Begin,
    /// At the declaration of a local variable, which this is.
    Declaration(Span),
    /// In an expression.
    Expression,
}

/// Numbers the places that the runs read, and changes the text there.
pub(super) fn inputs(
    graph: &Graph,
    source: &SourceFile,
    runs: &[Vec<InputRead>],
    edits: &mut Edits<'_>,
) -> Result<Inputs, Obstacle> {
    let readers = readers(graph);
    let mut found = Inputs::default();
    let mut used: BTreeSet<SiteId> = BTreeSet::new();
    let mut hidden: BTreeSet<SiteId> = BTreeSet::new();
    for site in runs.iter().flatten().map(|read| read.site) {
        used.insert(site);
    }
    // A condition `*` is no C, so that those that no run comes to have to be replaced, too.
    let stars = (0..graph.sites.len()).filter(|&site| graph.sites[site].star);
    used.extend(stars.map(|site| SiteId(site as u32)));
    for &site in &used {
        let Site { name, span, star, .. } = &graph.sites[site.index()];
        let in_expression = matches!(readers.get(&site), Some(Reader::Expression) | None);
        let key = match edits.called_name(*span) {
            // A call that comes out of a macro is answered by the function itself.
            None if in_expression
                && !star
                && is_name(name)
                && !source.slice(*span).contains(name.as_str()) =>
            {
                hidden.insert(site);
                (Span::new(0, 0), name.clone())
            }
            _ => (*span, name.clone()),
        };
        let next = found.places.len() as u32 + 1;
        found.places.entry(key).or_insert(next);
    }
    let place_of = |site: SiteId| {
        let Site { name, span, .. } = &graph.sites[site.index()];
        let span = if hidden.contains(&site) { Span::new(0, 0) } else { *span };
        found.places.get(&(span, name.clone())).copied().unwrap_or(0)
    };
    let bits = |read: &InputRead| (place_of(read.site), read.value as u64);
    let values: Vec<Vec<(u32, u64)>> = runs.iter().map(|reads| reads.iter().map(bits).collect()).collect();
    let is_zero: BTreeSet<u32> = {
        let other: BTreeSet<u32> =
            values.iter().flatten().filter(|(_, v)| *v != 0).map(|(p, _)| *p).collect();
        used.iter().map(|&site| place_of(site)).filter(|place| !other.contains(place)).collect()
    };
    let mut declared: BTreeMap<Span, Vec<SiteId>> = BTreeMap::new();
    let mut calls = Vec::new();
    let mut pointers = Vec::new();
    let (mut globals, mut by_name) = (Vec::new(), BTreeMap::new());
    for &site in &used {
        let Site { name, span, star, ty, .. } = &graph.sites[site.index()];
        let (place, ty) = (place_of(site), spelled(*ty));
        match readers.get(&site) {
            Some(Reader::Begin) => globals.push(site),
            Some(Reader::Declaration(declaration)) => declared.entry(*declaration).or_default().push(site),
            _ if hidden.contains(&site) => {
                by_name.insert(name.clone(), place);
            }
            _ if *star => edits.replace(*span, format!("FOCUSCHECK_INPUT({place}, int)")),
            _ => match edits.called_name(*span) {
                Some((head, "klee_make_symbolic")) => {
                    calls.push((head, format!("FOCUSCHECK_SYMBOLIC({place}, {ty}, ")));
                }
                Some((head, _)) => calls.push((head, format!("FOCUSCHECK_INPUT({place}, {ty}, "))),
                None => pointers.push((*span, place, ty)),
            },
        }
    }
    for (head, new) in calls {
        edits.replace(head, new);
    }
    for (span, place, ty) in pointers {
        let head = reading_call(source, span)
            .filter(|&head| edits.called_name(Span::new(head.start, span_of_call(source, head))).is_some())
            .ok_or_else(|| obstacle(source, span, "an input that comes out of a macro"))?;
        edits.surround(span, &format!("FOCUSCHECK_STORE({place}, {ty}, "), ")");
        edits.replace(head, "FOCUSCHECK_READS(".to_owned());
    }
    for (declaration, sites) in declared {
        declare(graph, declaration, &sites, &place_of, &is_zero, edits);
    }
    found.parameters = parameters(graph, &place_of);
    for site in globals {
        let Site { name, span, ty, .. } = &graph.sites[site.index()];
        if graph.main.is_some_and(|main| {
            graph.procedures[main.index()]
                .formals
                .iter()
                .any(|f| graph.scalars[f.index()].initial == Some(Err(site)))
        }) {
            continue;
        }
        let base = name.split(['.', '[']).next().unwrap_or(name).to_owned();
        if is_external(source, *span) && !found.external.contains(&base) {
            found.external.push(base);
        }
        found.globals.push(format!("{name} = ({})focuscheck_next({})", spelled(*ty), place_of(site)));
    }
    found.runs = values;
    found.by_name = by_name;
    Ok(found)
}

fn obstacle(source: &SourceFile, span: Span, what: &str) -> Obstacle {
    Obstacle {
        reason: format!("{what} is not something that a harness can give a value to"),
        line: Some(source.position(span.start).line),
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
}

fn readers(graph: &Graph) -> BTreeMap<SiteId, Reader> {
    let mut readers = BTreeMap::new();
    for node in &graph.nodes {
        if let Action::Input { site, .. } = node.action {
            let reader = match graph.units[node.unit.index()].kind {
                UnitKind::Havoc => Reader::Declaration(node.span),
                _ => Reader::Expression,
            };
            readers.insert(site, reader);
        }
    }
    for scalar in &graph.scalars {
        if let Some(Err(site)) = scalar.initial {
            readers.insert(site, Reader::Begin);
        }
    }
    readers
}

/// Gives a local variable its values: an initialiser for a scalar, designated ones for the cells of an aggregate.
fn declare(
    graph: &Graph,
    declaration: Span,
    sites: &[SiteId],
    place_of: &dyn Fn(SiteId) -> u32,
    is_zero: &BTreeSet<u32>,
    edits: &mut Edits<'_>,
) {
    let mut cells: BTreeMap<&str, (u32, &str)> = BTreeMap::new();
    for &site in sites {
        let Site { name, ty, .. } = &graph.sites[site.index()];
        let suffix = name.find(['.', '[']).map_or("", |at| &name[at..]);
        cells.insert(suffix, (place_of(site), spelled(*ty)));
    }
    if let Some((place, ty)) = cells.get("") {
        edits.append(declaration, &format!(" = ({ty})focuscheck_next({place})"));
        return;
    }
    let values: Vec<String> = cells
        .iter()
        .filter(|(_, (place, _))| !is_zero.contains(place))
        .map(|(suffix, (place, ty))| format!("{suffix} = ({ty})focuscheck_next({place})"))
        .collect();
    let values = if values.is_empty() { "0".to_owned() } else { values.join(", ") };
    edits.append(declaration, &format!(" = {{{values}}}"));
}

/// The arguments of the program's `main`, as far as they are integers.
fn parameters(graph: &Graph, place_of: &dyn Fn(SiteId) -> u32) -> Vec<String> {
    let Some(main) = graph.main else { return Vec::new() };
    let formals = graph.procedures[main.index()].formals.iter().map(|formal| &graph.scalars[formal.index()]);
    formals
        .filter(|scalar| matches!(scalar.kind, ScalarKind::Formal(_)))
        .map(|scalar| match scalar.initial {
            Some(Err(site)) => format!("({})focuscheck_next({})", spelled(scalar.ty), place_of(site)),
            _ => "0".to_owned(),
        })
        .collect()
}

/// Whether a global variable is only declared in the program.
fn is_external(source: &SourceFile, name: Span) -> bool {
    let line = source.line(source.position(name.start).line);
    line.split(|c: char| c != '_' && !c.is_alphanumeric()).any(|word| word == "extern")
}

/// The name and parenthesis of the call that an argument belongs to.
fn reading_call(source: &SourceFile, argument: Span) -> Option<Span> {
    let part = source.part_of(argument.start);
    let start = source.part_start(part);
    let text = source.part_text(part);
    let at = |span: Span| &text[span.start as usize..span.end as usize];
    let tokens = crate::syntax::token_spans(text);
    let end = tokens.partition_point(|token| token.start + start < argument.start);
    let mut depth = 0;
    for number in (1..end).rev() {
        match at(tokens[number]) {
            ")" => depth += 1,
            "(" if depth > 0 => depth -= 1,
            "(" => {
                return Some(Span::new(tokens[number - 1].start + start, tokens[number].end + start));
            }
            _ => {}
        }
    }
    None
}

/// The end of a call whose name and parenthesis this is.
fn span_of_call(source: &SourceFile, head: Span) -> u32 {
    let part = source.part_of(head.start);
    let start = source.part_start(part);
    let text = source.part_text(part);
    let mut depth = 1;
    for token in crate::syntax::token_spans(text).into_iter().filter(|token| token.start + start >= head.end)
    {
        match &text[token.start as usize..token.end as usize] {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return token.end + start;
        }
    }
    head.end
}
