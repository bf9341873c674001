//! Blocks in an order in which every edge leads forward.

use super::graph::{Block, BlockId};

/// Sorts blocks, the first of which is the entry, so that edges lead forward, and what comes first in the source comes
/// first where both are possible. What the entry does not reach is left out. There must be no cycle.
pub(super) fn sorted(blocks: Vec<Block<'_>>) -> Vec<Block<'_>> {
    let mut after = Vec::with_capacity(blocks.len());
    let mut seen = vec![false; blocks.len()];
    let mut stack = vec![(0usize, 0usize)];
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    while let Some((block, done)) = stack.last_mut() {
        // The last edge first, so that the first one's blocks come first in the end.
        let edges = blocks.get(*block).map_or(&[][..], |block| &block.edges);
        let Some(edge) = edges.iter().rev().nth(*done) else {
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
    let mut sorted: Vec<(BlockId, Block<'_>)> = Vec::with_capacity(after.len());
    for (number, mut block) in blocks.into_iter().enumerate() {
        let Some(place) = places[number] else { continue };
        for edge in &mut block.edges {
            edge.to = places[edge.to.index()].unwrap_or(edge.to);
        }
        sorted.push((place, block));
    }
    sorted.sort_by_key(|(place, _)| *place);
    sorted.into_iter().map(|(_, block)| block).collect()
}
