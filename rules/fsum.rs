//! Forward procedure summaries, in Ascent (Basu, Saha, Smolka, Section 3.3, relation `fsum`).
//!
//! Over-approximates reachability as far as the host's abstract steps do. The paper's relation has a tuple
//! for every statement of a procedure, which is quadratic; here the summaries are computed demand-driven
//! from the start through path edges, and only entry/exit pairs are kept as summaries.

use std::cell::RefCell;
use std::rc::Rc;

use ascent::ascent_run;
use rustc_hash::FxHashMap;

use crate::schema::{Node, Procedure, Program, State, Way};

/// Functors on interned states: the abstract step over what is known in them.
pub trait Forward {
    /// The node of a state.
    fn node(&self, state: State) -> Node;
    /// The state after passing the state's node this way, at the node that the edge leads to; nothing if what is
    /// known excludes that, and nothing once the run was cancelled.
    fn step(&self, state: State, way: Way, to: Node) -> Option<State>;
    /// The states at the state's node that take its place, one for each value of something that is not known in it but
    /// matters there; none if nothing is told apart.
    fn cases(&self, _: State) -> Vec<State> {
        Vec::new()
    }
    /// The state at the entry of the callee of the call at which the state stands.
    fn enter(&self, call: State, callee: Procedure, entry: Node) -> Option<State>;
    /// The state after the call, at the node that it goes on with, given the callee's exit state.
    fn resume(&self, call: State, exit: State, to: Node) -> Option<State>;
    /// Whether the run goes on; asked again and again, so that a run can be cancelled also where it only
    /// combines what is known.
    fn goes_on(&self) -> bool {
        true
    }
}

/// The relations that the forward rules read.
#[derive(Clone, Copy)]
pub struct Flow<'p> {
    /// Edges, entries, exits and calls of the program.
    pub program: &'p Program,
    /// Where a run that comes to a node stops next, in order: at the node itself, unless it is passed over
    /// because nothing that is tracked is touched there.
    pub stops: Option<&'p dyn Fn(Node) -> Rc<[Node]>>,
}

impl Flow<'_> {
    /// The states that one intraprocedural step leads to, which are its cases where it has some; otherwise none at calls,
    /// exits and errors.
    pub fn successors(&self, host: &dyn Forward, state: State) -> Vec<State> {
        let node = host.node(state);
        let mut found = host.cases(state);
        if !found.is_empty() {
            return found;
        }
        if !self.program.call.of(node).is_empty() {
            return found;
        }
        for &(_, way, next) in self.program.edge.of(node) {
            match self.stops {
                None => found.extend(host.step(state, way, next)),
                Some(stops) => {
                    found.extend(stops(next).iter().filter_map(|&stop| host.step(state, way, stop)));
                }
            }
        }
        found
    }

    /// The callee's entry state if the state stands at a call and has no cases.
    pub fn enter(&self, host: &dyn Forward, state: State) -> Option<State> {
        if !host.cases(state).is_empty() {
            return None;
        }
        let &(_, callee) = self.program.call.of(host.node(state)).first()?;
        let &(_, entry) = self.program.entry.of(callee).first()?;
        host.enter(state, callee, entry)
    }

    /// Whether the state stands at the exit of its procedure.
    pub fn is_exit(&self, host: &dyn Forward, state: State) -> bool {
        !self.program.exit.of(host.node(state)).is_empty()
    }

    /// The state after a call.
    pub fn resume(&self, host: &dyn Forward, call: State, exit: State) -> Option<State> {
        let &(_, _, next) = self.program.edge.of(host.node(call)).first()?;
        host.resume(call, exit, next)
    }
}

/// What is reachable from the start, with the edges that lead there; all sorted.
#[derive(Clone, Debug, Default)]
pub struct ForwardSummaries {
    /// The second state is reached inside the procedure that was entered in the first.
    pub path_edges: Vec<(State, State)>,
    /// One intraprocedural step leads from the first state to the second.
    pub steps: Vec<(State, State)>,
    /// The call at the second state enters its callee in the first.
    pub calls: Vec<(State, State)>,
    /// The call at the first state, left by the callee through the second, goes on in the third.
    pub returns: Vec<(State, State, State)>,
    /// The procedure entered in the first state can be left in the second: the summaries.
    pub fsum: Vec<(State, State)>,
}

