//! What memory holds along the runs of explanations, for who draws it: the machine runs each of them again and is looked at
//! after each step of the report.
//!
//! A run is made three times: to find out which of its steps are those of the report (`lined.rs`), to find out what there is to
//! draw and of which types it is (`survey.rs`), and to tell what is different from step to step.

mod cells;
mod lined;
mod shape;
mod survey;

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::{self, within};
use focuscheck_base::source::SourceFile;
use focuscheck_check::tree::ObjectId;
use focuscheck_check::types::Types;
use focuscheck_engine::focus::replay::Prepared;
use focuscheck_ir::program::Original;
use focuscheck_machine::{BlockId, End, Machine};
use focuscheck_report::memory::{Call, Held, Memory, Moment, Named, Object, State};
use focuscheck_report::model::ErrorReport;

use cells::{Content, content};
use shape::Shape;
use survey::{DrawnCall, Survey, View};

pub(super) use lined::Key;

/// Runs with more steps are not drawn.
const MOST_STEPS: usize = 50_000;

/// Of a run with more steps only those of its slice are drawn, and of these the last ones.
const MOST_DRAWN: usize = 1_000;

/// So many moments are drawn of one file.
const ROOM: usize = 20_000;

/// So many steps of the analysis all of it may take.
const WORK: u64 = 200_000_000;

/// What is needed to draw the run of an explanation.
pub(super) struct Sketch {
    /// The values that the run is given, and where it ends.
    pub run: Prepared,
    /// What each step of the trace is known by.
    pub trace: Vec<Key>,
    /// For each step of the trace the step of the slice that it is a part of.
    pub slice_steps: Vec<Option<u32>>,
}

/// Adds pictures of memory to the explanations of errors, as far as there is time and room.
pub(super) fn draw(
    original: &Original,
    source: &SourceFile,
    errors: &mut [ErrorReport],
    sketches: &[Vec<Option<Sketch>>],
) {
    let deadline = limit::current().within_steps(WORK);
    let artist = Artist::new(original, source);
    let mut room = ROOM;
    for (error, sketches) in errors.iter_mut().zip(sketches) {
        for (explanation, sketch) in error.counterexamples.iter_mut().zip(sketches) {
            let Some(sketch) = sketch.as_ref().filter(|s| s.trace.len() == explanation.trace.len()) else {
                continue;
            };
            let steps = explanation.slice.len();
            let Ok(memory) = within(deadline, || artist.memory(sketch, steps, room)) else { return };
            room -= memory.as_ref().map_or(0, |memory| memory.moments.len()).min(room);
            explanation.memory = memory.map(Box::new);
        }
    }
}

/// A program whose runs are drawn.
struct Artist<'a> {
    original: &'a Original,
    source: &'a SourceFile,
    /// The names of its functions.
    functions: Vec<String>,
}

impl<'a> Artist<'a> {
    fn new(original: &'a Original, source: &'a SourceFile) -> Self {
        let functions = original.tree().functions.iter().map(|function| function.name.clone()).collect();
        Artist { original, source, functions }
    }

