//! A program as runs over unknowns: the block graph, cut at the heads of loops, with ideal arithmetic (section 3).

use std::collections::{BTreeMap, BTreeSet};

use crate::abduce::{Unknown, UnknownKind, World};
use crate::arith::Relation;
use crate::check::tree::ObjectId;
use crate::condition::encoder::{Input, Origin};
use crate::condition::passive::{Condition, Source, ideal_condition};
use crate::condition::state::{Cell, State, Value};
use crate::doubt::Unmodelled;
use crate::guarded::graph::{
    At, BlockId, Command, Fact as Stated, Frame, FrameId, Given, Guarded, ObligationId, Property, Taken,
    TraceKind,
};
use crate::pipeline::front::Annotated;
use crate::pipeline::verify::offset;
use crate::program::graph::{Action, Graph};
use crate::prove::term::{FormulaId, HypothesisId};
use crate::prove::{Answer, Limits, Prover};
use crate::report::ask::model::Point;
use crate::source::SourceFile;

use super::facts::Fact;
use super::heads::{self, Head};
use super::names::{self, Name};

/// An error that can be asked about.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Where it stands.
    pub offset: u32,
    /// What it is.
    pub what: String,
    /// What has to hold.
    pub property: Property,
    /// Its obligations: one for each execution of its function.
    pub obligations: Vec<ObligationId>,
}

/// A program that is asked about.
pub(super) struct Asked<'g> {
    pub source: &'g SourceFile,
    pub graph: &'g Graph,
    pub guarded: &'g Guarded<'g>,
    pub condition: Condition<'g>,
    pub entry: &'g str,
    settled: &'g [String],
    facts: &'g [Fact],
    receivers: BTreeMap<u32, String>,
    assigned: BTreeMap<String, u32>,
    /// For each execution of a function who calls it, and the line of the call.
    pub called: BTreeMap<FrameId, (FrameId, u32)>,
}

impl<'g> Asked<'g> {
    pub(super) fn new(
        source: &'g SourceFile,
        annotated: &'g Annotated,
        guarded: &'g Guarded<'g>,
        entry: &'g str,
        facts: &'g [Fact],
    ) -> Self {
        let (tree, graph) = (annotated.original.tree(), annotated.original.graph());
        let condition = ideal_condition(tree, graph, guarded);
        let assigned = names::assigned(graph, &condition.encoder.memory);
        let line = |offset: u32| source.position(offset).line;
        Asked {
            source,
            graph,
            guarded,
            condition,
            entry,
            settled: &annotated.settled,
            facts,
            receivers: names::receivers(graph),
            assigned,
            called: heads::callers(&guarded.blocks, &line),
        }
    }

    /// The errors of the program, in the order of the source.
    pub(super) fn errors(&self) -> Vec<Place> {
        let mut places: BTreeMap<(u32, Property), Vec<ObligationId>> = BTreeMap::new();
        for (number, obligation) in self.guarded.obligations.iter().enumerate() {
            if obligation.clause.is_none() && is_error(obligation.property) {
                let at = offset(self.source, obligation.at);
                let place = places.entry((at, obligation.property)).or_default();
                place.push(ObligationId(number as u32));
            }
        }
        let places = places.into_iter();
        places
            .map(|((offset, property), obligations)| Place {
                offset,
                what: self.what(offset, property),
                property,
                obligations,
            })
            .collect()
    }

    fn what(&self, offset: u32, property: Property) -> String {
        let stands = |node: &&crate::program::graph::Node| {
            matches!(node.action, Action::Error(_)) && node.span.start == offset
        };
        let node = self.graph.nodes.iter().find(stands);
        let text = node.map_or(String::new(), |node| {
            self.source.slice(node.span).split_whitespace().collect::<Vec<_>>().join(" ")
        });
        let text = text.trim_end_matches(';');
        let inner = text.strip_prefix("assert(").and_then(|rest| rest.strip_suffix(')'));
        match (property, inner) {
            (Property::Assert, Some(inner)) => format!("assertion `{}`", inner.trim()),
            (Property::Assert, None) => format!("assertion `{text}`"),
            (Property::Error, _) => format!("error `{text}`"),
            (property, _) => crate::report::verify::words::label(property).to_owned(),
        }
    }

