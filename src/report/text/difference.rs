//! An explanation as a difference to another one.

use super::fold::{self, Part};
use super::steps::{self, Key};
use crate::model::Step;
use crate::style::{Role, Style, Symbol};

/// Differences that are listed; the rest is counted.
const MAX_LISTED: usize = 12;

/// Comparisons of steps that are worth their time; beyond, what is between the common start and the common
/// end counts as different.
const MAX_COMPARISONS: usize = 4_000_000;

/// What two sequences share and what not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How many steps are common.
    pub common: usize,
    /// Stretches that differ: positions in the first and in the second sequence.
    pub hunks: Vec<(std::ops::Range<usize>, std::ops::Range<usize>)>,
}

/// Compares two sequences by a longest common subsequence.
pub fn compare<T: PartialEq>(first: &[T], second: &[T]) -> Difference {
    let start = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let tail =
        first[start..].iter().rev().zip(second[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&first[start..first.len() - tail], &second[start..second.len() - tail]);
    let mut difference = Difference { common: start + tail, hunks: Vec::new() };
    let width = b.len() + 1;
    if a.len().saturating_mul(b.len()) > MAX_COMPARISONS {
        difference.hunks.push((start..start + a.len(), start..start + b.len()));
        return difference;
    }
    // longest[i * width + j]: the length of the longest common subsequence of a[i..] and b[j..].
    let mut longest = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut from_i, mut from_j) = (0, 0);
    loop {
        let done = i == a.len() && j == b.len();
        let equal = i < a.len() && j < b.len() && a[i] == b[j];
        if (done || equal) && (from_i, from_j) != (i, j) {
            difference.hunks.push((start + from_i..start + i, start + from_j..start + j));
        }
        if done {
            return difference;
        }
        if equal {
            difference.common += 1;
            (i, j) = (i + 1, j + 1);
            (from_i, from_j) = (i, j);
        } else if j == b.len() || (i < a.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// The differing steps, `-` for those of the first sequence and `+` for those of the second; rounds are
/// folded, and what is too much is counted.
pub fn listing(first: &[Step], second: &[Step], difference: &Difference, style: &Style) -> Vec<String> {
    let (first_keys, second_keys) = (steps::keys(first), steps::keys(second));
    let width = first.iter().chain(second).map(|step| steps::digits(step.line, style)).max().unwrap_or(1);
    let mut lines = Vec::new();
    for (old, new) in &difference.hunks {
        let mut side = Side { sign: "-", width, style, lines: &mut lines };
        side.write(&first[old.clone()], &first_keys[old.clone()]);
        side.sign = "+";
        side.write(&second[new.clone()], &second_keys[new.clone()]);
    }
    if lines.len() > MAX_LISTED + 1 {
        let hidden = lines.len() - MAX_LISTED;
        lines.truncate(MAX_LISTED);
        lines.push(format!("      {} {hidden} more differences", style.symbol(Symbol::Ellipsis)));
    }
    lines
}

/// Writes the steps of one side.
struct Side<'a> {
    sign: &'static str,
    width: usize,
    style: &'a Style,
    lines: &'a mut Vec<String>,
}

impl Side<'_> {
    fn write(&mut self, steps: &[Step], keys: &[Key<'_>]) {
        for part in fold::fold(keys) {
            match part {
                Part::One(index) => self.write_step(&steps[index]),
                Part::Repeat { start, length, times } => {
                    self.write(&steps[start..start + length], &keys[start..start + length]);
                    let these = if length == 1 { "this".to_owned() } else { format!("these {length} steps") };
                    let remark = format!("{these} {times} times");
                    let padding = " ".repeat(self.width);
                    self.lines.push(format!(
                        "      {}   {padding} {}",
                        self.sign,
                        self.style.paint(Role::Faint, &remark)
                    ));
                }
            }
        }
    }

    fn write_step(&mut self, step: &Step) {
        let style = self.style;
        let mark = steps::mark(step, false, style);
        let number =
            format!("{:>width$} {}", style.line(step.line), style.symbol(Symbol::Ruler), width = self.width);
        let text = style.phrase(&step.text, 60);
        let remark = steps::remark(step);
        let remark =
            if remark.is_empty() { String::new() } else { format!("   {}", style.paint(Role::Fact, remark)) };
        let number = style.paint(Role::Faint, &number);
        self.lines.push(format!("      {} {mark} {number} {text}{remark}", self.sign));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_are_where_the_sequences_differ() {
        let difference = compare(b"abcdef", b"abXdYZ");
        assert_eq!(difference, Difference { common: 3, hunks: vec![(2..3, 2..3), (4..6, 4..6)] });
        assert_eq!(compare(b"same", b"same"), Difference { common: 4, hunks: vec![] });
        assert_eq!(compare(b"", b"new"), Difference { common: 0, hunks: vec![(0..0, 0..3)] });
        assert_eq!(compare(b"abc", b"ac"), Difference { common: 2, hunks: vec![(1..2, 1..1)] });
    }

    #[test]
    fn huge_sequences_are_compared_roughly() {
        let (mut first, second) = (vec![1u8; 10_000], vec![2u8; 10_000]);
        first[0] = 2;
        let difference = compare(&first, &second);
        assert_eq!(difference, Difference { common: 1, hunks: vec![(1..10_000, 1..10_000)] });
    }
}
