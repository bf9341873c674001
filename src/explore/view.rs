//! The state on a frame. Nothing is decided here.

mod panes;
mod source;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph};

use focuscheck_base::options::Level;
use focuscheck_report::style::Role;

use super::state::{Explorer, Focus, Overlay, Progress, Prompt};

/// Frames in characters that every terminal has.
const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// Columns of an overlay.
const OVERLAY_WIDTH: u16 = 84;

/// Draws everything.
pub fn draw(explorer: &Explorer, frame: &mut Frame<'_>) {
    let areas = explorer.areas();
    if let Some(area) = areas.header {
        frame.render_widget(Paragraph::new(explorer.header(area.width as usize)), area);
    }
    if let Some(area) = areas.list {
        explorer.draw_list(frame, area, areas.framed);
    }
    if let Some(area) = areas.steps {
        explorer.draw_steps(frame, area, areas.framed);
    }
    if let Some(area) = areas.source {
        explorer.draw_source(frame, area, areas.framed);
    }
    if let Some(area) = areas.details {
        explorer.draw_details(frame, area, areas.framed);
    }
    if let Some(area) = areas.assumptions {
        explorer.draw_assumptions(frame, area, areas.framed);
    }
    if let Some(overlay) = explorer.overlay {
        explorer.draw_overlay(frame, overlay);
    }
    if let Some(area) = areas.footer {
        explorer.draw_footer(frame, area);
    } else if explorer.prompt.is_some() {
        let area = frame.area();
        explorer.draw_footer(
            frame,
            Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area },
        );
    }
}

impl Explorer {
    /// The colours of a role; without colours only what is bold or faint.
    pub(super) fn paint(&self, role: Role) -> Style {
        let (color, modifier) = match role {
            Role::Title => (None, Modifier::BOLD),
            Role::Failure => (Some(Color::Red), Modifier::BOLD),
            Role::Success => (Some(Color::Green), Modifier::BOLD),
            Role::Doubt => (Some(Color::Yellow), Modifier::BOLD),
            Role::Nest => (Some(Color::Magenta), Modifier::BOLD),
            Role::Fact => (Some(Color::Cyan), Modifier::empty()),
            Role::Faint => (None, Modifier::DIM),
        };
        let style = Style::default().add_modifier(modifier);
        match color {
            Some(color) if self.look.color => style.fg(color),
            _ => style,
        }
    }

