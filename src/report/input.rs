//! Parts of the model: the values of inputs, and what is assumed of them.

use serde::{Deserialize, Serialize};

use focuscheck_base::reading::{ELEMENTS_OF, FAILURE_OF, LENGTH_OF, NULL_OF, SAME_AS, TextPart, letter_of};
use focuscheck_lia::constraint::Constraint;

/// A value for an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct InputValue {
    /// What it is read into, or the function that gives it.
    pub name: String,
    pub line: u32,
    /// The number of the read, among those of the name on the line, from 1.
    pub number: u32,
    /// Whether it is the choice at a `*`.
    pub is_choice: bool,
    /// Decimal; a floating-point number as C writes it.
    pub value: String,
    /// Of a floating-point number its bits, as a decimal number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<String>,
    /// Whether a step of the slice depends on it.
    #[serde(default = "yes")]
    pub matters: bool,
    /// Whether it is what a variable has that was declared without a value, where it is an error to read that, or a part of an
    /// argument that the program is not given.
    #[serde(default, skip_serializing_if = "is_no")]
    pub is_unset: bool,
    /// The function whose result it is, if nobody gave its body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undefined: Option<String>,
    /// Of what is read of a text: which part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<TextPart>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_no(value: &bool) -> bool {
    !value
}

/// What earlier reports mean, which do not say what matters.
fn yes() -> bool {
    true
}

impl InputValue {
    /// The value as a run reads it.
    pub fn bits(&self) -> Option<i128> {
        self.bits.as_ref().unwrap_or(&self.value).parse().ok()
    }

    /// A value that matters, of the first read.
    pub fn new(name: impl Into<String>, line: u32, value: impl ToString) -> InputValue {
        let value = value.to_string();
        InputValue {
            name: name.into(),
            line,
            number: 1,
            is_choice: false,
            value,
            bits: None,
            matters: true,
            is_unset: false,
            undefined: None,
            text: None,
        }
    }

    /// Whether the run reads it: what a variable has that was declared without a value is read only if it matters, what is not
    /// given never.
    pub fn is_read(&self) -> bool {
        self.matters || !self.is_unset
    }

    /// The name, with the number of the read from the second on: `x#2`.
    pub fn numbered(&self) -> String {
        called(&self.name, self.number, self.text)
    }
}

/// How a read of an input is called: by the name, with its number, a letter of a text by its place (`name[0]`).
pub fn called(name: &str, number: u32, text: Option<TextPart>) -> String {
    match text {
        Some(TextPart::Letter) => {
            let (text, letter) = letter_of(number);
            format!("{}[{letter}]", numbered(name, text + 1))
        }
        Some(TextPart::Count) | None => numbered(name, number),
    }
}

/// How the call is called whose failure an input is (`malloc()`), or the pointer that an input says to be null.
pub fn allocation(name: &str) -> Option<String> {
    let call = name.strip_prefix(FAILURE_OF).map(|name| format!("{name}()"));
    call.or_else(|| name.strip_prefix(NULL_OF).map(str::to_owned))
}

/// How an array is called whose number of elements an input is.
fn array(name: &str) -> Option<&str> {
    name.strip_prefix(ELEMENTS_OF)
}

/// The elements of an array with a name and so many, which are the next inputs; nothing if these are something else.
fn elements(name: &str, count: &InputValue, rest: &[InputValue]) -> Option<InputValue> {
    let most: usize = count.value.parse().ok()?;
    let is_element = |(at, input): (usize, &InputValue)| input.name == format!("{name}[{at}]");
    let all = rest.iter().enumerate().take_while(|&one| is_element(one)).map(|(_, input)| input);
    let own: Vec<&InputValue> = all.collect();
    if own.len() < most || most == 0 {
        return None;
    }
    let values: Vec<&str> = own[..most].iter().map(|input| input.value.as_str()).collect();
    let matters = count.matters || own[..most].iter().any(|input| input.matters);
    let (name, value) = (name.to_owned(), format!("{{{}}}", values.join(", ")));
    Some(InputValue { name, value, matters, number: own.len() as u32, ..count.clone() })
}

/// The inputs of a run where each text that is read is one, and each allocation is what it gives.
pub fn gathered(inputs: &[InputValue]) -> Vec<InputValue> {
    let mut found: Vec<InputValue> = Vec::new();
    let mut rest = inputs.iter().peekable();
    while let Some(input) = rest.next() {
        let position = inputs.len() - rest.len();
        if let Some(name) = array(&input.name)
            && let Some(whole) = elements(name, input, &inputs[position..])
        {
            (1..=whole.number).for_each(|_| _ = rest.next());
            found.push(InputValue { number: 1, ..whole });
            continue;
        }
        if let Some(called) = allocation(&input.name) {
            let other = if input.name.starts_with(NULL_OF) { "not NULL" } else { "a block" };
            let value = if input.value == "0" { other } else { "NULL" };
            found.push(InputValue { name: called, value: value.to_owned(), ..input.clone() });
            continue;
        }
        if let Some((one, other)) = input.name.split_once(SAME_AS) {
            let (name, value) = (format!("{one} == {other}"), if input.value == "0" { "no" } else { "yes" });
            found.push(InputValue { name, value: value.to_owned(), ..input.clone() });
            continue;
        }
        if input.text != Some(TextPart::Count) {
            found.push(input.clone());
            continue;
        }
        let name = input.name.strip_prefix(LENGTH_OF).unwrap_or(&input.name);
        let mut whole = InputValue { name: name.to_owned(), text: None, ..input.clone() };
        let mut letters: Vec<u8> = Vec::new();
        let count = input.value.parse().unwrap_or(usize::MAX);
        while let Some(letter) = rest.next_if(|next| next.text == Some(TextPart::Letter) && next.name == name)
        {
            // Of an argument more may be read than it has.
            if letters.len() == count {
                continue;
            }
            whole.matters |= letter.matters;
            letters.extend(letter.value.parse::<i64>().map(|value| value as u8));
        }
        whole.value = match letters.len() {
            _ if input.value.starts_with('-') => "end of input".to_owned(),
            _ => text_of(&letters),
        };
        found.push(whole);
    }
    found
}

