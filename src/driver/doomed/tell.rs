//! A point that is doomed, as a warning.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_doomed::cause::{Cause, Causes};
use focuscheck_doomed::cover::Kind;
use focuscheck_doomed::graph::{Guard, Needs, Source, Ways};
use focuscheck_doomed::passive::Condition;
use focuscheck_doomed::points::{Author, Outcome, Point};
use focuscheck_ir::program::graph::ExprKind;
use focuscheck_report::doomed::model::{CauseLine, Doomed, DoomedKind, Grade, Note};

use super::ground::Ground;

/// Texts longer than this say little beside a line.
const LONGEST: usize = 60;

/// What is said of the lines of a cause.
pub struct LineNotes {
    notes: BTreeMap<u32, Vec<Note>>,
    assumed: Vec<String>,
}

impl LineNotes {
    /// A line of the cause says this, too.
    fn note(&mut self, line: u32, note: Option<Note>) {
        if let (Some(notes), Some(note)) = (self.notes.get_mut(&line), note)
            && !notes.contains(&note)
        {
            notes.push(note);
        }
    }
}

/// Makes warnings of one function.
pub struct Teller<'a, 'g> {
    ground: &'a Ground<'g>,
    name: &'a str,
}

impl<'a, 'g> Teller<'a, 'g> {
    /// For a function with this name.
    pub fn new(ground: &'a Ground<'g>, name: &'a str) -> Self {
        Teller { ground, name }
    }

    /// The warning about a statement behind a jump.
    pub fn behind(&self, point: &Point) -> Option<Doomed> {
        let Outcome::Behind(jump) = point.outcome else { return None };
        let told = [jump.start, point.at].map(|at| self.told(at, Vec::new())).to_vec();
        let text = self.ground.source.line(self.line(point.at)).trim().to_owned();
        let because = vec![self.line(jump.start)];
        Some(Doomed { because, ..self.plain(point, (DoomedKind::Unreached, Grade::C), text, told) })
    }

    fn plain(
        &self,
        point: &Point,
        (kind, grade): (DoomedKind, Grade),
        text: String,
        mut told: Vec<CauseLine>,
    ) -> Doomed {
        told.sort_by_key(|told| told.line);
        told.dedup_by_key(|told| told.line);
        let position = self.ground.source.position(point.at);
        Doomed {
            line: position.line,
            column: position.column,
            function: self.name.to_owned(),
            kind,
            grade,
            because: Vec::new(),
            text,
            outcome: self.meant(point),
            assumed: Vec::new(),
            told,
        }
    }

    /// The outcome of a condition, or the label, that is meant; `None` where nothing else stands in the line: an `else` and a
    /// label often have one of their own.
    fn meant(&self, point: &Point) -> Option<String> {
        let stands_alone = || {
            let source = self.ground.source;
            let position = source.position(point.at);
            let line = source.line(position.line);
            let (before, behind) = line.split_at_checked(position.column as usize - 1).unwrap_or((line, ""));
            let others = behind.split(|c: char| !(c.is_alphanumeric() || c == '_')).skip(1);
            before.chars().all(|c| c.is_whitespace() || c == '}')
                && !others.into_iter().any(|word| matches!(word, "case" | "default" | "else"))
        };
        match point.outcome {
            Outcome::Condition { holds: false, written: true, .. } | Outcome::Case { label: Some(_), .. }
                if stands_alone() =>
            {
                None
            }
            Outcome::Condition { condition, holds, .. } => Some(match self.text(condition) {
                Some(_) => self.outcome(&point.outcome).0,
                None => format!("its condition {holds}"),
            }),
            Outcome::Case { .. } => {
                let label = self.outcome(&point.outcome).0;
                Some(label.trim_end_matches([':', ' ']).to_owned())
            }
            Outcome::Entry | Outcome::Behind(_) => None,
        }
    }

