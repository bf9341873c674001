//! Reads of local variables that have no value yet.
//!
//! A local variable that may be read before it is assigned gets a shadow for each of its cells, a truth value
//! that says whether the cell has a value. The graph without shadows tells which variables these are, so the
//! program is lowered twice.

use std::collections::BTreeMap;

use crate::arith::{IntegerType, Relation};
use crate::doubt::Premise;
use crate::facts::cfg::{
    Action, Assumed, CellRange, Condition, ErrorKind, Expr, Graph, NodeId, Scalar, ScalarId, ScalarKind,
    UnitKind,
};
use crate::facts::reads::node_assigns;
use crate::layout::program::{FunctionId, Place, Program, VariableId};
use crate::options::CheckKind;
use crate::source::Span;

use super::build::{Lowering, Shadows, procedure_of};
use super::place::Target;
use super::unset;

/// The variables that need shadows.
pub(super) type Doubtful = unset::Doubtful<VariableId>;

/// For each argument of a function whether it is a part of an object, which is copied and not read: a structure,
/// or what a pointer points to.
pub(super) fn copied_parameters(program: &Program, function: FunctionId) -> Vec<bool> {
    let mut copied = Vec::new();
    let function = &program.functions[function.0 as usize];
    for parameter in &function.parameters {
        let variable = &program.variables[parameter.0 as usize];
        let object = function.outputs.contains(parameter)
            || variable.cells.len() > 1
            || variable.name.contains(['.', '[', '*', '>']);
        copied.extend(variable.cells.iter().map(|_| object));
    }
    copied
}

/// Makes the shadows, each where its variable's scalars are.
pub(super) fn shadows(program: &Program, graph: &mut Graph, first: &[u32], doubtful: &Doubtful) -> Shadows {
    let mut shadows = BTreeMap::new();
    for &variable in &doubtful.variables {
        shadows.insert(variable, graph.scalars.len() as u32);
        let from = first[variable.0 as usize] as usize;
        for cell in from..from + program.variables[variable.0 as usize].cells.len() {
            let Scalar { name, procedure, span, .. } = graph.scalars[cell].clone();
            graph.scalars.push(Scalar {
                name: format!("{name} is initialised"),
                ty: IntegerType::BOOL,
                kind: ScalarKind::Temporary,
                procedure,
                initial: None,
                span,
            });
        }
    }
    shadows
}

impl Lowering<'_> {
    fn shadow_of(&self, scalar: ScalarId) -> Option<ScalarId> {
        if self.shadows.is_empty() {
            return None;
        }
        let variable = self.variable_of(scalar)?;
        let first = self.shadows.get(&variable)?;
        Some(ScalarId(first + scalar.0 - self.cells_of(variable).start))
    }

    fn shadow_range(&self, range: &CellRange) -> Option<CellRange> {
        Some(CellRange { first: self.shadow_of(range.first)?, ..range.clone() })
    }

    /// A procedure begins: what a jump may leave without a value has none.
    pub(super) fn forget_values(&mut self, doubtful: &Doubtful, span: Span) {
        for &variable in &doubtful.from_entry {
            let cells = self.cells_of(variable);
            let here =
                |cell: u32| self.graph.scalars[cell as usize].procedure == Some(procedure_of(self.function));
            let shadows: Vec<_> =
                cells.filter(|&cell| here(cell)).filter_map(|cell| self.shadow_of(ScalarId(cell))).collect();
            for shadow in shadows {
                let outer = self.enter(UnitKind::Assign);
                self.assign(shadow, Expr::Constant(0, IntegerType::BOOL), span);
                self.leave(outer);
            }
        }
    }

    /// Before a store: the cell gets a value. (After it the index may have another value.)
    pub(super) fn note_store(&mut self, action: &Action, span: Span) {
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
    pub(super) fn note_value(&mut self, node: NodeId, kind: UnitKind, span: Span) {
        if self.shadows.is_empty() || matches!(self.graph.nodes[node.index()].action, Action::Store { .. }) {
            return;
        }
        for scalar in node_assigns(&self.graph.nodes[node.index()].action) {
            let Some(target) = self.shadow_of(scalar) else { continue };
            let action = match &self.graph.nodes[node.index()].action {
                Action::Unsupported { reason, .. } => Action::Unsupported { target, reason: reason.clone() },
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

    /// The check of a read.
    pub(super) fn check_value(&mut self, target: &Target, place: &Place) {
        if !self.checks(CheckKind::Uninit) {
            return;
        }
        if self.by_reference {
            // What the callee does with it is not followed.
            let known = match target {
                Target::Cell(cell) => self.shadow_of(*cell).is_none(),
                Target::Cells(range, _) => self.shadow_range(range).is_none(),
            };
            if !known {
                self.unjudged(&"object passed by reference that may have no value".into(), place.span);
            }
            return;
        }
        let Some(known) = self.shadow_value(target, place) else { return };
        let text = format!("{} is initialised", super::text::place(self.program, place));
        let right = Expr::Constant(0, IntegerType::BOOL);
        let unset = Condition { relation: Relation::Equal, left: known, right };
        self.check(ErrorKind::Check(CheckKind::Uninit), text, place.span, &[unset]);
    }

    /// Whether a copy has a value is not followed into the function that gets it.
    pub(super) fn assume_value(&mut self, target: &Target, place: &Place) {
        let cell = match target {
            Target::Cell(cell) => *cell,
            Target::Cells(range, _) => range.first,
        };
        if self.checks(CheckKind::Uninit) && self.shadow_of(cell).is_some() {
            let variable = self.program.variables[place.variable.0 as usize].name.clone();
            let premise = Premise::Initialised { variable };
            self.graph.assumed.push(Assumed { node: None, premise, span: place.span });
        }
    }

    /// Whether a place has a value, as a value.
    fn shadow_value(&mut self, target: &Target, place: &Place) -> Option<Expr> {
        match target {
            Target::Cell(cell) => self.shadow_of(*cell).map(Expr::Scalar),
            Target::Cells(range, index) => {
                let range = self.shadow_range(range)?;
                let name = format!("{} is initialised", super::text::place(self.program, place));
                let temporary = self.named_temporary(IntegerType::BOOL, name, place.span);
                let outer = self.enter(UnitKind::Assign);
                self.emit(Action::Load { target: temporary, range, index: index.clone() }, place.span);
                self.leave(outer);
                Some(Expr::Scalar(temporary))
            }
        }
    }

    /// After a cell was copied: the copy has a value if the original has one.
    pub(super) fn copy_value(&mut self, to: &Target, from: &Target, place: &Place, span: Span) {
        let known = match to {
            Target::Cell(cell) => self.shadow_of(*cell).is_some(),
            Target::Cells(range, _) => self.shadow_range(range).is_some(),
        };
        if !known {
            return;
        }
        let Some(value) = self.shadow_value(from, place) else { return };
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
        }
        self.leave(outer);
    }
}
