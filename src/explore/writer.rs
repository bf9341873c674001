//! Lines of the details pane and of what covers the panes, as they are put together.

use ratatui::text::{Line, Span};

use focuscheck_report::style::Role;

use super::state::Explorer;

/// Lines being put together.
pub(super) struct Writer<'a> {
    explorer: &'a Explorer,
    pub(super) width: usize,
    pub(super) lines: Vec<Line<'static>>,
}

impl Writer<'_> {
    /// Words, broken to the width.
    pub(super) fn words(&mut self, first: &str, rest: &str, words: &str, role: Option<Role>) {
        let look =
            focuscheck_report::style::Style { color: false, width: self.width, ..self.explorer.look.clone() };
        let style = role.map(|role| self.explorer.paint(role)).unwrap_or_default();
        let words = look.clean(words);
        self.lines
            .extend(look.wrap(first, rest, &words, None).into_iter().map(|line| Line::styled(line, style)));
    }

    pub(super) fn title(&mut self, text: &str) {
        self.words("", "", text, Some(Role::Title));
    }

    pub(super) fn plain(&mut self, text: &str) {
        self.words("  ", "    ", text, None);
    }

    /// An empty line, where there is room for it.
    pub(super) fn gap(&mut self) {
        if !self.lines.is_empty() && self.explorer.areas().framed {
            self.lines.push(Line::default());
        }
    }

    pub(super) fn spans(&mut self, parts: Vec<(String, Option<Role>)>) {
        let span = |(text, role): (String, Option<Role>)| {
            Span::styled(text, role.map(|role| self.explorer.paint(role)).unwrap_or_default())
        };
        self.lines.push(Line::from(parts.into_iter().map(span).collect::<Vec<_>>()));
    }
}

impl Explorer {
    /// A writer of lines of so many columns.
    pub(super) fn writer(&self, width: usize) -> Writer<'_> {
        Writer { explorer: self, width: width.max(1), lines: Vec::new() }
    }
}
