//! Findings to the report model.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_rules::reach;
use focuscheck_rules::schema::Procedure;

use focuscheck_base::doubt::Doubt;
use focuscheck_base::options::{CheckKind, MacroOption, Options};
use focuscheck_base::source::{Position, SourceFile, Span};
use focuscheck_cells::facts::cfg::{
    ErrorId, ErrorKind, ErrorSite, Graph, ProcedureId, SiteId, StatementId, UnitKind,
};
use focuscheck_cells::relations::calls;
use focuscheck_cells::simulation::interpreter::{InputRead, Run};
use focuscheck_engine::focus::clash::feeding;
use focuscheck_engine::focus::execution::{Atom, Execution, Says};
use focuscheck_engine::focus::explain::{Explanation, Refutation};
use focuscheck_engine::focus::needs::{Kind, Need, needs};
use focuscheck_engine::focus::passage::Obstruction;
use focuscheck_engine::focus::path::Element;
use focuscheck_engine::focus::replay::Prepared;
use focuscheck_engine::focus::sequence::{FocusStep, StepRole};
use focuscheck_engine::focus::symbolic::Origin as Symbol;
use focuscheck_engine::reduce::complementary::{Item, Reduction, ReductionStep, reduce};
use focuscheck_engine::reduce::nest::nest;
use focuscheck_engine::reduce::project::{Part, projected};
use focuscheck_engine::summary::statics::Statics;
use focuscheck_harness::typed;
use focuscheck_report::constraints::Names;
use focuscheck_report::model::{
    Assumption, Basis, Bearing, Claim, Compared, Counterexample, ErrorReport, InfeasibleSlice,
    InputCondition, InputValue, Obstacle, Projected, Reason, ReduceStep, Reduced, Step, StepKind,
};
use focuscheck_report::typed::Typed;

use super::claims::{Claimed, Condition, Ground, Passing, Source as Origin, claims, unqualified};
use super::engine::REPLAY;
use super::failing::failing;
use super::method::findings::Findings;
use super::pictures::{Key, Sketch};
use super::reads::{Reads, declarations};
use super::trace;
use super::values::{self, Values};

/// Turns what was found about one error into its report.
pub struct Assembler<'a> {
    /// The program.
    pub graph: &'a Graph,
    /// Its static relations.
    pub statics: &'a Statics,
    /// Its text.
    pub source: &'a SourceFile,
    /// The options of the check.
    pub options: &'a Options,
    /// The procedures that a run may enter.
    called: BTreeSet<ProcedureId>,
    /// The procedures that call themselves, through others too.
    recursive: BTreeSet<ProcedureId>,
    /// The sites at which variables are declared that have no value then, if no run reads one: it would be an error.
    declared: BTreeSet<SiteId>,
}

/// The report of an error, with what is still to be said of it when all errors are answered.
pub struct Assembled {
    /// The report.
    pub report: ErrorReport,
    /// For each explanation the errors that may happen before, if they can happen at all.
    pub before: Vec<BTreeSet<ErrorId>>,
    /// What is needed to draw memory along the run of each explanation, if that was asked for.
    pub(super) sketches: Vec<Option<Sketch>>,
}

impl<'a> Assembler<'a> {
    /// What turns the findings about a program's errors into reports.
    pub fn new(graph: &'a Graph, statics: &'a Statics, source: &'a SourceFile, options: &'a Options) -> Self {
        let ids = |found: Vec<Procedure>| found.into_iter().map(|found| ProcedureId(found.0)).collect();
        let start = graph.main.into_iter().map(|main| Procedure(main.0));
        let unset_is_error = options.checks_of(source.path()).contains(&CheckKind::Uninit);
        Assembler {
            graph,
            statics,
            source,
            options,
            called: ids(reach::entered(calls(graph), start)),
            recursive: ids(reach::recursive(graph.procedures.len() as u32, calls(graph))),
            declared: if unset_is_error { declarations(graph) } else { BTreeSet::new() },
        }
    }

    /// The report of one error.
    pub fn error(&self, error: ErrorId, found: &Findings) -> Assembled {
        self.assembled(error, found, true)
    }

    /// The same where there is no time left to find out what else decides whether a run comes to the error.
    pub fn error_in_brief(&self, error: ErrorId, found: &Findings) -> Assembled {
        self.assembled(error, found, false)
    }

