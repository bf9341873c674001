//! What `sscanf` reads, as C: a body that is made for the format of a call. And what a set of characters asks of one.

use std::fmt::Write;

use super::formats::{Part, Read, Set, What, parts};
use super::written::APART;

/// A body for a format, and the types of what it fills, as C: pointers to these.
pub struct Scanned {
    /// The definition of the function.
    pub source: String,
    /// The types of the objects that its further parameters point to.
    pub targets: Vec<&'static str>,
}

/// What reads white space.
const SKIP: &str = "while (s[i] == ' ' || (s[i] >= '\\t' && s[i] <= '\\r')) i++; ";

/// The body of `sscanf`, or of a function of another name, for a format; `None` if something in it is not modelled.
pub fn scanned(name: &str, format: &str, may_overlap: bool) -> Option<Scanned> {
    let mut body = Body { text: String::new(), targets: Vec::new(), stored: 0, passed: 0 };
    for part in parts(format)? {
        body.text.push_str("if (goes_on) { ");
        match part {
            Part::Space => body.text.push_str(SKIP),
            Part::Letter(letter) => {
                let failure = body.failure();
                let _ = write!(
                    body.text,
                    "if (s[i] == {letter}) i++; else {{ if (s[i] == 0) {{ {failure} }} goes_on = 0; }} "
                );
            }
            Part::Conversion(read) => body.conversion(&read)?,
        }
        body.text.push_str("} ");
    }
    let mut head = format!("int {name}(const char *s, const void *format");
    for (number, ty) in body.targets.iter().enumerate() {
        let _ = write!(head, ", {ty} *a{number}");
    }
    let text = body.text;
    let begin = if may_overlap { APART } else { "" };
    let source = format!(
        "int either(void); int unknown(void); void apart(void); {head}) {{ size_t i = 0, k = 0, start = 0; \
         int filled = 0, goes_on = 1, is_negative = 0, too_large = 0, digit = 0, radix = 0; unsigned long long n = 0; \
         {begin}{text} return filled; }}\n"
    );
    Some(Scanned { source, targets: body.targets })
}

/// The body of what `%[…]` of `scanf` reads: fewer letters than the limit.
pub fn letters(set: &Set) -> String {
    let mut assumed = String::new();
    if set.is_negated {
        for &range in &set.ranges {
            let _ = write!(assumed, "assume(!({})); ", within(range, "c"));
        }
    } else {
        let _ = write!(assumed, "assume({}); ", is_in(set, "c"));
    }
    format!(
        "int letters(const char *s, int low, int limit); char letter(const char *s); void assume(int condition); \
         char *set(char *s, int limit) {{ int count = letters(\"s\", 1, limit), i = 0; char c = 0; \
         while (i < count) {{ c = letter(\"s\"); {assumed} s[i] = c; i++; }} s[i] = 0; return s; }}\n"
    )
}

/// Whether a character is in a range, as C.
fn within((first, last): (u8, u8), letter: &str) -> String {
    match first == last {
        true => format!("{letter} == {first}"),
        false => format!("{letter} >= {first} && {letter} <= {last}"),
    }
}

/// Whether a character is one of a set, as C.
fn is_in(set: &Set, letter: &str) -> String {
    let ranges: Vec<String> =
        set.ranges.iter().map(|&range| format!("({})", within(range, letter))).collect();
    let not = if set.is_negated { "!" } else { "" };
    format!("{not}({})", ranges.join(" || "))
}

struct Body {
    text: String,
    targets: Vec<&'static str>,
    /// How many conversions have been stored before, and how many have been passed.
    stored: usize,
    passed: usize,
}