/// Runs the rules from a start state.
pub fn forward(host: &dyn Forward, flow: Flow<'_>, start: State) -> ForwardSummaries {
    let answers = Answers::new(host, flow);
    let program = ascent_run! {
        /// The analysis begins in this state.
        relation begin(State) = vec![(start,)];
        /// The second state is reached inside the procedure that was entered in the first.
        #[ds(crate::table)]
        relation path_edge(State, State);
        /// The call at the third state, in the procedure entered in the second, enters its callee in the first.
        #[ds(crate::table)]
        relation call(State, State, State);
        /// The procedure entered in the first state can be left in the second.
        #[ds(crate::table)]
        relation fsum(State, State);

        // F1: the start is its procedure's entry.
        path_edge(entry, entry) <-- begin(entry);
        // F2: a step stays in the procedure.
        path_edge(entry, next) <-- path_edge(entry, state), for next in answers.successors(*state);
        // F3: a call demands its callee for this entry state, and no other.
        call(callee, entry, state), path_edge(callee, callee) <--
            path_edge(entry, state), if let Some(callee) = answers.enter(*state);
        // F4: reaching the exit summarises the procedure for its entry.
        fsum(entry, exit) <-- path_edge(entry, exit), if flow.is_exit(host, *exit);
        // F5: a summary is used at every call that enters with its entry state.
        path_edge(entry, next) <--
            call(callee, entry, state), fsum(callee, exit), if let Some(next) = answers.resume(*state, *exit);
    };
    let (steps, returns) = answers.given();
    ForwardSummaries {
        path_edges: sorted(program.path_edge),
        steps: sorted(steps),
        calls: sorted(program.call.into_iter().map(|(callee, _, state)| (callee, state)).collect()),
        returns: sorted(returns),
        fsum: sorted(program.fsum),
    }
}

/// What the host answered. A state is reached from several entries, but asked about once; and that one state
/// follows another is the host's answer, so there is no rule for it.
struct Answers<'a> {
    host: &'a dyn Forward,
    flow: Flow<'a>,
    places: RefCell<Vec<Option<Place>>>,
    /// What follows the states, one after the other.
    following: RefCell<Vec<State>>,
    resumed: RefCell<FxHashMap<(State, State), Option<State>>>,
}

/// The call at the first state, left by the callee through the second, goes on in the third.
type Return = (State, State, State);

/// Where what follows a state inside its procedure begins and ends, and the callee's entry at a call.
#[derive(Clone, Copy, Default)]
struct Place {
    following: (usize, usize),
    callee: Option<State>,
}

impl<'a> Answers<'a> {
    fn new(host: &'a dyn Forward, flow: Flow<'a>) -> Self {
        let (places, following, resumed) = Default::default();
        Answers { host, flow, places, following, resumed }
    }

    fn place(&self, state: State) -> Place {
        if !self.host.goes_on() {
            return Place::default();
        }
        let number = state.0 as usize;
        if let Some(&Some(place)) = self.places.borrow().get(number) {
            return place;
        }
        let found = self.flow.successors(self.host, state);
        let mut following = self.following.borrow_mut();
        let begin = following.len();
        following.extend(found);
        // Of a call only its cases follow.
        let has_cases = begin < following.len();
        let callee = if has_cases { None } else { self.flow.enter(self.host, state) };
        let place = Place { following: (begin, following.len()), callee };
        let mut places = self.places.borrow_mut();
        if number >= places.len() {
            places.resize(number + 1, None);
        }
        places[number] = Some(place);
        place
    }

    fn successors(&self, state: State) -> impl Iterator<Item = State> + use<'_, 'a> {
        let (begin, end) = self.place(state).following;
        (begin..end).map(|place| self.following.borrow()[place])
    }

    fn enter(&self, state: State) -> Option<State> {
        self.place(state).callee
    }

    fn resume(&self, call: State, exit: State) -> Option<State> {
        if !self.host.goes_on() {
            return None;
        }
        if let Some(&known) = self.resumed.borrow().get(&(call, exit)) {
            return known;
        }
        let next = self.flow.resume(self.host, call, exit);
        self.resumed.borrow_mut().insert((call, exit), next);
        next
    }

    /// All steps and returns.
    fn given(self) -> (Vec<(State, State)>, Vec<Return>) {
        let (places, following) = (self.places.into_inner(), self.following.into_inner());
        let places = places.into_iter().zip(0..).filter_map(|(place, number)| Some((place?, State(number))));
        let steps = places.flat_map(|(Place { following: (begin, end), .. }, state)| {
            following[begin..end].iter().map(move |&next| (state, next))
        });
        let resumed = self.resumed.into_inner().into_iter();
        let returns = resumed.filter_map(|((call, exit), next)| Some((call, exit, next?)));
        (steps.collect(), returns.collect())
    }
}

pub(crate) fn sorted<T: Ord>(mut tuples: Vec<T>) -> Vec<T> {
    // Much of what the rules derive comes in order.
    tuples.sort();
    tuples.dedup();
    tuples
}
