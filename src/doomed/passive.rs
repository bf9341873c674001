//! The paths of a function as formulas in single assignment.
//!
//! Under the truth value `end` a path goes on until it ends as it should; without it, it may stop anywhere. Under `checks` it
//! passes what is checked. A point is passed if one of its copies is (the paper's R, Section 6).

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::limit::spend;
use focuscheck_ir::program::graph::{Action, Argument, NodeId};
use focuscheck_smt::term::{BoolId, FormulaId, FormulaNode, Terms};
use focuscheck_smt::{Limits, Model, Prover};
use focuscheck_vc::condition::encoder::{Encoder, MemoryModel};
use focuscheck_vc::condition::entry::any_state;
use focuscheck_vc::condition::escape::exposed;
use focuscheck_vc::condition::hypotheses::Hypotheses;
use focuscheck_vc::condition::state::{Cell, State, Value};
use focuscheck_vc::guarded::graph::{BlockId, Command, FrameId};

use super::claims::{Branches, Fact, PathFacts};
use super::copies::Program;
use super::graph::{Guard, Source, Step, Ways};

/// What is known of a block.
#[derive(Clone, Debug)]
struct Place {
    /// A path comes to it.
    at: FormulaId,
    /// The edges out of it that can be taken.
    edges: Vec<(BlockId, FormulaId)>,
    /// A path ends here.
    stop: Option<BoolId>,
}

/// The formulas of a function.
pub struct Condition<'g> {
    /// What they are made of.
    pub encoder: Encoder<'g>,
    /// A path goes on to its end.
    pub end: BoolId,
    /// What is checked holds.
    pub checks: BoolId,
    /// All arithmetic fits: less than is known, but easier.
    pub no_overflow: BoolId,
    /// For each point whether it is passed; `None` if no path leads there.
    pub points: Vec<Option<BoolId>>,
    /// What a line says counts, by line; empty where all counts.
    pub lines: BTreeMap<u32, BoolId>,
    /// What is taken for granted of parameters, one truth value for each of [`Ways::starts`].
    pub starts: Vec<BoolId>,
    places: Vec<Place>,
    copies: Vec<Vec<BlockId>>,
    /// What is supposed.
    pub hypotheses: Hypotheses<Source<'g>>,
    /// Its branches and checks, where lines may be left out.
    pub branches: Branches<'g>,
    /// Truth values for what may be said of them.
    pub said: PathFacts,
}

/// How a function becomes formulas.
pub struct Manner<'a> {
    /// What is taken for granted.
    pub caution: MemoryModel,
    /// The line of an offset, if what lines say may be left out.
    pub line: Option<&'a dyn Fn(u32) -> u32>,
}

struct Translation<'g, 'a> {
    condition: Condition<'g>,
    ways: &'g Ways<'g>,
    manner: &'a Manner<'a>,
    incoming: Vec<Vec<(BlockId, FormulaId)>>,
    after: Vec<Option<State>>,
}

/// Translates a function; the points are nodes, `None` for the entry.
pub fn condition<'g>(
    program: Program<'g>,
    ways: &'g Ways<'g>,
    points: &[Option<NodeId>],
    manner: &Manner<'_>,
) -> Condition<'g> {
    // A function may be called from anywhere, with any address that other files can take.
    let mut memory = exposed(program.tree);
    memory.extend(program.memory);
    let mut encoder = Encoder::with_memory(program.tree, program.graph, &ways.frames, memory);
    encoder.caution = manner.caution;
    let [end, checks, no_overflow] = ["end", "checks", "no_overflow"].map(|name| encoder.terms.atom(name));
    let state = any_state(&mut encoder);
    let condition = Condition {
        encoder,
        end,
        checks,
        no_overflow,
        points: Vec::new(),
        lines: BTreeMap::new(),
        starts: Vec::new(),
        places: Vec::new(),
        copies: Vec::new(),
        hypotheses: Hypotheses::default(),
        branches: Branches::default(),
        said: PathFacts::default(),
    };
    let blocks = ways.blocks.len();
    let mut translation = Translation {
        condition,
        ways,
        manner,
        incoming: vec![Vec::new(); blocks],
        after: vec![None; blocks],
    };
    translation.starts(&state);
    for number in 0..blocks {
        spend(1);
        translation.block(BlockId(number as u32), &state);
    }
    translation.points(points);
    let mut condition = translation.condition;
    say(&mut condition);
    let fitting = std::mem::take(&mut condition.encoder.fitting);
    let no_overflow = condition.encoder.terms.atom_formula(condition.no_overflow);
    for fits in fitting {
        condition.suppose_if(&[no_overflow], fits);
    }
    condition
}

