//! What the explanations of an error claim of the inputs: which of their conditions are printed, and what else decides
//! whether a run comes to the error.

use std::collections::BTreeSet;

use focuscheck_cells::facts::cfg::{Action, ErrorId, Graph, NodeId, ProcedureId, UnitId};
use focuscheck_engine::focus::concrete::slice_trace;
use focuscheck_engine::focus::execution::{Atom, Execution, Says};
use focuscheck_engine::focus::explain::{Explanation, read_numbers};
use focuscheck_engine::focus::origin::Renaming;
use focuscheck_engine::focus::passage::{Obstruction, Outlook};
use focuscheck_engine::focus::path::Element;
use focuscheck_engine::reduce::certified::{Certified, Part};
use focuscheck_engine::reduce::complementary::Reduction;
use focuscheck_engine::summary::error_set::{Dependence, Required};
use focuscheck_engine::summary::statics::Statics;
use focuscheck_lia::ExactSolver;
use focuscheck_lia::constraint::Constraint;

use super::reads::Slice;

/// A slice of an explanation's run that holds, besides the sequence, the conditions that a run has to pass on its way.
pub(super) struct Passing {
    path: Vec<Element>,
    positions: Vec<usize>,
    /// The conditions that a run has to pass.
    required: Required,
    /// What it asks of the inputs.
    pub execution: Execution,
    /// What its symbols are among those that all explanations share.
    pub renaming: Renaming,
}

impl Passing {
    /// The slice with some conditions.
    fn of(ground: Ground<'_>, explanation: &Explanation, required: Required) -> Passing {
        let Ground { graph, statics, .. } = ground;
        let dependence = Dependence { graph, statics, required: &required };
        let (path, positions) = slice_trace(dependence, &explanation.run.trace);
        let execution = Execution::of(dependence, &path, false);
        Passing { path, positions, required, execution, renaming: Renaming::default() }
    }

    /// The slice with the conditions on inputs alone whose other outcomes could have assigned something that matters. The paper
    /// leaves these out of the sequence; what the error depends on are they all the same.
    fn of_stars(ground: Ground<'_>, explanation: &Explanation) -> Option<Passing> {
        let Ground { graph, statics, .. } = ground;
        let mut found: Option<Passing> = None;
        loop {
            let path = found.as_ref().map_or(&explanation.path, |found| &found.path);
            let mut required = found.as_ref().map_or_else(Required::default, |found| found.required.clone());
            let mut is_new = false;
            for element in path.iter().filter(|element| element.reason.is_none()) {
                let Some(outcome) = element.outcome else { continue };
                let mut assigned = statics.star_assigns(element.node, outcome);
                if assigned.any(|scalar| element.after.has_scalar(scalar)) {
                    is_new |= required.insert(graph, graph.nodes[element.node.index()].unit);
                }
            }
            if !is_new {
                return found;
            }
            found = Some(Passing::of(ground, explanation, required));
        }
    }

    /// Whether what it asks of the inputs is known.
    fn is_exact(&self) -> bool {
        !self.execution.lossy && self.execution.unsupported.is_none()
    }

    /// The atom that says the same as a condition.
    pub fn atom(&self, condition: &Condition) -> Option<usize> {
        let same = |&atom: &usize| said(&self.execution.atoms[atom], &self.renaming) == condition.constraint;
        condition.constraint.as_ref().and_then(|_| (0..self.execution.atoms.len()).find(same))
    }

    /// The slice.
    pub fn slice<'a>(&'a self, explanation: &'a Explanation) -> Slice<'a> {
        let Passing { path, positions, execution, .. } = self;
        Slice { run: &explanation.run, path, positions, execution }
    }
}

/// Where a condition of an explanation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An assumption, by its position among these.
    Assumption(usize),
    /// A choice, by its position among the atoms of the execution.
    Choice(usize),
    /// A condition of what a run has to pass, by its position among the atoms there.
    Passed(usize),
}

/// A condition of an explanation.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// Where it comes from.
    pub source: Source,
    /// The step of the run.
    pub position: usize,
    /// The constraint over the symbols that all explanations share, if it can be compared.
    pub constraint: Option<Constraint>,
    /// Whether it is the outcome of a condition on an input alone.
    pub is_choice: bool,
    /// Whether it is printed.
    pub printed: bool,
}

