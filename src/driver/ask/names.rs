//! How unknowns are called, and where they are known.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::library::Model;
use focuscheck_check::tree::{ObjectId, Program};
use focuscheck_check::vocabulary;
use focuscheck_ir::program::access::{Accessed, writes};
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, Graph, Receiver, TemporaryId};
use focuscheck_report::ask::model::Point;
use focuscheck_vc::guarded::graph::{At, Block, Command, FrameId};

/// A variable as the text has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Variable {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub declared: Span,
}

/// An unknown for people.
#[derive(Clone, Debug)]
pub(super) struct Name {
    /// What it is called.
    pub text: String,
    /// The variable whose value it is, or was.
    pub variable: Option<Variable>,
    /// Where it is known.
    pub point: Point,
    /// Where that is in the text.
    pub offset: u32,
    /// The line that tells it from others of its name.
    pub line: u32,
    /// The lines of the calls that it is in, the innermost first, if there are several executions of its function.
    pub calls: Vec<u32>,
    /// Whether it is the value of a variable at the point.
    pub is_variable: bool,
    /// Whether that variable keeps the value as long as it lives.
    pub is_kept: bool,
    /// Whether it is no value that a variable gets by an assignment: what it holds before, or the value of an expression.
    pub is_indeterminate: bool,
    /// Whether sums of such values fit 64 bits.
    pub narrow: bool,
    /// Whether the point is passed at other moments, too: it is a value in the condition of a loop, and only of the evaluation
    /// that leads on.
    pub is_partial: bool,
    /// Whether another unknown, or value, cannot be told from it in words.
    pub is_shared: bool,
    /// Whether no words of C mean it.
    pub is_unsaid: bool,
    /// Whether a run may pass the point more than once.
    pub repeats: bool,
}

impl Name {
    /// Whether it means the same unknown as the name of another encoding of the program.
    pub(super) fn is_that_of(&self, other: &Name) -> bool {
        self.is_at(other)
            && (&self.text, self.line, self.is_shared) == (&other.text, other.line, other.is_shared)
    }

    /// Whether it is known at the same moments as another one.
    pub(super) fn is_at(&self, other: &Name) -> bool {
        (self.offset, self.point, &self.calls) == (other.offset, other.point, &other.calls)
    }

    /// What it is called in a sentence about a place: with its line unless the variable has the value there, too.
    pub(super) fn read(&self, at: Option<&Name>) -> String {
        if self.is_kept || (self.point != Point::Start && at.is_some_and(|at| self.is_at(at))) {
            return self.text.clone();
        }
        if !self.calls.is_empty() {
            let calls: Vec<String> = self.calls.iter().map(u32::to_string).collect();
            let lines = if calls.len() == 1 { "line" } else { "lines" };
            return format!(
                "({} at line {}, in the call at {lines} {})",
                self.text,
                self.line,
                calls.join(" of ")
            );
        }
        let simple = self.variable.is_some() || is_name(&self.text);
        let text = if simple { self.text.clone() } else { format!("({})", self.text) };
        format!("{text}@{}", self.line)
    }
}

/// Whether a text is a name, or that of a member or an element.
pub(super) fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "_[].".contains(c))
}

/// Says which names only calls tell apart, and which nothing does; who is not alone keeps no name for itself. `several` are
/// the calls of functions that are executed more than once: their places are told with them.
pub(super) fn tell_apart(names: &mut [Name], several: &BTreeSet<Vec<u32>>) {
    let all = names.to_vec();
    for (number, name) in names.iter_mut().enumerate() {
        let others = || all.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, other)| other);
        // Of a variable and what it held before, a name means the variable.
        let counts = |other: &Name| name.is_indeterminate || !other.is_indeterminate;
        let same = |other: &&Name| other.text == name.text && counts(other);
        let here = |other: &&Name| same(other) && (other.offset, other.line) == (name.offset, name.line);
        name.is_kept &= !others().any(|other| same(&other));
        if !others().any(|other| here(&other)) && !several.contains(&name.calls) {
            name.calls.clear();
        }
        let by_line = |other: &&Name| same(other) && other.line == name.line && other.calls == name.calls;
        name.is_shared = name.is_partial || others().any(|other| by_line(&other));
    }
}

/// Why something cannot be asked about: names that several values have, and memory, which none of the text's values is.
pub(super) fn unclear(names: &BTreeSet<(bool, String)>) -> String {
    let of = |unsaid: bool| {
        let names: Vec<&str> =
            names.iter().filter(|name| name.0 == unsaid).map(|name| name.1.as_str()).collect();
        names.join(", ")
    };
    match (of(false), of(true)) {
        (shared, unsaid) if unsaid.is_empty() => format!("no words tell several values of {shared} apart"),
        (shared, unsaid) if shared.is_empty() => {
            format!("no question can be put about the memory of {unsaid}")
        }
        (shared, unsaid) => {
            format!(
                "no question can be put about the memory of {unsaid}, or tells several values of {shared} apart"
            )
        }
    }
}

