//! One move of the enumeration: what it does to the suffix and to its precondition.

use std::rc::Rc;

use focuscheck_rules::schema::State;

use super::Search;
use super::point::Point;
use crate::focus::precondition::{self, BackwardStep};
use crate::focus::store::Store;
use crate::focus::walk::{Move, Moved};
use crate::summary::error_set::Access;
use crate::summary::grouping::StepMembership;
use focuscheck_cells::facts::cfg::{Action, StatementId};
use focuscheck_lia::constraint::Linear;

impl Search<'_> {
    /// Goes on from a point by a move.
    pub(super) fn follow(&mut self, number: u32, point: &Point, moved: Moved) {
        if let (Move::Leave, Some(frame)) = (moved.by, moved.spot.frame) {
            self.measure(frame);
            let goal = self.walk.goal(moved.spot.frame);
            if !self.distances.leads_on(goal, moved.spot.state) && self.distances.answer(goal).is_some() {
                return;
            }
        }
        let mut store = (*point.store).clone();
        let changed = !self.careless && self.carry(point, &moved, &mut store);
        let mut next = Point { parent: Some(number), moved, ..point.clone() };
        self.tell(point, &mut next);
        self.push_checked(next, store, changed);
    }

    /// Makes sure that it is known how many steps at least precede the call of a frame.
    fn measure(&mut self, frame: u32) {
        while self.rests.len() <= frame as usize {
            let next = self.walk.frame(self.rests.len() as u32);
            let outer = next.parent.map_or(0, |parent| self.rests[parent as usize]);
            let before = self.distances.before_call(self.walk.goal(next.parent), next.call);
            self.rests.push(outer.saturating_add(before));
        }
    }

    /// Accounts for a focus statement: what identifies it, how many steps it begins, its statement.
    fn tell(&mut self, before: &Point, next: &mut Point) {
        let spot = next.moved.spot;
        let node = self.walker.node(spot.state);
        let grouping = self.walker.dependence().grouping();
        let met = match next.moved.by {
            Move::Step { reason: Some(reason), outcome, access } => {
                next.word = self.words.intern((before.word, node, 0, outcome, access));
                grouping.meets(before.moved.spot.told, &mut next.last, node, reason, spot.frame)
            }
            Move::Enter { returns, touched: true } => {
                next.word = self.words.intern((before.word, node, 1, None, Access::Plain));
                let inner = before.moved.spot.frame.filter(|_| returns);
                let told = inner.map_or(spot.told, |inner| self.walk.frame(inner).told);
                grouping.meets_alone(told, &mut next.last, node, spot.frame)
            }
            Move::Violation | Move::Step { .. } | Move::Enter { .. } | Move::Leave | Move::Over => return,
        };
        next.cost += met.steps();
        if met.turn != StepMembership::Part {
            add_statement(&mut next.statements, grouping.statement(node).0);
        }
    }

    /// Carries the precondition back over a move; whether it changed.
    fn carry(&mut self, point: &Point, moved: &Moved, store: &mut Store) -> bool {
        let dependence = self.walker.dependence();
        let (from, to) = (point.moved.spot, moved.spot);
        let (later, earlier) = (self.walk.level(from.frame), self.walk.level(to.frame));
        let node = self.walker.node(to.state);
        match moved.by {
            Move::Violation | Move::Over => false,
            Move::Step { reason, outcome, access } => {
                let after = self.walker.set(from.set);
                let passed = BackwardStep { node, outcome, access, reason, after: &after, level: earlier };
                precondition::step(dependence, &mut self.symbols, store, &passed)
            }
            Move::Enter { .. } => {
                precondition::call(dependence, &mut self.symbols, store, node, later, earlier)
            }
            Move::Leave => {
                let call = to.frame.map(|frame| self.walk.frame(frame).call);
                call.is_some_and(|call| self.return_from(call, (later, earlier), store))
            }
        }
    }

    /// What a call gives is what its callee has at its end; the levels are those of the caller and of the callee.
    fn return_from(&mut self, call: State, (caller, callee): (u32, u32), store: &mut Store) -> bool {
        let graph = self.walker.dependence().graph;
        let call = self.walker.node(call);
        let Action::Call { results, .. } = &graph.nodes[call.index()].action else { return false };
        let mut symbol = |level, scalar| precondition::scalar_symbol(&mut self.symbols, graph, level, scalar);
        let returned: Vec<_> = results
            .iter()
            .map(|&(from, to)| (symbol(caller, to), Linear::symbol(symbol(callee, from))))
            .collect();
        store.substitute(&returned)
    }
}

fn add_statement(statements: &mut Rc<Vec<StatementId>>, statement: StatementId) {
    if let Err(position) = statements.binary_search(&statement) {
        let mut more = (**statements).clone();
        more.insert(position, statement);
        *statements = Rc::new(more);
    }
}
