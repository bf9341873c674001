//! Live locals: which locals of a procedure may still be read after a point. Tracking a dead one would
//! only multiply states.

use focuscheck_cells::facts::cfg::{Action, Graph, ProcedureId, ScalarId, ScalarKind};

use focuscheck_base::limit::spend;
use focuscheck_cells::facts::reads::{node_assigns, node_reads};

/// For every node, the locals (formals, temporaries, the result) that are live before it.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    /// By procedure: its sorted locals.
    locals: Vec<Vec<ScalarId>>,
    /// By node: the live ones, a bit for each local of its procedure.
    live: Vec<Vec<u64>>,
    /// By node: its procedure.
    procedures: Vec<ProcedureId>,
}

impl Liveness {
    /// Solves the data-flow equations of every procedure.
    pub fn derive(graph: &Graph) -> Liveness {
        let mut result = Liveness {
            locals: Vec::with_capacity(graph.procedures.len()),
            live: vec![Vec::new(); graph.nodes.len()],
            procedures: graph.nodes.iter().map(|node| node.procedure).collect(),
        };
        for index in 0..graph.procedures.len() {
            let locals = result.derive_procedure(graph, ProcedureId(index as u32));
            result.locals.push(locals);
        }
        result
    }

    /// Whether the scalar (not a global) may be read at the node or after it.
    pub fn is_live(&self, node: focuscheck_cells::facts::cfg::NodeId, scalar: ScalarId) -> bool {
        let locals = &self.locals[self.procedures[node.index()].index()];
        let position = locals.binary_search(&scalar).ok();
        position.is_some_and(|p| {
            self.live[node.index()].get(p / 64).is_some_and(|word| word >> (p % 64) & 1 == 1)
        })
    }

    fn derive_procedure(&mut self, graph: &Graph, procedure: ProcedureId) -> Vec<ScalarId> {
        let definition = &graph.procedures[procedure.index()];
        let (first, last) = (definition.nodes.0.index(), definition.nodes.1.index());
        let is_local = |s: &ScalarId| graph.scalars[s.index()].kind != ScalarKind::Global;
        let mut locals = Vec::new();
        for node in &graph.nodes[first..last] {
            locals.extend(uses(&node.action));
            locals.extend(node_assigns(&node.action));
        }
        locals.extend(&definition.results);
        locals.retain(is_local);
        locals.sort_unstable();
        locals.dedup();
        let words = locals.len().div_ceil(64);
        if words == 0 {
            return locals;
        }
        let position = |s: ScalarId| locals.binary_search(&s).ok();
        let bits = |scalars: Vec<ScalarId>| {
            let mut set = vec![0u64; words];
            for p in scalars.into_iter().filter_map(position) {
                set[p / 64] |= 1 << (p % 64);
            }
            set
        };
        let mut used: Vec<Vec<u64>> = Vec::new();
        let mut killed: Vec<Vec<u64>> = Vec::new();
        let mut predecessors = vec![Vec::new(); last - first];
        for (offset, node) in graph.nodes[first..last].iter().enumerate() {
            spend(2 * words);
            let mut read = uses(&node.action);
            if node.action == Action::Exit {
                read.extend(&definition.results);
            }
            used.push(bits(read));
            let certain = !matches!(node.action, Action::Store { .. });
            killed.push(if certain { bits(node_assigns(&node.action)) } else { vec![0; words] });
            node.successors.iter().for_each(|s| predecessors[s.index() - first].push(offset));
        }
        let mut live = used.clone();
        let mut work: Vec<usize> = (0..last - first).collect();
        while let Some(offset) = work.pop() {
            for &before in &predecessors[offset] {
                spend(words);
                let mut changed = false;
                for word in 0..words {
                    let value = live[before][word] | (live[offset][word] & !killed[before][word]);
                    changed |= value != live[before][word];
                    live[before][word] = value;
                }
                if changed {
                    work.push(before);
                }
            }
        }
        for (offset, set) in live.into_iter().enumerate() {
            self.live[first + offset] = set;
        }
        locals
    }
}

/// All scalars that a node may read, cells of a subscripted access included.
fn uses(action: &Action) -> Vec<ScalarId> {
    let mut read = node_reads(action);
    if let Action::Load { range, .. } = action {
        read.extend(range.cells());
    }
    read
}
