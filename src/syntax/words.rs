//! The words of the language.

use super::ast::Basic;

/// What the language says about a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Nothing.
    Plain,
    /// It can start declaration specifiers.
    Specifier,
    /// It is reserved otherwise.
    Keyword,
}

/// What the language says about the word.
pub(super) fn class(word: &str) -> Word {
    if is_specifier(word) {
        Word::Specifier
    } else if is_keyword(word) {
        Word::Keyword
    } else {
        Word::Plain
    }
}

/// The words basic types consist of, without their variants.
pub(super) fn type_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "void" => "void",
        "char" => "char",
        "short" => "short",
        "int" => "int",
        "long" => "long",
        "float" | "_Float32" => "float",
        "_Float16" | "__bf16" | "_Float128" | "__float128" | "_Float128x" => "half",
        "_Decimal32" | "_Decimal64" | "_Decimal128" => "decimal",
        "double" | "_Float64" | "_Float32x" => "double",
        "_Float64x" | "__float80" => "quad",
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
    if let ["half" | "decimal"] = sorted[..] {
        return Some(Basic::OtherFloat);
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

/// Whether the word is reserved but starts no declaration.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "case"
            | "continue"
            | "default"
            | "do"
            | "else"
            | "for"
            | "goto"
            | "if"
            | "return"
            | "sizeof"
            | "switch"
            | "while"
            | "asm"
            | "__asm"
            | "__asm__"
            | "_Generic"
            | "_Alignof"
            | "__alignof__"
            | "__alignof"
            | "__label__"
            | "__real__"
            | "__imag__"
            | "__real"
            | "__imag"
    )
}

/// Whether the word can start declaration specifiers.
fn is_specifier(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "char"
            | "short"
            | "int"
            | "long"
            | "float"
            | "double"
            | "signed"
            | "unsigned"
            | "_Bool"
            | "_Complex"
            | "__complex__"
            | "__complex"
            | "struct"
            | "union"
            | "enum"
            | "typedef"
            | "extern"
            | "static"
            | "auto"
            | "register"
            | "const"
            | "volatile"
            | "restrict"
            | "inline"
            | "_Noreturn"
            | "_Thread_local"
            | "_Alignas"
            | "_Atomic"
            | "_Static_assert"
            | "__signed__"
            | "__signed"
            | "__const"
            | "__const__"
            | "__volatile__"
            | "__volatile"
            | "__restrict"
            | "__restrict__"
            | "__inline"
            | "__inline__"
            | "__thread"
            | "__extension__"
            | "__attribute__"
            | "__attribute"
            | "__typeof__"
            | "__typeof"
            | "typeof"
            | "__int128"
            | "__int128_t"
            | "__uint128_t"
            | "_Float16"
            | "__bf16"
            | "__float80"
            | "_Decimal32"
            | "_Decimal64"
            | "_Decimal128"
            | "_Float128"
            | "_Float128x"
            | "__float128"
            | "_Float64"
            | "_Float32"
            | "_Float64x"
            | "_Float32x"
            | "__auto_type"
    )
}

/// How a word among the attributes is written that is a keyword.
pub(super) fn specifier_word(attribute: &str) -> Option<&'static str> {
    Some(match attribute {
        "inline" => "inline",
        "Noreturn" => "_Noreturn",
        "Thread_local" => "_Thread_local",
        "thread" => "__thread",
        "Atomic" => "_Atomic",
        "restrict" => "restrict",
        _ => return None,
    })
}
