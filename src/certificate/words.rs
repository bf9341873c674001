//! The words of a line.

use super::{Fact, LinearSum, Number, Relation};

/// What is read, or why it cannot be.
pub(super) type Read<T> = Result<T, String>;

pub(super) fn number(text: &str) -> Read<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = plain.then(|| text.parse().ok()).flatten();
    value.ok_or_else(|| format!("`{text}` is no number"))
}

pub(super) fn index(text: &str) -> Read<usize> {
    text.parse().map_err(|_| format!("`{text}` is no number of a line"))
}

/// What is left of a line.
pub(super) struct Words<'t> {
    left: &'t str,
}

impl<'t> Words<'t> {
    pub fn of(text: &'t str) -> Self {
        Words { left: text }
    }

    pub fn rest(&self) -> &'t str {
        self.left
    }

    pub fn peek(&self) -> Option<&'t str> {
        self.left.split_ascii_whitespace().next()
    }

    pub fn word(&mut self) -> Read<&'t str> {
        let left = self.left.trim_start();
        let end = left.find(|c: char| c.is_ascii_whitespace()).unwrap_or(left.len());
        if end == 0 {
            return Err("the line is too short".to_owned());
        }
        self.left = left[end..].trim_start();
        Ok(&left[..end])
    }

    pub fn expect(&mut self, wanted: &str) -> Read<()> {
        match self.word()? {
            word if word == wanted => Ok(()),
            word => Err(format!("`{wanted}` is expected in place of `{word}`")),
        }
    }

    pub fn end(&self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is not expected here")),
        }
    }

    /// The number in a name that begins with a letter.
    pub fn name(&mut self, letter: char) -> Read<usize> {
        named(self.word()?, letter)
    }

    pub fn variable(&mut self) -> Read<usize> {
        self.name('v')
    }

    /// Numbers of lines up to a word or the end.
    pub fn indices(&mut self, until: Option<&str>) -> Read<Vec<usize>> {
        let mut found = Vec::new();
        while let Some(word) = self.peek() {
            self.word()?;
            if Some(word) == until {
                return Ok(found);
            }
            found.push(index(word)?);
        }
        match until {
            None => Ok(found),
            Some(word) => Err(format!("`{word}` is missing")),
        }
    }

    /// `2*v0 - v1 + 7`, up to a word that is no part of it.
    pub fn form(&mut self) -> Read<LinearSum> {
        self.form_over('v')
    }

    /// The same over things whose names begin with another letter.
    pub fn form_over(&mut self, letter: char) -> Read<LinearSum> {
        let mut terms = Vec::new();
        let mut constant = Number::ZERO;
        let mut negative = false;
        loop {
            let word = self.word()?;
            let (negated, word) = match word.strip_prefix('-') {
                Some(word) => (!negative, word),
                None => (negative, word),
            };
            let sign = if negated { Number::NEG_ONE } else { Number::ONE };
            match word.split_once('*') {
                Some((factor, name)) => terms.push((named(name, letter)?, sign * number(factor)?)),
                None if word.starts_with(letter) => terms.push((named(word, letter)?, sign)),
                None => constant += sign * number(word)?,
            }
            negative = match self.peek() {
                Some("+") => false,
                Some("-") => true,
                _ => return Ok(LinearSum::new(terms, constant)),
            };
            self.word()?;
        }
    }

    /// `E <= 0`
    pub fn fact(&mut self) -> Read<Fact> {
        let form = self.form()?;
        let relation = match self.word()? {
            "<=" => Relation::AtMost,
            "==" => Relation::Equal,
            "!=" => Relation::NotEqual,
            word => return Err(format!("`{word}` is no relation")),
        };
        self.expect("0")?;
        Ok(Fact { form, relation })
    }
}

/// The number in a name that begins with a letter.
fn named(text: &str, letter: char) -> Read<usize> {
    let number = text.strip_prefix(letter).and_then(|number| number.parse().ok());
    number.ok_or_else(|| match letter {
        'v' => format!("`{text}` is no variable"),
        _ => format!("`{text}` is no name with {letter}"),
    })
}