    /// What a verdict takes for granted.
    pub(super) fn assumed(&self) -> Vec<String> {
        let mut assumed = Vec::new();
        let lines = |offsets: BTreeSet<u32>| {
            let lines: BTreeSet<u32> = offsets.into_iter().map(|at| self.source.position(at).line).collect();
            let texts: Vec<String> = lines.iter().map(u32::to_string).collect();
            match texts.len() {
                1 => format!("line {}", texts[0]),
                _ => format!("lines {}", texts.join(", ")),
            }
        };
        let wraps = self.condition.encoder.ideal.as_ref().map(|ideal| ideal.wraps.clone());
        if let Some(wraps) = wraps.filter(|wraps| !wraps.is_empty()) {
            assumed.push(format!("no wrap at {}", lines(wraps)));
        }
        let mut fits: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        for source in &self.condition.sources {
            let Source::Command(block, number) = source else { continue };
            let command = self.guarded.blocks[block.index()].commands.get(*number);
            if let Some(Command::Assume(fact, Given::Defined)) = command {
                let (what, at) = match fact {
                    Stated::Fits(_, expression) => ("no signed overflow", expression.span.start),
                    Stated::Divisible(_, expression) => ("no division by zero", expression.span.start),
                    Stated::Shiftable(_, expression) => ("no undefined shift", expression.span.start),
                    _ => continue,
                };
                fits.entry(what).or_default().insert(at);
            }
        }
        assumed.extend(fits.into_iter().map(|(what, at)| format!("{what} at {}", lines(at))));
        assumed.extend(
            self.undefined().into_iter().map(|name| format!("{name}() changes nothing but its result")),
        );
        assumed.extend(self.contracts());
        for taken in &self.guarded.taken {
            match taken {
                Taken::Admitted(span) => {
                    assumed.push(format!("what line {} admits", self.source.position(span.start).line));
                }
                Taken::Unchanged(function) => {
                    let name = &self.condition.encoder.tree.functions[function.index()].name;
                    assumed.push(format!("{name}() changes nothing but its result"));
                }
                Taken::LeftOut(_) | Taken::Unchecked(_) => {}
            }
        }
        let unproved = self.unproved();
        if !unproved.is_empty() {
            assumed.push(format!("the loop invariants of {}, which are not proved", lines(unproved)));
        }
        assumed.extend(self.settled.iter().map(|name| format!("{name} changes only where it is stored to")));
        if self.entry != "main" {
            assumed.push(format!("globals have their initial values where {} begins", self.entry));
        }
        if self.condition.encoder.uses_memory() {
            assumed.push("objects of different types do not overlap".to_owned());
        }
        assumed
    }

    /// The functions that nobody defines.
    fn undefined(&self) -> BTreeSet<&str> {
        let names = self.graph.nodes.iter().filter_map(|node| match &node.action {
            Action::Unknown { reason: Unmodelled::Body { function }, .. } => Some(function.as_str()),
            _ => None,
        });
        names.collect()
    }

    /// Contracts that are taken for granted: of functions that are not followed, and what the entry requires.
    fn contracts(&self) -> BTreeSet<String> {
        let functions = &self.condition.encoder.tree.functions;
        let contract = |frame: &Frame| functions[frame.function.index()].contract.as_deref();
        let mut taken = BTreeSet::new();
        for (number, frame) in self.guarded.frames.iter().enumerate() {
            let name = &functions[frame.function.index()].name;
            let Some(contract) = contract(frame) else { continue };
            if !frame.inlined {
                taken.insert(format!("the contract of {name}"));
            } else if number == 0 && !contract.requires.is_empty() {
                taken.insert(format!("what {name} requires"));
            }
        }
        taken
    }

    /// The loop invariants that were annotated and not proved.
    fn unproved(&self) -> BTreeSet<u32> {
        let mut prover = self.condition.prover(Limits::default());
        let mut unproved = BTreeSet::new();
        for query in &self.condition.queries {
            let Ok(id) = query.about else { continue };
            let obligation = &self.guarded.obligations[id.index()];
            let invariant = matches!(
                obligation.property,
                Property::LoopInvInit | Property::LoopInvMaintained | Property::LabelInvariant
            );
            let answer = if invariant { self.condition.ask(&mut prover, query) } else { None };
            if answer.is_some_and(|answer| !matches!(answer, Answer::Refuted { .. })) {
                unproved.insert(offset(self.source, obligation.at));
            }
        }
        unproved
    }