/// What one explanation claims.
pub(super) struct Claimed {
    /// All conditions, in the order of the run.
    pub conditions: Vec<Condition>,
    /// What a run has to pass besides the sequence, if that decides.
    pub passing: Option<Passing>,
    /// Whether conditions are left out because the others imply that the error happens.
    pub refuted: bool,
    /// What may keep a run from the error that satisfies what is printed.
    pub obstructions: BTreeSet<Obstruction>,
    /// Whether Reduce dropped the explanation, and another one covers it.
    pub eliminated: bool,
    /// Whether other runs with the steps of this explanation may fail, for which its conditions do not hold: it says how
    /// its own run passes a condition that lets runs pass in more than one way.
    pub narrowed: bool,
}

impl Claimed {
    /// Whether a run that satisfies what is printed may end before the error, or not end, without failing.
    pub fn is_obstructed(&self) -> bool {
        self.obstructions.iter().any(|obstruction| match obstruction {
            Obstruction::Ends(_) | Obstruction::Stays => true,
            Obstruction::Error(..) | Obstruction::Choices => false,
        })
    }
}

/// The program.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    /// Its graph.
    pub graph: &'a Graph,
    /// Its static relations.
    pub statics: &'a Statics,
    /// The procedures that call themselves, through others too.
    pub recursive: &'a BTreeSet<ProcedureId>,
}

/// What the explanations of an error claim if there is no time to find out: all that they assume, and that more may decide.
pub(super) fn unqualified(
    graph: &Graph,
    explanations: &[Explanation],
    reduction: &mut Reduction,
) -> Vec<Claimed> {
    let claimed = explanations.iter().enumerate().map(|(number, explanation)| Claimed {
        conditions: conditions(graph, explanation, number, None, reduction),
        passing: None,
        refuted: false,
        obstructions: BTreeSet::from([Obstruction::Stays]),
        eliminated: false,
        narrowed: false,
    });
    claimed.collect()
}

/// What the explanations of an error claim.
pub(super) fn claims(
    ground: Ground<'_>,
    error: ErrorId,
    explanations: &[Explanation],
    reduction: &mut Reduction,
) -> Vec<Claimed> {
    if explanations.is_empty() {
        return Vec::new();
    }
    let outlook = Outlook::of(ground.graph, ground.statics, ground.recursive, error);
    let mut found: Vec<Claimed> = Vec::new();
    let mut all: BTreeSet<Obstruction> = BTreeSet::new();
    for (number, explanation) in explanations.iter().enumerate() {
        let (mut passing, obstructions) = passing(ground, &outlook, explanation);
        all.extend(&obstructions);
        let mut obstructions =
            without_excluded(ground, &outlook, explanation, passing.as_ref(), obstructions);
        let unsequenced = outlook.unsequenced(&explanation.run.trace);
        all.extend(&unsequenced);
        obstructions.extend(unsequenced);
        let conditions = conditions(ground.graph, explanation, number, passing.as_mut(), reduction);
        let narrowed =
            passing.as_ref().is_some_and(|passing| is_narrowed(ground, &outlook, explanation, passing));
        let (refuted, eliminated) = (false, false);
        found.push(Claimed { conditions, passing, refuted, obstructions, eliminated, narrowed });
    }
    let ways: Vec<Vec<Part>> = found
        .iter()
        .zip(&reduction.assumptions)
        .map(|(claimed, items)| {
            let part = |condition: &Condition| Part {
                constraint: condition.constraint.clone(),
                spare: condition.constraint.is_some()
                    && match condition.source {
                        Source::Assumption(item) => items[item].eliminated,
                        Source::Choice(_) => true,
                        Source::Passed(_) => condition.is_choice,
                    },
            };
            claimed.conditions.iter().map(part).collect()
        })
        .collect();
    let mut certified = Certified::new(&reduction.origins, &ways);
    let mut printed = Vec::new();
    for (number, claimed) in found.iter_mut().enumerate() {
        let kept = certified.printed(number);
        claimed.refuted = kept.contains(&false);
        for (condition, kept) in claimed.conditions.iter_mut().zip(&kept) {
            condition.printed = *kept;
        }
        if !reduction.eliminated[number] {
            printed.push((number, kept));
        }
    }
    for (number, claimed) in found.iter_mut().enumerate() {
        claimed.eliminated = reduction.eliminated[number] && certified.is_covered(number, &printed);
    }
    // What is printed without some conditions covers runs of the other ways, too, and what these conditions exclude may happen.
    for claimed in found.iter_mut().filter(|claimed| claimed.refuted) {
        claimed.obstructions.clone_from(&all);
    }
    found
}

