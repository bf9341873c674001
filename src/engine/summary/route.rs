//! Shortest routes through what a forward run reached: abstract counterexamples.
//!
//! How long they are is derived by rules (`rules/distance.rs`). Here a route is told back from its end: of the ways that
//! fit the lengths the one whose last part is come to first, so that of routes of one length always the same is told.

use focuscheck_rules::distance::{Ways, least};
use focuscheck_rules::schema::{Context, Place, State};
use focuscheck_rules::states::StateGraph;
use rustc_hash::FxHashMap;

use focuscheck_base::limit::spend;

/// A place on a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// One step is taken from this state inside its procedure.
    Step(State),
    /// A call is entered in this state.
    Enter {
        /// The state at the call.
        call: State,
        /// Whether the route comes back to the call.
        returns: bool,
    },
    /// A callee is left through this state.
    Leave(State),
    /// The route ends here.
    End(State),
}

impl Stop {
    /// The state.
    pub fn state(self) -> State {
        match self {
            Stop::Step(state) | Stop::Leave(state) | Stop::End(state) | Stop::Enter { call: state, .. } => {
                state
            }
        }
    }
}

/// How a state is reached inside its procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Last {
    Entry,
    Step(State),
    Return { call: State, callee: State, exit: State },
}

/// A state inside the procedure entered in another.
type Edge = (State, State);

/// Routes of more steps are not told: where procedures call each other several times, lengths double from level
/// to level.
const MOST_STEPS: u64 = 100_000;

/// The length of a way with a call of so many steps at its end.
fn through_call(length: u64, inside: u64) -> u64 {
    length.saturating_add(inside).saturating_add(1)
}

/// Shortest routes from the start to every reached state.
#[derive(Debug)]
pub struct Routes<'g> {
    states: &'g StateGraph,
    /// The states inside procedures, in order, and how many steps they are behind the entry.
    inside: Vec<(Context, Place, u64)>,
    /// How many steps an entry is behind the start.
    entered: FxHashMap<State, u64>,
}

/// Measures the ways from entries: a step is one, a call that is passed one and what it takes inside.
fn lengths_inside(states: &StateGraph) -> Vec<(Context, Place, u64)> {
    let calls = states.returns().iter().filter_map(|&(call, exit, after)| {
        let callee = states.entry(call)?;
        Some((Place(exit.0), Context(callee.0), Place(call.0), Place(after.0), 1))
    });
    let steps = states.steps().iter().map(|&(from, to)| (Place(from.0), Place(to.0), 1));
    let ways = Ways { steps: steps.collect(), calls: calls.collect() };
    let mut entries: Vec<_> = states.inside().iter().map(|&(_, e)| (Context(e.0), Place(e.0))).collect();
    entries.sort_unstable();
    entries.dedup();
    least(ways, entries, &spend)
}

