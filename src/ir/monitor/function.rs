//! The contract of a function, put into its body.

use std::collections::{BTreeMap, BTreeSet};

use super::clause::{either, not, truth};
use super::insert::{Inserter, Judges, kept};
use super::names::Names;
use super::term::{Translator, Where};
use super::value::{declared, initialised, number, plain};
use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::{SourceFile, Span};
use focuscheck_check::id::{FunctionId, LabelId, ObjectId};
use focuscheck_check::logic::tree::{Assigns, Behavior, Checked, Contract, Group, StateLabel};
use focuscheck_check::tree::{
    Arm, Callee, Definition, Expression, ExpressionKind as Kind, Function, Item, Label, LabelKind, Object,
    Place, PlaceKind, Program, Statement, StatementKind, Storage,
};
use focuscheck_check::types::Type;
use focuscheck_check::visit::VisitMut;

/// Puts what is stated of a function and in it into its body. A run starts at the function if it is the `start`.
pub(super) fn state(
    program: &mut Program,
    judges: Judges,
    names: &Names,
    function: FunctionId,
    (start, source): (bool, &SourceFile),
) {
    let place = &mut program.functions[function.index()];
    let (contract, definition) = (place.contract.take(), place.definition.take());
    let result = place.signature.result.clone();
    let is_main = place.name == "main";
    let described = contract.as_deref().filter(|_| definition.is_none() && names.called.contains(&function));
    let nothing = Contract::default();
    let made = match (definition, described) {
        (Some(definition), _) => {
            let contract = contract.as_deref().unwrap_or(&nothing);
            let first = start.then(|| names.called.contains(&function));
            let mut body = Body::new(program, source, names, judges, &definition.parameters);
            Some(body.whole(definition, contract, &result, (first, is_main)))
        }
        (None, Some(contract)) => {
            let outside = Function { contract: None, ..program.functions[function.index()].clone() };
            program.functions.push(outside);
            let outside = FunctionId(program.functions.len() as u32 - 1);
            let parameters = contract.parameters.clone();
            program.items.push(Item::Function(function));
            let mut body = Body::new(program, source, names, judges, &parameters);
            Some(body.described(contract, outside, &result))
        }
        (None, None) => None,
    };
    let place = &mut program.functions[function.index()];
    if described.is_some() {
        let types = contract.iter().flat_map(|contract| &contract.parameters);
        place.passing = types.map(|object| program.objects[object.index()].ty.clone()).collect();
    }
    (place.definition, place.contract) = (made, contract);
}

/// Makes the body of a function.
struct Body<'b> {
    translator: Translator<'b>,
    judges: Judges,
}

impl<'b> Body<'b> {
    fn new(
        program: &'b mut Program,
        source: &'b SourceFile,
        names: &'b Names,
        judges: Judges,
        parameters: &[ObjectId],
    ) -> Self {
        let translator = Translator {
            program,
            source,
            names,
            parameters: parameters.iter().copied().collect(),
            named: BTreeSet::new(),
            result: None,
            at: Where::Begin,
            state: StateLabel::Here,
            obliged: true,
            remembered: Vec::new(),
            binders: BTreeMap::new(),
        };
        Body { translator, judges }
    }

    /// A body with what is stated of it. `first`: a run starts here, and whether it may come back.
    fn whole(
        &mut self,
        definition: Definition,
        contract: &Contract,
        result: &Type,
        (first, is_main): (Option<bool>, bool),
    ) -> Definition {
        let begin = self.begin(contract, first, definition.span);
        let Definition { mut labels, mut body, body_span, .. } = definition;
        let end = Span::new(body_span.end.saturating_sub(1).max(body_span.start), body_span.end);
        let states = contract.ensures.iter().chain(contract.behaviors.iter().flat_map(|b| &b.ensures)).next();
        let leaves = states.map(|_| {
            self.translator.result = self.result(result, end);
            labels.push(Label { name: "\\end".to_owned(), span: end });
            LabelId(labels.len() as u32 - 1)
        });
        let judges = self.judges;
        let behaviors = &contract.behaviors;
        let translator = &mut self.translator;
        let mut inserter = Inserter { translator, judges, behaviors, end: leaves };
        body.iter_mut().for_each(|statement| inserter.statement(statement));
        if let Some(label) = leaves {
            // `main` returns zero where it ends without a `return`.
            if is_main && let Some(result) = self.translator.result {
                let zero = number(0, end).expression;
                let kept = kept(self.translator.program, result, zero);
                body.push(plain(StatementKind::Expression(kept), end));
            }
            let here = vec![(LabelKind::Name(label), end)];
            let empty = Box::new(plain(StatementKind::Empty, end));
            body.push(plain(StatementKind::Labelled(here, empty), end));
            body.extend(self.ends(contract, false));
            body.push(self.leaves(end));
        }
        let result = self.declared_result(result, definition.span);
        let remembered = std::mem::take(&mut self.translator.remembered);
        let body = result.into_iter().chain(begin).chain(remembered).chain(body).collect();
        Definition { labels, body, ..definition }
    }

