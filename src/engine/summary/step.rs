//! The abstract step function: what one node does to what is known.
//!
//! A value is known exactly or not at all. What is undefined in C ends the path here; the report lists it
//! under `assumed`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_rules::fsum::{self, Flow, Forward, ForwardSummaries};
use focuscheck_rules::naive::{self, Inlined};
use focuscheck_rules::range::Range;
use focuscheck_rules::schema::{Node, Procedure, State, Way};
use rustc_hash::FxHashMap;

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::{Deadline, Spent};
use focuscheck_base::options::Procedures;
use focuscheck_cells::facts::cfg::{
    Action, Condition, Expr, Graph, NodeId, ProcedureId, ScalarId, ScalarKind,
};
use focuscheck_cells::facts::reads::reads;
use focuscheck_cells::simulation::evaluate::{Fault, Undefined, Value, evaluate};

use super::cases::{Cases, Telling, count};
use super::fact::NodeInvariants;
use super::liveness::Liveness;
use super::shortcut::Shortcuts;
use super::state::{Interner, Precision, StateParts, Valuation};
use super::statics::Statics;

/// The value of an expression, if what is known decides it.
pub fn known(expression: &Expr, value: impl Fn(ScalarId) -> Option<i128>) -> Result<Option<i128>, Undefined> {
    // A value that is not known spreads like one that is not modelled.
    let lookup = |scalar| value(scalar).map_or(Value::Poison(0), Value::Known);
    match evaluate(expression, &lookup) {
        Ok(Value::Known(value)) => Ok(Some(value)),
        Ok(_) | Err(Fault::Poison(_)) => Ok(None),
        Err(Fault::Undefined(what)) => Err(what),
    }
}

/// When a forward run gives up.
#[derive(Clone, Copy, Debug)]
pub struct ForwardLimits {
    /// Most states.
    pub states: usize,
    /// Most known values per scalar and join or entry. Where there would be more, those farther from zero than that are
    /// unknown.
    pub values: usize,
    /// Most known values in all states together.
    pub kept: usize,
    /// Deepest call chain when procedures are inlined.
    pub depth: u32,
    /// When time or memory is over.
    pub deadline: Deadline,
}

/// Why a forward run is not exhaustive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// More states than allowed.
    States,
    /// Deeper calls than allowed (inlined only).
    Depth,
    /// Time or memory is over.
    Spent(Spent),
}

#[derive(Debug, Default)]
struct Tables {
    valuations: Interner<Valuation>,
    states: Interner<StateParts>,
    depths: Vec<u32>,
    /// How many known values all states have together.
    kept: usize,
    seen: FxHashMap<(NodeId, ScalarId), BTreeSet<i128>>,
    /// Where there were too many values in this run.
    wide: BTreeSet<(NodeId, ScalarId)>,
}

/// So many nodes from which one step leads on are passed before there is a state again.
const MOST_PASSED: usize = 256;

/// So often a run starts again because there were too many values somewhere.
const MOST_STARTS: usize = 4;
/// So many values are told apart where it is assumed that a scalar has any but one. Which of more it is matters where something
/// else asks for it: that no letter of a text is zero is assumed of each before anything is.
const MOST_BUT_ONE: i128 = 16;

/// The host of the forward rules.
#[derive(Debug)]
pub struct Stepper<'a> {
    graph: &'a Graph,
    statics: &'a Statics,
    liveness: &'a Liveness,
    precision: &'a Precision,
    procedures: Procedures,
    limits: ForwardLimits,
    tables: RefCell<Tables>,
    cut: Cell<Option<Cut>>,
    looks: Cell<usize>,
    widened: Cell<bool>,
    /// Where there were too many values in earlier runs.
    bounded: RefCell<BTreeSet<(NodeId, ScalarId)>>,
    starts: Cell<usize>,
    shortcuts: Option<Shortcuts<'a>>,
    invariants: Option<&'a NodeInvariants>,
    cases: Option<Cases<'a>>,
}

impl<'a> Stepper<'a> {
    /// A stepper without states.
    pub fn new(
        graph: &'a Graph,
        statics: &'a Statics,
        liveness: &'a Liveness,
        precision: &'a Precision,
        procedures: Procedures,
        limits: ForwardLimits,
    ) -> Self {
        Stepper {
            graph,
            statics,
            liveness,
            precision,
            procedures,
            limits,
            tables: RefCell::default(),
            cut: Cell::new(None),
            looks: Cell::new(0),
            widened: Cell::new(false),
            bounded: RefCell::default(),
            starts: Cell::new(0),
            shortcuts: None,
            invariants: None,
            cases: None,
        }
    }

