//! The values of constants.

use super::ast::{ExpressionKind, Integer};
use super::token::{Token, TokenKind};

/// The meaning of a number or character token.
pub(super) fn constant(token: &Token<'_>) -> Result<ExpressionKind, String> {
    if token.kind == TokenKind::Character {
        return character(token.text);
    }
    let text = token.text;
    if let Some(value) = plain_decimal(text) {
        let text = text.to_owned();
        return Ok(ExpressionKind::Integer(Integer {
            value,
            decimal: true,
            unsigned: false,
            longs: 0,
            text,
        }));
    }
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let floating = text.contains('.')
        || (hexadecimal && lower.contains('p'))
        || (!hexadecimal && !lower.starts_with("0b") && lower.contains('e'));
    if floating {
        let mark = if hexadecimal { 'p' } else { 'e' };
        let digitless = |exponent: &str| !exponent.trim_start_matches(['+', '-']).starts_with(is_digit);
        if lower.split_once(mark).is_some_and(|(_, exponent)| digitless(exponent)) {
            return Err("exponent has no digits".to_owned());
        }
        return match floating_suffix(&lower, hexadecimal) {
            Some("") => Ok(ExpressionKind::Float(text.to_owned())),
            Some(suffix) if is_floating_suffix(suffix) => Ok(ExpressionKind::Float(text.to_owned())),
            Some(suffix) => Err(format!("invalid suffix \"{suffix}\" on floating constant")),
            None => Err(format!("invalid floating constant \"{text}\"")),
        };
    }
    let (radix, body) = if hexadecimal {
        (16, &lower[2..])
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (2, binary)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, &lower[1..])
    } else {
        (10, &lower[..])
    };
    let length = body.find(|c: char| !c.is_digit(radix.max(10))).unwrap_or(body.len());
    let (digits, suffix) = body.split_at(length);
    let unsigned = suffix.contains('u');
    let longs = suffix.matches('l').count() as u8;
    if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        // Imaginary numbers.
        if suffix.contains(['i', 'j']) && suffix.trim_matches(['i', 'j', 'u', 'l']).is_empty() {
            return Ok(ExpressionKind::Float(text.to_owned()));
        }
        return Err(format!("invalid suffix \"{suffix}\" on integer constant"));
    }
    if let Some(bad) = digits.chars().find(|c| !c.is_digit(radix)) {
        return Err(format!(
            "invalid digit \"{bad}\" in {} constant",
            if radix == 8 { "octal" } else { "binary" }
        ));
    }
    if digits.is_empty() && radix != 8 {
        return Err(format!("invalid suffix \"{}\" on integer constant", &text[1..]));
    }
    let value = if digits.is_empty() { Ok(0) } else { u64::from_str_radix(digits, radix) };
    // For gcc a warning; no type of ours holds the value.
    let Ok(value) = value else { return Ok(ExpressionKind::Float(text.to_owned())) };
    Ok(ExpressionKind::Integer(Integer {
        value,
        decimal: radix == 10,
        unsigned,
        longs,
        text: text.to_owned(),
    }))
}

/// What is doubtful about a constant that has a meaning.
pub(super) fn doubt(constant: &ExpressionKind) -> Option<&'static str> {
    match constant {
        // Not floating, so an integer without a type.
        ExpressionKind::Float(text) if is_digits(text) => Some("integer constant is too large for its type"),
        ExpressionKind::Integer(integer) => {
            let large = integer.decimal && !integer.unsigned && i64::try_from(integer.value).is_err();
            large.then_some("integer constant is so large that it is unsigned")
        }
        ExpressionKind::Character { text, .. } if text.starts_with('\'') => {
            match unescape(&text[1..text.len() - 1], false, false).len() {
                0 | 1 => None,
                2..=4 => Some("multi-character character constant"),
                _ => Some("character constant too long for its type"),
            }
        }
        _ => None,
    }
}

