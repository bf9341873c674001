//! Accesses to the arguments of the command line where one of them is followed, whichever
//! (`focuscheck_ir::program::start::Arguments::Whichever`).
//!
//! A text has one cell for the letter that is accessed, which gets any value before each access: of the argument that is
//! followed one that is zero at its end, and not before, unless something else was stored there. Two more cells of it say what
//! is lost of that; they are cells like others, so that what may have any effect on the text loses it, too. Of the other
//! arguments every letter is any value, and they are as long as they need be.
//!
//! The list has no cells that are read: an element is null behind the last argument, leads to the argument that is followed
//! where that was chosen, and to the others elsewhere. A run that changes the list is not followed.

use focuscheck_base::arith::{BinaryOperator, Relation};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Condition, Expr, ObligationKind, ScalarId, UnitKind};
use focuscheck_ir::program::Arguments;
use focuscheck_ir::program::graph::{GivenPart, Told};

use super::build::Stage;
use super::copy::KeptArguments;
use super::gap::Gap;
use super::library::Called;
use super::region::{OFFSET, Region, Row, RowKind};

/// Why nobody knows what a letter of an argument is.
const LETTER: &str = "letter of an argument";

/// Why a run is not followed.
const LIST: &str = "list of arguments that changes";
const OTHERS: &str = "comparison of two arguments";

/// Where an access to an argument goes.
pub(super) enum Accessed {
    /// The offset in the text that is accessed there.
    Offset(Expr),
    /// What holds the letter of a text, or the element of the list in so many scalars as a pointer has.
    Held(ScalarId),
}

