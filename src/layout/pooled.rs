//! Pointers into pools: their cells, and what these lead to.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Interval, Relation};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Condition, Expr, Scalar, ScalarId, ScalarKind, UnitKind};
use focuscheck_check::tree::Storage;
use focuscheck_check::types::Type;
use focuscheck_ir::program::graph::{self, NodeId, Place, TemporaryId};

use super::build::Stage;
use super::check::outside;
use super::copy::{Bound, Kept, Variable};
use super::findings::Owner;
use super::gap::Gap;
use super::hazard;
use super::interval::interval;
use super::pools::{Into, Thing};
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
            let length = pool.length();
            for (thing, own) in pool.things.iter().zip(&pool.lengths) {
                self.cells_of_thing(*thing, (&pool.unit, *own, length));
            }
            let cells = Variable { first, count: self.out.scalars.len() as u32 - first.0 };
            let span = self.out.scalars.get(first.index()).map_or_else(Span::default, |scalar| scalar.span);
            let asked = pool.things.iter().any(|thing| match thing {
                Thing::Block(site, _) => matches!(pools.sites[*site].unit, Some((_, None)) | None),
                Thing::Object(_) | Thing::Element(..) | Thing::Member(..) | Thing::Nothing => false,
            });
            let differ = asked || pool.lengths.iter().any(|own| *own != length);
            let lengths: Vec<i128> = pool.lengths.iter().map(|own| i128::from(*own)).collect();
            let lengths = differ.then(|| self.make_kept("elements", OFFSET, &lengths, span));
            let is_object = |thing: &Thing| i128::from(thing.object().is_some());
            let alive: Vec<i128> = pool.things.iter().map(is_object).collect();
            let alive = pool.has_blocks().then(|| self.make_kept("alive", IntegerType::BOOL, &alive, span));
            self.pooled.push((cells, Kept { lengths, alive }));
        }
    }

    /// Makes the cells of a thing in a pool: so many elements of its own, and so many for the longest one.
    fn cells_of_thing(&mut self, thing: Thing, (unit, own, length): (&Type, u64, u64)) {
        let (tree, graph) = (self.tree, self.graph);
        let (name, is_array, span) = match thing {
            Thing::Nothing => ("nothing".to_owned(), false, Span::default()),
            Thing::Object(object) | Thing::Element(object, _) | Thing::Member(object, _) => {
                let entry = &graph.objects[object.index()];
                let mut literals = graph.literals.iter();
                let literal = literals.find(|(literal, _)| *literal == object);
                let name = literal.map_or_else(|| entry.name.clone(), |(_, units)| quoted(units));
                let is_array = matches!(&entry.ty, Type::Array(element, _) if **element == *unit);
                (name, is_array, entry.span)
            }
            Thing::Block(site, _) => {
                let site = &self.pools.sites[site];
                let several = !matches!(site.unit, Some((_, Some(1))));
                ("block".to_owned(), several, graph.nodes[site.node.index()].span)
            }
        };
        let mut cells = Vec::new();
        let from = if let Thing::Element(_, at) = thing { at } else { 0 };
        for number in from..from + length {
            let suffix = if is_array || number > 0 { format!("[{number}]") } else { String::new() };
            self.shapes.cells(unit, &suffix, &mut cells);
        }
        let from = ScalarId(self.out.scalars.len() as u32);
        for cell in cells {
            let scalar = ScalarId(self.out.scalars.len() as u32);
            self.pointer_cells.extend(cell.to.map(|to| (scalar, to)));
            let (kind, initial) = (ScalarKind::Global, Some(Ok(0)));
            let name = format!("{name}{}", cell.suffix);
            self.out.scalars.push(Scalar { name, ty: cell.ty, kind, procedure: None, initial, span });
        }
        let Some(object) = thing.object().filter(|_| !matches!(thing, Thing::Element(_, 1..))) else {
            return;
        };
        let (start, count) = match (thing, unit) {
            (Thing::Member(_, field), Type::Record(id)) => {
                (self.shapes.start(*id, field), self.shapes.cell_count(&graph.objects[object.index()].ty))
            }
            // The other elements stand behind it.
            (Thing::Element(..), _) => (0, self.shapes.cell_count(&graph.objects[object.index()].ty)),
            _ => (0, self.shapes.cell_count(unit) * own),
        };
        let variable = Variable { first: ScalarId(from.0 + start as u32), count: count as u32 };
        if let Thing::Member(..) = thing {
            let entry = &graph.objects[object.index()];
            let mut cells = Vec::new();
            self.shapes.cells(&entry.ty, "", &mut cells);
            for (own, cell) in variable.cells().zip(cells) {
                self.out.scalars[own.index()].name = format!("{}{}", entry.name, cell.suffix);
            }
        }
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

    /// Where the program starts: what blocks of the heap hold is not known, but for those that are made zero.
    pub fn forget_blocks(&mut self, span: Span) {
        let pools = std::rc::Rc::clone(&self.pools);
        for (pool, (cells, _)) in pools.pools.iter().zip(self.pooled.clone()) {
            let each = cells.count / (pool.things.len() as u32).max(1);
            for (thing, number) in pool.things.iter().zip(0..) {
                let Thing::Block(site, _) = thing else { continue };
                if pools.sites[*site].cleared {
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

    /// Whether a cell has no value where the program starts: it is one of an object of a block, or of a block of the heap.
    pub fn begins_unset(&self, cell: ScalarId) -> bool {
        let Some(number) = self.pool_of(cell) else { return false };
        let pool = &self.pools.pools[number];
        let at = (cell.0 - self.pooled[number].0.first.0) / self.pool_stride(number).max(1);
        match pool.things.get(at as usize) {
            Some(Thing::Object(object) | Thing::Element(object, _) | Thing::Member(object, _)) => {
                let entry = self.tree.objects.get(object.index());
                entry.is_some_and(|entry| entry.storage == Storage::Automatic)
            }
            Some(Thing::Block(site, _)) => !self.pools.sites[*site].cleared,
            Some(Thing::Nothing) | None => false,
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

    /// How many cells an object of a pool takes.
    fn pool_stride(&self, pool: usize) -> u32 {
        let pool = &self.pools.pools[pool];
        (self.shapes.cell_count(&pool.unit) * pool.length()) as u32
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
        let held = Expr::Constant(offset.unwrap_or(0), OFFSET);
        let (region, left, chosen) = self.in_pool_at(region, held);
        match chosen {
            None => (region, offset),
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
        if region.object().is_some() {
            return (region, offset, None);
        }
        let Some(pool) = self.pool_of(region.first) else { return (region, offset, None) };
        let (start, stride) = (self.pooled[pool].0.first.0, self.pool_stride(pool));
        let distance = region.first.0 - start;
        let (number, inner) = (i128::from(distance / stride) + 1, distance % stride);
        let Region { mut rows, constant, element, mut length, .. } = region;
        let entry = &self.pools.pools[pool];
        let constant = constant || entry.constant;
        let is_unit = inner == 0 && rows.is_empty() && element == entry.unit;
        let (mut offset, mut chosen) = (offset, None);
        if entry.apart && is_unit {
            let kind = RowKind::Subscript;
            let row = Row { value: offset, length: length as u32, stride, kind };
            (offset, chosen) = (Expr::Constant(0, OFFSET), Some((pool, number, row)));
        } else if entry.apart && rows.first().is_some_and(|row| row.stride == stride) {
            chosen = Some((pool, number, rows.remove(0)));
        }
        if is_unit {
            length = entry.length();
        }
        rows.insert(0, self.object_row(pool, Expr::Constant(number, OFFSET)));
        (Region { first: ScalarId(start + inner), rows, constant, element, length }, offset, chosen)
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
        for test in outside(&at, &constant(chosen.length.into())) {
            let next = self.new_label(span);
            let outer = self.enter(UnitKind::Check);
            self.branch(test, span, missing, next);
            self.leave(outer);
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

    /// Whether a cell is in a pool in which arrays are taken apart.
    pub fn is_apart(&self, cell: ScalarId) -> bool {
        self.pool_of(cell).is_some_and(|pool| self.pools.pools[pool].apart)
    }

    /// Whether objects are the elements of arrays that are taken apart in a pool, and others: which one of them is said by its
    /// number alone.
    pub fn is_element(&self, region: &Region) -> bool {
        let Some(RowKind::Object(pool)) = region.object().map(|row| row.kind) else { return false };
        let entry = &self.pools.pools[pool];
        let whole = region.first == self.pooled[pool].0.first && region.element == entry.unit;
        entry.apart && whole && region.rows.len() == 1
    }

    /// When the number of an object in a pool is that of elements that an array does not have.
    pub fn missing_element(&self, row: &Row) -> Option<Condition> {
        let RowKind::Object(pool) = row.kind else { return None };
        let entry = &self.pools.pools[pool];
        let right = Expr::Constant(entry.beyond(), OFFSET);
        entry.loose.then(|| Condition { relation: Relation::Equal, left: row.number(), right })
    }

    /// The row of the objects of a pool for a number, as it is stored.
    fn object_row(&self, pool: usize, number: Expr) -> Row {
        let length = self.pools.pools[pool].things.len() as u32;
        let (value, stride) = (Expr::Constant(0, OFFSET), self.pool_stride(pool));
        Row { value, length, stride, kind: RowKind::Object(pool) }.with_number(number)
    }

    /// The objects that the pointers of a holder lead into, for the number of an object.
    pub fn region_into(&self, into: &Into, number: Expr) -> Region {
        let pool = &self.pools.pools[into.pool];
        let mut first = self.pooled[into.pool].0.first.0;
        let mut ty = &pool.unit;
        for field in &into.fields {
            let Type::Record(id) = ty else { break };
            first += self.shapes.start(*id, *field) as u32;
            let fields = self.tree.types.records[*id].fields.as_deref().unwrap_or_default();
            ty = fields.get(*field).map_or(ty, |field| &field.ty);
        }
        Region {
            first: ScalarId(first),
            rows: vec![self.object_row(into.pool, number)],
            constant: pool.constant,
            element: into.element.clone(),
            length: into.length.unwrap_or(pool.length()),
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
        outside(offset, &self.length_of(&row, lengths, span))
    }

    /// How many elements a row chooses among that is one of elements of a pool's object, if these have several lengths: the row
    /// itself has the length of the longest one.
    pub fn kept_length(&mut self, rows: &[Row], span: Span) -> Option<Expr> {
        let (Some(object), Some(last)) = (rows.first().cloned(), rows.last()) else { return None };
        let RowKind::Object(pool) = object.kind else { return None };
        let lengths = self.pooled[pool].1.lengths?;
        let entry = &self.pools.pools[pool];
        let is_element = rows.len() > 1
            && u64::from(last.stride) == self.shapes.cell_count(&entry.unit)
            && u64::from(last.length) == entry.length();
        is_element.then(|| self.length_of(&object, lengths, span))
    }

    /// How many elements the object of a pool has that a row names.
    fn length_of(&mut self, row: &Row, lengths: ScalarId, span: Span) -> Expr {
        let fixed = match (&row.kind, &row.value) {
            (RowKind::Object(pool), Expr::Constant(at, _)) => self.fixed_length(*pool, *at),
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
            Thing::Object(_) | Thing::Element(..) | Thing::Member(..) | Thing::Nothing => false,
        };
        (!asked).then(|| i128::from(entry.lengths[at]))
    }

    /// Where it is kept how many elements the objects have that a region is, if these differ.
    fn lengths_of(&self, region: &Region) -> Option<ScalarId> {
        let RowKind::Object(pool) = region.object()?.kind else { return None };
        let (cells, kept) = &self.pooled[pool];
        let whole = region.first == cells.first && region.element == self.pools.pools[pool].unit;
        kept.lengths.filter(|_| whole)
    }

    /// How many elements the objects of a region have at least.
    pub fn sure_length(&self, region: &Region) -> u64 {
        let Some(RowKind::Object(pool)) = region.object().map(|row| row.kind) else { return region.length };
        if self.lengths_of(region).is_none() {
            return region.length;
        }
        // Of an object that is known its own length counts.
        if let Some(Expr::Constant(at, _)) = region.object().map(|row| &row.value)
            && (0..self.pools.pools[pool].things.len() as i128).contains(at)
        {
            let own = self.fixed_length(pool, *at).and_then(|length| u64::try_from(length).ok());
            return own.unwrap_or(0);
        }
        let things = 0..self.pools.pools[pool].things.len();
        let lengths = things.map(|at| self.fixed_length(pool, at as i128).unwrap_or(0));
        lengths.min().and_then(|length| u64::try_from(length).ok()).unwrap_or(0)
    }

    /// The things of a pool, for the number of one.
    pub fn region_of_pool(&self, pool: usize, number: Expr) -> Region {
        let entry = &self.pools.pools[pool];
        let (element, length) = (entry.unit.clone(), None);
        self.region_into(&Into { pool, fields: Vec::new(), element, length, offset: false }, number)
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
            if let Some(into) = into {
                self.refuse(&into.element);
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
