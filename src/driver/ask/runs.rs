//! The runs of a program over unknowns, for one error: what passes, what fails, what is known where.

use std::collections::{BTreeMap, BTreeSet};

use crate::verify::offset;
use focuscheck_abduce::{Unknown, UnknownKind, World};
use focuscheck_base::arith::Relation;
use focuscheck_base::source::Span;
use focuscheck_check::tree::ObjectId;
use focuscheck_report::ask::model::Point;
use focuscheck_smt::term::{BoolId, FormulaId, HypothesisId, TermId};
use focuscheck_smt::{Answer, Limits, Prover};
use focuscheck_vc::condition::encoder::{Input, Origin};
use focuscheck_vc::condition::passive::Source;
use focuscheck_vc::condition::state::{Cell, State, Value};
use focuscheck_vc::guarded::graph::{
    AssumptionKind, At, BlockId, Command, Fact as Stated, FrameId, TraceKind,
};

use super::heads::Head;
use super::names::{self, Name, Variable};
use super::program::{Asked, Place, is_error};

/// The runs of an error.
pub(super) struct Runs {
    pub world: World,
    /// How its unknowns are called.
    pub names: Vec<Name>,
    /// The line at which a run has come to the check.
    pub line: u32,
    /// The other errors: their lines, and what is true of runs that fail there.
    pub others: Vec<(u32, BoolId)>,
}

