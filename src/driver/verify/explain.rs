//! Verification conditions for people: one for each path between two cuts.

use std::collections::BTreeSet;

use focuscheck_check::logic::tree::PredicateKind;
use focuscheck_report::verify::model::{
    Concept, Explained, Hindrance, Hypothesis, ObligationReport, ObligationVerdict,
};
use focuscheck_report::verify::words;
use focuscheck_smt::{Answer, BoolId, FormulaNode, Model, Prover};
use focuscheck_vc::condition::passive::{Query, Source};
use focuscheck_vc::condition::reads::Reads;
use focuscheck_vc::guarded::graph::{Access, BlockId, Command, Fact, ObligationId, Property, TraceKind};

use focuscheck_ir::program::addresses::starts;
use focuscheck_ir::program::role::Role;

use super::asked::Asked;
use super::items::{Item, mark, mark_deallocation, merged, take};
use super::place::{offset, place_of};
use super::work::Work;

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

/// What was found of an obligation on all its paths, to be told again of the one that fails.
pub(super) fn explained(
    asked: &Asked<'_>,
    work: &mut Work<'_, '_>,
    found: &[(ObligationId, ObligationReport)],
    known: &BTreeSet<ObligationId>,
) -> Vec<Explained> {
    let mut conditions = Vec::new();
    for (obligation, (id, report)) in found.iter().enumerate() {
        for query in asked.condition.queries.iter().filter(|query| query.about == Ok(*id)) {
            let mut paths = Vec::new();
            asked.paths(query.block, query.command, &mut Vec::new(), &mut Vec::new(), &mut paths);
            if paths.len() > MOST_PATHS {
                paths = asked.shared(paths).into_iter().collect();
            }
            for path in paths {
                conditions
                    .push(Explained { obligation, ..asked.explain(work, (query, known), &path, report) });
            }
        }
    }
    // What annotations ask for comes first, in the order of where the paths end.
    conditions.sort_by_key(|condition: &Explained| {
        let safety = matches!(condition.show.concept, Concept::ShowCheck(_) | Concept::ShowAssigns);
        (safety, condition.lines.1)
    });
    conditions
}

