//! The values that a step of a run shows.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_cells::facts::cfg::{Action, Expr, Graph, NULL_OFFSET, ScalarId};
use focuscheck_cells::facts::memory::{Leading, Meaning, Named, Place};
use focuscheck_cells::simulation::interpreter::TraceStep;
use focuscheck_report::model::text_of;
use focuscheck_report::words;

use super::trace::{of_library, visible};

/// A value that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    name: String,
    value: String,
    /// Of a letter that a library function writes: its text, its place there, and what it is.
    letter: Option<(String, usize, u8)>,
}

/// The values of a step, in the order in which they come.
#[derive(Default)]
pub(super) struct Values(Vec<Value>);

impl Values {
    /// Takes in what a step of the run assigns, or what it compares.
    pub fn take(&mut self, graph: &Graph, source: &SourceFile, step: &TraceStep) {
        let writer = Writer { graph, source };
        let by_library = of_library(graph, step.node);
        match &graph.nodes[step.node.index()].action {
            action if by_library && !matches!(action, Action::Store { .. }) => {}
            Action::Assign { target, .. } | Action::Input { target, .. } if visible(graph, *target) => {
                self.extend(step.value.and_then(|value| writer.shown(*target, (step.right, value))));
            }
            Action::Store { .. } => {
                let Some((cell, value)) = step.cell.zip(step.value) else { return };
                let mut shown = writer.shown(cell, (step.right, value));
                if let Some(shown) = shown.as_mut().filter(|_| by_library) {
                    shown.letter = writer.letter(cell, &shown.name, value);
                }
                self.extend(shown);
            }
            Action::Branch(condition) | Action::Assume(condition) => {
                for (side, value) in [(&condition.left, step.value), (&condition.right, step.right)] {
                    if let (Expr::Scalar(scalar), Some(value)) = (side, value)
                        // Which function a call calls is worth knowing.
                        && (visible(graph, *scalar) || graph.scalars[scalar.index()].ty == IntegerType::FUNCTION)
                    {
                        self.extend(writer.shown(*scalar, (None, value)));
                    }
                }
            }
            _ => {}
        }
    }

    /// Takes in a value that a scalar has, and the number beside it if it is the offset of a pointer.
    pub fn known(
        &mut self,
        graph: &Graph,
        source: &SourceFile,
        scalar: ScalarId,
        value: (Option<i128>, i128),
    ) {
        self.extend(Writer { graph, source }.shown(scalar, value));
    }

    fn extend(&mut self, value: Option<Value>) {
        if let Some(value) = value.filter(|value| !self.0.contains(value)) {
            self.0.push(value);
        }
    }

    /// What is shown: letters that a library function writes side by side are one text.
    pub fn shown(&self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut rest = self.0.iter().peekable();
        while let Some(value) = rest.next() {
            let plain = |value: &Value| (value.name.clone(), value.value.clone());
            let Some((text, first, letter)) = &value.letter else {
                found.push(plain(value));
                continue;
            };
            let (mut letters, mut each) = (vec![*letter], vec![plain(value)]);
            let goes_on = |next: &&Value, count: usize| {
                next.letter.as_ref().is_some_and(|(other, at, _)| other == text && *at == first + count)
            };
            while let Some(next) = rest.next_if(|next| goes_on(next, letters.len())) {
                letters.extend(next.letter.as_ref().map(|(_, _, letter)| *letter));
                each.push(plain(next));
            }
            match letters.iter().position(|letter| *letter == 0) {
                // What comes behind the end of a text is no part of it.
                Some(end) if letters.len() > 1 && letters[end..].iter().all(|letter| *letter == 0) => {
                    let name = if *first == 0 { text.clone() } else { format!("{text} + {first}") };
                    found.push((name, text_of(&letters[..end])));
                }
                _ => found.extend(each),
            }
        }
        found
    }
}

/// How the value is written that a scalar holds, with the number beside it if it is the offset of a pointer; nothing if the
/// source has no word for it.
pub(super) fn written(
    graph: &Graph,
    source: &SourceFile,
    scalar: ScalarId,
    value: (Option<i128>, i128),
) -> Option<String> {
    Writer { graph, source }.shown(scalar, value).map(|shown| shown.value)
}

/// How a scalar is called.
pub(super) fn called(graph: &Graph, source: &SourceFile, scalar: ScalarId) -> String {
    let writer = Writer { graph, source };
    match graph.memory.meaning(scalar) {
        Some(Meaning::Part(named) | Meaning::Leads(Leading { pointer: named, .. })) => writer.named(named),
        Some(Meaning::Kept | Meaning::Filled(_) | Meaning::There(_)) | None => {
            graph.scalars[scalar.index()].name.clone()
        }
    }
}

