//! The length of the prefix of an array in which nothing is zero, as a scalar of its own.
//!
//! Of a text that is `strlen`; of the cells that say which elements have a value it is how many have one from the first on.
//! Ranges of linear forms cannot say that the element at `i` is not zero for all `i` before some place; with that place as a
//! scalar they can, since `i < length` is a linear form (the abstraction of strings of Dor, Rodeh, Sagiv, "CSSV", PLDI 2003,
//! Section 4). So the program is extended, for proofs alone: a store changes the length, and a condition on an element
//! that was loaded tells where the index is.
//!
//! Of a text there is a second scalar, the farthest place at which a zero is known to be, -1 if none is: one that was stored or
//! seen there and not overwritten. A pointer that is not behind it leads to a text that ends in the array, also where an earlier
//! zero has cut the array into several texts, as `strtok` does. What lies in an array that was never written does not count,
//! so that the place is one that has a value.
//!
//! Flags say of letters that are moved whether they are zero, and of pointers that may be null whether they are (`values.rs`).
//!
//! The length of the prefix is at most that of the array. It is exact wherever the array is read. Where a store fills the
//! first zero, the new length is any that is larger; where one fills the known zero, none is known. Each run of the program is
//! a run of the extended one, in which the new scalars are what they stand for, and each condition that is assumed holds in
//! that run.

mod arrays;
mod test;
mod values;

use std::collections::BTreeMap;

use focuscheck_base::arith::{IntegerType, Relation};

use crate::facts::cfg::{
    Action, Condition, Expr, Graph, NULL_OFFSET, Node, NodeId, ProcedureId, Scalar, ScalarId, ScalarKind,
    Site, SiteId,
};
use crate::facts::reads::{each_read, node_assigns};

use arrays::{Array, Arrays};
use test::{Says, Test, single_predecessors, tests, type_of};
use values::{Values, same, values};

/// The type of lengths and of what they are compared with.
const LENGTH: IntegerType = IntegerType { width: 64, signed: true, float: false };

/// A program with the lengths of prefixes.
#[derive(Clone, Debug)]
pub struct Extended {
    /// The program. Its first scalars are those of the program it was made from.
    pub graph: Graph,
    /// By node of that program: the node that does the same here.
    pub nodes: Vec<NodeId>,
}

/// Extends a program; nothing if no condition asks whether an element of an array is zero, or whether a pointer is null that
/// may be.
pub fn extended(graph: &Graph) -> Option<Extended> {
    let tests = tests(graph);
    let arrays = Arrays::of(graph, &tests);
    let values = values(graph, &arrays);
    if arrays.is_empty() && values.is_empty() {
        return None;
    }
    let mut weaver = Weaver::new(graph, &arrays, &values);
    weaver.hand_over();
    tests.iter().for_each(|test| weaver.learn(test));
    weaver.change();
    weaver.flag();
    Some(weaver.renumbered())
}

/// A new scalar for a place in an array.
fn mark(graph: &mut Graph, array: &Array, name: &str) -> ScalarId {
    let first = &graph.scalars[array.cells.first.index()];
    let scalar = Scalar {
        name: format!("{name} of {}", first.name),
        ty: LENGTH,
        kind: if array.procedure.is_some() { ScalarKind::Local } else { ScalarKind::Global },
        procedure: array.procedure,
        initial: None,
        span: first.span,
    };
    graph.scalars.push(scalar);
    ScalarId(graph.scalars.len() as u32 - 1)
}

/// Puts new nodes on edges.
struct Weaver<'a> {
    graph: &'a Graph,
    arrays: &'a Arrays,
    /// The program with the new nodes behind the old ones.
    new: Graph,
    /// By array: the length of its prefix, and the place at which any length is read.
    lengths: Vec<(ScalarId, SiteId)>,
    /// By array: the farthest place of a known zero, if it may be a text.
    ends: Vec<Option<ScalarId>>,
    /// The scalars that are asked whether they have one value, and which.
    values: &'a Values,
    /// Of each of them the flag that says whether they do.
    flags: BTreeMap<ScalarId, ScalarId>,
}

