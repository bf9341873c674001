//! One error with its dialogue: answers of runs, of files and of a person go in, questions come out.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_abduce::{
    Answer, Ask, Compared, Dialogue, End, Exact, Extent, Kind, Next, Offer, Reply, Settings, UnknownKind,
    written,
};
use focuscheck_cells::facts::cfg::ErrorKind;
use focuscheck_ir::monitor::probe::{Condition, Sum};
use focuscheck_lia::constraint::Symbol;
use focuscheck_report::ask::model::{
    AnswerKind, Answered, AskKind, AskedError, By, Ended, Extent as KnownIn, Known, Point, QuestionReport,
};
use focuscheck_smt::eliminate::atom::Atom;
use focuscheck_smt::term::BoolId;

use super::limits::{LIMIT, Limits};
use super::names::{self, Name};
use super::probe::{Evidence, Probe, Probed, Spot};
use super::program::{Asked, Place};
use super::request::Request;
use super::runs::Runs;
use super::search;

/// So many facts are told.
const MOST_KNOWN: usize = 12;

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proceeded {
    /// A question for a person.
    Question(QuestionReport),
    /// A question that a run, a proof or a recorded answer has settled.
    Settled(QuestionReport),
    /// The end.
    End,
}

/// An error that is asked about.
pub struct Subject {
    limits: Limits,
    error: AskedError,
    dialogue: Option<Dialogue>,
    names: Vec<Name>,
    /// For each unknown whether it is an input.
    inputs: Vec<bool>,
    spots: Vec<Spot>,
    asked: Vec<Ask>,
    recorded: Vec<Answered>,
    probe: Option<Probe>,
    offered: Option<(Offer, QuestionReport)>,
    /// What could be asked about only in words that mean something else, too, or in none.
    unclear: BTreeSet<(bool, String)>,
    entry: String,
    /// The other errors: their lines, and what is true of runs that fail there.
    others: Vec<(u32, BoolId)>,
    /// The line at which a run has come to the check.
    line: u32,
    /// The lines of the loops that runs have to leave.
    loops: BTreeSet<u32>,
}

fn said(reply: Reply) -> AnswerKind {
    match reply {
        Reply::Yes => AnswerKind::Yes,
        Reply::No => AnswerKind::No,
        Reply::Unknown => AnswerKind::Unknown,
    }
}

fn reply(said: AnswerKind) -> Reply {
    match said {
        AnswerKind::Yes => Reply::Yes,
        AnswerKind::No => Reply::No,
        AnswerKind::Unknown => Reply::Unknown,
    }
}

/// Whether two encodings of a program have the same unknowns.
fn alike(names: &[Name], others: &[Name]) -> bool {
    names.len() == others.len() && names.iter().zip(others).all(|(name, other)| name.is_that_of(other))
}

impl Subject {
    /// The dialogue about an error; `wrapping`: the program with values that wrap, if any may, for what is said of all runs.
    pub(super) fn new(
        (asked, wrapping): (&Asked<'_>, Option<&Asked<'_>>),
        place: &Place,
        mut error: AskedError,
        request: &Request,
        probe: Option<Probe>,
        limits: Limits,
    ) -> Subject {
        let mut subject = Subject {
            limits,
            error: error.clone(),
            dialogue: None,
            names: Vec::new(),
            inputs: Vec::new(),
            spots: asked.spots(),
            asked: Vec::new(),
            recorded: request.answers.clone(),
            probe,
            offered: None,
            unclear: BTreeSet::new(),
            entry: asked.entry.to_owned(),
            others: Vec::new(),
            line: error.line,
            loops: asked.loops(),
        };
        match asked.world(place) {
            Ok(Runs { world, names, line, others }) => {
                subject.others = others;
                subject.line = line;
                let kinds = world.unknowns.iter().map(|unknown| unknown.kind == UnknownKind::Input);
                subject.inputs = kinds.collect();
                subject.names = names;
                let settings = Settings { cost: request.cost, alternatives: request.alternatives };
                let mut dialogue = Dialogue::new(world, settings);
                let name = |symbol: Symbol| &subject.names[symbol.0 as usize];
                let told = |symbol, extent| extent == Extent::All || !name(symbol).repeats;
                let exact = match wrapping.map(|asked| asked.world(place)) {
                    None => Exact::This,
                    Some(Ok(runs)) if alike(&subject.names, &runs.names) => {
                        Exact::Other(Box::new(runs.world))
                    }
                    Some(_) => Exact::Unknown,
                };
                let known = dialogue.known(&told, exact);
                dialogue.tell_apart(subject.executions());
                error.known = subject.grouped(&known);
                subject.dialogue = Some(dialogue);
            }
            Err(reason) => {
                error.ended = Ended::Undecided;
                error.reason = Some(reason);
            }
        }
        subject.error = error;
        subject
    }