    fn assembled(&self, error: ErrorId, found: &Findings, has_time: bool) -> Assembled {
        let site = &self.graph.errors[error.index()];
        let position = site.span.map(|s| self.position(s)).unwrap_or_default();
        let line = |site: SiteId| self.input_line(site);
        let reads: Vec<Reads> =
            found.explanations.iter().map(|e| Reads::of(self.graph, self.source, e.into())).collect();
        let name = |(e, reads): (&Explanation, &Reads)| {
            Names::of(self.graph, self.source, &e.execution, line, |s, o| reads.number(s, o))
        };
        let names: Vec<Names> = found.explanations.iter().zip(&reads).map(name).collect();
        let mut reduction = reduce(self.graph, &found.explanations, found.complete);
        let ground = Ground { graph: self.graph, statics: self.statics, recursive: &self.recursive };
        let claimed = match has_time {
            true => claims(ground, error, &found.explanations, &mut reduction),
            false => unqualified(self.graph, &found.explanations, &mut reduction),
        };
        let nests: Vec<Vec<usize>> = (0..found.explanations.len())
            .map(|i| match claimed[i].eliminated {
                true => Vec::new(),
                false => nest(&found.explanations[i], &reduction.assumptions[i], self.options.nest),
            })
            .collect();
        let counterexamples: Vec<Counterexample> = (0..found.explanations.len())
            .map(|i| (i, self.inputs(&found.explanations[i], &reads[i], &claimed[i])))
            .map(|(i, inputs)| Counterexample {
                typed: self.typed(site.kind, &found.explanations[i].run, &inputs),
                inputs,
                fails: self.failing(site, &found.explanations[i]),
                ..self.counterexample(
                    i,
                    (&found.explanations[i], &claimed[i]),
                    &names[i],
                    &reduction,
                    &nests[i],
                )
            })
            .collect();
        let reduced = (0..counterexamples.len())
            .filter(|&i| !claimed[i].eliminated)
            .map(|i| Reduced {
                rank: i as u32 + 1,
                nest: self.lines(&found.explanations[i].steps, &nests[i]),
            })
            .collect();
        let subject = self.subject(site);
        let narrowed = claimed.iter().any(|claimed| claimed.narrowed && !claimed.eliminated);
        let before = claimed.iter().map(|claimed| errors_before(&claimed.obstructions)).collect();
        let report = ErrorReport {
            kind: site.kind,
            function: site
                .procedure
                .map(|p| self.graph.procedures[p.index()].name.clone())
                .unwrap_or_default(),
            line: position.line,
            column: position.column,
            text: self.error_text(site, subject.as_deref()),
            subject,
            status: found.status,
            settled_by: found.settled_by,
            suppressed: None,
            by: None,
            doubt: found.doubt.clone(),
            obstacle: found.doubt.as_ref().and_then(|doubt| obstacle(self.source, doubt, position.line)),
            uncalled: site.procedure.is_some_and(|procedure| !self.called.contains(&procedure)),
            complete: found.complete && !narrowed,
            narrowed,
            cut: found.cut.clone(),
            subsumed: u32::try_from(found.subsumed).unwrap_or(u32::MAX),
            reduced,
            reduce_steps: reduction.steps.iter().map(|s| self.reduce_step(s, found, &names)).collect(),
            counterexamples,
            proof: None,
            effort: None,
            obligation: None,
            infeasible: found.refutations.iter().map(|r| self.infeasible(r)).collect(),
        };
        Assembled { report, before, sketches: self.sketches(found, &nests) }
    }

    /// The function or label that is an error, as it is written: a macro may stand for its name.
    fn subject(&self, site: &ErrorSite) -> Option<String> {
        let written = self.written(site);
        let ends = match site.kind {
            ErrorKind::ErrorCall => '(',
            ErrorKind::ErrorLabel => ':',
            ErrorKind::Assertion | ErrorKind::Annotation | ErrorKind::Condition | ErrorKind::Check(_) => {
                return None;
            }
        };
        let name = written.split_once(ends).map_or(written, |(name, _)| name).trim();
        // A task says which functions and labels are errors; others are called what they are.
        let mut macros = self.options.macros.iter();
        let stands = macros.any(|defined| match defined {
            MacroOption::Define(head, value) => head == name && [&site.subject, &site.text].contains(&value),
            MacroOption::Undefine(_) => false,
        });
        Some(if stands { name.to_owned() } else { site.subject.clone() })
    }