impl<'a> Weaver<'a> {
    fn new(graph: &'a Graph, arrays: &'a Arrays, values: &'a Values) -> Self {
        let mut new = graph.clone();
        let (mut lengths, mut ends) = (Vec::new(), Vec::new());
        for (_, array) in arrays.numbered() {
            let length = mark(&mut new, array, "prefix");
            let (name, span) = (&new.scalars[length.index()].name, new.scalars[length.index()].span);
            let range = (0, i128::from(array.cells.length));
            let site = Site { range, ..Site::new(name.clone(), LENGTH, span) };
            lengths.push((length, SiteId(new.sites.len() as u32)));
            new.sites.push(site);
            let is_text = graph.scalars[array.cells.first.index()].ty.width == 8;
            ends.push(is_text.then(|| mark(&mut new, array, "known zero")));
        }
        for (number, array) in arrays.numbered().filter(|(_, array)| array.procedure.is_none()) {
            let known = initial(graph, array);
            let (length, site) = lengths[number];
            new.scalars[length.index()].initial = Some(known.map(|(length, _)| length).ok_or(site));
            if let Some(end) = ends[number] {
                new.scalars[end.index()].initial = Some(Ok(known.map_or(-1, |(_, last)| last)));
            }
        }
        let mut flags = BTreeMap::new();
        for (&scalar, value) in values {
            let described = &graph.scalars[scalar.index()];
            flags.insert(scalar, ScalarId(new.scalars.len() as u32));
            new.scalars.push(Scalar {
                name: format!("{} is {value}", described.name),
                ty: IntegerType::BOOL,
                kind: ScalarKind::Local,
                procedure: described.procedure,
                initial: None,
                span: described.span,
            });
        }
        Weaver { graph, arrays, new, lengths, ends, values, flags }
    }

    fn length(&self, array: usize) -> Expr {
        Expr::Scalar(self.lengths[array].0)
    }

    /// A new node like an old one, which leads to these.
    fn node(&mut self, like: NodeId, action: Action, successors: Vec<NodeId>) -> NodeId {
        let node = NodeId(self.new.nodes.len() as u32);
        let like = &self.graph.nodes[like.index()];
        let (procedure, unit, span) = (like.procedure, like.unit, like.span);
        self.new.nodes.push(Node { action, procedure, unit, span, successors });
        node
    }

    /// Puts what a function makes before the node that an edge leads to.
    fn on(&mut self, from: NodeId, slot: usize, make: impl FnOnce(&mut Self, NodeId) -> NodeId) {
        if let Some(&next) = self.new.nodes[from.index()].successors.get(slot) {
            let first = make(self, next);
            self.new.nodes[from.index()].successors[slot] = first;
        }
    }

    /// An element that is not zero is not the first behind the prefix, one that is zero is not in it.
    fn learn(&mut self, test: &Test<'_>) {
        let branch = test.branch;
        match test.says {
            Says::Zero(element, is_zero) => {
                let Some(array) = self.arrays.whole(element.range) else { return };
                self.learn_zero(branch, array, element.index, is_zero);
            }
            Says::NamedZero(scalar, is_zero) => {
                if let Some(flag) = self.flag_of(scalar, 0) {
                    self.learn_flag(branch, flag, is_zero);
                }
                let Some(array) = self.arrays.with(scalar) else { return };
                let index = self.arrays.get(array).cells.index_of(scalar);
                self.learn_zero(branch, array, &Expr::Constant(index, LENGTH), is_zero);
            }
            Says::Same(element, other, slot) => {
                let Some(array) = self.arrays.whole(element.range) else { return };
                let zero = Expr::Constant(0, type_of(self.graph, other));
                let zero = Condition { relation: Relation::Equal, left: other.clone(), right: zero };
                // What is equal to another value is zero if that is; what differs from zero is not.
                self.on(branch, slot, |weaver, next| {
                    let is = weaver.zero(branch, array, element.index, next);
                    let is_not = weaver.not_zero(branch, array, element.index, next);
                    weaver.node(branch, Action::Branch(zero.clone()), vec![is, is_not])
                });
                self.on(branch, 1 - slot, |weaver, next| {
                    let is_not = weaver.not_zero(branch, array, element.index, next);
                    weaver.node(branch, Action::Branch(zero), vec![is_not, next])
                });
            }
            Says::Equal(one, other, slot) => {
                for (element, same) in [(one, other), (other, one)] {
                    let arrays = self.arrays.whole(element.range).zip(self.arrays.whole(same.range));
                    let Some((array, of_same)) = arrays else { return };
                    // What is in the prefix is not zero, so neither is what is equal to it.
                    let inside = self.against(array, element.index, Relation::Less);
                    self.on(branch, slot, |weaver, next| {
                        let assumed = weaver.not_zero(branch, of_same, same.index, next);
                        weaver.node(branch, Action::Branch(inside), vec![assumed, next])
                    });
                }
            }
        }
    }

