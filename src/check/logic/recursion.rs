//! Which recursive definitions mean something: those in which a number gets smaller with each call, and is bounded where a
//! call is made.
//!
//! An equation like `f(n) = f(n) + 1` has no solution, and everything would follow from it. Where such a number is plain to
//! see there is exactly one function that satisfies the definition, for all arguments.

use std::collections::BTreeMap;

use super::tree::{Binder, BinderId, LogicId, Place, PlaceKind, Predicate, PredicateKind, Term, TermKind};
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};

/// Why a definition is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// This is not modelled in it.
    Unmodelled(String),
    /// It is not plain to see that it ends.
    Endless,
}

/// What a body does.
#[derive(Clone, Debug, Default)]
pub struct BodyUses {
    /// Whether it reads objects.
    pub reads: bool,
    /// The functions that it calls, with their arguments.
    pub applied: Vec<(LogicId, Vec<Term>)>,
}

/// `sum(factor * binder) + constant`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    factors: BTreeMap<BinderId, i128>,
    constant: i128,
}

impl Sum {
    fn binder(id: BinderId) -> Self {
        Sum { factors: BTreeMap::from([(id, 1)]), constant: 0 }
    }

    fn number(constant: i128) -> Self {
        Sum { factors: BTreeMap::new(), constant }
    }

    /// `self + factor * other`
    fn plus(mut self, factor: i128, other: &Sum) -> Option<Sum> {
        self.constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        for (&id, &by) in &other.factors {
            let own = self.factors.entry(id).or_default();
            *own = own.checked_add(factor.checked_mul(by)?)?;
        }
        self.factors.retain(|_, factor| *factor != 0);
        Some(self)
    }

    /// By how much it is larger than another one, if that is a number.
    fn above(&self, other: &Sum) -> Option<i128> {
        let difference = self.clone().plus(-1, other)?;
        difference.factors.is_empty().then_some(difference.constant)
    }

    fn of(term: &Term) -> Option<Sum> {
        match &term.kind {
            TermKind::Integer(value) => Some(Sum::number(*value)),
            TermKind::Binder(id) => Some(Sum::binder(*id)),
            TermKind::Unary(UnaryOperator::Negate, inner) => Sum::default().plus(-1, &Sum::of(inner)?),
            TermKind::Binary(BinaryOperator::Add, left, right) => Sum::of(left)?.plus(1, &Sum::of(right)?),
            TermKind::Binary(BinaryOperator::Subtract, left, right) => {
                Sum::of(left)?.plus(-1, &Sum::of(right)?)
            }
            _ => None,
        }
    }
}

/// A call of the function in its own body.
struct Call {
    /// Sums that are not negative where it is made.
    guards: Vec<Sum>,
    /// The arguments, as far as they are sums.
    arguments: Vec<Option<Sum>>,
}

struct Walk<'w> {
    own: Option<LogicId>,
    parameters: &'w [Binder],
    found: BodyUses,
    calls: Vec<Call>,
}

/// What a function does, if its recursion ends.
pub fn of_term(body: &Term, id: LogicId, parameters: &[Binder]) -> Result<BodyUses, Flaw> {
    let mut walk = Walk::new(Some(id), parameters);
    walk.term(body, &walk.ranges())?;
    walk.ends()
}

/// What a predicate does, if its recursion ends.
pub fn of_predicate(body: &Predicate, id: LogicId, parameters: &[Binder]) -> Result<BodyUses, Flaw> {
    let mut walk = Walk::new(Some(id), parameters);
    walk.predicate(body, &walk.ranges())?;
    walk.ends()
}

/// What a predicate reads, if it consists of what is modelled in definitions.
pub fn parts(predicate: &Predicate) -> Result<BodyUses, Flaw> {
    let mut walk = Walk::new(None, &[]);
    walk.predicate(predicate, &[])?;
    Ok(walk.found)
}

fn unmodelled<T>(what: &str) -> Result<T, Flaw> {
    Err(Flaw::Unmodelled(what.to_owned()))
}

impl<'w> Walk<'w> {
    fn new(own: Option<LogicId>, parameters: &'w [Binder]) -> Self {
        Walk { own, parameters, found: BodyUses::default(), calls: Vec::new() }
    }

