//! A program that is asked about: the block graph, cut at the heads of loops, with ideal arithmetic (section 3).

use std::collections::{BTreeMap, BTreeSet};

use crate::verify::offset;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::given::is_given_pointers;
use focuscheck_ir::program::graph::{Action, Graph};
use focuscheck_report::kinds;
use focuscheck_smt::{Answer, Limits};
use focuscheck_vc::condition::passive::{Condition, Source, ideal_condition};
use focuscheck_vc::condition::state::Wraps;
use focuscheck_vc::guarded::graph::{
    Access, AssumptionKind, Command, Fact as Stated, Frame, FrameId, Guarded, ObligationId, ProofPremise,
    Property,
};

use super::facts::Fact;
use super::names;

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
    settled: &'g [(String, Span)],
    pub facts: &'g [Fact],
    pub receivers: BTreeMap<u32, ObjectId>,
    pub assigned: BTreeMap<ObjectId, u32>,
    /// The objects whose names others have, too: anywhere, and where a reader could mean either.
    pub namesakes: (BTreeSet<ObjectId>, BTreeSet<ObjectId>),
    /// For each execution of a function who calls it, and where the call stands.
    pub called: BTreeMap<FrameId, (FrameId, u32)>,
}

impl<'g> Asked<'g> {
    pub(super) fn new(
        source: &'g SourceFile,
        original: &'g Original,
        guarded: &'g Guarded<'g>,
        entry: &'g str,
        facts: &'g [Fact],
        wraps: Wraps,
    ) -> Self {
        let (tree, graph) = (original.tree(), original.graph());
        let condition = ideal_condition(tree, graph, guarded, wraps);
        let assigned = names::assigned(graph, &condition.encoder.memory);
        Asked {
            source,
            graph,
            guarded,
            condition,
            entry,
            settled: &tree.settled,
            facts,
            receivers: names::receivers(graph),
            assigned,
            namesakes: names::namesakes(tree),
            called: names::callers(&guarded.blocks),
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
        let stands = |node: &&focuscheck_ir::program::graph::Node| {
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
            (property, _) => kinds::property(property).failure.to_owned(),
        }
    }

    /// That values do not wrap, if that is taken for granted.
    pub(super) fn wraps(&self) -> Option<String> {
        let wraps = self.condition.encoder.ideal.as_ref().map(|ideal| ideal.wraps.clone())?;
        (!wraps.is_empty()).then(|| format!("no wrap at {}", self.lines(wraps)))
    }

    fn lines(&self, offsets: BTreeSet<u32>) -> String {
        let lines: BTreeSet<u32> = offsets.into_iter().map(|at| self.source.position(at).line).collect();
        let texts: Vec<String> = lines.iter().map(u32::to_string).collect();
        match texts.len() {
            1 => format!("line {}", texts[0]),
            _ => format!("lines {}", texts.join(", ")),
        }
    }

    /// What a verdict takes for granted.
    pub(super) fn assumed(&self) -> Vec<String> {
        let mut assumed = Vec::new();
        let mut fits: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
        for source in self.condition.hypotheses.sources() {
            let Source::Command(block, number) = source else { continue };
            let command = self.guarded.blocks[block.index()].commands.get(*number);
            if let Some(Command::Assume(fact, AssumptionKind::Defined)) = command
                && let Some((what, at)) = taken_as_defined(fact)
            {
                fits.entry(what).or_default().insert(at);
            }
        }
        assumed.extend(fits.into_iter().map(|(what, at)| format!("{what} at {}", self.lines(at))));
        assumed.extend(
            self.undefined().into_iter().map(|name| format!("{name}() changes nothing but its result")),
        );
        assumed.extend(self.contracts());
        for taken in &self.guarded.taken {
            match taken {
                ProofPremise::Admitted(span) => {
                    assumed.push(format!("what line {} admits", self.source.position(span.start).line));
                }
                ProofPremise::Weak(function) => {
                    let name = &self.condition.encoder.tree.functions[function.index()].name;
                    assumed.push(format!("no other file defines {name}(), which is weak"));
                }
                ProofPremise::Unasked(..) | ProofPremise::Unchecked(_) => {}
            }
        }
        let unproved = self.unproved();
        if !unproved.is_empty() {
            assumed.push(format!("the loop invariants of {}, which are not proved", self.lines(unproved)));
        }
        assumed.extend(
            self.settled.iter().map(|(name, _)| format!("{name} changes only where it is stored to")),
        );
        if self.entry != "main" {
            assumed.push(format!("globals have their initial values where {} begins", self.entry));
        }
        if self.condition.encoder.uses_memory() {
            assumed.push("objects of different types do not overlap".to_owned());
            assumed.extend(self.apart().map(|name| format!("no pointer of another file leads to {name}")));
        }
        assumed
    }

    /// The variables to which pointers of other files would lead, if there are such pointers.
    fn apart(&self) -> impl Iterator<Item = &str> {
        let tree = self.condition.encoder.tree;
        let given = tree.function(self.entry).is_none_or(|entry| is_given_pointers(tree, self.graph, entry));
        let apart = self.condition.encoder.apart.iter().filter(move |_| given);
        apart.map(|object| &*tree.objects[object.index()].name)
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
}

/// What is taken for granted where a fact is that makes a step defined, and where that step stands.
fn taken_as_defined(fact: &Stated<'_>) -> Option<(&'static str, u32)> {
    match fact {
        Stated::Fits(_, expression) => Some((kinds::check(CheckKind::Overflow).holds, expression.span.start)),
        Stated::Divisible(_, expression) => Some((kinds::check(CheckKind::Div).holds, expression.span.start)),
        Stated::Shiftable(_, expression) => {
            Some((kinds::check(CheckKind::Shift).holds, expression.span.start))
        }
        Stated::HasValue(_, place) => Some((kinds::check(CheckKind::Uninit).holds, place.span.start)),
        Stated::Access(_, Access::NotNull(place)) => {
            Some((kinds::check(CheckKind::Pointer).holds, place.span.start))
        }
        Stated::Access(_, Access::Index(place, _)) => {
            Some((kinds::check(CheckKind::Bounds).holds, place.span.start))
        }
        Stated::Access(_, Access::Inside(place) | Access::Written(place)) => {
            Some(("access within a living object", place.span.start))
        }
        Stated::Freeable(_, pointer) => Some(("free of what was allocated", pointer.span.start)),
        // What annotations say makes no step defined.
        Stated::False
        | Stated::Stated { .. }
        | Stated::Complete(..)
        | Stated::Disjoint(..)
        | Stated::Assignable { .. }
        | Stated::AssignableAll { .. }
        | Stated::AssignableAnything(_)
        | Stated::Decreases { .. }
        | Stated::Recurs { .. } => None,
    }
}

/// What is an error of the program, and no part of a contract.
pub(super) fn is_error(property: Property) -> bool {
    match property {
        Property::Assert
        | Property::Error
        | Property::Null
        | Property::ArrayAccess
        | Property::Dangling
        | Property::Free
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
        | Property::Decreases
        | Property::Complete
        | Property::Disjoint => false,
    }
}
