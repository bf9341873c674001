//! The backward rules member by member, as in IFDS (Reps, Horwitz, Sagiv): the other form of `bsum.rs`, for comparison.
//!
//! What a step back makes of an error set is, but for one case, the union of what it makes of its members, so the walk
//! can be tabled for each member by itself: polynomial, where sets may be exponentially many. The case is a unit of
//! several nodes that is open already, whose reads do not enter the set again; here they do. So these rules
//! over-approximate those over sets: each member of a set that those reach is reached here (a test holds that), and
//! which members belong to one sequence is lost. `benches/rules.rs` measures both.

use ascent::ascent_run;

use crate::edges::Edges;
use crate::fsum::sorted;
use crate::relation::Relation;
use crate::schema::{Cells, Dependences, Member, Node, Program, Reason, Scalar, State, Unit};
use crate::update::Update;

/// How a step passes its node.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// The node.
    pub node: Node,
    /// Its outcome, if it is a conditional whose outcomes lead to different nodes.
    pub outcome: Option<bool>,
    /// The cell that its subscript denotes, if that is known.
    pub cell: Option<Scalar>,
}

/// A goal: an exit state with the member demanded there; none for the violation itself.
pub type MemberGoal = Option<(State, Member)>;

/// What is derived, sorted.
#[derive(Clone, Debug, Default)]
pub struct Elements {
    /// For the goal the state can be passed with the member in the error set.
    pub at: Vec<(MemberGoal, State, Member)>,
}

/// The relations that the rules read, and functors on states.
pub struct Host<'a> {
    /// What is extracted.
    pub program: &'a Program,
    /// Mod/ref sets and control sets.
    pub known: &'a Dependences,
    /// The update relations.
    pub update: &'a Update,
    /// How a step from the first state to the second passes its node.
    pub passed: &'a dyn Fn(State, State) -> Passed,
    /// The node of a state.
    pub node: &'a dyn Fn(State) -> Node,
}

impl Host<'_> {
    /// The members before a step that come from one after it; whether the step is a focus statement for it.
    fn back(&self, from: State, to: State, member: Member) -> (Vec<Member>, bool) {
        let Passed { node, outcome, cell } = (self.passed)(from, to);
        let woken = self.update.wakes.of(node).iter().filter(|tuple| tuple.1 == member);
        let in_range =
            |cells: &Cells| member.as_scalar().is_some_and(|s| cells.scalars().any(|cell| cell == s));
        let cells = self.update.wakes_to_some.of(node).iter().filter(|tuple| in_range(&tuple.1));
        let reason = woken.map(|tuple| tuple.2).chain(cells.map(|tuple| tuple.2)).min();
        let potential =
            || outcome.filter(|&on| self.update.wakes_on.has((node, on, member))).map(|_| Reason::Potential);
        let Some(reason) = reason.or_else(potential) else { return (vec![member], false) };
        let stores = !self.program.stores.of(node).is_empty();
        let stored = stores && member.as_scalar().is_some() && cell == member.as_scalar();
        let taken = stored || self.update.takes.has((node, member));
        let mut before: Vec<Member> = self.update.puts.of(node).iter().map(|tuple| tuple.1).collect();
        if !taken {
            before.push(member);
        }
        if stored || stores && cell.is_none() {
            before.extend(self.program.gives.of(node).iter().map(|tuple| Member::scalar(tuple.1)));
        }
        if taken && !stores {
            for (_, cells) in self.program.loads.of(node) {
                match cell {
                    Some(cell) => before.push(Member::scalar(cell)),
                    None => before.extend(cells.scalars().map(Member::scalar)),
                }
            }
        }
        if reason == Reason::Silent {
            return (before, false);
        }
        before.extend(self.update.opening.of(node).iter().map(|tuple| tuple.1));
        (before, true)
    }

    /// What is asked of a call's callee for a member after the call.
    fn asked(&self, call: Node, member: Member) -> Vec<Member> {
        let Some(&(_, callee)) = self.program.call.of(call).first() else { return Vec::new() };
        let Some(scalar) = member.as_scalar() else { return Vec::new() };
        let mut asked = Vec::new();
        if self.known.modifies.has((callee, scalar)) {
            asked.push(member);
        }
        let returned = self.program.returned.of(call).iter().filter(|tuple| tuple.2 == scalar);
        asked.extend(returned.map(|tuple| Member::scalar(tuple.1)));
        if !asked.is_empty() || self.program.argument.of(call).iter().any(|tuple| tuple.2 == scalar) {
            asked.extend(self.known.guard.of(callee).iter().map(|tuple| Member::pending(tuple.1)));
        }
        asked
    }

    /// Whether a member after a call still matters before it.
    fn survives(&self, call: Node, member: Member) -> bool {
        let Some(&(_, callee)) = self.program.call.of(call).first() else { return true };
        member.as_scalar().is_none_or(|scalar| {
            !self.known.modifies.has((callee, scalar))
                && !self.program.returned.of(call).iter().any(|tuple| tuple.2 == scalar)
        })
    }

    /// What a member at a callee's entry is before the call, and what decides whether a call with a focus statement runs.
    fn crossed(&self, call: Node, member: Member, touched: bool) -> Vec<Member> {
        let mut before = Vec::new();
        if let Some(scalar) = member.as_scalar() {
            if self.program.global.has((scalar,)) {
                before.push(member);
            }
            let passed = self.program.argument.of(call).iter().filter(|tuple| tuple.1 == scalar);
            before.extend(passed.map(|tuple| Member::scalar(tuple.2)));
        }
        if touched {
            before.extend(self.known.unit_decided_by.of(call).iter().map(|tuple| Member::pending(tuple.1)));
        }
        before
    }
}

