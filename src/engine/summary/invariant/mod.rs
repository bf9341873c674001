//! Invariants: ranges of linear forms that hold whenever a state of a forward run is reached.
//!
//! The rules (`focuscheck_rules::invariants`) compute a fixpoint with bounds rounded to thresholds wherever
//! cycles are cut; a few sweeps without rounding narrow it; and a last pass checks that every fact follows
//! from those of the states before it. Facts that do not pass are not used: a wrong one would be a wrong
//! `safe`.
//!
//! A fact is a range, with a remainder, of a linear form over scalars. Which forms get facts is chosen from the program
//! (`choose.rs`): single scalars, what conditions compare and assignments relate, differences in small groups, what two
//! counters of a loop keep constant together, and what conditions become when a scalar is eliminated or an assignment
//! carried back. The rules (`rules/invariants.rs`) compute the least fixpoint in which bounds are rounded to constants
//! of the program wherever cycles are cut, so no widening of theirs depends on an order; sweeps without rounding narrow it. They
//! begin with a proposal (`proposal.rs`), in which a scalar whose bound grows again and again leaves constants out. A
//! last pass checks that each fact follows from those before it, and what does not pass is not used. Conditions that
//! the ranges leave open are put to the exact solver together with the facts near them (`driver/invariants.rs`). Signed
//! overflow ends a path, unsigned values wrap exactly or are unknown; the suite compares the facts with runs of
//! generated programs.

mod form;
mod bound;
mod choose;
mod proposal;
mod table;
mod target;
mod transfer;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use focuscheck_rules::invariants::{Flow, Transfer, invariants};
use focuscheck_rules::range::{Range, Ranges};
use focuscheck_rules::reach;
use focuscheck_rules::schema::{Procedure, State};
use focuscheck_rules::states::StateGraph;
use rustc_hash::FxHashMap;
use smallvec::smallvec;

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::{Deadline, spend};
use focuscheck_cells::facts::cfg::{Action, Condition, Expr, Graph, NodeId, ProcedureId, ScalarId};
use focuscheck_cells::relations::calls;

use super::cases::Telling;
use super::fact::NodeInvariants;
use super::liveness::Liveness;
use super::statics::Statics;
use super::step::Stepper;
use focuscheck_cells::facts::reads::node_assigns;

use bound::{Known, Valued};
use proposal::proposed;

pub use choose::{flags, forms, necessary_flags};
use form::FormSet;
pub use form::{Form, Forms};
use target::Targets;

/// Sweeps that narrow what rounding made too wide.
const SWEEPS: usize = 3;

/// So often may a bound of a scalar get wider at one place by one threshold; then it leaves some out, each time twice as many.
const PATIENCE: u32 = 8;

/// What invariants need to know of a program, independent of states.
#[derive(Debug)]
pub struct Plan {
    forms: Forms,
    targets: Targets,
    /// By node: whether cycles inside a procedure are cut there.
    heads: Vec<bool>,
    /// By procedure: whether it is called from several places or calls itself.
    joins: Vec<bool>,
    /// By procedure: whether it calls itself, through others too.
    recursive: Vec<bool>,
    /// Formals that their procedure never assigns.
    constant: BTreeSet<ScalarId>,
}

impl Plan {
    /// Looks at a program.
    pub fn new(graph: &Graph) -> Plan {
        let mut heads = vec![false; graph.nodes.len()];
        for procedure in &graph.procedures {
            mark_heads(graph, procedure.entry, &mut heads);
        }
        let count = graph.procedures.len();
        let (mut called, mut recursive) = (vec![0usize; count], vec![false; count]);
        let mut constant: BTreeSet<ScalarId> =
            graph.procedures.iter().flat_map(|p| p.formals.clone()).collect();
        for node in &graph.nodes {
            if let Action::Call { callee, .. } = &node.action {
                called[callee.index()] += 1;
            }
            for scalar in node_assigns(&node.action) {
                constant.remove(&scalar);
            }
        }
        for Procedure(procedure) in reach::recursive(count as u32, calls(graph)) {
            recursive[procedure as usize] = true;
        }
        let joins = (0..count).map(|p| recursive[p] || called[p] > 1).collect();
        Plan { forms: forms(graph), targets: Targets::default(), heads, joins, recursive, constant }
    }
}

