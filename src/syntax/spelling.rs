//! How identifiers, punctuators and trigraphs are spelled.

/// Whether a character can be in an identifier.
pub(super) fn in_wide_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric() || is_extra_letter(c)
}

/// Letters of identifiers that Unicode does not count as letters: marks that follow a letter, and pictures.
fn is_extra_letter(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36F | 0x200B..=0x200D | 0x203F..=0x2040 | 0x2054 | 0x2060..=0x206F
        | 0x20D0..=0x218F | 0x2460..=0x24FF | 0x2776..=0x2793 | 0xFE00..=0xFE0F | 0x1F000..=0x1FFFD)
}

/// What a trigraph stands for, by its last character.
pub(super) fn trigraph(third: u8) -> Option<u8> {
    Some(match third {
        b'=' => b'#',
        b'(' => b'[',
        b')' => b']',
        b'<' => b'{',
        b'>' => b'}',
        b'\'' => b'^',
        b'!' => b'|',
        b'-' => b'~',
        b'/' => b'\\',
        _ => return None,
    })
}

/// The longest punctuator at the start, digraphs as what they stand for, and its length.
pub(super) fn longest_punctuator(text: &[u8]) -> Option<(&'static str, usize)> {
    Some(match text {
        [b'%', b':', b'%', b':', ..] => ("##", 4),
        [b'.', b'.', b'.', ..] => ("...", 3),
        [b'<', b'<', b'=', ..] => ("<<=", 3),
        [b'>', b'>', b'=', ..] => (">>=", 3),
        [b'(', ..] => ("(", 1),
        [b')', ..] => (")", 1),
        [b';', ..] => (";", 1),
        [b',', ..] => (",", 1),
        [b'{', ..] => ("{", 1),
        [b'}', ..] => ("}", 1),
        [b'[', ..] => ("[", 1),
        [b']', ..] => ("]", 1),
        [b'?', ..] => ("?", 1),
        [b'~', ..] => ("~", 1),
        [b'.', ..] => (".", 1),
        [b':', b'>', ..] => ("]", 2),
        [b':', ..] => (":", 1),
        [b'=', b'=', ..] => ("==", 2),
        [b'=', ..] => ("=", 1),
        [b'-', b'>', ..] => ("->", 2),
        [b'-', b'-', ..] => ("--", 2),
        [b'-', b'=', ..] => ("-=", 2),
        [b'-', ..] => ("-", 1),
        [b'+', b'+', ..] => ("++", 2),
        [b'+', b'=', ..] => ("+=", 2),
        [b'+', ..] => ("+", 1),
        [b'*', b'=', ..] => ("*=", 2),
        [b'*', ..] => ("*", 1),
        [b'/', b'=', ..] => ("/=", 2),
        [b'/', ..] => ("/", 1),
        [b'%', b'=', ..] => ("%=", 2),
        [b'%', b'>', ..] => ("}", 2),
        [b'%', b':', ..] => ("#", 2),
        [b'%', ..] => ("%", 1),
        [b'&', b'&', ..] => ("&&", 2),
        [b'&', b'=', ..] => ("&=", 2),
        [b'&', ..] => ("&", 1),
        [b'|', b'|', ..] => ("||", 2),
        [b'|', b'=', ..] => ("|=", 2),
        [b'|', ..] => ("|", 1),
        [b'^', b'=', ..] => ("^=", 2),
        [b'^', ..] => ("^", 1),
        [b'!', b'=', ..] => ("!=", 2),
        [b'!', ..] => ("!", 1),
        [b'<', b'<', ..] => ("<<", 2),
        [b'<', b'=', ..] => ("<=", 2),
        [b'<', b':', ..] => ("[", 2),
        [b'<', b'%', ..] => ("{", 2),
        [b'<', ..] => ("<", 1),
        [b'>', b'>', ..] => (">>", 2),
        [b'>', b'=', ..] => (">=", 2),
        [b'>', ..] => (">", 1),
        [b'#', b'#', ..] => ("##", 2),
        [b'#', ..] => ("#", 1),
        _ => return None,
    })
}