    /// The ways on from a branch say whether an element of an array is zero.
    fn learn_zero(&mut self, branch: NodeId, array: usize, index: &Expr, is_zero: [Option<bool>; 2]) {
        for (slot, is_zero) in is_zero.into_iter().enumerate() {
            let Some(is_zero) = is_zero else { continue };
            self.on(branch, slot, |weaver, next| match is_zero {
                true => weaver.zero(branch, array, index, next),
                false => weaver.not_zero(branch, array, index, next),
            });
        }
    }

    /// An element is zero, before a node: it is not in the prefix, and is known from now on.
    fn zero(&mut self, like: NodeId, array: usize, index: &Expr, next: NodeId) -> NodeId {
        let next = self.ended(like, array, index, next);
        let assumed = self.against(array, index, Relation::GreaterEqual);
        self.node(like, Action::Assume(assumed), vec![next])
    }

    /// A zero is known, before a node.
    fn ended(&mut self, like: NodeId, array: usize, index: &Expr, next: NodeId) -> NodeId {
        let Some(end) = self.ends[array] else { return next };
        let moved = Action::Assign { target: end, value: widened(index) };
        let moved = self.node(like, moved, vec![next]);
        let (left, right) = (widened(index), Expr::Scalar(end));
        let behind = Condition { relation: Relation::Greater, left, right };
        self.node(like, Action::Branch(behind), vec![moved, next])
    }

    /// An element is not zero, before a node: it is not the first behind the prefix, and not the known zero.
    fn not_zero(&mut self, like: NodeId, array: usize, index: &Expr, next: NodeId) -> NodeId {
        let next = match self.against_end(array, index, Relation::NotEqual) {
            Some(assumed) => self.node(like, Action::Assume(assumed), vec![next]),
            None => next,
        };
        let assumed = self.against(array, index, Relation::NotEqual);
        self.node(like, Action::Assume(assumed), vec![next])
    }

    /// The flag that says whether a scalar has a value.
    fn flag_of(&self, scalar: ScalarId, value: i128) -> Option<ScalarId> {
        self.flags.get(&scalar).copied().filter(|_| self.values[&scalar] == value)
    }

    /// The flag that says whether an expression has a value.
    fn flag_for(&self, expression: &Expr, value: i128) -> Option<ScalarId> {
        self.flag_of(same(self.graph, expression, value)?, value)
    }

    /// The ways on from a branch say whether a scalar has its value.
    fn learn_flag(&mut self, branch: NodeId, flag: ScalarId, known: [Option<bool>; 2]) {
        for (slot, known) in known.into_iter().enumerate() {
            let Some(known) = known else { continue };
            let assumed = is_set(flag, known);
            self.on(branch, slot, |weaver, next| weaver.node(branch, Action::Assume(assumed), vec![next]));
        }
    }

    /// What scalars get says whether they have their value.
    fn flag(&mut self) {
        for number in 0..self.graph.nodes.len() {
            let node = NodeId(number as u32);
            let action = &self.graph.nodes[number].action;
            if let Action::Branch(Condition { relation, left, right: Expr::Constant(NULL_OFFSET, _) }) =
                action
                && let Some(flag) = self.flag_for(left, NULL_OFFSET)
                && let Some(is_null) = match relation {
                    Relation::Equal => Some(true),
                    Relation::NotEqual => Some(false),
                    Relation::Less | Relation::LessEqual | Relation::Greater | Relation::GreaterEqual => None,
                }
            {
                self.learn_flag(node, flag, [Some(is_null), Some(!is_null)]);
            }
            for scalar in node_assigns(action) {
                if let (Some(&flag), Some(&value)) = (self.flags.get(&scalar), self.values.get(&scalar)) {
                    self.flagged(node, (scalar, flag), value);
                }
            }
        }
        self.pass_flags();
    }

