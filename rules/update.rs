//! The paper's `update`, in Ascent: what passing a node on the way back does to an error set (Basu, Saha, Smolka,
//! Section 2 and the rules of Section 3.3).
//!
//! A node *wakes* to a member of the error set for a reason. If it wakes to one, it is passed as a (part of a)
//! focus statement: what it *takes* leaves the set, what it *puts* enters it, and if it is the first of its unit
//! to be met, also what the unit's *opening* brings. If it wakes to none, the set passes unchanged. Which members an
//! error set has is known to the backward rules only, so these rules say it member by member, for all nodes.
//!
//! Exact with respect to the relations that they read.

use ascent::ascent_run;

use crate::relation::{Relation, relations};
use crate::schema::{Cells, Dependences, Member, Node, Program, Reason, Scalar};

relations! {
    /// What the update rules derive.
    pub struct Update {
        /// The node is passed for this reason if the member is in the error set.
        wakes(Node, Member, Reason),
        /// The node is passed for this reason if one of the cells is in the error set.
        wakes_to_some(Node, Cells, Reason),
        /// The conditional, passed with this outcome, is in if the member is in the error set: its other outcome
        /// could have assigned it.
        wakes_on(Node, bool, Member),
        /// The node is passed for this reason if a replay needs its unit.
        needed(Node, Reason),
        /// A node that wakes takes the member out.
        takes(Node, Member),
        /// A node that wakes puts the member in.
        puts(Node, Member),
        /// The first node of its unit to wake puts the member in, too.
        opening(Node, Member),
    }
}

