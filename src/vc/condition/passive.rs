//! Verification conditions: the guarded commands in single assignment, one question for each assertion.
//!
//! A path is a choice of edges. Labels are decisions of the search and never parts of atoms, so that they cost nothing (section
//! 5 of "Generating error traces from verification-condition counterexamples" says what it costs to expand them), and the
//! size is linear, where the weakest precondition doubles with each choice.

use std::collections::{BTreeMap, BTreeSet};

use crate::guarded::graph::{BlockId, Command, Cut, Guarded, ObligationId};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::tree;
use focuscheck_ir::program::graph::Graph;
use focuscheck_smt::term::{BoolId, FormulaId, FormulaNode};
use focuscheck_smt::{Answer, Limits, Model, Prover};

pub use super::query::Query;

use super::encoder::Encoder;
use super::entry::begin;
use super::hypotheses::Hypotheses;
use super::query::Sibling;
use super::state::{Ideal, State, Wraps};

/// So many clauses may say where paths go on.
const MOST_STEPS: usize = 200_000;

/// What a hypothesis says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// What is assumed, or was asserted before, by a command of a block.
    Command(BlockId, usize),
    /// A branch: the block with its guard, and the number of the edge.
    Guard(BlockId, usize),
    /// How paths and values hang together.
    Structure,
    /// A pointer from outside leads to where an object of its type may be.
    Aligned,
}

/// What becomes of labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// They are decisions of the search: an edge that is a choice has a truth value of its own.
    #[default]
    Decided,
    /// There are none: a way is its conditions. A model still is one path, but nothing says which one is tried first.
    Off,
    /// They are parts of formulas, as (2) of the paper expands them: `P || L` for an error, `P && !T` for what a path does.
    Expanded,
}

/// What is known of a block.
#[derive(Clone, Debug)]
pub struct Point {
    /// The edges into it: from which block, which of its edges, and its truth.
    pub incoming: Vec<(BlockId, usize, FormulaId)>,
    /// What was met in it that is not modelled.
    pub unmodelled: Vec<(Unmodelled, Span)>,
    /// The state after its commands.
    pub after: Option<State>,
}

/// The verification conditions of a function.
pub struct Condition<'g> {
    /// What they are made of.
    pub encoder: Encoder<'g>,
    /// All assertions.
    pub queries: Vec<Query>,
    /// The function.
    pub guarded: &'g Guarded<'g>,
    /// What is supposed.
    pub hypotheses: Hypotheses<Source>,
    /// For each block what is known of it.
    pub points: Vec<Point>,
    /// The state in which the function begins.
    pub entry: State,
    /// For each block that a path has passed it.
    pub passed: Vec<FormulaId>,
    /// Truth values that only say where a path goes.
    pub structure: BTreeSet<BoolId>,
    /// Whether the function can begin: its precondition.
    start: Option<FormulaId>,
    order: Vec<BoolId>,
    labels: Labels,
    /// The labels of errors that stand in formulas.
    expanded: BTreeMap<ObligationId, FormulaId>,
}

/// Translates a function.
pub fn condition<'g>(
    tree: &'g tree::Program,
    graph: &'g Graph,
    guarded: &'g Guarded<'g>,
    labels: Labels,
) -> Condition<'g> {
    translated(Encoder::new(tree, graph, guarded), guarded, labels)
}

/// Translates a function with ideal arithmetic, from the start of the program.
pub fn ideal_condition<'g>(
    tree: &'g tree::Program,
    graph: &'g Graph,
    guarded: &'g Guarded<'g>,
    wraps: Wraps,
) -> Condition<'g> {
    let mut encoder = Encoder::new(tree, graph, guarded);
    encoder.ideal = Some(Ideal { kind: wraps, ..Ideal::default() });
    translated(encoder, guarded, Labels::Decided)
}

