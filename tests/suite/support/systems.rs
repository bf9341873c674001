//! Random constraint systems in families, and a short text form of systems.

use focuscheck_base::arith::Relation;
use focuscheck_lia::constraint::{Comparison, Constraint, Linear, Symbol};
use focuscheck_lia::problem::Problem;

use super::random::Random;

/// The families of systems, in the order in which they are made in turn.
pub const FAMILIES: [&str; 10] = [
    "difference",
    "general",
    "strict",
    "int-range",
    "large",
    "near-degenerate",
    "parity",
    "not-equal",
    "path-20",
    "path-60",
];

const INT: (i128, i128) = (-(1 << 31), (1 << 31) - 1);

/// A system of a family.
pub fn generate(family: &str, random: &mut Random) -> Problem {
    let mut maker = Maker { random, problem: Problem::default() };
    match family {
        "difference" => maker.differences(),
        "general" => {
            maker.general(9, (-100, 100), &[Relation::LessEqual, Relation::GreaterEqual, Relation::Equal])
        }
        "strict" => maker.general(5, (-20, 20), &[Relation::Less, Relation::Greater, Relation::LessEqual]),
        "int-range" => maker.general(7, INT, &[Relation::Less, Relation::GreaterEqual, Relation::Equal]),
        "large" => maker.general(1 << 31, INT, &[Relation::LessEqual, Relation::Greater, Relation::NotEqual]),
        "near-degenerate" => maker.near_degenerate(),
        "parity" => maker.parity(),
        "not-equal" => maker.not_equal(),
        "path-20" => maker.path(6, 20),
        _ => maker.path(14, 60),
    }
    maker.problem
}

struct Maker<'r> {
    random: &'r mut Random,
    problem: Problem,
}

impl Maker<'_> {
    fn between(&mut self, low: i128, high: i128) -> i128 {
        low + (self.random.next() as i128) % (high - low + 1)
    }

    fn variables(&mut self, count: usize, range: (i128, i128)) {
        self.problem.bounds = (0..count as u32).map(|symbol| (Symbol(symbol), range)).collect();
    }

    fn add(&mut self, terms: Vec<(u32, i128)>, relation: Relation, right: i128) {
        let terms = terms.into_iter().map(|(symbol, value)| (Symbol(symbol), value)).collect();
        let left = Linear::from_terms(terms, 0).expect("small numbers");
        let constraint = Constraint::new(&left, relation, &Linear::constant(right)).expect("small numbers");
        self.problem.constraints.push(constraint);
    }

    /// Different variables with coefficients up to a size.
    fn terms(&mut self, most: usize, size: i128) -> Vec<(u32, i128)> {
        let count = self.problem.bounds.len();
        let wanted = 1 + self.random.below(most);
        let terms = (0..wanted).map(|_| (self.random.below(count) as u32, self.between(-size, size)));
        let mut terms: Vec<(u32, i128)> = terms.collect();
        terms.sort_unstable();
        terms.dedup_by_key(|term| term.0);
        terms
    }

    /// A point near which the constraints of a system are placed, so that both answers are common.
    fn point(&mut self, range: (i128, i128)) -> Vec<i128> {
        (0..self.problem.bounds.len()).map(|_| self.between(range.0 / 2, range.1 / 2)).collect()
    }

    fn value(terms: &[(u32, i128)], point: &[i128]) -> i128 {
        terms.iter().map(|&(symbol, coefficient)| coefficient * point[symbol as usize]).sum()
    }

    /// A constraint that holds at the point, or in one of `misses` cases does not quite.
    fn near(&mut self, terms: Vec<(u32, i128)>, relation: Relation, point: &[i128], misses: usize) {
        let value = Self::value(&terms, point);
        let slack = self.between(0, 3);
        let right = match relation {
            Relation::LessEqual | Relation::Less => value + slack + 1,
            Relation::GreaterEqual | Relation::Greater => value - slack - 1,
            Relation::NotEqual => value + 1,
            Relation::Equal => value,
        };
        let off = if self.random.below(misses) == 0 { self.between(-9, 9) } else { 0 };
        self.add(terms, relation, right + off);
    }

    fn differences(&mut self) {
        self.variables(8, INT);
        for _ in 0..14 {
            let (left, right) = (self.random.below(8) as u32, self.random.below(8) as u32);
            if left != right {
                let relation = self.random.pick(&[Relation::LessEqual, Relation::Less, Relation::LessEqual]);
                let bound = self.between(-6, 12);
                self.add(vec![(left, 1), (right, -1)], relation, bound);
            }
        }
    }

    fn general(&mut self, size: i128, range: (i128, i128), relations: &[Relation]) {
        let count = 3 + self.random.below(4);
        self.variables(count, range);
        let point = self.point(range);
        for _ in 0..count + self.random.below(6) {
            let terms = self.terms(4, size);
            let relation = self.random.pick(relations);
            self.near(terms, relation, &point, 5);
        }
    }

    /// Thin slices between nearly parallel planes, with few or no integers in them.
    fn near_degenerate(&mut self) {
        let count = 2 + self.random.below(2);
        self.variables(count, INT);
        let size = [30, 1_000, 100_000][self.random.below(3)];
        let (a, b) = (self.between(size, 2 * size), self.between(size, 2 * size));
        let start = self.between(-1_000, 1_000);
        let width = self.between(0, 3);
        self.add(vec![(0, a), (1, -b)], Relation::GreaterEqual, start);
        self.add(vec![(0, a), (1, -b)], Relation::LessEqual, start + width);
        let reach = self.between(0, 300);
        self.add(vec![(0, 1)], Relation::GreaterEqual, 0);
        self.add(vec![(0, 1)], Relation::LessEqual, reach);
        let last = self.problem.bounds.len() as u32 - 1;
        let relation = self.random.pick(&[Relation::Less, Relation::NotEqual]);
        self.add(vec![(0, 1), (last, a + 1)], relation, 7);
    }

    /// Equalities whose coefficients have common divisors, singly and together.
    fn parity(&mut self) {
        let count = 3 + self.random.below(3);
        self.variables(count, (-1_000, 1_000));
        for _ in 0..1 + self.random.below(3) {
            let factor = self.between(2, 6);
            let mut terms = self.terms(4, 6);
            let odd = self.random.chance(30);
            terms.iter_mut().for_each(|term| term.1 *= factor);
            if odd {
                let symbol = self.random.below(count) as u32;
                terms.push((symbol, 1));
            }
            let right = self.between(-60, 60);
            self.add(terms, Relation::Equal, right);
        }
        for _ in 0..self.random.below(4) {
            let terms = self.terms(2, 4);
            let relation = self.random.pick(&[Relation::LessEqual, Relation::Greater, Relation::NotEqual]);
            let right = self.between(-50, 50);
            self.add(terms, relation, right);
        }
    }

    /// Small ranges from which many values are taken away.
    fn not_equal(&mut self) {
        let count = 3 + self.random.below(3);
        let high = count as i128 - self.between(1, 2);
        self.variables(count, (0, high));
        for left in 0..count as u32 {
            for right in 0..left {
                if self.random.chance(60) {
                    let offset = self.between(-1, 1);
                    self.add(vec![(left, 1), (right, -1)], Relation::NotEqual, offset);
                }
            }
            let value = self.between(0, high);
            self.add(vec![(left, 1)], Relation::NotEqual, value);
        }
        let terms = self.terms(3, 3);
        let right = self.between(-4, 8);
        self.add(terms, Relation::LessEqual, right);
    }

    /// What a path through a program asks of its inputs: mostly comparisons with constants and with each other.
    fn path(&mut self, variables: usize, constraints: usize) {
        use Relation::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        self.variables(variables, INT);
        let point = self.point((-60, 60));
        while self.problem.constraints.len() < constraints {
            let relation = self.random.pick(&[Less, LessEqual, Greater, GreaterEqual, NotEqual, Equal]);
            let terms = match self.random.below(4) {
                0 => self.terms(1, 1),
                1 => self.terms(3, 3),
                _ => {
                    let (left, right) =
                        (self.random.below(variables) as u32, self.random.below(variables) as u32);
                    if left == right { vec![(left, 1)] } else { vec![(left, 1), (right, -1)] }
                }
            };
            self.near(terms, relation, &point, 2 * constraints);
        }
    }
}

