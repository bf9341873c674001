//! A text for the standard input, from which the reads of a run give what they give in it.
//!
//! [`text`] writes down what the reads ask for, one after the other, and then reads it again as the library does: only a text
//! that gives every value is returned.

use focuscheck_check::formats::{Part, Read, What};

/// What a call of the library reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Call {
    /// One character, or a number below zero at the end of the text.
    Character(i128),
    /// Values by the format of `scanf`.
    Scan {
        /// The format.
        parts: Vec<Part>,
        /// How many values are read; -1 at the end of the text. Nothing if the program does not look: then it is all of them.
        count: Option<i128>,
        /// The values.
        values: Vec<Value>,
    },
    /// A line with its end, in so many characters at most.
    Line {
        /// The most characters.
        most: i128,
        /// How many are read; -1 at the end of the text.
        count: i128,
        /// These.
        letters: Vec<u8>,
    },
}

/// A value that a conversion of `scanf` reads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// An integer, or a character.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
    /// The same in single precision.
    Single(f32),
    /// A word, of so many letters.
    Letters(i128, Vec<u8>),
}

/// The text that makes these calls read what they read; nothing if none was found.
pub(super) fn text(calls: &[Call]) -> Option<Vec<u8>> {
    // Where a conversion reads nothing a letter stands that it does not take, or the text ends; either may not go with what is
    // read later. A line that a person types has an end.
    let ways = [(true, true), (true, false), (false, true), (false, false)];
    ways.into_iter().find_map(|(mismatch, newline)| {
        let mut typed = Typed { text: Vec::new(), unread: None, ended: false, mismatch };
        for call in calls {
            typed.call(call)?;
        }
        if newline && typed.text.last().is_some_and(|last| !last.is_ascii_whitespace()) {
            typed.text.push(b'\n');
        }
        let mut stream = Stream { text: &typed.text, at: 0 };
        calls.iter().all(|call| stream.gives(call)).then_some(typed.text)
    })
}

/// The text so far.
struct Typed {
    text: Vec<u8>,
    /// A letter at its end that a conversion did not take.
    unread: Option<u8>,
    ended: bool,
    /// Whether a letter that does not match stands where a conversion reads nothing.
    mismatch: bool,
}

impl Typed {
    fn call(&mut self, call: &Call) -> Option<()> {
        if self.ended {
            return Some(());
        }
        match call {
            Call::Character(value) if *value < 0 => self.ended = true,
            Call::Character(value) => self.letters(&[u8::try_from(*value).ok()?]),
            Call::Line { count, .. } if *count < 0 => self.ended = true,
            Call::Line { most, letters, .. } => {
                self.letters(letters);
                self.ended = letters.last() != Some(&b'\n') && (letters.len() as i128) < *most;
            }
            Call::Scan { count: Some(count), .. } if *count < 0 => self.ended = true,
            Call::Scan { parts, count, values } => self.scan(parts, *count, values)?,
        }
        Some(())
    }

    /// These letters are read, the one that is left there first.
    fn letters(&mut self, letters: &[u8]) {
        let is_left = letters.first().is_some_and(|first| self.unread.take() == Some(*first));
        self.text.extend(&letters[usize::from(is_left)..]);
    }

    fn scan(&mut self, parts: &[Part], count: Option<i128>, values: &[Value]) -> Option<()> {
        let mut values = values.iter();
        let mut left = count.unwrap_or(i128::MAX);
        let mut before = None;
        for part in parts {
            let gap = match before.replace(part) {
                // What another call reads stands on another line.
                None => Some(b'\n'),
                Some(Part::Conversion(_)) => Some(b' '),
                Some(Part::Space | Part::Letter(_)) => None,
            };
            match part {
                Part::Space => {
                    let is_apart =
                        self.unread.is_some() || self.text.last().is_none_or(u8::is_ascii_whitespace);
                    self.text.extend(gap.filter(|_| !is_apart));
                }
                Part::Letter(letter) => self.letters(&[*letter]),
                Part::Conversion(read) if read.is_dropped || read.what == What::Count => return None,
                Part::Conversion(read) if left == 0 => {
                    match mismatching(read).filter(|_| self.mismatch) {
                        // The one that another conversion has left.
                        Some(_) if self.unread.is_some() => {}
                        Some(letter) => {
                            self.text.push(letter);
                            self.unread = Some(letter);
                        }
                        None => {
                            self.ended = true;
                            self.text.pop_if(|last| *last == b' ');
                        }
                    }
                    return Some(());
                }
                Part::Conversion(read) => {
                    left -= 1;
                    let shown = shown(read, values.next()?)?;
                    self.letters(&shown);
                }
            }
        }
        Some(())
    }
}

/// A letter that a conversion does not take.
fn mismatching(read: &Read) -> Option<u8> {
    match &read.what {
        What::Integer { .. } | What::Float => Some(b'x').filter(|_| !is_hexadecimal(read)).or(Some(b'z')),
        What::Letters(set) => (b'!'..=b'~').rev().find(|letter| !set.has(*letter)),
        What::Word | What::Characters | What::Count | What::Other => None,
    }
}