/// Marks the targets of edges that close a cycle in a depth-first walk. Any node of each cycle would do; which ones these are
/// is chosen by the order of the walk, so no rule says it.
fn mark_heads(graph: &Graph, entry: NodeId, heads: &mut [bool]) {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        Open,
        Done,
    }
    let mut visits: FxHashMap<NodeId, Visit> = FxHashMap::default();
    let mut stack = vec![(entry, 0usize)];
    visits.insert(entry, Visit::Open);
    while let Some((node, position)) = stack.pop() {
        let Some(&next) = graph.nodes[node.index()].successors.get(position) else {
            visits.insert(node, Visit::Done);
            continue;
        };
        stack.push((node, position + 1));
        match visits.get(&next) {
            None => {
                visits.insert(next, Visit::Open);
                stack.push((next, 0));
            }
            Some(Visit::Open) => heads[next.index()] = true,
            Some(Visit::Done) => {}
        }
    }
}

/// When the search for invariants gives up.
#[derive(Clone, Copy, Debug)]
pub struct InvariantLimits {
    /// Most evaluations of a step.
    pub steps: usize,
    /// When the time is over.
    pub deadline: Deadline,
}

/// The facts of a forward run.
#[derive(Clone, Debug, Default)]
pub struct Invariants {
    facts: BTreeMap<State, Ranges>,
}

struct Host<'a> {
    graph: &'a Graph,
    statics: &'a Statics,
    liveness: &'a Liveness,
    plan: &'a Plan,
    stepper: &'a Stepper<'a>,
    limits: InvariantLimits,
    steps: Cell<usize>,
    cut: Cell<bool>,
    rounds: Cell<bool>,
    /// By node, the forms that are kept there, once somebody has come there.
    kept: RefCell<FxHashMap<NodeId, Rc<FormSet>>>,
    /// By edge, what came of it when it was last looked at.
    followed: RefCell<FxHashMap<Edge, Followed>>,
}

/// An edge of a forward run: its kind, where it starts (for a return: at the call), and where it leads.
type Edge = (Kind, State, State);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Step,
    Enter,
    Resume,
}

/// What an edge carries: sweeps and checks look at most edges again with the same known before.
struct Followed {
    before: Ranges,
    /// Of a return, what is known at the callee's exit.
    exit: Option<Ranges>,
    /// Not rounded.
    after: Option<Ranges>,
}

