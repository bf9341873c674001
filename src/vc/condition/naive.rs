//! Weakest preconditions as Fig. 4 of "Generating error traces from verification-condition counterexamples" has them: what
//! the conditions of `passive` are compared with.
//!
//! One formula says that a function cannot fail. What comes after a choice is in it once for each way, so its size doubles
//! with each choice, and nothing is joined. Labels stand in it as (2) expands them. Substitutions are made on the way down:
//! a command is given the state before it, and what follows the state after it. As in `passive`, what was asserted holds
//! afterwards (`wp(assert P, R) = P && (P ==> R)`).

use std::collections::BTreeMap;

use crate::guarded::graph::{BlockId, Command, Guarded, ObligationId};
use focuscheck_base::limit::spend;
use focuscheck_check::tree;
use focuscheck_ir::program::graph::Graph;
use focuscheck_smt::term::{BoolId, FormulaId, Terms, VariableId};

use super::encoder::{Encoder, Origin};
use super::entry::begin;
use super::state::State;

/// So many ways through a function are written down.
const MOST_WAYS: u64 = 1 << 12;

/// The weakest precondition of a function.
#[derive(Clone, Debug)]
pub struct Weakest {
    /// What it is made of.
    pub terms: Terms,
    /// It holds for the states from which no assertion can fail whose label is false.
    pub formula: FormulaId,
    /// The label of each error.
    pub errors: BTreeMap<ObligationId, BoolId>,
    /// The label of what a path does, by its block.
    pub traces: BTreeMap<BlockId, BoolId>,
    /// The variables for what is there at the entry, by name.
    pub entry: Vec<(String, VariableId)>,
    /// Whether it is about all runs: nothing was met that is not followed or not modelled.
    pub is_whole: bool,
}

/// The weakest precondition; nothing if there are too many ways through the function.
pub fn weakest<'g>(tree: &'g tree::Program, graph: &'g Graph, guarded: &'g Guarded<'g>) -> Option<Weakest> {
    if ways(guarded) > MOST_WAYS {
        return None;
    }
    let mut encoder = Encoder::new(tree, graph, guarded);
    let entry = begin(&mut encoder);
    let mut naive =
        Naive { guarded, encoder, errors: BTreeMap::new(), traces: BTreeMap::new(), is_whole: true };
    let formula = naive.block(BlockId(0), entry);
    let encoder = naive.encoder;
    let of_entry = encoder.inputs.iter().filter(|input| input.block.is_none());
    let declared = of_entry.filter(|input| matches!(input.origin, Origin::Declared(..)));
    let named =
        declared.map(|input| (encoder.terms.variable_name(input.variable).to_owned(), input.variable));
    Some(Weakest {
        entry: named.collect(),
        formula,
        errors: naive.errors,
        traces: naive.traces,
        is_whole: naive.is_whole && encoder.unmodelled.is_empty(),
        terms: encoder.terms,
    })
}

/// How many ways lead through a function.
fn ways(guarded: &Guarded<'_>) -> u64 {
    let mut from = vec![1_u64; guarded.blocks.len()];
    for (number, block) in guarded.blocks.iter().enumerate().rev() {
        spend(1);
        let ways = block.edges.iter().map(|edge| from[edge.to.index()]);
        from[number] = ways.fold(0, u64::saturating_add).max(1);
    }
    from.first().copied().unwrap_or_default()
}

struct Naive<'g> {
    guarded: &'g Guarded<'g>,
    encoder: Encoder<'g>,
    errors: BTreeMap<ObligationId, BoolId>,
    traces: BTreeMap<BlockId, BoolId>,
    is_whole: bool,
}

/// A command, what holds where the rest begins, and for assertions where their evaluation begins and what has to hold for the
/// label to be false.
type Before = (usize, FormulaId, Option<(usize, FormulaId)>);

impl Naive<'_> {
    /// The weakest precondition of a block and all that follows, for a state before it.
    fn block(&mut self, id: BlockId, mut state: State) -> FormulaId {
        spend(1);
        let guarded = self.guarded;
        let block = &guarded.blocks[id.index()];
        self.encoder.block = (id.0 != 0).then_some(id);
        let mut before: Vec<Before> = Vec::new();
        let mut is_open = true;
        for (number, command) in block.commands.iter().enumerate() {
            spend(1);
            match command {
                Command::Assume(fact, _) => {
                    let holds = self.encoder.fact(&state, fact);
                    before.push((number, holds, None));
                }
                Command::Assert(obligation, fact, since) => {
                    let holds = self.encoder.fact(&state, fact);
                    let terms = &mut self.encoder.terms;
                    let label = *self.errors.entry(*obligation).or_insert_with(|| terms.atom("error"));
                    let label = terms.atom_formula(label);
                    let labelled = terms.or([holds, label]);
                    before.push((number, holds, Some((since.0, labelled))));
                }
                Command::Cut(_) => {
                    self.is_whole = false;
                    is_open = false;
                    break;
                }
                Command::Run { .. }
                | Command::Remember(..)
                | Command::Bind { .. }
                | Command::Leave { .. }
                | Command::AnyResult(..)
                | Command::Forget(..)
                | Command::ForgetOne(_)
                | Command::ForgetAll
                | Command::ForgetLives
                | Command::End(..)
                | Command::Havoc { .. } => self.encoder.execute(&mut state, command),
            }
        }
        let mut rest = match is_open {
            true => self.edges(id, &state),
            false => self.encoder.terms.constant(true),
        };
        // What is asserted in one evaluation stands before all that it gives.
        let mut together: Vec<(usize, FormulaId)> = Vec::new();
        for (number, holds, labelled) in before.into_iter().rev() {
            rest = self.encoder.terms.implies(holds, rest);
            together.extend(labelled);
            let begins = together.iter().filter(|(since, _)| *since >= number);
            let begins: Vec<FormulaId> = begins.map(|(_, labelled)| *labelled).collect();
            together.retain(|(since, _)| *since < number);
            rest = self.encoder.terms.and(begins.into_iter().chain([rest]));
        }
        rest
    }

    /// The conjunction of all ways on.
    fn edges(&mut self, id: BlockId, state: &State) -> FormulaId {
        let guarded = self.guarded;
        let mut ways = Vec::new();
        for edge in &guarded.blocks[id.index()].edges {
            let mut taken = Vec::new();
            if let Some((frame, condition, holds)) = edge.guard {
                let truth = self.encoder.truth(state, frame, condition);
                taken.push(if holds { truth } else { self.encoder.terms.not(truth) });
            }
            if guarded.blocks[edge.to.index()].label.is_some() {
                let terms = &mut self.encoder.terms;
                let label = *self.traces.entry(edge.to).or_insert_with(|| terms.atom("trace"));
                let label = terms.atom_formula(label);
                taken.push(terms.not(label));
            }
            let rest = self.block(edge.to, state.clone());
            let taken = self.encoder.terms.and(taken);
            ways.push(self.encoder.terms.implies(taken, rest));
        }
        self.encoder.terms.and(ways)
    }
}
