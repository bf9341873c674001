//! One function: its points, asked about, and the cause of each that is doomed.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use focuscheck_check::tree::{Definition, FunctionId};
use focuscheck_doomed::cause::{Cause, Causes};
use focuscheck_doomed::copies::{Program, ways};
use focuscheck_doomed::cover::{Coverage, Kind, Questions};
use focuscheck_doomed::graph::Ways;
use focuscheck_doomed::passive::{Condition, Manner, condition};
use focuscheck_doomed::points::{Author, Outcome, Point, Rest, points};
use focuscheck_doomed::probe;
use focuscheck_doomed::starts::starts;
use focuscheck_ir::program::graph::NodeId;
use focuscheck_report::doomed::model::{Counts, Doomed, DoomedKind, Grade, Skipped};
use focuscheck_smt::Limits;
use focuscheck_vc::condition::encoder::MemoryModel;

use super::ground::{Ground, Habits};
use super::tell::Teller;

/// How much one question may take.
const LIMITS: Limits = Limits { cases: 20_000, conjunctions: 1_000, instances: 200, rounds: 2, values: 4 };

/// What was found in a function.
#[derive(Default)]
pub struct Asked {
    /// The warnings.
    pub warnings: Vec<Doomed>,
    /// Why it was not asked about, or only in part.
    pub skipped: Option<Skipped>,
    /// What was counted.
    pub counts: Counts,
}

/// Asks about all points of a function.
pub fn asked(ground: &Ground<'_>, function: FunctionId, definition: &Definition) -> Asked {
    let Program { tree, graph, outcomes, .. } = ground.program;
    let name = tree.functions[function.index()].name.clone();
    let mut asked =
        Asked { counts: Counts { function: name.clone(), ..Counts::default() }, ..Asked::default() };
    let line = ground.source.position(definition.span.start).line;
    let skip = |reason: &str, partly| {
        Some(Skipped { function: name.clone(), line, reason: reason.to_owned(), partly })
    };
    let Some(procedure) = graph.bodies.get(function.index()).copied().flatten() else { return asked };
    let all = points(ground.source, graph, function, definition);
    asked.counts.points = all.len() as u64;
    asked.warnings = all.iter().filter_map(|point| Teller::new(ground, &name).behind(point)).collect();
    if outcomes.returns_twice(procedure) {
        asked.skipped = skip("runs may come back to it twice (setjmp)", false);
        return asked;
    }
    let entry = graph.procedures[procedure.index()].entry;
    let elses: BTreeMap<NodeId, u32> = all.iter().filter_map(otherwise).collect();
    let begins = starts(ground.program, function, definition);
    let began = Instant::now();
    let Some(ways) = ways(ground.program, function, ground.settings, &elses, begins) else { return asked };
    if let Some(reason) = ways.cut {
        asked.skipped = skip(reason, true);
    }
    let is_followed = |point: &Point| !point.node.is_some_and(|node| ways.behind.contains(&node));
    let is_wanted = |point: &Point| match point.outcome {
        Outcome::Behind(_) => false,
        Outcome::Entry | Outcome::Condition { .. } | Outcome::Case { .. } => {
            outcomes.is_asked(point.node.unwrap_or(entry)) && is_followed(point)
        }
    };
    let wanted: Vec<bool> = all.iter().map(is_wanted).collect();
    asked.counts.asked = wanted.iter().filter(|wanted| **wanted).count() as u64;
    let nodes: Vec<Option<NodeId>> = all.iter().map(|point| point.node).collect();
    let (formulas, caution) = careful(ground, &ways, &nodes);
    asked.counts.building = milliseconds(began);
    let found = Questions::new(&formulas, LIMITS).ask(&wanted, ground.mode);
    drop(formulas);
    let teller = Teller::new(ground, &name);
    asked.counts.doomed = found.doomed.iter().map(|&(point, ..)| teller.place(&all[point])).collect();
    count(&mut asked.counts, &found);
    if found.doomed.is_empty() {
        return asked;
    }
    let line = |offset: u32| ground.source.position(offset).line;
    let manner = Manner { caution, line: Some(&line) };
    let formulas = condition(ground.program, &ways, &nodes, &manner);
    let mut explained = Explained { ground, ways: &ways, name: &name, all: &all, told: Vec::new() };
    let mut causes = Causes::new(&formulas, LIMITS);
    // What may be reached is worse, and told first.
    let mut doomed = found.doomed.clone();
    doomed.sort_by_key(|&(point, kind, _)| (kind == Kind::Unreached, point));
    for (point, kind, by_checks) in doomed {
        if ground.habits == Habits::Silent && is_silent(&all[point], kind, by_checks) {
            continue;
        }
        // A run that ends after all is a mistake of the formulas.
        if probe::contradicts(ground.program, function, all[point].node) {
            asked.counts.undecided += 1;
            continue;
        }
        if !explained.explain(&formulas, &mut causes, point, (kind, by_checks)) {
            asked.counts.undecided += 1;
        }
    }
    asked.warnings.extend(explained.told.into_iter().map(|(.., warning)| warning));
    asked
}

