//! The points of a function that are asked about: outcomes of whole conditions, and the entry.
//!
//! Conditions inside a value or an assertion, and the parts of a compound condition, are no points; nor are constant
//! conditions, those that the types of their sides decide, and those on addresses, which are never null but for the linker.

use std::collections::BTreeMap;

use focuscheck_base::limit::spend;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::library;
use focuscheck_check::scalar::{decided, relation};
use focuscheck_check::tree::{
    Arm, Callee, Definition, Expression, ExpressionKind as Kind, FunctionId, LabelKind, PlaceKind, Program,
    Statement, StatementKind,
};
use focuscheck_check::types::Type;
use focuscheck_check::visit::{evaluated, operands, statements_inside};
use focuscheck_ir::program::graph::{Action, Graph, NodeId, ProcedureId};
use focuscheck_ir::program::role::Role;
use focuscheck_syntax::ast::Binary;

/// A point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Where a person is told that it is.
    pub at: u32,
    /// What it is.
    pub outcome: Outcome,
    /// The node that runs pass there; `None`: the entry.
    pub node: Option<NodeId>,
}

/// Who wrote a condition, as far as the text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// It stands where it is tested.
    Here,
    /// A macro, with the statement: what it tests it tests for all its uses.
    Macro,
    /// It stands behind other statements of its line in a text without macros, where each expansion is one line.
    Line,
}

/// Whether an outcome is there for the rest of a choice: whoever makes a choice of all that can be may write it nevertheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It is the last `else` of several conditions, or does nothing but leave.
    Last,
    /// It is something else.
    No,
}

/// What a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The entry of the function.
    Entry,
    /// A condition holds or does not.
    Condition {
        /// The condition.
        condition: Span,
        /// Whether it holds.
        holds: bool,
        /// Whether there is code for that: an `if` may have no `else`.
        written: bool,
        /// Who wrote it.
        from: Author,
        /// Whether it is what an `else` has for the rest of a choice.
        rest: Rest,
    },
    /// A `case` or `default` of a `switch`.
    Case {
        /// The label; `None`: a `switch` has none for it.
        label: Option<Span>,
        /// Whether it stands for all other values.
        other: bool,
    },
    /// A statement behind this jump, to which nothing leads.
    Behind(Span),
}

/// Marks that say the same by themselves, apart from their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Then,
    Else,
    Body,
    Exit,
    Again,
    Case,
    Default,
    NoCase,
}

/// Where a mark stands, and what it is there, in the order of the text: without an `else` of its own an `else if` ends
/// where the one before does, and what comes out of a macro has one place. `None`: it is no point.
type Marks = BTreeMap<(Mark, u32, u32), Vec<Option<(u32, Outcome)>>>;

/// The walk over the statements of a function.
struct Walk<'a> {
    source: &'a SourceFile,
    marks: Marks,
    behind: Vec<Point>,
}

/// The points of a function, in the order of the source.
pub fn points(
    source: &SourceFile,
    graph: &Graph,
    function: FunctionId,
    definition: &Definition,
) -> Vec<Point> {
    let Some(procedure) = graph.bodies.get(function.index()).copied().flatten() else { return Vec::new() };
    let mut walk = Walk { source, marks: Marks::new(), behind: Vec::new() };
    walk.statements(&definition.body);
    let mut points = vec![Point { at: definition.span.start, outcome: Outcome::Entry, node: None }];
    let mut nodes: BTreeMap<(Mark, u32, u32), Vec<NodeId>> = BTreeMap::new();
    for node in graph.nodes_of(procedure) {
        let entry = &graph.nodes[node.index()];
        let Action::Mark(role) = entry.action else { continue };
        if let Some(mark) = mark(role) {
            nodes.entry(place(mark, entry.span)).or_default().push(node);
        }
    }
    let labels = Labels::of(graph, procedure);
    for (place, nodes) in nodes {
        // Which is which nobody knows where a text is lowered more than once.
        let outcomes = walk.marks.get(&place).filter(|outcomes| outcomes.len() == nodes.len());
        for (node, outcome) in nodes.iter().zip(outcomes.into_iter().flatten()) {
            if let Some((at, outcome)) = *outcome {
                points.push(Point { at, outcome, node: Some(labels.passed(*node)) });
            }
        }
    }
    points.append(&mut walk.behind);
    points.sort_by_key(|point| (point.outcome != Outcome::Entry, point.at, point.node));
    points
}

/// The labels of the `switch`es of a procedure.
struct Labels<'g> {
    graph: &'g Graph,
    before: BTreeMap<NodeId, usize>,
}

