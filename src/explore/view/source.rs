//! The source with what the level marks.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use focuscheck_base::options::Level;
use focuscheck_report::style::{Role, Symbol};
use focuscheck_report::words;

use super::super::state::{Explorer, Focus};
use super::super::text::{Mark, SourceRow};
use super::super::timeline;

impl Explorer {
    pub(super) fn draw_source(&self, frame: &mut Frame<'_>, area: Rect, framed: bool) {
        let title = self.files.get(self.selected.file()).map_or("", |file| file.path.as_str());
        let inside = self.pane(frame, area, framed, title, self.focus == Focus::Source);
        let Some(source) = self.file().and_then(|file| file.source.as_ref()) else {
            let text = match self.file() {
                Some(_) => "the file could not be read",
                None => "not analysed yet",
            };
            return frame.render_widget(Paragraph::new(Line::styled(text, self.paint(Role::Faint))), inside);
        };
        let rows = self.source_rows();
        let marks = self.marks();
        let number_width = self.number_width();
        let lines: Vec<Line<'static>> = rows
            .iter()
            .enumerate()
            .skip(self.scroll)
            .take(inside.height as usize)
            .map(|(row, content)| match content {
                SourceRow::Heading(path) => {
                    Line::styled(self.look.clean(&format!("   {path}")), self.paint(Role::Title))
                }
                SourceRow::Line(line) => {
                    let mark = marks.get(line).copied();
                    self.source_line(row, *line, source.line(*line), mark, number_width)
                }
            })
            .collect();
        frame.render_widget(Paragraph::new(lines), inside);
    }

    fn source_line(
        &self,
        row: usize,
        line: u32,
        text: &str,
        mark: Option<Mark>,
        number_width: usize,
    ) -> Line<'static> {
        let look = &self.look;
        let (sign, style) = match mark {
            Some(Mark::Failure) => (look.symbol(Symbol::Failure), self.paint(Role::Failure)),
            Some(Mark::Holds) => (if look.ascii { "=" } else { "✓" }, self.paint(Role::Success)),
            Some(Mark::Open) => ("?", self.paint(Role::Doubt)),
            Some(Mark::Nest) => (look.symbol(Symbol::Nest), self.paint(Role::Nest)),
            Some(Mark::Slice) => (look.symbol(Symbol::Focus), self.paint(Role::Fact)),
            Some(Mark::Run) => (if look.ascii { "." } else { "·" }, Style::default()),
            None if self.level == Level::Reduced => (" ", Style::default()),
            None => (" ", self.paint(Role::Faint)),
        };
        let current = self.current().filter(|step| step.line == line);
        let here = current.is_some() || self.level == Level::Reduced && self.target_line() == Some(line);
        let number = self.file().map_or(line, |file| file.report.parts.presumed(line).1);
        let mut number_style = self.paint(Role::Faint);
        if here {
            number_style = style.remove_modifier(Modifier::DIM).add_modifier(Modifier::REVERSED);
        }
        let mut spans = vec![
            Span::styled(format!("{sign} "), style),
            Span::styled(format!("{number:>number_width$}"), number_style),
            Span::styled(format!(" {} ", look.symbol(Symbol::Ruler)), self.paint(Role::Faint)),
        ];
        // The statement itself, where it stands on the line as it is reported.
        let statement = current.and_then(|step| {
            let start = text.char_indices().nth((step.column as usize).checked_sub(1)?)?.0;
            let length = common_length(&text[start..], &step.text);
            (length > 0).then_some(start..start + length)
        });
        let mut cuts: Vec<usize> = vec![0, text.len()];
        let found =
            if self.found == Some(row) || !self.search.is_empty() { self.places(text) } else { Vec::new() };
        cuts.extend(found.iter().chain(&statement).flat_map(|range| [range.start, range.end]));
        cuts.sort_unstable();
        cuts.dedup();
        let mut skip = self.shift;
        for piece in cuts.windows(2) {
            let mut piece_style = style;
            if statement.as_ref().is_some_and(|range| range.contains(&piece[0])) {
                piece_style = piece_style.add_modifier(Modifier::REVERSED);
            }
            if found.iter().any(|range| range.contains(&piece[0])) {
                piece_style = self.paint(Role::Doubt).add_modifier(Modifier::UNDERLINED);
            }
            let shown = look.clean(text.get(piece[0]..piece[1]).unwrap_or_default());
            let count = shown.chars().count();
            let shown: String = shown.chars().skip(skip).collect();
            skip = skip.saturating_sub(count);
            spans.push(Span::styled(shown, piece_style));
        }
        if current.is_some() {
            let values = self.new_values();
            if !values.is_empty() {
                let lead = if look.ascii { "   <- " } else { "   ◂ " };
                spans.push(Span::styled(format!("{lead}{values}"), self.paint(Role::Success)));
            }
        }
        Line::from(spans)
    }

    /// What the selected step changed: `x = 1, y = 2`.
    fn new_values(&self) -> String {
        let (Some(file), Some(explanation)) = (self.file(), self.explanation()) else { return String::new() };
        let values = timeline::values(explanation, &file.globals, self.steps(), self.step);
        let new = values.iter().filter(|shown| shown.new);
        self.look.clean(
            &new.map(|shown| words::shown(&(shown.name.clone(), shown.value.clone())))
                .collect::<Vec<_>>()
                .join(", "),
        )
    }
}

/// How much of a line the beginning of a statement covers, where white space may differ.
fn common_length(line: &str, statement: &str) -> usize {
    let mut wanted = statement.chars().filter(|c| !c.is_whitespace());
    let mut length = 0;
    for (at, c) in line.char_indices() {
        if c.is_whitespace() {
            continue;
        }
        match wanted.next() {
            Some(next) if next == c => length = at + c.len_utf8(),
            Some(_) => return 0,
            None => break,
        }
    }
    length
}