    /// What the types of the parameters say.
    fn ranges(&self) -> Vec<Sum> {
        let typed = self.parameters.iter().filter_map(|binder| Some((binder.id, binder.integer_type()?)));
        let ends = typed.filter_map(|(id, ty)| {
            let above = Sum::binder(id).plus(-1, &Sum::number(ty.min()))?;
            Some([above, Sum::number(ty.max()).plus(-1, &Sum::binder(id))?])
        });
        ends.flatten().collect()
    }

    /// Whether some number gets smaller with each call, and is bounded where it is made.
    fn ends(self) -> Result<BodyUses, Flaw> {
        let shrinks = |measure: &Sum| {
            self.calls.iter().all(|call| {
                let bounded = call.guards.iter().any(|guard| guard.above(measure).is_some());
                let after =
                    measure.factors.iter().try_fold(Sum::number(measure.constant), |sum, (id, by)| {
                        let place = self.parameters.iter().position(|parameter| parameter.id == *id)?;
                        sum.plus(*by, call.arguments.get(place)?.as_ref()?)
                    });
                bounded && after.and_then(|after| after.above(measure)).is_some_and(|by| by < 0)
            })
        };
        match self.calls.first() {
            Some(first) if first.guards.iter().any(shrinks) => Ok(self.found),
            Some(_) | None => Err(Flaw::Endless),
        }
    }

    fn term(&mut self, term: &Term, guards: &[Sum]) -> Result<(), Flaw> {
        match &term.kind {
            TermKind::Integer(_) | TermKind::Binder(_) | TermKind::Null => Ok(()),
            TermKind::Load(place) => {
                self.found.reads = true;
                self.place(place, guards)
            }
            TermKind::Decay(place) => self.place(place, guards),
            TermKind::Unary(_, inner) | TermKind::Convert(_, inner) => self.term(inner, guards),
            TermKind::Binary(_, left, right)
            | TermKind::Moved(left, right)
            | TermKind::Distance(left, right) => {
                self.term(left, guards)?;
                self.term(right, guards)
            }
            TermKind::Let(_, value, body) => {
                self.term(value, guards)?;
                self.term(body, guards)
            }
            TermKind::Truth(inner) => self.predicate(inner, guards),
            TermKind::Conditional(condition, yes, no) => {
                self.predicate(condition, guards)?;
                self.term(yes, &with(guards, condition, true))?;
                self.term(no, &with(guards, condition, false))
            }
            TermKind::Apply(id, arguments) => {
                self.found.applied.push((*id, arguments.clone()));
                arguments.iter().try_for_each(|argument| self.term(argument, guards))?;
                if Some(*id) == self.own {
                    let arguments = arguments.iter().map(|argument| passed(argument, guards)).collect();
                    self.calls.push(Call { guards: guards.to_vec(), arguments });
                }
                Ok(())
            }
            TermKind::AddressOf(_) => unmodelled("an address"),
            TermKind::Result => unmodelled("\\result"),
            TermKind::At(..) => unmodelled("\\at"),
            TermKind::Retyped(_) => unmodelled("a pointer of another type"),
            TermKind::BaseAddress(_) => unmodelled("\\base_addr"),
            TermKind::Offset(_) => unmodelled("\\offset"),
            TermKind::BlockLength(_) => unmodelled("\\block_length"),
            TermKind::Unmodelled(what) => unmodelled(&what.what),
        }
    }

    fn place(&mut self, place: &Place, guards: &[Sum]) -> Result<(), Flaw> {
        match &place.kind {
            PlaceKind::Object(_) => Ok(()),
            PlaceKind::Result => unmodelled("\\result"),
            PlaceKind::Dereference(pointer) => self.term(pointer, guards),
            PlaceKind::Index(whole, index) => {
                self.place(whole, guards)?;
                self.term(index, guards)
            }
            PlaceKind::Member(whole, ..) => self.place(whole, guards),
        }
    }