impl<'g> Labels<'g> {
    fn of(graph: &'g Graph, procedure: ProcedureId) -> Labels<'g> {
        let mut before = BTreeMap::new();
        for node in graph.nodes_of(procedure) {
            graph.nodes[node.index()]
                .successors
                .iter()
                .for_each(|next| *before.entry(*next).or_default() += 1);
        }
        Labels { graph, before }
    }

    /// What runs pass that come to the place of a mark. A label is passed by those, too, that fall through to it.
    fn passed(&self, mark: NodeId) -> NodeId {
        let entry = &self.graph.nodes[mark.index()];
        match (&entry.action, entry.successors.first()) {
            (Action::Mark(Role::Case | Role::Default), Some(label)) if self.before[label] > 1 => *label,
            _ => mark,
        }
    }
}

/// Where a mark stands. Where a label ends is not the same everywhere: blanks may stand before what it labels.
fn place(mark: Mark, span: Span) -> (Mark, u32, u32) {
    match mark {
        Mark::Case | Mark::Default => (mark, span.start, span.start),
        Mark::Then | Mark::Else | Mark::Body | Mark::Exit | Mark::Again | Mark::NoCase => {
            (mark, span.start, span.end)
        }
    }
}

fn mark(role: Role) -> Option<Mark> {
    match role {
        Role::Then => Some(Mark::Then),
        Role::Else => Some(Mark::Else),
        Role::LoopBody(_) => Some(Mark::Body),
        Role::LoopExit(_) => Some(Mark::Exit),
        Role::LoopBack(_) => Some(Mark::Again),
        Role::Case => Some(Mark::Case),
        Role::Default => Some(Mark::Default),
        Role::NoCase => Some(Mark::NoCase),
        Role::LoopEntry(_)
        | Role::Break
        | Role::Continue
        | Role::Goto
        | Role::Return
        | Role::ShortAnd
        | Role::ShortOr
        | Role::CallToReturn
        | Role::UnknownCode => None,
    }
}

impl Walk<'_> {
    fn add(&mut self, mark: Mark, span: Span, at: u32, outcome: Option<Outcome>) {
        let outcome = outcome.map(|outcome| (at, outcome));
        self.marks.entry(place(mark, span)).or_default().push(outcome);
    }

