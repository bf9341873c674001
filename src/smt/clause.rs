//! Literals and clauses, each with where it comes from.

use super::term::{FormulaId, HypothesisId, TermId, VariableId};
use focuscheck_base::index;

index! {
    /// Something that is decided to be true or false: an atom, or the truth or falsity of a formula that has parts.
    Proposition
}
index! {
    /// A clause.
    ClauseId
}

/// A proposition or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The proposition, negated unless `positive`.
    pub fn new(proposition: Proposition, positive: bool) -> Self {
        Literal(proposition.0 << 1 | u32::from(!positive))
    }

    /// What it is about.
    pub fn proposition(self) -> Proposition {
        Proposition(self.0 >> 1)
    }

    /// Whether it is not negated.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The opposite.
    pub fn negated(self) -> Self {
        Literal(self.0 ^ 1)
    }

    /// Its position in a table of literals.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a clause holds in all models of what is supposed, if its propositions mean what they stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is supposed.
    Hypothesis(HypothesisId),
    /// What the truth or falsity of a formula says of its parts.
    Structure(FormulaId),
    /// A formula that holds for some values holds for those that these variables are the names of.
    Witness(FormulaId, Vec<VariableId>),
    /// A formula that holds for all values holds for these.
    Instance(FormulaId, Vec<TermId>),
    /// What a read of a map that is made of others says of a read of these.
    Read(TermId),
    /// Two reads of a map at the same position yield the same.
    Congruence(TermId, TermId),
    /// What a conditional term is.
    Conditional(TermId),
    /// What always holds of an operation.
    Law(TermId),
    /// Products with a common factor are ordered as their other factors.
    Order(TermId, TermId),
    /// A formula holds or does not.
    Middle(FormulaId),
    /// No integers satisfy the opposite of all literals, by the solver, which was also told what these terms are.
    Arithmetic(Vec<TermId>),
    /// By unit propagation from these.
    Learned(Vec<ClauseId>),
}

/// A clause.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its literals, in the order in which they are tried; none twice.
    pub literals: Vec<Literal>,
    /// Why it holds.
    pub origin: Origin,
}
