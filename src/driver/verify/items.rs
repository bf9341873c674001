//! What a path does, in the concepts of verification conditions.

use focuscheck_base::source::Span;
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::{Action, Argument, Base, Expr, ExprKind, Library, Place, Step};
use focuscheck_ir::program::role::Role;
use focuscheck_report::verify::model::{Concept, Hypothesis};
use focuscheck_vc::condition::encoder::Encoder;
use focuscheck_vc::condition::passive::Source;
use focuscheck_vc::condition::reads::Reads;
use focuscheck_vc::guarded::graph::{AssumptionKind, BlockId, Command, Fact, ObligationId, Property};

use super::asked::Asked;
use super::place::{place, place_of};

/// What a path does at one point.
#[derive(Clone)]
pub(super) struct Item {
    pub given: Hypothesis,
    /// The hypothesis that it is, if it is one.
    pub source: Option<Source>,
    /// What it writes.
    pub writes: Reads,
    /// What it reads.
    pub reads: Reads,
    /// Whether it leaves an object without a value.
    pub bare: bool,
    /// Whether it only hands on the value of a variable: the mistake is rather where that got it.
    pub hands_on: bool,
    /// Whether it is what an external declaration does.
    pub external: bool,
}

impl Item {
    /// A substitution, or what only says that it is one.
    fn substitution(given: Hypothesis, writes: Reads, reads: Reads) -> Self {
        Item { given, source: None, writes, reads, bare: false, hands_on: false, external: false }
    }
}