    /// A body for a function that nobody defines: it does what its contract says.
    fn described(&mut self, contract: &Contract, outside: FunctionId, result: &Type) -> Definition {
        let span = contract.span;
        let begin = self.begin(contract, None, span);
        self.translator.result = self.result(result, span);
        let arguments = match contract.assigns {
            // It may do whatever a function that nobody knows does.
            None => contract.parameters.iter().map(|object| self.read(*object, span)).collect(),
            Some(_) => Vec::new(),
        };
        let call = Expression::new(Kind::Call(Callee::Named(outside), arguments), result.clone(), span);
        let called = match self.translator.result {
            Some(object) => declared(object, call, span),
            None => plain(StatementKind::Expression(call), span),
        };
        let mut changes = vec![called];
        let assigns = contract.behaviors.iter().filter_map(|behavior| behavior.assigns.as_ref());
        for assigns in assigns.chain(&contract.assigns) {
            self.assigned(assigns, outside, &mut changes);
        }
        self.translator.named.clear();
        let ends = self.ends(contract, true);
        let ends = self.judges.probed(ends, contract.span);
        if contract.assigns.is_none() {
            self.changed(span, outside, &mut changes);
        }
        let remembered = std::mem::take(&mut self.translator.remembered);
        let body = begin.into_iter().chain(remembered).chain(changes).chain(ends);
        let mut body: Vec<Statement> = body.collect();
        body.push(self.leaves(span));
        Definition {
            parameters: contract.parameters.clone(),
            sizes: Vec::new(),
            labels: Vec::new(),
            body,
            body_span: span,
            span,
            model: false,
            locals: Vec::new(),
        }
    }

    /// Gives what a function assigns any value. What cannot be given one ends all that is known.
    fn assigned(&mut self, assigns: &Assigns, outside: FunctionId, out: &mut Vec<Statement>) {
        let span = assigns.span;
        let what = "what a function that nobody defines assigns";
        self.translator.speaking_of(Where::Begin, true);
        for location in &assigns.locations {
            let place = match location.ranges.is_empty() {
                true => self.translator.place(&location.place).ok().filter(|place| place.guards.is_empty()),
                false => None,
            };
            let Some(place) = place.map(|reading| reading.place) else {
                let open = truth(Kind::Unknown(what.to_owned(), Vec::new()), span);
                let never = number(0, span).expression;
                let judged = [self.judges.obliged(open, span), self.judges.assumed(never, span)];
                out.extend(judged.map(|e| plain(StatementKind::Expression(e), span)));
                continue;
            };
            let ty = place.ty.clone();
            let value = match ty {
                Type::Integer(_) => self.given(outside, &ty, span),
                _ => Expression::new(Kind::Unknown(what.to_owned(), Vec::new()), ty.clone(), span),
            };
            let kind = Kind::Assign(Box::new(place), Box::new(value));
            out.push(plain(StatementKind::Expression(Expression::new(kind, ty, span)), span));
        }
        if !assigns.unmodelled.is_empty() {
            let open = truth(Kind::Unknown(what.to_owned(), Vec::new()), span);
            out.push(plain(StatementKind::Expression(self.judges.obliged(open, span)), span));
        }
    }

