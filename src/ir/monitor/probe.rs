//! Conditions on variables, put into a program at a moment of a loop: as what has to hold there, or as what is assumed.

use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_check::tree::{
    Binary, Expression, ExpressionKind as Kind, ObjectId, Place, PlaceKind, Program, Statement, StatementKind,
};
use focuscheck_check::types::Type;
use focuscheck_check::visit::{VisitMut, in_statement_mut};

use super::insert::Judges;
use super::value::{LONG, plain, written};

/// When, of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Each time before its condition is looked at.
    BeforeCondition,
    /// At the start of each round.
    InRound,
    /// Where it has been left.
    Behind,
}

/// A sum of multiples of variables and a constant, computed in 64 bits: the caller answers for it that it fits.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Each variable with its factor.
    pub terms: Vec<(i128, ObjectId)>,
    /// The constant.
    pub constant: i128,
}

/// A condition on variables.
#[derive(Clone, Debug)]
pub enum Condition {
    /// A comparison.
    Compared(Sum, Relation, Sum),
    /// Whether C's remainder of a sum by a number is zero.
    Remainder(Sum, i128, bool),
    /// All of these.
    All(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

impl Condition {
    fn variables(&self, found: &mut Vec<ObjectId>) {
        match self {
            Condition::Compared(left, _, right) => {
                found.extend(left.terms.iter().chain(&right.terms).map(|(_, object)| *object));
            }
            Condition::Remainder(sum, ..) => found.extend(sum.terms.iter().map(|(_, object)| *object)),
            Condition::All(all) => all.iter().for_each(|one| one.variables(found)),
            Condition::Not(one) => one.variables(found),
        }
    }
}

/// What is put into a loop.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Where the loop begins in the text. What is put there stands at this place.
    pub start: u32,
    /// When.
    pub moment: Moment,
    /// What.
    pub condition: Condition,
    /// Whether only runs are looked at on which it holds; else it has to hold, and is an error if it does not.
    pub is_assumed: bool,
}

/// Puts something into a loop of a program; whether that was possible: there is one loop that begins there, it has such a
/// moment, and all variables live then.
pub fn insert(program: &mut Program, probe: &Probe) -> bool {
    let judges = Judges::new(program, false);
    let place = Span::new(probe.start, probe.start);
    let condition = Writer { program, span: place }.condition(&probe.condition);
    let judged = match probe.is_assumed {
        true => judges.assumed(condition, place),
        false => judges.obliged(condition, place),
    };
    let mut variables = Vec::new();
    probe.condition.variables(&mut variables);
    let declared: Vec<Span> = variables.iter().map(|object| program.objects[object.index()].span).collect();
    let mut inserter = Inserter { probe, judged, declared, inserted: 0, is_possible: true };
    for function in &mut program.functions {
        if let Some(definition) = &mut function.definition {
            definition.body.iter_mut().for_each(|statement| inserter.statement(statement));
        }
    }
    inserter.inserted == 1 && inserter.is_possible
}

/// Makes expressions of conditions.
struct Writer<'p> {
    program: &'p Program,
    span: Span,
}

