//! Which forms are worth a fact, and the numbers at which their bounds stop.
//!
//! Single scalars; what conditions compare and assignments relate; differences inside small groups of scalars
//! that are compared with each other; and what these become when carried back over an assignment or when a
//! scalar is eliminated between two of them; what callees compare, in terms of what they are passed. So `a + b == 3 * n` after `while (i < n)` gives `a + b - 3 * i`.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::{BinaryOperator, UnaryOperator};
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{
    Action, CellRange, Condition, Expr, Graph, ProcedureId, ScalarId, ScalarKind,
};
use focuscheck_cells::facts::reads::each_read;
use focuscheck_rules::copies;

use smallvec::smallvec;

use super::form::{Form, Forms};

/// Cells of larger arrays have no facts.
pub(super) const LARGEST_ARRAY: u32 = 64;
/// A form has so many scalars at most.
const MOST_TERMS: usize = 4;
/// A group of scalars all of whose differences are kept has so many members at most.
const LARGEST_GROUP: usize = 8;
/// So many forms of two and more scalars are kept for one procedure.
const MOST_FORMS: usize = 200;
/// Forms are carried back over so many assignments in a row, and over so many copies: what a call of the library gives passes
/// through several.
const TURNS: usize = 2;
const COPIES: usize = 4;
/// So many values that a scalar may start with are looked at.
const MOST_STARTS: usize = 3;
/// So many sums of counters are looked at.
const MOST_BALANCES: usize = 10_000;
/// Up to so many numbers of a program are thresholds of every form.
const MOST_THRESHOLDS: usize = 60;

/// Chooses the forms of a program.
pub fn forms(graph: &Graph) -> Forms {
    let mut forms = Forms::new(graph);
    let large = cells_of_large_arrays(graph);
    for number in 0..graph.scalars.len() {
        let scalar = ScalarId(number as u32);
        if !large.contains(&scalar) {
            forms.add(graph, Form::scalar(scalar));
        }
    }
    let mut asked: BTreeMap<ProcedureId, Vec<Form>> = BTreeMap::new();
    let mut chosen: BTreeMap<ProcedureId, Vec<Form>> = BTreeMap::new();
    for procedure in callees_first(graph) {
        let candidates = Candidates::of(graph, procedure, &asked);
        let all = candidates.compared.iter().chain(&candidates.passed);
        let at_entry =
            |form: &&Form| form.terms.iter().all(|&(scalar, _)| is_given(graph, procedure, scalar));
        asked.insert(procedure, distinct(all.filter(at_entry)));
        chosen.insert(procedure, candidates.chosen(graph));
    }
    for found in chosen.into_values() {
        for form in found {
            if !form.terms.iter().any(|(scalar, _)| large.contains(scalar)) {
                forms.add(graph, form);
            }
        }
    }
    add_thresholds(graph, &mut forms);
    forms
}

/// The procedures, each behind those that it calls, but for recursion.
fn callees_first(graph: &Graph) -> Vec<ProcedureId> {
    let callees = |procedure: ProcedureId| {
        let (first, last) = graph.procedures[procedure.index()].nodes;
        graph.nodes[first.index()..last.index()].iter().filter_map(|node| match &node.action {
            Action::Call { callee, .. } => Some(*callee),
            _ => None,
        })
    };
    let mut order = Vec::with_capacity(graph.procedures.len());
    let mut seen = vec![false; graph.procedures.len()];
    for procedure in 0..graph.procedures.len() {
        let mut open = vec![(ProcedureId(procedure as u32), false)];
        while let Some((procedure, is_done)) = open.pop() {
            if is_done {
                order.push(procedure);
            } else if !std::mem::replace(&mut seen[procedure.index()], true) {
                open.push((procedure, true));
                open.extend(callees(procedure).map(|callee| (callee, false)));
            }
        }
    }
    order
}

