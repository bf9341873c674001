//! What is stated inside of functions, put into their bodies.

use super::clause::truth;
use super::term::{Translator, Where};
use super::value::plain;
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;
use focuscheck_check::id::{FunctionId, LabelId, ObjectId};
use focuscheck_check::logic::tree::{Behavior, Checked, Clause, LoopContract, Stated};
use focuscheck_check::tree::{
    Callee, Expression, ExpressionKind as Kind, Function, Place, PlaceKind, Program, Statement, StatementKind,
};
use focuscheck_check::types::{Signature, Type};
use focuscheck_check::visit::{VisitMut, in_statement_mut};
use focuscheck_check::vocabulary::{ASSUMED, STATED};

/// The functions that judge a run: their names are none of C's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judges {
    stated: FunctionId,
    assumed: FunctionId,
    /// Gives an input, if it is to be asked whether runs get through what is assumed.
    probe: Option<FunctionId>,
}

impl Judges {
    /// Declares them.
    pub fn new(program: &mut Program, is_probing: bool) -> Self {
        let mut declare = |name: &str, parameters: Vec<Type>, result: Type| {
            program.functions.push(Function {
                name: name.to_owned(),
                signature: Signature { result, parameters: Some(parameters), variadic: false },
                declared: true,
                passing: Vec::new(),
                prototype: true,
                stops: false,
                alias: None,
                definition: None,
                contract: None,
            });
            FunctionId(program.functions.len() as u32 - 1)
        };
        let int = Type::Integer(IntegerType::INT);
        let mut judge = |name: &str| declare(name, vec![int.clone()], Type::Void);
        let (stated, assumed) = (judge(STATED), judge(ASSUMED));
        let probe = is_probing.then(|| declare(PROBE, Vec::new(), int));
        Judges { stated, assumed, probe }
    }

    /// What is assumed, with an error before and one behind that happen for some value of an input, [`PROBE`]. They stand
    /// at the begin of a span and one column behind.
    pub fn probed(self, assumed: Vec<Statement>, span: Span) -> Vec<Statement> {
        let Some(probe) = self.probe.filter(|_| !assumed.is_empty()) else { return assumed };
        let error = |at: u32| {
            let place = Span::new(at, at);
            let int = Type::Integer(IntegerType::INT);
            let value = Expression::new(Kind::Call(Callee::Named(probe), Vec::new()), int, place);
            plain(StatementKind::Expression(self.obliged(value, place)), place)
        };
        let mut probed = vec![error(span.start)];
        probed.extend(assumed);
        probed.push(error(span.start + 1));
        probed
    }

    /// That a condition has to hold.
    pub fn obliged(self, condition: Expression, span: Span) -> Expression {
        let kind = Kind::Call(Callee::Named(self.stated), vec![condition]);
        Expression::new(kind, Type::Void, span)
    }

    /// That only runs are looked at on which a condition holds.
    pub fn assumed(self, condition: Expression, span: Span) -> Expression {
        let kind = Kind::Call(Callee::Named(self.assumed), vec![condition]);
        Expression::new(kind, Type::Void, span)
    }
}

/// What gives the inputs of errors around what is assumed, which no program can name.
pub const PROBE: &str = "\\probe";

/// Puts what is stated inside of a function into its body.
pub(super) struct Inserter<'i, 'p> {
    pub translator: &'i mut Translator<'p>,
    pub judges: Judges,
    pub behaviors: &'i [Behavior],
    /// Where the function ends, if something is stated of that.
    pub end: Option<LabelId>,
}

impl Inserter<'_, '_> {
    /// A clause as what judges a run.
    pub fn judged(&mut self, clause: &Clause, at: Where) -> Expression {
        let obliged = clause.kind != Checked::AdmitOnly;
        self.translator.speaking_of(at, obliged);
        let condition = self.translator.clause(clause, self.behaviors);
        match obliged {
            true => self.judges.obliged(condition, clause.span),
            false => self.judges.assumed(condition, clause.span),
        }
    }

