//! What the source says of pointers, as facts for the points-to rules (`rules/points_to.rs`).
//!
//! A local pointer whose own address nobody takes is followed by itself, and so is a temporary. What other pointers memory
//! holds is told apart by the members of structures that they are, and else by the type of what they point to.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith::Relation;
use focuscheck_check::library::Effect;
use focuscheck_check::tree::{self, FunctionId, ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::START;
use focuscheck_ir::program::Start;
use focuscheck_ir::program::addresses::{Addressed, addresses, named_functions};
use focuscheck_ir::program::given::holds_foreign_pointers;
use focuscheck_ir::program::graph::{
    Action, Argument, Base, Callee, Expr, ExprKind, Graph, Library, NodeId, Place, ProcedureId, Receiver,
    Step, TemporaryId,
};
use focuscheck_ir::program::visit::{Part, all, places, within};
use focuscheck_rules::points_to::{Facts, Holder, Object, Way};

use super::region::is_pointer;

/// What holds pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Held {
    /// A local variable or a parameter whose address is not taken.
    Variable(ObjectId),
    /// A temporary of a procedure.
    Temporary(ProcedureId, TemporaryId),
    /// A member of all structures of a type, by their numbers.
    Member(usize, usize),
    /// Whatever else in memory points to a type, by the number of that.
    Plain(usize),
    /// What calls give a parameter.
    Given(ObjectId),
    /// What a function returns.
    Result(FunctionId),
}

/// The facts of a program, with what their numbers mean.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    pub facts: Facts,
    /// What the holders are, by their numbers.
    pub holders: Vec<Held>,
    numbers: BTreeMap<Held, Holder>,
    /// The types of what pointers point to, by their numbers.
    pub pointees: Vec<Type>,
    /// Of each holder the type of what it points to.
    pub targets: Vec<usize>,
    /// Where blocks are allocated; their numbers as objects come behind those of the graph's.
    pub sites: Vec<NodeId>,
    /// Objects whose addresses are taken.
    taken: BTreeSet<ObjectId>,
    /// Members whose addresses are taken.
    shared: BTreeSet<(usize, usize)>,
    /// Arrays of which the address of an element is taken that may not be there.
    pub loose: BTreeSet<ObjectId>,
}

impl Pointers {
    /// Reads a graph.
    pub fn of(tree: &tree::Program, graph: &Graph, start: Start<'_>) -> Self {
        let mut found = Pointers::default();
        for node in &graph.nodes {
            addresses(&node.action, &mut |addressed| {
                if let Addressed::Object(object) = addressed {
                    found.taken.insert(object);
                }
            });
            all(&node.action, &mut |part| found.take_member(part));
        }
        for place in graph.finds.values() {
            within(Part::Place(place), &mut |part| {
                if let Part::Value(Expr { kind: ExprKind::Address(inner, _), .. }) = part
                    && let Base::Object(object) = inner.base
                {
                    found.taken.insert(object);
                }
                found.take_member(part);
            });
        }
        let mut reader = Reader { tree, graph, start, found, procedure: ProcedureId(0), function: None };
        reader.read();
        reader.keep_whole();
        reader.found
    }

    fn take_member(&mut self, part: Part<'_>) {
        if let Part::Value(Expr { kind: ExprKind::Address(place, _), .. }) = part
            && let Some(member) = member_of(place)
        {
            self.shared.insert(member);
        }
    }

    /// The number of a type that pointers point to.
    pub fn pointee(&mut self, ty: &Type) -> usize {
        let known = self.pointees.iter().position(|other| other == ty);
        known.unwrap_or_else(|| {
            self.pointees.push(ty.clone());
            self.pointees.len() - 1
        })
    }

    /// What a place of a pointer's type is, if it is in memory or a variable.
    pub fn held(&self, tree: &tree::Program, place: &Place) -> Option<Held> {
        let Type::Pointer(to, _) = &place.ty else { return None };
        let plain = || self.pointees.iter().position(|other| *other == **to).map(Held::Plain);
        if let Some(member) = member_of(place) {
            return match self.shared.contains(&member) {
                true => plain(),
                false => Some(Held::Member(member.0, member.1)),
            };
        }
        match &place.base {
            Base::Object(object) => match place.steps.is_empty() && self.is_variable(tree, *object) {
                true => Some(Held::Variable(*object)),
                false => plain(),
            },
            Base::Pointer(_) => plain(),
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => None,
        }
    }

