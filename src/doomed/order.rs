//! Blocks in an order in which every edge leads forward.

use crate::guarded::graph::BlockId;
use crate::limit::spend;

use super::graph::Block;

/// Blocks in an order in which every edge leads forward, and for each old number the new one; what the entry does not reach
/// is left out.
pub(super) fn sorted(blocks: Vec<Block<'_>>) -> (Vec<Block<'_>>, Vec<Option<BlockId>>) {
    let mut after = Vec::with_capacity(blocks.len());
    let mut seen = vec![false; blocks.len()];
    let mut stack = vec![(0usize, 0usize)];
    seen[0] = true;
    while let Some((block, done)) = stack.last_mut() {
        spend(1);
        let Some(edge) = blocks[*block].edges.iter().rev().nth(*done) else {
            after.push(*block);
            stack.pop();
            continue;
        };
        *done += 1;
        let next = edge.to.index();
        if !std::mem::replace(&mut seen[next], true) {
            stack.push((next, 0));
        }
    }
    let mut places = vec![None; blocks.len()];
    for (place, &block) in after.iter().rev().enumerate() {
        places[block] = Some(BlockId(place as u32));
    }
    let mut kept: Vec<(BlockId, Block<'_>)> = Vec::with_capacity(after.len());
    for (number, mut block) in blocks.into_iter().enumerate() {
        let Some(place) = places[number] else { continue };
        for edge in &mut block.edges {
            edge.to = places[edge.to.index()].unwrap_or(edge.to);
        }
        kept.push((place, block));
    }
    kept.sort_by_key(|(place, _)| *place);
    (kept.into_iter().map(|(_, block)| block).collect(), places)
}
