//! Following a witness: the interpreter runs the program on the inputs that the witness tells, and goes from segment
//! to segment. Inputs that the witness leaves open are taken from the counterexamples of an analysis.

use std::cell::Cell;
use std::collections::BTreeMap;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::options::Options;
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::Action::Input as Read;
use focuscheck_cells::facts::cfg::{NodeId, SiteId};
use focuscheck_cells::simulation::interpreter::{End, InputRead, Machine, Oracle, Run};
use focuscheck_engine::focus::replay::contradiction;
use focuscheck_ir::program::Original;
use focuscheck_report::model::{FileReport, InputValue, Verdict};
use focuscheck_report::witness::{Action, Branch, Kind, Place, Waypoint};
use focuscheck_syntax::error::Diagnostic;

use super::constraint::{equations, evaluate};
use super::moments::{Guide, Listener, Located, Moment};
use super::{LIMITS, Letters, variable};
use crate::leaks::is_leak;

/// Mathematical integers, as results of functions are compared.
const MATHEMATICAL: IntegerType = IntegerType { width: 128, signed: true, float: false };

/// What following a witness has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// A run passes all segments and fails where the witness says.
    Confirmed {
        /// The inputs of the run, in the order of the reads.
        inputs: Vec<InputValue>,
    },
    /// No such run was found; what stood in the way.
    NotConfirmed(String),
    /// The program has errors.
    Unreadable(Vec<Diagnostic>),
}

/// Looks for a run that the witness describes.
pub fn confirm(source: &SourceFile, options: &Options, segments: &[Vec<Waypoint>]) -> Confirmation {
    let (graph, diagnostics) = crate::front::lowered(source, options);
    let Some(graph) = graph else { return Confirmation::Unreadable(diagnostics) };
    if graph.main.is_none() {
        return Confirmation::NotConfirmed("there is no function main to run".to_owned());
    }
    let located = Located::new(&graph, source);
    let Some(original) = crate::front::original(source, options) else {
        return Confirmation::Unreadable(diagnostics);
    };
    let attempt = |others: &BTreeMap<(SiteId, u32), i128>| {
        Attempt { located: &located, original: &original, segments }.run(others)
    };
    let (first, told) = match attempt(&BTreeMap::new()) {
        Ok(inputs) => return Confirmation::Confirmed { inputs },
        Err(failure) => failure,
    };
    if told {
        return Confirmation::NotConfirmed(first);
    }
    // The witness leaves inputs open.
    let report = super::super::analyse(source, options);
    for values in counterexamples(&located, &report) {
        if let Ok(inputs) = attempt(&values) {
            return Confirmation::Confirmed { inputs };
        }
    }
    Confirmation::NotConfirmed(match report.verdict {
        Verdict::Safe | Verdict::Nothing => "no error of the program can be reached".to_owned(),
        _ => first,
    })
}

/// The inputs of all counterexamples.
fn counterexamples(located: &Located<'_>, report: &FileReport) -> Vec<BTreeMap<(SiteId, u32), i128>> {
    let place = |input: &InputValue| {
        let (name, occurrence) = (&input.name, input.number.saturating_sub(1));
        let line = |site: &focuscheck_cells::facts::cfg::Site| located.source.position(site.span.start).line;
        let sites = &located.graph.sites;
        let named = |site: &usize| sites[*site].name == *name && line(&sites[*site]) == input.line;
        // Reads on one line are counted together; mostly they take turns.
        let there: Vec<usize> = (0..sites.len()).filter(named).collect();
        let site = *there.get(occurrence as usize % there.len().max(1))?;
        let occurrence = occurrence / there.len() as u32;
        Some(((SiteId(site as u32), occurrence), input.bits()?))
    };
    let all = report.errors.iter().flat_map(|error| &error.counterexamples);
    all.map(|counterexample| counterexample.inputs.iter().filter_map(place).collect()).collect()
}

/// A witness and a program.
struct Attempt<'a> {
    located: &'a Located<'a>,
    original: &'a Original,
    segments: &'a [Vec<Waypoint>],
}

