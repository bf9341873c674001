//! One step of the walk back: over an edge, into a callee, out of one.

use std::rc::Rc;

use focuscheck_rules::edges::{Back, ErrorSets, Returned};
use focuscheck_rules::schema::{Goal, State};

use super::Search;
use super::point::{Frame, Move, Point};
use crate::facts::cfg::{Action, NodeId, ScalarId, StatementId, UnitId, UnitKind};
use crate::focus::precondition::{self, Passed};
use crate::solver::constraint::Linear;
use crate::summary::error_set::{Access, ErrorSet, Reason};

impl Search<'_> {
    /// The cases of an access: one for each cell that matters, if it is not known which it denotes.
    fn accesses(&self, known: Access, node: NodeId, set: &ErrorSet) -> Vec<Access> {
        match &self.walker.dependence().graph.nodes[node.index()].action {
            Action::Load { target, range, .. } if set.has_scalar(*target) => match known {
                Access::Any => range.cells().map(Access::Cell).collect(),
                known => vec![known],
            },
            Action::Store { range, .. } => {
                let matters: Vec<ScalarId> = range.cells().filter(|c| set.has_scalar(*c)).collect();
                match known {
                    Access::Cell(cell) if matters.contains(&cell) => vec![known],
                    Access::Cell(_) => vec![Access::Elsewhere],
                    _ => matters.into_iter().map(Access::Cell).chain([Access::Elsewhere]).collect(),
                }
            }
            Action::Load { .. } => vec![Access::Any],
            _ => vec![Access::Plain],
        }
    }

    pub(super) fn step(&mut self, number: u32, point: &Point, edge: &Back) {
        let from = edge.before;
        let stepper = self.walker.stepper();
        let (node, next) = (stepper.node(from), stepper.node(point.state));
        let outcome = self.walker.outcome(node, next);
        let set = self.walker.set(point.set);
        let known = self.walker.access(from);
        for access in self.accesses(known, node, &set) {
            let (before, reason) = if access == known {
                (edge.set, edge.reason)
            } else {
                // A subscript that is not known is narrowed to a case of the edge.
                let (before, reason) = self.walker.dependence().step_back(node, outcome, access, &set);
                (self.walker.intern(before), reason)
            };
            let mut store = (*point.store).clone();
            let passed =
                Passed { node, outcome, access, reason, after: &set, level: self.level(point.frame) };
            let changed = !self.careless
                && precondition::step(self.walker.dependence(), &mut self.symbols, &mut store, &passed);
            let mut next = Point {
                parent: Some(number),
                state: from,
                set: before,
                passage: Move::Step { reason, outcome, access },
                ..point.clone()
            };
            let graph = self.walker.dependence().graph;
            let unit = graph.nodes[node.index()].unit;
            if let Some(reason) = reason {
                next.word = self.words.intern((point.word, node, 0, outcome, access));
                self.count(&mut next, unit, reason, point.frame);
            } else if graph.units[unit.index()].kind == UnitKind::Return && !point.touched {
                next.returned = true;
            }
            self.push_checked(next, store, changed);
        }
    }

    /// Accounts for a focus statement: its length, its statement, and the explicit return of its procedure.
    fn count(&mut self, next: &mut Point, unit: UnitId, reason: Reason, frame: Option<u32>) {
        let definition = &self.walker.dependence().graph.units[unit.index()];
        if !next.touched {
            next.touched = true;
            next.cost += (next.returned && definition.kind != UnitKind::Return) as u32;
        }
        if reason == Reason::Part {
            return;
        }
        let joins = next.last.is_some_and(|(statement, last_unit, last_frame)| {
            statement == definition.statement
                && last_frame == frame
                && (last_unit != unit || matches!(definition.kind, UnitKind::Assert | UnitKind::Check))
        });
        next.cost += !joins as u32;
        next.last = Some((definition.statement, unit, frame));
        add_statement(&mut next.statements, definition.statement);
    }

    pub(super) fn enter_callee(
        &mut self,
        number: u32,
        point: &Point,
        &Returned { call, exit, asked }: &Returned,
    ) {
        let Some(goal) = asked else {
            let next = Point { parent: Some(number), state: call, passage: Move::Over, ..point.clone() };
            let store = (*point.store).clone();
            self.push_checked(next, store, false);
            return;
        };
        if self.distances.leads_on(goal, exit) || self.distances.answer(goal).is_none() {
            let outer = point.frame.map_or(Goal::OPEN, |f| self.frames.get(f).goal);
            let outer_rest = point.frame.map_or(0, |f| self.frames.get(f).rest);
            let level = self.level(point.frame) + 1;
            let before = self.distances.before_call(outer, call);
            let frame = self.frames.intern(Frame {
                call,
                goal,
                after: point.set,
                touched: point.touched,
                returned: point.returned,
                parent: point.frame,
                level,
                rest: before.saturating_add(outer_rest),
            });
            let mut store = (*point.store).clone();
            let graph = self.walker.dependence().graph;
            let call_node = self.walker.stepper().node(call);
            let mut changed = false;
            if let Action::Call { results, .. } = &graph.nodes[call_node.index()].action {
                let outer_level = self.level(point.frame);
                let mut symbol =
                    |level, scalar| precondition::scalar_symbol(&mut self.symbols, graph, level, scalar);
                let returned: Vec<_> = results
                    .iter()
                    .map(|&(from, to)| (symbol(outer_level, to), Linear::symbol(symbol(level, from))))
                    .collect();
                changed = store.substitute(&returned);
            }
            let (exit, set) = self.walker.question(goal);
            let next = Point {
                parent: Some(number),
                state: exit,
                set,
                frame: Some(frame),
                touched: false,
                returned: false,
                passage: Move::Leave,
                ..point.clone()
            };
            self.push_checked(next, store, changed);
        }
    }

    /// Comes out of a callee at its call.
    pub(super) fn pop(&mut self, number: u32, point: &Point, frame_number: u32) {
        let frame = Rc::clone(self.frames.get(frame_number));
        if self.edges.entry(frame.call) != point.state {
            return;
        }
        let set = self.walker.leave(frame.call, frame.after, point.set, point.touched);
        let mut next = Point {
            parent: Some(number),
            state: frame.call,
            set,
            frame: frame.parent,
            touched: frame.touched || point.touched,
            returned: frame.returned,
            passage: Move::Enter { returns: true, touched: point.touched },
            ..point.clone()
        };
        if point.touched {
            // The outer procedure's own explicit return is printed as soon as it has a focus statement.
            next.cost += (!frame.touched && frame.returned) as u32;
        }
        self.come_out(point, next, frame.level, frame.call);
    }

    /// Comes out of a procedure that has not returned when the violation happens.
    pub(super) fn leave_open(&mut self, number: u32, point: &Point, call: State) {
        let set = self.walker.pending_call(call, point.set);
        let next = Point {
            parent: Some(number),
            state: call,
            set,
            passage: Move::Enter { returns: false, touched: true },
            ..point.clone()
        };
        self.come_out(point, next, 0, call);
    }

    fn come_out(&mut self, point: &Point, mut next: Point, inner_level: u32, call: State) {
        let walker = self.walker;
        let graph = walker.dependence().graph;
        let node = walker.stepper().node(call);
        let unit = graph.nodes[node.index()].unit;
        if matches!(next.passage, Move::Enter { touched: true, .. }) {
            next.word = self.words.intern((point.word, node, 1, None, Access::Plain));
            next.cost += 1;
            let statement = graph.units[unit.index()].statement;
            next.last = Some((statement, unit, next.frame));
            add_statement(&mut next.statements, statement);
        }
        let mut store = (*point.store).clone();
        if self.careless {
            self.push(next);
            return;
        }
        let outer_level = self.level(next.frame);
        let dependence = walker.dependence();
        let changed =
            precondition::call(dependence, &mut self.symbols, &mut store, node, inner_level, outer_level);
        self.push_checked(next, store, changed);
    }
}

fn add_statement(statements: &mut Rc<Vec<StatementId>>, statement: StatementId) {
    if let Err(position) = statements.binary_search(&statement) {
        let mut more = (**statements).clone();
        more.insert(position, statement);
        *statements = Rc::new(more);
    }
}
