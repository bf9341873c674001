//! What can be doomed, in Ascent: which procedures come back, which end the whole run, and at which nodes of a function it
//! is worth asking whether a run through them ends ("It's doomed; we can prove it", Hoenicke, Leino, Podelski, Schäf,
//! Wies, Section 3).
//!
//! Over-approximates what runs do: a way in the graph counts as one that can be taken. So a node without a way to an end
//! fails on purpose, and one that is not listed is not asked about.

use std::collections::BTreeSet;

use ascent::ascent_run;

use crate::relation::Relation;
use crate::schema::{Node, Procedure};

/// The graphs of all procedures.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// Control can pass from the first node to the second, after the call if the first one calls.
    pub edges: Vec<(Node, Node)>,
    /// The node calls the procedure.
    pub calls: Vec<(Node, Procedure)>,
    /// The procedure begins at the node.
    pub entries: Vec<(Procedure, Node)>,
    /// The procedure comes back from the node.
    pub exits: Vec<(Procedure, Node)>,
    /// The run may end at the node as it should, or go on where nobody follows it.
    pub ends: Vec<Node>,
    /// What the call (the first node) passes decides branches of what it calls: control does not pass there from the second
    /// node to the third.
    pub closed: Vec<(Node, Node, Node)>,
}

/// What runs through procedures may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// The procedures that may come back; sorted.
    pub returning: Vec<Procedure>,
    /// The procedures in which the whole run may end; sorted.
    pub ending: Vec<Procedure>,
    /// The nodes that a run of their procedure may come to, and from which it may end or come back; sorted.
    pub asked: Vec<Node>,
}

