//! Runs a function until the first thing fails that has to hold.

use std::cell::Cell;
use std::collections::BTreeMap;

use focuscheck_check::logic::tree::{Contract, Stated};
use focuscheck_check::tree::FunctionId;
use focuscheck_ir::program::graph::{Action, Callee};

use super::ending::{At, Ending, Goal, Property};
use super::judge::{Goes, Judge, Spot};
use super::location::Extent;
use super::memory::Memory;
use super::run::Machine;

impl<'g> Machine<'g> {
    /// Runs a function that was put at its beginning ([`Machine::begin`]) until the first thing fails.
    pub fn run_to(&mut self, goal: &Goal<'g>) -> Ending {
        let functions = self.graph.bodies.iter().enumerate();
        let functions =
            functions.filter_map(|(number, body)| Some(((*body)?, FunctionId(number as u32)))).collect();
        self.written = Some(Vec::new());
        self.types = Some(&goal.tree.types);
        let base = self.frames.len();
        let contract = goal.tree.functions[goal.function.index()].contract.as_deref();
        // What is assigned may be as it was at the end.
        let limits = |contract: &Contract| {
            contract.assigns.is_some() || contract.behaviors.iter().any(|behavior| behavior.assigns.is_some())
        };
        let before = contract.is_some_and(limits).then(|| self.memory.remembered());
        let mut judge = Judge {
            machine: self,
            goal: *goal,
            functions,
            plans: BTreeMap::new(),
            stack: Vec::new(),
            base,
            forbidden: Cell::new(None),
        };
        let ending = judge.run();
        let forbidden = judge.forbidden.get();
        self.written = None;
        match (before, forbidden) {
            (Some(before), Some(extent)) if !self.differs_at_end(base, &before, &extent) => {
                let span = self.node().span;
                Ending::Unknown { reason: "assignment that may be undone before the end".into(), span }
            }
            _ => ending,
        }
    }

    /// Whether bits of a block differ from those before when the function ends that was started.
    fn differs_at_end(&mut self, base: usize, before: &Memory, extent: &Extent) -> bool {
        let ends =
            |machine: &Self| machine.frames.len() <= base && matches!(machine.node().action, Action::Exit);
        for _ in 0..self.limits.steps {
            if ends(self) {
                let Some(block) = extent.block else { return false };
                let first = u64::try_from(extent.first / 8).unwrap_or(0);
                let end = u64::try_from((extent.end + 7) / 8).unwrap_or(0);
                return (first..end).any(|at| self.memory.byte(block, at) != before.byte(block, at));
            }
            if self.step().is_err() {
                return false;
            }
        }
        false
    }
}

impl<'g> Judge<'_, 'g> {
    fn run(&mut self) -> Ending {
        let mut goes = self.enter(None).and_then(|()| self.arrive());
        for _ in 0..self.machine.limits.steps {
            match goes {
                Ok(()) => goes = self.step(),
                Err(ending) => return ending,
            }
        }
        goes.err().unwrap_or(Ending::Limit)
    }

    /// Runs one node, and looks at what is stated before and after it.
    fn step(&mut self) -> Goes {
        let node = self.machine.node();
        match &node.action {
            Action::Stated(stated) => self.stated(stated)?,
            Action::Exit => {
                self.leave()?;
                if self.stack.len() == 1 {
                    return Err(Ending::Finished);
                }
            }
            Action::Call { callee: Callee::Declared(function), arguments, result } => {
                self.declared(*function, arguments, result.as_ref(), node.span)?;
                return self.arrive();
            }
            _ => {}
        }
        let open = self.machine.frames.len();
        self.machine.step().map_err(|end| self.ending(end))?;
        self.written()?;
        if self.machine.frames.len() > open {
            self.enter(Some(node.span))?;
        } else if self.machine.frames.len() < open {
            self.stack.pop();
        }
        self.arrive()
    }

    /// What is stated at a point.
    pub(super) fn stated(&self, stated: &'g Stated) -> Goes {
        let (number, execution) = self.last();
        let (clause, property) = match stated {
            Stated::Assert(clause) | Stated::Check(clause) => (clause, Some(Property::Assert)),
            Stated::Invariant(clause) => (clause, Some(Property::LabelInvariant)),
            Stated::Admit(clause) => (clause, None),
            Stated::Unmodelled(_) => return Ok(()),
        };
        for (clause, under) in execution.spread(std::slice::from_ref(clause)) {
            let Some(instance) = self.fault((clause, under))? else { continue };
            if self.passes_by(clause) {
                continue;
            }
            let (at, span) = (At::Here(clause.span.start), clause.span);
            return Err(match property {
                Some(property) => {
                    self.fails(Spot { property, at, span, clause: Some(span) }, number, Some(instance))
                }
                None => Ending::NoRun(clause.span),
            });
        }
        Ok(())
    }
}
