//! Pools: objects that pointers in memory, or pointers that lead now here and now there, lead to.
//!
//! The objects of a pool are numbered, and their cells stand side by side as those of an array of structures. A pointer into
//! one is the number of its object, 0 for null, and an offset where some pointer of its type may have moved. The rules
//! (`rules/points_to.rs`) say which objects a pointer may lead to; objects that one pointer may lead to are in one pool. An
//! object of a block belongs to a pool only if there is one of it at a time and no pointer to it outlives it. Of the heap
//! each place that allocates has a few blocks; a run that asks for more is not followed.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith;
use focuscheck_check::tree::{FunctionId, ObjectId, Program, Storage};
use focuscheck_check::types::Type;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::access::effects_of;
use focuscheck_ir::program::addresses::{named_functions, starts};
use focuscheck_ir::program::graph::{
    Action, Base, Callee, Expr, ExprKind, Graph, Library, NodeId, Place, ProcedureId, TemporaryId,
};
use focuscheck_rules::points_to::{Holder, Object, PointsTo, Way, points_to};

use super::pointers::{Held, Pointers};
use super::scope::{depth, is_named_without, names};
use super::shapes::{PointerCells, Shapes};
use super::uses::Uses;

/// A pool has at most so many cells.
const MAX_POOL: u64 = 1 << 13;

/// The same for one of which some cells may have no value.
const MAX_UNSET: u64 = 1 << 11;

/// So many blocks of one place are told apart.
pub(super) const BLOCKS: u32 = 4;

/// A block whose size is not a constant has at most so many elements.
pub(super) const ELEMENTS: u64 = 32;

/// What is in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// An object of the program.
    Object(ObjectId),
    /// An object of the program that stands where a member of a structure would: pointers lead to it and to such members.
    Member(ObjectId, usize),
    /// A block of the heap: where it is allocated, by the number of that place, and which one of its blocks it is.
    Block(usize, u32),
    /// Nothing: pointers that are always null lead there.
    Nothing,
}

impl Thing {
    /// The object of the program that it is.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Thing::Object(object) | Thing::Member(object, _) => Some(*object),
            Thing::Block(..) | Thing::Nothing => None,
        }
    }
}

/// A pool.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    /// What is in it, in the order of the numbers, which begin at 1.
    pub things: Vec<Thing>,
    /// The type of an element: a thing is one, or an array of these.
    pub unit: Type,
    /// How many elements each thing has, or may have.
    pub lengths: Vec<u64>,
    /// Whether some of its objects are `const`.
    pub constant: bool,
    /// Whether some of its cells may have no value.
    pub unset: bool,
}

impl Pool {
    /// How many elements its longest thing has.
    pub fn length(&self) -> u64 {
        self.lengths.iter().copied().max().unwrap_or(0).max(1)
    }

    /// Whether there are blocks of the heap in it.
    pub fn has_blocks(&self) -> bool {
        self.things.iter().any(|thing| matches!(thing, Thing::Block(..)))
    }
}

/// A place where blocks are allocated.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The node.
    pub node: NodeId,
    /// The type of an element of its blocks, and how many these have: nothing if that is not a constant.
    pub unit: Option<(Type, Option<u64>)>,
    /// Whether the bytes are zero.
    pub cleared: bool,
    /// How many of its blocks are told apart.
    pub blocks: u32,
}

/// Where the pointers of a holder lead.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Into {
    /// The pool.
    pub pool: usize,
    /// The members on the way from an object to the part that they lead to.
    pub fields: Vec<usize>,
    /// The type of what they point to.
    pub element: Type,
    /// How many of these are side by side; nothing if they are the elements of the objects themselves.
    pub length: Option<u64>,
    /// Whether a pointer may be to another one than the first of them, so that it has an offset.
    pub offset: bool,
}

/// The pools of a program.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pub pools: Vec<Pool>,
    /// Where blocks are allocated.
    pub sites: Vec<Site>,
    members: BTreeMap<ObjectId, (usize, u32)>,
    /// By site the pool of its blocks, and the number of the first one there from 0 on.
    blocks: BTreeMap<usize, (usize, u32)>,
    classes: BTreeMap<Held, Into>,
    pointers: Pointers,
    pub cells: PointerCells,
}