impl Body {
    /// What happens at the end of the text. If only what is dropped was read before, the standard and the library differ.
    fn failure(&self) -> &'static str {
        match (self.stored, self.passed) {
            (0, 0) => "filled = -1;",
            (0, _) => "if (either()) filled = -1;",
            _ => "",
        }
    }

    /// The name of the next pointer; `None` of what is dropped.
    fn target(&mut self, read: &Read, ty: &'static str) -> Option<String> {
        if read.is_dropped {
            return None;
        }
        self.targets.push(ty);
        Some(format!("a{}", self.targets.len() - 1))
    }

    fn conversion(&mut self, read: &Read) -> Option<()> {
        let failure = self.failure();
        if read.what == What::Count {
            let ty = integer(&read.modifier, true)?;
            let target = self.target(read, ty)?;
            let _ = write!(self.text, "*{target} = ({ty})i; ");
            return Some(());
        }
        let _ = write!(self.text, "if (s[i] == 0) {{ {failure} goes_on = 0; }} else {{ k = 0; ");
        let counted = if read.is_dropped { "" } else { "filled++; " };
        match &read.what {
            What::Integer { base, is_signed } => self.number(read, *base, *is_signed)?,
            What::Word => {
                let goes_on = "s[i] != 0 && s[i] != ' ' && !(s[i] >= '\\t' && s[i] <= '\\r')";
                self.text(read, goes_on, true);
                self.text.push_str(counted);
            }
            What::Letters(set) => {
                let goes_on = format!("s[i] != 0 && {}", is_in(set, "s[i]"));
                let _ = write!(self.text, "if (!({goes_on})) goes_on = 0; else {{ ");
                self.text(read, &goes_on, true);
                let _ = write!(self.text, "{counted}}} ");
            }
            What::Characters => {
                let read = Read { width: Some(read.width.unwrap_or(1)), ..read.clone() };
                self.text(&read, "s[i] != 0", false);
                // Of fewer characters than that the standard and the library differ.
                let width = read.width.unwrap_or(1);
                let _ =
                    write!(self.text, "if (k < {width}) goes_on = either(); if (goes_on) {{ {counted}}} ");
            }
            What::Count | What::Float | What::Other => return None,
        }
        self.text.push_str("} ");
        self.passed += 1;
        self.stored += usize::from(!read.is_dropped);
        Some(())
    }

    /// Copies characters as long as something holds.
    fn text(&mut self, read: &Read, goes_on: &str, is_ended: bool) {
        let target = self.target(read, "char");
        let limit = read.width.map_or(String::new(), |width| format!("k < {width} && "));
        let _ = write!(self.text, "while ({limit}{goes_on}) {{ ");
        if let Some(target) = &target {
            let _ = write!(self.text, "{target}[k] = s[i]; ");
        }
        self.text.push_str("k++; i++; } ");
        if let Some(target) = target.filter(|_| is_ended) {
            let _ = write!(self.text, "{target}[k] = 0; ");
        }
    }

    fn number(&mut self, read: &Read, base: u32, is_signed: bool) -> Option<()> {
        let ty = integer(&read.modifier, is_signed)?;
        let target = self.target(read, ty);
        let limit = |ahead: u64| {
            read.width
                .map_or(String::new(), |width| format!(" && i - start < {}", width.saturating_sub(ahead)))
        };
        let digit = match base {
            2..=10 => "s[i] >= '0' && s[i] <= '9' ? s[i] - '0' : 36",
            _ => {
                "s[i] >= '0' && s[i] <= '9' ? s[i] - '0' : s[i] >= 'a' && s[i] <= 'f' ? s[i] - 'a' + 10 : \
                 s[i] >= 'A' && s[i] <= 'F' ? s[i] - 'A' + 10 : 36"
            }
        };
        let _ = write!(
            self.text,
            "start = i; is_negative = 0; too_large = 0; n = 0; radix = {base}; \
             if (s[i] == '-' || s[i] == '+') {{ is_negative = s[i] == '-'; i++; }} "
        );
        let store = |value: &str| {
            let counted = if read.is_dropped { "" } else { "filled++; " };
            match &target {
                Some(target) => format!("*{target} = ({ty})({value}); {counted}"),
                None => String::new(),
            }
        };
        if base == 0 {
            self.text.push_str("radix = s[i] == '0' ? 8 : 10; ");
        }
        if matches!(base, 0 | 16) {
            let _ = write!(
                self.text,
                "if (s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X'){0}) {{ radix = 16; i += 2; k = 1; }} ",
                limit(1)
            );
        }
        let most = if matches!(&*read.modifier, "l" | "ll" | "z") {
            "n < ((unsigned long long)0 - 1) / radix || n == ((unsigned long long)0 - 1) / radix \
             && digit <= ((unsigned long long)0 - 1) % radix"
        } else {
            "n <= 0xffffffff"
        };
        let _ = write!(
            self.text,
            "digit = {digit}; if (digit >= radix || !(1{0})) {{ goes_on = k == 1 && either(); \
             if (goes_on) {{ {1} }} }} else {{ \
             while (digit < radix{0}) {{ if ({most}) n = n * radix + digit; else too_large = 1; i++; digit = {digit}; }} ",
            limit(0),
            // Nothing but a prefix: for the standard it is no number, for the library it may be zero.
            store("0"),
        );
        let all = format!("((unsigned long long)0 - 1 >> (64 - 8 * sizeof({ty})))");
        let (low, high) = match is_signed {
            true => (format!("{all} / 2 + 1"), format!("{all} / 2")),
            false => (all.clone(), all),
        };
        let known = store("is_negative ? 0 - n : n");
        let _ = write!(
            self.text,
            "if (too_large || n > (is_negative ? {low} : {high})) {{ {} }} else {{ {known} }} }} ",
            store("unknown()"),
        );
        Some(())
    }
}

/// The type of the object that an integer goes to.
fn integer(modifier: &str, is_signed: bool) -> Option<&'static str> {
    Some(match (modifier, is_signed) {
        ("", true) => "int",
        ("", false) => "unsigned",
        ("h", true) => "short",
        ("h", false) => "unsigned short",
        ("hh", true) => "signed char",
        ("hh", false) => "unsigned char",
        ("l", true) => "long",
        ("l", false) => "unsigned long",
        ("ll", true) => "long long",
        ("ll", false) => "unsigned long long",
        ("z", false) => "size_t",
        _ => return None,
    })
}
