//! The contracts of functions.

use std::collections::BTreeSet;

use super::clause::texts;
use super::elaborate::{Clause, Elaborator, Read};
use super::tree::{self, Assigns, Behavior, Contract, Group, Unmodelled};
use crate::checker::Checker;
use crate::id::{FunctionId, ObjectId};
use crate::names::Symbol;
use crate::tree::{Object, Storage};
use crate::types::Type;
use focuscheck_base::source::Span;
use focuscheck_syntax::acsl::tree::{Asserted, ContractClause, Specification, Standing};
use focuscheck_syntax::annotation::Annotation;
use focuscheck_syntax::ast::{self, Declarator, Derived, Name, Parameters};

impl<'a> Checker<'a> {
    /// Reads the contracts of all functions.
    pub(crate) fn contracts(&mut self, unit: &'a ast::TranslationUnit) {
        for (item, external) in unit.items.iter().enumerate() {
            self.item = item;
            match external {
                ast::Item::Declaration(declaration) => {
                    let mut functions = declaration.declarators.iter().map(|d| &d.declarator).peekable();
                    if functions.peek().is_none() {
                        self.belongs_to_nothing(&declaration.annotations);
                    }
                    for declarator in functions {
                        self.contract_before(&declaration.annotations, declarator);
                    }
                }
                ast::Item::Function(definition) => {
                    self.contract_before(&definition.annotations, &definition.declarator);
                }
                ast::Item::Assembler(_) | ast::Item::Annotation(_) => {}
            }
        }
        self.item = usize::MAX;
    }

    /// What an annotation says.
    pub(crate) fn specification(&self, annotation: &Annotation) -> Option<&'a Specification> {
        self.logic.specifications?.get(annotation.number? as usize)
    }

    /// Notes annotations that belong to no function and no statement.
    pub(crate) fn belongs_to_nothing(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            match self.specification(annotation) {
                None | Some(Specification::Nothing | Specification::Globals(_)) => {}
                Some(Specification::Contract(_) | Specification::Loop(_) | Specification::Code(_)) => {
                    let what = "annotation that belongs to nothing".to_owned();
                    let what = Unmodelled { what, span: annotation.span };
                    self.logic.globals.leave_out(what, Standing::Stated);
                }
            }
        }
    }

    /// The contract that stands before a declaration.
    fn contract_before(&mut self, annotations: &[Annotation], declarator: &Declarator) {
        let mut clauses = Vec::new();
        let mut first = None;
        for annotation in annotations {
            match self.specification(annotation) {
                Some(Specification::Contract(found)) => {
                    clauses.extend(found);
                    first.get_or_insert(annotation.span);
                }
                Some(Specification::Loop(_) | Specification::Code(_)) => {
                    self.belongs_to_nothing(std::slice::from_ref(annotation));
                }
                None | Some(Specification::Nothing | Specification::Globals(_)) => {}
            }
        }
        let Some(span) = first else { return };
        let function = declarator.name.as_ref().and_then(|name| self.names.get(&name.text)).copied();
        let Some(function) = function else {
            return self.belongs_to_nothing(annotations);
        };
        // A header says it once, however many units include it.
        if !self.linked.contracts.insert((function, span)) {
            return;
        }
        let names = parameter_names(declarator);
        let parameters = self.contract_parameters(function, &names);
        self.open_scope();
        for (name, object) in names.iter().zip(&parameters) {
            if let Some(name) = name {
                self.declare(&name.text, Symbol::Object(*object));
            }
        }
        let mut contract = self.functions[function.index()].contract.take().unwrap_or_default();
        if contract.span == Span::default() {
            contract.span = span;
        }
        contract.parameters = parameters;
        let result = self.functions[function.index()].signature.result.clone();
        Reader { checker: self, result, contract: &mut contract }.clauses(&clauses);
        self.close_scope();
        self.functions[function.index()].contract = Some(contract);
    }

    /// The objects that the parameters of a function are: those of the definition, or made up.
    fn contract_parameters(&mut self, function: FunctionId, names: &[Option<Name>]) -> Vec<ObjectId> {
        let entry = &self.functions[function.index()];
        if let Some(definition) = &entry.definition {
            return definition.parameters.clone();
        }
        if let Some(contract) = &entry.contract {
            return contract.parameters.clone();
        }
        let types: Vec<Type> = entry.signature.parameters.clone().unwrap_or_default();
        let at = |number: usize| names.get(number).and_then(Option::as_ref);
        let objects: Vec<Object> = types
            .into_iter()
            .enumerate()
            .map(|(number, ty)| Object {
                name: at(number).map(|name| name.text.clone()).unwrap_or_default(),
                ty,
                storage: Storage::Parameter,
                constant: false,
                volatile: false,
                span: at(number).map_or(Span::default(), |name| name.span),
            })
            .collect();
        objects.into_iter().map(|object| self.new_object(object)).collect()
    }
}

/// The names of the parameters of a function, as a declarator writes them.
fn parameter_names(declarator: &Declarator) -> Vec<Option<Name>> {
    match declarator.derived.first() {
        Some(Derived::Function(Parameters::Prototype { parameters, .. })) => {
            parameters.iter().map(|parameter| parameter.declarator.name.clone()).collect()
        }
        Some(Derived::Function(Parameters::Names(names))) => names.iter().cloned().map(Some).collect(),
        _ => Vec::new(),
    }
}