    /// Whether an object is a local pointer whose own address nobody takes.
    pub fn is_variable(&self, tree: &tree::Program, object: ObjectId) -> bool {
        let local = tree.objects.get(object.index()).is_some_and(|entry| match entry.storage {
            Storage::Automatic | Storage::Parameter => !entry.volatile,
            Storage::File { .. } | Storage::Static | Storage::Result => false,
        });
        local && !self.taken.contains(&object)
    }

    fn number(&mut self, held: Held, to: &Type) -> Holder {
        if let Some(&known) = self.numbers.get(&held) {
            return known;
        }
        let holder = Holder(self.holders.len() as u32);
        let target = self.pointee(to);
        self.holders.push(held);
        self.targets.push(target);
        self.numbers.insert(held, holder);
        match held {
            Held::Variable(_) | Held::Temporary(..) => self.facts.followed.push(holder),
            Held::Given(object) => {
                let own = self.number(Held::Variable(object), to);
                self.facts.copies.push((holder, own));
            }
            Held::Member(..) | Held::Plain(_) | Held::Result(_) => {}
        }
        holder
    }
}

/// Whether a library function gives a new block of the heap.
fn allocates(function: &Library) -> bool {
    function.allocates() && function.manages_heap()
}

/// The innermost member that a place of a pointer's type is, or is an element of: of which structure, and which one.
fn member_of(place: &Place) -> Option<(usize, usize)> {
    place.steps.iter().rev().find_map(|step| match step {
        Step::Member { record, field, .. } => Some((*record, *field)),
        Step::Element { .. } => None,
    })
}

/// The way of the steps of a place: nothing is said of the elements of an array where it begins, or where it ends.
fn way_of(steps: &[Step], decays: bool) -> Way {
    // An element that is an array itself.
    let row = Way::WHOLE.then(Way::ROW);
    match steps {
        [Step::Element { .. }] if decays => return row,
        [Step::Element { .. }, Step::Element { .. }] => return if decays { Way::LOST } else { row },
        _ => {}
    }
    let mut way = Way::WHOLE;
    for (number, step) in steps.iter().enumerate() {
        way = match step {
            Step::Member { field, .. } if *field >= Way::ROW => Way::LOST,
            Step::Member { field, .. } => way.then(*field),
            Step::Element { .. } if number == 0 || number + 1 == steps.len() => way,
            Step::Element { .. } => Way::LOST,
        };
        if way == Way::LOST {
            break;
        }
    }
    way
}

/// Whether a place is the first one of what its address leads to.
fn is_first(place: &Place, decays: bool) -> bool {
    match place.steps.last() {
        Some(Step::Element { index, .. }) if !decays => matches!(index.kind, ExprKind::Integer(0)),
        Some(_) | None => true,
    }
}

/// Whether a subscript is a constant that an array has.
fn is_within(index: &Expr, length: Option<u64>) -> bool {
    match index.kind {
        ExprKind::Integer(at) => length.is_some_and(|length| (0..i128::from(length)).contains(&at)),
        _ => false,
    }
}

/// Reads the facts.
struct Reader<'g> {
    tree: &'g tree::Program,
    graph: &'g Graph,
    start: Start<'g>,
    found: Pointers,
    procedure: ProcedureId,
    function: Option<FunctionId>,
}