impl Attempt<'_> {
    /// The inputs of a run that the witness describes; or what was missing, and whether the witness tells all inputs.
    fn run(&self, others: &BTreeMap<(SiteId, u32), i128>) -> Result<Vec<InputValue>, (String, bool)> {
        let Attempt { located, segments, .. } = *self;
        let at = Cell::new(0);
        let letters = Letters::default();
        let mut told = WitnessOracle { located, segments, at: &at, others, open: false, letters };
        let follower =
            Follower { located, segments, at: &at, reads: Vec::new(), obstacle: None, avoided: None };
        let mut guide = Guide::new(located, follower);
        let mut machine = Machine::new(located.graph, LIMITS);
        let end = machine.run(&mut told, &mut guide);
        let Follower { reads, obstacle, avoided, .. } = guide.listener;
        let reason = match self.missing(&end, &machine, at.get(), obstacle, avoided) {
            None if !self.is_reached(&end, &reads) => {
                return Ok(reads.iter().map(|read| named(located, *read)).collect());
            }
            None => "pointers may still lead to the block".to_owned(),
            Some(reason) => reason,
        };
        Err((reason, !told.open))
    }

    /// Whether a run ends with a block that is left and not known to be lost: only C's memory tells what leads there.
    fn is_reached(&self, end: &End, reads: &[InputRead]) -> bool {
        let graph = self.located.graph;
        match *end {
            End::Error(error) if is_leak(graph.errors[error.index()].kind) => {
                let run = Run { end: end.clone(), trace: Vec::new(), inputs: reads.to_vec() };
                contradiction(graph, self.original, &run, LIMITS).is_some()
            }
            _ => false,
        }
    }

    fn missing(
        &self,
        end: &End,
        machine: &Machine<'_>,
        at: usize,
        obstacle: Option<String>,
        avoided: Option<String>,
    ) -> Option<String> {
        let Attempt { located, segments, .. } = self;
        if let Some(avoided) = avoided {
            return Some(avoided);
        }
        let last = segments.last().and_then(|segment| segment.last())?;
        let waypoint = segments.get(at).and_then(|segment| segment.last()).unwrap_or(last);
        let stopped = format!(
            "{} at line {} is not passed (segment {} of {})",
            word(&waypoint.kind),
            waypoint.place.line,
            at + 1,
            segments.len()
        );
        let because = obstacle.map_or(String::new(), |obstacle| format!(": {obstacle}"));
        let Some(target) = located.target(end, machine.node()) else {
            return Some(format!("the run ends without an error; {stopped}{because}"));
        };
        if at + 1 < segments.len() {
            return Some(format!("{stopped}{because}"));
        }
        let error = match end {
            End::Error(error) => located.graph.errors[error.index()].span.map(|span| span.start),
            _ => None,
        };
        let here = [Some(target), error];
        match here.into_iter().flatten().any(|offset| is_at(located, &last.place, offset)) {
            true => None,
            false => {
                let line = located.source.local_position(target).line;
                Some(format!("the run fails at line {line}, not at line {}", last.place.line))
            }
        }
    }
}

fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Assumption(_) => "the assumption",
        Kind::Target => "the target",
        Kind::FunctionEnter => "the call",
        Kind::FunctionReturn(_) => "the return",
        Kind::Branching(_) => "the branching",
    }
}

/// Whether a place of a witness is this one. Paths may start in different folders.
fn is_at(located: &Located<'_>, place: &Place, offset: u32) -> bool {
    let base = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let position = located.source.local_position(offset);
    position.line == place.line
        && place.column.is_none_or(|column| column == position.column)
        && base(&place.file) == base(located.source.path_of(offset))
}

/// Goes from segment to segment.
struct Follower<'a> {
    located: &'a Located<'a>,
    segments: &'a [Vec<Waypoint>],
    /// The segment that the run is in.
    at: &'a Cell<usize>,
    /// What the run reads.
    reads: Vec<InputRead>,
    /// Why the waypoint that is followed was not passed when it was last evaluated.
    obstacle: Option<String>,
    /// What was passed and must not be.
    avoided: Option<String>,
}

impl Follower<'_> {
    /// Whether the waypoint is passed; `None` if it is not evaluated here.
    fn passes(
        &self,
        waypoint: &Waypoint,
        moment: Moment,
        node: NodeId,
        machine: &Machine<'_>,
    ) -> Option<Result<bool, String>> {
        let here = |offset: u32| is_at(self.located, &waypoint.place, offset);
        let found = match moment {
            Moment::Before(start, first) => here(start) || here(first),
            other => here(other.place()),
        };
        let branching = matches!(waypoint.kind, Kind::Branching(_));
        let leftmost = || self.located.places.is_leftmost_branching(moment.place());
        if !found || branching && waypoint.place.column.is_none() && !leftmost() {
            return None;
        }
        let graph = self.located.graph;
        match (&waypoint.kind, moment) {
            (Kind::Assumption(text), Moment::Before(..)) => {
                let known = |name: &str| variable(graph, machine, node, name);
                Some(evaluate(text, &known).map(|(value, _)| value != 0))
            }
            (Kind::FunctionEnter, Moment::Enter(_)) => Some(Ok(true)),
            // A function without a body is entered and left at once.
            (Kind::FunctionEnter, Moment::Return(..)) => {
                matches!(graph.nodes[node.index()].action, Read { .. }).then_some(Ok(true))
            }
            (Kind::FunctionReturn(text), Moment::Return(_, value)) => Some(returned(text, value?)),
            (Kind::Branching(way), Moment::Branch(_, outcome)) => Some(Ok(*way == Branch::Outcome(outcome))),
            (Kind::Branching(way), Moment::Switch(_, value, case)) => Some(match way {
                Branch::Outcome(_) => Err("a `switch` is neither true nor false".to_owned()),
                Branch::Default => case
                    .map(|case| !case)
                    .ok_or_else(|| "which values have a case of their own is not known".to_owned()),
                Branch::Case(text) => evaluate(text, &|_| None).map(|(wanted, _)| wanted == value),
            }),
            _ => None,
        }
    }
}

