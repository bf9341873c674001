//! Simpler inputs for a run: the same path with values as near zero as they get.

use std::collections::BTreeMap;

use focuscheck_cells::facts::cfg::{Graph, Site, SiteId};
use focuscheck_cells::simulation::interpreter::{Limits, Run, TraceStep, run};

use super::explain::Inputs;

/// So many steps are spent on one run; a long run with many inputs keeps some of its values.
const MOST_STEPS: usize = 400_000;

/// As deep as runs are that are looked at.
const DEEPEST: u32 = 10_000;

/// What a solver or a guess chose, a person has to read: replaces inputs, those farthest from zero first, by values
/// nearer to zero with which the program goes the very same way. The run that is returned did happen, too.
pub fn simplest(graph: &Graph, original: &Run) -> Run {
    let plainest: Vec<i128> = graph.sites.iter().map(Site::plainest).collect();
    let nearest = |site: SiteId| plainest[site.index()];
    let mut open: Vec<(SiteId, u32)> = Vec::new();
    let mut values: BTreeMap<(SiteId, u32), i128> = BTreeMap::new();
    for input in &original.inputs {
        values.insert((input.site, input.occurrence), input.value);
        if input.value != nearest(input.site) {
            open.push((input.site, input.occurrence));
        }
    }
    open.sort_by_key(|input| std::cmp::Reverse((values[input] - nearest(input.0)).unsigned_abs()));
    let mut best = original.clone();
    let mut spent = 0;
    // Whether the same way is gone with a value; that is kept then.
    let mut attempt = |values: &mut BTreeMap<(SiteId, u32), i128>, input: (SiteId, u32), value: i128| {
        spent += original.trace.len();
        if spent > MOST_STEPS {
            return None;
        }
        let before = values.insert(input, value);
        let limits = Limits { steps: original.trace.len() as u64 + 1, depth: DEEPEST };
        let found = run(
            graph,
            &mut Inputs { values: values.clone(), plainest: plainest.clone(), ..Inputs::default() },
            limits,
        );
        let same = found.end == original.end && is_same_way(&found.trace, &original.trace);
        if same {
            best = found;
        } else if let Some(before) = before {
            values.insert(input, before);
        }
        Some(same)
    };
    for input in open {
        // One end is too near to zero, the other goes the same way.
        let (mut low, mut high) = (nearest(input.0), values[&input]);
        match attempt(&mut values, input, low) {
            None => break,
            Some(true) => continue,
            Some(false) => {}
        }
        while high.abs_diff(low) > 1 {
            let middle = low + (high - low) / 2;
            match attempt(&mut values, input, middle) {
                None => return best,
                Some(true) => high = middle,
                Some(false) => low = middle,
            }
        }
    }
    best
}

/// Whether two runs go through the same nodes with the same outcomes and the same cells, whatever the values.
fn is_same_way(one: &[TraceStep], other: &[TraceStep]) -> bool {
    let way = |step: &TraceStep| (step.node, step.depth, step.outcome, step.cell);
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| way(a) == way(b))
}
