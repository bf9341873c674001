//! Finds the pools of a program, by what the rules say of its pointers.

use std::collections::{BTreeMap, BTreeSet};

use focuscheck_base::arith;
use focuscheck_check::tree::{ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary::START;
use focuscheck_ir::program::Original;
use focuscheck_ir::program::graph::{Action, Expr, ExprKind, Library, Told};
use focuscheck_rules::points_to::{Holder, Object, PointsTo, Way, points_to};

use super::lives::{Life, Lives};
use super::pointers::{Held, Pointers};
use super::pools::{Class, ELEMENTS, Into, Pool, Pools, Site, Thing, is_memory};
use super::shapes::{PointerCells, Shapes};
use super::slots::{Item, Positions, Slots};

/// A pool has at most so many cells.
const MAX_POOL: u64 = 1 << 13;

/// The same for one of which some cells may have no value.
const MAX_UNSET: u64 = 1 << 11;

/// Finds the pools of a program, with so many blocks of the heap for each place that allocates; pointers to these types are
/// not followed where memory holds them, or functions return them.
pub(super) fn pools_of(original: &Original, blocks: u32, refused: &[Type]) -> Pools {
    let start = original.start();
    let is_made = start.entry == Some(START);
    if !is_made && (start.entry.is_some() || start.globals_change) || start.globals_are_inputs {
        return Pools::default();
    }
    let pointers = Pointers::of(original.tree(), original.graph(), start);
    if pointers.holders.is_empty() {
        return Pools { pointers, ..Pools::default() };
    }
    let mut finder = Finder::new(original, pointers, blocks);
    let refused = finder.pointers.holders.iter().enumerate().filter(|(number, held)| {
        let to = &finder.pointers.pointees[finder.pointers.targets[*number]];
        is_stored(**held) && refused.contains(to)
    });
    let refused: Vec<Holder> = refused.map(|(number, _)| Holder(number as u32)).collect();
    finder.pointers.facts.foreign.extend(refused);
    loop {
        let known = finder.known();
        let found = finder.find();
        if finder.known() == known {
            return Pools { pointers: finder.pointers, ..found };
        }
    }
}

/// Whether a holder has cells of its own: in memory, or as what a function returns.
fn is_stored(held: Held) -> bool {
    match held {
        Held::Member(..) | Held::Plain(_) | Held::Result(_) => true,
        Held::Variable(_) | Held::Temporary(..) | Held::Given(_) => false,
    }
}

/// What a pointer leads to in an object: how many cells lie before it, and how many are side by side there; nothing if that is not
/// a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lead {
    start: u64,
    length: Option<u64>,
}

/// A part of an object: its type, the members on the way to it, and how many there are side by side.
type Part<'a> = (&'a Type, Vec<(usize, usize)>, Option<u64>);

/// Where the pointers of a holder lead.
type Leading = Vec<(Object, Lead)>;

/// A holder whose pointers shall be followed.
struct Asked {
    holder: Holder,
    held: Held,
    to: Type,
    leads: Vec<(Object, Way)>,
}

/// What the rules say, as sets.
struct Derived {
    unknown: BTreeSet<Holder>,
    several: BTreeSet<Holder>,
    moved: BTreeSet<Holder>,
    reaching: BTreeSet<Holder>,
    points: BTreeMap<Holder, Vec<(Object, Way)>>,
}

impl Derived {
    fn of(found: &PointsTo) -> Self {
        let set = |holders: &[Holder]| holders.iter().copied().collect();
        let mut points: BTreeMap<Holder, Vec<(Object, Way)>> = BTreeMap::new();
        for &(holder, object, way) in &found.points {
            points.entry(holder).or_default().push((object, way));
        }
        Derived {
            unknown: set(&found.unknown),
            several: set(&found.several),
            moved: set(&found.moved),
            reaching: set(&found.reaching),
            points,
        }
    }
}

/// The objects of a pool, and the holders whose pointers lead there.
#[derive(Default)]
struct Group {
    objects: BTreeSet<Object>,
    asked: Vec<usize>,
}

struct Finder<'o> {
    original: &'o Original,
    pointers: Pointers,
    sites: Vec<Site>,
    lives: Lives<'o>,
    /// So many blocks of a place are told apart.
    most: u32,
    /// Objects that are not taken apart into their elements.
    whole: BTreeSet<Object>,
    /// Types to which pointers in memory have an offset though none of them moves.
    wide: Vec<Type>,
    /// Objects that pointers may outlive.
    mortal: BTreeSet<ObjectId>,
    /// Whether blocks are freed somewhere.
    frees: bool,
}

