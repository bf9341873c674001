//! Verification conditions for SMT solvers (SMT-LIB 2.6), as a second opinion: integers of any size, memory as functions from
//! block and offset.
//!
//! What is large is defined once, under a name, so that a script is as long as the condition is. Definitions that speak of
//! bound variables take them as parameters.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use std::fmt::Write;

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_lia::problem::Operation;
use focuscheck_smt::term::Range;
use focuscheck_smt::{BoolId, FormulaId, FormulaNode, MapId, MapNode, TermId, TermNode, Terms, VariableId};

/// Longer texts get a name.
const LONGEST: usize = 100;

/// What is known of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The obligation holds.
    Unsatisfiable,
    /// A state breaks it.
    Satisfiable,
    /// Nobody knows.
    Unknown,
}

/// A question for a solver.
#[derive(Debug)]
pub struct Question<'t> {
    /// What the formulas are made of.
    pub terms: &'t Terms,
    /// What it is about, a line each.
    pub comments: Vec<String>,
    /// What is supposed, with its label if it has one.
    pub hypotheses: Vec<(String, FormulaId)>,
    /// The labels of edges: which of them are true in a model is its trace.
    pub edges: BTreeMap<BoolId, String>,
    /// The label of the obligation.
    pub label: String,
    /// Each is true in the states that break it on one way.
    pub broken: Vec<BoolId>,
    /// What comes out.
    pub expected: Expected,
}

/// The question as a script. `unsat` means that the obligation holds on all paths that are followed.
pub fn script(question: &Question<'_>) -> String {
    let mut writer = Writer::new(question.terms, &question.edges);
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    let mut named = |label: &str| {
        let number = names.entry(label.to_owned()).or_default();
        *number += 1;
        let repeated = if *number > 1 { format!("#{number}") } else { String::new() };
        quoted(&format!("{label}{repeated}"))
    };
    let mut asserted = Vec::new();
    let mut known = BTreeSet::new();
    for (label, formula) in &question.hypotheses {
        let text = writer.formula(*formula).text;
        // What says the same as before says nothing.
        if label.is_empty() && !known.insert(text.clone()) {
            continue;
        }
        asserted.push(match label.is_empty() {
            true => format!("(assert {text})"),
            false => format!("(assert (! {text} :named {}))", named(label)),
        });
    }
    let broken: Vec<String> = question.broken.iter().map(|atom| writer.atom(*atom)).collect();
    let broken = match &broken[..] {
        [] => "false".to_owned(),
        [one] => one.clone(),
        several => format!("(or {})", several.join(" ")),
    };
    asserted.push(format!("(assert (! {broken} :named {}))", named(&question.label)));
    let mut text = String::new();
    for comment in &question.comments {
        for line in comment.lines() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "; {line}");
        }
    }
    let status = match question.expected {
        Expected::Unsatisfiable => "unsat",
        Expected::Satisfiable => "sat",
        Expected::Unknown => "unknown",
    };
    let _ = writeln!(text, "(set-info :smt-lib-version 2.6)");
    let _ = writeln!(text, "(set-info :status {status})");
    let _ = writeln!(text, "(set-option :produce-unsat-cores true)");
    let _ = writeln!(text, "(set-logic ALL)");
    for line in writer.declarations.iter().chain(&writer.lines).chain(&asserted) {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "(check-sat)");
    text
}

/// A name of any characters.
fn quoted(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c == '|' || c == '\\' { '/' } else { c }).collect();
    let simple = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && plain.chars().all(|c| c.is_ascii_alphanumeric() || "_.@#".contains(c));
    if simple && !plain.contains('#') { plain } else { format!("|{plain}|") }
}

fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn power(exponent: u8) -> String {
    1u128.checked_shl(u32::from(exponent)).map_or_else(|| "0".to_owned(), |power| power.to_string())
}

/// A text, and the bound variables that it speaks of.
#[derive(Clone, Debug, Default)]
struct Piece {
    text: String,
    bound: BTreeSet<VariableId>,
}

/// A map: the name of its function, and the bound variables that come after block and offset.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    bound: BTreeSet<VariableId>,
}

struct Writer<'t> {
    terms: &'t Terms,
    edges: &'t BTreeMap<BoolId, String>,
    declarations: Vec<String>,
    lines: Vec<String>,
    known_terms: FxHashMap<TermId, Piece>,
    known_formulas: FxHashMap<FormulaId, Piece>,
    known_maps: FxHashMap<MapId, Function>,
    /// Variables that quantifiers bind.
    bound: BTreeSet<VariableId>,
    declared: BTreeSet<String>,
    names: u32,
}