impl Writer<'_> {
    fn condition(&self, condition: &Condition) -> Expression {
        match condition {
            Condition::Compared(left, relation, right) => self.truth(Kind::Binary(
                written(*relation),
                Box::new(self.sum(left)),
                Box::new(self.sum(right)),
            )),
            Condition::Remainder(sum, modulus, holds) => {
                let modulus = Box::new(self.number(*modulus));
                let rest = self.long(Kind::Binary(Binary::Remainder, Box::new(self.sum(sum)), modulus));
                let relation = if *holds { Binary::Equal } else { Binary::NotEqual };
                self.truth(Kind::Binary(relation, Box::new(rest), Box::new(self.number(0))))
            }
            Condition::All(all) => {
                let all = all.iter().map(|one| self.condition(one));
                let both = |one, other| self.truth(Kind::And(Box::new(one), Box::new(other)));
                all.reduce(both).unwrap_or_else(|| self.number(1))
            }
            Condition::Not(one) => self.truth(Kind::Not(Box::new(self.condition(one)))),
        }
    }

    fn sum(&self, sum: &Sum) -> Expression {
        let each = sum.terms.iter().map(|&(factor, object)| match factor {
            1 => self.value(object),
            _ => {
                let (factor, value) = (self.number(factor), self.value(object));
                self.long(Kind::Binary(Binary::Multiply, Box::new(factor), Box::new(value)))
            }
        });
        let constant = (sum.constant != 0).then(|| self.number(sum.constant));
        let added = |left, right| self.long(Kind::Binary(Binary::Add, Box::new(left), Box::new(right)));
        each.chain(constant).reduce(added).unwrap_or_else(|| self.number(0))
    }

    fn value(&self, object: ObjectId) -> Expression {
        let ty = self.program.objects[object.index()].ty.clone();
        let place =
            Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span: self.span };
        let value = Expression::new(Kind::Load(Box::new(place)), ty, self.span);
        self.long(Kind::Convert(Box::new(value)))
    }

    fn number(&self, value: i128) -> Expression {
        Expression { constant: Some(value), ..self.long(Kind::Integer(value)) }
    }

    fn long(&self, kind: Kind) -> Expression {
        Expression::new(kind, Type::Integer(LONG), self.span)
    }

    fn truth(&self, kind: Kind) -> Expression {
        Expression::new(kind, Type::Integer(focuscheck_base::arith::IntegerType::INT), self.span)
    }
}

/// Finds the loop.
struct Inserter<'p> {
    probe: &'p Probe,
    judged: Expression,
    /// Where the variables are declared.
    declared: Vec<Span>,
    inserted: u32,
    is_possible: bool,
}

impl Inserter<'_> {
    /// The statement before another one.
    fn before(&self, inner: Statement) -> Statement {
        let span = inner.span;
        let judged = plain(StatementKind::Expression(self.judged.clone()), self.judged.span);
        plain(StatementKind::Block(vec![judged, inner]), span)
    }

    /// Whether all variables live where the text has come to a place of the loop.
    fn all_live(&self, whole: Span, place: u32) -> bool {
        let inside = |declared: &&Span| whole.start <= declared.start && declared.start < whole.end;
        self.declared.iter().filter(inside).all(|declared| declared.start < place)
    }

    fn inside(&mut self, body: &mut Statement, whole: Span) {
        self.is_possible &= self.all_live(whole, body.span.start);
        let inner = std::mem::replace(body, plain(StatementKind::Empty, body.span));
        *body = self.before(inner);
    }
}

impl VisitMut for Inserter<'_> {
    fn statement(&mut self, statement: &mut Statement) {
        in_statement_mut(self, statement);
        let whole = statement.span;
        let is_loop = matches!(
            statement.kind,
            StatementKind::While(..) | StatementKind::DoWhile(..) | StatementKind::For { .. }
        );
        if !is_loop || whole.start != self.probe.start {
            return;
        }
        self.inserted += 1;
        match (self.probe.moment, &mut statement.kind) {
            (Moment::Behind, _) => {
                // What a loop declares is gone behind it.
                self.is_possible &= self.all_live(whole, whole.start);
                let contract = statement.contract.take();
                let kind = std::mem::replace(&mut statement.kind, StatementKind::Empty);
                let inner = Statement { contract, ..plain(kind, whole) };
                let judged = plain(StatementKind::Expression(self.judged.clone()), self.judged.span);
                statement.kind = StatementKind::Block(vec![inner, judged]);
            }
            (
                Moment::InRound,
                StatementKind::While(_, body)
                | StatementKind::DoWhile(body, _)
                | StatementKind::For { body, .. },
            ) => self.inside(body, whole),
            (Moment::BeforeCondition, StatementKind::While(condition, _)) => {
                self.is_possible &= self.all_live(whole, whole.start);
                let (ty, span) = (condition.ty.clone(), condition.span);
                let asked = std::mem::replace(condition, self.judged.clone());
                let kind = Kind::Comma(Box::new(self.judged.clone()), Box::new(asked));
                *condition = Expression::new(kind, ty, span);
            }
            (Moment::InRound | Moment::BeforeCondition, _) => self.is_possible = false,
        }
    }
}
