//! The facts of all states, proposed by chaotic iteration in a weak topological order.
//!
//! The rules find the same facts in whatever order new ones come, and look at an edge once more whenever anything before it has
//! changed: where loops stand in loops that is often. Here the states of an inner loop are looked at until they change no more
//! before anything behind it is (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993). What comes
//! out is where the rules begin, so nothing rests on it: they add whatever is missing.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use focuscheck_rules::invariants::{Flow, Transfer};
use focuscheck_rules::range::Ranges;
use focuscheck_rules::schema::State;
use rustc_hash::FxHashMap;

/// Where loops are nested deeper than this, their states have any order.
const DEEPEST: usize = 64;

/// An edge, by the numbers of the states.
#[derive(Clone, Copy)]
enum Edge {
    Step(u32),
    Enter(u32),
    /// Of a call or an exit: the call, the exit, and where the call is gone on with.
    Resume(u32, u32, u32),
}

/// The states of a run by numbers, with the edges that start in each.
struct Web {
    states: Vec<State>,
    edges: Vec<Vec<Edge>>,
}

impl Web {
    fn of(flow: &Flow, start: State) -> Self {
        let pairs = flow.steps.iter().chain(&flow.calls).flat_map(|&(from, to)| [from, to]);
        let triples = flow.returns.iter().flat_map(|&(exit, call, after)| [exit, call, after]);
        let mut states: Vec<State> = pairs.chain(triples).chain([start]).collect();
        states.sort_unstable();
        states.dedup();
        let numbers: FxHashMap<State, u32> = states.iter().copied().zip(0..).collect();
        let number = |state: &State| numbers[state];
        let mut edges = vec![Vec::new(); states.len()];
        for (from, to) in &flow.steps {
            edges[number(from) as usize].push(Edge::Step(number(to)));
        }
        for (call, entry) in &flow.calls {
            edges[number(call) as usize].push(Edge::Enter(number(entry)));
        }
        for (exit, call, after) in &flow.returns {
            let edge = Edge::Resume(number(call), number(exit), number(after));
            edges[number(exit) as usize].push(edge);
            edges[number(call) as usize].push(edge);
        }
        Web { states, edges }
    }

    /// The states that the edges of one lead to.
    fn successors(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges[from as usize].iter().map(|edge| match *edge {
            Edge::Step(to) | Edge::Enter(to) | Edge::Resume(_, _, to) => to,
        })
    }

    /// By state, its place in a weak topological order.
    fn places(&self, start: u32) -> Vec<u32> {
        let count = self.states.len();
        let mut places = vec![u32::MAX; count];
        // By state, the part of the states that is taken apart and that it is in.
        let mut part = vec![0u32; count];
        let (mut parts, mut next) = (1, 0);
        let first = std::iter::once(start).chain((0..count as u32).filter(|&state| state != start));
        let mut open: Vec<(Vec<u32>, usize)> = vec![(first.collect(), 0)];
        while let Some((members, depth)) = open.pop() {
            if members.len() == 1 || depth > DEEPEST {
                for state in members {
                    places[state as usize] = next;
                    next += 1;
                }
                continue;
            }
            let own = parts;
            parts += 1;
            members.iter().for_each(|&state| part[state as usize] = own);
            let components = self.components(&members, |state| part[state as usize] == own);
            // The last one that is put here is the first to be taken.
            for mut component in components {
                if component.len() > 1 {
                    let inside = component.split_off(1);
                    open.push((inside, depth + 1));
                }
                open.push((component, depth));
            }
        }
        places
    }

    /// The strongly connected components of some of the states, those behind others first; in each the state comes first by
    /// which a walk from the first of these states gets there.
    fn components(&self, members: &[u32], is_member: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
        let mut visits: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        let (mut stack, mut on_stack) = (Vec::new(), FxHashMap::<u32, bool>::default());
        let (mut components, mut count) = (Vec::new(), 0);
        for &root in members {
            if visits.contains_key(&root) {
                continue;
            }
            let mut walk: Vec<(u32, Vec<u32>)> = Vec::new();
            let mut entered = Some(root);
            loop {
                if let Some(state) = entered.take() {
                    visits.insert(state, (count, count));
                    count += 1;
                    stack.push(state);
                    on_stack.insert(state, true);
                    let mut successors: Vec<u32> =
                        self.successors(state).filter(|&to| is_member(to)).collect();
                    successors.reverse();
                    walk.push((state, successors));
                }
                let Some((state, successors)) = walk.last_mut() else { break };
                let state = *state;
                if let Some(to) = successors.pop() {
                    match visits.get(&to) {
                        None => entered = Some(to),
                        Some(&(number, _)) if on_stack.get(&to) == Some(&true) => {
                            lower(&mut visits, state, number)
                        }
                        Some(_) => {}
                    }
                    continue;
                }
                walk.pop();
                let (number, least) = visits[&state];
                if let Some(&(before, _)) = walk.last() {
                    lower(&mut visits, before, least);
                }
                if number == least {
                    let from = stack.iter().rposition(|&other| other == state).unwrap_or(0);
                    let component = stack.split_off(from);
                    component.iter().for_each(|&state| _ = on_stack.insert(state, false));
                    components.push(component);
                }
            }
        }
        components
    }
}