impl<'o> Finder<'o> {
    fn new(original: &'o Original, pointers: Pointers, most: u32) -> Self {
        let (sites, whole, wide, mortal) = (Vec::new(), BTreeSet::new(), Vec::new(), BTreeSet::new());
        let frees = original.graph().frees();
        Finder { original, pointers, sites, lives: Lives::of(original), most, whole, wide, mortal, frees }
    }

    /// How much is refused: holders that are not followed, arrays that are not taken apart, types that pointers need more for.
    fn known(&self) -> (usize, usize, usize) {
        (self.pointers.facts.foreign.len(), self.pointers.facts.whole.len(), self.wide.len())
    }

    /// The site that an object of the rules is.
    fn site(&self, object: Object) -> Option<usize> {
        (object.0 as usize).checked_sub(self.original.graph().objects.len())
    }

    /// Finds the pools with what is known to be refused, and refuses more.
    fn find(&mut self) -> Pools {
        let found = points_to(&self.pointers.facts);
        self.sites = self.sites_of(&found);
        self.whole = found.whole.iter().copied().collect();
        self.mortal.clear();
        let derived = Derived::of(&found);
        let (asked, nulls) = self.asked(&derived);
        let mut refused: BTreeSet<Holder> = BTreeSet::new();
        for entry in &asked {
            if !entry.leads.iter().all(|(object, way)| self.can_lead(*object, *way, &found)) {
                refused.insert(entry.holder);
            }
        }
        let cells = self.pointer_cells(&derived, &mut refused);
        let shapes = Shapes::new(&self.original.tree().types, &cells);
        let mut leads: Vec<Leading> = Vec::new();
        for entry in &asked {
            let own = entry.leads.iter().map(|(o, way)| Some((*o, self.lead(&shapes, *o, *way, &entry.to)?)));
            let own: Option<Vec<_>> = own.collect();
            if own.is_none() {
                refused.insert(entry.holder);
            }
            leads.push(own.filter(|_| !refused.contains(&entry.holder)).unwrap_or_default());
        }
        let mut pools = Pools { sites: self.sites.clone(), cells, ..Pools::default() };
        let positions = related(&asked, &leads, &derived);
        let mut groups: BTreeMap<Object, Group> = BTreeMap::new();
        for (number, own) in leads.iter().enumerate() {
            let Some((first, _)) = own.first() else { continue };
            let group = groups.entry(positions.of(*first).0).or_default();
            group.asked.push(number);
            group.objects.extend(own.iter().map(|(object, _)| *object));
        }
        let known = self.known();
        for group in groups.into_values() {
            let made = self.pool(&shapes, &positions, &group, (&asked, &leads), &derived);
            let Some((pool, places)) = made else {
                refused.extend(group.asked.iter().map(|number| asked[*number].holder));
                continue;
            };
            self.note(&mut pools, (pool, places), &group, &asked, &derived);
        }
        for &object in self.mortal.iter().filter(|object| pools.members.contains_key(*object)) {
            pools.mortal.insert(object);
            let Some(ends) = self.lives.ends(object) else { continue };
            ends.before.into_iter().for_each(|at| pools.ends_before.entry(at).or_default().push(object));
            ends.behind.into_iter().for_each(|at| pools.ends_behind.entry(at).or_default().push(object));
        }
        // What was refused may fit then.
        if self.known() != known {
            return pools;
        }
        self.note_nulls(&mut pools, nulls, &shapes);
        self.limit(&pools, &shapes, &mut refused);
        self.pointers.facts.foreign.extend(refused.difference(&derived.unknown));
        pools
    }

