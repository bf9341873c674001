//! How the state changes.

use focuscheck_base::options::Level;

use super::assumptions;
use super::event::{Event, Key};
use super::state::Row;
use super::state::{Explorer, Focus, Overlay, Progress, Prompt};
use super::timeline;

/// How far a page goes.
const PAGE: isize = 10;

/// By how many columns the source is shifted.
const SHIFT: usize = 8;

impl Explorer {
    /// Takes in what happened.
    pub fn update(&mut self, event: Event) {
        match event {
            Event::Key(key) => {
                self.message = None;
                self.key(key);
            }
            Event::Wheel(lines) => self.wheel(lines as isize),
            Event::Resize(columns, rows) => {
                self.size = (columns, rows);
                self.reveal();
            }
            Event::Dialogue(told) => self.hear(*told),
            Event::Started(file) => {
                if let Some(file) = self.files.get_mut(file) {
                    file.progress = Progress::Running;
                }
            }
            Event::Finished(file, analysed) => {
                let Some(known) = self.files.get_mut(file) else { return };
                known.progress = Progress::Done(analysed);
                // One who looks at the only file wants to see an explanation; one who walks through a list
                // wants to stay where he is.
                if self.files.len() == 1 {
                    self.select(self.first_of(0));
                } else if self.selected == Row::File(file) {
                    self.reveal();
                }
            }
        }
    }

    fn key(&mut self, key: Key) {
        if key == Key::Control('c') {
            self.quit = true;
        } else if self.prompt.is_some() {
            self.prompt_key(key);
        } else if let Some(overlay) = self.overlay {
            self.overlay_key(overlay, key);
        } else if !self.common_key(key) {
            match self.focus {
                Focus::List => self.list_key(key),
                Focus::Source => self.source_key(key),
                Focus::Details => self.details_key(key),
                Focus::Assumptions => self.assumptions_key(key),
            }
        }
    }

    fn prompt_key(&mut self, key: Key) {
        let Some(prompt) = &mut self.prompt else { return };
        let (Prompt::Search(text) | Prompt::Line(text)) = prompt;
        match key {
            Key::Char(c) => text.push(c),
            Key::Backspace if !text.is_empty() => _ = text.pop(),
            Key::Backspace | Key::Escape => self.prompt = None,
            Key::Enter => match self.prompt.take() {
                Some(Prompt::Search(text)) => {
                    self.search = text;
                    self.found = None;
                    self.find(self.scroll, true);
                }
                Some(Prompt::Line(text)) => self.go_to_line(&text),
                None => {}
            },
            _ => {}
        }
    }

    fn overlay_key(&mut self, overlay: Overlay, key: Key) {
        if overlay == Overlay::Questions && self.asking_key(key) {
            return;
        }
        match (key, overlay) {
            (Key::Up | Key::Char('k'), _) => self.overlay_scroll = self.overlay_scroll.saturating_sub(1),
            (Key::Down | Key::Char('j'), _) => self.overlay_scroll += 1,
            (Key::PageUp, _) => self.overlay_scroll = self.overlay_scroll.saturating_sub(PAGE as usize),
            (Key::PageDown | Key::Char(' '), _) => self.overlay_scroll += PAGE as usize,
            (Key::Home | Key::Char('g'), _) => self.overlay_scroll = 0,
            (Key::Char('?'), Overlay::Reduction | Overlay::Inputs | Overlay::Questions) => {
                self.show(Overlay::Help)
            }
            (Key::Char('i'), Overlay::Reduction | Overlay::Help) => self.show(Overlay::Inputs),
            (Key::Char('e'), Overlay::Inputs | Overlay::Help) => self.show(Overlay::Reduction),
            (Key::Char('q' | '?' | 'i' | 'e') | Key::Escape | Key::Enter | Key::Left, _) => {
                self.overlay = None;
            }
            _ => {}
        }
    }

    pub(super) fn show(&mut self, overlay: Overlay) {
        self.overlay = Some(overlay);
        self.overlay_scroll = 0;
    }