    fn statements(&mut self, statements: &[Statement]) {
        for (number, statement) in statements.iter().enumerate() {
            self.statement(statement);
            let before = number.checked_sub(1).and_then(|before| statements.get(before));
            if before.is_some_and(is_jump) && is_work(statement) {
                let outcome = Outcome::Behind(before.map_or(statement.span, |before| before.span));
                self.behind.push(Point { at: statement.span.start, outcome, node: None });
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        spend(1);
        let span = statement.span;
        match &statement.kind {
            StatementKind::Block(inner) => self.statements(inner),
            StatementKind::If(arms, otherwise) => self.chain(arms, otherwise.as_deref(), span),
            StatementKind::While(condition, body) => {
                self.repeated(Some(condition), (Mark::Body, body.span), span);
                self.inside(statement);
            }
            StatementKind::For { condition, body, .. } => {
                self.repeated(condition.as_ref(), (Mark::Body, body.span), span);
                self.inside(statement);
            }
            StatementKind::DoWhile(_, condition) => {
                self.inside(statement);
                self.repeated(Some(condition), (Mark::Again, span), span);
            }
            StatementKind::Switch(value, body) => {
                let is_choice = value.constant.is_none();
                let outcome = Outcome::Case { label: None, other: true };
                self.add(Mark::NoCase, span, span.start, is_choice.then_some(outcome));
                self.cases(body, is_choice);
                self.inside(statement);
            }
            StatementKind::Labelled(..)
            | StatementKind::Empty
            | StatementKind::Expression(_)
            | StatementKind::Declaration(_)
            | StatementKind::NestedFunction
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Goto(_)
            | StatementKind::GotoComputed(_)
            | StatementKind::Assembler(_)
            | StatementKind::Stated(_) => self.inside(statement),
        }
    }

    fn inside(&mut self, statement: &Statement) {
        statements_inside(statement, &mut |inner| self.statement(inner));
    }

    fn chain(&mut self, arms: &[Arm], otherwise: Option<&Statement>, span: Span) {
        for (number, arm) in arms.iter().enumerate() {
            let is_settled = is_settled(&arm.condition);
            let condition = arm.condition.span;
            let from = self.author(condition, arm.start);
            let outcome = |holds, written, rest| {
                let outcome = Outcome::Condition { condition, holds, written, from, rest };
                (!is_settled).then_some(outcome)
            };
            self.add(Mark::Then, arm.then.span, arm.start, outcome(true, true, Rest::No));
            self.statement(&arm.then);
            match (arms.get(number + 1), otherwise) {
                (Some(next), _) => {
                    let at = self.word_before(next.start, "else");
                    self.add(Mark::Else, Span::new(next.start, span.end), at, outcome(false, true, Rest::No));
                }
                (None, Some(otherwise)) => {
                    let at = self.word_before(otherwise.span.start, "else");
                    let is_last = arms.len() > 1 || leaves(otherwise);
                    let rest = if is_last { Rest::Last } else { Rest::No };
                    self.add(Mark::Else, otherwise.span, at, outcome(false, true, rest));
                }
                (None, None) => {
                    let rest = Span::new(arm.start, span.end);
                    self.add(Mark::Else, rest, arm.start, outcome(false, false, Rest::No));
                }
            }
        }
        otherwise.into_iter().for_each(|otherwise| self.statement(otherwise));
    }

    /// A loop; without a condition it is tested by nobody.
    fn repeated(&mut self, condition: Option<&Expression>, (again, inside): (Mark, Span), whole: Span) {
        let asked = condition.filter(|condition| !is_settled(condition)).map(|condition| condition.span);
        let outcome = |holds| {
            let condition = asked?;
            let from = self.author(condition, whole.start);
            Some(Outcome::Condition { condition, holds, written: holds, from, rest: Rest::No })
        };
        let (goes_on, ends) = (outcome(true), outcome(false));
        let at = asked.map_or(whole.start, |condition| condition.start);
        self.add(again, inside, at, goes_on);
        self.add(Mark::Exit, whole, at, ends);
    }

    /// The labels of a `switch`.
    fn cases(&mut self, statement: &Statement, is_choice: bool) {
        if let StatementKind::Labelled(labels, _) = &statement.kind {
            for &(label, place) in labels {
                let (mark, other) = match label {
                    LabelKind::Case(..) => (Mark::Case, false),
                    LabelKind::Default => (Mark::Default, true),
                    LabelKind::UnknownCase | LabelKind::Name(_) => continue,
                };
                let outcome = Outcome::Case { label: Some(place), other };
                self.add(mark, place, place.start, is_choice.then_some(outcome));
            }
        }
        // What is inside another one belongs to that.
        if !matches!(statement.kind, StatementKind::Switch(..)) {
            statements_inside(statement, &mut |inner| self.cases(inner, is_choice));
        }
    }

    /// Who wrote the condition of a statement that begins at an offset.
    fn author(&self, condition: Span, statement: u32) -> Author {
        // What comes out of a macro has the place of its invocation.
        if condition.start <= statement {
            return Author::Macro;
        }
        let from = statement - (self.source.position(statement).column - 1).min(statement);
        let behind = self.source.slice(Span::new(from, statement)).contains(';');
        match behind && self.source.text().starts_with("# ") {
            true => Author::Line,
            false => Author::Here,
        }
    }

    /// Where the last such word begins before an offset, if nothing but blanks and comments lies between.
    fn word_before(&self, offset: u32, word: &str) -> u32 {
        let from = offset.saturating_sub(200);
        let text = self.source.slice(Span::new(from, offset));
        text.rfind(word).map_or(offset, |at| from + at as u32)
    }
}

/// Whether a statement does nothing but leave with a constant: `return 0; /* avoid warning */`.
fn leaves(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Block(inner) => matches!(&inner[..], [only] if leaves(only)),
        StatementKind::Return(value) => value.as_ref().is_none_or(|value| value.constant.is_some()),
        StatementKind::Break | StatementKind::Continue | StatementKind::Empty => true,
        StatementKind::If(..)
        | StatementKind::While(..)
        | StatementKind::For { .. }
        | StatementKind::DoWhile(..)
        | StatementKind::Switch(..)
        | StatementKind::Labelled(..)
        | StatementKind::Expression(_)
        | StatementKind::Declaration(_)
        | StatementKind::NestedFunction
        | StatementKind::Goto(_)
        | StatementKind::GotoComputed(_)
        | StatementKind::Assembler(_)
        | StatementKind::Stated(_) => false,
    }
}

/// Whether a statement jumps, so that what stands behind it has to be jumped to.
fn is_jump(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Goto(_) => true,
        StatementKind::Labelled(_, body) => is_jump(body),
        StatementKind::Empty
        | StatementKind::Expression(_)
        | StatementKind::Declaration(_)
        | StatementKind::NestedFunction
        | StatementKind::Block(_)
        | StatementKind::If(..)
        | StatementKind::While(..)
        | StatementKind::For { .. }
        | StatementKind::DoWhile(..)
        | StatementKind::Switch(..)
        | StatementKind::GotoComputed(_)
        | StatementKind::Assembler(_)
        | StatementKind::Stated(_) => false,
    }
}

