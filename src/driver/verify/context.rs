//! Under which conditions on what a function gets an obligation fails.

use std::collections::BTreeSet;

use focuscheck_abduce::{Unknown, UnknownKind, World, context, written};
use focuscheck_check::types::Type;
use focuscheck_lia::constraint::{Comparison, Symbol};
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::{BoolId, FormulaId, HypothesisId, TermNode};
use focuscheck_smt::{Answer, Prover};
use focuscheck_vc::condition::encoder::Origin;
use focuscheck_vc::condition::passive::{Query, Source};
use focuscheck_vc::guarded::graph::{AssumptionKind, Command, ObligationId};

use super::asked::Asked;

/// More conjuncts than these say nothing to a reader.
const MOST_CONJUNCTS: usize = 4;

impl Asked<'_> {
    /// The conjuncts over parameters and variables of files under which an obligation fails, in the way that is found first:
    /// of the states that satisfy them and the precondition none comes to another end, be it that something else fails.
    pub fn context(&self, prover: &mut Prover, id: ObligationId) -> Option<Vec<String>> {
        // Where a state is known by annotations alone, or is only taken to be one, nobody knows what runs do.
        let vague = |command: &Command<'_>| match command {
            Command::Havoc { .. } | Command::AnyResult(..) => true,
            Command::Assume(_, given) => !matches!(given, AssumptionKind::Pre | AssumptionKind::Defined),
            _ => false,
        };
        if self.guarded.blocks.iter().flat_map(|block| &block.commands).any(vague) {
            return None;
        }
        let queries = self.condition.queries.iter().filter(|query| query.about == Ok(id));
        let (query, model) =
            queries.into_iter().find_map(|query| match self.condition.ask(prover, query) {
                Some(Answer::Satisfied(model)) => Some((query, model)),
                _ => None,
            })?;
        let path = self.condition.path(prover, &model, query);
        if path.iter().any(|block| !self.condition.points[block.index()].unmodelled.is_empty()) {
            return None;
        }
        let (mut world, names, pointers) = self.world(prover, query)?;
        let begins: Vec<BoolId> = self.condition.start_atom().into_iter().collect();
        let computed = |world: &World, term| match world.prover.terms.term(term) {
            TermNode::Variable(variable) => self.condition.encoder.joins.contains(variable),
            _ => false,
        };
        let atoms = context(&mut world, &model, &begins, &computed)?;
        if atoms.len() > MOST_CONJUNCTS {
            return None;
        }
        atoms.iter().map(|atom| told(atom, &names, &pointers)).collect()
    }

    /// Runs that fail at a question, and such that end.
    fn world(&self, prover: &Prover, query: &Query) -> Option<(World, Vec<String>, BTreeSet<Symbol>)> {
        let mut prover = prover.clone();
        let fails = query.atom?;
        let passes = prover.terms.atom("passes");
        let ends = self.guarded.blocks.iter().enumerate().filter(|(_, block)| block.ends);
        let mut ends: Vec<FormulaId> = ends.map(|(number, _)| self.condition.passed[number]).collect();
        for other in self.condition.queries.iter().filter(|other| other.about != query.about) {
            let Some(atom) = other.atom else { continue };
            let fails = prover.terms.atom_formula(atom);
            // What is judged in the same evaluation may fail there, too.
            let together = (other.block, other.since) == (query.block, query.since);
            ends.push(if together { prover.terms.and([fails, query.holds]) } else { fails });
        }
        let any = prover.terms.or(ends);
        let passing = prover.terms.atom_formula(passes);
        let implied = prover.terms.implies(passing, any);
        prover.suppose(implied);
        let (mut unknowns, mut names, mut pointers) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut blocks = BTreeSet::new();
        for input in self.condition.encoder.inputs.iter().filter(|input| input.block.is_none()) {
            let Origin::Declared(object, _) = input.origin else { continue };
            let ty = self.ground.tree.objects.get(object.index()).map(|object| &object.ty);
            let bounds = match ty {
                Some(Type::Integer(_)) => prover.terms.variable_range(input.variable),
                // The first part of a pointer is its block.
                Some(Type::Pointer(..)) if blocks.insert(object) => {
                    pointers.insert(Symbol(unknowns.len() as u32));
                    None
                }
                _ => continue,
            };
            let term = prover.terms.variable_term(input.variable);
            let bounds = (bounds.map(|(low, _)| low), bounds.map(|(_, high)| high));
            unknowns.push(Unknown { term, kind: UnknownKind::Input, bounds, point: None, derived: false });
            names.push(prover.terms.variable_name(input.variable).to_owned());
        }
        let mut world = World::new(prover, unknowns, [passes, fails, fails]);
        world.structure.extend(self.condition.structure.iter().copied());
        for (number, (source, _)) in (0u32..).zip(self.condition.hypotheses.supposed()) {
            // What is promised or taken for granted goes without saying.
            let is_silent = match source {
                Source::Command(block, command) => {
                    let command = &self.guarded.blocks[block.index()].commands[command];
                    matches!(command, Command::Assume(_, AssumptionKind::Pre | AssumptionKind::Defined))
                }
                Source::Aligned => true,
                Source::Guard(..) | Source::Structure => false,
            };
            if is_silent {
                world.silent.insert(HypothesisId(number));
            }
        }
        Some((world, names, pointers))
    }
}

/// A conjunct as it is read; of a pointer only whether it is null.
fn told(atom: &Atom, names: &[String], pointers: &BTreeSet<Symbol>) -> Option<String> {
    let name = |symbol: Symbol| names.get(symbol.0 as usize).cloned().unwrap_or_default();
    if !atom.expression().symbols().any(|symbol| pointers.contains(&symbol)) {
        return Some(written(atom, &|_| true, &name));
    }
    let Atom::Compare(constraint) = atom else { return None };
    let [(symbol, factor)] = constraint.expression.terms[..] else { return None };
    match (constraint.comparison, factor, constraint.expression.constant) {
        (Comparison::Zero, _, 0) | (Comparison::AtMostZero, 1, 0) => {
            Some(format!("{} == NULL", name(symbol)))
        }
        (Comparison::NotZero, _, 0) | (Comparison::AtMostZero, -1, 1) => {
            Some(format!("{} != NULL", name(symbol)))
        }
        _ => None,
    }
}
