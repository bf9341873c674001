//! Questions about an error that is not decided, in the explorer: what was told, and the question that is open.

use ratatui::text::Line;

use focuscheck_abduce::Answer;
use focuscheck_report::ask::model::DialogueEvent;
use focuscheck_report::ask::text;
use focuscheck_report::style::Role;

use super::event::Key;
use super::state::{Asking, Explorer, Overlay, Wanted};

impl Explorer {
    /// What the driver is to do next, once.
    pub fn wanted(&mut self) -> Option<Wanted> {
        self.wanted.pop_front()
    }

    /// Whether the selected error is one that questions may settle.
    pub(super) fn can_ask(&self) -> bool {
        self.error().is_some_and(|error| error.is_open() && error.obligation.is_none())
    }

    /// Whether a question waits for its answer.
    pub(super) fn has_question(&self) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.open.is_some())
    }

    /// Begins to ask if an error is selected that is not decided; whether it is.
    pub(super) fn ask(&mut self) -> bool {
        let Some(line) = self.error().filter(|_| self.can_ask()).map(|error| error.line) else {
            return false;
        };
        if self.asking.as_ref().is_some_and(|asking| !asking.is_over) {
            self.message = Some("the questions before are not over yet".to_owned());
            return true;
        }
        let file = self.selected.file();
        let path = self.files[file].path.clone();
        let told = format!("looking for questions about line {line}\n");
        self.asking = Some(Asking { path, told, open: None, is_over: false });
        self.wanted.push_back(Wanted::Questions { file, line });
        self.show(Overlay::Questions);
        true
    }

    /// Takes in what the questions are about.
    pub(super) fn hear(&mut self, told: DialogueEvent) {
        let Some(asking) = &mut self.asking else { return };
        let text = match told {
            DialogueEvent::Error(error) => text::header(&asking.path, &error),
            DialogueEvent::Settled(question, number, line) => text::settled(&question, number, line),
            DialogueEvent::Question(question, number, line) => {
                let text = text::question(&question, number, line) + &text::prompt(&question) + "\n";
                asking.open = Some((question, line));
                text
            }
            DialogueEvent::Done(report) => {
                asking.is_over = true;
                asking.open = None;
                text::verdict(&report)
            }
        };
        asking.told += &text;
        // What is new is at the end; drawing goes no further than there.
        self.overlay_scroll = self.asked(self.size.0.into()).len();
    }

    /// A key while questions are asked; whether it means something there.
    pub(super) fn asking_key(&mut self, key: Key) -> bool {
        let Some(asking) = &mut self.asking else { return false };
        let Some((question, line)) = &asking.open else { return false };
        let choices = 1 + question.also.len();
        let answer = match key {
            Key::Char('y') if choices == 1 => Some(Answer::Yes(0)),
            Key::Char('n') => Some(Answer::No),
            Key::Char('?') => Some(Answer::Unknown),
            Key::Char('w') => {
                asking.told += &text::why(question, *line);
                return true;
            }
            Key::Char('q') | Key::Escape => None,
            Key::Char(digit @ '1'..='9') => match digit as usize - '0' as usize {
                chosen if chosen <= choices => Some(Answer::Yes(chosen - 1)),
                _ => return true,
            },
            _ => return false,
        };
        if let Key::Char(said) = key {
            asking.told += &format!("  > {said}\n");
        }
        asking.open = None;
        self.wanted.push_back(Wanted::Answer(answer));
        true
    }

    /// What was told so far.
    pub(super) fn asked(&self, width: usize) -> Vec<Line<'static>> {
        let Some(asking) = &self.asking else { return Vec::new() };
        let mut writer = self.writer(width);
        for line in asking.told.lines() {
            let role = line.starts_with("  question").then_some(Role::Title);
            let indent = line.len() - line.trim_start().len();
            writer.words(&" ".repeat(indent), &" ".repeat(indent + 2), line.trim_start(), role);
        }
        writer.lines
    }
}