    /// The holders whose pointers are to be followed, and those in memory whose pointers are always null.
    fn asked(&self, derived: &Derived) -> (Vec<Asked>, Vec<(Holder, Type)>) {
        let addresses = self.pointers.facts.addresses.iter();
        let fresh = addresses.filter(|(_, object, _)| self.site(*object).is_some());
        let fresh: BTreeSet<Holder> = fresh.map(|(holder, ..)| *holder).collect();
        let (mut asked, mut nulls) = (Vec::new(), Vec::new());
        for (number, &held) in self.pointers.holders.iter().enumerate() {
            let holder = Holder(number as u32);
            let is_asked = match held {
                Held::Member(..) | Held::Plain(_) | Held::Result(_) => true,
                Held::Variable(_) | Held::Temporary(..) => {
                    derived.several.contains(&holder) || fresh.contains(&holder)
                }
                Held::Given(_) => false,
            };
            if !is_asked || derived.unknown.contains(&holder) {
                continue;
            }
            let leads = derived.points.get(&holder).cloned().unwrap_or_default();
            let mut to = self.pointers.pointees[self.pointers.targets[number]].clone();
            if let (true, [(object, _)]) = (fresh.contains(&holder), &leads[..])
                && let Some((unit, _)) = self.site(*object).and_then(|site| self.sites[site].unit.as_ref())
            {
                to = unit.clone();
            }
            if to == Type::Void {
                to = self.meant(&leads).unwrap_or(to);
            }
            let fitting = leads.iter().filter(|(object, way)| self.fits(*object, *way, &to));
            let fitting: Vec<(Object, Way)> = fitting.copied().collect();
            let leads = if fitting.is_empty() { leads } else { fitting };
            match leads.is_empty() {
                true => nulls.extend(is_stored(held).then_some((holder, to))),
                false => asked.push(Asked { holder, held, to, leads }),
            }
        }
        (asked, nulls)
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
                    return Site { node, unit: None, cleared: false, blocks: 1, given: None };
                };
                let given = match function {
                    Library::Given(told) => Some(*told),
                    _ => None,
                };
                // What is moved to a new block is no part of its size.
                let (arguments, _) = function.failing(arguments);
                let arguments = &arguments[usize::from(*function == Library::Reallocate)..];
                let unit = match types[..] {
                    [unit] => self.original.tree().types.layout(unit).map(|(size, _)| {
                        let bytes = arguments
                            .iter()
                            .map(constant)
                            .try_fold(1_i128, |product, factor| product.checked_mul(factor?));
                        let count = bytes.and_then(|bytes| u64::try_from(bytes).ok()?.checked_div(size));
                        (
                            unit.clone(),
                            count.filter(|_| given.is_none_or(|told: Told| told.most == 0 && !told.more)),
                        )
                    }),
                    _ => None,
                };
                // What is given has its values before it is read.
                let cleared = *function == Library::AllocateCleared || given.is_some();
                let blocks = if self.lives.happens_once(node) { 1 } else { self.most };
                Site { node, unit, cleared, blocks, given }
            })
            .collect()
    }

    /// Whether a pointer to a part of an object can be followed.
    fn can_lead(&mut self, object: Object, way: Way, found: &PointsTo) -> bool {
        if way == Way::LOST || self.site(object).is_some() {
            return way != Way::LOST;
        }
        let id = ObjectId(object.0);
        match self.lives.life(id, (&self.pointers.holders, found)) {
            Life::Unknown => false,
            Life::Ends => {
                self.mortal.insert(id);
                true
            }
            Life::Lasts => true,
        }
    }

    /// Which pointers in memory have cells: those to a type if all of them are followed. The others are refused.
    fn pointer_cells(&self, derived: &Derived, refused: &mut BTreeSet<Holder>) -> PointerCells {
        let target = |holder: Holder| self.pointers.targets[holder.0 as usize];
        let holders = self.pointers.holders.iter().enumerate();
        let memory: Vec<Holder> =
            holders.filter(|(_, held)| is_memory(**held)).map(|(at, _)| Holder(at as u32)).collect();
        let lost =
            memory.iter().filter(|holder| derived.unknown.contains(holder) || refused.contains(holder));
        let lost: BTreeSet<usize> = lost.map(|holder| target(*holder)).collect();
        let mut cells = PointerCells::default();
        for holder in &memory {
            let to = &self.pointers.pointees[target(*holder)];
            if lost.contains(&target(*holder)) {
                refused.insert(*holder);
            } else if cells.of(to).is_none() {
                let same = |other: &&Holder| target(**other) == target(*holder);
                let moves = memory.iter().filter(same).any(|other| derived.moved.contains(other));
                cells.add(to.clone(), moves || self.wide.contains(to));
            }
        }
        cells
    }

    /// The type of what `void *` leads to: that of the objects, of an array that of its elements.
    fn meant(&self, leads: &[(Object, Way)]) -> Option<Type> {
        let Some((object, way)) = leads.first() else {
            return Some(Type::Integer(arith::IntegerType { width: 8, signed: true, float: false }));
        };
        let (ty, _, _) = self.part(*object, *way)?;
        Some(match ty {
            Type::Array(element, _) => (**element).clone(),
            ty => ty.clone(),
        })
    }

    /// Whether a pointer to a type may lead to a part of an object; what does not came there by `void *`.
    fn fits(&self, object: Object, way: Way, to: &Type) -> bool {
        way == Way::LOST
            || self.part(object, way).is_some_and(|(ty, ..)| {
                ty == to || matches!(ty, Type::Array(element, Some(_)) if **element == *to)
            })
    }

    /// A part of an object: its type, the members on the way to it by their structures, and how many there are side by side,
    /// if that is a constant.
    fn part(&self, object: Object, way: Way) -> Option<Part<'_>> {
        let (mut ty, count) = self.unit(object)?;
        let mut steps = Vec::new();
        for number in way.fields()?.into_iter().filter(|number| *number != Way::ROW) {
            let Type::Record(id) = ty else { return None };
            let record = &self.original.tree().types.records[*id];
            let field = record.fields.as_ref()?.get(number)?;
            // Members of several elements do not lie side by side.
            if record.union || field.bits.is_some() || field.volatile || count != Some(1) {
                return None;
            }
            steps.push((*id, number));
            ty = &field.ty;
        }
        Some((ty, steps, count))
    }

    /// What a pointer to a type leads to in an object, behind some members.
    fn lead(&self, shapes: &Shapes<'_>, object: Object, way: Way, to: &Type) -> Option<Lead> {
        let (ty, steps, count) = self.part(object, way)?;
        let start = steps.into_iter().map(|(id, number)| shapes.start(id, number)).sum();
        match ty {
            ty if ty == to => Some(Lead { start, length: count }),
            Type::Array(element, length) if **element == *to && count == Some(1) => {
                Some(Lead { start, length: Some((*length)?) })
            }
            _ => None,
        }
    }

    /// What an object is an array of that pointers lead to, and how many elements it has: nothing if that is not a constant. Any
    /// other object is one element.
    fn unit(&self, object: Object) -> Option<(&Type, Option<u64>)> {
        if let Some(site) = self.site(object) {
            return self.sites[site].unit.as_ref().map(|(unit, count)| (unit, *count));
        }
        let own = self.elements(object).map(|(element, _)| element);
        Some((own.unwrap_or(&self.original.graph().objects[object.0 as usize].ty), Some(1)))
    }

    /// How many elements an object has cells for of which it may have another number.
    fn most_elements(&self, object: Object) -> u64 {
        self.site(object).map_or(ELEMENTS, |site| self.sites[site].elements())
    }

    /// The type of the elements into which an object is taken apart, and how many there are; `None` if it is not.
    fn elements(&self, object: Object) -> Option<(&Type, u64)> {
        match &self.original.graph().objects.get(object.0 as usize)?.ty {
            Type::Array(element, Some(count)) if !self.whole.contains(&object) => Some((element, *count)),
            _ => None,
        }
    }

    /// How many cells an object has, and into how many elements it is taken apart.
    fn extent(&self, shapes: &Shapes<'_>, object: Object) -> Option<(u64, Option<u64>)> {
        let (unit, count) = self.unit(object)?;
        let cells =
            shapes.cell_count(unit).checked_mul(count.unwrap_or_else(|| self.most_elements(object)))?;
        let elements = self.elements(object).map(|(_, elements)| elements);
        Some((cells.checked_mul(elements.unwrap_or(1))?, elements))
    }

    /// The pool of a group, and where its objects begin in it; `None` if they do not fit.
    fn pool(
        &mut self,
        shapes: &Shapes<'_>,
        positions: &Positions,
        group: &Group,
        (asked, leads): (&[Asked], &[Leading]),
        derived: &Derived,
    ) -> Option<(Pool, Vec<(Object, usize)>)> {
        let mut items = Vec::new();
        for &object in &group.objects {
            let (cells, elements) = self.extent(shapes, object)?;
            let copies = self.site(object).map_or(1, |site| u64::from(self.sites[site].blocks));
            items.push(Item { object, position: positions.of(object).1, cells, elements, copies });
        }
        if items.iter().any(|item| item.cells == 0 || item.cells > MAX_POOL) {
            return None;
        }
        let Some(slots) = Slots::of(&items) else {
            // Where some arrays do not fit, all are whole.
            let apart = items.iter().filter(|item| item.elements.is_some()).map(|item| item.object);
            self.pointers.facts.whole.extend(apart);
            return None;
        };
        let mut pool = Pool { stride: slots.stride, ..Pool::default() };
        pool.things = vec![Thing::Rest; slots.count];
        pool.shifts = vec![0; slots.count];
        pool.cells = vec![0; slots.count];
        pool.lengths = vec![1; slots.count];
        let mut places = Vec::new();
        for (item, &(slot, shift)) in items.iter().zip(&slots.places) {
            places.push((item.object, slot));
            self.put(&mut pool, item, (slot, shift));
        }
        let begin = items.iter().map(|item| item.position).min()?;
        let at = |object: Object, lead: &Lead| {
            u64::try_from(positions.of(object).1 - begin).map_or(0, |shift| shift + lead.start)
        };
        for number in &group.asked {
            let to = &asked[*number].to;
            if pool.class(to).is_some() {
                continue;
            }
            let own = group.asked.iter().copied().filter(|number| asked[*number].to == *to);
            let own: Vec<usize> = own.collect();
            let ends: Vec<(Object, u64, Option<u64>)> = own
                .iter()
                .flat_map(|number| leads[*number].iter().map(|(o, lead)| (*o, at(*o, lead), lead.length)))
                .collect();
            let reaches = own.iter().any(|number| {
                let holder = asked[*number].holder;
                derived.moved.contains(&holder) || derived.reaching.contains(&holder)
            });
            let class = self.class(shapes, to, &ends, reaches, (&mut pool, &places))?;
            if class.spread && shapes.cell_count(&to.clone().pointer_to()) == 1 {
                self.wide.push(to.clone());
            }
            let size = shapes.cell_count(to).saturating_mul(class.length.unwrap_or(pool.length()));
            let end = u64::from(class.from + class.count - 1) * pool.stride + class.at + size;
            pool.classes.push(class);
            // What is longest may stand last.
            while (pool.things.len() as u64) * pool.stride < end.min(MAX_POOL) {
                pool.things.push(Thing::Rest);
                pool.shifts.push(0);
                pool.cells.push(0);
                pool.lengths.push(1);
            }
        }
        Some((pool, places))
    }

    /// Puts an object into its slots.
    fn put(&self, pool: &mut Pool, item: &Item, (slot, shift): (usize, u64)) {
        let tree = self.original.tree();
        if let Some(number) = self.site(item.object) {
            let site = &self.sites[number];
            for block in 0..site.blocks {
                let at = slot + block as usize;
                pool.things[at] = Thing::Block(number, block);
                (pool.shifts[at], pool.cells[at]) = (shift, item.cells);
            }
            pool.unset |= !site.cleared;
            pool.mortal |= site.given.is_none_or(|told| !told.more && self.frees);
            return;
        }
        let id = ObjectId(item.object.0);
        match item.elements {
            Some(count) => {
                for element in 0..count {
                    let at = slot + element as usize;
                    pool.things[at] = Thing::Element(id, element);
                    (pool.shifts[at], pool.cells[at]) = (shift, item.cells / count.max(1));
                }
                pool.loose |= self.pointers.loose.contains(&id);
            }
            None => {
                pool.things[slot] = Thing::Object(id);
                (pool.shifts[slot], pool.cells[slot]) = (shift, item.cells);
            }
        }
        let entry = tree.objects.get(id.index());
        pool.mortal |= self.mortal.contains(&id);
        pool.constant |= entry.is_none_or(|entry| entry.constant);
        pool.unset |=
            entry.is_some_and(|entry| entry.storage == Storage::Automatic) && !self.lives.is_initialised(id);
    }

    /// What pointers to a type lead to in a pool; `None` if nothing tells them apart.
    fn class(
        &self,
        shapes: &Shapes<'_>,
        to: &Type,
        ends: &[(Object, u64, Option<u64>)],
        reaches: bool,
        (pool, places): (&mut Pool, &[(Object, usize)]),
    ) -> Option<Class> {
        let element = to.clone();
        let at = ends.iter().map(|(_, at, _)| *at).min()?;
        let size = shapes.cell_count(to);
        let is_element = |object: &Object| self.elements(*object).is_some_and(|(element, _)| element == to);
        let alone = ends.iter().any(|(object, ..)| is_element(object));
        let last = ends.iter().map(|(_, at, _)| *at).max()?;
        let (from, count) = self.slots_with(shapes, pool, (to, at, last))?;
        let class = Class { element, at, length: None, spread: false, alone, from, count };
        if ends.iter().any(|(_, other, _)| *other != at) {
            // Parts of an object that are no array are told apart by an offset.
            let single = ends.iter().all(|(_, other, length)| {
                *length == Some(1) && size > 0 && (other - at).is_multiple_of(size)
            });
            let fits = single && !reaches;
            let length = Some((last - at).checked_div(size)? + 1);
            return fits.then_some(Class { length, spread: true, alone: true, ..class });
        }
        let length = ends.first()?.2;
        if length.is_some() && ends.iter().all(|(.., other)| *other == length) {
            return Some(Class { length, ..class });
        }
        if pool.counted().is_some() {
            return None;
        }
        for (object, _, length) in ends {
            let slot = places.iter().find(|(other, _)| other == object).map(|(_, slot)| *slot)?;
            let same = ends.iter().all(|(other, _, own)| other != object || own == length);
            if !same || is_element(object) {
                return None;
            }
            pool.lengths[slot..slot + self.slots_of(*object)]
                .fill(length.unwrap_or_else(|| self.most_elements(*object)));
        }
        Some(class)
    }

    /// The first slot where there is something of a type between two cells, and how many slots there are from that one to the
    /// last one; `None` if it is not at the first cell of that slot, which says of what type all are.
    fn slots_with(
        &self,
        shapes: &Shapes<'_>,
        pool: &Pool,
        (to, first, last): (&Type, u64, u64),
    ) -> Option<(u32, u32)> {
        let has = |slot: &usize, at: u64| {
            let own = match pool.things[*slot] {
                Thing::Object(object) | Thing::Element(object, _) => self.unit(Object(object.0)),
                Thing::Block(site, _) => self.sites[site].unit.as_ref().map(|(unit, count)| (unit, *count)),
                Thing::Rest | Thing::Nothing => None,
            };
            let Some((ty, _)) = own else { return false };
            let inner = at.checked_sub(pool.shifts[*slot]).filter(|inner| *inner < pool.cells[*slot]);
            inner.is_some_and(|inner| has_at(shapes, (ty, to), inner % shapes.cell_count(ty).max(1)))
        };
        let size = shapes.cell_count(to).max(1) as usize;
        let some = |slot: &usize| (first..=last).step_by(size).any(|at| has(slot, at));
        let mut slots = (0..pool.things.len()).filter(some);
        let begin = slots.next().filter(|slot| has(slot, first))?;
        let end = slots.next_back().unwrap_or(begin);
        Some((begin as u32, (end - begin) as u32 + 1))
    }

    /// In how many slots copies of an object begin, or elements of it.
    fn slots_of(&self, object: Object) -> usize {
        match self.site(object) {
            Some(site) => self.sites[site].blocks as usize,
            None => self.elements(object).map_or(1, |(_, count)| count as usize),
        }
    }

    /// Whether the pointers of a holder in memory have an offset; `None` if it is not there. What `void *` leads to has a type of
    /// its own, but the cells are those of a `void *`.
    fn stored_offset(&self, cells: &PointerCells, holder: Holder) -> Option<bool> {
        let number = holder.0 as usize;
        let to = &self.pointers.pointees[self.pointers.targets[number]];
        is_memory(self.pointers.holders[number]).then(|| cells.of(to)).flatten()
    }

    /// Notes a pool, with where its objects begin.
    fn note(
        &self,
        pools: &mut Pools,
        (pool, places): (Pool, Vec<(Object, usize)>),
        group: &Group,
        asked: &[Asked],
        derived: &Derived,
    ) {
        let number = pools.pools.len();
        for (object, slot) in places {
            match self.site(object) {
                Some(site) => _ = pools.blocks.insert(site, (number, slot as u32)),
                None => _ = pools.members.insert(ObjectId(object.0), (number, slot as u32)),
            }
        }
        for entry in group.asked.iter().map(|number| &asked[*number]) {
            let spread = pool.class(&entry.to).is_some_and(|class| class.spread);
            let own = spread || derived.moved.contains(&entry.holder);
            let offset = self.stored_offset(&pools.cells, entry.holder).unwrap_or(own);
            let element = entry.to.clone();
            pools.classes.insert(entry.held, Into { pool: number, element, offset });
        }
        pools.pools.push(pool);
    }

    /// Pointers that are always null lead where others of their type do, or to nothing.
    fn note_nulls(&self, pools: &mut Pools, nulls: Vec<(Holder, Type)>, shapes: &Shapes<'_>) {
        for (holder, to) in nulls {
            let same = pools.classes.values().find(|into| into.element == to).cloned();
            let stored = self.stored_offset(&pools.cells, holder);
            let into = match same {
                Some(into) => Into { offset: stored.unwrap_or(into.offset), ..into },
                None => {
                    let stride = shapes.cell_count(&to);
                    let (element, at, length) = (to.clone(), 0, Some(1));
                    pools.pools.push(Pool {
                        things: vec![Thing::Nothing],
                        shifts: vec![0],
                        cells: vec![stride],
                        stride,
                        classes: vec![Class {
                            element,
                            at,
                            length,
                            spread: false,
                            alone: false,
                            from: 0,
                            count: 1,
                        }],
                        lengths: vec![1],
                        ..Pool::default()
                    });
                    let pool = pools.pools.len() - 1;
                    Into { pool, element: to, offset: stored.unwrap_or(false) }
                }
            };
            pools.classes.insert(self.pointers.holders[holder.0 as usize], into);
        }
    }

    /// Refuses pointers into pools that are too large, or to what has no cells.
    fn limit(&self, pools: &Pools, shapes: &Shapes<'_>, refused: &mut BTreeSet<Holder>) {
        for (held, into) in &pools.classes {
            let pool = &pools.pools[into.pool];
            let total = pool.stride.saturating_mul(pool.things.len() as u64);
            let most = if pool.unset { MAX_UNSET } else { MAX_POOL };
            if total == 0 || total > most || shapes.cell_count(&into.element) == 0 {
                let same = self.pointers.holders.iter().position(|other| other == held);
                refused.extend(same.map(|at| Holder(at as u32)));
            }
        }
    }
}