/// The forms of several scalars, each once and up to a number: there may be very many ways from one procedure to another one.
fn distinct<'f>(forms: impl Iterator<Item = &'f Form>) -> Vec<Form> {
    let mut known = BTreeSet::new();
    let small = forms.filter(|form| (2..=MOST_TERMS).contains(&form.terms.len()));
    let primitive = small.filter_map(|form| Some(form.primitive()?.0));
    primitive.filter(|form| known.insert(form.clone())).take(MOST_FORMS).collect()
}

/// Whether a procedure finds a scalar when it is entered: a parameter, or a global.
fn is_given(graph: &Graph, procedure: ProcedureId, scalar: ScalarId) -> bool {
    graph.scalars[scalar.index()].procedure.is_none()
        || graph.procedures[procedure.index()].formals.contains(&scalar)
}

/// Scalars that tell which way a run has come: some assignment gives them a constant, or a scalar that gets one, as the result
/// of a call does; a branch, or what is assumed, compares them with one, or what
/// they are copied to; and they count nothing.
pub fn flags(graph: &Graph) -> BTreeSet<ScalarId> {
    flags_from(graph, |_| true)
}

/// Those of them that get their values from scalars which a proof has to tell apart.
pub fn necessary_flags(graph: &Graph) -> BTreeSet<ScalarId> {
    flags_from(graph, |scalar| graph.apart.contains(&scalar))
}

/// The flags that get their values from such scalars.
fn flags_from(graph: &Graph, is_source: impl Fn(ScalarId) -> bool) -> BTreeSet<ScalarId> {
    let (mut given, mut counting, mut compared) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut copies, mut handed) = (Vec::new(), Vec::new());
    for node in &graph.nodes {
        match &node.action {
            Action::Assign { target, value: Expr::Constant(..) } => {
                given.extend(is_source(*target).then_some(*target));
            }
            // A pointer that is moved stays in its object.
            Action::Assign { target, value: Expr::Scalar(same) } if same == target => {}
            Action::Assign { target, value } => {
                each_read(value, &mut |scalar| counting.extend((scalar == *target).then_some(scalar)));
                copies.extend(value.converted().map(|from| (from, *target)));
            }
            Action::Call { callee, arguments, results, .. } => {
                let formals = graph.procedures[callee.index()].formals.iter();
                let given = arguments.iter().zip(formals);
                handed.extend(given.filter_map(|(value, &formal)| Some((value.converted()?, formal))));
                copies.extend(results);
            }
            Action::Branch(Condition { left, right: Expr::Constant(..), .. })
            | Action::Assume(Condition { left, right: Expr::Constant(..), .. }) => {
                each_read(left, &mut |scalar| _ = compared.insert(scalar));
            }
            Action::Load { range, .. } | Action::Store { range, .. } => counting.extend(range.cells()),
            Action::Skip
            | Action::UnitStart
            | Action::Input { .. }
            | Action::Bounds { .. }
            | Action::Unsupported { .. }
            | Action::Branch(_)
            | Action::Assume(_)
            | Action::Exit
            | Action::Error(_)
            | Action::Cut { .. }
            | Action::Stop(_) => {}
        }
    }
    // What is copied from a counter and handed on tells nothing of the way.
    let counted = reached(counting.clone(), copies.clone());
    copies.extend(handed.into_iter().filter(|(from, _)| !counted.contains(from)));
    let backwards: Vec<_> = copies.iter().map(|&(from, to)| (to, from)).collect();
    let (given, compared) = (reached(given, copies), reached(compared, backwards));
    given.into_iter().filter(|scalar| compared.contains(scalar) && !counting.contains(scalar)).collect()
}

/// What some scalars are copied to, and they themselves.
fn reached(from: BTreeSet<ScalarId>, copies: Vec<(ScalarId, ScalarId)>) -> BTreeSet<ScalarId> {
    let copies = copies.into_iter().map(|(from, to)| (from.into(), to.into()));
    copies::reached(from.into_iter().map(Into::into), copies).map(Into::into).collect()
}

