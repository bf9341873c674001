//! What the formats of `scanf` say.

use focuscheck_base::reading::Drawn;

use super::library;
use super::tree::{Expression, ExpressionKind as Kind, PlaceKind};

/// What a conversion of `scanf` fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// One object, with a value in this range if the format says one, and of this size.
    Object(Option<(i128, i128)>, Option<Size>),
    /// A floating-point number of so many bytes.
    Float(u64),
    /// So many characters of an array at most, none of them white space, and the end of the text.
    Word(Option<u64>),
    /// The same, none of them the end of a line.
    Line(Option<u64>),
    /// The same, all of them of a set.
    Letters(Option<u64>, Set),
}

/// How large the object is that a conversion fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many bytes on every machine.
    Bytes(u64),
    /// As large as `size_t`.
    Word,
}

/// The characters that `%[…]` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Whether it reads all but these.
    pub is_negated: bool,
    /// The first and the last character of each range.
    pub ranges: Vec<(u8, u8)>,
}

impl Set {
    /// Whether it has a character.
    pub fn has(&self, letter: u8) -> bool {
        self.ranges.iter().any(|&(first, last)| (first..=last).contains(&letter)) != self.is_negated
    }
}

/// A part of a format of `scanf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// White space, of any length.
    Space,
    /// This character.
    Letter(u8),
    /// A conversion.
    Conversion(Read),
}

/// A conversion of a format of `scanf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// Whether what is read goes nowhere: `%*d`.
    pub is_dropped: bool,
    /// The most characters that it reads; at least 1.
    pub width: Option<u64>,
    /// What stands between the width and the letter: `l` of `%ld`.
    pub modifier: String,
    /// What it reads.
    pub what: What,
}

/// What a conversion of `scanf` reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An integer in a base; in base 0 the number says its own.
    Integer {
        /// The base.
        base: u32,
        /// Whether it goes to a signed object.
        is_signed: bool,
    },
    /// `%s`
    Word,
    /// `%c`
    Characters,
    /// `%[…]`
    Letters(Set),
    /// `%n`: nothing; it says how much was read.
    Count,
    /// A floating-point number.
    Float,
    /// Another: a pointer, …
    Other,
}

/// Whether a function that scans reads a text in memory.
pub fn is_of_text(name: &str) -> bool {
    matches!(library::replay(name), Some(library::Replay::ScanText))
}

/// The parts of a format of `scanf`; `None` if it is none that is known.
pub fn parts(format: &str) -> Option<Vec<Part>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        match letter {
            ' ' | '\t'..='\r' => found.push(Part::Space),
            '%' if rest.starts_with('%') => {
                rest = &rest[1..];
                found.extend([Part::Space, Part::Letter(b'%')]);
            }
            '%' => {
                let (read, after) = conversion(rest)?;
                let is_text = matches!(read.what, What::Characters | What::Letters(_) | What::Count);
                if !is_text {
                    found.push(Part::Space);
                }
                found.push(Part::Conversion(read));
                rest = after;
            }
            _ => found.push(Part::Letter(u8::try_from(letter).ok().filter(u8::is_ascii)?)),
        }
    }
    Some(found)
}

/// A conversion behind its `%`, and what follows it.
fn conversion(text: &str) -> Option<(Read, &str)> {
    let (is_dropped, text) = match text.strip_prefix('*') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let width: Option<u64> = text[..digits].parse().ok();
    if (digits > 0) != width.is_some_and(|width| width > 0) {
        return None;
    }
    let text = &text[digits..];
    let kind = text.trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']);
    let modifier = text[..text.len() - kind.len()].to_owned();
    let letter = kind.chars().next().filter(char::is_ascii)?;
    let after = &kind[1..];
    let read = |what| Read { is_dropped, width, modifier: modifier.clone(), what };
    let integer = |base, is_signed| Some((read(What::Integer { base, is_signed }), after));
    match letter {
        'd' => integer(10, true),
        'i' => integer(0, true),
        'u' => integer(10, false),
        'o' => integer(8, false),
        'x' | 'X' => integer(16, false),
        's' if modifier.is_empty() => Some((read(What::Word), after)),
        'c' if modifier.is_empty() => Some((read(What::Characters), after)),
        '[' if modifier.is_empty() => {
            let (set, after) = set(after)?;
            Some((read(What::Letters(set)), after))
        }
        'n' if !is_dropped && width.is_none() => Some((read(What::Count), after)),
        'a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G' => Some((read(What::Float), after)),
        'p' => Some((read(What::Other), after)),
        _ => None,
    }
}

