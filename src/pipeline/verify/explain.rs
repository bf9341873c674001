//! Verification conditions for people: one for each path between two cuts.

use crate::check::logic::tree::PredicateKind;
use crate::condition::passive::{Query, Source};
use crate::condition::reads::Reads;
use crate::guarded::graph::{Access, BlockId, Command, Fact, Given as Assumed, ObligationId, Property};
use crate::program::graph::{Action, Argument, Base, ExprKind, Place, Step};
use crate::program::role::Role;
use crate::prove::{Answer, BoolId, FormulaNode, Model, Prover};
use crate::report::verify::model::{Concept, Explained, Given, ObligationReport, ObligationVerdict};
use crate::source::Span;

use super::function::Asked;
use super::place::place;

/// So many paths to one conclusion have conditions of their own.
const MOST_PATHS: usize = 16;

/// A path between two cuts.
struct Path {
    /// Its blocks, in order.
    blocks: Vec<BlockId>,
    /// The edges that it takes.
    edges: Vec<(BlockId, usize)>,
    /// The first command of its first block.
    first: usize,
}

/// What a path does at one point.
struct Item {
    given: Given,
    /// The hypothesis that it is, if it is one.
    source: Option<Source>,
    /// What it writes.
    writes: Reads,
    /// What it reads.
    reads: Reads,
    /// Whether it leaves an object without a value.
    bare: bool,
}

/// What was found of an obligation on all its paths, to be told again of the one that fails.
pub(super) fn explained(asked: &Asked<'_>, prover: &mut Prover, found: &[(ObligationId, ObligationReport)]) -> Vec<Explained> {
    let mut conditions = Vec::new();
    for (id, report) in found {
        for query in asked.condition.queries.iter().filter(|query| query.about == Ok(*id)) {
            let mut paths = Vec::new();
            asked.paths(query, query.block, query.command, &mut Vec::new(), &mut Vec::new(), &mut paths);
            if paths.len() > MOST_PATHS {
                paths = asked.shared(paths).into_iter().collect();
            }
            for path in paths {
                conditions.push(asked.explain(prover, query, &path, report));
            }
        }
    }
    conditions
}