fn cells_of_large_arrays(graph: &Graph) -> BTreeSet<ScalarId> {
    let mut large = BTreeSet::new();
    for node in &graph.nodes {
        if let Action::Load { range, .. } | Action::Store { range, .. } = &node.action {
            let range: &CellRange = range;
            if range.length > LARGEST_ARRAY {
                large.extend(range.cells());
            }
        }
    }
    large
}

/// An expression as a linear form, as if nothing wrapped; `None` if it is not linear.
fn linear(expression: &Expr) -> Option<Form> {
    match expression {
        Expr::Constant(value, _) => Some(Form::constant(*value)),
        Expr::Scalar(scalar) => Some(Form::scalar(*scalar)),
        Expr::Unary(UnaryOperator::Negate, _, operand) => Form::default().add_scaled(&linear(operand)?, -1),
        Expr::Unary(UnaryOperator::BitNot, ..) => None,
        Expr::Binary(operator, _, left, right) => {
            let (left, right) = (linear(left)?, linear(right)?);
            match operator {
                BinaryOperator::Add => left.add_scaled(&right, 1),
                BinaryOperator::Subtract => left.add_scaled(&right, -1),
                BinaryOperator::Multiply if left.terms.is_empty() => {
                    Form::default().add_scaled(&right, left.constant)
                }
                BinaryOperator::Multiply if right.terms.is_empty() => {
                    Form::default().add_scaled(&left, right.constant)
                }
                _ => None,
            }
        }
        Expr::Convert(_, operand) => linear(operand),
    }
}

#[derive(Default)]
struct Candidates {
    compared: Vec<Form>,
    /// What an assignment or an argument relates.
    related: Vec<Form>,
    assigned: Vec<(ScalarId, Form)>,
    /// What callees compare, in terms of what they are passed.
    passed: Vec<Form>,
}

impl Candidates {
    /// The candidates of a procedure; of its callees it is known which forms they ask about when they are entered.
    fn of(graph: &Graph, procedure: ProcedureId, asked: &BTreeMap<ProcedureId, Vec<Form>>) -> Candidates {
        let mut result = Candidates::default();
        let (first, last) = graph.procedures[procedure.index()].nodes;
        for node in &graph.nodes[first.index()..last.index()] {
            match &node.action {
                Action::Branch(condition) | Action::Assume(condition) => {
                    let sides = linear(&condition.left).zip(linear(&condition.right));
                    result.compared.extend(sides.and_then(|(l, r)| l.add_scaled(&r, -1)));
                }
                Action::Assign { target, value } => {
                    if let Some(value) = linear(value) {
                        result.related.extend(Form::scalar(*target).add_scaled(&value, -1));
                        result.assigned.push((*target, value));
                    }
                }
                Action::Call { callee, arguments, .. } => {
                    let formals = &graph.procedures[callee.index()].formals;
                    let given = |scalar: ScalarId| match formals.iter().position(|&formal| formal == scalar) {
                        Some(at) => linear(arguments.get(at)?),
                        None => Some(Form::scalar(scalar)),
                    };
                    let forms = asked.get(callee).into_iter().flatten();
                    result.passed.extend(forms.filter_map(|form| form.replace(given)));
                }
                _ => {}
            }
        }
        result
    }

    fn chosen(&self, graph: &Graph) -> Vec<Form> {
        let mut chosen = Vec::new();
        let mut known = BTreeSet::new();
        let mut keep = |form: &Form, chosen: &mut Vec<Form>| {
            if let Some((form, _)) = form.primitive()
                && (2..=MOST_TERMS).contains(&form.terms.len())
                && form.terms.iter().all(|t| t.1.abs() <= 1_000_000)
                && chosen.len() < MOST_FORMS
                && known.insert(form.clone())
            {
                chosen.push(form);
            }
        };
        self.compared.iter().for_each(|form| keep(form, &mut chosen));
        let conditions = chosen.clone();
        self.related.iter().for_each(|form| keep(form, &mut chosen));
        self.passed.iter().for_each(|form| keep(form, &mut chosen));
        self.carry(&mut chosen, &mut keep, (COPIES, |value| value.terms.len() <= 1));
        self.balances().iter().for_each(|form| keep(form, &mut chosen));
        self.differences(graph).iter().for_each(|form| keep(form, &mut chosen));
        // What conditions become when a scalar is eliminated with another one's help.
        for one in &conditions {
            for other in &conditions {
                spend(1);
                for &(scalar, coefficient) in &one.terms {
                    let own = other.coefficient(scalar);
                    if own != 0 && coefficient % own == 0 && one != other {
                        let combined = one.add_scaled(other, -(coefficient / own));
                        combined.iter().for_each(|form| keep(form, &mut chosen));
                    }
                }
            }
        }
        // What they become when carried back over assignments.
        self.carry(&mut chosen, &mut keep, (TURNS, |_| true));
        chosen
    }

