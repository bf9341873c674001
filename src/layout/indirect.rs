//! Calls through pointers, of functions that only have a contract, and calls back from code that nobody knows.
//!
//! The graph asks which function with a body is meant before a call through a pointer. What is left is a choice among those
//! without bodies whose names are used as values, or code that nobody knows.

use std::collections::BTreeSet;

use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{
    Action as Made, Condition, Expr, NodeId, ObligationKind, ProcedureId, ScalarId, Site, UnitKind,
};
use focuscheck_cells::facts::reads::node_assigns;
use focuscheck_check::library::{self, Effect};
use focuscheck_check::tree::{FunctionId, Item};
use focuscheck_check::types::{Signature, Type};
use focuscheck_ir::program::graph::{self, Argument, Receiver};

use super::build::Stage;
use super::check::decided;
use super::copy::Bound;
use super::findings::Owner;
use super::function::CODE;
use super::gap::Gap;
use super::region::Pointer;
use super::target::Target;
use super::uninitialised::GivenBack;
use super::usage::leaves;
use super::version::Called;

/// A call is no choice between more functions than this.
const MAX_TARGETS: usize = 16;

/// Why the value of a call through a pointer is not known.
const THROUGH_POINTER: &str = "call through a pointer";

/// What a call of a copy is made of.
pub(super) struct Prepared {
    /// The copy.
    pub callee: usize,
    /// What it gets.
    pub values: Vec<Expr>,
    /// The scalars that get what objects hold afterwards, by the formals of these.
    pub back: Vec<(ScalarId, ScalarId)>,
    /// What is stored elsewhere then.
    pub stores: Vec<GivenBack>,
    /// The objects that it gets.
    pub regions: Vec<super::region::Region>,
}

