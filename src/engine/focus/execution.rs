//! Symbolic execution of a path: from its focus statements the constraints on the inputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::summary::error_set::{Access, Dependence};
use focuscheck_base::arith::Relation;
use focuscheck_base::doubt::{Lack, Unmodelled};
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Action, Graph, NodeId, ScalarId, ScalarKind, SiteId};
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Normal, Symbol};
use focuscheck_lia::outcome::Outcome;
use focuscheck_lia::problem::{Definition, Operation, Problem};
use focuscheck_lia::{ExactSolver, Solver};

use super::labels::{Naming, PathLabels};
use super::path::{Element, Passage};
use super::symbolic::{Origin, Symbols, Translation};

/// What an atomic outcome says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// Nothing: it holds for all inputs.
    Always,
    /// It cannot be.
    Never,
    /// This, normalised.
    Constraint(Constraint),
    /// Something that could not be expressed.
    Inexpressible,
}

/// An atomic outcome on a path.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Position of its element in the path.
    pub element: usize,
    /// The node it comes from.
    pub node: NodeId,
    /// Both sides over the inputs, and the relation that holds.
    pub sides: (Linear, Relation, Linear),
    /// What it says about the inputs.
    pub says: Says,
    /// Whether it is the outcome of a `*`.
    pub star: bool,
    /// How many of the definitions and ranges of the execution a run has passed that comes to it.
    rests_on: (usize, usize),
}

impl Atom {
    /// Whether a side of it is a value from outside.
    pub fn mentions_inputs(&self) -> bool {
        !self.sides.0.terms.is_empty() || !self.sides.2.terms.is_empty()
    }
}

/// What a path asks of the inputs.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// The symbols in use.
    pub symbols: Symbols,
    /// The atomic outcomes in order.
    pub atoms: Vec<Atom>,
    /// Symbols for what is not linear.
    pub definitions: Vec<Definition>,
    /// Signed arithmetic stays in range.
    pub ranges: Vec<Constraint>,
    /// The first value on the path that is not modelled, and what that is.
    pub unsupported: Option<(NodeId, Unmodelled)>,
    /// The symbols of all values on the path that are not modelled, in order.
    pub unmodelled: Vec<Symbol>,
    /// Whether something could not be expressed.
    pub lossy: bool,
    /// The cells that known indices choose where a path leaves the choice open, by position in the path.
    pub cells: BTreeMap<usize, ScalarId>,
}

/// Whether a path can be executed.
#[derive(Clone, Debug)]
pub enum Feasibility {
    /// With these values.
    Feasible(focuscheck_lia::outcome::Model),
    /// No: these atoms (positions in [`Execution::atoms`]) clash.
    Infeasible(Vec<usize>),
    /// The solver gave up.
    Undecided(Lack),
}

struct FrameValues {
    values: BTreeMap<ScalarId, Linear>,
    /// What comes back from the procedure, and where it goes.
    results: Vec<(ScalarId, ScalarId)>,
}

struct Values<'a> {
    graph: &'a Graph,
    globals: BTreeMap<ScalarId, Linear>,
    frames: Vec<FrameValues>,
}

impl Values<'_> {
    fn map(&mut self, scalar: ScalarId) -> &mut BTreeMap<ScalarId, Linear> {
        if self.graph.scalars[scalar.index()].kind == ScalarKind::Global || self.frames.is_empty() {
            &mut self.globals
        } else {
            let last = self.frames.len() - 1;
            &mut self.frames[last].values
        }
    }

    fn get(&mut self, symbols: &mut Symbols, scalar: ScalarId) -> Linear {
        let definition = &self.graph.scalars[scalar.index()];
        if let Some(value) = self.map(scalar).get(&scalar) {
            return value.clone();
        }
        let value = match definition.initial {
            Some(Ok(value)) => Linear::constant(value),
            Some(Err(site)) => {
                Linear::symbol(symbols.symbol(Origin::Input(site, 0), self.graph.sites[site.index()].range))
            }
            None => Linear::symbol(symbols.fresh((definition.ty.min(), definition.ty.max()))),
        };
        self.map(scalar).insert(scalar, value.clone());
        value
    }

    fn set(&mut self, scalar: ScalarId, value: Linear) {
        self.map(scalar).insert(scalar, value);
    }
}

