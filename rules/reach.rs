//! Reachability, in Ascent: which states a run comes to over steps that are possible, what leads to a node, which
//! procedures can come to one, which ones a run can come to, and which ones can come to themselves.
//!
//! Exact for the edges that are given.

use ascent::ascent_run;

use crate::relation::Relation;
use crate::schema::{Node, Procedure, State};
use crate::states::StateGraph;

/// The states of a forward run that are reached when only steps that the functor says are possible are taken; sorted.
/// A call goes on only when its callee's exit is reached.
pub fn reached(states: &StateGraph, start: State, possible: impl Fn(State, State) -> bool) -> Vec<State> {
    let program = ascent_run! {
        /// The run begins in this state.
        relation begin(State) = vec![(start,)];
        /// The state is reached.
        relation reached(State);
        /// The call at the first state, left through the second, goes on in the third if both are reached.
        #[ds(crate::table)]
        relation returns_to(State, State, State);

        // R1: the start is reached.
        reached(state) <-- begin(state);
        // R2: a step that is possible leads on.
        reached(next) <-- reached(state), for next in states.after(*state), if possible(*state, next);
        // R3: a call leads into its callee.
        reached(entry) <-- reached(call), if let Some(entry) = states.entry(*call);
        // R4: a call goes on where its callee can be left.
        returns_to(call, exit, after) <-- reached(call), for (exit, after) in states.resumes(*call);
        reached(after) <-- returns_to(_, exit, after), reached(exit);
    };
    let mut states: Vec<State> = program.reached.into_iter().map(|(state,)| state).collect();
    states.sort_unstable();
    states
}

/// The nodes from which one of the targets can be reached over edges, given by where they lead; sorted.
pub fn leading(before: &Relation<(Node, Node)>, targets: impl Iterator<Item = Node>) -> Vec<Node> {
    let program = ascent_run! {
        /// The node is one of those asked about.
        relation target(Node) = targets.map(|node| (node,)).collect();
        /// From the node a target can be reached.
        #[ds(crate::table)]
        relation leads(Node);

        // R5: a target leads to itself.
        leads(node) <-- target(node);
        // R6: what comes before a node that leads there leads there.
        leads(earlier) <-- leads(node), for (_, earlier) in before.of(*node);
    };
    let mut nodes: Vec<Node> = program.leads.into_iter().map(|(node,)| node).collect();
    nodes.sort_unstable();
    nodes
}

/// The procedures whose run may enter one of the procedures, these included; sorted.
pub fn entering(
    calls: impl Iterator<Item = (Procedure, Procedure)>,
    procedures: impl Iterator<Item = Procedure>,
) -> Vec<Procedure> {
    let callers: Relation<(Procedure, Procedure)> = calls.map(|(caller, callee)| (callee, caller)).collect();
    let program = ascent_run! {
        /// The procedure is one of those asked about.
        relation asked(Procedure) = procedures.map(|procedure| (procedure,)).collect();
        /// A run of the procedure may enter one of them.
        #[ds(crate::table)]
        relation enters(Procedure);

        // R7: a run of a procedure enters it.
        enters(procedure) <-- asked(procedure);
        // R8: a caller enters what its callee enters.
        enters(caller) <-- enters(callee), for (_, caller) in callers.of(*callee);
    };
    let mut found: Vec<Procedure> = program.enters.into_iter().map(|(procedure,)| procedure).collect();
    found.sort_unstable();
    found
}

/// The procedures that a run of some may enter, these included; sorted.
pub fn entered(
    calls: impl Iterator<Item = (Procedure, Procedure)>,
    procedures: impl Iterator<Item = Procedure>,
) -> Vec<Procedure> {
    let callees: Relation<(Procedure, Procedure)> = calls.collect();
    let program = ascent_run! {
        /// The procedure is one of those that are run.
        relation run(Procedure) = procedures.map(|procedure| (procedure,)).collect();
        /// A run of one of them may enter the procedure.
        #[ds(crate::table)]
        relation entered(Procedure);

        // R9: what is run is entered.
        entered(procedure) <-- run(procedure);
        // R10: what is entered enters its callees.
        entered(callee) <-- entered(caller), for (_, callee) in callees.of(*caller);
    };
    let mut found: Vec<Procedure> = program.entered.into_iter().map(|(procedure,)| procedure).collect();
    found.sort_unstable();
    found
}