fn is_hexadecimal(read: &Read) -> bool {
    matches!(read.what, What::Integer { base: 0 | 16, .. })
}

/// A value as a person types it.
fn shown(read: &Read, value: &Value) -> Option<Vec<u8>> {
    Some(match (&read.what, value) {
        (What::Integer { base: 16, .. }, Value::Integer(value)) if *value >= 0 => {
            format!("{value:x}").into_bytes()
        }
        (What::Integer { base: 8, .. }, Value::Integer(value)) if *value >= 0 => {
            format!("{value:o}").into_bytes()
        }
        (What::Integer { base: 0 | 10, .. }, Value::Integer(value)) => value.to_string().into_bytes(),
        (What::Characters, Value::Integer(value)) => vec![value.rem_euclid(256) as u8],
        (What::Float, Value::Float(value)) => format!("{value:?}").into_bytes(),
        (What::Float, Value::Single(value)) => format!("{value:?}").into_bytes(),
        (What::Word | What::Letters(_), Value::Letters(_, letters)) => letters.clone(),
        (
            What::Integer { .. }
            | What::Word
            | What::Characters
            | What::Letters(_)
            | What::Count
            | What::Float
            | What::Other,
            _,
        ) => return None,
    })
}

/// The standard input, as the library reads it.
struct Stream<'t> {
    text: &'t [u8],
    at: usize,
}

impl Stream<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// The letters that come next, as many as are taken.
    fn taken(&mut self, most: Option<u64>, takes: impl Fn(&[u8], u8) -> bool) -> Vec<u8> {
        let mut taken = Vec::new();
        while most.is_none_or(|most| (taken.len() as u64) < most) {
            let Some(letter) = self.peek().filter(|letter| takes(&taken, *letter)) else { break };
            taken.push(letter);
            self.at += 1;
        }
        taken
    }

    /// Whether a call reads here what it has to.
    fn gives(&mut self, call: &Call) -> bool {
        match call {
            Call::Character(value) => match self.next() {
                Some(letter) => *value == i128::from(letter),
                None => *value < 0,
            },
            Call::Line { most, count, letters } => {
                let most = u64::try_from(*most).ok();
                let line = self.taken(most, |before, _| before.last() != Some(&b'\n'));
                match line.is_empty() {
                    true => *count < 0,
                    false => *count == line.len() as i128 && *letters == line,
                }
            }
            Call::Scan { parts, count, values } => {
                let (found, read) = self.scan(parts);
                let conversions =
                    parts.iter().filter(|part| matches!(part, Part::Conversion(_))).count() as i128;
                let wanted = count.unwrap_or(conversions);
                found == wanted && same(&read, values)
            }
        }
    }

    /// How many values are read by a format, and these.
    fn scan(&mut self, parts: &[Part]) -> (i128, Vec<Value>) {
        let mut values = Vec::new();
        for part in parts {
            let ended = if values.is_empty() { -1 } else { values.len() as i128 };
            match part {
                Part::Space => drop(self.taken(None, |_, letter| is_space(letter))),
                Part::Letter(letter) => match self.peek() {
                    None => return (ended, values),
                    Some(next) if next != *letter => return (values.len() as i128, values),
                    Some(_) => self.at += 1,
                },
                Part::Conversion(_) if self.peek().is_none() => return (ended, values),
                Part::Conversion(read) => match self.conversion(read) {
                    Some(value) => values.push(value),
                    None => return (values.len() as i128, values),
                },
            }
        }
        (values.len() as i128, values)
    }

    fn conversion(&mut self, read: &Read) -> Option<Value> {
        match &read.what {
            What::Integer { base, .. } => self.integer(*base, read.width),
            What::Characters => self.next().map(|letter| Value::Integer(letter.into())),
            What::Word => self.letters(read.width, |letter| !is_space(letter)),
            What::Letters(set) => self.letters(read.width, |letter| set.has(letter)),
            What::Float => {
                let token = self.taken(read.width, |_, letter| {
                    letter.is_ascii_alphanumeric() || matches!(letter, b'+' | b'-' | b'.')
                });
                let token = String::from_utf8(token).ok()?;
                Some(match read.modifier.as_str() {
                    "" => Value::Single(token.parse().ok()?),
                    _ => Value::Float(token.parse().ok()?),
                })
            }
            What::Count | What::Other => None,
        }
    }

    fn letters(&mut self, most: Option<u64>, takes: impl Fn(u8) -> bool) -> Option<Value> {
        let letters = self.taken(most, |_, letter| takes(letter));
        (!letters.is_empty()).then_some(Value::Letters(letters.len() as i128, letters))
    }

    fn integer(&mut self, base: u32, most: Option<u64>) -> Option<Value> {
        let is_digit = |letter: u8, base: u32| char::from(letter).is_digit(base);
        let token = self.taken(most, |before, letter| {
            let digits = before.strip_prefix(b"-").or(before.strip_prefix(b"+")).unwrap_or(before);
            match (before, letter) {
                ([], b'-' | b'+') => true,
                // A prefix is taken before it is known whether digits follow.
                (_, b'x' | b'X') => matches!(base, 0 | 16) && digits == b"0",
                (_, letter) => {
                    let is_prefixed = digits.starts_with(b"0x") || digits.starts_with(b"0X");
                    let own = match base {
                        0 if is_prefixed => 16,
                        0 if digits.starts_with(b"0") => 8,
                        0 => 10,
                        base => base,
                    };
                    is_digit(letter, own)
                }
            }
        });
        let token = String::from_utf8(token).ok()?;
        let (sign, digits) = match token.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, token.strip_prefix('+').unwrap_or(&token)),
        };
        let prefixed = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
        let (digits, base) = match (base, prefixed) {
            (0 | 16, Some(rest)) => (rest, 16),
            (0, None) if digits.len() > 1 && digits.starts_with('0') => (digits, 8),
            (0, None) => (digits, 10),
            (base, _) => (digits, base),
        };
        Some(Value::Integer(sign * i128::from_str_radix(digits, base).ok()?))
    }
}