/// The symbols that are computed by operations which are not defined for all operands, or from such symbols.
pub fn partial(definitions: &[Definition]) -> BTreeSet<Symbol> {
    let mut found = BTreeSet::new();
    for definition in definitions {
        let own = match definition.operation {
            Operation::Divide | Operation::Remainder | Operation::ShiftLeft | Operation::ShiftRight => true,
            Operation::Multiply
            | Operation::BitAnd
            | Operation::BitOr
            | Operation::BitXor
            | Operation::Wrap => false,
        };
        let mut operands = definition.left.symbols().chain(definition.right.symbols());
        if own || operands.any(|symbol| found.contains(&symbol)) {
            found.insert(definition.symbol);
        }
    }
    found
}

impl Execution {
    /// Executes the focus statements of a path (all statements, if `whole`) on symbolic inputs.
    pub fn of(dependence: Dependence<'_>, path: &[Element], whole: bool) -> Execution {
        let graph = dependence.graph;
        let mut execution = Execution::default();
        execution.symbols.share_definitions();
        let mut values = Values {
            graph,
            globals: BTreeMap::new(),
            frames: vec![FrameValues { values: BTreeMap::new(), results: Vec::new() }],
        };
        let mut occurrences: BTreeMap<SiteId, u32> = BTreeMap::new();
        for (position, element) in path.iter().enumerate() {
            spend(1);
            match element.passage {
                Passage::Enter { .. } => execution.enter(graph, element, &mut values, whole),
                Passage::Leave => execution.leave(element, &mut values, whole),
                Passage::Over if whole => execution.skip(dependence, element, &mut values),
                Passage::Over | Passage::Violation => {}
                Passage::Action => {
                    if let Action::Input { target, site } = graph.nodes[element.node.index()].action {
                        let occurrence = occurrences.entry(site).or_default();
                        if whole || element.reason.is_some() || element.after.has_scalar(target) {
                            let origin = Origin::Input(site, *occurrence);
                            let symbol = execution.symbols.symbol(origin, graph.sites[site.index()].range);
                            values.set(target, Linear::symbol(symbol));
                        }
                        *occurrence += 1;
                    } else if whole && element.access == Access::Any {
                        execution.choose(graph, position, element, &mut values);
                    } else if whole || element.reason.is_some() {
                        execution.act(graph, position, element, &mut values);
                    }
                }
            }
        }
        execution
    }

    fn enter(&mut self, graph: &Graph, element: &Element, values: &mut Values<'_>, whole: bool) {
        let Action::Call { callee, arguments, results } = &graph.nodes[element.node.index()].action else {
            return;
        };
        let procedure = &graph.procedures[callee.index()];
        let mut inside = BTreeMap::new();
        for (formal, argument) in procedure.formals.iter().zip(arguments) {
            if whole || element.after.has_scalar(*formal) {
                let value = self.translate(values, |t| t.expression(argument));
                inside.insert(*formal, value);
            }
        }
        values.frames.push(FrameValues { values: inside, results: results.clone() });
    }

    fn leave(&mut self, element: &Element, values: &mut Values<'_>, whole: bool) {
        let results = values.frames.last().map(|f| f.results.clone()).unwrap_or_default();
        let returned: Vec<_> = results
            .into_iter()
            .filter(|(_, to)| whole || element.after.has_scalar(*to))
            .map(|(from, to)| (to, values.get(&mut self.symbols, from)))
            .collect();
        values.frames.pop();
        for (target, value) in returned {
            values.set(target, value);
        }
    }

    /// After a call that was not followed, what it may assign is not known.
    fn skip(&mut self, dependence: Dependence<'_>, element: &Element, values: &mut Values<'_>) {
        let graph = dependence.graph;
        let Action::Call { callee, results, .. } = &graph.nodes[element.node.index()].action else { return };
        for scalar in dependence.statics.modified(*callee).chain(results.iter().map(|&(_, to)| to)) {
            let ty = graph.scalars[scalar.index()].ty;
            let unknown = self.symbols.fresh((ty.min(), ty.max()));
            values.set(scalar, Linear::symbol(unknown));
        }
    }