/// Makes what may be said of paths something to be asked.
fn say(condition: &mut Condition<'_>) {
    let branches = std::mem::take(&mut condition.branches);
    let (said, facts) = branches.facts(|| condition.encoder.terms.atom("said"));
    for fact in facts {
        match fact {
            Fact::Any(atom, parts) => {
                let terms = &mut condition.encoder.terms;
                let (premise, any) = (terms.atom_formula(atom), terms.or(parts));
                condition.suppose_if(&[premise], any);
            }
            Fact::None(atom, parts) => {
                let premise = condition.encoder.terms.atom_formula(atom);
                for part in parts {
                    let not = condition.encoder.terms.not(part);
                    condition.suppose_if(&[premise], not);
                }
            }
        }
    }
    (condition.branches, condition.said) = (branches, said);
}

impl<'g> Condition<'g> {
    /// `premises ==> conclusion` is supposed.
    fn suppose_if(&mut self, premises: &[FormulaId], conclusion: FormulaId) {
        self.suppose(premises, conclusion, Source::Other);
    }

    fn suppose(&mut self, premises: &[FormulaId], conclusion: FormulaId, source: Source<'g>) {
        self.hypotheses.suppose_if(&mut self.encoder.terms, premises, conclusion, source);
    }

    fn new_atom(&mut self, name: &str) -> (BoolId, FormulaId) {
        let atom = self.encoder.terms.atom(name);
        (atom, self.encoder.terms.atom_formula(atom))
    }

    /// A prover that supposes all of it.
    pub fn prover(&self, limits: Limits) -> Prover {
        let mut prover = self.hypotheses.prover(&self.encoder.terms, limits);
        prover.be_eager();
        prover
    }

    /// The points that the path of a model passes, by number.
    pub fn passed(&self, prover: &Prover, model: &Model) -> Vec<usize> {
        let mut on_path = vec![false; self.places.len()];
        let mut at = BlockId(0);
        loop {
            on_path[at.index()] = true;
            let taken = self.places[at.index()].edges.iter();
            let taken = taken.copied().find(|(_, edge)| model.holds(&prover.terms, *edge) == Some(true));
            match taken {
                Some((next, _)) => at = next,
                None => break,
            }
        }
        let passes = |copies: &Vec<BlockId>| copies.iter().any(|block| on_path[block.index()]);
        (0..self.copies.len()).filter(|&point| passes(&self.copies[point])).collect()
    }

    /// In which order a search decides, so that a path passes many points of a set.
    pub fn order(&self, wanted: &[bool]) -> Vec<(BoolId, bool)> {
        let mut worth = vec![0u32; self.places.len()];
        for (point, copies) in self.copies.iter().enumerate() {
            if wanted[point] {
                copies.iter().for_each(|block| worth[block.index()] += 1);
            }
        }
        for number in (0..self.places.len()).rev() {
            let best = self.places[number].edges.iter().map(|(to, _)| worth[to.index()]).max();
            worth[number] += best.unwrap_or_default();
        }
        let mut order = Vec::new();
        // Where there is one way the truth value is that of the edge before: it counts where the choice is.
        let mut listed = BTreeSet::new();
        for place in &self.places {
            let mut edges = place.edges.clone();
            edges.sort_by_key(|(to, _)| std::cmp::Reverse(worth[to.index()]));
            let edges = edges.into_iter().filter_map(|(_, edge)| match self.encoder.terms.formula(edge) {
                FormulaNode::Atom(atom) => Some(*atom),
                _ => None,
            });
            let ways = edges.chain(place.stop).filter(|way| listed.insert(*way));
            order.extend(ways.map(|way| (way, true)));
        }
        order
    }
}