impl<'t> Writer<'t> {
    fn new(terms: &'t Terms, edges: &'t BTreeMap<BoolId, String>) -> Self {
        Writer {
            terms,
            edges,
            declarations: Vec::new(),
            lines: Vec::new(),
            known_terms: FxHashMap::default(),
            known_formulas: FxHashMap::default(),
            known_maps: FxHashMap::default(),
            bound: terms.bound(),
            declared: BTreeSet::new(),
            names: 0,
        }
    }

    fn declare(&mut self, name: &str, declaration: impl FnOnce() -> Vec<String>) {
        if self.declared.insert(name.to_owned()) {
            self.declarations.extend(declaration());
        }
    }

    fn variable(&mut self, variable: VariableId) -> Piece {
        let name = quoted(&format!("{}.{}", self.terms.variable_name(variable), variable.index()));
        if self.bound.contains(&variable) {
            return Piece { text: name, bound: BTreeSet::from([variable]) };
        }
        let range = self.terms.variable_range(variable);
        self.declare(&name, || {
            let mut lines = vec![format!("(declare-const {name} Int)")];
            lines.extend(range.map(|range| format!("(assert {})", within(&name, range))));
            lines
        });
        Piece { text: name, bound: BTreeSet::new() }
    }

    fn atom(&mut self, atom: BoolId) -> String {
        let name = self.edges.get(&atom).map_or_else(|| self.terms.atom_name(atom), String::as_str);
        let name = quoted(&format!("{name}.b{}", atom.index()));
        self.declare(&name, || vec![format!("(declare-const {name} Bool)")]);
        name
    }

    /// A long text gets a name.
    fn short(&mut self, piece: Piece, letter: char, sort: &str) -> Piece {
        spend(1);
        if piece.text.len() <= LONGEST {
            return piece;
        }
        self.names += 1;
        let name = format!("{letter}!{}", self.names);
        let (parameters, arguments) = self.parameters(&piece.bound);
        self.lines.push(format!("(define-fun {name} ({parameters}) {sort} {})", piece.text));
        let text = if arguments.is_empty() { name } else { format!("({name}{arguments})") };
        Piece { text, ..piece }
    }

    /// Bound variables as they are declared, and as they are passed on.
    fn parameters(&mut self, bound: &BTreeSet<VariableId>) -> (String, String) {
        let names: Vec<String> = bound.iter().map(|variable| self.variable(*variable).text).collect();
        let declared: Vec<String> = names.iter().map(|name| format!("({name} Int)")).collect();
        (declared.join(" "), names.iter().map(|name| format!(" {name}")).collect())
    }

    fn term(&mut self, term: TermId) -> Piece {
        if let Some(known) = self.known_terms.get(&term) {
            return known.clone();
        }
        let terms = self.terms;
        let piece = match terms.term(term) {
            TermNode::Integer(value) => Piece { text: number(*value), bound: BTreeSet::new() },
            TermNode::Variable(variable) => self.variable(*variable),
            TermNode::Sum { terms, constant } => {
                let mut bound = BTreeSet::new();
                let mut parts: Vec<String> = Vec::new();
                for &(factor, term) in terms {
                    let piece = self.term(term);
                    bound.extend(piece.bound);
                    parts.push(match factor {
                        1 => piece.text,
                        factor => format!("(* {} {})", number(factor), piece.text),
                    });
                }
                if *constant != 0 || parts.is_empty() {
                    parts.push(number(*constant));
                }
                let text =
                    if parts.len() == 1 { parts.remove(0) } else { format!("(+ {})", parts.join(" ")) };
                Piece { text, bound }
            }
            TermNode::Operation(operation, width, signed, left, right) => {
                let (left, right) = (self.term(*left), self.term(*right));
                let text = self.operation(*operation, *width, *signed, &left.text, &right.text);
                Piece { text, bound: &left.bound | &right.bound }
            }
            TermNode::Select(map, block, offset) => self.select(*map, *block, *offset),
            TermNode::Conditional(condition, one, other) => {
                let condition = self.formula(*condition);
                let (one, other) = (self.term(*one), self.term(*other));
                let text = format!("(ite {} {} {})", condition.text, one.text, other.text);
                Piece { text, bound: &(&condition.bound | &one.bound) | &other.bound }
            }
        };
        let piece = self.short(piece, 't', "Int");
        self.known_terms.insert(term, piece.clone());
        piece
    }

