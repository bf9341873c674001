//! Expressions as linear forms over symbols, exactly.
//!
//! What is not linear becomes a symbol with a definition; signed arithmetic that might overflow comes with
//! the constraint that it does not (it would be undefined).

use rustc_hash::FxHashMap;

use focuscheck_base::arith::{BinaryOperator, IntegerType, Relation, UnaryOperator};
use focuscheck_base::limit::spend;
use focuscheck_cells::facts::cfg::{Condition, Expr, ScalarId, SiteId};
use focuscheck_lia::constraint::{Constraint, Linear, Symbol};
use focuscheck_lia::problem::{Definition, Operation, Problem, Value};

/// The level that stands for globals in [`Origin::Scalar`].
pub const GLOBAL_LEVEL: u32 = u32::MAX;

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The value of a scalar at the current point of a walk; locals by the frame's level.
    Scalar(u32, ScalarId),
    /// The value read at a site, with the number of the read.
    Input(SiteId, u32),
    /// The value read at a site, with the number of the read, counted back from the violation.
    Tail(SiteId, u32),
    /// An auxiliary of the arithmetic, or a value about which nothing is known.
    Fresh(u32),
}

/// The symbols of one analysis with their bounds.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    numbers: FxHashMap<Origin, Symbol>,
    entries: Vec<(Origin, (i128, i128))>,
    fresh: u32,
    /// Equal operations on equal operands have one symbol; only where symbols keep their meaning.
    shared: Option<FxHashMap<(Operation, IntegerType, Linear, Linear), Symbol>>,
}

impl Symbols {
    /// The symbol of an origin; the bounds count when it is new.
    pub fn symbol(&mut self, origin: Origin, bounds: (i128, i128)) -> Symbol {
        *self.numbers.entry(origin).or_insert_with(|| {
            self.entries.push((origin, bounds));
            Symbol(self.entries.len() as u32 - 1)
        })
    }

    /// A new symbol.
    pub fn fresh(&mut self, bounds: (i128, i128)) -> Symbol {
        self.fresh += 1;
        self.symbol(Origin::Fresh(self.fresh), bounds)
    }

    /// From now on equal operations on equal operands get one symbol. Not for walks back, where the symbol of
    /// a scalar means another value at every point.
    pub fn share_definitions(&mut self) {
        self.shared.get_or_insert_default();
    }

    /// Whether there is a symbol for it.
    pub fn knows(&self, origin: Origin) -> bool {
        self.numbers.contains_key(&origin)
    }

    /// What a symbol stands for.
    pub fn origin(&self, symbol: Symbol) -> Origin {
        self.entries[symbol.0 as usize].0
    }

    /// Its smallest and largest value.
    pub fn bounds(&self, symbol: Symbol) -> (i128, i128) {
        self.entries[symbol.0 as usize].1
    }

    /// The smallest and largest value of a linear form; `None` if they cannot be represented.
    pub fn interval(&self, form: &Linear) -> Option<(i128, i128)> {
        spend(form.terms.len());
        let (mut low, mut high) = (form.constant, form.constant);
        for &(symbol, coefficient) in &form.terms {
            let (a, b) = self.bounds(symbol);
            let (x, y) = (a.checked_mul(coefficient)?, b.checked_mul(coefficient)?);
            low = low.checked_add(x.min(y))?;
            high = high.checked_add(x.max(y))?;
        }
        Some((low, high))
    }

    /// Adds the bounds of all symbols that the problem mentions.
    pub fn bound(&self, problem: &mut Problem) {
        let mut add = |form: &Linear| {
            spend(form.terms.len());
            for &(symbol, _) in &form.terms {
                problem.bounds.insert(symbol, self.bounds(symbol));
            }
        };
        problem.constraints.iter().for_each(|c| add(&c.expression));
        for definition in &problem.definitions {
            add(&definition.left);
            add(&definition.right);
            add(&Linear::symbol(definition.symbol));
        }
    }
}

/// Translates expressions at one point; collects what the translation rests on.
pub struct Translation<'a> {
    /// The symbols in use.
    pub symbols: &'a mut Symbols,
    /// The value of a scalar as a linear form.
    pub lookup: &'a mut dyn FnMut(&mut Symbols, ScalarId) -> Linear,
    /// Symbols introduced for what is not linear.
    pub definitions: Vec<Definition>,
    /// Signed arithmetic stays in range.
    pub ranges: Vec<Constraint>,
    /// Whether a value was given up because its exact form does not fit.
    pub lossy: bool,
}

impl<'a> Translation<'a> {
    /// A translation with a way to look scalars up.
    pub fn new(
        symbols: &'a mut Symbols,
        lookup: &'a mut dyn FnMut(&mut Symbols, ScalarId) -> Linear,
    ) -> Self {
        Translation { symbols, lookup, definitions: Vec::new(), ranges: Vec::new(), lossy: false }
    }

    /// The linear form of an expression.
    pub fn expression(&mut self, expression: &Expr) -> Linear {
        spend(1);
        match expression {
            Expr::Constant(value, _) => Linear::constant(*value),
            Expr::Scalar(scalar) => (self.lookup)(self.symbols, *scalar),
            Expr::Unary(UnaryOperator::Negate, ty, operand) => {
                let operand = self.expression(operand);
                self.exact(operand.scale(-1), *ty)
            }
            Expr::Unary(UnaryOperator::BitNot, ty, operand) => {
                let operand = self.expression(operand);
                self.exact(operand.scale(-1).and_then(|n| n.add(&Linear::constant(-1))), *ty)
            }
            Expr::Binary(operator, ty, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                self.binary(*operator, *ty, left, right)
            }
            Expr::Convert(ty, operand) => {
                let operand = self.expression(operand);
                self.convert(operand, *ty)
            }
        }
    }