    /// The runs of an error, with how their unknowns are called; an error: why they are not known.
    pub(super) fn world(&self, place: &Place) -> Result<(World, Vec<Name>), String> {
        let condition = &self.condition;
        let heads = self.heads(place);
        let mut prover = condition.prover(Limits::default());
        let kinds = ["passes", "fails", "checked"].map(|name| prover.terms.atom(name));
        let mut failing = Vec::new();
        let mut checked = Vec::new();
        let mut elsewhere = Vec::new();
        for query in &condition.queries {
            match &query.about {
                Ok(id) if place.obligations.contains(id) => {
                    let Some(atom) = query.atom else { continue };
                    failing.push(prover.terms.atom_formula(atom));
                    checked.extend(self.checked(query.block, query.command));
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
                    elsewhere
                        .extend(query.atom.filter(|_| counts).map(|atom| prover.terms.atom_formula(atom)));
                }
            }
        }
        let passing: Vec<FormulaId> =
            self.passing(&heads).into_iter().map(|block| condition.passed[block.index()]).collect();
        for (kind, ways) in kinds.into_iter().zip([passing, failing, checked]) {
            let atom = prover.terms.atom_formula(kind);
            let any = prover.terms.or(ways);
            let implied = prover.terms.implies(atom, any);
            prover.suppose(implied);
        }
        let others = (!elsewhere.is_empty()).then(|| prover.terms.atom("elsewhere"));
        if let Some(others) = others {
            let (atom, any) = (prover.terms.atom_formula(others), prover.terms.or(elsewhere));
            let implied = prover.terms.implies(atom, any);
            prover.suppose(implied);
        }
        self.add_facts(&mut prover);
        let (unknowns, names) = self.unknowns(&mut prover, &heads);
        let mut world = World::new(prover, unknowns, kinds);
        world.structure.extend(others);
        world.elsewhere = others;
        world.structure.extend(condition.structure.iter().copied());
        world.silent = self.silent();
        if let Some(ideal) = &condition.encoder.ideal {
            world.definitions.clone_from(&ideal.definitions);
        }
        Ok((world, names))
    }

    /// Where the check is made that leads to a command: the blocks before an error, else the block itself.
    fn checked(&self, block: BlockId, command: usize) -> Vec<FormulaId> {
        let commands = &self.guarded.blocks[block.index()].commands;
        let never = matches!(commands.get(command), Some(Command::Assert(_, Stated::False)));
        let mut from: BTreeSet<BlockId> = BTreeSet::from([block]);
        // An error stands behind marks of the branch that leads to it.
        let mut seen = 0;
        while never && seen < 20 {
            seen += 1;
            let before: BTreeSet<BlockId> = from
                .iter()
                .flat_map(|block| self.condition.points[block.index()].incoming.iter().map(|way| way.0))
                .collect();
            if before.is_empty() {
                break;
            }
            let branches = before.iter().any(|block| self.guarded.blocks[block.index()].edges.len() > 1);
            from = before;
            if branches {
                break;
            }
        }
        from.into_iter().map(|block| self.condition.passed[block.index()]).collect()
    }

