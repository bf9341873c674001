//! A person who reads the questions in the terminal and answers them.

use std::cell::RefCell;
use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::rc::Rc;

use focuscheck_cli::{Environment, run_with};

use super::{Question, Run};

/// Who reads the questions in the terminal and answers them.
struct Person<'p> {
    told: Rc<RefCell<Vec<u8>>>,
    runs: &'p [Run],
    /// The question that is answered wrongly, by its number from 0.
    wrong: Option<usize>,
    asked: Vec<String>,
    answer: Vec<u8>,
}

impl Person<'_> {
    fn think(&mut self) {
        let told = self.told.borrow();
        let text = String::from_utf8_lossy(&told);
        let question = text.rsplit("  question ").next().unwrap().split_once(": ").unwrap().1;
        let question = question.lines().next().unwrap();
        let question = question.split_once("  (yes: ").map_or(question, |(question, _)| question);
        let truth = Question::read(question).answer(self.runs);
        let said = truth != (self.wrong == Some(self.asked.len()));
        self.asked.push(question.to_owned());
        self.answer = if said { b"y\n".to_vec() } else { b"n\n".to_vec() };
    }
}

impl Read for Person<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let text = self.fill_buf()?.to_vec();
        let count = text.len().min(into.len());
        into[..count].copy_from_slice(&text[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Person<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.answer.is_empty() && self.asked.len() < 80 {
            self.think();
        }
        Ok(&self.answer)
    }

    fn consume(&mut self, count: usize) {
        self.answer.drain(..count);
    }
}

/// What is told goes where the person reads it.
struct Terminal(Rc<RefCell<Vec<u8>>>);

impl Write for Terminal {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A dialogue about a program: all that was told, and what was asked.
pub(super) fn dialogue(
    path: &Path,
    options: &[&str],
    runs: &[Run],
    wrong: Option<usize>,
) -> (String, Vec<String>) {
    let mut arguments = vec!["focuscheck", "ask", "--no-config", "--alternatives", "0", "--questions", "100"];
    arguments.extend(options);
    arguments.push(path.to_str().unwrap());
    let told = Rc::new(RefCell::new(Vec::new()));
    let mut person = Person { told: Rc::clone(&told), runs, wrong, asked: Vec::new(), answer: Vec::new() };
    let mut errors = Vec::new();
    run_with(arguments, &Environment::default(), &mut person, &mut Terminal(Rc::clone(&told)), &mut errors);
    let text = String::from_utf8_lossy(&told.borrow()).into_owned();
    (text, person.asked)
}

pub(super) fn verdict(told: &str) -> &str {
    let line = told.lines().find_map(|line| line.split_once("generated.c: "));
    line.map_or("none", |(_, rest)| rest.split([',', ' ', ':']).next().unwrap_or("none"))
}