fn translated<'g>(mut encoder: Encoder<'g>, guarded: &'g Guarded<'g>, labels: Labels) -> Condition<'g> {
    let entry = begin(&mut encoder);
    let points = guarded.blocks.iter();
    let points =
        points.map(|_| Point { incoming: Vec::new(), unmodelled: Vec::new(), after: None }).collect();
    let mut condition = Condition {
        encoder,
        queries: Vec::new(),
        guarded,
        hypotheses: Hypotheses::default(),
        points,
        entry: entry.clone(),
        passed: Vec::new(),
        structure: BTreeSet::new(),
        start: None,
        order: Vec::new(),
        labels,
        expanded: BTreeMap::new(),
    };
    let mut full = Vec::with_capacity(guarded.blocks.len());
    for number in 0..guarded.blocks.len() {
        spend(1);
        let formula = condition.block(BlockId(number as u32), &entry);
        full.push(formula);
    }
    condition.start = full.first().copied();
    condition.steps(&full);
    condition.passed = full;
    if let Some(ideal) = &condition.encoder.ideal {
        for formula in ideal.definitions.values().copied().collect::<BTreeSet<FormulaId>>() {
            condition.suppose(formula, Source::Structure);
        }
    }
    condition
}

impl<'g> Condition<'g> {
    fn suppose(&mut self, formula: FormulaId, source: Source) {
        self.hypotheses.suppose(&self.encoder.terms, formula, source);
    }

    /// `premise ==> conclusion` is supposed.
    fn suppose_if(&mut self, premise: FormulaId, conclusion: FormulaId, source: Source) {
        self.hypotheses.suppose_if(&mut self.encoder.terms, &[premise], conclusion, source);
    }

    fn new_atom(&mut self, name: &str) -> (BoolId, FormulaId) {
        let atom = self.encoder.terms.atom(name);
        self.structure.insert(atom);
        (atom, self.encoder.terms.atom_formula(atom))
    }