    /// The unknowns of single executions of functions, each execution with a number.
    fn executions(&self) -> BTreeMap<Symbol, usize> {
        let own = |name: &Name| !name.calls.is_empty() && name.point != Point::Start;
        let calls: Vec<&Vec<u32>> =
            self.names.iter().filter(|name| own(name)).map(|name| &name.calls).collect();
        let number = |name: &Name| calls.iter().position(|calls| **calls == name.calls);
        let all = (0u32..).map(Symbol).zip(&self.names).filter(|(_, name)| own(name));
        all.filter_map(|(symbol, name)| Some((symbol, number(name)?))).collect()
    }

    /// What is known of the error so far.
    pub fn error(&self) -> AskedError {
        let mut error = self.error.clone();
        error.questions.extend(self.offered.iter().map(|(_, question)| question.clone()));
        error
    }

    fn symbols(atoms: &[Atom]) -> impl Iterator<Item = Symbol> + '_ {
        atoms.iter().flat_map(|atom| atom.expression().symbols())
    }

    /// Where something is about: the last place at which one of its unknowns is known. `None`: inputs alone.
    fn place(&self, atoms: &[Atom]) -> Option<&Name> {
        let names = Self::symbols(atoms).map(|symbol| &self.names[symbol.0 as usize]);
        let later = names.filter(|name| name.point != Point::Start);
        later.max_by_key(|name| (name.offset, &name.calls))
    }

    fn text(&self, atom: &Atom, at: Option<&Name>) -> String {
        let is_input = |symbol: Symbol| self.inputs[symbol.0 as usize];
        let name = |symbol: Symbol| self.names[symbol.0 as usize].read(at);
        written(atom, &is_input, &name)
    }

    fn grouped(&self, known: &[(Atom, Extent)]) -> Vec<Known> {
        let executions = self.executions();
        let is_told = |atom: &Atom| {
            let of: BTreeSet<usize> =
                atom.expression().symbols().filter_map(|s| executions.get(&s)).copied().collect();
            of.len() < 2 && self.is_clear(std::slice::from_ref(atom))
        };
        let told = known.iter().filter(|(atom, _)| is_told(atom));
        let mut places: Vec<(Extent, u32, Point, Vec<u32>, String)> = told
            .map(|(atom, extent)| {
                let at = self.place(std::slice::from_ref(atom));
                let (offset, point) = at.map_or((0, Point::Start), |at| (at.offset, at.point));
                let calls = at.map_or_else(Vec::new, |at| at.calls.clone());
                (*extent, offset, point, calls, self.text(atom, at))
            })
            .collect();
        places.sort_by_key(|(extent, offset, _, calls, text)| {
            (*extent, std::cmp::Reverse(*offset), calls.clone(), text.len(), text.clone())
        });
        places.dedup_by(|one, other| (&one.4, one.1, &one.3) == (&other.4, other.1, &other.3));
        places.truncate(MOST_KNOWN);
        let mut groups: Vec<(u32, Known)> = Vec::new();
        for (extent, offset, point, calls, text) in places {
            let runs = match extent {
                Extent::All => KnownIn::All,
                Extent::Checked => KnownIn::Reaching,
            };
            let offset = if point == Point::Start { 0 } else { offset };
            match groups.last_mut() {
                Some((last, known)) if (*last, known.runs, &known.calls) == (offset, runs, &calls) => {
                    known.holds.push(text);
                }
                _ => groups.push((offset, Known { at: point, calls, runs, holds: vec![text] })),
            }
        }
        groups.into_iter().map(|(_, known)| known).collect()
    }

    /// A question as it is reported.
    fn report(&self, ask: &Ask, cost: u64) -> QuestionReport {
        let atoms = ask.atoms();
        let at = self.place(&atoms);
        let point = at.map_or(Point::Start, |at| at.point);
        let spot = at.and_then(|at| self.spots.iter().find(|spot| spot.start == at.offset));
        // Where a run passes a place more than once, what is asked is to happen there at one time.
        let is_there = |atom: &&Atom| {
            let mut names = Self::symbols(std::slice::from_ref(*atom)).map(|s| &self.names[s.0 as usize]);
            at.is_some_and(|at| at.repeats && names.any(|name| name.point != Point::Start && name.is_at(at)))
        };
        let (there, given): (Vec<&Atom>, Vec<&Atom>) = ask.given.iter().partition(is_there);
        let about: Vec<&Atom> = there.into_iter().chain(&ask.about).collect();
        QuestionReport {
            asked: Answered {
                kind: match ask.kind {
                    Kind::Always => AskKind::Always,
                    Kind::Possible => AskKind::Possible,
                },
                function: spot.map_or(self.entry.clone(), |spot| spot.function.clone()),
                at: spot.map_or(String::new(), |spot| spot.heading.clone()),
                occurrence: spot.map_or(1, |spot| spot.occurrence),
                moment: point.moment(),
                calls: at.map_or_else(Vec::new, |at| at.calls.clone()),
                given: given.iter().map(|atom| self.text(atom, at)).collect(),
                text: (!about.is_empty()).then(|| {
                    let texts: Vec<String> = about.iter().map(|atom| self.text(atom, at)).collect();
                    texts.join(" && ")
                }),
                reaching: ask.reaching,
                reached: (ask.reaching || about.is_empty()).then_some(self.line),
                answer: AnswerKind::Unknown,
            },
            point,
            reached: self.line,
            ends: true,
            fails_elsewhere: false,
            also: Vec::new(),
            cost,
            settles: false,
            by: None,
            inputs: Vec::new(),
            refused: None,
        }
    }

    /// Whether words can tell what something is about: no other unknown is called the same.
    fn is_clear(&self, atoms: &[Atom]) -> bool {
        Self::symbols(atoms).all(|symbol| {
            !self.names[symbol.0 as usize].is_shared && !self.names[symbol.0 as usize].is_unsaid
        })
    }

    /// The next question that words can ask, or the end.
    fn offered(&mut self) -> Option<Offer> {
        loop {
            let mut offer = match self.dialogue.as_mut()?.proceed() {
                Next::End(end) => {
                    self.end(&end);
                    return None;
                }
                Next::Question(offer) => offer,
            };
            let clear: Vec<bool> = { offer.asks.iter().map(|ask| self.is_clear(&ask.atoms())).collect() };
            if !clear[0] {
                // Nobody can know what is meant.
                let atoms = offer.asks[0].atoms();
                let names = Self::symbols(&atoms).map(|symbol| &self.names[symbol.0 as usize]);
                for name in names.filter(|name| name.is_shared || name.is_unsaid) {
                    self.unclear.insert((name.is_unsaid, name.text.clone()));
                }
                self.dialogue.as_mut()?.tell(&offer.asks[0], Reply::Unknown);
                continue;
            }
            let mut kept = clear.iter();
            offer.asks.retain(|_| kept.next() == Some(&true));
            let mut kept = clear.iter();
            offer.costs.retain(|_| kept.next() == Some(&true));
            return Some(offer);
        }
    }

    /// What comes next; the end, too, where to find it would take longer than the analysis of a file may.
    pub fn proceed(&mut self) -> Proceeded {
        let limits = self.limits.clone();
        let found = limits.within(|| self.found());
        found.unwrap_or_else(|_| {
            self.dialogue = None;
            self.error.ended = Ended::Undecided;
            self.error.reason = Some(LIMIT.to_owned());
            Proceeded::End
        })
    }

    fn found(&mut self) -> Proceeded {
        let Some(offer) = self.offered() else { return Proceeded::End };
        for (ask, &cost) in offer.asks.iter().zip(&offer.costs) {
            if let Some(settled) = self.settled(ask, cost) {
                return Proceeded::Settled(settled);
            }
        }
        let mut question = self.report(&offer.asks[0], offer.costs[0]);
        question.settles = offer.settles;
        question.fails_elsewhere = offer.fails_elsewhere;
        let symbols = offer.asks[0].atoms();
        let left: BTreeSet<u32> = Self::symbols(&symbols)
            .filter_map(|symbol| match self.names[symbol.0 as usize].point {
                Point::AfterLoop(line) => Some(line),
                Point::Start | Point::Line(_) | Point::InLoop(_) | Point::AtLoop(_) => None,
            })
            .collect();
        question.ends = self.loops.is_subset(&left);
        for (ask, &cost) in offer.asks.iter().zip(&offer.costs).skip(1) {
            question.also.extend(self.report(ask, cost).asked.text);
        }
        self.offered = Some((offer, question.clone()));
        Proceeded::Question(question)
    }

    /// What a run, a proof, or a recorded answer says to a question.
    fn settled(&mut self, ask: &Ask, cost: u64) -> Option<QuestionReport> {
        let question = self.report(ask, cost);
        if let Some(evidence) = self.evidence(ask) {
            let said = said(evidence.reply);
            let (by, inputs) = (Some(evidence.by), evidence.inputs);
            let asked = Answered { answer: said, ..question.asked.clone() };
            let recorded = self.recorded.iter().find(|answer| answer.is_about(&asked));
            let refused = recorded
                .map(|answer| answer.answer)
                .filter(|own| *own != said && *own != AnswerKind::Unknown);
            return Some(self.take(ask, QuestionReport { asked, by, inputs, refused, ..question }));
        }
        let recorded = self.recorded.iter().find(|answer| answer.is_about(&question.asked))?;
        let asked = Answered { answer: recorded.answer, ..question.asked.clone() };
        Some(self.take(ask, QuestionReport { asked, by: Some(By::User), ..question }))
    }

    fn evidence(&self, ask: &Ask) -> Option<Evidence> {
        let probe = self.probe.as_ref()?;
        probe.settle(&self.probed(ask)?, self.limits.left())
    }

    /// A question at its place, if all that it is about has its value there.
    fn probed(&self, ask: &Ask) -> Option<Probed<'_>> {
        let atoms = ask.atoms();
        let at = self.place(&atoms)?;
        let spot = self.spots.iter().find(|spot| spot.start == at.offset)?;
        let is_stable = |symbol: Symbol| {
            let name = &self.names[symbol.0 as usize];
            let kept = name.point == Point::Start && name.is_kept;
            // Which call is meant a condition in the function cannot tell.
            name.narrow && name.is_variable && name.calls.is_empty() && (name.is_at(at) || kept)
        };
        if ask.about.is_empty() || ask.reaching || !Self::symbols(&atoms).all(is_stable) {
            return None;
        }
        let given = ask.given.iter().map(|atom| self.condition(atom)).collect::<Option<_>>()?;
        let about = ask.about.iter().map(|atom| self.condition(atom)).collect::<Option<_>>()?;
        Some(Probed { kind: ask.kind, given, about: Condition::All(about), point: at.point, spot })
    }

    /// An atom as a condition on the program's variables.
    fn condition(&self, atom: &Atom) -> Option<Condition> {
        let probe = self.probe.as_ref()?;
        let sum = |terms: &[(i128, Symbol)], constant: i128| -> Option<Sum> {
            let object = |symbol: Symbol| probe.object(self.names[symbol.0 as usize].variable.as_ref()?);
            let terms = terms.iter().map(|&(factor, symbol)| Some((factor, object(symbol)?)));
            Some(Sum { terms: terms.collect::<Option<_>>()?, constant })
        };
        match Compared::of(atom, &|symbol| self.inputs[symbol.0 as usize]) {
            Compared::Number(_) => None,
            Compared::Sums { left, relation, right, constant } => {
                Some(Condition::Compared(sum(&left, 0)?, relation, sum(&right, constant)?))
            }
            Compared::Remainder { sum: terms, constant, modulus, holds } => {
                Some(Condition::Remainder(sum(&terms, constant)?, modulus, holds))
            }
        }
    }

    /// Keeps what was said to a question.
    fn take(&mut self, ask: &Ask, question: QuestionReport) -> QuestionReport {
        if let Some(dialogue) = &mut self.dialogue {
            dialogue.tell(ask, reply(question.asked.answer));
        }
        self.error.questions.push(question.clone());
        self.asked.push(ask.clone());
        question
    }

    /// Takes the answer of a person to the last question.
    pub fn answer(&mut self, answer: Answer) {
        let Some((offer, _)) = self.offered.take() else { return };
        for (ask, cost, reply) in offer.replies(answer) {
            let question = self.report(&ask, cost);
            let asked = Answered { answer: said(reply), ..question.asked.clone() };
            self.take(&ask, QuestionReport { asked, by: Some(By::User), ..question });
        }
    }

    fn end(&mut self, end: &End) {
        self.error.ended = match end {
            End::Discharged => Ended::Discharged,
            End::Validated => Ended::Validated,
            End::Open => Ended::Open,
            End::Contradiction => Ended::Contradiction,
            End::Undecided => Ended::Undecided,
        };
        self.error.reason = match end {
            End::Undecided => Some("what is known cannot be told apart within the limits".to_owned()),
            End::Open if !self.unclear.is_empty() => Some(names::unclear(&self.unclear)),
            End::Open => Some("there is no question whose answer would settle it".to_owned()),
            End::Discharged | End::Validated | End::Contradiction => None,
        };
        self.rest();
        self.error.wraps = self.dialogue.as_ref().is_some_and(Dialogue::rests_on_wraps);
        if self.error.wraps && self.error.by != Some(By::Answers) {
            // Nobody was asked, and what was shown is not shown of all runs.
            self.error.reason = Some(match self.error.ended {
                Ended::Discharged => "it cannot fail unless a value wraps".to_owned(),
                _ => "it fails unless a value wraps".to_owned(),
            });
            (self.error.ended, self.error.by) = (Ended::Open, None);
        }
        // A run that was found shows what can happen, not what comes after: it may fail at another line before.
        if self.error.ended == Ended::Validated && self.error.by != Some(By::Proof) {
            self.error.instead = self.instead();
            self.search();
        }
    }

    /// The lines of other errors at which the run may fail of which a person or a run says that it is possible.
    fn instead(&mut self) -> BTreeSet<u32> {
        let Some(dialogue) = &mut self.dialogue else { return BTreeSet::new() };
        if !dialogue.fails_elsewhere() {
            return BTreeSet::new();
        }
        let may = self.others.iter().filter(|(_, error)| dialogue.may_fail(*error));
        may.map(|(line, _)| *line).collect()
    }

    /// Looks for a run that does what is said to be possible, and fails; then for any that fails there or where that run
    /// may fail instead, from the inputs on that such a run would have.
    fn search(&mut self) {
        let Some(probe) = &self.probe else { return };
        let Some(ask) = self.dialogue.as_ref().and_then(|dialogue| dialogue.basis().last()) else { return };
        let line = self.error.line;
        let (error, left) = (&self.error, self.limits.left());
        let found = self.probed(ask).and_then(|asked| probe.failing(&asked, error, left));
        let found = found.map(|inputs| (None, inputs)).or_else(|| {
            let example = self.dialogue.as_mut()?.example();
            let inputs = example.iter().map(|(symbol, value)| (&self.names[symbol.0 as usize], *value));
            let inputs = inputs.filter(|(name, _)| name.point == Point::Start);
            let guesses: BTreeMap<u32, i128> = inputs.map(|(name, value)| (name.offset, value)).collect();
            let is_this = |kind, at, column| {
                error.property.is_violated_by(kind) && (at, column) == (line, Some(error.column))
            };
            let is_other = |kind, at, column| error.instead.contains(&at) && !is_this(kind, at, column);
            let failing = |wanted: &dyn Fn(ErrorKind, u32, Option<u32>) -> bool| {
                search::failing(probe, wanted, &guesses)
            };
            let found = failing(&is_this).map(|(_, inputs)| (None, inputs));
            let other = || failing(&is_other).map(|(at, inputs)| (Some(at), inputs));
            if error.instead.is_empty() { found } else { found.or_else(other) }
        });
        if let Some((at, inputs)) = found {
            self.error.by = Some(By::Run);
            self.error.basis.clear();
            self.error.instead = at.into_iter().collect();
            self.error.inputs = inputs;
        }
    }

    /// What the end rests on.
    fn rest(&mut self) {
        let Some(dialogue) = &self.dialogue else { return };
        let numbers = dialogue.basis().iter().filter_map(|ask| self.asked.iter().rposition(|own| own == ask));
        self.error.basis = numbers.collect();
        let rests_on =
            |by: By| self.error.basis.iter().any(|&number| self.error.questions[number].by == Some(by));
        self.error.by = match self.error.ended {
            Ended::Discharged | Ended::Validated if rests_on(By::User) => Some(By::Answers),
            Ended::Validated if rests_on(By::Run) => Some(By::Run),
            Ended::Discharged | Ended::Validated => Some(By::Proof),
            Ended::Open | Ended::Contradiction | Ended::Undecided => None,
        };
    }
}