impl Asked<'_> {
    /// The line of a place.
    pub(super) fn line(&self, span: Span) -> u32 {
        place(self.ground.source, span.start).overall
    }

    /// The text of a place on one line.
    pub(super) fn text(&self, span: Span) -> String {
        self.ground.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What a branch of the source assumes that leads to a block.
    pub(super) fn role(&self, to: BlockId, guard: Option<(BlockId, usize)>, items: &mut Vec<Item>) {
        let to = &self.guarded.blocks[to.index()];
        let concept = match to.role {
            Some(Role::Then) => Concept::Then,
            Some(Role::Else) => Concept::Else,
            Some(Role::LoopBody(_)) => Concept::LoopTrue,
            Some(Role::LoopExit(_)) => Concept::LoopFalse,
            Some(Role::Case | Role::Default) => Concept::Case,
            Some(_) | None => return,
        };
        let Some((block, edge)) = guard else { return };
        let Some((_, condition, _)) = self.guarded.blocks[block.index()].edges[edge].guard else { return };
        let mut reads = Reads::default();
        self.condition.encoder.expression_reads(condition, &mut reads);
        // What is compared last on the way to `default` is another case.
        let chosen = to.label.filter(|_| concept == Concept::Case);
        let line = match chosen {
            Some(label) => place_of(self.ground.source, label.at).overall,
            None => self.line(condition.span),
        };
        items.push(Item {
            given: Hypothesis { concept, line, clause: None, needed: None, mark: false },
            source: Some(Source::Guard(block, edge)),
            writes: Reads::default(),
            reads,
            bare: false,
            hands_on: false,
            external: false,
        });
    }

    pub(super) fn item(&self, block: BlockId, number: usize, items: &mut Vec<Item>) {
        let given = |concept, line| Hypothesis { concept, line, clause: None, needed: None, mark: false };
        let source = Some(Source::Command(block, number));
        let none = Reads::default;
        match &self.guarded.blocks[block.index()].commands[number] {
            Command::Assume(Fact::Stated { clause, frame, .. }, assumed) => {
                let concept = match assumed {
                    AssumptionKind::Pre => Concept::Precondition,
                    AssumptionKind::CalleePost => {
                        let function = self.guarded.frames[frame.index()].function;
                        Concept::CalleePostcondition(
                            self.ground.tree.functions[function.index()].name.clone(),
                        )
                    }
                    AssumptionKind::Assertion => Concept::Assertion,
                    AssumptionKind::LoopInvariant => Concept::Invariant,
                    AssumptionKind::LabelInvariant => Concept::LabelInvariant(self.label_of(clause.span)),
                    AssumptionKind::Defined => return,
                };
                let mut reads = none();
                self.condition.encoder.predicate_reads(&clause.predicate, &mut reads);
                let line = self.line(clause.span);
                items.push(Item {
                    given: given(concept, line),
                    source,
                    writes: none(),
                    reads,
                    bare: false,
                    hands_on: false,
                    external: false,
                });
            }
            Command::Assert(id, Fact::Stated { clause, .. }, _) => {
                let mut reads = none();
                self.condition.encoder.predicate_reads(&clause.predicate, &mut reads);
                let given = self.shown_before(block, *id, clause.span);
                items.push(Item {
                    given,
                    source,
                    writes: none(),
                    reads,
                    bare: false,
                    hands_on: false,
                    external: false,
                });
            }
            Command::Run { action, span, .. } => self.action(action, *span, items),
            Command::AnyResult(frame, _, span) => {
                let function = self.guarded.frames[frame.index()].function;
                let name = self.ground.tree.functions[function.index()].name.clone();
                let given = given(Concept::Call(name), self.line(*span));
                items.push(Item {
                    given,
                    source: None,
                    writes: none(),
                    reads: none(),
                    bare: false,
                    hands_on: false,
                    external: false,
                });
            }
            Command::Assume(..)
            | Command::Assert(..)
            | Command::Remember(..)
            | Command::Bind { .. }
            | Command::Leave { .. }
            | Command::Forget(..)
            | Command::ForgetOne(_)
            | Command::ForgetAll
            | Command::ForgetLives
            | Command::End(..)
            | Command::Havoc { .. }
            | Command::Cut(_) => {}
        }
    }

    /// What was shown before, and is given from there on.
    fn shown_before(&self, block: BlockId, id: ObligationId, clause: Span) -> Hypothesis {
        let obligation = &self.guarded.obligations[id.index()];
        let mut line = self.line(clause);
        let concept = match (obligation.property, obligation.callee) {
            (Property::Pre, Some(callee)) if callee != self.guarded.function || block.0 != 0 => {
                line = place_of(self.ground.source, obligation.at).overall;
                Concept::CalleePrecondition(self.ground.tree.functions[callee.index()].name.clone())
            }
            (Property::Pre, _) => Concept::Precondition,
            (Property::LoopInvInit | Property::LoopInvMaintained, _) => Concept::Invariant,
            (Property::LabelInvariant, _) => Concept::LabelInvariant(self.label_of(clause)),
            _ => Concept::Assertion,
        };
        Hypothesis { concept, line, clause: None, needed: None, mark: false }
    }

    /// What objects of the program have where it starts: their external declarations.
    pub(super) fn externals(&self) -> Vec<Item> {
        let encoder = &self.condition.encoder;
        let graph = self.ground.graph;
        let mut items = Vec::new();
        let objects =
            graph.objects.iter().enumerate().map(|(number, entry)| (ObjectId(number as u32), entry));
        let own = |object: ObjectId, span: Span| {
            !graph.literals.iter().any(|(literal, _)| *literal == object)
                && self.ground.source.part_of(span.start) == 0
        };
        let named = objects.filter(|(_, entry)| entry.fixed && !entry.name.is_empty());
        for (object, entry) in named.filter(|(object, entry)| own(*object, entry.span)) {
            let line = self.line(entry.span);
            let mut writes = Reads::default();
            writes.objects.insert(object);
            if encoder.memory.contains(&object) {
                writes.sorts.extend(encoder.sorts(&entry.ty));
            }
            let name = vec![entry.name.clone()];
            for (concept, writes) in [
                (Concept::Allocation(name.clone()), Reads::default()),
                (Concept::Initialization(name), writes),
            ] {
                let given = Hypothesis { concept, line, clause: None, needed: None, mark: false };
                let reads = Reads::default();
                items.push(Item {
                    given,
                    source: None,
                    writes,
                    reads,
                    bare: false,
                    hands_on: false,
                    external: true,
                });
            }
        }
        items
    }

    pub(super) fn label_of(&self, clause: Span) -> String {
        let function = &self.ground.tree.functions[self.guarded.function.index()];
        let labels = function.definition.iter().flat_map(|definition| &definition.labels);
        let label =
            labels.filter(|label| label.span.start < clause.start).max_by_key(|label| label.span.start);
        label.map_or_else(String::new, |label| label.name.clone())
    }

    /// A substitution.
    fn action(&self, action: &Action, span: Span, items: &mut Vec<Item>) {
        let encoder = &self.condition.encoder;
        let (mut writes, mut reads) = (Reads::default(), Reads::default());
        let (mut bare, mut hands_on) = (false, false);
        let (concept, line) = match action {
            Action::Declare(object) => {
                let entry = &self.ground.graph.objects[object.index()];
                writes.objects.insert(*object);
                if encoder.memory.contains(object) {
                    writes.sorts.extend(encoder.sorts(&entry.ty));
                }
                let (name, line) = (vec![entry.name.clone()], self.line(entry.span));
                let given = Hypothesis {
                    concept: Concept::Allocation(name.clone()),
                    line,
                    clause: None,
                    needed: None,
                    mark: false,
                };
                items.push(Item::substitution(given, Reads::default(), Reads::default()));
                bare = true;
                (Concept::Initialization(name), line)
            }
            Action::Store { place, value } => return self.stored(place, value, items),
            Action::Library { function, arguments, result } => {
                arguments.iter().for_each(|argument| encoder.expression_reads(argument, &mut reads));
                writes.temporaries.extend(result);
                let Some(concept) = self.managed(function, arguments, span) else { return };
                (concept, self.line(span))
            }
            Action::Copy { to, from, .. } => {
                encoder.place_reads(from, true, &mut reads);
                self.written(to, &mut writes);
                (Concept::Assignment(self.text(to.span)), self.line(to.span))
            }
            Action::Clear { place, .. } => {
                self.written(place, &mut writes);
                (Concept::Initialization(vec![self.text(place.span)]), self.line(place.span))
            }
            Action::Return(value) => {
                hands_on = is_word(&self.text(returned(encoder, value, &mut reads)));
                writes.result = true;
                (Concept::Assignment("\\result".to_owned()), self.line(span))
            }
            Action::Assign { target, value } => {
                // What has no name in the source is no substitution of its own.
                encoder.expression_reads(value, &mut reads);
                writes.temporaries.insert(*target);
                return pass_through(items, writes, reads);
            }
            Action::Load { target, place } => {
                encoder.place_reads(place, true, &mut reads);
                writes.temporaries.insert(*target);
                return pass_through(items, writes, reads);
            }
            Action::Input { .. }
            | Action::Unknown { .. }
            | Action::Inspect { .. }
            | Action::Forget { .. }
            | Action::Skip
            | Action::Mark(_)
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Cut(_)
            | Action::Stated(_) => return,
        };
        let given = Hypothesis { concept, line, clause: None, needed: None, mark: false };
        items.push(Item { given, source: None, writes, reads, bare, hands_on, external: false });
    }

    /// What a function does to the heap.
    fn managed(&self, function: &Library, arguments: &[Expr], span: Span) -> Option<Concept> {
        match function {
            Library::Allocate | Library::Open | Library::AllocateCleared | Library::Reallocate => {
                Some(Concept::Allocation(vec![self.text(span)]))
            }
            Library::Free => arguments.first().map(|freed| Concept::Deallocation(self.text(freed.span))),
            Library::AllocateLocal
            | Library::Given(_)
            | Library::Sized
            | Library::Choose
            | Library::Copy { .. }
            | Library::Fill
            | Library::CopyText
            | Library::Length
            | Library::CompareText
            | Library::Computed(..)
            | Library::Overflowing(..)
            | Library::Parse(..) => None,
        }
    }

    /// An assignment, or the value that an object gets where it is made.
    fn stored(&self, place: &Place, value: &Expr, items: &mut Vec<Item>) {
        let encoder = &self.condition.encoder;
        let (mut writes, mut reads) = (Reads::default(), Reads::default());
        encoder.expression_reads(value, &mut reads);
        encoder.place_reads(place, false, &mut reads);
        self.written(place, &mut writes);
        let initial = matches!(place.base, Base::Object(object)
            if self.ground.graph.objects[object.index()].span == place.span);
        if let (true, Some(last)) = (initial, items.last_mut().filter(|item| item.bare)) {
            last.reads = reads;
            last.bare = false;
            return;
        }
        let array = place.steps.iter().any(|step| matches!(step, Step::Element { .. }))
            || matches!(&place.base, Base::Pointer(pointer) if matches!(pointer.kind, ExprKind::Moved { .. }));
        let name = self.text(place.span);
        let concept = if array { Concept::ArrayUpdate(name) } else { Concept::Assignment(name) };
        let given =
            Hypothesis { concept, line: self.line(place.span), clause: None, needed: None, mark: false };
        items.push(Item {
            given,
            source: None,
            writes,
            reads,
            bare: false,
            hands_on: false,
            external: false,
        });
    }

    fn written(&self, place: &Place, writes: &mut Reads) {
        match &place.base {
            Base::Object(object) => {
                writes.objects.insert(*object);
                if self.condition.encoder.memory.contains(object) {
                    writes.sorts.extend(self.condition.encoder.sorts(&place.ty));
                }
            }
            Base::Pointer(_) | Base::Within(..) | Base::Unmodelled(_) | Base::Outside(_) => {
                writes.sorts.extend(self.condition.encoder.sorts(&place.ty));
            }
        }
    }
}

