//! Code that nobody knows.

use std::collections::BTreeSet;

use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::limit::spend;
use focuscheck_base::source::Span;
use focuscheck_check::library::Effect;
use focuscheck_ir::program::graph::Expr;

use super::run::{End, Machine};
use super::store::Byte;
use super::value::{Reference, Value};

impl Machine<'_> {
    /// Code that nobody knows gets values, and may change what it reaches.
    pub(super) fn unknown_code(
        &mut self,
        reason: &Unmodelled,
        values: &[Expr],
        effect: Effect,
        calls_back: bool,
        span: Span,
    ) -> Result<(), End> {
        let mut pending = Vec::new();
        for value in values {
            if let Value::Reference(reference) = self.copied(value)? {
                pending.push(reference);
            }
        }
        let because = self.because(reason.clone());
        if calls_back {
            pending.extend(self.memory.leaked().map(|block| Reference::Block(block, 0, None)));
        }
        let mut reached = BTreeSet::new();
        let mut functions = false;
        while let Some(reference) = pending.pop() {
            spend(1);
            match reference {
                Reference::Block(block, ..) => {
                    if reached.insert(block) {
                        pending.extend(self.memory.references(block));
                    }
                }
                Reference::Function(_) => functions = true,
                Reference::Text(_) => {}
            }
        }
        let calls = matches!(effect, Effect::Calls | Effect::Later | Effect::Leaves | Effect::Ends);
        if functions && (calls || calls_back) {
            return self.unsupported(because, span);
        }
        let writes = !matches!(effect, Effect::Reads | Effect::Into);
        for block in reached {
            if calls_back {
                self.memory.leak(block);
            }
            let entry = self.memory.block(block);
            if writes && entry.alive && !entry.literal {
                self.memory.flood(block, Byte::Unknown(because));
            }
        }
        Ok(())
    }
}
