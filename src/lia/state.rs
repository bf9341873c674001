//! The bounds of all variables at a point of a search, with explanations.
//!
//! Every tightening of a bound is a step on a trail with its reason. A conflict is a set of bounds that
//! cannot hold together; walking the trail back from it yields the constraints and decisions it rests on.

mod proving;

use std::cell::Cell;
use std::collections::VecDeque;

use num_rational::BigRational;

use super::bounds::{LARGEST, Side};
use super::certificate::Claim;
use super::constraint::{Comparison, Linear, Symbol};
use super::derivation::{FactId, NodeId};
use super::positions::Positions;
use super::system::System;
use focuscheck_base::limit::spend;

/// Why a bound was tightened.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// A row and the bounds of its other variables.
    Row(usize),
    /// An equality, its variables that have one value, and a number that divides what the others add, but this one.
    Congruence(usize, i128),
    /// An operator and the bounds of its variables.
    Operator(usize),
    /// A decision of the search at a level.
    Decision(usize),
}

#[derive(Clone, Debug)]
struct Step {
    variable: usize,
    side: Side,
    old: i128,
    value: i128,
    /// The step before this one for the same bound, plus one; zero if none.
    previous: usize,
    reason: Reason,
    /// The fact that was derived for it, once it was needed for a proof.
    fact: Cell<Option<FactId>>,
}

/// What makes bounds contradict each other.
#[derive(Clone, Debug)]
pub(super) enum Contradiction {
    /// Nothing does; it is asked what the bounds rest on.
    None,
    /// The bounds of one variable.
    Crossed(usize),
    /// No value of an operator's operands is defined.
    Undefined(usize),
    /// An equation, the sum of multiples of rows.
    Claim(Box<(Claim, Vec<(usize, BigRational)>)>),
}

/// Bounds that cannot hold together.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    /// The bounds, at their present values.
    pub bounds: Vec<(usize, Side)>,
    /// Rows that the contradiction uses besides.
    pub rows: Vec<usize>,
    /// Why not.
    pub contradiction: Contradiction,
}

impl Conflict {
    /// Both bounds of some variables cannot hold together.
    pub fn among(variables: &[usize], contradiction: Contradiction) -> Self {
        let sides = |&variable: &usize| [(variable, Side::Lower), (variable, Side::Upper)];
        Conflict { bounds: variables.iter().flat_map(sides).collect(), rows: Vec::new(), contradiction }
    }
}

/// What an infeasibility rests on.
#[derive(Clone, Debug, Default)]
pub(super) struct Explanation {
    /// Positions of constraints.
    pub constraints: Positions,
    /// Levels of decisions.
    pub levels: Positions,
    /// What refutes the case, if derivations are recorded.
    pub proof: Option<NodeId>,
}

/// The bounds of all variables at a point of the search.
pub(super) struct State<'a> {
    /// What they are bounds of.
    pub system: &'a System,
    /// Lower bounds.
    pub lower: Vec<i128>,
    /// Upper bounds.
    pub upper: Vec<i128>,
    trail: Vec<Step>,
    /// The last step for each bound, plus one; lower and upper.
    latest: Vec<[usize; 2]>,
    pub(super) queue: VecDeque<usize>,
    pub(super) queued: Vec<bool>,
    /// Rows, then operators, by variable: `users[starts[v]..starts[v + 1]]`.
    starts: Vec<usize>,
    users: Vec<usize>,
}

impl<'a> State<'a> {
    /// The state with the background bounds, everything still to be propagated.
    pub fn new(system: &'a System) -> Self {
        let variables = system.variables();
        spend(variables + system.rows.len());
        let tasks = system.rows.len() + system.operators.len();
        let mut starts = vec![0; variables + 2];
        let mut count = |variable: usize| starts[variable + 2] += 1;
        for_each_use(system, |variable, _| count(variable));
        for position in 2..starts.len() {
            starts[position] += starts[position - 1];
        }
        let mut users = vec![0; starts[variables + 1]];
        for_each_use(system, |variable, task| {
            users[starts[variable + 1]] = task;
            starts[variable + 1] += 1;
        });
        State {
            system,
            lower: system.lower.clone(),
            upper: system.upper.clone(),
            trail: Vec::with_capacity(4 * variables),
            latest: vec![[0; 2]; variables],
            queue: (0..tasks).collect(),
            queued: vec![true; tasks],
            starts,
            users,
        }
    }

    /// Whether a variable has one value left.
    pub fn is_fixed(&self, variable: usize) -> bool {
        self.lower[variable] == self.upper[variable]
    }

