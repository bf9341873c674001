//! Annotations in bodies: of loops, and at points; and those of the whole program.

use super::contract::join;
use super::elaborate::{Clause, Elaborator, Failed};
use super::tree::{self, LoopContract, Stated, Unmodelled};
use crate::checker::Checker;
use crate::tree::{LabelKind, Statement, StatementKind};
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{
    Checked, CodeClauseKind, Global, LoopClause, LoopClauseKind, Specification, Standing,
};
use focuscheck_syntax::annotation::{Annotation, AnnotationKind};
use focuscheck_syntax::ast::{self, Name};

impl<'a> Checker<'a> {
    /// Enters what annotations define, and notes what they say else of the whole program.
    pub(crate) fn logic_globals(&mut self, unit: &'a ast::TranslationUnit) {
        for (item, external) in unit.items.iter().enumerate() {
            self.item = item;
            let annotations = match external {
                ast::Item::Annotation(annotation) => std::slice::from_ref(annotation),
                ast::Item::Declaration(declaration) => &declaration.annotations[..],
                ast::Item::Function(definition) => &definition.annotations[..],
                ast::Item::Assembler(_) => &[],
            };
            for annotation in annotations {
                if let Some(Specification::Globals(globals)) = self.specification(annotation) {
                    globals.iter().for_each(|global| self.logic_global(global));
                }
            }
        }
        let lonely = unit.unattached.iter().filter(|a| a.kind() != AnnotationKind::ErrorCondition);
        for annotation in lonely.filter(|annotation| !annotation.body().trim().is_empty()) {
            let what = "annotation that belongs to nothing".to_owned();
            let what = Unmodelled { what, span: annotation.span };
            self.logic.globals.leave_out(what, Standing::Stated);
        }
        self.item = usize::MAX;
    }

    fn logic_global(&mut self, global: &'a Global) {
        match global {
            Global::Definition(definition) => {
                self.define_logic(definition);
            }
            Global::Axiom(axiom) => self.enter_axiom(axiom),
            Global::Type(name, names) => {
                self.logic.names.types.insert(name.text.clone());
                self.logic.names.ghosts.extend(names.iter().cloned());
                let what = format!("type {}", name.text);
                let what = Unmodelled { what, span: name.span };
                self.logic.globals.leave_out(what, Standing::Given);
            }
            Global::Label(name) => {
                let what = Unmodelled { what: "ghost code".to_owned(), span: name.span };
                self.logic.globals.leave_out(what, Standing::Stated);
            }
            Global::Unmodelled(what, standing, names) => {
                self.logic.names.ghosts.extend(names.iter().cloned());
                self.logic.globals.leave_out(what.clone(), *standing);
            }
        }
    }