    /// Gives the variables at file scope any value of which a contract without `assigns` says what they are at the end: else it
    /// would contradict that an undefined function leaves them alone.
    fn changed(&mut self, span: Span, outside: FunctionId, out: &mut Vec<Statement>) {
        for object in std::mem::take(&mut self.translator.named) {
            let entry = &self.translator.program.objects[object.index()];
            let (ty, constant) = (entry.ty.clone(), entry.constant);
            if constant || !matches!(entry.storage, Storage::File { .. } | Storage::Static) {
                continue;
            }
            if !matches!(ty, Type::Integer(_)) {
                let what = "what a function that nobody defines changes";
                let open = truth(Kind::Unknown(what.to_owned(), Vec::new()), span);
                let never = number(0, span).expression;
                let judged = [self.judges.obliged(open, span), self.judges.assumed(never, span)];
                out.extend(judged.map(|e| plain(StatementKind::Expression(e), span)));
                continue;
            }
            let value = self.given(outside, &ty, span);
            let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
            let kind = Kind::Assign(Box::new(place), Box::new(value));
            out.push(plain(StatementKind::Expression(Expression::new(kind, ty, span)), span));
        }
    }

    /// An integer from outside: what a function gives that nobody defines.
    fn given(&mut self, outside: FunctionId, ty: &Type, span: Span) -> Expression {
        let functions = &mut self.translator.program.functions;
        let mut other = functions[outside.index()].clone();
        other.signature.result = ty.clone();
        functions.push(other);
        let other = FunctionId(functions.len() as u32 - 1);
        Expression::new(Kind::Call(Callee::Named(other), Vec::new()), ty.clone(), span)
    }

    /// What is stated of the begin. `first`: a run starts here, so that this is assumed, and whether the function may be
    /// called again.
    fn begin(&mut self, contract: &Contract, first: Option<bool>, span: Span) -> Vec<Statement> {
        let mut assumed = Vec::new();
        if first.is_some() {
            assumed = self.required(contract, false);
            assumed = self.judges.probed(assumed, contract.span);
        }
        let mut obliged = Vec::new();
        if first != Some(false) {
            obliged = self.required(contract, true);
        }
        let groups = self.groups(contract);
        let mut statements = match first {
            None => obliged,
            Some(false) => assumed,
            Some(true) if assumed.is_empty() && obliged.is_empty() => Vec::new(),
            Some(true) => self.once(assumed, obliged, span),
        };
        statements.extend(groups);
        statements
    }

    fn required(&mut self, contract: &Contract, obliged: bool) -> Vec<Statement> {
        let mut statements = Vec::new();
        let of_behaviors = contract.behaviors.iter();
        let of_behaviors =
            of_behaviors.flat_map(|behavior| behavior.requires.iter().map(move |c| (Some(behavior), c)));
        for (behavior, clause) in contract.requires.iter().map(|clause| (None, clause)).chain(of_behaviors) {
            let judge = match (clause.kind, obliged) {
                (Checked::AdmitOnly, _) | (_, false) => Judges::assumed,
                (Checked::Full | Checked::CheckOnly, true) => Judges::obliged,
            };
            self.translator.speaking_of(Where::Begin, obliged);
            let under: Vec<&Behavior> = behavior.into_iter().collect();
            let condition = self.translator.under(&under, &clause.predicate, clause.span);
            let judged = judge(self.judges, condition, clause.span);
            statements.push(plain(StatementKind::Expression(judged), clause.span));
        }
        statements
    }

    /// Assumes what is required the first time, and asks for it later.
    fn once(&mut self, assumed: Vec<Statement>, obliged: Vec<Statement>, span: Span) -> Vec<Statement> {
        let program = &mut *self.translator.program;
        let ty = Type::Integer(IntegerType::INT);
        let storage = Storage::File { internal: true, defined: true, initialized: true };
        let (constant, volatile, name) = (false, false, "\\begun".to_owned());
        program.objects.push(Object { name, ty: ty.clone(), storage, constant, volatile, span });
        let begun = ObjectId(program.objects.len() as u32 - 1);
        program.items.push(Item::Object(begun));
        program.items.push(Item::Initializer(begun, initialised(number(0, span).expression)));
        let place = Place { kind: PlaceKind::Object(begun), ty: ty.clone(), constant: false, span };
        let one = number(1, span).expression;
        let set = Expression::new(Kind::Assign(Box::new(place), Box::new(one)), ty, span);
        let mut first = vec![plain(StatementKind::Expression(set), span)];
        first.extend(assumed);
        let condition = not(self.read(begun, span), span);
        let block = |statements| plain(StatementKind::Block(statements), span);
        let arm = Arm { condition, then: block(first), start: span.start };
        vec![plain(StatementKind::If(vec![arm], Some(Box::new(block(obliged)))), span)]
    }