/// Whether a statement is meant to be run: no label leads into it, and it is no jump or declaration, which stand behind
/// jumps out of habit.
fn is_work(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Expression(_) => true,
        StatementKind::If(arms, otherwise) => {
            !arms.iter().any(|arm| has_label(&arm.then))
                && !otherwise.as_deref().is_some_and(has_label)
                && arms.iter().all(|arm| !is_settled(&arm.condition))
        }
        StatementKind::While(condition, body) => !has_label(body) && !is_settled(condition),
        StatementKind::For { body, .. } | StatementKind::Switch(_, body) => !has_label(body),
        StatementKind::DoWhile(..)
        | StatementKind::Block(_)
        | StatementKind::Empty
        | StatementKind::Declaration(_)
        | StatementKind::NestedFunction
        | StatementKind::Labelled(..)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Goto(_)
        | StatementKind::GotoComputed(_)
        | StatementKind::Assembler(_)
        | StatementKind::Stated(_) => false,
    }
}

/// Whether a label stands before a statement or in it.
fn has_label(statement: &Statement) -> bool {
    spend(1);
    let mut found = matches!(statement.kind, StatementKind::Labelled(..));
    statements_inside(statement, &mut |inner| found = found || has_label(inner));
    found
}

/// Whether a condition is constant, or asks for the address of something that is there: that is decided where the program
/// is built, not in a run.
fn is_settled(condition: &Expression) -> bool {
    spend(1);
    if condition.constant.is_some() {
        return true;
    }
    match &condition.kind {
        Kind::Function(_) | Kind::AddressOf(_) | Kind::LabelAddress(_) | Kind::Undeclared(_) => true,
        Kind::Decay(place) => {
            matches!(place.kind, PlaceKind::Object(_) | PlaceKind::Text(_) | PlaceKind::Member(..))
        }
        Kind::Not(operand) | Kind::Cast(operand) | Kind::Convert(operand) => is_settled(operand),
        Kind::And(left, right) | Kind::Or(left, right) => is_settled(left) || is_settled(right),
        Kind::Binary(operator, left, right) => {
            has_address(left) || has_address(right) || is_decided(*operator, left, right)
        }
        Kind::Call(Callee::Named(_), _) => false,
        Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Any
        | Kind::Load(_)
        | Kind::Unary(..)
        | Kind::ComplexPart(_)
        | Kind::Comma(..)
        | Kind::Conditional(..)
        | Kind::Assign(..)
        | Kind::Update { .. }
        | Kind::Call(Callee::Pointer(_), _)
        | Kind::Statement(..)
        | Kind::VariableArgument(_)
        | Kind::OneOf(_)
        | Kind::Unknown(..) => false,
    }
}

/// Whether the types of the sides decide a comparison: on another machine they may not.
fn is_decided(operator: Binary, left: &Expression, right: &Expression) -> bool {
    let side = |side: &Expression| match side.unconverted_type() {
        Type::Integer(ty) => Some((*ty, side.constant)),
        _ => None,
    };
    let sides = side(left).zip(side(right));
    relation(operator)
        .zip(sides)
        .is_some_and(|(relation, (left, right))| decided(relation, left, right).is_some())
}

/// Whether a side of a comparison is the address of something that is there.
fn has_address(expression: &Expression) -> bool {
    if let Kind::Cast(operand) | Kind::Convert(operand) = &expression.kind {
        return has_address(operand);
    }
    matches!(expression.kind, Kind::Function(_) | Kind::AddressOf(_) | Kind::LabelAddress(_))
}

/// Whether a function calls one from which runs come back twice (`setjmp`), so that its variables may change behind its back.
pub fn returns_twice(tree: &Program, definition: &Definition) -> bool {
    definition.body.iter().any(|statement| inside(tree, statement))
}

fn inside(tree: &Program, statement: &Statement) -> bool {
    spend(1);
    let mut found = false;
    evaluated(statement, &mut |value| found = found || calls_twice(tree, value));
    statements_inside(statement, &mut |inner| found = found || inside(tree, inner));
    found
}

fn calls_twice(tree: &Program, expression: &Expression) -> bool {
    spend(1);
    let own = match &expression.kind {
        Kind::Call(Callee::Named(id), _) => {
            let name = &tree.functions[id.index()].name;
            library::function(name).is_some_and(|function| function.returns_twice)
        }
        Kind::Statement(statements, ..) => statements.iter().any(|statement| inside(tree, statement)),
        _ => false,
    };
    let mut found = own;
    operands(expression, &mut |part| found = found || calls_twice(tree, part));
    found
}
