//! What comes next on the standard input.
//!
//! What a read of the standard input gives is not any value whatever was read before: that is one text. Few verdicts turn on that, so
//! it is only followed where a run was found that no text leads to. Then one scalar keeps what is known of what comes next, and
//! each read is one that can come. What is not known leaves reads as free as they are without it.

use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::reading::{Drawn, Next};
use focuscheck_base::source::Span;
use focuscheck_cells::facts::cfg::{Action as Made, Condition, Expr, ScalarId, SiteId, UnitKind};

use super::build::Stage;
use super::copy::NextInput;

impl Stage<'_> {
    /// Makes the scalars that keep what is known of what comes next, if that is followed.
    pub fn make_next_input(&mut self) {
        if self.input.is_followed && !self.graph.draws_unseen {
            let mut made = |value| self.make_kept("next input", IntegerType::INT, &[value], Span::default());
            self.input.next = Some(NextInput { known: made(Next::Open as i128), full: made(1) });
        }
    }

    /// A read has given a value: it is one that can come, and something is known of what comes behind it.
    pub fn draw(&mut self, site: SiteId, target: ScalarId, span: Span) {
        let site = &self.out.sites[site.index()];
        let (Some(next), Some(drawn)) = (self.input.next, site.drawn) else { return };
        let most = site.range.1;
        let outer = self.enter(UnitKind::Assume);
        let done = self.new_label(span);
        if let Some(end) = drawn.end() {
            let ends = self.equals(target, end);
            let (ended, goes_on) = (self.new_label(span), self.new_label(span));
            self.branch(self.knows(next, Next::Ended), span, ended, goes_on);
            self.place_label(ended);
            self.emit(Made::Assume(ends.clone()), span);
            self.jump(done);
            self.place_label(goes_on);
            let (ended, goes_on) = (self.new_label(span), self.new_label(span));
            self.branch(ends, span, ended, goes_on);
            self.place_label(ended);
            self.know(next, Next::Ended, span);
            self.jump(done);
            self.place_label(goes_on);
        }
        match drawn {
            Drawn::Character | Drawn::Letter => {
                self.fits(next, target, span);
                self.know(next, Next::Open, span);
            }
            Drawn::Filled => self.know(next, Next::Open, span),
            Drawn::Taken => {
                self.emit(Made::Assume(self.compares(target, Relation::NotEqual, 0)), span);
                self.know(next, Next::Open, span);
            }
            // The first letter of the line is read next, if it has any.
            Drawn::Line => {
                let (empty, letters) = (self.new_label(span), self.new_label(span));
                self.branch(self.equals(target, 0), span, empty, letters);
                self.place_label(empty);
                self.know(next, Next::Open, span);
                self.jump(letters);
                self.place_label(letters);
                self.assign(next.full, Expr::Constant(1, IntegerType::INT), span);
                if Next::is_limit(most) {
                    let is_short = self.new_label(span);
                    self.branch(self.compares(target, Relation::Less, most), span, is_short, done);
                    self.place_label(is_short);
                    self.assign(next.full, Expr::Constant(0, IntegerType::INT), span);
                }
            }
            Drawn::Last => {
                self.fits(next, target, span);
                self.know(next, Next::Open, span);
                let (short, ended) = (self.new_label(span), self.new_label(span));
                self.branch(self.equals(next.full, 0), span, short, done);
                self.place_label(short);
                self.branch(self.equals(target, i128::from(b'\n')), span, done, ended);
                self.place_label(ended);
                self.know(next, Next::Ended, span);
            }
            Drawn::Word | Drawn::Rest => {
                self.know(next, Next::behind(drawn, most, most), span);
                let short = self.new_label(span);
                self.branch(self.compares(target, Relation::Less, most), span, short, done);
                self.place_label(short);
                self.know(next, Next::behind(drawn, 0, most), span);
            }
            Drawn::Number => self.know(next, Next::NoDigit, span),
            Drawn::Other => {
                let goes_on = self.new_label(span);
                self.branch(self.knows(next, Next::Ended), span, done, goes_on);
                self.place_label(goes_on);
                self.know(next, Next::Open, span);
            }
        }
        self.jump(done);
        self.place_label(done);
        self.leave(outer);
    }

    /// A letter is one that may come.
    fn fits(&mut self, next: NextInput, letter: ScalarId, span: Span) {
        let rest = self.new_label(span);
        for known in Next::OF_LETTERS {
            let (here, other) = (self.new_label(span), self.new_label(span));
            self.branch(self.knows(next, known), span, here, other);
            self.place_label(here);
            self.assume_in(letter, known.letters(), span);
            self.jump(rest);
            self.place_label(other);
        }
        self.jump(rest);
        self.place_label(rest);
    }

    /// A letter is in one of some ranges.
    fn assume_in(&mut self, letter: ScalarId, ranges: &[(i128, i128)], span: Span) {
        let Some((&last, others)) = ranges.split_last() else { return };
        let found = self.new_label(span);
        for &(low, high) in others {
            let (above, other) = (self.new_label(span), self.new_label(span));
            self.branch(self.compares(letter, Relation::Less, low), span, other, above);
            self.place_label(above);
            self.branch(self.compares(letter, Relation::LessEqual, high), span, found, other);
            self.place_label(other);
        }
        self.emit(Made::Assume(self.compares(letter, Relation::GreaterEqual, last.0)), span);
        self.emit(Made::Assume(self.compares(letter, Relation::LessEqual, last.1)), span);
        self.jump(found);
        self.place_label(found);
    }

    fn know(&mut self, next: NextInput, known: Next, span: Span) {
        self.assign(next.known, Expr::Constant(known as i128, IntegerType::INT), span);
    }

    fn knows(&self, next: NextInput, known: Next) -> Condition {
        self.equals(next.known, known as i128)
    }

    fn equals(&self, scalar: ScalarId, value: i128) -> Condition {
        self.compares(scalar, Relation::Equal, value)
    }

    fn compares(&self, scalar: ScalarId, relation: Relation, value: i128) -> Condition {
        let ty = self.out.scalars[scalar.index()].ty;
        let value = value.clamp(ty.min(), ty.max());
        Condition { relation, left: Expr::Scalar(scalar), right: Expr::Constant(value, ty) }
    }
}