impl Pools {
    /// Finds the pools of a program; pointers to these types are not followed where memory holds them, or functions return them.
    pub fn of(original: &Original, refused: &[Type]) -> Self {
        let start = original.start();
        if start.entry.is_some() || start.globals_are_inputs || start.globals_change {
            return Pools::default();
        }
        let pointers = Pointers::of(original.tree(), original.graph());
        if pointers.holders.is_empty() {
            return Pools { pointers, ..Pools::default() };
        }
        let mut finder = Finder::new(original, pointers);
        let refused = finder.pointers.holders.iter().enumerate().filter(|(number, held)| {
            let to = &finder.pointers.pointees[finder.pointers.targets[*number]];
            is_stored(**held) && refused.contains(to)
        });
        let refused: Vec<Holder> = refused.map(|(number, _)| Holder(number as u32)).collect();
        finder.pointers.facts.foreign.extend(refused);
        loop {
            let known = finder.pointers.facts.foreign.len();
            let found = finder.find();
            if finder.pointers.facts.foreign.len() == known {
                return Pools { pointers: finder.pointers, ..found };
            }
        }
    }

    /// The pool of an object, and its number there from 0 on.
    pub fn member(&self, object: ObjectId) -> Option<(usize, u32)> {
        self.members.get(&object).copied()
    }

    /// The site of a node that allocates a block, with the pool of its blocks and the number of the first one there from 0 on.
    pub fn allocated(&self, node: NodeId) -> Option<(usize, usize, u32)> {
        let site = self.sites.iter().position(|site| site.node == node)?;
        let (pool, first) = self.blocks.get(&site)?;
        Some((site, *pool, *first))
    }

    /// Where the pointers lead that a place of the graph holds, if it is in memory.
    pub fn held_at(&self, tree: &Program, place: &Place) -> Option<&Into> {
        let held = self.pointers.held(tree, place).filter(|held| is_memory(*held))?;
        let Type::Pointer(to, _) = &place.ty else { return None };
        self.cells.of(to)?;
        self.classes.get(&held)
    }

    /// Whether an object is a local pointer that is followed by itself.
    pub fn is_variable(&self, tree: &Program, object: ObjectId) -> bool {
        self.pointers.is_variable(tree, object)
    }

    /// Where a local pointer or a parameter leads that gets its value in several ways.
    pub fn variable(&self, object: ObjectId) -> Option<&Into> {
        self.classes.get(&Held::Variable(object))
    }

    /// Where the pointers lead that a function returns.
    pub fn result(&self, function: FunctionId) -> Option<&Into> {
        self.classes.get(&Held::Result(function))
    }
}

/// Whether a holder has cells of its own: in memory, or as what a function returns.
fn is_stored(held: Held) -> bool {
    match held {
        Held::Member(..) | Held::Plain(_) | Held::Result(_) => true,
        Held::Variable(_) | Held::Temporary(..) | Held::Given(_) => false,
    }
}

/// Whether a holder is in memory that others may reach.
fn is_memory(held: Held) -> bool {
    match held {
        Held::Member(..) | Held::Plain(_) => true,
        Held::Variable(_) | Held::Temporary(..) | Held::Given(_) | Held::Result(_) => false,
    }
}

struct Finder<'o> {
    original: &'o Original,
    pointers: Pointers,
    sites: Vec<Site>,
    /// The procedures that declare objects, or have them as parameters.
    homes: BTreeMap<ObjectId, ProcedureId>,
    /// Procedures that may be running several times at once.
    recursive: BTreeSet<ProcedureId>,
    /// The procedure that the program begins with, if nothing calls it.
    main: Option<ProcedureId>,
    /// Where temporaries are used.
    uses: BTreeMap<ProcedureId, Uses>,
}

/// The way from objects to what a pointer leads to: the members, how many of these are side by side, and the type of an
/// element of the objects.
type Lead = (Vec<usize>, Option<u64>, Type);

/// A holder whose pointers shall be followed, with where they lead; nothing if that is nothing that a pool can hold.
type Wanted = (Holder, Held, Option<Into>);