impl<'g> Routes<'g> {
    /// Measures the routes of a forward run.
    pub fn measure(states: &'g StateGraph, start: State) -> Routes<'g> {
        let inside = lengths_inside(states);
        let mut routes = Routes { states, inside, entered: FxHashMap::default() };
        routes.entered = routes.lengths_of_entries(start);
        routes
    }

    /// How many steps a state is behind the entry of its procedure.
    fn length(&self, (entry, state): Edge) -> Option<u64> {
        let key = (Context(entry.0), Place(state.0));
        let found = self.inside.binary_search_by_key(&key, |&(entry, state, _)| (entry, state));
        found.ok().map(|position| self.inside[position].2)
    }

    /// Measures the ways from the start to entries, over calls that need not return.
    fn lengths_of_entries(&self, start: State) -> FxHashMap<State, u64> {
        let mut ways = Ways::default();
        for &(callee, call) in self.states.calls() {
            spend(1);
            for caller in self.states.entries(call) {
                let inside = self.length((caller, call));
                let length = inside.map(|inside| (Place(caller.0), Place(callee.0), through_call(0, inside)));
                ways.steps.extend(length);
            }
        }
        let lengths = least(ways, vec![(Context(0), Place(start.0))], &spend);
        lengths.into_iter().map(|(_, entry, length)| (State(entry.0), length)).collect()
    }

    /// How a state is come to inside its procedure on a shortest way.
    fn last(&self, (entry, state): Edge) -> Option<Last> {
        let length = self.length((entry, state))?;
        if entry == state {
            return Some(Last::Entry);
        }
        // A way is known as soon as both its parts are; parts are known in the order of their lengths.
        let known = |edge: Edge| Some((self.length(edge)?, edge));
        let steps = self.states.before(state).filter_map(|from| {
            let part = known((entry, from)).filter(|part| through_call(part.0, 0) == length)?;
            Some((part, Last::Step(from)))
        });
        let returns = self.states.resumed(state).filter_map(|(call, exit)| {
            let callee = self.states.entry(call)?;
            let (outside, inside) = (known((entry, call))?, known((callee, exit))?);
            let fits = through_call(outside.0, inside.0) == length;
            fits.then_some((outside.max(inside), Last::Return { call, callee, exit }))
        });
        steps.chain(returns).min().map(|(_, last)| last)
    }

    /// How the procedure entered in a state is come to on a shortest route: the caller's entry and the call. Nothing at the
    /// start.
    fn entered_by(&self, entry: State) -> Option<Edge> {
        let length = self.entered.get(&entry).filter(|&&length| length > 0)?;
        let calls = self.states.called(entry).flat_map(|call| {
            let callers = self.states.entries(call).map(move |caller| (caller, call));
            callers.filter(|&(caller, call)| {
                let parts = self.entered.get(&caller).zip(self.length((caller, call)));
                parts.is_some_and(|(&outside, inside)| through_call(outside, inside) == *length)
            })
        });
        calls.min()
    }

    /// The shortest route to one of the states; the smallest state of several that are as near. Nothing if it
    /// is longer than anything that could be executed.
    pub fn shortest(&self, targets: &[State]) -> Option<Vec<Stop>> {
        let mut best: Option<(u64, State, State)> = None;
        for &target in targets {
            for entry in self.states.entries(target) {
                let Some(&outside) = self.entered.get(&entry) else { continue };
                let Some(inside) = self.length((entry, target)) else { continue };
                let candidate = (outside.saturating_add(inside), target, entry);
                if best.is_none_or(|known| candidate < known) {
                    best = Some(candidate);
                }
            }
        }
        let (length, target, entry) = best?;
        if length > MOST_STEPS {
            return None;
        }
        // From the end to the start; the work list holds what is still to be told, the next one last.
        enum Task {
            Tell(Stop),
            /// The way from an entry to a state inside the procedure.
            Inside(Edge),
            /// The way from the start to an entry.
            Outside(State),
        }
        let mut route = vec![Stop::End(target)];
        let mut tasks = vec![Task::Outside(entry), Task::Inside((entry, target))];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Tell(stop) => route.push(stop),
                Task::Inside((entry, state)) => match self.last((entry, state))? {
                    Last::Entry => {}
                    Last::Step(from) => {
                        route.push(Stop::Step(from));
                        tasks.push(Task::Inside((entry, from)));
                    }
                    Last::Return { call, callee, exit } => {
                        route.push(Stop::Leave(exit));
                        tasks.push(Task::Inside((entry, call)));
                        tasks.push(Task::Tell(Stop::Enter { call, returns: true }));
                        tasks.push(Task::Inside((callee, exit)));
                    }
                },
                Task::Outside(entry) => {
                    if let Some((caller, call)) = self.entered_by(entry) {
                        route.push(Stop::Enter { call, returns: false });
                        tasks.push(Task::Outside(caller));
                        tasks.push(Task::Inside((caller, call)));
                    }
                }
            }
        }
        route.reverse();
        Some(route)
    }
}

#[cfg(test)]
mod tests {
    use focuscheck_rules::fsum::ForwardSummaries;

    use super::*;

    /// 0 and 1 call 10, which is left in 12 by way of 11 or 13; 2 calls 20, and 21 is the target.
    #[test]
    fn a_route_is_a_shortest_one_and_of_several_always_the_same() {
        let s = State;
        let pairs = |list: &[(u32, u32)]| -> Vec<(State, State)> {
            list.iter().map(|&(a, b)| (s(a), s(b))).collect()
        };
        let main = [0, 1, 2].map(|state| (0, state));
        let callees = [(10, 10), (10, 11), (10, 12), (10, 13), (20, 20), (20, 21)];
        let forward = ForwardSummaries {
            path_edges: pairs(&[&main[..], &callees[..]].concat()),
            steps: pairs(&[(10, 11), (10, 13), (11, 12), (13, 12), (20, 21)]),
            calls: pairs(&[(10, 0), (10, 1), (20, 2)]),
            returns: vec![(s(0), s(12), s(1)), (s(1), s(12), s(2))],
            fsum: Vec::new(),
        };
        let states = StateGraph::of(&forward);
        let route = Routes::measure(&states, s(0)).shortest(&[s(21)]).expect("a route");
        let through = |call| {
            let call = Stop::Enter { call: s(call), returns: true };
            [call, Stop::Step(s(10)), Stop::Step(s(11)), Stop::Leave(s(12))]
        };
        let last = [Stop::Enter { call: s(2), returns: false }, Stop::Step(s(20)), Stop::End(s(21))];
        assert_eq!(route, [&through(0)[..], &through(1), &last].concat());
    }
}