/// The objects that get values from calls and inputs, by where these stand.
pub(super) fn receivers(graph: &Graph) -> BTreeMap<u32, ObjectId> {
    let mut open: BTreeMap<TemporaryId, u32> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for node in &graph.nodes {
        match &node.action {
            Action::Input { target, site } => {
                open.insert(*target, graph.sites[site.index()].span.start);
            }
            Action::Call { result: Some(Receiver::Temporary(target)), .. } => {
                open.insert(*target, node.span.start);
            }
            Action::Store { place, value } if place.steps.is_empty() => {
                if let Base::Object(object) = &place.base
                    && let Some(temporary) = temporary(value)
                    && let Some(&at) = open.get(&temporary)
                {
                    found.entry(at).or_insert(*object);
                }
            }
            _ => {}
        }
    }
    found
}

fn temporary(value: &Expr) -> Option<TemporaryId> {
    match &value.kind {
        ExprKind::Temporary(id) => Some(*id),
        ExprKind::Convert(inner) => temporary(inner),
        _ => None,
    }
}

/// How often each object is assigned: what is assigned never (a parameter) or once keeps its value, unless it has an address.
pub(super) fn assigned(graph: &Graph, memory: &BTreeSet<ObjectId>) -> BTreeMap<ObjectId, u32> {
    let mut counts: BTreeMap<ObjectId, u32> = memory.iter().map(|object| (*object, 2)).collect();
    for node in &graph.nodes {
        for written in writes(&node.action) {
            if let Accessed::Place(_) = written
                && let Some(object) = written.object()
            {
                *counts.entry(object).or_default() += 1;
            }
        }
    }
    counts
}

/// The objects whose names others have, too: anywhere, and where both can be seen or one hides the other.
pub(super) fn namesakes(tree: &Program) -> (BTreeSet<ObjectId>, BTreeSet<ObjectId>) {
    let mut named: BTreeMap<&str, Vec<(ObjectId, Option<Span>)>> = BTreeMap::new();
    for (id, object) in
        (0u32..).map(ObjectId).zip(&tree.objects).filter(|(_, object)| !object.name.is_empty())
    {
        let around = tree.functions.iter().filter_map(|function| function.definition.as_ref());
        let mut around = around.map(|definition| Span::new(definition.span.start, definition.body_span.end));
        let function =
            around.find(|function| function.start <= object.span.start && object.span.end <= function.end);
        named.entry(&object.name).or_default().push((id, function));
    }
    let (mut anywhere, mut here) = (BTreeSet::new(), BTreeSet::new());
    for (id, function) in named.values().filter(|same| same.len() > 1).flatten() {
        anywhere.insert(*id);
        let same = &named[tree.objects[id.index()].name.as_str()];
        let near = |other: &Option<Span>| function.is_none() || other.is_none() || other == function;
        if same.iter().any(|(other, around)| other != id && near(around)) {
            here.insert(*id);
        }
    }
    (anywhere, here)
}

/// Whether a value that is read comes from outside, and not from a function that nobody gave.
pub(super) fn is_input(name: &str) -> bool {
    let standard = matches!(vocabulary::model(name), Some(Model::Scan(_) | Model::Input(..) | Model::Parse));
    standard || name == "*" || vocabulary::nondet_kind(name).is_some()
}

/// A piece of text with blanks around its operators.
pub(super) fn spaced(source: &SourceFile, span: Span) -> String {
    let text: Vec<&str> = source.slice(span).split_whitespace().collect();
    let text = text.join(" ");
    let mut spaced = String::new();
    let characters: Vec<char> = text.chars().collect();
    for (position, &character) in characters.iter().enumerate() {
        let before = position.checked_sub(1).and_then(|before| characters.get(before));
        let binary = matches!(character, '*' | '/' | '%' | '&' | '|' | '^')
            && before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ')' | ']'))
            && characters.get(position + 1).is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '('));
        if binary {
            spaced.push(' ');
            spaced.push(character);
            spaced.push(' ');
        } else {
            spaced.push(character);
        }
    }
    spaced
}

/// The text of a loop from its keyword to the end of its condition.
pub(super) fn heading(source: &SourceFile, start: u32, end: u32) -> String {
    let text = source.slice(Span::new(start, end.max(start)));
    let mut depth = 0i32;
    let mut heading = String::new();
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' if depth == 0 => break,
            _ => {}
        }
        heading.push(character);
        if character == ')' && depth == 0 {
            break;
        }
    }
    heading.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// For each execution of a function who calls it, and where the call stands.
pub(super) fn callers(blocks: &[Block<'_>]) -> BTreeMap<FrameId, (FrameId, u32)> {
    let mut callers = BTreeMap::new();
    for block in blocks {
        for command in &block.commands {
            let (Command::Bind { frame, caller, .. }, Some(label)) = (command, block.label) else { continue };
            if let At::Here(offset) = label.at {
                callers.insert(*frame, (*caller, offset));
            }
        }
    }
    callers
}