    fn cut(&self, cut: &crate::guarded::graph::Cut) -> String {
        use crate::guarded::graph::Cut;
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
                        Command::Assume(Stated::Fits(..), Given::Defined)
                            | Command::Assert(_, Stated::Fits(..))
                    )
                )
            }
            Source::Guard(..) | Source::Structure => false,
        };
        let sources = (0u32..).zip(&self.condition.sources);
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
                    .map(|(name, factor)| Some((*factor, self.value(state, frame, name)?)))
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

    /// The value of the only variable with a name.
    fn value(&self, state: &State, frame: FrameId, name: &str) -> Option<crate::prove::term::TermId> {
        let named = |object: ObjectId| self.graph.objects[object.index()].name == name;
        let own = state.cells.iter().filter_map(|(cell, value)| match (cell, value) {
            (Cell::Object(owner, object), Value::Integer(value)) => {
                (owner.is_none_or(|owner| owner == frame) && named(*object)).then_some(*value)
            }
            _ => None,
        });
        let own: Vec<_> = own.collect();
        match own[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// All unknowns in the order of the source.
    fn unknowns(&self, prover: &mut Prover, heads: &BTreeMap<BlockId, Head>) -> (Vec<Unknown>, Vec<Name>) {
        let mut found: Vec<(u32, usize, Unknown, Name)> = Vec::new();
        for (number, input) in self.condition.encoder.inputs.iter().enumerate() {
            let head = input.block.and_then(|block| heads.get(&block));
            let head = head.filter(|_| input.origin == Origin::Arbitrary);
            let mut name = self.name(input, prover.terms.variable_name(input.variable), head);
            name.calls =
                input.block.and_then(|block| self.frame(block)).map_or_else(Vec::new, |f| self.calls(f));
            let range = prover.terms.variable_range(input.variable);
            name.narrow = range.is_some_and(|(low, high)| low >= -(1 << 33) && high <= 1 << 33);
            let passed = |block: &BlockId| self.condition.passed[block.index()];
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
                    | Origin::Arbitrary
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
        names::tell_apart(&mut names);
        (unknowns, names)
    }

    fn name(&self, input: &Input, name: &str, head: Option<&Head>) -> Name {
        let line = |offset: u32| self.source.position(offset).line;
        let kept = |name: &str, most: u32| self.assigned.get(name).copied().unwrap_or(0) <= most;
        let at = |text: String, point: Point, offset: u32| Name {
            text,
            point,
            offset,
            line: line(offset),
            calls: Vec::new(),
            is_variable: false,
            is_kept: false,
            is_indeterminate: false,
            narrow: false,
            is_shared: false,
        };
        match &input.origin {
            Origin::Declared(_, span) if input.block.is_none() => {
                let own = at(name.to_owned(), Point::Start, span.start);
                Name { is_variable: true, is_kept: kept(name, 0), ..own }
            }
            Origin::Declared(_, span) => {
                let own = at(name.to_owned(), Point::Line(line(span.start)), span.start);
                Name { is_indeterminate: true, ..own }
            }
            // What a loop, a call or other code has changed.
            Origin::Arbitrary => match head {
                Some(head) => Name { is_variable: true, ..at(name.to_owned(), head.point, head.offset) },
                None => {
                    let own = at(name.to_owned(), Point::Line(line(input.at.start)), input.at.start);
                    Name { is_indeterminate: true, ..own }
                }
            },
            Origin::Read(span) | Origin::Returned(span, _) => {
                let receiver = self.receivers.get(&span.start);
                let text = receiver.cloned().unwrap_or_else(|| names::spaced(self.source, *span));
                let site = self.graph.sites.iter().find(|site| site.span == *span);
                let outside = site.is_some_and(|site| names::is_input(&site.name));
                let point = if outside { Point::Start } else { Point::Line(line(span.start)) };
                let own = at(text, point, span.start);
                let is_kept = receiver.is_some_and(|name| kept(name, 1));
                let is_indeterminate = receiver.is_none();
                Name { is_variable: receiver.is_some(), is_kept, is_indeterminate, ..own }
            }
            Origin::Unmodelled | Origin::Operation => {
                let text = names::spaced(self.source, input.at);
                let own = at(text, Point::Line(line(input.at.start)), input.at.start);
                Name { is_indeterminate: true, ..own }
            }
        }
    }
}

/// What is an error of the program, and no part of a contract.
fn is_error(property: Property) -> bool {
    match property {
        Property::Assert
        | Property::Error
        | Property::Null
        | Property::ArrayAccess
        | Property::Dangling
        | Property::ZeroDiv
        | Property::Shift
        | Property::Overflow
        | Property::Uninit
        | Property::Undefined => true,
        Property::Pre
        | Property::Post
        | Property::LoopInvInit
        | Property::LoopInvMaintained
        | Property::LabelInvariant
        | Property::Assigns
        | Property::Variant
        | Property::Complete
        | Property::Disjoint => false,
    }
}