/// What a run has to pass on its way to the error, and what may keep it from there for other reasons.
fn passing(
    ground: Ground<'_>,
    outlook: &Outlook<'_>,
    explanation: &Explanation,
) -> (Option<Passing>, BTreeSet<Obstruction>) {
    let graph = ground.graph;
    let trace = &explanation.run.trace;
    let own = focus(&explanation.path, &explanation.positions);
    let stars = Passing::of_stars(ground, explanation);
    let known = stars.as_ref().map_or_else(|| own.clone(), |stars| focus(&stars.path, &stars.positions));
    let obstructions = outlook.obstructions(trace, |position| known.contains(&position));
    let gates = obstructions.iter().filter_map(|obstruction| match obstruction {
        Obstruction::Ends(unit) => Some(*unit),
        Obstruction::Error(..) | Obstruction::Stays | Obstruction::Choices => None,
    });
    let gates: BTreeSet<UnitId> = gates.collect();
    if gates.is_empty() {
        return (stars, obstructions);
    }
    let mut required = stars.as_ref().map_or_else(Required::default, |stars| stars.required.clone());
    for &unit in &gates {
        required.insert(graph, unit);
    }
    let passing = Passing::of(ground, explanation, required);
    let more = focus(&passing.path, &passing.positions);
    // Another condition that decides about these may come out otherwise in other runs.
    let decides = |&&position: &&usize| {
        let node = &graph.nodes[trace[position].node.index()];
        matches!(node.action, Action::Branch(_)) && !gates.contains(&node.unit)
    };
    if more.difference(&known).any(|position| decides(&position)) || !passing.is_exact() {
        return (stars, obstructions);
    }
    let left = outlook.obstructions(trace, |position| own.contains(&position) || more.contains(&position));
    (Some(passing), left)
}

/// Whether runs with the steps of an explanation may come to the error without the conditions that are passed besides. They
/// cannot if another outcome leads away from the error, or assigns what matters, which is a step of another explanation.
fn is_narrowed(
    ground: Ground<'_>,
    outlook: &Outlook<'_>,
    explanation: &Explanation,
    passing: &Passing,
) -> bool {
    let own = focus(&explanation.path, &explanation.positions);
    let atoms = &passing.execution.atoms;
    let elements = passing.path.iter().zip(&passing.positions).enumerate();
    let besides = elements.filter(|(_, (element, at))| element.reason.is_some() && !own.contains(at));
    let mut says = besides
        .filter(|(number, _)| atoms.iter().any(|atom| atom.element == *number && atom.says != Says::Always));
    says.any(|(_, (element, _))| {
        let node = &ground.graph.nodes[element.node.index()];
        match (&node.action, element.outcome, &node.successors[..]) {
            (Action::Branch(_), Some(outcome), [yes, no]) => {
                let other = if outcome { *no } else { *yes };
                !assigns(ground, outlook, other, element)
            }
            // The element that is chosen.
            (Action::Load { .. } | Action::Store { .. }, ..) => true,
            // Whoever does not pass does not come to the error.
            _ => false,
        }
    })
}

/// Whether all runs that leave a condition for a node, and go on to the error, assign something that matters behind an element
/// while the condition still decides what they do. Calls are stepped over.
fn assigns(
    Ground { graph, statics, .. }: Ground<'_>,
    outlook: &Outlook<'_>,
    from: NodeId,
    element: &Element,
) -> bool {
    /// So many nodes are looked at.
    const MOST: usize = 200;
    let (mut seen, mut work) = (BTreeSet::new(), vec![from]);
    let mut deciding = BTreeSet::from([graph.nodes[element.node.index()].unit]);
    while let Some(node) = work.pop() {
        if !outlook.leads_on(node) || !seen.insert(node) {
            continue;
        }
        let definition = &graph.nodes[node.index()];
        let is_decided = statics.controls(node).any(|unit| deciding.contains(&unit));
        if !is_decided || node == element.node || seen.len() > MOST {
            return false;
        }
        match &definition.action {
            Action::Assign { target, .. } | Action::Input { target, .. }
                if element.after.has_scalar(*target) =>
            {
                continue;
            }
            Action::Branch(_) => _ = deciding.insert(definition.unit),
            _ => {}
        }
        work.extend(&definition.successors);
    }
    true
}