    fn select(&mut self, map: MapId, block: TermId, offset: TermId) -> Piece {
        let function = self.map(map);
        let (block, offset) = (self.term(block), self.term(offset));
        let (_, arguments) = self.parameters(&function.bound);
        let text = format!("({} {} {}{arguments})", function.name, block.text, offset.text);
        Piece { text, bound: &(&function.bound | &block.bound) | &offset.bound }
    }

    /// The exact meaning of an operation; of one on bits only that there is one.
    fn operation(
        &mut self,
        operation: Operation,
        width: u8,
        signed: bool,
        left: &str,
        right: &str,
    ) -> String {
        const QUOTIENT: &str = "(define-fun c_div ((a Int) (b Int)) Int (ite (= (>= a 0) (>= b 0)) \
                                (div (abs a) (abs b)) (- (div (abs a) (abs b)))))";
        match operation {
            Operation::Multiply => format!("(* {left} {right})"),
            Operation::Divide => {
                self.declare("c_div", || vec![QUOTIENT.to_owned()]);
                format!("(c_div {left} {right})")
            }
            Operation::Remainder => {
                self.declare("c_div", || vec![QUOTIENT.to_owned()]);
                format!("(- {left} (* {right} (c_div {left} {right})))")
            }
            Operation::ShiftLeft | Operation::ShiftRight => {
                self.declare("c_power", || {
                    let powers = (0..64u8).rev().fold("(c_other n)".to_owned(), |rest, exponent| {
                        format!("(ite (= n {exponent}) {} {rest})", power(exponent))
                    });
                    vec![
                        "(declare-fun c_other (Int) Int)".to_owned(),
                        format!("(define-fun c_power ((n Int)) Int {powers})"),
                    ]
                });
                let what = if operation == Operation::ShiftLeft { "*" } else { "div" };
                format!("({what} {left} (c_power {right}))")
            }
            Operation::Wrap if signed => {
                let (half, all) = (power(width.saturating_sub(1)), power(width));
                format!("(- (mod (+ {left} {half}) {all}) {half})")
            }
            Operation::Wrap => format!("(mod {left} {})", power(width)),
            Operation::BitAnd | Operation::BitOr | Operation::BitXor => {
                let word = match operation {
                    Operation::BitAnd => "and",
                    Operation::BitOr => "or",
                    _ => "xor",
                };
                let name = format!("c_{word}_{}{width}", if signed { "s" } else { "u" });
                self.declare(&name, || {
                    let what = "; operations on bits are not told: sat may be wrong where they matter";
                    vec![what.to_owned(), format!("(declare-fun {name} (Int Int) Int)")]
                });
                format!("({name} {left} {right})")
            }
        }
    }

    fn map(&mut self, map: MapId) -> Function {
        if let Some(known) = self.known_maps.get(&map) {
            return known.clone();
        }
        spend(1);
        let terms = self.terms;
        let function = match terms.map(map) {
            MapNode::Variable(name, number) => {
                let name = quoted(&format!("{name}.m{number}"));
                let contents = terms.contents(map);
                self.declare(&name, || {
                    let mut lines = vec![format!("(declare-fun {name} (Int Int) Int)")];
                    lines.extend(contents.map(|range| {
                        let read = format!("({name} b o)");
                        format!(
                            "(assert (forall ((b Int) (o Int)) (! {} :pattern ({read}))))",
                            within(&read, range)
                        )
                    }));
                    lines
                });
                Function { name, bound: BTreeSet::new() }
            }
            MapNode::Store { map, block, offset, value } => {
                let before = self.map(*map);
                let (block, offset, value) = (self.term(*block), self.term(*offset), self.term(*value));
                let body = |old: &str| {
                    format!("(ite (and (= b {}) (= o {})) {} {old})", block.text, offset.text, value.text)
                };
                let bound = [&before.bound, &block.bound, &offset.bound, &value.bound];
                let old = self.read(&before);
                self.define(body(&old), union(&bound))
            }
            MapNode::Forgotten { map, fresh, regions } => {
                let (outside, inside) = (self.map(*map), self.map(*fresh));
                let mut bound = &outside.bound | &inside.bound;
                let mut within = Vec::new();
                for region in regions {
                    let [block, first, end] = [region.block, region.first, region.end].map(|t| self.term(t));
                    within
                        .push(format!("(and (= b {}) (<= {} o) (< o {}))", block.text, first.text, end.text));
                    bound = union(&[&bound, &block.bound, &first.bound, &end.bound]);
                }
                let (inside, outside) = (self.read(&inside), self.read(&outside));
                let text = format!("(ite (or false {}) {inside} {outside})", within.join(" "));
                self.define(text, bound)
            }
            MapNode::Choice(choices) => {
                let other = format!("m!other{}", map.index());
                self.declare(&other, || vec![format!("(declare-fun {other} (Int Int) Int)")]);
                let mut text = format!("({other} b o)");
                let mut bound = BTreeSet::new();
                for (condition, map) in choices.iter().rev() {
                    let (condition, map) = (self.formula(*condition), self.map(*map));
                    text = format!("(ite {} {} {text})", condition.text, self.read(&map));
                    bound = union(&[&bound, &condition.bound, &map.bound]);
                }
                self.define(text, bound)
            }
        };
        self.known_maps.insert(map, function.clone());
        function
    }