    /// The same, but a scalar that is not known where it is read becomes known by cases if it has few values there; to be
    /// said after [`Stepper::with_invariants`], and not with [`Stepper::with_shortcuts`].
    pub fn with_cases(mut self, told: Telling<'a>) -> Self {
        self.cases = self.invariants.map(|invariants| Cases::new(self.graph, invariants, told));
        self
    }

    /// The scalars of which cases were told apart, in order.
    pub fn split(&self) -> BTreeSet<ScalarId> {
        self.cases.as_ref().map(Cases::split).unwrap_or_default()
    }

    /// The scalar whose cases are told apart next where a state does not decide what its node does, with its values.
    fn undecided(&self, node: NodeId, valuation: &Valuation) -> Option<(ScalarId, Range)> {
        let cases = self.cases.as_ref()?;
        let action = &self.graph.nodes[node.index()].action;
        let is_open = |expression: &Expr| matches!(self.evaluate(expression, valuation), Ok(None));
        // What is copied and not read again takes what is known along.
        let is_moved = |expression: &Expr| {
            self.kept_scalar(expression).is_some_and(|scalar| {
                let mut next = self.graph.nodes[node.index()].successors.iter();
                !cases.is_constant(scalar) && next.all(|&next| !self.liveness.is_live(next, scalar))
            })
        };
        let open: Vec<&Expr> = match action {
            Action::Branch(condition) | Action::Assume(condition) => {
                let is_open_here = matches!(self.decide(condition, valuation), Ok(None))
                    && self.is_possible(node, true)
                    && self.is_possible(node, false);
                let operands =
                    if is_open_here { vec![&condition.left, &condition.right] } else { Vec::new() };
                operands.into_iter().filter(|operand| is_open(operand)).collect()
            }
            Action::Call { callee, arguments, results } => {
                let callee = &self.graph.procedures[callee.index()];
                // A formal that stays what it was tells about its argument when the call is over, and so does a result.
                let told = |formal: ScalarId, argument: &Expr| {
                    cases.is_constant(formal) && self.kept_scalar(argument).is_some()
                        || results.iter().any(|&(from, _)| from == formal)
                        || !self.liveness.is_live(callee.entry, formal)
                };
                let arguments = callee
                    .formals
                    .iter()
                    .zip(arguments)
                    .filter(|(formal, argument)| !told(**formal, argument));
                arguments.map(|(_, value)| value).filter(|value| is_open(value) && !is_moved(value)).collect()
            }
            Action::Assign { value, .. } => {
                [value].into_iter().filter(|&v| is_open(v) && !is_moved(v)).collect()
            }
            Action::Store { index, value, .. } => {
                let value = Some(value).filter(|value| is_open(value) && !is_moved(value));
                Some(index).filter(|index| is_open(index)).into_iter().chain(value).collect()
            }
            Action::Load { index, .. } | Action::Bounds { index, .. } => {
                [index].into_iter().filter(|index| is_open(index)).collect()
            }
            Action::Skip
            | Action::UnitStart
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. }
            | Action::Stop(_) => Vec::new(),
        };
        let mut scalars = Vec::new();
        open.into_iter().for_each(|operand| reads(operand, &mut scalars));
        let unknown = scalars
            .into_iter()
            .filter(|&scalar| self.value(scalar, valuation).is_none() && self.precision.tracks(scalar));
        let few = unknown.filter_map(|scalar| Some((scalar, cases.of(node, scalar)?)));
        let all_but_one =
            matches!(action, Action::Assume(condition) if condition.relation == Relation::NotEqual);
        let most = if all_but_one { MOST_BUT_ONE } else { i128::MAX };
        few.min_by_key(|&(scalar, range)| (count(range), scalar)).filter(|&(_, range)| count(range) <= most)
    }

    /// The same, but a condition has no outcome that invariants exclude; to be said before
    /// [`Stepper::with_shortcuts`].
    pub fn with_invariants(mut self, invariants: Option<&'a NodeInvariants>) -> Self {
        self.invariants = invariants;
        self
    }

    fn is_possible(&self, node: NodeId, outcome: bool) -> bool {
        self.invariants.is_none_or(|invariants| invariants.is_possible(node, outcome))
    }

    /// The same, but a step goes at once to the next node that matters to the precision. What is reachable at
    /// such nodes stays the same; the edges in between are missing.
    pub fn with_shortcuts(mut self) -> Self {
        self.shortcuts = Some(Shortcuts::new(self.graph, self.precision, self.invariants));
        self
    }

    /// Runs the forward rules from a state, over the edges of the program or those of its shortcuts.
    pub fn forward(&self, start: State) -> ForwardSummaries {
        let stops = self
            .shortcuts
            .as_ref()
            .map(|shortcuts| move |node: Node| shortcuts.targets(self.graph, node.into()));
        let stops = stops.as_ref().map(|stops| stops as &dyn Fn(Node) -> Rc<[Node]>);
        let flow = Flow { program: &self.statics.program, stops };
        match self.procedures {
            Procedures::Inline => naive::forward(self, flow, start),
            Procedures::Summaries => fsum::forward(self, flow, start),
        }
    }

    /// The nodes that a step of the run has passed without stopping there, in order.
    pub fn skipped(&self, from: State, to: State) -> Vec<NodeId> {
        let Some(shortcuts) = &self.shortcuts else { return Vec::new() };
        let (node, valuation, caller) = self.parts(from);
        let (target, _, _) = self.parts(to);
        for &(_, way, next) in self.statics.program.edge.of(node) {
            let next = NodeId::from(next);
            if let Ok(Some(after)) = self.effect(node, way, (*valuation).clone())
                && shortcuts.targets(self.graph, next).contains(&target.into())
                && self.state(target, after, caller) == to
            {
                return shortcuts.between(self.graph, next, target).unwrap_or_default();
            }
        }
        Vec::new()
    }

    /// The state in which `main` begins; `None` without `main`.
    pub fn start(&self) -> Option<State> {
        let main = &self.graph.procedures[self.graph.main?.index()];
        let mut valuation = Valuation::default();
        for (index, scalar) in self.graph.scalars.iter().enumerate() {
            let id = ScalarId(index as u32);
            let is_told = self.cases.as_ref().is_some_and(|cases| cases.constant(id).is_some());
            if let (Some(Ok(value)), true) = (&scalar.initial, self.precision.tracks(id) && !is_told) {
                valuation.set(id, Some(*value));
            }
        }
        Some(self.state(main.entry, valuation, None))
    }

    /// Whether a complete run has to be done again: there were too many values somewhere, and which of them came first is
    /// nothing to rest on. All states are forgotten; in the next run only values near zero are known there, whichever come
    /// first. Runs end, since each adds places of which there are finitely many, and there are few of them; what the last
    /// one finds is right in any case.
    pub fn starts_again(&self) -> bool {
        let mut tables = self.tables.borrow_mut();
        if tables.wide.is_empty() || self.cut.get().is_some() || self.starts.get() >= MOST_STARTS {
            return false;
        }
        self.bounded.borrow_mut().append(&mut tables.wide);
        *tables = Tables::default();
        self.starts.set(self.starts.get() + 1);
        true
    }

    /// Why the run was cut short, if it was.
    pub fn cut(&self) -> Option<Cut> {
        self.cut.get()
    }

    /// Whether some value was given up because of the limit on values.
    pub fn widened(&self) -> bool {
        self.widened.get()
    }

    /// The program.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The node of a state.
    pub fn node(&self, state: State) -> NodeId {
        self.tables.borrow().states.get(state.0).node
    }

    /// What is known in a state.
    pub fn valuation(&self, state: State) -> Rc<Valuation> {
        let tables = self.tables.borrow();
        Rc::clone(tables.valuations.get(tables.states.get(state.0).valuation))
    }

    /// How many states there are.
    pub fn state_count(&self) -> usize {
        self.tables.borrow().states.count()
    }

    fn parts(&self, state: State) -> (NodeId, Rc<Valuation>, Option<State>) {
        let tables = self.tables.borrow();
        let parts = tables.states.get(state.0);
        (parts.node, Rc::clone(tables.valuations.get(parts.valuation)), parts.caller)
    }

    fn state(&self, node: NodeId, mut valuation: Valuation, caller: Option<State>) -> State {
        let mut tables = self.tables.borrow_mut();
        let is_global = |s: ScalarId| self.graph.scalars[s.index()].kind == ScalarKind::Global;
        let is_kept = |s: ScalarId| self.cases.as_ref().is_some_and(|cases| cases.is_constant(s));
        valuation.retain(|s, _| is_global(s) || self.liveness.is_live(node, s) || is_kept(s));
        let joins = self.shortcuts.is_some() || self.statics.predecessor_count[node.index()] != 1;
        if joins && self.cases.is_none() {
            let limit = self.limits.values;
            let Tables { seen, wide, .. } = &mut *tables;
            let bounded = self.bounded.borrow();
            let mut widened = false;
            valuation.retain(|scalar, value| {
                let place = (node, scalar);
                let known = if bounded.contains(&place) {
                    value.unsigned_abs() <= limit as u128
                } else {
                    let values = seen.entry(place).or_default();
                    let known = values.contains(&value) || values.len() < limit && values.insert(value);
                    if !known {
                        wide.insert(place);
                    }
                    known
                };
                widened |= !known;
                known
            });
            if widened {
                self.widened.set(true);
            }
        }
        valuation.shrink();
        let known = valuation.count();
        let valuation = tables.valuations.intern(valuation);
        let depth = caller.map_or(0, |c| tables.depths[c.0 as usize] + 1);
        let number = tables.states.intern(StateParts { node, valuation, caller });
        if number as usize == tables.depths.len() {
            tables.depths.push(depth);
            tables.kept += known;
            if tables.states.count() > self.limits.states || tables.kept > self.limits.kept {
                self.cut.set(Some(Cut::States));
            }
            if depth > self.limits.depth {
                self.cut.set(Some(Cut::Depth));
            }
        }
        self.look_at_deadline();
        State(number)
    }

    fn look_at_deadline(&self) {
        let looks = self.looks.get().wrapping_add(1);
        self.looks.set(looks);
        if let Some(spent) = self.limits.deadline.passed_at(looks) {
            self.cut.set(Some(Cut::Spent(spent)));
        }
    }

    /// What is known of a scalar.
    fn value(&self, scalar: ScalarId, valuation: &Valuation) -> Option<i128> {
        match &self.cases {
            Some(cases) => cases.constant(scalar).or_else(|| valuation.get(scalar)),
            None => valuation.get(scalar),
        }
    }

    fn evaluate(&self, expression: &Expr, valuation: &Valuation) -> Result<Option<i128>, Undefined> {
        known(expression, |scalar| self.value(scalar, valuation))
    }

    /// The outcome of a condition, if it is known.
    fn decide(&self, condition: &Condition, valuation: &Valuation) -> Result<Option<bool>, Undefined> {
        let left = self.evaluate(&condition.left, valuation)?;
        let right = self.evaluate(&condition.right, valuation)?;
        Ok(left.zip(right).map(|(l, r)| condition.relation.holds(l, r)))
    }

    /// What the outcome of a condition tells: `x == 3` true makes x known.
    fn refine(&self, condition: &Condition, outcome: bool, valuation: &mut Valuation) {
        let relation = if outcome { condition.relation } else { condition.relation.negate() };
        if relation != Relation::Equal {
            return;
        }
        for (one, other) in [(&condition.left, &condition.right), (&condition.right, &condition.left)] {
            if let (Some(scalar), Ok(Some(value))) = (self.kept_scalar(one), self.evaluate(other, valuation))
                && self.precision.tracks(scalar)
                && self.graph.scalars[scalar.index()].ty.contains(value)
            {
                valuation.set(scalar, Some(value));
            }
        }
    }

    /// The scalar whose value an expression is, through conversions that change no value.
    fn kept_scalar(&self, expression: &Expr) -> Option<ScalarId> {
        match expression {
            Expr::Scalar(scalar) => Some(*scalar),
            Expr::Convert(ty, operand) => self.kept_scalar(operand).filter(|s| {
                let from = self.graph.scalars[s.index()].ty;
                !ty.is_bool() && ty.contains(from.min()) && ty.contains(from.max())
            }),
            _ => None,
        }
    }

    fn assign(&self, valuation: &mut Valuation, target: ScalarId, value: Option<i128>) {
        valuation.set(target, value.filter(|_| self.precision.tracks(target)));
    }

    /// Passes a node from which one step leads on; what is known there needs no state of its own.
    fn only_step(&self, node: NodeId, valuation: Valuation) -> Passed {
        let ways = self.statics.program.edge.of(Node::from(node));
        let way = match &self.graph.nodes[node.index()].action {
            // What a run comes to here is asked for, or the rules go on from it.
            Action::Call { .. } | Action::Exit | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => {
                None
            }
            Action::Branch(condition) => {
                let outcome = match self.decide(condition, &valuation) {
                    Err(_) => return Passed::Ends,
                    Ok(Some(outcome)) => Some(outcome),
                    Ok(None) => [false, true].into_iter().find(|&outcome| !self.is_possible(node, !outcome)),
                };
                ways.iter().find(|(_, way, _)| outcome == Some(*way != Way::Fails))
            }
            Action::Skip
            | Action::UnitStart
            | Action::Assign { .. }
            | Action::Load { .. }
            | Action::Store { .. }
            | Action::Bounds { .. }
            | Action::Input { .. }
            | Action::Unsupported { .. }
            | Action::Assume(_) => ways.first().filter(|_| self.undecided(node, &valuation).is_none()),
        };
        let Some(&(_, way, next)) = way else { return Passed::Stays(valuation) };
        match self.effect(node, way, valuation) {
            Ok(Some(after)) => Passed::On(next.into(), after),
            Ok(None) | Err(_) => Passed::Ends,
        }
    }

    /// What is known about a formal when a procedure is left is known about the scalar that was passed for it, where neither
    /// changes inside. Whether that scalar can have the value at the call.
    fn learn_arguments(&self, call: NodeId, inside: &Valuation, after: &mut Valuation) -> bool {
        let (Some(cases), Action::Call { callee, arguments, .. }) =
            (&self.cases, &self.graph.nodes[call.index()].action)
        else {
            return true;
        };
        for (&formal, argument) in self.graph.procedures[callee.index()].formals.iter().zip(arguments) {
            if let (true, Some(value), Some(scalar)) =
                (cases.is_constant(formal), inside.get(formal), self.kept_scalar(argument))
                && self.precision.tracks(scalar)
                && !self.statics.may_modify(*callee, scalar)
            {
                let is_possible = match self.value(scalar, after) {
                    Some(known) => known == value,
                    None => cases.range(call, scalar).is_some_and(|range| range.contains(value)),
                };
                if !is_possible {
                    return false;
                }
                after.set(scalar, Some(value));
            }
        }
        true
    }

    /// What is known after passing a node this way; nothing if that is excluded.
    fn effect(&self, node: NodeId, way: Way, mut after: Valuation) -> Result<Option<Valuation>, Undefined> {
        match &self.graph.nodes[node.index()].action {
            Action::Skip | Action::UnitStart => {}
            Action::Assign { target, value } => {
                let value = self.evaluate(value, &after)?;
                self.assign(&mut after, *target, value);
            }
            Action::Load { target, range, index } => {
                let value = match self.evaluate(index, &after)? {
                    Some(index) => match range.cell(index) {
                        Some(cell) => self.value(cell, &after),
                        None => return Ok(None),
                    },
                    None => None,
                };
                self.assign(&mut after, *target, value);
            }
            Action::Store { range, index, value } => {
                let value = self.evaluate(value, &after)?;
                match self.evaluate(index, &after)? {
                    Some(index) => match range.cell(index) {
                        Some(cell) => self.assign(&mut after, cell, value),
                        None => return Ok(None),
                    },
                    None => after.retain(|cell, known| Some(known) == value || !range.has(cell)),
                }
            }
            Action::Bounds { index, length } => {
                if let Some(index) = self.evaluate(index, &after)?
                    && !(0 <= index && index < *length as i128)
                {
                    return Ok(None);
                }
            }
            Action::Input { target, site } => {
                let (low, high) = self.graph.sites[site.index()].range;
                self.assign(&mut after, *target, (low == high).then_some(low));
            }
            Action::Unsupported { target, .. } => self.assign(&mut after, *target, None),
            Action::Branch(condition) | Action::Assume(condition) => {
                let outcome = way != Way::Fails;
                let decided = self.decide(condition, &after)?;
                if decided.is_some_and(|known| known != outcome) || !self.is_possible(node, outcome) {
                    return Ok(None);
                }
                self.refine(condition, outcome, &mut after);
            }
            Action::Call { .. } | Action::Exit | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => {
                return Ok(None);
            }
        }
        Ok(Some(after))
    }
}

