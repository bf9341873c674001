//! Typed annotations as short texts, for tests.

use crate::logic::tree::{
    Assigns, Binder, Clause, Location, LogicType, Place, PlaceKind, Predicate, PredicateKind, StateLabel,
    Stated, Term, TermKind,
};
use crate::tree::Program;
use focuscheck_base::arith::{BinaryOperator, UnaryOperator};

pub struct Show<'p>(pub &'p Program);

impl Show<'_> {
    pub fn clause(&self, clause: &Clause) -> String {
        let names: String = clause.names.iter().map(|name| format!("{name}: ")).collect();
        format!("{names}{}", self.predicate(&clause.predicate))
    }

    pub fn assigns(&self, assigns: &Assigns) -> String {
        let unmodelled = assigns.unmodelled.iter().map(|what| format!("?{}", what.what));
        let all: Vec<String> = assigns.locations.iter().map(|l| self.location(l)).chain(unmodelled).collect();
        all.join(", ")
    }

    pub fn stated(&self, stated: &Stated) -> String {
        match stated {
            Stated::Assert(clause) => format!("assert {}", self.clause(clause)),
            Stated::Check(clause) => format!("check {}", self.clause(clause)),
            Stated::Admit(clause) => format!("admit {}", self.clause(clause)),
            Stated::Invariant(clause) => format!("invariant {}", self.clause(clause)),
            Stated::Unmodelled(what) => format!("?{}", what.what),
        }
    }

    pub fn predicate(&self, predicate: &Predicate) -> String {
        let p = |inner: &Predicate| self.predicate(inner);
        let list = |parts: &[Predicate], with: &str| {
            format!("({})", parts.iter().map(p).collect::<Vec<_>>().join(with))
        };
        match &predicate.kind {
            PredicateKind::True => "true".to_owned(),
            PredicateKind::False => "false".to_owned(),
            PredicateKind::Compare(relation, a, b) => {
                format!("{} {} {}", self.term(a), relation.symbol(), self.term(b))
            }
            PredicateKind::ComparePointers(relation, a, b) => {
                format!("{} {}p {}", self.term(a), relation.symbol(), self.term(b))
            }
            PredicateKind::Not(a) => format!("!({})", p(a)),
            PredicateKind::And(parts) => list(parts, " && "),
            PredicateKind::Or(parts) => list(parts, " || "),
            PredicateKind::Implies(a, b) => format!("({} ==> {})", p(a), p(b)),
            PredicateKind::Iff(a, b) => format!("({} <==> {})", p(a), p(b)),
            PredicateKind::Xor(a, b) => format!("({} ^^ {})", p(a), p(b)),
            PredicateKind::If(c, a, b) => format!("({} ? {} : {})", p(c), p(a), p(b)),
            PredicateKind::Forall(binders, body) => format!("all {}. {}", self.binders(binders), p(body)),
            PredicateKind::Exists(binders, body) => format!("some {}. {}", self.binders(binders), p(body)),
            PredicateKind::Let(binder, value, body) => {
                format!("let {} = {} in {}", name(binder), self.term(value), p(body))
            }
            PredicateKind::At(inner, label) => format!("[{}]@{}", p(inner), self.label(*label)),
            PredicateKind::Valid { write, places } => {
                let word = if *write { "valid" } else { "valid_read" };
                format!("{word}({})", self.locations(places))
            }
            PredicateKind::Separated(places) => format!("separated({})", self.locations(places)),
            PredicateKind::Initialized(places) => format!("initialized({})", self.locations(places)),
            PredicateKind::Dangling(places) => format!("dangling({})", self.locations(places)),
            PredicateKind::Freeable(pointer) => format!("freeable({})", self.term(pointer)),
            PredicateKind::Allocable(pointer) => format!("allocable({})", self.term(pointer)),
            PredicateKind::Fresh(pointer, size) => {
                format!("fresh({}, {})", self.term(pointer), self.term(size))
            }
            PredicateKind::Named(name, inner) => format!("{name}: {}", p(inner)),
            PredicateKind::Unmodelled(what) => format!("?{}", what.what),
        }
    }

    fn binders(&self, binders: &[Binder]) -> String {
        let shown = binders.iter().map(|binder| match binder.ty {
            LogicType::Integer(Some(ty)) => {
                format!("{}:{}{}", name(binder), if ty.signed { "i" } else { "u" }, ty.width)
            }
            _ => name(binder),
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    pub fn term(&self, term: &Term) -> String {
        let t = |inner: &Term| self.term(inner);
        match &term.kind {
            TermKind::Integer(value) => value.to_string(),
            TermKind::Binder(id) => format!("%{}", id.0),
            TermKind::Load(place) => self.place(place),
            TermKind::AddressOf(place) => format!("&{}", self.place(place)),
            TermKind::Decay(place) => format!("@{}", self.place(place)),
            TermKind::Result => "result".to_owned(),
            TermKind::Null => "null".to_owned(),
            TermKind::Unary(UnaryOperator::Negate, a) => format!("-{}", t(a)),
            TermKind::Unary(UnaryOperator::BitNot, a) => format!("~{}", t(a)),
            TermKind::Binary(operator, a, b) => format!("({} {} {})", t(a), symbol(*operator), t(b)),
            TermKind::Truth(predicate) => format!("truth({})", self.predicate(predicate)),
            TermKind::Conditional(c, a, b) => format!("({} ? {} : {})", self.predicate(c), t(a), t(b)),
            TermKind::Let(binder, value, body) => {
                format!("(let {} = {} in {})", name(binder), t(value), t(body))
            }
            TermKind::Apply(id, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(t).collect();
                format!("{}({})", self.0.logic.functions[id.index()].name, arguments.join(", "))
            }
            TermKind::At(inner, label) => format!("{}@{}", t(inner), self.label(*label)),
            TermKind::Convert(ty, inner) => {
                format!("({}{}){}", if ty.signed { "i" } else { "u" }, ty.width, t(inner))
            }
            TermKind::Retyped(inner) => format!("retyped({})", t(inner)),
            TermKind::Moved(pointer, by) => format!("({} +p {})", t(pointer), t(by)),
            TermKind::Distance(a, b) => format!("({} -p {})", t(a), t(b)),
            TermKind::BaseAddress(pointer) => format!("base({})", t(pointer)),
            TermKind::Offset(pointer) => format!("offset({})", t(pointer)),
            TermKind::BlockLength(pointer) => format!("length({})", t(pointer)),
            TermKind::Unmodelled(what) => format!("?{}", what.what),
        }
    }

    fn place(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Object(object) => self.0.objects[object.index()].name.clone(),
            PlaceKind::Result => "result".to_owned(),
            PlaceKind::Dereference(pointer) => format!("*{}", self.term(pointer)),
            PlaceKind::Index(whole, index) => format!("{}[{}]", self.place(whole), self.term(index)),
            PlaceKind::Member(whole, path, _) => {
                let path: Vec<String> = path.iter().map(ToString::to_string).collect();
                format!("{}.{}", self.place(whole), path.join("."))
            }
        }
    }

    fn locations(&self, locations: &[Location]) -> String {
        locations.iter().map(|l| self.location(l)).collect::<Vec<_>>().join(", ")
    }

    pub fn location(&self, location: &Location) -> String {
        let mut shown = self.place(&location.place);
        for range in &location.ranges {
            let end = |end: &Option<Term>| end.as_ref().map_or(String::new(), |end| self.term(end));
            shown += &format!(" for %{} in {}..{}", range.binder.id.0, end(&range.low), end(&range.high));
        }
        shown
    }

    fn label(&self, label: StateLabel) -> String {
        format!("{label:?}")
    }
}

fn name(binder: &Binder) -> String {
    format!("%{}", binder.id.0)
}

fn symbol(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitOr => "|",
        BinaryOperator::BitXor => "^",
    }
}