impl Stage<'_> {
    /// Makes what is kept, if the list and the texts have their places.
    pub fn keep_arguments(&mut self) -> Option<KeptArguments> {
        for part in [GivenPart::List, GivenPart::Followed, GivenPart::Other] {
            let (pool, _) = self.place_of(part)?;
            self.pooled[pool].1.lengths?;
        }
        let chosen = self.make_kept("argument", OFFSET, &[0, -1, 0], Span::default());
        let [last, number] = [1, 2].map(|by| ScalarId(chosen.0 + by));
        self.out.apart.extend([chosen, number]);
        Some(KeptArguments { chosen, last, number })
    }

    /// Where a part of the arguments is: its pool, and its slot there.
    fn place_of(&self, part: GivenPart) -> Option<(usize, usize)> {
        let is_that = |told: Option<_>| told.and_then(|told: Told| told.part) == Some(part);
        let site = self.pools.sites.iter().find(|site| is_that(site.given))?;
        let (_, pool, slot) = self.pools.allocated(site.node)?;
        Some((pool, slot as usize))
    }

    /// The same if the objects of a row may be that part.
    fn slot_in(&self, row: &Row, part: GivenPart) -> Option<usize> {
        let RowKind::Object(own) = row.kind else { return None };
        let (pool, slot) = self.place_of(part)?;
        let may_be = match row.slot() {
            Expr::Constant(at, _) => at == slot as i128,
            _ => true,
        };
        (own == pool && may_be).then_some(slot)
    }

    /// Whether objects may be a part of the arguments whose cells are none of the program's.
    pub fn may_be_arguments(&self, region: &Region) -> bool {
        let parts = [GivenPart::List, GivenPart::Followed, GivenPart::Other];
        let is_any = |row: &Row| parts.into_iter().any(|part| self.slot_in(row, part).is_some());
        !self.makes_arguments() && region.object().is_some_and(is_any)
    }

    /// Says which argument is followed.
    pub fn choose_argument(&mut self, called: Called<'_>) -> Result<bool, Gap> {
        let [_, which] = called.arguments else { return Ok(false) };
        let Some(KeptArguments { chosen, .. }) = self.arguments else {
            // Nothing of what comes later is known then.
            let always = Condition { relation: Relation::Equal, left: constant(0), right: constant(0) };
            self.cut_where(always, LIST.into(), called.span);
            return Ok(true);
        };
        let outer = self.enter(UnitKind::Assign);
        let which = self.value(which)?;
        let which = self.convert(OFFSET, which);
        self.assign(chosen, which, called.span);
        self.leave(outer);
        Ok(true)
    }

    /// Before the checks of an access to objects that may be a part of the arguments: those that are not followed are as long as
    /// they need be.
    pub fn before_argument(&mut self, region: &Region, offset: &Expr, span: Span) {
        let Some(row) = region.object().cloned().filter(|_| self.may_be_arguments(region)) else { return };
        if region.rows.len() > 1 {
            return self.cut_where_arguments(region, span);
        }
        let Some(slot) = self.slot_in(&row, GivenPart::Other) else { return };
        let RowKind::Object(pool) = row.kind else { return };
        let Some(lengths) = self.pooled[pool].1.lengths else { return };
        let offset = self.convert(OFFSET, offset.clone());
        let (other, rest) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Assign);
        self.branch(is(&row, slot), span, other, rest);
        self.place_label(other);
        for (relation, bound) in [(Relation::GreaterEqual, 0), (Relation::LessEqual, Arguments::LONGEST)] {
            let there = Condition { relation, left: offset.clone(), right: constant(bound) };
            self.emit(Made::Assume(there), span);
        }
        let longer = Expr::Binary(BinaryOperator::Add, OFFSET, offset.into(), constant(1).into());
        self.assign(ScalarId(lengths.0 + slot as u32), longer, span);
        self.jump(rest);
        self.place_label(rest);
        self.leave(outer);
    }

    /// After the checks of an access to objects that may be a part of the arguments: where it goes, if it does not go to the cells
    /// that the rows name from a first one on.
    pub fn access_argument(
        &mut self,
        region: &Region,
        (rows, first): (&[Row], Option<ScalarId>),
        writes: bool,
        span: Span,
    ) -> Option<Accessed> {
        let offset = rows.last()?.value.clone();
        let row = region.object().cloned().filter(|_| self.may_be_arguments(region))?;
        if region.rows.len() > 1 {
            return None;
        }
        if let Some(slot) = self.slot_in(&row, GivenPart::List) {
            if writes {
                self.cut_where(is(&row, slot), LIST.into(), span);
                return None;
            }
            return self.read_element(region, (rows, first), slot, span).map(Accessed::Held);
        }
        let Some(first) = first else {
            self.cut_where_arguments(region, span);
            return None;
        };
        let offset = self.convert(OFFSET, offset);
        match writes {
            true => self.write_letter(region, &row, &offset, span).map(Accessed::Offset),
            false => self.read_letter(region, (rows, first), &offset, span).map(Accessed::Held),
        }
    }

    /// A run in which objects are a part of the arguments is not followed.
    pub fn cut_where_arguments(&mut self, region: &Region, span: Span) {
        let Some(row) = region.object().cloned().filter(|_| !self.makes_arguments()) else { return };
        for part in [GivenPart::List, GivenPart::Followed, GivenPart::Other] {
            if let Some(slot) = self.slot_in(&row, part) {
                self.cut_where(is(&row, slot), LIST.into(), span);
            }
        }
    }

    /// A run in which two pointers lead to other arguments is not followed: whether that is one argument is not told.
    pub fn cut_where_others(&mut self, one: &Region, other: &Region, span: Span) {
        let (Some(one), Some(other)) = (one.object().cloned(), other.object().cloned()) else { return };
        let (Some(slot), Some(_)) =
            (self.slot_in(&one, GivenPart::Other), self.slot_in(&other, GivenPart::Other))
        else {
            return;
        };
        let (first, rest) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        self.branch(is(&one, slot), span, first, rest);
        self.leave(outer);
        self.place_label(first);
        self.cut_where(is(&other, slot), OTHERS.into(), span);
        self.jump(rest);
        self.place_label(rest);
    }

    /// Reads an element of the list, or of what else the row may name: what holds it.
    fn read_element(
        &mut self,
        region: &Region,
        (rows, first): (&[Row], Option<ScalarId>),
        slot: usize,
        span: Span,
    ) -> Option<ScalarId> {
        let (row, offset) = (region.object()?.clone(), rows.last()?.value.clone());
        let mut cells = Vec::new();
        self.shapes.cells(&region.element, "", &mut cells);
        let held: Vec<ScalarId> =
            cells.into_iter().map(|cell| self.temporary(cell.ty, "argument".to_owned(), span)).collect();
        self.out.apart.extend(held.first());
        let (list, others, done) = (self.new_label(span), self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        self.branch(is(&row, slot), span, list, others);
        self.leave(outer);
        self.place_label(list);
        self.element_of_list(region, &held, slot, &offset, span)?;
        self.jump(done);
        self.place_label(others);
        match first {
            Some(first) => {
                let own = self.chosen_cells(first, rows.to_vec(), span);
                let own = self.kept_index(own, span);
                let name = self.target_text(&own);
                self.check_value(&own, &name, span);
                for (&cell, by) in held.iter().zip(0..) {
                    let value = self.load_plain(&own.moved(by), &name, OFFSET, span);
                    let outer = self.enter(UnitKind::Assign);
                    self.assign(cell, value, span);
                    self.leave(outer);
                }
                self.jump(done);
            }
            None => self.cut_for(ObligationKind::Limit, &LIST.into(), span),
        }
        self.place_label(done);
        held.first().copied()
    }

    /// Reads an element of the list.
    fn element_of_list(
        &mut self,
        region: &Region,
        held: &[ScalarId],
        slot: usize,
        offset: &Expr,
        span: Span,
    ) -> Option<()> {
        let (pool, _) = self.place_of(GivenPart::List)?;
        let (count, kept) = (self.length_cell(pool, slot)?, self.arguments?);
        let numbers =
            [GivenPart::Followed, GivenPart::Other].map(|part| Some(self.place_of(part)?.1 as i128 + 1));
        let [Some(followed), Some(other)] = numbers else { return None };
        let changed = Expr::Scalar(self.cell_of(pool, slot, region, 1));
        let is_changed = Condition { relation: Relation::NotEqual, left: changed, right: constant(0) };
        self.cut_where(is_changed, LIST.into(), span);
        let offset = self.convert(OFFSET, offset.clone());
        let outer = self.enter(UnitKind::Assign);
        let done = self.new_label(span);
        // One that is read again leads where it did.
        let (again, anew) = (self.new_label(span), self.new_label(span));
        let is_again =
            Condition { relation: Relation::Equal, left: Expr::Scalar(kept.last), right: offset.clone() };
        self.branch(is_again, span, again, anew);
        self.place_label(again);
        self.hold_element(held, Expr::Scalar(kept.number), span);
        self.jump(done);
        self.place_label(anew);
        // The first one is the name of the program, which is always there.
        if offset != constant(0) {
            let (null, there) = (self.new_label(span), self.new_label(span));
            let last = Expr::Binary(BinaryOperator::Subtract, OFFSET, count.into(), constant(1).into());
            let is_last = Condition { relation: Relation::Equal, left: offset.clone(), right: last };
            self.branch(is_last, span, null, there);
            self.place_label(null);
            self.note_element(held, kept, (&offset, 0), span);
            self.jump(done);
            self.place_label(there);
        }
        let (own, others) = (self.new_label(span), self.new_label(span));
        let is_own =
            Condition { relation: Relation::Equal, left: Expr::Scalar(kept.chosen), right: offset.clone() };
        self.branch(is_own, span, own, others);
        for (label, number) in [(own, followed), (others, other)] {
            self.place_label(label);
            self.note_element(held, kept, (&offset, number), span);
            self.jump(done);
        }
        self.place_label(done);
        self.leave(outer);
        Some(())
    }

    /// Makes scalars hold a pointer to the begin of an object, which the element of the list that is read leads to.
    fn note_element(
        &mut self,
        held: &[ScalarId],
        kept: KeptArguments,
        (offset, number): (&Expr, i128),
        span: Span,
    ) {
        self.hold_element(held, constant(number), span);
        self.assign(kept.number, constant(number), span);
        self.assign(kept.last, offset.clone(), span);
    }

    /// Makes scalars hold a pointer to the begin of an object.
    fn hold_element(&mut self, held: &[ScalarId], number: Expr, span: Span) {
        for (&cell, value) in held.iter().zip([number, constant(0)]) {
            self.assign(cell, value, span);
        }
    }

    /// Reads a letter of a text: what holds it.
    fn read_letter(
        &mut self,
        region: &Region,
        (rows, first): (&[Row], ScalarId),
        offset: &Expr,
        span: Span,
    ) -> Option<ScalarId> {
        let row = region.object()?.clone();
        let ty = self.shapes.bits(&region.element)?;
        let letter = self.temporary(ty, LETTER.to_owned(), span);
        self.out.apart.insert(letter);
        let done = self.new_label(span);
        for part in [GivenPart::Followed, GivenPart::Other] {
            let Some(slot) = self.slot_in(&row, part) else { continue };
            let (here, next) = (self.new_label(span), self.new_label(span));
            let outer = self.enter(UnitKind::Assign);
            self.branch(is(&row, slot), span, here, next);
            self.place_label(here);
            match part {
                GivenPart::Followed => self.letter_of_followed(letter, (region, slot), offset, span)?,
                GivenPart::Other | GivenPart::List => self.forget_letter(letter, span),
            }
            self.jump(done);
            self.place_label(next);
            self.leave(outer);
        }
        let own = self.chosen_cells(first, rows.to_vec(), span);
        let name = self.target_text(&own);
        self.check_value(&own, &name, span);
        let value = self.load(&own, &name, ty, span);
        let outer = self.enter(UnitKind::Assign);
        self.assign(letter, value, span);
        self.leave(outer);
        self.jump(done);
        self.place_label(done);
        Some(letter)
    }

    /// The letter of an argument may be any.
    fn forget_letter(&mut self, letter: ScalarId, span: Span) {
        self.emit(Made::Unsupported { target: letter, reason: LETTER.into() }, span);
    }

    /// The letter of the argument that is followed is zero at its end, and not before, as far as that is not lost.
    fn letter_of_followed(
        &mut self,
        letter: ScalarId,
        (region, slot): (&Region, usize),
        offset: &Expr,
        span: Span,
    ) -> Option<()> {
        let [end_lost, rest_lost] = self.lost(region, slot)?;
        let ty = self.out.scalars[letter.index()].ty;
        let (end, before, done) = (self.new_label(span), self.new_label(span), self.new_label(span));
        self.branch(self.is_end(slot, offset)?, span, end, before);
        for (label, lost) in [(end, end_lost), (before, rest_lost)] {
            self.place_label(label);
            let (kept, open) = (self.new_label(span), self.new_label(span));
            let zero = Expr::Constant(0, ty);
            let is_kept =
                Condition { relation: Relation::Equal, left: Expr::Scalar(lost), right: zero.clone() };
            self.branch(is_kept, span, kept, open);
            self.place_label(open);
            self.forget_letter(letter, span);
            self.jump(done);
            self.place_label(kept);
            if lost == end_lost {
                self.assign(letter, zero, span);
            } else {
                self.forget_letter(letter, span);
                let known =
                    Condition { relation: Relation::NotEqual, left: Expr::Scalar(letter), right: zero };
                self.emit(Made::Assume(known), span);
            }
            self.jump(done);
        }
        self.place_label(done);
        Some(())
    }

    /// Before a letter of a text is written: the offset of a cell for it, if the text is that of an argument, else the offset
    /// itself.
    fn write_letter(&mut self, region: &Region, row: &Row, offset: &Expr, span: Span) -> Option<Expr> {
        let name = self.scalar_text(offset);
        let moved = self.temporary(OFFSET, name, span);
        let outer = self.enter(UnitKind::Assign);
        let done = self.new_label(span);
        for part in [GivenPart::Followed, GivenPart::Other] {
            let Some(slot) = self.slot_in(row, part) else { continue };
            let (here, next) = (self.new_label(span), self.new_label(span));
            self.branch(is(row, slot), span, here, next);
            self.place_label(here);
            if part == GivenPart::Followed {
                self.lose_letter(region, slot, offset, span)?;
            }
            // An update reads there, too.
            let RowKind::Object(pool) = row.kind else { return None };
            self.forget_letter(self.cell_of(pool, slot, region, 0), span);
            self.assign(moved, constant(0), span);
            self.jump(done);
            self.place_label(next);
        }
        self.assign(moved, offset.clone(), span);
        self.jump(done);
        self.place_label(done);
        self.leave(outer);
        Some(Expr::Scalar(moved))
    }

    /// What is written to the argument that is followed is not known later.
    fn lose_letter(&mut self, region: &Region, slot: usize, offset: &Expr, span: Span) -> Option<()> {
        let lost = self.lost(region, slot)?;
        let [end, before] = [(); 2].map(|()| self.new_label(span));
        let done = self.new_label(span);
        self.branch(self.is_end(slot, offset)?, span, end, before);
        for (label, lost) in [end, before].into_iter().zip(lost) {
            self.place_label(label);
            let ty = self.out.scalars[lost.index()].ty;
            self.assign(lost, Expr::Constant(1, ty), span);
            self.jump(done);
        }
        self.place_label(done);
        Some(())
    }

    /// The cells of the argument that is followed that say what is lost: its end, and that there is none before.
    fn lost(&self, region: &Region, slot: usize) -> Option<[ScalarId; 2]> {
        let (pool, _) = self.place_of(GivenPart::Followed)?;
        Some([1, 2].map(|at| self.cell_of(pool, slot, region, at)))
    }

    /// That an offset is that of the end of the argument that is followed.
    fn is_end(&self, slot: usize, offset: &Expr) -> Option<Condition> {
        let (pool, _) = self.place_of(GivenPart::Followed)?;
        let length = self.length_cell(pool, slot)?;
        let right = Expr::Binary(BinaryOperator::Subtract, OFFSET, length.into(), constant(1).into());
        Some(Condition { relation: Relation::Equal, left: offset.clone(), right })
    }

    /// A cell of a part of the arguments that belongs to its element with this number.
    fn cell_of(&self, pool: usize, slot: usize, region: &Region, element: u32) -> ScalarId {
        let entry = &self.pools.pools[pool];
        let begin =
            self.pooled[pool].0.first.0 + slot as u32 * entry.stride as u32 + entry.shifts[slot] as u32;
        ScalarId(begin + element * self.shapes.cell_count(&region.element) as u32)
    }

    /// How many elements a part of the arguments has, its end among them.
    fn length_cell(&self, pool: usize, slot: usize) -> Option<Expr> {
        let lengths = self.pooled[pool].1.lengths?;
        Some(Expr::Scalar(ScalarId(lengths.0 + slot as u32)))
    }
}

fn constant(value: i128) -> Expr {
    Expr::Constant(value, OFFSET)
}

/// That a row names the thing in a slot.
fn is(row: &Row, slot: usize) -> Condition {
    Condition { relation: Relation::Equal, left: row.number(), right: constant(slot as i128 + 1) }
}
