//! What the formats of `scanf` say.

use super::library;
use super::tree::{Expression, ExpressionKind as Kind, PlaceKind};

/// What a conversion of `scanf` fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// One object.
    Object,
    /// So many characters of an array at most, none of them white space, and the end of the text.
    Word(Option<u64>),
    /// The same, none of them the end of a line.
    Line(Option<u64>),
}

/// Whether a function that scans reads a text in memory.
pub fn is_of_text(name: &str) -> bool {
    matches!(library::replay(name), Some(library::Replay::ScanText))
}

/// The conversions of a format that are modelled. A width limits a number, or makes `%c` fill several objects; `%n` is no
/// input.
pub fn conversions(format: &str) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let width: Option<u64> = after[..digits].parse().ok();
        if (digits > 0) != width.is_some_and(|width| width > 0) {
            return None;
        }
        if let Some(after) = after[digits..].strip_prefix("[^\n]") {
            found.push(Conversion::Line(width));
            rest = after;
            continue;
        }
        let kind = after[digits..].trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']);
        let wide = kind.len() != after.len() - digits;
        match (kind.chars().next()?, width) {
            ('%', None) => {}
            ('s', width) if !wide => found.push(Conversion::Word(width)),
            ('*' | 's' | '[' | 'n' | 'm' | 'C' | 'S', _) | (_, Some(_)) => return None,
            (_, None) => found.push(Conversion::Object),
        }
        let mut letters = kind.chars();
        letters.next();
        rest = letters.as_str();
    }
    Some(found)
}

/// The texts that a format of `printf` makes a call read: the arguments behind the format, each with how many characters are read at
/// most; `None` if the format is none that is known.
pub fn texts(format: &str) -> Option<Vec<(usize, Option<u64>)>> {
    let mut found = Vec::new();
    let (mut rest, mut argument) = (format, 0);
    while let Some((_, after)) = rest.split_once('%') {
        if let Some(after) = after.strip_prefix('%') {
            rest = after;
            continue;
        }
        let flags = after.trim_start_matches(['-', '+', ' ', '#', '0']);
        let numbers = flags.trim_start_matches(|c: char| c.is_ascii_digit() || c == '*' || c == '.');
        let (numbers, kind) = flags.split_at(flags.len() - numbers.len());
        let stars = numbers.matches('*').count();
        let precision = numbers.split_once('.').map(|(_, precision)| precision);
        let letter = kind.trim_start_matches(['h', 'l', 'L', 'q', 'j', 'z', 't']);
        let next = letter.chars().next().filter(char::is_ascii_alphabetic)?;
        argument += stars;
        match (next, precision) {
            ('s', Some(precision)) if kind == letter && !precision.contains('*') => {
                found.push((argument, Some(if precision.is_empty() { 0 } else { precision.parse().ok()? })));
            }
            ('s', None) if kind == letter => found.push((argument, None)),
            _ => {}
        }
        argument += 1;
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
        assert_eq!(texts("%d%% %s %-*.3s|%5s"), Some(vec![(1, None), (3, Some(3)), (4, None)]));
        assert_eq!(texts("%ls %.*s %.s"), Some(vec![(3, Some(0))]));
        assert_eq!(texts("100%"), None);
    }

    #[test]
    fn formats_say_what_is_filled() {
        use Conversion::{Line, Object, Word};
        assert_eq!(conversions("%d %15s%% %lu %c"), Some(vec![Object, Word(Some(15)), Object, Object]));
        assert_eq!(conversions("%s%9[^\n]"), Some(vec![Word(None), Line(Some(9))]));
        assert_eq!(conversions("no"), Some(vec![]));
        for format in ["%ls", "%5ls", "%[a]", "%[^\n", "%n", "%*d", "%3d", "%2c", "%0s", "%ms", "%"] {
            assert_eq!(conversions(format), None, "{format}");
        }
    }
}
