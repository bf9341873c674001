//! What annotations say and nobody looks at: said once for each kind of clause.

use std::collections::BTreeMap;

use focuscheck_base::source::Span;
use focuscheck_check::logic::tree::{Assigns, Contract, Stated, Unmodelled, Variant};
use focuscheck_check::tree::{Program, Statement, StatementKind};
use focuscheck_check::visit::{Visit, in_statement};
use focuscheck_syntax::error::Diagnostic;

/// Where each kind of clause stands.
#[derive(Default)]
struct LeftOut {
    places: BTreeMap<String, Vec<Span>>,
}

/// A warning for each kind of clause that is not looked at.
pub(super) fn left_out(program: &Program) -> Vec<Diagnostic> {
    let mut found = LeftOut::default();
    program.logic.unmodelled.iter().for_each(|what| found.unmodelled(what));
    for axiom in &program.logic.axioms {
        found.add(&format!("axiom {}", axiom.name), axiom.span);
    }
    for function in &program.functions {
        if let Some(contract) = &function.contract {
            found.contract(contract);
        }
        if let Some(definition) = &function.definition {
            definition.body.iter().for_each(|statement| found.statement(statement));
        }
    }
    let mut said: Vec<Diagnostic> =
        found.places.into_iter().map(|(what, places)| said(&what, &places)).collect();
    said.sort_by_key(|diagnostic| diagnostic.span);
    said
}

fn said(what: &str, places: &[Span]) -> Diagnostic {
    let first = places.iter().min().copied().unwrap_or_default();
    let more = match places.len() {
        0 | 1 => String::new(),
        number => format!(" (here and at {} more places)", number - 1),
    };
    Diagnostic::warning(first, format!("'{what}' is not looked at{more}"))
}

impl LeftOut {
    fn add(&mut self, what: &str, span: Span) {
        let places = self.places.entry(what.to_owned()).or_default();
        if !places.contains(&span) {
            places.push(span);
        }
    }

    fn unmodelled(&mut self, what: &Unmodelled) {
        self.add(&what.what, what.span);
    }

    fn assigns(&mut self, name: &str, assigns: &Assigns) {
        self.add(name, assigns.span);
    }

    fn variant(&mut self, name: &str, variant: Option<&Variant>) {
        variant.into_iter().for_each(|variant| self.add(name, variant.span));
    }

    fn contract(&mut self, contract: &Contract) {
        let assigns = contract.behaviors.iter().filter_map(|behavior| behavior.assigns.as_ref());
        assigns.chain(&contract.assigns).for_each(|assigns| self.assigns("assigns", assigns));
        self.variant("decreases", contract.decreases.as_ref());
        contract.terminates.iter().for_each(|clause| self.add("terminates", clause.span));
        contract.unmodelled.iter().for_each(|what| self.unmodelled(what));
    }
}

impl<'t> Visit<'t> for LeftOut {
    fn statement(&mut self, statement: &'t Statement) {
        if let Some(contract) = &statement.contract {
            contract.assigns.iter().for_each(|assigns| self.assigns("loop assigns", assigns));
            self.variant("loop variant", contract.variant.as_ref());
            contract.unmodelled.iter().for_each(|what| self.unmodelled(what));
        }
        if let StatementKind::Stated(stated) = &statement.kind
            && let Stated::Unmodelled(what) = &**stated
        {
            self.unmodelled(what);
        }
        in_statement(self, statement);
    }
}
