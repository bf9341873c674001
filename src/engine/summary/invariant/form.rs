//! Linear forms over scalars, and the ones whose ranges are kept as facts.

use focuscheck_base::arith::IntegerType;
use focuscheck_rules::range::Range;
use num_integer::Integer;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use focuscheck_cells::facts::cfg::{Graph, ProcedureId, ScalarId};

/// Larger coefficients are not followed, so that no sum can leave the range of `i128`.
const LARGEST: i128 = 1 << 40;

/// Scalars with their coefficients; mostly there are few.
pub type Terms = SmallVec<[(ScalarId, i128); 4]>;

/// `sum(coefficient * scalar) + constant`; terms sorted by scalar, no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    /// Scalars with their coefficients.
    pub terms: Terms,
    /// The constant.
    pub constant: i128,
}

impl Form {
    /// A number.
    pub fn constant(constant: i128) -> Form {
        Form { terms: Terms::new(), constant }
    }

    /// The value of a scalar.
    pub fn scalar(scalar: ScalarId) -> Form {
        Form { terms: smallvec![(scalar, 1)], constant: 0 }
    }

    /// The coefficient of a scalar, zero if it does not occur.
    pub fn coefficient(&self, scalar: ScalarId) -> i128 {
        self.terms.binary_search_by_key(&scalar, |t| t.0).map_or(0, |at| self.terms[at].1)
    }

    /// This form plus `factor` times another; `None` if the numbers get too large.
    pub fn add_scaled(&self, other: &Form, factor: i128) -> Option<Form> {
        let constant = self.constant.checked_add(times(other.constant, factor)?)?;
        let mut terms = Terms::new();
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (scalar, coefficient) = match (left.peek(), right.peek()) {
                (Some(&&(a, one)), Some(&&(b, two))) if a == b => {
                    left.next();
                    right.next();
                    (a, one.checked_add(times(two, factor)?)?)
                }
                (Some(&&(a, one)), other) if other.is_none_or(|&&(b, _)| a < b) => {
                    left.next();
                    (a, one)
                }
                (_, Some(&&(b, two))) => {
                    right.next();
                    (b, times(two, factor)?)
                }
                _ => break,
            };
            if coefficient.checked_abs()? > LARGEST {
                return None;
            }
            if coefficient != 0 {
                terms.push((scalar, coefficient));
            }
        }
        Some(Form { terms, constant })
    }

    /// The factor by which a form with terms is larger than its primitive one.
    fn factor(&self) -> Option<i128> {
        let (_, first) = *self.terms.first()?;
        let is_one = self.terms.iter().any(|&(_, coefficient)| coefficient == 1 || coefficient == -1);
        let common = || self.terms.iter().fold(0i128, |divisor, term| divisor.gcd(&term.1));
        let common = if is_one { 1 } else { common() };
        Some(if first < 0 { -common } else { common })
    }

    /// Splits a form with terms into `factor * primitive + constant`, where the primitive form has no
    /// constant, coefficients without a common divisor and a positive first one.
    pub fn primitive(&self) -> Option<(Form, i128)> {
        let factor = self.factor()?;
        let terms = match factor {
            1 => self.terms.clone(),
            -1 => self.terms.iter().map(|&(scalar, c)| (scalar, -c)).collect(),
            _ => self.terms.iter().map(|&(scalar, c)| (scalar, c / factor)).collect(),
        };
        Some((Form { terms, constant: 0 }, factor))
    }

    /// The form with scalars replaced, all at once; `None` from the replacement gives up.
    pub fn replace(&self, mut replacement: impl FnMut(ScalarId) -> Option<Form>) -> Option<Form> {
        let mut result = Form::constant(self.constant);
        for &(scalar, coefficient) in &self.terms {
            result = result.add_scaled(&replacement(scalar)?, coefficient)?;
        }
        Some(result)
    }
}

/// A product. Most factors are one or minus one, and products of such long numbers are slow.
fn times(number: i128, factor: i128) -> Option<i128> {
    match factor {
        1 => Some(number),
        -1 => number.checked_neg(),
        _ => number.checked_mul(factor),
    }
}

