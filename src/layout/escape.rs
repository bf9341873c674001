//! What code that nobody knows may reach: the objects whose addresses go where they are not followed.
//!
//! What escapes anywhere is needed everywhere, so that a program is laid out again with what was found, until no more is.

use std::collections::BTreeSet;
use std::rc::Rc;

use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, ScalarId, UnitKind};
use focuscheck_check::tree::{ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_ir::program::addresses::{Addressed, addresses};
use focuscheck_ir::program::given::holds_foreign_pointers;
use focuscheck_ir::program::graph::{Action, Base, Expr, ExprKind, NodeId, Place, ProcedureId, TemporaryId};
use focuscheck_ir::program::visit::{Part, places, within};

use super::build::Stage;
use super::copy::{Kept, Variable};
use super::findings::{Findings, Owner};
use super::pools::Thing;
use super::region::Pointer;

impl Stage<'_> {
    /// The object that a cell belongs to.
    pub fn owner(&self, cell: ScalarId) -> Option<Owner> {
        let (first, (count, owner)) = self.owners.range(..=cell).next_back()?;
        let here = match owner {
            Owner::Static(_) | Owner::Pool(_) => true,
            Owner::Local(copy, _) | Owner::Given(copy, _) | Owner::Result(copy) => *copy == self.current,
        };
        (here && cell.0 < first.0 + count).then_some(*owner)
    }

    /// Notes whose the cells of the current copy are, and those that there is one of.
    pub fn note_owners(&mut self) {
        let mut owners: Vec<(Variable, Owner)> = Vec::new();
        if self.owners.is_empty() {
            let alone = self.globals.iter().filter(|(object, _)| self.pools.member(**object).is_none());
            owners.extend(alone.map(|(object, variable)| (variable.clone(), Owner::Static(*object))));
            let pools = self.pooled.iter().zip(0..);
            owners.extend(pools.map(|((cells, _), pool)| (cells.clone(), Owner::Pool(pool))));
        }
        if let Some(copy) = self.copies.get(self.current) {
            let locals = copy.locals.iter();
            owners.extend(locals.map(|(object, v)| (v.clone(), Owner::Local(self.current, *object))));
            let slots = copy.slots.iter().enumerate();
            owners.extend(slots.map(|(slot, v)| (v.clone(), Owner::Given(self.current, slot))));
        }
        let ranges = owners.into_iter().map(|(variable, owner)| (variable.first, (variable.count, owner)));
        self.owners.extend(ranges);
    }

    /// Whether a cell belongs to an object of the current copy, or of the whole run, that code nobody knows may change.
    pub fn is_exposed(&self, cell: ScalarId) -> bool {
        self.owner(cell).is_some_and(|owner| self.known.taken.contains(&owner))
    }

    /// Two cells belong to one object.
    pub fn are_together(&self, one: ScalarId, other: ScalarId) -> bool {
        self.owner(one).is_some_and(|owner| self.owner(other) == Some(owner))
    }

    /// The address in a pointer goes where it is not followed.
    pub fn escape(&mut self, pointer: &Pointer) {
        if let Pointer::Into { region, .. } = pointer {
            self.escape_cell(region.first);
        }
    }

    /// Whether an object is a string literal.
    pub fn is_literal(&self, owner: Owner) -> bool {
        match owner {
            Owner::Static(object) => self.graph.literals.iter().any(|(literal, _)| *literal == object),
            Owner::Pool(pool) => self.pools.pools[pool].things.iter().all(|thing| {
                let object = thing.object();
                object.is_some_and(|object| self.graph.literals.iter().any(|(literal, _)| *literal == object))
            }),
            Owner::Local(..) | Owner::Given(..) | Owner::Result(_) => false,
        }
    }

    /// The object of a cell may change otherwise than by its cells; a string literal never does.
    pub fn escape_cell(&mut self, cell: ScalarId) {
        if let Some(owner) = self.owner(cell).filter(|owner| !self.is_literal(*owner)) {
            self.escapes.taken.entry(self.current).or_default().insert(owner);
        }
    }

    /// Code runs that may change whatever address is taken: so are those of the objects in pools.
    pub fn escape_pools(&mut self) {
        for pool in 0..self.pooled.len() {
            self.escape_cell(self.pooled[pool].0.first);
        }
    }

    /// A call gives an object of the current copy to another one.
    pub fn share(&mut self, callee: usize, slot: usize, cell: ScalarId) {
        if let Some(owner) = self.owner(cell) {
            self.escapes.shared.push((self.current, Owner::Given(callee, slot), owner));
        }
    }

    /// Code changes what escaped: the objects of the current copy, and perhaps those of the whole run.
    pub fn clobber(&mut self, everything: bool, span: Span) {
        if everything {
            self.escapes.changing.insert(self.current);
        }
        let mut cells: Vec<ScalarId> = Vec::new();
        for owner in &self.known.taken {
            let variable = match owner {
                Owner::Static(object) if everything => self.globals.get(object),
                Owner::Pool(pool) if everything => self.pooled.get(*pool).map(|(cells, _)| cells),
                Owner::Local(copy, object) if *copy == self.current => self.copy().locals.get(object),
                Owner::Given(copy, slot) if *copy == self.current => self.copy().slots.get(*slot),
                Owner::Static(_)
                | Owner::Pool(_)
                | Owner::Local(..)
                | Owner::Given(..)
                | Owner::Result(_) => None,
            };
            cells.extend(variable.into_iter().flat_map(Variable::cells));
            // It may free what it reaches.
            if let (Owner::Pool(pool), true) = (owner, everything)
                && let Some((_, Kept { alive: Some(alive), .. })) = self.pooled.get(*pool)
            {
                let things = self.pools.pools[*pool].things.iter().zip(alive.0..);
                let blocks = things.filter(|(thing, _)| matches!(thing, Thing::Block(..)));
                cells.extend(blocks.map(|(_, cell)| ScalarId(cell)));
            }
        }
        cells.sort_unstable();
        for target in cells {
            let outer = self.enter(UnitKind::Assign);
            let reason = "changed through a pointer".into();
            self.refuse_cell(target);
            self.emit(Made::Unsupported { target, reason }, span);
            self.leave(outer);
        }
    }

    /// After a call of a copy: pointers to objects of this one may have reached it.
    pub fn after_call(&mut self, callee: usize, span: Span) {
        if self.known.changing.contains(&callee) {
            self.clobber(false, span);
        }
    }

    /// Whether a pointer of which it is not known where it leads may lead to the object of a cell that has not escaped.
    pub fn may_lead_to(&self, value: &Expr, cell: ScalarId) -> bool {
        let mut found = false;
        within(Part::Value(value), &mut |part| {
            found |= match part {
                Part::Value(Expr { kind: ExprKind::Temporary(temporary), .. }) => {
                    self.temporary_may_lead_to(*temporary, cell)
                }
                Part::Value(_) => false,
                Part::Place(place) => match place.base {
                    Base::Object(object) => {
                        let held = match self.copy().pointers.get(&object) {
                            Some(Pointer::Into { region, .. }) => self.are_together(region.first, cell),
                            _ => false,
                        };
                        held || self.variable(object).is_ok_and(|variable| variable.contains(cell))
                    }
                    Base::Pointer(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => false,
                },
            }
        });
        found
    }

    /// Whether a place behind such a pointer may be in that object.
    pub fn may_lead_to_place(&self, place: &Place, cell: ScalarId) -> bool {
        match &place.base {
            Base::Pointer(pointer) => self.may_lead_to(pointer, cell),
            Base::Object(_) | Base::Outside(_) | Base::Within(..) | Base::Unmodelled(_) => false,
        }
    }

    fn temporary_may_lead_to(&self, temporary: TemporaryId, cell: ScalarId) -> bool {
        self.copy().uses.definitions(temporary).iter().any(|node: &NodeId| {
            match &self.graph.nodes[node.index()].action {
                Action::Assign { value, .. } => self.may_lead_to(value, cell),
                _ => false,
            }
        })
    }

    /// The scalars of an object of the current copy or of the whole run: the first, and how many.
    pub fn cells_of(&self, owner: Owner) -> Option<(ScalarId, u32)> {
        let variable = match owner {
            Owner::Static(object) => self.globals.get(&object),
            Owner::Pool(pool) => self.pooled.get(pool).map(|(cells, _)| cells),
            Owner::Local(_, object) => match self.copy().leads.moving(object) {
                Some(moving) => return moving.range(),
                None => self.copy().locals.get(&object),
            },
            Owner::Given(_, slot) => self.copy().slots.get(slot),
            Owner::Result(_) => self.copy().record.as_ref(),
        };
        variable.map(|variable| (variable.first, variable.count))
    }

    /// The first scalar of an object.
    pub fn first_of(&self, owner: Owner) -> Option<ScalarId> {
        self.cells_of(owner).map(|(first, _)| first)
    }

    /// What was found out, with what was known before.
    pub fn findings(&mut self) -> Findings {
        let reach = Rc::new(self.find_reach());
        let mut found = Findings { reach, ..self.known.clone() };
        found.replaced.extend(self.replaced());
        let idle = self.idle();
        let copies = || self.copies.iter().enumerate();
        let used: BTreeSet<ProcedureId> =
            copies().filter(|(number, _)| !idle.contains(number)).map(|(_, copy)| copy.origin).collect();
        found.idle = copies().map(|(_, copy)| copy.origin).filter(|origin| !used.contains(origin)).collect();
        let own = |copy: &usize| !found.replaced.contains(copy) && !idle.contains(copy);
        let taken = self.escapes.taken.iter().filter(|(copy, _)| own(copy));
        let mut taken: BTreeSet<Owner> = taken.flat_map(|(_, taken)| taken.iter().copied()).collect();
        taken.extend(self.linked());
        taken.extend(self.changed_by_callbacks());
        taken.extend(&self.known.taken);
        loop {
            let before = taken.len();
            for (_, inner, outer) in self.escapes.shared.iter().filter(|(copy, ..)| own(copy)) {
                if taken.contains(inner) || taken.contains(outer) {
                    taken.extend([*inner, *outer]);
                }
            }
            if taken.len() == before {
                break;
            }
        }
        let mut changing: BTreeSet<usize> = self.known.changing.clone();
        changing.extend(self.escapes.changing.iter().copied().filter(|copy| own(copy)));
        let calls = self.calls();
        loop {
            let before = changing.len();
            let callers = calls.iter().filter(|(caller, callee)| own(caller) && changing.contains(callee));
            let callers: Vec<usize> = callers.map(|(caller, _)| *caller).collect();
            changing.extend(callers);
            if changing.len() == before {
                break;
            }
        }
        (found.taken, found.changing) = (taken, changing);
        for (copy, types) in &self.escapes.refused {
            for ty in types.iter().filter(|_| copy.is_none_or(|copy| own(&copy))) {
                if !found.refused.contains(ty) {
                    found.refused.push(ty.clone());
                }
            }
        }
        found
    }

    /// The calls that copies make, in pairs of caller and callee.
    pub fn calls(&self) -> BTreeSet<(usize, usize)> {
        let calls = self.out.nodes.iter().filter_map(|node| match node.action {
            Made::Call { callee, .. } => Some((node.procedure.index(), callee.index())),
            _ => None,
        });
        calls.collect()
    }

    /// The objects that are reached by other ways than their names, or whose addresses static objects hold.
    fn linked(&self) -> BTreeSet<Owner> {
        let (tree, graph) = (self.tree, self.graph);
        let mut found = BTreeSet::new();
        if let Some(statics) = graph.statics {
            for node in graph.nodes_of(statics) {
                let action = &graph.nodes[node.index()].action;
                if let Action::Store { place, .. } = action
                    && self.pools.held_at(tree, place).is_some()
                {
                    continue;
                }
                addresses(action, &mut |addressed| {
                    if let Addressed::Object(object) = addressed {
                        found.extend(self.owner_of(object));
                    }
                });
            }
        }
        let given = self.escapes.given || self.is_given_pointers();
        for object in self.globals.keys() {
            let Some(entry) = tree.objects.get(object.index()) else { continue };
            let (file, internal) = match entry.storage {
                Storage::File { internal, .. } => (true, internal),
                Storage::Static | Storage::Automatic | Storage::Parameter | Storage::Result => (false, true),
            };
            let exposed = file && tree.linkage.exposed.contains(&entry.name);
            if self.has_assembler || exposed || (given && !internal) {
                found.extend(self.owner_of(*object));
            }
        }
        found
    }

    /// Whose cells those of an object are that there is one of.
    fn owner_of(&self, object: ObjectId) -> Option<Owner> {
        match self.pools.member(object) {
            Some((pool, _)) => Some(Owner::Pool(pool)),
            None => self.globals.contains_key(&object).then_some(Owner::Static(object)),
        }
    }

    /// Whether code of other files gives pointers: in objects, or to functions that it may call, or to the one where it
    /// begins unless that is `main`.
    fn is_given_pointers(&self) -> bool {
        let (tree, graph) = (self.tree, self.graph);
        let start = self.original.start();
        let holds = |ty: &Type| tree.types.holds_pointers(ty);
        let entered = start.entry.and(self.out.main).map(|main| self.copies[main.index()].function);
        let passing = entered.map(|function| &tree.functions[function.index()].passing);
        let mut given = passing.is_some_and(|passing| passing.iter().any(holds));
        let mut objects = BTreeSet::new();
        for node in &graph.nodes {
            places(&node.action, &mut |place| {
                if let Base::Object(object) = place.base {
                    objects.insert(object);
                }
            });
            addresses(&node.action, &mut |addressed| {
                if let Addressed::Function(function) = addressed {
                    let passing = &tree.functions[function.index()].passing;
                    given |= passing.iter().any(holds);
                }
            });
        }
        let objects = objects.iter().filter_map(|object| tree.objects.get(object.index()));
        given || objects.into_iter().any(|object| holds_foreign_pointers(tree, object, start))
    }

    /// Code of other files runs that gets such a value, or gives one of such a type.
    pub fn note_given(&mut self, reached: &[Expr], result: &Type) {
        let holds = |value: &Expr| match &value.ty {
            Type::Pointer(to, _) => self.tree.types.holds_pointers(to),
            _ => false,
        };
        let gives = !matches!(result, Type::Integer(_) | Type::Float(_) | Type::Void);
        if gives || reached.iter().any(holds) {
            self.escapes.given = true;
        }
    }
}