/// A value without a name: what reads it reads what it was computed from.
fn pass_through(items: &mut Vec<Item>, writes: Reads, reads: Reads) {
    let concept = Concept::Assignment(String::new());
    let given = Hypothesis { concept, line: 0, clause: None, needed: None, mark: false };
    items.push(Item { given, source: None, writes, reads, bare: false, hands_on: false, external: false });
}

/// Whether something that is wanted is written; a variable that is written is not wanted before.
pub(super) fn take(wanted: &mut Reads, writes: &Reads) -> bool {
    let mut taken = writes.result && wanted.result;
    wanted.result &= !writes.result;
    for object in &writes.objects {
        taken |= wanted.objects.remove(object);
    }
    for temporary in &writes.temporaries {
        taken |= wanted.temporaries.remove(temporary);
    }
    taken | writes.sorts.iter().any(|sort| wanted.sorts.contains(sort))
}

/// Marks the nearest substitution for what is broken, and objects without a value that it comes from.
pub(super) fn mark(items: &mut [Item], shown: &Reads) {
    let mut wanted = shown.clone();
    let (mut nearest, mut handed_on) = (true, None);
    for (number, item) in items.iter_mut().enumerate().rev().filter(|(_, item)| item.source.is_none()) {
        if take(&mut wanted, &item.writes) {
            let named = item.given.line != 0;
            let stays = named && !item.hands_on;
            item.given.mark = stays && nearest || named && item.bare;
            nearest &= !stays;
            handed_on = handed_on.or(Some(number).filter(|_| item.hands_on));
            wanted.extend(item.reads.clone());
        }
    }
    // What comes from outside has no other place.
    if let Some(item) = handed_on.and_then(|number| items.get_mut(number)).filter(|_| nearest) {
        item.given.mark = true;
    }
}