    /// The names of labels that stand in annotations.
    pub(crate) fn ghost_labels(&self, annotations: &[Annotation]) -> Vec<&'a Name> {
        let globals = annotations.iter().filter_map(|annotation| match self.specification(annotation) {
            Some(Specification::Globals(globals)) => Some(globals),
            _ => None,
        });
        let labels = globals.flatten().filter_map(|global| match global {
            Global::Label(name) => Some(name),
            Global::Definition(_) | Global::Axiom(_) | Global::Type(..) | Global::Unmodelled(..) => None,
        });
        labels.collect()
    }

    /// What annotations say of a loop, in the scope in which its condition stands.
    pub(crate) fn loop_contract(&mut self, annotations: &[Annotation]) -> Option<Box<LoopContract>> {
        let mut contract: Option<Box<LoopContract>> = None;
        for annotation in annotations {
            let Some(Specification::Loop(clauses)) = self.specification(annotation) else { continue };
            let contract = contract.get_or_insert_with(|| {
                Box::new(LoopContract { span: annotation.span, ..Default::default() })
            });
            for clause in clauses {
                // What is wrong has been said.
                let _ = self.loop_clause(clause, contract);
            }
        }
        contract
    }

    fn loop_clause(&mut self, clause: &LoopClause, contract: &mut LoopContract) -> Result<(), Failed> {
        let mut reader = Elaborator::new(self, Clause::Inside);
        reader.in_loop = true;
        match &clause.kind {
            LoopClauseKind::Invariant(asserted) => {
                contract.invariants.push(reader.asserted(asserted, &clause.behaviors)?);
            }
            LoopClauseKind::Assigns(assigns) => {
                contract.unmodelled.extend(assigns.from.iter().cloned());
                let assigns = reader.assigned(assigns, &clause.behaviors)?;
                let same = contract.assigns.iter().position(|known| known.behaviors == assigns.behaviors);
                match same {
                    Some(number) => {
                        let mut all = Some(contract.assigns.remove(number));
                        join(&mut all, assigns);
                        contract.assigns.extend(all);
                    }
                    None => contract.assigns.push(assigns),
                }
                contract.assigns.sort_by_key(|assigns| (!assigns.behaviors.is_empty(), assigns.span));
            }
            LoopClauseKind::Variant(variant) => {
                let read = reader.variant(variant)?;
                if contract.variant.is_some() {
                    self.error(variant.span, "the loop has a variant already");
                }
                contract.variant.get_or_insert(read);
            }
            LoopClauseKind::Unmodelled(what) => contract.unmodelled.push(what.clone()),
        }
        Ok(())
    }

    /// What annotations state before a statement or the end of a block, as statements of their own.
    pub(crate) fn stated(&mut self, annotations: &[Annotation], before: Before) -> Vec<Statement> {
        let mut made = Vec::new();
        for annotation in annotations {
            let span = annotation.span;
            let unmodelled =
                |what: &str| statement(Stated::Unmodelled(Unmodelled { what: what.to_owned(), span }), span);
            match self.specification(annotation) {
                None | Some(Specification::Nothing) => {}
                Some(_) if before == Before::Value => {
                    made.push(unmodelled("annotation behind the value of a statement"));
                }
                Some(Specification::Contract(_)) => made.push(unmodelled("contract of a statement")),
                Some(Specification::Globals(globals)) => {
                    for global in globals {
                        let what = match global {
                            Global::Label(name) => {
                                made.extend(self.ghost_label(name));
                                continue;
                            }
                            Global::Unmodelled(what, _, names) => {
                                self.logic.names.ghosts.extend(names.iter().cloned());
                                what.what.clone()
                            }
                            Global::Definition(_) | Global::Axiom(_) | Global::Type(..) => {
                                "definition in a function".to_owned()
                            }
                        };
                        made.push(unmodelled(&what));
                    }
                }
                Some(Specification::Loop(_)) if before == Before::Loop => {}
                Some(Specification::Loop(_)) => self.error(span, "this annotation wants a loop behind it"),
                Some(Specification::Code(clauses)) => {
                    for clause in clauses {
                        let mut reader = Elaborator::new(self, Clause::Inside);
                        reader.in_loop = reader.checker.current.as_ref().is_some_and(|c| c.loops > 0);
                        let read = match &clause.kind {
                            CodeClauseKind::Assertion(asserted) => {
                                let clause = reader.asserted(asserted, &clause.behaviors);
                                clause.map(|clause| (by_kind(clause), asserted.span))
                            }
                            CodeClauseKind::Invariant(asserted) => {
                                let clause = reader.asserted(asserted, &clause.behaviors);
                                clause.map(|clause| (Stated::Invariant(clause), asserted.span))
                            }
                            CodeClauseKind::Unmodelled(what) => {
                                Ok((Stated::Unmodelled(what.clone()), what.span))
                            }
                        };
                        made.extend(read.map(|(stated, span)| statement(stated, span)));
                    }
                }
            }
        }
        made
    }

    /// A label that stands in ghost code: one of the function's.
    fn ghost_label(&mut self, name: &Name) -> Option<Statement> {
        let id = self.label(&name.text)?;
        let at = self.current.as_ref()?.labels.get(id.index()).map(|label| label.span);
        // Another one of the name has been said to be one too many.
        if at != Some(name.span) {
            return None;
        }
        let scopes = self.current.as_ref().map(|c| c.variable_arrays.clone()).unwrap_or_default();
        if let Some(current) = &mut self.current {
            current.label_scopes.insert(id, scopes);
        }
        let body = Statement {
            kind: StatementKind::Empty,
            annotations: Vec::new(),
            contract: None,
            span: name.span,
        };
        let kind = StatementKind::Labelled(vec![(LabelKind::Name(id), name.span)], Box::new(body));
        Some(Statement { kind, annotations: Vec::new(), contract: None, span: name.span })
    }
}

/// What annotations stand before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    Loop,
    /// The end of a statement that is a value, which has been computed there.
    Value,
    Other,
}

fn statement(stated: Stated, span: Span) -> Statement {
    let kind = StatementKind::Stated(Box::new(stated));
    Statement { kind, annotations: Vec::new(), contract: None, span }
}

fn by_kind(clause: tree::Clause) -> Stated {
    match clause.kind {
        Checked::Full => Stated::Assert(clause),
        Checked::CheckOnly => Stated::Check(clause),
        Checked::AdmitOnly => Stated::Admit(clause),
    }
}