    /// A node gives a scalar a value.
    fn flagged(&mut self, node: NodeId, (scalar, flag): (ScalarId, ScalarId), value: i128) {
        match &self.graph.nodes[node.index()].action {
            Action::Assign { value: given, .. } => match self.flag_for(given, value) {
                Some(source) => self.on(node, 0, |weaver, next| {
                    let value = Expr::Scalar(source);
                    weaver.node(node, Action::Assign { target: flag, value }, vec![next])
                }),
                None => self.on(node, 0, |weaver, next| weaver.asked(node, scalar, next)),
            },
            Action::Load { range, index, .. } if value == 0 => {
                let array = self.arrays.whole(range);
                self.on(node, 0, |weaver, next| match array {
                    Some(array) => weaver.loaded(node, scalar, (array, index), next),
                    None => weaver.asked(node, scalar, next),
                });
            }
            Action::Call { results, .. } => {
                let given = results.iter().find(|(_, to)| *to == scalar).map(|&(from, _)| from);
                match given.and_then(|from| self.flag_of(from, value)) {
                    Some(from) => {
                        let Action::Call { callee, results, .. } = &mut self.new.nodes[node.index()].action
                        else {
                            return;
                        };
                        results.push((from, flag));
                        let given = &mut self.new.procedures[callee.index()].results;
                        if !given.contains(&from) {
                            given.push(from);
                        }
                    }
                    None => self.on(node, 0, |weaver, next| weaver.asked(node, scalar, next)),
                }
            }
            _ => self.on(node, 0, |weaver, next| weaver.asked(node, scalar, next)),
        }
    }

    /// Calls pass what is known of what they pass.
    fn pass_flags(&mut self) {
        for (scalar, flag) in self.flags.clone() {
            let Some(procedure) = self.graph.scalars[scalar.index()].procedure else { continue };
            let formals = &self.graph.procedures[procedure.index()].formals;
            let Some(at) = formals.iter().position(|&formal| formal == scalar) else { continue };
            let value = self.values[&scalar];
            let calls = self.calls_of(procedure);
            let given: Option<Vec<Expr>> = calls
                .iter()
                .map(|call| match &self.graph.nodes[call.index()].action {
                    Action::Call { arguments, .. } => match arguments.get(at)? {
                        Expr::Constant(given, _) => {
                            Some(Expr::Constant((*given == value).into(), IntegerType::BOOL))
                        }
                        argument => self.flag_for(argument, value).map(Expr::Scalar),
                    },
                    _ => None,
                })
                .collect();
            let Some(given) = given else {
                let entry = self.graph.procedures[procedure.index()].entry;
                self.on(entry, 0, |weaver, next| weaver.asked(entry, scalar, next));
                continue;
            };
            let formals = &mut self.new.procedures[procedure.index()].formals;
            self.new.scalars[flag.index()].kind = ScalarKind::Formal(formals.len() as u32);
            formals.push(flag);
            for (call, given) in calls.into_iter().zip(given) {
                if let Action::Call { arguments, .. } = &mut self.new.nodes[call.index()].action {
                    arguments.push(given);
                }
            }
        }
    }

    /// A scalar has its value, and it does not, before a node.
    fn settings(&mut self, like: NodeId, scalar: ScalarId, next: NodeId) -> [NodeId; 2] {
        [1, 0].map(|value| {
            let value = Expr::Constant(value, IntegerType::BOOL);
            self.node(like, Action::Assign { target: self.flags[&scalar], value }, vec![next])
        })
    }