    /// Translates a block; the formula that says that a path has passed it.
    fn block(&mut self, id: BlockId, entry: &State) -> FormulaId {
        let guarded = self.guarded;
        let block = &guarded.blocks[id.index()];
        self.encoder.block = Some(id);
        let (at, mut state) = self.arrive(id, entry);
        let at = self.passed_by(at, block.label.is_some());
        let mut facts: Vec<(FormulaId, usize)> = Vec::new();
        for (number, command) in block.commands.iter().enumerate() {
            spend(1);
            match command {
                Command::Assume(fact, _) => {
                    let formula = self.encoder.fact(&state, fact);
                    facts.push((formula, number));
                }
                Command::Assert(obligation, fact, since) => {
                    let formula = self.encoder.fact(&state, fact);
                    self.query((id, number), Ok(*obligation), at, (&facts, since.0), formula);
                    let conjuncts = self.encoder.conjuncts(&state, fact);
                    self.queries
                        .last_mut()
                        .into_iter()
                        .for_each(|query| query.conjuncts.clone_from(&conjuncts));
                    if !guarded.obligations[obligation.index()].clause.is_some_and(|clause| clause.check_only)
                    {
                        facts.push((formula, number));
                    }
                }
                Command::Cut(cut) => {
                    let never = self.encoder.terms.constant(false);
                    self.query((id, number), Err(cut.clone()), at, (&facts, number), never);
                    facts.push((never, number));
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
        let never = *self.encoder.terms.formula(at) == FormulaNode::Constant(false);
        let full = if facts.is_empty() || never {
            at
        } else {
            let (_, full) = self.new_atom("passed");
            self.suppose_if(full, at, Source::Structure);
            for &(fact, number) in &facts {
                self.suppose_if(full, fact, Source::Command(id, number));
            }
            full
        };
        self.leave(id, full, &state);
        for formula in std::mem::take(&mut self.encoder.supposed) {
            self.suppose(formula, Source::Structure);
        }
        for formula in std::mem::take(&mut self.encoder.alignments) {
            self.suppose(formula, Source::Aligned);
        }
        let point = &mut self.points[id.index()];
        point.unmodelled = std::mem::take(&mut self.encoder.unmodelled);
        point.after = Some(state);
        full
    }

    fn query(
        &mut self,
        (block, command): (BlockId, usize),
        about: Result<ObligationId, Cut>,
        at: FormulaId,
        (facts, since): (&[(FormulaId, usize)], usize),
        holds: FormulaId,
    ) {
        let (conjuncts, mut siblings) = (Vec::new(), Vec::new());
        if *self.encoder.terms.formula(holds) == FormulaNode::Constant(true) {
            let query = Query { about, block, command, atom: None, conjuncts, siblings, since, holds };
            self.queries.push(query);
            return;
        }
        let (atom, asked) = self.new_atom("asked");
        self.suppose_if(asked, at, Source::Structure);
        let guarded = self.guarded;
        for &(fact, number) in facts {
            let mut premise = asked;
            if let Some(Command::Assert(sibling, ..)) =
                guarded.blocks[block.index()].commands.get(number).filter(|_| number >= since)
            {
                let (supposed, formula) = self.new_atom("supposed");
                siblings.push(Sibling { obligation: *sibling, command: number, supposed, formula });
                premise = self.encoder.terms.and([asked, formula]);
            }
            self.suppose_if(premise, fact, Source::Command(block, number));
        }
        let fails = self.encoder.terms.not(holds);
        let fails = self.told(fails, &about);
        self.suppose_if(asked, fails, Source::Structure);
        let query = Query { about, block, command, atom: Some(atom), conjuncts, siblings, since, holds };
        self.queries.push(query);
    }

    /// A way into a block, with the label of what it does if that stands in formulas.
    fn passed_by(&mut self, at: FormulaId, is_labelled: bool) -> FormulaId {
        if self.labels != Labels::Expanded || !is_labelled {
            return at;
        }
        let (_, label) = self.new_atom("trace");
        let unlabelled = self.encoder.terms.not(label);
        self.encoder.terms.and([at, unlabelled])
    }

    /// That an assertion fails, with its label if that stands in formulas.
    fn told(&mut self, fails: FormulaId, about: &Result<ObligationId, Cut>) -> FormulaId {
        let (Labels::Expanded, Ok(obligation)) = (self.labels, about) else { return fails };
        let label = match self.expanded.get(obligation) {
            Some(&known) => known,
            None => {
                let (_, label) = self.new_atom("error");
                self.expanded.insert(*obligation, label);
                label
            }
        };
        let unlabelled = self.encoder.terms.not(label);
        self.encoder.terms.and([fails, unlabelled])
    }

    /// The ways into a block: that one is taken, and the state that they bring.
    fn arrive(&mut self, id: BlockId, entry: &State) -> (FormulaId, State) {
        if id.0 == 0 {
            return (self.encoder.terms.constant(true), entry.clone());
        }
        let incoming = self.points[id.index()].incoming.clone();
        let states: Vec<(FormulaId, State)> = incoming
            .iter()
            .map(|&(from, _, formula)| {
                let after = self.points[from.index()].after.clone();
                (formula, after.unwrap_or_else(|| entry.clone()))
            })
            .collect();
        let at = match &incoming[..] {
            [] => self.encoder.terms.constant(false),
            [(_, _, formula)] => *formula,
            _ => {
                let (_, at) = self.new_atom("at");
                let ways: Vec<FormulaId> = incoming.iter().map(|(_, _, formula)| *formula).collect();
                let any = self.encoder.terms.or(ways.iter().copied());
                self.suppose_if(at, any, Source::Structure);
                self.hypotheses.suppose_apart(&mut self.encoder.terms, &ways, Source::Structure);
                at
            }
        };
        let state = self.hypotheses.join(&mut self.encoder, &states, Source::Structure);
        (at, state.unwrap_or_else(|| entry.clone()))
    }

    /// The edges out of a block.
    fn leave(&mut self, id: BlockId, full: FormulaId, state: &State) {
        let guarded = self.guarded;
        let edges = &guarded.blocks[id.index()].edges;
        let alone = edges.len() == 1;
        // Where no path comes from there is no state that others could be joined with.
        if *self.encoder.terms.formula(full) == FormulaNode::Constant(false) {
            return;
        }
        for (number, edge) in edges.iter().enumerate() {
            let formula = match edge.guard {
                None if alone => full,
                None => {
                    let (atom, formula) = self.new_atom("edge");
                    self.order.push(atom);
                    self.suppose_if(formula, full, Source::Structure);
                    formula
                }
                Some((frame, condition, holds)) => {
                    let truth = self.encoder.truth(state, frame, condition);
                    let guard = if holds { truth } else { self.encoder.terms.not(truth) };
                    if *self.encoder.terms.formula(guard) == FormulaNode::Constant(false) {
                        continue;
                    }
                    if self.labels == Labels::Decided {
                        let (atom, formula) = self.new_atom("edge");
                        self.order.push(atom);
                        self.suppose_if(formula, full, Source::Structure);
                        self.suppose_if(formula, guard, Source::Guard(id, number));
                        formula
                    } else {
                        self.encoder.terms.and([full, guard])
                    }
                }
            };
            if *self.encoder.terms.formula(formula) != FormulaNode::Constant(false) {
                self.points[edge.to.index()].incoming.push((id, number, formula));
            }
        }
    }

    /// Says where the paths to each question go on, so that they are built from the entry on in the order of the source.
    fn steps(&mut self, full: &[FormulaId]) {
        let guarded = self.guarded;
        if self.queries.len().saturating_mul(guarded.blocks.len()) > MOST_STEPS {
            return;
        }
        let mut outgoing: Vec<Vec<(BlockId, FormulaId)>> = vec![Vec::new(); guarded.blocks.len()];
        for (number, point) in self.points.iter().enumerate() {
            for &(from, _, formula) in &point.incoming {
                outgoing[from.index()].push((BlockId(number as u32), formula));
            }
        }
        for number in 0..self.queries.len() {
            let Some(atom) = self.queries[number].atom else { continue };
            let asked = self.encoder.terms.atom_formula(atom);
            let goal = self.queries[number].block;
            if goal.0 == 0 {
                continue;
            }
            let cone = self.cone(goal);
            self.suppose_if(asked, full[0], Source::Structure);
            for &block in cone.iter().filter(|&&block| block != goal) {
                let ways = outgoing[block.index()].iter().filter(|(to, _)| cone.contains(to));
                let ways: Vec<FormulaId> = ways.map(|(_, formula)| *formula).collect();
                let any = self.encoder.terms.or(ways);
                let there = self.encoder.terms.and([asked, full[block.index()]]);
                self.suppose_if(there, any, Source::Structure);
            }
        }
    }

    /// The blocks from which a path leads to a block, itself included.
    fn cone(&self, goal: BlockId) -> BTreeSet<BlockId> {
        let mut cone = BTreeSet::from([goal]);
        let mut open = vec![goal];
        while let Some(block) = open.pop() {
            spend(1);
            for &(from, ..) in &self.points[block.index()].incoming {
                if cone.insert(from) {
                    open.push(from);
                }
            }
        }
        cone
    }

    /// A prover that supposes all of it.
    pub fn prover(&self, limits: Limits) -> Prover {
        let mut prover = self.hypotheses.prover(&self.encoder.terms, limits);
        let order: Vec<(BoolId, bool)> = self.order.iter().map(|atom| (*atom, true)).collect();
        prover.order(&order);
        prover
    }

    /// True where the function begins in a state that satisfies its precondition, if it has one.
    pub fn start_atom(&self) -> Option<BoolId> {
        match self.start.map(|start| self.encoder.terms.formula(start)) {
            Some(FormulaNode::Atom(start)) => Some(*start),
            Some(_) | None => None,
        }
    }

    /// Asks whether some state satisfies the precondition; `None`: there is nothing to satisfy.
    pub fn begins(&self, prover: &mut Prover) -> Option<Answer> {
        self.start_atom().map(|start| prover.solve(&[(start, true)]))
    }

    /// Asks whether an assertion can fail, by itself.
    pub fn ask(&self, prover: &mut Prover, query: &Query) -> Option<Answer> {
        self.ask_knowing(prover, query, &BTreeSet::new())
    }

    /// Asks whether an assertion can fail, where these hold wherever they are asserted.
    pub fn ask_knowing(
        &self,
        prover: &mut Prover,
        query: &Query,
        known: &BTreeSet<ObligationId>,
    ) -> Option<Answer> {
        Some(prover.solve(&query.assumptions(known)?))
    }

    /// The blocks of the path of a model to a question, from the entry on.
    pub fn path(&self, prover: &Prover, model: &Model, query: &Query) -> Vec<BlockId> {
        let mut path = vec![query.block];
        while let Some(&block) = path.last()
            && block.0 != 0
        {
            let incoming = &self.points[block.index()].incoming;
            let taken =
                incoming.iter().find(|(_, _, formula)| model.holds(&prover.terms, *formula) == Some(true));
            let only = incoming.first().filter(|_| incoming.len() == 1);
            match taken.or(only) {
                Some((from, ..)) => path.push(*from),
                None => break,
            }
        }
        path.reverse();
        path
    }
}