    /// What an assertion says, as it is written: the text of the typed condition has constants folded. Errors of which a
    /// macro hides the function or label are called by its name.
    fn error_text(&self, site: &ErrorSite, subject: Option<&str>) -> String {
        let found = match (site.kind, subject.filter(|name| *name != site.subject)) {
            (ErrorKind::Assertion, _) => self
                .written(site)
                .strip_suffix(')')
                .and_then(|text| text.split_once('('))
                .filter(|(name, _)| name.trim_end().ends_with("assert"))
                .map(|(_, condition)| condition.trim().to_owned()),
            (ErrorKind::Annotation, _) => {
                let lines = self.written(site).lines().map(|line| line.trim().trim_start_matches('@').trim());
                let text = lines.collect::<Vec<_>>().join(" ");
                Some(text.trim_end_matches(';').to_owned()).filter(|text| !text.is_empty())
            }
            (ErrorKind::ErrorCall, Some(name)) => Some(format!("{name}()")),
            (ErrorKind::ErrorLabel, Some(name)) => Some(name.to_owned()),
            (
                ErrorKind::ErrorCall | ErrorKind::ErrorLabel | ErrorKind::Condition | ErrorKind::Check(_),
                _,
            ) => None,
        };
        found.unwrap_or_else(|| site.text.clone())
    }

    /// The text of the program at an error.
    fn written(&self, site: &ErrorSite) -> &str {
        let written = site.span.map(|span| self.source.slice(span)).unwrap_or_default();
        written.trim_end().trim_end_matches(';').trim_end()
    }

    fn position(&self, span: Span) -> Position {
        self.source.position(span.start)
    }