/// How far objects lie apart so that the pointers of each holder lead to one place of all slots.
fn related(asked: &[Asked], leads: &[Leading], derived: &Derived) -> Positions {
    let mut positions = Positions::default();
    // What is moved has to be at one place; the others are told apart if they are not.
    let moves = |number: &usize| {
        let holder = asked[*number].holder;
        derived.moved.contains(&holder) || derived.reaching.contains(&holder)
    };
    let (first, then): (Vec<usize>, Vec<usize>) = (0..asked.len()).partition(moves);
    for number in first.into_iter().chain(then) {
        let Some((object, own)) = leads[number].first() else { continue };
        for (other, lead) in &leads[number] {
            positions.relate(*object, *other, i128::from(own.start) - i128::from(lead.start));
        }
    }
    positions
}

/// Whether an object of a type has something of another type at a cell.
fn has_at(shapes: &Shapes<'_>, (ty, to): (&Type, &Type), cell: u64) -> bool {
    if cell == 0 && ty == to {
        return true;
    }
    match ty {
        Type::Array(element, _) => {
            let size = shapes.cell_count(element);
            cell < shapes.cell_count(ty) && size > 0 && has_at(shapes, (element, to), cell % size)
        }
        Type::Record(id) => {
            let fields = shapes.records[*id].fields.as_deref().unwrap_or_default();
            fields.iter().enumerate().any(|(number, field)| {
                let start = shapes.start(*id, number);
                let size = shapes.cell_count(&field.ty);
                field.bits.is_none()
                    && shapes.in_cells(*id, number)
                    && (start..start + size).contains(&cell)
                    && has_at(shapes, (&field.ty, to), cell - start)
            })
        }
        Type::Void
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Pointer(..)
        | Type::VariableArray(_)
        | Type::Function(_)
        | Type::Opaque(_) => false,
    }
}

/// The value of a constant expression.
fn constant(value: &Expr) -> Option<i128> {
    match &value.kind {
        ExprKind::Integer(number) => Some(*number),
        ExprKind::Convert(operand) => {
            let number = operand.ty.integer().and_then(|_| constant(operand))?;
            Some(value.ty.integer()?.convert(number))
        }
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
