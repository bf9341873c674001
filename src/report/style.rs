//! How text looks: colours, symbols, and what is done to text that comes from elsewhere.

use annotate_snippets::renderer::{AnsiColor, Effects, Style as Ansi};

use focuscheck_base::source::Parts;

/// Spaces that a tab character is shown as.
const TAB: &str = "    ";

/// How text is to look on the device it goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether ANSI escape sequences are written.
    pub color: bool,
    /// Whether only ASCII characters are written.
    pub ascii: bool,
    /// Columns that a line should not exceed.
    pub width: usize,
    /// How the lines of other files than the main one are called.
    pub parts: Parts,
}

impl Default for Style {
    fn default() -> Self {
        Style { color: false, ascii: false, width: 100, parts: Parts::default() }
    }
}

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A headline.
    Title,
    /// Something that fails.
    Failure,
    /// Something that was proved.
    Success,
    /// Something that is not known.
    Doubt,
    /// A statement of the NEST.
    Nest,
    /// A condition or a value.
    Fact,
    /// Line numbers, rulers, remarks.
    Faint,
}

/// A sign in the margin or in running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Beside a statement of the NEST.
    Nest,
    /// Beside the statement that fails.
    Failure,
    /// Beside a focus statement in a trace.
    Focus,
    /// Something was left out.
    Ellipsis,
    /// How many times.
    Times,
    /// Between line numbers and source.
    Ruler,
    /// In front of an item of a list.
    Bullet,
}

impl Style {
    /// The text in the colour of its role.
    pub fn paint(&self, role: Role, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let ansi = match role {
            Role::Title => Ansi::new().bold(),
            Role::Failure => AnsiColor::Red.on_default().effects(Effects::BOLD),
            Role::Success => AnsiColor::Green.on_default().effects(Effects::BOLD),
            Role::Doubt => AnsiColor::Yellow.on_default().effects(Effects::BOLD),
            Role::Nest => AnsiColor::Magenta.on_default().effects(Effects::BOLD),
            Role::Fact => AnsiColor::Cyan.on_default(),
            Role::Faint => Ansi::new().dimmed(),
        };
        format!("{}{text}{}", ansi.render(), ansi.render_reset())
    }

    /// The spelling of a sign; always one column wide, except the ASCII ellipsis.
    pub fn symbol(&self, symbol: Symbol) -> &'static str {
        match (symbol, self.ascii) {
            (Symbol::Nest, false) => "▶",
            (Symbol::Nest, true) => ">",
            (Symbol::Failure, false) => "✗",
            (Symbol::Failure, true) => "X",
            (Symbol::Focus, false) => "•",
            (Symbol::Focus, true) => "*",
            (Symbol::Ellipsis, false) => "…",
            (Symbol::Ellipsis, true) => "...",
            (Symbol::Times, false) => "×",
            (Symbol::Times, true) => "x",
            (Symbol::Ruler, false) => "│",
            (Symbol::Ruler, true) => "|",
            (Symbol::Bullet, false) => "•",
            (Symbol::Bullet, true) => "-",
        }
    }

    /// The number of a line, after the file's name if it is not the main one.
    pub fn line(&self, line: u32) -> String {
        self.clean(&self.parts.name(line))
    }

    /// `line 12`, or the line in another file.
    pub fn line_phrase(&self, line: u32) -> String {
        self.clean(&self.parts.phrase(line))
    }

    /// Text from a program or a path, made safe for a terminal: tabs expanded, control characters and
    /// characters that change the direction of writing replaced (source must not be able to draw on the
    /// reader's screen or show itself in another order), and in ASCII mode everything else too.
    pub fn clean(&self, text: &str) -> String {
        let mut cleaned = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\t' => cleaned.push_str(TAB),
                c if c.is_control() || is_invisible(c) => {
                    cleaned.push(if self.ascii { '?' } else { '\u{fffd}' })
                }
                c if self.ascii && !c.is_ascii() => cleaned.push('?'),
                c => cleaned.push(c),
            }
        }
        cleaned
    }

    /// Cleaned text on one line, runs of white space as one space, at most `width` columns; what does not fit is cut between
    /// two words.
    pub fn phrase(&self, text: &str, width: usize) -> String {
        let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.shorten_between(&self.clean(&joined), width)
    }

    /// The text cut to `width` columns, with an ellipsis where something was cut.
    pub fn shorten(&self, text: &str, width: usize) -> String {
        if text.chars().count() <= width {
            return text.to_owned();
        }
        let ellipsis = self.symbol(Symbol::Ellipsis);
        let keep = width.saturating_sub(ellipsis.chars().count());
        let mut short: String = text.chars().take(keep).collect();
        short.push_str(ellipsis);
        short
    }

    /// The text cut to `width` columns as [`Style::shorten`] does, but between two words, unless that leaves a fifth of it empty.
    fn shorten_between(&self, text: &str, width: usize) -> String {
        if text.chars().count() <= width {
            return text.to_owned();
        }
        let ellipsis = self.symbol(Symbol::Ellipsis);
        let keep = width.saturating_sub(1 + ellipsis.chars().count());
        let cut = text.char_indices().nth(keep).map_or(text.len(), |(at, _)| at);
        let head = if text[cut..].starts_with(' ') {
            &text[..cut]
        } else {
            text[..cut].rsplit_once(' ').map_or("", |(head, _)| head)
        };
        match head.chars().count() * 5 >= width * 4 {
            true => format!("{} {ellipsis}", head.trim_end()),
            false => self.shorten(text, width),
        }
    }

    /// Breaks words into lines of at most the style's width: the first begins with `first`, the others
    /// with `rest`. Words carry no colour; `role` is applied to each line's words.
    pub fn wrap(&self, first: &str, rest: &str, words: &str, role: Option<Role>) -> Vec<String> {
        let mut lines = Vec::new();
        let mut lead = first;
        let mut line = String::new();
        let paint = |line: &str| role.map_or(line.to_owned(), |role| self.paint(role, line));
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            let used = lead.chars().count() + line.chars().count();
            if !line.is_empty() && used + 1 + word.chars().count() > self.width {
                lines.push(format!("{lead}{}", paint(&line)));
                line.clear();
                lead = rest;
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(format!("{lead}{}", paint(&line)));
        lines
    }
}

/// Characters that reorder or hide text.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_draw() {
        let style = Style::default();
        assert_eq!(style.clean("a\u{1b}[31mb\u{202e}c\td"), "a\u{fffd}[31mb\u{fffd}c    d");
        let ascii = Style { ascii: true, ..style };
        assert_eq!(ascii.clean("größe\r"), "gr??e?");
    }

    #[test]
    fn text_is_shortened_and_wrapped() {
        let style = Style { width: 20, ..Style::default() };
        assert_eq!(style.phrase("a  <\n b", 10), "a < b");
        assert_eq!(style.shorten("abcdef", 4), "abc…");
        // Not so much is left empty.
        assert_eq!(style.phrase("the fixed size", 12), "the fixed s…");
        assert_eq!(style.phrase("the fixed size", 11), "the fixed …");
        assert_eq!(style.phrase("the fixed size", 10), "the fixed…");
        assert_eq!(
            style.wrap("# ", "    ", "one two three four five", None),
            ["# one two three four", "    five"]
        );
        assert_eq!(style.wrap("# ", "  ", "", None), ["# "]);
    }

    #[test]
    fn colour_is_only_written_when_wanted() {
        let style = Style::default();
        assert_eq!(style.paint(Role::Failure, "x"), "x");
        assert!(Style { color: true, ..style }.paint(Role::Failure, "x").starts_with("\u{1b}["));
    }
}
