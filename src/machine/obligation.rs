//! Runs a function until the first thing fails that has to hold.

use std::collections::BTreeMap;

use crate::check::logic::tree::Stated;
use crate::check::tree::FunctionId;
use crate::program::graph::{Action, Callee};

use super::ending::{At, Ending, Goal, Property};
use super::judge::{Goes, Judge, Spot};
use super::run::Machine;

impl<'g> Machine<'g> {
    /// Runs a function that was put at its beginning ([`Machine::begin`]) until the first thing fails.
    pub fn run_to(&mut self, goal: &Goal<'g>) -> Ending {
        let functions = self.graph.bodies.iter().enumerate();
        let functions =
            functions.filter_map(|(number, body)| Some(((*body)?, FunctionId(number as u32)))).collect();
        self.written = Some(Vec::new());
        let base = self.frames.len();
        let mut judge =
            Judge { machine: self, goal: *goal, functions, plans: BTreeMap::new(), stack: Vec::new(), base };
        let ending = judge.run();
        self.written = None;
        ending
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
