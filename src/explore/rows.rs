//! The list of files, their errors, and the explanations of each.

use focuscheck_report::model::Status;

use super::state::{Explorer, Row};

impl Explorer {
    /// All rows of the list, from top to bottom. Errors that can be reached come first, code that can only fail
    /// last.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for file in 0..self.files.len() {
            let known = self.analysed(file);
            if self.files.len() > 1 || known.is_none_or(|known| known.report.errors.is_empty()) {
                rows.push(Row::File(file));
            }
            let Some(known) = known.filter(|_| self.files.len() == 1 || self.expanded.contains(&file)) else {
                continue;
            };
            for wanted in [Status::Reachable, Status::Unknown, Status::Unreachable] {
                let errors = known.report.errors.iter().enumerate();
                for (number, error) in errors.filter(|(_, error)| error.status == wanted) {
                    rows.push(Row::Error(file, number));
                    rows.extend((0..error.counterexamples.len()).map(|e| Row::Explanation(file, number, e)));
                }
            }
            rows.extend((0..known.report.doomed.len()).map(|number| Row::Doomed(file, number)));
        }
        rows
    }

    /// The position of the selected row.
    pub(super) fn selected_row(&self, rows: &[Row]) -> usize {
        rows.iter().position(|&row| row == self.selected).unwrap_or(0)
    }

    /// The first explanation of a file, or else its first error, or the file itself.
    pub(super) fn first_of(&self, file: usize) -> Row {
        let rows = self.rows();
        let own = || rows.iter().copied().filter(|row| row.file() == file);
        own()
            .find(|row| matches!(row, Row::Explanation(..)))
            .or_else(|| own().find(|row| matches!(row, Row::Error(..) | Row::Doomed(..))))
            .unwrap_or(Row::File(file))
    }
}