impl Followed {
    fn is_of(&self, before: &Ranges, exit: Option<&Ranges>) -> bool {
        let same = |one: &Ranges, other: &Ranges| Rc::ptr_eq(&one.0, &other.0) || one == other;
        let is_exit = match (&self.exit, exit) {
            (Some(one), Some(other)) => same(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        is_exit && same(&self.before, before)
    }
}

/// Finds the invariants of a forward run that visited every node on its way; `None` if a limit was reached.
pub fn find(
    graph: &Graph,
    statics: &Statics,
    liveness: &Liveness,
    plan: &Plan,
    (stepper, edges, start): (&Stepper<'_>, &StateGraph, State),
    limits: InvariantLimits,
) -> Option<Invariants> {
    let host = Host {
        graph,
        statics,
        liveness,
        plan,
        stepper,
        limits,
        steps: Cell::new(0),
        cut: Cell::new(false),
        rounds: Cell::new(true),
        kept: RefCell::default(),
        followed: RefCell::default(),
    };
    let flow = Flow {
        steps: edges.steps().to_vec(),
        calls: edges.calls().iter().map(|&(entry, call)| (call, entry)).collect(),
        returns: edges.returns().iter().map(|&(call, exit, after)| (exit, call, after)).collect(),
    };
    let initial = host.initial(start)?;
    let mut grown = FxHashMap::default();
    let mut hurry =
        |state: State, before: &Ranges, known: Ranges| host.hurry(&mut grown, state, before, known);
    let begin = proposed(&host, &flow, (start, &initial), &mut hurry);
    let found = if host.cut.get() { Vec::new() } else { invariants(&host, &flow, begin) };
    if host.cut.get() {
        return None;
    }
    let wide: BTreeMap<State, Ranges> = found.into_iter().collect();
    host.rounds.set(false);
    let mut facts = wide.clone();
    for _ in 0..SWEEPS {
        if !host.narrow(edges, start, &initial, &mut facts) {
            break;
        }
    }
    let proved = [facts, wide].into_iter().find(|facts| host.is_inductive(edges, start, &initial, facts))?;
    (!host.cut.get()).then_some(Invariants { facts: proved })
}

impl Host<'_> {
    fn initial(&self, start: State) -> Option<Ranges> {
        let empty = Ranges(Rc::new(Vec::new()));
        let mut known = self.plan.known(self.graph, &empty);
        let main = self.graph.main?;
        for (number, scalar) in self.graph.scalars.iter().enumerate() {
            if let Some(Ok(value)) = scalar.initial {
                let value = Valued::within(Range::single(value));
                known.assign(main, ScalarId(number as u32), &value, false)?;
            }
        }
        self.arrive(start, known).map(|known| self.rounded(start, known))
    }

    /// What an edge carries to where it leads: as when it was last looked at, if the same is known before, or as is found out.
    fn follow(
        &self,
        edge: Edge,
        before: &Ranges,
        exit: Option<&Ranges>,
        find_out: impl FnOnce() -> Option<Ranges>,
    ) -> Option<Ranges> {
        let last = self
            .followed
            .borrow()
            .get(&edge)
            .and_then(|followed| followed.is_of(before, exit).then(|| followed.after.clone()));
        let after = match last {
            Some(after) => after,
            None if !self.may_go_on() => return None,
            None => {
                let after = find_out();
                let followed = Followed { before: before.clone(), exit: exit.cloned(), after: after.clone() };
                self.followed.borrow_mut().insert(edge, followed);
                after
            }
        };
        after.map(|known| self.rounded(edge.2, known))
    }

    /// What is known in a state, given what is known before its values are looked at.
    fn arrive(&self, state: State, mut known: Known<'_>) -> Option<Ranges> {
        let node = self.stepper.node(state);
        let definition = &self.graph.nodes[node.index()];
        let procedure = definition.procedure;
        for (scalar, value) in self.stepper.valuation(state).iter() {
            if known.scalar(scalar).value() != Some(value) {
                let difference = Form { terms: smallvec![(scalar, 1)], constant: value.checked_neg()? };
                if !known.scalar(scalar).contains(value) {
                    return None;
                }
                known.relate(procedure, &Valued::exactly(difference), Relation::Equal)?;
            }
        }
        let kept = self.kept(node);
        known.ranges.change(|number, range| kept.contains(number).then_some(range));
        Some(known.into_ranges())
    }

    /// What is known in a state, rounded to thresholds if cycles are cut there.
    fn rounded(&self, state: State, known: Ranges) -> Ranges {
        let node = self.stepper.node(state);
        if !self.rounds.get() || !self.cuts_cycles(node, self.graph.nodes[node.index()].procedure) {
            return known;
        }
        let rounded = |&(number, range): &(u32, Range)| Some((number, self.round(number, range)?));
        Ranges(Rc::new(known.0.iter().filter_map(rounded).collect()))
    }

    /// The forms that are kept at a node: those of which nothing is dead.
    fn kept(&self, node: NodeId) -> Rc<FormSet> {
        let scalars = &self.graph.scalars;
        let is_kept = |scalar: ScalarId| {
            scalars[scalar.index()].procedure.is_none()
                || self.plan.constant.contains(&scalar)
                || self.liveness.is_live(node, scalar)
        };
        let forms = &self.plan.forms;
        let all = |number: &u32| forms.get(*number).terms.iter().all(|&(scalar, _)| is_kept(scalar));
        let mut kept = self.kept.borrow_mut();
        kept.entry(node).or_insert_with(|| Rc::new(forms.all().filter(all).collect())).clone()
    }

    fn cuts_cycles(&self, node: NodeId, procedure: ProcedureId) -> bool {
        let definition = &self.graph.procedures[procedure.index()];
        self.plan.heads[node.index()]
            || node == definition.entry && self.plan.joins[procedure.index()]
            || node == definition.exit && self.plan.recursive[procedure.index()]
    }

    /// What is known of a state where something has got wider: bounds of scalars that did so again and
    /// again leave thresholds out.
    fn hurry(
        &self,
        grown: &mut FxHashMap<(State, u32), u32>,
        state: State,
        before: &Ranges,
        known: Ranges,
    ) -> Ranges {
        let node = self.stepper.node(state);
        if !self.cuts_cycles(node, self.graph.nodes[node.index()].procedure) {
            return known;
        }
        let forms = &self.plan.forms;
        let hurried = known.0.iter().filter_map(|&(number, range)| {
            let Some(old) = before.get(number) else { return Some((number, range)) };
            let (is_lower, is_higher) = (range.low < old.low, range.high > old.high);
            // What is known of several scalars follows; where it does not, it would not become closer again.
            if !is_lower && !is_higher || forms.get(number).terms.len() > 1 {
                return Some((number, range));
            }
            let times = grown.entry((state, number)).or_default();
            *times += 1;
            let Some(over) = times.checked_sub(PATIENCE + 1) else { return Some((number, range)) };
            let skipped = 1usize << over.min(16);
            let widest = forms.widest(number)?;
            let low = if is_lower { forms.below_by(number, range.low, skipped) } else { Some(range.low) };
            let high = if is_higher { forms.above_by(number, range.high, skipped) } else { Some(range.high) };
            let (low, high) = (low.unwrap_or(widest.low), high.unwrap_or(widest.high));
            let wider = self.strided(range, low.max(widest.low), high.min(widest.high));
            Some((number, wider.filter(|wider| *wider != widest)?))
        });
        Ranges(Rc::new(hurried.collect()))
    }

    /// The range of a form rounded to thresholds; `None` if that says nothing.
    fn round(&self, number: u32, range: Range) -> Option<Range> {
        let forms = &self.plan.forms;
        let widest = forms.widest(number)?;
        let low = forms.below(number, range.low).unwrap_or(widest.low).max(widest.low);
        let high = forms.above(number, range.high).unwrap_or(widest.high).min(widest.high);
        self.strided(range, low, high).filter(|rounded| *rounded != widest)
    }

    /// An interval around a range, with its remainder unless it is a single number.
    fn strided(&self, range: Range, low: i128, high: i128) -> Option<Range> {
        match range.value() {
            Some(_) => Range::new(low, high),
            None => Range::strided(low, high, range.stride().0, range.stride().1),
        }
    }

    /// Whether one more evaluation may be done.
    fn may_go_on(&self) -> bool {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        let late = steps.is_multiple_of(64) && self.limits.deadline.passed().is_some();
        if late || steps > self.limits.steps {
            self.cut.set(true);
        }
        !self.cut.get()
    }

    /// What arrives at a state from the states before it.
    fn arriving(&self, edges: &StateGraph, facts: &BTreeMap<State, Ranges>, state: State) -> Option<Ranges> {
        let mut all: Option<Ranges> = None;
        let mut add = |fact: Option<Ranges>| {
            if let Some(fact) = fact {
                all = Some(match all.take() {
                    Some(known) => known.joined(fact),
                    None => fact,
                });
            }
        };
        for from in edges.before(state) {
            add(facts.get(&from).and_then(|fact| self.step(from, state, fact)));
        }
        for call in edges.called(state) {
            add(facts.get(&call).and_then(|fact| self.enter(call, state, fact)));
        }
        for (call, exit) in edges.resumed(state) {
            let both = facts.get(&exit).zip(facts.get(&call));
            add(both.and_then(|(exit, before)| self.resume(call, state, before, exit)));
        }
        all
    }

    /// Replaces each fact by what arrives there; whether anything changed.
    fn narrow(
        &self,
        edges: &StateGraph,
        start: State,
        initial: &Ranges,
        facts: &mut BTreeMap<State, Ranges>,
    ) -> bool {
        let states: Vec<State> = facts.keys().copied().collect();
        let mut changed = false;
        for state in states {
            let mut new = self.arriving(edges, facts, state);
            if state == start {
                new = Some(new.map_or_else(|| initial.clone(), |fact| fact.joined(initial.clone())));
            }
            let Some(old) = facts.get(&state) else { continue };
            match new {
                Some(new) if new == *old => {}
                Some(new) => {
                    let met = old.met(new);
                    changed |= met != *old;
                    facts.insert(state, met);
                }
                None => {
                    changed = true;
                    facts.remove(&state);
                }
            }
        }
        changed
    }

    /// Whether every fact follows from those of the states before it.
    fn is_inductive(
        &self,
        edges: &StateGraph,
        start: State,
        initial: &Ranges,
        facts: &BTreeMap<State, Ranges>,
    ) -> bool {
        let targets: BTreeSet<State> = edges.inside().iter().map(|&(state, _)| state).collect();
        let holds = |state: State, fact: &Ranges| facts.get(&state).is_some_and(|own| fact.is_within(own));
        holds(start, initial)
            && targets.into_iter().all(|state| {
                self.arriving(edges, facts, state).is_none_or(|arriving| holds(state, &arriving))
            })
    }
}

impl Transfer for Host<'_> {
    fn step(&self, from: State, to: State, before: &Ranges) -> Option<Ranges> {
        self.follow((Kind::Step, from, to), before, None, || self.after_step(from, to, before))
    }

    fn enter(&self, call: State, entry: State, before: &Ranges) -> Option<Ranges> {
        self.follow((Kind::Enter, call, entry), before, None, || self.at_entry(call, entry, before))
    }

    fn resume(&self, call: State, after: State, before: &Ranges, exit: &Ranges) -> Option<Ranges> {
        let edge = (Kind::Resume, call, after);
        self.follow(edge, before, Some(exit), || self.after_call(call, after, before, exit))
    }
}

impl Host<'_> {
    fn after_step(&self, from: State, to: State, before: &Ranges) -> Option<Ranges> {
        let node = &self.graph.nodes[self.stepper.node(from).index()];
        let next = self.stepper.node(to);
        let outcome = match (&node.action, node.successors.as_slice()) {
            (Action::Branch(_), [holds, fails]) if holds != fails => Some(*holds == next),
            _ => None,
        };
        spend(8);
        let (start, end) = (self.stepper.node(from), self.stepper.node(to));
        let known = self.plan.known(self.graph, before);
        let mut known = known.between(self.kept(start), self.kept(end));
        known.execute(self.graph, node.procedure, &node.action, outcome)?;
        self.arrive(to, known)
    }