    fn lines(&self, steps: &[FocusStep], chosen: &[usize]) -> Vec<u32> {
        let mut lines: Vec<u32> =
            chosen.iter().map(|&i| self.statement_position(steps[i].statement).line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    fn statement_position(&self, statement: StatementId) -> Position {
        self.position(self.graph.statements[statement.index()].span)
    }

    fn counterexample(
        &self,
        index: usize,
        (explanation, claimed): (&Explanation, &Claimed),
        names: &Names,
        reduction: &Reduction,
        nest: &[usize],
    ) -> Counterexample {
        let items = &reduction.assumptions[index];
        let assumptions = self.assumptions((explanation, claimed), names, items);
        Counterexample {
            rank: index as u32 + 1,
            eliminated: claimed.eliminated,
            inputs: Vec::new(),
            assumptions,
            claim: self.claim(explanation, claimed),
            projected: (!self.options.inputs.is_empty())
                .then(|| self.projected((explanation, claimed), names, reduction, index)),
            fails: Vec::new(),
            slice: self.slice(explanation, nest),
            trace: self.trace(explanation, nest).into_iter().map(|(step, _)| step).collect(),
            replayed: None,
            typed: None,
            told: None,
            memory: None,
        }
    }

    /// What a person types to see a run fail, if the program shows that by itself or with a compiler's checks.
    fn typed(&self, kind: ErrorKind, run: &Run, inputs: &[InputValue]) -> Option<Typed> {
        let is_shown = match kind {
            ErrorKind::Assertion => true,
            ErrorKind::Check(check) => check != CheckKind::Uninit,
            ErrorKind::Annotation | ErrorKind::ErrorCall | ErrorKind::ErrorLabel | ErrorKind::Condition => {
                false
            }
        };
        if !is_shown || self.options.started().is_some() {
            return None;
        }
        let reads = run.inputs.iter().cloned().zip(inputs.iter().map(|input| input.matters));
        typed(self.graph, self.source, &reads.collect::<Vec<_>>())
    }

    /// The conditions of an explanation, in the order of its run; choices at `*`, and those that are not printed, are none.
    fn assumptions(
        &self,
        (explanation, claimed): (&Explanation, &Claimed),
        names: &Names,
        items: &[Item],
    ) -> Vec<Assumption> {
        let passed = self.passed(explanation, claimed);
        let mut found = Vec::new();
        for condition in &claimed.conditions {
            let (execution, names, atom) = match (condition.source, &passed) {
                (Origin::Assumption(item), _) => {
                    (&explanation.execution, names, explanation.assumptions[item])
                }
                (Origin::Choice(atom), _) => (&explanation.execution, names, atom),
                (Origin::Passed(atom), Some((passing, names))) => (&passing.execution, names, atom),
                (Origin::Passed(_), None) => continue,
            };
            let atom = &execution.atoms[atom];
            if atom.star && (!condition.printed || self.is_choice(execution, atom)) {
                continue;
            }
            let position = self.position(self.graph.nodes[atom.node.index()].span);
            let reduced = matches!(condition.source, Origin::Assumption(item) if items[item].eliminated);
            found.push(Assumption {
                eliminated: !condition.printed || self.is_of_reading(execution, atom),
                reduced,
                choice: atom.star,
                constraint: condition.constraint.clone(),
                ..Assumption::new(names.atom(atom), position.line, position.column)
            });
        }
        found
    }

    /// Whether an atom says what can be read of a text at all, whatever it is: a word has no spaces.
    fn is_of_reading(&self, execution: &Execution, atom: &Atom) -> bool {
        let node = &self.graph.nodes[atom.node.index()];
        let mut symbols = atom.sides.0.symbols().chain(atom.sides.2.symbols());
        let (Some(symbol), None) = (symbols.next(), symbols.next()) else { return false };
        let Symbol::Input(site, _) = execution.symbols.origin(symbol) else { return false };
        let site = &self.graph.sites[site.index()];
        // It is part of the call itself, or of the argument that is read into.
        site.text.is_some()
            && self.graph.units[node.unit.index()].kind == UnitKind::Assume
            && node.span.start <= site.span.start
            && site.span.end <= node.span.end
    }

    /// Whether an atom is the outcome of a choice at `*`.
    fn is_choice(&self, execution: &Execution, atom: &Atom) -> bool {
        let mut symbols = atom.sides.0.symbols().chain(atom.sides.2.symbols());
        symbols.any(|symbol| match execution.symbols.origin(symbol) {
            Symbol::Input(site, _) => self.graph.sites[site.index()].choice,
            Symbol::Scalar(..) | Symbol::Tail(..) | Symbol::Fresh(_) => false,
        })
    }

    /// What an explanation claims besides its conditions.
    fn claim(&self, explanation: &Explanation, claimed: &Claimed) -> Claim {
        let is_choice = |condition: &Condition| {
            let (execution, atom) = match (condition.source, &claimed.passing) {
                (Origin::Choice(atom), _) => (&explanation.execution, atom),
                (Origin::Passed(atom), Some(passing)) => (&passing.execution, atom),
                (Origin::Passed(_), None) | (Origin::Assumption(_), _) => return false,
            };
            condition.printed && self.is_choice(execution, &execution.atoms[atom])
        };
        Claim {
            basis: if claimed.refuted { Basis::Refutation } else { Basis::Sequence },
            unless: Vec::new(),
            if_reached: claimed.is_obstructed(),
            some_choices: claimed.obstructions.contains(&Obstruction::Choices)
                || claimed.conditions.iter().any(is_choice),
        }
    }

    fn input_line(&self, site: SiteId) -> String {
        self.source.parts().name(self.position(self.graph.sites[site.index()].span).line)
    }

    fn inputs(&self, explanation: &Explanation, reads: &Reads, claimed: &Claimed) -> Vec<InputValue> {
        let passed = claimed.passing.as_ref();
        let passed = passed.map(|passing| Reads::of(self.graph, self.source, passing.slice(explanation)).run);
        let reads = reads.run.iter().enumerate().map(|(at, &(number, matters))| {
            let passed = passed.as_ref().and_then(|passed| passed.get(at));
            (number, matters || passed.is_some_and(|&(_, matters)| matters))
        });
        let count = self.argument_count(&explanation.run);
        let is_given = |input: &InputRead| {
            let argument = self.graph.sites[input.site.index()].argument.map(i128::from);
            argument.zip(count).is_none_or(|(argument, count)| argument < count)
        };
        let read = |(input, (number, matters)): (&InputRead, (u32, bool))| InputValue {
            name: self.graph.sites[input.site.index()].name.clone(),
            number,
            is_choice: self.graph.sites[input.site.index()].choice,
            line: self.position(self.graph.sites[input.site.index()].span).line,
            value: self.graph.input_text(self.graph.sites[input.site.index()].ty, input.value),
            bits: self.graph.sites[input.site.index()].ty.float.then(|| input.value.to_string()),
            matters: matters && is_given(input),
            is_unset: self.declared.contains(&input.site) || !is_given(input),
            undefined: self.graph.sites[input.site.index()].undefined.clone(),
            text: self.graph.sites[input.site.index()].text,
        };
        explanation.run.inputs.iter().zip(reads).map(read).collect()
    }

    /// How many arguments a run of `main` is started with, if that is an input.
    fn argument_count(&self, run: &Run) -> Option<i128> {
        let main = &self.graph.procedures[self.graph.main?.index()];
        let count = &self.graph.scalars[main.formals.first()?.index()];
        let Some(Err(site)) = count.initial else { return None };
        run.inputs.iter().find(|input| input.site == site).map(|input| input.value)
    }

    fn failing(&self, site: &ErrorSite, explanation: &Explanation) -> Vec<Compared> {
        failing(self.graph, self.statics, self.source, site, &explanation.run)
    }

    /// What the printed conditions say about the chosen inputs alone; choices are made as it takes.
    fn projected(
        &self,
        (explanation, claimed): (&Explanation, &Claimed),
        names: &Names,
        reduction: &Reduction,
        index: usize,
    ) -> Projected {
        let is_chosen = |site: SiteId| self.options.inputs.contains(&self.graph.sites[site.index()].name);
        let passed = self.passed(explanation, claimed);
        let (execution, names, renaming) = match &passed {
            Some((passing, names)) => (&passing.execution, names, &passing.renaming),
            None => (&explanation.execution, names, &reduction.renamings[index]),
        };
        let printed = claimed.conditions.iter().filter(|condition| condition.printed && !condition.is_choice);
        let atoms = printed.map(|condition| match (condition.source, &passed) {
            (Origin::Passed(atom) | Origin::Choice(atom), _) => Some(atom),
            (Origin::Assumption(_), Some((passing, _))) => passing.atom(condition),
            (Origin::Assumption(item), None) => Some(explanation.assumptions[item]),
        });
        let atoms: Option<Vec<usize>> = atoms.collect();
        let condition = |part: &Part| {
            let (text, constraint) = match part {
                Part::Assumption(atom) => (names.atom(&execution.atoms[*atom]), execution.constraint(*atom)),
                Part::Left(constraint) => (names.constraint(constraint), Some(constraint)),
            };
            InputCondition { text, constraint: constraint.and_then(|c| renaming.constraint(c)) }
        };
        match atoms.and_then(|atoms| projected(execution, &atoms, &is_chosen)) {
            Some(parts) => Projected::Onto(parts.iter().map(condition).collect()),
            None => Projected::Unknown,
        }
    }

    /// What a run has to pass besides an explanation's sequence, with the names of its inputs.
    fn passed<'c>(&self, explanation: &Explanation, claimed: &'c Claimed) -> Option<(&'c Passing, Names)> {
        let passing = claimed.passing.as_ref()?;
        let reads = Reads::of(self.graph, self.source, passing.slice(explanation));
        let number = |site, occurrence| reads.number(site, occurrence);
        Some((
            passing,
            Names::of(self.graph, self.source, &passing.execution, |site| self.input_line(site), number),
        ))
    }

    fn steps(&self, path: &[Element], steps: &[FocusStep], nest: &[usize]) -> Vec<Step> {
        let mut seen: BTreeMap<_, u32> = BTreeMap::new();
        steps
            .iter()
            .zip(needs(self.graph, self.statics, path, steps))
            .enumerate()
            .map(|(number, (step, needs))| {
                let occurrence = seen.entry(step.identity()).or_default();
                *occurrence += 1;
                let position = self.statement_position(step.statement);
                Step {
                    line: position.line,
                    column: position.column,
                    function: self.graph.procedures[step.procedure.index()].name.clone(),
                    depth: step.depth,
                    kind: kind(step.role),
                    outcome: step.outcome,
                    text: self.text(step.statement),
                    nest: nest.binary_search(&number).is_ok(),
                    occurrence: *occurrence,
                    reasons: needs.into_iter().map(|need| self.reason(need)).collect(),
                    values: Vec::new(),
                    focus: None,
                    slice_step: None,
                }
            })
            .collect()
    }

    fn reason(&self, need: Need) -> Reason {
        Reason {
            kind: match need.kind {
                Kind::Data => Bearing::Data,
                Kind::Control => Bearing::Control,
                Kind::Potential => Bearing::Potential,
                Kind::Call => Bearing::Call,
            },
            step: need.step as u32,
            variable: need
                .scalar
                .filter(|&scalar| trace::visible(self.graph, scalar))
                .map(|scalar| values::called(self.graph, self.source, scalar)),
        }
    }

    fn slice(&self, explanation: &Explanation, nest: &[usize]) -> Vec<Step> {
        let mut steps = self.steps(&explanation.path, &explanation.steps, nest);
        for (step, focus) in steps.iter_mut().zip(&explanation.steps) {
            let mut values = Values::default();
            for &element in &focus.elements {
                let at = &explanation.run.trace[explanation.positions[element]];
                values.take(self.graph, self.source, at);
            }
            step.values = values.shown();
        }
        steps
    }

    /// The statement's text on one line.
    fn text(&self, statement: StatementId) -> String {
        trace::one_line(self.source.slice(self.graph.statements[statement.index()].span))
    }

    /// What is needed to draw memory along the runs of all explanations, if that was asked for.
    fn sketches(&self, found: &Findings, nests: &[Vec<usize>]) -> Vec<Option<Sketch>> {
        let explanations = found.explanations.iter().filter(|_| self.options.pictures);
        explanations.zip(nests).map(|(explanation, nest)| self.sketch(explanation, nest)).collect()
    }

    /// What is needed to draw memory along the run of an explanation.
    fn sketch(&self, explanation: &Explanation, nest: &[usize]) -> Option<Sketch> {
        let run = Prepared::of(self.graph, &explanation.run, REPLAY)?;
        let trace = self.trace(explanation, nest);
        let key = |(step, gathered): &(Step, trace::Gathered)| Key {
            span: self.graph.statements[gathered.statement().index()].span,
            depth: step.depth,
            is_call: step.kind == StepKind::Call,
        };
        let slice_steps = trace.iter().map(|(step, _)| step.slice_step).collect();
        Some(Sketch { run, trace: trace.iter().map(key).collect(), slice_steps })
    }

    /// Every statement of the run, one step each.
    fn trace(&self, explanation: &Explanation, nest: &[usize]) -> Vec<(Step, trace::Gathered)> {
        let mut focus: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, step) in explanation.steps.iter().enumerate() {
            for &element in &step.elements {
                focus.insert(explanation.positions[element], number);
            }
        }
        let graph = self.graph;
        let mut result: Vec<(Step, trace::Gathered, Values)> = Vec::new();
        for (position, step) in explanation.run.trace.iter().enumerate() {
            let node = &graph.nodes[step.node.index()];
            let unit = &graph.units[node.unit.index()];
            let Some(kind) = trace::kind(unit, &node.action) else { continue };
            let number = focus.get(&position).copied();
            if let Some((last, gathered, values)) = result.last_mut()
                && gathered.goes_on(graph, step)
                && (last.kind == kind || kind == StepKind::Error)
                && kind != StepKind::Call
            {
                gathered.take(step);
                last.kind = kind;
                last.outcome = trace::outcome(graph, step).or(last.outcome);
                last.focus = Some(last.focus == Some(true) || number.is_some());
                last.slice_step = last.slice_step.or(number.map(|number| number as u32));
                last.nest |= number.is_some_and(|n| nest.binary_search(&n).is_ok());
                values.take(graph, self.source, step);
                continue;
            }
            let place = self.statement_position(unit.statement);
            let entry = Step {
                line: place.line,
                column: place.column,
                function: graph.procedures[node.procedure.index()].name.clone(),
                depth: step.depth,
                kind,
                outcome: trace::outcome(graph, step),
                text: self.text(unit.statement),
                nest: number.is_some_and(|n| nest.binary_search(&n).is_ok()),
                occurrence: 1,
                reasons: Vec::new(),
                values: Vec::new(),
                focus: Some(number.is_some()),
                slice_step: number.map(|number| number as u32),
            };
            let mut values = Values::default();
            values.take(graph, self.source, step);
            result.push((entry, trace::Gathered::of(graph, step), values));
        }
        let mut seen: BTreeMap<_, u32> = BTreeMap::new();
        for (step, gathered, values) in &mut result {
            step.values = values.shown();
            let count = seen.entry((gathered.statement(), step.outcome)).or_default();
            *count += 1;
            step.occurrence = *count;
        }
        result.into_iter().map(|(step, gathered, _)| (step, gathered)).collect()
    }