impl<'o> Finder<'o> {
    fn new(original: &'o Original, pointers: Pointers) -> Self {
        let (tree, graph) = (original.tree(), original.graph());
        let mut homes = BTreeMap::new();
        for (number, procedure) in graph.procedures.iter().enumerate() {
            let id = ProcedureId(number as u32);
            homes.extend(procedure.parameters.iter().map(|object| (*object, id)));
            for node in graph.nodes_of(id) {
                if let Action::Declare(object) = graph.nodes[node.index()].action {
                    homes.insert(object, id);
                }
            }
        }
        let main = tree.function("main").filter(|main| starts(tree, graph, *main));
        let main = main.and_then(|main| graph.bodies[main.index()]);
        let recursive = recursive(original);
        let procedures = (0..graph.procedures.len() as u32).map(ProcedureId);
        let uses = procedures.map(|procedure| (procedure, Uses::of(graph, procedure))).collect();
        Finder { original, pointers, sites: Vec::new(), homes, recursive, main, uses }
    }

    /// The site that an object of the rules is.
    fn site(&self, object: Object) -> Option<usize> {
        (object.0 as usize).checked_sub(self.original.graph().objects.len())
    }

    /// Finds the pools with what is known to be refused, and refuses more.
    fn find(&mut self) -> Pools {
        let found = points_to(&self.pointers.facts);
        self.sites = self.sites_of(&found);
        let unknown: BTreeSet<Holder> = found.unknown.iter().copied().collect();
        let several: BTreeSet<Holder> = found.several.iter().copied().collect();
        let moved: BTreeSet<Holder> = found.moved.iter().copied().collect();
        let mut points: BTreeMap<Holder, Vec<(Object, Way)>> = BTreeMap::new();
        for &(holder, object, way) in &found.points {
            points.entry(holder).or_default().push((object, way));
        }
        let mut sets = Sets::default();
        let mut wanted: Vec<Wanted> = Vec::new();
        let mut nulls: Vec<(Holder, Held, Type)> = Vec::new();
        let fresh =
            self.pointers.facts.addresses.iter().filter(|(_, object, _)| self.site(*object).is_some());
        let fresh: BTreeSet<Holder> = fresh.map(|(holder, ..)| *holder).collect();
        for (number, &held) in self.pointers.holders.iter().enumerate() {
            let holder = Holder(number as u32);
            let is_asked = match held {
                Held::Member(..) | Held::Plain(_) | Held::Result(_) => true,
                Held::Variable(_) | Held::Temporary(..) => {
                    several.contains(&holder) || fresh.contains(&holder)
                }
                Held::Given(_) => false,
            };
            if !is_asked || unknown.contains(&holder) {
                continue;
            }
            let leads = points.get(&holder).map_or(&[][..], Vec::as_slice);
            let mut to = self.pointers.pointees[self.pointers.targets[number]].clone();
            if let (true, [(object, _)]) = (fresh.contains(&holder), leads)
                && let Some((unit, _)) = self.site(*object).and_then(|site| self.sites[site].unit.as_ref())
            {
                to = unit.clone();
            }
            if to == Type::Void {
                to = self.meant(leads).unwrap_or(to);
            }
            let fitting: Vec<(Object, Way)> =
                leads.iter().filter(|lead| self.fits(**lead, &to)).copied().collect();
            let leads = if fitting.is_empty() { leads } else { &fitting };
            if leads.is_empty() {
                nulls.extend(is_stored(held).then_some((holder, held, to)));
                continue;
            }
            match self.way(leads, &to, &found) {
                Some((fields, length, unit)) => {
                    self.stand_for_members(leads, &fields, &unit, &mut sets);
                    leads.windows(2).for_each(|pair| sets.unite(pair[0].0, pair[1].0));
                    let offset = moved.contains(&holder);
                    let into = Into { pool: 0, fields, element: to, length, offset };
                    leads.iter().for_each(|(object, _)| sets.add(*object, &unit));
                    wanted.push((holder, held, Some(into)));
                }
                None => wanted.push((holder, held, None)),
            }
        }
        self.settle((wanted, nulls), sets, &points, (&unknown, &moved))
    }

