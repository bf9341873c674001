//! The words that basic types consist of.

use super::ast::Basic;

/// The words basic types consist of, without their variants.
pub(super) fn type_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "void" => "void",
        "char" => "char",
        "short" => "short",
        "int" => "int",
        "long" => "long",
        "float" | "_Float32" => "float",
        "double" | "_Float64" | "_Float32x" => "double",
        "_Float128" | "__float128" | "_Float64x" => "quad",
        "signed" | "__signed__" | "__signed" => "signed",
        "unsigned" => "unsigned",
        "_Bool" => "bool",
        "_Complex" | "__complex__" | "__complex" => "complex",
        "__int128" | "__int128_t" => "int128",
        "__uint128_t" => "uint128",
        _ => return None,
    })
}

/// The type that the words (in any order) name.
pub(super) fn basic_type(words: &[&str]) -> Option<Basic> {
    let mut sorted = words.to_vec();
    sorted.sort_unstable();
    if sorted.contains(&"complex") {
        return Some(Basic::Complex);
    }
    Some(match sorted[..] {
        ["void"] => Basic::Void,
        ["bool"] => Basic::Bool,
        ["char"] => Basic::Char,
        ["char", "signed"] => Basic::SignedChar,
        ["char", "unsigned"] => Basic::UnsignedChar,
        ["short"] | ["int", "short"] | ["short", "signed"] | ["int", "short", "signed"] => Basic::Short,
        ["short", "unsigned"] | ["int", "short", "unsigned"] => Basic::UnsignedShort,
        ["int"] | ["signed"] | ["int", "signed"] => Basic::Int,
        ["unsigned"] | ["int", "unsigned"] => Basic::Unsigned,
        ["long"] | ["int", "long"] | ["long", "signed"] | ["int", "long", "signed"] => Basic::Long,
        ["long", "unsigned"] | ["int", "long", "unsigned"] => Basic::UnsignedLong,
        ["long", "long"]
        | ["int", "long", "long"]
        | ["long", "long", "signed"]
        | ["int", "long", "long", "signed"] => Basic::LongLong,
        ["long", "long", "unsigned"] | ["int", "long", "long", "unsigned"] => Basic::UnsignedLongLong,
        ["int128"] | ["int128", "signed"] => Basic::Int128,
        ["int128", "unsigned"] | ["uint128"] => Basic::UnsignedInt128,
        ["float"] => Basic::Float,
        ["double"] => Basic::Double,
        ["double", "long"] | ["quad"] => Basic::LongDouble,
        _ => return None,
    })
}

/// Why the last of these words cannot stand beside those before it.
pub(super) fn clash(words: &[&str]) -> String {
    let base = |word: &str| matches!(word, "void" | "bool" | "char" | "int" | "float" | "double");
    let Some((last, before)) = words.split_last() else { return String::new() };
    if base(last) && before.iter().any(|word| base(word)) {
        return "two or more data types in declaration specifiers".to_owned();
    }
    match before.iter().filter(|word| *word == last).count() {
        2 if *last == "long" => return "'long long long' is too long".to_owned(),
        1 if *last != "long" => return format!("duplicate '{last}'"),
        _ => {}
    }
    let alone = |word: &&&str| basic_type(&[**word, *last]).is_none();
    let other = before.iter().find(alone).or(before.first()).copied().unwrap_or_default();
    if base(last) {
        format!("both '{other}' and '{last}' in declaration specifiers")
    } else {
        format!("both '{last}' and '{other}' in declaration specifiers")
    }
}
