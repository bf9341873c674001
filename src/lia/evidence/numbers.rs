//! A derivation as lines, with the numbers that these have in a certificate.

use std::collections::BTreeMap;

use super::tree::{Needs, Operands, Tree};
use crate::bounds::Side;
use crate::constraint::Symbol;
use crate::derivation::{Derivation, Entry, FactId, Node, Rule};
use crate::labels::Labels;
use crate::problem::{Definition, Operation, Problem};
use focuscheck_certificate::{self as certificate, Fact, Given, Law, LinearSum, Number, Operator, Step};

enum Task {
    Scope(usize),
    Step(Step),
    /// Back to so many facts, variables and operators; then the other case.
    Restore([usize; 3]),
}

fn operation(operation: Operation) -> certificate::Operation {
    match operation {
        Operation::Multiply => certificate::Operation::Multiply,
        Operation::Divide => certificate::Operation::Divide,
        Operation::Remainder => certificate::Operation::Remainder,
        Operation::BitAnd => certificate::Operation::And,
        Operation::BitOr => certificate::Operation::Or,
        Operation::BitXor => certificate::Operation::Xor,
        Operation::ShiftLeft => certificate::Operation::ShiftLeft,
        Operation::ShiftRight => certificate::Operation::ShiftRight,
        Operation::Wrap => certificate::Operation::Convert,
    }
}

/// What facts, variables and operators are called in the certificate.
#[derive(Default)]
pub(super) struct Numbers {
    facts: BTreeMap<FactId, usize>,
    variables: BTreeMap<usize, usize>,
    operators: BTreeMap<usize, usize>,
    /// How many there are at this point.
    counts: [usize; 3],
}

impl Numbers {
    fn fact(&mut self, entry: FactId) {
        self.counts[0] += 1;
        self.facts.insert(entry, self.counts[0]);
    }

    fn variable(&mut self, variable: usize) {
        self.variables.insert(variable, self.counts[1]);
        self.counts[1] += 1;
    }

    fn operator(&mut self, operator: usize) {
        self.counts[2] += 1;
        self.operators.insert(operator, self.counts[2]);
    }

    fn form(&self, form: &LinearSum) -> Option<LinearSum> {
        let terms =
            form.terms.iter().map(|(variable, value)| Some((*self.variables.get(variable)?, value.clone())));
        Some(LinearSum::new(terms.collect::<Option<_>>()?, form.constant.clone()))
    }

    fn stated(&self, fact: &Fact) -> Option<Fact> {
        Some(Fact { form: self.form(&fact.form)?, relation: fact.relation })
    }

    fn list(&self, entries: &[FactId]) -> Option<Vec<usize>> {
        entries.iter().map(|entry| self.facts.get(entry).copied()).collect()
    }

    /// The lines of the system: symbols and their bounds, operands, operators, constraints.
    pub fn system(
        &mut self,
        tree: &Tree<'_>,
        needs: &Needs,
        problem: &Problem,
        symbols: &[Symbol],
        labels: &dyn Labels,
    ) -> Option<Vec<Given>> {
        let entries = &tree.derivation.entries;
        let mut system = Vec::new();
        for &variable in &needs.variables {
            self.variable(variable);
            system.push(Given::Variable(labels.symbol(*symbols.get(variable)?)));
        }
        let mut add = |numbers: &mut Numbers, entry: FactId, note: String| {
            let fact = numbers.stated(entries[entry].fact.as_ref()?)?;
            numbers.fact(entry);
            system.push(Given::Fact(fact, note));
            Some(())
        };
        for &entry in &needs.entries {
            if let Rule::Bound(_, side) = entries[entry].rule {
                let note = if side == Side::Lower { "smallest value" } else { "largest value" };
                add(self, entry, note.to_owned())?;
            }
        }
        for &entry in &needs.entries {
            if let Rule::Constraint(position) = entries[entry].rule {
                add(self, entry, labels.constraint(position))?;
            }
        }
        for &entry in &needs.entries {
            if let Rule::Operand(variable, form) = &entries[entry].rule {
                system.push(Given::Let(self.form(form)?));
                self.fact(entry);
                self.variable(*variable);
            }
        }
        for &number in &needs.operators {
            let (operands, definition) = (tree.operands.get(number)?, problem.definitions.get(number)?);
            self.operator(number);
            system.push(Given::Operator(self.operator_of(operands, definition)?));
        }
        Some(system)
    }