    /// Of what the blocks of each site are made, by the pointers that lead to them.
    fn sites_of(&self, found: &PointsTo) -> Vec<Site> {
        let graph = self.original.graph();
        let mut types: Vec<Vec<&Type>> = vec![Vec::new(); self.pointers.sites.len()];
        for &(holder, object, way) in &found.points {
            let to = &self.pointers.pointees[self.pointers.targets[holder.0 as usize]];
            if let Some(site) = self.site(object)
                && way == Way::WHOLE
                && *to != Type::Void
                && !types[site].contains(&to)
            {
                types[site].push(to);
            }
        }
        let sites = self.pointers.sites.iter().zip(types);
        sites
            .map(|(&node, types)| {
                let Action::Library { function, arguments, .. } = &graph.nodes[node.index()].action else {
                    return Site { node, unit: None, cleared: false, blocks: 1 };
                };
                let unit = match types[..] {
                    [unit] => self.original.tree().types.layout(unit).map(|(size, _)| {
                        let bytes = arguments
                            .iter()
                            .map(constant)
                            .try_fold(1_i128, |product, factor| product.checked_mul(factor?));
                        let count = bytes.and_then(|bytes| u64::try_from(bytes).ok()?.checked_div(size));
                        (unit.clone(), count)
                    }),
                    _ => None,
                };
                let cleared = *function == Library::AllocateCleared;
                let blocks = if self.happens_once(node) { 1 } else { BLOCKS };
                Site { node, unit, cleared, blocks }
            })
            .collect()
    }

    /// Whether a node runs once at most.
    fn happens_once(&self, node: NodeId) -> bool {
        let graph = self.original.graph();
        let own = self.main.is_some_and(|main| {
            let procedure = &graph.procedures[main.index()];
            (procedure.first..=procedure.exit).contains(&node)
        });
        own && !is_repeated(graph, node)
    }

    /// The way from all these objects to what a pointer to a type leads to; `None` if there is no such way, or an object cannot
    /// be in a pool.
    fn way(&self, leads: &[(Object, Way)], to: &Type, found: &PointsTo) -> Option<Lead> {
        let mut known: Option<Lead> = None;
        // An object of its own may stand for a member that others lead to.
        let member = leads.iter().find(|(_, way)| *way != Way::WHOLE);
        let member = member.and_then(|(object, way)| self.lead(*object, way.fields()?, to));
        for &(object, way) in leads {
            let fields = way.fields()?;
            let objects = &self.original.graph().objects;
            let is_alone = objects.get(object.0 as usize).is_some_and(|entry| entry.ty == *to);
            if let (true, true, Some(member)) = (fields.is_empty(), is_alone, &member)
                && member.1 == Some(1)
                && member.0.len() == 1
                && self.can_be_pooled(ObjectId(object.0), found)
            {
                known = Some(member.clone());
                continue;
            }
            if self.site(object).is_none() && !self.can_be_pooled(ObjectId(object.0), found) {
                return None;
            }
            let own = self.lead(object, fields, to)?;
            match &known {
                Some(other) if *other != own => return None,
                Some(_) => {}
                None => known = Some(own),
            }
        }
        known
    }

    /// The type of what `void *` leads to: that of the objects, of an array that of its elements.
    fn meant(&self, leads: &[(Object, Way)]) -> Option<Type> {
        let Some((object, way)) = leads.first() else {
            return Some(Type::Integer(arith::IntegerType { width: 8, signed: true }));
        };
        let mut ty = match self.site(*object) {
            Some(site) => &self.sites[site].unit.as_ref()?.0,
            None => &self.original.graph().objects[object.0 as usize].ty,
        };
        for field in way.fields()? {
            let Type::Record(id) = ty else { return None };
            ty = &self.original.tree().types.records[*id].fields.as_ref()?.get(field)?.ty;
        }
        Some(match ty {
            Type::Array(element, _) => (**element).clone(),
            ty => ty.clone(),
        })
    }

    /// Whether a pointer to a type may lead to a part of an object; what does not came there by `void *`.
    fn fits(&self, (object, way): (Object, Way), to: &Type) -> bool {
        let Some(fields) = way.fields() else { return true };
        let objects = &self.original.graph().objects;
        let is_alone = objects.get(object.0 as usize).is_some_and(|entry| entry.ty == *to);
        is_alone || self.lead(object, fields, to).is_some()
    }

