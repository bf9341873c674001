//! The passive form of a graph without cycles: what is supposed of its paths. Where ways come together each value has one
//! name, which equals that of the way that is taken ("Weakest-precondition of unstructured programs", Barnett, Leino).

use focuscheck_smt::term::{FormulaId, FormulaNode, HypothesisId, Terms};
use focuscheck_smt::{Limits, Prover};

use super::encoder::Encoder;
use super::join::joined;
use super::state::State;

/// What is supposed, each with what it says.
#[derive(Debug)]
pub struct Hypotheses<S> {
    formulas: Vec<FormulaId>,
    sources: Vec<S>,
}

impl<S> Default for Hypotheses<S> {
    fn default() -> Self {
        Hypotheses { formulas: Vec::new(), sources: Vec::new() }
    }
}

impl<S: Copy> Hypotheses<S> {
    /// A formula is supposed; what is always true is left out.
    pub fn suppose(&mut self, terms: &Terms, formula: FormulaId, source: S) {
        if *terms.formula(formula) != FormulaNode::Constant(true) {
            self.formulas.push(formula);
            self.sources.push(source);
        }
    }

    /// That all premises imply the conclusion is supposed.
    pub fn suppose_if(
        &mut self,
        terms: &mut Terms,
        premises: &[FormulaId],
        conclusion: FormulaId,
        source: S,
    ) {
        let mut parts: Vec<FormulaId> = premises.iter().map(|&premise| terms.not(premise)).collect();
        parts.push(conclusion);
        let formula = terms.or(parts);
        self.suppose(terms, formula, source);
    }

    /// That no two of some formulas hold is supposed.
    pub fn suppose_apart(&mut self, terms: &mut Terms, ways: &[FormulaId], source: S) {
        for (number, &one) in ways.iter().enumerate() {
            for &other in &ways[number + 1..] {
                let other = terms.not(other);
                self.suppose_if(terms, &[one], other, source);
            }
        }
    }

    /// The state where ways come together; `None` where no way comes.
    pub fn join(
        &mut self,
        encoder: &mut Encoder<'_>,
        ways: &[(FormulaId, State)],
        source: S,
    ) -> Option<State> {
        let mut equal = Vec::new();
        let state = joined(encoder, ways, &mut equal);
        for (way, equation) in equal {
            self.suppose_if(&mut encoder.terms, &[way], equation, source);
        }
        state
    }

    /// What each hypothesis says, in their order.
    pub fn sources(&self) -> &[S] {
        &self.sources
    }

    /// What a hypothesis says.
    pub fn source(&self, hypothesis: HypothesisId) -> S {
        self.sources[hypothesis.index()]
    }

    /// What is supposed, with what it says.
    pub fn supposed(&self) -> impl Iterator<Item = (S, FormulaId)> {
        self.sources.iter().copied().zip(self.formulas.iter().copied())
    }

    /// A prover that supposes all of it.
    pub fn prover(&self, terms: &Terms, limits: Limits) -> Prover {
        let mut prover = Prover::new(limits);
        prover.terms = terms.clone();
        for &formula in &self.formulas {
            prover.suppose(formula);
        }
        prover
    }
}
