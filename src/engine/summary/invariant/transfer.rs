//! What a node does to the ranges of forms.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use focuscheck_rules::range::{Range, Ranges};

use focuscheck_base::arith::Relation;
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, CellRange, Condition, Expr, Graph, ProcedureId, ScalarId};

use super::bound::{Known, Valued, both};
use super::form::{Form, Terms, of_type};
use super::target::{Other, Single};

/// So many facts are followed up when a condition is learnt.
const MOST_LEARNED: usize = 24;

impl Known<'_> {
    /// Stores what is known of a form; `None` if that cannot be.
    fn store(&mut self, number: u32, range: Option<Range>) -> Option<()> {
        let widest = self.forms.widest(number);
        let range = match (range, widest) {
            (Some(range), Some(widest)) => Some(range.meet(widest)?),
            (range, _) => range,
        };
        match range {
            Some(range) if Some(range) != widest => self.ranges.insert(number, range),
            _ => self.ranges.remove(number),
        }
        Some(())
    }

    /// Assigns a scalar; with `weak`, it may also keep its value. `None` if no value is possible.
    pub(super) fn assign(
        &mut self,
        procedure: ProcedureId,
        target: ScalarId,
        value: &Valued,
        weak: bool,
    ) -> Option<()> {
        let after = |form: &Form| {
            let coefficient = form.coefficient(target);
            let others = form.add_scaled(&Form::scalar(target), -coefficient)?;
            let changed = Valued::exactly(others).plus(&value.scale(coefficient)?)?;
            let changed = self.range(&changed)?;
            if weak { Some(changed.join(self.bound(form)?)) } else { Some(changed) }
        };
        let new: Vec<(u32, Option<Range>)> = self
            .forms
            .mentioning(target, procedure)
            .map(|number| (number, if self.stays(number) { after(self.forms.get(number)) } else { None }))
            .collect();
        new.into_iter().try_for_each(|(number, range)| self.store(number, range))
    }

    /// Keeps the runs in which a comparison holds; `None` if there are none.
    pub(super) fn constrain(
        &mut self,
        procedure: ProcedureId,
        left: &Expr,
        relation: Relation,
        right: &Expr,
    ) -> Option<()> {
        if !self.outcomes(relation, left, right)[1] {
            return None;
        }
        let Some(difference) = self.difference(left, right) else { return Some(()) };
        self.relate(procedure, &difference, relation)
    }

    /// Keeps the runs in which a value relates to zero.
    pub(super) fn relate(
        &mut self,
        procedure: ProcedureId,
        value: &Valued,
        relation: Relation,
    ) -> Option<()> {
        let Some((form, factor)) = value.form.primitive() else { return Some(()) };
        let Some(range) = self.bound(&form) else { return Some(()) };
        // factor * form + offset RELATION 0, the offset in a range.
        let Some(offset) = value.rest.plus(Range::single(value.form.constant)) else { return Some(()) };
        let least = offset.high.checked_neg();
        let most = offset.low.checked_neg();
        let (least, most) = match relation {
            Relation::Less => (None, most.and_then(|m| m.checked_sub(1))),
            Relation::LessEqual => (None, most),
            Relation::Greater => (least.and_then(|l| l.checked_add(1)), None),
            Relation::GreaterEqual => (least, None),
            Relation::Equal => (least, most),
            Relation::NotEqual => {
                let excluded = offset.value().and_then(i128::checked_neg).filter(|v| v % factor == 0);
                let Some(excluded) = excluded.map(|v| v / factor) else { return Some(()) };
                let low = if range.low == excluded { range.low + 1 } else { range.low };
                let high = if range.high == excluded { range.high - 1 } else { range.high };
                let kept = Range::new(low, high)?.meet(range)?;
                return self.learn(procedure, &form, kept);
            }
        };
        let (low, high) = divided(least, most, factor);
        let kept = Range::new(low.unwrap_or(range.low), high.unwrap_or(range.high))?;
        self.learn(procedure, &form, range.meet(kept)?)
    }

    /// Takes in that a primitive form is in a range, with what follows for forms that share scalars, with what
    /// follows from that, and so on for a while.
    fn learn(&mut self, procedure: ProcedureId, form: &Form, range: Range) -> Option<()> {
        if let Some(number) = self.forms.number(form) {
            if self.ranges.get(number) == Some(range) {
                // What follows has been taken in with it.
                return Some(());
            }
            self.store(number, Some(range))?;
        }
        let mut open = VecDeque::from([(form.clone(), range)]);
        for _ in 0..MOST_LEARNED {
            let Some((form, range)) = open.pop_front() else { break };
            spend(4);
            for (number, range) in self.consequences(procedure, &form, range) {
                let old = self.ranges.get(number);
                self.store(number, Some(old.map_or(Some(range), |old| old.meet(range))?))?;
                let new = self.ranges.get(number);
                if let (Some(new), true) = (new, new != old) {
                    open.push_back((self.forms.get(number).clone(), new));
                }
            }
        }
        Some(())
    }

    /// What a primitive form's range tells about others, together with one more fact each.
    fn consequences(&self, procedure: ProcedureId, form: &Form, range: Range) -> Vec<(u32, Range)> {
        let mut found = Vec::new();
        let target = self.target(&form.terms);
        let consequences = self.targets.consequences(self.forms, &target);
        for Single { single, coefficient, rest } in &consequences.singles {
            let rest = self.bound_of(rest).and_then(|rest| rest.scale(-1));
            let Some(sum) = rest.and_then(|rest| range.plus(rest)) else { continue };
            if let (Some(low), Some(high)) = divided(Some(sum.low), Some(sum.high), *coefficient) {
                found.extend(Range::new(low, high).map(|kept| (*single, kept)));
            }
        }
        for Other { other, factor, rest, kept } in &consequences.others {
            if !self.forms.is_of(*other, procedure) || !self.is_wanted(*other) {
                continue;
            }
            let part = range.scale(*factor);
            // other = factor * form + rest, read in both directions.
            let sum = self.bound_of(rest).and_then(|rest| part?.plus(rest));
            found.extend(sum.map(|sum| (*other, sum)));
            if let (Some(known), Some((kept, times))) = (self.ranges.get(*other), kept)
                && let Some(difference) = part.and_then(|part| known.plus(part.scale(-1)?))
                && let (Some(low), Some(high)) = divided(Some(difference.low), Some(difference.high), *times)
            {
                found.extend(Range::new(low, high).map(|range| (*kept, range)));
            }
        }
        found
    }

    fn index_within(&mut self, procedure: ProcedureId, index: &Expr, length: u32) -> Option<(i128, i128)> {
        let value = self.value(index);
        self.relate(procedure, &value, Relation::GreaterEqual)?;
        let last = value.plus(&Valued::exactly(Form::constant(-i128::from(length))))?;
        self.relate(procedure, &last, Relation::Less)?;
        let all = Range::new(0, i128::from(length) - 1)?;
        let kept = match self.range(&value) {
            Some(range) => range.meet(all)?,
            None => all,
        };
        Some((kept.low, kept.high))
    }

    fn loaded(&self, range: &CellRange, low: i128, high: i128) -> Option<Valued> {
        if low == high {
            return range.cell(low).map(|cell| Valued::exactly(Form::scalar(cell)));
        }
        let cells = (low..=high).filter_map(|index| range.cell(index));
        let all = cells.map(|cell| self.scalar(cell)).reduce(Range::join)?;
        Some(Valued::within(all))
    }

    /// Executes a node of a procedure towards an outcome, if it is a branch; `None` if no run does that.
    pub(super) fn execute(
        &mut self,
        graph: &Graph,
        procedure: ProcedureId,
        action: &Action,
        outcome: Option<bool>,
    ) -> Option<()> {
        match action {
            Action::Skip | Action::UnitStart => Some(()),
            Action::Assign { target, value } => {
                let value = self.value(value);
                self.assign(procedure, *target, &value, false)
            }
            Action::Load { target, range, index } => {
                let (low, high) = self.index_within(procedure, index, range.length)?;
                let value = self.loaded(range, low, high)?;
                self.assign(procedure, *target, &value, false)
            }
            Action::Store { range, index, value } => {
                let value = self.value(value);
                let (low, high) = self.index_within(procedure, index, range.length)?;
                let old = self.clone();
                for cell in (low..=high).filter_map(|index| range.cell(index)) {
                    if self.forms.mentions_of(cell).is_empty() {
                        continue;
                    }
                    // The value is that of before the store; cells of earlier turns may have changed since.
                    let value = match low == high {
                        true => value.clone(),
                        false => Valued::within(old.range(&value).unwrap_or(of_type(self.type_of(cell)))),
                    };
                    self.assign(procedure, cell, &value, low != high)?;
                }
                Some(())
            }
            Action::Bounds { index, length } => self.index_within(procedure, index, *length).map(|_| ()),
            Action::Input { target, site } => {
                let (low, high) = graph.sites[site.index()].range;
                let value = Range::new(low, high)?;
                self.assign(procedure, *target, &Valued::within(value), false)
            }
            Action::Unsupported { target, .. } => {
                let any = Valued::within(of_type(self.type_of(*target)));
                self.assign(procedure, *target, &any, false)
            }
            Action::Branch(Condition { relation, left, right }) => match outcome {
                Some(true) => self.constrain(procedure, left, *relation, right),
                Some(false) => self.constrain(procedure, left, relation.negate(), right),
                None => Some(()),
            },
            Action::Assume(Condition { relation, left, right }) => {
                self.constrain(procedure, left, *relation, right)
            }
            Action::Call { .. } | Action::Exit | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => {
                None
            }
        }
    }

    fn type_of(&self, scalar: ScalarId) -> focuscheck_base::arith::IntegerType {
        self.graph.scalars[scalar.index()].ty
    }

    /// What is known at a callee's entry, of what it may touch.
    pub(super) fn entered(
        &self,
        callee: ProcedureId,
        arguments: &[Expr],
        touches: impl Fn(ScalarId) -> bool,
    ) -> Option<Self> {
        let formals = &self.graph.procedures[callee.index()].formals;
        let values: BTreeMap<ScalarId, Valued> =
            formals.iter().copied().zip(arguments.iter().map(|a| self.value(a))).collect();
        spend(self.forms.all().len());
        let nothing = Ranges(Rc::new(Vec::new()));
        let mut inside = Known::new(self.graph, (self.forms, self.targets), &nothing);
        for number in self.forms.all() {
            let form = self.forms.get(number);
            let here = |&(scalar, _): &(ScalarId, i128)| {
                values.contains_key(&scalar)
                    || self.graph.scalars[scalar.index()].procedure.is_none() && touches(scalar)
            };
            if !self.stays(number) || !self.forms.is_of(number, callee) || !form.terms.iter().all(here) {
                continue;
            }
            let value = form.terms.iter().try_fold(Valued::exactly(Form::default()), |sum, &(scalar, c)| {
                let value = match values.get(&scalar) {
                    Some(value) => value.scale(c)?,
                    None => Valued::exactly(Form::scalar(scalar)).scale(c)?,
                };
                sum.plus(&value)
            });
            inside.store(number, value.and_then(|value| self.range(&value)))?;
        }
        Some(inside)
    }

    /// What is known after a call, from what is known before it and at the callee's exit.
    ///
    /// `inside` says which scalar of the callee has, at its exit, the value that a scalar of the caller has
    /// after the call; `changes` which scalars the call may change: all of them have one. `given` says which scalar of the
    /// callee still has, at its exit, the value that a scalar of the caller had before the call.
    pub(super) fn resumed(
        mut self,
        procedure: ProcedureId,
        exit: &Known<'_>,
        changes: &[ScalarId],
        (inside, given): (impl Fn(ScalarId) -> Option<ScalarId>, impl Fn(ScalarId) -> Option<ScalarId>),
    ) -> Option<Self> {
        let mut numbers: Vec<u32> =
            changes.iter().flat_map(|&scalar| self.forms.mentioning(scalar, procedure)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut new = Vec::with_capacity(numbers.len());
        for number in numbers {
            if !self.stays(number) {
                new.push((number, None));
                continue;
            }
            let form = self.forms.get(number);
            let seen = form.replace(|scalar| inside(scalar).map(Form::scalar));
            let whole = seen.and_then(|form| exit.bound(&form));
            let (changed, kept): (Terms, Terms) =
                form.terms.iter().copied().partition(|(scalar, _)| changes.contains(scalar));
            let changed = Form { terms: changed, constant: 0 };
            let growth = changed.replace(|scalar| {
                Form::scalar(inside(scalar)?).add_scaled(&Form::scalar(given(scalar)?), -1)
            });
            let grown = growth.and_then(|form| exit.bound(&form)?.plus(self.bound(self.forms.get(number))?));
            let changed = changed.replace(|scalar| inside(scalar).map(Form::scalar));
            let parts = changed
                .and_then(|form| exit.bound(&form))
                .and_then(|range| range.plus(self.bound(&Form { terms: kept, constant: 0 })?));
            new.push((number, both(both(whole, parts), grown)));
        }
        for (number, range) in new {
            self.store(number, range)?;
        }
        Some(self)
    }

    /// What a callee has found out of scalars that it was passed and has not changed: `if (!is_digit(c)) return;`.
    pub(super) fn told(
        mut self,
        procedure: ProcedureId,
        exit: &Known<'_>,
        passed: &[ScalarId],
        inside: impl Fn(ScalarId) -> Option<ScalarId>,
    ) -> Option<Self> {
        for &scalar in passed {
            let wanted = self.forms.mentioning(scalar, procedure).filter(|&number| self.is_wanted(number));
            let numbers: Vec<u32> = wanted.collect();
            for number in numbers {
                let form = self.forms.get(number).clone();
                let seen = form.replace(|scalar| inside(scalar).map(Form::scalar));
                if let Some(seen) = seen.and_then(|form| exit.bound(&form)) {
                    let range = self.bound(&form).map_or(Some(seen), |own| own.meet(seen))?;
                    self.learn(procedure, &form, range)?;
                }
            }
        }
        Some(self)
    }
}

/// The bounds of `x` where `least <= factor * x <= most`.
fn divided(least: Option<i128>, most: Option<i128>, factor: i128) -> (Option<i128>, Option<i128>) {
    let up = |v: i128| v.div_euclid(factor) + i128::from(v.rem_euclid(factor) != 0 && factor > 0);
    match factor > 0 {
        true => (least.map(up), most.map(|v| v.div_euclid(factor))),
        // factor * x <= most is the same as -factor * x >= -most.
        false => {
            let (least, most) = (least.and_then(i128::checked_neg), most.and_then(i128::checked_neg));
            let Some(factor) = factor.checked_neg() else { return (None, None) };
            divided(most, least, factor)
        }
    }
}