/// By which factor a coefficient is larger than another one, if there is such a number.
pub(super) fn quotient(coefficient: i128, own: i128) -> Option<i128> {
    match own {
        0 => None,
        1 => Some(coefficient),
        -1 => coefficient.checked_neg(),
        _ => (coefficient % own == 0).then(|| coefficient / own),
    }
}

/// All values of a type.
pub(super) fn of_type(ty: IntegerType) -> Range {
    Range::new(ty.min(), ty.max()).unwrap_or(Range::single(0))
}

fn widest(graph: &Graph, form: &Form) -> Option<Range> {
    let mut sum = Range::single(form.constant);
    for &(scalar, coefficient) in &form.terms {
        sum = sum.plus(of_type(graph.scalars[scalar.index()].ty).scale(coefficient)?)?;
    }
    Some(sum)
}

/// The forms whose ranges are kept as facts; all of them primitive.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    list: Vec<Form>,
    numbers: FxHashMap<Form, u32>,
    /// By scalar: the number of the form that is the scalar alone.
    singles: Vec<Option<u32>>,
    /// By scalar: the forms that mention it.
    mentions: Vec<Vec<u32>>,
    /// The procedure whose locals a form mentions; `None` if it mentions globals only.
    procedures: Vec<Option<ProcedureId>>,
    /// By form: the range that the types of its scalars give it, if that can be told.
    widest: Vec<Option<Range>>,
    /// By form: bounds are rounded to these numbers where cycles are cut, in order.
    thresholds: Vec<Vec<i128>>,
}

impl Forms {
    /// No forms, for the scalars of a program.
    pub fn new(graph: &Graph) -> Forms {
        let scalars = graph.scalars.len();
        Forms { mentions: vec![Vec::new(); scalars], singles: vec![None; scalars], ..Forms::default() }
    }