    /// What is stated of which behaviours apply.
    fn groups(&mut self, contract: &Contract) -> Vec<Statement> {
        let named = |group: &Group| -> Vec<&Behavior> {
            let has = |behavior: &&Behavior| group.behaviors.contains(&behavior.name);
            contract.behaviors.iter().filter(has).collect()
        };
        let mut statements = Vec::new();
        self.translator.speaking_of(Where::Begin, true);
        for group in &contract.complete {
            let applies = named(group).into_iter().map(|behavior| self.translator.applies(behavior));
            let any = applies.reduce(|a, b| either(a, b, group.span));
            if let Some(any) = any {
                let judged = self.judges.obliged(any, group.span);
                statements.push(plain(StatementKind::Expression(judged), group.span));
            }
        }
        for group in &contract.disjoint {
            let behaviors = named(group);
            for (number, first) in behaviors.iter().enumerate() {
                for second in &behaviors[number + 1..] {
                    let (a, b) = (self.translator.applies(first), self.translator.applies(second));
                    let apart = either(not(a, group.span), not(b, group.span), group.span);
                    let judged = self.judges.obliged(apart, group.span);
                    statements.push(plain(StatementKind::Expression(judged), group.span));
                }
            }
        }
        statements
    }

    /// What is stated of the end.
    fn ends(&mut self, contract: &Contract, assumed: bool) -> Vec<Statement> {
        let mut statements = Vec::new();
        let of_behaviors = contract.behaviors.iter();
        let of_behaviors =
            of_behaviors.flat_map(|behavior| behavior.ensures.iter().map(move |c| (Some(behavior), c)));
        for (behavior, clause) in contract.ensures.iter().map(|clause| (None, clause)).chain(of_behaviors) {
            let judge = match (clause.kind, assumed) {
                (Checked::CheckOnly, true) => continue,
                (Checked::AdmitOnly, _) | (Checked::Full, true) => Judges::assumed,
                (Checked::Full | Checked::CheckOnly, false) => Judges::obliged,
            };
            self.translator.speaking_of(Where::End, !assumed);
            let condition = match behavior {
                None => self.translator.clause(clause, &contract.behaviors),
                Some(behavior) => self.translator.under(&[behavior], &clause.predicate, clause.span),
            };
            let judged = judge(self.judges, condition, clause.span);
            statements.push(plain(StatementKind::Expression(judged), clause.span));
        }
        statements
    }

    /// The object that holds the result of a function, if it has one.
    fn result(&mut self, ty: &Type, span: Span) -> Option<ObjectId> {
        (*ty != Type::Void).then(|| self.translator.new_object("\\result", ty.clone(), span))
    }

    /// The declaration of the object that holds the result. Where nothing is returned, nobody knows what it is.
    fn declared_result(&self, ty: &Type, span: Span) -> Option<Statement> {
        let object = self.translator.result?;
        let what = "the result of a function that ends without one".to_owned();
        let open = Expression::new(Kind::Unknown(what, Vec::new()), ty.clone(), span);
        Some(declared(object, open, span))
    }

    fn read(&self, object: ObjectId, span: Span) -> Expression {
        let ty = self.translator.program.objects[object.index()].ty.clone();
        let place = Place { kind: PlaceKind::Object(object), ty: ty.clone(), constant: false, span };
        Expression::new(Kind::Load(Box::new(place)), ty, span)
    }

    fn leaves(&self, span: Span) -> Statement {
        let value = self.translator.result.map(|object| self.read(object, span));
        plain(StatementKind::Return(value), span)
    }
}