    /// A scalar has its value or not, before a node.
    fn asked(&mut self, like: NodeId, scalar: ScalarId, next: NodeId) -> NodeId {
        let [set, unset] = self.settings(like, scalar, next);
        let ty = self.graph.scalars[scalar.index()].ty;
        let (left, right) = (Expr::Scalar(scalar), Expr::Constant(self.values[&scalar], ty));
        let same = Condition { relation: Relation::Equal, left, right };
        self.node(like, Action::Branch(same), vec![set, unset])
    }

    /// The prefix says whether a letter that was loaded is zero.
    fn loaded(
        &mut self,
        like: NodeId,
        letter: ScalarId,
        (array, index): (usize, &Expr),
        next: NodeId,
    ) -> NodeId {
        let mut is_same = true;
        each_read(index, &mut |scalar| is_same &= scalar != letter);
        let asked = self.asked(like, letter, next);
        if !is_same {
            return asked;
        }
        let [zero, other] = self.settings(like, letter, next);
        let known = match self.against_end(array, index, Relation::Equal) {
            Some(known) => self.node(like, Action::Branch(known), vec![zero, asked]),
            None => asked,
        };
        let equal = self.against(array, index, Relation::Equal);
        let equal = self.node(like, Action::Branch(equal), vec![zero, known]);
        let less = self.against(array, index, Relation::Less);
        self.node(like, Action::Branch(less), vec![other, equal])
    }

    /// An index related to the length of an array's prefix.
    fn against(&self, array: usize, index: &Expr, relation: Relation) -> Condition {
        Condition { relation, left: widened(index), right: self.length(array) }
    }

    /// An index related to the known zero of a text.
    fn against_end(&self, array: usize, index: &Expr, relation: Relation) -> Option<Condition> {
        Some(Condition { relation, left: widened(index), right: Expr::Scalar(self.ends[array]?) })
    }

    /// Any prefix, before a node; no zero is known.
    fn any(&mut self, like: NodeId, array: usize, next: NodeId) -> NodeId {
        let next = self.at(like, self.ends[array], -1, next);
        self.longer(like, array, None, next)
    }

    /// A mark is at a place, before a node.
    fn at(&mut self, like: NodeId, mark: Option<ScalarId>, place: i128, next: NodeId) -> NodeId {
        let Some(target) = mark else { return next };
        let value = Expr::Constant(place, LENGTH);
        self.node(like, Action::Assign { target, value }, vec![next])
    }

    /// Any prefix that is longer than a number, before a node.
    fn longer(&mut self, like: NodeId, array: usize, than: Option<Expr>, next: NodeId) -> NodeId {
        let (target, site) = self.lengths[array];
        let next = match than {
            None => next,
            Some(right) => {
                let left = Expr::Scalar(target);
                let condition = Condition { relation: Relation::Greater, left, right };
                self.node(like, Action::Assume(condition), vec![next])
            }
        };
        self.node(like, Action::Input { target, site }, vec![next])
    }

