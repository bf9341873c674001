//! Pointers into pools: their cells, and what these lead to.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, Relation};
use focuscheck_base::doubt::{Most, Unmodelled};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{
    Action as Made, Condition, Expr, ObligationKind, Scalar, ScalarId, ScalarKind, UnitKind,
};
use focuscheck_check::library::{self, Model};
use focuscheck_check::tree::{ObjectId, Storage};
use focuscheck_check::types::Type;
use focuscheck_check::vocabulary;
use focuscheck_ir::program::graph::{self, NodeId, Place, TemporaryId, Told};

use super::build::Stage;
use super::check::{decided, outside};
use super::copy::{Bound, Kept, Variable};
use super::findings::Owner;
use super::gap::Gap;
use super::hazard;
use super::interval::interval;
use super::pools::{Class, Into, Thing};
use super::region::{OFFSET, Pointer, Region, Row, RowKind};
use super::target::Target;
use super::variables::quoted;

/// Why a pointer in memory is not known that leads elsewhere than the rules say.
const ELSEWHERE: &str = "pointer value";

/// Why nobody knows what a new block holds.
const FRESH: &str = "allocated memory without a value";

impl Stage<'_> {
    /// Makes the cells of the things of pools, side by side.
    pub fn pool_cells(&mut self) {
        let pools = std::rc::Rc::clone(&self.pools);
        for pool in &pools.pools {
            let first = ScalarId(self.out.scalars.len() as u32);
            let count = pool.stride as u32 * pool.things.len() as u32;
            for _ in 0..count {
                let (kind, initial) = (ScalarKind::Global, Some(Ok(0)));
                let (name, span) = (String::new(), Span::default());
                let ty = OFFSET;
                self.out.scalars.push(Scalar { name, ty, kind, procedure: None, initial, span });
            }
            for (at, thing) in pool.things.iter().enumerate() {
                let begin = first.0 + at as u32 * pool.stride as u32 + pool.shifts[at] as u32;
                self.cells_of_thing(*thing, ScalarId(begin));
            }
            let cells = Variable { first, count };
            let span = self.out.scalars.get(first.index()).map_or_else(Span::default, |scalar| scalar.span);
            let lengths: Vec<i128> = pool.lengths.iter().map(|own| i128::from(*own)).collect();
            let counted = pool.counted().is_some();
            let lengths = counted.then(|| self.make_kept("elements", OFFSET, &lengths, span));
            let lasts = |thing: &Thing| thing.object().is_some_and(|object| !pools.mortal.contains(&object));
            let alive: Vec<i128> = pool.things.iter().map(|thing| i128::from(lasts(thing))).collect();
            let alive = pool.mortal.then(|| self.make_kept("alive", IntegerType::BOOL, &alive, span));
            let ends = |thing: &Thing| thing.object().is_some_and(|object| pools.mortal.contains(&object));
            let born = pool.things.iter().any(ends).then(|| {
                let none = vec![0; pool.things.len()];
                self.make_kept("declared", IntegerType::BOOL, &none, span)
            });
            self.pooled.push((cells, Kept { lengths, alive, born }));
        }
        self.arguments = self.keep_arguments();
    }

    /// Makes cells those of a thing in a pool.
    fn cells_of_thing(&mut self, thing: Thing, first: ScalarId) {
        let (tree, graph) = (self.tree, self.graph);
        let mut cells = Vec::new();
        let (name, span) = match thing {
            Thing::Rest | Thing::Nothing => return,
            // The first one stands for all of them: they stand side by side.
            Thing::Element(_, 1..) => return,
            Thing::Object(object) | Thing::Element(object, 0) => {
                let entry = &graph.objects[object.index()];
                let mut literals = graph.literals.iter();
                let literal = literals.find(|(literal, _)| *literal == object);
                let name = literal.map_or_else(|| entry.name.clone(), |(_, units)| quoted(units));
                self.shapes.cells(&entry.ty, "", &mut cells);
                (name, entry.span)
            }
            Thing::Block(site, _) => {
                let site = &self.pools.sites[site];
                if let Some((unit, count)) = &site.unit {
                    for number in 0..site.elements() {
                        let suffix = if *count == Some(1) { String::new() } else { format!("[{number}]") };
                        self.shapes.cells(unit, &suffix, &mut cells);
                    }
                }
                let name = graph.given.get(&site.node).map_or("block", |name| name);
                (name.to_owned(), graph.nodes[site.node.index()].span)
            }
        };
        let variable = Variable { first, count: cells.len() as u32 };
        for (scalar, cell) in variable.cells().zip(cells) {
            self.pointer_cells.extend(cell.to.map(|to| (scalar, to)));
            let entry = &mut self.out.scalars[scalar.index()];
            (entry.name, entry.ty, entry.span) = (format!("{name}{}", cell.suffix), cell.ty, span);
        }
        let Some(object) = thing.object() else { return };
        if let Some((_, units)) = graph.literals.iter().find(|(literal, _)| *literal == object) {
            for (unit, cell) in units.iter().zip(variable.cells()) {
                let ty = self.out.scalars[cell.index()].ty;
                self.out.scalars[cell.index()].initial = Some(Ok(ty.convert(i128::from(*unit))));
            }
        }
        let named = tree.objects.get(object.index()).is_some_and(|entry| match entry.storage {
            Storage::File { internal, .. } => !(internal || entry.constant),
            Storage::Static | Storage::Automatic | Storage::Parameter | Storage::Result => false,
        });
        if named {
            self.named.extend(variable.cells());
        }
        self.globals.insert(object, variable);
    }

    /// Whether some of the objects of a pool are not `const`.
    pub fn has_others(&self, pool: usize) -> bool {
        let things = &self.pools.pools[pool].things;
        let filled = things.iter().filter(|thing| !matches!(thing, Thing::Nothing)).count();
        self.constant_things(pool).len() < filled
    }

    /// The slots of a pool, from 0 on, that are in string literals.
    pub fn literal_things(&self, pool: usize) -> Vec<usize> {
        let is_literal = |id: &ObjectId| self.graph.literals.iter().any(|(literal, _)| literal == id);
        self.things_where(pool, |id| is_literal(&id))
    }

    /// The slots of a pool, from 0 on, that are in objects that are `const`, or in literals.
    pub fn constant_things(&self, pool: usize) -> Vec<usize> {
        self.things_where(pool, |id| self.tree.objects.get(id.index()).is_none_or(|entry| entry.constant))
    }

    /// The slots of a pool, from 0 on, that are in such objects.
    fn things_where(&self, pool: usize, is_such: impl Fn(ObjectId) -> bool) -> Vec<usize> {
        let (mut found, mut inside) = (Vec::new(), false);
        for (at, thing) in self.pools.pools[pool].things.iter().enumerate() {
            inside = match thing {
                Thing::Object(id) | Thing::Element(id, _) => is_such(*id),
                Thing::Block(..) | Thing::Nothing => false,
                Thing::Rest => inside,
            };
            if inside {
                found.push(at);
            }
        }
        found
    }

    /// Where the program starts: what blocks of the heap hold is not known, but for those that are made zero, or that no run makes.
    pub fn forget_blocks(&mut self, span: Span) {
        let pools = std::rc::Rc::clone(&self.pools);
        for (pool, (cells, _)) in pools.pools.iter().zip(self.pooled.clone()) {
            let each = pool.stride as u32;
            for (thing, number) in pool.things.iter().zip(0..) {
                let Thing::Block(site, _) = thing else { continue };
                let place = &pools.sites[*site];
                let is_idle =
                    self.graph.procedure_of(place.node).is_some_and(|own| self.known.idle.contains(&own));
                if place.cleared || is_idle {
                    continue;
                }
                for cell in 0..each {
                    let target = ScalarId(cells.first.0 + number * each + cell);
                    let outer = self.enter(UnitKind::Havoc);
                    self.emit(Made::Unsupported { target, reason: FRESH.into() }, span);
                    self.leave(outer);
                }
            }
        }
    }

    /// The pool that a cell is in.
    fn pool_of(&self, cell: ScalarId) -> Option<usize> {
        self.pooled.iter().position(|(cells, _)| cells.contains(cell))
    }

    /// The thing of a pool that a cell is in.
    fn thing_of(&self, cell: ScalarId) -> Option<Thing> {
        let number = self.pool_of(cell)?;
        let pool = &self.pools.pools[number];
        let at = pool.thing_at(u64::from(cell.0 - self.pooled[number].0.first.0))?;
        Some(pool.things[at])
    }

    /// Whether a cell is in a block whose size is not a constant.
    pub fn begins_sized_block(&self, cell: ScalarId) -> bool {
        match self.thing_of(cell) {
            Some(Thing::Block(site, _)) => {
                let site = &self.pools.sites[site];
                site.given.is_none() && matches!(site.unit, Some((_, None)))
            }
            Some(Thing::Object(_) | Thing::Element(..) | Thing::Rest | Thing::Nothing) | None => false,
        }
    }

    /// Whether a cell has no value where the program starts: it is one of an object of a block, or of a block of the heap.
    pub fn begins_unset(&self, cell: ScalarId) -> bool {
        match self.thing_of(cell) {
            Some(Thing::Object(object) | Thing::Element(object, _)) => {
                let entry = self.tree.objects.get(object.index());
                entry.is_some_and(|entry| entry.storage == Storage::Automatic)
            }
            Some(Thing::Block(site, _)) => !self.pools.sites[site].cleared,
            Some(Thing::Rest | Thing::Nothing) | None => false,
        }
    }

    /// The cells of pools of which some may have no value.
    pub fn unset_cells(&self) -> Vec<Variable> {
        let pools = self.pools.pools.iter().zip(&self.pooled).filter(|(pool, _)| pool.unset);
        pools.map(|(_, (cells, _))| cells.clone()).collect()
    }

    /// The pools of which some cells may have no value.
    pub fn unset_pools(&self) -> Vec<Owner> {
        let pools = self.pools.pools.iter().enumerate();
        pools.filter(|(_, pool)| pool.unset).map(|(number, _)| Owner::Pool(number)).collect()
    }

    /// The objects in a pool, if they are in one: which object they are in is said by its number. An offset in an array that is
    /// taken apart there goes into the number.
    pub fn in_pool(&mut self, region: Region, offset: Expr, span: Span) -> (Region, Expr) {
        let (region, offset, chosen) = self.in_pool_at(region, offset);
        match chosen {
            Some((pool, first, chosen)) => {
                let number = self.number_of_element(pool, first, chosen, span);
                (region.in_object(number), offset)
            }
            None => (region, offset),
        }
    }

    /// The same where only constants are known.
    pub fn fixed_in_pool(&self, region: Region, offset: Option<i128>) -> (Region, Option<i128>) {
        // What is not a constant is any scalar.
        let held = offset.map_or(Expr::Scalar(region.first), |at| Expr::Constant(at, OFFSET));
        let (region, left, chosen) = self.in_pool_at(region, held);
        match chosen {
            None => (region, if let Expr::Constant(at, _) = left { Some(at) } else { None }),
            Some((pool, first, chosen)) => {
                let region = match (offset, &chosen.value) {
                    (Some(_), Expr::Constant(at, _)) => {
                        let within = (0..i128::from(chosen.length)).contains(at);
                        let beyond = self.pools.pools[pool].beyond();
                        region.in_object(Expr::Constant(if within { first + at } else { beyond }, OFFSET))
                    }
                    _ => region.in_some_object(),
                };
                (region, if let Expr::Constant(left, _) = left { Some(left) } else { None })
            }
        }
    }

    /// The objects in a pool, if they are in one; where they are in an array that is taken apart, the number of its first element
    /// and which one it is.
    fn in_pool_at(&self, region: Region, offset: Expr) -> (Region, Expr, Option<(usize, i128, Row)>) {
        let Some(pool) = self.pool_of(region.first) else { return (region, offset, None) };
        let entry = &self.pools.pools[pool];
        let distance = u64::from(region.first.0 - self.pooled[pool].0.first.0);
        let constant = region.constant || entry.constant;
        if let Some(row) = region.object() {
            let at = distance - u64::from(row.from) * entry.stride;
            let number = row.number();
            let (region, offset) = self.as_class(pool, (at, number), region, offset);
            return (region, offset, None);
        }
        let Some(slot) = entry.thing_at(distance) else { return (region, offset, None) };
        let (at, number) = (distance - slot as u64 * entry.stride, slot as i128 + 1);
        let (mut region, mut offset, mut chosen) = (Region { constant, ..region }, offset, None);
        if matches!(entry.things[slot], Thing::Element(..)) {
            let cells = self.shapes.cell_count(&region.element);
            if at == entry.shifts[slot] && region.rows.is_empty() && cells == entry.stride {
                let (kind, stride, length) = (RowKind::Subscript, entry.stride as u32, region.length as u32);
                let row = Row { value: offset, length, stride, kind, from: 0 };
                (offset, chosen) = (Expr::Constant(0, OFFSET), Some((pool, number, row)));
                region.length = 1;
            } else if region.rows.first().is_some_and(|row| u64::from(row.stride) == entry.stride) {
                chosen = Some((pool, number, region.rows.remove(0)));
            }
        }
        let row = self.object_row(pool, None, Expr::Constant(number, OFFSET));
        region.rows.insert(0, row);
        region.first = ScalarId(self.pooled[pool].0.first.0 + at as u32);
        let (region, offset) = self.as_class(pool, (at, Expr::Constant(number, OFFSET)), region, offset);
        (region, offset, chosen)
    }

    /// Objects at a place of the slots of a pool as what pointers to their type lead to there, if they are that.
    fn as_class(
        &self,
        pool: usize,
        (at, number): (u64, Expr),
        region: Region,
        offset: Expr,
    ) -> (Region, Expr) {
        let entry = &self.pools.pools[pool];
        let Some(class) = entry.class(&region.element).filter(|_| region.rows.len() == 1) else {
            return (region, offset);
        };
        // Objects that no pointer of the class may lead to are no part of it.
        let Some(row) = region.object() else { return (region, offset) };
        let covers = match row.slot() {
            Expr::Constant(slot, _) => {
                slot < 0
                    || (i128::from(class.from)..i128::from(class.from + class.count)).contains(&slot)
                    || slot >= entry.things.len() as i128
            }
            _ => class.from <= row.from && row.from + row.length <= class.from + class.count,
        };
        if !covers {
            return (region, offset);
        }
        let own = |constant: bool| {
            let into = Into { pool, element: class.element.clone(), offset: false };
            Region { constant, ..self.region_into(&into, number) }
        };
        if !class.spread {
            return if class.at == at { (own(region.constant), offset) } else { (region, offset) };
        }
        let size = self.shapes.cell_count(&class.element).max(1);
        let last = class.length.map_or(0, |length| length - 1);
        let part = at.checked_sub(class.at).filter(|far| far.is_multiple_of(size) && far / size <= last);
        match (part, &offset) {
            (Some(far), Expr::Constant(0, _)) if region.length == 1 => {
                (own(region.constant), Expr::Constant(i128::from(far / size), OFFSET))
            }
            _ => (region, offset),
        }
    }

    /// The number of an element of an array that is taken apart in a pool: the array has it, or the number is that of elements
    /// that are not there.
    fn number_of_element(&mut self, pool: usize, first: i128, chosen: Row, span: Span) -> Expr {
        let constant = |value: i128| Expr::Constant(value, OFFSET);
        let beyond = constant(self.pools.pools[pool].beyond());
        let within = |at: i128| (0..i128::from(chosen.length)).contains(&at);
        if let Expr::Constant(at, _) = chosen.value {
            return if within(at) { constant(first + at) } else { beyond };
        }
        let at = self.convert(OFFSET, chosen.value.clone());
        let sum =
            |at: Expr| Expr::Binary(BinaryOperator::Add, OFFSET, Box::new(at), Box::new(constant(first)));
        let Interval { low, high } = interval(&self.out, &at);
        if within(low) && within(high) {
            return sum(at);
        }
        let array = self.pools.pools[pool].things.get((first - 1) as usize).and_then(Thing::object);
        let array = array.map_or("", |object| &self.graph.objects[object.index()].name);
        let name = format!("&{array}[{}]", self.scalar_text(&at));
        let number = self.temporary(OFFSET, name, span);
        let (inside, missing, done) = (self.new_label(span), self.new_label(span), self.new_label(span));
        for test in outside(&self.out, &at, &constant(chosen.length.into())) {
            let next = self.new_label(span);
            self.branch(test, span, missing, next);
            self.place_label(next);
        }
        self.jump(inside);
        self.place_label(missing);
        self.assign(number, beyond, span);
        self.jump(done);
        self.place_label(inside);
        self.assign(number, sum(at), span);
        self.jump(done);
        self.place_label(done);
        Expr::Scalar(number)
    }

    /// Whether a cell is one of an array that is taken apart in a pool.
    pub fn is_apart(&self, cell: ScalarId) -> bool {
        self.pool_of(cell).is_some_and(|pool| {
            let entry = &self.pools.pools[pool];
            let slot = entry.thing_at(u64::from(cell.0 - self.pooled[pool].0.first.0));
            slot.is_some_and(|slot| matches!(entry.things[slot], Thing::Element(..)))
        })
    }

    /// What pointers to objects of a region lead to in a pool, if it is that.
    fn class_of(&self, region: &Region) -> Option<&Class> {
        let RowKind::Object(pool) = region.object()?.kind else { return None };
        let class = self.pools.pools[pool].class(&region.element)?;
        let into = Into { pool, element: class.element.clone(), offset: false };
        let own = self.region_into(&into, Expr::Constant(0, OFFSET));
        own.is_like(region).then_some(class)
    }

    /// Whether objects have nothing beside them: elements of arrays that are taken apart, and parts of objects that are told apart
    /// though they are no array.
    pub fn is_alone(&self, region: &Region) -> bool {
        self.class_of(region).is_some_and(|class| class.alone)
    }

    /// Whether an offset tells parts of objects apart that are no array.
    pub fn is_spread(&self, region: &Region) -> bool {
        self.class_of(region).is_some_and(|class| class.spread)
    }

    /// When the number of an object in a pool is that of elements that an array does not have.
    pub fn missing_element(&self, row: &Row) -> Option<Condition> {
        let RowKind::Object(pool) = row.kind else { return None };
        let entry = &self.pools.pools[pool];
        let right = Expr::Constant(entry.beyond(), OFFSET);
        entry.loose.then(|| Condition { relation: Relation::Equal, left: row.number(), right })
    }

    /// The row of the objects of a pool for a number, as it is stored: of those that pointers of one class lead to, or of all.
    fn object_row(&self, pool: usize, class: Option<&Class>, number: Expr) -> Row {
        let entry = &self.pools.pools[pool];
        let (value, stride, kind) = (Expr::Constant(0, OFFSET), entry.stride as u32, RowKind::Object(pool));
        let (from, length) = class.map_or((0, entry.things.len() as u32), |class| (class.from, class.count));
        Row { value, length, stride, kind, from }.with_number(number)
    }

    /// The objects that the pointers of a holder lead into, for the number of an object.
    pub fn region_into(&self, into: &Into, number: Expr) -> Region {
        let pool = &self.pools.pools[into.pool];
        let class = pool.class(&into.element);
        let (at, from) = class.map_or((0, 0), |class| (class.at, class.from));
        let first = self.pooled[into.pool].0.first.0 + from * pool.stride as u32 + at as u32;
        Region {
            first: ScalarId(first),
            rows: vec![self.object_row(into.pool, class, number)],
            constant: pool.constant,
            element: into.element.clone(),
            length: class.and_then(|class| class.length).unwrap_or(pool.length()),
        }
    }

    /// Pointers to a type are not followed where memory holds them: one leads elsewhere than the rules say.
    pub fn refuse(&mut self, to: &Type) {
        // Before there are copies, what is static gets its values.
        let copy = if self.copies.is_empty() { None } else { Some(self.current) };
        let known = self.escapes.refused.entry(copy).or_default();
        if !known.contains(to) {
            known.push(to.clone());
        }
    }

    /// The same for what a cell points to, if it is one of a pointer.
    pub fn refuse_cell(&mut self, cell: ScalarId) {
        if let Some(to) = self.pointer_cells.get(&cell).cloned() {
            self.refuse(&to);
        }
    }

    /// When an offset leads out of the objects of a region: the objects of a pool may have several lengths.
    pub fn beyond(&mut self, region: &Region, offset: &Expr, span: Span) -> Vec<Condition> {
        let tests = hazard::out_of_bounds(&self.out, offset, region.length as u32);
        let Some(row) = region.object().filter(|_| region.rows.len() == 1).cloned() else { return tests };
        let Some(lengths) = self.lengths_of(region) else { return tests };
        let length = self.length_of(&row, lengths, span);
        outside(&self.out, offset, &length)
    }

    /// How many elements a row chooses among that is one of elements of a pool's object, if these have several lengths: the row
    /// itself has the length of the longest one.
    pub fn kept_length(&mut self, rows: &[Row], span: Span) -> Option<Expr> {
        let (Some(object), Some(last)) = (rows.first().cloned(), rows.last()) else { return None };
        let RowKind::Object(pool) = object.kind else { return None };
        let lengths = self.pooled[pool].1.lengths?;
        let entry = &self.pools.pools[pool];
        let is_element = rows.len() > 1
            && u64::from(last.stride) == self.shapes.cell_count(&entry.counted()?.element)
            && u64::from(last.length) == entry.length();
        is_element.then(|| self.length_of(&object, lengths, span))
    }

    /// How many elements an object of a pool has.
    pub fn held_elements(&mut self, region: &Region, span: Span) -> Expr {
        match (self.lengths_of(region), region.object().cloned()) {
            (Some(lengths), Some(row)) => self.length_of(&row, lengths, span),
            _ => Expr::Constant(region.length.into(), OFFSET),
        }
    }

    /// How many elements the object of a pool has that a row names.
    fn length_of(&mut self, row: &Row, lengths: ScalarId, span: Span) -> Expr {
        let fixed = match (&row.kind, row.slot()) {
            (RowKind::Object(pool), Expr::Constant(at, _)) => self.fixed_length(*pool, at),
            _ => None,
        };
        match fixed {
            Some(length) => Expr::Constant(length, OFFSET),
            None => self.kept(lengths, row, "elements", span),
        }
    }

    /// How many elements the thing of a pool with a number from 0 on has, if that is always the same.
    fn fixed_length(&self, pool: usize, at: i128) -> Option<i128> {
        let entry = &self.pools.pools[pool];
        let at = usize::try_from(at).ok()?;
        let asked = match entry.things.get(at)? {
            Thing::Block(site, _) => !matches!(self.pools.sites[*site].unit, Some((_, Some(_)))),
            Thing::Object(_) | Thing::Element(..) | Thing::Rest | Thing::Nothing => false,
        };
        (!asked).then(|| i128::from(entry.lengths[at]))
    }

    /// Where it is kept how many elements the objects have that a region is, if these differ.
    fn lengths_of(&self, region: &Region) -> Option<ScalarId> {
        let row = region.object()?;
        let RowKind::Object(pool) = row.kind else { return None };
        let (cells, kept) = &self.pooled[pool];
        let entry = &self.pools.pools[pool];
        let counted = entry.counted()?;
        let at = u64::from(region.first.0 - cells.first.0) - u64::from(row.from) * entry.stride;
        kept.lengths.filter(|_| at == counted.at && region.element == counted.element)
    }

    /// How many elements the objects of a region have at least.
    pub fn sure_length(&self, region: &Region) -> u64 {
        let Some(RowKind::Object(pool)) = region.object().map(|row| row.kind) else { return region.length };
        if self.may_be_arguments(region) {
            return 0;
        }
        if self.lengths_of(region).is_none() {
            return region.length;
        }
        // Of an object that is known its own length counts.
        if let Some(Expr::Constant(at, _)) = region.object().map(Row::slot)
            && (0..self.pools.pools[pool].things.len() as i128).contains(&at)
        {
            return self.least_length(pool, at);
        }
        let things = 0..self.pools.pools[pool].things.len();
        things.map(|at| self.least_length(pool, at as i128)).min().unwrap_or(0)
    }

    /// How many elements the thing of a pool with a number from 0 on has at least.
    fn least_length(&self, pool: usize, at: i128) -> u64 {
        let own = self.fixed_length(pool, at).and_then(|length| u64::try_from(length).ok());
        own.unwrap_or_else(|| match self.told(pool, at) {
            // While it is made no more is stored than it has.
            Some(told) if self.makes_arguments() => u64::from(told.most) + 1,
            // The end of a text, the name of the program.
            Some(_) => 1,
            None => 0,
        })
    }

    /// Of what the program is given when it starts: how many elements are told apart of the thing of a pool with a number from
    /// 0 on.
    fn told(&self, pool: usize, at: i128) -> Option<Told> {
        match self.pools.pools[pool].things.get(usize::try_from(at).ok()?)? {
            Thing::Block(site, _) => self.pools.sites[*site].given,
            Thing::Object(_) | Thing::Element(..) | Thing::Rest | Thing::Nothing => None,
        }
    }

    /// A run that comes to an element that is not told apart of what the program is given is not followed.
    pub fn cut_untold(&mut self, row: &Row, index: &Expr, span: Span) {
        let RowKind::Object(pool) = row.kind else { return };
        let Some(lengths) = self.pooled[pool].1.lengths else { return };
        if self.makes_arguments() || self.arguments.is_some() {
            return;
        }
        let things = self.pools.pools[pool].things.len() as i128;
        let at = match row.slot() {
            Expr::Constant(at, _) => at..at + 1,
            _ => 0..things,
        };
        let given: Vec<(i128, u32)> = at
            .clone()
            .filter_map(|at| Some((at, self.told(pool, at).filter(|told| told.more)?.most)))
            .collect();
        let Some(told) = given.iter().map(|(_, told)| *told).min() else { return };
        let is_list = self.pools.pools[pool].counted().is_some_and(|class| class.element.is_pointer());
        let is_shown = self.library_function().is_some_and(|name| {
            let only_read =
                library::function(name).is_some_and(|entry| entry.texts > 0 && entry.body.is_none());
            only_read || matches!(vocabulary::model(name), Some(Model::Output(_)))
        });
        let (most, told) = (i128::from(told) + i128::from(is_list), i128::from(told));
        let beyond = |left: &Expr, most: i128| {
            let right = Expr::Constant(most, OFFSET);
            Condition { relation: Relation::Greater, left: left.clone(), right }
        };
        // What is shown, or read where it is not modelled, need only end; nothing behind what is told apart is written.
        let behind = beyond(index, if is_shown { told } else { told - 1 });
        if decided(&behind) == Some(false) {
            return;
        }
        let rest = self.new_label(span);
        let outer = self.enter(UnitKind::Check);
        let ends = self.new_label(span);
        self.branch(behind, span, ends, rest);
        self.place_label(ends);
        if (given.len() as i128) < at.end - at.start {
            // Others in the pool have cells for all their elements.
            let found = self.new_label(span);
            for (at, _) in &given {
                let (right, next) = (Expr::Constant(at + 1, OFFSET), self.new_label(span));
                let own = Condition { relation: Relation::Equal, left: row.number(), right };
                self.branch(own, span, found, next);
                self.place_label(next);
            }
            self.jump(rest);
            self.place_label(found);
        }
        let length = self.kept(lengths, row, "elements", span);
        let ends = self.new_label(span);
        self.branch(beyond(&length, most), span, ends, rest);
        self.leave(outer);
        self.place_label(ends);
        let fewer = (told - 1) as u32;
        let bound = if is_list { Most::Arguments(fewer) } else { Most::Letters(fewer) };
        let reason = Unmodelled::Beyond(bound);
        self.cut_for(ObligationKind::Limit, &reason, span);
        self.place_label(rest);
    }

    /// How what the program is given when it starts is called, where a pointer leads to that.
    pub fn given_text(&self, region: &Region) -> Option<String> {
        let row = region.object()?;
        let RowKind::Object(pool) = row.kind else { return None };
        let is_list = self.pools.pools[pool].counted().is_some_and(|class| class.element.is_pointer());
        let at = match row.slot() {
            Expr::Constant(at, _) => at,
            _ => {
                (0..self.pools.pools[pool].things.len() as i128).find(|at| self.told(pool, *at).is_some())?
            }
        };
        self.told(pool, at)?;
        match row.slot() {
            Expr::Constant(..) => self.given_name(pool, at),
            _ => {
                let things = 0..self.pools.pools[pool].things.len() as i128;
                let given: Vec<i128> = things.filter(|at| self.told(pool, *at).is_some()).collect();
                let more = given.iter().any(|at| self.told(pool, *at).is_some_and(|told| told.more));
                match given[..] {
                    _ if more => Some(if is_list { "the arguments" } else { "an argument" }.to_owned()),
                    [at] => self.given_name(pool, at),
                    _ => None,
                }
            }
        }
    }

    /// How what the program is given is called that is the thing of a pool with a number from 0 on.
    fn given_name(&self, pool: usize, at: i128) -> Option<String> {
        let Thing::Block(site, _) = self.pools.pools[pool].things[at as usize] else { return None };
        self.graph.given.get(&self.pools.sites[site].node).cloned()
    }

    /// The blocks of a site, for the number of one.
    pub fn region_of_block(&self, site: usize, pool: usize, number: Expr) -> Region {
        let unit = self.pools.sites[site].unit.as_ref();
        let element = unit.map_or(Type::Void, |(unit, _)| unit.clone());
        self.region_into(&Into { pool, element, offset: false }, number)
    }

    /// Whether objects of a pool are a block in the slot with this number from 0 on, as a whole.
    pub fn is_block(&self, pool: usize, slot: usize, region: &Region) -> bool {
        let entry = &self.pools.pools[pool];
        let Some(Thing::Block(site, _)) = entry.things.get(slot) else { return false };
        if self.pools.sites[*site].given.is_some_and(|told| told.more) {
            return false;
        }
        let unit = self.pools.sites[*site].unit.as_ref();
        let from = region.object().map_or(0, |row| u64::from(row.from));
        let at = u64::from(region.first.0 - self.pooled[pool].0.first.0) - from * entry.stride;
        unit.is_some_and(|(unit, _)| *unit == region.element)
            && at == entry.shifts[slot]
            && region.rows.len() == 1
    }

    /// The pointer that cells hold.
    pub fn pointer_at(&mut self, target: &Target, place: &Place) -> Pointer {
        let name = self.text_behind(place).unwrap_or_else(|| self.target_text(target));
        let Some(into) = self.pools.held_at(self.tree, place).cloned() else {
            if let Type::Pointer(to, _) = &place.ty {
                self.refuse(to);
            }
            return Pointer::Unknown(ELSEWHERE.into());
        };
        self.check_value(target, &name, place.span);
        let number = self.load_plain(target, &name, OFFSET, place.span);
        let offset = match into.offset {
            true => self.load_plain(&target.moved(1), &format!("{name} offset"), OFFSET, place.span),
            false => Expr::Constant(0, OFFSET),
        };
        Pointer::Into { region: self.region_into(&into, number), offset, variable: false }
    }

    /// Reads a pointer in memory.
    pub fn read_pointer(
        &mut self,
        node: NodeId,
        temporary: TemporaryId,
        target: &Target,
        place: &Place,
    ) -> Result<(), Gap> {
        let name = self.text_behind(place).unwrap_or_else(|| self.target_text(target));
        let pointer = self.pointer_at(target, place);
        let pointer = self.kept_pointer(pointer, (node, temporary), &name, place.span);
        self.copy_mut().names.insert(temporary, name);
        self.copy_mut().bound.insert(temporary, Bound::Pointer(pointer));
        Ok(())
    }

    /// The number and the offset of a pointer that goes where pointers like this one are held; nothing if it leads elsewhere.
    pub fn parts_of_pointer(&self, pointer: &Pointer, own: &Region, offset: bool) -> Option<(Expr, Expr)> {
        let zero = Expr::Constant(0, OFFSET);
        match pointer {
            Pointer::Null => Some((zero.clone(), zero)),
            Pointer::Into { region, offset: at, .. } if region.is_like(own) => {
                let fits = offset || *at == zero;
                let row = region.object()?;
                fits.then(|| (row.number(), at.clone()))
            }
            Pointer::Into { .. } | Pointer::Harmless | Pointer::Unknown(_) => None,
        }
    }

    /// The same for a pointer that goes to a holder.
    pub fn parts_in(&self, pointer: &Pointer, into: &Into) -> Option<(Expr, Expr)> {
        let own = self.region_into(into, Expr::Constant(0, OFFSET));
        self.parts_of_pointer(pointer, &own, into.offset)
    }

    /// Writes a pointer to memory.
    pub fn write_pointer(
        &mut self,
        target: &Target,
        place: &Place,
        value: &graph::Expr,
        span: Span,
    ) -> Result<(), Gap> {
        let pointer = self.pointer(value)?;
        let into = self.pools.held_at(self.tree, place).cloned();
        let parts = into.as_ref().and_then(|into| self.parts_in(&pointer, into));
        let (Some((number, offset)), Some(into)) = (parts, into) else {
            self.escape(&pointer);
            if let Type::Pointer(to, _) = &place.ty {
                self.refuse(to);
            }
            return Ok(());
        };
        let target = self.kept_index(target.clone(), span);
        // What is stored first may be what the rest reads.
        let offset = match (&offset, into.offset) {
            (Expr::Constant(..), _) | (_, false) => offset,
            _ => {
                let name = self.scalar_text(&offset);
                let kept = self.temporary(OFFSET, name, span);
                self.assign(kept, offset, span);
                Expr::Scalar(kept)
            }
        };
        let cells: Vec<ScalarId> = match &target {
            Target::Cell(cell) => vec![*cell],
            Target::Cells(range, _) => range.cells().collect(),
            Target::View(_) | Target::Unknown(..) => Vec::new(),
        };
        self.led.extend(cells.into_iter().map(|cell| (cell, into.clone())));
        self.store(target.clone(), number, span);
        if into.offset {
            self.store(target.moved(1), offset, span);
        }
        Ok(())
    }

    /// Makes the cells of the pointer that the current procedure returns.
    pub fn make_result_pointer(&mut self, span: Span) {
        let Some(into) = self.pools.result(self.copy().function).cloned() else { return };
        let first = ScalarId(self.out.scalars.len() as u32);
        let names = ["\\result", "\\result offset"];
        for name in names.iter().take(1 + usize::from(into.offset)) {
            let (name, kind, procedure) = ((*name).to_owned(), ScalarKind::Result, Some(self.procedure()));
            self.out.scalars.push(Scalar { name, ty: OFFSET, kind, procedure, initial: None, span });
        }
        let count = self.out.scalars.len() as u32 - first.0;
        self.copy_mut().returned = Some(Variable { first, count });
    }

    /// Gives back a pointer.
    pub fn give_pointer(&mut self, value: &graph::Expr, returned: &Variable, span: Span) -> Result<(), Gap> {
        let pointer = self.pointer(value)?;
        let into = self.pools.result(self.copy().function).cloned();
        let parts = into.as_ref().and_then(|into| self.parts_in(&pointer, into));
        let Some((number, offset)) = parts else {
            self.escape(&pointer);
            for target in returned.cells() {
                self.emit(Made::Unsupported { target, reason: ELSEWHERE.into() }, span);
            }
            let tree = self.tree;
            if let Type::Pointer(to, _) = &tree.functions[self.copy().function.index()].signature.result {
                self.refuse(to);
            }
            return Ok(());
        };
        for (target, value) in returned.cells().zip([number, offset]) {
            self.assign(target, value, span);
        }
        Ok(())
    }

    /// What gets the pointer that a call of a copy gives: its cells there, and the ones here. `None` if it gives none.
    pub fn taken_pointer(
        &mut self,
        callee: usize,
        temporary: TemporaryId,
        span: Span,
    ) -> Option<Vec<(ScalarId, ScalarId)>> {
        let returned = self.copies[callee].returned.clone()?;
        let into = self.pools.result(self.copies[callee].function).cloned()?;
        let name = self.title_of(temporary).text;
        let names = [name.clone(), format!("{name} offset")];
        let mut results = Vec::new();
        for (from, name) in returned.cells().zip(names) {
            results.push((from, self.temporary(OFFSET, name, span)));
        }
        let here = |at: usize| results.get(at).map(|(_, to): &(ScalarId, ScalarId)| Expr::Scalar(*to));
        let zero = Expr::Constant(0, OFFSET);
        let region = self.region_into(&into, here(0)?);
        let offset = here(1).unwrap_or(zero);
        let pointer = Pointer::Into { region, offset, variable: false };
        self.copy_mut().bound.insert(temporary, Bound::Pointer(pointer));
        Some(results)
    }
}