fn lower(visits: &mut FxHashMap<u32, (u32, u32)>, state: u32, number: u32) {
    if let Some((_, least)) = visits.get_mut(&state) {
        *least = number.min(*least);
    }
}

/// What is known of each state that can be reached, sorted by state.
///
/// Where something known of a state gets wider, `hurry` may make it wider still: it is told what was known before.
pub(super) fn proposed(
    host: &dyn Transfer,
    flow: &Flow,
    (start, initial): (State, &Ranges),
    hurry: &mut dyn FnMut(State, &Ranges, Ranges) -> Ranges,
) -> Vec<(State, Ranges)> {
    let web = Web::of(flow, start);
    let Ok(first) = web.states.binary_search(&start) else { return Vec::new() };
    let places = web.places(first as u32);
    let mut facts: Vec<Option<Ranges>> = vec![None; web.states.len()];
    facts[first] = Some(initial.clone());
    let mut open = BinaryHeap::from([Reverse((places[first], first as u32))]);
    let mut is_open = vec![false; web.states.len()];
    is_open[first] = true;
    while let Some(Reverse((_, from))) = open.pop() {
        is_open[from as usize] = false;
        for &edge in &web.edges[from as usize] {
            let Some((to, fact)) = followed(host, &web, &facts, from, edge) else { continue };
            let changed = match &mut facts[to as usize] {
                Some(known) => {
                    let before = known.clone();
                    let changed = known.widen_to(&fact);
                    if changed {
                        *known = hurry(web.states[to as usize], &before, known.clone());
                    }
                    changed
                }
                none => {
                    *none = Some(fact);
                    true
                }
            };
            if changed && !std::mem::replace(&mut is_open[to as usize], true) {
                open.push(Reverse((places[to as usize], to)));
            }
        }
    }
    web.states.into_iter().zip(facts).filter_map(|(state, fact)| Some((state, fact?))).collect()
}

/// What an edge that starts in a state carries, and where to.
fn followed(
    host: &dyn Transfer,
    web: &Web,
    facts: &[Option<Ranges>],
    from: u32,
    edge: Edge,
) -> Option<(u32, Ranges)> {
    let state = |number: u32| web.states[number as usize];
    let fact = |number: u32| facts[number as usize].as_ref();
    match edge {
        Edge::Step(to) => Some((to, host.step(state(from), state(to), fact(from)?)?)),
        Edge::Enter(entry) => Some((entry, host.enter(state(from), state(entry), fact(from)?)?)),
        Edge::Resume(call, exit, after) => {
            Some((after, host.resume(state(call), state(after), fact(call)?, fact(exit)?)?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flow, State, Web};

    /// Numbers in the order of the places that states have.
    fn order(steps: &[(u32, u32)]) -> Vec<u32> {
        let steps = steps.iter().map(|&(from, to)| (State(from), State(to))).collect();
        let web = Web::of(&Flow { steps, ..Flow::default() }, State(0));
        let places = web.places(0);
        let mut order: Vec<u32> = (0..places.len() as u32).collect();
        order.sort_unstable_by_key(|&state| places[state as usize]);
        order
    }

    #[test]
    fn what_is_behind_a_loop_comes_behind_its_states() {
        assert_eq!(order(&[(0, 1), (1, 4), (1, 2), (2, 3), (3, 1)]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn an_inner_loop_stands_together() {
        let steps = [(0, 1), (1, 5), (1, 2), (2, 4), (2, 3), (3, 2), (4, 1)];
        assert_eq!(order(&steps), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn loops_one_after_the_other_do_not_mix() {
        let steps = [(0, 1), (1, 3), (1, 2), (2, 1), (3, 5), (3, 4), (4, 3)];
        assert_eq!(order(&steps), [0, 1, 2, 3, 4, 5]);
    }
}