/// Whether values are those that a run has; a character may be signed there.
fn same(read: &[Value], values: &[Value]) -> bool {
    let is_same = |(read, value): (&Value, &Value)| match (read, value) {
        (Value::Integer(read), Value::Integer(value)) => {
            read == value || (0..256).contains(read) && *value < 0 && *value == read - 256
        }
        (read, value) => read == value,
    };
    read.len() == values.len() && read.iter().zip(values).all(is_same)
}

fn is_space(letter: u8) -> bool {
    letter == b' ' || (b'\t'..=b'\r').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use focuscheck_check::formats::parts;

    fn scan(format: &str, count: Option<i128>, values: &[Value]) -> Call {
        Call::Scan { parts: parts(format).expect("a format"), count, values: values.to_vec() }
    }

    fn typed(calls: &[Call]) -> Option<String> {
        text(calls).map(|text| String::from_utf8(text).expect("UTF-8"))
    }

    fn numbers(values: &[i128]) -> Vec<Value> {
        values.iter().map(|value| Value::Integer(*value)).collect()
    }

    #[test]
    fn what_is_read_is_typed() {
        let two = scan("%d %d", Some(2), &numbers(&[50, -49]));
        assert_eq!(typed(&[two.clone(), scan("%d", None, &numbers(&[7]))]).as_deref(), Some("50 -49\n7\n"));
        assert_eq!(typed(&[scan("%d,%x", None, &numbers(&[5, 255]))]).as_deref(), Some("5,ff\n"));
        assert_eq!(typed(&[scan("%i", None, &numbers(&[0]))]).as_deref(), Some("0\n"));
        let end = scan("%d", Some(-1), &[]);
        assert_eq!(typed(&[two, end.clone(), end]).as_deref(), Some("50 -49\n"));
        let word = Value::Letters(2, b"ab".to_vec());
        assert_eq!(typed(&[scan("%9s", Some(1), &[word]), Call::Character(32)]).as_deref(), Some("ab "));
        let float = [Value::Float(0.1), Value::Float(-1e300)];
        assert_eq!(typed(&[scan("%lf%lf", None, &float)]).as_deref(), Some("0.1 -1e300\n"));
    }

    #[test]
    fn what_does_not_match_is_typed() {
        let none = scan("%d", Some(0), &[]);
        assert_eq!(typed(std::slice::from_ref(&none)).as_deref(), Some("x\n"));
        // The letter stays where it is.
        assert_eq!(typed(&[none.clone(), Call::Character(120)]).as_deref(), Some("x\n"));
        assert_eq!(typed(&[none.clone(), scan("%d", Some(-1), &[])]), None);
        let one = scan("%d %d", Some(1), &numbers(&[5]));
        assert_eq!(typed(&[one.clone(), scan("%d", Some(-1), &[])]).as_deref(), Some("5\n"));
        assert_eq!(typed(&[one, scan("%d", Some(0), &[])]).as_deref(), Some("5 x\n"));
    }

    #[test]
    fn lines_and_letters_are_typed() {
        let line = |text: &str, most| Call::Line {
            most,
            count: text.len() as i128,
            letters: text.as_bytes().to_vec(),
        };
        assert_eq!(typed(&[line("ab\n", 9), line("abc", 3), line("\n", 3)]).as_deref(), Some("ab\nabc\n"));
        // A line without its end that has room for it is the last one.
        let end = Call::Line { most: 9, count: -1, letters: Vec::new() };
        assert_eq!(typed(&[line("ab", 9), end.clone()]).as_deref(), Some("ab"));
        assert_eq!(typed(&[line("ab", 9), line("c\n", 9)]), None);
        assert_eq!(typed(&[end, Call::Character(-1)]).as_deref(), Some(""));
        // A number goes on as long as digits come.
        assert_eq!(typed(&[scan("%d", None, &numbers(&[5])), Call::Character(48)]), None);
        assert_eq!(typed(&[scan("%d", None, &numbers(&[5])), Call::Character(10)]).as_deref(), Some("5\n"));
    }
}
