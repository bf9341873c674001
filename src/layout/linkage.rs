//! What second names, sections, constructors and assembly mean for memory and for the order of a run.
//!
//! What they mean is modelled only where it is plain. For the rest the worst is taken: a variable with a second name
//! has no cells, one that assembly or a section can name escapes, and a run whose order is not known is not followed.

use std::collections::BTreeSet;

use super::opaque::unsupported;
use super::program::{Expression, ExpressionKind, FunctionId, May, Statement, StatementKind};
use super::state::Layout;
use super::value::Value;
use crate::arith::IntegerType;
use crate::check::tree::{self, Storage};
use crate::program::given::holds_foreign_pointers;
use crate::source::Span;

impl Layout<'_> {
    /// Lets escape what is reached by other ways than its name.
    pub fn expose_linked(&mut self) {
        self.given_away |= self.is_given_pointers();
        for (object, variable) in &self.variables {
            let entry = &self.tree.objects[object.index()];
            let (file, internal) = match entry.storage {
                Storage::File { internal, .. } => (true, internal),
                Storage::Static | Storage::Automatic | Storage::Parameter | Storage::Result => (false, true),
            };
            let exposed = file && self.tree.linkage.exposed.contains(&entry.name);
            if self.assembler || exposed || (self.given_away && !internal) {
                self.address_taken.insert(*variable);
            }
        }
    }

    /// Whether an object may hold pointers that code of other files has put there.
    pub fn is_given(&self, object: &tree::Object) -> bool {
        holds_foreign_pointers(self.tree, object, self.options.globals_are_inputs)
    }

    /// Whether code of other files passes pointers to a function here: to the one where it begins, unless that is `main`, or
    /// to one that it may call back.
    fn is_given_pointers(&self) -> bool {
        let passed = |id: tree::FunctionId| {
            self.tree.functions[id.index()].passing.iter().any(|ty| self.tree.types.holds_pointers(ty))
        };
        let entered = self.options.entry.is_some() && self.start().is_some_and(|(id, _)| passed(id));
        entered || self.function_values.iter().any(|id| passed(*id))
    }

    /// The functions with bodies that may be called through pointers.
    pub fn callbacks(&self) -> BTreeSet<FunctionId> {
        let mut found: BTreeSet<FunctionId> =
            self.function_values.iter().filter_map(|id| self.defined(*id)).collect();
        if self.assembler {
            found.extend((0..self.program.functions.len() as u32).map(FunctionId));
        }
        found
    }

    /// What runs before `main`, and around it, put at its begin.
    pub fn run_constructors(&mut self, main: FunctionId) {
        let mut statements = Vec::new();
        let effect = |kind, span| {
            let expression = Expression { kind, ty: IntegerType::INT, span };
            Statement { kind: StatementKind::Expression(expression), span }
        };
        let undecided = |reason: &str, span| {
            let part = unsupported(reason, Vec::new(), May::ANYTHING, IntegerType::INT, span);
            Statement { kind: StatementKind::Expression(part), span }
        };
        if let Some((name, span)) = &self.tree.linkage.unread {
            let reason = format!("'#if' on '{name}', whose header is not read,");
            statements.push(undecided(&reason, *span));
            statements.push(effect(ExpressionKind::Stop(Vec::new()), *span));
        }
        if let Some((name, span)) = self.tree.linkage.destructors.first() {
            statements.push(undecided(&format!("destructor '{name}'"), *span));
        }
        if let Some(name) = &self.tree.linkage.tables {
            let span = self.program.functions[main.index()].span;
            statements
                .push(undecided(&format!("'{name}' in a table of functions that run around main"), span));
            statements.push(effect(ExpressionKind::Stop(Vec::new()), span));
        }
        let defined = |name: &str| self.tree.function(name).and_then(|id| self.numbers[id.index()]);
        match &self.tree.linkage.constructors[..] {
            [] => {}
            [(name, span)] if defined(name).is_some_and(|id| id != main) => {
                let Some(id) = defined(name) else { return };
                let parameters = self.program.functions[id.index()].parameters.iter();
                let cells = parameters.flat_map(|v| &self.program.variables[v.index()].cells);
                let arguments = cells
                    .map(|cell| {
                        unsupported("argument of a constructor", Vec::new(), May::NOTHING, cell.ty, *span)
                    })
                    .collect();
                statements.push(effect(ExpressionKind::Call(id, arguments, Vec::new()), *span));
            }
            [(name, span), ..] => {
                // Which comes first, the linker decides.
                statements.push(undecided(&format!("several constructors, '{name}' among them"), *span));
                statements.push(effect(ExpressionKind::Stop(Vec::new()), *span));
            }
        }
        if let StatementKind::Block(body) = &mut self.program.functions[main.index()].body.kind {
            body.splice(0..0, statements);
        }
    }

    /// An `asm` statement: its outputs are not known, and its text may name and call what it likes.
    pub fn assembler(&mut self, assembler: &tree::Assembler, span: Span, out: &mut Vec<Statement>) {
        let (mut effects, hoisted) = self.with_hoisting(|c| {
            let mut effects = Vec::new();
            for input in &assembler.inputs {
                let value = match input {
                    // An operand in memory is passed by its address.
                    tree::Operand::Place(place) => {
                        let target = c.target(place);
                        c.address_of(target, place.span)
                    }
                    tree::Operand::Value(value) => c.value(value),
                };
                effects.extend(c.escaping_effects(value));
            }
            effects
        });
        out.extend(hoisted);
        let mut may = May::NOTHING;
        if assembler.text {
            self.assembler = true;
            may = May::RUN;
        }
        may.jump = assembler.jumps;
        const REASON: &str = "inline assembly";
        let inputs = std::mem::take(&mut effects);
        effects.push(unsupported(REASON, inputs, may, IntegerType::INT, span));
        for output in &assembler.outputs {
            let (stored, hoisted) = self.with_hoisting(|c| {
                let target = c.target(output);
                let ty = target.ty.clone();
                let value = Value::other(ty, REASON, Vec::new(), May::NOTHING, output.span);
                c.store(target, value, output.span).into_dropped()
            });
            out.extend(hoisted);
            effects.extend(stored);
        }
        let statement = |e| Statement { kind: StatementKind::Expression(e), span };
        out.extend(effects.into_iter().map(statement));
        if may.jump {
            let stop = ExpressionKind::Stop(Vec::new());
            out.push(statement(Expression { kind: stop, ty: IntegerType::INT, span }));
        }
    }
}
