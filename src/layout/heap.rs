//! Blocks of the heap: a place that allocates gives one block after the other, and none twice.
//!
//! A run that asks for more blocks of one place than are told apart, or for more elements than a block has cells for, is not
//! followed. What is freed stays what it was, but nothing may be accessed there any more; `realloc` gives a new block with what
//! the old one held. That there is no memory left is not asked for.
//!
//! A local object that pointers outlive ends in the same way where its block is left.

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation};
use focuscheck_base::doubt::{Most, Premise, Unmodelled};
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{
    Action as Made, Assumed, CellRange, Condition, Expr, NodeId, ObligationKind, Scalar, ScalarId,
    ScalarKind, UnitKind,
};
use focuscheck_check::tree::ObjectId;
use focuscheck_ir::program::graph::{self, ExprKind, Library};

use super::build::Stage;
use super::check::decided;
use super::copy::{Bound, Kept};
use super::gap::Gap;
use super::library::{Called, LibraryArgument};
use super::pools::ELEMENTS;
use super::region::{OFFSET, Pointer, Region, Row, RowKind};

/// An allocation that may fail.
struct Failing {
    /// What gets the number of the block, or that of null.
    block: ScalarId,
    /// Where it goes on if it fails.
    failed: NodeId,
}

impl Stage<'_> {
    /// Makes scalars that keep something of each of some things.
    pub fn make_kept(&mut self, name: &str, ty: IntegerType, values: &[i128], span: Span) -> ScalarId {
        let first = ScalarId(self.out.scalars.len() as u32);
        for value in values {
            let (name, initial) = (name.to_owned(), Some(Ok(*value)));
            let kind = ScalarKind::Global;
            self.out.scalars.push(Scalar { name, ty, kind, procedure: None, initial, span });
        }
        first
    }

    /// Makes the counters of the places that allocate.
    pub fn make_counters(&mut self) {
        let pools = std::rc::Rc::clone(&self.pools);
        for site in &pools.sites {
            let span = self.graph.nodes[site.node.index()].span;
            let counter = self.make_kept("blocks", OFFSET, &[0], span);
            self.counters.push(counter);
        }
    }

    /// A block is allocated; whether that is followed.
    pub fn allocate(&mut self, function: &Library, called: Called<'_>) -> Result<bool, Gap> {
        let (arguments, fails) = function.failing(called.arguments);
        if self.pools.allocated(called.node).is_none() || called.result.is_none() {
            return Ok(false);
        }
        let failing = self.where_it_succeeds(fails, called)?;
        let Some((region, _)) = self.new_block(called, arguments, failing.as_ref())? else {
            return Ok(false);
        };
        self.where_it_fails(failing, called.span);
        self.give_block(called, region);
        Ok(true)
    }

    /// Memory that the program is given gets its size. What is not told apart of it counts where it is accessed.
    pub fn sized(&mut self, called: Called<'_>) -> Result<bool, Gap> {
        let [block, count, _] = called.arguments else { return Ok(false) };
        let pointer = self.pointer(block)?;
        let outer = self.enter(UnitKind::Assign);
        let count = self.value(count)?;
        let row = match &pointer {
            Pointer::Into { region, .. } => region.object().cloned(),
            Pointer::Null | Pointer::Harmless | Pointer::Unknown(_) => None,
        };
        if let Some(row) = row
            && let RowKind::Object(pool) = row.kind
            && let Some(lengths) = self.pooled[pool].1.lengths
        {
            let count = self.convert(OFFSET, count);
            self.keep(lengths, &row, count, called.span);
        }
        self.leave(outer);
        Ok(true)
    }

    /// What a block holds goes to a new one of another size; whether that is followed.
    pub fn reallocate(&mut self, function: &Library, called: Called<'_>) -> Result<bool, Gap> {
        let (arguments, fails) = function.failing(called.arguments);
        let [old, sizes @ ..] = arguments else { return Ok(false) };
        let Some((site, pool, _)) = self.pools.allocated(called.node) else { return Ok(false) };
        if called.result.is_none() {
            return Ok(false);
        }
        let old = self.given_argument(old)?;
        let own = self.region_of_block(site, pool, Expr::Constant(0, OFFSET));
        match &old {
            LibraryArgument::Pointer(Pointer::Null, ..) | LibraryArgument::Value(Expr::Constant(0, _)) => {}
            LibraryArgument::Pointer(Pointer::Into { region, .. }, ..)
                if region.object().is_some() && region.rows.len() == 1 && region.element == own.element => {}
            LibraryArgument::Pointer(..) | LibraryArgument::Value(_) | LibraryArgument::Other => {
                return Ok(false);
            }
        }
        if let (Some(_), Some(size)) = (fails, sizes.first())
            && !matches!(size.kind, ExprKind::Integer(size) if size != 0)
        {
            let left = self.value(size)?;
            let right = Expr::Constant(0, self.type_of(&left));
            let none = Condition { relation: Relation::Equal, left, right };
            self.cut_where(none, "'realloc' to no bytes".into(), called.span);
        }
        let failing = self.where_it_succeeds(fails, called)?;
        let Some((region, count)) = self.new_block(called, sizes, failing.as_ref())? else {
            return Ok(false);
        };
        let none =
            Condition { relation: Relation::Equal, left: count.clone(), right: Expr::Constant(0, OFFSET) };
        self.cut_where(none, "'realloc' to no bytes".into(), called.span);
        self.release(&old, Some((&region, &count)), called.span)?;
        self.where_it_fails(failing, called.span);
        self.give_block(called, region);
        Ok(true)
    }

    /// Where an allocation may fail, a branch, behind which it does not.
    fn where_it_succeeds(
        &mut self,
        fails: Option<&graph::Expr>,
        called: Called<'_>,
    ) -> Result<Option<Failing>, Gap> {
        let (Some(fails), Some(temporary), span) = (fails, called.result, called.span) else {
            return Ok(None);
        };
        let left = self.value(fails)?;
        let ty = self.type_of(&left);
        let fails = Condition { relation: Relation::NotEqual, left, right: Expr::Constant(0, ty) };
        let (failed, rest) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Assign);
        let name = self.title_of(temporary).text;
        let block = self.temporary(OFFSET, name, span);
        self.branch(fails, span, failed, rest);
        self.place_label(rest);
        self.leave(outer);
        Ok(Some(Failing { block, failed }))
    }

    /// The other way of that branch: null is given.
    fn where_it_fails(&mut self, failing: Option<Failing>, span: Span) {
        let Some(Failing { block, failed }) = failing else { return };
        let rest = self.new_label(span);
        self.jump(rest);
        self.place_label(failed);
        let outer = self.enter(UnitKind::Assign);
        self.assign(block, Expr::Constant(0, OFFSET), span);
        self.leave(outer);
        self.jump(rest);
        self.place_label(rest);
    }

    /// A call gives a block.
    fn give_block(&mut self, called: Called<'_>, region: Region) {
        let Some(temporary) = called.result else { return };
        let pointer = Pointer::Into { region, offset: Expr::Constant(0, OFFSET), variable: false };
        let pointer = self.kept_pointer(pointer, (called.node, temporary), "block", called.span);
        self.copy_mut().bound.insert(temporary, Bound::Pointer(pointer));
    }

    /// What a block holds goes to another one, as far as both have so many elements.
    fn move_elements(&mut self, old: &Region, (new, count): (&Region, &Expr), span: Span) -> Result<(), Gap> {
        let size = self.shapes.cell_count(&new.element) as u32;
        let held = self.held_elements(old, span);
        let (target, source) = (self.region_target(new, span), self.region_target(old, span));
        let (target, source) = (self.kept_index(target, span), self.kept_index(source, span));
        let done = self.new_label(span);
        for element in 0..new.length.min(old.length) as u32 {
            for length in [&held, count] {
                let at = Expr::Constant(element.into(), OFFSET);
                let there = Condition { relation: Relation::Less, left: at, right: length.clone() };
                match decided(&there) {
                    Some(true) => continue,
                    Some(false) => {
                        self.jump(done);
                        self.place_label(done);
                        return Ok(());
                    }
                    None => {
                        let next = self.new_label(span);
                        self.branch(there, span, next, done);
                        self.place_label(next);
                    }
                }
            }
            let (to, from) = (target.moved(element * size), source.moved(element * size));
            self.copy_cells(&to, &from, (size, "block"), span)?;
        }
        self.jump(done);
        self.place_label(done);
        Ok(())
    }

    /// A new block of a size: its cells, and how many elements it has.
    fn new_block(
        &mut self,
        called: Called<'_>,
        arguments: &[graph::Expr],
        failing: Option<&Failing>,
    ) -> Result<Option<(Region, Expr)>, Gap> {
        let Some((number, pool, first)) = self.pools.allocated(called.node) else { return Ok(None) };
        let Some(temporary) = called.result else { return Ok(None) };
        let site = self.pools.sites[number].clone();
        let span = called.span;
        if site.given.is_none() && failing.is_none() {
            self.out.assumed.push(Assumed { node: None, premise: Premise::Allocated, span });
        }
        let outer = self.enter(UnitKind::Assign);
        let count = match &site.unit {
            Some((unit, None)) => {
                let size = self.shapes.layout(unit).map_or(1, |(size, _)| size);
                Some(self.elements(arguments, size)?)
            }
            Some((_, Some(count))) => {
                for argument in arguments {
                    self.used(argument)?;
                }
                Some(Expr::Constant(i128::from(*count), OFFSET))
            }
            None => None,
        };
        let counter = self.counters[number];
        let full = Condition {
            relation: Relation::GreaterEqual,
            left: Expr::Scalar(counter),
            right: Expr::Constant(i128::from(site.blocks), OFFSET),
        };
        if site.blocks > 1 {
            self.cut_where(full, Unmodelled::Beyond(Most::Blocks(site.blocks)), span);
        }
        let count = match count {
            Some(Expr::Constant(count, ty)) => Expr::Constant(count, ty),
            Some(count) => {
                let kept = self.temporary(self.type_of(&count), "elements".to_owned(), span);
                self.assign(kept, count, span);
                let most = Expr::Constant(ELEMENTS.into(), self.out.scalars[kept.index()].ty);
                let large = Condition { relation: Relation::Greater, left: Expr::Scalar(kept), right: most };
                self.cut_where(large, Unmodelled::Beyond(Most::Elements(ELEMENTS as u32)), span);
                self.convert(OFFSET, Expr::Scalar(kept))
            }
            None => Expr::Constant(0, OFFSET),
        };
        let sum = |by: i128| {
            let by = Box::new(Expr::Constant(by, OFFSET));
            Expr::Binary(BinaryOperator::Add, OFFSET, Box::new(Expr::Scalar(counter)), by)
        };
        let name = self.title_of(temporary).text;
        let block = match (site.blocks, failing) {
            (1, None) => Expr::Constant(i128::from(first) + 1, OFFSET),
            (1, Some(failing)) => {
                self.assign(failing.block, Expr::Constant(i128::from(first) + 1, OFFSET), span);
                Expr::Scalar(failing.block)
            }
            (_, failing) => {
                let block =
                    failing.map_or_else(|| self.temporary(OFFSET, name, span), |failing| failing.block);
                self.assign(block, sum(i128::from(first) + 1), span);
                self.assign(counter, sum(1), span);
                Expr::Scalar(block)
            }
        };
        let region = self.region_of_block(number, pool, block);
        if let Some(row) = region.object().cloned() {
            let kept = self.pooled[pool].1.clone();
            if let Some(lengths) = kept.lengths {
                self.keep(lengths, &row, count.clone(), span);
            }
            if let Some(alive) = kept.alive {
                self.keep(alive, &row, Expr::Constant(1, IntegerType::BOOL), span);
            }
        }
        self.leave(outer);
        Ok(Some((region, count)))
    }

    /// How many elements of a size a block has.
    fn elements(&mut self, arguments: &[graph::Expr], size: u64) -> Result<Expr, Gap> {
        let product = |value: &graph::Expr| match &value.kind {
            ExprKind::Binary(BinaryOperator::Multiply, _, left, right) => Some([left.clone(), right.clone()]),
            _ => None,
        };
        let is_size =
            |value: &graph::Expr| matches!(value.kind, ExprKind::Integer(own) if own == i128::from(size));
        let factors: Option<[Box<graph::Expr>; 2]> = match arguments {
            [one] => product(one),
            [one, other] => Some([Box::new(one.clone()), Box::new(other.clone())]),
            _ => None,
        };
        // A count that is too large for the product is too large for a block, too.
        match factors {
            Some([count, each]) if is_size(&each) => self.value(&count),
            Some([each, count]) if is_size(&each) => self.value(&count),
            _ => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.value(argument)?);
                }
                let ty = self.shapes.size_type();
                let bytes = values.into_iter().map(|value| self.convert(ty, value)).reduce(|left, right| {
                    Expr::Binary(BinaryOperator::Multiply, ty, Box::new(left), Box::new(right))
                });
                let bytes = bytes.unwrap_or(Expr::Constant(0, ty));
                if size == 1 {
                    return Ok(bytes);
                }
                let size = Box::new(Expr::Constant(size.into(), ty));
                Ok(Expr::Binary(BinaryOperator::Divide, ty, Box::new(bytes), size))
            }
        }
    }

    /// A run in which a condition holds is not followed.
    pub fn cut_where(&mut self, condition: Condition, reason: Unmodelled, span: Span) {
        let (ends, rest) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        self.branch(condition, span, ends, rest);
        self.leave(outer);
        self.place_label(ends);
        self.cut_for(ObligationKind::Limit, &reason, span);
        self.place_label(rest);
    }

    /// A run that writes an object of a pool that is `const` is not followed.
    pub fn cut_where_constant(&mut self, row: &Row, pool: usize, span: Span) {
        for at in self.constant_things(pool) {
            let right = Expr::Constant(at as i128 + 1, OFFSET);
            let condition = Condition { relation: Relation::Equal, left: row.number(), right };
            if decided(&condition) != Some(false) {
                self.cut_where(condition, Unmodelled::ConstantObject, span);
            }
        }
    }

    /// Keeps something of the thing that a row names.
    fn keep(&mut self, first: ScalarId, row: &Row, value: Expr, span: Span) {
        let first = ScalarId(first.0 + row.from);
        match row.value {
            Expr::Constant(at, _) if (0..i128::from(row.length)).contains(&at) => {
                self.assign(ScalarId(first.0 + at as u32), value, span);
            }
            _ => {
                let range = CellRange { first, length: row.length, stride: 1 };
                self.emit(Made::Store { range, index: row.value.clone(), value }, span);
            }
        }
    }

    /// What is kept of the thing that a row names.
    pub fn kept(&mut self, first: ScalarId, row: &Row, name: &str, span: Span) -> Expr {
        let first = ScalarId(first.0 + row.from);
        match row.value {
            Expr::Constant(at, _) if (0..i128::from(row.length)).contains(&at) => {
                Expr::Scalar(ScalarId(first.0 + at as u32))
            }
            _ => {
                let ty = self.out.scalars[first.index()].ty;
                let target = self.temporary(ty, name.to_owned(), span);
                let range = CellRange { first, length: row.length, stride: 1 };
                let outer = self.enter(UnitKind::Assign);
                self.emit(Made::Load { target, range, index: row.value.clone() }, span);
                self.leave(outer);
                Expr::Scalar(target)
            }
        }
    }

    /// An object begins that pointers may outlive. There is one of it: a run in which it begins again is not followed.
    pub fn begin_object(&mut self, object: ObjectId, span: Span) {
        if !self.pools.mortal.contains(&object) {
            return;
        }
        let Some((pool, slots)) = self.pools.slots_of(object) else { return };
        let Kept { alive: Some(alive), born: Some(born), .. } = self.pooled[pool].1 else { return };
        let truth = |value: i128| Expr::Constant(value, IntegerType::BOOL);
        let first = Expr::Scalar(ScalarId(born.0 + slots.start));
        let again = Condition { relation: Relation::NotEqual, left: first, right: truth(0) };
        self.cut_where(again, "object that pointers outlive and that begins again".into(), span);
        let outer = self.enter(UnitKind::Assign);
        for slot in slots {
            self.assign(ScalarId(alive.0 + slot), truth(1), span);
            self.assign(ScalarId(born.0 + slot), truth(1), span);
        }
        self.leave(outer);
    }

    /// An object that pointers may outlive is no more.
    pub fn end_object(&mut self, object: ObjectId, span: Span) {
        let Some((pool, slots)) = self.pools.slots_of(object) else { return };
        let Some(alive) = self.pooled[pool].1.alive else { return };
        let outer = self.enter(UnitKind::Assign);
        for slot in slots {
            self.assign(ScalarId(alive.0 + slot), Expr::Constant(0, IntegerType::BOOL), span);
        }
        self.leave(outer);
    }

    /// The check that what a pointer leads to is still there.
    pub fn check_alive(&mut self, row: &Row, name: &str, span: Span) {
        let RowKind::Object(pool) = row.kind else { return };
        let Some(alive) = self.pooled[pool].1.alive else { return };
        if !self.asks(CheckKind::Pointer) {
            return;
        }
        let left = self.kept(alive, row, &format!("*{name} alive"), span);
        let right = Expr::Constant(0, IntegerType::BOOL);
        let freed = Condition { relation: Relation::Equal, left, right };
        let text = self.pointer_text(name, "not dangling");
        self.check_pointer(vec![freed], text, span);
    }

    /// Whether what a pointer leads to may be a block that is freed.
    pub fn may_be_freed(&self, row: &Row) -> bool {
        match row.kind {
            RowKind::Object(pool) => self.pooled[pool].1.alive.is_some() && !row.is_null(),
            RowKind::Subscript | RowKind::Passed => false,
        }
    }

    /// A pointer to a block that is freed is compared: its value says nothing any more, and such a run is not followed.
    pub fn cut_where_freed(&mut self, row: &Row, span: Span) {
        let RowKind::Object(pool) = row.kind else { return };
        let Some(alive) = self.pooled[pool].1.alive else { return };
        let (leads, rest) = (self.new_label(span), self.new_label(span));
        let zero = Expr::Constant(0, OFFSET);
        let null = Condition { relation: Relation::Equal, left: row.number(), right: zero };
        let outer = self.enter(UnitKind::Check);
        self.branch(null, span, rest, leads);
        self.leave(outer);
        self.place_label(leads);
        let left = self.kept(alive, row, "alive", span);
        let right = Expr::Constant(0, IntegerType::BOOL);
        let freed = Condition { relation: Relation::Equal, left, right };
        self.cut_where(freed, "comparison of a dangling pointer".into(), span);
        self.jump(rest);
        self.place_label(rest);
    }

    /// `free(pointer)`: whether that is followed. What the block holds may go to another one before.
    pub fn release(
        &mut self,
        argument: &LibraryArgument,
        moved: Option<(&Region, &Expr)>,
        span: Span,
    ) -> Result<bool, Gap> {
        let LibraryArgument::Pointer(pointer, name, place) = argument else { return Ok(false) };
        let text = self.pointer_text(name, "to a block that can be freed");
        let (region, offset) = match pointer {
            Pointer::Null => return Ok(true),
            Pointer::Harmless | Pointer::Unknown(_) => return Ok(false),
            Pointer::Into { region, offset, .. } => (region.clone(), offset.clone()),
        };
        let never = |stage: &mut Self| {
            let zero = || Expr::Constant(0, OFFSET);
            let always = Condition { relation: Relation::Equal, left: zero(), right: zero() };
            if stage.asks(CheckKind::Pointer) {
                stage.check_pointer(vec![always], text.clone(), *place);
            }
        };
        let Some(row) = region.object().cloned() else {
            never(self);
            return Ok(true);
        };
        let RowKind::Object(pool) = row.kind else { return Ok(false) };
        let Some(alive) = self.pooled[pool].1.alive else {
            never(self);
            return Ok(true);
        };
        let (frees, rest) = (self.new_label(span), self.new_label(span));
        let zero = Expr::Constant(0, OFFSET);
        let null = Condition { relation: Relation::Equal, left: row.number(), right: zero.clone() };
        let outer = self.enter(UnitKind::Check);
        self.branch(null, span, rest, frees);
        self.leave(outer);
        self.place_label(frees);
        if self.asks(CheckKind::Pointer) {
            let mut tests = Vec::new();
            if offset != zero {
                tests.push(Condition { relation: Relation::NotEqual, left: offset, right: zero });
            }
            for at in 0..self.pools.pools[pool].things.len() {
                if !self.is_block(pool, at, &region) {
                    let right = Expr::Constant(at as i128 + 1, OFFSET);
                    tests.push(Condition { relation: Relation::Equal, left: row.number(), right });
                }
            }
            let left = self.kept(alive, &row, &format!("*{name} alive"), span);
            let right = Expr::Constant(0, IntegerType::BOOL);
            tests.push(Condition { relation: Relation::Equal, left, right });
            self.check_pointer(tests, text, *place);
        }
        if let Some(new) = moved {
            self.move_elements(&region, new, span)?;
        }
        self.keep(alive, &row, Expr::Constant(0, IntegerType::BOOL), span);
        self.jump(rest);
        self.place_label(rest);
        Ok(true)
    }
}
