//! One relation as a text file: tab-separated columns, escaped texts.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use focuscheck_base::arith::IntegerType;
use focuscheck_base::source::Span;

use super::error::FactsError;
use super::names::read_type;

/// A relation as it is in its file.
pub(super) struct Table {
    pub(super) relation: &'static str,
    columns: usize,
    text: String,
}

impl Table {
    /// Reads a relation and checks that each tuple has all columns.
    pub(super) fn read(dir: &Path, relation: &'static str, columns: usize) -> Result<Self, FactsError> {
        let path = dir.join(format!("{relation}.facts"));
        let text = fs::read_to_string(&path).map_err(|source| FactsError::Io { path, source })?;
        let table = Table { relation, columns, text };
        for row in table.rows() {
            if row.columns.len() != columns {
                return Err(row.malformed(format!("expected {columns} columns")));
            }
        }
        Ok(table)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.text.split_terminator('\n').enumerate().map(|(line, text)| {
            let mut columns = Vec::with_capacity(self.columns);
            columns.extend(text.split('\t'));
            Row { relation: self.relation, line: line + 1, columns }
        })
    }
}

/// One tuple.
pub(super) struct Row<'t> {
    relation: &'static str,
    line: usize,
    columns: Vec<&'t str>,
}

impl<'t> Row<'t> {
    pub(super) fn malformed(&self, message: String) -> FactsError {
        FactsError::Malformed { relation: self.relation, line: self.line, message }
    }

    /// A column as it stands in the file.
    pub(super) fn raw(&self, column: usize) -> &'t str {
        self.columns.get(column).copied().unwrap_or("")
    }

    pub(super) fn number<N: FromStr>(&self, column: usize) -> Result<N, FactsError> {
        let text = self.raw(column);
        text.parse().map_err(|_| self.malformed(format!("`{text}` is not a number here")))
    }

    pub(super) fn flag(&self, column: usize) -> Result<bool, FactsError> {
        self.number(column)
    }

    pub(super) fn text(&self, column: usize) -> Result<String, FactsError> {
        unescape(self.raw(column)).ok_or_else(|| self.malformed("bad escape".to_owned()))
    }

    pub(super) fn ty(&self, column: usize) -> Result<IntegerType, FactsError> {
        let text = self.raw(column);
        read_type(text).ok_or_else(|| self.malformed(format!("`{text}` is not a type")))
    }

    pub(super) fn span(&self, column: usize) -> Result<Span, FactsError> {
        Ok(Span { start: self.number(column)?, end: self.number(column + 1)? })
    }

    /// The first column must count the rows.
    pub(super) fn expect_id(&self, id: usize) -> Result<(), FactsError> {
        if self.number::<usize>(0)? == id {
            Ok(())
        } else {
            Err(self.malformed(format!("expected number {id}")))
        }
    }

    /// The row of another table that the first column names.
    pub(super) fn entry<'a, T>(&self, table: &'a mut [T]) -> Result<&'a mut T, FactsError> {
        let id: usize = self.number(0)?;
        table.get_mut(id).ok_or_else(|| self.malformed(format!("`{id}` names nothing")))
    }

    /// Adds an element to a list; the second column is its position.
    pub(super) fn append<T>(&self, list: &mut Vec<T>, element: T) -> Result<(), FactsError> {
        if self.number::<usize>(1)? != list.len() {
            return Err(self.malformed(format!("expected position {}", list.len())));
        }
        list.push(element);
        Ok(())
    }
}

/// A text without tabs and line breaks.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            other => out.push(other),
        }
    }
    out
}

fn unescape(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        out.push(match character {
            '\\' => match characters.next()? {
                '\\' => '\\',
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            other => other,
        });
    }
    Some(out)
}