    /// What stores change, and what is assigned to single cells.
    fn change(&mut self) {
        let before = single_predecessors(self.graph);
        for number in 0..self.graph.nodes.len() {
            let node = NodeId(number as u32);
            match &self.graph.nodes[number].action {
                Action::Store { range, index, value } => {
                    if let Some(array) = self.arrays.whole(range) {
                        self.on(node, 0, |weaver, next| weaver.stored(node, array, index, value, next));
                    }
                }
                _ if self.assigned(node).is_some() => {
                    let goes_on =
                        |next: &NodeId| before[next.index()] == Some(node) && self.assigned(*next).is_some();
                    // A row of assignments is looked at where it ends.
                    if !self.graph.nodes[number].successors.iter().any(goes_on) {
                        self.row(node, &before);
                    }
                }
                Action::Call { results, .. } => {
                    let mut changed: Vec<usize> =
                        results.iter().filter_map(|&(_, to)| self.arrays.with(to)).collect();
                    changed.sort_unstable();
                    changed.dedup();
                    changed.retain(|&array| {
                        !self.arrays.handed.iter().any(|(&(call, _), &outside)| {
                            call == node && outside == array && self.gives_back(node, array)
                        })
                    });
                    for array in changed {
                        self.on(node, 0, |weaver, next| weaver.any(node, array, next));
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a call changes an array only through the parameter that it was handed over for.
    fn gives_back(&self, call: NodeId, array: usize) -> bool {
        let Action::Call { results, .. } = &self.graph.nodes[call.index()].action else { return false };
        let handed = self.arrays.handed.iter().filter(|&(&(at, _), &outside)| at == call && outside == array);
        let insides: Vec<usize> = handed.map(|(&(_, inside), _)| inside).collect();
        let [inside] = insides[..] else { return false };
        let (outside, inside) = (&self.arrays.get(array).cells, &self.arrays.get(inside).cells);
        results.iter().all(|&(from, to)| {
            !outside.has(to) || inside.has(from) && inside.index_of(from) == outside.index_of(to)
        })
    }

    /// The array, if a node assigns one of its cells by its name.
    fn assigned(&self, node: NodeId) -> Option<(usize, ScalarId)> {
        match &self.graph.nodes[node.index()].action {
            Action::Assign { target, .. }
            | Action::Input { target, .. }
            | Action::Unsupported { target, .. }
            | Action::Load { target, .. } => Some((self.arrays.with(*target)?, *target)),
            _ => None,
        }
    }

    /// The prefixes after a row of nodes that assign cells, which ends with this one.
    fn row(&mut self, last: NodeId, before: &[Option<NodeId>]) {
        let mut cells: BTreeMap<usize, Vec<(ScalarId, NodeId)>> = BTreeMap::new();
        let mut at = Some(last);
        while let Some(node) = at
            && let Some((array, cell)) = self.assigned(node)
        {
            cells.entry(array).or_default().push((cell, node));
            at = before[node.index()];
        }
        for (array, assigned) in cells {
            self.on(last, 0, |weaver, next| match assigned[..] {
                [(cell, _)] => {
                    let index = weaver.arrays.get(array).cells.index_of(cell);
                    let index = Expr::Constant(index, LENGTH);
                    weaver.stored(last, array, &index, &Expr::Scalar(cell), next)
                }
                _ => weaver.filled(last, array, &assigned, next),
            });
        }
    }

    /// The prefix after several cells were assigned, the last first.
    fn filled(
        &mut self,
        like: NodeId,
        array: usize,
        assigned: &[(ScalarId, NodeId)],
        next: NodeId,
    ) -> NodeId {
        let cells = self.arrays.get(array).cells.clone();
        let value = |cell: ScalarId| {
            let (_, node) = assigned.iter().find(|(assigned, _)| *assigned == cell)?;
            match &self.graph.nodes[node.index()].action {
                Action::Assign { value: Expr::Constant(value, _), .. } => Some(*value),
                _ => None,
            }
        };
        let values: Vec<Option<i128>> = cells.cells().map(value).collect();
        let last = values.iter().rposition(|value| *value == Some(0));
        let next = self.at(like, self.ends[array], last.map_or(-1, |last| last as i128), next);
        let known = values.iter().take_while(|value| value.is_some_and(|value| value != 0)).count();
        match values.get(known) {
            Some(Some(_)) => self.at(like, Some(self.lengths[array].0), known as i128, next),
            Some(None) | None => {
                self.longer(like, array, Some(Expr::Constant(known as i128 - 1, LENGTH)), next)
            }
        }
    }

    /// The prefix, and the known zero, after a value was stored.
    fn stored(&mut self, like: NodeId, array: usize, index: &Expr, value: &Expr, next: NodeId) -> NodeId {
        let cells = &self.arrays.get(array).cells;
        let mut is_same = true;
        each_read(index, &mut |scalar| is_same &= !cells.has(scalar));
        if !matches!(value, Expr::Scalar(_)) {
            each_read(value, &mut |scalar| is_same &= !cells.has(scalar));
        }
        if !is_same {
            return self.any(like, array, next);
        }
        let zero = |weaver: &mut Self| {
            let next = weaver.ended(like, array, index, next);
            let shorter = Action::Assign { target: weaver.lengths[array].0, value: widened(index) };
            let shorter = weaver.node(like, shorter, vec![next]);
            let within = weaver.against(array, index, Relation::Less);
            weaver.node(like, Action::Branch(within), vec![shorter, next])
        };
        let other = |weaver: &mut Self| {
            let next = match weaver.against_end(array, index, Relation::Equal) {
                Some(filled) => {
                    let none = weaver.at(like, weaver.ends[array], -1, next);
                    weaver.node(like, Action::Branch(filled), vec![none, next])
                }
                None => next,
            };
            let longer = weaver.longer(like, array, Some(widened(index)), next);
            let first = weaver.against(array, index, Relation::Equal);
            weaver.node(like, Action::Branch(first), vec![longer, next])
        };
        match value {
            Expr::Constant(0, _) => zero(self),
            Expr::Constant(..) => other(self),
            value => {
                let asked = match self.flag_for(value, 0) {
                    Some(flag) => is_set(flag, true),
                    None => {
                        let (left, right) = (value.clone(), Expr::Constant(0, type_of(self.graph, value)));
                        Condition { relation: Relation::Equal, left, right }
                    }
                };
                let ways = vec![zero(self), other(self)];
                self.node(like, Action::Branch(asked), ways)
            }
        }
    }

    /// Calls hand prefixes over, and back.
    fn hand_over(&mut self) {
        let arrays: Vec<(usize, Array)> =
            self.arrays.numbered().map(|(n, array)| (n, array.clone())).collect();
        for (number, array) in arrays {
            let Some(procedure) = array.procedure else { continue };
            let definition = &self.graph.procedures[procedure.index()];
            let entry = definition.entry;
            if !array.cells.cells().any(|cell| definition.formals.contains(&cell)) {
                self.on(entry, 0, |weaver, next| weaver.at(entry, weaver.ends[number], -1, next));
                continue;
            }
            let calls = self.calls_of(procedure);
            if calls.iter().any(|&call| !self.arrays.handed.contains_key(&(call, number))) {
                self.on(entry, 0, |weaver, next| weaver.any(entry, number, next));
            } else {
                for at in 0..self.marks(number).len() {
                    let own = self.marks(number)[at];
                    let formals = &mut self.new.procedures[procedure.index()].formals;
                    self.new.scalars[own.index()].kind = ScalarKind::Formal(formals.len() as u32);
                    formals.push(own);
                    self.pass(number, at, &calls);
                }
            }
            let mut is_given_back = false;
            for &call in &calls {
                let Some(&outside) = self.arrays.handed.get(&(call, number)) else { continue };
                let changes = match &self.graph.nodes[call.index()].action {
                    Action::Call { results, .. } => {
                        results.iter().any(|&(_, to)| self.arrays.with(to) == Some(outside))
                    }
                    _ => false,
                };
                if changes && self.gives_back(call, outside) {
                    is_given_back = true;
                    for back in self.marks(number).into_iter().zip(self.marks(outside)) {
                        let given = &mut self.new.procedures[procedure.index()].results;
                        if !given.contains(&back.0) {
                            given.push(back.0);
                        }
                        if let Action::Call { results, .. } = &mut self.new.nodes[call.index()].action {
                            results.push(back);
                        }
                    }
                }
            }
            if is_given_back && calls.iter().all(|&call| self.arrays.handed.contains_key(&(call, number))) {
                self.remember(procedure, number, &calls);
            }
        }
    }

    /// The scalars of an array's marks.
    fn marks(&self, array: usize) -> Vec<ScalarId> {
        [Some(self.lengths[array].0), self.ends[array]].into_iter().flatten().collect()
    }

    /// Calls pass one of the marks of an array that they hand over.
    fn pass(&mut self, array: usize, at: usize, calls: &[NodeId]) {
        for &call in calls {
            let given = Expr::Scalar(self.marks(self.arrays.handed[&(call, array)])[at]);
            if let Action::Call { arguments, .. } = &mut self.new.nodes[call.index()].action {
                arguments.push(given);
            }
        }
    }

    /// A procedure that may change a prefix knows how long it was: then what is known of places in it outlives the call.
    fn remember(&mut self, procedure: ProcedureId, array: usize, calls: &[NodeId]) {
        for (at, own) in self.marks(array).into_iter().enumerate() {
            let before = ScalarId(self.new.scalars.len() as u32);
            let formals = &mut self.new.procedures[procedure.index()].formals;
            let described = &self.new.scalars[own.index()];
            let name = format!("{} at the start", described.name);
            let kind = ScalarKind::Formal(formals.len() as u32);
            self.new.scalars.push(Scalar { name, kind, ..described.clone() });
            formals.push(before);
            self.pass(array, at, calls);
            let (left, right) = (Expr::Scalar(own), Expr::Scalar(before));
            let same = Condition { relation: Relation::Equal, left, right };
            let entry = self.graph.procedures[procedure.index()].entry;
            self.on(entry, 0, |weaver, next| weaver.node(entry, Action::Assume(same), vec![next]));
        }
    }

    fn calls_of(&self, procedure: ProcedureId) -> Vec<NodeId> {
        let calls =
            self.graph.nodes.iter().enumerate().filter(
                |(_, node)| matches!(&node.action, Action::Call { callee, .. } if *callee == procedure),
            );
        calls.map(|(number, _)| NodeId(number as u32)).collect()
    }

    /// The program with the new nodes of each procedure behind its old ones.
    fn renumbered(self) -> Extended {
        let Weaver { graph, new: mut made, .. } = self;
        let old = graph.nodes.len();
        let mut order: Vec<usize> = Vec::with_capacity(made.nodes.len());
        let mut added: Vec<Vec<usize>> = vec![Vec::new(); graph.procedures.len()];
        for number in old..made.nodes.len() {
            added[made.nodes[number].procedure.index()].push(number);
        }
        let mut procedures: Vec<usize> = (0..graph.procedures.len()).collect();
        procedures.sort_by_key(|&number| graph.procedures[number].nodes.0);
        for number in procedures {
            let (first, last) = graph.procedures[number].nodes;
            let begin = order.len();
            order.extend(first.index()..last.index());
            order.append(&mut added[number]);
            made.procedures[number].nodes = (NodeId(begin as u32), NodeId(order.len() as u32));
        }
        let mut numbers = vec![NodeId(0); made.nodes.len()];
        for (new, &old) in order.iter().enumerate() {
            numbers[old] = NodeId(new as u32);
        }
        let moved = |node: &mut NodeId| *node = numbers[node.index()];
        let mut nodes: Vec<Node> = order.iter().map(|&number| made.nodes[number].clone()).collect();
        nodes.iter_mut().flat_map(|node| &mut node.successors).for_each(moved);
        for procedure in &mut made.procedures {
            moved(&mut procedure.entry);
            moved(&mut procedure.exit);
        }
        made.errors.iter_mut().flat_map(|error| &mut error.nodes).for_each(moved);
        made.obligations.iter_mut().for_each(|obligation| moved(&mut obligation.node));
        made.assumed.iter_mut().filter_map(|assumed| assumed.node.as_mut()).for_each(moved);
        for (holds, fails) in made.units.iter_mut().filter_map(|unit| unit.exits.as_mut()) {
            moved(holds);
            moved(fails);
        }
        made.outline = Default::default();
        made.nodes = nodes;
        numbers.truncate(old);
        Extended { graph: made, nodes: numbers }
    }
}

/// The length of the prefix, and the index of the last zero, before the program runs, if they are known.
fn initial(graph: &Graph, array: &Array) -> Option<(i128, i128)> {
    let (mut length, mut last) = (i128::from(array.cells.length), -1);
    for (cell, index) in array.cells.cells().zip(0..) {
        match graph.scalars[cell.index()].initial {
            Some(Ok(0)) => (length, last) = (length.min(index), index),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
    Some((length, last))
}

/// That a flag is set, or that it is not.
fn is_set(flag: ScalarId, set: bool) -> Condition {
    let right = Expr::Constant(set.into(), IntegerType::BOOL);
    Condition { relation: Relation::Equal, left: Expr::Scalar(flag), right }
}

/// An expression in the type of lengths. An index that was in bounds keeps its value.
fn widened(index: &Expr) -> Expr {
    match index {
        Expr::Constant(value, _) => Expr::Constant(*value, LENGTH),
        index => Expr::Convert(LENGTH, Box::new(index.clone())),
    }
}