    /// What the lines of a cause say: what is needed there, and the conditions of which it was shown how they come out.
    pub fn said(
        &self,
        point: &Point,
        (number, kind): (usize, Kind),
        cause: &Cause,
        causes: &mut Causes<'_, 'g>,
    ) -> LineNotes {
        let formulas = causes.condition();
        let mut said = LineNotes {
            notes: cause.lines.iter().map(|&line| (line, Vec::new())).collect(),
            assumed: Vec::new(),
        };
        let own = match point.outcome {
            Outcome::Condition { condition, .. } => formulas.branches.first_in(condition),
            Outcome::Entry | Outcome::Case { .. } | Outcome::Behind(_) => None,
        };
        let runs = causes.runs(cause, number, kind, own);
        let mut branches = BTreeSet::new();
        for &hypothesis in &cause.needed {
            match formulas.hypotheses.source(hypothesis) {
                Source::Guard(guard) if branches.insert(guard.node) => {
                    let Some(runs) = &runs else { continue };
                    let is_always = [true, false].map(|holds| causes.always(cause, runs, guard.node, holds));
                    // Of a condition that no run comes to both outcomes are always so.
                    let holds = match is_always {
                        [true, false] => true,
                        [false, true] => false,
                        [true, true] | [false, false] => continue,
                    };
                    let Some(guard) = formulas.branches.outcome(guard.node, holds) else { continue };
                    let line = self.line(guard.at);
                    if cause.lines.contains(&line) {
                        said.note(line, self.guard(&guard));
                    }
                }
                Source::Guard(_) | Source::Other => {}
                Source::Check(needs, at) => said.note(self.line(at), self.needs(needs)),
                Source::Given(at) => {
                    let line = self.ground.source.position(at).line;
                    said.assumed
                        .push(format!("what is stated at line {}", self.ground.source.parts().name(line)));
                }
            }
        }
        let (text, is_condition) = self.outcome(&point.outcome);
        if !is_condition {
            return said;
        }
        let notes = said.notes.entry(self.line(point.at)).or_default();
        match kind {
            // Nobody comes there: that is what it would take.
            Kind::Unreached => {
                notes.retain(|note| !matches!(note, Note::Holds(_)));
                notes.push(Note::Stated(text));
            }
            Kind::Fails | Kind::Endless if notes.is_empty() => notes.push(Note::Holds(text)),
            Kind::Fails | Kind::Endless => {}
        }
        said
    }

    /// The warning about a point.
    pub fn warning(
        &self,
        point: &Point,
        (kind, grade): (DoomedKind, Grade),
        cause: &Cause,
        said: &LineNotes,
        ways: &Ways<'_>,
    ) -> Doomed {
        let (text, _) = self.outcome(&point.outcome);
        let told = said.notes.iter().map(|(line, notes)| self.told_line(*line, notes.clone())).collect();
        let tree = self.ground.program.tree;
        let mut assumed = said.assumed.clone();
        for &start in &cause.starts {
            let object = &tree.objects[ways.starts[start].index()];
            assumed.push(format!("'{}' points to the start of an array", object.name));
        }
        assumed.sort();
        assumed.dedup();
        let because = cause.lines.iter().copied().collect();
        Doomed { because, assumed, ..self.plain(point, (kind, grade), text, told) }
    }

    /// Whether a cause is that the condition of a point was tested before, with the other outcome: who tests it once more
    /// is careful, and macros are.
    pub fn is_repeated(&self, point: &Point, cause: &Cause, formulas: &Condition<'_>) -> bool {
        let Outcome::Condition { condition, .. } = point.outcome else { return false };
        let Some(text) = self.text(condition) else { return false };
        let sources = cause.needed.iter().map(|&hypothesis| formulas.hypotheses.source(hypothesis));
        let guards: Vec<Span> = sources
            .filter_map(|source| match source {
                Source::Guard(guard) => Some(guard.condition.span),
                Source::Check(..) | Source::Given(_) | Source::Other => None,
            })
            .collect();
        // The parts of a compound condition are tested, too.
        let parts =
            guards.iter().filter(|guard| inside(**guard, condition)).filter_map(|part| self.text(*part));
        let own: Vec<String> = parts.chain([text]).collect();
        let others = guards.iter().filter(|guard| !inside(**guard, condition));
        let mut others = others.filter_map(|other| self.text(*other));
        others.any(|other| own.iter().any(|own| bare(own) == bare(&other)))
    }

    /// Whether a cause rests on what a function that is called never does, so that who tests its result is careful; or, in a
    /// text without macros, on statements of one line alone, which is the expansion of one.
    pub fn is_elsewhere(&self, point: &Point, cause: &Cause) -> bool {
        let alone = cause.lines.iter().all(|&line| line == self.line(point.at));
        let expanded = matches!(point.outcome, Outcome::Condition { from: Author::Line, .. });
        alone && expanded || self.is_in_another(cause)
    }

    /// Whether a line of a cause belongs to another function.
    fn is_in_another(&self, cause: &Cause) -> bool {
        let functions =
            self.ground.program.tree.functions.iter().filter(|function| function.name != self.name);
        let mut others = functions.filter_map(|function| function.definition.as_ref());
        others.any(|other| {
            let (first, last) = (self.line(other.span.start), self.line(other.body_span.end));
            cause.lines.range(first..=last.max(first)).next().is_some()
        })
    }