    fn stated(&mut self, stated: &Stated) -> Option<Expression> {
        match stated {
            Stated::Assert(clause) | Stated::Check(clause) | Stated::Invariant(clause) => {
                Some(self.judged(clause, Where::Inside))
            }
            Stated::Admit(clause) => {
                let clause = Clause { kind: Checked::AdmitOnly, ..clause.clone() };
                Some(self.judged(&clause, Where::Inside))
            }
            Stated::Unmodelled(_) => None,
        }
    }

    fn invariants(&mut self, contract: &LoopContract) -> Vec<Expression> {
        contract.invariants.iter().map(|clause| self.judged(clause, Where::Inside)).collect()
    }

    /// `return e;` where something is stated of the end: the value is kept, and control goes there.
    fn returned(&mut self, value: Option<Expression>, end: LabelId, span: Span) -> StatementKind {
        let mut statements = Vec::new();
        if let Some(value) = value {
            let kept = match self.translator.result {
                Some(result) => kept(self.translator.program, result, value),
                None => value,
            };
            statements.push(plain(StatementKind::Expression(kept), span));
        }
        statements.push(plain(StatementKind::Goto(end), span));
        StatementKind::Block(statements)
    }
}

/// An assignment to the object that holds the result.
pub(super) fn kept(program: &Program, result: ObjectId, value: Expression) -> Expression {
    let (ty, span) = (program.objects[result.index()].ty.clone(), value.span);
    let place = Place { kind: PlaceKind::Object(result), ty: ty.clone(), constant: false, span };
    Expression::new(Kind::Assign(Box::new(place), Box::new(value)), ty, span)
}

impl VisitMut for Inserter<'_, '_> {
    fn statement(&mut self, statement: &mut Statement) {
        in_statement_mut(self, statement);
        let span = statement.span;
        let kind = std::mem::replace(&mut statement.kind, StatementKind::Empty);
        let contract = statement.contract.take();
        let invariants = contract.as_ref().map_or_else(Vec::new, |contract| self.invariants(contract));
        statement.kind = match kind {
            StatementKind::Stated(stated) => {
                self.stated(&stated).map_or(StatementKind::Stated(stated), StatementKind::Expression)
            }
            StatementKind::Return(value) => match self.end {
                Some(end) => self.returned(value, end, span),
                None => StatementKind::Return(value),
            },
            StatementKind::While(condition, body) if !invariants.is_empty() => {
                let mut statements = states(&invariants);
                let (init, step) = (None, after(None, invariants));
                let kind = StatementKind::For { init, condition: Some(condition), step, body };
                statements.push(Statement { kind, contract: None, ..plain(StatementKind::Empty, span) });
                StatementKind::Block(statements)
            }
            StatementKind::For { init, condition, step, body } if !invariants.is_empty() => {
                let mut statements: Vec<Statement> = init.into_iter().map(|init| *init).collect();
                statements.extend(states(&invariants));
                let (init, step) = (None, after(step, invariants));
                let kind = StatementKind::For { init, condition, step, body };
                statements.push(plain(kind, span));
                StatementKind::Block(statements)
            }
            StatementKind::DoWhile(body, condition) if !invariants.is_empty() => {
                let mut statements = states(&invariants);
                let around = body.span;
                statements.push(*body);
                let body = Box::new(plain(StatementKind::Block(statements), around));
                StatementKind::DoWhile(body, condition)
            }
            other => other,
        };
        statement.contract = contract;
    }
}

fn states(judged: &[Expression]) -> Vec<Statement> {
    judged.iter().map(|e| plain(StatementKind::Expression(e.clone()), e.span)).collect()
}

/// What happens after each round, and then what judges it.
fn after(step: Option<Expression>, judged: Vec<Expression>) -> Option<Expression> {
    step.into_iter().chain(judged).reduce(|first, second| {
        let span = first.span;
        Expression { ty: Type::Void, ..truth(Kind::Comma(Box::new(first), Box::new(second)), span) }
    })
}
