//! How the parts of a line are spelled.

use super::{Fact, LinearSum, Number, Operation, Relation};

/// The words of operations.
pub(super) const OPERATIONS: [(Operation, &str); 9] = [
    (Operation::Multiply, "*"),
    (Operation::Divide, "/"),
    (Operation::Remainder, "%"),
    (Operation::And, "&"),
    (Operation::Or, "|"),
    (Operation::Xor, "^"),
    (Operation::ShiftLeft, "<<"),
    (Operation::ShiftRight, ">>"),
    (Operation::Convert, "to"),
];

/// A fact as text.
pub(super) fn shown(fact: &Fact) -> String {
    let relation = match fact.relation {
        Relation::AtMost => "<=",
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
    };
    format!("{} {relation} 0", form_over('v', &fact.form))
}

/// A form over things whose names begin with a letter.
pub(super) fn form_over(letter: char, form: &LinearSum) -> String {
    let mut text = String::new();
    let mut add = |value: &Number, variable: Option<usize>| {
        let negative = *value < Number::ZERO;
        let sign = match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text.push_str(sign);
        let size = if negative { -value } else { value.clone() };
        text.push_str(&match variable {
            Some(variable) if size == Number::ONE => format!("{letter}{variable}"),
            Some(variable) => format!("{size}*{letter}{variable}"),
            None => size.to_string(),
        });
    };
    form.terms.iter().for_each(|(variable, value)| add(value, Some(*variable)));
    if form.constant != Number::ZERO || form.terms.is_empty() {
        add(&form.constant, None);
    }
    text
}

/// A text without line ends and other control characters.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