    fn predicate(&mut self, predicate: &Predicate, guards: &[Sum]) -> Result<(), Flaw> {
        use PredicateKind as Kind;
        match &predicate.kind {
            Kind::True | Kind::False => Ok(()),
            Kind::Compare(_, left, right) | Kind::ComparePointers(_, left, right) => {
                self.term(left, guards)?;
                self.term(right, guards)
            }
            Kind::Not(inner) | Kind::Named(_, inner) => self.predicate(inner, guards),
            // What stands before a part decides without it.
            Kind::And(parts) | Kind::Or(parts) => {
                let holds = matches!(predicate.kind, Kind::And(_));
                let mut known = guards.to_vec();
                for part in parts {
                    self.predicate(part, &known)?;
                    known = with(&known, part, holds);
                }
                Ok(())
            }
            Kind::Implies(left, right) => {
                self.predicate(left, guards)?;
                self.predicate(right, &with(guards, left, true))
            }
            Kind::Iff(left, right) | Kind::Xor(left, right) => {
                self.predicate(left, guards)?;
                self.predicate(right, guards)
            }
            Kind::If(condition, yes, no) => {
                self.predicate(condition, guards)?;
                self.predicate(yes, &with(guards, condition, true))?;
                self.predicate(no, &with(guards, condition, false))
            }
            Kind::Let(_, value, body) => {
                self.term(value, guards)?;
                self.predicate(body, guards)
            }
            // Guards that speak of what is bound here hold for it; a call is one for each value.
            Kind::Forall(_, body) | Kind::Exists(_, body) => self.predicate(body, guards),
            Kind::At(..) => unmodelled("\\at"),
            Kind::Valid { .. } => unmodelled("\\valid"),
            Kind::Separated(_) => unmodelled("\\separated"),
            Kind::Initialized(_) => unmodelled("\\initialized"),
            Kind::Dangling(_) => unmodelled("\\dangling"),
            Kind::Freeable(_) => unmodelled("\\freeable"),
            Kind::Allocable(_) => unmodelled("\\allocable"),
            Kind::Fresh(..) => unmodelled("\\fresh"),
            Kind::Unmodelled(what) => unmodelled(&what.what),
        }
    }
}

/// An argument as a sum. A conversion changes nothing where the guards say that the value fits.
fn passed(argument: &Term, guards: &[Sum]) -> Option<Sum> {
    let TermKind::Convert(ty, inner) = &argument.kind else { return Sum::of(argument) };
    let (ty, sum): (IntegerType, Sum) = (*ty, Sum::of(inner)?);
    let below = sum.clone().plus(-1, &Sum::number(ty.min()))?;
    let above = Sum::number(ty.max()).plus(-1, &sum)?;
    // `limit >= 0` follows from `guard >= 0`, or from two guards together.
    let follows = |limit: &Sum| {
        let one = guards.iter().any(|guard| limit.above(guard).is_some_and(|by| by >= 0));
        one || guards.iter().any(|a| {
            guards.iter().any(|b| {
                let both = a.clone().plus(1, b);
                both.and_then(|both| limit.above(&both)).is_some_and(|by| by >= 0)
            })
        })
    };
    (follows(&below) && follows(&above)).then_some(sum)
}

/// The guards, and what follows from a condition that holds or does not.
fn with(guards: &[Sum], condition: &Predicate, holds: bool) -> Vec<Sum> {
    let mut all = guards.to_vec();
    add(&mut all, condition, holds);
    all
}

fn add(all: &mut Vec<Sum>, condition: &Predicate, holds: bool) {
    match (&condition.kind, holds) {
        (PredicateKind::Compare(relation, left, right), _) => {
            let relation = if holds { *relation } else { relation.negate() };
            let (Some(left), Some(right)) = (Sum::of(left), Sum::of(right)) else { return };
            let difference = |one: &Sum, other: &Sum| one.clone().plus(-1, other);
            let strict = |sum: Option<Sum>| sum.and_then(|sum| sum.plus(1, &Sum::number(-1)));
            let (up, down) = (difference(&right, &left), difference(&left, &right));
            match relation {
                Relation::Less => all.extend(strict(up)),
                Relation::LessEqual => all.extend(up),
                Relation::Greater => all.extend(strict(down)),
                Relation::GreaterEqual => all.extend(down),
                Relation::Equal => all.extend(up.into_iter().chain(down)),
                // What is not negative and not zero is positive.
                Relation::NotEqual => {
                    for sum in [up, down].into_iter().flatten() {
                        if all.contains(&sum) {
                            all.extend(strict(Some(sum)));
                        }
                    }
                }
            }
        }
        (PredicateKind::Not(inner), _) => add(all, inner, !holds),
        (PredicateKind::Named(_, inner), _) => add(all, inner, holds),
        (PredicateKind::And(parts), true) | (PredicateKind::Or(parts), false) => {
            parts.iter().for_each(|part| add(all, part, holds));
        }
        _ => {}
    }
}