/// Whether the spelling is that of an integer.
fn is_digits(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let body = lower.trim_end_matches(['u', 'l']);
    match body.strip_prefix("0x").or_else(|| body.strip_prefix("0b")) {
        Some(digits) => digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => body.chars().all(is_digit),
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The value of most numbers there are.
fn plain_decimal(text: &str) -> Option<u64> {
    let plain = text.len() < 19 && text.bytes().all(|b| b.is_ascii_digit());
    (plain && (text.len() == 1 || !text.starts_with('0'))).then(|| text.parse().ok()).flatten()
}

/// What follows the digits and the exponent of a floating constant; `None` if they are malformed.
fn floating_suffix(lower: &str, hexadecimal: bool) -> Option<&str> {
    let (body, mark) = if hexadecimal { (&lower[2..], 'p') } else { (lower, 'e') };
    let is_digit = |c: char| if hexadecimal { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let mantissa = body.find(|c: char| !is_digit(c) && c != '.').unwrap_or(body.len());
    let (digits, rest) = body.split_at(mantissa);
    if digits.matches('.').count() > 1 || !digits.contains(is_digit) {
        return None;
    }
    let Some(exponent) = rest.strip_prefix(mark) else {
        return (!hexadecimal).then_some(rest);
    };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let suffix = exponent.trim_start_matches(|c: char| c.is_ascii_digit());
    (suffix.len() < exponent.len()).then_some(suffix)
}

fn is_floating_suffix(suffix: &str) -> bool {
    let real = suffix.trim_matches(['i', 'j']);
    let known = matches!(
        real,
        "" | "f"
            | "l"
            | "q"
            | "w"
            | "d"
            | "df"
            | "dd"
            | "dl"
            | "bf16"
            | "f16"
            | "f32"
            | "f64"
            | "f128"
            | "f32x"
            | "f64x"
            | "f128x"
    );
    known && suffix.len() <= real.len() + 1
}

fn character(text: &str) -> Result<ExpressionKind, String> {
    let wide = !text.starts_with('\'');
    let inner = text.trim_start_matches(['L', 'u', 'U']);
    let inner = &inner[1..inner.len() - 1];
    let units = unescape(inner, wide, false);
    let value = match units[..] {
        [] => return Err("empty character constant".to_owned()),
        [one] if wide => i64::from(one),
        [one] => i64::from(one as u8 as i8),
        // gcc packs several characters into an int.
        _ => i64::from(units.iter().fold(0u32, |value, &unit| (value << 8) | (unit & 0xFF)) as i32),
    };
    Ok(ExpressionKind::Character { value, text: text.to_owned() })
}

/// How the characters of literals are encoded, by their prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes: none, or `u8`.
    Plain,
    /// `wchar_t`: `L`.
    Wide,
    /// `char16_t`: `u`.
    Utf16,
    /// `char32_t`: `U`.
    Utf32,
}

impl Encoding {
    /// Whether characters are code points, and not bytes.
    pub fn is_wide(self) -> bool {
        self != Encoding::Plain
    }
}

/// The encoding of adjacent literals: that of the first one that says it.
pub fn encoding<T: AsRef<str>>(parts: &[T]) -> Encoding {
    let of = |part: &str| match part.split(['"', '\'']).next() {
        Some("L" | "LR") => Some(Encoding::Wide),
        Some("u" | "uR") => Some(Encoding::Utf16),
        Some("U" | "UR") => Some(Encoding::Utf32),
        _ => None,
    };
    parts.iter().find_map(|part| of(part.as_ref())).unwrap_or(Encoding::Plain)
}

/// The value of a character constant whose characters are one byte each in the file.
pub fn character_of_bytes(text: &str) -> Option<i64> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let units = unescape(inner, false, true);
    Some(match units[..] {
        [one] => i64::from(one as u8 as i8),
        _ => i64::from(units.iter().fold(0u32, |value, &unit| (value << 8) | (unit & 0xFF)) as i32),
    })
}

/// The characters between the quotes of a literal: bytes, or code points in wide ones. With `bytes`, characters of the
/// text are one byte each in the file, and not what UTF-8 makes of them.
pub fn unescape(inner: &str, wide: bool, bytes: bool) -> Vec<u32> {
    let mut units = Vec::new();
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            if wide || (bytes && u32::from(c) < 256) {
                units.push(c as u32);
            } else {
                units.extend(c.to_string().bytes().map(u32::from));
            }
            continue;
        }
        let Some(escaped) = chars.next() else { break };
        units.push(match escaped {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' | 'u' | 'U' => {
                let most = match escaped {
                    'x' => usize::MAX,
                    'u' => 4,
                    _ => 8,
                };
                let mut value = 0u32;
                let mut count = 0;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)).filter(|_| count < most) {
                    value = (value << 4) | digit;
                    count += 1;
                    chars.next();
                }
                if escaped != 'x' && !wide {
                    // A universal character name is the bytes of the character.
                    let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
                    units.extend(character.to_string().bytes().map(u32::from));
                    continue;
                }
                value
            }
            '0'..='7' => {
                let mut value = escaped.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    chars.next();
                }
                value
            }
            other => other as u32,
        });
    }
    units
}