/// Leaves out the errors that cannot happen before if all conditions of the explanation hold.
fn without_excluded(
    ground: Ground<'_>,
    outlook: &Outlook<'_>,
    explanation: &Explanation,
    passing: Option<&Passing>,
    mut obstructions: BTreeSet<Obstruction>,
) -> BTreeSet<Obstruction> {
    /// So many errors are looked at, and so many steps of a run.
    const MOST: (usize, usize) = (4, 20_000);
    let trace = &explanation.run.trace;
    let known = passing.map_or_else(
        || focus(&explanation.path, &explanation.positions),
        |passing| focus(&passing.path, &passing.positions),
    );
    let errors: Vec<(Obstruction, UnitId)> = obstructions
        .iter()
        .filter_map(|&obstruction| match obstruction {
            Obstruction::Error(_, unit) => Some((obstruction, unit)),
            Obstruction::Ends(_) | Obstruction::Stays | Obstruction::Choices => None,
        })
        .collect();
    if errors.len() > MOST.0 || trace.len() > MOST.1 {
        return obstructions;
    }
    for (error, unit) in errors {
        let mut required = passing.map_or_else(Required::default, |passing| passing.required.clone());
        required.insert(ground.graph, unit);
        let with = Passing::of(ground, explanation, required);
        let more = focus(&with.path, &with.positions);
        let new: BTreeSet<usize> = more.difference(&known).copied().collect();
        let decides = |position: &usize| {
            let node = &ground.graph.nodes[trace[*position].node.index()];
            matches!(node.action, Action::Branch(_)) && node.unit != unit
        };
        let atoms: BTreeSet<usize> = (0..with.execution.atoms.len())
            .filter(|&atom| new.contains(&with.positions[with.execution.atoms[atom].element]))
            .collect();
        if !new.iter().any(decides)
            && with.is_exact()
            && with.execution.follow(&ExactSolver::default(), &atoms)
            && !outlook
                .obstructions(trace, |position| known.contains(&position) || more.contains(&position))
                .contains(&error)
        {
            obstructions.remove(&error);
        }
    }
    obstructions
}

/// The steps of a run that are in a slice of it.
fn focus(path: &[Element], positions: &[usize]) -> BTreeSet<usize> {
    let in_slice = path.iter().zip(positions).filter(|(element, _)| element.reason.is_some());
    in_slice.map(|(_, &position)| position).collect()
}

/// All conditions of an explanation, in the order of the run.
fn conditions(
    graph: &Graph,
    explanation: &Explanation,
    number: usize,
    passing: Option<&mut Passing>,
    reduction: &mut Reduction,
) -> Vec<Condition> {
    let mut found = Vec::new();
    for (item, &atom) in explanation.assumptions.iter().enumerate() {
        found.push(Condition {
            source: Source::Assumption(item),
            position: explanation.positions[explanation.atom(atom).element],
            constraint: reduction.assumptions[number][item].constraint.clone(),
            is_choice: false,
            printed: true,
        });
    }
    let renaming = &reduction.renamings[number];
    for (atom, choice) in explanation.execution.atoms.iter().enumerate().filter(|(_, atom)| atom.star) {
        if let Some(constraint) = said(choice, renaming) {
            found.push(Condition {
                source: Source::Choice(atom),
                position: explanation.positions[choice.element],
                constraint: Some(constraint),
                is_choice: true,
                printed: true,
            });
        }
    }
    if let Some(Passing { path, positions, execution, renaming, .. }) = passing {
        let own = focus(&explanation.path, &explanation.positions);
        let reads = read_numbers(graph, &explanation.run, path, positions);
        *renaming = reduction.origins.of(execution, &reads);
        let stars = execution.atoms.iter().enumerate().filter(|(_, atom)| atom.star);
        let assumed = execution.assumptions(&ExactSolver::default());
        for atom in assumed.into_iter().chain(stars.map(|(atom, _)| atom)) {
            let position = positions[execution.atoms[atom].element];
            if own.contains(&position) || execution.atoms[atom].says == Says::Always {
                continue;
            }
            let constraint = said(&execution.atoms[atom], renaming);
            let (source, is_choice) = (Source::Passed(atom), execution.atoms[atom].star);
            found.push(Condition { source, position, constraint, is_choice, printed: true });
        }
    }
    found.sort_by_key(|condition| condition.position);
    found
}

/// What an atom says, over common symbols.
fn said(atom: &Atom, renaming: &Renaming) -> Option<Constraint> {
    match &atom.says {
        Says::Constraint(constraint) => renaming.constraint(constraint),
        Says::Always | Says::Never | Says::Inexpressible => None,
    }
}