    fn types(&self) -> &'a Types {
        &self.original.tree().types
    }

    /// Memory along a run; nothing if its steps cannot be told, or if it holds nothing but numbers.
    fn memory(&self, sketch: &Sketch, slice_steps: usize, room: usize) -> Option<Memory> {
        if sketch.trace.len() > MOST_STEPS {
            return None;
        }
        let run = sketch.run.clone().without_values(self.original);
        let machine = || run.machine(self.original);
        let mut survey = Survey::new(self.original);
        let (mut passages, mut step) = (Vec::new(), 0u64);
        let graph = self.original.graph();
        let end = machine().run_observed(&mut |passed, machine| {
            lined::take(graph, &mut passages, passed, step);
            survey.note(passed, machine);
            step += 1;
        });
        if matches!(end, End::Limit) {
            return None;
        }
        let done = lined::lined(&sketch.trace, &passages, step.saturating_sub(1))?;
        let slice = of_slice(&sketch.slice_steps, slice_steps);
        let wanted = wanted(&slice, done.len(), room);
        let moments: BTreeSet<u64> = wanted.iter().filter_map(|&at| done[at]).collect();
        let moments: BTreeMap<u64, u32> = moments.into_iter().zip(0..).collect();
        step = 0;
        machine().run_observed(&mut |passed, machine| {
            if moments.contains_key(&step) {
                survey.look(passed, machine);
            }
            step += 1;
        });
        let mut teller = Teller::new(self, &survey);
        step = 0;
        machine().run_observed(&mut |passed, machine| {
            if moments.contains_key(&step) {
                teller.tell(&survey.view(passed, machine), machine);
            }
            step += 1;
        });
        let after = |at: usize| moments.get(&done[at]?).copied().filter(|_| wanted.contains(&at));
        let trace = filled((0..done.len()).map(after).collect(), &teller.memory.moments);
        let slice = slice.iter().map(|at| trace[(*at)?]).collect();
        teller.is_worth_it().then_some(Memory { trace, slice, ..teller.memory })
    }
}

/// Steps of which the moment is not known have that of the step before where nothing changes up to the next one.
fn filled(mut trace: Vec<Option<u32>>, moments: &[Moment]) -> Vec<Option<u32>> {
    let mut next: Option<u32> = None;
    let later: Vec<Option<u32>> = trace
        .iter()
        .rev()
        .map(|moment| {
            next = moment.or(next);
            next
        })
        .collect();
    let mut before = None;
    for (moment, later) in trace.iter_mut().zip(later.into_iter().rev()) {
        if let (None, Some(first), Some(last)) = (*moment, before, later) {
            let between = &moments[first as usize + 1..=last as usize];
            *moment = between.iter().all(Moment::is_still).then_some(first);
        }
        before = moment.or(before);
    }
    trace
}

/// For each step of a slice the last of its parts in the trace before those of later steps.
fn of_slice(slice_steps: &[Option<u32>], count: usize) -> Vec<Option<usize>> {
    let mut found = vec![None; count];
    let mut furthest = 0;
    for (at, step) in slice_steps.iter().enumerate() {
        let Some(step) = *step else { continue };
        if step >= furthest {
            furthest = step;
            found.get_mut(step as usize).into_iter().for_each(|found| *found = Some(at));
        }
    }
    found
}

/// The steps of a trace that are drawn.
fn wanted(slice: &[Option<usize>], steps: usize, room: usize) -> BTreeSet<usize> {
    let most = MOST_DRAWN.min(room);
    if steps <= most {
        return (0..steps).collect();
    }
    slice.iter().rev().filter_map(|at| *at).take(most).collect()
}

/// Tells what is different from moment to moment.
struct Teller<'a> {
    artist: &'a Artist<'a>,
    survey: &'a Survey<'a>,
    memory: Memory,
    numbers: BTreeMap<BlockId, u32>,
    shapes: Vec<Shape>,
    /// What was told last of each object.
    states: Vec<State>,
    held: Vec<Vec<Held>>,
    calls: Vec<Call>,
}

impl<'a> Teller<'a> {
    fn new(artist: &'a Artist<'a>, survey: &'a Survey<'a>) -> Self {
        Teller {
            artist,
            survey,
            memory: Memory::default(),
            numbers: BTreeMap::new(),
            shapes: Vec::new(),
            states: Vec::new(),
            held: Vec::new(),
            calls: Vec::new(),
        }
    }

    /// Whether there is more to draw than numbers.
    fn is_worth_it(&self) -> bool {
        self.shapes.iter().any(Shape::is_compound)
    }

