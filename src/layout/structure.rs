//! Structures as values: passed to procedures, and returned by them, cell by cell.

use focuscheck_base::arith::{BinaryOperator, IntegerType};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Expr, ScalarId, ScalarKind, UnitKind};
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{Action, Argument, Base, Callee, NodeId, Place, Receiver};

use super::build::Stage;
use super::copy::Variable;
use super::gap::Gap;
use super::region::Region;
use super::target::Target;

/// A structure with more cells than this is not passed by value.
const MOST_PASSED: u64 = 256;

/// What gets the structure that a call gives.
pub(super) struct Received {
    /// Its cells.
    pub cells: Variable,
    /// Why they have no known values after the call, if that is so.
    pub unknown: Option<Unmodelled>,
}

impl Stage<'_> {
    /// A value as a place keeps it in a cell of a type: a bit-field of one bit takes the lowest one, but for a `_Bool`.
    pub fn stored_bits(&self, place: &Place, ty: IntegerType, value: Expr) -> Expr {
        let flag = place.bits.is_some() && ty.is_bool() && place.ty != Type::Integer(ty);
        if !flag {
            return self.convert(ty, value);
        }
        let wide = IntegerType { width: 64, signed: false, float: false };
        let value = match self.convert(wide, value) {
            Expr::Constant(number, _) => Expr::Constant(number & 1, wide),
            value => {
                let one = Expr::Constant(1, wide);
                Expr::Binary(BinaryOperator::BitAnd, wide, Box::new(value), Box::new(one))
            }
        };
        self.convert(ty, value)
    }

    /// How many cells a value of a type has where it is passed; zero if it is not passed.
    pub fn passed_cells(&self, ty: &Type) -> u32 {
        match ty {
            Type::Record(_) => {
                Some(self.shapes.cell_count(ty)).filter(|count| *count <= MOST_PASSED).unwrap_or(0) as u32
            }
            ty => self.shapes.scalar(ty).is_some().into(),
        }
    }

    /// The cells of a type that is passed.
    fn cell_types(&self, ty: &Type) -> Vec<IntegerType> {
        let mut cells = Vec::new();
        if self.passed_cells(ty) > 0 {
            self.shapes.cells(ty, "", &mut cells);
        }
        cells.into_iter().map(|cell| cell.ty).collect()
    }

    /// The values that a parameter of a type gets; nothing if it has no cells.
    pub fn passed_values(
        &mut self,
        ty: &Type,
        argument: Option<&Argument>,
        span: Span,
    ) -> Result<Vec<Expr>, Gap> {
        match (ty, argument) {
            (Type::Integer(_) | Type::Float(_), Some(Argument::Value(value)))
                if self.shapes.bits(ty).is_some() && (value.ty == *ty || ty.integer().is_some()) =>
            {
                Ok(vec![self.value(value)?])
            }
            (Type::Record(_), Some(Argument::Record(place))) => self.passed_record(ty, place),
            (_, Some(Argument::Value(value))) => {
                self.used(value)?;
                Ok(self.missing(ty, "structure value", value.span))
            }
            (_, Some(Argument::Record(place))) => {
                self.target(place)?;
                Ok(self.missing(ty, "structure value", place.span))
            }
            (_, None) => Ok(self.missing(ty, "missing argument", span)),
        }
    }

    /// The values of the cells of a structure that is passed to a parameter of a type.
    fn passed_record(&mut self, ty: &Type, place: &Place) -> Result<Vec<Expr>, Gap> {
        let span = place.span;
        let target = self.target(place)?;
        let types = self.cell_types(ty);
        if let Target::Unknown(reason, reach) = target {
            self.accessed(&reason, &reach, span);
            return Ok(types.into_iter().map(|ty| self.unknown_of(reason.clone(), ty, span)).collect());
        }
        if *ty != place.ty {
            let reason = Unmodelled::from("structure value");
            return Ok(types.into_iter().map(|ty| self.unknown_of(reason.clone(), ty, span)).collect());
        }
        let name = self.place_text(place);
        let mut values = Vec::new();
        for (ty, step) in types.into_iter().zip(0..) {
            let cell = target.moved(step);
            if let Target::View(_) = cell {
                self.check_value(&cell, &name, span);
            }
            let value = self.load(&cell, &name, ty, span);
            self.note_loaded(&value, &cell, &name, span);
            values.push(value);
        }
        Ok(values)
    }

    /// The values of the cells of a parameter that gets no argument, or one of another kind.
    fn missing(&mut self, ty: &Type, reason: &str, span: Span) -> Vec<Expr> {
        let types = self.cell_types(ty).into_iter();
        types.map(|ty| self.unknown_of(reason.into(), ty, span)).collect()
    }

    /// Makes the cells of the structure that the current procedure returns.
    pub fn make_result_record(&mut self, ty: &Type, span: Span) {
        if matches!(ty, Type::Record(_)) && self.passed_cells(ty) > 0 {
            let procedure = Some(self.procedure());
            let made = self.make("\\result", ty, span, |_| ScalarKind::Local, procedure);
            self.copy_mut().record = made;
        }
    }

    /// Gives back a structure.
    pub fn give_record(&mut self, place: &Place, span: Span) -> Result<(), Gap> {
        let source = self.target(place)?;
        let Some(result) = self.copy().record.clone() else {
            if let Target::Unknown(reason, reach) = source {
                self.accessed(&reason, &reach, span);
            }
            return Ok(());
        };
        let target = Target::Cell(result.first);
        if let Target::Unknown(reason, reach) = source {
            return self.forget_cells(&target, result.count, (reason, reach), span);
        }
        let source = self.kept_index(source, place.span);
        let name = self.place_text(place);
        self.copy_cells(&target, &source, (result.count, &name), span)
    }

    /// What gets the structure that a call of a copy gives: where it is stored next, or an object of its own. What the
    /// call copies back must not hide it.
    pub fn received(
        &mut self,
        node: NodeId,
        callee: usize,
        object: ObjectId,
        given: &[Region],
    ) -> Option<Received> {
        let own = self.copy().locals.get(&object).cloned()?;
        let Some(record) = self.copies[callee].record.clone().filter(|record| record.count == own.count)
        else {
            let function = &self.tree.functions[self.copies[callee].function.index()];
            let result = &function.signature.result;
            let reason = self.shapes.unmodelled(result).unwrap_or_else(|| "structure".to_owned());
            let reason = format!("{reason} returned by '{}'", function.name);
            return Some(Received { cells: own, unknown: Some(reason.as_str().into()) });
        };
        let next = self.next_copy(node, object).filter(|(_, first)| {
            // What the call changes unseen comes after it.
            let hidden = self.known.changing.contains(&callee) && self.is_exposed(*first);
            !hidden && !self.is_given(given, *first)
        });
        let cells = match next {
            Some((next, first)) => {
                self.copy_mut().fused.insert(next, first);
                self.copy_mut().called.insert(next);
                Variable { first, count: record.count }
            }
            None => own,
        };
        Some(Received { cells, unknown: None })
    }

    /// Whether a cell is in an object that a call gets.
    pub fn is_given(&self, given: &[Region], cell: ScalarId) -> bool {
        given.iter().any(|region| self.are_together(region.first, cell))
    }

    /// The node that copies the structure that a call has just given to cells that are known, and the first of these.
    fn next_copy(&self, node: NodeId, object: ObjectId) -> Option<(NodeId, ScalarId)> {
        // A condition of the user's may be checked between the call and the copy.
        if !self.watched.is_empty() {
            return None;
        }
        let graph = self.graph;
        let [mut next] = graph.nodes[node.index()].successors[..] else { return None };
        while self.is_quiet(next) {
            let [after] = graph.nodes[next.index()].successors[..] else { return None };
            next = after;
        }
        let is_it = |place: &Place| {
            place.steps.is_empty() && matches!(place.base, Base::Object(other) if other == object)
        };
        match &graph.nodes[next.index()].action {
            Action::Copy { to, from, .. }
                if is_it(from) && matches!(to.base, Base::Object(_)) && to.ty == from.ty =>
            {
                match self.fixed(to) {
                    Ok(Target::Cell(first)) => Some((next, first)),
                    _ => None,
                }
            }
            Action::Return(Argument::Record(place)) if is_it(place) => {
                let result = self.copy().record.as_ref()?;
                let count = self.shapes.cell_count(&place.ty);
                (u64::from(result.count) == count).then_some((next, result.first))
            }
            _ => None,
        }
    }

    /// After a call whose structure is not known.
    pub fn forget_received(&mut self, received: &Received, span: Span) {
        let Some(reason) = &received.unknown else { return };
        for target in received.cells.cells() {
            let outer = self.enter(UnitKind::Assign);
            self.emit(Made::Unsupported { target, reason: reason.clone() }, span);
            self.leave(outer);
        }
    }

    /// How the objects are called that get the structures of calls.
    pub fn receivers(&self) -> std::collections::BTreeMap<ObjectId, String> {
        let named = |function: FunctionId| format!("{}()", self.tree.functions[function.index()].name);
        let mut found = std::collections::BTreeMap::new();
        for node in self.graph.nodes_of(self.copy().origin) {
            if let Action::Call {
                callee: Callee::Procedure(callee),
                result: Some(Receiver::Object(object)),
                ..
            } = &self.graph.nodes[node.index()].action
            {
                let function = self.graph.bodies.iter().position(|body| body == &Some(*callee));
                found.extend(function.map(|function| (*object, named(FunctionId(function as u32)))));
            }
        }
        found
    }
}
