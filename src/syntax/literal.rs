//! The values of constants.

use super::ast::{ExpressionKind, Integer};
use super::token::{Token, TokenKind};

/// The meaning of a number or character token.
pub(super) fn constant(token: &Token) -> Result<ExpressionKind, String> {
    if token.kind == TokenKind::Character {
        return character(&token.text);
    }
    let text = &*token.text;
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let floating = text.contains('.')
        || (hexadecimal && lower.contains('p'))
        || (!hexadecimal && !lower.starts_with("0b") && lower.contains('e'));
    if floating {
        let digits = lower.trim_end_matches(['f', 'l', 'i', 'j', 'q', 'w', 'd']);
        let exponent = if hexadecimal { 'p' } else { 'e' };
        let bare = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        if digits.split_once(exponent).is_some_and(|(_, rest)| bare(rest.trim_start_matches(['+', '-']))) {
            return Err("exponent has no digits".to_owned());
        }
        if !hexadecimal && digits.parse::<f64>().is_err() {
            return Err(format!("invalid floating constant \"{text}\""));
        }
        return Ok(ExpressionKind::Float(text.to_owned()));
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
        if matches!(suffix, "i" | "j" | "f") {
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
    // As in gcc, the low bits of a value that is too large are kept.
    let value = digits
        .chars()
        .filter_map(|c| c.to_digit(radix))
        .fold(0u64, |value, digit| value.wrapping_mul(u64::from(radix)).wrapping_add(u64::from(digit)));
    Ok(ExpressionKind::Integer(Integer {
        value,
        decimal: radix == 10,
        unsigned,
        longs,
        text: text.to_owned(),
    }))
}

/// What is doubtful about a constant that has a meaning.
pub(super) fn doubt(token: &Token, constant: &ExpressionKind) -> Option<&'static str> {
    match constant {
        ExpressionKind::Integer(integer) => {
            let lower = token.text.to_ascii_lowercase();
            let (radix, digits) = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
                (Some(digits), _) => (16, digits),
                (_, Some(digits)) => (2, digits),
                _ if integer.decimal => (10, &*lower),
                _ => (8, &*lower),
            };
            if u64::from_str_radix(digits.trim_end_matches(['u', 'l']), radix).is_err() {
                Some("integer constant is too large for its type")
            } else if integer.decimal && !integer.unsigned && i64::try_from(integer.value).is_err() {
                Some("integer constant is so large that it is unsigned")
            } else {
                None
            }
        }
        ExpressionKind::Character { text, .. } if text.starts_with('\'') => {
            match unescape(&text[1..text.len() - 1], false).len() {
                0 | 1 => None,
                2..=4 => Some("multi-character character constant"),
                _ => Some("character constant too long for its type"),
            }
        }
        _ => None,
    }
}

fn character(text: &str) -> Result<ExpressionKind, String> {
    let wide = !text.starts_with('\'');
    let inner = text.trim_start_matches(['L', 'u', 'U']);
    let inner = &inner[1..inner.len() - 1];
    let units = unescape(inner, wide);
    let value = match units[..] {
        [] => return Err("empty character constant".to_owned()),
        [one] if wide => i64::from(one),
        [one] => i64::from(one as u8 as i8),
        // gcc packs several characters into an int.
        _ => i64::from(units.iter().fold(0u32, |value, &unit| (value << 8) | (unit & 0xFF)) as i32),
    };
    Ok(ExpressionKind::Character { value, text: text.to_owned() })
}

/// The characters between the quotes of a literal: bytes, or code points in wide ones.
pub(crate) fn unescape(inner: &str, wide: bool) -> Vec<u32> {
    let mut units = Vec::new();
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            if wide {
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