/// Of so many procedures those that call themselves, through others too; sorted.
pub fn recursive(procedures: u32, calls: impl Iterator<Item = (Procedure, Procedure)>) -> Vec<Procedure> {
    let callees: Relation<(Procedure, Procedure)> = calls.collect();
    let bounded = bounded(procedures, &callees);
    let is_open = |procedure: Procedure| bounded.binary_search(&procedure).is_err();
    // Few are left, so that their closure may be quadratic.
    let nests = callees.rows().iter().copied().filter(|&(p, q)| is_open(p) && is_open(q));
    let nests: Relation<(Procedure, Procedure)> = nests.collect();
    let program = ascent_run! {
        /// The first procedure calls the second, and calls in both may nest without end.
        relation calls(Procedure, Procedure) = nests.rows().to_vec();
        /// A run of the first procedure may enter the second.
        #[ds(crate::table)]
        relation reaches(Procedure, Procedure);
        /// A run of the procedure may enter it again.
        relation recursive(Procedure);

        // R14: a call enters its callee.
        reaches(caller, callee) <-- calls(caller, callee);
        // R15: so does one in a callee.
        reaches(from, to) <-- reaches(from, via), for (_, to) in nests.of(*via);
        // R16: what comes to itself is recursive.
        recursive(procedure) <-- reaches(procedure, to), if procedure == to;
    };
    let mut found: Vec<Procedure> = program.recursive.into_iter().map(|(procedure,)| procedure).collect();
    found.sort_unstable();
    found
}

/// The procedures in which calls nest only so deep; sorted.
fn bounded(procedures: u32, callees: &Relation<(Procedure, Procedure)>) -> Vec<Procedure> {
    let program = ascent_run! {
        /// There is such a procedure.
        relation procedure(Procedure) = (0..procedures).map(|number| (Procedure(number),)).collect();
        /// The first callees of the procedure, so many of them, are bounded.
        #[ds(crate::table)]
        relation begun(Procedure, u32);
        /// The first procedure is a callee of the second, the next one after so many that are bounded.
        #[ds(crate::table)]
        relation awaited(Procedure, Procedure, u32);
        /// In a run of the procedure calls nest only so deep.
        relation bounded(Procedure);

        // R11: of each procedure no callees are bounded to begin with; a callee after them is waited for.
        begun(procedure, 0) <-- procedure(procedure);
        awaited(callee, procedure, count) <--
            begun(procedure, count), if let Some(&(_, callee)) = callees.of(*procedure).get(*count as usize);
        // R12: when it is bounded, one more is.
        begun(procedure, count + 1) <-- bounded(callee), awaited(callee, procedure, count);
        // R13: a procedure all of whose callees are bounded is bounded.
        bounded(procedure) <--
            begun(procedure, count), if callees.of(*procedure).len() == *count as usize;
    };
    let mut found: Vec<Procedure> = program.bounded.into_iter().map(|(procedure,)| procedure).collect();
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fsum::ForwardSummaries;

    #[test]
    fn a_call_goes_on_only_when_its_callee_can_be_left() {
        let s = State;
        // 0 calls (entry 1, exit 2, on to 3), 3 calls (entry 4, exit 5, on to 6); 4 does not come to 5.
        let forward = ForwardSummaries {
            steps: vec![(s(1), s(2)), (s(4), s(5))],
            calls: vec![(s(1), s(0)), (s(4), s(3))],
            returns: vec![(s(0), s(2), s(3)), (s(3), s(5), s(6))],
            ..ForwardSummaries::default()
        };
        assert_eq!(reached(&StateGraph::of(&forward), s(0), |from, _| from != s(4)), [0, 1, 2, 3, 4].map(s));
        assert_eq!(reached(&StateGraph::of(&forward), s(0), |_, _| true), [0, 1, 2, 3, 4, 5, 6].map(s));
    }

    #[test]
    fn what_leads_to_a_node_and_who_enters_a_procedure() {
        let before = Relation::new(vec![(Node(2), Node(1)), (Node(1), Node(0)), (Node(0), Node(1))]);
        assert_eq!(leading(&before, [Node(1)].into_iter()), [Node(0), Node(1)]);
        let p = Procedure;
        let calls = [(p(0), p(1)), (p(1), p(1)), (p(1), p(2)), (p(3), p(4))];
        assert_eq!(entering(calls.into_iter(), [p(2)].into_iter()), [p(0), p(1), p(2)]);
        assert_eq!(entered(calls.into_iter(), [p(1), p(4)].into_iter()), [p(1), p(2), p(4)]);
    }

    #[test]
    fn what_calls_itself_is_recursive_and_what_only_leads_there_is_not() {
        let p = Procedure;
        // 0 -> 1 -> 2 -> 1, 2 -> 3, 4 -> 4, 5 -> 3, 0 -> 5
        let calls = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 4), (5, 3), (0, 5)].map(|(a, b)| (p(a), p(b)));
        assert_eq!(recursive(6, calls.into_iter()), [p(1), p(2), p(4)]);
    }
}
