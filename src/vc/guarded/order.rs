//! Blocks in an order in which every edge leads forward.

use focuscheck_base::limit::spend;

use super::graph::{Block, BlockId};

/// A block of a graph.
pub trait Linked {
    /// Where its edges lead, in their order.
    fn targets(&mut self) -> impl Iterator<Item = &mut BlockId>;
}

impl Linked for Block<'_> {
    fn targets(&mut self) -> impl Iterator<Item = &mut BlockId> {
        self.edges.iter_mut().map(|edge| &mut edge.to)
    }
}

/// Sorts blocks, the first of which is the entry, so that edges lead forward, and what comes first in the source comes
/// first where both are possible. What the entry does not reach is left out. There must be no cycle. Says for each old
/// number the new one.
pub fn sorted<B: Linked>(mut blocks: Vec<B>) -> (Vec<B>, Vec<Option<BlockId>>) {
    let edges: Vec<Vec<usize>> =
        blocks.iter_mut().map(|block| block.targets().map(|to| to.index()).collect()).collect();
    let mut after = Vec::with_capacity(blocks.len());
    let mut seen = vec![false; blocks.len()];
    let mut stack = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((0usize, 0usize));
    }
    while let Some((block, done)) = stack.last_mut() {
        spend(1);
        // The last edge first, so that the first one's blocks come first in the end.
        let Some(&next) = edges[*block].iter().rev().nth(*done) else {
            after.push(*block);
            stack.pop();
            continue;
        };
        *done += 1;
        if !std::mem::replace(&mut seen[next], true) {
            stack.push((next, 0));
        }
    }
    let mut places = vec![None; blocks.len()];
    for (place, &block) in after.iter().rev().enumerate() {
        places[block] = Some(BlockId(place as u32));
    }
    let mut kept: Vec<(BlockId, B)> = Vec::with_capacity(after.len());
    for (number, mut block) in blocks.into_iter().enumerate() {
        let Some(place) = places[number] else { continue };
        block.targets().for_each(|to| *to = places[to.index()].unwrap_or(*to));
        kept.push((place, block));
    }
    kept.sort_by_key(|(place, _)| *place);
    (kept.into_iter().map(|(_, block)| block).collect(), places)
}
