//! Calls on a run that is judged: preconditions where they begin, postconditions where they end.

use std::collections::BTreeMap;
use std::rc::Rc;

use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Checked, Contract, Group};
use focuscheck_check::tree::{FunctionId, ObjectId};
use focuscheck_ir::program::graph::{Argument, Receiver};

use super::ending::{At, Ending, Property};
use super::execution::{Execution, Plan, Under};
use super::instance::{Instance, Shown, Side};
use super::judge::{Goes, Judge, Spot};
use super::reading::{Judged, Outcome};
use super::run::Returned;
use super::store::{Byte, Bytes};
use super::value::{BlockId, Value};

impl<'g> Judge<'_, 'g> {
    /// A call begins: of the function that was started, or at a place.
    pub(super) fn enter(&mut self, call: Option<Span>) -> Goes {
        let frame = &self.machine.frames[self.machine.frames.len() - 1];
        let (procedure, first) = (frame.procedure, frame.first);
        let function = self.functions.get(&procedure).copied();
        let inlined = function.is_some_and(|id| self.goal.inlined.contains(&id));
        let plan = self
            .plans
            .entry(procedure)
            .or_insert_with(|| Rc::new(Plan::of(self.machine.graph, self.goal.tree, procedure, function)));
        let by_contract = call.is_none() || !inlined;
        let mut execution = Execution::new(self.goal.tree, function, by_contract, first);
        execution.plan = Some(Rc::clone(plan));
        let remembered = plan.named.pre;
        self.stack.push(execution);
        let number = self.stack.len() - 1;
        let objects = self.objects(number).clone();
        self.begin(&objects, call)?;
        if remembered {
            let pre = self.snapshot();
            self.stack[number].pre = Some(pre);
        }
        if call.is_none() {
            self.groups()?;
        }
        Ok(())
    }

    /// What holds and what is allowed where the innermost call begins, with these parameters.
    fn begin(&mut self, objects: &BTreeMap<ObjectId, BlockId>, call: Option<Span>) -> Goes {
        let (number, execution) = self.last();
        let tree = self.goal.tree;
        let behaviors = execution.contract.into_iter().flat_map(|contract| &contract.behaviors);
        let applies = behaviors.map(|behavior| {
            let mut doubt = None;
            for clause in &behavior.assumes {
                match execution.reader(self.machine, tree, objects).predicate(&clause.predicate) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(why) => doubt = doubt.or(Some(why)),
                }
            }
            doubt.map_or(Ok(true), Err)
        });
        let applies: Vec<Judged> = applies.collect();
        self.stack[number].applies = applies;
        let measure_first =
            call.is_some() && self.goal.asked.is_some_and(|asked| asked.property == Property::Decreases);
        if measure_first {
            self.measured(objects, call)?;
        }
        let (_, execution) = self.last();
        let mut requires = execution.requires();
        match call {
            Some(span) => requires = self.asked_first(Property::Pre, At::Here(span.start), requires),
            None => {
                let asked = self.goal.asked.and_then(|asked| asked.clause);
                requires.sort_by_key(|(clause, _)| asked != Some(clause.span));
            }
        }
        for (clause, under) in requires {
            if call.is_none() && clause.kind == Checked::CheckOnly || self.passes_by(clause) {
                continue;
            }
            let mut reader = execution.reader(self.machine, tree, objects);
            let Some(instance) = execution.fault(&mut reader, (clause, under))? else { continue };
            return Err(match (call, clause.kind) {
                (None, _) => Ending::NoState(clause.span),
                (Some(_), Checked::AdmitOnly) => Ending::NoRun(clause.span),
                (Some(span), Checked::Full | Checked::CheckOnly) => {
                    let at = At::Here(span.start);
                    let spot = Spot { property: Property::Pre, at, span, clause: Some(clause.span) };
                    self.fails(spot, number - 1, Some(instance))
                }
            });
        }
        if !measure_first {
            self.measured(objects, call)?;
        }
        let (_, execution) = self.last();
        let mut allowed = Vec::new();
        let mut reader = execution.reader(self.machine, tree, objects);
        if let Some(contract) = execution.contract.filter(|_| execution.by_contract) {
            if let Some(assigns) = &contract.assigns {
                allowed.push(reader.allowed(assigns, Ok(true), execution.first));
            }
            for (behavior, applies) in contract.behaviors.iter().zip(&execution.applies) {
                if let Some(assigns) = &behavior.assigns {
                    allowed.push(reader.allowed(assigns, applies.clone(), execution.first));
                }
            }
        }
        if let Some(span) = call {
            self.assigns_enough(objects, span)?;
        }
        self.stack[number].allowed = allowed;
        Ok(())
    }

    /// The measure of the function whose call begins: if it was called by itself, it has to be smaller.
    fn measured(&mut self, objects: &BTreeMap<ObjectId, BlockId>, call: Option<Span>) -> Goes {
        let (number, execution) = self.last();
        let contract = execution.contract.filter(|_| execution.by_contract);
        let Some(variant) = contract.and_then(|contract| contract.decreases.as_ref()) else { return Ok(()) };
        let mut reader = execution.reader(self.machine, self.goal.tree, objects);
        let now = match &variant.relation {
            Some(relation) => reader.doubt(relation.what.as_str(), relation.span),
            None => reader.number(&variant.term),
        };
        let caller = number.checked_sub(1).map(|caller| &self.stack[caller]);
        let before = caller.filter(|caller| caller.function == execution.function);
        if let (Some(span), Some(before)) = (call, before.and_then(|caller| caller.measure.clone())) {
            let (before, now) = (before?, now.clone()?);
            if now >= before || before < 0 {
                let side = |value| Side { span: variant.term.span, value: Shown::Integer(value) };
                let sides = Some((side(now), side(before)));
                let relation = (before >= 0).then_some(Relation::Less);
                let instance = Instance { relation, sides, ..Instance::new(variant.term.span) };
                let (property, at) = (Property::Decreases, At::Here(span.start));
                let spot = Spot { property, at, span, clause: Some(variant.span) };
                return Err(self.fails(spot, number - 1, Some(instance)));
            }
        }
        self.stack[number].measure = Some(now);
        Ok(())
    }

    /// Whether the calls around allow what a function that is called says it assigns.
    fn assigns_enough(&self, objects: &BTreeMap<ObjectId, BlockId>, span: Span) -> Goes {
        let (number, execution) = self.last();
        let Some(contract) = execution.contract.filter(|_| execution.by_contract) else { return Ok(()) };
        let mut extents = Vec::new();
        for location in contract.assigns.iter().flat_map(|assigns| &assigns.locations) {
            let mut reader = execution.reader(self.machine, self.goal.tree, objects);
            extents.extend(reader.extents(location)?);
        }
        self.assignable(number, &extents, span)
    }

    /// Whether the behaviours of the function that was started are complete and disjoint as it says.
    fn groups(&self) -> Goes {
        let (number, execution) = self.last();
        let Some(contract) = execution.contract else { return Ok(()) };
        let complete = contract.complete.iter().map(|group| (Property::Complete, group));
        let disjoint = contract.disjoint.iter().map(|group| (Property::Disjoint, group));
        let mut groups: Vec<(Property, &Group)> = complete.chain(disjoint).collect();
        groups.sort_by_key(|(property, group)| !self.is_asked(*property, At::Here(group.span.start), None));
        for (property, group) in groups {
            let applied = Self::applied(execution, contract, group);
            if property == Property::Complete {
                if !applied.contains(&Ok(true)) {
                    self.group(applied, group, Property::Complete, number)?;
                }
                continue;
            }
            if applied.iter().filter(|applied| **applied == Ok(true)).count() > 1 {
                self.group(Vec::new(), group, Property::Disjoint, number)?;
            }
            let open = applied.iter().filter(|applied| **applied != Ok(false)).count();
            if let (true, Some(doubt)) = (open > 1, applied.into_iter().find_map(Result::err)) {
                return Err(doubt.into());
            }
        }
        Ok(())
    }

    fn applied(execution: &Execution<'_>, contract: &Contract, group: &Group) -> Vec<Judged> {
        let behaviors = contract.behaviors.iter().zip(&execution.applies);
        let named = behaviors
            .filter(|(behavior, _)| group.behaviors.is_empty() || group.behaviors.contains(&behavior.name));
        named.map(|(_, applies)| applies.clone()).collect()
    }

    /// A list of behaviours is not what it is said to be, unless something in it is not known.
    fn group(&self, applied: Vec<Judged>, group: &Group, property: Property, number: usize) -> Goes {
        if let Some(doubt) = applied.into_iter().find_map(Result::err) {
            return Err(doubt.into());
        }
        let spot = Spot { property, at: At::Here(group.span.start), span: group.span, clause: None };
        Err(self.fails(spot, number, None))
    }

    /// The innermost call ends: what it declared is no more, and its postconditions have to hold.
    pub(super) fn leave(&mut self) -> Goes {
        let (number, _) = self.last();
        let frame = &mut self.machine.frames[self.base - 1 + number];
        let (outcome, record) = match &frame.returned {
            Some(Returned::Value(value)) => (Outcome::Scalar(*value), None),
            Some(Returned::Record(bytes)) => (Outcome::None, Some(bytes.clone())),
            None => (Outcome::None, None),
        };
        let blocks: Vec<BlockId> = frame.objects.values().copied().collect();
        blocks.into_iter().for_each(|block| self.machine.memory.end(block));
        let (_, execution) = self.last();
        let ensures = execution.ensures();
        if ensures.is_empty() {
            return Ok(());
        }
        let (outcome, kept) = match record {
            Some(bytes) => {
                let block = self.kept(bytes);
                (Outcome::Record(block), Some(block))
            }
            None => (outcome, None),
        };
        let done = self.ensured(&ensures, outcome);
        kept.into_iter().for_each(|block| self.machine.memory.end(block));
        done
    }

    /// A block that holds bytes.
    fn kept(&mut self, bytes: Bytes) -> BlockId {
        let block = self.machine.memory.allocate(Some(bytes.size()), Byte::Unset);
        // As many as the block has are never too many.
        _ = self.machine.memory.put(block, 0, bytes);
        block
    }

    fn ensured(&self, ensures: &[Under<'g>], outcome: Outcome) -> Goes {
        let (number, execution) = self.last();
        let entry = execution.function.map(|id| &self.goal.tree.functions[id.index()]);
        let body = entry.and_then(|entry| entry.definition.as_ref()).map(|definition| definition.body_span);
        let end = body.map_or(0, |body| body.end.saturating_sub(1));
        for (clause, under) in self.asked_first(Property::Post, At::Here(end), ensures.to_vec()) {
            if number == 0 && clause.kind == Checked::AdmitOnly || self.passes_by(clause) {
                continue;
            }
            let objects = self.objects(number);
            let mut reader = execution.reader_after(self.machine, self.goal.tree, objects, outcome);
            let Some(instance) = execution.fault(&mut reader, (clause, under))? else { continue };
            let (at, span) = (At::Here(end), Span::new(end, end + 1));
            let spot = Spot { property: Property::Post, at, span, clause: Some(clause.span) };
            return Err(match clause.kind {
                Checked::AdmitOnly => Ending::NoRun(clause.span),
                Checked::Full | Checked::CheckOnly => self.fails(spot, number, Some(instance)),
            });
        }
        Ok(())
    }

    /// A call of a function that has a contract and no body: what it returns is given, and it changes nothing, as it may if
    /// its postconditions hold then.
    pub(super) fn declared(
        &mut self,
        function: FunctionId,
        arguments: &'g [Argument],
        result: Option<&'g Receiver>,
        span: Span,
    ) -> Goes {
        let function = self.goal.tree.resolved(function);
        let by_contract = !self.goal.inlined.contains(&function);
        let first = self.machine.memory.next();
        let execution = Execution::new(self.goal.tree, Some(function), by_contract, first);
        let objects = self.passed(&execution, arguments, span)?;
        self.stack.push(execution);
        self.begin(&objects, Some(span))?;
        let outcome = match (self.machine.given.call(span), result) {
            (Some(value), None | Some(Receiver::Temporary(_))) => Outcome::Scalar(Value::Number(value)),
            (None, None) => Outcome::None,
            (None, Some(_)) | (Some(_), Some(Receiver::Object(_))) => {
                return Err(Ending::Unknown { reason: "call of a function without a body".into(), span });
            }
        };
        let (_, execution) = self.last();
        for (clause, under) in execution.ensures() {
            if clause.kind == Checked::CheckOnly {
                continue;
            }
            let mut reader = execution.reader_after(self.machine, self.goal.tree, &objects, outcome);
            if execution.fault(&mut reader, (clause, under))?.is_some() {
                return Err(Ending::NoRun(clause.span));
            }
        }
        self.stack.pop();
        objects.values().for_each(|block| self.machine.memory.end(*block));
        if let (Some(Receiver::Temporary(target)), Outcome::Scalar(value)) = (result, outcome) {
            self.machine.set_temporary(*target, value);
        }
        self.machine.node = self.machine.node().successors[0];
        Ok(())
    }

    /// The parameters of a function without a body.
    fn passed(
        &mut self,
        execution: &Execution<'g>,
        arguments: &'g [Argument],
        span: Span,
    ) -> Result<BTreeMap<ObjectId, BlockId>, Ending> {
        let graph = self.machine.graph;
        let parameters = execution.contract.map_or(&[][..], |contract| &contract.parameters);
        let mut objects = BTreeMap::new();
        for (number, argument) in arguments.iter().enumerate() {
            let bytes = match argument {
                Argument::Record(place) => self.machine.record(place),
                Argument::Value(value) => self.machine.value(value).map(|passed| {
                    let parameter = parameters.get(number).map(|object| &graph.objects[object.index()]);
                    let ty = parameter.map_or(&value.ty, |parameter| &parameter.ty);
                    let passed = self.machine.converted(passed, &value.ty, ty);
                    let size = self.machine.scalar_size(ty).unwrap_or(0);
                    let cut = self.machine.because("part of an address");
                    Bytes::Listed(self.machine.memory.scalar_bytes(passed, size, cut))
                }),
            };
            let bytes = bytes.map_err(|end| self.ending(end))?;
            let Some(&object) = parameters.get(number) else { continue };
            if graph.objects[object.index()].size != Some(bytes.size()) {
                return Err(Ending::Unknown { reason: "argument of an unknown size".into(), span });
            }
            objects.insert(object, self.kept(bytes));
        }
        Ok(objects)
    }
}