/// Reads the clauses of a contract.
struct Reader<'r, 'a> {
    checker: &'r mut Checker<'a>,
    result: Type,
    contract: &'r mut Contract,
}

impl Reader<'_, '_> {
    fn clauses(&mut self, clauses: &[&ContractClause]) {
        // What follows a behaviour's name belongs to it.
        let mut behavior: Option<usize> = None;
        for clause in clauses {
            match clause {
                ContractClause::Requires(asserted) => {
                    let Ok(clause) = self.asserted(asserted, Clause::Before) else { continue };
                    self.part(behavior).0.push(clause);
                }
                ContractClause::Ensures(asserted) => {
                    let Ok(clause) = self.asserted(asserted, Clause::After) else { continue };
                    self.part(behavior).1.push(clause);
                }
                ContractClause::Assumes(asserted) => {
                    let Ok(clause) = self.asserted(asserted, Clause::Before) else { continue };
                    match behavior {
                        Some(number) => self.contract.behaviors[number].assumes.push(clause),
                        None => self.checker.error(asserted.span, "'assumes' stands only in a behavior"),
                    }
                }
                ContractClause::Assigns(assigns) => {
                    let unmodelled = assigns.from.iter().cloned();
                    self.contract.unmodelled.extend(unmodelled);
                    let Ok(assigns) = self.read(Clause::Assigns, |e| e.assigned(assigns, &[])) else {
                        continue;
                    };
                    join(self.part(behavior).2, assigns);
                }
                ContractClause::Decreases(variant) => {
                    let Ok(read) = self.read(Clause::Before, |e| e.variant(variant)) else { continue };
                    if self.contract.decreases.is_some() {
                        self.checker.error(variant.span, "there is a 'decreases' already");
                    }
                    self.contract.decreases.get_or_insert(read);
                }
                ContractClause::Terminates(asserted) => {
                    let Ok(read) = self.asserted(asserted, Clause::Before) else { continue };
                    if self.contract.terminates.is_some() {
                        self.checker.error(asserted.span, "there is a 'terminates' already");
                    }
                    self.contract.terminates.get_or_insert(read);
                }
                ContractClause::Behavior(name) => behavior = Some(self.behavior(name)),
                ContractClause::Complete(names, span) => {
                    let group = self.group(names, *span);
                    self.contract.complete.extend(group);
                }
                ContractClause::Disjoint(names, span) => {
                    let group = self.group(names, *span);
                    self.contract.disjoint.extend(group);
                }
                ContractClause::Frees(what) => {
                    self.contract.frees = true;
                    self.contract.unmodelled.push(what.clone());
                }
                ContractClause::Unmodelled(what) => self.contract.unmodelled.push(what.clone()),
            }
        }
    }

    fn read<T>(&mut self, clause: Clause, read: impl FnOnce(&mut Elaborator<'_, '_>) -> Read<T>) -> Read<T> {
        let mut elaborator = Elaborator::new(self.checker, clause);
        elaborator.result = Some(self.result.clone());
        elaborator.formals = self.contract.parameters.clone();
        read(&mut elaborator)
    }

    fn asserted(&mut self, asserted: &Asserted, clause: Clause) -> Read<tree::Clause> {
        self.read(clause, |e| e.asserted(asserted, &[]))
    }

    /// Where clauses go: to a behaviour, or to the contract.
    fn part(
        &mut self,
        behavior: Option<usize>,
    ) -> (&mut Vec<tree::Clause>, &mut Vec<tree::Clause>, &mut Option<Assigns>) {
        match behavior {
            Some(number) => {
                let behavior = &mut self.contract.behaviors[number];
                (&mut behavior.requires, &mut behavior.ensures, &mut behavior.assigns)
            }
            None => (&mut self.contract.requires, &mut self.contract.ensures, &mut self.contract.assigns),
        }
    }

    /// The behaviour of a name; another contract of the function may have begun it.
    fn behavior(&mut self, name: &Name) -> usize {
        let behaviors = &mut self.contract.behaviors;
        behaviors.iter().position(|known| known.name == name.text).unwrap_or_else(|| {
            behaviors.push(Behavior {
                name: name.text.clone(),
                assumes: Vec::new(),
                requires: Vec::new(),
                ensures: Vec::new(),
                assigns: None,
                span: name.span,
            });
            behaviors.len() - 1
        })
    }

    /// The behaviours of a clause about several of them.
    fn group(&mut self, names: &[Name], span: Span) -> Option<Group> {
        let known: BTreeSet<&str> = self.contract.behaviors.iter().map(|b| b.name.as_str()).collect();
        if let Some(name) = names.iter().find(|name| !known.contains(name.text.as_str())) {
            self.checker.error(name.span, format!("there is no behavior '{}'", name.text));
            return None;
        }
        let behaviors = match names.is_empty() {
            true => self.contract.behaviors.iter().map(|b| b.name.clone()).collect(),
            false => texts(names),
        };
        Some(Group { behaviors, span })
    }
}

/// What may be assigned by one of two clauses.
pub(super) fn join(all: &mut Option<Assigns>, more: Assigns) {
    match all {
        None => *all = Some(more),
        Some(all) => {
            all.locations.extend(more.locations);
            all.unmodelled.extend(more.unmodelled);
            all.text = format!("{}, {}", all.text, more.text);
        }
    }
}
