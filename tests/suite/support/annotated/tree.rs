//! Small annotated functions as trees, and as text: a function over numbers and arrays, with its contract and the
//! annotations of its loops. It shares nothing with what it is used to test, so its own front end is as small as it can be.

use std::fmt::{self, Display, Formatter};

/// An expression of C or of an annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ex {
    Number(i64),
    Name(String),
    Result,
    Index(String, Box<Ex>),
    /// An operator of two operands, as it is written.
    Two(String, Box<Ex>, Box<Ex>),
    Not(Box<Ex>),
    Minus(Box<Ex>),
    /// In the state at the entry.
    Old(Box<Ex>),
    /// All or some integers.
    Quantified(bool, String, Box<Ex>),
    /// An array has elements from the first to the last.
    Valid(Range),
    Separated(Range, Range),
}

/// Elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub array: String,
    pub first: Box<Ex>,
    pub last: Box<Ex>,
}

/// A clause, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub line: u32,
    pub says: Ex,
}

/// What may be assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    Name(String),
    Range(Range),
}

/// The annotations of a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    pub invariants: Vec<Clause>,
    pub assigns: Option<Vec<Location>>,
    pub variant: Option<Clause>,
}

/// A statement, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct St {
    pub line: u32,
    pub does: Does,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    Declare(String, Option<Ex>),
    Assign(Ex, Ex),
    If(Ex, Vec<St>, Vec<St>),
    While(Loop, Ex, Vec<St>),
    /// `for (first; condition; step)`
    For(Loop, Box<St>, Ex, Box<St>, Vec<St>),
    Return(Option<Ex>),
    Break,
    Continue,
    Assert(Clause),
}

/// A function with its contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub returns: bool,
    /// Parameters, and whether they are arrays.
    pub parameters: Vec<(String, bool)>,
    pub requires: Vec<Clause>,
    pub assigns: Option<Vec<Location>>,
    pub ensures: Vec<Clause>,
    pub body: Vec<St>,
}

impl Display for Range {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{} + ({} .. {})", self.array, self.first, self.last)
    }
}

impl Display for Ex {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Ex::Number(value) if *value < 0 => write!(out, "({value})"),
            Ex::Number(value) => write!(out, "{value}"),
            Ex::Name(name) => write!(out, "{name}"),
            Ex::Result => write!(out, "\\result"),
            Ex::Index(array, index) => write!(out, "{array}[{index}]"),
            Ex::Two(operator, left, right) => write!(out, "({left} {operator} {right})"),
            Ex::Not(inner) => write!(out, "!{inner}"),
            Ex::Minus(inner) => write!(out, "(-{inner})"),
            Ex::Old(inner) => write!(out, "\\at({inner}, Pre)"),
            Ex::Quantified(all, name, body) => {
                let word = if *all { "forall" } else { "exists" };
                write!(out, "(\\{word} integer {name}; {body})")
            }
            Ex::Valid(range) => write!(out, "\\valid({range})"),
            Ex::Separated(one, other) => write!(out, "\\separated({one}, {other})"),
        }
    }
}

impl Display for Location {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Location::Name(name) => write!(out, "{name}"),
            Location::Range(range) => write!(out, "*({range})"),
        }
    }
}

fn assigned(assigns: &[Location]) -> String {
    match assigns {
        [] => "\\nothing".to_owned(),
        _ => assigns.iter().map(Location::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// A text that is written line by line.
struct Text(String);

impl Text {
    fn line(&mut self, depth: usize, text: &str) {
        self.0.push_str(&"  ".repeat(depth));
        self.0.push_str(text);
        self.0.push('\n');
    }

    fn block(&mut self, depth: usize, statements: &[St]) {
        statements.iter().for_each(|statement| self.statement(depth, statement));
    }

    fn annotations(&mut self, depth: usize, annotations: &Loop) {
        let mut clauses: Vec<String> =
            annotations.invariants.iter().map(|clause| format!("loop invariant {};", clause.says)).collect();
        clauses
            .extend(annotations.assigns.iter().map(|assigns| format!("loop assigns {};", assigned(assigns))));
        clauses.extend(annotations.variant.iter().map(|clause| format!("loop variant {};", clause.says)));
        if clauses.is_empty() {
            return;
        }
        self.line(depth, "/*@");
        clauses.iter().for_each(|clause| self.line(depth + 1, clause));
        self.line(depth, "*/");
    }

    fn statement(&mut self, depth: usize, statement: &St) {
        match &statement.does {
            Does::If(condition, yes, no) => {
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(depth + 1, yes);
                if !no.is_empty() {
                    self.line(depth, "} else {");
                    self.block(depth + 1, no);
                }
                self.line(depth, "}");
            }
            Does::While(annotations, condition, body) => {
                self.annotations(depth, annotations);
                self.line(depth, &format!("while ({condition}) {{"));
                self.block(depth + 1, body);
                self.line(depth, "}");
            }
            Does::For(annotations, first, condition, step, body) => {
                self.annotations(depth, annotations);
                let step = simple(step);
                let step = step.trim_end_matches(';');
                self.line(depth, &format!("for ({} {condition}; {step}) {{", simple(first)));
                self.block(depth + 1, body);
                self.line(depth, "}");
            }
            _ => self.line(depth, &simple(statement)),
        }
    }
}

/// A statement of one line.
fn simple(statement: &St) -> String {
    match &statement.does {
        Does::Declare(name, Some(value)) => format!("int {name} = {value};"),
        Does::Declare(name, None) => format!("int {name};"),
        Does::Assign(place, value) => format!("{place} = {value};"),
        Does::Return(Some(value)) => format!("return {value};"),
        Does::Return(None) => "return;".to_owned(),
        Does::Break => "break;".to_owned(),
        Does::Continue => "continue;".to_owned(),
        Does::Assert(clause) => format!("//@ assert {};", clause.says),
        Does::If(..) | Does::While(..) | Does::For(..) => unreachable!("it has several lines"),
    }
}

impl Function {
    /// As C, a clause and a statement per line.
    pub fn text(&self) -> String {
        let mut text = Text(String::new());
        text.line(0, "/*@");
        for clause in &self.requires {
            text.line(1, &format!("requires {};", clause.says));
        }
        if let Some(assigns) = &self.assigns {
            text.line(1, &format!("assigns {};", assigned(assigns)));
        }
        for clause in &self.ensures {
            text.line(1, &format!("ensures {};", clause.says));
        }
        if self.requires.is_empty() && self.assigns.is_none() && self.ensures.is_empty() {
            text.line(1, "requires 0 == 0;");
        }
        text.line(0, "*/");
        let declared =
            |(name, array): &(String, bool)| format!("int {}{name}", if *array { "*" } else { "" });
        let parameters: Vec<String> = self.parameters.iter().map(declared).collect();
        let result = if self.returns { "int" } else { "void" };
        text.line(0, &format!("{result} {}({}) {{", self.name, parameters.join(", ")));
        text.block(1, &self.body);
        text.line(0, "}");
        text.0
    }
}