    fn reduce_step(&self, step: &ReductionStep, found: &Findings, names: &[Names]) -> ReduceStep {
        match step {
            ReductionStep::Complementary { first, second } => {
                let atom = |&(explanation, position): &(usize, usize)| {
                    let explanation_ref = &found.explanations[explanation];
                    let atom = explanation_ref.atom(explanation_ref.assumptions[position]);
                    (
                        names[explanation].atom(atom),
                        self.position(self.graph.nodes[atom.node.index()].span).line,
                    )
                };
                let ((one, line), (other, _)) = (atom(first), atom(second));
                ReduceStep::Complementary {
                    line,
                    first_rank: first.0 as u32 + 1,
                    first: one,
                    second_rank: second.0 as u32 + 1,
                    second: other,
                }
            }
            ReductionStep::Identical { kept, dropped } => {
                ReduceStep::Identical { kept_rank: *kept as u32 + 1, dropped_rank: *dropped as u32 + 1 }
            }
        }
    }

    fn infeasible(&self, refutation: &Refutation) -> InfeasibleSlice {
        let line = |site: SiteId| self.input_line(site);
        let reads = Reads::of_path(self.graph, self.source, &refutation.path);
        let names =
            Names::of(self.graph, self.source, &refutation.execution, line, |s, o| reads.number(s, o));
        let mut clash: Vec<Assumption> = Vec::new();
        for &atom in &refutation.clash {
            let atom = &refutation.execution.atoms[atom];
            let outcome = refutation.path[atom.element].outcome;
            let constant = atom.says == Says::Never;
            if constant {
                // The values are fixed by assignments: these are what the condition clashes with.
                for at in feeding(self.graph, &refutation.path, atom.element) {
                    let unit = self.graph.nodes[refutation.path[at].node.index()].unit;
                    clash.push(self.statement_as_clash(self.graph.units[unit.index()].statement));
                }
            }
            let span = self.graph.nodes[atom.node.index()].span;
            let position = self.position(span);
            let text = match (constant, outcome) {
                (false, _) => names.atom(atom),
                (true, Some(false)) => format!("!({})", trace::one_line(self.source.slice(span))),
                (true, Some(true) | None) => trace::one_line(self.source.slice(span)),
            };
            clash.push(Assumption::new(text, position.line, position.column));
        }
        clash.dedup();
        InfeasibleSlice { slice: self.steps(&refutation.path, &refutation.steps, &[]), clash }
    }