    /// The constraint that the condition has the outcome.
    pub fn condition(&mut self, condition: &Condition, outcome: bool) -> Option<Constraint> {
        let (left, right) = (self.expression(&condition.left), self.expression(&condition.right));
        let relation = if outcome { condition.relation } else { condition.relation.negate() };
        let constraint = Constraint::new(&left, relation, &right);
        self.lossy |= constraint.is_none();
        constraint
    }

    /// `form REL value`.
    pub fn relate(&mut self, form: &Linear, relation: Relation, value: i128) -> Option<Constraint> {
        let constraint = Constraint::new(form, relation, &Linear::constant(value));
        self.lossy |= constraint.is_none();
        constraint
    }

    fn binary(&mut self, operator: BinaryOperator, ty: IntegerType, left: Linear, right: Linear) -> Linear {
        use BinaryOperator::*;
        let constant = |form: &Linear| form.terms.is_empty().then_some(form.constant);
        match operator {
            Add => self.exact(left.add(&right), ty),
            Subtract => self.exact(right.scale(-1).and_then(|r| left.add(&r)), ty),
            Multiply => match (constant(&left), constant(&right)) {
                (Some(factor), _) => self.exact(right.scale(factor), ty),
                (_, Some(factor)) => self.exact(left.scale(factor), ty),
                _ => {
                    let bounds = if ty.signed { (ty.min(), ty.max()) } else { (0, square(ty.max())) };
                    let product = self.define(Operation::Multiply, ty, bounds, left, right);
                    self.exact(Some(product), ty)
                }
            },
            ShiftLeft => match constant(&right) {
                Some(amount) if (0..ty.width as i128).contains(&amount) => {
                    self.exact(left.scale(1i128 << amount), ty)
                }
                _ => {
                    // The operation is the mathematical value; what does not fit wraps or is undefined.
                    let bounds = if ty.signed { (ty.min(), ty.max()) } else { (0, square(ty.max())) };
                    let shifted = self.define(Operation::ShiftLeft, ty, bounds, left, right);
                    self.exact(Some(shifted), ty)
                }
            },
            Divide if constant(&right) == Some(1) => left,
            Divide => self.define(Operation::Divide, ty, (ty.min(), ty.max()), left, right),
            Remainder => self.define(Operation::Remainder, ty, (ty.min(), ty.max()), left, right),
            ShiftRight => self.define(Operation::ShiftRight, ty, (ty.min(), ty.max()), left, right),
            BitAnd => self.define(Operation::BitAnd, ty, (ty.min(), ty.max()), left, right),
            BitOr => self.define(Operation::BitOr, ty, (ty.min(), ty.max()), left, right),
            BitXor => self.define(Operation::BitXor, ty, (ty.min(), ty.max()), left, right),
        }
    }

    fn define(
        &mut self,
        operation: Operation,
        ty: IntegerType,
        bounds: (i128, i128),
        left: Linear,
        right: Linear,
    ) -> Linear {
        if let (true, true) = (left.terms.is_empty(), right.terms.is_empty())
            && let Value::Known(value) = operation.apply(ty.width, ty.signed, left.constant, right.constant)
        {
            return Linear::constant(value);
        }
        let key = (operation, ty, left.clone(), right.clone());
        if let Some(&symbol) = self.symbols.shared.as_ref().and_then(|s| s.get(&key)) {
            return Linear::symbol(symbol);
        }
        let symbol = self.symbols.fresh(bounds);
        if let Some(shared) = &mut self.symbols.shared {
            shared.insert(key, symbol);
        }
        self.definitions.push(Definition {
            symbol,
            operation,
            width: ty.width,
            signed: ty.signed,
            left,
            right,
        });
        Linear::symbol(symbol)
    }

    /// A mathematical result in a type: unsigned wraps, signed must be in range.
    fn exact(&mut self, form: Option<Linear>, ty: IntegerType) -> Linear {
        let Some(form) = form else { return self.unknown(ty) };
        if !ty.signed {
            return self.convert(form, ty);
        }
        match self.symbols.interval(&form) {
            Some((low, high)) if ty.contains(low) && ty.contains(high) => {}
            _ => {
                let (low, high) = (ty.min(), ty.max());
                let ranges = [
                    self.relate(&form, Relation::GreaterEqual, low),
                    self.relate(&form, Relation::LessEqual, high),
                ];
                self.ranges.extend(ranges.into_iter().flatten());
            }
        }
        form
    }

    fn convert(&mut self, form: Linear, ty: IntegerType) -> Linear {
        match self.symbols.interval(&form) {
            Some((low, high)) if ty.contains(low) && ty.contains(high) => form,
            _ => self.define(Operation::Wrap, ty, (ty.min(), ty.max()), form, Linear::constant(0)),
        }
    }

    fn unknown(&mut self, ty: IntegerType) -> Linear {
        self.lossy = true;
        Linear::symbol(self.symbols.fresh((ty.min(), ty.max())))
    }
}

/// The square, or the largest value that is safe to add to.
fn square(value: i128) -> i128 {
    value.checked_mul(value).unwrap_or(i128::MAX / 4).min(i128::MAX / 4)
}