impl<'g> Reader<'g> {
    fn read(&mut self) {
        let graph = self.graph;
        let mut owners: BTreeMap<ProcedureId, FunctionId> = BTreeMap::new();
        for (number, body) in graph.bodies.iter().enumerate() {
            if let Some(body) = body {
                owners.entry(*body).or_insert(FunctionId(number as u32));
            }
        }
        for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
            (self.procedure, self.function) = (procedure, owners.get(&procedure).copied());
            for node in graph.nodes_of(procedure) {
                let action = &graph.nodes[node.index()].action;
                // What only conditions read is told apart, too.
                places(action, &mut |place| _ = self.place(place));
                self.indexing(action);
                if let Action::Library { function, result: Some(target), .. } = action
                    && allocates(function)
                {
                    self.allocation(node, *target);
                } else {
                    self.action(action);
                }
            }
        }
        let mentioned = self.mentioned();
        for (number, object) in self.tree.objects.iter().enumerate() {
            if mentioned.as_ref().is_some_and(|mentioned| !mentioned.contains(&ObjectId(number as u32))) {
                continue;
            }
            if holds_foreign_pointers(self.tree, object, self.start) {
                self.holds_foreign(&object.ty, None);
            }
        }
        let foreign = graph.nodes.iter().any(|node| match &node.action {
            Action::Unknown { effect, calls_back, .. } => *calls_back || matches!(effect, Effect::Calls),
            _ => false,
        });
        let start = graph.start.into_iter().flat_map(|start| graph.nodes_of(start));
        let started = start.filter_map(|node| match &graph.nodes[node.index()].action {
            Action::Call { callee: Callee::Procedure(procedure), .. } => owners.get(procedure).copied(),
            _ => None,
        });
        let mut entered: BTreeSet<FunctionId> = started.collect();
        if foreign {
            entered.extend(named_functions(graph));
        }
        for function in entered {
            self.parameters_are_foreign(function);
        }
    }

    /// The objects that code names, where all code is seen that a run comes to.
    fn mentioned(&self) -> Option<BTreeSet<ObjectId>> {
        if self.start.entry != Some(START) {
            return None;
        }
        let graph = self.graph;
        let own = graph.start.map(|start| &graph.procedures[start.index()]);
        let mut found = self.found.taken.clone();
        found.extend(graph.finds.values().filter_map(|place| match &place.base {
            Base::Object(object) | Base::Within(object, _) => Some(*object),
            Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_) => None,
        }));
        for (number, node) in graph.nodes.iter().enumerate() {
            if own.is_some_and(|own| (own.first.0..=own.exit.0).contains(&(number as u32))) {
                continue;
            }
            let unseen =
                matches!(node.action, Action::Unknown { effect: Effect::Calls, .. } | Action::Cut(_));
            if unseen {
                return None;
            }
            places(&node.action, &mut |place| match &place.base {
                Base::Object(object) | Base::Within(object, _) => _ = found.insert(*object),
                Base::Pointer(_) | Base::Outside(_) | Base::Unmodelled(_) => {}
            });
        }
        Some(found)
    }

    /// What an object of a type holds, or a member of one, was put there elsewhere.
    fn holds_foreign(&mut self, ty: &Type, member: Option<(usize, usize)>) {
        match ty {
            Type::Pointer(to, _) => {
                let held = match member.filter(|member| !self.found.shared.contains(member)) {
                    Some((record, field)) => Held::Member(record, field),
                    None => Held::Plain(self.found.pointee(to)),
                };
                let holder = self.found.number(held, to);
                self.found.facts.foreign.push(holder);
            }
            Type::Array(element, _) | Type::VariableArray(element) => self.holds_foreign(element, member),
            Type::Record(id) => {
                let tree = self.tree;
                let fields = tree.types.records[*id].fields.iter().flatten();
                fields
                    .enumerate()
                    .for_each(|(number, field)| self.holds_foreign(&field.ty, Some((*id, number))));
            }
            Type::Void | Type::Integer(_) | Type::Float(_) | Type::Function(_) | Type::Opaque(_) => {}
        }
    }

    /// What nobody follows calls a function.
    fn parameters_are_foreign(&mut self, function: FunctionId) {
        let Some(definition) = &self.tree.functions[function.index()].definition else { return };
        for &object in &definition.parameters {
            let ty = &self.tree.objects[object.index()].ty;
            if matches!(ty, Type::Record(_)) {
                self.holds_foreign(ty, None);
            }
            if let Some(holder) = self.parameter(object) {
                self.found.facts.foreign.push(holder);
            }
        }
    }

    /// What gets the argument for a parameter.
    fn parameter(&mut self, object: ObjectId) -> Option<Holder> {
        let Type::Pointer(to, _) = &self.graph.objects[object.index()].ty else { return None };
        if matches!(**to, Type::Function(_)) {
            return None;
        }
        let held = match self.found.is_variable(self.tree, object) {
            true => Held::Given(object),
            false => Held::Plain(self.found.pointee(to)),
        };
        Some(self.found.number(held, to))
    }

    fn action(&mut self, action: &'g Action) {
        match action {
            Action::Store { place, value } if is_pointer(&place.ty) => {
                if let Some(holder) = self.place(place) {
                    self.flow(value, holder);
                }
            }
            Action::Assign { target, value } if is_pointer(&value.ty) => {
                let holder = self.temporary(*target, &value.ty);
                self.flow(value, holder);
            }
            Action::Load { target, place } if is_pointer(&place.ty) => {
                let holder = self.temporary(*target, &place.ty);
                self.read_from(place, holder);
            }
            Action::Call { callee, arguments, result } => self.call(callee, arguments, result.as_ref()),
            Action::Return(Argument::Value(value)) if is_pointer(&value.ty) => {
                if let Some(function) = self.function
                    && let Type::Pointer(to, _) = &self.tree.functions[function.index()].signature.result
                {
                    let holder = self.found.number(Held::Result(function), to);
                    self.flow(value, holder);
                }
            }
            Action::Library { result: Some(target), .. } => {
                // Of what type its result is, nothing says before it is converted.
                if let Some(&holder) = self.found.numbers.get(&Held::Temporary(self.procedure, *target)) {
                    self.found.facts.foreign.push(holder);
                } else {
                    let holder = self.temporary(*target, &Type::Void.pointer_to());
                    self.found.facts.foreign.push(holder);
                }
            }
            Action::Store { .. }
            | Action::Assign { .. }
            | Action::Load { .. }
            | Action::Return(_)
            | Action::Library { .. }
            | Action::Skip
            | Action::Mark(_)
            | Action::Copy { .. }
            | Action::Clear { .. }
            | Action::Declare(_)
            | Action::Input { .. }
            | Action::Branch(_)
            | Action::Exit
            | Action::Error(_)
            | Action::Stop(_)
            | Action::Unknown { .. }
            | Action::Inspect { .. }
            | Action::Forget { .. }
            | Action::Cut(_)
            | Action::Stated(_) => {}
        }
    }

    /// A temporary gets the address of a new block.
    fn allocation(&mut self, node: NodeId, target: TemporaryId) {
        let holder = self.temporary(target, &Type::Void.pointer_to());
        let object = Object((self.graph.objects.len() + self.found.sites.len()) as u32);
        self.found.sites.push(node);
        self.found.facts.addresses.push((holder, object, Way::WHOLE));
    }

    fn temporary(&mut self, temporary: TemporaryId, ty: &Type) -> Holder {
        let void = Type::Void;
        let to = match ty {
            Type::Pointer(to, _) => to,
            _ => &void,
        };
        self.found.number(Held::Temporary(self.procedure, temporary), to)
    }

    /// The holder that a place is.
    fn place(&mut self, place: &Place) -> Option<Holder> {
        let Type::Pointer(to, _) = &place.ty else { return None };
        self.found.pointee(to);
        let held = self.found.held(self.tree, place)?;
        let holder = self.found.number(held, to);
        // What is read there is not what was stored.
        if self.is_volatile(place) {
            self.found.facts.foreign.push(holder);
        }
        Some(holder)
    }

    fn is_volatile(&self, place: &Place) -> bool {
        let object =
            matches!(place.base, Base::Object(object) if self.graph.objects[object.index()].volatile);
        object
            || place.steps.iter().any(|step| match step {
                Step::Member { record, field, .. } => {
                    let fields = self.tree.types.records[*record].fields.as_deref().unwrap_or_default();
                    fields.get(*field).is_some_and(|field| field.volatile)
                }
                Step::Element { .. } => false,
            })
    }

    fn call(&mut self, callee: &'g Callee, arguments: &'g [Argument], result: Option<&Receiver>) {
        let called: Vec<FunctionId> = match callee {
            Callee::Procedure(procedure) => {
                let mut bodies = self.graph.bodies.iter();
                bodies
                    .position(|body| body == &Some(*procedure))
                    .map(|at| FunctionId(at as u32))
                    .into_iter()
                    .collect()
            }
            Callee::Missing(_) => return,
            Callee::Declared(_) => Vec::new(),
            Callee::Pointer(_) => named_functions(self.graph).into_iter().collect(),
        };
        for function in &called {
            let Some(definition) = &self.tree.functions[function.index()].definition else { continue };
            for (&object, argument) in definition.parameters.iter().zip(arguments) {
                if let Argument::Value(value) = argument
                    && is_pointer(&value.ty)
                    && let Some(holder) = self.parameter(object)
                {
                    self.flow(value, holder);
                }
            }
        }
        let Some(Receiver::Temporary(target)) = result else { return };
        let known = called.iter().filter_map(|function| {
            match &self.tree.functions[function.index()].signature.result {
                Type::Pointer(to, _) if !matches!(**to, Type::Function(_)) => {
                    Some((*function, (**to).clone()))
                }
                _ => None,
            }
        });
        let known: Vec<(FunctionId, Type)> = known.collect();
        let foreign = !matches!(callee, Callee::Procedure(_));
        for (function, to) in &known {
            let from = self.found.number(Held::Result(*function), to);
            let holder = self.found.number(Held::Temporary(self.procedure, *target), to);
            self.found.facts.copies.push((from, holder));
            // A call through a pointer may call what is not there; its result has no cells yet.
            if foreign {
                self.found.facts.foreign.push(holder);
            }
        }
        if known.is_empty() && foreign {
            let holder = self.temporary(*target, &Type::Void.pointer_to());
            self.found.facts.foreign.push(holder);
        }
    }

    /// Which pointers an action moves, or uses for more than the element that they lead to.
    fn indexing(&mut self, action: &'g Action) {
        let mut used: Vec<&'g Expr> = Vec::new();
        all(action, &mut |part| {
            let Part::Value(value) = part else { return };
            match &value.kind {
                ExprKind::Moved { pointer, by, .. } if !matches!(by.kind, ExprKind::Integer(0)) => {
                    used.push(pointer);
                }
                ExprKind::Distance(left, right, _) => used.extend([&**left, &**right]),
                ExprKind::Compare(Relation::Equal | Relation::NotEqual, ..) => {}
                ExprKind::Compare(_, left, right) => used.extend([&**left, &**right]),
                ExprKind::Integer(_)
                | ExprKind::Temporary(_)
                | ExprKind::Read(_)
                | ExprKind::Address(..)
                | ExprKind::Function(_)
                | ExprKind::Convert(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Moved { .. }
                | ExprKind::Unmodelled(_) => {}
            }
        });
        // What manages the heap tells blocks, and no elements.
        if let Action::Library { function, arguments, .. } = action
            && !function.manages_heap()
        {
            used.extend(arguments);
        }
        used.into_iter().for_each(|pointer| self.indexed(pointer));
    }

    /// A pointer is used for more than the element that it leads to.
    fn indexed(&mut self, pointer: &'g Expr) {
        match &pointer.kind {
            ExprKind::Temporary(temporary) if is_pointer(&pointer.ty) => {
                let holder = self.temporary(*temporary, &pointer.ty);
                self.found.facts.indexed.push(holder);
            }
            ExprKind::Read(place) => {
                let holder = self.place(place);
                self.found.facts.indexed.extend(holder);
            }
            ExprKind::Address(place, array) if way_of(&place.steps, array.is_some()) == Way::WHOLE => {
                match &place.base {
                    Base::Object(object) => self.found.facts.whole.push(Object(object.0)),
                    Base::Pointer(pointer) => self.indexed(pointer),
                    Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => {}
                }
            }
            ExprKind::Convert(operand) => self.indexed(operand),
            ExprKind::Moved { pointer, .. } => self.indexed(pointer),
            ExprKind::Temporary(_)
            | ExprKind::Integer(_)
            | ExprKind::Address(..)
            | ExprKind::Function(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => {}
        }
    }

    /// Objects that are not taken apart: what is no array of a known length, and texts.
    fn keep_whole(&mut self) {
        for (number, entry) in self.graph.objects.iter().enumerate() {
            let is_literal = number >= self.tree.objects.len();
            if is_literal || !matches!(entry.ty, Type::Array(_, Some(_))) {
                self.found.facts.whole.push(Object(number as u32));
            }
        }
    }

    /// What a place holds comes into a holder.
    fn read_from(&mut self, place: &'g Place, holder: Holder) {
        match self.place(place) {
            Some(from) => self.found.facts.copies.push((from, holder)),
            None => self.found.facts.foreign.push(holder),
        }
    }

    /// A value comes into a holder.
    fn flow(&mut self, value: &'g Expr, holder: Holder) {
        match &value.kind {
            ExprKind::Integer(0) => {}
            ExprKind::Temporary(temporary) => {
                let from = self.temporary(*temporary, &value.ty);
                self.found.facts.copies.push((from, holder));
            }
            ExprKind::Read(place) => self.read_from(place, holder),
            ExprKind::Address(place, array) => self.address(place, array.is_some(), holder),
            ExprKind::Convert(operand) if is_pointer(&operand.ty) => self.flow(operand, holder),
            ExprKind::Convert(operand) if matches!(operand.kind, ExprKind::Integer(0)) => {}
            ExprKind::Moved { pointer, by, .. } => {
                self.flow(pointer, holder);
                if !matches!(by.kind, ExprKind::Integer(0)) {
                    self.found.facts.moved.push(holder);
                }
            }
            ExprKind::Integer(_)
            | ExprKind::Convert(_)
            | ExprKind::Function(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::Distance(..)
            | ExprKind::Unmodelled(_) => self.found.facts.foreign.push(holder),
        }
    }

    /// The address of a place comes into a holder.
    fn address(&mut self, place: &'g Place, decays: bool, holder: Holder) {
        let way = way_of(&place.steps, decays);
        let chosen = match (&place.base, &place.steps[..]) {
            (Base::Object(object), [Step::Element { index, length, .. }, rest @ ..]) => {
                Some((*object, is_within(index, *length), rest))
            }
            _ => None,
        };
        match chosen {
            Some((object, within, rest)) => {
                self.found.facts.chosen.push((holder, Object(object.0)));
                if !within {
                    self.found.loose.insert(object);
                }
                if !rest.is_empty() && !is_first(place, decays) {
                    self.found.facts.moved.push(holder);
                }
            }
            None if !is_first(place, decays) => self.found.facts.moved.push(holder),
            None => {}
        }
        match &place.base {
            Base::Object(object) => {
                if place.steps.is_empty() && !decays {
                    self.found.facts.whole.push(Object(object.0));
                }
                self.found.facts.addresses.push((holder, Object(object.0), way));
            }
            Base::Pointer(pointer) => {
                let Type::Pointer(to, _) = &pointer.ty else { return };
                // What the pointer is goes through a holder of its own, which has no name.
                let from = match &pointer.kind {
                    ExprKind::Temporary(temporary) => self.temporary(*temporary, &pointer.ty),
                    ExprKind::Read(inner) => match self.place(inner) {
                        Some(from) => from,
                        None => return self.found.facts.foreign.push(holder),
                    },
                    _ => {
                        let from = self.unnamed(to);
                        self.flow(pointer, from);
                        from
                    }
                };
                if matches!(place.steps.first(), Some(Step::Element { .. })) {
                    self.found.facts.indexed.push(from);
                }
                self.found.facts.parts.push((from, way, holder));
            }
            Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => {
                self.found.facts.foreign.push(holder);
            }
        }
    }

    /// A temporary that the graph does not have.
    fn unnamed(&mut self, to: &Type) -> Holder {
        let holder = Holder(self.found.holders.len() as u32);
        let target = self.found.pointee(to);
        self.found.holders.push(Held::Temporary(self.procedure, TemporaryId(u32::MAX)));
        self.found.targets.push(target);
        self.found.facts.followed.push(holder);
        holder
    }
}