    /// The way from an object to what a pointer to a type leads to behind some members.
    fn lead(&self, object: Object, fields: Vec<usize>, to: &Type) -> Option<Lead> {
        match self.site(object) {
            Some(site) => self.part_of_block(&self.sites[site], fields, to),
            None => self.part(&self.original.graph().objects[object.0 as usize].ty, fields, to),
        }
    }

    /// Notes the objects that stand for members.
    fn stand_for_members(&self, leads: &[(Object, Way)], fields: &[usize], unit: &Type, sets: &mut Sets) {
        let [field] = fields else { return };
        for (object, way) in leads {
            if *way == Way::WHOLE {
                let known = sets.members.entry(*object).or_insert(Some(*field));
                if *known != Some(*field) {
                    *known = None;
                }
                sets.add(*object, unit);
            }
        }
    }

    /// What a pointer to a type is in a block behind some members.
    fn part_of_block(&self, site: &Site, fields: Vec<usize>, to: &Type) -> Option<Lead> {
        let (unit, count) = site.unit.as_ref()?;
        // Members of several elements do not lie side by side.
        let fits = fields.is_empty() || *count == Some(1);
        fits.then(|| self.part(unit, fields, to)).flatten()
    }

    /// What a pointer to a type is in an object of another one, behind some members.
    fn part(&self, whole: &Type, fields: Vec<usize>, to: &Type) -> Option<Lead> {
        if fields.is_empty() {
            let is_element = matches!(whole, Type::Array(element, Some(_)) if **element == *to);
            return (is_element || whole == to).then(|| (fields, None, to.clone()));
        }
        let mut ty = whole;
        for field in &fields {
            let Type::Record(id) = ty else { return None };
            let record = &self.original.tree().types.records[*id];
            let field = record.fields.as_ref()?.get(*field)?;
            if record.union || field.bits.is_some() || field.volatile {
                return None;
            }
            ty = &field.ty;
        }
        let length = match ty {
            Type::Array(element, Some(length)) if **element == *to => *length,
            ty if ty == to => 1,
            _ => return None,
        };
        Some((fields, Some(length), whole.clone()))
    }

    /// Whether there is one of an object at a time, and no pointer outlives it.
    fn can_be_pooled(&self, object: ObjectId, found: &PointsTo) -> bool {
        let (tree, graph) = (self.original.tree(), self.original.graph());
        let entry = &graph.objects[object.index()];
        let Some(declared) = tree.objects.get(object.index()) else {
            return graph.literals.iter().any(|(literal, _)| *literal == object);
        };
        if entry.volatile || declared.volatile || tree.types.has_volatile_member(&entry.ty) {
            return false;
        }
        match declared.storage {
            Storage::File { defined, .. } => !tree.linkage.has_no_cells(&declared.name, defined),
            Storage::Static => true,
            Storage::Parameter | Storage::Result => false,
            Storage::Automatic => {
                let Some(&home) = self.homes.get(&object) else { return false };
                let own = depth(graph, object);
                let holds = |held: &Held| match *held {
                    Held::Variable(variable) => {
                        self.homes.get(&variable) != Some(&home) || own <= depth(graph, variable)
                    }
                    // One that the graph does not have is no longer there than its node.
                    Held::Temporary(_, TemporaryId(u32::MAX)) => true,
                    Held::Temporary(procedure, temporary) => {
                        procedure != home || self.is_used_within((procedure, temporary), object)
                    }
                    Held::Given(_) => true,
                    Held::Member(..) | Held::Plain(_) => false,
                    Held::Result(function) => graph.bodies[function.index()] != Some(home),
                };
                let mut holders = found.points.iter().filter(|(_, other, _)| *other == Object(object.0));
                !self.recursive.contains(&home)
                    && (self.main == Some(home) && own <= 1
                        || holders.all(|(holder, ..)| holds(&self.pointers.holders[holder.0 as usize])))
            }
        }
    }

