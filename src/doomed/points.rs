//! The points of a function that are asked about: outcomes of whole conditions, and the entry.
//!
//! Conditions inside a value or an assertion, and the parts of a compound condition, are no points; nor are constant
//! conditions, those that the types of their sides decide, and those on addresses, which are never null but for the linker.

use std::collections::BTreeMap;

use crate::check::scalar::{decided, relation};
use crate::check::tree::{
    Arm, Callee, Definition, Expression, ExpressionKind as Kind, FunctionId, LabelKind, PlaceKind, Program,
    Statement, StatementKind,
};
use crate::check::types::Type;
use crate::check::vocabulary::{self, Model};
use crate::limit::spend;
use crate::program::effects::{evaluated, parts, statements_inside};
use crate::program::graph::{Action, Graph, NodeId};
use crate::program::role::Role;
use crate::source::{SourceFile, Span};
use crate::syntax::ast::Binary;

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
        /// The label, or the `switch` without `default`.
        label: Span,
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

type Marks = BTreeMap<(Mark, u32, u32), (u32, Outcome)>;

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
    for node in graph.nodes_of(procedure) {
        let entry = &graph.nodes[node.index()];
        let Action::Mark(role) = entry.action else { continue };
        let Some(mark) = mark(role) else { continue };
        if let Some(&(at, outcome)) = walk.marks.get(&place(mark, entry.span)) {
            points.push(Point { at, outcome, node: Some(node) });
        }
    }
    points.append(&mut walk.behind);
    points.sort_by_key(|point| (point.outcome != Outcome::Entry, point.at, point.node));
    points
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
    fn add(&mut self, mark: Mark, span: Span, at: u32, outcome: Outcome) {
        self.marks.insert(place(mark, span), (at, outcome));
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
            StatementKind::Block(inner) => return self.statements(inner),
            StatementKind::If(arms, otherwise) => self.chain(arms, otherwise.as_deref(), span),
            StatementKind::While(condition, body)
            | StatementKind::For { condition: Some(condition), body, .. } => {
                self.repeated(condition, (Mark::Body, body.span), span);
            }
            StatementKind::DoWhile(_, condition) => self.repeated(condition, (Mark::Again, span), span),
            StatementKind::Switch(value, body) if value.constant.is_none() => {
                self.add(Mark::NoCase, span, span.start, Outcome::Case { label: span, other: true });
                self.cases(body);
            }
            StatementKind::For { condition: None, .. }
            | StatementKind::Switch(..)
            | StatementKind::Labelled(..)
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
            | StatementKind::Stated(_) => {}
        }
        statements_inside(statement, &mut |inner| self.statement(inner));
    }

    fn chain(&mut self, arms: &[Arm], otherwise: Option<&Statement>, span: Span) {
        for (number, arm) in arms.iter().enumerate() {
            if is_settled(&arm.condition) {
                continue;
            }
            let condition = arm.condition.span;
            let from = self.author(condition, arm.start);
            let outcome =
                |holds, written| Outcome::Condition { condition, holds, written, from, rest: Rest::No };
            self.add(Mark::Then, arm.then.span, arm.start, outcome(true, true));
            match (arms.get(number + 1), otherwise) {
                (Some(next), _) => {
                    let at = self.word_before(next.start, "else");
                    self.add(Mark::Else, Span::new(next.start, span.end), at, outcome(false, true));
                }
                (None, Some(otherwise)) => {
                    let at = self.word_before(otherwise.span.start, "else");
                    let is_last = arms.len() > 1 || leaves(otherwise);
                    let rest = if is_last { Rest::Last } else { Rest::No };
                    let outcome = Outcome::Condition { condition, holds: false, written: true, from, rest };
                    self.add(Mark::Else, otherwise.span, at, outcome);
                }
                (None, None) => {
                    self.add(Mark::Else, Span::new(arm.start, span.end), arm.start, outcome(false, false));
                }
            }
        }
    }

    fn repeated(&mut self, condition: &Expression, (again, inside): (Mark, Span), whole: Span) {
        if is_settled(condition) {
            return;
        }
        let from = self.author(condition.span, whole.start);
        let condition = condition.span;
        let outcome = |holds| Outcome::Condition { condition, holds, written: holds, from, rest: Rest::No };
        self.add(again, inside, condition.start, outcome(true));
        self.add(Mark::Exit, whole, condition.start, outcome(false));
    }

    /// The labels of a `switch`.
    fn cases(&mut self, statement: &Statement) {
        if let StatementKind::Labelled(labels, _) = &statement.kind {
            for &(label, place) in labels {
                let (mark, other) = match label {
                    LabelKind::Case(..) => (Mark::Case, false),
                    LabelKind::Default => (Mark::Default, true),
                    LabelKind::UnknownCase | LabelKind::Name(_) => continue,
                };
                self.add(mark, place, place.start, Outcome::Case { label: place, other });
            }
        }
        // What is inside another one belongs to that.
        if !matches!(statement.kind, StatementKind::Switch(..)) {
            statements_inside(statement, &mut |inner| self.cases(inner));
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
            matches!(vocabulary::model(name), Some(Model::Zero)) || name.contains("setjmp") || name == "vfork"
        }
        Kind::Statement(statements, _) => statements.iter().any(|statement| inside(tree, statement)),
        _ => false,
    };
    let mut found = own;
    parts(expression, &mut |part| found = found || calls_twice(tree, part));
    found
}
