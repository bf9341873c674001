//! The checks of what would be undefined: before a node a branch to an error.

use super::hazard::{self, Hazard, Subject};
use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::options::CheckKind;
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::NULL_OFFSET;
use focuscheck_cells::facts::cfg::{
    Action, Condition, ErrorId, ErrorKind, ErrorSite, Expr, Graph, ScalarId, UnitKind,
};
use focuscheck_ir::program::graph::{self, Base, Place};
use focuscheck_ir::program::text::Title;

use super::build::Stage;
use super::conversion::{convert, type_of};
use super::region::{OFFSET, OFFSET_OF, Region, Row, RowKind};

impl Stage<'_> {
    /// The checks of `left OP right`; the text of the whole, and the right operand of the graph.
    pub fn check_binary(
        &mut self,
        (operator, ty): (BinaryOperator, IntegerType),
        (left, right): (&Expr, &Expr),
        whole: Option<Title>,
        (value, operand): (&graph::Expr, &graph::Expr),
    ) {
        for hazard in hazard::of_binary(&self.out, operator, ty, (left, right), |kind| self.asks(kind)) {
            self.check_hazard(hazard, whole.as_ref(), value, operand);
        }
    }

    /// The check of `-operand`.
    pub fn check_unary(
        &mut self,
        operator: UnaryOperator,
        ty: IntegerType,
        operand: &Expr,
        value: &graph::Expr,
    ) {
        if let Some(hazard) = hazard::of_unary(&self.out, operator, ty, operand)
            && self.asks(hazard.kind)
        {
            self.check_hazard(hazard, None, value, value);
        }
    }

    fn check_hazard(
        &mut self,
        hazard: Hazard,
        whole: Option<&Title>,
        value: &graph::Expr,
        operand: &graph::Expr,
    ) {
        let Hazard { kind, subject, tests, all } = hazard;
        let text = match subject {
            Subject::Divisor => format!("divisor {} not zero", self.text(operand)),
            Subject::Amount(most) => format!("shift amount {} in 0..{most}", self.text(operand)),
            Subject::Overflow => {
                let whole = whole.map_or_else(|| self.text(value), |title| title.text.clone());
                format!("no signed overflow in {whole}")
            }
        };
        self.check(ErrorKind::Check(kind), text, value.span, tests, all);
    }

    /// The check of a subscript.
    pub fn check_subscript(
        &mut self,
        place: &Place,
        (step, index): (usize, &graph::Expr),
        rows: &[Row],
        first: Option<ScalarId>,
    ) {
        let Some((row, outer)) = rows.split_last() else { return };
        let tests = hazard::out_of_bounds(&self.out, &row.value, row.length);
        if !tests.is_empty() && self.asks(CheckKind::Bounds) {
            let array = match (&place.base, first) {
                (Base::Pointer(_), Some(first)) => {
                    self.array_text(first, outer, row.stride, row.length.into())
                }
                _ => self.dimension(place, step),
            };
            let text = self.index_text(&self.text(index), &array);
            self.check(ErrorKind::Check(CheckKind::Bounds), text, place.span, tests, false);
        }
    }

    /// What a check of a subscript asks; of those inside a library function nobody knows the names.
    fn index_text(&self, index: &str, array: &str) -> String {
        match self.library_function() {
            Some(function) => format!("{function} in bounds of {array}"),
            None => format!("index {index} in bounds of {array}"),
        }
    }

    /// What a check of the offset of a pointer asks: one that leads to one of several objects is in bounds of its own,
    /// and the offset of one that leads to a known object is a difference.
    fn offset_text(
        &self,
        offset: &str,
        (first, outer): (ScalarId, &[Row]),
        stride: u32,
        length: u64,
    ) -> String {
        let is_chosen = |row: &Row| {
            matches!(row.kind, RowKind::Object(pool) if self.pools.pools[pool].things.len() > 1)
                && !matches!(row.slot(), Expr::Constant(..))
        };
        // The words of a literal are no names.
        let is_pointer = offset.contains(OFFSET_OF) && !offset.contains('"');
        if outer.first().is_some_and(is_chosen) {
            return match self.library_function() {
                None if !is_pointer => format!("index {offset} in bounds"),
                _ => self.pointer_text(&offset.replace(OFFSET_OF, ""), "in bounds"),
            };
        }
        let array = self.array_text(first, outer, stride, length);
        let object = array.strip_suffix(&format!("[{length}]")).unwrap_or(&array);
        match is_pointer {
            true => self.index_text(&offset.replace(OFFSET_OF, &format!(" - {object}")), &array),
            false => self.index_text(offset, &array),
        }
    }

    /// The checks of the offset of a pointer.
    pub fn check_offset(&mut self, place: &Place, (region, variable): (&Region, bool), offset: &Expr) {
        let asked = |kind| self.asks(kind);
        let (bounds, pointer) = (asked(CheckKind::Bounds), asked(CheckKind::Pointer));
        if !bounds && !pointer {
            return;
        }
        let span = place.span;
        let text = self.scalar_text(offset);
        let near = Expr::Constant(NULL_OFFSET / 2, OFFSET);
        let null = Condition { relation: Relation::LessEqual, left: offset.clone(), right: near };
        // What is computed from a known offset is never near to null.
        let nullable = variable && !matches!(offset, Expr::Constant(..));
        if nullable && pointer {
            let name = text.split(" - ").next().unwrap_or(&text);
            let name = name.trim_end_matches("++").trim_end_matches("--");
            self.check_null(offset, name, span);
        }
        if !bounds {
            return;
        }
        let passes = self.new_label(span);
        if nullable && !pointer {
            // That is another kind of error, which is not asked for.
            let (outer, inside) = (self.enter(UnitKind::Check), self.new_label(span));
            self.branch(null, span, passes, inside);
            self.place_label(inside);
            self.leave(outer);
        }
        let tests = self.beyond(region, offset, span);
        if !tests.is_empty() {
            let stride = if region.length > 1 { self.shapes.cell_count(&region.element) as u32 } else { 0 };
            let text = match self.given_text(region) {
                Some(array) => self.index_text(&text, &array),
                None => self.offset_text(&text, (region.first, &region.rows), stride, region.length),
            };
            self.check(ErrorKind::Check(CheckKind::Bounds), text, span, tests, false);
        }
        self.place_label(passes);
    }

    /// The check of an offset that may be that of the null pointer.
    pub fn check_null(&mut self, offset: &Expr, name: &str, span: Span) {
        let near = Expr::Constant(NULL_OFFSET / 2, OFFSET);
        let null = Condition { relation: Relation::LessEqual, left: offset.clone(), right: near };
        self.check_not_null(null, name, span);
    }

    /// The check of the condition under which a pointer is null.
    fn check_not_null(&mut self, null: Condition, name: &str, span: Span) {
        let text = self.pointer_text(name, "not null");
        self.check_pointer(vec![null], text, span);
    }

    /// The check of what is written through a pointer to one of several objects: it is no string literal.
    pub fn check_no_literal(&mut self, row: &Row, pool: usize, name: &str, span: Span) {
        if !self.asks(CheckKind::Pointer) {
            return;
        }
        let literals = self.literal_things(pool);
        let number = |at: &usize| Expr::Constant(*at as i128 + 1, OFFSET);
        let is = |at| Condition { relation: Relation::Equal, left: row.number(), right: number(at) };
        let tests: Vec<Condition> = literals.iter().map(is).collect();
        if tests.iter().any(|test| decided(test) != Some(false)) {
            let text = self.pointer_text(name, "not to a string literal");
            self.check_pointer(tests, text, span);
        }
    }

    /// A check of a pointer that fails whenever a run comes to it.
    pub fn check_always_fails(&mut self, text: String, span: Span) {
        if self.asks(CheckKind::Pointer) {
            let zero = Expr::Constant(0, OFFSET);
            let always = Condition { relation: Relation::Equal, left: zero.clone(), right: zero };
            self.check_pointer(vec![always], text, span);
        }
    }

    /// What a check asks of a pointer that is written so.
    pub fn pointer_text(&self, name: &str, what: &str) -> String {
        match self.library_function() {
            Some(function) => format!("pointer passed to {function} {what}"),
            None => format!("pointer {name} {what}"),
        }
    }

    /// The check of a pointer, which fails where one of these conditions holds.
    pub fn check_pointer(&mut self, tests: Vec<Condition>, text: String, span: Span) {
        self.check(ErrorKind::Check(CheckKind::Pointer), text, span, tests, false);
    }

    /// The checks of the rows that objects are in which a pointer leads to, or which a call gets.
    pub fn check_rows(&mut self, region: &Region, span: Span) {
        for number in 0..region.rows.len() {
            self.check_row_of(region.first, &region.rows[..=number], span);
        }
    }

    /// The same where a call gets them: that a pointer leads there is no access.
    pub fn check_given_rows(&mut self, region: &Region, span: Span) {
        for (number, row) in region.rows.iter().enumerate() {
            if row.kind == RowKind::Passed {
                self.check_passed(region.first, &region.rows[..=number], span);
            } else {
                self.check_row_of(region.first, &region.rows[..=number], span);
            }
        }
    }

    /// The check of a pointer to one of several objects that a call gets. That it is one past the end is no error, but its
    /// object is the only one that the callee sees, so such a run is not followed.
    fn check_passed(&mut self, first: ScalarId, rows: &[Row], span: Span) {
        let Some((row, outer)) = rows.split_last() else { return };
        let kept = self.kept_length(rows, span);
        if let (Some(_), Some(object)) = (&kept, rows.first()) {
            self.cut_untold(object, &row.value, span);
        }
        let beyond = match &kept {
            Some(length) => {
                let mut tests = outside(&self.out, &row.value, length);
                tests
                    .iter_mut()
                    .filter(|test| test.relation == Relation::GreaterEqual)
                    .for_each(|test| test.relation = Relation::Greater);
                tests
            }
            None => hazard::out_of_bounds(&self.out, &row.value, row.length.saturating_add(1)),
        };
        if !beyond.is_empty() && self.asks(CheckKind::Bounds) {
            let text = self.scalar_text(&row.value);
            let text = self.offset_text(&text, (first, outer), row.stride, row.length.into());
            self.check(ErrorKind::Check(CheckKind::Bounds), text, span, beyond, false);
        }
        let end = kept.unwrap_or_else(|| Expr::Constant(row.length.into(), self.type_of(&row.value)));
        let at_end = Condition { relation: Relation::Equal, left: row.value.clone(), right: end };
        let (ends, inside) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        self.branch(at_end, span, ends, inside);
        self.leave(outer);
        self.place_label(ends);
        self.cut(&"pointer one past the end of a large array as an argument".into(), span);
        self.place_label(inside);
    }

    /// The check of the last of some rows.
    pub fn check_row_of(&mut self, first: ScalarId, rows: &[Row], span: Span) {
        let Some((row, outer)) = rows.split_last() else { return };
        if matches!(row.kind, RowKind::Object(_)) {
            let name = self.scalar_text(&row.number());
            return self.check_object(row, &name, span);
        }
        let tests = match self.kept_length(rows, span) {
            Some(length) => {
                if let Some(object) = rows.first() {
                    self.cut_untold(object, &row.value, span);
                }
                outside(&self.out, &row.value, &length)
            }
            None => hazard::out_of_bounds(&self.out, &row.value, row.length),
        };
        if !tests.is_empty() && self.asks(CheckKind::Bounds) {
            let text = self.scalar_text(&row.value);
            let text = self.offset_text(&text, (first, outer), row.stride, row.length.into());
            self.check(ErrorKind::Check(CheckKind::Bounds), text, span, tests, false);
        }
    }

    /// The check of the object in a pool that a pointer leads to, which is written so: there is one.
    pub fn check_object(&mut self, row: &Row, name: &str, span: Span) {
        if self.asks(CheckKind::Pointer) {
            let zero = Expr::Constant(0, OFFSET);
            let null = Condition { relation: Relation::Equal, left: row.number(), right: zero };
            if decided(&null) != Some(false) {
                self.check_not_null(null, name, span);
            }
        }
        let missing = self.missing_element(row).filter(|missing| decided(missing) != Some(false));
        if let Some(missing) = missing.filter(|_| self.asks(CheckKind::Bounds)) {
            let text = self.pointer_text(name, "in bounds");
            self.check(ErrorKind::Check(CheckKind::Bounds), text, span, vec![missing], false);
        }
        self.check_alive(row, name, span);
    }

    /// The error of a check; the parts of an expression that is computed several times are one error, and so are those in
    /// copies of one procedure.
    fn undefined_error(&mut self, kind: ErrorKind, text: String, span: Span) -> ErrorId {
        let origin = self.copy().origin;
        let first = self.bases.get(&origin).copied().unwrap_or(self.current);
        let key = (kind, focuscheck_cells::facts::cfg::ProcedureId(first as u32), span, text.clone());
        if let Some(&error) = self.undefined.get(&key) {
            return error;
        }
        let procedure = Some(self.procedure());
        let (subject, span, nodes) = (text.clone(), Some(span), Vec::new());
        self.out.errors.push(ErrorSite { kind, procedure, text, subject, span, nodes });
        let error = ErrorId(self.out.errors.len() as u32 - 1);
        self.undefined.insert(key, error);
        error
    }

    /// An error where any of these conditions holds, or where all do.
    pub fn check(&mut self, kind: ErrorKind, text: String, span: Span, tests: Vec<Condition>, all: bool) {
        let error = self.undefined_error(kind, text, span);
        let (fails, passes) = (self.new_label(span), self.new_label(span));
        let outer = self.enter(UnitKind::Check);
        for condition in tests {
            let next = self.new_label(span);
            let (holds, not) = if all { (next, passes) } else { (fails, next) };
            match decided(&condition) {
                Some(false) => self.jump(not),
                // What comes after it would be lost, and with it that it comes after something undefined.
                Some(true) if !self.everywhere => {
                    self.unasked.set(true);
                    self.jump(holds);
                }
                _ => self.branch(condition, span, holds, not),
            }
            self.place_label(next);
        }
        self.jump(if all { fails } else { passes });
        self.place_label(fails);
        self.emit_error(error, span);
        self.leave(outer);
        self.place_label(passes);
    }

    /// Emits the node of an error.
    pub fn emit_error(&mut self, error: ErrorId, span: Span) {
        let node = self.emit(Action::Error(error), span);
        self.out.errors[error.index()].nodes.push(node);
    }
}

/// When an index leads out of so many elements.
pub(super) fn outside(graph: &Graph, index: &Expr, length: &Expr) -> Vec<Condition> {
    if let Some(plain) = hazard::unsigned(graph, index) {
        let length = convert(graph, type_of(graph, plain), length.clone());
        return vec![Condition { relation: Relation::GreaterEqual, left: plain.clone(), right: length }];
    }
    let below = Condition { relation: Relation::Less, left: index.clone(), right: Expr::Constant(0, OFFSET) };
    let above = Condition { relation: Relation::GreaterEqual, left: index.clone(), right: length.clone() };
    vec![below, above]
}

/// The truth of a condition on constants.
pub(super) fn decided(condition: &Condition) -> Option<bool> {
    match (&condition.left, &condition.right) {
        (Expr::Constant(left, _), Expr::Constant(right, _)) => Some(condition.relation.holds(*left, *right)),
        _ => None,
    }
}