    /// Makes the pools; what does not fit is refused.
    fn settle(
        &mut self,
        (wanted, nulls): (Vec<Wanted>, Vec<(Holder, Held, Type)>),
        mut sets: Sets,
        points: &BTreeMap<Holder, Vec<(Object, Way)>>,
        (unknown, moved): (&BTreeSet<Holder>, &BTreeSet<Holder>),
    ) -> Pools {
        let mut found = Pools { sites: self.sites.clone(), ..Pools::default() };
        let lost = wanted.iter().filter(|(_, _, into)| into.is_none()).map(|(holder, ..)| *holder);
        let mut refused: BTreeSet<Holder> = lost.collect();
        let mut broken: BTreeSet<usize> = BTreeSet::new();
        let mut number_of: BTreeMap<Object, usize> = BTreeMap::new();
        for (number, objects) in sets.numbers().into_iter().enumerate() {
            number_of.extend(objects.iter().map(|object| (*object, number)));
            let pool = self.pool(&objects, &sets);
            if pool.is_none() {
                broken.insert(number);
            }
            let nothing = || Pool {
                things: Vec::new(),
                unit: Type::Void,
                lengths: Vec::new(),
                constant: false,
                unset: false,
            };
            let pool = pool.unwrap_or_else(nothing);
            for (thing, at) in pool.things.iter().zip(0..) {
                match *thing {
                    Thing::Object(object) | Thing::Member(object, _) => {
                        found.members.insert(object, (number, at));
                    }
                    Thing::Block(site, 0) => _ = found.blocks.insert(site, (number, at)),
                    Thing::Block(..) | Thing::Nothing => {}
                }
            }
            found.pools.push(pool);
        }
        for (holder, held, into) in wanted {
            let (Some(into), Some((object, _))) = (into, points.get(&holder).and_then(|leads| leads.first()))
            else {
                continue;
            };
            let Some(&pool) = number_of.get(object) else { continue };
            if broken.contains(&pool) {
                refused.insert(holder);
            }
            found.classes.insert(held, Into { pool, ..into });
        }
        for (_, held, to) in nulls {
            let same = found.classes.values().find(|into| into.element == to && into.fields.is_empty());
            let into = match same.cloned() {
                Some(into) => into,
                None => {
                    let (things, lengths) = (vec![Thing::Nothing], vec![1]);
                    let (unit, constant, unset) = (to.clone(), false, false);
                    found.pools.push(Pool { things, unit, lengths, constant, unset });
                    let (pool, fields) = (found.pools.len() - 1, Vec::new());
                    Into { pool, fields, element: to, length: None, offset: false }
                }
            };
            found.classes.insert(held, into);
        }
        self.make_cells(&mut found, &mut refused, (unknown, moved));
        self.pointers.facts.foreign.extend(refused.difference(unknown));
        found
    }

    /// The pointers to a type that memory holds have cells if all of them are followed; what has none is refused.
    fn make_cells(
        &self,
        found: &mut Pools,
        refused: &mut BTreeSet<Holder>,
        (unknown, moved): (&BTreeSet<Holder>, &BTreeSet<Holder>),
    ) {
        let target = |holder: Holder| self.pointers.targets[holder.0 as usize];
        let holders = self.pointers.holders.iter().enumerate();
        let memory: Vec<Holder> =
            holders.filter(|(_, held)| is_memory(**held)).map(|(at, _)| Holder(at as u32)).collect();
        let lost = memory.iter().filter(|holder| unknown.contains(holder) || refused.contains(holder));
        let lost: BTreeSet<usize> = lost.map(|holder| target(*holder)).collect();
        for holder in &memory {
            let (to, held) = (target(*holder), self.pointers.holders[holder.0 as usize]);
            if lost.contains(&to) {
                found.classes.remove(&held);
                refused.insert(*holder);
            } else if found.cells.of(&self.pointers.pointees[to]).is_none() {
                let wide = memory.iter().any(|other| target(*other) == to && moved.contains(other));
                found.cells.add(self.pointers.pointees[to].clone(), wide);
            }
        }
        for holder in &memory {
            let held = self.pointers.holders[holder.0 as usize];
            if let Some(into) = found.classes.get_mut(&held) {
                let offset = found.cells.of(&self.pointers.pointees[target(*holder)]);
                into.offset = offset.unwrap_or(into.offset);
            }
        }
        let shapes = Shapes::new(&self.original.tree().types, &found.cells);
        for (held, into) in &found.classes {
            let pool = &found.pools[into.pool];
            let cells = shapes.cell_count(&pool.unit).saturating_mul(pool.length());
            let total = cells.saturating_mul(pool.things.len() as u64);
            let most = if pool.unset { MAX_UNSET } else { MAX_POOL };
            if total == 0 || total > most || shapes.cell_count(&into.element) == 0 {
                let same = self.pointers.holders.iter().position(|other| other == held);
                refused.extend(same.map(|at| Holder(at as u32)));
            }
        }
    }

