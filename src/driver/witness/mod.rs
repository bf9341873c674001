//! Violation witnesses: made from counterexamples, and followed by the interpreter.

mod constraint;
mod follow;
mod moments;
mod places;
#[cfg(test)]
mod tests;

use focuscheck_base::options::{CheckKind, Options};
use focuscheck_base::reading::{LENGTH_OF, TextPart};
use focuscheck_base::source::SourceFile;
use focuscheck_cells::facts::cfg::{Action, ErrorKind, Graph, NodeId, Site, SiteId, UnitKind};
use focuscheck_cells::simulation::evaluate::Value;
use focuscheck_cells::simulation::given::{Default, Locals, NamedInputs};
use focuscheck_cells::simulation::interpreter::{End, InputRead, Limits, Machine};
use focuscheck_report::model::{Counterexample, ErrorReport, FileReport, Status};
use focuscheck_report::witness::{Action as Demand, Branch, Kind, Place, Waypoint};

use constraint::{Typed, literal};
use moments::{Guide, Listener, Located, Moment};

pub use follow::{Confirmation, confirm};

/// When a run is given up.
const LIMITS: Limits = Limits { steps: 10_000_000, depth: 1_000_000 };

/// More waypoints than this are not written; of a longer run those are that choose the inputs.
const MAX_WAYPOINTS: usize = 1_000;

/// The error of a report that a witness is about, and its best explanation: the first one that can be reached and is of
/// one of these kinds, or of any if there are none.
pub fn chosen<'a>(
    report: &'a FileReport,
    kinds: &[ErrorKind],
) -> Option<(&'a ErrorReport, &'a Counterexample)> {
    let wanted = |error: &&ErrorReport| kinds.is_empty() || kinds.contains(&error.kind);
    let mut reachable = report.errors.iter().filter(|error| error.status == Status::Reachable).filter(wanted);
    reachable.find_map(|error| error.counterexamples.first().map(|best| (error, best)))
}

/// The property that an error violates, as the competition writes it.
pub fn specification(error: &ErrorReport) -> String {
    let formula = match error.kind {
        ErrorKind::ErrorCall => {
            let name = error.text.split('(').next().unwrap_or_default().trim();
            format!("G ! call({name}())")
        }
        ErrorKind::ErrorLabel => format!("G ! label({})", error.text.trim()),
        ErrorKind::Assertion => "G ! call(__assert_fail())".to_owned(),
        ErrorKind::Condition => format!("G ! ({})", error.text.trim()),
        ErrorKind::Annotation => format!("G ({})", error.text.trim()),
        ErrorKind::Check(CheckKind::Overflow) => "G ! overflow".to_owned(),
        ErrorKind::Check(CheckKind::Bounds | CheckKind::Pointer) => "G valid-deref".to_owned(),
        ErrorKind::Check(CheckKind::Memory) => "G valid-memtrack".to_owned(),
        ErrorKind::Check(CheckKind::Cleanup) => "G valid-memcleanup".to_owned(),
        ErrorKind::Check(CheckKind::Div | CheckKind::Shift | CheckKind::Uninit) => {
            "G def-behavior".to_owned()
        }
    };
    format!("CHECK( init(main()), LTL({formula}) )")
}

/// The waypoints of the run of a counterexample, one in each segment; `None` if the run does not fail.
pub fn waypoints(
    source: &SourceFile,
    options: &Options,
    counterexample: &Counterexample,
) -> Option<Vec<Vec<Waypoint>>> {
    let graph = super::front::lowered(source, options).0?;
    let values = super::reads::values_read(counterexample)?;
    let mut given = NamedInputs::new(&graph, source, values, Default::Zero, Locals::Inputs).ok()?;
    let located = Located::new(&graph, source);
    let writer =
        Writer { located: &located, waypoints: Vec::new(), pending: Vec::new(), letters: Letters::default() };
    let mut guide = Guide::new(&located, writer);
    let mut machine = Machine::new(&graph, LIMITS);
    let end = machine.run(&mut given, &mut guide);
    let target = located.target(&end, machine.node())?;
    let mut waypoints = guide.listener.waypoints;
    if waypoints.len() > MAX_WAYPOINTS {
        waypoints.retain(|(_, chooses)| *chooses);
    }
    let mut segments: Vec<Vec<Waypoint>> =
        waypoints.into_iter().map(|(waypoint, _)| vec![waypoint]).collect();
    segments.push(vec![Waypoint {
        kind: Kind::Target,
        action: Demand::Follow,
        place: located.place(target, machine.node()),
    }]);
    Some(segments)
}

impl Located<'_> {
    /// Where a run has failed.
    fn target(&self, end: &End, node: NodeId) -> Option<u32> {
        let End::Error(error) = end else { return None };
        let error = &self.graph.errors[error.index()];
        let here = self.graph.nodes.get(node.index())?;
        let statement = self.graph.statements[self.graph.units[here.unit.index()].statement.index()].span;
        let span =
            if error.kind == ErrorKind::Condition { statement } else { error.span.unwrap_or(statement) };
        Some(self.places.statement(span.start))
    }

    fn place(&self, offset: u32, node: NodeId) -> Place {
        let position = self.source.local_position(offset);
        Place {
            file: self.source.path_of(offset).to_owned(),
            line: position.line,
            column: Some(position.column),
            function: self.function(node).map(str::to_owned),
        }
    }
}