    fn header(&self, width: usize) -> Line<'static> {
        let levels = [(Level::Reduced, "reduced"), (Level::Slice, "slice"), (Level::Trace, "trace")];
        let mut spans = vec![Span::styled(" FocusCheck ", self.paint(Role::Title))];
        let narrow = width < 60;
        if narrow {
            spans.clear();
        }
        if self.explanation().is_some() {
            for (number, (level, name)) in levels.into_iter().enumerate() {
                let style = match level == self.level {
                    true => self.paint(Role::Title).add_modifier(Modifier::REVERSED),
                    false => self.paint(Role::Faint),
                };
                spans.push(Span::raw(" "));
                spans.push(Span::styled(format!(" {} {name} ", number + 1), style));
            }
        }
        let done = self.files.iter().filter(|file| matches!(file.progress, Progress::Done(_))).count();
        let running = self.files.iter().find(|file| matches!(file.progress, Progress::Running));
        let mut progress = String::new();
        if done < self.files.len() {
            let name = running.map_or("", |file| file.path.as_str());
            progress = self.look.clean(&match narrow {
                true => format!(" {done}/{} ", self.files.len()),
                false => format!(" analysing {}/{} {name} ", done + 1, self.files.len()),
            });
        }
        let used: usize = spans.iter().map(Span::width).sum();
        let progress = self.look.shorten(&progress, width.saturating_sub(used));
        let gap = width.saturating_sub(used + progress.chars().count());
        spans.push(Span::raw(" ".repeat(gap)));
        spans.push(Span::styled(progress, self.paint(Role::Doubt)));
        Line::from(spans)
    }

    fn draw_footer(&self, frame: &mut Frame<'_>, area: Rect) {
        if area.height == 0 {
            return;
        }
        let line = match (&self.prompt, &self.message) {
            (Some(Prompt::Search(text)), _) => self.typed(frame, area, "/", text),
            (Some(Prompt::Line(text)), _) => self.typed(frame, area, "line: ", text),
            (None, Some(message)) => {
                Line::styled(format!(" {}", self.look.clean(message)), self.paint(Role::Doubt))
            }
            (None, None) => self.hints(area.width as usize),
        };
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(line), area);
    }

    fn typed(&self, frame: &mut Frame<'_>, area: Rect, lead: &str, text: &str) -> Line<'static> {
        let shown = self.look.clean(text);
        let room = (area.width as usize).saturating_sub(lead.len() + 1);
        let skip = shown.chars().count().saturating_sub(room);
        let shown: String = shown.chars().skip(skip).collect();
        let column = lead.len() + shown.chars().count();
        frame.set_cursor_position((area.x + (column as u16).min(area.width.saturating_sub(1)), area.y));
        Line::from(vec![Span::styled(lead.to_owned(), self.paint(Role::Title)), Span::raw(shown)])
    }

    /// The keys that are of use just now, as many as fit.
    fn hints(&self, width: usize) -> Line<'static> {
        let mut hints: Vec<(&str, &str)> =
            vec![("?", if self.can_ask() { "ask" } else { "help" }), ("q", "leave")];
        match (self.overlay, self.focus, self.level) {
            (Some(Overlay::Questions), ..) if self.has_question() => {
                hints = vec![("y n ?", "answer"), ("w", "why"), ("Esc", "stop")];
            }
            (Some(_), ..) => hints = vec![("Esc", "close")],
            (_, Focus::Assumptions, _) => hints.extend([("Space", "hold / not / open"), ("c", "clear")]),
            (_, Focus::List, Level::Reduced) if self.explanation().is_some() => {
                hints.extend([("Enter", "slice"), ("i", "inputs")]);
            }
            (_, Focus::List, Level::Reduced) => hints.push(("Enter", "open")),
            (_, _, Level::Reduced) => hints.extend([("Enter", "slice"), ("Left", "list")]),
            (_, _, Level::Slice) => {
                hints.extend([
                    ("Up/Down", "step"),
                    ("w", "needed by"),
                    ("d", "from where"),
                    ("Enter", "trace"),
                    ("Left", "back"),
                ]);
            }
            (_, _, Level::Trace) => {
                hints.extend([("Up/Down", "step"), ("{ }", "slice"), ("w", "needed by"), ("Left", "back")]);
            }
        }
        if self.overlay.is_none() {
            hints.extend([("Tab", "pane"), ("/", "search"), ("a", "assumptions"), ("[ ]", "explanation")]);
        }
        let mut spans: Vec<Span<'static>> = Vec::new();
        let mut used = 0;
        for (key, what) in hints {
            let length = key.len() + what.len() + 3;
            if used + length > width {
                break;
            }
            used += length;
            spans.push(Span::styled(format!(" {key}"), self.paint(Role::Title)));
            spans.push(Span::styled(format!(" {what} "), self.paint(Role::Faint)));
        }
        Line::from(spans)
    }

    /// Draws a pane's frame, or its title only; where its inside is.
    fn pane(&self, frame: &mut Frame<'_>, area: Rect, framed: bool, title: &str, focused: bool) -> Rect {
        let style = if focused { self.paint(Role::Title) } else { self.paint(Role::Faint) };
        let room = (area.width as usize).saturating_sub(4);
        let title = self.look.shorten(&self.look.clean(title), room);
        if framed {
            let set = match (self.look.ascii, focused) {
                (true, _) => ASCII_BORDER,
                (false, true) => border::THICK,
                (false, false) => border::PLAIN,
            };
            let title_style = if focused { style.add_modifier(Modifier::REVERSED) } else { Style::default() };
            let block = Block::new()
                .borders(Borders::ALL)
                .border_set(set)
                .border_style(style)
                .title(Span::styled(format!(" {title} "), title_style));
            let inside = block.inner(area);
            frame.render_widget(block, area);
            return inside;
        }
        let title =
            Line::styled(format!(" {title} "), self.paint(Role::Title).add_modifier(Modifier::REVERSED));
        let height = area.height.min(1);
        frame.render_widget(Paragraph::new(title), Rect { height, ..area });
        Rect { y: area.y + height, height: area.height - height, ..area }
    }

    fn draw_overlay(&self, frame: &mut Frame<'_>, overlay: Overlay) {
        let screen = frame.area();
        let width = OVERLAY_WIDTH.min(screen.width);
        let content = |inner: usize| match overlay {
            Overlay::Help => ("Help", self.help(inner)),
            Overlay::Inputs => ("Inputs that fail", self.inputs_table(inner)),
            Overlay::Reduction => ("What Reduce did", self.reduction(inner)),
            Overlay::Questions => ("Questions", self.asked(inner)),
        };
        let (title, lines) = content(width.saturating_sub(2) as usize);
        // The last row still says how to close it.
        let most = screen.height - u16::from(screen.height > 6);
        let height = (lines.len() as u16).saturating_add(2).clamp(most.min(3), most);
        let area = Rect { x: (screen.width - width) / 2, y: (most - height) / 2, width, height };
        frame.render_widget(Clear, area);
        let framed = area.height > 3;
        let inside = self.pane(frame, area, framed, title, true);
        let top = self.overlay_scroll.min(lines.len().saturating_sub(inside.height as usize));
        self.render_lines(frame, inside, &lines, top);
    }

    /// Lines from one on, with a sign where there are more.
    fn render_lines(&self, frame: &mut Frame<'_>, area: Rect, lines: &[Line<'static>], top: usize) {
        let height = area.height as usize;
        let shown: Vec<Line<'static>> = lines.iter().skip(top).take(height).cloned().collect();
        frame.render_widget(Paragraph::new(shown), area);
        let (up, down) = if self.look.ascii { ("^", "v") } else { ("↑", "↓") };
        let corner = area.right().saturating_sub(1);
        let mut more = |sign: &'static str, y: u16| {
            if area.width > 0 && area.height > 0 {
                frame.render_widget(Span::styled(sign, self.paint(Role::Doubt)), Rect::new(corner, y, 1, 1));
            }
        };
        if top > 0 {
            more(up, area.y);
        }
        if top + height < lines.len() {
            more(down, area.bottom().saturating_sub(1));
        }
    }
}