    /// The line of a point, and what holds there.
    pub fn place(&self, point: &Point) -> (u32, String) {
        (self.line(point.at), self.outcome(&point.outcome).0)
    }

    /// The line of an offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.ground.source.position(offset).line
    }

    fn told(&self, offset: u32, notes: Vec<Note>) -> CauseLine {
        self.told_line(self.line(offset), notes)
    }

    fn told_line(&self, line: u32, notes: Vec<Note>) -> CauseLine {
        let text = self.ground.source.line(line).trim();
        CauseLine { line, text: text.strip_suffix(';').unwrap_or(text).to_owned(), notes }
    }

    /// A text in one line, if it is short.
    fn text(&self, span: Span) -> Option<String> {
        let words: Vec<&str> = self.ground.source.slice(span).split_whitespace().collect();
        Some(words.join(" ")).filter(|text| !text.is_empty() && text.chars().count() <= LONGEST)
    }

    /// What a point is: what holds there if that is a condition, and whether it is one.
    fn outcome(&self, outcome: &Outcome) -> (String, bool) {
        match outcome {
            Outcome::Entry => (self.name.to_owned(), false),
            Outcome::Condition { condition, holds, .. } => {
                let text = self.text(*condition).unwrap_or_else(|| "the condition".to_owned());
                let simple = text.replace("->", ".").chars().all(|c| c.is_alphanumeric() || "_.".contains(c));
                let text = match (holds, simple) {
                    (true, true) => format!("{text} != 0"),
                    (false, true) => format!("{text} == 0"),
                    (true, false) => text,
                    (false, false) => format!("!({text})"),
                };
                (text, true)
            }
            Outcome::Case { label, .. } => {
                let text = label.map(|label| self.text(label).unwrap_or_else(|| "the label".to_owned()));
                (text.unwrap_or_else(|| "no case".to_owned()), false)
            }
            Outcome::Behind(_) => (String::new(), false),
        }
    }

    /// What holds where a branch goes one way.
    fn guard(&self, guard: &Guard<'_>) -> Option<Note> {
        let condition = guard.condition;
        if let ExprKind::Compare(relation, left, right) = &condition.kind {
            let relation = if guard.holds { *relation } else { negated(*relation) };
            let sign = match relation {
                Relation::Equal => "==",
                Relation::NotEqual => "!=",
                Relation::Less => "<",
                Relation::LessEqual => "<=",
                Relation::Greater => ">",
                Relation::GreaterEqual => ">=",
            };
            let (left, right) = (self.text(left.span)?, self.text(right.span)?);
            // What a label compares stands behind its word; several values are not said.
            let right = match right.strip_prefix("case").filter(|rest| rest.starts_with([' ', '('])) {
                Some(label) if label.contains("...") => return None,
                Some(label) => label.trim_end().trim_end_matches(':').trim().to_owned(),
                None => right,
            };
            return Some(Note::Holds(format!("{left} {sign} {right}")));
        }
        let text = self.text(condition.span)?;
        let sign = if guard.holds { "!=" } else { "==" };
        Some(Note::Holds(format!("{text} {sign} 0")))
    }

    fn needs(&self, needs: Needs<'_>) -> Option<Note> {
        match needs {
            Needs::NotNull(span) => self.text(span).map(Note::NotNull),
            Needs::Exists(span) => self.text(span).map(Note::Exists),
            Needs::NotZero(span) => self.text(span).map(Note::NotZero),
            Needs::Shift(span) => self.text(span).map(Note::Shift),
            Needs::Fits(span) => self.text(span).map(Note::Fits),
            Needs::Never(_) => Some(Note::Never),
            Needs::Stated(text) => Some(Note::Stated(text.to_owned())),
        }
    }
}

fn inside(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// A condition without what negates it, puts it in brackets, or compares it with zero.
fn bare(text: &str) -> &str {
    let zero = ["== 0", "!= 0", "== NULL", "!= NULL"].iter().find_map(|zero| text.strip_suffix(zero));
    zero.unwrap_or(text).trim_matches(|c: char| c == '!' || c == '(' || c == ')' || c == ' ')
}

fn negated(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterEqual,
        Relation::LessEqual => Relation::Greater,
        Relation::Greater => Relation::LessEqual,
        Relation::GreaterEqual => Relation::Less,
    }
}