    fn operator_of(&self, operands: &Operands, definition: &Definition) -> Option<Operator> {
        let variable = |variable: usize| self.variables.get(&variable).copied();
        Some(Operator {
            operation: operation(definition.operation),
            width: usize::from(definition.width),
            signed: definition.signed,
            result: variable(operands.result)?,
            left: variable(operands.left)?,
            right: variable(operands.right)?,
        })
    }

    pub fn proof(&mut self, tree: &Tree<'_>) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let mut work = vec![Task::Scope(0)];
        while let Some(task) = work.pop() {
            match task {
                Task::Step(step) => steps.push(step),
                Task::Restore(counts) => self.counts = counts,
                Task::Scope(number) => {
                    let scope = &tree.scopes[number];
                    self.counts[0] += usize::from(number > 0);
                    for &entry in &scope.entries {
                        steps.extend(self.step(tree.derivation, entry)?);
                    }
                    if let Some(cases) = tree.splits.get(&number) {
                        let variable = *self.variables.get(&cases.variable)?;
                        let restore = || Task::Restore(self.counts);
                        let split = Step::Split { variable, value: Number::from(cases.value) };
                        work.extend([
                            restore(),
                            Task::Step(Step::Close),
                            Task::Scope(cases.second),
                            Task::Step(Step::Case),
                            restore(),
                            Task::Scope(cases.first),
                            Task::Step(split),
                        ]);
                    } else if let Some(Node::Leaf(fact)) = scope.node.map(|node| &tree.derivation.nodes[node])
                    {
                        steps.push(Step::Contradiction { fact: *self.facts.get(fact)? });
                    }
                }
            }
        }
        Some(steps)
    }

    /// The step that an entry is, if it is not part of the system or of another.
    fn step(&mut self, derivation: &Derivation, entry: FactId) -> Option<Option<Step>> {
        let Entry { fact, rule } = &derivation.entries[entry];
        let stated = |numbers: &Numbers| numbers.stated(fact.as_ref()?);
        let operator = |numbers: &Numbers, operator: &usize| numbers.operators.get(operator).copied();
        let step = match rule {
            Rule::Constraint(_) | Rule::Bound(..) | Rule::Operand(..) | Rule::Part(_) => return Some(None),
            // The number of an assumption is that of the split or case.
            Rule::Assumed => {
                self.facts.insert(entry, self.counts[0]);
                return Some(None);
            }
            Rule::Let(variable, form) => {
                let form = self.form(form)?;
                self.variable(*variable);
                Step::Let { form }
            }
            Rule::Sum(parts, divisor) => {
                let parts = parts.iter().map(|(factor, id)| Some((factor.clone(), *self.facts.get(id)?)));
                let parts = parts.collect::<Option<_>>()?;
                Step::Sum { parts, divisor: divisor.clone(), fact: stated(self)? }
            }
            Rule::Pair(one, other) => {
                let (one, other) = (*self.facts.get(one)?, *self.facts.get(other)?);
                Step::Pair { one, other, fact: stated(self)? }
            }
            Rule::Exclude(unequal, at_most) => {
                let (unequal, at_most) = (*self.facts.get(unequal)?, *self.facts.get(at_most)?);
                Step::Exclude { unequal, at_most, fact: stated(self)? }
            }
            Rule::Interval(number, bounds) => {
                let (operator, bounds) = (operator(self, number)?, self.list(bounds)?);
                Step::Interval { operator, bounds, fact: stated(self)? }
            }
            Rule::Law(number, law, bounds) => {
                let (number, bounds) = (operator(self, number)?, self.list(bounds)?);
                let kind = match law {
                    Law::With(companion) => Law::With(operator(self, companion)?),
                    other => *other,
                };
                Step::Law { operator: number, kind, bounds }
            }
            Rule::Companion { variable, operator: own, of } => {
                let of = operator(self, of)?;
                self.variable(*variable);
                self.operator(*own);
                return Some(Some(Step::Companion { operator: of }));
            }
            Rule::Quotient { variable, operator: number } => {
                let operator = operator(self, number)?;
                self.variable(*variable);
                Step::Quotient { operator }
            }
            Rule::Runs { first, count, operator: number, bounds } => {
                let (operator, bounds) = (operator(self, number)?, self.list(bounds)?);
                (*first..first + count).for_each(|variable| self.variable(variable));
                (entry + 1..entry + 2 * count + 2).for_each(|part| {
                    self.facts.insert(part, self.counts[0] + 1 + part - entry);
                });
                self.fact(entry);
                self.counts[0] += 2 * count + 1;
                return Some(Some(Step::Runs { operator, count: *count, bounds }));
            }
        };
        self.fact(entry);
        Some(Some(step))
    }
}