    /// What a map has at `b` and `o`.
    fn read(&mut self, function: &Function) -> String {
        let (_, arguments) = self.parameters(&function.bound);
        format!("({} b o{arguments})", function.name)
    }

    /// A map by what it has at `b` and `o`.
    fn define(&mut self, text: String, bound: BTreeSet<VariableId>) -> Function {
        self.names += 1;
        let name = format!("m!{}", self.names);
        let (parameters, _) = self.parameters(&bound);
        let space = if parameters.is_empty() { "" } else { " " };
        self.lines.push(format!("(define-fun {name} ((b Int) (o Int){space}{parameters}) Int {text})"));
        Function { name, bound }
    }

    fn formula(&mut self, formula: FormulaId) -> Piece {
        if let Some(known) = self.known_formulas.get(&formula) {
            return known.clone();
        }
        let terms = self.terms;
        let piece = match terms.formula(formula) {
            FormulaNode::Constant(value) => Piece { text: value.to_string(), bound: BTreeSet::new() },
            FormulaNode::Atom(atom) => Piece { text: self.atom(*atom), bound: BTreeSet::new() },
            FormulaNode::Compare(relation, left, right) => {
                let (left, right) = (self.term(*left), self.term(*right));
                let sign = match relation {
                    Relation::Less => "<",
                    Relation::LessEqual => "<=",
                    Relation::Greater => ">",
                    Relation::GreaterEqual => ">=",
                    Relation::Equal => "=",
                    Relation::NotEqual => "distinct",
                };
                let text = format!("({sign} {} {})", left.text, right.text);
                Piece { text, bound: &left.bound | &right.bound }
            }
            FormulaNode::Not(inner) => {
                let inner = self.formula(*inner);
                Piece { text: format!("(not {})", inner.text), bound: inner.bound }
            }
            FormulaNode::And(parts) => self.joined("and", parts),
            FormulaNode::Or(parts) => self.joined("or", parts),
            FormulaNode::Iff(left, right) => self.joined("=", &[*left, *right]),
            FormulaNode::Forall(variables, inner) => self.quantified("forall", "=>", variables, *inner),
            FormulaNode::Exists(variables, inner) => self.quantified("exists", "and", variables, *inner),
        };
        let piece = self.short(piece, 'f', "Bool");
        self.known_formulas.insert(formula, piece.clone());
        piece
    }

    fn joined(&mut self, word: &str, parts: &[FormulaId]) -> Piece {
        let mut bound = BTreeSet::new();
        let mut text = format!("({word}");
        for part in parts {
            let piece = self.formula(*part);
            bound.extend(piece.bound);
            text.push(' ');
            text.push_str(&piece.text);
        }
        text.push(')');
        Piece { text, bound }
    }

    fn quantified(&mut self, word: &str, join: &str, variables: &[VariableId], inner: FormulaId) -> Piece {
        let inner = self.formula(inner);
        let own: BTreeSet<VariableId> = variables.iter().copied().collect();
        let (declared, _) = self.parameters(&own);
        let mut ranges = Vec::new();
        for variable in &own {
            let name = self.variable(*variable).text;
            ranges.extend(self.terms.variable_range(*variable).map(|range| within(&name, range)));
        }
        let body = match ranges.is_empty() {
            true => inner.text,
            false => format!("({join} (and true {}) {})", ranges.join(" "), inner.text),
        };
        Piece { text: format!("({word} ({declared}) {body})"), bound: &inner.bound - &own }
    }
}

fn within(name: &str, (least, most): Range) -> String {
    format!("(<= {} {name} {})", number(least), number(most))
}

fn union(sets: &[&BTreeSet<VariableId>]) -> BTreeSet<VariableId> {
    sets.iter().flat_map(|set| set.iter().copied()).collect()
}