    /// Keys that mean the same in every pane; whether this is one.
    fn common_key(&mut self, key: Key) -> bool {
        match key {
            Key::Char('q') => self.quit = true,
            Key::Char('?') if self.ask() => {}
            Key::Char('?') => self.show(Overlay::Help),
            Key::Char('i') => self.show(Overlay::Inputs),
            Key::Char('e') => self.show(Overlay::Reduction),
            Key::Char('/') => self.prompt = Some(Prompt::Search(String::new())),
            Key::Char(':') => self.prompt = Some(Prompt::Line(String::new())),
            Key::Char('n') => self.find(self.scroll, true),
            Key::Char('N') => self.find(self.scroll, false),
            Key::Char('a') => self.focus = Focus::Assumptions,
            Key::Char('c') => self.clear_choices(),
            Key::Char('[') => self.next_explanation(false),
            Key::Char(']') => self.next_explanation(true),
            Key::Char('1') => self.go_to_level(Level::Reduced),
            Key::Char('2') => self.go_to_level(Level::Slice),
            Key::Char('3') => self.go_to_level(Level::Trace),
            Key::Char('<') => self.shift = self.shift.saturating_sub(SHIFT),
            Key::Char('>') => self.shift += SHIFT,
            Key::Char('w') => self.follow_reason(),
            Key::Char('r') => self.next_reason(),
            Key::Char('b') => self.jump_back(),
            Key::Char('d') => self.go_to_definition(),
            Key::Char('}') => self.next_of_slice(true),
            Key::Char('{') => self.next_of_slice(false),
            Key::Control('d') => self.scroll_by(self.half_page()),
            Key::Control('u') => self.scroll_by(-self.half_page()),
            Key::Tab => self.turn_focus(true),
            Key::BackTab => self.turn_focus(false),
            Key::Escape => self.up(),
            _ => return false,
        }
        true
    }

    fn turn_focus(&mut self, forward: bool) {
        let panes = [Focus::List, Focus::Source, Focus::Details, Focus::Assumptions];
        let at = panes.iter().position(|&pane| pane == self.focus).unwrap_or(0);
        self.focus = panes[(at + if forward { 1 } else { panes.len() - 1 }) % panes.len()];
    }

    fn list_key(&mut self, key: Key) {
        let rows = self.rows();
        let at = self.selected_row(&rows);
        if let Some(by) = motion(key) {
            let to = moved(at, by, rows.len());
            if let Some(&row) = rows.get(to).filter(|_| to != at) {
                self.select(row);
            }
            return;
        }
        match (key, self.selected) {
            (Key::Char(' ') | Key::Enter, Row::File(file)) if self.expanded.contains(&file) => {
                self.expanded.remove(&file);
            }
            (Key::Enter | Key::Right | Key::Char(' ' | 'l'), Row::File(file)) => {
                self.expanded.insert(file);
                if self.analysed(file).is_none() {
                    self.message = Some("this file is not analysed yet".to_owned());
                } else if key != Key::Char(' ') {
                    self.select(self.first_of(file));
                }
            }
            (Key::Enter | Key::Right | Key::Char('l'), Row::Error(file, error)) => {
                let first = Row::Explanation(file, error, 0);
                match rows.contains(&first) {
                    true => self.select(first),
                    false => self.message = Some("there is no explanation of this error".to_owned()),
                }
            }
            (Key::Enter | Key::Right | Key::Char('l'), Row::Explanation(..)) => self.down(),
            (Key::Left | Key::Backspace | Key::Char('h'), _) => self.up(),
            _ => {}
        }
    }

    fn source_key(&mut self, key: Key) {
        match (key, motion(key)) {
            (_, Some(by)) if self.level == Level::Reduced => self.scroll_by(by),
            (_, Some(by)) => self.go_to_step(moved(self.step, by, self.steps().len())),
            (Key::Enter | Key::Right | Key::Char('l'), _) => self.down(),
            (Key::Left | Key::Backspace | Key::Char('h'), _) => self.up(),
            _ => {}
        }
    }

    fn details_key(&mut self, key: Key) {
        match motion(key) {
            Some(by) => {
                let most = self.details(self.areas().inside(self.areas().details).1).len();
                self.details_scroll = moved(self.details_scroll, by, most);
            }
            None => self.source_key(key),
        }
    }

    fn assumptions_key(&mut self, key: Key) {
        let Some((file, error)) = self.selected.error().map(|error| (self.selected.file(), error)) else {
            return;
        };
        let Some(count) = self.error().map(|error| assumptions::listed(error, self.explanation()).len())
        else {
            return;
        };
        if let Some(by) = motion(key) {
            self.cursor = moved(self.cursor, by, count);
            return;
        }
        match key {
            Key::Char(' ') | Key::Enter => {
                let Progress::Done(analysed) = &self.files[file].progress else { return };
                let report = analysed.report.errors.get(error).filter(|_| self.cursor < count);
                if let Some(report) = report.filter(|report| report.obligation.is_none()) {
                    self.choices.entry((file, error)).or_default().turn(report, self.cursor);
                }
            }
            Key::Left | Key::Backspace | Key::Char('h') => self.focus = Focus::List,
            _ => {}
        }
    }

    fn clear_choices(&mut self) {
        if let Some(error) = self.selected.error() {
            self.choices.remove(&(self.selected.file(), error));
        }
    }

