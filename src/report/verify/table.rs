//! How many obligations of each function hold, as a table.

use crate::style::{Role, Style};

use super::model::{FunctionReport, ObligationVerdict};

/// The obligations of one or several functions, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that hold.
    pub valid: usize,
    /// Those that fail in a run, or from a state that annotations allow.
    pub invalid: usize,
    /// The others, and what is stated and not asked.
    pub unknown: usize,
    milliseconds: u64,
}

impl Counts {
    /// Those of a function.
    pub fn of(function: &FunctionReport) -> Counts {
        // What is stated and not asked nobody knows.
        let unknown = function.unasked.len();
        let mut counts = Counts { milliseconds: function.milliseconds, unknown, ..Counts::default() };
        for obligation in &function.obligations {
            match obligation.verdict {
                ObligationVerdict::Valid => counts.valid += 1,
                ObligationVerdict::Run | ObligationVerdict::Step => counts.invalid += 1,
                ObligationVerdict::Unknown(_) => counts.unknown += 1,
            }
        }
        counts
    }

    /// Adds those of others.
    pub fn add(&mut self, other: Counts) {
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.milliseconds += other.milliseconds;
    }

    fn cells(&self) -> [(String, Role); 4] {
        let number = |number: usize, role| (number.to_string(), if number == 0 { Role::Faint } else { role });
        let (seconds, rest) = (self.milliseconds / 1000, self.milliseconds % 1000);
        [
            number(self.valid, Role::Success),
            number(self.invalid, Role::Failure),
            number(self.unknown, Role::Doubt),
            (format!("{seconds}.{:02} s", rest / 10), Role::Faint),
        ]
    }
}

/// Rows with their names, the last one the sum if there are several.
pub fn table(rows: &[(String, Counts)], style: &Style) -> String {
    const HEAD: [&str; 4] = ["proved", "failed", "unknown", "time"];
    let mut total = Counts::default();
    rows.iter().for_each(|(_, counts)| total.add(*counts));
    let mut shown: Vec<(String, Counts)> = rows.to_vec();
    if rows.len() > 1 {
        shown.push(("total".to_owned(), total));
    }
    let most = style.width.saturating_sub(40).max(20);
    let name = |name: &str| style.shorten(&style.clean(name), most);
    let names = shown.iter().map(|(known, _)| name(known).chars().count());
    let width = names.max().unwrap_or(0).max("function".len());
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| {
            let cells = shown.iter().map(|(_, counts)| counts.cells()[column].0.chars().count());
            cells.max().unwrap_or(0).max(HEAD[column].len())
        })
        .collect();
    let head: String = HEAD.iter().zip(&widths).map(|(word, width)| format!("  {word:>width$}")).collect();
    let mut text = style.paint(Role::Title, &format!("{:width$}{head}", "function")) + "\n";
    for (known, counts) in &shown {
        text.push_str(&format!("{:width$}", name(known)));
        for ((cell, role), width) in counts.cells().into_iter().zip(&widths) {
            let padded = format!("{cell:>width$}");
            text.push_str("  ");
            text.push_str(&style.paint(role, &padded));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_aligned_and_added_up() {
        let counts = |valid, invalid, milliseconds| Counts { valid, invalid, unknown: 0, milliseconds };
        let rows = [("largest".to_owned(), counts(11, 0, 1234)), ("f".to_owned(), counts(0, 2, 9))];
        insta::assert_snapshot!(table(&rows, &Style::default()), @r"
        function  proved  failed  unknown    time
        largest       11       0        0  1.23 s
        f              0       2        0  0.00 s
        total         11       2        0  1.24 s
        ");
    }
}
