//! What the ranges of forms can tell about a form: worked out when it is first asked for, and kept, since the steps of a program
//! ask for the same ones again and again.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::form::{Form, FormSet, Forms, Terms, quotient};

/// So many are kept; what else is asked for is worked out each time.
const MOST_KEPT: usize = 100_000;

/// A form without its constant whose range is asked for.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) terms: Terms,
    /// The number of its primitive form, if that is kept and has several terms, and by which factor this one is larger.
    pub(super) number: Option<(u32, i128)>,
    combinations: OnceCell<Combinations>,
    consequences: OnceCell<Consequences>,
}

/// The combinations of a form, by the number of the other one.
#[derive(Debug, Default)]
pub(super) struct Combinations {
    pub(super) others: FormSet,
    by_other: FxHashMap<u32, SmallVec<[Combination; 1]>>,
}

impl Combinations {
    /// Those with one of the others.
    pub(super) fn with(&self, other: u32) -> &[Combination] {
        self.by_other.get(&other).map_or(&[], |found| found)
    }
}

/// A form as `factor` times a kept one of several scalars and a rest.
#[derive(Debug)]
pub(super) struct Combination {
    other: u32,
    factor: i128,
    /// Worked out where something is known of the other one: mostly that is of few. `None` if it has more scalars than the form.
    rest: OnceCell<Option<Rest>>,
}

/// What is left of a form.
#[derive(Debug)]
pub(super) struct Rest {
    pub(super) factor: i128,
    pub(super) target: Rc<Target>,
    /// Whether it has fewer scalars than the form.
    pub(super) is_simpler: bool,
}

/// What follows for others where the range of a primitive form is known.
#[derive(Debug, Default)]
pub(super) struct Consequences {
    /// For scalars of a form of several.
    pub(super) singles: Vec<Single>,
    /// For forms that share a scalar with it.
    pub(super) others: Vec<Other>,
}

/// A scalar of a form: the form is `coefficient` times the scalar and a rest.
#[derive(Debug)]
pub(super) struct Single {
    pub(super) single: u32,
    pub(super) coefficient: i128,
    pub(super) rest: Rc<Target>,
}

/// A kept form that is `factor` times another one and a rest.
#[derive(Debug)]
pub(super) struct Other {
    pub(super) other: u32,
    pub(super) factor: i128,
    pub(super) rest: Rc<Target>,
    /// The number of the rest's primitive form, if that is kept, and by which factor the rest is larger.
    pub(super) kept: Option<(u32, i128)>,
}

/// The forms that were asked for.
#[derive(Debug, Default)]
pub(super) struct Targets(RefCell<FxHashMap<Terms, Rc<Target>>>);

impl Target {
    /// A form of several scalars as multiples of kept ones and rests.
    pub(super) fn combinations(&self, forms: &Forms) -> &Combinations {
        self.combinations.get_or_init(|| {
            let mut found = Combinations::default();
            for &(scalar, coefficient) in &self.terms {
                for &other in forms.mentions_of(scalar) {
                    let form = forms.get(other);
                    let Some(factor) = quotient(coefficient, form.coefficient(scalar)) else { continue };
                    let same = found.by_other.get(&other).into_iter().flatten();
                    if form.terms.len() < 2 || same.into_iter().any(|known| known.factor == factor) {
                        continue;
                    }
                    found.others.insert(other);
                    let combination = Combination { other, factor, rest: OnceCell::new() };
                    found.by_other.entry(other).or_default().push(combination);
                }
            }
            found
        })
    }
}

impl Targets {
    /// The form with these terms.
    pub(super) fn of(&self, forms: &Forms, terms: &Terms) -> Rc<Target> {
        if let Some(known) = self.0.borrow().get(terms) {
            return known.clone();
        }
        let form = Form { terms: terms.clone(), constant: 0 };
        let target = Rc::new(Target {
            number: if terms.len() > 1 { forms.numbered(&form) } else { None },
            terms: form.terms,
            combinations: OnceCell::new(),
            consequences: OnceCell::new(),
        });
        let mut kept = self.0.borrow_mut();
        if kept.len() < MOST_KEPT {
            kept.insert(terms.clone(), target.clone());
        }
        target
    }

    /// The rest of a form of several scalars for one of its combinations, if it has no more scalars than the form.
    pub(super) fn rest<'t>(
        &self,
        forms: &Forms,
        target: &Target,
        combination: &'t Combination,
    ) -> Option<&'t Rest> {
        let rest = combination.rest.get_or_init(|| {
            let form = Form { terms: target.terms.clone(), constant: 0 };
            let rest = form.add_scaled(forms.get(combination.other), -combination.factor)?;
            let (is_larger, is_simpler) =
                (rest.terms.len() > form.terms.len(), rest.terms.len() < form.terms.len());
            let rest = (!is_larger).then(|| self.of(forms, &rest.terms))?;
            Some(Rest { factor: combination.factor, target: rest, is_simpler })
        });
        rest.as_ref()
    }

    /// What follows from the range of a primitive form, together with one more fact each.
    pub(super) fn consequences<'t>(&self, forms: &Forms, target: &'t Target) -> &'t Consequences {
        target.consequences.get_or_init(|| {
            let form = Form { terms: target.terms.clone(), constant: 0 };
            let mut found = Consequences::default();
            for &(scalar, coefficient) in form.terms.iter().filter(|_| form.terms.len() > 1) {
                let Some(single) = forms.single(scalar) else { continue };
                let own = Form { terms: smallvec![(scalar, coefficient)], constant: 0 };
                let Some(rest) = form.add_scaled(&own, -1) else { continue };
                let rest = self.of(forms, &rest.terms);
                found.singles.push(Single { single, coefficient, rest });
            }
            for &(scalar, coefficient) in &form.terms {
                for &number in forms.mentions_of(scalar) {
                    let other = forms.get(number);
                    if other.terms.len() < 2 || *other == form {
                        continue;
                    }
                    let Some(factor) = quotient(other.coefficient(scalar), coefficient) else { continue };
                    let Some(rest) = other.add_scaled(&form, -factor) else { continue };
                    let kept = rest.primitive();
                    let kept = kept.and_then(|(rest, times)| Some((forms.number(&rest)?, times)));
                    let rest = self.of(forms, &rest.terms);
                    found.others.push(Other { other: number, factor, rest, kept });
                }
            }
            found
        })
    }
}