/// A member that only says that the walk is there: no scalar, conditional or unit has its number.
fn nothing() -> Member {
    Member::open(Unit((1 << 30) - 1))
}

/// Runs the rules from the violating states, with the members of the sets there.
pub fn backward(host: &Host<'_>, edges: &Edges<'_>, violations: &[(State, Vec<Member>)]) -> Elements {
    let begins = violations.iter().flat_map(|(state, members)| {
        members.iter().copied().chain([nothing()]).map(|member| (*state, member))
    });
    let begins: Relation<(State, Member)> = begins.collect();
    let program = ascent_run! {
        /// The violation happens in the state, with the member in the error set.
        relation violation(State, Member) = begins.rows().to_vec();
        /// For the goal the state can be passed with the member, with or without focus statements so far.
        #[ds(crate::table)]
        relation at(MemberGoal, State, Member, bool);
        /// The goal, with its callee's entry, is waited for at a call by another.
        #[ds(crate::table)]
        relation waits(MemberGoal, State, MemberGoal, State, bool);
        /// The goal's answer for an entry state.
        #[ds(crate::table)]
        relation answer(MemberGoal, State, Member, bool);

        // E1: the walk begins at the violation.
        at(None, state, member, true) <-- violation(state, member);
        // E2: a step back, member by member.
        at(goal, before, member, *touched || focus) <--
            at(goal, after, later, touched), for before in edges.states().before(*after),
            let (members, focus) = host.back(before, *after, *later), for member in members.iter();
        // E3: a member that a callee may decide about is asked for at its exit.
        waits(Some((call.1, *member)), edges.entry(call.0), goal, call.0, touched),
        at(Some((call.1, *member)), call.1, member, false) <--
            at(goal, after, later, touched), for call in edges.states().resumed(*after),
            for member in host.asked((host.node)(call.0), *later).iter();
        // E4: the others pass the call.
        at(goal, call.0, member, touched) <--
            at(goal, after, member, touched), for call in edges.states().resumed(*after),
            if host.survives((host.node)(call.0), *member);
        // E5: at an entry a goal is answered.
        answer(goal, state, member, touched) <--
            at(goal, state, member, touched), if goal.is_some() && edges.states().is_entry(*state);
        // E6: an answer goes on before the call.
        at(goal, call, before, *touched || *inner) <--
            waits(asked, entry, goal, call, touched), answer(asked, entry, member, inner),
            for before in host.crossed((host.node)(*call), *member, *inner).iter();
        // E7: outside any matched call the walk leaves a procedure through any of its callers.
        at(None, call, before, true) <--
            at(?None, state, member, _), for call in edges.states().called(*state),
            for before in host.crossed((host.node)(call), *member, true).iter().chain([&nothing()]);
    };
    let at = program.at.into_iter().filter(|&(_, _, member, _)| member != nothing());
    Elements { at: sorted(at.map(|(goal, state, member, _)| (goal, state, member)).collect()) }
}
