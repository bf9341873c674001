//! Regions and copies, in Ascent: which nodes loops have, and where nodes are run if each loop is a few copies and calls are
//! followed a few deep ("It's doomed; we can prove it", Hoenicke, Leino, Podelski, Schäf, Wies, Section 7).

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};

use ascent::ascent_run;

use crate::relation::Relation;
use crate::schema::Node;

/// Which round of a loop a copy stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// One of the first rounds, counted from 0.
    First(u8),
    /// Any whole round that is neither one of the first nor the last whole one.
    Any,
    /// The last whole round.
    Whole,
    /// The round in which the loop is left, most often by its test.
    Last,
}

/// What a node is run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Around {
    /// A round of the loop with this head.
    Loop(Node, Round),
    /// A call at this node.
    Call(Node),
}

/// All that a node is run in, from outside in.
pub type Context = Vec<Around>;

/// A context, by its position in [`Unrolled::contexts`]; the first one is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextId(pub u32);

/// Where the way to the begin of a function comes from.
pub const NOWHERE: (Node, ContextId) = (Node(u32::MAX), ContextId(0));

/// How a way leads into a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// As the graph says.
    On,
    /// Into a loop.
    Entered,
    /// Into a loop, some rounds of which have passed.
    EnteredLate,
    /// Round a loop, the next round.
    Again,
    /// Round a loop, after any number of rounds.
    AgainLate,
    /// Back to the head in the last round: nowhere.
    Over,
}

/// Where a way leads to: from a node in a context ([`NOWHERE`]: where the function begins) to a node in a context.
pub type Way = ((Node, ContextId), Node, ContextId, How);

/// How far a function is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many calls deep.
    pub depth: usize,
    /// In loops that are nested deeper than this the first round is one of any.
    pub deep: usize,
    /// In loops that are nested deeper than this the last whole round is one of any.
    pub whole: usize,
    /// So many rounds of a loop are copies of their own at most; see [`Code::rounds`].
    pub rounds: u8,
    /// After so many ways where they lead to is not followed.
    pub most: usize,
}

/// A function whose loops are a few copies each, and whose calls are followed.
#[derive(Clone, Debug, Default)]
pub struct Unrolled {
    /// All contexts.
    pub contexts: Vec<Context>,
    /// Paths through the node are followed in the context; sorted.
    pub followed: Vec<(Node, ContextId)>,
    /// Its ways; sorted.
    pub ways: Vec<Way>,
    /// Whether there are more ways than were followed.
    pub is_cut: bool,
}

impl Unrolled {
    /// The ways from there to a node.
    pub fn from(&self, source: (Node, ContextId), node: Node) -> &[Way] {
        let first = self.ways.partition_point(|way| (way.0, way.1) < (source, node));
        let count = self.ways[first..].partition_point(|way| (way.0, way.1) == (source, node));
        &self.ways[first..first + count]
    }
}

/// Functions as the rules read them.
#[derive(Clone, Debug)]
pub struct Code {
    /// Where functions end.
    pub exits: BTreeSet<Node>,
    /// Control can pass from the first node to the second, after the call if the first one calls.
    pub after: Relation<(Node, Node)>,
    /// The loop with the head (first) has the node.
    pub region: Relation<(Node, Node)>,
    /// The call may be followed, to where what it calls begins.
    pub followed: Relation<(Node, Node)>,
    /// How many rounds the loop with the head seems to have, where these are few: a guess, which makes nothing wrong.
    pub rounds: HashMap<Node, u8>,
}

/// The nodes of loops: each head with its nodes. `backs` leads from nodes to heads; of a loop with several entries it has what
/// its head leads to and what leads back to that.
pub fn regions(edges: &Relation<(Node, Node)>, backs: Vec<(Node, Node)>) -> Relation<(Node, Node)> {
    let before: Relation<(Node, Node)> = edges.rows().iter().map(|&(from, to)| (to, from)).collect();
    let program = ascent_run! {
        /// A way leads back from the node (first) to the head of a loop.
        relation back(Node, Node) = backs;
        /// A way leads from the node (second) to the way back to the head, and comes to the head nowhere before.
        relation behind(Node, Node);
        /// The loop with the head has the node.
        relation region(Node, Node);

        // L1: what leads back is behind the head.
        behind(head, node) <-- back(node, head);
        // L2: so is what leads to that, up to the head.
        behind(head, earlier) <--
            behind(head, node), if node != head, for &(_, earlier) in before.of(*node);
        // L3: the loop has its head,
        region(head, head) <-- back(_, head);
        // L4: and what lies behind that and leads back.
        region(head, next) <--
            region(head, node), for &(_, next) in edges.of(*node), behind(head, next);
    };
    program.region.into_iter().collect()
}