/// A system on one line: ranges of `x0`, `x1` and so on, then the constraints.
pub fn written(problem: &Problem) -> String {
    let ranges = problem.bounds.values().map(|(low, high)| format!("{low}..{high}"));
    let mut text = ranges.collect::<Vec<_>>().join(" ");
    for Constraint { expression, comparison } in &problem.constraints {
        text.push_str(" |");
        for (symbol, coefficient) in &expression.terms {
            text.push_str(&format!(" {coefficient}*x{}", symbol.0));
        }
        let relation = match comparison {
            Comparison::AtMostZero => "<=",
            Comparison::Zero => "=",
            Comparison::NotZero => "!=",
        };
        text.push_str(&format!(" {} {relation} 0", expression.constant));
    }
    text
}

/// The system of a line.
pub fn read(line: &str) -> Option<Problem> {
    let mut parts = line.split(" |");
    let mut problem = Problem::default();
    for (symbol, range) in parts.next()?.split_whitespace().enumerate() {
        let (low, high) = range.split_once("..")?;
        problem.bounds.insert(Symbol(symbol as u32), (low.parse().ok()?, high.parse().ok()?));
    }
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        let [terms @ .., constant, relation, "0"] = &words[..] else { return None };
        let term = |word: &&str| {
            let (coefficient, symbol) = word.split_once("*x")?;
            Some((Symbol(symbol.parse().ok()?), coefficient.parse().ok()?))
        };
        let terms: Vec<(Symbol, i128)> = terms.iter().map(term).collect::<Option<_>>()?;
        let expression = Linear::from_terms(terms, constant.parse().ok()?)?;
        let comparison = match *relation {
            "<=" => Comparison::AtMostZero,
            "=" => Comparison::Zero,
            "!=" => Comparison::NotZero,
            _ => return None,
        };
        problem.constraints.push(Constraint { expression, comparison });
    }
    Some(problem)
}

/// The system in the language of SMT solvers.
pub fn smt(problem: &Problem) -> String {
    let number = |value: i128| match value {
        0.. => value.to_string(),
        _ => format!("(- {})", value.unsigned_abs()),
    };
    let mut text = String::new();
    for (symbol, (low, high)) in &problem.bounds {
        let name = format!("x{}", symbol.0);
        let (low, high) = (number(*low), number(*high));
        text.push_str(&format!("(declare-const {name} Int)(assert (<= {low} {name} {high}))\n"));
    }
    for Constraint { expression, comparison } in &problem.constraints {
        let terms = expression.terms.iter().map(|(s, c)| format!("(* {} x{})", number(*c), s.0));
        let sum = format!("(+ 0 {} {})", terms.collect::<Vec<_>>().join(" "), number(expression.constant));
        text.push_str(&match comparison {
            Comparison::AtMostZero => format!("(assert (<= {sum} 0))\n"),
            Comparison::Zero => format!("(assert (= {sum} 0))\n"),
            Comparison::NotZero => format!("(assert (not (= {sum} 0)))\n"),
        });
    }
    text
}