/// Makes waypoints of what happens.
struct Writer<'a> {
    located: &'a Located<'a>,
    /// Each with whether it says what an input is.
    waypoints: Vec<(Waypoint, bool)>,
    /// Variables that were read from outside, with their values, since the last statement.
    pending: Vec<(String, i128)>,
    letters: Letters,
}

/// Which letter of a text that the program reads is read: its length is read first, then its letters from the first to the last.
/// Arguments of the command line are there from the start, and no assumption names them.
#[derive(Default)]
struct Letters(Option<(String, usize)>);

impl Letters {
    /// The place of the letter that is read, if the input is one.
    fn letter(&mut self, site: &Site) -> Option<String> {
        let is_letter = site.text == Some(TextPart::Letter) && site.argument.is_none();
        let (text, at) = self.0.as_mut().filter(|_| is_letter)?;
        *at += 1;
        Some(format!("{text}[{}]", *at - 1))
    }

    /// The text whose length is read, if the input is one. Its letters are read next.
    fn length<'s>(&mut self, site: &'s Site) -> Option<&'s str> {
        let is_length = site.text == Some(TextPart::Count) && site.argument.is_none();
        let text = site.name.strip_prefix(LENGTH_OF).filter(|_| is_length)?;
        self.0 = Some((text.to_owned(), 0));
        Some(text)
    }
}

/// Whether a node belongs to a declaration of variables without values.
fn declares(graph: &Graph, node: NodeId) -> bool {
    let statement = graph.units[graph.nodes[node.index()].unit.index()].statement;
    graph.units.iter().any(|unit| unit.statement == statement && unit.kind == UnitKind::Havoc)
}

impl Writer<'_> {
    fn add(&mut self, kind: Kind, at: u32, node: NodeId, chooses: bool) {
        let place = self.located.place(at, node);
        self.waypoints.push((Waypoint { kind, action: Demand::Follow, place }, chooses));
    }
}

impl Listener for Writer<'_> {
    fn moment(&mut self, moment: Moment, node: NodeId, machine: &Machine<'_>) {
        let graph = self.located.graph;
        match moment {
            // Between declarations nothing can be said of the variables: they may belong to the same one.
            Moment::Before(..)
                if declares(graph, node)
                    || matches!(graph.nodes[node.index()].action, Action::Input { .. }) => {}
            Moment::Before(at, _) => {
                let mut parts = Vec::new();
                for (name, value) in std::mem::take(&mut self.pending) {
                    if variable(graph, machine, node, &name).is_some_and(|(now, _)| now == value) {
                        parts.push(format!("{name} == {}", literal(value)));
                    }
                }
                parts.dedup();
                if !parts.is_empty() {
                    self.add(Kind::Assumption(parts.join(" && ")), at, node, true);
                }
            }
            Moment::Return(at, Some(value)) => {
                let is_number = |site: SiteId| !graph.sites[site.index()].ty.float;
                if let Action::Input { site, .. } = graph.nodes[node.index()].action
                    && is_number(site)
                {
                    let result = match self.located.is_allocation(site) && value != 0 {
                        true => "\\result != 0".to_owned(),
                        false => format!("\\result == {}", literal(value)),
                    };
                    self.add(Kind::FunctionReturn(result), at, node, true);
                }
            }
            Moment::Return(_, None) => {}
            Moment::Enter(at) => self.add(Kind::FunctionEnter, at, node, false),
            Moment::Branch(at, outcome) => {
                let star = graph.units[graph.nodes[node.index()].unit.index()].star;
                self.add(Kind::Branching(Branch::Outcome(outcome)), at, node, star);
            }
            Moment::Switch(at, value, _) => {
                self.add(Kind::Branching(Branch::Case(value.to_string())), at, node, false)
            }
        }
    }

    fn input(&mut self, read: InputRead) {
        let site = &self.located.graph.sites[read.site.index()];
        if site.text.is_some() {
            // A text ends with a zero.
            let told = self.letters.length(site).map(|text| (format!("{text}[{}]", read.value), 0));
            let told = told.or_else(|| Some((self.letters.letter(site)?, read.value)));
            self.pending.extend(told);
            return;
        }
        // Some bits of a union are no expression of C.
        let is_written = !site.name.contains(' ') && !site.ty.float;
        if !site.star && is_written && self.located.reading_call(read.site).is_none() {
            self.pending.push((site.name.clone(), read.value));
        }
    }
}

/// The value of a variable where a run is; of several with one name the one that was declared last before.
fn variable(graph: &Graph, machine: &Machine<'_>, node: NodeId, name: &str) -> Option<Typed> {
    let here = &graph.nodes[node.index()];
    let known = graph.scalars.iter().enumerate().filter(|(_, scalar)| scalar.name == name);
    let visible = known.filter(|(_, scalar)| match scalar.procedure {
        Some(procedure) => procedure == here.procedure && scalar.span.start <= here.span.start,
        None => true,
    });
    let (number, scalar) =
        visible.max_by_key(|(_, scalar)| (scalar.procedure.is_some(), scalar.span.start))?;
    match machine.value_of(focuscheck_cells::facts::cfg::ScalarId(number as u32)) {
        Value::Known(value) => Some((value, scalar.ty)),
        Value::Poison(_) | Value::Unset => None,
    }
}
