//! What `sprintf` and its like write, as C: a body that is made for the format of a call.

use std::fmt::Write;

/// The type of what a body gets for a conversion, as C.
type Parameter = &'static str;

/// How wide a conversion is at least, and how it is filled up to that.
#[derive(Clone, Copy, Default)]
struct Field {
    left: bool,
    zeros: bool,
    width: u32,
    precision: Option<u32>,
}

/// A body for a format, and the types of what it gets after the buffer (and its size, if it has one).
pub struct Written {
    /// The definition of the function.
    pub source: String,
    /// The types of its further parameters: texts are `const char *`, all others integers.
    pub parameters: Vec<Parameter>,
}

/// What is said where places may overlap that are read and written.
pub const APART: &str = "apart(); ";

/// The wider fields are not modelled.
const WIDEST: u32 = 256;

/// The body of a function of this name for a format; `None` if something in it is not modelled. One that is `bounded` gets the
/// size of the buffer as its second argument, and writes no more than that. Where the texts that it reads `may_overlap` with the
/// buffer, it is taken for granted that they do not.
pub fn written(name: &str, format: &str, bounded: bool, may_overlap: bool) -> Option<Written> {
    let mut body = Body { text: String::new(), parameters: Vec::new(), bounded };
    let mut rest = format;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        if letter != '%' {
            body.put(&u8::try_from(u32::from(letter)).ok()?.to_string());
        } else {
            rest = body.conversion(rest)?;
        }
    }
    let size = if bounded { "size_t n, " } else { "" };
    let mut head = format!("int {name}(char *s, {size}const void *format");
    for (number, ty) in body.parameters.iter().enumerate() {
        let _ = write!(head, ", {ty} a{number}");
    }
    let end = match bounded {
        true => "if (n > 0) s[at < n ? at : n - 1] = 0;",
        false => "s[at] = 0;",
    };
    let text = body.text;
    let begin = if may_overlap { APART } else { "" };
    let source = format!(
        "void apart(void); {head}) {{ size_t at = 0, i = 0; int length = 0; {begin}{text} {end} \
         return (int)at; }}\n"
    );
    Some(Written { source, parameters: body.parameters })
}

struct Body {
    text: String,
    parameters: Vec<Parameter>,
    bounded: bool,
}

impl Body {
    /// Writes a character.
    fn put(&mut self, character: &str) {
        let room = if self.bounded { "if (at + 1 < n) " } else { "" };
        let _ = write!(self.text, "{room}s[at] = (char)({character}); at++; ");
    }

    /// Writes a character as long as something holds.
    fn put_while(&mut self, condition: &str, character: &str, step: &str) {
        let _ = write!(self.text, "while ({condition}) {{ ");
        self.put(character);
        let _ = write!(self.text, "{step} }} ");
    }