    /// The pool of some objects; `None` if their elements differ.
    fn pool(&self, objects: &[Object], sets: &Sets) -> Option<Pool> {
        let (tree, graph) = (self.original.tree(), self.original.graph());
        let unit = sets.units.get(objects.first()?)?.clone()?;
        let (mut things, mut lengths) = (Vec::new(), Vec::new());
        let (mut constant, mut unset) = (false, false);
        for object in objects {
            if sets.units.get(object)?.as_ref()? != &unit {
                return None;
            }
            if let Some(number) = self.site(*object) {
                let site = &self.sites[number];
                let (_, count) = site.unit.as_ref()?;
                for block in 0..site.blocks {
                    things.push(Thing::Block(number, block));
                    lengths.push(count.unwrap_or(ELEMENTS));
                }
                unset |= !site.cleared;
                continue;
            }
            let id = ObjectId(object.0);
            things.push(match sets.members.get(object) {
                Some(Some(field)) => Thing::Member(id, *field),
                Some(None) => return None,
                None => Thing::Object(id),
            });
            lengths.push(match &graph.objects[id.index()].ty {
                Type::Array(element, Some(count)) if **element == unit => *count,
                _ => 1,
            });
            let entry = tree.objects.get(id.index());
            constant |= entry.is_none_or(|entry| entry.constant);
            unset |=
                entry.is_some_and(|entry| entry.storage == Storage::Automatic) && !self.is_initialised(id);
        }
        Some(Pool { things, unit, lengths, constant, unset })
    }

    /// Whether all uses of a temporary are in the block that declares an object.
    fn is_used_within(&self, temporary: (ProcedureId, TemporaryId), object: ObjectId) -> bool {
        let graph = self.original.graph();
        let Some(scope) = graph.scopes.iter().find(|scope| scope.objects.contains(&object)) else {
            return false;
        };
        // The value of a statement expression is used behind it.
        if graph.nested.contains_key(&object) {
            return false;
        }
        let (procedure, temporary) = temporary;
        let uses = self.uses.get(&procedure);
        uses.is_some_and(|uses| uses.all(temporary).iter().all(|node| scope.contains(*node)))
    }

    /// Whether an object of a block gets a value as a whole where it is declared, and no jump leads past that.
    fn is_initialised(&self, object: ObjectId) -> bool {
        let graph = self.original.graph();
        let declares = |node: &NodeId| matches!(graph.nodes[node.index()].action, Action::Declare(other) if other == object);
        let Some(home) = self.homes.get(&object) else { return false };
        let mut nodes = graph.nodes_of(*home).filter(declares);
        let (Some(declared), None) = (nodes.next(), nodes.next()) else { return false };
        let mut node = declared;
        let whole = |place: &Place| {
            matches!(place.base, Base::Object(other) if other == object) && place.steps.is_empty()
        };
        loop {
            let [next] = graph.nodes[node.index()].successors[..] else { return false };
            // Whatever else leads there has not passed the declaration.
            if next.0 != node.0 + 1 {
                return false;
            }
            node = next;
            let action = &graph.nodes[node.index()].action;
            if let Action::Clear { place, .. } | Action::Store { place, .. } = action
                && whole(place)
            {
                // It may be initialised with itself.
                let end = graph.initialised.get(&node).map_or(node.0 + 1, |end| end.0);
                let reads = (node.0..end).any(|inner| {
                    let effects = effects_of(&graph.nodes[inner as usize].action);
                    effects.reads.iter().any(|read| read.object() == Some(object))
                });
                return !reads && !is_named_without(graph, *home, declared, object);
            }
            // What is copied may have no value itself, but for a literal.
            if let Action::Copy { to, from, .. } = action
                && whole(to)
                && matches!(from.base, Base::Object(literal) if graph.literals.iter().any(|(l, _)| *l == literal))
            {
                return !is_named_without(graph, *home, declared, object);
            }
            if names(action, object) {
                return false;
            }
        }
    }
}