/// The formulas of a function: where pointers become such to objects of other types, what is read through them is any
/// value.
fn careful<'g>(
    ground: &Ground<'g>,
    ways: &'g Ways<'g>,
    nodes: &[Option<NodeId>],
) -> (Condition<'g>, MemoryModel) {
    let translated = |caution| {
        let manner = Manner { caution, line: None };
        condition(ground.program, ways, nodes, &manner)
    };
    if ground.volatile {
        return (translated(MemoryModel::UnknownReads), MemoryModel::UnknownReads);
    }
    let first = translated(MemoryModel::Untyped);
    match first.encoder.reinterpreted {
        Some(_) => (translated(MemoryModel::UnknownReads), MemoryModel::UnknownReads),
        None => (first, MemoryModel::Untyped),
    }
}

/// What is not said although it is so: that nobody comes past an `if` without `else`, to a `default` or to an `else` for the
/// rest, out of a loop, or where a macro has a test, unless that is because of something that would have failed before.
fn is_silent(point: &Point, kind: Kind, by_checks: bool) -> bool {
    let habit = match point.outcome {
        Outcome::Condition { written, from, rest, .. } => {
            !written || from == Author::Macro || rest == Rest::Last
        }
        Outcome::Case { other, .. } => other,
        Outcome::Entry | Outcome::Behind(_) => false,
    };
    habit && kind == Kind::Unreached && !by_checks
}

/// Where the `else` of a point stands.
fn otherwise(point: &Point) -> Option<(NodeId, u32)> {
    match point.outcome {
        Outcome::Condition { holds: false, written: true, .. } => Some((point.node?, point.at)),
        Outcome::Condition { .. } | Outcome::Entry | Outcome::Case { .. } | Outcome::Behind(_) => None,
    }
}

fn count(counts: &mut Counts, found: &Coverage) {
    counts.queries = found.queries as u64;
    counts.undecided = found.undecided.len() as u64;
    counts.first = found.first;
    counts.others = found.others;
}

fn milliseconds(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// What was explained so far.
struct Explained<'a, 'g> {
    ground: &'a Ground<'g>,
    ways: &'a Ways<'g>,
    name: &'a str,
    all: &'a [Point],
    told: Vec<(Cause, Bug, Doomed)>,
}

impl<'g> Explained<'_, 'g> {
    /// Finds the cause of a point, unless it is that of another one; whether it was found.
    fn explain(
        &mut self,
        formulas: &Condition<'_>,
        causes: &mut Causes<'_, 'g>,
        point: usize,
        (kind, by_checks): (Kind, bool),
    ) -> bool {
        if self.told.iter().any(|(cause, ..)| causes.explains(cause, point, Kind::Fails)) {
            return true;
        }
        let Some(cause) = causes.cause(point, kind) else { return formulas.points[point].is_none() };
        let teller = Teller::new(self.ground, self.name);
        let all = &self.all[point];
        let careful = || teller.is_repeated(all, &cause, formulas) || teller.is_elsewhere(all, &cause);
        let is_told = self.ground.habits == Habits::Told;
        if kind == Kind::Unreached && !by_checks && !is_told && careful() {
            return true;
        }
        // The same mistake seen from another condition is the same mistake.
        let bug = Bug::of(causes, &cause, &teller);
        if self.told.iter().any(|(_, known, _)| known.is_in(&bug)) {
            return true;
        }
        let found = kind;
        let (kind, grade) = match (kind, by_checks) {
            (Kind::Fails, _) => (DoomedKind::Fails, Grade::A),
            (Kind::Endless, _) => (DoomedKind::Endless, Grade::A),
            (Kind::Unreached, true) => (DoomedKind::Unreached, Grade::B),
            (Kind::Unreached, false) => (DoomedKind::Unreached, Grade::C),
        };
        let said = teller.said(all, (point, found), &cause, causes);
        let warning = teller.warning(all, (kind, grade), &cause, &said, self.ways);
        self.told.push((cause, bug, warning));
        true
    }
}

/// What is wrong: what fails, and the statements on the way there, whatever the conditions are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bug {
    checks: Vec<u32>,
    statements: BTreeSet<u32>,
}

impl Bug {
    /// Whether another one is the same, seen from farther away.
    fn is_in(&self, other: &Bug) -> bool {
        !self.checks.is_empty()
            && self.checks == other.checks
            && (self.statements.is_subset(&other.statements) || other.statements.is_subset(&self.statements))
    }

    fn of(causes: &Causes<'_, '_>, cause: &Cause, teller: &Teller<'_, '_>) -> Bug {
        let checks = causes.checks(cause).iter().map(|(place, _)| *place).collect();
        let mut statements = cause.lines.clone();
        for place in causes.places(cause) {
            statements.remove(&teller.line(place));
        }
        Bug { checks, statements }
    }
}