    /// A conversion, behind its `%`; what follows it.
    fn conversion<'f>(&mut self, text: &'f str) -> Option<&'f str> {
        let mut field = Field::default();
        let mut rest = text;
        loop {
            let next = rest.chars().next()?;
            match next {
                '-' => field.left = true,
                '0' => field.zeros = true,
                _ => break,
            }
            rest = &rest[1..];
        }
        let number = |rest: &mut &str| -> Option<u32> {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, after) = rest.split_at(digits);
            *rest = after;
            if number.is_empty() { Some(0) } else { number.parse().ok().filter(|&n| n <= WIDEST) }
        };
        field.width = number(&mut rest)?;
        if let Some(after) = rest.strip_prefix('.') {
            rest = after;
            field.precision = Some(number(&mut rest)?);
        }
        let modifiers = rest.len() - rest.trim_start_matches(['h', 'l', 'z']).len();
        let (modifier, after) = rest.split_at(modifiers);
        let kind = after.chars().next()?;
        let after = &after[kind.len_utf8()..];
        match (kind, modifier) {
            ('%', "") if rest == text => self.put("'%'"),
            ('c', "") if field.precision.is_none() && !field.zeros => self.character(field),
            ('s', "") if !field.zeros => self.text(field),
            ('d' | 'i' | 'u' | 'x', modifier) if field.precision.is_none() => {
                let signed = matches!(kind, 'd' | 'i');
                let (parameter, cast) = integer(modifier, signed)?;
                self.number(field, (parameter, cast, signed), if kind == 'x' { 16 } else { 10 });
            }
            _ => return None,
        }
        Some(after)
    }

    fn parameter(&mut self, ty: Parameter) -> String {
        self.parameters.push(ty);
        format!("a{}", self.parameters.len() - 1)
    }

    fn character(&mut self, field: Field) {
        let value = self.parameter("int");
        let _ = write!(self.text, "length = 1; ");
        self.filled(field.width, !field.left, "' '");
        self.put(&value);
        self.filled(field.width, field.left, "' '");
    }

    fn text(&mut self, field: Field) {
        let value = self.parameter("const char *");
        let goes_on = match field.precision {
            Some(most) => format!("i < {most} && {value}[i] != 0"),
            None => format!("{value}[i] != 0"),
        };
        if field.width > 0 && !field.left {
            let _ = write!(self.text, "i = 0; while ({goes_on}) i++; length = (int)i; ");
            self.filled(field.width, true, "' '");
        }
        let _ = write!(self.text, "i = 0; ");
        self.put_while(&goes_on, &format!("{value}[i]"), "i++;");
        if field.left {
            let _ = write!(self.text, "length = (int)i; ");
            self.filled(field.width, true, "' '");
        }
    }

    /// A number, digit by digit: each is there if those behind it are and the number is as large as its unit.
    fn number(&mut self, field: Field, (parameter, cast, signed): (Parameter, &str, bool), base: u64) {
        let value = self.parameter(parameter);
        let at = self.parameters.len();
        let (value, u) = (format!("({cast}){value}"), format!("u{at}"));
        let is_long = matches!(cast.trim_start_matches("unsigned "), "long" | "long long" | "size_t");
        let (kind, most) =
            if is_long { ("unsigned long long", u64::MAX) } else { ("unsigned", u32::MAX.into()) };
        let _ = write!(self.text, "{kind} {u} = {value}; ");
        if signed {
            let _ = write!(self.text, "if ({value} < 0) {u} = 0 - ({kind})({value}); ");
        }
        let units: Vec<u64> =
            std::iter::successors(Some(base), |unit| unit.checked_mul(base).filter(|unit| *unit <= most))
                .collect();
        if field.width > 1 {
            let _ = write!(self.text, "length = 1; ");
            if signed {
                let _ = write!(self.text, "if ({value} < 0) length++; ");
            }
            for unit in &units {
                let _ = write!(self.text, "if ({u} >= {unit}u) {{ length++; ");
            }
            self.text.push_str(&"} ".repeat(units.len()));
        }
        self.filled(field.width, !field.left && !field.zeros, "' '");
        if signed {
            let _ = write!(self.text, "if ({value} < 0) {{ ");
            self.put("'-'");
            let _ = write!(self.text, "}} ");
        }
        self.filled(field.width, !field.left && field.zeros, "'0'");
        for unit in &units {
            let _ = write!(self.text, "if ({u} >= {unit}u) {{ ");
        }
        for unit in units.iter().rev() {
            self.digit(&format!("{u} / {unit}u % {base}"), base);
            let _ = write!(self.text, "}} ");
        }
        self.digit(&format!("{u} % {base}"), base);
        self.filled(field.width, field.left, "' '");
    }

    fn digit(&mut self, digit: &str, base: u64) {
        match base {
            10 => self.put(&format!("'0' + {digit}")),
            _ => self.put(&format!("{digit} < 10 ? '0' + {digit} : 'a' + {digit} - 10")),
        }
    }

    /// Fills up to a width, if that is done here.
    fn filled(&mut self, width: u32, is_here: bool, character: &str) {
        if is_here && width > 1 {
            self.put_while(&format!("length < {width}"), character, "length++;");
        }
    }
}

/// The type of the parameter for an integer, and the one that it is converted to.
fn integer(modifier: &str, signed: bool) -> Option<(Parameter, &'static str)> {
    Some(match (modifier, signed) {
        ("", true) => ("int", "int"),
        ("", false) => ("unsigned", "unsigned"),
        ("h", true) => ("int", "short"),
        ("h", false) => ("int", "unsigned short"),
        ("hh", true) => ("int", "signed char"),
        ("hh", false) => ("int", "unsigned char"),
        ("l", true) => ("long", "long"),
        ("l", false) => ("unsigned long", "unsigned long"),
        ("ll", true) => ("long long", "long long"),
        ("ll", false) => ("unsigned long long", "unsigned long long"),
        ("z", false) => ("size_t", "size_t"),
        _ => return None,
    })
}