    fn wheel(&mut self, lines: isize) {
        if self.overlay.is_some() {
            self.overlay_scroll = self.overlay_scroll.saturating_add_signed(lines);
        } else if self.focus == Focus::List && !self.areas().framed {
            let key = if lines < 0 { Key::Up } else { Key::Down };
            self.list_key(key);
        } else {
            self.scroll_by(lines);
        }
    }

    pub(super) fn select(&mut self, row: Row) {
        if row.file() != self.selected.file() || row.error() != self.selected.error() {
            self.cursor = 0;
        }
        if row.file() != self.selected.file() {
            (self.scroll, self.shift, self.found) = (0, 0, None);
        }
        self.selected = row;
        (self.step, self.reason, self.details_scroll) = (0, 0, 0);
        self.jumps.clear();
        if self.explanation().is_none() {
            self.level = Level::Reduced;
        } else if self.level == Level::Trace && !self.has_run() {
            self.level = Level::Slice;
        }
        self.reveal();
    }

    fn next_explanation(&mut self, forward: bool) {
        let rows = self.rows();
        let at = self.selected_row(&rows);
        let is_one = |row: &&Row| matches!(row, Row::Explanation(..));
        let next = match forward {
            true => rows.iter().skip(at + 1).find(is_one),
            false => rows[..at.min(rows.len())].iter().rev().find(is_one),
        };
        match next {
            Some(&row) => self.select(row),
            None => {
                self.message = Some(format!("no {} explanation", if forward { "next" } else { "previous" }))
            }
        }
    }

    fn go_to_level(&mut self, level: Level) {
        if self.explanation().is_none() {
            self.message = Some("choose an explanation first".to_owned());
            return;
        }
        if level == Level::Trace && !self.has_run() {
            self.message = Some("there is no run to show".to_owned());
            return;
        }
        let slice_step = match self.level {
            Level::Reduced => None,
            // A step of the run that is none of the slice stands after one that is.
            _ => (0..=self.step).rev().find_map(|step| match self.level {
                Level::Trace => self.steps().get(step)?.slice_step.map(|step| step as usize),
                _ => Some(step),
            }),
        };
        self.level = level;
        let step = slice_step.and_then(|step| self.position_of(step)).unwrap_or(0);
        self.go_to_step(step);
        if level == Level::Reduced {
            self.jumps.clear();
            self.details_scroll = 0;
            if self.focus == Focus::Source {
                self.focus = Focus::List;
            }
        } else if self.focus != Focus::Details {
            self.focus = Focus::Source;
        }
    }

    fn down(&mut self) {
        match self.level {
            Level::Reduced => self.go_to_level(Level::Slice),
            Level::Slice => self.go_to_level(Level::Trace),
            Level::Trace => self.message = Some("this is the whole run".to_owned()),
        }
    }

    fn up(&mut self) {
        match (self.level, self.selected) {
            (Level::Trace, _) => self.go_to_level(Level::Slice),
            (Level::Slice, _) => self.go_to_level(Level::Reduced),
            (Level::Reduced, _) if self.focus != Focus::List => self.focus = Focus::List,
            (Level::Reduced, Row::Explanation(file, error, _)) => self.select(Row::Error(file, error)),
            (Level::Reduced, Row::Error(file, _) | Row::Doomed(file, _)) if self.files.len() > 1 => {
                self.select(Row::File(file))
            }
            (Level::Reduced, Row::File(file)) => _ = self.expanded.remove(&file),
            _ => {}
        }
    }

    fn go_to_step(&mut self, step: usize) {
        self.step = step.min(self.steps().len().saturating_sub(1));
        (self.reason, self.details_scroll) = (0, 0);
        self.reveal();
    }

    /// The step of the slice that is selected, if there is one; else says so.
    fn chosen_slice_step(&mut self) -> Option<usize> {
        if self.level == Level::Reduced {
            self.message = Some("go to the slice first (Enter)".to_owned());
            return None;
        }
        let step = self.slice_step();
        if step.is_none() {
            self.message = Some("this step is not in the slice".to_owned());
        }
        step
    }

    fn jump(&mut self, from: usize, to: usize) {
        if let Some(position) = self.position_of(to) {
            self.jumps.push(from);
            self.go_to_step(position);
        }
    }

    fn follow_reason(&mut self) {
        let Some(step) = self.chosen_slice_step() else { return };
        let reasons = self.explanation().map(|e| e.slice[step].reasons.as_slice()).unwrap_or_default();
        match reasons.get(self.reason) {
            Some(reason) => self.jump(step, reason.step as usize),
            None => self.message = Some("this is what fails; no later step needs it".to_owned()),
        }
    }

