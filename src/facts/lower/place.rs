//! Places: one cell, or cells chosen by an index.

use crate::arith::IntegerType;
use crate::facts::cfg::{Action, CellRange, Expr, ScalarId, Site};
use crate::layout::program::Place;

use super::build::Lowering;
use super::conversion::convert;
use super::effects::Effects;

/// The type in which several subscripts are combined: wide enough for every array.
const COMBINED: IntegerType = IntegerType { width: 64, signed: true };

/// Where a value is read or written.
#[derive(Clone)]
pub(super) enum Target {
    /// A known cell.
    Cell(ScalarId),
    /// The cell of a range that the index names.
    Cells(CellRange, Expr),
}

impl Target {
    /// The same place some cells further on.
    pub(super) fn moved(&self, by: u32) -> Target {
        match self {
            Target::Cell(cell) => Target::Cell(ScalarId(cell.0 + by)),
            Target::Cells(range, index) => {
                let first = ScalarId(range.first.0 + by);
                Target::Cells(CellRange { first, ..range.clone() }, index.clone())
            }
        }
    }
}

/// A subscript after its value was lowered.
struct Subscript {
    value: Expr,
    length: u32,
    stride: u32,
}

impl<'p> Lowering<'p> {
    /// Whether the value of a lowered expression may be another one after these effects.
    pub(super) fn disturbs(&self, effects: &Effects, value: &Expr) -> bool {
        if effects.none() {
            return false;
        }
        match value {
            Expr::Constant(..) => false,
            Expr::Scalar(scalar) => self.variable_of(*scalar).is_some_and(|variable| {
                let global = self.graph.scalars[scalar.index()].procedure.is_none();
                let exposed = global || self.program.address_taken.contains(&variable);
                effects.may_change(variable, exposed)
            }),
            Expr::Unary(_, _, operand) | Expr::Convert(_, operand) => self.disturbs(effects, operand),
            Expr::Binary(_, _, left, right) => self.disturbs(effects, left) || self.disturbs(effects, right),
        }
    }

    /// All cells a place can denote.
    pub(super) fn reachable_cells(&self, place: &Place) -> impl Iterator<Item = ScalarId> + use<> {
        let cells = self.cells_of(place.variable);
        let first = cells.start + place.offset;
        let mut offsets = vec![0u32];
        for index in &place.indices {
            let steps = 0..index.length;
            offsets = steps
                .flat_map(|step| offsets.iter().map(move |offset| offset + step * index.stride))
                .collect();
        }
        offsets.sort_unstable();
        offsets.into_iter().map(move |offset| first + offset).filter(move |c| cells.contains(c)).map(ScalarId)
    }

    /// Evaluates the subscripts of a place.
    pub(super) fn place(&mut self, place: &'p Place) -> Target {
        let mut first = self.cells_of(place.variable).start + place.offset;
        let operands: Vec<_> = place.indices.iter().map(|index| &index.value).collect();
        let values = self.values(&operands);
        let mut open = Vec::new();
        for (number, (index, value)) in place.indices.iter().zip(values).enumerate() {
            self.check_subscript(place, number, &value);
            match value {
                Expr::Constant(value, _) if 0 <= value && value < index.length as i128 => {
                    first += value as u32 * index.stride;
                }
                value => open.push(Subscript { value, length: index.length, stride: index.stride }),
            }
        }
        let first = ScalarId(first);
        if open.len() > 1 {
            return self.combine(place, first, open);
        }
        match open.pop() {
            None => Target::Cell(first),
            Some(Subscript { value, length, stride }) => {
                Target::Cells(CellRange { first, length, stride }, value)
            }
        }
    }

    /// Checks each subscript by itself and makes one index out of all.
    fn combine(&mut self, place: &Place, first: ScalarId, subscripts: Vec<Subscript>) -> Target {
        use crate::arith::BinaryOperator::{Add, Multiply};
        let stride = subscripts.iter().fold(0, |gcd, s| greatest_common_divisor(gcd, s.stride)).max(1);
        let mut length = 1;
        let mut sum = None;
        for subscript in subscripts {
            let Subscript { value, length: count, stride: distance } = subscript;
            self.emit(Action::Bounds { index: value.clone(), length: count }, place.span);
            let factor = distance / stride;
            length += count.saturating_sub(1) * factor;
            let mut term = convert(&self.graph, COMBINED, value);
            if factor != 1 {
                let factor = Expr::Constant(factor as i128, COMBINED);
                term = Expr::Binary(Multiply, COMBINED, Box::new(term), Box::new(factor));
            }
            sum = Some(match sum {
                None => term,
                Some(sum) => Expr::Binary(Add, COMBINED, Box::new(sum), Box::new(term)),
            });
        }
        let index = sum.unwrap_or(Expr::Constant(0, COMBINED));
        Target::Cells(CellRange { first, length, stride }, index)
    }

    /// Reads a place.
    pub(super) fn load(&mut self, target: &Target, place: &Place, name: &str) -> Expr {
        self.check_value(target, place);
        self.load_unchecked(target, place, name)
    }

    /// Reads a place that may have no value. One that is `volatile` has any.
    pub(super) fn load_unchecked(&mut self, target: &Target, place: &Place, name: &str) -> Expr {
        let first = match target {
            Target::Cell(cell) => *cell,
            Target::Cells(range, _) => range.first,
        };
        // Copying an object to a callee and back is no read of the program's.
        if self.by_reference || !self.volatile.get(first.index()).copied().unwrap_or(false) {
            return self.load_plain(target, place, name);
        }
        if let Target::Cells(range, index) = target {
            self.emit(Action::Bounds { index: index.clone(), length: range.length }, place.span);
        }
        let name = super::text::place(self.program, place);
        let (ty, span) = (place.ty, place.span);
        let temporary = self.named_temporary(ty, name.clone(), span);
        let site = self.new_site(Site { volatile: true, ..Site::new(name, ty, span) });
        self.emit(Action::Input { target: temporary, site }, span);
        Expr::Scalar(temporary)
    }

    /// Takes what was stored in a place.
    pub(super) fn load_plain(&mut self, target: &Target, place: &Place, name: &str) -> Expr {
        match target {
            Target::Cell(cell) => Expr::Scalar(*cell),
            Target::Cells(range, index) => {
                let temporary = self.named_temporary(place.ty, name.to_owned(), place.span);
                let (range, index) = (range.clone(), index.clone());
                self.emit(Action::Load { target: temporary, range, index }, place.span);
                Expr::Scalar(temporary)
            }
        }
    }

    /// Writes a place.
    pub(super) fn store(&mut self, target: Target, value: Expr, span: crate::source::Span) {
        match target {
            Target::Cell(cell) => self.assign(cell, value, span),
            Target::Cells(range, index) => {
                self.emit(Action::Store { range, index, value }, span);
            }
        }
    }

    /// Keeps the index of a place if what is evaluated next may change it.
    pub(super) fn steady(&mut self, target: Target, effects: &Effects, place: &Place) -> Target {
        match target {
            Target::Cells(range, index) if self.disturbs(effects, &index) => {
                Target::Cells(range, self.kept(index, place))
            }
            target => target,
        }
    }

    /// The value of an index in a temporary.
    pub(super) fn kept(&mut self, index: Expr, place: &Place) -> Expr {
        let ty = self.type_of(&index);
        let temporary = self.named_temporary(ty, "index".to_owned(), place.span);
        self.assign(temporary, index, place.span);
        Expr::Scalar(temporary)
    }
}

fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