/// Looks at all procedures at once, for what one does depends on what those that it calls do.
pub fn outcomes(flow: &Flow) -> Outcomes {
    let after: Relation<(Node, Node)> = flow.edges.iter().copied().collect();
    let before: Relation<(Node, Node)> = flow.edges.iter().map(|&(from, to)| (to, from)).collect();
    let called: Relation<(Node, Procedure)> = flow.calls.iter().copied().collect();
    let callers: Relation<(Procedure, Node)> =
        flow.calls.iter().map(|&(node, callee)| (callee, node)).collect();
    let exits: Relation<(Procedure, Node)> = flow.exits.iter().copied().collect();
    let closed: BTreeSet<(Node, Node, Node)> = flow.closed.iter().copied().collect();
    let deciding: BTreeSet<Node> = flow.closed.iter().map(|&(call, ..)| call).collect();
    let program = ascent_run! {
        /// The procedure begins at the node.
        relation entry(Procedure, Node) = flow.entries.clone();
        /// The procedure comes back from the node.
        relation exit(Procedure, Node) = flow.exits.clone();
        /// The run may end at the node.
        relation end(Node) = flow.ends.iter().map(|&node| (node,)).collect();
        /// A run of the procedure may come to the node in it.
        #[ds(crate::table)]
        relation reached(Procedure, Node);
        /// The call passes what decides branches of what it calls.
        relation deciding_call(Node) = deciding.iter().map(|&call| (call,)).collect();
        /// A run of what that call calls may come to the node in it.
        #[ds(crate::table)]
        relation within(Node, Node);
        /// That call may come back.
        relation back(Node);
        /// Control may go on after the node.
        relation passed(Procedure, Node);
        /// A run of the procedure may come back.
        relation returns(Procedure);
        /// From the node a run may end or its procedure come back.
        relation leaves(Node);
        /// The whole run may end in the procedure.
        relation ending(Procedure);

        // O1: a run comes to the entry.
        reached(procedure, node) <-- entry(procedure, node);
        // O2: it goes on after what is no call.
        passed(procedure, node) <-- reached(procedure, node), if called.of(*node).is_empty();
        // O3: it goes on after a call whose procedure comes back.
        passed(procedure, node) <--
            reached(procedure, node), if !deciding.contains(node), for (_, callee) in called.of(*node), returns(callee);
        // O12: where the call decides branches, what it calls has to come back from this very call.
        passed(procedure, node) <-- reached(procedure, node), back(node);
        // O13: such a call comes to the entry,
        within(call, node) <-- deciding_call(call), for (_, callee) in called.of(*call), entry(callee, node);
        // O14: and on where it closes no way,
        within(call, next) <--
            within(call, node), passed(_, node), for (_, next) in after.of(*node),
            if !closed.contains(&(*call, *node, *next));
        // O15: and back from an exit.
        back(call) <-- within(call, node), exit(_, node);
        // O4: where it goes on, it comes to what follows.
        reached(procedure, next) <-- passed(procedure, node), for (_, next) in after.of(*node);
        // O5: a procedure whose exit is reached comes back.
        returns(procedure) <-- reached(procedure, node), if exits.of(*procedure).contains(&(*procedure, *node));
        // O6, O7: at an exit or end it may end.
        leaves(node) <-- exit(_, node);
        leaves(node) <-- end(node);
        // O8: it may do so before, if what lies between may be passed.
        leaves(node) <-- leaves(next), for (_, node) in before.of(*next), passed(_, node);
        // O9: the run may end in a procedure that comes to an end.
        ending(procedure) <-- reached(procedure, node), end(node);
        // O10, O11: a call may be where it ends.
        leaves(call) <-- ending(callee), for (_, call) in callers.of(*callee);
        ending(caller) <-- ending(callee), for (_, call) in callers.of(*callee), reached(caller, call);
    };
    let leaves: BTreeSet<Node> = program.leaves.iter().map(|&(node,)| node).collect();
    let reached: BTreeSet<Node> = program.reached.iter().map(|&(_, node)| node).collect();
    let asked = reached.intersection(&leaves).copied().collect();
    let sorted = |procedures: Vec<(Procedure,)>| {
        let mut procedures: Vec<Procedure> = procedures.into_iter().map(|(procedure,)| procedure).collect();
        procedures.sort_unstable();
        procedures
    };
    Outcomes { returning: sorted(program.returns), ending: sorted(program.ending), asked }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0: branch to 1 or 2; 1: fails; 2: calls procedure 1, then 3: the exit. Procedure 1: 4 calls procedure 2, then 5:
    /// its exit. Procedure 2: 6 only fails, 7 is its exit.
    fn flow(ends: Vec<Node>) -> Flow {
        let (n, p) = (Node, Procedure);
        Flow {
            edges: vec![(n(0), n(1)), (n(0), n(2)), (n(2), n(3)), (n(4), n(5))],
            calls: vec![(n(2), p(1)), (n(4), p(2))],
            entries: vec![(p(0), n(0)), (p(1), n(4)), (p(2), n(6))],
            exits: vec![(p(0), n(3)), (p(1), n(5)), (p(2), n(7))],
            ends,
            closed: Vec::new(),
        }
    }

    #[test]
    fn a_call_that_closes_the_way_back_only_fails() {
        // 0: calls procedure 1, then 1: calls it, too, then 2: the exit. Procedure 1: branch 3 to 4, which fails, or 5, its
        // exit. The second call closes the way to 5.
        let (n, p) = (Node, Procedure);
        let flow = Flow {
            edges: vec![(n(0), n(1)), (n(1), n(2)), (n(3), n(4)), (n(3), n(5))],
            calls: vec![(n(0), p(1)), (n(1), p(1))],
            entries: vec![(p(0), n(0)), (p(1), n(3))],
            exits: vec![(p(0), n(2)), (p(1), n(5))],
            ends: Vec::new(),
            closed: vec![(n(1), n(3), n(5))],
        };
        let found = outcomes(&flow);
        assert_eq!((found.returning, found.asked), (vec![p(1)], vec![n(3), n(5)]));
        let open = outcomes(&Flow { closed: vec![(n(1), n(3), n(4))], ..flow });
        assert_eq!((open.returning, open.asked), (vec![p(0), p(1)], vec![n(0), n(1), n(2), n(3), n(5)]));
    }

    #[test]
    fn who_calls_what_only_fails_does_not_come_back() {
        let found = outcomes(&flow(Vec::new()));
        assert_eq!(found, Outcomes::default());
    }

    #[test]
    fn a_run_may_end_in_a_call() {
        let (n, p) = (Node, Procedure);
        let found = outcomes(&flow(vec![n(6)]));
        assert_eq!(found.returning, []);
        assert_eq!(found.ending, [p(0), p(1), p(2)]);
        assert_eq!(found.asked, [n(0), n(2), n(4), n(6)]);
    }
}