impl Asked<'_> {
    /// The paths to a question, backwards to the last cut.
    fn paths(
        &self,
        query: &Query,
        block: BlockId,
        before: usize,
        blocks: &mut Vec<BlockId>,
        edges: &mut Vec<(BlockId, usize)>,
        paths: &mut Vec<Path>,
    ) {
        if paths.len() > MOST_PATHS {
            return;
        }
        blocks.push(block);
        let commands = &self.guarded.blocks[block.index()].commands;
        let cut = commands[..before.min(commands.len())]
            .iter()
            .rposition(|command| matches!(command, Command::Havoc(..)));
        let incoming = &self.condition.points[block.index()].incoming;
        if let (Some(_), _) | (None, []) = (cut, &incoming[..]) {
            let path = Path {
                blocks: blocks.iter().rev().copied().collect(),
                edges: edges.iter().rev().copied().collect(),
                first: cut.map_or(0, |cut| cut + 1),
            };
            paths.push(path);
        } else {
            for &(from, edge, _) in incoming {
                edges.push((from, edge));
                self.paths(query, from, usize::MAX, blocks, edges, paths);
                edges.pop();
            }
        }
        blocks.pop();
    }

    /// What many paths have in common.
    fn shared(&self, paths: Vec<Path>) -> Option<Path> {
        let mut paths = paths.into_iter();
        let mut shared = paths.next()?;
        for path in paths {
            shared.blocks.retain(|block| path.blocks.contains(block));
            shared.edges.retain(|edge| path.edges.contains(edge));
            if shared.blocks.first() != path.blocks.first() {
                shared.first = 0;
            }
        }
        Some(shared)
    }

    fn line(&self, span: Span) -> u32 {
        place(self.ground.source, span.start).line
    }

    fn text(&self, span: Span) -> String {
        self.ground.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn explain(&self, prover: &mut Prover, query: &Query, path: &Path, report: &ObligationReport) -> Explained {
        let mut items = self.items(query, path);
        let show = self.show(query, report);
        let (verdict, state, why) = self.judge(prover, query, path, report, &mut items);
        let given = merged(items);
        let lines = given.iter().map(|given| given.line).chain([show.line]);
        let lines = (lines.clone().min().unwrap_or(0), lines.max().unwrap_or(0));
        let preserves = self.preserves(query);
        Explained { lines, preserves, given, show, verdict, state, why }
    }

    /// Whether a question stands inside a safe loop.
    fn preserves(&self, query: &Query) -> bool {
        match query.about {
            Ok(id) if self.guarded.obligations[id.index()].property == Property::LoopInvMaintained => true,
            _ => self.guarded.blocks[query.block.index()].in_loop,
        }
    }

    fn show(&self, query: &Query, report: &ObligationReport) -> Given {
        let clause = report.declared.as_ref().map(|declared| declared.line);
        let property = report.property;
        let mut line = report.place.line;
        let concept = match property {
            Property::LoopInvInit => Concept::ShowInvariant,
            Property::LoopInvMaintained => Concept::ShowInvariantAgain,
            Property::Post => Concept::ShowPostcondition,
            Property::Pre => Concept::ShowPrecondition(report.callee.clone().unwrap_or_default()),
            Property::Assert => Concept::ShowAssertion,
            Property::Assigns => Concept::ShowAssigns,
            Property::Variant => Concept::ShowVariant,
            Property::LabelInvariant => {
                let name = self.label_before(query);
                line = name.1.unwrap_or(line);
                Concept::ShowLabelInvariant(name.0)
            }
            Property::ArrayAccess
            | Property::Null
            | Property::Dangling
            | Property::ZeroDiv
            | Property::Shift
            | Property::Overflow
            | Property::Error
            | Property::Complete
            | Property::Disjoint => Concept::ShowCheck(property),
        };
        Given { concept, line, clause, needed: None, mark: false }
    }

    /// The label before an invariant, and the line from which control comes there if that is known.
    fn label_before(&self, query: &Query) -> (String, Option<u32>) {
        let function = &self.ground.tree.functions[self.guarded.function.index()];
        let labels = function.definition.iter().flat_map(|definition| &definition.labels);
        let Ok(id) = query.about else { return (String::new(), None) };
        let clause = self.guarded.obligations[id.index()].clause.map_or(0, |clause| clause.span.start);
        let label = labels.filter(|label| label.span.start < clause).max_by_key(|label| label.span.start);
        (label.map_or_else(String::new, |label| label.name.clone()), label.map(|label| self.line(label.span)))
    }

    /// What a path does, in order.
    fn items(&self, query: &Query, path: &Path) -> Vec<Item> {
        let mut items = Vec::new();
        let mut guard: Option<(BlockId, usize)> = None;
        for (number, &block) in path.blocks.iter().enumerate() {
            let entry = &self.guarded.blocks[block.index()];
            self.role(entry.role, guard, &mut items);
            let first = if number == 0 { path.first } else { 0 };
            let end = if block == query.block { query.command } else { entry.commands.len() };
            for command in first..end.max(first) {
                self.item(block, command, &mut items);
            }
            if let Some(&(from, edge)) = path.edges.get(number)
                && self.guarded.blocks[from.index()].edges[edge].guard.is_some()
            {
                guard = Some((from, edge));
            }
        }
        // Where a loop is left, its invariant holds on exit.
        if items.iter().any(|item| item.given.concept == Concept::LoopFalse)
            && !items.iter().any(|item| item.given.concept == Concept::LoopTrue)
        {
            for item in items.iter_mut().filter(|item| item.given.concept == Concept::Invariant) {
                item.given.concept = Concept::InvariantExit;
            }
        }
        items
    }

    /// What a branch of the source assumes.
    fn role(&self, role: Option<Role>, guard: Option<(BlockId, usize)>, items: &mut Vec<Item>) {
        let concept = match role {
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
        items.push(Item {
            given: Given { concept, line: self.line(condition.span), clause: None, needed: None, mark: false },
            source: Some(Source::Guard(block, edge)),
            writes: Reads::default(),
            reads,
            bare: false,
        });
    }

    fn item(&self, block: BlockId, number: usize, items: &mut Vec<Item>) {
        let given = |concept, line| Given { concept, line, clause: None, needed: None, mark: false };
        let source = Some(Source::Command(block, number));
        let none = Reads::default;
        match &self.guarded.blocks[block.index()].commands[number] {
            Command::Assume(Fact::Stated { clause, frame, .. }, assumed) => {
                let concept = match assumed {
                    Assumed::Pre => Concept::Precondition,
                    Assumed::CalleePost => {
                        let function = self.guarded.frames[frame.index()].function;
                        Concept::CalleePostcondition(self.ground.tree.functions[function.index()].name.clone())
                    }
                    Assumed::Assertion => Concept::Assertion,
                    Assumed::LoopInvariant => Concept::Invariant,
                    Assumed::LabelInvariant => Concept::LabelInvariant(self.label_of(clause.span)),
                    Assumed::Defined => return,
                };
                let mut reads = none();
                self.condition.encoder.predicate_reads(&clause.predicate, &mut reads);
                let line = self.line(clause.span);
                items.push(Item { given: given(concept, line), source, writes: none(), reads, bare: false });
            }
            Command::Assert(_, Fact::Stated { clause, .. }) => {
                let mut reads = none();
                self.condition.encoder.predicate_reads(&clause.predicate, &mut reads);
                let line = self.line(clause.span);
                let given = given(Concept::Assertion, line);
                items.push(Item { given, source, writes: none(), reads, bare: false });
            }
            Command::Run { action, span, .. } => self.action(action, *span, items),
            Command::AnyResult(frame, _, span) => {
                let function = self.guarded.frames[frame.index()].function;
                let name = self.ground.tree.functions[function.index()].name.clone();
                let given = given(Concept::Call(name), self.line(*span));
                items.push(Item { given, source: None, writes: none(), reads: none(), bare: false });
            }
            Command::Assume(..)
            | Command::Assert(..)
            | Command::Remember(..)
            | Command::Bind { .. }
            | Command::Leave { .. }
            | Command::Forget(..)
            | Command::ForgetAll(_)
            | Command::Havoc(..)
            | Command::Cut(_) => {}
        }
    }

    fn label_of(&self, clause: Span) -> String {
        let function = &self.ground.tree.functions[self.guarded.function.index()];
        let labels = function.definition.iter().flat_map(|definition| &definition.labels);
        let label = labels.filter(|label| label.span.start < clause.start).max_by_key(|label| label.span.start);
        label.map_or_else(String::new, |label| label.name.clone())
    }

    /// A substitution.
    fn action(&self, action: &Action, span: Span, items: &mut Vec<Item>) {
        let encoder = &self.condition.encoder;
        let (mut writes, mut reads) = (Reads::default(), Reads::default());
        let mut bare = false;
        let (concept, line) = match action {
            Action::Declare(object) => {
                let entry = &self.ground.graph.objects[object.index()];
                writes.objects.insert(*object);
                if encoder.memory.contains(object) {
                    writes.sorts.extend(encoder.sorts(&entry.ty));
                }
                let (name, line) = (vec![entry.name.clone()], self.line(entry.span));
                let given = Given {
                    concept: Concept::Allocation(name.clone()),
                    line,
                    clause: None,
                    needed: None,
                    mark: false,
                };
                items.push(Item {
                    given,
                    source: None,
                    writes: Reads::default(),
                    reads: Reads::default(),
                    bare: false,
                });
                bare = true;
                (Concept::Initialization(name), line)
            }
            Action::Store { place, value } => {
                encoder.expression_reads(value, &mut reads);
                encoder.place_reads(place, false, &mut reads);
                self.written(place, &mut writes);
                let initial = matches!(place.base, Base::Object(object)
                    if self.ground.graph.objects[object.index()].span == place.span);
                if let (true, Some(last)) = (initial, items.last_mut().filter(|item| item.bare)) {
                    // The object gets its value where it is made.
                    last.reads = reads;
                    last.bare = false;
                    return;
                }
                let array = place.steps.iter().any(|step| matches!(step, Step::Element { .. }))
                    || matches!(&place.base, Base::Pointer(pointer) if matches!(pointer.kind, ExprKind::Moved { .. }));
                let name = self.text(place.span);
                let line = self.line(place.span);
                (if array { Concept::ArrayUpdate(name) } else { Concept::Assignment(name) }, line)
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
                match value {
                    Argument::Value(value) => encoder.expression_reads(value, &mut reads),
                    Argument::Record(place) => encoder.place_reads(place, true, &mut reads),
                }
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
            | Action::Library { .. }
            | Action::Unknown { .. }
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
        let given = Given { concept, line, clause: None, needed: None, mark: false };
        items.push(Item { given, source: None, writes, reads, bare });
    }

    fn written(&self, place: &Place, writes: &mut Reads) {
        match &place.base {
            Base::Object(object) => {
                writes.objects.insert(*object);
                if self.condition.encoder.memory.contains(object) {
                    writes.sorts.extend(self.condition.encoder.sorts(&place.ty));
                }
            }
            Base::Pointer(_) | Base::Unmodelled(_) | Base::Outside(_) => {
                writes.sorts.extend(self.condition.encoder.sorts(&place.ty));
            }
        }
    }

    /// Whether the condition of one path holds; what the proof needs and where the mistake may be is noted.
    fn judge(
        &self,
        prover: &mut Prover,
        query: &Query,
        path: &Path,
        report: &ObligationReport,
        items: &mut [Item],
    ) -> (ObligationVerdict, Vec<(String, String)>, Option<String>) {
        let Some(atom) = query.atom else {
            self.needs(items, &self.shown(query, None), &|_| false);
            return (ObligationVerdict::Valid, Vec::new(), None);
        };
        let mut assumptions = vec![(atom, true)];
        for &(from, edge) in &path.edges {
            assumptions.extend(self.edge(from, edge).map(|edge| (edge, true)));
        }
        match prover.solve(&assumptions) {
            Answer::Refuted { needed } => {
                let sources: Vec<Source> = needed.iter().map(|id| self.condition.source(*id)).collect();
                self.needs(items, &self.shown(query, None), &|source| sources.contains(&source));
                (ObligationVerdict::Valid, Vec::new(), None)
            }
            Answer::Satisfied(model) => {
                mark(items, &self.shown(query, Some((prover, &model))));
                match &report.verdict {
                    ObligationVerdict::Run | ObligationVerdict::Step => {
                        (report.verdict.clone(), report.inputs.clone(), report.why.clone())
                    }
                    other => (other.clone(), Vec::new(), None),
                }
            }
            Answer::Open(lack) => {
                let why = crate::report::verify::model::Hindrance::Lack(lack);
                (ObligationVerdict::Unknown(why), Vec::new(), None)
            }
        }
    }

    fn edge(&self, from: BlockId, edge: usize) -> Option<BoolId> {
        let to = self.guarded.blocks[from.index()].edges[edge].to;
        let incoming = &self.condition.points[to.index()].incoming;
        let (_, _, formula) = incoming.iter().find(|(block, number, _)| (*block, *number) == (from, edge))?;
        match self.condition.encoder.terms.formula(*formula) {
            FormulaNode::Atom(atom) => Some(*atom),
            _ => None,
        }
    }

    /// What a conclusion reads; of a clause that a model breaks the conjunct that is broken.
    fn shown(&self, query: &Query, model: Option<(&Prover, &Model)>) -> Reads {
        let mut reads = Reads::default();
        let command = &self.guarded.blocks[query.block.index()].commands[query.command];
        let Command::Assert(_, fact) = command else { return reads };
        let encoder = &self.condition.encoder;
        match fact {
            Fact::Stated { clause, .. } => {
                let broken = model.and_then(|(prover, model)| {
                    let holds = |formula| model.holds(&prover.terms, formula) == Some(false);
                    query.conjuncts.iter().position(|&conjunct| holds(conjunct))
                });
                match (&clause.predicate.kind, broken) {
                    (PredicateKind::And(parts), Some(part)) => encoder.predicate_reads(&parts[part], &mut reads),
                    _ => encoder.predicate_reads(&clause.predicate, &mut reads),
                }
            }
            Fact::Access(_, Access::NotNull(place) | Access::Inside(place) | Access::Index(place, _)) => {
                encoder.place_reads(place, false, &mut reads);
            }
            Fact::Divisible(_, expression) | Fact::Shiftable(_, expression) | Fact::Fits(_, expression) => {
                encoder.expression_reads(expression, &mut reads);
            }
            Fact::Decreases { variant, .. } => encoder.term_reads(&variant.term, &mut reads),
            Fact::Assignable { place, .. } => encoder.place_reads(place, false, &mut reads),
            Fact::False | Fact::Complete(..) | Fact::Disjoint(..) | Fact::AssignableAll { .. } => {}
        }
        reads
    }

    /// Notes what a proof uses: hypotheses that it names, and substitutions for what is read there.
    fn needs(&self, items: &mut [Item], shown: &Reads, named: &dyn Fn(Source) -> bool) {
        let mut wanted = shown.clone();
        for item in items.iter_mut().rev() {
            let needed = match item.source {
                Some(source) => named(source),
                None => take(&mut wanted, &item.writes),
            };
            item.given.needed = Some(needed);
            if needed {
                wanted.extend(item.reads.clone());
            }
        }
    }
}

/// A value without a name: what reads it reads what it was computed from.
fn pass_through(items: &mut Vec<Item>, writes: Reads, reads: Reads) {
    let concept = Concept::Assignment(String::new());
    let given = Given { concept, line: 0, clause: None, needed: None, mark: false };
    items.push(Item { given, source: None, writes, reads, bare: false });
}

/// Whether something that is wanted is written; a variable that is written is not wanted before.
fn take(wanted: &mut Reads, writes: &Reads) -> bool {
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
fn mark(items: &mut [Item], shown: &Reads) {
    let mut wanted = shown.clone();
    let mut nearest = true;
    for item in items.iter_mut().rev().filter(|item| item.source.is_none()) {
        if take(&mut wanted, &item.writes) {
            let named = item.given.line != 0;
            item.given.mark = named && (nearest || item.bare);
            nearest &= !named;
            wanted.extend(item.reads.clone());
        }
    }
}

/// What is shown: equal neighbours are one.
fn merged(items: Vec<Item>) -> Vec<Given> {
    let mut merged: Vec<Given> = Vec::new();
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
                    names.extend(more.iter().filter(|name| !names.contains(name)).cloned().collect::<Vec<_>>());
                }
                last.mark |= given.mark;
                last.needed = last.needed.zip(given.needed).map(|(one, other)| one || other);
            }
            None => merged.push(given),
        }
    }
    merged
}