/// What follows one of the first rounds that is followed by another one of them.
const NEXT_FIRST: [(Round, How); 8] = [
    (Round::First(1), How::Again),
    (Round::First(2), How::Again),
    (Round::First(3), How::Again),
    (Round::First(4), How::Again),
    (Round::First(5), How::Again),
    (Round::First(6), How::Again),
    (Round::First(7), How::Again),
    (Round::First(8), How::Again),
];

/// The loops around a node in the innermost execution, from outside in.
fn rounds(context: &[Around]) -> impl DoubleEndedIterator<Item = (Node, Round)> {
    let begin =
        context.iter().rposition(|around| matches!(around, Around::Call(_))).map_or(0, |call| call + 1);
    context[begin..].iter().filter_map(|around| match around {
        Around::Loop(head, round) => Some((*head, *round)),
        Around::Call(_) => None,
    })
}

/// The calls around a node.
fn calls(context: &[Around]) -> impl Iterator<Item = Node> {
    context.iter().filter_map(|around| match around {
        Around::Call(call) => Some(*call),
        Around::Loop(..) => None,
    })
}

/// The contexts that were met: functors on them for the rules.
#[derive(Default)]
struct Contexts {
    all: RefCell<Vec<Context>>,
    numbers: RefCell<HashMap<Context, ContextId>>,
}

impl Contexts {
    fn id(&self, context: Context) -> ContextId {
        *self.numbers.borrow_mut().entry(context).or_insert_with_key(|context| {
            let mut all = self.all.borrow_mut();
            all.push(context.clone());
            ContextId(all.len() as u32 - 1)
        })
    }

    /// What a function of a context is.
    fn of<T>(&self, id: ContextId, read: impl FnOnce(&[Around]) -> T) -> T {
        read(&self.all.borrow()[id.0 as usize])
    }

    fn with(&self, id: ContextId, around: Around) -> ContextId {
        let context = self.of(id, |context| context.iter().copied().chain([around]).collect());
        self.id(context)
    }

    fn without_last(&self, id: ContextId) -> ContextId {
        let context = self.of(id, |context| context[..context.len().saturating_sub(1)].to_vec());
        self.id(context)
    }

    /// The context in another round of its innermost loop.
    fn next(&self, id: ContextId, head: Node, round: Round) -> ContextId {
        self.with(self.without_last(id), Around::Loop(head, round))
    }

    /// The call that the context ends in.
    fn call(&self, id: ContextId) -> Option<Node> {
        self.of(id, |context| match context.last() {
            Some(Around::Call(call)) => Some(*call),
            Some(Around::Loop(..)) | None => None,
        })
    }
}

impl Code {
    fn is_head(&self, node: Node) -> bool {
        !self.region.of(node).is_empty()
    }

    /// The innermost loop, if who comes to a node has left it.
    fn left(&self, context: &[Around], node: Node) -> Option<Round> {
        let (head, round) = rounds(context).next_back()?;
        // In a loop with several entries the way back to a head may lead out of the loops of others.
        let outside = self.region.of(head).binary_search(&(head, node)).is_err();
        let left = head != node && (outside || rounds(context).any(|(around, _)| around == node));
        left.then_some(round)
    }

