//! What is not modelled: memory behind pointers that nobody knows, and code that nobody knows.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Expr, Obligation, ObligationKind, UnitKind};
use focuscheck_check::library::Effect;
use focuscheck_check::tree::Function;
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary;
use focuscheck_ir::program::graph::{self, Action, Base, ExprKind, NodeId, Place, TemporaryId};

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::region::Pointer;
use super::target::{Reach, Target};
use super::value::unconverted;

impl Stage<'_> {
    /// Reads something that is not modelled.
    pub fn read_unknown(
        &mut self,
        node: NodeId,
        temporary: TemporaryId,
        place: &Place,
        (reason, reach): (Unmodelled, Reach),
    ) -> Result<(), Gap> {
        // What an update reads there, it stores there.
        if self.graph.outline.found.contains_key(&node) {
            self.copy_mut().bound.insert(temporary, Bound::Unknown(reason));
            return Ok(());
        }
        if place.ty.is_pointer() && !place.ty.is_function_pointer() {
            self.accessed(&reason, &reach, place.span);
            self.copy_mut().bound.insert(temporary, Bound::Pointer(Pointer::Unknown(reason)));
            return Ok(());
        }
        let unused = !self.copy().uses.is_used(temporary) || self.goes_nowhere(node, temporary)?;
        let Some(ty) = self.shapes.scalar(&place.ty) else {
            self.accessed(&reason, &reach, place.span);
            self.copy_mut().bound.insert(temporary, Bound::Unknown(reason));
            return Ok(());
        };
        if unused {
            self.accessed(&reason, &reach, place.span);
            self.copy_mut().bound.insert(temporary, Bound::Unknown(reason));
            return Ok(());
        }
        let next = self.next(node, temporary)?;
        let span = next.as_ref().map_or(place.span, |next| self.graph.nodes[next.node.index()].span);
        self.accessed(&reason, &reach, span);
        let value = match next {
            Some(next) => {
                self.emit(Made::Unsupported { target: next.target, reason }, span);
                self.copy_mut().fused.insert(next.node, next.target);
                Expr::Scalar(next.target)
            }
            None => self.unknown_of(reason, ty, place.span),
        };
        self.copy_mut().bound.insert(temporary, Bound::Value(value));
        Ok(())
    }

    /// The value of something that is not modelled.
    pub fn load_unknown(&mut self, reason: Unmodelled, reach: &Reach, ty: IntegerType, span: Span) -> Expr {
        self.accessed(&reason, reach, span);
        self.unknown_of(reason, ty, span)
    }

    /// Whether the next node stores a temporary where nobody knows.
    fn goes_nowhere(&mut self, node: NodeId, temporary: TemporaryId) -> Result<bool, Gap> {
        let graph = self.graph;
        let Action::Store { place, value } = &graph.nodes[node.index() + 1].action else { return Ok(false) };
        let same = matches!(unconverted(value).kind, ExprKind::Temporary(other) if other == temporary);
        let found = graph.outline.found.get(&NodeId(node.0 + 1));
        let target = found.and_then(|found| self.copy().targets.get(found));
        Ok(same && matches!(place.base, Base::Pointer(_)) && matches!(target, Some(Target::Unknown(..))))
    }

    /// Writes something that is not modelled.
    pub fn write_unknown(
        &mut self,
        value: &graph::Expr,
        (reason, reach): (Unmodelled, Reach),
        span: Span,
    ) -> Result<(), Gap> {
        self.used(value)?;
        self.stored_unknown(reason, &reach, span);
        Ok(())
    }

    /// Something is stored where nothing is modelled.
    pub fn stored_unknown(&mut self, reason: Unmodelled, reach: &Reach, span: Span) {
        let special = match reason {
            Unmodelled::ConstantObject | Unmodelled::Overlapping | Unmodelled::ManyElements => true,
            Unmodelled::NoText
            | Unmodelled::Body { .. }
            | Unmodelled::NullPointer
            | Unmodelled::NestedFunction
            | Unmodelled::Beyond(_)
            | Unmodelled::Construct(_) => false,
        };
        let escaped = *reach == Reach::Escaped;
        let reason = if escaped && !special { "store through a pointer".into() } else { reason };
        self.accessed(&reason, reach, span);
        if let Reach::Shared(union, cells) = reach {
            let union = self.kept_index((**union).clone(), span);
            self.spoil(&union, cells, &reason, span);
        }
        if escaped {
            self.clobber(true, span);
        }
    }

    /// Evaluates a value that goes somewhere that is not modelled.
    pub fn used(&mut self, value: &graph::Expr) -> Result<(), Gap> {
        if let Type::Pointer(..) = value.ty {
            let pointer = self.pointer(value)?;
            self.escape(&pointer);
            return self.computed_offset(&pointer, value.span);
        }
        match &value.kind {
            ExprKind::Convert(operand) => self.used(operand),
            ExprKind::Compare(_, left, right) => {
                self.used(left)?;
                self.used(right)
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Distance(..) => {
                let outer = self.enter(UnitKind::Assign);
                let computed = self.value(value)?;
                let (ty, name) = (self.type_of(&computed), self.text(value));
                let target = self.temporary(ty, name, value.span);
                self.assign(target, computed, value.span);
                self.leave(outer);
                Ok(())
            }
            ExprKind::Unmodelled(reason) => {
                self.obtained(reason, value.span);
                Ok(())
            }
            ExprKind::Read(place) => {
                if let Some(ty) = self.shapes.bits(&value.ty) {
                    let target = self.target(place)?;
                    let name = self.place_text(place);
                    self.check_value(&target, &name, place.span);
                    if !matches!(target, Target::Unknown(..)) {
                        let outer = self.enter(UnitKind::Assign);
                        let read = self.load(&target, &name, ty, place.span);
                        self.looked_at(read, &name, value.span);
                        self.leave(outer);
                    }
                }
                Ok(())
            }
            ExprKind::Integer(_) | ExprKind::Temporary(_) => Ok(()),
            // Of a type that nobody knows, perhaps a pointer.
            ExprKind::Moved { pointer, by, .. } => {
                self.used(pointer)?;
                self.used(by)
            }
            ExprKind::Address(..) | ExprKind::Function(_) => Err(Gap::Shape("value")),
        }
    }

    /// What is computed from something that was read is not modelled, but it has to have a value.
    pub fn looked_at(&mut self, read: Expr, name: &str, span: Span) {
        let outer = self.enter(UnitKind::Assign);
        let target = self.temporary(self.type_of(&read), name.to_owned(), span);
        self.assign(target, read, span);
        self.leave(outer);
    }

    /// Why a value is not modelled that is no integer.
    pub fn reason_of(&self, value: &graph::Expr) -> Unmodelled {
        match &value.kind {
            ExprKind::Unmodelled(reason) => reason.clone(),
            ExprKind::Convert(operand) => self.reason_of(operand),
            _ => self.reason_of_type(&value.ty),
        }
    }

    /// Why a value of a type is not modelled that is no integer.
    pub fn reason_of_type(&self, ty: &Type) -> Unmodelled {
        let usual = if matches!(ty, Type::Float(_)) { "floating-point value" } else { "value" };
        self.shapes.unmodelled(ty).unwrap_or_else(|| usual.to_owned()).into()
    }

    /// An address as an integer: that is not known, and who has it may find the object.
    pub fn number_of(&mut self, pointer: &graph::Expr, ty: IntegerType, span: Span) -> Result<Expr, Gap> {
        let at = self.pointer(pointer)?;
        self.escape(&at);
        self.computed_offset(&at, pointer.span)?;
        let reason = match at {
            Pointer::Into { .. } => "address of a variable".into(),
            Pointer::Null | Pointer::Harmless => "pointer value".into(),
            Pointer::Unknown(reason) => reason,
        };
        Ok(self.unknown_of(reason, ty, span))
    }

    /// Code runs that nobody knows.
    pub fn unknown_code(
        &mut self,
        reason: &Unmodelled,
        reached: &[graph::Expr],
        (effect, calls_back): (Effect, bool),
        span: Span,
    ) -> Result<(), Gap> {
        let mut memory = false;
        for value in reached {
            let pointer = self.pointer(value)?;
            memory |= !matches!(pointer, Pointer::Null | Pointer::Harmless);
            self.escape(&pointer);
        }
        if calls_back || matches!(effect, Effect::Calls) {
            self.call_back(span)?;
        }
        match effect {
            Effect::Reads | Effect::Into | Effect::Writes | Effect::Calls => {}
            Effect::Later | Effect::Leaves | Effect::Ends => {
                self.cut(reason, span);
                return Ok(());
            }
        }
        let Unmodelled::Body { function } = reason else {
            if memory {
                self.unjudged(reason, span);
            }
            if matches!(effect, Effect::Writes | Effect::Calls) {
                self.clobber(true, span);
            }
            return Ok(());
        };
        self.escape_pools();
        let entry = self.tree.function(function).map(|id| &self.tree.functions[id.index()]);
        self.note_given(reached, entry.map_or(&Type::Void, |entry| &entry.signature.result));
        self.clobber(true, span);
        if entry.is_none_or(|entry| !entry.stops) {
            let first = self.outside.entry(function.clone()).or_insert(span);
            *first = (*first).min(span);
        }
        Ok(())
    }

    /// A library function reads what pointers lead to.
    pub fn inspect(
        &mut self,
        reason: &Unmodelled,
        reached: &[graph::Expr],
        (texts, keeps): (usize, bool),
        span: Span,
    ) -> Result<(), Gap> {
        let mut memory = false;
        for (number, value) in reached.iter().enumerate() {
            let pointer = self.pointer(value)?;
            if let (Pointer::Null, true) = (&pointer, number < texts) {
                let name = self.text(value);
                self.accessed(reason, &Reach::Null { pointer: value.span, name }, value.span);
            }
            memory |= !matches!(pointer, Pointer::Null | Pointer::Harmless);
            if keeps {
                self.escape(&pointer);
            }
        }
        if memory {
            self.unjudged(reason, span);
        }
        Ok(())
    }

    /// Whether nobody may take any result of a function without a body for possible: it has a fixed meaning, or computes with
    /// what is not modelled.
    pub fn is_fixed(&self, function: &str) -> bool {
        let entry = self.tree.function(function).map(|id| &self.tree.functions[id.index()]);
        let float = |entry: &Function| entry.passing.iter().any(|ty| matches!(ty, Type::Float(_)));
        vocabulary::is_standard(function)
            || function.starts_with("__")
            || self.tree.linkage.is_foreign(function)
            || entry.is_none_or(|entry| !entry.declared && self.tree.library_headers || float(entry))
    }

    /// Control goes on where nobody follows.
    pub fn cut(&mut self, reason: &Unmodelled, span: Span) {
        self.cut_for(ObligationKind::Jump, reason, span);
    }

    /// A run that comes here is not followed.
    pub fn cut_for(&mut self, kind: ObligationKind, reason: &Unmodelled, span: Span) {
        let outer = self.enter(UnitKind::Check);
        let node = self.emit(Made::Cut { reason: reason.clone() }, span);
        self.leave(outer);
        self.out.obligations.push(Obligation { kind, node, span, reason: reason.clone() });
    }
}