impl<'g> Translation<'g, '_> {
    fn terms(&mut self) -> &mut Terms {
        &mut self.condition.encoder.terms
    }

    /// The truth value under which what stands at an offset counts.
    fn line(&mut self, offset: u32) -> Option<FormulaId> {
        let line = self.manner.line?(offset);
        let terms = &mut self.condition.encoder.terms;
        let atom = *self.condition.lines.entry(line).or_insert_with(|| terms.atom("line"));
        Some(terms.atom_formula(atom))
    }

    /// Parameters that point to the start of what they point to.
    fn starts(&mut self, state: &State) {
        for &object in &self.ways.starts {
            let (atom, formula) = self.condition.new_atom("start");
            self.condition.starts.push(atom);
            if let Some(&Value::Pointer { offset, .. }) =
                state.cells.get(&Cell::Object(Some(FrameId(0)), object))
            {
                let zero = self.terms().integer(0);
                let start = self.terms().equal(offset, zero);
                self.condition.suppose_if(&[formula], start);
            }
        }
    }

    /// Translates a block.
    fn block(&mut self, id: BlockId, entry: &State) {
        let Some((at, mut state)) = self.arrive(id, entry) else {
            let at = self.terms().constant(false);
            return self.condition.places.push(Place { at, edges: Vec::new(), stop: None });
        };
        let end = self.condition.end;
        let end = self.terms().atom_formula(end);
        let checks = self.condition.checks;
        let checks = self.terms().atom_formula(checks);
        let block = &self.ways.blocks[id.index()];
        let mut facts: Vec<(Vec<FormulaId>, FormulaId, Source<'g>)> = Vec::new();
        for step in &block.steps {
            spend(1);
            match step {
                Step::Check { fact, needs, at: place } => {
                    let fact = self.condition.encoder.fact(&state, fact);
                    let mut premises = vec![checks];
                    premises.extend(self.line(*place));
                    if self.manner.line.is_some() {
                        self.condition.branches.check(*place, at);
                    }
                    facts.push((premises, fact, Source::Check(*needs, *place)));
                }
                Step::Given { fact, at: place } => {
                    let fact = self.condition.encoder.fact(&state, fact);
                    facts.push((self.line(*place).into_iter().collect(), fact, Source::Given(*place)));
                }
                Step::Run(command) => self.run(&mut state, command),
            }
        }
        facts.retain(|(_, fact, _)| {
            *self.condition.encoder.terms.formula(*fact) != FormulaNode::Constant(true)
        });
        let full = if facts.is_empty() {
            at
        } else {
            let (_, full) = self.condition.new_atom("passed");
            self.condition.suppose_if(&[full], at);
            self.condition.suppose_if(&[end, at], full);
            for (mut premises, fact, source) in facts {
                premises.push(full);
                self.condition.suppose(&premises, fact, source);
            }
            full
        };
        self.leave(id, (at, full), &state);
        self.condition.encoder.unmodelled.clear();
        self.after[id.index()] = Some(state);
    }

    /// What a command does; what it gives gets a name if lines may be left out.
    fn run(&mut self, state: &mut State, command: &Command<'g>) {
        let encoder = &mut self.condition.encoder;
        if self.manner.line.is_none() {
            return encoder.execute(state, command);
        }
        match command {
            Command::Run { frame, action: Action::Store { place, value }, span } => {
                let value = encoder.value(state, *frame, value);
                let value = self.named(value, span.start);
                self.condition.encoder.write(state, *frame, place, value);
            }
            Command::Bind { frame, procedure, arguments, .. } => {
                encoder.execute(state, command);
                let graph = encoder.graph;
                let parameters = procedure.map(|procedure| &graph.procedures[procedure.index()].parameters);
                for (object, argument) in parameters.into_iter().flatten().zip(*arguments) {
                    let span = match argument {
                        Argument::Value(value) => value.span,
                        Argument::Record(_) => continue,
                    };
                    let cell = Cell::Object(Some(*frame), *object);
                    if !self.condition.encoder.memory.contains(object) {
                        self.rename(state, cell, span.start);
                    }
                }
            }
            Command::Run { frame, action: Action::Return(_), span } => {
                encoder.execute(state, command);
                self.rename(state, Cell::Result(*frame), span.start);
            }
            _ => encoder.execute(state, command),
        }
    }

    fn rename(&mut self, state: &mut State, cell: Cell, offset: u32) {
        if let Some(&value) = state.cells.get(&cell) {
            let value = self.named(value, offset);
            state.cells.insert(cell, value);
        }
    }

    fn named(&mut self, value: Value, offset: u32) -> Value {
        let Some(line) = self.line(offset) else { return value };
        let mut fresh = |term| {
            let terms = &mut self.condition.encoder.terms;
            let range = terms.range(term).filter(|(low, high)| low < high);
            let variable = terms.variable("assigned", range);
            let name = terms.variable_term(variable);
            let equal = terms.equal(name, term);
            self.condition.suppose_if(&[line], equal);
            name
        };
        match value {
            Value::Integer(term) => Value::Integer(fresh(term)),
            Value::Pointer { block, offset } => Value::Pointer { block: fresh(block), offset: fresh(offset) },
        }
    }

    /// The ways into a block: that one is taken, and the state that they bring. No way leads there: no path, and no state.
    fn arrive(&mut self, id: BlockId, entry: &State) -> Option<(FormulaId, State)> {
        if id.0 == 0 {
            return Some((self.terms().constant(true), entry.clone()));
        }
        let incoming = std::mem::take(&mut self.incoming[id.index()]);
        let states: Vec<(FormulaId, State)> = incoming
            .iter()
            .filter_map(|&(from, formula)| Some((formula, self.after[from.index()].clone()?)))
            .collect();
        let at = match &states[..] {
            [] => return None,
            [(formula, _)] => *formula,
            _ => {
                let (_, at) = self.condition.new_atom("at");
                let ways: Vec<FormulaId> = states.iter().map(|(formula, _)| *formula).collect();
                for &way in &ways {
                    self.condition.suppose_if(&[way], at);
                }
                let any = self.terms().or(ways);
                self.condition.suppose_if(&[at], any);
                at
            }
        };
        let Condition { hypotheses, encoder, .. } = &mut self.condition;
        Some((at, hypotheses.join(encoder, &states, Source::Other)?))
    }

    /// The edges out of a block.
    fn leave(&mut self, id: BlockId, (at, full): (FormulaId, FormulaId), state: &State) {
        let block = &self.ways.blocks[id.index()];
        let end = self.condition.end;
        let end = self.terms().atom_formula(end);
        let mut edges: Vec<(BlockId, FormulaId)> = Vec::new();
        let mut truth = None;
        let alone = block.edges.len() == 1 && !block.ends;
        for edge in &block.edges {
            let formula = match &edge.guard {
                None if alone => full,
                None => {
                    let (_, formula) = self.condition.new_atom("edge");
                    self.condition.suppose_if(&[formula], full);
                    formula
                }
                Some(guard) => {
                    let known = *truth.get_or_insert_with(|| {
                        self.condition.encoder.truth(state, guard.frame, guard.condition)
                    });
                    let holds = if guard.holds { known } else { self.terms().not(known) };
                    if self.manner.line.is_none()
                        && *self.condition.encoder.terms.formula(holds) == FormulaNode::Constant(false)
                    {
                        continue;
                    }
                    self.guarded(full, guard, holds)
                }
            };
            edges.push((edge.to, formula));
        }
        let mut stop = None;
        let mut ways: Vec<FormulaId> = edges.iter().map(|(_, formula)| *formula).collect();
        if block.ends && !ways.is_empty() {
            let (atom, formula) = self.condition.new_atom("stop");
            self.condition.suppose_if(&[formula], full);
            stop = Some(atom);
            ways.push(formula);
        }
        if ways.len() > 1 || ways.iter().any(|&way| way != full) {
            let Condition { hypotheses, encoder, .. } = &mut self.condition;
            hypotheses.suppose_apart(&mut encoder.terms, &ways, Source::Other);
            let any = self.terms().or(ways);
            self.condition.suppose_if(&[end, full], any);
        } else if ways.is_empty() && !block.ends {
            let never = self.terms().constant(false);
            self.condition.suppose_if(&[end, full], never);
        }
        for &(to, formula) in &edges {
            self.incoming[to.index()].push((id, formula));
        }
        self.condition.places.push(Place { at, edges, stop });
    }

    fn guarded(&mut self, full: FormulaId, guard: &Guard<'g>, holds: FormulaId) -> FormulaId {
        let (_, formula) = self.condition.new_atom("edge");
        self.condition.suppose_if(&[formula], full);
        let mut premises = vec![formula];
        premises.extend(self.line(guard.at));
        if self.manner.line.is_some() {
            self.condition.branches.add(guard, full, formula);
        }
        self.condition.suppose(&premises, holds, Source::Guard(*guard));
        formula
    }

    /// That points are passed.
    fn points(&mut self, points: &[Option<NodeId>]) {
        for node in points {
            let copies = match node {
                None => vec![BlockId(0)],
                Some(node) => self.ways.copies.get(node).cloned().unwrap_or_default(),
            };
            let copies: Vec<BlockId> = copies
                .into_iter()
                .filter(|block| {
                    let at = self.condition.places[block.index()].at;
                    *self.condition.encoder.terms.formula(at) != FormulaNode::Constant(false)
                })
                .collect();
            let ways: Vec<FormulaId> =
                copies.iter().map(|block| self.condition.places[block.index()].at).collect();
            let atom = match ways.is_empty() {
                true => None,
                false => {
                    let (atom, formula) = self.condition.new_atom("point");
                    let any = self.terms().or(ways);
                    self.condition.suppose_if(&[formula], any);
                    Some(atom)
                }
            };
            self.condition.points.push(atom);
            self.condition.copies.push(copies);
        }
    }
}