impl Asked<'_> {
    /// An error of which nothing has been asked yet.
    pub(super) fn about(&self, place: &Place) -> AskedError {
        let position = self.source.position(place.offset);
        AskedError {
            what: place.what.clone(),
            property: place.property,
            function: self.function(place.offset),
            line: position.line,
            column: position.column,
            known: Vec::new(),
            questions: Vec::new(),
            ended: Ended::Open,
            by: None,
            basis: Vec::new(),
            inputs: Vec::new(),
            instead: BTreeSet::new(),
            wraps: false,
            reason: None,
        }
    }

    /// The function that a place is in.
    fn function(&self, offset: u32) -> String {
        let functions = self.condition.encoder.tree.functions.iter();
        let mut around = functions.filter(|function| {
            let definition = function.definition.as_ref();
            definition.is_some_and(|d| d.span.start <= offset && offset < d.body_span.end)
        });
        around.next_back().map_or(String::new(), |function| function.name.clone())
    }

    /// The loops, and other places with their lines.
    fn spots(&self) -> Vec<Spot> {
        let line = |offset: u32| self.source.position(offset).line;
        let mut found: BTreeMap<u32, (String, bool)> = BTreeMap::new();
        for input in &self.condition.encoder.inputs {
            let start = input.at.start;
            let text = self.source.line(line(start)).trim().to_owned();
            found.entry(start).or_insert((text, false));
        }
        for entry in &self.graph.loops {
            let (start, end) = (entry.span.start, entry.span.end);
            found.insert(start, (names::heading(self.source, start, end), true));
        }
        // What stands in one line is one place.
        let mut lines: BTreeMap<(String, String), BTreeSet<u32>> = BTreeMap::new();
        let mut spots = Vec::new();
        for (start, (heading, is_loop)) in found {
            let function = self.function(start);
            let alike = lines.entry((function.clone(), heading.clone())).or_default();
            alike.insert(line(start));
            let occurrence = alike.len() as u32;
            spots.push(Spot { start, heading, function, occurrence, is_loop });
        }
        spots
    }
}