impl Asked<'_> {
    /// The paths to a question, backwards to the last cut.
    fn paths(
        &self,
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
            .rposition(|command| matches!(command, Command::Havoc { .. }));
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
                self.paths(from, usize::MAX, blocks, edges, paths);
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

    fn explain(
        &self,
        work: &mut Work<'_, '_>,
        (query, known): (&Query, &BTreeSet<ObligationId>),
        path: &Path,
        report: &ObligationReport,
    ) -> Explained {
        let mut items = self.items(query, path);
        let mut show = self.show(query, report);
        let mut end = match query.about {
            Ok(id) => offset(self.ground.source, self.guarded.obligations[id.index()].at),
            Err(_) => 0,
        };
        if matches!(show.concept, Concept::ShowLabelInvariant(_)) {
            // A path that jumps to the label ends where it does.
            let jumps = |block: &&BlockId| self.guarded.blocks[block.index()].role == Some(Role::Goto);
            let jump = path.blocks.iter().rev().find(jumps);
            if let Some(label) = jump.and_then(|block| self.guarded.blocks[block.index()].label) {
                end = offset(self.ground.source, label.at);
                show.line = place_of(self.ground.source, label.at).overall;
            }
        }
        let preserves = show.concept == Concept::ShowInvariantAgain || self.preserves(path, end);
        let judged = work.ask(|prover| {
            let mut items = items.clone();
            (self.judge(prover, (query, known), path, report, &mut items), items)
        });
        let (verdict, state, why) = match judged {
            Ok((judged, marked)) => {
                items = marked;
                judged
            }
            Err(why) => (ObligationVerdict::Unknown(why), Vec::new(), None),
        };
        if show.concept != Concept::ShowStart {
            // Of the external declarations only those say something on which it depends.
            let externals =
                |item: &Item| item.external && item.given.needed != Some(true) && !item.given.mark;
            items.retain(|item| !externals(item));
        }
        let given = merged(items);
        let shown = match show.concept {
            Concept::ShowPostcondition => [show.clause.unwrap_or(show.line); 2],
            Concept::ShowLabelInvariant(_) => [show.line; 2],
            _ => [show.line, show.clause.unwrap_or(show.line)],
        };
        let parts = self.ground.source.parts();
        let lines = given.iter().map(|given| given.line).chain(shown);
        let lines = lines.filter(|&line| parts.place(line).0.is_none());
        let lines = (lines.clone().min().unwrap_or(0), lines.max().unwrap_or(0));
        Explained { obligation: 0, lines, preserves, given, show, verdict, state, why }
    }

    /// Whether a path from the head of a loop ends inside of its text.
    fn preserves(&self, path: &Path, end: u32) -> bool {
        let first = path.blocks.first().and_then(|block| self.guarded.blocks[block.index()].label);
        let Some(label) = first.filter(|label| label.kind == TraceKind::AnyLoopHead) else { return false };
        let start = offset(self.ground.source, label.at);
        let spans = self.ground.graph.loops.iter().map(|entry| entry.span);
        spans.filter(|span| span.start == start).any(|span| span.start < end && end < span.end)
    }

    fn show(&self, query: &Query, report: &ObligationReport) -> Hypothesis {
        let clause = report.declared.as_ref().map(|declared| declared.overall);
        let property = report.property;
        let mut line = report.place.overall;
        let concept = match property {
            Property::LoopInvInit => Concept::ShowInvariant,
            Property::LoopInvMaintained => Concept::ShowInvariantAgain,
            Property::Post => Concept::ShowPostcondition,
            // In the block of the entry no function is called.
            Property::Pre if query.block.0 == 0 => Concept::ShowStart,
            Property::Pre => Concept::ShowPrecondition(report.callee.clone().unwrap_or_default()),
            Property::Assert => Concept::ShowAssertion,
            Property::Assigns => Concept::ShowAssigns,
            Property::Variant => Concept::ShowVariant,
            Property::Decreases => Concept::ShowMeasure,
            Property::LabelInvariant => {
                let name = self.label_before(query);
                line = name.1.unwrap_or(line);
                Concept::ShowLabelInvariant(name.0)
            }
            Property::ArrayAccess
            | Property::Null
            | Property::Dangling
            | Property::Free
            | Property::ZeroDiv
            | Property::Shift
            | Property::Overflow
            | Property::Uninit
            | Property::Undefined
            | Property::Error
            | Property::Complete
            | Property::Disjoint => Concept::ShowCheck(property),
        };
        Hypothesis { concept, line, clause, needed: None, mark: false }
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
        let starts = path.first == 0
            && path.blocks.first().is_some_and(|block| block.0 == 0)
            && starts(self.ground.tree, self.ground.graph, self.guarded.function);
        let mut items = if starts { self.externals() } else { Vec::new() };
        let mut guard: Option<(BlockId, usize)> = None;
        for (number, &block) in path.blocks.iter().enumerate() {
            let entry = &self.guarded.blocks[block.index()];
            self.role(block, guard, &mut items);
            let first = if number == 0 { path.first } else { 0 };
            let end = if block == query.block { query.command } else { entry.commands.len() };
            for command in first..end.max(first) {
                // What is asserted in the same evaluation is shown by itself.
                if block != query.block || !query.siblings.iter().any(|sibling| sibling.command == command) {
                    self.item(block, command, &mut items);
                }
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

    /// Whether the condition of one path holds; what the proof needs and where the mistake may be is noted.
    fn judge(
        &self,
        prover: &mut Prover,
        (query, known): (&Query, &BTreeSet<ObligationId>),
        path: &Path,
        report: &ObligationReport,
        items: &mut Vec<Item>,
    ) -> (ObligationVerdict, Vec<(String, String)>, Option<String>) {
        let edges: Vec<(BoolId, bool)> =
            path.edges.iter().filter_map(|&(from, edge)| Some((self.edge(from, edge)?, true))).collect();
        let solve = |prover: &mut Prover, known: &BTreeSet<ObligationId>| {
            let assumptions = query.assumptions(known)?;
            Some(prover.solve(&assumptions.into_iter().chain(edges.iter().copied()).collect::<Vec<_>>()))
        };
        let mut answer = solve(prover, &BTreeSet::new());
        // What is shown in the same evaluation is only given where a proof rests on it.
        let helps = query.siblings.iter().any(|sibling| known.contains(&sibling.obligation));
        if helps
            && report.verdict == ObligationVerdict::Valid
            && !matches!(answer, Some(Answer::Refuted { .. }) | None)
        {
            answer = solve(prover, known);
            let held = query.siblings.iter().filter(|sibling| known.contains(&sibling.obligation));
            held.for_each(|sibling| self.item(query.block, sibling.command, items));
        }
        let Some(answer) = answer else {
            self.needs(items, &self.shown(query, None), &|_| false);
            return (ObligationVerdict::Valid, Vec::new(), None);
        };
        match answer {
            Answer::Refuted { needed } => {
                let sources: Vec<Source> =
                    needed.iter().map(|id| self.condition.hypotheses.source(*id)).collect();
                self.needs(items, &self.shown(query, None), &|source| sources.contains(&source));
                (ObligationVerdict::Valid, Vec::new(), None)
            }
            Answer::Satisfied(model) => {
                mark(items, &self.shown(query, Some((prover, &model))));
                if matches!(report.property, Property::Dangling | Property::Free) {
                    mark_deallocation(items);
                }
                // The state that was found of the obligation may belong to another path.
                let labelled = |block: &&BlockId| self.guarded.blocks[block.index()].label.is_some();
                let on_path = path.blocks.iter().filter(labelled).map(|block| block.0);
                let told = report.trace.iter().map(|step| step.sequence);
                let first = path.blocks.first().map_or(0, |block| block.0);
                let is_own = !report.unrolled && on_path.eq(told.filter(|&sequence| sequence >= first));
                if is_own && words::failure(report).is_some() {
                    return (report.verdict.clone(), report.inputs.clone(), report.why.clone());
                }
                let mut own = report.clone();
                match self.failure(prover, &model, query, &mut own) {
                    Ok(()) => (own.verdict, own.inputs, own.why),
                    Err(why) => (ObligationVerdict::Unknown(why), Vec::new(), None),
                }
            }
            Answer::Open(lack) => (ObligationVerdict::Unknown(Hindrance::Lack(lack)), Vec::new(), None),
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
        let Command::Assert(_, fact, _) = command else { return reads };
        let encoder = &self.condition.encoder;
        match fact {
            Fact::Stated { clause, .. } => {
                let broken = model.and_then(|(prover, model)| {
                    let holds = |formula| model.holds(&prover.terms, formula) == Some(false);
                    query.conjuncts.iter().position(|&conjunct| holds(conjunct))
                });
                match (&clause.predicate.kind, broken) {
                    (PredicateKind::And(parts), Some(part)) => {
                        encoder.predicate_reads(&parts[part], &mut reads)
                    }
                    _ => encoder.predicate_reads(&clause.predicate, &mut reads),
                }
            }
            Fact::Access(
                _,
                Access::NotNull(place)
                | Access::Inside(place)
                | Access::Written(place)
                | Access::Index(place, _),
            ) => {
                encoder.place_reads(place, false, &mut reads);
            }
            Fact::Divisible(_, expression)
            | Fact::Shiftable(_, expression)
            | Fact::Fits(_, expression)
            | Fact::Freeable(_, expression) => {
                encoder.expression_reads(expression, &mut reads);
            }
            Fact::HasValue(_, place) => encoder.place_reads(place, true, &mut reads),
            Fact::Decreases { variant, .. } | Fact::Recurs { variant, .. } => {
                encoder.term_reads(&variant.term, &mut reads)
            }
            Fact::Assignable { place, .. } => encoder.place_reads(place, false, &mut reads),
            Fact::False
            | Fact::Complete(..)
            | Fact::Disjoint(..)
            | Fact::AssignableAll { .. }
            | Fact::AssignableAnything(_) => {}
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