    fn at_entry(&self, call: State, entry: State, before: &Ranges) -> Option<Ranges> {
        let node = &self.graph.nodes[self.stepper.node(call).index()];
        let Action::Call { callee, arguments, .. } = &node.action else { return None };
        let end = self.kept(self.stepper.node(entry));
        let known = self.plan.known(self.graph, before).between(end.clone(), end);
        let inside = known.entered(*callee, arguments, |scalar| self.statics.may_touch(*callee, scalar))?;
        self.arrive(entry, inside)
    }

    fn after_call(&self, call: State, after: State, before: &Ranges, exit: &Ranges) -> Option<Ranges> {
        let node = &self.graph.nodes[self.stepper.node(call).index()];
        let Action::Call { callee, arguments, results } = &node.action else { return None };
        let (known, inside) = (self.plan.known(self.graph, before), self.plan.known(self.graph, exit));
        let mut changes: Vec<ScalarId> = self.statics.modified(*callee).collect();
        changes.extend(results.iter().map(|&(_, to)| to));
        let formals = &self.graph.procedures[callee.index()].formals;
        let seen = |scalar: ScalarId| {
            if let Some(&(from, _)) = results.iter().find(|&&(_, to)| to == scalar) {
                return Some(from);
            }
            if self.graph.scalars[scalar.index()].procedure.is_none() {
                return Some(scalar);
            }
            let is_passed = |argument: &Expr| matches!(argument, Expr::Scalar(s) if *s == scalar);
            let position = arguments.iter().position(is_passed)?;
            formals.get(position).copied().filter(|formal| self.plan.constant.contains(formal))
        };
        let given = |scalar: ScalarId| {
            let mut given = formals.iter().zip(arguments).filter(|(formal, argument)| {
                matches!(argument, Expr::Scalar(s) if *s == scalar) && self.plan.constant.contains(formal)
            });
            given.next().map(|(&formal, _)| formal)
        };
        let passed = arguments.iter().filter_map(|argument| match argument {
            Expr::Scalar(scalar) if !changes.contains(scalar) => Some(*scalar),
            _ => None,
        });
        let passed: Vec<ScalarId> = passed.collect();
        let (start, end) = (self.kept(self.stepper.node(call)), self.kept(self.stepper.node(after)));
        let known = known.between(start, end).resumed(node.procedure, &inside, &changes, (seen, given))?;
        let known = known.told(node.procedure, &inside, &passed, seen)?;
        self.arrive(after, known)
    }
}