/// Writes values.
struct Writer<'a> {
    graph: &'a Graph,
    source: &'a SourceFile,
}

impl Writer<'_> {
    /// What a scalar holds, and the number beside it if it is the offset of a pointer; nothing if the source has no word for it.
    fn shown(&self, scalar: ScalarId, (number, value): (Option<i128>, i128)) -> Option<Value> {
        let entry = &self.graph.scalars[scalar.index()];
        let plain = |name: String, value: String| Some(Value { name, value, letter: None });
        let written = |value| self.graph.written(entry.ty, value);
        match self.graph.memory.meaning(scalar) {
            None => plain(entry.name.clone(), written(value)),
            Some(Meaning::Kept) => None,
            Some(Meaning::Part(part)) => plain(self.named(part), written(value)),
            // A new block never has values.
            Some(Meaning::Filled(Named::Block { .. })) => None,
            Some(Meaning::Filled(named)) => {
                (value == 0).then(|| plain(self.named(named), "has no value".to_owned()))?
            }
            Some(Meaning::There(named)) => {
                let gone = match named {
                    Named::Text(_) => "is no more",
                    Named::Block { .. } => "is freed",
                };
                (value == 0).then(|| plain(self.named(named), gone.to_owned()))?
            }
            Some(Meaning::Leads(leading)) => {
                plain(self.named(&leading.pointer), self.target(leading, (number, value))?)
            }
        }
    }

    /// Where a pointer leads.
    fn target(&self, leading: &Leading, (number, value): (Option<i128>, i128)) -> Option<String> {
        let (number, offset) = match (leading.is_offset, leading.number) {
            (false, _) => (value, 0),
            (true, None) => (1, value),
            (true, Some(_)) => (number?, value),
        };
        if number == 0 || offset == NULL_OFFSET {
            return Some("NULL".to_owned());
        }
        let place = self.graph.memory.place(leading, number);
        Some(
            place.map_or_else(
                || "-> no object".to_owned(),
                |place| format!("-> {}", self.part(place, offset)),
            ),
        )
    }

    /// The element of a place at an offset.
    fn part(&self, place: &Place, offset: i128) -> String {
        let whole = self.named(&place.named);
        let elements = place.elements.map(i128::from);
        match (elements, &place.named) {
            (None, _) if offset == 0 => whole,
            (Some(count), _) if offset == count => format!("the end of {whole}"),
            (Some(count), Named::Text(_)) if (0..count).contains(&offset) => format!("{whole}[{offset}]"),
            (Some(_), Named::Block { .. }) if offset == 0 => whole,
            (Some(count), Named::Block { .. }) if (0..count).contains(&offset) => {
                format!("element {offset} of the {whole}")
            }
            (None, _) if offset == 1 => format!("the end of {whole}"),
            _ => format!("{offset} elements behind the begin of {whole}"),
        }
    }

    fn named(&self, named: &Named) -> String {
        match named {
            Named::Text(text) => text.clone(),
            Named::Block { number, span, part } => {
                let block = words::block(*number, self.line(*span));
                match part.strip_prefix('.') {
                    _ if part.is_empty() => block,
                    Some(member) => format!("{member} of the {block}"),
                    None => match part.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                        Some(at) if at.parse::<u64>().is_ok() => format!("element {at} of the {block}"),
                        _ => format!("{part} of the {block}"),
                    },
                }
            }
        }
    }

    fn line(&self, span: Span) -> u32 {
        self.source.position(span.start).line
    }

    /// A letter of a text that has a name: a `char`, as bytes are numbers.
    fn letter(&self, cell: ScalarId, name: &str, value: i128) -> Option<(String, usize, u8)> {
        let ty = self.graph.scalars[cell.index()].ty;
        let (text, at) = match self.graph.memory.meaning(cell) {
            Some(Meaning::Part(Named::Block { number, span, part })) => {
                let whole = Named::Block { number: *number, span: *span, part: String::new() };
                (self.named(&whole), part.as_str())
            }
            Some(Meaning::Kept | Meaning::Filled(_) | Meaning::There(_) | Meaning::Leads(_)) => return None,
            Some(Meaning::Part(Named::Text(_))) | None => {
                let at = name.rfind('[')?;
                (name[..at].to_owned(), &name[at..])
            }
        };
        let at = at.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
        (ty.width == 8 && ty.signed && ty.contains(value)).then_some((text, at, value as u8))
    }
}