fn returned(constraint: &str, value: i128) -> Result<bool, String> {
    let result = |name: &str| (name == "\\result").then_some((value, MATHEMATICAL));
    evaluate(constraint, &result).map(|(holds, _)| holds != 0)
}

impl Listener for Follower<'_> {
    fn moment(&mut self, moment: Moment, node: NodeId, machine: &Machine<'_>) {
        let Some(segment) = self.segments.get(self.at.get()) else { return };
        for waypoint in segment {
            let Some(passed) = self.passes(waypoint, moment, node, machine) else { continue };
            let line = waypoint.place.line;
            match (waypoint.action, passed) {
                (Action::Avoid, Ok(true)) => {
                    let text =
                        format!("{} at line {line} must be avoided, and is passed", word(&waypoint.kind));
                    self.avoided.get_or_insert(text);
                }
                (Action::Follow, Ok(true)) => {
                    self.at.set(self.at.get() + 1);
                    self.obstacle = None;
                    return;
                }
                (_, Ok(false)) => {}
                (_, Err(reason)) => self.obstacle = Some(reason),
            }
        }
    }

    fn input(&mut self, read: InputRead) {
        self.reads.push(read);
    }
}

/// A value that is read, by the name of the input.
fn named(located: &Located<'_>, read: InputRead) -> InputValue {
    let site = &located.graph.sites[read.site.index()];
    let line = located.source.position(site.span.start).line;
    let value = located.graph.input_text(site.ty, read.value);
    let bits = site.ty.float.then(|| read.value.to_string());
    InputValue { bits, ..InputValue::new(site.name.clone(), line, value) }
}

/// Answers with what the witness tells of an input.
struct WitnessOracle<'a> {
    located: &'a Located<'a>,
    segments: &'a [Vec<Waypoint>],
    at: &'a Cell<usize>,
    /// Values for inputs of which the witness tells nothing.
    others: &'a BTreeMap<(SiteId, u32), i128>,
    /// Whether there was such an input.
    open: bool,
    letters: Letters,
}

impl WitnessOracle<'_> {
    fn value(&mut self, site: SiteId) -> Option<i128> {
        let located = self.located;
        let described = &located.graph.sites[site.index()];
        let call = located.reading_call(site);
        let condition = located.places.keyword(described.span);
        let length = self.letters.length(described);
        let name = self.letters.letter(described).unwrap_or_else(|| described.name.clone());
        let ahead = self.segments.get(self.at.get()..)?.iter().filter_map(|segment| segment.last());
        let at =
            |place: &Place, offset: Option<u32>| offset.is_some_and(|offset| is_at(located, place, offset));
        let tells = |waypoint: &Waypoint| match &waypoint.kind {
            Kind::FunctionReturn(text) if at(&waypoint.place, call) => {
                let fails = |value: i128| i128::from(value == 0);
                let told = satisfying(text);
                if located.is_allocation(site) { told.map(fails) } else { told }
            }
            Kind::Branching(Branch::Outcome(outcome)) if described.star && at(&waypoint.place, condition) => {
                Some(i128::from(*outcome))
            }
            Kind::Assumption(told) if call.is_none() => {
                let mut known = equations(told).into_iter();
                match length {
                    Some(text) => length_of(text, known),
                    None => known.find(|(place, _)| *place == name).map(|(_, value)| value),
                }
            }
            _ => None,
        };
        let value = ahead.into_iter().find_map(tells)?;
        let (low, high) = described.range;
        (low <= value && value <= high).then_some(value)
    }
}

impl Oracle for WitnessOracle<'_> {
    fn input(&mut self, site: SiteId, occurrence: u32) -> i128 {
        if let Some(value) = self.value(site) {
            return value;
        }
        self.open = true;
        let (low, high) = self.located.graph.sites[site.index()].range;
        self.others.get(&(site, occurrence)).copied().unwrap_or(0).clamp(low, high)
    }
}

/// How many letters a text has before its end, if an assumption says so.
fn length_of(text: &str, mut known: impl Iterator<Item = (String, i128)>) -> Option<i128> {
    let index = |place: &str| place.strip_prefix(text)?.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    known.find_map(|(place, value)| index(&place).filter(|_| value == 0))
}

/// A result for which a constraint holds: one of the numbers in it, or a neighbour.
fn satisfying(constraint: &str) -> Option<i128> {
    if let [(_, value), ..] = equations(constraint)[..] {
        return Some(value);
    }
    let words = constraint.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let numbers = words.filter_map(|word| evaluate(word, &|_| None).ok()).map(|(value, _)| value);
    let candidates = numbers.flat_map(|number| [number, number - 1, number + 1]).chain([0]);
    candidates.into_iter().find(|&candidate| returned(constraint, candidate) == Ok(true))
}
