//! What actions do on a path, calls and the ends of executions among them.

use focuscheck_check::logic::tree::{Checked, Stated};
use focuscheck_ir::program::graph::{Action, Argument, Callee, Expr, Library, NodeId, Receiver};
use focuscheck_vc::guarded::graph::{BlockId, Command, Fact, Forgotten, FrameId, Moment};
use focuscheck_vc::guarded::spread;

use super::copies::{Builder, Context};
use super::graph::{Needs, Step};

impl<'g> Builder<'g> {
    /// What an action does.
    pub(super) fn act(
        &mut self,
        block: BlockId,
        frame: FrameId,
        action: &'g Action,
        span: focuscheck_base::source::Span,
    ) {
        match action {
            Action::Unknown { .. } => self.step(block, Step::Run(Command::ForgetAll)),
            Action::Library { function, arguments, result } => {
                self.library(block, frame, function, arguments);
                result.iter().for_each(|result| self.forget(block, Forgotten::Temporary(frame, *result)));
            }
            Action::Skip
            | Action::Mark(_)
            | Action::Assign { .. }
            | Action::Load { .. }
            | Action::Store { .. }
            | Action::Copy { .. }
            | Action::Clear { .. }
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Return(_)
            | Action::Forget { .. }
            | Action::Branch(_)
            | Action::Call { .. }
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Inspect { .. }
            | Action::Cut(_)
            | Action::Stated(_) => self.step(block, Step::Run(Command::Run { frame, action, span })),
        }
    }

    /// What a library function does to memory.
    pub(super) fn library(
        &mut self,
        block: BlockId,
        frame: FrameId,
        function: &Library,
        arguments: &'g [Expr],
    ) {
        // What was allocated is like any other memory; what was freed is not used any more.
        if let Some(pointer) = function.writes().and_then(|argument| arguments.get(argument)) {
            self.forget(block, Forgotten::Behind(frame, pointer));
        }
    }

    /// A call: inlined, or anything may have happened.
    pub(super) fn called(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let (graph, caller) = (self.program.graph, context.frame);
        let span = graph.nodes[node.index()].span;
        let Action::Call { callee, arguments, result } = &graph.nodes[node.index()].action else { return };
        if let Callee::Pointer(pointer) | Callee::Missing(pointer) = callee {
            self.check_expression(block, caller, pointer);
        }
        for argument in arguments {
            match argument {
                Argument::Value(value) => self.check_expression(block, caller, value),
                Argument::Record(place) => self.check_access(block, caller, place),
            }
        }
        if let Some((entry, inner)) = self.inlined(node, context) {
            let frame = inner.frame;
            let (function, procedure) = (self.function(frame), self.execution(frame).procedure);
            let bound = Some(procedure);
            let bind = Command::Bind { frame, caller, procedure: bound, function, arguments };
            self.step(block, Step::Run(bind));
            self.step(block, Step::Run(Command::Remember(frame, Moment::Pre)));
            return self.go(block, Some((node, context)), entry, None);
        }
        if let Callee::Procedure(procedure) = callee
            && self.program.outcomes.may_end(*procedure)
        {
            self.end(block);
        }
        self.step(block, Step::Run(Command::ForgetAll));
        match result {
            Some(Receiver::Temporary(target)) => self.forget(block, Forgotten::Temporary(caller, *target)),
            Some(Receiver::Object(object)) => self.forget(block, Forgotten::Returned(caller, *object, span)),
            None => {}
        }
        self.next(node, context, block);
    }

    /// The end of an execution.
    pub(super) fn exit(&mut self, node: NodeId, context: &Context, block: BlockId) {
        let frame = context.frame;
        let graph = self.program.graph;
        let Some((call, caller)) = self.execution(frame).back.clone() else {
            self.end(block);
            let Some(contract) = self.contract(frame) else { return };
            for (clause, under) in spread(Some(contract), &contract.ensures) {
                if clause.kind != Checked::AdmitOnly {
                    let fact = Fact::Stated { frame, clause, inside: None, under };
                    let needs = Needs::Stated(&clause.text);
                    self.step(block, Step::Check { fact, needs, at: clause.span.start });
                }
            }
            return;
        };
        let behind = graph.nodes[call.index()].successors.first();
        let result = match &graph.nodes[call.index()].action {
            Action::Call { result, .. } => result.as_ref(),
            _ => None,
        };
        self.step(block, Step::Run(Command::Leave { frame, caller: caller.frame, result }));
        match behind {
            Some(&next) => self.go(block, Some((node, context)), next, None),
            None => self.end(block),
        }
    }

    /// What is stated at a point: assertions can fail, what is admitted holds.
    pub(super) fn stated(&mut self, stated: &'g Stated, context: &Context, block: BlockId) {
        let frame = context.frame;
        let inside = context.heads.last().copied();
        let contract = self.contract(frame);
        match stated {
            Stated::Assert(clause) | Stated::Check(clause) => {
                for (clause, under) in spread(contract, std::slice::from_ref(clause)) {
                    let fact = Fact::Stated { frame, clause, inside, under };
                    let needs = Needs::Stated(&clause.text);
                    self.step(block, Step::Check { fact, needs, at: clause.span.start });
                }
            }
            Stated::Admit(clause) | Stated::Invariant(clause) => {
                for (clause, under) in spread(contract, std::slice::from_ref(clause)) {
                    let fact = Fact::Stated { frame, clause, inside, under };
                    self.step(block, Step::Given { fact, at: clause.span.start });
                }
            }
            Stated::Unmodelled(_) => {}
        }
    }
}