/// A text as C writes it, or how a long one begins.
pub fn text_of(letters: &[u8]) -> String {
    /// So many letters of a longer text are shown.
    const MOST: usize = 12;
    match letters.len() {
        0..=16 => quoted(letters, ""),
        length => format!("{} ({length} letters)", quoted(&letters[..MOST], "…")),
    }
}

/// A text as C writes it, with more behind its letters.
pub(super) fn quoted(letters: &[u8], more: &str) -> String {
    let escaped = |(at, &letter): (usize, &u8)| match letter {
        b'"' | b'\\' => format!("\\{}", letter as char),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        0 if !letters.get(at + 1).is_some_and(u8::is_ascii_digit) => "\\0".to_owned(),
        b' '..=b'~' => (letter as char).to_string(),
        _ => format!("\\{letter:03o}"),
    };
    format!("\"{}{more}\"", letters.iter().enumerate().map(escaped).collect::<String>())
}

/// How a read of an input is called: by the name, with its number from the second on (`x#2`).
pub fn numbered(name: &str, number: u32) -> String {
    if number <= 1 { name.to_owned() } else { format!("{name}#{number}") }
}

/// One constraint on the inputs, with the place in the program it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Assumption {
    /// As a C programmer writes it: `x > y`.
    pub text: String,
    pub line: u32,
    pub column: u32,
    /// Whether it is no part of the printed condition: without it the others still imply that the error happens.
    pub eliminated: bool,
    /// Whether Reduce deleted it, for the NEST (its complement gives the same error elsewhere).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
    /// Whether it is the outcome of a condition on an input alone, which is no assumption for Reduce.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub choice: bool,
    /// The constraint itself, over symbols that all explanations of the error share; `None` if it cannot be compared. It is no
    /// part of what scripts read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
}

impl Assumption {
    /// A condition that is printed, at a place in the program.
    pub fn new(text: impl Into<String>, line: u32, column: u32) -> Assumption {
        let text = text.into();
        Assumption { text, line, column, eliminated: false, reduced: false, choice: false, constraint: None }
    }

    /// Whether two assumptions of one error are the same, wherever they come from.
    pub fn is_same(&self, other: &Assumption) -> bool {
        is_same((&self.constraint, &self.text), (&other.constraint, &other.text))
    }
}

/// What an explanation says about the chosen inputs alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Projected {
    /// These conditions.
    Onto(Vec<InputCondition>),
    /// The other inputs cannot be eliminated exactly.
    Unknown,
}

/// A condition on the chosen inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct InputCondition {
    /// As a C programmer writes it: `x > y`.
    pub text: String,
    /// The constraint itself, over symbols that all explanations of the error share; `None` if it cannot be compared. It is no
    /// part of what scripts read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
}

/// Said of an explanation from which the inputs that were not chosen cannot be eliminated exactly.
const NOT_PROJECTED: &str = "(the other inputs cannot be eliminated exactly)";

impl Projected {
    /// Whether both are known and say the same.
    pub fn is_same(&self, other: &Projected) -> bool {
        let (Projected::Onto(one), Projected::Onto(other)) = (self, other) else { return false };
        let same = |(one, other): (&InputCondition, &InputCondition)| {
            is_same((&one.constraint, &one.text), (&other.constraint, &other.text))
        };
        one.len() == other.len() && one.iter().zip(other).all(same)
    }

    /// The conditions in words; a remark if they are not known.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Projected::Onto(conditions) => {
                conditions.iter().map(|condition| condition.text.as_str()).collect()
            }
            Projected::Unknown => vec![NOT_PROJECTED],
        }
    }
}

/// Whether two constraints are the same; those that cannot be compared, if they read the same.
fn is_same(one: (&Option<Constraint>, &str), other: (&Option<Constraint>, &str)) -> bool {
    match (one.0, other.0) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.1 == other.1,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_input() {
        let part = |name: &str, value: &str, text| InputValue { text, ..InputValue::new(name, 3, value) };
        let text = |name: &str, letters: &str, count: &str| {
            let mut found = vec![part(&format!("{LENGTH_OF}{name}"), count, Some(TextPart::Count))];
            let letters =
                letters.bytes().map(|letter| part(name, &letter.to_string(), Some(TextPart::Letter)));
            found.extend(letters);
            found
        };
        let long = "a".repeat(21);
        let parts = [
            vec![part("x", "1", None)],
            text("name", "a\"\n\0", "4"),
            text("name", "\x003", "2"),
            text("line", "", "-1"),
            text("line", "", "0"),
            text("line", &long, "21"),
        ];
        let shown = gathered(&parts.concat());
        let shown: Vec<_> = shown.iter().map(|input| (&*input.name, &*input.value)).collect();
        let expected = [
            ("x", "1"),
            ("name", r#""a\"\n\0""#),
            ("name", r#""\0003""#),
            ("line", "end of input"),
            ("line", r#""""#),
            ("line", "\"aaaaaaaaaaaa…\" (21 letters)"),
        ];
        assert_eq!(shown, expected);
    }
}