/// Derives the update relations for the nodes of some procedures, and appends them. The outcomes of its conditionals
/// can assign the scalars of `potential` before they meet again.
pub fn update(
    program: &Program,
    known: &Dependences,
    potential: Vec<(Node, bool, Scalar)>,
    nodes: Vec<Node>,
    parts: &mut Parts,
) {
    let derived = ascent_run! {
        /// The node may be passed on the way back.
        #[ds(crate::table)]
        relation node(Node) = nodes.into_iter().map(|node| (node,)).collect();
        /// This outcome of the conditional can assign the scalar before the outcomes meet again.
        #[ds(crate::table)]
        relation potential(Node, bool, Scalar) = potential;
        /// The node is passed for this reason if the member is in the error set.
        #[ds(crate::table)]
        relation wakes(Node, Member, Reason);
        /// The node is passed for this reason if one of the cells is in the error set.
        #[ds(crate::table)]
        relation wakes_to_some(Node, Cells, Reason);
        /// The conditional, passed with this outcome, is in if the member is in the error set.
        #[ds(crate::table)]
        relation wakes_on(Node, bool, Member);
        /// The node is passed for this reason if a replay needs its unit.
        #[ds(crate::table)]
        relation needed(Node, Reason);
        /// A node that wakes takes the member out.
        #[ds(crate::table)]
        relation takes(Node, Member);
        /// A node that wakes puts the member in.
        #[ds(crate::table)]
        relation puts(Node, Member);
        /// The first node of its unit to wake puts the member in, too.
        #[ds(crate::table)]
        relation opening(Node, Member);

        // U1 (data): a node that assigns a scalar of the set is in, and takes it out.
        wakes(n, Member::scalar(*scalar), Reason::Data), takes(n, Member::scalar(*scalar)) <--
            node(n), if program.declares.of(*n).is_empty(), for (_, scalar) in program.assigns.of(*n);
        // U2: a declaration ends the old value, and is nothing that anybody has to look at.
        wakes(n, Member::scalar(*scalar), Reason::Silent), takes(n, Member::scalar(*scalar)) <--
            node(n), if !program.declares.of(*n).is_empty(), for (_, scalar) in program.assigns.of(*n);
        // U3 (data): a store through a subscript is in when any of its cells matters, for its subscript could have
        // been another. Which cell it takes out depends on the state, so the backward rules say that.
        wakes_to_some(n, *cells, Reason::Data) <-- node(n), for (_, cells) in program.stores.of(*n);
        // U4 (data): what it reads matters before it.
        puts(n, Member::scalar(*scalar)) <-- node(n), for (_, scalar) in program.reads.of(*n);
        // U5 (control): a conditional is in when a later focus statement waits for it, and is then no longer
        // waited for: it is the nearest earlier instance.
        wakes(n, Member::pending(*control), Reason::Control), takes(n, Member::pending(*control)) <--
            node(n), if !program.decides.of(*n).is_empty(), for (_, unit) in program.unit.of(*n),
            for (_, control) in known.member.of(*unit);
        // U6 (restriction): so is an assumption.
        wakes(n, Member::pending(*control), Reason::Restriction), takes(n, Member::pending(*control)) <--
            node(n), if !program.assumes.of(*n).is_empty(), for (_, unit) in program.unit.of(*n),
            for (_, control) in known.member.of(*unit);
        // U7 (restriction): an assumption over a scalar that matters is in.
        wakes(n, Member::scalar(*scalar), Reason::Restriction) <--
            node(n), for (_, unit) in program.unit.of(*n),
            if !program.assumes.of(*n).is_empty()
                || !program.decides.of(*n).is_empty() && !program.assumption.of(*unit).is_empty(),
            for (_, scalar) in program.unit_reads.of(*unit);
        // U8 (part): a compound condition is one statement, so all its atoms are in when one is.
        wakes(n, Member::open(*unit), Reason::Part) <--
            node(n), for (_, unit) in program.unit.of(*n),
            if !program.decides.of(*n).is_empty() || !program.assumes.of(*n).is_empty();
        // U9: the first node of a unit ends it, with the temporaries that are made later inside: on this path they
        // were not made. What decides whether it runs is what decides about the unit.
        wakes(n, Member::open(*unit), Reason::Silent), takes(n, Member::open(*unit)) <--
            node(n), for (_, unit) in program.unit.of(*n), if program.begins.has((*unit, *n));
        takes(n, Member::scalar(*scalar)) <--
            node(n), for (_, unit) in program.unit.of(*n), if program.begins.has((*unit, *n)),
            for (_, scalar) in program.unit_reads.of(*unit),
            if program.made.of(*scalar).iter().any(|(_, made)| made > n);
        puts(n, Member::pending(*control)) <--
            node(n), for (_, unit) in program.unit.of(*n), if program.begins.has((*unit, *n)),
            for (_, control) in known.unit_decided_by.of(*n);
        // U10 (control): what decides whether a focus statement runs is waited for.
        opening(n, Member::pending(*control)) <--
            node(n), for (_, unit) in program.unit.of(*n), if !program.begins.has((*unit, *n)),
            for (_, control) in known.unit_decided_by.of(*n);
        // U11 (part): a unit of several nodes is open until its first node, and all that its nodes read matters,
        // whether or not this path evaluates it.
        opening(n, Member::open(*unit)) <--
            node(n), for (_, unit) in program.unit.of(*n),
            if !program.begins.of(*unit).is_empty() && !program.begins.has((*unit, *n));
        opening(n, Member::scalar(*scalar)) <--
            node(n), for (_, unit) in program.unit.of(*n),
            if !program.begins.of(*unit).is_empty() && !program.begins.has((*unit, *n)),
            for (_, scalar) in program.unit_reads.of(*unit);
        // U12 (potential): a conditional over variables is in when its other outcome could have assigned a scalar
        // that matters before both outcomes meet again. One on inputs alone never enters so, nor does an assumption.
        wakes_on(n, !*outcome, Member::scalar(*scalar)) <--
            potential(n, outcome, scalar), for (_, unit) in program.unit.of(*n),
            if !program.over_variables.of(*unit).is_empty() && program.assumption.of(*unit).is_empty();
        // U13 (restriction): where a replay ended too early, what may end a run there is in; which units these are is
        // known to later walks only.
        needed(n, Reason::Restriction) <--
            node(n), if !program.decides.of(*n).is_empty() || !program.assumes.of(*n).is_empty();
        needed(n, Reason::Data) <-- node(n), if !program.subscripts.of(*n).is_empty();
    };
    parts.wakes.extend(derived.wakes);
    parts.wakes_to_some.extend(derived.wakes_to_some);
    parts.wakes_on.extend(derived.wakes_on);
    parts.needed.extend(derived.needed);
    parts.takes.extend(derived.takes);
    parts.puts.extend(derived.puts);
    parts.opening.extend(derived.opening);
}

/// The tuples of [`Update`], while they are gathered procedure by procedure.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    wakes: Vec<(Node, Member, Reason)>,
    wakes_to_some: Vec<(Node, Cells, Reason)>,
    wakes_on: Vec<(Node, bool, Member)>,
    needed: Vec<(Node, Reason)>,
    takes: Vec<(Node, Member)>,
    puts: Vec<(Node, Member)>,
    opening: Vec<(Node, Member)>,
}

impl From<Parts> for Update {
    fn from(parts: Parts) -> Update {
        Update {
            wakes: Relation::new(parts.wakes),
            wakes_to_some: Relation::new(parts.wakes_to_some),
            wakes_on: Relation::new(parts.wakes_on),
            needed: Relation::new(parts.needed),
            takes: Relation::new(parts.takes),
            puts: Relation::new(parts.puts),
            opening: Relation::new(parts.opening),
        }
    }
}