    fn next_reason(&mut self) {
        let Some(step) = self.chosen_slice_step() else { return };
        let count = self.explanation().map_or(0, |e| e.slice[step].reasons.len());
        self.reason = if count == 0 { 0 } else { (self.reason + 1) % count };
    }

    fn jump_back(&mut self) {
        match self.jumps.pop() {
            Some(step) => {
                let position = self.position_of(step).unwrap_or(0);
                self.go_to_step(position);
            }
            None => self.message = Some("there is no jump to go back from".to_owned()),
        }
    }

    fn go_to_definition(&mut self) {
        let Some(step) = self.chosen_slice_step() else { return };
        let slice = self.explanation().map(|e| e.slice.as_slice()).unwrap_or_default();
        match timeline::uses(slice, step).first() {
            Some(&(earlier, _)) => self.jump(step, earlier),
            None => self.message = Some("no earlier step gives a value that this one uses".to_owned()),
        }
    }

    fn next_of_slice(&mut self, forward: bool) {
        let is_one = |&step: &usize| self.level != Level::Trace || self.steps()[step].slice_step.is_some();
        let found = match forward {
            true => (self.step + 1..self.steps().len()).find(is_one),
            false => (0..self.step.min(self.steps().len())).rev().find(is_one),
        };
        if let Some(step) = found {
            self.go_to_step(step);
        }
    }

    fn half_page(&self) -> isize {
        let areas = self.areas();
        (areas.inside(areas.source).0 / 2).max(1) as isize
    }

    fn scroll_by(&mut self, by: isize) {
        let areas = self.areas();
        let most = self.source_rows().len().saturating_sub(areas.inside(areas.source).0);
        self.scroll = self.scroll.saturating_add_signed(by).min(most);
    }

    /// Scrolls the source so that what is selected is in sight.
    pub(super) fn reveal(&mut self) {
        let Some(row) = self.target_line().and_then(|line| self.row_of_line(line)) else {
            return self.scroll_by(0);
        };
        self.reveal_row(row);
        if let Some((start, end)) = self.statement_columns() {
            let areas = self.areas();
            let room = areas.inside(areas.source).1.saturating_sub(self.gutter());
            // What stands in front of a statement is of less use than the whole of it.
            self.shift = if end <= room { 0 } else { start.saturating_sub(SHIFT) };
        }
    }

    fn reveal_row(&mut self, row: usize) {
        let areas = self.areas();
        let height = areas.inside(areas.source).0;
        // A line at the very edge shows nothing of what is around it.
        let margin = usize::from(height > 4) * 2;
        let seen = self.scroll + margin..(self.scroll + height).saturating_sub(margin);
        if !seen.contains(&row) {
            self.scroll = row.saturating_sub(height / 2);
        }
        self.scroll_by(0);
    }

    fn go_to_line(&mut self, text: &str) {
        match text.trim().parse::<u32>() {
            Ok(line) => match self.row_of_line(line) {
                Some(row) => self.reveal_row(row),
                None => self.message = Some(format!("there is no line {line}")),
            },
            Err(_) => self.message = Some("a line is a number".to_owned()),
        }
    }

    /// Searches the source from a row on; the search ignores case unless it has capital letters.
    fn find(&mut self, from: usize, forward: bool) {
        if self.search.is_empty() {
            self.message = Some("search with / first".to_owned());
            return;
        }
        let matches = self.matches();
        if matches.is_empty() {
            self.message = Some(format!("not found: {}", self.search));
            return;
        }
        let from = self.found.unwrap_or(from);
        let fresh = self.found.is_none();
        let next = match forward {
            true => matches.iter().position(|&row| row > from || fresh && row == from).unwrap_or(0),
            false => matches.iter().rposition(|&row| row < from).unwrap_or(matches.len() - 1),
        };
        self.found = Some(matches[next]);
        self.reveal_row(matches[next]);
        self.message = Some(format!("{}: match {} of {}", self.search, next + 1, matches.len()));
    }
}

/// By how much a key moves.
fn motion(key: Key) -> Option<isize> {
    match key {
        Key::Up | Key::Char('k') => Some(-1),
        Key::Down | Key::Char('j') => Some(1),
        Key::PageUp => Some(-PAGE),
        Key::PageDown => Some(PAGE),
        Key::Home | Key::Char('g') => Some(isize::MIN),
        Key::End | Key::Char('G') => Some(isize::MAX),
        _ => None,
    }
}

fn moved(at: usize, by: isize, count: usize) -> usize {
    at.saturating_add_signed(by).min(count.saturating_sub(1))
}