    /// Adds a form unless it is known or mentions locals of two procedures; its number.
    pub fn add(&mut self, graph: &Graph, form: Form) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&form) {
            return Some(known);
        }
        let mut procedure = None;
        for (scalar, _) in &form.terms {
            let own = graph.scalars[scalar.index()].procedure;
            if own.is_some() && procedure.is_some() && own != procedure {
                return None;
            }
            procedure = procedure.or(own);
        }
        let number = self.list.len() as u32;
        form.terms.iter().for_each(|(scalar, _)| self.mentions[scalar.index()].push(number));
        if let [(scalar, 1)] = form.terms[..] {
            self.singles[scalar.index()] = Some(number);
        }
        self.widest.push(widest(graph, &form));
        self.numbers.insert(form.clone(), number);
        self.list.push(form);
        self.procedures.push(procedure);
        self.thresholds.push(Vec::new());
        Some(number)
    }

    /// The number of a primitive form, if it is kept.
    pub fn number(&self, form: &Form) -> Option<u32> {
        self.numbers.get(form).copied()
    }

    /// The number of the primitive form of one, if that is kept, and by which factor the form is larger.
    pub fn numbered(&self, form: &Form) -> Option<(u32, i128)> {
        let factor = form.factor()?;
        let number = match factor {
            1 if form.constant == 0 => self.number(form),
            _ => self.number(&form.primitive()?.0),
        };
        Some((number?, factor))
    }

    /// The number of the form that is a scalar alone, if it is kept.
    pub fn single(&self, scalar: ScalarId) -> Option<u32> {
        self.singles[scalar.index()]
    }

    /// The form with a number.
    pub fn get(&self, number: u32) -> &Form {
        &self.list[number as usize]
    }

    /// The range that the types of its scalars give the form with a number, if that can be told.
    pub fn widest(&self, number: u32) -> Option<Range> {
        self.widest[number as usize]
    }

    /// The numbers of all forms.
    pub fn all(&self) -> std::ops::Range<u32> {
        0..self.list.len() as u32
    }

    /// The forms that mention a scalar and, of locals, only such of one procedure.
    pub fn mentioning(&self, scalar: ScalarId, procedure: ProcedureId) -> impl Iterator<Item = u32> + '_ {
        let all = self.mentions[scalar.index()].iter().copied();
        all.filter(move |&n| self.is_of(n, procedure))
    }

    /// All forms that mention a scalar.
    pub fn mentions_of(&self, scalar: ScalarId) -> &[u32] {
        &self.mentions[scalar.index()]
    }

    /// Whether a form mentions no locals of other procedures.
    pub fn is_of(&self, number: u32, procedure: ProcedureId) -> bool {
        self.procedures[number as usize].is_none_or(|own| own == procedure)
    }

    /// Adds numbers to which bounds of a form are rounded.
    pub fn round_to(&mut self, number: u32, values: impl IntoIterator<Item = i128>) {
        let list = &mut self.thresholds[number as usize];
        list.extend(values);
        list.sort_unstable();
        list.dedup();
    }

    /// The largest threshold of a form that is no larger than a number.
    pub fn below(&self, number: u32, value: i128) -> Option<i128> {
        let list = &self.thresholds[number as usize];
        list[..list.partition_point(|&t| t <= value)].last().copied()
    }

    /// The threshold of a form so many below the largest one that is no larger than a number.
    pub fn below_by(&self, number: u32, value: i128, by: usize) -> Option<i128> {
        let list = &self.thresholds[number as usize];
        let place = list.partition_point(|&t| t <= value).checked_sub(by + 1)?;
        list.get(place).copied()
    }

    /// The threshold of a form so many above the least one that is no smaller than a number.
    pub fn above_by(&self, number: u32, value: i128, by: usize) -> Option<i128> {
        let list = &self.thresholds[number as usize];
        list.get(list.partition_point(|&t| t < value).checked_add(by)?).copied()
    }

    /// The least threshold of a form that is no smaller than a number.
    pub fn above(&self, number: u32, value: i128) -> Option<i128> {
        let list = &self.thresholds[number as usize];
        list.get(list.partition_point(|&t| t < value)).copied()
    }
}

/// Some of the forms, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct FormSet(Vec<u64>);

impl FormSet {
    pub(super) fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(super) fn insert(&mut self, number: u32) {
        let place = number as usize / 64;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: u32) {
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// The forms that are in both, in order.
    pub(super) fn common<'s>(&'s self, other: &'s FormSet) -> impl Iterator<Item = u32> + 's {
        self.0.iter().zip(&other.0).zip(0u32..).flat_map(|((one, other), place)| {
            let mut both = one & other;
            std::iter::from_fn(move || {
                let bit = (both != 0).then(|| both.trailing_zeros())?;
                both &= both - 1;
                Some(64 * place + bit)
            })
        })
    }
}

impl FromIterator<u32> for FormSet {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut set = FormSet::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::{FormSet, Forms};

    #[test]
    fn what_two_sets_share_comes_in_order() {
        let one: FormSet = [3, 64, 65, 200].into_iter().collect();
        let mut other: FormSet = [200, 5, 65, 3].into_iter().collect();
        assert_eq!(one.common(&other).collect::<Vec<_>>(), [3, 65, 200]);
        other.remove(65);
        other.remove(1_000);
        assert_eq!(one.common(&other).collect::<Vec<_>>(), [3, 200]);
        assert!(other.contains(5) && !other.contains(65));
    }

    #[test]
    fn thresholds_are_left_out_in_both_directions() {
        let forms = Forms { thresholds: vec![vec![-9, -1, 0, 1, 9]], ..Forms::default() };
        assert_eq!(
            [forms.below_by(0, 0, 0), forms.below_by(0, 5, 1), forms.below_by(0, 0, 3)],
            [Some(0), Some(0), None]
        );
        assert_eq!(
            [forms.above_by(0, 0, 0), forms.above_by(0, -5, 2), forms.above_by(0, 9, 1)],
            [Some(0), Some(1), None]
        );
    }
}