impl Stage<'_> {
    /// Evaluates what a call of a procedure gets.
    pub fn prepare(
        &mut self,
        origin: graph::ProcedureId,
        arguments: &[Argument],
        span: Span,
    ) -> Result<Prepared, Gap> {
        let Called { number: callee, mut values, objects: regions, spans } =
            self.called(origin, arguments, span)?;
        let (given, back, mut stores) = self.given(&regions, &spans);
        let formals = self.copies[callee].formals.clone();
        let (own, objects) = formals.split_at(formals.len().saturating_sub(given.len()));
        for (number, formal) in own.iter().enumerate() {
            let ty = self.out.scalars[formal.index()].ty;
            match values.get(number).cloned() {
                Some(value) => values[number] = self.convert(ty, value),
                None => return Err(Gap::Shape("argument")),
            }
        }
        values.extend(given);
        let mut back: Vec<(ScalarId, ScalarId)> = objects.iter().copied().zip(back).collect();
        self.give_flags(callee, (&mut values, &mut back, &mut stores), span);
        Ok(Prepared { callee, values, back, stores, regions })
    }

    /// A call through a pointer.
    pub fn call_through(
        &mut self,
        pointer: &graph::Expr,
        (arguments, receiver): (&[Argument], Option<&Receiver>),
        span: Span,
    ) -> Result<(), Gap> {
        let number = self.code(pointer)?;
        let signature = match &pointer.ty {
            Type::Pointer(to, _) => match &**to {
                Type::Function(signature) => Some(signature.clone()),
                _ => None,
            },
            _ => None,
        };
        let result = signature.as_ref().map(|signature| signature.result.clone());
        let ty = result.as_ref().and_then(|ty| self.shapes.scalar(ty));
        let modelled = ty.is_some() || matches!(result, Some(Type::Void));
        let targets = signature.as_deref().map(|signature| self.targets_of(signature)).unwrap_or_default();
        let received = match receiver {
            Some(Receiver::Temporary(temporary)) => Some(*temporary),
            Some(Receiver::Object(_)) | None => None,
        };
        let record = matches!(receiver, Some(Receiver::Object(_)));
        if targets.is_empty() || targets.len() > MAX_TARGETS || !modelled || record {
            return self.unknown_target((arguments, receiver), (result.as_ref(), ty), span);
        }
        let number = match number {
            number @ (Expr::Constant(..) | Expr::Scalar(_)) => number,
            number => {
                let text = self.text(pointer);
                let target = self.temporary(CODE, text, pointer.span);
                self.assign(target, number, pointer.span);
                Expr::Scalar(target)
            }
        };
        let target = ty.map(|ty| {
            let name = received.map_or_else(String::new, |temporary| self.title_of(temporary).text);
            self.temporary(ty, name, span)
        });
        let join = self.new_label(span);
        let known = match number {
            Expr::Constant(known, _) => Some(known),
            _ => None,
        };
        let mut decided = false;
        for id in targets {
            let own = self.function_number(id);
            if known.is_some_and(|known| known != own) {
                continue;
            }
            decided |= known.is_some();
            let (holds, fails) = (self.new_label(span), self.new_label(span));
            if known.is_some() {
                self.jump(holds);
            } else {
                let (left, right) = (number.clone(), Expr::Constant(own, CODE));
                let condition = Condition { relation: Relation::Equal, left, right };
                self.asked_which(condition, pointer.span, (holds, fails));
            }
            self.place_label(holds);
            let outer = self.enter(UnitKind::Call);
            self.call_without_body(id, arguments, target, span)?;
            self.leave(outer);
            self.jump(join);
            self.place_label(fails);
        }
        if !decided {
            self.check_callee(&number, pointer);
            self.cut_for(ObligationKind::Limit, &THROUGH_POINTER.into(), span);
        }
        self.open.clear();
        self.place_label(join);
        self.bind_result(received, result.as_ref(), target.map(Expr::Scalar));
        Ok(())
    }

    /// A call through a pointer that leads to no function which it may be meant for: what comes next is not followed.
    pub fn call_nothing(&mut self, pointer: &graph::Expr, span: Span) -> Result<(), Gap> {
        let number = self.code(pointer)?;
        self.check_callee(&number, pointer);
        self.cut_for(ObligationKind::Limit, &THROUGH_POINTER.into(), span);
        Ok(())
    }

    /// The check of a pointer to a function that is called: it is not null.
    fn check_callee(&mut self, number: &Expr, pointer: &graph::Expr) {
        let null =
            Condition { relation: Relation::Equal, left: number.clone(), right: Expr::Constant(0, CODE) };
        if self.asks(CheckKind::Pointer) && decided(&null) != Some(false) {
            let text = self.pointer_text(&self.text(pointer), "not null");
            self.check_pointer(vec![null], format!("function {text}"), pointer.span);
        }
    }

    /// A call of nobody knows what.
    fn unknown_target(
        &mut self,
        (arguments, receiver): (&[Argument], Option<&Receiver>),
        (result, ty): (Option<&Type>, Option<IntegerType>),
        span: Span,
    ) -> Result<(), Gap> {
        self.unknown_call(arguments, span)?;
        match receiver {
            Some(Receiver::Object(object)) => self.forget_object(*object, span)?,
            Some(Receiver::Temporary(temporary)) => {
                let unknown = ty.map(|ty| self.unknown_of(THROUGH_POINTER.into(), ty, span));
                self.bind_result(Some(*temporary), result, unknown);
            }
            None => {}
        }
        Ok(())
    }

    /// A branch that is a condition of its own: nothing is open after it.
    fn asked_which(&mut self, condition: Condition, span: Span, (holds, fails): (NodeId, NodeId)) {
        let outer = self.enter(UnitKind::Condition);
        self.branch(condition, span, holds, fails);
        if let Some(unit) = self.unit {
            self.out.units[unit.index()].exits = Some((holds, fails));
        }
        self.leave(outer);
    }

    /// What a temporary gets from a call whose value is a number, or has no cells.
    fn bind_result(&mut self, temporary: Option<graph::TemporaryId>, ty: Option<&Type>, value: Option<Expr>) {
        let Some(temporary) = temporary else { return };
        let bound = match (value, ty) {
            (Some(value), _) => Bound::Value(value),
            (None, Some(Type::Pointer(..))) => Bound::Pointer(Pointer::Unknown(THROUGH_POINTER.into())),
            (None, _) => Bound::Unknown(THROUGH_POINTER.into()),
        };
        self.copy_mut().bound.insert(temporary, bound);
    }

    fn forget_object(&mut self, object: focuscheck_check::tree::ObjectId, span: Span) -> Result<(), Gap> {
        let Ok(variable) = self.variable(object) else { return Ok(()) };
        let target = Target::Cell(variable.first);
        let why = (Unmodelled::from(THROUGH_POINTER), super::target::Reach::Own);
        self.forget_cells(&target, variable.count, why, span)
    }

    /// The functions without bodies that a pointer of a type may be meant to call, in the order in which they are declared:
    /// those with bodies were asked for before.
    fn targets_of(&self, signature: &Signature) -> Vec<FunctionId> {
        let fits = |id: &&FunctionId| {
            let entry = &self.tree.functions[id.index()];
            self.graph.bodies[self.tree.resolved(**id).index()].is_none()
                && self.shapes.compatible_signatures(&entry.signature, signature)
        };
        self.functions.iter().filter(fits).copied().collect()
    }

    /// Calls a function that nobody defines, through a pointer or because it has a contract.
    pub fn call_without_body(
        &mut self,
        id: FunctionId,
        arguments: &[Argument],
        target: Option<ScalarId>,
        span: Span,
    ) -> Result<(), Gap> {
        let entry = &self.tree.functions[id.index()];
        let reason = Unmodelled::Body { function: entry.name.clone() };
        let reached = self.reached_by(arguments)?;
        self.unknown_code(&reason, &reached, (Effect::Calls, true), span)?;
        if entry.stops {
            self.emit(Made::Stop(None), span);
            return Ok(());
        }
        let Some(target) = target else { return Ok(()) };
        // Of no number of a function anybody may say that it comes from there.
        let ty = self.out.scalars[target.index()].ty;
        if self.is_fixed(&entry.name) || ty == CODE || ty.float {
            self.emit(Made::Unsupported { target, reason }, span);
            return Ok(());
        }
        let undefined = Some(entry.name.clone()).filter(|name| self.outside.contains_key(name));
        let site = self.new_site(Site { undefined, ..Site::new(entry.name.clone(), ty, span) });
        self.emit(Made::Input { target, site }, span);
        Ok(())
    }

    /// A call of a function that only has a contract.
    pub fn call_declared(
        &mut self,
        id: FunctionId,
        (arguments, receiver): (&[Argument], Option<&Receiver>),
        span: Span,
    ) -> Result<(), Gap> {
        let result = self.tree.functions[id.index()].signature.result.clone();
        let ty = self.shapes.scalar(&result);
        let received = match receiver {
            Some(Receiver::Temporary(temporary)) => Some(*temporary),
            Some(Receiver::Object(_)) | None => None,
        };
        let target = ty.map(|ty| {
            let name = received.map_or_else(String::new, |temporary| self.title_of(temporary).text);
            self.temporary(ty, name, span)
        });
        self.call_without_body(id, arguments, target, span)?;
        if let Some(Receiver::Object(object)) = receiver {
            self.forget_object(*object, span)?;
        }
        self.bind_result(received, Some(&result), target.map(Expr::Scalar));
        Ok(())
    }

    /// The values of arguments through which something can be reached; the others are evaluated.
    fn reached_by(&mut self, arguments: &[Argument]) -> Result<Vec<graph::Expr>, Gap> {
        let mut reached = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Value(value) if matches!(value.ty, Type::Pointer(..)) => {
                    reached.push(value.clone())
                }
                Argument::Value(value) => self.used(value)?,
                Argument::Record(place) => _ = self.target(place)?,
            }
        }
        Ok(reached)
    }

    /// A call through a pointer of which nobody knows where it leads.
    fn unknown_call(&mut self, arguments: &[Argument], span: Span) -> Result<(), Gap> {
        let reason = Unmodelled::from(THROUGH_POINTER);
        let reached = self.reached_by(arguments)?;
        for value in &reached {
            let pointer = self.pointer(value)?;
            self.escape(&pointer);
        }
        self.call_back(span)?;
        // The pointer may be null, or none to a function.
        self.unjudged(&reason, span);
        self.clobber(true, span);
        // It calls something: what nobody defines here, which may not come back.
        if self.callbacks().is_empty() || self.leaves() {
            self.cut(&reason, span);
        }
        Ok(())
    }

    /// Whether control may go on somewhere else from a function whose name is used as a value.
    fn leaves(&self) -> bool {
        let initial = |item: &Item| match item {
            Item::Initializer(_, initializer) => leaves(self.tree, initializer),
            Item::Function(_) | Item::Object(_) | Item::Assembler => false,
        };
        self.usages.values().any(|usage| usage.leaves)
            || self.tree.items.iter().any(initial)
            || self.functions.iter().any(|id| {
                let entry = &self.tree.functions[id.index()];
                entry.definition.is_none() && library::leaves(&entry.name)
            })
    }

    /// The functions with bodies that may be called through pointers: with text for the assembler all of them.
    pub fn callbacks(&self) -> BTreeSet<FunctionId> {
        let defined = |id: &FunctionId| self.graph.bodies[id.index()].is_some();
        let named = self.functions.iter().map(|id| self.tree.resolved(*id)).filter(defined);
        let mut found: BTreeSet<FunctionId> = named.collect();
        if self.has_assembler {
            let all = self.tree.items.iter().filter_map(|item| match item {
                Item::Function(id) => Some(self.tree.resolved(*id)),
                Item::Object(_) | Item::Initializer(..) | Item::Assembler => None,
            });
            found.extend(all.filter(defined));
        }
        found
    }

    /// Code that nobody knows calls each function that it may know of, with any arguments: any number of times and in any
    /// order, so what they change has changed before each call, too.
    pub fn call_back(&mut self, span: Span) -> Result<(), Gap> {
        let callbacks = self.callbacks();
        if callbacks.is_empty() {
            return Ok(());
        }
        self.clobber(true, span);
        for id in callbacks {
            let number = self.copies.iter().position(|copy| copy.function == id && copy.key.is_empty());
            let Some(number) = number else { return Err(Gap::Shape("callback")) };
            let left = self.unknown_of("choice of a function pointer".into(), CODE, span);
            let (calls, rest) = (self.new_label(span), self.new_label(span));
            let right = Expr::Constant(0, CODE);
            let condition = Condition { relation: Relation::NotEqual, left, right };
            self.asked_which(condition, span, (calls, rest));
            self.place_label(calls);
            let mut arguments = Vec::new();
            for formal in self.copies[number].formals.clone() {
                let ty = self.out.scalars[formal.index()].ty;
                arguments.push(self.unknown_of("argument of a call through a pointer".into(), ty, span));
            }
            // What comes from elsewhere has values.
            arguments.extend(self.copies[number].flags.iter().map(|_| Expr::Constant(1, IntegerType::BOOL)));
            let callee = ProcedureId(number as u32);
            let outer = self.enter(UnitKind::Call);
            self.emit(Made::Call { callee, arguments, results: Vec::new() }, span);
            self.leave(outer);
            self.after_call(number, span);
            self.place_label(rest);
        }
        Ok(())
    }

    /// The copies of what may be called back.
    pub fn copies_called_back(&self) -> Vec<usize> {
        let callbacks = self.callbacks();
        let copies = self.copies.iter().enumerate();
        let known = copies.filter(|(_, copy)| callbacks.contains(&copy.function) && copy.key.is_empty());
        known.map(|(number, _)| number).collect()
    }

    /// The objects in static storage that functions change that may be called back, or those that they call.
    pub fn changed_by_callbacks(&self) -> BTreeSet<Owner> {
        let called = self.called_from(self.copies_called_back());
        let mut found = BTreeSet::new();
        for node in self.out.nodes.iter().filter(|node| called.contains(&node.procedure.index())) {
            for cell in node_assigns(&node.action) {
                let range = self.owners.range(..=cell).next_back();
                if let Some((first, (count, owner @ (Owner::Static(_) | Owner::Pool(_))))) = range
                    && cell.0 < first.0 + count
                {
                    found.insert(*owner);
                }
            }
        }
        found
    }
}