    /// The rounds that may follow a round of the loop with this head. The last one is followed by none.
    ///
    /// A run through a loop has no whole round, one, two, or more, and then one in which it leaves: so each of its rounds is
    /// one of the first, the last whole one, the one that leaves, or any between.
    fn next(&self, head: Node, round: Round, most: u8, has_whole: bool) -> &'static [(Round, How)] {
        const WITH_WHOLE: [(Round, How); 3] =
            [(Round::Any, How::AgainLate), (Round::Whole, How::Again), (Round::Last, How::Again)];
        const WITHOUT: [(Round, How); 2] = [(Round::Any, How::AgainLate), (Round::Last, How::Again)];
        let after_first: &[(Round, How)] = if has_whole { &WITH_WHOLE } else { &WITHOUT };
        match round {
            Round::First(number) if number < self.rounds.get(&head).copied().unwrap_or(0).min(most) => {
                match NEXT_FIRST.get(usize::from(number)) {
                    Some(next) => std::slice::from_ref(next),
                    None => after_first,
                }
            }
            Round::First(_) => after_first,
            Round::Any if has_whole => &[(Round::Whole, How::AgainLate)],
            Round::Any => &[(Round::Last, How::AgainLate)],
            Round::Whole => &[(Round::Last, How::Again)],
            Round::Last => &[],
        }
    }

    /// The round of the loop with this head, if that is the innermost one.
    fn round(&self, context: &[Around], head: Node) -> Option<Round> {
        rounds(context).next_back().filter(|around| around.0 == head).map(|around| around.1)
    }

    /// The entry of what a call calls, if it is followed there: not too deep, and not where the same is run already. `begin`
    /// is the entry of the function itself.
    fn entered(&self, context: &[Around], call: Node, begin: Node, depth: usize) -> Option<Node> {
        let &(_, entry) = self.followed.of(call).first()?;
        let runs = |call: Node| self.followed.of(call).first().map(|&(_, entry)| entry);
        let again = entry == begin || calls(context).any(|call| runs(call) == Some(entry));
        (calls(context).count() < depth && !again).then_some(entry)
    }

    /// All ways of runs through a function that begins at a node.
    pub fn unrolled(&self, begin: Node, extent: Extent) -> Unrolled {
        let Extent { depth, deep, whole, rounds: most_rounds, most } = extent;
        let followed_so_far = Cell::new(0);
        let is_followed = || followed_so_far.replace(followed_so_far.get() + 1) < most;
        let contexts = Contexts::default();
        let outside = contexts.id(Context::new());
        let entered = |id, call| contexts.of(id, |context| self.entered(context, call, begin, depth));
        let left = |id, node| contexts.of(id, |context| self.left(context, node));
        let round = |id, head| contexts.of(id, |context| self.round(context, head));
        let nested = |id| contexts.of(id, |context| rounds(context).count());
        let program = ascent_run! {
            /// The function begins at the node.
            relation start(Node) = vec![(begin,)];
            /// A path through the node is followed in the context.
            relation run(Node, ContextId);
            /// A path goes from there (first) to the node; it is in the context, or has left the innermost loops of it.
            relation goes((Node, ContextId), Node, ContextId);
            /// Such a path is in the context.
            relation comes((Node, ContextId), Node, ContextId);
            /// A path goes from there to the node in the context, so.
            relation way((Node, ContextId), Node, ContextId, How);

            // P1: the function is run.
            goes(NOWHERE, node, outside) <-- start(node);
            // P2: a path goes where the graph says.
            goes((*node, *context), next, context) <--
                run(node, context), if entered(*context, *node).is_none(), for &(_, next) in self.after.of(*node);
            // P3: or into what is called.
            goes((*node, *context), entry, contexts.with(*context, Around::Call(*node))) <--
                run(node, context), if let Some(entry) = entered(*context, *node);
            // P4: and back behind the call.
            goes((*node, *context), next, contexts.without_last(*context)) <--
                run(node, context), if self.exits.contains(node),
                if let Some(call) = contexts.call(*context), for &(_, next) in self.after.of(call);
            // P5: who leaves a loop does so in one of the first rounds or in the last one.
            goes(from, node, contexts.without_last(*context)) <--
                goes(from, node, context),
                if let Some(Round::First(_) | Round::Last) = left(*context, *node);
            // P6: who leaves none is there.
            comes(from, node, context) <-- goes(from, node, context), if left(*context, *node).is_none();

            // P7: what is no head is in the context.
            way(from, node, context, How::On) <-- comes(from, node, context), if !self.is_head(*node);
            // P8: a loop is entered in its first round.
            way(from, head, contexts.with(*context, Around::Loop(*head, Round::First(0))), How::Entered) <--
                comes(from, head, context), if self.is_head(*head),
                if round(*context, *head).is_none(), if nested(*context) < deep;
            // P9: deep inside others it is entered in any round, the last among them.
            way(from, head, contexts.with(*context, Around::Loop(*head, late)), How::EnteredLate) <--
                comes(from, head, context), if self.is_head(*head),
                if round(*context, *head).is_none(), if nested(*context) >= deep,
                for late in [Round::Any, Round::Whole, Round::Last],
                if late != Round::Whole || nested(*context) < whole;
            // P10: after a round comes what may follow it.
            way(from, head, contexts.next(*context, *head, *round), *how) <--
                comes(from, head, context), if let Some(before) = round(*context, *head),
                for (round, how) in self.next(*head, before, most_rounds, nested(*context) <= whole);
            // P11: after the last one, none.
            way(from, head, context, How::Over) <--
                comes(from, head, context), if round(*context, *head) == Some(Round::Last);
            // P12: where a way leads to, a path is followed, as long as there are not too many.
            run(node, context) <-- way(_, node, context, how), if *how != How::Over, if is_followed();
        };
        let (mut followed, mut ways) = (program.run, program.way);
        followed.sort_unstable();
        ways.sort_unstable();
        let is_cut = followed_so_far.get() > most;
        Unrolled { contexts: contexts.all.into_inner(), followed, ways, is_cut }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { depth: 0, deep: 2, whole: 2, rounds: 8, most: 100 };

    fn code(edges: &[(u32, u32)], backs: &[(u32, u32)], followed: &[(u32, u32)]) -> Code {
        let pairs =
            |pairs: &[(u32, u32)]| pairs.iter().map(|&(from, to)| (Node(from), Node(to))).collect::<Vec<_>>();
        let after: Relation<(Node, Node)> = pairs(edges).into_iter().collect();
        let region = regions(&after, pairs(backs));
        // What nothing follows ends its function.
        let exits = edges.iter().map(|edge| Node(edge.1)).filter(|node| after.of(*node).is_empty()).collect();
        Code { exits, after, region, followed: pairs(followed).into_iter().collect(), rounds: HashMap::new() }
    }

    #[test]
    fn a_loop_has_what_leads_back() {
        // 0 -> 1 (head) -> 2 -> 1, 1 -> 3; 2 -> 4 leads out.
        let code = code(&[(0, 1), (1, 2), (2, 1), (1, 3), (2, 4)], &[(2, 1)], &[]);
        assert_eq!(code.region.rows(), [(Node(1), Node(1)), (Node(1), Node(2))]);
    }

    #[test]
    fn a_loop_is_run_in_four_copies() {
        let code = code(&[(0, 1), (1, 2), (2, 1), (1, 3)], &[(2, 1)], &[]);
        let ways = code.unrolled(Node(0), EXTENT).ways;
        let to = |node: u32| {
            let into: BTreeSet<ContextId> =
                ways.iter().filter(|way| way.1 == Node(node)).map(|way| way.2).collect();
            into.len()
        };
        // The body in four rounds; the loop is left in the first or the last one, to one place.
        assert_eq!((to(0), to(1), to(2), to(3)), (1, 4, 4, 1));
        let left: Vec<_> = ways.iter().filter(|way| way.1 == Node(3)).collect();
        assert_eq!(left.len(), 2);
        let count = |how: How| ways.iter().filter(|way| way.3 == how).count();
        assert_eq!(
            (count(How::Entered), count(How::Again), count(How::AgainLate), count(How::Over)),
            (1, 3, 2, 1)
        );
    }

    #[test]
    fn calls_are_followed_so_deep_and_not_into_themselves() {
        // 0 calls 10, then 1; 10 calls 20 at 11, and itself at 12; 13 and 21 are exits.
        let code =
            code(&[(0, 1), (10, 11), (11, 12), (12, 13), (20, 21)], &[], &[(0, 10), (11, 20), (12, 10)]);
        let reached = |depth| {
            let followed = code.unrolled(Node(0), Extent { depth, ..EXTENT }).followed;
            followed.iter().map(|(node, _)| node.0).collect::<BTreeSet<_>>()
        };
        assert_eq!(reached(0), [0, 1].into());
        assert_eq!(reached(1), [0, 1, 10, 11, 12, 13].into());
        assert_eq!(reached(2), [0, 1, 10, 11, 12, 13, 20, 21].into());
    }
}