    fn statement_as_clash(&self, statement: StatementId) -> Assumption {
        let position = self.statement_position(statement);
        Assumption::new(self.text(statement), position.line, position.column)
    }
}

/// The errors among what may keep a run from an error.
fn errors_before(obstructions: &BTreeSet<Obstruction>) -> BTreeSet<ErrorId> {
    let error = |obstruction: &Obstruction| match obstruction {
        Obstruction::Error(error, _) => Some(*error),
        Obstruction::Ends(_) | Obstruction::Stays | Obstruction::Choices => None,
    };
    obstructions.iter().filter_map(error).collect()
}

fn kind(role: StepRole) -> StepKind {
    match role {
        StepRole::Assign => StepKind::Assign,
        StepRole::Branch => StepKind::Branch,
        StepRole::Call => StepKind::Call,
        StepRole::Return => StepKind::Return,
        StepRole::Assume => StepKind::Assume,
        StepRole::Error => StepKind::Error,
    }
}

/// The line that a doubt is about; if it is about none, that of the error.
pub(super) fn obstacle(source: &SourceFile, doubt: &Doubt, own: u32) -> Option<Obstacle> {
    let line = doubt.line().unwrap_or(own);
    let text = source.line(line).trim().to_owned();
    (!text.is_empty()).then_some(Obstacle { line, text })
}