    fn tell(&mut self, view: &View, machine: &Machine<'_>) {
        let drawn: Vec<u32> = view.blocks.iter().map(|block| self.number(*block, machine)).collect();
        let mut moment = Moment { hidden: view.hidden, ..Moment::default() };
        let calls: Vec<Call> = view.calls.iter().map(|call| self.call(call)).collect();
        let kept = self.calls.iter().zip(&calls).take_while(|(before, now)| before == now).count();
        (moment.kept, moment.left) = (kept as u32, (self.calls.len() - kept) as u32);
        moment.calls = calls[kept..].to_vec();
        self.calls = calls;
        let present: BTreeSet<u32> = drawn.iter().copied().collect();
        for (number, state) in (0..).zip(&mut self.states) {
            if *state != State::Absent && !present.contains(&number) {
                *state = State::Absent;
                self.held[number as usize].fill(Held::Unset);
                moment.states.push((number, State::Absent));
            }
        }
        for (&block, &number) in view.blocks.iter().zip(&drawn) {
            self.object((block, number), view, machine, &mut moment);
        }
        if self.memory.moments.is_empty() {
            self.memory.globals = view.globals.iter().map(|block| self.numbers[block]).collect();
        }
        self.memory.moments.push(moment);
    }

    fn call(&self, call: &DrawnCall) -> Call {
        match call {
            DrawnCall::Skipped(count) => Call::Skipped(*count),
            DrawnCall::Drawn { function, call, variables, hidden } => Call::Drawn {
                function: function
                    .and_then(|id| self.artist.functions.get(id.index()).cloned())
                    .unwrap_or_default(),
                line: call.map(|span| self.artist.source.position(span.start).line),
                variables: variables.iter().map(|block| self.numbers[block]).collect(),
                hidden: *hidden,
            },
        }
    }

    /// Tells what is different of an object that is there.
    fn object(
        &mut self,
        (block, number): (BlockId, u32),
        view: &View,
        machine: &Machine<'_>,
        moment: &mut Moment,
    ) {
        let index = number as usize;
        let state = match machine.block_seen(block).alive {
            true if view.lost.contains(&block) => State::Lost,
            true => State::There,
            false => State::Ended,
        };
        if self.states[index] != state {
            self.states[index] = state;
            moment.states.push((number, state));
        }
        if state == State::Ended {
            self.held[index].fill(Held::Unset);
            return;
        }
        let (types, functions) = (self.artist.types(), &self.artist.functions);
        for (at, cell) in self.shapes[index].cells.iter().enumerate() {
            let held = match content(machine, types, functions, block, cell) {
                Content::Held(held) => held,
                Content::Pointer(to, offset, size) => match self.numbers.get(&to) {
                    Some(&object) if view.blocks.contains(&to) => {
                        Held::Leads { object, aim: self.shapes[object as usize].aim(offset, size) }
                    }
                    Some(_) | None => Held::Hidden,
                },
            };
            if self.held[index][at] != held {
                self.held[index][at] = held.clone();
                moment.values.push((number, at as u32, held));
            }
        }
    }

    /// The number of the object that a block is.
    fn number(&mut self, block: BlockId, machine: &Machine<'_>) -> u32 {
        if let Some(&known) = self.numbers.get(&block) {
            return known;
        }
        let number = self.memory.objects.len() as u32;
        let shape = self.survey.shape(block, machine);
        let named = match self.survey.object(block) {
            Some(object) => self.named(object),
            None => match machine.block_seen(block).made {
                Some(made) => Named::Block {
                    number: machine.ordinal(block),
                    line: self.artist.source.position(made.start).line,
                },
                None if machine.block_seen(block).heap => Named::Given,
                None => Named::Other(String::new()),
            },
        };
        self.memory.objects.push(Object { named, rows: shape.rows.clone() });
        self.held.push(vec![Held::Unset; shape.cells.len()]);
        self.states.push(State::Absent);
        self.shapes.push(shape);
        self.numbers.insert(block, number);
        number
    }

    fn named(&self, object: ObjectId) -> Named {
        let (tree, graph) = (self.artist.original.tree(), self.artist.original.graph());
        let name = graph.objects[object.index()].name.clone();
        if tree.objects.get(object.index()).is_some() {
            return Named::Variable(name);
        }
        match graph.literals.iter().any(|(literal, _)| *literal == object) {
            true => Named::Literal,
            false => Named::Other(name),
        }
    }
}

#[cfg(test)]
mod tests;