/// The set behind a `[`, and what follows its `]`. One that is first is a character of it.
fn set(text: &str) -> Option<(Set, &str)> {
    let (is_negated, text) = match text.strip_prefix('^') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let end = text.char_indices().skip(1).find(|(_, letter)| *letter == ']')?.0;
    let letters = &text.as_bytes()[..end];
    if !text[..end].is_ascii() {
        return None;
    }
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        match letters[at..] {
            [first, b'-', last, ..] if first <= last => {
                ranges.push((first, last));
                at += 3;
            }
            // What a range that ends before it begins means is not said.
            [_, b'-', _, ..] => return None,
            _ => {
                ranges.push((letters[at], letters[at]));
                at += 1;
            }
        }
    }
    Some((Set { is_negated, ranges }, &text[end + 1..]))
}

/// What a format of `scanf` fills, as far as that is modelled; `%n` is no input.
pub fn conversions(format: &str) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let parts = parts(format)?;
    if parts.windows(2).any(|pair| ends_before(&pair[0], &pair[1])) {
        return None;
    }
    for part in parts {
        let Part::Conversion(Read { is_dropped, width, modifier, what }) = part else { continue };
        let line = Set { is_negated: true, ranges: vec![(b'\n', b'\n')] };
        let conversion = match what {
            What::Count => return None,
            _ if is_dropped => continue,
            What::Word => Conversion::Word(width),
            What::Letters(set) if set == line => Conversion::Line(width),
            What::Letters(set) => Conversion::Letters(width, set),
            What::Characters if width.is_none_or(|width| width == 1) => {
                Conversion::Object(None, Some(Size::Bytes(1)))
            }
            What::Integer { base: 10, is_signed: true } if modifier.is_empty() => {
                let most = |digits: u64| 10_i128.pow(digits.min(18) as u32) - 1;
                Conversion::Object(width.map(|width| (-most(width - 1), most(width))), Some(Size::Bytes(4)))
            }
            What::Float if width.is_none() => Conversion::Float(match &*modifier {
                "" => 4,
                "l" => 8,
                _ => 16,
            }),
            What::Integer { .. } if width.is_none() => Conversion::Object(None, size(&modifier)),
            What::Other if width.is_none() => Conversion::Object(None, None),
            What::Characters | What::Integer { .. } | What::Float | What::Other => return None,
        };
        found.push(conversion);
    }
    Some(found)
}

/// Whether a part reads letters that the next one asks for, so that how many it reads decides whether the next one finds any: in
/// `%9s,` the word has all nine letters, or the comma is one of them.
fn ends_before(part: &Part, next: &Part) -> bool {
    let Part::Conversion(Read { what, .. }) = part else { return false };
    let is_letter = |asked: &dyn Fn(u8) -> bool| match next {
        Part::Letter(letter) => asked(*letter),
        // What a single letter, or one of a set, may be hangs on where the word ends.
        Part::Conversion(Read { what: What::Characters | What::Letters(_), .. }) => true,
        Part::Space | Part::Conversion(_) => false,
    };
    match what {
        What::Word => is_letter(&|_| true),
        What::Letters(set) => is_letter(&|letter| set.has(letter)),
        What::Integer { .. } => matches!(next, Part::Letter(letter) if letter.is_ascii_hexdigit()),
        What::Characters | What::Count | What::Float | What::Other => false,
    }
}

/// What the number of arguments that `scanf` fills by a format says of the text that is read. One that asks for white space at
/// most gives zero where the text has ended, too.
pub fn filled(format: &str) -> Drawn {
    let parts = parts(format).unwrap_or_default();
    match parts.iter().find(|part| **part != Part::Space) {
        Some(Part::Conversion(Read { is_dropped: false, what: What::Word | What::Characters, .. })) => {
            Drawn::Taken
        }
        Some(Part::Space | Part::Letter(_) | Part::Conversion(_)) => Drawn::Filled,
        None => Drawn::Other,
    }
}

/// What each conversion of a format of `scanf` that fills something gives of the text that is read.
pub fn drawn(format: &str) -> Option<Vec<Drawn>> {
    let parts = parts(format)?;
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let Part::Conversion(Read { is_dropped: false, width, what, .. }) = part else { continue };
        let is_last = at + 1 == parts.len();
        found.push(match what {
            What::Integer { base: 10 | 16, .. } if is_last && width.is_none() => Drawn::Number,
            What::Characters if at == 0 => Drawn::Letter,
            What::Integer { .. }
            | What::Word
            | What::Characters
            | What::Letters(_)
            | What::Count
            | What::Float
            | What::Other => Drawn::Other,
        });
    }
    Some(found)
}

/// How large an integer is of which a conversion has this modifier, if that is known.
fn size(modifier: &str) -> Option<Size> {
    Some(match modifier {
        "hh" => Size::Bytes(1),
        "h" => Size::Bytes(2),
        "" => Size::Bytes(4),
        "ll" | "j" | "q" | "L" => Size::Bytes(8),
        "l" | "z" | "t" => Size::Word,
        _ => return None,
    })
}