impl Invariants {
    /// Whether a run can be in the state.
    pub fn is_reached(&self, state: State) -> bool {
        self.facts.contains_key(&state)
    }

    /// The forms with known ranges in a state, in order of their numbers.
    pub fn at(&self, state: State) -> impl Iterator<Item = (u32, Range)> + '_ {
        self.facts.get(&state).into_iter().flat_map(|ranges| ranges.0.iter().copied())
    }

    /// What holds at each node, in all its states.
    pub fn by_node(&self, graph: &Graph, plan: &Plan, stepper: &Stepper<'_>) -> NodeInvariants {
        let mut facts: Vec<Option<Ranges>> = vec![None; graph.nodes.len()];
        for (&state, ranges) in &self.facts {
            let slot = &mut facts[stepper.node(state).index()];
            *slot = Some(match slot.take() {
                Some(known) => known.joined(ranges.clone()),
                None => ranges.clone(),
            });
        }
        let mut outcomes = vec![[false; 2]; graph.nodes.len()];
        for (number, node) in graph.nodes.iter().enumerate() {
            let Some(ranges) = &facts[number] else { continue };
            outcomes[number] = match &node.action {
                Action::Branch(Condition { relation, left, right })
                | Action::Assume(Condition { relation, left, right }) => {
                    plan.known(graph, ranges).outcomes(*relation, left, right)
                }
                _ => [true; 2],
            };
        }
        NodeInvariants::new(facts, outcomes)
    }
}

impl Plan {
    fn known<'p>(&'p self, graph: &'p Graph, ranges: &Ranges) -> Known<'p> {
        Known::new(graph, (&self.forms, &self.targets), ranges)
    }

    /// Whether cycles inside a procedure are cut at a node.
    pub fn is_head(&self, node: NodeId) -> bool {
        self.heads[node.index()]
    }

    /// What is told apart by cases where scalars have at most so many values.
    pub fn telling(&self, most: u32) -> Telling<'_> {
        let single = |number: u32| match self.forms.get(number) {
            Form { terms, constant: 0 } => match terms[..] {
                [(scalar, 1)] => Some((number, scalar)),
                _ => None,
            },
            Form { .. } => None,
        };
        Telling { single: self.forms.all().filter_map(single).collect(), constant: &self.constant, most }
    }

    /// The forms that facts are about.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }
}
