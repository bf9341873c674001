//! Which of the values that a run reads it depends on.

use rustc_hash::FxHashMap;

use focuscheck_cells::facts::cfg::{Action, Expr, Graph, NodeId, ScalarId, SiteId};
use focuscheck_cells::facts::reads::{node_reads, reads};
use focuscheck_cells::simulation::interpreter::{InputRead, Machine, Observer, TraceStep};
use focuscheck_harness::Reads;

/// Follows the values that were read until something is computed or decided with them. A value that is only copied,
/// or that nobody looks at, is not needed.
pub(super) struct Needed<'g> {
    graph: &'g Graph,
    pub reads: Reads,
    /// The places of the reads of values that lie in globals as they were read.
    globals: Fresh,
    /// The same for the variables of the functions that are open, the innermost last, each with its call.
    frames: Vec<(Option<NodeId>, Fresh)>,
    last: Option<SiteId>,
}

/// The places of the reads of values that lie in variables as they were read.
type Fresh = FxHashMap<ScalarId, SiteId>;

impl<'g> Needed<'g> {
    pub fn new(graph: &'g Graph) -> Self {
        let mut needed = Needed {
            graph,
            reads: Reads::default(),
            globals: Fresh::default(),
            frames: vec![(None, Fresh::default())],
            last: None,
        };
        // What is read before the program begins belongs to a variable.
        for (number, scalar) in graph.scalars.iter().enumerate() {
            if let Some(Err(site)) = scalar.initial {
                needed.put(ScalarId(number as u32), Some(site));
            }
        }
        needed
    }

    fn site(&self, scalar: ScalarId) -> Option<SiteId> {
        let fresh = match self.graph.scalars[scalar.index()].procedure {
            Some(_) => self.frames.last().map(|(_, fresh)| fresh),
            None => Some(&self.globals),
        };
        fresh.and_then(|fresh| fresh.get(&scalar)).copied()
    }

    fn put(&mut self, scalar: ScalarId, site: Option<SiteId>) {
        let fresh = match self.graph.scalars[scalar.index()].procedure {
            Some(_) => self.frames.last_mut().map(|(_, fresh)| fresh),
            None => Some(&mut self.globals),
        };
        match (fresh, site) {
            (Some(fresh), Some(site)) => fresh.insert(scalar, site),
            (Some(fresh), None) => fresh.remove(&scalar),
            (None, _) => None,
        };
    }

    /// Something is made of these values.
    fn need(&mut self, scalars: &[ScalarId]) {
        for &scalar in scalars {
            if let Some(site) = self.site(scalar) {
                self.reads.used.insert(site);
            }
        }
    }

    /// The read that a value is, if it is one as it was read; else what it is made of is needed.
    fn taken(&mut self, value: &Expr) -> Option<SiteId> {
        if let Expr::Scalar(scalar) = value {
            return self.site(*scalar);
        }
        let mut scalars = Vec::new();
        reads(value, &mut scalars);
        self.need(&scalars);
        None
    }

    /// An index is always needed.
    fn index(&mut self, index: &Expr) {
        let mut scalars = Vec::new();
        reads(index, &mut scalars);
        self.need(&scalars);
    }

    fn call(&mut self, call: NodeId, arguments: &[Expr], formals: &[ScalarId]) {
        let taken: Vec<Option<SiteId>> = arguments.iter().map(|argument| self.taken(argument)).collect();
        let passed = formals.iter().zip(taken);
        self.frames.push((Some(call), passed.filter_map(|(&formal, site)| Some((formal, site?))).collect()));
    }

    fn returned(&mut self) {
        let graph = self.graph;
        let Some((Some(call), _)) = self.frames.last() else { return };
        let Action::Call { results, .. } = &graph.nodes[call.index()].action else { return };
        let sites: Vec<Option<SiteId>> = results.iter().map(|&(from, _)| self.site(from)).collect();
        self.frames.pop();
        for (&(_, to), site) in results.iter().zip(sites) {
            self.put(to, site);
        }
    }
}

impl Observer for Needed<'_> {
    fn input(&mut self, read: InputRead) {
        self.reads.values.push(read);
        self.last = Some(read.site);
    }

    fn step(&mut self, step: TraceStep, _machine: &Machine<'_>) {
        let graph = self.graph;
        match &graph.nodes[step.node.index()].action {
            Action::Assign { target, value } => {
                let site = self.taken(value);
                self.put(*target, site);
            }
            Action::Load { target, index, .. } => {
                self.index(index);
                let site = step.cell.and_then(|cell| self.site(cell));
                self.put(*target, site);
            }
            Action::Store { index, value, .. } => {
                self.index(index);
                let site = self.taken(value);
                if let Some(cell) = step.cell {
                    self.put(cell, site);
                }
            }
            Action::Input { target, .. } => {
                let site = self.last.take();
                self.put(*target, site);
            }
            Action::Unsupported { target, .. } => self.put(*target, None),
            Action::Call { callee, arguments, .. } => {
                self.call(step.node, arguments, &graph.procedures[callee.index()].formals);
            }
            Action::Exit => self.returned(),
            action @ (Action::Bounds { .. } | Action::Branch(_) | Action::Assume(_)) => {
                self.need(&node_reads(action));
            }
            Action::Skip | Action::UnitStart | Action::Error(_) | Action::Cut { .. } | Action::Stop(_) => {}
        }
    }
}
