//! One question for each assertion.

use std::collections::BTreeSet;

use crate::guarded::graph::{BlockId, Cut, ObligationId};
use focuscheck_smt::term::{BoolId, FormulaId};

/// One assertion on one path, or where one is not followed.
#[derive(Clone, Debug)]
pub struct Query {
    /// What is asserted; `None`: whether a path gets to where it is not followed.
    pub about: Result<ObligationId, Cut>,
    /// Where.
    pub block: BlockId,
    /// Its number among the commands of the block.
    pub command: usize,
    /// True in the models that reach it and break it; `None` if it holds trivially.
    pub atom: Option<BoolId>,
    /// The conjuncts of a clause, if it has several.
    pub conjuncts: Vec<FormulaId>,
    /// What is asserted before it in the same evaluation.
    pub siblings: Vec<Sibling>,
    /// The number of the first command of its evaluation.
    pub since: usize,
    /// True where it holds.
    pub holds: FormulaId,
}

/// Something that is asserted in the same evaluation before something else.
#[derive(Clone, Copy, Debug)]
pub struct Sibling {
    /// What.
    pub obligation: ObligationId,
    /// The number of its command.
    pub command: usize,
    /// What has to be true for it to be supposed.
    pub supposed: BoolId,
    /// The same as a formula.
    pub formula: FormulaId,
}

impl Query {
    /// What has to be true in a model that breaks the assertion; of what is asserted in the same evaluation only this is
    /// supposed, which is known to hold wherever it is asserted. `None`: it holds trivially.
    pub fn assumptions(&self, known: &BTreeSet<ObligationId>) -> Option<Vec<(BoolId, bool)>> {
        let siblings = self.siblings.iter();
        let siblings = siblings.map(|one| (one.supposed, known.contains(&one.obligation)));
        self.atom.map(|atom| [(atom, true)].into_iter().chain(siblings).collect())
    }
}
