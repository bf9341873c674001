//! Reachability, in Ascent: which states a run comes to over steps that are possible, what leads to a node, and which
//! procedures can come to one.
//!
//! Exact for the edges that are given.

use ascent::ascent_run;

use crate::fsum::ForwardSummaries;
use crate::relation::Relation;
use crate::schema::{Node, Procedure, State};

/// The states of a forward run that are reached when only steps that the functor says are possible are taken; sorted.
/// A call goes on only when its callee's exit is reached.
pub fn reached(
    forward: &ForwardSummaries,
    start: State,
    possible: impl Fn(State, State) -> bool,
) -> Vec<State> {
    let steps: Relation<(State, State)> = forward.steps.iter().copied().collect();
    let calls: Relation<(State, State)> = forward.calls.iter().map(|&(entry, call)| (call, entry)).collect();
    let returns: Relation<(State, State, State)> = forward.returns.iter().copied().collect();
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
        reached(next) <-- reached(state), for (_, next) in steps.of(*state), if possible(*state, *next);
        // R3: a call leads into its callee.
        reached(entry) <-- reached(call), for (_, entry) in calls.of(*call);
        // R4: a call goes on where its callee can be left.
        returns_to(call, exit, after) <-- reached(call), for (_, exit, after) in returns.of(*call);
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(reached(&forward, s(0), |from, _| from != s(4)), [0, 1, 2, 3, 4].map(s));
        assert_eq!(reached(&forward, s(0), |_, _| true), [0, 1, 2, 3, 4, 5, 6].map(s));
    }

    #[test]
    fn what_leads_to_a_node_and_who_enters_a_procedure() {
        let before = Relation::new(vec![(Node(2), Node(1)), (Node(1), Node(0)), (Node(0), Node(1))]);
        assert_eq!(leading(&before, [Node(1)].into_iter()), [Node(0), Node(1)]);
        let p = Procedure;
        let calls = [(p(0), p(1)), (p(1), p(1)), (p(1), p(2)), (p(3), p(4))];
        assert_eq!(entering(calls.into_iter(), [p(2)].into_iter()), [p(0), p(1), p(2)]);
    }
}