    /// A point of the trail to return to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back all steps since a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(step) = self.trail.pop() {
                self.latest[step.variable][step.side as usize] = step.previous;
                match step.side {
                    Side::Lower => self.lower[step.variable] = step.old,
                    Side::Upper => self.upper[step.variable] = step.old,
                }
            }
        }
        self.clear_queue();
    }

    /// Tightens a bound, if the value is tighter than what is known.
    pub fn tighten(
        &mut self,
        variable: usize,
        side: Side,
        value: i128,
        reason: Reason,
    ) -> Result<(), Conflict> {
        let (old, tighter) = match side {
            Side::Lower => (self.lower[variable], value > self.lower[variable]),
            Side::Upper => (self.upper[variable], value < self.upper[variable]),
        };
        if !tighter {
            return Ok(());
        }
        // A bound that is too large to be kept is weakened; beyond the limit on its own side it says nothing.
        let value = match side {
            Side::Lower if value < -LARGEST => return Ok(()),
            Side::Upper if value > LARGEST => return Ok(()),
            Side::Lower => value.min(LARGEST),
            Side::Upper => value.max(-LARGEST),
        };
        if value == old {
            return Ok(());
        }
        let latest = &mut self.latest[variable][side as usize];
        let fact = Cell::new(None);
        self.trail.push(Step { variable, side, old, value, previous: *latest, reason, fact });
        *latest = self.trail.len();
        match side {
            Side::Lower => self.lower[variable] = value,
            Side::Upper => self.upper[variable] = value,
        }
        if self.lower[variable] > self.upper[variable] {
            return Err(Conflict::among(&[variable], Contradiction::Crossed(variable)));
        }
        for index in self.starts[variable]..self.starts[variable + 1] {
            let task = self.users[index];
            if !self.queued[task] {
                self.queued[task] = true;
                self.queue.push_back(task);
            }
        }
        Ok(())
    }

    /// What a conflict among the present bounds rests on.
    pub fn explain(&self, conflict: &Conflict) -> Explanation {
        let mut explanation = Explanation::default();
        let needed = self.needed(conflict, &mut explanation);
        if let Some(log) = &self.system.log {
            explanation.proof = self.prove(conflict, &needed, &mut log.borrow_mut());
        }
        explanation
    }

    /// Which steps of the trail a conflict rests on; what these rest on is added to the explanation.
    fn needed(&self, conflict: &Conflict, explanation: &mut Explanation) -> Vec<bool> {
        for &row in &conflict.rows {
            self.system.rows[row].origin.collect(&mut explanation.constraints);
        }
        spend(self.trail.len() + self.latest.len());
        let mut needed = vec![false; self.trail.len()];
        for &(variable, side) in &conflict.bounds {
            if let Some(last) = self.latest[variable][side as usize].checked_sub(1) {
                needed[last] = true;
            }
        }
        // Walking back, `latest` is rolled back too, so that it always names the steps before the one at hand.
        let mut latest = self.latest.clone();
        for position in (0..self.trail.len()).rev() {
            let step = &self.trail[position];
            latest[step.variable][step.side as usize] = step.previous;
            if !needed[position] {
                continue;
            }
            let mut need = |variable: usize, side: Side| {
                if let Some(last) = latest[variable][side as usize].checked_sub(1) {
                    needed[last] = true;
                }
            };
            match step.reason {
                Reason::Decision(level) => explanation.levels.insert(level),
                Reason::Operator(operator) => {
                    let operator = &self.system.operators[operator];
                    for variable in [operator.result, operator.left, operator.right] {
                        need(variable, Side::Lower);
                        need(variable, Side::Upper);
                    }
                }
                Reason::Congruence(row, modulus) => {
                    let row = &self.system.rows[row];
                    row.origin.collect(&mut explanation.constraints);
                    need(step.variable, step.side);
                    for &(symbol, coefficient) in &row.constraint.expression.terms {
                        let variable = symbol.0 as usize;
                        if variable != step.variable && coefficient % modulus != 0 {
                            need(variable, Side::Lower);
                            need(variable, Side::Upper);
                        }
                    }
                }
                Reason::Row(row) => {
                    let row = &self.system.rows[row];
                    row.origin.collect(&mut explanation.constraints);
                    let terms = &row.constraint.expression.terms;
                    if row.constraint.comparison == Comparison::NotZero {
                        for &(symbol, _) in terms {
                            need(symbol.0 as usize, Side::Lower);
                            need(symbol.0 as usize, Side::Upper);
                        }
                        continue;
                    }
                    let own = coefficient_sign(&row.constraint.expression, step.variable);
                    for &(symbol, coefficient) in terms {
                        let variable = symbol.0 as usize;
                        if variable != step.variable {
                            let same = (coefficient > 0) == own;
                            // An upper bound comes from the others' smallest contributions.
                            let side =
                                if same == (step.side == Side::Upper) { Side::Lower } else { Side::Upper };
                            need(variable, side);
                        }
                    }
                }
            }
        }
        needed
    }

    /// Lets the next propagation look at everything again, also at what an unfinished one left out.
    pub fn requeue(&mut self) {
        self.queue = (0..self.queued.len()).collect();
        self.queued.fill(true);
    }

    pub(super) fn clear_queue(&mut self) {
        for task in self.queue.drain(..) {
            self.queued[task] = false;
        }
    }
}

fn coefficient_sign(expression: &Linear, variable: usize) -> bool {
    expression.coefficient(Symbol(variable as u32)) > 0
}

/// Calls a function for every variable of every row and operator, with the number of its task.
fn for_each_use(system: &System, mut visit: impl FnMut(usize, usize)) {
    for (task, row) in system.rows.iter().enumerate() {
        for (symbol, _) in &row.constraint.expression.terms {
            visit(symbol.0 as usize, task);
        }
    }
    for (position, operator) in system.operators.iter().enumerate() {
        let task = system.rows.len() + position;
        visit(operator.result, task);
        visit(operator.left, task);
        visit(operator.right, task);
    }
}
