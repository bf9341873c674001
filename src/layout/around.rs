//! What runs before `main`, and around it: what attributes and sections ask for.

use focuscheck_base::arith::IntegerType;
use focuscheck_base::doubt::Unmodelled;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action, Expr, ProcedureId, UnitKind};

use super::build::Stage;

impl Stage<'_> {
    /// At the start of `main`: what runs before it.
    pub fn run_constructors(&mut self) {
        if self.out.main != Some(self.procedure()) {
            return;
        }
        let linkage = &self.tree.linkage;
        if let Some((name, span)) = &linkage.unread {
            self.undecided(format!("'#if' on '{name}', whose header is not read,"), *span);
        }
        if let Some((name, span)) = linkage.destructors.first() {
            self.undecided(format!("destructor '{name}'"), *span);
        }
        if let Some(name) = &linkage.tables {
            let span = self.tree.functions[self.copy().function.index()].definition.as_ref().map(|d| d.span);
            let reason = format!("'{name}' in a table of functions that run around main");
            self.undecided(reason, span.unwrap_or_default());
        }
        match &linkage.constructors[..] {
            [] => {}
            [(name, span)] if self.constructor(name).is_some() => {
                let Some(callee) = self.constructor(name) else { return };
                self.run_constructor(callee, *span);
            }
            // Which comes first, the linker decides.
            [(name, span), ..] => {
                self.undecided(format!("several constructors, '{name}' among them"), *span);
            }
        }
    }

    /// The procedure of a constructor that is not the function to start at.
    fn constructor(&self, name: &str) -> Option<usize> {
        let id = self.tree.resolved(self.tree.function(name)?);
        let number = self.copies.iter().position(|copy| copy.function == id)?;
        (number != self.current).then_some(number)
    }

    fn run_constructor(&mut self, number: usize, span: Span) {
        let statement = self.new_statement(span, None);
        let unit = self.new_unit(UnitKind::Call, statement);
        let outer = self.unit.replace(unit);
        let mut arguments = Vec::new();
        for formal in self.copies[number].formals.clone() {
            let ty = self.out.scalars[formal.index()].ty;
            arguments.push(self.unknown_of("argument of a constructor".into(), ty, span));
        }
        // What comes from elsewhere has values.
        arguments.extend(self.copies[number].flags.iter().map(|_| Expr::Constant(1, IntegerType::BOOL)));
        let callee = ProcedureId(number as u32);
        self.emit(Action::Call { callee, arguments, results: Vec::new() }, span);
        self.unit = outer;
        self.after_call(number, span);
    }

    /// What runs first is not followed, nor what comes after it.
    fn undecided(&mut self, reason: String, span: Span) {
        let statement = self.new_statement(span, None);
        let unit = self.new_unit(UnitKind::Check, statement);
        let outer = self.unit.replace(unit);
        self.cut(&Unmodelled::from(reason), span);
        self.unit = outer;
    }
}