impl Asked<'_> {
    /// The runs of an error, with how their unknowns are called; an error: why they are not known.
    pub(super) fn world(&self, place: &Place) -> Result<Runs, String> {
        let condition = &self.condition;
        let heads = self.heads(place);
        let mut prover = condition.prover(Limits::default());
        let kinds = ["passes", "fails", "checked", "arrived"].map(|name| prover.terms.atom(name));
        let mut failing = Vec::new();
        let (mut checked, mut arrived) = (Vec::new(), Vec::new());
        let mut elsewhere = Vec::new();
        let mut lines = BTreeSet::new();
        for query in &condition.queries {
            match &query.about {
                Ok(id) if place.obligations.contains(id) => {
                    let Some(atom) = query.atom else { continue };
                    failing.push(prover.terms.atom_formula(atom));
                    let (line, ways) = self.arrivals(&mut prover, query);
                    lines.insert(line);
                    arrived.extend(ways);
                    checked.extend(self.checked(query));
                }
                Err(cut) => {
                    let open = query
                        .atom
                        .is_some_and(|atom| !matches!(prover.solve(&[(atom, true)]), Answer::Refuted { .. }));
                    if open {
                        return Err(self.cut(cut));
                    }
                }
                Ok(id) => {
                    let other = &self.guarded.obligations[id.index()];
                    let counts = other.clause.is_none() && is_error(other.property);
                    let line = self.source.position(offset(self.source, other.at)).line;
                    elsewhere.extend(query.atom.filter(|_| counts).map(|atom| (line, atom)));
                }
            }
        }
        let passing: Vec<FormulaId> =
            self.passing(&heads).into_iter().map(|block| condition.passed[block.index()]).collect();
        for (kind, ways) in kinds.into_iter().zip([passing, failing, checked, arrived]) {
            let atom = prover.terms.atom_formula(kind);
            let any = prover.terms.or(ways);
            let implied = prover.terms.implies(atom, any);
            prover.suppose(implied);
            // Of these runs it may be said that none does something.
            if kind == kinds[3] {
                let arrives = prover.terms.implies(any, atom);
                prover.suppose(arrives);
            }
        }
        let others = (!elsewhere.is_empty()).then(|| prover.terms.atom("elsewhere"));
        if let Some(others) = others {
            let any: Vec<FormulaId> =
                elsewhere.iter().map(|(_, atom)| prover.terms.atom_formula(*atom)).collect();
            let (atom, any) = (prover.terms.atom_formula(others), prover.terms.or(any));
            let implied = prover.terms.implies(atom, any);
            prover.suppose(implied);
        }
        self.add_facts(&mut prover);
        let (unknowns, names) = self.unknowns(&mut prover, &heads);
        let [passes, fails, checked, arrived] = kinds;
        let mut world = World::new(prover, unknowns, [passes, fails, checked]);
        world.arrived = arrived;
        world.structure.insert(arrived);
        world.structure.extend(others);
        world.elsewhere = others;
        world.structure.extend(condition.structure.iter().copied());
        world.silent = self.silent();
        if let Some(ideal) = &condition.encoder.ideal {
            world.definitions.clone_from(&ideal.definitions);
        }
        Ok(Runs { world, names, line: lines.first().copied().unwrap_or_default(), others: elsewhere })
    }

    /// Why runs may go on where nobody follows them, if they may.
    pub(super) fn cut_off(&self) -> Option<String> {
        let mut cuts = self.condition.queries.iter().filter_map(|query| query.about.as_ref().err());
        cuts.next().map(|cut| self.cut(cut))
    }

    fn cut(&self, cut: &focuscheck_vc::guarded::graph::Cut) -> String {
        use focuscheck_vc::guarded::graph::Cut;
        match cut {
            Cut::Unrolled(span) => {
                format!("the loop at line {} is not cut", self.source.position(span.start).line)
            }
            Cut::Unmodelled(what, span) => {
                format!("{what} at line {} is not modelled", self.source.position(span.start).line)
            }
        }
    }

    /// The hypotheses that say that values fit their types.
    fn silent(&self) -> BTreeSet<HypothesisId> {
        let fits = |source: &Source| match source {
            Source::Command(block, number) => {
                let command = self.guarded.blocks[block.index()].commands.get(*number);
                matches!(
                    command,
                    Some(
                        Command::Assume(Stated::Fits(..), AssumptionKind::Defined)
                            | Command::Assert(_, Stated::Fits(..), _)
                    )
                )
            }
            Source::Guard(..) | Source::Structure | Source::Aligned => false,
        };
        let sources = (0u32..).zip(self.condition.hypotheses.sources());
        sources.filter(|(_, source)| fits(source)).map(|(number, _)| HypothesisId(number)).collect()
    }

    /// Supposes what was found about loops.
    fn add_facts(&self, prover: &mut Prover) {
        for (number, block) in self.guarded.blocks.iter().enumerate() {
            let Some(label) = block.label.filter(|label| label.kind == TraceKind::AnyLoopHead) else {
                continue;
            };
            let At::Here(head) = label.at else { continue };
            let Some(state) = &self.condition.points[number].after else { continue };
            let frame = block.commands.iter().find_map(|command| match command {
                Command::Havoc { frame, .. } => Some(*frame),
                _ => None,
            });
            let Some(frame) = frame else { continue };
            for fact in self.facts.iter().filter(|fact| fact.head == head) {
                let terms: Option<Vec<_>> = fact
                    .terms
                    .iter()
                    .map(|(name, span, factor)| Some((*factor, self.value(state, frame, name, *span)?)))
                    .collect();
                let Some(terms) = terms else { continue };
                let sum = prover.terms.sum(&terms, 0);
                for (relation, bound) in
                    [(Relation::GreaterEqual, fact.low), (Relation::LessEqual, fact.high)]
                {
                    let Some(bound) = bound else { continue };
                    let bound = prover.terms.integer(bound);
                    let holds = prover.terms.compare(relation, sum, bound);
                    let passed = self.condition.passed[number];
                    let implied = prover.terms.implies(passed, holds);
                    prover.suppose(implied);
                }
            }
        }
    }

    /// The value of the variable with a name that is declared somewhere.
    fn value(&self, state: &State, frame: FrameId, name: &str, declared: Span) -> Option<TermId> {
        let is_meant = |object: ObjectId| {
            let object = &self.graph.objects[object.index()];
            object.name == name && object.span == declared
        };
        state.cells.iter().find_map(|(cell, value)| match (cell, value) {
            (Cell::Object(owner, object), Value::Integer(value)) => {
                (owner.is_none_or(|owner| owner == frame) && is_meant(*object)).then_some(*value)
            }
            _ => None,
        })
    }

    /// All unknowns in the order of the source.
    fn unknowns(&self, prover: &mut Prover, heads: &BTreeMap<BlockId, Head>) -> (Vec<Unknown>, Vec<Name>) {
        let mut found: Vec<(u32, usize, Unknown, Name)> = Vec::new();
        let mut several = BTreeSet::new();
        for (number, input) in self.condition.encoder.inputs.iter().enumerate() {
            let head = input.block.and_then(|block| heads.get(&block));
            let head = head.filter(|_| matches!(input.origin, Origin::Arbitrary(_)));
            let mut name = self.name(input, head);
            let frame = input.block.and_then(|block| self.frame(block));
            name.calls =
                frame.into_iter().flat_map(|frame| self.calls(frame)).map(|at| self.line(at)).collect();
            if frame.is_some_and(|frame| self.is_executed_again(frame)) {
                several.insert(name.calls.clone());
            }
            let range = prover.terms.variable_range(input.variable);
            name.narrow = range.is_some_and(|(low, high)| low >= -(1 << 33) && high <= 1 << 33);
            let passed = |block: &BlockId| self.condition.passed[block.index()];
            name.repeats = match head {
                Some(head) => self.repeats(heads, &head.moments),
                None => input.block.is_some_and(|block| self.repeats(heads, &BTreeSet::from([block]))),
            };
            name.is_partial = head.is_none()
                && name.point != Point::Start
                && input
                    .block
                    .is_some_and(|block| heads.values().any(|head| head.condition.contains(&block)));
            let point = match head {
                Some(head) => {
                    let moments: Vec<FormulaId> = head.moments.iter().map(passed).collect();
                    Some(prover.terms.or(moments))
                }
                None => input.block.as_ref().map(passed),
            };
            let derived = input.origin == Origin::Operation;
            let kind = match (&input.origin, input.block) {
                (Origin::Declared(..), None) => UnknownKind::Input,
                (Origin::Read(span), _) => {
                    let site = self.graph.sites.iter().find(|site| site.span == *span);
                    match site.is_some_and(|site| names::is_input(&site.name)) {
                        true => UnknownKind::Input,
                        false => UnknownKind::Abstraction,
                    }
                }
                (
                    Origin::Declared(..)
                    | Origin::Returned(..)
                    | Origin::Allocated(_)
                    | Origin::Arbitrary(_)
                    | Origin::Unmodelled
                    | Origin::Operation,
                    _,
                ) => UnknownKind::Abstraction,
            };
            // Type ranges stay out of eliminations: they would be what is asked. That a value is not negative is no range.
            let low = range.map(|range| range.0).filter(|low| *low >= 0);
            let high = range.filter(|range| *range == (0, 1)).map(|range| range.1);
            let term = prover.terms.variable_term(input.variable);
            let unknown = Unknown { term, kind, bounds: (low, high), point, derived };
            found.push((name.offset, number, unknown, name));
        }
        found.sort_by_key(|(offset, number, ..)| (*offset, *number));
        let (unknowns, mut names): (Vec<Unknown>, Vec<Name>) =
            found.into_iter().map(|(_, _, unknown, name)| (unknown, name)).unzip();
        names::tell_apart(&mut names, &several);
        (unknowns, names)
    }

    /// Whether an object is assigned at most so often, and its name means nothing else anywhere.
    fn is_kept(&self, object: ObjectId, most: u32) -> bool {
        self.assigned.get(&object).copied().unwrap_or(0) <= most && !self.namesakes.0.contains(&object)
    }

    /// The name of an object, with the line of its declaration if a reader could mean another one.
    fn called(&self, object: ObjectId) -> String {
        let entry = &self.graph.objects[object.index()];
        match self.namesakes.1.contains(&object) {
            true => format!("{} of line {}", entry.name, self.source.position(entry.span.start).line),
            false => entry.name.clone(),
        }
    }

    fn variable(&self, object: ObjectId) -> Variable {
        let entry = &self.graph.objects[object.index()];
        Variable { name: entry.name.clone(), declared: entry.span }
    }

    fn name(&self, input: &Input, head: Option<&Head>) -> Name {
        let line = |offset: u32| self.source.position(offset).line;
        let at = |text: String, object: Option<ObjectId>, point: Point, offset: u32| Name {
            text,
            variable: object.map(|object| self.variable(object)),
            point,
            offset,
            line: line(offset),
            calls: Vec::new(),
            is_variable: false,
            is_kept: false,
            is_indeterminate: false,
            narrow: false,
            is_partial: false,
            is_shared: false,
            is_unsaid: false,
            repeats: false,
        };
        match &input.origin {
            Origin::Declared(object, span) if input.block.is_none() => {
                let own = at(self.called(*object), Some(*object), Point::Start, span.start);
                Name { is_variable: true, is_kept: self.is_kept(*object, 0), ..own }
            }
            Origin::Declared(object, span) => {
                let own = at(self.called(*object), Some(*object), Point::Line(line(span.start)), span.start);
                Name { is_indeterminate: true, ..own }
            }
            // What a loop, a call or other code has changed.
            Origin::Arbitrary(object) => {
                let text = self.called(*object);
                match head {
                    Some(head) => {
                        Name { is_variable: true, ..at(text, Some(*object), head.point, head.offset) }
                    }
                    None => {
                        let point = Point::Line(line(input.at.start));
                        Name { is_indeterminate: true, ..at(text, Some(*object), point, input.at.start) }
                    }
                }
            }
            Origin::Read(span) | Origin::Returned(span, _) => {
                let receiver = self.receivers.get(&span.start).copied();
                let text =
                    receiver.map_or_else(|| names::spaced(self.source, *span), |object| self.called(object));
                // `scanf("%d", &n)` fills `n`.
                let filled = text.strip_prefix('&').filter(|name| names::is_name(name)).map(str::to_owned);
                let text = filled.unwrap_or(text);
                let site = self.graph.sites.iter().find(|site| site.span == *span);
                let outside = site.is_some_and(|site| names::is_input(&site.name));
                let point = if outside { Point::Start } else { Point::Line(line(span.start)) };
                let own = at(text, receiver, point, span.start);
                let is_kept = receiver.is_some_and(|object| self.is_kept(object, 1));
                let is_indeterminate = receiver.is_none();
                Name { is_variable: receiver.is_some(), is_kept, is_indeterminate, ..own }
            }
            Origin::Allocated(_) | Origin::Unmodelled | Origin::Operation => {
                let text = names::spaced(self.source, input.at);
                let own = at(text, None, Point::Line(line(input.at.start)), input.at.start);
                // Whether memory was there is no value of the text.
                let is_unsaid = input.origin != Origin::Operation;
                Name { is_indeterminate: true, is_unsaid, ..own }
            }
        }
    }
}
