//! Control and potential dependence of large procedures, mod/ref sets of large programs.
//!
//! The Datalog rules S5 to S13 say what the relations are, but their postdominance relation has a tuple for
//! most pairs of blocks. This computes the same from bit sets; a test compares the two.

use std::collections::BTreeSet;

use focuscheck_rules::schema::{Block, Procedure, Scalar};
use focuscheck_rules::statics::{Dependence, Flow, ModRef};

use focuscheck_base::limit::spend;

/// A set of blocks, or of scalars.
struct Blocks(Vec<u64>);

impl Blocks {
    fn new(count: usize) -> Self {
        Blocks(vec![0; count.div_ceil(64)])
    }

    fn has(&self, block: usize) -> bool {
        self.0[block / 64] >> (block % 64) & 1 == 1
    }

    /// Adds all of another set; whether some of it is new.
    fn unite(&mut self, other: &Blocks) -> bool {
        let mut changed = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Adds a block; whether it is new.
    fn insert(&mut self, block: usize) -> bool {
        let new = !self.has(block);
        self.0[block / 64] |= 1 << (block % 64);
        new
    }
}

/// The blocks that can be reached from one without passing a forbidden one (the start included, unless it is
/// forbidden).
fn reach(edges: &[Vec<usize>], start: usize, forbidden: impl Fn(usize) -> bool) -> Blocks {
    let mut seen = Blocks::new(edges.len());
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        spend(1);
        if !forbidden(block) && seen.insert(block) {
            work.extend(&edges[block]);
        }
    }
    seen
}

/// Mod/ref sets, as [`focuscheck_rules::statics::mod_ref`] derives them: each set is united with those of the
/// callees until nothing is new.
pub fn mod_ref(
    procedures: usize,
    assigns: &[(Procedure, Scalar)],
    reads: &[(Procedure, Scalar)],
    calls: &[(Procedure, Procedure)],
) -> ModRef {
    let mut callers = vec![Vec::new(); procedures];
    for &(caller, callee) in calls {
        callers[callee.0 as usize].push(caller.0 as usize);
    }
    for callers in &mut callers {
        callers.sort_unstable();
        callers.dedup();
    }
    let close = |own: &[(Procedure, Scalar)]| {
        // The scalars in question get numbers without gaps.
        let mut scalars: Vec<Scalar> = own.iter().map(|&(_, scalar)| scalar).collect();
        scalars.sort_unstable();
        scalars.dedup();
        let mut sets: Vec<Blocks> = (0..procedures).map(|_| Blocks::new(scalars.len())).collect();
        for (procedure, scalar) in own {
            if let Ok(number) = scalars.binary_search(scalar) {
                sets[procedure.0 as usize].insert(number);
            }
        }
        let mut work: Vec<usize> = (0..procedures).collect();
        while let Some(callee) = work.pop() {
            for &caller in &callers[callee] {
                spend(1 + sets[callee].0.len());
                if caller != callee
                    && sets.get_disjoint_mut([caller, callee]).is_ok_and(|[to, from]| to.unite(from))
                {
                    work.push(caller);
                }
            }
        }
        let mut pairs = Vec::new();
        for (number, set) in sets.iter().enumerate() {
            spend(scalars.len());
            let members = (0..scalars.len()).filter(|&scalar| set.has(scalar));
            pairs.extend(members.map(|scalar| (Procedure(number as u32), scalars[scalar])));
        }
        pairs
    };
    ModRef { modified: close(assigns), referenced: close(reads) }
}

/// The dependences of a procedure, as [`focuscheck_rules::statics::dependence`] derives them.
pub fn dependence(flow: &Flow) -> Dependence {
    let count = flow.blocks.len();
    let (mut successors, mut predecessors) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &(from, to) in &flow.edges {
        successors[from.0 as usize].push(to.0 as usize);
        predecessors[to.0 as usize].push(from.0 as usize);
    }
    let mut modifies = vec![Vec::new(); count];
    for &(block, scalar) in &flow.modifies {
        modifies[block.0 as usize].push(scalar);
    }
    let exit = flow.exit.0 as usize;
    // For each block, those from which the exit can be reached without passing it.
    let avoiding: Vec<Blocks> = (0..count).map(|block| reach(&predecessors, exit, |b| b == block)).collect();
    let strictly_postdominates = |other: usize, block: usize| other != block && !avoiding[other].has(block);
    let mut controls = BTreeSet::new();
    let mut potential: BTreeSet<(Block, u32, Scalar)> = BTreeSet::new();
    for &(branch, next, outcome) in &flow.branches {
        let (from, to) = (branch.0 as usize, next.0 as usize);
        let reached = reach(&successors, to, |_| false);
        spend(2 * count);
        for block in (0..count).filter(|&b| reached.has(b)) {
            if !avoiding[block].has(to) && !strictly_postdominates(block, from) {
                controls.insert((branch, Block(block as u32)));
            }
        }
        let region = reach(&successors, to, |b| strictly_postdominates(b, from));
        for block in (0..count).filter(|&b| region.has(b)) {
            spend(4 * modifies[block].len());
            potential.extend(modifies[block].iter().map(|&scalar| (branch, outcome, scalar)));
        }
    }
    Dependence { controls: controls.into_iter().collect(), potential: potential.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_rules::statics;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_sets_are_those_of_the_rules(
            assigns in prop::collection::vec((0u32..6, 0u32..5), 0..8),
            reads in prop::collection::vec((0u32..6, 3u32..9), 0..8),
            calls in prop::collection::vec((0u32..6, 0u32..6), 0..12),
        ) {
            let pairs = |list: &[(u32, u32)]| -> Vec<_> {
                list.iter().map(|&(p, s)| (Procedure(p), Scalar(s))).collect()
            };
            let (assigns, reads) = (pairs(&assigns), pairs(&reads));
            let calls: Vec<_> = calls.iter().map(|&(p, q)| (Procedure(p), Procedure(q))).collect();
            let (own, rules) = (mod_ref(6, &assigns, &reads, &calls), statics::mod_ref(&assigns, &reads, &calls));
            prop_assert_eq!(own.modified, rules.modified);
            prop_assert_eq!(own.referenced, rules.referenced);
        }

        #[test]
        fn agrees_with_the_rules(edges in prop::collection::vec((0u32..9, 0u32..9), 1..24), assigned in 0u32..9) {
            // Two edges make a branch; block 9 is the exit, which every block without successors leads to.
            let mut flow = Flow { blocks: (0..10).map(Block).collect(), exit: Block(9), ..Flow::default() };
            for block in 0..9u32 {
                let mut to: Vec<u32> = edges.iter().filter(|e| e.0 == block).map(|e| e.1).take(2).collect();
                if block % 4 == 0 || to.is_empty() {
                    to.truncate(1);
                    to.push(9);
                }
                if let [yes, no] = to[..] {
                    flow.branches.push((Block(block), Block(yes), 1));
                    flow.branches.push((Block(block), Block(no), 0));
                }
                flow.edges.extend(to.iter().map(|&t| (Block(block), Block(t))));
            }
            flow.edges.sort_unstable();
            flow.edges.dedup();
            flow.modifies = vec![(Block(assigned), Scalar(1)), (Block(assigned / 2), Scalar(2))];
            let (own, rules) = (dependence(&flow), statics::dependence(&flow));
            prop_assert_eq!(own.controls, rules.controls);
            prop_assert_eq!(own.potential, rules.potential);
        }
    }
}