    /// Adds what forms become when they are carried back over assignments of some values, so many in a row.
    fn carry(
        &self,
        chosen: &mut Vec<Form>,
        keep: &mut impl FnMut(&Form, &mut Vec<Form>),
        (turns, over): (usize, fn(&Form) -> bool),
    ) {
        let mut from = 0;
        for _ in 0..turns {
            let until = chosen.len();
            for position in from..until {
                for (target, value) in self.assigned.iter().filter(|(_, value)| over(value)) {
                    spend(1);
                    let form = chosen[position].clone();
                    let coefficient = form.coefficient(*target);
                    if coefficient != 0 {
                        let before = form.add_scaled(&Form::scalar(*target), -coefficient);
                        let carried = before.and_then(|f| f.add_scaled(value, coefficient));
                        carried.iter().for_each(|form| keep(form, chosen));
                    }
                }
            }
            from = until;
        }
    }

    /// What stays the same when two scalars are counted on together, alone and less its value at the start:
    /// `x + y` and `x + y - n` for `x = n; y = 0; … x--; y++`.
    fn balances(&self) -> Vec<Form> {
        let mut counted: BTreeMap<ScalarId, i128> = BTreeMap::new();
        let mut partners: BTreeMap<ScalarId, BTreeSet<Form>> = BTreeMap::new();
        for (target, value) in &self.assigned {
            if value.terms[..] == [(*target, 1)] {
                counted.entry(*target).or_insert(value.constant);
                continue;
            }
            if value.coefficient(*target) == 0 && value.terms.len() < MOST_TERMS {
                partners.entry(*target).or_default().insert(value.clone());
            }
            if let [(source, 1)] = value.terms[..] {
                partners.entry(source).or_default().insert(Form::scalar(*target));
            }
        }
        let starts = |scalar: ScalarId| {
            let known = partners.get(&scalar).into_iter().flatten().cloned();
            known.chain([Form::scalar(scalar)]).take(MOST_STARTS).collect::<Vec<Form>>()
        };
        let mut result = Vec::new();
        for (&one, &by) in &counted {
            for (&other, &with) in counted.range(one..).skip(1) {
                spend(1);
                if result.len() > MOST_BALANCES {
                    return result;
                }
                let left = Form { terms: smallvec![(one, with)], constant: 0 };
                let Some(balance) = left.add_scaled(&Form::scalar(other), by.saturating_neg()) else {
                    continue;
                };
                let Some((balance, _)) = balance.primitive() else { continue };
                result.push(balance.clone());
                for first in starts(one) {
                    for second in starts(other) {
                        let start = balance.replace(|scalar| match scalar {
                            _ if scalar == one => Some(first.clone()),
                            _ if scalar == other => Some(second.clone()),
                            _ => Some(Form::scalar(scalar)),
                        });
                        result.extend(start.and_then(|start| balance.add_scaled(&start, -1)));
                    }
                }
            }
        }
        result
    }