/// The value of a constant expression.
fn constant(value: &Expr) -> Option<i128> {
    match &value.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Convert(operand) => Some(value.ty.integer()?.convert(constant(operand)?)),
        ExprKind::Binary(operator, ty, left, right) => {
            arith::binary(*operator, *ty, constant(left)?, constant(right)?).ok()
        }
        ExprKind::Temporary(_)
        | ExprKind::Read(_)
        | ExprKind::Address(..)
        | ExprKind::Function(_)
        | ExprKind::Unary(..)
        | ExprKind::Compare(..)
        | ExprKind::Moved { .. }
        | ExprKind::Distance(..)
        | ExprKind::Unmodelled(_) => None,
    }
}

/// Whether a node may run again after it has run.
fn is_repeated(graph: &Graph, node: NodeId) -> bool {
    let (mut seen, mut pending) = (BTreeSet::new(), vec![node]);
    while let Some(next) = pending.pop() {
        for &after in &graph.nodes[next.index()].successors {
            if after == node {
                return true;
            }
            if seen.insert(after) {
                pending.push(after);
            }
        }
    }
    false
}

/// Objects that are in one pool.
#[derive(Default)]
struct Sets {
    parents: BTreeMap<Object, Object>,
    /// The objects that stand for a member, with that; nothing if it would be several ones.
    members: BTreeMap<Object, Option<usize>>,
    /// Of each object the type of its elements; nothing if it counts as objects of several types.
    units: BTreeMap<Object, Option<Type>>,
}

impl Sets {
    fn root(&self, mut object: Object) -> Object {
        while let Some(&parent) = self.parents.get(&object).filter(|parent| **parent != object) {
            object = parent;
        }
        object
    }

    fn unite(&mut self, one: Object, other: Object) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents.insert(one.max(other), one.min(other));
    }

    fn add(&mut self, object: Object, unit: &Type) {
        let known = self.units.entry(object).or_insert_with(|| Some(unit.clone()));
        if known.as_ref() != Some(unit) {
            *known = None;
        }
    }

    /// The objects of each pool in order.
    fn numbers(&mut self) -> Vec<Vec<Object>> {
        let mut pools: BTreeMap<Object, Vec<Object>> = BTreeMap::new();
        for object in self.units.keys() {
            pools.entry(self.root(*object)).or_default().push(*object);
        }
        pools.into_values().collect()
    }
}

/// The procedures that may be running several times at once: they may call themselves, through what others call as well.
fn recursive(original: &Original) -> BTreeSet<ProcedureId> {
    let graph = original.graph();
    let named: Vec<ProcedureId> =
        named_functions(graph).iter().filter_map(|function| graph.bodies[function.index()]).collect();
    let mut calls: BTreeMap<ProcedureId, BTreeSet<ProcedureId>> = BTreeMap::new();
    for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
        let called = calls.entry(procedure).or_default();
        for node in graph.nodes_of(procedure) {
            let action = &graph.nodes[node.index()].action;
            match action {
                Action::Call { callee: Callee::Procedure(callee), .. } => _ = called.insert(*callee),
                Action::Call { callee: Callee::Missing(_), .. } => {}
                Action::Call { .. } | Action::Unknown { .. } => called.extend(&named),
                _ => {}
            }
        }
    }
    let mut found = BTreeSet::new();
    for procedure in (0..graph.procedures.len() as u32).map(ProcedureId) {
        let (mut seen, mut pending) = (BTreeSet::new(), vec![procedure]);
        while let Some(next) = pending.pop() {
            for callee in calls.get(&next).into_iter().flatten() {
                if *callee == procedure {
                    found.insert(procedure);
                }
                if seen.insert(*callee) {
                    pending.push(*callee);
                }
            }
        }
    }
    found
}