/// What comes of passing a node.
enum Passed {
    /// The next node, and what is known there.
    On(NodeId, Valuation),
    /// It is not passed.
    Stays(Valuation),
    /// No run goes on.
    Ends,
}

impl Forward for Stepper<'_> {
    fn goes_on(&self) -> bool {
        self.look_at_deadline();
        self.cut.get().is_none()
    }

    fn node(&self, state: State) -> Node {
        self.tables.borrow().states.get(state.0).node.into()
    }

    fn cases(&self, state: State) -> Vec<State> {
        if self.cases.is_none() || self.cut.get().is_some() {
            return Vec::new();
        }
        let (node, valuation, caller) = self.parts(state);
        let Some((scalar, range)) = self.undecided(node, &valuation) else { return Vec::new() };
        let (modulus, _) = range.stride();
        let values =
            (0..).map(|turn| range.low + turn * modulus.max(1)).take_while(|&value| value <= range.high);
        // Room for one more scalar is made once.
        let mut known = (*valuation).clone();
        known.set(scalar, Some(range.low));
        known.shrink();
        let states = values.map(|value| {
            let mut known = known.clone();
            known.set(scalar, Some(value));
            self.state(node, known, caller)
        });
        let states: Vec<State> = states.collect();
        // Where a value may not be known, there is none to tell apart.
        if states.contains(&state) {
            return Vec::new();
        }
        if let Some(cases) = &self.cases {
            cases.note(scalar);
        }
        states
    }

    fn step(&self, state: State, way: Way, to: Node) -> Option<State> {
        if self.cut.get().is_some() {
            return None;
        }
        let (node, valuation, caller) = self.parts(state);
        // What is undefined ends the path.
        let mut after = self.effect(node, way, (*valuation).clone()).ok()??;
        let mut to = to.into();
        let mut passed = 0;
        while self.cases.is_some() && passed < MOST_PASSED {
            passed += 1;
            match self.only_step(to, after) {
                Passed::On(next, valuation) => (to, after) = (next, valuation),
                Passed::Stays(valuation) => {
                    after = valuation;
                    break;
                }
                Passed::Ends => return None,
            }
        }
        Some(self.state(to, after, caller))
    }

    fn enter(&self, call: State, callee: Procedure, entry: Node) -> Option<State> {
        if self.cut.get().is_some() {
            return None;
        }
        let (node, valuation, _) = self.parts(call);
        let Action::Call { arguments, .. } = &self.graph.nodes[node.index()].action else { return None };
        let callee = ProcedureId(callee.0);
        let mut inside = Valuation::default();
        for (scalar, value) in valuation.iter() {
            if self.graph.scalars[scalar.index()].kind == ScalarKind::Global
                && self.statics.may_touch(callee, scalar)
            {
                inside.set(scalar, Some(value));
            }
        }
        for (formal, argument) in self.graph.procedures[callee.index()].formals.iter().zip(arguments) {
            // An argument whose evaluation is undefined ends the path.
            let value = self.evaluate(argument, &valuation).ok()?;
            self.assign(&mut inside, *formal, value);
        }
        let caller = (self.procedures == Procedures::Inline).then_some(call);
        Some(self.state(entry.into(), inside, caller))
    }

    fn resume(&self, call: State, exit: State, to: Node) -> Option<State> {
        if self.cut.get().is_some() {
            return None;
        }
        let (node, valuation, caller) = self.parts(call);
        let (_, inside, _) = self.parts(exit);
        let Action::Call { callee, results, .. } = &self.graph.nodes[node.index()].action else {
            return None;
        };
        let mut after = (*valuation).clone();
        after.retain(|scalar, _| !self.statics.may_modify(*callee, scalar));
        for (scalar, value) in inside.iter() {
            if self.graph.scalars[scalar.index()].kind == ScalarKind::Global {
                after.set(scalar, Some(value));
            }
        }
        if self.cases.is_some() && !self.learn_arguments(node, &inside, &mut after) {
            return None;
        }
        for &(from, to) in results {
            self.assign(&mut after, to, inside.get(from));
        }
        Some(self.state(to.into(), after, caller))
    }
}

impl Inlined for Stepper<'_> {
    fn caller(&self, state: State) -> Option<State> {
        self.tables.borrow().states.get(state.0).caller
    }
}