    fn translate<T>(&mut self, values: &mut Values<'_>, work: impl FnOnce(&mut Translation<'_>) -> T) -> T {
        let mut lookup = |symbols: &mut Symbols, scalar| values.get(symbols, scalar);
        let mut translation = Translation::new(&mut self.symbols, &mut lookup);
        let result = work(&mut translation);
        let (definitions, ranges, lossy) = (translation.definitions, translation.ranges, translation.lossy);
        self.definitions.extend(definitions);
        self.ranges.extend(ranges);
        self.lossy |= lossy;
        result
    }

    fn act(&mut self, graph: &Graph, position: usize, element: &Element, values: &mut Values<'_>) {
        let node = &graph.nodes[element.node.index()];
        let star = graph.units[node.unit.index()].star;
        match &node.action {
            Action::Assign { target, value } => {
                let value = self.translate(values, |t| t.expression(value));
                values.set(*target, value);
            }
            Action::Unsupported { target, reason } => {
                let ty = graph.scalars[target.index()].ty;
                let symbol = self.symbols.fresh((ty.min(), ty.max()));
                values.set(*target, Linear::symbol(symbol));
                self.unmodelled.push(symbol);
                self.unsupported.get_or_insert_with(|| (element.node, reason.clone()));
            }
            Action::Load { target, range, index } => {
                let index = self.translate(values, |t| t.expression(index));
                if let Access::Cell(cell) = element.access {
                    let sides = (index, Relation::Equal, Linear::constant(range.index_of(cell)));
                    self.atom(position, element.node, sides, star);
                    let value = values.get(&mut self.symbols, cell);
                    values.set(*target, value);
                } else {
                    self.in_bounds(position, element.node, &index, range.length, star);
                }
            }
            Action::Bounds { index, length } => {
                let index = self.translate(values, |t| t.expression(index));
                self.in_bounds(position, element.node, &index, *length, star);
            }
            Action::Store { range, index, value } => {
                let index = self.translate(values, |t| t.expression(index));
                match element.access {
                    Access::Cell(cell) => {
                        let sides = (index, Relation::Equal, Linear::constant(range.index_of(cell)));
                        self.atom(position, element.node, sides, star);
                        let value = self.translate(values, |t| t.expression(value));
                        values.set(cell, value);
                    }
                    _ => {
                        let mut sides =
                            vec![(Relation::GreaterEqual, 0), (Relation::Less, range.length as i128)];
                        let cells = range.cells();
                        let matters = cells.filter(|c| element.after.has_scalar(*c));
                        sides.extend(matters.map(|c| (Relation::NotEqual, range.index_of(c))));
                        for (relation, value) in sides {
                            let sides = (index.clone(), relation, Linear::constant(value));
                            self.atom(position, element.node, sides, star);
                        }
                    }
                }
            }
            Action::Branch(condition) | Action::Assume(condition) => {
                let (left, right) = self
                    .translate(values, |t| (t.expression(&condition.left), t.expression(&condition.right)));
                let holds = match (&node.action, element.outcome) {
                    (Action::Branch(_), None) => return,
                    (_, outcome) => outcome.unwrap_or(true),
                };
                let relation = if holds { condition.relation } else { condition.relation.negate() };
                self.atom(position, element.node, (left, relation, right), star);
            }
            _ => {}
        }
    }

    /// Executes an element whose cell is left open: the index chooses it if it is known, else everything that
    /// the element may assign is unknown after it.
    fn choose(&mut self, graph: &Graph, position: usize, element: &Element, values: &mut Values<'_>) {
        let (range, index, targets): (_, _, Vec<ScalarId>) = match &graph.nodes[element.node.index()].action {
            Action::Load { target, range, index } => (range, index, vec![*target]),
            Action::Store { range, index, .. } => (range, index, range.cells().collect()),
            _ => return self.act(graph, position, element, values),
        };
        let known = self.translate(values, |t| t.expression(index)).as_constant();
        if let Some(cell) = known.and_then(|index| range.cell(index)) {
            self.cells.insert(position, cell);
            let chosen = Element { access: Access::Cell(cell), ..element.clone() };
            return self.act(graph, position, &chosen, values);
        }
        self.act(graph, position, element, values);
        for target in targets {
            let ty = graph.scalars[target.index()].ty;
            let unknown = self.symbols.fresh((ty.min(), ty.max()));
            values.set(target, Linear::symbol(unknown));
        }
    }

    fn in_bounds(&mut self, position: usize, node: NodeId, index: &Linear, length: u32, star: bool) {
        for (relation, bound) in [(Relation::GreaterEqual, 0), (Relation::Less, length.into())] {
            self.atom(position, node, (index.clone(), relation, Linear::constant(bound)), star);
        }
    }

    fn atom(&mut self, element: usize, node: NodeId, sides: (Linear, Relation, Linear), star: bool) {
        let says = match Constraint::new(&sides.0, sides.1, &sides.2).map(|c| c.normalise()) {
            Some(Normal::True) => Says::Always,
            Some(Normal::False) => Says::Never,
            Some(Normal::Constraint(constraint)) => Says::Constraint(constraint),
            None => Says::Inexpressible,
        };
        self.lossy |= says == Says::Inexpressible;
        let rests_on = (self.definitions.len(), self.ranges.len());
        self.atoms.push(Atom { element, node, sides, says, star, rests_on });
    }

    /// The constraints of the atoms (those with one), as a problem, with the atoms' positions.
    fn problem(&self, atoms: impl Iterator<Item = usize>) -> (Problem, Vec<usize>) {
        self.problem_of(atoms, (self.definitions.len(), self.ranges.len()))
    }

    /// The constraints of the atoms with the first definitions and ranges.
    fn problem_of(
        &self,
        atoms: impl Iterator<Item = usize>,
        (definitions, ranges): (usize, usize),
    ) -> (Problem, Vec<usize>) {
        let mut problem = Problem::default();
        let mut origin = Vec::new();
        for position in atoms {
            spend(1);
            if let Says::Constraint(constraint) = &self.atoms[position].says {
                problem.constraints.push(constraint.clone());
                origin.push(position);
            }
        }
        problem.constraints.extend(self.ranges[..ranges].iter().cloned());
        problem.definitions = self.definitions[..definitions].to_vec();
        self.symbols.bound(&mut problem);
        (problem, origin)
    }

    /// The constraint of an atom, if it says one.
    pub fn constraint(&self, atom: usize) -> Option<&Constraint> {
        match &self.atoms[atom].says {
            Says::Constraint(constraint) => Some(constraint),
            Says::Always | Says::Never | Says::Inexpressible => None,
        }
    }

    /// The atoms that cannot be, whatever the inputs are.
    pub fn impossible(&self) -> Vec<usize> {
        (0..self.atoms.len()).filter(|&atom| self.atoms[atom].says == Says::Never).collect()
    }

    /// The same, for an answer that a verdict rests on.
    pub fn decided(&self, solver: &ExactSolver, naming: Naming<'_>) -> Feasibility {
        let answer = self.feasibility(solver);
        if solver.recorder.is_some() {
            let (mut problem, atoms) = self.problem(0..self.atoms.len());
            match &answer {
                Feasibility::Feasible(model) => {
                    let labels = self.labels(naming, &atoms);
                    solver.keep_model(&problem, model, &labels);
                }
                Feasibility::Infeasible(clash) => {
                    let mut atoms = atoms;
                    if let Some(&never) = clash.first().filter(|&&a| self.atoms[a].says == Says::Never) {
                        // Over no inputs at all it is false; its text is in the note.
                        let (expression, comparison) = (Linear::constant(1), Comparison::AtMostZero);
                        problem.constraints = vec![Constraint { expression, comparison }];
                        atoms = vec![never];
                    }
                    let labels = self.labels(naming, &atoms);
                    solver.keep_refuted(&problem, &labels);
                }
                Feasibility::Undecided(_) => {}
            }
        }
        answer
    }

    fn labels<'a>(&'a self, naming: Naming<'a>, atoms: &[usize]) -> PathLabels<'a> {
        let nodes = atoms.iter().map(|&atom| self.atoms[atom].node).collect();
        PathLabels { naming, symbols: &self.symbols, nodes }
    }

    /// Whether some inputs satisfy everything.
    pub fn feasibility(&self, solver: &ExactSolver) -> Feasibility {
        if let Some(position) = self.atoms.iter().position(|a| a.says == Says::Never) {
            return Feasibility::Infeasible(vec![position]);
        }
        let (problem, origin) = self.problem(0..self.atoms.len());
        match solver.solve(&problem) {
            Outcome::Feasible(model) => Feasibility::Feasible(model),
            Outcome::Infeasible(core) => {
                Feasibility::Infeasible(core.into_iter().filter_map(|i| origin.get(i).copied()).collect())
            }
            Outcome::Undecided(lack) => Feasibility::Undecided(lack),
        }
    }

    /// The assumption set: the atoms that say something about the inputs which the earlier ones do not
    /// imply. Outcomes of `*` are choices, not assumptions. Nothing follows from what is computed later: whoever gives
    /// `d = -2` to `if (d < -1) return 0; s = 1 << d;` does not come to the shift. Nor does anything follow from another
    /// operation being defined: in `if (b / b < 9 && b)` the second condition excludes that the first one fails.
    pub fn assumptions(&self, solver: &ExactSolver) -> Vec<usize> {
        self.assumptions_without(solver, &BTreeSet::new())
    }

    /// The same as if some atoms were not there.
    fn assumptions_without(&self, solver: &ExactSolver, left_out: &BTreeSet<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        let partial = partial(&self.definitions);
        for (position, atom) in self.atoms.iter().enumerate() {
            let Says::Constraint(constraint) = &atom.says else { continue };
            if atom.star || left_out.contains(&position) {
                continue;
            }
            let known = kept.iter().any(|&k| self.atoms[k].says == atom.says);
            if known {
                continue;
            }
            let (mut background, _) = self.problem_of(kept.iter().copied(), atom.rests_on);
            let own: BTreeSet<Symbol> = self
                .resting_on(std::iter::once(constraint))
                .iter()
                .map(|definition| definition.symbol)
                .collect();
            background.definitions.retain(|definition| {
                !partial.contains(&definition.symbol) || own.contains(&definition.symbol)
            });
            for &(symbol, _) in &constraint.expression.terms {
                background.bounds.insert(symbol, self.symbols.bounds(symbol));
            }
            if solver.implies(&background, constraint) != Some(true) {
                kept.push(position);
            }
        }
        // What an assumption computes with is defined for whoever satisfies it.
        let defined = |position: usize| {
            let others = kept.iter().filter(|&&other| other != position);
            self.resting_on(others.filter_map(|&other| self.constraint(other)))
        };
        let is_left_out = |&position: &usize| {
            let (_, ranges) = self.atoms[position].rests_on;
            let before = kept.iter().copied().filter(|&other| other < position);
            let (mut background, _) = self.problem_of(before, (0, ranges));
            background.definitions = defined(position);
            self.symbols.bound(&mut background);
            let Some(constraint) = self.constraint(position) else { return true };
            for symbol in constraint.expression.symbols() {
                background.bounds.insert(symbol, self.symbols.bounds(symbol));
            }
            !background.definitions.is_empty() && solver.implies(&background, constraint) == Some(true)
        };
        kept.iter().copied().filter(|position| !is_left_out(position)).collect()
    }

    /// The definitions that constraints rest on.
    fn resting_on<'a>(&self, constraints: impl Iterator<Item = &'a Constraint>) -> Vec<Definition> {
        let mut mentioned: BTreeSet<Symbol> = constraints.flat_map(|c| c.expression.symbols()).collect();
        let mut found = Vec::new();
        for definition in self.definitions.iter().rev() {
            if mentioned.contains(&definition.symbol) {
                mentioned.extend(definition.left.symbols().chain(definition.right.symbols()));
                found.push(definition.clone());
            }
        }
        found.reverse();
        found
    }

    /// Whether all other atoms imply that some atoms hold, as far as they are assumptions or choices. What is computed by
    /// operations that are not defined for all operands is left out: nothing may follow from its being defined. Nor may
    /// anything follow from what is computed behind an atom.
    pub fn follow(&self, solver: &ExactSolver, atoms: &BTreeSet<usize>) -> bool {
        let partial = partial(&self.definitions);
        let is_total =
            |constraint: &Constraint| !constraint.expression.symbols().any(|s| partial.contains(&s));
        if !atoms.iter().filter_map(|&atom| self.constraint(atom)).all(is_total) {
            return false;
        }
        let choices = (0..self.atoms.len()).filter(|atom| self.atoms[*atom].star && !atoms.contains(atom));
        let others: BTreeSet<usize> =
            self.assumptions_without(solver, atoms).into_iter().chain(choices).collect();
        atoms.iter().all(|&atom| match &self.atoms[atom].says {
            Says::Always => true,
            Says::Never | Says::Inexpressible => false,
            Says::Constraint(constraint) => {
                let (_, ranges) = self.atoms[atom].rests_on;
                let all = (self.definitions.len(), ranges);
                let (mut background, _) = self.problem_of(others.iter().copied(), all);
                background.definitions.retain(|definition| !partial.contains(&definition.symbol));
                background.constraints.retain(is_total);
                for symbol in constraint.expression.symbols() {
                    background.bounds.insert(symbol, self.symbols.bounds(symbol));
                }
                solver.implies(&background, constraint) == Some(true)
            }
        })
    }

    /// The values of the inputs in a model, by site and occurrence.
    pub fn inputs(&self, model: &focuscheck_lia::outcome::Model) -> BTreeMap<(SiteId, u32), i128> {
        let read = |(&symbol, &value): (&Symbol, &i128)| match self.symbols.origin(symbol) {
            Origin::Input(site, occurrence) => Some(((site, occurrence), value)),
            _ => None,
        };
        model.iter().filter_map(read).collect()
    }
}