    /// The differences between scalars of one small group.
    fn differences(&self, graph: &Graph) -> Vec<Form> {
        // Which group a scalar is in, and the members of the groups; the smaller of two becomes part of the other.
        let mut group: BTreeMap<ScalarId, usize> = BTreeMap::new();
        let mut groups: Vec<Vec<ScalarId>> = Vec::new();
        let visible = |scalar: ScalarId| graph.scalars[scalar.index()].kind != ScalarKind::Temporary;
        for form in self.compared.iter().chain(&self.related) {
            let members: Vec<ScalarId> = form.terms.iter().map(|t| t.0).filter(|&s| visible(s)).collect();
            if members.len() < 2 || members.len() > MOST_TERMS {
                continue;
            }
            for &member in &members {
                group.entry(member).or_insert_with(|| {
                    groups.push(vec![member]);
                    groups.len() - 1
                });
            }
            for pair in members.windows(2) {
                let (mut small, mut large) = (group[&pair[0]], group[&pair[1]]);
                if groups[small].len() > groups[large].len() {
                    (small, large) = (large, small);
                }
                if small != large {
                    let moved = std::mem::take(&mut groups[small]);
                    spend(moved.len());
                    moved.iter().for_each(|&scalar| *group.entry(scalar).or_default() = large);
                    groups[large].extend(moved);
                }
            }
        }
        if group.len() <= LARGEST_GROUP {
            groups = vec![group.keys().copied().collect()];
            group.values_mut().for_each(|number| *number = 0);
        }
        groups.iter_mut().for_each(|members| members.sort_unstable());
        let mut result = Vec::new();
        for (&scalar, &number) in &group {
            let members = &groups[number];
            if members.len() <= LARGEST_GROUP {
                let later = members.iter().filter(|&&other| other > scalar);
                result.extend(later.filter_map(|&o| Form::scalar(scalar).add_scaled(&Form::scalar(o), -1)));
            }
        }
        result
    }
}

fn constants(expression: &Expr, into: &mut BTreeSet<i128>) {
    match expression {
        Expr::Constant(value, _) => {
            into.insert(*value);
        }
        Expr::Scalar(_) => {}
        Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => constants(operand, into),
        Expr::Binary(_, _, left, right) => {
            constants(left, into);
            constants(right, into);
        }
    }
}

fn add_thresholds(graph: &Graph, forms: &mut Forms) {
    let mut everywhere: BTreeSet<i128> = BTreeSet::from([0]);
    let mut own: BTreeMap<ScalarId, BTreeSet<i128>> = BTreeMap::new();
    for node in &graph.nodes {
        let mut here = BTreeSet::new();
        match &node.action {
            Action::Assign { value, .. } => constants(value, &mut here),
            Action::Branch(condition) | Action::Assume(condition) => {
                constants(&condition.left, &mut here);
                constants(&condition.right, &mut here);
            }
            Action::Call { arguments, .. } => arguments.iter().for_each(|a| constants(a, &mut here)),
            _ => {}
        }
        let mut touched = focuscheck_cells::facts::reads::node_reads(&node.action);
        touched.extend(focuscheck_cells::facts::reads::node_assigns(&node.action));
        for scalar in touched {
            own.entry(scalar).or_default().extend(&here);
        }
        everywhere.extend(here);
    }
    for (number, scalar) in graph.scalars.iter().enumerate() {
        if let Some(Ok(value)) = scalar.initial {
            own.entry(ScalarId(number as u32)).or_default().insert(value);
        }
    }
    let small = everywhere.len() <= MOST_THRESHOLDS;
    for number in forms.all() {
        let mut values = if small { everywhere.clone() } else { BTreeSet::from([0]) };
        for (scalar, _) in &forms.get(number).terms {
            values.extend(own.get(scalar).into_iter().flatten());
        }
        spend(8 + values.len());
        let around: Vec<i128> =
            values.into_iter().flat_map(|v| (-1..=1).filter_map(move |d| v.checked_add(d))).collect();
        let mirrored: Vec<i128> = around.iter().filter_map(|v| v.checked_neg()).collect();
        let single = forms.get(number).terms.len() == 1;
        forms.round_to(number, around);
        if !single {
            forms.round_to(number, mirrored);
        }
    }
}
