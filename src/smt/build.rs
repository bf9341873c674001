//! Builders that simplify.

use rustc_hash::FxHashMap;

use super::term::{
    BoolId, FormulaId, FormulaNode, MapId, MapNode, Region, TermId, TermNode, Terms, VariableId,
};
use focuscheck_base::arith::{IntegerType, Relation};
use focuscheck_base::limit::spend;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Normal, Symbol};
use focuscheck_lia::problem::{Operation, Value};

/// The values that a conversion yields.
fn converted(width: u8, signed: bool) -> (i128, i128) {
    let ty = IntegerType { width, signed, float: false };
    if ty.is_bool() { (0, 1) } else { (ty.min(), ty.max()) }
}

/// Where a read is, as seen from a position that was written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Same,
    Elsewhere,
    Unknown,
}

/// Where a map has from what it has at a position.
enum Below {
    /// It was written there.
    Value(TermId),
    /// From this map.
    Map(MapId),
    /// From one of these.
    Any(Vec<MapId>),
    /// The positions do not show it.
    Unknown,
}

/// Integers.
impl Terms {
    /// A number.
    pub fn integer(&mut self, value: i128) -> TermId {
        self.intern_term(TermNode::Integer(value))
    }

    /// The term that is a variable.
    pub fn variable_term(&mut self, variable: VariableId) -> TermId {
        self.intern_term(TermNode::Variable(variable))
    }

