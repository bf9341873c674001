//! Calls, results, and values from outside.

use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::reading::CHOICE_OF;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Condition, Expr, ScalarId, Site, UnitKind};
use focuscheck_cells::facts::reads::reads;
use focuscheck_check::library::{self, Stream};
use focuscheck_check::tree::FunctionId;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{
    Action, Argument, Base, Callee, ExprKind, NodeId, Receiver, SiteId, TemporaryId,
};
use focuscheck_ir::program::text::ASSIGNMENT;

use super::build::Stage;
use super::copy::Bound;
use super::gap::Gap;
use super::indirect::Prepared;
use super::region::{OFFSET, Pointer, Region};
use super::target::Target;
use super::uninitialised::GivenBack;

/// The name of a choice, as it is written.
const CHOICE: &str = "*";

/// What gets a value at the node behind the one that makes it.
pub(super) struct Next {
    pub node: NodeId,
    pub target: ScalarId,
    /// Whether that is a variable, which gives the value its name.
    named: bool,
    /// The types that the value is converted to on the way.
    conversions: Vec<IntegerType>,
}

impl Stage<'_> {
    /// What gets the value of a temporary right after it is made.
    pub fn next(&self, node: NodeId, temporary: TemporaryId) -> Result<Option<Next>, Gap> {
        let graph = self.graph;
        let [mut after] = graph.nodes[node.index()].successors[..] else { return Ok(None) };
        // Checks of conditions come between, and begins of operands.
        loop {
            let passes = match graph.nodes[after.index()].without_value {
                Some(passes) => passes,
                None if self.is_quiet(after) => after,
                None => break,
            };
            let [next] = graph.nodes[passes.index()].successors[..] else { return Ok(None) };
            after = next;
        }
        let (value, target, named) = match &graph.nodes[after.index()].action {
            Action::Store { place, value } if place.is_fixed() => {
                if place.bits.is_some() {
                    return Ok(None);
                }
                let Ok(Target::Cell(cell)) = self.fixed(place) else { return Ok(None) };
                (value, cell, true)
            }
            Action::Store { place, value } if place.steps.is_empty() => {
                let Base::Pointer(pointer) = &place.base else { return Ok(None) };
                let ExprKind::Temporary(held) = pointer.kind else { return Ok(None) };
                let Some(Bound::Pointer(Pointer::Into { region, offset, .. })) = self.copy().bound.get(&held)
                else {
                    return Ok(None);
                };
                if !region.rows.is_empty()
                    || region.constant
                    || *offset != Expr::Constant(0, OFFSET)
                    || self.shapes.cell_count(&region.element) != 1
                {
                    return Ok(None);
                }
                (value, region.first, true)
            }
            Action::Return(Argument::Value(value)) if graph.outline.unit_of[after.index()].is_some() => {
                let Some(result) = self.copy().result else { return Ok(None) };
                (value, result, false)
            }
            _ => return Ok(None),
        };
        let mut conversions = Vec::new();
        let mut inner = value;
        while let ExprKind::Convert(operand) = &inner.kind {
            let Type::Integer(ty) = inner.ty else { return Ok(None) };
            conversions.push(ty);
            inner = operand;
        }
        let same = matches!(inner.kind, ExprKind::Temporary(other) if other == temporary);
        Ok(same.then_some(Next { node: after, target, named, conversions }))
    }

    /// A value from outside.
    pub fn input(
        &mut self,
        node: NodeId,
        temporary: TemporaryId,
        site: SiteId,
        span: Span,
    ) -> Result<(), Gap> {
        let entry = &self.graph.sites[site.index()];
        if let Some(place) = &entry.place {
            return self.read(node, temporary, place);
        }
        // That in which it is used.
        let ty = self.graph.outline.inputs.get(&node).copied().ok_or(Gap::Pointer)?;
        let choice = entry.name == CHOICE || entry.name.starts_with(CHOICE_OF);
        let range = entry.range;
        let next = self.next(node, temporary)?;
        let fits = |ty: &IntegerType| ty.contains(range.0) && ty.contains(range.1);
        let next = next.filter(|next| next.conversions.iter().all(fits));
        let mut name = entry.name.clone();
        let (text, argument) = (entry.text, entry.argument);
        if text.is_some() {
            // It is called like the text, wherever it goes.
        } else if let Some(Next { target, named: true, .. }) = &next
            && !choice
        {
            name = self.out.scalars[target.index()].name.clone();
        } else if let Some(text) = self.filled(node, temporary).filter(|text| !text.contains('…')) {
            name = text;
        }
        let undefined = Some(entry.name.clone()).filter(|name| self.outside.contains_key(name));
        let title = self.title_of(temporary).text;
        let fixed = undefined.clone().filter(|name| self.is_fixed(name));
        let unknown = fixed.map(|function| Unmodelled::Body { function }).or_else(|| {
            let (from, called) = match text {
                Some(_) if argument.is_some() => return None,
                Some(_) => (Some(Stream::Text), "what reads a text"),
                None => (library::function(&entry.name).and_then(|function| function.from), &*entry.name),
            };
            self.repeated_input(from?, called)
        });
        let made = Site {
            star: choice,
            choice,
            range,
            undefined,
            text,
            argument,
            drawn: entry.drawn.filter(|_| !self.graph.draws_unseen),
            ..Site::new(name, ty, entry.span)
        };
        let made = self.new_site(made);
        let (target, span) = match &next {
            Some(next) => (next.target, self.graph.nodes[next.node.index()].span),
            None => (self.temporary(ty, title, entry.span), span),
        };
        match unknown {
            Some(reason) => {
                self.emit(Made::Unsupported { target, reason }, span);
                self.assume_within(target, range, span);
            }
            None => {
                self.emit(Made::Input { target, site: made }, span);
                self.draw(made, target, span);
            }
        };
        if let Some(next) = next {
            self.copy_mut().fused.insert(next.node, target);
        }
        self.copy_mut().bound.insert(temporary, Bound::Value(Expr::Scalar(target)));
        Ok(())
    }

    /// Whatever a value is that nobody knows, it is in the range of what is read.
    fn assume_within(&mut self, target: ScalarId, (low, high): (i128, i128), span: Span) {
        let ty = self.out.scalars[target.index()].ty;
        let outer = self.enter(UnitKind::Assume);
        for (bound, relation, is_said) in
            [(low, Relation::GreaterEqual, low > ty.min()), (high, Relation::LessEqual, high < ty.max())]
        {
            if is_said {
                let right = Expr::Constant(bound, ty);
                self.emit(Made::Assume(Condition { relation, left: Expr::Scalar(target), right }), span);
            }
        }
        self.leave(outer);
    }

    /// The text of the place behind a pointer that is filled with what comes from outside.
    fn filled(&self, node: NodeId, temporary: TemporaryId) -> Option<String> {
        let graph = self.graph;
        let after = graph.nodes[node.index()].successors.first()?;
        let Action::Store { place, value } = &graph.nodes[after.index()].action else { return None };
        let (Base::Pointer(pointer), []) = (&place.base, &place.steps[..]) else { return None };
        let (ExprKind::Temporary(held), ExprKind::Temporary(other)) = (&pointer.kind, &value.kind) else {
            return None;
        };
        let [made] = self.copy().uses.definitions(*held) else { return None };
        let Action::Assign { value: written, .. } = &graph.nodes[made.index()].action else { return None };
        match &written.kind {
            _ if *other != temporary => None,
            ExprKind::Address(of, None) => Some(self.place_text(of)),
            ExprKind::Moved { pointer, by, back: false, .. } => {
                let array = match &pointer.kind {
                    ExprKind::Address(of, Some(_)) => self.place_text(of),
                    _ => self.text(pointer),
                };
                Some(format!("{array}[{}]", self.text(by)))
            }
            _ => None,
        }
    }

    /// Why what a function reads from outside may have been there before: then it is not any value.
    fn repeated_input(&self, from: Stream, name: &str) -> Option<Unmodelled> {
        let called = |stream: fn(&library::Function) -> Option<Stream>, often: bool| {
            library::names(|function| stream(function) == Some(from)).find(|name| {
                let again = self.tree.function(name).and_then(|id| self.is_called_again(id));
                again.is_some_and(|again| again || !often)
            })
        };
        // The same seed gives the same numbers.
        let before =
            called(|function| function.seeds, true).or_else(|| called(|function| function.rewinds, false));
        before.map(|before| format!("result of '{name}' after '{before}'").into())
    }

    /// Whether a function is called more than once in a run; `None` if it is not called.
    fn is_called_again(&self, id: FunctionId) -> Option<bool> {
        let entered = self.original.start().entry.is_some();
        let mut found = None;
        for (caller, usage) in &self.usages {
            let Some(&again) = usage.called.get(&id) else { continue };
            let main = self.tree.functions[caller.index()].name == "main";
            found = Some(again || entered || !main || found.is_some());
        }
        found
    }

    /// A call of a procedure.
    pub fn call(
        &mut self,
        node: NodeId,
        (callee, arguments, receiver): (&Callee, &[Argument], Option<&Receiver>),
        span: Span,
    ) -> Result<(), Gap> {
        let origin = match callee {
            Callee::Procedure(origin) => *origin,
            Callee::Declared(function) => {
                return self.call_declared(*function, (arguments, receiver), span);
            }
            Callee::Missing(pointer) => return self.call_nothing(pointer, span),
            Callee::Pointer(pointer) => return self.call_through(pointer, (arguments, receiver), span),
        };
        let Prepared { callee, values, back, stores, regions } = self.prepare(origin, arguments, span)?;
        if let Some(Receiver::Temporary(temporary)) = receiver {
            let text = self.call_text(callee, arguments);
            self.copy_mut().names.insert(*temporary, text);
        }
        let (mut results, mut place) = (Vec::new(), span);
        let pointer = match receiver {
            Some(Receiver::Temporary(temporary)) => self.taken_pointer(callee, *temporary, span),
            Some(Receiver::Object(_)) | None => None,
        };
        if let Some(pointer) = pointer {
            results.extend(pointer);
        } else if let Some(Receiver::Temporary(temporary)) = receiver
            && !self.returns_unknown(callee, *temporary)
        {
            let next = self.next(node, *temporary)?;
            let result = self.copies[callee].result.ok_or(Gap::Structure)?;
            let ty = self.out.scalars[result.index()].ty;
            let same = |next: &Next| {
                self.out.scalars[next.target.index()].ty == ty
                    && next.conversions.iter().all(|other| *other == ty)
                    // `x = f(&x)`: the result comes after what the call copies back.
                    && !self.is_given(&regions, next.target)
                    // What the call changes unseen comes after it.
                    && !(self.known.changing.contains(&callee) && self.is_exposed(next.target))
            };
            let next = next.filter(same);
            let target = match &next {
                Some(next) => Some(next.target),
                None if !self.copy().uses.is_used(*temporary) => None,
                None => Some(self.temporary(ty, self.title_of(*temporary).text, span)),
            };
            if let (Some(next), Some(target)) = (next, target) {
                place = self.graph.nodes[next.node.index()].span;
                self.copy_mut().called.insert(next.node);
                self.copy_mut().fused.insert(next.node, target);
            }
            results.extend(target.map(|target| (result, target)));
            let bound = target.map_or(Bound::Unused, |target| Bound::Value(Expr::Scalar(target)));
            self.copy_mut().bound.insert(*temporary, bound);
        }
        let received = match receiver {
            Some(Receiver::Object(object)) => self.received(node, callee, *object, &regions),
            Some(Receiver::Temporary(_)) | None => None,
        };
        if let (Some(received), Some(record)) = (&received, &self.copies[callee].record)
            && received.unknown.is_none()
        {
            let cells = || record.cells().zip(received.cells.cells());
            let flags = cells().filter_map(|(from, to)| Some((self.shadow_of(from)?, self.shadow_of(to)?)));
            results.extend(cells().chain(flags));
        }
        results.extend(back);
        let called = focuscheck_cells::facts::cfg::ProcedureId(callee as u32);
        self.emit(Made::Call { callee: called, arguments: values, results }, place);
        self.take_back(stores, span);
        received.iter().for_each(|received| self.forget_received(received, span));
        self.after_call(callee, place);
        Ok(())
    }

    /// Whether a call gives a value that has no cells: that is not known then.
    fn returns_unknown(&mut self, callee: usize, temporary: TemporaryId) -> bool {
        if self.copies[callee].result.is_some() {
            return false;
        }
        let function = &self.tree.functions[self.copies[callee].function.index()];
        let result = &function.signature.result;
        let bound = match result {
            Type::Pointer(..) => {
                let reason = self.shapes.unmodelled(result).unwrap_or_else(|| "structure".to_owned());
                let reason = format!("{reason} returned by '{}'", function.name);
                Bound::Pointer(Pointer::Unknown(reason.as_str().into()))
            }
            _ => Bound::Unknown(self.reason_of_type(result)),
        };
        self.copy_mut().bound.insert(temporary, bound);
        true
    }

    /// Whether a call that gets some objects may change what chooses among cells.
    fn changes_subscript(&self, target: &Target, regions: &[Region]) -> bool {
        let Target::Cells(_, index) = target else { return false };
        let mut read = Vec::new();
        reads(index, &mut read);
        read.into_iter().any(|scalar| {
            let global = self.out.scalars[scalar.index()].procedure.is_none();
            let given = regions.iter().any(|region| self.are_together(region.first, scalar));
            global || given || self.is_exposed(scalar)
        })
    }

    /// The cells of objects that a call gets, where they come back to, and what is then stored elsewhere.
    pub fn given(
        &mut self,
        regions: &[Region],
        spans: &[Span],
    ) -> (Vec<Expr>, Vec<ScalarId>, Vec<GivenBack>) {
        let (mut given, mut back, mut stores) = (Vec::new(), Vec::new(), Vec::new());
        for (region, &span) in regions.iter().zip(spans) {
            let count = self.region_size(region) as u32;
            self.check_given_rows(region, span);
            let mut target = self.region_target(region, span);
            if self.changes_subscript(&target, regions) {
                target = self.kept_index(target, span);
            }
            for step in 0..count {
                match target.moved(step) {
                    Target::Cell(cell) => {
                        given.push(Expr::Scalar(cell));
                        back.push(cell);
                    }
                    target => {
                        let name = self.target_text(&target);
                        let Some(first) = target.first() else { continue };
                        let ty = self.out.scalars[first.index()].ty;
                        // Copying an object to a callee and back is no read of the program's.
                        let value = self.load_plain(&target, &name, ty, span);
                        self.note_loaded(&value, &target, &name, span);
                        given.push(value);
                        let changed = self.temporary(ty, name, span);
                        back.push(changed);
                        stores.push(GivenBack { target, value: changed, flag: None });
                    }
                }
            }
        }
        (given, back, stores)
    }

    /// The text of a call: objects that are passed cell by cell do not look like what is written.
    fn call_text(&self, callee: usize, arguments: &[Argument]) -> String {
        let copy = &self.copies[callee];
        let name = &self.tree.functions[copy.function.index()].name;
        let definition = self.tree.functions[copy.function.index()].definition.as_ref();
        let mut parameters = definition.into_iter().flat_map(|definition| &definition.parameters);
        let several = |object| copy.locals.get(object).is_some_and(|variable| variable.count > 1);
        if !copy.slots.is_empty() || copy.record.is_some() || parameters.any(several) {
            return format!("{name}(…)");
        }
        let mut texts = Vec::new();
        for argument in arguments {
            if let Argument::Value(value) = argument
                && matches!(value.ty, Type::Integer(_))
            {
                let title = self.title(value);
                let whole = title.level >= ASSIGNMENT;
                texts.push(if whole { title.text } else { format!("({})", title.text) });
            }
        }
        format!("{name}({})", texts.join(", "))
    }
}