/// What a format of `printf` makes a call do with one of the arguments behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// A text is read.
    Text(Most),
    /// It is a width or a precision.
    Number,
    /// Anything else.
    Other,
}

/// How many characters of a text are read at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Most {
    /// All.
    All,
    /// So many.
    Characters(u64),
    /// As many as the argument before says, if that is not negative.
    Before,
}

/// What becomes of the arguments behind a format of `printf`, in order; `None` if the format is none that is known.
pub fn printed(format: &str) -> Option<Vec<Printed>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        if let Some(after) = after.strip_prefix('%') {
            rest = after;
            continue;
        }
        let flags = after.trim_start_matches(['-', '+', ' ', '#', '0']);
        let numbers = flags.trim_start_matches(|c: char| c.is_ascii_digit() || c == '*' || c == '.');
        let (numbers, kind) = flags.split_at(flags.len() - numbers.len());
        let precision = numbers.split_once('.').map(|(_, precision)| precision);
        let letter = kind.trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']);
        let next = letter.chars().next().filter(char::is_ascii_alphabetic)?;
        found.extend(numbers.matches('*').map(|_| Printed::Number));
        found.push(match (next, precision) {
            ('s', Some("*")) if kind == letter => Printed::Text(Most::Before),
            ('s', Some("")) if kind == letter => Printed::Text(Most::Characters(0)),
            ('s', Some(most)) if kind == letter => Printed::Text(Most::Characters(most.parse().ok()?)),
            ('s', None) if kind == letter => Printed::Text(Most::All),
            _ => Printed::Other,
        });
        rest = &letter[1..];
    }
    Some(found)
}

/// The characters of a string literal, without the zero at its end.
pub fn text(expression: &Expression) -> Option<String> {
    match expression.unconverted() {
        Kind::Decay(place) => match &place.kind {
            PlaceKind::Text(units) => {
                let units = units.strip_suffix(&[0]).unwrap_or(units);
                Some(units.iter().map(|&unit| char::from_u32(unit).unwrap_or('?')).collect())
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_say_what_is_read() {
        use Most::{All, Before, Characters};
        use Printed::{Number, Other, Text};
        assert_eq!(
            printed("%d%% %s %-*.3s|%5s"),
            Some(vec![Other, Text(All), Number, Text(Characters(3)), Text(All)])
        );
        assert_eq!(printed("%ls %.*s %.s"), Some(vec![Other, Number, Text(Before), Text(Characters(0))]));
        assert_eq!(printed("100%"), None);
    }

    #[test]
    fn formats_say_what_is_filled() {
        use Conversion::{Letters, Line, Object, Word};
        let of = |bytes| Object(None, Some(Size::Bytes(bytes)));
        let found = conversions("%d %15s%% %lu %c%hhd");
        let bytes = vec![of(4), Word(Some(15)), Object(None, Some(Size::Word)), of(1), of(1)];
        assert_eq!(found, Some(bytes));
        assert_eq!(conversions("%s %9[^\n]"), Some(vec![Word(None), Line(Some(9))]));
        assert_eq!(conversions("no%*d%*[^,]"), Some(vec![]));
        // A word does not end before what is no white space.
        assert!(
            ["%9s,%d", "%9s%c", "%9[^;],", "%9[a-z]%c", "%d0"]
                .iter()
                .all(|format| conversions(format).is_none())
        );
        assert!(
            ["%9s ,%d", "%9[^,],%d", "%d,%d", "%d%c", "%9s%d"]
                .iter()
                .all(|format| conversions(format).is_some())
        );
        let floats = [4, 8, 16].map(Conversion::Float).to_vec();
        assert_eq!(conversions("%f,%lg%Le"), Some(floats));
        assert_eq!(
            conversions("%3d%1d"),
            Some(vec![
                Object(Some((-99, 999)), Some(Size::Bytes(4))),
                Object(Some((0, 9)), Some(Size::Bytes(4)))
            ])
        );
        let set = |is_negated, ranges: &[(u8, u8)]| Set { is_negated, ranges: ranges.to_vec() };
        assert_eq!(
            conversions("%[a-z_]"),
            Some(vec![Letters(None, set(false, &[(b'a', b'z'), (b'_', b'_')]))])
        );
        assert_eq!(
            conversions("%5[^]x-]"),
            Some(vec![Letters(Some(5), set(true, &[(b']', b']'), (b'x', b'x'), (b'-', b'-')]))])
        );
        for format in ["%ls", "%5f", "%5ls", "%[^\n", "%[]", "%[z-a]", "%n", "%3x", "%2c", "%0s", "%ms", "%"]
        {
            assert_eq!(conversions(format), None, "{format}");
        }
    }
}