    /// The number that a term is, if it is one.
    pub fn as_integer(&self, term: TermId) -> Option<i128> {
        match self.term(term) {
            TermNode::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// A term as a linear sum of others that are neither sums nor numbers; the symbols are the terms' numbers.
    pub fn linear(&self, term: TermId) -> Linear {
        match self.term(term) {
            TermNode::Integer(value) => Linear::constant(*value),
            TermNode::Sum { terms, constant } => Linear {
                terms: terms.iter().map(|&(factor, term)| (Symbol(term.0), factor)).collect(),
                constant: *constant,
            },
            _ => Linear::symbol(Symbol(term.0)),
        }
    }

    /// The term of a linear sum over terms.
    pub fn term_of(&mut self, sum: &Linear) -> TermId {
        match sum.terms[..] {
            [] => self.integer(sum.constant),
            [(symbol, 1)] if sum.constant == 0 => TermId(symbol.0),
            _ => {
                let terms = sum.terms.iter().map(|&(symbol, factor)| (factor, TermId(symbol.0))).collect();
                self.intern_term(TermNode::Sum { terms, constant: sum.constant })
            }
        }
    }

    /// `sum(coefficient * term) + constant`
    pub fn sum(&mut self, parts: &[(i128, TermId)], constant: i128) -> TermId {
        let mut sum = Some(Linear::constant(constant));
        for &(factor, term) in parts {
            sum = sum.and_then(|sum| sum.add_scaled(&self.linear(term), factor));
        }
        match sum {
            Some(sum) => self.term_of(&sum),
            None => self.too_large_term(),
        }
    }

    /// `left + right`
    pub fn plus(&mut self, left: TermId, right: TermId) -> TermId {
        self.sum(&[(1, left), (1, right)], 0)
    }

    /// `left - right`
    pub fn minus(&mut self, left: TermId, right: TermId) -> TermId {
        self.sum(&[(1, left), (-1, right)], 0)
    }

    /// `left * right`
    pub fn times(&mut self, left: TermId, right: TermId) -> TermId {
        match (self.as_integer(left), self.as_integer(right)) {
            (Some(factor), _) => self.sum(&[(factor, right)], 0),
            (_, Some(factor)) => self.sum(&[(factor, left)], 0),
            (None, None) => {
                let (left, right) = (left.min(right), left.max(right));
                self.intern_term(TermNode::Operation(Operation::Multiply, 64, true, left, right))
            }
        }
    }

    /// `left operation right`; the right operand of a conversion is ignored.
    pub fn operation(
        &mut self,
        operation: Operation,
        width: u8,
        signed: bool,
        left: TermId,
        right: TermId,
    ) -> TermId {
        let right = if operation == Operation::Wrap { left } else { right };
        if let (Some(one), Some(other)) = (self.as_integer(left), self.as_integer(right))
            && let Value::Known(value) = operation.apply(width, signed, one, other)
        {
            return self.integer(value);
        }
        let known = self.as_integer(right);
        match operation {
            Operation::Multiply => return self.times(left, right),
            Operation::Divide if known == Some(1) => return left,
            Operation::ShiftLeft if known.is_some_and(|by| (0..i128::from(width).min(120)).contains(&by)) => {
                return self.sum(&[(1 << known.unwrap_or_default(), left)], 0);
            }
            Operation::Wrap => {
                let (least, most) = converted(width, signed);
                if self.range(left).is_some_and(|(low, high)| least <= low && high <= most) {
                    return left;
                }
            }
            _ => {}
        }
        self.intern_term(TermNode::Operation(operation, width, signed, left, right))
    }

    /// The range of a term, as far as those of its variables say.
    pub fn range(&self, term: TermId) -> Option<(i128, i128)> {
        match self.term(term) {
            TermNode::Integer(value) => Some((*value, *value)),
            TermNode::Variable(variable) => self.variable_range(*variable),
            TermNode::Sum { terms, constant } => {
                let (mut low, mut high) = (*constant, *constant);
                for &(factor, term) in terms {
                    let (least, most) = self.range(term)?;
                    let (least, most) = if factor < 0 { (most, least) } else { (least, most) };
                    low = low.checked_add(factor.checked_mul(least)?)?;
                    high = high.checked_add(factor.checked_mul(most)?)?;
                }
                Some((low, high))
            }
            TermNode::Operation(Operation::Wrap, width, signed, ..) => Some(converted(*width, *signed)),
            TermNode::Select(map, ..) => self.contents(*map),
            TermNode::Operation(..) | TermNode::Conditional(..) => None,
        }
    }

    /// The first term if the formula holds, else the second.
    pub fn conditional(&mut self, condition: FormulaId, yes: TermId, no: TermId) -> TermId {
        match self.formula(condition) {
            FormulaNode::Constant(true) => yes,
            FormulaNode::Constant(false) => no,
            _ if yes == no => yes,
            &FormulaNode::Not(opposite) => self.intern_term(TermNode::Conditional(opposite, no, yes)),
            _ => self.intern_term(TermNode::Conditional(condition, yes, no)),
        }
    }
}

/// Maps.
impl Terms {
    /// What a map has at a block and an offset: what was written there, if the positions show that it was.
    pub fn select(&mut self, map: MapId, block: TermId, offset: TermId) -> TermId {
        let mut map = map;
        loop {
            match self.below(map, block, offset) {
                Below::Map(below) => map = below,
                Below::Value(value) => return value,
                Below::Any(_) | Below::Unknown => break,
            }
        }
        self.intern_term(TermNode::Select(map, block, offset))
    }

    /// What a map has at a position where one of the ways that its choices stand for was taken: what they all agree on is
    /// looked up below them. Where none was taken, this may be another number than [`Terms::select`] has.
    pub fn read(&mut self, map: MapId, block: TermId, offset: TermId) -> TermId {
        let mut settled: FxHashMap<MapId, MapId> = FxHashMap::default();
        let mut open = vec![map];
        while let Some(&at) = open.last() {
            let ways = match self.below(at, block, offset) {
                Below::Map(below) => vec![below],
                Below::Any(ways) => ways,
                Below::Value(_) | Below::Unknown => Vec::new(),
            };
            if let Some(&missing) = ways.iter().find(|way| !settled.contains_key(way)) {
                open.push(missing);
                continue;
            }
            let mut ends = ways.iter().map(|way| settled[way]);
            let first = ends.next().unwrap_or(at);
            let end = if ends.all(|end| end == first) { first } else { at };
            settled.insert(at, end);
            open.pop();
        }
        self.select(settled[&map], block, offset)
    }

    /// Where a map has from what it has at a position.
    fn below(&self, map: MapId, block: TermId, offset: TermId) -> Below {
        spend(1);
        match self.map(map) {
            MapNode::Store { map: before, block: at, offset: index, value } => {
                match self.place(block, *at, offset, *index) {
                    Place::Same => Below::Value(*value),
                    Place::Elsewhere => Below::Map(*before),
                    Place::Unknown => Below::Unknown,
                }
            }
            MapNode::Forgotten { map: before, fresh, regions } => {
                let places = regions.iter().map(|region| self.region(block, offset, region));
                let places: Vec<Place> = places.collect();
                if places.contains(&Place::Same) {
                    Below::Map(*fresh)
                } else if places.contains(&Place::Unknown) {
                    Below::Unknown
                } else {
                    Below::Map(*before)
                }
            }
            MapNode::Choice(cases) => Below::Any(cases.iter().map(|case| case.1).collect()),
            MapNode::Variable(..) => Below::Unknown,
        }
    }

    /// The number by which one term is larger than another, if that is a number.
    pub fn difference(&self, one: TermId, other: TermId) -> Option<i128> {
        if one == other {
            return Some(0);
        }
        self.linear(one).subtract(&self.linear(other))?.as_constant()
    }

    fn place(&self, block: TermId, other_block: TermId, offset: TermId, other: TermId) -> Place {
        match (self.difference(block, other_block), self.difference(offset, other)) {
            (Some(0), Some(0)) => Place::Same,
            (Some(0) | None, None) | (None, Some(0)) => Place::Unknown,
            (Some(_), _) | (_, Some(_)) => Place::Elsewhere,
        }
    }

    fn region(&self, block: TermId, offset: TermId, region: &Region) -> Place {
        let blocks = self.difference(block, region.block);
        let after = self.difference(offset, region.first);
        let behind = self.difference(offset, region.end);
        let outside = blocks.is_some_and(|by| by != 0)
            || after.is_some_and(|by| by < 0)
            || behind.is_some_and(|by| by >= 0);
        let inside = blocks == Some(0) && after.is_some_and(|by| by >= 0) && behind.is_some_and(|by| by < 0);
        match (outside, inside) {
            (true, _) => Place::Elsewhere,
            (_, true) => Place::Same,
            _ => Place::Unknown,
        }
    }

    /// A map but for one position.
    pub fn store(&mut self, map: MapId, block: TermId, offset: TermId, value: TermId) -> MapId {
        match *self.map(map) {
            MapNode::Store { map: before, block: at, offset: index, .. }
                if (at, index) == (block, offset) =>
            {
                self.store(before, block, offset, value)
            }
            _ => self.intern_map(MapNode::Store { map, block, offset, value }),
        }
    }

    /// As `map` outside of the regions, as `fresh` inside.
    pub fn forgotten(&mut self, map: MapId, fresh: MapId, regions: Vec<Region>) -> MapId {
        match regions.is_empty() {
            true => map,
            false => self.intern_map(MapNode::Forgotten { map, fresh, regions }),
        }
    }

    /// The map whose condition holds.
    pub fn choice(&mut self, mut cases: Vec<(FormulaId, MapId)>) -> MapId {
        cases.retain(|case| *self.formula(case.0) != FormulaNode::Constant(false));
        if let Some(&(_, map)) =
            cases.iter().find(|case| *self.formula(case.0) == FormulaNode::Constant(true))
        {
            return map;
        }
        match cases.first() {
            Some(&(_, first)) if cases.iter().all(|case| case.1 == first) => first,
            _ => self.intern_map(MapNode::Choice(cases)),
        }
    }
}

/// Formulas.
impl Terms {
    /// True or false.
    pub fn constant(&mut self, value: bool) -> FormulaId {
        self.intern_formula(FormulaNode::Constant(value))
    }

    /// The formula that is a truth value.
    pub fn atom_formula(&mut self, atom: BoolId) -> FormulaId {
        self.intern_formula(FormulaNode::Atom(atom))
    }

    /// `left relation right`
    pub fn compare(&mut self, relation: Relation, left: TermId, right: TermId) -> FormulaId {
        match Constraint::new(&self.linear(left), relation, &self.linear(right)) {
            Some(constraint) => self.constraint(&constraint),
            None => self.too_large_formula(),
        }
    }

    /// A constraint of the solver over terms as a formula.
    pub fn constraint(&mut self, constraint: &Constraint) -> FormulaId {
        let mut constraint = match constraint.normalise() {
            Normal::True => return self.constant(true),
            Normal::False => return self.constant(false),
            Normal::Constraint(constraint) => constraint,
        };
        let negative = constraint.expression.terms.first().is_some_and(|term| term.1 < 0);
        let flipped = match constraint.comparison {
            Comparison::NotZero => constraint.negate(),
            Comparison::AtMostZero if negative => constraint.negate(),
            Comparison::AtMostZero | Comparison::Zero => None,
        };
        let is_flipped = flipped.is_some();
        constraint = flipped.unwrap_or(constraint);
        let relation = match constraint.comparison {
            Comparison::AtMostZero => Relation::LessEqual,
            Comparison::Zero => Relation::Equal,
            // Only what is too large to be negated.
            Comparison::NotZero => return self.too_large_formula(),
        };
        let (left, zero) = (self.term_of(&constraint.expression), self.integer(0));
        let compared = self.intern_formula(FormulaNode::Compare(relation, left, zero));
        if is_flipped { self.not(compared) } else { compared }
    }

    /// `left == right`
    pub fn equal(&mut self, left: TermId, right: TermId) -> FormulaId {
        self.compare(Relation::Equal, left, right)
    }

    /// Not.
    pub fn not(&mut self, formula: FormulaId) -> FormulaId {
        match *self.formula(formula) {
            FormulaNode::Constant(value) => self.constant(!value),
            FormulaNode::Not(inner) => inner,
            _ => self.intern_formula(FormulaNode::Not(formula)),
        }
    }

    /// The parts of a junction, without repetition; `None` if one of them or two opposite ones decide it.
    fn parts(
        &mut self,
        parts: impl IntoIterator<Item = FormulaId>,
        conjunction: bool,
    ) -> Option<Vec<FormulaId>> {
        let mut result: Vec<FormulaId> = Vec::new();
        let mut known = std::collections::HashSet::new();
        for part in parts {
            let inner = match self.formula(part) {
                FormulaNode::Constant(value) if *value == conjunction => continue,
                FormulaNode::Constant(_) => return None,
                FormulaNode::And(inner) if conjunction => inner.clone(),
                FormulaNode::Or(inner) if !conjunction => inner.clone(),
                _ => vec![part],
            };
            for part in inner {
                spend(1);
                let opposite = self.not(part);
                if known.contains(&opposite) {
                    return None;
                }
                if known.insert(part) {
                    result.push(part);
                }
            }
        }
        Some(result)
    }

    /// And.
    pub fn and(&mut self, parts: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        match self.parts(parts, true) {
            None => self.constant(false),
            Some(parts) if parts.is_empty() => self.constant(true),
            Some(parts) if parts.len() == 1 => parts[0],
            Some(parts) => self.intern_formula(FormulaNode::And(parts)),
        }
    }

    /// Or.
    pub fn or(&mut self, parts: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        match self.parts(parts, false) {
            None => self.constant(true),
            Some(parts) if parts.is_empty() => self.constant(false),
            Some(parts) if parts.len() == 1 => parts[0],
            Some(parts) => self.intern_formula(FormulaNode::Or(parts)),
        }
    }

    /// `premise ==> conclusion`
    pub fn implies(&mut self, premise: FormulaId, conclusion: FormulaId) -> FormulaId {
        let premise = self.not(premise);
        self.or([premise, conclusion])
    }

    /// If and only if.
    pub fn iff(&mut self, left: FormulaId, right: FormulaId) -> FormulaId {
        match (self.formula(left), self.formula(right)) {
            _ if left == right => self.constant(true),
            (FormulaNode::Constant(true), _) => right,
            (_, FormulaNode::Constant(true)) => left,
            (FormulaNode::Constant(false), _) => self.not(right),
            (_, FormulaNode::Constant(false)) => self.not(left),
            (&FormulaNode::Not(one), &FormulaNode::Not(other)) => self.iff(one, other),
            (FormulaNode::Not(one), _) if *one == right => self.constant(false),
            (_, FormulaNode::Not(other)) if *other == left => self.constant(false),
            _ => self.intern_formula(FormulaNode::Iff(left, right)),
        }
    }

    /// For all values of some variables.
    pub fn forall(&mut self, variables: &[VariableId], body: FormulaId) -> FormulaId {
        self.quantified(variables, body, true)
    }

    /// For some values of some variables.
    pub fn exists(&mut self, variables: &[VariableId], body: FormulaId) -> FormulaId {
        self.quantified(variables, body, false)
    }

    fn quantified(&mut self, variables: &[VariableId], body: FormulaId, forall: bool) -> FormulaId {
        let inner = match self.formula(body) {
            FormulaNode::Forall(inner, within) if forall => Some((inner.clone(), *within)),
            FormulaNode::Exists(inner, within) if !forall => Some((inner.clone(), *within)),
            _ => None,
        };
        let (inner, within) = inner.unwrap_or((Vec::new(), body));
        // What an inner quantifier binds again, the outer one does not.
        let outer = variables.iter().copied().filter(|variable| !inner.contains(variable));
        let mut bound: Vec<VariableId> = outer.chain(inner.iter().copied()).collect();
        let all = bound.clone();
        let mut seen = std::collections::HashSet::new();
        bound.retain(|variable| seen.insert(*variable));
        // An empty range decides; no others may be left out.
        let empty = all.iter().any(|v| self.variable_range(*v).is_some_and(|(low, high)| low > high));
        if empty {
            return self.constant(forall);
        }
        if bound.is_empty() || matches!(self.formula(within), FormulaNode::Constant(_)) {
            return within;
        }
        self.intern_formula(match forall {
            true => FormulaNode::Forall(bound, within),
            false => FormulaNode::Exists(bound, within),
        })
    }
}