/// What a `return` reads, and its text.
fn returned(encoder: &Encoder<'_>, value: &Argument, reads: &mut Reads) -> Span {
    match value {
        Argument::Value(value) => {
            encoder.expression_reads(value, reads);
            value.span
        }
        Argument::Record(place) => {
            encoder.place_reads(place, true, reads);
            place.span
        }
    }
}

/// Whether a text is the name of a variable, or another word.
fn is_word(text: &str) -> bool {
    text.chars().all(|letter| letter == '_' || letter.is_alphanumeric())
        && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// Where an object is freed and lives no longer, that is what breaks an access; of several nobody says which.
pub(super) fn mark_deallocation(items: &mut [Item]) {
    let frees = |item: &Item| matches!(item.given.concept, Concept::Deallocation(_));
    if items.iter().filter(|item| frees(item)).count() == 1 {
        items.iter_mut().for_each(|item| item.given.mark = frees(item));
    }
}

/// What is shown: equal neighbours are one.
pub(super) fn merged(items: Vec<Item>) -> Vec<Hypothesis> {
    let mut merged: Vec<Hypothesis> = Vec::new();
    let shown: Vec<Item> = items.into_iter().filter(|item| item.given.line != 0).collect();
    for item in shown {
        let given = item.given;
        let same = merged.iter_mut().rev().take(2).find(|last| {
            last.line == given.line
                && match (&last.concept, &given.concept) {
                    (Concept::Allocation(_), Concept::Allocation(_))
                    | (Concept::Initialization(_), Concept::Initialization(_)) => true,
                    (one, other) => one == other,
                }
        });
        match same {
            Some(last) => {
                if let (
                    Concept::Allocation(names) | Concept::Initialization(names),
                    Concept::Allocation(more) | Concept::Initialization(more),
                ) = (&mut last.concept, &given.concept)
                {
                    names.extend(
                        more.iter().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>(),
                    );
                }
                last.mark |= given.mark;
                last.needed = last.needed.zip(given.needed).map(|(one, other)| one || other);
            }
            None => merged.push(given),
        }
    }
    merged
}
