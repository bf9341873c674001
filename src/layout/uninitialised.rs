//! Reads of local objects that have no value yet.
//!
//! An object that may be read before it is assigned gets a shadow for each of its cells, a truth value that says whether the
//! cell has a value. The graph without shadows tells which objects these are, so that a program is laid out twice.

use std::collections::BTreeSet;

use super::unset::MOST_CELLS;
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{
    Action, CellRange, Condition, ErrorKind, Expr, NodeId, Scalar, ScalarId, ScalarKind, UnitKind,
};
use focuscheck_cells::facts::reads::node_assigns;
use focuscheck_check::tree::{ObjectId, Storage};

use super::build::Stage;
use super::findings::{Followed, Owner};
use super::target::Target;

/// What is converted, through all conversions.
fn unconverted(mut value: &Expr) -> &Expr {
    while let Expr::Convert(_, operand) = value {
        value = operand;
    }
    value
}

/// What a call gives back to a cell that a subscript chooses.
pub(super) struct GivenBack {
    /// The cell.
    pub target: Target,
    /// What holds its value.
    pub value: ScalarId,
    /// What says whether that is one; nothing if it is.
    pub flag: Option<ScalarId>,
}

impl Stage<'_> {
    /// The objects that are followed.
    pub fn followed(&self) -> Followed {
        let mut found = self.owners.clone();
        found.retain(|_, (count, _)| *count as usize <= MOST_CELLS);
        for (number, copy) in self.copies.iter().enumerate() {
            let moving = copy.leads.moving.iter();
            found.extend(moving.filter_map(|(object, moving)| {
                let (first, count) = moving.range()?;
                Some((first, (count, Owner::Local(number, *object))))
            }));
            let record = copy.record.iter().filter(|record| record.count as usize <= MOST_CELLS);
            found.extend(record.map(|record| (record.first, (record.count, Owner::Result(number)))));
        }
        Followed(found)
    }

    /// The objects that need shadows, of the current copy or of the whole run.
    fn doubtful_here(&self, objects: &BTreeSet<Owner>, statics: bool) -> Vec<(ScalarId, u32, Owner)> {
        let here = |owner: &&Owner| match owner {
            Owner::Static(_) | Owner::Pool(_) => statics,
            Owner::Local(copy, _) | Owner::Given(copy, _) | Owner::Result(copy) => {
                !statics && *copy == self.current
            }
        };
        let objects = objects.iter().filter(here);
        objects
            .filter_map(|owner| self.cells_of(*owner).map(|(first, count)| (first, count, *owner)))
            .collect()
    }

    /// Makes the shadows of the objects of the current copy, or of those that there is one of.
    pub fn make_shadows(&mut self, statics: bool) {
        for (first, count, _) in self.doubtful_here(&self.doubtful.variables, statics) {
            self.shadows.insert(first, (count, ScalarId(self.out.scalars.len() as u32)));
            for cell in first.0..first.0 + count {
                let Scalar { name, procedure, span, .. } = self.out.scalars[cell as usize].clone();
                let (name, ty) = (format!("{name} is initialised"), IntegerType::BOOL);
                // What there is one of has a value where the program starts, but for objects of blocks, and of the heap.
                let (kind, initial) = match statics {
                    true => (ScalarKind::Global, Some(Ok(i128::from(!self.begins_unset(ScalarId(cell)))))),
                    false => (ScalarKind::Temporary, None),
                };
                self.out.scalars.push(Scalar { name, ty, kind, procedure, initial, span });
            }
        }
    }

    /// Makes parameters of those that say whether the parameters of the current copy have values. What the program
    /// itself starts with has them.
    pub fn make_flags(&mut self) {
        if self.out.main == Some(self.procedure()) {
            return;
        }
        let formals = self.copy().formals.clone();
        let shadowed = formals.iter().enumerate().filter_map(|(at, cell)| Some((at, self.shadow_of(*cell)?)));
        let flags: Vec<(usize, ScalarId)> = shadowed.collect();
        for (number, (_, flag)) in flags.iter().enumerate() {
            self.out.scalars[flag.index()].kind = ScalarKind::Formal((formals.len() + number) as u32);
        }
        self.copy_mut().flags = flags;
    }

    /// Adds to what a call of a copy gets whether that has values, and to what it gives back whether that has them then.
    pub fn give_flags(
        &mut self,
        callee: usize,
        (values, back, stores): (&mut Vec<Expr>, &mut Vec<(ScalarId, ScalarId)>, &mut [GivenBack]),
        span: Span,
    ) {
        for (position, flag) in self.copies[callee].flags.clone() {
            let has = self.has_value(&values[position]);
            values.push(has);
            let formal = self.copies[callee].formals[position];
            let Some(&(_, to)) = back.iter().find(|(from, _)| *from == formal) else { continue };
            if let Some(shadow) = self.shadow_of(to) {
                back.push((flag, shadow));
            } else if let Some(store) = stores.iter_mut().find(|store| store.value == to)
                && store.target.first().is_some_and(|first| self.shadow_of(first).is_some())
            {
                let name = self.out.scalars[flag.index()].name.clone();
                let temporary = self.temporary(IntegerType::BOOL, name, span);
                store.flag = Some(temporary);
                back.push((flag, temporary));
            }
        }
    }

    /// Whether a value that is passed is one.
    fn has_value(&self, value: &Expr) -> Expr {
        match value {
            Expr::Convert(_, operand) => self.has_value(operand),
            Expr::Scalar(scalar) => match (self.shadow_of(*scalar), self.loaded.get(scalar)) {
                (Some(shadow), _) => Expr::Scalar(shadow),
                (None, Some(has)) => has.clone(),
                (None, None) => Expr::Constant(1, IntegerType::BOOL),
            },
            _ => Expr::Constant(1, IntegerType::BOOL),
        }
    }

    /// Notes whether a temporary holds a value: it was loaded from a place.
    pub fn note_loaded(&mut self, value: &Expr, target: &Target, text: &str, span: Span) {
        if let (Expr::Scalar(temporary), Target::Cells(..) | Target::View(_)) = (unconverted(value), target)
            && let Some(has) = self.shadow_value(target, text, span)
        {
            self.loaded.insert(*temporary, has);
        }
    }

    /// Stores what a call gives back of objects whose cells subscripts choose.
    pub fn take_back(&mut self, stores: Vec<GivenBack>, span: Span) {
        for GivenBack { target, value, flag } in stores {
            let outer = self.enter(UnitKind::Assign);
            let shadow = match &target {
                Target::Cells(range, index) => self.shadow_range(range).map(|range| (range, index.clone())),
                Target::Cell(_) | Target::View(_) | Target::Unknown(..) => None,
            };
            self.store(target, Expr::Scalar(value), span);
            if let (Some(flag), Some((range, index))) = (flag, shadow) {
                self.emit(Action::Store { range, index, value: Expr::Scalar(flag) }, span);
            }
            self.leave(outer);
        }
    }

    /// What says whether a cell has a value, if it may have none.
    pub fn shadow_of(&self, scalar: ScalarId) -> Option<ScalarId> {
        let (first, (count, shadow)) = self.shadows.range(..=scalar).next_back()?;
        let distance = scalar.0 - first.0;
        (distance < *count).then_some(ScalarId(shadow.0 + distance))
    }

    fn shadow_range(&self, range: &CellRange) -> Option<CellRange> {
        Some(CellRange { first: self.shadow_of(range.first)?, ..range.clone() })
    }

    /// Whether a place may have no value.
    pub fn is_doubtful(&self, target: &Target) -> bool {
        match target {
            Target::View(view) => view.pieces().iter().any(|cell| self.is_doubtful(cell)),
            target => target.first().is_some_and(|first| self.shadow_of(first).is_some()),
        }
    }

    /// A procedure begins: what a jump may leave without a value has none; what it gets has one.
    pub fn forget_values(&mut self, span: Span) {
        let mut begin: Vec<(ScalarId, u32, bool)> = Vec::new();
        for (first, count, _) in self.doubtful_here(&self.doubtful.from_entry, false) {
            begin.push((first, count, false));
        }
        for (first, count, owner) in self.doubtful_here(&self.doubtful.variables, false) {
            let formal = matches!(self.out.scalars[first.index()].kind, ScalarKind::Formal(_));
            // The caller says it otherwise.
            if self.copy().flags.is_empty() && (formal || matches!(owner, Owner::Given(..))) {
                begin.push((first, count, true));
            }
        }
        let starts = self.out.main == Some(self.procedure());
        for (first, count, has) in begin {
            for target in (first.0..first.0 + count)
                .filter_map(|cell| self.shadow_of(ScalarId(cell)))
                .collect::<Vec<_>>()
            {
                let outer = self.enter(UnitKind::Assign);
                self.assign(target, Expr::Constant(has.into(), IntegerType::BOOL), span);
                self.leave(outer);
            }
        }
        if starts {
            self.forget_blocks(span);
        }
    }

    /// Before a store: the cell gets a value. (After it the index may have another value.)
    pub fn note_store(&mut self, action: &Action, span: Span) {
        if let Action::Store { range, index, .. } = action
            && let Some(range) = self.shadow_range(range)
        {
            let outer = self.enter(UnitKind::Assign);
            let value = Expr::Constant(1, IntegerType::BOOL);
            self.emit(Action::Store { range, index: index.clone(), value }, span);
            self.leave(outer);
        }
    }

    /// After a node: what it assigned has a value, but for a declaration, which takes it.
    pub fn note_value(&mut self, node: NodeId, kind: UnitKind, span: Span) {
        if self.shadows.is_empty() || matches!(self.out.nodes[node.index()].action, Action::Store { .. }) {
            return;
        }
        for scalar in node_assigns(&self.out.nodes[node.index()].action) {
            let Some(target) = self.shadow_of(scalar) else { continue };
            let action = match &self.out.nodes[node.index()].action {
                Action::Unsupported { reason, .. } if kind != UnitKind::Havoc => {
                    Action::Unsupported { target, reason: reason.clone() }
                }
                // A callee that may leave it without a value says so itself.
                Action::Call { results, .. } if results.iter().any(|&(_, to)| to == target) => continue,
                _ => {
                    let value = Expr::Constant((kind != UnitKind::Havoc).into(), IntegerType::BOOL);
                    Action::Assign { target, value }
                }
            };
            let outer = self.enter(UnitKind::Assign);
            self.emit(action, span);
            self.leave(outer);
        }
    }

    /// The check of a read of a place with this text.
    pub fn check_value(&mut self, target: &Target, text: &str, span: Span) {
        if !self.asks(CheckKind::Uninit) {
            return;
        }
        let Some(left) = self.shadow_value(target, text, span) else { return };
        let text = match self.library_function() {
            // Of its subscripts nobody knows the names.
            Some(function) => {
                let array = text.split('[').next().unwrap_or(text);
                format!("{array} is initialised where {function} reads it")
            }
            None => format!("{text} is initialised"),
        };
        let right = Expr::Constant(0, IntegerType::BOOL);
        let unset = Condition { relation: Relation::Equal, left, right };
        self.check(ErrorKind::Check(CheckKind::Uninit), text, span, vec![unset], false);
    }

    /// The check of a read of a local pointer that nothing gives a value.
    pub fn check_never_set(&mut self, object: ObjectId, span: Span) {
        let entry = self.tree.objects.get(object.index());
        if !self.asks(CheckKind::Uninit) || entry.is_none_or(|entry| entry.storage != Storage::Automatic) {
            return;
        }
        let text = format!("{} is initialised", self.graph.objects[object.index()].name);
        let zero = || Expr::Constant(0, IntegerType::BOOL);
        let always = Condition { relation: Relation::Equal, left: zero(), right: zero() };
        self.check(ErrorKind::Check(CheckKind::Uninit), text, span, vec![always], false);
    }

    /// Whether a place has a value, as a value.
    fn shadow_value(&mut self, target: &Target, text: &str, span: Span) -> Option<Expr> {
        match target {
            Target::Cell(cell) => self.shadow_of(*cell).map(Expr::Scalar),
            Target::Cells(range, index) => {
                let range = self.shadow_range(range)?;
                let temporary = self.temporary(IntegerType::BOOL, format!("{text} is initialised"), span);
                let outer = self.enter(UnitKind::Assign);
                self.emit(Action::Load { target: temporary, range, index: index.clone() }, span);
                self.leave(outer);
                Some(Expr::Scalar(temporary))
            }
            Target::View(view) => {
                let cells = view.pieces();
                let flags: Vec<Expr> =
                    cells.iter().filter_map(|cell| self.shadow_value(cell, text, span)).collect();
                self.all_hold(flags, text, span)
            }
            Target::Unknown(..) => None,
        }
    }

    /// Whether all of some truth values hold, as a value.
    fn all_hold(&mut self, mut flags: Vec<Expr>, text: &str, span: Span) -> Option<Expr> {
        if flags.len() <= 1 {
            return flags.pop();
        }
        let target = self.temporary(IntegerType::BOOL, format!("{text} is initialised"), span);
        let outer = self.enter(UnitKind::Assign);
        let (fails, join) = (self.new_label(span), self.new_label(span));
        for left in flags {
            let next = self.new_label(span);
            let right = Expr::Constant(0, IntegerType::BOOL);
            self.branch(Condition { relation: Relation::Equal, left, right }, span, fails, next);
            self.place_label(next);
        }
        self.assign(target, Expr::Constant(1, IntegerType::BOOL), span);
        self.jump(join);
        self.place_label(fails);
        self.assign(target, Expr::Constant(0, IntegerType::BOOL), span);
        self.place_label(join);
        self.leave(outer);
        Some(Expr::Scalar(target))
    }

    /// After a cell was copied: the copy has a value if the original has one.
    pub fn copy_value(&mut self, to: &Target, from: &Target, text: &str, span: Span) {
        if !self.is_doubtful(to) {
            return;
        }
        let Some(value) = self.shadow_value(from, text, span) else { return };
        self.give_value(to, value, span);
    }

    /// A place has a value if this holds.
    fn give_value(&mut self, to: &Target, value: Expr, span: Span) {
        if let Target::View(view) = to {
            let cells = view.pieces();
            return cells.iter().for_each(|cell| self.give_value(cell, value.clone(), span));
        }
        let outer = self.enter(UnitKind::Assign);
        match to {
            Target::Cell(cell) => {
                if let Some(target) = self.shadow_of(*cell) {
                    self.assign(target, value, span);
                }
            }
            Target::Cells(range, index) => {
                if let Some(range) = self.shadow_range(range) {
                    self.emit(Action::Store { range, index: index.clone(), value }, span);
                }
            }
            Target::View(_) | Target::Unknown(..) => {}
        }
        self.leave(outer);
    }
}
